"""Checks periods of nimbers on strips that moves cut in two; stands alone: plain Python, no gfkit.

    python period_checker.py FILE     exit code 0 shown, 1 refuted, 2 bad file, 3 too much work

The file has a rule without liberties in which both players have all moves, and a family of boards: strips of
n columns, or rings of them. From these the program lists the kinds of placements: a colour and its cells as
places along and across, the first in column 0, in order. A placement is a kind and a column. Two clash if
they share a cell, or touch where their colours may not; that depends on how far apart they are, and nothing
more than ``reach`` columns apart clashes. A position is the set of placements that are still possible; a move
takes out one and all that clash with it. So positions add up where nothing in one clashes with anything in
the other.

A piece (L, n, R) has the columns L, then n full ones, where every kind is possible, then the columns R; a
column is a number whose bit i stands for kind i. The file lists pairs of ends (L, R). The program makes every
move

- in the middle of 2K + 1 full columns, K = ``least``: what hangs together with the first columns is all that
  is possible in the first K - b of them, and ends in some R'; what hangs together with the last ones is full
  from a columns after the move, and begins with some L'; the two have nothing in common, and the rest is
  loose;
- in L or in one of the first m full columns of L and K full ones, where m is the larger of b and a - 1 for
  all kinds: what hangs together with the last columns is an end L' and K - d full columns, the rest is loose;
- in R or the m columns before it, in the same way.

At least ``reach`` columns on each side must stay full, so that on longer pieces the same moves leave the
same: further columns are too far away to clash with what is loose or lies on the other side, and ends have
less than full columns have. So for n >= K the options of (L, n, R) are (L', n - d, R) and (L, n - d, R') for
the moves near ends, and (L, c - b, R') with (L', n - c - a, R) for those in column c, m <= c < n - m, each
with its loose bits, whose nimbers are found by play. All pairs of ends that come up must be listed. For n < K
nimbers are found by play, for the others as the least number that no option has.

Theorem (after Guy and Smith, The G-values of various games). Let ``longest`` be the most that any d or a + b
is. If G(n + p) = G(n) for all listed pairs of ends and n0 <= n < 2 n0 + p + longest, where n0 >= K > m, then
for all n >= n0. Proof, by induction on n, and for the same n on the placements in the ends: let n >= 2 n0 + p
+ longest. One piece n - d, or n + p - d, is at least n0 long, or n0 + p. Where d = 0 its ends have fewer
placements. Two pieces that an option of n + p leaves have 2 n0 + 2 p columns at least, so the longer one has
n0 + p, and with p fewer it is an option of n, as n0 > m; those of an option of n have 2 n0 + p, so the longer
one has n0, and with p more it is one of n + p. Nimbers are the same by induction. So both are the least
number missing in one set.

The board of n columns is the piece without a left end whose right end has the kinds that still have room. On
a ring of n >= a + b + 2 reach + 1 columns every first move of a kind leaves (L', n - a - b, R') and the loose
bits of the middle, as the columns between are enough to keep both sides apart. Smaller boards are played out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from operator import xor
from typing import Any, NamedTuple

FORMAT, VERSION = "gfkit-periods", 1
FILE, STEPS = 2**27, 10**8  # bytes; sums of nimbers and moves looked at
WIDTH, KINDS, PAIRS, COLUMNS, VALUES = 60, 200, 2000, 400, 10**6
Columns = tuple[int, ...]
Pair = tuple[Columns, Columns]
Shape = tuple[int, tuple[tuple[int, int], ...]]


class RefusalError(Exception):
    """Why a file does not stand: exit code (1 wrong, 2 no such file, 3 too much work) and reason."""


class Verdict(NamedTuple):
    """Whether all that the file claims is shown, how many nimbers were checked, and what they show."""

    proved: bool
    checked: int
    reason: str


class Budget:
    """Work that may still be done."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise RefusalError(3, "there is more to check than is looked at")


def check(certificate: Any, most: int = STEPS) -> Verdict:
    """What is shown by a certificate; RefusalError where it does not stand."""
    must_fit(certificate, SHAPE)
    if (certificate["format"], certificate["version"]) != (FORMAT, VERSION):
        raise RefusalError(2, f"only version {VERSION} of the format {FORMAT!r} is read")
    try:
        return periods(certificate, Budget(most))
    except RecursionError:
        raise RefusalError(3, "games last longer than can be followed") from None


def whole(value: Any, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "on" if most is None else f"to {most}"
        raise RefusalError(2, f"a whole number from {least} {to} was expected, not {ascii(value)[:50]}")
    return value


def must_fit(value: Any, shape: Any, name: str = "") -> None:
    """Refuses a value that does not have its shape, and names its place.

    A shape is a type (int: whole numbers from 0 on); null; an object of named shapes, with these keys and no
    others; a list of one shape for all items, or of one for each; or several shapes in a tuple.
    """
    if isinstance(shape, tuple):
        must_fit(value, min(shape, key=lambda one: strangeness(value, one)), name)
        return
    if strangeness(value, shape) == 2**30:
        words = {
            dict: "an object",
            list: "a list",
            str: "a text",
            bool: "true or false",
            int: "a whole number",
        }
        wanted = words.get(shape if isinstance(shape, type) else type(shape), "null")
        raise RefusalError(2, f"{name or 'the file'}: {wanted} was expected, not {shown(value)}")
    if isinstance(shape, dict):
        for key in [*shape, *value]:
            if key not in value:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} is missing")
            if key not in shape:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} means nothing here")
            must_fit(value[key], shape[key], f"{name}.{key}" if name else key)
    elif isinstance(shape, list):
        if len(shape) > 1 and len(shape) != len(value):
            raise RefusalError(2, f"{name}: a list of {len(shape)} was expected, not of {len(value)}")
        if shape == [int] and {*map(type, value)} <= {int} and min(value, default=0) >= 0:
            return
        for at, item in enumerate(value):
            must_fit(item, shape[at % len(shape)], f"{name}[{at}]")


def strangeness(value: Any, shape: Any) -> int:
    """How far a value is from a shape, by its type and, of an object, its keys."""
    kind: Any = shape if isinstance(shape, type) else type(shape)
    if type(value) is not kind or (kind is int and value < 0):
        return 2**30
    return len(value.keys() ^ shape.keys()) if kind is dict else 0


def shown(value: Any) -> str:
    """A value as it may be printed: short, and ASCII."""
    return ascii(value)[:50] if isinstance(value, str | int | float | None) else type(value).__name__


def wrong(reason: str) -> RefusalError:
    return RefusalError(1, reason)


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def least_missing(values: set[int]) -> int:
    found = 0
    while found in values:
        found += 1
    return found


# What a file has --------------------------------------------------------------------------------------------

PAIRS_OF = [[int, int]]
COLOUR = {"owner": str, "pieces": [PAIRS_OF]}
RULE = {"colours": [(COLOUR, COLOUR | {"reserved": bool})], "forbidden": PAIRS_OF, "liberties": bool}
REPEATS = {"start": int, "period": int}
SHAPE = {
    "format": str,
    "version": int,
    "claim": str,
    "game": str,
    "family": str,
    "impartial": bool,
    "shape": {"word": str, "sizes": [(int, None)], "wraps": [bool]},
    "rule": RULE,
    "least": int,
    "pieces": [[[int], [int]]],
    "table": [[int]],
    **REPEATS,
    "first_n": int,
    "values": [int],
    "law": REPEATS,
}


# Rule and strip ---------------------------------------------------------------------------------------------


class Strip:
    """The kinds of placements on strips of a family, what clashes, and nimbers of positions by play."""

    def __init__(self, certificate: Any, budget: Budget) -> None:
        self.budget = budget
        self._read_family(certificate["shape"])
        rule = certificate["rule"]
        if rule["liberties"]:
            raise wrong("pieces need liberties, so what they leave does not fall apart")
        both, colours = certificate["impartial"], rule["colours"]
        if any(one["owner"] not in ("left", "right", "both") for one in colours):
            raise RefusalError(2, "colours have the owner left, right or both")
        if not both and any(one["owner"] != "both" for one in colours):
            raise wrong("players have moves of their own, and no nimbers")
        last = len(colours) - 1
        self.forbidden = {(whole(a, 0, last), whole(b, a, last)) for a, b in rule["forbidden"]}
        shapes = sorted({shape for index, one in enumerate(colours) for shape in self._shapes(index, one)})
        if not 1 <= len(shapes) <= KINDS:
            raise RefusalError(3, f"strips with 1 to {KINDS} kinds of placements are looked at")
        self.kinds: list[Shape] = shapes
        self.spans = [1 + max(along for along, _ in cells) for _, cells in shapes]
        self.reach = max(self.spans)
        self.full = (1 << len(shapes)) - 1
        apart = range(-self.reach, self.reach + 1)
        budget.spend(len(shapes) ** 2 * len(apart))
        self._clashing = [
            [sum(1 << u for u in range(len(shapes)) if self._clash(t, u, d)) for d in apart]
            for t in range(len(shapes))
        ]
        """For each kind and distance the kinds that clash with it there."""
        self._masks = [sum(gone << d * len(shapes) for d, gone in enumerate(row)) for row in self._clashing]
        self._nimbers: dict[int, int] = {}

    def _read_family(self, shape: Any) -> None:
        word, sizes, wraps = shape["word"], shape["sizes"], shape["wraps"]
        self.is_path = word in ("path", "cycle")
        if self.is_path:
            if sizes != [None] or wraps != [word == "cycle"]:
                raise RefusalError(2, "a path or cycle has one side, which is n")
            sizes, wraps = [1, None], [False, *wraps]
        elif word not in ("", "cylinder", "torus"):
            raise RefusalError(
                2, "strips are rectangles, cylinders and tori with one side n, paths and cycles"
            )
        elif wraps != [word != "", word == "torus"]:
            raise RefusalError(2, "a cylinder closes up from the last row to the first, a torus both ways")
        if len(sizes) != 2 or len(wraps) != 2 or sizes.count(None) != 1:
            raise RefusalError(2, "one of two sides is n")
        self.grows = sizes.index(None)
        self.ring, self.around = wraps[self.grows], wraps[1 - self.grows]
        self.width = whole(sizes[1 - self.grows], 3 if self.around else 1, WIDTH)

    def _shapes(self, index: int, colour: Any) -> Iterator[Shape]:
        """All that a colour can place with its first cell in column 0."""
        if colour.get("reserved", False):
            raise RefusalError(2, "reserved: no cells of a strip are kept for a player")
        for piece in colour["pieces"]:
            cells = [(whole(row, 0, COLUMNS), whole(col, 0, COLUMNS)) for row, col in piece]
            if not cells or any(min(side) for side in zip(*cells, strict=True)):
                raise RefusalError(2, "a piece has cells, the first of them in row 0 and in column 0")
            if self.is_path and sorted(cells) not in ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)]):
                raise RefusalError(2, "on paths and cycles pieces are single cells or edges")
            if self.is_path:
                cells = [(0, sum(cell)) for cell in cells]
            for shift in range(self.width):
                moved = {(cell[self.grows], self._across(cell[1 - self.grows] + shift)) for cell in cells}
                if len(moved) == len(set(cells)) and all(across < self.width for _, across in moved):
                    yield index, tuple(sorted(moved))

    def _across(self, across: int) -> int:
        return across % self.width if self.around else across

    def clash(self, one: Shape, other: Shape, length: int | None = None) -> bool:
        """Whether two placements share a cell or touch where they may not; on a ring of a length, or none."""
        lost = set(one[1])
        if (min(one[0], other[0]), max(one[0], other[0])) in self.forbidden:
            for along, across in one[1]:
                near = [(along - 1, across), (along + 1, across)]
                near += [(along, self._across(across - 1)), (along, self._across(across + 1))]
                lost.update((a if length is None else a % length, b) for a, b in near)
        return not lost.isdisjoint(other[1])

    def _clash(self, one: int, other: int, apart: int) -> bool:
        colour, cells = self.kinds[other]
        return self.clash(self.kinds[one], (colour, tuple((along + apart, b) for along, b in cells)))

    def after(self, columns: list[int], column: int, kind: int) -> list[int]:
        """What is left when a placement is made."""
        left = list(columns)
        for d, gone in enumerate(self._clashing[kind], column - self.reach):
            if 0 <= d < len(left):
                left[d] &= ~gone
        return left

    def joined(self, columns: list[int], seeds: range) -> list[int]:
        """What hangs together, by clashes, with all that is possible in some columns."""
        found = [mask if at in seeds else 0 for at, mask in enumerate(columns)]
        todo = [(at, kind) for at in seeds for kind in bits(found[at])]
        while todo:
            column, kind = todo.pop()
            self.budget.spend(1)
            for d, gone in enumerate(self._clashing[kind], column - self.reach):
                if 0 <= d < len(columns) and (new := gone & columns[d] & ~found[d]):
                    found[d] |= new
                    todo += [(d, other) for other in bits(new)]
        return found

    def nimber(self, columns: Iterable[int]) -> int:
        """The nimber of a position, given column by column."""
        return played(
            sum(mask << at * len(self.kinds) for at, mask in enumerate(columns)),
            self._taken,
            self._nimbers,
            self.budget,
            self._first,
        )

    def _taken(self, bit: int) -> int:
        column, kind = divmod(bit, len(self.kinds))
        shift = (column - self.reach) * len(self.kinds)
        return self._masks[kind] << shift if shift >= 0 else self._masks[kind] >> -shift

    def _first(self, part: int) -> int:
        """The part moved to column 0."""
        return part >> ((part & -part).bit_length() - 1) // len(self.kinds) * len(self.kinds)

    def straight(self, n: int) -> list[int]:
        """The board of n columns."""
        rooms = (min(room, self.reach) for room in range(n, 0, -1))
        return [sum(1 << k for k, span in enumerate(self.spans) if span <= room) for room in rooms]

    def small_ring(self, n: int) -> int:
        """The nimber of a ring, with all its placements listed."""
        listed = set()
        for colour, cells in self.kinds:
            for column in range(n):
                moved = {((along + column) % n, across) for along, across in cells}
                if len(moved) == len(cells):
                    listed.add((colour, tuple(sorted(moved))))
        placements = sorted(listed)
        self.budget.spend(len(placements) ** 2)
        taken = [
            sum(1 << at for at, other in enumerate(placements) if self.clash(one, other, n))
            for one in placements
        ]
        start = (1 << len(placements)) - 1
        return played(start, taken.__getitem__, {}, self.budget, lambda part: part)


def played(
    position: int,
    taken: Callable[[int], int],
    known_parts: dict[int, int],
    budget: Budget,
    home: Callable[[int], int],
) -> int:
    """The nimber of a position, part by part, each by all its moves."""
    total = 0
    while position:
        part = todo = position & -position
        while todo:
            new = taken(todo.bit_length() - 1) & position & ~part
            part |= new
            todo = todo ^ (1 << todo.bit_length() - 1) | new
        position ^= part
        part = home(part)
        if part not in known_parts:
            budget.spend(part.bit_count() ** 2)
            options = {part & ~taken(bit) for bit in bits(part)}
            values = {played(option, taken, known_parts, budget, home) for option in options}
            known_parts[part] = least_missing(values)
        total ^= known_parts[part]
    return total


# Ends -------------------------------------------------------------------------------------------------------


class Cut(NamedTuple):
    """What a move in the middle leaves: R' from ``before`` it on, L' until ``after`` it, a nimber."""

    before: int
    right: Columns
    left: Columns
    after: int
    loose: int


class Trim(NamedTuple):
    """What a move near an end leaves: a new end, full columns that are lost, and a nimber."""

    end: Columns
    lost: int
    loose: int


class Ends:
    """The moves of long pieces: in the middle, and near each left and right end."""

    def __init__(self, strip: Strip, least: int) -> None:
        self.strip, self.least = strip, least
        self.cuts = [self._cut(kind) for kind in range(len(strip.kinds))]
        self.margin = max(max(cut.before, cut.after - 1) for cut in self.cuts)
        if least <= self.margin:
            raise wrong("least: pieces this short feel both their ends")
        self._trims: dict[tuple[Columns, bool], set[Trim]] = {}

    @property
    def natural(self) -> Pair:
        """The ends of a board that does not close up."""
        return (), trimmed_right(self.strip.straight(self.strip.reach - 1))

    def trims(self, end: Columns, *, is_left: bool) -> set[Trim]:
        """What the moves near an end leave."""
        found = self._trims.get((end, is_left))
        if found is None:
            found = self._trims[end, is_left] = set(self._near(end, is_left))
        return found

    def reached(self, pair: Pair) -> Iterator[Pair]:
        """The pairs of ends that moves lead to."""
        left, right = pair
        yield from ((trim.end, right) for trim in self.trims(left, is_left=True))
        yield from ((left, trim.end) for trim in self.trims(right, is_left=False))
        for cut in self.cuts:
            yield left, cut.right
            yield cut.left, right

    def _cut(self, kind: int) -> Cut:
        strip, least = self.strip, self.least
        columns = strip.after([strip.full] * (2 * least + 1), least, kind)
        near = strip.joined(columns, range(least // 2))
        far = strip.joined(columns, range(len(columns) - least // 2, len(columns)))
        if any(map(int.__and__, near, far)):
            raise wrong("a move in the middle does not cut the strip in two")
        kept, left = self._run(near), self._run(far[::-1])
        rest = [mask & ~a & ~b for mask, a, b in zip(columns, near, far, strict=True)]
        right_end = trimmed_right(near[kept:])
        left_end = trimmed_left(far[: len(far) - left])
        return Cut(least - kept, right_end, left_end, least + 1 - left, strip.nimber(rest))

    def _near(self, end: Columns, is_left: bool) -> Iterator[Trim]:
        strip, long = self.strip, [self.strip.full] * self.least
        columns = [*end, *long] if is_left else [*long, *end]
        count = len(columns)
        near = range(len(end) + self.margin)
        seeds = range(count - self.least // 2, count) if is_left else range(self.least // 2)
        for column in near if is_left else (count - 1 - at for at in near):
            for kind in bits(columns[column]):
                after = strip.after(columns, column, kind)
                kept = strip.joined(after, seeds)
                run = self._run(kept[::-1] if is_left else kept)
                new = trimmed_left(kept[: count - run]) if is_left else trimmed_right(kept[run:])
                rest = strip.nimber(mask & ~taken for mask, taken in zip(after, kept, strict=True))
                yield Trim(new, self.least - run, rest)

    def _run(self, columns: list[int]) -> int:
        """How many columns are full, which must be enough to keep apart what is on both sides of them."""
        full = self.strip.full
        run = next((at for at, mask in enumerate(columns) if mask != full), len(columns))
        if run < self.strip.reach:
            raise wrong("least: a move near one end of a piece this short is felt at the other")
        return run


def trimmed_left(columns: list[int]) -> Columns:
    """Without the empty columns at its beginning."""
    start = next((at for at, mask in enumerate(columns) if mask), len(columns))
    return tuple(columns[start:])


def trimmed_right(columns: list[int]) -> Columns:
    return trimmed_left(columns[::-1])[::-1]


class Table:
    """The nimbers of pieces with listed ends, by length."""

    def __init__(self, ends: Ends, pairs: list[Pair]) -> None:
        self.ends, self.pairs = ends, pairs
        self.row = {pair: at for at, pair in enumerate(pairs)}
        self.values: list[list[int]] = [[] for _ in pairs]
        self._singles: list[set[tuple[int, int, int]]] = []
        self._doubles: list[set[tuple[int, int, int, int, int]]] = []
        for left, right in pairs:
            singles = {(t.lost, self.at(t.end, right), t.loose) for t in ends.trims(left, is_left=True)}
            singles |= {(t.lost, self.at(left, t.end), t.loose) for t in ends.trims(right, is_left=False)}
            self._singles.append(singles)
            self._doubles.append(
                {
                    (self.at(left, c.right), c.before, self.at(c.left, right), c.after, c.loose)
                    for c in ends.cuts
                }
            )
        lost = [lost for singles in self._singles for lost, _, _ in singles]
        self.longest = max([cut.before + cut.after for cut in ends.cuts] + lost)
        self._order = sorted(range(len(pairs)), key=lambda row: placements(pairs[row]))

    def at(self, left: Columns, right: Columns) -> int:
        found = self.row.get((left, right))
        if found is None:
            raise wrong("a move leads to a pair of ends that is missing")
        return found

    def fill(self, count: int) -> None:
        """Works out the nimbers of all pieces with fewer than ``count`` full columns."""
        full = self.ends.strip.full
        for n in range(len(self.values[0]), count):
            for row in self._order:
                left, right = self.pairs[row]
                value = (
                    self.ends.strip.nimber([*left, *[full] * n, *right])
                    if n < self.ends.least
                    else self._of_options(row, n)
                )
                self.values[row].append(value)

    def _of_options(self, row: int, n: int) -> int:
        margin, values = self.ends.margin, self.values
        seen = {values[other][n - lost] ^ loose for lost, other, loose in self._singles[row]}
        middle = n - 2 * margin
        for near, before, far, after, loose in self._doubles[row] if middle > 0 else ():
            self.ends.strip.budget.spend(middle)
            first = margin - before
            one = values[near][first : first + middle]
            last = n - margin - after
            other = values[far][last - middle + 1 : last + 1][::-1]
            assert len(one) == len(other) == middle, "all these pieces are shorter"
            sums = set(map(xor, one, other))
            seen |= {found ^ loose for found in sums} if loose else sums
        return least_missing(seen)


def placements(pair: Pair) -> int:
    return sum(mask.bit_count() for end in pair for mask in end)


# The claim --------------------------------------------------------------------------------------------------


class Boards:
    """The nimbers of the boards of a family, with those of pieces, which repeat."""

    def __init__(self, table: Table, start: int, period: int) -> None:
        self.table, self.start, self.period = table, start, period
        self.strip = table.ends.strip
        cuts = table.ends.cuts
        self.lost = max(cut.before + cut.after for cut in cuts) if self.strip.ring else self.strip.reach - 1
        self.least = self.lost + 2 * self.strip.reach + 1 if self.strip.ring else self.lost
        """From where on boards are made of pieces."""

    @property
    def repeats_from(self) -> int:
        return max(self.least, self.start + self.lost)

    def nimber(self, n: int) -> int:
        strip, ends = self.strip, self.table.ends
        strip.budget.spend(1 + len(ends.cuts))
        if n < self.least:
            return strip.small_ring(n) if strip.ring else strip.nimber(strip.straight(n))
        if not strip.ring:
            return self._piece(ends.natural, n - self.lost)
        return least_missing(
            {self._piece((c.left, c.right), n - c.before - c.after) ^ c.loose for c in ends.cuts}
        )

    def _piece(self, pair: Pair, n: int) -> int:
        row = self.table.values[self.table.at(*pair)]
        return row[n if n < len(row) else self.start + (n - self.start) % self.period]


def periods(certificate: Any, budget: Budget) -> Verdict:
    """The nimbers of a family, and their period."""
    if certificate["claim"] != "periods":
        raise RefusalError(2, "claim must be periods")
    strip = Strip(certificate, budget)
    least = whole(certificate["least"], 2, COLUMNS)
    pairs = [read_pair(one, strip.full) for one in certificate["pieces"]]
    if not 1 <= len(pairs) <= PAIRS or len(set(pairs)) < len(pairs):
        raise RefusalError(2, f"there are 1 to {PAIRS} pairs of ends, each once")
    table = Table(Ends(strip, least), pairs)
    start, period = whole(certificate["start"], least), whole(certificate["period"], 1)
    needed = 2 * (start + period) + table.longest
    if needed > VALUES:
        raise RefusalError(3, f"the theorem needs {needed} nimbers of each pair of ends")
    claimed = certificate["table"]
    if [len(row) for row in claimed] != [needed] * len(pairs):
        raise wrong(f"the theorem needs {needed} nimbers of each pair of ends")
    table.fill(needed)
    for row, (told, true) in enumerate(zip(claimed, table.values, strict=True)):
        for n, (value, found) in enumerate(zip(told, true, strict=True)):
            if value != found:
                raise wrong(f"the piece {row} with {n} full columns has the nimber {found}, and not {value}")
        if true[start + period :] != true[start : needed - period]:
            raise wrong("the nimbers do not repeat as far as the theorem asks for")
    said = family_is_as_told(certificate, Boards(table, start, period))
    counted = f"{needed} lengths of {len(pairs)} pairs of ends" if len(pairs) > 1 else f"{needed} lengths"
    return Verdict(True, needed * len(pairs), f"{said} ({counted} checked)")


def read_pair(one: Any, full: int) -> Pair:
    """Two ends, without empty columns outside and full ones inside."""
    left, right = (tuple(whole(mask, 0, full) for mask in end) for end in one)
    if len(left) > COLUMNS or len(right) > COLUMNS:
        raise RefusalError(3, f"ends of at most {COLUMNS} columns are looked at")
    if (left and not (left[0] and left[-1] != full)) or (right and not (right[-1] and right[0] != full)):
        raise RefusalError(2, "an end has neither an empty column outside nor a full one inside")
    return left, right


def family_is_as_told(certificate: Any, boards: Boards) -> str:
    """That the listed boards have their nimbers, and all of them the period."""
    first, values, law = certificate["first_n"], certificate["values"], certificate["law"]
    if first != (3 if boards.strip.ring else 0):
        raise RefusalError(2, "boards begin with n = 0, those that close up with n = 3")
    if len(values) > VALUES:
        raise RefusalError(2, f"values are a list of at most {VALUES}")
    for n, value in enumerate(values, first):
        if (true := boards.nimber(n)) != value:
            raise wrong(f"the board n = {n} has the nimber {true}, and not {value}")
    start, period = whole(law["start"], first, VALUES), whole(law["period"], 1, VALUES)
    end = max(start, boards.repeats_from) + boards.period
    found = [boards.nimber(n) for n in range(start, end + period)]
    if found[period:] != found[: end - start]:
        raise wrong(f"the nimbers do not repeat from n = {start} on with period {period}")
    whose = "both players making the moves of either, " if certificate["impartial"] else ""
    listed = f"the nimbers for n = {first} to {first + len(values) - 1} are as listed, and " if values else ""
    subject = "" if values else "the nimbers "
    return f"{whose}{listed}{subject}repeat from n = {start} on with period {period} for all n"


def load(path: str) -> Any:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    with open(path, "rb") as file:
        data = file.read(FILE + 1)
    if len(data) > FILE:
        raise ValueError(f"longer than {FILE} bytes")
    return json.loads(data, object_pairs_hook=once)


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected a FILE")
        code, reason = 0, f"proved: {check(load(arguments[0])).reason}"
    except RefusalError as refusal:
        code = refusal.args[0]
        reason = f"{'refuted' if code == 1 else 'refused'}: {refusal.args[1]}"
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        code, reason = 2, f"refused: {error}"
    (sys.stderr if code > 1 else sys.stdout).write(f"{reason}\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
