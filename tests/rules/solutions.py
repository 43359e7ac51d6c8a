"""The solutions of a constraint system by trying one symbol after another: no automaton, no machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from numpy import array, column_stack, linalg

from gfkit.core.boards.board import components_of
from gfkit.core.rules.evaluation import holds as says, number_of
from gfkit.core.rules.kinds.constraints import (
    Arrows,
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
    Test,
)

Shown = Mapping[Key, int]
NO_LOOK: Hashable = (frozenset[object](), frozenset[object]())


def has_images(system: ConstraintSystem) -> bool:
    """Return True if solutions are counted by the values of some variables, each once."""
    return any(slot.role is Role.FORGOTTEN for slot in system.slots)


def counted(
    system: ConstraintSystem, look: Callable[[Sequence[tuple[Key, int]]], Hashable], most: int
) -> Counter[tuple[Hashable, tuple[int, int]]] | None:
    """Count solutions by their values and powers. Return None if this needs too many tries.

    Images have no values; only their powers are counted.
    """
    found: Counter[tuple[Hashable, tuple[int, int]]] = Counter()
    images = set()
    try:
        for shown, powers in solutions(system, most):
            if has_images(system):
                images.add((*(shown[s.key] for s in system.slots if s.role is Role.SHOWN), powers))
            else:
                found[look([(slot.key, slot.values[shown[slot.key]]) for slot in system.slots]), powers] += 1
    except RecursionError:
        return None
    return Counter((NO_LOOK, powers) for *_, powers in images) if images else found


def solutions(system: ConstraintSystem, most: int) -> Iterator[tuple[Shown, tuple[int, int]]]:
    """Yield the values and powers of every solution. Raise RecursionError after ``most`` tries."""
    values = {slot.key: slot.values for slot in system.slots}
    assert len(values) == len(system.slots), "two variables have the same key"
    place = {slot.key: number for number, slot in enumerate(system.slots)}
    due: list[list[Constraint]] = [[] for _ in range(len(place) + 1)]
    for one in system.constraints:
        due[1 + max((place[key] for key in one.keys), default=-1)].append(one)
    shown: dict[Key, int] = {}
    tried = 0

    def search(at: int) -> Iterator[tuple[Shown, tuple[int, int]]]:
        nonlocal tried
        tried += 1
        if tried > most:
            raise RecursionError("too much to try")
        if not all(_holds(one, shown, values) for one in due[at]):
            return
        if at == len(system.slots):
            powers = _whole(system, shown, values)
            if powers is not None:
                x, y = powers
                for slot in system.slots:
                    dx, dy = slot.weights[shown[slot.key]]
                    x, y = x + dx, y + dy
                yield dict(shown), (x, y)
            return
        slot = system.slots[at]
        for symbol in range(len(slot.values)):
            shown[slot.key] = symbol
            yield from search(at + 1)
        shown.pop(slot.key, None)

    return search(0)


def _test(test: Test, shown: Shown) -> bool:
    return bool(test[1] >> shown[test[0]] & 1)


def _holds(one: Constraint, shown: Shown, values: Mapping[Key, Sequence[int]]) -> bool:
    if isinstance(one, Exclusion):
        return not all(_test(test, shown) for test in one.tests)
    if isinstance(one, Cardinality):
        number = sum(_test(test, shown) for test in one.tests)
        is_asked = not one.given or any(_test(test, shown) for test in one.given)
        return not is_asked or one.numbers.holds(number)
    if isinstance(one, Relation):
        return _says(one, shown, values)
    return _reads(one, shown)


def _says(one: Relation, shown: Shown, values: Mapping[Key, Sequence[int]]) -> bool:
    show = [values[key][shown[key]] for key in one.slots]

    def meant(spot: object) -> object:
        if isinstance(spot, int):
            return show[spot]
        return [meant(inner) for inner in spot] if isinstance(spot, tuple) else spot.value  # type: ignore[attr-defined]

    names = {name: meant(spot) for name, spot in one.spots}
    if one.image is None:
        return all(says(predicate, names) for predicate in one.predicates)
    return number_of(one.predicates[0], names) == values[one.image][shown[one.image]]


def _reads(one: Line, shown: Shown) -> bool:
    state = 0
    for key in one.keys:
        state = one.automaton.steps[state][shown[key]] if state >= 0 else -1
    return state in one.automaton.accepted


def _happens(event: Event, shown: Shown, values: Mapping[Key, Sequence[int]]) -> bool:
    if event.table is not None and not _says(event.table, shown, values):
        return False
    return all(any(_test(test, shown) for test in group) for group in event.groups)


def _whole(
    system: ConstraintSystem, shown: Shown, values: Mapping[Key, Sequence[int]]
) -> tuple[int, int] | None:
    """Return the powers of components. Return None if a total, graph or direction is not allowed."""
    for total in system.totals:
        if not total.numbers.holds(sum(_happens(event, shown, values) for event in total.events)):
            return None
    if not all(_arrows(one, shown) for one in system.arrows):
        return None
    x = y = 0
    for graph in system.graphs:
        pieces = _graph(graph, shown, values)
        if pieces is None:
            return None
        x, y = x + pieces * graph.weight[0], y + pieces * graph.weight[1]
    return x, y


def _graph(graph: Graph, shown: Shown, values: Mapping[Key, Sequence[int]]) -> int | None:
    """Return the number of components. Return None if they are not allowed."""
    links = [link.ends for link in graph.links if _happens(link.event, shown, values)]
    ends = {cell for link in links for cell in link}
    there = {
        node.cell: node
        for node in graph.nodes
        if (node.cell in ends if node.event is None else _happens(node.event, shown, values))
    }
    assert ends <= there.keys(), "a link happens only where both its ends are there"
    wound = [link for link in graph.links if graph.windings and _happens(link.event, shown, values)]
    rows = array([[(cell == b) - (cell == a) for cell in there] for (a, b), *_ in wound] or [[0]])
    turned = [column_stack([rows, turns]) for turns in zip(*(link.turns for link in wound), strict=True)]
    parts = components_of(there, links)
    cycles = len(links) - len(there) + len(parts)
    places = [[there[cell].places for cell in part] for part in parts]
    marks = [
        sum(_happens(mark, shown, values) for cell in part for mark in there[cell].marks) for part in parts
    ]

    def across(wanted: int) -> bool:
        return any(_joined(at) & wanted == wanted for at in places)

    fine = (
        (graph.components is None or graph.components.holds(len(parts)))
        and (graph.cycles is None or graph.cycles.holds(cycles))
        and (not graph.joins or across(graph.joins))
        and not (graph.apart and across(graph.apart))
        and (not graph.windings or any(linalg.matrix_rank(x) > linalg.matrix_rank(rows) for x in turned))
        and (graph.each is None or all(map(graph.each.holds, marks)))
    )
    return len(parts) if fine else None


def _joined(bits: Iterable[int]) -> int:
    found = 0
    for some in bits:
        found |= some
    return found


def _arrows(arrows: Arrows, shown: Shown) -> bool:
    after: dict[int, set[int]] = {cell: set() for cell in arrows.nodes}
    for a, b, key in arrows.links:
        source, target = (a, b) if shown[key] else (b, a)
        after[source].add(target)
    reached = {}
    for start in after:
        seen: set[int] = set()
        todo = list(after[start])
        while todo:
            cell = todo.pop()
            if cell not in seen:
                seen.add(cell)
                todo += after[cell]
        reached[start] = seen
    if arrows.acyclic and any(cell in seen for cell, seen in reached.items()):
        return False
    every = set(after)
    return not arrows.strong or (
        bool(every) and all(every <= seen | {cell} for cell, seen in reached.items())
    )
