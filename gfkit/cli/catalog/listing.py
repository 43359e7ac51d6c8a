"""gfkit catalog list: the claims, a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.catalog.choice import choosing, chosen
from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_json, write_table

if TYPE_CHECKING:
    from gfkit.catalog import Claim


@click.command("list")
@choosing
@options.as_json
def command(words: tuple[str, ...], as_json: bool, **filters: tuple[str, ...]) -> None:
    """List claims with what the check must find: proved, refuted, consistent, or open (out of reach).

    An ID may have * in it; FILE is a catalogue file of your own, as mypaper.toml.

    \b
    Example:
      $ gfkit catalog list 'profiles-t1-*'
      profiles-t1-cis         refuted     cis on path:n: 3/(1 - t - 2*t^2)
      ...
    """
    from gfkit.catalog import statement_text

    _, claims = chosen(words, filters)
    if as_json:
        write_json({"claims": [as_row(claim) for claim in claims]})
        return
    write_table((claim.id, f"{claim.status:10}", statement_text(claim)) for claim in claims)
    write_aside(f"{len(claims)} claim{'' if len(claims) == 1 else 's'}")


def as_row(claim: Claim) -> dict[str, object]:
    """The object of a claim in JSON."""
    from gfkit.catalog import statement_text

    return {
        "id": claim.id,
        "source": claim.source.id,
        "kind": claim.kind.value,
        "status": claim.status.value,
        "statement": statement_text(claim),
        "place": claim.place,
        "cost": claim.cost.value,
        "stance": claim.stance.value,
        "topics": list(claim.topics),
    }
