"""gfkit schema: the JSON Schemas of what commands print with --json."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines


@click.command(short_help="JSON Schemas of what commands print with --json.")
@click.argument("command", metavar="[COMMAND]...", nargs=-1)
@click.option(
    "--page", "as_page", is_flag=True, callback=options.not_with_json, help="All as a page in Markdown."
)
@options.as_json
def schema(command: tuple[str, ...], as_page: bool, as_json: bool) -> None:
    """Print the JSON Schema of what COMMAND prints with --json; without COMMAND, list those that have one.

    \b
    Example:
      $ gfkit schema count
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "gfkit count --json", ...
      $ gfkit schema oeis confirm > confirm.schema.json
    """
    from gfkit.show.schema import commands, schema_of, schema_page

    if as_page:
        write_lines(schema_page().splitlines())
    elif command:
        write_json(schema_of(" ".join(command)))
    elif as_json:
        write_json({"commands": commands()})
    else:
        write_lines(commands())
