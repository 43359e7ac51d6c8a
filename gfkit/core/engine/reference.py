"""The whole idea on one page: from a rule to its generating function, without tuning.

1. A rule on a board is a set of variables with finitely many symbols, and of *constraints* on them.
2. A sweep assigns the variables slice by slice. Assigning a variable replaces a constraint by its remainder,
   like the derivative of a regular expression. A *state* consists of all that is pending. Assignments that
   lead to one state have the same completions, so it suffices to count them for each state.
3. If board n of a family is a head, n - m equal slices and a tail for all n >= s, its count is u A^(n - s) v:
   A is the matrix of one slice, u lists the numbers of ways to the states of board s before its tail, and v
   the numbers of completions. So the sum of a(n) t^n for n >= s is a fraction, with denominator det(I - tA).

The remainder of a *short* constraint, on at most four slices or half of them, is a decision diagram. A *long*
one (a line along n, a total, connectivity) is an automaton, and its remainder is a state. It reads symbols,
or effects of *events*, for example that two nodes are linked: an event is pending until its conditions are
decided. Places of variables are counted from the next slice to be swept, so that states before two slices
are comparable.

>>> strip = TransferMatrix(Question.of("domino-tilings", "2xn"))
>>> strip.matrix, str(strip.fraction()), strip.fraction().terms(8)
([[1, 1], [1, 0]], '1/(1 - t - t^2)', [1, 1, 2, 3, 5, 8, 13, 21])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.algebra.rational import prepend_initial_counts
from gfkit.core.algebra.series import LinearRepresentation, Terms
from gfkit.core.boards import Board
from gfkit.core.boards.family import spots
from gfkit.core.errors import LimitError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.places import (
    Beginning,
    Place,
    PlacedSystem,
    Reading,
    Variable,
    nearer,
    nearer_letter,
)
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import add_exponents, exponents_for


class Pending:
    """Pending constraint: its remainder after each symbol of its first variable, finally TRUE or FALSE."""

    def __init__(self, place: Place, rests: tuple[Pending, ...]) -> None:
        self.place, self.rests = place, rests

    def after(self, place: Place, size: int) -> tuple[Pending, ...]:
        """Return the remainders after the symbols of the next variable; no earlier one is left."""
        return self.rests if self.place == place else (self,) * size


TRUE, FALSE = Pending((0, -1), ()), Pending((0, -1), ())  # at a place that no variable has
_unique = cache(Pending)


def pending(place: Place, rests: tuple[Pending, ...]) -> Pending:
    """Return the constraint with these remainders. Equal constraints are one object."""
    return rests[0] if len({*rests}) == 1 else _unique(place, rests)


@cache
def moved(c: Pending) -> Pending:
    """Return a constraint with its places counted from the next slice."""
    return pending(nearer(c.place), tuple(map(moved, c.rests))) if c.rests else c


Obligation = tuple[Pending, Reading | None]
"""A constraint and None: it must become TRUE. Or the conditions of an event and its effect: the effect occurs
if they become TRUE, and if they become FALSE, nothing happens.
"""


@cache
def decision_diagram(c: Beginning) -> Pending:
    """Return a short constraint or event, before any of its variables is assigned, as a decision diagram."""

    @cache
    def remainder(number: int, state: Any) -> Pending:
        """Return the remainder before the variable with this number, if the automaton is in this state."""
        if state is None:
            return FALSE
        if number == len(c.variables):
            return TRUE if c.automaton.accepts(state) else FALSE
        place, size = c.variables[number]
        letters = (c.automaton.letter(place, symbol) for symbol in range(size))
        rests = [remainder(number + 1, c.automaton.read(state, letter)) for letter in letters]
        return pending(place, tuple(rests))

    return remainder(0, c.automaton.start)


def with_diagrams(v: Variable) -> Variable:
    """Return a variable with the constraints and events that begin with it as decision diagrams."""
    begin: Counter[Obligation] = Counter()
    for c, times in v.begin:
        begin[decision_diagram(c), c.effect] += times
    return v._replace(begin=frozenset(begin.items()))


class State(NamedTuple):
    """All that later variables depend on. Events are counted; a constraint holds also if it is repeated."""

    pending: frozenset[tuple[Obligation, int]]
    """Short constraints and events that are not decided, each with its multiplicity."""
    long: tuple[Any, ...]
    """States of the long constraints."""
    fixed: tuple[tuple[Place, int], ...]
    """Symbols that a much later constraint reads, on a cyclic board or at a hub."""


Slice = tuple[Variable, ...]
"""Variables in the order of assignment, each with the constraints and events that begin with it."""
States = frozenset[State]
"""All states for one assignment of the shown variables. The assignment counts once if one of the states can
be completed: so the sweep goes from sets of states to sets of states (subset construction). Forgotten
variables have no weights.
"""
Row = Counter[States]
"""For each set of states, the sum of the weights of all ways there."""


class Sweep:
    """Sweep of a board slice by slice."""

    def __init__(self, question: Question, board: Board, slices: Sequence[Sequence[int]]) -> None:
        system = system_of(question.rule, board, question.positions)
        if not system.counts_solutions or question.rule.counter or any(g.windings for g in system.graphs):
            raise refused(question, f"the constraints do not express {question.rule.name}")
        self.weights = question.weights
        self.system = PlacedSystem(system, slices, board.hubs)
        self.slices = tuple(tuple(map(with_diagrams, variables)) for variables in self.system.slices)
        start = State(frozenset(), tuple(c.start for c in self.system.long), ())
        self.start: Row = Counter({frozenset({start}): 1} if self.system.is_possible else {})
        self.row, self.completions = cache(self._row), cache(self._completions)

    def derivatives(self, step: Variable, state: State) -> Iterator[tuple[int, State, Exponents]]:
        """Yield, for each symbol of a variable, the state after it and its weight, unless it violates a
        constraint.
        """
        before, fixed = Counter(dict(state.pending)), dict(state.fixed)
        for (c, effect), times in step.begin:
            while c.place in fixed:
                c = c.rests[fixed[c.place]]
            before[c, effect] += times
        for symbol, own in enumerate(step.weights):
            after: Counter[Obligation] = Counter()
            for (c, effect), times in before.items():
                after[c.after(step.place, len(step.weights))[symbol], effect] += times
            if (FALSE, None) in after:
                continue
            letters = [(number, letter_of[symbol]) for number, letter_of in step.readings]
            # a node enters before it is linked, and leaves last
            effects = sorted(effect for c, effect in after.elements() if c is TRUE and effect)
            read = self.system.read(state.long, [*letters, *effects])
            if read is None:
                continue
            long, of_components = read
            later = frozenset(  # without decided ones, which have no rests
                ((c, effect), times if effect else 1) for (c, effect), times in after.items() if c.rests
            )
            now_fixed = ((step.fixed, symbol),) if step.fixed else ()
            weight = exponents_for(add_exponents(own, of_components), self.weights)
            yield symbol, State(later, long, (*state.fixed, *now_fixed)), weight

    def _row(self, slice_: Slice, states: States) -> Row:
        """Return the row of the transfer matrix of a slice: the sets of states after it, with weights."""
        row = Counter({states: 1})
        for step in slice_:
            before, row = row, Counter()
            for some, total in before.items():
                ways: dict[tuple[int | None, Exponents], set[State]] = {}
                for state in some:
                    for symbol, after, weight in self.derivatives(step, state):
                        shown = symbol if step.is_shown else None
                        ways.setdefault((shown, weight), set()).add(after)
                for (_, weight), together in ways.items():
                    row[frozenset(together)] += total * self._monomial(weight)
        return Counter({frozenset(map(self.moved, some)): total for some, total in row.items()})

    def _monomial(self, exponents: Exponents) -> Any:
        """Return the monomial x^i y^j of a weight, or 1."""
        names = self.weights.variables
        return Polynomial.monomial(exponents[: len(names)], names) if any(exponents) else 1

    def moved(self, state: State) -> State:
        """Return a state with its places counted from the next slice."""
        later = (((moved(c), nearer_letter(effect)), times) for (c, effect), times in state.pending)
        return State(frozenset(later), self.system.nearer(state.long), state.fixed)

    def after(self, row: Row, slices: Iterable[Slice]) -> Row:
        """Return the row after some slices."""
        for slice_ in slices:
            before, row = row, Counter()
            for states, total in before.items():
                for after, number in self.row(slice_, states).items():
                    row[after] += total * number
        return row

    def _completions(self, j: int, states: States) -> Any:
        """Return the sum of the weights of the completions by slice j and the later slices."""
        if j == len(self.slices):
            return int(any(self.system.accepts(state.long) for state in states))  # all nodes have left
        row = self.row(self.slices[j], states)
        return sum(number * self.completions(j + 1, after) for after, number in row.items())

    def count(self) -> Any:
        """Return the sum of the weights of all solutions."""
        return sum(number * self.completions(0, states) for states, number in self.start.items())


_INNER = 12
"""Number of inner slices that remain between the ends, by the theorem, on the board that we take. One would
suffice; if there are fewer than 12 equal ones, a hypothesis of the theorem does not hold.
"""
_MOST_SIZE = 200
_MOST_STATES = 1000


class TransferMatrix:
    """Transfer matrix of a family of boards.

    Theorem. Let board n + 1 have one slice more than board n. Let the short constraints and the events, with
    their nodes, be translates of finitely many patterns of at most R slices (cyclically on a cyclic family,
    hubs not counted), each of which occurs at every position where it fits, or only at a fixed distance of at
    most R slices from one end. Let the long constraints have the same forms and start states on all boards,
    and read the same letters at translated variables. Then all boards larger than some board of N >= 4 R
    slices consist of its first 2 R slices, equal slices, and its last 2 R slices. Hence a(n) = u A^(n - s) v,
    since acceptance depends on the forms alone.

    Proof. A slice contains variables with their letters, and what begins in it. Where a constraint or event
    begins depends on the patterns that meet the slices within R of it, and the slice in which a node leaves
    depends on all events that concern it. At distance 2 R or more from both ends these are translates;
    elsewhere they depend on one end only. On a cyclic board, what begins near the last slice names the first
    slices by fixed places. QED

    That the patterns have at most R slices is known from the rule (``Question.reach``), and at least the
    measured reach of this board. We take N >= 4 R + 12, so that a wrong hypothesis is likely to be seen, and
    also check board n + 1 and the smaller boards from ``sure`` on; still smaller ones are counted. For a rule
    with a hypothesis, R is unknown; then the hypothesis is the conclusion for all n >= ``same_from``.
    """

    def __init__(self, question: Question, same_from: int = 0) -> None:
        rule = question.rule
        if rule.extent is None and not rule.hypothesis:
            raise refused(question, "the rule has no known range")
        self.question, self.first = question, question.family.first_n
        n, self.sweep = self._long_board(question.reach(rule.extent or 0), max(8, self.first, same_from))
        slices, middle = self.sweep.slices, len(self.sweep.slices) // 2
        self.inner = slices[middle]
        begin = 1 + max((j for j in range(middle) if slices[j] != self.inner), default=-1)
        end = min((j for j in range(middle, len(slices)) if slices[j] != self.inner), default=len(slices))
        self.head, self.tail, self.m = slices[:begin], slices[end:], n - (end - begin)
        if end - begin < _INNER:
            raise refused(question, f"board {n} has fewer than {_INNER} equal inner slices")
        if not self.is_formed(n + 1):
            raise refused(question, f"board {n + 1} has other slices than board {n}")
        self.sure = n
        while self.sure > max(self.m, self.first, 1) and self.is_formed(self.sure - 1):
            self.sure -= 1  # down to board 1: board 0 may have no cells
        ways = self.sweep.after(self.sweep.start, (*self.head, *[self.inner] * (self.sure - self.m)))
        rows = self._rows([*ways])
        completions = {states: self.sweep.completions(end, states) for states in rows}
        live = _with_completions(rows, completions)
        self.matrix = [[rows[one][other] for other in live] for one in live]
        self.start, self.ends = [ways[one] for one in live], [completions[one] for one in live]

    def _long_board(self, reach: int, least: int) -> tuple[int, Sweep]:
        """Return the board from which the matrix is taken, and its size."""
        for n in range(least, least + _MOST_SIZE, 4):
            board = self.board(n)
            if len(board.slices) >= _INNER + 4 * max(board.system.reach, reach):
                return n, board
        raise refused(self.question, "constraints are too long")

    def _rows(self, todo: list[States]) -> dict[States, Row]:
        """Return the rows of the matrix for all states that are reached from the given ones."""
        rows: dict[States, Row] = {}
        for states in todo:  # grows
            if states not in rows:
                if len(rows) == _MOST_STATES:
                    raise refused(self.question, f"more than {_MOST_STATES} sets of states")
                rows[states] = self.sweep.row(self.inner, states)
                todo += rows[states]
        return rows

    def board(self, n: int) -> Sweep:
        """Return the board of size n; hubs belong to its first slice."""
        board = self.question.family.at(n)
        turns = [max(j, 0) for _, j in spots(self.question.family, board)]
        slices = [[cell for cell, j in enumerate(turns) if j == k] for k in range(max(turns, default=-1) + 1)]
        return Sweep(self.question, board, slices)

    def is_formed(self, n: int) -> bool:
        """Return True if board n consists of the head, n - m equal slices and the tail."""
        board, formed = self.board(n), (*self.head, *[self.inner] * (n - self.m), *self.tail)
        alike = board.start == self.sweep.start and board.system.forms == self.sweep.system.forms
        return alike and board.slices == formed

    def fraction(self) -> RationalGF:
        """Return the sum of a(n) t^n: the fraction of the matrix, preceded by the counts of small boards."""
        start, *edges, ends = (
            {j: _terms_of(a) for j, a in enumerate(row) if a != 0}
            for row in (self.start, *self.matrix, self.ends)
        )
        fraction = LinearRepresentation(start, tuple(edges), ends).fraction(self.question.weights.variables)
        initial = [self.board(n).count() for n in range(self.first, self.sure)]
        return prepend_initial_counts(self.first, self.sure, initial, fraction)


def _with_completions(rows: Mapping[States, Row], completions: Mapping[States, Any]) -> list[States]:
    """Return the states from which the tail can be completed, possibly after more inner slices."""
    alive: set[States] = set()
    while more := {
        states
        for states in rows.keys() - alive
        if completions[states] != 0 or not alive.isdisjoint(rows[states])
    }:
        alive |= more
    return [states for states in rows if states in alive]


def _terms_of(number: int | Polynomial) -> Terms:
    """Return the coefficients of a polynomial in at most x and y by their exponents."""
    if not isinstance(number, Polynomial):
        return {(0, 0): number}
    return {(sum(power[:1]), sum(power[1:])): value for power, value in number.terms}


def refused(question: Question, why: str) -> LimitError:
    """Return the error for a query that is outside of the reference."""
    return LimitError(f"method 'reference': {why}, on {question.boards.text!r}; use method 'auto'")
