"""Constants of the plane: printed numbers, comparisons of theorems, stones, and the command.

The numbers are OEIS A085850 and those in the cited papers; growth rates of strips are compared with
eigenvalues by numpy, bounds for stones with all assignments. Forged certificates are in tests/play.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from choice import then_slow
from cli.calling import call, told
from differential.plain import has_liberty
from tables import tables

import gfkit
from gfkit.constants import constant
from gfkit.constants.certificate import constant_certificate
from gfkit.constants.enclosure import bound_text, grounds_of, root_of
from gfkit.constants.stones import FREE, ONE, Stones, Surroundings
from gfkit.core.errors import GfkitError, Interrupted
from gfkit.core.rules import Question, Rule
from gfkit.proofs.checker.constants import STONE_ONE, StoneChances, strip_growth
from gfkit.proofs.checker.reading import Budget, RefusalError

WHOLE = Fraction(1)
DATA = tables("constants")
HEXAGONS = Rule.of(DATA["hexagons"])
IN_PRINT = [(HEXAGONS if game == "hexagons" else game, *row) for game, *row in DATA["printed"]]


@pytest.mark.parametrize(
    ("game", "lattice", "printed", "width", "digits", "seconds"),
    [pytest.param(*row, marks=pytest.mark.slow(row[-1]) if row[-1] else ()) for row in IN_PRINT],
    ids=[row[0] for row in DATA["printed"]],
)
def test_numbers_in_print_lie_between_the_bounds(game, lattice, printed, width, digits, seconds):
    found = constant(game, width=width, lattice=lattice)
    assert found.upper is not None
    assert found.lower.value < Fraction(printed) < found.upper.value
    assert found.proved_digits >= digits
    assert str(printed).startswith(found.digits[:8])
    places = len(found.estimate_digits.partition(".")[2])
    assert abs(Fraction(found.estimate_digits) - Fraction(printed)) < Fraction(1, 10**places)


def test_theorems_with_exact_values():
    """The constants of the papers, from Catalan's constant, and the integral for trees as a sum."""
    catalan, cosines = 0.915965594177219015, [math.cos(math.pi * (k + 0.5) / 300) for k in range(300)]
    trees = sum(math.log(4 - 2 * a - 2 * b) for a, b in product(cosines, repeat=2)) / 300**2
    logs = dict.fromkeys(("domino-tilings", "perfect-matchings"), catalan / math.pi)
    logs |= {"spanning-trees": trees, "eight-vertex": math.log(2)}
    logs |= dict.fromkeys(("colourings:3", "two-factors"), 1.5 * math.log(4 / 3))  # Lieb
    for name, log in logs.items():
        found = constant(name, width=4)
        assert float(found.exact.low) == pytest.approx(math.exp(log), abs=1e-5 if log == trees else 1e-14)
        assert found.lower.value <= found.exact.low <= found.exact.high <= found.upper.value
        assert found.evidence.status.value == "proved"
    assert logs["spanning-trees"] == pytest.approx(4 * catalan / math.pi, abs=1e-5)
    for board, edges, vertices in (("3x3", 12, 9), ("4x4", 24, 16), ("2x4", 10, 8), ("2x3", 7, 6)):
        assert gfkit.count("eight-vertex", board) == (edges % 2 == 0) * 2 ** (edges - vertices + 1)
    told_name = Rule.of({"name": "domino-tilings", "cover": {"pieces": ["X", "XX", "X/X"]}})
    assert constant(told_name, width=4).exact is None
    assert constant("domino-tilings", width=4, weight=2).exact is None
    with pytest.raises(GfkitError, match="spanning-trees"):
        constant_certificate(constant("spanning-trees"))
    said = call("constant", "colourings:3", "--width", "6", code=0).out
    assert "(4/3)^(3/2) = 1.539600718" in said
    assert "estimate" not in said


@pytest.mark.parametrize("game", ["hard-hexagons", "independent-sets", "colourings:4"])
def test_exact_values_of_the_triangular_lattice(game):
    """OEIS A085851 and A130834; a run without a limit ends after a few seconds if the value is known."""
    lattice, begun = "square" if game == "hard-hexagons" else "triangular", time.process_time()
    found = constant(game, lattice=lattice)
    assert time.process_time() - begun < 10
    digits = "1.46099848620631835815" if game == "colourings:4" else "1.39548597247930273522950066"
    assert 0 <= found.exact.low - Fraction(digits) < Fraction(1, 10 ** (len(digits) - 2))
    assert found.lower.value <= found.exact.low <= found.exact.high <= found.upper.value
    assert constant(game, lattice=lattice, width=4, weight=2).exact is None


def test_the_density_of_dimers_and_of_hard_squares():
    """Compare with densities in print: Butera and Pernici for dimers, Baxter for hard squares."""
    dimers = constant("matchings", width=4, means=True).means
    assert dimers is not None
    low, high = dimers.density
    assert low < Fraction(638123105, 2 * 10**9) < high < low + Fraction(1, 10)  # 0.638123105 are covered
    entropy = dimers.entropy
    assert entropy[0] < Fraction(6627989727, 10**10) < entropy[1]
    other = constant("independent-sets", width=4, means=True).means
    assert other is not None
    assert other.density[0] < Fraction(226570815463, 10**12) < other.density[1]


def test_theorems_apply_only_if_their_hypotheses_hold():
    leaning = gfkit.Rule.array(colours=2, forbid=["11", "1/1", "1./.1"])
    tall = gfkit.Rule.array(colours=2, forbid=["1/./1"])
    mirrored = gfkit.Rule.array(colours=2, forbid=["1./.1", ".1/1."])
    said = [grounds_of(Question.of(rule, "3xn"), WHOLE) for rule in (leaning, tall, mirrored, HEXAGONS)]
    assert [(one.symmetric, one.joined) for one in said] == [(None, 1), (None, 2), (1, 1), (1, None)]
    said = [grounds_of(Question.of(name, "3xn"), WHOLE) for name in ("col", "cram", "i-tromping", "nogo")]
    assert [(one.symmetric, one.joined) for one in said] == [(1, 1), (0, 0), (None, 0), (None, 0)]
    assert [one.cut for one in said] == [1, 2, 3, None]
    for require, apart in (("a + b + c <= 1", 2), ("a + b + c >= 1", 2), ("a + b <= c + 1", None)):
        windows = [{"shape": shape, "require": require} for shape in ("abc", "a/b/c")]
        rule = Rule.of({"name": "runs", "cells": {"colours": 2}, "rules": {"window": windows}})
        assert grounds_of(Question.of(rule, "3xn"), WHOLE).joined == apart
        one, two = (int(gfkit.count(rule, f"{rows}x3")) for rows in (3, 8))
        assert apart is None or (two >= one**2 and constant(rule, width=4).lower.value > 1)
    found = constant("dominating-sets", width=4)  # compare with ratios of single boards
    small, middle, large = (int(gfkit.count("dominating-sets", board)) for board in ("7x7", "7x8", "8x8"))
    assert found.lower.value < Fraction(small * large, middle**2) < found.upper.value < 2
    with pytest.raises(GfkitError, match="all neighbours"):
        constant("perfect-dominating-sets", width=4)
    four = Rule.of(DATA["at most four ones"])  # on squares it forbids nothing
    assert constant(four, width=3).upper.value == 2
    with pytest.raises(GfkitError, match="two adjacent cells"):
        constant(four, width=4, lattice="triangular")


def test_roots_are_rounded_to_the_safe_side():
    assert root_of(Fraction(2), 2, up=False) ** 2 < 2 < root_of(Fraction(2), 2, up=True) ** 2
    assert root_of(Fraction(8, 27), 3, up=False) <= Fraction(2, 3) <= root_of(Fraction(8, 27), 3, up=True)
    assert bound_text(Fraction(-1, 3), up=True, places=3) == "-0.333"
    assert bound_text(Fraction(-1, 3), up=False, places=3) == "-0.334"


def test_a_lower_bound_is_of_states_that_boards_reach():
    # Boards stay at state 0: the growth is 1. State 1 has the growth 2, and is not reached; 2 is a dead end.
    strip = {"rows": 1, "around": False, "slices": 1, "scale": 1, "low": "2/1", "high": "3/1"}
    strip |= {"vector": [1, 1, 0], "lower": [1, 2], "begins": [0], "ends": [0]}
    strip["steps"] = [[3, 3, [[1, [0, 0, 1], [0, 2, 0]], [2, [1], [1]]]]]
    with pytest.raises(RefusalError, match="not reachable"):
        strip_growth("1xn of nothing", strip, Budget())
    assert strip_growth("1xn of nothing", {**strip, "low": "1/1", "lower": [0]}, Budget()).low == 1


@pytest.mark.slow(1.4)
def test_bounds_until_an_interruption():
    """They are those of the strips that were done; the constants are Baxter's, and OEIS A247413's."""
    for game, low, high in (
        ("independent-sets", "1.503048082475", "1.503048082476"),
        ("kings", "1.34264395112", "1.34264395113"),
    ):
        for rows in (3, 5):

            def stop(progress, rows=rows):
                if progress.stage == "strips" and progress.done == rows:
                    raise KeyboardInterrupt

            with pytest.raises(Interrupted) as stopped:
                constant(game, on_progress=stop)
            found = stopped.value.found
            assert found.evidence.status.value == "proved"
            assert found.lower.value < Fraction(high)
            assert Fraction(low) < found.upper.value


def test_the_command_line(tmp_path):
    file = tmp_path / "squares.json"
    said = call("constant", "independent-sets", "--width", "4", "--save", file, code=0)
    assert "proved digits  1.5" in said.out
    assert "proved by symmetric transfer matrices" in said.out
    said = call("certify", file, code=3)
    assert said.out.startswith("consistent: ")
    assert "not checked" in said.out
    text = file.read_text()
    file.write_text(text.replace('"lower":{"value":"', '"lower":{"value":"9', 1))
    call("certify", file, code=1)
    found = told("constant", "cram", "--width", "4")
    assert found["evidence"]["status"] == "proved"
    assert float(found["lower"]["value"]) < math.exp(0.6627989727) < float(found["upper"]["value"])
    for words in (["--weight", "0"], ["--weight", "x"], ["--width", "0"], ["--positions", "play"]):
        call("constant", "domineering", *words, code=2)
    call("constant", "still-lifes", code=2)


# Stones that need a free cell


Cell = tuple[int, int]
GO = Stones((True, True))
NOGO_IN_PRINT = 2.9757341920433572
"""Tromp and Farneback, from limits of ratios."""


def is_allowed(board: Mapping[Cell, int], breathe: tuple[bool, ...]) -> bool:
    """Return True if every group of a colour with liberties is adjacent to an empty cell, by the rule."""
    on = {cell: colour for cell, colour in board.items() if colour != FREE}
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    near = {(r, c): [(r + i, c + j) for i, j in steps if (r + i, c + j) in board] for r, c in on}
    return all(not breathe[colour - 1] or has_liberty(near, on, cell) for cell, colour in on.items())


def listed(known: Mapping[Cell, int], unknown: list[Cell], stones: Stones) -> Fraction:
    """Return Z(S) by listing the unknown cells; known stones have weight 1."""
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
def test_intervals_contain_the_exact_probability(stones: Stones):
    """Draw boards with known, possible and impossible cells; cells outside must not matter."""
    random, compared, narrow = Random(7), 0, 0
    colours = len(stones.breathe)
    for _ in range(400):
        if compared >= 20:
            break
        cells = [(row, col) for row in range(-2, 3) for col in range(-2, 3)]
        others = [cell for cell in cells if cell != (0, 0)]
        unknown = random.sample(others[random.choice((0, 12)) :], random.randint(0, 6 if colours < 3 else 4))
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
        chances = StoneChances([*stones.breathe], stones.weight, 1.0, Budget())
        chances.cells |= {cell: held for cell, held in places.items() if held >= 0}
        if not at_u_free or found.reach > 2:
            continue
        for colour, (low, high) in enumerate(ratios, 1):
            exact = stones.weight * listed({**known, (0, 0): colour}, unknown, stones) / at_u_free
            assert Fraction(low, ONE) <= exact <= Fraction(high, ONE)
            assert 0 <= exact <= stones.weight
            narrow += high - low < ONE // 100
            if min(unknown, default=(1, 0)) > (0, 0):
                low, high = chances.ratios((0, 0), 1.0)[colour - 1]
                assert Fraction(low, STONE_ONE) <= exact <= Fraction(high, STONE_ONE)
        compared += 1
    assert compared >= 20
    assert narrow >= 10


def test_all_tolerances_enclose_the_constant():
    """Check that each interval contains the printed number, so that all of them overlap."""
    low, high = 0, 4 * ONE
    for bits in (0, 4, 8, 12, 16):
        found = Surroundings(GO, 2.0**-bits).factor()
        assert found[0] <= NOGO_IN_PRINT * ONE <= found[1]
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
def test_the_command_names_its_theorem():
    found = constant("nogo", width=6)
    assert found.upper is not None
    assert found.lower.theorem == found.upper.theorem == "stones"
    assert found.lower.value < Fraction(NOGO_IN_PRINT) < found.upper.value
    assert found.proved_digits >= 1
    assert abs(found.estimate - NOGO_IN_PRINT) < 1e-4
    sides = {"left": {"pieces": ["X"]}, "right": {"pieces": ["X"]}}
    at_left = Rule.of({"name": "liberties for Left alone", **sides, "rules": {"liberties": "left"}})
    alone = constant(at_left, width=5)
    assert alone.upper is not None
    assert found.upper.value < alone.lower.value < alone.upper.value < 3


@pytest.mark.slow(3.5)
def test_density_of_stones():
    """Each cell is empty with probability at least 1/3, so the density of stones is below 2/3."""
    found = constant("nogo", width=7, means=True).means
    assert found is not None
    assert 0.5 < found.density[0] < Fraction(2, 3)
    assert found.density[0] < found.density[1] < 0.8


def test_the_checker_agrees_with_the_package_and_the_printed_number():
    """Compare the independent code of the checker with the printed number and with the package."""
    for stones, bits in (*product(STONES, (1, 6)), (GO, 12)):
        low, high = StoneChances([*stones.breathe], stones.weight, 2.0**-bits, Budget()).one_more()
        near = Surroundings(stones, 2.0**-bits).factor()
        assert stones != GO or low <= Fraction(NOGO_IN_PRINT) <= high
        assert max(low * ONE, near[0]) <= min(high * ONE, near[1])
        assert abs(float(low) - near[0] / ONE) + abs(float(high) - near[1] / ONE) <= 0.2 * float(high - low)
