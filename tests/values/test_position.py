"""Positions as masks against the rules read one by one: moves, components, symmetries.

The truth is play by sets of pieces (``played``); the few masks that are written out are worked out by hand.
"""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import PLAYERS, Plain, cells_of, games, pair, rules

from gfkit.boards import Lying, parse_one_board
from gfkit.errors import MismatchError
from gfkit.games import find_rule
from gfkit.typing import Player
from gfkit.values.layout import joined_masks, mask_of, set_bits
from gfkit.values.position import compile_position


def masks(game, text):
    return compile_position(find_rule(game), parse_one_board(text))


def with_piece(rule, board, piece):
    """The board with one more piece lying there, under a letter of its own."""
    is_left = rule.colours[piece.colour].belongs_to(Player.LEFT)
    letters = string.ascii_uppercase if is_left else string.ascii_lowercase
    letter = next(x for x in letters if x not in {lying.letter for lying in board.lying})
    owner = Player.LEFT if is_left else Player.RIGHT
    return replace(board, lying=(*board.lying, Lying(letter, owner, tuple(sorted(piece.cells)))))


def options(position, player, state):
    return position.left(state) if player is Player.LEFT else position.right(state)


def kinds(position, states):
    """States up to symmetry."""
    return sorted(sorted(position.canonical(part)[0] for part in position.components(s)) for s in states)


@given(games, st.integers(0, 10**6))
@settings(max_examples=12)
def test_a_random_play_has_the_moves_of_the_rule_at_every_step(drawn, seed):
    if (found := pair(drawn)) is None:
        return
    rule, board = found
    chance, position = random.Random(seed), compile_position(rule, board)
    plain, state = Plain(rule, board), position.start
    while True:
        here = compile_position(rule, board)
        assert kinds(position, [state]) == kinds(position, [here.start])
        moves = {player: plain.moves(plain.start, player) for player in PLAYERS}
        for player in PLAYERS:
            opening = here.moves(player)
            assert {(m.colour, m.cells) for m, _ in opening} == cells_of(moves[player])
            after = {state for _, state in opening}
            assert kinds(position, set(options(position, player, state))) == kinds(position, after)
            inside = [one for part in position.components(state) for one in options(position, player, part)]
            assert bool(inside) == bool(moves[player])
        new = chance.choice([*moves[Player.LEFT], *moves[Player.RIGHT], None])
        if new is None:
            return
        every = (moved for player in PLAYERS for moved in here.moves(player))
        state = next(after for move, after in every if {(move.colour, move.cells)} == cells_of([new]))
        board = with_piece(rule, board, new)
        plain = Plain(rule, board)


def test_layers():
    """One bit for a cell that all may take, two where a cell can be open to one player alone."""
    for game in ("cis", "node-kayles", "domineering", "o12"):
        assert masks(game, "2x2").start == 0b1111
    position = masks("col", "1x3")
    # The middle cell taken by Left: both others are open to Right alone.
    assert position.left(position.start)[1] == 0b101_000
    position = masks("snort", "A...b")
    # The cell beside A is Left's alone, the one beside b Right's alone, the middle one is open to both.
    assert position.start == 0b00110 | 0b01100 << 5
    assert position.left(position.start) == [0b00100 | 0b01000 << 5, 0b00010]
    assert position.right(position.start) == [0b01000 << 5, 0b00010 | 0b00100 << 5]
    with pytest.raises(MismatchError, match="is a tile set, in which nobody moves"):
        masks("domineering-tiles", "2x2")


def test_components():
    # Trominoes on two rows that touch: a row of three each, nothing goes across.
    position = masks("i-tromping", "2x3")
    assert sorted(position.components(position.start)) == [0b000111, 0b111000]
    # Dead cells are dropped.
    position = masks("domineering", "..#/..#/#..")
    cells = mask_of((0, 1, 3, 4, 7, 8))
    assert position.components(position.start) == [cells]
    assert position.components(mask_of((0, 4, 8))) == []
    # NoGo, Left in the middle of five: the ends have only the stone in common, which dies if both are lost.
    position = masks("nogo", "1x5")
    middle = [state for state in position.left(position.start) if not state >> 2 & 1]
    assert [len(position.components(state)) for state in middle] == [1]


@given(st.lists(st.integers(1, 255), max_size=8))
def test_joined_masks(masks):
    unions = joined_masks(masks)
    assert all(not a & b for i, a in enumerate(unions) for b in unions[:i])
    assert sum(unions) == mask_of(tuple({bit for mask in masks for bit in set_bits(mask)}))
    assert all(sum(bool(mask & union) for union in unions) == 1 for mask in masks)


@pytest.mark.slow(1.1)
@given(rules(), st.sampled_from(["3x3", "2x4", "4x2", "cylinder:3x2", "torus:3x3"]), st.integers(0, 10**6))
@settings(max_examples=60)
def test_images_have_the_same_moves(rule, text, seed):
    """The options of an image are those of the state, the players exchanged where the sign says so."""
    position = compile_position(rule, parse_one_board(text))
    chance, state = random.Random(seed), position.start
    for _ in range(chance.randrange(3)):
        some = position.left(state) + position.right(state)
        state = chance.choice(some) if some else state
    for part in position.components(state):
        settled = position.settle(part)
        for image, sign in position.images(settled):
            sides = [position.left(image), position.right(image)][::sign]
            assert kinds(position, sides[0]) == kinds(position, position.left(settled))
            assert kinds(position, sides[1]) == kinds(position, position.right(settled))
            assert position.canonical(image)[0] == position.canonical(part)[0]
