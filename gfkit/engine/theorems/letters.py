"""Words of which only the numbers of letters matter, as automata: the laws of rules on complete graphs."""

from __future__ import annotations

from gfkit.engine import tuning
from gfkit.engine.strip.automaton import Automaton, Weighted, minimise
from gfkit.errors import LimitError
from gfkit.rules.kinds.theorems import AskedNumber, LetterCounts
from gfkit.typing import Weights, exponents_for

_State = tuple[tuple[bool, ...], tuple[int, ...], tuple[int, ...]]
"""Which of the letters that ask have occurred, how many cells each asks about, and how many of each."""


def letters_automaton(words: LetterCounts, weights: Weights) -> Automaton:
    """The automaton that reads the letters of words: a(n) = start A^n final for every n >= 0.

    A word of n letters is as asked just when for each asked number either its letter does not occur, or the
    number of letters in ``of`` is one of the numbers. The state is which of these letters have occurred and
    the numbers of letters; numbers only grow, so those beyond the largest that is allowed are one. Where the
    rest is asked of the number of every letter, those from ``bound`` on are alike: a letter that occurs so
    often beside a cell may occur once more. Hence the ordinary generating function is rational.

    Cost: letters times states, at most 2^k times the product of the largest numbers + 2 for k asked numbers,
    times (bound + 2)^letters where there is a bound.
    Fails with LimitError beyond 20,000 states, or where more than 400 are left after merging.

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
        for letter, mark in zip(words.letters, marks, strict=True):
            read = _after_letter(asked, caps, state, letter)
            if read is None:
                continue
            numbers = zip(state[2], words.letters, strict=bool(bound))
            after = *read, tuple(min(bound + 1, old + (own == letter)) for old, own in numbers)
            if after not in number:
                number[after] = len(states)
                states.append(after)
            terms = row.setdefault(number[after], {})
            terms[mark] = terms.get(mark, 0) + 1
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
    """The state after one more letter; None where it can no longer be made good."""
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
        f"deriving {words.name} on 'complete:n': its numbers of cells make {states} states, and up to"
        f" {tuning.STRIP.determinant_states} can be done; allow smaller numbers, or count single boards"
    )
