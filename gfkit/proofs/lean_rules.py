"""Rules of 2 x 2 blocks in the terms of ``lean/Meaning.lean``: arrays, exact covers and disjoint pieces.

A rule is a Boolean function ``ok a b c d`` of the symbols of a block with the rows a b and c d. Cells outside
of the array contain the symbol k. Rules whose constraints do not fit in blocks are rejected with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple, NoReturn

from gfkit.core.errors import MismatchError
from gfkit.proofs.checker.predicates import Value
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.statements import (
    Boards,
    Cell,
    Offset,
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


class BlockRule(NamedTuple):
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


def _join(operator: str, parts: Sequence[str]) -> str:
    """Return the conjunction or disjunction of Lean terms."""
    text = parts[-1]
    for part in parts[-2::-1]:
        text = f"{operator} {_enclose(part)} {_enclose(text)}"
    return text


def _enclose(text: str) -> str:
    return f"({text})" if " " in text else text


def _is_one_of(name: str, symbols: Iterable[int]) -> str:
    return _join("or", [f"Nat.beq {name} {symbol}" for symbol in sorted(symbols)] or [".false"])


def _function(body: str) -> str:
    used = {name: name in body.replace("(", " ").replace(")", " ").split() for name in "abcd"}
    return f"fun {' '.join(name if used[name] else '_' for name in 'abcd')} => {body}"


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
        of, allowed, cell = count["of"], count["allowed"], count["cell"]

        def holds(names: dict[str, Value], of: Any = of, allowed: Any = allowed, cell: Any = cell) -> bool:
            near: Any = names["near"]
            return names["x"] != cell or sum(value in of for value in near) in allowed

        yield from _pair_windows(values, outside, count["neighbours"], holds)
    for condition in rule.get("conditions", []):
        key = next((key for key in ("require", "forbid") if key in condition), "")
        if not key or len(condition) != 2 or not condition.keys() & {"cells", "neighbours"}:
            raise no_lean_file(f"conditions with {', '.join(condition)} are not supported")
        if "neighbours" in condition:
            holds_near = predicate(condition[key], key == "require")
            yield from _pair_windows(values, outside, condition["neighbours"], holds_near)
        else:
            symbols = [symbols_of([value], values, outside) for value in values]
            yield from matching_windows(
                symbols, values, condition["cells"], predicate(condition[key], key == "forbid")
            )


def _array(rule: dict[str, Any], boards: Boards) -> BlockRule:
    """Return the rule of arrays without certain windows."""
    rule = sort_values(rule)
    beyond = len(rule["values"])
    pairs: dict[tuple[Offset, Offset], set[tuple[int, int]]] = {}
    others: list[str] = []
    for window in _array_windows(boards, rule):
        laid = [(row, column, [*shown]) for row, column, shown in lay_window(boards, window)]
        down, right = 1 - max(row for row, _, _ in laid), 1 - max(column for _, column, _ in laid)
        if min(down, right) < 0:
            raise no_lean_file("a window does not fit in two rows and two columns")
        cells = [((row + down, column + right), shown) for row, column, shown in laid]
        if len(cells) == 2:
            (first, here), (second, there) = cells
            chosen = {pair for pair in product(here, there) if min(pair) < beyond}
            pairs.setdefault((first, second), set()).update(chosen)
            continue
        fits = [_is_one_of(_NAMES[at], shown) for at, shown in cells]
        if all(beyond in shown for _, shown in cells):
            on_board = (f"not (Nat.beq {_NAMES[at]} {beyond})" for at, _ in cells)
            fits.append(_join("or", [*on_board]))
        others.append(_join("and", fits))
    forbidden = [_pair(_NAMES[a], _NAMES[b], some, beyond) for (a, b), some in pairs.items() if some]
    forbidden += dict.fromkeys(others)
    body = f"not {_enclose(_join('or', forbidden))}" if forbidden else ".true"
    values = ", ".join(map(str, rule["values"]))
    remark = f"Arrays with the values {values}, which the symbols 0 to {beyond - 1} denote in this order."
    return BlockRule(beyond, boards.height, _function(body), remark)


def _pair(first: str, second: str, some: set[tuple[int, int]], beyond: int) -> str:
    """Return the condition that two cells contain one of some pairs of symbols."""
    if some == {(symbol, symbol) for symbol in range(beyond)}:
        return f"and (Nat.beq {first} {second}) (not (Nat.beq {first} {beyond}))"
    partners: dict[frozenset[int], list[int]] = {}
    for symbol in sorted({symbol for symbol, _ in some}):
        partners.setdefault(frozenset(other for here, other in some if here == symbol), []).append(symbol)
    return _join("or", [_join("and", [_is_one_of(first, here), _is_one_of(second, there)])
                        for there, here in partners.items()])  # fmt: skip


# Pieces -----------------------------------------------------------------------------------------------------

_AFTER = {(0, 1): ("c", "d"), (1, 0): ("b", "d"), (1, 1): ("a", "d"), (1, -1): ("b", "c"),
          (0, -1): ("d", "c"), (-1, 0): ("d", "b"), (-1, -1): ("d", "a"), (-1, 1): ("c", "b")}  # fmt: skip
"""Names of two cells of a block, by the offset from the first to the second."""


def _pieces(rule: dict[str, Any], boards: Boards, is_full: bool) -> BlockRule:
    """Return the rule of exact covers, or of sets of disjoint pieces.

    A cell contains its position in its piece. Cells to the right of, below or diagonally below and to the
    right of the cell before them, which end a piece, share one symbol.
    """
    if any(part.get("reserved") or "face" in part for part in rule["colours"]) or rule.get("liberties"):
        raise no_lean_file("reserved cells, faces and liberties are not supported")
    if rule.get("tatami") or rule.get("fault_free") or rule.get("forbidden"):
        raise no_lean_file("conditions on adjacent pieces, on points or on lines are not supported")
    names: dict[tuple[int, int], int] = {}
    links: list[tuple[Offset, int, int]] = []
    heads: dict[Offset, list[int]] = {}
    remarks: list[str] = []
    for number, cells in enumerate(_shapes(rule, boards)):
        tree = _tree(cells)
        for at, (before, offset) in enumerate(tree):
            ends = at > 0 and offset in ((0, 1), (1, 0), (1, 1)) and all(other != at for other, _ in tree)
            if not ends:
                names[number, at] = len(names)
            if ends:
                heads.setdefault(offset, []).append(names[number, before])
            elif at:
                links.append((offset, names[number, before], names[number, at]))
        shown = ", ".join(
            f"{names[number, at]}" if (number, at) in names else "e" for at in range(len(cells))
        )
        remarks.append(f"{shown} at {' '.join(f'({row},{column})' for row, column in cells)}")
    end = len(names)
    symbols = end + bool(heads) + (not is_full)
    parts = [f"iff (Nat.beq {_AFTER[offset][0]} {before}) (Nat.beq {_AFTER[offset][1]} {after})"
             for offset, before, after in links]  # fmt: skip
    if heads:
        parts.append(
            _exactly_one(
                [_is_one_of(_AFTER[offset][0], some) for offset, some in heads.items()], f"Nat.beq d {end}"
            )
        )
    last = f" The symbol e = {end} ends a piece." * bool(heads)
    free = "" if is_full else f" The symbol {symbols - 1} denotes a cell without a piece."
    remark = f"The symbols of the cells (row, column) of the pieces are {'; '.join(remarks)}.{last}{free}"
    return BlockRule(symbols, boards.height, _function(_join("and", parts) if parts else ".true"), remark)


def _exactly_one(conditions: list[str], then: str) -> str:
    """Return the statement that at most one condition holds, and one of them if and only if ``then`` does."""
    first, *rest = conditions
    if not rest:
        return f"iff {_enclose(first)} {_enclose(then)}"
    none = _join("and", [f"not {_enclose(other)}" for other in rest])
    return (
        f"pick {_enclose(first)} (and {_enclose(then)} {_enclose(none)}) {_enclose(_exactly_one(rest, then))}"
    )


def _shapes(rule: dict[str, Any], boards: Boards) -> Iterator[list[Offset]]:
    """Yield the cells of each piece, from the top left cell on."""
    for part in rule["colours"]:
        pieces = part["pieces"]
        if boards.is_graph:
            pieces = [[(0, k) for k in range(size)] for size in dict.fromkeys(map(len, pieces))]
        shapes = []
        for piece in pieces:
            cells = [boards.turn(*cell) for cell in piece]
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            shapes.append(sorted({(row - top, column - left) for row, column in cells}))
        if len({*map(tuple, shapes)}) < len(pieces):
            raise no_lean_file("placements must be determined by their cells")
        yield from shapes


def _tree(cells: list[Offset]) -> list[tuple[int, Offset]]:
    """Return for each cell the number of an earlier cell in the same block, and the offset from it.

    The cells are sorted into this order. Raise MismatchError if no such order exists.
    """
    found, tree = [cells[0]], [(-1, (0, 0))]
    while len(found) < len(cells):
        near = [(at, (r - p, c - q), (r, c)) for r, c in cells if (r, c) not in found
                for at, (p, q) in enumerate(found) if max(abs(r - p), abs(c - q)) == 1]  # fmt: skip
        if not near:
            raise no_lean_file("a piece is not connected by steps of a king")
        before, offset, cell = min(
            near, key=lambda item: (item[1] not in ((0, 1), (1, 0), (1, 1)), -item[0], item[2])
        )
        found.append(cell)
        tree.append((before, offset))
    cells[:] = found
    return tree


def block_rule(certificate: dict[str, Any]) -> BlockRule:
    """Return the rule of a certificate as a function of 2 x 2 blocks.

    Raise MismatchError, with the reason in one line, if the rule is not of this form.
    """
    rule, positions = certificate["rule"], certificate["positions"]
    if certificate["weights"]:
        _refuse("weights are not supported")
    try:
        boards = read_boards(certificate["family"])
        if boards.ring or boards.closed:
            _refuse("cyclic boards are not supported")
        if rule["kind"] == "array" and positions == "all":
            return _array(rule, boards)
        is_full = rule["kind"] == "cover" or positions == "full"
        if rule["kind"] in ("cover", "placement") and (is_full or positions == "all"):
            return _pieces(rule, boards, is_full)
    except (RefusalError, LookupError, TypeError, AttributeError) as error:
        raise no_lean_file("the rule in the certificate is not supported") from error
    except MismatchError as error:
        reason = str(error)
        if reason.startswith("no Coq file"):
            raise no_lean_file(reason.partition(": ")[2]) from None
        raise
    raise no_lean_file(f"rules of kind {rule['kind']!r} with positions {positions!r} are not supported")


def _refuse(why: str) -> NoReturn:
    raise no_lean_file(why)
