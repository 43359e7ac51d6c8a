"""Steps of engine 5 for groups with liberties; ``native/groups.c`` defines the encoding of states.

The encoding requires that no player must be without a legal move: the number of threats to groups is
unbounded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.liberty import LibertyMachine
from gfkit.core.engine.machine.liberty_plan import SitePlan
from gfkit.core.engine.machine.liberty_state import LibertyState
from gfkit.core.engine.sweep.word_program import WordProgram, Writing, arrays
from gfkit.core.rules.values import Exponents

_WORD = 63
"""Bits of a word."""
_NOTHING: Exponents = (0, 0)


@dataclass(frozen=True, slots=True)
class Tracks:
    """Tracks of the cells of a state before a step: frontier cells, and covered cells ahead."""

    frontier: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()

    def after(self, plan: SitePlan) -> Tracks:
        """Return the tracks after a step: a stored cell keeps its track, and a new cell gets the lowest free
        track.
        """
        frontier, ahead = self.in_draft(plan)
        own = [frontier[place] for place in plan.frontier]
        far = [ahead[place] for place in plan.ahead]
        return Tracks(tuple(_fill_free_tracks(own)), tuple(_fill_free_tracks(far)))

    def in_draft(self, plan: SitePlan) -> tuple[dict[int, int], dict[int, int]]:
        """Return the tracks of frontier cells and of cells ahead, by position in the draft; -1 if there is no
        track.
        """
        size = len(self.frontier) + len(self.ahead)
        frontier = dict.fromkeys(range(size, size + plan.fresh), -1)
        ahead = dict(frontier)
        frontier |= dict(enumerate(self.frontier))
        ahead |= dict(enumerate(self.ahead, len(self.frontier)))
        frontier.setdefault(plan.here, -1)
        return frontier, ahead


def _fill_free_tracks(tracks: list[int]) -> list[int]:
    """Replace every -1 by the lowest unused track."""
    taken = set(tracks)
    free = (track for track in range(len(tracks)) if track not in taken)
    return [next(free) if track < 0 else track for track in tracks]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Bit fields of a state: frontier cells in the first word, cells ahead in the second."""

    tracks: int
    ahead: int
    colours: int

    @property
    def colour_bits(self) -> int:
        return (self.colours - 1).bit_length()

    @property
    def bits(self) -> int:
        return (self.tracks + 1).bit_length() + self.colour_bits

    @property
    def ahead_bits(self) -> int:
        return self.colours.bit_length()

    @property
    def fits(self) -> bool:
        return max(self.bits * self.tracks, self.ahead_bits * self.ahead) <= _WORD

    @property
    def widest(self) -> _Layout:
        """Layout with as many fields as the words can hold."""
        tracks = max(n for n in range(1, _WORD) if _Layout(n, 0, self.colours).fits)
        return _Layout(tracks, _WORD // self.ahead_bits if self.ahead else 0, self.colours)


@dataclass(eq=False)
class LibertyCoding:
    """Encoder of an automaton as machine words for ``native/groups.c``."""

    machine: LibertyMachine
    tracks: tuple[Tracks, ...]
    """Tracks before every step, and at the end."""
    layout: _Layout
    exchanges: bool
    """True if states that differ by swapping the two colours are identified."""
    writing: Writing = field(default_factory=Writing)

    has_weights = True
    steps = "groups"
    """Name of the C function that advances the states."""

    @classmethod
    def of(cls, machine: LibertyMachine, *, labelled: bool = False) -> LibertyCoding | None:
        """Return the encoding, or None if a player must be without a legal move, or if states do not fit into
        the words. With ``labelled`` no colours are swapped.
        """
        if any(plan.whole or plan.airless for plan in machine.plans):
            return None
        tracks = [Tracks()]
        for plan in machine.plans:
            tracks.append(tracks[-1].after(plan))
        layout = _Layout(
            max(1 + max(track.frontier, default=-1) for track in tracks),
            max(1 + max(track.ahead, default=-1) for track in tracks),
            machine.colours,
        )
        exchanges = machine.exchanges and not labelled
        return cls(machine, tuple(tracks), layout, exchanges) if layout.fits else None

    @property
    def widest(self) -> LibertyCoding:
        """Encoding with as many fields as the words can hold, so that it can be used for wider boards too."""
        return replace(self, layout=self.layout.widest, writing=Writing())

    def other(self, machine: Machine) -> LibertyCoding | None:
        """Return the encoding of a given automaton by this layout, or None if the automaton does not fit into
        the layout.
        """
        assert machine.encoding == "groups", "automata must have the same form"
        own = LibertyCoding.of(cast(LibertyMachine, machine), labelled=not self.exchanges)
        if own is None or own.exchanges != self.exchanges:
            return None
        narrow = own.layout.tracks <= self.layout.tracks and own.layout.ahead <= self.layout.ahead
        return replace(own, layout=self.layout, writing=Writing()) if narrow else None

    @property
    def words(self) -> int:
        """Number of words of a state."""
        return 1 + (self.layout.ahead > 0)

    @property
    def sites(self) -> int:
        return self.machine.sites

    def part(self, site: int, options: Collection[int]) -> WordProgram:
        """Return the program of some options of one step."""
        place = self.site(site, options)
        return arrays(self.head(), self.writing.code, [place])

    def program(self) -> WordProgram:
        """Return the program of all steps, for all weights."""
        sites = [self.site(site) for site in range(self.machine.sites)]
        return arrays(self.head(), self.writing.code, sites)

    def head(self) -> list[int]:
        """Return the words at the start of the program, which all steps share."""
        laid = self.layout
        ones = sum(1 << laid.bits * track for track in range(laid.tracks))
        top = 1 << laid.bits - 1
        return [
            laid.bits, ones, ones * (top - 1), ones * top, (1 << laid.bits) - 1, (1 << 16) // laid.bits + 1,
            laid.colour_bits, (1 << laid.ahead_bits) - 1,
            sum(1 << laid.ahead_bits * track for track in range(laid.ahead)),
            int(self.exchanges), self.words,
        ]  # fmt: skip

    def site(self, site: int, options: Collection[int] | None = None) -> int:
        """Append a step to the program and return its position; ``options`` restricts it to some of its
        options.
        """
        plan, tracks, after = self.machine.plans[site], self.tracks[site], self.tracks[site + 1]
        frontier, ahead = tracks.in_draft(plan)
        bits, ahead_bits = self.layout.bits, self.layout.ahead_bits
        own = dict(zip(plan.frontier, after.frontier, strict=True)).get(plan.here, -1)
        fresh = ahead | dict(zip(plan.ahead, after.ahead, strict=True))
        chosen = range(len(plan.placings) + 1) if options is None else options
        near = [frontier[place] * bits for place, _ in plan.near]
        leaving = [frontier[place] for place in plan.leaving if place != plan.here]
        placings = [placing for number, placing in enumerate(plan.placings, 1) if number in chosen]
        words = [
            plan.lying,
            ahead[plan.here] * ahead_bits if ahead.get(plan.here, -1) >= 0 else -1,
            own, int(0 in chosen), int(0 in chosen and not self.machine.full),
            len(near), len(leaving), len(placings), *near, *leaving,
        ]  # fmt: skip
        for placement in placings:
            covers = [fresh[place] * ahead_bits for place in placement.ahead]
            here = [
                (frontier[place] * bits, bad)
                for place, bad in placement.touch
                if frontier.get(place, -1) >= 0
            ]
            there = [(ahead[p] * ahead_bits, bad) for p, bad in placement.touch if ahead.get(p, -1) >= 0]
            words += [placement.colour, len(covers), len(here), len(there), *covers]
            words += [number for pair in (*here, *there) for number in pair]
        return self.writing.write(words)

    def weights(self, site: int) -> list[Exponents]:
        """Return the weights of the options of a step; option 0 places no piece."""
        return [_NOTHING, *(placing.weight for placing in self.machine.plans[site].placings)]

    def key(self, tracks: Tracks, state: LibertyState) -> list[int]:
        """Return the words of a state, with colours swapped exactly as in the C extension."""
        laid = self.layout
        size = len(tracks.frontier)
        fields = sorted(zip(tracks.frontier, state.cells[:size], strict=True))
        ahead = sorted(zip(tracks.ahead, state.cells[size:], strict=True))

        def colour_of(value: int) -> int:
            return state.colours[value - 1] if value > 0 else -1 - value

        coloured = [colour_of(value) for _, value in fields + ahead if value]
        exchanged = self.exchanges and coloured[:1] == [1]
        words, lead = [0] * self.words, dict[int, int]()
        for track, value in fields:
            if value:
                kind = 2 + lead.setdefault(value, track) if value > 0 else 1
                field = kind << laid.colour_bits | colour_of(value) ^ exchanged
                words[0] |= field << laid.bits * track
        for track, value in ahead:
            if value:
                words[1] |= 1 + (colour_of(value) ^ exchanged) << laid.ahead_bits * track
        return words

    def is_final(self, words: Sequence[int]) -> bool:
        """Return True if the words encode an accepting state after the last step."""
        return not any(words)
