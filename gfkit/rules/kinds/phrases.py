"""Phrases that the words of several kinds have in common."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.rules.rule import Cell


def monomial(powers: tuple[int, int]) -> str:
    """The powers of x and y as a product."""
    factors = [v + (f"^{p}" if p > 1 else "") for v, p in zip("xy", powers, strict=True) if p]
    return "*".join(factors)


def weights_sentence(marks: Iterable[tuple[str, tuple[int, int]]]) -> list[str]:
    """What the weights of some objects mark; nothing where none has one.

    >>> weights_sentence([("moves", (1, 0)), ("staying", (0, 0))])
    ['As weights, x marks moves.']
    """
    weighted = [f"{monomial(powers)} marks {what}" for what, powers in marks if any(powers)]
    return [f"As weights, {', '.join(weighted)}."] if weighted else []


def neighbours_phrase(neighbours: tuple[Cell, ...]) -> str:
    """Where the neighbours of a cell are; no offsets stand for the cells beside it."""
    offsets = " ".join(f"({row},{col})" for row, col in neighbours)
    return f"at offsets {offsets}" if offsets else "that share an edge with it"


def listed_values(values: Iterable[object]) -> str:
    """Values with or between them, in the order of their texts."""
    return " or ".join(map(str, sorted(values, key=str)))
