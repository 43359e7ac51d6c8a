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
   all variants were tried in time;
7. the name has one reading, without a note on ambiguous words.

The finding is ``misread`` if a shift, a factor or a variant yields every term that can be counted in time, at
least four different ones with two digits, and the term at n. It is ``undecided`` in all other cases.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from gfkit.core.algebra import Count
from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine.count import count
from gfkit.core.engine.strip.strip import idle
from gfkit.core.errors import GfkitError, LimitError, SelfCheckError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Question
from gfkit.core.typing import Positions, UpTo
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.table import number_of_fillings, says_something
from gfkit.oeis.reading import NameReading
from gfkit.oeis.settle.records import DifferenceFinding, NamedTerms

_MOST_FILLINGS, _MOST_STEPS = 10_000_000, 500_000
"""Limits for listing the board of the first difference: assignments of arrays, and steps for other rules.
It takes about ten seconds.
"""
_LEAST, _LEAST_AGREEING, _TWO_DIGITS = 4, 3, 10
_SHIFTS = range(-12, 13)
_CONVENTIONS = range(1, 4)
"""Numbers of initial terms that may follow a convention of the entry."""
_SECONDS, _SECONDS_OF_VARIANT = 10.0, 1.0
"""CPU seconds for counting variants: for all of them, and for one."""
_COUNTED_FIRST = 5
_EDGES = ("", "cylinder", "torus")
_FACTORS: tuple[tuple[str, Callable[[int], Fraction]], ...] = (
    ("", lambda _: Fraction(1)),
    (" times n", Fraction),
    (" divided by n", lambda n: Fraction(1, n) if n else Fraction(0)),
)

Pair = tuple[int, int, int]
"""An index n, the printed term, and the count."""
Enumerations = tuple[tuple[str, str, str], ...]
"""Method, board and number."""


@dataclass(frozen=True)
class WorkedDifference:
    """First n at which the terms differ from the counts of a reading.

    ``known`` are the counts by board size, and ``rival`` is a reason why another reading may be correct.
    """

    asked: NamedTerms
    reading: NameReading
    first_n: int
    n: int
    known: Mapping[int, int]
    rival: str = ""

    def explain(self) -> tuple[DifferenceFinding, str, Enumerations]:
        """Return the finding, its reason, and the enumerations of the board."""
        question, known = self._question(self.n), whole_text(int(self.known[self._size(self.n)]))
        limit = _MOST_STEPS if number_of_fillings(question) is None else _MOST_FILLINGS
        ways = (partial(brute_force, tries=limit), count)
        listed = tuple(filter(None, (_enumerate(question, self.reading, way) for way in ways)))
        if any(number != known for *_, number in listed):
            raise SelfCheckError(f"the formula yields {known} on the board, but enumerations yield {listed}")
        doubt, end = self._doubt(listed), time.process_time() + _SECONDS
        for label, pairs in self._candidates(end):
            upto = [pair for pair in pairs if pair[0] <= self.n]
            relation = _relation(pairs)
            if relation is not None and pairs[-1][0] >= self.n and _is_telling(pairs):
                read = f"{self.reading.rule['name']!r} on {self.reading.family}"
                return (
                    DifferenceFinding.MISREAD,
                    f"the name was read as {read}; the terms count {label}{relation}",
                    listed,
                )
            if len(upto) >= _LEAST_AGREEING and _relation(upto) is not None:
                doubt = doubt or f"up to n = {upto[-1][0]} the terms also count {label}"
        if time.process_time() > end:
            doubt = doubt or "near variants of the rule could not all be compared in time"
        agree = f"{len(self._agreeing)} terms before n = {self.n} agree, and no variant of the rule fits"
        return DifferenceFinding.UNDECIDED if doubt else DifferenceFinding.WRONG, doubt or agree, listed

    def _size(self, n: int) -> int:
        return self.reading.step * n + self.reading.shift

    def _question(self, n: int) -> Question:
        question = self.reading.question_on(self._size(n))
        assert question is not None, "the board was counted"
        return question

    def pairs(self, shift: int = 0, skip: int = 0) -> list[Pair]:
        """Return the terms with their counts, after the first ``skip`` terms and a shift of the index."""
        rows = [(n, term, self._size(n + shift)) for n, term in enumerate(self.asked.terms, self.first_n)]
        return [(n, term, int(self.known[size])) for n, term, size in rows[skip:] if size in self.known]

    @property
    def _agreeing(self) -> list[Pair]:
        return [pair for pair in self.pairs() if pair[0] < self.n and pair[1] == pair[2]]

    def _candidates(self, end: float) -> Iterator[tuple[str, list[Pair]]]:
        """Yield candidate objects with the terms and their counts: other indices, the same, and variants."""
        for shift in _SHIFTS:
            pairs = self.pairs(shift)
            if len(pairs) >= len(self.asked.terms) - len(_CONVENTIONS):
                yield (f"the board of index n{shift:+d}" if shift else "the same objects"), pairs
        for label, variant in _variants(self.reading):
            pairs = self._counted(variant, min(end, time.process_time() + _SECONDS_OF_VARIANT))
            if pairs:
                yield label, pairs

    def _doubt(self, listed: Enumerations) -> str:
        """Return the first reason why the entry is not called wrong, or an empty string."""
        agreeing, last = self._agreeing, self._question(self.n)
        telling = {
            value
            for n, _, value in agreeing
            if value >= _TWO_DIGITS
            and says_something(asked := self._question(n), value)
            and set(idle(asked.rule, asked.board)) <= set(idle(last.rule, last.board))
        }
        rests = (self.pairs(skip=skip) for skip in _CONVENTIONS)
        reasons = (
            (
                any(_is_telling(pairs) and _relation(pairs) == "" for pairs in rests),
                "all terms agree after the first ones, which may follow a convention",
            ),
            (not any(self.known.values()), "all boards that were counted yield 0; the terms may start later"),
            (len({method for method, *_ in listed}) < 2, "a second enumeration is missing"),
            (
                len(agreeing) < _LEAST_AGREEING or len(telling) < 2,
                f"too few terms before it agree: {len(agreeing)}, of which {len(telling)} are informative",
            ),
            *((True, f"the name is ambiguous: {note}") for note in self.reading.notes),
        )
        return next((reason for holds, reason in reasons if holds), self.rival)

    def _counted(self, variant: NameReading, end: float) -> list[Pair]:
        """Return the terms with the counts of a variant, up to the last count within the time limit."""
        pairs: list[Pair] = []
        for n, term in enumerate(self.asked.terms, self.first_n):
            is_another = len(pairs) >= _COUNTED_FIRST and _relation(pairs) is None
            if is_another or time.process_time() > end:
                break
            try:
                question = variant.question_on(self._size(n))
                if question is not None and question.board.size:
                    pairs.append((n, term, variant.number_of(question)))
            except GfkitError:
                break
        return pairs

    def erratum_lines(self, found: Enumerations, why: str, author: str) -> tuple[str, ...]:
        """Return the text for the editors: the wrong terms, the enumerations, and the right terms."""
        wrong = [n for n, term, counted in self.pairs() if term != counted]
        is_last = wrong[-1] - wrong[0] == len(wrong) - 1
        places = (wrong[0], wrong[-1]) if is_last and len(wrong) > 1 else wrong
        span = ("-" if is_last else ", ").join(f"a({n})" for n in places)
        terms = [term for n, term in enumerate(self.asked.terms, self.first_n) if n < self.n]
        later = range(self._size(self.n), max(self.known) + 1, self.reading.step)
        terms += [int(self.known[size]) for size in later]
        corrected = [f"{span} corrected by {author}"]
        entry = Entry.of(self.asked.number, "", terms, self.first_n, author=author, extensions=corrected)
        number, printed = self.asked.number, whole_text(self.asked.terms[self.n - self.first_n])
        return (
            f"# {span} should be corrected; a({self.n}) is printed as {printed}",
            *(f"# {method} on board {board}: {value}" for method, board, value in found),
            f"# {why}",
            f"# attached: rule {number}.toml, and b{number[1:]}.txt if the formula is known",
            *(line for line in str(entry).split("\n") if line[:2] in ("%S", "%T", "%U", "%E")),
        )


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
            return word + "".join(f" times {ratio}" for ratio in ratios if ratio != 1)
    return None


def _enumerate(
    question: Question, reading: NameReading, way: Callable[[Question], Count]
) -> tuple[str, str, str] | None:
    """Return method, board and number, or None if it takes too long or another method would be used."""
    methods: list[str] = []

    def counted(question: Question) -> Count:
        found = way(question)
        methods.append(found.evidence.method_name)
        return found

    with suppress(LimitError):
        number = whole_text(reading.number_of(question, counted))
        return (methods[0], question.board.text, number) if methods else None
    return None


# Variants


def _variants(reading: NameReading) -> Iterator[tuple[str, NameReading]]:
    """Yield near variants of a reading, with descriptions."""
    changes: list[tuple[str, dict[str, Any]]] = [
        *((f"the positions {positions.value}", {"positions": positions.value}) for positions in Positions),
        *((f"configurations up to {asks}".removesuffix(" up to "), {"asks": asks}) for asks in ("", *UpTo)),
    ]
    word, _, sizes = reading.family.rpartition(":")
    sides = sizes.split("x")
    if not reading.one_by_one and len(sides) == 2 and word in _EDGES:
        families = (
            f"{edges}:{'x'.join(order)}".removeprefix(":")
            for edges in _EDGES
            for order in (sides, sides[::-1])
        )
        changes += [(f"boards {family}", {"family": family}) for family in families]
    if not reading.one_by_one:
        changes += [(label, {"rule": rule}) for label, rule in _changed_rules(reading.rule)]
    for label, change in changes:
        variant = replace(reading, **change)
        if variant != reading:
            yield label, variant


def _changed_rules(rule: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield rules with one colour more or less, or with one condition less."""
    for table in ("cells", "rules", "edges", "cover"):
        for key, value in rule.get(table, {}).items():
            parts: dict[str, Any] = rule[table]
            last = re.search(r"(?<!\d)\d++\Z", str(value)) if key in ("colours", "values") else None
            digits = last[0] if last else ""
            for number in (int(digits) + 1, int(digits) - 1) if digits else ():
                new = number if isinstance(value, int) else f"{value.removesuffix(digits)}{number}"
                yield f"arrays with {key} {new}", {**rule, table: {**parts, key: new}}
            rest = (
                [value[:k] + value[k + 1 :] for k in range(len(value))] if isinstance(value, list) else [()]
            )
            for kept in () if digits else rest:
                fewer = {**parts, key: kept} if kept else {name: parts[name] for name in parts if name != key}
                yield f"the objects without one condition of {key!r}", {**rule, table: fewer}
