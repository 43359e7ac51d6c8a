"""Automaton of orientations of graphs: the state contains the reachability relation on the frontier.

Statement. If directed cycles are forbidden, or the orientation must be strongly connected, the state contains
the reachability relation on the frontier. When a step adds a cell c, all pairs (u, v) such that u reaches c
and c reaches v are added to the relation. A directed cycle closes if c reaches a cell that reaches c. For
``strong``, a cell that leaves the frontier must reach a remaining cell and be reached from a remaining cell.
Then this holds for all earlier cells too, and at the end all cells reach the last cell and are reached from
it.

Strips. As in ``linked``, the relation is written row by row in track order. Cost: the number of relations on
w cells; on a strip of width w about 5^w.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.linked import Frontier, FrontierMachine
from gfkit.core.engine.machine.slot import Decides, Site
from gfkit.core.rules.kinds.constraints import Key
from gfkit.core.rules.values import Exponents


@dataclass(frozen=True, slots=True)
class ArrowSite:
    """Action of a step on the relation: the track of its cell, or -1, and the tracks that are released.

    ``ways`` contains for each option two bit masks of tracks: the sources of incoming edges, and the targets
    of outgoing edges.
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
    """Return, for each step, the frontier cells joined to its cell by incoming and outgoing edges of each
    option.
    """
    turns = []
    for site, cell in enumerate(order):
        ways = []
        places = {key: place for place, (key, _) in enumerate(cast("Decides", sites[site].decides))}
        for option in sites[site].options:
            symbols = cast(tuple[int, ...], option.symbols)
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
    """Automaton on tracks, extended by a reachability relation that is stored row by row."""

    encoding = "arrows"
    turns: tuple[ArrowSite, ...]
    acyclic: bool
    strong: bool

    def start(self) -> tuple[int, tuple[int, ...]]:
        return self.inner.start(), (0,) * len(self.places[0].tracks)

    def final(self, state: tuple[int, tuple[int, ...]]) -> bool:
        return self.inner.final(state[0])

    def step(
        self, site: int, state: tuple[int, tuple[int, ...]]
    ) -> Iterable[tuple[tuple[int, tuple[int, ...]], Exponents, int]]:
        inner, rows = state
        turn = self.turns[site]
        for after, (number, _), option in self.inner.step(site, inner):
            new = self._reach_with(turn, rows, *turn.ways[number])
            if new is not None:
                yield (after, new), (0, 0), option

    def _reach_with(
        self, turn: ArrowSite, rows: tuple[int, ...], sources: int, targets: int
    ) -> tuple[int, ...] | None:
        """Return the relation, as rows of bits, after the cell gets edges from ``sources`` and to
        ``targets``, or None if it violates the constraint.
        """
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
        if self.strong and not self._satisfies_reachability(numbers, gone, is_last=turn.is_last):
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
    def _satisfies_reachability(found: Sequence[int], gone: int, *, is_last: bool) -> bool:
        """Return True if each cell that leaves the frontier reaches a remaining cell and is reached from
        one.
        """
        reached = 0
        for track, row in enumerate(found):
            reached |= 0 if gone >> track & 1 else row
        every = [track for track in range(len(found)) if gone >> track & 1]
        if is_last:  # the remaining cells must reach each other
            return all((found[track] | 1 << track) & gone == gone for track in every)
        return all(found[track] & ~gone and reached >> track & 1 for track in every)

    def signature(self, site: int) -> Hashable:
        return self.inner.programs[site], self.turns[site]
