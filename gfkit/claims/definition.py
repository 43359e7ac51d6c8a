r"""Sequences that a statement defines: ``7 divides a(n) for no n where a(n) = binomial(2n, n)/(n+1)``.

The definition is one of the following.

- A constant term, ``a(n) = [x^0] (x + 1 + 1/x)^n * (1 - x^2)``, or in general of A^n B, where A and B are
  Laurent polynomials in x, y, z. It is the diagonal with numerator B and denominator 1 - t A.
- A sum ``Sum_{k=0..n}`` of products of binomial coefficients and powers of numbers, or such a product. Since
  binomial(A, B) is the coefficient of x^B in (1 + x)^A for A >= 0, the summand is the constant term of
  E X^n Y^k for Laurent polynomials E, X and Y. The sum of t^n X^n Y^k over 0 <= k <= n is
  1/((1 - t X)(1 - t X Y)), so X and X Y must be Laurent polynomials. A factor binomial(n, k) is eliminated by
  the binomial theorem: the sum of binomial(n, k) Y^k is (1 + Y)^n. The upper limit floor(n/q) is admitted if
  the summand is 0 for all larger k.
- Another closed form or sum. An algebraic equation is guessed from its terms, and proved by closure
  properties or creative telescoping. Otherwise the recurrence of a hypergeometric term is used.
- An equation of the generating function, ``f = 1 + t*f^2``, perhaps with the constant term: ``, f(0) = 1``.

A definition is rejected if one of the initial terms is not an integer. Automata are compared with initial
terms; this tests the program and is not part of the proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import ClassVar, NamedTuple

from gfkit.algebra import (
    Algebraic,
    Diagonal,
    DigitAutomaton,
    Evidence,
    PRecursive,
    RationalGF,
    Status,
    algebraic_diagonal,
)
from gfkit.algebra.formula import tree as nodes
from gfkit.algebra.formula.linear import fraction_factors, linear_form
from gfkit.algebra.formula.radical import Radical
from gfkit.algebra.formula.ratio import Ratio, Ring, ratio
from gfkit.algebra.formula.read.statement import read_statement
from gfkit.algebra.number import Number, number, number_text
from gfkit.claims.expansion import closed_series
from gfkit.claims.formula.sequence import exact_value
from gfkit.claims.telescoping import telescoping_proof, term_recurrence
from gfkit.claims.truth import Form, LawTruth, OneSequence, TermValue
from gfkit.errors import GfkitError, InputError, SelfCheckError, as_typed
from gfkit.guessing import Data, guess

_WHERE = re.compile(r"(?P<statement>.+?)[,;]?\s+where\s+(?P<definition>.+)", re.DOTALL)
_TERM = re.compile(r"(?P<name>[A-Za-z])\s*(?:\(n\)|_\{?n\}?)\s*=\s*(?P<body>.+)", re.DOTALL)
_CONSTANT = re.compile(r"(?:\[\s*(?:[xyz]\^0\s*)+\]|CT\b|(?:the\s+)?constant\s+term\s+of\b)", re.IGNORECASE)
_CHECKED, _GUESSED_FROM = 24, 90
"""Number of terms that must be integers, and from which an equation is guessed."""
_COMPARED = 12
"""Number of terms that are compared with the automaton."""
_MOST_START = 9
_START = re.compile(r"\s*[,;]\s*(?:and\s+)?[A-Za-z]\(0\)\s*=\s*(-?\d+)$")
_GUESS_SECONDS = 5.0
_LATEST_START = 4
_LAURENT = Ring(variables=("x", "y", "z"))

Linear3 = tuple[int, int, int]
"""Linear form a n + b k + c."""


class _UntranslatedError(Exception):
    """Raised if a closed form is not a sum of products of binomial coefficients."""


@dataclass(frozen=True, eq=False)
class DefinedTruth(OneSequence):
    """Sequence of integers defined by a formula. The object is both a source and its only sequence."""

    first_n: int
    listed: Callable[[int], Sequence[Number]]
    """Function that returns the given number of initial terms."""
    diagonal_modulo: Callable[[int], Diagonal] | None = None
    """Function that returns the sequence as a diagonal whose hypotheses hold for a modulus."""
    p_recursive: PRecursive | None = None
    end: ClassVar = None
    rational: ClassVar = None
    likely_law: ClassVar = None
    unit: ClassVar = "term"
    hedge: ClassVar = ""
    evidence: ClassVar = Evidence(Status.PROVED, "given")

    def sequence(self, _weights: object) -> DefinedTruth:
        return self

    def terms(self, first: int, end: int) -> Sequence[TermValue]:
        return self.listed(end - self.first_n)[first - self.first_n :]

    def sentence(self, _n: int, value: str) -> str:
        return f"the correct value is {value}"

    def witness(self, n: int) -> Evidence:
        return Evidence(Status.PROVED, "terms-compared", (("n", n),))

    def in_form(self, _form: Form) -> None:
        return None

    def series_modulo(self, modulus: int) -> RationalGF:
        if self.p_recursive is None:
            return super().series_modulo(modulus)
        from gfkit.algebra.residue_series import recurrence_modulo

        return recurrence_modulo(self.p_recursive, modulus)

    def automaton(self, modulus: int) -> DigitAutomaton:
        if self.diagonal_modulo is None:
            return super().automaton(modulus)
        automaton = self.diagonal_modulo(modulus).automaton(modulus)
        for n, value in enumerate(self.listed(_COMPARED), self.first_n):
            if automaton.residue(n) != value % modulus:
                raise SelfCheckError(
                    f"the automaton modulo {modulus} is wrong at n = {n}; this is a bug in gfkit"
                )
        return automaton


def split_definition(text: str) -> tuple[str, DefinedTruth | LawTruth] | None:
    """Return a statement without its definition, and the defined sequence; None if there is no "where".

    >>> statement, truth = split_definition("a(n) is odd iff n = 2^k - 1 where f = 1 + t*f^2")
    >>> statement, truth.terms(0, 6)
    ('a(n) is odd iff n = 2^k - 1', [1, 1, 2, 5, 14, 42])
    """
    found = _WHERE.fullmatch(text.strip())
    if found is None:
        return None
    definition = found["definition"].strip().rstrip(".")
    term = _TERM.fullmatch(definition)
    if term is None:
        return found["statement"], _of_equation(definition)
    if not re.search(rf"(?<![A-Za-z]){term['name']}(?![A-Za-z])", found["statement"]):
        raise InputError(f"formula {as_typed(text)}: the statement does not contain {term['name']}(n)")
    constant = _CONSTANT.match(term["body"])
    body = term["body"][constant.end() :] if constant else term["body"]
    chains = read_statement(body).chains
    if len(chains) != 1 or len(chains[0].sides) != 1:
        raise InputError(f"formula {as_typed(body)}: expected one expression in n")
    return found["statement"], (_of_constant_term if constant else _of_closed_form)(chains[0].sides[0])


def _of_equation(text: str) -> DefinedTruth:
    """Return the coefficients of the power series that solves an equation in t and f.

    Its constant term must be given if integers up to 9 in absolute value admit several.
    """
    given = _START.search(text)
    equation = text[: given.start()] if given else text
    solutions, reasons = list[Algebraic](), list[str]()
    for start in [int(given[1])] if given else range(-_MOST_START, _MOST_START + 1):
        try:
            solutions.append(Algebraic.parse(equation, [start]))
        except InputError as error:
            reasons.append(str(error))
    if not solutions:
        raise InputError(reasons[0])
    if len(solutions) > 1:
        raise InputError(
            f"equation {as_typed(text)}: several power series solve it; add the constant term, as in"
            f" ', f(0) = {number_text(solutions[0].terms(1)[0])}'"
        )
    return _of_algebraic(solutions[0])


def _of_algebraic(series: Algebraic) -> DefinedTruth:
    _check_integers(series.terms(_GUESSED_FROM))
    return DefinedTruth(series.first_n, series.terms, lambda m: algebraic_diagonal(series, _prime_of(m)))


def _prime_of(modulus: int) -> int:
    from gfkit.algebra.diagonals import prime_power

    return prime_power(modulus)[0]


def _check_integers(values: Sequence[Number]) -> None:
    wrong = next((value for value in values if value.denominator > 1), None)
    if wrong is not None:
        raise InputError(f"term {wrong}: residues need integers")


# Constant terms


def _of_constant_term(tree: nodes.Node) -> DefinedTruth:
    """Return the constant terms of A^n B."""

    def as_letter(part: nodes.Node) -> nodes.Node | None:
        is_z = isinstance(part, nodes.Symbol) and part.label == ("z",) and part.index is None
        return nodes.Letter("z") if is_z else None

    power, factor = _LAURENT.number(1), _LAURENT.number(1)
    for parts, sign in zip(fraction_factors(nodes.rebuild(tree, as_letter)), (1, -1), strict=True):
        for part in parts:
            exponent = linear_form(part.exponent) if isinstance(part, nodes.Power) else None
            if exponent is None or "n" not in exponent or not isinstance(part, nodes.Power):
                factor = factor * ratio(part, _LAURENT) ** sign
                continue
            slope, offset = exponent["n"], exponent.get("", Fraction(0))
            if set(exponent) - {"n", ""} or slope.denominator * offset.denominator > 1:
                raise InputError("constant term: the exponent must be an n + b with integers a and b")
            base = ratio(part.base, _LAURENT)
            power, factor = power * base ** (sign * int(slope)), factor * base ** (sign * int(offset))
    one, two = _laurent(power, 1), _laurent(factor, 1)
    diagonal = Diagonal(two, {(0,) * 4: 1} | {(1, *powers[1:]): -value for powers, value in one.items()})

    def listed(size: int) -> list[Number]:
        terms, product = list[Number](), factor
        for _ in range(size):
            terms.append(_laurent(product, 1).get((0, 0, 0, 0), 0))
            product = product * power
        return terms

    return DefinedTruth(0, listed, lambda _modulus: diagonal)


def _laurent(value: Ratio, lead: int = 0) -> dict[tuple[int, ...], int]:
    """Return a Laurent polynomial as a dictionary, with ``lead`` zeros before its exponents."""
    below = [(tuple(map(int, powers)), int(c)) for powers, c in value.below.terms()]
    ((low, unit),) = below if len(below) == 1 else [((), 0)]
    terms = {tuple(map(int, powers)): int(c) for powers, c in value.above.terms()}
    if not unit or any(c % unit for c in terms.values()):
        raise InputError("constant term: expected Laurent polynomials in x, y, z with integer coefficients")
    zeros = (0,) * lead
    return {(*zeros, *(e - d for e, d in zip(e, low, strict=True))): c // unit for e, c in terms.items()}


# Sums of products of binomial coefficients


class _Choose(NamedTuple):
    """Binomial coefficient of two linear forms in n and k."""

    above: Linear3
    below: Linear3


def _of_binomials(tree: nodes.Node) -> Diagonal:
    """Return a sum of products of binomial coefficients as a diagonal."""
    above, below = fraction_factors(tree)
    sums = [part for part in above if isinstance(part, nodes.BigOperator)]
    if len(sums) > 1 or any(part.is_product for part in sums):
        raise _UntranslatedError
    letter = sums[0].letter if sums else "k"
    chosen, numbers = list[_Choose](), [Fraction(1)] * 3  # bases of the powers with exponents n, k and 1
    for part in (*(part for part in above if part not in sums), *(part.body for part in sums)):
        _collect(part, letter, 1, chosen, numbers)
    for part in below:
        _collect(part, letter, -1, chosen, numbers)
    whole = None
    if sums:
        _check_limits(sums[0], chosen)
        binomials = (_Choose((1, 0, 0), (0, 1, 0)), _Choose((1, 0, 0), (1, -1, 0)))
        whole = next((c for c in chosen if c in binomials), None)
        if whole is not None:
            chosen.remove(whole)
    ring = Ring(variables=("t", *(f"x{i}" for i in range(len(chosen)))))
    letters = [(ring.letter(name), ring.letter(name) + ring.number(1)) for name in ring.variables[1:]]

    def product(place: int) -> Ratio:
        pairs = zip(chosen, letters, strict=True)
        factors = (plus ** c.above[place] * letter ** -c.below[place] for c, (letter, plus) in pairs)
        return prod(factors, start=ring.number(numbers[place]))

    x, y, outer = map(product, range(3))
    one, t = ring.number(1), ring.letter("t")
    if not sums:
        return Diagonal(_laurent(outer), _laurent(one - t * x))
    if whole is None:
        return Diagonal(_laurent(outer), _laurent((one - t * x) * (one - t * x * y)))
    return Diagonal(_laurent(outer), _laurent(one - t * x * (one + y)))


def _collect(
    tree: nodes.Node, letter: str, sign: int, chosen: list[_Choose], numbers: list[Fraction]
) -> None:
    """Collect the factors of a summand: binomial coefficients, and powers of numbers."""
    match tree:
        case nodes.Group(body=body):
            _collect(body, letter, sign, chosen, numbers)
        case nodes.Negative(body=body):
            numbers[2] = -numbers[2]
            _collect(body, letter, sign, chosen, numbers)
        case nodes.Product(factors=factors):
            for factor in factors:
                _collect(factor, letter, sign, chosen, numbers)
        case nodes.Quotient(above=above, below=below):
            _collect(above, letter, sign, chosen, numbers)
            _collect(below, letter, -sign, chosen, numbers)
        case nodes.Number(value=value) if value:
            numbers[2] *= Fraction(value) ** sign
        case nodes.Choose(above=above, below=below) if sign > 0:
            chosen.append(_Choose(_linear(above, letter), _linear(below, letter)))
        case nodes.Power(base=base, exponent=nodes.Number(value=value)) if value == int(value) >= 0:
            for _ in range(min(int(value), 9)):
                _collect(base, letter, sign, chosen, numbers)
            if value > 9:
                raise _UntranslatedError
        case nodes.Power(base=base, exponent=exponent):
            form = linear_form(base)
            if form is None or set(form) - {""} or not form.get(""):
                raise _UntranslatedError
            for place, power in enumerate(_linear(exponent, letter)):
                numbers[place] *= Fraction(form[""]) ** (sign * power)
        case _:
            raise _UntranslatedError


def _linear(tree: nodes.Node, letter: str) -> Linear3:
    form = linear_form(tree)
    if form is None or set(form) - {"n", letter, ""} or any(value.denominator > 1 for value in form.values()):
        raise _UntranslatedError
    a, b, c = (int(form.get(name, 0)) for name in ("n", letter, ""))
    return a, b, c


def _check_limits(running: nodes.BigOperator, chosen: Sequence[_Choose]) -> None:
    """Raise an error unless the sum may be extended to 0 <= k <= n: its lower limit is 0, its upper limit is
    n or floor(n/q), and in the second case a binomial coefficient is 0 for (n+1)/q <= k.
    """
    low, high = linear_form(running.low), running.high
    if isinstance(high, nodes.IntegerPart) and high.how is nodes.Rounding.FLOOR:
        high = high.body
    form = None if high is None else linear_form(high)
    if low is None or any(low.values()) or form is None or set(form) != {"n"} or form["n"].numerator != 1:
        raise _UntranslatedError
    if form["n"] == 1:
        return
    slope = form["n"]
    for above, below in chosen:
        # below - above, and -below - 1, are at least 0 at k = (n+1)/q, and not decreasing in k
        for a, b, c in (
            [p - q for p, q in zip(below, above, strict=True)],
            [-p for p in below],
        ):
            if b >= 0 and a + b * slope >= 0 and c + b * slope > 0:
                return
    raise _UntranslatedError


# Closed forms


def _of_closed_form(tree: nodes.Node) -> DefinedTruth | LawTruth:
    """Return the sequence of a closed form or a sum, for all n for which it is defined."""

    def value(n: int) -> Fraction:
        found = exact_value(tree, n).rational
        if found is None:
            raise InputError(f"formula: the value at n = {n} is not rational")
        return found

    first_n = next((n for n in range(_LATEST_START) if _has_values(value, n)), None)
    if first_n is None:
        raise InputError("formula: the definition has no value at n = 0, ..., 3")
    values = [value(n) for n in range(first_n, first_n + _CHECKED)]
    _check_integers(values)

    def listed(size: int) -> list[Number]:
        return [number(value(n)) for n in range(first_n, first_n + size)]

    def shown(n: int) -> Radical:
        return exact_value(tree, n) if n >= first_n else Radical.of(0)

    try:
        return LawTruth(closed_series(tree, first_n, first_n, shown))
    except GfkitError:
        pass
    try:
        diagonal = _of_binomials(tree)
    except (_UntranslatedError, GfkitError, ZeroDivisionError):
        return _of_recurrence(tree, first_n, listed)
    return DefinedTruth(first_n, listed, lambda _modulus: diagonal)


def _has_values(value: Callable[[int], Fraction], first_n: int) -> bool:
    try:
        return all(value(n) is not None for n in range(first_n, first_n + _LATEST_START))
    except (GfkitError, ZeroDivisionError):
        return False


def _of_recurrence(tree: nodes.Node, first_n: int, listed: Callable[[int], list[Number]]) -> DefinedTruth:
    """Return the sequence with a guessed and proved algebraic equation, or with its recurrence."""
    recurrence = term_recurrence(tree, first_n)
    if first_n == 0:
        found = guess(Data.of(listed(_GUESSED_FROM)), kinds="algebraic", limit=_GUESS_SECONDS).found
        for series in (finding.law for finding in found if isinstance(finding.law, Algebraic)):
            if recurrence is None:
                is_same = telescoping_proof(tree, series.p_recursive(), 0) is not None
            else:
                is_same = recurrence.same_sequence(series)
            if is_same:
                return _of_algebraic(series)
    return DefinedTruth(first_n, listed, p_recursive=recurrence)
