"""Rule files of orientations."""

from __future__ import annotations

from gfkit.games.expression import check_predicate
from gfkit.games.rule import Predicate
from gfkit.games.table import RuleTable, only_table
from gfkit.kinds.orientations.rule import MOST_DEGREE, VERTEX, OrientationRule


def read(table: RuleTable, parameter: int | None) -> OrientationRule:
    """The orientations in a rule file."""
    own = only_table(table, parameter, "orientations")
    own.only("vertex", "acyclic", "strong")
    vertex = None
    if "vertex" in own:
        vertex = Predicate(own.text("vertex").strip())
        with own.reading("vertex"):
            check_predicate(own.where, vertex, VERTEX, range(MOST_DEGREE + 1), "vertex")
    return OrientationRule(
        table.text("name"), vertex, own.flag("acyclic"), own.flag("strong"), table.remark("about")
    )
