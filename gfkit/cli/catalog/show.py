"""gfkit catalog show: claims in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.catalog.choice import choosing, chosen
from gfkit.cli.catalog.listing import as_row
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_labelled, write_lines
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.catalog import Claim


@click.command("show")
@choosing
@options.as_json
def command(words: tuple[str, ...], as_json: bool, **filters: tuple[str, ...]) -> None:
    """Show claims in full: where they stand, what they say, what is right, and how they are checked.

    \b
    Example:
      $ gfkit catalog show profiles-t1-cis
      profiles-t1-cis: refuted
      document    A note on polynomial profiles of placement games
      ...
    """
    if not words and not any(filters.values()):
        raise OptionError("ID is missing; gfkit catalog list lists them")
    _, claims = chosen(words, filters)
    if as_json:
        write_json({"claims": [_in_full(claim) for claim in claims]})
        return
    for number, claim in enumerate(claims):
        write_lines([""] * bool(number) + [f"{claim.id}: {claim.status}"])
        write_labelled((label, text) for label, text in _rows(claim) if text)


def _rows(claim: Claim) -> list[tuple[str, str]]:
    from gfkit.catalog import statement_text

    methods = f"{claim.by} ({', '.join(claim.methods)}), {claim.cost}"
    return [
        ("document", claim.source.title),
        ("authors", ", ".join(claim.source.authors)),
        ("place", claim.place),
        ("kind", claim.kind.value + (f", {claim.stance} there" if claim.stance != "stated" else "")),
        ("in words", claim.words),
        ("statement", statement_text(claim)),
        ("quotation", " ... ".join(claim.quote)),
        ("as printed", claim.printed),
        ("right is", statement_text(claim, claim.correction) if claim.correction else ""),
        ("repair", claim.repair),
        ("witness", str(claim.witness or "")),
        ("checked by", methods),
        ("remark", claim.remark),
    ]


def _in_full(claim: Claim) -> dict[str, object]:
    return {
        **as_row(claim),
        "document": claim.source.title,
        "authors": list(claim.source.authors),
        "words": claim.words,
        "quote": list(claim.quote),
        "printed": claim.printed or None,
        "claimed": list(claim.statement),
        "correction": list(claim.correction) or None,
        "repair": claim.repair or None,
        "witness": None if claim.witness is None else claim.witness.as_json(),
        "check": {"by": claim.by, **claim.arguments},
        "methods": list(claim.methods),
        "remark": claim.remark or None,
    }
