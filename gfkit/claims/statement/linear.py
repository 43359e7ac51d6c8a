"""Recurrences as printed: linear relations between named sequences at indices n + s."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from gfkit.claims.statement.ratio import Ratio, Ring, ratio, ring_of
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError

_MOST_SHIFT = 10_000


class LinearForm(dict[str, Fraction]):
    """Linear form: the coefficient of each letter, and the constant under the key "". Missing keys denote
    0.
    """

    def __missing__(self, name: str) -> Fraction:
        return Fraction(0)

    def __neg__(self) -> LinearForm:
        return self.scale(Fraction(-1))

    def __add__(self, other: LinearForm) -> LinearForm:
        return LinearForm({name: self[name] + other[name] for name in {**self, **other}})

    def __mul__(self, other: LinearForm) -> LinearForm:
        if set(other) <= {""}:
            return self.scale(other[""])
        if not set(self) <= {""}:
            raise NotLinear
        return other * self

    def __truediv__(self, other: LinearForm) -> LinearForm:
        raise NotLinear

    def scale(self, factor: Fraction) -> LinearForm:
        return LinearForm({name: value * factor for name, value in self.items()})


class NotLinear(Exception):  # noqa: N818
    """Raised if a formula is not a linear form."""


@dataclass(frozen=True)
class Name:
    """Named sequence: its label, and the values of x and y ("" if unspecified)."""

    label: tuple[str, ...]
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Term:
    """Term coefficient * name(n + shift); the coefficient is a function of n, x and y."""

    name: Name
    shift: int
    coefficient: Ratio


@dataclass(frozen=True)
class Linear:
    """Sum of terms. ``rest`` contains the summands without a named sequence."""

    terms: tuple[Term, ...]
    rest: tuple[nodes.Node, ...]

    def minus(self, other: Linear) -> Linear:
        return self.plus(other.map(lambda c: -c, nodes.Negative))

    def plus(self, other: Linear) -> Linear:
        return Linear(self.terms + other.terms, self.rest + other.rest)

    def collect(self) -> Linear:
        """Return the sum with one term for every name and shift."""
        coefficients: dict[tuple[Name, int], Ratio] = {}
        for term in self.terms:
            key = (term.name, term.shift)
            coefficients[key] = (
                coefficients[key] + term.coefficient if key in coefficients else term.coefficient
            )
        return Linear(tuple(Term(*key, value) for key, value in coefficients.items()), self.rest)

    def map(self, change: Callable[[Ratio], Ratio], wrap: Callable[[nodes.Node], nodes.Node]) -> Linear:
        """Return the sum with a function applied to every coefficient and another to every other summand."""
        terms = tuple(Term(term.name, term.shift, change(term.coefficient)) for term in self.terms)
        return Linear(terms, tuple(wrap(part) for part in self.rest))


def linear(tree: nodes.Node, ring: Ring) -> Linear:
    """Return a side of a recurrence as a linear form.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> side = read_statement("2(n+1)a(n-1) - a_{n-2}/3 + 1").chains[0].sides[0]
    >>> [(term.shift, str(term.coefficient)) for term in linear(side, Ring()).terms]
    [(-1, '2 + 2*n'), (-2, '-1/3')]
    """
    if not nodes.symbols(tree):
        return Linear((), (tree,))
    match tree:
        case nodes.Symbol():
            return Linear((Term(name_of(tree), index_shift(tree, ring), ring.number(1)),), ())
        case nodes.Negative(body=body):
            return linear(body, ring).map(lambda c: -c, nodes.Negative)
        case nodes.Sum(terms=terms):
            return reduce(Linear.plus, (linear(term, ring) for term in terms))
        case nodes.Quotient(above=above, below=below) if not nodes.symbols(below):
            scale = ratio(below, ring).inverse
            return linear(above, ring).map(lambda c: c * scale, lambda part: nodes.Quotient(part, below))
        case nodes.Product(factors=factors):
            named = [factor for factor in factors if nodes.symbols(factor)]
            others = tuple(factor for factor in factors if not nodes.symbols(factor))
            if len(named) == 1:
                scale = ratio(nodes.Product(others), ring) if others else ring.number(1)
                return linear(named[0], ring).map(
                    lambda c: c * scale, lambda part: nodes.Product((*others, part))
                )
    raise InputError("formula: a recurrence must be linear in its terms, such as a(n) = 2a(n-1) + n a(n-2)")


def name_of(symbol: nodes.Symbol) -> Name:
    """Return the name of a sequence with the values of x and y in it."""
    texts = []
    for part in symbol.arguments:
        if isinstance(part, nodes.Letter) and part.name in ("x", "y"):
            texts.append(part.name)
        elif part == nodes.Number(Fraction(1)):
            texts.append("1")
        else:
            raise InputError(
                f"formula: {'_'.join(symbol.label)} accepts only the arguments x, y and 1, as in"
                " P_n(x, y) and P_n(1)"
            )
    if len(texts) > 2:
        raise InputError(
            f"formula: {'_'.join(symbol.label)} has {len(texts)} arguments, but at most two are supported"
        )
    return Name(symbol.label, tuple(texts))


def fixed_index(symbol: nodes.Symbol) -> int | None:
    """Return the integer index of an initial value such as a(0), or None if the index contains n."""
    if symbol.index is None:
        return None
    if nodes.symbols(symbol.index) or nodes.letters(symbol.index) - {"n"}:
        return None
    value = ratio(symbol.index, ring_of(symbol.index)).polynomials(("n",))
    if value is None or any(powers[0] for powers, _ in value[0].terms) or value[1].total != 1:
        return None
    return value[0].total


def index_shift(symbol: nodes.Symbol, ring: Ring) -> int:
    """Return s if the index of a name is n + s."""
    if symbol.index is None:
        raise InputError(
            f"formula: the name {'_'.join(symbol.label)!r} has no index, as in a(n-1) or a_{{n-1}}"
        )
    shift = (ratio(symbol.index, ring) - ring.letter("n")).polynomials(())
    if shift is None or shift[1].total != 1:
        raise InputError("formula: indices in a recurrence must be n plus or minus a number, as in a(n-1)")
    if abs(shift[0].total) > _MOST_SHIFT:
        raise LimitError(f"formula: an index n{shift[0].total:+d} differs from n by more than {_MOST_SHIFT}")
    return shift[0].total


def linear_form(tree: nodes.Node) -> LinearForm | None:
    """Return a linear form in letters with rational factors, or None for other formulas.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> form = linear_form(read_statement("2(n - 1)/4 + 3").chains[0].sides[0])
    >>> str(form["n"]), str(form[""])
    ('1/2', '5/2')
    """
    try:
        return _form(tree)
    except NotLinear:
        return None


Linear3 = tuple[int, int, int]
"""Linear form a n + b k + c with integer coefficients."""


def integer_form(tree: nodes.Node, letter: str = "k") -> Linear3 | None:
    """Return a, b and c if a formula is a linear form a n + b k + c with integer coefficients, where k is the
    given letter; return None for other formulas.
    """
    form = linear_form(tree)
    if form is None or set(form) - {"n", letter, ""} or any(value.denominator > 1 for value in form.values()):
        return None
    a, b, c = (int(form.get(name, 0)) for name in ("n", letter, ""))
    return a, b, c


def _form(tree: nodes.Node) -> LinearForm:
    match tree:
        case nodes.Number(value=value):
            return LinearForm({"": Fraction(value)})
        case nodes.Letter(name=name):
            return LinearForm({name: Fraction(1)})
        case nodes.Quotient(above=above, below=nodes.Number(value=value)) if value:
            return _form(above).scale(1 / Fraction(value))
    return nodes.arithmetic(tree, _form, NotLinear)


# Formulas as one fraction

_Factors = tuple[nodes.Node, ...]


def fraction_factors(tree: nodes.Node) -> tuple[_Factors, _Factors]:
    """Return the factors of numerator and denominator; a minus sign is a factor -1 of the numerator.

    >>> from gfkit.core.algebra.formula import PLAIN
    >>> half, inverse = nodes.Quotient(nodes.N, nodes.Number(2)), nodes.Quotient(nodes.ONE, nodes.N)
    >>> above, below = fraction_factors(nodes.Product((half, nodes.Negative(inverse))))
    >>> [PLAIN.write(part) for part in above], [PLAIN.write(part) for part in below]
    (['n', '-1', '1'], ['2', 'n'])
    """
    match tree:
        case nodes.Group(body=body):
            return fraction_factors(body)
        case nodes.Negative(body=body):
            above, below = fraction_factors(body)
            return (nodes.Number(Fraction(-1)), *above), below
        case nodes.Quotient(above=first, below=second):
            (a, b), (c, d) = fraction_factors(first), fraction_factors(second)
            return (*a, *d), (*b, *c)
        case nodes.Product(factors=factors):
            parts = [fraction_factors(factor) for factor in factors]
            return tuple(f for a, _ in parts for f in a), tuple(f for _, b in parts for f in b)
    return (tree,), ()


def as_fraction(tree: nodes.Node) -> tuple[nodes.Node, nodes.Node]:
    """Return numerator and denominator as products of their factors."""
    above, below = fraction_factors(tree)
    return nodes.product(*above), nodes.product(*below)
