"""Rung 5: machines that remember what hangs together, without layers, states in a hash table.

What it changes: a state is a few words (``linked_code`` says which), and machine code takes all states over a
site in one pass, in which every state after it is looked up in a hash table. While states are few, only those
of two sites are held. Then those are kept that are met at sites whole periods apart, as on all rows of a
rectangle, and the steps from them as pairs of numbers: a state that was met there before is not stepped
again, and its number is added along the pairs. States are compared word by word, so that no two are ever
taken for one. Without weights, and with numba only; ``fits`` says what else. Cost: for every site of a
period, its states times options, and for every site, steps times words of a number.

Numbers are exact: before a site as many limbs are taken as the largest number so far, times the number of
steps, may fill. Where memory is short for what is kept, nothing is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gfkit.errors import LimitError
from gfkit.exact.compiling import is_compiled
from gfkit.transfer.machine.linked import LinkedMachine, SiteAction
from gfkit.transfer.machine.slot import Program, Track
from gfkit.transfer.sweep.rung3_limbs import Ask

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = _FIELDS = 63
"""Bits of the first word, and of those that labels and marks are laid into."""
_MOST_VALUES = 62
_MOST_CHOICES = 1 << 16
"""Combinations of values and options of all sites that are written out at most."""
_FEW_STATES = 1 << 8
"""Of fewer states nothing is kept."""


@dataclass(frozen=True, slots=True)
class _Fields:
    """Equal fields laid into words, one for each track."""

    bits: int
    tracks: int

    @property
    def in_word(self) -> int:
        return _FIELDS // self.bits if self.bits else 0

    @property
    def words(self) -> int:
        return -(-self.tracks // self.in_word) if self.bits else 0

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1

    def spread(self, value: int) -> int:
        """A value in each of the fields of a word."""
        return sum(value << self.bits * k for k in range(self.in_word))


@dataclass(frozen=True, slots=True)
class LinkedProgram:
    """A machine as words that machine code reads."""

    head: NDArray[np.int64]
    code: NDArray[np.int64]
    sites: NDArray[np.int64]


def fits(machine: LinkedMachine) -> bool:
    """Whether one graph is watched, and states and sites fit into the words that there are for them."""
    if len(machine.linkages) != 1 or machine.inner.words > 1:
        return False
    (linkage,) = machine.linkages
    held = linkage.each.number.cap if linkage.each else 0
    laid = _Layout.of(machine)
    if held > _MOST_VALUES or laid.used > _WORD or max(laid.labels.words, laid.marks.words) > 2:
        return False
    sites = {(program, one) for program, (one,) in zip(machine.inner.programs, machine.actions, strict=True)}
    sizes = [
        (1 + len(program)) << sum(track.bits for track in _touched(machine, program, action))
        for program, action in sites
    ]
    return sum(sizes) <= _MOST_CHOICES


def _touched(machine: LinkedMachine, program: Program, action: SiteAction) -> list[Track]:
    """The tracks of the machine of slots by which it is decided what a state can do at a site."""
    homes = {home for _, home, _ in action.still}
    touched = {machine.inner.tracks[index] for choice in program for index, _ in choice[1]}
    return sorted({*touched, *homes}, key=lambda track: track.shift)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where everything lies in a state: see ``linked_code``."""

    components: tuple[int, int]
    """Shift and bits in the first word, as for the next two."""
    cycles: tuple[int, int]
    met: tuple[int, int]
    labels: _Fields
    marks: _Fields

    @staticmethod
    def of(machine: LinkedMachine) -> _Layout:
        (linkage,), (places,) = machine.linkages, machine.places
        inner = machine.inner
        shift = inner.tracks[-1].shift + inner.tracks[-1].bits if inner.tracks else 0
        complete, closed = (
            tally.cap.bit_length() if tally else 0 for tally in (linkage.components, linkage.cycles)
        )
        tracks = max(1, len(places.tracks))
        held = max(1, linkage.each.number.cap.bit_length()) if linkage.each else 0
        marks = len(linkage.joins) + len(linkage.apart) + held
        return _Layout(
            (shift, complete),
            (shift + complete, closed),
            (shift + complete + closed, int(bool(linkage.joins))),
            _Fields(max(2, tracks.bit_length()), tracks),
            _Fields(marks, tracks),
        )

    @property
    def used(self) -> int:
        """Bits of the first word."""
        return sum(self.met)

    @property
    def wide(self) -> bool:
        return max(self.labels.words, self.marks.words) > 1

    @property
    def words(self) -> int:
        return 1 + (1 + self.wide) * (1 + bool(self.marks.bits))


class _Encoder:
    """Writes a machine into words; ``linked_code`` reads them."""

    def __init__(self, machine: LinkedMachine) -> None:
        self.machine = machine
        self.layout = _Layout.of(machine)
        (self.linkage,) = machine.linkages
        self.code: list[int] = []
        self.known: dict[Hashable, int] = {}

    def program(self) -> LinkedProgram:
        sites = [self._site(site) for site in range(self.machine.sites)]
        return LinkedProgram(*(np.array(one, np.int64) for one in (self._head(), self.code, sites)))

    def _write(self, words: Iterable[int]) -> int:
        """Where words begin that are put at the end of the code; none are put there twice."""
        own = tuple(words)
        if own not in self.known:
            self.known[own] = len(self.code)
            self.code.extend(own)
        return self.known[own]

    def _head(self) -> list[int]:
        linkage, labels, marks = self.linkage, self.layout.labels, self.layout.marks
        joins, apart = len(linkage.joins), len(linkage.apart)
        held = linkage.each.number if linkage.each else None
        allowed = sum(1 << n for n in range(_MOST_VALUES) if held is None or held.holds(n))
        top = 1 << labels.bits - 1
        counters = [
            value
            for tally, (shift, bits) in (
                (linkage.components, self.layout.components),
                (linkage.cycles, self.layout.cycles),
            )
            for value in (tally.cap if tally else -1, _most(tally), shift, (1 << bits) - 1)
        ]
        return [
            labels.bits, labels.in_word, labels.spread(1), labels.spread(top - 1), labels.spread(top),
            labels.mask, (1 << 16) // labels.bits + 1,
            marks.bits, marks.in_word, marks.mask, marks.spread(1),
            joins + apart, (1 << joins) - 1, ((1 << apart) - 1) << joins,
            held.cap if held else 0, _most(held), allowed,
            *counters, self.layout.met[0], int(self.machine.wakes[0]),
            int(self.layout.wide), int(bool(marks.bits)),
        ]  # fmt: skip

    def _site(self, site: int) -> int:
        machine = self.machine
        key = machine.signature(site)
        if key in self.known:
            return self.known[key]
        (action,) = machine.actions[site]
        inner = machine.inner
        tracks = _touched(machine, inner.programs[site], action)
        *shifts, used = accumulate((track.bits for track in tracks), initial=0)
        places = dict(zip(tracks, shifts, strict=True))
        chosen: list[list[int]] = [[] for _ in range(1 << used)]
        options = 0
        for choice in inner.programs[site]:
            tables = {inner.tracks[index]: table for index, table in choice[1]}
            member, joined = action.joins[choice[0][0]]
            pairs = [value for pair in joined for value in pair] if member else []
            counts = len(joined) if member else -1
            marks = [action.mark + (k << len(self.linkage.joins) + len(self.linkage.apart))
                     for k in range(1 + (self.linkage.chooses and member))]  # fmt: skip
            options += len(marks)
            for values in product(*(range(track.size) for track in tracks)):
                after = [
                    tables[track][v] if track in tables else v
                    for track, v in zip(tracks, values, strict=True)
                ]
                if min(after, default=0) < 0:
                    continue
                change = sum(
                    (old ^ new) << track.shift for track, old, new in zip(tracks, values, after, strict=True)
                )
                now = dict(zip(tracks, after, strict=True))
                still = [track for track, home, held in action.still if now[home] in held]
                at = sum(value << places[track] for track, value in zip(tracks, values, strict=True))
                for mark in marks:
                    chosen[at].append(self._write([change, counts, len(still), mark, *pairs, *still]))
        fields = [value for track in tracks for value in (track.shift, (1 << track.bits) - 1, places[track])]
        own = [options, len(tracks), len(action.leaving), action.own, *action.leaving, *fields, len(chosen)]
        own += [self._write([len(one), *one]) for one in chosen]
        self.known[key] = found = self._write(own)
        return found

    def is_final(self, words: Sequence[int]) -> bool:
        """Whether a state counts after the last site."""
        laid = (self.layout.components, self.layout.cycles, self.layout.met)
        numbers = [words[0] >> shift & (1 << bits) - 1 for shift, bits in laid]
        rest = words[0] & (1 << self.layout.components[0]) - 1
        met = numbers[2] or not self.linkage.joins
        return bool(met and self.linkage.holds(*numbers[:2]) and not rest and not any(words[1:]))


def _most(tally: Any) -> int:
    return -1 if tally is None or tally.most is None else tally.most


OnStates = Callable[[int, int, int], None]
"""Told how many sites are done, how many states there are, and the bytes that so many take at least."""


def _quiet(done: int, states: int, wanted: int) -> None:
    """Says nothing."""


def _willing(wanted: int) -> None:
    """Allows everything."""


_CODE = "linked_code"
_WORTH_LOADING, _WORTH_COMPILING = 600_000, 5_000_000
"""States that the rungs below step in about the time it takes to load machine code, and to make it."""
_ONE_BY_ONE = 8
"""So many states are stepped together in the time of one alone."""


def hashing_pays(states: int, *, together: bool) -> bool:
    """Whether so many states to step, all ``together`` or one by one, are worth machine code."""
    if f"{__package__}.{_CODE}" in sys.modules:
        return True
    worth = states if together else _ONE_BY_ONE * states
    if worth <= _WORTH_LOADING:
        return False
    compiled = worth > _WORTH_COMPILING or is_compiled(Path(__file__).with_name(f"{_CODE}.py"))
    return compiled and steps_in_code() is not None


@cache
def steps_in_code() -> Any:
    """The module of machine code, or None without numba."""
    try:
        from gfkit.transfer.sweep import linked_code
    except ImportError:
        return None
    return linked_code


def hashed_sweep(machine: LinkedMachine, on_site: OnStates = _quiet, ask: Ask = _willing) -> tuple[int, int]:
    """The number that a machine counts, and the largest number of states of a site."""
    encoder = _Encoder(machine)
    sweep = _Sweep(encoder.program(), encoder.layout.words, on_site, ask)
    keys, numbers = sweep.run()
    limb = steps_in_code().LIMB
    total = sum(
        sum(part << limb * k for k, part in enumerate(number))
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True)
        if encoder.is_final(key)
    )
    return total, sweep.peak


class _States:
    """States that are met at all places of the sweep that are whole periods apart."""

    def __init__(self, words: int) -> None:
        self.keys, self.many = np.empty((1 << 10, words), np.int64), 0
        self.table = np.zeros(1 << 11, np.int64)

    @property
    def bytes(self) -> int:
        return self.keys.nbytes + self.table.nbytes


class _Steps:
    """The steps of a site, of so many of the states before it, as pairs of numbers of states."""

    def __init__(self) -> None:
        self.pairs, self.many, self.done = np.empty((1 << 10, 2), np.int32), 0, 0


class _Sweep:
    """The states of one place of a sweep with their numbers.

    While states are few, or sites have no equals, the states of a site are forgotten with it. Else those are
    kept that are met whole periods apart, and the steps from them: a state that was there before is not
    stepped again, only numbers are added.
    """

    def __init__(self, program: LinkedProgram, words: int, on_site: OnStates, ask: Ask) -> None:
        self.program, self.words, self.on_site, self.ask = program, words, on_site, ask
        self.code: Any = steps_in_code()
        self.keys, self.numbers = np.zeros((1, words), np.int64), np.ones((1, 1), np.int64)
        self.table = np.zeros(64, np.int64)
        self.site, self.peak = 0, 1
        self.sites = program.sites.tolist()
        self.period = _period(self.sites)
        self.states: dict[int, _States] = {}
        self.steps: dict[tuple[int, int], _Steps] = {}

    def run(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The states after the last site, and their numbers."""
        while self.site < len(self.sites) and len(self.keys):
            if len(self.keys) >= _FEW_STATES and self._has_equal(self.site):
                try:
                    self._keep()
                except LimitError:
                    self.period, self.states, self.steps = 0, {}, {}
            else:
                self._forget()
        return self.keys, self.numbers

    def _forget(self) -> None:
        """One site, of which nothing is kept."""
        many, words = self.keys.shape
        room, pairs = np.empty((many + many // 2 + 64, words), np.int64), np.empty((2 * many, 2), np.int32)
        self.table[:] = 0
        new, number, self.table, pairs, steps = self.code.stepped(
            self.program.head, self.program.code, self.sites[self.site], self.keys, 0, many,
            room, 0, self.table, pairs, 0,
        )  # fmt: skip
        self.numbers, reached = self.code.added(pairs, steps, number, self.numbers)
        self.keys = new[:number]
        self.site, self.peak = self.site + 1, max(self.peak, reached)
        self._tell(reached, pairs.nbytes)

    def _tell(self, states: int, kept: int) -> None:
        wanted = 5 * (self.keys.nbytes + self.numbers.nbytes)
        self.on_site(self.site, states, wanted)
        self.ask(kept + wanted)

    def _has_equal(self, site: int) -> bool:
        """Whether another site, whole periods apart, steps alike."""
        near = (site - self.period, site + self.period) if self.period else ()
        return any(0 <= other < len(self.sites) and self.sites[other] == self.sites[site] for other in near)

    def _at(self, site: int) -> _States:
        return self.states.setdefault(site % self.period, _States(self.words))

    def _keep(self) -> None:
        """The sites from here on that have equals."""
        here = self._at(self.site)
        here.keys, here.many, here.table, places = self.code.entered(
            self.keys, len(self.keys), here.keys, here.many, here.table
        )
        numbers = np.zeros((here.many, self.numbers.shape[1]), np.int64)
        numbers[places] = self.numbers
        while self.site < len(self.sites) and self._has_equal(self.site):
            here, after = self._at(self.site), self._at(self.site + 1)
            place = self.sites[self.site]
            steps = self.steps.setdefault((place, self.site % self.period), _Steps())
            if steps.done < len(numbers):
                after.keys, after.many, after.table, steps.pairs, steps.many = self.code.stepped(
                    self.program.head, self.program.code, place, here.keys, steps.done, len(numbers),
                    after.keys, after.many, after.table, steps.pairs, steps.many,
                )  # fmt: skip
                steps.done = len(numbers)
            numbers, reached = self.code.added(steps.pairs, steps.many, after.many, numbers)
            self.site += 1
            self.peak = max(self.peak, reached)
            kept = sum(one.bytes for one in self.states.values())
            kept += sum(one.pairs.nbytes for one in self.steps.values())
            self.keys, self.numbers = after.keys[: after.many], numbers
            self._tell(reached, kept)
        some = numbers.any(axis=1)
        self.keys, self.numbers = self.keys[some], numbers[some]


def _period(sites: Sequence[int]) -> int:
    """After how many sites most are as they were before; 0 where that is not so."""
    seen: dict[int, int] = {}
    steps: dict[int, int] = {}
    for number, site in enumerate(sites):
        if site in seen:
            steps[number - seen[site]] = steps.get(number - seen[site], 0) + 1
        seen[site] = number
    best = max(steps, key=lambda step: steps[step], default=0)
    return best if 3 * steps.get(best, 0) > len(sites) else 0
