"""Values of expressions by definition: exact numbers of Q(sqrt d, ...), otherwise balls.

Nothing is derived here: a sum is added up, a sequence is computed from its recurrence, and the value of a
function is computed as in its textbook definition. Expressions are in normal form. 0^0 = 1, binomials are
polynomials in their upper argument, halves are rounded up, and 0 has no digits.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import accumulate
from math import comb, factorial, gcd, lcm
from typing import Any

from flint import acb, arb, ctx, fmpq

from gfkit.claims.statement.canonical import normal
from gfkit.claims.statement.names import COUNTED, NAMED, QUOTATIONS
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.tree import Congruence
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.errors import DivisionError, NoValueError, UndecidedError

Value = int | Fraction | Radical | acb
"""Exact number, in its simplest type, or a ball that contains the number."""

ZERO: Value = 0
ONE: Value = 1
BITS, _NEAR_BITS = 640, 120
"""Precision of balls, and the relative precision to which balls must agree to be called near."""
_MOST_BITS, _MOST_STEPS, _MOST_PARTS, _MOST_COUNTED = 1_000_000, 5000, 30_000, 1000
"""Maximum size of a power, maximum length of sums, products and recurrences, and maximum number of summands
and factors in a value; maximum index of the sequences that are counted.
"""


class MissingTermError(NoValueError):
    """Raised if an expression requires a term before the first one of its sequence."""


class NearError(UndecidedError):
    """Raised if two numbers are equal as balls of more than 100 bits, which is no proof that they are equal.

    ``holds`` is the truth of the condition if they are equal.
    """

    def __init__(self, holds: bool) -> None:
        super().__init__(f"both sides agree to {_NEAR_BITS} bits, but are not computed exactly")
        self.holds = holds


# Arithmetic


def simple(number: Value) -> Value:
    """Return a number in its simplest type: int, Fraction, Radical or, if it is not exact, a ball."""
    if isinstance(number, Radical) and (rational := number.rational) is not None:
        number = rational
    if isinstance(number, acb):
        if not number.is_finite():
            raise UndecidedError("a value is not computed, perhaps near a pole")
        whole = number.unique_fmpz() if number.is_exact() else None
        return number if whole is None else int(whole)
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def ball(number: Value) -> acb:
    """Return a number as a ball at the current precision."""
    if isinstance(number, Radical):
        return number.ball()
    return acb(fmpq(number.numerator, number.denominator)) if isinstance(number, Fraction) else acb(number)


def _combined(operation: Callable[[Any, Any], Value], one: Value, other: Value) -> Value:
    """Return the result of +, - or *, as a ball if one of the numbers is a ball."""
    if isinstance(one, acb) or isinstance(other, acb):
        return simple(operation(ball(one), ball(other)))
    return simple(operation(one, other))


plus: Callable[[Value, Value], Value] = partial(_combined, operator.add)
minus: Callable[[Value, Value], Value] = partial(_combined, operator.sub)
times: Callable[[Value, Value], Value] = partial(_combined, operator.mul)


def sum_of_values(numbers: Iterable[Value]) -> Value:
    return reduce(plus, numbers, ZERO)


def product_of_values(numbers: Iterable[Value]) -> Value:
    return reduce(times, numbers, ONE)


def divide(above: Value, below: Value) -> Value:
    """Return a quotient. Raise DivisionError for the denominator 0."""
    if isinstance(below, acb):
        if below.contains(0):
            raise UndecidedError("a denominator may be 0")
        return times(above, 1 / below)
    if not below:
        raise DivisionError("formula: division by zero")
    return times(above, below.inverse if isinstance(below, Radical) else Fraction(1) / below)


def power_value(base: Value, exponent: Value) -> Value:
    """Return a power, exact if the exponent is an integer or half an integer."""
    if isinstance(exponent, int):
        parts = [] if isinstance(base, acb) else [c for _, c in Radical.of(base).parts]
        bits = max((abs(c.numerator * c.denominator).bit_length() for c in parts), default=1)
        if bits * abs(exponent) > _MOST_BITS and base not in (0, 1, -1):
            raise UndecidedError("a power is too large")
        return simple((base if exponent >= 0 else divide(1, base)) ** abs(exponent))
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        return power_value(square_root(base), exponent.numerator)
    if not isinstance(base, acb) and not ball(base).real > 0:
        raise UndecidedError("a power with this exponent has several meanings")
    return simple((ball(base).log() * ball(exponent)).exp())


def square_root(number: Value) -> Value:
    """Return the principal square root, exact if it is a combination of square roots of integers."""
    if not isinstance(number, acb):
        with suppress(UndecidedError):
            return simple(Radical.of(number).square_root)
    return simple(ball(number).sqrt())


def _real(number: acb) -> arb:
    if not number.imag.contains(0):
        raise UndecidedError("a number that is not real has no order")
    return number.real


def sign(number: Value) -> int:
    """Return -1, 0 or 1. Raise UndecidedError if a ball contains 0."""
    if isinstance(number, Radical):
        return 1 if number.floor() >= 0 else -1  # it is irrational
    if isinstance(number, acb):
        if _real(number).contains(0):
            raise UndecidedError("a number may be 0")
        return 1 if number.real > 0 else -1
    return (number > 0) - (number < 0)


def floor(number: Value) -> int:
    """Return the floor of a real number. Raise UndecidedError if a ball contains an integer."""
    if isinstance(number, acb):
        if (whole := _real(number).floor().unique_fmpz()) is None:
            raise UndecidedError("the floor of a number that may be an integer")
        return int(whole)
    return number.floor() if isinstance(number, Radical) else number.numerator // number.denominator


def integer(number: Value) -> int:
    """Return an integer. Raise UndecidedError for any other number."""
    if not isinstance(number, int):
        raise UndecidedError("an argument or an index is not an integer")
    return number


def small(number: Value, most: int = _MOST_STEPS) -> int:
    """Return an integer. Raise UndecidedError for any other number, and for large ones."""
    if abs(integer(number)) > most:
        raise UndecidedError("an argument or an index is too large")
    return integer(number)


# Functions


def _absolute(number: Value) -> Value:
    return simple(acb(abs(number))) if isinstance(number, acb) else times(sign(number), number)


def _binomial(above: Value, below: Value) -> Value:
    """Return the binomial coefficient as a polynomial in its upper argument."""
    size = small(below)
    if size < 0 or (isinstance(above, int) and above >= 0):
        return comb(integer(above), size) if size >= 0 else 0
    return product_of_values(divide(minus(above, k), k + 1) for k in range(size))


def _factorial(number: Value) -> int:
    if small(number) < 0:
        raise NoValueError(f"formula: the factorial of {number} does not exist")
    return factorial(integer(number))


def _gamma(number: Value) -> Value:
    if isinstance(number, int):
        return _factorial(number - 1)
    return elementary("gamma", number)


def _rising(base: Value, size: Value) -> Value:
    if small(size) < 0:
        raise UndecidedError("a rising factorial of negative length has several meanings")
    return product_of_values(plus(base, k) for k in range(integer(size)))


def _remainder(number: Value, modulus: Value) -> Value:
    if sign(modulus) < 0:
        raise UndecidedError("a remainder with a negative modulus has several meanings")
    return minus(number, times(modulus, floor(divide(number, modulus))))


def _extreme(wanted: int, *numbers: Value) -> Value:
    return reduce(lambda one, other: other if sign(minus(other, one)) == wanted else one, numbers)


def _valuation(prime: Value, number: Value) -> int:
    base, rest, found = integer(prime), integer(number), 0
    if base < 2 or not rest:
        raise NoValueError("formula: a valuation requires a number other than 0")
    while rest % base == 0:
        rest, found = rest // base, found + 1
    return found


def elementary(name: str, number: Value) -> Value:
    """Return the value of a function of a complex number, by its name in Arb."""
    if name == "log" and number == 0:
        raise NoValueError("formula: the logarithm of 0 does not exist")
    return simple(getattr(ball(number), name)())


def _chebyshev(kind: str, index: Value, point: Value) -> Value:
    """Return T(n, x), U(n, x) or S(n, x) = U(n, x/2), by the recurrence in both directions."""
    double = point if kind == "S" else times(2, point)
    before, now, steps = point if kind == "T" else ZERO, ONE, small(index)  # indices -1 and 0
    if steps < 0:
        before, now, steps = now, before, -1 - steps
    for _ in range(steps):
        before, now = now, minus(times(double, now), before)
    return now


_FUNCTIONS: dict[tuple[str, int], Callable[..., Value]] = {
    ("floor", 1): floor,
    ("ceiling", 1): lambda number: -floor(times(-1, number)),
    ("round", 1): lambda number: floor(plus(number, Fraction(1, 2))),
    ("sqrt", 1): square_root,
    ("abs", 1): _absolute,
    ("binomial", 2): _binomial,
    ("binomial0", 2): lambda above, below: 0 if sign(above) < 0 else _binomial(above, below),
    ("factorial", 1): _factorial,
    ("gamma", 1): _gamma,
    ("rising", 2): _rising,
    ("mod", 2): _remainder,
    ("valuation", 2): _valuation,
    ("pi", 0): acb.pi,
    **{(f"chebyshev{kind}", 2): partial(_chebyshev, kind) for kind in "TUS"},
    **{(name, 1): partial(elementary, name) for name in ("exp", "log", "cos", "sin", "tan", "cosh", "sinh")},
}
_OF_SEVERAL: dict[str, Callable[..., Value]] = {
    "gcd": lambda *numbers: gcd(*map(integer, numbers)),
    "lcm": lambda *numbers: lcm(*map(integer, numbers)),
    "min": partial(_extreme, -1),
    "max": partial(_extreme, 1),
}


# Well-known sequences

_RECURRENCES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "A000073": ((0, 0, 1), (1, 1, 1)),
    "A000931": ((1, 0, 0), (0, 1, 1)),
    "A001608": ((3, 0, 2), (0, 1, 1)),
    **{name: ((one.first, one.second), (one.p, one.q)) for name, one in NAMED.items()},
}
"""Initial values of sequences, and the coefficients c_1, c_2, ... of b(n) = c_1 b(n-1) + c_2 b(n-2) + ..."""


def _linear(initial: tuple[int, ...], factors: tuple[int, ...], index: int) -> Value:
    """Return a term of a sequence with a linear recurrence, which is extended to negative indices."""
    window: list[Value] = list(initial)
    for _ in range(index):
        window = [*window[1:], sum_of_values(map(times, factors, reversed(window)))]
    for _ in range(-index):
        rest = sum_of_values(map(times, factors[:-1], window[-2::-1]))
        window = [divide(minus(window[-1], rest), factors[-1]), *window[:-1]]
    return window[0]


def _divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def _partitions(n: int) -> int:
    """Return the number of partitions of n, by adding one part size after the other."""
    ways = [1] + [0] * n
    for part in range(1, n + 1):
        for size in range(part, n + 1):
            ways[size] += ways[size - part]
    return ways[n]


def _set_partitions(n: int) -> int:
    """Return a Bell number, as the first entry of row n of the Bell triangle."""
    row = [1]
    for _ in range(n):
        row = [*accumulate(row, initial=row[-1])]
    return row[0]


_COUNTS: dict[str, Callable[[int], int]] = {
    "A000005": lambda n: len(_divisors(n)),
    "A000010": lambda n: sum(gcd(n, d) == 1 for d in range(1, n + 1)),
    "A000041": _partitions,
    "A000110": _set_partitions,
    "A000203": lambda n: sum(_divisors(n)),
}


@lru_cache(_MOST_STEPS)
def well_known(name: str, index: int) -> Value:
    """Return a term of a well-known sequence."""
    first = QUOTATIONS[name].first_n if name in QUOTATIONS else COUNTED.get(name)
    if first is not None and index < first:
        raise MissingTermError(f"formula: {name} begins at index {first}, but index {index} is needed")
    if name in _RECURRENCES:
        return _linear(*_RECURRENCES[name], small(index))
    if name in _COUNTS:
        return _COUNTS[name](small(index, _MOST_COUNTED))
    if name not in QUOTATIONS:
        raise UndecidedError(f"the sequence {name} is not known")
    return World({}).value(_quoted_formula(name), {"n": index})


@lru_cache
def _quoted_formula(name: str) -> nodes.Node:
    return normal(read_statement(QUOTATIONS[name].formula).chains[0].sides[-1])


# Expressions and conditions


class World:
    """Sequences by name, for the evaluation of expressions.

    ``sequences`` contains "a" and the names of definitions; each function raises MissingTermError below the
    first term, and UndecidedError for a term that it does not compute. Well-known sequences (F, L, Pell, J,
    numbers of the OEIS) need no entry. ``used`` collects the indices of all terms of a that were needed.
    """

    def __init__(self, sequences: Mapping[str, Callable[[int], Value]]) -> None:
        self.sequences = sequences
        self.used = set[int]()
        self._parts = 0

    @contextmanager
    def evaluation(self) -> Iterator[None]:
        """Context manager for an evaluation: precision of balls, and number of summands and factors."""
        outer, self._parts = self._parts, 0
        try:
            with ctx.workprec(BITS):
                yield
        finally:
            self._parts = outer

    def value(self, node: nodes.Node, letters: Mapping[str, Value]) -> Value:
        """Return the value of an expression, with numbers for its letters.

        Raise NoValueError if there is none, and UndecidedError if it is not computed.
        """
        with self.evaluation():
            return self._value(node, letters)

    def holds(self, condition: nodes.Node, letters: Mapping[str, Value]) -> bool:
        """Return True if a condition holds. Raise NearError if this depends on the equality of two balls."""
        with self.evaluation():
            return self._holds(condition, letters)

    def term(self, name: str, index: int) -> Value:
        """Return a term of a sequence."""
        if name == "a":
            self.used.add(index)
        if name in self.sequences:
            return simple(self.sequences[name](index))
        return well_known(name, index)

    def _value(self, node: nodes.Node, letters: Mapping[str, Value]) -> Value:
        match node:
            case nodes.Number(value=number):
                return simple(number)
            case nodes.Letter(name=name):
                if name not in letters:
                    raise UndecidedError(f"the letter {name} has no value")
                return letters[name]
            case nodes.Sum(terms=parts):
                return sum_of_values(self._value(part, letters) for part in parts)
            case nodes.Product(factors=parts):
                return self._product(parts, letters)
            case nodes.Negative(body=body):
                return times(-1, self._value(body, letters))
            case nodes.Quotient(above=above, below=below):
                return divide(self._value(above, letters), self._value(below, letters))
            case nodes.Power(base=base, exponent=exponent):
                return power_value(self._value(base, letters), self._value(exponent, letters))
            case nodes.Symbol(label=(name,), index=nodes.Node() as index, arguments=arguments):
                if arguments:
                    raise UndecidedError(f"the value of {name} at other arguments")
                return self.term(name, integer(self._value(index, letters)))
            case nodes.BigOperator(body=body, letter=letter, is_product=is_product):
                span = self.span(node, letters)
                return (product_of_values if is_product else sum_of_values)(
                    self._value(body, {**letters, letter: k}) for k in span
                )
            case nodes.FunctionCall(name="cases", arguments=arguments):
                return self._case(arguments, letters)
            case nodes.FunctionCall(name=name, arguments=arguments):
                function = _FUNCTIONS.get((name, len(arguments)), _OF_SEVERAL.get(name))
                if function is not None:
                    return function(*[self._value(part, letters) for part in arguments])
        raise UndecidedError(f"the value of {getattr(node, 'name', node.kind)} is not computed by definition")

    def span(self, node: nodes.BigOperator, letters: Mapping[str, Value]) -> range:
        """Return the range of a finite sum or product."""
        if node.high is None:
            raise UndecidedError("an infinite sum or product is not computed by definition")
        span = range(small(self._value(node.low, letters)), small(floor(self._value(node.high, letters))) + 1)
        self._parts += len(span)
        if self._parts > _MOST_PARTS:
            raise UndecidedError("sums and products have too many parts")
        return span

    def _product(self, parts: tuple[nodes.Node, ...], letters: Mapping[str, Value]) -> Value:
        """Return a product. It is 0 if a factor is 0, even if another one is not computed."""
        found, errors = ONE, list[UndecidedError]()
        for part in parts:
            try:
                found = times(found, self._value(part, letters))
            except UndecidedError as error:
                errors.append(error)
        if errors and found != 0:
            raise errors[0]
        return found

    def _case(self, parts: tuple[nodes.Node, ...], letters: Mapping[str, Value]) -> Value:
        """Return the value of the first case that applies."""
        for condition, body in zip(parts[::2], parts[1::2], strict=True):
            if self.surely_holds(condition, letters):
                return self._value(body, letters)
        raise NoValueError("formula: none of its cases applies")

    def surely_holds(self, condition: nodes.Node, letters: Mapping[str, Value]) -> bool:
        """Return True if a condition holds. Raise UndecidedError if this depends on the equality of balls."""
        try:
            return self._holds(condition, letters)
        except NearError as error:
            raise UndecidedError(error.reason) from None

    def _holds(self, condition: nodes.Node, letters: Mapping[str, Value]) -> bool:
        match condition:
            case nodes.FunctionCall(name="true"):
                return True
            case nodes.FunctionCall(name="and" | "or" as word, arguments=parts):
                return (any if word == "or" else all)(self.surely_holds(part, letters) for part in parts)
            case nodes.FunctionCall(name="is_power", arguments=(base, body)):
                one, other = (integer(self._value(part, letters)) for part in (base, body))
                return any(one**k == other for k in range(abs(other).bit_length() + 1))
            case nodes.FunctionCall(name="is_kth_power", arguments=(exponent, body)):
                k, number = (integer(self._value(part, letters)) for part in (exponent, body))
                return _is_kth_power(small(k), number)
            case nodes.FunctionCall(name="is_term", arguments=(nodes.Symbol(label=(name,)), body)):
                number, index = integer(self._value(body, letters)), 0
                while index < 2 or integer(well_known(name, index - 1)) < number:  # the terms increase
                    if well_known(name, index) == number:
                        return True
                    index += 1
                return False
            case nodes.FunctionCall(name="digits", arguments=(base, body, *digits)):
                numbers = [integer(self._value(part, letters)) for part in (base, body, *digits)]
                return _has_digits(numbers[0], numbers[1], numbers[2:])
            case nodes.Equation(left=left, right=right, sign=relation):
                return relation_holds(relation, self._value(left, letters), self._value(right, letters))
            case Congruence(left=left, right=right, modulus=modulus):
                difference = minus(self._value(left, letters), self._value(right, letters))
                return relation_holds("|", self._value(modulus, letters), difference)
        raise UndecidedError(f"the condition {getattr(condition, 'name', condition.kind)} is not computed")


def _is_kth_power(k: int, number: int) -> bool:
    """Return True if a number is the k-th power of an integer, by bisection."""
    if number < 0:
        return k % 2 == 1 and _is_kth_power(k, -number)
    low, high = 0, 1 << (number.bit_length() // k + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**k < number else (low, middle)
    return bool(low**k == number)


def _has_digits(base: int, number: int, allowed: list[int]) -> bool:
    """Return True if each digit of the number in the base is allowed; 0 has no digits."""
    if base < 2 or number < 0:
        raise UndecidedError("digits require a base of at least 2 and a number >= 0")
    while number and number % base in allowed:
        number //= base
    return not number


def relation_holds(relation: str, left: Value, right: Value) -> bool:
    """Return True if a relation, one of ``SIGNS``, holds between two numbers.

    Raise NearError if the numbers are equal as balls, and UndecidedError if the balls are too large.
    """
    if relation == "|":
        divisor, multiple = integer(left), integer(right)
        return multiple % divisor == 0 if divisor else not multiple
    difference = minus(left, right)
    if isinstance(difference, acb) and difference.contains(0):
        if not abs(difference).upper() < (abs(ball(left)).lower() + 1) / arb(2) ** _NEAR_BITS:
            raise UndecidedError("the values are not computed to enough bits for a comparison")
        raise NearError(relation in ("=", "<=", ">="))
    if relation in ("=", "!="):
        return (difference == 0) == (relation == "=")
    order = sign(difference)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[relation]
