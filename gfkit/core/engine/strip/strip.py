"""Families of boards as periodic transfer matrices: an initial segment, a repeated period, and a final
segment.

The board of size n is swept slice by slice; a slice is the set of cells with the same coordinate along n. Let
R be the ``reach`` of the rule, and call a slice *inner* if there are at least L = 2 R slices on either side
of it.

Locality. The action of a step on the stored information depends on the board within L slices only. A piece, a
window or a count spans at most R slices, and the constraints that a step reads (the pieces that could cover a
cell next to this one, the watched moves that they block) are at most two such spans away. A pin is at most R
slices from the end from which it is counted, or the same on every slice; a window that contains the value
outside is at the border. Information that is stored from the first cell to the last (the number of events so
far, the number of values used, the state of a line or a cardinality along n) is changed in the same way by
all inner slices. A line across is contained in one slice, a slanted line in at most as many as the strip is
wide; R is increased by that. The state of a product of automata is a function of their states, and all inner
slices form the same products: one that occurs at one of them occurs at others. So all inner slices are
translates of each other, on boards of all sizes. Hence there are a row u (the first L slices), a matrix B (an
inner slice) and a column v (the last L slices; on a cyclic board B does not change the information about the
first ones) such that

    a(n) = u B^(n - 2 L) v   for all n >= 2 L.

On a cyclic board, B does not change the information about the first slices.

Computation. A board of N slices is compiled into layers, the transition tables between numbered states.
Suppose

1. the slices j and j + p have the same layers (tables of equal steps on equal sets of states) for all j
   with begin <= j and j + p < end;
2. after j and after j + p slices the state is encoded in the same way (``Machine.layout``) for
   all j with low <= j and j + p <= high, low = max(begin, L), high = min(end - 1, N - L), high - low >= p.

Theorem. Let n = N + k p for an integer k, possibly negative, with n >= low + N - high. Then a(n) is the
weighted number of paths through the layers of the board of size N in which the p slices starting at low are
repeated k more times or, for k < 0, the -k p slices starting at low are omitted.

Proof. By 2, the numbering of the states after low + i p slices, which depends on their encoding, is the same
for all i. So each p consecutive slices after low act as the matrix B^p in this numbering, restricted to
reachable states. With k more or fewer of them the number is u B^(N - 2 L + k p) v = a(n); the omitted slices
end at low + |k| p <= high.

Boards outside the hypotheses. Boards of fewer than low + N - high slices depend on both ends at once, and the
theorem does not apply: a neighbourhood may be truncated on both sides, or a window may not fit. These boards
are compiled separately, and ``sure_from`` is the smallest n such that the layers of all boards of size >= n
are the layers of the strip. Smaller boards are counted. Hypothesis 1 without hypothesis 2 proves nothing: the
layers may be periodic although the encoding is not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, Protocol

from gfkit.core.boards import Board, Family
from gfkit.core.boards.family import spots
from gfkit.core.deferred import dataclass, replace
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.order import slice_order
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.strip.extent import measured_extent
from gfkit.core.engine.sweep.layers import Compiler, Watch
from gfkit.core.engine.sweep.tables import Layer
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.hooks import note_missing_ways
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.kind import from_kind

Slice = tuple[Layer, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Layers of a family: the board of size n = ``offset`` + j has j periodic slices if n >= ``sure_from``.

    Before the periodic slices come the slices of ``head``, after them the slices of ``tails[j % period]``.
    The periodic slices are ``body[0]``, ``body[1]``, ..., with period ``period``. The automaton does not
    describe boards below ``sure_from``, which is at least ``offset``.
    """

    family: Family
    offset: int
    sure_from: int
    head: tuple[Slice, ...]
    body: tuple[Slice, ...]
    tails: tuple[tuple[Slice, ...], ...]
    finals: tuple[Sequence[int], ...]
    """Final states after each tail."""
    question: Question | None = None
    """Query from which other processes can build the strip, or None for boards outside a family."""

    @property
    def period(self) -> int:
        return len(self.body)

    @property
    def states(self) -> int:
        """Largest number of states between slices."""
        return max(slice_[0].before for slice_ in self.body)

    @property
    def states_in_period(self) -> int:
        """Number of states between slices, summed over the phases of the period."""
        return sum(slice_[0].before for slice_ in self.body)

    @property
    def bases(self) -> tuple[int, ...]:
        """Cumulative numbers of states: entry i is the number of states in phases before i; the last entry is
        the total.
        """
        return tuple(accumulate((slice_[0].before for slice_ in self.body), initial=0))

    @property
    def has_weights(self) -> bool:
        """True if any step has a weight."""
        slices = (slice_ for part in (self.head, self.body, *self.tails) for slice_ in part)
        return any(layer.reach != (0, 0) for slice_ in slices for layer in slice_)

    @property
    def ways(self) -> float:
        """Number of paths through one slice, summed over the slices of the period."""
        total = 0.0
        for slice_ in self.body:
            reached = [1.0] * slice_[0].before
            for layer in slice_:
                after = [0.0] * layer.after
                for source, target, _ in layer.transitions():
                    after[target] += reached[source]
                reached = after
            total += sum(reached)
        return total

    def layers(self, n: int) -> tuple[tuple[Layer, ...], Sequence[int]]:
        """Return all layers of the board of size n >= ``offset``, and the final states."""
        slices, final = self.slices(n)
        return tuple(layer for slice_ in slices for layer in slice_), final

    def slices(self, n: int) -> tuple[tuple[Slice, ...], Sequence[int]]:
        """Return all slices of the board of size n >= ``offset``, and the final states."""
        turns = n - self.offset
        middle = (self.body[turn % self.period] for turn in range(turns))
        phase = turns % self.period
        return (*self.head, *middle, *self.tails[phase]), self.finals[phase]


class BoardsInSlices(Protocol):
    """Boards, one for each size, that do not form a named family but have equal inner slices."""

    @property
    def first(self) -> int:
        """Smallest size of a board with slices."""

    @property
    def skew(self) -> int:
        """Number of slices added to the reach of the rule."""

    def machine(self, size: int) -> tuple[Machine, tuple[int, ...]]:
        """Return the automaton of the board of a given size, and the index of the first step of each
        slice.
        """


def find_strip(
    question: Question,
    watch: Watch = lambda *_: None,
    boards_in_slices: BoardsInSlices | None = None,
    *,
    states_hypothesis: bool = False,
) -> Strip:
    """Return the periodic transfer matrix of a rule on a family, or on another board with slices, by the
    theorem above.

    Boards of increasing size are compiled until their layers are periodic. Cost: the tables of a few slices;
    whole boards are compiled, but they share their layers. Raise LimitError if the number of states or the
    stored numbers grow without bound, or if no period is found within 800 slices. Raise MismatchError if the
    rule has a hypothesis about all boards, unless the result of the caller states it.
    """
    family = question.family
    if question.rule.hypothesis and not states_hypothesis:
        raise MismatchError(
            f"function {question.rule.name} on {family.text!r}: only count and derive accept functions on"
            " families; use a rule, or single boards"
        )
    if family.word == "complete":
        raise MismatchError(
            f"board {family.text!r}: complete graphs do not consist of slices, so they have no periodic"
            f" transfer matrix{note_missing_ways()}"
        )
    if question.rule.counter is not None:
        raise MismatchError(
            f"board {family.text!r}: the rule {question.rule.name} has a sum over the whole board, which is"
            " unbounded along a strip, so no finite automaton counts it;"
            f"{' derive the formula of the counts, or' * (not note_missing_ways())} count single boards"
            f"{note_missing_ways()}"
        )
    return _Boards(question, watch, boards_in_slices).find()[0]


class TracedStrip(NamedTuple):
    """Strip together with one of its boards, on which the states before periodic slices can be recomputed.

    ``place_of`` returns the number of a state before a step. ``starts`` contains the first steps of the
    slices of a period, and the end of the period.
    """

    strip: Strip
    board: Board
    order: tuple[int, ...]
    """Cells of the board in sweep order."""
    machine: Machine
    place_of: Callable[[int, Hashable], int]
    starts: tuple[int, ...]


def trace_strip(question: Question) -> TracedStrip:
    """Return the strip of a query together with a board that shows its states.

    Raise the same errors as ``find_strip``.
    """
    boards = _Boards(question, lambda *_: None, None)
    strip, size = boards.find()
    machine, starts = boards._build_machine(size)
    compiler = boards._compiler
    assert compiler is not None, "the strip was compiled"
    _, reached = compiler.trace(machine)
    board = question.family.at(size)
    slices = slice_order(spots(question.family, board))
    return TracedStrip(
        strip,
        board,
        tuple(cell for slice_ in slices for cell in slice_),
        machine,
        lambda site, state: compiler.place_of(reached[site], state),
        starts[len(strip.head) : len(strip.head) + strip.period + 1],
    )


def reach_on(question: Question) -> int:
    """Return the range in slices of the rule of a query."""
    return question.reach(_extent(question.rule, question.family))


def _extent(rule: Rule, family: Family) -> int:
    return measured_extent(rule, family) if rule.extent is None else rule.extent


def idle(rule: Rule, boards: Board | Family) -> list[str]:
    """Return the windows and pins of an array rule that fit on no board, or on no board of a family.

    A family is tested at a size where everything fits that fits for some n.

    >>> from gfkit.core.boards import parse_board
    >>> idle(Rule.array(colours=2, forbid=["11"], window=[("2x2", "a == d")]), parse_board("1xn"))
    ['the window ab/cd']
    """
    idle_conditions = from_kind(rule.kind, "constraints", "idle_conditions")
    if idle_conditions is None:
        return []
    if isinstance(boards, Family):
        boards = boards.at(2 + 2 * _extent(rule, boards) + boards.first_n)
    return list(idle_conditions(rule, boards))


class _SlicedBoard(NamedTuple):
    """Board compiled into slices of layers, with its final states; ``machine`` determines the state encoding.

    ``starts`` contains the first step of each slice, and the number of all steps.
    """

    machine: Machine
    slices: tuple[Slice, ...]
    final: tuple[int, ...]
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Repetition:
    """Periodic range of slices, ``begin`` to ``end`` - 1; the theorem applies from ``low`` to ``high``."""

    begin: int
    period: int
    end: int
    low: int
    high: int
    slices: int
    """Number of slices of the board."""


class _Boards:
    """Boards of a family, compiled with shared layers if the encodings of their states agree."""

    def __init__(self, question: Question, watch: Watch, others: BoardsInSlices | None) -> None:
        self.question, self.family, self.watch, self.others = question, question.family, watch, others
        self.first = others.first if others else self.family.first_n
        self.reach = reach_on(question) + (others.skew if others else 0)
        self.far = 2 * self.reach
        """Distance L of inner slices from the ends, as in the theorem."""
        self._compiler: Compiler | None = None
        self._unites = False
        """True if inner slices start from all states of their encoding that were reached anywhere."""
        self._form: Hashable = None
        self._known: dict[int, _SlicedBoard] = {}
        """Compiled boards of this encoding, by size."""

    def find(self) -> tuple[Strip, int]:
        """Return the strip, and the size of a board on which it was found."""
        for self._unites in (False, True):
            size = max(tuning.STRIP.first_slices, 4 * self.reach + 8)
            self._compiler = None
            while size <= tuning.STRIP.most_slices:
                repetition = self.repetition(size)
                if repetition is not None and (strip := self.strip(size, repetition)) is not None:
                    return strip, size
                size = size * 2
        raise LimitError(
            f"board {self.family.text!r}: no repetition was found in the states of {self.question.rule.name}"
            f" within {tuning.STRIP.most_slices} slices"
        )

    def repetition(self, size: int) -> _Repetition | None:
        """Return the periodic range of the transition tables on the board of the given size.

        The first call fixes the encoding that is used for all further boards.
        """
        machine, starts = self._build_machine(size)
        if self._compiler is None or machine.form != self._form:
            self._compiler, self._form, self._known = Compiler(machine, self.watch), machine.form, {}
        return self._find_repetition(self._compile(size, machine, starts))

    def strip(self, size: int, found: _Repetition) -> Strip | None:
        """Return the strip if boards of ``period`` consecutive sizes have the same periodic range, else
        None.
        """
        period, tail = found.period, found.slices - found.end
        more = (
            found.slices - size
        )  # slices in addition to n, for families whose n is not the number of slices
        begin = max(found.begin, more - tail)  # the number of slices between the ends must be >= 0
        tails: list[tuple[Slice, ...]] = [()] * period
        finals: list[Sequence[int]] = [()] * period
        early: tuple[Slice, ...] = ()
        for longer in range(size, size + period):
            board = self._match_layers(longer)
            if board is None:
                return None
            repeats = self._find_repetition(board)
            if repeats is None:
                return None
            count = repeats.slices
            if (repeats.begin, repeats.period, count - repeats.end) != (found.begin, period, tail):
                return None
            here = board.slices[: begin + period]
            early = early or here
            if here != early:
                return None
            phase = (count - tail - begin) % period
            tails[phase], finals[phase] = board.slices[count - tail :], board.final
        offset = begin + tail - more
        strip = Strip(
            self.family, offset, offset, early[:begin], early[begin:], tuple(tails), tuple(finals),
            None if self.others else self.question,
        )  # fmt: skip
        return replace(strip, sure_from=self._find_agreement_start(strip, found.low + size - found.high))

    def _find_agreement_start(self, strip: Strip, proved: int) -> int:
        """Return the smallest n such that the strip agrees with all boards of size >= n; ``proved`` is the
        theorem's bound.
        """
        for n in range(proved - 1, max(strip.offset, self.first) - 1, -1):
            board = self._match_layers(n)
            if board is None or (board.slices, board.final) != strip.slices(n):
                return n + 1
        return strip.offset

    def _build_machine(self, size: int) -> tuple[Machine, tuple[int, ...]]:
        """Return the automaton of the board of a given size, and the index of the first step of each
        slice.
        """
        if self.others is not None:
            return self.others.machine(size)
        board = replace(self.family.at(size), text=self.family.text)  # error messages name the family
        slices = slice_order(spots(self.family, board))
        order = [cell for slice_ in slices for cell in slice_]
        asked = self.question
        machine = build_machine(asked.rule, board, order, asked.positions, asked.weights)
        return machine, tuple(accumulate(map(len, slices), initial=0))

    def _match_layers(self, size: int) -> _SlicedBoard | None:
        """Return the board of a given size, compiled with shared layers, or None if its state encoding
        differs.

        Also return None for the board without cells, which has no slices and is always counted.
        """
        if size == 0:
            return None
        if size in self._known:
            return self._known[size]
        machine, starts = self._build_machine(size)
        return self._compile(size, machine, starts) if machine.form == self._form else None

    def _compile(self, size: int, machine: Machine, starts: tuple[int, ...]) -> _SlicedBoard:
        assert self._compiler is not None, "the first board is compiled by repetition"
        encodings = self._find_encodings(machine, starts) if self._unites else None
        if encodings:
            self._compiler.compile(machine, encodings)  # finds all states for the first inner slice
        compiled = self._compiler.compile(machine, encodings)
        slices = tuple(compiled.layers[start:end] for start, end in pairwise(starts))
        self._known[size] = _SlicedBoard(machine, slices, tuple(compiled.final.tolist()), starts)
        return self._known[size]

    def _find_encodings(self, machine: Machine, starts: Sequence[int]) -> dict[int, Hashable]:
        """Return the encoding of states before the first step of each inner slice."""
        inner = starts[self.far : len(starts) - self.far]
        return {start: machine.layout(start, inner[0], inner[-1]) for start in inner}

    def _find_repetition(self, board: _SlicedBoard) -> _Repetition | None:
        """Return the longest periodic range with the smallest period around the middle, or None if it is too
        short.
        """
        slices, starts, size = board.slices, board.starts, len(board.slices)
        inner = range(self.far, size - self.far + 1)
        if not inner:
            return None
        layouts = self._find_encodings(board.machine, board.starts)

        def alike(j: int, later: int) -> bool:
            """Return True if two slices are equal and, if both are inner, have equal encodings before
            them.
            """
            return slices[j] == slices[later] and (
                j not in inner or later not in inner or layouts[starts[j]] == layouts[starts[later]]
            )

        middle = size // 2
        for period in range(1, min(tuning.STRIP.longest_period, size - middle - 1) + 1):
            if not alike(middle, middle + period):
                continue
            begin, end = middle, middle + period + 1
            while begin > 0 and alike(begin - 1, begin - 1 + period):
                begin -= 1
            while end < size and alike(end - period, end):
                end += 1
            low, high = max(begin, self.far), min(end - 1, size - self.far)
            if end - begin >= 3 * period + 1 and high - low >= period:
                return _Repetition(begin, period, end, low, high, size)
        return None
