"""Bounds on the dimension of a shift-invariant space of sequences that contains the values of a formula.

Here a space consists of sums of n^j r^n with roots r != 0, and is closed under n -> n + 1. If a member of a
space of dimension d is zero at d consecutive indices, it is zero for all later n, by its recurrence of order
d. Sums, products, powers, subsequences and partial sums of members belong to such spaces again. This module
bounds their dimensions by the dimensions of the parts, without computing roots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import ceil, comb, factorial, floor, lcm, prod

from gfkit.claims.provers.cosines import cosine_product, exact_turns
from gfkit.claims.provers.sequence import (
    Point,
    exact_value,
    polynomial_of,
    quoted_formula,
    summation_range,
    whole_value,
)
from gfkit.claims.statement.linear import LinearForm, as_fraction, fraction_factors, linear_form
from gfkit.claims.statement.names import CHEBYSHEV, NAMED, QUOTATIONS
from gfkit.claims.statement.ratio import ratio, ring_of
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import exact
from gfkit.core.algebra.series import isolate_roots, rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import GfkitError

MOST_DIMENSION = 4000
_MOST_RESIDUES = 2200
"""Maximum number of residues searched for a period."""
_MOST_POWER = 64
_LATEST_POINT = 5000
"""Largest n at which a case may begin that is examined."""


@dataclass(frozen=True)
class Space:
    """Bound on a space: the values for n >= ``start`` belong to a space of dimension at most ``order``.

    Quasi-polynomials of one period and degree form a space of dimension period * (degree + 1).
    """

    order: int
    start: int = 0
    quasi: tuple[int, int] | None = None

    @classmethod
    def quasi_polynomial(cls, period: int, degree: int, start: int = 0, order: int | None = None) -> Space:
        """Return the space of quasi-polynomials of the given period and degree; ``order``, if given, is a
        smaller bound.
        """
        size = period * (degree + 1)
        return cls(size if order is None else min(order, size), start, (period, degree))

    def __neg__(self) -> Space:
        return self

    def __mul__(self, other: Space) -> Space:
        order, start = self.order * other.order, max(self.start, other.start)
        if self.quasi is None or other.quasi is None:
            return Space(order, start)
        period, degree = lcm(self.quasi[0], other.quasi[0]), self.quasi[1] + other.quasi[1]
        return Space.quasi_polynomial(period, degree, start, order)

    def power(self, size: int) -> Space:
        """Return the space spanned by the products of ``size`` members."""
        if not size:
            return _CONSTANT
        order = comb(self.order + size - 1, size)
        if self.quasi is None:
            return Space(order, self.start)
        return Space.quasi_polynomial(self.quasi[0], self.quasi[1] * size, self.start, order)


_CONSTANT = Space(1, 0, (1, 0))
_Bound = Callable[[nodes.Node], Space]
Laws = Callable[[tuple[str, ...]], Space | None]
"""Function that returns the space of a named sequence in a formula, or None if none is known."""


def no_laws(label: tuple[str, ...]) -> Space | None:  # noqa: ARG001
    """Return None. Used for formulas whose only named sequences are well-known ones."""
    return None


def law_space(law: RationalGF) -> Space:
    """Return the space that contains the terms of a rational generating function."""
    return Space(law.order, max(law.first_n, law.degree - law.order + 1))


class _NoSpace(Exception):  # noqa: N818
    """Raised if no bound on the dimension is known."""


def space(tree: nodes.Node, letter: str = "n", laws: Laws = no_laws) -> Space | None:
    """Return a space that contains the values as a sequence in one letter, with nonnegative integers
    substituted for the other letters.

    The space does not depend on the values of the other letters, so for several letters the dimensions are
    multiplied. The result is None if no bound is known.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> side = read_statement("F(n)^2 + Sum_{k=0..n} k*2^(n-k)").chains[0].sides[0]
    >>> space(side)
    Space(order=6, start=0, quasi=None)
    """
    try:
        result = _space_of(tree, letter, laws)
    except (GfkitError, _NoSpace):
        return None
    return None if result.order > MOST_DIMENSION else result


def difference_space(
    left: nodes.Node, right: nodes.Node, letter: str = "n", laws: Laws = no_laws
) -> Space | None:
    """Return a space that contains left minus right, multiplied by the denominators.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> sides = [read_statement(text).chains[0].sides[0] for text in ("F(n)", "(1/(2n - 6))*(3^n - 1)")]
    >>> difference_space(*sides)
    Space(order=6, start=0, quasi=None)
    """
    (first, below), (second, under) = as_fraction(left), as_fraction(right)
    crossed = nodes.Sum((nodes.product(first, under), nodes.Negative(nodes.product(second, below))))
    return space(crossed, letter, laws)


def zeros_of_divisors(tree: nodes.Node) -> tuple[bool, int]:
    """Return True if some denominator may be zero for infinitely many n, and a bound for polynomial
    denominators.

    The bound is the smallest n_0 such that no denominator that is a polynomial in n is zero for any n >= n_0.
    """
    may_vanish, after = False, 0
    for part in nodes.walk(tree):
        if not isinstance(part, nodes.Quotient) or not (inside := all_letters(part.below)):
            continue
        letter = min(inside)
        first = after_zeros(nodes.rename(part.below, letter, "n")) if len(inside) == 1 else None
        if first is not None and letter == "n":
            after = max(after, first)
        elif first != 0 and not all(
            is_power(factor, letter) or not all_letters(factor) for factor in fraction_factors(part.below)[0]
        ):
            may_vanish = True
    return may_vanish, after


def turning_points(tree: nodes.Node) -> list[int]:
    """Return the n at which a case may begin: the ends of conditions, and the n at which a linear part of
    the formula reaches 0 or 1.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> turning_points(read_statement("n! + max(0, n-50)").chains[0].sides[0])
    [0, 1, 2, 50, 51, 52]
    """
    found = set[int]()
    for part in nodes.walk(tree):
        if isinstance(part, nodes.Condition):
            found |= {part.least, *(() if part.most is None else (part.most, part.most + 1))}
        elif all_letters(part) == {"n"} and (form := linear_form(part)) and form["n"]:
            found |= {floor((value - form[""]) / form["n"]) + more for value in (0, 1) for more in (0, 1)}
    return sorted(n for n in found if 0 <= n <= _LATEST_POINT)


def after_zeros(tree: nodes.Node) -> int | None:
    """Return the smallest n_0 >= 0 such that a polynomial in n is nonzero for all n >= n_0.

    The result is None if the formula is not a polynomial.
    """
    row = _extract_coefficients(tree)
    if not row:
        return None
    zeros = [int(zero) for zero, _ in rational_polynomial(row).numer().roots()]
    return max([0, *(zero + 1 for zero in zeros)])


def _extract_coefficients(tree: nodes.Node) -> list[Fraction] | None:
    """Return the coefficients of a polynomial in n, lowest degree first.

    Return None for other formulas, including quotients with n in a denominator, even if it cancels.
    """
    for part in nodes.walk(tree):
        below = part.below if isinstance(part, nodes.Quotient) else nodes.ONE
        if isinstance(part, nodes.Power):
            size = part.exponent.value if isinstance(part.exponent, nodes.Number) else -1
            below = nodes.ONE if size.denominator == 1 and size >= 0 else part.base
        if all_letters(below):
            return None
    try:
        return ratio(tree, ring_of(tree)).row("n")
    except GfkitError:
        return None


def _space_of(tree: nodes.Node, letter: str, laws: Laws) -> Space:
    inside = all_letters(tree)
    if letter not in inside:
        return _CONSTANT
    again = partial(_space_of, letter=letter, laws=laws)
    match tree:
        case nodes.Letter():
            return Space.quasi_polynomial(1, 1)
        case nodes.Sum(terms=terms):
            return _sum([again(term) for term in terms])
        case nodes.Quotient(above=above, below=below):
            return again(above) * _space_of_inverse(below, letter)
        case nodes.Power(base=base, exponent=exponent):
            return _space_of_power(base, exponent, letter, again)
        case nodes.Symbol(label=label, index=index, arguments=()) if index is not None:
            return _space_of_sequence(label, index, letter, laws)
        case nodes.Choose(above=above, below=below) if not all_letters(below):
            return _space_of_binomial(again(above), whole_value(exact_value(below, 0), "binomials require"))
        case nodes.Cases(branches=branches) if letter == "n":
            return _space_of_cases(branches, again)
        case nodes.RootSum() if letter == "n":
            return _space_of_root_sum(tree)
        case nodes.FunctionCall(name="entry", arguments=(body, *_)):
            return _space_of_matrix(body, letter, again)
        case nodes.FunctionCall() if (turns := exact_turns(tree)) is not None:
            return Space.quasi_polynomial(turns[1], 0, 0, 2)
        case nodes.FunctionCall(name="max" | "min" | "abs", arguments=arguments) if inside == {letter}:
            return _space_of_extremum(arguments, letter)
        case nodes.FunctionCall(name=name, arguments=arguments):
            return _space_of_chebyshev(name, arguments, letter)
        case nodes.IntegerPart(body=body) if inside == {letter}:
            inner, denominator = again(body), _denominator(body, letter)
            return _sum([inner, _space_of_residues(body, denominator, denominator, inner, letter)])
        case nodes.Remainder(body=body, modulus=modulus) if inside == {letter}:
            denominator = _denominator(body, letter)
            return _space_of_residues(body, denominator, denominator * modulus, again(body), letter)
        case nodes.BigOperator(is_product=False):
            return _space_of_sum(tree, letter, laws)
        case nodes.BigOperator() if letter == "n" and (product := cosine_product(tree)) is not None:
            return Space(product.order, product.start)
        case nodes.BigOperator(low=low, high=high) if high and not all_letters(low) | all_letters(high):
            return prod(map(again, _factors(tree)), start=_CONSTANT)
    return nodes.arithmetic(tree, again, lambda _: _NoSpace())


def all_letters(tree: nodes.Node) -> frozenset[str]:
    """Return the free letters, including those in indices; n is included if cases or roots depend on it.

    A summation variable counts only if it occurs in its own range.
    """
    match tree:
        case nodes.Letter(name=name):
            return frozenset({name})
        case nodes.BigOperator(body=body, letter=letter, low=low, high=high):
            return (all_letters(body) - {letter}) | all_letters(low) | all_letters(high or low)
    letters = frozenset[str]().union(*map(all_letters, nodes.children(tree)))
    if isinstance(tree, nodes.Condition):
        letters |= {"n"}
    return letters - {tree.letter} if isinstance(tree, nodes.RootSum) else letters


def _sum(parts: Sequence[Space]) -> Space:
    """Return the space of a sum; all quasi-polynomial summands belong to one common space."""
    start, quasi = max(part.start for part in parts), [part.quasi for part in parts if part.quasi]
    together = Space.quasi_polynomial(
        lcm(*(period for period, _ in quasi)),
        max((degree for _, degree in quasi), default=-1),
        start,
        sum(part.order for part in parts if part.quasi),
    )
    if len(quasi) == len(parts):
        return together
    return Space(together.order + sum(part.order for part in parts if not part.quasi), start)


def _space_of_extremum(arguments: Sequence[nodes.Node], letter: str) -> Space:
    """Return the space of a maximum, minimum or absolute value.

    The differences of the arguments are polynomials, which have a constant sign after their largest real
    root. So for all larger n the value is that of one argument, with one sign.
    """
    others = (*arguments, nodes.Negative(arguments[0])) if len(arguments) == 1 else arguments
    start = 0
    for first, second in combinations(others, 2):
        gap = nodes.Sum((first, nodes.Negative(second)))
        row = _extract_coefficients(nodes.rename(gap, letter, "n"))
        if not row or not any(row):
            raise _NoSpace
        roots = isolate_roots(rational_polynomial(row).numer())
        start = max([start, *(ceil(exact(root.real.upper())) + 1 for root, _ in roots)])
    inner = _sum([_space_of(part, letter, no_laws) for part in arguments])
    return Space(inner.order, max(inner.start, start), inner.quasi)


def _factors(tree: nodes.BigOperator) -> list[nodes.Node]:
    """Return the factors of a product with a fixed range."""
    numbers = summation_range(tree, Point({}))
    if len(numbers) > _MOST_POWER:
        raise _NoSpace
    return [
        nodes.rebuild(
            tree.body,
            lambda part, k=k: nodes.Number(k) if part == nodes.Letter(tree.letter) else None,  # type: ignore[misc]
        )
        for k in numbers
    ]


def _space_of_matrix(tree: nodes.Node, letter: str, again: _Bound) -> Space:
    """Return a space that contains the entries of a matrix.

    By the theorem of Cayley and Hamilton, the entries of M^(s n + c) satisfy a recurrence whose order is the
    size of M. Its roots are not 0 if n is so large that the exponent reaches the size.
    """
    inner = partial(_space_of_matrix, letter=letter, again=again)
    match tree:
        case nodes.FunctionCall(name="matrix", arguments=(_, *entries)):
            return _sum([again(entry) for entry in entries])
        case nodes.Sum(terms=terms):
            return _sum([inner(term) for term in terms])
        case nodes.Quotient(above=above, below=below) if nodes.has_matrix(above):
            return inner(above) * again(nodes.Quotient(nodes.ONE, below))
        case nodes.Power(base=nodes.Group(body=base) | base, exponent=exponent) if nodes.has_matrix(base):
            form = linear_form(exponent)
            if all_letters(base) or form is None or set(form) - {letter, ""} or form[letter] < 1:
                raise _NoSpace
            size = max(
                whole_value(exact_value(part.arguments[0], 0), "sizes are")
                for part in nodes.walk(base)
                if isinstance(part, nodes.FunctionCall) and part.name == "matrix"
            )
            return Space(size, max(0, ceil((size - form[""]) / form[letter])))
    return nodes.arithmetic(tree, inner, lambda _: _NoSpace()) if nodes.has_matrix(tree) else again(tree)


def _space_of_binomial(inner: Space, size: int) -> Space:
    """Return the space of binomial(P(n), k) for a constant k, which is a polynomial of degree k in P(n)."""
    if size > _MOST_POWER:
        raise _NoSpace
    return _sum([inner, _CONSTANT]).power(max(0, size))


def _space_of_cases(branches: tuple[nodes.Branch, ...], again: _Bound) -> Space:
    """Return the space of a formula given by cases.

    On each residue class of n modulo w one branch applies for all large n. A member of a space of dimension d
    on one class satisfies a recurrence of order d in n/w, hence one of order w d in n.
    """
    conditions = [branch.condition for branch in branches]
    period = lcm(*(max(1, condition.modulus) for condition in conditions))
    start = max(max(part.least, 0 if part.most is None else part.most + 1) for part in conditions)
    bodies = [again(branch.body) for branch in branches if branch.condition.most is None]
    if not bodies:
        raise _NoSpace
    whole = _sum([*bodies, Space(0, start, (1, 0))])
    return whole * Space.quasi_polynomial(period, 0)


def _space_of_root_sum(tree: nodes.RootSum) -> Space:
    """Return the space of a sum over roots, to which each root r != 0 contributes the dimension of the body.

    The base of a power that grows with n must be r itself or free of r, so that it is not 0.
    """
    row = polynomial_of(tree)
    for part in nodes.walk(tree.body):
        if isinstance(part, nodes.Power) and (inside := all_letters(part.exponent)):
            is_root = isinstance(part.base, nodes.Letter) and part.base.name == tree.letter
            if tree.letter in inside or (not is_root and tree.letter in all_letters(part.base)):
                raise _NoSpace
    if not row[0]:
        raise _NoSpace
    fixed = nodes.rebuild(
        tree.body,
        lambda part: nodes.Number(2) if isinstance(part, nodes.Letter) and part.name == tree.letter else None,
    )
    inner = _space_of(fixed, "n", no_laws)
    return Space((len(row) - 1) * inner.order, inner.start)


def is_power(tree: nodes.Node, letter: str) -> bool:
    """Return True if the formula is b^(s n + c) with a number b and an integer s, so that it is never 0."""
    if not isinstance(tree, nodes.Power) or all_letters(tree.base):
        return False
    form = linear_form(tree.exponent)
    return form is not None and form[letter].denominator == 1 and bool(exact_value(tree.base, 0))


def _space_of_inverse(below: nodes.Node, letter: str) -> Space:
    """Return the space of 1/(a product of constants and of powers with the letter in the exponent)."""
    total, (factors, under) = _CONSTANT, fraction_factors(below)
    if any(letter in all_letters(part) for part in under):
        raise _NoSpace
    for part in factors:
        if letter in all_letters(part):
            if not isinstance(part, nodes.Power) or all_letters(part.base):
                raise _NoSpace
            total = total * _space_of_exponential(part.base, part.exponent, letter)
    return total


def _space_of_power(base: nodes.Node, exponent: nodes.Node, letter: str, again: _Bound) -> Space:
    if not all_letters(exponent):
        size = exact_value(exponent, 0).rational
        if size is None or size.denominator != 1 or abs(size) > _MOST_POWER:
            raise _NoSpace
        if size < 0:
            return _space_of_inverse(nodes.product(*[base] * -int(size)), letter)
        return again(base).power(int(size))
    if all_letters(base):
        raise _NoSpace
    return _space_of_exponential(base, exponent, letter)


def _space_of_exponential(base: nodes.Node, exponent: nodes.Node, letter: str) -> Space:
    """Return the space of b^e(n) for a number b.

    If e(n + w) = e(n) + s for all n of one class modulo w, the roots there satisfy z^w = b^s.
    """
    number, form = exact_value(base, 0), linear_form(exponent)
    if not number:
        form = _lower_bound(exponent) if form is None else form
        if form is None or form.get(letter, 0) <= 0 or not _is_growing(form):
            raise _NoSpace
        return Space(0, max(0, floor(-form[""] / form[letter]) + 1))  # 0 raised to positive powers
    if form is not None:
        return Space(form[letter].denominator)
    if all_letters(exponent) != {letter}:
        raise _NoSpace
    inner = _space_of(exponent, letter, no_laws)
    if inner.quasi is not None and inner.quasi[1] <= 1:
        period = inner.quasi[0]
        values = [exact_value(exponent, Point({letter: inner.start + k})) for k in range(2 * period)]
        steps = {after - before for before, after in zip(values, values[period:], strict=False)}
        return Space(period * len(steps), inner.start)
    order = next((k for k in (2, 4) if number**k == Radical.of(1)), None)
    if order is None:
        raise _NoSpace
    denominator = _denominator(exponent, letter)
    return _space_of_residues(exponent, denominator, denominator * order, inner, letter)


def _lower_bound(tree: nodes.Node) -> LinearForm | None:
    """Return a linear form that is nowhere larger than a formula with roundings and maxima, or None."""
    match tree:
        case nodes.Group(body=body):
            return _lower_bound(body)
        case nodes.IntegerPart(body=body):
            form = _lower_bound(body)
            return form and form + LinearForm({"": Fraction(-1)})
        case nodes.FunctionCall(name="max", arguments=arguments):
            bounds = (_lower_bound(part) for part in arguments)
            return next((form for form in bounds if form and set(form) - {""} and _is_growing(form)), None)
    return linear_form(tree)


def _is_growing(form: LinearForm) -> bool:
    """Return True if no letter has a negative coefficient."""
    return all(value >= 0 for name, value in form.items() if name)


def _find_growth_step(form: LinearForm | None, letter: str) -> Fraction:
    """Return the coefficient s >= 1 of a variable in an index, an integer, if the index increases with each
    of its variables.
    """
    step = Fraction(0) if form is None else form[letter]
    if form is None or step.denominator != 1 or step < 1 or not _is_growing(form):
        raise _NoSpace
    return step


def _space_of_sequence(label: tuple[str, ...], index: nodes.Node, letter: str, laws: Laws) -> Space:
    """Return the space of a named sequence whose index is linear in the letters with integer coefficients."""
    form = linear_form(index)
    if form is None or any(value.denominator != 1 for value in form.values()):
        raise _NoSpace
    inner, least = laws(label), 0
    if inner is None and len(label) == 1 and label[0] in NAMED:
        return Space(2)
    if inner is None and label[0] in QUOTATIONS:
        inner, least = space(quoted_formula(label[0])), QUOTATIONS[label[0]].first_n
    if inner is None:
        raise _NoSpace
    step = _find_growth_step(form, letter)
    return Space(inner.order, max(0, ceil((max(inner.start, least) - form[""]) / step)))


def _space_of_chebyshev(name: str, arguments: tuple[nodes.Node, ...], letter: str) -> Space:
    """Return the space of T(n, x), U(n, x) or S(n, x) for a number x."""
    form = linear_form(arguments[0]) if name in CHEBYSHEV.values() else None
    if form is None or all_letters(arguments[1]) or form[letter].denominator != 1:
        raise _NoSpace
    return Space(2)


def _space_of_sum(tree: nodes.BigOperator, letter: str, laws: Laws) -> Space:
    """Return the space of a sum over a range, of dimension d (e + 1) for each end of the range that varies.

    Here d and e are the dimensions of the body as a sequence in the letter and in the summation variable. The
    body is a sum of u(n) v(k) with u and v in spaces of these dimensions. The partial sums S(m) of v belong
    to a space of dimension e + 1, also at m = s n + c; at floor((s n + c)/w) there is a separate space for
    each of the w residues. The range must never be reversed.
    """
    (upper, pieces), (lower, more) = _parse_end(tree.high), _parse_end(tree.low)
    outer, inner = _space_of(tree.body, letter, laws), _space_of(tree.body, tree.letter, laws)
    if lower[""] - (more > 1) < inner.start or not _is_growing(lower):
        raise _NoSpace
    total = sum(
        (inner.order + 1) * parts for form, parts in ((upper, pieces), (lower, more)) if form.get(letter)
    )
    gap = upper + -lower
    room = gap[""] + (0 if pieces == more == 1 else -1)
    if not _is_growing(gap) or (room < -1 and not gap[letter]):
        raise _NoSpace
    start = outer.start if room >= -1 else max(outer.start, ceil((-1 - room) / gap[letter]))
    return Space(outer.order * max(total, 1), start)


def _space_of_residues(body: nodes.Node, factor: int, modulus: int, inner: Space, letter: str) -> Space:
    """Return the space of E mod m, where E is the body times ``factor``, and of each function of E mod m.

    Theorem. Let E have integer values and satisfy a recurrence of order d with integer coefficients and
    leading coefficient 1. Then E mod m is periodic, starting at the first n at which d consecutive residues
    occur again later. Proof. They determine the next residue, hence by induction all later ones. QED

    Such a recurrence exists: the roots of E are products of integers and of algebraic integers
    (``_denominator``). So floor(E/m) = (E - (E mod m))/m lies in the space of E and of periodic sequences, as
    do other roundings of E/m, whose difference from it depends on E mod m alone.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> [space(read_statement(text).chains[0].sides[0]) for text in ("floor((2^n+1)/3)", "F(n) mod 4")]
    [Space(order=4, start=0, quasi=None), Space(order=6, start=0, quasi=(6, 0))]
    """
    values: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    for n in range(inner.start, inner.start + _MOST_RESIDUES):
        value = exact_value(body, Point({letter: n})).rational
        if value is None or (value * factor).denominator != 1:
            raise _NoSpace
        values.append(int(value * factor) % modulus)
        size = max(1, inner.order)
        before = seen.setdefault(tuple(values[-size:]), n) if len(values) >= size else n
        if before < n:
            return Space.quasi_polynomial(n - before, 0, before - size + 1)
    raise _NoSpace


def _denominator(tree: nodes.Node, letter: str) -> int:
    """Return a number D such that D times the formula is a sum of products of algebraic integers.

    The factors are integers, the letter, powers of integers that grow with the letter, and sequences such as
    F(n).
    """
    match tree:
        case nodes.Letter():
            return 1
        case nodes.Number(value=value):
            return Fraction(value).denominator
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return _denominator(body, letter)
        case nodes.Sum(terms=terms):
            return lcm(*(_denominator(term, letter) for term in terms))
        case nodes.Product(factors=factors):
            return prod(_denominator(factor, letter) for factor in factors)
        case nodes.Quotient(above=above, below=nodes.Number(value=value)) if value:
            return _denominator(above, letter) * abs(Fraction(value).numerator)
        case nodes.Power(base=base, exponent=exponent) if not all_letters(exponent):
            size = exact_value(exponent, 0).rational
            if size is not None and size.denominator == 1 and 0 <= size <= _MOST_POWER:
                return int(_denominator(base, letter) ** size.numerator)
        case nodes.Power(base=base, exponent=exponent) if not all_letters(base):
            number, least = exact_value(base, 0).rational, _least(exponent, letter)
            if number and number.denominator == 1 and least >= -_MOST_POWER:
                return int(abs(number.numerator) ** max(0, -least))
        case nodes.Choose(above=above, below=nodes.Number(value=size)) if 0 <= size <= _MOST_POWER:
            return int(_denominator(above, letter) ** int(size) * factorial(int(size)))
        case nodes.Cases(branches=branches):
            return lcm(*(_denominator(branch.body, letter) for branch in branches))
        case nodes.IntegerPart(body=body):
            _denominator(body, letter)
            return 1
        case nodes.Remainder(body=body):
            return _denominator(body, letter)
        case nodes.Symbol(label=(name,), index=index, arguments=()) if name in NAMED and index is not None:
            if (
                NAMED[name].q == 1 or _least(index, letter) >= 0
            ):  # otherwise a negative index would yield fractions
                return 1
    raise _NoSpace


def _least(tree: nodes.Node, letter: str) -> int:
    """Return the value at 0 of an index with integer values that grows with the letter."""
    form = linear_form(tree)
    if form is None or form[""].denominator != 1 or not _find_growth_step(form, letter):
        raise _NoSpace
    return form[""].numerator


def _parse_end(tree: nodes.Node | None) -> tuple[LinearForm, int]:
    """Return an end of a range as a linear form with integer coefficients, and its number of residues.

    The linear form may be divided by a number and rounded; it then has one form for each residue.
    """
    body = tree.body if isinstance(tree, nodes.Group) else tree
    rounded = body.body if isinstance(body, nodes.IntegerPart) else body
    form = None if rounded is None else linear_form(rounded)
    if form is None:
        raise _NoSpace
    parts = max([1, *(value.denominator for value in form.values())])
    if any(parts % value.denominator for value in form.values()):
        raise _NoSpace
    return form, parts
