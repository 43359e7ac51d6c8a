"""How rung 5 writes sets of edges without a machine: ``native/edges.c`` makes words of a graph and a table.

Statement. What the constraints of edges and ``machine/linked.py`` say of a rule of edges on a board, and
``linked_words`` writes, depends on the graph and on a few tables of the rule alone. So a loop in C can write
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

from gfkit import native
from gfkit.boards import Board
from gfkit.games.linkage import Linkage, pinned_cells
from gfkit.games.rule import DegreeCounts, Predicate
from gfkit.transfer.sweep.edge_degrees import VertexDegrees
from gfkit.transfer.sweep.linked_words import LinkedLayout, LinkedWords
from gfkit.transfer.sweep.words import WordProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray


class EdgeCoding(LinkedWords):
    """Sets of edges on a board as words, written by a loop in C."""

    def __init__(self, linkage: Linkage, layout: LinkedLayout, program: WordProgram) -> None:
        super().__init__(linkage, layout, wakes=True)
        self._program = WordProgram(np.array(self.head(), np.int64), program.code, program.sites)

    @classmethod
    def of(cls, rule: DegreeCounts, board: Board, order: Sequence[int]) -> EdgeCoding | None:
        """The coding of the cells in ``order``, if no other cell has an edge with them, and it is so."""
        linkage = rule.linkage
        if not linkage.asks or linkage.joins or linkage.apart or linkage.each:
            return None
        if board.grid is None and not rule.flat:
            return None
        table, kind_of, many = _asked_of(rule)
        kinds = np.zeros(board.size, np.int64)
        for pin in rule.pins:
            kinds[list(pinned_cells(board, pin))] = kind_of[pin.says]
        edges = np.array(board.edges, np.int64).reshape(-1, 2)
        written = native.loops.write_edges(edges, np.array(order, np.int64), kinds, table, many)
        if written is None:
            return None
        code, sites = (np.frombuffer(words, np.int64) for words in written[:2])
        tracks, bits, bits_of_ends = written[2], int(table[2]), int(table[6])
        layout = LinkedLayout.of(linkage, bits_of_ends + tracks * bits, tracks)
        return cls(linkage, layout, WordProgram(table, code, sites)) if layout.fits else None

    @property
    def key(self) -> tuple[bytes, ...]:
        """Boards of equal keys have as many sets of edges."""
        program = self._program
        return tuple(array.tobytes() for array in (program.head, program.code, program.sites))

    @property
    def sites(self) -> int:
        return len(self._program.sites)

    def program(self) -> WordProgram:
        """What the sites do."""
        return self._program


@lru_cache(maxsize=64)
def _asked_of(rule: DegreeCounts) -> tuple[NDArray[np.int64], dict[Predicate, int], int]:
    """What a rule asks of any board as words; by what a pin says the kind of a vertex; how many kinds.

    The words are those of ``native/edges.h``. First classes, the most places of a kind, bits of a field,
    the most edges more that are told apart, whether every vertex is a member, the most ends of paths, and
    bits for their number. Then, for edges that are left, and taken, which classes their ends may have.
    Then by kind how many places there are; by class where a vertex without edges is; and by place: where
    one edge more leads, how many more are needed, the class, whether it is a vertex of one edge, whether
    no more can be taken, and by edges more, the place that is written for it.
    """
    asked = VertexDegrees.of(rule)
    kinds = list(dict.fromkeys([asked.free, *asked.pinned_cells.values()]))
    most = max(len(kind.needs) for kind in kinds)
    every = rule.spanning or not rule.linkage.needs_members
    ends = asked.most_ends
    words = [len(asked.classes), most, (most - 1).bit_length(), most, int(every), ends, ends.bit_length()]
    words += [int(may) for table in asked.may for row in table for may in row]
    for progress in kinds:
        places = range(len(progress.needs))
        rows: list[Sequence[int]] = [progress.after, progress.needs, progress.classes]
        rows += [[int(at in held) for at in places] for held in (progress.single, progress.still)]
        rows += [progress.with_left(left) for left in range(most + 1)]
        filler = [0] * (most - len(places))
        words += [len(places), *progress.starts]
        words += [value for row in rows for value in (*row, *filler)]
    kind_of = {says: kinds.index(progress) for says, progress in asked.pinned_cells.items()}
    return np.array(words, np.int64), kind_of, len(kinds)
