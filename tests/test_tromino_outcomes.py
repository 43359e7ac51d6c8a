"""Blanco and Fraenkel, Tromping games: tiling with trominoes. Who wins, and which of its claims do not hold.

Every claim about who wins is tried twice: by the engine, and by plain play on masks, which knows no values,
no components and no symmetries. Bounds on sums are tried as games: X <= Y holds when Left, moving first,
loses X - Y, and in Tromping -Y is the board Y turned by a quarter.
"""

from __future__ import annotations

from functools import cache

import pytest
from gfkit.catalog.papers.shared.cells import between, home, moved, turned

from gfkit.boards import parse_one_board
from gfkit.games import find_rule
from gfkit.games.move import placements
from gfkit.typing import Player
from gfkit.values import Table, value
from gfkit.values.outcome import outcome, outcomes

WORDS = {"F": "first", "V": "left", "H": "right"}
TABLES = {
    # Tables 4 to 11, Left vertical.
    ("i-tromping", "3xn"): "VVFFFHFVFFFHFFFFFH",
    ("i-tromping", "4xn"): "VVFFFHHHHHH",
    ("i-tromping", "5xn"): "VVFFFHHHHHH",
    ("d-tromping", "2xn"): "VFFHFFFHHFH",
    ("d-tromping", "3xn"): "VFFHHHF",
    ("d-tromping", "4xn"): "VVVFFHF",
    ("l-tromping", "2xn"): "VFFFFFFFFFFFFFH",
    ("l-tromping", "3xn"): "VFFHHHFHH",
}
OF_WINS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}
NIMBERS = [
    # Table 12, M-Tromping on m x n, m, n = 1..6.
    "000000", "012031", "020122", "001010", "032101", "012011",
]  # fmt: skip


def plainly(game, board):
    """Who wins, by trying every move of every position."""
    rule, cells = find_rule(game), parse_one_board(board)
    masks = {
        player: {
            sum(1 << cell for cell in move.cells)
            for move in placements(rule, cells)
            if rule.colours[move.colour].belongs_to(player)
        }
        for player in (Player.LEFT, Player.RIGHT)
    }

    @cache
    def wins(free, player):
        other = Player.RIGHT if player is Player.LEFT else Player.LEFT
        return any(free & mask == mask and not wins(free ^ mask, other) for mask in masks[player])

    whole = (1 << cells.size) - 1
    return OF_WINS[wins(whole, Player.LEFT), wins(whole, Player.RIGHT)]


class TestTables:
    @pytest.mark.parametrize(("game", "family"), TABLES)
    def test_winners(self, game, family):
        words = [WORDS[key] for key in TABLES[game, family]]
        assert list(outcomes(game, family, to=len(words)).words) == words

    @pytest.mark.parametrize(("game", "family"), TABLES)
    def test_winners_plainly(self, game, family):
        rows = int(family[0])
        for n in range(1, 18 // rows + 1):
            assert plainly(game, family.replace("n", str(n))) == WORDS[TABLES[game, family][n - 1]]

    @pytest.mark.slow
    @pytest.mark.parametrize(("game", "family", "words"), [
        ("l-tromping", "3xn", "VFFHHHFHHHHH"),
    ])  # fmt: skip
    def test_longer(self, game, family, words):
        assert list(outcomes(game, family, to=len(words)).words) == [WORDS[key] for key in words]

    def test_nimbers(self):
        for m, row in enumerate(NIMBERS[:5], 1):
            for n, nimber in enumerate(row[:5], 1):
                assert str(value("m-tromping", f"{m}x{n}").value) == ("0", "*", "*2", "*3")[int(nimber)]

    def test_squares(self):
        """Section 4.11: the first player wins 5 x 5 in I- and D-Tromping, the second in Domineering."""
        assert [outcome(game, "5x5") for game in ("i-tromping", "d-tromping", "domineering")] == [
            "first", "first", "second",
        ]  # fmt: skip


class TestLaws:
    @pytest.mark.parametrize(
        ("game", "family", "to", "covers_from", "exceptions"),
        [
            ("i-tromping", "4xn", 11, 6, (1, 2, 3, 4, 5)),
            ("i-tromping", "5xn", 11, 6, (1, 2, 3, 4, 5)),
            ("d-tromping", "2xn", 14, 11, (1, 2, 3, 5, 6, 7, 10)),
            ("d-tromping", "3xn", 7, 8, (1, 2, 3, 7)),
        ],
    )
    def test_settled_for_all_n(self, game, family, to, covers_from, exceptions):
        """Sections 4.3 to 4.6: Horizontal wins from some n on."""
        law = outcomes(game, family, to=to).law
        assert (law.winner, law.covers_from, law.exceptions, law.unknown) == (
            "right",
            covers_from,
            exceptions,
            (),
        )

    def test_multiples_of_six(self):
        """Sections 4.2 and 4.7: 3 x 6k in I-Tromping and 4 x 6k in D-Tromping are Horizontal's."""
        for game, family, to in (("i-tromping", "3xn", 12), ("d-tromping", "4xn", 7)):
            law = outcomes(game, family, to=to).law
            assert (law.generators, law.covers_from) == ((6,), None)

    def test_not_for_l_tromping(self):
        """Section 3: either player's L-tromino crosses the border."""
        law = outcomes("l-tromping", "3xn", to=7).law
        assert law is None or not law.proved


class TestTheorems:
    """Section 4.10: M-Tromping on 2 x n, whole, and with corners removed."""

    def test_two_corners_removed(self):
        table = Table()
        for n in range(2, 13):
            whole = value("m-tromping", f"2x{n}", table=table).value
            ends = n - 1
            opposite = f"#{'.' * n}/{'.' * n}#"
            beside = f"#{'.' * ends}#/{'.' * (n + 1)}"
            assert value("m-tromping", opposite, table=table).value == whole
            assert value("m-tromping", beside, table=table).value == whole
        for n in range(2, 7):
            assert len({
                plainly("m-tromping", board)
                for board in (f"2x{n}", f"#{'.' * n}/{'.' * n}#", f"#{'.' * (n - 1)}#/{'.' * (n + 1)}")
            }) == 1  # fmt: skip

    def test_one_corner_removed(self):
        for n in range(2, 13):
            assert outcome("m-tromping", f"{'.' * n}/{'.' * (n - 1)}#") == "first"
        for n in range(2, 9):
            assert plainly("m-tromping", f"{'.' * n}/{'.' * (n - 1)}#") == "first"


CELL, PAIR, ROW = (frozenset((0, col) for col in range(length)) for length in (1, 2, 3))


def drawn(cells):
    cells = home(cells)
    rows, cols = max(row for row, _ in cells) + 1, max(col for _, col in cells) + 1
    lines = ["".join("." if (row, col) in cells else "#" for col in range(cols)) for row in range(rows)]
    return "/".join(lines) if rows > 1 or "#" in lines[0] else f"1x{cols}"


def beside(boards):
    """One drawing of boards that do not touch."""
    whole, right = set(), 0
    for board in map(home, boards):
        whole |= moved(board, 0, right)
        right += max(col for _, col in board) + 2
    return drawn(frozenset(whole))


def at_most(game, one, other, decide):
    """Whether a sum of boards is at most another: Left, moving first, loses the difference."""
    return decide(game, beside([*one, *map(turned, other)])) in ("right", "second")


def counterexamples(game, claim, middle, most, decide=outcome):
    """The smallest boards F G H for which a claim does not hold."""
    for cells in range(len(middle) + 2, most + 1):
        found = [drawn(f | g | h) for f, g, h in between(middle, cells) if not claim(game, f, g, h, decide)]
        if found:
            return sorted(set(found))
    return []


def splits(game, f, g, h, decide):
    """Part (a): FG + GH <= FGH."""
    return at_most(game, [f | g, g | h], [f | g | h], decide)


def frees(game, f, g, h, decide):
    """Part (b): if FG = F then FGH = F + GH."""

    def equal(one, other):
        return decide(game, beside([*one, *map(turned, other)])) == "second"

    return not equal([f | g], [f]) or equal([f | g | h], [f, g | h])


class TestConcatenation:
    """Propositions 2.4 and 2.6."""

    def test_straight_trominoes_and_two_cells_between(self):
        for claim in (splits, frees):
            assert not counterexamples("i-tromping", claim, PAIR, 6)

    def test_dominoes_and_a_cell_between(self):
        for claim in (splits, frees):
            assert not counterexamples("domineering", claim, CELL, 6)

    @pytest.mark.parametrize(
        ("game", "claim", "cells", "among"),
        [
            ("d-tromping", splits, 5, ".#./..."),
            ("l-tromping", splits, 5, ".#./..."),
            ("d-tromping", frees, 6, "#.##/..../###."),
            ("l-tromping", frees, 5, "#.##/...."),
        ],
    )
    def test_false_for_other_trominoes(self, game, claim, cells, among):
        """Proposition 2.6, said to hold for D-Tromping with a proof, and for L-Tromping, does not.

        The proof overlooks the straight tromino on a cell of F, the cell between, and a cell of H. On .#./...
        it lets Right take the last moves at once: FG = GH = *, but FGH = {*|0} = down in D-Tromping.
        """
        found = counterexamples(game, claim, CELL, 6)
        assert found == counterexamples(game, claim, CELL, 6, plainly)
        assert {board.count(".") for board in found} == {cells}
        assert among in found

    def test_down(self):
        assert [str(value("d-tromping", board).value) for board in ("./..", ".#./...")] == ["*", "v"]

    @pytest.mark.parametrize(("game", "middle"), [("domineering", PAIR), ("i-tromping", ROW)])
    def test_wider_boards_between(self, game, middle):
        """The remarks ask for a single cell in Domineering, 2-wide in I-Tromping, and G = 0: neither is
        needed.

        It is enough that Left has no move on G, and no piece meets F, G and H: then Right, moving second in
        FG + GH - FGH, copies every move. So G may be a row of two in Domineering, of three in I-Tromping,
        where its value is -1.
        """
        assert value(game, drawn(middle)).value == -1
        for claim in (splits, frees):
            assert not counterexamples(game, claim, middle, 6)


class TestRemark:
    def test_not_vertical_but_horizontal(self):
        """Remark 4.1 ends: the first player or Vertical wins I-Tromping on 3 x m for m = 7 + 6k, k >= 2, ...

        It is the first player or Horizontal: on 3 x 19, the smallest of these boards, Horizontal.
        """
        assert outcome("i-tromping", "3x19") == "right"
        law = outcomes("i-tromping", "3xn", to=14).law
        assert (law.winner, law.moving_first_from) == ("right", 9)

    def test_in_parts(self):
        """The same by plain play, part by part, with no values."""
        found = [plainly_in_parts(n) for n in range(1, 20)]
        assert found == [WORDS[key] for key in TABLES["i-tromping", "3xn"] + "H"]


def plainly_in_parts(length):
    """Who wins I-Tromping on 3 x length, by trying every move; parts that no piece joins are kept apart.

    A part is a tuple of columns, each the set of its free rows as bits; columns that no piece reaches divide.
    """

    def apart(columns):
        alive, joins = [0] * len(columns), [False] * len(columns)
        for start, column in enumerate(columns):
            across = column & columns[start + 1] & columns[start + 2] if start + 2 < len(columns) else 0
            alive[start] |= 7 if column == 7 else 0
            for col in range(start, start + 3 if across else start):
                alive[col] |= across
                joins[col] |= col < start + 2
        found, part = [], []
        for column, joined_on in zip(alive, joins, strict=True):
            part.append(column)
            if not joined_on:
                found += [tuple(part)] if any(part) else []
                part = []
        return [max(part, part[::-1]) for part in found]

    def after(part, player):
        if player is Player.LEFT:
            for col, column in enumerate(part):
                if column == 7:
                    yield apart([*part[:col], 0, *part[col + 1 :]])
            return
        for row in (2, 1, 4):
            for col in range(len(part) - 2):
                if all(column & row for column in part[col : col + 3]):
                    covered = [column & ~row for column in part[col : col + 3]]
                    yield apart([*part[:col], *covered, *part[col + 3 :]])

    @cache
    def wins(parts, player):
        other = Player.RIGHT if player is Player.LEFT else Player.LEFT
        return any(
            not wins(tuple(sorted([*parts[:index], *parts[index + 1 :], *rest])), other)
            for index, part in enumerate(parts)
            for rest in after(part, player)
        )

    whole = tuple(apart([7] * length))
    return OF_WINS[wins(whole, Player.LEFT), wins(whole, Player.RIGHT)]
