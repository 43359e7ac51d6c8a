"""gfkit certify: a saved result checked again, from its rule, by the independent checkers."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import present


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
def certify(ctx: click.Context, file: str, primes: int | None, work: options.LongCall, as_json: bool) -> None:
    """Check a result saved by --save FILE of 'gfkit derive', constant, outcomes, nim or value.

    The file of a derived family holds the rule and the family in full, the fraction, and a machine.
    gfkit/proofs/rule_checker.py reads the rule, makes a machine of its own from it, and compares as many
    terms as a proof for every n needs; it lists the smallest boards too. Where its machine would be too
    large, it says 'consistent', and beyond which n nothing is shown. The machine in the file is checked by
    gfkit/proofs/checker.py, or by gfkit/proofs/strip_checker.py for wide strips, modulo random primes: enough
    of them for a proof where that takes less than half a minute, three otherwise, and then the chance of
    error is stated. Winners, nimbers and values saved by 'gfkit outcomes', 'gfkit nim' and 'gfkit value' are
    checked by gfkit/proofs/checker/play.py, heap games by gfkit/proofs/play_checker.py, periods of strips by
    gfkit/proofs/period_checker.py, misere quotients by gfkit/proofs/quotient_checker.py. All are plain Python
    that shares nothing with the rest of gfkit. Exit code 0 when the file stands, 1 when it does not.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.proofs import certify_file

    with work.progress() as progress:
        verdict = certify_file(file, primes=primes, on_progress=progress)
    present(verdict, as_json)
    if not verdict.ok:
        ctx.exit(1)
