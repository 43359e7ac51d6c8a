"""Rule files of sets of edges."""

from __future__ import annotations

from gfkit.games.expression import check_predicate
from gfkit.games.place import read_linkage, read_places
from gfkit.games.rule import Pin, Predicate
from gfkit.games.table import RuleTable, only_table, read_weight
from gfkit.kinds.edges.rule import PREDICATES, VERTEX, EdgeRule

_MOST_CAP = 12


def read(table: RuleTable, parameter: int | None) -> EdgeRule:
    """The sets of edges in a rule file."""
    own = only_table(table, parameter, "edges")
    own.only(
        "cap",
        "modulo",
        "vertex",
        "taken",
        "left",
        "weight",
        "pin",
        "components",
        "cycles",
        "joins",
        "apart",
        "each",
        "component_weight",
        "spanning",
    )
    if "cap" in own and "modulo" in own:
        raise own.error(": take one of cap and modulo", "modulo")
    linkage = read_linkage(own)
    asks = any(key in own for key in ("vertex", "taken", "left")) or bool(own.tables("pin"))
    if not linkage.asks and not any(key in own for key, _ in PREDICATES):
        raise own.error(
            ": nothing is asked; take one of vertex, taken, left, components, cycles,"
            " joins, apart, each and component_weight at least"
        )
    key = "modulo" if "modulo" in own else "cap"
    cap = own.whole(key, 1 + ("modulo" in own), _MOST_CAP) if key in own or asks or not linkage.asks else 1
    values = range(cap if key == "modulo" else cap + 1)
    asked: dict[str, Predicate] = {}
    for key_, spots in PREDICATES:
        if key_ in own:
            asked[key_] = Predicate(own.text(key_).strip())
            with own.reading(key_):
                check_predicate(own.where, asked[key_], spots, values, key_)
    if own.flag("spanning") and not linkage.needs_members:
        raise own.error(
            ": spanning says which vertices components are made of; give components, joins, apart, each or"
            " component_weight",
            "spanning",
        )
    if linkage.chooses and not own.flag("spanning"):
        raise own.error(": vertices are chosen among all of the board; add spanning = true", "each")
    with own.reading("weight"):
        weight = read_weight(own.where, own.raw("weight", "1"))
    rule = EdgeRule(
        table.text("name"), cap, weight=weight, about=table.remark("about"), modulo=key == "modulo",
        pins=tuple(_pin(item, values) for item in own.tables("pin")), linkage=linkage,
        spanning=own.flag("spanning"), **asked,
    )  # fmt: skip
    for key_ in ("taken", "left"):
        ends = rule.joined_ends(taken=key_ == "taken")
        odd = next((pair for pair in sorted(ends) if pair[::-1] not in ends), None)
        if odd is not None:
            raise own.error(
                f": {key_} is true for a = {odd[0]}, b = {odd[1]} and not the other way round; no end of an"
                " edge is the first",
                key_,
            )
    return rule


def _pin(item: RuleTable, values: range) -> Pin:
    """What is asked of the degrees of certain vertices, in place of what is asked of others."""
    item.only("at", "vertex")
    pin = Pin(*read_places(item), Predicate(item.text("vertex").strip()))
    with item.reading("vertex"):
        check_predicate(item.where, pin.says, VERTEX, values, "vertex")
    return pin
