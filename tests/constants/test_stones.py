"""Bounds for stones that need a free cell: chances against listed fillings, and other theorems.

The truth is listing all fillings by the rule alone; the number in print is Tromp's and Farneback's constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from choice import then_slow
from differential.plain import has_liberty

import gfkit
from gfkit.constants import constant
from gfkit.constants.stones import FREE, ONE, Stones, Surroundings
from gfkit.games import Rule
from gfkit.proofs.checker.constants import StoneChances
from gfkit.proofs.checker.reading import Budget

Cell = tuple[int, int]
GO = Stones((True, True))
IN_PRINT = 2.9757341920433572
"""Tromp and Farneback, from limits of ratios."""


def is_allowed(board: Mapping[Cell, int], breathe: tuple[bool, ...]) -> bool:
    """Whether every group of the colours that breathe touches a free cell; from the rule alone."""
    on = {cell: colour for cell, colour in board.items() if colour != FREE}
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    near = {(r, c): [(r + i, c + j) for i, j in steps if (r + i, c + j) in board] for r, c in on}
    return all(not breathe[colour - 1] or has_liberty(near, on, cell) for cell, colour in on.items())


def listed(known: Mapping[Cell, int], unknown: list[Cell], stones: Stones) -> Fraction:
    """Z(S) by listing what unknown cells may hold; stones that are known count nothing."""
    total = Fraction(0)
    for held in product(range(len(stones.breathe) + 1), repeat=len(unknown)):
        if is_allowed({**known, **dict(zip(unknown, held, strict=True))}, stones.breathe):
            total += stones.weight ** (len(held) - held.count(FREE))
    return total


STONES = [
    GO,
    Stones((True, True), Fraction(1, 3)),
    Stones((True, True), Fraction(5, 2)),
    Stones((True, False)),
    Stones((False, True), Fraction(2)),
    Stones((True,)),
    Stones((True, True, True)),
    Stones((True, False, True), Fraction(3, 2)),
]


@pytest.mark.parametrize("stones", then_slow([STONES[0]], 1.5, *STONES[1:]))
def test_intervals_hold_what_listing_finds(stones: Stones):
    """Boards on which some cells are known, possible and not; what lies outside must not be looked at."""
    random, compared, narrow = Random(7), 0, 0
    colours = len(stones.breathe)
    for _ in range(400):
        if compared >= 20:
            break
        cells = [(row, col) for row in range(-2, 3) for col in range(-2, 3)]
        others = [cell for cell in cells if cell != (0, 0)]
        unknown = random.sample(others, random.randint(0, 6 if colours < 3 else 4))
        known = {cell: random.randint(FREE, colours) for cell in others if cell not in unknown}
        for cell in others:
            if random.random() < 0.2 and cell not in unknown:
                known[cell] = FREE
        at_u_free = listed({**known, (0, 0): FREE}, unknown, stones)
        edge = {(row, col): FREE for row in range(-4, 5) for col in range(-4, 5)}
        places = {**edge, **known, **dict.fromkeys(unknown, -1)}
        del places[(0, 0)]
        found = Surroundings(stones, 2.0 ** -random.choice((1, 3, 6)), places)
        ratios = found.ratios()
        if not at_u_free or found.reach > 2:
            continue
        for colour, (low, high) in enumerate(ratios, 1):
            exact = stones.weight * listed({**known, (0, 0): colour}, unknown, stones) / at_u_free
            assert Fraction(low, ONE) <= exact <= Fraction(high, ONE)
            assert 0 <= exact <= stones.weight
            narrow += high - low < ONE // 100
        compared += 1
    assert compared >= 20
    assert narrow >= 10


def test_finer_tolerances_lie_within():
    """Each interval holds the constant, so that all of them overlap; the number in print lies in all."""
    low, high = 0, 4 * ONE
    for bits in (0, 4, 8, 12, 16):
        found = Surroundings(GO, 2.0**-bits).factor()
        assert found[0] <= IN_PRINT * ONE <= found[1]
        low, high = max(low, found[0]), min(high, found[1])
    assert low <= high < low + ONE // 150
    # With one colour only the full board is not allowed, so K is 1 + z.
    assert Surroundings(Stones((True,), Fraction(7, 2)), 1.0).factor() == (ONE * 9 // 2, ONE * 9 // 2)


@pytest.mark.slow(1.3)
@pytest.mark.parametrize("breathe", [(True, True), (True, False)])
def test_bounds_agree_with_strips_and_with_a_weaker_rule(breathe: tuple[bool, bool]):
    """Strips can be joined where all colours breathe; a single stone that four surround is never allowed."""
    forbid = [".2./212/.2."] * breathe[0] + [".1./121/.1."] * breathe[1]
    weaker = gfkit.Rule.array(colours=3, forbid=[one.translate({49: 50, 50: 49}) for one in forbid])
    above = constant(weaker, width=6).upper
    assert above is not None
    low, high = Surroundings(Stones(breathe), 2.0**-14).factor()
    assert low < above.value * ONE
    assert high < above.value * ONE + ONE // 50
    if all(breathe):
        below = constant("nogo", width=5)
        strips = [one for one in below.strips if one.family == "5xn"]
        assert float(strips[0].low) ** (1 / strips[0].period / 5) < high / ONE


@pytest.mark.slow(2.5)
def test_the_command_says_what_it_is_from():
    found = constant("nogo", width=6)
    assert found.upper is not None
    assert found.lower.theorem == found.upper.theorem == "stones"
    assert found.lower.value < Fraction(IN_PRINT) < found.upper.value
    assert found.proved_digits >= 1
    assert abs(found.estimate - IN_PRINT) < 1e-4
    sides = {"left": {"pieces": ["X"]}, "right": {"pieces": ["X"]}}
    at_left = Rule.of({"name": "liberties for Left alone", **sides, "rules": {"liberties": "left"}})
    alone = constant(at_left, width=5)
    assert alone.upper is not None
    assert found.upper.value < alone.lower.value < alone.upper.value < 3


@pytest.mark.slow(3.5)
def test_density_of_stones():
    """Each cell is free with a chance of at least 1/3, so stones are fewer than two thirds."""
    found = constant("nogo", width=7, means=True).means
    assert found is not None
    assert 0.5 < found.density[0] < Fraction(2, 3)
    assert found.density[0] < found.density[1] < 0.8


def test_the_checker_finds_what_listing_finds():
    """Its own chances, by other code: they hold the number in print, and lie near those of the program."""
    for bits in (4, 8, 12):
        low, high = StoneChances([True, True], Fraction(1), 2.0**-bits, Budget()).one_more()
        assert low <= Fraction(IN_PRINT) <= high
        near = Surroundings(GO, 2.0**-bits).factor()
        assert abs(float(low) - near[0] / ONE) + abs(float(high) - near[1] / ONE) < 0.2 * float(high - low)
