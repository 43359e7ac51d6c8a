"""Orientations of graphs: the reachability relation among the cells on the frontier.

Statement. If directed cycles are forbidden, or the orientation must be strongly connected, the state contains
the reachability relation on the frontier. A step adds one cell, and all pairs of which the first cell reaches
the new one and the second is reached from it. A directed cycle closes if the new cell reaches a cell that
reaches it. For ``strong``, a cell that leaves the frontier must reach a cell that stays, and be reached from
one. Then the same holds for all cells swept before, and at the end all cells reach the last one and are
reached from it.

Strips. As in ``linked``, the relation is written row by row in the order of tracks. Cost: the relations on w
cells; on a strip of width w about 5^w.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from gfkit.engine.machine.linked import FrontierMachine
from gfkit.rules.rule import Exponents

if TYPE_CHECKING:
    from gfkit.engine.machine.linked import Frontier
    from gfkit.engine.machine.slot import Decides, Site
    from gfkit.rules.kinds.constraints import Key


@dataclass(frozen=True, slots=True)
class ArrowSite:
    """Action of a step on the relation: the track of its cell, or -1, and the tracks that are released.

    ``ways`` has for each option the tracks from which edges come, and to which they go, as bits.
    """

    own: int
    leaving: int
    ways: tuple[tuple[int, int], ...]
    is_last: bool


def arrow_sites(
    frontier: Frontier,
    order: Sequence[int],
    sites: Sequence[Site],
    links: Sequence[Sequence[tuple[int, int, Key]]],
) -> tuple[ArrowSite, ...]:
    """Return, for each step, the frontier cells from and to which its options direct edges."""
    turns = []
    for site, cell in enumerate(order):
        ways = []
        places = {key: place for place, (key, _) in enumerate(cast("Decides", sites[site].decides))}
        for option in sites[site].options:
            symbols = cast(tuple[int, ...], option.lays)
            sources = targets = 0
            for a, b, key in links[site]:
                bit = 1 << frontier.track[a + b - cell]
                if (symbols[places[key]] == 1) == (b == cell):
                    sources |= bit
                else:
                    targets |= bit
            ways.append((sources, targets))
        leaving = sum(1 << track for track in frontier.last_tracks(site, cell))
        turns.append(ArrowSite(frontier.track.get(cell, -1), leaving, tuple(ways), site == len(order) - 1))
    return tuple(turns)


@dataclass(frozen=True, eq=False)
class OrientedMachine(FrontierMachine):
    """Automaton of variables with a reachability relation, row by row."""

    turns: tuple[ArrowSite, ...]
    acyclic: bool
    strong: bool

    def start(self) -> tuple[int, tuple[int, ...]]:
        return self.inner.start(), (0,) * len(self.places[0].tracks)

    def final(self, state: Hashable) -> bool:
        assert isinstance(state, tuple)
        return self.inner.final(state[0])

    def step(self, site: int, state: Hashable) -> Iterable[tuple[tuple[int, tuple[int, ...]], Exponents]]:
        assert isinstance(state, tuple)
        inner, rows = state
        for after, (option, _) in self.inner.step(site, inner):
            new = self._after(site, rows, option)
            if new is not None:
                yield (after, new), (0, 0)

    def ways(
        self, site: int, state: Hashable
    ) -> Iterable[tuple[tuple[int, tuple[int, ...]], Exponents, object]]:
        """Yield the steps, each with the symbols that it decides."""
        assert isinstance(state, tuple)
        inner, rows = state
        for after, (option, _), laid in self.inner.ways(site, inner):
            new = self._after(site, rows, option)
            if new is not None:
                yield (after, new), (0, 0), laid

    def _after(self, site: int, rows: tuple[int, ...], option: int) -> tuple[int, ...] | None:
        """Return the relation after an option, or None if the option violates the constraint."""
        turn = self.turns[site]
        return self._reach_with(turn, rows, *turn.ways[option])

    def _reach_with(
        self, turn: ArrowSite, rows: tuple[int, ...], sources: int, targets: int
    ) -> tuple[int, ...] | None:
        """Return the relation, as bits by track, with edges from some cells and to others."""
        new = 1 << len(rows)
        ahead = targets
        for track, row in enumerate(rows):
            if targets >> track & 1:
                ahead |= row
        if self.acyclic and ahead & sources:
            return None
        numbers = [
            row | ahead | new if row & sources or sources >> track & 1 else row
            for track, row in enumerate(rows)
        ] + [ahead]
        gone = turn.leaving | (0 if turn.own >= 0 else new)
        if self.strong and not self._holds(numbers, gone, is_last=turn.is_last):
            return None
        if turn.own >= 0:
            moved = 1 << turn.own
            numbers = [row & ~(gone | moved | new) | (moved if row & new else 0) for row in numbers]
            numbers[turn.own] = numbers[-1]
            gone &= ~moved
        return tuple(
            0 if gone >> track & 1 else row & ~(gone | 1 << track) for track, row in enumerate(numbers[:-1])
        )

    @staticmethod
    def _holds(found: Sequence[int], gone: int, *, is_last: bool) -> bool:
        """Return True if each cell that leaves reaches a cell that stays and is reached from one."""
        reached = 0
        for track, row in enumerate(found):
            reached |= 0 if gone >> track & 1 else row
        every = [track for track in range(len(found)) if gone >> track & 1]
        if is_last:  # all cells remain and reach each other, or there is only one
            return all((found[track] | 1 << track) & gone == gone for track in every)
        return all(found[track] & ~gone and reached >> track & 1 for track in every)

    def signature(self, site: int) -> Hashable:
        return self.inner.programs[site], self.turns[site]
