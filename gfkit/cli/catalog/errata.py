"""gfkit catalog errata: what is printed wrongly, document by document, as a page."""

from __future__ import annotations

from pathlib import Path

import click

from gfkit.cli.catalog.choice import choosing, chosen
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines
from gfkit.errors import OptionError


@click.command("errata")
@choosing
@click.option("-o", "--output", metavar="FILE", help="Write the page into a file.")
@options.as_json
def command(words: tuple[str, ...], output: str | None, as_json: bool, **filters: tuple[str, ...]) -> None:
    """Write the errata: printed and right, with witness and methods; then what is newly proved.

    \b
    Example:
      $ gfkit catalog errata 'profiles-t1-cis'
      # Errata
      ...
    """
    from gfkit.catalog.errata import page

    documents, claims = chosen(words, filters)
    text = page(documents, claims)
    if output is not None:
        _save(text, output)
    elif as_json:
        write_json({"page": text})
    else:
        write_lines(text.splitlines())


def _save(text: str, output: str) -> None:
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"--output {output!r} cannot be written: {error.strerror}") from None
