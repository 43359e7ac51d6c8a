r"""Statements about the polynomials p_n(x) of a law, such as ``the polynomials are real-rooted``.

A polynomial with the coefficients c_0, c_1, ... is log-concave if c_k^2 >= c_(k-1) c_(k+1) for every k,
unimodal if no coefficient increases after a decrease, palindromic if c_(e-k) = c_k for some e and all k, and
gamma-positive if it is a sum of g_k x^k (1+x)^(e-2k) with numbers g_k >= 0. The zero polynomial has all these
properties.

Theorem (Liu and Wang). Let f, g and F = a f + b g be polynomials with positive leading coefficients, where f
and g are real-rooted, g interlaces f or alternates left of it, and deg F is deg f or deg f + 1. If b(r) <= 0
for every zero r of f, then F is real-rooted, and f interlaces F or alternates left of it.

Corollary. Let p_n = a p_(n-1) + b p_(n-2) for all n >= s + 2. All p_n with n >= s are real-rooted with
coefficients that are not negative, if

1. p_s and p_(s+1) have these properties, and p_s interlaces p_(s+1) or alternates left of it;
2. the coefficients of a and b are not negative, and b(x) <= 0 for all x <= 0;
3. the degree of each polynomial exceeds the degree of its predecessor by 0 or 1.

Proof. By induction the coefficients are not negative, so the zeros of p_(n-1) are not positive. QED

No terms cancel, so the degrees follow from those of a, b, p_s and p_(s+1). If a and b have a real-rooted
common divisor h, the corollary is also applied to the polynomials p_n/h^k, where k = floor((n-s)/2). Their
recurrences have the coefficients a/h and b/h if n - s is even, and a and b/h if it is odd. The corollary
also holds for the recurrence p_n = a p_(n-1) + (n-1) b p_(n-2) of complete graphs. If b = 0, then p_n is a
product of real-rooted polynomials if a and p_s are real-rooted.

A real-rooted polynomial is log-concave (Newton). If its coefficients are not negative, it is unimodal, and if
it is also palindromic, it is gamma-positive.

The polynomials are palindromic for all n with e = cn + d if and only if the generating function F satisfies
x^d F(t x^c, 1/x) = F(t, x). The program tests this for the residue classes of n modulo 1, 2, 3 and 4.

Theorem (Heilmann and Lieb). For every graph, all zeros of the sum of m_k x^k are real, where m_k is the
number of matchings with k edges.

Theorem (Adiprasito, Huh and Katz). The numbers of independent sets of a matroid, by their number of elements,
form a log-concave sequence of positive numbers.

The spanning forests of a graph are the independent sets of its cycle matroid. The complements of its
connected spanning subgraphs are the independent sets of the dual matroid if the graph is connected;
otherwise there are none. These theorems are applied to the rules ``matchings``, ``spanning-forests`` and
``connected-spanning-subgraphs``, and to equal rules, if all configurations are counted and x counts edges.

In all other cases the polynomials are checked for the first n, which never proves a statement. FLINT isolates
the roots with certified balls, and real roots have exactly real balls.

References: Lily Liu and Yi Wang, A unified approach to polynomial sequences with only real zeros, theorem
2.1. Petter Brändén, Unimodality, log-concavity, real-rootedness and beyond. Ole Heilmann and Elliott Lieb,
Theory of monomer-dimer systems. Karim Adiprasito, June Huh and Eric Katz, Hodge theory for combinatorial
geometries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from flint import acb_poly, ctx, fmpz_poly

from gfkit.claims.provers.result import FirstDifference
from gfkit.claims.provers.scope import Case, ObservedClaim, Proof, start_of, terms_from
from gfkit.claims.provers.truth import KnownSequence, counts_edges_of
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Worded
from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.series import isolate_roots
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, as_typed
from gfkit.core.typing import Weights, check_stop

_MOST_DEGREE = 100
"""Degree after which no more polynomials are checked."""
_MOST_PERIOD = 4
_LATER_STARTS = 6
"""Number of values s that are tried in the corollary."""
_BITS = 256
_SHOWN = 60
_X = fmpz_poly([0, 1])


@dataclass(frozen=True, kw_only=True)
class PolynomialClaim(ObservedClaim):
    """Claim that the polynomials p_n(x), in which x counts pieces, have a shape for all n."""

    shape: str
    weights: ClassVar[Weights] = Weights.PIECES  # type: ignore[misc]
    observed: ClassVar[int] = 40

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        start, law = start_of(known, self.since), known.rational
        parts = () if law is None or known.question is None else (law.numerator, law.denominator)
        if parts and all(part.degree("x") < 1 for part in parts if "x" in part.variables):
            raise InputError(
                f"formula {as_typed(self.text)}: all polynomials are constant, because no piece on these"
                " boards has weight x"
            )
        for n, value in enumerate(terms_from(known, start), start):
            if not isinstance(value, Polynomial) or value.variables != ("x",):
                raise InputError(f"formula {as_typed(self.text)}: the terms are not polynomials in x")
            row = dense(value)
            flaw = SHAPES_OF_POLYNOMIALS[self.shape](row)
            yield n, FirstDifference(n, f"p_{n} is {self.shape}", flaw) if flaw else None
            if row.degree() > _MOST_DEGREE:
                return

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        return [Worded(f"the polynomials are {self.shape} for n >= {start_of(known, self.since)}")]

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        return _PROOFS[self.shape](known, start)


# Single polynomials


def is_real_rooted(row: fmpz_poly) -> bool:
    """Return True if all complex roots are real, or if the polynomial is zero.

    >>> is_real_rooted(fmpz_poly([1, 3, 1])), is_real_rooted(fmpz_poly([1, 0, 1]))
    (True, False)
    """
    return not _complex_roots(row)


def _complex_roots(row: fmpz_poly) -> str:
    check_stop()
    roots = isolate_roots(row) if row.degree() > 0 else []
    count = sum(multiplicity for root, multiplicity in roots if not root.imag.is_zero())
    text = str(Polynomial.of(("x",), row)) if count else ""
    shown = text if len(text) <= _SHOWN else f"a polynomial of degree {row.degree()}"
    return f"{shown} has {count} roots that are not real" if count else ""


def _log_convexity(row: fmpz_poly) -> str:
    c = row.coeffs()
    k = next((k for k in range(1, len(c) - 1) if c[k] ** 2 < c[k - 1] * c[k + 1]), None)
    return "" if k is None else f"{_named(row, k - 1, k, k + 1)}, and {c[k]}^2 < {c[k - 1]}*{c[k + 1]}"


def _valley(row: fmpz_poly) -> str:
    c = row.coeffs()
    peak = max(range(len(c)), key=lambda k: c[k], default=0)
    k = next((k for k in range(1, len(c)) if (c[k] < c[k - 1] if k <= peak else c[k] > c[k - 1])), None)
    return "" if k is None else _named(row, *sorted((k - 1, k, peak)))


def _center(row: fmpz_poly) -> int:
    """Return the sum e of the lowest and the highest exponent."""
    return row.degree() + next(k for k, c in enumerate(row.coeffs()) if c)


def _asymmetry(row: fmpz_poly) -> str:
    if not row:
        return ""
    c, center = row.coeffs(), _center(row)
    k = next((k for k in range(center - row.degree(), row.degree() + 1) if c[k] != c[center - k]), None)
    return "" if k is None else _named(row, k, center - k)


def _negative_gamma(row: fmpz_poly) -> str:
    if not row or _asymmetry(row):
        return _asymmetry(row)
    center = _center(row)
    for k in range(center // 2 + 1):
        number = int(row[k])
        if number < 0:
            return f"the coefficient of x^{k}*(1 + x)^{center - 2 * k} is {number}"
        row -= number * _X**k * (_X + 1) ** (center - 2 * k)
    return ""


def _named(row: fmpz_poly, *powers: int) -> str:
    return ", ".join(f"x^{k} has the coefficient {row[k]}" for k in powers)


# Proofs for all n


def real_rooted_from(known: KnownSequence, after: int) -> Proof | None:
    """Return a proof that all p_n for large n are real-rooted with coefficients that are not negative."""
    series = known.rational
    if counts_edges_of(known, "matchings"):
        return Proof("heilmann-lieb", after)
    back: Sequence[object]
    if known.pair is not None:
        back, valid_from = known.pair, known.first_n + 2
    elif series is not None and series.order <= 2:
        back, valid_from = series.signature, series.valid_from
    else:
        return None
    parts = [dense(part) if isinstance(part, Polynomial) else fmpz_poly([]) for part in back]
    a, b = (*parts, fmpz_poly([]), fmpz_poly([]))[:2]
    first = max(known.first_n, valid_from - 2)
    terms = known.terms(first, first + _LATER_STARTS + 2)
    rows = [dense(value) for value in terms if isinstance(value, Polynomial)]
    if not b:
        is_product = all(is_real_rooted(part) and _is_nonnegative(part) for part in (a, *rows[:2]))
        return Proof("real-rooted-factors", valid_from) if is_product else None
    for start, (g, f) in enumerate(pairwise(rows), first):
        for h in (fmpz_poly([1]), a.gcd(b)):
            if all(map(is_real_rooted, (f, g, h))) and _follows(a, b, h, g, f):
                return Proof("liu-wang", start)
    return None


def _follows(a: fmpz_poly, b: fmpz_poly, h: fmpz_poly, g: fmpz_poly, f: fmpz_poly) -> bool:
    """Return True if the conditions of the corollary are satisfied, where g = p_s and f = p_(s+1)."""
    steps = [(a // h, b // h), (a, b // h)]
    if not (g and f and all(map(_is_nonnegative, (a // h, b // h, h, g, f)))):
        return False
    rise, last = f.degree() - g.degree(), b.degree() - h.degree()
    for n in range(8):  # a rise of 0 or 1 and the parity of n determine the next rise
        if rise not in (0, 1):
            return False
        first = steps[n % 2][0]
        rise = max(first.degree(), last - rise) if first else last - rise
    return _is_nonpositive(b // h) and interlaces(g, f)


def _is_nonnegative(row: fmpz_poly) -> bool:
    return all(c >= 0 for c in row.coeffs())


def _is_nonpositive(row: fmpz_poly) -> bool:
    """Return True if the value is proved to be at most 0 for every x <= 0."""
    while row and not row[0]:
        row = -(row // _X)  # x q(x) <= 0 for x < 0 if -q(x) <= 0
    if not row:
        return True
    changes = (root.imag.is_zero() and not root.real > 0 and odd % 2 for root, odd in isolate_roots(row))
    return row[0] < 0 and not any(changes)


def interlaces(g: fmpz_poly, f: fmpz_poly) -> bool:
    """Return True if g interlaces f or alternates left of it, for real-rooted f and g.

    Without the common zeros, the zeros of f and g alternate, and the largest one belongs to f.

    >>> f = fmpz_poly([1, 3, 1])
    >>> interlaces(fmpz_poly([1, 1]), f), interlaces(fmpz_poly([3, 1]), f)
    (True, False)
    """
    common = g.gcd(f)
    g, f = g // common, f // common
    if f.degree() - g.degree() not in (0, 1):
        return False
    owners = []
    with ctx.workprec(_BITS):
        for root, multiplicity in sorted(isolate_roots(f * g), key=lambda pair: -pair[0].real.mid()):
            is_of_f, is_of_g = (not acb_poly(other)(root).contains(0) for other in (g, f))
            if multiplicity > 1 or is_of_f == is_of_g:
                return False
            owners.append(is_of_f)
    return owners == [k % 2 == 0 for k in range(len(owners))]


def log_concave_from(known: KnownSequence, after: int) -> Proof | None:
    """Return a proof that all p_n for large n are log-concave and unimodal."""
    if counts_edges_of(known, "spanning-forests", "connected-spanning-subgraphs"):
        return Proof("adiprasito-huh-katz", after)
    return real_rooted_from(known, after)


def palindromic_from(known: KnownSequence, after: int) -> Proof | None:
    """Return a proof that all p_n with n >= ``after`` are palindromic."""
    series = known.rational
    if series is None or series.variables != ("t", "x"):
        return None
    for period in range(1, _MOST_PERIOD + 1):
        if all(_is_reversible(series.subsequence(period, after + i)) for i in range(period)):
            return Proof("functional-equation", after)
    return None


def _is_reversible(series: RationalGF) -> bool:
    """Return True if x^d F(t x^c, 1/x) = F(t, x) for some integers c and d."""
    terms = enumerate(series.terms(series.order + series.degree + 2))
    centers = [(n, _center(dense(value))) for n, value in terms if value.terms][:2]
    if not centers:
        return True
    (m, start), (n, end) = centers[0], centers[-1]
    slope, rest = divmod(end - start, n - m) if n > m else (0, 0)
    above, raised = _reversed(series.numerator, slope)
    below, lowered = _reversed(series.denominator, slope)
    power = start - slope * m - raised + lowered
    left, right = above * series.denominator, below * series.numerator
    shift = Polynomial.monomial((0, abs(power)), series.variables)
    return not rest and (left * shift == right if power >= 0 else left == right * shift)


def _reversed(part: Polynomial, slope: int) -> tuple[Polynomial, int]:
    """Return x^s f(t x^slope, 1/x), and the s for which it is a polynomial."""
    powers = {(i, slope * i - j): value for (i, j), value in part.terms}
    raised = -min(j for _, j in powers)
    return Polynomial.of(part.variables, {(i, j + raised): value for (i, j), value in powers.items()}), raised


def _gamma_from(known: KnownSequence, after: int) -> Proof | None:
    proofs = (real_rooted_from(known, after), palindromic_from(known, after))
    return None if None in proofs else proofs[0]


SHAPES_OF_POLYNOMIALS: dict[str, Callable[[fmpz_poly], str]] = {
    "real-rooted": _complex_roots,
    "log-concave": _log_convexity,
    "unimodal": _valley,
    "palindromic": _asymmetry,
    "gamma-positive": _negative_gamma,
}
_PROOFS: dict[str, Callable[[KnownSequence, int], Proof | None]] = {
    "real-rooted": real_rooted_from,
    "log-concave": log_concave_from,
    "unimodal": log_concave_from,
    "palindromic": palindromic_from,
    "gamma-positive": _gamma_from,
}
