"""Single boards whose cells are all adjacent: only the numbers of pieces matter."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

from gfkit.core.engine.machine.base import Terms
from gfkit.core.rules import Question
from gfkit.core.typing import Player, Positions, Weights

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.rule import PlacementRule

_Kind = tuple[int, int]
"""Colour of a piece, and its number of cells."""


def is_by_numbers(question: Question) -> bool:
    """Return True if only the numbers of pieces matter: all cells are adjacent, and none is occupied.

    The sweep counts positions without an empty cell, and rules in which only one player's groups need a
    liberty.
    """
    rule, board = question.rule, question.board
    bare = board.alike and board.is_bare and question.positions is not Positions.FULL
    return bare and rule.is_game and rule.flat and not game_of(question).airless


def game_of(question: Question) -> PlacementRule:
    from gfkit.core.rules.kinds.placement.rule import as_placement

    return as_placement(question.rule)


def count_by_numbers(question: Question) -> Terms:
    """Return the polynomial of a game on a complete graph."""
    return complete_terms(game_of(question), question.board.size, question.positions.stuck, question.weights)


def complete_terms(rule: PlacementRule, cells: int, stuck: frozenset[Player], weights: Weights) -> Terms:
    """Return the polynomial that counts the positions of a game on the complete graph with ``cells``
    vertices.

    Let s_i be the number of pieces of kind i, each with k_i = 1 or 2 cells, and free the number of empty
    cells. There are cells! / (product of (k_i!)^{s_i} s_i! * free!) placements. The s_i alone determine
    whether a position is legal and which players have a legal move. Cost: the number of such vectors.
    """
    kinds = [(c, len(piece.cells)) for c, colour in enumerate(rule.colours) for piece in colour.pieces]
    kinds = list(dict.fromkeys(kinds))
    exponents = [colour.exponents(weights) for colour in rule.colours]
    terms: Terms = {}
    for numbers, free, ways in _enumerate_piece_numbers(rule, kinds, cells, {}, 1):
        if rule.liberties and free == 0 and any(numbers.values()):
            continue
        if any(_can_move(rule, kinds, numbers, free, player) for player in stuck):
            continue
        powers = (
            sum(number * exponents[colour][0] for (colour, _), number in numbers.items()),
            sum(number * exponents[colour][1] for (colour, _), number in numbers.items()),
        )
        terms[powers] = terms.get(powers, 0) + ways
    return terms


def _enumerate_piece_numbers(
    rule: PlacementRule, kinds: list[_Kind], free: int, chosen: dict[_Kind, int], ways: int
) -> Iterator[tuple[dict[_Kind, int], int, int]]:
    """Yield all vectors of piece numbers that fit and whose colours may be adjacent, each with the number of
    empty cells and the number of placements.
    """
    if len(chosen) == len(kinds):
        yield dict(chosen), free, ways
        return
    colour, size = kinds[len(chosen)]
    most = free // size
    if most and not _may_add_piece(rule, colour, chosen):
        most = 0
    elif rule.forbids(colour, colour):
        most = min(most, 1)
    for number in range(most + 1):
        chosen[colour, size] = number
        yield from _enumerate_piece_numbers(rule, kinds, free, chosen, ways)
        ways = ways * comb(free, size) // (number + 1)
        free -= size
        del chosen[colour, size]


def _may_add_piece(rule: PlacementRule, colour: int, numbers: dict[_Kind, int]) -> bool:
    """Return True if one more piece of a colour may be adjacent to all pieces already placed."""
    return not any(number and rule.forbids(colour, other) for (other, _), number in numbers.items())


def _can_move(
    rule: PlacementRule, kinds: list[_Kind], numbers: dict[_Kind, int], free: int, player: Player
) -> bool:
    return any(
        rule.colours[colour].belongs_to(player)
        and free >= size + rule.liberties
        and _may_add_piece(rule, colour, numbers)
        for colour, size in kinds
    )
