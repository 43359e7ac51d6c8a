"""What hangs together: sets of edges, beside definitions listed by code without rules, theorems and print."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, pairwise, product

import networkx as nx
import pytest
from flint import fmpz_mat
from thinned import thinned

from gfkit import brute_force, certify_file, count, derive, optimum, parse_board, save_derived
from gfkit.boards import Board
from gfkit.boards.grammar import parse_one_board
from gfkit.errors import LimitError, MismatchError, RuleError
from gfkit.exact.stored_code import has_compiler
from gfkit.games import Rule, find_rule
from gfkit.show.phrases import described, rule_sentences
from gfkit.show.report.making import report
from gfkit.transfer.machine.linked import LinkedMachine
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.sweep import layers
from gfkit.transfer.sweep.layers import Compiler, _LabelStepper, _ScalarStepper
from gfkit.transfer.sweep.rung2_integers import integer_sweep
from gfkit.typing import Weights

Edge = tuple[int, int]
Chosen = frozenset[Edge]
BOARDS = [
    "path:1",
    "path:2",
    "path:5",
    "cycle:6",
    "complete:5",
    "2x3",
    "3x3",
    "cylinder:3x2",
    "wheel:5",
    "star:6",
    "book:2",
    "moebius:3",
    "#.#/.../#.#",
    "../../#./..",
    ".#./.#.",
]
OPEN = ["2xn", "nx2", "3xn", "cylinder:3xn", "C3xpath:n", "bipartite:2xn", "ladder:n", "path:n", "king:2xn"]
OPEN += ["slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=2/0-1/0-0/):n"]
CLOSED = ["cycle:n", "cylinder:nx2", "prism:n", "moebius:n", "antiprism:n"]
HUBS = ["wheel:n", "gear:n", "star:n", "book:n", "fan:n"]


def pieces(chosen: Chosen, vertices: set[int]) -> list[set[int]]:
    """The components of a graph, by merging the ends of edges."""
    found = [{v} for v in vertices]
    for a, b in chosen:
        joined = [part for part in found if a in part or b in part]
        found = [part for part in found if part not in joined] + [set().union(*joined)]
    return found


def ends(chosen: Chosen) -> set[int]:
    return {v for edge in chosen for v in edge}


def degrees(chosen: Chosen) -> list[int]:
    return sorted(sum(v in edge for edge in chosen) for v in ends(chosen))


def joins_all(chosen: Chosen, board: Board) -> bool:
    return len(pieces(chosen, set(range(board.size)))) == 1


def acyclic(chosen: Chosen, board: Board) -> bool:
    return len(pieces(chosen, set(range(board.size)))) == board.size - len(chosen)


def is_path(chosen: Chosen) -> bool:
    """A tree with two leaves, all other degrees being 2."""
    return (
        len(chosen) >= 1
        and len(pieces(chosen, ends(chosen))) == 1
        and degrees(chosen) == [1, 1] + [2] * (len(chosen) - 1)
    )


def is_cycle(chosen: Chosen) -> bool:
    return (
        len(chosen) >= 3 and len(pieces(chosen, ends(chosen))) == 1 and degrees(chosen) == [2] * len(chosen)
    )


def even(chosen: Chosen) -> bool:
    return all(d % 2 == 0 for d in degrees(chosen))


def leads_across(chosen: Chosen, board: Board) -> bool:
    """A path from the first vertex to the last; on squared paper corners, if they are there."""
    first, last = 0, board.size - 1
    if board.grid is not None:
        rows, cols = board.grid.rows, board.grid.cols
        first, last = board.at.get((0, 0), -1), board.at.get((rows - 1, cols - 1), -1)
    tips = {v for v in ends(chosen) if sum(v in edge for edge in chosen) == 1}
    return is_path(chosen) and tips == {first, last}


THINGS: dict[str, Callable[[Chosen, Board], bool]] = {
    "spanning-trees": lambda chosen, board: joins_all(chosen, board) and acyclic(chosen, board),
    "spanning-forests": acyclic,
    "connected-spanning-subgraphs": joins_all,
    "paths": lambda chosen, _: is_path(chosen),
    "cycles": lambda chosen, _: is_cycle(chosen),
    "hamiltonian-paths": lambda chosen, board: (
        board.size == 1 or (is_path(chosen) and len(ends(chosen)) == board.size)
    ),
    "hamiltonian-walks": lambda chosen, board: (
        leads_across(chosen, board) and len(ends(chosen)) == board.size
    ),
    "hamiltonian-cycles": lambda chosen, board: is_cycle(chosen) and len(ends(chosen)) == board.size,
    "self-avoiding-walks": leads_across,
    "two-factors": lambda chosen, board: (
        degrees(chosen) == [2] * len(chosen) and len(ends(chosen)) == board.size
    ),
    "even-subgraphs": lambda chosen, _: even(chosen),
    "eulerian-subgraphs": lambda chosen, _: even(chosen) and len(pieces(chosen, ends(chosen))) == 1,
}


def listed(name: str, board: Board) -> list[int]:
    """The sizes of all sets of edges that are what the name says."""
    every = (
        frozenset(some) for size in range(len(board.edges) + 1) for some in combinations(board.edges, size)
    )
    return [len(chosen) for chosen in every if THINGS[name](chosen, board)]


def with_holes_pinned(name: str, text: str) -> bool:
    """A corner that is a hole is pinned nowhere, and the rule then asks nothing of ends."""
    return name in ("hamiltonian-walks", "self-avoiding-walks") and text in ("#.#/.../#.#",)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("name", THINGS)
def test_things_on_boards(name, text):
    if with_holes_pinned(name, text):
        return
    board = parse_one_board(text)
    sizes = listed(name, board)
    weighted = any(find_rule(name).weight)
    for way in (count, brute_force):
        assert int(way(name, board)) == len(sizes)
        if weighted:
            found = way(name, board, weights="pieces").polynomial
            assert {powers[0]: value for powers, value in found.terms} == {k: sizes.count(k) for k in sizes}


@pytest.mark.parametrize(("name", "text"), thinned(THINGS, [*OPEN, *CLOSED, *HUBS]))
def test_things_on_families(name, text):
    boards, law = parse_board(text), derive(name, text)
    assert law.evidence.status == "proved"
    for n in range(max(1, boards.first_n), boards.first_n + 6):
        if len(boards.at(n).edges) <= 10:
            assert law[n] == len(listed(name, boards.at(n))), n
    for n in (boards.first_n + 8, boards.first_n + 9):
        assert law[n] == count(name, boards.at(n)).count


def kirchhoff(board: Board) -> int:
    """The number of spanning trees: a minor of the Laplacian matrix."""
    rows = [[0] * board.size for _ in range(board.size)]
    for a, b in board.edges:
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    return int(fmpz_mat([row[1:] for row in rows[1:]]).det()) if board.size > 1 else 1


@pytest.mark.parametrize("text", [*OPEN, *CLOSED, *HUBS, "5xn", "cylinder:4xn", "cylinder:nx3", "torus:3xn"])
def test_spanning_trees_are_kirchhoffs_determinant(text):
    boards, law = parse_board(text), derive("spanning-trees", text)
    for n in range(max(1, boards.first_n), boards.first_n + 16):
        assert law[n] == kirchhoff(boards.at(n)), n


@pytest.mark.parametrize("text", ["6x7", "5x9", "king:3x5", "petersen-2:7", "complete:7", "torus:4x4"])
def test_spanning_trees_of_one_board(text):
    board = parse_one_board(text)
    assert int(count("spanning-trees", board)) == kirchhoff(board)


HOLES_AT_CORNERS = [
    "#..#/....",
    ".../.#./...#/.",
    "#.#/.../#.#",
    "#..#/..../#..#",
    "#.../..../...#",
    "..../.##./...#",
    "##./.../.##",
    "#.",
    "repeat(#./..):3",
    "repeat(##./..#):3",
]


@pytest.mark.parametrize("text", HOLES_AT_CORNERS)
def test_walks_go_from_the_first_cell_that_is_there_to_the_last(text):
    board = parse_one_board(text)
    graph = nx.Graph(board.edges)
    graph.add_nodes_from(range(board.size))
    first, last = (end(range(board.size), key=board.places.__getitem__) for end in (min, max))
    walks = list(nx.all_simple_paths(graph, first, last)) if first != last else []
    assert count("self-avoiding-walks", board).count == len(walks)
    assert count("hamiltonian-walks", board).count == sum(len(walk) == board.size for walk in walks)
    assert brute_force("self-avoiding-walks", board).count == len(walks)
    joined = Rule.array(
        colours=2,
        name="joined",
        pin=[{"at": [" last "], "require": "x == 1"}],
        connected=[{"of": [1], "components": 1, "joins": ["first", "last"]}],
    )
    if board.size <= 12:
        sets = [
            chosen
            for size in range(1, board.size + 1)
            for chosen in combinations(range(board.size), size)
            if {first, last} <= set(chosen) and nx.is_connected(graph.subgraph(chosen))
        ]
        assert count(joined, board).count == len(sets)
        assert brute_force(joined, board).count == len(sets)


@pytest.mark.parametrize("cell", ["#./..", "###./....", "##../#...", "...#/..##"])
def test_the_first_cell_of_drawn_cells_that_repeat(cell):
    law = derive("self-avoiding-walks", f"repeat({cell}):n")
    for n in range(1, 6):
        assert law[n] == count("self-avoiding-walks", f"repeat({cell}):{n}").count


def test_a_graph_of_several_parts_is_not_connected():
    """Parts of a board are counted apart only where a product is right."""
    for text in ("../##/..", ".#./.#."):
        board = parse_one_board(text)
        for name in ("spanning-trees", "paths", "cycles", "connected-spanning-subgraphs"):
            assert int(count(name, board)) == len(listed(name, board)), (name, text)
    two = parse_one_board("..#../..#..")
    assert int(count("cycles", two)) == 2
    assert int(count("spanning-trees", two)) == 0
    assert int(count("spanning-forests", two)) == 15**2


def test_dual_of_a_planar_graph():
    """Connected spanning subgraphs are the complements of forests of the dual; wheels are their own duals."""
    assert list(derive("spanning-forests", "wheel:n").terms(12)) == list(
        derive("connected-spanning-subgraphs", "wheel:n").terms(12)
    )


def test_even_subgraphs_are_the_cycle_space():
    """2 to the number of edges less vertices plus components, whatever the degrees."""
    for text in ("prism:3", "wheel:9", "complete:6", "king:3x4", "torus:4x4"):
        board = parse_one_board(text)
        assert int(count("even-subgraphs", board)) == 2 ** (len(board.edges) - board.size + 1)
    law = derive("even-subgraphs", "wheel:n")
    assert [law[n] for n in range(4, 12)] == [2 ** (n - 1) for n in range(4, 12)]


def test_the_empty_board_has_no_component():
    law = derive("spanning-trees", "3xn")
    assert (law.first_n, law[0]) == (0, 0)
    assert derive("spanning-forests", "3xn")[0] == 1


# The first terms of entries of the OEIS, n of the first one.
PUBLISHED = {
    "A003682": ("hamiltonian-paths", "2xn", 1, [1, 4, 8, 14, 22, 32, 44, 58, 74, 92, 112, 134, 158]),
    "A003685": ("hamiltonian-paths", "3xn", 1, [1, 8, 20, 62, 132, 336, 688, 1578, 3190, 6902]),
    "A003689": ("hamiltonian-paths", "C3xpath:n", 1, [3, 30, 144, 588, 2160, 7440, 24576, 78912]),
    "A003690": ("spanning-trees", "C3xpath:n", 1, [3, 75, 1728, 39675, 910803, 20908800]),
    "A003695": ("hamiltonian-paths", "4xn", 1, [1, 14, 62, 276, 1006, 3610, 12010, 38984]),
    "A003696": ("spanning-trees", "4xn", 1, [1, 56, 2415, 100352, 4140081, 170537640]),
    "A003749": ("hamiltonian-cycles", "K5xpath:n", 1, [12, 480, 13440, 382080, 10859520]),
    "A003751": ("spanning-trees", "K5xpath:n", 1, [125, 300125, 663552000, 1464514260125]),
    "A006192": ("self-avoiding-walks", "3xn", 1, [1, 4, 12, 38, 125, 414, 1369, 4522, 14934, 49322]),
    "A007786": ("self-avoiding-walks", "4xn", 1, [1, 8, 38, 184, 976, 5382, 29739, 163496, 896476]),
    "A014584": ("hamiltonian-walks", "5xn", 0, [0, 1, 1, 8, 20, 104, 378, 1670, 6706, 28417]),
    "A020870": ("connected-spanning-subgraphs", "moebius:n", 3, [205, 1092, 5719, 29486, 150049, 755432]),
    "A020874": ("paths", "moebius:n", 3, [135, 452, 1295, 3378, 8295, 19560]),
    "A020875": ("hamiltonian-paths", "moebius:n", 3, [36, 72, 140, 228, 364, 528, 756, 1020]),
    "A077265": ("cycles", "prism:n", 3, [14, 28, 52, 94, 170, 312, 584, 1114, 2158, 4228]),
    "A307918": ("paths", "dipyramid:n", 3, [111, 396, 1235, 3414, 8463, 19064, 39555]),
    "A338100": ("spanning-trees", "king:2xn", 1, [1, 16, 192, 2304, 27648, 331776, 3981312]),
    "A338532": ("spanning-trees", "king:3xn", 1, [1, 192, 17745, 1612127, 146356224]),
    "A339074": ("cycles", "torus:3xn", 3, [312, 1531, 7298, 35205, 174268, 885719]),
    "A339137": ("cycles", "C4xpath:n", 1, [1, 28, 225, 1540, 10217, 67388, 444017]),
    "A339760": ("hamiltonian-paths", "king:2xn", 1, [1, 12, 48, 208, 768, 2752, 9472, 32000]),
    "A358800": ("paths", "4xn", 1, [6, 146, 1618, 14248, 111030, 801756]),
    "A359991": ("connected-spanning-subgraphs", "4xn", 1, [1, 105, 7857, 555195, 38757695, 2698167665]),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_numbers_in_print(number):
    name, text, first, terms = PUBLISHED[number]
    law = derive(name, text)
    assert law.evidence.status == "proved"
    assert [int(law[first + k]) for k in range(len(terms))] == terms


RULES = [
    Rule.edges(components=[0, 2], cycles=[0, 2], weight="x"),
    Rule.edges(components="at least 2", spanning=True, weight="x"),
    Rule.edges(components="at most 1", cycles="at least 2"),
    Rule.edges(components=2, cycles=0, spanning=True),
    Rule.edges(components=1, cycles=1, spanning=True),
    Rule.edges(2, vertex="d >= 1", left="a + b >= 2", components=[1, 2], weight="x"),
    Rule.edges(3, vertex="d in [1, 3]", components=1, cycles=0, spanning=True),
    Rule.edges(2, pin=[("first", "d >= 1"), ("last", "d == 0")], cycles=0, weight="x"),
    Rule.edges(component_weight="y", weight="x", spanning=True),
    Rule.edges(3, vertex="d <= 2", component_weight="x^2*y", cycles=0),
    Rule.edges(modulo=3, vertex="d != 2", taken="a + b != 3", weight="x"),
]


@pytest.mark.parametrize("text", [*BOARDS, "prism:3"])
def test_rules_of_all_kinds(text):
    for rule in RULES:
        for weights in ("pieces", "players"):
            found, wanted = count(rule, text, weights=weights), brute_force(rule, text, weights=weights)
            assert found.polynomial == wanted.polynomial, rule


@pytest.mark.parametrize("text", ["2xn", "cylinder:nx2", "moebius:n", "wheel:n", "cylinder:3xn"])
def test_rules_of_all_kinds_on_families(text):
    boards = parse_board(text)
    for rule in RULES:
        law = derive(rule, text, weights="players")
        for n in range(boards.first_n, boards.first_n + 4):
            if len(boards.at(n).edges) <= 10:
                assert law[n] == brute_force(rule, boards.at(n), weights="players").polynomial, (rule, n)


def test_the_longest_walk():
    """The largest number of steps from corner to corner, and what listing says."""
    law = optimum("self-avoiding-walks", "3xn").largest
    for n in range(2, 4):
        powers = [
            key[0]
            for key, _ in brute_force("self-avoiding-walks", f"3x{n}", weights="pieces").polynomial.terms
        ]
        assert law.weights[n] == max(powers)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"components": -1}, "components must be a whole number from 0 to 200"),
        ({"components": "two"}, 'components must be a whole number .*"at least 2"'),
        ({"components": 1, "spanning": 1}, "spanning must be true or false"),
        ({"cycles": 0, "spanning": True}, "spanning says which vertices components are made of"),
        ({"cap": 2, "modulo": 2, "vertex": "d == 0"}, "take one of cap and modulo"),
        ({"modulo": 1, "vertex": "d == 0"}, "modulo must be a whole number from 2 to 12"),
        ({"components": 1, "pin": [{"at": "first", "vertex": "d == 1"}]}, "cap is missing"),
        ({"cap": 2, "vertex": "d == 1", "pin": [{"at": "nowhere", "vertex": "d == 1"}]}, "is no place"),
        ({"cap": 2, "vertex": "d == 1", "pin": [{"at": "first", "vertex": "x == 1"}]}, "'x'"),
        ({"components": [], "cap": 2}, 'components must be a whole number .*"at least 2"'),
        ({"components": 1, "component_weight": "z"}, "component_weight 'z' is not a product"),
        ({}, "nothing is asked"),
        ({"weight": "x"}, "nothing is asked"),
        ({"weight": "x", "vertex": "d == 1"}, "cap is missing"),
    ],
)
def test_rule_files_that_cannot_be_read(own, said):
    with pytest.raises(RuleError, match=said):
        Rule.of({"name": "bad", "edges": own})


def test_pins_ask_for_rows_and_columns():
    rule = Rule.edges(2, vertex="d == 1", pin=[("top row", "d == 0")])
    assert int(count(rule, "3x2")) == 2
    with pytest.raises(MismatchError, match='pin "first" and "last"'):
        count(rule, "wheel:5")


@pytest.mark.parametrize(
    ("name", "text", "change"),
    [
        ("spanning-trees", "3xn", ("linkage", "cycles", None)),
        ("hamiltonian-walks", "prism:n", ("pins", None, [])),
        ("eulerian-subgraphs", "wheel:n", ("modulo", None, False)),
    ],
)
def test_certificates_list_what_hangs_together(tmp_path, name, text, change):
    """The checker that stands alone lists small boards, and proves the law from the rule."""
    path = tmp_path / "saved.json"
    save_derived(derive(name, text), path)
    found = certify_file(path)
    assert (found.status, found.machine) == ("proved", "proved")
    assert found.listed
    saved = json.loads(path.read_text())
    key, part, value = change
    if part is None:
        saved["rule"][key] = value
    else:
        saved["rule"][key][part] = value
    path.write_text(json.dumps({**saved, "game": "another"}))
    assert certify_file(path).status == "refuted"


def test_rules_in_words():
    words = " ".join(rule_sentences(find_rule("hamiltonian-walks")))
    assert "At the vertex at first, last, instead: d == 1." in words
    assert "a graph with one component" in words
    assert described(find_rule("spanning-trees"))["cycles"] == "0"
    page = str(report(derive("spanning-trees", "ladder:n")).html)
    assert "listing them one by one gives the same number" in page


@pytest.mark.parametrize("text", ["4x4", "cylinder:4x3", "wheel:7", "#.#/.../#.#", "moebius:4"])
def test_states_stepped_one_by_one_and_all_at_once(text, monkeypatch):
    """The ways to step labels, by machine code too, give the same tables, which sum to the same numbers."""
    board = parse_one_board(text)
    order = list(range(board.size))
    rules = [*map(find_rule, THINGS), find_rule("induced-trees"), find_rule("vertex-cuts"), *RULES]
    for rule in rules:
        machine = build_machine(rule, board, order, frozenset(), Weights.NONE)
        if not isinstance(machine, LinkedMachine):
            continue
        assert machine.is_plain
        both = []
        for stepper, rows in ((_LabelStepper, 10**9), (_ScalarStepper, 0), (_LabelStepper, 0)):
            monkeypatch.setattr(layers._LOOPS, "pay", lambda *_, rows=rows, **__: has_compiler() and not rows)
            compiler = Compiler(machine, lambda *_: None)
            compiler.stepper = stepper(machine)
            both.append(compiler.compile(machine))
        first, *others = both
        for other in others:
            assert [layer.after for layer in first.layers] == [layer.after for layer in other.layers]
            assert integer_sweep(first) == integer_sweep(other)


@pytest.mark.slow
def test_a_frontier_of_too_many_cells_is_refused():
    with pytest.raises(LimitError, match="more than 200 cells would have to be remembered at once"):
        count("connected-induced-subgraphs", "complete:203")


@pytest.mark.parametrize("text", ["2xn", "cylinder:nx2", "moebius:n", "wheel:n"])
@pytest.mark.parametrize(
    "rule",
    [
        Rule.edges(components=5, spanning=True, cycles=0),
        Rule.edges(components=1, cycles=4, spanning=True),
        Rule.edges(components="at least 4", spanning=True),
    ],
)
def test_what_is_counted_up_to_a_number_holds_on_long_boards(rule, text):
    """Numbers of complete components and closed cycles live from the first slice to the last."""
    boards, law = parse_board(text), derive(rule, text)
    for n in (boards.first_n, boards.first_n + 1, boards.first_n + 4, 11, 14, 23):
        assert law[n] == count(rule, boards.at(n)).count, n


def test_places_far_from_the_ends():
    """Boards too short to have all the places are counted, and the law is theirs as well."""
    rule = Rule.edges(3, vertex="d <= 2", pin=[([3, -2], "d == 0"), ("row 2", "d >= 1")], components=[1, 2])
    for text in ("2xn", "nx2"):
        boards, law = parse_board(text), derive(rule, text)
        for n in range(10):
            assert law[n] == count(rule, boards.at(n)).count, n
            if len(boards.at(n).edges) <= 13 and n:
                assert law[n] == brute_force(rule, boards.at(n)).count, n


# How many states there are

CATALAN = [1, 1, 2, 5, 14, 42, 132]
MOTZKIN = [1, 1, 2, 4, 9, 21, 51, 127]
SCHROEDER = [1, 2, 6, 22, 90, 394]
BOUNDS = {
    "spanning-trees": CATALAN,
    "spanning-forests": CATALAN,
    "connected-spanning-subgraphs": CATALAN,
    "rooted-forests": SCHROEDER,
    "hamiltonian-cycles": MOTZKIN,
    "cycles": [number + 1 for number in MOTZKIN],
    "self-avoiding-walks": [b - a for a, b in pairwise(MOTZKIN)],
    "hamiltonian-walks": [b - a for a, b in pairwise(MOTZKIN)],
    "induced-forests": MOTZKIN[1:],
    "connected-induced-subgraphs": [number + 1 for number in MOTZKIN[1:]],
}
"""By width the most states between slices of a planar strip, by the theorems of docs/connection.md."""
WIDER = [pytest.param(name, (4, 5), marks=pytest.mark.slow) for name in BOUNDS]


def test_the_bounds_are_those_of_the_theorems():
    """Partitions without crossings, counted one by one."""

    def parts(points):  # restricted growth: the part of each point by its number
        return [
            p
            for p in product(range(points), repeat=points)
            if all(a <= max((-1, *p[:k])) + 1 for k, a in enumerate(p))
        ]

    def crosses(p):
        return any(p[a] == p[c] != p[b] == p[d] for a, b, c, d in combinations(range(len(p)), 4))

    for w in range(1, 6):
        flat = [p for p in parts(w) if not crosses(p)]
        assert len(flat) == CATALAN[w]
        assert sum(2 ** len(set(p)) for p in flat) == SCHROEDER[w]
        assert sum(max(map(p.count, p)) <= 2 for p in flat) == MOTZKIN[w]
        runs = [sum(a and not b for a, b in pairwise((*cells, 0))) for cells in product((0, 1), repeat=w)]
        assert sum(CATALAN[k] for k in runs) == MOTZKIN[w + 1]


@pytest.mark.parametrize(("name", "widths"), [(name, (2, 3)) for name in BOUNDS] + WIDER)
def test_states_are_at_most_as_many(name, widths):
    for w in widths:
        assert derive(name, f"{w}xn").evidence.as_json()["states_before_merging"] <= BOUNDS[name][w]
