"""Generating functions of rules with a sum over the whole board, such as equally many 00 and 11, or sum 0.

With weights that mark the summands, the counts of a family have a rational generating function in t and x.
With a Laurent variable u that marks the sum, the required counts are the coefficients of u^0 of a rational
function F(t, u). Theorem T (``telescoped``) yields the differential equation of their series. This module
computes the objects in theorem T.

Statement. Let f = P/(k R S), where R is the product of the irreducible factors of the denominator that
contain u, R S is the product of these factors with their multiplicities, and k is a polynomial in t. Then
there are unique polynomials A with deg_u A < deg_u R, and B without the power u^(deg S), such that P/(R S) =
A/R + d/du(B/S), over the rational functions of t. So, up to derivatives d/du, all (d/dt)^j f are elements
A_j/R of a space of dimension deg_u R. Hence there is a relation between A_0, A_1, ... and the (dq/du) R/q of
the factors q of R; this relation is the equation.

Proof. The system for A and B is square. Suppose that A/R = d/du(B/S) for A, B not both 0. Where B/S has a
pole of order j > 0, its derivative has a pole of order j + 1 > 1, but A/R has only simple poles. So S divides
B, and B/S is a polynomial in u whose derivative has degree below 0. Therefore B/S is constant in u, and it is
0 because B does not contain u^(deg S). QED

Suppose that one factor q has degree 2 in u and all others have degree 1. Then A_0/R is a combination of
logarithmic derivatives and of 1/q. The coefficient of u^-1 of 1/q is the inverse square root of the
discriminant of q if q(0, u) = b u, and 0 otherwise. So the series is R_1 + R_2/sqrt(D) with rational
functions R_1, R_2.

Reference: Gert Almkvist and Doron Zeilberger, The method of differentiating under the integral sign, 1990;
Alin Bostan, Shaoshi Chen, Frederic Chyzak and Ziming Li, Complexity of creative telescoping for bivariate
rational functions, ISSAC 2010.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly, fmpz_mpoly, fmpz_poly

from gfkit.core.algebra import Algebraic, DifferentialEquation, Evidence, Polynomial, PRecursive, RationalGF
from gfkit.core.algebra.closure import VectorForm, common_system
from gfkit.core.algebra.dependency import first_relation
from gfkit.core.algebra.diagonals import Diagonal
from gfkit.core.algebra.number import Number, number
from gfkit.core.algebra.polynomial import from_mpoly, sparse, term_text
from gfkit.core.algebra.relation import lowest
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine.derived import Derived, law_of_series
from gfkit.core.engine.registry import Deriver, FoundLaw
from gfkit.core.errors import LimitError, MismatchError, SelfCheckError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.rule import GrowingCounter
from gfkit.core.typing import Positions, Weights, cached_property
from gfkit.ways.moments import ONE, RING, MomentProof, U, degree_in_u, join_rows, rows_in_u
from gfkit.ways.theorems.telescoped import VARIABLES, Telescoped

_MOST_DEGREE = 20
"""Largest degree in u for which an equation is searched for; degree 20 takes some ten seconds."""
_COMPARED = 12
"""Number of initial boards that are counted separately."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class HolonomicLaw(Derived):
    """Counts whose series satisfies a differential equation, for example of a rule with a global sum."""

    sequence: PRecursive
    equation: DifferentialEquation
    algebraic: Algebraic | None = None
    """Series as the solution of a quadratic equation, if it is one."""
    telescoped: Telescoped | None = None
    """For a sum over the whole board: the identity that proves the equation, for the counts with corrected
    initial terms.
    """
    moment_proof: MomentProof | None = None
    """For structures of all cells that avoid violations: the identities that prove the equation."""

    counted_diagonal: Diagonal | None = None
    """For a sum over the whole board: the counts as a sequence of constant terms."""

    @property
    def equality_key(self) -> object:
        return self.sequence

    @property
    def diagonal(self) -> Diagonal | None:
        return self.counted_diagonal

    @property
    def generating_function(self) -> RationalGF:
        raise MismatchError(
            f"{self.game} on {self.board!r}: the generating function f is not known to be rational; it is"
            f" {self.root_form or f'a solution of {self.equation}'}"
        )

    @property
    def _sequence(self) -> PRecursive:
        return self.sequence

    @property
    def recurrence_text(self) -> str:
        return str(self.sequence)

    @property
    def p_recursive(self) -> PRecursive:
        return self.sequence

    @cached_property
    def root_form(self) -> str | None:
        """Series as an expression with a square root, or None if it is not quadratic."""
        from gfkit.core.algebra.formula.languages import radical_text

        return None if self.algebraic is None else radical_text(self.algebraic)

    @property
    def series_text(self) -> str:
        return f"generating function {self.root_form}" if self.root_form else str(self.equation)

    def latex(self) -> str:
        """Return the differential equation in LaTeX."""
        return self.equation.latex()

    def __repr__(self) -> str:
        return f"<HolonomicLaw: {self.game} on {self.board}{Positions(self.positions).title_end}: {self}>"

    def __str__(self) -> str:
        return self.root_form or str(self.equation)

    def as_json(self, terms: int = 10, digits: int = 30) -> dict[str, Any]:  # noqa: ARG002
        """Return the JSON object that the command line prints; undefined keys are null."""
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": [],
            "first_n": self.first_n,
            "generating_function": None,
            "recurrence": None,
            "terms": [term_text(value) for value in self.terms(terms)],
            "growth": None,
            "closed_form": None,
            "p_recursive": self.sequence.as_json(),
            "differential_equation": self.equation.as_json(),
            "algebraic": None if self.algebraic is None else str(self.algebraic),
            "root_form": self.root_form,
            **({} if self.telescoped is None else {"telescoped": self.telescoped.as_json()}),
            "evidence": self.evidence.as_json(),
        }


def rational_solution(equation: DifferentialEquation, sequence: PRecursive) -> RationalGF | None:
    """Return the series of a sequence if the equation has order 0, or if all terms are 0; else None."""
    if not any(sequence.initial):
        return RationalGF.of(0, 1, sequence.first_n)
    if equation.order:
        return None
    return RationalGF.reduced(sparse(equation.right), sparse(equation.coefficients[0]), sequence.first_n)


class SummedCounts(NamedTuple):
    """Counts of a rule with a sum over the whole board, and the differential equation of their series."""

    counts: _MarkedCounts
    proof: Telescoped
    equation: DifferentialEquation


def summed_counts(question: Question, derive: Deriver) -> SummedCounts:
    """Return the differential equation of the counts of a rule with one global sum, with its proof."""
    rule, counter = question.rule, question.rule.counter
    assert counter is not None, "the rule must have a sum over the whole board"
    beside = {
        "several sums": counter.marked.counter is not None,
        "weights in addition to the sum": question.weights is not Weights.NONE
        or any(any(linkage.weight) for linkage in rule.linkages),
        "images": rule.has_image,
    }
    if any(beside.values()):
        what = next(text for text, is_asked in beside.items() if is_asked)
        raise MismatchError(
            f"{rule.name} on {question.boards.text!r}: formulas are supported only for rules with one"
            f" sum over the whole board, but this query has {what}; count single boards"
        )
    marked = derive(replace(question, rule=counter.marked.without_divisor(), weights=Weights.PIECES))
    counts = _MarkedCounts(question, counter, marked)
    proof = _telescope(counts.function())
    rows = [_take_constant(c.mpoly) for c in proof.coefficients]
    right = fmpq_poly(_take_constant(proof.right().mpoly)) / counts.divisor + _apply_rows(rows, counts.mended)
    scale = fmpz_poly([int(right.denom())])
    equation = DifferentialEquation.of_polynomials([scale * row for row in rows], right.numer())
    return SummedCounts(counts, proof, equation)


def law_of_counter(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula of a rule with a sum over the whole board, to be compared with the first boards."""
    counts, proof, equation = summed_counts(question, derive)
    marked = counts.marked
    kept = ((name, value) for name, value in marked.evidence.details if name != "order")
    figures = (*kept, ("degree", equation.degree))
    evidence = Evidence(marked.evidence.status, "constant-term", figures)
    last = marked.first_n + _COMPARED
    sequence = equation.solved_by(counts.terms, marked.first_n)
    series = rational_solution(equation, sequence)
    if series is not None:
        return FoundLaw(law_of_series(question, series, evidence), last)
    root = _root_equation(proof, counts)
    law = HolonomicLaw(
        question=question,
        rational=None,
        evidence=replace(evidence, details=(*figures, ("order", sequence.order))),
        offset=marked.first_n,
        initial=(),
        machine=None,
        sequence=sequence,
        equation=equation,
        algebraic=None if root is None else Algebraic.from_terms(root, counts.terms, marked.first_n),
        telescoped=proof,
        counted_diagonal=counts.diagonal(),
    )
    return FoundLaw(law, last)


@dataclass(frozen=True)
class _MarkedCounts:
    """Counts of a rule with a sum, from the generating function in which weights mark the summands.

    Its coefficient of t^n is a polynomial g_n(x). The coefficient of x^j in g_n counts the configurations
    with sum j + least * places(n), where ``least`` is the smallest summand. For boards longer than every
    window, places(n) is linear in n.
    """

    question: Question
    counter: GrowingCounter
    marked: Derived

    @property
    def start(self) -> int:
        """Smallest n such that the board is longer than every window."""
        return max(self.marked.first_n, 1 + (self.question.rule.extent or 0))

    @cached_property
    def line(self) -> tuple[int, int]:
        """Integers a and b such that the board of size n has a n + b summands, for all n >= start."""
        start = self.start
        first, second, third = map(self.places, range(start, start + 3))
        if second - first != third - second:
            raise SelfCheckError(
                f"{self.marked.label}: number of summands not linear for n >= {start}; count single boards"
            )
        return second - first, first - (second - first) * start

    def places(self, n: int) -> int:
        """Return the number of summands on the board of size n."""
        board = self.question.family.at(n)
        return sum(slot.key[0] == "mark" for slot in system_of(self.counter.marked, board).slots)

    @property
    def divisor(self) -> int:
        return self.question.rule.divide

    def function(self) -> tuple[fmpz_mpoly, fmpz_mpoly]:
        """Return f = F/u in lowest terms: the counts before division are the coefficients of u^-1.

        The linear formula a n + b is used for all n; counts for n < start are corrected afterwards.
        """
        series, least = self.marked.generating_function, self.counter.least
        if not series.numerator.terms:
            return 0 * ONE, U
        slope, base = (least * part for part in self.line)
        above, below = (
            {(n, power + slope * n): value for (n, power), value in part.terms}
            for part in (series.numerator, series.denominator)
        )
        most = max(self.counter.totals)
        numbers = sum(U ** (most - total) for total in self.counter.totals)
        low, bottom = (min(power for _, power in part) for part in (above, below))
        top, under = (
            RING.from_dict({(n, power - down): value for (n, power), value in part.items()})
            for part, down in ((above, low), (below, bottom))
        )
        power = base + low - bottom - most - 1
        return _reduce_fraction(top * numbers * U ** max(power, 0), under * U ** max(-power, 0))

    def diagonal(self) -> Diagonal | None:
        """Return the counts as constant terms in u, or None if 1/f is not a monomial at t = 0."""
        above, below = self.function()
        start = [int(u) for (t, u), _ in below.terms() if not t]
        if len(start) > 1:
            return None
        pairs: list[dict[tuple[int, ...], int]] = [
            {(int(t), int(u) - start[0] + more): int(value) for (t, u), value in part.terms()}
            for part, more in ((above, 1), (below, 0))
        ]
        top, bottom = pairs
        for n, change in enumerate((self.mended * self.divisor).coeffs()):
            for (t, u), value in bottom.items():
                top[t + n, u] = top.get((t + n, u), 0) + int(change) * value
        return Diagonal(top, bottom, scale=self.divisor)

    def by_line(self, n: int) -> int:
        """Return the coefficient of u^-1 t^n of f."""
        slope, base = self.line
        return self._count_with_total(n, slope * n + base)

    def _count_with_total(self, n: int, places: int) -> int:
        polynomial = self.marked.generating_function.coefficient(n)
        wanted = {total - self.counter.least * places for total in self.counter.totals}
        return sum(value for (power,), value in polynomial.terms if power in wanted)

    def term(self, n: int) -> Number:
        """Return the count on the board of size n."""
        board, rule = self.question.family.at(n), self.question.rule
        if rule.is_small(board):
            return 0
        places = self.places(n) if n < self.start else self.line[0] * n + self.line[1]
        return number(Fraction(self._count_with_total(n, places), rule.divide if board.size else 1))

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` counts."""
        return [self.term(n) for n in range(self.marked.first_n, self.marked.first_n + count)]

    @cached_property
    def mended(self) -> fmpq_poly:
        """Polynomial that corrects the initial counts."""
        first = self.marked.first_n
        end = max(self.start, first + 1 + max(self.question.rule.least))
        wrong = [
            self.term(n) - Fraction(self.by_line(n), self.divisor) if n >= first else Fraction(0)
            for n in range(end)
        ]
        return fmpq_poly([fmpq(value.numerator, value.denominator) for value in map(Fraction, wrong)])


Pair = tuple[fmpz_mpoly, fmpz_mpoly]


def _reduce_fraction(above: fmpz_mpoly, below: fmpz_mpoly) -> Pair:
    common = above.gcd(below)
    return above // common, below // common


def _take_constant(part: fmpz_mpoly) -> fmpz_poly:
    return rows_in_u(part, 1)[0]


def _reduce_pole_order(
    above: fmpz_mpoly, radical: fmpz_mpoly, rest: fmpz_mpoly
) -> tuple[VectorForm, fmpz_mpoly]:
    """Return A, B and d with above/(radical rest) = A/(d radical) + d/du(B/(d rest))."""
    wide, tall, most = degree_in_u(radical), degree_in_u(rest), degree_in_u(above)
    inner = radical * rest.derivative("u") // rest
    powers = [*range(tall), *range(tall + 1, most - wide + 2)]
    columns = [U**i * rest for i in range(wide)]
    columns += [(j * U ** (j - 1) * radical if j else 0) - U**j * inner for j in powers]
    width = max(most + 1, wide + tall)
    relation = first_relation((rows_in_u(column, width) for column in (*columns, above)), width)
    return VectorForm(relation[:wide], -relation[-1]), join_rows(relation[wide:-1], powers)


class _Factors(NamedTuple):
    """Denominator as outer * radical * rest; ``parts`` are the irreducible factors that contain u."""

    parts: tuple[fmpz_mpoly, ...]
    radical: fmpz_mpoly
    rest: fmpz_mpoly
    outer: fmpz_mpoly

    @classmethod
    def of(cls, below: fmpz_mpoly) -> _Factors:
        factors = [(part, int(power)) for part, power in below.factor()[1] if degree_in_u(part)]
        radical = prod((part for part, _ in factors), start=ONE)
        rest = prod((part ** (power - 1) for part, power in factors), start=ONE)
        return cls(tuple(part for part, _ in factors), radical, rest, below // (radical * rest))

    def logarithmic(self) -> list[list[fmpz_poly]]:
        """Return (dq/du) R/q for each factor q."""
        width = degree_in_u(self.radical)
        return [rows_in_u(q.derivative("u") * (self.radical // q), width) for q in self.parts]

    def start(self, above: fmpz_mpoly) -> tuple[VectorForm, _Exact]:
        """Return A_0 of above/(outer radical rest), and the function whose derivative with respect to u is
        the remainder.
        """
        form, tail = _reduce_pole_order(above, self.radical, self.rest)
        below = form.below * _take_constant(self.outer)
        return VectorForm(form.parts, below).reduce(), _Exact(tail, below)


class _Exact(NamedTuple):
    """Function above/(below rest radical^j), known up to a derivative with respect to u."""

    above: fmpz_mpoly
    below: fmpz_poly

    def later(self, j: int, factors: _Factors, tail: fmpz_mpoly, under: fmpz_poly) -> _Exact:
        """Return the derivative with respect to t, with j + 1 instead of j, plus tail/(under radical)."""
        _, radical, rest, _ = factors
        inner = rest.derivative("t") * radical // rest + j * radical.derivative("t")
        slope = self.above.derivative("t") * radical - self.above * inner
        own = slope * join_rows([self.below]) - self.above * radical * join_rows([self.below.derivative()])
        square = self.below * self.below
        common = square.gcd(under)
        own = own * join_rows([under // common]) + tail * rest * radical**j * join_rows([square // common])
        return _Exact(own, square // common * under).reduced()

    def reduced(self) -> _Exact:
        """Return the function after cancelling common factors in t."""
        *rows, below = lowest([*rows_in_u(self.above, 1 + degree_in_u(self.above)), self.below])
        return _Exact(join_rows(rows), below)


def _telescope(function: Pair) -> Telescoped:
    """Return the telescoping relation of minimal order, with its certificate."""
    factors = _Factors.of(function[1])
    degree = degree_in_u(factors.radical)
    if degree > _MOST_DEGREE:
        raise LimitError(
            f"a sum over the whole board: its rational function has degree {degree} in the"
            f" variable of the sum, but at most {_MOST_DEGREE} is supported; use smaller values"
        )
    form, exact = factors.start(function[0])
    width, slope = degree, factors.radical.derivative("t")
    pairs = [_reduce_pole_order(-(U**i) * slope, factors.radical, factors.radical) for i in range(width)]
    system = common_system([row for row, _ in pairs])
    tails = [join_rows([system.below // row.below]) * tail for row, tail in pairs]
    forms, derived = [form], [exact]

    def vectors() -> Iterator[list[fmpz_poly]]:
        yield from factors.logarithmic()
        yield forms[0].parts
        while True:
            form = forms[-1]
            tail = sum((join_rows([a]) * b for a, b in zip(form.parts, tails, strict=True)), 0 * ONE)
            step = len(derived) - 1
            derived.append(derived[-1].later(step, factors, tail, form.below * system.below))
            forms.append(form.derivative(system))
            yield forms[-1].parts

    relation = first_relation(vectors(), width)
    logs, own = relation[: len(factors.parts)], relation[len(factors.parts) :]
    coefficients = [c * form.below for c, form in zip(own, forms, strict=True)]
    common = reduce(fmpz_poly.gcd, [*coefficients, *logs])
    coefficients = [c // common for c in coefficients]
    order = len(own) - 1
    below = reduce(lambda one, two: one * (two // one.gcd(two)), (exact.below for exact in derived))
    above = 0 * ONE
    for j, (c, exact) in enumerate(zip(coefficients, derived, strict=True)):
        above += join_rows([c * (below // exact.below)]) * exact.above * factors.radical ** (order - j)
    whole = _Exact(above, below).reduced()
    return Telescoped(
        _polynomials(function),
        tuple(from_mpoly(join_rows([c]), VARIABLES) for c in coefficients),
        tuple(_polynomials((q, join_rows([-e // common]))) for q, e in zip(factors.parts, logs, strict=True)),
        _polynomials((whole.above, join_rows([whole.below]) * factors.rest * factors.radical**order)),
    )


def _polynomials(pair: Pair) -> tuple[Polynomial, Polynomial]:
    above, below = pair
    return from_mpoly(above, VARIABLES), from_mpoly(below, VARIABLES)


def _apply_rows(rows: Sequence[fmpz_poly], polynomial: fmpq_poly) -> fmpq_poly:
    """Apply a differential operator to a polynomial."""
    total = fmpq_poly([])
    for row in rows:
        total, polynomial = total + fmpq_poly(row) * polynomial, polynomial.derivative()
    return total


def _root_equation(found: Telescoped, counts: _MarkedCounts) -> Polynomial | None:
    """Return the equation D (g - R_1)^2 = R_2^2 of the series g, or None if g need not be quadratic."""
    factors = _Factors.of(found.function[1].mpoly)
    quadratic = [q for q in factors.parts if degree_in_u(q) == 2]
    if len(quadratic) != 1 or degree_in_u(factors.radical) != len(factors.parts) + 1:
        return None
    form, _ = factors.start(found.function[0].mpoly)
    width, (q,) = degree_in_u(factors.radical), quadratic
    inverse = rows_in_u(factors.radical // q, width)
    *logs, root, last = first_relation(iter([*factors.logarithmic(), inverse, form.parts]), width)
    gamma, beta, alpha = rows_in_u(q, 3)
    below = -last * form.below
    rational = sum((e * _lowest_power(p) for e, p in zip(logs, factors.parts, strict=True)), fmpz_poly([]))
    mended = counts.mended * counts.divisor
    scale = fmpz_poly([int(mended.denom())])
    # g = (rational + root/sqrt(D))/(below divisor) + mended/divisor
    own, whole = rational * scale + below * mended.numer(), below * scale
    scaled = (beta * beta - 4 * alpha * gamma, own, counts.divisor * whole, root * scale)
    disc, own_part, whole_part, root_part = (join_rows([part]) for part in scaled)
    return from_mpoly(disc * (whole_part * U - own_part) ** 2 - root_part**2, VARIABLES).in_variables(
        ("t", "f"), {"t": (1, 0), "u": (0, 1)}
    )


def _lowest_power(part: fmpz_mpoly) -> int:
    """Return the exponent of u in a factor at t = 0."""
    return min(int(u) for (t, u), _ in part.terms() if not t)
