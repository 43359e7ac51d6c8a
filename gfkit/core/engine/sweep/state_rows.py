"""Sets of states as arrays of rows of machine words; a step processes all rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from gfkit.core import native
from gfkit.core.engine.machine.linked import LinkedMachine, SiteAction
from gfkit.core.engine.machine.slot import WORD, Choice, SlotMachine, Track
from gfkit.core.engine.sweep.tables import Layer, Matching
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import add_exponents, check_stop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gfkit.core.engine.sweep.tables import Codes, Index

    Labels = NDArray[np.uint8]


def digest(rows: Codes, more: bytes = b"") -> bytes:
    """Return a hash of a set of rows."""
    return blake2b(rows.tobytes() + more, digest_size=24).digest()


def place_of_row(rows: Codes, row: Codes) -> int:
    """Return the index of a row in a sorted array."""
    return int(np.flatnonzero((rows == row).all(axis=1))[0])


def states_as_rows(states: Sequence[int], words: int) -> Codes:
    """Return states as rows of a given number of words."""
    return np.array([words_of(state, words) for state in states], np.uint64)


def rows_as_states(rows: Codes) -> tuple[int, ...]:
    """Return states as integers, given their words as the rows of an array."""
    return tuple([sum(word << WORD * place for place, word in enumerate(row)) for row in rows.tolist()])


def number_rows(codes: Codes) -> tuple[Codes, Index]:
    """Return the distinct rows in ascending order, and for each row the index of its distinct copy.

    Words are numbered one after another: the number of a row's first words and the number of its next word
    are combined into one word below 2^62, which is numbered again. No hash is used, so distinct rows are
    never identified. Cost: two sorts for every word after the first.
    """
    values, inverse = _number_words(codes[:, 0])
    if codes.shape[1] == 1:
        return values[:, None], inverse
    for word in range(1, codes.shape[1]):
        values, other = _number_words(codes[:, word])
        if len(values) > 1:
            joined = inverse.astype(np.uint64) * np.uint64(len(values)) + other.astype(np.uint64)
            _, inverse = _number_words(joined)
    distinct = np.empty((int(inverse.max(initial=-1)) + 1, codes.shape[1]), np.uint64)
    distinct[inverse] = codes
    return distinct, inverse


def united_rows(first: Codes, second: Codes) -> tuple[Codes, list[int]]:
    """Return the sorted union of two sets, and the index in it of each row of the second set."""
    rows, places = number_rows(np.concatenate([first, second]))
    return rows, places[len(first) :].tolist()


def _number_words(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Index]:
    most = int(words.max(initial=0))
    if most < 8 * len(words) + 1000:
        seen = np.zeros(most + 1, np.bool_)
        seen[words] = True
        values = np.flatnonzero(seen)
        numbers = np.zeros(most + 1, np.int32)
        numbers[values] = np.arange(len(values), dtype=np.int32)
        return values.astype(np.uint64), numbers[words]
    distinct, inverse = np.unique(words, return_inverse=True)
    return distinct, inverse.astype(np.int32)


def matchings_of_arrays(
    weight: Exponents, sources: Index, targets: Index, *, once: bool = False, option: int = 0
) -> list[Matching]:
    """Split transitions into matchings; with ``once`` no source occurs twice."""
    matchings = []
    while len(sources):
        check_stop()
        first = _first_of_each(targets)
        if not once:
            first &= _first_of_each(sources)
        if first.all():
            matchings.append(Matching(weight, sources, targets, option))
            break
        matchings.append(Matching(weight, sources[first], targets[first], option))
        sources, targets = sources[~first], targets[~first]
    return matchings


def _first_of_each(numbers: Index) -> NDArray[np.bool_]:
    """Return a mask of the first occurrence of each number."""
    holder = np.empty(int(numbers.max()) + 1, np.int32)
    positions = np.arange(len(numbers), dtype=np.int32)
    holder[numbers] = positions
    marked: NDArray[np.bool_] = holder[numbers] == positions
    return marked


def step_rows(machine: SlotMachine, site: int, codes: Codes) -> tuple[Layer, Codes]:
    """Return the layer of a step of an automaton on tracks, and the sorted set of states after it."""
    taken = []
    for option, choice in enumerate(machine.programs[site]):
        sources, after = take(machine, choice, codes)
        if len(sources):
            taken.append((choice[0], sources, after, option))
    return _build_layer(taken, codes)


def rows_after(machine: SlotMachine, site: int, codes: Codes) -> Codes:
    """Return the set of states after a step."""
    after = [take(machine, choice, codes)[1] for choice in machine.programs[site]]
    return number_rows(np.concatenate(after))[0] if after else codes[:0]


def _build_layer(taken: Sequence[tuple[Exponents, Index, Codes, int]], rows: Codes) -> tuple[Layer, Codes]:
    """Return the layer of some transitions, and the set of states after it."""
    if not taken:
        return Layer(len(rows), 0, ()), rows[:0]
    distinct, inverse = number_rows(np.concatenate([after for _, _, after, _ in taken]))
    matchings: list[Matching] = []
    begin = 0
    for weight, sources, after, option in taken:
        targets = inverse[begin : begin + len(after)]
        matchings += matchings_of_arrays(weight, sources, targets, once=True, option=option)
        begin += len(after)
    return Layer(len(rows), len(distinct), tuple(matchings)), distinct


def step_labelled_rows(machine: LinkedMachine, site: int, rows: Codes) -> tuple[Layer, Codes]:
    """Return the result of ``step_rows`` for an automaton with one graph and without required places; the C
    extension processes all states at once.

    A row contains the words of the inner automaton, then labels by track, eight to a word, then the numbers
    of complete components and closed cycles.
    """
    width, codes = len(machine.places[0].tracks), rows[:, : machine.inner.words]
    held = np.ascontiguousarray(rows[:, machine.inner.words :]).view(np.uint8)
    labels, counts = held[:, :width], held[:, -8:-6]
    (action,), weights, (worth,) = machine.actions[site], machine.weights[site], machine.worth
    taken = []
    for place, choice in enumerate(machine.inner.programs[site]):
        check_stop()
        option = choice[0][0]
        sources, after = take(machine.inner, choice, codes)
        kept, new, numbers, ended = _relabel(
            machine, action, option, (after, labels[sources].copy(), counts[sources].copy())
        )
        octets = np.zeros((len(kept), rows.shape[1] * 8 - codes.shape[1] * 8), np.uint8)
        octets[:, :width] = new
        octets[:, -8:-6] = numbers
        whole = np.concatenate([after[kept], octets.view(np.uint64)], axis=1)
        for number in np.unique(ended).tolist() if any(worth) else [0]:
            chosen = ended == number if any(worth) else slice(None)
            if len(kept):
                weight = add_exponents(weights[option], *[worth] * number)
                taken.append((weight, sources[kept[chosen]], whole[chosen], place))
    return _build_layer(taken, rows)


def _relabel(
    machine: LinkedMachine, action: SiteAction, option: int, states: tuple[Codes, Labels, Labels]
) -> tuple[Index, Labels, Labels, Labels]:
    """Apply ``linked.relabel`` to all states; return the states that allow the option, and their
    successors.

    Also return the number of components that the option completes, for each state.
    """
    after, labels, counts = states[0], *map(np.ascontiguousarray, states[1:])
    (linkage,) = machine.linkages
    fine = np.ones(len(labels), np.bool_)
    complete, closed = counts[:, 0], counts[:, 1]
    ended = np.zeros(len(labels), np.uint8)
    member, _, joined = action.joins[option]
    tracks = np.array([track for track, _ in joined], np.int64)
    leaving = np.array(action.leaving, np.int64)
    now = np.zeros((len(action.still), len(labels)), np.bool_)
    for row, (_, home, values) in zip(now, action.still, strict=True):
        row[:] = _has_track_value(after, home, values)
    still = np.array([track for track, _, _ in action.still], np.int64)
    cap = -1 if linkage.cycles is None else linkage.cycles.cap
    wakes = machine.wakes[0]
    native.loops.relabel(labels, counts, ended, tracks, leaving, action.own, member, wakes, cap, still, now)
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


def words_of(number: int, many: int) -> Codes:
    """Return a number as ``many`` machine words, lowest word first."""
    return np.array([number >> WORD * word & ((1 << WORD) - 1) for word in range(many)], np.uint64)


def _has_track_value(codes: Codes, home: Track, values: frozenset[int]) -> NDArray[np.bool_]:
    """Return a mask of the states whose track has one of the values."""
    word, shift = divmod(home.shift, WORD)
    held = codes[:, word] >> np.uint64(shift) & np.uint64((1 << home.bits) - 1)
    return np.isin(held, np.array(sorted(values), np.uint64))


def take(machine: SlotMachine, choice: Choice, codes: Codes) -> tuple[Index, Codes]:
    """Return the indices of the states that allow an option, and their successors."""
    allowed: NDArray[np.bool_] | None = None
    after = codes.copy()
    for index, table in choice[1]:
        track = machine.tracks[index]
        word, shift = divmod(track.shift, WORD)
        ok, change = _as_arrays(table, track.bits, shift)
        old = (codes[:, word] >> np.uint64(shift)) & np.uint64((1 << track.bits) - 1)
        if ok is not None:
            allowed = ok[old] if allowed is None else allowed & ok[old]
        after[:, word] += change[old]  # unsigned overflow cancels over the sum
    if allowed is None:
        return np.arange(len(codes), dtype=np.int32), after
    return np.flatnonzero(allowed).astype(np.int32), after[allowed]


@lru_cache(maxsize=4000)
def _as_arrays(table: tuple[int, ...], bits: int, shift: int) -> tuple[NDArray[np.bool_] | None, Codes]:
    """Return a mask of the values that allow the option (None if all do), and the change of the track's
    word.
    """
    full = np.array([*table, *(-1,) * ((1 << bits) - len(table))], np.int64)
    ok = full >= 0
    change = np.where(ok, full - np.arange(len(full)), 0) << shift
    return None if ok.all() else ok, change.view(np.uint64)
