"""Closed forms in n: their exact values, sums over the roots of a polynomial among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import ceil, comb, factorial, floor, gcd, lcm

from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz

from gfkit.claims.formula.cosines import cosine, cosine_product, exact_turns
from gfkit.errors import InputError, LimitError
from gfkit.formula import tree as nodes
from gfkit.formula.radical import Radical, radicals_sum
from gfkit.formula.ratio import Ring, ratio
from gfkit.formula.read.notation import CHEBYSHEV, COUNTED, KNOWN_NAMES, NAMED, QUOTED
from gfkit.formula.read.statement import PrintedRoot, Statement, read_statement
from gfkit.sequences.number import number_text
from gfkit.sequences.series import isolated, rational_polynomial

_MOST_BITS = 1_000_000
_MOST_FACTORS = 2000


def is_constant(tree: nodes.Node) -> bool:
    """Whether n does not occur, neither in conditions nor in named sequences."""
    return not any(node == nodes.N or isinstance(node, nodes.Condition) for node in nodes.walk(tree))


Terms = Callable[[tuple[str, ...], int], Fraction]
"""How the terms of a sequence that a formula speaks of are known: by its label and the index."""


@dataclass(frozen=True)
class Point:
    """The numbers that are put for letters, and how terms of the sequence in question are known."""

    letters: Mapping[str, int]
    terms: Terms | None = None
    own: tuple[str, ...] = ()
    """The name of the sequence in question, whatever it means otherwise."""

    def at(self, letter: str, value: int) -> Point:
        return Point({**self.letters, letter: value}, self.terms, self.own)


def exact_value(tree: nodes.Node, n: int | Point) -> Radical:
    """The exact value at n, or at a place."""
    match tree:
        case nodes.Number(value=number):
            return Radical.of(number)
        case nodes.Letter(name=name):
            if isinstance(n, Point) and name in n.letters:
                return Radical.of(n.letters[name])
            if name != "n" or isinstance(n, Point):
                raise InputError(f"formula: the letter {name!r} has no meaning in a closed form")
            return Radical.of(n)
        case nodes.Group(body=body):
            return exact_value(body, n)
        case nodes.Negative(body=body):
            return -exact_value(body, n)
        case nodes.Sum(terms=terms):
            return radicals_sum(exact_value(term, n) for term in terms)
        case nodes.Product(factors=factors):
            result = Radical.of(1)
            for factor in factors:
                result = result * exact_value(factor, n)
            return result
        case nodes.Quotient(above=above, below=below):
            return exact_value(above, n) / exact_value(below, n)
        case nodes.Power(base=base, exponent=exponent):
            return power(exact_value(base, n), exact_value(exponent, n))
        case nodes.Root(body=body):
            return Radical.root(rational(exact_value(body, n), "square roots are read of"))
        case nodes.Rounded(body=body, how=how):
            return Radical.of(_rounded(exact_value(body, n), how))
        case nodes.Remainder(body=body, modulus=modulus):
            inner = exact_value(body, n)
            return inner - Radical.of(modulus * (inner * Radical.of(Fraction(1, modulus))).floor())
        case nodes.Choose(above=above, below=below):
            return _binomial(exact_value(above, n), exact_value(below, n))
        case nodes.Factorial(body=body):
            return Radical.of(_factorial(exact_value(body, n)))
        case nodes.Gamma(body=body):
            return _gamma(rational(exact_value(body, n), "Gamma is read of"))
        case nodes.Cases(branches=branches):
            return exact_value(_branch(branches, _index(n)).body, n)
        case nodes.RootSum():
            return Radical.of(trace(tree, _index(n), _rational_value))
        case nodes.Running():
            return _running_value(tree, n)
        case nodes.Applied(name=name, arguments=arguments):
            if (turns := exact_turns(tree)) is not None:
                return cosine(rational(exact_value(turns[0], n), "angles are"))
            return _called(name, arguments, n)
        case nodes.Symbol(label=label, index=index, arguments=arguments):
            if arguments:
                raise InputError(f"formula: {'_'.join(label)} has an index and nothing else to be put for")
            return _named(label, index, n)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning in a closed form")


def _index(n: int | Point) -> int:
    """The number that is put for n."""
    if isinstance(n, Point):
        if "n" not in n.letters:
            raise InputError("formula: n has no meaning here")
        return n.letters["n"]
    return n


def _placed(n: int | Point) -> Point:
    return n if isinstance(n, Point) else Point({"n": n})


def _factorial(value: Radical) -> int:
    size = whole_value(value, "factorials are read of")
    if not 0 <= size <= 100_000:
        raise LimitError(f"formula: a factorial of {_shown(size)} is beyond 0 to 100000")
    return factorial(size)


def _gamma(point: Fraction) -> Radical:
    if point.denominator != 1 or point < 1:
        raise InputError(f"formula: Gamma at {number_text(point)} is no rational number")
    return Radical.of(_factorial(Radical.of(point - 1)))


def ends(tree: nodes.Running, n: int | Point) -> range:
    """The numbers that a sum or product goes over; one without an end, where its binomials end it.

    Such a sum goes on to the last k at which no binomial(a, b) in it has b < 0 or a < b for good, and there
    a binomial of a negative number is 0.
    """
    place = _placed(n)
    low = whole_value(exact_value(tree.low, place), "sums go over")
    if tree.high is not None:
        high = rational(exact_value(tree.high, place), "the ends of sums are")
        last = high.numerator // high.denominator
    else:
        last = _natural_end(tree, place, low)
    if last - low > _MOST_FACTORS:
        raise LimitError(f"formula: a sum of {last - low} terms is more than {_MOST_FACTORS}")
    return range(low, last + 1)


def _natural_end(tree: nodes.Running, place: Point, low: int) -> int:
    """The last k at which none of the binomials is 0 for good: their parts are linear in k."""
    found: list[int] = []
    for part in nodes.walk(tree.body):
        if isinstance(part, nodes.Choose):
            below = nodes.Sum((part.above, nodes.Negative(part.below)))
            for form in (part.below, below):
                values = [
                    rational(exact_value(form, place.at(tree.letter, low + step)), "binomials are of")
                    for step in range(3)
                ]
                slope = values[1] - values[0]
                if values[2] - values[1] != slope:
                    raise InputError(
                        "formula: a sum without an end is read with binomials that are linear in its letter"
                    )
                if slope < 0:
                    found.append(low + floor(values[0] / -slope))
    if tree.is_product or not found:
        raise InputError(
            "formula: a sum without an end is read where binomials end it, as Sum_{k>=0} C(n-k, k)"
        )
    return min(found)


@cache
def without_continuation(tree: nodes.Node) -> nodes.Node:
    """The formula in which a binomial of a negative number is 0."""

    def change(part: nodes.Node) -> nodes.Node | None:
        if not isinstance(part, nodes.Choose):
            return None
        return nodes.Applied("choose", (without_continuation(part.above), without_continuation(part.below)))

    return nodes.rebuilt(tree, change)


def _running_value(tree: nodes.Running, n: int | Point) -> Radical:
    place = _placed(n)
    product = cosine_product(tree) if tree.is_product else None
    if product is not None and _index(place) >= product.start:
        return Radical.of(product.value(_index(place)))
    result = Radical.of(1 if tree.is_product else 0)
    body = tree.body if tree.high is not None else without_continuation(tree.body)
    for k in ends(tree, place):
        inner = place.at(tree.letter, k)
        whole = _whole(body, inner)
        value = exact_value(body, inner) if whole is None else Radical.of(whole)
        result = result * value if tree.is_product else result + value
    return result


def _whole(tree: nodes.Node, place: Point) -> int | None:
    """The value of sums, products and binomials of whole numbers, without radicals; None of anything else.

    It is what ``exact_value`` gives, a tenth of the time: sums within sums have thousands of terms.
    """
    match tree:
        case nodes.Number(value=number):
            return int(number) if number.denominator == 1 else None
        case nodes.Letter(name=name):
            return place.letters.get(name)
        case nodes.Group(body=inside):
            return _whole(inside, place)
        case nodes.Negative(body=inside):
            found = _whole(inside, place)
            return None if found is None else -found
        case nodes.Sum(terms=parts):
            return _whole_sum((part, place) for part in parts)
        case nodes.Product(factors=parts):
            return _whole_product(parts, place)
        case nodes.Power(base=inside, exponent=exponent):
            return _whole_power(_whole(inside, place), _whole(exponent, place))
        case nodes.Choose(above=above, below=below):
            return _small_binomial(_whole(above, place), _whole(below, place))
        case nodes.Applied(name="choose", arguments=(above, below)):
            top = _whole(above, place)
            return 0 if top is not None and top < 0 else _small_binomial(top, _whole(below, place))
        case nodes.Running(is_product=False):
            body = tree.body if tree.high is not None else without_continuation(tree.body)
            return _whole_sum((body, place.at(tree.letter, k)) for k in ends(tree, place))
    return None


def _whole_sum(parts: Iterable[tuple[nodes.Node, Point]]) -> int | None:
    total = 0
    for part, place in parts:
        found = _whole(part, place)
        if found is None:
            return None
        total += found
    return total


def _whole_product(parts: tuple[nodes.Node, ...], place: Point) -> int | None:
    result = 1
    for part in parts:
        found = _whole(part, place)
        if found is None:
            return None
        result *= found
    return result if result.bit_length() <= _MOST_BITS else None


def _whole_power(base: int | None, exponent: int | None) -> int | None:
    if base is None or exponent is None or exponent < 0 or exponent * base.bit_length() > _MOST_BITS:
        return None
    return int(base**exponent)


def _small_binomial(above: int | None, below: int | None) -> int | None:
    if above is None or below is None or below > _MOST_FACTORS or below * above.bit_length() > _MOST_BITS:
        return None
    if below < 0:
        return 0
    return comb(above, below) if above >= 0 else (-1 if below % 2 else 1) * comb(below - above - 1, below)


def _called(name: str, arguments: tuple[nodes.Node, ...], n: int | Point) -> Radical:
    if name == "trace":
        return _trace_of_power(arguments, n)
    if name == "hypergeom":
        return _hypergeometric(arguments, n)
    if name == "pi":
        raise InputError("formula: pi is no root of an equation with whole coefficients")
    values = [exact_value(part, n) for part in arguments]
    if name == "choose":
        above = values[0].rational
        return Radical.of(0) if above is not None and above < 0 else _binomial(values[0], values[1])
    if name in ("gcd", "lcm"):
        whole = [whole_value(value, f"{name} is read of") for value in values]
        return Radical.of(gcd(*whole) if name == "gcd" else lcm(*whole))
    if name in ("min", "max"):
        numbers = [rational(value, f"{name} is read of") for value in values]
        return Radical.of(min(numbers) if name == "min" else max(numbers))
    if name == "abs":
        return Radical.of(abs(rational(values[0], "abs is read of")))
    if name in CHEBYSHEV.values():
        return _chebyshev(name, whole_value(values[0], "the index of a Chebyshev polynomial is"), values[1])
    if name == "exp" and not values[0]:
        return Radical.of(1)
    raise InputError(f"formula: {name} has no exact value here")


def _chebyshev(name: str, index: int, point: Radical) -> Radical:
    """T(n, x), U(n, x) and S(n, x) = U(n, x/2), for negative n by the recurrence run backwards."""
    if abs(index) > _MOST_FACTORS * 10:
        raise LimitError(f"formula: the index {_shown(index)} of {name} is beyond {_MOST_FACTORS * 10}")
    step = point if name == "chebyshevS" else Radical.of(2) * point
    before, now = (point if name == "chebyshevT" else Radical.of(0)), Radical.of(1)  # at -1 and 0
    if index < 0:
        before, now = now, before
        for _ in range(-1 - index):
            before, now = now, step * now - before
        return now
    for _ in range(index):
        before, now = now, step * now - before
    return now


def _matrix(matrix: nodes.Node, n: int | Point) -> fmpq_mat:
    assert isinstance(matrix, nodes.Matrix), "the grammar reads nothing else"
    values = [rational(exact_value(entry, n), "the entries of matrices are") for entry in matrix.entries]
    return fmpq_mat(matrix.width, matrix.width, list(map(flint_number, values)))


def _trace_of_power(arguments: tuple[nodes.Node, ...], n: int | Point) -> Radical:
    """The trace of a power of a matrix, multiplied by another where there is a third argument."""
    matrix, exponent, *others = arguments
    size = whole_value(exact_value(exponent, n), "the exponents of matrices are")
    rows = _matrix(matrix, n)
    assert isinstance(matrix, nodes.Matrix), "the grammar reads nothing else"
    if abs(size) > _MOST_FACTORS * 10:
        raise LimitError(f"formula: a power {_shown(size)} of a matrix is beyond {_MOST_FACTORS * 10}")
    if size < 0 and not rows.det():
        raise InputError("formula: divides by zero: the matrix has no inverse")
    rows = rows if size >= 0 else rows.inv()
    result, size = (
        fmpq_mat(
            matrix.width,
            matrix.width,
            [int(i == j) for i in range(matrix.width) for j in range(matrix.width)],
        ),
        abs(size),
    )
    while size:
        if size & 1:
            result = result * rows
        rows, size = rows * rows, size >> 1
    for other in others:
        result = result * _matrix(other, n)
    total = sum((result[k, k] for k in range(matrix.width)), fmpq(0))
    return Radical.of(Fraction(int(total.numer()), int(total.denom())))


def _hypergeometric(arguments: tuple[nodes.Node, ...], n: int | Point) -> Radical:
    """A sum that ends, as one of the upper parameters is a whole number <= 0."""
    upper, lower, point = arguments
    tops, bottoms = (
        [exact_value(part, n) for part in row.parts] if isinstance(row, nodes.Enumeration) else []
        for row in (upper, lower)
    )
    z = exact_value(point, n)
    last = [
        -top.rational
        for top in tops
        if top.rational is not None and top.rational <= 0 and top.rational.denominator == 1
    ]
    if not last or min(last) > _MOST_FACTORS * 10:
        raise InputError("formula: a hypergeometric sum is read where it ends")
    total = term = Radical.of(1)
    for k in range(int(min(last))):
        for top in tops:
            term = term * (top + Radical.of(k))
        for bottom in bottoms:
            term = term / (bottom + Radical.of(k))
        term = term * z * Radical.of(Fraction(1, k + 1))
        total = total + term
    return total


def defined_from(tree: nodes.Node) -> int:
    """The first n from which on every case has a branch, and every quoted sequence has terms."""
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
    """Whether every case has a branch for n, and every quoted sequence has a term."""
    return all(
        _has_branch(node, n) if isinstance(node, nodes.Cases) else n >= (_first_quoted(node) or 0)
        for node in nodes.walk(tree)
    )


def _has_branch(cases: nodes.Cases, n: int) -> bool:
    return any(branch.condition.holds(n) for branch in cases.branches)


def _first_quoted(node: nodes.Node) -> int | None:
    """The first n at which a quoted sequence has a term; None for anything else."""
    if not isinstance(node, nodes.Symbol) or node.label[0] not in QUOTED or node.index is None:
        return None
    return _reached(node.index, QUOTED[node.label[0]].first_n)


def _reached(index: nodes.Node, least: int) -> int:
    """The first n at which an index that is linear in n is so large; 0 for another."""
    if nodes.letters(index) != {"n"}:
        return 0
    try:
        low, step = (exact_value(index, k).rational for k in (0, 1))
    except InputError:
        return 0
    if low is None or step is None or step <= low:
        return 0
    return max(0, ceil((least - low) / (step - low)))


def _shown(number: int | Fraction) -> str:
    """The number, cut where it is long."""
    text = number_text(number)
    return text if len(text) <= 30 else f"{text[:27]}... ({len(text)} digits)"


def _rational_value(tree: nodes.Node, n: int) -> Fraction:
    return rational(exact_value(tree, n), "parts of a sum over roots are")


def rational(number: Radical, what: str) -> Fraction:
    """The number as a fraction; ``what`` says what needs one."""
    found = number.rational
    if found is None:
        raise InputError(f"formula: {what} rational numbers, got {number}")
    return found


def whole_value(number: Radical, what: str) -> int:
    """The number as an integer; ``what`` says what needs one."""
    found = number.rational
    if found is None or found.denominator != 1:
        raise InputError(f"formula: {what} whole numbers, got {number}")
    return found.numerator


def power(base: Radical, exponent: Radical) -> Radical:
    """The power, for exponents that are whole or half of a whole number."""
    size = rational(exponent, "exponents are")
    if size.denominator > 2:
        raise InputError(f"formula: the exponent {_shown(size)} is neither whole nor half of a whole number")
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for _, c in base.parts), default=1)
    if abs(size) * bits > _MOST_BITS:
        raise LimitError(f"formula: a power with exponent {_shown(size)} has more than {_MOST_BITS} bits")
    if size.denominator == 2:
        base = Radical.root(rational(base, "square roots are read of"))
        size *= 2
    return base**size.numerator


def _rounded(number: Radical, how: nodes.Rounding) -> int:
    if how is nodes.Rounding.FLOOR:
        return number.floor()
    if how is nodes.Rounding.CEILING:
        return -(-number).floor()
    return (number + Radical.of(Fraction(1, 2))).floor()


def _binomial(above: Radical, below: Radical) -> Radical:
    size = whole_value(below, "binomials are read of")
    if size > _MOST_FACTORS:
        raise LimitError(f"formula: a binomial with {_shown(size)} below is more than {_MOST_FACTORS}")
    number = above.rational
    if number is not None and number.denominator == 1 and number >= 0 and size >= 0:
        if size * number.numerator.bit_length() > _MOST_BITS:
            raise LimitError(f"formula: a binomial of {_shown(number)} has more than {_MOST_BITS} bits")
        return Radical.of(comb(number.numerator, size))
    if number is not None and number.denominator == 1 and size >= 0:  # negative
        return Radical.of((-1) ** size * comb(size - number.numerator - 1, size))
    result = Radical.of(1 if size >= 0 else 0)
    for k in range(size):
        result = result * (above - Radical.of(k)) * Radical.of(Fraction(1, k + 1))
    return result


def _branch(branches: tuple[nodes.Branch, ...], n: int) -> nodes.Branch:
    found = next((branch for branch in branches if branch.condition.holds(n)), None)
    if found is None:
        raise InputError(f"formula: no case of it is for n = {n}")
    return found


def _named(label: tuple[str, ...], index: nodes.Node | None, n: int | Point) -> Radical:
    name = label[0] if len(label) == 1 else ""
    is_known = name in KNOWN_NAMES and not (isinstance(n, Point) and n.own == label)
    if not is_known and isinstance(n, Point) and n.terms is not None and index is not None:
        return Radical.of(n.terms(label, whole_value(exact_value(index, n), "indices are")))
    if not is_known or index is None:
        raise InputError(
            f"formula: the name {'_'.join(label)!r} has no meaning in a closed form; known are F (Fibonacci),"
            " L (Lucas), Pell and J (Jacobsthal), as in F(n+2), and A-numbers that are often quoted"
        )
    place = whole_value(exact_value(index, n), "indices are")
    if abs(place) > 1_000_000:
        raise LimitError(f"formula: the index {_shown(place)} of {label[0]} is beyond 1000000")
    if name in QUOTED:
        if place < QUOTED[name].first_n:
            raise InputError(f"formula: {name} begins at {QUOTED[name].first_n}, and {place} is asked for")
        return exact_value(quoted(name), place)
    if name in COUNTED:
        first, counted = COUNTED[name], _COUNTS[name]
        if not first <= place <= _MOST_FACTORS * 10:
            raise InputError(f"formula: {name} is read from {first} to {_MOST_FACTORS * 10}, not at {place}")
        return Radical.of(int(counted(place)))
    p, q, first_value, second, _ = NAMED[label[0]]
    return Radical.of(_lucas(Fraction(p), Fraction(q), Fraction(first_value), Fraction(second), place))


@cache
def quoted(name: str) -> nodes.Node:
    """The formula of a sequence that is often quoted."""
    return read_statement(QUOTED[name].formula).chains[0].sides[-1]


_COUNTS: dict[str, Callable[[int], fmpz]] = {
    "A000005": lambda n: fmpz(n).divisor_sigma(0),
    "A000010": lambda n: fmpz(n).euler_phi(),
    "A000041": lambda n: fmpz(n).partitions_p(),
    "A000110": lambda n: fmpz.bell_number(n),
    "A000203": lambda n: fmpz(n).divisor_sigma(1),
}
"""What counts the terms of ``COUNTED``."""


def _lucas(p: Fraction, q: Fraction, first: Fraction, second: Fraction, place: int) -> Fraction:
    """b(place), for negative places too: by squaring (b(0), b(1)) -> (b(1), q b(0) + p b(1))."""
    step = (Fraction(0), Fraction(1), q, p) if place >= 0 else (-p / q, 1 / q, Fraction(1), Fraction(0))
    place = abs(place)
    while place:
        a, b, c, d = step
        if place & 1:
            first, second = a * first + b * second, c * first + d * second
        step = (a * a + b * c, b * (a + d), c * (a + d), b * c + d * d)
        place >>= 1
    return first


_MOST_PRINTED = 1000
"""Longer decimals of roots are refused."""

Numbers = Callable[[nodes.Node, int], Fraction]
"""How parts without the letter of the roots get their value at n."""


def trace(tree: nodes.RootSum, n: int, number: Numbers) -> Fraction:
    """The sum over the roots: the trace of the body in the field of the polynomial."""
    modulus = rational_polynomial(polynomial_of(tree))
    body = _element(tree.body, tree.letter, n, modulus, number)
    power, trace = fmpq_poly([1]), Fraction(0)
    for k in range(modulus.degree()):
        coefficient = (body * power % modulus)[k]
        trace += Fraction(int(coefficient.numer()), int(coefficient.denom()))
        power = power * fmpq_poly([0, 1]) % modulus
    return trace


def _element(tree: nodes.Node, letter: str, n: int, modulus: fmpq_poly, number: Numbers) -> fmpq_poly:
    if letter not in nodes.letters(tree):
        return rational_polynomial([number(tree, n)])
    again = partial(_element, letter=letter, n=n, modulus=modulus, number=number)
    match tree:
        case nodes.Letter():
            return fmpq_poly([0, 1]) % modulus
        case nodes.Negative(body=body):
            return -again(body)
        case nodes.Sum(terms=terms):
            return sum((again(term) for term in terms), fmpq_poly([]))
        case nodes.Product(factors=factors):
            result = fmpq_poly([1])
            for factor in factors:
                result = result * again(factor) % modulus
            return result
        case nodes.Quotient(above=above, below=below):
            return again(above) * _inverted(again(below), modulus) % modulus
        case nodes.Power(base=base, exponent=exponent):
            size = number(exponent, n)
            if size.denominator != 1:
                raise InputError(f"formula: under a sum over roots the exponent {size} must be whole")
            element = again(base) if size >= 0 else _inverted(again(base), modulus)
            return _modular_power(element, abs(size.numerator), modulus)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning under a sum over roots")


def _modular_power(element: fmpq_poly, exponent: int, modulus: fmpq_poly) -> fmpq_poly:
    result = fmpq_poly([1])
    while exponent:
        if exponent & 1:
            result = result * element % modulus
        element, exponent = element * element % modulus, exponent >> 1
    return result


def _inverted(element: fmpq_poly, modulus: fmpq_poly) -> fmpq_poly:
    common, inverse, _ = (element % modulus).xgcd(modulus)
    if common.degree() != 0:
        raise InputError("formula: divides by zero at a root of the polynomial")
    return inverse / common[0]


def polynomial_of(tree: nodes.RootSum) -> list[Fraction]:
    """The coefficients of the polynomial, lowest first."""
    ring = Ring()
    row = ratio(tree.polynomial, ring, {tree.letter: ring.letter("u")}).row("u")
    if row is None or not any(row):
        raise InputError("formula: a sum goes over the roots of a polynomial, as r^3 - r - 1 = 0")
    return row


def check_roots(statement: Statement) -> None:
    """Refuses decimals such as r1 = 2.76 that are not, to the digits printed, roots of the sum over r."""
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
                f"formula: a root of {len(printed.text)} characters is more than {_MOST_PRINTED}"
            )
        several = [polynomial_of(tree) for tree in sums if tree.letter == printed.letter]
        if not any(_is_root(printed, row) for row in several):
            raise InputError(f"formula: {printed.text!r} is no root of the polynomial of {printed.letter}")
        listed = sum(other.letter == printed.letter for other in statement.roots)
        if printed.more and all(listed + printed.more != len(row) - 1 for row in several):
            raise InputError(f"formula: {printed.text!r} counts the roots wrongly")


def _is_root(printed: PrintedRoot, row: list[Fraction]) -> bool:
    """Whether both parts are those of one root, rounded or cut off at the last digit."""
    polynomial = rational_polynomial(row).numer()
    with ctx.workprec(64 + 8 * len(printed.text)):
        return any(
            _is_near(printed.real, root.real) and _is_near(printed.imaginary, root.imag)
            for root, _ in isolated(polynomial)
        )


def _is_near(text: str, number: arb) -> bool:
    digits, _, power = text.partition("e")
    unit = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    apart = abs(number - arb(flint_number(Fraction(text))))
    return bool(apart < arb(flint_number(unit))) if "." in digits else bool(apart < arb(10) ** -15)


def flint_number(number: Fraction | int) -> fmpq:
    """The same number as one of FLINT's."""
    return fmpq(number.numerator, number.denominator)
