"""The whole idea on one page: from a rule to its generating function, without tuning.

1. A rule on a board is a set of variables with finitely many symbols, and of *constraints* on them.
2. A sweep assigns the variables slice by slice. Assigning a variable replaces a constraint by its remainder,
   like the derivative of a regular expression. A *state* consists of all that is pending. Assignments that
   lead to one state have the same completions, so it suffices to count them for each state.
3. If board n of a family is a head, n - m equal slices and a tail for all n >= s, its count is u A^(n - s) v:
   A is the matrix of one slice, u lists the numbers of ways to the states of board s before its tail, and v
   the numbers of completions. So the sum of a(n) t^n for n >= s is a fraction, with denominator det(I - tA).

The remainder of a *short* constraint, on at most half of the slices, is a decision diagram. A *long* one (a
line, a total, connectivity) is an automaton, and its remainder is a state. It may read effects of *events*,
for example that two nodes are linked: an event is pending until its conditions are decided.
Places of variables are counted from the slice that is swept, so that states before two slices are comparable.

>>> strip = TransferMatrix(Question.of("domino-tilings", "2xn"))
>>> strip.matrix, str(strip.fraction()), strip.fraction().terms(8)
([[1, 1], [1, 0]], '1/(1 - t - t^2)', [1, 1, 2, 3, 5, 8, 13, 21])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
from gfkit.core.typing import exponents_for


class Pending:
    """Pending constraint: its remainder after each symbol of its first variable, finally TRUE or FALSE."""

    def __init__(self, place: Place, rests: tuple[Pending, ...]) -> None:
        self.place, self.rests = place, rests

    def after(self, place: Place, size: int) -> tuple[Pending, ...]:
        """Return the remainders after the symbols of the next variable; no earlier one is left."""
        return self.rests if self.place == place else (self,) * size


TRUE, FALSE = Pending((0, -1), ()), Pending((0, -1), ())
_unique = cache(Pending)


def pending(place: Place, rests: tuple[Pending, ...]) -> Pending:
    """Return the constraint with these remainders. Equal constraints are one object."""
    return rests[0] if len({*rests}) == 1 else _unique(place, rests)


@cache
def moved(c: Pending) -> Pending:
    """Return a constraint with its places counted from the next slice."""
    return pending(nearer(c.place), tuple(map(moved, c.rests))) if c.rests else c


@cache
def unread(c: Beginning) -> Pending:
    """Return a constraint before its first variable as a decision diagram, computed by its automaton."""

    @cache
    def rest(number: int, state: Any) -> Pending:
        if state is None or number == len(c.variables):
            return TRUE if state is not None and c.automaton.accepts(state) else FALSE
        place, size = c.variables[number]
        states = (c.automaton.read(state, c.automaton.letter(place, symbol)) for symbol in range(size))
        return pending(place, tuple([rest(number + 1, after) for after in states]))

    return rest(0, c.automaton.start)


def with_remainders(v: Variable) -> Variable:
    """Return a variable with the remainders of the constraints and events that begin with it."""
    begin = Counter((unread(c), c.effect) for c, times in v.begin for _ in range(times))
    return v._replace(begin=frozenset(begin.items()))


class State(NamedTuple):
    """All that later variables depend on. Events are counted; a constraint holds also if it is repeated."""

    pending: frozenset[tuple[tuple[Pending, Reading | None], int]]  # constraint or event, effect, number
    long: tuple[Any, ...]  # states of the long constraints
    fixed: tuple[tuple[Place, int], ...]  # symbols that a much later constraint reads, on a cyclic board


Slice = tuple[Variable, ...]  # in the order of assignment, each with the constraints that begin with it
States = frozenset[State]  # all states for one assignment of the shown variables, which counts once
Row = Counter[States]  # for each of them, the sum of the weights of all ways there


class Sweep:
    """Sweep of a board slice by slice."""

    def __init__(self, question: Question, board: Board, slices: Sequence[Sequence[int]]) -> None:
        system = system_of(question.rule, board, question.positions)
        if not system.counts_solutions or question.rule.counter or any(g.windings for g in system.graphs):
            raise LimitError(f"method 'reference': the constraints do not express {question.rule.name}")
        self.weights, self.system = question.weights, PlacedSystem(system, slices, board.hubs)
        self.slices = tuple(tuple(map(with_remainders, variables)) for variables in self.system.slices)
        start = State(frozenset(), tuple(c.start for c in self.system.long), ())
        self.start: Row = Counter({frozenset({start}): 1} if self.system.is_possible else {})
        self.row, self.completions = cache(self._row), cache(self._completions)

    def derivatives(self, step: Variable, state: State) -> Iterator[tuple[int, State, Exponents]]:
        """Yield, for each symbol of a variable, the state after it and its weight."""
        before, fixed = Counter(dict(state.pending)), dict(state.fixed)
        for (c, effect), times in step.begin:
            while c.place in fixed:
                c = c.rests[fixed[c.place]]
            before[c, effect] += times
        for symbol, (x, y) in enumerate(step.weights):
            after: Counter[tuple[Pending, Reading | None]] = Counter()
            for (c, effect), times in before.items():
                after[c.after(step.place, len(step.weights))[symbol], effect] += times
            effects = sorted(effect for rest, effect in after.elements() if rest is TRUE and effect)
            letters = [(number, own[symbol]) for number, own in step.readings]
            read = self.system.read(state.long, [*letters, *effects])
            if read is not None and (FALSE, None) not in after:
                later = frozenset((c, times if c[1] else 1) for c, times in after.items() if c[0].rests)
                known = (*state.fixed, (step.fixed, symbol)) if step.fixed else state.fixed
                power = exponents_for((x + read[1][0], y + read[1][1]), self.weights)
                yield symbol, State(later, read[0], known), power

    def _row(self, slice_: Slice, states: States) -> Row:
        """Return the row of the transfer matrix of a slice: the states after it."""
        row, names = Counter({states: 1}), self.weights.variables
        for step in slice_:
            before, row = row, Counter()
            for some, total in before.items():
                ways: dict[Any, set[State]] = {}
                for symbol, now, power in (way for state in some for way in self.derivatives(step, state)):
                    ways.setdefault((symbol if step.is_shown else None, power), set()).add(now)
                for (_, power), after in ways.items():
                    weight: Any = Polynomial.monomial(power[: len(names)], names) if any(power) else 1
                    row[frozenset(after)] += total * weight
        return Counter({frozenset(map(self.moved, some)): total for some, total in row.items()})

    def moved(self, state: State) -> State:
        """Return a state with its places counted from the next slice."""
        later = (((moved(c), nearer_letter(effect)), times) for (c, effect), times in state.pending)
        return State(frozenset(later), self.system.nearer(state.long), state.fixed)

    def after(self, row: Row, slices: Iterable[Slice]) -> Row:
        """Return the states after some slices."""
        for slice_ in slices:
            before, row = row, Counter()
            for states, total in before.items():
                for after, number in self.row(slice_, states).items():
                    row[after] += total * number
        return row

    def _completions(self, j: int, states: States) -> Any:
        """Return the sum of the weights of the completions by slice j and the later slices."""
        if j < len(self.slices):
            row = self.row(self.slices[j], states)
            return sum(number * self.completions(j + 1, after) for after, number in row.items())
        return int(any(self.system.accepts(state.long) for state in states))

    def count(self) -> Any:
        """Return the sum of the weights of all solutions."""
        return sum(number * self.completions(0, states) for states, number in self.start.items())


class TransferMatrix:
    """Transfer matrix of a family of boards.

    Theorem. Let board n + 1 have one slice more than board n. Let the short constraints and the events, with
    their nodes, be translates of finitely many patterns of at most R slices (cyclically on a cyclic family,
    hubs not counted), at every position where the pattern fits or at most R slices from an end. Let the long
    constraints have the same forms and start states on all boards, and read the same letters at translated
    variables. Then all boards larger than some board of N >= 4 R slices consist of its first 2 R slices,
    equal slices, and its last 2 R slices. Proof: a slice contains variables with their letters, and what
    begins in it. Where a constraint or event begins depends on the patterns that meet the slices within R of
    it. At distance 2 R or more from both ends these are translates; elsewhere they depend on one end only.
    We take N >= 4 R + 12, and also check board n + 1 and the smaller boards from ``sure`` on. For a rule with
    a hypothesis, R is unknown; then the hypothesis is the conclusion for all n >= ``same_from``.
    """

    def __init__(self, question: Question, same_from: int = 0) -> None:
        rule = question.rule
        if rule.extent is None and not rule.hypothesis:
            raise LimitError("method 'reference': the rule has no known range; use method 'auto'")
        self.question, self.first = question, question.family.first_n
        n, reach = max(8, self.first, same_from), question.reach(rule.extent or 0)
        while len((board := self.board(n)).slices) < 12 + 4 * max(board.system.reach, reach):
            n += 4
            if n > 200:
                raise LimitError("method 'reference': constraints are too long; use method 'auto'")
        inner = board.slices[middle := len(board.slices) // 2]
        ends = [-1, *(j for j, slice_ in enumerate(board.slices) if slice_ != inner), len(board.slices)]
        start, stop = max(j + 1 for j in ends if j < middle), min(j for j in ends if j > middle)
        self.head, self.tail = board.slices[:start], board.slices[stop:]
        self.sweep, self.inner, self.m, self.sure = board, inner, n - stop + start, n
        if n - self.m < 8 or not self.is_formed(n) or not self.is_formed(n + 1):
            raise LimitError(f"method 'reference': slices differ on board {n} or {n + 1}; use method 'auto'")
        while self.sure > max(self.m, self.first, 1) and self.is_formed(self.sure - 1):
            self.sure -= 1
        first = board.after(board.start, (*self.head, *[inner] * (self.sure - self.m)))
        rows, todo = dict[States, Row](), [*first]
        for states in todo:
            if states not in rows:
                if len(rows) == 1000:
                    raise LimitError("method 'reference': more than 1000 states; use method 'auto'")
                rows[states] = board.row(inner, states)
                todo += rows[states]
        completions = {states: board.completions(stop, states) for states in rows}
        alive: set[States] = set()
        while more := {
            s for s in rows.keys() - alive if completions[s] != 0 or not alive.isdisjoint(rows[s])
        }:
            alive |= more
        live = [states for states in rows if states in alive]
        self.matrix = [[rows[one][other] for other in live] for one in live]
        self.start, self.ends = [first[one] for one in live], [completions[one] for one in live]

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


def _terms_of(number: int | Polynomial) -> Terms:
    terms = number.terms if isinstance(number, Polynomial) else [((), number)]
    return {((*power, 0, 0)[0], (*power, 0, 0)[1]): value for power, value in terms}
