"""Counts at their limits: memory, long paths, boards in many parts."""

from __future__ import annotations

import pytest

from gfkit import count
from gfkit.boards import parse_one_board
from gfkit.cli.main import main
from gfkit.errors import LimitError


@pytest.mark.parametrize(
    ("game", "board"), [("domineering", "40x40"), ("nogo", "20x20"), ("col", "torus:30x30")]
)
def test_hopeless_counts_are_foreseen(game: str, board: str) -> None:
    with pytest.raises(LimitError) as refused:
        count(game, board, max_memory=2 << 30)
    assert "\n" not in str(refused.value)
    assert repr(board) in str(refused.value)
    assert refused.value.exit_code == 3


@pytest.mark.parametrize("weights", ["none", "players"])
@pytest.mark.parametrize("game", ["domineering", "col", "l-tromping", "nogo"])
def test_little_memory(game: str, weights: str) -> None:
    # Less than a word for each of the states that every one of these has on 12 columns.
    with pytest.raises(LimitError) as refused:
        count(game, "12x12", weights=weights, max_memory=8 * 2**12)
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == 3


def test_little_memory_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "domineering", "40x40"]) == 3
    assert main(["count", "domineering", "9x9", "--weights", "players", "--max-memory", "100K"]) == 3
    written = capsys.readouterr()
    assert written.out == ""
    lines = written.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("gfkit: ") for line in lines)


def test_long_paths() -> None:
    pell = [1, 2]
    for _ in range(20000):
        pell.append(2 * pell[-1] + pell[-2])
    assert count("o12", "path:20000") == pell[20000]
    column = [1, 3]
    for _ in range(200):
        column.append(2 * column[-1] + column[-2])
    profile = count("col", "path:200", weights="players").polynomial
    assert profile(1, 1) == column[200]
    assert profile.coefficient(1, 0) == profile.coefficient(0, 1) == 200
    assert profile.coefficient(100, 100) == 2  # the two proper colourings


def test_a_board_in_many_parts() -> None:
    # A hundred dominoes of two cells each.
    rows = [".." + "#.." * 9, "#" * 29] * 10
    board = parse_one_board("/".join(rows))
    assert count("domineering", board) == 2**100
    assert count("col", board) == 7**100
