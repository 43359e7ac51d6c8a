"""Positions as masks against the rules read one by one."""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.boards import Lying, parse_one_board
from gfkit.errors import BoardError, MismatchError
from gfkit.games import find_rule
from gfkit.games.file import read_rule
from gfkit.oracle.positions import bear, every_placement, lying_pieces
from gfkit.typing import Player
from gfkit.values.layout import joined_masks, mask_of, set_bits, symmetries_of
from gfkit.values.position import compile_position

PIECES = ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "XX/X.", "X./.X", "X/./X"]
BOARDS = [
    "2x3", "3x3", "1x6", "..#/...", "..../.#..", ".A./..b", "A.../....", "..a/A..",
    "cylinder:3x2", "torus:3x3",
]  # fmt: skip
FLAT_BOARDS = ["path:5", "cycle:5", "complete:4"]

PLAYERS = (Player.LEFT, Player.RIGHT)
FLAT_HANDS = [["X"], ["XX", "X/X"], ["X", "XX", "X/X"]]


@st.composite
def rules(draw, flat=False):
    """Rule files with random pieces, conditions and players."""
    some = st.lists(st.sampled_from(PIECES), min_size=1, max_size=2, unique=True)
    choice = st.sampled_from(FLAT_HANDS) if flat else some
    forbid = draw(st.lists(st.sampled_from(["LL", "RR", "LR"]), max_size=2, unique=True))
    tail = f"[rules]\nforbid_adjacent = {forbid}\nliberties = {str(draw(st.booleans())).lower()}\n"
    if draw(st.integers(0, 3)) == 0:
        return read_rule("random", f'name = "R"\n[both]\npieces = {draw(choice)}\n' + tail)
    left, right = draw(choice), draw(choice) if draw(st.integers(0, 7)) else []
    return read_rule("random", f'name = "R"\n[left]\npieces = {left}\n[right]\npieces = {right}\n' + tail)


class Plain:
    """Play by the rules: sets of pieces, every condition looked at anew."""

    def __init__(self, rule, board):
        self.rule, self.board = rule, board
        self.every = every_placement(rule, board)
        self.start = frozenset(lying_pieces(rule, board))

    def moves(self, pieces, player):
        return [
            new
            for new in self.every
            if self.rule.colours[new.colour].belongs_to(player)
            and all(bear(self.rule, self.board, new, old) for old in pieces)
            and self.breathes(pieces | {new})
        ]

    def breathes(self, pieces):
        if not self.rule.liberties:
            return True
        colour = {cell: piece.colour for piece in pieces for cell in piece.cells}
        for start in colour:
            group, todo = {start}, [start]
            while todo:
                for cell in self.board.neighbours[todo.pop()]:
                    if colour.get(cell) == colour[start] and cell not in group:
                        group.add(cell)
                        todo.append(cell)
            if all(n in colour for cell in group for n in self.board.neighbours[cell]):
                return False
        return True


def accepted(rule, text):
    """The board, or None where the drawn pieces are none of the rule."""
    board = parse_one_board(text)
    try:
        compile_position(rule, board)
    except BoardError:
        return None
    return board


def with_piece(rule, board, piece):
    """The board with one more piece lying there, under a letter of its own."""
    letters = (
        string.ascii_uppercase
        if rule.colours[piece.colour].belongs_to(Player.LEFT)
        else string.ascii_lowercase
    )
    letter = next(x for x in letters if x not in {lying.letter for lying in board.lying})
    owner = Player.LEFT if letter.isupper() else Player.RIGHT
    return replace(board, lying=(*board.lying, Lying(letter, owner, tuple(sorted(piece.cells)))))


def play(rule, board, seed):
    """A random play: at every step the moves are those of the rule, and lead where they should."""
    chance = random.Random(seed)
    position = compile_position(rule, board)
    plain, state = Plain(rule, board), position.start
    while True:
        here = compile_position(rule, board)
        assert kinds(position, [state]) == kinds(position, [here.start])
        moves = {player: plain.moves(plain.start, player) for player in PLAYERS}
        for player, states in zip(PLAYERS, (position.left(state), position.right(state)), strict=True):
            opening = here.moves(player)
            assert {(m.colour, m.cells) for m, _ in opening} == {
                (new.colour, tuple(sorted(new.cells))) for new in moves[player]
            }
            assert kinds(position, set(states)) == kinds(position, {after for _, after in opening})
            inside = [
                after for part in position.components(state) for after in options(position, player, part)
            ]
            assert bool(inside) == bool(moves[player])
        new = chance.choice(moves[Player.LEFT] + moves[Player.RIGHT] + [None])
        if new is None:
            return
        state = next(
            after
            for player in PLAYERS
            for move, after in here.moves(player)
            if set(move.cells) == new.cells and move.colour == new.colour
        )
        board = with_piece(rule, board, new)
        plain = Plain(rule, board)


def options(position, player, state):
    return position.left(state) if player is Player.LEFT else position.right(state)


def kinds(position, states):
    """States up to symmetry."""
    return sorted(sorted(position.canonical(part)[0] for part in position.components(s)) for s in states)


class TestMoves:
    @given(rules(), st.sampled_from(BOARDS), st.integers(0, 10**6))
    @settings(max_examples=150)
    def test_random_rules(self, rule, text, seed):
        board = accepted(rule, text)
        if board is not None:
            play(rule, board, seed)

    @given(rules(flat=True), st.sampled_from(FLAT_BOARDS), st.integers(0, 10**6))
    @settings(max_examples=60)
    def test_random_rules_on_graphs(self, rule, text, seed):
        play(rule, parse_one_board(text), seed)

    def test_col_has_two_layers(self):
        position = compile_position(find_rule("col"), parse_one_board("1x3"))
        # The middle cell taken by Left: both others are open to Right alone.
        assert position.left(position.start)[1] == 0b101_000

    @pytest.mark.parametrize("game", ["cis", "node-kayles", "domineering", "o12"])
    def test_one_layer(self, game):
        assert compile_position(find_rule(game), parse_one_board("2x2")).start == 0b1111

    def test_lying_pieces_count(self):
        position = compile_position(find_rule("snort"), parse_one_board("A...b"))
        # The cell beside A is Left's alone, the one beside b Right's alone, the middle one is open to both.
        assert position.start == 0b00110 | 0b01100 << 5
        assert position.left(position.start) == [0b00100 | 0b01000 << 5, 0b00010]
        assert position.right(position.start) == [0b01000 << 5, 0b00010 | 0b00100 << 5]

    def test_only_placement_games(self):
        with pytest.raises(MismatchError, match="is a tile set, in which nobody moves"):
            compile_position(find_rule("domineering-tiles"), parse_one_board("2x2"))


class TestComponents:
    def test_by_shared_moves_not_by_touching(self):
        # Trominoes on two rows that touch: a row of three each, nothing goes across.
        position = compile_position(find_rule("i-tromping"), parse_one_board("2x3"))
        assert sorted(position.components(position.start)) == [0b000111, 0b111000]

    def test_dead_cells_are_dropped(self):
        position = compile_position(find_rule("domineering"), parse_one_board("..#/..#/#.."))
        cells = mask_of((0, 1, 3, 4, 7, 8))
        assert position.components(position.start) == [cells]
        assert position.components(mask_of((0, 4, 8))) == []

    def test_nogo(self):
        # After Left in the middle of five, each end is a pair of cells beside a living stone or not: with two
        # cells left at each end they have nothing in common but the stone, which dies only if both are lost.
        position = compile_position(find_rule("nogo"), parse_one_board("1x5"))
        middle = [state for state in position.left(position.start) if not state >> 2 & 1]
        assert len(middle) == 1
        assert len(position.components(middle[0])) == 1

    @given(st.lists(st.integers(1, 255), max_size=8))
    def test_joined(self, masks):
        unions = joined_masks(masks)
        assert all(not a & b for i, a in enumerate(unions) for b in unions[:i])
        assert sum(unions) == mask_of(tuple({bit for mask in masks for bit in set_bits(mask)}))
        assert all(sum(bool(mask & union) for union in unions) == 1 for mask in masks)


class TestSymmetries:
    @pytest.mark.parametrize(
        ("game", "same", "exchanged"),
        [
            ("domineering", 4, 4),
            ("cram", 8, 0),
            ("i-tromping", 4, 4),
            ("l-tromping", 4, 4),
            ("col", 8, 8),
            ("snort", 8, 8),
            ("o12", 8, 0),
            ("nogo", 8, 8),
        ],
    )
    def test_turns(self, game, same, exchanged):
        # The eight symmetries of the square; a quarter turn exchanges the players of Domineering.
        turns = symmetries_of(find_rule(game))
        assert [sum(turn.swap is swap for turn in turns) for swap in (False, True)] == [same, exchanged]

    @given(
        rules(), st.sampled_from(["3x3", "2x4", "4x2", "cylinder:3x2", "torus:3x3"]), st.integers(0, 10**6)
    )
    @settings(max_examples=80)
    def test_images_have_the_same_moves(self, rule, text, seed):
        """The options of an image are those of the state, the players exchanged where the sign says so."""
        position = compile_position(rule, parse_one_board(text))
        chance = random.Random(seed)
        state = position.start
        for _ in range(chance.randrange(3)):
            options = position.left(state) + position.right(state)
            state = chance.choice(options) if options else state
        for part in position.components(state):
            settled = position.settle(part)
            for image, sign in position.images(settled):
                left, right = position.left(image), position.right(image)
                if sign < 0:
                    left, right = right, left
                assert kinds(position, left) == kinds(position, position.left(settled))
                assert kinds(position, right) == kinds(position, position.right(settled))
                assert position.canonical(image)[0] == position.canonical(part)[0]
