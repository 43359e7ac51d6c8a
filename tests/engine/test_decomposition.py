"""Counts, optima and samples without a sweep agree with enumerations and known numbers, for every structure.

Small graphs are enumerated by ``brute_force``. Large ones have known recurrences, or the theorem of Brouwer,
Csorba and Schrijver that the number of dominating sets of a graph is odd.
"""

import random
from math import prod

import networkx as nx
import pytest
from differential.sampling import deviation, looks_of
from known_sequences import linear
from tuned import tune

from gfkit import brute_force, count, graph_polynomial, independence_polynomial, optimum, sample, samples
from gfkit.algebra import Polynomial
from gfkit.engine.decomposition.branching import conflict_graph
from gfkit.engine.decomposition.choice import Alternative
from gfkit.engine.machine.order import swept_system
from gfkit.errors import GfkitError, InputError, LimitError
from gfkit.questions import sampling
from gfkit.rules import Question
from gfkit.rules.kinds import system_of
from gfkit.show.configurations import every_filling

RULES = (
    "independent-sets vertex-covers dominating-sets total-dominating-sets maximal-independent-sets matchings"
    " perfect-matchings maximal-matchings induced-matchings perfect-codes minimal-dominating-sets edge-covers"
    " colourings:3 node-kayles col snort o12 two-factors"
)


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
    for _ in range(12):
        seed, weights = draw.randrange(10**6), draw.choice(["none", "pieces", "players"])
        graph = nx.gnp_random_graph(draw.randint(1, 6), draw.choice([0.2, 0.5, 0.8]), seed=seed)
        positions = draw.choice(["all", "maximal", "left-ends"])
        try:
            truth = brute_force(rule, graph, positions, weights).polynomial
        except GfkitError:  # no weights, or positions of a rule that is no game
            truth, weights, positions = brute_force(rule, graph).polynomial, "none", "all"
        found = counts(rule, graph, weights, positions)
        assert all(each == truth for each in found), (graph.edges, weights, positions)
        compared += len(found)
    assert compared > 6


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


ODD = (nx.empty_graph(0), nx.empty_graph(1), nx.empty_graph(3), nx.star_graph(4), nx.complete_graph(4))
PARTS = nx.disjoint_union_all([nx.path_graph(4), nx.empty_graph(1), nx.cycle_graph(5)])


def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace each sweep after its first step, and try no branches."""
    later = range(10**6, 10**6 + 1)
    tune(monkeypatch, "DECOMPOSITION", first_states=0, order_time=0, time_ratio=1e12, branched_vertices=later)


UNWEIGHED = {"perfect-matchings", "maximal-matchings", "induced-matchings", "colourings:3", "two-factors"}


@pytest.mark.parametrize("rule", sorted({*RULES.split()} - UNWEIGHED))
def test_optima_of_small_graphs_are_enumerated(rule: str, monkeypatch: pytest.MonkeyPatch):
    at_once(monkeypatch)
    draw, methods = random.Random(rule), set()
    drawn = [nx.gnp_random_graph(6, p, seed=draw.randrange(10**6)) for p in (0.2, 0.4, 0.6, 0.8)]
    for graph in (*ODD, PARTS, *drawn):
        polynomial = brute_force(rule, graph, weights="pieces").polynomial
        terms = {powers[0]: number for powers, number in polynomial.terms}
        found = optimum(rule, graph)
        for side, extreme in ((found.smallest, min), (found.largest, max)):
            assert side == (extreme(terms.items()) if terms else None), graph.edges
        methods.add(found.evidence.method)
    assert "tree-decomposition" in methods


@pytest.mark.parametrize("rule", ["independent-sets", "dominating-sets", "matchings", "edge-covers"])
def test_optima_of_medium_graphs_are_those_of_the_sweep(rule: str, monkeypatch: pytest.MonkeyPatch):
    graph = nx.gnp_random_graph(14, 0.25, seed=3)
    swept = optimum(rule, graph)
    at_once(monkeypatch)
    found = optimum(rule, graph)
    assert (swept.evidence.method, found.evidence.method) == ("transfer-matrix", "tree-decomposition")
    assert (found.smallest, found.largest) == (swept.smallest, swept.largest)


def test_large_numbers_of_optima_are_exact(monkeypatch: pytest.MonkeyPatch):
    at_once(monkeypatch)
    edges = [
        (2 * k, 2 * k + 1) for k in range(1, 101)
    ]  # one vertex of each edge, and both leaves of vertex 0
    tree = nx.Graph([*edges, *((0, 2 * k) for k in range(1, 101)), (0, "a"), (0, "b")])
    assert optimum("independent-sets", tree).largest == (102, 2**100)
    assert optimum("vertex-covers", tree).smallest == (101, 2**100)


@pytest.mark.parametrize("rule", RULES.split())
def test_samples_of_small_graphs_come_equally_often(rule: str, monkeypatch: pytest.MonkeyPatch):
    at_once(monkeypatch)
    for graph in (*ODD[:4], nx.cycle_graph(4), nx.disjoint_union(nx.path_graph(2), nx.cycle_graph(3))):
        question = Question.of(rule, graph)
        listed = {looks_of(one) for one in every_filling(question, question.board)}
        if not listed or len(listed) > 200:
            continue
        drawn = samples(question, number=400, seed=5)
        seen = dict.fromkeys(listed, 0)
        for one in drawn:
            seen[looks_of(one.configuration)] += 1
        assert len(seen) == len(listed)
        assert deviation(dict.fromkeys(listed, 400 / len(listed)), seen) < 5, (rule, graph.edges)
        assert len(graph) < 4 or {one.evidence.method for one in drawn} == {"tree-decomposition-sampling"}


def test_samples_by_exact_numbers_are_those_by_rounded_ones(monkeypatch: pytest.MonkeyPatch):
    at_once(monkeypatch)
    asked = ("dominating-sets", nx.cubical_graph())
    drawn = [one.configuration for one in samples(*asked, number=20, seed=2, x="1/3")]
    monkeypatch.setattr(sampling._Uniform, "among_floats", lambda *_: None)
    assert [one.configuration for one in samples(*asked, number=20, seed=2, x="1/3")] == drawn


def test_graphs_of_great_width_are_rejected():
    graph = nx.random_regular_graph(6, 80, seed=1)
    for ask in (optimum, sample):
        with pytest.raises(LimitError, match="max-memory"):
            ask("dominating-sets", graph, max_memory=4_000_000)
        with pytest.raises(InputError):
            ask("dominating-sets", nx.Graph([(0, 1), (1, 1)]))
