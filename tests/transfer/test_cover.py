"""Exact covers, pointing cells and full positions: formulas, permanents, conventions, words.

Kasteleyn's product and permanents are computed apart from gfkit; printed terms are in ``test_agree_things``.
"""

from __future__ import annotations

from math import prod

import pytest
from agreement import agree
from choice import sample
from known_sequences import dominoes
from rules_of_kinds import cover, pointers

from gfkit import brute_force, count, derive
from gfkit.kinds.wording import rule_sentences

DOMINO = cover("XX", turned=True)


@pytest.mark.parametrize(
    "rows", [1, 4, *(pytest.param(m, marks=pytest.mark.slow(m)) for m in (2, 3, 5, 6, 7, 12))]
)
def test_dominoes_are_those_of_kasteleyn(rows):
    law = derive(DOMINO, f"{rows}xn")
    assert law.evidence.status.value == "proved"
    assert law.terms(13)[1:] == [dominoes(rows, n) for n in range(1, 13)]
    if rows == 4:
        assert derive("domineering", "4xn", "full").terms(13)[1:] == law.terms(13)[1:]


def test_dominoes_on_graphs_are_perfect_matchings():
    """K_2n has (2n-1)!! of them, a ring of even length two, a path one."""
    for rule, positions in ((DOMINO, "all"), ("arc-kayles", "full")):
        assert [int(count(rule, f"complete:{n}", positions)) for n in (2, 4, 6, 8)] == [1, 3, 15, 105]
        assert derive(rule, "cycle:n", positions).terms(6) == [0, 2, 0, 2, 0, 2]
        assert derive(rule, "path:n", positions).terms(6) == [1, 0, 1, 0, 1, 0]


def test_t_tetrominoes_on_four_rows():
    """Korn and Pak, Tilings of rectangles with T-tetrominoes: 2 * 3^(k-1) of 4 x 4k."""
    law = derive(cover(".X./XXX", turned=True), "4xn")
    assert law.terms(30) == [1] + [2 * 3 ** (n // 4 - 1) if n % 4 == 0 else 0 for n in range(1, 30)]


# Pointing cells.


def permanent(matrix: list[list[int]]) -> int:
    """Ryser's formula.

    >>> permanent([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
    3
    """
    size, total = len(matrix), 0
    for chosen in range(1 << size):
        columns = [col for col in range(size) if chosen >> col & 1]
        total += (-1) ** (size - len(columns)) * prod(sum(row[col] for col in columns) for row in matrix)
    return total


MOVES = {
    "rook": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "king": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
    "oo/X.": [(-1, 0), (-1, 1)],
    "o.o/.X./..o": [(-1, -1), (-1, 1), (1, 1)],
    "ooX": [(0, -2), (0, -1)],
    "ooX.o": [(0, -2), (0, -1), (0, 2)],
    ".o./o.X": [(-1, -1), (0, -2)],
}


@pytest.mark.parametrize(
    ("moves", "stay", "board"),
    sample(MOVES, [True, False], ["3xn", "cylinder:3xn", "torus:3xn"], quick=2, seconds=1,
           allowed=lambda moves, _, board: moves != "ooX.o" or "torus" not in board),
)  # fmt: skip
def test_pointing_cells_are_permanents(moves, stay, board):
    """Of the matrix with a 1 where a cell may point, each pair of cells once.

    On tori three rings of moves that reach two cells either way remember too much.
    """
    law = derive(pointers(moves, stay=stay), board)
    wraps = (board != "3xn", board == "torus:3xn")
    for n in range(law.first_n, 5):
        spots = [(r, c) for r in range(3) for c in range(n)]
        matrix = []
        for row, col in spots:
            around = [(row + down, col + right) for down, right in MOVES[moves]]
            reached = {(r % 3 if wraps[0] else r, c % n if wraps[1] else c) for r, c in around} - {(row, col)}
            matrix.append([int(spot in reached or (stay and spot == (row, col))) for spot in spots])
        assert law[n] == permanent(matrix)


# Conventions.


def test_moves_that_meet_around_a_ring_are_one():
    """Three cells around: two to the right is one to the left, and three to the right is no move."""
    assert int(count(pointers("o/./X/o", stay=False), "cylinder:3x1")) == 1
    assert [int(count(pointers("X/./././o", stay=stay), "cylinder:4x1")) for stay in (False, True)] == [0, 1]
    ways = pointers("o/./X", "X/o", stay=False, weight={"o/./X": "x", "X/o": "y"})
    for way in (count, brute_force):  # the first of two moves gives the weight
        assert str(way(ways, "cylinder:3x1", weights="players").polynomial) == "x^3"


def test_the_same_piece_on_the_same_cells_is_there_once_and_two_pieces_are_two():
    """Three cells around: a bar of three is one laying; XX and X.X, which lie on the same cells, are two."""
    assert int(count(cover("X/X/X"), "cylinder:3x1")) == 1
    two = cover("X", "X/X", "X/./X", weight={"X/X": "x", "X/./X": "y"})
    assert str(count(two, "cylinder:3x1", weights="players").polynomial) == "1 + 3*x + 3*y"
    agree(two, "cylinder:3x1")


def test_pieces_are_turned_and_mirrored_on_request():
    """An L of four cells in a box of 2 x 3 or 3 x 2, the rest single cells: 4 places of each position."""
    for turned, mirrored, *numbers in ((False, False, 2, 1), (False, True, 3, 1), (True, False, 3, 3),
                                       (True, True, 5, 5)):  # fmt: skip
        rule = cover("X", "XXX/X..", turned=turned, mirrored=mirrored)
        assert [int(count(rule, board)) for board in ("2x3", "3x2")] == numbers


def test_no_full_position_where_groups_need_liberties():
    """Whoever has no free cell has no liberty: only the board without cells is full."""
    for board in ("0x3", "2x2", "path:3", "complete:4", "cylinder:3x2"):
        assert int(count("nogo", board, "full")) == (board == "0x3")
    assert derive("nogo", "2xn", "full").terms(4) == [1, 0, 0, 0]


# Words.


def test_words():
    weighted = cover("XX/X.", "X", turned=True, weight={"X": "y"})
    for rule, said in (
        (weighted, "Every cell of the board is in exactly one piece."),
        (weighted, "Pieces may be turned, but not turned over."),
        (weighted, 'As weights, y marks the piece "X".'),
        (pointers("Xo", stay=True),
         "Every cell points at itself or at a cell at offsets (0,1), and every cell is pointed at once."),
        (pointers("Xo", stay=True, weight={"stay": "y"}), "As weights, y marks staying."),
    ):  # fmt: skip
        assert said in rule_sentences(rule)
