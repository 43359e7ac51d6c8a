"""Data of a query in the form in which certificates store them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from gfkit.core.boards import Board, Family, parse_board, parse_one_board
from gfkit.core.boards.slices import SlicePart, Slices, StripEnd
from gfkit.core.deferred import replace
from gfkit.core.errors import InputError, MismatchError
from gfkit.core.rules import Rule
from gfkit.core.rules.kind import KINDS, from_kind
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.library import NAMED, NUMBERED, find_rule, plain_name
from gfkit.core.typing import Positions


def plain_rule(rule: Rule) -> dict[str, object]:
    """Return all data of a rule that affect counts, without names and descriptions.

    >>> from gfkit.core.rules import find_rule
    >>> plain_rule(find_rule("node-kayles"))["colours"]
    [{'owner': 'both', 'pieces': [[[0, 0]]]}]
    """
    if rule.is_bound:
        raise MismatchError(f"rule {rule.name}: certificates are not supported for conditions")
    plain_data = from_kind(rule.kind, "plain", "plain_data")
    if plain_data is None:
        raise MismatchError(f"rule {rule.name}: rules of kind {rule.kind!r} have no certificates")
    return {"kind": rule.kind, **plain_data(rule)}


_HAS_CELL = {"parts": [{"cells": [[0, 0, "a"]]}], "when": "1 == 1", "allowed": [1], "cap": 1}
"""Condition that the board has a cell."""


def written_rule(rule: Rule, boards: Board | Family) -> dict[str, object]:
    """Return a rule in the form of certificates; for a third-party kind, only the name of the kind.

    The definitions of the verified program ignore empty lines. If the rule rejects an empty line of the
    smallest board, the equivalent condition that the board has a cell is written, too.
    """
    rule.check_two_letters("certificates")
    if rule.hypothesis:
        raise MismatchError(
            f"function {rule.name}: no certificate can be made, because the checker knows only rule files and"
            " its own forms of constraints; write a rule file or a kind of rule"
        )
    if rule.kind not in KINDS and not rule.is_bound:
        return {"kind": rule.kind}
    plain = plain_rule(rule)
    smallest = boards if isinstance(boards, Board) else boards.at(boards.first_n)
    if not smallest.size and isinstance(conditions := plain.get("conditions"), list):  # of arrays
        empty = (one for one in system_of(rule, smallest, Positions.ALL).constraints if not one.keys)
        if not all(line.accepts(line.start) for line in empty):
            plain["conditions"] = [*conditions, _HAS_CELL]
    return plain


def plain_family(board: str, first_n: int = 0) -> dict[str, object]:
    """Return a family as JSON data: its name, its sizes (null for n), and which of its sides are cyclic.

    Slices are restricted to n >= ``first_n``.

    >>> plain_family("cylinder:nx3")
    {'word': 'cylinder', 'sizes': [None, 3], 'wraps': [True, False]}
    """
    family = parse_board(board)
    if not isinstance(family, Family):
        raise InputError(
            f"board {board!r} is a single board, but a certificate requires a family: replace one size by n"
        )
    named = {"word": family.word, "sizes": list(family.sizes)}
    if (slices := replace(family, start=first_n).slices) is not None:
        return {**named, "slices": _slices(slices)}
    return {**named, "wraps": list(family.shape.wraps)}


def plain_growing(rule: Rule) -> dict[str, object]:
    """Return the rule of an array whose values depend on n as JSON data: without values, and with n in the
    predicates.
    """
    plain = plain_rule(rule.at(rule.size))
    text, number = json.dumps(plain.get("conditions", [])), rf"\b{rule.size}\b"
    without = {key: value for key, value in plain.items() if key not in ("colours", "values", "weights")}
    return without | {"conditions": json.loads(re.sub(number, "n", text))}


def plain_board(text: str) -> dict[str, object]:
    """Return a single board as a family and its number of slices: the rows of a rectangle, or the whole board
    as one slice.

    >>> plain_board("torus:3x4")
    {'family': {'word': 'torus', 'sizes': [None, 4], 'wraps': [True, True]}, 'slices': 3}
    """
    board = parse_one_board(text)
    grid = board.grid
    if not board.is_bare:
        raise MismatchError(
            f"no certificate can be made for {text}: boards with pieces or restricted cells are not supported"
        )
    if grid is None:
        names = {"word": "graph", "sizes": [None]}
        return {
            "family": {**names, "slices": _slices(Slices(SlicePart(board.size, board.edges)))},
            "slices": 1,
        }
    wraps = [grid.wrap_rows, grid.wrap_cols]
    words = {(False, False): "", (True, False): "cylinder", (True, True): "torus"}
    if board.fills_grid and tuple(wraps) in words:
        squares = {"word": words[grid.wrap_rows, grid.wrap_cols], "sizes": [None, grid.cols], "wraps": wraps}
        return {"family": squares, "slices": grid.rows}
    if any(wraps):
        raise MismatchError(f"no certificate can be made for {text}: drawn cyclic boards are not supported")
    rows = ("".join(".#"[(r, c) not in board.at] for c in range(grid.cols)) for r in range(grid.rows))
    return {"family": {"word": f"repeat({'/'.join(rows)})", "sizes": [None], "wraps": [False]}, "slices": 1}


def _slices(slices: Slices) -> dict[str, object]:
    """Return the slices of a family explicitly, so that the checker does not need the names of boards."""

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
    """Return True if the name of a board or a family refers to a file.

    >>> names_a_file("@board.txt"), names_a_file("slices(2;in=0-1;to=0-0-1,1-1-1):n")
    (True, False)
    """
    return board.strip().casefold().startswith(("@", "graph:", "complex:", "slices:"))


def named_rule(game: str) -> Rule | None:
    """Return the built-in rule with the name in a certificate, or None if no rule has this name.

    >>> named_rule("Cis with 3 colours").name
    'Cis with 3 colours'
    >>> named_rule("NODE_KAYLES").name, named_rule("cis:0"), named_rule("./col")
    ('Node Kayles', None, None)
    """
    asked = plain_name(game)
    number = re.fullmatch(r"([a-z-]+)(?::([1-9][0-9]{0,2})|-with-([1-9][0-9]{0,2})-colours)", asked)
    if number and number[1] in NUMBERED:
        k = int(number[2] or number[3])
        return find_rule(f"{number[1]}:{k}") if k <= NUMBERED[number[1]][0] else None
    for name in NAMED:
        if ":" not in name and asked in (name, plain_name(find_rule(name).name)):
            return find_rule(name)
    return None
