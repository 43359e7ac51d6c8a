"""Placement games in English and as drawings."""

from __future__ import annotations

from collections import Counter

from gfkit.core.rules.kinds.diagram import DiagramRow, RulePictures
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.kinds.placement.spaced import SpacedRule
from gfkit.core.typing import Player, Positions

NOUN = "position"
_NAMES = {Player.LEFT: "Left", Player.RIGHT: "Right"}
_CLASSES = {
    Positions.LEFT_ENDS: "in which Left has no move",
    Positions.RIGHT_ENDS: "in which Right has no move",
    Positions.MAXIMAL: "in which neither player has a move",
    Positions.PLAY: "that alternating play can reach",
    Positions.FULL: "in which no cell is empty",
}


def sentences(rule: PlacementRule | SpacedRule) -> list[str]:
    """Return sentences about pieces that must not be adjacent, and about groups that need liberties."""
    if isinstance(rule, SpacedRule):
        return [*sentences(rule.base), *rule.sentences]
    layers = "Pieces are three-dimensional and keep the orientation in which they are drawn."
    return [
        _touching_sentence(rule),
        *([layers] if rule.in_space else []),
        *([f"{_liberties(rule, titled=True)}."] if rule.liberties else []),
    ]


def data(rule: PlacementRule | SpacedRule) -> dict[str, object]:
    """Return the pieces of each colour, and whether groups need liberties, for JSON."""
    if isinstance(rule, SpacedRule):
        return data(rule.base)
    colours = [
        {
            "name": colour.name,
            "player": colour.owner.value,
            "pieces": [piece.text for piece in colour.pieces] + [figure.text for figure in colour.figures],
        }
        for colour in rule.colours
    ]
    return {"colours": colours, "liberties": rule.liberties}


def positions_phrase(rule: PlacementRule | SpacedRule, positions: Positions) -> str:
    """Return a phrase for a position class, or "" for all positions."""
    if rule.impartial and positions not in (Positions.ALL, Positions.FULL):
        return "" if positions is Positions.PLAY else "to which no piece can be added"
    return _CLASSES.get(positions, "")


def definition(rule: PlacementRule | SpacedRule) -> str:
    """Return an English definition of the pieces, with drawings, and of the allowed adjacencies."""
    if isinstance(rule, SpacedRule):
        return ""
    owners = {**_NAMES, Player.BOTH: "both players"}
    pieces = [
        f"of {owners[colour.owner]}: {', '.join(repr(piece.text) for piece in colour.pieces)}"
        for colour in rule.colours
    ]
    layers = ", // between layers" if rule.in_space else ""
    parts = [
        f"Pieces are placed on empty cells. The pieces, with X for a cell and / between rows{layers}, are"
        f" {'; '.join(pieces)}."
    ]
    if rule.forbidden:
        pairs = (" and ".join(rule.colours[k].name for k in pair) for pair in sorted(rule.forbidden))
        parts.append(f"Pieces of these colours may not be adjacent: {'; '.join(pairs)}.")
    parts += [f"{_liberties(rule, titled=False)}."] * rule.liberties
    return " ".join(parts)


def _liberties(rule: PlacementRule, titled: bool) -> str:
    names = [colour.name for k, colour in enumerate(rule.colours) if rule.breathes(k)]
    whose = " or ".join(name.title() if titled else name for name in names) if rule.airless else "one colour"
    return f"Every group of cells of {whose} must be adjacent to an empty cell"


def _touching_sentence(rule: PlacementRule) -> str:
    count = len(rule.colours)
    every = {(i, j) for i in range(count) for j in range(i, count)}
    same = {pair for pair in every if pair[0] == pair[1]}
    if not rule.forbidden:
        return "Pieces may be adjacent."
    if rule.forbidden == every:
        return "No two pieces may be adjacent."
    if rule.forbidden == same:
        whose = "player" if {colour.owner for colour in rule.colours} == set(_NAMES) else "colour"
        return f"Pieces of the same {whose} may not be adjacent."
    if rule.forbidden == every - same and count > 2:
        return "Pieces of different colours may not be adjacent."
    pairs = "; of ".join(_pair(rule, i, j) for i, j in sorted(rule.forbidden))
    return f"Pieces of {pairs} may not be adjacent."


def _pair(rule: PlacementRule, first: int, second: int) -> str:
    name, other = (
        _NAMES.get(rule.colours[index].owner, rule.colours[index].name) for index in (first, second)
    )
    return f"{name} and {other}"


# Pictures


_PLACES = {Player.LEFT: "Left places", Player.RIGHT: "Right places", Player.BOTH: "Both place"}


def pictures(rule: PlacementRule) -> RulePictures:
    """Return the drawings of the pieces by owner; equal colours are drawn once, with their number."""
    if rule.in_space:
        return RulePictures(example_boards=("2x2x2", "2x2x3"))
    drawn = [colour for colour in rule.colours if colour.pieces]  # graphs are described as text
    alike = Counter((colour.owner, colour.pieces) for colour in drawn)
    rows = (
        DiagramRow(_PLACES[owner] + (f" {number} colours of" if number > 1 else ""), pieces, owner)
        for (owner, pieces), number in alike.items()
    )
    if rule.impartial:
        caption = "The pieces, in every orientation in which they may be placed."
    else:
        caption = "The pieces in every orientation; Left is blue and plain, Right orange and hatched."
    return RulePictures(
        tuple(rows),
        caption,
        "Pieces are placed on empty cells and never move. A position is any set of pieces that the rule"
        " allows, including the empty set.",
        has_lines=rule.has_lines,
    )
