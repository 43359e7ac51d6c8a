"""What a report is about: a result with its rule, and what was handed in besides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from gfkit.boards import Family
from gfkit.games import Question, Rule
from gfkit.sequences import Count, Evidence, RationalGF
from gfkit.show.report.wording import counted_words, title_words
from gfkit.transfer import Derived
from gfkit.transfer.derived import MOST_ANALYSED
from gfkit.typing import Positions

Found = Derived | Count


@dataclass(frozen=True)
class Subject:
    """A result, the rule it is about, and how much of it is shown."""

    found: Found
    question: Question
    source: str | None
    """The text of the user's rule file; None for built-in rules."""
    terms: int
    digits: int
    entry: str
    known_as: tuple[str, ...]
    day: date

    @property
    def title(self) -> str:
        return title_words(self.rule, self.positions, self.found.board)

    @property
    def rule(self) -> Rule:
        return self.question.rule

    @property
    def positions(self) -> Positions:
        return self.question.positions

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        return counted_words(self.rule, self.positions, self.found.board)

    @property
    def evidence(self) -> Evidence:
        return self.found.evidence

    @property
    def law(self) -> Derived | None:
        """The law of a family; None for a count."""
        return None if isinstance(self.found, Count) else self.found

    @property
    def is_family(self) -> bool:
        return self.law is not None

    @property
    def weighted(self) -> bool:
        return bool(self.found.weights)

    @property
    def marks(self) -> str:
        """What the variables stand for."""
        return {
            (): "",
            ("x",): "x marks each piece",
            ("x", "y"): "x marks the pieces of Left and y those of Right",
        }[self.found.weights]

    @property
    def family(self) -> Family:
        return self.question.family

    @cached_property
    def plain(self) -> RationalGF | None:
        """The generating function of the numbers, weights put to 1; None where there is none."""
        return None if self.law is None else self.law.plain

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The first terms of a family with weights put to 1."""
        return () if self.law is None else tuple(self.law.numbers(self.terms))

    def number(self, n: int) -> int:
        """The number on the board of size n of a family, weights put to 1."""
        assert self.law is not None, "only asked of families"
        return self.law.number(n)

    @property
    def is_analysed(self) -> bool:
        """Whether the roots of the denominator are worked out."""
        return self.plain is not None and 0 < self.plain.order <= MOST_ANALYSED
