"""k-regular sequences, which include automatic sequences, such as a(2n) = a(n), a(2n+1) = 1 - a(n).

A sequence is k-regular if its subsequences a(k^e n + r), called parts, are linear combinations of finitely
many. Reference: Jean-Paul Allouche and Jeffrey Shallit, The ring of k-regular sequences.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpz_mat

from gfkit.core.algebra.number import Number, checked_index, number, number_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import OptionError
from gfkit.core.writable import Indexable, Language

BASES = (2, 3, 4, 5, 10)
_MOST_PARTS, _MOST_LEVEL = 4, 4

Part = tuple[int, int]
"""Pair (e, r), which denotes the part a(k^e n + r)."""


class TextLaw(Indexable):
    """Base class of formulas that have only a plain text form."""

    noun: ClassVar[str]
    """Noun for error messages about other output formats."""
    first_n: int

    @abstractmethod
    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms."""

    @abstractmethod
    def text_for(self, name: str) -> str:
        """Return the formula in one line, for a sequence of the given name."""

    def __getitem__(self, n: int) -> Number:
        return self.terms(checked_index(n, self.first_n) - self.first_n + 1)[-1]

    def to(self, language: Language) -> Any:
        raise OptionError(f"language {language!r}: {self.noun} has only a plain text form")

    def __str__(self) -> str:
        return self.text_for("a")


def signed_sum(parts: Iterable[tuple[Number, str]]) -> str:
    """Return the string of a sum of coefficients times factors; an empty factor denotes 1.

    >>> signed_sum([(-1, "a(n)"), (2, "a(n-1)"), (-3, "")])
    '-a(n) + 2*a(n-1) - 3'
    """
    text = ""
    for c, what in parts:
        size = number_text(-c if c < 0 else c)
        shown = size if not what else what if size == "1" else f"{size}*{what}"
        text += (" - " if c < 0 else " + ") + shown if text else "-" * (c < 0) + shown
    return text or "0"


@dataclass(frozen=True)
class Reduction:
    """Relation a(k^e n + r) = linear combination of parts plus a constant, for n >= 1."""

    part: Part
    coefficients: tuple[tuple[Part, Fraction], ...]
    constant: Fraction


@dataclass(frozen=True)
class RegularLaw(TextLaw):
    """k-regular sequence, given by linear relations between its parts and by its terms below k^E, with E the
    largest e.

    Exactly one reduction applies to each n >= k^E. The terms on its right side have smaller indices, because
    their parts have smaller e, or the same e and smaller r, at the same position >= 1.
    """

    noun: ClassVar[str] = "a law of parts"
    base: int
    reductions: tuple[Reduction, ...]
    initial: tuple[Number, ...]
    first_n: int

    @property
    def valid_from(self) -> int:
        return self.first_n + len(self.initial)

    @property
    def degree(self) -> int:
        """Number of parts that generate all parts."""
        kept = {part for reduction in self.reductions for part, _ in reduction.coefficients}
        return len(kept | {(0, 0)})

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms, each computed from a few earlier ones."""
        terms = list(self.initial[:count])
        while len(terms) < count:
            terms.append(self._next(terms))
        return terms

    def _next(self, known: Sequence[Number]) -> Number:
        n = self.first_n + len(known)
        for reduction in self.reductions:
            step = self.base ** reduction.part[0]
            if n % step == reduction.part[1]:
                place = n // step
                parts = ((c, self.base**e * place + r) for (e, r), c in reduction.coefficients)
                return number(sum((c * known[at - self.first_n] for c, at in parts), reduction.constant))
        raise AssertionError("every n belongs to one part")

    def text_for(self, name: str) -> str:
        """Return the reductions, in the order of the parts."""
        return ", ".join(_equation(self.base, reduction, name) for reduction in self.reductions)

    @property
    def equations(self) -> list[str]:
        """Reductions, each with its range."""
        return [f"{_equation(self.base, reduction, 'a')} for n >= 1" for reduction in self.reductions]

    def __str__(self) -> str:
        return f"{self.text_for('a')} for n >= 1"


def regular_law(
    terms: Sequence[Number], first_n: int, base: int, spare: int
) -> tuple[RegularLaw, int, int] | None:
    """Return the formula with its numbers of unknowns and of relations, or None if no small set of parts
    generates all parts.

    Parts are tried in the order of e and r. A part that is not a combination of earlier parts becomes a
    generator, and its own parts are tried; a combination must satisfy at least ``spare`` relations more than
    it has coefficients. Cost: a small kernel for each part.

    >>> law, unknowns, equations = regular_law([n.bit_count() % 2 for n in range(40)], 0, 2, 5)
    >>> print(law, unknowns, equations)
    a(2*n) = a(n), a(2*n+1) = 1 - a(n) for n >= 1 4 38
    """
    end = first_n + len(terms)
    if first_n > 1:
        return None
    kept: list[Part] = [(0, 0)]
    waiting = deque((1, r) for r in range(base))
    reductions: list[Reduction] = []
    unknowns = equations = 0
    while waiting:
        level, rest = waiting.popleft()
        step = base**level
        # a generator may be later in the sequence than this part, with the same step
        places = range(1, min((end - 1 - r) // base**e for e, r in [(level, rest), *kept]) + 1)
        if level > _MOST_LEVEL or len(places) < len(kept) + 1 + spare:
            return None
        reduction = _reduction(terms, first_n, base, (level, rest), kept, places)
        if reduction is not None:
            reductions.append(reduction)
            unknowns, equations = unknowns + len(kept) + 1, equations + len(places)
            continue
        kept.append((level, rest))
        waiting += ((level + 1, rest + step * digit) for digit in range(base))
        if len(kept) > _MOST_PARTS:
            return None
    first = base ** max(reduction.part[0] for reduction in reductions)
    law = RegularLaw(base, tuple(reductions), tuple(terms[: first - first_n]), first_n)
    return (law, unknowns, equations) if law.terms(len(terms)) == list(terms) else None


def _reduction(
    terms: Sequence[Number], first_n: int, base: int, part: Part, kept: Sequence[Part], places: range
) -> Reduction | None:
    """Return the given part of a sequence as a combination of the generators and 1, with as few generators as
    possible.
    """

    def value(kept_part: Part, n: int) -> int:
        return int(terms[base ** kept_part[0] * n + kept_part[1] - first_n])

    for count in range(len(kept) + 1):
        used = kept[:count]
        rows = [[*(value(kept_part, n) for kept_part in used), 1, value(part, n)] for n in places]
        kernel, nullity = fmpz_mat(rows).nullspace()
        if nullity != 1 or not kernel[count + 1, 0]:
            continue
        last = -int(kernel[count + 1, 0])
        values = [Fraction(int(kernel[k, 0]), last) for k in range(count + 1)]
        listed = tuple((kept_part, c) for kept_part, c in zip(used, values, strict=False) if c)
        return Reduction(part, listed, values[count])
    return None


def _equation(base: int, reduction: Reduction, name: str) -> str:
    terms: list[tuple[Fraction, str]] = [
        (c, f"{name}({_index(base, part)})") for part, c in reduction.coefficients
    ]
    if reduction.constant or not terms:
        terms.insert(0 if reduction.constant > 0 else len(terms), (reduction.constant, ""))
    return f"{name}({_index(base, reduction.part)}) = {signed_sum(terms)}"


def _index(base: int, part: Part) -> str:
    step, rest = base ** part[0], part[1]
    return ("n" if step == 1 else f"{step}*n") + (f"+{rest}" if rest else "")
