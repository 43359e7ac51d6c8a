"""States of a sweep for rules with liberties, and their transitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from gfkit.core.engine.machine.liberty_plan import Scan, SitePlan, Split, Touch

NONE = -1
"""Bit mask with all bits set: the threats of a group that has no liberty yet."""


class _LibertyDemand(NamedTuple):
    """Threat whose cells are swept and which itself needs a liberty, from one of several groups of its
    colour.

    ``groups`` is the bit mask of the groups all of whose liberties are in the move. If several parts of the
    move need a liberty and no group connects them, ``parts`` contains, for each part, the mask of the groups
    of its colour without a liberty in that part.
    """

    colour: int
    groups: int
    parts: tuple[int, ...]


class LibertyState(NamedTuple):
    """State of a sweep.

    ``cells`` contains a number for each frontier cell and each covered cell ahead: 0 if the cell is empty, -1
    - k for colour k (on the frontier: in a group that no undecided move can deprive of its last liberty), and
    g > 0 for a cell of group g. For each group we store its colour and its threats: the undecided moves that
    contain all its liberties. ``open`` is the mask of the local threats that may become legal, ``sure`` the
    mask of their parts with a liberty outside the move; ``links`` contains the masks of parts that a group
    connects.

    A far threat is a threat whose neighbourhood is swept. Most far threats reduce to ``far``: sets of groups
    (as bit masks) such that the move would be legal if every group in the set got a liberty outside the move.
    """

    cells: tuple[int, ...]
    colours: tuple[int, ...]
    dangers: tuple[int, ...]
    open: int
    sure: int
    links: tuple[int, ...]
    far: tuple[int, ...]
    demands: tuple[_LibertyDemand, ...]


START = LibertyState((), (), (), 0, 0, (), (), ())


def _iterate_bits(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Groups:
    """Position in the middle of a step: with the current cell, and before groups are renumbered.

    Threats are bits of masks, numbered as in the plan of the step; far threats follow the local ones.
    """

    def __init__(self, plan: SitePlan, before: LibertyState) -> None:
        self.plan = plan
        self.cells: list[int] = [*before.cells, *(0,) * plan.fresh]
        self.colours: list[int] = [-1, *before.colours]
        self.dangers: list[int] = [0, *before.dangers]
        self.alias: list[int] = list(range(len(self.colours)))
        self.open, self.sure = before.open, before.sure
        self.own: list[int] = list(plan.own)
        self.single: int = plan.single
        self.splits: list[Split] = [*plan.splits]
        self.links: tuple[int, ...] = before.links
        self.far: int = 0
        if before.far or before.demands:
            self._unpack(before)

    def _unpack(self, before: LibertyState) -> None:
        """Assign a separate bit to each far threat, and add it to the threat masks of its groups."""
        bit = 1 << self.plan.far
        for groups in before.far:
            self._endanger(groups, bit)
            self.far |= bit
            bit <<= 1
        self.sure |= self.far
        self.single |= self.far
        for colour, groups, columns in before.demands:
            self._endanger(groups, bit)
            self.far |= bit
            parts = tuple(bit << 1 + index for index in range(len(columns)))
            for part, column in zip(parts, columns, strict=True):
                self._endanger(column, part)
            self.own[colour] |= bit | sum(parts)
            if parts:
                self.splits.append(Split(bit, colour, parts))
            else:
                self.single |= bit
            bit <<= 1 + len(parts)
        self.open |= self.far

    def _endanger(self, groups: int, bit: int) -> None:
        for number in _iterate_bits(groups):
            self.dangers[number.bit_length() - 1] |= bit

    def colour_at(self, place: int) -> int:
        """Return the colour at a position of the draft, or -1 if the position is empty."""
        value = self.cells[place]
        return self.colours[value] if value >= 0 else -1 - value

    def allows(self, ahead: Iterable[int], touch: Touch) -> bool:
        """Return True if the later cells of a piece are empty and no neighbour has a forbidden colour."""
        if any(self.cells[place] for place in ahead):
            return False
        for place, bad in touch:
            colour = self.colour_at(place)
            if colour >= 0 and bad >> colour & 1:
                return False
        return True

    def leave_empty(self) -> None:
        """Leave the cell empty: it is a liberty for adjacent groups, and it may be the first cell of new
        threats.
        """
        plan = self.plan
        for start in plan.starts:
            if self.allows(start.ahead, start.touch):
                self.open |= start.bit
                self.sure |= start.sure
        self.sure |= plan.beside
        for place, _ in plan.near:
            group = self.cells[place]
            if group > 0:
                old = self.dangers[group]
                self.dangers[group] = old & plan.holding
                self._grant_liberty((old,), self.dangers[group], self.colours[group])

    def colour_in(self, colour: int) -> None:
        """Colour the cell: it joins the adjacent groups of its colour; adjacent empty cells are its
        liberties.

        A colour without the liberty rule has no groups.
        """
        if self.plan.airless >> colour & 1:
            self.cells[self.plan.here] = -1 - colour
            return
        self.dangers.append(NONE)
        self.colours.append(colour)
        label = len(self.alias)
        self.alias.append(label)
        safe = -1 - colour
        danger, joined = NONE, []
        for place, holding in self.plan.near:
            value = self.cells[place]
            if value == 0:
                joined.append(holding)
                danger &= holding
            elif value == safe:
                danger = 0
            elif value > 0 and self.colours[value] == colour:
                joined.append(self.dangers[value])
                danger &= self.dangers[value]
                self.alias[value] = label
        self.cells[self.plan.here] = label
        self.dangers[label] = danger
        self._grant_liberty(joined, danger, colour)

    def _grant_liberty(self, joined: Iterable[int], danger: int, colour: int) -> None:
        """Mark a move of the given colour as having a liberty if an adjacent group has a liberty outside the
        move.
        """
        old = reduce(or_, (mask for mask in joined if mask != NONE), 0)
        lost = old & ~danger & self.own[colour] & self.open
        if not lost:
            return
        self.sure |= lost & self.single
        for split in self.splits:
            if lost & split.bit:
                touching = [mask for mask in joined if mask != NONE and mask & split.bit]
                self.sure |= sum(part for part in split.parts if any(not m & part for m in touching))

    def scan(self) -> None:
        """Update the liberties outside partly swept moves, at the swept cells adjacent to them."""
        for scan in self.plan.scans:
            if self.open & scan.bit and not self.sure & scan.part and self._has_liberty(scan):
                self.sure |= scan.part

    def _has_liberty(self, scan: Scan) -> bool:
        safe = -1 - scan.colour
        for place in scan.around:
            value = self.cells[place]
            if value == 0 or value == safe:
                return True
            if value > 0:
                group = self.alias[value]
                danger = self.dangers[group]
                if danger != NONE and not danger & scan.bit and self.colours[group] == scan.colour:
                    return True
        return False


class LibertyStep(Groups):
    """End of a step: close groups, decide threats, and renumber the remaining groups."""

    def finish(self) -> LibertyState | None:
        """Return the state after the step, or None if no continuation is a valid position."""
        staying = self._groups_on_frontier()
        if staying is None:
            return None
        if not self.open:
            for group in staying:
                if self.dangers[group] != NONE:
                    self.dangers[group] = 0
            return self._build_state(staying, (), ())
        if self.splits:
            self._join_own_parts(staying)
        self._drop_decided_threats(staying)
        settled = (self.plan.settled | self.far) & self.open
        if not settled:
            self._drop_implied(staying, ())
            self._drop_decided_threats(staying)
            return self._build_state(staying, (), ())
        if not self._decide_threats(staying, settled):
            return None
        far, demands = self._far_threats(staying, settled & self.open)
        self.open &= ~settled
        self._drop_implied(staying, far)
        self._drop_decided_threats(staying)
        return self._build_state(staying, far, demands)

    def _groups_on_frontier(self) -> list[int] | None:
        """Return the groups with a frontier cell, in frontier order; None if another group has no liberty."""
        cells, alias = self.cells, self.alias
        staying = list(dict.fromkeys(alias[cells[p]] for p in self.plan.frontier if cells[p] > 0))
        for place in self.plan.leaving:
            if cells[place] > 0:
                group = alias[cells[place]]
                if group not in staying:
                    if self.dangers[group] == NONE:
                        return None
                    self.open &= ~(self.dangers[group] & ~self.own[self.colours[group]])
                    if self.splits:
                        self._join_own_parts([group])
        return staying

    def _join_own_parts(self, groups: Iterable[int]) -> None:
        """Connect the parts of a move that are adjacent to the same group of its colour."""
        for split in self.splits:
            if not self.open & split.bit:
                continue
            every = sum(split.parts)
            classes = [link for link in self.links if link & every]
            for group in groups:
                danger = self.dangers[group]
                if danger > 0 and danger & split.bit and self.colours[group] == split.colour:
                    classes.append(every & ~danger)
            merged = _merge(classes)
            for joint in merged:
                if joint & self.sure:
                    self.sure |= joint
            rest = [link for link in self.links if not link & every]
            self.links: tuple[int, ...] = (
                *rest,
                *(joint for joint in merged if joint & (joint - 1) and not joint & self.sure),
            )

    def _drop_decided_threats(self, groups: Iterable[int]) -> None:
        """Remove decided threats from groups, and moves of the group's own colour that already have a
        liberty.
        """
        live = self.open
        for split in self.splits:
            if live & split.bit:
                live |= sum(split.parts)
        for group in groups:
            danger = self.dangers[group]
            if danger > 0:
                danger &= live & ~(self.sure & self.single & self.own[self.colours[group]])
                for split in self.splits:
                    every = sum(split.parts)
                    if self.colours[group] != split.colour:
                        danger &= ~every
                    elif danger & split.bit and every & ~danger & self.sure:
                        danger &= ~(split.bit | every)
                self.dangers[group] = danger

    def _decide_threats(self, staying: Iterable[int], settled: int) -> bool:
        """Decide the threats in ``settled`` that depend on no open group. Return False if one of them is a
        legal move.
        """
        danger = reduce(or_, (self.dangers[group] for group in staying if self.dangers[group] > 0), 0)
        for bit in _iterate_bits(settled):
            wanting = self._parts_without_liberty(bit)
            if not wanting:
                if not danger & bit:
                    return False
            elif any(not self._find_touching_groups(staying, bit, part) for part in wanting):
                self.open &= ~bit
        return True

    def _parts_without_liberty(self, bit: int) -> list[int]:
        """Return the masks of the parts of a move that have no liberty yet; connected parts share one
        mask.
        """
        if bit & self.single:
            return [] if bit & self.sure else [bit]
        every = next(sum(split.parts) for split in self.splits if split.bit == bit)
        joint = [link for link in self.links if link & every]
        alone = every & ~self.sure & ~sum(joint)
        return [*joint, *_iterate_bits(alone)]

    def _find_touching_groups(self, staying: Iterable[int], bit: int, part: int) -> list[int]:
        """Return the open groups of the colour of a move that are adjacent to a part of the move."""
        held = self._groups_within(staying, bit)
        return [
            g for g in held if self.own[self.colours[g]] & bit and (part == bit or part & ~self.dangers[g])
        ]

    def _groups_within(self, staying: Iterable[int], bit: int) -> list[int]:
        """Return the groups all of whose liberties are in a move."""
        dangers = self.dangers
        return [group for group in staying if dangers[group] & bit and dangers[group] > 0]

    def _far_threats(self, staying: Iterable[int], settled: int) -> tuple[list[int], list[_LibertyDemand]]:
        """Return the undecided distant threats, as masks of groups, and the demands for a liberty.

        If a single group can provide the liberty of a move, the group is added to the groups that must get a
        liberty.
        """
        far: set[int] = set()
        demands: list[tuple[_LibertyDemand, list[int]]] = []
        for bit in _iterate_bits(settled):
            wanting = self._parts_without_liberty(bit)
            held = self._groups_within(staying, bit)
            own = self._find_touching_groups(held, bit, bit) if wanting else []
            groups = sum(1 << group for group in held)
            others = groups & ~sum(1 << group for group in own)
            if len(wanting) > 1:
                columns = [sum(1 << g for g in own if not part & ~self.dangers[g]) for part in wanting]
                demands.append((_LibertyDemand(self.colours[own[0]], groups, tuple(columns)), [others]))
            elif len(own) > 1:
                demands.append(
                    (_LibertyDemand(self.colours[own[0]], groups, ()), [others | 1 << g for g in own])
                )
            else:
                far.add(groups)
        least = _select_minimal(far)
        open_wants = [want for want, ways in demands if not all(_contains_any(way, least) for way in ways)]
        covering = [want.groups for want in open_wants if not want.parts]
        return [groups for groups in least if not _contains_any(groups, covering)], open_wants

    def _drop_implied(self, staying: Iterable[int], far: Iterable[int]) -> None:
        """Drop a local threat if its legality implies the legality of another threat."""
        for bit, rival, colour in self.plan.rivals:
            if self.open & bit and self.open & rival and rival & self.sure and not bit & self.sure:
                held = self._groups_within(staying, bit)
                if all(self.colours[group] != colour for group in held):
                    self.open &= ~bit
        for bit in _iterate_bits(self.open if far else 0):
            column = sum(
                1 << g for g in self._groups_within(staying, bit) if not self.own[self.colours[g]] & bit
            )
            if _contains_any(column, far):
                self.open &= ~bit

    def _build_state(
        self, staying: list[int], far: Iterable[int], demands: Iterable[_LibertyDemand]
    ) -> LibertyState:
        label = self._number_groups(staying, far, demands)
        cells, plan = self.cells, self.plan
        frontier = [self._relabel_value(cells[place], label) for place in plan.frontier]
        parts = self._mask_parts(self.open)
        return LibertyState(
            (*frontier, *[cells[place] for place in plan.ahead]),
            tuple([self.colours[group] for group in label]),
            tuple([self._shift(self.dangers[group]) for group in label]),
            self._shift(self.open),
            self._shift(self.sure & parts),
            tuple(sorted(self._shift(link) for link in self.links if link & parts)),
            tuple(sorted(_relabel(groups, label) for groups in far)),
            tuple(sorted({_relabel_want(want, label) for want in demands})),
        )

    def _number_groups(
        self, staying: Iterable[int], far: Iterable[int], demands: Iterable[_LibertyDemand]
    ) -> dict[int, int]:
        """Return the new numbers of the groups that can still influence the result."""
        held = reduce(or_, (*far, *(want.groups for want in demands)), 0)
        label: dict[int, int] = {}
        for group in staying:
            if self.dangers[group] or held >> group & 1:
                label[group] = 1 + len(label)
        return label

    def _mask_parts(self, live: int) -> int:
        """Return the mask of the parts of some threats."""
        mask = live & self.single
        for split in self.splits:
            if live & split.bit:
                mask |= sum(split.parts)
        return mask

    def _relabel_value(self, value: int, label: dict[int, int]) -> int:
        if value <= 0:
            return value
        group = self.alias[value]
        return label.get(group, -1 - self.colours[group])

    def _shift(self, mask: int) -> int:
        """Return a mask of local threats, renumbered for the next step."""
        if mask == NONE:
            return NONE
        after = 0
        for bit in _iterate_bits(mask):
            after |= 1 << self.plan.renumber[bit.bit_length() - 1]
        return after


def _relabel(groups: int, label: dict[int, int]) -> int:
    return sum(1 << label[bit.bit_length() - 1] for bit in _iterate_bits(groups))


def _relabel_want(want: _LibertyDemand, label: dict[int, int]) -> _LibertyDemand:
    parts = tuple(sorted(_relabel(part, label) for part in want.parts))
    return _LibertyDemand(want.colour, _relabel(want.groups, label), parts)


def _contains_any(mask: int, others: Iterable[int]) -> bool:
    return any(not other & ~mask for other in others)


def _select_minimal(masks: Iterable[int]) -> list[int]:
    """Return the masks that are minimal under inclusion."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if not _contains_any(mask, kept):
            kept.append(mask)
    return kept


def _merge(masks: Iterable[int]) -> list[int]:
    """Merge masks with a common bit; return the disjoint unions."""
    merged: list[int] = []
    for mask in masks:
        joint = mask
        rest = []
        for other in merged:
            if other & joint:
                joint |= other
            else:
                rest.append(other)
        merged = [*rest, joint]
    return merged
