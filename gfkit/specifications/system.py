"""Polynomial systems y_i = P_i(t, marks, y): well-foundedness, and expansion by Newton's iteration.

Theorem (well-founded systems). Let K be a field of characteristic 0, here Q or Q(x, ...) with marks, and
y = P(t, y) a system of m polynomials over K. Suppose that the iteration c <- P(0, c) from c = 0 is stationary
after m steps, and that J(0) = (dP_i/dy_j)(0, c) is nilpotent. Then exactly one vector y of power series with
y(0) = c solves the system; it is the limit of y <- P(t, y) from 0, and its coefficients are integers if those
of P are. If P has nonnegative coefficients, [t^n] y_i is the number of derivation trees of size n of the
grammar, hence the number of objects of an unambiguous specification.

Proof. Let y be known up to t^(n-1). The coefficients of t^n satisfy y_n = J(0) y_n + (a polynomial in the
known ones), and 1 - J(0) is invertible over Z: its inverse is 1 + J(0) + ... + J(0)^(m-1). If two iterates
agree up to t^(n-1), then after m more steps they agree up to t^n, because J(0)^m = 0. QED

The theorem names c: f = t + f^2 has a second power series solution, with f(0) = 1. If no unknown depends on
itself at t = 0 (``PolynomialSystem.is_unique``), there is no other solution.

Reference: Carine Pivoteau, Bruno Salvy and Michele Soria, Algorithms for combinatorial structures:
well-founded systems and Newton iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from math import prod
from typing import Any, Self

from flint import fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly, nmod_poly

from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.specifications.grammar import (
    Atom,
    Class,
    ClassKind,
    ClassPower,
    ClassProduct,
    ClassQuotient,
    ClassUnion,
    ClassUnits,
    Construction,
    Mark,
    Named,
    Specification,
    class_parts,
    text_of,
)

MOST_UNKNOWNS, _MOST_TERMS = 60, 20_000
"""Maximum numbers of unknowns, and of terms of one equation."""

Term = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Coefficient, power of t, powers of the marks, powers of the unknowns."""
_Series = Any
"""fmpz_poly or nmod_poly."""
_Table = list[list[_Series]]


@dataclass(frozen=True)
class PolynomialSystem:
    """Well-founded polynomial system; ``of`` checks the hypotheses of the theorem. The first unknown is the
    target.
    """

    names: tuple[str, ...]
    marks: tuple[str, ...]
    equations: tuple[tuple[Term, ...], ...]
    start: tuple[fmpz_mpoly, ...] = field(repr=False)
    """Constant terms y(0), polynomials in the marks."""
    jacobian: tuple[tuple[fmpz_mpoly, ...], ...] = field(repr=False)
    """The matrix J(0)."""
    is_nonnegative: bool = True
    """True if the coefficients of the target are known to be nonnegative."""

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        marks: Sequence[str],
        equations: Sequence[Sequence[Term]],
        is_nonnegative: bool | None = None,
    ) -> Self:
        """Return the system of the unknowns that the first one needs and that are not identically 0.

        Raise InputError if the hypotheses of the theorem do not hold.

        >>> PolynomialSystem.of(["f"], [], [[(1, 0, (), (0,)), (1, 1, (), (2,))]]).expand(6)[0]
        42*x^5 + 14*x^4 + 5*x^3 + 2*x^2 + x + 1
        >>> PolynomialSystem.of(["f"], [], [[(1, 0, (), (1,)), (1, 1, (), (0,))]])
        Traceback (most recent call last):
        ...
        gfkit.core.errors.InputError: f contains itself at equal size (the Jacobian at t = 0 is not nilpotent)
        """
        names, equations = _needed(names, equations)
        _check(names, marks, equations)  # also the unknowns that are identically 0
        kept, reduced = _pruned(names, equations)
        start, jacobian = _check(kept, marks, reduced)
        signs = all(c >= 0 for terms in reduced for c, *_ in terms)
        listed = tuple(tuple(terms) for terms in reduced)
        is_positive = signs if is_nonnegative is None else is_nonnegative
        return cls(tuple(kept), tuple(marks), listed, tuple(start), tuple(map(tuple, jacobian)), is_positive)

    @property
    def constant_terms(self) -> list[int]:
        """The numbers y(0) of a system without marks."""
        return list(map(_constant, self.start))

    @property
    def bezout(self) -> int:
        """Product of the total degrees of the equations in t and the unknowns."""
        return prod(max([1, *(a + sum(e) for _, a, _, e in terms)]) for terms in self.equations)

    @property
    def is_unique(self) -> bool:
        """True if no other power series solve the system, whatever their constant terms."""
        return _is_acyclic(
            {
                i: {j for _, a, _, e in terms if a == 0 for j, k in enumerate(e) if k}
                for i, terms in enumerate(self.equations)
            }
        )

    def expand(self, length: int, prime: int | None = None) -> list[_Series]:
        """Return the first terms of all unknowns, over Z or modulo a prime, by Newton's iteration.

        U = 1/(1 - dP/dy) is iterated along with y; U(0) = 1 + J + J^2 + ... is integral. Cost: a constant
        number of products of series of the length for each term of the system.

        Reference: Pivoteau, Salvy and Soria, as above.
        """
        make: Callable[[Any], _Series] = (lambda c: nmod_poly(c, prime)) if prime else fmpz_poly
        count, zero, one = len(self.names), make([]), make([1])
        slopes = [[derivative_by_unknown(terms, j) for j in range(count)] for terms in self.equations]
        y = [make([value]) for value in self.constant_terms]
        at_zero = [[make([_constant(c)]) for c in row] for row in self.jacobian]
        u = unit = [[one if i == j else zero for j in range(count)] for i in range(count)]
        for _ in range(count):
            u = _added(unit, _multiplied(at_zero, u, 1))
        size = 1
        while size < length:
            size = min(2 * size, length)
            powers = self._powers(y, size, one)
            rest = [
                _value(terms, powers, size, make) - own for terms, own in zip(self.equations, y, strict=True)
            ]
            y = [
                own + sum((a.mul_low(b, size) for a, b in zip(row, rest, strict=True) if a and b), zero)
                for own, row in zip(y, u, strict=True)
            ]
            if size < length:
                powers = self._powers(y, size, one)
                slope = [[_value(terms, powers, size, make) for terms in row] for row in slopes]
                product = _multiplied(slope, u, size)
                gap = [
                    [a - b + c for a, b, c in zip(*rows, strict=True)]
                    for rows in zip(product, u, unit, strict=True)
                ]
                u = _added(u, _multiplied(u, gap, size))
        return y

    def _powers(self, y: Sequence[_Series], size: int, one: _Series) -> _Table:
        tables = []
        for j, value in enumerate(y):
            row = [one]
            for _ in range(max((e[j] for terms in self.equations for *_, e in terms), default=0)):
                row.append(row[-1].mul_low(value, size))
            tables.append(row)
        return tables


def derivative_by_unknown(terms: Sequence[Term], j: int) -> list[Term]:
    """Return the derivative of a polynomial with respect to the j-th unknown."""
    return [(c * e[j], a, b, (*e[:j], e[j] - 1, *e[j + 1 :])) for c, a, b, e in terms if e[j]]


def evaluate(terms: Sequence[Term], t: Any, marks: Sequence[Any], y: Sequence[Any], one: Any) -> Any:
    """Return the value of a polynomial in any commutative ring with the given unit."""
    total = one * 0
    for c, a, b, e in terms:
        part = one * c
        for base, power in ((t, a), *zip(marks, b, strict=True), *zip(y, e, strict=True)):
            for _ in range(power):
                part = part * base
        total = total + part
    return total


def _check(
    names: Sequence[str], marks: Sequence[str], equations: Sequence[Sequence[Term]]
) -> tuple[list[fmpz_mpoly], list[list[fmpz_mpoly]]]:
    """Return y(0) and J(0). Raise InputError unless the theorem applies."""
    context = fmpz_mpoly_ctx.get(tuple(marks) or ("x",))
    one, letters, count = context.constant(1), list(context.gens())[: len(marks)], len(names)
    constant = [[term for term in terms if term[1] == 0] for terms in equations]
    y = [one * 0] * count
    last = y
    for _ in range(count + 1):
        last, y = y, [evaluate(terms, one * 0, letters, y, one) for terms in constant]
        if any(len(value.to_dict()) > _MOST_TERMS or _bits(value) > _MOST_TERMS for value in y):
            break
    if last != y:
        bad = [name for name, a, b in zip(names, last, y, strict=True) if a != b]
        raise InputError(
            f"{', '.join(bad)} has infinitely many objects of size 0, or its equation has no solution that"
            " starts from the empty class"
        )
    table = [
        [evaluate(derivative_by_unknown(terms, j), one * 0, letters, y, one) for j in range(count)]
        for terms in constant
    ]
    power = table
    for _ in range(count.bit_length()):
        power = [
            [sum((power[i][k] * power[k][j] for k in range(count)), one * 0) for j in range(count)]
            for i in range(count)
        ]
    if any(value != 0 for row in power for value in row):
        bad = [name for name, row in zip(names, power, strict=True) if any(value != 0 for value in row)]
        raise InputError(
            f"{', '.join(bad)} contains itself at equal size (the Jacobian at t = 0 is not nilpotent)"
        )
    return y, table


def _bits(value: fmpz_mpoly) -> int:
    return max((int(c).bit_length() for c in value.coeffs()), default=0)


def _constant(value: fmpz_mpoly) -> int:
    return sum(map(int, value.coeffs()))  # without marks there is at most one


def _is_acyclic(edges: dict[int, set[int]]) -> bool:
    while edges:
        free = [i for i, targets in edges.items() if not targets & edges.keys()]
        if not free:
            return False
        for i in free:
            del edges[i]
    return True


_Equations = tuple[list[str], list[list[Term]]]


def _needed(names: Sequence[str], equations: Sequence[Sequence[Term]]) -> _Equations:
    """Omit the unknowns that the first one does not need."""
    needed = [0]
    for i in needed:  # grows
        for *_, e in equations[i]:
            needed += [j for j, k in enumerate(e) if k and j not in needed]
    if len(needed) > MOST_UNKNOWNS:
        raise LimitError(f"a system of {len(needed)} unknowns: the maximum is {MOST_UNKNOWNS}")
    return [names[i] for i in needed], [
        [(c, a, b, tuple(e[j] for j in needed)) for c, a, b, e in equations[i]] for i in needed
    ]


def _pruned(names: Sequence[str], equations: Sequence[Sequence[Term]]) -> _Equations:
    """Omit the unknowns that are identically 0, and then those that the first one does not need. The first
    one remains.
    """

    def is_alive(powers: Sequence[int]) -> bool:
        return all(j in alive for j, k in enumerate(powers) if k)

    alive = set[int]()
    while True:
        more = {i for i, terms in enumerate(equations) if any(is_alive(e) for *_, e in terms)}
        if more == alive:
            break
        alive = more
    rest = [[term for term in terms if is_alive(term[3])] for terms in equations]
    return _needed(names, rest)


def _value(terms: Sequence[Term], powers: _Table, size: int, make: Callable[[Any], _Series]) -> _Series:
    """Return the value of a polynomial at series, from tables of their powers."""
    total = make([])
    for c, a, _, e in terms:
        if a < size:
            part = None
            for j, k in enumerate(e):
                if k:
                    part = powers[j][k] if part is None else part.mul_low(powers[j][k], size)
            total += ((make([1]) if part is None else part) * c).left_shift(a).truncate(size)
    return total


def _multiplied(one: _Table, other: _Table, size: int) -> _Table:
    zero = one[0][0] * 0
    columns = list(zip(*other, strict=True))
    return [
        [
            sum((x.mul_low(y, size) for x, y in zip(row, column, strict=True) if x and y), zero)
            for column in columns
        ]
        for row in one
    ]


def _added(one: _Table, other: _Table) -> _Table:
    return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(one, other, strict=True)]


# From specifications


def system_of(specification: Specification) -> PolynomialSystem:
    """Return the polynomial system of a specification. SEQ(A) is an unknown s with s = 1 + A*s, a quotient
    A/B an unknown s with s = A + (1 - B)*s.

    Raise InputError if a construction has no polynomial system, or if the system is not well founded.

    >>> from gfkit.specifications.grammar import read_specification
    >>> system_of(read_specification("S = t + SEQ_{>=2}(S)")).expand(6)[0]
    45*x^5 + 11*x^4 + 3*x^3 + x^2 + x
    """
    equations = equations_of(specification)
    return PolynomialSystem.of(list(equations), specification.marks, list(equations.values()))


def equations_of(specification: Specification) -> dict[str, list[Term]]:
    """Return the polynomials of all classes and auxiliary unknowns, by their names, before any check."""
    refused = sorted(specification.constructions - {ClassKind.SEQ})
    if refused:
        raise InputError(
            f"{specification}: a class with {refused[0]} has no polynomial system, so no"
            " algebraic equation is derived"
        )
    return _Builder(specification).equations()


class _Builder:
    """Polynomials of the classes of a specification; auxiliary unknowns are added as they are needed.

    The name of an auxiliary unknown is the text of its class, such as ``SEQ(t*f)``.
    """

    def __init__(self, specification: Specification) -> None:
        self._specification = specification
        names = [*(name for name, _ in specification.equations), *specification.letters]
        spare = sum(
            isinstance(part, Construction | ClassQuotient)
            for _, tree in specification.equations
            for part in class_parts(tree)
        )
        marks = specification.marks
        context = fmpz_mpoly_ctx.get(("t", *marks, *(f"y{k}" for k in range(len(names) + spare))))
        gens = context.gens()
        self._t, self._one = gens[0], context.constant(1)
        self._marks = dict(zip(marks, gens[1:], strict=False))
        self._free = iter(gens[1 + len(marks) :])
        self._unknowns = {name: next(self._free) for name in names}
        self._made: dict[str, fmpz_mpoly] = {}

    def equations(self) -> dict[str, list[Term]]:
        """Return the polynomials of all classes and auxiliary unknowns, by their names."""
        made = {name: self._built(tree) for name, tree in self._specification.equations}
        made |= self._made
        marks, count = len(self._specification.marks), len(self._unknowns)
        return {
            name: [
                (
                    int(c),
                    int(k[0]),
                    tuple(map(int, k[1 : 1 + marks])),
                    tuple(map(int, k[1 + marks :]))[:count],
                )
                for k, c in made[name].to_dict().items()
            ]
            for name in self._unknowns
            if name in made
        }

    def _built(self, tree: Class) -> fmpz_mpoly:
        """Return the polynomial of a class."""
        match tree:
            case ClassUnits(value):
                return self._one * value
            case Atom():
                return self._t
            case Mark(letter):
                return self._marks[letter]
            case Named(name):
                return self._unknowns[name]
            case ClassUnion(parts):
                return self._limited(sum((sign * self._built(part) for sign, part in parts), self._one * 0))
            case ClassProduct(parts):
                return self._limited(prod(map(self._built, parts), start=self._one))
            case ClassPower(base, exponent):
                return self._limited(self._power(self._built(base), exponent))
            case ClassQuotient():
                return self._quotient(tree)
            case Construction():
                return self._sequence(tree)

    def _power(self, base: fmpz_mpoly, exponent: int) -> fmpz_mpoly:
        if len(base.to_dict()) ** min(exponent, 8) > _MOST_TERMS**2:
            raise LimitError(
                "a power of a polynomial has too many terms; name the class by an equation of its own"
            )
        return base**exponent

    def _limited(self, value: fmpz_mpoly) -> fmpz_mpoly:
        if len(value.to_dict()) > _MOST_TERMS:
            raise LimitError(f"an equation has more than {_MOST_TERMS:,} terms")
        return value

    def _quotient(self, tree: ClassQuotient) -> fmpz_mpoly:
        above, below = self._built(tree.above), self._built(tree.below)
        if below == -self._one or below == self._one:
            return above * below
        if below.is_constant():
            raise InputError(f"{text_of(tree)}: the coefficients of an equation must be integers")
        return self._auxiliary(tree, lambda own: above + (1 - below) * own)

    def _sequence(self, tree: Construction) -> fmpz_mpoly:
        """Return the polynomial of lists with bounds; the same base shares its unknown."""
        base = self._built(tree.base)
        if tree.most is not None:
            powers = range(tree.least, tree.most + 1)
            return self._limited(sum((self._power(base, k) for k in powers), self._one * 0))
        whole = self._auxiliary(Construction(ClassKind.SEQ, tree.base), lambda own: 1 + base * own)
        return self._limited(self._power(base, tree.least) * whole)

    def _auxiliary(self, tree: Class, equation: Callable[[fmpz_mpoly], fmpz_mpoly]) -> fmpz_mpoly:
        """Return the unknown of a class, which ``equation`` expresses in terms of itself."""
        name = text_of(tree)
        if name not in self._unknowns:
            own = self._unknowns[name] = next(self._free)
            self._made[name] = equation(own)
        return self._unknowns[name]
