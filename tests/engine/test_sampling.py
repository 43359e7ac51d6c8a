"""Random configurations: the samples are the listed configurations, with the right frequencies.

All configurations are listed; the frequencies are compared by a chi-squared test.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod
from random import Random

import networkx as nx
import pytest
from choice import some_of, then_slow
from differential.sampling import deviation, looks_of
from rules_of_kinds import ROWS
from tuned import tune

from gfkit import Rule, brute_force, count, sample, samples
from gfkit.core.engine import semirings, uniform
from gfkit.core.engine.sweep import passes, tables
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.questions import sampling
from gfkit.show.configurations import every_filling
from gfkit.ways.theorems.shuffling import Shuffle

NUMBER = 300


def drawn_alike(question: Question, number: int = NUMBER, **asked: object) -> set[str]:
    """Asserts that all that listing finds come equally often; returns by which ways they were drawn."""
    listed = {looks_of(one) for one in every_filling(question, question.board)}
    assert len(listed) == int(brute_force(question))
    drawn = samples(question, number=number, **asked)
    seen = Counter(looks_of(one.configuration) for one in drawn)
    assert seen.keys() <= listed
    assert deviation(dict.fromkeys(listed, number / len(listed)), seen) < 5, question
    return {one.evidence.method for one in drawn}


def test_samples_are_uniform_on_the_listed_configurations() -> None:
    for asked in some_of(ROWS["drawn"], 5):
        drawn_alike(Question.of(*asked), seed=7)


def test_samples_are_uniform_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (semirings, uniform, passes, tables):
        monkeypatch.setattr(module, "ARRAYS", False)
    for asked in (("col", "2x2"), ("matchings", "2x3"), ("spanning-trees", "2x3")):
        drawn_alike(Question.of(*asked), seed=7)


def test_walks_draw_all_trees_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    tune(monkeypatch, "THEOREMS", narrow_level=0)
    each = ({"at": at, "number": 1} for at in ("border", ["first", "last"]))
    border, ends = (Rule.edges(cycles=0, spanning=True, each=asked) for asked in each)
    trees = (("spanning-trees", board) for board in ("2x3", "complete:4", "../.#/.."))
    for asked in (*trees, (border, "3x3"), (ends, "2x3"), ("rooted-forests", "2x2")):
        x = 1 if asked[0] == "rooted-forests" else 5  # all trees have as many edges, and forests have not
        assert drawn_alike(Question.of(*asked), seed=3, x=x) == {"loop-erased-walks"}
    assert sample("rooted-forests", "2x2", x=5).evidence.method == "transfer-matrix-sampling"


def test_boards_without_spanning_trees_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walks would not end where a part has no root."""
    tune(monkeypatch, "THEOREMS", narrow_level=-1)
    far = Rule.edges(cycles=0, spanning=True, each={"at": "row 9", "number": 1})
    for rule, board in (("spanning-trees", "./#/."), ("spanning-trees", "path:0"), (far, "2x2")):
        with pytest.raises(MismatchError, match="nothing to sample"):
            sample(rule, board)
    assert sample("spanning-trees", "path:1").configuration.pieces == ()


COVERS = ("perfect-matchings", "domino-tilings")
SHUFFLED = ["4x4", "2x3", "1x2", "..#/.../.../#..", "..##/..../##..", "..#.."]
SHUFFLED += ["....#../....#..", "aztec:3", "4x6"]
WITH_HOLES = ["..../.##./.##./....", "...../.#.../.#.../.....", "....../..#.../..#..."]
IRREGULAR = ["...###/.....#/....../###..#/##..##/##..##", "....../.#..../..##../....#./......"]
"""Regions whose complement has a tiling only in a larger diamond, or only on a finer lattice."""
COVERED = SHUFFLED + WITH_HOLES + IRREGULAR


def deviation_of_covers(board: str, number: int, x: Fraction | int, y: Fraction | int) -> float:
    """Return the deviation of shuffled tilings from their weights; x is horizontal."""
    question = Question.of("domino-tilings", board)
    expected = {
        looks_of(one): prod(
            x if end - cell == 1 else y for cell, end in (sorted(piece.cells) for piece in one.pieces)
        )
        for one in every_filling(question, question.board)
    }
    drawn = samples(question, number=number, seed=3, x=x, y=y)
    assert {one.evidence.method for one in drawn} == {"domino-shuffling"}
    seen = Counter(looks_of(one.configuration) for one in drawn)
    assert seen.keys() <= expected.keys()
    total = sum(expected.values())
    return deviation({one: float(number * weight / total) for one, weight in expected.items()}, seen)


@pytest.mark.parametrize(
    "board", then_slow(COVERED[::6], 0.3, *COVERED[1::3], *COVERED[2::3], *COVERED[3::6])
)
def test_shuffling_draws_all_covers_by_their_weights(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on boards of several parts, and around holes; dominoes of perfect matchings have no weight."""
    tune(monkeypatch, "THEOREMS", narrow_level=0)
    for rule in some_of(COVERS, 1):
        assert drawn_alike(Question.of(rule, board), 600, seed=3, x=2, y=2) == {"domino-shuffling"}
    for x, y in some_of(((Fraction(2, 7), 5), (3, 1)), 1):
        assert deviation_of_covers(board, 600, x, y) < 5


@pytest.mark.parametrize(
    ("order", "bits", "x", "number"),
    [(2, 1, Fraction(6, 7), 1500), pytest.param(3, 2, Fraction(11, 14), 1000, marks=pytest.mark.slow(9))],
)
def test_rejection_corrects_rounding(
    order: int, bits: int, x: Fraction, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds are x^2 in every order, and here they are rounded to multiples of 1/2 or 1/4."""
    tune(monkeypatch, "THEOREMS", narrow_level=0)
    tune(monkeypatch, "THEOREMS", odds_bits=bits)
    assert deviation_of_covers(f"aztec:{order}", number, x, 1) < 3
    monkeypatch.setattr(Shuffle, "is_accepted", lambda *_: True)
    assert deviation_of_covers(f"aztec:{order}", number, x, 1) > 4


@pytest.mark.parametrize("x", some_of([2, 1], 1))
def test_vertical_dominoes_of_aztec_diamonds(x: int) -> None:
    """Elkies, Kuperberg, Larsen and Propp: half their number is binomial, with n (n + 1) / 2 trials."""
    trials, number = 12 * 13 // 2, 400
    drawn = samples("domino-tilings", "aztec:12", number=number, seed=1, x=x)
    assert drawn[0].evidence.method == "domino-shuffling"
    upright = [
        sum(abs(a - b) > 1 for a, b in (one.cells for one in each.configuration.pieces)) for each in drawn
    ]
    chance = 1 / (1 + x * x)
    expected = {
        k: number * comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)
    }
    assert deviation(expected, Counter(k // 2 for k in upright)) < 5


def test_horizontal_dominoes_agree_with_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = count("domino-tilings", "8x8", weights="players").polynomial.terms
    tune(monkeypatch, "THEOREMS", narrow_level=0)
    drawn = samples("domino-tilings", "8x8", number=1500, seed=2)
    assert drawn[0].evidence.method == "domino-shuffling"
    seen = Counter(
        sum(abs(a - b) == 1 for a, b in (p.cells for p in each.configuration.pieces)) for each in drawn
    )
    total = sum(n for _, n in counted)
    assert deviation({x: 1500 * n / total for (x, _), n in counted}, seen) < 5


def test_boards_that_domino_shuffling_rejects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holes without a tiling, seams, and large regions; a board without tilings raises an error."""
    tune(monkeypatch, "THEOREMS", narrow_level=0)
    for board in ("....../.#..#./....../......", "cylinder:4x4", "torus:4x4"):
        assert sample("domino-tilings", board, seed=1).evidence.method == "transfer-matrix-sampling"
    for board in ("3x3", ".#./...", "1x1", ".#."):
        with pytest.raises(MismatchError, match="nothing to sample"):
            sample("domino-tilings", board)
    with pytest.raises(LimitError, match="sampling Domino tilings"):
        sample("domino-tilings", "60x60", max_memory=1_000_000)
    tune(monkeypatch, "THEOREMS", most_shuffled=2)
    assert sample("domino-tilings", "4x4", seed=1).evidence.method == "transfer-matrix-sampling"


def test_a_large_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample does not change if odds are recomputed, and the corners of Aztec diamonds are frozen."""
    told = []
    for area in ("aztec:40", "18x18", "17x40"):
        found = sample("domino-tilings", area, seed=1, on_progress=told.append)
        assert found.evidence.method == "domino-shuffling"
        cells = [cell for piece in found.configuration.pieces for cell in piece.cells]
        assert sorted(cells) == list(range(found.board.size))
        with monkeypatch.context() as patched:
            tune(patched, "THEOREMS", kept_odds=0)
            assert sample("domino-tilings", area, seed=1) == found
    assert all(0 < one.done <= one.total for one in told if one.stage != "working")
    frozen = sample("domino-tilings", "aztec:40", seed=1).configuration.pieces
    assert {(k, k + 1) for row in range(5) for k in range(row * row + row, (row + 1) * (row + 2), 2)} <= {
        tuple(sorted(piece.cells)) for piece in frozen
    }


def test_positions_on_parts_of_a_board_with_liberties() -> None:
    """Each part is swept separately, and the pieces are placed on the cells of the whole board."""
    for positions in ("all", "play"):
        drawn_alike(Question.of("nogo", "..#/#.#/#..", positions), seed=1)


def test_numbers_beyond_floating_point() -> None:
    """Ways differ by a factor of 2^1800, so that values are exact, and nearly all sets are the largest."""
    heavy = samples("independent-sets", "path:61", number=5, seed=1, x=1 << 60)
    assert all(list(one.configuration.marks.values()) == ["1", "0"] * 30 + ["1"] for one in heavy)


@pytest.mark.parametrize("forced", [False, True])
def test_weights_beyond_floating_point(forced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights whose sums overflow, and weights that underflow; no configuration is rare."""
    if forced:
        tune(monkeypatch, "DECOMPOSITION", first_states=0, order_time=0, time_ratio=1e12)
    large = Rule.array(colours=2, forbid=["11"], weight={0: "x^5*y", 1: "x^5"})
    small = Rule.array(colours=2, weight={0: "x^18", 1: "x^18*y"})
    for rule, board, x, number in ((large, "1x3", 2**25, 5), (small, "path:2", Fraction(1, 2**60), 4)):
        for y in (Fraction(1, 2), 1):
            drawn = samples(rule, board, number=300, seed=1, x=x, y=y)
            assert len({tuple(one.values.values()) for one in drawn}) == number


def test_ambiguous_floating_point_draws_use_exact_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """All random bits are 1, 0, 0, ...: at the boundary between options of the first vertex, and beyond."""

    class Half(Random):
        def getrandbits(self, bits: int) -> int:
            return 1 << bits - 1

    monkeypatch.setattr(sampling, "Random", Half)
    (drawn,) = samples("colourings:2", "path:6", number=1, seed=1)
    assert [*drawn.configuration.marks.values()] == ["1", "0"] * 3


def test_equal_seeds_draw_equal_samples() -> None:
    for game, board in (("nogo", "3x3"), ("spanning-trees", "9x9"), ("domino-tilings", "18x18")):
        one, other = (sample(game, board, seed=4) for _ in range(2))
        assert one == other
        assert one.as_json()["seed"] == 4
    assert sample("col", "2x2").seed != sample("col", "2x2").seed


def test_large_boards_obey_their_rules() -> None:
    pieces = sample("spanning-trees", "5x20", seed=1).configuration.pieces
    assert nx.is_tree(nx.Graph([tuple(piece.cells) for piece in pieces]))
    assert len(pieces) == 99


def test_values_that_come_in_order_do_so_row_by_row() -> None:
    """On a wide board, which is swept by columns: no draw has a value before the smaller ones."""
    rule = Rule.array(colours=3, new_values="row-major", window=[{"shape": ["a", "b"], "require": "a != b"}])
    for drawn in samples(rule, "2x5", number=200, seed=1):
        marks = drawn.configuration.marks
        values = [int(marks[cell]) for cell in range(10)]
        assert list(dict.fromkeys(values)) == sorted({*values})


def test_a_sample_names_the_vertices_of_a_graph():
    graph = nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    for seed in range(6):
        values = sample("independent-sets", graph, seed=seed).values
        assert {*values} == {*graph}
        assert not any(values[a] == values[b] == 1 for a, b in graph.edges)
        tree = nx.Graph(sample("spanning-trees", graph, seed=seed).pieces)
        assert nx.is_tree(tree)
        assert {*tree} == {*graph}
        assert all(graph.has_edge(*edge) for edge in tree.edges)
    board = sample("domino-tilings", "3x4", seed=1)
    cells = sorted(cell for piece in board.pieces for cell in piece)
    assert cells == [(row, col) for row in range(3) for col in range(4)]
