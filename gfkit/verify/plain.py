"""What was asked, as plain data: the part of a certificate that the rule checker reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gfkit.boards import Family, parse_board
from gfkit.boards.slices import SlicePart, Slices, StripEnd
from gfkit.errors import InputError, MismatchError
from gfkit.games import Rule
from gfkit.games.automaton import LineRule
from gfkit.games.library import NAMED, NUMBERED, find_rule
from gfkit.games.linkage import Linkage
from gfkit.games.rule import Piece
from gfkit.kinds.array.rule import ArrayRule, Condition, Connected, Exactly, NearPredicate, WindowPredicate
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.placement.rule import Colour, PlacementRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.kinds.tiles.rule import TileRule
from gfkit.typing import Player

_SIDES = ("top", "right", "bottom", "left")


def plain_rule(rule: Rule) -> dict[str, object]:
    """All of a rule that decides what is counted; names and remarks are left out.

    >>> from gfkit.games import find_rule
    >>> plain_rule(find_rule("node-kayles"))["colours"]
    [{'owner': 'both', 'pieces': [[[0, 0]]]}]
    """
    if isinstance(rule, PlacementRule):
        return {"kind": rule.kind, **plain_placement(rule)}
    if isinstance(rule, ArrayRule):
        return {"kind": rule.kind, **_array(rule)}
    if isinstance(rule, CoverRule):
        return {"kind": rule.kind, "colours": _covering(rule)}
    if isinstance(rule, PointerRule):
        return {"kind": rule.kind, **_pointing(rule)}
    if isinstance(rule, EdgeRule):
        return {"kind": rule.kind, **_degrees(rule)}
    if isinstance(rule, OrientationRule):
        vertex = None if rule.vertex is None else " ".join(rule.vertex.text.split())
        return {"kind": rule.kind, "vertex": vertex, "acyclic": rule.acyclic, "strong": rule.strong}
    assert isinstance(rule, TileRule), "there is no other kind of rule"
    return {"kind": rule.kind, **_tiles(rule)}


def plain_family(board: str) -> dict[str, object]:
    """A family: its word, its sizes, null for n, and which sides close up.

    >>> plain_family("cylinder:nx3")
    {'word': 'cylinder', 'sizes': [None, 3], 'wraps': [True, False]}
    """
    family = parse_board(board)
    if not isinstance(family, Family):
        raise InputError(f"board {board!r} is a single board; a certificate needs a family, with n in it")
    named = {"word": family.word, "sizes": list(family.sizes)}
    if family.slices is not None:
        return {**named, "slices": _slices(family.slices)}
    return {**named, "wraps": list(family.shape.wraps)}


def _slices(slices: Slices) -> dict[str, object]:
    """What boards are made of, so that nobody needs to know their names."""

    def rows(pairs: Iterable[Sequence[int]]) -> list[list[int]]:
        return [list(pair) for pair in pairs]

    def part(given: SlicePart) -> dict[str, object]:
        return {"vertices": given.vertices, "edges": rows(given.edges)}

    def end(given: StripEnd | None) -> dict[str, object] | None:
        joined = {} if given is None else {"links": rows(given.links), "spokes": rows(given.spokes)}
        return None if given is None else {**part(given.part), **joined}

    return {
        "slice": part(slices.slice),
        "links": rows(slices.links),
        "ring": slices.ring,
        "twist": list(slices.twist),
        "hubs": part(slices.hubs),
        "spokes": rows(slices.spokes),
        "first": end(slices.first),
        "last": end(slices.last),
        "apart": slices.apart,
        "first_n": slices.first_n,
    }


def names_a_file(board: str) -> bool:
    """Whether a board or a family is that of a file.

    >>> names_a_file("@board.txt"), names_a_file("slices(2;in=0-1;to=0-0-1,1-1-1):n")
    (True, False)
    """
    return board.strip().casefold().startswith(("@", "graph:", "complex:", "slices:"))


def named_rule(game: str) -> Rule | None:
    """The built-in rule that a certificate's name of a game means; None where it means none.

    >>> named_rule("Cis with 3 colours").name
    'Cis with 3 colours'
    >>> named_rule("cis:0"), named_rule("./col")
    (None, None)
    """
    asked = " ".join(game.casefold().split())
    number = re.fullmatch(r"([a-z-]+)(?::([1-9][0-9]{0,2})| with ([1-9][0-9]{0,2}) colours)", asked)
    if number and number[1] in NUMBERED:
        k = int(number[2] or number[3])
        return find_rule(f"{number[1]}:{k}") if k <= NUMBERED[number[1]][0] else None
    for name in NAMED:
        if ":" not in name and asked in (name, find_rule(name).name.casefold()):
            return find_rule(name)
    return None


def plain_placement(rule: PlacementRule) -> dict[str, object]:
    """The pieces of a placement game, and how they keep apart; colours for cells kept for a player say so."""
    if rule.airless:
        raise MismatchError(
            f"no certificate is written of {rule.name}, where groups of one player alone need a free cell"
        )
    colours = [
        {
            "owner": colour.owner.value,
            "pieces": [[list(cell) for cell in piece.cells] for piece in colour.pieces],
            **({"reserved": True} if colour.reserved else {}),
        }
        for colour in rule.colours
    ]
    return {
        "colours": colours,
        "forbidden": [list(pair) for pair in sorted(rule.forbidden)],
        "liberties": rule.liberties,
    }


def placement_of(plain: Mapping[str, Any]) -> PlacementRule:
    """The rule that has this as its ``plain_placement``.

    >>> from gfkit.games import find_rule
    >>> placement_of(plain_placement(find_rule("col"))).forbidden == find_rule("col").forbidden
    True
    """
    colours = tuple(
        Colour(
            f"colour {number}",
            Player(one["owner"]),
            tuple(Piece(tuple((row, col) for row, col in piece)) for piece in one["pieces"]),
            one.get("reserved", False),
        )
        for number, one in enumerate(plain["colours"])
    )
    forbidden = frozenset((first, second) for first, second in plain["forbidden"])
    return PlacementRule("the rule in the file", colours, forbidden, plain["liberties"])


def _array(rule: ArrayRule) -> dict[str, object]:
    """Values, the value outside and conditions only where there are any that say something."""
    counts = [
        {
            "cell": count.cell,
            "neighbours": [list(step) for step in count.neighbours] or "rook",
            "of": sorted(count.of),
            "allowed": sorted(count.allowed),
        }
        for count in rule.counts
    ]
    found: dict[str, object] = {
        "colours": rule.colours,
        "weights": [list(power) for power in rule.weights],
        "forbid": [[[*cell, mark] for cell, mark in window.cells] for window in rule.forbid],
        "counts": counts,
    }
    if rule.values != tuple(range(rule.colours)):
        found["values"] = list(rule.values)
    if rule.outside is not None:
        found["outside"] = rule.outside
    if rule.new_values:
        found["new_values"] = rule.new_values
    if rule.image is not None:
        map_of = _condition(rule.image)
        found["image"] = {**{k: v for k, v in map_of.items() if k != "require"}, "map": map_of["require"]}
    if rule.conditions:
        found["conditions"] = [_condition(condition) for condition in rule.conditions]
    return found


def _condition(condition: Condition) -> dict[str, object]:
    """A condition: the cells of its window with letters, its neighbours, or its places; and what it says."""
    if isinstance(condition, Exactly):
        parts = [_condition(part) for part in condition.parts]
        kept = [{key: part[key] for key in ("cells", "neighbours") if key in part} for part in parts]
        text = " ".join(condition.says.text.split())
        return {"parts": kept, "when": text, "allowed": sorted(condition.allowed), "cap": condition.cap}
    if isinstance(condition, Connected):
        near = [list(step) for step in condition.neighbours] or "rook"
        return {"of": sorted(condition.of), "neighbours": near, "linkage": _hanging(condition.linkage)}
    if isinstance(condition, LineRule) and condition.order:
        read = {"read": "backwards"} if condition.backwards else {}
        return {"along": list(condition.along), "order": condition.order, **read}
    if isinstance(condition, LineRule):
        told = (
            {"match": condition.match}
            if condition.match
            else {"start": condition.start, "next": condition.next}
        )
        more = {"require": condition.require, "accept": condition.accept}
        return {"along": list(condition.along), **told, **{key: text for key, text in more.items() if text}}
    says = {condition.says.key: " ".join(condition.says.text.split())}
    if isinstance(condition, WindowPredicate):
        return {"cells": [[*cell, letter] for cell, letter in condition.cells], **says}
    if isinstance(condition, NearPredicate):
        return {"neighbours": [list(step) for step in condition.neighbours] or "rook", **says}
    return {"at": [list(line) for line in condition.at], **says}


def _covering(rule: CoverRule) -> list[dict[str, object]]:
    """Pieces with their weights, each in all the positions that it may lie in."""
    return [
        {"weight": list(weight), "pieces": [[list(cell) for cell in lie.cells] for lie in rule.lies(piece)]}
        for piece, weight in zip(rule.pieces, rule.weights, strict=True)
    ]


def _degrees(rule: EdgeRule) -> dict[str, object]:
    """The degrees that are allowed, at vertices and at the ends of edges, and the weight of an edge."""
    ends = {
        key: sorted(map(list, rule.joined_ends(taken=is_taken)))
        for key, is_taken in (("taken", True), ("left", False))
    }
    found: dict[str, object] = {
        "cap": rule.cap, "vertex": list(rule.degrees), **ends, "weight": list(rule.weight)
    }  # fmt: skip
    if rule.modulo:
        found["modulo"] = True
    if rule.pins:
        found["pins"] = [
            {"at": [list(line) for line in pin.at], "vertex": list(rule.allowed(pin.says))}
            for pin in rule.pins
        ]
    if rule.linkage.asks:
        found["linkage"] = {**_hanging(rule.linkage), "spanning": rule.spanning}
    return found


def _hanging(linkage: Linkage) -> dict[str, object]:
    """What is asked of a graph as a whole: numbers, from a cap on alike, and lines of places."""
    tallies = {"components": linkage.components, "cycles": linkage.cycles}
    numbers = {
        key: None if tally is None else {"allowed": sorted(tally.allowed), "cap": tally.cap}
        for key, tally in tallies.items()
    }
    places = {"joins": linkage.joins, "apart": linkage.apart}
    worth: dict[str, object] = {"weight": list(linkage.weight)} if any(linkage.weight) else {}
    if linkage.each is not None:
        place, tally = linkage.each.place, linkage.each.number
        at = None if place is None else [list(line) for line in place.at]
        worth |= {"each": {"at": at, "allowed": sorted(tally.allowed), "cap": tally.cap}}
    return (
        worth
        | numbers
        | {key: [[list(line) for line in place.at] for place in found] for key, found in places.items()}
    )


def _pointing(rule: PointerRule) -> dict[str, object]:
    """Moves as offsets with powers, the first that leads to a cell being the one there."""
    moves = [[*step, *weight] for step, weight in rule.moves]
    if rule.rook is not None:
        moves = [[*step, *rule.rook] for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return {"moves": moves, "stay": None if rule.stay is None else list(rule.stay)}


def _tiles(rule: TileRule) -> dict[str, object]:
    tiles = [
        {**{side: getattr(tile, side) for side in _SIDES}, "weight": list(tile.weight)} for tile in rule.tiles
    ]
    boundary = {side: sorted(getattr(rule.boundary, side)) for side in _SIDES}
    return {"tiles": tiles, "boundary": boundary}
