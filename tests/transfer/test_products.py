"""Sums of products of polynomials modulo primes.

Against sums of plain integers, made from the definition, and FLINT's long ones.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gfkit.exact.limb import LIMB, Limbs, dot_polynomials, settle
from gfkit.transfer.machine.machine import Terms
from gfkit.transfer.sweep.products import Side, products_by_residues, sum_of_products

WORDS = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 2**23, 2**24 - 3, 2**63, 2**64 - 1]))


def plain(left: Limbs, right: Limbs) -> Terms:
    """The sum, from its definition."""
    total: Counter[tuple[int, int]] = Counter()
    _, states, *_ = left.shape
    for state in range(states):
        sides = []
        for side in (left, right):
            sizes = product(range(side.shape[2]), range(side.shape[3]))
            sides.append(
                {
                    (x, y): sum(int(w) << LIMB * k for k, w in enumerate(side[:, state, x, y]))
                    for x, y in sizes
                }
            )
        for (x, y), one in sides[0].items():
            for (other_x, other_y), other in sides[1].items():
                total[x + other_x, y + other_y] += one * other
    return {place: value for place, value in total.items() if value}


@given(st.data())
def test_products_by_residues(data: st.DataObject) -> None:
    """Limbs are whole words, not settled; equal states, states without anything, no state at all."""
    states = data.draw(st.integers(0, 4))
    sides = []
    for _ in "ab":
        limbs, size_x, size_y = (data.draw(st.integers(1, 3)) for _ in range(3))
        amount = limbs * states * size_x * size_y
        words = data.draw(st.lists(WORDS, min_size=amount, max_size=amount))
        sides.append(np.array(words, np.uint64).reshape(limbs, states, size_x, size_y))
    if states > 1 and data.draw(st.booleans()):
        for side in sides:
            side[:, -1] = side[:, 0]
    assert products_by_residues(*map(Side.of, sides)) == plain(*sides)


def test_both_ways_are_equal() -> None:
    for states, *sizes in ((32, 3, 4, 2, 5), (250, 2, 2, 2, 2), (40, 1, 100, 1, 100), (101, 9, 1, 30, 1),
                           (33, 1, 1, 1, 2), (31, 3, 4, 2, 5), (40, 1, 130, 1, 130)):  # fmt: skip
        random = np.random.default_rng(states)
        left = random.integers(0, 1 << 63, (2, states, *sizes[:2]), np.uint64)
        right = random.integers(0, 1 << 63, (1, states, *sizes[2:]), np.uint64)
        left[:, 5:20], right[:, 5:20] = left[:, 4:5], right[:, 4:5]
        long = dot_polynomials(settle(left.copy()), settle(right.copy()))
        sides = Side.of(left), Side.of(right)
        assert sizes[1] > 100 or products_by_residues(*sides) == long
        assert sum_of_products(*sides) == long


def test_the_largest_residues_are_added_exactly() -> None:
    """100 products are added without a reduction, here all of the largest size modulo the first prime."""
    for word in (2**64 - 1, (2**24 - 3) // 2, (2**24 - 3) // 2 + 1):
        left = np.full((1, 200, 2, 100), word, np.uint64)
        left[0, :, 0, 0] -= np.arange(200, dtype=np.uint64)  # no two states alike
        long = dot_polynomials(settle(left.copy()), settle(left.copy()))
        assert products_by_residues(Side.of(left), Side.of(left)) == long
