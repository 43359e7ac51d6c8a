r"""Sequences that a statement defines: ``a(n) mod 4 = 3 for no n where a(n) = binomial(2n, n)/(n+1)``.

The definition holds for n >= 0. It is one of the following.

- A constant term, ``a(n) = [x^0] (x + 1 + 1/x)^n * (1 - x^2)``, or in general of A^n B, where A and B are
  Laurent polynomials in x, y, z. It is the diagonal with numerator B and denominator 1 - t A.
- A sum ``Sum_{k=0..n}`` of products of binomial coefficients and powers of numbers, or such a product. Since
  binomial(A, B) is the coefficient of x^B in (1 + x)^A for A >= 0, the summand is the constant term of
  E X^n Y^k for Laurent polynomials E, X and Y. The sum of t^n X^n Y^k over 0 <= k <= n is
  1/((1 - t X)(1 - t X Y)), so X and X Y must be Laurent polynomials. A factor binomial(n, k) is eliminated by
  the binomial theorem: the sum of binomial(n, k) Y^k is (1 + Y)^n.
- An equation of the generating function, ``f = 1 + t*f^2``, perhaps with the first terms: ``, f(0) = 1``.
  If several power series solve it, it is rejected, and the message contains their terms.
- The name of a class, or a specification: several equations, or one with a construction such as SEQ
  (``gfkit.specifications``).
- Another closed form or sum S, if it has a rational generating function, or an algebraic one. An algebraic
  equation is guessed, and proved by creative telescoping of S.
- Another expression with a recurrence (``provers.sums``). Its terms may be fractions; no automaton is known.

Other definitions are rejected. Automata are compared with initial terms; this tests the program and is not
part of the proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import prod

from gfkit import guessing
from gfkit.claims.provers.expansion import closed_series
from gfkit.claims.provers.sequence import exact_value, rational
from gfkit.claims.provers.sums import law_of_expression
from gfkit.claims.provers.telescoping import telescoping_proof
from gfkit.claims.provers.truth import DeterminedTruth, LawTruth
from gfkit.claims.statement import read_equation
from gfkit.claims.statement.linear import Linear3, fraction_factors, integer_form, linear_form
from gfkit.claims.statement.names import NAMED
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.ratio import Ratio, Ring, ratio
from gfkit.core.algebra import Algebraic, PRecursive
from gfkit.core.algebra.diagonals import Diagonal, DigitAutomaton, algebraic_diagonal
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import Number, number, number_text
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import GfkitError, InputError, MismatchError, SelfCheckError, as_typed
from gfkit.core.rules.object import Object
from gfkit.core.typing import Weights, cached_property
from gfkit.guessing import Data
from gfkit.specifications import ClassNumbers, MarkedLaw, is_specification, law_named

_WHERE = regex(r"\swhere\s")
_TERM = regex(r"[A-Za-z]\s*(?:\(n\)|_\{?n\}?)\s*=\s*(.+)", re.DOTALL)
_CONSTANT = regex(r"(?:\[\s*(?:[xyz]\^0\s*)+\]|CT\b|(?:the\s+)?constant\s+term\s+of\b)", re.IGNORECASE)
_START = regex(r"[,;]\s*(?:and\s+)?[A-Za-z]\((\d)\)\s*=\s*(-?\d+(?:/\d+)?)\s*$")
_VALUES = regex(r"(?:[A-Za-z]\s*+[_(]?\{?\d++[})]?\s*+=\s*+(?:-?\d++)?[,;\s]*+(?:and\s++)?)++")
"""Pattern of initial values, as in F_0 = F_1 = 1."""
_INDEXED = regex(r"(?<![A-Za-z\\])([A-Za-z])\s*+(?:_\{?(?:\d*+n|\d)|\((?:\d*+n|\d)[^(),]*+\))")
"""Pattern of the name of a sequence with its index."""
_SHOWN = 4
"""Number of terms of each power series that solves an equation."""
_CHECKED, _COMPARED, _GUESSED_FROM = 24, 12, 90
"""Numbers of terms: integers, compared with an automaton, and used to guess an equation."""
_GUESS_SECONDS = 5.0
_LAURENT = Ring(variables=("x", "y", "z"))

Listed = Callable[[int], Sequence[Number]]


@dataclass(frozen=True, eq=False)
class DefinedTruth(DeterminedTruth):
    """Sequence defined by a formula, usually of integers and as the diagonal of a rational function."""

    listed: Listed
    """Function that returns the given number of initial terms."""
    diagonal: Callable[[int], Diagonal]
    """Function that returns the sequence as a diagonal whose hypotheses hold for a modulus."""
    law: Callable[[], PRecursive | None]
    """Function that returns the sequence as a P-recursive one, or None if it is not known to be."""
    about: Object | None = None
    """The definition, as a part of a statement."""
    algebraic: Algebraic | None = None
    """The sequence with the equation of its generating function, if the definition has one."""
    is_integral: bool = False

    @classmethod
    def of(
        cls, listed: Listed, diagonal: Callable[[int], Diagonal], law: Callable[[], PRecursive | None]
    ) -> DefinedTruth:
        known = listed(_COMPARED)
        if any(value.denominator > 1 for value in known):
            raise InputError("definition: the terms are not integers")
        return cls(Data.of(known), listed, diagonal, law)

    @cached_property
    def p_recursive(self) -> PRecursive | None:
        """Recurrence with polynomial coefficients, which is proved, or None if none is known."""
        return self.law()

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        return self.about

    def terms(self, first: int, end: int) -> Sequence[Number]:
        return self.listed(end)[first:]

    def automaton(self, modulus: int) -> DigitAutomaton:
        automaton = self.diagonal(modulus).automaton(modulus)
        if automaton.terms(_COMPARED) != [value % modulus for value in self.data.terms]:
            raise SelfCheckError(f"the automaton modulo {modulus} is wrong; this is a bug in gfkit")
        return automaton


def split_definition(text: str) -> tuple[str, DefinedTruth | LawTruth] | None:
    """Return a statement without its definition, and the defined sequence; None if there is no "where".

    >>> statement, truth = split_definition("a(n) is odd iff n = 2^k - 1 where f = 1 + t*f^2")
    >>> statement, truth.terms(0, 6)
    ('a(n) is odd iff n = 2^k - 1', [1, 1, 2, 5, 14, 42])
    """
    statement, *rest = _WHERE.split(text.strip(), maxsplit=1)
    if not rest or not statement:
        return None
    statement, definition = statement.rstrip().rstrip(",;"), rest[0].strip().rstrip(". ")
    _check_names(statement, definition)
    return statement, defined_sequence(definition)


def _check_names(statement: str, definition: str) -> None:
    """Raise InputError for initial values without a rule, and for a statement about b(n) with a definition of
    a(n). The numbers of a class have any name.
    """
    if _VALUES.fullmatch(definition):
        raise InputError(f"definition {as_typed(definition)}: initial values alone define no sequence")
    if not _TERM.fullmatch(definition):
        return
    if other := {*_INDEXED.findall(statement)} - {definition[0]} - NAMED.keys():
        raise InputError(
            f"definition {as_typed(definition)}: it does not define {', '.join(sorted(other))}, which the"
            " statement is about"
        )


def defined_sequence(definition: str) -> DefinedTruth | LawTruth:
    """Return the sequence that an equation defines."""
    return replace(_defined(definition), about=Object("defined", definition))


def closed_form_of(definition: str) -> nodes.Node | None:
    """Return the formula for a(n) in a definition, or None for a constant term or an equation."""
    term = _TERM.fullmatch(definition)
    if term is None or _CONSTANT.match(term[1]):
        return None
    chains = read_statement(term[1]).chains
    return chains[0].sides[0] if len(chains) == 1 and len(chains[0].sides) == 1 else None


def _defined(definition: str) -> DefinedTruth | LawTruth:
    term = _TERM.fullmatch(definition)
    if term is None:
        return _of_specification(definition) or _of_equation(definition)
    constant = _CONSTANT.match(term[1])
    body = term[1][constant.end() :] if constant else term[1]
    chains = read_statement(body).chains
    if len(chains) != 1 or len(chains[0].sides) != 1:
        raise InputError(f"formula {as_typed(body)}: expected one expression in n")
    return (_of_constant_term if constant else _of_closed_form)(chains[0].sides[0])


def _of_equation(text: str) -> DefinedTruth:
    """Return the coefficients of the power series that solves an equation in t and f."""
    equation, first = text, dict[int, Fraction]()
    while given := _START.search(equation):
        equation = equation[: given.start()]
        if int(given[1]) in first:
            raise InputError(f"equation {as_typed(text)}: f({given[1]}) is given twice")
        first[int(given[1])] = Fraction(given[2])
    if {*first} != {*range(len(first))}:
        raise InputError(f"equation {as_typed(text)}: expected the first terms f(0), f(1), ...")
    initial = [first[n] for n in sorted(first)]
    found = Algebraic.solutions(read_equation(equation, ("t", "f")), initial)
    if len(found) != 1:
        starts = [", ".join([*map(number_text, one.terms(_SHOWN)), "..."]) for one in found]
        several = f"{len(found)} power series solve it: {'; '.join(starts)}; add the first terms, as in"
        reason = f"{several} ', f(0) = 1, f(1) = 2'" if found else "no power series solves it"
        raise InputError(f"equation {as_typed(text)}: {reason}")
    (series,) = found
    return _of_algebraic(series)


def _of_specification(text: str) -> DefinedTruth | LawTruth | None:
    """Return the sequence of a class by its name or specification; None for one equation in t and f."""
    letters = {*re.findall(r"[A-Za-z]", re.sub(r"\\[A-Za-z]+|\band\b", "", text))}
    if letters <= {"f", "t"} or not is_specification(text):
        return None
    law = law_named(text)
    if isinstance(law, ClassNumbers):
        return _of_numbers(law)
    if isinstance(law, MarkedLaw):
        marks = ", ".join(law.weights)
        raise InputError(f"definition {as_typed(text)}: its terms are polynomials in {marks}")
    if law.rational is not None:
        return LawTruth(law.rational, law.evidence)
    series = law.algebraic
    return _of_algebraic(series)


def _of_numbers(law: ClassNumbers) -> DefinedTruth:
    """Return the numbers of a class with sets or cycles, whose residues have no known automaton."""

    def no_diagonal(_modulus: int) -> Diagonal:
        raise MismatchError(f"{law.name}: no rational function with these numbers as diagonal is known")

    return DefinedTruth.of(law.terms, no_diagonal, lambda: law.p_recursive)


def _of_algebraic(series: Algebraic) -> DefinedTruth:
    found = DefinedTruth.of(series.terms, partial(algebraic_diagonal, series), series.p_recursive)
    return replace(found, algebraic=series)


def _of_constant_term(tree: nodes.Node) -> DefinedTruth:
    """Return the constant terms of A^n B."""

    def as_letter(part: nodes.Node) -> nodes.Node | None:
        is_z = isinstance(part, nodes.Symbol) and part.label == ("z",) and part.index is None
        return nodes.Letter("z") if is_z else None

    power, factor = _LAURENT.number(1), _LAURENT.number(1)
    for parts, sign in zip(fraction_factors(nodes.rebuild(tree, as_letter)), (1, -1), strict=True):
        for part in parts:
            if isinstance(part, nodes.Power) and "n" in (linear_form(part.exponent) or {}):
                slope, _, offset = _linear(part.exponent)
                base = ratio(part.base, _LAURENT) ** sign
                power, factor = power * base**slope, factor * base**offset
            else:
                factor = factor * ratio(part, _LAURENT) ** sign
    below = {(1, *powers): -value for powers, value in _laurent(power).items()}
    above = {(0, *powers): value for powers, value in _laurent(factor).items()}
    diagonal = Diagonal(above, {(0,) * 4: 1} | below)

    def listed(size: int) -> list[Number]:
        terms, product = list[Number](), factor
        for _ in range(size):
            terms.append(_laurent(product).get((0,) * 3, 0))
            product = product * power
        return terms

    found = DefinedTruth.of(listed, lambda _modulus: diagonal, lambda: None)
    return replace(found, is_integral=True)


def _laurent(value: Ratio) -> dict[tuple[int, ...], int]:
    """Return the terms of a Laurent polynomial with integer coefficients."""
    below = [(tuple(map(int, powers)), int(c)) for powers, c in value.below.terms()]
    terms = {tuple(map(int, powers)): int(c) for powers, c in value.above.terms()}
    low, unit = below[0]
    if len(below) > 1 or any(c % unit for c in terms.values()):
        raise InputError("definition: expected Laurent polynomials in x, y, z with integer coefficients")
    return {tuple(e - d for e, d in zip(powers, low, strict=True)): c // unit for powers, c in terms.items()}


def _linear(tree: nodes.Node, letter: str = "k") -> Linear3:
    """Return a linear form in n and another letter with integer coefficients."""
    form = integer_form(tree, letter)
    if form is None:
        raise InputError("definition: expected a linear form in n with integer coefficients")
    return form


def _of_binomials(tree: nodes.Node) -> Diagonal:
    """Return a sum of products of binomial coefficients as a diagonal, or raise InputError."""
    above, below = fraction_factors(tree)
    sums = [part for part in above if isinstance(part, nodes.BigOperator)]
    letter = sums[0].letter if sums else "k"
    for each in sums:
        if len(sums) > 1 or each.is_product or each.high is None:
            raise InputError("definition: expected one sum over k = 0, ..., n")
        if _linear(each.low) != (0, 0, 0) or _linear(each.high) != (1, 0, 0):
            raise InputError("definition: expected a sum over k = 0, ..., n")
        inner, under = fraction_factors(each.body)
        above, below = (*(part for part in above if part is not each), *inner), (*below, *under)
    chosen, numbers = list[tuple[Linear3, Linear3]](), [Fraction(1)] * 3
    for part, sign in [(part, 1) for part in above] + [(part, -1) for part in below]:
        base, exponent = (part.base, part.exponent) if isinstance(part, nodes.Power) else (part, nodes.ONE)
        powers = _linear(exponent, letter)
        if isinstance(base, nodes.Choose) and powers[:2] == (0, 0) and 0 < sign * powers[2] < 10:
            chosen += [(_linear(base.above, letter), _linear(base.below, letter))] * powers[2]
            continue
        form = linear_form(base)
        if form is None or set(form) != {""} or not form[""]:
            raise InputError("definition: expected products of binomial coefficients and powers of numbers")
        numbers = [c * form[""] ** (sign * power) for c, power in zip(numbers, powers, strict=True)]
    binomials = [((1, 0, 0), (0, 1, 0)), ((1, 0, 0), (1, -1, 0))] if sums else []
    whole = next((pair for pair in chosen if pair in binomials), None)
    if whole is not None:
        chosen.remove(whole)
    ring = Ring(variables=("t", *(f"x{i}" for i in range(len(chosen)))))
    one, t = ring.number(1), ring.letter("t")
    letters = [(ring.letter(name), ring.letter(name) + one) for name in ring.variables[1:]]
    pairs = list(zip(chosen, letters, strict=True))
    x, y, outer = (
        prod((plus ** up[i] * own ** -down[i] for (up, down), (own, plus) in pairs), start=ring.number(c))
        for i, c in enumerate(numbers)
    )
    if not sums:
        return Diagonal(_laurent(outer), _laurent(one - t * x))
    bottom = (one - t * x) * (one - t * x * y) if whole is None else one - t * x * (one + y)
    return Diagonal(_laurent(outer), _laurent(bottom))


def _of_closed_form(tree: nodes.Node) -> DefinedTruth | LawTruth:
    """Return the sequence of a closed form or a sum."""

    def listed(size: int) -> list[Number]:
        return [number(rational(exact_value(tree, n), "terms must be")) for n in range(size)]

    if any(value.denominator > 1 for value in listed(_CHECKED)):
        return _of_law(tree, listed)
    with suppress(GfkitError):
        return LawTruth(closed_series(tree))
    with suppress(GfkitError, ZeroDivisionError):
        diagonal = _of_binomials(tree)
        found = DefinedTruth.of(listed, lambda _modulus: diagonal, partial(_law_of, tree))
        return replace(found, is_integral=True)
    for finding in guessing.guess(
        Data.of(listed(_GUESSED_FROM)), ansatz="algebraic", limit=_GUESS_SECONDS
    ).found:
        series = finding.law
        if isinstance(series, Algebraic) and telescoping_proof(tree, series.p_recursive(), 0):
            return _of_algebraic(series)
    return _of_law(tree, listed)


def _law_of(tree: nodes.Node) -> PRecursive | None:
    """Return the sequence of an expression, or None if no recurrence is known."""
    with suppress(GfkitError):
        return law_of_expression(tree)
    return None


def _of_law(tree: nodes.Node, listed: Listed) -> DefinedTruth:
    """Return the sequence of an expression with a recurrence, whose terms may be fractions."""
    law = _law_of(tree)
    if law is not None:
        return DefinedTruth(Data.of(listed(_COMPARED)), listed, _no_diagonal, lambda: law)
    raise InputError(
        "definition: no recurrence is proved; write a constant term, a sum over k = 0, ..., n of"
        " products of binomial coefficients, or an equation such as f = 1 + t*f^2"
    )


def _no_diagonal(modulus: int) -> Diagonal:
    """Raise MismatchError for a sequence that is not known to be the diagonal of a rational function."""
    raise MismatchError(f"no automaton of the terms modulo {modulus} is known")
