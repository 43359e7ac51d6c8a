"""From a placement rule to a machine.

Sweeping the board cell by cell, the state remembers for cells ahead whether they are covered and which
colours border them, and for the moves of players who must be stuck whether they are still open. Nothing
else about the past can matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from gfkit.boards import Board
from gfkit.games import Move, PlacementRule
from gfkit.transfer.machine.slot import Feature, Kinds, Option, SlotMachine, Table, assemble, line_and_turn
from gfkit.typing import Player, Weights

_NEEDS_FREE: Table = {0: 0}
_COVER: Table = {0: 1}
_IS_COVERED: Table = {1: 0}
_MARK: Table = {0: 1, 1: 1}
_FORGET: Table = {0: 0, 1: 0}
_OPEN: Table = {0: 1}
_STAYS: Table = {0: 0, 1: 1}


def placement_machine(
    rule: PlacementRule,
    board: Board,
    order: Sequence[int],
    stuck: frozenset[Player],
    weights: Weights,
    moves: Sequence[Move],
    *,
    full: bool = False,
) -> SlotMachine:
    """The machine of a placement game without liberties on the free cells in ``order``.

    ``order`` may be one part of the board that does not interact with the rest; ``moves`` are the legal
    moves there, of which those that stand for no piece are watched and never made. With ``full`` no cell is
    left empty.
    """
    return _Builder(rule, board, order, stuck, weights, moves, full).build()


def free_cells(board: Board) -> list[int]:
    """The cells without a lying piece."""
    return [cell for cell in range(board.size) if cell not in board.occupied]


class _Builder:
    """Collects, site by site, what every option does to cells ahead and to watched moves."""

    def __init__(
        self,
        rule: PlacementRule,
        board: Board,
        order: Sequence[int],
        stuck: frozenset[Player],
        weights: Weights,
        moves: Sequence[Move],
        full: bool,
    ) -> None:
        self.rule, self.board, self.order, self.full = rule, board, order, full
        hubs = [cell for cell in order if cell < board.hubs]
        self.exponents = [colour.exponents(weights) for colour in rule.colours]
        self.site_of = {cell: site for site, cell in enumerate(order)}
        self.starting: list[list[Move]] = [[] for _ in order]
        for move in moves:
            if move.times:
                self.starting[self._first(move)].append(move)
        self.covered_ahead = {
            cell
            for move in moves
            if move.times
            for cell in move.cells
            if self.site_of[cell] > self._first(move)
        }
        self.blockers = [
            tuple(other for other in range(len(rule.colours)) if rule.forbids(colour, other))
            for colour in range(len(rule.colours))
        ]
        self.watched = _undominated(
            [m for m in moves if any(rule.colours[m.colour].belongs_to(p) for p in stuck)], self.blockers
        )
        self.guessed = self._guessed(hubs) if self.watched and hubs else {}
        self.spokes: dict[int, list[int]] = {}
        """For each cell the guessed hubs with which it makes a watched move."""
        for move in self.watched:
            for hub in self.guessed.keys() & set(move.cells):
                for cell in set(move.cells) - self.guessed.keys():
                    self.spokes.setdefault(cell, []).append(hub)
        self.watched = [
            m
            for m in self.watched
            if not (self.guessed.keys() & set(m.cells) and set(m.cells) - self.guessed.keys())
        ]
        self.watching: dict[int, list[int]] = {}
        for index, move in enumerate(self.watched):
            for cell in move.cells:
                self.watching.setdefault(cell, []).append(index)
        # Bordering by a colour matters on a cell where it forbids or blocks some move.
        self.sensitive = {
            (colour, cell) for move in moves for colour in self.blockers[move.colour] for cell in move.cells
        }

    def build(self) -> SlotMachine:
        sites = [list(self._options(site)) for site in range(len(self.order))]
        self._close(sites)
        if self.guessed and sites:
            sites[0] = [one for option in sites[0] for one in self._guessing(option)]
        return assemble(sites, self._kinds() if self.board.turns else None)

    def _guessed(self, hubs: Sequence[int]) -> dict[int, int]:
        """Hubs, and what may be guessed of each: 0 that it stays empty, k that it is covered.

        A hub comes last, and moves of all slices wait for it. Where they must be blocked, what will be on the
        hub is guessed at the first site, and the guess must come true: k is the colour that covers it, plus
        one, where pieces are cells; where they are edges, which nothing but what covers them may block, 1.
        """
        if list(self.order[-len(hubs) :]) != hubs:
            return {}
        single = all(len(m.cells) == 1 for moves in self.starting for m in moves)
        if not single and any(self.blockers):
            return {}
        return dict.fromkeys(hubs, len(self.blockers) if single else 1)

    def _guessing(self, option: Option) -> Iterator[Option]:
        """An option of the first site, with all guesses."""
        for values in product(*(range(most + 1) for most in self.guessed.values())):
            told = Option(option.weight, lays=option.lays)
            for hub, value in zip(self.guessed, values, strict=True):
                told.then(("guess", hub), {0: value})
            for feature, table in option.tables.items():
                told.then(feature, table)
            yield told

    def _fulfil(self, option: Option, cell: int, colour: int | None) -> None:
        """On a guessed hub, the guess must be what happens there; None for an empty cell."""
        if cell in self.guessed:
            value = 0 if colour is None else min(colour + 1, self.guessed[cell])
            option.then(("guess", cell), {value: 0})

    def _first(self, move: Move) -> int:
        return min(self.site_of[cell] for cell in move.cells)

    def _options(self, site: int) -> Iterator[Option]:
        cell = self.order[site]
        if cell in self.covered_ahead:
            option = Option()
            option.then(("covered", cell), _IS_COVERED)
            self._fulfil(option, cell, 0)
            self._forget_borders(option, cell)
            self._blocks(option, cell)
            yield option
        if not self.full:
            yield from self._left_empty(site)
        for move in self.starting[site]:
            yield self._placed(site, move)

    def _left_empty(self, site: int) -> Iterator[Option]:
        """The cell stays empty: one option for each way it may be bordered, where that matters."""
        cell = self.order[site]
        watched = self.watching.get(cell, [])
        fatal = sorted({k for index in watched for k in self.blockers[self.watched[index].colour]})
        seen = [k for k in fatal if self._borders_before(k, cell)]
        beside = [] if cell in self.guessed else [n for n in self.board.neighbours[cell] if n in self.guessed]
        asked = beside if watched or cell in self.spokes else []
        for values in product(*(range(self.guessed[hub] + 1) for hub in asked)):
            guesses = dict(zip(asked, values, strict=True))
            if any(not guesses[hub] for hub in self.spokes.get(cell, ())):
                continue  # the move on this cell and that hub would be open
            for marks in product((0, 1), repeat=len(seen)):
                option = Option()
                for hub, value in guesses.items():
                    option.then(("guess", hub), {value: value})
                self._fulfil(option, cell, None)
                bordered = {value - 1 for value in guesses.values() if value}
                yield self._bordered(option, site, dict(zip(seen, marks, strict=True)), bordered)

    def _bordered(self, option: Option, site: int, marks: dict[int, int], bordered: set[int]) -> Option:
        """A cell that stays empty and is bordered by the marked colours and by those of ``bordered``."""
        cell = self.order[site]
        if cell in self.covered_ahead:
            option.then(("covered", cell), _NEEDS_FREE)
        for colour, mark in marks.items():
            option.then(("border", colour, cell), {mark: 0})
            if mark:
                bordered.add(colour)
        self._forget_borders(option, cell, but=list(marks))
        for index in self.watching.get(cell, []):
            move = self.watched[index]
            if bordered.intersection(self.blockers[move.colour]):
                option.then(("open", index), _FORGET)
            elif self._first(move) == site:
                option.then(("open", index), _OPEN)
            else:
                option.then(("open", index), _STAYS)
        return option

    def _placed(self, site: int, move: Move) -> Option:
        x, y = self.exponents[move.colour]
        option = Option((x * move.times, y * move.times), lays=move)
        self._fulfil(option, self.order[site], move.colour)
        enemies = self.blockers[move.colour]
        for cell in move.cells:
            if cell in self.covered_ahead:
                ahead = self.site_of[cell] > site
                option.then(("covered", cell), _COVER if ahead else _NEEDS_FREE)
            for colour in range(len(self.blockers)):
                if self._borders_before(colour, cell):
                    option.then(("border", colour, cell), _NEEDS_FREE if colour in enemies else _FORGET)
        self._blocks(option, self.order[site])
        for near in {n for cell in move.cells for n in self.board.neighbours[cell]} - set(move.cells):
            if near not in self.site_of:
                continue
            if self.site_of[near] > site:
                if (move.colour, near) in self.sensitive:
                    option.then(("border", move.colour, near), _MARK)
            elif near in self.guessed or not self.guessed.keys() & set(move.cells):
                self._blocks(option, near, by=move.colour)  # what a hub blocks was guessed
        return option

    def _borders_before(self, colour: int, cell: int) -> bool:
        """Whether a piece placed before the sweep reaches a cell can border it with a colour."""
        if (colour, cell) not in self.sensitive:
            return False
        site = self.site_of[cell]
        return any(
            self._first(move) < site
            for near in self.board.neighbours[cell]
            for move in self._covering.get((colour, near), ())
        )

    @cached_property
    def _covering(self) -> dict[tuple[int, int], list[Move]]:
        """The moves of each colour that cover a cell."""
        found: dict[tuple[int, int], list[Move]] = {}
        for moves in self.starting:
            for move in moves:
                for cell in move.cells:
                    found.setdefault((move.colour, cell), []).append(move)
        return found

    def _forget_borders(self, option: Option, cell: int, but: Sequence[int] = ()) -> None:
        for colour in range(len(self.blockers)):
            if colour not in but and self._borders_before(colour, cell):
                option.then(("border", colour, cell), _FORGET)

    def _blocks(self, option: Option, cell: int, by: int | None = None) -> None:
        """Watched moves through a cell are blocked: it is covered, or bordered by a colour."""
        for index in self.watching.get(cell, []):
            move = self.watched[index]
            if by is None or by in self.blockers[move.colour]:
                option.then(("open", index), _FORGET)

    def _close(self, sites: list[list[Option]]) -> None:
        """A watched move that is still open when nothing can block it any more ends the way."""
        last: dict[Feature, int] = {}
        for site, options in enumerate(sites):
            for option in options:
                for feature in option.tables:
                    if isinstance(feature, tuple) and feature[0] == "open":
                        last[feature] = site
        for feature, site in last.items():
            for option in sites[site]:
                option.tables.setdefault(feature, _STAYS)
                option.then(feature, {0: 0})

    def _kinds(self) -> Kinds:
        """Features that play the same part in another row of the grid share tracks."""
        kinds: Kinds = {}
        place_of = line_and_turn(self.board, self.order)
        for cell in self.order:
            line, turn = place_of(cell)
            kinds["covered", cell] = (("covered", line), turn)
            for colour in range(len(self.blockers)):
                kinds["border", colour, cell] = (("border", colour, line), turn)
        for index, move in enumerate(self.watched):
            cells = sorted(move.cells, key=self.site_of.__getitem__)
            places = [self.board.turns[cell] for cell in cells]
            shape = tuple((row - places[0][0], col - places[0][1]) for row, col in places)
            line, turn = place_of(cells[0])
            kinds["open", index] = (("open", move.colour, shape, line), turn)
        return kinds


def _undominated(moves: list[Move], blockers: Sequence[tuple[int, ...]]) -> list[Move]:
    """The moves whose blocking blocks all: a move whose cells include another's is blocked with it."""
    kept: list[Move] = []
    by_cell: dict[int, list[Move]] = {}
    for move in sorted(moves, key=lambda m: (len(m.cells), len(blockers[m.colour]), m.cells, m.colour)):
        cells, enemies = set(move.cells), set(blockers[move.colour])
        rivals = (rival for cell in move.cells for rival in by_cell.get(cell, []))
        if any(cells.issuperset(r.cells) and enemies.issuperset(blockers[r.colour]) for r in rivals):
            continue
        kept.append(move)
        for cell in move.cells:
            by_cell.setdefault(cell, []).append(move)
    return kept
