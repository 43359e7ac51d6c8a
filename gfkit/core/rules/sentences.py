"""Constraint systems in English: every pattern of constraints once, with an example near the centre."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from gfkit.core.boards import Board, parse_one_board
from gfkit.core.boards.board import spot_text
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import (
    Arrows,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Event,
    Exclusion,
    Graph,
    GraphNode,
    Key,
    Line,
    Link,
    Relation,
    Role,
    Slot,
    SymbolMove,
    Test,
)
from gfkit.core.rules.kinds.patterns import AnyPart, Patterns
from gfkit.core.rules.question import Question
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import monomial
from gfkit.core.rules.values import Numbers, Outside, Spot
from gfkit.core.typing import Positions

SMALL_BOARDS = ("3x3", "path:4")
"""Default boards: the first one that the rule accepts."""
_MOST_CELLS = 400
_FEW_VALUES, _FEW_STEPS = 8, 24


def constraints_question(
    rule: Rule, board: str | None = None, positions: Positions = Positions.ALL, game: str = ""
) -> Question:
    """Return the query of a rule on a board, by default the first small board that the rule accepts."""
    if any(linkage.wraps for linkage in rule.linkages):
        board = board or "torus:3x3"
    if board is not None or rule.in_space:
        return Question(rule, parse_one_board(board or "2x2x2"), positions, game=game)
    paper, path = (Question(rule, parse_one_board(text), positions, game=game) for text in SMALL_BOARDS)
    try:
        system_of(paper.rule, paper.board, paper.positions)
    except MismatchError:
        return path
    return paper


def constraint_lines(question: Question) -> list[str]:
    r"""Return lines that describe the variables and all constraints of a rule on a board, with headings.

    >>> from gfkit.core.rules import find_rule
    >>> print("\n".join(constraint_lines(constraints_question(find_rule("kings"), "2x2"))))
    Variables and their values (a statement holds if its variable is 1):
        4  value, as (1,1): its value; 0 or 1; 1 has weight x
    Constraints:
        2  value (1,1) and (1,2) are not both 1
        2  value (1,1) and (2,1) are not both 1
        1  value (1,1) and (2,2) are not both 1
        1  value (1,2) and (2,1) are not both 1
    We count the assignments of values to all variables.
    """
    board = question.board
    if board.size > _MOST_CELLS:
        raise LimitError(
            f"board {board.text!r} has {board.size} cells, but constraints are described only for at most"
            f" {_MOST_CELLS}; choose a smaller board, or --json"
        )
    return list(_SystemText(system_of(question.rule, board, question.positions), board).lines())


def numbers_phrase(numbers: Numbers) -> str:
    """Return a phrase for the admissible numbers.

    >>> [numbers_phrase(Numbers.of(*some)) for some in ((0,), (0, 1), (2,), (0, 2), (1, 2, 3))]
    ['none', 'at most 1', 'exactly 2', '0 or 2', '1 to 3']
    """
    allowed = sorted(numbers.allowed)
    if numbers.modulo:
        if numbers.cap == 2 and len(allowed) == 1:
            return "an odd number" if allowed[0] else "an even number"
        return f"{_join_with_or(allowed)} modulo {numbers.cap}"
    if not allowed:
        return "no allowed number"
    low, high = allowed[0], allowed[-1]
    if allowed == list(range(low, high + 1)):
        if high == numbers.cap:
            return f"at least {low}"
        if low == high:
            return f"exactly {low}" if low else "none"
        return f"{low} to {high}" if low else f"at most {high}"
    return _join_with_or(
        [f"at least {number}" if number == numbers.cap else str(number) for number in allowed]
    )


def _join_with_or(texts: Iterable[object]) -> str:
    *most, last = map(str, texts)
    return f"{', '.join(most)} or {last}" if most else last


def _values_text(values: Sequence[int]) -> str:
    if not values:
        return "no value"
    if len(values) > _FEW_VALUES and values == tuple(range(values[0], values[-1] + 1)):
        return f"{values[0]} to {values[-1]}"
    return _join_with_or(values)


class _SystemText:
    """Description in English of one constraint system."""

    def __init__(self, system: ConstraintSystem, board: Board) -> None:
        self.system, self.board = system, board
        self.patterns = Patterns(system, board)
        self.slots = self.patterns.slots
        self.families: dict[Key, list[Slot]] = {}
        for slot in system.slots:
            self.families.setdefault(self.patterns.family(slot.key), []).append(slot)
        self.names = self._names()

    def _names(self) -> dict[Key, str]:
        """Return a short name for each family of variables, numbered if several families would share a
        name.
        """
        heads: dict[str, list[Key]] = {}
        for family in self.families:
            heads.setdefault(str(family[0]), []).append(family)
        return {
            family: f"{head}{number}" if len(some) > 1 else head
            for head, some in heads.items()
            for number, family in enumerate(some, 1)
        }

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        system = self.system
        yield "Variables and their values (a statement holds if its variable is 1):"
        yield from map(self._family, self.families.values())
        if system.constraints:
            lines = list(self._patterns(system.constraints, self._constraint))
            border = any(line.endswith("at the border)") for line in lines)
            less = " (at the border, restricted to the board)" * border
            yield f"Constraints{less}:"
            yield from lines
        for total in system.totals:
            yield f"The number of these events that occur is {numbers_phrase(total.numbers)}:"
            yield from self._patterns(total.events, self._event)
        for graph in system.graphs:
            yield from self._graph(graph)
        for arrows in system.arrows:
            yield from self._arrows(arrows)
        yield from (f"Not expressed by constraints: {text}." for text in system.beyond)
        if system.divisor > 1:
            yield f"The number of assignments is divided by {system.divisor}."
        if system.is_small:
            yield "The board is below the minimum size of the rule, so that the count is 0."
        if any(slot.role is Role.FORGOTTEN for slot in system.slots):
            yield "We count the distinct assignments of the variables that are not marked as forgotten."
        else:
            yield "We count the assignments of values to all variables."

    def _patterns(self, parts: Sequence[AnyPart], words: Callable[[AnyPart], str]) -> Iterator[str]:
        for pattern in self.patterns.of(parts):
            border = f" ({pattern.reduced} of them at the border)" if pattern.reduced else ""
            yield f"{pattern.number:>5}  {words(pattern.example)}{border}"

    # Variables and tests

    def _cell(self, cell: int) -> str:
        if self.board.names or not self.board.places:
            return spot_text(self.board, cell).removeprefix("cell ")
        row, col = self.board.places[cell]
        return f"({row + 1},{col + 1})"

    def _join_cells(self, cells: Sequence[int]) -> str:
        return "-".join(map(self._cell, cells))

    def _describe_place(self, slot: Slot) -> str:
        """Return the position of a variable; for an image, the position of its first cell."""
        return self._join_cells(slot.at[:1] if slot.key in self.patterns.images else slot.at)

    def _family(self, slots: Sequence[Slot]) -> str:
        """Return the line about equivalent variables: the sentence that defines the variables, and their
        values.
        """
        examples = [pattern.example for pattern in self.patterns.of(slots)]
        slot = examples[0]
        shapes = list(dict.fromkeys(map(self._describe_place, examples)))
        where = _join_with_or([*shapes[: _FEW_VALUES - 1], "so on"] if len(shapes) > _FEW_VALUES else shapes)
        carried = [
            f"{self._value(slot, value)} has weight {monomial(powers)}"
            for value, powers in zip(slot.values, slot.weights, strict=True)
            if any(powers)
        ]
        role = {Role.HIDDEN: "determined by the others", Role.FORGOTTEN: "forgotten"}.get(slot.role)
        values = (
            f"the cells {', '.join(map(self._cell, slot.values))}"
            if slot.symbol_move is SymbolMove.CELLS
            else _values_text(slot.values)
        )
        parts = [slot.meaning, values, *carried, *([role] if role else [])]
        return (
            f"{len(slots):>5}  {self.names[self.patterns.family(slot.key)]}, as {where}: {'; '.join(parts)}"
        )

    def _value(self, slot: Slot, value: int) -> str:
        return self._cell(value) if slot.symbol_move is SymbolMove.CELLS else str(value)

    def _slot_list(self, keys: Iterable[Key], last: str = ", ") -> str:
        """Return a list of variables; the name of a family is repeated only if it changes."""
        texts = [
            f"{self.names[family]} {text}" if number == 0 else text
            for family, run in groupby(keys, self.patterns.family)
            for number, text in enumerate(self._describe_place(self.slots[key]) for key in run)
        ]
        if not texts:
            return "no slot"
        *most, end = texts
        return f"{', '.join(most)}{last}{end}" if most else end

    def _by_family(self, tests: Iterable[Test]) -> list[Key]:
        """Return the variables of some tests, grouped by family."""
        return sorted((key for key, _ in tests), key=lambda key: self.names[self.patterns.family(key)])

    def _is(self, test: Test) -> str:
        """Return the values that a test allows, in English."""
        slot = self.slots[test[0]]
        values = [value for k, value in enumerate(slot.values) if test[1] >> k & 1]
        others = [value for value in slot.values if value not in values]
        if len(others) == 1 < len(values):
            return f"not {self._value(slot, others[0])}"
        return _join_with_or(self._value(slot, value) for value in values) if values else "nothing"

    def _test(self, test: Test) -> str:
        return f"{self._slot_list([test[0]])} is {self._is(test)}"

    def _find_common_constraint(self, tests: Sequence[Test]) -> str:
        """Return the common value of some tests in English, or "" if their values differ."""
        texts = set(map(self._is, tests))
        return texts.pop() if len(texts) == 1 else ""

    def _describe_some(self, number: str, tests: Sequence[Test]) -> str:
        """Return the clause that a given number of the tests is true."""
        is_single = number.split(" ")[-1] in ("1", "none", "one")
        if value := self._find_common_constraint(tests):
            listed = self._slot_list(self._by_family(tests))
            return f"{number} of {listed} {'is' if is_single else 'are'} {value}"
        return f"{number} of these hold{'s' * is_single}: {'; '.join(map(self._test, tests))}"

    def _describe_all(self, tests: Sequence[Test]) -> str:
        """Return the clause that all tests are true."""
        if len(tests) > 1 and (value := self._find_common_constraint(tests)):
            return f"{self._slot_list(self._by_family(tests), ' and ')} are {value}"
        return " and ".join(map(self._test, tests))

    # Constraints

    def _constraint(self, constraint: Constraint) -> str:
        describe: dict[type, Callable[[Any], str]] = {
            Exclusion: self._exclusion,
            Cardinality: self._cardinality,
            Relation: self._relation,
            Line: self._line,
        }
        return describe.get(type(constraint), self._further)(constraint)

    def _further(self, constraint: Constraint) -> str:
        form = type(constraint).__name__
        return f"{self._slot_list(constraint.keys)} satisfy a constraint of the form {form}"

    def _exclusion(self, exclusion: Exclusion) -> str:
        tests = [test for test in exclusion.tests if test[1] != self.slots[test[0]].every]
        if len(tests) == 1:
            ((key, symbols),) = tests
            return self._test((key, self.slots[key].every & ~symbols))
        which = "both" if len(tests) == 2 else "all"
        if value := self._find_common_constraint(tests):
            return f"{self._slot_list(self._by_family(tests), ' and ')} are not {which} {value}"
        return f"not {which} of these hold: {'; '.join(map(self._test, tests))}"

    def _cardinality(self, cardinality: Cardinality) -> str:
        condition = ""
        if cardinality.given:
            some = (
                self._test(cardinality.given[0])
                if len(cardinality.given) == 1
                else self._describe_some("one", cardinality.given)
            )
            condition = f"if {some}, then "
        number = numbers_phrase(cardinality.numbers)
        if len(cardinality.tests) == 1 and number in ("none", "at least 1", "exactly 1"):
            ((key, symbols),) = cardinality.tests
            holds = symbols if number != "none" else self.slots[key].every & ~symbols
            return condition + self._test((key, holds))
        if not cardinality.tests:
            return condition + (
                "there is no constraint" if cardinality.numbers.holds(0) else "nothing is allowed"
            )
        if not cardinality.numbers.allowed:
            return (
                f"{condition}no values of {self._slot_list(key for key, _ in cardinality.tests)} are allowed"
            )
        return condition + self._describe_some(number, cardinality.tests)

    def _relation(self, relation: Relation) -> str:
        asked = [f"not ({p.text})" if p.forbidden else p.text for p in relation.predicates]
        used = set(re.findall(r"\b([A-Za-z_]+)\b(?!\s*\()", " ".join(asked)))
        names = [f"{name} = {self._spot(spot, relation)}" for name, spot in relation.spots if name in used]
        head = f"with {', '.join(names)}: " if names else ""
        text = " and ".join(" ".join(words.split()) for words in asked)
        return (
            f"{head}{text}"
            if relation.image is None
            else f"{head}{self._slot_list([relation.image])} is {text}"
        )

    def _spot(self, spot: Spot, relation: Relation) -> str:
        match spot:
            case Outside(value=value):
                return str(value)
            case int():
                return self._slot_list([relation.slots[spot]])
        if all(isinstance(inner, int) for inner in spot):
            return f"[{self._slot_list(relation.slots[inner] for inner in spot if isinstance(inner, int))}]"
        return f"[{', '.join(self._spot(inner, relation) for inner in spot)}]"

    def _line(self, line: Line) -> str:
        automaton = line.automaton
        values = self.slots[line.keys[0]].values
        text = f"the word {self._slot_list(line.keys)} is accepted by an automaton"
        if len(automaton.steps) * len(values) > _FEW_STEPS:
            return f"{text} with {len(automaton.steps)} states"
        steps = [
            f"{state} {', '.join(f'by {v} to {to}' for v, to in zip(values, row, strict=True) if to >= 0)}"
            for state, row in enumerate(automaton.steps)
            if max(row) >= 0
        ]
        ends = _join_with_or(sorted(automaton.accepted)) if automaton.accepted else "nowhere"
        return f"{text} that goes from state {'; from '.join(steps)}; it starts in 0 and accepts in {ends}"

    # Events, graphs and arrows

    def _event(self, event: Event, known: Sequence[tuple[Test, ...]] = ()) -> str:
        """Return the condition of an event, given known true tests, or "" if it is always true."""
        groups = [group for group in event.groups if group not in known]
        texts = [self._describe_some("one", group) for group in groups if len(group) > 1]
        single = [group[0] for group in groups if len(group) == 1]
        texts += [self._describe_all(single)] if single else []
        return " and ".join(texts + ([] if event.table is None else [self._relation(event.table)]))

    def _graph(self, graph: Graph) -> Iterator[str]:
        yield "A graph:"
        yield from self._patterns(graph.nodes, self._node)
        yield from self._patterns(graph.links, self._link)
        asked = [
            *_number_sentences("It has", graph.components, "component"),
            *_number_sentences("It has", graph.cycles, "independent cycle"),
            *[f"One component has vertices {self._places(graph, graph.joins)}."] * bool(graph.joins),
            *[f"No component has vertices {self._places(graph, graph.apart)}."] * bool(graph.apart),
            *_number_sentences("Every component has", graph.each, "mark"),
            *["Some cycle wraps around the board."] * bool(graph.windings),
            *[f"Every component has weight {monomial(graph.weight)}."] * any(graph.weight),
        ]
        yield from (f"       {text}" for text in asked)

    def _places(self, graph: Graph, places: int) -> str:
        """Return the cells of each place of a graph."""
        cells = [
            _join_with_or(self._cell(node.cell) for node in graph.nodes if node.places >> place & 1)
            if any(node.places >> place & 1 for node in graph.nodes)
            else "a cell outside the board"
            for place in range(places.bit_length())
            if places >> place & 1
        ]
        return " and ".join(f"at {text}" for text in cells)

    def _node(self, node: GraphNode) -> str:
        there = " if it has a neighbour" if node.event is None else self._add_if(self._event(node.event))
        known = () if node.event is None else node.event.groups
        marks = [self._event(mark, known) for mark in node.marks]
        marked = f"; it has one mark for each true condition: {'; '.join(marks)}" if len(marks) > 1 else ""
        if len(marks) == 1:
            marked = f"; it has a mark{self._add_if(marks[0])}"
        return f"{self._cell(node.cell)} is a vertex{there}{marked}"

    def _add_if(self, text: str) -> str:
        return f" if {text}" if text else ""

    def _link(self, link: Link) -> str:
        return (
            f"{' and '.join(map(self._cell, link.ends))} are adjacent{self._add_if(self._event(link.event))}"
        )

    def _arrows(self, arrows: Arrows) -> Iterator[str]:
        names = _join_with_or(
            dict.fromkeys(self.names[self.patterns.family(key)] for _, _, key in arrows.links)
        )
        yield f"Every edge is an arrow, to its second cell if its variable {names} is 1, else to its first:"
        yield from ["       There is no directed cycle."] * arrows.acyclic
        yield from ["       Every cell can be reached from every other cell."] * arrows.strong


def _number_sentences(subject: str, numbers: Numbers | None, noun: str) -> list[str]:
    """Return the sentence about admissible numbers, if there is a constraint."""
    if numbers is None:
        return []
    number = numbers_phrase(numbers)
    text = noun.removeprefix("independent ")
    many = f"{number} {noun}{'' if number.split(' ')[-1] == '1' else 's'}"
    return [f"{subject} {f'no {text}' if number == 'none' else many}."]
