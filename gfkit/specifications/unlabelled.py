"""Unlabelled classes with multisets, sets and cycles: their numbers by Polya's theorem.

Let A(t) be the generating function of a class with finitely many objects of each size.

    MSET(A) = exp(A(t) + A(t^2)/2 + A(t^3)/3 + ...)             multisets
    PSET(A) = exp(A(t) - A(t^2)/2 + A(t^3)/3 - ...)             sets
    CYC(A) = sum_{d >= 1} phi(d)/d log 1/(1 - A(t^d))           cycles up to rotation

With exactly k objects, p_i = A(t^i): k h_k = sum_{i=1..k} p_i h_(k-i) for multisets,
k e_k = sum_{i=1..k} (-1)^(i-1) p_i e_(k-i) for sets, and (1/k) sum_{d | k} phi(d) p_d^(k/d) for cycles.

The generating functions involve A(t), A(t^2), A(t^3), ..., so in general they satisfy neither an algebraic
nor a linear differential equation, and no recurrence is derived.

References: George Pólya, Kombinatorische Anzahlbestimmungen für Gruppen, Graphen und chemische Verbindungen;
Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, section I.2.
"""

from __future__ import annotations

from flint import fmpq, fmpq_poly, fmpz

from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.number import Number as Value, from_flint
from gfkit.core.errors import InputError
from gfkit.specifications.class_series import (
    NO_TERMS,
    UNIT_SERIES,
    ClassNumbers,
    ClassSeries,
    is_labelled,
    series_exp,
    series_log,
    series_power,
)
from gfkit.specifications.grammar import (
    BUILT_ONCE,
    ClassKind,
    ClassQuotient,
    Construction,
    Specification,
    class_parts,
    text_of,
)

_NO_LAW = (
    "no recurrence is derived: unlabelled multisets, sets and cycles bring in A(t^2), A(t^3), ...; the terms"
    " follow from Polya's theorem"
)


def numbers_of_unlabelled(specification: Specification) -> ClassNumbers:
    """Return the numbers of unlabelled objects; no recurrence is derived.

    Raise InputError if the specification is labelled or not well founded. Cost: for recursive classes n
    iterations, each with exponentials of series up to t^n; 0.1 s for 100 rooted trees.

    >>> from gfkit.specifications.grammar import read_specification
    >>> numbers_of_unlabelled(read_specification("T = t*MSET(T)")).terms(9)
    [0, 1, 1, 2, 4, 9, 20, 48, 115]
    """
    is_labelled(specification, labelled=False)
    series = _Unlabelled(specification)

    def numbers(count: int) -> list[Value]:
        own = series.series(count)[specification.target]
        return [int(from_flint(own[n])) for n in range(count)]

    evidence = Evidence(Status.PROVED, "polya")
    note = _NO_LAW if specification.constructions - {ClassKind.SEQ} else ""
    return ClassNumbers(
        specification.target, str(specification), evidence, numbers, "unlabelled", note, BUILT_ONCE
    )


class _Unlabelled(ClassSeries):
    """Ordinary generating functions."""

    def __init__(self, specification: Specification) -> None:
        super().__init__(specification)
        for tree in self.trees.values():
            for part in class_parts(tree):
                if isinstance(part, ClassQuotient):
                    below = self.value(part.below, self._start, NO_TERMS, 1)[0]
                    if abs(below) != 1:
                        raise InputError(f"{text_of(part)}: the coefficients of an equation must be integers")

    def accepts_empty(self, tree: Construction) -> bool:
        return tree.most is not None

    def construct(self, tree: Construction, base: fmpq_poly, size: int) -> fmpq_poly:
        top = tree.least - 1 if tree.most is None else tree.most
        few = _exactly(tree.kind, base, top, size)
        if tree.most is not None:
            return sum(few[tree.least :], NO_TERMS)
        return _any_number(tree.kind, base - base[0], size) - sum(few, NO_TERMS)


def _dilated(series: fmpq_poly, step: int, size: int) -> fmpq_poly:
    """Return A(t^step) up to t^(size-1)."""
    values = [fmpq(0)] * size
    for k, c in enumerate(series.coeffs()[: (size - 1) // step + 1]):
        values[k * step] = c
    return fmpq_poly(values)


def _exactly(kind: ClassKind, base: fmpq_poly, top: int, size: int) -> list[fmpq_poly]:
    """Return the series of 0, 1, ..., ``top`` objects."""
    sums = [_dilated(base, i, size) for i in range(1, top + 1)]
    if kind is ClassKind.CYC:
        return [NO_TERMS] + [
            sum(
                (
                    series_power(sums[d - 1], k // d, size) * fmpq(int(fmpz(d).euler_phi()), k)
                    for d in range(1, k + 1)
                    if k % d == 0
                ),
                NO_TERMS,
            )
            for k in range(1, top + 1)
        ]
    sign, found = -1 if kind is ClassKind.PSET else 1, [UNIT_SERIES.truncate(size)]
    for k in range(1, top + 1):
        parts = (sums[i - 1].mul_low(found[k - i], size) * sign ** (i - 1) for i in range(1, k + 1))
        found.append(sum(parts, NO_TERMS) * fmpq(1, k))
    return found[: top + 1]


def _any_number(kind: ClassKind, base: fmpq_poly, size: int) -> fmpq_poly:
    """Return the series of any number of objects, none of which has size 0."""
    if kind is ClassKind.CYC:
        logs = (
            series_log(UNIT_SERIES - _dilated(base, d, size), size) * fmpq(-int(fmpz(d).euler_phi()), d)
            for d in range(1, size)
        )
        return sum(logs, NO_TERMS)
    sign = -1 if kind is ClassKind.PSET else 1
    return series_exp(
        sum((_dilated(base, i, size) * fmpq(sign ** (i - 1), i) for i in range(1, size)), NO_TERMS), size
    )
