"""Conditions on whole lines of an array: automata that read rows, columns and diagonals.

A pattern consists of values, ``.`` for any value, ``[01]`` and ``[^01]`` for sets of values, and the
operators ``( ) |`` and ``* + ?``. It is parsed to a term: a sequence of parts, each of which is a set of
values, a choice between terms, or a repeated term. The states are the sets of remaining terms after some
values (partial derivatives of Antimirov, of which there are finitely many). A condition given by transitions
has the states ``s``. A condition on pairs of neighbours (a, b) and (c, d), which must hold for any two pairs
of a line and for each pair with itself, has as states the last value and the pairs compatible with all
earlier pairs. States that accept the same words are merged, and states without an accepted continuation are
removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from gfkit.proofs.checker.boards import Builder, CellBoard
from gfkit.proofs.checker.linked import DROP, JOIN, TAKE, WordAutomaton
from gfkit.proofs.checker.predicates import meaning_of
from gfkit.proofs.checker.reading import INTS, UndecidedError, must_fit, need

ALONG = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
LINE_STATES = 2000
_WORDS = [{*ALONG}]
_STEPS: dict[str, object] = {"along": _WORDS, "start": INTS, "next": str}
LINE_SHAPES: tuple[object, ...] = (
    {"along": _WORDS, "match": str},
    {"along": _WORDS, "pairs": str},
    *(_STEPS | dict.fromkeys(more, str) for more in ((), ("require",), ("accept",), ("require", "accept"))),
)
Term = tuple[Any, ...]
Automaton = tuple[tuple[tuple[int, ...], ...], frozenset[int]]
"""Automaton: transitions from each state by symbol (-1 if there is none), starting in state 0; and the
accepting states.
"""
_State = TypeVar("_State", bound=Hashable)


def line_automaton(condition: dict[str, Any], values: Sequence[int]) -> Automaton:
    """Return the automaton of a condition on lines of the given values."""
    if "order" in condition:
        raise UndecidedError("lexicographic orders of lines are not supported")
    must_fit(condition, LINE_SHAPES, "rule.conditions")
    if "match" in condition:
        start = frozenset({_Pattern(condition["match"], values).term})
        return _explored(start, values, _after_value, lambda terms: any(map(_is_nullable, terms)))
    if "pairs" in condition:
        return _of_pairs(condition["pairs"], values)
    step, may, ends = (
        meaning_of(condition[key]) if key in condition else None for key in ("next", "require", "accept")
    )

    def after(s: int, x: int) -> int | None:
        names = {"s": s, "x": x}
        return int(step(names)) if step and (may is None or may(names)) else None  # type: ignore[arg-type]

    return _explored(condition["start"], values, after, lambda s: ends is None or bool(ends({"s": s})))


def _of_pairs(text: str, values: Sequence[int]) -> Automaton:
    says = meaning_of(text)

    def go(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return all(says(dict(zip("abcd", (*p, *q), strict=True))) for p, q in ((one, other), (other, one)))

    pairs = [(a, b) for a in values for b in values]
    goes = {pair: frozenset(other for other in pairs if go(pair, other)) for pair in pairs}
    start = (None, frozenset(pair for pair in pairs if pair in goes[pair]))

    def after(state: tuple[Any, frozenset[Any]], value: int) -> tuple[Any, frozenset[Any]] | None:
        last, left = state
        if last is None:
            return value, left
        return (value, left & goes[last, value]) if (last, value) in left else None

    return _explored(start, values, after, lambda _: True)


def _explored(
    start: _State, values: Iterable[int], after: Callable[[_State, int], _State | None],
    accepts: Callable[[_State], bool],
) -> Automaton:  # fmt: skip
    """Return the minimal automaton whose states are reachable from the given one."""
    names, todo, letters = {start: 0}, [start], [*values]
    rows: list[list[int]] = []
    for state in todo:
        found = [after(state, value) for value in letters]
        for one in found:
            if one is not None and one not in names:
                names[one] = len(names)
                todo.append(one)
        if len(names) > LINE_STATES:
            raise UndecidedError(f"a condition on lines has more than {LINE_STATES} states")
        rows.append([-1 if one is None else names[one] for one in found])
    parts = [int(accepts(state)) for state in todo]
    while True:  # states are distinguished by their successors
        keys = [
            (part, *(parts[k] if k >= 0 else 0 for k in row)) for part, row in zip(parts, rows, strict=True)
        ]
        numbered = {key: k for k, key in enumerate(dict.fromkeys(keys), 2)}
        numbered |= {key: 0 for key in numbered if not any(key)}  # no continuation is accepted
        if len({*numbered.values()} | {0}) == len({*parts} | {0}):
            break
        parts = [numbered[key] for key in keys]
    order = {part: k for k, part in enumerate(part for part in dict.fromkeys([parts[0], *parts]) if part)}
    made = {
        order[part]: tuple(order.get(parts[k], -1) if k >= 0 else -1 for k in row)
        for part, row in zip(parts, rows, strict=True)
        if part
    }
    accepted = frozenset(order[parts[k]] for k, state in enumerate(todo) if accepts(state))
    return (tuple(made[k] for k in sorted(made)) or ((-1,) * len(letters),)), accepted


def reversed_automaton(steps: Sequence[Sequence[int]], accepted: frozenset[int]) -> Automaton:
    """Return the automaton of the reversed lines."""

    def after(states: frozenset[int], symbol: int) -> frozenset[int]:
        return frozenset(k for k, row in enumerate(steps) if row[symbol] in states)

    return _explored(accepted, range(len(steps[0])), after, lambda states: 0 in states)


# Patterns ---------------------------------------------------------------------------------------------------


class _Pattern:
    """Syntax tree of a pattern for lines of an array."""

    def __init__(self, text: str, values: Sequence[int]) -> None:
        self.values = values
        number = "-?[0-9]+" if " " in text.strip() else "-?[0-9]"
        self.tokens = re.findall(rf"[()|*+?.\[\]^]|{number}", text)
        need(
            re.fullmatch(rf"(?:[()|*+?.\[\]^ ]|{number})*", text) and len(text) <= 1000,
            "match: expected a pattern",
        )
        self.term = self._either()
        need(not self.tokens, "match: unmatched closing bracket")

    def _skip(self, *marks: str) -> str:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in marks else ""

    def _either(self) -> Term:
        rows = [self._row()]
        while self._skip("|"):
            rows.append(self._row())
        return (("or", *rows),)

    def _row(self) -> Term:
        parts: Term = ()
        while self.tokens and self.tokens[0] not in "|)":
            part = self._atom()
            while mark := self._skip("*", "+", "?"):
                part = (("or", part, ()),) if mark == "?" else (*part * (mark == "+"), ("any", part))
            parts += part
        return parts

    def _atom(self) -> Term:
        if self._skip("("):
            part = self._either()
            need(self._skip(")"), "match: unmatched opening bracket")
            return part
        if self._skip("."):
            return (frozenset(self.values),)
        if not self._skip("["):
            return (frozenset({self._value()}),)
        is_without, some = self._skip("^"), set[int]()
        while not self._skip("]"):
            some.add(self._value())
        return (frozenset(self.values) - some if is_without else frozenset(some),)

    def _value(self) -> int:
        token = self.tokens.pop(0) if self.tokens else ""
        need(token.lstrip("-").isdigit() and int(token) in self.values, "match: unknown value")
        return int(token)


def _is_nullable(term: Term) -> bool:
    return all(
        not isinstance(part, frozenset) and (part[0] == "any" or any(map(_is_nullable, part[1:])))
        for part in term
    )


def _left(term: Term, value: int) -> Iterable[Term]:
    """Yield the possible remainders of a term after reading a value."""
    if not term:
        return
    part, rest = term[0], term[1:]
    if isinstance(part, frozenset):
        yield from [rest] * (value in part)
    elif part[0] == "or":
        for one in part[1:]:
            yield from _left(one + rest, value)
    else:
        yield from ((*one, *term) for one in _left(part[1], value))
        yield from _left(rest, value)


def _after_value(terms: frozenset[Term], value: int) -> frozenset[Term]:
    return frozenset(left for term in terms for left in _left(term, value))


# Boards -----------------------------------------------------------------------------------------------------


def cells_along(board: CellBoard, word: str) -> Iterable[list[int]]:
    """Yield the lines of a board in a direction, which end at the border and at holes; without columns each
    row is empty, and vice versa.
    """
    down, right = ALONG[word]
    if board.rows * board.cols == 0:
        yield from [[]] * {"rows": board.rows, "columns": board.cols}.get(word, 0)
    for cell in range(board.size):
        if board.beside(cell, -down, -right) is None:
            line = [cell]
            while (after := board.beside(line[-1], down, right)) is not None:
                line.append(after)
            yield line


def lay_lines(builder: Builder, read: Automaton, lines: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Let an automaton read each of the given lines, which are lists of cells with the numbers of their
    variables. An empty line is violated unless the initial state is accepting.
    """
    if [] in lines and 0 not in read[1]:
        builder.table((), lambda _: False)
    whole = builder.whole(WordAutomaton(*read))
    at: list[list[tuple[int, int, int]]] = [[] for _ in range(builder.board.size)]
    for number, line in enumerate(lines):
        for k, (cell, slot) in enumerate(line):
            at[cell].append((number, k, slot))
    begun: list[int] = []
    for cell, here in enumerate(at):
        for number, k, slot in sorted(here, key=lambda one: begun.index(one[0]) if one[1] else -1):
            if k:
                builder.op(cell, whole, JOIN, begun.index(number), slot)
            else:
                builder.op(cell, whole, TAKE, slot)
                begun.append(number)
            if k + 1 == len(lines[number]):
                builder.op(cell, whole, DROP, begun.index(number))
                begun.remove(number)
