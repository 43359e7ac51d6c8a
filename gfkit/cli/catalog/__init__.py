"""gfkit catalog: a group with one file for each of its verbs."""

from __future__ import annotations

import click

from gfkit.cli.verbs import Verbs

VERBS = {
    "list": "gfkit.cli.catalog.listing:command",
    "show": "gfkit.cli.catalog.show:command",
    "check": "gfkit.cli.catalog.check:command",
    "errata": "gfkit.cli.catalog.errata:command",
}
"""The verbs in the order of the help, with the place of each."""


@click.group(cls=Verbs, homes=VERBS, member_of="catalog")
def catalog() -> None:
    """Published claims, each re-derived on demand.

    The catalogue has one file for each document. A file of your own, as mypaper.toml, can stand in place
    of an id everywhere: docs/catalogue.md says how to write one.

    \b
    Example:
      gfkit catalog list --status refuted        what is printed wrongly
      gfkit catalog show profiles-t1-cis         one claim, and what is right in its place
      gfkit catalog check 'profiles-t1-*'        re-derived, and compared with the entry
      gfkit catalog check mypaper.toml           the same for a file of your own
    """
