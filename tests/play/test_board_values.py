"""Values of boards and of families: compared with play by definition, printed values, and theorems.

The numbers are Obsequi's outcomes of Domineering, values by Berlekamp, Conway, Guy and Wolfe (Winning Ways),
Grundy values of Cram by Lemoine and Viennot, claims of the catalogue, and some computed by hand; the
differential tests (kind ``play``) draw random boards with reserved cells.
"""

import pytest
from cli.calling import call, told
from hypothesis import given
from played import PLAYERS, TABLES, games, pair

import gfkit
from gfkit import family_values
from gfkit.catalog import Selection, load
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import GfkitError, LimitError
from gfkit.core.memory import size_text
from gfkit.core.rules import find_rule
from gfkit.core.rules.kinds.placement.move import legal_moves
from gfkit.core.typing import Player, Weights
from gfkit.play import ShortGame, Table, value
from gfkit.play.board import ValueSearch
from gfkit.play.family_values import ValuesLimitError, observed_saltus
from gfkit.play.position import compile_position

TWO_ROWS, THREE_ROWS = TABLES["domineering_two_rows"], TABLES["domineering_three_rows"]


def values(game, boards):
    return [str(value(game, board)) for board in boards]


# Against play by its definition


@given(games)
def test_options_and_values_agree_with_play_by_definition(drawn):
    if (asked := pair(drawn)) is None:
        return
    rule, board = asked
    found = value(rule, board, moves=True)
    whole, zero = found.value, ShortGame.of()
    sides = {player: [m for m in found.every_move if m.player is player] for player in PLAYERS}
    assert ShortGame.of(*([m.value for m in sides[player]] for player in PLAYERS)) == whole
    for player, own in sides.items():
        legal = [m.cells for m in legal_moves(rule, board) if rule.colours[m.colour].belongs_to(player)]
        if not rule.liberties and len({colour.owner for colour in rule.colours}) == len(rule.colours):
            assert sorted(legal) == sorted(cells for m in own for cells in m.placements)
        sign = 1 if player is Player.LEFT else -1
        for m in own:
            assert m.wins == (m.value * sign >= zero)
            assert m.incentive == (m.value - whole) * sign
            beats = [other for other in own if other is not m and other.value * sign >= m.value * sign]
            assert (m.dominated_by is None) == (not beats)
            back = m.value.right if player is Player.LEFT else m.value.left
            undone = [b for b in back if b * sign <= whole * sign]
            assert (m.reversible_through is None) == (not undone)
    wins = tuple(any(m.wins for m in sides[player]) for player in PLAYERS)
    words = {(True, True): "first", (True, False): "left", (False, True): "right"}
    assert whole.outcome == words.get(wins, "second")


def test_best_moves_are_the_undominated_options():
    found = value("domineering", "2x3", options=True)
    # By hand: Left in the middle leaves two columns, worth 2; Right leaves three cells and one, or two.
    assert [(m.player.value, str(m.value), m.cells, m.alike) for m in found.moves] == [
        ("left", "2", (1, 4), 1),
        ("right", "-1/2", (0, 1), 4),
    ]
    for game, text in [("domineering", "3x4"), ("snort", "2x3"), ("nogo", "2x3"), ("col", "cycle:6")]:
        table = Table()
        found = value(game, text, options=True, table=table)
        sides = [[move.value for move in found.moves if move.player is player] for player in PLAYERS]
        assert ShortGame.of(*sides, table) == found.value
        assert all(one.confused_with(two) for one in sides[0] for two in sides[0] if one is not two)


# In print


def test_values_in_print():
    assert values("domineering", [f"2x{n}" for n in range(1, 10)]) == TWO_ROWS[:9]
    assert values("domineering", [f"3x{n}" for n in range(3, 6)]) == THREE_ROWS[:3]
    assert values("domineering", ["4x4"]) == ["+-(0,{2+_2,{2|0}|-_2,{2|0}})"]
    assert values("cram", ["3x3", "3x4", "3x5"]) == ["0", "*", "*"]
    assert values("cram", [f"2x{n}" for n in range(1, 9)]) == ["*", "0"] * 4
    # OEIS A002187, the nimbers of .07, which is Cram on a single row and Arc Kayles on a path.
    nimbers = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3]
    for n, nimber in enumerate(nimbers):
        expected = ShortGame.parse(f"*{nimber}")
        assert value("cram", f"1x{n}").value == value("arc-kayles", f"path:{n}").value == expected


@pytest.mark.slow(13)
def test_larger_values_in_print():
    """5x5: Conway; 4x5: Wolfe. The largest boards of Tromping that are printed: claims of the catalogue."""
    assert values("domineering", [f"2x{n}" for n in range(10, 14)]) == TWO_ROWS[9:]
    assert values("domineering", ["3x6", "3x7", "4x5", "5x5"]) == [*THREE_ROWS[3:], "1", "0"]
    assert values("cram", ["3x6", "3x7", "4x4", "4x5"]) == ["*4", "*", "0", "*2"]
    for claim in Selection(ids=("tromping-t1-6", "tromping-s12-six")).of(load()):
        boards = claim.arguments.get("boards") or [claim.arguments["board"]]
        for board, text in zip(boards, claim.statement, strict=True):
            assert value("i-tromping", board).value == ShortGame.parse(text), board


def test_col_and_snort_in_winning_ways():
    # Chapter 3: every position of Col is z or z*.
    for text in ("2x3", "3x3", "path:8", "cycle:7", "complete:5", "..#/.../#..", "A.../....", "torus:3x3"):
        g = value("col", text).value
        assert (g + g).number is not None
        assert g.table.up_star[g.id][1] == 0
    # Col on K_n: each player has one move at most, as long as a vertex is left.
    assert values("col", [f"complete:{n}" for n in range(1, 5)]) == ["*", "0", "0", "0"]
    # Snort on K_n: the first piece makes all else its owner's, {n - 1|1 - n}.
    for n in range(2, 7):
        assert value("snort", f"complete:{n}").value == ShortGame.of([n - 1], [1 - n])


# Theorems


def test_pieces_already_placed_are_moves():
    table = Table()
    position = compile_position(find_rule("domineering"), parse_one_board("3x3"))
    search = ValueSearch(position, table, 1 << 30)
    moved = {search.value(state) for state in position.options(position.start, Player.LEFT)}
    drawn = ["A../A../...", ".A./.A./...", ".../..A/..A"]
    assert {value("domineering", text, table=table).value.id for text in drawn} == moved


def test_values_of_games_with_moves_for_one_player():
    for game, board, number in TABLES["of_one_player"]:
        found = value(game, board)
        assert (found.value.number, found.evidence.method) == (number, "longest-play"), (game, board)
        assert found.evidence.status == "proved"
    for game, board in (("domineering", "2x2"), ("snort", "1x1"), ("nogo", "path:3"), ("cram", "1x2")):
        assert value(game, board).evidence.method != "longest-play"
    assert value("o12", "1x30").value == value("o12", "path:30").value


# Errors and output


def test_a_limit_of_memory():
    said = f"stopped after .*; the limit is {size_text(3 << 20)} .raise it with --max-memory"
    with pytest.raises(GfkitError, match=said):
        value("domineering", "6x6", max_memory=3 << 20)


def test_the_command():
    result = told("value", "domineering", "2x3")
    asked = ("value", "outcome", "mean", "temperature", "canonical")
    assert [result[key] for key in asked] == ["{2|-1/2}", "first", "3/4", "5/4", True]
    assert result["evidence"]["status"] == "proved"
    said = call("value", "domineering", "3x3", code=0)
    assert said.lines[:2] == ["+-1", "the first player wins; mean 0, temperature 1"]
    said = call("value", "domineering", "2x3", "--options", "--thermograph", code=0).out
    assert "Best for Left:\n  .X.   to 2\n  .X.\n" in said
    assert "  0   /" in said
    result = told("value", "domineering", "2x3", "--options")
    assert result["options"]["left"] == [{"value": "2", "cells": [1, 4], "moves": 1}]
    lines = call("value", "domineering", "2x3", "--moves", code=0).lines
    assert sum(line.startswith("Left ") for line in lines) == 2
    assert any("dominated by 2" in line and "loses" in line for line in lines)


def test_the_command_lists_the_pieces_already_placed():
    """Both letters are upper case, so both pieces belong to Left."""
    written = call("value", "col", "X.O/...", code=0).out
    assert "Left has   row 1, column 1; row 1, column 3" in written
    assert "Right has  no piece" in written
    assert "Right has  row 1, column 3" in call("outcomes", "col", "X.o/...", code=0).out


def test_a_value_too_long_to_print_has_an_outcome_and_a_mean(monkeypatch):
    result = gfkit.value("domineering", "4x4").as_json(5)
    assert [result[key] for key in ("value", "outcome", "mean", "temperature")] == [None, "first", "0", "0"]
    assert result["size"] > 5
    # As Snort on path:25, whose canonical form takes more than a million characters.
    monkeypatch.setattr(gfkit.ShortGame, "text", lambda *_: None)
    assert told("value", "domineering", "2x2")["value"] is None
    for more in ([], ["--moves"]):
        said = call("value", "domineering", "2x2", *more, code=0).out
        assert "of size" in said
        assert "first player wins" in said


@pytest.mark.slow(2.5)
def test_long_searches_without_numpy(monkeypatch):
    """Test the configuration of the browser: there is no search in C either."""
    for module in ("board", "outcome_search"):
        monkeypatch.setattr(f"gfkit.play.{module}.is_fast", lambda *_: False)
    assert str(value("domineering", "2x4").value) == "-_2"  # Winning Ways, chapter 5
    assert gfkit.outcomes("domineering", "5x5").words == ("second",)  # Bullock, Domineering


def test_values_of_families_agree_with_single_boards():
    asked = (("domineering", "2xn", 8), ("snort", "cycle:n", 6), ("col", "prism:n", 4), ("o12", "path:n", 9))
    for game, family, to in asked:
        found = family_values(game, family, to=to)
        boards = gfkit.parse_board(family)
        assert len(found.values) == to + 1 - found.first_n
        for n, listed in enumerate(found.values, found.first_n):
            assert listed == value(game, boards.at(n)).value == found[n], (game, n)


def test_families_have_a_last_n_by_default():
    assert family_values("snort", "path:n").last_n == 10
    assert family_values("domineering", "5xn").last_n == 4
    assert family_values("domineering", "30xn").last_n == 1
    said = call("value", "snort", "path:n", code=0)
    assert "n = 10" in said.out
    assert "n is 10" in said.err


def test_numbers_of_books():
    """Winning Ways: one column is worth half its length to Left, rounded down."""
    found = family_values("domineering", "nx1", to=13)
    assert [value.number for value in found.values] == [n // 2 for n in range(1, 14)]
    seen = found.repetition
    assert (seen.period, str(seen.saltus), seen.covers_from) == (2, "1", 1)
    told = found.as_json()
    assert (told["repetition"]["status"], told["zero"], found.zero) == ("observed", None, None)


def test_zero_for_all_even_n_is_proved():
    found = family_values("cram", "2xn", to=6)
    assert [str(value) for value in found.values] == ["*", "0"] * 3
    assert found.zero.proved
    assert found.as_json()["zero"]
    assert found[10**6] == 0
    with pytest.raises(GfkitError, match="outside the computed range"):
        found[10**6 + 1]


def test_a_period_in_saltus_form_needs_enough_values():
    def seen(first_n, *texts):
        return observed_saltus("", first_n, [ShortGame.parse(text) for text in texts])

    assert seen(0, "0", "1", "0", "1", "0") is None  # five values
    found = seen(0, "{3|1}", "0", "1", "0", "1", "0", "1")
    assert (found.period, found.covers_from, found.saltus.number) == (2, 1, 0)
    assert seen(0, "0", "*", "^", "v", "1", "{1|0}", "2", "0") is None
    hot = seen(3, "{2|0}", "+-1", "{3|1}", "1+-1", "{4|2}", "2+-1", "{5|3}", "3+-1")
    assert hot.statement.startswith("v(n + 2) = v(n) + 1 on  for 3 <= n")
    # a sequence that only its means make look periodic
    assert seen(0, "0", "^", "0", "v", "0", "^^", "0", "v*") is None


def test_values_found_before_a_limit_are_kept():
    with pytest.raises(ValuesLimitError) as stopped:
        family_values("domineering", "4xn", to=9, max_memory=3_000_000)
    assert isinstance(stopped.value, LimitError)
    found = stopped.value.found
    assert 0 < len(found.values) < 9
    assert found.values[0] == gfkit.value("domineering", "4x1").value


# Reserved cells, and play for points


def test_a_game_is_its_conflict_graph():
    """Node Kayles on the auxiliary graph, each vertex reserved for whose move it is, has the value."""
    for name, text in (("domineering", "2x4"), ("col", "2x3"), ("snort", "path:4"), ("o12", "1x4")):
        found = gfkit.auxiliary_graph(name, text)
        rule = gfkit.find_rule(name)
        whose = [rule.colours[move.colour].owner for move in found.moves]
        left, right = ([k for k, owner in enumerate(whose) if owner is player] for player in PLAYERS)
        graph = gfkit.graph(found.graph, left=left, right=right)
        assert str(gfkit.value("node-kayles", graph).value) == str(gfkit.value(name, text).value)
        ours = gfkit.count("node-kayles", graph, "left-ends", "players").polynomial
        assert ours == gfkit.count(name, text, "left-ends", "players").polynomial


def test_a_modified_query_keeps_its_rule():
    """Weights and boards may change; reserved cells are applied once, otherwise pieces would count twice."""
    asked = gfkit.Question.of("node-kayles", "graph:a-b-c;left=a")
    again = asked.with_weights(Weights.PLAYERS).on(asked.board)
    assert again.rule == asked.rule == asked.rule.with_reserved_cells()
    drawn = [gfkit.sample(asked, seed=seed).configuration for seed in range(120)]
    seen = {frozenset((piece.owner, piece.cells) for piece in one.pieces) for one in drawn}
    # nothing, a, b, c, a with c: five positions, of which each comes some 24 times
    assert len(seen) == 5 == gfkit.count(asked).count
    often = [sum(not one.pieces for one in drawn), sum(len(one.pieces) == 2 for one in drawn)]
    assert all(10 < number < 44 for number in often)


def test_reserved_cells_with_liberties():
    """NoGo on a path of three, its ends for one player each: from the rules by hand."""
    law = gfkit.count("nogo", "<.>", weights="players").polynomial
    # nothing; Left on 1 or 2, Right on 2 or 3; two stones of one player together, or one of each at the ends
    assert law == gfkit.brute_force("nogo", "<.>", weights="players").polynomial
    assert dict(law.terms) == {(0, 0): 1, (1, 0): 2, (0, 1): 2, (2, 0): 1, (0, 2): 1, (1, 1): 1}


def test_files_and_notation_define_equal_boards(tmp_path):
    path = tmp_path / "g.txt"
    path.write_text("# a path\na b\nb c\nleft: a\npieces-right: c\n")
    one, other = gfkit.parse_board(f"graph:{path}"), gfkit.parse_board("graph:a-b-c;left=a;pieces-right=c")
    for field in ("edges", "tints", "lying", "names"):
        assert getattr(one, field) == getattr(other, field)
    assert str(gfkit.value("snort", one).value) == str(gfkit.value("snort", other).value)
    again = gfkit.parse_board(gfkit.graph([("x", "y"), ("z", "x")], left=["z"]).text)
    assert again.tints == (Player.BOTH, Player.BOTH, Player.LEFT)
