"""Layers of machines of groups with liberties, whose states a loop in C steps as words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, cast

import numpy as np

from gfkit import native
from gfkit.engine.machine.base import Machine, State
from gfkit.engine.machine.liberty import LibertyMachine
from gfkit.engine.machine.liberty_state import LibertyState
from gfkit.engine.sweep.liberty_words import LibertyCoding, Tracks
from gfkit.engine.sweep.rows import digest, matchings_of_arrays, place_of_row
from gfkit.engine.sweep.state_table import StateTable, StepPairs
from gfkit.engine.sweep.tables import Layer, Matching, Stepper
from gfkit.engine.sweep.words import arrays
from gfkit.errors import LimitError
from gfkit.rules.rule import Exponents

if TYPE_CHECKING:
    from gfkit.engine.sweep.tables import Codes, Index


def liberty_stepper(machine: LibertyMachine) -> LibertyStepper | None:
    """The stepper of a machine, where its states fit into words and the loops are built."""
    coding = LibertyCoding.of(machine) if native.is_built() else None
    return LibertyStepper(coding.widest) if coding else None


class LibertyStepper(Stepper):
    """Steps a machine all states at once; a set of states is known with the tracks that its rows are for."""

    def __init__(self, coding: LibertyCoding) -> None:
        super().__init__(coding.machine)
        self.coding = coding
        self.tracks: dict[int, Tracks] = {}

    def of(self, machine: Machine) -> Self:
        if machine is not self.machine:
            assert machine.groups is not None, "one compiler takes machines of one form"
            coding = self.coding.other(machine.groups)
            if coding is None:
                raise LimitError("a board of the family has too wide a frontier")
            self.coding = coding
        return super().of(machine)

    def _number_of(self, rows: Codes, tracks: Tracks) -> int:
        """The number of a set: equal rows that mean other cells are another set."""
        number = self.number(digest(rows, bytes(repr(tracks), "ascii")), rows)
        self.tracks[number] = tracks
        return number

    def start(self) -> int:
        return self._number_of(np.zeros((1, self.coding.words), np.uint64), Tracks())

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        coding = self.coding
        rows, new = self.sets[states].view(np.int64), StateTable(coding.words, 64)
        taken = list[tuple[Exponents, StepPairs]]()
        for weight in coding.weights(site):
            place = coding.site(site, weight)
            steps = StepPairs(64)
            new.step(coding.steps, arrays(coding.head(), coding.writing.code, ()), place, rows, steps)
            taken.append((weight, steps))
        array, number = new.keys, new.many
        order = np.lexsort(array.T[::-1])
        place_of = np.empty(number, np.int32)
        place_of[order] = np.arange(number, dtype=np.int32)
        matchings: list[Matching] = []
        for weight, steps in taken:
            pairs = steps.pairs[: steps.many]
            matchings += matchings_of_arrays(weight, pairs[:, 0].copy(), place_of[pairs[:, 1]])
        after = np.ascontiguousarray(array[order]).view(np.uint64)
        return Layer(len(rows), number, tuple(matchings)), self._number_of(after, coding.tracks[site + 1])

    def place_of(self, states: int, state: State) -> int:
        row = self.coding.key(self.tracks[states], cast("LibertyState", state))
        return place_of_row(self.sets[states], np.array(row, np.uint64))

    def final(self, states: int) -> Index:
        return np.flatnonzero(~self.sets[states].any(axis=1)).astype(np.int32)
