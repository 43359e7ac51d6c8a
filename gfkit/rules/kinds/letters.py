"""Words of which only the numbers of letters matter: rules on complete graphs, where all cells touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gfkit.rules.rule import Exponents


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """A cell with this letter asks how many cells, itself too, have a letter in ``of``."""

    letter: int
    of: frozenset[int]
    numbers: frozenset[int]
    """How many may."""


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """The configurations on a complete graph as words: every cell takes a letter.

    A kind gives them as ``letter_counts(rule)`` in its part ``letters``.
    """

    name: str
    letters: tuple[int, ...]
    weights: tuple[Exponents, ...]
    asked: tuple[AskedNumber, ...]
    bound: int
    """Number of cells with one letter from which on ``holds`` does not tell numbers apart; 0 if all hold."""
    holds: Callable[[tuple[int, ...]], bool]
    """Whether a word with these numbers of letters, in their order, is as asked besides."""
