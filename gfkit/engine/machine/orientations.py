"""Machines of arrows: who reaches whom among the cells that are still touched.

Statement. Where cycles are forbidden or everything must be reached, the relation *is reached from* among the
swept cells that touch cells to come is kept: a directed path between two of them changes only where a new
cell joins two paths, so that the relation after a site is that before it, with all pairs of which the first
reaches the new cell and the second is reached from it. A directed cycle closes where the new cell reaches one
that reaches it. For ``strong``, a cell that nothing touches any more must reach one that is still there, and
be reached from one; so what was swept before does, and at the end all reach the last one and are reached from
it.

Strips. As in ``linked``: the relation of cells that lie alike is written alike, row by row in the order of
tracks. Cost: relations on w cells, on a strip of width w about 5^w.
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
    """A site, by tracks: that of its cell, or -1, and those that are left; by option whom it comes from.

    An option has the tracks from which edges come, and those to which they go, as bits.
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
    """Return by site from which cells on the frontier its options draw edges to its cell, and to which."""
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
    """A machine of slots with who reaches whom, row by row."""

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
        """The same steps, with what each puts on the board."""
        assert isinstance(state, tuple)
        inner, rows = state
        for after, (option, _), laid in self.inner.ways(site, inner):
            new = self._after(site, rows, option)
            if new is not None:
                yield (after, new), (0, 0), laid

    def _after(self, site: int, rows: tuple[int, ...], option: int) -> tuple[int, ...] | None:
        """Who reaches whom after an option that the machine of slots allows; None where that is refused."""
        turn = self.turns[site]
        return self._reach_with(turn, rows, *turn.ways[option])

    def _reach_with(
        self, turn: ArrowSite, rows: tuple[int, ...], sources: int, targets: int
    ) -> tuple[int, ...] | None:
        """By track whom it reaches, as bits, once edges come from some cells and go to others."""
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
        """Whether every cell that is left reaches one that stays and is reached from one."""
        reached = 0
        for track, row in enumerate(found):
            reached |= 0 if gone >> track & 1 else row
        every = [track for track in range(len(found)) if gone >> track & 1]
        if is_last:  # all are left, and reach each other, or there is one
            return all((found[track] | 1 << track) & gone == gone for track in every)
        return all(found[track] & ~gone and reached >> track & 1 for track in every)

    def signature(self, site: int) -> Hashable:
        return self.inner.programs[site], self.turns[site]
