"""Dominogames: equilibrium payoffs and plays, formulas of their payoffs, and the command.

References: the complete game tree, cell by cell, all strategies of small trees by the definition of subgame
perfection, and games computed by hand.
"""

import itertools
import json
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from choice import cover
from cli.calling import call
from hypothesis import given, strategies as st
from tables import tables

from gfkit.claims.provers.equilibrium_law import payoff_laws
from gfkit.core.errors import BoardError
from gfkit.play.equilibria import Dominogame, DroppedPiece, Play, Sides, TieRule, equilibria, equilibrium

SMALL = [(columns, rows) for columns in range(1, 10) for rows in range(1, 10) if columns * rows <= 9]
DOMINO, MONOMINO = DroppedPiece.DOMINO, DroppedPiece.MONOMINO
boards = st.builds(
    Dominogame,
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(0, 9),
    st.sampled_from(DroppedPiece),
    st.integers(2, 4),
)


RULES = ("benevolent", "cruel", "first")


class Tree:
    """A whole game tree with boards as sets of covered cells; no positions are merged."""

    def __init__(self, columns, rows, raised=0, piece="domino", players=2, opening=()):
        self.columns, self.rows, self.raised, self.players = columns, rows, raised, players
        self.piece = piece
        board, paid = frozenset(), [0] * players
        for turn, name in enumerate(opening):
            cells = dict(self.drops(board))[name]
            board |= set(cells)
            paid[turn % players] += sum(row + raised for _, row in cells)
        self.root = self.node(board, tuple(opening), tuple(paid))

    def drops(self, board):
        """Yield every possible drop: a piece falls until a covered cell is below it."""

        def lands(wide, tall, column):
            bottom = None
            for row in range(self.rows - tall + 1, 0, -1):
                cells = [(column + dx, row + dy) for dx in range(wide) for dy in range(tall)]
                if any(cell in board for cell in cells):
                    break
                bottom = cells
            return bottom

        if self.piece == "monomino":
            found, seen = [], set()
            for column in range(1, self.columns + 1):
                cells = lands(1, 1, column)
                if cells and cells[0][1] not in seen:
                    seen.add(cells[0][1])
                    found.append((f"m{column}", cells))
            return found
        shapes = [("h", 2, 1, column) for column in range(1, self.columns)]
        shapes += [("v", 1, 2, column) for column in range(1, self.columns + 1)]
        landed = [(f"{kind}{column}", lands(wide, tall, column)) for kind, wide, tall, column in shapes]
        return [(name, cells) for name, cells in landed if cells]

    def node(self, board, names, paid):
        """Return the player to move, the moves, the payments, and the child nodes."""
        turn = len(names) % self.players
        below = []
        for name, cells in self.drops(board):
            gain = sum(row + self.raised for _, row in cells)
            more = tuple(one + gain * (k == turn) for k, one in enumerate(paid))
            below.append(self.node(board | set(cells), (*names, name), more))
        empty = self.columns * self.rows - len(board)
        return turn, names, paid, below, empty

    def equilibria(self, node=None):
        """Return all equilibrium plays, as moves with payoffs and empty cells, by sets of whole subtrees."""
        turn, names, paid, below, empty = node or self.root
        if not below:
            return {(names, paid, empty)}
        sets = [self.equilibria(one) for one in below]
        least = [min(play[1][turn] for play in plays) for plays in sets]
        kept = set()
        for index, plays in enumerate(sets):
            others = [value for k, value in enumerate(least) if k != index]
            kept |= {play for play in plays if all(play[1][turn] >= value for value in others)}
        return kept

    def named(self, rule, node=None):
        """Return the payoffs if all players follow one tie-breaking rule."""
        turn, _, paid, below, _ = node or self.root
        if not below:
            return paid
        results = [self.named(rule, one) for one in below]
        best = [one for one in results if one[turn] == max(other[turn] for other in results)]
        in_turn = [(turn + k) % self.players for k in range(self.players)]

        def generosity(one):
            return (sum(one) - one[turn], *(one[k] for k in in_turn[1:]))

        if rule == "first":
            return best[0]
        return max(best, key=generosity) if rule == "benevolent" else min(best, key=generosity)

    def leaves(self, node=None):
        _, _, _, below, _ = node or self.root
        return sum(map(self.leaves, below)) if below else 1


def assert_is_that_of_its_tree(game, opening=()):
    tree = Tree(game.columns, game.rows, game.raised, game.piece.value, game.players, opening)
    plays, named = tree.equilibria(), {rule: tree.named(rule) for rule in RULES}

    def written(plays):
        return {(tuple(map(str, play.moves)), play.payoffs, play.empty_cells) for play in plays}

    found = equilibrium(game, opening=opening, plays=10**6)
    assert set(found.payoffs) == {paid for _, paid, _ in plays}
    assert dict(found.tie_rules) == named
    assert found.play_count.total == len(plays)
    assert set(found.play_count.empty_cells) == {empty for _, _, empty in plays}
    assert found.sequences == tree.leaves()
    assert len(found.plays) == found.play_count.joined
    listed = written(found.plays)
    assert listed <= plays
    is_joined = found.play_count.joined < found.play_count.total
    assert listed | (written(play.mirror_image() for play in found.plays) if is_joined else set()) == plays
    for rule in RULES:
        one = equilibrium(game, opening=opening, tie=rule, plays=10**6)
        assert one.payoffs == (named[rule],)
        assert {play.payoffs for play in one.plays} == {named[rule]}
        assert {names for names, _, _ in written(one.plays)} <= {names for names, _, _ in plays}


def test_small_boards_agree_with_their_game_trees():
    for columns, rows in SMALL:
        if columns * rows < 9:
            assert_is_that_of_its_tree(Dominogame(columns, rows))


@pytest.mark.slow(2.5)
def test_other_games_agree_with_their_game_trees():
    """Raised boards, monominoes, three players: every pair of values of two of them."""
    wide = [sides for sides in SMALL if sides[0] * sides[1] > 3]
    for sides, raised, piece, players in cover([wide, [0, 1, 5], [DOMINO, MONOMINO], [2, 3]]):
        assert_is_that_of_its_tree(Dominogame(*sides, raised, piece, players))


def test_games_after_openings_agree_with_their_game_trees():
    for columns, rows, openings in tables("wholes")["openings"]:
        for opening in openings:
            assert_is_that_of_its_tree(Dominogame(columns, rows), tuple(opening.split()))


def test_payoffs_agree_with_all_subgame_perfect_strategies():
    for sides in ((5, 1), (2, 2), (2, 3)):
        assert_best_in_every_subgame(*sides)


def assert_best_in_every_subgame(columns, rows):
    # Straight from the definition: strategies name a move in every node of the tree; one is kept when in no
    # node the player to move does better there by any other strategy of his own, the others' unchanged.
    tree, nodes = Tree(columns, rows), []

    def walk(node):
        nodes.extend([node] if node[3] else [])
        for one in node[3]:
            walk(one)

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

    walk(tree.root)
    payoffs = set()
    for picks in itertools.product(*(range(len(node[3])) for node in nodes)):
        choice = {node[1]: pick for node, pick in zip(nodes, picks, strict=True)}
        cases = itertools.product(nodes, (0, 1))
        if all(outcome(node, choice)[who] >= best_alone(node, who, choice) for node, who in cases):
            payoffs.add(outcome(tree.root, choice))
    assert set(equilibrium(f"{rows}x{columns}").payoffs) == payoffs


@pytest.mark.slow(1)
@given(boards)
def test_payoffs_of_named_rules_are_equilibria_within_the_total(game):
    found = equilibrium(game, plays=12)
    worth = game.columns * sum(row + game.raised for row in range(1, game.rows + 1))
    assert all(sum(payoffs) <= worth and min(payoffs) >= 0 for payoffs in found.payoffs)
    assert {payoffs for _, payoffs in found.tie_rules} <= set(found.payoffs)
    for play in found.plays:
        assert Play.of(game, play.moves) == play
        assert play.payoffs in found.payoffs
        covered = [cell for step in play.steps for cell in step.cells]
        assert len(set(covered)) == len(covered) == game.cells - play.empty_cells
    for rule in TieRule:
        assert equilibrium(game, tie=rule).payoffs == (dict(found.tie_rules)[rule],)


@pytest.mark.slow(1)
def test_games_without_a_choice_and_formulas_of_payoffs():
    """One column has no choice; monominoes in one row are distributed in turn."""
    pieces = [2 * row + 1 for row in range(1, 1000, 2)]
    for rows, found in equilibria("nx1", 40):
        own = pieces[: rows // 2]
        assert found.payoffs == ((sum(own[::2]), sum(own[1::2])),)
    for columns, found in equilibria("1xn", 12, piece="monomino", players=3):
        assert found.payoffs == (tuple(len(range(k, columns, 3)) for k in range(3)),)
    one, two = payoff_laws(list(equilibria("nx1", 40)))
    assert (one.law[999], two.law[999]) == (sum(pieces[:499:2]), sum(pieces[1:499:2]))
    assert one.finding.evidence.status.value == "guessed"
    assert payoff_laws(list(equilibria("nx3", 16, tie="benevolent"))) == []


def test_names_of_boards_are_parsed():
    assert str(Sides.read("2xN")) == "2xn"
    assert Sides.read("3xn").at(4).game(0, DOMINO, 2) == Dominogame(4, 3)
    words = ["", "2", "2x", "x2", "2x3x4", "0x3", "2x-1", "nxn", "2x1.5", "path:4", "2x9999999999999999999"]
    for word in words:
        with pytest.raises(BoardError):
            Sides.read(word)


# The command


def said(arguments):
    """Return the output of the command; only a board that is not square has a note on its rows."""
    code, out, err = call("equilibrium", *arguments.split())
    board = arguments.split()[0]
    sides = board.split("x")
    noted = sides[0] != sides[-1] and "D" not in board
    assert code == 0
    assert (err.count("\n"), f"note: {board} read as " in err) == (int(noted), noted), err
    return out


def test_orders_of_sides():
    rows_first = json.loads(said("4x3 --json --plays 0"))
    for arguments in ("D(3,4)", "3x4 --order columns"):
        other = json.loads(said(f"{arguments} --json --plays 0"))
        assert other == rows_first
    assert (rows_first["board"], rows_first["columns"], rows_first["rows"]) == ("4x3", 3, 4)
    assert equilibrium("D(3,4)").payoffs == equilibrium("3x4", order="columns").payoffs
    assert "4 rows and 3 columns" in call("equilibrium", "4x3", "--plays", "0").err


def test_the_first_line_states_the_tie_breaking_rule():
    for arguments, line in tables("wholes")["equilibria"]:
        assert said(arguments).splitlines()[0] == line


def test_json():
    read = json.loads(said("4x3 --json --plays 1"))
    assert read["board"] == "4x3"
    assert read["payoffs"] == [["12", "18"], ["16", "14"]]
    assert read["tie_rules"] == {key: ["16", "14"] for key in (*RULES, "kind")} | {"cruel": ["12", "18"]}
    assert (read["unique"], read["evidence"]["status"]) == (False, "proved")
    moves = ["h1", "h1", "v1", "v2", "v3", "v3"]
    assert read["plays"] == [{"moves": moves, "payoffs": ["12", "18"], "empty_cells": 0}]
    read = json.loads(said("nx2 --to 26 --json"))
    assert [row["n"] for row in read["rows"]] == list(range(1, 27))
    assert read["rows"][8]["payoffs"] == [["48", "42"]]
    first, second = read["law"]["all"]
    laws = ["8*k^2 + k", "8*k^2 + 7*k + 2", "8*k^2 + 9*k + 3", "8*k^2 + 15*k + 7"]
    assert [case["formula"] for case in first["in_k"]] == laws
    assert second["evidence"]["status"] == "guessed"
    assert second["evidence"]["terms_fitted"] + second["evidence"]["terms_checked"] == 26
    assert set(first["generating_function"]) >= {"numerator", "denominator"}
    assert json.loads(said("nx3 --to 6 --json"))["law"] is None


def test_drawings(tmp_path):
    file = tmp_path / "plays.svg"
    out = said(f"4x3 --plays 2 --picture {file}")
    assert "| 3 | 4 | 6 |" in out
    assert "h1 h1 v1 v2 v3 v3" in out
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    shapes = Counter(word for one in root.iter() for word in one.get("class", "").split())
    assert (shapes["cell"], shapes["piece"]) == (2 * 12, 2 * 6)


@pytest.mark.slow(1.5)
def test_payoffs_are_kept_when_plays_are_too_many():
    said = call("equilibrium", "16x3", "--max-memory", "4M", code=3)
    assert said.out.startswith("payoffs depend on the tie-breaking rule: (186, 186), ")
    assert "stopped counting plays" in said.err
