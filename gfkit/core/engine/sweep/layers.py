"""Layers: transition tables between the reachable states of an automaton, one for each step.

A layer contains the transitions of one step between numbered states, as *matchings*: arrays of source and
target of equal length in which no source and no target occurs twice. Steps with equal effect on equal sets of
states share one layer, so that a strip of any length needs only the layers of a few rows.

States are processed one at a time. If they consist of tracks, are numerous, and numpy is installed, all
states of a step are processed at once, as rows of machine words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Self, cast

from gfkit.core import native
from gfkit.core.algebra import ARRAYS
from gfkit.core.deferred import replace
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine, State
from gfkit.core.engine.machine.slot import WORD, slots_of
from gfkit.core.engine.sweep.tables import Layer, Layers, Matching, Stepper, plain_index
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import check_stop

if TYPE_CHECKING:
    from gfkit.core.engine.sweep.tables import Codes, Index

Watch = Callable[[int, int, int], None]
"""Callback after each step, with the number of the step, its number of states, and the size of new tables in
bytes.
"""


def compile_layers(machine: Machine, watch: Watch) -> Layers:
    """Return the layers of an automaton, computed with arrays for automata on tracks, state by state
    otherwise.
    """
    has_labels = machine.encoding == "labels"  # their sets of states are large
    most_sets = 2 * len(cast(Any, machine).places[0].tracks) + 2 if has_labels else 0
    return Compiler(machine, watch, most_sets=most_sets).compile(machine)


class Compiler:
    """Compiler of automata that share layers, such as the boards of one family.

    All automata must be of the same class as the first; automata on tracks must have the same tracks. If only
    one board is compiled, ``most_sets`` is the number of consecutive steps whose sets of states are stored; 0
    denotes all. A deleted set is computed again if it recurs.
    """

    def __init__(self, first: Machine, watch: Watch, *, labelled: bool = False, most_sets: int = 0) -> None:
        self.watch, self.most_sets = watch, most_sets
        self.known: dict[tuple[Hashable, int], tuple[Layer, int]] = {}
        self.stepper: Stepper = _build_stepper(first, labelled)
        self.united: dict[Hashable, int] = {}
        """For each encoding, the union of the sets of states that were reached in it."""

    def compile(self, machine: Machine, encodings: Mapping[int, Hashable] | None = None) -> Layers:
        """Return the layers of one automaton; equal layers are identical objects.

        Before each step that is a key of ``encodings``, unreachable states are added: all states that were
        reached before any other such step with the same encoding of states, on this board or an earlier one.
        """
        return self.trace(machine, encodings)[0]

    def trace(
        self, machine: Machine, encodings: Mapping[int, Hashable] | None = None
    ) -> tuple[Layers, list[int]]:
        """Return the layers, and the numbers of the sets of states before each step and at the end."""
        stepper = self.stepper.of(machine)
        layers = []
        states = stepper.start()
        reached = [states]
        for site in range(machine.sites):
            key = (machine.signature(site), states)
            entry = self.known.get(key)
            fresh = 0
            if entry is None:
                entry = self.known[key] = stepper.step(site, states)
                fresh = entry[0].bytes
            elif stepper.sets[entry[1]] is None:
                stepper.step(site, states)  # stores the set again
            if encodings and site + 1 in encodings:
                entry = self._add_states(key, entry, encodings[site + 1])
            layers.append(entry[0])
            states = entry[1]
            reached.append(states)
            old = reached[-self.most_sets - 1 : -self.most_sets or 1]
            if self.most_sets and old and old[0] not in reached[-self.most_sets :]:
                stepper.sets[old[0]] = None
            self.watch(site, entry[0].after, fresh)
        return Layers(tuple(layers), stepper.final(states)), reached

    def _add_states(
        self, key: tuple[Hashable, int], entry: tuple[Layer, int], encoding: Hashable
    ) -> tuple[Layer, int]:
        """Return the layer of a step into the union of all states with the same encoding, and the number of
        this set.
        """
        layer, reached = entry
        union, places = self.stepper.union(self.united.get(encoding, reached), reached)
        self.united[encoding] = union
        wider = (key[0], union), key[1]
        if union != reached and wider not in self.known:
            matchings = tuple(
                [
                    Matching(
                        each.weight,
                        each.source,
                        plain_index([places[target] for target in each.target]),
                        each.option,
                    )
                    for each in layer.matchings
                ]
            )
            after = len(self.stepper.sets[union])
            self.known[wider] = replace(layer, after=after, matchings=matchings), union
        return self.known.get(wider, entry)

    def place_of(self, states: int, state: State) -> int:
        """Return the index of a state within a set of states."""
        return self.stepper.place_of(states, state)


def state_bytes(machine: Any) -> int:
    """Return the estimated memory of a state in a set, in bytes."""
    if machine.encoding == "tracks":
        return WORD // 8 * cast(int, machine.words)
    if machine.encoding == "labels" and ARRAYS and native.is_built() and len(machine.linkages) == 1:
        return WORD // 8 * cast(int, machine.row_words)
    return {"": 2000, "groups": tuning.COUNT.liberty_state_bytes}.get(machine.encoding, 400)


def _build_stepper(machine: Machine, labelled: bool) -> Stepper:
    if ARRAYS and (slots := slots_of(machine)):
        return _SlotStepper(slots, labelled, slots.words, tuning.SWEEP.few_rows)
    if not ARRAYS or not native.is_built():
        return _ScalarStepper(machine, labelled)
    if machine.encoding == "labels" and cast(Any, machine).is_plain:
        few = tuning.SWEEP.few_rows // 8  # a step of one state takes longer than on tracks alone
        return _LabelStepper(machine, labelled, cast(Any, machine).row_words, few)
    from gfkit.core.engine.sweep.codings import coding_of

    coding: Any = coding_of(machine, labelled=labelled)
    if coding is None or not coding.has_weights:
        return _ScalarStepper(machine, labelled)
    from gfkit.core.engine.sweep.word_stepper import WordStepper

    return WordStepper(coding.widest, labelled)


class _ScalarStepper(Stepper):
    """Stepper for any automaton, one state at a time."""

    def __init__(self, machine: Machine, labelled: bool) -> None:
        super().__init__(machine, labelled)
        self.places: dict[int, dict[State, int]] = {}
        self.sort: Callable[[Iterable[Any]], Iterable[State]] = (
            sorted if type(machine.start()) in (int, tuple) else iter
        )
        """Sort states that are numbers or tuples of them, so that equal sets of states are equal tuples."""
        exchanges = machine.encoding == "groups" and cast(Any, machine).exchanges and not labelled
        self.stand: Callable[[State], State] | None = cast(Any, machine).standing_for if exchanges else None
        """Map from states to representatives of the states that are identified."""

    def _successors(self, site: int, state: State) -> Iterable[tuple[State, Exponents, int]]:
        moves, stand = self.machine.step(site, state), self.stand
        return ((stand(after), *more) for after, *more in moves) if stand else moves

    def start(self) -> int:
        first = (self.machine.start(),)
        return self.number(first, first)

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        layer, reached = _step_states(self._successors, site, self.sets[states], self.sort, self.labelled)
        return layer, self.number(reached, reached)

    def place_of(self, states: int, state: State) -> int:
        if states not in self.places:
            self.places[states] = {member: number for number, member in enumerate(self.sets[states])}
        return self.places[states][self.stand(state) if self.stand else state]

    def union(self, first: int, second: int) -> tuple[int, Sequence[int]]:
        both = tuple(self.sort(dict.fromkeys((*self.sets[first], *self.sets[second]))))
        union = self.number(both, both)
        return union, [self.place_of(union, state) for state in self.sets[second]]

    def final(self, states: int) -> Index:
        ends = self.sets[states]
        return plain_index([i for i, state in enumerate(ends) if self.machine.final(state)])


def _step_states(
    successors: Callable[[int, State], Iterable[tuple[State, Exponents, int]]],
    site: int,
    before: tuple[State, ...],
    sort: Callable[[Iterable[State]], Iterable[State]],
    labelled: bool,
) -> tuple[Layer, tuple[State, ...]]:
    """Return the layer of a step and the states after it, in the order of ``sort``."""
    index: dict[State, int] = {}
    edges: dict[Any, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for number, state in enumerate(before):
        if not number % 64:
            check_stop()
        for after, weight, option in successors(site, state):
            sources, targets = edges[(weight, option) if labelled else weight]
            sources.append(number)
            targets.append(index.setdefault(after, len(index)))
    reached = tuple(sort(index))
    place = {index[state]: number for number, state in enumerate(reached)}
    matchings: list[Matching] = []
    for label, (sources, targets) in edges.items():
        weight, option = label if labelled else (label, 0)
        matchings += _matchings(weight, sources, [place[target] for target in targets], option)
    return Layer(len(before), len(index), tuple(matchings)), reached


def _matchings(
    weight: Exponents, sources: Sequence[int], targets: Sequence[int], option: int
) -> list[Matching]:
    """Split transitions into matchings, in which no source and no target occurs twice."""
    if ARRAYS and len(sources) > tuning.SWEEP.many_steps:
        import numpy as np

        from gfkit.core.engine.sweep.state_rows import matchings_of_arrays

        return matchings_of_arrays(
            weight, np.array(sources, np.int32), np.array(targets, np.int32), option=option
        )
    if len({*sources}) == len({*targets}) == len(sources):
        return [Matching(weight, plain_index(sources), plain_index(targets), option)]
    matchings = []
    left = list(zip(sources, targets, strict=True))
    while left:
        used: tuple[set[int], set[int]] = (set(), set())
        taken, kept = [], []
        for pair in left:
            if pair[0] in used[0] or pair[1] in used[1]:
                kept.append(pair)
            else:
                taken.append(pair)
                used[0].add(pair[0])
                used[1].add(pair[1])
        matchings.append(
            Matching(weight, plain_index([a for a, _ in taken]), plain_index([b for _, b in taken]), option)
        )
        left = kept
    return matchings


class _SlotStepper(Stepper):
    """Stepper for an automaton on tracks.

    A small set of states is a tuple, which is processed state by state; a larger set is an array of rows,
    which is processed at once. In both cases sets are sorted by the machine words of a state, lowest word
    first.
    """

    def __init__(self, machine: Any, labelled: bool, words: int, few: int) -> None:
        super().__init__(machine, labelled)
        self.words, self.few = words, few
        """Number of machine words of a state, and the largest number of states in a tuple."""

    def of(self, machine: Machine) -> Self:
        assert machine.encoding == self.machine.encoding, "automata must be of the same class"
        assert machine.form == self.machine.form, "automata must have the same tracks"
        return super().of(machine)

    def pack(self, state: Any) -> int:
        """Return a state as one integer, which consists of the words of its row."""
        return cast(int, state)

    def unpack(self, packed: int) -> State:
        """Return the state of an integer."""
        return packed

    def _states(self, states: tuple[State, ...] | Codes) -> tuple[State, ...]:
        """Return the states of a set."""
        if isinstance(states, tuple):
            return states
        from gfkit.core.engine.sweep.state_rows import rows_as_states

        return tuple(map(self.unpack, rows_as_states(states)))

    def _number(self, states: tuple[State, ...] | Codes) -> int:
        """Return the number of a set, which is stored as a tuple if it is small, and as rows otherwise."""
        if len(states) <= self.few:
            states = self._states(states)
            return self.number(states, states)
        from gfkit.core.engine.sweep.state_rows import digest

        return self.number(digest(rows := self._rows(states)), rows)

    def _rows(self, states: tuple[State, ...] | Codes) -> Codes:
        """Return a set as an array of rows."""
        from gfkit.core.engine.sweep.state_rows import states_as_rows

        if isinstance(states, tuple):
            states = states_as_rows([*map(self.pack, states)], self.words)
        return states

    def start(self) -> int:
        return self._number((self.machine.start(),))

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        before = self.sets[states]
        if isinstance(before, tuple):
            sort = partial(sorted, key=self.pack if self.words == 1 else self._split_words)
            layer, after = _step_states(self.machine.step, site, before, sort, self.labelled)
            return layer, self._number(after)
        layer, rows = self._step_rows(site, before)
        return layer, self._number(rows)

    def _step_rows(self, site: int, rows: Codes) -> tuple[Layer, Codes]:
        """Return the layer of a step of all rows, and the rows after it."""
        from gfkit.core.engine.sweep.state_rows import step_rows

        return step_rows(self.machine, site, rows)

    def _split_words(self, state: State) -> tuple[int, ...]:
        """Return the machine words of a state, lowest first, which determine the order of rows."""
        number = self.pack(state)
        return tuple([number >> WORD * word & ((1 << WORD) - 1) for word in range(self.words)])

    def place_of(self, states: int, state: State) -> int:
        held = self.sets[states]
        if isinstance(held, tuple):
            return held.index(state)
        from gfkit.core.engine.sweep.state_rows import place_of_row, words_of

        return place_of_row(held, words_of(self.pack(state), self.words))

    def union(self, first: int, second: int) -> tuple[int, Sequence[int]]:
        known = self.sets[first], self.sets[second]
        if all(isinstance(states, tuple) for states in known):
            both = tuple(sorted({*known[0], *known[1]}, key=self._split_words))
            place = {state: number for number, state in enumerate(both)}
            return self._number(both), [place[state] for state in known[1]]
        from gfkit.core.engine.sweep.state_rows import united_rows

        rows, places = united_rows(*map(self._rows, known))
        return self._number(rows), places

    def final(self, states: int) -> Index:
        return plain_index(range(len(self.sets[states])))


class _LabelStepper(_SlotStepper):
    """Stepper for a ``LinkedMachine`` with one graph and without required places."""

    def pack(self, state: Any) -> int:
        inner, ((labels, _, complete, closed, _),) = state
        words: int = self.machine.inner.words
        octets = labels.ljust(8 * (self.words - 1 - words), b"\0") + bytes((complete, closed))
        return cast(int, inner) | int.from_bytes(octets, "little") << WORD * words

    def unpack(self, packed: int) -> State:
        words = self.machine.inner.words
        octets = (packed >> WORD * words).to_bytes(8 * (self.words - words), "little")
        labels = octets[: len(self.machine.places[0].tracks)]
        numbers = (0,) * max(labels, default=0), octets[-8], octets[-7], 0
        return packed & (1 << WORD * words) - 1, ((labels, *numbers),)

    def _step_rows(self, site: int, rows: Codes) -> tuple[Layer, Codes]:
        from gfkit.core.engine.sweep.state_rows import step_labelled_rows

        return step_labelled_rows(self.machine, site, rows)

    def final(self, states: int) -> Index:
        ends = enumerate(self._states(self.sets[states]))
        return plain_index([place for place, state in ends if self.machine.final(state)])
