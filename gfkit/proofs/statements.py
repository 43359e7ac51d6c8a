"""Statements of certificates in the terms of the Coq library, ``coq/Meaning.v``.

Statements that the library does not cover are rejected with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from gfkit.core.deferred import regex
from gfkit.core.errors import MismatchError
from gfkit.core.rules.automaton import LineRule, automaton_of
from gfkit.proofs.checker.arrays import Array
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.predicates import ROUNDS, Value, meaning_of, window_names
from gfkit.proofs.checker.reading import RefusalError

WINDOWS = 3000
"""Maximum number of windows in a statement."""
SHORTEST_RING = 3
"""Number of slices of the smallest board that is cyclic along n, with which the library's theorem begins."""
Offset = tuple[int, int]
Cell = tuple[int, int, Sequence[int]]


class Boards(NamedTuple):
    """Boards of a theorem, as columns of ``height`` cells, possibly cyclic."""

    height: int
    closed: bool
    by_rows: bool = False
    """True if slices of the theorem are rows of the boards in gfkit's coordinates."""
    ring: bool = False
    """True if the boards are cyclic along n."""
    is_graph: bool = False
    """True if the cells are the vertices of a path or a cycle, without rows and columns."""

    @property
    def text(self) -> str:
        """Return the Coq term ``Boards`` without its last argument, which is the first n."""
        return f"Boards {'(Ring [])' if self.ring else 'Open'} {_format_truth(self.closed)} {self.height}"

    def turn(self, row: int, column: int) -> Offset:
        """Convert an offset (row, column) to coordinates in which slices are columns."""
        return (column, row) if self.by_rows else (row, column)


class TermDefinition(NamedTuple):
    """Part of a claim: its type in Coq and the term."""

    type: str
    term: str


class CoqClaim(NamedTuple):
    """Boards and rule of a claim of ``coq/Claims.v``, as Coq terms.

    A claim on connected sets contains the rows of its strip instead of the boards, and no ``powers``.
    """

    boards: str
    rule: str
    definitions: Mapping[str, TermDefinition] = MappingProxyType({})
    """Parts of the rule, by the names with which ``rule`` refers to them."""
    powers: list[list[int]] | None = None
    """Exponents of x and y in the weight of each symbol."""
    member: list[int] | None = None
    """Exponents in the weight of each member of a connected set; None if only counts are proved."""


# Text of Coq ------------------------------------------------------------------------------------------------


def coq_list(texts: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, texts))}]"


def _format_numbers(numbers: Iterable[object]) -> str:
    return f"{coq_list(numbers)}%nat"


def _format_lists(lists: Iterable[Sequence[int]]) -> str:
    return _format_numbers(map(coq_list, lists))


def _format_pairs(pairs: Iterable[Offset]) -> str:
    return coq_list(f"({row}, {column})" for row, column in pairs)


def _format_truth(value: bool) -> str:
    return "true" if value else "false"


# The parts of a certificate ---------------------------------------------------------------------------------


def no_coq_file(why: str) -> MismatchError:
    return MismatchError(f"no Coq file can be written: {why}")


def read_boards(family: dict[str, Any]) -> Boards:
    """Return the boards of a family of squares, or of a path or a cycle."""
    if "wraps" not in family or family["word"].startswith("repeat"):
        raise no_coq_file(f"the library has no boards of the family {family['word']!r}")
    if len(family["sizes"]) == 1:
        return Boards(1, False, ring=family["wraps"][0], is_graph=True)
    by_rows = family["sizes"][0] is None
    if not family["sizes"][by_rows]:
        raise no_coq_file("boards without cells are not supported")
    if family["wraps"][by_rows] and family["sizes"][by_rows] < SHORTEST_RING:
        raise no_coq_file("a cyclic side must have at least 3 cells")
    return Boards(
        family["sizes"][by_rows], family["wraps"][by_rows], by_rows, ring=family["wraps"][not by_rows]
    )


def _fits_rings(offsets: Iterable[Offset], boards: Boards, far: int) -> bool:
    """Return True if offsets differ by less than ``far`` columns, if boards are cyclic along n."""
    columns = [column for _, column in offsets]
    return not boards.ring or max(columns) - min(columns) < far


def series(terms: list[list[Any]], weighted: bool) -> list[str]:
    """Return the coefficients of a polynomial in t as strings: numbers, or polynomials in the weights."""
    sums: list[dict[Offset, int]] = [{} for _ in range(1 + max((n for n, *_ in terms), default=0))]
    for n, i, j, c in terms:
        sums[n][i, j] = sums[n].get((i, j), 0) + (int(c, 16) if isinstance(c, str) else c)
    return [_polynomial(power) if weighted else str(power.get((0, 0), 0)) for power in sums]


def _polynomial(terms: dict[Offset, int]) -> str:
    rows: list[list[int]] = []
    for (i, j), c in terms.items():
        rows += [[] for _ in range(i + 1 - len(rows))]
        rows[i] += [0] * (j + 1 - len(rows[i]))
        rows[i][j] += c
    return coq_list(map(coq_list, rows))


def weight_polynomial(power: list[int], weights: Sequence[str]) -> str:
    """Return the monomial with the given exponents of x and y, as a polynomial."""
    i, j = power
    return _polynomial({(i, j) if len(weights) == 2 else (i + j, 0): 1})


def _neighbours(boards: Boards, steps: object) -> list[Offset]:
    offsets = [(0, 1), (1, 0), (0, -1), (-1, 0)] if steps == "rook" else [(r, c) for r, c in steps]  # type: ignore[attr-defined]
    turned = [boards.turn(*offset) for offset in offsets]
    rows = [(row % boards.height, column) if boards.closed else (row, column) for row, column in turned]
    if len({*rows}) < len(rows) or (0, 0) in rows or not _fits_rings([(0, 0), *rows], boards, 3):
        raise no_coq_file("on some board two neighbours of a cell are the same cell, which is not supported")
    return turned


def lay_window(boards: Boards, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a window in order, in coordinates in which slices are columns."""
    turned = [(*boards.turn(row, column), shown) for row, column, shown in cells]
    top, left = min(row for row, _, _ in turned), min(column for _, column, _ in turned)
    laid = sorted((row - top, column - left, shown) for row, column, shown in turned)
    is_high = boards.closed and laid[-1][0] >= boards.height
    if is_high or not _fits_rings([cell[:2] for cell in laid], boards, 4):
        raise no_coq_file("windows longer than a cyclic side are not supported")
    return laid


def _format_window(boards: Boards, laid: Sequence[Cell], origin: Offset = (0, 0)) -> str:
    """Return a window as a Coq term. Reject a window that would be placed on the shortest ring with two cells
    in the same place.
    """
    if boards.ring and any(
        row == other and abs(column - there) >= SHORTEST_RING and {*shown} & {*seen}
        for (row, column, shown), (other, there, seen) in combinations(laid, 2)
    ):
        raise no_coq_file("two cells of a window are the same cell of the smallest board")
    return coq_list(
        f"({row - origin[0]}, {column - origin[1]}, {_format_numbers(shown)})" for row, column, shown in laid
    )


def _windows(boards: Boards, values: Sequence[int], cells: Sequence[Cell]) -> Iterator[str]:
    """Yield windows that begin with a cell of the board, in row 0, and together are equivalent to a window.

    Together they occur exactly at the placements of the window with at least one cell on the board. The
    symbol of cells outside of the board is the number of values.
    """
    laid, beyond = lay_window(boards, cells), len(values)

    def begin_with(first: Cell) -> str:
        rest = [(row - first[0], column, shown) for row, column, shown in laid if (row, column) != first[:2]]
        inside = [symbol for symbol in first[2] if symbol < beyond]
        return _format_window(boards, [(0, first[1], inside), *rest])

    if beyond not in laid[0][2]:
        yield _format_window(boards, laid)
    elif on_board := next((cell for cell in laid if beyond not in cell[2]), None):
        yield begin_with(on_board)
    else:
        yield from (begin_with(cell) for cell in laid if min(cell[2]) < beyond)


def symbols_of(some: Sequence[int], values: list[int], outside: int | None) -> list[int]:
    """Return the symbols of the values, and the symbol of cells outside the board if these have a
    value.
    """
    return [*map(values.index, some)] + ([len(values)] if outside in some else [])


def expand_windows(rule: dict[str, Any]) -> Iterator[list[Cell]]:
    """Yield the forbidden windows for all values of their letters; ``?`` is any cell that has a value."""
    values, outside = rule.get("values", [*range(rule["colours"])]), rule.get("outside")
    all_symbols = [*range(len(values) + (outside is not None))]
    for window in rule["forbid"]:
        letters = sorted({mark for *_, mark in window if mark.isalpha()})
        for chosen in product(values, repeat=len(letters)):
            if len({*chosen}) < len(chosen):
                continue
            meant = dict(zip(letters, chosen, strict=True))
            symbols = {mark: symbols_of([value], values, outside) for mark, value in meant.items()}
            symbols["?"] = all_symbols
            yield [
                (row, column, symbols[mark] if mark in symbols else symbols_of([int(mark)], values, outside))
                for row, column, mark in window
            ]


Near = tuple[object, int, list[list[int]], list[tuple[int, ...]]]
"""Condition on neighbours: offsets, a symbol, sets of counted symbols, and allowed numbers."""


def _expand_conditions(
    boards: Boards,
    values: list[int],
    outside: int | None,
    steps: object,
    holds: Callable[[dict[str, Value]], bool],
    idle: bool,
) -> Iterator[Near]:
    """Yield conditions equivalent to a predicate of neighbours, by the number of neighbours in a set.

    Values for which the predicate always holds are omitted; if ``idle`` is False, values for which it never
    holds are omitted. The search tries one set, then two sets of values, and tests all values of the
    neighbours.
    """
    most = len(_neighbours(boards, steps))
    sizes = range(most + 1) if outside is None else (most,)
    shown = [tuple(sorted(near)) for k in sizes for near in combinations_with_replacement(values, k)]
    sets = [some for size in range(len(values) + 1) for some in combinations(values, size)]
    for symbol, value in enumerate(values):
        truth = {near: holds({"x": value, "near": [*near], "all": [value, *near]}) for near in shown}
        if {*truth.values()} == {idle}:
            continue
        for chosen in chain(combinations(sets, 1), combinations(sets, 2) if len(values) <= 4 else ()):
            numbers: dict[tuple[int, ...], set[bool]] = {}
            for near, is_so in truth.items():
                key = tuple(sum(value in some for value in near) for some in chosen)
                numbers.setdefault(key, set()).add(is_so)
            if all(len(both) == 1 for both in numbers.values()):
                yield (
                    steps,
                    symbol,
                    [symbols_of(some, values, outside) for some in chosen],
                    [key for key, both in numbers.items() if True in both],
                )
                break
        else:
            raise no_coq_file("the condition on neighbours must be determined by one or two counts")


def _near_rule(boards: Boards, near: Near) -> str:
    steps, symbol, of, allowed = near
    offsets = _format_pairs(_neighbours(boards, steps))
    return f"Near {_format_numbers([symbol])} {offsets} {_format_lists(of)} {_format_lists(sorted(allowed))}"


def predicate(text: str, wanted: bool = True) -> Callable[[dict[str, Value]], bool]:
    """Return a function that tests whether the expression has the truth value ``wanted``."""
    meaning = meaning_of(text)
    return lambda names: bool(meaning({**names, "": [ROUNDS]})) == wanted


def matching_windows(
    symbols: Iterable[Sequence[int]],
    shown: Sequence[int],
    cells: list[tuple[int, int, str]],
    holds: Callable[[dict[str, Value]], bool],
) -> Iterator[list[Cell]]:
    """Yield the windows with values for which a predicate holds; each value of a cell has its symbols."""
    marks, choices = [(row, column, mark) for row, column, mark in cells], [*zip(symbols, shown, strict=True)]
    if len(choices) ** len(marks) > 100_000:
        raise no_coq_file("windows with more than 100,000 assignments of values are not supported")
    for chosen in product(choices, repeat=len(marks)):
        if holds(window_names(marks, [value for _, value in chosen])):
            yield [(row, column, some) for (row, column, _), (some, _) in zip(marks, chosen, strict=True)]


def _tally(boards: Boards, values: list[int], outside: int | None, condition: dict[str, Any]) -> str:
    """Return the condition on the number of times that a predicate holds on the whole board.

    Windows begin with their first cell on the board, and are omitted if they have no such cell.
    """
    if "when" not in condition:
        raise no_coq_file("a sum over the whole board is not supported")
    holds, happens = predicate(condition["when"]), list[str]()
    shown = values if outside is None else [*values, outside]
    for part in condition["parts"]:
        if "neighbours" in part:
            nears = _expand_conditions(boards, values, outside, part["neighbours"], holds, idle=False)
            happens += [f"Fits ({_near_rule(boards, near)})" for near in nears]
        else:
            symbols = ([symbol] for symbol in range(len(shown)))
            for cells in matching_windows(symbols, shown, part["cells"], holds):
                laid = lay_window(boards, cells)
                first = next((cell for cell in laid if cell[2][0] < len(values)), None)
                if first:
                    happens.append(f"Lies {_format_window(boards, laid, first[:2])}")
    if len(happens) > WINDOWS:
        raise no_coq_file(f"more than {WINDOWS:,} windows are not supported")
    return f"Tally {coq_list(happens)} {condition['cap']} {coq_list(condition['allowed'])}"


def _pins(boards: Boards, condition: dict[str, Any], symbols: str) -> Iterator[str]:
    """Yield rows, columns and cells with their allowed symbols."""
    if boards.is_graph and not {*map(tuple, condition["at"])} <= {(0, 0), (-1, -1)}:
        raise no_coq_file("a place of a graph must be its first or its last vertex")
    for line in condition["at"]:
        row, column = boards.turn(*line)
        if boards.ring and column is not None:
            raise no_coq_file("conditions on single cells are not supported along a cyclic side")
        places = ("None" if at is None else f"Some ({at})" for at in (row, column))
        yield f"({', '.join(places)}, {symbols})"


def _readers(boards: Boards, values: list[int], condition: dict[str, Any], *, needs_cell: bool) -> list[str]:
    """Return the automata of a condition on lines, one for lines across a strip and one for lines along
    it.

    The library ignores empty lines. They exist only on the board without cells, which is not allowed if
    ``needs_cell``.
    """
    along, start = condition["along"], condition.get("start", 0)
    texts = {key: condition.get(key, "") for key in ("match", "next", "require", "accept", "pairs")}
    is_fine = isinstance(along, list) and {*map(type, [*along, *texts.values()])} == {str}
    if not is_fine or type(start) is not int or not {*along} <= {"rows", "columns"} or "order" in condition:
        raise no_coq_file(
            "conditions on lines other than rows and columns, or on pairs of adjacent lines, are not"
            " supported"
        )
    if boards.is_graph or boards.ring or boards.closed:
        raise no_coq_file("conditions on lines are not supported on cyclic boards")
    automaton = automaton_of(LineRule(tuple(along), start=start, **texts), tuple(values))
    dead = len(automaton.steps)
    steps = _format_lists([dead if after < 0 else after for after in row] for row in automaton.steps)
    directions = ["Across" if (word == "rows") == boards.by_rows else "Along" for word in along]
    if "Along" in directions and 0 not in automaton.accepted and not needs_cell:
        raise no_coq_file("lines along n that must not be empty are not supported")
    return [f"({way}, Automaton {steps} {_format_numbers(sorted(automaton.accepted))})" for way in directions]


def _order_reader(size: int) -> str:
    """Return the automaton whose state is the number of symbols that occur; new symbols are in order."""
    steps = [[s if x < s else s + 1 if x == s else size + 1 for x in range(size)] for s in range(size + 1)]
    return f"(Throughout, Automaton {_format_lists(steps)} {_format_numbers(range(size + 1))})"


def _check_others(rule: dict[str, Any], family: dict[str, Any]) -> None:
    """Raise MismatchError for conditions on lines that the checker does not support."""
    others = [condition for condition in rule["conditions"] if "along" not in condition]
    Array({**rule, "conditions": others}, CountQuery("all", 2), read_family(family))


def _counts_classes(rule: dict[str, Any], boards: Boards) -> bool:
    """Return True if the arrays of a rule are representatives of classes up to permutations of the values.

    The representatives whose new values are in the order of rows are as many as those in the order of slices.
    """
    in_slices = boards.by_rows or boards.height == 1
    return rule.get("new_values") == "classes" or (rule.get("new_values") == "row-major" and not in_slices)


def sort_values(rule: dict[str, Any]) -> dict[str, Any]:
    """Return a rule of arrays whose values ascend: symbol k of a claim is the k-th smallest value."""
    values = rule.get("values", [*range(rule["colours"])])
    if len({*values}) < len(values):
        raise no_coq_file("a value must not be repeated")
    weights = rule.get("weights", [[0, 0]] * len(values))
    pairs = sorted(zip(values, weights, strict=True), key=itemgetter(0))
    return rule | {"values": [value for value, _ in pairs], "weights": [weight for _, weight in pairs]}


def _array(rule: dict[str, Any], family: dict[str, Any], _positions: str) -> CoqClaim:
    """Return the claim for arrays: forbidden windows, neighbour counts and connected sets of cells."""
    boards, rule = read_boards(family), sort_values(rule)
    values, outside = rule["values"], rule.get("outside")
    in_order = bool(rule.get("new_values"))
    up_to_names = _counts_classes(rule, boards)
    if rule.get("image") is not None:
        raise no_coq_file("counts of images are not supported")
    if outside is not None and (boards.is_graph or outside not in values):
        raise no_coq_file("a value outside must be one of the values, and is not supported on graphs")
    if rule.get("weighted"):
        raise no_coq_file("windows with weights are not supported")
    linked = [condition["linkage"] for condition in rule.get("conditions", []) if "linkage" in condition]
    if linked:
        condition = rule["conditions"][0]
        alone = (
            len(rule["conditions"]) == 1 and not rule["forbid"] and not rule["counts"] and values == [0, 1]
        )
        alone = alone and outside is None and not in_order
        if (
            not (alone and condition["of"] == [1] and condition["neighbours"] == "rook")
            or linked[0]["cycles"]
        ):
            raise no_coq_file("connectivity is not supported together with other conditions")
        if not _is_one_component(linked[0]):
            raise no_coq_file("connectivity is supported only with the condition that there is one component")
        unchosen, member = rule["weights"]
        weighs = None if any(unchosen) else member
        return CoqClaim(_format_neighbours(boards), "CellsOf", member=weighs)
    if any("along" in condition for condition in rule.get("conditions", [])):
        _check_others(rule, family)
    windows, pins, tallies, readers = [*expand_windows(rule)], list[str](), list[str](), list[str]()
    nears: list[Near] = [
        (
            count["neighbours"],
            values.index(count["cell"]),
            [symbols_of(count["of"], values, outside)],
            [(number,) for number in count["allowed"]],
        )
        for count in rule["counts"]
    ]
    conditions = rule.get("conditions", [])
    needs_cell = any(0 not in condition.get("allowed", [0]) for condition in conditions)
    for condition in conditions:
        if "parts" in condition:
            tallies.append(_tally(boards, values, outside, condition))
            continue
        if "along" in condition:
            readers += _readers(boards, values, condition, needs_cell=needs_cell)
            continue
        key = next((key for key in ("require", "forbid") if key in condition), None)
        if key is None or len(condition) != 2 or not condition.keys() & {"cells", "neighbours", "at"}:
            raise no_coq_file(f"conditions with {', '.join(condition)} are not supported")
        holds = predicate(condition[key], key == "require")
        if "neighbours" in condition:
            nears += _expand_conditions(boards, values, outside, condition["neighbours"], holds, idle=True)
        elif "at" in condition:
            pins += _pins(
                boards, condition, _format_numbers(k for k, x in enumerate(values) if holds({"x": x}))
            )
        else:
            symbols = [symbols_of([value], values, outside) for value in values]
            forbidden = predicate(condition[key], key == "forbid")
            windows += matching_windows(symbols, values, condition["cells"], forbidden)
    if up_to_names and (pins or tallies or readers or outside is not None):
        raise no_coq_file(
            "counts up to permutations of the values are supported only for rules with windows and neighbours"
        )
    readers += [_order_reader(len(values))] * in_order
    laid = [window for cells in windows for window in _windows(boards, values, cells)]
    if len(laid) > WINDOWS:
        raise no_coq_file(f"more than {WINDOWS:,} windows are not supported")
    definitions = {
        "windows": TermDefinition("list window", coq_list(laid)),
        "nears": TermDefinition("list near_rule", coq_list(_near_rule(boards, near) for near in nears)),
        "pins": TermDefinition("list pin", coq_list(pins)),
        "tallies": TermDefinition("list tally", coq_list(tallies)),
        "readers": TermDefinition("list (direction * automaton)", coq_list(readers)),
    }
    term = f"ArrayRule {len(values)} windows nears pins tallies readers"
    return CoqClaim(boards.text, term, definitions, rule["weights"])


def edges_once(pieces: Sequence[Sequence[Offset]]) -> list[list[Offset]]:
    """Return the pieces of a colour on a graph. A piece of two cells is an edge, listed once."""
    return [[(0, k) for k in range(size)] for size in dict.fromkeys(map(len, pieces))]


def _are_told_by_cells(shapes: Sequence[Sequence[Offset]], boards: Boards) -> bool:
    """Return True if any two pieces of a colour, given as cells (column, row), cover different sets of cells.

    On cyclic boards of more than four times the width of a piece, this holds if it holds on a line.
    """
    long = 4 * max((abs(c - cells[0][0]) for cells in shapes for c, _ in cells), default=0) + 2
    rows = boards.height if boards.closed else 1
    for n in range(3, max(3, long) + 1) if boards.ring else (long,):
        covered = {
            frozenset(((c + j) % n, (r + i) % rows if boards.closed else r) for c, r in cells)
            for cells in shapes
            for i in range(rows)
            for j in range(n)
        }
        places = len(shapes) * rows * n
        if len(covered) < places or sum(map(len, covered)) < rows * n * sum(map(len, shapes)):
            return False
    return True


def _reach_of_ends(
    shapes: Sequence[Sequence[Sequence[Offset]]],
    touching: Iterable[Offset],
    movers: Iterable[int],
    boards: Boards,
) -> int:
    """Return the largest distance in columns between anchors of two pieces that block the same placement of a
    mover.

    ``shapes`` contains the pieces of each colour, as cells (column, row) relative to the anchor. Whether a
    placement is blocked depends on all pieces that overlap it or must not be adjacent to it.
    """
    apart, far = {(b, a) for a, b in touching} | {*touching}, 0
    for colour in movers:
        for cells, row in product(shapes[colour], range(boards.height)):
            own = {(c, r + row) for c, r in cells}
            if not boards.closed and any(not 0 <= r < boards.height for _, r in own):
                continue
            beside = own | {(c + x, r + y) for c, r in own for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            columns = {c for c, _ in own} | {
                c - x
                for other, pieces in enumerate(shapes)
                for c, r in (beside if (colour, other) in apart else own)
                for piece in pieces
                for x, y in piece
                if boards.closed or 0 <= r - y < boards.height
            }
            far = max(far, max(columns) - min(columns))
    return far


def _piece_weight(part: dict[str, Any]) -> list[int]:
    """Return the exponents of x and y in the weight of a piece of a colour."""
    weight: list[int] = part.get("weight", [0, 1] if part.get("owner") == "right" else [1, 0])
    return weight


def _pieces(rule: dict[str, Any], family: dict[str, Any], positions: str) -> CoqClaim:
    """Return the claim for positions of placement games and for covers."""
    if rule.get("liberties"):
        raise no_coq_file("liberties are not supported")
    if any(part.get("reserved") for part in rule["colours"]):
        raise no_coq_file("pieces that require cells reserved for their owner are not supported")
    if any("face" in part for part in rule["colours"]):
        raise no_coq_file("faces as pieces are not supported")
    if rule.get("tatami") or rule.get("fault_free"):
        raise no_coq_file("covers with a condition on points or lines are not supported")
    if "slices" in family:
        return _matchings(rule, family, positions)
    boards = read_boards(family)
    touching, pieces, powers = [(a, b) for a, b in rule.get("forbidden", [])], list[str](), [[0, 0]]
    laid: list[list[list[Offset]]] = []
    for colour, part in enumerate(rule["colours"]):
        shapes = [
            sorted((column, row) for row, column in (boards.turn(*cell) for cell in piece))
            for piece in (edges_once(part["pieces"]) if boards.is_graph else part["pieces"])
        ]
        if any(
            not _fits_rings([cell[::-1] for cell in cells], boards, 2 if touching else 3) for cells in shapes
        ):
            raise no_coq_file("pieces as long as a cyclic side are not supported")
        if not _are_told_by_cells(shapes, boards):
            raise no_coq_file(
                "placements must be determined by their cells, but two of one colour cover the same cells"
            )
        pieces += [
            f"Piece {colour} {_format_pairs((r - cells[0][1], c - cells[0][0]) for c, r in cells)}"
            for cells in shapes
        ]
        powers += [_piece_weight(part)] * len(shapes)
        laid.append([[(c - cells[0][0], r - cells[0][1]) for c, r in cells] for cells in shapes])
    owners = [part.get("owner", "both") for part in rule["colours"]]
    stuck = {
        "left-ends": ("left", "both"),
        "right-ends": ("right", "both"),
        "maximal": ("left", "right", "both"),
    }
    if rule["kind"] == "cover" or positions == "full":
        which = "Full"
    elif positions in stuck:
        movers = [k for k, owner in enumerate(owners) if owner in stuck[positions]]
        if boards.ring and _reach_of_ends(laid, touching, movers, boards) > SHORTEST_RING:
            raise no_coq_file(
                "positions without legal moves are not supported on cyclic boards shorter than the"
                " constraint on a move"
            )
        which = f"(Stuck {_format_numbers(movers)})"
    elif positions == "all":
        which = "All"
    else:
        raise no_coq_file(f"positions {positions!r} are not supported")
    definitions = {
        "pieces": TermDefinition("list piece", coq_list(pieces)),
        "apart": TermDefinition("list (nat * nat)", f"{_format_pairs(touching)}%nat"),
    }
    return CoqClaim(boards.text, f"PieceRule pieces apart {which}", definitions, powers)


def _is_one_component(linkage: dict[str, Any]) -> bool:
    """Return True if the constraint requires exactly one component and nothing else, except possibly the
    absence of cycles.
    """
    single, no_cycle = {"allowed": [1], "cap": 2}, {"allowed": [0], "cap": 1}
    plain = not any(linkage.get(key) for key in ("joins", "apart", "each", "chosen", "weight"))
    return plain and linkage["components"] == single and linkage["cycles"] in (None, no_cycle)


def _format_neighbours(boards: Boards) -> str:
    """Return, as Coq text, the distances from each vertex of a column to its earlier neighbours."""
    if boards.ring:
        raise no_coq_file("connectivity is not supported if the side of length n is cyclic")
    height, last = boards.height, boards.height - 1 if boards.closed else -1
    return _format_lists(
        [*([1] if row else []), *([last] if row == last else []), height] for row in range(height)
    )


def _connected_edges(rule: dict[str, Any], boards: Boards) -> CoqClaim:
    """Return the claim for connected sets of edges that cover every vertex."""
    linkage, vertex, cap = rule["linkage"], rule["vertex"], rule["cap"]
    if not _is_one_component(linkage) or rule.get("modulo") or not (linkage["spanning"] or 0 not in vertex):
        raise no_coq_file("connectivity is supported only if one component contains all vertices")
    tree = linkage["cycles"] is not None
    weight = rule["weight"] if any(rule["weight"]) else None
    term = f"EdgesOf {_format_truth(tree)} {cap} {_format_numbers(sorted(vertex))}"
    return CoqClaim(_format_neighbours(boards), term, member=weight)


class _Strip(NamedTuple):
    """Strip of a graph: the Coq terms of its ends, the vertices of a slice, and its edges (a, b, far)."""

    ends: str
    vertices: int
    edges: list[tuple[int, int, int]]

    @property
    def most(self) -> int:
        """Maximum degree of a vertex."""
        return max(sum((a, b).count(v) for a, b, _ in self.edges) for v in range(self.vertices))

    def claim(self, kind: str, degrees: str, type_: str, more: str, powers: list[list[int]]) -> CoqClaim:
        """Return the claim for sets of edges or orientations with the given degrees."""
        definitions = {
            "edges": TermDefinition(
                "list (nat * nat * nat)", f"{coq_list([f'({a}, {b}, {c})' for a, b, c in self.edges])}%nat"
            ),
            "degrees": TermDefinition(f"list {type_}", degrees),
        }
        boards = f"Boards {self.ends} false 0"
        return CoqClaim(boards, f"{kind} {self.vertices} edges degrees{more}", definitions, powers)


def _strip_of(family: dict[str, Any], directed: bool = False) -> _Strip:
    """Return the strip of a graph for a family. If ``directed``, reject a family whose twist reverses an
    edge.
    """
    if "slices" not in family:
        boards = read_boards(family)
        h = boards.height
        across = [(k, (k + 1) % h, 0) for k in range(h if boards.closed else h - 1)]
        return _Strip("(Ring [])" if boards.ring else "Open", h, across + [(k, k, 1) for k in range(h)])
    slices = family["slices"]
    if slices["hubs"]["vertices"] or slices["first"] or slices["last"] or slices["apart"]:
        raise no_coq_file(
            "graphs with hubs or special ends are not supported, and the number of slices must be n"
        )
    edges = [(a, b, 0) for a, b in slices["slice"]["edges"]] + [(a, b, far) for a, b, far in slices["links"]]
    twist, turn = slices["twist"], list[int]()
    for a, b, far in edges if twist else ():
        image = (twist[a], twist[b], far)
        swapped = (image[1], image[0], far) if not far and not directed else image
        if image not in edges and swapped not in edges:
            raise no_coq_file("the twist must map each edge of a slice to an edge, without reversing it")
        turn.append(edges.index(image if image in edges else swapped))
    if any(turn[turn[k]] != k for k in range(len(turn))):
        raise no_coq_file("a twist of order greater than two on the edges is not supported")
    ends = f"(Ring {_format_numbers(turn)})" if slices["ring"] else "Open"
    return _Strip(ends, slices["slice"]["vertices"], edges)


def _edges(rule: dict[str, Any], family: dict[str, Any], _positions: str) -> CoqClaim:
    """Return the claim for edge sets with given degrees of the vertices, which may be required to be
    connected.
    """
    if "pins" in rule or "near" in rule:
        raise no_coq_file("conditions on single edges or vertices, or on neighbours, are not supported")
    vertex, cap, modulo = rule["vertex"], rule["cap"], rule.get("modulo")
    pairs = [[a, b] for a in vertex for b in vertex]
    taken = pairs if modulo else [pair for pair in pairs if 0 not in pair]
    is_free = all(pair in rule["taken"] for pair in taken) and all(pair in rule["left"] for pair in pairs)
    if "linkage" in rule:
        if not is_free:
            raise no_coq_file(
                "connectivity is not supported together with conditions on both endpoints of an edge"
            )
        return _connected_edges(rule, read_boards(family))

    def degree(d: int) -> int:
        return int(d % cap if modulo else min(d, cap))

    powers, strip = [[0, 0], rule["weight"]], _strip_of(family)
    if is_free:
        return _edge_sets(strip, powers, lambda d: degree(d) in vertex)
    claim = _edge_sets(strip, powers, lambda d: degree(d) in vertex, " (Some (left_ends, taken_ends))")
    both: dict[str, TermDefinition] = {}
    for symbol, key in enumerate(("left", "taken")):
        ends = [
            (a, b)
            for a, b in product(range(symbol, strip.most + 1), repeat=2)
            if degree(a) in vertex and degree(b) in vertex and [degree(a), degree(b)] in rule[key]
        ]
        both[f"{key}_ends"] = TermDefinition("list (list nat)", _format_lists(ends))
    return claim._replace(definitions={**claim.definitions, **both})


def _edge_sets(
    strip: _Strip, powers: list[list[int]], allows: Callable[[int], bool], ends: str = " None"
) -> CoqClaim:
    """Return the claim for sets of edges with allowed degrees at all vertices."""
    degrees = _format_numbers(d for d in range(strip.most + 1) if allows(d))
    return strip.claim("EdgeRule", degrees, "nat", ends, powers)


def _orientations(rule: dict[str, Any], family: dict[str, Any], _positions: str) -> CoqClaim:
    """Return the claim for orientations with a condition on the in-degree and out-degree of every vertex."""
    if rule["acyclic"] or rule["strong"]:
        raise no_coq_file("acyclic and strongly connected orientations are not supported")
    strip, is_fine = _strip_of(family, directed=True), meaning_of(rule["vertex"] or "0 == 0")
    numbers = range(strip.most + 1)
    pairs = [(i, o) for i in numbers for o in numbers if i + o in numbers and is_fine({"i": i, "o": o})]
    return strip.claim("DirectedRule", _format_lists(pairs), "(list nat)", "", [[0, 0]])


def _matchings(rule: dict[str, Any], family: dict[str, Any], positions: str) -> CoqClaim:
    """Return the claim for matchings: pieces on the edges of a graph that share no vertices."""
    (colour,) = rule["colours"] if len(rule["colours"]) == 1 else ({"pieces": []},)
    is_full = rule["kind"] == "cover" or positions == "full"
    if {*map(len, colour["pieces"])} != {2} or rule.get("forbidden") or not (is_full or positions == "all"):
        raise no_coq_file(
            "on graphs only pieces of one colour are supported, each an edge, without forbidden neighbours"
        )
    degrees = (1,) if is_full else (0, 1)
    return _edge_sets(_strip_of(family), [[0, 0], _piece_weight(colour)], degrees.__contains__)


def _sides(values: dict[str, Any], boards: Boards) -> str:
    """Return the labels at the four sides of a tile, or of the board, in coordinates in which slices are
    columns.
    """
    names = ("left", "bottom", "right", "top") if boards.by_rows else ("top", "right", "bottom", "left")
    return " ".join(["Sides", *(str(values[name]) for name in names)])


def _tiles(rule: dict[str, Any], family: dict[str, Any], _positions: str) -> CoqClaim:
    """Return the claim for tilings with matching labels. Labels are replaced by numbers."""
    boards, numbers = read_boards(family), dict[str, int]()
    tiles = [
        _sides({side: numbers.setdefault(tile[side], len(numbers)) for side in rule["boundary"]}, boards)
        for tile in rule["tiles"]
    ]
    border = {side: coq_list(numbers[label] for label in labels) for side, labels in rule["boundary"].items()}
    definitions = {
        "tiles": TermDefinition("list (sides nat)", _format_numbers(tiles)),
        "border": TermDefinition("sides (list nat)", f"({_sides(border, boards)})%nat"),
    }
    powers = [tile["weight"] for tile in rule["tiles"]]
    return CoqClaim(boards.text, "TileRule tiles border", definitions, powers)


KINDS: dict[str, Callable[[dict[str, Any], dict[str, Any], str], CoqClaim]] = {
    "array": _array,
    "placement": _pieces,
    "cover": _pieces,
    "edges": _edges,
    "orientations": _orientations,
    "tiles": _tiles,
}
"""Function that returns the claim, for each kind of rule; its arguments are the rule, the family and the
class of positions.
"""


def coq_claim(certificate: dict[str, Any]) -> tuple[dict[str, TermDefinition], str]:
    """Return the claim of a certificate, as definitions and a term that uses them.

    Raise MismatchError if the library has no such claim.
    """
    rule, weights, first = certificate["rule"], certificate["weights"], certificate["first_n"]
    if rule["kind"] not in KINDS:
        raise no_coq_file(f"the library has no rules of kind {rule['kind']!r}")
    try:
        claim = KINDS[rule["kind"]](rule, certificate["family"], certificate["positions"])
    except (RefusalError, LookupError, TypeError, AttributeError) as error:
        raise no_coq_file("the rule in the certificate is not supported") from error
    definitions, number, weighing = {**claim.definitions}, "Weight" if weights else "Number", ""
    if claim.powers is None:
        number, boards = f"Connected{number}", claim.boards
        if weights and claim.member is None:
            raise no_coq_file(f"connectivity is not supported with weights {', '.join(weights)}")
        if weights and claim.member is not None:
            definitions["weight"] = TermDefinition("poly", weight_polynomial(claim.member, weights))
            weighing = " weight"
    else:
        boards = f"({claim.boards} {first})"
        if weights and rule["kind"] == "array" and _counts_classes(rule, read_boards(certificate["family"])):
            raise no_coq_file("weights of arrays up to permutations of the values are not supported")
        if weights:
            symbols = coq_list(weight_polynomial(power, weights) for power in claim.powers)
            definitions["weights"] = TermDefinition("list poly", symbols)
            weighing = " weights"
    rule_term = claim.rule if claim.rule == "CellsOf" else f"({claim.rule})"
    for name, key in (("P", "numerator"), ("Q", "denominator")):
        terms = series(certificate[key], bool(weights))
        terms += ["[]" if weights else "0"] * (first - len(terms)) if name == "P" else []
        definitions[name] = TermDefinition(f"list {'poly' if weights else 'Z'}", coq_list(terms))
    return definitions, f"{number} {boards} {rule_term}{weighing} P Q"


def octal_claim(digits: Sequence[int], start: int, period: int) -> tuple[dict[str, TermDefinition], str]:
    """Return the claim that the Grundy values of a code are periodic, as definitions and a term that uses
    them.
    """
    return {"code": TermDefinition("list N", f"{coq_list(digits)}%N")}, f"Period code {start} {period}"


# Terms ------------------------------------------------------------------------------------------------------

Term = str | tuple["Term", ...]
"""Term of Coq: a name or a number as a string, or a tag (list, pair or apply) followed by subterms."""
_TOKENS = regex(r"(?<!\s)\s*+(?:%[a-zA-Z]+|(-?[0-9]+|[A-Za-z_]\w*|[()\[\],;]))")


def parse_term(text: str, definitions: Mapping[str, TermDefinition] | None = None) -> Term:
    """Parse a Coq term made of constructors, numbers, lists and pairs, and expand its definitions.

    >>> parse_term("Piece 0 [(0, -1)]%nat") == parse_term("(Piece 0 [ (0, (-1)) ])")
    True
    """
    known = {name: parse_term(term) for name, (_, term) in (definitions or {}).items()}
    tokens = [token for token in _TOKENS.findall(text) if token]
    if _TOKENS.sub("", text).strip():
        raise ValueError(f"not a term of constructors, numbers, lists and pairs: {text[:60]!r}")
    tokens.append("")
    at = 0

    def application() -> Term:
        nonlocal at
        parts: list[Term] = []
        while (token := tokens[at]) not in ("", ",", ";", ")", "]"):
            at += 1
            if token in ("(", "["):
                end, kind = (")", "pair") if token == "(" else ("]", "list")
                items = [] if tokens[at] == end else [application()]
                while tokens[at] in (",", ";"):
                    at += 1
                    items.append(application())
                if tokens[at] != end:
                    raise ValueError(f"expected {end} in a term, not {tokens[at]!r}")
                at += 1
                parts.append(items[0] if kind == "pair" and len(items) == 1 else (kind, *items))
            else:
                parts.append(known.get(token, token))
        if not parts:
            raise ValueError("a part of a term is empty")
        return parts[0] if len(parts) == 1 else ("apply", *parts)

    term = application()
    if tokens[at]:
        raise ValueError(f"unexpected {tokens[at]!r} after a term")
    return term


def print_term(term: Term) -> str:
    """Return a term as the verified program prints it.

    >>> print_term(parse_term("f (g 1) [(0, -1)]%nat"))
    'f (g 1) [(0, (-1))]'
    """
    if isinstance(term, str):
        return f"({term})" if term.startswith("-") else term
    kind, *parts = term
    if kind == "apply":
        return " ".join(f"({print_term(part)})" if part[0] == "apply" else print_term(part) for part in parts)
    inside = ("; " if kind == "list" else ", ").join(map(print_term, parts))
    return f"[{inside}]" if kind == "list" else f"({inside})"
