"""Bounds of the coefficients of generating functions with weights, from the automaton.

All weights are polynomials without minus signs, so that sizes are those of sums at x = y = 1.
"""

from __future__ import annotations

import math

import numpy as np

from gfkit.transfer.modular.points.assignment import Reals
from gfkit.transfer.strip.automaton import Automaton, Weighted

_SWEEPS = 10
_TINY = 1e-100
"""Products below that, or above its inverse, are near the end of what floating point can hold."""


def coefficient_bits(machine: Automaton, order: int) -> float:
    """log2 of a bound of the coefficients of P and Q, for powers of t up to the order.

    A coefficient is at most as large as the polynomial can be where x and y have size 1. There Q divides
    det(I - tA), so its coefficient of t^k is at most the sum of |products of k eigenvalues|. These are the
    C(N, k) eigenvalues of the matrix of all k-minors of M, M = D A D^-1 with any diagonal D, and the sum of
    their squares is at most the sum of all |k-minors|^2 (Schur). That is the sum of the principal k-minors
    of M M* (Cauchy, Binet), each at most the product of its diagonal (Hadamard): the squares of the lengths
    of rows of M, which are largest at x = y = 1. With c > 0, Q + tcP divides
    det(I - t(A - c final start)), for which the same is true. Infinity where floating point has no room.
    """
    if not (machine.start and machine.final):
        return 0.0  # P = 0 and Q = 1
    try:
        with np.errstate(all="ignore"):
            bits = _bits(*_at_one(machine), order)
    except (OverflowError, ValueError):
        return math.inf
    return bits + 1 if math.isfinite(bits) else math.inf  # one bit for roundings


def _bits(matrix: Reals, start: Reals, final: Reals, order: int) -> float:
    scale = _balance(matrix)
    matrix = scale[:, None] * matrix / scale
    start, final = start / scale, final * scale
    share = float(np.linalg.norm(start) * np.linalg.norm(final))
    if not _TINY < share < 1 / _TINY:
        return math.inf
    factor = max(float(np.linalg.norm(matrix)), 1.0) / ((order + 1) * share)
    alone = _symmetric(matrix)[: order + 1]
    together = _symmetric(matrix + factor * np.outer(final, start))[: order + 1]
    numerator = np.logaddexp2(alone, together) - math.log2(factor)
    return float(np.max(np.concatenate([alone, numerator])))  # a value that is no number is kept


def determinant_bits(machine: Automaton) -> float:
    """log2 of a bound of the coefficients of det(I - tA), and of that times the series up to t^N."""
    sizes = [_size(row) for row in machine.edges]
    total = sum(math.log2(1 + size) for size in sizes)
    ends = 2 * math.log2(_size(machine.start) + _size(machine.final) + 1)
    return 2 * total + machine.states * math.log2(max([1, *sizes])) + ends + 64


def reach(machine: Automaton) -> int:
    """The largest total degree of a weight."""
    rows = [machine.start, machine.final, *machine.edges]
    return max((x + y for row in rows for terms in row.values() for x, y in terms), default=0)


def _at_one(machine: Automaton) -> tuple[Reals, Reals, Reals]:
    """A, start and final at x = y = 1."""
    matrix = np.zeros((machine.states, machine.states))
    start, final = np.zeros(machine.states), np.zeros(machine.states)
    for source, row in enumerate(machine.edges):
        for target, terms in row.items():
            matrix[source, target] = sum(terms.values())
    for vector, weights in ((start, machine.start), (final, machine.final)):
        for state, terms in weights.items():
            vector[state] = sum(terms.values())
    return matrix, start, final


def _balance(matrix: Reals) -> Reals:
    """A diagonal D for which rows and columns of D A D^-1 are about equally long (Osborne)."""
    squares = matrix * matrix
    np.fill_diagonal(squares, 0)
    scale = np.ones(len(matrix))
    for _ in range(_SWEEPS):
        for i in range(len(matrix)):
            row, column = squares[i].sum(), squares[:, i].sum()
            if row and column:
                ratio = math.sqrt(column / row)
                squares[i] *= ratio
                squares[:, i] /= ratio
                scale[i] *= math.sqrt(ratio)
    return scale


def _symmetric(matrix: Reals) -> Reals:
    """log2 of sqrt(C(N, k) e_k), e_k the sum of all products of k squares of lengths of different rows."""
    states = len(matrix)
    sums = np.full(states + 1, -np.inf)
    sums[0] = 0
    for square in (matrix * matrix).sum(axis=1).tolist():
        if square:
            sums[1:] = np.logaddexp2(sums[1:], sums[:-1] + math.log2(square))
    ways = [math.log2(math.comb(states, k)) for k in range(states + 1)]
    found: Reals = (sums + np.array(ways)) / 2
    return found


def _size(row: Weighted) -> int:
    """The sum of a row at x = y = 1."""
    return sum(sum(terms.values()) for terms in row.values())
