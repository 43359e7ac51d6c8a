"""How rung 5 writes sets of edges without a machine: ``edge_code`` makes words of a graph and a table.

Statement. What ``machine/edges.py`` and ``machine/linked.py`` say of a rule of edges on a board, and
``linked_words`` writes, depends on the graph and on a few tables of the rule alone. So machine code can write
it, and a board costs what its edges are to be read: about a hundredth of building a machine of options in
Python, which is what small boards took most of their time for. The words mean the same, though tracks may lie
elsewhere.

Where it is not so, and the machine is built: edges that are taken together (folded boards), double edges,
marked places, vertices with many edges back, and more tracks than words hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gfkit.boards import Board
from gfkit.exact.stored_code import Loops
from gfkit.games import EdgeRule
from gfkit.games.linkage import Linkage, pinned
from gfkit.games.rule import Predicate
from gfkit.transfer.machine.edges import VertexDegrees
from gfkit.transfer.sweep.edge_code import NO_ROOM
from gfkit.transfer.sweep.linked_words import LinkedLayout, LinkedWords
from gfkit.transfer.sweep.words import WordProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WRITER, _NAME = Loops(f"{__package__}.edge_code"), "write_edge_sites"
_ROOM, _MOST_ROOM = 1 << 12, 1 << 22
_SPARE = 2 + (2 << 12)
"""Words that a site needs while it is written: as many as it has groups and choices at most."""


class EdgeCoding(LinkedWords):
    """Sets of edges on a board as words, written by machine code."""

    slow = 1

    def __init__(self, linkage: Linkage, layout: LinkedLayout, program: WordProgram) -> None:
        super().__init__(linkage, layout, wakes=True)
        self._program = WordProgram(np.array(self.head(), np.int64), program.code, program.sites)

    @classmethod
    def of(cls, rule: EdgeRule, board: Board, order: Sequence[int]) -> EdgeCoding | None:
        """The coding of the cells in ``order``, if no other cell has an edge with them, and it is so."""
        linkage = rule.linkage
        if not linkage.asks or linkage.joins or linkage.apart or linkage.each:
            return None
        if board.grid is None and not rule.flat:
            return None
        table, kind_of = _asked_of(rule)
        kinds = np.zeros(board.size, np.int64)
        for pin in rule.pins:
            kinds[list(pinned(board, pin))] = kind_of[pin.says]
        edges = np.array(board.edges, np.int64).reshape(-1, 2)
        cells, sites = np.array(order, np.int64), np.zeros(len(order), np.int64)
        work = np.empty(board.size + 4 * len(edges) + 12 * len(order) + 3 + _SPARE, np.int64)
        room, length = _ROOM, NO_ROOM
        while length == NO_ROOM and room <= _MOST_ROOM:
            code = np.empty(room, np.int64)
            length = _WRITER.write_edge_sites(edges, cells, kinds, table, code, sites, work)
            room *= 4
        if length < 0:
            return None
        tracks, bits, bits_of_ends = int(work[0]), int(table[2]), int(table[6])
        layout = LinkedLayout.of(linkage, bits_of_ends + tracks * bits, tracks)
        return cls(linkage, layout, WordProgram(table, code[:length], sites)) if layout.fits else None

    @staticmethod
    def is_at_hand() -> bool:
        """Whether the loop that writes is there without numba making it, which takes longer than machines."""
        return _WRITER.usable and _WRITER.is_at_hand(_NAME)

    @property
    def key(self) -> tuple[bytes, ...]:
        """Boards of equal keys have as many sets of edges."""
        program = self._program
        return tuple(one.tobytes() for one in (program.head, program.code, program.sites))

    @property
    def sites(self) -> int:
        return len(self._program.sites)

    def program(self) -> WordProgram:
        """What the sites do."""
        return self._program


@lru_cache(maxsize=64)
def _asked_of(rule: EdgeRule) -> tuple[NDArray[np.int64], dict[Predicate, int]]:
    """What a rule asks of any board, as ``edge_code`` reads it, and by what a pin says, the kind of a vertex.

    First classes, the most places of a kind, bits of a field, the most edges more that are told apart,
    whether every vertex is a member, the most ends of paths, and bits for their number. Then, for edges that
    are left, and taken, which classes their ends may have. Then by kind how many places there are; by class
    where a vertex without edges is; and by place: where one edge more leads, how many more are needed, the
    class, whether it is a vertex of one edge, whether no more can be taken, and by edges more, the place that
    is written for it.
    """
    asked = VertexDegrees.of(rule)
    kinds = list(dict.fromkeys([asked.free, *asked.pinned.values()]))
    most = max(len(one.needs) for one in kinds)
    every = rule.spanning or not rule.linkage.needs_members
    ends = asked.most_ends
    words = [len(asked.classes), most, (most - 1).bit_length(), most, int(every), ends, ends.bit_length()]
    words += [int(may) for table in asked.may for row in table for may in row]
    for one in kinds:
        places = range(len(one.needs))
        rows: list[Sequence[int]] = [one.after, one.needs, one.classes]
        rows += [[int(at in held) for at in places] for held in (one.single, one.still)]
        rows += [one.with_left(left) for left in range(most + 1)]
        filler = [0] * (most - len(places))
        words += [len(places), *one.starts]
        words += [value for row in rows for value in (*row, *filler)]
    return np.array(words, np.int64), {says: kinds.index(one) for says, one in asked.pinned.items()}
