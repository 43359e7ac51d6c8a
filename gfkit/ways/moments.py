"""Differential equations of series after each power of u is replaced by a moment, such as k! for u^k.

A *moment functional* L maps polynomials in u to numbers: L(u^k) = k!, or (2k-1)!!, or the moments of the
standard normal distribution. It vanishes on D G = a G' + b G for every polynomial G, where a and b are
polynomials in u, and L(1) = 1. Let F(t, u) be the sum of t^n F_n(u), a rational function, with polynomials
F_n. This module computes a linear differential equation of the series y(t) = sum of L(F_n) t^n.

Theorem. Let F = P/(h R S), where R is the product of the irreducible factors of the denominator that contain
u, R S is the product of these factors with their multiplicities, and h is a polynomial in t. Let R S be a
nonzero constant at t = 0, and d = deg_u R. Then there are rational functions of t such that

    F = A_0/R + w_0 + D(C_0),  with deg_u A_0 < d, and w_0 without u,
    d/dt (u^i/R) = (M_i0 + ... + M_i,d-1 u^(d-1))/R + w_i + D(C_i)  for 0 <= i < d,

where C_0, ... have denominators of the form (polynomial in t) times a divisor of R S or R. So the j-th
derivative of F is A_j/R + w_j up to a function D C, where the vector (A_j, w_j) follows from the one before.
There are polynomials c_0, ..., c_r in t, r <= d, not all 0, with c_0 A_0 + ... + c_r A_r = 0, and then

    c_0 y + c_1 y' + ... + c_r y^(r) = c_0 w_0 + ... + c_r w_r.

Proof. For P/(R S) multiply by R S. With T = R S'/S, the equation is

    P = A S + w R S + a (B' R - B T) + b B R,  deg_u A < d,  deg_u B < m = max(deg_u S, deg_u P - d).

It is a square linear system for A, w and B, since b has degree 1, and a has degree at most 1. Suppose that
A/R + w + D(B/S) = 0. No root of R is a root of a, since R is a constant at t = 0 and a is a constant or a
multiple of u. So where B/S has a pole of order k > 0, D(B/S) has a pole of order k + 1 > 1; but A/R has only
simple poles. Hence B/S is a polynomial G in u. If it is not 0, D G has degree deg G + 1 > 0, and A/R + w has
no such term. So G = 0, and then A = 0 and w = 0: the system has exactly one solution. The statement on
d/dt (u^i/R) = -u^i (dR/dt)/R^2 is the case S = R. Derivatives by t commute with D. The d + 1 vectors A_0,
..., A_d of d entries are linearly dependent.

Expand all functions as series in t. R and S are constants at t = 0, so their inverses are series in t whose
coefficients are polynomials in u; a polynomial in t adds finitely many negative powers of t. L acts on every
coefficient. It commutes with d/dt, is 0 on D C, and is the identity on w. QED

Reference: Alin Bostan, Frederic Chyzak, Pierre Lairez and Bruno Salvy, Generalized Hermite reduction,
creative telescoping and definite integration of D-finite functions, ISSAC 2018.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import prod
from typing import NamedTuple

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.core.algebra.closure import LinearSystem, VectorForm, common_system
from gfkit.core.algebra.dependency import Echelon, first_relation
from gfkit.core.algebra.holonomic import DifferentialEquation
from gfkit.core.deferred import dataclass
from gfkit.core.errors import SelfCheckError

RING = fmpz_mpoly_ctx.get(("t", "u"), Ordering.lex)
T, U = RING.gens()
ONE = RING.constant(1)


class Moments(NamedTuple):
    """Moment functional: the polynomials a and b of D, with deg b = 1, and its name."""

    name: str
    slope: fmpz_mpoly
    factor: fmpz_mpoly

    def numbers(self, count: int) -> list[int]:
        """Return L(1), L(u), L(u^2), ..., which L(D u^k) = 0 determines.

        >>> FACTORIALS.numbers(5), PAIRINGS.numbers(5), NORMAL.numbers(6)
        ([1, 1, 2, 6, 24], [1, 1, 3, 15, 105], [1, 0, 1, 0, 3, 0])
        """
        found = [1]
        for k in range(count - 1):
            row = [int(part[0]) if part else 0 for part in rows_in_u(self.derivative(U**k), k + 2)]
            found.append(-sum(value * known for value, known in zip(row[:-1], found, strict=True)) // row[-1])
        return found[:count]

    def derivative(self, part: fmpz_mpoly) -> fmpz_mpoly:
        """Return D of a polynomial."""
        return self.slope * part.derivative("u") + self.factor * part


FACTORIALS = Moments("k!", U, 1 - U)
PAIRINGS = Moments("(2k-1)!!", 2 * U, 1 - U)
NORMAL = Moments("normal", ONE, -U)


def rows_in_u(part: fmpz_mpoly, width: int) -> list[fmpz_poly]:
    """Return the coefficients of 1, u, u^2, ... as polynomials in t."""
    rows: list[dict[int, int]] = [{} for _ in range(width)]
    for (t, u), value in part.terms():
        rows[int(u)][int(t)] = int(value)
    return [fmpz_poly([row.get(k, 0) for k in range(max(row, default=-1) + 1)]) for row in rows]


def join_rows(rows: Sequence[fmpz_poly], powers: Iterable[int] | None = None) -> fmpz_mpoly:
    """Return the polynomial with the given coefficients of 1, u, u^2, ..., or of the given powers of u."""
    listed = zip(rows, range(len(rows)) if powers is None else powers, strict=True)
    return RING.from_dict({(k, u): c for row, u in listed for k, c in enumerate(row.coeffs()) if c})


def degree_in_u(part: fmpz_mpoly) -> int:
    return int(part.degrees()[1])


@dataclass(frozen=True)
class Reduced:
    """Identity above/(radical rest) = (A/radical + w + D(B/rest))/below."""

    parts: list[fmpz_poly]
    """Coefficients of A, and w."""
    tail: fmpz_mpoly
    """B."""
    below: fmpz_poly


@dataclass(frozen=True)
class MomentProof:
    """Differential equation of the transformed series, with the identities that prove it."""

    moments: Moments
    function: tuple[fmpz_mpoly, fmpz_mpoly]
    radical: fmpz_mpoly
    """R."""
    outer: fmpz_mpoly
    """h."""
    start: Reduced
    derivatives: tuple[Reduced, ...]
    coefficients: tuple[fmpz_poly, ...]
    right: fmpz_poly

    @property
    def rest(self) -> fmpz_mpoly:
        """Polynomial h S."""
        return self.function[1] // self.radical

    @property
    def inner(self) -> fmpz_mpoly:
        """Polynomial S."""
        return self.rest // self.outer

    def check(self) -> None:
        """Raise SelfCheckError unless the identities hold and imply the equation."""
        above, radical, rest = self.function[0], self.radical, self.rest
        slope = radical.derivative("t")
        cases = [(above, rest, self.start)]
        cases += [(-(U**i) * slope, radical, part) for i, part in enumerate(self.derivatives)]
        for top, bottom, part in cases:
            if not self._holds(top, bottom, part):
                raise SelfCheckError("a reduction of the transformed series is wrong")
        system = common_system([VectorForm(part.parts, part.below) for part in self.derivatives])
        form = _with_constant(system, VectorForm(self.start.parts, self.start.below))
        vectors = [next(form) for _ in self.coefficients]
        common = prod((vector.below for vector in vectors), start=fmpz_poly([1]))
        sums = [
            sum(
                (
                    c * vector.parts[i] * (common // vector.below)
                    for c, vector in zip(self.coefficients, vectors, strict=True)
                ),
                fmpz_poly([]),
            )
            for i in range(len(self.start.parts))
        ]
        if any(sums[:-1]) or sums[-1] != self.right * common:
            raise SelfCheckError("the relation of the transformed series is wrong")

    def _holds(self, above: fmpz_mpoly, rest: fmpz_mpoly, part: Reduced) -> bool:
        """Return True if above/(radical rest) is the function of ``part``, for rest = h S."""
        *own, constant = part.parts
        a, b, radical = self.moments.slope, self.moments.factor, self.radical
        tail, inner = part.tail, rest.derivative("u") * radical
        whole = join_rows(own) * rest + join_rows([constant]) * radical * rest
        exact = (a * tail.derivative("u") + b * tail) * radical * rest - a * tail * inner
        return join_rows([part.below]) * above * rest == whole * rest + exact

    @property
    def equation(self) -> DifferentialEquation:
        return DifferentialEquation.of_polynomials(list(self.coefficients), self.right)


def transform(function: tuple[fmpz_mpoly, fmpz_mpoly], moments: Moments) -> MomentProof:
    """Return the differential equation of the series after L is applied to every coefficient of t^n.

    The denominator must be a constant at t = 0.
    """
    above, below = function
    factors = [(part, int(power)) for part, power in below.factor()[1] if degree_in_u(part)]
    radical = prod((part for part, _ in factors), start=ONE)
    rest = prod((part ** (power - 1) for part, power in factors), start=ONE)
    outer = below // (radical * rest)
    (first,) = _reduce([above], radical, rest, moments)
    start = Reduced(first.parts, first.tail * outer, first.below * rows_in_u(outer, 1)[0])
    slope, width = radical.derivative("t"), degree_in_u(radical)
    derivatives = _reduce([-(U**i) * slope for i in range(width)], radical, radical, moments)
    system = common_system([VectorForm(part.parts, part.below) for part in derivatives])
    forms: list[VectorForm] = []

    def vectors() -> Iterator[list[fmpz_poly]]:
        for form in _with_constant(system, VectorForm(start.parts, start.below)):
            forms.append(form)
            yield form.parts[:-1]

    relation = first_relation(vectors(), width)
    right = sum((c * form.parts[-1] for c, form in zip(relation, forms, strict=True)), fmpz_poly([]))
    coefficients = [c * form.below for c, form in zip(relation, forms, strict=True)]
    common = reduce(fmpz_poly.gcd, [*coefficients, right])
    proof = MomentProof(
        moments, function, radical, outer, start, tuple(derivatives),
        tuple(c // common for c in coefficients), right // common,
    )  # fmt: skip
    proof.check()
    return proof


def _with_constant(system: LinearSystem, form: VectorForm) -> Iterator[VectorForm]:
    """Yield the vectors (A_j, w_j) of all derivatives; the derivative of w_j is its own."""
    width = len(form.parts)
    whole = LinearSystem([*system.table, [fmpz_poly([])] * width], system.below)
    while True:
        form = form.reduce()
        yield form
        form = form.derivative(whole)


def _reduce(
    numerators: Sequence[fmpz_mpoly], radical: fmpz_mpoly, rest: fmpz_mpoly, moments: Moments
) -> list[Reduced]:
    """Return the reduction of each numerator over radical * rest, by one elimination."""
    wide, tall = degree_in_u(radical), degree_in_u(rest)
    count = max(tall, *(degree_in_u(part) - wide for part in numerators))
    inner = radical * rest.derivative("u") // rest
    a, b = moments.slope, moments.factor
    columns = [U**i * rest for i in range(wide)] + [radical * rest]
    for i in range(count):
        power = U**i
        columns.append(a * (power.derivative("u") * radical - power * inner) + b * power * radical)
    width = wide + count + 1
    space = Echelon(width)
    for column in columns:
        if space.add(rows_in_u(column, width)) is not None:
            raise SelfCheckError("a reduction of a transformed series has no unique solution")
    found = []
    for part in numerators:
        relation = space.add(rows_in_u(part, width))
        assert relation is not None, "the columns of the reduction span the space"
        own = [*relation[:width], relation[-1]]
        common = reduce(fmpz_poly.gcd, own)
        *own, last = (value // common for value in own)
        found.append(Reduced(own[: wide + 1], join_rows(own[wide + 1 :]), -last))
    return found
