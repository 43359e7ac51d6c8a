"""Sets of edges: the rule, the parser of its file, its description, and hypotheses of theorems on the
plane.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from gfkit.core.deferred import dataclass, field
from gfkit.core.rules.expression import check_predicate, check_unordered, no_kinds, truths
from gfkit.core.rules.kinds.theorems import EDGES, Grounds, no_theorem
from gfkit.core.rules.place import read_linkage, read_places
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.table import RuleTable, monomial, only_table, read_weight, weights_sentence
from gfkit.core.rules.threshold import hub_bound
from gfkit.core.rules.values import (
    CROSS,
    UNLINKED,
    Exponents,
    Linkage,
    Occurrence,
    Pin,
    Predicate,
    Spots,
    near_spots,
    plain_linkage,
    span,
)
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors
    from gfkit.core.rules.kinds.diagram import RulePictures


VERTEX: Spots = (("d", 0),)
_EDGE: Spots = (("a", 0), ("b", 1))
PREDICATES = (("vertex", VERTEX), ("taken", _EDGE), ("left", _EDGE), ("near", near_spots(4)))


@dataclass(frozen=True, slots=True, repr=False)
class EdgeRule(Rule):
    """Sets of edges of the board, with constraints on degrees, components and cycles.

    The *degree* of a vertex is the number of selected edges at it, capped at ``cap``; with ``modulo`` it is
    this number modulo ``cap``. ``vertex`` is a predicate on the degree d of every vertex; ``taken`` is a
    predicate on the degrees a and b of the endpoints of every selected edge, and ``left`` of every unselected
    edge, in both orders. ``near`` is a predicate on the degree x of every vertex and the degrees of the
    adjacent vertices. None imposes no constraint. At a place in ``pins`` the last such pin replaces
    ``vertex``.

    ``linkage`` constrains the graph of the selected edges. Its vertices are the endpoints of selected edges
    or, with ``spanning``, all vertices of the board.
    """

    name: str
    cap: int
    vertex: Predicate | None = None
    taken: Predicate | None = None
    left: Predicate | None = None
    near: Predicate | None = None
    weight: Exponents = (0, 0)
    """Exponents of the weight of a selected edge."""
    about: str = ""
    modulo: bool = False
    pins: tuple[Pin, ...] = ()
    linkage: Linkage = UNLINKED
    spanning: bool = False
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="edges", init=False)
    kind_phrase: ClassVar[str] = "a rule about sets of edges"

    def degree(self, number: int) -> int:
        """Return the degree of a vertex with the given number of selected edges.

        >>> EdgeRule("even", 2, modulo=True).degree(5), EdgeRule("covers", 1).degree(5)
        (1, 1)
        """
        return number % self.cap if self.modulo else min(number, self.cap)

    @property
    def every(self) -> range:
        """All degrees, up to equivalence."""
        return range(self.cap if self.modulo else self.cap + 1)

    @property
    def degrees(self) -> tuple[int, ...]:
        """Admissible degrees of a vertex that is not pinned."""
        return self.allowed_degrees(self.vertex)

    def allowed_degrees(self, predicate: Predicate | None) -> tuple[int, ...]:
        """Return the degrees that satisfy a predicate."""
        by_degree = _truths(predicate, VERTEX, self.every)
        return tuple(d for (d,), holds in by_degree.items() if holds)

    def joined_ends(self, *, taken: bool) -> frozenset[tuple[int, ...]]:
        """Return the admissible pairs of degrees of the endpoints of a selected, or unselected, edge."""
        by_ends = _truths(self.taken if taken else self.left, _EDGE, self.every)
        none = taken and not self.modulo  # no selected edge has an endpoint of degree 0
        return frozenset(ends for ends, holds in by_ends.items() if holds and (min(ends) or not none))

    @property
    def degree_counts(self) -> EdgeRule | None:
        return None if self.given or self.near is not None else self

    @property
    def asks_ends(self) -> bool:
        """True if there is a constraint on the degrees of several vertices."""
        return self.taken is not None or self.left is not None or self.near is not None

    @property
    def extent(self) -> int:
        return max(
            2 * span(CROSS) if self.near else span(CROSS),
            self.linkage.depth,
            *(pin.depth for pin in self.pins),
        )

    def hub_cap(self, board: str) -> int:
        return 1 + self.cap + (hub_bound(self.near, tuple(self.every), board) if self.near else 0)

    @property
    def piece_sizes(self) -> frozenset[int]:
        return frozenset({2})

    @property
    def linkages(self) -> tuple[Linkage, ...]:
        return (self.linkage,)

    @property
    def is_global(self) -> bool:
        """True if a constraint involves all selected edges, so that components are not independent."""
        return self.linkage.is_global

    @property
    def empty(self) -> int:
        """Number of sets of edges on a board without cells."""
        return int(self.linkage.empty)

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph: pins are only at the first or the last vertex."""
        return self.linkage.flat and all(pin.flat for pin in self.pins)

    @property
    def texts(self) -> dict[str, str]:
        """Constraints by their key in the rule file."""
        asked = {"vertex": self.vertex, "taken": self.taken, "left": self.left, "near": self.near}
        return {key: predicate.text for key, predicate in asked.items() if predicate is not None}


def _truths(predicate: Predicate | None, spots: Spots, values: range) -> dict[tuple[int, ...], bool]:
    """Return the truth value of a predicate for all values of its names."""
    names = len(spots)
    every = list(product(values, repeat=names))
    if predicate is None:
        return dict.fromkeys(every, True)
    return dict(
        zip(every, map(bool, truths(predicate, spots, tuple(values), no_kinds(names, values))), strict=True)
    )


# Rule files


_MOST_CAP = 12
KEYS = {
    "": "name about edges",
    "[edges]": "cap modulo vertex taken left near weight pin components cycles joins apart each"
    " component_weight wraps spanning",
    "[[edges.pin]]": "at vertex",
}


def read(table: RuleTable, parameter: int | None) -> EdgeRule:
    """Parse a rule file of sets of edges."""
    own = only_table(table, parameter, "edges")
    if "cap" in own and "modulo" in own:
        raise own.error(": give only one of cap and modulo", "modulo")
    linkage = read_linkage(own)
    asks = any(key in own for key in ("vertex", "taken", "left", "near")) or bool(own.tables("pin"))
    if not linkage.is_constrained and not any(key in own for key, _ in PREDICATES):
        raise own.error(
            ": no constraint is given; give at least one of vertex, taken, left, near, components, cycles,"
            " joins, apart, each, component_weight and wraps"
        )
    key = "modulo" if "modulo" in own else "cap"
    cap = (
        own.whole(key, 1 + ("modulo" in own), _MOST_CAP)
        if key in own or asks or not linkage.is_constrained
        else 1
    )
    values = range(cap if key == "modulo" else cap + 1)
    asked: dict[str, Predicate] = {}
    for key_, spots in PREDICATES:
        if key_ in own:
            asked[key_] = Predicate(own.text(key_).strip())
            with own.reading(key_):
                check_predicate(own.where, asked[key_], spots, values, key_)
                check_unordered(own.where, asked[key_], key_)
    if own.flag("spanning") and not linkage.needs_members:
        raise own.error(
            ": spanning determines the vertices of components; give components, joins, apart, each or"
            " component_weight",
            "spanning",
        )
    if linkage.chooses and not own.flag("spanning"):
        raise own.error(
            ": chosen vertices are chosen among all vertices of the board; add spanning = true", "each"
        )
    with own.reading("weight"):
        weight = read_weight(own.where, own.raw("weight", "1"))
    rule = EdgeRule(
        table.text("name"), cap, weight=weight, about=table.remark("about"), modulo=key == "modulo",
        pins=tuple(_pin(item, values) for item in own.tables("pin")), linkage=linkage,
        spanning=own.flag("spanning"), vertex=asked.get("vertex"), taken=asked.get("taken"),
        left=asked.get("left"), near=asked.get("near"),
    )  # fmt: skip
    for key_ in ("taken", "left"):
        ends = rule.joined_ends(taken=key_ == "taken")
        odd = next((pair for pair in sorted(ends) if pair[::-1] not in ends), None)
        if odd is not None:
            raise own.error(
                f": {key_} is true for a = {odd[0]}, b = {odd[1]} but not for the swapped values; it must be"
                " symmetric, because edges have no direction",
                key_,
            )
    return rule


def _pin(item: RuleTable, values: range) -> Pin:
    """Parse a pin: a constraint on the degrees of certain vertices, which replaces the constraint of the
    other vertices.
    """
    pin = Pin(*read_places(item), Predicate(item.text("vertex").strip()))
    with item.reading("vertex"):
        check_predicate(item.where, pin.predicate, VERTEX, values, "vertex")
    return pin


# Plain data


def plain_data(rule: EdgeRule) -> dict[str, object]:
    """Return the admissible degrees of vertices and of endpoints of edges, and the weight of an edge, as JSON
    data.
    """
    ends = {
        key: sorted(map(list, rule.joined_ends(taken=is_taken)))
        for key, is_taken in (("taken", True), ("left", False))
    }
    data: dict[str, object] = {
        "cap": rule.cap, "vertex": list(rule.degrees), **ends, "weight": list(rule.weight)
    }  # fmt: skip
    data |= ({"modulo": True} if rule.modulo else {}) | ({"near": rule.near.text} if rule.near else {})
    if rule.pins:
        data["pins"] = [
            {"at": pin.lines, "vertex": list(rule.allowed_degrees(pin.predicate))} for pin in rule.pins
        ]
    if rule.linkage.is_constrained:
        data["linkage"] = {**plain_linkage(rule.linkage), "spanning": rule.spanning}
    return data


NOUN = "set of edges"
RULE_OF = "sets of edges"
_WHERE = {
    "vertex": "At every vertex",
    "taken": "For the endpoints a and b of every selected edge",
    "left": "For the endpoints a and b of every other edge",
    "near": "For the degree x of every vertex and the degrees near of its neighbours",
}


def sentences(rule: EdgeRule) -> list[str]:
    """Return sentences about the constraints on degrees and on the graph of selected edges, and about
    weights.

    >>> from gfkit.core.rules.values import Predicate
    >>> sentences(EdgeRule("covers", 1, vertex=Predicate("d >= 1")))[1]
    'At every vertex: d >= 1.'
    """
    asked = [f"{_WHERE[key]}: {text}." for key, text in rule.texts.items()]
    asked += [f"At the vertex {pin.text} instead: {pin.predicate.text}." for pin in rule.pins]
    if asked:
        cap = f"modulo {rule.cap}" if rule.modulo else f"or {rule.cap} if this number is larger"
        asked = [f"The degree d of a vertex is its number of selected edges, {cap}.", *asked]
    if rule.linkage.text:
        over = "all vertices" if rule.spanning else "their endpoints"
        asked += [f"The selected edges and {over} form a graph with {rule.linkage.text}."]
    return asked + weights_sentence([("edges", rule.weight), ("components", rule.linkage.weight)])


def data(rule: EdgeRule) -> dict[str, object]:
    """Return the constraints on degrees and on the graph of selected edges, by the keys of rule files."""
    own: dict[str, object] = {"modulo" if rule.modulo else "cap": rule.cap, **rule.texts}
    if rule.pins:
        own["pin"] = [{"at": pin.text, "vertex": pin.predicate.text} for pin in rule.pins]
    return own | _linkage(rule.linkage) | ({"spanning": True} if rule.spanning else {})


def _linkage(linkage: Linkage) -> dict[str, object]:
    """Return the connectivity constraint by the keys of rule files."""
    tallies = {"components": linkage.components, "cycles": linkage.cycles}
    places = {"joins": linkage.joins, "apart": linkage.apart}
    keys: dict[str, object] = {key: tally.text for key, tally in tallies.items() if tally is not None}
    keys |= {key: [place.text for place in some] for key, some in places.items() if some}
    if linkage.each is not None:
        at = linkage.each.place.text if linkage.each.place else "chosen"
        keys["each"] = {"at": at, "number": linkage.each.number.text}
    keys |= {"wraps": "either" if len(linkage.wraps) > 1 else linkage.wraps[0]} if linkage.wraps else {}
    return keys | ({"component_weight": monomial(linkage.weight)} if any(linkage.weight) else {})


# Pictures


def pictures(rule: EdgeRule) -> RulePictures:
    """Return the legend for the rings around chosen vertices."""
    from gfkit.core.rules.kinds.diagram import Look, RulePictures  # few rules are drawn

    legend = "Rings mark the chosen vertices." if rule.linkage.chooses else ""
    return RulePictures(legend=legend, looks={"r": Look("ring")})


def grounds(rule: EdgeRule, _positions: Positions, _weight: Fraction) -> Grounds:
    """Return the theorems about the plane that apply to rules that constrain only the degrees of vertices."""
    if not (rule.asks_ends or rule.linkage.is_constrained or rule.pins or rule.spanning):
        return Grounds(0, None, None, (EDGES,))
    raise no_theorem(rule, "the rule has constraints other than on the degrees of vertices")
