"""The engines by what the paper says, where that is more than its claims say: other ways, other boards."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from choice import some_and_all

import gfkit
from gfkit.catalog import read_document
from gfkit.catalog.papers import CHECKS, catalog_files, theorems
from gfkit.core.boards import parse_one_board
from gfkit.play import ShortGame, value
from gfkit.play.family_outcomes import outcome, outcomes

from ..shared.cells import (
    beside,
    connected_boards,
    drawing_of,
    home,
    placements_beside,
    quarter_turn,
    read_cells,
    shift,
)
from .check import Way, worth
from .plain_sums import BoardPart, Sum, TreePart

PRINTED = tomllib.loads(Path(__file__).with_name("printed.toml").read_text())
CLAIMS = {
    claim.id.removeprefix("tromping-"): claim
    for file in catalog_files()
    if file.parent.name == "tromping"
    for claim in read_document(file).claims
}
TABLES = {"i-tromping": "t1", "d-tromping": "t2", "l-tromping": "t3"}
SQUARE = "+-(0,{{2|0},2+_2|{2|0},-_2})"
"""The value of 4 x 4 in Domineering, which the paper looks for in I-Tromping."""


def boards_of(claim):
    return claim.arguments.get("boards") or [claim.arguments["board"]]


def size(board):
    return parse_one_board(board).size


def rows_of(table, many):
    """A table row by row as claims have it: values, then who wins where only that is printed."""
    letters = {"first": "F", "left": "V", "right": "H"}
    for number in range(1, many + 1):
        winners = CLAIMS.get(f"{table}-{number}-winners")
        more = [] if winners is None else [letters[word] for word in winners.statement]
        yield [*CLAIMS[f"{table}-{number}"].statement, *more]


def played(game, *boards, take=()):
    """The sum of boards, less those in ``take``, played out."""
    return Sum(
        *(BoardPart(game, drawing_of(home(board))) for board in boards),
        *(BoardPart(game, drawing_of(home(board)), -1) for board in take),
    )


# Tables of values


def test_tables_are_as_printed():
    """Only bars are put back; turned boards are negatives (section 4.11), and so are the printed values."""
    for game, word in TABLES.items():
        printed = PRINTED[game]["printed"]
        table = list(rows_of(word, len(printed)))
        assert [[re.sub(r"\|+", " ", text) for text in row] for row in table] == printed
        for m, n in product(range(len(table)), repeat=2):
            text, other = table[m][n], table[n][m]
            if text in "FVH":
                assert {text, other} in ({"F"}, {"V", "H"})
            else:
                assert ShortGame.parse(text) == -ShortGame.parse(other)


MOST = {"i-tromping": 25, "d-tromping": 16, "l-tromping": 15, "domineering": 16, "m-tromping": 20}
VALUES = [claim for claim in CLAIMS.values() if claim.by == "value" and claim.cost == "fast"]


def is_worth(game, board, text):
    """Whether board minus value, move by move, is won by the second player."""
    return Sum(BoardPart(game, board), TreePart(ShortGame.parse(text), -1)).is_zero


@pytest.mark.parametrize("some", some_and_all(VALUES, 4, 2))
def test_values_played_out(some):
    for claim in some:
        game, most = claim.arguments["game"], MOST[claim.arguments["game"]] - (5 if len(some) < 5 else 0)
        for board, text in zip(boards_of(claim), claim.statement, strict=True):
            assert size(board) > most or is_worth(game, board, text), (claim.id, board)


@pytest.mark.slow(1)
@pytest.mark.parametrize(
    ("game", "board", "word"), [("i-tromping", "5x6", "t1-5"), ("d-tromping", "4x4", "t2-4")]
)
def test_large_values_played_out(game, board, word):
    assert is_worth(game, board, CLAIMS[word].statement[boards_of(CLAIMS[word]).index(board)])


THREE_ROWS = (
    "1", "2", "+-2", "{3|-3/2}", "{4|-1,-1*}", "{4|0|||-1/2||-1|-2}", "{5|1/2||0}", "{6|1,1*||1}",
    "{6|2|||3/2||1|0||||-2}", "{7|5/2||2|||-3/2}", "{8|3,3*||3|||-5/4}",
    "{8|4|||7/2||3|2||||0|||||-1,-1*|-4}",
)  # fmt: skip


@pytest.mark.parametrize("last", [6, pytest.param(11, marks=pytest.mark.slow(15))])
def test_three_rows(last):
    """I-Tromping on 3 x n, which is not printed: the winners of Table 4, and the values played out."""
    for n, text in enumerate(THREE_ROWS[:last], 1):
        found = value("i-tromping", f"3x{n}")
        assert found.outcome == CLAIMS["t4"].statement[n - 1]
        assert found.value == ShortGame.parse(text)
        assert is_worth("i-tromping", f"3x{n}", text)


# Who wins

OUTCOMES = [claim for claim in CLAIMS.values() if claim.by == "outcome"]


@pytest.mark.slow(15)
@pytest.mark.parametrize("some", [OUTCOMES])
def test_winners_by_every_move(some):
    check = CHECKS["outcome"].methods["brute-force"]
    for claim in some:
        small = [k for k, board in enumerate(boards_of(claim)) if size(board) <= 16]
        asked = {"game": claim.arguments["game"], "boards": [boards_of(claim)[k] for k in small]}
        said = tuple(claim.statement[k] for k in small)
        assert not small or check(said, asked).status == "proved", claim.id


@pytest.mark.slow(15)
@pytest.mark.parametrize("some", [["t4", "t5", "t6", "t7", "t8", "t9"]])
def test_winners_of_families(some):
    for word in some:
        claim = CLAIMS[word]
        family = boards_of(claim)[0].replace("x1", "xn")
        found = outcomes(claim.arguments["game"], family, to=len(claim.statement))
        assert found.words == claim.statement, word


FOR_ALL = [
    ("d-tromping", "3xn", 7, 8, (1, 2, 3, 7)),
    ("i-tromping", "4xn", 11, 6, (1, 2, 3, 4, 5)),
    ("i-tromping", "5xn", 11, 6, (1, 2, 3, 4, 5)),
    ("d-tromping", "2xn", 14, 11, (1, 2, 3, 5, 6, 7, 10)),
]


@pytest.mark.parametrize(
    "some",
    [pytest.param(FOR_ALL[:1], id="some"), pytest.param(FOR_ALL[1:], id="all", marks=pytest.mark.slow(8))],
)
def test_settled_for_all_n(some):
    """Sections 4.3 to 4.6: Horizontal wins from some n on."""
    for game, family, to, covers_from, exceptions in some:
        law = outcomes(game, family, to=to).law
        assert (law.winner, law.covers_from) == ("right", covers_from), family
        assert (law.exceptions, law.unknown) == (exceptions, ()), family


@pytest.mark.slow(8)
def test_multiples_of_six():
    """Sections 4.2 and 4.7: 3 x 6k in I-Tromping and 4 x 6k in D-Tromping are Horizontal's."""
    for game, family, to in (("i-tromping", "3xn", 12), ("d-tromping", "4xn", 7)):
        law = outcomes(game, family, to=to).law
        assert (law.generators, law.covers_from) == ((6,), None)
    # Remark 4.1: beside such boards he wins or the first player does, from 9 on.
    law = outcomes("i-tromping", "3xn", to=14).law
    assert (law.winner, law.moving_first_from) == ("right", 9)


@pytest.mark.slow(1)
def test_no_law_for_l_tromping():
    """Section 3: either player's L-tromino crosses the border."""
    law = outcomes("l-tromping", "3xn", to=7).law
    assert law is None or not law.proved


# M-Tromping: Table 12 and section 4.10


def nimbers():
    for m in range(1, 7):
        row = CLAIMS[f"t12-{m}"].statement
        yield [text.replace("*", "") or "1" for text in row] if m > 4 else list(row)


def test_nimbers_are_values_and_symmetric():
    table = list(nimbers())
    assert [list(column) for column in zip(*table, strict=True)] == table == PRINTED["m-tromping"]["printed"]
    for m, n in product(range(1, 4), range(1, 6)):
        assert value("m-tromping", f"{m}x{n}").value == ShortGame.parse(f"*{table[m - 1][n - 1]}")
    for m, n in product(range(2, 7), repeat=2):
        if m <= n and m * n <= 15:
            heap = TreePart(ShortGame.parse(f"*{table[m - 1][n - 1]}"))
            assert Sum(BoardPart("m-tromping", f"{m}x{n}"), heap).is_zero


@pytest.mark.slow(1)
def test_corners_removed_far_out():
    """Theorems 4.3 and 4.4 by the mex over all moves on two rows, whose ends may differ by a square."""
    whole = gfkit.nim("m-tromping", "2xn", to=24)
    for n in range(1, 25):
        assert two_rows(0, n, 0, n) == two_rows(1, n + 1, 0, n) == two_rows(1, n, 0, n + 1) == whole[n]
        assert n == 1 or two_rows(0, n, 0, n - 1) != 0


@cache
def two_rows(top, top_end, bottom, bottom_end):
    """The nimber of M-Tromping on squares top..top_end-1 of one row and bottom..bottom_end-1 of the other."""
    if min(top, bottom):
        start = min(top, bottom)
        return two_rows(top - start, top_end - start, bottom - start, bottom_end - start)
    if min(top_end - top, bottom_end - bottom) <= 0 or max(top_end, bottom_end) < 2:
        return 0
    options = set()
    for col in range(max(top_end, bottom_end) - 1):
        square = {(row, c) for row in (0, 1) for c in (col, col + 1)}
        for left_out in square:
            spans = ((top, top_end), (bottom, bottom_end))
            if all(spans[row][0] <= c < spans[row][1] for row, c in square - {left_out}):
                ends = [[col, col + 2], [col, col + 2]]
                row, c = left_out
                if spans[row][0] <= c < spans[row][1]:
                    ends[row] = [c + 1, c + 2] if c == col else [c - 1, c]
                options.add(
                    two_rows(top, ends[0][0], bottom, ends[1][0])
                    ^ two_rows(ends[0][1], top_end, ends[1][1], bottom_end)
                )
    return min(set(range(len(options) + 1)) - options)


# Boards beside each other

CONCATENATION = theorems()["tromping.concatenation"]
SEARCH = Way(
    lambda game, one, other: outcome(game, beside([*one, *map(quarter_turn, other)])), "searched", "searched"
)
"""A third way: search with bounds."""
PARTS = ("FG + GH <= FGH", "if FG = F then FGH = F + GH", "if GH = H then FGH = H + FG")


CONCATENATED = [
    c
    for c in CLAIMS.values()
    if c.arguments.get("name") == CONCATENATION.name and c.arguments["with"]["cells"] < 8
]


@pytest.mark.slow(20)
@pytest.mark.parametrize("some", [CONCATENATED])
def test_concatenation_by_search(some):
    for claim in some:
        asked = {**claim.arguments["with"], "cells": 6}
        found = CONCATENATION.by(SEARCH)(claim.statement, asked)
        assert found.status == claim.status, claim.id
        if claim.witness is not None:
            assert (found.witness.at, found.witness.true) == (claim.witness.at, claim.witness.true)


TURNED = [(part, middle) for part in PARTS for middle in (".#/..", "../#.", "../..", "1x3")]


@pytest.mark.slow(15)
@pytest.mark.parametrize("some", [TURNED])
def test_two_wide_boards_turned(some):
    """Proposition 2.4 for the other ways that its boards can lie. Remark 3 says that it fails when G is not
    0; it holds for a row of three, -1."""
    assert worth("i-tromping", read_cells("1x3")) == -1
    for part, middle in some:
        asked = {"game": "i-tromping", "cells": 7}
        found = CONCATENATION.methods["canonical"]((f"{part} for G = {middle}",), asked)
        assert found.status == "consistent", (part, middle)


@pytest.mark.slow(4)
@pytest.mark.parametrize("game", ["domineering", "d-tromping", "l-tromping"])
def test_rows_of_two(game):
    """What holds instead of Proposition 2.6: (a) with two squares between. In Domineering too, where Remark 4
    denies it. (b) and (c) say nothing then, as FG = F never holds: Horizontal always gains a move."""
    check = CONCATENATION.methods["canonical"]
    assert check((f"{PARTS[0]} for G = 1x2",), {"game": game, "cells": 6}).status == "consistent"
    for first in (board for cells in range(1, 5) for board in connected_boards(cells)):
        for second in placements_beside(first, read_cells("1x2")):
            assert worth(game, first | second) < worth(game, first)


@pytest.mark.slow(1)
def test_two_wide_boards_must_hang_together():
    """Any set of squares is a board in the paper. Then a piece can meet all of F G H.

    G has a row with two squares side by side and none with three; F and H are single squares beside
    another square of G. So FG = GH = 0, but FGH = -1, and Proposition 2.4 fails.
    """
    f, g, h = read_cells("."), read_cells("#.##.."), read_cells("##.")
    assert [worth("i-tromping", board) for board in (f | g, g | h, f | g | h)] == [0, 0, -1]
    assert played("i-tromping", f | g, g | h).is_zero
    assert played("i-tromping", f | g | h).outcome == "right"


@pytest.mark.parametrize("most", [pytest.param(5, marks=pytest.mark.slow(6))])
def test_cuts(most):
    """What Vertical cannot cross only helps Horizontal, so the whole is at most the sum of the parts."""
    for left, right in product(range(1, most), range(1, min(most, 4))):
        for f, h in product(connected_boards(left), connected_boards(right)):
            for second, game in product(placements_beside(f, h), ("domineering", "i-tromping", "d-tromping")):
                assert worth(game, f | second) <= worth(game, f) + worth(game, h)


@pytest.mark.parametrize(
    ("left", "right", "whole"),
    [
        ("..../.###", "#.#/.../.##/..#", "#####.#/####.../.....##/.###..#"),
        pytest.param(
            *("..#../.....", "..#../.....", "..#....#../.........."), id="aligned", marks=pytest.mark.slow(3)
        ),
    ],
)
def test_not_for_l_tromping(left, right, whole):
    """Sections 2.3, 4.9 and 5 ask whether Theorem 3.3 holds for L-Tromping; it does not.

    Both parts are Horizontal's, the whole is the first player's. In the second pair every row runs from
    the first column to the last, so that the boards are aligned in every way they can be put together.
    """
    boards = [read_cells(text) for text in (left, right, whole)]
    assert [worth("l-tromping", board).outcome for board in boards] == ["right", "right", "first"]
    assert home(boards[2]) in {home(boards[0] | second) for second in placements_beside(*boards[:2])}
    assert [played("l-tromping", board).outcome for board in boards] == ["right", "right", "first"]


@pytest.mark.slow(10)
def test_no_smaller_ones_for_l_tromping():
    """Of two boards hanging together with 8 squares or fewer, both Horizontal's, so is the whole."""
    won = {size: [b for b in connected_boards(size) if worth("l-tromping", b) < 0] for size in range(1, 7)}
    assert not won[1]
    for left, right in product(won, won):
        if left + right <= 8:
            for f, h in product(won[left], won[right]):
                for second in placements_beside(f, h):
                    assert worth("l-tromping", f | second) < 0


# Values and where they are found


@pytest.mark.slow(1)
def test_star_two_is_in_no_small_board_of_the_others():
    """Section 2.3: *2 comes up in L-Tromping on boards of 6 squares."""
    two = ShortGame.parse("*2")
    for game in ("domineering", "i-tromping"):
        assert all(worth(game, board) != two for cells in range(1, 6) for board in connected_boards(cells))
    assert is_worth("l-tromping", "#.#/#../..#/#.#", "*2")


@pytest.mark.slow(1)
def test_nimbers_are_not_hot():
    """The same place says that in impartial games all values but 0 are hot; they are infinitesimal."""
    for nimber in range(1, 5):
        star = ShortGame.parse(f"*{nimber}")
        assert (star.temperature, star.left_stop, star.right_stop) == (0, 0, 0)


@pytest.mark.slow(1)
def test_two_or_more_columns():
    """Section 4.1: Horizontal wins I-Tromping on 2 x n from n = 3 on; before, nobody can move."""
    for n in range(1, 12):
        assert value("i-tromping", f"2x{n}").value == -2 * (n // 3)


@pytest.mark.slow(10)
def test_the_square_of_domineering():
    """Section 5 proposes that no position of I-Tromping has the value of 4 x 4 in Domineering."""
    assert is_worth("domineering", "4x4", SQUARE)
    nowhere = theorems()["tromping_values.nowhere"].methods["canonical"]
    assert nowhere((SQUARE,), {"game": "i-tromping", "cells": 7}).status == "open"


def crosses(count):
    return frozenset().union(*(shift(read_cells("#.#/.../#.#"), 0, 3 * place) for place in range(count)))


@pytest.mark.slow(1)
def test_crosses_played_out():
    """Figure 12, as far as the text tells the boards."""
    for word, game in (("f12-l", "l-tromping"), ("f12-i", "i-tromping")):
        for count, text in enumerate(CLAIMS[word].statement[:2], 1):
            assert is_worth(game, drawing_of(crosses(count)), text)


@pytest.mark.slow(1)
def test_double_cross():
    """Horizontal's best opening on the two squares in the middle."""
    found = value("l-tromping", drawing_of(crosses(2)), options=True)
    assert [(move.player.value, move.value, move.alike) for move in found.moves][-1] == ("right", 0, 1)
    assert found.moves[-1].cells == (4, 5)  # two squares above, six in the row
