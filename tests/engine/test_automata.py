"""Minimal automata of constraints accept the right words, with as few states as possible.

Expected values are found by listing all assignments, as the definitions of the constraints have them. The
states of kings between two rows are counted as the sets of cells that a row of kings attacks.
"""

from itertools import combinations, pairwise, product
from random import Random

import pytest
from choice import some_of

from gfkit.core.boards import parse_one_board
from gfkit.core.engine.machine.automata import Automata
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.sweep.layers import compile_layers
from gfkit.core.rules import find_rule
from gfkit.core.rules.kinds.constraints import Cardinality, Event, Exclusion, Slot
from gfkit.core.rules.values import Numbers
from gfkit.core.typing import Positions, Weights


def drawn(rng: Random):
    """Return variables with two or three symbols, and constraints on some of them."""
    sizes = [rng.randint(2, 3) for _ in range(rng.randint(2, 5))]
    slots = {
        ("v", k): Slot(("v", k), (k,), tuple(range(size)), ((0, 0),) * size, "")
        for k, size in enumerate(sizes)
    }

    def tests(least: int):
        keys = rng.sample([*slots], rng.randint(least, len(slots)))
        return tuple((key, rng.randrange(1, 1 << len(slots[key].values))) for key in keys)

    constraints = []
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.5:
            constraints.append(Exclusion((), tests(1)))
        else:
            numbers = Numbers.of(*rng.sample(range(4), rng.randint(1, 2)))
            constraints.append(Cardinality((), tests(1), numbers, tests(1) if rng.random() < 0.4 else ()))
    return slots, constraints


def holds(constraint, shown) -> bool:
    met = [bool(symbols >> shown[key] & 1) for key, symbols in constraint.tests]
    if isinstance(constraint, Exclusion):
        return not all(met)
    is_required = not constraint.given or any(symbols >> shown[key] & 1 for key, symbols in constraint.given)
    return not is_required or constraint.numbers.holds(sum(met))


@pytest.mark.parametrize("seed", some_of(range(60), 12))
def test_automata_are_minimal_and_accept_the_solutions(seed: int) -> None:
    slots, constraints = drawn(Random(seed))
    order = [*slots]
    alphabets = [range(len(slots[key].values)) for key in order]
    accepted = {
        word
        for word in product(*alphabets)
        if all(holds(constraint, dict(zip(order, word, strict=True))) for constraint in constraints)
    }
    factor = Automata(slots).factor(constraints, order)
    if factor is None:
        assert len(accepted) == len([*product(*alphabets)])
        return
    for place in range(len(order)):
        reached: dict[frozenset[tuple[int, ...]], set[int]] = {}
        for word in product(*alphabets[:place]):
            state: int | None = 0
            for table, symbol in zip(factor.tables, word, strict=False):
                state = None if state is None else table[symbol].get(state)
            continuations = frozenset(end[place:] for end in accepted if end[:place] == word)
            assert (state is None) <= (not continuations), "a rejected prefix has no continuation"
            if continuations:
                assert state is not None
                reached.setdefault(continuations, set()).add(state)
        assert all(len(states) == 1 for states in reached.values())
        assert len(set.union(*reached.values(), set())) == len(reached)


@pytest.mark.parametrize("seed", some_of(range(20), 5))
def test_an_automaton_of_an_event_ends_with_whether_it_happens(seed: int) -> None:
    rng = Random(seed)
    slots, _ = drawn(rng)
    order = [*slots]
    keys = [rng.sample(order, rng.randint(1, len(order))) for _ in range(rng.randint(1, 2))]
    groups = tuple(
        tuple((key, rng.randrange(1, 1 << len(slots[key].values))) for key in group) for group in keys
    )
    factor = Automata(slots).factor([Event(groups)], order, is_event=True)
    for word in product(*(range(len(slots[key].values)) for key in order)):
        shown = dict(zip(order, word, strict=True))
        state = 0
        for table, symbol in zip(factor.tables if factor else (), word, strict=bool(factor)):
            state = table[symbol][state]
        assert state == all(any(symbols >> shown[key] & 1 for key, symbols in group) for group in groups)


@pytest.mark.parametrize("width", range(2, 8))
def test_between_rows_of_kings_the_state_is_the_set_of_attacked_cells(width: int) -> None:
    """Several kings attack a cell as one does, so that their automata are one."""
    rows = [
        row
        for size in range(width + 1)
        for row in combinations(range(width), size)
        if all(b - a > 1 for a, b in pairwise(row))
    ]
    attacked = {
        frozenset(cell + step for cell in row for step in (-1, 0, 1)) & {*range(width)} for row in rows
    }
    board = parse_one_board(f"6x{width}")
    machine = build_machine(find_rule("kings"), board, range(board.size), Positions.ALL, Weights.NONE)
    layers = compile_layers(machine, lambda *_: None).layers
    assert [layers[row * width].before for row in range(2, 6)] == [len(attacked)] * 4
