"""gfkit certify: a saved result checked again by the small independent checker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_json, write_lines

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall


@click.command(short_help="Check a saved result again.")
@click.argument("file", metavar="FILE")
@click.option(
    "--primes",
    metavar="N",
    type=click.IntRange(1, 10**6),
    help="How many random primes to check a wide strip modulo; as many as are quick unless told.",
)
@options.lasting()
@options.as_json
@click.pass_context
def certify(ctx: click.Context, file: str, primes: int | None, work: LongCall, as_json: bool) -> None:
    """Check a result saved by 'gfkit derive ... --save FILE'.

    The checker is one short file of plain Python integers, gfkit/verify/checker.py, which shares
    nothing with the rest of gfkit: it runs the saved machine, expands the saved generating function, and
    compares as many terms as a proof needs. Wide strips have a checker of the same kind,
    gfkit/verify/strip_checker.py, which works modulo random primes: enough of them for a proof where that
    takes less than half a minute, three otherwise, and then the chance of error is stated. Exit code 0 when
    they agree, 1 when they do not.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.verify import certify_file

    with work.progress() as progress:
        verdict = certify_file(file, primes=primes, on_progress=progress)
    if as_json:
        checked = verdict.checked
        what = {"accepted": verdict.ok, "reason": verdict.reason, "terms_checked": checked}
        write_json(what | {"status": verdict.status})
    else:
        write_lines([f"{'accepted' if verdict.ok else 'refused'}: {verdict.reason}"])
        if verdict.ok:
            write_aside("that the saved machine is the game's is not checked here; deriving again does that")
    if not verdict.ok:
        ctx.exit(1)
