"""Rules of 2 x 2 blocks in the terms of ``lean/Meaning.lean``: arrays, exact covers and disjoint pieces.

A rule is a Boolean function ``ok a b c d`` of the symbols of a block with the rows a b and c d. Cells outside
of the array contain the symbol k. Rules whose constraints do not fit in blocks are rejected with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

from gfkit.core.errors import MismatchError
from gfkit.proofs.checker.predicates import Value
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.statements import (
    Boards,
    Cell,
    Offset,
    edges_once,
    expand_windows,
    lay_window,
    matching_windows,
    predicate,
    read_boards,
    sort_values,
    symbols_of,
)

_NAMES = {(0, 0): "a", (0, 1): "b", (1, 0): "c", (1, 1): "d"}
"""Names of the cells (row, column) of a block."""


class SymbolRule(NamedTuple):
    """Rule of 2 x 2 blocks: the number of symbols, the number of rows, and the rule as a Lean function."""

    symbols: int
    rows: int
    text: str
    remark: str
    """Meaning of the symbols."""


def no_lean_file(why: str) -> MismatchError:
    return MismatchError(
        f"no Lean file can be written: {why}; a file name that ends in .v writes the theorem for Coq if its"
        " library covers it"
    )


# Text -------------------------------------------------------------------------------------------------------


def _join(operator: str, parts: Iterable[str]) -> str:
    """Return the conjunction or disjunction of Lean terms."""
    *others, text = parts
    for part in reversed(others):
        text = f"{operator} ({part}) ({text})"
    return text


def _is_one_of(name: str, symbols: Iterable[int]) -> str:
    return _join("or", [f"Nat.beq {name} {symbol}" for symbol in sorted(symbols)] or [".false"])


def _function(body: str) -> str:
    names = (name if re.search(rf"\b{name}\b", body) else "_" for name in "abcd")
    return f"fun {' '.join(names)} => {body}"


# Arrays -----------------------------------------------------------------------------------------------------


def _pair_windows(
    values: list[int],
    outside: int | None,
    steps: object,
    holds: Callable[[dict[str, Value]], bool],
) -> Iterator[list[Cell]]:
    """Yield the forbidden pairs of neighbours that are equivalent to a condition on all neighbours."""
    offsets = [(0, 1), (1, 0), (0, -1), (-1, 0)] if steps == "rook" else [(r, c) for r, c in steps]  # type: ignore[attr-defined]
    sizes = range(len(offsets) + 1) if outside is None else (len(offsets),)
    for value in values:
        seen = {near: holds({"x": value, "near": [*near], "all": [value, *near]}) for size in sizes
                for near in combinations_with_replacement(values, size)}  # fmt: skip
        fine = {other for near, is_so in seen.items() if is_so for other in near}
        if any(is_so != fine.issuperset(near) for near, is_so in seen.items()):
            raise no_lean_file("a condition on the neighbours of a cell is not a condition on pairs of cells")
        for (row, column), other in product(offsets, values):
            if other not in fine:
                here, there = symbols_of([value], values, None), symbols_of([other], values, outside)
                yield [(0, 0, here), (row, column, there)]


def _array_windows(boards: Boards, rule: dict[str, Any]) -> Iterator[list[Cell]]:
    """Yield the forbidden windows of a rule of arrays, in gfkit's coordinates."""
    values, outside = rule["values"], rule.get("outside")
    if any(rule.get(key) for key in ("new_values", "image", "weighted")):
        raise no_lean_file("classes of arrays, images and weighted windows are not supported")
    if outside is not None and (boards.is_graph or outside not in values):
        raise no_lean_file("a value outside must be one of the values, and is not supported on graphs")
    yield from expand_windows(rule)
    for count in rule["counts"]:

        def holds(names: dict[str, Value], count: Any = count) -> bool:
            near: Any = names["near"]
            return (
                names["x"] != count["cell"] or sum(value in count["of"] for value in near) in count["allowed"]
            )

        yield from _pair_windows(values, outside, count["neighbours"], holds)
    for condition in rule.get("conditions", []):
        key = next((key for key in ("require", "forbid") if key in condition), "")
        if "neighbours" in condition and key and len(condition) == 2:
            wanted = predicate(condition[key], key == "require")
            yield from _pair_windows(values, outside, condition["neighbours"], wanted)
        elif "cells" in condition and key and len(condition) == 2:
            symbols = [symbols_of([value], values, outside) for value in values]
            unwanted = predicate(condition[key], key == "forbid")
            yield from matching_windows(symbols, values, condition["cells"], unwanted)
        else:
            raise no_lean_file(f"conditions with {', '.join(condition)} are not supported")


def _array(rule: dict[str, Any], boards: Boards) -> SymbolRule:
    """Return the rule of arrays without certain windows."""
    rule = sort_values(rule)
    beyond, forbidden = len(rule["values"]), list[str]()
    for window in _array_windows(boards, rule):
        laid = [(row, column, {*shown}) for row, column, shown in lay_window(boards, window)]
        down, right = 1 - max(row for row, _, _ in laid), 1 - max(column for _, column, _ in laid)
        if min(down, right) < 0:
            raise no_lean_file("a window does not fit in two rows and two columns")
        fits = [_is_one_of(_NAMES[row + down, column + right], shown) for row, column, shown in laid]
        if all(beyond in shown for *_, shown in laid):  # a cell of the window is on the board
            beside = [f"Nat.beq {_NAMES[row + down, column + right]} {beyond}" for row, column, _ in laid]
            fits.append(f"not ({_join('and', beside)})")
        forbidden.append(_join("and", fits))
    body = f"not ({_join('or', dict.fromkeys(forbidden))})" if forbidden else ".true"
    values = ", ".join(map(str, rule["values"]))
    remark = f"Arrays with the values {values}, which the symbols 0 to {beyond - 1} denote in this order."
    return SymbolRule(beyond, boards.height, _function(body), remark)


# Pieces -----------------------------------------------------------------------------------------------------

_AFTER = {
    (second[0] - first[0], second[1] - first[1]): (_NAMES[first], _NAMES[second])
    for first, second in permutations(_NAMES, 2)
}
"""Names of two cells of a block, by the offset from the first to the second."""


def _pieces(rule: dict[str, Any], boards: Boards, is_full: bool) -> SymbolRule:
    """Return the rule of exact covers, or of sets of disjoint pieces.

    A cell contains its position in its piece. Cells to the right of, below or diagonally below and to the
    right of the cell before them, which end a piece, share one symbol.
    """
    parts = rule["colours"]
    if any(map(rule.get, ("liberties", "tatami", "fault_free", "forbidden"))) or any(
        part.get("reserved") or "face" in part for part in parts
    ):
        raise no_lean_file("conditions on adjacent pieces, reserved cells, points or lines are not supported")
    symbols, links, heads, remarks = 0, list[str](), dict[str, list[int]](), list[str]()
    for part in parts:
        pieces = edges_once(part["pieces"]) if boards.is_graph else part["pieces"]
        shapes = [sorted(boards.turn(*cell) for cell in piece) for piece in pieces]
        if len({tuple((r - s[0][0], c - s[0][1]) for r, c in s) for s in shapes}) < len(pieces):
            raise no_lean_file("placements must be determined by their cells")
        for tree in map(_tree, shapes):
            shown: list[int | str] = []
            for at, (_, before, offset) in enumerate(tree):
                if at and _AFTER[offset][1] == "d" and all(other != at for _, other, _ in tree):
                    heads.setdefault(_AFTER[offset][0], []).append(int(shown[before]))
                    shown.append("e")
                    continue
                if at:
                    first, second = _AFTER[offset]
                    links.append(f"iff (Nat.beq {first} {shown[before]}) (Nat.beq {second} {symbols})")
                shown.append(symbols)
                symbols += 1
            remarks.append(
                ", ".join(f"{symbol} at {cell}" for symbol, (cell, *_) in zip(shown, tree, strict=True))
            )
    text = f"The symbols of the cells (row, column) of the pieces are {'; '.join(remarks)}."
    if heads:
        links.append(_exactly_one([_is_one_of(*item) for item in heads.items()], f"Nat.beq d {symbols}"))
        text += f" The symbol e = {symbols} ends a piece."
        symbols += 1
    if not is_full:
        text += f" The symbol {symbols} denotes a cell without a piece."
    body = _join("and", links or [".true"])
    return SymbolRule(symbols + (not is_full), boards.height, _function(body), text)


def _exactly_one(conditions: list[str], then: str) -> str:
    """Return the statement that at most one condition holds, and one of them if and only if ``then`` does."""
    first, *rest = conditions
    none = _join("and", [then, *(f"not ({other})" for other in rest)])
    return f"pick ({first}) ({none}) ({_exactly_one(rest, then)})" if rest else f"iff ({first}) ({then})"


def _tree(cells: list[Offset]) -> list[tuple[Offset, int, Offset]]:
    """Return the cells of a piece, each with the number of an earlier cell in the same block of 2 x 2 cells
    and the offset from that cell.
    """
    tree = [(cells[0], -1, (0, 0))]
    while rest := [cell for cell in cells if cell not in [found for found, *_ in tree]]:
        near = [
            (_AFTER[offset][1] != "d", -at, cell, offset)
            for cell in rest
            for at, ((row, column), *_) in enumerate(tree)
            if (offset := (cell[0] - row, cell[1] - column)) in _AFTER
        ]
        if not near:
            raise no_lean_file("a piece is not connected by steps of a king")
        _, before, cell, offset = min(near)
        tree.append((cell, -before, offset))
    return tree


def rule_of_blocks(certificate: dict[str, Any]) -> SymbolRule:
    """Return the rule of a certificate as a function of 2 x 2 blocks.

    Raise MismatchError, with the reason in one line, if the rule is not of this form.
    """
    rule, positions = certificate["rule"], certificate["positions"]
    is_full = rule["kind"] == "cover" or positions == "full"
    try:
        boards = read_boards(certificate["family"])
        if certificate["weights"] or boards.ring or boards.closed:
            raise no_lean_file("weights and cyclic boards are not supported")
        if rule["kind"] == "array" and positions == "all":
            return _array(rule, boards)
        if rule["kind"] in ("cover", "placement") and (is_full or positions == "all"):
            return _pieces(rule, boards, is_full)
    except (RefusalError, LookupError, TypeError, AttributeError) as error:
        raise no_lean_file("the rule in the certificate is not supported") from error
    except MismatchError as error:
        raise no_lean_file(str(error).partition(": ")[2].partition("; a file name")[0]) from None
    raise no_lean_file(f"rules of kind {rule['kind']!r} with positions {positions!r} are not supported")
