"""Identities of two structures on operations of all graphs, and relations between families.

The structures are enumerated here from their definitions, on graphs that networkx makes.
"""

import re
from contextlib import nullcontext
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import networkx as nx
import pytest
from choice import drawn, some_of
from tables import tables

import gfkit
from gfkit.atlas import FamilyRelation, family_relations, read_laws
from gfkit.claims.reading.families import judge_families
from gfkit.core.algebra import RationalGF
from gfkit.core.boards import parse_one_board
from gfkit.core.boards.operations import COPY_OPERATIONS, compose_operations
from gfkit.core.rules import Rule
from gfkit.questions.termwise import Recurrent, sequence_relation
from gfkit.questions.twins.systems import system_identity

DATA = tables("relations")
K1, K2 = nx.complete_graph(1), nx.complete_graph(2)
MADE = {
    "": lambda graph: graph,
    "prism": lambda graph: nx.cartesian_product(graph, K2),
    "double-cover": lambda graph: nx.tensor_product(graph, K2),
    "strong-prism": lambda graph: nx.strong_product(graph, K2),
    "corona": lambda graph: nx.corona_product(graph, K1),
    "cone": lambda graph: nx.full_join(graph, K1, rename=("a", "b")),
    "mycielskian": nx.mycielskian,
    "line-graph": nx.line_graph,
    "square": lambda graph: nx.power(graph, 2),
    "complement": nx.complement,
    "subdivision": lambda graph: nx.Graph([(v, edge) for edge in graph.edges for v in edge]),
}
VERTICES = {
    "independent-sets": lambda near, chosen: not any(chosen & near[v] for v in chosen),
    "vertex-covers": lambda near, chosen: all(v in chosen or near[v] <= chosen for v in near),
    "dominating-sets": lambda near, chosen: all(chosen & (near[v] | {v}) for v in near),
    "total-dominating-sets": lambda near, chosen: all(chosen & near[v] for v in near),
    "maximal-independent-sets": lambda near, chosen: all(
        bool(chosen & near[v]) != (v in chosen) for v in near
    ),
}
EDGES = {
    "matchings": lambda d, *_: max(d.values(), default=0) < 2,
    "maximal-matchings": lambda d, left: max(d.values(), default=0) < 2 and all(d[u] + d[v] for u, v in left),
    "edge-dominating-sets": lambda d, left: all(d[u] + d[v] for u, v in left),
    "even-subgraphs": lambda d, *_: all(degree % 2 == 0 for degree in d.values()),
}


def listed(name, graph):
    """Return the number of configurations of each size, from the definition of the structure."""
    parts = list(graph.edges if name in EDGES else graph)
    near = {v: {*graph[v]} for v in graph}
    numbers = [0] * (len(parts) + 1)
    for mask in range(1 << len(parts)):
        chosen = [part for k, part in enumerate(parts) if mask >> k & 1]
        if name in EDGES:
            degrees = {v: sum(v in edge for edge in chosen) for v in graph}
            legal = EDGES[name](degrees, [edge for edge in parts if edge not in chosen])
        else:
            legal = VERTICES[name](near, {*chosen})
        numbers[len(chosen)] += legal
    return numbers


def atlas(most):
    return [graph for graph in nx.graph_atlas_g() if 0 < len(graph) <= most]


def on_of(first, second):
    return ",".join(f"{made} of all" if made else "all" for made in (first, second))


@pytest.mark.parametrize("most", [4, pytest.param(7, marks=pytest.mark.slow(10))])
@pytest.mark.parametrize(("one", "made", "other", "made_other", "weighed"), some_of(DATA["proved"], step=2))
def test_proved_identities_hold_on_small_graphs(one, made, other, made_other, weighed, most):
    """All graphs with at most 4 vertices, and a sample of those with at most 7."""
    weights = "pieces" if weighed else "none"
    assert most > 4 or gfkit.compare(one, other, on_of(made, made_other), weights=weights).is_equal
    for graph in atlas(4) if most == 4 else drawn("graphs").sample(atlas(most), 250):
        graphs = MADE[made](graph), MADE[made_other](graph)
        sizes = [g.size() if name in EDGES else len(g) for name, g in zip((one, other), graphs, strict=True)]
        if max(sizes) < most + 6:
            pair = [*map(listed, (one, other), graphs)]
            assert sum(pair[0]) == sum(pair[1]), graph.edges
            if weighed:
                assert all(a == b for a, b in zip_longest(*pair, fillvalue=0)), graph.edges


@pytest.mark.parametrize("row", some_of(DATA["different"], step=2), ids=str)
def test_hypotheses_fail(row):
    one, made, other, made_other, weighed = row
    found = gfkit.compare(one, other, on_of(made, made_other), weights="pieces" if weighed else "none")
    assert (found.verdict, found.lemmas, found.witness.recounted) == ("different", (), True)
    if not weighed:
        pairs = [(one, MADE[made]), (other, MADE[made_other])]
        assert any(len({sum(listed(name, make(g))) for name, make in pairs}) == 2 for g in atlas(4))


@pytest.mark.parametrize("name", [*MADE][1:])
def test_operations_are_those_of_networkx(name):
    for graph in atlas(4):
        if graph.size():
            text = "graph:" + ",".join([*(f"{a}-{b}" for a, b in graph.edges), *map(str, nx.isolates(graph))])
            board, wanted = parse_one_board(f"{name}:({text})"), MADE[name](graph)
            made = nx.Graph(board.edges)
            made.add_nodes_from(range(board.size))
            wanted.add_nodes_from(v for v in graph if name == "subdivision")
            assert nx.is_isomorphic(made, wanted), (name, text)


def test_operations_are_composed():
    for outer, inner in (("prism", "corona"), ("cone", "double-cover"), ("mycielskian", "strong-prism")):
        board = parse_one_board("petersen")
        both = compose_operations(COPY_OPERATIONS[outer], COPY_OPERATIONS[inner])
        made = parse_one_board(f"{outer}:({inner}:(petersen))")
        assert {tuple(sorted(edge)) for edge in both.edges(board)} == {*made.edges}
    assert compose_operations(COPY_OPERATIONS["prism"], COPY_OPERATIONS["cone"]) is None


def test_systems_on_rectangles():
    """A cell has at most four neighbours, and four of them only on boards from 3 x 3 on."""
    few = [Rule.array(colours=2, near=[("rook", f"sum(near) < {most}")]) for most in (4, 5)]
    free = Rule.array(colours=2, name="free")
    assert system_identity(few[0], free, weighed=True) is None
    assert system_identity(few[1], free, weighed=True) is not None
    found = gfkit.compare("perfect-matchings", "domino-tilings")
    assert (found.is_equal, found.evidence.method) == (True, "equal-systems")


FIBONACCI = RationalGF.of([0, 1], [1, -1, -1])


@pytest.mark.parametrize(("relation", "above", "below"), DATA["relations"])
def test_relations_of_fibonacci_numbers(relation, above, below):
    """A relation that fails for one n, or only from the 24th n on, is not found."""
    second = RationalGF.of(above, below)
    assert sequence_relation(FIBONACCI, second) == f"{relation} for every n >= 0"
    for other in ("t^30", "t^24/(1 - t)^25"):
        assert sequence_relation(FIBONACCI, second + RationalGF.parse(other)) == ""


@pytest.mark.parametrize("change", ["0", "t^24/(1 - t)^25", "t^40"])
def test_relations_of_the_atlas(change, monkeypatch):
    """Dominating sets of bipartite graphs, unless their numbers are changed; and trees of wheels."""
    names = {"dominating-sets", "total-dominating-sets", "spanning-trees", "rooted-forests"}
    laws = {law.key: law for law in read_laws() if law.structure in names and law.order < 30}
    key = "total-dominating-sets", "2x2xn", "none"
    law = RationalGF.parse(f"({laws[key].numerator})/({laws[key].denominator}) + {change}")
    terms = tuple(law.terms(30))
    laws[key] = replace(
        laws[key], order=law.order, valid_from=law.valid_from, signature=law.signature, terms=terms
    )
    laws["far"] = replace(laws[key], board="9xn", first_n=20, valid_from=20 + law.order)
    monkeypatch.setattr("gfkit.atlas.relations.read_laws", lambda _: [*laws.values()])
    found = {one.statement for one in family_relations().relations}
    assert "A_{rooted-forests,cycle:(n-1)} = A_{spanning-trees,wheel:n} for n >= 4" in found
    square = "A_{total-dominating-sets,2x2xn} = A_{dominating-sets,2xn}^2 for n >= 0"
    assert (square in found) is (change == "0")
    assert "9x" not in "".join(found)  # its terms for the n that are compared do not exist
    with pytest.raises(IndexError):
        Recurrent.of(RationalGF.of([0, 0, 0, 1], [1, -1], 3))(2)


@pytest.mark.slow(15)
def test_relations_hold_for_further_n():
    """Closure properties prove a sample of the relations; both sides are equal at 200 further n."""
    relations = family_relations().relations
    assert "A_{bishops,2x(n-1)} = A_{arc-kayles,1xn}^2 for n >= 1" in {one.statement for one in relations}
    families = [(name, "antiprism:n") for name in ("hamiltonian-cycles", "independent-sets")]
    other = "A_{hamiltonian-cycles,antiprism:n} = A_{independent-sets,antiprism:n} + 2*n"
    for one in (*drawn("atlas").sample(relations, 8), FamilyRelation(other, 3, families)):
        assert judge_families(one.statement, None).verdict == "proved", one
        laws = {key: gfkit.derive(*key).generating_function for key in one.families}
        laws = {key: [None] * law.first_n + law.terms(700) for key, law in laws.items()}
        code = one.statement.partition(" for ")[0].replace("^", "**").replace(" = ", " == ")
        code = re.sub(r"A_\{([^,]+),(.*?[:x])(\(.*?\)|n)\}", r'laws["\1", "\2n"][\3]', code)
        code = compile(re.sub(r"(\d)n", r"\1*n", code), "relation", "eval")
        assert all(eval(code, {"laws": laws, "n": one.first_n + k}) for k in range(200)), one


PAGE = (Path(__file__).parents[2] / "docs/howto/relations.md").read_text(encoding="utf-8")
PRINTED = [(text, "proved") for text in re.findall(r"^\| `(\w_\{.*?)`.*\| \d+ \|$", PAGE, re.MULTILINE)]


@pytest.mark.parametrize(("text", "verdict"), some_of([*DATA["statements"], *PRINTED], step=2))
def test_relations_between_families(text, verdict):
    with nullcontext() if verdict else pytest.raises(gfkit.core.errors.GfkitError):
        assert judge_families(text, None).verdict == verdict
