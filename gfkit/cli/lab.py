"""gfkit lab: the laboratory, gfkit on a page in the browser."""

from __future__ import annotations

import os
from pathlib import Path

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Where to listen; 8421 or any free one."
)
@options.rare(click.option("--folder", metavar="DIR", help="A built laboratory elsewhere than in build/lab."))
@options.rare(click.option("--no-open", is_flag=True, help="Do not open a browser."))
@options.as_json
def lab(port: int | None, folder: str | None, no_open: bool, as_json: bool) -> None:
    """Serve the laboratory on this machine, until Ctrl-C.

    A page on which boards are drawn, counted, turned into families, derived and verified by gfkit itself,
    which runs inside the browser. Nothing is fetched from, or sent to, anywhere else. It is built once by
    'make lab' in gfkit's source folder, or comes with the wheel gfkit-lab. Links that are copied begin with
    $GFKIT_SITE, the address where others find the laboratory.

    \b
    Example:
      $ gfkit lab --no-open
      the laboratory is at http://127.0.0.1:8421/ (Ctrl-C ends it)
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
            write_lines([f"the laboratory is at {where} (Ctrl-C ends it)"])
        if not no_open:
            webbrowser.open(where)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
