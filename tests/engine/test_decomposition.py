"""Counts, optima and samples without a sweep agree with enumerations and known numbers, for every structure.

Small graphs are enumerated by ``brute_force``. Large ones have known recurrences, or the theorem of Brouwer,
Csorba and Schrijver that the number of dominating sets of a graph is odd.
"""

import random
from math import prod

import networkx as nx
import pytest
from choice import some_of
from differential.sampling import deviation, looks_of
from known_sequences import linear
from tuned import tune

from gfkit import brute_force, count, graph_polynomial, independence_polynomial, optimum, sample, samples
from gfkit.core.algebra import Polynomial
from gfkit.core.engine.machine.order import swept_system
from gfkit.core.errors import GfkitError, InputError, LimitError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of
from gfkit.show.configurations import every_filling
from gfkit.ways.decomposition.branching import conflict_graph
from gfkit.ways.sweeps import Alternative

RULES = (
    "independent-sets vertex-covers dominating-sets total-dominating-sets maximal-independent-sets matchings"
    " perfect-matchings maximal-matchings induced-matchings perfect-codes minimal-dominating-sets edge-covers"
    " colourings:3 node-kayles col snort o12 two-factors"
)
SWEPT = ["dominating-sets", "matchings", "independent-sets", "edge-covers"]


def counts(rule: str, graph: nx.Graph, weights: str = "none", positions: str = "all") -> list[Polynomial]:
    """Return the polynomials of a graph by all methods that apply."""
    question = Question.of(rule, graph, positions=positions, weights=weights)
    system = swept_system(system_of(question.rule, question.board, question.positions))
    conflicts = conflict_graph(system, question.weights)
    plan = Alternative(system, question.weights, 1 << 30, 0, 1e12).find(1)
    found = [plan and plan(), conflicts and conflicts.solve()]
    names = question.weights.variables
    terms = [{powers[: len(names)]: n for powers, n in solved[0].items()} for solved in found if solved]
    return [Polynomial.of(names, each) for each in terms]


@pytest.mark.parametrize("entries", [1 << 20, 8])
@pytest.mark.parametrize("rule", RULES.split())
def test_small_graphs_are_enumerated(rule: str, entries: int, monkeypatch: pytest.MonkeyPatch):
    tune(monkeypatch, "DECOMPOSITION", most_entries=entries, conditioning_gain=1e9)
    draw, compared = random.Random(rule), 0
    for _ in some_of(range(12), 4):
        seed, weights = draw.randrange(10**6), draw.choice(["none", "pieces", "players"])
        graph = nx.gnp_random_graph(draw.randint(1, 6), draw.choice([0.2, 0.5, 0.8]), seed=seed)
        positions = draw.choice(["all", "maximal", "left-ends"])
        try:
            truth = brute_force(rule, graph, positions, weights).polynomial
        except GfkitError:  # no weights, or positions of a rule that is not a game
            truth, weights, positions = brute_force(rule, graph).polynomial, "none", "all"
        found = counts(rule, graph, weights, positions)
        assert all(each == truth for each in found), (graph.edges, weights, positions)
        compared += len(found)
    assert compared > 2


def test_graphs_of_hundreds_of_vertices():
    tribonacci, lucas = linear([1, 1, 1], [1, 1, 3]), linear([1, 1], [2, 1])
    assert counts("dominating-sets", nx.path_graph(300))[0].total == tribonacci(300)  # gaps of at most two
    assert counts("colourings:3", nx.random_labeled_tree(300, seed=1))[0].total == 3 * 2**299
    assert [each.total for each in counts("independent-sets", nx.cycle_graph(200))] == [lucas(200)] * 2
    cliques = nx.disjoint_union_all([nx.complete_graph(k) for k in range(1, 9)])
    factors = [Polynomial.of(("x",), {(0,): 1, (1,): k}) for k in range(1, 9)]
    product = prod(factors, start=Polynomial.constant(1, ("x",)))
    assert counts("independent-sets", cliques, "pieces") == [product, product]


@pytest.mark.parametrize("rule", ["dominating-sets", "maximal-independent-sets", "independent-sets", "snort"])
def test_medium_graphs_agree_with_the_sweep(rule: str, monkeypatch: pytest.MonkeyPatch):
    graph = nx.gnp_random_graph(22, 0.2, seed=len(rule))
    tune(monkeypatch, "DECOMPOSITION", branched_vertices=range(500, 501), most_entries=500)
    swept = count(rule, graph, weights="pieces")
    assert swept.evidence.method == "transfer-matrix"
    assert {*counts(rule, graph, "pieces")} == {swept.polynomial}


def test_the_method_is_stated_and_replaces_sweeps_that_are_too_large():
    graph = nx.gnp_random_graph(40, 0.3, seed=1)
    branched = count("independent-sets", graph, weights="pieces")
    assert (branched.evidence.method, branched.polynomial) == ("branching", independence_polynomial(graph))
    assert "branches" in str(branched.evidence)
    assert graph_polynomial("independence", graph).evidence.method == "branching"
    cubic = nx.random_regular_graph(3, 56, seed=2)
    found = count("dominating-sets", cubic, max_memory=2_000_000)
    assert found.evidence.method == "tree-decomposition"
    assert int(found) == int(count("dominating-sets", cubic))


@pytest.mark.slow(8)
def test_dominating_sets_of_a_random_graph_are_odd_in_number():
    found = count("dominating-sets", nx.gnp_random_graph(60, 0.1, seed=1), max_memory=1 << 30)
    assert found.evidence.method == "tree-decomposition"
    assert int(found) % 2 == 1


UNWEIGHED = {"perfect-matchings", "maximal-matchings", "induced-matchings", "colourings:3", "two-factors"}
SMALL = [
    *map(nx.empty_graph, range(4)),
    nx.star_graph(4),
    nx.disjoint_union(nx.path_graph(2), nx.cycle_graph(4)),
]


@pytest.mark.parametrize("rule", some_of(RULES.split(), 2))
def test_optima_and_samples_of_small_graphs_are_enumerated(rule: str, monkeypatch: pytest.MonkeyPatch):
    tune(monkeypatch, "DECOMPOSITION", first_states=0, order_time=0, time_ratio=1e12)
    for graph in (*SMALL, *(nx.gnp_random_graph(5, p, seed=len(rule)) for p in (0.3, 0.6))):
        question = Question.of(rule, graph)
        listed = dict.fromkeys(map(looks_of, every_filling(question, question.board)), 0)
        if 0 < len(listed) < 60:
            drawn = samples(question, number=200, seed=5)
            for one in drawn:
                listed[looks_of(one.configuration)] += 1
            assert deviation(dict.fromkeys(listed, 200 / len(listed)), listed) < 5, (rule, graph.edges)
            assert len(graph) < 4 or drawn[0].evidence.method == "tree-decomposition-sampling"
        if rule not in UNWEIGHED:
            terms = {n: k for (n,), k in brute_force(rule, graph, weights="pieces").polynomial.terms}.items()
            found = optimum(rule, graph)
            assert (found.minimum, found.maximum) == ((min(terms), max(terms)) if terms else (None, None))


@pytest.mark.parametrize("rule", some_of(SWEPT, 2))
def test_optima_of_medium_graphs_agree_with_the_sweep(rule: str, monkeypatch: pytest.MonkeyPatch):
    swept = optimum(rule, graph := nx.gnp_random_graph(14, 0.25, seed=3))
    tune(monkeypatch, "DECOMPOSITION", first_states=0, order_time=0, time_ratio=1e12)
    found = optimum(rule, graph)
    assert (swept.evidence.method, found.evidence.method) == ("transfer-matrix", "tree-decomposition")
    assert (found.minimum, found.maximum) == (swept.minimum, swept.maximum)
    tree = nx.Graph([*((0, k) for k in (*range(1, 101), "a", "b")), *((k, -k) for k in range(1, 101))])
    assert optimum("independent-sets", tree).maximum == (102, 2**100)
    star = sample("independent-sets", nx.star_graph(30), x=2**60, seed=1).values
    assert [*star.values()] == [0] + [1] * 30  # all other sets have probability 2^-60
    with pytest.raises(LimitError, match="max-memory"):
        sample("dominating-sets", nx.random_regular_graph(6, 80, seed=1), max_memory=4_000_000)
    with pytest.raises(InputError):
        optimum(rule, nx.Graph([(0, 1), (1, 1)]))
