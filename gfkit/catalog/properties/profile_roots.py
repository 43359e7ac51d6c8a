"""Roots of profiles over small graphs."""

from __future__ import annotations

from typing import Any

from flint import fmpz_poly

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement
from gfkit.catalog.plain.graphs import all_graphs, as_board


def spread(_: Statement, asked: Arguments) -> Found:
    """A search that cannot end: how many different roots there are, and how far out they lie."""
    from gfkit.transfer import count

    factors = set()
    for graph in all_graphs(asked["vertices"]):
        profile = count(asked["game"], as_board(graph), "all", "pieces").polynomial
        row = [profile.coefficient(k) for k in range(max(p[0] for p, _ in profile.terms) + 1)]
        factors |= {tuple(map(int, factor.coeffs())) for factor, _ in fmpz_poly(row).factor()[1]}
    pairs: list[Any] = [pair for row in factors for pair in fmpz_poly(list(row)).complex_roots()]
    roots = [complex(pair[0]) for pair in pairs]
    real = sum(abs(root.imag) < 1e-9 for root in roots)
    return Found(
        Standing.OPEN,
        f"{len(roots)} roots, {real} of them real, moduli {min(map(abs, roots)):.3f} to"
        f" {max(map(abs, roots)):.3f}, on graphs with up to {asked['vertices']} vertices",
    )


METHODS: dict[str, dict[str, Method]] = {"spread": {"roots": spread}}
