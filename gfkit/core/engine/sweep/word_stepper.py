"""Stepper for automata whose states are machine words; the C extension advances all states at once.

A set of states is a sorted array of rows. The options of a step are grouped by weight, and each group is
advanced into one hash table, so that equal successors have one row. The transitions of each group are split
into matchings. Cost: for every step, its states times options, and one sort of the states after it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gfkit.core.engine.machine.base import Machine, State
from gfkit.core.engine.sweep.state_rows import digest, matchings_of_arrays, number_rows, place_of_row
from gfkit.core.engine.sweep.state_table import StateTable, StepPairs
from gfkit.core.engine.sweep.tables import Layer, Matching, Stepper
from gfkit.core.errors import LimitError

if TYPE_CHECKING:
    from gfkit.core.engine.sweep.tables import Codes, Index


class WordStepper(Stepper):
    """Stepper that processes all states at once; a set of states is stored with the tracks of its rows."""

    def __init__(self, coding: Any, labelled: bool = False) -> None:
        super().__init__(coding.machine, labelled)
        self.coding: Any = coding
        self.tracks: dict[int, Hashable] = {}

    def of(self, machine: Machine) -> Self:
        if machine is not self.machine:
            coding = self.coding.other(machine)
            if coding is None:
                raise LimitError("a board of the family has too wide a frontier")
            self.coding = coding
        return super().of(machine)

    def _number_of(self, rows: Codes, tracks: Hashable) -> int:
        """Return the number of a set of states; equal rows with different tracks are different sets."""
        number = self.number(digest(rows, bytes(repr(tracks), "ascii")), rows)
        self.tracks[number] = tracks
        return number

    def start(self) -> int:
        return self._number_of(np.zeros((1, self.coding.words), np.uint64), self.coding.tracks[0])

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        rows, new = self.sets[states].view(np.int64), StateTable(self.coding.words, 64)
        weights, groups = self.coding.weights(site), dict[object, list[int]]()
        for option, weight in enumerate(weights):
            groups.setdefault(option if self.labelled else weight, []).append(option)
        taken = []
        for weight, options in sorted([(weights[options[0]], options) for options in groups.values()]):
            steps, program = StepPairs(64), self.coding.part(site, options)
            walk = self.coding.steps, program.head, program.code, program.sites
            new.step(walk, rows, steps)
            taken.append((weight, options[0], steps))
        array, number = new.keys, len(new.keys)
        order = np.lexsort(array.T[::-1])
        place_of = np.argsort(order).astype(np.int32)
        matchings: list[Matching] = []
        for weight, option, steps in taken:
            before, targets = steps.decode()
            matchings += matchings_of_arrays(weight, before, place_of[targets], option=option)
        after = np.ascontiguousarray(array[order]).view(np.uint64)
        tracks = self.coding.tracks[site + 1]
        return Layer(len(rows), number, tuple(matchings)), self._number_of(after, tracks)

    def union(self, first: int, second: int) -> tuple[int, Sequence[int]]:
        if self.machine.encoding != "labels":
            return super().union(first, second)
        rows, places = number_rows(np.concatenate([self.sets[first], self.sets[second]]))
        return self._number_of(rows, self.tracks[second]), places[len(self.sets[first]) :].tolist()

    def place_of(self, states: int, state: State) -> int:
        row = self.coding.key(self.tracks[states], state)
        return place_of_row(self.sets[states], np.array(row, np.uint64))

    def final(self, states: int) -> Index:
        rows = self.sets[states]
        candidates = np.flatnonzero(~rows[:, 1:].any(axis=1))  # an accepting state has no labels
        ends = [self.coding.is_final(row) for row in rows[candidates].tolist()]
        return candidates[np.array(ends, np.bool_)].astype(np.int32)
