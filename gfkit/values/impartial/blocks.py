"""The parts of positions with liberties as keys that forget the board."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.kinds.placement.rule import PlacementRule
from gfkit.native import is_built
from gfkit.values.impartial import kernel
from gfkit.values.layout import set_bits
from gfkit.values.position import LibertyPosition

MOST_CELLS = 62
_MOST_GROUPS = 120
_LONGEST_KEY = 4096


def plays_cells(rule: PlacementRule) -> bool:
    """Whether a rule is NoGo but for its name: two colours of single cells, with liberties."""
    return (
        rule.liberties
        and not rule.airless
        and not rule.forbidden
        and len(rule.colours) == 2
        and all(tuple(piece.cells for piece in c.pieces) == (((0, 0),),) for c in rule.colours)
    )


class Blocks:
    """NoGo, both players placing both colours, each group of stones shrunk to its liberties.

    What a group does depends on its colour and its liberties alone, so a position is a set of free cells,
    which of them lie side by side, the liberties of the groups, and for each colour the cells open to it and
    those where it is safe. *Open* is where a stone of this colour may ever be placed; a placement once
    illegal stays so. *Safe* is where a stone of this colour can never lose its last liberty. A group with
    only one liberty closes this cell to the other colour and does nothing else. Moreover:

    - A cell closed to both colours stays free for ever. The groups beside it live for ever; the liberties
      of these, and the free cells beside it, are safe for the colour, and groups and cell are dropped.
    - A cell that is open to one colour only, and safe for it, counts as such a cell for this colour: while
      it is free it is a liberty that nobody else takes, and once filled it belongs to a stone that lives for
      ever. So groups with it as liberty live for ever, and the cells beside it are safe.
    - Where on two neighbouring cells each colour is either safe or excluded, neither cell needs the other
      as a liberty, now or later, nor a group of its own to live: they count as not side by side.

    What is left falls into parts without cell, group or neighbours in common. A part is written as bytes:
    numbers of cells and of groups of each colour, then masks. The cells come in the order of marks that are
    worked out from what lies around them, and the colours in the order of the sums of marks: exchange of
    colours maps moves of both players to moves of both. Equal keys always mean the same part; the same part
    may have several keys only when marks are equal. The board itself is forgotten, so values are shared
    between boards. A loop in C does this where it is built, with the same keys.
    """

    def __init__(self, *, fast: bool = True) -> None:
        self._fast = fast and is_built()
        self._buffers = _Buffers()

    def most(self, part: bytes) -> int:
        """The number of free cells."""
        return part[0]

    def options(self, part: bytes) -> Iterable[tuple[bytes, ...]]:
        """What one move leaves, those with small parts and few moves first."""
        if self._fast:
            from gfkit.native import loops

            found = dict(_split(loops.expand_part(part)))
        else:
            room = self._buffers
            end = kernel.expand_part(part, room.out, room.before, room.state, room.scratch)
            found = dict(_split(bytes(room.out[:end])))
        return sorted(found, key=found.__getitem__)


def first_parts(position: LibertyPosition) -> tuple[bytes, ...] | None:
    """The parts a board begins with, or None where one has too many cells or groups.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> [part.hex() for part in first_parts(LibertyPosition(find_rule("nogo"), parse_one_board("path:2")))]
    ['020000030300000201']
    """
    found: list[bytes] = []
    for component in position.components(position.start):
        parts = _shrunk(position, component)
        if parts is None:
            return None
        found += parts
    return tuple(found)


class _Buffers:
    """Room for the kernel to work in."""

    def __init__(self) -> None:
        def zeros(count: int) -> list[int]:
            return [0] * count

        most = MOST_CELLS + _MOST_GROUPS + 1
        self.before = zeros(64), zeros(4), zeros(most), zeros(most)
        self.state = zeros(64), zeros(4), zeros(most), zeros(most)
        self.scratch = bytearray(_LONGEST_KEY), zeros(64), zeros(128), zeros(most), zeros(64), zeros(64)
        self.out = bytearray(2 * MOST_CELLS * _LONGEST_KEY)


def _shrunk(position: LibertyPosition, component: int) -> tuple[bytes, ...] | None:
    field = position.unpack(component)
    cells = set_bits(field.free)
    held = [(libs, side) for side, found in enumerate(position.groups(field)) for _, libs in found]
    if len(cells) > MOST_CELLS or len(held) > _MOST_GROUPS:
        return None
    number = {cell: 1 << index for index, cell in enumerate(cells)}

    def renumbered(mask: int) -> int:
        return sum(number[cell] for cell in set_bits(mask & field.free))

    buffers = _Buffers()
    near, masks, groups, sides = buffers.state
    near[: len(cells)] = [renumbered(position.layout.near[cell]) for cell in cells]
    masks[:] = [renumbered(mask) for mask in (*field.open, *field.safe)]
    count = 0
    for liberties, side in held:
        if liberties & liberties - 1:
            groups[count], sides[count] = renumbered(liberties), side
            count += 1
    whole = (1 << len(cells)) - 1
    end = kernel.write_settled(whole, len(cells), count, buffers.state, buffers.out, 0, buffers.scratch)
    return _split(bytes(buffers.out[:end]))[0][0]


def _split(written: bytes) -> list[tuple[tuple[bytes, ...], int]]:
    """The parts of every option, and how heavy the largest is, from what the kernel wrote."""
    found: list[tuple[tuple[bytes, ...], int]] = []
    at, end = 0, len(written)
    while at < end:
        weight, count = written[at] << 8 | written[at + 1], written[at + 2]
        at += 3
        if count == 1:
            first = at + 2
            at = first + (written[at] | written[at + 1] << 8)
            found.append(((written[first:at],), weight))
            continue
        parts = []
        for _ in range(count):
            first = at + 2
            at = first + (written[at] | written[at + 1] << 8)
            parts.append(written[first:at])
        found.append((tuple(parts), weight))
    return found
