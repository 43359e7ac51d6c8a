"""Differential equations of constant terms: the identity that proves them, and its verification.

Theorem T. Let F be the sum of t^n F_n(u) over n >= 0 with Laurent polynomials F_n, let F be rational, and let
y be the sum of t^n [u^0] F_n. Let f = F/u, let c_0, ..., c_r and e_1, ..., e_m be polynomials in t, q_1, ...,
q_m polynomials in t and u, C = B/W rational in t and u, and let

    c_0 f + c_1 df/dt + ... + c_r (d/dt)^r f = dC/du + sum of e_i (dq_i/du)/q_i.

Let every q_i, and every irreducible factor of W that contains u, be a constant times a power of u at t = 0;
let the exponent for q_i be m_i. Then c_0 y + c_1 y' + ... + c_r y^(r) = sum of e_i m_i.

Proof. Expand both sides as series in t whose coefficients are Laurent polynomials in u. A polynomial that is
b u^m at t = 0 has the form b u^m (1 + t G) with such a series G, and has an inverse among these series. So C
is one of these series, up to finitely many negative powers of t from the factors of W without u. The
coefficient of u^-1 of f is y, and extracting it commutes with d/dt. In a derivative d/du the coefficient of
u^-1 is 0, and (dq_i/du)/q_i is m_i/u + d/du log(1 + t G). QED

The verification multiplies the identity by all denominators and compares polynomials; it is independent of
the method that found the c_j, the e_i and C.
"""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.polynomial import from_mpoly
from gfkit.core.deferred import dataclass
from gfkit.core.errors import SelfCheckError

if TYPE_CHECKING:
    from flint import fmpz_mpoly

VARIABLES = ("t", "u")
Ratio2 = tuple[Polynomial, Polynomial]
"""Numerator and denominator, in t and u."""


@dataclass(frozen=True)
class Telescoped:
    """Identity of theorem T: f, the c_j, the q_i with their e_i, and C."""

    function: Ratio2
    coefficients: tuple[Polynomial, ...]
    logarithms: tuple[tuple[Polynomial, Polynomial], ...]
    certificate: Ratio2

    def right(self) -> Polynomial:
        """Verify the identity, and return the right-hand side of the equation for y.

        >>> t, one = Polynomial.parse("t", VARIABLES), Polynomial.constant(1, VARIABLES)
        >>> q = Polynomial.parse("u - t", VARIABLES)
        >>> print(Telescoped((one, q), (one,), ((q, one),), (t, one)).right())
        1
        """
        above, below = (part.mpoly for part in self.function)
        top, bottom = (part.mpoly for part in self.certificate)
        order = len(self.coefficients) - 1
        derived = [above]  # numerators of (d/dt)^j f over below^(j+1)
        for j in range(1, order + 1):
            derived.append(derived[-1].derivative("t") * below - j * derived[-1] * below.derivative("t"))
        left = sum(c.mpoly * a * below ** (order - j) for j, (c, a) in enumerate(self._terms(derived)))
        product = reduce(mul, (q.mpoly for q, _ in self.logarithms), Polynomial.constant(1, VARIABLES).mpoly)
        residues = sum(e.mpoly * q.mpoly.derivative("u") * (product // q.mpoly) for q, e in self.logarithms)
        exact = top.derivative("u") * bottom - top * bottom.derivative("u")
        if left * bottom**2 * product != below ** (order + 1) * (exact * product + bottom**2 * residues):
            raise SelfCheckError(
                "the certificate does not prove the differential equation of the constant term"
            )
        for factor, _ in bottom.factor()[1]:
            if factor.degrees()[1]:
                _power_at_zero(factor)
        terms = (e * _power_at_zero(q.mpoly) for q, e in self.logarithms)
        return sum(terms, Polynomial.constant(0, VARIABLES))

    @property
    def bottom(self) -> Ratio2:
        """Product of the factors of W without u, and product of the factors with u."""
        content, factors = self.certificate[1].mpoly.factor()
        unit = Polynomial.constant(1, VARIABLES).mpoly
        with_u, without = (
            reduce(mul, (q**k for q, k in factors if bool(q.degrees()[1]) is has_u), unit)
            for has_u in (True, False)
        )
        return from_mpoly(without * content, VARIABLES), from_mpoly(with_u, VARIABLES)

    def _terms(self, derived: list[fmpz_mpoly]) -> zip[tuple[Polynomial, fmpz_mpoly]]:
        return zip(self.coefficients, derived, strict=True)

    def as_json(self) -> dict[str, Any]:
        """Return the identity as a JSON object of printed polynomials."""
        return {
            "function": list(map(str, self.function)),
            "coefficients": list(map(str, self.coefficients)),
            "logarithms": [[str(q), str(e)] for q, e in self.logarithms],
            "certificate": list(map(str, self.certificate)),
        }


def _power_at_zero(factor: fmpz_mpoly) -> int:
    """Return m if the polynomial is a constant times u^m at t = 0; raise an error otherwise."""
    powers = [int(u) for (t, u), _ in factor.terms() if not t]
    if len(powers) != 1:
        raise SelfCheckError(
            f"{factor} is not a power of u at t = 0, so its inverse is not a power series in t"
        )
    return powers[0]
