"""A symmetry that is said to leave a system as it is takes its solutions to its solutions.

The truth: all solutions by trying, each moved by code that is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import choice
import pytest
from differential import orbits, questions
from solutions import Shown, solutions

from gfkit.boards import Board, parse_board, parse_one_board
from gfkit.boards.symmetry import symmetries
from gfkit.errors import GfkitError
from gfkit.games import Question
from gfkit.games.rule import Outside, Predicate, Spot
from gfkit.kinds import system_of
from gfkit.kinds.constraints import (
    Arrows,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Event,
    Exclusion,
    Graph,
    GraphNode,
    Key,
    Link,
    Moved,
    Numbers,
    Relation,
    Role,
    Slot,
    Test,
    Total,
)
from gfkit.transfer.machine.invariance import Invariance, fitting_names, moved_constraint, moved_event
from gfkit.typing import Positions, UpTo, Weights

_MOST = 30_000
Cells = tuple[int, ...]


def moved(
    shown: Shown, slots: dict[Key, Slot], cells: Cells, names: dict[object, object]
) -> frozenset[object]:
    """What is shown after a symmetry: by words and cells of slots, in no order."""
    marks = set()
    for key, slot in slots.items():
        if slot.role is Role.HIDDEN:
            continue
        value, at = slot.values[shown[key]], [cells[cell] for cell in slot.cells]
        if slot.moved is Moved.CELLS:
            value = cells[value]
        if slot.moved is Moved.TURNED and at != sorted(at):
            value = 1 - value
        marks.add((names.get(slot.name, slot.name), frozenset(at), value))
    return frozenset(marks)


def is_kept(
    system: ConstraintSystem, cells: Cells, names: dict[object, object], weights: Weights
) -> bool | None:
    """Whether solutions become solutions of the same weight; None where too much is to be tried."""
    slots = {slot.key: slot for slot in system.slots}
    before, after = Counter[object](), Counter[object]()
    still = tuple(range(len(cells)))
    try:
        for shown, (x, y) in solutions(system, _MOST):
            told = {Weights.NONE: (0, 0), Weights.PIECES: (x + y, 0), Weights.PLAYERS: (x, y)}[weights]
            before[moved(shown, slots, still, {}), told] += 1
            after[moved(shown, slots, cells, names), told] += 1
    except RecursionError:
        return None
    return before == after


@pytest.mark.parametrize("number", [15, pytest.param(400, marks=pytest.mark.slow(60))])
def test_symmetries_that_a_rule_keeps(number: int) -> None:
    """Random rules of all kinds and classes of positions, on small boards of many shapes."""
    kept = 0
    for case in range(number):
        made = orbits.case(Random(f"symmetric {choice.seed()} {case}"))
        boards = parse_board(made.board) if "n" in made.board else None
        try:
            board = parse_one_board(made.board) if not questions.is_family(made.board) else boards.at(3)  # type: ignore[union-attr]
            weights = Weights.read(made.weights)
            asked = Question(questions.read(made), board, Positions.read(made.positions), weights)
            asked.check_symmetric()
            system = system_of(asked.rule, asked.board, asked.positions)
            group = symmetries(board, UpTo.read(made.up_to))
        except GfkitError:
            continue
        for one in group[:12]:
            try:
                names = fitting_names(asked.rule, asked.board, one, weights)
            except GfkitError:
                continue
            truth = is_kept(system, one.cells, dict(names), weights)
            assert truth is not False, (made, one)
            kept += bool(truth)
    assert kept > number // 2


# Random systems.

_BOARDS = [Board("four", 4, tuple(combinations(range(4), 2)))]
_PREDICATES = ("a <= b", "a == b", "a + b != c", "b == 0 or c == 1", "a * c == b")
_NEAR = (
    "count(y == x for y in near) <= 1",
    "sum(near) == x",
    "near[0] == x",
    "near <= all",
    "any(y > x for y in near)",
)
_PERMUTATIONS = ((1, 0, 2, 3), (1, 0, 3, 2), (1, 2, 0, 3), (1, 2, 3, 0), (3, 2, 1, 0))


def random_slots(rng: Random) -> list[Slot]:
    none = ((0, 0),) * 4
    is_binary = rng.random() < 0.5
    values, weights = ((0, 1), none[:2]) if is_binary else ((0, 1, 2), ((0, 0), (0, 1), (1, 0)))
    slots = [Slot(("value", c), (c,), values, weights, "") for c in range(4)]
    pairs = list(combinations(range(4), 2))
    how = rng.choice((Moved.ALIKE, Moved.TURNED))
    if rng.random() < 0.6:
        slots += [Slot(("edge", *pair), pair, (0, 1), none[:2], "", moved=how) for pair in pairs]
    elif rng.random() < 0.5:
        slots = [Slot(("move", c), (c,), (0, 1, 2, 3), none, "", moved=Moved.CELLS) for c in range(4)]
    return slots


def random_test(rng: Random, slots: Sequence[Slot]) -> Test:
    slot = rng.choice(slots)
    return slot.key, rng.randrange(1, slot.every)


def random_table(rng: Random, slots: Sequence[Slot]) -> Relation | None:
    read = [slot for slot in slots if slot.key[0] == "value"]
    if len(read) < 3:
        return None
    keys = tuple(slot.key for slot in rng.sample(read, 3))
    cells = tuple(int(key[1]) for key in keys)
    near: tuple[Spot, ...] = (1, 2, *([Outside(1)] if rng.random() < 0.3 else []))
    if rng.random() < 0.5:
        return Relation(
            cells, keys, (Predicate(rng.choice(_NEAR)),), (("x", 0), ("near", near), ("all", (0, *near)))
        )
    return Relation(cells, keys, (Predicate(rng.choice(_PREDICATES)),), (("a", 0), ("b", 1), ("c", 2)))


def random_constraint(rng: Random, slots: Sequence[Slot]) -> Constraint:
    tests = tuple(random_test(rng, slots) for _ in range(rng.randint(1, 3)))
    at = tuple(sorted({cell for key, _ in tests for cell in key if isinstance(cell, int)}))
    table = random_table(rng, slots)
    if table is not None and rng.random() < 0.4:
        return table
    if rng.random() < 0.4:
        return Exclusion(at, tests)
    numbers = rng.choice((Numbers.of(0), Numbers.of(0, 1), Numbers.of(1), Numbers(frozenset({0, 2}), 2)))
    return Cardinality(at, tests, numbers, tests[:1] if rng.random() < 0.4 else ())


def random_event(rng: Random, slots: Sequence[Slot]) -> Event:
    table = random_table(rng, slots) if rng.random() < 0.4 else None
    groups = tuple(
        (random_test(rng, slots), random_test(rng, slots)) for _ in range(rng.randint(table is None, 2))
    )
    return Event(groups, table)


def rewritten(rng: Random, one: Constraint) -> list[Constraint]:
    """Clauses that say the same as a count, some of the time; or the same twice."""
    if isinstance(one, Cardinality) and rng.random() < 0.5:
        at = one.at
        if one.numbers == Numbers.of(0) and one.given:
            return [Exclusion(at, pair) for pair in product(one.given, one.tests)]
        if one.numbers == Numbers.of(0, 1) and not one.given:
            return [Exclusion(at, pair) for pair in combinations(one.tests, 2)]
    return [one]


def random_system(rng: Random, cells: Cells) -> ConstraintSystem:
    """A system that often says the same of images, but not always, and not always in the same words."""
    slots = random_slots(rng)
    asked = [random_constraint(rng, slots) for _ in range(rng.randint(0, 2))]
    events = [random_event(rng, slots) for _ in range(rng.randint(0, 2))]
    images = Invariance(ConstraintSystem(tuple(slots), ()), _BOARDS[0]).map

    def test(one: Test) -> Test:
        image = images.image(one[0], cells, {})
        assert image is not None
        return image[0], sum(1 << image[1][k] for k in range(4) if one[1] >> k & 1)

    if rng.random() < 0.8:
        for _ in range(3):
            fresh = [moved_constraint(one, cells, test) for one in asked]
            asked = list(dict.fromkeys([*asked, *fresh]))
        orbit = events
        for _ in range(11):  # the orders of permutations divide 12
            orbit = [moved_event(one, cells, test) for one in orbit]
            events = [*events, *(one for one in orbit if one not in events)]
    if len(asked) > 1 and rng.random() < 0.2:
        asked.remove(rng.choice(asked))
    totals = (Total(tuple(events), Numbers.of(*rng.sample(range(4), 2))),) if events else ()
    graphs: list[Graph] = []
    arrows: list[Arrows] = []
    edges = [slot for slot in slots if slot.key[0] == "edge"]
    if edges and rng.random() < 0.5:
        if edges[0].moved is Moved.TURNED:
            links = tuple((slot.at[0], slot.at[1], slot.key) for slot in edges if rng.random() < 0.9)
            arrows = [Arrows((0, 1, 2, 3), links, acyclic=rng.random() < 0.7, strong=rng.random() < 0.3)]
        else:
            nodes = tuple(GraphNode(c, Event(), int(rng.random() < 0.5)) for c in range(4))
            some = (Link((slot.at[0], slot.at[1]), Event((((slot.key, 2),),))) for slot in edges)
            graphs = [Graph(nodes, tuple(some), Numbers.of(1, 2), joins=rng.randint(0, 1))]
    rewrite = [new for one in asked for new in rewritten(rng, one)]
    rng.shuffle(rewrite)
    return ConstraintSystem(tuple(slots), tuple(rewrite), totals, tuple(graphs), tuple(arrows))


@pytest.mark.parametrize("number", [50, pytest.param(2000, marks=pytest.mark.slow(60))])
def test_random_systems(number: int) -> None:
    """Where a system is said to be kept it is; and of those that are, most are seen to be."""
    verdicts = Counter[tuple[bool, bool]]()
    for case in range(number):
        rng = Random(f"systems {choice.seed()} {case}")
        cells, weights = rng.choice(_PERMUTATIONS), rng.choice(list(Weights))
        system = random_system(rng, cells)
        truth = is_kept(system, cells, {}, weights)
        if truth is not None:
            said = not Invariance(system, _BOARDS[0]).difference(cells, {}, weights)
            assert truth or not said, (case, system, cells)
            verdicts[truth, said] += 1
    assert verdicts[True, True] > verdicts[True, False], verdicts
    assert verdicts[False, False] > number // 20, verdicts
