"""What papers share, against what is known."""

from __future__ import annotations

from itertools import product

import pytest
from choice import some_of

from gfkit.catalog.papers import CHECKS
from gfkit.core.errors import OptionError
from gfkit.core.oracle import brute_force

from . import graphs
from .check_domination import VERTEX_VALUES, number, roman, smallest_weight


def test_numbers_of_graphs():
    # OEIS A000088, and A005142-A033995 for bipartite ones.
    assert [len(graphs.graphs(n)) for n in range(1, 6)] == [1, 2, 4, 11, 34]
    assert [sum(map(graphs.is_bipartite, graphs.graphs(n))) for n in range(1, 6)] == [1, 2, 3, 7, 13]


def test_weights_of_dominating_sets():
    """Goncalves, Pinlou, Rao and Thomasse (2011): 7 x 7; the Petersen graph; all sets of vertices listed."""
    assert smallest_weight("dominating-sets", "7x7") == 12
    assert smallest_weight("dominating-sets", "petersen") == 3
    for structure in VERTEX_VALUES:
        for board in some_of(("cycle:7", "3x4", "petersen-2:5"), 1):
            listed = brute_force(structure, board, weights="pieces").polynomial.terms
            assert smallest_weight(structure, board) == listed[0][0][0], (structure, board)


def test_wrong_formulas_for_optimal_numbers_are_refuted():
    asked = {"game": "dominating-sets", "family": "4xn", "optimum": "minimum", "from": 4}
    for method, changed in some_of(
        [*product(("derive", "brute-force"), ({}, {"every": 1, "plus": 1, "from": 3}))], step=3
    ):
        found = CHECKS["verify"].methods[method](("n + 5",), asked | changed)
        assert found.status == "refuted", (method, changed)
    with pytest.raises(OptionError, match="'smallest'"):
        CHECKS["verify"].methods["derive"](("n",), asked | {"optimum": "smallest"})
    law = {"structure": "dominating-sets", "family": "3xn", "first": 3, "last": 8}
    for name, wrong in (("strips", "n"), ("frontier", "floor((3*n + 4)/4), +1 if n mod 8 = 7")):
        assert number.methods[name](("floor((3*n + 4)/4)",), law).status != "refuted"
        assert number.methods[name]((wrong,), law).status == "refuted"
    asked = {"family": "cycle:n", "last": 9}
    for name in ("strips", "frontier"):
        assert roman.methods[name](("gamma_R = 2*gamma for n >= 3, n != 1 mod 3",), asked).status != "refuted"
        found = roman.methods[name](("gamma_R = 2*gamma for n >= 3, n != 2 mod 3",), asked)
        assert (found.status, found.witness.at) == ("refuted", "cycle:4")
