"""Sets of edges: rule files, and what is counted, beside definitions listed by code without rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations, product

import pytest

from gfkit import brute_force, certify_file, count, derive, parse_board, save_derived
from gfkit.boards import Board
from gfkit.boards.grammar import parse_one_board
from gfkit.errors import GfkitError, LimitError, MismatchError, RuleError
from gfkit.games import Rule
from gfkit.show.report.making import report

Edge = tuple[int, int]
Chosen = frozenset[Edge]
BOARDS = [
    "path:1",
    "path:5",
    "cycle:6",
    "complete:5",
    "2x3",
    "3x3",
    "wheel:5",
    "star:6",
    "prism:3",
    "book:2",
    "#.#/.../#.#",
]
FAMILIES = [
    "ladder:n",
    "prism:n",
    "moebius:n",
    "antiprism:n",
    "wheel:n",
    "gear:n",
    "book:n",
    "king:2xn",
    "3xn",
    "cylinder:3xn",
]
FAMILIES += [
    "bipartite:2xn",
    "C3xpath:n",
    "path:n",
    "cycle:n",
    "slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=2/0-1/0-0/):n",
]


def degrees(chosen: Chosen, board: Board) -> list[int]:
    return [sum(v in edge for edge in chosen) for v in range(board.size)]


def covers(chosen: Chosen, board: Board) -> bool:
    return all(degrees(chosen, board))


def matches(chosen: Chosen, board: Board) -> bool:
    return max(degrees(chosen, board), default=0) <= 1


def dominates(chosen: Chosen, board: Board) -> bool:
    ends = {v for edge in chosen for v in edge}
    return all(ends & {*edge} for edge in board.edges)


def minimal(holds: Callable[[Chosen, Board], bool]) -> Callable[[Chosen, Board], bool]:
    return lambda chosen, board: holds(chosen, board) and not any(holds(chosen - {e}, board) for e in chosen)


def maximal(chosen: Chosen, board: Board) -> bool:
    return matches(chosen, board) and not any(matches(chosen | {e}, board) for e in {*board.edges} - chosen)


def induced(chosen: Chosen, board: Board) -> bool:
    ends = {v for edge in chosen for v in edge}
    return matches(chosen, board) and {e for e in board.edges if ends >= {*e}} == chosen


THINGS = {
    "maximal-matchings": maximal,
    "induced-matchings": induced,
    "edge-covers": covers,
    "minimal-edge-covers": minimal(covers),
    "edge-dominating-sets": dominates,
}


def listed(name: str, board: Board) -> list[int]:
    """The sizes of all sets of edges that are what the name says."""
    every = (
        frozenset(some) for size in range(len(board.edges) + 1) for some in combinations(board.edges, size)
    )
    return [len(chosen) for chosen in every if THINGS[name](chosen, board)]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("name", THINGS)
def test_things_on_boards(name, text):
    board = parse_one_board(text)
    sizes = listed(name, board)
    for found in (count(name, board, weights="pieces"), brute_force(name, board, weights="pieces")):
        assert {powers[0]: value for powers, value in found.polynomial.terms} == {
            k: sizes.count(k) for k in sizes
        }


@pytest.mark.parametrize("text", FAMILIES)
@pytest.mark.parametrize("name", THINGS)
def test_things_on_families(name, text):
    boards, law = parse_board(text), derive(name, text)
    assert law.evidence.status == "proved"
    for n in range(boards.first_n, boards.first_n + 6):
        if len(boards.at(n).edges) <= 13:
            assert law[n] == len(listed(name, boards.at(n))), n
    for n in (boards.first_n + 7, boards.first_n + 8):
        assert law[n] == count(name, boards.at(n)).count


# OEIS: the first terms of the entries, n of the first one.
PUBLISHED = {
    "A123304": ("edge-covers", "prism:n", 3, [263, 1699, 10895, 69943, 448943, 2881699]),
    "A297047": ("edge-covers", "wheel:n", 4, [41, 154, 562, 2023, 7240, 25842, 92129]),
    "A356213": ("edge-covers", "trapezohedron:n", 3, [1699, 23904, 317044, 4101107, 52473796]),
    "A364741": ("edge-covers", "double-cone:n", 3, [2009, 25872, 328208, 4165357, 52837520]),
    "A290762": ("minimal-edge-covers", "gear:n", 3, [15, 38, 90, 200, 434, 934, 1995, 4237]),
    "A297713": ("minimal-edge-covers", "dipyramid:n", 3, [24, 74, 180, 464, 1113, 2646, 6360, 15222]),
    "A379182": ("minimal-edge-covers", "double-cone:n", 3, [58, 149, 566, 1676, 5482, 18021, 59665]),
    "A006129": ("edge-covers", "complete", 1, [0, 1, 4, 41, 768, 27449]),
    "A284703": ("maximal-matchings", "prism:n", 3, [10, 17, 51, 98, 211, 457, 964, 2095]),
    "A284709": ("maximal-matchings", "wheel:n", 4, [3, 10, 10, 20, 28, 42, 63, 92]),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_numbers_in_print(number):
    name, text, first, terms = PUBLISHED[number]
    if text == "complete":
        assert [int(count(name, f"complete:{n}")) for n in range(first, first + len(terms))] == terms
        return
    law = derive(name, text)
    assert [int(law[first + k]) for k in range(len(terms))] == terms


def test_edges_of_a_graph_that_are_all_even():
    """2 to the number of edges less vertices plus one: the cycle space of a connected graph."""
    even = Rule.edges(6, vertex="d in [0, 2, 4]")
    for text in ("prism:3", "wheel:5", "2x3", "complete:5"):
        board = parse_one_board(text)
        assert int(count(even, board)) == 2 ** (len(board.edges) - board.size + 1)


def test_rules_that_ask_much():
    rule = Rule.edges(3, vertex="d != 1", taken="a + b <= 5", left="a * b != 4", weight="x*y")
    for text in ("2x3", "wheel:5", "prism:3", "complete:4"):
        assert (
            count(rule, text, weights="players").polynomial
            == brute_force(rule, text, weights="players").polynomial
        )
    law = derive(rule, "wheel:n", weights="players")
    for n in (4, 5, 6):
        assert law[n] == brute_force(rule, f"wheel:{n}", weights="players").polynomial


def test_all_small_rules_on_a_wheel():
    """Every set of allowed degrees, with nothing else asked, on five vertices."""
    for allowed in product((False, True), repeat=4):
        degrees_ = [d for d in range(4) if allowed[d]]
        rule = Rule.edges(3, vertex=f"d in {degrees_}" if degrees_ else "d < 0")
        assert int(count(rule, "wheel:5")) == int(brute_force(rule, "wheel:5"))


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"cap": 2}, "nothing is asked"),
        ({"cap": 0, "vertex": "d > 0"}, "cap must be a whole number from 1 to 12"),
        ({"vertex": "d > 0"}, "cap is missing"),
        ({"cap": 2, "vertex": "a > 0"}, "vertex"),
        (
            {"cap": 2, "taken": "a < b"},
            "true for a = 0, b = 1 and not the other way round|true for a = 1, b = 2",
        ),
        ({"cap": 2, "vertex": "d > 0", "kept": "a"}, "unknown key 'kept'"),
        ({"cap": 2, "vertex": "d > 0", "weight": "z"}, "weight 'z'"),
    ],
)
def test_rule_files_that_cannot_be_read(own, said):
    with pytest.raises(RuleError, match=said):
        Rule.of({"name": "bad", "edges": own})


def test_what_is_refused():
    with pytest.raises(MismatchError, match="complete graphs are no strip"):
        derive("edge-covers", "complete:n")
    with pytest.raises(LimitError, match="edges of one cell lead back"):
        count("edge-covers", "complete:30")
    with pytest.raises(GfkitError, match="needs a game with moves"):
        count("edge-covers", "2x3", positions="maximal")


@pytest.mark.parametrize(("name", "text"), [("minimal-edge-covers", "prism:n"), ("maximal-matchings", "2xn")])
def test_certificates_list_sets_of_edges(tmp_path, name, text):
    path = tmp_path / "saved.json"
    save_derived(derive(name, text), path)
    found = certify_file(path)
    assert (found.status, found.machine) == ("proved", "proved")
    assert found.listed
    saved = json.loads(path.read_text())
    saved["rule"]["vertex"] = [1]  # perfect matchings, both times
    path.write_text(json.dumps({**saved, "game": "another"}))
    assert certify_file(path).status == "refuted"


def test_reports():
    page = str(report(derive("edge-covers", "ladder:n")).html)
    assert "listing them one by one gives the same number" in page
