"""Bar-state matrices against Huntemann and McKay, Counting Domineering Positions, as printed."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from gfkit.errors import LimitError, MismatchError, OptionError, RuleError
from gfkit.games import find_rule
from gfkit.sequences.polynomial import Polynomial
from gfkit.transfer.bar import BarMatrix, TileSet

GENERAL = TileSet("domineering-tiles")
MAXIMAL = TileSet("domineering-maximal-tiles")
RIGHT_ENDS = TileSet("domineering-right-end-tiles")
Cells = frozenset[tuple[int, int]]


@cache
def poly(text: str) -> Polynomial:
    return Polynomial.parse(text)


def printed(text: str) -> list[list[Polynomial]]:
    return [[poly(entry) for entry in line.split()] for line in text.strip().splitlines()]


def row(length: int, left: int = 0) -> BarMatrix:
    """G_{left,length}."""
    return GENERAL.bar_matrix(length, left)


# The printed matrices, entry by entry.

G_03 = """
2y+1  xy+x  x  x^2  xy+x  x^2  x^2  x^3
y+1   0     x  0    x     0    x^2  0
1     x     0  0    x     x^2  0    0
1     0     0  0    x     0    0    0
y+1   x     x  x^2  0     0    0    0
1     0     x  0    0     0    0    0
1     x     0  0    0     0    0    0
1     0     0  0    0     0    0    0
"""
M_02 = """
y y 0  y y 0  0 0 x^2
0 0 0  0 0 0  0 0 0
0 0 0  0 0 0  x x 0
0 0 x  0 0 0  0 0 0
0 0 0  0 0 0  0 0 0
1 1 0  0 0 0  0 0 0
0 0 x  0 0 x  0 0 0
0 0 0  0 0 0  0 0 0
1 1 0  1 1 0  0 0 0
"""
BROKEN_ROW = """
y+1 x x x^2  xy+x x^2 x^2 x^3
1   x 0 0    x    x^2 0   0
y+1 x x x^2  0    0   0   0
1   x 0 0    0    0   0   0
"""


@pytest.mark.parametrize(
    ("matrix", "text"),
    [
        (row(1), "1 x\n1 0"),
        (row(1, 1), "y 0\n0 0"),
        (row(2), "y+1 x x x^2\n1 0 x 0\n1 x 0 0\n1 0 0 0"),
        (row(2, 1), "y xy 0 0\ny 0 0 0\n0 0 0 0\n0 0 0 0"),
        (row(3), G_03),
        (row(2).restrict(bottom="_0"), "y+1 x x x^2\n1 x 0 0"),
        (row(1).kron(row(2).restrict(bottom="_0")), BROKEN_ROW),
        (MAXIMAL.bar_matrix(2), M_02),
    ],
)
def test_printed_matrices(matrix: BarMatrix, text: str) -> None:
    assert matrix.to_lists() == printed(text)


def test_words_are_in_lexicographic_order() -> None:
    assert row(3).rows == ("000", "001", "010", "011", "100", "101", "110", "111")
    assert MAXIMAL.bar_matrix(2).columns == ("00", "01", "02", "10", "11", "12", "20", "21", "22")
    assert RIGHT_ENDS.bar_matrix(2).rows == ("00", "02", "20", "22")


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


@pytest.mark.parametrize("q", range(4))
def test_recursion_of_all_positions(q: int) -> None:
    g0, g1 = row(q), row(q, 1)
    assert row(q + 1) == join("01", [[g0 + g1, times("x", g0)], [g0, None]])
    assert row(q + 1, 1) == join("01", [[times("y", g0), None], [None, None]])


@pytest.mark.parametrize(("q", "end"), list(product(range(4), range(2))))
def test_recursion_of_maximal_positions(q: int, end: int) -> None:
    m0, m1, m2 = (MAXIMAL.bar_matrix(q, left, end) for left in range(3))
    n0, n1, n2 = (MAXIMAL.bar_matrix(q + 1, left, end) for left in range(3))
    first, last = [m2, m2, times("x", m0)], [m0, m0, None]
    assert n0 == join("012", [first, [m1, None, None], last])
    assert n1 == join("012", [first, [None] * 3, last])
    assert n2 == join("012", [[times("y", m0), times("y", m0), None], [None] * 3, [None] * 3])


@pytest.mark.parametrize(("q", "end"), list(product(range(4), range(2))))
def test_recursion_of_right_ends(q: int, end: int) -> None:
    e0, e1, e2 = (RIGHT_ENDS.bar_matrix(q, left, end) for left in range(3))
    f0, f1, f2 = (RIGHT_ENDS.bar_matrix(q + 1, left, end) for left in range(3))
    assert f0 == join("02", [[e1 + e2, times("x", e0)], [e0, None]])
    assert f1 == join("02", [[e2, times("x", e0)], [e0, None]])
    assert f2 == join("02", [[times("y", e0), None], [None, None]])


@pytest.mark.parametrize("tiles", [GENERAL, MAXIMAL, RIGHT_ENDS])
def test_bars_of_length_0(tiles: TileSet) -> None:
    for left, right in product(tiles.end_labels, repeat=2):
        expected = BarMatrix.of([""], [""], [(0, 0, poly("1"))] if left == right else [])
        assert tiles.bar_matrix(0, left, right) == expected


# An independent count: place dominoes square by square, then look for two free neighbours.


def brute(squares: Cells, across: bool = False, down: bool = False) -> Polynomial:
    """The positions without a free pair of neighbours across (down), by dominoes down and across."""
    terms: dict[tuple[int, ...], int] = {}

    def fill(rest: list[tuple[int, int]], free: Cells, taken: Cells, powers: tuple[int, int]) -> None:
        if not rest:
            pairs = ((across, 0, 1), (down, 1, 0))
            if not any(asked and (i + di, j + dj) in free for asked, di, dj in pairs for i, j in free):
                terms[powers] = terms.get(powers, 0) + 1
            return
        (i, j), *later = rest
        covered = (i, j) in taken
        fill(later, free if covered else free | {(i, j)}, taken, powers)
        for other, x, y in (((i + 1, j), 1, 0), ((i, j + 1), 0, 1)):
            if not covered and other in squares and other not in taken:
                fill(later, free, taken | {other}, (powers[0] + x, powers[1] + y))

    fill(sorted(squares), frozenset(), frozenset(), (0, 0))
    return Polynomial.of(("x", "y"), terms)


def rectangle(rows: int, cols: int) -> Cells:
    return frozenset(product(range(rows), range(cols)))


SMALL = [(m, n) for m in range(1, 5) for n in range(1, 5) if m * n <= 12]


@pytest.mark.parametrize(("m", "n"), SMALL)
def test_rectangles_by_brute_force(m: int, n: int) -> None:
    assert GENERAL.rectangle(m, n) == brute(rectangle(m, n))
    assert MAXIMAL.rectangle(m, n) == brute(rectangle(m, n), across=True, down=True)
    assert RIGHT_ENDS.rectangle(m, n) == brute(rectangle(m, n), across=True)


# The examples of the paper.

D_43 = """x^6 + 9x^5 + 6x^4y^2 + 20x^4y + 30x^4 + 46x^3y^2 + 84x^3y + 45x^3
+ 4x^2y^4 + 24x^2y^3 + 100x^2y^2 + 100x^2y + 30x^2+24xy^4
+ 72xy^3 + 90xy^2 + 48xy + 9x + 16y^4 + 32y^3 + 24y^2+ 8y + 1"""
D_43_PLAY = "46x^3y^2+ 24x^2y^3+ 100x^2y^2 + 100x^2y+ 90xy^2 + 48xy + 9x + 8y + 1"
TWO_HOLES = """2x^3y^2 + 8x^3y + 4x^3 + 12x^2y^2 + 22x^2y + 8x^2 + xy^4 + 10xy^3 + 26xy^2
+ 21xy + 5x + 2y^4 + 9y^3 + 12y^2 + 6y + 1"""
BOTTOM = """x^4y^2 + 2x^4y + x^4 + 10x^3y^2 + 16x^3y + 6x^3 + 3x^2y^4 + 24x^2y^3 + 58x^2y^2
+ 46x^2y + 11x^2 + 8xy^4 + 42xy^3 + 62xy^2 + 34xy + 6x + y^6 + 9y^5
+ 26y^4 + 35y^3 + 24y^2 + 8y +1"""
LEFT = "x^3 + 6x^2 + 5x + 1"
TOP = """x^9y^3 + 3x^9y^2 + 3x^9y + x^9 + 23x^8y^3 + 62x^8y^2 + 55x^8y + 16x^8 + 4x^7y^5
+ 43x^7y^4 + 291x^7y^3 + 555x^7y^2 + 401x^7y + 98x^7 + 60x^6y^5 + 539x^6y^4
+ 1874x^6y^3 + 2564x^6y^2 + 1469x^6y + 295x^6 + 4x^5y^7 + 71x^5y^6 + 650x^5y^5
+ 2908x^5y^4 + 6250x^5y^3 + 6303x^5y^2 + 2885x^5y +481x^5 + 34x^4y^7
+ 467x^4y^6 + 2590x^4y^5 + 7406x^4y^4 + 11148x^4y^3 + 8637x^4y^2 + 3218x^4y
+ 452x^4 + x^3y^9 + 20x^3y^8 + 222x^3y^7 + 1421x^3y^6 + 4991x^3y^5
+ 9909x^3y^4 + 11109x^3y^3 + 6812x^3y^2 + 2098x^3y + 251x^3 + 3x^2y^9 + 55x^2y^8
+ 437x^2y^7 + 1909x^2y^6 + 4790x^2y^5 + 7083x^2y^4 + 6172x^2y^3 + 3063x^2y^2
+ 789x^2y + 81x^2 + 3xy^9 + 50xy^8 + 330xy^7 + 1123xy^6 + 2181xy^5
+ 2533xy^4 + 1774xy^3 + 726xy^2 + 158xy + 14x + y^9 + 15y^8 + 85y^7 + 237y^6
+ 373y^5 + 353y^4 + 204y^3 + 70y^2 + 13y + 1"""
TOURNAMENT_PLAY = """17x^{10}y^{11} + 410x^{10}y^{10} + 7690x^{10}y^9 + 6769x^9y^{10} + 76829x^9y^9
+ 532379x^9y^8 + 436560x^8y^9 + 2217847x^8y^8 + 7453953x^8y^7 + 6030494x^7y^8
+ 16049771x^7y^7 + 29420257x^7y^6 + 23698832x^6y^7 + 36239078x^6y^6
+ 38789964x^6y^5 + 31354701x^5y^6 + 29013063x^5y^5 +18784523x^5y^4
+ 15287335x^4y^5 + 8768628x^4y^4 + 3451191x^4y^3 +2830886x^3y^4
+ 1004132x^3y^3 + 232953x^3y^2 + 192647x^2y^3 + 40779x^2y^2 + 5086x^2y
+ 4240xy^2 + 487xy + 25x + 21y + 1"""


def play(position: Polynomial) -> Polynomial:
    """The terms of positions that alternating play can reach."""
    return position.only((a, b) for (a, b), _ in position.terms if abs(a - b) <= 1)


def test_4_by_3() -> None:
    assert (row(3) ** 4)[0, 0] == GENERAL.rectangle(4, 3) == poly(D_43)
    assert play(poly(D_43)) == poly(D_43_PLAY)
    assert poly(D_43_PLAY).total == 426


@pytest.mark.parametrize(("n", "number", "of"), [(1, 1, 1), (2, 5, 7), (3, 75, 131), (4, 4632, 10012)])
def test_play_positions_of_squares(n: int, number: int, of: int) -> None:
    positions = GENERAL.rectangle(n, n)
    assert (play(positions).total, positions.total) == (number, of)


def test_two_holes() -> None:
    r1 = row(4).restrict(bottom="_0__")
    r2 = row(1).kron(row(2).restrict(bottom="_0"))
    r3 = row(3).restrict(top="_0_")
    assert (r3 @ r2 @ r1)[0, 0] == poly(TWO_HOLES)
    assert brute(rectangle(3, 4) - {(1, 1), (2, 3)}) == poly(TWO_HOLES)


def bottom() -> Polynomial:
    return (row(6).restrict(top="00__00") @ row(2) ** 3)[0, 0]


def top() -> Polynomial:
    g1, g2, g6 = row(1), row(2), row(6)
    both = g1.kron(g1)
    legs = g2.restrict(bottom="_0").kron(g2.restrict(bottom="0_"))
    middle = g6.restrict(bottom="__00__", top="__000_")
    board = both @ both @ legs @ middle @ g2.kron(g1) @ g6.restrict(bottom="00__00").kron(g1)
    return board[0, 0]


def test_bottom_component() -> None:
    assert row(6).restrict(top="00__00").shape == (64, 4)
    assert bottom() == poly(BOTTOM)


def test_top_component() -> None:
    assert top() == poly(TOP)


def test_left_component_has_6_rows_and_1_column() -> None:
    # Printed as D_{1,6}, but the matrix G_{0,1}^6 and the polynomial are those of 6 rows of 1.
    assert (row(1) ** 6)[0, 0] == GENERAL.rectangle(6, 1) == poly(LEFT)
    assert GENERAL.rectangle(1, 6) == poly(LEFT.replace("x", "y")) != poly(LEFT)


def test_play_positions_of_the_tournament_game() -> None:
    assert play(bottom() * top() * poly(LEFT)) == poly(TOURNAMENT_PLAY)


# Maximal positions: which rows are summed.


POWERS = (1, 3, 9, 27, 81)


def summed_rows(m: int, n: int, number: Callable[[tuple[int, ...]], int]) -> Polynomial:
    """The sum of the entries (number(u), 1) of (M + M')^m over the words u of 0s and 1s."""
    power = (MAXIMAL.bar_matrix(n, 0, 0) + MAXIMAL.bar_matrix(n, 0, 1)) ** m
    return sum((power[number(u) - 1, 0] for u in product(range(2), repeat=n)), poly("0"))


def test_ends_are_summed() -> None:
    both = MAXIMAL.bar_matrix(3, 0, 0) + MAXIMAL.bar_matrix(3, 0, 1)
    assert MAXIMAL.bar_matrix(3, left="0", right=("0", "1")) == both == MAXIMAL.bar_matrix(3, 0, {0, 1})


def test_maximal_positions_sum_rows_with_powers_from_0() -> None:
    def corrected(u: tuple[int, ...]) -> int:
        return 1 + sum(u_i * POWERS[i - 1] for i, u_i in enumerate(u, start=1))

    assert summed_rows(3, 2, corrected) == MAXIMAL.rectangle(3, 2) == poly("2x^2y + 2x^2 + y^3")
    for m, n in SMALL:
        assert summed_rows(m, n, corrected) == brute(rectangle(m, n), across=True, down=True)


@pytest.mark.parametrize("n", range(1, 5))
def test_row_numbers_as_printed_do_not_exist(n: int) -> None:
    # Theorem and proof have 1 + sum of u_i 3^i for i = 1..n, which passes the last row 3^n.
    def as_printed(u: tuple[int, ...]) -> int:
        return 1 + sum(u_i * POWERS[i] for i, u_i in enumerate(u, start=1))

    assert as_printed((*(0,) * (n - 1), 1)) == 1 + 3**n
    with pytest.raises(OptionError):
        summed_rows(2, n, as_printed)


# Right ends.

RIGHT_END_TABLE = [
    [1, 1, 2, 2, 3, 4, 5, 7],
    [2, 4, 11, 25, 61, 146, 351, 844],
    [3, 9, 48, 172, 731, 2976],
    [5, 25, 227, 1427, 10388],
    [8, 64, 1054, 11134, 140555],
    [13, 169, 4921, 88733],
    [21, 441, 22944],
    [34, 1156, 107017],
]


@pytest.mark.parametrize(("m", "line"), list(enumerate(RIGHT_END_TABLE, start=1)))
def test_table_of_right_ends(m: int, line: list[int]) -> None:
    assert [RIGHT_ENDS.rectangle(m, n).total for n in range(1, len(line) + 1)] == line


def test_right_ends_are_an_entry() -> None:
    both = RIGHT_ENDS.bar_matrix(3, 0, 0) + RIGHT_ENDS.bar_matrix(3, 0, 1)
    assert (both**4)[0, 0] == RIGHT_ENDS.rectangle(4, 3)


# The matrix as a value.


def test_entries_by_word_and_by_index() -> None:
    matrix = row(2)
    assert matrix.entry("01", "10") == matrix[1, 2] == matrix.entry(1, "10") == poly("x")
    assert matrix["01", "01"] == poly("0")
    for wrong in ("02", 4, -1):
        with pytest.raises(OptionError):
            matrix.entry(wrong, 0)


def test_powers() -> None:
    assert row(2) ** 0 @ row(2) == row(2) ** 1 == row(2)
    assert row(2) ** 5 == row(2) @ row(2) @ row(2) @ row(2) @ row(2)
    with pytest.raises(OptionError):
        row(2) ** -1


def test_matrices_that_do_not_fit() -> None:
    with pytest.raises(MismatchError):
        row(1) @ row(2)
    with pytest.raises(MismatchError):
        row(1) + row(2)
    with pytest.raises(MismatchError):
        row(2).restrict(top="0_") ** 2


@pytest.mark.parametrize("pattern", ["0", "___", "2_", "_3"])
def test_restrictions_that_do_not_fit(pattern: str) -> None:
    with pytest.raises(OptionError):
        row(2).restrict(top=pattern)


def test_restricting_everything_leaves_one_entry() -> None:
    one = (row(3) ** 4).restrict(top="000", bottom="000")
    assert (one.rows, one.columns, one[0, 0]) == (("",), ("",), poly(D_43))
    assert row(2).restrict() == row(2)


def test_matrix_is_a_value() -> None:
    matrix = row(2)
    _ = matrix[0, 0]
    copy = pickle.loads(pickle.dumps(matrix))
    assert copy == matrix
    assert hash(copy) == hash(matrix)
    assert len({matrix, copy, row(1)}) == 2
    assert pickle.loads(pickle.dumps(GENERAL)) == GENERAL == TileSet(find_rule("domineering-tiles"))


def test_printing() -> None:
    assert str(row(1, 1)) == "   0  1\n0  y  0\n1  0  0"
    assert row(1).latex() == r"\begin{bmatrix} 1 & x \\ 1 & 0 \end{bmatrix}"
    assert repr(row(2)) == "<BarMatrix 4 x 4, 9 entries not zero>"


# Tile sets.


def test_tile_set_needs_tiles() -> None:
    for wrong in ("col", find_rule("col"), "no such file.toml"):
        with pytest.raises(RuleError):
            TileSet(wrong)


TWO_COLOURS = """
name = "Two colours"
[boundary]
top = ["{a}", "b"]
right = [0]
bottom = ["{a}", "b"]
left = [0]
[[tile]]
top = "{a}"
bottom = "b"
left = 0
right = 0
weight = "x"
[[tile]]
top = "b"
bottom = "{a}"
left = 0
right = 0
"""


def test_tile_set_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(TWO_COLOURS.format(a="a"))
    tiles = TileSet(path)
    assert tiles.bar_matrix(1).to_lists() == printed("0 1\nx 0")
    assert tiles.rectangle(3, 1) == poly("x + x^2")
    path.write_text(TWO_COLOURS.format(a="aa"))
    with pytest.raises(RuleError, match="one character"):
        TileSet(path)


@pytest.mark.parametrize("length", [-1, True, 1.5, "2", None])
def test_length_is_a_whole_number(length: int) -> None:
    with pytest.raises(OptionError):
        GENERAL.bar_matrix(length)


def test_unknown_labels_and_hopeless_sizes() -> None:
    with pytest.raises(OptionError, match=r"left label '2': tiles have only 0, 1 there"):
        GENERAL.bar_matrix(2, left=2)
    with pytest.raises(OptionError):
        GENERAL.bar_matrix(2, right=("0", "x"))
    for tiles, length in ((GENERAL, 13), (MAXIMAL, 8), (RIGHT_ENDS, 10**9)):
        with pytest.raises(LimitError):
            tiles.bar_matrix(length)


def test_no_rows_or_no_columns() -> None:
    for tiles in (GENERAL, MAXIMAL, RIGHT_ENDS):
        assert tiles.rectangle(0, 3) == tiles.rectangle(3, 0) == poly("1")
