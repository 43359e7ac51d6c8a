"""Rule files of orientations: every edge gets a direction."""

from __future__ import annotations

from dataclasses import dataclass, field

from gfkit.errors import RuleError
from gfkit.games.expression import check_predicate, no_kinds, truths
from gfkit.games.rule import Predicate, Rule, Spots
from gfkit.games.table import RuleTable

MOST_DEGREE = 24
"""Edges of a vertex up to which its directions are counted."""
_VERTEX: Spots = (("i", 0), ("o", 1))


@dataclass(frozen=True, slots=True)
class OrientationRule(Rule):
    """Every edge of the board gets one of its two directions.

    ``vertex`` is asked of the numbers i and o of edges that come in and go out at every vertex. With
    ``acyclic`` no directed cycle may be there, with ``strong`` every vertex must be reached from every other.
    """

    name: str
    vertex: Predicate | None = None
    acyclic: bool = False
    strong: bool = False
    about: str = ""
    kind: str = field(default="orientations", init=False)

    @property
    def joined(self) -> bool:
        """Whether no part of a board stands alone."""
        return self.strong

    @property
    def empty(self) -> int:
        """How many orientations a board without cells has: one, unless vertices must be reached."""
        return int(not self.strong)

    def outs(self, degree: int) -> frozenset[int]:
        """How many edges may go out at a vertex with so many."""
        if self.vertex is None:
            return frozenset(range(degree + 1))
        values = tuple(range(degree + 1))
        said = list(truths(self.vertex, _VERTEX, values, no_kinds(2, values)))
        return frozenset(o for o in values if said[(degree - o) * (degree + 1) + o])


def read_orientations(table: RuleTable, parameter: int | None) -> OrientationRule:
    """The orientations in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "orientations")
    own = table.table("orientations")
    own.only("vertex", "acyclic", "strong")
    vertex = None
    if "vertex" in own:
        vertex = Predicate(own.text("vertex").strip())
        with own.reading("vertex"):
            check_predicate(own.where, vertex, _VERTEX, range(MOST_DEGREE + 1), "vertex")
    return OrientationRule(
        table.text("name"), vertex, own.flag("acyclic"), own.flag("strong"), table.remark("about")
    )
