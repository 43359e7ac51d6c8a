"""gfkit catalog check: claims re-derived, and compared with their entries."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gfkit.cli.catalog.choice import choosing, chosen
from gfkit.cli.long import options
from gfkit.cli.output import coloured, write_aside, write_json, write_lines, write_table

if TYPE_CHECKING:
    from gfkit.catalog import Claim, Finding
    from gfkit.cli.long.long_call import LongCall


@click.command("check")
@choosing
@click.option("--verbose", is_flag=True, help="A line for every claim, also where all is well.")
@options.lasting(workers=True, cluster=True)
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    verbose: bool,
    work: LongCall,
    as_json: bool,
    **filters: tuple[str, ...],
) -> None:
    """Re-derive claims and compare what is found with what their entries say.

    Every method that an entry names is carried out; what is refuted needs two. The correction of a refuted
    claim is checked as well. Exit code 1 when any finding differs, and then it is said which.

    \b
    Example:
      $ gfkit catalog check profiles-t1-cis
      source    claims  proved  refuted  consistent  open  differ
      profiles  1       0       1        0           0     0
      all       1       0       1        0           0     0
      1 claim checked, all as recorded
    """
    from gfkit.catalog import check_claims

    _, claims = chosen(words, filters)
    usual = 1 if len(claims) < 4 else os.cpu_count() or 1
    with work.executor(usual) as executor, work.progress() as progress:
        findings = check_claims(claims, executor=executor, on_progress=progress)
    differ = [finding for finding in findings if not finding.agrees]
    if as_json:
        write_json(
            {
                "checked": len(findings),
                "differ": [finding.id for finding in differ],
                "claims": [finding.as_json() for finding in findings],
            }
        )
    else:
        _write(claims, findings, differ, verbose)
    if differ:
        ctx.exit(1)


def _write(
    claims: Sequence[Claim], findings: Sequence[Finding], differ: Sequence[Finding], verbose: bool
) -> None:
    from gfkit.catalog import summary

    if verbose:
        width = max((len(finding.id) for finding in findings), default=0)
        for finding in findings:
            how = "; ".join(f"{method}: {text}" for method, text in finding.evidence)
            write_lines([f"{finding.id:{width}}  {finding.found or 'failed':10}  {how}"])
    write_table(summary(claims, findings))
    for finding in differ:
        head = f"{finding.id} differs: "
        write_lines([_red(head) + finding.differences[0], *(f"  {text}" for text in finding.differences[1:])])
    number = f"{len(findings)} claim{'' if len(findings) == 1 else 's'} checked, "
    write_aside(number + (f"{len(differ)} not as recorded" if differ else "all as recorded"))


def _red(text: str) -> str:
    return click.style(text, fg="red") if coloured() else text
