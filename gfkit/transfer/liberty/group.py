"""Groups of one colour on the frontier of a sweep, and their liberties."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.transfer.liberty.plan import Scan, SitePlan, Split, Touch
from gfkit.transfer.liberty.state import NONE, Position, bits


class Groups:
    """A position in the middle of a step: one more cell, groups not yet renumbered.

    Threats are bits of masks, as in the plan of the site; far ones come after the local ones.
    """

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
        if before.far or before.wants:
            self._unpack(before)

    def _unpack(self, before: Position) -> None:
        """Gives far threats bits of their own and writes them into their groups' dangers."""
        bit = 1 << self.plan.far
        for groups in before.far:
            self._endanger(groups, bit)
            self.far |= bit
            bit <<= 1
        self.sure |= self.far
        self.single |= self.far
        for colour, groups, columns in before.wants:
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
        for one in bits(groups):
            self.dangers[one.bit_length() - 1] |= bit

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
        """The cell has a colour: it joins the groups beside it; empty cells there are its liberties."""
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
