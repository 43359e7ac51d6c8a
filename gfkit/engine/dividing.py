"""Division of counts by the divisor of a rule, and zero counts below its smallest board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gfkit.algebra import Polynomial
from gfkit.algebra.polynomial import in_t
from gfkit.boards import Board
from gfkit.engine import tuning
from gfkit.errors import MismatchError
from gfkit.rules import Question, Rule

if TYPE_CHECKING:
    from gfkit.engine.derived import Derived


def divide_count(question: Question, polynomial: Polynomial) -> Polynomial:
    """Return the polynomial over the divisor of the rule; a board without cells is not divided."""
    rule, board = question.rule, question.board
    if rule.is_small(board):
        return Polynomial.constant(0, polynomial.variables)
    if rule.divide == 1 or not board.size:
        return polynomial
    if any(value % rule.divide for _, value in polynomial.terms):
        raise _indivisible(rule, board, polynomial)
    terms = {powers: value // rule.divide for powers, value in polynomial.terms}
    return Polynomial.of(polynomial.variables, terms)


def divide_law(whole: Derived, question: Question) -> Derived:
    """Return the law with every term divided, except boards without cells, and 0 for boards that are too
    small.

    With S = P / Q and Q(0) = 1 the terms of S are all divisible by d just when the coefficients of P are,
    and the first of these that is not belongs to the first term that is not.
    """
    from gfkit.algebra import RationalGF  # counts need none

    rule, family, gf = question.rule, question.family, whole.generating_function
    names = gf.numerator.variables
    law = replace(whole, question=question, undivided=gf)
    if rule.is_small(family.at(tuning.DERIVE.least_size)):
        none = RationalGF.reduced(Polynomial.constant(0, names), Polynomial.constant(1, names), gf.first_n)
        return replace(law, rational=none)
    small = 0
    while rule.is_small(family.at(gf.first_n + small)):
        small += 1
    early = in_t([0] * gf.first_n + gf.terms(small), names)
    numerator = gf.numerator - gf.denominator * early
    divisor = rule.divide if family.at(max(1, family.first_n)).size else 1
    bare = 0 if small or family.at(family.first_n).size else rule.empty
    empty = gf.denominator * Polynomial.constant(bare, gf.denominator.variables)
    quotients: dict[tuple[int, ...], int] = {}
    for powers, value in sorted((numerator - empty).terms):
        if value % divisor:
            raise _indivisible(rule, family.at(powers[0]), whole[powers[0]])
        quotients[powers] = value // divisor
    numerator = Polynomial.of(names, quotients) + empty
    return replace(law, rational=RationalGF.reduced(numerator, gf.denominator, gf.first_n, integral=True))


def _indivisible(rule: Rule, board: Board, number: object) -> MismatchError:
    """Return the error for a count that the divisor of the rule does not divide."""
    return MismatchError(
        f"board {board.text!r}: {rule.name} has {number} arrays there, which divide = {rule.divide} does not"
        " divide; leave divide out, or mend the rule"
    )
