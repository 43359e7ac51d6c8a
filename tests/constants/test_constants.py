"""Constants of the plane: numbers in print, theorems against each other, and the command.

The numbers are OEIS A085850 and those of the papers named beside them; growths of strips are compared with
eigenvalues by numpy. What is forged in a certificate is in tests/values, with all other certificates.
"""

import math
from fractions import Fraction

import pytest
from cli.calling import call, told

import gfkit
from gfkit.constants import constant
from gfkit.constants.plane import bound_text, root_of
from gfkit.constants.theorems import grounds_of
from gfkit.errors import Interrupted
from gfkit.games import Question
from gfkit.proofs.checker.constants import strip_growth
from gfkit.proofs.checker.reading import Budget, RefusalError

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
SECONDS = {"matchings": 0, "nogo": 8}


@pytest.mark.parametrize(
    ("game", "positions", "printed", "width", "digits"),
    [
        pytest.param(*row, marks=pytest.mark.slow(seconds) if (seconds := SECONDS.get(row[0], 1.5)) else ())
        for row in IN_PRINT
    ],
    ids=[str(getattr(row[0], "name", row[0])) for row in IN_PRINT],
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


def test_theorems_are_taken_only_where_their_hypotheses_hold():
    leaning = gfkit.Rule.array(colours=2, forbid=["11", "1/1", "1./.1"])
    tall = gfkit.Rule.array(colours=2, forbid=["1/./1"])
    mirrored = gfkit.Rule.array(colours=2, forbid=["1./.1", ".1/1."])
    said = [grounds_of(Question.of(rule, "3xn"), ONE) for rule in (leaning, tall, mirrored, HEXAGONS)]
    assert [(one.symmetric, one.joined) for one in said] == [(None, 1), (None, 2), (1, 1), (1, None)]
    said = [grounds_of(Question.of(name, "3xn"), ONE) for name in ("col", "cram", "i-tromping", "nogo")]
    assert [(one.symmetric, one.joined) for one in said] == [(1, 1), (0, 0), (None, 0), (None, 0)]
    assert [one.cut for one in said] == [1, 2, 3, None]


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
    with pytest.raises(RefusalError, match="not reached"):
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
    said = call("certify", file, code=0)
    assert said.out.startswith("consistent: ")
    assert "not shown" in said.out
    text = file.read_text()
    file.write_text(text.replace('"lower":{"value":"', '"lower":{"value":"9', 1))
    call("certify", file, code=1)
    found = told("constant", "cram", "--width", "4")
    assert found["evidence"]["status"] == "proved"
    assert float(found["lower"]["value"]) < math.exp(0.6627989727) < float(found["upper"]["value"])
    for words in (["--weight", "0"], ["--weight", "x"], ["--width", "0"], ["--positions", "play"]):
        call("constant", "domineering", *words, code=2)
    call("constant", "still-lifes", code=2)
