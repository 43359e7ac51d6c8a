"""Bar-state matrices: recursions, counts by hand, and the matrix as a value.

Positions are listed by the oracle; printed matrices are claims of catalog/domineering.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from gfkit import brute_force
from gfkit.errors import RuleError
from gfkit.sequences.polynomial import Polynomial
from gfkit.transfer.questions.bar import BarMatrix, TileSet

GENERAL = TileSet("domineering-tiles")
MAXIMAL = TileSet("domineering-maximal-tiles")
RIGHT_ENDS = TileSet("domineering-right-end-tiles")


@cache
def poly(text: str) -> Polynomial:
    return Polynomial.parse(text)


def row(length: int, left: int = 0) -> BarMatrix:
    """G_{left,length}."""
    return GENERAL.bar_matrix(length, left)


# The block recursions of the three theorems.


def join(words: str, blocks: Sequence[Sequence[BarMatrix | None]]) -> BarMatrix:
    """The matrix of these blocks, None for a block of zeros."""
    some = next(block for line in blocks for block in line if block is not None)
    names = [word + rest for word in words for rest in some.rows]
    size = len(some.rows)
    cells = [
        (i * size + row, j * size + column, value)
        for i, line in enumerate(blocks)
        for j, block in enumerate(line)
        if block is not None
        for row, column, value in block.cells
    ]
    return BarMatrix.of(names, names, cells)


def times(variable: str, matrix: BarMatrix) -> BarMatrix:
    cells = [(i, j, poly(variable) * value) for i, j, value in matrix.cells]
    return BarMatrix.of(matrix.rows, matrix.columns, cells)


def test_recursions_of_the_theorems() -> None:
    """Of all positions, maximal ones, and Right ends."""
    for q in range(4):
        g0, g1 = row(q), row(q, 1)
        assert row(q + 1) == join("01", [[g0 + g1, times("x", g0)], [g0, None]])
        assert row(q + 1, 1) == join("01", [[times("y", g0), None], [None, None]])
    for q, end in product(range(4), range(2)):
        m0, m1, m2 = (MAXIMAL.bar_matrix(q, left, end) for left in range(3))
        n0, n1, n2 = (MAXIMAL.bar_matrix(q + 1, left, end) for left in range(3))
        first, last = [m2, m2, times("x", m0)], [m0, m0, None]
        assert n0 == join("012", [first, [m1, None, None], last])
        assert n1 == join("012", [first, [None] * 3, last])
        assert n2 == join("012", [[times("y", m0), times("y", m0), None], [None] * 3, [None] * 3])
        e0, e1, e2 = (RIGHT_ENDS.bar_matrix(q, left, end) for left in range(3))
        f0, f1, f2 = (RIGHT_ENDS.bar_matrix(q + 1, left, end) for left in range(3))
        assert f0 == join("02", [[e1 + e2, times("x", e0)], [e0, None]])
        assert f1 == join("02", [[e2, times("x", e0)], [e0, None]])
        assert f2 == join("02", [[times("y", e0), None], [None, None]])


def test_rectangles_are_those_that_listing_finds() -> None:
    for m, n in product(range(1, 5), repeat=2):
        if m * n <= 9:
            for tiles, positions in ((GENERAL, "all"), (MAXIMAL, "maximal"), (RIGHT_ENDS, "right-ends")):
                listed = brute_force("domineering", f"{m}x{n}", positions, "players").polynomial
                assert tiles.rectangle(m, n) == listed, (m, n, positions)


def test_ends_are_summed() -> None:
    """And Right ends are an entry."""
    both = MAXIMAL.bar_matrix(3, 0, 0) + MAXIMAL.bar_matrix(3, 0, 1)
    assert MAXIMAL.bar_matrix(3, left="0", right=("0", "1")) == both == MAXIMAL.bar_matrix(3, 0, {0, 1})
    both = RIGHT_ENDS.bar_matrix(3, 0, 0) + RIGHT_ENDS.bar_matrix(3, 0, 1)
    assert (both**4)[0, 0] == RIGHT_ENDS.rectangle(4, 3)


# The matrix as a value.


def test_entries_and_powers() -> None:
    matrix = row(2)
    assert matrix.entry("01", "10") == matrix[1, 2] == matrix.entry(1, "10") == poly("x")
    assert matrix["01", "01"] == poly("0")
    assert row(2) ** 0 @ row(2) == row(2) ** 1 == row(2)
    assert row(2) ** 5 == row(2) @ row(2) @ row(2) @ row(2) @ row(2)


def test_restricting_everything_leaves_one_entry() -> None:
    one = (row(3) ** 4).restrict(top="000", bottom="000")
    assert (one.rows, one.columns, one[0, 0]) == (("",), ("",), GENERAL.rectangle(4, 3))
    assert row(2).restrict() == row(2)


def test_printing() -> None:
    assert str(row(1, 1)) == "   0  1\n0  y  0\n1  0  0"
    assert row(1).latex() == r"\begin{bmatrix} 1 & x \\ 1 & 0 \end{bmatrix}"
    assert repr(row(2)) == "<BarMatrix 4 x 4, 9 entries not zero>"


# Tile sets.


TWO_COLOURS = """
name = "Two colours"
boundary = {{top = ["{a}", "b"], right = [0], bottom = ["{a}", "b"], left = [0]}}
tile = [{{top = "{a}", bottom = "b", left = 0, right = 0, weight = "x"}},
        {{top = "b", bottom = "{a}", left = 0, right = 0}}]
"""


def test_tile_set_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_COLOURS.format(a="a"))
    tiles = TileSet(path)
    assert tiles.bar_matrix(1).to_lists() == [[poly("0"), poly("1")], [poly("x"), poly("0")]]
    assert tiles.rectangle(3, 1) == poly("x + x^2")
    path.write_text(TWO_COLOURS.format(a="aa"))
    with pytest.raises(RuleError, match="one character"):
        TileSet(path)
