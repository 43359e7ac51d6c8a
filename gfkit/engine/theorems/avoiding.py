"""Counts of structures of all cells that avoid violations, by inclusion and exclusion.

``rules.kinds.avoiding`` states the principle: with the polynomial p(x) of the sets of violations on a board
of N cells, the number of structures is L(u^N p(-1/u^c)), where c is the number of cells of a violation, and
the functional L replaces u^m by the number of structures of m cells: m!, or the m-th moment of the standard
normal distribution. On a family the polynomials have a rational generating function F(t, x). If the n-th
board has s n + b cells, the sum of t^n u^(s n + b) p_n(-1/u^c) is u^b F(t u^s, -1/u^c), a rational function
of t and u whose terms are polynomials in u. ``algebra.moments`` yields the differential equation of the
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gfkit.algebra import Evidence, Polynomial, RationalGF
from gfkit.algebra.moments import (
    FACTORIALS,
    NORMAL,
    PAIRINGS,
    RING,
    MomentProof,
    Moments,
    degree_in_u,
    transform,
)
from gfkit.algebra.polynomial import sparse
from gfkit.engine.derived import Derived, law_of_series
from gfkit.engine.theorems.counters import HolonomicLaw
from gfkit.engine.theorems.families import Deriver, FoundLaw
from gfkit.errors import LimitError, MismatchError
from gfkit.rules import Question
from gfkit.typing import Weights

if TYPE_CHECKING:
    from flint import fmpz_mpoly

    from gfkit.rules.rule import Avoided

_MOST_DEGREE = 6
"""Largest degree in u for which an equation is computed: the degree in t of its coefficients grows with the
third power, and degree 8 takes minutes.
"""
_COMPARED = 6
"""Number of initial boards that are counted separately."""


def question_of_violations(question: Question) -> Question:
    """Return the query for the sets of violations, with the weights that count them."""
    avoided = _avoided(question)
    if question.weights is not Weights.NONE:
        raise MismatchError(
            f"{question.game}: pairings, sequences and permutations of all cells have no weights; only their"
            " number can be computed"
        )
    weights = Weights.PIECES if avoided.per_component == 1 else Weights.PLAYERS
    return question.by(avoided.violations, question.game).with_weights(weights)


def count_by_violations(question: Question, polynomial: Polynomial) -> int:
    """Return the number of structures on a board from the polynomial of the sets of violations."""
    avoided, size = _avoided(question), question.board.size
    return _count(polynomial, avoided, size, _moments(avoided).numbers(size + 1))


def _avoided(question: Question) -> Avoided:
    avoided = question.rule.avoided
    assert avoided is not None, "the rule must have violations"
    return avoided


def _moments(avoided: Avoided) -> Moments:
    return NORMAL if avoided.paired else FACTORIALS


def _count(polynomial: Polynomial, avoided: Avoided, size: int, numbers: Sequence[int]) -> int:
    total = 0
    for (power, *components), value in polynomial.terms:
        factor = avoided.per_component ** sum(components)
        total += (-1) ** power * factor * value * numbers[size - avoided.cells * power]
    return total


class AvoidingCounts(NamedTuple):
    """Formula for the sets of violations, the proof of the equation, and the function of the initial
    terms."""

    violations: Derived
    proof: MomentProof
    terms: Callable[[int], list[int]]


def counts_of_avoiding(question: Question, derive: Deriver) -> AvoidingCounts:
    """Return the differential equation of the numbers of structures on a family, with its proof."""
    avoided, family = _avoided(question), question.family
    found = derive(question_of_violations(question))
    series = found.generating_function
    if avoided.per_component != 1:
        series = series.at(y=avoided.per_component)
    first = found.first_n
    sizes = [family.at(n).size for n in range(first, first + 4)]
    step = sizes[1] - sizes[0]
    if any(two - one != step for one, two in pairwise(sizes)):
        raise MismatchError(
            f"{question.game} on {family.text!r}: the number of cells is not linear in n; count single boards"
        )
    function, moments = _substituted(series, avoided, step, sizes[0] - step * first)
    check_degree(function, f"{question.game} on {family.text!r}")

    def terms(count: int) -> list[int]:
        numbers = _moments(avoided).numbers(sizes[0] + step * count + 1)
        return [
            _count(polynomial, avoided, sizes[0] + step * k, numbers)
            for k, polynomial in enumerate(series.terms(count))
        ]

    return AvoidingCounts(found, transform(function, moments), terms)


def check_degree(function: tuple[fmpz_mpoly, fmpz_mpoly], name: str) -> None:
    """Raise LimitError if the equation of a transformed series would be too large."""
    degree = degree_in_u(function[1])
    if degree > _MOST_DEGREE:
        raise LimitError(
            f"{name}: the rational function with weights has degree {degree}, but at most {_MOST_DEGREE} is"
            " supported; count single boards, or a narrower strip"
        )


def law_of_avoiding(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula for the structures on a family, to be compared with the first boards."""
    found, proof, terms = counts_of_avoiding(question, derive)
    law = law_of_moments(question, found, proof, terms, "inclusion-exclusion")
    return FoundLaw(law, found.first_n + _COMPARED)


def law_of_moments(
    question: Question, found: Derived, proof: MomentProof, terms: Callable[[int], list[int]], method: str
) -> Derived:
    """Return the formula for transformed polynomials, from the formula of the polynomials."""
    equation, first = proof.equation, found.first_n
    kept = tuple((name, value) for name, value in found.evidence.details if name != "order")
    figures = (*kept, ("degree", equation.degree))
    evidence = Evidence(found.evidence.status, method, figures)
    if equation.order == 0:
        rational = RationalGF.reduced(sparse(equation.right), sparse(equation.coefficients[0]), first)
        return law_of_series(question, rational, evidence)
    sequence = equation.solved_by(terms, first)
    return HolonomicLaw(
        question=question,
        rational=None,
        evidence=replace(evidence, details=(*figures, ("order", sequence.order))),
        offset=first,
        initial=(),
        machine=None,
        sequence=sequence,
        equation=equation,
        moment_proof=proof,
    )


def _substituted(
    series: RationalGF, avoided: Avoided, step: int, base: int
) -> tuple[tuple[fmpz_mpoly, fmpz_mpoly], Moments]:
    """Return u^base F(t u^step, -1/u^cells) in lowest terms, and the linear functional that yields the count.

    In pairings of an even number of cells all powers of u are even, and u^2 is replaced by u.
    """
    above, below = (
        {(n, step * n - avoided.cells * j): (-1) ** j * value for (n, j), value in part.terms}
        for part in (series.numerator, series.denominator)
    )
    above = {(n, power + base): value for (n, power), value in above.items()}
    low = min(power for part in (above, below) for _, power in part) if above else 0
    parts: list[dict[tuple[int, ...], int]] = [
        {(n, power - low): value for (n, power), value in part.items()} for part in (above, below)
    ]
    is_even = avoided.paired and not (step % 2 or base % 2)
    if is_even:
        parts = [{(n, power // 2): value for (n, power), value in part.items()} for part in parts]
    top, bottom = (RING.from_dict(part) for part in parts)
    common = top.gcd(bottom)
    return (top // common, bottom // common), PAIRINGS if is_even else _moments(avoided)
