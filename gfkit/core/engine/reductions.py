"""Formulas of families that follow from other formulas by definition: subfamilies, divisors, no cells."""

from __future__ import annotations

from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.polynomial import in_t
from gfkit.core.algebra.rational import prepend_initial_counts
from gfkit.core.boards import PartOfFamily
from gfkit.core.deferred import replace
from gfkit.core.engine import tuning
from gfkit.core.engine.derived import law_of_series
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.registry import Deriver, FoundLaw
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Question
from gfkit.core.rules.kinds import system_of


def law_of_part(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula of a subfamily, a(step n + shift), from the formula of the whole family."""
    part = question.boards
    assert isinstance(part, PartOfFamily), "the family must be a subfamily"
    try:
        whole = derive(question.on(part.whole))
    except GfkitError as error:
        error.args = (f"board {part.text!r} is derived from {part.whole.text!r}; {error}",)
        raise
    chosen = part.chosen(whole.generating_function)
    return FoundLaw(
        replace(
            whole, question=question, rational=chosen, offset=chosen.first_n, initial=(), machine=None,
            undivided=None,
        )
    )  # fmt: skip


def law_without_cells(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the formula of a family without cells: only the empty configuration, if it is admissible.

    The boards have the same constraints from the third one on: none, or a condition on empty rows or columns,
    or on two adjacent ones.
    """
    first_n, names, family = question.family.first_n, question.weights.variables, question.family
    systems = (
        system_of(question.rule, family.at(n), question.positions) for n in range(first_n, first_n + 3)
    )
    *initial, each = (system.count_of_empty_board for system in systems)
    while initial and initial[-1] == each:
        initial.pop()
    one, step = Polynomial.constant(1, ("t", *names)), in_t([0, 1], ("t", *names))
    gf = prepend_initial_counts(first_n, first_n + len(initial), initial, (one * each, one - step))
    unit: Terms = {(0, 0): 1}
    machine = Automaton({0: unit}, ({0: unit},), {0: unit} if each else {})
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 1),))
    return FoundLaw(law_of_series(question, gf, evidence, tuple(initial), machine), first_n + 3)


def law_of_divided(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula of a rule with a divisor or a smallest board, from the rule without them. Boards
    without cells are not divided, and too small boards have 0.

    Let S = P / Q with Q(0) = 1. All terms of S are divisible by d if and only if all coefficients of P are,
    and the first coefficient of P that is not divisible has the same index as the first such term of S.
    """
    rule, family = question.rule, question.family
    whole = derive(replace(question, rule=rule.without_divisor()))
    gf = whole.generating_function
    names = gf.numerator.variables
    law = replace(whole, question=question, undivided=gf)
    if rule.is_small(family.at(tuning.DERIVE.least_size)):
        none = RationalGF.reduced(Polynomial.constant(0, names), Polynomial.constant(1, names), gf.first_n)
        return FoundLaw(replace(law, rational=none))
    small = 0
    while rule.is_small(family.at(gf.first_n + small)):
        small += 1
    early = in_t([0] * gf.first_n + gf.terms(small), names)
    numerator = gf.numerator - gf.denominator * early
    divisor = rule.divide if family.at(max(1, family.first_n)).size else 1
    bare = [] if small or family.at(family.first_n).size else gf.terms(1)
    empty = gf.denominator * in_t([0] * gf.first_n + bare, names)
    quotients: dict[tuple[int, ...], int] = {}
    for powers, value in sorted((numerator - empty).terms):
        if value % divisor:
            raise question.on(family.at(powers[0])).indivisible(whole[powers[0]])
        quotients[powers] = value // divisor
    numerator = Polynomial.of(names, quotients) + empty
    divided = RationalGF.reduced(numerator, gf.denominator, gf.first_n, integral=True)
    return FoundLaw(replace(law, rational=divided))
