"""What hangs together in arrays, beside definitions listed by code without rules, and numbers in print."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, product

import pytest
from thinned import thinned

from gfkit import brute_force, certify_file, count, derive, parse_board, save_derived
from gfkit.boards import Board
from gfkit.boards.grammar import parse_one_board
from gfkit.errors import MismatchError, RuleError
from gfkit.games import Rule
from gfkit.show.phrases import rule_sentences

Some = frozenset[int]
BOARDS = ["path:1", "path:4", "cycle:6", "2x3", "3x3", "wheel:6", "star:5", "#.#/.../#.#", "../../#./.."]
BOARDS += ["cylinder:3x3", "complete:5", "torus:3x3", "..#../..#.."]
FAMILIES = ["2xn", "3xn", "path:n", "cycle:n", "cylinder:nx2", "cylinder:3xn", "prism:n", "moebius:n"]
FAMILIES += ["wheel:n", "king:2xn", "book:n", "C3xpath:n", "friendship:n"]


def parts(some: Some, board: Board) -> int:
    """How many components an induced subgraph has."""
    left, found = set(some), 0
    while left:
        found += 1
        todo = [left.pop()]
        while todo:
            near = left & {*board.neighbours[todo.pop()]}
            left -= near
            todo += near
    return found


def inside(some: Some, board: Board) -> int:
    """How many edges an induced subgraph has."""
    return sum(a in some and b in some for a, b in board.edges)


def degrees(some: Some, board: Board) -> list[int]:
    return sorted(len({*board.neighbours[v]} & some) for v in some)


def tree(some: Some, board: Board) -> bool:
    return parts(some, board) == 1 and inside(some, board) == len(some) - 1


def rest(some: Some, board: Board) -> Some:
    return frozenset(range(board.size)) - some


THINGS: dict[str, Callable[[Some, Board], bool]] = {
    "connected-induced-subgraphs": lambda some, board: parts(some, board) == 1,
    "induced-trees": tree,
    "induced-forests": lambda some, board: inside(some, board) == len(some) - parts(some, board),
    "induced-paths": lambda some, board: (
        tree(some, board) and len(some) > 1 and max(degrees(some, board)) <= 2
    ),
    "induced-cycles": lambda some, board: (
        parts(some, board) == 1 and len(some) > 2 and degrees(some, board) == [2] * len(some)
    ),
    "connected-dominating-sets": lambda some, board: (
        parts(some, board) == 1 and all(v in some or some & {*board.neighbours[v]} for v in range(board.size))
    ),
    "vertex-cuts": lambda some, board: parts(rest(some, board), board) > 1,
}


def listed(name: str, board: Board) -> list[int]:
    """The sizes of all sets of vertices that are what the name says."""
    every = (
        frozenset(some) for size in range(board.size + 1) for some in combinations(range(board.size), size)
    )
    return [len(some) for some in every if THINGS[name](some, board)]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("name", THINGS)
def test_things_on_boards(name, text):
    board = parse_one_board(text)
    sizes = listed(name, board)
    for found in (count(name, board, weights="pieces"), brute_force(name, board, weights="pieces")):
        assert {powers[0]: value for powers, value in found.polynomial.terms} == {
            k: sizes.count(k) for k in sizes
        }


@pytest.mark.parametrize(("name", "text"), thinned(THINGS, FAMILIES))
def test_things_on_families(name, text):
    boards, law = parse_board(text), derive(name, text)
    assert law.evidence.status == "proved"
    for n in range(max(1, boards.first_n), boards.first_n + 6):
        if boards.at(n).size <= 10:
            assert law[n] == len(listed(name, boards.at(n))), n
    for n in (boards.first_n + 8, boards.first_n + 9):
        assert law[n] == count(name, boards.at(n)).count


def bonds(board: Board) -> int:
    """Minimal edge cuts: sets of edges that leave two components, and fewer of them leave one."""

    def left(kept: set[tuple[int, int]]) -> int:
        graph = Board("", board.size, tuple(sorted(kept)))
        return parts(frozenset(range(board.size)), graph)

    every = (set(cut) for size in range(len(board.edges) + 1) for cut in combinations(board.edges, size))
    return sum(left({*board.edges} - cut) == 2 and all(left({*board.edges} - cut | {e}) == 1 for e in cut)
               for cut in every)  # fmt: skip


@pytest.mark.parametrize("text", ["path:4", "2x3", "wheel:5", "prism:3", "complete:4", "3x3"])
def test_minimal_edge_cuts(text):
    assert int(count("minimal-edge-cuts", text)) == bonds(parse_one_board(text))


# The first terms of entries of the OEIS, n of the first one.
PUBLISHED = {
    "A286182": ("connected-induced-subgraphs", "prism:n", 3, [51, 167, 503, 1441, 4007]),
    "A286183": ("connected-induced-subgraphs", "antiprism:n", 3, [60, 207, 663, 2038, 6107]),
    "A286185": ("connected-induced-subgraphs", "moebius:n", 3, [55, 173, 511, 1451, 4019]),
    "A286186": ("connected-induced-subgraphs", "friendship:n", 1, [7, 22, 73, 268, 1039, 4114, 16405]),
    "A286985": ("connected-dominating-sets", "prism:n", 3, [39, 115, 343, 967, 2663, 7203]),
    "A287431": ("connected-dominating-sets", "gear:n", 3, [45, 129, 373, 1177, 3741]),
    "A291706": ("connected-dominating-sets", "ladder:n", 1, [3, 9, 24, 56, 136, 328, 792, 1912]),
    "A360201": ("induced-paths", "2xn", 1, [1, 8, 25, 58, 117, 218, 387, 666, 1123, 1868, 3079]),
    "A297667": ("induced-cycles", "moebius:n", 3, [9, 12, 15, 22, 35, 56, 87, 134, 209, 332, 533]),
    "A356830": ("vertex-cuts", "prism:n", 3, [12, 88, 520, 2654, 12376, 54612, 232788]),
    "A359988": ("disconnected-spanning-subgraphs", "3xn", 1, [3, 105, 3665, 123215, 4051679, 131630449]),
    "A378934": ("minimal-edge-cuts", "4xn", 1, [3, 28, 146, 627, 2471, 9292, 33878, 120771]),
    "A362518": ("vertex-cuts", "helm:n", 3, [71, 354, 1617, 7020, 29563, 122214]),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_numbers_in_print(number):
    name, text, first, terms = PUBLISHED[number]
    law = derive(name, text)
    assert law.evidence.status == "proved"
    assert [int(law[first + k]) for k in range(len(terms))] == terms


def ones(**asked: object) -> dict[str, object]:
    return {"of": [1], **asked}


MARKED = {1: "x"}
ANYWHERE = {
    "cycles": Rule.array(colours=2, connected=[ones(cycles=1)], weight=MARKED),
    "marked": Rule.array(
        colours=2, connected=[ones(component_weight="x^2"), {"of": [0], "component_weight": "y"}]
    ),
    "both": Rule.array(colours=3, connected=[ones(components=1), {"of": [0, 2], "components": [0, 2]}]),
    "across": Rule.array(colours=2, connected=[ones(joins=["first", "last"])], weight=MARKED),
    "apart": Rule.array(
        colours=2, connected=[ones(joins=["first", "last"]), {"of": [0], "apart": ["first", "last"]}]
    ),
}
SQUARED = {
    "king": Rule.array(colours=2, connected=[ones(neighbours="king", components=1)], weight=MARKED),
    "one way": Rule.array(colours=2, connected=[ones(neighbours="Xo", components=2)], weight=MARKED),
    "rows": Rule.array(colours=2, connected=[ones(joins=["top row", "bottom row"])], weight=MARKED),
    "three": Rule.array(
        colours=2, connected=[ones(components=1, joins=["left column", "bottom right", "row 2"])]
    ),
    "simply": Rule.array(
        colours=2,
        window=[("2x2", "a + b + c + d < 4")],
        connected=[ones(components=1), {"of": [0], "neighbours": "king", "components": "at most 1"}],
    ),
    "in order": Rule.array(colours=2, new_values="row-major", connected=[ones(components=1)]),
    "counted": Rule.array(
        colours=2,
        connected=[ones(components=[0, 2])],
        exactly=[{"shapes": ["a"], "when": "a == 1", "number": [3, 4]}],
    ),
}


@pytest.mark.parametrize("text", [*BOARDS, "1x1", "1x4", "2x2"])
def test_rules_of_all_kinds(text):
    board = parse_one_board(text)
    for name, rule in {**ANYWHERE, **(SQUARED if board.grid is not None else {})}.items():
        found, wanted = count(rule, text, weights="players"), brute_force(rule, text, weights="players")
        assert found.polynomial == wanted.polynomial, name


@pytest.mark.parametrize("text", ["nx2", "3xn", "cylinder:nx2", "moebius:n", "wheel:n", "cylinder:3xn"])
def test_rules_of_all_kinds_on_families(text):
    boards = parse_board(text)
    for name, rule in {**ANYWHERE, **(SQUARED if boards.at(4).grid is not None else {})}.items():
        if name == "in order" and text in ("3xn", "cylinder:3xn"):
            with pytest.raises(MismatchError, match="take one that grows by rows"):
                derive(rule, text)
            continue
        law = derive(rule, text)
        for n in range(boards.first_n, boards.first_n + 6):
            if boards.at(n).size <= 9:
                assert law[n] == brute_force(rule, boards.at(n)).count, (name, n)


def test_a_path_of_ones_across_is_what_a_walk_through_them_finds():
    """Top to bottom of 3 x 2, listed by hand: columns of ones, or steps through the middle row."""
    rule = SQUARED["rows"]
    found = 0
    for values in product((0, 1), repeat=6):
        reached = {(0, c) for c in range(2) if values[c]}
        for _ in range(6):
            reached |= {
                (r, c)
                for r in range(3)
                for c in range(2)
                if values[2 * r + c] and any(abs(r - y) + abs(c - x) == 1 for y, x in reached)
            }
        found += any(r == 2 for r, _ in reached)
    assert int(count(rule, "3x2")) == found == 17


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"of": [1]}, "nothing is asked; take some of components, cycles, joins, apart"),
        ({"of": [2], "components": 1}, "of"),
        ({"of": "all", "components": 1}, 'of must be a list of values, which are 0 to 1, or "each"'),
        ({"of": [1], "components": 1, "joins": ["top row"]}, "joins must be a list of 2 to 4 places"),
        ({"of": [1], "joins": ["top row", "lowest row"]}, "joins 'lowest row' is no place"),
        ({"of": [1], "linked": 1}, "unknown key 'linked'"),
    ],
)
def test_rule_files_that_cannot_be_read(asked, said):
    with pytest.raises(RuleError, match=said):
        Rule.array(colours=2, connected=[asked])


def test_what_is_not_combined():
    with pytest.raises(RuleError, match=r"leave out \[\[rules.connected\]\]"):
        Rule.array(
            colours=2, connected=[ones(components=1)], image={"neighbours": "rook", "map": "max(near)"}
        )
    with pytest.raises(RuleError, match="count_up_to takes a rule that treats all values alike"):
        Rule.array(colours=2, connected=[ones(components=1)], count_up_to="values")
    with pytest.raises(MismatchError, match="complete graphs"):
        derive("connected-induced-subgraphs", "complete:n")
    with pytest.raises(MismatchError, match="graph without rows and columns"):
        count(SQUARED["rows"], "wheel:5")


@pytest.mark.parametrize("name", ["rows", "simply", "three"])
def test_certificates_list_arrays(tmp_path, name):
    """The checker that stands alone lists small boards, and proves the law from the rule where it can."""
    path = tmp_path / "saved.json"
    save_derived(derive(SQUARED[name], "nx3"), path)
    found = certify_file(path)
    # windows beside what hangs together are listed only
    assert (found.status, found.machine) == ("consistent" if name == "simply" else "proved", "proved")
    assert found.listed
    saved = json.loads(path.read_text())
    saved["rule"]["conditions"][-1]["linkage"] |= {"components": None, "joins": [], "apart": []}
    path.write_text(json.dumps({**saved, "game": "another"}))
    assert certify_file(path).status == "refuted"


def test_rules_in_words():
    words = " ".join(rule_sentences(SQUARED["rows"]))
    assert "a component that has a vertex at top row and at bottom row" in words
