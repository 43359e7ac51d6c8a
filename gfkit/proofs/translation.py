"""Constraint systems in the form of the certificate checker, for kinds of rules that the checker does not
parse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, cast

from gfkit.core.boards import Board, Family
from gfkit.core.engine.strip.extent import measured_extent
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    ConstraintSystem,
    Decision,
    Event,
    Exclusion,
    Key,
    Line,
    Relation,
    Role,
    Slot,
)
from gfkit.core.rules.question import Question
from gfkit.proofs.checker.boards import Builder, CellBoard
from gfkit.proofs.checker.core import EventNumber
from gfkit.proofs.checker.kinds import CountQuery, Lay
from gfkit.proofs.checker.lines import Automaton, lay_lines, reversed_automaton
from gfkit.proofs.checker.linked import Directions, lay_graph


def translate(question: Question) -> Lay:
    """Return a function that adds the constraints of a rule to a board, and their range in slices.

    Raise MismatchError for features that the checker does not support: images, connectivity, and hubs.
    """
    family = cast(Family, question.boards)
    asked = CountQuery(question.positions.value, len(question.weights.variables))
    span = 3 * measured_extent(question.rule, family) + 1
    large = system_of(question.rule, family.at(family.first_n + 2 * span), question.positions)
    automata = dict.fromkeys(
        _automaton(constraint, turned)
        for constraint in large.constraints
        if isinstance(constraint, Line)
        for turned in (False, True)
    )

    def build(cells: CellBoard) -> Builder:
        n = cells.count + cells.family.apart
        if n < family.first_n:
            return Builder(cells)
        board = family.at(n)
        system = system_of(question.rule, board, question.positions)
        return _Translation(question, board, system, cells, asked, [*automata]).builder

    return build, span


class _Translation:
    def __init__(
        self, question: Question, board: Board, system: ConstraintSystem, cells: CellBoard, asked: CountQuery,
        automata: Sequence[Automaton],
    ) -> None:  # fmt: skip
        self.name, self.cells = question.rule.name, cells
        self.builder = Builder(cells)
        self.number = [cells.at[place] for place in board.places] if cells.places else list(range(cells.size))
        self.slots: dict[Key, int] = {}
        self.known: dict[Key, Slot] = {slot.key: slot for slot in system.slots}
        self.cell: dict[Key, int] = {}
        self.lines: dict[Automaton, list[list[tuple[int, int]]]] = {automaton: [] for automaton in automata}
        if not system.counts_solutions or system.graphs:
            self._raise_untranslatable(
                "connectivity" if system.graphs else "a requirement that is not a constraint"
            )
        for slot in system.slots:
            self._add(slot, asked)
        adders: dict[type, Callable[[Any], None]] = {
            Exclusion: self._exclude,
            Cardinality: self._count,
            Relation: self._add_relation,
            Line: self._read_line,
        }
        for constraint in system.constraints:
            add = adders.get(type(constraint))
            if add is None:
                self._raise_untranslatable(
                    f"{type(constraint).__name__}, a form that the checker does not know"
                )
            add(constraint)
        self._add_lines()
        for total in system.totals:
            tally = self.builder.tally(
                EventNumber(total.numbers.allowed, total.numbers.cap, total.numbers.modulo)
            )
            seen: Counter[int] = Counter()
            for event in total.events:
                anchor = max(map(self.slots.__getitem__, event.keys), key=self.builder.order)
                self._add_event(event, (tally, seen[anchor], anchor))
                seen[anchor] += 1
        for arrows in system.arrows:
            whole = self.builder.whole(Directions(arrows.acyclic, arrows.strong))
            links = []
            for a, b, key in arrows.links:
                if self.number[a] > self.number[b]:
                    self._raise_untranslatable("the direction of an edge")
                links.append((self.number[a], self.number[b], (self.builder.local(self.slots[key]),)))
            lay_graph(self.builder, whole, [()] * cells.size, links)

    def _raise_untranslatable(self, feature: str) -> NoReturn:
        raise MismatchError(
            f"no certificate can be made for {self.name}: the translation does not support {feature}"
        )

    def _add(self, slot: Slot, asked: CountQuery) -> None:
        if slot.role is Role.FORGOTTEN:
            self._raise_untranslatable("the image")
        cell = (min if slot.decision is Decision.FIRST else max)(
            self.number[cell_key] for cell_key in slot.at
        )
        self.cell[slot.key] = cell
        self.slots[slot.key] = self.builder.slot(cell, map(asked.power, slot.weights))

    def _exclude(self, constraint: Exclusion) -> None:
        self.builder.clause(_join((self.slots[key], symbols) for key, symbols in constraint.tests))

    def _count(self, constraint: Cardinality) -> None:
        tests = [(self.slots[key], symbols) for key, symbols in constraint.tests]
        numbers, given = constraint.numbers, [(self.slots[key], symbols) for key, symbols in constraint.given]
        conditions: list[tuple[tuple[int, int], ...]] = [(test,) for test in given] or [()]
        for condition in conditions:
            self.builder.count(tests, numbers.holds, condition)

    def _add_relation(self, relation: Relation, label: tuple[int, ...] = ()) -> None:
        if not relation.slots:
            return
        self.builder.table([self.slots[key] for key in relation.keys], relation.holds, label)

    def _add_event(self, event: Event, label: tuple[int, ...]) -> None:
        """Add a counted event: a satisfied table, or a conjunction of tests."""
        if event.table is not None and not event.groups:
            self._add_relation(event.table, label)
        elif event.table is None and all(len(group) == 1 for group in event.groups):
            self.builder.clause(_join((self.slots[key], mask) for ((key, mask),) in event.groups), label)
        else:
            self._raise_untranslatable("this kind of counted event")

    def _read_line(self, line: Line) -> None:
        """Add an automaton that reads the variables of a line, in board order or reversed."""
        keys, cells = [*line.keys], [self.cell[key] for key in line.keys]
        turned = cells != sorted(cells)
        if turned:
            keys, cells = keys[::-1], cells[::-1]
        if sorted(cells) != cells or len({*cells}) < len(cells):
            self._raise_untranslatable("a line along which the boards are not swept")
        self.lines.setdefault(_automaton(line, turned), []).append(
            [(cell, self.builder.local(self.slots[key])) for key, cell in zip(keys, cells, strict=True)]
        )

    def _add_lines(self) -> None:
        for read, lines in self.lines.items():
            lay_lines(self.builder, read, lines)


def _automaton(line: Line, turned: bool) -> Automaton:
    """Return the automaton of a line, reversed if ``turned``."""
    steps = tuple(tuple(row) for row in line.automaton.steps)
    accepted = frozenset(line.automaton.accepted)
    return reversed_automaton(steps, accepted) if turned else (steps, accepted)


def _join(tests: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the tests by variable; the tests of one variable are intersected."""
    masks: dict[int, int] = {}
    for slot, symbols in tests:
        masks[slot] = masks.get(slot, -1) & symbols
    return masks
