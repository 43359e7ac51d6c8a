"""Constraint system of a rule on a board: variables with finitely many symbols, and constraints on them.

A *solution* assigns a symbol to every variable such that every constraint, total, graph and set of arrows is
satisfied. The count of a rule is the sum over all solutions of the product of the weights of their symbols
and components. If some variables are *forgotten*, each assignment of the other variables counts once.

Statement (strips). Let the systems of the boards of a family consist of translates: every variable and
constraint belongs to one of finitely many patterns, and a pattern is translated along n to all positions
with all its cells on the board, or placed at a fixed distance from the first or the last slice; the same
holds for the events, nodes and links of totals, graphs and arrows. Let no pattern be longer than R slices,
except for lines along n, which read every slice in order, and cardinalities along n, by their tests. Then
for all sufficiently large n the number of solutions is u M^(n - c) v with an integer matrix M, so that its
generating function is rational.

Proof. Sweep the variables slice by slice. The assignment before the last R slices affects the rest only by
the following data: the states of the finite automata of the constraints that are still open; the number of
events up to the cap of each total; for each graph, the connectivity of the nodes of the last R slices, the
marks of their components up to a cap, and the numbers of finished components and cycles up to their caps.
There are finitely many such *states*, and they are the same at every inner slice up to translation. Their
transitions and weights depend only on the slices within R. So all inner slices have one matrix M, the first
slices a row vector u and the last slices a column vector v; by the Cayley-Hamilton theorem the sequence
satisfies the recurrence of the characteristic polynomial of M. The weight of a component is applied when the
component is finished, arrows record reachability among the last nodes, and a state that cannot be completed
to a solution may be omitted.

Letters. Every constraint is an automaton that reads letters (``Acceptor``). A ``Constraint``, such as a
cardinality, relation or line, and an event read variables (``SymbolAcceptor``): each letter is determined by
the symbol of one variable. A total,
graph or set of arrows reads events (``EventAcceptor``). An event depends on several variables, so that no
symbol of one of them determines its letter, and the nodes that it concerns have other names before the next
slice. Hence its letter is an ``Effect`` with the names of these nodes, which is read when the event occurs:
an event is a hidden variable with two symbols, one of which has no letter.

Exceptions: complete graphs, on which every pattern is as long as the board; hubs, unless their constraints
are capped (then they belong to the first or the last slice); arrays whose number is divided, and boards below
a minimum size, for which only arithmetic is applied to the result.

Functions of the user may return systems that are no translates, for example for n >= 50 or even n only. The
hypothesis is then tested for finitely many n, and no formula is proved (``engine.strip.extent``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import cache, lru_cache, reduce
from itertools import combinations, product
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, cast

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import MismatchError
from gfkit.core.rules.values import (
    Exponents,
    Linkage,
    Name,
    Numbers,
    Outside,
    Predicate,
    Spot,
    Spots,
    pinned_cells,
)

if TYPE_CHECKING:
    from gfkit.core.rules.automaton import LineAutomaton


Key = tuple[int | str, ...]
"""Name of a variable: one or more words, and the cells of the variable."""
Test = tuple[Key, int]
"""Test that a variable has one of some symbols; the set of symbols is a bit mask."""
YES, NO = 2, 1
"""Bit masks that test whether a Boolean variable is 1, or 0."""


class Role(StrEnum):
    """Role of a variable in the count."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    """Role of a variable that is determined by other variables."""
    FORGOTTEN = "forgotten"
    """Role of a variable whose value is ignored: solutions that differ only in such variables count once."""


class SymbolMove(StrEnum):
    """Effect of a symmetry of the board on the symbols of a variable, in addition to moving its cells."""

    ALIKE = "alike"
    """Symbols are unchanged."""
    TURNED = "turned"
    """Symbols 0 and 1 are swapped if the image of the variable lists its cells in reverse order."""
    CELLS = "cells"
    """Values are cells, and are mapped by the symmetry."""


NOWHERE = -1
"""Value of a variable with values ``SymbolMove.CELLS`` for no cell."""


class Decision(StrEnum):
    """Step at which a sweep decides a variable: the step of its first cell, or of its last cell."""

    FIRST = "first"
    LAST = "last"


class Slot(NamedTuple):
    """Variable with finitely many values; the indices 0, 1, ... of the values are its symbols.

    ``at`` contains the cells at which it may be decided.
    """

    key: Key
    at: tuple[int, ...]
    values: tuple[int, ...]
    weights: tuple[Exponents, ...]
    """For each symbol, its exponents of x and y."""
    meaning: str
    """Statement about the cells, in English, that is true if the variable is 1."""
    role: Role = Role.SHOWN
    decision: Decision = Decision.FIRST
    symbol_move: SymbolMove = SymbolMove.ALIKE
    words: int = 1
    """Number of words at the beginning of the key."""

    @property
    def name(self) -> Name:
        """Words at the beginning of the key."""
        return self.key[: self.words]

    @property
    def cells(self) -> tuple[int, ...]:
        """Cells of the variable, in the order of its key."""
        return cast(tuple[int, ...], self.key[self.words :])

    @property
    def every(self) -> int:
        """Bit mask of all symbols."""
        return (1 << len(self.values)) - 1

    def symbols(self, values: Sequence[int] | frozenset[int]) -> int:
        """Return the bit mask of the symbols of some values."""
        return sum(1 << symbol for symbol, value in enumerate(self.values) if value in values)


Letter = Any
"""Information that a constraint reads from the symbol of a variable, or from an event."""


MapTest = Callable[[Test], Any]
"""Map from tests to tests of other variables."""
MapTests = Callable[[Iterable[Test]], tuple[Test, ...]]
MapKeys = Callable[[Iterable[Key]], tuple[Key, ...]]
"""Maps of several tests or variables, of which those without an image are omitted."""


class Acceptor(Protocol):
    """Constraint as an automaton that reads letters; see the module."""

    @property
    def form(self) -> Hashable:
        """Comparable data; automata of equal forms treat equal letters equally in equal states."""

    @property
    def start(self) -> Any:
        """State before all letters."""

    def read(self, state: Any, letter: Letter) -> Any:
        """Return the state after a letter, or None if the constraint is violated."""

    def accepts(self, state: Any) -> bool:
        """Return True if a state after all letters satisfies the constraint."""


class ReadingOrder(StrEnum):
    """Order in which a sweep may read the variables of a line."""

    ALONG = "along"
    """The line is read from one end to the other."""
    FREE = "free"
    """The line is read in any order, because the rest of the system is symmetric in all symbols."""
    APART = "apart"
    """The line is read in any order; its segments are stored as maps between states of the automaton."""


class SymbolAcceptor:
    """Constraint or event that reads variables: an ``Acceptor`` with ``keys`` and ``letter``."""

    __slots__ = ()
    is_ordered = True
    """True if the letters must be read in the order of the variables."""
    is_foldable = False
    """True if a variable may occur several times, and ``letter`` returns one letter for its occurrences."""
    order = ReadingOrder.ALONG
    """Order in which a sweep may read the variables if ``is_ordered``."""
    is_reversible = False
    """True if ``swept`` also accepts the reversed order of all variables."""
    is_minimised = True
    """True if sweeps read the minimal automaton, whose states depend on the distance from the last variable.

    A constraint that may read all slices has ``transitions``, with the same states in all slices.
    """

    if TYPE_CHECKING:

        @property
        def keys(self) -> tuple[Key, ...]:
            """Variables that it reads."""

        @property
        def start(self) -> Any:
            """State before all letters."""

        @property
        def form(self) -> Hashable:
            """Comparable data; automata of equal forms treat equal letters equally in equal states."""

    def letter(self, key: Key, symbol: int) -> Letter:  # noqa: ARG002
        """Return the letter of a symbol of a variable, by default the symbol itself."""
        return symbol

    def read(self, state: Any, letter: Letter) -> Any:
        """Return the state after a letter, or None if the constraint is violated."""
        raise NotImplementedError

    def accepts(self, state: Any) -> bool:
        """Return True if a state after all letters satisfies the constraint."""
        raise NotImplementedError

    def mapped(self, test: MapTest, cells: Sequence[int] = ()) -> Any:
        """Return the constraint with mapped tests and cells."""
        raise NotImplementedError

    def swept(self, place: Mapping[Key, Any] | None) -> Any:
        """Return an equivalent constraint that reads its variables in the order of their places, or in any
        order if ``place`` is None. Raise MismatchError if it must be read from end to end.
        """
        in_order = place is not None and sorted(self.keys, key=place.__getitem__) == [*self.keys]
        if in_order or not self.is_ordered:
            return self
        numbers = {key: (number,) for number, key in enumerate(self.keys)}
        if not len(self.keys) == len(numbers) <= _MOST_IN_ANY_ORDER:
            raise MismatchError(
                f"{type(self).__name__} reads {len(self.keys)} variables in their order, which is not the"
                " order of the sweep; let its keys be distinct and follow the cells slice by slice, or set"
                " is_ordered = False if no order matters"
            )
        return InAnyOrder((), self.keys, self.mapped(lambda test: (numbers[test[0]], test[1])))


_MOST_IN_ANY_ORDER, _MOST_STATES = 16, 1000


class Constraint(SymbolAcceptor):
    """Form of constraint on variables.

    A further form is a frozen data class with the fields ``at`` and ``keys`` (its cells and variables) and
    its own data. It defines ``start``, ``read`` (of every letter in every state) and ``accepts``, and if
    needed ``letter`` and ``is_ordered``; only ``letter`` may depend on the variables. With the defaults of
    the other members, the engines, the reference and the oracle accept it. Certificates, and theorems about
    special forms, reject it.
    """

    __slots__ = ()
    is_minimised = False

    if TYPE_CHECKING:

        @property
        def at(self) -> tuple[int, ...]:
            """Cells of the constraint."""

    @property
    def form(self) -> Hashable:
        return cast("Hashable", replace(cast(Any, self), at=(), keys=()))

    def mapped(self, test: MapTest, cells: Sequence[int] = ()) -> Any:
        """Return the constraint with mapped variables and cells; its letters are unchanged."""
        at = tuple(dict.fromkeys([cells[cell] for cell in self.at])) if cells else ()
        return replace(cast(Any, self), at=at, keys=tuple([test((key, 0))[0] for key in self.keys]))

    def states(self, letters: Iterable[Letter]) -> dict[Any, int] | None:
        """Return the numbers of all states that some letters reach, or None if there are more than 1000."""
        letters, numbers = dict.fromkeys(letters), {self.start: 0}
        todo = [self.start]
        for state in todo:
            for after in (self.read(state, letter) for letter in letters):
                if after is not None and after not in numbers:
                    numbers[after] = len(numbers)
                    todo.append(after)
            if len(numbers) > _MOST_STATES:
                return None
        return numbers

    def transitions(
        self, order: Sequence[Key], sizes: Sequence[int]
    ) -> Sequence[Sequence[dict[int, int]]] | None:
        """Return, for each variable in ``order`` and each symbol, the transitions of an automaton that is not
        minimised, with states 0, 1, ...; or None to minimise it.
        """
        read = [[self.letter(key, s) for s in range(size)] for key, size in zip(order, sizes, strict=True)]
        numbers = self.states(letter for letters in read for letter in letters)
        if numbers is None:
            return None
        tables = []
        for place, letters in enumerate(read):
            is_last = place == len(read) - 1
            tables.append([dict[int, int]() for _ in letters])
            for state, number in numbers.items() if place else [(self.start, 0)]:
                for table, after in zip(tables[-1], (self.read(state, a) for a in letters), strict=True):
                    if after is not None and (not is_last or self.accepts(after)):
                        table[number] = 0 if is_last else numbers[after]
        return tables

    def pattern(self, tests: MapTests, keys: MapKeys) -> Hashable:  # noqa: ARG002
        """Return data that are equal for translates, given the images of tests and of variables."""
        return self.form, keys(self.keys)

    def normal_form(self) -> Hashable:
        """Return data that are equal only for equivalent constraints; unordered parts are sets."""
        form: Hashable = self.mapped(lambda test: test)
        return form

    def clauses(self) -> Iterator[frozenset[Test]]:
        """Yield clauses of two tests that it implies: pairs of tests that cannot both be true."""
        yield from ()

    @property
    def is_of_clauses(self) -> bool:
        """True if it is known to be equivalent to the conjunction of its clauses."""
        return False


class EventAcceptor(Acceptor, Protocol):
    """Constraint that reads events."""

    def watched(self) -> Iterator[Watched]:
        """Yield all events with their effects."""

    def moved(self, state: Any, name: Callable[[Any], Any]) -> Any:
        """Return a state with other names of its nodes."""


def multiset(items: Iterable[Hashable]) -> frozenset[tuple[Hashable, int]]:
    """Return the distinct items with their multiplicities."""
    return frozenset(Counter(items).items())


def _hits(tests: Iterable[Test], key: Key, symbol: int) -> int:
    """Return the number of tests that are true because a variable has a symbol."""
    return sum([symbols >> symbol & 1 for own, symbols in tests if own == key])


class _CardinalityFields(NamedTuple):
    at: tuple[int, ...]
    tests: tuple[Test, ...]
    numbers: Numbers
    given: tuple[Test, ...] = ()


class Cardinality(_CardinalityFields, Constraint):
    """Constraint on the number of true tests, which applies if a test in ``given`` is true or ``given`` is
    empty.

    As an automaton, its state is the number of true tests so far, and whether it applies.
    """

    __slots__ = ()
    is_ordered, is_foldable, is_minimised = False, True, True

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple([key for key, _ in (*self.given, *self.tests)])

    @property
    def form(self) -> Hashable:
        return self.numbers, bool(self.given)

    def mapped(self, test: MapTest, cells: Sequence[int] = ()) -> Cardinality:
        """Return the constraint with mapped tests and cells."""
        at = tuple(dict.fromkeys([cells[cell] for cell in self.at])) if cells else ()
        order: Any = sorted if cells else list  # a symmetry permutes tests
        tests, given = tuple(order(map(test, self.tests))), tuple(order(map(test, self.given)))
        return tuple.__new__(type(self), (at, tests, self.numbers, given))

    @property
    def start(self) -> tuple[int, bool]:
        return 0, not self.given

    def letter(self, key: Key, symbol: int) -> Letter:
        return _hits(self.tests, key, symbol), _hits(self.given, key, symbol) > 0

    def read(self, state: Any, letter: Letter) -> tuple[int, bool]:
        return self.numbers.cap_number(state[0] + letter[0]), state[1] or letter[1]

    def accepts(self, state: Any) -> bool:
        return not state[1] or self.numbers.holds(state[0])

    def pattern(self, tests: MapTests, keys: MapKeys) -> Hashable:  # noqa: ARG002
        return tests(self.tests), self.numbers, tests(self.given), bool(self.given)

    def normal_form(self) -> Hashable:
        return self.numbers, multiset(self.tests), frozenset(self.given)

    def clauses(self) -> Iterator[frozenset[Test]]:
        if any(map(self.numbers.holds, range(2, len(self.tests) + 1))):
            return
        if not self.given:
            yield from map(frozenset, combinations(self.tests, 2))
        elif not self.numbers.holds(1):
            yield from map(frozenset, product(self.given, self.tests))

    @property
    def is_of_clauses(self) -> bool:
        holds = [self.numbers.holds(number) for number in range(len(self.tests) + 1)]
        return holds[0] and not any(holds[2:]) and bool(self.given) != all(holds[1:2])


class Exclusion(Cardinality):
    """Constraint that at least one of the listed tests is false."""

    __slots__ = ()

    def __new__(cls, at: tuple[int, ...], tests: tuple[Test, ...]) -> Self:
        return tuple.__new__(cls, (at, tests, _below(len(tests)), ()))

    def __getnewargs__(self) -> Any:
        return self[:2]

    def pattern(self, tests: MapTests, keys: MapKeys) -> Hashable:  # noqa: ARG002
        return tests(self.tests)

    def clauses(self) -> Iterator[frozenset[Test]]:
        yield frozenset(self.tests)

    @property
    def is_of_clauses(self) -> bool:
        return True


@cache
def _below(number: int) -> Numbers:
    return Numbers.of(*range(number))


@dataclass(frozen=True, slots=True)
class Relation(Constraint):
    """Constraint that the listed predicates are true for the values of the variables.

    ``spots`` contains the indices into ``keys`` that their names denote. If ``image`` is given, there is a
    single expression, whose value must be the value of the variable ``image``.

    As an automaton, its state is the set of the symbols so far. If ``bound`` is given, it is the symbol of
    the centre and, for each value, the number of neighbours with this value, up to the bound.
    """

    at: tuple[int, ...]
    slots: tuple[Key, ...]
    predicates: tuple[Predicate, ...]
    spots: Spots
    values: tuple[int, ...]
    """Values of each variable in ``slots``."""
    image: Key | None = None
    shown: tuple[int, ...] = ()
    """Values of the variable ``image``."""
    is_ordered, is_foldable, is_minimised = False, True, True

    @property
    def keys(self) -> tuple[Key, ...]:
        return self.slots if self.image is None else (*self.slots, self.image)

    @property
    def form(self) -> Hashable:
        spots = self.spots if self.bound is None else ()
        return self.predicates, spots, self.values, self.image is not None and self.shown

    def mapped(self, test: MapTest, cells: Sequence[int] = ()) -> Relation:
        """Return the relation with mapped variables and cells; its table is unchanged."""
        slots = tuple([test((key, 0))[0] for key in self.slots])
        image = None if self.image is None else test((self.image, 0))[0]
        at = tuple(dict.fromkeys([cells[cell] for cell in self.at])) if cells else ()
        return Relation(at, slots, self.predicates, self.spots, self.values, image, self.shown)

    @property
    def bound(self) -> int | None:
        """Number above which numbers of neighbours are equivalent, or None if neighbours are not counted."""
        return None if self.image is not None else _neighbour_bound(self.predicates, self.spots, self.values)

    @property
    def start(self) -> Any:
        if self.bound is None:
            return frozenset()
        near = dict(self.spots)["near"]
        outside = [spot.value for spot in cast("tuple[Spot, ...]", near) if isinstance(spot, Outside)]
        return -1, tuple([min(outside.count(value), self.bound) for value in self.values])

    def letter(self, key: Key, symbol: int) -> Letter:
        own = [number for number, other in enumerate(self.keys) if other == key]
        if self.bound is None:
            return frozenset([(number, symbol) for number in own])
        names = dict(self.spots)
        times = sum(spot in own for spot in cast("tuple[Spot, ...]", names["near"]))
        return symbol if names["x"] in own else -1, tuple(
            [times * (symbol == k) for k in range(len(self.values))]
        )

    def read(self, state: Any, letter: Letter) -> Any:
        bound = self.bound
        if bound is None:
            return state | letter
        numbers = [min(a + b, bound) for a, b in zip(state[1], letter[1], strict=True)]
        return max(state[0], letter[0]), tuple(numbers)

    def accepts(self, state: Any) -> bool:
        if self.bound is None:
            return self.holds([symbol for _, symbol in sorted(state)])
        from gfkit.core.rules.expression import holds_near

        x, near = self.values[state[0]], zip(self.values, state[1], strict=True)
        around = [value for value, number in near for _ in range(number)]
        return all(holds_near(predicate, x, around) for predicate in self.predicates)

    def holds(self, symbols: Sequence[int]) -> bool:
        """Return True if the symbols of all variables satisfy the relation."""
        row = reduce(lambda row, symbol: row * len(self.values) + symbol, symbols[: len(self.slots)], 0)
        tables = _tables(self.predicates, self.spots, self.values, len(self.slots), self.image is not None)
        is_true = all(table[row] for table in tables)
        return is_true if self.image is None else bool(tables[0][row] == self.shown[symbols[-1]])

    def pattern(self, tests: MapTests, keys: MapKeys) -> Hashable:  # noqa: ARG002
        def meant(spot: Spot) -> Hashable:
            if isinstance(spot, tuple):
                return tuple(meaning for meaning in map(meant, spot) if meaning is not None)
            return None if isinstance(spot, Outside) else next(iter(keys([self.slots[spot]])), None)

        names = tuple((name, meant(spot)) for name, spot in self.spots)
        return self.predicates, names, keys([] if self.image is None else [self.image])

    def normal_form(self) -> Hashable:
        from gfkit.core.rules.expression import reads_order

        is_ordered = any(reads_order(predicate, self.spots) for predicate in self.predicates)

        def spot_key(spot: Spot) -> Hashable:
            if isinstance(spot, tuple):
                plain = not is_ordered and all(not isinstance(item, tuple) for item in spot)
                return multiset(map(spot_key, spot)) if plain else tuple(map(spot_key, spot))
            return spot if isinstance(spot, Outside) else self.slots[spot]

        return self.predicates, tuple((name, spot_key(spot)) for name, spot in self.spots), self.image


@lru_cache(maxsize=2000)
def _neighbour_bound(predicates: tuple[Predicate, ...], spots: Spots, values: tuple[int, ...]) -> int | None:
    from gfkit.core.rules.threshold import threshold  # few rules have predicates

    bounds = [threshold(predicate, values) for predicate in predicates if "near" in dict(spots)]
    known = [bound for bound in bounds if bound is not None]
    return max(known) if known and len(known) == len(predicates) else None


@lru_cache(maxsize=100)
def _tables(
    predicates: tuple[Predicate, ...], spots: Spots, values: tuple[int, ...], cells: int, as_numbers: bool
) -> list[Any]:
    """Return, for each predicate or expression, its results for all assignments in lexicographic order."""
    from gfkit.core.rules.expression import map_values, no_kinds, truths

    evaluate: Any = map_values if as_numbers else truths
    return [evaluate(predicate, spots, values, no_kinds(cells, values)) for predicate in predicates]


@dataclass(frozen=True, slots=True)
class Line(Constraint):
    """Constraint that an automaton accepts the word of the symbols of the listed variables.

    If the line is read in pieces (``ReadingOrder.APART``), the state contains the first and the last variable
    of each segment read so far, with the state of the automaton after it for each state before it.
    """

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    automaton: LineAutomaton
    order: ReadingOrder = ReadingOrder.ALONG
    is_reversible = True

    @property
    def is_minimised(self) -> bool:  # type: ignore[override]
        return self.order is ReadingOrder.APART

    def swept(self, place: Mapping[Key, Any] | None) -> Line:
        """Return the equivalent line whose variables are in the order in which they are read."""
        if place is None:
            return replace(self, order=ReadingOrder.APART)
        keys = tuple(sorted(self.keys, key=place.__getitem__))
        if self.order is ReadingOrder.FREE or keys == self.keys:
            return replace(self, keys=keys, order=ReadingOrder.ALONG)
        if keys == self.keys[::-1]:
            return replace(self, keys=keys, automaton=self.automaton.reversal(), order=ReadingOrder.ALONG)
        if self.order is ReadingOrder.ALONG:
            raise MismatchError(
                "line constraints are read from end to end along a row, but this family grows by columns;"
                " use a family that grows by rows, such as nx3"
            )
        return self

    @property
    def start(self) -> Any:
        return () if self.order is ReadingOrder.APART else 0

    def letter(self, key: Key, symbol: int) -> Letter:
        return (self.keys.index(key), symbol) if self.order is ReadingOrder.APART else symbol

    def read(self, state: Any, letter: Letter) -> Any:
        steps = self.automaton.steps
        if self.order is not ReadingOrder.APART:
            return None if steps[state][letter] < 0 else steps[state][letter]
        k, symbol = letter
        if state and state[0][0] == 0 and k < state[0][1]:
            return state  # the next segment determines the state
        is_total = min(map(min, steps)) >= 0
        joined: list[tuple[int, int, tuple[int, ...]]] = []
        for begin, end, effect in sorted([*state, (k, k + 1, tuple([row[symbol] for row in steps]))]):
            if joined and joined[-1][1] == begin:
                first = joined.pop()
                begin, effect = first[0], tuple([effect[s] if s >= 0 else -1 for s in first[2]])
            if begin > 0 and len(set(effect)) == 1 and is_total:
                joined, begin = [], 0  # the earlier segment has no influence and cannot be violated
            joined.append((begin, end, effect if begin else (effect[0],) * len(effect)))
        return tuple(joined)

    def accepts(self, state: Any) -> bool:
        if self.order is ReadingOrder.APART:
            state = state[0][2][0] if state else 0
        return state in self.automaton.accepted

    def normal_form(self) -> Hashable:
        """Return the variables from the end that comes first, with the automaton that reads them."""
        backwards = self.automaton.reversal()
        readings = (self.keys, backwards.reversal()), (self.keys[::-1], backwards)
        return min(readings, key=lambda reading: reading[0])


@dataclass(frozen=True, slots=True)
class InAnyOrder(Constraint):
    """Constraint with few variables, whose letters are stored and read in their order at the end."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    inner: Any
    """Constraint on the variables (0,), (1,), ..."""
    is_ordered, is_minimised = False, True

    @property
    def start(self) -> Any:
        return frozenset()

    def letter(self, key: Key, symbol: int) -> Letter:
        return self.keys.index(key), symbol

    def read(self, state: Any, letter: Letter) -> Any:
        return state | {letter}

    def accepts(self, state: Any) -> bool:
        return is_solution(self.inner, {(number,): symbol for number, symbol in state})


def is_solution(one: SymbolAcceptor, symbols: Mapping[Key, int]) -> bool:
    """Return True if the symbols of all variables satisfy a constraint."""
    state = one.start
    for key in dict.fromkeys(one.keys):
        state = None if state is None else one.read(state, one.letter(key, symbols[key]))
    return state is not None and one.accepts(state)


class _EventFields(NamedTuple):
    groups: tuple[tuple[Test, ...], ...] = ()
    table: Relation | None = None


class Event(_EventFields, SymbolAcceptor):
    """Event that occurs if every group contains a true test and the relation, if any, is true.

    As an automaton, its state consists of the numbers of the groups with a true test, and the state of the
    relation.
    """

    __slots__ = ()
    is_ordered, is_foldable = False, True

    @property
    def keys(self) -> tuple[Key, ...]:
        own = (key for group in self.groups for key, _ in group)
        return tuple(dict.fromkeys((*own, *(() if self.table is None else self.table.keys))))

    @property
    def form(self) -> Hashable:
        return len(self.groups), self.table and self.table.form

    @property
    def parts(self) -> tuple[Event | Relation, ...]:
        """Constraints whose conjunction is the event: its relation, if any, and its groups."""
        return (self,) if self.table is None else (self.table, Event(self.groups))

    def mapped(self, test: MapTest, cells: Sequence[int] = ()) -> Event:
        """Return the event with mapped tests and cells."""
        groups = tuple([tuple(map(test, group)) for group in self.groups])
        return Event(groups, self.table and self.table.mapped(test, cells))

    @property
    def start(self) -> Any:
        return frozenset(), None if self.table is None else self.table.start

    def letter(self, key: Key, symbol: int) -> Letter:
        met = [number for number, tests in enumerate(self.groups) if _hits(tests, key, symbol)]
        return frozenset(met), None if self.table is None else self.table.letter(key, symbol)

    def read(self, state: Any, letter: Letter) -> Any:
        return state[0] | letter[0], self.table and self.table.read(state[1], letter[1])

    def accepts(self, state: Any) -> bool:
        is_true = self.table is None or self.table.accepts(state[1])
        return is_true and len(state[0]) == len(self.groups)


ALWAYS = Event()


class Effect(IntEnum):
    """Effect of an event on a total, a graph or an orientation; simultaneous effects occur in this order."""

    MAY_ENTER = 0
    """The node exists from its first link on."""
    ENTER = 1
    """The node exists."""
    LINK = 2
    """The first node is linked to the second one."""
    MARK = 3
    """The component of the node has one more mark; or one more event occurs."""
    LEAVE = 4
    """No later event concerns the node."""


Watched = tuple[Event, Effect, tuple[int, ...], int]
"""Event, its effect, the nodes that it concerns, and the bit mask of the places of a node that enters."""


@dataclass(frozen=True, slots=True)
class Total:
    """Constraint on the number of events that occur. As an automaton, its state is their number so far."""

    events: tuple[Event, ...]
    numbers: Numbers

    @property
    def form(self) -> Hashable:
        return self.numbers

    def watched(self) -> Iterator[Watched]:
        """Yield all events with their effects."""
        yield from ((event, Effect.MARK, (), 0) for event in self.events)

    @property
    def start(self) -> int:
        return 0

    def read(self, state: int, _: Letter) -> int:
        return self.numbers.cap_number(state + 1)

    def accepts(self, state: int) -> bool:
        return state in self.numbers.allowed

    def moved(self, state: int, name: Callable[[Any], Any]) -> int:  # noqa: ARG002
        """Return the state itself, which names no nodes."""
        return state


class GraphNode(NamedTuple):
    """Node of a graph: the event of its existence (None: it exists if one of its links does), and its
    places.
    """

    cell: int
    event: Event | None
    places: int = 0
    marks: tuple[Event, ...] = ()
    """Events that mark the component of the node. Each of them that occurs at an existing node is one
    mark.
    """


class Link(NamedTuple):
    """Link between two nodes; its event can occur only if both nodes exist."""

    ends: tuple[int, int]
    event: Event
    turns: tuple[int, ...] = ()
    """For each direction of ``Graph.windings``, the number of times that the link wraps around."""


class Component(NamedTuple):
    """Component of a graph: its nodes that have not left, the places of all its nodes, its number of marks,
    and False if it is a node without links that does not exist yet.
    """

    nodes: frozenset[Any]
    places: int
    marks: int
    exists: bool


class Components(NamedTuple):
    """Components with nodes that have not left; numbers of complete components and of cycles, up to caps."""

    parts: frozenset[Component] = frozenset()
    complete: int = 0
    cycles: int = 0
    is_joined: bool = False
    """True if some component contains all places of ``joins``."""
    fresh: int = 0
    """Number of components completed since their weight was applied."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Graph of the existing nodes and links, with constraints on its components and cycles.

    Some component contains a node of each place in ``joins``, none contains a node of each place in
    ``apart``, and the number of marks in each component is admissible for ``each``. None imposes no
    constraint. Cycles are counted as independent cycles.

    As an automaton, it reads the effects of events; a letter is an effect and the names of its nodes, and the
    bit masks of their places if they enter.
    """

    nodes: tuple[GraphNode, ...]
    links: tuple[Link, ...]
    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: int = 0
    apart: int = 0
    each: Numbers | None = None
    weight: Exponents = (0, 0)
    """Weight of a component."""
    windings: tuple[int, ...] = ()
    """Bound on the winding number of a simple cycle for each direction in which some cycle must wrap around;
    empty if none must. See ``kinds.winding``.
    """

    @property
    def is_global(self) -> bool:
        """True if components of the board cannot be counted separately; they can if only cycles are
        forbidden.
        """
        cyclic = self.cycles is not None and self.cycles.allowed != frozenset({0})
        return self.components is not None or cyclic or bool(self.joins or self.apart or self.windings)

    @property
    def form(self) -> Hashable:
        return replace(self, nodes=(), links=())

    def watched(self) -> Iterator[Watched]:
        """Yield all events with their effects."""
        for cell, event, places, marks in self.nodes:
            own = ALWAYS if event is None else event
            yield own, Effect.MAY_ENTER if event is None else Effect.ENTER, (cell,), places
            for mark in marks:
                yield Event((*own.groups, *mark.groups), mark.table), Effect.MARK, (cell,), 0
        yield from ((link.event, Effect.LINK, link.ends, 0) for link in self.links)

    @property
    def start(self) -> Components:
        return Components()

    def read(self, state: Components, letter: Letter) -> Components | None:
        effect, names, places = letter
        own = [part for part in state.parts if not part.nodes.isdisjoint(names)]
        if effect <= Effect.ENTER:
            own = [Component(frozenset(names), places, 0, effect is Effect.ENTER)]
        if not own:
            return state
        gone = names if effect is Effect.LEAVE else ()
        nodes = frozenset[Any]().union(*(part.nodes for part in own)).difference(gone)
        marks = sum(part.marks for part in own) + (effect is Effect.MARK)
        places = reduce(or_, (part.places for part in own))
        exists = own[0].exists or effect is Effect.LINK
        cycles = state.cycles + (effect is Effect.LINK and len(own) == 1)
        ends = exists and not nodes
        if exists and self.apart and self.apart & ~places == 0:
            return None
        if ends and self.each is not None and not self.each.holds(marks):
            return None
        complete = state.complete + ends
        asked = (complete, self.components), (cycles, self.cycles), (marks * exists, self.each)
        if any(tally and tally.most is not None and number > tally.most for number, tally in asked):
            return None
        is_joined = state.is_joined or (exists and self.joins != 0 and self.joins & ~places == 0)
        kept = self.apart | (0 if is_joined else self.joins)
        union = Component(nodes, places, _cap(self.each, marks), exists)
        parts = (part._replace(places=part.places & kept) for part in (state.parts - {*own}) | {union})
        fresh = state.fresh + (ends and any(self.weight))
        return Components(
            frozenset(part for part in parts if part.nodes),
            _cap(self.components, complete),
            _cap(self.cycles, cycles),
            is_joined,
            fresh,
        )

    def accepts(self, state: Components) -> bool:
        asked = (self.components, state.complete), (self.cycles, state.cycles)
        fine = all(numbers is None or numbers.holds(number) for numbers, number in asked)
        return fine and (state.is_joined or not (self.joins or self.windings))

    def moved(self, state: Components, name: Callable[[Any], Any]) -> Components:
        """Return a state with other names of its nodes."""
        parts = (part._replace(nodes=frozenset(map(name, part.nodes))) for part in state.parts)
        return state._replace(parts=frozenset(parts))


def _cap(numbers: Numbers | None, number: int) -> int:
    return 0 if numbers is None else numbers.cap_number(number)


@dataclass(frozen=True, slots=True)
class Arrows:
    """Directed graph: the variable of a link is 1 if the link points to its second node, and 0 if to its
    first.

    As an automaton, it reads effects of events like a ``Graph``. Its state contains the pairs of nodes the
    second of which is reachable from the first, and is followed by True if all nodes have left.
    """

    nodes: tuple[int, ...]
    links: tuple[tuple[int, int, Key], ...]
    acyclic: bool
    strong: bool

    @property
    def form(self) -> Hashable:
        return self.acyclic, self.strong

    def watched(self) -> Iterator[Watched]:
        """Yield all events with their effects."""
        yield from ((ALWAYS, Effect.ENTER, (cell,), 0) for cell in self.nodes)
        for a, b, key in self.links:
            yield Event((((key, YES),),)), Effect.LINK, (a, b), 0
            yield Event((((key, NO),),)), Effect.LINK, (b, a), 0

    @property
    def start(self) -> Any:
        return frozenset[Any](), False

    def read(self, state: Any, letter: Letter) -> Any:
        (reach, is_over), (effect, (a, *others), _) = state, letter
        if effect is Effect.ENTER:
            return None if is_over else (reach | {(a, a)}, False)
        if effect is Effect.LINK:
            is_cycle = self.acyclic and (others[0], a) in reach
            more = {(x, y) for x, p in reach if p == a for q, y in reach if q == others[0]}
            return None if is_cycle else (reach | more, False)
        out, into = any(x == a != y for x, y in reach), any(x != a == y for x, y in reach)
        is_over = self.strong and all(x == a for x, _ in reach)
        if self.strong and not is_over and not (out and into):
            return None
        return frozenset((x, y) for x, y in reach if a not in (x, y)), is_over

    def accepts(self, state: Any) -> bool:
        return state[1] or not self.strong

    def moved(self, state: Any, name: Callable[[Any], Any]) -> Any:
        """Return a state with other names of its nodes."""
        return frozenset((name(a), name(b)) for a, b in state[0]), state[1]


class Beyond(StrEnum):
    """Condition on positions that is not a constraint, in English."""

    STUCK = "the condition that a player has no legal move, because it depends on liberties"
    TURNS = "the players have moved in turn"


@dataclass(frozen=True)
class ConstraintSystem:
    """Constraint system of a rule on a board: its variables and all its constraints."""

    slots: tuple[Slot, ...]
    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = ()
    graphs: tuple[Graph, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    divisor: int = 1
    """Divisor of the number of solutions."""
    is_small: bool = False
    """True if the board is below the minimum size of the rule, so that the count is 0."""
    beyond: tuple[Beyond, ...] = ()
    """Conditions that the system does not express."""

    @property
    def counts_solutions(self) -> bool:
        """True if the count is the number of solutions."""
        return self.divisor == 1 and not (self.is_small or self.beyond)

    @property
    def is_global(self) -> bool:
        """True if a constraint involves all slices, so that components cannot be counted separately."""
        return (
            bool(self.totals)
            or any(graph.is_global for graph in self.graphs)
            or any(a.strong for a in self.arrows)
        )

    @property
    def is_reversible(self) -> bool:
        """True if all constraints can be read in the reversed order."""
        return all(one.is_reversible or not one.is_ordered for one in self.constraints)

    @property
    def count_of_empty_board(self) -> int:
        """Number of solutions on a board without cells: 1, unless a constraint requires an occurrence."""
        asked: Iterable[Acceptor] = (*self.constraints, *self.watchers)
        return int(all(one.accepts(one.start) for one in asked))

    @property
    def watchers(self) -> Sequence[EventAcceptor]:
        """Totals, graphs and arrows."""
        return *self.totals, *self.graphs, *self.arrows

    def events(self) -> Iterator[Event]:
        """Yield all events of totals and graphs."""
        for total in self.totals:
            yield from total.events
        for graph in self.graphs:
            for node in graph.nodes:
                yield from node.marks if node.event is None else (node.event, *node.marks)
            yield from (link.event for link in graph.links)


def place_bits(board: Board, linkage: Linkage) -> dict[int, int]:
    """Return, for every cell, the bit mask of the places of ``joins``, ``apart`` and ``each`` that contain
    it.
    """
    bits: dict[int, int] = {}
    for number, place in enumerate(linkage.places):
        for cell in pinned_cells(board, place):
            bits[cell] = bits.get(cell, 0) | 1 << number
    return bits


def graph_of(
    linkage: Linkage,
    places: Mapping[int, int],
    members: Mapping[int, Event | None],
    links: Sequence[Link],
    absent: Mapping[int, Test] | None = None,
    windings: tuple[int, ...] = (),
) -> tuple[Graph, list[Slot], list[Exclusion]]:
    """Return the graph of a connectivity constraint; if vertices are chosen, also their variables and
    clauses.

    ``members`` contains, for each cell, the event that it is a node, or None if it needs a link; ``absent``
    contains the tests that exclude a cell.
    """
    joins, apart = len(linkage.joins), len(linkage.apart)
    slots: list[Slot] = []
    asked: list[Exclusion] = []
    nodes: list[GraphNode] = []
    for cell, event in members.items():
        at = places.get(cell, 0)
        marks: tuple[Event, ...] = ()
        if linkage.chooses:
            key: Key = ("chosen", cell)
            slots.append(Slot(key, (cell,), (0, 1), ((0, 0), (0, 0)), "it is chosen"))
            if absent:
                asked.append(Exclusion((cell,), ((key, YES), absent[cell])))
            marks = (Event((((key, YES),),)),)
        elif at >> (joins + apart):
            marks = (Event() if event is None else event,)
        nodes.append(GraphNode(cell, event, at & ((1 << (joins + apart)) - 1), marks))
    graph = Graph(
        tuple(nodes),
        tuple(links),
        linkage.components,
        linkage.cycles,
        (1 << joins) - 1,
        ((1 << apart) - 1) << joins,
        None if linkage.each is None else linkage.each.number,
        linkage.weight,
        windings,
    )
    return graph, slots, asked
