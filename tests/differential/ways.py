"""Forced ways: thresholds of the engines at 0 and at infinity, on which no result may depend.

The thresholds are the numbers of ``gfkit.core.engine.tuning`` and ``gfkit.ways.tuning``, so a new one is
drawn without being named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

from tuned import TUNED

Way = tuple[str, str, Any]
"""An engine, one of its thresholds, and the number that is put in its place."""
MOST = 1 << 40
"""What stands for infinity: more than any case has of anything."""


AMOUNTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("greedy_starts", "composed_layers", "growth_slices", "stepped_at_once"), (0,)),
    "generic_slices": ((),),
    "spare_terms": (MOST,),
}
"""Numbers that are no thresholds, each with the ends that it cannot have: at least one start, layer, slice
and step is needed, and there is an array of all spare terms.
"""


def ends(number: Any) -> tuple[Any, Any]:
    """Return the minimum and the maximum of this type."""
    if isinstance(number, Mapping):
        return tuple({key: ends(each)[k] for key, each in number.items()} for k in (0, 1))
    if isinstance(number, tuple):
        return (), tuple(ends(each)[1] for each in number)
    if isinstance(number, range):
        return range(0), range(MOST)
    return type(number)(0), type(number)(MOST)


TABLE: list[Way] = [
    (engine, name, end)
    for engine, tuned in TUNED.items()
    for name, number in vars(type(tuned)).items()
    if not name.startswith("_")
    for end in ends(number)
    if end not in AMOUNTS.get(name, ())
]


def drawn(kind: str, seed: str, number: int) -> list[Way]:
    """Return the forced engines of one case: none in half of all cases."""
    rng = Random(f"ways of {kind} {seed} {number}")
    return rng.sample(TABLE, rng.choice((0, 0, 0, 1, 2, 4)))


@contextmanager
def forced(ways: list[Way]) -> Iterator[None]:
    """Set these tuning numbers in the engines."""
    tuned = [(type(TUNED[engine]), name, end) for engine, name, end in ways]
    before = [(of, name, getattr(of, name)) for of, name, _ in tuned]
    try:
        for of, name, end in tuned:
            setattr(of, name, end)
        yield
    finally:
        for of, name, end in before:
            setattr(of, name, end)
