"""Cycles that wrap around: potentials of labelled cells, and families in which winding numbers are bounded.

``linked`` defines the potentials.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gfkit.core.deferred import replace
from gfkit.core.engine import tuning
from gfkit.core.errors import MismatchError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Link

_Labels = tuple[bytes, tuple[int, ...], int, int, int]
"""As ``linked.Labels``; the marks are potentials."""


def wind(action: Any, highs: int, before: _Labels, option: int, after: int) -> _Labels:
    """Return the labels and potentials of the cells after an option, or only 1 if some cycle wraps around."""
    labels, met = bytearray(before[0]), before[4]
    tracks, potentials = range(len(labels)), [*before[1]] or [0] * len(labels)
    member, _, joined = action.joins[option]
    own = max(labels, default=0) + 1 if member else 0
    for track, turn in joined:
        ahead, label = _subtract_lanes(potentials[track], turn, highs), labels[track]
        if label == own and ahead:
            met = 1
        for other in tracks:
            if label and labels[other] == label:
                potentials[other] = _subtract_lanes(potentials[other], ahead, highs)
                labels[other] = own
    for track in action.leaving:
        labels[track] = 0
    if action.own >= 0:
        labels[action.own], potentials[action.own] = own, 0
    for track, home, values in action.still:
        if (after >> home.shift & (1 << home.bits) - 1) in values:
            labels[track] = 0
    numbers, firsts = {0: 0}, {0: 0}
    if met:
        labels = bytearray(len(labels))
    for track in tracks:
        label = labels[track]
        numbers.setdefault(label, len(numbers))
        first = firsts.setdefault(label, potentials[track])
        potentials[track] = _subtract_lanes(potentials[track], first, highs) if label else 0
    return bytes(map(numbers.__getitem__, labels)), tuple(potentials), 0, 0, met


def _subtract_lanes(one: int, other: int, highs: int) -> int:
    """Return the difference of two words in each lane; ``highs`` contains the highest bits of the lanes."""
    return ((one | highs) - (other & ~highs)) ^ ((one ^ ~other) & highs)


def pack_turns(windings: Sequence[int], link: Link, cell: int) -> int:
    """Return the number of times that a link wraps around, seen from a cell, in lanes."""
    packed = shift = 0
    for bound, turns in zip(windings, link.turns, strict=True):
        bits = bound.bit_length()
        packed |= ((turns if link.ends[0] == cell else -turns) & (1 << bits) - 1) << shift
        shift += bits
    return packed


def check_windings(question: Question) -> None:
    """Raise MismatchError if cycles must wrap around, and their winding numbers are unbounded along n."""
    rule, family = question.rule, question.family
    more = tuning.QUESTIONS.generic_slices
    boards = (replace(family.at(family.first_n + n), text=family.text) for n in more)
    one, other = ([graph.windings for graph in system_of(rule, board).graphs] for board in boards)
    if one != other:
        raise MismatchError(
            f"board {family.text!r}: the winding numbers of cycles of {rule.name} have no bound that is"
            " independent of n, and thus no finite automaton is known; count single boards instead"
        )
