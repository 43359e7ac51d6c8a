"""Polynomials of graphs term by term: sums over sets of edges or vertices, or spins; families too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import gfkit
from gfkit.core.algebra import Polynomial

from .case import Case, Compared, agree
from .graphs import Pair, parts
from .plain import Place

Terms = Counter[tuple[int, ...]]
KINDS = ("chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising")
_MOST_EDGES, _MOST_OF_FAMILY = 10, 12
_FAMILIES = {
    "path:n": 0, "cycle:n": 3, "2xn": 0, "1xn": 0, "nx2": 0, "3xn": 0, "cylinder:3xn": 0, "cylinder:nx1": 3,
    "cylinder:nx2": 3, "star:n": 1, "wheel:n": 4, "ladder:n": 0, "prism:n": 3, "torus:3xn": 3,
}  # fmt: skip


@dataclass(frozen=True)
class PolynomialCase(Case):
    """A polynomial and a graph by its vertices and edges, or a family."""

    name: str = "tutte"

    @property
    def command(self) -> str:
        return f"gfkit polynomial {self.name} {self.board}"


def case(rng: Random) -> PolynomialCase:
    """Return a random graph, possibly sparse, empty, disconnected or a single vertex; or a family."""
    name = rng.choice(KINDS)
    if rng.random() < 0.05:
        return PolynomialCase({"name": name}, rng.choice([*_FAMILIES]), name=name)
    size, share = rng.choice((1, 2, 3, 4, 4, 5, 5, 6)), rng.choice((0.15, 0.5, 0.5, 0.8, 1.0))
    pairs = [pair for pair in combinations(range(size), 2) if rng.random() < share]
    chosen = rng.sample(pairs, min(len(pairs), _MOST_EDGES))
    words = [*map(str, range(size)), *(f"{a}-{b}" for a, b in sorted(chosen))]
    board = f"graph:{','.join(words)}" if chosen else rng.choice((f"{size}x0", f"path:{min(size, 1)}", "0x0"))
    return PolynomialCase({"name": name}, board, name=name)


def tags(made: Any) -> list[str]:
    return [f"kind: {made.name}", f"of: {'family' if made.is_family else 'graph'}"]


def compare(made: Any) -> Compared:
    answer: Any = gfkit.graph_polynomial(made.name, made.board)
    if not made.is_family:
        place = Place(made.board)
        components = len(parts(range(place.size), place.pairs))
        seen = [f"components: {min(components, 3)}", f"edges: {len(place.pairs) // 4 * 4}+"]
        return _agrees(made.name, answer.polynomial, place), seen
    compared = 0
    for n in range(max(answer.generating_function.first_n, _FAMILIES[made.board]), 8):
        place = Place(made.board, n)
        if len(place.pairs) > _MOST_OF_FAMILY or (made.name in ("chromatic", "flow") and place.size > 8):
            break
        compared += _agrees(made.name, answer[n], place, f"n = {n}: ")
    return compared, []


def _agrees(name: str, answer: Polynomial, place: Place, where: str = "") -> int:
    terms = {powers: int(number) for powers, number in answer.terms}
    own = {powers: number for powers, number in terms_of(name, place.size, place.pairs).items() if number}
    return agree(terms, own, "terms", where)


def terms_of(name: str, size: int, pairs: list[Pair]) -> Terms:
    """Return the polynomial from its definition; for edges by Whitney's expansions."""
    total: Terms = Counter()
    if name == "ising":
        for spins in product((0, 1), repeat=size):
            total[sum(spins[a] == spins[b] for a, b in pairs),] += 1
        return total
    if name == "independence":
        for taken in product((0, 1), repeat=size):
            total[sum(taken),] += not any(taken[a] and taken[b] for a, b in pairs)
        return total
    whole = len(parts(range(size), pairs))
    for number, chosen in ((k, chosen) for k in range(len(pairs) + 1) for chosen in combinations(pairs, k)):
        components, left = len(parts(range(size), chosen)), len(pairs) - number
        cycles = number - size + components
        if name == "potts":
            total[components, number] += 1
        elif name == "chromatic":
            total[components,] += (-1) ** number
        elif name == "flow":
            total[cycles,] += (-1) ** left
        elif name == "tutte":  # (x - 1)^(components - whole) (y - 1)^cycles
            for (i, a), (j, b) in product(_less_one(components - whole), _less_one(cycles)):
                total[i, j] += a * b
        elif name == "matching" and len({end for pair in chosen for end in pair}) == 2 * number:
            total[size - 2 * number,] += (-1) ** number
        elif name == "reliability" and components == 1:  # p^number (1 - p)^left
            for power, value in _less_one(left):
                total[number + power,] += (-1) ** left * value
    return total


def _less_one(power: int) -> list[tuple[int, int]]:
    """Return (x - 1) to a power, as powers with coefficients."""
    return [(k, (-1) ** (power - k) * comb(power, k)) for k in range(power + 1)]
