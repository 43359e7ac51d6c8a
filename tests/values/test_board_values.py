"""Values of boards: published tables, theorems, and plain play without any values."""

from __future__ import annotations

import doctest
import json
import random
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_position import BOARDS, FLAT_BOARDS, Plain, accepted, rules

import gfkit
from gfkit.boards import parse_one_board
from gfkit.catalog import Selection, load
from gfkit.cli.main import main
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.foresight.boards import foresee_value
from gfkit.games import Rule, find_rule, legal_moves
from gfkit.memory import size_text
from gfkit.show.characters import draw_move
from gfkit.typing import Player
from gfkit.values import ShortGame, Table, value
from gfkit.values.board import ValueSearch
from gfkit.values.one_sided import whole_number
from gfkit.values.outcome import outcome
from gfkit.values.position import compile_position

TWO_ROWS = [
    "1", "+-1", "{2|-1/2}", "-_2", "1/2", "{1-_2|-1}", "{3/2|-1/2}", "{2-_2|0||-1/2|-2}", "{5/2|1/2||0|-3/2}",
    "{3-_2|1||1/2|-1|||-3/2}", "{7/2|3/2||1|-1/2|||-1}", "-1/2-_({9/2-_2|5/2||2|1/2})", "0",
]  # fmt: skip
THREE_ROWS = ["+-1", "-3/2", "-1", "{-1|-7/2}", "{-3/4|-3}", "{-1/2|-3||-13/4|-11/2}"]
OUTCOMES = {
    # Domineering, m x n from n = m on, Left vertical: Obsequi's results.
    2: "FFHVFFH",
    3: "FHHHHH",
    4: "FVFV",
    5: "PHH",
}
WORDS = {"F": "first", "P": "second", "V": "left", "H": "right"}


def plain_wins(rule, board):
    """Whether the player to move wins, for each player, by looking at every position."""
    plain = Plain(rule, board)

    @cache
    def wins(pieces, player):
        other = Player.RIGHT if player is Player.LEFT else Player.LEFT
        return any(not wins(pieces | {new}, other) for new in plain.moves(pieces, player))

    return wins(plain.start, Player.LEFT), wins(plain.start, Player.RIGHT)


def plain_value(rule, board, table):
    """The value from the options of every position, without components or symmetries."""
    plain = Plain(rule, board)

    @cache
    def worth(pieces):
        sides = [
            [worth(pieces | {new}) for new in plain.moves(pieces, player)]
            for player in (Player.LEFT, Player.RIGHT)
        ]
        return ShortGame.of(*sides, table)

    return worth(plain.start)


OF_WINS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}


class TestAgainstPlainPlay:
    @given(rules(), st.sampled_from([text for text in BOARDS if text != "..../.#.."]))
    @settings(max_examples=60)
    def test_random_rules(self, rule, text):
        self.check(rule, accepted(rule, text))

    @given(rules(flat=True), st.sampled_from(FLAT_BOARDS))
    @settings(max_examples=40)
    def test_random_rules_on_graphs(self, rule, text):
        self.check(rule, parse_one_board(text))

    @pytest.mark.parametrize(
        "game", ["col", "snort", "cis", "nogo", "o12", "node-kayles", "arc-kayles", "cis:3"]
    )
    @pytest.mark.parametrize(
        "text", ["2x3", "path:5", "cycle:4", "complete:3", "..#/.#./...", "A..b", "cylinder:3x2"]
    )
    def test_built_in(self, game, text):
        board = accepted(find_rule(game), text)
        self.check(find_rule(game), board)

    def check(self, rule, board):
        if board is None or board.size > 9:
            return
        table = Table()
        found = value(rule, board, table=table)
        if board.size <= 7 or rule.forbidden:
            assert found.value == plain_value(rule, board, table)
        assert found.outcome == OF_WINS[plain_wins(rule, board)]


class TestTables:
    def test_domineering_two_rows(self):
        assert [str(value("domineering", f"2x{n}")) for n in range(1, 14)] == TWO_ROWS

    def test_domineering_three_rows(self):
        assert [str(value("domineering", f"3x{n}")) for n in range(3, 9)] == THREE_ROWS

    def test_domineering_squares(self):
        # 4x5: Wolfe; 5x5: Conway.
        assert str(value("domineering", "4x4")) == "+-(0,{2+_2,{2|0}|-_2,{2|0}})"
        assert value("domineering", "4x5").value == 1
        assert value("domineering", "5x5").value == 0

    def test_tromping(self):
        # The largest boards that are printed: claims of the catalogue, of which most are fast.
        for claim in Selection(ids=("tromping-t1-6", "tromping-s12-six")).of(load()):
            boards = claim.arguments.get("boards") or [claim.arguments["board"]]
            for board, text in zip(boards, claim.statement, strict=True):
                assert value("i-tromping", board).value == ShortGame.parse(text), board

    @pytest.mark.parametrize("rows", OUTCOMES)
    def test_domineering_outcomes(self, rows):
        for cols, letter in enumerate(OUTCOMES[rows], start=rows):
            if rows * cols <= 21:
                assert value("domineering", f"{rows}x{cols}").outcome == WORDS[letter]

    def test_cram(self):
        # Nimbers of Cram on 3 x n from n = 3 and 4 x n from n = 4 (Lemoine and Viennot; Uiterwijk).
        nimbers = ["0", "*", "*", "*4", "*"]
        assert [str(value("cram", f"3x{n}")) for n in range(3, 8)] == nimbers
        assert [str(value("cram", f"4x{n}")) for n in range(4, 6)] == ["0", "*2"]
        assert [str(value("cram", f"2x{n}")) for n in range(1, 9)] == ["*", "0"] * 4

    def test_dawsons_kayles(self):
        # OEIS A002187, the nimbers of .07, which is Cram on a single row.
        nimbers = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3]
        for n, nimber in enumerate(nimbers):
            expected = ShortGame.parse(f"*{nimber}")
            assert value("cram", f"1x{n}").value == value("arc-kayles", f"path:{n}").value == expected

    def test_col_is_number_or_number_and_star(self):
        # Winning Ways, chapter 3: every position of Col is z or z*.
        for text in (
            "2x3",
            "3x3",
            "path:8",
            "cycle:7",
            "complete:5",
            "..#/.../#..",
            "A.../....",
            "torus:3x3",
        ):
            g = value("col", text).value
            assert (g + g).number is not None
            assert g.table.up_star[g.id][1] == 0

    def test_snort_stars(self):
        # On K_n the first piece makes all else its owner's: {n - 1|1 - n}.
        for n in range(2, 7):
            assert value("snort", f"complete:{n}").value == ShortGame.of([n - 1], [1 - n])

    def test_col_on_complete_graphs(self):
        # Each player has one move at most, as long as a vertex is left.
        assert [str(value("col", f"complete:{n}")) for n in range(1, 5)] == ["*", "0", "0", "0"]


class TestTheorems:
    @pytest.mark.parametrize("game", ["domineering", "i-tromping", "d-tromping", "l-tromping"])
    @pytest.mark.parametrize("size", [(2, 4), (3, 4), (2, 5), (1, 6)])
    def test_quarter_turn_negates(self, game, size):
        one, other = value(game, "{}x{}".format(*size)), value(game, "{}x{}".format(*size[::-1]))
        assert one.value == -other.value

    @pytest.mark.parametrize("game", ["col", "snort", "cis", "nogo"])
    @pytest.mark.parametrize("text", ["2x3", "3x3", "path:6", "cycle:5"])
    def test_exchanging_the_players_negates(self, game, text):
        g = value(game, text).value
        assert g == -g

    @pytest.mark.parametrize("game", ["domineering", "col", "snort", "o12", "nogo"])
    def test_boards_that_do_not_touch_add_up(self, game):
        table = Table()
        parts = [value(game, text, table=table).value for text in ("../..", ".../#..", "....")]
        together = value(game, "..#...#..../..##..#####", table=table)
        assert together.value == parts[0] + parts[1] + parts[2]

    def test_pieces_lying_are_moves_made(self):
        table = Table()
        position = compile_position(find_rule("domineering"), parse_one_board("3x3"))
        search = ValueSearch(position, table, 1 << 30)
        moved = {search.value(state) for state in position.left(position.start)}
        drawn = ["A../A../...", ".A./.A./...", ".../..A/..A"]
        assert {value("domineering", text, table=table).value.id for text in drawn} == moved

    def test_long_rows(self):
        assert value("domineering", "1x160").value == -80
        assert value("o12", "1x30").value == value("o12", "path:30").value


class TestMoves:
    def test_best(self):
        found = value("domineering", "2x3", options=True)
        # By hand: Left in the middle leaves two columns, worth 2; Right leaves three cells and one, or two.
        assert [(m.player.value, str(m.value), m.cells, m.alike) for m in found.moves] == [
            ("left", "2", (1, 4), 1),
            ("right", "-1/2", (0, 1), 4),
        ]

    def test_are_the_options_that_matter(self):
        for game, text in [("domineering", "3x4"), ("snort", "2x3"), ("nogo", "2x3"), ("col", "cycle:6")]:
            table = Table()
            found = value(game, text, options=True, table=table)
            lefts = [move.value for move in found.moves if move.player is Player.LEFT]
            rights = [move.value for move in found.moves if move.player is Player.RIGHT]
            assert ShortGame.of(lefts, rights, table) == found.value
            assert all(one.confused_with(two) for one in lefts for two in lefts if one is not two)

    def test_drawn(self):
        board = parse_one_board("X.x/#..")
        assert draw_move(board, Player.LEFT, (1, 4)) == ["XOx", "#.O"]
        assert draw_move(board, Player.RIGHT, (3,)) == ["X.x", "#o."]
        assert draw_move(parse_one_board("path:3"), Player.RIGHT, (0, 1)) == ["on vertices 1, 2"]


class TestRefusals:
    def test_not_for_tilings(self):
        with pytest.raises(MismatchError, match="is a tile set, in which nobody moves"):
            value("domineering-tiles", "2x2")

    def test_memory(self):
        with pytest.raises(LimitError) as stopped:
            value("domineering", "6x6", max_memory=3 << 20)
        said = str(stopped.value)
        assert said.startswith("value of Domineering on board '6x6': stopped after ")
        assert said.endswith(f"; the limit is {size_text(3 << 20)} (max memory)")
        with pytest.raises(OptionError, match="max_memory 0 must be a whole number of bytes"):
            value("domineering", "2x2", max_memory=0)

    def test_size(self):
        with pytest.raises(LimitError, match="board '50x50' has 2500 cells"):
            value("domineering", "50x50")

    def test_progress(self):
        reports = []
        value("domineering", "4x5", on_progress=reports.append)
        assert reports
        assert all(0 <= report.done <= report.total for report in reports)


class TestCommand:
    def run(self, capsys, *arguments):
        code = main(["value", *arguments])
        return code, capsys.readouterr()

    def test_json(self, capsys):
        code, said = self.run(capsys, "domineering", "2x3", "--json")
        assert code == 0
        result = json.loads(said.out)
        assert {key: result[key] for key in ("value", "outcome", "mean", "temperature", "canonical")} == {
            "value": "{2|-1/2}",
            "outcome": "first",
            "mean": "3/4",
            "temperature": "5/4",
            "canonical": True,
        }
        assert result["evidence"]["status"] == "proved"

    def test_words(self, capsys):
        code, said = self.run(capsys, "domineering", "3x3")
        assert code == 0
        assert said.out.splitlines()[:2] == ["+-1", "the first player wins; mean 0, temperature 1"]

    def test_too_long(self, capsys):
        code, said = self.run(capsys, "domineering", "4x4", "--limit", "5", "--json")
        assert code == 0
        result = json.loads(said.out)
        assert (result["value"], result["outcome"], result["mean"], result["temperature"]) == (
            None,
            "first",
            "0",
            "0",
        )
        assert result["size"] > 5
        code, said = self.run(capsys, "domineering", "4x4", "--limit", "5")
        assert said.out.startswith(f"(of size {result['size']}, more than 5 characters)\n")

    def test_options_and_thermograph(self, capsys):
        code, said = self.run(capsys, "domineering", "2x3", "--options", "--thermograph")
        assert code == 0
        assert "Best for Left:\n  .X.   to 2\n  .X.\n" in said.out
        assert "  0   /" in said.out
        code, said = self.run(capsys, "domineering", "2x3", "--options", "--json")
        assert json.loads(said.out)["options"]["left"] == [{"value": "2", "cells": [1, 4], "moves": 1}]

    def test_limit_of_memory(self, capsys):
        code, said = self.run(capsys, "domineering", "6x6", "--max-memory", "3M", "--json")
        assert code == 3
        assert said.out == ""
        assert said.err.startswith("gfkit: value of Domineering on board '6x6': stopped after ")

    def test_interrupted(self, capsys, monkeypatch):
        def stop(*arguments, **options):
            raise KeyboardInterrupt

        monkeypatch.setattr("gfkit.values.value", stop)
        code, said = self.run(capsys, "domineering", "6x6")
        assert (code, said.err) == (130, "gfkit: interrupted\n")

    def test_python(self):
        assert gfkit.value("domineering", "2x2").value == gfkit.ShortGame.parse("+-1")


def test_the_page_about_values():
    page = Path(__file__).parent.parent.parent / "docs" / "values.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 4) == (0, True)


class TestEveryMove:
    @given(rules(), st.sampled_from(list(BOARDS)))
    @settings(max_examples=40, deadline=None)
    def test_moves_make_the_value_and_are_judged_by_definition(self, rule, text):
        board = accepted(rule, text)
        assume(board is not None)
        found = value(rule, board, moves=True)
        whole, zero = found.value, ShortGame.of()
        sides = {
            player: [m for m in found.every_move if m.player is player]
            for player in (Player.LEFT, Player.RIGHT)
        }
        left, right = ([m.value for m in sides[player]] for player in (Player.LEFT, Player.RIGHT))
        assert ShortGame.of(left, right) == whole
        for player, own in sides.items():
            legal = [
                move.cells
                for move in legal_moves(rule, board)
                if rule.colours[move.colour].belongs_to(player)
            ]
            if not rule.liberties and len({colour.owner for colour in rule.colours}) == len(rule.colours):
                assert sorted(legal) == sorted(cells for m in own for cells in m.placements)
            for m in own:
                is_left = player is Player.LEFT
                assert m.wins == (m.value >= zero if is_left else m.value <= zero)
                assert m.incentive == (m.value - whole if is_left else whole - m.value)
                others = [other.value for other in own if other is not m]
                beats = [o for o in others if (o >= m.value if is_left else o <= m.value)]
                assert (m.dominated_by is None) == (not beats)
                back = m.value.right if is_left else m.value.left
                undone = [b for b in back if (b <= whole if is_left else b >= whole)]
                assert (m.reversible_through is None) == (not undone)
        wins = [any(m.wins for m in sides[player]) for player in (Player.LEFT, Player.RIGHT)]
        assert (
            whole.outcome == {(1, 1): "first", (0, 0): "second", (1, 0): "left", (0, 1): "right"}[tuple(wins)]
        )

    def test_whose_pieces_lie_there_is_said(self, capsys):
        """Both letters are upper case, so both pieces are Left's."""
        assert main(["value", "col", "X.O/..."]) == 0
        written = capsys.readouterr().out
        assert "Left has   row 1, column 1; row 1, column 3" in written
        assert "Right has  no piece" in written
        assert main(["outcomes", "col", "X.o/..."]) == 0
        assert "Right has  row 1, column 3" in capsys.readouterr().out

    def test_the_command_lists_them(self, capsys):
        assert main(["value", "domineering", "2x3", "--moves"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert sum(line.startswith("Left ") for line in lines) == 2
        assert any("dominated by 2" in line and "loses" in line for line in lines)


class TestOneSided:
    """Boards on which only one player has moves are whole numbers, told without a search."""

    @pytest.mark.parametrize(
        ("game", "board", "number"),
        [
            ("domineering", "1x1001", -500), ("domineering", "1001x1", 500), ("domineering", "1x1", 0),
            ("snort", "<<<<", 4), ("col", "<<<<<", 3), ("col", ">>>/>>>", -3), ("o12", "path:0", 0),
            ("node-kayles", "graph:a-b-c-d-e;left=a,b,c,d,e", 3),
        ],
    )  # fmt: skip
    def test_by_hand(self, game, board, number):
        found = value(game, board)
        assert found.value.number == number
        assert found.evidence.method == "longest-play"
        assert found.evidence.status == "proved"

    def test_what_search_finds(self):
        """Random rules of Left alone, on random boards: the search knows nothing of it."""
        chance = random.Random(11)
        shapes = ["X", "XX", "X/X", "XXX", "XX/X.", "X.X"]
        for _ in range(150):
            words = [word for word in ("LL",) if chance.random() < 0.5]
            rule = Rule.of(
                {
                    "name": "r",
                    "left": {"pieces": chance.sample(shapes, chance.randint(1, 2))},
                    "right": {"pieces": chance.choice([[], ["XXXX"]])},
                    "rules": {"forbid_adjacent": words},
                }
            )
            rows = ["".join(chance.choice("....#") for _ in range(3)) for _ in range(chance.randint(1, 3))]
            board = parse_one_board("/".join(rows) + "/.")
            position = compile_position(rule, board)
            table = Table()
            searched = ShortGame(table, ValueSearch(position, table, 1 << 30).value(position.start))
            number = whole_number(position)
            assert number is not None
            assert searched == number, (rule, board.text)

    def test_where_both_move_nothing_is_said(self):
        for game, board in (("domineering", "2x2"), ("snort", "1x1"), ("nogo", "path:3"), ("cram", "1x2")):
            assert whole_number(compile_position(find_rule(game), parse_one_board(board))) is None


@pytest.mark.parametrize("options", [[], ["--moves"], ["--json"]])
def test_a_value_too_long_to_print_is_still_told(options, capsys, monkeypatch):
    """As Snort on path:25, whose canonical form takes more than a million characters."""
    monkeypatch.setattr(gfkit.ShortGame, "text", lambda *_: None)
    assert main(["value", "domineering", "2x2", *options]) == 0
    told = capsys.readouterr().out
    assert (
        '"value": null' in told
        if options == ["--json"]
        else "of size" in told and "first player wins" in told
    )


def test_long_searches_without_numpy(monkeypatch):
    """As in the browser: there is no machine code to go on with, and the plain way has no end set."""
    for module in ("board", "winner"):
        monkeypatch.setattr(f"gfkit.values.{module}.SECONDS_BEFORE_ASKING", -1)
    monkeypatch.setattr("gfkit.values.handing_over.ARRAYS", False)
    monkeypatch.setitem(sys.modules, "gfkit.values.fast", None)
    assert str(value("domineering", "2x4").value) == "-_2"  # Winning Ways, chapter 5
    assert outcome("domineering", "5x5") == "second"  # Bullock, Domineering
    assert foresee_value("domineering", "5x5")["seconds"] > 0
