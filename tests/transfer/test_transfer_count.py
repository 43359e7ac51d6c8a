"""Counts at their limits: memory, long paths, boards in many parts.

Long numbers are those of recurrences and products.
"""

from __future__ import annotations

import pytest
from terms_of import recurrent

from gfkit import count
from gfkit.cli.main import main
from gfkit.errors import LimitError


def test_hopeless_counts_are_foreseen() -> None:
    """In one line that names the board; and where there is less than a word for each state of 12 columns."""
    for game, board, memory in (
        *(("nogo", "20x20", 2 << 30), ("col", "torus:30x30", 2 << 30)),
        *((game, "12x12", 8 << 12) for game in ("domineering", "col", "nogo")),
    ):
        for weights in ("none", "players")[: 1 + (board == "12x12")]:
            with pytest.raises(LimitError) as refused:
                count(game, board, weights=weights, max_memory=memory)
            assert "\n" not in str(refused.value)
            assert repr(board) in str(refused.value)
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
    assert count("o12", "path:20000") == recurrent([1, 2], 2, 1, count=20001)[20000]
    profile = count("col", "path:200", weights="players").polynomial
    assert profile(1, 1) == recurrent([1, 3], 2, 1, count=201)[200]
    assert profile.coefficient(1, 0) == profile.coefficient(0, 1) == 200
    assert profile.coefficient(100, 100) == 2  # the two proper colourings
