"""Blanco and Fraenkel, Tromping games: tiling with trominoes. The values, and claims that are false.

Values are compared with what is printed as games, never as texts. The second method plays board minus printed
value out, move by move (``plain_sums``): the second player wins exactly when the two are equal.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from gfkit.catalog.papers.shared.cells import connected, home, joined, moved
from plain_sums import BoardPart, Sum, TreePart

import gfkit
from gfkit.boards import parse_one_board
from gfkit.games import find_rule
from gfkit.games.file import read_rule
from gfkit.values import ShortGame, Table, value
from gfkit.values.board import ValueSearch
from gfkit.values.position import compile_position

PRINTED = tomllib.loads((Path(__file__).parent / "data" / "tromino_values.toml").read_text())
PARTIZAN = ("i-tromping", "d-tromping", "l-tromping")
WORDS = {"F": "first", "V": "left", "H": "right"}
SIX_BY_SIX = (  # section 1.2
    "+-({2|1||1/2},{{6|5||9/2|||2|1||1/2},{6|5||9/2|||4|0}|{4|0|||-1/2||-1|-2},{7/2||3|2|||-1/2||-1|-2}})"
)
LARGE = {
    ("i-tromping", 6, 6),
    ("d-tromping", 5, 5),
    *(("l-tromping", m, n) for m, n in ((4, 5), (5, 4), (5, 5))),
}
"""Boards whose value takes longer than all others together."""
TABLE = Table()

# In Python boards are sets of (row, column), taken as the same when moved.


def box(rows, cols, down=0, right=0):
    return frozenset((row + down, col + right) for row in range(rows) for col in range(cols))


def cells(drawing, down=0, right=0):
    rows = enumerate(drawing.split("/"))
    return frozenset((r + down, c + right) for r, line in rows for c, mark in enumerate(line) if mark == ".")


def drawn(board):
    rows, cols = (1 + max(place[axis] for place in board) for axis in (0, 1))
    lines = ("".join(".#"[(r, c) not in board] for c in range(cols)) for r in range(rows))
    return "/".join(lines) if rows > 1 else f"{next(iter(lines))}/{'#' * cols}"


@cache
def _worth(game, board):
    return value(game, drawn(board), table=TABLE).value


def worth(game, board):
    return _worth(game, home(board))


def game_of(text):
    return ShortGame.parse(text, TABLE)


def played(game, *boards, take=()):
    """The sum of boards, less those in ``take``, played out."""
    return Sum(
        *(BoardPart(game, drawn(home(board))) for board in boards),
        *(BoardPart(game, drawn(home(board)), -1) for board in take),
    )


def triples(middle, squares, most=99):
    """F, G, H in a row with so many squares in F and H together, F aligned to G and G to H."""
    for left in range(max(1, squares - most), min(most, squares - 1) + 1):
        for first in connected(left):
            for second in joined(first, middle):
                for last in connected(squares - left):
                    for third in joined(second, last):
                        yield first, second, third


def splits(game, f, g, h):
    """Part (a): FG + GH <= FGH."""
    return worth(game, f | g) + worth(game, g | h) <= worth(game, f | g | h)


def frees(game, f, g, h):
    """Part (b): if FG = F then FGH = F + GH. Part (c) is its mirror image."""
    first = worth(game, f)
    return worth(game, f | g) != first or worth(game, f | g | h) == first + worth(game, g | h)


def entries(game):
    rows = PRINTED[game]["read"]
    return [(m, n, text) for m, row in enumerate(rows, 1) for n, text in enumerate(row, 1)]


class TestTables:
    """Tables 1, 2, 3."""

    @pytest.mark.parametrize("game", PARTIZAN)
    def test_only_bars_are_put_back(self, game):
        for lost, found in zip(PRINTED[game]["printed"], PRINTED[game]["read"], strict=True):
            assert [re.sub(r"\|+", " ", text) for text in found] == lost

    @pytest.mark.parametrize("game", PARTIZAN)
    def test_values(self, game):
        for m, n, text in entries(game):
            if (game, m, n) not in LARGE:
                self.check(game, m, n, text)

    @pytest.mark.slow
    @pytest.mark.parametrize(("game", "m", "n"), sorted(LARGE))
    def test_large(self, game, m, n):
        self.check(game, m, n, PRINTED[game]["read"][m - 1][n - 1])

    def check(self, game, m, n, text):
        found = value(game, f"{m}x{n}", table=TABLE)
        if text in WORDS:
            assert found.outcome == WORDS[text], (m, n)
        else:
            assert found.value == game_of(text), (m, n)

    @pytest.mark.parametrize("game", PARTIZAN)
    def test_played_out(self, game):
        most = {"i-tromping": 25, "d-tromping": 16, "l-tromping": 15}[game]
        for m, n, text in entries(game):
            if m * n <= most:
                self.check_plainly(game, m, n, text)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("game", "m", "n"),
        [("i-tromping", 5, 6), ("i-tromping", 6, 5), ("l-tromping", 4, 4), ("d-tromping", 5, 4)],
    )
    def test_large_played_out(self, game, m, n):
        self.check_plainly(game, m, n, PRINTED[game]["read"][m - 1][n - 1])

    def check_plainly(self, game, m, n, text):
        board = BoardPart(game, f"{m}x{n}")
        if text in WORDS:
            assert Sum(board).outcome == WORDS[text], (m, n)
        else:
            assert Sum(board, TreePart(game_of(text), -1)).is_zero, (m, n)

    @pytest.mark.parametrize("game", PARTIZAN)
    def test_turned_boards_are_negatives(self, game):
        """Section 4.11, and so are the printed values."""
        for m, n, text in entries(game):
            other = PRINTED[game]["read"][n - 1][m - 1]
            if text in WORDS:
                assert {text, other} in ({"F"}, {"V", "H"})
            else:
                assert game_of(text) == -game_of(other)

    @pytest.mark.slow
    def test_six_by_six(self):
        """Section 1.2."""
        assert value("i-tromping", "6x6").value == ShortGame.parse(SIX_BY_SIX)

    @pytest.mark.slow
    def test_six_by_six_played_out(self):
        assert Sum(BoardPart("i-tromping", "6x6"), TreePart(ShortGame.parse(SIX_BY_SIX), -1)).is_zero

    def test_domineering_and_trominoes(self):
        """Sections 2.1 and 5: how squares compare with those of Domineering."""
        assert [str(value("domineering", board)) for board in ("2x2", "3x3")] == ["+-1", "+-1"]
        assert [str(value("i-tromping", board)) for board in ("3x3", "5x5")] == ["+-2", "+-2"]
        square = ShortGame.parse("+-(0,{{2|0},2+_2|{2|0},-_2})")
        assert value("domineering", "4x4").value == square
        assert Sum(BoardPart("domineering", "4x4"), TreePart(square, -1)).is_zero


class TestMTromping:
    """Table 12 and section 4.10."""

    NIMBERS = PRINTED["m-tromping"]["printed"]

    @pytest.mark.parametrize(("first", "last"), [(1, 4), pytest.param(5, 6, marks=pytest.mark.slow)])
    def test_table(self, first, last):
        for m in range(first, last + 1):
            found = gfkit.nim("m-tromping", f"{m}xn", to=6)
            assert [str(nimber) for nimber in found.values[1:]] == self.NIMBERS[m - 1]

    def test_values_are_nimbers(self):
        for m, n in product(range(1, 5), range(1, 6)):
            assert value("m-tromping", f"{m}x{n}").value == game_of(f"*{self.NIMBERS[m - 1][n - 1]}")

    @pytest.mark.parametrize("most", [20, pytest.param(25, marks=pytest.mark.slow)])
    def test_played_out(self, most):
        for m, n in product(range(2, 7), range(2, 7)):
            if m <= n and m * n <= most:
                heap = TreePart(game_of(f"*{self.NIMBERS[m - 1][n - 1]}"))
                assert Sum(BoardPart("m-tromping", f"{m}x{n}"), heap).is_zero

    def test_table_is_symmetric(self):
        assert [list(column) for column in zip(*self.NIMBERS, strict=True)] == self.NIMBERS

    def test_corners_removed(self):
        """Theorems 4.3 and 4.4, n up to 12, by the nimbers of the boards as drawn."""
        for n in range(1, 13):
            drawings = [
                "." * n + "/" + "." * n,
                f"#{'.' * n}/{'.' * n}#",
                f"#{'.' * (n - 1)}#/{'.' * (n + 1)}",
            ]
            assert len({gfkit.nim("m-tromping", text).values for text in drawings}) == 1
            cut = gfkit.nim("m-tromping", f"{'.' * n}/{'.' * (n - 1)}#") if n > 1 else None
            assert cut is None or cut.values != (0,)

    def test_corners_removed_far_out(self):
        """The same by the mex over all moves on two rows, whose ends may differ by a square, n up to 90."""
        whole = gfkit.nim("m-tromping", "2xn", to=90)
        for n in range(1, 91):
            assert two_rows(0, n, 0, n) == two_rows(1, n + 1, 0, n) == two_rows(1, n, 0, n + 1) == whole[n]
            assert n == 1 or two_rows(0, n, 0, n - 1) != 0

    def test_replies(self):
        """The rules in the proof of Theorem 4.3 answer every first move by one that leaves a zero game.

        In rule (7') k goes only up to n - 1, not to n as printed: square n + 1 of the first row is missing.
        """
        for n in range(3, 8):
            for other, rules in CORNERS.items():
                answered = {"G": set(), other: set()}
                for played_on, first, reply, least, most in rules:
                    last = n - most
                    for k in range(least, last + 1):
                        boards = {name: labels(name, n) for name in answered}
                        replied_on = next(name for name in answered if name != played_on)
                        opening, answer = placed(first, k), placed(reply, k)
                        assert opening <= boards[played_on]
                        assert answer <= boards[replied_on]
                        answered[played_on].add(opening)
                        left = [boards[played_on] - opening, boards[replied_on] - answer]
                        nimbers = [
                            nimber(place(name, board))
                            for name, board in zip((played_on, replied_on), left, strict=True)
                        ]
                        assert nimbers[0] == nimbers[1]
                for name, found in answered.items():
                    assert found == every_opening(name, n)
            assert not placed(CORNERS["G2"][6][1], n) <= labels("G2", n)


@cache
def two_rows(top, top_end, bottom, bottom_end):
    """The nimber of M-Tromping on squares top..top_end-1 of one row and bottom..bottom_end-1 of the other."""
    if min(top, bottom):
        shift = min(top, bottom)
        return two_rows(top - shift, top_end - shift, bottom - shift, bottom_end - shift)
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


# Moves as the proof labels them: first row; second row. G1's first row is one square further right than its
# labels. Rules: board of the first move, the move, the reply, the first k, how far the last k is from n.
CORNERS = {
    "G1": [
        ("G", "k;k,k+1", "k;k,k+1", 1, 1),
        ("G", "k,k+1;k", "k;k,k+1", 1, 1),
        ("G", "k-1,k;k", "k-1,k;k", 2, 0),
        ("G", "k;k-1,k", "k-1,k;k", 2, 0),
        ("G1", "k;k,k+1", "k;k,k+1", 1, 1),
        ("G1", "k-1,k;k", "k-1,k;k", 2, 0),
        ("G1", "k-1,k;k+1", "k,k+1;k", 2, 1),
        ("G1", "k-1;k,k+1", "k;k-1,k", 2, 1),
    ],
    "G2": [
        ("G", "k;k,k+1", "k+1;k,k+1", 1, 1),
        ("G", "k,k+1;k", "k+1;k,k+1", 1, 1),
        ("G", "k-1,k;k", "k;k,k+1", 2, 0),
        ("G", "k;k-1,k", "k;k,k+1", 2, 0),
        ("G2", "k+1;k,k+1", "k;k,k+1", 1, 1),
        ("G2", "k;k,k+1", "k;k-1,k", 2, 0),
        ("G2", "k,k+1;k", "k-1,k;k", 2, 1),
        ("G2", "k-1,k;k", "k-1,k;k-1", 3, 0),
    ],
}


def labels(name, n):
    first = {"G": (1, n), "G1": (1, n), "G2": (2, n)}[name]
    second = {"G": n, "G1": n, "G2": n + 1}[name]
    return {(0, k) for k in range(first[0], first[1] + 1)} | {(1, k) for k in range(1, second + 1)}


def placed(move, k):
    return frozenset(
        (row, k + int(text[1:] or 0)) for row, part in enumerate(move.split(";")) for text in part.split(",")
    )


def place(name, board):
    return frozenset((row, label + (name == "G1" and row == 0)) for row, label in board)


def every_opening(name, n):
    board = {(row, label + (name == "G1" and row == 0)): (row, label) for row, label in labels(name, n)}
    openings = set()
    for col in range(n + 2):
        square = {(row, c) for row in (0, 1) for c in (col, col + 1)}
        for left_out in square:
            if square - {left_out} <= set(board):
                openings.add(frozenset(board[spot] for spot in square - {left_out}))
    return openings


def nimber(board):
    return gfkit.nim("m-tromping", drawn(home(board))).values[0] if board else 0


class TestConcatenation:
    """Propositions 2.4 and 2.6, Corollary 2.5 and the remarks after it, by values."""

    @pytest.mark.parametrize(
        ("middle", "most"),
        [("..", 6), ("../..", 5), ("../.#", 5), (".#/..", 5), ("../#.", 5), ("..#/#..", 5)],
    )
    def test_two_wide(self, middle, most):
        for squares in range(2, most + 1):
            for f, g, h in triples(cells(middle), squares):
                assert splits("i-tromping", f, g, h)
                assert frees("i-tromping", f, g, h)

    def test_two_wide_boards_must_hang_together(self):
        """Any set of squares is a board in the paper. Then a piece can meet all of F G H.

        G has a row with two squares side by side and none with three; F and H are single squares beside
        another square of G. So FG = GH = 0, but FGH = -1,
        and Proposition 2.4 fails.
        """
        f, g, h = cells("."), cells("#.##.."), cells("##.")
        values = [worth("i-tromping", board) for board in (f | g, g | h, f | g | h)]
        assert values == [0, 0, -1]
        assert played("i-tromping", f | g, g | h).is_zero
        assert played("i-tromping", f | g | h).outcome == "right"

    def test_three_wide_for_tetrominoes(self):
        """Remark 4."""
        rule = read_rule("four", 'name = "Four"\n[left]\npieces = ["X/X/X/X"]\n[right]\npieces = ["XXXX"]\n')
        for squares in range(2, 6):
            for f, g, h in triples(cells("..."), squares):
                assert splits(rule, f, g, h)
                assert frees(rule, f, g, h)

    @pytest.mark.parametrize(
        ("game", "claim", "squares", "among"),
        [
            ("d-tromping", splits, 4, "./. .#./... *+*=v"),
            ("d-tromping", frees, 5, "#./.. #.##/..../###. *+*=v"),
            ("l-tromping", splits, 4, "./. .#./... *+*={1|0}"),
            ("l-tromping", frees, 4, "#./.. #.##/.... *+-1={0|-1}"),
        ],
    )
    def test_a_single_square_is_too_narrow(self, game, claim, squares, among):
        """Proposition 2.6 is false for D-Tromping, and so is that L-Tromping satisfies it.

        A straight tromino can lie on a square of F, the square between, and a square of H. F and H, each
        hanging together, need 4 squares for (a), 5 for (b) in D-Tromping; 4 and 4 in L-Tromping.
        """
        single, found = cells("."), []
        for total in range(2, squares + 1):
            assert not found
            for f, g, h in triples(single, total):
                if not claim(game, f, g, h):
                    whole = f | g | h
                    values = [worth(game, board) for board in (f | g, g | h, whole)]
                    found.append("{} {} {}+{}={}".format(drawn(home(f)), drawn(home(whole)), *values))
                    if claim is splits:
                        assert played(game, f | g, g | h, take=[whole]).wins(0)
                    else:
                        assert played(game, f | g, take=[f]).is_zero
                        assert not played(game, whole, take=[f, g | h]).is_zero
        assert among in found

    @pytest.mark.parametrize("game", ["domineering", "d-tromping", "l-tromping"])
    def test_rows_of_two(self, game):
        """What holds instead: (a) with two squares between. In Domineering too, where Remark 4 denies it.

        (b) and (c) say nothing then, as FG = F never holds: Horizontal always gains a move.
        """
        for squares in range(2, 6):
            for f, g, h in triples(cells(".."), squares):
                assert splits(game, f, g, h)
                assert worth(game, f | g) < worth(game, f)

    def test_domineering(self):
        for squares in range(2, 7):
            for f, g, h in triples(cells("."), squares):
                assert splits("domineering", f, g, h)
                assert frees("domineering", f, g, h)

    def test_values_between_need_not_be_zero(self):
        """Remark 3 says that Proposition 2.4 fails when G is not 0; it holds for a row of three, -1."""
        assert worth("i-tromping", cells("...")) == -1
        for squares in range(2, 6):
            for f, g, h in triples(cells("..."), squares):
                assert splits("i-tromping", f, g, h)
                assert frees("i-tromping", f, g, h)

    def test_remarks(self):
        positive = game_of("{1*|*}")
        assert game_of("*+{0|-1}+1") == positive
        assert positive > 0
        one, other = game_of("{1|-3}") + game_of("{1|1/2}"), game_of("{2|3/2||-2|-3}")
        assert one == game_of("{2|3/2||-2|-5/2}")
        assert not one <= other
        assert Sum(TreePart(one), TreePart(other, -1)).wins(0)
        column = [worth("i-tromping", box(3, n)) for n in (2, 3)]
        assert column == [2, game_of("+-2")]
        assert not column[0] + column[0] <= column[1]

    def test_figure_6(self):
        square = box(3, 3)
        pairs = {"{2|1||-2|-3}": ("../..", "+-2+{0|-1}"), "+-2*": ("../.#", "+-2+*")}
        for text, (middle, added) in pairs.items():
            g, h = cells(middle, right=3), box(3, 1, right=5)
            whole = square | g | h
            assert worth("i-tromping", square | g) == worth("i-tromping", square)
            assert worth("i-tromping", whole) == game_of(added)
            assert worth("i-tromping", whole) == game_of("+-2+*" if text == "+-2*" else text)
            assert played("i-tromping", whole, take=[square, g | h]).is_zero


class TestConcatenatedWins:
    """Theorem 3.3, Remark 4.1, Lemma 2.7 and Remark 2.8."""

    @pytest.mark.parametrize("game", ["domineering", "i-tromping", "d-tromping"])
    def test_cuts(self, game):
        """What Vertical cannot cross only helps Horizontal, so the whole is at most the sum of the parts."""
        for left, right in product(range(1, 5), range(1, 4)):
            for f, h in product(connected(left), connected(right)):
                for second in joined(f, h):
                    assert worth(game, f | second) <= worth(game, f) + worth(game, h)

    @pytest.mark.parametrize("game", ["i-tromping", "d-tromping"])
    def test_won_boards_in_a_row(self, game):
        """Theorem 3.3: H and H give H. Remark 4.1: H and F give H or F."""
        boards = [board for size in range(1, 6) for board in connected(size)]
        won = [board for board in boards if worth(game, board) < 0]
        fuzzy = [board for board in boards if worth(game, board).outcome == "first"]
        for f, h in product(won, won[:12]):
            for second in joined(f, h):
                assert worth(game, f | second) < 0
        for f, h in product(won[:12], fuzzy):
            for second in joined(f, h):
                assert worth(game, f | second).outcome in ("right", "first")

    @pytest.mark.parametrize(
        ("left", "right", "whole"),
        [
            ("..../.###", "#.#/.../.##/..#", "#####.#/####.../.....##/.###..#"),
            ("..#../.....", "..#../.....", "..#....#../.........."),
        ],
    )
    def test_not_for_l_tromping(self, left, right, whole):
        """Sections 2.3, 4.9 and 5 ask whether Theorem 3.3 holds for L-Tromping; it does not.

        Both parts are Horizontal's, the whole is the first player's. In the second pair every row runs from
        the first column to the last, so that the boards are aligned in every way they can be put together.
        """
        assert (
            worth("l-tromping", cells(left)).outcome == worth("l-tromping", cells(right)).outcome == "right"
        )
        assert worth("l-tromping", cells(whole)).outcome == "first"
        assert home(cells(whole)) in {
            home(cells(left) | second) for second in joined(cells(left), cells(right))
        }
        words = [played("l-tromping", cells(board)).outcome for board in (left, right, whole)]
        assert words == ["right", "right", "first"]

    @pytest.mark.slow
    def test_no_smaller_ones_for_l_tromping(self):
        """Of two boards hanging together with 11 squares or fewer, both Horizontal's, so is the whole."""
        won = {
            size: [board for board in connected(size) if worth("l-tromping", board) < 0]
            for size in range(1, 10)
        }
        assert not won[1]
        for left, right in product(won, won):
            if left + right <= 11:
                for f, h in product(won[left], won[right]):
                    for second in joined(f, h):
                        assert worth("l-tromping", f | second) < 0

    @pytest.mark.parametrize("game", ["domineering", *PARTIZAN])
    def test_a_move_does_not_win_everything(self, game):
        """Lemma 2.7, Remark 2.8: a piece of Vertical's taken from B < 0 does not leave B' > 0."""
        tall = {"domineering": (2,), "i-tromping": (3,)}.get(game, (2, 3))
        pieces = [box(size, 1) for size in tall]
        if game == "l-tromping":
            pieces += [box(2, 2) - {corner} for corner in box(2, 2)]
        for size in range(3, 7):
            for board in connected(size):
                if worth(game, board) < 0:
                    for piece, (row, col) in product(pieces, board):
                        taken = moved(piece, row, col)
                        left = board - taken
                        assert not taken <= board or not left or not worth(game, left) > 0


class TestDictionaries:
    """What the text says of figures 1 to 9, which hold the values of all small boards."""

    def test_how_many(self):
        def turned(board):
            return home(frozenset((col, -row) for row, col in board))

        def mirrored(board):
            return home(frozenset((row, -col) for row, col in board))

        def alike(board):
            found = []
            for start in (board, mirrored(board)):
                for _ in range(4):
                    start = turned(start)
                    found.append(tuple(sorted(start)))
            return min(found)

        assert [len({alike(board) for board in connected(size)}) for size in (6, 7)] == [35, 108]

    def test_first_star_two(self):
        """Section 2.3: *2 comes up in L-Tromping on boards of 6 squares, not before."""
        two = game_of("*2")
        for game, first in (("l-tromping", 6), ("domineering", None), ("i-tromping", None)):
            found = [size for size in range(1, 7) for board in connected(size) if worth(game, board) == two]
            assert found[:1] == ([first] if first else [])
        assert Sum(BoardPart("l-tromping", "#.#/#../..#/#.#"), TreePart(two)).is_zero

    def test_hotter(self):
        """Section 2.3: L-Tromping appears to be hotter; on average it is, up to 6 squares, from 4 on."""
        for size in range(4, 7):
            warmth = {
                game: sum(max(worth(game, board).temperature, 0) for board in connected(size))
                for game in PARTIZAN
            }
            assert warmth["l-tromping"] == max(warmth.values())

    def test_nimbers_are_not_hot(self):
        """The same place says that in impartial games all values but 0 are hot; they are infinitesimal."""
        for nimber in range(1, 5):
            star = game_of(f"*{nimber}")
            assert (star.temperature, star.left_stop, star.right_stop) == (0, 0, 0)

    def test_two_or_more_columns(self):
        """Section 4.1: Horizontal wins I-Tromping on 2 x n from n = 3 on; before, nobody can move."""
        for n in range(1, 12):
            assert value("i-tromping", f"2x{n}").value == -2 * (n // 3)

    @pytest.mark.parametrize("most", [7, pytest.param(9, marks=pytest.mark.slow)])
    def test_the_square_of_domineering(self, most):
        """Section 5 proposes that no position of I-Tromping has the value of 4 x 4 in Domineering."""
        square = game_of("+-(0,{{2|0},2+_2|{2|0},-_2})")
        for size in range(1, most + 1):
            assert all(worth("i-tromping", board) != square for board in connected(size))

    @pytest.mark.slow
    def test_the_square_of_domineering_inside_6x6(self):
        table = Table()
        search = ValueSearch(
            compile_position(find_rule("i-tromping"), parse_one_board("6x6")), table, 1 << 32
        )
        search.value(search.position.start)
        assert ShortGame.parse("+-(0,{{2|0},2+_2|{2|0},-_2})", table).id not in set(
            search._of_component.values()
        )


def crosses(count):
    return frozenset().union(*(cells("#.#/.../#.#", right=3 * place) for place in range(count)))


class TestFamilies:
    """Figure 12, as far as the text tells the boards: rows of crosses."""

    def test_l_tromping(self):
        """Section 4.11: *, down, then blocks of four; the double cross is down."""
        expected = ["*", "v"]
        for a in range(1, 5):
            first = f"{{{1 - a or ''}v|{-a}}}"
            expected += [first, f"{-a}", f"{-a}*", f"{-a}v"]
        found = [worth("l-tromping", crosses(count)) for count in range(1, 15)]
        assert found == [game_of(text) for text in expected[:14]]

    def test_l_tromping_played_out(self):
        for count, text in enumerate(["*", "v", "{v|-1}"], 1):
            part = BoardPart("l-tromping", drawn(crosses(count)))
            assert Sum(part, TreePart(game_of(text), -1)).is_zero

    def test_double_cross(self):
        """Its value step by step, and Horizontal's best opening on the two squares in the middle."""
        down = game_of("v")
        steps = ["{{0|-1},*|*,0,{0|-1}}", "{*|0,{0|-1}}", "{*|0}"]
        assert [game_of(text) for text in steps] == [down] * 3
        found = value("l-tromping", drawn(crosses(2)), options=True, table=TABLE)
        assert [(move.player.value, move.value, move.alike) for move in found.moves][-1] == ("right", 0, 1)
        assert found.moves[-1].cells == (4, 5)  # two squares above, six in the row

    def test_i_tromping(self):
        """The first sequence: sums of stars, so that 0 and * alternate."""
        for count in range(1, 13):
            assert worth("i-tromping", crosses(count)) == game_of("*" if count % 2 else "0")
        for count in range(1, 5):
            part = BoardPart("i-tromping", drawn(crosses(count)))
            assert Sum(part, *[BoardPart("i-tromping", drawn(crosses(1)))] * (count % 2)).is_zero


class TestBeyond:
    """Values that the paper does not print."""

    THREE_ROWS = (
        "1", "2", "+-2", "{3|-3/2}", "{4|-1,-1*}", "{4|0|||-1/2||-1|-2}", "{5|1/2||0}", "{6|1,1*||1}",
        "{6|2|||3/2||1|0||||-2}", "{7|5/2||2|||-3/2}", "{8|3,3*||3|||-5/4}",
        "{8|4|||7/2||3|2||||0|||||-1,-1*|-4}",
    )  # fmt: skip

    @pytest.mark.parametrize(("first", "last"), [(1, 9), pytest.param(10, 12, marks=pytest.mark.slow)])
    def test_three_rows(self, first, last):
        """I-Tromping on 3 x n: the winners of Table 4, and the values played out."""
        for n, text in enumerate(self.THREE_ROWS[first - 1 : last], first):
            found = value("i-tromping", f"3x{n}", table=TABLE)
            assert found.outcome == WORDS["VVFFFHFVFFFH"[n - 1]]
            assert found.value == game_of(text)
            assert Sum(BoardPart("i-tromping", f"3x{n}"), TreePart(game_of(text), -1)).is_zero

    @pytest.mark.slow
    def test_domineering_4x6(self):
        found = value("domineering", "4x6").value
        assert Sum(BoardPart("domineering", "4x6"), TreePart(found, -1)).is_zero
