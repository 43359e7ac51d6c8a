"""How far a rule looks along a strip, by hand: one more than its longest piece, window or count spans."""

from __future__ import annotations

import pytest

from gfkit.games.file import read_rule
from gfkit.transfer.strip.strip import reach

PIECES = 'name = "p"\n[left]\npieces = [{}]\n[right]\npieces = ["X"]\n'
WINDOWS = 'name = "w"\n[cells]\ncolours = 2\n[rules]\nforbid = [{}]\n'
COUNTS = (
    'name = "c"\n[cells]\ncolours = 2\n[[rules.count]]\ncell = 1\nneighbours = {}\nof = [1]\nallowed = [0]\n'
)


@pytest.mark.parametrize(
    ("rule", "slices"),
    [
        (PIECES.format('"X"'), 1),
        (PIECES.format('"XX"'), 2),
        (PIECES.format('"X", "X/X"'), 2),
        (PIECES.format('"X.X"'), 3),
        (PIECES.format('"X/././X", "XX"'), 4),
        (WINDOWS.format('"11"'), 2),
        (WINDOWS.format('"1??1"'), 4),
        (WINDOWS.format('"11", "1/1/1"'), 3),
        (WINDOWS.format(""), 1),
        (COUNTS.format('"rook"'), 3),
        (COUNTS.format('"king"'), 3),
        (COUNTS.format('"X..o"'), 4),
        (COUNTS.format('"Xo"'), 2),
        (COUNTS.format('"o/./X"'), 3),
        ('name = "free"\n[cells]\ncolours = 2\n', 1),
    ],
)
def test_reach(rule: str, slices: int) -> None:
    assert reach(read_rule("test", rule)) == slices
