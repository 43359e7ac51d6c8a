"""Laws of families that follow from other laws, or from an automaton without a strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gfkit.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.boards import PartOfFamily
from gfkit.engine import tuning
from gfkit.engine.derived import Derived, law_of_series
from gfkit.engine.dividing import divide_law
from gfkit.engine.machine.base import Terms
from gfkit.engine.strip.automaton import Automaton, determinant_gf
from gfkit.rules import Question
from gfkit.rules.kind import from_kind

Deriver = Callable[[Question], Derived]
"""Derives the law of another question, as this one was to be derived."""


@dataclass(frozen=True, slots=True)
class FoundLaw:
    """Law by a theorem, and the range in which boards that are counted separately must agree with it."""

    law: Derived
    last: int | None = None
    """The last n that is compared; None where it rests on a law that was compared, or on a formula."""
    states: int = 1
    """States of the machine behind it, which say what a comparison costs."""


def law_of_part(question: Question, derive: Deriver) -> FoundLaw:
    """Return the law of a subfamily, a(step n + shift), from the law of the whole family."""
    part = question.boards
    assert isinstance(part, PartOfFamily), "this way asks for one"
    whole = derive(question.on(part.whole))
    chosen = part.chosen(whole.generating_function)
    return FoundLaw(
        replace(
            whole, question=question, rational=chosen, offset=chosen.first_n, initial=(), machine=None,
            undivided=None,
        )
    )  # fmt: skip


def law_of_divided(question: Question, derive: Deriver) -> FoundLaw:
    """Return the law of a rule with a divisor or a smallest board, from the rule without them."""
    return FoundLaw(divide_law(derive(replace(question, rule=question.rule.without_divisor())), question))


def law_of_complete_graphs(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the law on complete graphs: of a game by its pieces, of words by the letters of the cells."""
    if question.rule.is_game:
        from gfkit.engine.theorems.complete import complete_law

        return FoundLaw(complete_law(question))
    letter_counts = from_kind(question.rule.kind, "letters", "letter_counts")(question.rule)
    from gfkit.engine.theorems.letters import letters_automaton

    machine = letters_automaton(letter_counts, question.weights)
    fraction = determinant_gf(machine, question.weights.variables)
    gf = RationalGF.reduced(*fraction, question.family.first_n, integral=True)
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", machine.states),))
    law = law_of_series(question, gf, evidence, machine=machine)
    return FoundLaw(law, tuning.DERIVE.compared_complete, machine.states)


def law_without_cells(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the law of a family without cells: the empty configuration is the only one, if admissible."""
    first_n, variables, each = question.family.first_n, question.weights.variables, question.rule.empty
    names = ("t", *variables)
    whole, step = Polynomial.constant(1, names), Polynomial.monomial((1, *(0 for _ in variables)), names)
    series = step**first_n * Polynomial.constant(each, names)
    gf = RationalGF.reduced(series, whole - step, first_n, integral=True)
    unit: Terms = {(0, 0): 1}
    machine = Automaton({0: unit}, ({0: unit},), {0: unit} if each else {})
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 1),))
    return FoundLaw(law_of_series(question, gf, evidence, machine=machine), first_n)
