"""From orientations to a machine: how many edges go out, and who reaches whom among the cells still touched.

Statement. An edge gets its direction at the later of its two sites. What is remembered of a vertex is how
many of its edges go out so far; as it has a known number of edges, those that come in are known, too. Where
cycles are forbidden or everything must be reached, the relation *is reached from* among the swept cells that
touch cells to come is kept: a directed path between two of them changes only where a new cell joins two
paths, so that the relation after a site is that before it, with all pairs of which the first reaches the new
cell and the second is reached from it. A directed cycle closes where the new cell reaches one that reaches
it. For ``strong``, a cell that nothing touches any more must reach one that is still there, and be reached
from one; so what was swept before does, and at the end all reach the last one and are reached from it.

Strips. As in ``linked``: the relation of cells that lie alike is written alike, row by row in the order of
tracks. Cost: relations on w cells, on a strip of width w about 5^w.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from gfkit.boards import Board
from gfkit.errors import LimitError
from gfkit.games.orientations import MOST_DEGREE, OrientationRule
from gfkit.games.rule import Exponents
from gfkit.transfer.machine.linked import Frontier, FrontierMachine
from gfkit.transfer.machine.slot import Kinds, Option, SlotMachine, assemble, line_and_turn
from gfkit.transfer.machine.ties import UNTIED, Ties

_MOST_BACK = 12


@dataclass(frozen=True, slots=True)
class _Turn:
    """A site, by tracks: that of its cell, or -1, and those that are left; by option whom it comes from.

    An option has the tracks from which edges come, and those to which they go, as bits.
    """

    own: int
    leaving: int
    ways: tuple[tuple[int, int], ...]
    is_last: bool


@dataclass(frozen=True, eq=False)
class OrientedMachine(FrontierMachine):
    """A machine of slots with who reaches whom, row by row."""

    turns: tuple[_Turn, ...]
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
        turn = self.turns[site]
        for after, (option, _) in self.inner.step(site, inner):
            new = self._reached(turn, rows, *turn.ways[option])
            if new is not None:
                yield (after, new), (0, 0)

    def _reached(
        self, turn: _Turn, rows: tuple[int, ...], sources: int, targets: int
    ) -> tuple[int, ...] | None:
        """By track whom it reaches, as bits, once edges come from some cells and go to others."""
        new = 1 << len(rows)
        ahead = targets
        for track, row in enumerate(rows):
            if targets >> track & 1:
                ahead |= row
        if self.acyclic and ahead & sources:
            return None
        found = [
            row | ahead | new if row & sources or sources >> track & 1 else row
            for track, row in enumerate(rows)
        ] + [ahead]
        gone = turn.leaving | (0 if turn.own >= 0 else new)
        if self.strong and not self._holds(found, gone, is_last=turn.is_last):
            return None
        if turn.own >= 0:
            moved = 1 << turn.own
            found = [row & ~(gone | moved | new) | (moved if row & new else 0) for row in found]
            found[turn.own] = found[-1]
            gone &= ~moved
        return tuple(
            0 if gone >> track & 1 else row & ~(gone | 1 << track) for track, row in enumerate(found[:-1])
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


def orientation_machine(
    rule: OrientationRule, board: Board, order: Sequence[int], ties: Ties = UNTIED
) -> SlotMachine | OrientedMachine:
    """The machine of orientations of the edges among the cells in ``order``, of which some may be tied."""
    site_of = {cell: site for site, cell in enumerate(order)}
    frontier = Frontier.of(board, order, board.neighbours)
    place_of = line_and_turn(board, order) if board.turns else None
    kinds: Kinds = {} if place_of is None else {cell: place_of(cell) for cell in order}
    sites, turns = [], []
    asked = rule.vertex is not None
    outs = {cell: rule.outs(_degree(rule, board, cell)) for cell in order} if asked else {}
    for site, cell in enumerate(order):
        back = [other for other in board.neighbours[cell] if site_of[other] < site]
        if len(back) > _MOST_BACK:
            raise LimitError(
                f"board {board.text!r}: {len(back)} edges of one cell lead back to cells that are swept"
                f" before, too many for {rule.name}; the most is {_MOST_BACK}"
            )
        left = {n: sum(site_of[m] > site for m in board.neighbours[n]) for n in (cell, *back)}
        options: list[Option] = []
        ways: list[tuple[int, int]] = []
        for outgoing in product((0, 1), repeat=len(back)):
            option = Option((len(options), 0))
            for other, out in zip(back, outgoing, strict=True) if asked else ():
                fine = _within(outs[other], left[other])
                table = {k: k + 1 - out for k in range(MOST_DEGREE) if k + 1 - out in fine}
                option.then(other, table if left[other] else dict.fromkeys(table, 0))
            if asked and sum(outgoing) not in _within(outs[cell], left[cell]):
                continue
            if asked and left[cell]:
                option.then(cell, {0: sum(outgoing)})
            for other, out in zip(back, outgoing, strict=True):
                ties.bind(option, cell, (cell, other), out)
            options.append(option)
            ways.append((_bits(frontier, back, outgoing, 0), _bits(frontier, back, outgoing, 1)))
        leaving = sum(1 << track for track in frontier.leaving(site, cell))
        sites.append(options)
        turns.append(_Turn(frontier.track.get(cell, -1), leaving, tuple(ways), site == len(order) - 1))
    if place_of is not None:
        kinds |= ties.kinds(place_of)
    machine = assemble(sites, kinds if place_of is not None else None)
    if rule.acyclic or rule.strong:
        return OrientedMachine(machine, (frontier.places,), tuple(turns), rule.acyclic, rule.strong)
    for options in sites:
        for option in options:
            option.weight = (0, 0)
    return assemble(sites, kinds if place_of is not None else None)


def _bits(frontier: Frontier, back: Sequence[int], outgoing: Sequence[int], way: int) -> int:
    """The tracks of the cells that edges come from (0), or go to (1)."""
    return sum(1 << frontier.track[n] for n, out in zip(back, outgoing, strict=True) if out == way)


def _within(outs: frozenset[int], left: int) -> frozenset[int]:
    """From how many outgoing edges the number comes to be allowed by at most so many edges more."""
    return frozenset(out - more for out in outs for more in range(left + 1) if out >= more)


def _degree(rule: OrientationRule, board: Board, cell: int) -> int:
    degree = len(board.neighbours[cell])
    if degree > MOST_DEGREE:
        raise LimitError(
            f"board {board.text!r}: a vertex has {degree} edges, and {rule.name} counts their directions; the"
            f" most is {MOST_DEGREE}"
        )
    return degree
