"""Complete graphs by their law.

The numbers are those of listing, of laws by hand, and of words by the numbers of their letters.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb

import pytest
import sympy
from tables import tables

import gfkit
from gfkit import brute_force
from gfkit.boards import parse_one_board
from gfkit.errors import MismatchError
from gfkit.kinds.array.rule import ArrayRule, NeighbourCount
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.transfer.theorems.complete import complete_terms
from gfkit.typing import Positions, Weights

DATA = tables("transfer_cases")["transfer_complete"]


def test_made_up_games_on_complete_graphs() -> None:
    cell, edge = ["X"], ["XX", "X/X"]
    kinds = ((cell, edge), (edge, edge), (cell, cell), (cell + edge, cell))
    forbidden = ([], ["LL"], ["LR"], ["LL", "RR"], ["LL", "LR", "RR"])
    for (left, right), forbid, liberties in product(kinds, forbidden, (False, True)):
        rules = {"forbid_adjacent": forbid, "liberties": liberties}
        told = {"name": "made up", "left": {"pieces": left}, "right": {"pieces": right}, "rules": rules}
        rule = gfkit.Rule.of(told)
        assert isinstance(rule, PlacementRule)
        for n, positions in product((1, 2, 4), (Positions.ALL, Positions.LEFT_ENDS, Positions.MAXIMAL)):
            board = parse_one_board(f"complete:{n}")
            listed = brute_force(rule, board, positions.value, "players").polynomial
            found = complete_terms(rule, n, positions.stuck, Weights.PLAYERS)
            assert {p: v for p, v in found.items() if v} == dict(listed.terms), (n, positions, liberties)


def test_laws_of_complete_graphs_as_they_are_printed() -> None:
    """Coefficients of the exponential generating function, and the recurrence where it says to hold."""
    games = ("col", "snort", "arc-kayles", "nogo", "cis:2")
    for game, positions in product(games, ("all", "maximal", "left-ends")):
        told = gfkit.derive(game, "complete:n", positions).as_json()
        counts = [gfkit.count(game, f"complete:{n}" if n else "#", positions).count for n in range(8)]
        series = sympy.sympify(str(told["exponential_generating_function"]).replace("^", "**"))
        assert [series.diff("t", n).subs("t", 0) for n in range(8)] == counts, (game, positions)
        if rule := told["recurrence"]:
            factors = [sympy.sympify(factor) for factor in rule["coefficients"]]
            for n in range(rule["valid_from"], 8):
                terms = enumerate(factors, 1)
                assert counts[n] == sum(factor.subs("n", n) * counts[n - k] for k, factor in terms), game
            assert (rule["order"], rule["valid_from"]) == (len(factors), len(factors))


def test_what_the_automaton_of_complete_graphs_does_not_read_is_refused():
    for more in DATA["what_the_automaton_of_complete_graphs_does_not_read_is_refused"]:
        rule = gfkit.Rule.array(colours=2, **more)
        with pytest.raises(MismatchError, match="board by board"):
            gfkit.derive(rule, "complete:n")
        counts = [gfkit.count(rule, f"complete:{n}").count for n in range(1, 5)]
        assert counts == [brute_force(rule, f"complete:{n}").count for n in range(1, 5)], more


def test_predicates_on_complete_graphs():
    """Against listing; and against words by the numbers of their letters, all of them up to 13 cells."""
    for says in DATA["predicates_on_complete_graphs"]:
        rule = gfkit.Rule.array(colours=3, near=[("rook", says)])
        law = gfkit.derive(rule, "complete:n")
        assert law.evidence.status.value == "proved"
        assert law.terms(6) == [1] + [brute_force(rule, f"complete:{n}").count for n in range(1, 6)], says
    rule = gfkit.Rule.array(colours=2, near=[("rook", "count(y == x for y in near) <= 12")])
    true = [sum(comb(n, k) for k in range(n + 1) if max(k, n - k) <= 13) for n in range(28)]
    assert gfkit.derive(rule, "complete:n").terms(28) == true


# Laws by hand.


def count_of(cell: int, of: list[int], allowed: list[int]) -> NeighbourCount:
    return NeighbourCount(cell, (), frozenset(of), frozenset(allowed))


LAWS: list[tuple[str, int, list[NeighbourCount], Callable[[int], int]]] = [
    ("every array", 3, [], lambda n: 3**n),
    ("independent sets", 2, [count_of(1, [1], [0])], lambda n: n + 1),
    ("dominating sets up to 12 cells", 2, [count_of(0, [1], list(range(1, 20)))], lambda n: 2**n - (n > 0)),
    ("3-colourings", 3, [count_of(c, [c], [0]) for c in range(3)], lambda n: [1, 3, 6, 6, 0][min(n, 4)]),
    ("matched pairs", 2, [count_of(1, [1], [1])], lambda n: 1 + comb(n, 2)),
    ("total domination by one", 2, [count_of(c, [1], [1]) for c in range(2)], lambda n: int(n in (0, 2))),
    ("none of the one where the other is", 2, [count_of(0, [1], [0])], lambda n: 2 if n else 1),
]


def test_arrays_on_complete_graphs() -> None:
    """Laws by hand, every n from 0 on."""
    for name, colours, counts, law in LAWS:
        rule = ArrayRule(name, colours, ((0, 0),) * colours, counts=tuple(counts))
        found = gfkit.derive(rule, "complete:n")
        assert found.evidence.status.value == "proved"
        assert found.terms(13) == [law(n) for n in range(13)], name


def test_a_law_of_too_many_states_is_refused() -> None:
    counts = tuple(count_of(c, [c], [900]) for c in range(3))
    with pytest.raises(gfkit.GfkitError, match=r"on 'complete:n': its numbers of cells make .* states"):
        gfkit.derive(ArrayRule("many", 3, ((0, 0),) * 3, counts=counts), "complete:n")
