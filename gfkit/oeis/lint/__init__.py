"""Entries and b-files against the rules, and entries against their own formulas and programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gfkit.oeis.bfile import BFile
from gfkit.oeis.entry import Entry
from gfkit.oeis.lint.formulas import formula_checks
from gfkit.oeis.lint.programs import program_checks
from gfkit.oeis.lint.rules import (
    Evaluation,
    LintReport,
    Outcome,
    pair_findings,
    rule_findings,
    signature_checks,
)
from gfkit.oeis.text import Faults, Reading, in_order

__all__ = ["Evaluation", "LintReport", "Outcome", "lint_b_file", "lint_entry"]

_CHECKS: Sequence[Callable[[Reading[Entry], Faults], list[Evaluation]]] = (
    *(signature_checks, formula_checks, program_checks),
)


def lint_entry(reading: Reading[Entry]) -> LintReport:
    """All findings on an entry, and what came of its formulas and programs.

    >>> entry = Entry.of("A000079", "Powers.", [1, 2, 4, 8], 0, author="_X_", formulas=["a(n) = 3*a(n-1)."])
    >>> [finding.code for finding in lint_entry(Entry.read(f"{entry}\\n".encode())[0]).findings]
    ['F1']
    """
    findings = Faults([*reading.findings, *rule_findings(reading).listed])
    checks = [check for judge in _CHECKS for check in judge(reading, findings)]
    subject = reading.value.number if reading.value else "entry"
    return LintReport(subject, in_order(findings.listed), tuple(checks))


def lint_b_file(reading: Reading[BFile], entry: Entry | None = None, path: str = "") -> LintReport:
    """All findings on a b-file, and where it does not go with its entry."""
    findings = list(reading.findings)
    if entry is not None:
        findings += pair_findings(entry, reading, path).listed
    return LintReport("b-file", in_order(findings))
