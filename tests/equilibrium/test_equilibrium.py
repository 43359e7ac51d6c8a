"""Dominogames: the solver against game trees written out cell by cell, and the command line."""

from __future__ import annotations

import itertools
import json
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from dominogame_tree import RULES, Tree
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.equilibrium import Dominogame, Drop, DroppedPiece, Play, Sides, TieRule, equilibria
from gfkit.errors import BoardError, LimitError, OptionError
from gfkit.verify.equilibrium_law import payoff_laws

SMALL = [(columns, rows) for columns in range(1, 10) for rows in range(1, 10) if columns * rows <= 9]


def check_against_tree(game, opening=()):
    tree = Tree(game.columns, game.rows, game.raised, game.piece.value, game.players, opening)
    plays = tree.equilibria()
    found = gfkit.equilibrium(game, opening=opening, plays=10**6)
    assert set(found.payoffs) == {paid for _, paid, _ in plays}
    assert dict(found.tie_rules) == {rule: tree.named(rule) for rule in RULES}
    assert found.play_count.total == len(plays)
    assert set(found.play_count.empty_cells) == {empty for _, _, empty in plays}
    assert found.sequences == tree.leaves()
    assert len(found.plays) == found.play_count.joined
    listed = {(tuple(map(str, play.moves)), play.payoffs, play.empty_cells) for play in found.plays}
    assert listed <= plays
    if found.play_count.joined < found.play_count.total:
        images = {
            (tuple(map(str, p.moves)), p.payoffs, p.empty_cells) for p in (q.mirrored() for q in found.plays)
        }
        assert listed | images == plays
    else:
        assert listed == plays
    for rule in RULES:
        one = gfkit.equilibrium(game, opening=opening, tie=rule, plays=10**6)
        assert one.payoffs == (tree.named(rule),)
        assert {p.payoffs for p in one.plays} == {tree.named(rule)}
        assert {tuple(map(str, p.moves)) for p in one.plays} <= {names for names, _, _ in plays}


@pytest.mark.parametrize(("columns", "rows"), SMALL)
def test_every_small_board_is_that_of_its_game_tree(columns, rows):
    check_against_tree(Dominogame(columns, rows))


@pytest.mark.parametrize(("columns", "rows"), [(2, 4), (3, 3), (4, 2), (6, 1), (2, 3), (3, 2)])
@pytest.mark.parametrize("raised", [1, 5])
def test_raised_boards(columns, rows, raised):
    check_against_tree(Dominogame(columns, rows, raised))


@pytest.mark.parametrize(("columns", "rows"), SMALL)
@pytest.mark.parametrize("players", [2, 3])
def test_monominoes(columns, rows, players):
    check_against_tree(Dominogame(columns, rows, 0, DroppedPiece.MONOMINO, players))


@pytest.mark.parametrize(("columns", "rows"), [(2, 4), (3, 3), (4, 2)])
def test_dominoes_for_three(columns, rows):
    check_against_tree(Dominogame(columns, rows, players=3))


@pytest.mark.parametrize("opening", ["h1", "v1", "v2", "v1 v2", "v1 h1", "h2 v1", "v1 v1"])
@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (2, 4), (3, 4)])
def test_openings(columns, rows, opening):
    if "h2" in opening and columns == 2:
        opening = "h1 v2"
    if opening == "v1 v1" and rows == 3:
        opening = "v1"
    check_against_tree(Dominogame(columns, rows), tuple(opening.split()))


@pytest.mark.parametrize(("columns", "rows"), [(3, 1), (4, 1), (5, 1), (2, 2), (2, 3)])
def test_payoffs_are_those_of_all_strategies_that_are_best_in_every_subgame(columns, rows):
    # Straight from the definition: strategies name a move in every node of the tree; one is kept when in no
    # node the player to move does better there by any other strategy of his own, the others' unchanged.
    tree = Tree(columns, rows)
    nodes = []

    def walk(node):
        if node[3]:
            nodes.append(node)
        for one in node[3]:
            walk(one)

    walk(tree.root)

    def outcome(node, choice):
        while node[3]:
            node = node[3][choice[node[1]]]
        return node[2]

    def best_alone(node, player, choice):
        if not node[3]:
            return node[2][player]
        if node[0] == player:
            return max(best_alone(one, player, choice) for one in node[3])
        return best_alone(node[3][choice[node[1]]], player, choice)

    payoffs = set()
    for picks in itertools.product(*(range(len(node[3])) for node in nodes)):
        choice = {node[1]: pick for node, pick in zip(nodes, picks, strict=True)}
        if all(
            outcome(node, choice)[player] >= best_alone(node, player, choice)
            for node in nodes
            for player in (0, 1)
        ):
            payoffs.add(outcome(tree.root, choice))
    assert set(gfkit.equilibrium(f"{columns}x{rows}").payoffs) == payoffs


def by_heights_only(columns, rows):
    """Payoffs of equilibria in which the move depends only on the heights, by all choices at ties."""

    def moves(heights):
        for k in range(columns - 1):
            top = max(heights[k : k + 2]) + 1
            if top <= rows:
                yield (*heights[:k], top, top, *heights[k + 2 :]), 2 * top
        for k in range(columns):
            if heights[k] + 2 <= rows:
                yield (*heights[:k], heights[k] + 2, *heights[k + 1 :]), 2 * heights[k] + 3

    order = []

    @cache
    def walk(heights):
        for after, _ in moves(heights):
            walk(after)
        order.append(heights)

    walk((0,) * columns)
    needed = {after: k for k, heights in enumerate(order) for after, _ in moves(heights)}
    ways = {frozenset()}
    for k, heights in enumerate(order):
        longer = set()
        for way in ways:
            known = dict(way)
            options = {(known[after][1] + gain, known[after][0]) for after, gain in moves(heights)} or {
                (0, 0)
            }
            best = max(own for own, _ in options)
            kept = {one: value for one, value in known.items() if needed[one] > k}
            longer |= {frozenset((kept | {heights: one}).items()) for one in options if one[0] == best}
        ways = longer
    return {dict(way)[order[-1]] for way in ways}


def test_strategies_that_see_only_the_heights_have_fewer_equilibria():
    for board, columns, rows in (("2x4", 2, 4), ("3x3", 3, 3), ("3x4", 3, 4), ("4x1", 4, 1)):
        assert set(gfkit.equilibrium(board).payoffs) == by_heights_only(columns, rows)
    fewer = by_heights_only(3, 5)
    assert fewer < set(gfkit.equilibrium("3x5").payoffs)
    assert {payoffs for _, payoffs in gfkit.equilibrium("3x5").tie_rules} <= fewer


boards = st.builds(
    Dominogame,
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(0, 9),
    st.sampled_from(DroppedPiece),
    st.integers(2, 4),
)


@settings(max_examples=60, deadline=None)
@given(boards)
def test_named_rules_are_among_all_payoffs_and_nobody_gets_more_than_there_is(game):
    found = gfkit.equilibrium(game, plays=12)
    worth = game.columns * sum(row + game.raised for row in range(1, game.rows + 1))
    assert all(sum(payoffs) <= worth and min(payoffs) >= 0 for payoffs in found.payoffs)
    assert {payoffs for _, payoffs in found.tie_rules} <= set(found.payoffs)
    for play in found.plays:
        assert Play.of(game, play.moves) == play
        assert play.payoffs in found.payoffs
        covered = [cell for step in play.steps for cell in step.cells]
        assert len(set(covered)) == len(covered) == game.cells - play.empty_cells
    for rule in TieRule:
        assert gfkit.equilibrium(game, tie=rule).payoffs == (dict(found.tie_rules)[rule],)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(2, 4), st.data())
def test_mirrored_openings_pay_the_same(columns, rows, data):
    game = Dominogame(columns, rows)
    kinds = st.one_of(
        st.builds(Drop, st.just("h"), st.integers(1, columns - 1)),
        st.builds(Drop, st.just("v"), st.integers(1, columns)),
    )
    opening = [data.draw(kinds)]
    found = gfkit.equilibrium(game, opening=opening, plays=0)
    image = gfkit.equilibrium(game, opening=[move.mirrored(columns) for move in opening], plays=0)
    assert found.payoffs == image.payoffs
    assert found.play_count == image.play_count
    assert dict(found.tie_rules)["kind"] == dict(image.tie_rules)["kind"]


@pytest.mark.parametrize("tie", ["all", *RULES])
def test_listed_plays_take_turns_between_the_payoffs(tie):
    found = gfkit.equilibrium("3x5", tie=tie, plays=1000)
    assert len(found.plays) == found.play_count.joined
    first = [play.payoffs for play in found.plays[: len(found.payoffs)]]
    assert sorted(first) == list(found.payoffs)


def test_counts_of_plays_are_those_of_the_listed_ones():
    for board in ("2x10", "3x6", "4x4", "5x3"):
        found = gfkit.equilibrium(board, plays=10**6)
        images = {play.mirrored().moves for play in found.plays} | {play.moves for play in found.plays}
        assert len(found.plays) == found.play_count.joined
        assert len(images) == found.play_count.total
        empty = Counter(play.empty_cells for play in found.plays)
        assert tuple(sorted(empty)) == found.play_count.empty_cells


def test_one_column_has_no_choice():
    for rows, found in equilibria("1xn", 40):
        pieces = [2 * (2 * k) + 3 for k in range(rows // 2)]
        assert found.payoffs == ((sum(pieces[::2]), sum(pieces[1::2])),)


def test_monominoes_in_one_row_are_shared_out_in_turn():
    for columns, found in equilibria("nx1", 12, piece="monomino", players=3):
        assert found.payoffs == (tuple(len(range(k, columns, 3)) for k in range(3)),)


def test_laws_of_one_column_and_none_of_three():
    one, two = payoff_laws(list(equilibria("1xn", 40)))
    pieces = [2 * row + 1 for row in range(1, 1000, 2)]
    assert one.law[999] == sum(pieces[:499:2])
    assert two.law[999] == sum(pieces[1:499:2])
    assert one.finding.evidence.status.value == "guessed"
    assert payoff_laws(list(equilibria("3xn", 24, tie="kind"))) == []


def test_words_for_boards():
    assert str(Sides.read("2xN")) == "2xn"
    assert Sides.read("nx3").at(4).game(0, DroppedPiece.DOMINO, 2) == Dominogame(4, 3)
    for word in (
        "",
        "2",
        "2x",
        "x2",
        "2x3x4",
        "0x3",
        "2x-1",
        "nxn",
        "2x1.5",
        "path:4",
        "2x9999999999999999999",
    ):
        with pytest.raises(BoardError):
            Sides.read(word)


@pytest.mark.parametrize(
    "asked",
    [
        {"tie": "mean"},
        {"raised": -1},
        {"raised": True},
        {"players": 1},
        {"piece": "tromino"},
        {"opening": "v3"},
        {"opening": "v1 v1"},
        {"opening": "x1"},
        {"plays": -1},
        {"max_memory": 0},
    ],
)
def test_what_cannot_be_asked(asked):
    with pytest.raises(OptionError):
        gfkit.equilibrium("2x3", **asked)


def test_limits_are_foreseen_or_stop_the_work():
    for board in ("40x40", "100x1", "30x3"):
        with pytest.raises(LimitError):
            gfkit.equilibrium(board, max_memory=1 << 30)
    with pytest.raises(LimitError, match="stopped at"):
        gfkit.equilibrium("3x16", max_memory=1 << 21)
    with pytest.raises(LimitError):
        gfkit.equilibrium("12x3", tie="kind", max_memory=1 << 20)


def run(capsys, *arguments):
    code = main(["equilibrium", *arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


def test_the_first_line_tells_the_tie_rule(capsys):
    for arguments, line in (
        (["3x4"], "payoffs depend on how ties are broken: (12, 18), (16, 14)"),
        (["3x4", "--tie", "cruel"], "payoffs (12, 18) with tie rule cruel"),
        (["2x4"], "payoffs (9, 11) however ties are broken"),
        (["3xn", "--to", "4"], "payoffs of 3xn depend on how ties are broken for n = 3, 4"),
        (["3xn", "--to", "4", "--tie", "kind"], "payoffs of 3xn with tie rule kind"),
        (["2xn", "--to", "4"], "payoffs of 2xn for n = 1 to 4 however ties are broken"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, err) == (0, "")
        assert out.splitlines()[0] == line


def test_json_of_a_board(capsys):
    code, out, _ = run(capsys, "3x4", "--json", "--plays", "1")
    read = json.loads(out)
    assert code == 0
    assert read["board"] == "3x4"
    assert read["payoffs"] == [["12", "18"], ["16", "14"]]
    assert read["tie_rules"] == {"kind": ["16", "14"], "cruel": ["12", "18"], "first": ["16", "14"]}
    assert read["unique"] is False
    assert read["evidence"]["status"] == "proved"
    assert read["plays"] == [
        {"moves": ["h1", "h1", "v1", "v2", "v3", "v3"], "payoffs": ["12", "18"], "empty_cells": 0}
    ]


def test_json_of_a_family(capsys):
    code, out, _ = run(capsys, "2xn", "--to", "30", "--json")
    read = json.loads(out)
    assert code == 0
    assert [row["n"] for row in read["rows"]] == list(range(1, 31))
    assert read["rows"][8]["payoffs"] == [["48", "42"]]
    first, second = read["law"]["all"]
    assert [case["formula"] for case in first["in_k"]] == [
        "8*k^2 + k",
        "8*k^2 + 7*k + 2",
        "8*k^2 + 9*k + 3",
        "8*k^2 + 15*k + 7",
    ]
    assert second["evidence"]["status"] == "guessed"
    assert second["evidence"]["terms_fitted"] + second["evidence"]["terms_checked"] == 30
    assert set(first["generating_function"]) >= {"numerator", "denominator"}
    assert json.loads(run(capsys, "3xn", "--to", "6", "--json")[1])["law"] is None


def test_drawings(capsys, tmp_path):
    file = tmp_path / "plays.svg"
    code, out, _ = run(capsys, "3x4", "--plays", "2", "--svg", str(file))
    assert code == 0
    assert "| 3 | 4 | 6 |" in out
    assert "h1 h1 v1 v2 v3 v3" in out
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    shapes = Counter(word for one in root.iter() for word in one.get("class", "").split())
    assert (shapes["cell"], shapes["piece"]) == (2 * 12, 2 * 6)


def test_rows_are_kept_when_a_limit_is_reached(capsys):
    code, out, err = run(capsys, "3xn", "--to", "40", "--max-memory", "2M", "--json")
    rows = json.loads(out)["rows"]
    assert code == 3
    assert err.count("\n") == 1
    assert rows[3]["payoffs"] == [["12", "18"], ["16", "14"]]
    assert len(rows) < 40


def test_payoffs_are_kept_when_plays_are_too_many(capsys):
    code, out, err = run(capsys, "3x16", "--max-memory", "4M")
    assert code == 3
    assert out.startswith("payoffs depend on how ties are broken: (186, 186), ")
    assert "stopped counting plays" in err


def test_an_interrupted_command_says_so(capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("gfkit.equilibrium.result.equilibrium", interrupted)
    assert run(capsys, "3x4") == (130, "", "gfkit: interrupted\n")


def test_a_picture_has_to_have_a_folder(capsys):
    code, out, err = run(capsys, "2x2", "--svg", str(Path("nowhere") / "a.svg"))
    assert (code, out) == (2, "")
    assert "--svg" in err
