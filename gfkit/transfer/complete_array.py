"""Local-rule arrays on complete graphs: words in which only the numbers of each letter matter."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import LimitError
from gfkit.games.rule import ArrayRule
from gfkit.transfer.machine.slot import exponents_for
from gfkit.transfer.strip.automaton import MOST_STATES, Automaton, Weighted, minimised
from gfkit.typing import Weights

_MOST_FOUND = 20_000
_State = tuple[tuple[bool, ...], tuple[int, ...]]
"""Which of the colours that ask something have occurred, and how many cells each asks about."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One count: a cell of the colour wants the cells with a colour in ``of``, itself too, to be so many."""

    colour: int
    of: frozenset[int]
    numbers: frozenset[int]


def complete_automaton(rule: ArrayRule, weights: Weights) -> Automaton:
    """The automaton of a rule without windows on complete graphs: a(n) = start A^n final for every n >= 0.

    On the complete graph with n cells the neighbours of a cell are all others. So a colouring, read as a word
    of n letters, is allowed just when for each count either its ``cell`` does not occur, or the number of
    letters in ``of``, less one where ``cell`` is in ``of`` itself, is in ``allowed``. The state is which of
    these cells have occurred and the numbers of letters; numbers only grow, so those beyond the largest
    that is allowed are one. Hence the ordinary generating function is rational.

    Cost: letters times states, at most 2^k times the product of the largest numbers + 2 for k counts.
    Fails with LimitError beyond 20,000 states, or where more than 400 are left after merging.

    >>> from gfkit.games.rule import NeighbourCount
    >>> dominates = NeighbourCount(cell=0, neighbours=(), of=frozenset([1]), allowed=frozenset(range(1, 9)))
    >>> rule = ArrayRule("dominating sets of up to 8", 2, ((0, 0), (0, 0)), counts=(dominates,))
    >>> [sum(terms.values()) for terms in complete_automaton(rule, Weights.NONE).terms(6)]
    [1, 1, 3, 7, 15, 31]
    """
    asked = tuple(
        _Asked(count.cell, count.of, frozenset(number + (count.cell in count.of) for number in count.allowed))
        for count in rule.counts
    )
    caps = tuple(1 + max(one.numbers, default=-1) for one in asked)
    marks = [exponents_for(exponents, weights) for exponents in rule.weights]
    begin: _State = ((False,) * len(asked), (0,) * len(asked))
    number: dict[_State, int] = {begin: 0}
    found = [begin]
    edges: list[Weighted] = []
    for state in found:
        row: Weighted = {}
        for colour, mark in enumerate(marks):
            after = _read(asked, caps, state, colour)
            if after is None:
                continue
            if after not in number:
                number[after] = len(found)
                found.append(after)
            terms = row.setdefault(number[after], {})
            terms[mark] = terms.get(mark, 0) + 1
        edges.append(row)
        if len(found) > _MOST_FOUND:
            raise _too_many(rule, f"more than {_MOST_FOUND}")
    final: Weighted = {n: {(0, 0): 1} for n, state in enumerate(found) if _allowed(asked, state)}
    machine = minimised(Automaton({0: {(0, 0): 1}}, tuple(edges), final))
    if machine.states > MOST_STATES:
        raise _too_many(rule, str(machine.states))
    return machine


def _read(asked: tuple[_Asked, ...], caps: tuple[int, ...], state: _State, colour: int) -> _State | None:
    """The state after one more letter; None where it can no longer be made good."""
    occurred = tuple(was or one.colour == colour for was, one in zip(state[0], asked, strict=True))
    sums = tuple(
        min(cap, number + (colour in one.of)) for number, one, cap in zip(state[1], asked, caps, strict=True)
    )
    if any(here and number == cap for here, number, cap in zip(occurred, sums, caps, strict=True)):
        return None
    return occurred, sums


def _allowed(asked: tuple[_Asked, ...], state: _State) -> bool:
    return all(not here or number in one.numbers for here, number, one in zip(*state, asked, strict=True))


def _too_many(rule: ArrayRule, states: str) -> LimitError:
    return LimitError(
        f"deriving {rule.name} on 'complete:n': its numbers of cells make {states} states, and up to"
        f" {MOST_STATES} can be done; allow smaller numbers, or count single boards"
    )
