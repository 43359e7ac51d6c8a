"""Laws that are written in plain text alone, and sums as they write them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from gfkit.algebra.number import Number, checked_index, number_text
from gfkit.errors import OptionError
from gfkit.writable import Indexable, Language


class TextLaw(Indexable):
    """A law without a formula in other languages."""

    noun: ClassVar[str]
    """What it is called where another language is asked for."""
    first_n: int

    @abstractmethod
    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms."""

    @abstractmethod
    def text_for(self, name: str) -> str:
        """The law in one line, for a sequence of this name."""

    def __getitem__(self, n: int) -> Number:
        return self.terms(checked_index(n, self.first_n) - self.first_n + 1)[-1]

    def to(self, language: Language) -> Any:
        raise OptionError(f"language {language!r}: {self.noun} is written in plain text alone")

    def __str__(self) -> str:
        return self.text_for("a")


def signed_sum(parts: Iterable[tuple[Number, str]]) -> str:
    """The sum of coefficients times factors, with signs between; an empty factor stands for 1.

    >>> signed_sum([(-1, "a(n)"), (2, "a(n-1)"), (-3, "")])
    '-a(n) + 2*a(n-1) - 3'
    """
    text = ""
    for c, what in parts:
        size = number_text(-c if c < 0 else c)
        shown = size if not what else what if size == "1" else f"{size}*{what}"
        text += (" - " if c < 0 else " + ") + shown if text else "-" * (c < 0) + shown
    return text or "0"
