"""Hermite-Pade problems modulo primes: order bases at points, and in a power series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PRIME_BITS = 31
"""Primes below 2^31: a product of two residues plus a third fits an unsigned word of 64 bits."""

Residues = NDArray[np.uint64]


@dataclass(frozen=True)
class Relation:
    """Where a relation p_0 v_0 + ... + p_(m-1) v_(m-1) = 0 with few unknowns was met.

    All p_k have at most this degree. ``pivots`` says which row of the basis was multiplied at every
    step up to there, -1 for none: with them the same relation is found again modulo other primes.
    ``broken`` are the points where the relation fails, by their place in the list.
    """

    row: int
    degree: int
    pivots: tuple[int, ...]
    broken: tuple[int, ...]


def relations(
    values: Residues, nodes: Residues | None, prime: int, spare: int, exceptions: int = 0
) -> Iterator[Relation]:
    """Relations with polynomial coefficients between the rows of ``values``, the lowest degrees first.

    With ``nodes`` they are p_0(x) v_0(x) + ... = 0 at the points x in order, column by column; without
    nodes the rows are power series in t and the relations hold up to the last power that is given.
    The basis of all relations on the points so far is kept by its values on the points still to come:
    the row of least degree that fails at the next point clears the others, and is multiplied by x minus
    that point, or by t. Yielded is every row that holds at all points but ``exceptions`` and leaves
    ``spare`` more points than unknowns (a row may come again with a higher degree). It costs
    rows * points^2 operations on words, in one pass for all degrees.

    >>> squares = np.array([[0, 1, 4, 9, 16, 25], [1, 4, 9, 16, 25, 36]], dtype=np.uint64)
    >>> found = next(relations(squares, np.arange(6, dtype=np.uint64), 101, 1))
    >>> found.degree, found.broken
    (2, ())

    Reference: Bernhard Beckermann and George Labahn, A uniform approach for the fast computation of
    matrix-type Padé approximants.
    """
    rows, points = values.shape
    modulus = np.array([[[prime]]], np.uint64)
    left, degrees, seen = values.copy(), [0] * rows, [-1] * rows
    pivots: list[int] = []
    for step in range(points + 1):
        column = left[:, step].tolist() if step < points else [0] * rows
        for row in sorted(range(rows), key=degrees.__getitem__):
            if column[row] == 0 and seen[row] != degrees[row]:
                broken = np.flatnonzero(left[row, step:])
                if (
                    len(broken) <= exceptions
                    and rows * (degrees[row] + 1) - 1 + spare + len(broken) <= points
                ):
                    seen[row] = degrees[row]
                    places = tuple(int(k) + step for k in broken)
                    yield Relation(row, degrees[row], tuple(pivots), places)
        if step == points or rows * (min(degrees) + 1) - 1 + spare > points:
            return
        failing = [row for row in range(rows) if column[row]]
        pivot = min(failing, key=lambda row: degrees[row], default=-1)
        pivots.append(pivot)
        if pivot >= 0:
            inverse = pow(column[pivot], -1, prime)
            factors = [prime - c * inverse % prime for c in column]
            factors[pivot] = 0
            _clear(left[None, :, step:], np.array([factors], np.uint64), pivot, _from(nodes, step), modulus)
            degrees[pivot] += 1


def solutions(
    values: Residues, nodes: Residues | None, primes: Sequence[int], relation: Relation
) -> list[list[list[int]] | None]:
    """The coefficients of a relation modulo several primes at once, lowest first, a row for every p_k.

    ``values`` has one layer for every prime. The relation comes out scaled alike for all primes: its
    own row is monic. A prime that divides a pivot is no good, and its place holds None.

    >>> layer = np.array([[1, 2, 4, 8, 16], [2, 4, 8, 16, 32]], dtype=np.uint64)
    >>> found = next(relations(layer, None, 101, 0))
    >>> solutions(layer[None], None, [101], found)
    [[[99], [1]]]
    """
    layers, rows, _ = values.shape
    steps = len(relation.pivots)
    left = values[:, :, :steps].copy()
    height = 2 + max((relation.pivots.count(row) for row in range(rows)), default=0)
    basis = np.zeros((layers, rows, rows, height), np.uint64)
    basis[:, range(rows), range(rows), 0] = 1
    modulus = np.array(primes, np.uint64)[:, None, None]
    good = [True] * layers
    for step, pivot in enumerate(relation.pivots):
        if pivot < 0:
            continue
        factors = []
        for layer, (column, prime) in enumerate(zip(left[:, :, step].tolist(), primes, strict=True)):
            good[layer] &= column[pivot] != 0
            inverse = pow(column[pivot], -1, prime) if good[layer] else 0
            factors.append([prime - c * inverse % prime for c in column])
            factors[-1][pivot] = 0
        scale = np.array(factors, np.uint64)
        _clear(left[:, :, step:], scale, pivot, _from(nodes, step), modulus)
        basis += scale[:, :, None, None] * basis[:, pivot][:, None]
        basis %= modulus[..., None]
        _times_linear(basis[:, pivot], 0 if nodes is None else int(nodes[step]), modulus)
    found = basis[:, relation.row, :, : relation.degree + 1].tolist()
    return [part if fine else None for part, fine in zip(found, good, strict=True)]


def _from(nodes: Residues | None, step: int) -> Residues | None:
    return None if nodes is None else nodes[step:]


def _clear(left: Residues, factors: Residues, pivot: int, nodes: Residues | None, modulus: Residues) -> None:
    """Adds multiples of the pivot to the other rows and multiplies it, at all points but the first."""
    tail = left[:, :, 1:]
    shifted = left[:, pivot, :-1].copy()
    tail += factors[:, :, None] * tail[:, pivot][:, None]
    if nodes is None:
        tail[:, pivot] = shifted
    else:
        tail[:, pivot] *= nodes[1 : 1 + tail.shape[2]] + (modulus[:, 0] - nodes[0])
    tail %= modulus


def _times_linear(row: Residues, node: int, modulus: Residues) -> None:
    """Multiplies polynomials by x - node in place."""
    kept = row.copy()
    row *= modulus - np.uint64(node)
    row[..., 1:] += kept[..., :-1]
    row %= modulus
