"""gfkit lab and mcp: servers for a browser and for other programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from gfkit.cli.long import options
from gfkit.cli.long.progress import read_seconds
from gfkit.cli.output import write_json, write_lines
from gfkit.core.errors import InputError, OptionError
from gfkit.core.memory import read_size


@options.command("lab")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port; default 8421, or any free port."
)
@options.rare(
    click.option("--folder", metavar="DIR", help="Directory of the built laboratory; default build/lab.")
)
@options.rare(click.option("--no-open", is_flag=True, help="Do not open a browser."))
@options.as_json
def lab_verb(port: int | None, folder: str | None, no_open: bool, as_json: bool) -> None:
    """Serve the laboratory on this machine until Ctrl-C.

    The laboratory is a page for drawing boards, counting, deriving and verifying; gfkit runs inside the
    browser. No data is fetched from, or sent to, another machine. 'make lab' in the source directory of
    gfkit builds the page; the wheel gfkit-lab contains it. Copied links begin with $GFKIT_SITE, the
    public address of the page.

    \b
    Example:
      $ gfkit lab --no-open
      the laboratory is at http://127.0.0.1:8421/ (Ctrl-C stops it)
    """
    import webbrowser
    from contextlib import suppress

    from gfkit.lab.server import address, open_server

    with open_server(
        port, None if folder is None else Path(folder), os.environ.get("GFKIT_SITE", "")
    ) as server:
        where = address(server)
        if as_json:
            write_json({"address": where})
        else:
            write_lines([f"the laboratory is at {where} (Ctrl-C stops it)"])
        if not no_open:
            webbrowser.open(where)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


@options.command("mcp", short_help="Serve other programs by the Model Context Protocol.")
@click.option("--max-seconds", metavar="TIME", help="Upper limit for the time of a call; default 1h.")
@click.option("--max-memory", metavar="SIZE", help="Upper limit for the memory of a call; default 4G.")
@options.as_json
def mcp_verb(max_seconds: str | None, max_memory: str | None, as_json: bool) -> None:
    """Serve count, derive, verify and other tools by the Model Context Protocol.

    The client starts this command ('gfkit mcp' in its settings) and communicates by standard input and
    output; no data is sent elsewhere. A tool returns the object that the command prints with --json.
    The option --json lists the tools and the schemas of their arguments. This command needs the package
    mcp.

    \b
    Example:
      $ gfkit mcp --json
      {"tools": [{"name": "games", ...
    """
    try:
        from gfkit.lab.mcp_server import LEAST_MEMORY, serve_requests, tool_server
    except ModuleNotFoundError as error:
        raise OptionError(f"gfkit mcp requires the package mcp ({error}): pip install 'mcp>=2'") from None
    limits: dict[str, Any] = {}
    if max_seconds is not None:
        limits["max_seconds"] = read_seconds(max_seconds)
    if max_memory is not None:
        limits["max_memory"] = read_size(max_memory, "--max-memory") >> 20
        if limits["max_memory"] < LEAST_MEMORY:
            raise OptionError(
                f"--max-memory {max_memory!r} is too small for Python; write at least {LEAST_MEMORY}M"
            )
    server = tool_server(**limits)
    if as_json:
        import asyncio

        tools = asyncio.run(server.list_tools())
        write_json({"tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools]})
        return
    if sys.stdin is None or sys.stdout is None:
        raise InputError("standard input or output is closed; the client of gfkit mcp must keep both open")
    serve_requests(server)
