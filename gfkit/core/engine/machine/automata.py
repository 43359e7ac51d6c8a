"""Minimal automata of the constraints of a system, computed from their decision diagrams."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import reduce
from typing import Any

from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.diagrams import (
    FALSE,
    TRUE,
    Diagrams,
    State,
    residuals_of_truths,
    table_residual,
)
from gfkit.core.rules.kinds.constraints import Key, Relation, Slot, SymbolAcceptor


@dataclass(frozen=True, slots=True)
class Factor:
    """Minimal automaton that reads each of its variables once, in a fixed order.

    ``tables[i][symbol]`` maps the state before the i-th variable to the state after it. If a state is
    missing, the symbol violates the constraint. Between any two variables the states are numbered from 0:
    state 0 is the start, and later the state that imposes no further requirement. ``root`` is the residual
    before all variables.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]
    root: int

    @property
    def states(self) -> int:
        """Maximum over i of the number of states before variable i."""
        return 1 + max((max(moves, default=0) for table in self.tables for moves in table), default=0)


_diagrams = Diagrams()
"""Shared by all systems, because the boards of a family have equal constraints."""
KNOWN_SITES: dict[Hashable, Any] = {}
"""Cache of step data. The key contains the tables of the automata, so that equal steps share one entry.

The last component of an entry is the total number of options up to it.
"""


def forget_automata() -> None:
    """Clear the caches. Systems that are still in use keep their diagram nodes."""
    global _diagrams
    _diagrams = Diagrams()
    KNOWN_SITES.clear()


class Automata:
    """Cache of the minimal automata of the constraints of a system; equal constraints share one automaton."""

    def __init__(self, slots: Mapping[Key, Slot]) -> None:
        self._slots = slots
        *_, options = next(reversed(KNOWN_SITES.values()), (0,))
        if len(_diagrams.known) > tuning.SWEEP.known_automata or options > tuning.SWEEP.known_options:
            forget_automata()
        self.diagrams: Diagrams = _diagrams

    def factor(
        self, group: Sequence[SymbolAcceptor], order: Sequence[Key], *, is_event: bool = False
    ) -> Factor | None:
        """Return the minimal automaton of the conjunction of constraints, or the automaton of one constraint
        that is not minimised; None if the conjunction is always true.

        If the group contains the parts of an event, the automaton ends in state 1 if the event occurs and in
        state 0 otherwise; the result is None if the event never occurs.
        """
        place = {key: at for at, key in enumerate(order)}
        form = tuple([asked.mapped(lambda test: (place[test[0]], test[1])) for asked in group])
        sizes = tuple([len(self._slots[key].values) for key in order])
        known, key = self.diagrams.known, (form, sizes, group[0].is_minimised)
        found = known.get(key, key)
        if found is key:
            one: Any = group[0] if group[0].is_minimised else group[0].swept(place)
            tables = None if one.is_minimised else one.transitions(order, sizes)
            found = (
                self._unroll_residual(self.conjunction(group, order), sizes, is_event=is_event)
                if tables is None
                else Factor(tuple(map(tuple, tables)), FALSE)
            )
            known[key] = found
        factor: Factor | None = found
        return factor

    def conjunction(self, group: Sequence[SymbolAcceptor], order: Sequence[Key]) -> int:
        """Return the residual of the conjunction of a group of constraints; ``order`` lists their variables.

        The diagram is reduced after each constraint, since an unreduced conjunction has a state for each
        tuple of states.
        """
        sizes = [len(self._slots[key].values) for key in order]
        roots = (self.residual(constraint, order) for constraint in group)
        return reduce(lambda one, other: self.diagrams.meet(one, other, sizes), roots, TRUE)

    def residual(self, asked: SymbolAcceptor, order: Sequence[Key]) -> int:
        """Return the residual of a constraint or of an event, with variables numbered as in ``order``."""
        sizes = [len(self._slots[key].values) for key in order]
        if isinstance(asked, Relation) and not _is_counted(asked):
            return self._compile_relation(asked, {key: at for at, key in enumerate(order)})
        if asked.is_ordered and asked.keys != tuple(order):
            asked = asked.swept(None)
        letters = [
            [asked.letter(key, symbol) for symbol in range(size)]
            for key, size in zip(order, sizes, strict=True)
        ]
        return self.diagrams.residual(asked, letters)

    def merging_product(
        self, parts: Sequence[tuple[Factor, Sequence[int]]], order: Sequence[Key], begins: Sequence[bool]
    ) -> Factor | None:
        """Return the product of automata, or None if it has at least as many states as all factors together.

        Each part is an automaton with the positions of its variables in ``order``. States are compared only
        before the variables marked by ``begins``, the first variable of each step.
        """
        sizes = tuple([len(self._slots[key].values) for key in order])
        form = "product", tuple([(part.root, tuple(places)) for part, places in parts]), tuple(begins), sizes
        known = self.diagrams.known
        if form not in known:
            known[form] = self._merging_product(parts, sizes, begins)
        factor: Factor | None = known[form]
        return factor

    def _merging_product(
        self, parts: Sequence[tuple[Factor, Sequence[int]]], sizes: Sequence[int], begins: Sequence[bool]
    ) -> Factor | None:
        """Multiply automata one by one, since the number of tuples of their states can be exponential."""
        root, merges = TRUE, False
        for part, places in parts:
            own = {place: at for at, place in enumerate(places)}
            reads = [(place, own.get(place, -1)) for place in range(len(sizes))]
            root, pairs = self.diagrams.product((root, part.root), reads, sizes)
            states = [len(level) - (None in level) for level in self.diagrams.levels(root, sizes).levels]
            if max(states) > tuning.SWEEP.most_product_states:
                return None
            merges = merges or any(
                is_first and few < many for is_first, few, many in zip(begins, states, pairs, strict=False)
            )
        return self._unroll_residual(root, sizes) if merges else None

    def _unroll_residual(self, root: int, sizes: Sequence[int], *, is_event: bool = False) -> Factor | None:
        """Return the automaton of a residual, or None if the residual is always true (for an event: never
        true).
        """
        nothing = FALSE if is_event else TRUE
        if root == nothing:
            return None
        levels, moves = self.diagrams.levels(root, sizes, ends_false=is_event)
        names: list[dict[State, int]] = [{root: 0}]
        for level in levels[1:]:
            own: dict[State, int] = {nothing: 0} if nothing in level else {}
            for state in level:
                if state is not None:
                    own.setdefault(state, len(own))
            names.append(own)
        if is_event:
            names[-1] = {FALSE: 0, TRUE: 1}
        tables = []
        for place, size in enumerate(sizes):
            before, after = levels[place], [names[place + 1].get(state, -1) for state in levels[place + 1]]
            table: tuple[dict[int, int], ...] = tuple([{} for _ in range(size)])
            for state, row in zip(before, moves[place], strict=True):
                for moves_, target in zip(table, row, strict=True):
                    if after[target] >= 0:
                        moves_[names[place][state]] = after[target]
            tables.append(table)
        return Factor(tuple(tables), root)

    def _compile_relation(self, relation: Relation, place: Mapping[Key, int]) -> int:
        # Few rules have predicates.
        from gfkit.core.rules.expression import kinds_of, map_values, truths

        values, at = relation.values, [place[key] for key in relation.slots]
        texts = tuple(predicate.text for predicate in relation.predicates)
        kinds = kinds_of(texts, relation.spots, len(at), values)
        if relation.image is None:
            tables = [truths(predicate, relation.spots, values, kinds) for predicate in relation.predicates]
            return table_residual(self.diagrams, residuals_of_truths(tables), at, kinds)
        numbers = [
            int(number) for number in map_values(relation.predicates[0], relation.spots, values, kinds)
        ]
        last = place[relation.image]
        assert last > max(at), "the value of a map must be decided after all cells that it reads"
        ends = {
            number: self.diagrams.node(
                last, tuple([TRUE if value == number else FALSE for value in relation.shown])
            )
            for number in set(numbers)
        }
        return table_residual(self.diagrams, [ends[number] for number in numbers], at, kinds)


def _is_counted(relation: Relation) -> bool:
    """Return True if numbers of neighbours are read because the table of a relation would be large."""
    from gfkit.core.rules.expression import MOST_FILLINGS

    cells = len(relation.slots)
    is_large = cells > tuning.SWEEP.many_neighbours or len(relation.values) ** cells > MOST_FILLINGS
    return is_large and relation.bound is not None
