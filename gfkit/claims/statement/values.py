"""Parsers of values in plain text or LaTeX: polynomials, quotients, recurrences, equations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from flint import fmpz_poly

from gfkit.claims.statement.grammar import Meaning
from gfkit.claims.statement.linear import linear
from gfkit.claims.statement.parse import PrintedStatement, statement_of
from gfkit.claims.statement.ratio import Ratio, Ring, ratio, ring_of
from gfkit.core.algebra import Polynomial, Recurrence
from gfkit.core.algebra.formula.tree import (
    ONE,
    Letter,
    Node,
    Quotient,
    Symbol,
    letters,
    replace_part,
    symbols,
)
from gfkit.core.algebra.number import number, short_repr
from gfkit.core.algebra.polynomial import Monomial, Term, dense, term_text
from gfkit.core.errors import InputError, LimitError

_MOST_DEGREE = 1_000_000
_SERIES = "generating function"
_FORM = "expected an equation such as (n + 1)*a(n) = (4*n - 2)*a(n-1)"
_CONSTANT = "its coefficients must be numbers, or polynomials in x and y over the integers"
_ANY = ("t", "x", "y")


@contextmanager
def _annotate_errors(object_name: str, text: str) -> Iterator[None]:
    """Context manager that prefixes error messages with the kind of value and the input."""
    try:
        yield
    except (InputError, LimitError) as error:
        raise type(error)(
            f"{object_name} {short_repr(text)}: {str(error).removeprefix('formula: ')}"
        ) from None


def _sides(statement: PrintedStatement, form: str) -> tuple[Node, ...]:
    """Return the sides of a statement that must be a single equation or a single side."""
    if len(statement.chains) != 1 or statement.roots or len(statement.chains[0].sides) > 2:
        raise InputError(f"there is more than one formula; {form}")
    if set(statement.chains[0].relations) - {"="}:
        raise InputError(f"it is a statement about a limit; {form}")
    return statement.chains[0].sides


def _map_letters(names: Iterable[str]) -> dict[str, str | int]:
    """Return a mapping in which each letter denotes itself."""
    return {name: name for name in names}


def _formula(text: str, meaning: Meaning, form: str) -> Node:
    """Return the tree of a formula in the given variables, after an optional name and sign =."""
    if not text.strip():
        raise InputError(form)
    statement = statement_of(text, meaning)
    first, *others = _sides(statement, form)
    if statement.valid_from is not None or (others and not _is_name_of(first, others[0])):
        raise InputError(form)
    return others[0] if others else first


def _is_name_of(left: Node, formula: Node) -> bool:
    """Return True if the left side is a name such as A(x) or GF(1, x, t).

    Its arguments, if any, must include all variables of the formula.
    """
    if not isinstance(left, Symbol) or left.index is not None:
        return False
    named = {part.name for part in left.arguments if isinstance(part, Letter)}
    plain = all(isinstance(part, Letter) or part == ONE for part in left.arguments)
    return plain and (not left.arguments or letters(formula) <= named)


def read_formula(text: str, letters: Sequence[str]) -> Node:
    """Return the tree of one formula in the given variables.

    >>> read_formula("2*t", ("t",))
    Product(factors=(Number(value=Fraction(2, 1)), Letter(name='t')))
    """
    with _annotate_errors("formula", text):
        return _formula(text, _map_letters(letters), "expected one formula")


# Polynomials and quotients


def read_polynomial(text: str, variables: tuple[str, ...]) -> dict[Monomial, int]:
    """Return the terms of a polynomial with integer coefficients.

    >>> read_polynomial("(1 + x)^2 - 2xy", ("x", "y"))
    {(0, 0): 1, (1, 0): 2, (2, 0): 1, (1, 1): -2}
    """
    with _annotate_errors("polynomial", text):
        tree = _formula(text, _map_letters(variables), "expected a sum of monomials such as 1 + 2*x*y^2")
        return dict(_polynomial(tree, variables).terms)


def _polynomial(tree: Node, variables: tuple[str, ...]) -> Polynomial:
    above, below = _parts(tree, variables)
    if below != Polynomial.constant(1, variables):
        raise InputError("expected a polynomial with integer coefficients")
    return above


def _parts(
    tree: Node, variables: tuple[str, ...], allowed: Sequence[str] = ()
) -> tuple[Polynomial, Polynomial]:
    """Return numerator and denominator in the given variables; error messages list the ``allowed`` ones."""
    listed = sorted(letters(tree).difference(variables))
    unknown = listed[0] if listed else next(("_".join(name.label) for name in symbols(tree)), None)
    if unknown:
        raise InputError(
            f"unknown letter {unknown!r}; the variables are {', '.join(allowed or variables) or 'none'}"
        )
    quotient = ratio(tree, Ring(variables=variables, most_exponent=10**9)).polynomials(variables)
    assert quotient is not None, "its letters were checked before"
    return quotient


def read_quotient(
    text: str, variables: tuple[str, ...] | None, size: str = "t"
) -> tuple[Polynomial, Polynomial]:
    """Parse a printed quotient, and return its numerator and denominator without reduction.

    By default the variables are t, t and x, or t, x and y, whichever suffice. ``size`` is the letter printed
    for t.

    >>> [str(part) for part in read_quotient(r"\\frac{1 + t}{(1 - t)^2}", None)]
    ['1 + t', '1 - 2*t + t^2']
    """
    with _annotate_errors(_SERIES, text):
        form = "expected a quotient of two sums of monomials in brackets, such as (1 + t)/(1 - 2*t - t^2)"
        names = variables or _ANY
        tree = _formula(
            text, _map_letters(name for name in names if name != "t" or size == "t") | {size: "t"}, form
        )
    if isinstance(tree, Quotient):
        return _quotient_of_trees([tree.above, tree.below], variables, text)
    return _quotient_of_trees([tree], variables, text)


def quotient_of(above: str, below: str, variables: Sequence[str] | None) -> tuple[Polynomial, Polynomial]:
    """Return the polynomials of numerator and denominator."""
    trees, names = [], variables or _ANY
    for text in (above, below):
        with _annotate_errors("polynomial", text):
            trees.append(_formula(text, _map_letters(names), "expected a sum of monomials"))
    return _quotient_of_trees(trees, variables, above)


def _quotient_of_trees(
    trees: Sequence[Node], variables: Sequence[str] | None, text: str
) -> tuple[Polynomial, Polynomial]:
    """Return the quotient of two trees, or the first tree if there is only one. Raise an error if the degree
    in t is too large.
    """
    used = frozenset[str]().union(*map(letters, trees))
    names = tuple(variables or _ANY[: 3 if "y" in used else 2 if "x" in used else 1])
    with _annotate_errors(_SERIES, text):
        (above, below), *others = [_parts(tree, names, variables or _ANY) for tree in trees]
        for upper, lower in others:
            above, below = above * lower, below * upper
        degree = max((powers[0] for part in (above, below) for powers, _ in part.terms), default=0)
        if degree > _MOST_DEGREE:
            raise LimitError(f"degree {degree} in t is above {_MOST_DEGREE}")
    return above, below


def read_equation(text: str, variables: tuple[str, ...], size: str = "t", unknown: str = "f") -> Polynomial:
    """Return the polynomial P(t, f) of an equation P(t, f) = 0. Without a right side it is the left side.

    The unknown may be printed with its variable, and both may have other names.

    >>> print(read_equation("f(t) = 1 + t*f(t)^2", ("t", "f")))
    -1 + f - t*f^2
    >>> print(read_equation("0 = 1 - A(x) + x*A(x)^2", ("t", "f"), "x", "A"))
    -1 + f - t*f^2
    """
    form = "expected an equation such as 1 - f + t*f^2 = 0"
    with _annotate_errors("equation", text):
        if not text.strip():
            raise InputError(form)
        statement = statement_of(text, {size: "t"})
        if statement.valid_from is not None:
            raise InputError(form)
        sides = [_with_letter(side, unknown) for side in _sides(statement, form)]
        left, *right = (_polynomial(side, variables) for side in sides)
        return left - right[0] if right else left


def _with_letter(tree: Node, unknown: str) -> Node:
    """Return the tree with the letter f for the unknown series."""
    for name in symbols(tree):
        at_t = name.index is None and name.arguments in ((), (Letter("t"),))
        if name.label != (unknown,) or not at_t:
            raise InputError(
                f"unknown name {'_'.join(name.label)!r}; the unknown series is {unknown} or {unknown}(t)"
            )
        tree = replace_part(tree, name, Letter("f"))
    return tree


# Recurrences


def _relation(text: str) -> tuple[dict[int, Ratio], set[str], Ratio, int | None]:
    """Return the coefficients of the terms by their shifts, the inhomogeneous part, the letters used, and
    the smallest n.
    """
    statement = statement_of(text)
    sides = _sides(statement, _FORM)
    ring = ring_of(*sides)
    left, *right = (linear(side, ring) for side in sides)
    whole = (left.minus(right[0]) if right else left).collect()
    names = list(dict.fromkeys("_".join(term.name.label) for term in whole.terms))
    if len({term.name for term in whole.terms}) > 1:
        raise InputError(f"{' and '.join(names)} are several sequences, but one is expected; {_FORM}")
    shifted = {term.shift: term.coefficient for term in whole.terms if not term.coefficient.is_zero}
    if not shifted:
        raise InputError(f"the terms of the sequence cancel; {_FORM}")
    beside = ring.number(0)
    for part in whole.rest:
        beside = beside + ratio(part, ring)
    used = {letter for side in sides for letter in letters(side)} - {"n"}
    arguments = {word for term in whole.terms for word in term.name.arguments}
    if arguments and arguments != used:
        raise InputError(f"{names[0]} must list all letters that occur, as in P_n(x, y), or none")
    return shifted, used, beside, statement.valid_from


def read_relation(text: str) -> tuple[list[fmpz_poly], fmpz_poly, int | None]:
    """Parse a relation sum p_k(n) a(n-k) = c(n): return p_0, p_1, ..., c, and the smallest n of its range.

    >>> read_relation("a(n+1)/(n+1) = 2a(n) + 1 for n >= 3")
    ([1, (-2)*x], x, 4)
    """
    with _annotate_errors("recurrence", text):
        shifted, _, beside, start = _relation(text)
        top = max(shifted)
        moved = beside.ring.letter("n") - beside.ring.number(top)
        length = top - min(shifted) + 1
        zero = beside.ring.number(0)
        parts = [shifted.get(top - k, zero).substitute(n=moved) for k in range(length)] + [
            -beside.substitute(n=moved)
        ]
        pairs = [part.polynomials(("n",)) for part in parts]
        *rows, right = _over_one([pair for pair in pairs if pair is not None])
        if None in pairs:
            raise InputError(f"its coefficients must be polynomials in n; {_FORM}")
        return rows, right, None if start is None else start + top


def _over_one(pairs: Sequence[tuple[Polynomial, Polynomial]]) -> list[fmpz_poly]:
    """Return the quotients of polynomials in one variable times their least common denominator."""
    listed = [tuple(map(dense, pair)) for pair in pairs]
    below = fmpz_poly([1])
    for _, lower in listed:
        below = below * (lower // below.gcd(lower))
    return [upper * (below // lower) for upper, lower in listed]


def read_recurrence(text: str, initial: Sequence[Term], first_n: int = 0) -> Recurrence:
    """Parse a recurrence whose coefficients are numbers, or polynomials in x and y, and attach the initial
    values.

    Its range begins after the initial values, or at the n that the text states; later initial values must
    then satisfy it.

    >>> print(read_recurrence(r"a_{n+1} = 2a_n + a_{n-1}", [1, 3]))
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    """
    with _annotate_errors("recurrence", text):
        shifted, used, beside, start = _relation(text)
        top = max(shifted)
        names: tuple[str, ...] = ("x", "y")[: 2 if "y" in used else 1 if "x" in used else 0]
        if initial and isinstance(initial[0], Polynomial):
            names = initial[0].variables
        lead = shifted.pop(top)
        if lead.degree("n") != (0, 0):
            raise InputError(_CONSTANT)
        back = {top - shift: _term(-(value / lead), names) for shift, value in shifted.items()}
        if not beside.is_zero:
            raise InputError(f"inhomogeneous terms are not allowed; {_FORM}")
        zero = _term(beside, names)
        begin = first_n + len(initial) if start is None else start + top
        row = tuple(back.get(k, zero) for k in range(1, max(back, default=0) + 1))
        rule = Recurrence(row, begin, tuple(initial[: max(0, begin - first_n)]), first_n, names)
        if rule.terms(len(initial)) != list(initial):
            raise InputError(f"the initial values do not satisfy it: {', '.join(map(term_text, initial))}")
        return rule


def _term(coefficient: Ratio, names: tuple[str, ...]) -> Term:
    """Return a coefficient without n as a number, or as a polynomial in the given variables."""
    quotient = coefficient.polynomials(names)
    if quotient is None or (names and quotient[1] != Polynomial.constant(1, names)):
        raise InputError(_CONSTANT)
    return quotient[0] if names else number(Fraction(quotient[0].total, quotient[1].total))
