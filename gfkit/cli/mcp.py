"""gfkit mcp: gfkit's tools for programs that speak the Model Context Protocol."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from gfkit.cli.long import options
from gfkit.cli.long.progress import read_seconds
from gfkit.cli.output import write_json
from gfkit.errors import InputError, OptionError
from gfkit.host.memory import read_size


@click.command(short_help="Serve other programs by the Model Context Protocol.")
@click.option("--max-seconds", metavar="TIME", help="The longest that a call may ask for; 1h by default.")
@click.option("--max-memory", metavar="SIZE", help="The most that a call may ask for; 4G by default.")
@options.as_json
def mcp(max_seconds: str | None, max_memory: str | None, as_json: bool) -> None:
    """Serve count, derive, verify and other tools by the Model Context Protocol.

    The other program begins this command and talks to it by standard input and output; nothing is fetched
    or sent elsewhere. Its settings take the words 'gfkit mcp'. Every tool has a schema of what it takes and
    of what it gives, and answers with the object that the command prints with --json. With --json the tools
    are listed.

    \b
    Example:
      $ gfkit mcp --json
      {"tools": [{"name": "games", "description": "The games and structures ...
    """
    from gfkit.lab.protocol import ToolServer, tool_list
    from gfkit.lab.tool_schemas import LEAST_MEMORY, CallLimits

    limits = CallLimits()
    if max_seconds is not None:
        limits = replace(limits, seconds=read_seconds(max_seconds))
    if max_memory is not None:
        limits = replace(limits, memory=read_size(max_memory, "--max-memory") >> 20)
        if limits.memory < LEAST_MEMORY:
            raise OptionError(
                f"--max-memory {max_memory!r}: write at least {LEAST_MEMORY}M, for Python itself"
            )
    if as_json:
        write_json(tool_list(limits))
        return
    if sys.stdin is None or sys.stdout is None:
        raise InputError(
            "standard input or output is closed; the program that begins gfkit mcp must hold both"
        )

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    ToolServer(write, limits).serve(sys.stdin.buffer)
