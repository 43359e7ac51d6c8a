"""Local conditions as small automata that read the cells of their scope in sweep order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

Raw = Hashable


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the colours of a few cells, as an automaton without minimality.

    ``step(state, cell, colour)`` reads the colour of one cell, in whatever order the sweep brings;
    ``accept`` says whether a state after all cells is fine. Conditions of equal ``sort`` do the same to cells
    of equal ``roles``.
    """

    cells: tuple[int, ...]
    roles: tuple[int, ...]
    sort: Hashable
    start: Raw
    step: Callable[[Raw, int, int], Raw]
    accept: Callable[[Raw], bool]


@dataclass(frozen=True, slots=True)
class Factor:
    """A condition made minimal for one sweep order.

    ``tables[i][colour]`` maps the value before the i-th cell read to the value after; a value that is
    missing can no longer be made good. 0 stands for the start, and later for 'nothing can go wrong'.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]


class Minimiser:
    """Makes conditions minimal, those that read alike cells in the same order only once."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self._known: dict[Hashable, Factor | None] = {}

    def factor(self, condition: Condition, order: Sequence[int]) -> Factor | None:
        """What ``minimise`` gives."""
        role_of = dict(zip(condition.cells, condition.roles, strict=True))
        key = (condition.sort, tuple(role_of[cell] for cell in order))
        if key not in self._known:
            self._known[key] = minimise(condition, order, self.colours)
        return self._known[key]


def minimise(condition: Condition, order: Sequence[int], colours: int) -> Factor | None:
    """The least automaton of a condition when its cells come in this order; None if it always holds.

    States with the same future are merged layer by layer from the back (Myhill and Nerode); cost is
    raw states times colours.
    """
    layers: list[list[Raw]] = [[condition.start]]
    moves: list[list[list[int]]] = []
    for cell in order:
        index: dict[Raw, int] = {}
        moves.append(
            [
                [index.setdefault(condition.step(raw, cell, c), len(index)) for c in range(colours)]
                for raw in layers[-1]
            ]
        )
        layers.append(list(index))
    values: list[int | None] = [0 if condition.accept(raw) else None for raw in layers[-1]]
    tables: list[tuple[dict[int, int], ...]] = []
    for layer in reversed(moves):
        futures = [tuple(values[after] for after in row) for row in layer]
        names: dict[tuple[int | None, ...], int | None] = {(0,) * colours: 0, (None,) * colours: None}
        fresh = 1
        if len(layer) == 1:  # the single state before the first cell is not stored, so it is 0
            names = {futures[0]: None if all(v is None for v in futures[0]) else 0}
        for future in futures:
            if future not in names:
                names[future] = fresh
                fresh += 1
        before = [names[future] for future in futures]
        table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
        for name, future in zip(before, futures, strict=True):
            for colour, value in enumerate(future):
                if name is not None and value is not None:
                    table[colour][name] = value
        tables.append(table)
        values = before
    tables.reverse()
    if all(tables[i][c] == {0: 0} for i in range(len(order)) for c in range(colours)):
        return None
    return Factor(tuple(tables))
