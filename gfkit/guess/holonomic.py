"""Recurrences with polynomial coefficients from terms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpz, fmpz_poly, nmod_poly

from gfkit.exact.order_basis import Relation, relations, solutions
from gfkit.exact.residue_table import Residues
from gfkit.guess.data import Data, bits_of
from gfkit.guess.fit import Broken, Fit, holds_up, worth_it
from gfkit.guess.lifting import lifted
from gfkit.sequences.holonomic import PRecursive
from gfkit.sequences.number import number
from gfkit.sequences.relation import integer_roots, lowest, sound

MOST_IRREGULAR = 10
"""First terms that a law may leave out."""


def recurrence_fit(data: Data, order: int, spare: int) -> Fit | Broken | None:
    """The recurrence of this order with coefficients of least degree, or None.

    Its coefficients p_k solve p_0(n) a(n) + ... + p_r(n) a(n-r) = 0 at the given n, from the last one
    back, so that first terms that do not follow are met last; an order basis at these points, modulo one
    prime, finds the least degree without being told. r N^2 operations on words, then the same steps
    again modulo as many primes as the coefficients are long, and all terms exactly. A first term that is
    left out costs one more equation. A law which holds everywhere but around one term is returned as
    broken.

    >>> fit = recurrence_fit(Data.of([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]), 1, 5)
    >>> fit.law.equation, fit.unknowns, fit.equations
    ('(n + 1)*a(n) = (4*n - 2)*a(n-1)', 3, 9)

    Reference: Manuel Kauers, Guessing handbook.
    """
    where = _telling(data, order)
    points = _Points(data, order, where)
    rows, nodes = points([data.search_prime], len(where))
    exceptions = min(MOST_IRREGULAR + order, len(where) // 2)
    for relation in relations(rows[0], nodes, data.search_prime, spare, exceptions):
        found = _judged(data, points, relation, rows, spare)
        if found is not None:
            return found
    return None


class _Points:
    """The rows a(n), a(n-1), ..., a(n-r) at the given n, modulo primes."""

    def __init__(self, data: Data, order: int, where: Sequence[int]) -> None:
        self.data, self.order, self.where = data, order, where

    def __call__(self, primes: Sequence[int], count: int) -> tuple[list[list[list[int]]], Sequence[int]]:
        where = self.where[:count]
        places = [n - self.data.offset for n in where]
        listed = self.data.residues(primes)
        rows = [[[row[p - k] for p in places] for k in range(self.order + 1)] for row in listed]
        return rows, where


def _telling(data: Data, order: int) -> list[int]:
    """The n, last first, at which a relation of this order says anything."""
    flags = [bool(term) for term in data.terms]
    return [
        n
        for n in range(data.end - 1, data.offset + order - 1, -1)
        if any(flags[n - data.offset - order : n - data.offset + 1])
    ]


def _judged(
    data: Data, points: _Points, relation: Relation, values: Sequence[Residues], spare: int
) -> Fit | Broken | None:
    """What a relation modulo one prime is worth over the integers."""
    where, order = points.where, points.order
    unknowns = (order + 1) * (relation.degree + 1) - 1
    broken = [where[k] for k in relation.broken]
    inside = broken and broken[0] - broken[-1] <= order and broken[0] >= data.offset + MOST_IRREGULAR
    held = len(where) - len(broken) if inside else (*relation.broken, len(where))[0]
    left_out = len(where) - held
    needed = max(spare, unknowns) if inside else spare + left_out
    if (left_out > MOST_IRREGULAR and not inside) or held - unknowns < needed or not worth_it(data, unknowns):
        return None
    first = solutions(values, where, [data.search_prime], relation)[0]
    if first is None or leaves_open(data, first[0], order):
        return None
    if inside:
        return _mended(data, points, relation, broken, spare)
    rows = lifted(data, points, relation, lambda rows: holds(data, rows, where[:held]))
    return None if rows is None else settled(data, rows, where[held - 1], unknowns + left_out, spare)


def leaves_open(data: Data, row: Sequence[int], order: int) -> bool:
    """Whether p_0, modulo the search prime, vanishes well inside the data: such a law says too little."""
    first = nmod_poly(list(row), data.search_prime)
    return any(int(first(n)) == 0 for n in range(data.offset + order + MOST_IRREGULAR, data.end))


def holds(data: Data, rows: Sequence[fmpz_poly], where: Sequence[int]) -> bool:
    """Whether sum p_k(n) a(n-k) = 0 at all these n."""
    return not any(defect(data, rows, n) for n in where)


def defect(data: Data, rows: Sequence[fmpz_poly], n: int) -> int:
    """The value of p_0(n) a(n) + ... + p_r(n) a(n-r), times the common denominator of the terms."""
    place, at = n - data.offset, fmpz(n)
    return int(sum(p(at) * data.exact[place - k] for k, p in enumerate(rows)))


def settled(data: Data, rows: Sequence[fmpz_poly], known: int, unknowns: int, spare: int) -> Fit | None:
    """The fit with these coefficients: which first terms it leaves out, and whether it is short enough.

    From ``known`` on the relation was seen to hold at all given terms. Up to the last n in the data at
    which p_0 vanishes the relation leaves a term open: these count as left out.
    """
    if not rows[0] or not rows[-1]:
        return None
    kept = lowest(sound(rows)[0])
    order = len(kept) - 1
    same = len(kept) == len(rows) and kept[0].degree() == rows[0].degree()
    start = known if same else data.end
    roots = integer_roots(kept[0])
    earliest = max([data.offset + order, *(root + 1 for root in roots)])
    start = max(start, earliest)
    while start > earliest and not defect(data, kept, start - 1):
        start -= 1
    irregular = start - data.offset - order
    equations = sum(n >= start for n in _telling(data, order))
    if irregular > MOST_IRREGULAR or equations - unknowns < spare:
        return None
    law_bits = sum(bits_of(int(c)) for p in kept for c in p.coeffs())
    if not holds_up(data, law_bits, start):
        return None
    law = PRecursive.settled(kept, start, lambda count: data.terms[:count], data.offset)
    return Fit(law, "Hermite-Pade modulo primes", unknowns, equations, irregular, len(data))


def _mended(data: Data, points: _Points, relation: Relation, broken: list[int], spare: int) -> Broken | None:
    """The one term that makes the relation hold around it, when there is one."""
    fine = [n for n in points.where if n not in broken]
    rows = lifted(data, points, relation, lambda rows: holds(data, rows, fine))
    n = broken[-1]
    if rows is None or not rows[0] or not rows[0](fmpz(n)):
        return None
    step = number(Fraction(defect(data, rows, n), int(rows[0](fmpz(n))) * data.denominator))
    wanted = number(data[n] - step)
    fit = (
        settled(data.mended(n, wanted), rows, data.end, len(rows) * (relation.degree + 1) - 1, spare)
        if step
        else None
    )
    return None if fit is None else Broken(n, wanted)
