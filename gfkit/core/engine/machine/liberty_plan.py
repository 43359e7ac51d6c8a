"""Plans of the steps of a sweep for rules with liberties: all data of a step that do not depend on the
state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gfkit.core.boards import Board
from gfkit.core.boards.board import components_of
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Player, Weights

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.rule import PlacementRule


class _Piece(NamedTuple):
    """Move: its cells in sweep order, and the step after which all neighbours of its cells are swept."""

    at: tuple[int, ...]
    colour: int
    around: tuple[int, ...]
    end: int
    parts: tuple[frozenset[int], ...]


class Planner:
    """Builder of the plans of all steps."""

    def __init__(
        self,
        rule: PlacementRule,
        board: Board,
        order: Sequence[int],
        stuck: frozenset[Player],
        weights: Weights,
    ) -> None:
        legal_moves = from_kind(rule.kind, "move", "legal_moves")
        settled_moves = from_kind(rule.kind, "move", "settled_moves")
        self.rule = rule
        self.size: int = board.size
        when = {cell: site for site, cell in enumerate(order)}
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(when[n] for n in board.neighbours[cell])) for cell in order
        )
        self.weights: tuple[Exponents, ...] = tuple(colour.exponents(weights) for colour in rule.colours)
        self.lying: dict[int, int] = {
            when[c]: move.colour for move in settled_moves(rule, board) for c in move.cells
        }
        watched = {k for k, colour in enumerate(rule.colours) if any(map(colour.belongs_to, stuck))}
        self.starting: list[list[_Piece]] = [[] for _ in order]
        self.threats: list[list[_Piece]] = [[] for _ in order]
        for move in legal_moves(rule, board):
            piece = self._piece(tuple(sorted(when[cell] for cell in move.cells)), move.colour)
            self.starting[piece.at[0]].append(piece)
            if move.colour in watched:
                self.threats[piece.at[0]].append(piece)
        for pieces in (*self.starting, *self.threats):
            pieces.sort(key=lambda piece: (piece.at, piece.colour))

    def _piece(self, at: tuple[int, ...], colour: int) -> _Piece:
        around = {near for cell in at for near in self.near[cell]}
        end = max(around | set(at))
        within = [(cell, near) for cell in at for near in self.near[cell] if near in at]
        parts = tuple(map(frozenset, components_of(at, within)))
        return _Piece(at, colour, tuple(sorted(around - set(at))), end, parts)

    def plans(self) -> tuple[SitePlan, ...]:
        """Return the plans of all steps, in order."""
        far = max((sum(map(_count_bits, local)) for local in self._group_threats_by_step()), default=0)
        frontier: list[int] = []
        ahead: list[int] = []
        plans = []
        for site, local in enumerate(self._group_threats_by_step()):
            reach = {cell for piece in self.starting[site] for cell in piece.at}
            plan = _SitePlanner(self, site, frontier, ahead, sorted(reach - {site} - set(ahead)), local)
            plans.append(plan.plan(far))
            frontier, ahead = plan.next_frontier, plan.next_ahead
        return tuple(plans)

    def _group_threats_by_step(self) -> Iterator[list[_Piece]]:
        """Yield, for each step, the threats that have started and are not decided before it."""
        local: list[_Piece] = []
        for site in range(self.size):
            local = [piece for piece in local if piece.end >= site] + self.threats[site]
            yield local

    def bad(self, colour: int) -> int:
        """Return a bit mask of the colours that must not be adjacent to a colour."""
        return sum(1 << k for k in range(len(self.rule.colours)) if self.rule.forbids(k, colour))


def _count_bits(piece: _Piece) -> int:
    return 1 if len(piece.parts) == 1 else 1 + len(piece.parts)


class _SitePlanner:
    """Builder of the plan of one step."""

    def __init__(
        self,
        base: Planner,
        site: int,
        frontier: list[int],
        ahead: list[int],
        fresh: list[int],
        local: list[_Piece],
    ) -> None:
        self.base, self.site, self.local = base, site, local
        draft = frontier + ahead + ([] if site in ahead else [site]) + fresh
        self.fresh = len(draft) - len(frontier) - len(ahead)
        self.index = {cell: place for place, cell in enumerate(draft)}
        self.frontier = frontier
        swept = [*frontier, site]
        self.next_frontier = [cell for cell in swept if base.near[cell] and base.near[cell][-1] > site]
        self.next_ahead = sorted(cell for cell in {*ahead, *fresh} if cell > site)
        self.bits: list[int] = []
        self.parts: list[tuple[int, ...]] = []
        self._number_threats()

    def _number_threats(self) -> None:
        free = 0
        for piece in self.local:
            self.bits.append(1 << free)
            width = _count_bits(piece)
            parts = range(free + 1, free + width) if width > 1 else (free,)
            self.parts.append(tuple(1 << place for place in parts))
            free += width

    def plan(self, far: int) -> SitePlan:
        site, base = self.site, self.base
        lying = base.lying.get(site, -1)
        leaving = [cell for cell in (*self.frontier, site) if cell not in set(self.next_frontier)]
        swept_near = [cell for cell in base.near[site] if cell < site]
        return SitePlan(
            here=self.index[site],
            lying=lying,
            fresh=self.fresh,
            near=tuple((self.index[cell], self._threats_on(cell)) for cell in swept_near),
            holding=self._threats_on(site),
            beside=self._mask_adjacent(),
            placings=tuple(self._placement_of(piece) for piece in base.starting[site]),
            airless=sum(1 << colour for colour in base.rule.airless),
            starts=tuple(self._find_starting_threats()),
            scans=tuple(self._scans()),
            splits=tuple(Split(b, piece.colour, parts) for piece, b, parts in self._threats() if parts[1:]),
            own=tuple(self._mask_threats_of(colour) for colour in range(len(base.rule.colours))),
            whole=sum(self.bits),
            single=sum(bit for bit, parts in zip(self.bits, self.parts, strict=True) if parts == (bit,)),
            rivals=tuple(self._find_rival_threats()),
            settled=sum(b for b, piece in zip(self.bits, self.local, strict=True) if piece.end == site),
            renumber=self._renumber(),
            far=far,
            leaving=tuple(self.index[cell] for cell in leaving),
            frontier=tuple(self.index[cell] for cell in self.next_frontier),
            ahead=tuple(self.index[cell] for cell in self.next_ahead),
        )

    def _threats(self) -> Iterator[tuple[_Piece, int, tuple[int, ...]]]:
        return zip(self.local, self.bits, self.parts, strict=True)

    def _threats_on(self, cell: int) -> int:
        mask = 0
        for piece, bit, parts in self._threats():
            if cell in piece.at:
                mask |= bit
                if len(parts) > 1:
                    mask |= sum(p for p, cells in zip(parts, piece.parts, strict=True) if cell not in cells)
        return mask

    def _mask_adjacent(self) -> int:
        mask = 0
        near = set(self.base.near[self.site])
        for piece, _, parts in self._threats():
            if self.site not in piece.at:
                mask |= sum(p for p, cells in zip(parts, piece.parts, strict=True) if cells & near)
        return mask

    def _placement_of(self, piece: _Piece) -> Placement:
        cells, bad = {*piece.at}, self.base.bad(piece.colour)
        kills = 0
        for threat, bit, _ in self._threats():
            touching = bad >> threat.colour & 1 and cells.intersection(threat.around)
            if touching or cells.intersection(threat.at):
                kills |= bit
        weight = self.base.weights[piece.colour]
        return Placement(
            piece.colour, weight, self._find_frontier_positions(piece), self._find_contacts(piece), kills
        )

    def _find_frontier_positions(self, piece: _Piece) -> tuple[int, ...]:
        return tuple(self.index[cell] for cell in piece.at[1:] if cell in self.index)

    def _find_contacts(self, piece: _Piece) -> Touch:
        bad = self.base.bad(piece.colour)
        return tuple((self.index[c], bad) for c in piece.around if c in self.index) if bad else ()

    def _find_starting_threats(self) -> Iterator[_ThreatStart]:
        for piece, bit, parts in self._threats():
            if piece.at[0] == self.site:
                sure = 0 if self.base.rule.breathes(piece.colour) else sum(parts)
                yield _ThreatStart(
                    bit, sure, self._find_frontier_positions(piece), self._find_contacts(piece)
                )

    def _scans(self) -> Iterator[Scan]:
        swept = {*self.frontier, self.site}
        for piece, bit, parts in self._threats():
            if piece.at[-1] < self.site:
                continue
            for part, cells in zip(parts, piece.parts, strict=True):
                around = {n for cell in cells for n in self.base.near[cell]} - set(piece.at)
                places = tuple(self.index[cell] for cell in sorted(around & swept))
                if places:
                    yield Scan(bit, part, piece.colour, places)

    def _find_rival_threats(self) -> Iterator[tuple[int, int, int]]:
        for piece, bit, parts in self._threats():
            unswept = [cell for cell in piece.around if cell > self.site]
            if piece.at[-1] > self.site or len(unswept) != 1 or len(parts) > 1:
                continue
            for other, rival, _ in self._threats():
                same = other.at == piece.at and rival != bit
                if same and not self.base.rule.forbids(piece.colour, other.colour):
                    yield bit, rival, piece.colour

    def _mask_threats_of(self, colour: int) -> int:
        return sum(
            bit | (sum(parts) if len(parts) > 1 else 0)
            for piece, bit, parts in self._threats()
            if piece.colour == colour
        )

    def _renumber(self) -> tuple[int, ...]:
        new, free = [], 0
        for piece in self.local:
            for _ in range(_count_bits(piece)):
                kept = piece.end > self.site
                new.append(free if kept else -1)
                free += kept
        return tuple(new)


Touch = tuple[tuple[int, int], ...]
"""Pairs of a position in the draft and a bit mask of the colours that must not be there."""


class Placement(NamedTuple):
    """Piece that can be placed in the step of its first cell."""

    colour: int
    weight: Exponents
    ahead: tuple[int, ...]
    """Positions of its later cells in the draft."""
    touch: Touch
    kills: int
    """Bit mask of the threats that the piece makes illegal."""


class _ThreatStart(NamedTuple):
    """Threat whose first cell is swept in the current step."""

    bit: int
    sure: int
    """Bit mask of its parts, if it needs no liberty."""
    ahead: tuple[int, ...]
    touch: Touch


class Scan(NamedTuple):
    """Partly swept part of a threat, with the adjacent swept cells."""

    bit: int
    part: int
    colour: int
    around: tuple[int, ...]


class Split(NamedTuple):
    """Threat whose cells are not connected, with the bits of its parts."""

    bit: int
    colour: int
    parts: tuple[int, ...]


class SitePlan(NamedTuple):
    """Plan of one step. Positions refer to the draft: frontier, covered cells ahead, this cell, new cells
    ahead.

    A threat is a move that may become legal; each threat has a bit in masks. If its cells are connected, the
    bit means that all liberties of a group are in the move. If its cells have several components (*parts*),
    the bit of the threat has the same meaning, and each part has a further bit: no liberty of the group is in
    this part.
    """

    here: int
    lying: int
    """Colour of the piece already placed on the cell, or -1."""
    fresh: int
    """Number of positions that the draft has in addition to the positions of the previous state."""
    near: tuple[tuple[int, int], ...]
    """Swept neighbours of the cell, each with the mask of threats that contain the neighbour."""
    holding: int
    """Mask of the threats that contain the cell."""
    beside: int
    """Mask of the threat parts that are adjacent to the cell; the cell itself is outside the threat."""
    placings: tuple[Placement, ...]
    airless: int
    """Mask of the colours whose groups need no liberty."""
    starts: tuple[_ThreatStart, ...]
    scans: tuple[Scan, ...]
    splits: tuple[Split, ...]
    own: tuple[int, ...]
    """For each colour, the mask of its threats."""
    whole: int
    """Mask of the bits of threats, without the bits of parts."""
    single: int
    """Mask of the threats with connected cells."""
    rivals: tuple[tuple[int, int, int], ...]
    """Pairs of threats on the same cells with one unswept neighbouring cell, and the colour of the first.

    If that cell is the only possible liberty of the first threat, and the second threat already has a
    liberty, then the first is legal only if the second is: their colours may be adjacent.
    """
    settled: int
    """Mask of the threats whose neighbourhood is completely swept after this step."""
    renumber: tuple[int, ...]
    """For each bit, its number after this step, or -1."""
    far: int
    """First bit of the threats whose neighbourhood is swept but that are undecided; equal for all steps."""
    leaving: tuple[int, ...]
    frontier: tuple[int, ...]
    ahead: tuple[int, ...]
    """Draft positions that leave the frontier, and draft positions that form the next state."""
