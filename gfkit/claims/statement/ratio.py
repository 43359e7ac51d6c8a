"""Exact rational functions for formulas without n in exponents, with square roots of integers as
constants.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from math import comb, gcd, lcm
from operator import mul
from typing import ClassVar

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.dependency import first_relation
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.languages import quotient_text
from gfkit.core.algebra.formula.radical import primes, split
from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import DivisionError, InputError, LimitError
from gfkit.core.typing import cached_property

VARIABLES = ("t", "n", "x", "y", "u")
"""Variable of the series, index, weights, and unknown of an equation."""
_MOST_EXPONENT = 10_000
_MOST_BITS = 1_000_000
_MOST_TERMS = 20_000
_MOST_FACTORS = 1000
_MOST_PRODUCTS = 20_000_000


@dataclass(frozen=True)
class Ring:
    """Ring of polynomials in t, n, x, y, u, or other variables, with square roots of some primes and of
    -1.
    """

    roots: tuple[int, ...] = ()
    variables: tuple[str, ...] = VARIABLES
    most_exponent: int = _MOST_EXPONENT
    """Maximum exponent of a variable."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*self.variables, *(f"r{'m1' if root < 0 else root}" for root in self.roots))

    @cached_property
    def context(self) -> fmpz_mpoly_ctx:
        return fmpz_mpoly_ctx.get(self.names, Ordering.lex)

    @cached_property
    def one(self) -> fmpz_mpoly:
        """Polynomial 1."""
        return self.context.constant(1)

    def number(self, value: Fraction | int) -> Ratio:
        return Ratio(self, self.context.constant(value.numerator), self.context.constant(value.denominator))

    def element(self, value: int | Fraction | Polynomial) -> Ratio:
        """Return a number, or a polynomial in some of the variables."""
        return self.polynomial(value) if isinstance(value, Polynomial) else self.number(value)

    def quotient(self, terms: Mapping[tuple[int, ...], int], below: int = 1) -> Ratio:
        above = self.context.from_dict({k: fmpz(v) for k, v in terms.items()})
        return Ratio(self, above, self.context.constant(below))

    def letter(self, name: str, power: int = 1) -> Ratio:
        """Return a variable, or a root by its name, to a power."""
        place = self.names.index(name)
        if power < 0:
            return self.letter(name, -power).inverse
        return self.quotient({tuple(power * (k == place) for k in range(len(self.names))): 1})

    def root(self, square: Fraction) -> Ratio:
        """Return the square root of a rational number."""
        outside, inside = split(square.numerator * square.denominator)
        letters = (self.letter(f"r{'m1' if prime < 0 else prime}") for prime in primes(inside))
        return reduce(mul, letters, self.number(Fraction(outside, square.denominator)))

    def polynomial(self, value: Polynomial) -> Ratio:
        """Return a polynomial in some of the variables t, x and y."""
        return Ratio(self, value.mpoly.project_to_context(self.context), self.one)


@dataclass(frozen=True, eq=False)
class Ratio:
    """Quotient of polynomials in lowest terms; equality is equality of rational functions."""

    ring: Ring
    above: fmpz_mpoly
    below: fmpz_mpoly

    def _in_same_names(self, above: fmpz_mpoly, below: fmpz_mpoly) -> Ratio:
        above, below = _reduce_root(above, self.ring), _reduce_root(below, self.ring)
        if len(above) > _MOST_TERMS or len(below) > _MOST_TERMS:
            raise LimitError(f"formula: more than {_MOST_TERMS} terms when it is multiplied out")
        if not below:
            raise DivisionError("formula: division by zero")
        common = above.gcd(below)
        return Ratio(self.ring, above // common, below // common)

    def __add__(self, other: Ratio) -> Ratio:
        if self.below == other.below == self.ring.one:
            return Ratio(self.ring, self.above + other.above, self.below)
        if self.below == other.below:
            return self._in_same_names(self.above + other.above, self.below)
        if max(len(self.above), len(other.above)) * max(len(self.below), len(other.below)) > _MOST_PRODUCTS:
            raise LimitError("formula: too many terms when it is multiplied out")
        return self._in_same_names(
            self.above * other.below + other.above * self.below, self.below * other.below
        )

    def __neg__(self) -> Ratio:
        return Ratio(self.ring, -self.above, self.below)

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        if max(len(self.above) * len(other.above), len(self.below) * len(other.below)) > _MOST_PRODUCTS:
            raise LimitError("formula: too many terms when it is multiplied out")
        return self._in_same_names(self.above * other.above, self.below * other.below)

    @property
    def inverse(self) -> Ratio:
        return self._in_same_names(self.below, self.above)

    def __truediv__(self, other: Ratio) -> Ratio:
        return self * other.inverse

    def __pow__(self, exponent: int) -> Ratio:
        base = self if exponent >= 0 else self.inverse
        size = abs(exponent)
        terms = max(len(base.above), len(base.below))
        if size > _MOST_EXPONENT or comb(size + terms - 1, terms - 1) > _MOST_TERMS:
            shown = exponent if size < 10**18 else f"of {size.bit_length()} binary digits"
            raise LimitError(f"formula: the exponent {shown} is too large to multiply out")
        bits = max(_bits(base.above), _bits(base.below))
        if size * bits > _MOST_BITS:
            raise LimitError(f"formula: a power with exponent {exponent} has more than {_MOST_BITS} bits")
        return self._in_same_names(base.above**size, base.below**size)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and (self - other).is_zero

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def is_zero(self) -> bool:
        return not self.above  # roots are reduced and linearly independent, so this is exact

    @property
    def plain(self) -> Ratio:
        """Function with a denominator free of square roots, and without any square roots if it is
        rational.
        """
        above, below = self.above, self.below
        for root in self.ring.roots:
            place = len(self.ring.variables) + self.ring.roots.index(root)
            if degrees(below)[place]:
                mirrored = _conjugate(below, place, self.ring)
                above = _reduce_root(above * mirrored, self.ring)
                below = _reduce_root(below * mirrored, self.ring)
        common = above.gcd(below)
        above, below = above // common, below // common
        if _lowest_sign(below) < 0:
            above, below = -above, -below
        return Ratio(self.ring, above, below)

    @property
    def is_polynomial(self) -> bool:
        """Whether the denominator is constant."""
        return bool(self.below.is_constant())

    @property
    def denominator(self) -> Ratio:
        """Denominator of the function."""
        return Ratio(self.ring, self.below, self.ring.one)

    @property
    def numerator(self) -> Ratio:
        """Numerator of the function."""
        return Ratio(self.ring, self.above, self.ring.one)

    def degree(self, name: str) -> tuple[int, int]:
        """Return the degrees of numerator and denominator in a variable."""
        place = self.ring.names.index(name)
        return int(degrees(self.above)[place]), int(degrees(self.below)[place])

    def valuation(self, name: str = "t") -> int:
        """Return the exponent of the lowest power of the variable in the Laurent series. The function must
        not be zero.
        """
        place = self.ring.names.index(name)
        return _find_lowest_power(self.above, place) - _find_lowest_power(self.below, place)

    def coefficients(self, name: str) -> tuple[list[Ratio], list[Ratio]]:
        """Return the coefficients of numerator and denominator by powers of a variable, lowest first."""
        place = self.ring.names.index(name)
        return _by_powers(self.above, place, self.ring), _by_powers(self.below, place, self.ring)

    def leading_coefficient(self, name: str = "t") -> Ratio:
        """Return the coefficient at the lowest power of the variable in the Laurent series."""
        rows = self.coefficients(name)
        first = [next(part for part in row if not part.is_zero) for row in rows]
        return (first[0] / first[1]).plain

    def derivative(self, name: str = "t") -> Ratio:
        above, below = self.above.derivative(name), self.below.derivative(name)
        return self._in_same_names(above * self.below - self.above * below, self.below * self.below)

    def substitute(self, **values: Ratio) -> Ratio:
        """Return the rational function with functions substituted for some of its variables."""
        ring = self.ring
        bases = {name: values.get(name) or ring.letter(name) for name in ring.names}

        def value(part: fmpz_mpoly) -> Ratio:
            terms = (
                reduce(
                    mul,
                    (
                        bases[name] ** int(power)
                        for name, power in zip(ring.names, powers, strict=True)
                        if power
                    ),
                    ring.number(int(coefficient)),
                )
                for powers, coefficient in part.terms()
            )
            return sum(terms, ring.number(0))

        return value(self.above) / value(self.below)

    def polynomials(self, variables: tuple[str, ...]) -> tuple[Polynomial, Polynomial] | None:
        """Return numerator and denominator in the given variables, or None if other variables or roots
        occur.
        """
        form = self.plain
        places = [self.ring.names.index(name) for name in variables]
        others = [k for k in range(len(self.ring.names)) if k not in places]
        polynomials = []
        for part in (form.above, form.below):
            terms = {tuple(map(int, powers)): int(c) for powers, c in part.terms()}
            if any(powers[k] for powers in terms for k in others):
                return None
            polynomials.append(
                Polynomial.of(variables, {tuple(p[k] for k in places): c for p, c in terms.items()})
            )
        return polynomials[0], polynomials[1]

    def row(self, name: str) -> list[Fraction] | None:
        """Return the coefficients of a polynomial in one variable with rational coefficients, or None for
        others.
        """
        pair = self.polynomials((name,))
        if pair is None or any(powers[0] for powers, _ in pair[1].terms):
            return None
        row = [Fraction(0)] * (1 + max((powers[0] for powers, _ in pair[0].terms), default=0))
        for powers, coefficient in pair[0].terms:
            row[powers[0]] = Fraction(coefficient, pair[1].total)
        return row

    def __str__(self) -> str:
        form = self.plain
        order = [*range(1, len(self.ring.names)), 0]
        used = [k for k in order if degrees(form.above)[k] or degrees(form.below)[k] or k == 0]
        places = [used[-1], *used[:-1]]  # t first, as quotient_text expects
        names = tuple(_print_variable(self.ring.names[k]) for k in places)
        above, below = (
            Polynomial.of(names, {tuple(int(p[k]) for k in places): int(c) for p, c in part.terms()})
            for part in (form.above, form.below)
        )
        number = below.terms[0][1] if len(below.terms) == 1 and not any(below.terms[0][0]) else None
        if number is None:
            return quotient_text(above, below)
        text = quotient_text(above, Polynomial.constant(1, names))
        size = whole_text(number)
        return text if size == "1" else f"({text})/{size}" if len(above.terms) > 1 else f"{text}/{size}"


def _print_variable(name: str) -> str:
    """Return the printed form of a variable; square roots have internal names such as r2 and rm1."""
    return name if name in VARIABLES else "I" if name == "rm1" else f"sqrt({name[1:]})"


def ring_of(*trees: nodes.Node) -> Ring:
    """Return the ring with all roots that the formulas need."""
    numbers: set[int] = set()
    for tree in trees:
        for node in nodes.walk(tree):
            if isinstance(node, nodes.Root):
                value = _constant(node.body)
                numbers |= set(primes(split(value.numerator * value.denominator)[1]))
    return Ring(tuple(sorted(numbers)))


def _constant(body: nodes.Node) -> Fraction:
    """Return the rational number under a square root."""
    try:
        value = ratio(body, Ring()).polynomials(())
    except (InputError, ValueError):
        value = None
    if value is None:
        raise InputError("formula: square roots require a rational number, such as sqrt(5)")
    return Fraction(value[0].total, value[1].total)


def ratio(tree: nodes.Node, ring: Ring, letters: Mapping[str, Ratio] | None = None) -> Ratio:
    """Return a formula as a quotient of polynomials, after substitution for some letters."""
    match tree:
        case nodes.Number(value=value):
            return ring.number(value)
        case nodes.Letter(name=name):
            if letters and name in letters:
                return letters[name]
            if name not in ring.variables:
                raise InputError(f"formula: unknown letter {name!r}")
            return ring.letter(name)
        case nodes.Sum(terms=terms):
            return _sum(terms, ring, letters)
        case nodes.Product(factors=factors) if len(factors) > _MOST_FACTORS:
            raise LimitError(f"formula: {len(factors)} factors exceed the limit {_MOST_FACTORS}")
        case nodes.Power(base=base, exponent=exponent):
            monomial = None if letters else _monomial(tree, ring)
            if monomial is not None:
                return ring.quotient({monomial[0]: 1})
            return ratio(base, ring, letters) ** _evaluate_exponent(exponent, ring)
        case nodes.Root(body=body):
            return ring.root(_constant(body))
        case nodes.Symbol(label=label):
            name = "_".join(label)
            hint = (
                "; for an OEIS entry, give its terms or b-file" if re.fullmatch("A[0-9]{6,7}", name) else ""
            )
            raise InputError(f"formula: unknown name {name!r} in a generating function{hint}")
    return nodes.arithmetic(
        tree,
        partial(ratio, ring=ring, letters=letters),
        nodes.no_meaning("has no meaning in a generating function"),
    )


def _sum(terms: Sequence[nodes.Node], ring: Ring, letters: Mapping[str, Ratio] | None) -> Ratio:
    """Return the sum; its monomials are collected first into a single polynomial."""
    monomials: dict[tuple[int, ...], Fraction] = {}
    result = ring.number(0)
    for term in terms:
        monomial = None if letters else _monomial(term, ring)
        if monomial is None:
            result = result + ratio(term, ring, letters)
        else:
            powers, value = monomial
            monomials[powers] = monomials.get(powers, Fraction(0)) + value
    if not monomials:
        return result
    below = lcm(*(value.denominator for value in monomials.values()))
    whole = {powers: int(value * below) for powers, value in monomials.items() if value}
    collected = ring.quotient(whole, below)
    if below > 1:
        collected = collected._in_same_names(collected.above, collected.below)
    return collected if result.is_zero else result + collected


def _monomial(node: nodes.Node, ring: Ring) -> tuple[tuple[int, ...], Fraction] | None:
    """Return exponents and coefficient of a product of numbers and powers of variables, else None."""
    powers, value = [0] * len(ring.names), Fraction(1)
    if isinstance(node, nodes.Negative):
        value, node = -value, node.body
    for factor in node.factors if isinstance(node, nodes.Product) else (node,):
        base, exponent = factor, 1
        if isinstance(factor, nodes.Power) and isinstance(factor.exponent, nodes.Number):
            base, exponent = factor.base, int(factor.exponent.value)
            if exponent != factor.exponent.value or not 0 <= exponent <= ring.most_exponent:
                return None
        if isinstance(base, nodes.Letter) and base.name in ring.variables:
            powers[ring.variables.index(base.name)] += exponent
        elif isinstance(base, nodes.Number) and base is factor:
            value *= base.value
        else:
            return None
    return tuple(powers), value


def _evaluate_exponent(exponent: nodes.Node, ring: Ring) -> int:
    value = ratio(exponent, ring).polynomials(())
    if value is None or abs(value[1].total) != 1:
        raise InputError("formula: exponents in a generating function must be integers")
    return value[0].total * value[1].total


def _bits(polynomial: fmpz_mpoly) -> int:
    """Return the bit length of the largest coefficient minus one, because powers of 1 do not grow."""
    return max((abs(c).bit_length() - 1 for c in polynomial.coeffs()), default=0)


def degrees(polynomial: fmpz_mpoly) -> list[int]:
    """Return the degree in every variable; 0 for the polynomial 0, for which FLINT returns -1."""
    return [max(0, int(degree)) for degree in polynomial.degrees()]


def _reduce_root(polynomial: fmpz_mpoly, ring: Ring) -> fmpz_mpoly:
    """Return the polynomial with the square of every root replaced by the integer under the root."""
    first = len(ring.variables)
    if not ring.roots or max(degrees(polynomial)[first:], default=0) < 2:
        return polynomial
    terms: dict[tuple[int, ...], fmpz] = {}
    for powers, coefficient in polynomial.terms():
        key = [int(power) for power in powers]
        for k, root in enumerate(ring.roots, first):
            coefficient = coefficient * fmpz(root) ** (key[k] // 2)
            key[k] %= 2
        terms[tuple(key)] = terms.get(tuple(key), fmpz(0)) + coefficient
    return ring.context.from_dict(terms)


def _conjugate(polynomial: fmpz_mpoly, place: int, ring: Ring) -> fmpz_mpoly:
    return ring.context.from_dict({p: -c if p[place] % 2 else c for p, c in polynomial.terms()})


def _find_lowest_power(polynomial: fmpz_mpoly, place: int) -> int:
    return min(int(powers[place]) for powers, _ in polynomial.terms())


def _lowest_sign(polynomial: fmpz_mpoly) -> int:
    """Return the sign of the coefficient that is printed first."""
    least = min((sum(map(int, p)), tuple(map(int, p)), int(c)) for p, c in polynomial.terms())
    return -1 if least[2] < 0 else 1


def _by_powers(polynomial: fmpz_mpoly, place: int, ring: Ring) -> list[Ratio]:
    rows: list[dict[tuple[int, ...], int]] = [{} for _ in range(degrees(polynomial)[place] + 1)]
    for powers, coefficient in polynomial.terms():
        key = tuple(0 if k == place else int(p) for k, p in enumerate(powers))
        rows[int(powers[place])][key] = int(coefficient)
    return [ring.quotient(row) for row in rows]


def relation_of(parts: Sequence[Ratio], others: Sequence[Ratio]) -> list[Ratio] | None:
    """Return polynomials x_i in n such that sum x_i column_i = 0, where the columns are polynomials in n
    and k.

    The x_i of ``parts`` are not all 0 and have integer coefficients without a common divisor. Return None
    if no such relation exists.
    """
    ring, columns = parts[0].ring, [*others, *parts]
    common = ring.number(lcm(*(int(column.below.leading_coefficient()) for column in columns)))
    height = 1 + max(column.degree("k")[0] for column in columns)
    vectors = [_powers_of_k(column * common, height) for column in columns]
    kept = [*range(len(columns))]
    while True:
        try:
            relation = first_relation((vectors[k] for k in kept), height)
        except ValueError:  # too few columns for a relation
            return None
        last = kept[len(relation) - 1]
        if last >= len(others):
            break
        kept.remove(last)  # it is a linear combination of the columns before it
    by_column = dict(zip(kept, relation, strict=False))
    wanted = [by_column.get(k, fmpz_poly([])) for k in range(len(others), len(columns))]
    content = gcd(*(int(row.content()) for row in wanted))
    sign = 1 if [row for row in wanted if row][-1].leading_coefficient() > 0 else -1
    rest = [by_column.get(k, fmpz_poly([])) for k in range(len(others))]
    scale, zero, n = ring.number(Fraction(sign, content)), ring.number(0), ring.letter("n")
    return [
        scale * sum((ring.number(int(c)) * n**i for i, c in enumerate(row.coeffs())), zero)
        for row in (*wanted, *rest)
    ]


def _powers_of_k(column: Ratio, height: int) -> list[fmpz_poly]:
    """Return the coefficients of a polynomial in n and k by powers of k."""
    rows = [[int(c) for c in part.row("n") or []] for part in column.coefficients("k")[0]]
    return [fmpz_poly(row) for row in rows] + [fmpz_poly([])] * (height - len(rows))
