"""Steps of engine 5 for connectivity constraints; ``native/linked.c`` defines the encoding of states."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, product
from typing import Any, cast

from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine, State
from gfkit.core.engine.machine.linked import Labels, LinkedMachine, SiteAction
from gfkit.core.engine.machine.slot import Program, Track
from gfkit.core.engine.sweep.word_program import WordProgram, Writing, arrays
from gfkit.core.rules.values import Exponents, Linkage

_WORD = _FIELDS = 63
"""Number of usable bits in the first word, and in each word of labels and marks."""
_MOST_VALUES = 62


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields of equal size, one for each track, packed into words."""

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

    def pack(self, values: Mapping[int, int]) -> list[int]:
        """Return the words with the given values of some fields, and 0 in the others."""
        words = [0] * self.words
        for field, value in values.items():
            words[field // self.in_word] |= value << self.bits * (field % self.in_word)
        return words

    def spread(self, value: int) -> int:
        """Return the word that has the given value in each of its fields."""
        return sum(value << self.bits * k for k in range(self.in_word))


def _deciding_tracks(machine: LinkedMachine, program: Program, action: SiteAction) -> list[Track]:
    """Return the tracks that determine which options a state allows in a step."""
    homes = {home for _, home, _ in action.still}
    touched = {machine.inner.tracks[index] for choice in program for index, _ in choice[1]}
    return sorted({*touched, *homes}, key=lambda track: track.shift)


@dataclass(frozen=True, slots=True)
class LinkedLayout:
    """Layout of a state; see ``native/linked.c``."""

    first_word_bits: int
    """Number of bits used in the first word."""
    components: tuple[int, int]
    """Shift and number of bits in the first word, or twice 0; the next two attributes have the same form."""
    cycles: tuple[int, int]
    met: tuple[int, int]
    labels: _Fields
    marks: _Fields

    @staticmethod
    def of(linkage: Linkage, shift: int, tracks: int) -> LinkedLayout:
        """Return the layout with labels for ``tracks`` tracks, placed after the first ``shift`` bits."""
        complete, closed = (
            tally.cap.bit_length() if tally else 0 for tally in (linkage.components, linkage.cycles)
        )
        tracks = max(1, tracks)
        held = max(1, linkage.each.number.cap.bit_length()) if linkage.each else 0
        marks, labels = len(linkage.joins) + len(linkage.apart) + held, max(2, tracks.bit_length())
        if linkage.windings:  # the potentials of all tracks, in fields of the size of labels
            marks = labels = max(labels, linkage.highs.bit_length())
        sizes = (complete, closed, int(bool(linkage.joins or linkage.windings)))
        *begins, end = accumulate(sizes, initial=shift)
        counters, cycles, met = (
            (begin if bits else 0, bits) for begin, bits in zip(begins, sizes, strict=True)
        )
        return LinkedLayout(end, counters, cycles, met, _Fields(labels, tracks), _Fields(marks, tracks))

    @property
    def fits(self) -> bool:
        """True if the state fits into the available words."""
        return self.first_word_bits <= _WORD and max(self.labels.words, self.marks.words) <= 2

    @property
    def wide(self) -> bool:
        return max(self.labels.words, self.marks.words) > 1

    @property
    def high(self) -> int:
        """Shift of the second word of labels in the first word, or 0 if there is no room or no such word."""
        shift = max(1, self.first_word_bits)
        bits = shift + self.labels.bits * (self.labels.tracks - self.labels.in_word)
        return shift if self.wide and not self.marks.bits and bits <= _WORD else 0

    @property
    def words(self) -> int:
        return 1 + (1 + self.wide) * (1 + bool(self.marks.bits)) - (self.high > 0)


class LinkedWords:
    """Encoding of states as words that ``native/linked.c`` advances over the steps."""

    steps = "linked"
    """Name of the C function that advances the states."""
    slots: Sequence[tuple[int, int]]
    """Shift and number of bits of each field of the automaton without connectivity."""

    def __init__(self, linkage: Linkage, layout: LinkedLayout, wakes: bool) -> None:
        self.linkage, self.layout, self.wakes = linkage, layout, wakes

    @property
    def words(self) -> int:
        """Number of words of a state."""
        return self.layout.words

    def head(self) -> list[int]:
        """Return the words at the start of the program, which all steps share."""
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
            for value in (tally.cap if tally else -1, _get_max_tally(tally), shift, (1 << bits) - 1)
        ]
        return [
            labels.bits, labels.in_word, labels.spread(1), labels.spread(top - 1), labels.spread(top),
            labels.mask, (1 << 16) // labels.bits + 1,
            marks.bits, marks.in_word, marks.mask, marks.spread(1),
            joins + apart, (1 << joins) - 1, ((1 << apart) - 1) << joins,
            held.cap if held else 0, _get_max_tally(held), allowed,
            *counters, self.layout.met[0], int(self.wakes),
            int(self.layout.wide), int(bool(marks.bits)), self.layout.high,
            linkage.shared_marks,
            marks.spread(linkage.highs or 1 << marks.bits - 1) if marks.bits else 0,
            int(bool(linkage.windings)),
        ]  # fmt: skip

    def is_final(self, words: Sequence[int]) -> bool:
        """Return True if the words encode an accepting state after the last step."""
        laid = (self.layout.components, self.layout.cycles, self.layout.met)
        numbers = [words[0] >> shift & (1 << bits) - 1 for shift, bits in laid]
        rest = words[0] - sum(number << shift for number, (shift, _) in zip(numbers, laid, strict=True))
        met = numbers[2] or not (self.linkage.joins or self.linkage.windings)
        return bool(met and self.linkage.holds(*numbers[:2]) and not rest and not any(words[1:]))


class LinkedCoding(LinkedWords):
    """Encoder of an automaton as machine words for ``native/linked.c``."""

    def __init__(self, machine: LinkedMachine) -> None:
        (linkage,), (wakes,) = machine.linkages, machine.wakes
        super().__init__(linkage, _build_layout(machine), wakes)
        self.machine = machine
        self.slots = [(track.shift, track.bits) for track in machine.inner.tracks if track.bits]
        self.writing: Writing = Writing()

    @classmethod
    def of(cls, machine: LinkedMachine) -> LinkedCoding | None:
        """Return the encoding, or None if several graphs are tracked, or if states or steps do not fit into
        the words.
        """
        return cls(machine) if _fits_machine_words(machine) else None

    @property
    def sites(self) -> int:
        return self.machine.sites

    @property
    def widest(self) -> LinkedCoding:
        """This encoding, as automata of equal form have equal layouts."""
        return self

    def other(self, machine: Machine) -> LinkedCoding | None:
        """Return the encoding of a given automaton of equal form, or None if its steps do not fit into
        words.
        """
        assert machine.encoding == "labels", "automata must have the same form"
        assert machine.form == self.machine.form, "automata must have the same tracks"
        return LinkedCoding.of(cast(LinkedMachine, machine))

    @property
    def has_weights(self) -> bool:
        """True if the options determine the weights, because components have none."""
        return not any(map(any, self.machine.worth))

    @property
    def tracks(self) -> Sequence[None]:
        """Tracks before every step, and at the end: automata of equal form have equal tracks."""
        return (None,) * (self.sites + 1)

    def weights(self, site: int) -> list[Exponents]:
        """Return the weights of the options of a step."""
        return [self.machine.weights[site][choice[0][0]] for choice in self.machine.inner.programs[site]]

    def part(self, site: int, options: Collection[int]) -> WordProgram:
        """Return the program of some options of one step."""
        self.writing = Writing()
        place = self._site(site, tuple(options))
        return arrays(self.head(), self.writing.code, [place])

    def key(self, _: None, state: State) -> list[int]:
        """Return the words of a state."""
        inner, ((labels, marks, *numbers),) = cast("tuple[int, tuple[Labels]]", state)
        laid = self.layout
        first = inner | sum(
            number << shift
            for number, (shift, _) in zip(numbers, (laid.components, laid.cycles, laid.met), strict=True)
        )
        leads = {label: labels.index(label) for label in labels if label}
        low, *more = laid.labels.pack({k: 1 + leads[label] for k, label in enumerate(labels) if label})
        if laid.high:
            first, more = first | more[0] << laid.high, []
        held = {lead: marks[label - 1] for label, lead in leads.items()} if laid.marks.bits else {}
        held = dict(enumerate(marks)) if self.linkage.windings else held
        return [first, low, *more, *laid.marks.pack(held)]

    def program(self) -> WordProgram:
        """Return the program of all steps."""
        sites = [self._site(site) for site in range(self.machine.sites)]
        return arrays(self.head(), self.writing.code, sites)

    def _site(self, site: int, options: tuple[int, ...] | None = None) -> int:
        """Append a step to the program and return its position; ``options`` restricts it to some of its
        options.
        """
        machine = self.machine
        key = machine.signature(site), options
        if key in self.writing.known:
            return self.writing.known[key]
        (action,) = machine.actions[site]
        inner = machine.inner
        tracks = _deciding_tracks(machine, inner.programs[site], action)
        *shifts, used = accumulate((track.bits for track in tracks), initial=0)
        places = dict(zip(tracks, shifts, strict=True))
        chosen: list[list[int]] = [[] for _ in range(1 << used)]
        written = 0
        for number, choice in enumerate(inner.programs[site]):
            if options is not None and number not in options:
                continue
            tables = {inner.tracks[index]: table for index, table in choice[1]}
            member, marked, joined = action.joins[choice[0][0]]
            pairs = [value for pair in joined for value in pair] if member else []
            counts = len(joined) if member else -1
            mark = action.mark + (marked << len(self.linkage.joins) + len(self.linkage.apart))
            written += 1
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
                chosen[at].append(self.writing.write([change, counts, len(still), mark, *pairs, *still]))
        fields = [value for track in tracks for value in (track.shift, (1 << track.bits) - 1, places[track])]
        own = [written, len(tracks), len(action.leaving), action.own, *action.leaving, *fields, len(chosen)]
        own += [self.writing.write([len(numbers), *numbers]) for numbers in chosen]
        if not self.wakes:
            own += [action.needed, len(action.redundant)]
            for track, mates, within in action.redundant:
                masks = self.layout.labels.pack(dict.fromkeys(mates, self.layout.labels.mask))
                own += [track, within, *masks, *[0] * (2 - len(masks))]
        self.writing.known[key] = number = self.writing.write(own)
        return number


def _build_layout(machine: LinkedMachine) -> LinkedLayout:
    (linkage,), (places,), inner = machine.linkages, machine.places, machine.inner
    shift = inner.tracks[-1].shift + inner.tracks[-1].bits if inner.tracks else 0
    return LinkedLayout.of(linkage, shift, len(places.tracks))


def _fits_machine_words(machine: LinkedMachine) -> bool:
    """Return True if only one graph is tracked, and states and steps fit into the words."""
    if len(machine.linkages) != 1 or machine.inner.words > 1:
        return False
    (linkage,) = machine.linkages
    held = linkage.each.number.cap if linkage.each else 0
    if held > _MOST_VALUES or not _build_layout(machine).fits:
        return False
    sites = {
        (program, here[0]) for program, here in zip(machine.inner.programs, machine.actions, strict=True)
    }
    sizes = [
        (1 + len(program)) << sum(track.bits for track in _deciding_tracks(machine, program, action))
        for program, action in sites
    ]
    return sum(sizes) <= tuning.SWEEP.word_choices


def _get_max_tally(tally: Any) -> int:
    return -1 if tally is None or tally.most is None else tally.most
