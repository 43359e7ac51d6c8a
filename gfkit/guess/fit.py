"""A law that fits data, with the figures that speak for it or against it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gfkit.guess.data import Data
from gfkit.sequences import Algebraic, Hypergeometric, PRecursive, QuasiPolynomial, RationalGF
from gfkit.sequences.number import Number

HOLD_BACK = 5
"""Terms beyond those that fix a law which must agree with it, unless more or fewer are asked for."""


Law = QuasiPolynomial | RationalGF | Hypergeometric | Algebraic | PRecursive
"""The values that laws come as, the simplest kinds first."""


@dataclass(frozen=True)
class Fit:
    """A law, and how many equations it solved with how many unknowns.

    ``equations`` are the relations between the terms that were tested and hold, ``unknowns`` the free
    numbers in the law, ``irregular`` the first terms that the law leaves out,
    ``terms`` how many were looked at.
    """

    law: Law
    method: str
    unknowns: int
    equations: int
    irregular: int
    terms: int

    @property
    def spare(self) -> int:
        return self.equations - self.unknowns

    def with_law(self, law: Law) -> Fit:
        """The same fit with the law written as another value."""
        return replace(self, law=law)

    def with_more(self, terms: int) -> Fit:
        """The same fit after all of so many terms were compared."""
        return replace(self, equations=self.equations + terms - self.terms, terms=terms)

    @property
    def is_weak(self) -> bool:
        """Whether fewer than half as many equations were left over as there were unknowns.

        For a linear recurrence with constant coefficients: whether its order is above a third of the
        number of terms. Infinite products fit such recurrences for long.
        """
        return 2 * self.spare < self.unknowns


@dataclass(frozen=True)
class Broken:
    """The index of the one term that breaks a law, and the term that would mend it."""

    n: int
    wanted: Number


def holds_up(data: Data, law_bits: int, told_from: int) -> bool:
    """Whether a law is shorter than the terms from this index on, which it tells.

    A law with as many digits as the terms it explains explains nothing, however well it fits.

    Reference: Jorma Rissanen, Modeling by shortest data description.
    """
    return law_bits <= data.bits[min(max(told_from - data.offset, 0), len(data))]


def worth_it(data: Data, unknowns: int) -> bool:
    """Whether a law with so many coefficients could be shorter than the terms: two digits each at least."""
    return 2 * unknowns <= data.bits[0]
