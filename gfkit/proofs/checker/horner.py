"""Proof, by one sweep, that the coefficients of a fraction are the counts of a transfer matrix.

Notation. A transfer matrix has N states before each slice, and a matrix M of polynomials in x and y: M(s, z)
is the sum of the weights with which a slice leads from s to z. The row u contains the weights with which the
head leads to each state, and the column v the weights with which each state leads to the end. So the count of
the board of size m + k is a(m + k) = u M^k v; smaller boards are counted separately.

Theorem. Let P and Q be polynomials in t, Q(0) = 1, and let q(k) be the coefficient of t^k in Q. Let y(0) = v
and y(k + 1) = M y(k) + q(k + 1) v. Let d be at least deg Q, and so large that deg P < m + d. Suppose that P
and Q (a(0) + ... + a(m - 1) t^(m-1)) + t^m (u y(0) + u y(1) t + ...) have the same coefficients at t^0, ...,
t^(m+d), and that y(d) = 0. Then P = Q (a(0) + a(1) t + ...): the fraction is correct for every n. If y(d) is
not 0, the same follows if the coefficients agree up to t^(m+d+N).

Proof. By induction y(k) = q(0) M^k v + ... + q(k) v, so u y(k) is the coefficient of t^k in the product of Q
and a(m) + a(m + 1) t + .... As q(k) = 0 for k > deg Q, y(d + j) = M^j y(d). If y(d) = 0, then y(d + j) = 0
for all j, and both sides have no terms from t^(m+d+1) on. Otherwise u M^j y(d) = 0 for j = 1, ..., N. By the
Cayley-Hamilton theorem M^(N+1) is a linear combination of M, ..., M^N with polynomial coefficients, and so is
every higher power; so u M^j y(d) = 0 for all j > 0.

Weights. The sweep is done at x = 2^w and y = 2^(w X), where X exceeds every power of x that occurs, and
2^(w-1) exceeds every coefficient, as a sweep with absolute values shows. So the digits of different monomials
do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from operator import add, lshift

from gfkit.proofs.checker.core import Machine, Power, Sum, Ways, add_to
from gfkit.proofs.checker.reading import Budget, must_hold, need

# The fraction -----------------------------------------------------------------------------------------------

Series = list[Sum]
"""Coefficients of t^0, t^1, ... of a polynomial in t."""


def series_product(one: Series, other: Series) -> Series:
    """Return the product of two polynomials in t."""
    product_: Series = [{} for _ in range(len(one) + len(other) - 1)] if one and other else []
    for a, left in enumerate(one):
        for b, right in enumerate(other):
            for power, c in right.items():
                add_to(product_[a + b], {key: c * value for key, value in left.items()}, power)
    return product_


def packed_value(total: Sum, unit: Power) -> int:
    """Return the value of a polynomial at x = 2^unit[0], y = 2^unit[1]."""
    return sum(c << i * unit[0] + j * unit[1] for (i, j), c in total.items())


def placed(rows: list[Ways]) -> list[int]:
    """Return the rank of each state when states are ordered by their number of transitions."""
    order = sorted(range(len(rows)), key=lambda state: len(rows[state]))
    return sorted(range(len(rows)), key=order.__getitem__)


class LinearStep:
    """Linear map of one step: it maps numbers for the states after the step to numbers for the states before
    it.

    States are ordered by their number of transitions, so that most of the work is done by ``map``.
    """

    def __init__(self, rows: list[Ways], unit: Power, places: list[int]) -> None:
        """Store the transitions of a step. ``places`` are the ranks of the states after it."""
        self.places: list[int] = placed(rows)
        order = sorted(range(len(rows)), key=self.places.__getitem__)
        shifts = sorted({i * unit[0] + j * unit[1] for row in rows for _, (i, j) in row})
        self._shifts, size = shifts, len(places)
        which = {shift: number * size for number, shift in enumerate(shifts)}
        self.groups: list[tuple[int, list[list[int]]]] = []
        for ways in sorted({*map(len, rows)}):
            group = [rows[state] for state in order if len(rows[state]) == ways]
            columns = [
                [places[row[k][0]] + which[row[k][1][0] * unit[0] + row[k][1][1] * unit[1]] for row in group]
                for k in range(ways)
            ]
            self.groups.append((len(group), columns))

    def before(self, numbers: list[int]) -> list[int]:
        """Return the sums over the successors of each state."""
        if self._shifts not in ([], [0]):
            numbers = [number for shift in self._shifts for number in map(lshift, numbers, repeat(shift))]
        result: list[int] = []
        for size, columns in self.groups:
            total: Iterable[int] = repeat(0, size)
            for k, column in enumerate(columns):
                more = map(numbers.__getitem__, column)
                total = map(add, total, more) if k else more
            result.extend(total)
        return result


class Transfer:
    """Linear map of a slice, for given values of x and y."""

    def __init__(self, machine: Machine, unit: Power) -> None:
        self.layers: list[LinearStep] = []
        places = placed(machine.rows[0]) if machine.rows else [*range(len(machine.states[0]))]
        self.work: int = sum(len(row) for rows in machine.rows for row in rows) + len(places)
        self.ends: list[int] = [0] * len(places)
        for state, total in enumerate(machine.ends):
            self.ends[places[state]] = packed_value(total, unit)
        self.start: list[tuple[int, int]] = [
            (places[state], packed_value(total, unit)) for state, total in machine.start
        ]
        for rows in reversed(machine.rows):
            layer = LinearStep(rows, unit, places)
            self.layers.append(layer)
            places = layer.places

    def before(self, numbers: list[int]) -> list[int]:
        """Return the numbers for the states one slice earlier."""
        for layer in self.layers:
            numbers = layer.before(numbers)
        return numbers

    def total(self, numbers: list[int]) -> int:
        """Return the value of the whole board, from the numbers for the states before the first slice."""
        return sum(numbers[place] * weight for place, weight in self.start)


def prove(machine: Machine, first: int, p: Series, q: Series, budget: Budget) -> int:
    """Prove that P / Q is the sum of a(n) t^n over n >= ``first``, and return the number of slices swept.

    See the theorem in the module's docstring. Raise RefusalError if a coefficient differs.
    """
    need(q and q[0] == {(0, 0): 1}, "denominator: the constant term is not 1")
    early: Series = [{} for _ in range(first)] + machine.early
    degree, size = max(len(q) - 1, len(p) - len(early)), len(machine.states[0])
    for count in (degree, degree + size):
        unit = kronecker(machine, q, p, early, count, budget)
        transfer = Transfer(machine, unit)
        wanted = [packed_value(p[n], unit) if n < len(p) else 0 for n in range(len(early) + count + 1)]
        for n, total in enumerate(series_product(q, early)):
            wanted[n] -= packed_value(total, unit)
        numbers = transfer.ends
        for n, difference in enumerate(wanted):
            k = n - len(early)
            is_counted = difference == (transfer.total(numbers) if k >= 0 else 0)
            must_hold(is_counted, f"the coefficient of t^{n} differs from the count of the rule")
            if k < 0 or k == count:
                continue
            numbers = transfer.before(numbers)
            if k + 1 < len(q) and (c := packed_value(q[k + 1], unit)):
                numbers = [number + c * end for number, end in zip(numbers, transfer.ends, strict=True)]
            budget.spend(1 + transfer.work // 10)
        if not any(numbers):
            break
    return count


def kronecker(machine: Machine, q: Series, p: Series, early: Series, count: int, budget: Budget) -> Power:
    """Return powers of two for x and y such that the digits of different monomials do not overlap, for
    ``count`` slices.

    The coefficients are bounded by a sweep with absolute values at x = y = 1, and by a sweep with degrees.
    Raise RefusalError if the numbers, one for each state, are too long for the budget.
    """
    powers = {power for rows in machine.rows for row in rows for _, power in row}
    powers |= {power for total in [*q, *p, *early, *machine.ends] for power in total}
    if powers <= {(0, 0)} and all({*total} <= {(0, 0)} for _, total in machine.start):
        return 0, 0
    flat, given = Transfer(machine, (0, 0)), [*series_product(absolute(q), absolute(early)), *absolute(p)]
    numbers, most = flat.ends, sum(packed_value(total, (0, 0)) for total in given)
    for k in range(1, count + 1):
        most = max(most, *numbers, flat.total(numbers) + most)
        numbers = flat.before(numbers)
        budget.spend(1 + flat.work * (1 + most.bit_length() // 1000) // 10)
        if k < len(q):
            c = sum(map(abs, q[k].values()))
            numbers = [number + c * end for number, end in zip(numbers, flat.ends, strict=True)]
    width = (most + flat.total(numbers) + max(numbers, default=0)).bit_length() + 2
    wide, high = (max(degree_of(given, at), swept_degree(machine, q, count, at, budget)) for at in (0, 1))
    words = width * (1 + wide) * (1 + high) // 1000
    budget.spend(len(numbers) * words + count * (flat.work * words // 100))
    return width, width * (1 + wide)


def absolute(series: Series) -> Series:
    """Return the polynomial with the absolute values of the coefficients."""
    return [{power: abs(c) for power, c in total.items()} for total in series]


def degree_of(series: Iterable[Sum], at: int) -> int:
    """Return the degree in x, or in y, or -1 for the zero polynomial."""
    return max((power[at] for total in series for power in total), default=-1)


def swept_degree(machine: Machine, q: Series, count: int, at: int, budget: Budget) -> int:
    """Return the largest degree in x, or in y, that occurs in a sweep of ``count`` slices."""
    ends = [degree_of([total], at) for total in machine.ends]
    degrees, most = ends, max(ends, default=0)
    for k in range(1, count + 1):
        for rows in reversed(machine.rows):
            degrees = [
                max((degrees[to] + power[at] for to, power in row if degrees[to] >= 0), default=-1)
                for row in rows
            ]
        budget.spend(1 + sum(map(len, machine.rows)) // 5)
        high = degree_of(q[k : k + 1], at)
        if high >= 0:
            degrees = [
                max(degree, high + end if end >= 0 else -1) for degree, end in zip(degrees, ends, strict=True)
            ]
        most = max([most, *degrees])
    return most + max(0, degree_of((total for _, total in machine.start), at))
