"""What a printed recurrence claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_poly

from gfkit.errors import GfkitError, InputError
from gfkit.formula.linear import Linear, Name, Term, linear
from gfkit.formula.ratio import Ratio, Ring, ratio
from gfkit.formula.tree import Node, Number, Power, Quotient, letters, walk
from gfkit.sequences import Polynomial
from gfkit.typing import Weights
from gfkit.verify.explicit import beginning
from gfkit.verify.formula import sequence
from gfkit.verify.truth import term_of
from gfkit.verify.verdict import FirstDifference


@dataclass(frozen=True)
class RelationClaim:
    """left = right for all n >= ``valid_from``, and first values; None: from where all indices make sense."""

    left: Linear
    right: Linear
    ring: Ring
    text: str
    weights: Weights
    valid_from: int | None = None
    initial: tuple[tuple[Name, int, Ratio], ...] = ()
    divisors: tuple[Ratio, ...] = ()
    """What n stands in below a fraction, as printed: at their zeros the relation says nothing."""

    @property
    def defect(self) -> Linear:
        """What must be zero."""
        return self.printed.joined

    @property
    def printed(self) -> Linear:
        """The same with the terms one by one, as they were printed."""
        return self.left.minus(self.right)

    @property
    def names(self) -> list[Name]:
        """The named sequences, the first one first."""
        return list(dict.fromkeys(term.name for term in self.defect.terms))

    def start(self, first_n: int) -> int:
        """The first n for which the relation is claimed."""
        least = max(first_n - term.shift for term in self.defect.terms)
        if self.defect.rest:
            least = max(0, least)  # what stands beside the terms is claimed from n = 0 on
        if self.valid_from is not None:
            return max(least, self.valid_from)
        return max(least, self.behind_given(first_n))

    def behind_given(self, first_n: int) -> int:
        """The first n whose largest index is not among the values that the sequence begins with; it may be
        printed from a(1) on where there is a board of size 0."""
        top = max(term.shift for term in self.defect.terms)
        return beginning((n for _, n, _ in self.initial), first_n, first_n + 1) - top

    def zero_divisor(self, start: int) -> int | None:
        """The first n >= ``start`` at which it divides by zero as it was printed, be it cancelled or not."""
        return min((n for part in self.divisors for n in _zeros(part) if n >= start), default=None)

    def check_defined(self, start: int) -> None:
        """Refuses what holds for every n from ``start`` on but those where it divides by zero."""
        n = self.zero_divisor(start)
        if n is not None:
            raise InputError(
                f"formula: at n = {n} it divides by zero; say from which later n on it is claimed, or"
                " multiply it out"
            )

    @property
    def leading(self) -> Term:
        """The term with the largest index: the one that the relation computes."""
        return max(self.left.terms or self.defect.terms, key=lambda term: term.shift)


def relation_claim(
    left: Node,
    right: Node,
    ring: Ring,
    text: str,
    weights: Weights,
    valid_from: int | None,
    initial: Iterable[tuple[Name, int, Ratio]],
) -> RelationClaim:
    """The claim of two printed sides."""
    sides = _whole(linear(left, ring), linear(right, ring), ring)
    divisors = tuple(part for side in (left, right) for part in _divisors(side, ring))
    claim = RelationClaim(*sides, ring, text, weights, valid_from, tuple(initial), divisors)
    if all(term.coefficient.is_zero for term in claim.defect.terms):
        raise InputError("formula: both sides of the recurrence are the same")
    return claim


def _whole(left: Linear, right: Linear, ring: Ring) -> tuple[Linear, Linear]:
    """Both sides times what n stands under in their coefficients."""
    scale = ring.number(1)
    for term in (*left.terms, *right.terms):
        below = (term.coefficient * scale).plain.denominator
        if below.degree("n")[0]:
            scale = scale * below
    if not scale.degree("n")[0]:
        return left, right
    if left.rest or right.rest:
        raise InputError("formula: coefficients of a recurrence must be polynomials in n; multiply it out")
    return tuple(side.mapped(lambda c: c * scale, lambda part: part) for side in (left, right))  # type: ignore[return-value]


def _divisors(side: Node, ring: Ring) -> Iterator[Ratio]:
    """The quotients of polynomials below fractions; what else may stand there is evaluated, n by n."""
    for node in walk(side):
        below = node.below if isinstance(node, Quotient) else None
        if isinstance(node, Power) and not (isinstance(node.exponent, Number) and node.exponent.value >= 0):
            below = node.base
        if below is not None and "n" in letters(below):
            try:
                yield ratio(below, ring).numerator
            except GfkitError:
                continue


def _zeros(polynomial: Ratio) -> list[int]:
    """The whole n at which a polynomial in n, x and y is zero, whatever x and y are."""
    ring = polynomial.ring
    row = polynomial.put(x=ring.number(2), y=ring.number(3)).row("n")
    if row is None or not any(row):
        raise InputError("formula: coefficients of a recurrence must be polynomials in n; multiply it out")
    factors = fmpq_poly([fmpq(c.numerator, c.denominator) for c in row]).numer().factor()[1]
    linear = [factor for factor, _ in factors if factor.degree() == 1]
    whole = [int(-factor[0] / factor[1]) for factor in linear if int(factor[0]) % int(factor[1]) == 0]
    return [n for n in whole if polynomial.put(n=ring.number(n)).is_zero]


def first_values(
    values: Sequence[int | Fraction | Polynomial], name: Name, first_n: int, ring: Ring
) -> list[tuple[Name, int, Ratio]]:
    """Given first values as parts of a claim, from ``first_n`` on."""
    return [(name, first_n + k, term_of(value, ring)) for k, value in enumerate(values)]


def defect_at(claim: RelationClaim, n: int, value_of: Callable[[Term], Ratio]) -> Ratio:
    """Left minus right at one n."""
    place = claim.ring.number(n)
    total = claim.ring.number(0)
    for term in claim.defect.terms:
        total = total + term.coefficient.put(n=place) * value_of(term)
    for part in claim.defect.rest:
        if letters(part) - {"n"}:
            total = total + ratio(part, claim.ring).put(n=place)
        else:
            value = sequence.value(part, n)
            if value.rational is None:
                raise InputError(f"formula: at n = {n} it has the irrational part {value}")
            total = total + claim.ring.number(value.rational)
    return total


def first_difference(claim: RelationClaim, defect: Ratio, n: int, true: Ratio) -> FirstDifference:
    lead = claim.leading
    scale = next(
        term.coefficient for term in claim.defect.terms if (term.name, term.shift) == (lead.name, lead.shift)
    ).put(n=claim.ring.number(n))
    value = "nothing" if scale.is_zero else str((true - defect / scale).plain)
    return FirstDifference(n + lead.shift, value, str(true.plain))
