"""Families of boards as machines that repeat: a beginning, one period over and over, and an end.

The board of size n is swept slice by slice, a slice being the cells with the same place along n. Far from
both ends every slice is swept alike, so that for all n from some size on

    a(n) = u A_0 A_1 ... A_(j-1) v,   j = n - offset,

where u comes from the first slices, v from the last, and the A's repeat with a short period.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gfkit.boards import Board, Family
from gfkit.errors import LimitError, MismatchError
from gfkit.games import ArrayRule, PlacementRule, Rule
from gfkit.transfer.machine.build import build_machine
from gfkit.transfer.machine.slot import SlotMachine
from gfkit.transfer.sweep.layer import Compiler, Layer, Layers, Watch
from gfkit.typing import Player, Weights

_FIRST_TRY = 12
_MOST_SLICES = 800
_LONGEST_PERIOD = 64

Slice = tuple[Layer, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A family whose board of size ``offset`` + j has j repeating slices.

    Before them come the slices of ``head``, after them those of ``tails[j % period]``; the repeating
    ones are ``body[0]``, ``body[1]``, ..., starting again after ``period``.
    """

    family: Family
    offset: int
    head: tuple[Slice, ...]
    body: tuple[Slice, ...]
    tails: tuple[tuple[Slice, ...], ...]
    finals: tuple[Sequence[int], ...]
    """The final states after each tail."""

    @property
    def period(self) -> int:
        return len(self.body)

    @property
    def states(self) -> int:
        """The states between slices."""
        return max(slice_[0].before for slice_ in self.body)

    @property
    def states_in_period(self) -> int:
        """The states between slices, those of each phase counted apart."""
        return sum(slice_[0].before for slice_ in self.body)

    @property
    def ways(self) -> float:
        """In how many ways a slice leads from any state to any other, for all slices of the period."""
        total = 0.0
        for slice_ in self.body:
            reached = [1.0] * slice_[0].before
            for layer in slice_:
                after = [0.0] * layer.after
                for strand in layer.strands:
                    for source, target in zip(strand.source.tolist(), strand.target.tolist(), strict=True):
                        after[target] += reached[source]
                reached = after
            total += sum(reached)
        return total

    def layers(self, n: int) -> tuple[tuple[Layer, ...], Sequence[int]]:
        """All layers of the board of size n, and the final states; n is at least ``offset``."""
        turns = n - self.offset
        middle = [self.body[turn % self.period] for turn in range(turns)]
        phase = turns % self.period
        slices = [*self.head, *middle, *self.tails[phase]]
        return tuple(layer for slice_ in slices for layer in slice_), self.finals[phase]


def find_strip(rule: Rule, family: Family, stuck: frozenset[Player], weights: Weights, watch: Watch) -> Strip:
    """The repeating machine of a rule on a family.

    Boards of growing size are compiled until the layers of their slices repeat, and the first is so long
    that its middle is farther from both ends than the rule reaches, twice over. That they then repeat
    for ever follows by induction: slices out of the ends' reach step alike, and step the same states.
    """
    if family.word == "complete":
        raise MismatchError(
            f"board {family.text!r}: complete graphs are no strip, and their counts have no rational"
            " generating function"
        )
    size = max(_FIRST_TRY, 4 * reach(rule) + 8)
    compiler: Compiler | None = None
    while size <= _MOST_SLICES:
        machine = build_machine(rule, _board(family, size), slice_order(family, size), stuck, weights)
        if compiler is None or (
            isinstance(machine, SlotMachine)
            and isinstance(compiler.stepper.machine, SlotMachine)
            and machine.tracks != compiler.stepper.machine.tracks
        ):
            compiler = Compiler(machine, watch)
        found = _repeating(_slices(compiler.compile(machine), size))
        if found is not None:
            strip = _with_tails(rule, family, stuck, weights, compiler, size, found)
            if strip is not None:
                return strip
        size = size * 2
    raise LimitError(
        f"board {family.text!r}: no repetition was found in the states of {rule.name}"
        f" within {_MOST_SLICES} slices"
    )


def reach(rule: Rule) -> int:
    """How many places away a cell can matter directly: the longest extent of what the rule looks at."""
    if isinstance(rule, ArrayRule):
        shapes = [[offset for offset, _ in window.cells] for window in rule.forbid]
        shapes += [[(0, 0), *count.neighbours] for count in rule.counts]
    elif isinstance(rule, PlacementRule):
        shapes = [list(piece.cells) for colour in rule.colours for piece in colour.pieces]
    else:
        shapes = []
    spans = [
        max(cell[axis] for cell in shape) - min(cell[axis] for cell in shape)
        for shape in shapes
        for axis in (0, 1)
    ]
    return 1 + max(spans, default=0)


def slice_order(family: Family, n: int) -> list[int]:
    """The cells of the board of size n, slice by slice along n."""
    board: Board = family.at(n)
    if not board.places:
        return list(range(board.size))
    grows = family.sizes.index(None)
    return sorted(range(board.size), key=lambda cell: board.places[cell][:: 1 if grows == 0 else -1])


def _board(family: Family, n: int) -> Board:
    """The board of size n under the family's name, for messages."""
    return replace(family.at(n), text=family.text)


def _slices(layers: Layers, size: int) -> list[Slice]:
    width = len(layers.layers) // size
    return [layers.layers[j * width : (j + 1) * width] for j in range(size)]


def _same(one: Slice, other: Slice) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))


def _repeating(slices: Sequence[Slice]) -> tuple[int, int, int] | None:
    """Where the repetition starts, how long the period is, and where it ends; None if too short."""
    middle = len(slices) // 2
    for period in range(1, _LONGEST_PERIOD + 1):
        if middle + period >= len(slices) or not _same(slices[middle], slices[middle + period]):
            continue
        begin, end = middle, middle + period + 1
        while begin > 0 and _same(slices[begin - 1], slices[begin - 1 + period]):
            begin -= 1
        while end < len(slices) and _same(slices[end], slices[end - period]):
            end += 1
        if end - begin >= 3 * period + 1:
            return begin, period, end
    return None


def _with_tails(
    rule: Rule,
    family: Family,
    stuck: frozenset[Player],
    weights: Weights,
    compiler: Compiler,
    size: int,
    found: tuple[int, int, int],
) -> Strip | None:
    """The strip, once the ends of ``period`` boards of consecutive sizes have the same shape."""
    begin, period, end = found
    tail = size - end
    tails: list[tuple[Slice, ...]] = [()] * period
    finals: list[Sequence[int]] = [()] * period
    body: tuple[Slice, ...] = ()
    head: tuple[Slice, ...] = ()
    for longer in range(period):
        machine = build_machine(
            rule, _board(family, size + longer), slice_order(family, size + longer), stuck, weights
        )
        if isinstance(machine, SlotMachine):
            assert isinstance(compiler.stepper.machine, SlotMachine)
            if machine.tracks != compiler.stepper.machine.tracks:
                return None
        layers = compiler.compile(machine)
        slices = _slices(layers, size + longer)
        repeats = _repeating(slices)
        if repeats is None or repeats[:2] != (begin, period) or size + longer - repeats[2] != tail:
            return None
        if not longer:
            head, body = tuple(slices[:begin]), tuple(slices[begin : begin + period])
        phase = (size + longer - tail - begin) % period
        tails[phase] = tuple(slices[size + longer - tail :])
        finals[phase] = layers.final.tolist()
    return Strip(family, begin + tail, head, body, tuple(tails), tuple(finals))
