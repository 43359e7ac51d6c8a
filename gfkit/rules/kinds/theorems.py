"""Hypotheses of theorems that a kind of rule checks: bounds on the plane, and words on complete graphs.

``gfkit.constants.enclosure`` states the theorems on the plane with their proofs. The part ``plane`` of a kind
has a function ``grounds(question, rule, weight)`` that checks their hypotheses. The part ``letters`` has a
function ``letter_counts(rule)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.errors import MismatchError
from gfkit.rules.rule import Cell, Exponents, Rule

if TYPE_CHECKING:
    from gfkit.rules.question import Question


BONDS = "symmetric: every piece lies in one row, or in two and is its own reflection; nothing else is asked"
EDGES = "symmetric: edges lie in one row or between two, and vertices ask only how many are taken"
CELLS = "symmetric: all conditions lie in one row or two neighbouring ones, and reflection keeps the rule"


@dataclass(frozen=True, slots=True)
class Grounds:
    """Theorems that apply to a rule: their parameters, or None, and the reasons."""

    symmetric: int | None
    """s of the symmetric theorem."""
    cut: Fraction | None
    """f of cutting."""
    joined: int | None
    """h of joining."""
    why: tuple[str, ...]
    weaker: Question | None = None
    """A weaker rule, whose upper bounds are valid for this rule."""
    even_on: str = ""
    """The board on which the rule must be invariant under the reflection of rows, if the symmetric theorem
    requires it."""
    breathe: tuple[bool, ...] | None = None
    """By colour True if groups need a liberty, if all pieces are stones without other constraints."""


def no_theorem(rule: Rule, reason: str) -> MismatchError:
    return MismatchError(f"{rule.name}: no bounds for the plane are proved here, as {reason}")


def height(cells: Iterable[Cell]) -> int:
    rows = {row for row, _ in cells}
    return 1 + max(rows) - min(rows)


def is_flat(cells: tuple[Cell, ...]) -> bool:
    """Return True if a piece has one row, or two rows with the same columns."""
    rows: dict[int, set[int]] = {}
    for row, col in cells:
        rows.setdefault(row, set()).add(col)
    both = list(rows.values())
    return height(cells) == 1 or (height(cells) == 2 and len(both) == 2 and both[0] == both[1])


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """Constraint of a letter on the number of cells, its own included, with a letter in ``of``."""

    letter: int
    of: frozenset[int]
    numbers: frozenset[int]
    """Admissible numbers."""


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """Configurations on a complete graph as words: each cell has a letter.

    A kind gives them as ``letter_counts(rule)`` in its part ``letters``.
    """

    name: str
    letters: tuple[int, ...]
    weights: tuple[Exponents, ...]
    asked: tuple[AskedNumber, ...]
    bound: int
    """Number of cells with one letter from which on ``holds`` is constant; 0 if it is always true."""
    holds: Callable[[tuple[int, ...]], bool]
    """Predicate on the numbers of letters: True if a word with them satisfies the other constraints."""
