"""Sentences about structures on graphs, compared with counts by definition, and graphs in words.

The counts and the graphs are those of the definitions in ``listed`` and ``families_by_definition``, without
gfkit, which only judges.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import product

import pytest
from choice import then_slow
from differential.families_by_definition import Graph, at_size, defined, same
from known_sequences import linear
from listed import EDGES, VERTICES, hanging, sizes, spanning_trees
from tables import lines

from gfkit import verify
from gfkit.claims.reading.mentions import object_of
from gfkit.core.boards import parse_board
from gfkit.core.errors import GfkitError, UndecidedError

OPTIMAL = {
    "domination-number": ("dominating-sets", min),
    "total-domination-number": ("total-dominating-sets", min),
    "independence-number": ("independent-sets", max),
    "vertex-cover-number": ("vertex-covers", min),
    "matching-number": ("matchings", max),
}
FIBONACCI, LUCAS = linear([1, 1], [0, 1]), linear([1, 1], [2, 1])
LISTED, COLOURED = 14, 80_000
"""Largest number of edges or vertices of sets that are listed, and of colourings."""
PARTS = 6


@cache
def number(structure: str, family: str, n: int) -> int:
    """Return the number of a structure on a graph by definition. Raise OverflowError if it is too large."""
    graph = defined(at_size(f"king:{family}" if structure == "kings" else family, n))
    places = {v: k for k, v in enumerate(graph.vertices)}
    size, edges = len(places), sorted(tuple(sorted(places[v] for v in edge)) for edge in graph.edges)
    name = {"kings": "independent-sets", "domino-tilings": "perfect-matchings"}.get(structure, structure)
    if name == "spanning-trees":
        return spanning_trees(size, edges)
    if name == "perfect-matchings":
        return partners(frozenset(range(size)), frozenset(edges))
    if name.startswith("colourings:"):
        colours = int(name.partition(":")[2])
        if colours**size > COLOURED:
            raise OverflowError
        return sum(all(some[a] != some[b] for a, b in edges) for some in product(range(colours), repeat=size))
    name, best = OPTIMAL.get(name, (name, None))
    if (size if name in VERTICES else len(edges)) > LISTED:
        raise OverflowError
    found = (
        sizes(name, size, edges) if name in VERTICES or name in EDGES else hanging(size, edges, LISTED)[name]
    )
    return best(found) if best else sum(found.values()) if isinstance(found, dict) else found


@cache
def partners(left: frozenset[int], edges: frozenset[tuple[int, int]]) -> int:
    """Return the number of perfect matchings of some vertices; the first has a partner."""
    first, *others = sorted(left) or [-1]
    return sum(partners(left - {first, v}, edges) for v in others if (first, v) in edges) if left else 1


def is_true(structure: str, family: str, first: int, check: str) -> bool:
    """Return the truth of an expression on all graphs whose numbers are listed, at least two."""
    whole = re.sub(r"\(?\d*n(?:[+-]\d+)?\)?", "n", family)
    names = {"c": lambda n: number(structure, whole, n), "F": FIBONACCI, "L": LUCAS, "fac": math.factorial}
    for n in range(first, first + 9):
        try:
            if not eval(check, names | {"n": n}):
                return False
        except OverflowError:
            assert n > first + 1, f"too few graphs: {structure} on {family}"
            break
    return True


def chosen(text: str, side: int) -> str:
    """Return a text with one side of each choice {a|b}."""
    part = r"((?:[^{}|]|\{[^{}]*\})*)"
    return re.sub(rf"\{{{part}\|{part}\}}", lambda found: found[side + 1], text)


def verdict(text: str, **about: str) -> str:
    """Return the verdict, or "refused"."""
    try:
        return str(verify(text, **about).verdict)
    except GfkitError:
        return "refused"


@pytest.mark.parametrize("part", then_slow(range(1), 7, *range(1, PARTS)))
def test_sentences(part):
    for line in lines("sentences")[part::PARTS]:
        structure, family, first, text, check = line.removeprefix("? ").split(" | ")
        for side in range(1 + (chosen(text, 0) != chosen(text, 1))):
            sentence = chosen(text, side)
            truth = is_true(structure, family, int(first), chosen(check, side))
            assert truth == (not side), f"{sentence}: the row is wrong"
            found = [verdict(sentence, game=structure, family=family), verdict(sentence)]
            allowed = {"proved", "consistent"} if truth else {"refuted", "later"}
            assert {*found} <= allowed | {"refused"}, f"{sentence}: {found}"
            assert line.startswith("? ") or side or found[0] != "refused", sentence


@pytest.mark.parametrize("row", lines("graphs_in_words"))
def test_graphs_in_words(row):
    words, first, expected = row.split(" | ")
    told = [f"the number of independent sets of {words}"]
    if expected == "contradiction":
        with pytest.raises(UndecidedError):
            object_of(told)
        return
    found = object_of(told)
    assert (found is None) == (expected == "none")
    for n in range(int(first), int(first) + 4 * (found is not None)):
        graph: Graph = defined(at_size(expected, n))
        board = parse_board(found[1]).at(n)
        assert board.size == len(graph.vertices)
        assert same(graph, board.size, board.edges), n


def test_numbering_of_other_authors():
    """The wheel W_n has n or n + 1 vertices. A formula that is true only in one of them is not refuted."""
    for text in (
        "The number of spanning trees of the wheel graph W_n is L_{2n} - 2.",
        "Let t_n be the number of spanning trees of the wheel W_n. Then t_n = L_{2n} - 2.",
    ):
        assert verdict(text) == verdict(text, game="spanning-trees", family="wheel:n") == "refused"
        assert verdict(text, game="spanning-trees", family="wheel:(n+1)") == "proved"
    assert number("spanning-trees", "wheel:n", 4) == LUCAS(6) - 2  # three spokes and four vertices
