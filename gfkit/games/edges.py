"""Rule files of sets of edges: how many of the edges at a vertex are taken, and at both ends of an edge."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from gfkit.errors import RuleError
from gfkit.games.expression import check_predicate, no_kinds, truths
from gfkit.games.rule import Exponents, Predicate, Rule, Spots
from gfkit.games.table import RuleTable, read_weight

_MOST_CAP = 12
_VERTEX: Spots = (("d", 0),)
_EDGE: Spots = (("a", 0), ("b", 1))


@dataclass(frozen=True, slots=True)
class EdgeRule(Rule):
    """Some of the edges of the board are taken.

    The *degree* of a vertex is the number of taken edges at it, or ``cap`` where it is that or more.
    ``vertex`` is asked of every degree d; ``taken`` of the degrees a and b of the two ends of every edge that
    is taken, and ``left`` of those of every other edge, whichever end is a. None asks nothing.
    """

    name: str
    cap: int
    vertex: Predicate | None = None
    taken: Predicate | None = None
    left: Predicate | None = None
    weight: Exponents = (0, 0)
    """The weight of a taken edge."""
    about: str = ""
    kind: str = field(default="edges", init=False)

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degrees that a vertex may have."""
        found = _truths(self.vertex, _VERTEX, self.cap)
        return tuple(d for (d,), holds in found.items() if holds)

    def joined(self, *, taken: bool) -> frozenset[tuple[int, ...]]:
        """The degrees of the ends that an edge may have, which is taken or not."""
        found = _truths(self.taken if taken else self.left, _EDGE, self.cap)
        return frozenset(ends for ends, holds in found.items() if holds and (min(ends) or not taken))

    @property
    def texts(self) -> dict[str, str]:
        """What is asked, by the key of the rule file."""
        asked = {"vertex": self.vertex, "taken": self.taken, "left": self.left}
        return {key: says.text for key, says in asked.items() if says is not None}


def _truths(says: Predicate | None, spots: Spots, cap: int) -> dict[tuple[int, ...], bool]:
    """Whether something holds for all degrees that its names can mean."""
    values, names = tuple(range(cap + 1)), len(spots)
    every = list(product(values, repeat=names))
    if says is None:
        return dict.fromkeys(every, True)
    return dict(zip(every, map(bool, truths(says, spots, values, no_kinds(names, values))), strict=True))


def read_edges(table: RuleTable, parameter: int | None) -> EdgeRule:
    """The sets of edges in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "edges")
    own = table.table("edges")
    own.only("cap", "vertex", "taken", "left", "weight")
    cap = own.whole("cap", 1, _MOST_CAP)
    asked: dict[str, Predicate] = {}
    for key, spots in (("vertex", _VERTEX), ("taken", _EDGE), ("left", _EDGE)):
        if key in own:
            asked[key] = Predicate(own.text(key).strip())
            with own.reading(key):
                check_predicate(own.where, asked[key], spots, range(cap + 1), key)
    if not asked:
        raise RuleError(f"{own.where}: nothing is asked; take one of vertex, taken and left at least")
    with own.reading("weight"):
        weight = read_weight(own.where, own.raw("weight", "1"))
    rule = EdgeRule(table.text("name"), cap, weight=weight, about=table.remark("about"), **asked)
    for key in ("taken", "left"):
        ends = rule.joined(taken=key == "taken")
        odd = next((pair for pair in sorted(ends) if pair[::-1] not in ends), None)
        if odd is not None:
            raise own.error(
                f": {key} is true for a = {odd[0]}, b = {odd[1]} and not the other way round; no end of an"
                " edge is the first",
                key,
            )
    return rule
