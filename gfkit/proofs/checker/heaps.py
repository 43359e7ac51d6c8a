"""Nimbers of heaps, and of strips that a move cuts in two, with a period that holds for all sizes.

Heaps. The file contains the digits of an octal code, or null for Grundy's game, in which a heap is split into
two unequal heaps. The digit for i tokens is a sum: removing i of n tokens may leave no heap (1), one heap
(2), two heaps (4), three heaps (8). G(n) is the nimber of a heap of n tokens.

Theorem (Guy and Smith, The G-values of various games). Let a move of a game with a code remove at most k
tokens and leave at most h heaps, where h >= 2, and let n0 >= 1. If G(n + p) = G(n) for n0 <= n < h n0 + (h -
1) p + k, then G(n + p) = G(n) for all n >= n0. Proof, by induction on n >= h n0 + (h - 1) p + k. A move from
n + p leaves at least h (n0 + p) tokens, so its largest heap has at least n0 + p tokens; removing p tokens
from this heap gives a move from n. A move from n leaves at least h n0 tokens, so its largest heap has at
least n0 tokens; adding p tokens to this heap gives a move from n + p. By induction the nimber of this heap
does not change. So the options of n + p and of n have the same nimbers.

Strips. The file contains a rule without liberties in which both players have the same moves, or moves with
the same cells and conflicts, and a family of boards: strips of n columns, or cyclic strips. A column is a row
of squares, or a slice of a graph, whose vertices are adjacent to vertices of its own and of the next ``far``
slices. A kind of placement is a colour and its cells, as offsets along and across the strip, the first in
column 0; a placement is a kind and a column. Two placements conflict if they share a cell, or if they are
adjacent and their colours must not be adjacent; then they are at most r columns apart (``reach``). A position
is the set of placements that are still possible; a move removes one placement and all that conflict with it.
So a position is the sum of two parts if no placement in one part conflicts with a placement in the other.

A piece (L, n, R) consists of the columns L, then n full columns, in which every kind is possible, then the
columns R; a column is an integer whose bit i denotes kind i. The file lists pairs (L, R), and contains K
(``least``). The checker computes these moves:

- in the middle of K + 1 + K full columns: the component of the first columns contains the first K - b full
  columns and ends with some R'; the component of the last columns begins with some L' and contains the last K
  - a full columns; these two components are disjoint, and the others are loose;
- in L or in one of the next m full columns, of L and K full columns, where m is the maximum of all a and b:
  the component of the last columns is some L' and K - d full columns, and the others are loose; and the moves
  in R, by symmetry.

Hypotheses: K > m; all K - a, K - b and K - d are at least r; the list contains all pairs of ends that occur.
So a loose component, or a component on the other side, does not conflict with any further column. For n >= K
the options of (L, n, R) are therefore (L', n - d, R) and (L, n - d, R') for moves near the ends, and the sum
of (L, c - b, R') and (L', n - 1 - c - a, R) for moves in column c, m <= c < n - m, each plus its loose
components, whose nimbers are computed by search. For n < K nimbers are computed by search, for n >= K as the
smallest number that is not the nimber of an option.

Theorem. Let ``longest`` be the maximum of all d and all a + b + 1, and let n0 >= K. If G(n + p) = G(n) for
all listed pairs of ends and n0 <= n < 2 n0 + p + longest, then G(n + p) = G(n) for all n >= n0. Proof, by
induction on n >= 2 n0 + p + longest, and for equal n on the number of placements in the ends. An option of
one piece has n - d >= n0 full columns, or n + p - d >= n0 + p; if d = 0, its ends have fewer placements. The
two pieces of an option of n + p have at least 2 n0 + 2 p full columns together, so the longer piece has at
least n0 + p; with p columns fewer it is an option of n, as n0 > m. The two pieces of an option of n have at
least 2 n0 + p full columns together, so the longer piece has at least n0; with p columns more it is an option
of n + p. By induction the options of n + p and of n have the same nimbers.

The board of n columns is the piece without a left end whose right end contains the kinds that still fit. On a
cyclic strip of n >= a + b + 2r + 2 columns the first move of a kind leaves (L', n - 1 - a - b, R') and its
loose components. The nimbers of smaller boards are computed by search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import dropwhile
from operator import not_, xor

from gfkit.proofs.checker.families import family_text, read_family
from gfkit.proofs.checker.placements import PLAY_RULE, PlayRule, joined_part
from gfkit.proofs.checker.reading import (
    Budget,
    Fields,
    RefusalError,
    Verdict,
    claim_in_file,
    must_hold,
    need,
    set_bits,
    whole,
)

HEAPS_CLAIM: dict[str, object] = {"format": str, "version": int, "claim": str, "game": str}
HEAPS_LAW = {"start": int, "period": int}
HEAPS_SHAPE: dict[str, object] = HEAPS_CLAIM | {"digits": ([int], None), "heap": (int, None), "values": [int]}
HEAPS_SHAPE |= {"period": (HEAPS_LAW, None), "law": (str, None)}


def check_heaps(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the Grundy values of heaps and their period."""
    file = claim_in_file(certificate, HEAPS_SHAPE, "gfkit-play", "heaps")
    digits, claimed, law = octal_digits(file["digits"]), file["values"], file["period"]
    for n, (value, true) in enumerate(zip(claimed, heap_nimbers(digits, len(claimed), budget), strict=True)):
        must_hold(value == true, f"a heap of {n} has the value {true}, not {value}")
    claim = f"the values of the heaps up to {len(claimed) - 1} of the game in the file are as listed"
    rests = "the digits in the file"
    need(file["heap"] in (None, len(claimed) - 1), "heap must be null or the last heap with a value")
    need(claimed, "values must not be empty")
    if law is None:
        is_all = file["law"] is None
        return Verdict(claim + "; the period is not proved" * (not is_all), rests, len(claimed), is_all)
    need(file["law"] is None, "law must be null if a period is given")
    start, period = law["start"], law["period"]
    needed = heaps_in_window(digits, start, period)
    must_hold(needed <= len(claimed), f"the theorem requires {needed} values, but there are {len(claimed)}")
    repeats = claimed[start + period : needed] == claimed[start : needed - period]
    must_hold(repeats, "the values are not periodic in the range required by the theorem")
    claim += f", and have period {period} for all n >= {start}, by the theorem of Guy and Smith"
    return Verdict(claim, rests, needed)


def octal_digits(digits: list[int] | None) -> list[int] | None:
    """Return the digits of an octal code, or None for Grundy's game."""
    begins = digits is None or ([whole(digit, 0, 15) for digit in digits] and not digits[0] & 3)
    need(begins, "a code must have digits, and the digit before the point must be 0, 4, 8 or c")
    return digits


def heaps_in_window(digits: list[int] | None, start: int, period: int, most: int | None = None) -> int:
    """Return the number of heap sizes whose nimbers prove the period by the theorem above."""
    start, period = whole(start, 1, most), whole(period, 1, most)
    if digits is None:
        raise RefusalError(1, "digits: the theorem requires a code with finitely many digits")
    return (3 if any(digit & 8 for digit in digits) else 2) * (start + period) + len(digits) - 1


def heap_moves(digits: list[int] | None, n: int, budget: Budget) -> Iterator[tuple[Sequence[int], ...]]:
    """Yield the options of a heap: possible first heaps and, if it is split, second and third heaps of the
    same number.
    """
    budget.spend(n if digits is None else len(digits))
    if digits is None:
        yield range(1, (n + 1) // 2), range(n - 1, n // 2, -1)
    for left, digit in zip(range(n, -1, -1), digits or (), strict=False):
        if digit & (2 if left else 1):
            yield ([left],)
        if digit & 4:
            budget.spend(left // 2)
            yield range(1, left // 2 + 1), range(left - 1, left - 1 - left // 2, -1)
        for a in range(1, left // 3 + 1) if digit & 8 else ():
            middle = range(a, (left - a) // 2 + 1)
            budget.spend(len(middle))
            yield [a] * len(middle), middle, range(left - 2 * a, left - 2 * a - len(middle), -1)


def heap_nimbers(digits: list[int] | None, count: int, budget: Budget) -> list[int]:
    """Return the Grundy values of this many heaps, from heap 0 on."""
    values: list[int] = []
    for n in range(count):
        options: set[int] = set()
        for heaps in heap_moves(digits, n, budget):
            nimbers = ([values[heap] for heap in some] for some in heaps)
            options.update(reduce(lambda one, other: list(map(xor, one, other)), nimbers))
        values.append(least_excluded(options))
    return values


def least_excluded(values: set[int]) -> int:
    """Return the smallest nonnegative integer that is not excluded."""
    return next(value for value in range(len(values) + 1) if value not in values)


# Strips ----------------------------------------------------------------------------------------------------

PERIOD_WIDTH, PERIOD_KINDS, PERIOD_PAIRS, PERIOD_COLUMNS, PERIOD_VALUES = 60, 200, 2000, 400, 10**6
PERIODS_SHAPE: dict[str, object] = HEAPS_CLAIM | {
    "family": str, "impartial": bool, "shape": object, "rule": PLAY_RULE, "first_n": int,
    "values": [int], "law": HEAPS_LAW, **HEAPS_LAW, "least": int, "pieces": [[[int], [int]]],
    "table": [[int]],
}  # fmt: skip
PeriodEnd = tuple[int, ...]
"""End of a piece: the possible kinds in each of its columns, from the outside the strip inwards."""
PeriodPair = tuple[PeriodEnd, PeriodEnd]
PeriodHalf = tuple[PeriodEnd, int]
"""Component on one side of a move: its end, and the number a, b or d of full columns that the move
removes.
"""


class PeriodStrip:
    """Placements on strips. A position is an integer whose bit ``count`` c + i denotes kind i in column c."""

    def __init__(self, file: Fields, budget: Budget) -> None:
        self.budget, self._family = budget, read_family(file["shape"])
        self._check_family()
        self.ring, self.first_n = self._family.ring, self._family.first
        rule = PlayRule(file["rule"], both=file["impartial"])
        must_hold(
            not rule.liberties,
            "rule: pieces with liberties are not supported, because positions do not split into components",
        )
        is_fair = rule.has_equal_players
        must_hold(is_fair, "the players have different moves, so positions have no nimbers")
        self._forbidden, is_kept = rule.forbidden, any(colour.get("reserved") for colour in rule.colours)
        need(not is_kept, "cells reserved for a player are not supported on strips")
        pieces = [(at, piece) for at, colour in enumerate(rule.colours) for piece in colour["pieces"]]
        self._kinds = sorted({(at, cells) for at, piece in pieces for cells in self._placements(piece)})
        self.count: int = len(self._kinds)
        if not 1 <= self.count <= PERIOD_KINDS:
            raise RefusalError(
                3,
                f"{self.count} placements start in one column of the strip; 1 to {PERIOD_KINDS} are"
                " supported",
            )
        self.full: int = (1 << self.count) - 1
        self.reach: int = self._family.far + max(cells[-1][0] for _, cells in self._kinds)
        self._masks = [self._mask(*kind) for kind in self._kinds]
        self._nimbers: dict[int, int] = {}

    def _check_family(self) -> None:
        """Raise RefusalError unless the boards consist of n equal columns, and list the edges of a column."""
        family, self._width = self._family, self._family.slice.vertices
        is_whole = family.deep == 1 and len(family.cells) == sum(side or 0 for side in family.sides or ())
        has_ends = family.apart or family.twist or family.hubs.vertices or any(family.ends)
        must_hold(is_whole and not has_ends, "the columns of the boards differ")
        need(1 <= self._width <= PERIOD_WIDTH, f"a column must have 1 to {PERIOD_WIDTH} cells")
        edges = [*((a, b, 0) for a, b in family.slice.edges), *family.links]
        need(all(a != b or far for a, b, far in edges), "an edge must join two cells")
        self._steps = [*edges, *((b, a, -far) for a, b, far in edges)]

    def _placements(self, piece: list[list[int]]) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the cells of all placements of a piece that begin in column 0."""
        family = self._family
        if family.sides is None:
            shape = sorted(map(tuple, piece))
            fits = shape in ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)])
            need(fits, "on graphs pieces must be single cells or edges")
            if len(shape) == 1:
                yield from (((0, vertex),) for vertex in range(self._width))
            else:
                yield from (tuple(sorted(((0, a), (far, b)))) for a, b, far in self._steps if far >= 0)
            return
        grows = family.sides.index(None)
        around = self._width if family.wraps[1 - grows] else 2**30
        cells = {(whole(row, 0, PERIOD_COLUMNS), whole(col, 0, PERIOD_COLUMNS)) for row, col in piece}
        for shift in range(self._width):
            moved = {(cell[grows], (cell[1 - grows] + shift) % around) for cell in cells}
            if len(moved) == len(cells) and all(across < self._width for _, across in moved):
                yield tuple(sorted(moved))

    def _mask(self, colour: int, cells: tuple[tuple[int, int], ...]) -> int:
        """Return the kinds that conflict with a kind in column ``reach``: they overlap or are adjacent."""
        beside = {(column + far, b) for column, a in cells for one, b, far in self._steps if a == one}
        mask = 0
        for at, (other, others) in enumerate(self._kinds):
            lost = beside.union(cells) if (colour, other) in self._forbidden else cells
            self.budget.spend(len(lost) * len(others))
            for column in {self.reach + a - c for a, b in lost for c, d in others if b == d}:
                mask |= 1 << self.count * column + at
        return mask

    def position(self, columns: Sequence[int]) -> int:
        """Return the position with the given possible kinds in each column, as one integer."""
        return sum(mask << at * self.count for at, mask in enumerate(columns))

    def straight(self, n: int) -> list[int]:
        """Return the columns of the n-th board of a family that is not cyclic."""
        ends = [cells[-1][0] for _, cells in self._kinds]
        return [sum(1 << at for at, end in enumerate(ends) if end < room) for room in range(n, 0, -1)]

    def clashes(self, bit: int) -> int:
        """Return all placements that conflict with a placement on a long strip."""
        column, kind = divmod(bit, self.count)
        return self._masks[kind] << column * self.count >> self.reach * self.count

    def nimber(self, position: int) -> int:
        """Return the nimber of a position, computed by search."""
        return nimber_by_play(position, self.clashes, self._nimbers, self.budget, self.count)

    def board_nimber(self, n: int) -> int:
        """Return the nimber of a board, computed by search."""
        if not self.ring:
            return self.nimber(self.position(self.straight(n)))
        return nimber_by_play(*self.ring_position(n), {}, self.budget, n * self.count)

    def ring_position(self, n: int) -> tuple[int, Callable[[int], int]]:
        """Return all placements on the cyclic strip of n columns, each once, and their conflicts."""
        size, placements = n * self.count, dict[tuple[int, frozenset[tuple[int, int]]], int]()
        for bit in range(size):
            column, kind = divmod(bit, self.count)
            colour, cells = self._kinds[kind]
            placed = frozenset(((a + column) % n, b) for a, b in cells)
            if len(placed) == len(cells):
                placements.setdefault((colour, placed), bit)
        self.budget.spend(size)

        def clashes(bit: int) -> int:
            turns, mask = self.clashes(bit + size * self.reach), 0
            while turns:
                mask, turns = mask | turns & (1 << size) - 1, turns >> size
            return mask

        return sum(1 << bit for bit in placements.values()), clashes


def nimber_by_play(
    position: int, clashes: Callable[[int], int], known: dict[int, int], budget: Budget, step: int
) -> int:
    """Return the nimber of a position by search on its components. Shifts by ``step`` bits are isomorphic."""
    total = 0
    while position:
        part = joined_part(position & -position, position, clashes)
        position ^= part
        part >>= ((part & -part).bit_length() - 1) // step * step
        if part not in known:
            budget.spend(part.bit_count() ** 2)
            rests = {part & ~clashes(bit) for bit in set_bits(part)}
            values = {nimber_by_play(rest, clashes, known, budget, step) for rest in rests}
            known[part] = least_excluded(values)
        total ^= known[part]
    return total


class PeriodMoves:
    """Moves of long pieces: in the middle, and near each left (side 0) and right (side 1) end."""

    def __init__(self, strip: PeriodStrip, least: int) -> None:
        self.strip, self.least = strip, least
        self.cuts: set[tuple[PeriodHalf, PeriodHalf, int]] = {self._cut(kind) for kind in range(strip.count)}
        """R' and b, L' and a of all moves in the middle, with the nimber of the loose components."""
        self.margin: int = max(lost for *halves, _ in self.cuts for _, lost in halves)
        must_hold(least > self.margin, "least: too small; the ends of shorter pieces interact")
        self._trims: dict[tuple[PeriodEnd, int], set[tuple[PeriodHalf, int]]] = {}

    def trims(self, end: PeriodEnd, side: int) -> set[tuple[PeriodHalf, int]]:
        """Return, for each move near an end, the remaining end and the nimber of the components split off."""
        if (end, side) not in self._trims:
            strip, long, margin = self.strip, [self.strip.full] * self.least, self.margin
            columns = [*end, *long], [*end, *long[:margin], *[0] * (self.least - margin)]
            position, moves = (strip.position(column[:: 1 - 2 * side]) for column in columns)
            trims = self._trims[end, side] = set()
            for bit in set_bits(moves):
                rest, kept = self.remainder_of(position, len(columns[0]), bit, side)
                trims.add((self.half(kept, len(columns[0]), side), strip.nimber(rest ^ kept)))
        return self._trims[end, side]

    def successors(self, pair: PeriodPair) -> set[PeriodPair]:
        """Return the pairs of ends that a move can reach from ``pair``."""
        left, right = pair
        reached = {(end, right) for (end, _), _ in self.trims(left, 0)}
        reached |= {(left, end) for (end, _), _ in self.trims(right, 1)}
        return reached.union(*({(left, end), (begin, right)} for (end, _), (begin, _), _ in self.cuts))

    def _cut(self, kind: int) -> tuple[PeriodHalf, PeriodHalf, int]:
        strip, count = self.strip, 2 * self.least + 1
        position, bit = (1 << count * strip.count) - 1, self.least * strip.count + kind
        (rest, far), (_, near) = (self.remainder_of(position, count, bit, side) for side in (0, 1))
        must_hold(not near & far, "a move in the middle does not cut the strip in two")
        return self.half(near, count, 1), self.half(far, count, 0), strip.nimber(rest ^ near ^ far)

    def remainder_of(self, position: int, count: int, bit: int, side: int) -> tuple[int, int]:
        """Return the position after a move, and its part that is connected with the columns farthest from a
        side.
        """
        strip, seeds = self.strip, self.least // 2
        rest = position & ~strip.clashes(bit)
        inside = (1 << seeds * strip.count) - 1 << (0 if side else (count - seeds) * strip.count)
        kept = joined_part(rest & inside, rest, strip.clashes)
        strip.budget.spend(kept.bit_count() * (1 + position.bit_length() // 5000))
        return rest, kept

    def half(self, kept: int, count: int, side: int) -> PeriodHalf:
        """Return the end of a component, and the number of full columns that it lost. Raise RefusalError if
        the ends are not independent.
        """
        full, width = self.strip.full, self.strip.count
        columns = [kept >> at * width & full for at in range(count)][:: 2 * side - 1]
        run = next((at for at, mask in enumerate(columns) if mask != full), count)
        must_hold(run >= self.strip.reach, "least: a move near one end affects the other end")
        return tuple(dropwhile(not_, columns[run:][::-1])), self.least - run


class PeriodTable:
    """Nimbers of pieces by their pair of ends and their length. Smaller ends are computed first."""

    def __init__(self, moves: PeriodMoves, pairs: list[PeriodPair]) -> None:
        self.moves = moves
        smaller = sorted(pairs, key=lambda pair: sum(mask.bit_count() for end in pair for mask in end))
        self.values: dict[PeriodPair, list[int]] = {pair: [] for pair in smaller}
        is_closed = all(moves.successors(pair) <= self.values.keys() for pair in pairs)
        must_hold(is_closed, "a move leads to a pair of ends that is not listed")
        self.widest: int = max(a + b + 1 for (_, a), (_, b), _ in moves.cuts)
        trims = [moves.trims(pair[side], side) for pair in pairs for side in (0, 1)]
        self.longest: int = max([self.widest, *(lost for halves in trims for (_, lost), _ in halves)])

    def fill(self, count: int) -> None:
        """Compute the nimbers of all pieces with fewer than ``count`` full columns."""
        strip = self.moves.strip
        for n in range(min(map(len, self.values.values())), count):
            for (left, right), values in self.values.items():
                if n < self.moves.least:
                    columns = [*left, *[strip.full] * n, *right[::-1]]
                    values.append(strip.nimber(strip.position(columns)))
                else:
                    values.append(least_excluded(self._options(left, right, n)))

    def _options(self, left: PeriodEnd, right: PeriodEnd, n: int) -> set[int]:
        moves, values, margin = self.moves, self.values, self.moves.margin
        options = {values[end, right][n - lost] ^ loose for (end, lost), loose in moves.trims(left, 0)}
        options |= {values[left, end][n - lost] ^ loose for (end, lost), loose in moves.trims(right, 1)}
        middle = max(0, n - 2 * margin)
        moves.strip.budget.spend(middle * len(moves.cuts))
        for (end, b), (begin, a), loose in moves.cuts:
            near = values[left, end][margin - b :][:middle]
            far = values[begin, right][margin - a :][:middle]
            options |= {nimber ^ beyond ^ loose for nimber, beyond in zip(near, far[::-1], strict=True)}
        return options


def check_periods(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the nimbers of strips and their period."""
    file = claim_in_file(certificate, PERIODS_SHAPE, "gfkit-periods", "periods")
    try:
        claim = family_claim(file, checked_table(file, PeriodStrip(file, budget)))
    except RecursionError:
        raise RefusalError(3, "checking the table of nimbers exceeds the recursion limit of Python") from None
    lengths, pairs = len(file["table"][0]), len(file["table"])
    counted = f"{lengths} lengths" + f" of {pairs} pairs of ends" * (pairs > 1)
    return Verdict(f"{claim} ({counted} checked)", "the rule in the file", lengths * pairs)


def checked_table(file: Fields, strip: PeriodStrip) -> PeriodTable:
    """Return the nimbers of the pieces in a file, after a check of each nimber and of the period."""
    least, full = whole(file["least"], 2, PERIOD_COLUMNS), strip.full
    ends = [tuple(whole(mask, 0, full) for mask in end) for a, b in file["pieces"] for end in (a, b[::-1])]
    if max(map(len, ends), default=0) > PERIOD_COLUMNS:
        raise RefusalError(3, f"ends may have at most {PERIOD_COLUMNS} columns")
    are_short = all(not end or (end[0] and end[-1] != full) for end in ends)
    need(are_short, "an end must not have an empty outermost or a full innermost column")
    pairs = list(zip(ends[::2], ends[1::2], strict=True))
    need(0 < len(set(pairs)) == len(pairs) <= PERIOD_PAIRS, f"expected 1 to {PERIOD_PAIRS} distinct pairs")
    table = PeriodTable(PeriodMoves(strip, least), pairs)
    start, period = whole(file["start"], least), whole(file["period"], 1)
    needed = 2 * (start + period) + table.longest
    if [len(row) for row in file["table"]] != [needed] * len(pairs):
        raise RefusalError(
            3 if needed > PERIOD_VALUES else 1, f"the theorem requires {needed} nimbers for each pair"
        )
    table.fill(needed)
    for row, (pair, claimed) in enumerate(zip(pairs, file["table"], strict=True)):
        for n, (v, g) in enumerate(zip(claimed, table.values[pair], strict=True)):
            must_hold(v == g, f"the piece {row} with {n} full columns has the nimber {g}, not {v}")
        repeats = claimed[start + period :] == claimed[start : needed - period]
        must_hold(repeats, "the nimbers are not periodic in the range required by the theorem")
    return table


def board_nimbers(table: PeriodTable, n0: int, p: int) -> tuple[int, Callable[[int], int]]:
    """Return the nimbers of the boards, and the smallest size for which boards consist of pieces.

    On a cyclic strip of at least this size, a placement leaves one piece and loose components.
    """
    strip, cuts = table.moves.strip, table.moves.cuts
    lost = table.widest if strip.ring else strip.reach - 1
    least = lost + 2 * strip.reach + 1 if strip.ring else lost
    natural = tuple(dropwhile(not_, strip.straight(strip.reach - 1)[::-1]))

    def piece(left: PeriodEnd, right: PeriodEnd, n: int) -> int:
        must_hold((left, right) in table.values, "a board has a pair of ends that is not listed")
        row = table.values[left, right]
        return row[n if n < len(row) else n0 + (n - n0) % p]

    def board(n: int) -> int:
        strip.budget.spend(1 + len(cuts))
        if n < least:
            return strip.board_nimber(n)
        if strip.ring:
            return least_excluded({piece(begin, end, n - 1 - a - b) ^ g for (end, b), (begin, a), g in cuts})
        return piece((), natural, n - lost)

    return least, board


def family_claim(file: Fields, table: PeriodTable) -> str:
    """Return the statement about boards: the listed nimbers, and their common period."""
    strip, n0, p = table.moves.strip, file["start"], file["period"]
    least, board = board_nimbers(table, n0, p)
    first, values, law = file["first_n"], file["values"], file["law"]
    need(first == strip.first_n, f"first_n must be {strip.first_n}, the smallest n of the family")
    for n, value in enumerate(values, first):
        if (true := board(n)) != value:
            raise RefusalError(1, f"the board n = {n} has the nimber {true}, not {value}")
    start, period = whole(law["start"], first, PERIOD_VALUES), whole(law["period"], 1, PERIOD_VALUES)
    end = max(start, least, n0 + (table.widest if strip.ring else strip.reach - 1)) + p
    nimbers = [board(n) for n in range(start, end + period)]
    repeats = nimbers[period:] == nimbers[: end - start]
    must_hold(repeats, f"the nimbers do not have period {period} for n >= {start}")
    whose = "both players making the moves of either, " if file["impartial"] else ""
    boards = family_text(file["shape"]) or "the boards in the file"
    subject = f"{whose}the nimbers of the game in the file on {boards} "
    listed = f"are as listed for n = {first} to {first + len(values) - 1}, and " * bool(values)
    return f"{subject}{listed}have period {period} for all n >= {start}"
