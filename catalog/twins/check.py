"""Equal profiles of games of single cells, by `gfkit.compare` and its checker, and on small graphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.core.boards.board import from_edges
from gfkit.core.errors import CatalogError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Rule, find_rule
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.saving import certificate_of
from gfkit.questions.compare import compare
from gfkit.questions.twins.graphs import Graph, connected_graphs, edges_of

_CLASSES = {
    "all G": "all",
    "all triangle-free G": "triangle-free",
    "all bipartite G": "bipartite",
    "all trees G": "trees",
}
_PARTS: dict[str, Callable[[Graph], bool]] = {
    "triangle": lambda graph: any(graph[a] & graph[b] for a, b in edges_of(graph)),
    "cycle of length 4": lambda graph: any(len(one & other) > 1 for one, other in combinations(graph, 2)),
}
_PIECES = "[left]\npieces = ['X']\n[right]\npieces = ['X']\n"
_KINDS = "[colours]\nnumber = 4\npieces = ['X']\n"


def game_of(text: str) -> Rule:
    """Return a game of single cells without pieces at some distances.

    "LL:2 LR:12 RR:2" lists the forbidden distances of two pieces of Left, of different players, and of Right.
    "ab bc cd" lists the pairs of four colours that may be adjacent, and no two pieces are at distance 2.
    Any other string is the name of a built-in game.
    """
    if re.fullmatch("[a-z-]{3,}", text):
        return find_rule(text)
    head = f"name = '{text}'\nabout = 'Pieces at some distances.'\n"
    if sets := re.fullmatch("LL:([123]*) LR:([123]*) RR:([123]*)", text):
        apart = [
            f"[[rules.apart]]\npieces = ['{pair}']\ndistances = {[*map(int, own)]}\n"
            for pair, own in zip(("LL", "LR", "RR"), sets.groups(), strict=True)
            if own
        ]
        return Rule.of(head + _PIECES + "".join(apart))
    near = text.split()
    pairs = [a + b for a, b in combinations("abcd", 2)]
    if not near or not {*near} <= {*pairs}:
        raise CatalogError(f"game {text!r}: distances LL:2 LR:12 RR:2, or pairs such as ab bc, were expected")
    forbidden = ["same", *(pair for pair in pairs if pair not in near)]
    apart = ["[[rules.apart]]\npieces = ['same', 'different']\ndistances = [2]\n"]
    return Rule.of(f"{head}{_KINDS}[rules]\nforbid_adjacent = {forbidden}\n" + apart[0])


def _profiles(text: str, graphs: list[Graph]) -> Iterator[object]:
    rule = game_of(text)
    for graph in graphs:
        yield brute_force(rule, from_edges("graph", len(graph), edges_of(graph)), "all", "pieces").polynomial


def _prove(one: str, other: str, on: str, part: str, _vertices: int) -> CheckResult:
    """Return PROVED if the comparison and the independent checker of its certificate prove it."""
    found = compare(game_of(one), game_of(other), on, weights="pieces")
    wanted = f"equal if and only if the graph has no {part}" if part else ""
    if found.relation != wanted or found.is_equal is bool(part):
        return refutation("compared", found.witness.board if found.witness else "", "equal", str(found))
    verdict = check_certificate(certificate_of(found))
    return CheckResult(ClaimStatus.PROVED, f"{', '.join(found.lemmas)}; {verdict.statement}")


def _list(one: str, other: str, on: str, part: str, vertices: int) -> CheckResult:
    """Compare the profiles on all connected graphs of the class with at most ``vertices`` vertices."""
    graphs = list(connected_graphs(on, vertices))
    rows = zip(graphs, _profiles(one, graphs), _profiles(other, graphs), strict=True)
    cases = (
        (str(edges_of(graph)), not (part and _PARTS[part](graph)), left == right)
        for graph, left, right in rows
    )
    return compare_cases(cases, "one graph", f"all {len(graphs)} connected graphs up to {vertices} vertices")


Run = Callable[[str, str, str, str, int], CheckResult]
_METHODS: dict[str, Run] = {"compare": _prove, "brute-force": _list}


@theorem("twins.equal", _METHODS, words="P({one}, G)(x) = P({other}, G)(x) for {graphs}")
def equal(run: Run, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that two games have equal profiles on all graphs of a class."""
    return run(holes["one"], holes["other"], _class_of(holes), "", asked["vertices"])


@theorem(
    "twins.exactly",
    _METHODS,
    words="P({one}, G)(x) = P({other}, G)(x) for {graphs} without a {part}, and no others",
)
def exactly(run: Run, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that two games have equal profiles on exactly the graphs of a class without a subgraph."""
    if holes["part"] not in _PARTS:
        raise CatalogError(f"statement: without a triangle, or a cycle of length 4, not {holes['part']!r}")
    return run(holes["one"], holes["other"], _class_of(holes), holes["part"], asked["vertices"])


@theorem(
    "twins.only-small",
    "brute-force",
    words="P({one}, G)(x) = P({other}, G)(x) for {graphs} with up to {most:int} vertices, not {next:int}",
)
def only_small(holes: HoleValues, _asked: Arguments) -> CheckResult:
    """Check that two games have equal profiles on all graphs of a class up to a size, and not beyond."""
    one, other, most = holes["one"], holes["other"], holes["most"]
    graphs = list(connected_graphs(_class_of(holes), holes["next"]))
    rows = zip(graphs, _profiles(one, graphs), _profiles(other, graphs), strict=True)
    differs = next((graph for graph, left, right in rows if left != right), None)
    if differs is None or len(differs) != holes["next"] or holes["next"] != most + 1:
        size = "no graph" if differs is None else f"{len(differs)} vertices"
        return refutation("all graphs", f"{holes['next']} vertices", "first difference", size)
    return CheckResult(ClaimStatus.PROVED, f"differ on {edges_of(differs)}")


def _class_of(holes: HoleValues) -> str:
    if holes["graphs"] not in _CLASSES:
        raise CatalogError(f"statement: one of {', '.join(_CLASSES)} was expected, not {holes['graphs']!r}")
    return _CLASSES[holes["graphs"]]
