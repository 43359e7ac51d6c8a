"""The few shapes in which long pieces of a strip can end, when moves cut the strip in two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gfkit.values.impartial.strip import Columns, Strip, kinds

MOST_ENDS = 24
"""More shapes than this on one side are taken for no end of them."""
_MOST_DEPTH = 24
"""Columns within which a strip must hang together to count as one."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What a move in the middle of a long strip leaves: a new end on both sides, and loose bits.

    A move with its first cell at full column j of n leaves j - before full columns on the near side and
    n - j - after on the far side.
    """

    before: int
    right_end: Columns
    left_end: Columns
    after: int
    bits: tuple[Columns, ...]


@dataclass(frozen=True, slots=True)
class Trim:
    """What a move near one end leaves: a new end, some full columns fewer, and loose bits."""

    end: Columns
    lost: int
    bits: tuple[Columns, ...]


@dataclass(frozen=True)
class Ends:
    """Everything a move can do to a long piece of a strip, far from the middle or not.

    Ends are written from the outside in, on the right side in the mirrored strip; between them all columns
    are full. ``margin`` is how far from an end a move must be to be a ``Cut``.
    """

    strip: Strip
    margin: int
    cuts: tuple[Cut, ...]
    trims: tuple[dict[Columns, tuple[Trim, ...]], dict[Columns, tuple[Trim, ...]]] = field(hash=False)
    """For the left side and the right side, every end and its moves."""
    natural: tuple[Trim, Trim]
    """The two ends of an untouched board: what they lose at once, as a trim of the board's full columns."""

    @property
    def least(self) -> int:
        """Full columns from which on a piece's two ends do not feel each other."""
        return 3 * self.margin

    @property
    def longest(self) -> int:
        """The most full columns that one move takes away."""
        trims = [trim.lost for side in self.trims for found in side.values() for trim in found]
        return max([cut.before + cut.after for cut in self.cuts] + trims)


def find_ends(strip: Strip) -> Ends | None:
    """The ends of a strip, or None when there is no end of them or moves do not cut the strip in two.

    Each kind of placement is made in the middle of a strip long enough that its ends do not matter, and the
    parts are looked at; then on strips with the ends found, close to the end, until no new end appears.
    Strips whose placements fall apart from the start, such as rows that do not interact, count as none.

    >>> from gfkit.boards import parse_board
    >>> from gfkit.games import find_rule
    >>> tromping = find_ends(Strip.of(find_rule("m-tromping"), parse_board("2xn")))
    >>> len(tromping.trims[0]), len(tromping.trims[1])
    (3, 3)
    >>> find_ends(Strip.of(find_rule("cram"), parse_board("2xn"))) is None
    True
    """
    depth = _depth(strip) if strip.spans else None
    if depth is None:
        return None
    margin = 2 * (depth + strip.reach + 1)
    cuts = [_cut(strip, kind, margin) for kind in range(len(strip.spans))]
    left = _loose(strip, [strip.full] * 4 * margin, margin)
    right = _loose(strip.mirrored, [*reversed(strip.end()), *[strip.full] * 4 * margin], margin)
    found = [cut for cut in cuts if cut is not None]
    if len(found) < len(cuts):
        return None
    right = Trim(right.end, right.lost - len(strip.end()), right.bits)
    lefts = _closed(strip, margin, {left.end, *(cut.left_end for cut in found)})
    rights = _closed(strip.mirrored, margin, {right.end, *(cut.right_end for cut in found)})
    if lefts is None or rights is None:
        return None
    return Ends(strip, margin, tuple(found), (lefts, rights), (left, right))


def _depth(strip: Strip) -> int | None:
    """How many columns around two neighbouring ones are needed to join all their placements."""
    for depth in range(_MOST_DEPTH):
        seeds = [0] * (2 * depth + 2)
        seeds[depth] = 1
        found = strip.reached([strip.full] * len(seeds), seeds)
        if found[depth] == found[depth + 1] == strip.full:
            return depth
    return None


def _cut(strip: Strip, kind: int, margin: int) -> Cut | None:
    """What a placement in the middle leaves; None where both sides stay joined."""
    middle = 4 * margin
    columns = strip.after([strip.full] * (2 * middle + 1), middle, kind)
    near = strip.reached(columns, [*columns[:margin], *[0] * (2 * middle + 1 - margin)])
    far = strip.reached(columns, [*[0] * (2 * middle + 1 - margin), *columns[-margin:]])
    if any(map(int.__and__, near, far)):
        return None
    kept = _run(strip, near)
    start = len(far) - _run(strip, far[::-1])
    bits = _bits(strip, [c & ~a & ~b for c, a, b in zip(columns, near, far, strict=True)])
    return Cut(middle - kept, _outward(near[kept:][::-1]), _outward(far[:start]), start - middle, bits)


def _loose(strip: Strip, columns: Sequence[int], margin: int) -> Trim:
    """The end of a half-endless strip, how many columns come before its full ones, and loose bits."""
    far = strip.reached(columns, [*[0] * (len(columns) - margin), *columns[-margin:]])
    start = len(far) - _run(strip, far[::-1])
    bits = _bits(strip, [c & ~b for c, b in zip(columns, far, strict=True)])
    return Trim(_outward(far[:start]), start, bits)


def _closed(strip: Strip, margin: int, found: set[Columns]) -> dict[Columns, tuple[Trim, ...]] | None:
    """Every left end that moves near left ends lead to, with these moves; None when there are too many."""
    trims: dict[Columns, tuple[Trim, ...]] = {}
    waiting = sorted(found)
    while waiting:
        end = waiting.pop()
        if end in trims:
            continue
        if len(trims) == MOST_ENDS or len(end) > 2 * margin:
            return None
        trims[end] = tuple(_trims(strip, end, margin))
        waiting += [trim.end for trim in trims[end]]
    return trims


def _trims(strip: Strip, end: Columns, margin: int) -> set[Trim]:
    """The moves that begin in an end or in the first full columns after it."""
    columns = [*end, *[strip.full] * (5 * margin)]
    found = set()
    for column in range(len(end) + margin):
        for kind in kinds(columns[column]):
            after = _loose(strip, strip.after(columns, column, kind), margin)
            found.add(Trim(after.end, after.lost - len(end), after.bits))
    return found


def _run(strip: Strip, columns: Sequence[int]) -> int:
    """How many columns from the first one on are full."""
    return next((i for i, mask in enumerate(columns) if mask != strip.full), len(columns))


def _outward(columns: Sequence[int]) -> Columns:
    """An end without the empty columns outside of it."""
    start = next((i for i, mask in enumerate(columns) if mask), len(columns))
    return tuple(columns[start:])


def _bits(strip: Strip, columns: Sequence[int]) -> tuple[Columns, ...]:
    """The parts that hang together, each from its first column to its last."""
    left, found = list(columns), []
    for column in range(len(left)):
        while left[column]:
            seeds = [0] * len(left)
            seeds[column] = left[column] & -left[column]
            part = strip.reached(left, seeds)
            left = [rest & ~taken for rest, taken in zip(left, part, strict=True)]
            found.append(_outward(_outward(part)[::-1])[::-1])
    return tuple(sorted(found))
