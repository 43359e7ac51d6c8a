"""Polynomials of graphs by their definitions: sums over sets of edges, over colourings, spins and flows.

Chromatic and flow polynomials are compared by their values, which are counted; the others term by term.
Families are compared with what is listed of their smallest boards, whose edges are written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import gfkit
from gfkit.sequences import Polynomial

from . import families, questions
from .case import Case, Ending
from .families import FaultError
from .graphs import Pair, parts

Rng = questions.Rng
Terms = Counter[tuple[int, ...]]
KINDS = ("chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising")
_MOST_EDGES, _MOST_OF_FAMILY = 10, 12
_FAMILIES = {
    "path:n": 0, "cycle:n": 3, "2xn": 0, "1xn": 0, "nx2": 0, "3xn": 0, "cylinder:3xn": 0, "cylinder:nx1": 3,
    "cylinder:nx2": 3, "star:n": 1, "wheel:n": 4, "ladder:n": 0, "prism:n": 3, "torus:3xn": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PolynomialCase(Case):
    """A polynomial and a graph by its vertices and edges, or a family."""

    name: str = "tutte"

    @property
    def command(self) -> str:
        return f"gfkit polynomial {self.name} {self.board}"


def case(rng: Rng) -> PolynomialCase:
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


def judge(made: PolynomialCase) -> Ending:
    kind = "family" if made.board in _FAMILIES else "graph"
    tags = [f"kind: {made.name}", f"of: {kind}"]
    return families.judged(made, tags, _family if kind == "family" else _graph)


def _graph(made: Case) -> tuple[int, list[str]]:
    assert isinstance(made, PolynomialCase)
    answer = gfkit.graph_polynomial(made.name, made.board)
    size, pairs = graph_of(made.board)
    components = len(parts(range(size), pairs))
    _agrees(made.name, answer.polynomial, size, pairs)
    return 1, [f"components: {min(components, 3)}", f"edges: {len(pairs) // 4 * 4}+"]


def graph_of(board: str) -> tuple[int, list[Pair]]:
    """The vertices and the edges of a graph in words; a board without edges has none."""
    if not board.startswith("graph:"):
        return (int(board.removeprefix("path:")), []) if board.startswith("path:") else (0, [])
    words = board.removeprefix("graph:").split(",")
    pairs = [(int(a), int(b)) for a, b in (word.split("-") for word in words if "-" in word)]
    return sum("-" not in word for word in words), pairs


def _family(made: Case) -> tuple[int, list[str]]:
    assert isinstance(made, PolynomialCase)
    answer = gfkit.graph_polynomial(made.name, made.board)
    first, compared = answer.generating_function.first_n, 0
    for n in range(max(first, _FAMILIES[made.board]), 8):
        size, pairs = board_of(made.board, n)
        if len(pairs) > _MOST_OF_FAMILY or (made.name in ("chromatic", "flow") and size > 8):
            break
        _agrees(made.name, answer[n], size, pairs, f"n = {n}: ")
        compared += 1
    return compared, []


def board_of(board: str, n: int) -> tuple[int, list[Pair]]:
    """The vertices and edges of a board of a family, from what its name means."""
    word, _, sizes = board.rpartition(":")
    if word == "star":
        return n, [(0, k) for k in range(1, n)]
    if word == "wheel":
        return n, [(0, k) for k in range(1, n)] + [(k, k % (n - 1) + 1) for k in range(1, n)]
    if word in ("ladder", "prism"):
        sizes, word = ("2xn", "") if word == "ladder" else ("nx2", "cylinder")
    if "x" not in sizes:
        sizes, word = (f"1x{sizes}", word) if word == "path" else (f"{sizes}x1", "cylinder")
    rows, cols = (n if size == "n" else int(size) for size in sizes.split("x"))
    down, right = word in ("cylinder", "torus"), word == "torus"
    ends = {
        frozenset((r * cols + c, s % rows * cols + d % cols))
        for r in range(rows) for c in range(cols) for s, d in ((r + 1, c), (r, c + 1))
        if (s < rows or down) and (d < cols or right)
    }  # fmt: skip
    return rows * cols, [(min(pair), max(pair)) for pair in ends]


def _agrees(name: str, answer: Polynomial, size: int, pairs: list[Pair], where: str = "") -> None:
    terms = {powers: int(number) for powers, number in answer.terms}
    if name in ("chromatic", "flow"):
        for q in range(1, 4 if name == "chromatic" else 5):
            value = sum(number * q**power for (power,), number in terms.items())
            own = colourings(size, pairs, q) if name == "chromatic" else flows(size, pairs, q)
            if value != own:
                raise FaultError(f"{where}{answer} is {value} at q = {q}, and counted {own}", "wrong: value")
    own_terms = {powers: number for powers, number in terms_of(name, size, pairs).items() if number}
    if terms != own_terms:
        raise FaultError(f"{where}{answer}, and by definition {own_terms}", "wrong: terms")


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
