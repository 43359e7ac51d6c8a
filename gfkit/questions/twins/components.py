"""Identities of rules about distances in graphs: components of vertices with pieces, and forests.

A rule about distances allows, for each distance d, a symmetric set P(d) of pairs of values of two vertices at
distance d, and has no other constraint. Value 0 is *empty* if it is allowed next to every value at every
distance; the other values are pieces. For two such rules let F be the distances at which both forbid all
pairs of pieces, and let L, the *links*, be the other distances at which one of them forbids a pair of pieces.

Then a set W of vertices with pieces has no two vertices at a distance in F, for either rule. Link two
vertices of W if their distance is in L. The number of ways to place pieces on W is the product over the
components of the linked vertices. So two rules have equal counts on a graph, even for each set W, if they
have equal numbers for each component that occurs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sized
from itertools import combinations, permutations, product
from math import comb, perm
from typing import Any, NamedTuple

from gfkit.core.rules.rule import Rule
from gfkit.questions.twins.graphs import Pairs, exchange, values_at_distances


class PiecePairs(NamedTuple):
    """Pair of rules on distances with an empty value: their allowed pairs of pieces, the links and F."""

    pieces: range
    allowed: tuple[dict[int, Pairs], dict[int, Pairs]]
    forbidden: frozenset[int]
    links: frozenset[int]

    def at(self, rule: int, distance: int) -> Pairs:
        """Return the pairs of pieces that a rule allows at a distance."""
        return self.allowed[rule].get(distance, _square(self.pieces))


class Identity(NamedTuple):
    """Identity of the counts of two rules on a class of graphs."""

    lemma: str
    text: str
    exception: tuple[int, ...] = ()
    """Smallest component with different numbers: (m,) for a complete graph, (2, 2) for a 4-cycle. The counts
    are equal on a graph of the class if and only if the graph has no such subgraph.
    """
    maps: tuple[tuple[int, ...], ...] = ()
    """Permutations of the values on the two sides, for an exchange."""

    @property
    def relation(self) -> str:
        """Condition on the graphs for equal counts, or an empty string if the counts are equal on all
        graphs.
        """
        largest = max(self.exception, default=0)
        named = {(2,): "edge", (3,): "triangle", (2, 2): "cycle of length 4"}
        part = named.get(self.exception, f"complete subgraph with {largest} vertices")
        return f"equal if and only if the graph has no {part}" if largest else ""

    def as_step(self) -> dict[str, Any]:
        """Return the identity as a step of a certificate."""
        maps = {"maps": [[*image] for image in self.maps]} if self.maps else {}
        return {"lemma": self.lemma, "except": [*self.exception], **maps}


def graph_identity(first: Rule, second: Rule, name: str, *, by_pieces: bool) -> Identity | None:
    """Return an identity of the counts of two rules on a class of graphs, or None if none is found.

    With ``by_pieces`` the identity holds for each number of pieces, of placement games.
    """
    if by_pieces and not (first.is_game and second.is_game):
        return None
    two_sides = name in ("bipartite", "trees")
    maps = exchange(first, second, sides=two_sides)
    if maps is not None and not (by_pieces and maps[0][0] + maps[1][0]):
        text = "the values are renamed"
        if maps[0] != maps[1]:
            text = "the two values are swapped on one side of the bipartition"
        elif maps[0] == tuple(sorted(maps[0])):
            text = "the same constraints"
        return Identity("exchange", text, maps=maps)
    found = component_identity(first, second, name)
    return found or (forest_identity(first, second) if name == "trees" else None)


def piece_pairs(first: Rule, second: Rule) -> PiecePairs | None:
    """Return the pairs of pieces of two rules about distances, or None.

    If no value is empty, all values are pieces, and the constraints must be at distance 1.
    """
    found = values_at_distances(first), values_at_distances(second)
    if found[0] is None or found[1] is None or found[0][0] != found[1][0]:
        return None
    (size, one), (_, other) = found[0], found[1]
    empty = {pair for v in range(size) for pair in ((0, v), (v, 0))}
    has_empty = all(empty <= pairs for own in (one, other) for pairs in own.values())
    if not has_empty and (one.keys() | other.keys()) - {1}:
        return None
    pieces = range(1 if has_empty else 0, size)
    every = _square(pieces)
    allowed = {d: (one.get(d, every) & every, other.get(d, every) & every) for d in one.keys() | other.keys()}
    forbidden = frozenset(d for d, pair in allowed.items() if not any(pair))
    links = frozenset(d for d, pair in allowed.items() if {*pair} != {every}) - forbidden
    by_rule = [{d: pair[rule] for d, pair in allowed.items()} for rule in (0, 1)]
    return PiecePairs(pieces, (by_rule[0], by_rule[1]), forbidden, links)


def _square(values: range) -> Pairs:
    return frozenset((u, v) for u in values for v in values)


def component_identity(first: Rule, second: Rule, name: str) -> Identity | None:
    """Return the identity of two rules on a class of graphs by their components, or None.

    Theorem 1. Let F contain 2, and let L be empty or {1}. Then the components are complete graphs. Proof:
    Let x and z be adjacent to y, all in W. They are not at distance 2, so they are adjacent or equal. QED

    Theorem 2. Let F contain 3, and let L be a subset of {1, 2}. On a bipartite graph a component with an edge
    is a complete bipartite graph K(p, q), with vertices of one side at distance 2. Proof: Let U be a part of
    a component that is such a graph, and z be linked to a vertex u of U. If z is adjacent to u, its distance
    from the other vertices on the side of u is odd and at most 3, so it is 1. If z is at distance 2 from u,
    the same is true of its distance from the other side. So U and z form such a graph. QED

    In a component without edges all links have distance 2. So its numbers are equal if a renaming of the
    pieces maps P(2) of one rule to that of the other.

    Number of ways. On K(p, q) let S and T be the values that occur on the two sides. They are admissible if
    different values in S, and in T, are pairs of P(2), and all pairs of S and T are in P(1). If S consists of
    l values that are compatible with themselves and s values that are not, which occur once each, it occurs
    in g(l, s; p) ways. For p greater than the number k of pieces this is 0 if and only if l = 0. So the
    difference of the numbers of two rules is 0 for all p and q, or never negative, if this is true of the
    numbers for p, q <= k, of the coefficients of g(l, s; q) with l > 0 for each p <= k, and of the
    coefficients of g(l, s; p) g(l', s'; q) with l, l' > 0. Similarly for complete graphs, with sets S and
    P(1).

    Exceptions. Let the differences never be negative, or never positive, let the numbers of the two rules be
    equal on all smaller components, but different on K(m), or on K(2, 2) while they are equal on all stars
    K(p, 1). Then the rules have equal counts on a graph, or on a bipartite graph, if and only if it has no
    K(m), or no cycle of length 4: in this case W can be that subgraph, and no other W has a difference of the
    other sign. (In a bipartite graph opposite vertices of a 4-cycle have distance 2.)
    """
    pairs = piece_pairs(first, second)
    if pairs is None:
        return None
    if 2 in pairs.forbidden and pairs.links <= {1}:
        apart = Counter[Part]()
        for sign, own in ((1, pairs.at(0, 1)), (-1, pairs.at(1, 1))):
            for chosen in _cliques(pairs.pieces, own):
                for part, number in _parts(chosen, own, pairs.pieces):
                    apart[part] += sign * number
        text = "vertices with pieces form complete graphs"
        if name != "all":
            said = f"{text} of one or two vertices, with equal counts for each"
            return None if apart[1] or apart[2] else Identity("components", said)
        if not any(apart.values()):
            return Identity("components", f"{text}, with equal counts for each size")
        m = min(
            (part if isinstance(part, int) else _small(pairs.pieces) + 1) for part in apart if apart[part]
        )
        said = (
            f"{text}; the counts are equal on those with fewer than {m} vertices, and one rule has at"
            " least as many configurations on all others"
        )
        return Identity("components", said, (m,)) if _have_one_sign(apart) else None
    if name in ("bipartite", "trees") and 3 in pairs.forbidden and pairs.links <= {1, 2}:
        return _bipartite_identity(pairs, name)
    return None


def _bipartite_identity(pairs: PiecePairs, name: str) -> Identity | None:
    """Return the identity by Theorem 2 of `component_identity`."""
    near, far = zip(*((pairs.at(rule, 1), pairs.at(rule, 2)) for rule in (0, 1)), strict=True)
    names = (dict(zip(pairs.pieces, image, strict=True)) for image in permutations(pairs.pieces))
    if not any({(s[u], s[v]) for u, v in far[0]} == far[1] for s in names):
        return None
    apart = Counter[tuple[Part, Part]]()
    for sign, one, two in zip((1, -1), near, far, strict=True):
        for s, t in product([*_cliques(pairs.pieces, two)], repeat=2):
            if one >= {*product(s, t)}:
                sides = (_parts(side, two, pairs.pieces) for side in (s, t))
                for (left, a), (right, b) in product(*sides):
                    apart[left, right] += sign * a * b
    text = "vertices with pieces form complete bipartite graphs"
    if any(number for (_, right), number in apart.items() if right == 1):
        return None
    if name == "trees":
        return Identity("components", f"{text}: single vertices and stars, with equal counts for each")
    if not any(apart.values()):
        return Identity("components", f"{text}, with equal counts for each")
    said = (
        f"{text}; the counts are equal for stars, and one rule has at least as many configurations on all"
        " others"
    )
    return Identity("components", said, (2, 2)) if apart[2, 2] and _have_one_sign(apart) else None


def _have_one_sign(apart: Mapping[Any, int]) -> bool:
    return len({number > 0 for number in apart.values() if number}) == 1


Part = int | tuple[int, int]
"""Number n of vertices if it is small, otherwise the numbers l and s."""


def _small(pieces: Sized) -> int:
    """Return the largest number of vertices for which the numbers are compared one by one."""
    return max(2, len(pieces))


def _parts(chosen: tuple[int, ...], compatible: Pairs, pieces: Sized) -> Iterator[tuple[Part, int]]:
    """Yield the numbers of maps from n vertices onto a set of values, and its kind if l > 0."""
    loops = sum((v, v) in compatible for v in chosen)
    kind = loops, len(chosen) - loops
    yield from ((n, _ways(kind, n)) for n in range(1, _small(pieces) + 1))
    if loops:
        yield kind, 1


def _cliques(pieces: range, compatible: Pairs) -> Iterator[tuple[int, ...]]:
    """Yield the nonempty sets of values in which any two different values are compatible."""
    for size in range(1, len(pieces) + 1):
        for chosen in combinations(pieces, size):
            if all(pair in compatible for pair in combinations(chosen, 2)):
                yield chosen


def _ways(kind: tuple[int, int], number: int) -> int:
    """Return g(l, s; n): the number of maps from n vertices onto l + s values such that the last s values
    occur once.

    >>> _ways((2, 0), 3), _ways((1, 1), 3), _ways((0, 2), 3)
    (6, 3, 0)
    """
    loops, singles = kind
    rest = number - singles
    if rest < 0:
        return 0
    onto: int = sum((-1) ** (loops - k) * comb(loops, k) * k**rest for k in range(loops + 1))
    return perm(number, singles) * onto


def forest_identity(first: Rule, second: Rule) -> Identity | None:
    """Return the identity of two rules on all trees by colour refinement, or None.

    Theorem. Partition the pieces of both rules so that two pieces of one class are compatible, at each link
    distance, with equally many pieces of each class, counted for each piece within its own rule. Let each
    class have as many pieces of one rule as of the other. If L is a subset of {1}, or F contains 2 and L is a
    subset of {1, 3}, the rules have equal counts on every tree. If no value is empty, the same is true with
    all values as pieces and constraints at distance 1 only.

    Proof. The links of a set W form a forest. For L = {1} it is an induced subgraph of the tree. Otherwise
    components of adjacent pieces have one or two vertices, and their closed neighbourhoods are disjoint,
    because F contains 2. Contract each of these neighbourhoods. The result is a tree, and a link of distance
    3 becomes an edge between two contracted vertices; two links do not become the same edge, because a tree
    has only one edge between disjoint connected parts, and no triangle. So links of distance 3 form a forest
    on the components, and with the edges inside the components the links form a forest.
    Root each tree of this forest. By induction, the number of ways to place pieces on it with a given piece
    at the root depends only on the class of that piece: it is the product over the children of the sum over
    the classes of the number of compatible pieces in the class, times the number for the class. QED
    """
    pairs = piece_pairs(first, second)
    if pairs is None or pairs.links - ({1, 3} if 2 in pairs.forbidden else {1}):
        return None

    def degrees(rule: int, u: int) -> list[tuple[int, ...]]:
        """Return, for each link distance, the classes of the compatible pieces with their multiplicities."""
        near = (pairs.at(rule, d) for d in sorted(pairs.links))
        return [tuple(sorted(kinds[rule, v] for v in pairs.pieces if (u, v) in own)) for own in near]

    values = [*product((0, 1), pairs.pieces)]
    kinds: dict[tuple[int, int], int] = dict.fromkeys(values, 0)
    while True:
        signs = {(rule, u): (kinds[rule, u], *degrees(rule, u)) for rule, u in values}
        numbers = {sign: place for place, sign in enumerate(dict.fromkeys(signs.values()))}
        finer = {value: numbers[sign] for value, sign in signs.items()}
        if len({*finer.values()}) == len({*kinds.values()}):
            break
        kinds = finer
    if Counter(kinds[0, v] for v in pairs.pieces) != Counter(kinds[1, v] for v in pairs.pieces):
        return None
    text = "linked vertices with pieces form forests, and the pieces of both rules have equal degrees"
    return Identity("forests", text)
