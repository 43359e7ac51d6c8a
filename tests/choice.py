"""Which cases of a test run: samples of products, drawn by a seed, and what is slow.

A product of many rules, families and classes is too long to run whole, and its cases say much the same.
``sample`` draws cases in which every pair of values of two factors stands together (of two factors: every
value of each). The seed is a constant. What a sample finds becomes a fixed case: ``found``. Where a theorem
about all pairs is tested, the test lists all pairs, and does not use this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

SEED = "2026-11"
_TRIES = 30


def drawn(name: str) -> Random:
    """A random generator for a test: the same for the same seed and name, on every machine."""
    return Random(f"{SEED} {name}")


def sample(
    *factors: Iterable[Any],
    quick: int,
    seconds: float,
    found: Sequence[tuple[Any, ...]] = (),
    allowed: Callable[..., bool] = lambda *_: True,
    name: Callable[[Any], str] = str,
) -> list[Any]:
    """The cases of a product to run: the ones in ``found``, and as many as cover all pairs of values.

    The first ``quick`` of them, and those of ``found``, run with ``make test``, the others are slow, at so
    many CPU ``seconds`` each. Combinations that are not ``allowed`` are left out.
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
    """Two cases: so many things drawn by the seed, and the whole list, which takes so many CPU seconds."""
    few = drawn(f"{len(things)} {some}").sample(list(things), some)
    return [pytest.param(few, id="some"), pytest.param(things, id="all", marks=pytest.mark.slow(seconds))]


def then_slow(quick: Sequence[Any], seconds: float, *slow: Any) -> list[Any]:
    """Cases to run with the quick tests, and others with the slow, at so many CPU seconds each."""
    rows = (one if type(one) is tuple else (one,) for one in slow)
    return [*quick, *(pytest.param(*row, marks=pytest.mark.slow(seconds)) for row in rows)]


def cover(factors: list[list[Any]], allowed: Callable[..., bool] = lambda *_: True) -> list[tuple[Any, ...]]:
    """Cases in which all pairs of values of two factors occur that may; of one or two factors, all values.

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
