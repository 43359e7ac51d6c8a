"""How the values of local-rule arrays are drawn: as the rule's file says, or as its conditions suggest.

Values with a weight, among others without one, are those of a chosen set: they are dots. Otherwise every
value is a colour. Dots of which something connected is asked are joined by lines. Where every cell needs a
chosen one near it, as in dominating sets, what is near a dot is shaded.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from gfkit.games.evaluation import holds
from gfkit.kinds.array.rule import ArrayRule, CellConnectivity, NearPredicate
from gfkit.kinds.array.symmetry import is_symmetric
from gfkit.kinds.diagram import BOTH, LEFT, RIGHT, Look, Reach

_TRIED = 3
"""Neighbours of the cell at which conditions are tried."""
_MOST_VALUES = 6


def looks(rule: ArrayRule) -> dict[str, Look]:
    """By mark how it is drawn; nothing where there are too many values for colours.

    >>> from gfkit.games import find_rule
    >>> [look.symbol for look in looks(find_rule("independent-sets")).values()]
    ['blank', 'dot']
    >>> [look.symbol for look in looks(find_rule("colourings:3")).values()]
    ['colour', 'colour', 'colour']
    """
    asked, chosen = dict(rule.looks), _chosen(rule)
    if rule.shows_cells or (len(rule.values) > _MOST_VALUES and not chosen and not asked):
        return {}
    is_plain = len(rule.values) == 2 or bool(rule.connectivity) or is_symmetric(rule)
    has_players = any(y for _, y in rule.weights)
    made: dict[str, Look] = {}
    for number, (value, (_, y)) in enumerate(zip(rule.values, rule.weights, strict=True)):
        default = "colour" if not chosen else "dot" if value in chosen else "blank"
        symbol = asked.get(str(value), "blank" if asked and value not in chosen else default)
        colour = number % _MOST_VALUES if symbol == "colour" else BOTH
        if symbol == "dot" and has_players:
            colour = RIGHT if y else LEFT
        made[str(value)] = Look(symbol, colour, "" if is_plain else str(value))
    return made


def links(rule: ArrayRule) -> tuple[frozenset[str], ...]:
    """The sets of values of which something connected is asked where a common edge joins two cells."""
    linked = [c.of for c in rule.conditions_of(CellConnectivity) if not c.neighbours]
    return tuple(frozenset(map(str, of)) for of in linked)


def reach(rule: ArrayRule) -> Reach | None:
    """What a chosen cell has near it, where no cell may be without a chosen one.

    The conditions are tried at a cell that is not chosen and has three neighbours: they must fail when none
    of these is chosen, and can hold when one is.

    >>> from gfkit.games import find_rule
    >>> reach(find_rule("dominating-sets")), reach(find_rule("independent-sets"))
    (Reach(neighbours=(), itself=True), None)
    """
    near, chosen = rule.conditions_of(NearPredicate), _chosen(rule)
    if not near or len({condition.neighbours for condition in near}) > 1:
        return None
    rest = set(rule.values) - chosen
    if not chosen or _holds(near, rest, rest, rest) or not _holds(near, rest, chosen, rest):
        return None
    return Reach(near[0].neighbours, _holds(near, chosen, rest, rest))


def _chosen(rule: ArrayRule) -> set[int]:
    """The values of the chosen set: those with a weight, or 1 beside 0 where none has one."""
    weighted = {v for v, power in zip(rule.values, rule.weights, strict=True) if any(power)}
    if weighted == set(rule.values):
        return set()
    of_both = {value for condition in rule.connectivity for value in condition.of} == set(rule.values)
    return weighted or ({1} if rule.values == (0, 1) and not of_both else set())


def _holds(conditions: Collection[NearPredicate], own: set[int], first: set[int], others: set[int]) -> bool:
    """Whether conditions can hold at a cell with a value of one set, its first neighbour's, the others'."""
    return any(
        all(
            holds(condition.says, {"x": x, "near": list(near), "all": [x, *near]}) for condition in conditions
        )
        for x, *near in product(own, first, *[others] * (_TRIED - 1))
    )
