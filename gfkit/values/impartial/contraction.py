"""Positions with liberties, groups of stones shrunk to the free cells that they touch."""

from __future__ import annotations

from gfkit.values.layout import set_bits
from gfkit.values.position import LibertyPosition

Structure = tuple[tuple[int, ...], ...]


class Contraction:
    """Finds one component to stand for all that differ only in the size and shape of their groups.

    What a group does depends on its colour and its liberties alone, and with a single liberty only on
    where the other colours may not play. A component is written as: for each free cell, numbered in order,
    the free cells beside it; for each colour the cells open to it and those where it is safe; the
    liberties of its groups; the moves that cover several cells. The least of these over both orders of the
    cells, and over the exchange of equal colours, is the key.
    """

    def __init__(self, position: LibertyPosition) -> None:
        self._position = position
        rule = position.rule
        self._long = [move for move in position.layout.moves if len(move.cells) > 1]
        same = len({frozenset(colour.pieces) for colour in rule.colours}) == 1 and not rule.forbidden
        plain = tuple(range(len(rule.colours)))
        self._orders = {plain, plain[::-1]} if same else {plain}
        self._standing: dict[Structure, int] = {}

    def canonical(self, component: int) -> int:
        return self._standing.setdefault(self._structure(component), component)

    def free_cells(self, component: int) -> int:
        """The number of free cells: a bound on the moves to come."""
        return self._position.unpack(component).free.bit_count()

    def _structure(self, component: int) -> Structure:
        field = self._position.unpack(component)
        cells = set_bits(field.free)
        held = [
            {liberties for _, liberties in groups if liberties & (liberties - 1)}
            for groups in self._position.groups(field)
        ]
        near = [self._position.layout.near[cell] & field.free for cell in cells]
        long = [
            move for move in self._long if all(field.open[move.colour] >> cell & 1 for cell in move.cells)
        ]
        secure = [safe & mask for safe, mask in zip(field.safe, field.open, strict=True)]
        found: list[Structure] = []
        for listed, beside in ((cells, near), (cells[::-1], near[::-1])):
            number = {cell: 1 << index for index, cell in enumerate(listed)}
            masks = [*beside, *field.open, *secure]
            renamed = [sum(number[bit] for bit in set_bits(mask)) for mask in masks]
            count = len(held)
            opened, safe = renamed[-2 * count : -count], renamed[-count:]
            shrunk = [
                tuple(sorted(sum(number[b] for b in set_bits(libs)) for libs in group)) for group in held
            ]
            for order in self._orders:
                moves = tuple(
                    sorted(
                        order.index(move.colour) << len(cells) | sum(number[cell] for cell in move.cells)
                        for move in long
                    )
                )
                places = tuple(mask for colour in order for mask in (opened[colour], safe[colour]))
                found.append((tuple(renamed[: len(cells)]), places, moves, *(shrunk[c] for c in order)))
        return min(found)
