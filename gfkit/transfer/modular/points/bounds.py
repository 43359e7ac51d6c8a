"""Bounds of the coefficients of generating functions with weights, from the automaton.

All weights are polynomials without minus signs, so that sizes are those of sums at x = y = 1.
"""

from __future__ import annotations

import math

from gfkit.transfer.modular.points.values import BITS
from gfkit.transfer.strip.automaton import Automaton, Weighted


def coefficient_bits(machine: Automaton, order: int) -> float:
    """The length that no coefficient of P and Q of this order can have, if the order is right.

    Where x and y have size 1 the zeros of Q'(z) are at most as large as the largest row sum of A at
    x = y = 1, and coefficients are at most as large as the polynomial is there.
    """
    rate = math.log2(max([1, *map(_size, machine.edges)]))
    return order * (1 + 2 * rate) + _ends_bits(machine) + math.log2(order + 1) + 2 * BITS


def determinant_bits(machine: Automaton) -> float:
    """log2 of a bound of the coefficients of det(I - tA), and of that times the series up to t^N."""
    sizes = [_size(row) for row in machine.edges]
    total = sum(math.log2(1 + size) for size in sizes)
    return 2 * total + machine.states * math.log2(max([1, *sizes])) + _ends_bits(machine) + 64


def reach(machine: Automaton) -> int:
    """The largest total degree of a weight."""
    rows = [machine.start, machine.final, *machine.edges]
    return max((x + y for row in rows for terms in row.values() for x, y in terms), default=0)


def _ends_bits(machine: Automaton) -> float:
    return 2 * math.log2(_size(machine.start) + _size(machine.final) + 1)


def _size(row: Weighted) -> int:
    """The sum of a row at x = y = 1."""
    return sum(sum(terms.values()) for terms in row.values())
