"""Nimbers of strips that every move cuts in two, by types of ends and lengths, with proofs of periods."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper, cache, reduce
from math import isqrt
from operator import xor

from gfkit.core.boards import Board, Family, Grid
from gfkit.core.boards.board import from_grid, set_bits
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import Interrupted, LimitError
from gfkit.core.rules.kinds.placement.move import Move, exclude, legal_moves
from gfkit.core.rules.kinds.placement.rule import PlacementRule, plain_data
from gfkit.core.typing import OnProgress, Progress, cached_property
from gfkit.play.impartial.octal import (
    MOST_TERMS,
    FamilyNimbers,
    GrundyRows,
    Pair,
    mex,
    proved_window,
)
from gfkit.play.impartial.search import Memory, Nimbers, NimSearch
from gfkit.play.tuning import NIMBERS
from gfkit.proofs import plain_family
from gfkit.proofs.checker.positions_by_nimber import kayles_ladder
from gfkit.proofs.checker.reading import RefusalError

Columns = tuple[int, ...]
"""For each column the mask of the kinds of placements whose first cell may be placed there."""
_Shape = tuple[int, tuple[tuple[int, int], ...]]
"""Colour of a placement and its cells, each by its coordinates along and across the strip."""


@dataclass(frozen=True)
class PlacementStrip:
    """Placements on an infinite strip, by kind and column.

    Kind t at column 0 excludes kind u at column d if bit u of ``excluded[t][d + reach]`` is set; a kind
    excludes itself. ``spans`` are the lengths of the kinds along the strip.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> PlacementStrip.of(find_rule("cram"), parse_board("1xn")).excluded
    ((0, 1, 1, 1, 0),)
    """

    spans: tuple[int, ...]
    reach: int
    excluded: tuple[Columns, ...]
    alike: tuple[tuple[int, ...], ...] = ()
    """Permutations of kinds induced by reflections or rotations across the strip."""

    @classmethod
    def of(cls, rule: PlacementRule, family: Family) -> PlacementStrip:
        """Return the infinite strip of which the boards of a family are finite pieces or cyclic quotients."""
        span = 1 + rule.extent * family.span
        reach = span + family.span * bool(rule.forbidden)
        board = straight(family, 4 * reach + 1)
        moves: dict[_Shape, dict[int, Move]] = {}
        for move in legal_moves(rule, board):
            shape, column = _shape(move, _places(board, family))
            moves.setdefault(shape, {})[column] = move
        shapes = sorted(moves)
        spans = tuple(max(along for along, _ in cells) + 1 for _, cells in shapes)
        excluded = tuple(
            tuple(
                sum(
                    exclude(rule, board, moves[t][2 * reach - span // 2], moves[u][2 * reach - span // 2 + d])
                    << index
                    for index, u in enumerate(shapes)
                )
                for d in range(-reach, reach + 1)
            )
            for t in shapes
        )
        return cls(spans, reach, excluded, _kind_permutations(shapes, family))

    @cached_property
    def full(self) -> int:
        """Mask of all kinds."""
        return (1 << len(self.spans)) - 1

    @cached_property
    def mirror_image(self) -> PlacementStrip:
        """Mirror image of the strip; a column is still identified by the first cells of placements."""
        return replace(self, excluded=tuple(row[::-1] for row in self.excluded))

    def end(self) -> Columns:
        """Return the columns at the far end of a board, in which only some kinds fit."""
        longest = max(self.spans, default=1)
        return tuple(
            sum(1 << t for t, span in enumerate(self.spans) if span <= room)
            for room in range(longest - 1, 0, -1)
        )

    def after(self, columns: Sequence[int], column: int, kind: int) -> list[int]:
        """Return the placements within range that the given placement does not exclude."""
        left = list(columns)
        for d, gone in enumerate(self.excluded[kind], column - self.reach):
            if 0 <= d < len(left):
                left[d] &= ~gone
        return left

    def connected_part(self, columns: Sequence[int], seeds: Sequence[int]) -> list[int]:
        """Return the placements connected to the seeds by exclusions. ``seeds`` are masks of the same
        columns.
        """
        joined = list(seeds)
        todo = [(column, kind) for column, mask in enumerate(seeds) for kind in set_bits(mask)]
        while todo:
            column, kind = todo.pop()
            for d, gone in enumerate(self.excluded[kind], column - self.reach):
                if 0 <= d < len(columns) and (new := gone & columns[d] & ~joined[d]):
                    joined[d] |= new
                    todo += [(d, neighbour) for neighbour in set_bits(new)]
        return joined


def straight(family: Family, length: int) -> Board:
    """Return the strip of the given length that is not cyclic, with the columns or slices of a family."""
    if family.slices is not None:
        return replace(family.slices, ring=False).board(f"{family.text} of {length} slices", length)
    if family.word in ("path", "cycle"):
        return from_grid(f"1x{length}", Grid(1, length))
    across = next(size for size in family.sizes if size is not None)
    wraps = family.shape.wraps[_find_axis(family)]
    if _find_axis(family) == 0:
        return from_grid(f"{across}x{length}", Grid(across, length, wrap_rows=wraps))
    return from_grid(f"{length}x{across}", Grid(length, across, wrap_cols=wraps))


def _find_axis(family: Family) -> int:
    """Return the index of the fixed side: 0 for rows, 1 for columns."""
    return 0 if len(family.sizes) == 1 or family.sizes[0] is not None else 1


def _places(board: Board, family: Family) -> list[tuple[int, int]]:
    """Return the coordinates of each cell along and across the strip."""
    if board.spots:
        return [(column, vertex) for vertex, column in board.spots]
    return [(col, row) if _find_axis(family) == 0 else (row, col) for row, col in board.places]


def _shape(move: Move, places: list[tuple[int, int]]) -> tuple[_Shape, int]:
    cells = [places[cell] for cell in move.cells]
    first = min(along for along, _ in cells)
    return (move.colour, tuple(sorted((along - first, across) for along, across in cells))), first


def _kind_permutations(shapes: list[_Shape], family: Family) -> tuple[tuple[int, ...], ...]:
    """Return permutations of kinds by reflection across the strip, and by rotations of a tube; none for
    slices of a graph.
    """
    if family.slices is not None:
        return ()
    width = 1 + max((across for _, cells in shapes for _, across in cells), default=0)
    turns = range(width) if len(family.sizes) == 2 and family.shape.wraps[_find_axis(family)] else range(1)
    number = {shape: index for index, shape in enumerate(shapes)}
    exchanges = set()
    for turn in turns:
        for sign in (1, -1):
            image = [(across + turn) % width for across in range(width)][::sign]
            images = [
                number.get((colour, tuple(sorted((along, image[across]) for along, across in cells))))
                for colour, cells in shapes
            ]
            if None not in images:
                exchanges.add(tuple(image for image in images if image is not None))
    return tuple(sorted(exchanges - {tuple(range(len(shapes)))}))


class StripParts:
    """Positions on a strip as bit masks: bit column * kinds + kind is set if the placement of this kind in
    this column is possible.

    A piece in canonical form begins at column 0.
    """

    def __init__(self, strip: PlacementStrip) -> None:
        self._kinds, self._reach = len(strip.spans), strip.reach
        self._excluded = tuple(
            sum(gone << d * self._kinds for d, gone in enumerate(row)) for row in strip.excluded
        )

    def parts(self, columns: Sequence[int]) -> list[int]:
        """Return the components of a piece, which is given by its columns."""
        return self._split(sum(mask << column * self._kinds for column, mask in enumerate(columns)))

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        """Return the components after each placement, options with small components first."""
        rests = {part & ~self._exclusion_mask(bit): None for bit in set_bits(part)}
        split = [tuple(self._split(left)) for left in rests]
        return sorted(split, key=lambda parts: max(map(int.bit_count, parts), default=0))

    def most(self, part: int) -> int:
        return part.bit_count()

    def _exclusion_mask(self, bit: int) -> int:
        """Return the mask of a placement and of all placements that it excludes."""
        column, kind = divmod(bit, self._kinds)
        gone, shift = self._excluded[kind], (column - self._reach) * self._kinds
        return gone << shift if shift >= 0 else gone >> -shift

    def _split(self, mask: int) -> list[int]:
        parts = []
        while mask:
            part = todo = mask & -mask
            while todo:
                new = self._exclusion_mask(todo.bit_length() - 1) & mask & ~part
                part |= new
                todo = todo ^ (1 << todo.bit_length() - 1) | new
            mask ^= part
            first = ((part & -part).bit_length() - 1) // self._kinds
            parts.append(part >> first * self._kinds)
        return parts


Ways = tuple[Columns, Columns]
"""Left and right end of a piece."""


def family_nimbers(
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> FamilyNimbers | None:
    """Return the nimbers of a family at least up to n = ``to``.

    Return None if some move does not cut the strip in two.
    """
    if not is_strip(family):
        return None
    ends = _find_ends(PlacementStrip.of(rule, family))
    return None if ends is None else _FamilySearch(rule, family, ends, max_memory).up_to(to, on_progress)


def ladder_kind(rule: PlacementRule, family: Family) -> int | None:
    """Return the kind of the boards 2 x n on which the nimbers of Node Kayles are known by a theorem, as
    ``checker.positions_by_nimber.kayles_ladder``, or None.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> [ladder_kind(find_rule("node-kayles"), parse_board(board)) for board in ("nx2", "ladder:n", "3xn")]
    [0, 0, None]
    """
    try:
        shape = json.loads(json.dumps(plain_family(family.text)))
        return kayles_ladder(json.loads(json.dumps(plain_data(rule))), shape)
    except RefusalError:
        return None


def is_strip(family: Family) -> bool:
    """Return True if the n-th board has n equal columns, with no end, hub or twist."""
    slices = family.slices
    if slices is None:
        return family.word != "complete" and not family.is_irregular
    has_more = slices.first or slices.last or slices.hubs.vertices or slices.twist
    is_narrow = slices.slice.vertices <= NIMBERS.slice_vertices
    return is_narrow and not (has_more or slices.apart or slices.least)


class _FamilySearch:
    """Computation of the nimbers of a family, whose boards are sections of a strip or become sections after
    the first move.
    """

    def __init__(self, rule: PlacementRule, family: Family, ends: Ends, max_memory: int | None) -> None:
        self._rule, self._family, self._ends = rule, family, ends
        self._memory, self._search = Memory(family.text, max_memory), NimSearch(rule)
        self._parts = StripParts(ends.strip)
        self._nimbers = Nimbers(self._parts, self._memory)
        self._chains = Chains(ends, self._compute_nimber)
        self._far = ends.strip.end()
        left, right = ends.natural
        self._lost = len(self._far) + left.lost + right.lost

    def up_to(self, to: int, on_progress: OnProgress | None) -> FamilyNimbers:
        rows, cuts = self._chains.rows, len(self._ends.cuts)
        count = max(to + 1, isqrt(NIMBERS.period_steps // (rows * cuts)))
        if to > MOST_TERMS:
            raise LimitError(f"to {to}: at most {MOST_TERMS} values can be computed")
        window, known = None, 0
        try:
            while window is None and known < count:  # most periods are short
                known = min(count, max(NIMBERS.near_horizon, 4 * known))
                self._chains.fill(known, count, on_progress)
                window = proved_window(self._chains.table.values, self._ends.least, self._ends.longest)
            start = 0 if window is None else window.start + max(self._lost, self._ends.longest)
            last = to if window is None else max(to, start + 2 * window.period)
            self._chains.fill(min(count, max(known, last + 1)), count, on_progress)
        except KeyboardInterrupt:
            raise Interrupted(self._make_partial_result(to)) from None
        return FamilyNimbers(self._values(last), rows, self._ends.longest, window, start)

    def _make_partial_result(self, to: int) -> FamilyNimbers:
        """Return the values from the pieces computed before an interruption, without a period."""
        known = min(len(row) for row in self._chains.table.values)
        if known <= self._family.first_n:
            raise KeyboardInterrupt
        return FamilyNimbers(self._values(min(known - 1, to)), self._chains.rows, self._ends.longest, None, 0)

    def _values(self, last: int) -> tuple[int, ...]:
        return tuple(
            self._compute_cyclic_values(last) if self._family.closes else self._compute_strip_values(last)
        )

    def _compute_nimber(self, columns: Columns) -> int:
        return self._nimbers.of(self._parts.parts(columns))

    def _compute_strip_values(self, last: int) -> Iterator[int]:
        """Yield the nimbers of the strips of 0, ..., ``last`` columns that are not cyclic."""
        strip, (left, right) = self._ends.strip, self._ends.natural
        row = self._chains.table.values[self._chains.row_of(left.end, right.end)]
        loose = self._chains.bits(left.bits) ^ self._chains.bits(right.bits, mirror_image=True)
        for n in range(last + 1):
            full = n - len(self._far)
            if full >= self._ends.least:
                yield row[n - self._lost] ^ loose
            else:
                shown = self._far if full >= 0 else self._far[-n:] if n else ()
                yield self._compute_nimber((*[strip.full] * full, *shown))

    def _compute_cyclic_values(self, last: int) -> Iterator[int]:
        """Yield the nimbers of cyclic boards: of small boards by search, of larger boards by their first
        move.
        """
        chains, cuts = self._chains, self._ends.cuts
        opened = [
            (chains.row_of(c.left_end, c.right_end), c.before + c.after, chains.bits(c.bits)) for c in cuts
        ]
        rows = chains.table.values
        for n in range(self._family.first_n, last + 1):
            if n < self._ends.least:
                yield self._search.nimber(self._family.at(n), self._memory)
            else:
                yield mex(rows[row][n - lost] ^ bits for row, lost, bits in opened)


@dataclass(frozen=True, slots=True)
class _Cut:
    """Result of a move in the middle of a long strip: a new end on each side, and separate components.

    A move with its first cell at full column j of n leaves j - before full columns on the near side, and n -
    j - after on the far side.
    """

    before: int
    right_end: Columns
    left_end: Columns
    after: int
    bits: tuple[Columns, ...]


@dataclass(frozen=True, slots=True)
class _Trim:
    """Result of a move near one end: a new end, the number of full columns removed, and separate
    components.
    """

    end: Columns
    lost: int
    bits: tuple[Columns, ...]


@dataclass(frozen=True)
class Ends:
    """Results of all moves in a long strip whose columns are full except near the ends.

    Ends are listed from the outside inwards, right ends in the mirrored strip. Between them all columns are
    full. ``margin`` is the minimum distance of a ``_Cut`` from an end.
    """

    strip: PlacementStrip
    margin: int
    cuts: tuple[_Cut, ...]
    trims: tuple[dict[Columns, tuple[_Trim, ...]], dict[Columns, tuple[_Trim, ...]]] = field(hash=False)
    """Moves at each end, for the left side and the right side."""
    natural: tuple[_Trim, _Trim]
    """Ends of an empty board, as trims of a strip of full columns."""

    @property
    def least(self) -> int:
        """Smallest number of full columns for which the two ends of a piece do not interact."""
        return 3 * self.margin

    @property
    def longest(self) -> int:
        """Largest number of full columns that one move removes."""
        trims = [trim.lost for side in self.trims for side_trims in side.values() for trim in side_trims]
        return max([cut.before + cut.after for cut in self.cuts] + trims)


def _find_ends(strip: PlacementStrip) -> Ends | None:
    """Return the ends of a strip; None if there are too many, or some move does not cut the strip in two.

    Each kind of placement is made in the middle of a long strip, which gives the first ends. Then moves are
    made close to known ends, until no new end appears. The result is also None if the placements of the
    strip are not connected, as for rows that do not interact.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> tromping = _find_ends(PlacementStrip.of(find_rule("m-tromping"), parse_board("2xn")))
    >>> len(tromping.trims[0]), len(tromping.trims[1])
    (3, 3)
    >>> _find_ends(PlacementStrip.of(find_rule("cram"), parse_board("2xn"))) is None
    True
    """
    depth = _measure_interaction(strip) if strip.spans else None
    if depth is None:
        return None
    margin = 2 * (depth + strip.reach + 1)
    cuts = []
    for kind in range(len(strip.spans)):
        cut = _cut(strip, kind, margin)
        if cut is None:
            return None
        cuts.append(cut)
    left = _detach_columns(strip, [strip.full] * 4 * margin, margin)
    right = _detach_columns(strip.mirror_image, [*reversed(strip.end()), *[strip.full] * 4 * margin], margin)
    right = _Trim(right.end, right.lost - len(strip.end()), right.bits)
    lefts = _moves_of_ends(strip, margin, {left.end, *(cut.left_end for cut in cuts)})
    rights = _moves_of_ends(strip.mirror_image, margin, {right.end, *(cut.right_end for cut in cuts)})
    if lefts is None or rights is None:
        return None
    return Ends(strip, margin, tuple(cuts), (lefts, rights), (left, right))


def _measure_interaction(strip: PlacementStrip) -> int | None:
    """Return the smallest d such that all placements in two adjacent columns are connected within d further
    columns on either side.

    Return None if this number exceeds the limit.
    """
    for depth in range(NIMBERS.depth):
        seeds = [0] * (2 * depth + 2)
        seeds[depth] = 1
        part = strip.connected_part([strip.full] * len(seeds), seeds)
        if part[depth] == part[depth + 1] == strip.full:
            return depth
    return None


def _cut(strip: PlacementStrip, kind: int, margin: int) -> _Cut | None:
    """Return the result of a placement in the middle, or None if both sides stay connected."""
    middle = 4 * margin
    columns = strip.after([strip.full] * (2 * middle + 1), middle, kind)
    near = strip.connected_part(columns, [*columns[:margin], *[0] * (2 * middle + 1 - margin)])
    far = strip.connected_part(columns, [*[0] * (2 * middle + 1 - margin), *columns[-margin:]])
    if any(map(int.__and__, near, far)):
        return None
    kept = _run(strip, near)
    start = len(far) - _run(strip, far[::-1])
    bits = _split_components(strip, [c & ~a & ~b for c, a, b in zip(columns, near, far, strict=True)])
    return _Cut(middle - kept, _trim_empty(near[kept:][::-1]), _trim_empty(far[:start]), start - middle, bits)


def _detach_columns(strip: PlacementStrip, columns: Sequence[int], margin: int) -> _Trim:
    """Return the end of a half-infinite strip, the number of columns before the full ones, and the separate
    components.
    """
    far = strip.connected_part(columns, [*[0] * (len(columns) - margin), *columns[-margin:]])
    start = len(far) - _run(strip, far[::-1])
    bits = _split_components(strip, [c & ~b for c, b in zip(columns, far, strict=True)])
    return _Trim(_trim_empty(far[:start]), start, bits)


def _moves_of_ends(
    strip: PlacementStrip, margin: int, ends: set[Columns]
) -> dict[Columns, tuple[_Trim, ...]] | None:
    """Return the left ends that arise by moves, each with the moves possible there, or None if there are too
    many ends.
    """
    trims: dict[Columns, tuple[_Trim, ...]] = {}
    waiting = sorted(ends)
    while waiting:
        end = waiting.pop()
        if end in trims:
            continue
        if len(trims) == NIMBERS.ends or len(end) > 2 * margin:
            return None
        trims[end] = tuple(_trims(strip, end, margin))
        waiting += [trim.end for trim in trims[end]]
    return trims


def _trims(strip: PlacementStrip, end: Columns, margin: int) -> set[_Trim]:
    """Return the moves whose first cell is in an end or in the first full columns after it."""
    columns = [*end, *[strip.full] * (5 * margin)]
    trims = set()
    for column in range(len(end) + margin):
        for kind in set_bits(columns[column]):
            after = _detach_columns(strip, strip.after(columns, column, kind), margin)
            trims.add(_Trim(after.end, after.lost - len(end), after.bits))
    return trims


def _run(strip: PlacementStrip, columns: Sequence[int]) -> int:
    """Return the number of full columns at the start of a sequence of columns."""
    return next((i for i, mask in enumerate(columns) if mask != strip.full), len(columns))


def _trim_empty(columns: Sequence[int]) -> Columns:
    """Return an end of a strip without its outer empty columns."""
    start = next((i for i, mask in enumerate(columns) if mask), len(columns))
    return tuple(columns[start:])


def _split_components(strip: PlacementStrip, columns: Sequence[int]) -> tuple[Columns, ...]:
    """Return the connected components of placements in columns, each from its first to its last nonempty
    column.
    """
    left, bits = list(columns), []
    for column in range(len(left)):
        while left[column]:
            seeds = [0] * len(left)
            seeds[column] = left[column] & -left[column]
            part = strip.connected_part(left, seeds)
            left = [rest & ~taken for rest, taken in zip(left, part, strict=True)]
            bits.append(_trim_empty(_trim_empty(part)[::-1])[::-1])
    return tuple(sorted(bits))


@dataclass(slots=True)
class _Row:
    """Moves in a component with two given ends, which refer to other ends by their rows in the table.

    ``trims``: row, full columns removed, value of the separate components. ``cuts``: left row, right row,
    before, after, value of the separate components.
    """

    pair: Ways
    trims: list[tuple[int, int, int]] = field(default_factory=list)
    cuts: list[tuple[int, int, int, int, int]] = field(default_factory=list)


class Chains:
    """Table of the values G(L, n, R) of pieces with n full columns between the ends L and R.

    G(L, n, R) is the mex of G(L', n - d, R) and G(L, n - d, R') over the moves near an end, and of G(L, i,
    R') xor G(L', n - e - i, R) over the moves in the middle, each xor the value of the separate components.
    Pieces with fewer than ``ends.least`` full columns are searched directly, by ``direct``. Cost for all n <
    count: pairs of ends times kinds of placements times count^2 / 2 steps of arrays.
    """

    def __init__(self, ends: Ends, direct: Callable[[Columns], int]) -> None:
        self._ends, self._direct = ends, direct
        self._number: dict[Ways, int] = {}
        self.bits: _lru_cache_wrapper[int] = cache(self._compute_component_value)
        self._rows: list[_Row] = []
        self.table: GrundyRows = GrundyRows(0, 0)
        self.row_of(ends.natural[0].end, ends.natural[1].end)
        for cut in ends.cuts:
            self.row_of(cut.left_end, cut.right_end)
        weights = [sum(mask.bit_count() for end in row.pair for mask in end) for row in self._rows]
        self._order = sorted(range(len(weights)), key=weights.__getitem__)

    def row_of(self, left: Columns, right: Columns) -> int:
        """Return the row of a pair of ends; pairs that are equivalent by a symmetry across the strip share
        a row.
        """
        waiting = [self._normalise_pair(left, right)]
        first = waiting[0]
        while waiting:
            pair = waiting.pop()
            if pair in self._number:
                continue
            self._number[pair] = len(self._rows)
            self._rows.append(_Row(pair))
            waiting += [self._normalise_pair(*ways) for ways in self._pairs_after_moves(pair)]
        return self._number[first]

    @property
    def rows(self) -> int:
        """Number of pairs of ends."""
        return len(self._rows)

    def fill(self, count: int, most: int, on_progress: OnProgress | None = None) -> None:
        """Compute the table for all n < count, and reserve space for all n < most."""
        ends = self._ends
        if not self.table.values:
            self.table = GrundyRows(len(self._rows), most)
            self._resolve_rows()
        known, short = len(self.table.values[0]), min(count, ends.least)
        for n in range(known, short):
            for index, row in enumerate(self._rows):
                left, right = row.pair
                self.table.append(index, self._direct((*left, *[ends.strip.full] * n, *right[::-1])))
        for n in range(max(known, short), count):
            if on_progress is not None and n % NIMBERS.a_report == 0:
                on_progress(Progress("lengths", n, most, len(self._rows)))
            for index in self._order:
                self.table.append(index, self._mex(self._rows[index], n))

    def _compute_component_value(self, bits: tuple[Columns, ...], mirror_image: bool = False) -> int:
        """Return the value of separate components; at a right end they are listed from the outside
        inwards.
        """
        values = (self._direct(bit[::-1] if mirror_image else bit) for bit in bits)
        return reduce(xor, values, 0)

    def _pairs_after_moves(self, pair: Ways) -> list[Ways]:
        left, right = pair
        lefts, rights = self._ends.trims
        pairs = [(trim.end, right) for trim in lefts[left]] + [(left, trim.end) for trim in rights[right]]
        for cut in self._ends.cuts:
            pairs += [(left, cut.right_end), (cut.left_end, right)]
        return pairs

    def _normalise_pair(self, left: Columns, right: Columns) -> Ways:
        images = [(left, right)]
        images += [
            (_image_of_end(left, image), _image_of_end(right, image)) for image in self._ends.strip.alike
        ]
        known = [ways for ways in images if ways[0] in self._ends.trims[0] and ways[1] in self._ends.trims[1]]
        return min(known)

    def _resolve_rows(self) -> None:
        """Replace the ends in all moves by the rows of the table."""
        lefts, rights = self._ends.trims
        for row in self._rows:
            left, right = row.pair
            moves = [
                (self._index_pair(trim.end, right), trim.lost, self.bits(trim.bits)) for trim in lefts[left]
            ]
            moves += [
                (self._index_pair(left, trim.end), trim.lost, self.bits(trim.bits, True))
                for trim in rights[right]
            ]
            row.trims = sorted(set(moves))
            cuts = [
                (self._index_pair(left, c.right_end), self._index_pair(c.left_end, right), c)
                for c in self._ends.cuts
            ]
            row.cuts = sorted({(near, far, c.before, c.after, self.bits(c.bits)) for near, far, c in cuts})

    def _index_pair(self, left: Columns, right: Columns) -> int:
        return self._number[self._normalise_pair(left, right)]

    def _mex(self, row: _Row, n: int) -> int:
        margin, values = self._ends.margin, self.table.values
        singles = [values[index][n - lost] ^ bits for index, lost, bits in row.trims]
        pairs: list[Pair] = [
            (near, margin - before, far, margin + 1 - after, n - 2 * margin, loose)
            for near, far, before, after, loose in row.cuts
        ]
        return self.table.mex(singles, pairs)


def _image_of_end(end: Columns, image: tuple[int, ...]) -> Columns:
    return tuple(sum(1 << image[kind] for kind in set_bits(mask)) for mask in end)
