"""Definition of rules that read labels: a configuration of the plain rule that satisfies all constraints.

The labels are looked up at every place; no constraint is copied, and no number replaces a name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.boards.labels import Place, Value
from gfkit.core.errors import MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.evaluation import holds, number_of
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.array.definition import line_cells, names_at_positions
from gfkit.core.rules.kinds.array.rule import ArrayRule, NearPredicate, WindowPredicate
from gfkit.core.rules.kinds.labelled.rule import (
    GroupRule,
    LabelledRule,
    ReadingDegree,
    ReadingLine,
    ReadingPart,
)
from gfkit.core.rules.listing import MOST_TRIES, Shown, fillings, is_at
from gfkit.core.rules.values import Exponents, Predicate
from gfkit.core.typing import Positions, Weights

Test = tuple[frozenset[int], Callable[[Mapping[Place, int]], bool]]
"""Cells that a constraint depends on, and its truth value for the values of cells or edges."""


def _plain(rule: LabelledRule, name: str) -> Any:
    return from_kind(rule.plain.kind, "definition", name)


def is_legal(rule: LabelledRule, board: Board, found: Any) -> bool:
    """Return True if a configuration of the plain rule satisfies the constraints with labels."""
    rule.check_board(board)
    values = _values(rule, board, found)
    is_plain = _plain(rule, "is_legal")(rule.plain, board, found)
    return is_plain and _weight(rule, values) != 0 and all(test(values) for _, test in _tests(rule, board))


def candidates(rule: LabelledRule, board: Board) -> Iterator[Any]:
    """Yield the candidates of the plain rule."""
    yield from _plain(rule, "candidates")(rule.plain, board)


def configurations(
    rule: LabelledRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Any, Exponents]]:
    """Yield every configuration with its exponents. Cells are filled in order; a constraint with labels is
    checked once all its cells have a value.
    """
    rule.check_board(board)
    tests = _tests(rule, board)
    if not isinstance(rule.plain, ArrayRule):
        for found, _ in _plain(rule, "configurations")(rule.plain, board, Positions.ALL, tries):
            values = _values(rule, board, found)
            if all(test(values) for _, test in tests) and _weight(rule, values) != 0:
                yield found, powers(rule, board, found)
        return
    due: list[list[Test]] = [[] for _ in range(board.size + 1)]
    for test in tests:
        due[max(test[0], default=-1) + 1].append(test)

    def fits(chosen: Sequence[int]) -> bool:
        values: dict[Place, int] = {(cell,): value for cell, value in enumerate(chosen)}
        return all(test(values) for _, test in due[len(chosen)])

    if fits(()):
        for filling in fillings(rule, board, [rule.plain.values] * board.size, fits, tries):
            is_fine = _weight(rule, _values(rule, board, filling)) != 0
            if is_fine and _plain(rule, "is_legal")(rule.plain, board, filling):
                yield filling, powers(rule, board, filling)


def from_variables(rule: LabelledRule, board: Board, shown: Shown) -> Any:
    """Return the configuration of the plain rule with the given values of the variables."""
    return _plain(rule, "from_variables")(rule.plain, board, shown)


def powers(rule: LabelledRule, board: Board, found: Any) -> Exponents:
    """Return the exponents of the factors of the weights."""
    if not rule.placed_weights:
        exponents: Exponents = _plain(rule, "powers")(rule.plain, board, found)
        return exponents
    values, total = _values(rule, board, found), dict[Any, int]()
    for place, value in values.items():
        number, letters = _weight_at(rule, place, value)
        total[number] = total.get(number, 0) + 1
        for letter, power in letters.items():
            total[letter] = total.get(letter, 0) + power
    if rule.factors is None:
        return total.get("x", 0), total.get("y", 0)
    names = [dict(one.powers).popitem()[0] if one.powers else one.coefficient for one in rule.factors.factors]
    return (*(total.get(name, 0) for name in names), *[0] * (2 - len(names)))


def drawable(rule: LabelledRule, board: Board) -> Callable[[Any], Configuration]:
    """Return the function that draws a configuration of the plain rule."""
    draw: Callable[[Any], Configuration] = _plain(rule, "drawable")(rule.plain, board)
    return draw


def marks(rule: LabelledRule, _board: Board, _weights: Weights) -> Any:
    """Raise MismatchError, because symmetries move labels."""
    raise MismatchError(f"the rule {rule.name} {rule.no_orbits}; it is not counted up to symmetry")


def final_count(rule: LabelledRule, board: Board, polynomial: Polynomial) -> Polynomial:
    """Return the sum of the monomials of all configurations."""
    own = _plain(rule, "final_count")
    return polynomial if own is None else own(rule.plain, board, polynomial)


def _values(rule: LabelledRule, board: Board, found: Any) -> dict[Place, int]:
    """Return the value of each cell, or for each edge 1 if it is selected and 0 otherwise."""
    if isinstance(rule.plain, ArrayRule):
        return {(cell,): value for cell, value in enumerate(found)}
    return {(min(edge), max(edge)): int(edge in found.edges) for edge in board.edges}


# Constraints with labels


def _tests(rule: LabelledRule, board: Board) -> list[Test]:
    labels = {label.name: dict(label.values) for label in rule.data}
    labels |= {name: rule.table(name) for name in _geometric_names(rule)}
    found: list[Test] = []
    for reading in rule.readings:
        made = {
            ReadingPart: _part_tests, ReadingDegree: _degree_tests, ReadingLine: _line_tests,
            GroupRule: _group_tests,
        }[type(reading)]  # fmt: skip
        found += made(rule, board, reading, labels)  # type: ignore[operator]
    return found


def _geometric_names(rule: LabelledRule) -> set[str]:
    own = {label.name for label in rule.labels}
    named = {
        name
        for one in rule.readings
        for name in (*getattr(one, "names", ()), *getattr(one, "what_names", ()))
    }
    named |= {
        name
        for one in rule.readings
        for name in (getattr(one, "each", ""), *getattr(one, "number_names", ()))
    }
    return named - own - {""}


def _looked_up(
    labels: Mapping[str, Mapping[Place, Value]], names: Sequence[str], place: Place
) -> dict[str, Any] | None:
    there = {name: labels.get(name, {})[place] for name in names if place in labels.get(name, {})}
    if len(there) < len({*names}):
        return None
    odd = next((name for name, value in there.items() if not isinstance(value, int)), None)
    if odd is not None:
        raise MismatchError(f"label {odd!r} has the value {there[odd]}, not an integer")
    return there


def _part_tests(rule: LabelledRule, board: Board, reading: ReadingPart, labels: Any) -> Iterator[Test]:
    plain: Any = rule.plain
    part = reading.part
    if isinstance(part, NearPredicate | WindowPredicate):
        for cells, names in names_at_positions(plain, board, part):
            place = cells[:1] if isinstance(part, NearPredicate) else tuple(sorted(cells))
            known = _looked_up(labels, reading.names, place)
            if known is not None:
                yield frozenset(cells), _predicate_test(part.predicate, names, known)
        return
    for cell in range(board.size):
        known = _looked_up(labels, reading.names, (cell,)) if is_at(part, board, cell) else None
        if known is not None:
            yield frozenset({cell}), _predicate_test(part.predicate, partial(_named_x, cell), known)


def _named_x(cell: int, values: Sequence[int]) -> dict[str, int]:
    return {"x": values[cell]}


def _predicate_test(predicate: Predicate, names: Any, known: Mapping[str, int]) -> Any:
    def test(values: Mapping[Place, int]) -> bool:
        cells = {place[0]: value for place, value in values.items()}
        return holds(predicate, {**names(cells), **known})

    return test


def _degree_tests(rule: LabelledRule, board: Board, reading: ReadingDegree, labels: Any) -> Iterator[Test]:
    plain: Any = rule.plain
    for cell in range(board.size):
        known = _looked_up(labels, reading.names, (cell,))
        if known is not None:

            def test(values: Mapping[Place, int], cell: int = cell, known: Mapping[str, int] = known) -> bool:
                degree = sum(value for edge, value in values.items() if cell in edge)
                return holds(reading.predicate, {"d": plain.degree(degree), **known})

            yield frozenset({cell}), test


def _line_tests(rule: LabelledRule, board: Board, reading: ReadingLine, labels: Any) -> Iterator[Test]:
    plain: Any = rule.plain
    for cells in line_cells(plain, board, reading.line):
        place = tuple(sorted(cells))
        if reading.runs:
            runs = labels.get(reading.runs, {}).get(place)
            if runs is not None:
                yield frozenset(cells), _runs_test(cells, runs if isinstance(runs, tuple) else (runs,))
            continue
        known = _looked_up(labels, reading.names, place)
        if known is not None:
            read = cells[::-1] if reading.is_backwards else cells
            yield frozenset(cells), _automaton_test(reading, read, known)


def _runs_test(cells: Sequence[int], runs: Sequence[int]) -> Callable[[Mapping[Place, int]], bool]:
    wanted = [length for length in runs if length]

    def test(values: Mapping[Place, int]) -> bool:
        return [len([*run]) for value, run in groupby(values[(cell,)] for cell in cells) if value] == wanted

    return test


def _automaton_test(
    reading: ReadingLine, cells: Sequence[int], known: Mapping[str, int]
) -> Callable[[Mapping[Place, int]], bool]:
    line = reading.line

    def test(values: Mapping[Place, int]) -> bool:
        state = line.start
        for cell in cells:
            names = {"s": state, "x": values[(cell,)], **known}
            if line.require and not number_of(Predicate(line.require), names):
                return False
            state = number_of(Predicate(line.next), names)
        return not line.accept or bool(number_of(Predicate(line.accept), {"s": state, **known}))

    return test


def _group_tests(rule: LabelledRule, board: Board, group: GroupRule, labels: Any) -> Iterator[Test]:
    at = labels.get(group.each, {})
    every = (
        [(cell,) for cell in range(board.size)]
        if isinstance(rule.plain, ArrayRule)
        else [*map(tuple, map(sorted, board.edges))]
    )
    single = {
        value: [place for place in every if at.get(place) == value]
        for place, value in at.items()
        if place in every
    }
    groups = list(single.items())
    larger = [(value, place) for place, value in at.items() if place not in every]
    for value, members, home in [
        *((value, members, None) for value, members in groups),
        *((value, [one for one in every if {*one} <= {*place}], place) for value, place in larger),
    ]:
        cells = frozenset(cell for place in members for cell in place)
        if group.is_distinct:
            yield cells, lambda values, members=members: len({values[one] for one in members}) == len(members)  # type: ignore[misc]
            continue
        own: dict[str, Any] = {group.each: value} if group.each in group.number_names else {}
        for name in {*group.number_names} - {group.each}:
            spots = [home, tuple(sorted(cells)), *((cell,) for cell in cells)]
            seen = {labels.get(name, {})[spot] for spot in spots if spot in labels.get(name, {})}
            if len(seen) == 1:
                (own[name],) = seen
        if len(own) < len({*group.number_names}):
            continue
        yield cells, _count_test(group, members, own, labels)


def _count_test(group: GroupRule, members: Sequence[Place], own: Mapping[str, int], labels: Any) -> Any:
    known = {place: _looked_up(labels, group.what_names, place) for place in members}
    wanted = (
        [number_of(Predicate(group.number), own)]
        if group.number_names
        else [int(n) for n in group.number.split(",")]
    )

    def test(values: Mapping[Place, int]) -> bool:
        total = 0
        for place, read in known.items():
            if read is not None:
                number = number_of(group.what, {"x": values[place], **read})
                total += number if group.is_sum else int(number != 0)
        if group.bound == "least":
            return total >= wanted[0]
        return total <= wanted[0] if group.bound == "most" else total in wanted

    return test


# Weights


def _weight(rule: LabelledRule, values: Mapping[Place, int]) -> Fraction:
    """Return the product of the numbers in all weights, without letters."""
    result = Fraction(1)
    for place, value in values.items() if rule.placed_weights else ():
        result *= _weight_at(rule, place, value)[0]
    return result


def _weight_at(rule: LabelledRule, place: Place, value: int) -> tuple[Fraction, dict[str, int]]:
    """Return the number and the powers of letters in the weight of a value at a place.

    The weight is evaluated as Python does, with exact fractions, and with letters that only count.
    """
    text = dict(rule.placed_weights).get(value, "1")
    names = {label.name: dict(label.values).get(place) for label in rule.data}
    return _monomial(ast.parse(text.replace("^", "**").strip(), mode="eval").body, names)


Monomial = tuple[Fraction, dict[str, int]]


def _monomial(node: ast.AST, names: Mapping[str, Any]) -> Monomial:
    """Evaluate an expression whose other names are letters. A letter may only be multiplied, or be a base."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number)), {}
        case ast.Name(id=name):
            return (Fraction(names[name]), {}) if name in names else (Fraction(1), {name: 1})
        case ast.UnaryOp(operand=inner):
            return -_monomial(inner, names)[0], _monomial(inner, names)[1]
        case ast.BinOp(left=left, op=op, right=right):
            (a, own), (b, more) = _monomial(left, names), _monomial(right, names)
            if isinstance(op, ast.Pow):
                return a ** int(b), {letter: power * int(b) for letter, power in own.items()}
            if isinstance(op, ast.Mult):
                return a * b, {key: own.get(key, 0) + more.get(key, 0) for key in {**own, **more}}
            if isinstance(op, ast.Div):
                return a / b, {}
            return (a + b if isinstance(op, ast.Add) else a - b), {}
    raise AssertionError("weights are checked when the rule is read")
