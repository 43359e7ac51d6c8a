"""Properties of Domineering boards that fall apart: products, parts, moves in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement, zip_longest

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.dominoes import Cell, cells_of, is_left, places
from gfkit.catalog.properties.domineering import counted, each, listed
from gfkit.errors import CatalogError
from gfkit.sequences import Polynomial


def _product(find: Callable[[str], Polynomial], what: str) -> Method:
    """The polynomial of two boards beside each other is the product of theirs."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        pairs = {_beside(one, other): (one, other) for one, other in _pairs(asked)}
        return each(
            pairs,
            lambda board: str(find(pairs[board][0]) * find(pairs[board][1])),
            lambda board: str(find(board)),
            what,
        )

    return method


def _pairs(asked: Arguments) -> Iterable[tuple[str, str]]:
    return combinations_with_replacement(asked["boards"], 2)


def _beside(one: str, other: str) -> str:
    """Two drawings with a gap between them."""
    width = max(map(len, one.split("/")))
    lines = zip_longest(one.split("/"), other.split("/"), fillvalue="")
    return "/".join(f"{left:#<{width}}#{right}" for left, right in lines)


def _parts(statement: Statement, asked: Arguments) -> Found:
    """The free cells fall apart into the drawings given, in any order."""
    true = sorted(_connected(cells_of(asked["board"])))
    claimed = sorted(map(_drawn, map(cells_of, statement)))
    evidence = "cells joined to their neighbours"
    found = compared(("; ".join(claimed),), ("; ".join(true),), (asked["board"],), evidence)
    return Found(found.standing, evidence, found.witness, tuple(true) if found.correction else ())


def _connected(cells: frozenset[Cell]) -> list[str]:
    """The drawing of each part."""
    left, found = set(cells), []
    while left:
        part, waiting = set(), [min(left)]
        while waiting:
            row, col = waiting.pop()
            if (row, col) in left:
                left.remove((row, col))
                part.add((row, col))
                waiting += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        found.append(_drawn(part))
    return found


def _drawn(cells: Iterable[Cell]) -> str:
    """Cells as a drawing, moved to the corner."""
    kept = set(cells)
    top, left = min(row for row, _ in kept), min(col for _, col in kept)
    bottom, right = max(row for row, _ in kept), max(col for _, col in kept)
    signs = (
        "".join(".#"[(row, col) not in kept] for col in range(left, right + 1)).rstrip("#")
        for row in range(top, bottom + 1)
    )
    return "/".join(signs)


def _moves(statement: Statement, asked: Arguments) -> Found:
    """Moves one after another, each in a part: the first and the last are the same player's in the same part,
    those between are in other parts, and some way to make them all exists."""
    boards = [cells_of(board) for board in asked["boards"]]
    turns = [_turn(text, len(boards)) for text in statement]
    (_, part), *between = turns[:-1]
    if turns[0] == turns[-1] and all(one != part for _, one in between) and _can(turns, boards):
        return Found(Standing.PROVED, "the moves were made")
    return Found(Standing.REFUTED, "every way to move was tried", Witness("; ".join(asked["boards"])))


def _turn(text: str, parts: int) -> tuple[bool, int]:
    found = re.fullmatch(r"(Left|Right) (\d+)", text)
    if found is None or not 1 <= int(found[2]) <= parts:
        raise CatalogError(f"statement {text!r}: must be Left or Right and a part, 1 to {parts}")
    return found[1] == "Left", int(found[2]) - 1


def _can(turns: list[tuple[bool, int]], boards: list[frozenset[Cell]]) -> bool:
    if not turns:
        return True
    (left, part), *later = turns
    options = (boards[part].difference(domino) for domino in places(boards[part]) if is_left(domino) is left)
    return any(_can(later, [*boards[:part], after, *boards[part + 1 :]]) for after in options)


METHODS: dict[str, dict[str, Method]] = {
    "product": {
        "transfer": _product(counted, "counted by transfer matrix"),
        "brute-force": _product(listed, "positions listed"),
    },
    "parts": {"cells": _parts},
    "moves": {"play": _moves},
}
