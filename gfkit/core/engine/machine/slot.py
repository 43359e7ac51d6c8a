"""Automata whose states are tuples of small integers, packed into bit fields.

A *feature* is one entry of the tuple: the state of the automaton of a constraint, or a count. Each step has
*options*, and each option maps the features that it changes to new values. A feature is stored from the first
step that changes it to the last, on a *track*: a bit field of one integer. So a state is one integer, and a
step consists of a few table look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import prod
from typing import Any, cast

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.machine.base import Machine
from gfkit.core.rules.kinds.constraints import Key
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import cached_property, check_stop

WORD = 64
"""Number of bits of a machine word."""

Feature = Hashable
Part = tuple[Hashable, int]
"""Class of features that are translates of each other, and the slice that contains this feature."""
Kinds = dict[Feature, Part]
Table = Mapping[int, int]
"""Map from the old value to the new value; a missing value excludes the option."""


@dataclass(slots=True)
class Option:
    """Choice of symbols in a step, with its weight and its effect on features."""

    weight: Exponents = (0, 0)
    tables: dict[Feature, Table] = field(default_factory=dict)
    symbols: object = None
    """Chosen symbols, used for figures and samples."""

    def then(self, feature: Feature, table: Table) -> None:
        """Append a table to the effect on a feature."""
        before = self.tables.get(feature)
        if before is None:
            self.tables[feature] = table
        else:
            self.tables[feature] = {old: table[mid] for old, mid in before.items() if mid in table}

    def copy(self) -> Option:
        """Return an independent copy."""
        return Option(self.weight, dict(self.tables), self.symbols)


@dataclass(frozen=True, slots=True)
class Track:
    """Bit field of the state, with its first bit and its number of values."""

    shift: int
    size: int

    @property
    def bits(self) -> int:
        return (self.size - 1).bit_length()


@dataclass(frozen=True, slots=True)
class FeatureTrack:
    """Feature with its track, the first and last step that change it, and its class of translates."""

    first: int
    last: int
    track: int
    part: Hashable
    feature: Feature = field(default=None, compare=False)


Choice = tuple[Exponents, tuple[tuple[int, tuple[int, ...]], ...]]
"""Option compiled for tracks: its weight, and for each track a table from old to new values, or -1 to
reject.
"""
Program = tuple[Choice, ...]


@dataclass(frozen=True, eq=False)
class SlotMachine(Machine):
    """Automaton on tracks: ``programs`` contains the compiled options of each step, ``stored`` the
    features.
    """

    encoding = "tracks"
    tracks: tuple[Track, ...]
    programs: tuple[Program, ...]
    stored: tuple[FeatureTrack, ...] = ()
    symbols: tuple[tuple[object, ...], ...] = ()
    """For each step, the symbols chosen by its options."""
    decides: tuple[tuple[object, ...], ...] = ()
    """For each step, the variables that it decides, with their values."""
    causes: Mapping[Feature, Sequence[object]] = field(default_factory=dict)
    """For each feature, the constraints whose automaton state it is."""

    @property
    def sites(self) -> int:
        return len(self.programs)

    @cached_property
    def words(self) -> int:
        """Number of machine words of a state."""
        last = self.tracks[-1] if self.tracks else Track(0, 2)
        return (last.shift + last.bits + WORD - 1) // WORD

    @cached_property
    def _fields(self) -> list[tuple[int, int]]:
        """For each track, its first bit, and the mask of its values."""
        return [(track.shift, (1 << track.bits) - 1) for track in self.tracks]

    @cached_property
    def combinations(self) -> int:
        """Product of the numbers of values of all tracks: an upper bound on the number of states."""
        return prod(track.size for track in self.tracks)

    def start(self) -> int:
        return 0

    def final(self, state: int) -> bool:
        return state == 0

    def signature(self, site: int) -> Program:
        return self.programs[site]

    @property
    def form(self) -> tuple[Track, ...]:
        return self.tracks

    def layout(self, done: int, first: int, last: int) -> Hashable:
        """Return the tracks of the stored features with their life spans relative to step ``done``, in order
        of creation.
        """
        passing: list[Hashable] = []
        lasting: list[Hashable] = []
        for feature in self.stored:
            if feature.first < done <= feature.last:
                if feature.first < first and feature.last >= last:
                    lasting.append(feature)
                else:
                    passing.append((feature.first - done, feature.last - done, feature.track, feature.part))
        return tuple(passing), tuple(lasting)

    def step(self, site: int, state: int) -> Iterable[tuple[int, Exponents, int]]:
        fields = self._fields
        for option, (weight, tables) in enumerate(self.programs[site]):
            after = state
            for index, table in tables:
                shift, mask = fields[index]
                old = state >> shift & mask
                new = table[old]
                if new < 0:
                    break
                after += (new - old) << shift
            else:
                yield after, weight, option

    def laid(self, site: int, option: int) -> tuple[tuple[Any, int], ...]:
        decides, symbols = (
            cast(Decides, self.decides[site]),
            cast("tuple[int, ...]", self.symbols[site][option]),
        )
        return tuple((key, values[symbol]) for (key, values), symbol in zip(decides, symbols, strict=True))


def slots_of(machine: Machine) -> SlotMachine | None:
    """Return the automaton if its states are tuples on tracks, else None."""
    return cast(SlotMachine, machine) if machine.encoding == "tracks" else None


Decides = tuple[tuple[Key, tuple[int, ...]], ...]
"""Variables that a step decides, with all their values."""


@dataclass(frozen=True, slots=True)
class Site:
    """Step of the sweep: options whose features are indices into ``features``.

    Steps that differ only in the names of features share their list of options and its compiled form,
    ``programs``. ``decides`` lists the variables that the options assign.
    """

    options: Sequence[Option]
    features: Sequence[Feature]
    decides: tuple[object, ...] = ()
    programs: dict[Hashable, tuple[Program, tuple[object, ...]]] = field(default_factory=dict)

    @staticmethod
    def of(options: Sequence[Option]) -> Site:
        """Create a step from options with named features."""
        names: dict[Feature, int] = {}
        local = [
            Option(
                option.weight,
                {names.setdefault(feature, len(names)): table for feature, table in option.tables.items()},
                option.symbols,
            )
            for option in options
        ]
        return Site(local, list(names))


def assemble(sites: Sequence[Site], kinds: Mapping[Feature, Part] | None = None) -> SlotMachine:
    """Assign features to tracks, and compile the options of each step.

    Every feature starts with value 0 and is dropped after the last step that uses it. ``kinds`` may state
    which features are translates of each other, in different slices. Translates use the same tracks after a
    fixed number of slices, so that the rows of a strip are equal. Without ``kinds``, features of suitable
    size share tracks freely.
    """
    lives: dict[Feature, tuple[int, int]] = {}
    for number, site in enumerate(sites):
        for feature in site.features:
            lives[feature] = (lives.get(feature, (number, number))[0], number)
    sizes = _count_feature_values(sites, lives)
    homes, tracks = _allocate(lives, sizes, kinds or {})
    dying: dict[int, list[Feature]] = {}
    for feature, (first, last) in lives.items():
        if last > first and feature in homes:
            dying.setdefault(last, []).append(feature)
    widths = tuple([track.size for track in tracks])
    compiled = []
    for number, site in enumerate(sites):
        here = tuple(
            [
                (homes.get(feature, -1), number == lives[feature][0], number == lives[feature][1])
                for feature in site.features
            ]
        )
        own = set(site.features)
        over = tuple(
            [(homes[feature], sizes[feature]) for feature in dying.get(number, ()) if feature not in own]
        )
        key = here, over, widths
        check_stop()
        if key not in site.programs:
            choices = [(_compile(option, here, over, tracks), option.symbols) for option in site.options]
            site.programs[key] = (
                tuple(choice for choice, _ in choices if choice),
                tuple(symbols for choice, symbols in choices if choice),
            )
        compiled.append(site.programs[key])
    known: dict[Program, Program] = {}
    parts = kinds or {}
    stored = tuple(
        FeatureTrack(*lives[feature], home, parts[feature][0] if feature in parts else None, feature)
        for feature, home in homes.items()
    )
    return SlotMachine(
        tracks,
        tuple(known.setdefault(program, program) for program, _ in compiled),
        stored,
        tuple(symbols for _, symbols in compiled),
        tuple(site.decides for site in sites),
    )


def _count_feature_values(
    sites: Sequence[Site], lives: Mapping[Feature, tuple[int, int]]
) -> dict[Feature, int]:
    """Return, for each feature, the number of its values while it is stored."""
    sizes = dict.fromkeys(lives, 1)
    largest: dict[int, list[int]] = {}
    for number, site in enumerate(sites):
        if id(site.options) not in largest:
            most = [0] * len(site.features)
            for option in site.options:
                for feature, table in option.tables.items():
                    assert isinstance(feature, int), "an assembled step must refer to features by number"
                    most[feature] = max(most[feature], max(table.values(), default=0))
            largest[id(site.options)] = most
        for feature, value in zip(site.features, largest[id(site.options)], strict=True):
            if lives[feature][1] > number:
                sizes[feature] = max(sizes[feature], 1 + value)
    return sizes


def _allocate(
    lives: Mapping[Feature, tuple[int, int]],
    sizes: Mapping[Feature, int],
    kinds: Mapping[Feature, Part],
) -> tuple[dict[Feature, int], tuple[Track, ...]]:
    """Assign to each stored feature a track that is free during its life span, the lowest one of its pool.

    All features of a class of translates have tracks of equal width. Near the end of a board a feature may
    take more values, for example if its constraint is merged with another constraint on the same variables.
    The track of such a feature depends on the length of the board, whereas the other tracks must be assigned
    periodically on boards of all lengths.
    """
    stored = [f for f in lives if sizes[f] > 1 and lives[f][1] > lives[f][0]]
    stored.sort(key=lambda feature: lives[feature])
    pool_of = _choose_pools(stored, lives, kinds)
    part_of = {feature: kinds.get(feature, (feature, 0))[0] for feature in stored}
    widest: dict[Hashable, int] = {}
    for feature, part in part_of.items():
        widest[part] = max(widest.get(part, 0), sizes[feature])
    pools: dict[Hashable, list[int]] = {}
    free_from: list[int] = []
    widths: list[int] = []
    homes: dict[Feature, int] = {}
    for feature in stored:
        pool = pools.setdefault(pool_of.get(feature, "any"), [])
        first, last = lives[feature]
        home = next((t for t in pool if free_from[t] <= first), None)
        if home is None:
            home = len(widths)
            pool.append(home)
            free_from.append(0)
            widths.append(2)
        free_from[home] = last
        widths[home] = max(widths[home], widest[part_of[feature]])
        homes[feature] = home
    tracks, shift = [], 0
    for size in widths:
        if shift % WORD + (size - 1).bit_length() > WORD:
            shift += WORD - shift % WORD  # a track must not cross a word boundary
        tracks.append(Track(shift, size))
        shift += tracks[-1].bits
    return homes, tuple(tracks)


def _choose_pools(
    stored: Sequence[Feature], lives: Mapping[Feature, tuple[int, int]], kinds: Mapping[Feature, Part]
) -> dict[Feature, Hashable]:
    """Return pools of tracks, such that the translate of a feature finds the same track free a fixed number
    of slices later.

    Each class of translates reuses its track after some number of slices. All classes use the largest of
    these numbers, or a sufficient divisor of it, so that the layout has this period and no larger one.
    Features that are stored during a large part of the sweep, as on cyclic boards, have separate pools. The
    features at both ends of a board also have separate pools if products replace their translates between the
    ends, since the number of their tracks would depend on the length of the board.
    """
    by_part: dict[Hashable, dict[int, Feature]] = {}
    length = max((last for _, last in lives.values()), default=0)
    ordinals: dict[Part, int] = {}
    pools: dict[Feature, Hashable] = {}
    for feature in stored:
        if feature in kinds:
            first, last = lives[feature]
            if 3 * (last - first) > length:
                pools[feature] = ("long", kinds[feature])
                continue
            part, turn = kinds[feature]
            ordinal = ordinals[part, turn] = ordinals.get((part, turn), -1) + 1
            by_part.setdefault((part, ordinal), {})[turn] = feature
    groups = dict(_split_at_gaps(by_part))
    spans = {key: _find_span(twins, lives) for key, twins in groups.items()}
    longest = max(spans.values(), default=1)
    for key, twins in groups.items():
        after = next(d for d in range(spans[key], longest + 1) if longest % d == 0)
        for turn, feature in twins.items():
            pools[feature] = (key, turn % after)
    return pools


def _split_at_gaps(
    groups: Mapping[Hashable, Mapping[int, Feature]],
) -> Iterator[tuple[Hashable, Mapping[int, Feature]]]:
    """Yield the groups, split at gaps in which more than half of the slices of the sweep are missing."""
    turns = max((max(twins) for twins in groups.values()), default=0)
    for key, twins in groups.items():
        listed = sorted(twins)
        cut = next((b for a, b in pairwise(listed) if 2 * (b - a) > turns), None)
        if cut is None:
            yield key, twins
            continue
        yield (key, "start"), {turn: twins[turn] for turn in listed if turn < cut}
        yield (key, "end"), {turn: twins[turn] for turn in listed if turn >= cut}


def _find_span(twins: Mapping[int, Feature], lives: Mapping[Feature, tuple[int, int]]) -> int:
    """Return the smallest number of slices after which a feature is dropped before its translate starts."""
    turns = sorted(twins)
    need = 1
    for place, turn in enumerate(turns):
        last = lives[twins[turn]][1]
        for later in turns[place + 1 :]:
            if lives[twins[later]][0] >= last:
                break
            need = max(need, later - turn + 1)
    return need


def _compile(
    option: Option,
    here: Sequence[tuple[int, bool, bool]],
    over: Sequence[tuple[int, int]],
    tracks: Sequence[Track],
) -> Choice | None:
    """Compile an option on tracks, or return None if no state allows it.

    ``here`` contains for each feature its track, or -1, and whether this step uses it first and last.
    ``over`` contains the tracks and sizes of features that end in this step and that the option does not use.
    """
    born: dict[int, int] = {}
    leaving: dict[int, Table] = {}
    for feature, table in option.tables.items():
        assert isinstance(feature, int), "an assembled step must refer to features by number"
        home, is_first, is_last = here[feature]
        if is_first or home < 0:
            if 0 not in table:
                return None
            if home >= 0:
                born[home] = table[0]
        else:
            leaving[home] = dict.fromkeys(table, 0) if is_last else table
    for feature, (home, is_first, is_last) in enumerate(here):
        if is_last and not is_first and home >= 0 and feature not in option.tables:
            leaving[home] = dict.fromkeys(range(tracks[home].size), 0)
    for home, size in over:
        leaving[home] = dict.fromkeys(range(size), 0)
    tables: dict[int, tuple[int, ...]] = {}
    for home in sorted({*born, *leaving}):
        size = tracks[home].size
        before = leaving.get(home, {0: 0})
        after = born.get(home)
        numbers = tuple(
            -1 if old not in before else before[old] if after is None else after for old in range(size)
        )
        if max(numbers) < 0:
            return None
        if numbers != tuple(range(size)):
            tables[home] = numbers
    return option.weight, tuple(tables.items())


def line_and_turn(board: Board, order: Sequence[int]) -> Callable[[int], tuple[int, int]]:
    """Return a function from a cell to (column, row) if the sweep is row by row, and to (row, column)
    otherwise.

    On a board of slices the function returns the position in the slice and the number of the slice. Features
    of cells in one line use the same tracks in turn, so that the rows of a sweep are equal.
    """
    grid = board.grid
    if grid is None or board.spots:
        return lambda cell: board.spots[cell]
    first, second = (board.places[cell] for cell in (*order[:2], *order[:2])[:2])
    by_row = grid.cols == 1 or (grid.rows > 1 and first[0] == second[0])
    across, along = (1, 0) if by_row else (0, 1)
    return lambda cell: (board.places[cell][across], board.places[cell][along])
