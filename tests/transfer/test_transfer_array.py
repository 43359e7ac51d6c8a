"""Conditions of arrays made minimal: as many values as there are futures.

What holds is listed for all words.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.transfer.machine.condition import LocalCondition, minimise


@settings(max_examples=150)
@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 4), st.integers(0, 10**6))
def test_minimise(size: int, colours: int, states: int, seed: int) -> None:
    rng = random.Random(seed)
    cells = tuple(rng.sample(range(20), size))
    table = {key: rng.randrange(states) for key in product(range(states), cells, range(colours))}
    accepted = {state for state in range(states) if rng.random() < 0.6}
    roles = tuple(range(size))

    def step(state: Hashable, cell: int, colour: int) -> Hashable:
        return table[state, cell, colour]

    condition = LocalCondition(cells, roles, None, 0, step, lambda state: state in accepted)
    order = rng.sample(cells, size)

    def holds(word: tuple[int, ...]) -> bool:
        state = 0
        for cell, colour in zip(order, word, strict=True):
            state = table[state, cell, colour]
        return state in accepted

    words = {word: holds(word) for word in product(range(colours), repeat=size)}
    factor = minimise(condition, order, colours)
    if factor is None:
        assert all(words.values())
        return
    assert len(factor.tables) == size
    reached: list[set[int]] = [set() for _ in range(size)]
    for word, held in words.items():
        value: int | None = 0
        for site, colour in enumerate(word):
            if value is not None:
                reached[site].add(value)
                value = factor.tables[site][colour].get(value)
        assert (value is not None) == held, word
        assert value in (None, 0)
    # As many values as there are different futures that can still be made good.
    for site in range(size if any(words.values()) else 0):
        futures = {
            tuple(words[*begin, *end] for end in product(range(colours), repeat=size - site))
            for begin in product(range(colours), repeat=site)
        }
        assert len(reached[site]) == sum(any(future) for future in futures)
