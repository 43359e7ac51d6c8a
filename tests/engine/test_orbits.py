"""Counts up to symmetry of the board, and smallest and largest weights: laws, and single boards one by one.

Listing is that of the oracle, and of code here that takes each set by the least of its images; numbers in
print are entries of the OEIS, formulas of others, and domination numbers of grids.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import product
from math import gcd

import networkx as nx
import numpy as np
import pytest
from choice import sample, some_of, then_slow
from cli.calling import call
from listed import EDGES, VERTICES, Listed
from rules_of_kinds import cover, named
from tables import tables

import gfkit
from gfkit import optimum
from gfkit.core.boards import Board, parse_board, parse_one_board
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Rule
from gfkit.questions.optimum import OptimumOfFamily
from gfkit.questions.orbit_laws import OrbitsOfFamily
from gfkit.questions.orbits import orbits

FERSES = Rule.array(colours=2, forbid=["1?/?1", "?1/1?"], weight={1: "x"})
BEADS = {colours: Rule.array(colours=colours, near=[("rook", "x >= 0")]) for colours in (2, 3)}


def law_of(rule: str | Rule, family: object, **asked: str) -> OrbitsOfFamily:
    found = orbits(rule, family, **asked)
    assert isinstance(found, OrbitsOfFamily)
    assert found.evidence.status == "proved"
    return found


# In print.


def squares(m: int) -> Rule:
    return cover(*("/".join(["X" * k] * k) for k in range(1, m + 1)))


@pytest.mark.slow(8)
def test_tilings_by_squares_and_cycles_are_those_in_print() -> None:
    """A359020, of 4 x n, the square among these up to all eight symmetries; A359021, of 5 x n.

    A209077: undirected Hamiltonian cycles of 2n x 2n.
    """
    assert [int(orbits("hamiltonian-cycles", f"{n}x{n}")) for n in (2, 4, 6)] == [1, 2, 149]
    terms = [1, 1, 4, 6, 13, 39, 115, 295, 861, 2403, 7048]
    said = law_of(squares(4), "4xn").terms(len(terms))
    assert [n for n, (a, b) in enumerate(zip(said, terms, strict=True)) if a != b] == [4]
    assert int(orbits(squares(4), "4x4")) == terms[4]
    assert [int(orbits(squares(5), f"5x{n}" if n else "#")) for n in range(6)] == [1, 1, 5, 10, 39, 77]


NON_ATTACKING = tables("transfer_cases")["orbits"]["non_attacking"]


@pytest.mark.parametrize("sides", [range(1, 5), pytest.param(range(5, 9), marks=pytest.mark.slow(8))])
def test_non_attacking_pieces_are_those_in_print(sides: range) -> None:
    for piece, n in product(("kings", "ferses"), sides):
        found = orbits(FERSES if piece == "ferses" else "kings", f"{n}x{n}", weights="pieces").polynomial
        for name, number, terms in NON_ATTACKING:
            assert name != piece or found.coefficient(number) == terms[n - 1], (piece, number, n)


# Formulas.


def necklaces(beads: int, colours: int) -> int:
    """Count necklaces by the classical formula."""
    return sum(colours ** gcd(beads, k) for k in range(beads)) // beads


def bracelets(beads: int, colours: int) -> int:
    half = (beads + 1) // 2
    mirrored = Fraction(colours**half + colours ** (beads // 2 + 1 if beads % 2 == 0 else half), 2)
    return int(Fraction(necklaces(beads, colours), 2) + mirrored / 2)


def test_beads_in_a_ring_are_necklaces_and_bracelets() -> None:
    for colours, up_to, formula in ((2, "rotations", necklaces), (3, "symmetry", bracelets)):
        law = law_of(BEADS[colours], "cycle:n", up_to=up_to)
        for n in some_of((*range(3, 13), 25, 30), 6, 2):
            assert law[n] == formula(n, colours)
            if n in (3, 8):
                assert int(orbits(BEADS[colours], f"cycle:{n}", up_to=up_to)) == formula(n, colours)
    assert int(orbits(BEADS[2], "2x2", up_to="automorphisms")) == necklaces(4, 2)
    law = law_of("even-subgraphs", "wheel:n", up_to="rotations")  # two colours of the rim and their borders
    assert law.terms(22) == [necklaces(n, 2) for n in range(3, 25)]
    one = gfkit.family(1, [(0, 0)], ring=True)  # slices of one's own turn by slices
    assert law_of(BEADS[2], one, up_to="rotations").terms(8) == [necklaces(n, 2) for n in range(3, 11)]


def test_words_up_to_reversal_are_half_of_all_and_of_the_palindromes() -> None:
    """Directions of the n - 1 edges of a path: no direction is fixed if an edge is reversed."""
    law = law_of(BEADS[3], "path:n")
    said = law.as_json()
    assert (said["generating_function"], said["ring"]) == (law.generating_function.as_json(), None)
    assert said["recurrence"]["order"] == law.generating_function.order
    assert law.terms(9) == [(3**n + 3 ** ((n + 1) // 2)) // 2 for n in range(9)]
    assert str(law.evidence).startswith("proved by Burnside's lemma")
    law = law_of("acyclic-orientations", "path:n")
    assert all(law[n] == (2 ** (n - 1) + n % 2 * 2 ** ((n - 1) // 2)) // 2 for n in range(1, 12))


# Orbits listed here.


def listed_orbits(name: str, board: Board) -> dict[tuple[int, ...], int]:
    """Return, by size, the orbits of sets under automorphisms (networkx), by minimal representatives."""
    graph, at = nx.empty_graph(board.size), {frozenset(edge): k for k, edge in enumerate(board.edges)}
    graph.add_edges_from(board.edges)
    sets = least = np.flatnonzero((EDGES | VERTICES)[name](Listed(board.size, board.edges)))
    for to in nx.isomorphism.GraphMatcher(graph, graph).isomorphisms_iter():
        ends = [at[frozenset((to[a], to[b]))] for a, b in board.edges]
        moved = ends if name in EDGES else [to[v] for v in range(board.size)]
        least = np.minimum(least, sum((sets >> k & 1) << image for k, image in enumerate(moved)))
    return Counter((int(size),) for size in np.bitwise_count(np.unique(least)))


def test_sets_of_the_cube_and_the_petersen_graph() -> None:
    for board, name in product(("prism:4", "petersen-2:5"), ("independent-sets", "matchings")):
        found = orbits(name, board, weights="pieces", up_to="automorphisms").polynomial
        assert dict(found.terms) == listed_orbits(name, parse_one_board(board))


FORMULA = re.compile(
    r"a\(n\) = 1/(.+?) \* \(sum over d \| (.+?) of phi\(d\)\*P(?:_(.+)|)\([^()]+/d\)\)"
    r"(?: \+ R\(.\)/(\d+))?(?:, e = d for d < (\d+), else (.+?))?(?:, m = n([+-]\d+),)? for n >= \d+"
)


def by_formula(law: OrbitsOfFamily, n: int) -> Fraction:
    """Evaluate the printed formula of a cyclic family, with the series of the result."""
    assert law.ring is not None
    by, units, kind, often, most, far, apart = FORMULA.fullmatch(law.ring.text).groups()  # type: ignore[union-attr]
    names = {"n": n, "m": n + int(apart or 0), "gcd": gcd, "min": min}
    whole, total = eval(units, names), 0
    for d in (d for d in range(1, whole + 1) if whole % d == 0):
        kind = far if d >= int(most or d + 1) else "d" if most else kind
        e = eval((kind or "1").replace("mod", "%"), names | {"d": d})
        total += sum(gcd(d, k) == 1 for k in range(d)) * dict(law.ring.around)[e][whole // d]
    mirrored = law.ring.mirrored[names["m"]] / Fraction(often) if often else 0  # type: ignore[index]
    return Fraction(int(total), eval(by, names)) + mirrored


LISTED = tables("transfer_cases")["orbits"]["listed"]


@pytest.mark.parametrize("case", then_slow(some_of(LISTED["quick"][::-1], 2), 3, *LISTED["slow"]), ids=str)
def test_formulas_agree_with_listed_orbits(case) -> None:
    """Beyond where formulas of rings begin, and formulas as they are printed."""
    game, text, up_to, weights, last, square, more, *printed = case
    law, boards, others = law_of(game, text, up_to=up_to, weights=weights), parse_board(text), []
    for n in range(max(1, law.first_n), last + 1):
        listed, found = listed_orbits(game, boards.at(n)), law[n]
        same = dict(found.terms) == listed if weights == "pieces" else found == sum(listed.values())
        others += [] if same else [n]
    assert (others, law.square or 0) == (more, square)
    if printed:
        ring = law.ring
        assert ring is not None
        assert ring.start <= last or up_to == "rotations"
        before, after = ring.text.split("/d))")
        series = before.split("phi(d)*")[1].rpartition("(")[0]
        assert [series, after.split(" for n >=")[0], len(ring.around)] == printed
        values = range(ring.start, ring.start + 13 if weights == "none" else 0)
        assert [by_formula(law, n) for n in values] == [law[n] for n in values]
        assert law == replace(law, first_n=law.first_n) != replace(law, early=())
        said = law.as_json()
        assert (said["generating_function"], said["recurrence"]) == (None, None)
        assert (said["ring"]["mirrored"] is None) == (ring.mirrored is None)


# Orbits listed by the oracle.

NAMED = ("independent-sets", "maximal-matchings", "domineering", "spanning-forests", "hamiltonian-paths")
NAMED += ("polyominoes", "acyclic-orientations")
RULES: dict[str, str | Rule] = {**{name: name for name in NAMED}, **named("orbits")}


def test_single_boards_agree_with_listed_orbits() -> None:
    """For all kinds of symmetries that are not refused, with weights."""
    compared = 0
    for name, up_to in product(RULES, some_of(("symmetry", "rotations", "rectangle", "automorphisms"), 2)):
        asked = {"weights": "players", "up_to": up_to}
        board = "2x2" if name in ("moves", "two ells") else "2x3"
        try:
            found = orbits(RULES[name], board, **asked)
        except GfkitError:
            continue
        listed = gfkit.brute_force(RULES[name], board, **asked)
        assert (found.polynomial, up_to) == (listed.polynomial, listed.up_to), (name, up_to)
        compared += 1
    assert compared > len(RULES) // 2


def test_rules_with_lines_agree_with_listed_orbits() -> None:
    """Lines that a symmetry turns around: the n queens problem, and patterns with and without direction."""
    for n, many in enumerate([1, 0, 0, 1, 2, 1, 6, 12], 1):  # W. W. Rouse Ball, Mathematical Recreations
        assert int(orbits("n-queens", f"{n}x{n}")) == many
    compared = 0
    patterns = ("0*1?0*", "0*1*", "(00|11)*", "0(0|1)*1", "(0|10)*1?", "(0|1)*11(0|1)*")
    ways = (["rows"], ["rows", "columns"], ["diagonals"], ["diagonals", "antidiagonals"])
    for number, (match, along) in enumerate(some_of([*product(patterns, ways)], 10)):
        board = ("3x3", "2x4", "cylinder:3x3", "4x3")[number % 4]
        lines = [{"along": along, "match": match}]
        rule = Rule.of({"name": "lines", "cells": {"colours": 2}, "rules": {"line": lines}})
        for up_to in ("symmetry", "rotations", "rectangle"):
            try:
                found = int(orbits(rule, board, up_to=up_to))
            except GfkitError:
                continue
            assert found == int(gfkit.brute_force(rule, board, up_to=up_to)), (match, along, board, up_to)
            compared += 1
    assert compared > 9
    with pytest.raises(GfkitError, match="single boards"):
        orbits("n-queens", "3xn")


# Cyclic families and single boards: the value at n is the mean over all symmetries of one board.

RINGS = (
    "torus:4xn moebius:n antiprism:n prism:n wheel:n gear:n helm:n web:n cylinder:nx3 C5xcycle:n"
    " hex-cylinder:nx2 sunlet:n dipyramid:n circulant-1-3:n flower:n trapezohedron:n cone:3xn"
)
WIDE = {"torus:4xn", "C5xcycle:n", "hex-cylinder:nx2"}
"""Tens of seconds each for sets of vertices."""
THINGS = ["matchings", "independent-sets", "dominating-sets", "maximal-matchings", "even-subgraphs", "col"]


@pytest.mark.parametrize(
    ("text", "game"),
    sample(RINGS.split(), THINGS, quick=0, seconds=3, found=[("gear:n", "matchings")],
           allowed=lambda text, game: game in ("matchings", "independent-sets")[: 1 + (text not in WIDE)]
           or text in ("wheel:n", "moebius:n", "trapezohedron:n")),
)  # fmt: skip
def test_formulas_of_cyclic_families_agree_with_single_boards(text: str, game: str) -> None:
    for up_to in ("symmetry", "rotations"):
        law = law_of(game, text, up_to=up_to)
        for n in (law.ring.start + k for k in ((-1, 0, 1, 2) if text in WIDE else (-1, 0, 1, 4, 9))):  # type: ignore[union-attr]
            if n >= law.first_n and text != f"torus:{n}xn":
                assert int(orbits(game, parse_board(text).at(n), up_to=up_to)) == law[n], (up_to, n)
    if text == "C5xcycle:n":  # rotations by one and by two slices have different quotients
        assert law_of("perfect-matchings", text)[10] == int(orbits("perfect-matchings", "C5xcycle:10"))


@pytest.mark.parametrize("text", ["path:n", "cycle:n"])
def test_a_wrong_formula_raises_an_error(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards counted up to all symmetries detect missing symmetries of the strip."""
    module = "gfkit.questions.orbits"
    every = import_module(module).motions
    monkeypatch.setattr(f"{module}.motions", lambda *told: [one for one in every(*told) if not one.backwards])
    with pytest.raises(GfkitError, match="please report it"):
        orbits("matchings", text)


# Smallest and largest weights


def optimum_of(game: str | Rule, family: str, positions: str = "all") -> OptimumOfFamily:
    found = optimum(game, family, positions)
    assert isinstance(found, OptimumOfFamily)
    assert found.evidence.status == "proved"
    return found


# Goncalves, Pinlou, Rao, Thomasse, The domination number of grids (2011), Theorem 1.
def grid(m: int, n: int) -> int:
    if m == 4:
        return n + (n in (1, 2, 3, 5, 6, 9))
    if m == 5:
        return (6 * n + (6 if n in (2, 3, 7) else 8)) // 5
    if m == 6:
        return (10 * n + (10 if n >= 6 and n % 7 == 1 else 12)) // 7
    a, b, c = {1: (1, 2, 3), 2: (1, 2, 2), 3: (3, 4, 4), 7: (5, 3, 3), 8: (15, 14, 8)}[m]
    return (a * n + b) // c


@pytest.mark.parametrize("widths", [range(1, 3), pytest.param(range(3, 7), marks=pytest.mark.slow(10))])
def test_domination_numbers_of_grids(widths):
    for m in widths:
        law = optimum_of("dominating-sets", f"{m}xn").minimum.weights
        assert [law[n] for n in range(m, 60)] == [grid(m, n) for n in range(m, 60)]


def test_formulas_of_optima_list_initial_values():
    text = optimum_of("dominating-sets", "5xn").minimum.text
    assert text == "floor((6*n + 8)/5), -1 if n in {0, 2, 3, 7}"


def test_optimal_paths_that_leave_a_component_for_ever():
    """Ones, then zeros or twos for good: each is left and never gone back to, and grows by another."""
    rule = Rule.array(
        colours=3,
        window=[("ab", "b == 0 if a == 0 else b != 1 if a == 2 else b < 3")],
        weight={1: "x", 2: "x^3"},
    )
    found = optimum_of(rule, "1xn")
    assert [found.minimum.weights[n] for n in range(6)] == [0] * 6
    assert [found.maximum.weights[n] for n in range(6)] == [3 * n for n in range(6)]
    assert found.maximum.counts is not None
    assert [found.maximum.counts[n] for n in range(6)] == [1] * 6


def test_suboptimal_infinite_paths_are_excluded():
    """Zeros may follow a one and repeat, and the last value is a one."""
    rule = Rule.array(
        colours=2, window=[("ab", "a <= b or a == 1")], pin=[("last", "x == 1")], weight={1: "x"}
    )
    found = optimum_of(rule, "1xn")
    assert [found.minimum.weights[n] for n in range(1, 6)] == [1] * 5


def test_the_command_and_an_empty_board():
    assert optimum("perfect-codes", "cycle:4").minimum is None
    assert "minimum  6, attained 52 times" in call("optimum", "dominating-sets", "4x5", code=0).out
    said = call("optimum", "dominating-sets", "cycle:n", "--json", code=0)
    assert '"law": "ceil(n/3) for n >= 3"' in said.out
