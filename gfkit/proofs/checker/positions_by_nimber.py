"""Number of positions with a given nimber, on strips that moves cut in two and in rows of heaps.

The file has a rule and a family of strips with the proof of a period, as in ``heaps``, or the digits of a
code with the nimbers of its heaps. For each character of Z_2^k it has the fraction of a generating function.

Theorem. Let the positions of length n be in bijection with the paths of total length n of a finite automaton,
each of whose edges adds the nimber of finished components, and let the nimbers of the edges of length l be
eventually periodic in l. Let F_chi be the sum of chi(nimber of the position) t^n over all positions, for a
character chi(v) = (-1)^|a & v|. Then F_chi is rational, and the number of positions of nimber v has the
generating function 2^-k times the sum of chi(v) F_chi over all 2^k characters. Proof. chi(v ^ w) = chi(v)
chi(w), so F_chi is the sum over the paths of the products of their edges, which is I (1 - M)^-1 G with
rational entries; and characters are orthogonal. QED

Strips. A position is a set of placements no two of which conflict. They are added from right to left, those
of one column by ascending kinds, so that each position is one path. A state contains the remaining placements
of all components with a placement that comes later in this order (``columns``, the rightmost one first,
followed by full ones), the distance of the first of these columns from the column of the last placement
(``offset``), and the kind of the last placement. An added placement finishes the components without later
placements. The component that contains all full columns is a piece of the table. A placement beyond its first
``margin`` full columns cuts it as in the middle of a strip: the part on its right is a piece of the table,
and the new state depends only on the kind. At the left border the remaining placements in the remaining
columns are finished.

With S states, M = N / (1 - t^p) and G = H / (1 - t^p) with polynomials of degree at most d >= p, F_chi is I
adj((1 - t^p) - N) H / det((1 - t^p) - N): numerator and denominator have degree at most S d. So a fraction P
/ Q is F_chi if both agree on the terms up to S d + max(deg P, deg Q).

Rings. On a ring of n columns the strip is cyclic, and n >= ``first_n`` >= 3. Let ``least`` = widest + 2 r +
1, as in ``heaps``: for n >= least a placement leaves a piece and loose components. Let M = N / (1 - t^p) be
the matrix of the edges between the S states reachable from those after a placement far from others.

Theorem. For n >= least the sum of chi(nimber) over the positions with placements on the ring of n columns is
the coefficient of t^n in -t D' / D - S p t^p / (1 - t^p), where D = det((1 - t^p) - N).
Proof. Repeat a position with placements with period n on the infinite strip. No component meets two copies of
a placement, so the components of the ring are those of the strip up to shifts by n. The state after a
placement is determined by the placements near it, because each placement cuts the strip in two; so it also
occurs on a strip with many copies of the position, far from the border. So the position is a closed path of
length n. Each component is finished by one edge. Conversely, a closed path of length n can be repeated on a
strip, so no two of its placements conflict, and far from the border its states are those of the resulting
position. Column 0 belongs to one edge, in as many ways as this edge is long: the sum is the trace of
t M' (1 - M)^-1, which is -t (log det(1 - M))', and det(1 - M) = D / (1 - t^p)^S. QED
The positions for n < least are searched. The nimbers of the positions without placements, which are those of
the boards, have the period p from n = max(least, ``start`` + widest) on. With m columns before the end of the
first such period, F_chi is a fraction over D (1 - t^p) whose numerator has degree at most S d + p + m. Its
coefficients for n < ``first_n`` are 0.

Heaps. A row of heaps is a word: a composition of n into heaps or, if ``rows`` is true, a subset of n tokens
in a row, whose runs are the heaps. There is one state.

Node Kayles on 2 x n. Let F(n), C(n), S(n), O(n) be the nimbers of the 2 x n board, and of n columns without
one corner, without two corners of one row, and without two opposite corners. F(n) = n mod 2, C(n) = n, S(n) =
1 and O(n) = 0 for n >= 1, and all are 0 for n = 0.
Proof, by induction. A piece leaves two shorter boards, each without the corner next to the piece. From S
these are two S of positive lengths or two O: all options are 0, so S(n) = 1. From O they are an S of positive
length and an O, or n = 1 and there is no move: so O(n) = 0. From C a piece in column c leaves O(c) or, if c >
0, S(c), with C(n-1-c): the options are 0, ..., n - 1, and j ^ 1 < n for j <= n - 2, so C(n) = n. From F it
leaves c ^ (n-1-c), which is 0 only if n is odd, and then is never 1. QED
A family of boards F(n), C(n + 1), S(n + 2) or O(n + 2) consists of n slices of two adjacent vertices, with a
single vertex before the first slice, after the last one, at both ends or at none. On the boards 2 x n
with pieces the nimber is i ^ j ^ e: i and j columns are empty at the ends, and e is the parity of the
number of pairs of consecutive pieces in the same row. It is 0 iff i ^ j = e. The counts have rational
generating functions of degree at most 20: products of 1/(1 - 2 t - t^2), 1/(1 - t), 1/(1 - t^2), 1/(1 - t^4).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile
from operator import not_
from typing import NamedTuple

from gfkit.proofs.checker.families import family_text, read_family
from gfkit.proofs.checker.heaps import (
    HEAPS_CLAIM,
    HEAPS_LAW,
    PERIODS_SHAPE,
    PeriodEnd,
    PeriodStrip,
    PeriodTable,
    board_nimbers,
    checked_table,
    heap_nimbers,
    heaps_in_window,
    nimber_by_play,
    octal_digits,
)
from gfkit.proofs.checker.placements import joined_part
from gfkit.proofs.checker.reading import (
    INTS,
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

WINNER_STATES, WINNER_BITS, WINNER_VALUES = 200, 8, 20_000
WINNERS_TERMS: dict[str, object] = {"nimber": int, "terms": [int], "fractions": [[[INTS], [INTS]]]}
WINNERS_SHAPE: dict[str, object] = {
    key: kind for key, kind in PERIODS_SHAPE.items() if key not in ("first_n", "values", "law")
}
WINNERS_SHAPE |= WINNERS_TERMS
LADDER_SHAPE: dict[str, object] = {
    key: WINNERS_SHAPE[key] for key in (*HEAPS_CLAIM, "family", "shape", "rule", *WINNERS_TERMS)
}
LADDER_NIMBERS_SHAPE: dict[str, object] = {
    key: PERIODS_SHAPE[key] for key in (*HEAPS_CLAIM, "family", "shape", "rule", "first_n", "values")
}
ROWS_SHAPE: dict[str, object] = (
    HEAPS_CLAIM | HEAPS_LAW | WINNERS_TERMS | {"digits": [int], "rows": bool, "values": [int]}
)
RING_REMAINDERS = 100_000
WinnerKernels = list[dict[tuple[int, int], int]]
"""Coefficients of N and H, for each target state and for the end, by the state before an edge and its
length.
"""


class WinnerEdge(NamedTuple):
    """Paths between two states, or from a state to the end: those of length ``first`` + i add ``nimbers[i]``.

    If ``repeats``, the last ``period`` nimbers are repeated.
    """

    before: int
    after: int | None
    first: int
    nimbers: list[int]
    repeats: bool


class WinnerRings(NamedTuple):
    """Data of cyclic strips that closed paths of the automaton do not give: small boards and empty boards."""

    first_n: int
    small: list[dict[int, int]]
    """Numbers of positions of each nimber, from ``first_n`` on."""
    empty: list[int]
    """Nimbers of the empty boards of the following sizes; the last ``period`` ones are repeated."""

    @property
    def columns(self) -> int:
        """Number of columns before the end of the first period."""
        return self.first_n + len(self.small) + len(self.empty)


class WinnerAutomaton(NamedTuple):
    """Automaton whose paths are the positions. Edges of length 0 lead to later states.

    Positions correspond to the paths from state 0 to the end or, on cyclic strips, to the closed paths.
    """

    states: int
    edges: list[WinnerEdge]
    period: int
    rings: WinnerRings | None = None

    @property
    def first_n(self) -> int:
        return self.rings.first_n if self.rings else 0

    @property
    def bits(self) -> int:
        """Smallest k such that all nimbers are below 2^k."""
        rows = [edge.nimbers for edge in self.edges]
        if self.rings:
            rows += [self.rings.empty, *map(list, self.rings.small)]
        return max(map(max, rows)).bit_length()

    def kernels(self, character: int) -> WinnerKernels:
        """Return N and, as the last entry, H: coefficients by the state before an edge and its length."""
        into: WinnerKernels = [{} for _ in range(self.states + 1)]
        for before, after, first, nimbers, repeats in self.edges:
            signs = [_sign(character, nimber) for nimber in nimbers]
            kernel = into[self.states if after is None else after]
            for at in range(len(signs) + (0 if repeats else self.period)):
                sign = signs[at] if at < len(signs) else 0
                sign -= signs[at - self.period] if at >= self.period else 0
                if sign:
                    kernel[before, first + at] = kernel.get((before, first + at), 0) + sign
        return into

    def degree(self) -> int:
        """Return the bound on the degrees of numerators and denominators."""
        lasts = [first + len(nimbers) + self.period for _, _, first, nimbers, _ in self.edges]
        more = self.rings.columns + self.period if self.rings else 0
        return self.states * max(lasts) + more

    def series(self, character: int, count: int, budget: Budget) -> list[int]:
        """Return the initial coefficients of F_chi."""
        kernels = self.kernels(character)
        if self.rings is None:
            return self._paths(kernels, 0, [1, -1], count, budget)[-1]
        small: list[dict[int, int]] = [{}] * self.rings.first_n + self.rings.small
        empty = self.rings.empty
        counts = [sum(number * _sign(character, v) for v, number in some.items()) for some in small]
        counts += self._closed_paths(kernels, count, budget)[len(small) :]
        for n in range(len(small), count):
            at = n - len(small)
            at -= max(0, at - len(empty) + self.period) // self.period * self.period
            counts[n] += _sign(character, empty[at])
        return counts[:count]

    def _closed_paths(self, kernels: WinnerKernels, count: int, budget: Budget) -> list[int]:
        """Return the sums of chi over the closed paths, each counted once for every position of column 0 in
        one of its edges. This is the trace of (p t^p + t N') V - p t^p / (1 - t^p), where V is the inverse of
        (1 - t^p) - N.
        """
        period, total = self.period, [0] * count
        for state in range(self.states):
            values = self._paths(kernels, state, [1], count, budget)
            for n in range(count):
                budget.spend(len(kernels[state]) * (1 + n // 64))
                for (before, length), sign in kernels[state].items():
                    total[n] += sign * length * values[before][n - length] if length <= n else 0
                if n >= period:
                    total[n] += period * (values[state][n - period] - (n % period == 0))
        return total

    def _paths(
        self, kernels: WinnerKernels, start: int, factor: list[int], count: int, budget: Budget
    ) -> list[list[int]]:
        """Return row ``start`` of V, and as the last entry its product with H; ``factor`` [1, -1] multiplies
        both by 1 - t^p.
        """
        steps = [[(*path, sign) for path, sign in kernel.items()] for kernel in kernels]
        begins = dict(zip((0, self.period), factor, strict=False))
        values = [[0] * count for _ in steps]
        for n in range(count):
            budget.spend(sum(map(len, steps)) * (1 + n // 64))
            for state, paths in enumerate(steps):
                total = values[state][n - self.period] if n >= self.period else 0
                total += begins.get(n, 0) if state == start else 0
                total += sum(
                    sign * values[before][n - length] for before, length, sign in paths if length <= n
                )
                values[state][n] = total
        return values


def _sign(character: int, nimber: int) -> int:
    return 1 - 2 * ((character & nimber).bit_count() & 1)


def rows_automaton(nimbers: list[int], period: int, in_row: bool) -> WinnerAutomaton:
    """Return the automaton of rows of heaps, whose nimbers repeat their last ``period`` entries."""
    if in_row:
        edges = [WinnerEdge(0, 0, 1, nimbers, True), WinnerEdge(0, None, 0, nimbers, True)]
    else:
        edges = [WinnerEdge(0, 0, 1, nimbers[1:], True), WinnerEdge(0, None, 0, [0], False)]
    return WinnerAutomaton(1, edges, period)


class WinnerState(NamedTuple):
    """Remaining placements after some placements, relative to the column of the last one."""

    kind: int
    offset: int
    columns: PeriodEnd


def strip_automaton(table: PeriodTable, start: int, period: int) -> WinnerAutomaton:
    """Return the automaton of the positions on a strip whose pieces have nimbers with this period."""
    return _StripPositions(table, start, period).automaton()


class _StripPositions:
    def __init__(self, table: PeriodTable, start: int, period: int) -> None:
        self._table, self._moves, self._strip = table, table.moves, table.moves.strip
        self._start, self._period = start, period
        self._cuts = [self._cut(kind) for kind in range(self._strip.count)]

    def automaton(self) -> WinnerAutomaton:
        natural = self._strip.straight(self._strip.reach - 1)[::-1]
        columns = tuple(dropwhile(not_, natural))
        begin = [WinnerState(-1, 1 + len(natural) - len(columns), columns)]
        if self._strip.ring:
            begin = [after for after, *_ in self._cuts]
        found = {state: list[tuple[WinnerState | None, int, list[int], bool]]() for state in begin}
        waiting = list(found)
        while waiting:
            state = waiting.pop()
            found[state] += self._edges(state)
            new = {after for after, *_ in found[state] if after is not None} - found.keys()
            found |= {after: [] for after in new}
            waiting += new
            if len(found) > WINNER_STATES:
                raise RefusalError(3, f"the automaton of positions has more than {WINNER_STATES} states")
        number = {state: at for at, state in enumerate(sorted(found))}
        edges = [
            WinnerEdge(number[state], None if after is None else number[after], first, nimbers, repeats)
            for state, ways in found.items()
            for after, first, nimbers, repeats in ways
        ]
        rings = self._rings() if self._strip.ring else None
        return WinnerAutomaton(len(found), edges, self._period, rings)

    def _rings(self) -> WinnerRings:
        """Return the numbers of positions on small rings, and the nimbers of the other boards."""
        first, (least, board) = self._strip.first_n, board_nimbers(self._table, self._start, self._period)
        small = [self._numbers(n) for n in range(first, least)]
        least = max(least, first)
        last = max(least, self._start + self._table.widest) + self._period
        return WinnerRings(first, small, [board(n) for n in range(least, last)])

    def _numbers(self, n: int) -> dict[int, int]:
        """Return the number of positions of each nimber on the cyclic strip of n columns, by search."""
        strip, numbers = self._strip, dict[int, int]()
        position, clashes = strip.ring_position(n)
        ways, known = {position: 1}, dict[int, int]()
        for bit in set_bits(position):
            strip.budget.spend(len(ways))
            for left, number in list(ways.items()):
                if left >> bit & 1:
                    rest = left & ~clashes(bit)
                    ways[rest] = ways.get(rest, 0) + number
            if len(ways) > RING_REMAINDERS:
                raise RefusalError(3, f"the cyclic board with {n} columns has too many positions")
        for left, number in ways.items():
            nimber = nimber_by_play(left, clashes, known, strip.budget, n * strip.count)
            numbers[nimber] = numbers.get(nimber, 0) + number
        return numbers

    def _edges(self, state: WinnerState) -> Iterator[tuple[WinnerState | None, int, list[int], bool]]:
        strip, moves, (kind, offset, columns) = self._strip, self._moves, state
        free, width = moves.margin + 2 * moves.least, moves.margin + 2 * moves.least + len(columns)
        position = strip.position([*[strip.full] * free, *columns[::-1]])
        main = joined_part((1 << strip.reach * strip.count) - 1, position, strip.clashes)
        end, lost = moves.half(main, width, 1)
        must_hold(moves.least - lost == free, "a piece does not contain all placements of its full columns")
        loose, far = strip.nimber(position ^ main), offset + len(columns)
        must_hold(far + moves.margin > 0, "a placement is not adjacent to the columns on its left")
        for bit in set_bits(position >> 2 * moves.least * strip.count << 2 * moves.least * strip.count):
            column, new = divmod(bit, strip.count)
            length = offset + width - 1 - column
            if length > 0 or (length == 0 and new > kind):
                after, finished = self._place(position, width, bit)
                yield after, length, [strip.nimber(finished)], False
        for after, (begin, a), beside in self._cuts:
            row = self._row((begin, end), moves.margin - a)
            yield after, far + moves.margin, [nimber ^ loose ^ beside for nimber in row], True
        if strip.ring:
            return
        short = range(max(0, far - 1))
        shown = [position >> max(0, width - 1 - n + offset) * strip.count for n in short]
        last = self._row(((), end), max(0, 1 - far))
        yield None, 0, [*map(strip.nimber, shown), *(nimber ^ loose for nimber in last)], True

    def _row(self, pair: tuple[PeriodEnd, PeriodEnd], first: int) -> list[int]:
        """Return the nimbers of a piece with ``first`` or more full columns, up to the end of the first
        period.
        """
        must_hold(pair in self._table.values, "a position has a pair of ends that is not listed")
        row, end = self._table.values[pair], max(first, self._start) + self._period
        return [
            row[n if n < len(row) else self._start + (n - self._start) % self._period]
            for n in range(first, end)
        ]

    def _cut(self, kind: int) -> tuple[WinnerState, tuple[PeriodEnd, int], int]:
        """Return the state after a placement far from others, the end on its right, and the nimber of the
        other finished components.
        """
        strip, least = self._strip, self._moves.least
        width, bit = 2 * least + 1, least * strip.count + kind
        position = (1 << width * strip.count) - 1
        _, right = self._moves.remainder_of(position, width, bit, 0)
        after, finished = self._place(position, width, bit)
        must_hold(right & finished == right, "a later placement is possible to the right of a move")
        return after, self._moves.half(right, width, 0), strip.nimber(finished ^ right)

    def _place(self, position: int, width: int, bit: int) -> tuple[WinnerState, int]:
        """Return the state after a placement, and the components that are finished."""
        strip, (column, kind) = self._strip, divmod(bit, self._strip.count)
        rest = position & ~strip.clashes(bit)
        same = (1 << (column + 1) * strip.count) - (2 << bit)
        later = rest & ((1 << column * strip.count) - 1 | same)
        kept = joined_part(later, rest, strip.clashes)
        masks = [kept >> at * strip.count & strip.full for at in range(width)]
        run = next((at for at, mask in enumerate(masks) if mask != strip.full), width)
        must_hold(run >= strip.reach, "a placement near one end affects the other end")
        columns = tuple(dropwhile(not_, masks[run:][::-1]))
        return WinnerState(kind, column - run - len(columns) + 1, columns), rest ^ kept


def kayles_ladder(rule: Fields, shape: object) -> int | None:
    """Return 0, 1, 2 or 3 if a rule and a family, as in a file, are Node Kayles on the boards F(n), C(n + 1),
    S(n + 2) or O(n + 2), else None.
    """
    pieces = [(one["owner"], one["pieces"], one.get("reserved", False)) for one in rule["colours"]]
    is_kayles = pieces == [("both", [[[0, 0]]], False)] and rule["forbidden"] == [[0, 0]]
    if not is_kayles or rule["liberties"]:
        return None
    family = read_family(shape)
    ends = [end for end in family.ends if end is not None]
    is_ladder = family.slice == (2, ((0, 1),)) and {*family.links} == {(0, 0, 1), (1, 1, 1)}
    has_more = family.ring or family.hubs.vertices or family.apart
    if has_more or not is_ladder or any(end.part != (1, ()) or len(end.links) != 1 for end in ends):
        return None
    return len(ends) + (len({end.links[0][1] for end in ends}) == 2)


def ladder_nimber(kind: int, n: int) -> int:
    """Return the nimber of F(n), C(n + 1), S(n + 2) or O(n + 2); all but the first require n >= 1."""
    return (n % 2, n + 1, 1, 0)[kind]


def ladder_counts(count: int) -> tuple[list[int], list[int]]:
    """Return the number of all positions, and of P-positions, of Node Kayles on 2 x n.

    >>> ladder_counts(7)
    ([1, 3, 7, 17, 41, 99, 239], [1, 2, 3, 6, 15, 36, 85])
    """
    inner, every, won = [[0, 0], [2, 0]], [1] * count, [1 - n % 2 for n in range(count)]
    while len(inner) < count:  # from the first to the last piece, by parity
        near, far = inner[-1], [sum(pair) for pair in zip(*inner[:-1], strict=True)]
        inner.append([near[e] + far[0] + far[1] for e in (0, 1)])
    for n in range(count):
        for i in range(n):
            for j in range(n - i):
                even, odd = inner[n - i - j]
                every[n] += even + odd
                won[n] += even * (i ^ j == 0) + odd * (i ^ j == 1)
    return every, won


def _check_ladder(certificate: object) -> Verdict:
    """Check the certificate of Node Kayles on 2 x n, for the numbers A of positions and P of P-positions, and
    2 P - A.
    """
    file = claim_in_file(certificate, LADDER_SHAPE, "gfkit-winners", "ladder")
    shape, rule, terms = file["shape"], file["rule"], file["terms"]
    must_hold(kayles_ladder(rule, shape) == 0, "the theorem applies only to Node Kayles on the boards 2 x n")
    must_hold(
        file["nimber"] == 0 and len(file["fractions"]) == 2,
        "the theorem applies only to numbers of P-positions",
    )
    count = max(len(terms), 40 + max(len(part) for fraction in file["fractions"] for part in fraction))
    need(count < 400, "at most 360 terms are supported")
    every, won = ladder_counts(count)
    twice = [2 * p - a for a, p in zip(every, won, strict=True)]
    for series, (above, below) in zip((every, twice), file["fractions"], strict=True):
        need(below[:1] == [1], "the denominator of a fraction must have the constant term 1")
        _must_agree(series, above, below, "a fraction is wrong")
    must_hold(terms == won[: len(terms)], "the terms are wrong")
    claim = "the numbers of positions of Node Kayles on 2 x n that the second player wins are"
    claim += " as listed, and" * bool(terms)
    return Verdict(f"{claim} determined by the 2 fractions for all n", "the rule in the file", count)


def _check_ladder_nimbers(certificate: object) -> Verdict:
    """Check the certificate of the nimbers of Node Kayles on 2 x n, with corners removed or not."""
    file = claim_in_file(certificate, LADDER_NIMBERS_SHAPE, "gfkit-winners", "ladder-nimbers")
    kind, first, values = kayles_ladder(file["rule"], file["shape"]), file["first_n"], file["values"]
    if kind is None:
        raise RefusalError(1, "the theorem is about Node Kayles on the boards 2 x n, or without corners")
    need(first == read_family(file["shape"]).first, "the first n must be that of the family")
    for n, value in enumerate(values, first):
        must_hold(value == ladder_nimber(kind, n), f"the board n = {n} does not have the nimber {value}")
    law = ("n mod 2", "n + 1", "1", "0")[kind]
    listed = " as listed, and" * bool(values)
    claim = f"the nimbers of Node Kayles on {_boards_of(file)} are{listed} {law} for all n"
    return Verdict(claim, "the rule in the file", len(values))


def _boards_of(file: Fields) -> str:
    return family_text(file["shape"]) or "the boards in the file"


def _must_agree(series: list[int], above: list[int], below: list[int], otherwise: str) -> None:
    """Raise RefusalError unless a fraction has these initial coefficients."""
    for n in range(len(series)):
        product = sum(c * series[n - at] for at, c in enumerate(below[: n + 1]))
        must_hold(product == (above[n] if n < len(above) else 0), otherwise)


def check_winners(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the number of positions of one nimber, on strips or in rows of heaps."""
    claimed = certificate.get("claim") if isinstance(certificate, dict) else None
    if claimed == "ladder":
        return _check_ladder(certificate)
    if claimed == "ladder-nimbers":
        return _check_ladder_nimbers(certificate)
    if claimed == "rows":
        return _check_rows(certificate, budget)
    file = claim_in_file(certificate, WINNERS_SHAPE, "gfkit-winners", "positions")
    try:
        table = checked_table(file, PeriodStrip(file, budget))
        automaton = strip_automaton(table, file["start"], file["period"])
        claim = _check_numbers(file, automaton, f" on {_boards_of(file)}", budget)
    except RecursionError:
        raise RefusalError(3, "checking the longest play exceeds the recursion limit of Python") from None
    whose = "with the moves of either player for both, " if file["impartial"] else ""
    return Verdict(whose + claim, "the rule in the file", len(file["terms"]))


def _check_rows(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of the numbers of rows of heaps with a given nimber."""
    file = claim_in_file(certificate, ROWS_SHAPE, "gfkit-winners", "rows")
    digits, values = octal_digits(file["digits"]), file["values"]
    needed = heaps_in_window(digits, file["start"], file["period"], WINNER_VALUES)
    must_hold(len(values) == needed, f"the theorem requires {needed} values, but there are {len(values)}")
    must_hold(values == heap_nimbers(digits, needed, budget), "the values of heaps are not as listed")
    end = file["start"] + file["period"]
    repeats = values[end:] == values[file["start"] : needed - file["period"]]
    must_hold(repeats, "the values are not periodic in the range required by the theorem")
    automaton = rows_automaton(values[:end], file["period"], file["rows"])
    what = "subsets of a row of n tokens" if file["rows"] else "rows of heaps with n tokens"
    claim = _check_numbers(file, automaton, "", budget)
    return Verdict(f"{what}: {claim}", "the digits in the file", needed)


def _check_numbers(file: Fields, automaton: WinnerAutomaton, where: str, budget: Budget) -> str:
    """Compare the fractions in a file with the automaton, and the terms with the fractions."""
    fractions, claimed, nimber = file["fractions"], file["terms"], file["nimber"]
    if automaton.bits > WINNER_BITS:
        raise RefusalError(3, f"nimbers with more than {WINNER_BITS} bits are not supported")
    whole(nimber, 0, (1 << automaton.bits) - 1, "nimber")
    must_hold(len(fractions) == 1 << automaton.bits, f"fractions: expected {1 << automaton.bits}")
    total, first = [0] * len(claimed), automaton.first_n
    for character, (above, below) in enumerate(fractions):
        need(below[:1] == [1], "the denominator of a fraction must have the constant term 1")
        count = automaton.degree() + max(len(above), len(below))
        terms = automaton.series(character, max(count, first + len(claimed)), budget)
        budget.spend(count * len(below))
        _must_agree(terms[:count], above, below, f"the fraction of character {character} is wrong")
        sign = _sign(character, nimber)
        total = [one + sign * term for one, term in zip(total, terms[first:], strict=False)]
    for n, (term, times) in enumerate(zip(claimed, total, strict=True), first):
        true = times >> automaton.bits
        must_hold(term == true, f"{true} positions of length {n} have the nimber {nimber}, not {term}")
    won = " (won by the second player)" if nimber == 0 else ""
    listed = f" as listed for n = {first} to {first + len(claimed) - 1}, and" if claimed else ""
    given = f"determined by the {len(fractions)} fractions for all n"
    positions = f"positions of the game in the file{where} with nimber {nimber}{won}"
    return f"the numbers of {positions} are{listed} {given}"
