"""Variables of a constraint system in sweep order, and the minimal automata that read them.

Constraints on the same variables are combined in one automaton, except those that may read all slices: their
automata have the same states in all slices and are not minimised. After most of their variables have been
decided, automata that end at the same variable constrain only that variable. If their product has fewer
states than there are tuples of their states, the product replaces them. This never adds states, since the
state of the product is a function of the tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gfkit.core.engine.machine.slot import Part, line_and_turn
from gfkit.core.rules.kinds.constraints import (
    Constraint,
    ConstraintSystem,
    Decision,
    Event,
    Key,
    Role,
    Slot,
    SymbolAcceptor,
)
from gfkit.core.typing import check_stop

if TYPE_CHECKING:
    from gfkit.core.boards import Board
    from gfkit.core.engine.machine.automata import Automata, Factor


_Linked = TypeVar("_Linked")


class MinimalAutomaton(NamedTuple):
    """Minimal automaton of some constraints, with the variables that it reads in order, and its class of
    translates.
    """

    constraints: Sequence[Constraint | Event]
    keys: tuple[Key, ...]
    factor: Factor
    part: Part
    members: Hashable = None
    """For a product: the classes of the automata that it replaces, with their slices relative to its own."""


class _ProductForm(NamedTuple):
    """Input data that determine the product of some automata."""

    keys: tuple[Key, ...]
    read: tuple[tuple[Factor, tuple[int, ...]], ...]
    """Automata, each with the positions of its variables in ``keys``."""
    begins: tuple[bool, ...]
    """For each variable, True if it is the first variable of its step."""
    first: MinimalAutomaton
    turn: int
    """Number of the slice of the last variable."""
    key: Hashable
    """Key for the cache of products."""


class Variables:
    """Variables of a system, in the order in which a sweep decides them.

    Within a step, variables that involve earlier cells follow the variables of the cell alone, and variables
    determined by other variables come last.
    """

    def __init__(self, system: ConstraintSystem, board: Board, order: Sequence[int]) -> None:
        self._board, self.order = board, order
        self.site_of: dict[int, int] = {cell: site for site, cell in enumerate(order)}
        self.slots: dict[Key, Slot] = {slot.key: slot for slot in system.slots}
        self.at: list[list[Slot]] = [[] for _ in order]
        """For each step, the variables that it decides."""
        self.site: dict[Key, int] = {}
        """For each variable, the step that decides it."""
        for slot in system.slots:
            choose = max if slot.decision is Decision.LAST else min
            self.site[slot.key] = choose([self.site_of[cell] for cell in slot.at])
            self.at[self.site[slot.key]].append(slot)
        for slots in self.at:
            slots.sort(key=lambda slot: (slot.decision is Decision.LAST, slot.role is Role.HIDDEN, slot.key))
        places = (slot.key for slots in self.at for slot in slots)
        self.place: dict[Key, int] = {key: place for place, key in enumerate(places)}
        hubs = set(range(board.hubs)) & set(order)
        self.hubs: set[int] = hubs if hubs == set(order[: len(hubs)]) else set()
        self.place_of: Callable[[int], tuple[int, int]] | None = (
            line_and_turn(board, order) if board.turns else None
        )
        self.last_turn: int = self.place_of(order[-1])[1] if self.place_of is not None and order else 0

    def own_keys(self, keys: Sequence[Key]) -> Sequence[Key]:
        """Return the variables that an automaton reads itself: the variables off the hubs, if there are
        any.
        """
        first = sum(self.hubs.issuperset(self.slots[key].at) for key in keys) if self.hubs else 0
        return keys[first:] or keys

    def _find_part(self, first_read: SymbolAcceptor, cells: Iterable[int], keys: Sequence[Key]) -> Part:
        """Return the class of translates of an automaton (the class of its first constraint, and the cells of
        all its constraints relative to the first cell) and its slice.

        On a cyclic board the first step can be far from the first cell; in this case positions are relative
        to the first step.
        """
        if self.place_of is None:
            return None, 0
        site = self.site[self.own_keys(keys)[0]]
        turns, hubs = self._board.turns, self._board.hubs
        at = dict.fromkeys(cells)
        first = next((cell for cell in at if cell >= hubs), next(iter(at))) if hubs else next(iter(at))
        row, col = turns[first]
        shape = tuple([cell if cell < hubs else (turns[cell][0] - row, turns[cell][1] - col) for cell in at])
        line, turn = self.place_of(first)
        start = self.place_of(self.order[site])[1]
        is_far = 2 * abs(turn - start) > self.last_turn
        return (type(first_read).__name__, shape, line), start if is_far else turn

    def links_by_site(
        self, links: Iterable[tuple[int, int, _Linked]]
    ) -> tuple[list[list[_Linked]], list[list[int]]]:
        """Return, for each step, the links from its cell to swept cells, and the neighbours of its cell."""
        by_site: list[list[_Linked]] = [[] for _ in self.order]
        near: list[list[int]] = [[] for _ in range(self._board.size)]
        for a, b, link in links:
            if a in self.site_of:
                by_site[max(self.site_of[a], self.site_of[b])].append(link)
                near[a].append(b)
                near[b].append(a)
        return by_site, near

    def minimal_automata(
        self, automata: Automata, constraints: Sequence[Constraint]
    ) -> tuple[list[MinimalAutomaton], bool]:
        """Return the minimal automata of the constraints, and True if a constraint without variables is
        violated.
        """
        groups: dict[tuple[tuple[Key, ...], Constraint | None], list[Constraint]] = {}
        place_of = self.place.__getitem__
        for constraint in constraints:
            read = tuple(sorted({*constraint.keys}, key=place_of))
            groups.setdefault((read, None if constraint.is_minimised else constraint), []).append(constraint)
        found, is_dead = [], False
        for (keys, _), group in groups.items():
            check_stop()
            if not keys:
                is_dead = is_dead or not all(constraint.accepts(constraint.start) for constraint in group)
            elif (factor := automata.factor(group, keys)) is not None:
                at = chain.from_iterable([constraint.at for constraint in group])
                found.append(MinimalAutomaton(group, keys, factor, self._find_part(group[0], at, keys)))
        return self._with_products(automata, found), is_dead

    def event_automata(self, automata: Automata, events: Sequence[Event]) -> Iterator[MinimalAutomaton]:
        """Yield the automaton of each event that can occur; it ends in state 1 if the event occurs."""
        for event in events:
            keys = tuple(sorted(set(event.keys), key=self.place.__getitem__))
            factor = automata.factor(event.parts, keys, is_event=True)
            if factor is not None:
                at = [self.slots[key].at[0] for key in event.keys] if event.table is None else event.table.at
                yield MinimalAutomaton([event], keys, factor, self._find_part(event, at, keys))

    def _with_products(self, automata: Automata, found: Sequence[MinimalAutomaton]) -> list[MinimalAutomaton]:
        """Replace automata that end at one variable by their product, if the product has fewer states.

        Automata in one class of translates have bit fields of one width. So on a board of slices a product
        that occurs in a single slice, for example at an end, is formed only if it fits into the fields of the
        other products of its class.
        """
        ending: dict[Hashable, list[MinimalAutomaton]] = {}
        for number, automaton in enumerate(found):
            is_line = any(one.is_ordered or not one.is_minimised for one in automaton.constraints)
            last: Hashable = ("line", number) if is_line else automaton.keys[-1]
            ending.setdefault(last, []).append(automaton)
        candidates = {last: self._product_form(parts) for last, parts in ending.items() if len(parts) > 1}
        slices: dict[Hashable, set[int]] = {}
        for form in candidates.values():
            slices.setdefault(form.key, set()).add(form.turn)
        once = []
        widths: dict[Hashable, int] = {}
        for last, parts in ending.items():
            if last in candidates and self.place_of is not None and len(slices[candidates[last].key]) == 1:
                once.append(last)
                continue
            if last in candidates:
                ending[last] = self._multiply_if_merging(automata, parts, candidates[last])
            for automaton in ending[last]:
                part = automaton.part[0]
                widths[part] = max(widths.get(part, 0), automaton.factor.states)
        for last in once:
            form = candidates[last]
            width = widths.get(form.first.part[0], 0)
            if width > form.first.factor.states:
                product = self._multiply_if_merging(automata, ending[last], form)
                if product[0].factor.states <= width:
                    ending[last] = product
        return [automaton for parts in ending.values() for automaton in parts]

    def _product_form(self, parts: Sequence[MinimalAutomaton]) -> _ProductForm:
        """Return the input data of the product of some automata; the class of the product is the class of the
        first.
        """
        keys = tuple(sorted({key for part in parts for key in part.keys}, key=self.place.__getitem__))
        place = {key: at for at, key in enumerate(keys)}
        read = tuple([(part.factor, tuple([place[key] for key in part.keys])) for part in parts])
        sites = [self.site[key] for key in keys]
        begins = tuple([before < site for before, site in pairwise([-1, *sites])])
        first = min(parts, key=lambda automaton: self.place[self.own_keys(automaton.keys)[0]])
        turn = 0 if self.place_of is None else self.place_of(self.order[sites[-1]])[1]
        key = tuple([(id(factor), places) for factor, places in read]), begins
        return _ProductForm(keys, read, begins, first, turn, key)

    def _multiply_if_merging(
        self, automata: Automata, parts: list[MinimalAutomaton], form: _ProductForm
    ) -> list[MinimalAutomaton]:
        """Return the product of some automata if it has fewer states, else the automata unchanged."""
        check_stop()
        factor = automata.merging_product(form.read, form.keys, form.begins)
        if factor is None:
            return parts
        constraints = [constraint for automaton in parts for constraint in automaton.constraints]
        part = form.first.part
        members = tuple([(automaton.part[0], automaton.part[1] - part[1]) for automaton in parts])
        return [MinimalAutomaton(constraints, form.keys, factor, part, members)]
