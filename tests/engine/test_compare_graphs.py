"""Distance games on all small graphs of a class: identities hold, and every coincidence has one.

``distances`` lists all placements of two kinds of pieces, without the program.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest
from engine.distances import GAMES, distances, distances_in, profile, profiles

import gfkit
from gfkit.core.rules import Rule
from gfkit.questions.twins.components import graph_identity
from gfkit.questions.twins.graphs import connected_graphs

FALSE = [
    (((2,), (1, 2), (2, 3)), ((1, 2), (2,), (1, 2, 3)), "trees", "216 215"),
    (((2,), (1, 2, 3), (2, 3)), ((1, 2), (2, 3), (1, 2, 3)), "trees", None),
    (((2,), (1, 2, 3), (2,)), ((1, 2), (2, 3), (1, 2)), "bipartite", None),
]
"""Games that agree on all graphs of the class with 7 vertices, and differ on one with 8."""
HAS_PART = {
    (2,): lambda graph: len(graph) > 1,
    (3,): lambda graph: any(graph[v] & graph[u] for v in range(len(graph)) for u in graph[v]),
    (2, 2): lambda graph: any(len(one & other) > 1 for one, other in combinations(graph, 2)),
}


@pytest.mark.parametrize(
    ("name", "most", "pairs"),
    [
        pytest.param("trees", 10, 27, marks=pytest.mark.slow(20)),
        pytest.param("bipartite", 9, 24, marks=pytest.mark.slow(20)),
        pytest.param("triangle-free", 8, 2, marks=pytest.mark.slow(20)),
        pytest.param("all", 8, 0, marks=pytest.mark.slow(60)),
        ("bipartite", 5, None),
    ],
)
def test_identities_are_the_coincidences(name, most, pairs):
    """The numbers of pairs, less the pairs that follow from others, are also those of another program."""
    found = {
        (one, other): identity
        for one, other in [*combinations(GAMES, 2)][:: 5 if pairs is None else 1]
        if (identity := graph_identity(distances(*one), distances(*other), name, by_pieces=True))
    }
    kinds = dict.fromkeys(GAMES, 0)
    for graph in connected_graphs(name, most):
        numbers = profiles(graph)
        rows = {game: profile(numbers, game) for game in GAMES}
        for (one, other), identity in found.items():
            differs = bool(identity.exception) and HAS_PART[identity.exception](graph)
            assert (rows[one] != rows[other]) is differs, (one, other, graph)
        finer = {}
        kinds = {game: finer.setdefault((kinds[game], rows[game]), len(finer)) for game in GAMES}
    alike = {pair for pair in combinations(GAMES, 2) if kinds[pair[0]] == kinds[pair[1]]}
    proved = {pair for pair, identity in found.items() if not identity.exception}
    assert proved <= alike
    if pairs is not None:
        assert proved == alike
        assert len(GAMES) - len({*kinds.values()}) == pairs


@pytest.mark.parametrize(
    ("one", "other", "on", "numbers"),
    [*FALSE[:1], *(pytest.param(*case, marks=pytest.mark.slow(5)) for case in FALSE[1:])],
)
def test_coincidences_on_seven_vertices_are_refuted(one, other, on, numbers):
    for graph in connected_graphs(on, 7):
        listed = profiles(graph)
        assert profile(listed, one) == profile(listed, other)
    found = gfkit.compare(distances(*one), distances(*other), on)
    assert (found.verdict, found.witness.recounted, found.relation) == ("different", True, "")
    assert found.witness.board.count("-") == (7 if on == "trees" else 8)
    assert numbers is None or " ".join(found.witness.numbers) == numbers


@pytest.mark.slow(60)
def test_games_that_agree_on_all_paths():
    """The automata have 27 states, so 55 polynomials decide; these differ by n = 12 or never."""
    laws = {game: gfkit.derive(distances(*game), "path:n", weights="pieces") for game in GAMES}
    groups = {}
    for game, law in laws.items():
        groups.setdefault(str(law.generating_function), []).append(game)
    assert len(groups) == 256
    assert len({tuple(law.terms(12)) for law in laws.values()}) == 256
    one, other = next(group for group in groups.values() if len(group) > 1)[:2]
    assert gfkit.compare(distances(*one), distances(*other), "paths", weights="pieces").is_equal


def test_two_games_that_agree_on_every_graph():
    """Four kinds of pieces, none at distance 2; adjacent kinds form a path, or a star."""
    kinds = (["ab", "bc", "cd"], ["ab", "ac", "ad"])
    pairs = ["".join(pair) for pair in combinations("abcd", 2)]
    rules = [
        Rule.of(
            'name = "Kinds"\nabout = "Kinds."\ncolours = { number = 4, pieces = ["X"] }\n[rules]\n'
            f"forbid_adjacent = {['same', *(pair for pair in pairs if pair not in own)]}\n"
            "apart = [{ pieces = ['same', 'different'], distances = [2] }]\n"
        )
        for own in kinds
    ]
    assert graph_identity(*rules, "all", by_pieces=True).exception == ()
    for graph in connected_graphs("all", 4):
        far = distances_in(graph)
        numbers = []
        for own in kinds:
            legal = 0
            for word in product(".abcd", repeat=len(graph)):
                near = [
                    ("".join(sorted(word[v] + word[u])), far[v, u])
                    for v, u in combinations(range(len(graph)), 2)
                    if "." not in (word[v], word[u])
                ]
                legal += all(d > 2 or (d == 1 and pair in own) for pair, d in near)
            numbers.append(legal)
        assert numbers[0] == numbers[1]
        edges = ",".join(f"{v}-{u}" for v in range(len(graph)) for u in graph[v] if v < u)
        if edges:
            assert [gfkit.count(rule, f"graph:{edges}").count for rule in rules] == numbers


def test_no_two_games_agree_on_all_cycles():
    kinds = dict.fromkeys(GAMES, 0)
    for n in range(3, 10):
        numbers = profiles(tuple(frozenset({(v - 1) % n, (v + 1) % n}) for v in range(n)))
        finer = {}
        kinds = {game: finer.setdefault((kinds[game], profile(numbers, game)), len(finer)) for game in GAMES}
    assert len({*kinds.values()}) == len(GAMES)
    one, other = (distances((1,), (), (1,)), distances((), (1,), ()))
    found = gfkit.compare(one, other, "cycles")
    assert (found.verdict, found.witness.board) == ("different", "cycle:3")
