"""Steps of engine 5 for sets of edges, generated from the graph by ``native/edges.c`` without an automaton.

Statement. The degree constraints, the labels of ``machine/linked.py`` and their encoding by ``linked_words``
depend only on the graph and on a few tables of the rule. So the C extension can generate the program of the
sweep in a time proportional to the number of edges. This takes about a hundredth of the time of building an
automaton of options in Python, which dominated the time of small boards. The words have the same meaning,
although the order of the tracks may differ.

An automaton is built in the other cases: edges that are selected together (quotient boards), multiple edges,
marked places, vertices with many edges to earlier vertices, and more tracks than the words can contain.

Degree constraints. The admissible degrees of a vertex are divided into *classes* (``rules.kinds.edges``):
degrees are in the same class if the constraints on edges do not distinguish them. For each vertex the state
contains only its *progress*, which determines the numbers of further edges that complete a class. A vertex
that requires more edges than it has left is rejected immediately.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain

from gfkit.core import native
from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass
from gfkit.core.engine.sweep.linked_words import LinkedLayout, LinkedWords
from gfkit.core.engine.sweep.word_program import Integers, WordProgram
from gfkit.core.rules.threshold import classes_of
from gfkit.core.rules.values import DegreeCounts, Linkage, Predicate, pinned_cells
from gfkit.core.typing import cached_property


class EdgeCoding(LinkedWords):
    """Encoding of sets of edges on a board as words, for the C extension."""

    def __init__(
        self, linkage: Linkage, layout: LinkedLayout, program: WordProgram, slots: Sequence[tuple[int, int]]
    ) -> None:
        super().__init__(linkage, layout, wakes=True)
        self.slots = slots
        self._program = WordProgram(array("q", self.head()), program.code, program.sites)

    @classmethod
    def of(cls, rule: DegreeCounts, board: Board, order: Sequence[int]) -> EdgeCoding | None:
        """Return the encoding for the cells in ``order``, or None if the C extension cannot generate it.

        No other cell may have an edge to these cells.
        """
        linkage = rule.linkage
        if not linkage.is_constrained or linkage.joins or linkage.apart or linkage.each:
            return None
        if board.grid is None and not rule.flat:
            return None
        table, kind_of, many = _encode_constraints(rule)
        kinds = array("q", bytes(8 * board.size))
        for pin in rule.pins:
            for cell in pinned_cells(board, pin):
                kinds[cell] = kind_of[pin.predicate]
        edges = memoryview(array("q", chain.from_iterable(board.edges))).cast("B")
        if not edges:
            return None
        pairs = edges.cast("q", (len(board.edges), 2))
        written = native.loops.write_edges(pairs, array("q", order), kinds, table, many)
        if written is None:
            return None
        code, sites = (array("q", words) for words in written[:2])
        tracks, bits, bits_of_ends = written[2], int(table[2]), int(table[6])
        layout = LinkedLayout.of(linkage, bits_of_ends + tracks * bits, tracks)
        slots = [(bits_of_ends + bits * track, bits) for track in range(tracks) if bits]
        return cls(linkage, layout, WordProgram(table, code, sites), slots) if layout.fits else None

    @property
    def key(self) -> tuple[bytes, ...]:
        """Key of the encoding; boards with equal keys have the same number of sets of edges."""
        program = self._program
        return tuple(array.tobytes() for array in (program.head, program.code, program.sites))

    @property
    def sites(self) -> int:
        return len(self._program.sites)

    def program(self) -> WordProgram:
        """Return the program of all steps."""
        return self._program


@lru_cache(maxsize=64)
def _encode_constraints(rule: DegreeCounts) -> tuple[Integers, dict[Predicate, int], int]:
    """Return the constraints of a rule as words, the kind of a vertex for each pin, and the number of kinds.

    The words are read by ``native/edges.h``. They start with the number of classes, the largest number of
    progress values of a kind, the bits of a field, the largest distinguished number of further edges, 1 if
    every vertex is a member, the largest number of path ends, and the bits for this number. Then follow, for
    omitted and for selected edges, the admissible pairs of classes of the endpoints. Then, for each kind: the
    number of progress values; for each class, the progress of a vertex without edges; and for each progress
    value: the progress after one more edge, the number of further edges needed, the class, 1 for a vertex of
    degree 1, 1 if no further edge can be selected, and for each number of remaining edges the representative
    progress value.
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
        rows += [progress.alike[min(left, len(progress.needs))] for left in range(most + 1)]
        filler = [0] * (most - len(places))
        words += [len(places), *progress.starts]
        words += [value for row in rows for value in (*row, *filler)]
    kind_of = {predicate: kinds.index(progress) for predicate, progress in asked.pinned_cells.items()}
    return array("q", words), kind_of, len(kinds)


@dataclass(frozen=True)
class DegreeProgress:
    """Automaton for the degree of one vertex during the sweep; its states are integers >= 0.

    ``after[s]`` is the state that follows s after one more selected edge, or -1 if no class of degrees
    remains possible; ``needs[s]`` is the smallest number of further edges that completes a class.
    """

    starts: tuple[int, ...]
    """Progress of a vertex without selected edges, for each class; -1 if the class is excluded."""
    classes: tuple[int, ...]
    after: tuple[int, ...]
    needs: tuple[int, ...]
    single: frozenset[int]
    """Progress values of a vertex of degree 1, if path ends are counted."""

    @staticmethod
    def of(classes: Sequence[frozenset[int]], rule: DegreeCounts, *, by_ends: bool) -> DegreeProgress:
        """Return the progress values, distinguished by the numbers of further edges that complete a class.

        If degrees are counted modulo a number, a vertex can always take more edges. In this case each class
        has one more progress value, for vertices in the class without further edges; ``alike`` chooses it if
        too few edges remain. Vertices of degree 1 are distinguished if ``by_ends``.
        """
        number: dict[tuple[int, tuple[bool, ...]], int] = {}
        futures: list[tuple[int, int]] = []

        @cache
        def future(k: int, had: int) -> tuple[bool, ...]:
            return tuple(rule.degree(had + more) in classes[k] for more in rule.every)

        for k in range(len(classes)):
            for had in rule.every:
                seen = future(k, had)
                if any(seen) and (k, seen) not in number:
                    number[k, seen] = len(number)
                    futures.append((k, had))
        meant = [[had for had in rule.every if number.get((k, future(k, had))) == at] for at, (k, _) in
                 enumerate(futures)]  # fmt: skip
        full = tuple(dict.fromkeys(k for k, _ in futures)) if rule.modulo else ()
        return DegreeProgress(
            tuple(number.get((k, future(k, 0)), -1) for k in range(len(classes))),
            (*(k for k, _ in futures), *full),
            (
                *(number.get((k, future(k, rule.degree(had + 1))), -1) for k, had in futures),
                *(-1 for _ in full),
            ),
            (*(future(k, had).index(True) for k, had in futures), *(0 for _ in full)),
            frozenset(at for at, hads in enumerate(meant) if hads == [1] and by_ends),
        )

    def along(self, state: int, more: int) -> int:
        """Return the progress after ``more`` further edges are selected, or -1 if no class remains
        possible.
        """
        for _ in range(more):
            state = self.after[state] if state >= 0 else -1
        return state

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Representative progress value, for each number of remaining edges and each progress value.

        Two values are equivalent if the remaining edges do not distinguish them. The representative is a
        value at which no further edge can be selected, if there is one, so that labels are dropped. Numbers
        of edges beyond the number of progress values distinguish no further values.
        """
        return tuple(self._find_equivalent_positions(left) for left in range(len(self.needs) + 1))

    def _find_equivalent_positions(self, left: int) -> tuple[int, ...]:

        def future_key(at: int) -> Hashable:
            ends = [self.along(at, more) for more in range(left + 1)]
            return self.classes[at], tuple(
                e >= 0 and not self.needs[e] and 1 + (e in self.single) for e in ends
            )

        alike = [future_key(at) for at in range(len(self.needs))]
        order = sorted(range(len(alike)), key=lambda at: (at not in self.still, at))
        return tuple(next(other for other in order if alike[other] == key) for key in alike)

    @property
    def still(self) -> frozenset[int]:
        """Progress values at which no further edge can be selected."""
        return frozenset(at for at, after in enumerate(self.after) if after < 0)


@dataclass(frozen=True, slots=True)
class VertexDegrees:
    """Degree constraints of a rule: equivalence classes of degrees, and an automaton for the degree of each
    vertex during the sweep.

    ``may`` contains two tables of admissible pairs of degree classes of the two endpoints: for omitted edges
    and for selected edges. ``most_ends`` is the maximum number of vertices of degree 1 if every component is
    a path and the bound is used, and 0 otherwise.
    """

    classes: Sequence[frozenset[int]]
    may: tuple[list[list[bool]], list[list[bool]]]
    free: DegreeProgress
    pinned_cells: Mapping[Predicate, DegreeProgress]
    """Progress of pinned vertices, by pin; pins that allow the same degrees share one object."""
    most_ends: int

    @staticmethod
    def of(rule: DegreeCounts) -> VertexDegrees:
        """Return the degree constraints of a rule, which do not depend on the board."""
        degrees = {
            predicate: rule.allowed_degrees(predicate)
            for predicate in dict.fromkeys(pin.predicate for pin in rule.pins)
        }
        kinds = [rule.degrees, *degrees.values()]
        classes, may = classes_of(rule, sorted(set().union(*kinds)))
        ends = _bound_endpoints(rule, kinds)
        known = {
            kind: DegreeProgress.of([own & set(kind) for own in classes], rule, by_ends=ends > 0)
            for kind in kinds
        }
        pinned_cells = {predicate: known[numbers] for predicate, numbers in degrees.items()}
        return VertexDegrees(classes, may, known[rule.degrees], pinned_cells, ends)


def _bound_endpoints(rule: DegreeCounts, allowed: Sequence[Sequence[int]]) -> int:
    """Return the largest possible number of vertices of degree 1 if all components are paths, or 0 to disable
    the bound.

    Without this bound, states contain more path ends than the components can have: for paths on 10x10 there
    are 608,000 states instead of 341,000. For spanning sets of paths the bound is disabled, because counting
    ends distinguishes more states than it excludes: 264,000 instead of 71,000.
    """
    most = max((max(degrees, default=0) for degrees in allowed), default=0)
    paths = rule.linkage.acyclic and not (rule.modulo or rule.spanning) and most < rule.cap and most <= 2
    components = rule.linkage.components
    return 2 * (components.most or 0) if paths and components is not None else 0
