"""Checks of entries and b-files by rules, and of entries by their formulas and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gfkit.oeis.entry import Entry
from gfkit.oeis.files import BFile, Faults, Reading, in_order
from gfkit.oeis.lint.rules import (
    Evaluation,
    LintReport,
    Outcome,
    pair_findings,
    rule_findings,
    signature_checks,
)
from gfkit.oeis.lint.sections import can_be_evaluated, formula_checks, program_checks, suspects

__all__ = ["Evaluation", "LintReport", "Outcome", "lint_b_file", "lint_entry"]


def lint_entry(reading: Reading[Entry]) -> LintReport:
    """Return all findings on an entry, and the results for its formulas and programs.

    >>> entry = Entry.of("A000079", "Powers.", [1, 2, 4, 8], 0, author="_X_", formulas=["a(n) = 3*a(n-1)."])
    >>> [finding.code for finding in lint_entry(Entry.read(f"{entry}\\n".encode())[0]).findings]
    ['F1']
    """
    findings = [*reading.findings, *rule_findings(reading).listed]
    faults = Faults([])
    checks = [] if reading.value is None else _check_formulas(reading.value, reading, faults)
    if reading.value is not None and _count(checks, Outcome.DIFFERS) >= _VOTES:
        checks, faults = _blame_one_term(reading, reading.value, checks, faults)
    subject = reading.value.number if reading.value else "entry"
    return LintReport(subject, in_order([*findings, *faults.listed]), tuple(checks))


_VOTES = 3
"""Minimum number of formulas and programs that must agree on a value to declare a term wrong."""


def _check_formulas(entry: Entry, reading: Reading[Entry], faults: Faults) -> list[Evaluation]:
    checks = signature_checks(entry, reading, faults)
    if can_be_evaluated(entry):
        checks += formula_checks(entry, reading, faults) + program_checks(entry, reading, faults)
    return checks


def _count(checks: Sequence[Evaluation], outcome: Outcome) -> int:
    return sum(check.outcome is outcome for check in checks)


def _blame_one_term(
    reading: Reading[Entry], entry: Entry, checks: list[Evaluation], faults: Faults
) -> tuple[list[Evaluation], Faults]:
    """Report a single wrong term once, instead of as one finding per formula.

    This is done if at least three formulas or programs agree on another value for the term, and every other
    result still agrees. Otherwise the findings are returned unchanged.
    """
    first = entry.first_n or 0
    for n, value in suspects(entry):
        terms = [*entry.terms]
        was, terms[n - first] = terms[n - first], value
        again = Faults([])
        others = _check_formulas(replace(entry, terms=tuple(terms)), reading, again)
        pairs = list(zip(checks, others, strict=True)) if len(checks) == len(others) else []
        won = sum(a.outcome is Outcome.DIFFERS and b.outcome is Outcome.AGREES for a, b in pairs)
        lost = sum(a.outcome is Outcome.AGREES and b.outcome is Outcome.DIFFERS for a, b in pairs)
        if won >= _VOTES and not lost and _count(others, Outcome.DIFFERS) <= won // _VOTES:
            message = f"the term a({n}) = {was} is wrong: {won} formulas and programs give {value}"
            again.error("F4", reading.line_of("S"), message, f"write {value} in its place")
            return others, again
    return checks, faults


def lint_b_file(reading: Reading[BFile], entry: Entry | None = None, path: str = "") -> LintReport:
    """Return all findings on a b-file, including its differences from the entry."""
    findings = list(reading.findings)
    if entry is not None:
        findings += pair_findings(entry, reading, path).listed
    return LintReport("b-file", in_order(findings))
