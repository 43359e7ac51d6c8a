"""Placement games on complete graphs: every cell touches every other, so only numbers of pieces matter."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial

from gfkit.games import PlacementRule
from gfkit.transfer.machine.machine import Terms
from gfkit.typing import Player, Weights

Kind = tuple[int, int]
"""Colour and number of cells of a piece."""


def complete_terms(rule: PlacementRule, cells: int, stuck: frozenset[Player], weights: Weights) -> Terms:
    """The polynomial of a game on the complete graph with so many cells.

    With s_i pieces of kind i, of k_i = 1 or 2 cells each, there are
    cells! / (product of (k_i!)^{s_i} s_i! * free!) ways to lay them; whether a position is legal and who
    can move depends on the s_i alone. Cost: the number of such vectors.
    """
    kinds = [(c, len(piece.cells)) for c, colour in enumerate(rule.colours) for piece in colour.pieces]
    kinds = list(dict.fromkeys(kinds))
    exponents = [colour.exponents(weights) for colour in rule.colours]
    terms: Terms = {}
    for numbers in _vectors(rule, kinds, cells, {}):
        free = cells - sum(size * numbers[colour, size] for colour, size in kinds)
        if rule.liberties and free == 0 and any(numbers.values()):
            continue
        if any(_can_move(rule, kinds, numbers, free, player) for player in stuck):
            continue
        left, ways = cells, 1
        for kind in kinds:
            used = kind[1] * numbers[kind]
            ways *= (
                comb(left, used) * factorial(used) // (kind[1] ** numbers[kind] * factorial(numbers[kind]))
            )
            left -= used
        powers = (
            sum(number * exponents[colour][0] for (colour, _), number in numbers.items()),
            sum(number * exponents[colour][1] for (colour, _), number in numbers.items()),
        )
        terms[powers] = terms.get(powers, 0) + ways
    return terms


def _vectors(
    rule: PlacementRule, kinds: list[Kind], free: int, chosen: dict[Kind, int]
) -> Iterator[dict[Kind, int]]:
    """All numbers of pieces of each kind that fit and may touch."""
    if len(chosen) == len(kinds):
        yield dict(chosen)
        return
    colour, size = kinds[len(chosen)]
    most = free // size
    if most and not _welcome(rule, colour, chosen):
        most = 0
    elif rule.forbids(colour, colour):
        most = min(most, 1)
    for number in range(most + 1):
        chosen[colour, size] = number
        yield from _vectors(rule, kinds, free - number * size, chosen)
        del chosen[colour, size]


def _welcome(rule: PlacementRule, colour: int, numbers: dict[Kind, int]) -> bool:
    """Whether one more piece of a colour may touch all pieces that lie there."""
    return not any(number and rule.forbids(colour, other) for (other, _), number in numbers.items())


def _can_move(
    rule: PlacementRule, kinds: list[Kind], numbers: dict[Kind, int], free: int, player: Player
) -> bool:
    return any(
        rule.colours[colour].belongs_to(player)
        and free >= size + rule.liberties
        and _welcome(rule, colour, numbers)
        for colour, size in kinds
    )
