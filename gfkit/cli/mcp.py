"""gfkit mcp: gfkit's tools for programs that speak the Model Context Protocol."""

from __future__ import annotations

import sys

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json


@click.command()
@options.as_json
def mcp(as_json: bool) -> None:
    """Serve count, derive, guess, verify, value, nim, lint and search by the Model Context Protocol.

    The other program begins this command and talks to it by standard input and output; nothing is fetched
    or sent elsewhere. Its settings take the words 'gfkit mcp'. Every tool has a schema of what it takes, and
    answers with the object that the command prints with --json. With --json the tools are listed.

    \b
    Example:
      $ gfkit mcp --json
      {"tools": [{"name": "count", "description": "How many positions ...
    """
    from gfkit.lab.protocol import TOOLS, ToolServer

    if as_json:
        write_json({"tools": list(TOOLS)})
        return

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    ToolServer(write).serve(sys.stdin)
