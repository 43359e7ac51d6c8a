"""Moves that would be legal unless something happens: which of them a step decides, and what is left open."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.transfer.liberty.group import Groups
from gfkit.transfer.liberty.state import NONE, Position, Want, bits


class Draft(Groups):
    """The end of a step: groups are closed, threats decided, and what is left is renumbered."""

    def finish(self) -> Position | None:
        """The position after the site, or None when it can count no more."""
        staying = self._staying()
        if staying is None:
            return None
        if not self.open:
            for group in staying:
                if self.dangers[group] != NONE:
                    self.dangers[group] = 0
            return self._renumbered(staying, (), ())
        if self.splits:
            self._knit(staying)
        self._strip(staying)
        settled = (self.plan.settled | self.far) & self.open
        if not settled:
            self._drop_implied(staying, ())
            self._strip(staying)
            return self._renumbered(staying, (), ())
        if not self._settle(staying, settled):
            return None
        far, wants = self._far_threats(staying, settled & self.open)
        self.open &= ~settled
        self._drop_implied(staying, far)
        self._strip(staying)
        return self._renumbered(staying, far, wants)

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
            self.links = (
                *rest,
                *(joint for joint in merged if joint & (joint - 1) and not joint & self.sure),
            )

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

    def _hopeful(self, staying: Iterable[int], bit: int, part: int) -> list[int]:
        """The open groups of the move's colour that touch a part of it."""
        held = self._held(staying, bit)
        return [
            g for g in held if self.own[self.colours[g]] & bit and (part == bit or part & ~self.dangers[g])
        ]

    def _held(self, staying: Iterable[int], bit: int) -> list[int]:
        """The groups with all their liberties in a move."""
        dangers = self.dangers
        return [group for group in staying if dangers[group] & bit and dangers[group] > 0]

    def _far_threats(self, staying: Iterable[int], settled: int) -> tuple[list[int], list[Want]]:
        """Settled threats that stay open, in the present numbering of the groups.

        Where only one group can bring a move its liberty, that one must get one like all the others.
        """
        far: set[int] = set()
        wants: list[tuple[Want, list[int]]] = []
        for bit in bits(settled):
            wanting = self._wanting(bit)
            held = self._held(staying, bit)
            own = self._hopeful(held, bit, bit) if wanting else []
            groups = sum(1 << group for group in held)
            others = groups & ~sum(1 << group for group in own)
            if len(wanting) > 1:
                columns = [sum(1 << g for g in own if not part & ~self.dangers[g]) for part in wanting]
                wants.append((Want(self.colours[own[0]], groups, tuple(columns)), [others]))
            elif len(own) > 1:
                wants.append((Want(self.colours[own[0]], groups, ()), [others | 1 << g for g in own]))
            else:
                far.add(groups)
        least = _minimal(far)
        open_wants = [want for want, ways in wants if not all(_contains_any(way, least) for way in ways)]
        covering = [want.groups for want in open_wants if not want.parts]
        return [groups for groups in least if not _contains_any(groups, covering)], open_wants

    def _drop_implied(self, staying: Iterable[int], far: Iterable[int]) -> None:
        """A local threat cannot become legal where that would make another legal too."""
        for bit, rival, colour in self.plan.rivals:
            if self.open & bit and self.open & rival and rival & self.sure and not bit & self.sure:
                held = self._held(staying, bit)
                if all(self.colours[group] != colour for group in held):
                    self.open &= ~bit
        for bit in bits(self.open if far else 0):
            column = sum(1 << g for g in self._held(staying, bit) if not self.own[self.colours[g]] & bit)
            if _contains_any(column, far):
                self.open &= ~bit

    def _renumbered(self, staying: list[int], far: Iterable[int], wants: Iterable[Want]) -> Position:
        label = self._labels(staying, far, wants)
        cells, plan = self.cells, self.plan
        frontier = [self._after(cells[place], label) for place in plan.frontier]
        parts = self._parts(self.open)
        return Position(
            (*frontier, *[cells[place] for place in plan.ahead]),
            tuple([self.colours[group] for group in label]),
            tuple([self._shift(self.dangers[group]) for group in label]),
            self._shift(self.open),
            self._shift(self.sure & parts),
            tuple(sorted(self._shift(link) for link in self.links if link & parts)),
            tuple(sorted(_relabel(groups, label) for groups in far)),
            tuple(sorted({_relabelled(want, label) for want in wants})),
        )

    def _labels(self, staying: Iterable[int], far: Iterable[int], wants: Iterable[Want]) -> dict[int, int]:
        """New numbers for the groups that still matter."""
        held = 0
        for groups in far:
            held |= groups
        for want in wants:
            held |= want.groups
        label: dict[int, int] = {}
        for group in staying:
            if self.dangers[group] or held >> group & 1:
                label[group] = 1 + len(label)
        return label

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

    def _shift(self, mask: int) -> int:
        """A mask of local threats in the numbering after the site."""
        if mask == NONE:
            return NONE
        after = 0
        for bit in bits(mask):
            after |= 1 << self.plan.renumber[bit.bit_length() - 1]
        return after


def _relabel(groups: int, label: dict[int, int]) -> int:
    return sum(1 << label[one.bit_length() - 1] for one in bits(groups))


def _relabelled(want: Want, label: dict[int, int]) -> Want:
    parts = tuple(sorted(_relabel(part, label) for part in want.parts))
    return Want(want.colour, _relabel(want.groups, label), parts)


def _contains_any(mask: int, others: Iterable[int]) -> bool:
    return any(not other & ~mask for other in others)


def _minimal(masks: Iterable[int]) -> list[int]:
    """The masks that contain no other."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if not _contains_any(mask, kept):
            kept.append(mask)
    return kept


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
