"""Exact values of closed forms in n, including sums over the roots of a polynomial."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial, reduce
from math import ceil, comb, factorial, floor, gcd, lcm
from operator import add, mul
from typing import Any, TypeVar, overload

from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz

from gfkit.claims.provers.cosines import cosine, cosine_product, exact_turns
from gfkit.claims.statement.names import COUNTED, KNOWN_NAMES, NAMED, QUOTATIONS
from gfkit.claims.statement.parse import PrintedRoot, PrintedStatement, read_statement
from gfkit.claims.statement.ratio import Ring, ratio
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical, power_of
from gfkit.core.algebra.number import from_flint, number_text, to_fmpq
from gfkit.core.algebra.series import isolate_roots, rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import DivisionError, GfkitError, InputError, LimitError, NoValueError, UndecidedError

_MOST_BITS = 1_000_000
_MOST_FACTORS = 2000


def is_constant(tree: nodes.Node) -> bool:
    """Return True if n occurs neither in the formula, nor in its conditions, nor as an index."""
    return not any(node == nodes.N or isinstance(node, nodes.Condition) for node in nodes.walk(tree))


Terms = Callable[[tuple[str, ...], int], Fraction]
"""Function that returns the term of a sequence in the formula, by its name and index."""


@dataclass(frozen=True)
class Point:
    """Values to substitute for the letters, and the terms of the sequence in question."""

    letters: Mapping[str, int]
    terms: Terms | None = None
    label: tuple[str, ...] = ()
    """Name of the sequence in question; this meaning takes precedence over others."""

    def at(self, letter: str, value: int) -> Point:
        return Point({**self.letters, letter: value}, self.terms, self.label)


Value = int | Fraction | Radical


def exact_value(tree: nodes.Node, n: int | Point) -> Radical:
    """Return the exact value at n, or at a point."""
    return Radical.of(_evaluate(tree, n if isinstance(n, Point) else Point({"n": n})))


def _evaluate(tree: nodes.Node, place: Point) -> Value:
    """Return the value at a point. Integers remain of type int, which is ten times as fast in nested sums."""
    match tree:
        case nodes.Number(value=number):
            return number.numerator if number.denominator == 1 else number
        case nodes.Letter(name=name):
            if name not in place.letters:
                raise InputError(f"formula: unknown letter {name!r} in a closed form")
            return place.letters[name]
        case nodes.Quotient(above=above, below=below):
            upper, lower = _evaluate(above, place), _evaluate(below, place)
            if isinstance(upper, int) and isinstance(lower, int) and lower:
                return Fraction(upper, lower) if upper % lower else upper // lower
            return Radical.of(upper) / lower
        case nodes.Power(base=base, exponent=exponent):
            return power(_evaluate(base, place), _evaluate(exponent, place))
        case nodes.Product(factors=factors):
            return product_unless_zero(factors, partial(_evaluate, place=place))
        case nodes.Root(body=body):
            return Radical.of(_evaluate(body, place)).square_root
        case nodes.IntegerPart(body=body, how=how):
            return _round(Radical.of(_evaluate(body, place)), how)
        case nodes.Remainder(body=body, modulus=modulus):
            inner = Radical.of(_evaluate(body, place))
            return inner - modulus * (inner / modulus).floor()
        case nodes.Choose(above=above, below=below):
            return _binomial(_evaluate(above, place), _evaluate(below, place))
        case nodes.Factorial(body=body):
            return _factorial(_evaluate(body, place))
        case nodes.Gamma(body=body):
            return _gamma(rational(_evaluate(body, place), "Gamma requires"))
        case nodes.Cases(branches=branches):
            return _evaluate(_choose_branch(branches, _index(place)).body, place)
        case nodes.RootSum():
            return trace(tree, _index(place))
        case nodes.BigOperator():
            return _running_value(tree, place)
        case nodes.FunctionCall(name="entry", arguments=(body, *places)):
            return _matrix_entry(
                body, place, [whole_value(_evaluate(k, place), "rows are") - 1 for k in places]
            )
        case nodes.FunctionCall(name=name, arguments=arguments):
            if (turns := exact_turns(tree)) is not None:
                return cosine(rational(_evaluate(turns[0], place), "angles are"))
            return _function_value(name, arguments, place)
        case nodes.Symbol(label=label, index=index, arguments=arguments):
            if arguments:
                raise InputError(f"formula: {'_'.join(label)} accepts an index, but no other arguments")
            return _named_value(label, index, place)
    return nodes.arithmetic(
        tree, partial(_evaluate, place=place), nodes.no_meaning("has no meaning in a closed form")
    )


Factor = TypeVar("Factor", int | Fraction | Radical, acb)


def product_unless_zero(factors: Iterable[nodes.Node], value: Callable[[nodes.Node], Factor]) -> Factor:
    """Return the product of the values. It is 0 if a factor is 0, even if another one cannot be computed."""
    values, errors = list[Factor](), list[UndecidedError]()
    for factor in factors:
        try:
            values.append(value(factor))
        except UndecidedError as error:
            errors.append(error)
    if errors and 0 not in values:
        raise errors[0]
    return reduce(mul, values)


def _matrix_entry(tree: nodes.Node, point: Point, place: list[int]) -> Fraction:
    """Return the entry of a matrix at a row and a column, or its trace if no place is given."""
    try:
        matrix = _matrix_value(tree, point)
        diagonal = range(0 if place else max(matrix.nrows(), matrix.ncols()))
        first = matrix[place[0], place[1]] if place else fmpq(0)
        return Fraction(from_flint(sum((matrix[k, k] for k in diagonal), first)))
    except ZeroDivisionError:
        raise NoValueError("formula: a matrix has no inverse") from None
    except (TypeError, ValueError, IndexError):
        raise InputError("formula: a matrix has another size") from None


def _matrix_value(tree: nodes.Node, point: Point) -> Any:
    again = partial(_matrix_value, point=point)
    if not nodes.has_matrix(tree):
        return to_fmpq(rational(_evaluate(tree, point), "entries of matrices are"))
    match tree:
        case nodes.FunctionCall(name="matrix", arguments=(nodes.Number(value=width), *entries)):
            return fmpq_mat(len(entries) // int(width), int(width), [*map(again, entries)])
        case nodes.Power(base=base, exponent=exponent):
            size = whole_value(_evaluate(exponent, point), "exponents of matrices are")
            if abs(size) > _MOST_FACTORS * 10:
                raise LimitError(f"formula: the exponent {_short_text(size)} of a matrix is too large")
            return again(base) ** size
    return nodes.arithmetic(tree, again, nodes.no_meaning("has no meaning for matrices"))


def _index(place: Point) -> int:
    """Return the number substituted for n."""
    if "n" not in place.letters:
        raise InputError("formula: n is not allowed here")
    return place.letters["n"]


def _factorial(value: Value) -> int:
    size = whole_value(value, "factorials require")
    if size < 0:
        raise NoValueError(f"formula: the factorial of {_short_text(size)} does not exist")
    if size > 100_000:
        raise LimitError(f"formula: factorials require a number from 0 to 100000, got {_short_text(size)}")
    return factorial(size)


def _gamma(point: Fraction) -> int:
    if point.denominator != 1:
        raise UndecidedError(f"Gamma at {number_text(point)} is not rational")
    if point < 1:
        raise NoValueError(f"formula: Gamma has a pole at {number_text(point)}")
    return _factorial(point - 1)


def summation_range(tree: nodes.BigOperator, place: Point) -> range:
    """Return the range of a sum or product.

    A sum without an upper limit ends at the largest k for which no binomial(a, b) in it vanishes for all
    larger k, as b < 0 or a < b. In such a sum a binomial with a negative upper index is 0.
    """
    low = whole_value(_evaluate(tree.low, place), "the range of a sum requires")
    if tree.high is not None:
        last = floor(rational(_evaluate(tree.high, place), "the limits of a sum must be"))
    else:
        last = _natural_end(tree, place, low)
    if last - low > _MOST_FACTORS:
        raise LimitError(f"formula: a sum of {last - low} terms exceeds the limit {_MOST_FACTORS}")
    return range(low, last + 1)


def _natural_end(tree: nodes.BigOperator, place: Point, low: int) -> int:
    """Return the largest k beyond which some binomial, whose arguments are linear in k, is always 0."""
    last_places: list[int] = []
    for part in nodes.walk(tree.body):
        if isinstance(part, nodes.Choose):
            below = nodes.Sum((part.above, nodes.Negative(part.below)))
            for form in (part.below, below):
                values = [
                    rational(_evaluate(form, place.at(tree.letter, low + step)), "binomials require")
                    for step in range(3)
                ]
                slope = values[1] - values[0]
                if values[2] - values[1] != slope:
                    raise InputError(
                        "formula: in a sum without an upper limit, binomials must be linear in the"
                        " summation variable"
                    )
                if slope < 0:
                    last_places.append(low + floor(values[0] / -slope))
    if tree.is_product or not last_places:
        raise InputError(
            "formula: a sum without an upper limit must be made finite by binomials, as in"
            " Sum_{k>=0} C(n-k, k)"
        )
    return min(last_places)


def treats_separately(tree: nodes.Node, n: int) -> bool:
    """Return True if a formula treats the given n separately: by a case for finitely many n, by one for
    larger n only, or by 0^0.
    """
    for part in nodes.walk(tree):
        if isinstance(part, nodes.Condition) and (
            part.least > n or (part.most is not None and part.holds(n))
        ):
            return True
        if isinstance(part, nodes.Power) and part.base == nodes.ZERO:
            with suppress(GfkitError):
                if not exact_value(part.exponent, n):
                    return True
    return False


@cache
def without_continuation(tree: nodes.Node) -> nodes.Node:
    """Return the formula with binomials redefined to be 0 for a negative upper index."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Choose):
            return None
        return nodes.FunctionCall(
            "choose", (without_continuation(part.above), without_continuation(part.below))
        )

    return nodes.rebuild(tree, change)


def _running_value(tree: nodes.BigOperator, place: Point) -> Value:
    product = cosine_product(tree) if tree.is_product else None
    if product is not None and _index(place) >= product.start:
        return product.value(_index(place))
    body = tree.body if tree.high is not None else without_continuation(tree.body)
    values = (_evaluate(body, place.at(tree.letter, k)) for k in summation_range(tree, place))
    return reduce(mul, values, 1) if tree.is_product else reduce(add, values, 0)


def _function_value(name: str, arguments: tuple[nodes.Node, ...], place: Point) -> Value:
    if name == "pi":
        raise UndecidedError("pi is not algebraic")
    values = [_evaluate(part, place) for part in arguments]
    match name:
        case "choose":
            above = _fraction(values[0])
            return 0 if above is not None and above < 0 else _binomial(values[0], values[1])
        case "gcd":
            return gcd(*(whole_value(value, "gcd requires") for value in values))
        case "lcm":
            return lcm(*(whole_value(value, "lcm requires") for value in values))
        case "min":
            return min(rational(value, "min requires") for value in values)
        case "max":
            return max(rational(value, "max requires") for value in values)
        case "abs":
            return abs(rational(values[0], "abs requires"))
        case "chebyshevT" | "chebyshevU" | "chebyshevS" if len(values) == 2:
            index = whole_value(values[0], "the index of a Chebyshev polynomial must be")
            return _chebyshev(name, index, values[1])
        case "exp" if not values[0]:
            return 1
    raise UndecidedError(f"the value of {name} cannot be computed exactly here")


def _chebyshev(name: str, index: int, point: Value) -> Value:
    """Return T(n, x), U(n, x) or S(n, x) = U(n, x/2); for n < 0 the recurrence is extended backwards."""
    if abs(index) > _MOST_FACTORS * 10:
        raise LimitError(f"formula: the index {_short_text(index)} of {name} exceeds {_MOST_FACTORS * 10}")
    step = point if name == "chebyshevS" else 2 * point
    before: Value = point if name == "chebyshevT" else 0  # the value at index -1; at index 0 it is 1
    now: Value = 1
    if index < 0:
        before, now, index = now, before, -1 - index
    for _ in range(index):
        before, now = now, step * now - before
    return now


def defined_from(tree: nodes.Node) -> int:
    """Return the smallest n_0 such that all cases and quoted sequences are defined for all n >= n_0."""
    first = 0
    for node in nodes.walk(tree):
        if isinstance(node, nodes.Cases):
            last = max(branch.condition.least for branch in node.branches)
            period = lcm(*(max(1, branch.condition.modulus) for branch in node.branches))
            gaps = [n for n in range(last + 2 * period + 2) if not _has_branch(node, n)]
            first = max(first, gaps[-1] + 1 if gaps else 0)
        elif (start := _first_quoted(node)) is not None:
            first = max(first, start)
    return first


def is_defined(tree: nodes.Node, n: int) -> bool:
    """Return True if every case distinction has a branch for n, and every quoted sequence has a term
    there.
    """
    return all(
        _has_branch(node, n) if isinstance(node, nodes.Cases) else n >= (_first_quoted(node) or 0)
        for node in nodes.walk(tree)
    )


def _has_branch(cases: nodes.Cases, n: int) -> bool:
    return any(branch.condition.holds(n) for branch in cases.branches)


def _first_quoted(node: nodes.Node) -> int | None:
    """Return the first n at which a quoted sequence has a term, or None if the node is not a quoted
    sequence.
    """
    if not isinstance(node, nodes.Symbol) or node.label[0] not in QUOTATIONS or node.index is None:
        return None
    return _first_reaching(node.index, QUOTATIONS[node.label[0]].first_n)


def _first_reaching(index: nodes.Node, least: int) -> int:
    """Return the first n at which an index linear in n is at least ``least``, or 0 for any other index."""
    if nodes.letters(index) != {"n"}:
        return 0
    try:
        low, step = (exact_value(index, k).rational for k in (0, 1))
    except InputError:
        return 0
    if low is None or step is None or step <= low:
        return 0
    return max(0, ceil((least - low) / (step - low)))


def _short_text(number: int | Fraction) -> str:
    """Return the number as a string, truncated if it is long."""
    text = number_text(number)
    return text if len(text) <= 30 else f"{text[:27]}... ({len(text)} digits)"


def _evaluate_rational(tree: nodes.Node, n: int) -> Fraction:
    return rational(exact_value(tree, n), "coefficients in a sum over roots must be")


def _fraction(number: Value) -> Fraction | None:
    """Return the number as a fraction, or None if it is irrational."""
    return number.rational if isinstance(number, Radical) else Fraction(number)


def rational(number: Value, what: str) -> Fraction:
    """Return the number as a fraction. Raise UndecidedError if it is irrational; ``what`` starts the
    message.
    """
    value = _fraction(number)
    if value is None:
        raise UndecidedError(f"{what} rational numbers, got {number}")
    return value


def whole_value(number: Value, what: str) -> int:
    """Return the number as an integer. Raise UndecidedError for other numbers; ``what`` starts the
    message.
    """
    if isinstance(number, int):
        return number
    value = _fraction(number)
    if value is None or value.denominator != 1:
        raise UndecidedError(f"{what} integers, got {Radical.of(number)}")
    return value.numerator


@overload
def power(base: Radical, exponent: Radical) -> Radical: ...
@overload
def power(base: Value, exponent: Value) -> Value: ...
def power(base: Value, exponent: Value) -> Value:
    """Return a power whose exponent is an integer or half an integer, or whose value is a rational root."""
    size = rational(exponent, "exponents are")
    if size.denominator > 2:
        root = _rational_root(base, size.denominator)
        if root is None:
            raise UndecidedError(
                f"the exponent {_short_text(size)} is neither an integer nor half an integer"
            )
        base, size = root, Fraction(size.numerator)
    parts = [c for _, c in base.parts] if isinstance(base, Radical) else [base]
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for c in parts), default=1)
    if abs(size) * bits > _MOST_BITS:
        raise LimitError(
            f"formula: a power with exponent {_short_text(size)} has more than {_MOST_BITS} bits"
        )
    if size.denominator == 2:
        base = Radical.of(base).square_root
        size *= 2
    if isinstance(base, int) and size >= 0:
        return int(base**size.numerator)
    return Radical.of(base) ** size.numerator


def _rational_root(base: Value, degree: int) -> Radical | None:
    """Return the root of a positive rational number, or None if the root is irrational."""
    number = Radical.of(base).rational
    if number is None or number <= 0:
        return None
    parts = number.numerator, number.denominator
    above, below = (int(fmpz(part).root(min(degree, part.bit_length()))) for part in parts)
    return Radical.of(Fraction(above, below)) if (above**degree, below**degree) == parts else None


def _round(number: Radical, how: nodes.Rounding) -> int:
    match how:
        case nodes.Rounding.FLOOR:
            return number.floor()
        case nodes.Rounding.CEILING:
            return -(-number).floor()
    return (number + Fraction(1, 2)).floor()


def _binomial(above: Value, below: Value) -> Value:
    size = whole_value(below, "binomials require")
    if size > _MOST_FACTORS:
        raise LimitError(
            f"formula: the lower index {_short_text(size)} of a binomial exceeds the limit {_MOST_FACTORS}"
        )
    number = _fraction(above)
    if size < 0:
        return 0
    if number is not None and number.denominator == 1:
        if number < 0:
            return (-1 if size % 2 else 1) * comb(size - number.numerator - 1, size)
        if size * number.numerator.bit_length() > _MOST_BITS:
            raise LimitError(
                f"formula: a binomial with upper index {_short_text(number)} has more than {_MOST_BITS} bits"
            )
        return comb(number.numerator, size)
    return reduce(mul, ((above - k) * Fraction(1, k + 1) for k in range(size)), Radical.of(1))


def _choose_branch(branches: tuple[nodes.Branch, ...], n: int) -> nodes.Branch:
    chosen = next((branch for branch in branches if branch.condition.holds(n)), None)
    if chosen is None:
        raise NoValueError(f"formula: none of its cases applies at n = {n}")
    return chosen


def _named_value(label: tuple[str, ...], index: nodes.Node | None, point: Point) -> Value:
    name = label[0] if len(label) == 1 else ""
    is_known = name in KNOWN_NAMES and point.label != label
    if index is None or not (is_known or point.terms is not None):
        raise InputError(
            f"formula: unknown name {'_'.join(label)!r} in a closed form; choose from F (Fibonacci),"
            " L (Lucas), Pell and J (Jacobsthal), as in F(n+2), and A-numbers of well-known sequences"
            + "; write a shift operator as indices, such as a(n+1)"
            * (name in ("E", "N", "S"))
        )
    place = whole_value(_evaluate(index, point), "indices are")
    if not is_known and point.terms is not None:
        return point.terms(label, place)
    if abs(place) > 1_000_000:
        raise LimitError(f"formula: the index {_short_text(place)} of {label[0]} exceeds 1000000")
    if name in QUOTATIONS:
        if place < QUOTATIONS[name].first_n:
            raise NoValueError(
                f"formula: {name} begins at index {QUOTATIONS[name].first_n}, but index {place} is needed"
            )
        return exact_value(quoted_formula(name), place)
    if name in COUNTED:
        first, counted = COUNTED[name], _COUNTS[name]
        if place < first:
            raise NoValueError(f"formula: {name} begins at index {first}, but index {place} is needed")
        if place > _MOST_FACTORS * 10:
            raise LimitError(f"formula: the index {place} of {name} exceeds {_MOST_FACTORS * 10}")
        return int(counted(place))
    p, q, first_value, second, _ = NAMED[name]
    step = fmpq_mat(2, 2, [0, 1, q, p]) ** place
    return from_flint(step[0, 0] * first_value + step[0, 1] * second)


@cache
def quoted_formula(name: str) -> nodes.Node:
    """Return the formula of a well-known sequence that formulas quote by its A-number."""
    return read_statement(QUOTATIONS[name].formula).chains[0].sides[-1]


_COUNTS: dict[str, Callable[[int], fmpz]] = {
    "A000005": lambda n: fmpz(n).divisor_sigma(0),
    "A000010": lambda n: fmpz(n).euler_phi(),
    "A000041": lambda n: fmpz(n).partitions_p(),
    "A000110": lambda n: fmpz.bell_number(n),
    "A000203": lambda n: fmpz(n).divisor_sigma(1),
}
"""Functions that return the terms of the sequences in ``COUNTED``."""


_MOST_PRINTED = 1000
"""Maximum number of characters of a printed root."""


def trace(tree: nodes.RootSum, n: int) -> Fraction:
    """Return the sum over the roots: the trace of the body over the field defined by the polynomial."""
    modulus = rational_polynomial(polynomial_of(tree))
    body = _evaluate_in_field(tree.body, tree.letter, n, modulus).polynomial
    power, trace = fmpq_poly([1]), fmpq(0)
    for k in range(modulus.degree()):
        trace += (body * power % modulus)[k]
        power = power * fmpq_poly([0, 1]) % modulus
    return Fraction(from_flint(trace))


@dataclass(frozen=True)
class _Element:
    """Element of the field defined by a polynomial."""

    polynomial: fmpq_poly
    modulus: fmpq_poly

    def _of(self, polynomial: fmpq_poly) -> _Element:
        return _Element(polynomial % self.modulus, self.modulus)

    def __neg__(self) -> _Element:
        return self._of(-self.polynomial)

    def __add__(self, other: _Element) -> _Element:
        return self._of(self.polynomial + other.polynomial)

    def __mul__(self, other: _Element) -> _Element:
        return self._of(self.polynomial * other.polynomial)

    def __truediv__(self, other: _Element) -> _Element:
        common, inverse, _ = other.polynomial.xgcd(self.modulus)
        if common.degree() != 0:
            raise DivisionError("formula: division by zero at a root of the polynomial")
        return self._of(self.polynomial * inverse / common[0])


def _evaluate_in_field(tree: nodes.Node, letter: str, n: int, modulus: fmpq_poly) -> _Element:
    if letter not in nodes.letters(tree):
        return _Element(rational_polynomial([_evaluate_rational(tree, n)]) % modulus, modulus)
    again = partial(_evaluate_in_field, letter=letter, n=n, modulus=modulus)
    match tree:
        case nodes.Letter():
            return _Element(fmpq_poly([0, 1]) % modulus, modulus)
        case nodes.Power(base=base, exponent=exponent):
            size = _evaluate_rational(exponent, n)
            if size.denominator != 1:
                raise UndecidedError(f"in a sum over roots exponents must be integers, got {size}")
            unit = _Element(fmpq_poly([1]) % modulus, modulus)
            element = again(base) if size >= 0 else unit / again(base)
            return power_of(element, abs(size.numerator), unit)
    return nodes.arithmetic(tree, again, nodes.no_meaning("is not supported in a sum over roots"))


def polynomial_of(tree: nodes.RootSum) -> list[Fraction]:
    """Return the coefficients of the polynomial, lowest first."""
    ring = Ring()
    row = ratio(tree.polynomial, ring, {tree.letter: ring.letter("u")}).row("u")
    if row is None or not any(row):
        raise InputError("formula: a sum over roots requires a polynomial equation such as r^3 - r - 1 = 0")
    return row


def check_roots(statement: PrintedStatement) -> None:
    """Raise InputError if a decimal such as r1 = 2.76 is not, to the digits printed, a root of the
    polynomial.
    """
    sums = [
        node
        for chain in statement.chains
        for side in chain.sides
        for node in nodes.walk(side)
        if isinstance(node, nodes.RootSum)
    ]
    for printed in statement.roots:
        if len(printed.text) > _MOST_PRINTED:
            raise LimitError(
                f"formula: a root of {len(printed.text)} characters exceeds the limit {_MOST_PRINTED}"
            )
        several = [polynomial_of(tree) for tree in sums if tree.letter == printed.letter]
        if not any(_is_root(printed, row) for row in several):
            raise InputError(f"formula: {printed.text!r} is not a root of the polynomial in {printed.letter}")
        listed = sum(root.letter == printed.letter for root in statement.roots)
        if printed.more and all(listed + printed.more != len(row) - 1 for row in several):
            raise InputError(f"formula: {printed.text!r} has a wrong number of roots")


def _is_root(printed: PrintedRoot, row: list[Fraction]) -> bool:
    """Return True if real and imaginary part agree with one root, rounded or truncated at the last digit."""
    polynomial = rational_polynomial(row).numer()
    with ctx.workprec(64 + 8 * len(printed.text)):
        return any(
            _is_near(printed.real, root.real) and _is_near(printed.imaginary, root.imag)
            for root, _ in isolate_roots(polynomial)
        )


def _is_near(text: str, number: arb) -> bool:
    digits, _, power = text.partition("e")
    unit = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    apart = abs(number - arb(to_fmpq(Fraction(text))))
    return bool(apart < arb(to_fmpq(unit))) if "." in digits else bool(apart < arb(10) ** -15)
