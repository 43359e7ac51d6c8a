"""Result of the modular method: a generating function with its evidence."""

from __future__ import annotations

import json
import math
from random import Random
from typing import Self

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.polynomial import pack_polynomial, unpack_polynomial
from gfkit.core.deferred import asdict, dataclass
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.typing import OnProgress, Weights
from gfkit.runs.batch import Work

_COUNTS = ("order", "primes_used", "points_used", "terms_used", "proof_seconds")


@dataclass(frozen=True, slots=True)
class FractionSearch:
    """Query for the fraction of a strip, with the available resources."""

    strip: Strip
    weights: Weights
    certify: bool
    """True if a proof is requested, regardless of its cost."""
    work: Work
    on_progress: OnProgress | None
    small: Automaton | None
    """Automaton of the strip with few states, if known."""
    random: Random
    fast: bool
    """True if the C extension may be used."""


@dataclass(frozen=True, slots=True)
class ModularGF:
    """Fraction numerator / denominator = sum over j of b(j) t^j in lowest terms, with its evidence.

    If ``proved`` is False, the probability that the random choices missed an error is at most
    2^``failure_log2``.
    """

    numerator: Polynomial
    denominator: Polynomial
    order: int
    primes_used: int
    points_used: int
    terms_used: int
    proved: bool
    failure_log2: float
    detail: str
    proof_seconds: int = 0
    """Estimated cost of a proof, if there is none."""

    @classmethod
    def nothing(cls, width: int) -> Self:
        """Return 0/1 in ``width`` variables, the fraction of a strip without a path from start to final."""
        variables = ("t", "x", "y")[:width]
        zero, unit = Polynomial.constant(0, variables), Polynomial.constant(1, variables)
        return cls(zero, unit, 0, 0, 0, 0, True, -math.inf, "no state lies on a path through the strip")

    def to_bytes(self) -> bytes:
        """Serialise the fraction for the store. Numbers are in base 16, whose conversion takes linear
        time.
        """
        named = asdict(self) | {
            "numerator": pack_polynomial(self.numerator),
            "denominator": pack_polynomial(self.denominator),
        }
        return json.dumps(named).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> Self:
        """Parse the output of ``to_bytes``. Raise ValueError or a similar error if the input is malformed."""
        named = json.loads(text)
        result = cls(**named | {key: unpack_polynomial(named[key]) for key in ("numerator", "denominator")})
        if {type(getattr(result, name)) for name in _COUNTS} != {int} or type(result.proved) is not bool:
            raise ValueError("no numbers")
        if type(result.failure_log2) is not float or type(result.detail) is not str:
            raise ValueError("no words")
        return result

    def fits(self, variables: tuple[str, ...], states: int) -> bool:
        """Return True if the variables match and the order is at most ``states`` (Cayley-Hamilton bound)."""
        both = self.numerator, self.denominator
        return 0 <= self.order <= states and all(
            polynomial.variables == variables
            and all(0 <= powers[0] <= self.order for powers, _ in polynomial.terms)
            for polynomial in both
        )

    def agrees(self, text: bytes) -> bool:
        """Return True if the output of ``to_bytes`` contains the same fraction, regardless of its
        evidence.
        """
        other = self.from_bytes(text)
        return (other.numerator, other.denominator) == (self.numerator, self.denominator)
