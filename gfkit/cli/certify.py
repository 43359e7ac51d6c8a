"""gfkit certify: a saved result checked again by the small independent checker."""

from __future__ import annotations

import click

from gfkit.cli.output import write_aside, write_json, write_lines


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
@click.pass_context
def certify(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check a result saved by 'gfkit derive ... --save FILE'.

    The checker is one short file of plain Python integers, gfkit/verify/checker.py, which shares
    nothing with the rest of gfkit: it runs the saved machine, expands the saved generating function, and
    compares as many terms as a proof needs. Exit code 0 when they agree, 1 when they do not.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.verify import certify_file

    verdict = certify_file(file)
    if as_json:
        write_json({"accepted": verdict.ok, "reason": verdict.reason, "terms_checked": verdict.checked})
    else:
        write_lines([f"{'accepted' if verdict.ok else 'refused'}: {verdict.reason}"])
        if verdict.ok:
            write_aside("that the saved machine is the game's is not checked here; deriving again does that")
    if not verdict.ok:
        ctx.exit(1)
