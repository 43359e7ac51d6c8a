"""Long and narrow boards by the law of their family.

Against sweeps of the same boards, and Fibonacci's rule.
"""

from __future__ import annotations

import pytest

import gfkit
from gfkit.foresight.boards import foresee_count
from gfkit.games import Question
from gfkit.transfer import long_board
from gfkit.transfer.count import CountTask

KINGS = gfkit.Rule.array(colours=2, forbid=["11", "1/1", "1./.1", ".1/1."])


@pytest.mark.parametrize(
    ("game", "board", "positions"),
    [
        ("node-kayles", "cycle:1004", "maximal"),
        *(pytest.param(*asked, marks=pytest.mark.slow(3)) for asked in (
            ("cram", "1x1001", "all"), ("cram", "1000x2", "maximal"), ("domineering", "2x1001", "right-ends"),
            ("nogo", "1x1000", "all"), (KINGS, "3x1000", "all"), ("col", "cylinder:3x1000", "all"))),
    ],
)  # fmt: skip
def test_the_law_counts_what_the_sweep_counts(game: str, board: str, positions: str) -> None:
    question = Question.of(game, board, positions)
    found = long_board.count_by_law(question)
    assert found is not None
    assert gfkit.count(question).count == CountTask(question, None, None).polynomial().total == found[0]


def test_a_path_of_forty_thousand_cells_is_a_fibonacci_number() -> None:
    one, other = 1, 1
    for _ in range(39_999):
        one, other = other, one + other
    assert int(gfkit.count("cram", "1x40000")) == other
    assert foresee_count("cram", "1x40000")["seconds"] < 5


def test_boards_that_are_not_of_a_family_are_swept() -> None:
    for board, positions, weights in (
        ("4x4", "all", "none"),
        ("1x1200", "play", "none"),
        ("1x1200", "all", "pieces"),
        ("20x60", "all", "none"),
    ):
        assert long_board.count_by_law(Question.of("domineering", board, positions, weights)) is None
    holes = "." * 600 + "#" + "." * 600
    assert long_board.count_by_law(Question.of("domineering", f"{holes}/{holes}")) is None
