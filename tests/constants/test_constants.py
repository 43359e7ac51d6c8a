"""Constants of the plane: numbers in print, theorems against each other, files with mistakes."""

from __future__ import annotations

import copy
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gfkit
from gfkit.cli.main import main
from gfkit.constants import constant
from gfkit.constants.enclosure import growth_of
from gfkit.constants.plane import bound_text, rooted
from gfkit.constants.theorems import grounds_of
from gfkit.errors import GfkitError, Interrupted, MismatchError
from gfkit.games import Question
from gfkit.transfer.strip.automaton import automaton
from gfkit.transfer.strip.strip import find_strip
from gfkit.verify import constant_checker as checker
from gfkit.verify.constant_certificate import certificate_of

ONE = Fraction(1)
CATALAN = 0.915965594177219
HEXAGONS = gfkit.Rule.array(
    colours=4,
    window=[
        ("ab", "a // 2 == b // 2 and not (a % 2 == 1 and b % 2 == 1)"),
        ("a/b", "a // 2 != b // 2 and not (a % 2 == 1 and b % 2 == 1)"),
        ("a./.d", "not (a == 1 and d == 3)"),
        (".b/c.", "not (b == 3 and c == 1)"),
    ],
    weight={1: "x", 3: "x"},
    name="hard hexagons in rows of bricks",
)
"""Every cell has a spin and the parity of its row; rows lean to the right and to the left in turn."""
IN_PRINT = [
    ("independent-sets", "all", 1.5030480824753322, 6, 3),  # A085850
    ("node-kayles", "all", 1.5030480824753322, 8, 3),
    ("kings", "all", 1.342643951124, 8, 2),  # Calkin, James, Purvis, Race, Schneider, Yancey
    ("matchings", "all", math.exp(0.6627989727), 6, 3),  # Friedland and Peled
    ("domineering", "all", math.exp(0.6627989727), 6, 3),
    ("domino-tilings", "all", math.exp(CATALAN / math.pi), 8, 1),  # Kasteleyn
    ("colourings:3", "all", (4 / 3) ** 1.5, 6, 1),  # Lieb, square ice
    (HEXAGONS, "all", 1.3954859724793027, 6, 2),  # Baxter
    ("nogo", "all", 2.9757341920433572, 8, 2),  # Tromp and Farneback, from limits of ratios
]


QUICK = ("independent-sets", "matchings", "nogo", "domino-tilings")


@pytest.mark.parametrize(
    ("game", "positions", "printed", "width", "digits"),
    [
        pytest.param(
            *row, marks=() if row[0] in QUICK else pytest.mark.slow, id=str(getattr(row[0], "name", row[0]))
        )
        for row in IN_PRINT
    ],
)
def test_numbers_in_print_lie_between_the_bounds(game, positions, printed, width, digits):
    found = constant(game, positions=positions, width=width)
    assert found.upper is not None
    assert found.lower.value < Fraction(printed) < found.upper.value
    assert found.proved_digits >= digits
    assert str(printed).startswith(found.digits[:8])


def test_the_density_of_dimers_and_of_hard_squares():
    """Two dimers cover 0.638... of the cells at weight 1 (Butera, Pernici); hard squares as by Baxter."""
    dimers = constant("matchings", width=4, means=True).means
    assert dimers is not None
    low, high = dimers.density
    assert low < Fraction(638123105, 2 * 10**9) < high  # 0.638123105 of the cells are covered
    assert high - low < Fraction(1, 10)
    entropy = dimers.entropy
    assert entropy[0] < Fraction(6627989727, 10**10) < entropy[1]
    other = constant("independent-sets", width=4, means=True).means
    assert other is not None
    assert other.density[0] < Fraction(226570815463, 10**12) < other.density[1]


def test_a_weight_is_a_fraction_of_every_piece():
    """At weight z on one row matchings grow by (1 + sqrt(1 + 4z)) / 2, independent sets too."""
    for weight in (Fraction(1, 3), Fraction(7, 2)):
        exact = (1 + math.sqrt(1 + 4 * weight)) / 2
        for game in ("matchings", "independent-sets"):
            strip = find_strip(Question.of(game, "1xn", weights="pieces"))
            found = growth_of(strip, weight)
            grown = exact**found.period
            assert abs(float(found.low) - grown) < 1e-9 * grown
            assert found.low <= found.high < found.low * (1 + Fraction(1, 10**9))


def test_growths_of_strips_are_largest_eigenvalues():
    for game, board, positions in (
        ("col", "3xn", "all"),
        ("nogo", "3xn", "all"),
        ("domineering", "4xn", "right-ends"),
        ("node-kayles", "cylinder:5xn", "maximal"),
        ("domino-tilings", "3xn", "all"),
        ("arc-kayles", "1xn", "maximal"),
    ):
        strip = find_strip(Question.of(game, board, positions))
        machine = automaton(strip)
        matrix = np.zeros((machine.states, machine.states))
        for source, row in enumerate(machine.edges):
            for target, terms in row.items():
                matrix[source, target] = sum(terms.values())
        largest = max(abs(np.linalg.eigvals(matrix)))
        found = growth_of(strip, ONE)
        assert float(found.low) ** (1 / found.period) == pytest.approx(largest, rel=1e-7)
        assert float(found.high) ** (1 / found.period) == pytest.approx(largest, rel=1e-7)


def test_theorems_are_taken_only_where_their_hypotheses_hold():
    leaning = gfkit.Rule.array(colours=2, forbid=["11", "1/1", "1./.1"])
    tall = gfkit.Rule.array(colours=2, forbid=["1/./1"])
    mirrored = gfkit.Rule.array(colours=2, forbid=["1./.1", ".1/1."])
    said = {rule: grounds_of(Question.of(rule, "3xn"), ONE) for rule in (leaning, tall, mirrored, HEXAGONS)}
    assert [one.symmetric for one in said.values()] == [None, None, 1, 1]
    assert [one.joined for one in said.values()] == [1, 2, 1, None]
    games = {
        name: grounds_of(Question.of(name, "3xn"), ONE) for name in ("col", "cram", "i-tromping", "nogo")
    }
    assert [(one.symmetric, one.joined) for one in games.values()] == [(1, 1), (0, 0), (None, 0), (None, 0)]
    assert [one.cut for one in games.values()] == [1, 2, 3, None]
    for game in (
        "maximal-independent-sets",
        "still-lifes",
        "dominating-sets",
        "spanning-trees",
        "maximal-matchings",
    ):
        with pytest.raises(MismatchError, match="no bounds for the plane are proved here"):
            constant(game, width=2)
    for game, positions in (("domineering", "play"), ("nogo", "maximal")):
        with pytest.raises(GfkitError):
            constant(game, positions=positions, width=2)


def test_bounds_of_random_rules_never_cross():
    """Bounds of narrow strips and of wider ones, by every theorem that holds: each pair is a test of both."""
    random, seen = Random(5), set()
    for _ in range(8):
        windows = [
            "/".join("".join(random.choice("01..") for _ in range(2)) for _ in range(2))
            for _ in range(random.randint(1, 3))
        ]
        windows += ["/".join(reversed(one.split("/"))) for one in windows if random.random() < 0.7]
        kept = [one for one in windows if one.strip("./")]
        if not kept:
            continue
        rule = gfkit.Rule.array(colours=2, forbid=kept)
        narrow, wide = (constant(rule, width=width) for width in (2, 4))
        for one, other in ((narrow, wide), (wide, narrow)):
            assert other.upper is not None
            assert one.lower.value <= other.upper.value, (kept, one.lower.says, other.upper.says)
        seen |= {narrow.lower.theorem, wide.lower.theorem}
    assert seen >= {"symmetric", "joining"}


def test_roots_are_rounded_to_the_safe_side():
    assert rooted(Fraction(2), 2, up=False) ** 2 < 2 < rooted(Fraction(2), 2, up=True) ** 2
    assert rooted(Fraction(8, 27), 3, up=False) <= Fraction(2, 3) <= rooted(Fraction(8, 27), 3, up=True)
    assert bound_text(Fraction(-1, 3), up=True, places=3) == "-0.333"
    assert bound_text(Fraction(-1, 3), up=False, places=3) == "-0.334"


# Certificates


def test_a_certificate_stands_alone_and_falls_with_any_mistake():
    for game, positions, width in (
        ("independent-sets", "all", 4),
        ("cram", "all", 3),
        ("i-tromping", "all", 3),
        ("domineering", "left-ends", 3),
    ):
        found = constant(game, positions=positions, width=width)
        sound = json.loads(json.dumps(certificate_of(found)))
        assert checker.check(sound)[0] > 0
        for change in (
            _narrower,
            _wider,
            _other_vector,
            _other_root,
            _not_reached,
            _other_factor,
            _other_growth,
        ):
            wrong = copy.deepcopy(sound)
            change(wrong)
            with pytest.raises(checker.RefusalError):
                checker.check(wrong)


def _moved(text: str, by: Fraction) -> str:
    value = Fraction(text) + by
    return f"{value.numerator}/{value.denominator}"


def _narrower(file):
    file["lower"]["value"] = _moved(file["lower"]["value"], Fraction(1, 10**9))


def _wider(file):
    file["upper"]["value"] = _moved(file["upper"]["value"], -Fraction(1, 10**9))


def _other_vector(file):
    vector = file["strips"][0]["vector"]
    vector[vector.index(max(vector))] *= 2


def _other_root(file):
    file["lower"]["root"] += 1


def _not_reached(file):
    for strip in file["strips"]:
        strip["begins"] = []


def _other_factor(file):
    file["upper"]["factor"] = "1/2"


def _other_growth(file):
    file["strips"][0]["high"] = _moved(file["strips"][0]["low"], -Fraction(1, 1000))


MISTAKES = (_narrower, _wider, _other_vector, _other_root, _not_reached, _other_factor, _other_growth)


def test_a_lower_bound_is_of_states_that_boards_reach():
    # Boards stay at state 0: the growth is 1. State 1 has the growth 2, and is not reached; 2 is a dead end.
    strip = {
        "rows": 1,
        "around": False,
        "slices": 1,
        "scale": 1,
        "low": "2/1",
        "high": "3/1",
        "steps": [[3, 3, [[1, [0, 0, 1], [0, 2, 0]], [2, [1], [1]]]]],
        "vector": [1, 1, 0],
        "lower": [1, 2],
        "begins": [0],
        "ends": [0],
    }
    with pytest.raises(checker.RefusalError, match="not reached"):
        checker.growth("1xn of nothing", strip)
    assert checker.growth("1xn of nothing", {**strip, "low": "1/1", "lower": [0]}).low == 1


def test_a_file_with_other_entries_is_refused():
    sound = json.loads(json.dumps(certificate_of(constant("independent-sets", width=4))))
    for change in (
        {"version": 2},
        {"strips": []},
        {"lower": None},
        {"symmetric": None},
        {"symmetric": 0},
        {"upper": {**sound["upper"], "theorem": "joining"}},
        {"upper": {**sound["upper"], "root": 10**9}},
        {"upper": {**sound["upper"], "uses": sound["lower"]["uses"][:1]}},
    ):
        with pytest.raises(checker.RefusalError):
            checker.check({**sound, **change})
    for bad in (None, [], {}, "text"):
        with pytest.raises(checker.RefusalError):
            checker.check(bad)


@pytest.mark.parametrize(
    ("game", "low", "high"),
    [("independent-sets", "1.503048082475", "1.503048082476"), ("kings", "1.34264395112", "1.34264395113")],
)
@pytest.mark.parametrize("rows", [3, 6])
def test_bounds_until_an_interruption(game, low, high, rows):
    """They are those of the strips that were done; the constants are Baxter's, and OEIS A247413's."""

    def stop(progress):
        if progress.stage == "strips" and progress.done == rows:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        constant(game, on_progress=stop)
    found = stopped.value.found
    assert found.evidence.status.value == "proved"
    assert found.lower.value < Fraction(high)
    assert found.upper is not None
    assert Fraction(low) < found.upper.value
    checker.check(certificate_of(found))


def test_the_command_line(tmp_path: Path, capsys):
    file = tmp_path / "squares.json"
    assert main(["constant", "independent-sets", "--width", "6", "--save", str(file)]) == 0
    written = capsys.readouterr().out
    assert "proved digits  1.50" in written
    assert "proved by symmetric transfer matrices" in written
    assert main(["certify", str(file)]) == 0
    written = capsys.readouterr().out
    assert "accepted: consistent" in written
    assert "not shown" in written
    alone = subprocess.run(
        [sys.executable, checker.__file__, str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (alone.returncode, alone.stdout[:11]) == (0, "consistent:")
    text = file.read_text()
    file.write_text(text.replace('"lower":{"value":"', '"lower":{"value":"9', 1))
    assert main(["certify", str(file)]) == 1
    assert main(["constant", "cram", "--width", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["evidence"]["status"] == "proved"
    assert float(found["lower"]["value"]) < math.exp(0.6627989727) < float(found["upper"]["value"])
    for words in (["--weight", "0"], ["--weight", "x"], ["--width", "0"], ["--positions", "play"]):
        assert main(["constant", "domineering", *words]) == 2
    assert main(["constant", "still-lifes"]) == 2
