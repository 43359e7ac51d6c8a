"""Counts of structures of all cells that avoid violations, by inclusion and exclusion.

``rules.kinds.avoiding`` states the principle: with the polynomial p(x) of the sets of violations on a board
of N cells, the number of structures is L(u^N p(-1/u^c)), where c is the number of cells of a violation, and
the functional L replaces u^m by the number of structures of m cells: m!, or the m-th moment of the standard
normal distribution. For cycles through all cells, N is replaced by N - 1, the result is divided by 2, and
(-1)^N times the number of Hamiltonian cycles of the board is added; for N < 3 there is no cycle.

On a family the polynomials have a rational generating function F(t, x). If the n-th board has s n + b cells,
the sum of t^n u^(s n + b) p_n(-1/u^c) is u^b F(t u^s, -1/u^c), a rational function of t and u whose terms are
polynomials in u. ``algebra.moments`` yields the differential equation of the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.engine.derived import Derived, law_of_series
from gfkit.core.engine.registry import BoardQuery, Deriver, FoundLaw
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.typing import Weights, add_exponents
from gfkit.ways.moments import (
    FACTORIALS,
    NORMAL,
    PAIRINGS,
    RING,
    MomentProof,
    Moments,
    degree_in_u,
    transform,
)
from gfkit.ways.theorems.counters import HolonomicLaw, rational_solution

if TYPE_CHECKING:
    from flint import fmpz_mpoly

    from gfkit.core.rules.rule import Avoided

_MOST_DEGREE = 6
"""Largest degree in u for which an equation is computed: the degree in t of its coefficients grows with the
third power. Degree 8 takes half a minute, and the recurrence has an order of a thousand. Pairings on 5 x n
have degree 20; modulo a prime, their equation has order 20 and coefficients of degree 7786.
"""
_COMPARED = 6
"""Number of initial boards that are counted separately."""
_SMALLEST_CYCLE = 3
"""Smallest number of cells of a cycle."""


def count_avoiding(query: BoardQuery) -> tuple[Polynomial, Evidence]:
    """Return the count of structures of all cells that avoid violations, from the sets of violations."""
    from gfkit.core.engine.count import count

    question = query.question
    if _avoided(question).in_columns:
        from gfkit.ways.theorems.latin import count_rectangles

        return Polynomial.constant(count_rectangles(question)), Evidence(Status.PROVED, "exponential-formula")
    found, *cycles = (
        count(asked, max_memory=query.limit, store=query.store, on_progress=query.on_progress)
        for asked in questions_of_violations(question)
    )
    polynomial = count_by_violations(question, found.polynomial, sum(map(int, cycles)))
    return polynomial, replace(found.evidence, method="inclusion-exclusion")


def questions_of_violations(question: Question) -> list[Question]:
    """Return the query for the sets of violations, with the weights that count them, and for cyclic orders
    the query for the cycles of violations.
    """
    avoided = _avoided(question)
    if question.weights is not Weights.NONE and avoided.hits == (None,):
        raise MismatchError(
            f"{question.game}: these pairings, sequences and permutations of all cells have no weights; only"
            " their number can be computed"
        )
    weights = Weights.PIECES if len(avoided.hits) == avoided.per_component == 1 else Weights.PLAYERS
    asked = [question.by(avoided.violations, question.game).with_weights(weights)]
    return asked if avoided.cycles is None else [*asked, question.by(avoided.cycles, question.game)]


def count_by_violations(question: Question, polynomial: Polynomial, cycles: int) -> Polynomial:
    """Return the polynomial of the structures on a board from the polynomial of the sets of violations, and
    the number of cycles of violations, if any.
    """
    avoided, size = _avoided(question), question.board.size
    none = (0,) * len(add_exponents(*[hit for hit in avoided.hits if hit is not None]))
    letters = tuple(f"x{at}" for at, _ in enumerate(none))
    hits = [
        Polynomial.of(letters, {} if hit is None else {add_exponents(hit, none): 1}) for hit in avoided.hits
    ]
    numbers = _moments(avoided).numbers(size + 1)
    total = _count(polynomial, cycles, avoided, size, numbers, [hit - 1 for hit in hits])
    return question.polynomial_of(dict((Polynomial.of(letters, {}) + total).terms))


def _avoided(question: Question) -> Avoided:
    avoided = question.rule.avoided
    assert avoided is not None, "the rule must have violations"
    return avoided


def _moments(avoided: Avoided) -> Moments:
    return NORMAL if avoided.paired else FACTORIALS


def _count(
    polynomial: Polynomial,
    cycles: int,
    avoided: Avoided,
    size: int,
    numbers: Sequence[int],
    hits: Sequence[Any] = (-1,),
) -> Any:
    """Return the number of structures, with numbers or polynomials for the variables of violations."""
    is_cyclic = avoided.cycles is not None
    if is_cyclic and size < _SMALLEST_CYCLE:
        return 0
    total: Any = 0
    for powers, value in polynomial.terms:
        power, components = sum(powers[: len(hits)]), powers[len(hits) :]
        value *= avoided.per_component ** sum(components)
        number = value * numbers[size - is_cyclic - avoided.cells * power] // (1 + is_cyclic)
        total += prod(map(pow, hits, powers), start=number)
    return total + hits[0] ** size * cycles if is_cyclic else total


class AvoidingCounts(NamedTuple):
    """Formula for the sets of violations, the proof of the equation, and the function of the initial
    terms.
    """

    violations: Derived
    cycles: list[Derived]
    """For cyclic orders, the formula for the cycles of violations."""
    proof: MomentProof
    terms: Callable[[int], list[int]]


def counts_of_avoiding(question: Question, derive: Deriver) -> AvoidingCounts:
    """Return the differential equation of the numbers of structures on a family, with its proof."""
    avoided, family = _avoided(question), question.family
    if avoided.hits != (None,):
        raise MismatchError(f"{question.game}: with weights only single boards are counted, not families")
    found, *cycles = map(derive, questions_of_violations(question))
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
    base = sizes[0] - step * first
    if cycles:
        late = RationalGF.of(0, 1, first + sum(size < _SMALLEST_CYCLE for size in sizes))
        function, moments = _substituted(series + late, avoided, step, base - 1)
        function = _with_cycles(function, cycles[0].generating_function, step, base)
    else:
        function, moments = _substituted(series, avoided, step, base)
    check_degree(function, f"{question.game} on {family.text!r}")

    def terms(count: int) -> list[int]:
        numbers = _moments(avoided).numbers(sizes[0] + step * count + 1)
        whole = cycles[0].terms(count) if cycles else [0] * count
        return [
            _count(polynomial, number, avoided, sizes[0] + step * k, numbers)
            for k, (polynomial, number) in enumerate(zip(series.terms(count), whole, strict=True))
        ]

    return AvoidingCounts(found, cycles, transform(function, moments), terms)


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
    found, _, proof, terms = counts_of_avoiding(question, derive)
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
    sequence = equation.solved_by(terms, first)
    rational = rational_solution(equation, sequence)
    if rational is not None:
        return law_of_series(question, rational, evidence)
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


def _with_cycles(
    function: tuple[fmpz_mpoly, fmpz_mpoly], cycles: RationalGF, step: int, base: int
) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    """Return half the function, plus the series of the numbers of cycles with the sign of the number of
    cells, in lowest terms.
    """
    above, below = (
        RING.from_dict({(n, 0): (-1) ** (step * n) * value for (n,), value in part.terms})
        for part in (cycles.numerator, cycles.denominator)
    )
    top, bottom = function
    top, bottom = top * below + 2 * (-1) ** base * above * bottom, 2 * below * bottom
    common = top.gcd(bottom)
    return top // common, bottom // common
