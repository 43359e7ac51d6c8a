"""Properties of profiles on all small graphs: auxiliary graphs, symmetry, equal profiles, unimodality."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from gfkit.boards import Board
from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.field import check_wording
from gfkit.catalog.plain.graphs import (
    Graph,
    all_graphs,
    as_board,
    independence,
    is_bipartite,
    made,
    name,
    perfect_matchings,
)
from gfkit.errors import CatalogError
from gfkit.sequences import Polynomial

Counter = Callable[..., Any]
_VERTICES = 4


def _counters() -> dict[str, Counter]:
    """The two ways to count, by the names of methods."""
    from gfkit.oracle import brute_force
    from gfkit.transfer import count

    return {"transfer": count, "brute-force": brute_force}


def profile_of(method: str, game: str, board: Board, weights: str = "pieces") -> Polynomial:
    found: Polynomial = _counters()[method](game, board, "all", weights).polynomial
    return found


def two_ways(test: Callable[[str, Statement, Arguments], Found]) -> dict[str, Method]:
    """The property by both ways of counting."""

    def using(method: str) -> Method:
        return lambda statement, asked: test(method, statement, asked)

    return {method: using(method) for method in ("transfer", "brute-force")}


# Auxiliary graphs


def _pairs(graph: Graph) -> list[tuple[int, int]]:
    return [(v, k) for v in range(graph[0]) for k in (1, 2)]


def _with_two(graph: Graph, joined: Callable[[bool, bool, bool], bool]) -> Graph:
    """Vertices (v, 1) and (v, 2); ``joined`` takes: v ~ w, v = w, and whether the numbers are equal."""

    def adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
        (v, p), (w, q) = one, other
        return joined((min(v, w), max(v, w)) in graph[1], v == w, p == q)

    return made(_pairs(graph), adjacent)


def _strong_square(graph: Graph) -> Graph:
    edges = set(graph[1])

    def near(v: int, w: int) -> bool:
        return v == w or (min(v, w), max(v, w)) in edges

    places = [(v, w) for v in range(graph[0]) for w in range(graph[0])]
    return made(places, lambda a, b: near(a[0], b[0]) and near(a[1], b[1]))


def _vertices_and_edges(graph: Graph) -> Graph:
    parts = [*({v} for v in range(graph[0])), *(set(edge) for edge in graph[1])]
    return made(parts, lambda a, b: bool(a & b))


CONSTRUCTIONS: dict[str, Callable[[Graph], Graph]] = {
    "cartesian product with K2": lambda g: _with_two(g, lambda near, same, level: near if level else same),
    "categorical product with K2, and a matching": lambda g: _with_two(
        g, lambda near, same, level: not level and (near or same)
    ),
    "pairs, joined when the vertices are": lambda g: _with_two(g, lambda near, same, level: near),  # noqa: ARG005
    "strong product with K2": lambda g: _with_two(g, lambda near, same, level: near or same),  # noqa: ARG005
    "strong product with itself": _strong_square,
    "line graph and vertices": _vertices_and_edges,
}
"""The graphs that the document makes of a graph, by a name."""

_AUXILIARY = re.compile(r"P\((\S+), G\) = I\((.+) of G\)")


def auxiliary(method: str, statement: Statement, asked: Arguments) -> Found:
    """P(GAME, G) = I(CONSTRUCTION of G) for all small graphs G."""
    read = _AUXILIARY.fullmatch(statement[0])
    if read is None or read[2] not in CONSTRUCTIONS:
        known = "; ".join(CONSTRUCTIONS)
        raise CatalogError(f"statement: must be P(GAME, G) = I(X of G), where X is one of: {known}")
    most = asked.get("vertices", _VERTICES)
    for graph in all_graphs(most):
        other = CONSTRUCTIONS[read[2]](graph)
        true = profile_of(method, read[1], as_board(graph))
        claimed = independence(other) if method == "brute-force" else _independence(other)
        if claimed != true:
            return _refuted(graph, claimed, true)
    return Found(Standing.CONSISTENT, f"all graphs with up to {most} vertices")


def _independence(graph: Graph) -> Polynomial:
    from gfkit.transfer import independence_polynomial

    return independence_polynomial(as_board(graph))


def _refuted(graph: Graph, claimed: object, true: object) -> Found:
    return Found(Standing.REFUTED, "one graph", Witness(name(graph), str(claimed), str(true)))


# One game on all graphs


def symmetric(method: str, statement: Statement, asked: Arguments) -> Found:
    """The profile read backwards is the profile: c(i) = c(n - i); of players, c(i, j) = c(n - i - 2 j, j)."""
    players = asked.get("weights") == "players"
    profile = f"P({asked['game']}, G)"
    form = (
        f"c(i, j) = c(n - i - 2j, j) for {profile}(x, y)" if players else f"c(i) = c(n - i) for {profile}(x)"
    )
    check_wording(statement, form)
    for graph in all_graphs(asked["vertices"]):
        found = profile_of(method, asked["game"], as_board(graph), "players" if players else "pieces")
        n = graph[0]
        turned: dict[tuple[int, ...], int] = {}
        for p, c in found.terms:
            turned[(n - p[0] - 2 * p[1], p[1]) if players else (n - p[0],)] = c
        if Polynomial.of(found.variables, turned) != found:
            return _refuted(graph, "symmetric", found)
    return Found(Standing.CONSISTENT, f"all graphs with up to {asked['vertices']} vertices")


def parity(method: str, statement: Statement, asked: Arguments) -> Found:
    """On 2 m vertices the coefficient of x^m is odd exactly when the number of perfect matchings is."""
    left = "c(m) = number of perfect matchings (mod 2)"
    check_wording(statement, f"{left} for P({asked['game']}, G)(x), G on 2m vertices")
    for graph in all_graphs(asked["vertices"]):
        if graph[0] % 2 == 0:
            middle = profile_of(method, asked["game"], as_board(graph)).coefficient(graph[0] // 2)
            if (middle - perfect_matchings(graph)) % 2:
                return _refuted(graph, perfect_matchings(graph), middle)
    return Found(Standing.CONSISTENT, f"all graphs with up to {asked['vertices']} vertices")


def involution(statement: Statement, asked: Arguments) -> Found:
    """Every position of O12, a matching and some of the other vertices: those exchanged with the empty ones
    give a position with n - i pieces for i; what stays as it is are perfect matchings."""
    check_wording(statement, "i pieces to n - i pieces; kept: perfect matchings")
    for graph in all_graphs(asked["vertices"]):
        n, kept = graph[0], 0
        positions = {
            (blue, reds)
            for size in range(n // 2 + 1)
            for reds in combinations(graph[1], size)
            if len(covered := frozenset(v for edge in reds for v in edge)) == 2 * size
            for number in range(n - 2 * size + 1)
            for blue in map(frozenset, combinations(sorted(set(range(n)) - covered), number))
        }
        for blue, reds in positions:
            empty = frozenset(range(n)) - blue - {v for edge in reds for v in edge}
            sizes = len(blue) + len(reds), len(empty) + len(reds)
            if (empty, reds) not in positions or sum(sizes) != n:
                return _refuted(graph, sizes[0], sizes[1])
            kept += empty == blue
        if kept != perfect_matchings(graph):
            return _refuted(graph, perfect_matchings(graph), kept)
    return Found(Standing.CONSISTENT, f"all graphs with up to {asked['vertices']} vertices")


def equal(method: str, statement: Statement, asked: Arguments) -> Found:
    """Two games have equal profiles on all small graphs, or on the bipartite ones."""
    check_wording(statement, f"{_both(asked, '=')} for all {_class(asked)}G")
    return _compared(method, asked)


def _both(asked: Arguments, sign: str) -> str:
    letters = "(x, y)" if asked.get("weights") == "players" else "(x)"
    one, other = (f"P({game}, G){letters}" for game in asked["games"])
    return f"{one} {sign} {other}"


def _compared(method: str, asked: Arguments) -> Found:
    weights = asked.get("weights", "pieces")
    one, other = asked["games"]
    for graph in _of_class(asked):
        left, right = (profile_of(method, game, as_board(graph), weights) for game in (one, other))
        if left != right:
            return _refuted(graph, left, right)
    return Found(Standing.CONSISTENT, f"all {_class(asked)}graphs with up to {asked['vertices']} vertices")


def _class(asked: Arguments) -> str:
    return "bipartite " if asked.get("bipartite") else ""


def _of_class(asked: Arguments) -> Iterator[Graph]:
    return (g for g in all_graphs(asked["vertices"]) if not asked.get("bipartite") or is_bipartite(g))


def different(method: str, statement: Statement, asked: Arguments) -> Found:
    """Two games have different profiles on some small graph: one is enough, so it is proved."""
    check_wording(statement, f"{_both(asked, '!=')} for some {_class(asked)}G")
    found = _compared(method, asked)
    if found.witness is None:
        return Found(Standing.REFUTED, found.evidence, Witness("all of them", "different", "equal"))
    return Found(Standing.PROVED, f"{found.witness.at}: {found.witness.claimed} and {found.witness.true}")


def no_twins(method: str, _: Statement, asked: Arguments) -> Found:
    """A search: no two of the games have equal profiles on all small graphs. Says nothing of larger games."""
    games = asked["games"]
    rows = {game: [profile_of(method, game, as_board(g)) for g in _of_class(asked)] for game in games}
    for k, one in enumerate(games):
        for other in games[:k]:
            if rows[one] == rows[other]:
                return Found(Standing.CONSISTENT, f"{other} and {one} agree on all that was looked at")
    looked = f"no two of {len(games)} games on all {_class(asked)}graphs up to {asked['vertices']} vertices"
    return Found(Standing.OPEN, looked)


def independent(method: str, _: Statement, asked: Arguments) -> Found:
    """On every small graph the positions are the independent sets of a graph whose vertices are the single
    pieces: sets of pieces that fit pairwise fit together."""
    for graph in all_graphs(asked["vertices"]):
        board = as_board(graph)
        profile = profile_of(method, asked["game"], board)
        pairs = _fitting(asked["game"], board)
        claimed = independence(pairs) if method == "brute-force" else _independence(pairs)
        if claimed != profile:
            return _refuted(graph, claimed, profile)
    return Found(Standing.CONSISTENT, f"all graphs with up to {asked['vertices']} vertices")


def dependent(method: str, statement: Statement, asked: Arguments) -> Found:
    """Somewhere pieces fit pairwise and not together: one board is enough, so it is proved."""
    found = independent(method, statement, asked)
    if found.witness is None:
        return Found(Standing.REFUTED, found.evidence, Witness("all of them", "", "sets of pieces fit"))
    return Found(
        Standing.PROVED,
        f"{found.witness.at}: {found.witness.claimed} sets that fit pairwise, {found.witness.true} positions",
    )


def _fitting(game: str, board: Board) -> Graph:
    """The single pieces that are positions, joined where two of them are none."""
    from gfkit.games import PlacementRule, as_rule
    from gfkit.oracle.positions import Listing

    rule = as_rule(game)
    assert isinstance(rule, PlacementRule), "only games with pieces are asked about"
    table = Listing(rule, board)
    alone = [k for k in range(len(table.free)) if table.breathes(1 << k)]
    return made(
        alone,
        lambda a, b: not (table.bears[a] >> b & 1 and table.breathes(1 << a | 1 << b)),
    )


METHODS: dict[str, dict[str, Method]] = {
    "auxiliary": two_ways(auxiliary),
    "symmetric": two_ways(symmetric),
    "parity": two_ways(parity),
    "involution": {"brute-force": involution},
    "equal": two_ways(equal),
    "different": two_ways(different),
    "no-twins": two_ways(no_twins),
    "independent": two_ways(independent),
    "dependent": two_ways(dependent),
}
