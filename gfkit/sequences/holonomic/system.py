"""Vectors s(n) that a matrix of rational functions moves on, and relations of what is seen of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from flint import fmpz_poly

from gfkit.exact.dependency import first_relation
from gfkit.sequences.holonomic.relation import lowest

Vector = list[fmpz_poly]

ZERO = fmpz_poly([])
ONE = fmpz_poly([1])


@dataclass
class System:
    """The matrix table/below: s(n + 1) = table s(n)/below, or s'(t) = table s(t)/below."""

    table: list[Vector]
    below: fmpz_poly

    @property
    def width(self) -> int:
        return len(self.table)

    def at(self, inner: fmpz_poly) -> System:
        """The matrix with another polynomial put in for its variable."""
        return System([[entry(inner) for entry in row] for row in self.table], self.below(inner))

    def times(self, other: System) -> System:
        table = [
            [_dot(row, [line[j] for line in other.table]) for j in range(other.width)] for row in self.table
        ]
        return System(table, self.below * other.below)


@dataclass
class Seen:
    """The linear form parts/below of a vector: a sequence or series that the system carries along."""

    parts: Vector
    below: fmpz_poly

    def reduced(self) -> Seen:
        *parts, below = lowest([*self.parts, self.below])
        return Seen(parts, below)

    def later(self, system: System, step: int) -> Seen:
        """What is seen one step on: u(n + step) M(n)."""
        inner = fmpz_poly([step, 1])
        moved = [part(inner) for part in self.parts]
        return Seen(_along(moved, system), self.below(inner) * system.below).reduced()

    def derivative(self, system: System) -> Seen:
        """What is seen of the derivative: u' + u M."""
        below, slope = self.below, self.below.derivative()
        along = _along(self.parts, system)
        parts = [
            (part.derivative() * below - part * slope) * system.below + moved * below
            for part, moved in zip(self.parts, along, strict=True)
        ]
        return Seen(parts, below * below * system.below).reduced()


def _common_multiple(polynomials: Sequence[fmpz_poly]) -> fmpz_poly:
    return reduce(lambda one, two: one * (two // one.gcd(two)), polynomials, ONE)


def _dot(one: Sequence[fmpz_poly], other: Sequence[fmpz_poly]) -> fmpz_poly:
    return sum((a * b for a, b in zip(one, other, strict=True) if a and b), ZERO)


def _along(parts: Vector, system: System) -> Vector:
    return [_dot(parts, [row[j] for row in system.table]) for j in range(system.width)]


def companion(rows: Sequence[fmpz_poly]) -> System:
    """How (a(n), ..., a(n+r-1)) moves on when p_0(n) a(n) + ... + p_r(n) a(n-r) = 0.

    >>> companion([fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, -1])]).table
    [[0, 1], [x + 2, 1]]
    """
    order = len(rows) - 1
    ahead = [p(fmpz_poly([order, 1])) for p in rows]
    table = [[ahead[0] if j == i + 1 else ZERO for j in range(order)] for i in range(order - 1)]
    last = [[-p for p in reversed(ahead[1:])]] if order else []
    return System(table + last, ahead[0])


def common_system(rows: Sequence[Seen]) -> System:
    """The matrix with these rows, over their common denominator."""
    below = _common_multiple([row.below for row in rows])
    return System([[(below // row.below) * part for part in row.parts] for row in rows], below)


def direct_sum(systems: Sequence[System]) -> System:
    """The vectors side by side."""
    below = _common_multiple([s.below for s in systems])
    width = sum(s.width for s in systems)
    table, left = [], 0
    for s in systems:
        factor = below // s.below
        for row in s.table:
            padded = [*[ZERO] * left, *(factor * e for e in row), *[ZERO] * (width - left - s.width)]
            table.append(padded)
        left += s.width
    return System(table, below)


def tensor(one: System, two: System) -> System:
    """All products of an entry of one vector with an entry of the other, moved by one step."""
    table = [[a * b for a in upper for b in lower] for upper in one.table for lower in two.table]
    return System(table, one.below * two.below)


def leibniz(one: System, two: System) -> System:
    """All products of an entry of one vector with an entry of the other, differentiated."""
    left = tensor(one, System(_unit(two.width), ONE))
    right = tensor(System(_unit(one.width), ONE), two)
    table = [
        [a * two.below + b * one.below for a, b in zip(upper, lower, strict=True)]
        for upper, lower in zip(left.table, right.table, strict=True)
    ]
    return System(table, one.below * two.below)


def _unit(width: int) -> list[Vector]:
    return [[ONE if i == j else ZERO for j in range(width)] for i in range(width)]


def recurrence_seen(system: System, seen: Seen, step: int = 1) -> list[fmpz_poly]:
    """The shortest relation sum c_k(n) b(n + k step) = 0 of what is seen, c_0, c_1, ... lowest first.

    It holds at every n from which on the matrix has no pole; c_k may vanish anywhere.
    """
    return _related([], seen, lambda last: last.later(system, step), system.width)


def equation_seen(system: System, seen: Seen, constant: Vector | None = None) -> list[fmpz_poly]:
    """The shortest relation of what is seen and its derivatives; with ``constant``, of 1 as well, first."""
    first = [] if constant is None else [Seen(constant, ONE)]
    return _related(first, seen, lambda last: last.derivative(system), system.width)


def _related(
    before: list[Seen], seen: Seen, following: Callable[[Seen], Seen], width: int
) -> list[fmpz_poly]:
    passed = list(before)

    def vectors() -> Iterator[Vector]:
        yield from (one.parts for one in passed)
        last = seen.reduced()
        while True:
            passed.append(last)
            yield last.parts
            last = following(last)

    relation = first_relation(vectors(), width)
    return lowest([c * one.below for c, one in zip(relation, passed, strict=False)])
