"""Groups of one colour on the frontier of a sweep, their liberties, and the moves that could take those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gfkit.transfer.liberty_plan import Scan, SitePlan, Split, Touch

NONE = -1
"""The threats to a group without a liberty: all of them."""


class Far(NamedTuple):
    """A move with everything around it swept that is still open because groups beside it are.

    ``groups`` are those (as bits) with all their liberties in the move. While a part of the move itself
    lacks a liberty, ``colour`` is that of the move (else -1); where several parts lack one, ``apart``
    has for each of them the groups with no liberty in that part.
    """

    colour: int
    groups: int
    apart: tuple[int, ...]


class Position(NamedTuple):
    """The state of a sweep.

    ``cells`` has a number for each cell of the frontier and each cell ahead that can be covered: 0 empty,
    -1 - k colour k (on the frontier: in a group that no open move can leave without a liberty), g > 0 the
    group g. Groups have their colours and their threats: the open moves that all their liberties lie in.
    ``open`` are the local threats that may still turn out legal, ``sure`` the parts of them that have a
    liberty outside; ``links`` joins parts that a group connects.
    """

    cells: tuple[int, ...]
    colours: tuple[int, ...]
    dangers: tuple[int, ...]
    open: int
    sure: int
    links: tuple[int, ...]
    far: tuple[Far, ...]


START = Position((), (), (), 0, 0, (), ())


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Draft:
    """A position in the middle of a step: one more cell, groups not yet renumbered."""

    def __init__(self, plan: SitePlan, before: Position) -> None:
        self.plan = plan
        self.cells = [*before.cells, *(0,) * plan.fresh]
        self.colours = [-1, *before.colours]
        self.dangers = [0, *before.dangers]
        self.alias = list(range(len(self.colours)))
        self.open, self.sure = before.open, before.sure
        self.own: list[int] = list(plan.own)
        self.single = plan.single
        self.splits: list[Split] = [*plan.splits]
        self.links = before.links
        self.far = 0
        if before.far:
            self._unpack(before.far)

    def _unpack(self, entries: Iterable[Far]) -> None:
        """Gives far threats bits of their own and writes them into their groups' dangers."""
        place = self.plan.far
        for far in entries:
            bit = 1 << place
            parts = tuple(bit << 1 + index for index in range(len(far.apart)))
            place += 1 + len(parts)
            self.far |= bit
            for mask, column in zip((bit, *parts), (far.groups, *far.apart), strict=True):
                for group in range(1, len(self.dangers)):
                    if column >> group & 1:
                        self.dangers[group] |= mask
            if far.colour < 0:
                self.sure |= bit
            else:
                self.own[far.colour] |= bit | sum(parts)
            if parts:
                self.splits.append(Split(bit, far.colour, parts))
            else:
                self.single |= bit
        self.open |= self.far

    def colour_at(self, place: int) -> int:
        """The colour at a place, or -1."""
        value = self.cells[place]
        return self.colours[value] if value >= 0 else -1 - value

    def allows(self, ahead: Iterable[int], touch: Touch) -> bool:
        """Whether a piece finds its later cells free and touches no forbidden colour, as far as is known."""
        if any(self.cells[place] for place in ahead):
            return False
        for place, bad in touch:
            colour = self.colour_at(place)
            if colour >= 0 and bad >> colour & 1:
                return False
        return True

    def leave_empty(self) -> None:
        """The cell stays empty: a liberty for its neighbours, and the first cell of new threats."""
        plan = self.plan
        for start in plan.starts:
            if self.allows(start.ahead, start.touch):
                self.open |= start.bit
        self.sure |= plan.beside
        for place, _ in plan.near:
            group = self.cells[place]
            if group > 0:
                old = self.dangers[group]
                self.dangers[group] = old & plan.holding
                self._assure((old,), self.dangers[group], self.colours[group])

    def colour_in(self, colour: int) -> None:
        """The cell has a colour: it joins the groups beside it, and has the empty cells there as liberties."""
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
        self._assure(joined, danger, colour)

    def _assure(self, joined: Iterable[int], danger: int, colour: int) -> None:
        """A group beside a move of its own colour that has a liberty outside the move brings it one."""
        old = 0
        for mask in joined:
            if mask != NONE:
                old |= mask
        lost = old & ~danger & self.own[colour] & self.open
        if not lost:
            return
        self.sure |= lost & self.single
        for split in self.splits:
            if lost & split.bit:
                touching = [mask for mask in joined if mask != NONE and mask & split.bit]
                self.sure |= sum(part for part in split.parts if any(not m & part for m in touching))

    def scan(self) -> None:
        """Parts of moves that are not fully swept may have a liberty outside beside the swept cells."""
        for scan in self.plan.scans:
            if self.open & scan.bit and not self.sure & scan.part and self._brings(scan):
                self.sure |= scan.part

    def _brings(self, scan: Scan) -> bool:
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

    def finish(self) -> Position | None:
        """The position after the site, or None when it can count no more."""
        staying = self._staying()
        if staying is None:
            return None
        if not self.open:
            for group in staying:
                if self.dangers[group] != NONE:
                    self.dangers[group] = 0
            return self._renumbered(staying, [], 0)
        if self.splits:
            self._knit(staying)
        self._strip(staying)
        settled = (self.plan.settled | self.far) & self.open
        if not self._settle(staying, settled):
            return None
        self._strip(staying)
        return self._renumbered(staying, self._far_threats(settled & self.open), settled)

    def _staying(self) -> list[int] | None:
        """The groups with a cell on the frontier in that order; None when another has no liberty."""
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
                        self._knit([group])
        return staying

    def _knit(self, groups: Iterable[int]) -> None:
        """A group of its own colour joins the parts of a move that it touches."""
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
            self.links = (*rest, *(joint for joint in merged if joint & (joint - 1) and not joint & self.sure))

    def _strip(self, groups: Iterable[int]) -> None:
        """Groups forget threats that are over, and their own side's moves that have a liberty anyway."""
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

    def _settle(self, staying: Iterable[int], settled: int) -> bool:
        """Decides threats that no open group leaves open; False when one of them is a legal move."""
        danger = 0
        for group in staying:
            if self.dangers[group] > 0:
                danger |= self.dangers[group]
        for bit in bits(settled):
            wanting = self._wanting(bit)
            if not wanting:
                if not danger & bit:
                    return False
            elif any(not self._hopeful(staying, bit, part) for part in wanting):
                self.open &= ~bit
        return True

    def _wanting(self, bit: int) -> list[int]:
        """The parts of a move that have no liberty yet; joined parts as one mask."""
        if bit & self.single:
            return [] if bit & self.sure else [bit]
        every = next(sum(split.parts) for split in self.splits if split.bit == bit)
        joint = [link for link in self.links if link & every]
        alone = every & ~self.sure & ~sum(joint)
        return [*joint, *bits(alone)]

    def _hopeful(self, staying: Iterable[int], bit: int, part: int) -> bool:
        """Whether an open group of the move's colour touches a part of it."""
        own = next(mask for mask in self.own if mask & bit)
        colour = self.own.index(own)
        return any(
            self.dangers[group] > 0
            and self.dangers[group] & bit
            and (part == bit or part & ~self.dangers[group])
            and self.colours[group] == colour
            for group in staying
        )

    def _far_threats(self, settled: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Settled threats that stay open: colour or -1, the bit, and the masks of parts in want."""
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for bit in bits(settled):
            wanting = self._wanting(bit)
            colour = next((k for k, own in enumerate(self.own) if own & bit), -1) if wanting else -1
            found.append((colour, bit, tuple(wanting) if len(wanting) > 1 else ()))
        return found

    def _renumbered(
        self, staying: list[int], far: list[tuple[int, int, tuple[int, ...]]], settled: int
    ) -> Position:
        plan, label = self.plan, dict[int, int]()
        for group in staying:
            if self.dangers[group]:
                label[group] = 1 + len(label)
        cells = self.cells
        frontier = [self._after(cells[place], label) for place in plan.frontier]
        entries = {self._column(label, *threat) for threat in far}
        gone = ~settled if settled else -1
        local = (1 << plan.far) - 1
        return Position(
            (*frontier, *[cells[place] for place in plan.ahead]),
            tuple([self.colours[group] for group in label]),
            tuple([self._shift(self.dangers[group], local) for group in label]),
            self._shift(self.open & gone, local),
            self._shift(self.sure & self._parts(self.open & gone), local),
            tuple(sorted(filter(None, (self._shift(link & self._parts(self.open), local) for link in self.links)))),
            tuple(sorted(entries)),
        )

    def _parts(self, live: int) -> int:
        """The bits of the parts of these threats."""
        mask = live & self.single
        for split in self.splits:
            if live & split.bit:
                mask |= sum(split.parts)
        return mask

    def _after(self, value: int, label: dict[int, int]) -> int:
        if value <= 0:
            return value
        group = self.alias[value]
        return label.get(group, -1 - self.colours[group])

    def _shift(self, mask: int, local: int) -> int:
        """A mask in the numbering after the site, without far threats."""
        if mask == NONE:
            return NONE
        after = 0
        for bit in bits(mask & local):
            place = self.plan.renumber[bit.bit_length() - 1]
            if place >= 0:
                after |= 1 << place
        return after

    def _column(self, label: dict[int, int], colour: int, bit: int, parts: tuple[int, ...]) -> Far:
        held = [group for group in label if self.dangers[group] > 0 and self.dangers[group] & bit]
        groups = sum(1 << label[group] for group in held)
        apart = sorted(
            sum(1 << label[group] for group in held if not part & ~self.dangers[group]) for part in parts
        )
        return Far(colour, groups, tuple(apart))


def _merge(masks: Iterable[int]) -> list[int]:
    """Masks that share a bit are put together."""
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
