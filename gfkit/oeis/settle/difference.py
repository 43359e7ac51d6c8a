"""Work out why terms differ from the counts of a name: the entry is wrong, the name was misread, or neither.

The finding is ``wrong`` only if all of the following conditions are satisfied at the first n that differs:

1. brute force lists the board, and an engine that shares no code with it yields the same number;
2. the formula of the family, if there is one, also yields this number;
3. at least three terms before n agree, and at least two different ones of them have two digits and belong to
   boards that are large enough for every condition of the rule, and on which something is excluded;
4. the terms from the second, third or fourth one on do not all agree: small boards have conventions;
5. no shift of the index explains all terms, nor does a constant factor, a factor n or 1/n, or a constant;
6. no near variant of the rule yields the terms up to n, as far as it can be counted, also up to such a factor
   or constant: other positions, symmetries, edges, numbers of colours, exchanged sides, one condition less;
7. the name has one reading, without a note on ambiguous words.

The finding is ``misread`` if a shift, a factor or a variant yields every term that can be counted in time, at
least four different ones with two digits, and the term at n. It is ``undecided`` in all other cases.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from gfkit.algebra import Count
from gfkit.algebra.number import whole_text
from gfkit.deferred import dataclass, replace
from gfkit.engine.count import count
from gfkit.engine.strip.strip import idle
from gfkit.errors import GfkitError, LimitError, SelfCheckError
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.table import number_of_fillings, says_something
from gfkit.oeis.settle.records import Finding, NamedTerms
from gfkit.oracle import brute_force
from gfkit.rules import Question
from gfkit.typing import Positions, UpTo

if TYPE_CHECKING:
    from gfkit.oeis.reading import NameReading

_MOST_FILLINGS, _MOST_STEPS = 10_000_000, 500_000
"""Limits for listing the board of the first difference: assignments of arrays, and steps for other rules.
It takes about ten seconds.
"""
_LEAST, _LEAST_AGREEING, _TWO_DIGITS = 4, 3, 10
_SHIFTS = range(-12, 13)
_CONVENTIONS = range(1, 4)
"""Numbers of initial terms that may follow a convention of the entry."""
_SECONDS, _SECONDS_OF_VARIANT = 5.0, 1.0
"""CPU seconds for counting variants: for all of them, and for the later terms of one."""
_COUNTED_FIRST = 5
_EDGES = ("", "cylinder", "torus")
_FACTORS: tuple[tuple[str, Callable[[int], Fraction]], ...] = (
    ("", lambda _: Fraction(1)),
    (" times n", Fraction),
    (" divided by n", lambda n: Fraction(1, n) if n else Fraction(0)),
)

Pair = tuple[int, int, int]
"""An index n, the printed term, and the count."""


@dataclass(frozen=True)
class Explanation:
    """Finding for a difference, its reason, and the enumerations: method, board and number."""

    finding: Finding
    detail: str
    enumerations: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Difference:
    """First n at which the terms differ from the counts of a reading.

    ``known`` are the counts by board size, and ``rival`` is a reason why the reading may be another one.
    """

    asked: NamedTerms
    reading: NameReading
    first_n: int
    n: int
    known: Mapping[int, int]
    rival: str = ""

    def size(self, n: int) -> int:
        return self.reading.step * n + self.reading.shift

    def pairs(self, shift: int = 0, skip: int = 0) -> list[Pair]:
        """Return the terms with their counts, after the first ``skip`` terms and a shift of the index."""
        rows = [(n, term, self.size(n + shift)) for n, term in enumerate(self.asked.terms, self.first_n)]
        return [(n, term, int(self.known[size])) for n, term, size in rows[skip:] if size in self.known]

    def explain(self) -> Explanation:
        """Return the finding."""
        question = self.reading.question_on(self.size(self.n))
        assert question is not None, "it was counted"
        listed = _enumerations(question, self.reading, int(self.known[self.size(self.n)]))
        said = f"the name was read as {self.reading.rule['name']!r} on {self.reading.family}; the terms count"
        meaning = self._shifted() or self._related(self.pairs(), "the same objects")
        if meaning:
            return Explanation(Finding.MISREAD, f"{said} {meaning}", listed)
        doubt = self._doubt(listed)
        end = time.process_time() + _SECONDS
        for label, variant in _variants(self.reading):
            if time.process_time() > end:
                doubt = doubt or "near variants of the rule could not all be compared in time"
                break
            pairs = self._counted(variant)
            if not pairs or _relation([pair for pair in pairs if pair[0] <= self.n]) is None:
                continue
            meaning = self._related(pairs, label) if pairs[-1][0] >= self.n else ""
            if meaning:
                return Explanation(Finding.MISREAD, f"{said} {meaning}", listed)
            if pairs[-1][0] >= self.n or len(pairs) >= _LEAST_AGREEING:
                doubt = doubt or f"up to n = {min(self.n, pairs[-1][0])} the terms also count {label}"
        agree = f"{len(self._agreeing)} terms before n = {self.n} agree, and no variant of the rule fits"
        return Explanation(Finding.UNDECIDED if doubt else Finding.WRONG, doubt or agree, listed)

    @property
    def _agreeing(self) -> list[Pair]:
        return [pair for pair in self.pairs() if pair[0] < self.n and pair[1] == pair[2]]

    def _shifted(self) -> str:
        """Describe the boards that the terms count if the index is shifted, or return an empty string."""
        for shift in _SHIFTS:
            for skip in (0, *_CONVENTIONS):
                pairs = self.pairs(shift, skip) if shift else []
                is_long = len(pairs) >= len(self.asked.terms) - len(_CONVENTIONS)
                if is_long and _is_telling(pairs) and _relation(pairs) == "":
                    return f"the board of index n{shift:+d}"
        return ""

    def _related(self, pairs: Sequence[Pair], label: str) -> str:
        relation = _relation(pairs) if _is_telling(pairs) else None
        return "" if relation is None else f"{label},{relation}" if relation else label

    def _doubt(self, listed: Sequence[object]) -> str:
        """Return the first reason why the entry is not called wrong, or an empty string."""
        for skip in _CONVENTIONS:
            pairs = self.pairs(skip=skip)
            if _is_telling(pairs) and _relation(pairs) == "":
                return f"all terms after the first {skip} agree, so small boards may follow a convention"
        if not any(self.known.values()):
            return f"all {len(self.known)} boards that were counted yield 0, so the first index may be larger"
        if len(listed) < 2:
            return "the board is too large to list, so a second enumeration is missing"
        agreeing = self._agreeing
        telling = {
            count for n, _, count in agreeing if count >= _TWO_DIGITS and self._is_constrained(n, count)
        }
        if len(agreeing) < _LEAST_AGREEING or len(telling) < 2:
            return (
                f"too few terms before n = {self.n} agree: {len(agreeing)}, of which {len(telling)} have two"
                " digits and show every condition of the rule"
            )
        notes = getattr(self.reading, "notes", ())
        return self.rival or (f"the name is ambiguous: {notes[0]}" if notes else "")

    def _is_constrained(self, n: int, value: int) -> bool:
        """Return True if every condition that fits on the differing board fits on board n, and excludes
        something.
        """
        asked, last = (self.reading.question_on(self.size(index)) for index in (n, self.n))
        return (
            asked is not None
            and last is not None
            and set(idle(asked.rule, asked.board)) <= set(idle(last.rule, last.board))
            and says_something(asked, value)
        )

    def _counted(self, variant: NameReading) -> list[Pair]:
        """Return the terms with the counts of a variant, as many as can be counted in time."""
        pairs: list[Pair] = []
        end = time.process_time() + _SECONDS_OF_VARIANT
        for n, term in enumerate(self.asked.terms, self.first_n):
            is_first = len(pairs) < _COUNTED_FIRST
            if time.process_time() > end or (not is_first and _relation(pairs) is None):
                break
            with suppress(GfkitError):
                question = variant.question_on(self.size(n))
                if question is not None and question.board.size:
                    pairs.append((n, term, variant.number_of(question)))
                    continue
            if pairs:
                break
        return pairs


def _is_telling(pairs: Sequence[Pair]) -> bool:
    """Return True if at least four different terms have two digits."""
    return len({term for _, term, _ in pairs if abs(term) >= _TWO_DIGITS}) >= _LEAST


def _relation(pairs: Sequence[Pair]) -> str | None:
    """Return how all terms follow from the counts, or None.

    >>> _relation([(1, 2, 1), (2, 12, 3), (3, 30, 5)]), _relation([(1, 3, 2), (2, 6, 5)])
    (' times n times 2', ' plus 1')
    >>> _relation([(1, 3, 3), (2, 6, 6)]), _relation([(1, 3, 2), (2, 6, 4), (3, 7, 5)])
    ('', None)
    """
    differences = {term - counted for _, term, counted in pairs}
    if len(differences) == 1:
        (more,) = differences
        return "" if not more else f" {'plus' if more > 0 else 'minus'} {abs(more)}"
    for word, factor in _FACTORS:
        scaled = [(term, counted * factor(n)) for n, term, counted in pairs]
        ratios = {term / size for term, size in scaled if size}
        if len(ratios) == 1 and all(bool(term) == bool(size) for term, size in scaled):
            (ratio,) = ratios
            return word + ("" if ratio == 1 else f" times {ratio}")
    return None


def _enumerations(question: Question, reading: NameReading, known: int) -> tuple[tuple[str, str, str], ...]:
    """Return the counts of a board by brute force, if it can be listed, and by an engine.

    Raise SelfCheckError if they differ from each other or from the known count.
    """
    methods: list[str] = []

    def by_engine(question: Question) -> Count:
        found = count(question)
        methods.append(found.evidence.method)
        return found

    numbers = {}
    fillings = number_of_fillings(question)
    tries = _MOST_STEPS if fillings is None else _MOST_FILLINGS
    with suppress(LimitError):
        if (fillings or 0) > tries:
            raise LimitError("too many assignments")
        if reading.asks in list(UpTo):
            up_to = UpTo.read(reading.asks)
            numbers["brute force"] = int(brute_force(question, up_to=up_to, tries=tries))
        else:
            reached: list[int] = []
            listed = reading.number_of(question, partial(_listed, tries, reached))
            numbers |= {"brute force": listed} if reached else {}
    numbers[f"engine ({methods[-1]})" if methods else "engine"] = reading.number_of(question, by_engine)
    board = question.board.text
    if set(numbers.values()) != {known}:
        told = ", ".join(f"{number} by {word}" for word, number in numbers.items())
        raise SelfCheckError(f"on {board} the formula yields {known} configurations, but {told}")
    return tuple((word, board, whole_text(number)) for word, number in numbers.items())


def _listed(tries: int, reached: list[int], question: Question) -> Count:
    found = brute_force(question, tries=tries)
    reached.append(1)
    return found


# Variants


def _variants(reading: NameReading) -> Iterator[tuple[str, NameReading]]:
    """Yield near variants of a reading, with descriptions."""
    for positions in Positions:
        if positions != reading.positions:
            yield f"the positions {positions.value}", replace(reading, positions=positions.value)
    for asks in ("", *UpTo):
        if asks != reading.asks:
            words = f"configurations up to {asks}" if asks else "all configurations"
            yield words, replace(reading, asks=str(asks))
    if reading.one_by_one:
        return
    word, _, sizes = reading.family.rpartition(":")
    sides = sizes.split("x")
    if len(sides) == 2 and word in _EDGES:
        for edges in _EDGES:
            for order in (sides, sides[::-1]):
                family = f"{edges}:{'x'.join(order)}".removeprefix(":")
                if family != reading.family:
                    yield f"boards {family}", replace(reading, family=family)
    for words, rule in _changed_rules(reading.rule):
        yield words, replace(reading, rule=rule)


def _changed_rules(rule: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rules with one colour more or less, or with one condition less."""
    for key in ("colours", "values"):
        text = str(rule.get("cells", {}).get(key, ""))
        match = re.fullmatch(r"(.*?)(\d+)", text)
        for number in (int(match[2]) + 1, int(match[2]) - 1) if match else ():
            value: object = number if key == "colours" else f"{match and match[1]}{number}"
            yield f"arrays with {key} {value}", {**rule, "cells": {**rule["cells"], key: value}}
    for table in ("cells", "rules", "edges", "cover"):
        parts = rule.get(table, {})
        for key, value in parts.items():
            fewer: Iterable[object] = (
                (value[:k] + value[k + 1 :] for k in range(len(value)))
                if isinstance(value, list)
                else (None,)
            )
            for part in fewer:
                kept = {name: one for name, one in parts.items() if name != key}
                yield f"the objects without one condition of {key!r}", {
                    **rule, table: {**kept, key: part} if part else kept
                }  # fmt: skip


# Text for the editors


def erratum_lines(difference: Difference, found: Explanation, author: str) -> tuple[str, ...]:
    """Return the text that is sent to the editors: what is wrong, how it was found, and the right terms."""
    asked, n = difference.asked, difference.n
    right = dict(enumerate(asked.terms, difference.first_n))
    more = range(difference.first_n, difference.first_n + 2 * len(asked.terms) + _LEAST)
    for index in more:
        if difference.size(index) in difference.known:
            right[index] = int(difference.known[difference.size(index)])
        elif index >= n:
            right.pop(index, None)
    wrong = [index for index, term, counted in difference.pairs() if term != counted and index >= n]
    span = f"a({n})" if wrong == [n] else f"a({n})-a({wrong[-1]})"
    if len(wrong) < wrong[-1] - n + 1:
        span = ", ".join(f"a({index})" for index in wrong)
    entry = Entry.of(
        asked.number,
        asked.name,
        [right[index] for index in sorted(right)],
        difference.first_n,
        author=author,
        extensions=[f"{span} corrected by {author}"],
    )
    lines = [line for line in str(entry).split("\n") if line[:2] in ("%S", "%T", "%U", "%E")]
    printed = whole_text(asked.terms[n - difference.first_n])
    return (
        f"# {asked.number}: {span} {'are' if len(wrong) > 1 else 'is'} wrong; a({n}) is printed as {printed}",
        *(f"# {method} on board {board} yields {number}" for method, board, number in found.enumerations),
        f"# {found.detail}",
        f"# attached: rule {asked.number}.toml, b{asked.number[1:]}.txt if the formula is known",
        f"# to repeat it: gfkit count {asked.number}.toml {found.enumerations[0][1]}",
        *lines,
    )
