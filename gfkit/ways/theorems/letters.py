"""Formulas on complete graphs: placements by numbers of pieces, words by the multiplicities of letters."""

from __future__ import annotations

from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.algebra.series import Weighted
from gfkit.core.engine.derived import law_of_series
from gfkit.core.engine.registry import FoundLaw
from gfkit.core.engine.strip.automaton import Automaton, determinant_gf, minimise
from gfkit.core.errors import LimitError
from gfkit.core.rules import Question
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.theorems import AskedNumber, LetterCounts
from gfkit.core.typing import Weights, exponents_for
from gfkit.ways import tuning


def law_of_complete_graphs(question: Question) -> FoundLaw:
    """Return the formula on complete graphs: placements by numbers of pieces, words by numbers of letters."""
    if question.rule.is_game:
        from gfkit.ways.theorems.complete import complete_law

        return FoundLaw(complete_law(question))
    letter_counts = from_kind(question.rule.kind, "letters", "letter_counts")(question.rule)
    machine = letters_automaton(letter_counts, question.weights)
    fraction = determinant_gf(machine, question.weights.variables)
    gf = RationalGF.reduced(*fraction, question.family.first_n, integral=True)
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", machine.states),))
    law = law_of_series(question, gf, evidence, machine=machine)
    return FoundLaw(law, tuning.THEOREMS.compared_complete, machine.states)


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

    >>> from gfkit.core.rules import Rule
    >>> from gfkit.core.rules.kinds.array.theorems import letter_counts
    >>> near = {"cell": 0, "neighbours": "rook", "of": [1], "allowed": [1, 2, 3, 4, 5]}
    >>> rule = Rule.array(colours=2, count=[near])
    >>> from gfkit.core.algebra import RationalGF
    >>> from gfkit.core.engine.strip.automaton import determinant_gf
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
        if len(states) > tuning.THEOREMS.letter_states:
            raise LimitError(
                f"deriving {words.name} on 'complete:n': its neighbour counts need more than"
                f" {tuning.THEOREMS.letter_states} states; allow smaller numbers, or count single boards"
            )
    final: Weighted = {
        n: {(0, 0): 1}
        for n, state in enumerate(states)
        if _is_allowed(asked, state) and words.holds(state[2])
    }
    return minimise(Automaton({0: {(0, 0): 1}}, tuple(edges), final))


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
