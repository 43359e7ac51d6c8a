"""Trees of values: polynomials, series, recurrences, equations and formulas in n."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula import tree

if TYPE_CHECKING:
    from flint import fmpz_poly

    from gfkit.core.algebra import (
        Algebraic,
        Ball,
        DifferentialEquation,
        Growth,
        Hypergeometric,
        PRecursive,
        QuasiPolynomial,
        RationalPolynomial,
        Recurrence,
    )
    from gfkit.core.algebra.polynomial import Monomial
    from gfkit.core.algebra.product_form import ProductForm

Rows = Sequence[Sequence[Fraction]]

# Polynomials


def of_terms(variables: Sequence[str], terms: Iterable[tuple[Monomial, int]]) -> tree.Node:
    """Return the sum of the given monomials, in the given order."""
    powers: dict[tuple[str, int], tree.Node] = {(name, 1): tree.Letter(name) for name in variables}
    listed: list[tree.Node] = []
    for exponents, value in terms:
        factors: list[tree.Node] = []
        for key in zip(variables, exponents, strict=True):
            if key[1]:
                if key not in powers:
                    powers[key] = tree.Power(powers[key[0], 1], tree.Number(key[1]))
                factors.append(powers[key])
        if not factors:
            listed.append(tree.Number(value))
            continue
        if abs(value) != 1:
            factors.insert(0, tree.Number(abs(value)))
        listed.append(
            tree.with_sign(value < 0, tree.Product(tuple(factors)) if len(factors) > 1 else factors[0])
        )
    return tree.Sum(tuple(listed)) if len(listed) > 1 else listed[0] if listed else tree.ZERO


def of_polynomial(polynomial: Polynomial) -> tree.Node:
    return of_terms(polynomial.variables, polynomial.terms)


def of_rational_polynomial(value: RationalPolynomial) -> tree.Node:
    """Return the tree of a polynomial with rational coefficients, highest degree first."""
    terms = sorted(value.numerator.terms, key=lambda term: (sum(term[0]), term[0]), reverse=True)
    above = of_terms(value.numerator.variables, terms)
    return above if value.denominator == 1 else tree.Quotient(above, tree.Number(value.denominator))


def high_powers_first(coefficients: Sequence[int], letter: str) -> tree.Node:
    """Return a polynomial, given by its coefficients lowest first, with its high powers first."""
    numbered = reversed(list(enumerate(coefficients)))
    return of_terms((letter,), (((k,), int(c)) for k, c in numbered if c))


def low_powers_first(polynomial: fmpz_poly, letter: str = "t") -> tree.Node:
    """Return a polynomial with low powers first."""
    return of_terms((letter,), (((k,), int(c)) for k, c in enumerate(polynomial.coeffs()) if c))


def rational_row(coefficients: Sequence[Fraction], factor: tree.Node = tree.ONE) -> tree.Node:
    """Return the product of a factor and a polynomial in n with rational coefficients (constant term first).

    If the leading coefficient is negative, the product starts with a minus sign.

    >>> from gfkit.core.algebra.formula.write.plain import Writer
    >>> power = tree.Power(tree.Number(2), tree.N)
    >>> Writer().write(rational_row([Fraction(-1, 4), Fraction(0), Fraction(1, 2)], power))
    '(2*n^2 - 1)*2^n/4'
    """
    below = lcm(*(c.denominator for c in coefficients))
    whole = [int(c * below) for c in coefficients]
    negative = next((c < 0 for c in reversed(whole) if c), False)
    above = high_powers_first([-c for c in whole] if negative else whole, "n")
    return tree.with_sign(negative, tree.product(tree.quotient(above, tree.Number(below)), factor))


def in_linear_factors(polynomial: fmpz_poly, letter: str = "n") -> tree.Node:
    """Return the polynomial as a product of linear factors if it is one, else with high powers first.

    >>> from gfkit.core.algebra.formula.write.plain import Writer
    >>> from flint import fmpz_poly
    >>> [Writer().write(in_linear_factors(fmpz_poly(row))) for row in ([-1, 3, -3, 1], [1, 0, 2])]
    ['(n - 1)^3', '2*n^2 + 1']
    """
    plain = high_powers_first(list(map(int, polynomial.coeffs())), letter)
    if polynomial.degree() < 2:
        return plain
    constant, factors = polynomial.factor()
    if any(factor.degree() > 1 for factor, _ in factors):
        return plain
    factors.sort(key=lambda item: (item[0][0] != 0, int(item[0][1]), abs(int(item[0][0])), int(item[0][0])))
    parts = [
        to_power(high_powers_first(list(map(int, factor.coeffs())), letter), int(e)) for factor, e in factors
    ]
    return tree.with_sign(constant < 0, tree.product(tree.Number(abs(int(constant))), *parts))


def to_power(part: tree.Node, exponent: int | Fraction) -> tree.Node:
    """Return the power; an exponent 1 is omitted."""
    return part if exponent == 1 else tree.Power(part, tree.Number(exponent))


def _split_sign(node: tree.Node) -> tuple[bool, tree.Node]:
    """Return True if a part starts with a minus sign, and the part without the sign. Sums are unchanged."""
    if isinstance(node, tree.Negative):
        return True, node.body
    if isinstance(node, tree.Number) and node.value < 0:
        return True, tree.Number(-node.value)
    return False, node


def _multiple(factor: tree.Node, node: tree.Node) -> tree.Node:
    is_negative, size = _split_sign(factor)
    return tree.with_sign(is_negative, tree.product(size, node))


# Generating functions


def in_printing_order(polynomial: Polynomial) -> Polynomial:
    """Return the polynomial arranged for printing: in ascending powers of t, with t last in every monomial.

    It is only for printing: equality of polynomials requires another order of terms.

    >>> print(in_printing_order(Polynomial.parse("1 - t^2*x*y - t", ("t", "x", "y"))))
    1 - t - x*y*t^2
    """
    moved = sorted(
        (((*powers[1:], powers[0]), value) for powers, value in polynomial.terms),
        key=lambda item: (item[0][-1], sum(item[0]), tuple(-power for power in item[0])),
    )
    return Polynomial((*polynomial.variables[1:], polynomial.variables[0]), tuple(moved))


def of_quotient(numerator: Polynomial, denominator: Polynomial) -> tree.Node:
    """Return a quotient of polynomials whose first variable is t, the denominator in brackets if it is not
    1.
    """
    above, below = (of_polynomial(in_printing_order(part)) for part in (numerator, denominator))
    if below == tree.ONE:
        return above
    return tree.Quotient(above, below if isinstance(below, tree.Sum) else tree.Group(below))


# Recurrences and equations


def of_recurrence(rule: Recurrence) -> tree.Definition:
    right, initial = of_signature(rule.signature), tuple(map(_write_term, rule.initial))
    return tree.Definition(right, rule.valid_from, initial, rule.first_n)


def of_signature(signature: Sequence[int | Fraction | Polynomial]) -> tree.Node:
    """Return c1 a(n-1) + c2 a(n-2) + ..."""
    nodes = enumerate(map(_write_term, signature), 1)
    return tree.sum_of_terms([_multiple(node, tree.term(k)) for k, node in nodes if node != tree.ZERO])


def _write_term(value: int | Fraction | Polynomial) -> tree.Node:
    return of_polynomial(value) if isinstance(value, Polynomial) else tree.Number(value)


def of_relation(rows: Sequence[fmpz_poly]) -> tree.Equation:
    """Return the equation p_0(n) a(n) = -p_1(n) a(n-1) - ..."""
    return tree.Equation(_times_term(rows[0], 0), _write_earlier_terms(rows))


def _write_earlier_terms(rows: Sequence[fmpz_poly]) -> tree.Node:
    return tree.sum_of_terms([_times_term(-p, k) for k, p in enumerate(rows) if k and p])


def _times_term(polynomial: fmpz_poly, back: int) -> tree.Node:
    if polynomial.leading_coefficient() < 0:
        return tree.Negative(tree.product(in_linear_factors(-polynomial), tree.term(back)))
    return tree.product(in_linear_factors(polynomial), tree.term(back))


def of_p_recursive(rule: PRecursive) -> tree.Range:
    return tree.Range(of_relation(rule.rows), rule.valid_from)


def solved_definition(rule: PRecursive) -> tree.Definition:
    """Return the recurrence solved for a(n), with the terms that it does not determine."""
    right = tree.quotient(_write_earlier_terms(rule.rows), in_linear_factors(rule.rows[0]))
    return tree.Definition(right, rule.determined_from, tuple(map(tree.Number, rule.initial)), rule.first_n)


def of_algebraic(value: Algebraic) -> tree.Equation:
    return tree.Equation(of_polynomial(value.equation), tree.ZERO)


def radical(value: Algebraic) -> tree.Node | None:
    """Return the series of a quadratic equation with its root, (-B + S sqrt(R))/(2 A), or None for other
    degrees.

    The discriminant is S^2 R with R free of squares; the sign of S is that of the lowest coefficient of 2 A
    f + B, as S sqrt(R) begins with the sign of S.
    """
    from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

    if value.degree != 2:
        return None
    last, middle, first = value.columns
    scale, factors = (middle * middle - 4 * first * last).factor()
    outer, square_free = fmpz_poly([1]), fmpz_poly([1 if scale > 0 else -1])
    parts = [*((fmpz_poly([int(p)]), int(e)) for p, e in fmpz(abs(int(scale))).factor()), *factors]
    for part, power in parts:
        outer, square_free = outer * part ** (power // 2), square_free * part ** (power % 2)
    if not square_free or int(square_free[0]) <= 0:
        return None
    length = outer.degree() + value.first_n + 2
    series = fmpq_poly([0] * value.first_n + [fmpq(a.numerator, a.denominator) for a in value.terms(length)])
    rest = (2 * first * series + middle).truncate(length)
    lowest = next((c for c in rest.coeffs() if c), None)
    leading = next(c for c in outer.coeffs() if c)
    if lowest is None:
        return None
    outer = outer if (lowest > 0) == (leading > 0) else -outer
    below = 2 * first
    common = below.gcd(middle).gcd(outer)
    common = common if next(c for c in below.coeffs() if c) > 0 else -common
    below, middle, outer = below // common, middle // common, outer // common
    is_negative, size = _split_sign(low_powers_first(outer))
    root = tree.product(
        tree.Group(size) if isinstance(size, tree.Sum) else size, tree.Root(low_powers_first(square_free))
    )
    if not middle and not below % square_free:  # S sqrt(R)/(c R) = S/(c sqrt(R))
        under = low_powers_first(below // square_free)
        under = tree.Group(under) if isinstance(under, tree.Sum) else under
        return tree.with_sign(
            is_negative, tree.Quotient(size, tree.product(under, tree.Root(low_powers_first(square_free))))
        )
    above = [low_powers_first(-middle)] if middle else []
    return tree.quotient(
        tree.sum_of_terms([*above, tree.with_sign(is_negative, root)]), low_powers_first(below)
    )


def of_differential(equation: DifferentialEquation) -> tree.Equation:
    """Return the terms with high derivatives first, their polynomials with low powers first."""
    from flint import fmpz_poly

    numbered = reversed(list(enumerate(equation.rows)))
    left = [_multiple(low_powers_first(q), tree.Derivative(k)) for k, q in numbered if q]
    return tree.Equation(tree.sum_of_terms(left), low_powers_first(fmpz_poly(list(equation.right))))


def asymptotic(rate: Growth) -> tree.Equation:
    """Return the claim a(n) ~ C lambda^n n^k, without the factors that are exactly 1 if lambda is 1."""
    factors: list[tree.Node] = [] if is_one(rate.constant) and is_one(rate.rate) else [tree.Letter("C")]
    factors += [] if is_one(rate.rate) else [tree.Power(_RATE, tree.N)]
    factors += [to_power(tree.N, rate.power)] if rate.power else []
    return tree.Equation(tree.term(0), tree.product(*factors), "~")


def is_one(ball: Ball | None) -> bool:
    """Return True if a ball is the number 1."""
    return ball is not None and (ball.value, ball.radius) == ("1", "0")


_RATE = tree.Letter("lambda")


def of_growth(rate: Growth) -> tree.Node:
    """Return the leading asymptotics of a(n) with certified decimals, or a sentence if no such statement is
    known.
    """
    if not rate.dominant:
        return tree.Prose(rate.note)
    parts: list[tree.Node] = [asymptotic(rate)]
    parts += [] if is_one(rate.rate) else [tree.Equation(_RATE, tree.Decimal(rate.value))]
    if rate.constants and not (is_one(rate.rate) and is_one(rate.constant)):
        listed = tree.Enumeration(tuple(tree.Decimal(ball.value) for ball in rate.constants))
        parts.append(tree.Equation(tree.Letter("C"), listed))
    node: tree.Node = tree.Enumeration(tuple(parts), are_statements=True)
    if len(rate.constants) > 1 and rate.period:
        node = tree.Remark(node, tree.EveryResidue(rate.period))
    return tree.Remark(node, tree.Prose(rate.note)) if rate.note else node


# Formulas in n


def with_beginning(body: tree.Node, before: tree.Before) -> tree.Node:
    """Return a formula with the terms before its range, if there are any."""
    return tree.Range(body, before[-1][0] + 1, before) if before else body


def of_quasi_polynomial(value: QuasiPolynomial, *, rounds: bool) -> tree.Node:
    """Return the formula with the terms before it. If possible and ``rounds``, it is the floor of a single
    polynomial.
    """
    body = rounded_down(value.constituents) if rounds else None
    return with_exceptions(body or of_cases(value.constituents), value)


def with_exceptions(body: tree.Node, value: QuasiPolynomial) -> tree.Node:
    """Return the formula of a quasi-polynomial with the terms before it."""
    return with_beginning(body, tuple(enumerate(value.exceptions, value.first_n)))


def of_cases(rows: Rows) -> tree.Node:
    """Return the cases as branches, with equal branches merged. A single case has no condition."""
    nodes = [rational_row(row) for row in rows]
    return nodes[0] if len(nodes) == 1 else tree.by_residue(nodes)


def rounded_down(rows: Rows) -> tree.IntegerPart | None:
    """Return the floor of one polynomial, if all values are integers and the cases differ only in
    constants, by less than 1.

    If the values are (A(n) + c_i)/D at n = i modulo the period, the formula floor((A(n) + c)/D) is correct
    for every integer c with max c_i <= c < min c_i + D.
    """
    from gfkit.core.algebra.quasi_polynomial import value_at

    period, length = len(rows), max(map(len, rows))
    if period == 1 or len({tuple(row[1:]) for row in rows}) > 1:
        return None
    if any(value_at(rows, n).denominator > 1 for n in range(period * length)):
        return None
    below = lcm(*(c.denominator for row in rows for c in row))
    constants = [int(row[0] * below) if row else 0 for row in rows]
    low, high = max(constants), min(constants) + below - 1
    if low > high:
        return None
    whole = [int(c * below) for c in rows[0][1:]]
    chosen = _choose_roundest(low, high, gcd(below, *whole))
    return tree.IntegerPart(rational_row([Fraction(c, below) for c in (chosen, *whole)]), tree.Rounding.FLOOR)


def _choose_roundest(low: int, high: int, step: int) -> int:
    """Return an integer between two bounds: 0 if possible, else a multiple of the step, else the integer
    nearest to 0.
    """
    if low <= 0 <= high:
        return 0
    if low > 0:
        nearest = -(-low // step) * step
        return nearest if nearest <= high else low
    return -_choose_roundest(-high, -low, step)


def of_hypergeometric(value: Hypergeometric, *, rises: bool) -> tree.Node:
    """Return the closed form. Unless ``rises``, rising factorials are written as quotients of gamma
    functions.
    """
    form = value.product_form
    if form is None:
        return tree.ZERO
    above: list[tree.Node] = []
    below: list[tree.Node] = []
    for part, exponent in _parts(form, rises):
        (above if exponent > 0 else below).append(to_power(part, abs(exponent)))
    return tree.quotient(tree.product(*above), tree.product(*below))


def _parts(form: ProductForm, rises: bool) -> Iterator[tuple[tree.Node, int]]:
    """Yield the factors of a product formula with their exponents; the exponent of a power of a number
    belongs to the factor.
    """
    constant, factors = form.constant, []
    for s, e in sorted(form.linear.items()):
        constant /= Fraction(s.denominator) ** e
        factors.append((high_powers_first([s.numerator, s.denominator], "n"), e))
    yield tree.Number(constant.numerator), 1
    yield tree.Number(constant.denominator), -1
    yield from factors
    factorials = Counter(form.factorials)
    for q, k, e in _binomials(factorials):
        yield tree.Choose(_multiply_by_n(q), _multiply_by_n(k)), e
    for top, e in sorted(form.finite.items()):
        yield tree.Choose(tree.Number(top), tree.N), e
    for value, sign in ((form.base.numerator, 1), (form.base.denominator, -1)):
        if value != 1:
            yield tree.Power(tree.Number(value), tree.N), sign
    for q, e in sorted(factorials.items(), reverse=True):
        if e:
            yield tree.Factorial(_multiply_by_n(q)), e
    for w, e in sorted(form.rising.items()):
        if rises:
            yield tree.RisingFactorial(tree.Number(w)), e
        else:
            yield tree.Gamma(tree.sum_of_terms([tree.N, tree.Number(w)])), e
            yield tree.Gamma(tree.Number(w)), -e


def _multiply_by_n(factor: int) -> tree.Node:
    return tree.product(tree.Number(factor), tree.N)


def _binomials(factorials: Counter[int]) -> Iterator[tuple[int, int, int]]:
    """Extract the binomials (q n)!/((k n)! ((q-k) n)!) from a product of factorials; yield q, k and the
    exponent, largest q first.
    """
    for q in sorted(factorials, reverse=True):
        for k in range(1, q // 2 + 1):
            sign = 1 if factorials[q] > 0 else -1
            below = [-sign * factorials[j] for j in (k, q - k)]
            size = min(abs(factorials[q]), min(below) if 2 * k < q else below[0] // 2)
            if size > 0:
                factorials[q] -= sign * size
                factorials[k] += sign * size
                factorials[q - k] += sign * size
                yield q, k, sign * size
