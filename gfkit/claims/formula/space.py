"""Bounds on the dimension of a space of sequences that a formula lies in.

A space here consists of sums of n^j r^n with roots r != 0, and is closed under n -> n + 1. A member of a
space of dimension d that is zero at d indices in a row is zero for ever: its recurrence of order d can be run
on. Sums, products, powers, subsequences and partial sums of members lie in such spaces again. Their dimension
is bounded here from those of the parts, without any roots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, floor, lcm, prod

from gfkit.algebra.formula import tree as nodes
from gfkit.algebra.formula.linear import LinearForm, linear_form
from gfkit.algebra.formula.ratio import ratio, ring_of
from gfkit.algebra.formula.read.notation import CHEBYSHEV, NAMED, QUOTATIONS
from gfkit.algebra.series import rational_polynomial
from gfkit.claims.formula.cosines import cosine_product, exact_turns
from gfkit.claims.formula.fraction import as_fraction
from gfkit.claims.formula.sequence import Point, exact_value, quoted_formula
from gfkit.claims.formula.spectrum import spectrum
from gfkit.errors import GfkitError

MOST_DIMENSION = 4000
_MOST_RESIDUES = 1000
"""Residues of a sequence among which a period is looked for."""
_MOST_POWER = 64


@dataclass(frozen=True)
class Space:
    """A bound: from the index ``start`` on the values are a member of a space of dimension ``order`` at most.

    Or they are one over a polynomial in n, which is not 0 from there on; ``times`` is then the dimension of
    the space of that polynomial.
    """

    order: int
    start: int = 0
    times: int = 1


Laws = Callable[[tuple[str, ...]], Space | None]
"""The space of a sequence that a formula speaks of, by its label."""


def no_laws(label: tuple[str, ...]) -> Space | None:  # noqa: ARG001
    """Where a formula speaks of no sequence but those known by name."""
    return None


class _NoSpace(Exception):  # noqa: N818
    """No bound on the dimension is known."""


def space(tree: nodes.Node, letter: str = "n", laws: Laws = no_laws) -> Space | None:
    """The space of the values as one letter grows, the other letters being whole numbers >= 0.

    It is the same space whatever these are, so that for several letters the spaces multiply. None where no
    bound is known.

    >>> from gfkit.algebra.formula.read.statement import read_statement
    >>> side = read_statement("F(n)^2 + Sum_{k=0..n} k*2^(n-k)").chains[0].sides[0]
    >>> space(side)
    Space(order=6, start=0, times=1)
    """
    try:
        result = _space(tree, letter, laws)
    except (GfkitError, _NoSpace):
        return None
    return None if result.order > MOST_DIMENSION else result


def quotient_space(tree: nodes.Node) -> Space | None:
    """The space of a formula divided by a polynomial in n.

    Let s lie in a space of dimension d, a in one of dimension r, and let p have degree e. Where p(n) is not
    0, s(n)/p(n) = a(n) says that s - p a is 0, which lies in a space of dimension d + (e + 1) r.

    >>> from gfkit.algebra.formula.read.statement import read_statement
    >>> quotient_space(read_statement("(1/(2n - 6))*(3^n - 1)").chains[0].sides[0])
    Space(order=2, start=4, times=2)
    """
    above, below = as_fraction(tree)
    first = after_zeros(below) if all_letters(below) == {"n"} else None
    inner = None if first is None else space(above)
    if inner is None or first is None:
        return None
    return Space(inner.order, max(inner.start, first), len(_row(below) or ()))


def after_zeros(tree: nodes.Node) -> int | None:
    """The first n >= 0 from which on a polynomial in n is not 0; None of anything else."""
    row = _row(tree)
    if not row:
        return None
    zeros = [int(zero) for zero, _ in rational_polynomial(row).numer().roots()]
    return max([0, *(zero + 1 for zero in zeros)])


def _row(tree: nodes.Node) -> list[Fraction] | None:
    """The coefficients of a polynomial in n, lowest first; None where it divides by n, even if it cancels."""
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


def _space(tree: nodes.Node, letter: str, laws: Laws) -> Space:
    inside = all_letters(tree)
    if letter not in inside:
        return Space(1)
    if inside == {letter} and not _has_names(tree):
        shape = spectrum(tree if letter == "n" else nodes.rename(tree, letter, "n"))
        if shape is not None:
            return Space(shape.order, shape.start)
    match tree:
        case nodes.Letter():
            return Space(2)
        case nodes.Group(body=body) | nodes.Negative(body=body):
            return _space(body, letter, laws)
        case nodes.Sum(terms=terms):
            return _of_sum(terms, letter, laws)
        case nodes.Product(factors=factors):
            parts = [_space(factor, letter, laws) for factor in factors]
            return Space(prod(part.order for part in parts), max(part.start for part in parts))
        case nodes.Quotient(above=above, below=below):
            if letter not in all_letters(below) or is_power(below, letter):
                return _space(above, letter, laws)
        case nodes.Power(base=base, exponent=exponent):
            return _of_power(base, exponent, letter, laws)
        case nodes.Symbol(label=label, index=index, arguments=()) if index is not None:
            return _of_name(label, index, letter, laws)
        case nodes.FunctionCall() if exact_turns(tree) is not None:
            return Space(2)
        case nodes.FunctionCall(name=name, arguments=arguments):
            return _of_call(name, arguments, letter)
        case nodes.IntegerPart(body=body) if inside == {letter}:
            denominator = _denominator(body, letter)
            inner = _space(body, letter, laws)
            rest = _of_residues(body, denominator, denominator, inner, letter)
            return Space(inner.order + rest.order, rest.start)
        case nodes.Remainder(body=body, modulus=modulus) if inside == {letter}:
            denominator = _denominator(body, letter)
            inner = _space(body, letter, laws)
            return _of_residues(body, denominator, denominator * modulus, inner, letter)
        case nodes.BigOperator(is_product=False):
            return _of_running(tree, letter, laws)
        case nodes.BigOperator() if letter == "n" and (product := cosine_product(tree)) is not None:
            return Space(product.order, product.start)
    raise _NoSpace


def _has_names(tree: nodes.Node) -> bool:
    """Whether names are in it that ``spectrum`` does not know."""
    return any(isinstance(part, nodes.Symbol) and part.label[0] not in NAMED for part in nodes.walk(tree))


def all_letters(tree: nodes.Node) -> frozenset[str]:
    """The letters that occur, in indices too; n where cases or roots depend on it.

    The letter of a sum is left out, but for its range.
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


def _of_sum(terms: tuple[nodes.Node, ...], letter: str, laws: Laws) -> Space:
    """Constants lie in one space together."""
    moving = [_space(term, letter, laws) for term in terms if letter in all_letters(term)]
    is_constant = len(moving) < len(terms)
    return Space(sum(part.order for part in moving) + is_constant, max(part.start for part in moving))


def is_power(tree: nodes.Node, letter: str) -> bool:
    """Whether it is b^(s n + c) with a number b, which is never 0."""
    if not isinstance(tree, nodes.Power) or all_letters(tree.base):
        return False
    form = linear_form(tree.exponent)
    return form is not None and form[letter].denominator == 1 and bool(exact_value(tree.base, 0))


def _of_power(base: nodes.Node, exponent: nodes.Node, letter: str, laws: Laws) -> Space:
    if not all_letters(exponent):
        size = exact_value(exponent, 0).rational
        inner = _space(base, letter, laws)
        if size is None or size.denominator != 1 or not 0 <= size <= _MOST_POWER:
            raise _NoSpace
        return Space(comb(inner.order + int(size) - 1, int(size)), inner.start)
    if is_power(nodes.Power(base, exponent), letter):
        return Space(1)
    form = linear_form(exponent)
    is_zero = not all_letters(base) and form is not None and not exact_value(base, 0)
    if not is_zero or form is None or form.get(letter, 0) <= 0 or not _is_growing(form):
        raise _NoSpace
    return Space(1, max(0, floor(-form[""] / form[letter]) + 1))  # 0 to positive powers


def _is_growing(form: LinearForm) -> bool:
    """Whether no letter has a negative factor."""
    return all(value >= 0 for name, value in form.items() if name)


def _step(form: LinearForm | None, letter: str) -> Fraction:
    """The whole factor of the letter, at least 1, in an index that grows with all of its letters."""
    step = Fraction(0) if form is None else form[letter]
    if form is None or step.denominator != 1 or step < 1 or not _is_growing(form):
        raise _NoSpace
    return step


def _of_name(label: tuple[str, ...], index: nodes.Node, letter: str, laws: Laws) -> Space:
    """A named sequence at an index that is linear in the letters, with whole factors."""
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
    step = _step(form, letter)
    return Space(inner.order, max(0, ceil((max(inner.start, least) - form[""]) / step)))


def _of_call(name: str, arguments: tuple[nodes.Node, ...], letter: str) -> Space:
    """T(n, x), U(n, x), S(n, x) at a number x."""
    form = linear_form(arguments[0]) if name in CHEBYSHEV.values() else None
    if form is None or all_letters(arguments[1]) or form[letter].denominator != 1:
        raise _NoSpace
    return Space(2)


def _of_running(tree: nodes.BigOperator, letter: str, laws: Laws) -> Space:
    """With d and e the dimensions in the letter and in that of the sum: d (e + 1) for each end that moves.

    The body is a sum of u(n) v(k) with u and v in spaces of dimensions d and e. The partial sums S(m) of
    a v lie in one of dimension e + 1, and so do they at m = s n + c; at floor((s n + c)/w) each of the w
    residues has its own. Holds where no range is turned round.
    """
    (upper, pieces), (lower, more) = _end(tree.high), _end(tree.low)
    outer, inner = _space(tree.body, letter, laws), _space(tree.body, tree.letter, laws)
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


def _of_residues(body: nodes.Node, factor: int, modulus: int, inner: Space, letter: str) -> Space:
    """The space of E mod m, where E is the body times ``factor``, and of each function of that.

    Theorem. Let E have whole values and a recurrence of order d with whole coefficients and leading
    coefficient 1. Then E mod m is periodic from the first n on at which d residues in a row come again
    later. Proof. They determine the next one, so that all that follows is the same.

    The recurrence is there: the roots of E are products of whole numbers and of algebraic integers
    (``_denominator``). So floor(E/m) = (E - (E mod m))/m lies in the space of E and of periodic
    sequences, as do other roundings of E/m, whose distance to it depends on E mod m alone.

    >>> from gfkit.algebra.formula.read.statement import read_statement
    >>> [space(read_statement(text).chains[0].sides[0]) for text in ("floor((2^n+1)/3)", "F(n) mod 4")]
    [Space(order=4, start=0, times=1), Space(order=6, start=0, times=1)]
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
            return Space(n - before, before - size + 1)
    raise _NoSpace


def _denominator(tree: nodes.Node, letter: str) -> int:
    """A number that makes it a sum of products of whole numbers, of the letter, of whole numbers to powers
    that grow with it, and of sequences such as F(n)."""
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
        case nodes.Symbol(label=(name,), index=index, arguments=()) if name in NAMED and index is not None:
            if NAMED[name].q == 1 or _least(index, letter) >= 0:  # else it may have a quotient below 0
                return 1
    raise _NoSpace


def _least(tree: nodes.Node, letter: str) -> int:
    """The value at 0 of an index that grows with the letter, and has whole values."""
    form = linear_form(tree)
    if form is None or form[""].denominator != 1 or not _step(form, letter):
        raise _NoSpace
    return form[""].numerator


def _end(tree: nodes.Node | None) -> tuple[LinearForm, int]:
    """An end of a sum: a linear form with whole factors, or one that is rounded down or up, and the residues
    by which it is one."""
    body = tree.body if isinstance(tree, nodes.Group) else tree
    rounded = body.body if isinstance(body, nodes.IntegerPart) else body
    form = None if rounded is None else linear_form(rounded)
    if form is None:
        raise _NoSpace
    parts = max([1, *(value.denominator for value in form.values())])
    if any(parts % value.denominator for value in form.values()):
        raise _NoSpace
    return form, parts
