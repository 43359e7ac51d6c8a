"""gfkit certify: a saved result checked again, from its rule, by the independent checkers."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import present


@click.command(short_help="Check a saved result again.")
@click.argument("file", metavar="FILE")
@options.long_options()
@options.as_json
@click.pass_context
def certify(ctx: click.Context, file: str, work: options.LongCall, as_json: bool) -> None:
    """Check a result saved by --save FILE of 'gfkit derive', constant, outcomes, nim or value.

    Prints what is proved, and what that rests on. FILE may be - for standard input. That of a derived family
    holds the rule, the boards, the fraction, and each state of the proof as what it still owes. The checker
    makes the constraints from the rule, each state from those before, and proves the fraction by one sweep.
    It is plain Python that shares nothing with the rest of gfkit: the parts stand in gfkit/proofs/checker,
    and 'make checker' writes them as one program, gfkit_check.py. Exit code 0 when the file stands, 1 when it
    does not, 3 when checking would take too long.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.proofs import certify_file

    with work.progress():
        verdict = certify_file(file)
    present(verdict, as_json)
    if not verdict.ok:
        ctx.exit(1)
