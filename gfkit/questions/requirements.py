"""Conditions that the states of a strip impose on the next slices, as formulas and as English sentences."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from gfkit.core.boards import Place
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.strip.automaton import automaton, co_reachable_states
from gfkit.core.engine.strip.strip import TracedStrip
from gfkit.core.rules import Rule

Variable = tuple[Place, ...]
"""Cell of a value, or the two endpoints of an edge, as pairs (line, slice) relative to the frontier."""
Filling = frozenset[tuple[Variable, str]]
"""Set of variables with their values, for all variables of the next slices."""


class Literal(NamedTuple):
    """Statement that a variable has a value, or that it does not have it."""

    variable: Variable
    value: str
    is_positive: bool = True

    def holds(self, filling: Filling) -> bool:
        """Return True if the literal is true for the given values."""
        return ((self.variable, self.value) in filling) is self.is_positive


Clause = tuple[Literal, ...]
"""Disjunction of literals."""


@dataclass(frozen=True)
class Requirement:
    """Condition that a state imposes on the next slices, as a conjunction of clauses.

    Consider the fillings of the next slices that can occur after some state. If ``is_exact``, such a filling
    can occur after this state if and only if it satisfies all clauses; otherwise the clauses are only
    necessary.
    """

    clauses: tuple[Clause, ...]
    fillings: frozenset[Filling]
    """Fillings of the next slices that can be completed to a configuration."""
    of: int
    """Number of fillings that can occur after some state."""
    is_exact: bool

    def words(self, lines: int, slices: int, *, down: bool) -> str:
        """Return the condition in English, for a strip with ``lines`` lines; it may grow downwards."""
        variables = {literal.variable for clause in self.clauses for literal in clause}
        name = CellNames(lines, variables, down)
        single: dict[tuple[str, str], list[str]] = {}
        parts = []
        for clause in self.clauses:
            texts = [(_kind(literal), name(literal.variable), _value_text(literal)) for literal in clause]
            kind, _, end = texts[0]
            if len(clause) == 1:
                single.setdefault((kind, end), []).append(texts[0][1])
            elif clause[0].is_positive and {(other, word) for other, _, word in texts} == {(kind, end)}:
                parts.append(f"{kind} {' or '.join(text for _, text, _ in texts)} {end}")
            else:
                parts.append(" or ".join(map(" ".join, texts)))
        units = [f"{plural(kind, names)} {end}" for (kind, end), names in single.items()]
        if not self.is_exact:
            parts.append(f"{len(self.fillings)} of {self.of} fillings are possible")
        if not units and not parts:
            return "no condition"
        slice_ = "row" if down else "column"
        where = f"next {slice_}" if slices == 1 else f"next {slices} {slice_}s"
        return f"{'ahead' if lines == 1 else where}: {'; '.join(units + parts)}"


@dataclass(frozen=True)
class CellNames:
    """Names of cells near the frontier: numbers if only one slice is shown, else pairs (row, column).

    The next row or column has number 1, and the last swept one has number 0.
    """

    lines: int
    variables: Iterable[Variable]
    down: bool

    def __call__(self, variable: Variable) -> str:
        """Return the name of a cell, or of an edge.

        >>> edge = (0, 0), (0, 1)
        >>> CellNames(2, [edge], False)(edge), CellNames(1, [edge], False)(edge)
        ('(1,1)-(1,2)', '1-2')
        """
        return "-".join(self._name_cell(*place) for place in variable)

    def _name_cell(self, line: int, along: int) -> str:
        if self.lines == 1:
            return f"{along + 1}"
        if not any(place[1] for variable in self.variables for place in variable):
            return f"{line + 1}"
        return f"({along + 1},{line + 1})" if self.down else f"({line + 1},{along + 1})"


def plural(kind: str, names: Sequence[str]) -> str:
    """Return a list of names in English, preceded by their noun.

    >>> plural("cell", ["1", "2", "4"])
    'cells 1, 2 and 4'
    """
    return f"{kind} {names[0]}" if len(names) == 1 else f"{kind}s {', '.join(names[:-1])} and {names[-1]}"


def _kind(literal: Literal) -> str:
    return "cell" if len(literal.variable) == 1 else "edge"


def _value_text(literal: Literal) -> str:
    return f"must {'' if literal.is_positive else 'not '}be {literal.value}"


class StripStates:
    """States between slices of a strip, and the fillings of the next slices that each state allows.

    ``states`` contains for each state its step, the state of the automaton, and the number of the next slice.
    """

    def __init__(
        self,
        rule: Rule,
        traced: TracedStrip,
        states: Sequence[tuple[int, Hashable, int]],
        places: Mapping[int, Place],
    ) -> None:
        self._rule, self._traced, self._states, self._places = rule, traced, states, places
        self._slices: dict[int, set[tuple[Filling, int]] | None] = {}
        whole = automaton(traced.strip)
        self._alive = co_reachable_states(whole.edges, whole.final)
        """States from which a final state is reachable."""

    def fillings(self, name: int, slices: int) -> frozenset[Filling] | None:
        """Return the fillings of the next slices that can be completed, or None if there are too many."""
        found: set[tuple[Filling, int]] = {(frozenset(), name)}
        for number in range(slices):
            longer = set()
            for filling, state in found:
                ahead = self._enumerate_slice(state)
                if ahead is None:
                    return None
                longer |= {(filling | _shift_filling(more, number), after) for more, after in ahead}
            if len(longer) > tuning.STRIP.shown_fillings:
                return None
            found = longer
        return frozenset(filling for filling, _ in found)

    def _enumerate_slice(self, name: int) -> set[tuple[Filling, int]] | None:
        """Return the fillings of the next slice with the state after each, or None if there are too many."""
        if name not in self._slices:
            self._slices[name] = self._find_slice(name)
        return self._slices[name]

    def _find_slice(self, name: int) -> set[tuple[Filling, int]] | None:
        site, state, column = self._states[name]
        machine = self._traced.machine
        starts = self._traced.starts
        phase = starts.index(site)
        found: set[tuple[Filling, Hashable]] = {(frozenset(), state)}
        for step in range(site, starts[phase + 1]):
            found = {
                (filling | self._collect_assigned_values(machine.laid(step, option), column), after)
                for filling, before in found
                for after, _, option in machine.step(step, before)
            }
            if len(found) > tuning.STRIP.shown_fillings:
                return None
        strip = self._traced.strip
        base = strip.bases[(phase + 1) % strip.period]
        named = {
            (filling, base + self._traced.place_of(starts[phase + 1], after)) for filling, after in found
        }
        return {(filling, after) for filling, after in named if after in self._alive}

    def _collect_assigned_values(self, laid: Iterable[tuple[Any, int]], column: int) -> Filling:
        """Return the values of the cells and edges that a step assigns."""
        from gfkit.core.rules.configuration import configuration_of  # few states are shown

        found = []
        for key, value in laid:
            if key[0] == "edge":
                text = "chosen" if value == 1 else "absent" if value == 0 else str(value)
            elif key[0] in ("value", "chosen"):
                text = configuration_of(self._rule, [(key, value)]).marks.get(key[1], str(value))
            else:
                continue
            cells = [self._places[cell] for cell in key[1:]]
            found.append((tuple((line, slice_ - column) for line, slice_ in cells), text))
        return frozenset(found)


def _shift_filling(filling: Filling, by: int) -> Filling:
    return frozenset(
        (tuple((line, slice_ + by) for line, slice_ in variable), value) for variable, value in filling
    )


def requirements(states: StripStates, names: Sequence[int]) -> tuple[int, list[Requirement]] | None:
    """Return the smallest number of slices that distinguishes the states, and the condition of each state.

    The result is None if no number of slices below a limit distinguishes the states.
    """
    for slices in range(1, tuning.STRIP.shown_slices + 1):
        found = [states.fillings(name, slices) for name in names]
        told = [fillings for fillings in found if fillings is not None]
        if len(told) < len(found):
            return None
        if len(set(told)) == len(told) and any(any(fillings) for fillings in told):
            every = sorted(frozenset().union(*told), key=sorted)
            return slices, [requirement(fillings, every) for fillings in told]
    return None


def requirement(fillings: frozenset[Filling], every: Sequence[Filling]) -> Requirement:
    """Return a condition that the given fillings satisfy, with clauses of at most three literals.

    Each clause excludes a filling that the earlier clauses do not exclude.

    >>> a, b = (((0, 0),), "1"), (((0, 0),), "0")
    >>> requirement(frozenset([frozenset([a])]), [frozenset([a]), frozenset([b])]).clauses
    ((Literal(variable=((0, 0),), value='1', is_positive=True),),)
    """
    whole = (1 << len(every)) - 1
    wanted = sum(1 << number for number, filling in enumerate(every) if filling in fillings)
    values: dict[Variable, set[str]] = {}
    for filling in every:
        for variable, value in filling:
            values.setdefault(variable, set()).add(value)
    masks = {
        literal: sum(1 << number for number, filling in enumerate(every) if literal.holds(filling))
        for variable, shown in sorted(values.items())
        for is_positive in ((True, False) if len(shown) > 2 else (True,))
        for literal in (Literal(variable, value, is_positive) for value in sorted(shown, reverse=True))
    }
    left, clauses = whole, []
    most = 3 if len(masks) <= tuning.STRIP.shown_literals else 2
    for size in range(1, most + 1):
        for clause in combinations(masks, size):
            mask = 0
            for literal in clause:
                mask |= masks[literal]
            if not wanted & ~mask and left & ~mask:
                clauses.append(clause)
                left &= mask
    return Requirement(tuple(clauses), fillings, len(every), left == wanted)
