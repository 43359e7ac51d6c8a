"""Hypotheses of theorems that rule kinds check: bounds for the plane, and word automata for complete graphs.

``gfkit.constants.enclosure`` states the theorems on the plane with their proofs. The part ``plane`` of a kind
has a function ``grounds(rule, positions, weight)`` that checks their hypotheses. The part ``letters`` has a
function ``letter_counts(rule)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from gfkit.core.deferred import dataclass
from gfkit.core.errors import MismatchError
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Cell, Exponents
from gfkit.core.typing import Positions

BONDS = "symmetric: every piece lies in one row, or in two and is its own reflection; no other constraint"
EDGES = "symmetric: edges lie in one row or join two adjacent rows, and only degrees are constrained"
PAIRS = "symmetric: every constraint involves one cell or two adjacent cells"
CELLS = "symmetric: constraints lie in one row or two adjacent rows, and are invariant under reflection"


@dataclass(frozen=True, slots=True)
class Grounds:
    """Theorems that apply to a rule: their parameters (None if the theorem does not apply), and the
    reasons.
    """

    symmetric: int | None
    """Parameter s of the theorem on symmetric transfer matrices."""
    cut: Fraction | None
    """Parameter f of the cutting theorem."""
    joined: int | None
    """Parameter h of the joining theorem."""
    why: tuple[str, ...]
    weaker: tuple[Rule, Positions] | None = None
    """Rule and position class with fewer constraints, whose upper bounds hold for this rule too."""
    even_on: str = ""
    """Board on which the rule must be invariant under reflection of the rows, if the symmetric theorem
    requires it.
    """
    on_pairs: bool = False
    """True if, on every graph, each constraint involves one cell or two adjacent cells."""
    breathe: tuple[bool, ...] | None = None
    """For each colour, True if its groups need a liberty; None unless all pieces are stones without other
    constraints.
    """


def no_theorem(rule: Rule, reason: str) -> MismatchError:
    return MismatchError(f"{rule.name}: no bounds for the plane can be proved, because {reason}")


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
    """Constraint of a letter on the number of cells, including its own, with a letter in ``of``."""

    letter: int
    of: frozenset[int]
    numbers: frozenset[int]
    """Admissible numbers."""


@dataclass(frozen=True, slots=True)
class LetterCounts:
    """Configurations on a complete graph as words, with one letter for each cell.

    A rule kind returns them from ``letter_counts(rule)`` in its part ``letters``.
    """

    name: str
    letters: tuple[int, ...]
    weights: tuple[Exponents, ...]
    asked: tuple[AskedNumber, ...]
    bound: int
    """Multiplicity from which larger multiplicities are equivalent for ``holds``; 0 if ``holds`` is always
    true.
    """
    holds: Callable[[tuple[int, ...]], bool]
    """Predicate on the multiplicities of the letters that expresses the other constraints."""
