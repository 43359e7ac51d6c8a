"""Components of positions with liberties as keys without the board, expanded by the loop in C."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.kinds.placement.rule import PlacementRule
from gfkit.values.layout import set_bits
from gfkit.values.position import LibertyPosition

MOST_CELLS = 62
_MOST_GROUPS = 120


def plays_cells(rule: PlacementRule) -> bool:
    """Whether a rule is NoGo under any name: two colours of single cells, with liberties."""
    return (
        rule.liberties
        and not rule.airless
        and not rule.forbidden
        and len(rule.colours) == 2
        and all(tuple(piece.cells for piece in c.pieces) == (((0, 0),),) for c in rule.colours)
    )


class Blocks:
    """Components of NoGo with both colours open to both players; a group is the set of its liberties.

    The effect of a group depends on its colour and its liberties alone. So a position is a set of free cells,
    their adjacency, the liberties of the groups, and for each colour its open cells and its safe cells.
    *Open* is where a stone of this colour may ever be placed; a placement once illegal stays so. *Safe* is
    where a stone of this colour can never lose its last liberty. A group with only one liberty closes this
    cell to the other colour and does nothing else. Moreover:

    - A cell closed to both colours stays free for ever. The groups beside it live for ever. Their liberties,
      and the free cells beside it, are safe for the colour; groups and cell are dropped.
    - A cell that is open to one colour only, and safe for it, counts as such a cell for this colour. While
      it is free it is a liberty that nobody else takes, and once filled its stone lives for ever. So groups
      with it as liberty live for ever, and the cells beside it are safe.
    - Suppose that on two neighbouring cells each colour is either safe or excluded. Then neither cell needs
      the other as a liberty, nor a group of its own to live: they count as not adjacent.

    The rest falls into components without common cell, group or adjacency. A component is written as bytes:
    numbers of cells and of groups of each colour, then masks. The order of the cells is that of marks
    computed from their surroundings; the order of the colours is that of the sums of marks, as exchange of
    colours maps moves of both players to moves of both. Equal keys always mean equal components. A component
    has several keys only if marks are equal. The board is forgotten, so values are shared between boards.
    This needs the loop in C; ``BoardParts`` plays the same game without it.
    """

    def most(self, part: bytes) -> int:
        """Number of free cells."""
        return part[0]

    def options(self, part: bytes) -> Iterable[tuple[bytes, ...]]:
        """The components after each move, options with small components and few moves first."""
        from gfkit.native import loops

        weights = dict(_split(loops.expand_part(part)))
        return sorted(weights, key=weights.__getitem__)


def first_parts(position: LibertyPosition, state: int) -> tuple[bytes, ...] | None:
    """The components of a state; None if one has too many cells or groups.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> path = LibertyPosition(find_rule("nogo"), parse_one_board("path:2"))
    >>> [part.hex() for part in first_parts(path, path.start)]
    ['020000030300000201']
    """
    keys = [_key(position, component) for component in position.components(state)]
    return None if None in keys else tuple(key for key in keys if key is not None)


def _key(position: LibertyPosition, component: int) -> bytes | None:
    """The key of a component with its cells in their order on the board; None if it is too large."""
    field = position.unpack(component)
    cells = set_bits(field.free)
    groups = [
        [liberties for _, liberties in colour_groups if liberties.bit_count() > 1]
        for colour_groups in position.groups(field)
    ]
    if len(cells) > MOST_CELLS or sum(map(len, groups)) > _MOST_GROUPS:
        return None
    if len(cells) == 1:
        return b"\1"
    near = [position.layout.near[cell] for cell in cells]
    number = {cell: 1 << index for index, cell in enumerate(cells)}
    width = (len(cells) + 7) // 8
    masks = (*field.open, *field.safe, *near, *groups[0], *groups[1])
    renumbered = (sum(number.get(cell, 0) for cell in set_bits(mask)) for mask in masks)
    written = b"".join(mask.to_bytes(width, "little") for mask in renumbered)
    return bytes([len(cells), *map(len, groups)]) + written


def _split(written: bytes) -> list[tuple[tuple[bytes, ...], int]]:
    """The components of each option, and the weight of the largest, decoded from the loop in C."""
    options: list[tuple[tuple[bytes, ...], int]] = []
    at = 0
    while at < len(written):
        weight, count = int.from_bytes(written[at : at + 2], "big"), written[at + 2]
        at += 3
        parts = []
        for _ in range(count):
            first = at + 2
            at = first + int.from_bytes(written[at:first], "little")
            parts.append(written[first:at])
        options.append((tuple(parts), weight))
    return options
