r"""Statements about signs and growth: ``a is positive``, ``a is increasing from n = 3 on``, and others.

Each of them requires that a sequence b(n) is positive, or is not negative, for all n >= N: a(n),
a(n+1) - a(n), or a(n+1)^2 - a(n) a(n+2), perhaps with the opposite sign. If a is C-finite, so is b.

Theorem. For n >= s let b(n) be the sum of p_r(n) r^n over the roots r of the characteristic polynomial, where
p_r is a polynomial of degree less than the multiplicity of r. Let one root R be real and positive, and let
C n^J be the leading term of p_R. Suppose that |r| <= R for every root r, and that J is at least the degree of
p_r if |r| = R. Write the remaining summands of b(n) as c n^j r^n, let N >= max(s, 1), and suppose that

- j <= J, or N log(R/|r|) >= j - J, for each of them,
- the sum E of |c| N^(j-J) |r/R|^N over all of them is less than |C|.

Then b(n) has the sign of C for all n >= N.

Proof. The derivative of n^(j-J) |r/R|^n with respect to n is not positive for n >= N. So b(n)/(n^J R^n)
differs from C by at most E for all n >= N. QED

The hypotheses are checked with balls that contain the roots and coefficients; the program searches for N.
The equality |r| = R is proved by ``algebra.growth.dominant_roots``, or from |r|^2 if r is rational or a root
of an irreducible quadratic polynomial. If several roots have the largest modulus, and their k-th powers are
equal, the theorem is applied to the k sequences b(kn + i). The terms before N are checked exactly. If no
positive root has the largest modulus, or if E = |C| for every N, the statement can only be refuted.

Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from flint import acb, acb_poly, arb, ctx, fmpz_poly

from gfkit.claims.provers.result import Agreement, Difference, FirstDifference
from gfkit.claims.provers.scope import Case, ObservedClaim, Proof, for_all, start_of, terms_from
from gfkit.claims.provers.truth import KnownSequence, Truth, as_number
from gfkit.claims.statement.tree import Claim, SequenceDefinition
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.closed_form import BinetPart, ClosedForm, closed_form
from gfkit.core.algebra.formula.tree import ZERO, Equation, N, Node, Number, Power, Product, Sum, Symbol
from gfkit.core.algebra.growth import dominant_roots
from gfkit.core.algebra.number import number_text
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.series import integral_series, isolate_roots, reverse
from gfkit.core.deferred import dataclass, replace
from gfkit.core.typing import check_stop

_PRECISIONS = (128, 512, 2048)
_MOST_N = 20_000
"""Maximum N of the theorem."""
MOST_SECTIONS = 120
"""Maximum number k of sequences b(kn + i)."""
_MOST_DEPTH = 3


class _Shape(NamedTuple):
    """Sign of a(n), a(n+1) - a(n) or a(n+1)^2 - a(n) a(n+2), which need 1, 2 or 3 terms."""

    width: int
    sign: int
    is_strict: bool

    def is_allowed(self, sign: int) -> bool:
        return sign * self.sign >= self.is_strict

    @property
    def condition(self) -> Equation:
        """The inequality that each n satisfies."""
        before, own, after = (Symbol(("a",), Sum((N, Number(i))) if i else N) for i in (-1, 0, 1))
        left, right = {
            1: (own, ZERO),
            2: (after, own),
            3: (Power(own, Number(2)), Product((before, after))),
        }[self.width]
        return Equation(left, right, ("<" if self.sign < 0 else ">") + "=" * (not self.is_strict))


_POSITIVE, _RISING, _FALLING = _Shape(1, 1, True), _Shape(2, 1, True), _Shape(2, -1, True)
SHAPES = {
    "positive": _POSITIVE,
    "nonnegative": _Shape(1, 1, False),
    "increasing": _RISING,
    "strictly increasing": _RISING,
    "weakly increasing": _Shape(2, 1, False),
    "nondecreasing": _Shape(2, 1, False),
    "decreasing": _FALLING,
    "strictly decreasing": _FALLING,
    "weakly decreasing": _Shape(2, -1, False),
    "nonincreasing": _Shape(2, -1, False),
    "log-concave": _Shape(3, 1, False),
    "log-convex": _Shape(3, -1, False),
}
_VALUES: dict[int, Callable[..., Fraction]] = {
    1: lambda x: x,
    2: lambda x, y: y - x,
    3: lambda x, y, z: y * y - x * z,
}
_REQUIREMENTS = {
    1: "a({0}) {relation} 0",
    2: "a({1}) {relation} a({0})",
    3: "a({1})^2 {relation} a({0})*a({2})",
}


def shape_of(condition: Node) -> _Shape | None:
    """Return the shape that an inequality for each n states, or None."""
    return next((shape for shape in SHAPES.values() if shape.condition == condition), None)


@dataclass(frozen=True, kw_only=True)
class ShapeClaim(ObservedClaim):
    """Claim about the signs of a(n), of differences, or of a(n+1)^2 - a(n) a(n+2)."""

    shape: _Shape
    observed: ClassVar[int] = 200

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        start, part = start_of(known, self.since), list[Fraction]()
        for last, value in enumerate(terms_from(known, start), start):
            part = [*part, as_number(value)][-self.shape.width :]
            if len(part) == self.shape.width:
                yield last - len(part) + 1, self._difference(last - len(part) + 1, part)

    def compare(self, truth: Truth) -> Agreement | Difference:
        found = super().compare(truth)
        if self.shape.width < 3 or isinstance(found, Agreement) or found.holds_from is None:
            return found
        return replace(found, holds_from=found.holds_from + 1)  # three terms are named by the middle one

    def _difference(self, n: int, part: Sequence[Fraction]) -> FirstDifference | None:
        value = _VALUES[self.shape.width](*part)
        if self.shape.is_allowed((value > 0) - (value < 0)):
            return None
        relation = ("<" if self.shape.sign < 0 else ">") + "=" * (not self.shape.is_strict)
        wanted = _REQUIREMENTS[self.shape.width].format(n, n + 1, n + 2, relation=relation)
        values = ", ".join(f"a({i}) = {number_text(v)}" for i, v in enumerate(part, n))
        return FirstDifference(n + (len(part) == 3), wanted, values)

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        start = start_of(known, self.since) + (self.shape.width == 3)
        return [for_all(self.shape.condition, start)]

    def sign_series(self, series: RationalGF) -> RationalGF:
        """Return the sequence b(n) whose sign is that of the shape."""
        later = series.shifted(1)
        if self.shape.width == 1:
            return series
        made: RationalGF = later - series
        if self.shape.width == 3:
            made = later.hadamard(later) - series.hadamard(later.shifted(1))
        return made

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        series = known.rational
        signs = None if series is None else eventual_signs(self.sign_series(series.subsequence(1, start)))
        if signs is None:
            return None
        if all(map(self.shape.is_allowed, signs.values)):
            return Proof("dominant-root", start + signs.start)
        return Proof("", start + signs.start + MOST_SECTIONS)


# Signs of all terms


class EventualSigns(NamedTuple):
    """Signs of the terms for all n >= ``start``; each one is the sign of all terms of a residue class."""

    start: int
    values: frozenset[int]


def eventual_signs(series: RationalGF, depth: int = _MOST_DEPTH) -> EventualSigns | None:
    """Return the signs of all terms for large n, or None if they are not decided.

    >>> eventual_signs(RationalGF.parse("(1 - 9*t)/(1 - 3*t + t^2)"))
    EventualSigns(start=1, values=frozenset({-1}))
    >>> eventual_signs(RationalGF.parse("1/(1 - 2*t + 5*t^2)"))
    """
    if series.order == 0:
        return EventualSigns(max(series.first_n, series.degree + 1), frozenset({0}))
    made = integral_series(dense(series.numerator), dense(series.denominator))
    characteristic, form = reverse(made.denominator, series.order + 1), closed_form(series)
    for bits in _PRECISIONS:
        check_stop()
        with ctx.workprec(bits):
            dominant = dominant_roots(characteristic, bits)
            alone = len(dominant.roots) if dominant.decided else 1
            found = _dominant_sign(form, alone)
        if found is not None:
            return found
    step = dominant.turns or 1
    if step == 1 or step > MOST_SECTIONS or not depth:
        return None
    parts = [eventual_signs(series.subsequence(step, i), depth - 1) for i in range(step)]
    known = [part for part in parts if part is not None]
    if len(known) < step:
        return None
    values = frozenset[int]().union(*(part.values for part in known))
    return EventualSigns(max(step * part.start + i for i, part in enumerate(known)), values)


def _dominant_sign(form: ClosedForm, count: int) -> EventualSigns | None:
    """Return the signs by the theorem at the current precision, or None.

    ``count`` roots are known to have the largest modulus, unless it is 1.
    """
    summands = [summand for part in form.parts for summand in _summands(part)]
    positive = [row for row in summands if row[0].imag.is_zero() and row[0].real > 0]
    if not positive:
        return None
    root, leading, square = max(positive, key=lambda row: row[0].real.mid())
    largest, constant, height = root.real, leading[-1].real, len(leading) - 1
    top = [row for row in summands if not abs(row[0]) < largest]
    is_equal = len(top) in (1, count) or (square is not None and all(row[2] == square for row in top))
    if constant.contains(0) or not is_equal or any(len(row[1]) > height + 1 for row in top):
        return None
    rest = []
    for other, coefficients, _ in summands:
        is_top = not abs(other) < largest
        ratio = arb(1) if is_top else arb((abs(other) / largest).upper())
        kept = coefficients[:height] if other is root else coefficients
        rest += [(j - height, arb(abs(c).upper()), ratio) for j, c in enumerate(kept)]
    n = max(form.valid_from, 1)
    while n <= _MOST_N:
        falling = all(excess <= 0 or -ratio.log() * n >= excess for excess, _, ratio in rest)
        if falling and sum((c * arb(n) ** k * q**n for k, c, q in rest), arb(0)) < abs(constant):
            return EventualSigns(n, frozenset({1 if constant > 0 else -1}))
        n *= 2
    return None


def _summands(part: BinetPart) -> list[tuple[acb, list[acb], Fraction | None]]:
    """Return the roots r of a part of a closed form, with the coefficients of r^n, n r^n, ..., and |r|^2.

    |r|^2 is None unless r is rational, or one of two conjugates.
    """
    below = acb_poly(list(part.denominator))
    rows = [acb_poly(list(row)) for row in part.numerators]
    roots = [root for root, _ in isolate_roots(fmpz_poly(list(part.factor)))]
    norm = part.factor[0] ** 2 if part.degree == 1 else part.factor[0]
    is_norm = part.degree == 1 or (part.degree == 2 and not roots[0].imag.is_zero())
    square = Fraction(norm, part.scale**2) if is_norm else None
    return [(root / part.scale, [row(root) / below(root) for row in rows], square) for root in roots]
