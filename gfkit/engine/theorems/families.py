"""Formulas of families that follow from other formulas, or from an automaton without a strip."""

from __future__ import annotations

from collections.abc import Callable

from gfkit.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.algebra.polynomial import in_t
from gfkit.algebra.series import Weighted
from gfkit.boards import PartOfFamily
from gfkit.deferred import dataclass, replace
from gfkit.engine import tuning
from gfkit.engine.derived import Derived, law_of_series
from gfkit.engine.machine.base import Terms
from gfkit.engine.strip.automaton import Automaton, determinant_gf, minimise
from gfkit.engine.theorems.ways import indivisible
from gfkit.errors import LimitError
from gfkit.rules import Question
from gfkit.rules.kind import from_kind
from gfkit.rules.kinds.theorems import AskedNumber, LetterCounts
from gfkit.typing import Weights, exponents_for

Deriver = Callable[[Question], Derived]
"""Function that derives the formula of another query with the same options."""


@dataclass(frozen=True, slots=True)
class FoundLaw:
    """Formula by a theorem, and the range of n in which it is compared with separately counted boards."""

    law: Derived
    last: int | None = None
    """Last compared n, or None if the formula follows from a formula that was compared."""
    states: int = 1
    """Number of states of the underlying automaton, which determines the cost of a comparison."""


def law_of_part(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula of a subfamily, a(step n + shift), from the formula of the whole family."""
    part = question.boards
    assert isinstance(part, PartOfFamily), "the family must be a subfamily"
    whole = derive(question.on(part.whole))
    chosen = part.chosen(whole.generating_function)
    return FoundLaw(
        replace(
            whole, question=question, rational=chosen, offset=chosen.first_n, initial=(), machine=None,
            undivided=None,
        )
    )  # fmt: skip


def law_of_divided(question: Question, derive: Deriver) -> FoundLaw:
    """Return the formula of a rule with a divisor or a smallest board, from the rule without them."""
    return FoundLaw(divide_law(derive(replace(question, rule=question.rule.without_divisor())), question))


def law_of_complete_graphs(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the formula on complete graphs: placements by numbers of pieces, words by numbers of letters."""
    if question.rule.is_game:
        from gfkit.engine.theorems.complete import complete_law

        return FoundLaw(complete_law(question))
    letter_counts = from_kind(question.rule.kind, "letters", "letter_counts")(question.rule)
    machine = letters_automaton(letter_counts, question.weights)
    fraction = determinant_gf(machine, question.weights.variables)
    gf = RationalGF.reduced(*fraction, question.family.first_n, integral=True)
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", machine.states),))
    law = law_of_series(question, gf, evidence, machine=machine)
    return FoundLaw(law, tuning.DERIVE.compared_complete, machine.states)


def law_without_cells(question: Question, _derive: Deriver) -> FoundLaw:
    """Return the formula of a family without cells: only the empty configuration, if it is admissible."""
    first_n, variables, each = question.family.first_n, question.weights.variables, question.rule.empty
    names = ("t", *variables)
    whole, step = Polynomial.constant(1, names), Polynomial.monomial((1, *(0 for _ in variables)), names)
    series = step**first_n * Polynomial.constant(each, names)
    gf = RationalGF.reduced(series, whole - step, first_n, integral=True)
    unit: Terms = {(0, 0): 1}
    machine = Automaton({0: unit}, ({0: unit},), {0: unit} if each else {})
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", 1),))
    return FoundLaw(law_of_series(question, gf, evidence, machine=machine), first_n)


# Division


def divide_law(whole: Derived, question: Question) -> Derived:
    """Return the formula with every term divided; boards without cells are not divided, too small boards have
    0.

    Let S = P / Q with Q(0) = 1. All terms of S are divisible by d if and only if all coefficients of P are,
    and the first coefficient of P that is not divisible has the same index as the first such term of S.
    """
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
            raise indivisible(rule, family.at(powers[0]), whole[powers[0]])
        quotients[powers] = value // divisor
    numerator = Polynomial.of(names, quotients) + empty
    return replace(law, rational=RationalGF.reduced(numerator, gf.denominator, gf.first_n, integral=True))


# Words counted by the multiplicities of their letters

_State = tuple[tuple[bool, ...], tuple[int, ...], tuple[int, ...]]
"""State: for each constrained letter, whether it has occurred; the number of letters in each constraint; and
the multiplicities.
"""


def letters_automaton(words: LetterCounts, weights: Weights) -> Automaton:
    """Return the automaton that reads words letter by letter: a(n) = start A^n final for every n >= 0.

    A word of n letters is admissible if and only if for each constraint either its letter does not occur, or
    the number of letters in ``of`` is an allowed number. The state consists of the set of constrained letters
    that have occurred, and the numbers of letters. Numbers only increase, so all numbers beyond the largest
    allowed one are equivalent. If the remaining constraint applies to the number of every letter, all numbers
    >= ``bound`` are equivalent: a letter that occurs so often next to a cell may occur once more. Hence the
    ordinary generating function is rational.

    Cost: letters times states, at most 2^k times the product of (largest number + 2) over the k constrained
    numbers, times (bound + 2)^letters if there is a bound. Raise LimitError if there are more than 20,000
    states, or more than 400 after minimisation.

    >>> from gfkit.rules import Rule
    >>> from gfkit.rules.kinds.array.theorems import letter_counts
    >>> near = {"cell": 0, "neighbours": "rook", "of": [1], "allowed": [1, 2, 3, 4, 5]}
    >>> rule = Rule.array(colours=2, count=[near])
    >>> from gfkit.algebra import RationalGF
    >>> from gfkit.engine.strip.automaton import determinant_gf
    >>> top, bottom = determinant_gf(letters_automaton(letter_counts(rule), Weights.NONE), ())
    >>> RationalGF.reduced(top, bottom).terms(6)
    [1, 1, 3, 7, 15, 31]
    """
    asked, bound = words.asked, words.bound
    caps = tuple(1 + max(condition.numbers, default=-1) for condition in asked)
    marks = [exponents_for(exponents, weights) for exponents in words.weights]
    begin: _State = ((False,) * len(asked), (0,) * len(asked), (0,) * len(words.letters) if bound else ())
    number: dict[_State, int] = {begin: 0}
    states = [begin]
    edges: list[Weighted] = []
    for state in states:
        row: Weighted = {}
        for letter, (x, y) in zip(words.letters, marks, strict=True):
            read = _after_letter(asked, caps, state, letter)
            if read is None:
                continue
            numbers = zip(state[2], words.letters, strict=bool(bound))
            after = *read, tuple(min(bound + 1, old + (own == letter)) for old, own in numbers)
            if after not in number:
                number[after] = len(states)
                states.append(after)
            terms = row.setdefault(number[after], {})
            terms[x, y] = terms.get((x, y), 0) + 1
        edges.append(row)
        if len(states) > tuning.DERIVE.letter_states:
            raise _too_many(words, f"more than {tuning.DERIVE.letter_states}")
    final: Weighted = {
        n: {(0, 0): 1}
        for n, state in enumerate(states)
        if _is_allowed(asked, state) and words.holds(state[2])
    }
    machine = minimise(Automaton({0: {(0, 0): 1}}, tuple(edges), final))
    if machine.states > tuning.STRIP.determinant_states:
        raise _too_many(words, str(machine.states))
    return machine


def _after_letter(
    asked: tuple[AskedNumber, ...], caps: tuple[int, ...], state: _State, letter: int
) -> tuple[tuple[bool, ...], tuple[int, ...]] | None:
    """Return the state after one more letter, or None if no continuation is admissible."""
    occurred = tuple(
        was or condition.letter == letter for was, condition in zip(state[0], asked, strict=True)
    )
    sums = tuple(
        min(cap, number + (letter in condition.of))
        for number, condition, cap in zip(state[1], asked, caps, strict=True)
    )
    if any(here and number == cap for here, number, cap in zip(occurred, sums, caps, strict=True)):
        return None
    return occurred, sums


def _is_allowed(asked: tuple[AskedNumber, ...], state: _State) -> bool:
    return all(
        not here or number in condition.numbers
        for here, number, condition in zip(*state[:2], asked, strict=True)
    )


def _too_many(words: LetterCounts, states: str) -> LimitError:
    return LimitError(
        f"deriving {words.name} on 'complete:n': its neighbour counts need {states} states, but at most"
        f" {tuning.STRIP.determinant_states} are supported; allow smaller numbers, or count single boards"
    )
