"""Selection of test cases: samples of products, drawn by a seed, repeated checks, and slow cases.

A product of many rules, families and classes is too long to run completely, and its cases are similar.
``sample`` draws cases that contain every pair of values of two factors (with two factors: every value of
each). The seed is a constant. A failure found by a sample becomes a fixed case in ``found``. Tests of
theorems about all pairs list all pairs instead.

A check that is repeated for many seeds, or for similar rows of a table, runs ``some_of`` them, and all with
``make test-all``, which sets ``GFKIT_EVERY``. The profile of hypothesis in ``conftest.py`` does the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
SEED = "2026-11"
EVERY = os.environ.get("GFKIT_EVERY") == "1"
_TRIES = 30


def drawn(name: str) -> Random:
    """Return a random generator for a test: equal for equal seed and name, on every computer."""
    return Random(f"{SEED} {name}")


def some_of(cases: Sequence[T], quick: int | None = None, step: int = 1) -> Sequence[T]:
    """Return the cases to run: the first ``quick``, every ``step``-th, or all with ``make test-all``."""
    return cases if EVERY else cases[::step][:quick]


def sample(
    *factors: Iterable[Any],
    quick: int,
    seconds: float,
    found: Sequence[tuple[Any, ...]] = (),
    allowed: Callable[..., bool] = lambda *_: True,
    name: Callable[[Any], str] = str,
) -> list[Any]:
    """Return the cases of a product to run: all in ``found``, and enough to cover all pairs of values.

    The first ``quick`` cases and the cases in ``found`` run with ``make test``; the rest is slow, at
    ``seconds`` CPU seconds each. Combinations that are not ``allowed`` are omitted.
    """
    cases = [*dict.fromkeys([*found, *cover([list(factor) for factor in factors], allowed)])]
    last = quick + len(found)
    return [
        pytest.param(
            *case, id="-".join(map(name, case)), marks=() if at < last else pytest.mark.slow(seconds)
        )
        for at, case in enumerate(cases)
    ]


def some_and_all(things: Sequence[Any], some: int, seconds: float) -> list[Any]:
    """Return two cases: some items drawn by the seed, and the whole list, with its CPU seconds."""
    few = drawn(f"{len(things)} {some}").sample(list(things), some)
    return [pytest.param(few, id="some"), pytest.param(things, id="all", marks=pytest.mark.slow(seconds))]


def then_slow(quick: Sequence[Any], seconds: float, *slow: Any) -> list[Any]:
    """Return cases to run with the quick tests, and slow ones, at ``seconds`` CPU seconds each."""
    rows = (one if type(one) is tuple else (one,) for one in slow)
    return [*quick, *(pytest.param(*row, marks=pytest.mark.slow(seconds)) for row in rows)]


def cover(factors: list[list[Any]], allowed: Callable[..., bool] = lambda *_: True) -> list[tuple[Any, ...]]:
    """Return cases that cover all allowed pairs of values; for one or two factors, all values.

    >>> cases = cover([[1, 2, 3], "ab", "xy"])
    >>> len({case[:2] for case in cases}), len({case[1:] for case in cases}), len(cases) < 12
    (6, 4, True)
    """
    random = drawn(repr([len(factor) for factor in factors]))
    whole = [case for case in product(*factors) if allowed(*case)]
    random.shuffle(whole)
    sets = (
        [*combinations(range(len(factors)), 2)] if len(factors) > 2 else [(k,) for k in range(len(factors))]
    )

    def parts(case: tuple[Any, ...]) -> set[tuple[int, ...]]:
        return {(number, *(case[k] for k in places)) for number, places in enumerate(sets)}

    wanted = set().union(*map(parts, whole))
    cases: list[tuple[Any, ...]] = []
    for first in whole:
        if not wanted:
            break
        if new := parts(first) & wanted:
            others = (random.choice(whole) for _ in range(_TRIES))
            best = max([first, *others], key=lambda case: len(parts(case) & wanted))
            if len(parts(best) & wanted) > len(new):
                cases.append(best)
                wanted -= parts(best)
            if parts(first) & wanted:
                cases.append(first)
                wanted -= parts(first)
    return cases
