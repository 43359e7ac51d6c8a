"""Placement games in the plane: how pieces are cut and joined."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from gfkit.rules import Question
from gfkit.rules.kinds.placement.rule import PlacementRule
from gfkit.rules.kinds.plane import BONDS, CELLS, Grounds, height, is_flat, no_theorem
from gfkit.rules.rule import CELL, Cell
from gfkit.typing import Positions

_MOST_COLOURS = 4
"""Colours of stones beyond which the ends of all their intervals would be too many."""


def grounds(question: Question, rule: PlacementRule, weight: Fraction) -> Grounds:
    """What holds of a class of positions."""
    positions = question.positions
    if positions in (Positions.PLAY, Positions.FULL):
        raise no_theorem(rule, f"positions {positions.value!r} are not cut and joined")
    shapes = [piece.cells for colour in rule.colours for piece in colour.pieces]
    single = all(cells == CELL for cells in shapes)
    if positions is not Positions.ALL:
        return _of_stuck(question, rule, weight)
    if rule.liberties:
        return _of_stones(rule)
    joined = f"joining: pieces on two boards are pieces on both (h = {int(bool(rule.forbidden))})"
    why: tuple[str, ...] = (joined,)
    crossing = sum(height(cells) - 1 for cells in shapes)
    cut = 1 + crossing * weight if all(map(_is_whole, shapes)) else None
    if cut is not None:
        why += (f"cutting: pieces that cross a line are taken away (f = {cut})",)
    symmetric = None
    if rule.forbidden and single:
        symmetric, why = 1, (CELLS, *why)
    elif not rule.forbidden and all(map(is_flat, shapes)):
        symmetric, why = 0, (BONDS, *why)
    return Grounds(symmetric, cut, int(bool(rule.forbidden)), why)


def _of_stones(rule: PlacementRule) -> Grounds:
    """Rules with liberties: groups of the colours that breathe touch a free cell."""
    breathe = tuple(map(rule.breathes, range(len(rule.colours))))
    single = all([piece.cells for piece in colour.pieces] == [CELL] for colour in rule.colours)
    why: list[str] = []
    joined: int | None = None
    if all(breathe):
        joined = 1 if rule.forbidden else 0
        why.append(f"joining: groups that grow together keep their free cells (h = {joined})")
    alone = single and not rule.forbidden and len(breathe) <= _MOST_COLOURS
    if alone:
        why.append("stones: where a stone is taken away, what is left is allowed")
    if not why:
        raise no_theorem(rule, "groups of one player alone need a free cell")
    return Grounds(None, None, joined, tuple(why), breathe=breathe if alone else None)


def _of_stuck(question: Question, rule: PlacementRule, weight: Fraction) -> Grounds:
    if rule.liberties:
        raise no_theorem(rule, "a stone more may take liberties, so that stuck positions cannot be joined")
    if weight != 1:
        raise no_theorem(rule, "pieces that are added where stuck positions are joined would have weights")
    h = int(bool(rule.forbidden))
    why = (
        f"joining: the stuck player's pieces are added as long as they fit (h = {h})",
        "part: stuck positions are positions",
    )
    return Grounds(None, None, h, why, replace(question, positions=Positions.ALL))


def _is_whole(cells: tuple[Cell, ...]) -> bool:
    """Whether a piece has cells in every row that it spans."""
    return len({row for row, _ in cells}) == height(cells)
