"""Automata that constrain the lines of an array: regular expressions over the values, or states and
transitions.

A pattern consists of values, ``.`` for any value, ``[01]`` and ``[^01]`` for sets of values, ``( ) |`` and
``* + ?``. It is converted to an automaton by Glushkov's construction: a state is the set of positions in the
pattern that may have been read last. Transitions are expressions in the state ``s`` and the value ``x``; the
states are the states reachable from the first. For a predicate on any two pairs of neighbouring values, at
any positions of the line, a state consists of the last value and the set of pairs that are compatible with
all pairs read so far. Each automaton is minimised (Moore), and states from which no accepting state is
reachable are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, RuleError, deepest, one_line
from gfkit.core.rules.expression import no_kinds, truths, value_of_text
from gfkit.core.rules.values import Cell, Predicate, Spots

MOST_STATES = 2000
PAIRS: Spots = (("a", 0), ("b", 1), ("c", 2), ("d", 3))
MOST_BRACKETS = 50
"""Maximum nesting depth of a pattern."""
_TOKENS = {spaced: re.compile(rf"[()|*+?.\[\]^]|-?[0-9]{'+' * spaced}| +") for spaced in (False, True)}
"""Pattern of a token: an operator or a value. A value may have several digits only if tokens are separated by
spaces.
"""


@dataclass(frozen=True, slots=True)
class LineRule:
    """Constraint on lines: a pattern that every line matches, or an automaton with states ``s``."""

    along: tuple[str, ...]
    """Directions: any of rows, columns, diagonals, antidiagonals."""
    match: str = ""
    start: int = 0
    next: str = ""
    require: str = ""
    """Predicate on the state s and the next value x, or ""."""
    accept: str = ""
    """Predicate on the final state, or ""."""
    order: str = ""
    """Required lexicographic order of every row or column and the next one, or ""; excludes the fields
    above.
    """
    backwards: bool = False
    """True if rows or columns are compared from their last cell to their first."""
    pairs: str = ""
    """Predicate on any two pairs of neighbours (a, b) and (c, d), including equal pairs, or ""; excludes the
    other fields.
    """

    @property
    def text(self) -> str:
        """Description of the constraint in English."""
        if self.order:
            return f"the words, read {'backwards' if self.backwards else 'forwards'}, are {self.order}"
        if self.match:
            return f"the values match {self.match}"
        if self.pairs:
            return f"any two pairs of neighbours (a, b) and (c, d) have {self.pairs}"
        clauses = [f"from s = {self.start} on a value x leads to s = {self.next}"]
        clauses += [f"where {self.require} holds"] * bool(self.require)
        return ", ".join(clauses + [f"and at the end {self.accept} holds"] * bool(self.accept))


LINES: dict[str, Cell] = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
"""Step from one cell to the next, for each direction."""


@dataclass(frozen=True, slots=True)
class LineAutomaton:
    """Automaton: ``steps[state][colour]`` is the next state, or -1 to reject; the initial state is 0."""

    steps: tuple[tuple[int, ...], ...]
    accepted: frozenset[int]

    def reversal(self) -> LineAutomaton:
        """Return the automaton that reads lines in reverse."""

        def before(state: frozenset[int], colour: int) -> frozenset[int]:
            return frozenset(s for s, after in enumerate(self.steps) if after[colour] in state)

        names, steps = _explore_states(self.accepted, range(len(self.steps[0])), before)
        return _minimise(steps, {number for state, number in names.items() if 0 in state})


_State = TypeVar("_State", bound=Hashable)


def _explore_states(
    start: _State, letters: Iterable[int], step: Callable[[_State, int], _State | None]
) -> tuple[dict[_State, int], list[list[int]]]:
    """Return the numbers of the reachable states, and their transitions by symbol, with -1 to reject."""
    names, todo = {start: 0}, [start]
    steps: list[list[int]] = []
    for state in todo:
        steps.append([])
        for letter in letters:
            after = step(state, letter)
            if after is not None and after not in names:
                names[after] = len(names)
                todo.append(after)
                if len(names) > MOST_STATES:
                    raise LimitError(f"a constraint on lines has more than {MOST_STATES} states")
            steps[-1].append(-1 if after is None else names[after])
    return names, steps


@lru_cache(maxsize=200)
def automaton_of(line: LineRule, values: tuple[int, ...]) -> LineAutomaton:
    """Return the minimal automaton of a constraint on lines; error messages name the invalid part."""
    if line.pairs:
        return _build_from_pairs(line.pairs, values)
    return _build_from_pattern(line.match, values) if line.match else _build_from_steps(line, values)


ORDERS: dict[str, tuple[int, ...]] = {
    "nondecreasing": (-1, 0),
    "increasing": (-1,),
    "nonincreasing": (0, 1),
    "decreasing": (1,),
}
"""For each order, the admissible results of comparing a word with the next: -1 (less), 0 (equal), 1
(greater).
"""


@lru_cache(maxsize=200)
def order_automaton(order: str, colours: int) -> LineAutomaton:
    """Return the minimal automaton that compares a word with the next one, reading their symbols
    alternately.
    """

    def after(state: tuple[int, int], colour: int) -> tuple[int, int]:
        compared, known = state
        if known < 0:
            return compared, colour
        return compared or (known > colour) - (known < colour), -1

    names, steps = _explore_states((0, -1), range(colours), after)
    ended = {number: compared for (compared, known), number in names.items() if known < 0}
    return _minimise(steps, {number for number, compared in ended.items() if compared in ORDERS[order]})


def _build_from_steps(line: LineRule, values: tuple[int, ...]) -> LineAutomaton:
    def after(s: int, x: int) -> int | None:
        if line.require and not value_of_text(line.require, {"s": s, "x": x}):
            return None
        return value_of_text(line.next, {"s": s, "x": x})

    names, steps = _explore_states(line.start, values, after)
    accepted = {
        number for s, number in names.items() if not line.accept or value_of_text(line.accept, {"s": s})
    }
    return _minimise(steps, accepted)


def _build_from_pairs(text: str, values: tuple[int, ...]) -> LineAutomaton:
    """Return the automaton whose states are the last value with the pairs compatible with all pairs so
    far.
    """
    size = len(values)
    table = truths(Predicate(text), PAIRS, values, no_kinds(4, values))
    pairs = range(size * size)
    rows = [table[len(pairs) * pair : len(pairs) * (pair + 1)] for pair in pairs]
    alone = [pair for pair in pairs if rows[pair][pair]]
    goes = [sum(1 << b for b in alone if rows[a][b] and rows[b][a]) for a in pairs]

    def after(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        last, left = state
        if last < 0:
            return value, left
        pair = last * size + value
        return (value, left & goes[pair]) if left >> pair & 1 else None

    every = sum(1 << pair for pair in alone)
    names, steps = _explore_states((-1, every), range(size), after)
    return _minimise(steps, {*names.values()})


def _minimise(steps: Sequence[Sequence[int]], accepted: set[int]) -> LineAutomaton:
    """Merge equivalent states and omit states that cannot accept; the initial state remains the first."""
    alive, before = set(accepted), -1
    while len(alive) > before:
        before = len(alive)
        alive |= {s for s, row in enumerate(steps) if alive & set(row)}
    rows = [[to if to in alive else -1 for to in row] for row in steps]
    parts = [int(s in accepted) for s in range(len(rows))]
    while True:
        named: dict[tuple[int, ...], int] = {}
        keys = [(parts[s], *(-1 if to < 0 else parts[to] for to in row)) for s, row in enumerate(rows)]
        after = [named.setdefault(key, len(named)) for key in keys]
        if len(named) == len(set(parts)):
            break
        parts = after
    order = {part: number for number, part in enumerate(dict.fromkeys(parts))}
    row_of: dict[int, tuple[int, ...]] = {}
    for s, row in enumerate(rows):
        row_of.setdefault(order[parts[s]], tuple(-1 if to < 0 else order[parts[to]] for to in row))
    kept = frozenset(order[parts[s]] for s in accepted)
    return LineAutomaton(tuple(row_of[number] for number in range(len(row_of))), kept)


# Patterns.


def _build_from_pattern(pattern: str, values: tuple[int, ...]) -> LineAutomaton:
    reader = _Pattern(pattern, values)
    first, last, empty = reader.whole()

    def after(state: frozenset[int], value: int) -> frozenset[int]:
        places = (place for here in state for place in (first if here < 0 else reader.follows[here]))
        return frozenset(place for place in places if value in reader.meant[place])

    names, steps = _explore_states(frozenset({-1}), values, after)
    return _minimise(
        steps, {number for state, number in names.items() if state & last or (empty and -1 in state)}
    )


_Part = tuple[frozenset[int], frozenset[int], bool]
"""Positions that may be first and last, and True if the empty word matches."""


class _Pattern:
    """Parser of a pattern; it records each symbol as a position, and the positions that may follow each
    position.
    """

    def __init__(self, text: str, values: Sequence[int]) -> None:
        self.text, self.values = text, values
        self.meant: list[frozenset[int]] = []
        self.follows: list[set[int]] = []
        self.tokens: list[str] = []
        spaced = " " in text.strip()
        at = 0
        while at < len(text):
            token = _TOKENS[spaced].match(text, at)
            if token is None:
                raise self._pattern_error(f"unexpected character {text[at]!r}")
            self.tokens += [token[0]] * bool(token[0].strip())
            at = token.end()
        self.at = 0
        if deepest(self.tokens, "(", ")") > MOST_BRACKETS:
            raise RuleError(
                f"match {one_line(text)!r}: brackets are nested more than {MOST_BRACKETS} levels deep; use"
                " fewer"
            )

    def _pattern_error(self, why: str) -> RuleError:
        return RuleError(f"match {self.text!r}: {why}; allowed are values, . [01] [^01] ( ) | * + ?")

    def _peek_token(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _skip(self, mark: str) -> bool:
        """Consume the next token if it is ``mark``, and return True if it was consumed."""
        is_there = self._peek_token() == mark
        self.at += is_there
        return is_there

    def _close(self, mark: str) -> None:
        if not self._skip(mark):
            raise self._pattern_error("a bracket is not closed")

    def whole(self) -> _Part:
        part = self._parse_alternatives()
        if self._peek_token():
            raise self._pattern_error(f"unexpected {self._peek_token()!r}")
        return part

    def _parse_alternatives(self) -> _Part:
        first, last, empty = self._parse_sequence()
        while self._skip("|"):
            others = self._parse_sequence()
            first, last, empty = first | others[0], last | others[1], empty or others[2]
        return first, last, empty

    def _parse_sequence(self) -> _Part:
        first, last, empty = frozenset[int](), frozenset[int](), True
        while self._peek_token() not in ("", "|", ")"):
            part = self._parse_repetition()
            self._follow(last, part[0])
            first = first | part[0] if empty else first
            last = last | part[1] if part[2] else part[1]
            empty = empty and part[2]
        return first, last, empty

    def _parse_repetition(self) -> _Part:
        first, last, empty = self._parse_atom()
        while mark := next(filter(self._skip, "*+?"), ""):
            if mark != "?":
                self._follow(last, first)
            empty = empty or mark != "+"
        return first, last, empty

    def _follow(self, places: frozenset[int], after: frozenset[int]) -> None:
        """Record that the positions ``after`` may follow the given positions."""
        for place in places:
            self.follows[place] |= after

    def _parse_atom(self) -> _Part:
        if self._skip("("):
            part = self._parse_alternatives()
            self._close(")")
            return part
        if self._skip("."):
            return self._place(frozenset(self.values))
        if not self._skip("["):
            return self._place(frozenset({self._parse_value()}))
        is_without, some = self._skip("^"), set()
        while self._peek_token() not in ("", "]"):
            some.add(self._parse_value())
        self._close("]")
        return self._place(frozenset(set(self.values) - some if is_without else some))

    def _parse_value(self) -> int:
        token = self._peek_token()
        if not token.lstrip("-").isdigit() or int(token) not in self.values:
            raise self._pattern_error(f"{token!r} is not a value of the rule")
        self.at += 1
        return int(token)

    def _place(self, meant: frozenset[int]) -> _Part:
        self.meant.append(meant)
        self.follows.append(set())
        place = frozenset({len(self.meant) - 1})
        return place, place, False
