"""Orientations: the rule, the parser of its file, its description."""

from __future__ import annotations

from typing import ClassVar

from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import MismatchError
from gfkit.core.rules.expression import check_predicate, no_kinds, truths
from gfkit.core.rules.kinds.diagram import RulePictures
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import RuleTable, only_table
from gfkit.core.rules.values import CROSS, Occurrence, Predicate, Spots, span

MOST_DEGREE = 24
"""Largest degree of a vertex whose directions are counted."""
VERTEX: Spots = (("i", 0), ("o", 1))


@dataclass(frozen=True, slots=True, repr=False)
class OrientationRule(Rule):
    """Orientations of the edges of the board, with constraints on degrees, cycles and connectivity.

    ``vertex`` is a predicate on the in-degree i and the out-degree o of every vertex. If ``acyclic``,
    directed cycles are forbidden; if ``strong``, the orientation must be strongly connected.
    """

    name: str
    vertex: Predicate | None = None
    acyclic: bool = False
    strong: bool = False
    about: str = ""
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="orientations", init=False)
    kind_phrase: ClassVar[str] = "a rule about orientations"

    @property
    def extent(self) -> int:
        return span(CROSS)

    def hub_cap(self, board: str) -> int:
        if self.vertex is None:
            return 0
        raise MismatchError(
            f"board {board!r} has a vertex adjacent to all slices, whose unbounded in- and out-degrees"
            f" the rule {self.name} constrains; count it board by board"
        )

    @property
    def is_global(self) -> bool:
        """True if components cannot be counted separately."""
        return self.strong

    @property
    def tutte_point(self) -> tuple[int, int] | None:
        # Stanley (1973) for acyclic orientations, Las Vergnas (1977) for strong orientations
        return {(True, False, True): (2, 0), (False, True, True): (0, 2)}.get(
            (self.acyclic, self.strong, self.vertex is None)
        )

    @property
    def empty(self) -> int:
        """Number of orientations of a board without cells: 0 if strong connectivity is required, otherwise
        1.
        """
        return int(not self.strong)

    def outs(self, degree: int) -> frozenset[int]:
        """Return the admissible out-degrees of a vertex of this degree."""
        if self.vertex is None:
            return frozenset(range(degree + 1))
        values = tuple(range(degree + 1))
        is_allowed = list(truths(self.vertex, VERTEX, values, no_kinds(2, values)))
        return frozenset(o for o in values if is_allowed[(degree - o) * (degree + 1) + o])


# Rule files


KEYS = {"": "name about orientations", "[orientations]": "vertex acyclic strong"}


def read(table: RuleTable, parameter: int | None) -> OrientationRule:
    """Parse a rule file of orientations."""
    own = only_table(table, parameter, "orientations")
    vertex = None
    if "vertex" in own:
        vertex = Predicate(own.text("vertex").strip())
        with own.reading("vertex"):
            check_predicate(own.where, vertex, VERTEX, range(MOST_DEGREE + 1), "vertex")
    return OrientationRule(
        table.text("name"), vertex, own.flag("acyclic"), own.flag("strong"), table.remark("about")
    )


# Plain data


def plain_data(rule: OrientationRule) -> dict[str, object]:
    """Return the constraints on vertices, directed cycles and strong connectivity, as JSON data."""
    vertex = None if rule.vertex is None else " ".join(rule.vertex.text.split())
    return {"vertex": vertex, "acyclic": rule.acyclic, "strong": rule.strong}


NOUN = "orientation"
TITLE_NOUN = "orientations of the edges"


def sentences(rule: OrientationRule) -> list[str]:
    """Return sentences for the constraints on directions.

    >>> sentences(OrientationRule("acyclic", acyclic=True))
    ['Every edge is directed.', 'There is no directed cycle.']
    """
    asked = ["Every edge is directed."]
    if rule.vertex is not None:
        asked.append(f"At every vertex with in-degree i and out-degree o: {rule.vertex.text}.")
    asked += ["There is no directed cycle."] * rule.acyclic
    return asked + ["Every vertex can be reached from every other vertex."] * rule.strong


def data(rule: OrientationRule) -> dict[str, object]:
    """Return the constraints on directions, by the keys of rule files."""
    own: dict[str, object] = {"acyclic": rule.acyclic, "strong": rule.strong}
    return own | ({} if rule.vertex is None else {"vertex": rule.vertex.text})


# Pictures


def pictures(_rule: OrientationRule) -> RulePictures:
    """Return drawings with examples on boards of at most 12 edges, whose orientations can be enumerated
    quickly.
    """
    return RulePictures(example_boards=("2x4", "3x3", "wheel:5", "antiprism:3", "1x4"))
