"""Whether coefficients of profiles rise and then fall, on small graphs and on joins of complete graphs."""

from __future__ import annotations

from math import comb

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.field import check_wording
from gfkit.catalog.plain.graphs import Graph, all_graphs, as_board, made, name, perfect_matchings
from gfkit.catalog.properties.profile_graphs import profile_of, two_ways
from gfkit.errors import CatalogError, SelfCheckError
from gfkit.sequences import Polynomial

_VERTICES = 4
_LONG = 12


def unimodal(method: str, statement: Statement, asked: Arguments) -> Found:
    """On all small graphs and on the joins named: [m, a, b, ...] is K(m) with every vertex joined to those of
    the disjoint complete graphs K(a), K(b), ..."""
    check_wording(statement, f"P({asked['game']}, G) is unimodal for all G")
    most = asked.get("vertices", _VERTICES)
    for graph in all_graphs(most):
        row = _row(profile_of(method, asked["game"], as_board(graph)))
        if _dip(row) is not None:
            return _refuted(name(graph), row)
    for parts in asked.get("joins", ()):
        row = _row(profile_of(method, asked["game"], as_board(joined(parts))))
        if _dip(row) is not None:
            return _refuted(_words(parts), row)
    return Found(Standing.OPEN, f"all graphs with up to {most} vertices")


def by_parts(statement: Statement, asked: Arguments) -> Found:
    """Snort on K(m) joined to k single vertices, by cases: with a piece on K(m) all pieces have its colour,
    which gives 2 ((1 + x)^m - 1) (1 + x)^k; with none there, (1 + 2 x)^k. Small cases are listed first."""
    check_wording(statement, "P(snort, G) is unimodal for all G")
    for m in range(4):
        for k in range(1, 4):
            if _row(profile_of("brute-force", "snort", as_board(joined([m] + [1] * k)))) != _snort(m, k):
                raise SelfCheckError(f"the cases of K({m}) joined to {k} vertices and their list disagree")
    for parts in asked["joins"]:
        if set(parts[1:]) != {1}:
            raise CatalogError("joins: this method takes K(m) joined to single vertices only")
        row = _snort(parts[0], len(parts) - 1)
        if _dip(row) is not None:
            return _refuted(_words(parts), row)
    return Found(Standing.OPEN, "the joins named")


def _snort(m: int, k: int) -> list[int]:
    row = [comb(k, i) * 2**i + 2 * comb(m + k, i) - 2 * comb(k, i) for i in range(m + k + 1)]
    return row if m else row[: k + 1]


def matching_sum(method: str, statement: Statement, asked: Arguments) -> Found:
    """The profile is the sum of m(j) x^j (1 + x)^(n - 2 j), m(j) the matchings with j edges."""
    check_wording(statement, f"P({asked['game']}, G) = sum of m(j)*x^j*(1 + x)^(n - 2j)")
    for graph in all_graphs(asked["vertices"]):
        found = profile_of(method, asked["game"], as_board(graph))
        one, x = Polynomial.of(("x",), {(0,): 1, (1,): 1}), Polynomial.monomial((1,), ("x",))
        claimed = sum(
            (number * x**j * one ** (graph[0] - 2 * j) for j, number in enumerate(_matchings(graph))),
            Polynomial.constant(0, ("x",)),
        )
        if claimed != found:
            return Found(Standing.REFUTED, "one graph", Witness(name(graph), str(claimed), str(found)))
    return Found(Standing.CONSISTENT, f"all graphs with up to {asked['vertices']} vertices")


def _matchings(graph: Graph) -> list[int]:
    """The matchings by number of edges: the perfect matchings of all parts with 2 j vertices."""
    numbers = [0] * (graph[0] // 2 + 1)
    for kept in range(1 << graph[0]):
        vertices = [v for v in range(graph[0]) if kept >> v & 1]
        if len(vertices) % 2 == 0:
            edges = tuple((a, b) for a, b in graph[1] if kept >> a & kept >> b & 1)
            numbers[len(vertices) // 2] += perfect_matchings((len(vertices), edges))
    return numbers


def joined(parts: list[int]) -> Graph:
    """K(parts[0]) joined to every vertex of K(parts[1]), K(parts[2]), ..., which are disjoint."""
    owner = [k for k, size in enumerate(parts) for _ in range(size)]
    return made(range(len(owner)), lambda a, b: owner[a] == owner[b] or 0 in (owner[a], owner[b]))


def _words(parts: list[int]) -> str:
    """A join in words.

    >>> _words([9, 2, 1, 1])
    'K(9) joined to K(2) + 2 K(1)'
    """
    sizes = sorted(set(parts[1:]), reverse=True)
    numbers = {size: parts[1:].count(size) for size in sizes}
    return f"K({parts[0]}) joined to " + " + ".join(
        (f"{numbers[size]} " if numbers[size] > 1 else "") + f"K({size})" for size in sizes
    )


def _row(profile: Polynomial) -> list[int]:
    return [profile.coefficient(k) for k in range(max(powers[0] for powers, _ in profile.terms) + 1)]


def _dip(row: list[int]) -> tuple[int, int] | None:
    """Where the row first falls, and where it rises again after that."""
    fall = next((k for k in range(len(row) - 1) if row[k + 1] < row[k]), len(row))
    rise = next((k for k in range(fall, len(row) - 1) if row[k + 1] > row[k]), None)
    return None if rise is None else (fall, rise)


def _refuted(at: str, row: list[int]) -> Found:
    """The whole polynomial, or of a long one the coefficients before the fall, at its end and after it."""
    dip = _dip(row)
    assert dip is not None, "only rows with one are refuted"
    shown = str(Polynomial.of(("x",), {(k,): c for k, c in enumerate(row)}))
    if len(row) > _LONG:
        shown = ", ".join(f"c({k}) = {row[k]}" for k in (dip[0], dip[1], dip[1] + 1))
    return Found(Standing.REFUTED, "one graph", Witness(at, "unimodal", shown))


METHODS: dict[str, dict[str, Method]] = {
    "unimodal": two_ways(unimodal) | {"by-parts": by_parts},
    "matching-sum": two_ways(matching_sum),
}
