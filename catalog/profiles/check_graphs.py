"""Profiles on all small graphs: auxiliary graphs, symmetry, equal profiles, roots, unimodality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.engine.count import count
from gfkit.core.errors import CatalogError, SelfCheckError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Rule, as_rule
from gfkit.questions import independence_polynomial

from ..shared.graphs import (
    Graph,
    all_graphs,
    as_board,
    graph_on,
    independence,
    is_bipartite,
    name,
    perfect_matchings,
)
from ..twins.check import game_of

Counter = Callable[..., Count]
COUNTED: dict[str, Counter] = {"transfer": count, "brute-force": brute_force}
_VERTICES = 4


def profile_of(counter: Counter, game: str | Rule, graph: Graph, weights: str = "pieces") -> Polynomial:
    return counter(game, as_board(graph), "all", weights).polynomial


def _independence(counter: Counter, graph: Graph) -> Polynomial:
    """Return the independence polynomial, by enumeration if positions are enumerated, else by the engine."""
    return independence(graph) if counter is brute_force else independence_polynomial(as_board(graph))


def _on_graphs(
    most: int,
    pair: Callable[[Graph], tuple[object, object]],
    best: ClaimStatus = ClaimStatus.CONSISTENT,
) -> CheckResult:
    """Return the comparison of claimed and true values of all graphs with at most ``most`` vertices."""
    cases = ((name(graph), *pair(graph)) for graph in all_graphs(most))
    return compare_cases(cases, "one graph", _reach_text(most), best)


def _reach_text(most: int) -> str:
    return f"all graphs with up to {most} vertices"


# Auxiliary graphs


def _with_two(graph: Graph, is_joined: Callable[[bool, bool, bool], bool]) -> Graph:
    """Return a graph on vertices (v, 1) and (v, 2); the arguments of ``is_joined`` are v ~ w, v = w, and
    equal numbers."""

    def adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
        (v, p), (w, q) = one, other
        return is_joined((min(v, w), max(v, w)) in graph[1], v == w, p == q)

    return graph_on([(v, k) for v in range(graph[0]) for k in (1, 2)], adjacent)


def _strong_square(graph: Graph) -> Graph:
    edges = set(graph[1])

    def near(v: int, w: int) -> bool:
        return v == w or (min(v, w), max(v, w)) in edges

    places = [(v, w) for v in range(graph[0]) for w in range(graph[0])]
    return graph_on(places, lambda a, b: near(a[0], b[0]) and near(a[1], b[1]))


def _vertices_and_edges(graph: Graph) -> Graph:
    parts = [*({v} for v in range(graph[0])), *(set(edge) for edge in graph[1])]
    return graph_on(parts, lambda a, b: bool(a & b))


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


@theorem("profile_graphs.auxiliary", COUNTED, words="P({game:word}, G) = I({made} of G)")
def auxiliary(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the positions are the independent sets of a graph constructed from G, for all small graphs
    G."""
    construction = CONSTRUCTIONS.get(holes["made"])
    if construction is None:
        raise CatalogError(
            f"statement: no graph is called {holes['made']!r}; known: {'; '.join(CONSTRUCTIONS)}"
        )

    def pair(graph: Graph) -> tuple[Polynomial, Polynomial]:
        return _independence(counter, construction(graph)), profile_of(counter, holes["game"], graph)

    return _on_graphs(asked.get("vertices", _VERTICES), pair)


@theorem(
    "profile_graphs.dependent",
    COUNTED,
    words="P({game:word}, G) != I(graph of the single pieces of G) for some G",
)
def dependent(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that on some board pieces are compatible pairwise and not together. Then positions are not the
    independent sets of a graph whose vertices are the single pieces. One board proves it."""

    def pair(graph: Graph) -> tuple[Polynomial, Polynomial]:
        pieces = _pairwise_graph(holes["game"], graph)
        return _independence(counter, pieces), profile_of(counter, holes["game"], graph)

    result = _on_graphs(asked["vertices"], pair)
    if result.witness is None:
        return refutation(result.evidence, "all of them", "", "sets of pieces fit")
    at, sets, positions = result.witness.at, result.witness.claimed, result.witness.true
    return CheckResult(ClaimStatus.PROVED, f"{at}: {sets} sets that fit pairwise, {positions} positions")


def _pairwise_graph(game: str, graph: Graph) -> Graph:
    """Return the conflict graph of the single pieces."""
    from gfkit.core.rules.kinds.placement.definition import PositionTable
    from gfkit.core.rules.kinds.placement.rule import PlacementRule

    rule = as_rule(game)
    assert isinstance(rule, PlacementRule), "only games with pieces are asked about"
    table = PositionTable(rule, as_board(graph))
    alone = [k for k in range(len(table.free)) if table.breathes(1 << k)]
    return graph_on(alone, lambda a, b: not (table.bears[a] >> b & 1 and table.breathes(1 << a | 1 << b)))


# Coefficients of one game

_TURNED = {"x": ("i", "n - i"), "x, y": ("i, j", "n - i - 2j, j")}


@theorem(
    "profile_graphs.symmetric", COUNTED, words="c({powers}) = c({turned}) for P({game:word}, G)({letters})"
)
def symmetric(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the profile is a palindrome: c(i) = c(n - i); with players, c(i, j) = c(n - i - 2j, j)."""
    players = asked.get("weights") == "players"
    letters = "x, y" if players else "x"
    if holes["letters"] != letters or (holes["powers"], holes["turned"]) != _TURNED[letters]:
        raise CatalogError(
            f"statement: must be c({_TURNED[letters][0]}) = c({_TURNED[letters][1]}) of ({letters})"
        )
    for graph in all_graphs(asked["vertices"]):
        profile = profile_of(counter, asked["game"], graph, "players" if players else "pieces")
        n = graph[0]
        turned = {(n - p[0] - 2 * p[1], p[1]) if players else (n - p[0],): c for p, c in profile.terms}
        if Polynomial.of(profile.variables, turned) != profile:
            return refutation("one graph", name(graph), "symmetric", profile)
    return CheckResult(ClaimStatus.CONSISTENT, _reach_text(asked["vertices"]))


@theorem(
    "profile_graphs.parity",
    COUNTED,
    words="c(m) = number of perfect matchings (mod 2) for P({game:word}, G)(x), G on 2m vertices",
)
def parity(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that on 2 m vertices the coefficient of x^m is congruent modulo 2 to the number of perfect
    matchings."""
    for graph in all_graphs(asked["vertices"]):
        if graph[0] % 2 == 0:
            middle = profile_of(counter, holes["game"], graph).coefficient(graph[0] // 2)
            if (middle - perfect_matchings(graph)) % 2:
                return refutation("one graph", name(graph), perfect_matchings(graph), middle)
    return CheckResult(ClaimStatus.CONSISTENT, _reach_text(asked["vertices"]))


@theorem(
    "profile_graphs.involution", "brute-force", words="i pieces to n - i pieces; kept: perfect matchings"
)
def involution(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check the involution on positions of O12, that is, a matching and some other vertices. It swaps these
    vertices with the empty vertices, maps i pieces to n - i, and fixes only perfect matchings."""
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
                return refutation("one graph", name(graph), sizes[0], sizes[1])
            kept += empty == blue
        if kept != perfect_matchings(graph):
            return refutation("one graph", name(graph), perfect_matchings(graph), kept)
    return CheckResult(ClaimStatus.CONSISTENT, _reach_text(asked["vertices"]))


@theorem(
    "profile_unimodal.matching-sum", COUNTED, words="P({game:word}, G) = sum of m(j)*x^j*(1 + x)^(n - 2j)"
)
def matching_sum(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the profile is the sum of m(j) x^j (1 + x)^(n - 2 j), with m(j) matchings of j edges.

    For O12 this follows from the rules: the red pieces form a matching, and other vertices are blue or empty.
    """
    binomial, x = Polynomial.of(("x",), {(0,): 1, (1,): 1}), Polynomial.monomial((1,), ("x",))

    def pair(graph: Graph) -> tuple[Polynomial, Polynomial]:
        parts = (m * x**j * binomial ** (graph[0] - 2 * j) for j, m in enumerate(_matchings(graph)))
        return sum(parts, Polynomial.constant(0, ("x",))), profile_of(counter, holes["game"], graph)

    best = ClaimStatus.PROVED if holes["game"] == "o12" else ClaimStatus.CONSISTENT
    return _on_graphs(asked["vertices"], pair, best)


def _matchings(graph: Graph) -> list[int]:
    """Return the numbers of matchings by number of edges, as perfect matchings of all subsets of 2 j
    vertices."""
    numbers = [0] * (graph[0] // 2 + 1)
    for kept in range(1 << graph[0]):
        vertices = [v for v in range(graph[0]) if kept >> v & 1]
        if len(vertices) % 2 == 0:
            edges = tuple((a, b) for a, b in graph[1] if kept >> a & kept >> b & 1)
            numbers[len(vertices) // 2] += perfect_matchings((len(vertices), edges))
    return numbers


# Games with the same profiles

_DIFFERENT = "P({one:word}, G)({letters}) != P({other:word}, G)({letters_too}) for some {graphs}"


@theorem("profile_graphs.different", COUNTED, words=_DIFFERENT)
def different(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that two games have different profiles on some small graph; one graph proves it."""
    result = _two_games(counter, holes, asked)
    if result.witness is None:
        return refutation(result.evidence, "all of them", "different", "equal")
    return CheckResult(
        ClaimStatus.PROVED, f"{result.witness.at}: {result.witness.claimed} and {result.witness.true}"
    )


def _two_games(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    weights = asked.get("weights", "pieces")
    letters = {"pieces": "x", "players": "x, y"}[weights]
    words = [holes["one"], holes["other"]], holes["letters"], holes["letters_too"], holes["graphs"]
    if words != (asked["games"], letters, letters, "bipartite G" if asked.get("bipartite") else "G"):
        raise CatalogError("statement: its games, letters or graphs are not those of the check")
    one, other = asked["games"]
    cases = (
        (name(graph), profile_of(counter, one, graph, weights), profile_of(counter, other, graph, weights))
        for graph in _of_class(asked)
    )
    kind = "bipartite " if asked.get("bipartite") else ""
    return compare_cases(cases, "one graph", f"all {kind}graphs with up to {asked['vertices']} vertices")


def _of_class(asked: Arguments) -> Iterator[Graph]:
    return (g for g in all_graphs(asked["vertices"]) if not asked.get("bipartite") or is_bipartite(g))


@theorem("profile_graphs.no-twins", COUNTED, words="P(A, G)(x) = P(B, G)(x) for all G")
def no_twins(counter: Counter, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Search for two of the games with equal profiles on all small graphs. It implies nothing about larger
    games."""
    games = asked["games"]
    rows = {game: [profile_of(counter, game, graph) for graph in _of_class(asked)] for game in games}
    for one, other in combinations(games, 2):
        if rows[one] == rows[other]:
            return CheckResult(ClaimStatus.CONSISTENT, f"{one} and {other} agree on all that was looked at")
    return CheckResult(
        ClaimStatus.OPEN, f"no two of {len(games)} games on all graphs up to {asked['vertices']} vertices"
    )


# Coefficients that rise and then fall

Rows = Callable[[Arguments], Iterable[tuple[str, list[int]]]]
"""Graphs in words with the coefficients of their profiles."""
_LONG = 12


def _rows_by(counter: Counter) -> Rows:
    """Return the profiles of all small graphs and of the named joins: [m, a, b, ...] is the join of K(m) and
    the disjoint complete graphs K(a), K(b), ... In ``leaves``, [m, n] is K(m,n) with a leaf at each of the n
    vertices."""

    def rows(asked: Arguments) -> Iterator[tuple[str, list[int]]]:
        game = game_of(asked["game"])
        for graph in all_graphs(asked.get("vertices", _VERTICES)):
            yield name(graph), row_of(profile_of(counter, game, graph))
        for parts in asked.get("joins", ()):
            yield _join_name(parts), row_of(profile_of(counter, game, join_graph(parts)))
        for m, n in asked.get("leaves", ()):
            yield f"K({m},{n}) with {n} leaves", row_of(profile_of(counter, game, _leafy_graph(m, n)))

    return rows


def _rows_by_parts(asked: Arguments) -> Iterator[tuple[str, list[int]]]:
    """Yield the profiles of Snort on the join of K(m) and k isolated vertices. With a piece on K(m) all
    pieces have its colour, which yields 2 ((1 + x)^m - 1) (1 + x)^k; otherwise (1 + 2 x)^k. Small cases are
    enumerated first."""
    for m in range(4):
        for k in range(1, 4):
            if row_of(profile_of(brute_force, "snort", join_graph([m] + [1] * k))) != _snort(m, k):
                raise SelfCheckError(f"the cases of K({m}) joined to {k} vertices and their list disagree")
    for parts in asked["joins"]:
        if asked["game"] != "snort" or set(parts[1:]) != {1}:
            raise CatalogError("joins: this method takes Snort on K(m) joined to single vertices only")
        yield _join_name(parts), _snort(parts[0], len(parts) - 1)


@theorem(
    "profile_unimodal.unimodal",
    {"transfer": _rows_by(count), "brute-force": _rows_by(brute_force), "by-parts": _rows_by_parts},
    words="P({game}, G) is unimodal for all G",
)
def unimodal(rows: Rows, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the coefficients are unimodal, by a search for a counterexample."""
    for at, row in rows(asked):
        if (dip := _dip(row)) is not None:
            shown = str(Polynomial.of(("x",), {(k,): c for k, c in enumerate(row)}))
            if len(row) > _LONG:  # only those before the fall, at its end and after it
                shown = ", ".join(f"c({k}) = {row[k]}" for k in (dip[0], dip[1], dip[1] + 1))
            return refutation("one graph", at, "unimodal", shown)
    return CheckResult(ClaimStatus.OPEN, "the graphs and joins looked at")


def _snort(m: int, k: int) -> list[int]:
    row = [comb(k, i) * 2**i + 2 * comb(m + k, i) - 2 * comb(k, i) for i in range(m + k + 1)]
    return row if m else row[: k + 1]


def join_graph(parts: list[int]) -> Graph:
    """Return the join of K(parts[0]) and the disjoint union of K(parts[1]), K(parts[2]), ...."""
    owner = [k for k, size in enumerate(parts) for _ in range(size)]
    return graph_on(range(len(owner)), lambda a, b: owner[a] == owner[b] or 0 in (owner[a], owner[b]))


def _leafy_graph(m: int, n: int) -> Graph:
    """Return the graph K(m,n) with a leaf at each of the n vertices."""
    edges = [(a, b) for a in range(m) for b in range(m, m + n)]
    return m + 2 * n, (*edges, *((b, b + n) for b in range(m, m + n)))


def _join_name(parts: list[int]) -> str:
    """Return the name of a join.

    >>> _join_name([9, 2, 1, 1])
    'K(9) joined to K(2) + 2 K(1)'
    """
    sizes = sorted(set(parts[1:]), reverse=True)
    numbers = {size: parts[1:].count(size) for size in sizes}
    return f"K({parts[0]}) joined to " + " + ".join(
        (f"{numbers[size]} " if numbers[size] > 1 else "") + f"K({size})" for size in sizes
    )


def row_of(profile: Polynomial) -> list[int]:
    return [profile.coefficient(k) for k in range(max(powers[0] for powers, _ in profile.terms) + 1)]


def _dip(row: list[int]) -> tuple[int, int] | None:
    """Return the first descent of a row and the next ascent, or None if no ascent follows."""
    fall = next((k for k in range(len(row) - 1) if row[k + 1] < row[k]), len(row))
    rise = next((k for k in range(fall, len(row) - 1) if row[k + 1] > row[k]), None)
    return None if rise is None else (fall, rise)
