"""Counting, deriving, listing and definitions agree, for games and for structures, including random ones.

Reference: the listing of the oracle, and the listing of ``listed``, which does not use rules; printed numbers
are from the OEIS.
"""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest
from agreement import CLASSES, FAR, law_agrees
from choice import sample, then_slow
from listed import EDGES, VERTICES, hanging, hanging_by_size, rooted_forests, sizes, spanning_trees
from rules_of_kinds import EVERY, ON_GRAPHS
from tables import tables

from gfkit import brute_force, count, derive, parse_board
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.rules import BUILT_IN, Rule, find_rule

GAMES = [*(game for game in BUILT_IN if game != "cis:k"), "cis:3"]
FLAT = [game for game in GAMES if find_rule(game).flat]


# Families.

STRIPS = ["1xn", "nx1", "2xn", "nx2", "3xn", "nx3", "4xn", "cylinder:3xn", "cylinder:nx2"]
RINGS = ["path:n", "cycle:n", "wheel:n", "prism:n"]
ENDS = [positions for positions in CLASSES if positions not in ("play", "full")]


SMALL = tables("transfer_cases")["agree_things"]["small"]
WEIGHED = [(game, SMALL[game], ENDS[k % len(ENDS)]) for k, game in enumerate(SMALL)]


def is_quick(game: str, family: str, positions: str) -> bool:
    if game in ("nogo", "l-tromping"):  # many states
        return family in ("1xn", "nx1", "2xn", "nx2") or (game, family) == ("nogo", "path:n")
    return game in FLAT or family not in RINGS


@pytest.mark.parametrize(
    ("game", "family", "positions"),
    sample(GAMES, STRIPS + RINGS, ENDS, quick=2, seconds=0.5, allowed=is_quick, found=WEIGHED),
)
def test_series_agree_with_counts_on_boards(game: str, family: str, positions: str) -> None:
    """Compare with listing on small boards, with counting on larger ones; with weights if that is fast."""
    weights = "players" if (game, family, positions) in WEIGHED else "none"
    law_agrees(game, family, positions, weights, most=8, far=(3, 5) if weights == "none" else ())


SLICES = (
    "ladder prism moebius antiprism crossed-prism star wheel fan gear helm sunlet triangle-ring web comb"
    " triangular-snake pan flower alkane friendship book dipyramid K4xpath C3xcycle K3-strong-path"
    " K3-tensor-cycle"
)
LATTICES = (
    "king:3xn king:nx2 knight:3xn triangular:2xn truncated-square:1xn hex:1xn hex:nx1 hex-cylinder:3xn"
    " king-cylinder:3xn bipartite:3xn stacked-book:2xn"
)
NAMED = [f"{word}:n" for word in SLICES.split()] + LATTICES.split()
WIDE = {"K3-tensor-cycle:n", "knight:3xn", "C3xcycle:n", "flower:n"}
ASKED = ["node-kayles", "node-kayles maximal", "arc-kayles", "arc-kayles maximal", "col left-ends",
         "snort maximal", "nogo"]  # fmt: skip


@pytest.mark.parametrize(
    ("family", "asked"),
    sample(
        NAMED, ASKED, quick=1, seconds=0.3, allowed=lambda text, asked: text not in WIDE or "kayles" in asked
    ),
)
def test_families_of_slices(family: str, asked: str) -> None:
    """Larger boards are counted in parts and in other orders than the strip is swept."""
    game, positions = (*asked.split(), "all")[:2]
    cells = {"node-kayles": 12, "arc-kayles": 10, "nogo": 7}.get(game, 9)
    far = (6, 11) if game == "arc-kayles" else FAR[:1]
    law_agrees(game, family, positions, most=cells, edges=99, far=far)


# Rules without players


DATA = tables("transfer_cases")["agree_things"]

UNMARKED = {
    *("perfect-matchings", "two-factors", "minimal-edge-cuts", "connected-colourings:2", "spanning-trees"),
    *("hamiltonian-cycles", "hamiltonian-paths", "hamiltonian-walks", "eight-vertex"),
    *("acyclic-orientations", "strong-orientations", "eulerian-orientations", "unfriendly-partitions"),
}
"""Rules in which nothing is marked, or parts are alike, so that they have no sizes."""
BOARDS = [
    *("path:1", "2x3", "#.#/.../#.#", "wheel:5", "cylinder:3x2", "../../#./..", "moebius:3", "..#../..#.."),
    *("complete:5", "3x3", "star:6", "book:2", "prism:3", ".#./.#.", "cycle:6", "torus:3x3", "cycle:3"),
]


@pytest.mark.parametrize("some", [slice(2), pytest.param(slice(2, None), marks=pytest.mark.slow(7))])
def test_structures_on_boards(some: slice) -> None:
    """Compare the number of each size with definitions, by counting and by the oracle."""
    for board in map(parse_one_board, BOARDS[some]):
        wanted = hanging_by_size(board.size, board.edges, 12)
        wanted |= {name: sizes(name, board.size, board.edges) for name in (*EDGES, *VERTICES)}
        assert len(wanted) >= (48 if len(board.edges) <= 12 else 32) or not board.edges
        for (name, by_size), way in product(wanted.items(), (count, brute_force)):
            assert int(way(name, board)) == sum(by_size.values()), (way, name, board)
            if name not in UNMARKED:
                found = way(name, board, weights="pieces").polynomial
                assert {powers[0]: value for powers, value in found.terms} == by_size, (way, name)


THINGS = [*EDGES, *hanging(2, [(0, 1)], 3)]
WORDS = (
    "2xn nx2 3xn ladder:n path:n cycle:n cylinder:3xn cylinder:nx2 C3xpath:n bipartite:2xn king:2xn prism:n"
    " moebius:n antiprism:n wheel:n gear:n star:n book:n fan:n friendship:n"
    " slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=2/0-1/0-0/):n"
)
FAMILIES = WORDS.split()
ON_VERTICES = DATA["graphs"]
"""On which sets of vertices are tried."""
HUBS = {"bipartite:2xn", "wheel:n", "gear:n", "star:n", "book:n", "fan:n", "friendship:n"}
ALL_DEGREES = ("eulerian-orientations", "eight-vertex", "unfriendly-partitions", "maximal-irredundant-sets")
"""What asks how many of ever more edges at a hub, or what is near them."""
MANY_STATES = ("irredundant-sets", "maximal-irredundant-sets", "minimal-total-dominating-sets")


def has_hubs(family: str) -> bool:
    slices = parse_board(family).slices
    return slices is not None and bool(slices.hubs.vertices)


def is_derived(name: str, family: str) -> bool:
    if name in MANY_STATES and family in ("P3xcycle:n", "petersen-2:n", "flower:n"):
        return False
    if name == "maximal-irredundant-sets" and family not in ("path:n", "cycle:n", "2xn", "sunlet:n"):
        return False
    return family in (ON_VERTICES.split() if name in VERTICES else FAMILIES) and not (
        name in ALL_DEGREES and (family in HUBS or has_hubs(family))
    )


@pytest.mark.parametrize(
    ("name", "family"),
    then_slow(sample(
        [*THINGS, *VERTICES], [*FAMILIES, *ON_VERTICES.split()], quick=3, seconds=0.9, allowed=is_derived,
        found=[("independent-sets", "crossed-prism:n")],
    ), 4, *product(["minimal-dominating-sets", "minimal-total-dominating-sets"], ["moebius:n"])),
)  # fmt: skip
def test_things_on_families(name: str, family: str) -> None:
    """All sets of vertices of the first graphs with at most thirteen of them."""

    def listed(board: Board) -> int:
        if name in VERTICES or name in EDGES:
            return sum(sizes(name, board.size, board.edges).values())
        return hanging(board.size, board.edges, 11)[name]

    if name in VERTICES:
        law_agrees(name, family, most=13, edges=99, listed=listed)
    else:
        law_agrees(name, family, most=9, edges=11, listed=listed, far=FAR)


ROWS = ["2xn", "nx2", "cylinder:nx2", "3xn", "cylinder:3xn"]


def is_law(name: str, family: str) -> bool:
    by_rows = family.endswith("nx2") if name == "in order" else name != "faultless" or family[0] != "c"
    return (
        by_rows
        and (name in ON_GRAPHS or family in ROWS)
        and not (
            name in ("two or all", "level and acyclic", "even and strong", "few come") and family == "wheel:n"
        )
    )


@pytest.mark.parametrize(
    ("name", "family"), sample(EVERY, [*ROWS, "moebius:n", "wheel:n"], quick=2, seconds=0.5, allowed=is_law)
)
def test_rules_of_all_kinds_on_families(name: str, family: str) -> None:
    law_agrees(EVERY[name], family, weights="players" if name in ON_GRAPHS else "none", most=8, edges=10)


# Determinants.

TREES = {"spanning-trees": spanning_trees, "rooted-forests": rooted_forests}
LAWS = "cylinder:3xn bipartite:2xn wheel:n book:n antiprism:n gear:n 5xn cylinder:4xn cylinder:nx3 torus:3xn"
FEW = ["2xn", FAMILIES[-1], "moebius:n"]


@pytest.mark.parametrize("texts", [FEW, pytest.param(LAWS.split(), marks=pytest.mark.slow(12))])
def test_trees_are_determinants(texts: list[str]) -> None:
    for text, (name, formula) in product(texts, TREES.items()):
        boards, law = parse_board(text), derive(name, text)
        for n in range(max(1, law.first_n), law.first_n + 14):
            board = boards.at(n)
            assert law[n] == formula(board.size, board.edges), (name, text, n)


# Numbers in print.

PRINTED = tables("families_in_print")
QUICK = {
    *("A003690", "A338100", "A291706", "A297047", "A006129", "A338153", "A020877", "A061705", "A332349"),
    *("A054854", "A000179", "A002464", "A265167", "A114938", "A002816"),
}
"""Some of every group, in a fifth of a second each."""


def check_print(group: str, number: str) -> None:
    entry = PRINTED[group][number]
    rule = entry["rule"] if isinstance(entry["rule"], str) else Rule.of({"name": "G", **entry["rule"]})
    at = [entry["first"] + k * entry.get("step", 1) for k in range(len(entry["terms"]))]
    if entry["family"] == "complete:n":
        found = [int(count(rule, f"complete:{n}")) for n in at]
    else:
        law = derive(rule, entry["family"], entry.get("positions", "all"))
        assert law.evidence.status == "proved"
        found = [int(law[n]) for n in at]
    orders = factorial(entry.get("copies", 1))
    assert found == [orders**n * term for n, term in zip(at, entry["terms"], strict=True)], (number, entry)


@pytest.mark.parametrize("all_", [False, pytest.param(True, marks=pytest.mark.slow(20))])
def test_numbers_in_print(all_: bool) -> None:
    for group, entries in PRINTED.items():
        numbers = [number for number in entries if all_ or number in QUICK]
        assert numbers
        for number in numbers:
            check_print(group, number)
