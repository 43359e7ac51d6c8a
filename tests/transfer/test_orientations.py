"""Orientations: beside definitions listed by code without rules, theorems, and numbers in print."""

from __future__ import annotations

import json
from itertools import product
from math import factorial

import pytest

from gfkit import brute_force, certify_file, count, derive, parse_board, save_derived
from gfkit.boards import Board
from gfkit.boards.grammar import parse_one_board
from gfkit.errors import GfkitError, LimitError, MismatchError, RuleError
from gfkit.games import Rule
from gfkit.show.phrases import rule_sentences
from gfkit.show.report.making import report

BOARDS = ["path:1", "path:4", "cycle:5", "complete:4", "2x3", "3x3", "wheel:5", "star:5", "prism:3"]
BOARDS += ["#.#/.../#.#", "cylinder:3x2", "..#../..#..", ".#./.#."]
FAMILIES = ["2xn", "path:n", "cycle:n", "3xn", "cylinder:nx2", "moebius:n", "wheel:n", "fan:n", "king:2xn"]
NAMES = ["acyclic-orientations", "strong-orientations", "eulerian-orientations"]


def walks(arrows: list[tuple[int, int]], size: int) -> list[list[bool]]:
    """Whether there is a walk of at least one step, by the closure of Warshall."""
    found = [[(a, b) in arrows for b in range(size)] for a in range(size)]
    for k in range(size):
        for a in range(size):
            for b in range(size):
                found[a][b] = found[a][b] or (found[a][k] and found[k][b])
    return found


def is_one(name: str, arrows: list[tuple[int, int]], size: int) -> bool:
    if name == "eulerian-orientations":
        return all(sum(a == v for a, _ in arrows) == sum(b == v for _, b in arrows) for v in range(size))
    found = walks(arrows, size)
    if name == "acyclic-orientations":
        return not any(found[v][v] for v in range(size))
    return size > 0 and all(found[a][b] or a == b for a in range(size) for b in range(size))


def listed(name: str, board: Board) -> int:
    every = product(*[((a, b), (b, a)) for a, b in board.edges])
    return sum(is_one(name, list(arrows), board.size) for arrows in every)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("name", NAMES)
def test_things_on_boards(name, text):
    board = parse_one_board(text)
    assert int(count(name, board)) == int(brute_force(name, board)) == listed(name, board)


@pytest.mark.parametrize("text", FAMILIES)
@pytest.mark.parametrize("name", NAMES)
def test_things_on_families(name, text):
    if name == "eulerian-orientations" and text in ("wheel:n", "fan:n"):
        with pytest.raises(MismatchError, match="asks how many of ever more edges come in and go out"):
            derive(name, text)
        return
    boards, law = parse_board(text), derive(name, text)
    assert law.evidence.status == "proved"
    for n in range(max(1, boards.first_n), boards.first_n + 6):
        if len(boards.at(n).edges) <= 10:
            assert law[n] == listed(name, boards.at(n)), n
    for n in (boards.first_n + 7, boards.first_n + 8):
        assert law[n] == count(name, boards.at(n)).count


def test_complete_graphs():
    """An acyclic orientation of a complete graph is an order of its vertices."""
    for n in range(1, 7):
        assert int(count("acyclic-orientations", f"complete:{n}")) == factorial(n)


def wheel_at_minus_one(n: int) -> int:
    """The polynomial of a wheel is q times that of its rim at q - 1."""
    return abs((-3) ** (n - 1) + (-1) ** (n - 1) * -3)


def test_chromatic_polynomials_at_minus_one():
    """Stanley: the chromatic polynomial at -1, known for paths, cycles, ladders and wheels."""
    for text, value in (
        ("path:n", lambda n: 2 ** (n - 1)),
        ("cycle:n", lambda n: 2**n - 2),
        ("2xn", lambda n: 2 * 7 ** (n - 1)),
        ("wheel:n", wheel_at_minus_one),
    ):
        law = derive("acyclic-orientations", text)
        assert [law[n] for n in range(4, 12)] == [value(n) for n in range(4, 12)]


def test_dual_of_a_planar_graph():
    """Strong orientations are acyclic ones of the dual; wheels are their own duals."""
    acyclic, strong = derive("acyclic-orientations", "wheel:n"), derive("strong-orientations", "wheel:n")
    assert list(acyclic.terms(12)) == list(strong.terms(12))


# The first terms of entries of the OEIS, n of the first one.
PUBLISHED = {
    "A338153": ("acyclic-orientations", "prism:n", 3, [204, 1862, 14700, 109334, 790524, 5633222]),
    "A372093": ("eulerian-orientations", "torus:5xn", 3, [2116, 16892, 143224, 1250228]),
    "A372094": ("eulerian-orientations", "torus:6xn", 3, [8324, 98466, 1250228, 16448400]),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_numbers_in_print(number):
    name, text, first, terms = PUBLISHED[number]
    law = derive(name, text)
    assert law.evidence.status == "proved"
    assert [int(law[first + k]) for k in range(len(terms))] == terms


@pytest.mark.parametrize(
    "rule",
    [
        Rule.orientations(vertex="i <= 1"),
        Rule.orientations(vertex="i % 2 == 0", strong=True),
        Rule.orientations(vertex="abs(i - o) <= 1", acyclic=True),
        Rule.orientations(vertex="i != 2 or o == 0"),
    ],
)
def test_rules_of_all_kinds(rule):
    for text in ("2x3", "prism:3", "wheel:5", "cycle:5", "complete:4"):
        assert int(count(rule, text)) == int(brute_force(rule, text))
    law = derive(rule, "prism:n")
    assert law[3] == int(brute_force(rule, "prism:3"))


def test_what_is_refused():
    with pytest.raises(LimitError, match="counts their directions; the most is 24"):
        count("eulerian-orientations", "star:30")
    with pytest.raises(RuleError, match="acyclic must be true or false"):
        Rule.of({"name": "bad", "orientations": {"acyclic": 1}})
    with pytest.raises(RuleError, match="vertex"):
        Rule.orientations(vertex="d == 1")
    with pytest.raises(GfkitError, match="needs a game with moves"):
        count("acyclic-orientations", "2x3", positions="maximal")


def test_certificates_and_words(tmp_path):
    path = tmp_path / "saved.json"
    save_derived(derive("acyclic-orientations", "2xn"), path)
    found = certify_file(path)
    assert (found.status, found.machine) == ("proved", "proved")
    saved = json.loads(path.read_text())
    saved["rule"]["acyclic"] = False
    path.write_text(json.dumps({**saved, "game": "another"}))
    assert certify_file(path).status == "refuted"
    assert "There is no directed cycle." in rule_sentences(Rule.orientations(acyclic=True))
    assert "acyclic" in str(report(derive("acyclic-orientations", "2xn")).html)
