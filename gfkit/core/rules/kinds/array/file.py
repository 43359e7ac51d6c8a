"""Parser of rule files of local-rule arrays: values, windows, counts of neighbours, predicates and pins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeVar

from gfkit.core.boards.board import at_top_left
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import LimitError, RuleError
from gfkit.core.rules.automaton import LINES, ORDERS, PAIRS, LineRule, automaton_of
from gfkit.core.rules.expression import check_predicate, check_unordered
from gfkit.core.rules.kinds.array.rule import (
    Annihilation,
    ArrayRule,
    CellConnectivity,
    Condition,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WeightedWindow,
    WindowPredicate,
)
from gfkit.core.rules.kinds.looks import read_looks
from gfkit.core.rules.place import DRAWN, read_linkage, read_neighbours, read_places
from gfkit.core.rules.table import (
    MOST_TIMES,
    MOST_VALUES,
    RuleTable,
    numbered_name,
    open_whole,
    read_drawing,
    read_weight,
    refuse_number,
)
from gfkit.core.rules.values import Cell, Exponents, Numbers, Pin, Predicate, Window

_LARGEST, _MOST_DIVISOR = 10**6, 10**18
_MOST_SPREAD, _MOST_BLOCKS = 200, 4096
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = _LOWER + _LOWER.upper()
_STEPS = ("start", "require", "accept")
_SIZED = regex(r"([1-9][0-9]?)x([1-9][0-9]?)")
KEYS = {
    "": "name about board look divide least cells rules image",
    "[cells]": "colours values weight outside count_up_to new_values members",
    "[rules]": "forbid blocks count window near pin exactly line annihilate connected",
    "[[rules.count]]": "cell neighbours of allowed",
    "[[rules.window]]": "shape require forbid when weight",
    "[[rules.near]]": "neighbours require forbid",
    "[[rules.pin]]": "at require forbid",
    "[[rules.exactly]]": "shapes neighbours when sum number at_least at_most",
    "[[rules.line]]": "along match start next require accept order read pairs",
    "[[rules.annihilate]]": "near of private",
    "[[rules.connected]]": "of neighbours components cycles joins apart each component_weight wraps",
    "[image]": "neighbours shape map",
}


def read(table: RuleTable, parameter: int | None) -> ArrayRule:
    """Parse a rule file of local-rule arrays."""
    cells = table.table("cells")
    given = cells.raw("values")
    if isinstance(given, str) and re.search(r"\bn\b", given):
        from gfkit.core.rules.kinds.array.growing import read_growing  # few rules depend on n

        return read_growing(table, given, partial(read, parameter=parameter))
    rules, is_open = table.table("rules").with_number(parameter)
    values = _parse_values(cells, parameter, is_open)
    windows: dict[Window, None] = {}
    for text in rules.sequence("forbid", needed=False):
        with rules.reading("forbid", text):
            windows[read_window(f"{rules.where} forbid", text, values)] = None
    if "blocks" in rules:
        windows |= dict.fromkeys(_excluded_windows(rules, values))
    weighted = [_weighted(item, values) for item in rules.tables("window") if "weight" in item]
    marks = tuple(mark for mark in weighted if any(mark.weight))
    conditions: list[Condition] = [
        read_one(item, values)
        for key, read_one in _READERS.items()
        for item in rules.tables(key)
        if key != "window" or "weight" not in item
    ]
    for item in rules.tables("connected"):
        conditions += _component_conditions(item, values)
    rule = ArrayRule(
        name=numbered_name(table.text("name"), parameter),
        colours=len(values),
        values=values,
        weights=_parse_weights(cells, values),
        forbid=tuple(windows),
        counts=tuple(_count(item, values) for item in rules.tables("count")),
        conditions=tuple(conditions),
        outside=_parse_value(cells, "outside", values) if "outside" in cells else None,
        divide=table.whole("divide", 1, _MOST_DIVISOR) if "divide" in table else 1,
        least=_parse_minimum_size(table),
        about=table.remark("about"),
        board=table.board_of_size(),
        looks=read_looks(table, [*map(str, values)]) if "look" in table else (),
        new_values=_new_values(cells),
        marks=marks,
        lists_blocks="blocks" in rules,
        members=_parse_members(cells, values) if "members" in cells else None,
        image=_parse_image(table.table("image"), values) if "image" in table else None,
    )
    if rule.image is not None and ("weight" in cells or marks or rule.new_values == "classes"):
        raise RuleError(
            f"{table.where} [image]: images have no weights and are not counted up to permutations of values;"
            " omit weight and count_up_to"
        )
    for grown in rule.conditions_of(Exactly):
        if grown.is_sum and rule.raised(grown)[2] > _MOST_SPREAD:
            raise RuleError(
                f"{rules.where} [[rules.exactly]]: the values of sum = {grown.predicate.text!r} differ by"
                f" more than {_MOST_SPREAD}; divide the expression, or use smaller values"
            )
    if rule.image is not None and rule.connectivity:
        raise RuleError(
            f"{table.where} [image]: images cannot be combined with connectivity constraints; omit"
            " [[rules.connected]]"
        )
    if rule.new_values == "classes":
        from gfkit.core.rules.kinds.array.symmetry import check_symmetric  # few rules

        check_symmetric(cells.where, rule)
    return rule


def _parse_members(cells: RuleTable, values: Sequence[int]) -> frozenset[int]:
    """Parse the values of the cells in the set that an array encodes; [] if arrays encode no set."""
    members = frozenset[int]() if cells.raw("members") == [] else _parse_value_set(cells, "members", values)
    if members == set(values):
        raise cells.error_for("members", "a list without some of the values")
    return members


def _parse_minimum_size(table: RuleTable) -> tuple[int, int]:
    """Parse the smallest number of rows and of columns of a board with arrays."""
    given = table.raw("least", "0x0")
    read = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})", given) if isinstance(given, str) else None
    if read is None:
        raise table.error_for("least", 'the smallest numbers of rows and columns of a board, such as "2x2"')
    return int(read[1]), int(read[2])


def _new_values(cells: RuleTable) -> str:
    """Return "classes", "row-major" or "", which determines how arrays that differ by a permutation of values
    are counted.
    """
    if "count_up_to" in cells and cells.raw("count_up_to") != "values":
        raise cells.error_for(
            "count_up_to", '"values": arrays that differ by a permutation of the values count once'
        )
    if "new_values" in cells and cells.raw("new_values") != "row-major":
        raise cells.error_for(
            "new_values", '"row-major": row by row, a new value must be the smallest unused one'
        )
    if "count_up_to" in cells and "new_values" in cells:
        raise RuleError(f"{cells.where}: give only one of count_up_to and new_values")
    return "classes" if "count_up_to" in cells else "row-major" if "new_values" in cells else ""


def _parse_values(cells: RuleTable, parameter: int | None, is_open: bool) -> tuple[int, ...]:
    """Return the values of cells in ascending order: k colours, a range such as "-2..2", or a list."""
    if is_open and parameter is None:
        raise cells.error(": the number k is open: write it after a colon, as in :3")
    if "values" not in cells:
        number = parameter if cells.raw("colours") == "k" or not is_open else None
        return tuple(range(open_whole(cells, "colours", number, MOST_VALUES, "colours")))
    refuse_number(cells, None if is_open else parameter)
    if "colours" in cells:
        raise cells.error(": give only one of colours and values")
    given = cells.raw("values")
    needed = (
        f'a range such as "-2..2", or a list of distinct integers; at most {MOST_VALUES} values, with'
        f" absolute value at most {_LARGEST}"
        + f"; or write colours = {given}"
        * (type(given) is int and 0 < given <= MOST_VALUES)
    )
    if isinstance(given, str):
        ends = re.fullmatch(
            r"\s*([-+]?[0-9]{1,7})\s*\.\.\s*([-+]?[0-9]{1,7})\s*",
            re.sub(r"\bk\b", str(parameter), given) if is_open else given,
        )
        if ends is None or int(ends[2]) - int(ends[1]) >= MOST_VALUES:
            raise cells.error_for("values", needed)
        given = list(range(int(ends[1]), int(ends[2]) + 1))
    is_plain = isinstance(given, list) and all(type(value) is int for value in given)
    if (
        not is_plain
        or not 0 < len(set(given)) == len(given) <= MOST_VALUES
        or max(map(abs, given)) > _LARGEST
    ):
        raise cells.error_for("values", needed)
    return tuple(sorted(given))


def _is_consecutive_from_zero(values: Sequence[int]) -> bool:
    """Return True if the values are 0, 1, ..., k - 1 in order."""
    return tuple(values) == tuple(range(len(values)))


def _parse_value(item: RuleTable, key: str, values: Sequence[int]) -> int:
    if _is_consecutive_from_zero(values):
        return item.whole(key, 0, len(values) - 1)
    value = item.raw(key)
    if type(value) is not int or value not in values:
        raise item.error_for(key, f"one of the values {_values_text(values)}")
    return value


def _values_text(values: Sequence[int]) -> str:
    """Return the values in English: a range, or a list."""
    if len(values) > 1 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(map(str, values))


def _parse_weights(cells: RuleTable, values: Sequence[int]) -> tuple[Exponents, ...]:
    marked = cells.inline("weight")
    marked.only(*map(str, values))
    with cells.reading("weight"):
        return tuple(read_weight(marked.where, marked.raw(str(value), "1")) for value in values)


def _count(item: RuleTable, values: Sequence[int]) -> NeighbourCount:
    neighbours = _parse_neighbours(item)
    cell = _parse_value(item, "cell", values)
    of = _parse_value_set(item, "of", values)
    return NeighbourCount(cell=cell, neighbours=neighbours, of=of, allowed=item.wholes("allowed", 0, 1000))


def _parse_value_set(item: RuleTable, key: str, values: Sequence[int]) -> frozenset[int]:
    given = item.wholes(key, values[0], values[-1])
    if not given <= set(values):
        raise item.error_for(key, f"a list of values from {_values_text(values)}")
    return given


def _parse_neighbours(item: RuleTable) -> tuple[Cell, ...]:
    if "neighbours" not in item:
        raise item.error_for("neighbours", DRAWN)
    with item.reading("neighbours", item.raw("neighbours")):
        return read_neighbours(f"{item.where} neighbours", item.raw("neighbours"))


def _parse_predicate(item: RuleTable) -> Predicate:
    """Return the predicate that a condition requires or forbids."""
    if ("require" in item) == ("forbid" in item):
        both = "require and forbid exclude each other; give one of them" if "require" in item else ""
        raise item.error(f': {both or "require or forbid is missing"}, such as require = "..."')
    key = "require" if "require" in item else "forbid"
    return Predicate(item.text(key).strip(), key == "forbid")


_Part = TypeVar("_Part", WindowPredicate, NearPredicate)


def _check_part(item: RuleTable, part: _Part, values: Sequence[int], key: str = "") -> _Part:
    """Return the window or neighbourhood predicate after checking that it can be evaluated; ``key`` is its
    key in the file.
    """
    with item.reading(key or part.predicate.key):
        if isinstance(part, WindowPredicate):
            check_predicate(item.where, part.predicate, part.spots(range(len(part.cells))), values, key)
        else:
            check_predicate(
                item.where, part.predicate, part.spots(len(part.neighbours) or 4, ()), values, key
            )
            check_unordered(item.where, part.predicate, key)
    return part


def _parse_shape(item: RuleTable, key: str, text: object) -> tuple[tuple[Cell, str], ...]:
    with item.reading(key, text):
        return read_shape(f"{item.where} {key}", text)


def _parse_window(item: RuleTable, values: Sequence[int]) -> WindowPredicate:
    if "when" in item:
        raise item.error(
            ': when is the predicate of a weight, such as weight = "x", which is missing', "when"
        )
    return _check_part(
        item, WindowPredicate(_parse_shape(item, "shape", item.raw("shape")), _parse_predicate(item)), values
    )


def _weighted(item: RuleTable, values: Sequence[int]) -> WeightedWindow:
    """Parse a window with a weight, which is a factor for every position at which the predicate holds."""
    item.only("shape", "when", "weight")
    window = WindowPredicate(
        _parse_shape(item, "shape", item.raw("shape")), Predicate(item.text("when").strip())
    )
    with item.reading("weight", item.raw("weight")):
        weight = read_weight(item.where, item.raw("weight"))
    mark = WeightedWindow(_check_part(item, window, values, "when"), weight)
    _check_part(item, replace(window, predicate=mark.exponent), values, "when")
    return mark


def _parse_neighbour_predicate(item: RuleTable, values: Sequence[int]) -> NearPredicate:
    return _check_part(item, NearPredicate(_parse_neighbours(item), _parse_predicate(item)), values)


def _parse_pin(item: RuleTable, values: Sequence[int]) -> Pin:
    pin = Pin(*read_places(item), _parse_predicate(item))
    with item.reading(pin.predicate.key):
        check_predicate(item.where, pin.predicate, pin.spots, values)
    return pin


def _parse_exactly(item: RuleTable, values: Sequence[int]) -> Exactly:
    if ("shapes" in item) == ("neighbours" in item):
        raise item.error(': give only one of shapes, such as ["ab", "a/b"], and neighbours')
    key = "sum" if "sum" in item else "when"
    if key == "sum" and ("shapes" not in item or "number" not in item or "when" in item):
        raise item.error(": sum needs shapes and number, and excludes when and neighbours", "sum")
    predicate = Predicate(item.text(key).strip())
    parts: tuple[WindowPredicate, ...] | tuple[NearPredicate, ...]
    if "shapes" in item:
        shapes = dict.fromkeys(_parse_shape(item, "shapes", text) for text in item.sequence("shapes"))
        parts = tuple(_check_part(item, WindowPredicate(cells, predicate), values, key) for cells in shapes)
    else:
        parts = (_check_part(item, NearPredicate(_parse_neighbours(item), predicate), values, key),)
    given = [word for word in ("number", "at_least", "at_most") if word in item]
    if len(given) != 1:
        raise item.error(": give only one of number, at_least and at_most")
    if "number" in item:
        return Exactly(parts, Numbers.of(*item.wholes("number", 0, MOST_TIMES)), is_sum=key == "sum")
    return Exactly(parts, Numbers.with_bound(given[0][3:], item.whole(given[0], 0, MOST_TIMES)))


def _parse_line_rule(item: RuleTable, values: tuple[int, ...]) -> LineRule:
    given = item.raw("along")
    along = given if isinstance(given, list) else [given]
    if not along or not all(isinstance(word, str) and word in LINES for word in along):
        raise item.error_for("along", f"one or some of {', '.join(LINES)}")
    if "order" in item:
        return _order_rule(item, along)
    ways = [key for key in ("match", "next", "pairs") if key in item]
    if len(ways) != 1 or (ways != ["next"] and any(key in item for key in _STEPS)):
        raise RuleError(
            f"{item.where}: give one of match, pairs, order, or start and next, the latter optionally with"
            " require and accept"
        )
    match, after, require, accept, pairs = (
        item.text(key).strip() if key in item else ""
        for key in ("match", "next", "require", "accept", "pairs")
    )
    start = item.whole("start", -_LARGEST, _LARGEST) if "start" in item else 0
    line = LineRule(tuple(dict.fromkeys(along)), match, start, after, require, accept, pairs=pairs)
    if pairs:
        check_predicate(item.where, Predicate(pairs), PAIRS, values, "pairs")
    try:
        automaton_of(line, values)
    except RuleError as error:
        raise RuleError(f"{item.where}: {error}") from None
    except LimitError as error:
        remedy = "" if not after else '; bound s with require, such as "s < 9"'
        raise LimitError(f"{item.where}: {error}{remedy}") from None
    return line


def _component_conditions(item: RuleTable, values: tuple[int, ...]) -> list[CellConnectivity]:
    """Parse the constraints on the graph of the cells with certain values, or with each value separately."""
    given = item.raw("of")
    every = [frozenset({value}) for value in values] if given == "each" else []
    every += [item.wholes("of", values[0], values[-1])] if isinstance(given, list) else []
    if not every or not every[0] <= set(values):
        raise item.error_for("of", f'a list of values from {_values_text(values)}, or "each"')
    linkage = read_linkage(item)
    if not linkage.is_constrained:
        raise item.error(
            ": no constraint is given; give some of components, cycles, joins, apart, each and"
            " component_weight, or wraps"
        )
    if linkage.chooses:
        raise item.error(": vertices can be chosen only in sets of edges; name a place instead", "each")
    near = _parse_neighbours(item) if "neighbours" in item else ()
    return [CellConnectivity(of, near, linkage) for of in every]


def _parse_image(item: RuleTable, values: Sequence[int]) -> WindowPredicate | NearPredicate:
    """Parse the map of an image: an expression at every cell with its neighbours, or at every window."""
    if ("shape" in item) == ("neighbours" in item):
        raise item.error(": give only one of shape and neighbours")
    predicate = Predicate(item.text("map").strip())
    if "neighbours" in item:
        return _check_part(item, NearPredicate(_parse_neighbours(item), predicate), values, "map")
    window = WindowPredicate(_parse_shape(item, "shape", item.raw("shape")), predicate)
    return _check_part(item, window, values, "map")


def _order_rule(item: RuleTable, along: list[object]) -> LineRule:
    item.only("along", "order", "read")
    if not set(along) <= {"rows", "columns"}:
        raise item.error_for("along", "rows, columns or both; each is compared with the next one")
    if item.raw("order") not in [*ORDERS]:  # the value may be a list
        raise item.error_for("order", f"one of {', '.join(ORDERS)}")
    if item.raw("read", "forwards") not in ("forwards", "backwards"):
        raise item.error_for("read", "forwards or backwards")
    words = tuple(dict.fromkeys(map(str, along)))
    return LineRule(words, order=str(item.raw("order")), backwards=item.raw("read", "") == "backwards")


_READERS: dict[str, Callable[[RuleTable, tuple[int, ...]], Condition]] = {
    "window": _parse_window,
    "near": _parse_neighbour_predicate,
    "pin": _parse_pin,
    "exactly": _parse_exactly,
    "line": _parse_line_rule,
    "annihilate": lambda item, values: Annihilation(
        *(_parse_value_set(item, key, values) for key in ("near", "of", "private"))
    ),
}
"""Parser of each table of conditions, except ``components``."""


def read_condition(key: str, item: RuleTable, values: tuple[int, ...]) -> Any:
    """Return the constraint in a table such as ``[[rules.near]]``; ``key`` is the name of the table."""
    return _READERS[key](item, values)


def read_shape(where: str, given: object) -> tuple[tuple[Cell, str], ...]:
    """Parse the shape of a window: letters drawn row by row, or a size such as 2x3.

    >>> read_shape("shape", ["ab", ".c"])
    (((0, 0), 'a'), ((0, 1), 'b'), ((1, 1), 'c'))
    >>> read_shape("shape", "1x2")
    (((0, 0), 'a'), ((0, 1), 'b'))
    """
    text = "/".join(given) if isinstance(given, list) and all(isinstance(g, str) for g in given) else given
    legend = "a letter for each cell, '.' for a cell without a condition, or a size such as 2x3"
    sized = _SIZED.fullmatch(text) if isinstance(text, str) else None
    if sized is not None:
        rows, cols = int(sized[1]), int(sized[2])
        if rows * cols > len(_LETTERS):
            raise RuleError(f"{where}: {text!r} has more than {len(_LETTERS)} cells, the maximum of a window")
        letters = iter(_LETTERS)
        text = "/".join("".join(next(letters) for _ in range(cols)) for _ in range(rows))
    drawn = read_drawing(where, text, legend, _LETTERS + ".")
    cells = {cell: mark for cell, mark in drawn.items() if mark != "."}
    marks = list(cells.values())
    twice = next((mark for mark in marks if marks.count(mark) > 1), None)
    if twice is not None:
        raise RuleError(
            f"{where}: the letter {twice!r} is repeated; every cell of a window must have a different letter"
        )
    if not cells:
        raise RuleError(f"{where}: {text!r} has no cell; expected {legend}")
    return tuple(zip(at_top_left(cells), marks, strict=True))


def _excluded_windows(rules: RuleTable, values: tuple[int, ...]) -> list[Window]:
    """Return windows that forbid everything but the listed blocks.

    Windows that differ only in one cell, which takes all values, are replaced by one window with "?" there.
    """
    blocks: list[Window] = []
    for text in rules.sequence("blocks"):
        with rules.reading("blocks", text):
            blocks.append(read_window(f"{rules.where} blocks", text, values))
    cells = [cell for cell, _ in blocks[0].cells]
    if odd := next((block for block in blocks if [cell for cell, _ in block.cells] != cells), None):
        raise rules.error(f": all blocks must have the same cells; {odd.text!r} has others", "blocks")
    if len(values) ** len(cells) > _MOST_BLOCKS:
        raise rules.error(f": blocks of these cells have more than {_MOST_BLOCKS} assignments", "blocks")
    left: dict[tuple[str, ...], None] = {
        tuple(map(str, filling)): None
        for filling in product(values, repeat=len(cells))
        if not any(_matches(block, filling) for block in blocks)
    }
    for place in range(len(cells)):
        shared = Counter((*marks[:place], "?", *marks[place + 1 :]) for marks in left)
        whole = {marks: None for marks, times in shared.items() if times == len(values)}
        left = {m: None for m in left if (*m[:place], "?", *m[place + 1 :]) not in whole} | whole
    return [Window(tuple(zip(cells, marks, strict=True))) for marks in left]


def _matches(block: Window, filling: tuple[int, ...]) -> bool:
    meant: dict[str, int] = {}
    for (_, mark), value in zip(block.cells, filling, strict=True):
        if mark != "?" and meant.setdefault(mark, value if mark.isalpha() else int(mark)) != value:
            return False
    letters = [value for mark, value in meant.items() if mark.isalpha()]
    return len(set(letters)) == len(letters)


def read_window(where: str, text: object, values: Sequence[int]) -> Window:
    """Parse a drawn window: values, '?' for any value, equal letters for equal values, '.' for no condition.

    Different letters denote different values. If the drawing contains spaces, all marks must be separated by
    spaces.

    >>> read_window("forbid", "1?/a1", range(2)).text
    '1?/a1'
    >>> read_window("forbid", "10 a -1", range(-1, 11)).text
    '10 a -1'
    """
    words = {str(value) for value in values}
    wide = any(len(word) > 1 for word in words)
    named = (
        f"colours 0 to {len(values) - 1}"
        if _is_consecutive_from_zero(values)
        else f"the values {_values_text(values)}"
    )
    drawn = read_drawing(
        where,
        text,
        f"{named}, '?' for any, lower-case letters for equal colours, '.' for a cell without a condition"
        + (", with spaces between all marks if one is longer than a character" if wide else ""),
        "?." + _LOWER,
        words,
    )
    cells = {cell: mark for cell, mark in drawn.items() if mark != "."}
    if not any(mark != "?" for mark in cells.values()):
        raise RuleError(f"{where}: the window {text!r} would match everywhere; name at least one colour")
    return Window(tuple(zip(at_top_left(cells), cells.values(), strict=True)))
