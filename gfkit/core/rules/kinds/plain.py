"""Constraint systems as JSON data for other programs: variables and values by name, without bit masks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gfkit.core.boards.board import set_bits
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Event,
    Exclusion,
    Graph,
    Key,
    Line,
    Relation,
    Role,
    Slot,
    Test,
)
from gfkit.core.rules.values import Numbers, Spot

Data = dict[str, object]


def system_data(system: ConstraintSystem) -> Data:
    """Return the whole system as JSON data; cells are numbered from 0, as on the board."""
    plain = _Plain({slot.key: slot for slot in system.slots})
    is_image = any(slot.role is Role.FORGOTTEN for slot in system.slots)
    return {
        "output": "images" if is_image else "solutions",
        "slots": [_slot(slot) for slot in system.slots],
        "constraints": [plain.constraint(constraint) for constraint in system.constraints],
        "totals": [
            {"events": plain.events(total.events), "numbers": _numbers(total.numbers)}
            for total in system.totals
        ],
        "graphs": [plain.graph(graph) for graph in system.graphs],
        "arrows": [
            {
                "cells": list(arrows.nodes),
                "links": [{"cells": [a, b], "slot": slot_name(key)} for a, b, key in arrows.links],
                "acyclic": arrows.acyclic,
                "strong": arrows.strong,
            }
            for arrows in system.arrows
        ],
        "divisor": system.divisor,
        "is_small": system.is_small,
        "beyond": list(system.beyond),
    }


def slot_name(key: Key) -> str:
    """Return the name of a variable as a string.

    >>> slot_name(("edge", 0, 3))
    'edge 0 3'
    """
    return " ".join(map(str, key))


def _slot(slot: Slot) -> Data:
    return {
        "name": slot_name(slot.key),
        "cells": list(slot.at),
        "values": list(slot.values),
        "weights": [list(powers) for powers in slot.weights],
        "says": slot.meaning,
        "role": slot.role.value,
    }


def _numbers(numbers: Numbers) -> Data:
    return {"allowed": sorted(numbers.allowed), "cap": numbers.cap, "modulo": numbers.modulo}


class _Plain:
    def __init__(self, slots: Mapping[Key, Slot]) -> None:
        self.slots = slots

    def tests(self, tests: Iterable[Test]) -> list[Data]:
        return [
            {
                "slot": slot_name(key),
                "values": [v for k, v in enumerate(self.slots[key].values) if symbols >> k & 1],
            }
            for key, symbols in tests
        ]

    def constraint(self, constraint: Constraint) -> Data:
        forms: dict[type, Callable[[Any], Data]] = {
            Exclusion: self.exclusion,
            Cardinality: self.cardinality,
            Relation: self.relation,
            Line: self.line,
        }
        form = type(constraint)
        if form not in forms:
            raise MismatchError(f"constraints of the form {form.__name__} have no JSON data")
        return {"kind": form.__name__.lower(), "cells": list(constraint.at), **forms[form](constraint)}

    def exclusion(self, exclusion: Exclusion) -> Data:
        return {"tests": self.tests(exclusion.tests)}

    def cardinality(self, cardinality: Cardinality) -> Data:
        return {
            "tests": self.tests(cardinality.tests),
            "numbers": _numbers(cardinality.numbers),
            "given": self.tests(cardinality.given),
        }

    def line(self, line: Line) -> Data:
        return {
            "slots": list(map(slot_name, line.keys)),
            "steps": [list(row) for row in line.automaton.steps],
            "accepted": sorted(line.automaton.accepted),
        }

    def relation(self, relation: Relation) -> Data:
        def meant(spot: Spot) -> object:
            if isinstance(spot, int):
                return slot_name(relation.slots[spot])
            return list(map(meant, spot)) if isinstance(spot, tuple) else spot.value

        return {
            "slots": list(map(slot_name, relation.slots)),
            "predicates": [{predicate.key: predicate.text} for predicate in relation.predicates],
            "names": {name: meant(spot) for name, spot in relation.spots},
            "image": None if relation.image is None else slot_name(relation.image),
        }

    def events(self, events: Iterable[Event]) -> list[Data]:
        return list(map(self.event, events))

    def event(self, event: Event) -> Data:
        table = None if event.table is None else self.relation(event.table)
        return {"groups": list(map(self.tests, event.groups)), "table": table}

    def graph(self, graph: Graph) -> Data:
        asked = {"components": graph.components, "cycles": graph.cycles, "each": graph.each}
        return {
            "nodes": [
                {
                    "cell": node.cell,
                    "event": None if node.event is None else self.event(node.event),
                    "places": set_bits(node.places),
                    "marks": self.events(node.marks),
                }
                for node in graph.nodes
            ],
            "links": [
                {"cells": list(link.ends), "event": self.event(link.event)}
                | ({"turns": list(link.turns)} if link.turns else {})
                for link in graph.links
            ],
            **{key: None if numbers is None else _numbers(numbers) for key, numbers in asked.items()},
            "joins": set_bits(graph.joins),
            "apart": set_bits(graph.apart),
            "weight": list(graph.weight),
            **({"windings": list(graph.windings)} if graph.windings else {}),
        }
