"""Entries from bare terms: what a guess finds is said as a conjecture."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.errors import InputError, SelfCheckError
from gfkit.formula import algebraic_text, read_equation
from gfkit.guess import Data, Finding, guess
from gfkit.oeis.export.export import Draft, Export
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.export.law import KnownSeries, fitted_reason
from gfkit.oeis.export.linear import add_linear
from gfkit.oeis.lint.report import Check, Outcome
from gfkit.sequences import Polynomial

_LONGEST = 2400


def export_data(data: Data, *, heading: Heading | None = None) -> Export:
    """The entry of terms, with the law that a guess finds in them; no signature, no program.

    >>> found = export_data(Data.of([1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363, 8119, 19601]))
    >>> found.entry.formulas[0]
    'Empirical: a(n) = 2*a(n-1) + a(n-2) for n > 1.'
    >>> found.entry.programs, found.entry.links
    ((), ())
    """
    heading = heading or Heading()
    if data.denominator != 1:
        raise InputError("terms: there are fractions among them, and an entry holds integers")
    draft = Draft(heading, "Terms given in a file; a name is needed.", list(data.whole), data.offset)
    verdict = guess(data)
    for finding in verdict.found[:1]:
        add_finding(draft, finding, data)
    if not verdict.found:
        draft.left_out.append(f"formulas: {verdict.reason}")
    return draft.finished()


def add_finding(draft: Draft, finding: Finding, data: Data) -> None:
    """The law of a finding, hedged, each line of it read back and compared with the terms."""
    if list(finding.terms(len(data))) != list(data.terms):
        raise SelfCheckError(
            "export: a guess does not give its terms; this is a fault in gfkit, please report it"
        )
    series = finding.rational
    if series is not None and series.is_integral:
        add_linear(draft, KnownSeries(series, finding.evidence))
        if finding.text != finding.recurrence_text:  # a formula in n says more
            _add_line(draft, finding, data, 0)
        return
    _add_line(draft, finding, data, len(draft.formulas))
    if draft.formulas:
        draft.formulas.append(fitted_reason(finding.evidence))


def _add_line(draft: Draft, finding: Finding, data: Data, place: int) -> None:
    line = _words(finding)
    if line in draft.formulas:
        return
    if len(line) > _LONGEST:
        draft.left_out.append("the formula: it is too long for a line")
        return
    draft.formulas.insert(place, line)
    draft.checks.append(_checked(line, finding, data))


def _words(finding: Finding) -> str:
    hedge = "Conjecture" if finding.weak else "Empirical"
    if finding.algebraic is not None:
        return f"{hedge}: g.f. A(x) satisfies {algebraic_text(finding.algebraic)}."
    return f"{hedge}: {finding.text}."


def _checked(line: str, finding: Finding, data: Data) -> Check:
    """What is printed, read back; of a transformed sequence the transformation is only undone."""
    from gfkit.verify.claim import verify

    detail = f"{len(data)} terms agree"
    if finding.algebraic is not None:
        printed = algebraic_text(finding.algebraic)
        is_wrong = printed not in line or _remainder(read_equation(printed, ("t", "f"), "x", "A"), data)
        if is_wrong:
            raise SelfCheckError(
                f"export: {line!r} does not hold; this is a fault in gfkit, please report it"
            )
    elif finding.transform is None:
        found = verify(finding.text, data=data)
        if found.is_refuted:
            raise SelfCheckError(
                f"export: {line!r}: {found.reason}; this is a fault in gfkit, please report it"
            )
        detail = found.reason
    return Check(None, line, Outcome.AGREES, detail, hedged=True)


def _remainder(equation: Polynomial, data: Data) -> bool:
    """Whether a coefficient of the equation, with the series of the terms put for f, is not 0."""
    size = len(data)
    if data.offset:
        return False
    powers = [[1] + [0] * (size - 1)]
    total = [0] * size
    for (t, f), c in sorted(equation.terms, key=lambda term: term[0][1]):
        while len(powers) <= f:
            powers.append(_product(powers[-1], data.whole, size))
        for k in range(size - t):
            total[k + t] += c * powers[f][k]
    return any(total)


def _product(one: Sequence[int], other: Sequence[int], size: int) -> list[int]:
    return [sum(one[i] * other[k - i] for i in range(k + 1)) for k in range(size)]
