"""Polynomials of graphs by their definitions: sums over sets of edges, over colourings, spins and flows.

Chromatic and flow polynomials are compared by their values, which are counted; the others term by term.
Families are compared with what is listed of their smallest boards, whose edges are written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

import gfkit
from gfkit.sequences import Polynomial

from . import questions
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
    """A random graph, sparse or dense, without edges, in parts or one vertex alone; now and then a family."""
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
    return [f"kind: {made.name}", f"of: {'family' if questions.is_family(made.board) else 'graph'}"]


def compare(made: Any) -> Compared:
    answer: Any = gfkit.graph_polynomial(made.name, made.board)
    if not questions.is_family(made.board):
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
    size, pairs = place.size, place.pairs
    terms = {powers: int(number) for powers, number in answer.terms}
    counted = {"chromatic": (colourings, 4), "flow": (flows, 5)}
    if name in counted:
        count, end = counted[name]
        for q in range(1, end):
            value = sum(number * q**power for (power,), number in terms.items())
            agree(value, count(size, pairs, q), "value", f"{where}{answer} at q = {q}, ")
    own = {powers: number for powers, number in terms_of(name, size, pairs).items() if number}
    return agree(terms, own, "terms", where)


def colourings(size: int, pairs: list[Pair], q: int) -> int:
    """Proper colourings, one by one."""
    return sum(all(c[a] != c[b] for a, b in pairs) for c in product(range(q), repeat=size))


def flows(size: int, pairs: list[Pair], q: int) -> int:
    """Flows modulo q that are nowhere 0: what runs along some edges tells the rest, vertex by vertex."""
    states = Counter({(0,) * size: 1})
    for a, b in pairs:
        after: Counter[tuple[int, ...]] = Counter()
        for state, number in states.items():
            for flow in range(1, q):
                new = list(state)
                new[a], new[b] = (new[a] + flow) % q, (new[b] - flow) % q
                after[tuple(new)] += number
        states = after
    return states[(0,) * size]


def _edge_sets(size: int, pairs: list[Pair]) -> Iterator[tuple[tuple[Pair, ...], int]]:
    """All sets of edges, with the number of components of each."""
    for number in range(len(pairs) + 1):
        for chosen in combinations(pairs, number):
            yield chosen, len(parts(range(size), chosen))


def terms_of(name: str, size: int, pairs: list[Pair]) -> Terms:
    """The polynomial as powers with coefficients, from its definition."""
    total: Terms = Counter()
    if name in ("tutte", "chromatic", "flow"):
        return _contracted(name, size, tuple(pairs))
    if name == "ising":
        for spins in product((0, 1), repeat=size):
            total[sum(spins[a] == spins[b] for a, b in pairs),] += 1
    elif name == "independence":
        for taken in product((0, 1), repeat=size):
            total[sum(taken),] += not any(taken[a] and taken[b] for a, b in pairs)
    elif name == "matching":
        for chosen, _ in _edge_sets(size, pairs):
            if len({end for pair in chosen for end in pair}) == 2 * len(chosen):
                total[size - 2 * len(chosen),] += (-1) ** len(chosen)
    elif name == "potts":
        for chosen, components in _edge_sets(size, pairs):
            total[components, len(chosen)] += 1
    else:  # the chance that all hangs together
        for chosen, components in _edge_sets(size, pairs):
            if components == 1:
                for power, number in _fallen(len(pairs) - len(chosen)).items():
                    total[len(chosen) + power,] += number
    return total


def _fallen(edges: int) -> dict[int, int]:
    """(1 - p) to a power."""
    row = [1]
    for _ in range(edges):
        row = [a - b for a, b in zip([*row, 0], [0, *row], strict=True)]
    return dict(enumerate(row))


def _contracted(name: str, size: int, pairs: tuple[Pair, ...]) -> Terms:
    """By deleting and contracting the first edge, loops and bridges being told apart."""
    if not pairs:
        return Counter({(0, 0): 1} if name == "tutte" else {(size if name == "chromatic" else 0,): 1})
    (a, b), rest = pairs[0], pairs[1:]
    deleted = _contracted(name, size, rest)
    if a == b:  # a loop
        factor = {"tutte": {(0, 1): 1}, "chromatic": {}, "flow": {(1,): 1, (0,): -1}}[name]
        return _times(deleted, factor)
    joined = tuple((min(e), max(e)) for e in ((_merged(c, a, b), _merged(d, a, b)) for c, d in rest))
    contracted = _contracted(name, size - 1, joined)
    is_bridge = len(parts(range(size), rest)) > len(parts(range(size), pairs))
    if name == "tutte":
        return _times(contracted, {(1, 0): 1}) if is_bridge else deleted + contracted
    first, second = (deleted, contracted) if name == "chromatic" else (contracted, deleted)
    total: Terms = Counter(first)
    total.subtract(second)
    return total


def _merged(vertex: int, a: int, b: int) -> int:
    """Its number after b has become a, and those above b have moved down."""
    return min(a, b) if vertex in (a, b) else vertex - (vertex > max(a, b))


def _times(first: Terms, second: dict[tuple[int, ...], int]) -> Terms:
    total: Terms = Counter()
    for powers, number in first.items():
        for more, factor in second.items():
            total[tuple(a + b for a, b in zip(powers, more, strict=True))] += number * factor
    return total
