"""Repairs of closed forms, tried in a fixed order, each checked like the formula itself.

1. it holds from a later n on; 2. the index is shifted; 3. a constant factor or summand; 4. one number or
sign of the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, islice

from gfkit.errors import GfkitError
from gfkit.formula.radical import Radical
from gfkit.formula.tree import Letter, Negative, Node, Number, Product, Sum, put, replaced, walk
from gfkit.guess import Data
from gfkit.sequences.number import number_text
from gfkit.transfer import Derived
from gfkit.verify.formula import sequence

_MOST_SHIFT = 3
_LATEST = 12
_MOST_TRIED = 600
_MOST_PARTS = 1000
_STEPS = (1, -1, 2, -2)

Accepts = Callable[[Node, int], bool]


def repair_explicit(side: Node, law: Derived, start: int, holds: Accepts) -> str | None:
    """The first change after which the formula is certainly right, which ``holds`` tells."""

    def true(n: int) -> Fraction:
        term = law[n]
        assert isinstance(term, int), "derived without weights"
        return Fraction(term)

    for later in range(start + 1, start + _LATEST):
        if _same(side, later, true(later)) and holds(side, later):
            return f"it holds only from n = {later} on"
    return _changed(side, start, true, holds)


def repair_for_data(side: Node, data: Data, start: int) -> str | None:
    """The same with terms alone: the change must make all of them right."""

    def agrees(changed: Node, first: int) -> bool:
        return all(_same(changed, n, Fraction(data[n])) for n in range(first, data.end))

    if data.end - start < 6:
        return None
    for later in range(start + 1, min(start + _LATEST, data.end - 4)):
        if agrees(side, later):
            return f"it holds only from n = {later} on"
    return _changed(side, start, lambda n: Fraction(data[n]), agrees)


def _changed(side: Node, start: int, true: Callable[[int], Fraction], accepts: Accepts) -> str | None:
    if sum(1 for _ in walk(side)) > _MOST_PARTS:
        return None
    candidates = chain(_shifted(side), _scaled(side, start, true), _edited(side))
    for words, changed in islice(candidates, _MOST_TRIED):
        # Three terms first: most candidates end there.
        if all(_same(changed, n, true(n)) for n in range(start, start + 3)) and accepts(changed, start):
            return words
    return None


def _same(side: Node, n: int, true: Fraction) -> bool:
    try:
        return sequence.value(side, n) == Radical.of(true)
    except (GfkitError, ZeroDivisionError):
        return False


def _shifted(side: Node) -> Iterator[tuple[str, Node]]:
    for size in range(1, _MOST_SHIFT + 1):
        for step in (size, -size):
            moved = Sum((Letter("n"), Number(Fraction(step))))
            yield f"the index is shifted: it holds with n{step:+d} in place of n", put(side, moved)


def _scaled(side: Node, start: int, true: Callable[[int], Fraction]) -> Iterator[tuple[str, Node]]:
    """The factor, and the summand, that one term demands."""
    for n in (start, start + 1):
        try:
            value = sequence.value(side, n).rational
        except GfkitError:
            continue
        if value is None:
            continue
        if value and true(n):
            factor = true(n) / value
            yield f"a constant factor {number_text(factor)} is missing", Product((Number(factor), side))
        summand = true(n) - value
        yield f"a summand {number_text(summand)} is missing", Sum((side, Number(summand)))


def _edited(side: Node) -> Iterator[tuple[str, Node]]:
    """One number replaced by a near one, or one sign turned."""
    for part in walk(side):
        if isinstance(part, Negative):
            yield "one sign is wrong: a minus should be a plus", replaced(side, part, part.body)
        elif isinstance(part, Sum):
            for term in part.terms:
                if not isinstance(term, Negative):
                    yield "one sign is wrong: a plus should be a minus", replaced(side, term, Negative(term))
    for part in walk(side):
        if isinstance(part, Number):
            values = [part.value + step for step in _STEPS] + [part.value * 2, Fraction(part.value) / 2]
            values += [Fraction(digit) for digit in range(10)] if part.value in range(10) else []
            for value in dict.fromkeys(v for v in values if v != part.value):
                yield (
                    f"one number is wrong: {number_text(part.value)} should be {number_text(value)}",
                    replaced(side, part, Number(value)),
                )
        elif isinstance(part, Letter) and part.name == "n":
            for step in _STEPS:
                moved = Sum((part, Number(Fraction(step))))
                yield f"one n should be n{step:+d}", replaced(side, part, moved)
