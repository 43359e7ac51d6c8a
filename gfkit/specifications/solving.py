"""Equation M(t, f) = 0 of the first unknown of a well-founded system, with a certificate.

Theorem (certificate). Let y be the solution of a well-founded system y = P(t, y) with y(0) = c
(``specifications.system``). Let M, Q, N_1, ..., N_m be in Z[t, f], and let g_0 be a polynomial of degree < n
with

(i) v = val M_f(t, g_0) < n and val M(t, g_0) >= n + v;
(ii) h = val Q(t, g_0) < n, and N_i(t, g_0) = c_i Q(t, g_0) up to t^h, for all i;
(iii) l(t)^e Q^E (N_i/Q - P_i(t, N/Q)) is a multiple of M for all i, where l is the leading coefficient of M
in f;
(iv) l(t)^e Q^E L(t, N_1/Q) is a multiple of M.

Then L(t, y_1) = 0.

Proof. By (i) and Hensel's lemma exactly one power series g = g_0 + O(t^n) solves M(t, g) = 0. By (ii) Q(t, g)
has valuation h, so Q(t, g) is not 0, and z_i = N_i(t, g)/Q(t, g) is a power series with z_i(0) = c_i. Put f =
g in
(iii): z solves the system, because l is not 0. By the theorem on well-founded systems z = y. Put f = g in
(iv). QED

M need not be irreducible, and neither primes nor guesses occur in the proof, so it does not matter how M, Q
and the N_i were found: here by order bases, from the powers of one unknown or of a combination of all.
``proofs.checker.specifications`` checks (i) to (iv) with integers.

Theorem (proof by terms). Let B be the product of the total degrees of the y_i - P_i in t and y. If L has
total degree d and L(t, y_1) = O(t^(d B + 1)), then L(t, y_1) = 0.

Proof. det(1 - J) is 1 at t = 0, so the curve (t, y(t)) lies on a component of dimension 1 of the variety y =
P that is irreducible over Q. The degrees of all components add up to at most B, by Bezout's inequality. The
projection to (t, y_1) is the curve of the irreducible equation A of y_1, so A has total degree at most B. If
A does not divide L, the resultant of A and L in f is not 0, of degree at most d B, and a combination of A and
L, so it has valuation at least d B + 1. Contradiction. QED

The same holds over Q(x, ...), with marks.

References: Carine Pivoteau, Bruno Salvy and Michele Soria, Algorithms for combinatorial structures; Joos
Heintz, Definability and fast quantifier elimination in algebraically closed fields (Bezout's inequality).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count as naturals
from math import gcd, lcm
from typing import Any

from flint import fmpz_poly, nmod_poly

from gfkit.core.algebra.residue import LiftedIntegers, fractions_of, word_primes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import OnProgress, tell_progress
from gfkit.guessing.order_basis import row_relations, solutions
from gfkit.specifications.system import PolynomialSystem

_SPARE = 12
"""Number of terms beyond the unknowns that a relation must satisfy before it is lifted."""
_MOST_DEGREE, _MOST_TERMS, _MOST_PRIMES, _MOST_VALUATION = 12, 1100, 400, 4096
"""Maximum degree in f, number of terms, of primes, and valuation."""
_GENERATORS = 3
"""Number of combinations of the unknowns that are tried as generators of their field."""

_Expansion = Callable[[int, int], list[nmod_poly]]
"""Map from a prime and a length to series."""
Rows = list[list[int]]
"""Polynomial in t and f: lists [power of t, power of f, coefficient]."""


@dataclass(frozen=True)
class SystemProof:
    """Polynomials of the theorem on certificates, for the first unknown of a system."""

    system: PolynomialSystem
    law: Rows
    """The polynomial L."""
    equation: Rows
    """The polynomial M."""
    start: tuple[int, ...]
    """Coefficients of g_0."""
    denominator: Rows
    numerators: tuple[Rows, ...]

    @property
    def multiplicity(self) -> int:
        """Valuation of the derivative of the law by f at the series: roots that agree up to this power of t
        are equal.
        """
        columns = [fmpz_poly([])] * (1 + max(k for _, k, _ in self.law))
        for j, k, c in self.law:
            columns[k] += fmpz_poly([0] * j + [c])
        return _valuation_at(_slope(columns), lambda length: self.system.expand(length)[0])

    def as_json(self) -> dict[str, Any]:
        """Return the polynomials as plain data. The checker reads them, and builds the system itself."""
        return {
            "unknowns": list(self.system.names),
            "law": self.law,
            "equation": self.equation,
            "start": list(self.start),
            "denominator": self.denominator,
            "numerators": list(self.numerators),
        }


class _Expansions:
    """Series of the unknowns modulo primes, computed once for each prime and length."""

    def __init__(self, system: PolynomialSystem) -> None:
        self._system = system
        self._known: dict[int, tuple[int, list[nmod_poly]]] = {}

    def __call__(self, prime: int, length: int) -> list[nmod_poly]:
        known, series = self._known.get(prime, (-1, []))
        if known < length:
            known, series = self._known[prime] = (length, self._system.expand(length, prime))
        return [one.truncate(length) for one in series] if known > length else series


def series_relation(series: _Expansion, length: int) -> list[fmpz_poly] | None:
    """Return coprime integer polynomials q_k of least degree with sum q_k s_k = O(t^length), or None.

    The order basis is computed modulo one prime; its steps are repeated modulo others until the fractions
    repeat. The result is not proved.
    """

    def rows(prime: int, n: int) -> list[list[int]]:
        return [[int(one[k]) for k in range(n)] for one in series(prime, n)]

    first = word_primes(1)[0]
    found = next(row_relations(rows(first, length), None, first, _SPARE), None)
    if found is None:
        return None
    steps, lifted, used, batch = len(found.pivots), None, 0, 2
    before: object = None
    while used < _MOST_PRIMES:
        primes = word_primes(used + batch)[used:]
        used += batch
        images = []
        for prime in primes:
            image = solutions([rows(prime, steps)], None, [prime], found)[0]
            if image is not None:
                images.append(([c for part in image for c in part], prime))
        if images:
            lifted = lifted or LiftedIntegers(len(images[0][0]))
            lifted.add([image for image, _ in images], [prime for _, prime in images])
            values = fractions_of([int(lifted.values[k]) for k in range(lifted.count)], int(lifted.modulus))
            if values is not None and values == before:
                below, width = lcm(*(value.denominator for value in values)), found.degree + 1
                whole = [int(value * below) for value in values]
                common = gcd(*whole)
                parts = [[c // common for c in whole[k : k + width]] for k in range(0, len(whole), width)]
                return list(map(fmpz_poly, parts))
            before = values
        batch = max(2, used // 2)
    return None


def _powers(value: nmod_poly, top: int, length: int) -> list[nmod_poly]:
    row = [nmod_poly([1], value.modulus())]
    for _ in range(top):
        row.append(row[-1].mul_low(value, length))
    return row


def equation_of(
    value: Callable[[int, int], nmod_poly], on_progress: OnProgress | None = None
) -> tuple[list[fmpz_poly], int] | None:
    """Guess the equation of least degree in f: return the coefficients of 1, f, f^2, ..., and the number of
    terms that were used.
    """
    length = 64
    while length <= _MOST_TERMS:
        for degree in range(1, _MOST_DEGREE + 1):
            if (degree + 1) * 2 + _SPARE > length:
                break
            tell_progress(on_progress, "searching the equation", degree, 0, length)
            found = series_relation(lambda p, n: _powers(value(p, n), degree, n), length)  # noqa: B023
            if found is not None and _holds(found, value, 2 * length):
                return found, length
        length *= 2
    return None


def _holds(equation: Sequence[fmpz_poly], value: Callable[[int, int], nmod_poly], length: int) -> bool:
    """Return True if an equation holds for twice the terms from which it was found."""
    prime = word_primes(1)[0]
    rows = _powers(value(prime, length), len(equation) - 1, length)
    parts = (nmod_poly(q, prime).mul_low(r, length) for q, r in zip(equation, rows, strict=True))
    return not sum(parts, nmod_poly([], prime))


def solve(system: PolynomialSystem, on_progress: OnProgress | None = None) -> SystemProof:
    """Return the equation of the first unknown of a system without marks, with its proof.

    Raise LimitError if no equation was found within the limits.

    >>> proof = solve(PolynomialSystem.of(["f"], [], [[(1, 0, (), (0,)), (1, 1, (), (2,))]]))
    >>> proof.law
    [[0, 0, 1], [0, 1, -1], [1, 2, 1]]
    """
    if system.marks:
        raise InputError(f"give numbers for the marks {', '.join(system.marks)}")
    series, count = _Expansions(system), len(system.names)
    if not system.equations[0]:  # the empty class: y_1 = 0
        return SystemProof(system, [[0, 1, 1]], [[0, 1, 1]], (0,), [[0, 0, 1]], ([],))
    guessed = equation_of(lambda p, n: series(p, n)[0], on_progress)
    if guessed is None:
        raise LimitError(
            f"no equation of degree at most {_MOST_DEGREE} was found for {system.names[0]} with {_MOST_TERMS}"
            " terms"
        )
    law, length = guessed
    for attempt in range(_GENERATORS):  # the target, or a combination of all unknowns
        weights = (
            [1 + (attempt * (k + 1) ** 2) % 7 for k in range(count)] if attempt else [1] + [0] * (count - 1)
        )

        def element(p: int, n: int, weights: Sequence[int] = weights) -> nmod_poly:
            own = zip(weights, series(p, n), strict=True)
            return sum((weight * one for weight, one in own if weight), nmod_poly([], p))

        found = equation_of(element, on_progress) if attempt else (law, length)
        if found is not None:
            proof = _proof(system, law, weights, element, series, *found)
            if proof is not None:
                return proof
    raise LimitError(
        f"the unknowns {', '.join(system.names)} were not found as rational functions of one of their"
        " combinations"
    )


def _proof(
    system: PolynomialSystem,
    law: Sequence[fmpz_poly],
    weights: Sequence[int],
    element: Callable[[int, int], nmod_poly],
    series: _Expansion,
    equation: Sequence[fmpz_poly],
    length: int,
) -> SystemProof | None:
    """Express all unknowns as N_i/Q in one element of their field, Q = D(t) M_f; return None if it fails.

    The numerators N_i are short in this form, which is Kronecker's.
    """
    slope = _slope(equation)
    parts = []
    for i in range(len(system.names)):

        def rows(p: int, n: int, i: int = i) -> list[nmod_poly]:
            powers = _powers(element(p, n), max(len(equation) - 2, 0), n)
            own = (nmod_poly(q, p).mul_low(r, n) for q, r in zip(slope, powers, strict=True))
            below = sum(own, nmod_poly([], p))
            return [below.mul_low(series(p, n)[i], n), *powers]

        long, part = length, None
        while part is None and long <= 4 * length:
            part, long = series_relation(rows, long), 2 * long
        if part is None or not part[0]:
            return None
        parts.append(part)
    below = fmpz_poly([1])
    for part in parts:
        below = below * part[0] // below.gcd(part[0])
    bottom = [below * q for q in slope]
    above = [[-(below // part[0]) * q for q in part[1:]] for part in parts]
    start = _start(system, weights, equation, bottom)
    listed = tuple(map(_rows, above))
    return SystemProof(system, _rows(law), _rows(equation), start, _rows(bottom), listed)


def _start(
    system: PolynomialSystem,
    weights: Sequence[int],
    equation: Sequence[fmpz_poly],
    bottom: Sequence[fmpz_poly],
) -> tuple[int, ...]:
    """Return the terms of g that conditions (i) and (ii) need."""

    def element(length: int) -> fmpz_poly:
        own = zip(weights, system.expand(length), strict=True)
        return sum((weight * one for weight, one in own), fmpz_poly([]))

    height = max(_valuation_at(part, element) for part in (_slope(equation), bottom))
    start = element(2 * height + 1)
    return tuple(int(start[k]) for k in range(2 * height + 1))


def _slope(equation: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    return [k * part for k, part in enumerate(equation)][1:]


def _valuation_at(polynomials: Sequence[fmpz_poly], series: Callable[[int], fmpz_poly]) -> int:
    """Return the valuation of a polynomial in t and f at a power series."""
    for length in (8 << k for k in naturals()):
        total = _substitute(polynomials, series(length), length)
        if total:
            return next(k for k in range(length) if total[k])
        if length > _MOST_VALUATION:
            raise LimitError("the derivative of the equation has too large a valuation")
    raise AssertionError("unreachable")


def _rows(polynomials: Sequence[fmpz_poly]) -> Rows:
    return [[k, j, int(c)] for j, part in enumerate(polynomials) for k, c in enumerate(part.coeffs()) if c]


def _substitute(polynomials: Sequence[fmpz_poly], series: fmpz_poly, length: int) -> fmpz_poly:
    total = fmpz_poly([])
    for part in reversed(polynomials):
        total = (total.mul_low(series, length) + part).truncate(length)
    return total
