"""Identities between sums of hypergeometric terms, proved by creative telescoping.

A term is a product f(n, k) of binomial coefficients, factorials, linear forms, powers of numbers and
polynomials, or the sum S(n) of f(n, k) over low <= k <= high, where high = floor((a n + b)/c). An empty sum
is 0. Here binomial(x, y) is 0 for y < 0, and x (x-1) ... (x-y+1)/y! else. A side is a sum of terms. The claim
is that both sides are defined and equal for every n >= first.

The file gives polynomials c_j(n) and X(n, k) for each term. All f(n+j, k) are written as polynomials P_j
times a product H of powers and of factorials above! and 1/below!, where 1/m! = 0 for m < 0, and

    sum of c_j(n) P_j(n, k) H(n, k) = G(n, k+1) - G(n, k), G(n, k) = W(n, k) X(n, k) H(n, k)

is an identity of polynomials. It holds at all integers n and k at which no argument ``above`` is negative at
k and k + 1. It is summed over low <= k <= K = floor(line(n)). For all n >= v, where v follows from the signs
of linear forms at the ends, either G vanishes at K + 1 and so do the summands by which both ranges of k
differ, or K = line(n) is an integer and all of these are rational multiples r(n) H(n, K). The same holds for
G at low. Operators q(n) N - p(n), where N S(n) = S(n + 1), map these remainders to 0. So an operator A
annihilates the term.

The operator M of the file is a left multiple of each A: d(n) M = Q A. So M annihilates the difference of the
sides at each n >= v at which no d vanishes. The difference is 0 for all n >= first if it is 0 for n < v +
order(M), and at n + order(M) for each n at which a d or the leading coefficient of M vanishes.

Reference: Marko Petkovsek, Herbert Wilf and Doron Zeilberger, A = B, chapter 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, lcm

from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    RefusalError,
    Verdict,
    file_of_format,
    must_hold,
    need,
)
from gfkit.proofs.checker.sum_terms import (
    SUM_TERM,
    PowerProduct,
    SumRange,
    read_power_product,
    read_sum_range,
    term_text,
    term_value,
)
from gfkit.proofs.checker.two_variables import (
    N_POLY,
    UNIT_POLY,
    Form3,
    Line2,
    NoStartError,
    TwoPoly,
    later_forms,
    later_poly,
    linear_poly,
    moved_line,
    plus_poly,
    poly_at,
    poly_in_n,
    rising_poly,
    start_above,
    starts_between,
    times_poly,
    vanishing_start,
)

SUMS = "gfkit-sums"
_FILE = {
    "format": str,
    "version": int,
    "text": str,
    "first": range(10**4),
    "left": [SUM_TERM],
    "right": [SUM_TERM],
    "operator": [[INTS]],
}
_MOST_ROOT = 4000

# Operators --------------------------------------------------------------------------------------------------

Operator = list[TwoPoly]
"""Coefficients of N^0, N^1, ..., polynomials in n."""


def operator_product(one: Operator, other: Operator, budget: Budget) -> Operator:
    """Return the operator that applies the second one first."""
    total: Operator = [{} for _ in range(len(one) + len(other) - 1)]
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] = plus_poly(total[i + j], times_poly(budget, p, later_poly(q, i, 0, budget)))
    return total


Remainder = tuple[Line2, TwoPoly, TwoPoly]
"""Line K, and numerator and denominator of the quotient r(n) of a remainder and H(n, K)."""


class Telescope:
    """Check of the identity of one term."""

    def __init__(self, term: Fields, budget: Budget) -> None:
        self.budget: Budget = budget
        self.across: SumRange | None = read_sum_range(term)
        self.made: PowerProduct = read_power_product(term, budget)
        self.telescoper: Operator = [poly_in_n(row) for row in term["telescoper"]]
        self.order: int = len(self.telescoper) - 1
        need(len(term["factors"]) <= 40, "factors: more than 40")
        need(0 <= self.order <= 20, "telescoper: expected from 1 to 21 polynomials")
        size = self.order
        self.above: list[Form3] = [(a, b, c + min(0, a * size)) for a, b, c in self.made.above]
        self.below: list[Form3] = [(a, b, c + max(0, a * size)) for a, b, c in self.made.below]
        self.check_identity(term["ansatz"])

    def base_power(self, n: int, k: int) -> Fraction:
        """Return the quotient of the powers at (n + a, k + b) and (n, k)."""
        product = Fraction(1)
        for base, (a, b, _) in self.made.bases:
            power = a * n + b * k
            product *= base**power if power >= 0 else (1 / base) ** -power
        return product

    def part(self, j: int) -> TwoPoly:
        """Return P_j."""
        part = times_poly(
            self.budget,
            later_poly(self.made.polynomial, j, 0, self.budget),
            *(
                rising_poly(least, 0, own[2] - least[2], self.budget)
                for own, least in zip(later_forms(self.made.above, j), self.above, strict=True)
            ),
            *(
                rising_poly(own, 0, most[2] - own[2], self.budget)
                for own, most in zip(later_forms(self.made.below, j), self.below, strict=True)
            ),
        )
        return plus_poly({}, part, self.base_power(j, 0))

    def check_identity(self, ansatz: Sequence[Sequence[int]]) -> None:
        """Check the identity, and set the polynomials G(n, k)/H(n, k) and G(n, k+1)/H(n, k)."""
        budget = self.budget
        need(len(ansatz) <= 99, "ansatz: more than 99 polynomials")
        wanted: TwoPoly = {
            (i, j): Fraction(c) for j, row in enumerate(ansatz) for i, c in enumerate(row) if c
        }
        need(not wanted or self.across is not None, "ansatz: a term without a sum has none")
        lower = times_poly(
            budget,
            *(rising_poly(form, form[1], 0, budget) for form in self.above if form[1] < 0),
            *(rising_poly(form, 0, form[1], budget) for form in self.below if form[1] > 0),
        )
        upper = times_poly(
            budget,
            *(rising_poly(form, 0, form[1], budget) for form in self.above if form[1] > 0),
            *(rising_poly(form, form[1], 0, budget) for form in self.below if form[1] < 0),
        )
        self.ending: TwoPoly = times_poly(budget, later_poly(lower, 0, -1, budget), wanted)
        following = times_poly(budget, upper, later_poly(wanted, 0, 1, budget))
        self.following: TwoPoly = plus_poly({}, following, self.base_power(0, 1))
        total = plus_poly(self.ending, self.following, -1)
        for j, c in enumerate(self.telescoper):
            total = plus_poly(total, times_poly(budget, c, self.part(j)))
        must_hold(not total, "the certificate of a term is not an identity")

    # The range of n

    def annihilator(self, steps: Sequence[Sequence[Sequence[int]]]) -> tuple[Operator, int]:
        """Return an operator that annihilates the term for all n >= v, and v. Raise RefusalError if there is
        no v.
        """
        if self.across is None:
            zero = Fraction(0), Fraction(0)
            try:
                starts = starts_between([*self.above, *self.made.needed], zero, zero)
            except NoStartError:
                raise RefusalError(1, "a term is not defined for all large n") from None
            return self.telescoper, max(starts, default=0)
        for make in (self.vanishing_ends, self.remaining_ends):
            for is_open in (False, True):
                for starts, remainders in make(is_open):
                    with_steps = self.after_steps(remainders, steps)
                    if with_steps is not None:
                        return with_steps, max(starts, default=0)
        raise RefusalError(1, "the ends of a sum leave a remainder")

    def low_end(self, is_open: bool) -> tuple[list[int], list[Remainder]]:
        """Return the first n from which the summand has its value as a product of factorials and G vanishes
        at the lower end, or is a remainder there.
        """
        assert self.across is not None, "checked before"
        low, high = (Fraction(0), Fraction(self.across.low)), self.across[1:]
        starts = starts_between(self.made.needed, low, high)
        at_low = poly_at(self.ending, N_POLY, linear_poly((0, 0, low[1])), self.budget)
        if is_open:
            forms = [*self.above, *self.below]
            starts += starts_between(forms, low, low)
            return starts, [(low, plus_poly({}, at_low, -1), dict(UNIT_POLY))]
        if at_low:
            starts.append(vanishing_start(self.below, low, False))
        return starts, []

    def vanishing_ends(self, is_open: bool) -> Iterator[tuple[list[int], list[Remainder]]]:
        """Yield the first n from which G and the other summands vanish at an upper end."""
        assert self.across is not None, "checked before"
        low, high = (Fraction(0), Fraction(self.across.low)), self.across[1:]
        lines: list[Line2] = [(Fraction(a, -b), Fraction(c, -b) - 1) for a, b, c in self.above if b < 0]
        lines += [
            (Fraction(ceil(Fraction(a, -b))), Fraction(ceil(Fraction(c, -b)) + self.order + 1))
            for a, b, c in (*self.below, *self.made.below)
            if b < 0
        ]
        lines.append((Fraction(ceil(high[0])), Fraction(floor(high[1]) + self.order + 2)))
        for line in lines:
            try:
                starts, remainders = self.low_end(is_open)
                starts.append(start_above(line[0], line[1] - low[1], Fraction(-1)))
                behind = moved_line(line, Fraction(1, lcm(line[0].denominator, line[1].denominator)))
                starts += starts_between(self.above, low, moved_line(line, 1))
                for j in range(self.order + 1):
                    last = high[0], high[1] + high[0] * j
                    grain = Fraction(1, lcm(last[0].denominator, last[1].denominator))
                    terms = later_forms(self.made.below, j)
                    starts += starts_between(later_forms(self.made.above, j), low, last)
                    starts.append(vanishing_start(terms, behind, True))
                    starts.append(vanishing_start(terms, moved_line(last, grain), True))
                at_end = poly_at(self.ending, N_POLY, linear_poly((behind[0], 0, behind[1])), self.budget)
                if at_end or line[0].denominator > 1 or line[1].denominator > 1:
                    starts.append(vanishing_start(self.below, behind, True))
                yield starts, remainders
            except NoStartError:
                continue

    def remaining_ends(self, is_open: bool) -> Iterator[tuple[list[int], list[Remainder]]]:
        """Yield the first n from which a remainder is left at the upper end."""
        assert self.across is not None, "checked before"
        low, high = (Fraction(0), Fraction(self.across.low)), self.across[1:]
        lines = [high, *((Fraction(a, -b), Fraction(c, -b)) for a, b, c in self.above if b < 0)]
        slope, constant = min(lines)
        line = slope, Fraction(floor(constant))
        if slope.denominator > 1 or high[0] != slope or high[1].denominator > 1:
            return
        try:
            starts, remainders = self.low_end(is_open)
            starts.append(start_above(line[0], line[1] - low[1], Fraction(0)))
            starts += starts_between([*self.above, *self.below], line, line)
            starts += starts_between(self.above, low, line)
            on_line = linear_poly((line[0], 0, line[1]))
            above, below = poly_at(self.following, N_POLY, on_line, self.budget), dict(UNIT_POLY)
            for j, c in enumerate(self.telescoper):
                behind = int(high[1] - line[1] + high[0] * j)
                for i in range(min(behind, 0) + 1, max(behind, 0) + 1):
                    place = moved_line(line, i)
                    starts += starts_between(later_forms(self.made.above, j), place, place)
                    upper, lower = self.summand_quotient(line, j, i)
                    upper = times_poly(self.budget, c, upper, below)
                    above = plus_poly(times_poly(self.budget, above, lower), upper, 1 if behind > 0 else -1)
                    below = times_poly(self.budget, below, lower)
            yield starts, [*remainders, (line, above, below)]
        except NoStartError:
            return

    def on_line(self, form: Form3, by: int, line: Line2) -> tuple[TwoPoly, TwoPoly]:
        """Return the quotient (L + by)!/L! on a line, as numerator and denominator."""
        product = rising_poly(form, min(by, 0), max(by, 0), self.budget)
        product = poly_at(product, N_POLY, linear_poly((line[0], 0, line[1])), self.budget)
        return (product, dict(UNIT_POLY)) if by >= 0 else (dict(UNIT_POLY), product)

    def summand_quotient(self, line: Line2, j: int, i: int) -> tuple[TwoPoly, TwoPoly]:
        """Return the quotient f(n + j, K + i)/H(n, K)."""
        place = linear_poly((line[0], 0, line[1] + i))
        value = poly_at(self.made.polynomial, linear_poly((1, 0, j)), place, self.budget)
        parts: list[tuple[TwoPoly, TwoPoly]] = [
            (plus_poly({}, value, self.base_power(j, i)), dict(UNIT_POLY))
        ]
        for own, least in zip(later_forms(self.made.above, j), self.above, strict=True):
            parts.append(self.on_line(least, own[2] + own[1] * i - least[2], line))
        for own, most in zip(later_forms(self.made.below, j), self.below, strict=True):
            parts.append(self.on_line(most, own[2] + own[1] * i - most[2], line)[::-1])
        uppers, lowers = zip(*parts, strict=True)
        return times_poly(self.budget, *uppers), times_poly(self.budget, *lowers)

    def growth(self, line: Line2) -> tuple[TwoPoly, TwoPoly]:
        """Return the quotient H(n + 1, K(n + 1))/H(n, K(n)) on a line with an integer slope."""
        slope = int(line[0])
        parts: list[tuple[TwoPoly, TwoPoly]] = [
            (plus_poly({}, dict(UNIT_POLY), self.base_power(1, slope)), dict(UNIT_POLY))
        ]
        parts += [self.on_line(form, form[0] + form[1] * slope, line) for form in self.above]
        parts += [self.on_line(form, form[0] + form[1] * slope, line)[::-1] for form in self.below]
        uppers, lowers = zip(*parts, strict=True)
        return times_poly(self.budget, *uppers), times_poly(self.budget, *lowers)

    def after_steps(
        self, remainders: Sequence[Remainder], steps: Sequence[Sequence[Sequence[int]]]
    ) -> Operator | None:
        """Return the telescoper after all steps q(n) N - p(n), or None if a remainder is left.

        The denominators of the quotients are products of positive numbers, as all factorials are defined on
        the lines.
        """
        operator, left = self.telescoper, [one for one in remainders if one[1]]
        for row in steps:
            p, q = map(poly_in_n, row)
            operator = operator_product([plus_poly({}, p, -1), q], operator, self.budget)
            following = []
            for line, above, below in left:
                upper, lower = self.growth(line)
                next_above, next_below = (later_poly(part, 1, 0, self.budget) for part in (above, below))
                now = times_poly(self.budget, p, above, next_below, lower)
                ahead = times_poly(self.budget, q, next_above, upper, below)
                quotient = plus_poly(ahead, now, -1)
                if quotient:
                    product = times_poly(self.budget, below, next_below, lower)
                    following.append((line, quotient, product))
            left = following
        return None if left else operator


# Identities -------------------------------------------------------------------------------------------------


def roots_from(polynomial: TwoPoly, start: int, budget: Budget) -> list[int]:
    """Return the integer roots n >= ``start`` of a polynomial in n, which must not be too large."""
    need(polynomial, "operator, multiple: a polynomial is 0")
    end = max(start, 1)
    while True:
        signs = {c > 0 for c in later_poly(polynomial, end, 0, budget).values()}
        if len(signs) == 1:
            break
        end *= 2
        if end > _MOST_ROOT:
            raise RefusalError(3, "a root of a leading coefficient may be too large")
    budget.spend((end - start + 1) * len(polynomial))
    return [n for n in range(start, end + 1) if not sum(c * n**i for (i, _), c in polynomial.items())]


def check_sums(certificate: object, budget: Budget) -> Verdict:
    """Check a certificate of an identity between sums."""
    file = file_of_format(certificate, _FILE, SUMS)
    operator: Operator = [poly_in_n(row) for row in file["operator"]]
    terms, first = [*file["left"], *file["right"]], file["first"]
    need(0 < len(terms) <= 20 and 0 < len(operator) <= 40, "operator, left, right: expected some entries")
    order, start = len(operator) - 1, first
    multiples = [operator[-1]]
    for term in terms:
        own, since = Telescope(term, budget).annihilator(term["steps"])
        start = max(start, since)
        product = operator_product([poly_in_n(row) for row in term["cofactor"]] or [{}], own, budget)
        multiple = poly_in_n(term["multiple"])
        multiples.append(multiple)
        wanted = [times_poly(budget, multiple, c) for c in operator]
        size = max(len(wanted), len(product))
        padded = [[*one, *[{}] * (size - len(one))] for one in (wanted, product)]
        must_hold(padded[0] == padded[1], "the operator is not a left multiple of the operator of a term")
    singular = {n for part in multiples for n in roots_from(part, start, budget)}
    places = sorted({*range(first, start + order), *(n + order for n in singular)})
    for n in places:
        left, right = (sum(term_value(term, n, budget) for term in file[side]) for side in ("left", "right"))
        must_hold(left == right, f"at n = {n} the sides are {str(left)[:40]} and {str(right)[:40]}")
    sides = (" + ".join(map(term_text, file[side])) or "0" for side in ("left", "right"))
    statement = f"for every n >= {first}, {' = '.join(sides)}"
    rests_on = f"the certificates of {len(terms)} terms, and the values at {len(places)} n"
    return Verdict(statement, rests_on, len(places))
