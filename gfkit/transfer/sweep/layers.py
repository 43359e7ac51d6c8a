"""Layers: tables of the reachable states of a machine, site by site; rungs 2 and 3 sweep over them.

A layer holds the transitions of one site between numbered states, as *matchings*: arrays of source and
destination of equal length in which no source and no destination occurs twice. Sites that step alike
from the same states share one layer, so a strip of any length needs the layers of a few rows.

States are stepped one by one, or, where they are made of slots and numpy is there, all at once as rows of
machine words.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol, cast

from gfkit.exact import ARRAYS
from gfkit.games.rule import Exponents
from gfkit.native import is_built
from gfkit.transfer.machine.linked import Labels as StateLabels
from gfkit.transfer.machine.linked import LinkedMachine, SiteAction
from gfkit.transfer.machine.machine import Machine, State
from gfkit.transfer.machine.slot import WORD, Choice, SlotMachine, Track
from gfkit.transfer.sweep.tables import Layer, Layers, Matching, RowSets, matchings_of_arrays, number_rows

if ARRAYS:
    import numpy as np

    from gfkit.transfer.sweep.liberty_steps import liberty_stepper

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gfkit.transfer.sweep.tables import Codes, Index

    Labels = NDArray[np.uint8]


Watch = Callable[[int, int, int], None]
"""Told after every site: the site, its states, and the bytes of new tables."""


def compile_layers(machine: Machine, watch: Watch) -> Layers:
    """The layers of any machine; those made of slots are compiled with arrays, others state by state."""
    return Compiler(machine, watch).compile(machine)


class Compiler:
    """Compiles machines that share layers: the boards of one family, say.

    All machines must be of the kind of the first; slot machines must have its tracks.
    """

    def __init__(self, first: Machine, watch: Watch) -> None:
        self.watch = watch
        self.known: dict[tuple[Hashable, int], tuple[Layer, int]] = {}
        self.stepper = _stepper(first)

    def compile(self, machine: Machine) -> Layers:
        """The layers of one machine; those met before are the same objects."""
        return self.trace(machine)[0]

    def trace(self, machine: Machine) -> tuple[Layers, list[int]]:
        """The layers, and the numbers of the sets of states before every site and at the end."""
        stepper = self.stepper.of(machine)
        layers = []
        states = stepper.start()
        reached = [states]
        for site in range(machine.sites):
            key = (machine.signature(site), states)
            found = self.known.get(key)
            fresh = 0
            if found is None:
                found = self.known[key] = stepper.step(site, states)
                fresh = found[0].bytes
            layers.append(found[0])
            states = found[1]
            reached.append(states)
            self.watch(site, found[0].after, fresh)
        return Layers(tuple(layers), stepper.final(states)), reached

    def place_of(self, states: int, state: State) -> int:
        """The number of a state in a set of them."""
        return self.stepper.place_of(states, state)


class Stepper(Protocol):
    """Steps the machines of a compiler; sets of states are known by a number."""

    def of(self, machine: Machine) -> Stepper:
        """The same sets of states, for another machine."""
        ...

    def start(self) -> int:
        """The set of the first state alone."""
        ...

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        """The layer of a site, from a set of states, and the set after it."""
        ...

    def final(self, states: int) -> Index:
        """Which states of a set are final."""
        ...

    def place_of(self, states: int, state: State) -> int:
        """The number of a state in a set."""
        ...


def _stepper(machine: Machine) -> Stepper:
    stepper: Stepper | None = None
    if ARRAYS and machine.groups is not None:
        stepper = liberty_stepper(machine.groups)
    elif ARRAYS and machine.labels is not None and machine.labels.is_plain:
        stepper = _LabelStepper(machine.labels)
    elif ARRAYS and machine.slots is not None:
        stepper = _ArrayStepper(machine.slots)
    return stepper or _ScalarStepper(machine)


class _ScalarStepper:
    """Steps any machine, one state at a time. Sets of states are known by a number."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.numbers: dict[tuple[State, ...], int] = {}
        self.sets: list[tuple[State, ...]] = []
        self.places: dict[int, dict[State, int]] = {}

    def of(self, machine: Machine) -> _ScalarStepper:
        """The same sets of states, for another machine."""
        self.machine = machine
        return self

    def _number(self, states: tuple[State, ...]) -> int:
        if states not in self.numbers:
            self.numbers[states] = len(self.sets)
            self.sets.append(states)
        return self.numbers[states]

    def start(self) -> int:
        return self._number((self.machine.start(),))

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        index: dict[State, int] = {}
        edges: dict[Exponents, tuple[list[int], list[int]]] = {}
        before = self.sets[states]
        for number, state in enumerate(before):
            for after, weight in self.machine.step(site, state):
                sources, targets = edges.setdefault(weight, ([], []))
                sources.append(number)
                targets.append(index.setdefault(after, len(index)))
        # In order, equal sets are seen to be equal.
        reached = tuple(sorted(index, key=lambda state: cast(int, state)) if self.machine.in_order else index)
        place = {index[state]: number for number, state in enumerate(reached)}
        matchings: list[Matching] = []
        for weight, (sources, targets) in edges.items():
            matchings += _matchings(weight, sources, [place[target] for target in targets])
        return Layer(len(before), len(index), tuple(matchings)), self._number(reached)

    def place_of(self, states: int, state: State) -> int:
        if states not in self.places:
            self.places[states] = {one: number for number, one in enumerate(self.sets[states])}
        return self.places[states][self.machine.standing_for(state)]

    def final(self, states: int) -> Index:
        ends = self.sets[states]
        return _index([i for i, state in enumerate(ends) if self.machine.final(state)])


def _matchings(weight: Exponents, sources: list[int], targets: list[int]) -> list[Matching]:
    """Splits transitions so that in each matching no source and no target repeats."""
    if ARRAYS:
        return matchings_of_arrays(weight, _index(sources), _index(targets))
    found = []
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
        found.append(Matching(weight, _index([a for a, _ in taken]), _index([b for _, b in taken])))
        left = kept
    return found


def _index(numbers: list[int]) -> Index:
    """Numbers of states as an array of words: numpy's, or the standard library's."""
    if ARRAYS:
        import numpy as np

        return np.array(numbers, np.int32)
    return cast("Index", array("i", numbers))


class _ArrayStepper(RowSets):
    """Steps a slot machine, all states at once. Sets of states are known by a number."""

    def __init__(self, machine: SlotMachine) -> None:
        self.machine = machine
        super().__init__()

    def of(self, machine: Machine) -> _ArrayStepper:
        """The same sets of states, for another machine with the same tracks."""
        slots = machine.slots
        assert slots is not None, "one compiler takes machines of one kind"
        assert slots.tracks == self.machine.tracks, "one compiler takes machines with the same tracks"
        self.machine = slots
        return self

    def place_of(self, states: int, state: State) -> int:
        return self.row_of(states, _words(cast(int, state), self.machine.words))

    def start(self) -> int:
        return self.number(np.zeros((1, self.machine.words), np.uint64))

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        codes = self.sets[states]
        taken = []
        for choice in self.machine.programs[site]:
            sources, after = take(self.machine, choice, codes)
            if len(sources):
                taken.append((choice[0], sources, after))
        if not taken:
            empty = np.zeros((0, self.machine.words), np.uint64)
            return Layer(len(codes), 0, ()), self.number(empty)
        distinct, inverse = number_rows(np.concatenate([after for _, _, after in taken]))
        matchings: list[Matching] = []
        begin = 0
        for weight, sources, after in taken:
            targets = inverse[begin : begin + len(after)]
            matchings += matchings_of_arrays(weight, sources, targets, once=True)
            begin += len(after)
        return Layer(len(codes), len(distinct), tuple(matchings)), self.number(distinct)

    def final(self, states: int) -> Index:
        return np.arange(len(self.sets[states]), dtype=np.int32)


OWN = 255
"""The label of the cell of a site, before labels are numbered anew."""


class _LabelStepper(RowSets):
    """Steps a linked machine of one graph without places, all states at once, as ``_ArrayStepper`` does.

    A row has the words of the machine of slots, then labels by track, eight to a word, then the numbers of
    complete components and closed cycles.
    """

    def __init__(self, machine: LinkedMachine) -> None:
        self.machine = machine
        super().__init__()
        self.width = len(machine.places[0].tracks)

    def of(self, machine: Machine) -> _LabelStepper:
        """The same sets of states, for another machine with the same tracks."""
        labels = machine.labels
        assert labels is not None, "one compiler takes machines of one form"
        assert labels.form == self.machine.form, "one compiler takes machines with the same tracks"
        self.machine = labels
        return self

    def start(self) -> int:
        return self.number(np.zeros((1, self.machine.row_words), np.uint64))

    def place_of(self, states: int, state: State) -> int:
        inner, ((labels, _, complete, closed, _),) = cast("tuple[int, tuple[StateLabels]]", state)
        octets = np.zeros((self.machine.row_words - self.machine.inner.words) * 8, np.uint8)
        octets[: self.width] = list(labels)
        octets[-8:-6] = complete, closed
        row = np.concatenate([_words(inner, self.machine.inner.words), octets.view(np.uint64)])
        return self.row_of(states, row)

    def _parts(self, rows: Codes) -> tuple[Codes, Labels, Labels]:
        """The words of slots, labels, and the two numbers."""
        inner = self.machine.inner.words
        octets = np.ascontiguousarray(rows[:, inner:]).view(np.uint8)
        return rows[:, :inner], octets[:, : self.width], octets[:, -8:-6]

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        rows = self.sets[states]
        codes, labels, counts = self._parts(rows)
        (action,), weights = self.machine.actions[site], self.machine.weights[site]
        taken = []
        for choice in self.machine.inner.programs[site]:
            option = choice[0][0]
            sources, after = take(self.machine.inner, choice, codes)
            kept, new, numbers, ended = self._relabelled(
                action, option, (after, labels[sources].copy(), counts[sources].copy())
            )
            octets = np.zeros((len(kept), rows.shape[1] * 8 - codes.shape[1] * 8), np.uint8)
            octets[:, : self.width] = new
            octets[:, -8:-6] = numbers
            whole = np.concatenate([after[kept], octets.view(np.uint64)], axis=1)
            (dx, dy), (x, y) = self.machine.worth[0], weights[option]
            for number in np.unique(ended).tolist() if dx or dy else [0]:
                chosen = ended == number if dx or dy else slice(None)
                if len(kept):
                    weight = x + number * dx, y + number * dy
                    taken.append((weight, sources[kept[chosen]], whole[chosen]))
        if not taken:
            return Layer(len(rows), 0, ()), self.number(rows[:0])
        distinct, inverse = number_rows(np.concatenate([after for _, _, after in taken]))
        matchings: list[Matching] = []
        begin = 0
        for weight, sources, after in taken:
            targets = inverse[begin : begin + len(after)]
            matchings += matchings_of_arrays(weight, sources, targets, once=True)
            begin += len(after)
        return Layer(len(rows), len(distinct), tuple(matchings)), self.number(distinct)

    def _relabelled(
        self, action: SiteAction, option: int, states: tuple[Codes, Labels, Labels]
    ) -> tuple[Index, Labels, Labels, Labels]:
        """What ``linked.relabelled`` does to a state, done to all: who can take it, and what they become.

        And how many components are complete with it.
        """
        after, labels, counts = states
        labels, counts = np.ascontiguousarray(labels), np.ascontiguousarray(counts)
        (linkage,) = self.machine.linkages
        fine = np.ones(len(labels), np.bool_)
        complete, closed = counts[:, 0], counts[:, 1]
        ended = np.zeros(len(labels), np.uint8)
        if not is_built():
            self._joined(action, option, (after, labels, counts), ended)
        else:
            from gfkit.native import loops

            member, _, joined = action.joins[option]
            tracks = np.array([track for track, _ in joined], np.int64)
            leaving = np.array(action.leaving, np.int64)
            now = np.zeros((len(action.still), len(labels)), np.bool_)
            for row, (_, home, values) in zip(now, action.still, strict=True):
                row[:] = _shows(after, home, values)
            still = np.array([track for track, _, _ in action.still], np.int64)
            cap = -1 if linkage.cycles is None else linkage.cycles.cap
            wakes = self.machine.wakes[0]
            loops.relabel(labels, counts, ended, tracks, leaving, action.own, member, wakes, cap, still, now)
        if linkage.components is not None:
            np.minimum(complete + ended, linkage.components.cap, out=complete)
        if linkage.cycles is not None and linkage.cycles.most is not None:
            fine &= closed.astype(np.int32) <= linkage.cycles.most
        if linkage.components is not None and linkage.components.most is not None:
            most = linkage.components.most
            number = complete.astype(np.int32)
            fine &= (number < most) | ((number == most) & ~labels.any(axis=1))
        kept = np.flatnonzero(fine).astype(np.int32)
        return kept, labels[kept], counts[kept], ended[kept]

    def _joined(
        self, action: SiteAction, option: int, states: tuple[Codes, Labels, Labels], ended: NDArray[np.uint8]
    ) -> None:
        """Labels, closed cycles and complete components after an option, by numpy; see ``native/rows.h``."""
        after, labels, counts = states
        (linkage,), (wakes,) = self.machine.linkages, self.machine.wakes
        member, _, joined = action.joins[option]
        closed = counts[:, 1]
        for track, _ in joined:
            label = labels[:, track].copy()
            if linkage.cycles is not None:
                closed += (label == OWN) & (closed < linkage.cycles.cap)
            if wakes:
                labels[label == 0, track] = OWN
            labels[(labels == label[:, None]) & (label != 0)[:, None]] = OWN

        def left(track: int, rows: NDArray[np.bool_], *, own_stays: bool) -> None:
            """A label is taken away where ``rows`` say so; its component may be complete then."""
            label = labels[:, track].copy()
            labels[rows, track] = 0
            gone = rows & (label != 0) & ~((labels == label[:, None]).any(axis=1))
            if own_stays:
                gone &= label != OWN
            np.add(ended, gone, out=ended)

        everywhere = np.ones(len(labels), np.bool_)
        for track in action.leaving:
            left(track, everywhere, own_stays=True)
        if action.own >= 0:
            labels[:, action.own] = OWN if member else 0
        elif member:
            np.add(ended, ~(labels == OWN).any(axis=1), out=ended)
        for track, home, values in action.still:
            left(track, _shows(after, home, values), own_stays=False)
        labels[...] = _in_order(labels)

    def final(self, states: int) -> Index:
        codes, labels, counts = self._parts(self.sets[states])
        done = ~codes.any(axis=1) & ~labels.any(axis=1)
        (linkage,) = self.machine.linkages
        told = {tuple(pair): linkage.holds(*pair) for pair in {tuple(row) for row in counts.tolist()}}
        held = np.array([told[tuple(row)] for row in counts.tolist()], np.bool_)
        return np.flatnonzero(done & held).astype(np.int32)


def _words(number: int, many: int) -> Codes:
    """A number as so many machine words, the lowest first."""
    return np.array([number >> WORD * word & ((1 << WORD) - 1) for word in range(many)], np.uint64)


def _shows(codes: Codes, home: Track, values: frozenset[int]) -> NDArray[np.bool_]:
    """Whether a track of states holds one of some values."""
    word, shift = divmod(home.shift, WORD)
    held = codes[:, word] >> np.uint64(shift) & np.uint64((1 << home.bits) - 1)
    return np.isin(held, np.array(sorted(values), np.uint64))


def _in_order(labels: Labels) -> Labels:
    """Labels numbered from 1 on in the order of the tracks, where 0 stays."""
    columns = np.ascontiguousarray(labels.T)
    found = np.zeros_like(columns)
    most = np.zeros(len(labels), np.uint8)
    for track, own in enumerate(columns):
        number = found[track]
        for earlier in range(track):
            np.copyto(number, found[earlier], where=columns[earlier] == own)
        fresh = (own != 0) & (number == 0)
        most += fresh
        np.copyto(number, most, where=fresh)
    return found.T


def take(machine: SlotMachine, choice: Choice, codes: Codes) -> tuple[Index, Codes]:
    """The states (by number) that can take an option, and what they become."""
    allowed: NDArray[np.bool_] | None = None
    after = codes.copy()
    for index, table in choice[1]:
        track = machine.tracks[index]
        word, shift = divmod(track.shift, WORD)
        field = np.uint64((1 << track.bits) - 1)
        old = (codes[:, word] >> np.uint64(shift)) & field
        full = (*table, *(-1,) * (int(field) + 1 - len(table)))
        if -1 in full:
            ok = np.array([new >= 0 for new in full])[old]
            allowed = ok if allowed is None else allowed & ok
        change = np.array([max(new, 0) for new in full], np.uint64)
        after[:, word] += (change[old] - old) << np.uint64(shift)  # wraps around, and back
    if allowed is None:
        return np.arange(len(codes), dtype=np.int32), after
    return np.flatnonzero(allowed).astype(np.int32), after[allowed]
