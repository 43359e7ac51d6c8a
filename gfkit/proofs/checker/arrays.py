"""Constraints of arrays on a board: windows, neighbour counts, predicates, pins, totals and connectivity.

Theorem (one array for each class of arrays that are equal up to renaming the values). Let the constraints of
a rule be invariant when the first two values are swapped, and when all are shifted cyclically by one. Then
each class of arrays that are equal up to a permutation of the values contains exactly one array in which
every new value, in the order of the sweep, is the smallest value that has not occurred before. Proof. The
swap and the cyclic shift generate all permutations, so the constraints are invariant under all of them. QED
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple, cast

from gfkit.proofs.checker.boards import Family
from gfkit.proofs.checker.core import EventNumber, Power
from gfkit.proofs.checker.graphs import LINES, NUMBER, Connection, Lines, read_places, span_of_lines
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.lines import ALONG, Automaton, line_automaton, reversed_automaton
from gfkit.proofs.checker.predicates import (
    ROUNDS,
    Meaning,
    Value,
    count_condition,
    meaning_of,
    most_counted,
    reads_order,
    window_mismatch,
    window_names,
)  # fmt: skip
from gfkit.proofs.checker.reading import (
    INTS,
    Fields,
    RefusalError,
    UndecidedError,
    must_fit,
    need,
    with_defaults,
)

FILLINGS, MOST_SPREAD = 300_000, 100
SUMMED = "summed"
"""Type of query that only the checker of sums uses: x^j marks a summand that exceeds the minimum by j."""

MOST_COLOURS = 100


class Mark(NamedTuple):
    """Cell of a window, by its offset, with a value, a letter, or ``?`` for any value."""

    row: int
    col: int
    mark: str


class WindowConstraint(NamedTuple):
    """Constraint on the values of a window. Cells outside the board have the outside value."""

    cells: tuple[Mark, ...]
    holds: Callable[[Sequence[int]], object]


class Near(NamedTuple):
    """Constraint on the value of a cell and the values of its neighbours."""

    steps: object
    holds: Callable[[int, Sequence[int]], object]
    most: int
    """Number of neighbours with one value beyond which further ones make no difference; -1 if unknown."""


Part = WindowConstraint | Near
TOTAL, PLACED = "total", "placed"
"""Roles of constraints: conditions counted by a tally, and windows whose value is recorded at each
placement.
"""

OFFSET, POWER = range(-11, 12), range(1001)
NEIGHBOURS = ({"rook"}, [[OFFSET, OFFSET]])
MARKS: list[object] = [[OFFSET, OFFSET, str]]
_ARRAY = {
    "kind": str, "colours": int, "values": [INTS], "weights": [[int, int]], "forbid": [MARKS],
    "counts": [{"cell": INTS, "neighbours": NEIGHBOURS, "of": [INTS], "allowed": [range(1001)]}],
    "outside": (INTS, None), "new_values": {"", "classes", "row-major"}, "conditions": [dict],
    "image": (dict, None), "weighted": [{"cells": MARKS, "when": str, "weight": [POWER, POWER]}],
}  # fmt: skip
_PLACES = {"at": LINES, "cells": MARKS, "neighbours": NEIGHBOURS}
_ANNIHILATION = "near", "of", "private"
_CONDITIONS = (
    {"of": [INTS], "neighbours": NEIGHBOURS, "linkage": dict},
    {key: [INTS] for key in _ANNIHILATION},
    {"parts": [{"cells": MARKS}], "sum": str, "allowed": [int], "cap": int},
    {"parts": [({"cells": MARKS}, {"neighbours": NEIGHBOURS})], "when": str, **NUMBER},
    *({key: shape, word: str} for key, shape in _PLACES.items() for word in ("require", "forbid")),
)


class Array:
    """Rule of an array, parsed from a file."""

    def __init__(
        self, rule: Mapping[str, object], asked: CountQuery, family: Family, n: int | None = None
    ) -> None:
        self.n = n
        """Value of n in predicates if the number of values grows with n. Not every value must occur."""
        number = rule.get("colours")
        need(type(number) is int and 0 < number <= MOST_COLOURS, f"colours: expected 1 to {MOST_COLOURS}")
        plain = {"values": [*range(cast(int, number))], "outside": None, "new_values": "", "image": None}
        saved = with_defaults(rule, {**plain, "conditions": [], "weighted": []}, _ARRAY, "rule")
        self.values: list[int] = saved["values"]
        need(
            {len(self.values), len({*self.values}), len(saved["weights"])} == {number}, "rule: invalid values"
        )
        need(saved["outside"] is None or self._is_value(saved["outside"]), "rule: invalid value outside")
        lists = [saved[key] for key in ("forbid", "counts", "conditions", "weighted")]
        need(max(map(len, lists)) <= 1000, "rule: more than 1000 conditions of one kind")
        if saved["image"] is not None:
            raise RefusalError(3, "counts of images are not supported")
        self.squares: bool = family.sides is not None
        self.outside: int | None = saved["outside"] if self.squares else None
        self.weights: list[Power] = [asked.power(power) for power in saved["weights"]]
        self.new_values: str = saved["new_values"]
        self.forbidden: list[tuple[Mark, ...]] = [self._marks(window) for window in saved["forbid"]]
        self.counts: list[tuple[int, object, list[int], frozenset[int]]] = [
            self._count(count) for count in saved["counts"]
        ]
        self.rounds: list[int] = [ROUNDS]
        self.parts: list[Part] = []
        self.pins: list[tuple[Lines, Callable[[int], object]]] = []
        self.totals: list[tuple[EventNumber, list[Part]]] = []
        self.graphs: list[tuple[Connection, list[int], object]] = []
        self.lines: list[tuple[Automaton, list[str]]] = []
        """Automata that read lines, each with the directions of its lines."""
        self.annihilations: list[list[int]] = []
        """Symbols ``near``, ``of`` and ``private`` as bit masks. If a neighbour of a cell x, or x itself, has
        a symbol in ``near``, a cell y at distance at most 2 has one in ``of``, and all cells with one in
        ``private`` among y and its neighbours are x or neighbours of x.
        """
        self._wraps, self._by_rows, self._across = family.wraps, family.by_rows, family.slice.vertices
        self.summed: list[WindowConstraint] = []
        """Windows of a sum over the whole board, each with its summand."""
        self.weighted: list[tuple[WindowConstraint, Power]] = [
            (self._window(part["cells"], self._says({"when": part["when"]})), asked.power(part["weight"]))
            for part in saved["weighted"]
        ]
        """Windows with a weight, each with its monomial."""
        self.sums: frozenset[int] = frozenset()
        self.least: int = 0
        self.spread: int = 0
        for condition in saved["conditions"]:
            self._add_condition(condition, asked)
        self.tables: dict[object, int] = {}

    def _is_value(self, value: int) -> bool:
        return value in self.values or self.n is not None

    def symbols(self, values: Iterable[int]) -> int:
        """Return the values as a bit mask."""
        return sum(1 << self.values.index(value) for value in {*values}.intersection(self.values))

    def _cells(self, window: list[Any]) -> tuple[Mark, ...]:
        """Yield the cells of a window, each with its mark."""
        cells = tuple(Mark(*cell) for cell in window)
        is_set = cells and self.squares and len({cell[:2] for cell in cells}) == len(cells)
        need(is_set, "window: expected distinct cells on the square lattice")
        return cells

    def _marks(self, window: list[Any]) -> tuple[Mark, ...]:
        marks, known = self._cells(window), {"?", *map(str, self.values)}

        def is_known(mark: str) -> bool:
            return mark in known or (self.n is not None and mark.lstrip("-").isdecimal())

        need(
            all(is_known(mark) or (len(mark) == 1 and "a" <= mark <= "z") for _, _, mark in marks),
            "window: invalid marks",
        )
        need(any(mark != "?" for _, _, mark in marks), "a window must not match everywhere")
        return marks

    def _steps(self, steps: object) -> object:
        need(
            steps == "rook" or (self.squares and steps),
            "neighbours: expected offsets on the square lattice, or rook on graphs",
        )
        return steps

    def _count(self, count: Fields) -> tuple[int, object, list[int], frozenset[int]]:
        need(all(map(self._is_value, [count["cell"], *count["of"]])), "counts: invalid values")
        return count["cell"], self._steps(count["neighbours"]), count["of"], frozenset(count["allowed"])

    def _add_condition(self, condition: Fields, asked: CountQuery) -> None:
        if "along" in condition:
            self._add_lines(condition)
            return
        must_fit(condition, _CONDITIONS, "rule.conditions")
        if "linkage" in condition:
            need(all(map(self._is_value, condition["of"])), "connected: invalid values")
            need(
                "spanning" not in condition["linkage"], "linkage: spanning is allowed only for sets of edges"
            )
            connection = Connection(condition["linkage"], asked, "linkage")
            self.graphs.append((connection, condition["of"], self._steps(condition["neighbours"])))
        elif "parts" in condition:
            numbers, cap = frozenset(condition["allowed"]), condition["cap"]
            is_fit = condition["parts"] and max(numbers, default=0) <= cap
            need(is_fit, "exactly: expected parts, and admissible numbers up to the cap")
            if "sum" in condition:
                need(
                    asked.positions == SUMMED, "exactly: a sum requires a certificate of format gfkit-counter"
                )
                is_one = numbers and cap not in numbers and not self.summed
                need(is_one, "exactly: expected one sum, and admissible numbers below the cap")
                self._add_sum(condition["parts"], meaning_of(condition["sum"]), numbers)
                return
            parts = [self._part({**part, "when": condition["when"]}) for part in condition["parts"]]
            self.totals.append((EventNumber(numbers, cap), parts))
        elif "private" in condition:
            need(
                all(self._is_value(v) for of in condition.values() for v in of), "annihilate: invalid values"
            )
            self.annihilations.append([self.symbols(condition[key]) for key in _ANNIHILATION])
        elif "at" in condition:
            holds = self._says(condition)
            self.pins.append((read_places(condition["at"], "pin"), lambda value: holds({"x": value})))
        else:
            self.parts.append(self._part(condition))

    def _add_lines(self, condition: Fields) -> None:
        read = line_automaton(condition, self.values)
        words = dict.fromkeys(condition["along"])
        need(words, "along: expected a direction")
        rings = any(
            wrap and step for word in words for wrap, step in zip(self._wraps, ALONG[word], strict=True)
        )
        if self.n is not None or not self.squares or rings:
            raise UndecidedError(
                "cyclic lines, lines of graphs, and lines of arrays with growing values are not supported"
            )
        turned = [word for word in words if word == "antidiagonals" and not self._by_rows]
        forwards = [word for word in words if word not in turned]
        self.lines += [(read, forwards)] * bool(forwards) + [(reversed_automaton(*read), turned)] * bool(
            turned
        )

    def _add_sum(self, parts: list[Any], worth: Meaning, numbers: frozenset[int]) -> None:
        self.sums = numbers
        for part in parts:
            window = self._window(part["cells"], lambda names: worth({**names, "": self.rounds}))
            self.summed.append(window)

    def set_least(self, least: int) -> None:
        """Mark summands by their excess over a lower bound of all summands."""
        values = [*self.values, *([] if self.outside is None else [self.outside])]
        worths: set[int] = set()
        for window in self.summed:
            if len(values) ** len(window.cells) > FILLINGS:
                raise RefusalError(3, "a summand has too many cells with too many values")
            worths.update(cast(int, window.holds(row)) for row in product(values, repeat=len(window.cells)))
        need(
            {*map(type, worths)} == {int} and least <= min(worths),
            "least: a summand is smaller than this bound",
        )
        self.least, self.spread = least, max(worths) - least
        if self.spread > MOST_SPREAD:
            raise RefusalError(3, "rule: a summand of a sum over the whole board is too large")

    def _window(self, cells: list[Any], holds: Callable[[dict[str, Value]], object]) -> WindowConstraint:
        """Return the window with its lettered cells and the predicate on these letters."""
        marks = self._cells(cells)
        need(len({mark for _, _, mark in marks}) == len(marks), "window: a letter occurs twice")
        return WindowConstraint(marks, lambda shown: holds(window_names(marks, shown)))

    def _says(self, condition: Fields) -> Callable[[dict[str, Value]], bool]:
        """Return the function that evaluates a predicate, given the values of its names."""
        key = next(word for word in ("require", "forbid", "when") if word in condition)
        meaning, wanted = meaning_of(condition[key]), key != "forbid"
        more: dict[str, Value] = {"": self.rounds} if self.n is None else {"": self.rounds, "n": self.n}
        return lambda names: bool(meaning({**names, **more})) == wanted

    def _part(self, condition: Fields) -> Part:
        says = self._says(condition)
        if "cells" in condition:
            return self._window(condition["cells"], says)
        text = next(str(condition[key]) for key in ("require", "forbid", "when") if key in condition)
        in_order = sorted if reads_order(text) else list  # forms are not compared without need
        return Near(
            self._steps(condition["neighbours"]),
            lambda value, near: says({"x": value, "near": in_order(near), "all": [value, *in_order(near)]}),
            most_counted(text, self.values),
        )

    def local_parts(self) -> Iterator[tuple[tuple[object, ...], Part]]:
        """Yield the windows and the conditions on neighbours, each with a role that states whether it is
        required or counted.
        """
        for marks in self.forbidden:
            yield (), WindowConstraint(marks, window_mismatch(marks))
        for value, steps, of, allowed in self.counts:
            yield (), Near(steps, count_condition(value, of, allowed), max(allowed, default=0) + 1)
        yield from (((), part) for part in self.parts)
        for number, (_, parts) in enumerate(self.totals):
            yield from (((TOTAL, number, place), part) for place, part in enumerate(parts))
        windows = [*self.summed, *(window for window, _ in self.weighted)]
        yield from (((PLACED, number), window) for number, window in enumerate(windows))

    @property
    def span(self) -> int:
        """Range of the constraints in slices. It is at least the largest row or column number that occurs in
        the rule.
        """
        parts = [*self.local_parts()]
        wide = [(role, _width(part.cells)) for role, part in parts if isinstance(part, WindowConstraint)]
        steps = [part.steps for _, part in parts if isinstance(part, Near)]
        steps += [steps for *_, steps in self.graphs]
        far = [3] * bool(self.annihilations)
        far += [
            abs(n) for item in steps for step in (item if isinstance(item, list) else [[1]]) for n in step
        ]
        placed = max((width for role, width in wide if PLACED in role), default=0)  # distances of variables
        named = [span_of_lines(lines) for lines, _ in self.pins] + [graph.span for graph, *_ in self.graphs]
        reach = max([2 * n for n in far] + [width for _, width in wide], default=0) + bool(self.graphs)
        return reach + placed + max(named, default=0) + (self._across + 1) * bool(self.lines)


def _width(window: Sequence[Mark]) -> int:
    """Return the extent of a window in rows or columns."""
    rows, cols = [cell.row for cell in window], [cell.col for cell in window]
    return max(max(rows) - min(rows), max(cols) - min(cols))


def near_holds(holds: Callable[[int, Sequence[int]], object], shown: Sequence[int]) -> object:
    return holds(shown[0], shown[1:])


def pin_holds(holds: Callable[[int], object], shown: Sequence[int]) -> object:
    return holds(shown[0])


def treats_alike(array: Array) -> None:
    """Raise RefusalError unless the rule is invariant under all permutations of its values."""
    values, most = array.values, 4
    if not array.squares:
        bounds = [part.most for _, part in array.local_parts() if isinstance(part, Near)]
        most = max([4, *(len(values) * bound for bound in bounds)])
        if -1 in bounds:
            raise RefusalError(3, "new_values: a condition depends on all numbers of neighbours of a value")
    groups: dict[tuple[object, object, int], list[Callable[[Sequence[int]], object]]] = {}
    for role, part in array.local_parts():
        if isinstance(part, WindowConstraint):
            shape = tuple(cell[:2] for cell in part.cells)
            groups.setdefault((role, shape, len(shape)), []).append(part.holds)
            continue
        test = partial(near_holds, part.holds)
        for size in range((most if part.steps == "rook" else len(cast("list[object]", part.steps))) + 1):
            groups.setdefault((role, str(part.steps), size + 1), []).append(test)
    for lines, holds in array.pins:
        groups.setdefault(((), str(lines), 1), []).append(partial(pin_holds, holds))
    fine = array.outside is None and len({*array.weights}) == 1 and not (array.lines or array.annihilations)
    fine = fine and all({*of} == {*values} for _, of, _ in array.graphs)
    swap = dict(zip(values, [*values[1:2], values[0], *values[2:]], strict=True))
    shift = dict(zip(values, [*values[1:], values[0]], strict=True))
    for (_, _, size), tests in groups.items():
        if len(values) ** size > FILLINGS:
            raise RefusalError(
                3, "testing whether the rule is symmetric in its values requires too many assignments"
            )
        truth = {row: all(test(row) for test in tests) for row in product(values, repeat=size)}
        for turn in (swap, shift):
            fine = fine and all(truth[row] == truth[tuple(turn[symbol] for symbol in row)] for row in truth)
    if len(values) > 1 and not fine:
        raise RefusalError(3, "new_values: the rule must be symmetric in its values")
