"""Automata that read the lines of an array: regular expressions over the values, or states and steps.

A pattern is made of values, ``.`` for any, ``[01]`` and ``[^01]`` for some, ``( ) |`` and ``* + ?``. It
becomes an automaton by its positions (Glushkov): a state is the set of values of the pattern that may have
been the last one read. Steps are expressions in the state ``s`` and the value ``x``; the states are those
that are reached from the first. Either way the automaton is made minimal (Moore), and states from which
nothing can be accepted are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gfkit.errors import LimitError, RuleError, deepest, one_line
from gfkit.games.expression import value_of_text
from gfkit.games.rule import Cell

MOST_STATES = 500
MOST_BRACKETS = 50
"""Of a pattern, each within the one before."""
_TOKENS = {spaced: re.compile(rf"[()|*+?.\[\]^]|-?[0-9]{'+' * spaced}| +") for spaced in (False, True)}
"""Marks and values; only where spaces divide them has a value more than one digit."""


@dataclass(frozen=True, slots=True)
class LineRule:
    """An automaton along lines: a pattern that every line matches, or states ``s`` with steps."""

    along: tuple[str, ...]
    """Any of rows, columns, diagonals, antidiagonals."""
    match: str = ""
    start: int = 0
    next: str = ""
    require: str = ""
    """What must hold of the state and the value that is read; empty for nothing."""
    accept: str = ""
    """What must hold of the state at the end; empty for nothing."""
    order: str = ""
    """In place of all this: how every row or column compares with the next one, as words."""
    backwards: bool = False
    """Whether these words are read from their ends."""

    @property
    def text(self) -> str:
        """The condition in words."""
        if self.order:
            return f"the words, read {'backwards' if self.backwards else 'forwards'}, are {self.order}"
        if self.match:
            return f"the values match {self.match}"
        clauses = [f"from s = {self.start} on a value x leads to s = {self.next}"]
        clauses += [f"where {self.require} holds"] * bool(self.require)
        return ", ".join(clauses + [f"and at the end {self.accept} holds"] * bool(self.accept))


LINES: dict[str, Cell] = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
"""The directions that lines are read in."""


@dataclass(frozen=True, slots=True)
class LineAutomaton:
    """``steps[state][colour]`` is the next state, -1 for none; it begins in state 0."""

    steps: tuple[tuple[int, ...], ...]
    accepted: frozenset[int]

    def reversed(self) -> LineAutomaton:
        """The automaton that reads lines from the other end."""
        colours = range(len(self.steps[0]))
        names: dict[frozenset[int], int] = {self.accepted: 0}
        todo, steps = [self.accepted], []
        for state in todo:
            row = []
            for colour in colours:
                before = frozenset(s for s, after in enumerate(self.steps) if after[colour] in state)
                if before not in names:
                    names[before] = len(names)
                    todo.append(before)
                    _refuse_many(len(names))
                row.append(names[before])
            steps.append(tuple(row))
        return _least(steps, {number for state, number in names.items() if 0 in state})


@lru_cache(maxsize=200)
def automaton_of(line: LineRule, values: tuple[int, ...]) -> LineAutomaton:
    """The least automaton of a condition on lines; errors name what is wrong with it."""
    return _of_pattern(line.match, values) if line.match else _of_steps(line, values)


ORDERS = {"nondecreasing": (-1, 0), "increasing": (-1,), "nonincreasing": (0, 1), "decreasing": (1,)}
"""How a word may compare with the next one: below it (-1), equal, above."""


@lru_cache(maxsize=200)
def order_automaton(order: str, colours: int, most_first: bool, swapped: bool) -> LineAutomaton:
    """Two words read in turn, a pair after the other: the pair that counts most first, or last.

    ``swapped``: of every pair the letter of the second word comes first.
    """
    begun, steps = {(0, -1): 0}, []
    todo = list(begun)
    for compared, known in todo:
        row = []
        for colour in range(colours):
            after = (compared, colour)
            if known >= 0:
                here = (known > colour) - (known < colour)
                here = -here if swapped else here
                after = (compared or here if most_first else here or compared, -1)
            if after not in begun:
                begun[after] = len(begun)
                todo.append(after)
            row.append(begun[after])
        steps.append(tuple(row))
    ended = {number: compared for (compared, known), number in begun.items() if known < 0}
    return _least(steps, {number for number, compared in ended.items() if compared in ORDERS[order]})


def _of_steps(line: LineRule, values: tuple[int, ...]) -> LineAutomaton:
    names, todo = {line.start: 0}, [line.start]
    steps: list[tuple[int, ...]] = []
    for state in todo:
        row = []
        for x in values:
            if line.require and not value_of_text(line.require, {"s": state, "x": x}):
                row.append(-1)
                continue
            after = value_of_text(line.next, {"s": state, "x": x})
            if after not in names:
                names[after] = len(names)
                todo.append(after)
                _refuse_many(len(names))
            row.append(names[after])
        steps.append(tuple(row))
    accepted = {
        number for s, number in names.items() if not line.accept or value_of_text(line.accept, {"s": s})
    }
    return _least(steps, accepted)


def _refuse_many(states: int) -> None:
    if states > MOST_STATES:
        raise LimitError(f"a condition on lines has more than {MOST_STATES} states; take fewer")


def _least(steps: Sequence[Sequence[int]], accepted: set[int]) -> LineAutomaton:
    """States with the same future merged, those without one left out; the first stays the first."""
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


def _of_pattern(pattern: str, values: tuple[int, ...]) -> LineAutomaton:
    reader = _Pattern(pattern, values)
    first, last, empty = reader.whole()
    names: dict[frozenset[int], int] = {}
    start = frozenset({-1})
    names[start] = 0
    todo, steps = [start], []
    for state in todo:
        row = []
        for value in values:
            reached = frozenset(
                place
                for here in state
                for place in (first if here < 0 else reader.follows[here])
                if value in reader.meant[place]
            )
            if reached not in names:
                names[reached] = len(names)
                todo.append(reached)
                _refuse_many(len(names))
            row.append(names[reached])
        steps.append(tuple(row))
    accepted = {number for state, number in names.items() if state & last or (empty and -1 in state)}
    return _least(steps, accepted)


_Part = tuple[frozenset[int], frozenset[int], bool]
"""Places that may come first and last, and whether nothing will do."""


class _Pattern:
    """Reads a pattern; every value in it has a place, and knows which places may follow."""

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
                raise self._wrong(f"the character {text[at]!r} means nothing here")
            self.tokens += [token[0]] * bool(token[0].strip())
            at = token.end()
        self.at = 0
        if deepest(self.tokens, "(", ")") > MOST_BRACKETS:
            raise RuleError(
                f"match {one_line(text)!r}: more than {MOST_BRACKETS} brackets lie within each other; write"
                " fewer"
            )

    def _wrong(self, why: str) -> RuleError:
        return RuleError(f"match {self.text!r}: {why}; known are values, . [01] [^01] ( ) | * + ?")

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def whole(self) -> _Part:
        part = self._either()
        if self._next():
            raise self._wrong(f"{self._next()!r} is not expected")
        return part

    def _either(self) -> _Part:
        first, last, empty = self._row()
        while self._next() == "|":
            self.at += 1
            others = self._row()
            first, last, empty = first | others[0], last | others[1], empty or others[2]
        return first, last, empty

    def _row(self) -> _Part:
        first, last, empty = frozenset[int](), frozenset[int](), True
        while self._next() not in ("", "|", ")"):
            part = self._repetition()
            for place in last:
                self.follows[place] |= part[0]
            first = first | part[0] if empty else first
            last = last | part[1] if part[2] else part[1]
            empty = empty and part[2]
        return first, last, empty

    def _repetition(self) -> _Part:
        first, last, empty = self._atom()
        while self._next() and self._next() in "*+?":
            mark = self._next()
            self.at += 1
            if mark != "?":
                for place in last:
                    self.follows[place] |= first
            empty = empty or mark != "+"
        return first, last, empty

    def _atom(self) -> _Part:
        token = self._next()
        self.at += 1
        if token == "(":
            part = self._either()
            if self._next() != ")":
                raise self._wrong("a bracket is not closed")
            self.at += 1
            return part
        if token == ".":
            return self._place(frozenset(self.values))
        if token == "[":
            without = self._next() == "^"
            self.at += without
            some = set()
            while self._next() not in ("", "]"):
                some.add(self._value(self._next()))
                self.at += 1
            if not self._next():
                raise self._wrong("a bracket is not closed")
            self.at += 1
            return self._place(frozenset(set(self.values) - some if without else some))
        return self._place(frozenset({self._value(token)}))

    def _value(self, token: str) -> int:
        if not token.lstrip("-").isdigit() or int(token) not in self.values:
            raise self._wrong(f"{token!r} is no value")
        return int(token)

    def _place(self, meant: frozenset[int]) -> _Part:
        self.meant.append(meant)
        self.follows.append(set())
        place = frozenset({len(self.meant) - 1})
        return place, place, False
