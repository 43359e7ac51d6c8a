"""States as sets of pending constraints on the variables of a board, and the transfer matrix of a sweep.

A board has variables, whose values are symbols, and constraints on few variables each. Variables have places
0, 1, 2, ... and are assigned in this order. A *debt* is a pending constraint, that is, the remainder of a
constraint after some variables are assigned: a clause (these variables do not all have one of these symbols),
a count (the number of variables with one of their symbols), a table (the admissible rows). Assigning a
variable replaces a debt by its remainder, like the derivative of a regular expression with respect to a
symbol: the remainder is satisfied, violated, or a debt on fewer variables.

A *state* of a board whose first variables are assigned consists of the set of debts, in a normal form; the
symbols of kept variables, on which later constraints depend (hubs); the counts of tallied events; and the
states of global constraints, for example the components of connected cells. For instance, in domino tilings
of 2 x n, each cell of the next slice that is already covered excludes the pieces that would cover it again.

Theorem. Two assignments of the first variables that lead to the same state have the same completions. So the
sweep over the states counts the assignments of all variables that violate no constraint, with the product of
their weights.

Proof. By induction on the remaining variables. The later symbols satisfy the remainder of a constraint if and
only if all symbols together satisfy the constraint; for clauses, counts and tables this is immediate. The
normal form unites the debts on a single place, and removes the symbols that these exclude from the other
debts, which does not change the set of solutions of all debts. Constraints that begin later are added when
their first variable is assigned, and depend on earlier symbols only through the kept symbols, which the state
contains. QED

Slices. Board m + k of a family is a head, k slices and a tail, with the same constraints in each slice. So
there are finitely many states before a slice if places are counted from its start, and all are reachable from
the states after the head. ``Machine`` contains them. Places from END on count from the end of the board: a
cyclic board joins its last slices to its first ones. States before a slice may be folded (``fold.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple, Protocol

from gfkit.proofs.checker.reading import Budget, RefusalError, need

# Debts: remainders of constraints ---------------------------------------------------------------------------

END = 10**9
"""Offset of places that are counted from the end: END - k is the place of the k-th last variable of the
board.
"""
FAR = END // 2
KEPT = -(10**9)
"""Offset of kept variables: KEPT + k is the place of the k-th variable whose symbol a state contains."""
Items = tuple[tuple[int, int], ...]
"""Places, ascending, each with a bit mask of symbols."""
Label = tuple[int, ...]
"""Label of a debt: empty, or the tally that counts it, the part of that tally, and a place that distinguishes
debts.
"""
Move = Callable[[int], int]


class Debt(Hashable, Protocol):
    """Pending constraint: remainder of a constraint after some of its variables are assigned.

    ``after`` returns the remainder when the variable at the first place is assigned, or None if the
    constraint is violated. ``restrict`` returns the remainder when some symbols at some places are excluded.
    """

    @property
    def first(self) -> int: ...
    @property
    def slots(self) -> tuple[int, ...]: ...
    def after(self, symbol: int) -> tuple[Debt, ...] | None: ...
    def restrict(self, barred: dict[int, int]) -> tuple[Debt, ...] | None: ...
    def shift(self, move: Move) -> Debt: ...


class TallyHit(NamedTuple):
    """Event that a tally counts, once it has occurred."""

    label: Label

    @property
    def first(self) -> int:
        return END - 1

    @property
    def slots(self) -> tuple[int, ...]:
        return ()

    def after(self, _symbol: int) -> tuple[Debt, ...]:
        return (self,)

    def restrict(self, _barred: dict[int, int]) -> tuple[Debt, ...]:
        return (self,)

    def shift(self, _move: Move) -> Debt:
        return self


class Clause(NamedTuple):
    """Clause: at least one of the listed places has none of its listed symbols; with a label, the violation
    is counted.
    """

    items: Items
    label: Label = ()

    @property
    def first(self) -> int:
        return self.items[0][0]

    @property
    def slots(self) -> tuple[int, ...]:
        return tuple(place for place, _ in self.items)

    def _with_items(self, items: Items) -> tuple[Debt, ...] | None:
        if items:
            return (Clause(items, self.label),)
        return (TallyHit(self.label),) if self.label else None

    def after(self, symbol: int) -> tuple[Debt, ...] | None:
        return self._with_items(self.items[1:]) if self.items[0][1] >> symbol & 1 else ()

    def restrict(self, barred: dict[int, int]) -> tuple[Debt, ...] | None:
        items = tuple((place, mask & ~barred.get(place, 0)) for place, mask in self.items)
        return self._with_items(items) if all(mask for _, mask in items) else ()

    def shift(self, move: Move) -> Debt:
        items = tuple(sorted((move(place), mask) for place, mask in self.items))
        return Clause(items, shift_label(self.label, move))


class Count(NamedTuple):
    """Count constraint: if ``given`` holds, the number of places with one of their symbols is a set bit of
    ``allowed``.
    """

    items: Items
    allowed: int
    given: Items = ()

    @property
    def first(self) -> int:
        if not self.given:
            return self.items[0][0]
        return min(self.given[0][0], self.items[0][0]) if self.items else self.given[0][0]

    @property
    def slots(self) -> tuple[int, ...]:
        return tuple(place for place, _ in (*self.given, *self.items))

    def simple(self) -> tuple[Debt, ...] | None:
        """Return the equivalent debts in the simplest form, or None if the constraint is unsatisfiable."""
        every = (2 << len(self.items)) - 1
        allowed = self.allowed & every
        if allowed == every:
            return ()
        if not allowed:
            return (Clause(self.given),) if self.given else None
        if allowed == 1 and not self.given:
            return tuple(Clause((item,)) for item in self.items)
        return (Count(self.items, allowed, self.given),)

    def after(self, symbol: int) -> tuple[Debt, ...] | None:
        place, (items, allowed, given) = self.first, self
        if given and given[0][0] == place:
            if not given[0][1] >> symbol & 1:
                return ()
            given = ()
        if items and items[0][0] == place:
            if items[0][1] >> symbol & 1:
                allowed >>= 1
            items = items[1:]
        return Count(items, allowed, given).simple()

    def restrict(self, barred: dict[int, int]) -> tuple[Debt, ...] | None:
        items = tuple((place, left) for place, mask in self.items if (left := mask & ~barred.get(place, 0)))
        given = tuple((place, mask & ~barred.get(place, 0)) for place, mask in self.given)
        return () if given and not given[0][1] else Count(items, self.allowed, given).simple()

    def shift(self, move: Move) -> Debt:
        items = tuple(sorted((move(place), mask) for place, mask in self.items))
        return Count(items, self.allowed, tuple((move(place), mask) for place, mask in self.given))


class Table(NamedTuple):
    """Table constraint: the symbols at the listed places form a row of a list. With a label, this event is
    counted.

    The bits of ``rows`` are the possible rows, in an order in which the symbol at the last place changes
    first.
    """

    places: tuple[int, ...]
    symbols: tuple[int, ...]
    rows: int
    label: Label = ()

    @property
    def first(self) -> int:
        return self.places[0]

    @property
    def slots(self) -> tuple[int, ...]:
        return self.places

    def simple(self) -> tuple[Debt, ...] | None:
        """Return the equivalent debts in the simplest form, or None if the constraint is unsatisfiable."""
        every = (1 << prod(self.symbols)) - 1
        if self.rows == every:
            return (TallyHit(self.label),) if self.label else ()
        if not self.rows:
            return () if self.label else None
        if len(self.places) == 1:
            mask = self.rows if self.label else every & ~self.rows
            return (Clause(((self.places[0], mask),), self.label),)
        text, size = f"{self.rows:0{prod(self.symbols)}b}", 1
        for k, symbols in reversed(
            [*enumerate(self.symbols)]
        ):  # a place that distinguishes no rows is removed
            parts = [text[at : at + size] for at in range(0, len(text), size)]
            if all(parts[at::symbols] == parts[::symbols] for at in range(1, symbols)):
                places, left = ((*some[:k], *some[k + 1 :]) for some in (self.places, self.symbols))
                return Table(places, left, int("".join(parts[::symbols]), 2), self.label).simple()
            size *= symbols
        return (self,)

    def after(self, symbol: int) -> tuple[Debt, ...] | None:
        size = prod(self.symbols[1:])
        rows = self.rows >> size * range(self.symbols[0])[symbol] & (1 << size) - 1
        return Table(self.places[1:], self.symbols[1:], rows, self.label).simple()

    def restrict(self, _barred: dict[int, int]) -> tuple[Debt, ...]:
        return (self,)

    def shift(self, move: Move) -> Debt:
        places, label = [*map(move, self.places)], shift_label(self.label, move)
        order = sorted(range(len(places)), key=places.__getitem__)
        if order == [*range(len(places))]:
            return self._replace(places=tuple(places), label=label)
        text, sizes = f"{self.rows:0{prod(self.symbols)}b}", self.symbols
        steps = [range(0, prod(sizes[k:]), prod(sizes[k + 1 :])) for k in order]
        rows = int("".join(text[sum(row)] for row in product(*steps)), 2)
        return Table(tuple(sorted(places)), tuple(sizes[k] for k in order), rows, label)


DEBT_NAMES: dict[type, str] = {TallyHit: "fired", Clause: "clause", Count: "count", Table: "table"}
"""Names of the kinds of debts in files."""


def rank(debt: Debt) -> tuple[str, Debt]:
    """Return the sort key of a debt: its kind (clauses, counts, tables), then its fields."""
    return type(debt).__name__, debt


def shift_label(label: Label, move: Move) -> Label:
    return (*label[:2], move(label[2])) if label else label


def normal_form(debts: set[Debt]) -> frozenset[Debt] | None:
    """Return the normal form of a set of debts, or None if they cannot all be satisfied.

    Exclusions by debts on a single place are united and removed from the other debts.
    """
    while True:
        barred: dict[int, int] = {}
        others = []
        for debt in debts:
            if isinstance(debt, Clause) and len(debt.items) == 1 and not debt.label:
                place, mask = debt.items[0]
                barred[place] = barred.get(place, 0) | mask
            else:
                others.append(debt)
        after: set[Debt] = {Clause((item,)) for item in barred.items()}
        for debt in others:
            left = debt.restrict(barred) if barred else (debt,)
            if left is None:
                return None
            after.update(left)
        if after == debts:
            return frozenset(after)
        debts = after


# Boards as variables with constraints -----------------------------------------------------------------------

Power = tuple[int, int]
"""Exponents of x and y in a monomial."""
Sum = dict[Power, int]
"""Polynomial in x and y."""
Op = tuple[int, ...]
"""Operation at a site: -1, a tally, a variable and symbols; or a global constraint and its operation."""
WholeState = Any
"""State of a global constraint: a tuple, interpreted only by that constraint."""


class Whole(Protocol):
    """Global constraint on a board, such as connectivity of its cells, updated site by site."""

    @property
    def name(self) -> str: ...
    @property
    def start(self) -> WholeState: ...
    def after(
        self, state: WholeState, op: Op, symbols: tuple[int, ...], /
    ) -> Iterable[tuple[WholeState, Power]]: ...
    def holds(self, state: WholeState, /) -> bool: ...
    def data(self) -> tuple[object, ...]: ...


class EventNumber(NamedTuple):
    """Required number of occurrences of an event, counted up to ``cap`` or modulo it, possibly conditional on
    a kept variable.
    """

    allowed: frozenset[int]
    cap: int
    modulo: bool = False
    given: Items = ()

    def after(self, number: int) -> int:
        return (number + 1) % self.cap if self.modulo else min(number + 1, self.cap)


class Site(NamedTuple):
    """Variables assigned in one step of the sweep; the first one is at the place ``at``.

    A variable has a weight for each symbol. ``laid`` lists, for each variable, the constraints of which it is
    the first one.
    """

    at: int
    slots: tuple[tuple[Power, ...], ...]
    kept: tuple[bool, ...]
    laid: tuple[tuple[Debt, ...], ...]
    ops: tuple[Op, ...]


class System(NamedTuple):
    """Constraint system of a family of boards: each size below ``first`` separately, all larger sizes as
    head, slices and tail.

    The board of size first + k consists of the head, k slices and the tail. The variables of the first slice
    and of the tail have the places after the head.
    """

    first: int
    boards: tuple[tuple[Site, ...], ...]
    head: tuple[Site, ...]
    slice: tuple[Site, ...]
    tail: tuple[Site, ...]
    tallies: tuple[EventNumber, ...]
    wholes: tuple[Whole, ...]

    def data(self) -> dict[str, object]:
        """Return the system in the format of a file."""
        parts = self._replace(wholes=tuple(whole.data() for whole in self.wholes))  # type: ignore[misc]
        return {name: data_of(part) for name, part in zip(self._fields, parts, strict=True)}


def data_of(part: object) -> object:
    """Return a part of a system in the format of a file."""
    if isinstance(part, frozenset):
        return sorted(part)
    if not isinstance(part, tuple):
        return part
    fields = [*map(data_of, part)]
    if isinstance(part, Table):
        fields[2] = f"{part.rows:x}"
    name = DEBT_NAMES.get(type(part))
    return fields if name is None else [name, *fields]


class State(NamedTuple):
    """State of a sweep: debts, kept symbols, tally counts and the states of global constraints."""

    debts: frozenset[Debt]
    kept: tuple[int, ...]
    tallies: tuple[int, ...]
    wholes: tuple[WholeState, ...]


def length(sites: Sequence[Site]) -> int:
    """Return the number of variables."""
    return sum(len(site.slots) for site in sites)


# The sweep --------------------------------------------------------------------------------------------------

Way = tuple[set[Debt], tuple[int, ...], tuple[int, ...], Power]
"""Partial assignment within a site: the debts, the kept symbols, the symbols assigned so far, and the
weight.
"""
Ways = list[tuple[int, Power]]
"""Successors of a state by number, each with the exponents of its transition."""


class Sweep:
    """Transitions between the states of a system, site by site."""

    def __init__(self, system: System, budget: Budget, symmetries: Sequence[Move] = ()) -> None:
        self._system, self._budget, self._symmetries = system, budget, symmetries
        wholes = tuple(whole_.start for whole_ in system.wholes)
        self.start: State = State(frozenset(), (), (0,) * len(system.tallies), wholes)
        self._paid: dict[tuple[Debt, int], tuple[Debt, ...] | None] = {}
        self._moved: dict[tuple[Debt, int | Move], Debt] = {}

    def after(self, site: Site, state: State) -> list[tuple[State, Power]]:
        """Return the states after a site, each with the exponents of x and y of its transition."""
        stop = site.at + len(site.slots)
        idle = {debt for debt in state.debts if debt.first >= stop}
        ways: list[Way] = [({*state.debts} - idle, state.kept, (), (0, 0))]
        for k in range(len(site.slots)):
            ways = [way for past in ways for way in self._decide_slot(site, k, past)]
        states = []
        for debts, kept, symbols, power in ways:
            left = normal_form(debts | idle)
            if left is not None:
                owed = state._replace(debts=left, kept=kept)
                states += self._apply_ops(site, owed, symbols, power)
        self._budget.spend(10 + 3 * len(ways) * (4 + len(state.debts)))
        return states

    def _decide_slot(self, site: Site, k: int, way: Way) -> Iterator[Way]:
        """Yield the partial assignments after variable k of a site, for each of its symbols."""
        debts, kept, symbols, power = way
        place, pending = site.at + k, set(debts)
        for laid in site.laid[k]:
            unread: list[Debt] = [laid]
            while unread:
                debt = unread.pop()
                if debt.first >= 0:
                    pending.add(debt)
                    continue
                rest = debt.after(kept[debt.first - KEPT])
                if rest is None:
                    return
                unread += rest
        for symbol, (i, j) in enumerate(site.slots[k]):
            left: set[Debt] = set()
            for debt in pending:
                if debt.first != place:
                    left.add(debt)
                    continue
                key = debt, symbol
                if key not in self._paid:
                    self._paid[key] = debt.after(symbol)
                paid = self._paid[key]
                if paid is None:
                    break
                left.update(paid)
            else:
                more = (*kept, symbol) if site.kept[k] else kept
                yield left, more, (*symbols, symbol), (power[0] + i, power[1] + j)

    def _apply_ops(
        self, site: Site, state: State, symbols: tuple[int, ...], power: Power
    ) -> list[tuple[State, Power]]:
        """Return the states after the tallies and the global constraints have been updated with the symbols
        of a step.
        """
        tallies = [*state.tallies]
        fired = [debt for debt in state.debts if isinstance(debt, TallyHit)]
        for debt in fired:
            tallies[debt.label[0]] = self._system.tallies[debt.label[0]].after(tallies[debt.label[0]])
        ways = [(state.wholes, power)]
        for number, *op in site.ops:
            if number < 0:
                tally, slot, mask = op
                if mask >> symbols[slot] & 1:
                    tallies[tally] = self._system.tallies[tally].after(tallies[tally])
                continue
            ways = [
                ((*wholes[:number], after, *wholes[number + 1 :]), (p + i, q + j))
                for wholes, (p, q) in ways
                for after, (i, j) in self._system.wholes[number].after(wholes[number], tuple(op), symbols)
            ]
        debts = state.debts.difference(fired)
        return [(State(debts, state.kept, tuple(tallies), wholes), power) for wholes, power in ways]

    def shift(self, state: State, by: int, far: int = 0) -> State:
        """Return a state with all places shifted. If ``far`` is not 0, shift places that are counted from the
        end by ``far``.
        """

        def move(place: int) -> int:
            return place + far if place > FAR else place + by

        return self._move(state, move, far or by)

    def _move(self, state: State, move: Move, key: int | Move) -> State:
        debts = set()
        for debt in state.debts:
            if (debt, key) not in self._moved:
                self._budget.spend(prod(debt.symbols) // 4 if isinstance(debt, Table) else 1)
                self._moved[debt, key] = debt.shift(move)
            debts.add(self._moved[debt, key])
        return state._replace(debts=frozenset(debts))

    def fold(self, state: State) -> State:
        """Return the representative of a state: the smallest of the state and its images, in the order of
        their debts.
        """
        if not self._symmetries:
            return state
        self._budget.spend(len(self._symmetries) * (5 + 2 * len(state.debts)))
        images = (self._move(state, move, move) for move in self._symmetries)
        return min([state, *images], key=lambda one: sorted(map(rank, one.debts)))

    def holds(self, state: State) -> bool:
        """Return True if the constraints that remain at the end of a board are satisfied."""
        need(not state.debts, "system: a constraint extends beyond the board")
        for tally, number in zip(self._system.tallies, state.tallies, strict=True):
            asked = all(mask >> state.kept[place - KEPT] & 1 for place, mask in tally.given)
            if asked and number not in tally.allowed:
                return False
        wholes = zip(self._system.wholes, state.wholes, strict=True)
        return all(whole_.holds(value) for whole_, value in wholes)

    def forward(self, sites: Sequence[Site], states: dict[State, Sum]) -> dict[State, Sum]:
        """Return the states after the sites, each with the sum of the weights of the paths to it."""
        for site in sites:
            after: dict[State, Sum] = {}
            for state, total in states.items():
                for then, power in self.after(site, state):
                    add_to(after.setdefault(then, {}), total, power)
            states = after
        return states

    def count(self, sites: Sequence[Site]) -> Sum:
        """Return the sum of the weights of all assignments of a board."""
        total: Sum = {}
        for state, weights in self.forward(sites, {self.start: {(0, 0): 1}}).items():
            if self.holds(state):
                add_to(total, weights)
        return total

    def backward(self, sites: Sequence[Site], states: Iterable[State]) -> list[Sum]:
        """Return, for every state, the sum of the weights of all completions of the board."""
        layer: dict[State, int] = {}
        numbers = [layer.setdefault(state, len(layer)) for state in states]
        rows: list[list[Ways]] = []
        for site in sites:
            after: dict[State, int] = {}
            rows.append([self.successors(site, state, after) for state in layer])
            layer = after
        ends: list[Sum] = [{(0, 0): 1} if self.holds(state) else {} for state in layer]
        for row in reversed(rows):
            before = ends
            ends = []
            for ways in row:
                total: Sum = {}
                for target, power in ways:
                    add_to(total, before[target], power)
                ends.append(total)
        return [ends[number] for number in numbers]

    def successors(self, site: Site, state: State, numbers: dict[State, int], by: int = 0) -> Ways:
        """Return the transitions from a state, with all places shifted. New states are numbered
        consecutively.
        """
        ways = []
        for after, power in self.after(site, state):
            then = self.fold(self.shift(after, by)) if by else after
            ways.append((numbers.setdefault(then, len(numbers)), power))
        return ways


def add_to(total: Sum, more: Sum, power: Power = (0, 0)) -> None:
    """Add a polynomial, times a monomial, to another."""
    i, j = power
    for (p, q), c in more.items():
        total[p + i, q + j] = total.get((p + i, q + j), 0) + c


class Machine:
    """Transfer matrix: the states between the sites of the repeating slice, and the transitions.

    ``start`` contains the total weight with which the head leads to each state before the first slice, and
    ``ends`` the total weight with which each state leads to the end. ``early`` contains the counts of boards
    that are too short to have a slice.
    """

    def __init__(
        self, system: System, budget: Budget, most: Sequence[int] = (), fold: Sequence[Move] = ()
    ) -> None:
        sweep = Sweep(system, budget, fold)
        self.early: list[Sum] = [sweep.count(board) for board in system.boards]
        begin: dict[State, Sum] = {}
        for state, total in sweep.forward(system.head, {sweep.start: {(0, 0): 1}}).items():
            add_to(begin.setdefault(sweep.fold(state), {}), total)
        width, head = length(system.slice), length(system.head)
        self.states: list[dict[State, int]] = [{} for _ in system.slice] or [{}]
        self.states[0] = {state: k for k, state in enumerate(begin)}
        self.rows: list[list[Ways]] = [[] for _ in system.slice]
        done = False
        while not done:
            done = True
            for x, site in enumerate(system.slice):
                last = x + 1 == len(system.slice)
                to = self.states[(x + 1) % len(system.slice)]
                for state in [*self.states[x]][len(self.rows[x]) :]:
                    self.rows[x].append(sweep.successors(site, state, to, -width * last))
                    done = False
                if most and len(to) > most[(x + 1) % len(system.slice)]:
                    raise RefusalError(1, f"a reachable state is not listed, after step {x}")
        self.start: list[tuple[int, Sum]] = [(self.states[0][state], total) for state, total in begin.items()]
        stop = head + length(system.tail) - END
        self.ends: list[Sum] = sweep.backward(
            system.tail, [sweep.shift(state, 0, stop) for state in self.states[0]]
        )
