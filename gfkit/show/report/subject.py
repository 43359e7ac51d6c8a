"""What a report is about: a result with its rule, and what was handed in besides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from gfkit.boards import Family, parse_board
from gfkit.games import Rule
from gfkit.sequences import Count, Evidence, RationalGF
from gfkit.show.words import counted_words, title_words
from gfkit.transfer import CompleteLaw, Derived
from gfkit.transfer.derived import MOST_ANALYSED
from gfkit.typing import Positions

Found = Derived | CompleteLaw | Count


@dataclass(frozen=True)
class Subject:
    """A result, the rule it is about, and how much of it is shown."""

    found: Found
    rule: Rule
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
    def positions(self) -> Positions:
        return Positions.read(self.found.positions)

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        return counted_words(self.rule, self.positions, self.found.board)

    @property
    def evidence(self) -> Evidence:
        return self.found.evidence

    @property
    def is_family(self) -> bool:
        return not isinstance(self.found, Count)

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

    @cached_property
    def family(self) -> Family:
        family = parse_board(self.found.board)
        assert isinstance(family, Family), "only asked of derived families"
        return family

    @cached_property
    def plain(self) -> RationalGF | None:
        """The generating function of the numbers, weights put to 1; None where there is none."""
        if not isinstance(self.found, Derived):
            return None
        series = self.found.generating_function
        return series.at(**dict.fromkeys(self.found.weights, 1)) if self.weighted else series

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The first terms of a family with weights put to 1."""
        if isinstance(self.found, CompleteLaw):
            listed = self.found.terms(self.terms)
            return tuple(value if isinstance(value, int) else value.total for value in listed)
        return () if self.plain is None else tuple(self.plain.terms(self.terms))

    def number(self, n: int) -> int:
        """The number on the board of size n of a family, weights put to 1."""
        if self.plain is not None:
            return int(self.plain.coefficient(n))
        assert isinstance(self.found, CompleteLaw), "only asked of families"
        value = self.found[n]
        return value if isinstance(value, int) else value.total

    @property
    def is_analysed(self) -> bool:
        """Whether the roots of the denominator are worked out."""
        return self.plain is not None and 0 < self.plain.order <= MOST_ANALYSED
