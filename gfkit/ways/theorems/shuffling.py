"""Random domino tilings of regions of the square lattice, by generalised domino shuffling.

The edges of the Aztec diamond of order n, that is, its possible dominoes, are the top T, the bottom B, the
left side L and the right side R of n x n *blocks* of 2 x 2 cells. The lower left cell of block (i, j) is the
upper right cell of block (i + 1, j), and its lower right cell is the upper left cell of block (i, j + 1).

Statement (Propp). Let the edges have positive weights, and let D = TB + LR for every block. The diamond of
order n - 1 has the weights T(i, j) / D(i, j), B(i + 1, j + 1) / D(i + 1, j + 1), L(i + 1, j) / D(i + 1, j)
and R(i, j + 1) / D(i, j + 1) at its block (i, j). Draw a tiling of this diamond with probability proportional
to the product of the weights of its dominoes. Move each domino to the opposite side of the block of order n
that contains it, remove pairs that would swap their places, and fill each block that contained no domino with
a horizontal pair with probability TB / D, else with a vertical pair. The result is a tiling of order n, with
probability proportional to the product of its weights.

Regions. Let edges from a region to the outside have the weight e, and edges outside have weight 1. As e tends
to 0, only tilings of the region and of its complement remain, if both exist. All operations on weights are
additions, multiplications and divisions, so the leading terms c e^k of all values suffice. Only the *odds*
X = TB / LR of blocks, and those of the squares between four blocks, affect the distribution. They satisfy the
recurrence X(k - 1) = p p / (q q X(k + 1)) with p = X(k) / (1 + X(k)) and q = 1 - p at the four blocks around.

Exactness. Odds are rounded to floating-point numbers, and this is corrected by rejection. The probability of
a tiling is proportional to the product of X^h over all squares, with integers h that are numbers of dominoes.
A tiling of order k has been drawn for rounded odds; the correct odds are rational functions of those of order
k + 1, or for k = n the given weights. The tiling is accepted with probability proportional to the product of
(correct / rounded)^h, which is nearly 1; otherwise the draw restarts. By induction on k, the accepted tilings
have the exact distribution for the odds of order k + 1. A random real number is compared with an interval for
each probability, and with more digits if the interval contains it, so that no rounding error remains.

Hypothesis: the complement of the region in a diamond has a tiling; ``Shuffle.of`` tests this.

Cost: about n^3 / 3 updates of blocks, for a diamond of order n; a board of m x m cells has n = m - 1. A draw
is rejected with a probability below (n^4 + 8 n^3) 2^-51.

References: James Propp, Generalized domino-shuffling, Theoretical Computer Science 303 (2003); Noam Elkies,
Greg Kuperberg, Michael Larsen and James Propp, Alternating-sign matrices and domino tilings, Journal of
Algebraic Combinatorics 1 (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.core.boards import Place
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.machine.order import components
from gfkit.core.rules.values import Exponents
from gfkit.ways import tuning

_BITS = 53
_EPSILON = 1 << 40
"""The weight e of an edge that leaves the region is represented as 2^-_EPSILON."""
_LARGE = 200
"""If the odds exceed 2^200, their sum with 1 is rounded to them."""
_TOP, _BOTTOM, _LEFT, _RIGHT = range(4)
_CROSSING, _OUTSIDE = -2, -1

OnStep = Callable[[int, int], None]
"""Callback with the number of updated blocks, and their total."""
Laid = NDArray[np.bool_]
"""Mask of the edges of a diamond that carry a domino, with axes (side, i, j)."""


class Odds(NamedTuple):
    """Positive numbers mantissa * 2^exponent."""

    mantissa: NDArray[np.float64]
    exponent: NDArray[np.int64]

    def inside(self) -> Odds:
        """Return the odds without the first and last row and column."""
        return Odds(self.mantissa[1:-1, 1:-1], self.exponent[1:-1, 1:-1])


class _Level(NamedTuple):
    """Odds of the blocks of a diamond, and of the squares between four blocks."""

    blocks: Odds
    between: Odds


class _Region(NamedTuple):
    """Places of a region, its dominoes as pairs of indices, and the powers of their weights."""

    places: NDArray[np.int64]
    dominoes: NDArray[np.int64]
    powers: NDArray[np.int64]


def _refine(region: _Region) -> _Region:
    """Return the region in which each domino is replaced by a path of three, on a lattice with a third of the
    mesh size.

    The first domino of each path, with the index and the weight of the replaced domino, is in a tiling if and
    only if the third domino is, so that the tilings correspond to each other. Parts of the complement that
    share only a corner become connected.
    """
    (first, second), count, size = region.places[region.dominoes.T], len(region.dominoes), len(region.places)
    inner = np.arange(size, size + count)
    steps = ((region.dominoes[:, 0], inner), (inner, inner + count), (inner + count, region.dominoes[:, 1]))
    return _Region(
        np.concatenate([3 * region.places, 2 * first + second, first + 2 * second]),
        np.concatenate([np.stack(step, 1) for step in steps]),
        np.concatenate([region.powers, np.zeros((2 * count, 2), np.int64)]),
    )


def _has_balanced_holes(places: Sequence[Place]) -> bool:
    """Return True if every hole has equal numbers of cells of both colours of a chessboard, as is necessary.

    Cells of a hole that share only a corner are connected, as they are after ``_refine``.
    """
    (rows, cols), cells = zip(*places, strict=True), set(places)
    others = product(range(min(rows) - 1, max(rows) + 2), range(min(cols) - 1, max(cols) + 2))
    at = {place: index for index, place in enumerate(place for place in others if place not in cells)}
    steps = list(product((-1, 0, 1), repeat=2))
    near = [{at[row + r, col + c] for r, c in steps if (row + r, col + c) in at} for row, col in at]
    signs = [1 - 2 * ((row + col) % 2) for row, col in at]
    return all(
        sum(signs[cell] for cell in part) == 0 for part in components(near, at.values()) if 0 not in part
    )


def _reduce(level: _Level) -> _Level:
    """Return the odds of the diamond whose order is smaller by 1."""
    (mantissa, exponent), between = level
    odds = np.ldexp(mantissa, np.clip(exponent, -_LARGE, _LARGE).astype(np.int32))
    low, high = exponent < -_LARGE, exponent > _LARGE
    across, down = np.where(low, mantissa, odds / (1 + odds)), np.where(high, 1 / mantissa, 1 / (1 + odds))
    shift = np.where(low, exponent, 0), np.where(high, -exponent, 0)
    value = across[:-1, :-1] * across[1:, 1:] / (down[1:, :-1] * down[:-1, 1:]) / between.mantissa
    value, more = np.frexp(value)
    ones = float(1 << tuning.THEOREMS.odds_bits)
    exponents = shift[0][:-1, :-1] + shift[0][1:, 1:] - shift[1][1:, :-1] - shift[1][:-1, 1:]
    return _Level(
        Odds(np.rint(value * ones) / ones, exponents - between.exponent + more), level.blocks.inside()
    )


def _leading_term(mantissa: float, exponent: int) -> tuple[Fraction, int]:
    """Return c and k for the number c e^k."""
    order, shift = divmod(int(exponent) + _EPSILON // 2, _EPSILON)
    return Fraction(mantissa) * Fraction(2) ** (shift - _EPSILON // 2), -order


def _exact_chances(mantissa: float, exponent: int) -> tuple[Fraction, Fraction]:
    """Return the coefficients of the leading terms of X / (1 + X) and 1 / (1 + X)."""
    odds, order = _leading_term(mantissa, exponent)
    across = Fraction(1) if order < 0 else odds / (1 + odds * (order == 0))
    return across, across / odds


def _coefficients(odds: Odds) -> Any:
    """Return the coefficients of the leading terms, as an array of fractions."""
    return np.frompyfunc(lambda *number: _leading_term(*number)[0], 2, 1)(*odds)


def _exact_reduction(level: _Level) -> Any:
    """Return the coefficients of the odds of the blocks after ``_reduce``, without rounding."""
    chances: Any = np.frompyfunc(_exact_chances, 2, 2)
    across, down = chances(*level.blocks)
    return across[:-1, :-1] * across[1:, 1:] / (down[1:, :-1] * down[:-1, 1:]) / _coefficients(level.between)


@dataclass(frozen=True)
class Shuffle:
    """Region in an Aztec diamond, and the odds of the smaller diamonds."""

    order: int
    numbers: NDArray[np.int64]
    """For each edge, the index of its domino, or _OUTSIDE or _CROSSING, with axes (side, i, j)."""
    exact: tuple[NDArray[np.object_], NDArray[np.object_]]
    """Coefficients of the odds of the blocks, and of the squares between them."""
    kept: dict[int, _Level] = field(default_factory=dict)
    """Odds by the order of the diamond. On a large diamond, others are recomputed from them."""

    @staticmethod
    def of(
        places: Sequence[Place],
        dominoes: Sequence[tuple[int, ...]],
        powers: Sequence[Exponents],
        at: tuple[Fraction, Fraction],
        tell: OnStep,
        ask: Callable[[int], None],
    ) -> Shuffle | None:
        """Return the shuffling of a region, or None if the region or its complement has no tiling, or if the
        diamond is too large. ``ask`` raises LimitError if a number of bytes exceeds the limit.

        A domino covers the places with two indices, and its weight is at[0]^x at[1]^y for its powers (x, y).
        """
        if not _has_balanced_holes(places):
            return None
        region = _Region(*(np.array(pairs, np.int64).reshape(-1, 2) for pairs in (places, dominoes, powers)))
        for finer, enlarged in product((region, _refine(region)), range(6)):
            shuffle = _embed(finer, len(dominoes), at, enlarged, ask)
            if shuffle is None or shuffle.draw(Random(0), tell) is not None:
                return shuffle
        return None

    def draw(self, random: Random, tell: OnStep) -> list[int] | None:
        """Return the indices of the dominoes of a random tiling, or None if the region or its complement has
        no tiling.
        """
        laid = None
        while laid is None:
            laid = self._shuffle(random, tell)
        numbers = self.numbers[laid]
        return None if (numbers == _CROSSING).any() else numbers[numbers >= 0].tolist()

    def _shuffle(self, random: Random, tell: OnStep) -> Laid | None:
        """Return a random tiling of the diamond, or None if a tiling was rejected."""
        bits, laid = np.random.PCG64(random.getrandbits(64)), np.zeros((4, 0, 0), bool)
        for order, level in enumerate(self._levels_upwards(), 1):
            tell(order**3, self.order**3)
            laid = _grow(laid, level.blocks, bits, random)
            if not self.is_accepted(order, laid, random):
                return None
        return laid

    def _levels_upwards(self) -> Iterator[_Level]:
        before = 0
        for order in sorted(self.kept):
            levels = [self.kept[order]]
            for _ in range(order - before - 1):
                levels.append(_reduce(levels[-1]))
            yield from reversed(levels)
            before = order

    def _level(self, order: int) -> _Level:
        above = min(other for other in self.kept if other >= order)
        level = self.kept[above]
        for _ in range(above - order):
            level = _reduce(level)
        return level

    def is_accepted(self, order: int, laid: Laid, random: Random) -> bool:
        """Return True with a probability proportional to the product of (correct / rounded)^h.

        Each quotient is between 1 / (1 + d) and 1 + d for d = 2^-spread, because at most 12 operations are
        rounded, and the sum of all abs(h) is at most ``most``. So the product is divided by (1 + d)^most.
        """
        most, digits, spread = order * order * (order + 1), 40, _BITS - 4
        if order < self.order:
            most, spread = most // 2, min(spread, tuning.THEOREMS.odds_bits - 1)
        known, size = random.getrandbits(_BITS), _BITS
        if known + 1 + (most << _BITS + 1 - spread) <= 1 << _BITS:
            return True
        factors = [*self._find_factors(order, laid), (1 + Fraction(1, 1 << spread), -most)]
        while True:
            with localcontext(prec=digits):
                logs = ((Decimal(f.numerator) / f.denominator).ln() * count for f, count in factors)
                chance = sum(logs, Decimal(0)).exp()
                error = Decimal(10) ** (4 - digits) * (most + 1)
                low, high = (Decimal(known + more) / (1 << size) for more in (0, 1))
                if high < chance - error or low > chance + error:
                    return high < chance
            digits, size, known = 2 * digits, size + 64, known << 64 | random.getrandbits(64)

    def _find_factors(self, order: int, laid: Laid) -> list[tuple[Fraction, int]]:
        """Return the quotients that differ from 1, correct / rounded, with their exponents h.

        If T = R = 1, the odds determine B and L from left to right in each row of blocks.
        """
        level = self._level(order)
        later = np.zeros((order, order), np.int64)
        later[:-1, :-1] = np.cumsum((laid[_BOTTOM] + laid[_LEFT].astype(np.int64))[:-1, :0:-1], 1)[:, ::-1]
        counts = later + laid[_BOTTOM], -later[:-1, :-1]
        exact = self.exact if order == self.order else (_exact_reduction(self._level(order + 1)),)
        return [
            (quotient, count)
            for correct, rounded, each in zip(exact, level, counts, strict=False)
            for quotient, count in zip((correct / _coefficients(rounded)).flat, each.flat, strict=True)
            if quotient != 1 and count
        ]


def _grow(laid: Laid, odds: Odds, bits: np.random.PCG64, random: Random) -> Laid:
    """Return a random tiling of a diamond, given a tiling of the diamond whose order is smaller by 1."""
    mantissa, exponent = odds
    moved = np.zeros((4, *mantissa.shape), bool)
    moved[_TOP, :-1, :-1], moved[_BOTTOM, 1:, 1:] = laid[_TOP], laid[_BOTTOM]
    moved[_LEFT, 1:, :-1], moved[_RIGHT, :-1, 1:] = laid[_LEFT], laid[_RIGHT]
    empty = ~moved.any(axis=0)
    for side in (_TOP, _LEFT):
        moved[side : side + 2] &= ~(moved[side] & moved[side + 1])
    known = (bits.random_raw(mantissa.size) >> np.uint64(64 - _BITS)).reshape(mantissa.shape)
    value = np.ldexp(mantissa, np.clip(exponent, -1000, 1000).astype(np.int32))
    distance = value / (1 + value) - known * 2.0**-_BITS
    across = distance > 0
    for i, j in np.argwhere(empty & (abs(distance) < 2.0 ** (2 - _BITS))):
        across[i, j] = _is_below(int(known[i, j]), *_leading_term(mantissa[i, j], exponent[i, j]), random)
    moved[_TOP : _BOTTOM + 1] |= empty & across
    moved[_LEFT : _RIGHT + 1] |= empty & ~across
    return moved


def _is_below(known: int, odds: Fraction, order: int, random: Random) -> bool:
    """Return True if a random number, with the given leading bits, is smaller than X / (1 + X)."""
    if order:
        return order < 0
    chance, size = odds / (1 + odds), _BITS
    while known < chance * (1 << size) < known + 1:
        known, size = known << 64 | random.getrandbits(64), size + 64
    return known < chance * (1 << size)


def _embed(
    region: _Region,
    shown: int,
    at: tuple[Fraction, Fraction],
    enlarged: int,
    ask: Callable[[int], None],
) -> Shuffle | None:
    """Return a region in the smallest diamond with its centre, or None if the diamond is too large.

    The result has numbers for the first ``shown`` dominoes. The order of the diamond is increased by a
    quarter for every 2 units of ``enlarged``, and by 1 if it is odd. Far from the boundary of the diamond,
    the complement of an irregular region is more likely to have a tiling.
    """
    places, dominoes, powers = region
    sums, differences = places.sum(axis=1) + 1, places[:, 1] - places[:, 0]
    down, across = (int(values.min() + values.max()) // 2 for values in (sums, differences))
    across += (down - across) % 2
    order = max(1, int(abs(sums - down).max()), int(abs(differences - across).max()))
    order += (order + 3) * (enlarged // 2) // 4 + enlarged % 2
    if order > tuning.THEOREMS.most_shuffled:
        return None
    levels = order // _spacing(order) // 3 + _spacing(order)  # of 32 bytes for each block
    ask((32 * levels + 200) * order**2)
    # The centres of the blocks, as the cells to their lower right.
    first_sum, last_difference = down - order + 1, across + order - 1
    i, j = np.indices((order, order))
    rows = (first_sum + 2 * j - last_difference + 2 * i) // 2
    cols = first_sum + 2 * j - rows
    corner = int(rows.min()) - 1, int(cols.min()) - 1
    taken = np.zeros((2 * order, 2 * order), bool)
    taken[tuple((places - corner).T)] = True
    cells = (taken[rows - corner[0] - up, cols - corner[1] - left] for up in (1, 0) for left in (1, 0))
    upper_left, upper_right, lower_left, lower_right = cells
    crossing = np.stack(
        [
            upper_left | upper_right,
            lower_left | lower_right,
            upper_left | lower_left,
            upper_right | lower_right,
        ]
    )
    numbers = np.where(crossing, _CROSSING, _OUTSIDE)
    weights = np.stack([crossing.astype(np.int64), *np.zeros((2, 4, order, order), np.int64)])
    first, second = places[dominoes.min(axis=1)], places[dominoes.max(axis=1)]
    row, col = np.minimum(first, second).T
    upright, odd = first[:, 1] == second[:, 1], (row + col - first_sum) % 2 == 1
    row, col = row + (upright | ~odd), col + (~upright | ~odd)
    edges = 2 * upright + odd, (last_difference - col + row) // 2, (row + col - first_sum) // 2
    numbers[edges] = np.where(np.arange(len(dominoes)) < shown, np.arange(len(dominoes)), _OUTSIDE)
    weights[(slice(None), *edges)] = np.stack([np.zeros(len(dominoes), np.int64), *powers.T])
    top, bottom, left, right = np.moveaxis(weights, 1, 0)
    between = bottom[:, :-1, :-1] + top[:, 1:, 1:] - right[:, 1:, :-1] - left[:, :-1, 1:]
    (blocks, exact), (squares, exact_squares) = (
        _evaluate(p, at) for p in (top + bottom - left - right, between)
    )
    return Shuffle(order, numbers, (exact, exact_squares), _keep_levels(order, _Level(blocks, squares)))


def _spacing(order: int) -> int:
    """Return the difference between the orders for which odds are kept."""
    return isqrt(order) if order**3 > tuning.THEOREMS.kept_odds else 1


def _keep_levels(order: int, level: _Level) -> dict[int, _Level]:
    """Return the odds of some orders, so that few orders between two of them need to be recomputed."""
    kept = {order: level}
    for smaller in range(order - 1, 0, -1):
        level = _reduce(level)
        if smaller % _spacing(order) == 0:
            kept[smaller] = level
    return kept


def _evaluate(powers: NDArray[np.int64], at: tuple[Fraction, Fraction]) -> tuple[Odds, NDArray[np.object_]]:
    """Return the values e^k at[0]^x at[1]^y for powers with axes ((k, x, y), i, j), rounded, and their exact
    coefficients.
    """
    shape = powers.shape[1:]
    different, index = np.unique(powers.reshape(3, -1), axis=1, return_inverse=True)
    index = index.reshape(shape)
    values: list[Any] = [at[0] ** int(x) * at[1] ** int(y) for _, x, y in different.T]
    shifts = [value.numerator.bit_length() - value.denominator.bit_length() for value in values]
    rounded = [float(value / Fraction(2) ** shift) for value, shift in zip(values, shifts, strict=True)]
    exponents = np.array(shifts, np.int64) - different[0] * _EPSILON
    return Odds(np.array(rounded)[index], exponents[index]), np.array(values, object)[index]
