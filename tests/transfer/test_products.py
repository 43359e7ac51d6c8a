"""Sums of products of polynomials modulo primes.

Against FLINT's products of long integers.
"""

from __future__ import annotations

import numpy as np

from gfkit.exact.limb import dot_polynomials, settle
from gfkit.transfer.sweep.products import Side, products_by_residues, sum_of_products


def test_both_ways_are_equal() -> None:
    for states, *sizes in ((32, 3, 4, 2, 5), (250, 2, 2, 2, 2), (40, 1, 100, 1, 100), (101, 9, 1, 30, 1),
                           (33, 1, 1, 1, 2), (0, 1, 2, 1, 1), (1, 2, 1, 1, 3),
                           (31, 3, 4, 2, 5), (40, 1, 130, 1, 130)):  # fmt: skip
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
