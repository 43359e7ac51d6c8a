"""Epochs: sequences of steps that leave some bits of every state unchanged.

Statement. Let an epoch be a sequence of steps. Consider the bits that none of its steps changes, and the
fields that each of its steps leaves zero or leaves nonzero. They are constant along every path through the
epoch, so two states that differ in them have no common successor within it. A hash of them, the *part* of a
state, therefore divides the states into blocks that are swept independently of each other, by threads or
machines and in any order; their sets of successors are disjoint.

The changes of a step are read from its program (``word_program``). They are integers: 64 bits for each word
of a state, then one bit for each field that is observed only as zero or nonzero. The C extension computes
the part of every state again after the epoch, so a wrong set of changes ends the sweep with an error.

Cost: the length of the program, once for each board.

References: Iwashita, Nakazawa, Kawahara, Uno and Minato, Efficient computation of the number of paths in a
grid graph with minimal perfect hash functions, Hokkaido University TCS Technical Report A-13-64 (2013),
which divides the states of one structure in the same way for parallel computation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import or_
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.slot import WORD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gfkit.core.engine.sweep.codings import BlockCoding
    from gfkit.core.engine.sweep.liberty_words import LibertyCoding
    from gfkit.core.engine.sweep.linked_words import LinkedWords
    from gfkit.core.engine.sweep.track_words import TrackCoding
    from gfkit.core.engine.sweep.word_program import WordProgram

Field: TypeAlias = tuple[int, int, int]
"""Word, first bit and number of bits of a field."""
_NONE: Field = (0, 0, 0)
_DIGIT_BITS, _LABELLED_BITS = 8, 5
"""Largest number of bits of a digit, and of a digit with a label, as in ``native/epoch.h``."""


@dataclass(frozen=True)
class StateFields:
    """Fields of the states of an encoding, as ``native/epoch.h`` requires them."""

    words: int
    digits: Sequence[tuple[Field, Field]]
    """Fields of at most 8 bits that contain all bits of a state; digits with labels are first."""
    observed: Sequence[Field]
    """Fields that are observed as zero or nonzero."""
    stable: int
    """Bits that steps change only as their program states."""
    differing: int = 0
    """Bits of an observed field that are observed relative to the next one, if both are nonzero."""

    @property
    def all_observed(self) -> int:
        """Changes of all observed fields."""
        return (1 << len(self.observed) * (1 + (self.differing > 0))) - 1 << WORD * self.words

    def seen(self, fields: Iterator[int]) -> int:
        """Return the changes of the observed fields with the given numbers."""
        seen = {number for number in fields if number >= 0}
        if self.differing:  # a pair changes with each of its fields
            seen |= {
                len(self.observed) + pair for number in seen for pair in (number - 1, number) if pair >= 0
            }
        return sum(1 << WORD * self.words + number for number in seen)

    def arrays(self, fixed: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return the unchanged bits of each word, and the observed fields that remain zero or nonzero."""
        words = [fixed >> WORD * word & (1 << WORD) - 1 for word in range(self.words)]
        fields = [(*field, -1, 0) for field in self.observed]
        if self.differing:
            fields += [
                (*one, shift, self.differing * (one[0] == word))
                for one, (word, shift, _) in pairwise(self.observed)
            ]
        kept = [field for k, field in enumerate(fields) if fixed >> WORD * self.words + k & 1]
        return np.array(words, np.uint64), np.array(kept, np.int64).reshape(-1, 5)


def field_mask(fields: Sequence[Field]) -> int:
    """Return the bits of some disjoint fields, which may be repeated."""
    return sum((1 << bits) - 1 << WORD * word + shift for word, shift, bits in set(fields))


def _digits_of(fields: Sequence[Field]) -> list[tuple[Field, Field]]:
    """Return digits without labels for some fields; wide fields are divided."""
    return [
        ((word, shift + k, min(_DIGIT_BITS, bits - k)), _NONE)
        for word, shift, bits in fields
        for k in range(0, bits, _DIGIT_BITS)
    ]


def fields_of(coding: BlockCoding) -> StateFields:
    """Return the fields of the states of an encoding."""
    if coding.steps == "tracks":
        tracks = [
            (*divmod(track.shift, WORD), track.bits) for track in cast("TrackCoding", coding).machine.tracks
        ]
        return StateFields(coding.words, _digits_of(tracks), (), field_mask(tracks))
    if coding.steps == "groups":
        return _liberty_fields(cast("LibertyCoding", coding))
    return _linked_fields(cast("LinkedWords", coding))


def _linked_fields(coding: LinkedWords) -> StateFields:
    laid, labels = coding.layout, []
    for track in range(laid.labels.tracks):
        second, place = divmod(track, laid.labels.in_word)
        high = laid.high if second else 0
        labels.append((0 if high else 1 + second, high + place * laid.labels.bits, laid.labels.bits))
    slots: list[Field] = [(0, shift, bits) for shift, bits in coding.slots]
    is_paired = len(slots) == len(labels) and max(bits for _, _, bits in slots) <= _LABELLED_BITS
    digits = list(zip(slots if is_paired else [_NONE] * len(labels), labels, strict=True))
    free, used = [], sorted([(-1, 0), *coding.slots, (laid.first_word_bits, 0)])
    for (shift, bits), (end, _) in pairwise([(max(0, shift), bits) for shift, bits in used]):
        free.append((0, shift + bits, end - shift - bits))
    first = 2 + (laid.wide and not laid.high)
    free += [(first + word, 0, WORD) for word in range(coding.words - first)]
    return StateFields(
        coding.words, digits + _digits_of([*([] if is_paired else slots), *free]), labels, field_mask(slots)
    )


def _liberty_fields(coding: LibertyCoding) -> StateFields:
    laid = coding.layout
    cells = [(0, laid.bits * track, laid.bits) for track in range(laid.tracks)]
    ahead = [(1, laid.ahead_bits * track, laid.ahead_bits) for track in range(laid.ahead)]
    colours = [(word, shift, laid.colour_bits) for word, shift, _ in cells]
    stable = 0 if coding.exchanges else field_mask([*colours, *ahead])
    differing = (1 << laid.colour_bits) - 1 if coding.exchanges else 0
    return StateFields(coding.words, _digits_of([*cells, *ahead]), [*cells, *ahead], stable, differing)


def changes_of(coding: BlockCoding, fields: StateFields, program: WordProgram, site: int) -> int:
    """Return the bits that a step may change, and the observed fields that may become zero or nonzero."""
    if coding.steps == "tracks":
        return _track_changes(program, site)
    if coding.steps == "groups":
        return _liberty_changes(cast("LibertyCoding", coding), fields, program, site)
    linked = cast("LinkedWords", coding)
    return (
        fields.all_observed | fields.stable
        if linked.linkage.windings
        else _linked_changes(linked, fields, program, site)
    )


def _track_changes(program: WordProgram, site: int) -> int:
    """Return the changes of a step of ``native/tracks.c``."""
    code, at, changed = program.code, site + 1, 0
    for _ in range(code[site]):
        for place in range(at + 1, at + 1 + 4 * code[at], 4):
            word, shift, bits, table = code[place : place + 4]
            new = code[table : table + (1 << bits)]
            changed |= (
                sum(
                    {
                        1 << bit
                        for bit in range(bits)
                        if any((old ^ value) >> bit & 1 for old, value in enumerate(new) if value >= 0)
                    }
                )
                << WORD * word + shift
            )
        at += 1 + 4 * code[at]
    return changed


def _linked_changes(coding: LinkedWords, fields: StateFields, program: WordProgram, site: int) -> int:
    """Return the changes of a step of ``native/linked.c``: of slots, and of labels that begin or end."""
    code, (asked, leaving, own) = program.code, program.code[site + 1 : site + 4]
    changed, tracks, groups = 0, [own, *code[site + 4 : site + 4 + leaving]], site + 4 + leaving + 3 * asked
    for listed in code[groups + 1 : groups + 1 + code[groups]]:
        for choice in code[listed + 1 : listed + 1 + code[listed]]:
            change, joins, stills = code[choice : choice + 3]
            after = choice + 4 + 2 * max(0, joins)
            changed |= change
            tracks += [*code[choice + 4 : after : 2], *code[after : after + stills]]
    if not coding.wakes and coding.layout.marks.bits:
        redundant = groups + 2 + code[groups]
        tracks += code[redundant + 1 : redundant + 1 + 4 * code[redundant] : 4]
    return changed & fields.stable | fields.seen(iter(tracks))


def _liberty_changes(coding: LibertyCoding, fields: StateFields, program: WordProgram, site: int) -> int:
    """Return the changes of a step of ``native/groups.c``: of cells that are reached, released or covered."""
    code, laid = program.code, coding.layout
    _, here, own, _, _, nears, leaving, placings = code[site : site + 8]
    at = site + 8 + nears
    cells, shifts = [own, *code[at : at + leaving]], [here]
    at += leaving
    for _ in range(placings):
        _, covers, beside, further = code[at : at + 4]
        shifts += code[at + 4 : at + 4 + covers]
        at += 4 + covers + 2 * (beside + further)
    cells += [laid.tracks + shift // laid.ahead_bits for shift in shifts if shift >= 0]
    touched = [fields.observed[cell] for cell in cells if cell >= 0]
    return field_mask(touched) & fields.stable | fields.seen(iter(cells))


@dataclass(frozen=True)
class Epoch:
    """Steps ``begin`` to ``end`` - 1, and the bits and observed fields that they leave unchanged."""

    begin: int
    end: int
    fixed: int


def epochs_of(steps: Sequence[int], share: float) -> list[Epoch]:
    """Divide steps, given by their changes, into epochs that leave a share of the live bits unchanged.

    A bit is live between two steps if some step before and some step after may change it; the other bits are
    equal in all states.

    >>> [(one.begin, one.end, one.fixed) for one in epochs_of([1, 2, 4, 1, 2, 4], 0.3)]
    [(0, 1, 0), (1, 3, 1), (3, 5, 4), (5, 6, 0)]
    """
    before = list(accumulate(steps, or_, initial=0))
    after = list(accumulate(reversed(steps), or_, initial=0))[::-1]
    live = [one & other for one, other in zip(before, after, strict=True)]
    epochs, begin, changed = list[Epoch](), 0, 0
    for place, step in enumerate(steps):
        left = (live[begin] & ~(changed | step)).bit_count()
        if place > begin and left < share * live[place].bit_count():
            epochs.append(Epoch(begin, place, live[begin] & ~changed))
            begin, changed = place, 0
        changed |= step
    return [*epochs, Epoch(begin, len(steps), live[begin] & ~changed)] if steps else epochs
