"""What holds between the strips of a rule and the plane: numbers of theorems, which kinds give.

``gfkit.constants.enclosure`` has the theorems with their proofs. A kind has in its part ``plane`` a function
``grounds(question, rule, weight)``, which checks their hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from gfkit.errors import MismatchError
from gfkit.rules import Question, Rule
from gfkit.rules.rule import Cell

BONDS = "symmetric: every piece lies in one row, or in two and is its own reflection; nothing else is asked"
EDGES = "symmetric: edges lie in one row or between two, and vertices ask only how many are taken"
CELLS = "symmetric: all conditions lie in one row or two neighbouring ones, and reflection keeps the rule"


@dataclass(frozen=True, slots=True)
class Grounds:
    """Which of the theorems hold for a rule: numbers in them, or None; and in words why."""

    symmetric: int | None
    """s of the symmetric theorem."""
    cut: Fraction | None
    """f of cutting."""
    joined: int | None
    """h of joining."""
    why: tuple[str, ...]
    weaker: Question | None = None
    """A weaker rule, whose upper bounds hold too."""
    even_on: str = ""
    """The board on which the reflection of rows is to leave the rule as it is, where the symmetric theorem
    needs that."""
    breathe: tuple[bool, ...] | None = None
    """By colour whether groups need a free cell, where all pieces are stones and no more is asked."""


def no_theorem(rule: Rule, reason: str) -> MismatchError:
    return MismatchError(f"{rule.name}: no bounds for the plane are proved here, as {reason}")


def height(cells: Iterable[Cell]) -> int:
    rows = {row for row, _ in cells}
    return 1 + max(rows) - min(rows)


def is_flat(cells: tuple[Cell, ...]) -> bool:
    """Whether a piece lies in one row, or in two and covers the same columns in both."""
    rows: dict[int, set[int]] = {}
    for row, col in cells:
        rows.setdefault(row, set()).add(col)
    both = list(rows.values())
    return height(cells) == 1 or (height(cells) == 2 and len(both) == 2 and both[0] == both[1])
