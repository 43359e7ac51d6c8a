"""Quasi-polynomial formulas for equilibrium payoffs along a family of boards, fitted to computed payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gfkit.core.algebra import QuasiPolynomial
from gfkit.core.algebra.formula import rational_text
from gfkit.core.deferred import dataclass
from gfkit.core.writable import TextFace
from gfkit.guessing import Finding, guess
from gfkit.play.equilibria import EVERY, Equilibrium

KINDS = "polynomial, periodic, quasi-polynomial"
HOLD_BACK = 5


@dataclass(frozen=True)
class PayoffLaw(TextFace):
    """Payoff of one player as a quasi-polynomial in n, for one tie-breaking rule, or "all" for every rule."""

    tie: str
    player: int
    finding: Finding

    @property
    def law(self) -> QuasiPolynomial:
        assert self.finding.quasi_polynomial is not None, "the search returns only quasi-polynomials"
        return self.finding.quasi_polynomial

    def residues(self) -> list[tuple[str, str]]:
        """Return the formula in k for each residue of n, where n = period * k + residue.

        >>> from gfkit.play.equilibria import equilibria
        >>> one, two = payoff_laws(list(equilibria("nx2", 20)))
        >>> one.residues()[1], two.residues()[1]
        (('4*k + 1', '8*k^2 + 7*k + 2'), ('4*k + 1', '8*k^2 + 5*k'))
        """
        period = self.law.period
        listed = []
        for residue in range(period):
            name = "k" if period == 1 else f"{period}*k" + (f" + {residue}" if residue else "")
            (row,) = self.law.subsequence(period, residue).constituents
            listed.append((name, rational_text(row, "k")))
        return listed

    def as_json(self) -> dict[str, Any]:
        residues = [{"n": name, "formula": formula} for name, formula in self.residues()]
        return {"player": self.player, **self.finding.as_json(), "period": self.law.period, "in_k": residues}


def payoff_laws(solved: Sequence[tuple[int, Equilibrium]]) -> list[PayoffLaw]:
    """Return the payoff formulas of each player, one per tie-breaking rule if payoffs depend on the rule.

    ``solved`` contains consecutive n, each with the equilibrium of its board. A quasi-polynomial is returned
    only if it fits every row and at least five more rows than determine it.
    """
    laws = []
    for tie, rows in _choices([row for _, row in solved]).items():
        for player, terms in enumerate(zip(*rows, strict=True), 1):
            findings = guess(terms, solved[0][0], KINDS, HOLD_BACK).found
            laws += [PayoffLaw(tie, player, finding) for finding in findings[:1]]
    return laws


def _choices(rows: Sequence[Equilibrium]) -> dict[str, list[tuple[int, ...]]]:
    """Return the sequence of payoffs for each tie-breaking rule."""
    if all(row.is_unique for row in rows):
        return {EVERY: [row.payoffs[0] for row in rows]}
    return {name: [dict(row.tie_rules)[name] for row in rows] for name, _ in rows[0].tie_rules}
