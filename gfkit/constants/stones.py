"""Bounds of growth constants for stones with liberties, from the conditional weight of one more cell.

Cells are free or contain a stone of one of q colours. Each stone has weight z, and every group of the colours
that ``breathe`` is adjacent to a free cell. Z(S) is the sum of the weights of the legal configurations in
which some cells have the known contents S. Let K be the growth constant per cell of the plane.

**Theorem.** Let u be a cell, all cells of the rows above it and those to its left in its row free, all
others unknown. With R_c = Z(S, c at u) / Z(S, u free) suppose that l <= 1 + R_1 + ... + R_q <= h on every
board that has all cells around u up to some distance d. Then l <= K <= h.

*Proof.* The probability that u is free, given S, is 1 / (1 + R_1 + ... + R_q). The probability that all cells
are free is 1 / Z; it is the product, row by row and cell by cell, of these probabilities, given that the
preceding cells are free. A configuration with a stone at u remains legal without it: its group falls into
parts, each adjacent to u, and no other group loses a free cell. So R_c <= z, and each cell at distance less
than d from the edge contributes a factor from 1 to 1 + q z; these cells are a share O(d / c) of r x c cells.

**Value of R_c.** Placing and removing the stone are inverse to each other, so R_c = z (1 - P), where P is the
probability, S known and u free, that c at u kills a group: its own, or a group of another colour adjacent to
u that has no other free cell. P is the sum over such groups of the probability that this group is the first
to die in a fixed order. If a group is not known to live, a cell adjacent to it is revealed; it contains s
with probability R_s / (1 + R_1 + ... + R_q), R being that of this cell given the cells known by then; if it
is free, the group lives.

**Truncation.** P(k colours at a cell, given any S) <= k z / (1 + k z), as every R is at most z. So a group
with adjacent unknown cells x dies with probability at most the product of o + (v - o) v^j, where v is this
bound for all colours, o the bound for the other colours, and j the number of unknown cells that x would add,
counted once; if x has a free neighbour, only another colour at x helps, and the factor is o. These bounds are
used if the remaining weight is less than a tolerance; all other terms are added up in integers, rounded
outwards.

The interval for R_c imposes no condition on cells that were not revealed, so it holds for every S with the
same revealed cells, or with their mirror image with exchanged colours. If S is impossible, the interval is
meaningless, and its weight in the sum above is an interval that contains 0.

The essential hypothesis is that a stone may be removed. If a removal could leave an illegal configuration
(players without a legal move, maximal sets), R_c may be above z, and the theorem does not apply.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product

from gfkit.core.deferred import dataclass, field

FREE, UNKNOWN = 0, -1
ONE = 1 << 60
"""Unit of fixed-point probabilities."""
_WIDTH = 256
"""Number of columns, and of rows, of the stored part of the plane.

With one colour no cell is revealed. With more colours each revealed cell at least halves a weight, so chains
of revealed cells contain at most fifty cells.
"""
LEAST_TOLERANCE = 2.0**-48
_SLACK = 1 << 20
"""Upper bound of the rounding error of a floating-point bound, in units of ONE."""
_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_AROUND = tuple((row, col) for row in (-1, 0, 1) for col in (-1, 0, 1))
_IMAGES = tuple(
    (a, b, c, d)
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if abs(a * d - b * c) == 1 and a * b == c * d == 0
)
"""Symmetries of the square grid: (row, column) -> (a row + b column, c row + d column)."""
_LEVELS = 2
"""Number of accuracy levels for each factor of two."""
Ends = tuple[int, int]
"""Lower and upper bound, in units of ONE."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Rule for stones: for each colour, True if its groups need a liberty, and the weight of a stone."""

    breathe: tuple[bool, ...]
    weight: Fraction = Fraction(1)


@dataclass(slots=True)
class _DecisionTree:
    """Decision tree of the cells that were read: a branch for each content, and ratios at the leaves."""

    cell: tuple[int, int] | None = None
    then: dict[int, _DecisionTree] = field(default_factory=dict)
    ratios: tuple[Ends, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Frame:
    """Symmetry and permutation of colours that map a neighbourhood to canonical form."""

    pattern: tuple[int, ...]
    image: tuple[int, int, int, int]
    names: tuple[int, ...]
    """New names of colours. The name for unknown cells is last, so that its index is -1."""

    def there(self, row: int, col: int) -> int:
        """Return the difference of cell numbers on the board for a step in the frame."""
        return _there(self.image, row, col)

    def here(self, difference: int) -> tuple[int, int]:
        """Return the step in the frame for a difference of cell numbers; the inverse symmetry is the
        transpose.
        """
        a, b, c, d = self.image
        down, along = _apart(difference)
        return a * down + c * along, b * down + d * along


def _there(image: tuple[int, int, int, int], row: int, col: int) -> int:
    a, b, c, d = image
    return (a * row + b * col) * _WIDTH + c * row + d * col


def _apart(difference: int) -> tuple[int, int]:
    """Return the difference of rows and of columns that corresponds to a difference of cell numbers."""
    down = (difference + _WIDTH // 2) // _WIDTH
    return down, difference - down * _WIDTH


class Surroundings:
    """Intervals for R_c, computed from partially known surroundings of a cell.

    >>> ratios = Surroundings(Stones((True, True)), 1e-4).factor()
    >>> ratios[0] / ONE < 2.9757341920433 < ratios[1] / ONE
    True
    """

    def __init__(
        self, stones: Stones, tolerance: float, known: Mapping[tuple[int, int], int] | None = None
    ) -> None:
        """Initialise the computation.

        ``tolerance``, from LEAST_TOLERANCE to 1, is the largest weight of a probability that is only bounded.
        ``known`` maps cells (row, column), relative to u, to their contents, in addition to the free cells
        before u.
        """
        if not LEAST_TOLERANCE <= tolerance <= 1:
            raise ValueError(
                f"tolerance {tolerance:.0e} is out of range: it must be from {LEAST_TOLERANCE:.0e} to 1"
            )
        self.made: int = 0
        """Number of evaluated surroundings."""
        self._stones, self._tolerance = stones, tolerance
        self._start = _WIDTH // 2 * (_WIDTH + 1)
        self._cells = [FREE] * self._start + [UNKNOWN] * (_WIDTH * _WIDTH - self._start)
        for (row, col), holds in (known or {}).items():
            self._cells[self._start + row * _WIDTH + col] = holds
        self._colours = tuple(range(1, len(stones.breathe) + 1))
        self._namings = [
            (FREE, *names, UNKNOWN)
            for names in permutations(self._colours)
            if tuple(stones.breathe[name - 1] for name in names) == stones.breathe
        ]
        self._known: dict[tuple[int, tuple[int, ...]], _DecisionTree] = {}
        self._frames: dict[tuple[int, ...], _Frame] = {}
        self._steps: tuple[int, ...] = ()
        self._order = self._colours
        self._log: dict[int, int] = {}
        """Cells on which the current ratios depend, with their contents."""
        z, count = float(stones.weight), len(self._colours)
        self._share = z / (1 + count * z)
        self._at_most = [k * z / (1 + k * z) for k in range(count + 1)]
        of_others, of_any = self._at_most[count - 1], self._at_most[count]
        self._factors = [of_others + (of_any - of_others) * of_any**j for j in range(5)]

    def factor(self) -> Ends:
        """Return bounds of 1 + R_1 + ... + R_q, as in the theorem."""
        ratios = self.ratios()
        return ONE + sum(low for low, _ in ratios), ONE + sum(high for _, high in ratios)

    def ratios(self) -> tuple[Ends, ...]:
        """Return, for each colour, an interval that contains R at u."""
        return self._ratios(self._start, 1.0)

    @property
    def reach(self) -> int:
        """Distance from u to the farthest cell that was read: d in the theorem."""
        return max((max(map(abs, _apart(there - self._start))) for there in self._log), default=0)

    # Bounds for one cell

    def _ratios(self, cell: int, weight: float) -> tuple[Ends, ...]:
        """Return, for each colour, an interval for R at an unknown cell; the interval is narrower for larger
        weights.
        """
        level = max(-1, math.floor(_LEVELS * math.log2(weight / self._tolerance)))
        frame = self._frame_of(cell)
        names = frame.names
        root = self._known.setdefault((level, frame.pattern), _DecisionTree())
        node: _DecisionTree | None = root
        looked: list[tuple[int, int]] = []
        while node is not None and node.cell is not None:
            there = cell + frame.there(*node.cell)
            holds = self._cells[there]
            looked.append((there, holds))
            node = node.then.get(names[holds])
        if node is not None and node.ratios is not None:
            self._note(looked)
            ratios = node.ratios
        else:
            ratios = self._new_ratios(cell, level, frame, root)
        return tuple(ratios[names[colour] - 1] for colour in self._colours)

    def _frame_of(self, cell: int) -> _Frame:
        """Return the frame of a cell, which depends on the eight surrounding cells."""
        around = [(cell + row * _WIDTH + col) for row, col in _AROUND if row or col]
        holds = tuple(self._cells[there] for there in around)
        self._note(zip(around, holds, strict=True))
        if holds not in self._frames:
            self._frames[holds] = min(
                (
                    _Frame(
                        tuple(names[self._cells[cell + _there(image, *place)]] for place in _AROUND),
                        image,
                        names,
                    )
                    for names in self._namings
                    for image in _IMAGES
                ),
                key=lambda frame: frame.pattern,
            )
        return self._frames[holds]

    def _new_ratios(self, cell: int, level: int, frame: _Frame, root: _DecisionTree) -> tuple[Ends, ...]:
        """Return the ratios R for the colours in the order of the frame, and cache R with the cells on which
        it depends.
        """
        self.made += 1
        outer = self._log, self._steps, self._order
        self._log = {cell: UNKNOWN}
        self._steps = tuple(frame.there(*step) for step in _STEPS)
        self._order = tuple(frame.names.index(name) for name in self._colours)
        self._cells[cell] = FREE
        z, places = self._stones.weight, (cell, *(cell + step for step in self._steps))
        ratios = []
        for colour in self._order:
            low, high = self._some_dies(cell, colour, places, self._tolerance * 2.0 ** (level / _LEVELS))
            low = min(low, ONE)
            ratios.append(
                (
                    (ONE - high) * z.numerator // z.denominator,
                    -((low - ONE) * z.numerator // z.denominator),
                )
            )
        self._cells[cell] = UNKNOWN
        log, (self._log, self._steps, self._order) = self._log, outer
        self._keep(root, cell, frame, log, tuple(ratios))
        self._note(log.items())
        return tuple(ratios)

    def _note(self, looked: Iterable[tuple[int, int]]) -> None:
        """Record cells and their contents, unless they are recorded already."""
        for there, holds in looked:
            self._log.setdefault(there, holds)

    def _keep(
        self, node: _DecisionTree, cell: int, frame: _Frame, log: dict[int, int], ratios: tuple[Ends, ...]
    ) -> None:
        """Store ratios in the tree, unless a symmetric pattern makes the order of cells ambiguous."""
        for there, holds in log.items():
            place = frame.here(there - cell)
            if place in _AROUND:
                continue
            if node.ratios is not None or node.cell not in (None, place):
                return
            node.cell = place
            node = node.then.setdefault(frame.names[holds], _DecisionTree())
        if node.cell is None:
            node.ratios = ratios

    # Groups that die

    def _some_dies(self, cell: int, colour: int, places: tuple[int, ...], weight: float) -> Ends:
        """Return the probability that a stone at a cell kills at least one of the groups at some places."""
        threatened = []
        for place in places:
            threat = self._threat(place, cell, colour)
            bound, next_cell = threat
            if next_cell is None and bound:
                return ONE, ONE
            if bound:
                threatened.append((-bound, place, threat))
        threatened.sort(key=lambda entry: entry[0])
        low = high = 0
        before: tuple[int, ...] = ()
        for _, place, threat in threatened:
            chance = self._dies_first(cell, colour, place, threat, before, weight)
            low, high = low + chance[0], high + chance[1]
            before = (*before, place)
        return low, min(high, ONE)

    def _dies_first(
        self,
        cell: int,
        colour: int,
        place: int,
        threat: tuple[float, int | None],
        others: tuple[int, ...],
        weight: float,
    ) -> Ends:
        """Return the probability that the group at ``place`` dies and the groups at the places ``others`` do
        not.
        """
        bound, next_cell = threat
        if not bound:
            return 0, 0
        if next_cell is None:
            low, high = self._some_dies(cell, colour, others, weight) if others else (0, 0)
            return ONE - high, ONE - low
        most = int(bound * ONE) + _SLACK
        if weight * bound < self._tolerance:
            return 0, most
        share = weight * self._share
        chances = []
        for held in self._order:
            if next_cell == place and (held == colour or not self._breathes(held)):
                chances.append((0, 0))
                continue
            self._cells[next_cell] = held
            then = self._threat(place, cell, colour)
            chances.append(self._dies_first(cell, colour, place, then, others, share))
        self._cells[next_cell] = UNKNOWN
        largest = max(high for _, high in chances)
        if not largest:
            return 0, 0
        ratios = self._ratios(next_cell, share * max(largest / ONE, LEAST_TOLERANCE))
        low, high = _mean([ratios[held - 1] for held in self._order], chances)
        return low, min(most, high)

    def _threat(self, place: int, cell: int, colour: int) -> tuple[float, int | None]:
        """Return a bound of the probability that a group dies, and the cell to reveal (None if the group is
        dead).

        Groups include the stone at the cell. An adjacent place has no separate group if it has the same
        colour, or a colour that needs no liberty.
        """
        if place == cell:
            return self._death_bound(place, colour, cell, colour) if self._breathes(colour) else (0.0, None)
        held = self._look(place)
        if held == UNKNOWN:
            others = [rival for rival in self._colours if rival != colour and self._breathes(rival)]
            closing = max((self._death_bound(place, rival, cell, colour)[0] for rival in others), default=0.0)
            return self._at_most[len(others)] * closing, place
        if held in (FREE, colour) or not self._breathes(held):
            return 0.0, None
        return self._death_bound(place, held, cell, colour)

    def _breathes(self, colour: int) -> bool:
        return self._stones.breathe[colour - 1]

    def _look(self, place: int) -> int:
        held = self._cells[place]
        self._log.setdefault(place, held)
        return held

    def _death_bound(self, first: int, held: int, cell: int, colour: int) -> tuple[float, int | None]:
        """Return a bound of the probability that a group has no liberty, and the next cell to reveal.

        This cell is the unknown neighbour that is least likely to close the group; without such a cell the
        group is dead.
        """
        seen, todo, rim = {first}, [first], []
        cells, log, steps = self._cells, self._log, self._steps
        while todo:
            place = todo.pop()
            for step in steps:
                beside = place + step
                if beside in seen:
                    continue
                if beside == cell:
                    holds = colour
                else:
                    holds = cells[beside]
                    if beside not in log:
                        log[beside] = holds
                if holds == FREE:
                    return 0.0, None
                if holds == held:
                    seen.add(beside)
                    todo.append(beside)
                elif holds == UNKNOWN:
                    seen.add(beside)
                    rim.append(beside)
        bound, least, chosen = 1.0, 2.0, None
        for place in rim:
            more = 0
            for step in steps:
                beside = place + step
                if beside in seen or beside == cell:
                    continue
                holds = cells[beside]
                if beside not in log:
                    log[beside] = holds
                if holds == FREE:
                    factor = self._at_most[-2]
                    break
                if holds == UNKNOWN:
                    more += 1
                    seen.add(beside)
            else:
                factor = self._factors[more]
            bound *= factor
            if factor < least:
                least, chosen = factor, place
        return bound, chosen


def _mean(ratios: list[Ends], chances: list[Ends]) -> Ends:
    """Return (R_1 V_1 + ... + R_q V_q) / (1 + R_1 + ... + R_q), which is monotonic in each R, so extremal at
    endpoints.
    """
    low, high = ONE, 0
    for ends in product(*ratios):
        total = ONE + sum(ends)
        least = sum(ratio * chance[0] for ratio, chance in zip(ends, chances, strict=True))
        most = sum(ratio * chance[1] for ratio, chance in zip(ends, chances, strict=True))
        low, high = min(low, least // total), max(high, -(-most // total))
    return low, high
