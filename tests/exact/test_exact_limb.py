"""Limbs: settling, room for carries, products of vectors and of polynomials, against plain integers.

Python's integers have no limbs, and say what sums and products are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.exact.limb import LIMB, ROOM, Limbs, bits_of_largest, dot, dot_polynomials, settle

TOP = (1 << 64) - (1 << 16)
MASK = (1 << LIMB) - 1
SHAPES = [(2, 70000), (3, 5, 7, 2), (2, 40000, 3), (1, 1, 70000)]
SIZES = [1 << 14, (1 << 14) + 1, 50000]
WORDS = st.one_of(st.integers(0, TOP), st.sampled_from([0, 1, MASK, MASK + 1, TOP - 1, TOP]))


def limbs_of(numbers: Sequence[Sequence[int]]) -> Limbs:
    """One row of limbs for every number, turned so that limbs come first."""
    return np.array(numbers, np.uint64).T.copy()


def to_int(limbs: Limbs) -> int:
    """One number from its limbs, settled or not."""
    return sum(int(limb) << (LIMB * k) for k, limb in enumerate(limbs))


@st.composite
def unsettled(draw: st.DrawFn) -> Limbs:
    limbs, size = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return limbs_of([[draw(WORDS) for _ in range(limbs)] for _ in range(size)])


def integers(limbs: int) -> st.SearchStrategy[int]:
    top = 1 << LIMB * limbs
    return st.one_of(st.integers(0, top - 1), st.sampled_from([0, 1, top - 1, top // 2, MASK]))


def cut(numbers: Sequence[int], limbs: int) -> Limbs:
    return limbs_of([[number >> LIMB * k & MASK for k in range(limbs)] for number in numbers])


@given(unsettled())
def test_settle(values: Limbs) -> None:
    numbers = [to_int(values[:, i]) for i in range(values.shape[1])]
    settled = settle(values.copy())
    assert [to_int(settled[:, i]) for i in range(settled.shape[1])] == numbers
    assert int(settled.max()) <= MASK
    assert bits_of_largest(settled) == max(numbers).bit_length()
    assert settle(settled.copy()).tolist() == settled.tolist()


def test_settle_in_blocks_and_room_for_carries() -> None:
    for shape in SHAPES:
        values = np.random.default_rng(1).integers(0, TOP, shape, np.uint64)
        flat = values.reshape(shape[0], -1)
        chosen = random.Random(2).sample(range(flat.shape[1]), min(300, flat.shape[1]))
        numbers = [to_int(flat[:, i]) for i in chosen]
        settled = settle(values.copy())
        assert int(settled.max()) <= MASK
        flat = settled.reshape(len(settled), -1)
        assert [to_int(flat[:, i]) for i in chosen] == numbers
    # As many settled numbers as ROOM may be added without losing a bit.
    most = np.full((2, 1), MASK, np.uint64)
    total = most * np.uint64(ROOM - 1)
    assert to_int(settle(total)[:, 0]) == (ROOM - 1) * to_int(most[:, 0])


@settings(max_examples=40)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 6), st.data())
def test_dot(left: int, right: int, size: int, data: st.DataObject) -> None:
    ones = data.draw(st.lists(integers(left), min_size=size, max_size=size))
    others = data.draw(st.lists(integers(right), min_size=size, max_size=size))
    expected = sum(a * b for a, b in zip(ones, others, strict=True))
    shapes = [cut(ones, left).reshape(left, size), cut(others, right).reshape(right, size)]
    assert dot(*shapes) == expected


def test_the_largest_numbers() -> None:
    for size in SIZES:
        left, right = np.full((3, size), MASK, np.uint64), np.full((2, size), MASK, np.uint64)
        assert dot(left, right) == size * ((1 << 3 * LIMB) - 1) * ((1 << 2 * LIMB) - 1)
    for limbs in (1, 2, 3):
        states, size_x, size_y = 40, 8, 4  # so many terms that a bound without some of them is a byte less
        most = np.full((limbs, states, size_x, size_y), MASK, np.uint64)
        each = (1 << LIMB * limbs) - 1
        full = by_state([each] * (states * size_x * size_y), size_x, size_y)
        assert dot_polynomials(most, most) == summed(full, full)
        distinct = most.copy()
        distinct[0, :, 0, 0] -= np.arange(states, dtype=np.uint64)  # no two states alike
        each_less = [polynomial | {(0, 0): each - state} for state, polynomial in enumerate(full)]
        assert dot_polynomials(distinct, most) == summed(each_less, full)


Polynomials = list[dict[tuple[int, int], int]]


def summed(left: Polynomials, right: Polynomials) -> dict[tuple[int, int], int]:
    """The sum of the products of two lists of polynomials, without what is 0."""
    terms: Counter[tuple[int, int]] = Counter()
    for ones, others in zip(left, right, strict=True):
        for ((a, b), one), ((c, d), other) in product(ones.items(), others.items()):
            terms[a + c, b + d] += one * other
    return {powers: value for powers, value in terms.items() if value}


def by_state(numbers: list[int], size_x: int, size_y: int) -> Polynomials:
    powers = list(product(range(size_x), range(size_y)))
    parts = (numbers[k : k + len(powers)] for k in range(0, len(numbers), len(powers)))
    return [dict(zip(powers, part, strict=True)) for part in parts]


@settings(max_examples=60)
@given(st.data())
def test_dot_of_polynomials(data: st.DataObject) -> None:
    """Of two sides, some states equal, some 0; and of one with itself times monomials, as of a cut board."""
    states, more = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 3))
    sides: list[tuple[Limbs, Polynomials]] = []
    for _ in "ab":
        limbs, size_x, size_y = (data.draw(st.integers(1, 3)) for _ in range(3))
        amount = states * size_x * size_y
        numbers = data.draw(st.lists(integers(limbs) | st.just(0), min_size=amount, max_size=amount))
        if states > 1 and data.draw(st.booleans()):  # equal states
            numbers = numbers[: size_x * size_y] * states
        array = cut(numbers, limbs).reshape(limbs, states, size_x, size_y)
        sides.append((array, by_state(numbers, size_x, size_y)))
    (left, ones), (right, others) = sides
    if more:
        right, others = np.zeros((limbs, states, size_x + more, size_y + more), np.uint64), []
        left, ones = sides[1]
        for state, polynomial in enumerate(ones):
            by_x, by_y = data.draw(st.integers(0, more)), data.draw(st.integers(0, more))
            right[:, state, by_x : by_x + size_x, by_y : by_y + size_y] = left[:, state]
            others.append({(x + by_x, y + by_y): value for (x, y), value in polynomial.items()})
    assert dot_polynomials(left, right) == summed(ones, others)
