"""Distance games: two players, and the distances at which two pieces may not be; counted by listing."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np

from gfkit.core.rules import Rule

PAIRS = ("LL", "LR", "RR")
SETS = [one for size in range(4) for one in combinations((1, 2, 3), size)]
GAMES = [(ll, lr, rr) for place, ll in enumerate(SETS) for lr in SETS for rr in SETS[place:]]
"""All games with distances up to 3, up to exchanging the players."""


@cache
def distances(same_left, different, same_right):
    """Return a distance game: forbidden distances of two pieces of Left, of different players, of Right."""
    pieces = '[left]\npieces = ["X"]\n[right]\npieces = ["X"]\n'
    text = f'name = "Distances"\nabout = "Pieces at some distances."\n{pieces}'
    for pair, numbers in zip(PAIRS, (same_left, different, same_right), strict=True):
        text += f'[[rules.apart]]\npieces = ["{pair}"]\ndistances = {[*numbers]}\n' * bool(numbers)
    return Rule.of(text)


def distances_in(graph):
    """Return the distance of each pair of vertices of a connected graph."""
    found = {}
    for v in range(len(graph)):
        queue, at = [v], {v: 0}
        for u in queue:
            for w in graph[u] - at.keys():
                at[w] = at[u] + 1
                queue.append(w)
        found |= {(v, u): d for u, d in at.items()}
    return found


@cache
def _placements(n):
    return np.array(list(product((0, 1, 2), repeat=n)), dtype=np.int8)


def profiles(graph):
    """Return, for each set of the nine coincidences, the placements with exactly these, by pieces.

    Bit d - 1 is two pieces of Left at distance d, bit d + 2 of different players, bit d + 5 of Right.
    """
    n, far = len(graph), distances_in(graph)
    placed = _placements(n)
    masks = np.zeros(len(placed), dtype=np.int64)
    for v, u in combinations(range(n), 2):
        if far[v, u] <= 3:
            products = placed[:, v] * placed[:, u]
            for bit, is_there in ((-1, products == 1), (2, products == 2), (5, products == 4)):
                masks[is_there] |= 1 << far[v, u] + bit
    numbers = np.zeros((512, n + 1), dtype=np.int64)
    np.add.at(numbers, (masks, (placed > 0).sum(axis=1)), 1)
    for bit in range(9):
        with_it = [mask for mask in range(512) if mask >> bit & 1]
        numbers[with_it] += numbers[[mask ^ 1 << bit for mask in with_it]]
    return numbers


def profile(numbers, game):
    """Return the numbers of positions of a game, by pieces."""
    seen = sum(1 << d + bit for own, bit in zip(game, (-1, 2, 5), strict=True) for d in own)
    return tuple(numbers[511 ^ seen])
