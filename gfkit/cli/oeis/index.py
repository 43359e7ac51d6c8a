"""gfkit oeis index: the local index built from downloaded files, and what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_labelled

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall
    from gfkit.oeis.index.file import IndexInfo

_PLACE = "Where the index is; else $GFKIT_OEIS_INDEX, else the user's cache directory."


@click.group("index")
def command() -> None:
    """The local index over the files stripped and names.

    \b
    Example:
      gfkit oeis index build stripped.gz names.gz
      gfkit oeis index info
    """


@command.command("build")
@click.argument("stripped", metavar="STRIPPED")
@click.argument("names", metavar="[NAMES]", required=False)
@click.option("--index", "place", metavar="FILE", help=_PLACE)
@options.lasting()
@options.as_json
def build(stripped: str, names: str | None, place: str | None, work: LongCall, as_json: bool) -> None:
    """Build the index from the files STRIPPED and NAMES, packed or not, which you have downloaded.

    Without NAMES hits have no names, and no sequence is taken for a table. The index replaces an old one
    only when it is complete. It takes about three times the room of STRIPPED unpacked.

    \b
    Example:
      $ gfkit oeis index build stripped.gz names.gz
      index      /home/me/.cache/gfkit/oeis.sqlite, 272 MB
      sequences  400000, of which 40000 are tables
      ...
    """
    from gfkit.oeis.index.build import build as build_index
    from gfkit.oeis.index.file import index_path

    with work.progress() as progress:
        found = build_index(stripped, names, index_path(place), progress)
    _write(found, as_json)


@command.command("info")
@click.option("--index", "place", metavar="FILE", help=_PLACE)
@options.as_json
def info(place: str | None, as_json: bool) -> None:
    """Say where the index is, what it holds, and how old its source is.

    \b
    Example:
      $ gfkit oeis index info --index oeis.sqlite
      index      oeis.sqlite, 272 MB
      ...
    """
    from gfkit.oeis.index.file import index_path
    from gfkit.oeis.index.file import info as index_info

    _write(index_info(index_path(place)), as_json)


def _write(found: IndexInfo, as_json: bool) -> None:
    if as_json:
        write_json(found.as_json())
        return
    write_labelled(
        [
            ("index", f"{found.path}, {found.bytes / 1e6:.0f} MB"),
            ("sequences", f"{found.sequences}, of which {found.tables} are tables"),
            ("windows", f"{found.windows} of four terms"),
            ("source", f"last modified {found.modified}" if found.modified else "its date is not said"),
        ]
    )
