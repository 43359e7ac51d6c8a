"""Bounds of the growth constant per cell of the square lattice, from strips or from stones, in exact
arithmetic.

Strips. The file contains some strips. Each has a nonnegative integer matrix A (one period of its slices, as
the product of its steps, multiplied by ``scale``), a column x, and numbers low and high.

Theorem. Suppose that A x <= high x, and that x is positive at every final state. Then the growth constant of
the strip per period is at most high. Suppose that A x' >= low x', where x' equals x at some states at which x
is positive, and is 0 elsewhere; that one of these states is reached from an initial state; and that from each
of them a final state is reached. Then the growth constant of the strip per period is at least low. Proof. Let
the row b contain the weights of the initial states and the column e the weights of the final states, so that
boards of k periods are counted by b A^k e. Some c satisfies e <= c x, so the count is at most c high^k b x.
Some i satisfies b A^i x' > 0, and some c and j satisfy x' <= c (e + A e + ... + A^j e), so the counts of
boards of i + k to i + k + j periods add up to at least low^k b A^i x' / c.

The checker then tests that each bound has the form of its theorem, with the numbers s, h and f in the file,
and compares its power with the quotient of growth constants. L_r is the growth constant of the strip of r
rows, and R_k that of the strip of k cyclic rows.

    symmetric, below   (L_r / L_q)^(1/(r - q)), q - s even; or L_r^(1/r) if s is 0
    symmetric, above   R_k^(1/k), k >= 4 even
    joining            L_r^(1/(r + h)), r > h
    cutting            (f L_r)^(1/r)
    stones             1 + R_1 + ... + R_q

Stones. Cells are empty or contain a stone of one of q colours; each stone has weight z, and the groups of
some colours need an adjacent empty cell. Here R_c = Z(c at u) / Z(u empty), where all cells before u, row by
row, are empty.

Theorem. If l <= 1 + R_1 + ... + R_q <= h for all possible contents of the cells far from u, then the constant
is between l and h. Proof. The probability that u is empty is 1 / (1 + R_1 + ... + R_q). The probability that
all cells are empty is 1 / Z, and is the product, over the cells, of the probability that a cell is empty if
all cells before it are empty.

R_c is z times the probability that every group keeps a liberty when a stone is placed at u. A group that may
lose its last liberty is explored cell by cell: the probabilities of the contents of each cell are computed
recursively, up to the tolerance in the file or a finer one. The probability that a cell contains one of k
colours is at most k z / (1 + k z), which bounds the remainder. Bounds in the file are accepted if the
computed values are between them.

The checker does not check that the theorems apply to the rule, which the file states in prose, nor that the
matrices or the data of stones belong to the rule. The proofs for strips are in
``gfkit/constants/enclosure.py``, the proof for stones is in ``gfkit/constants/stones.py``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor, lcm, log2, prod
from typing import NamedTuple

from gfkit.proofs.checker.reading import (
    Budget,
    Fields,
    RefusalError,
    Verdict,
    file_of_format,
    must_hold,
    need,
    printable_value,
    quantity,
    whole,
)

CONSTANT_FORMAT, CONSTANT_VERSION = "gfkit-constant", 1
CONSTANT_ROOT, CONSTANT_DIGITS, CONSTANT_BITS, CONSTANT_STATES = 500, 4000, 10**8, 3 * 10**7
"""Limits: exponent of a root, slices of a period, digits of a fraction, bits of a power, states of a
strip.
"""
CONSTANT_NUMBERS: dict[str, object] = {"symmetric": (int, None), "joined": (int, None), "cut": (str, None)}
CONSTANT_BOUND: dict[str, object] = {"value": str, "theorem": str, "root": int, "factor": str, "uses": [str]}
CONSTANT_STRIP: dict[str, object] = {
    "name": str, "rows": int, "around": bool, "slices": int, "scale": int, "low": str, "high": str,
    "steps": [[int, int, [[int, [int], [int]]]]], "vector": [int], "lower": [int], "begins": [int],
    "ends": [int],
}  # fmt: skip
CONSTANT_SHAPE: dict[str, object] = {
    "format": str, "version": int, "game": str, "positions": str, "weight": str, "hypotheses": [str],
    **CONSTANT_NUMBERS, "weaker": (CONSTANT_NUMBERS, None), "lower": CONSTANT_BOUND,
    "upper": (CONSTANT_BOUND, None), "strips": [CONSTANT_STRIP],
    "stones": ({"breathe": [bool], "weight": str, "tolerance": str}, None),
}  # fmt: skip
STONE_ONE, STONE_SLACK = 1 << 60, 1 << 20
"""Unit of probabilities, and an upper bound of the rounding error in a bound."""
ConstantNumbers = tuple[int | None, int | None, str | None]
"""Numbers s, h and f of a rule, or None if a theorem does not apply."""
StripStep = tuple[int, int, list[tuple[int, list[int], list[int]]]]
"""Step of a strip: the numbers of states before and after it, and its factors with their source and target
states.
"""
StoneCell = tuple[int, int]
StoneChance = tuple[int, int]
"""Lower and upper bound of a probability, or of a number R, in units of STONE_ONE."""
OneCellMore = tuple[Fraction, Fraction]


class StripGrowth(NamedTuple):
    """Checked bounds of a strip: low <= growth^slices <= high."""

    rows: int
    around: bool
    slices: int
    low: Fraction
    high: Fraction


def check_constant(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of bounds of a constant."""
    file = file_of_format(certificate, CONSTANT_SHAPE, CONSTANT_FORMAT, CONSTANT_VERSION)
    ratio_of(file["weight"])
    numbers = file["symmetric"], file["joined"], file["cut"]
    strips = {strip["name"]: strip for strip in file["strips"]}
    lower, upper = file["lower"], file["upper"]
    used = {name for bound in (lower, upper) if bound for name in bound["uses"]}
    is_used = len(strips) == len(file["strips"]) and strips.keys() == used
    need(is_used, "strips must contain each strip used by the bounds exactly once")
    growths = {name: strip_growth(name, strip, budget) for name, strip in strips.items()}
    try:
        more = None if file["stones"] is None else one_cell_more(file, lower, upper, budget)
    except RecursionError:
        raise RefusalError(
            3, "key 'stones': a group of stones is too large for the recursion limit of Python"
        ) from None
    must_follow(lower, numbers, [growths[name] for name in lower["uses"]], more, "lower")
    words = [lower["theorem"]]
    if upper is not None:
        words.append(upper["theorem"])
        if words[1].startswith("part, "):
            must_hold(file["weaker"], "weaker: required by the theorem of the upper bound")
            numbers = tuple(file["weaker"][key] for key in CONSTANT_NUMBERS)
            upper = upper | {"theorem": words[1].removeprefix("part, ")}
        must_follow(upper, numbers, [growths[name] for name in upper["uses"]], more, "upper")
        is_between = ratio_of(lower["value"]) <= ratio_of(upper["value"])
        must_hold(is_between, "the lower bound exceeds the upper bound")
    count = 2 * sum(len(strip["vector"]) for strip in strips.values())
    claim = f"{count} inequalities for {quantity(len(strips), 'strip')} hold"
    if more is not None:
        count, claim = 2, "the bounds for adding one cell were recomputed"
    rests = (
        "the rule satisfies the hypotheses of the theorems, and the strips and stones belong to the rule"
        " (not checked)"
    )
    split = (word.rpartition("part, ") for word in dict.fromkeys(words))
    theorems = " and ".join(word + " for a weaker rule" * bool(part) for _, part, word in split)
    return Verdict(f"{claim}, and imply the bounds by the theorems {theorems}", rests, count, proved=False)


def ratio_of(text: str) -> Fraction:
    """Parse a nonnegative fraction."""
    top, _, bottom = text.partition("/")
    is_short = max(len(top), len(bottom)) <= CONSTANT_DIGITS
    is_ratio = is_short and text.isascii() and (top + bottom).isdecimal() and top != ""
    need(is_ratio, f"expected a fraction such as 3/2, not {printable_value(text)}")
    need(int(bottom or 0), f"expected a fraction with a nonzero denominator, not {printable_value(text)}")
    return Fraction(int(top), int(bottom))


def bounded_power(value: Fraction, power: int) -> Fraction:
    """Return an integer power. Raise RefusalError if it has too many bits."""
    if (value.numerator.bit_length() + value.denominator.bit_length()) * power > CONSTANT_BITS:
        raise RefusalError(3, f"the power {power} of a bound is too long")
    result: Fraction = value**power
    return result


# Strips ----------------------------------------------------------------------------------------------------


def strip_growth(name: str, strip: Fields, budget: Budget) -> StripGrowth:
    """Return bounds of the growth constant of one strip, proved by a vector in the certificate."""
    called, vector, size = f"strip {printable_value(name)}", strip["vector"], len(strip["vector"])
    low, high, scale = ratio_of(strip["low"]), ratio_of(strip["high"]), whole(strip["scale"], 1)
    ends, begins, chosen = (set(strip[key]) for key in ("ends", "begins", "lower"))
    steps: list[StripStep] = strip["steps"]
    if sum(before + after for before, after, _ in steps) > CONSTANT_STATES:
        raise RefusalError(3, f"{called}: its transition tables have more than {CONSTANT_STATES} states")
    for before, after, ways in steps:
        for factor, sources, targets in ways:
            starts = len(sources) == len(targets) and max(sources, default=-1) < before
            need(starts, "a table has a source that is not a state")
            need(max(targets, default=-1) < after, "a table has a target that is not a state")
            whole(factor, 1)
    befores, afters = [before for before, _, _ in steps], [after for _, after, _ in steps]
    fits = steps and befores[0] == size and befores[1:] + befores[:1] == afters
    fits = fits and max(ends | begins | chosen, default=0) < max(size, 1)
    need(fits, f"{called}: the numbers of states of consecutive tables differ")
    is_positive = all(vector[state] for state in ends)
    must_hold(is_positive, f"{called}: the vector is 0 at a final state")
    top, bottom = scale * high.numerator, high.denominator
    grown = column_before(steps, vector)
    is_high = all(new * bottom <= top * old for new, old in zip(grown, vector, strict=True))
    must_hold(is_high, f"{called}: A x <= high x fails")
    if low:
        part = [value if state in chosen else 0 for state, value in enumerate(vector)]
        top, bottom = scale * low.numerator, low.denominator
        grown = column_before(steps, part)
        is_low = any(part) and all(new * bottom >= top * old for new, old in zip(grown, part, strict=True))
        must_hold(is_low, f"{called}: A x' >= low x' fails")
        chosen = {state for state in chosen if vector[state]}
        is_reached = chosen & states_reached(steps, begins, budget)
        must_hold(is_reached, f"{called}: its lower bound uses states that are not reachable")
        backwards = [(b, a, [(w, t, s) for w, s, t in ways]) for a, b, ways in reversed(steps)]
        leads = chosen <= states_reached(backwards, ends, budget)
        must_hold(leads, f"{called}: its lower bound uses states from which no board can be completed")
    rows, slices = whole(strip["rows"], 1), whole(strip["slices"], 1, CONSTANT_ROOT)
    begins_so = name.startswith(f"{'cylinder:' * strip['around']}{rows}xn of ")
    is_its = begins_so and not len(steps) % slices
    need(is_its, f"{called}: its name or its tables do not match its rows and slices")
    return StripGrowth(rows, strip["around"], slices, low, high)


def column_before(steps: list[StripStep], vector: list[int]) -> list[int]:
    """Return the product of A and a column."""
    for before, _after, ways in reversed(steps):
        column = [0] * before
        for factor, sources, targets in ways:
            for source, target in zip(sources, targets, strict=True):
                column[source] += factor * vector[target]
        vector = column
    return vector


def states_reached(steps: list[StripStep], first: set[int], budget: Budget) -> set[int]:
    """Return all states between periods that are reachable from the given states."""
    seen, fresh = set(first), set(first)
    while fresh:
        for _before, _after, ways in steps:
            budget.spend(1 + sum(1 + len(sources) for _, sources, _ in ways))
            pairs = (zip(sources, targets, strict=True) for _, sources, targets in ways)
            fresh = {target for way in pairs for source, target in way if source in fresh}
        fresh -= seen
        seen |= fresh
    return seen


def must_follow(
    bound: Fields,
    numbers: ConstantNumbers,
    used: list[StripGrowth],
    more: OneCellMore | None,
    side: str,
) -> None:
    """Raise RefusalError if a lower or upper bound does not follow from its theorem."""
    theorem, is_lower = bound["theorem"], side == "lower"
    beyond = f"the {side} bound {'exceeds' if is_lower else 'is below'} the bound"
    if theorem == "stones" or (theorem == "none" and is_lower):
        is_plain = not bound["uses"] and bound["root"] == 1 and ratio_of(bound["factor"]) == 1
        need(is_plain, f"a bound by the theorem {theorem} must not use strips")
        must_hold(theorem == "none" or more, f"stones: required by the theorem of the {side} bound")
        value = ratio_of(bound["value"])
        is_zero = theorem == "stones" or not value
        must_hold(is_zero, "without a theorem the lower bound must be 0")
        follows = not more or theorem == "none" or (value <= more[0] if is_lower else value >= more[1])
        must_hold(follows, f"{beyond} for adding one cell")
        return
    root, factor = whole(bound["root"], 1, CONSTANT_ROOT), ratio_of(bound["factor"])
    (s, h, f), rows, rings = numbers, [strip.rows for strip in used], {strip.around for strip in used}
    if is_lower:
        fits = rings == {False} and factor == 1
        if theorem == "joining":
            fits = fits and h is not None and rows == [root - h] and rows > [h]
        elif theorem == "symmetric" and len(rows) == 2:
            wide, narrow = rows
            fits = fits and s is not None and root == wide - narrow
            fits = fits and s is not None and narrow >= s and (narrow - s) % 2 == 0
        else:
            fits = fits and theorem == "symmetric" and s == 0 and rows == [root]
    elif theorem == "cutting":
        fits = rows == [root] and rings == {False} and f is not None and factor == ratio_of(f)
    else:
        fits = theorem == "symmetric" and s is not None and rows == [root] and rings == {True}
        fits = fits and factor == 1 and root >= 4 and root % 2 == 0
    must_hold(
        fits, f"the {side} bound does not have the form required by the theorem {printable_value(theorem)}"
    )
    both = lcm(*(strip.slices for strip in used))
    ends = [used[0].low if is_lower else used[0].high, *(strip.high for strip in used[1:])]
    must_hold(all(ends[1:]), "the growth constant of a strip in a denominator is 0")
    powers = [bounded_power(end, both // strip.slices) for end, strip in zip(ends, used, strict=True)]
    power = bounded_power(factor, both) * powers[0] / prod(powers[1:])
    value = bounded_power(ratio_of(bound["value"]), root * both)
    must_hold(value <= power if is_lower else value >= power, f"{beyond} that follows from its strips")


# Stones ----------------------------------------------------------------------------------------------------


def one_cell_more(file: Fields, lower: Fields, upper: Fields | None, budget: Budget) -> OneCellMore:
    """Return bounds of the factor by which one more cell multiplies the count, for a sufficiently small
    tolerance.
    """
    breathe, weight = file["stones"]["breathe"], ratio_of(file["stones"]["weight"])
    tolerance = ratio_of(file["stones"]["tolerance"])
    need(weight == ratio_of(file["weight"]), "weight: expected the weight of a piece in the file")
    is_below, is_above = lower["theorem"] == "stones", upper is not None and upper["theorem"] == "stones"
    need(is_below or is_above, "stones must be null, because no bound uses this theorem")
    need(
        1 <= len(breathe) <= 4,
        "stones: expected 1 to 4 colours, each with true or false: its groups need an empty cell",
    )
    in_range = 0 < weight <= 10**6 and Fraction(1, 2**46) <= tolerance <= 1
    need(in_range, "the weight of a stone, or the tolerance, is out of range")
    for finer in (1, 2, 4, 8, 16, 32):
        low, high = StoneChances(breathe, weight, float(tolerance / finer), budget).one_more()
        if (not is_below or low >= ratio_of(lower["value"])) and (
            not is_above or upper is None or high <= ratio_of(upper["value"])
        ):
            break
    return low, high


class StoneLooks:
    """Node of a cache of values of R: a cell, and a subtree for each of its contents; the leaves contain the
    values.
    """

    def __init__(self) -> None:
        self.cell: StoneCell | None = None
        self.then: dict[int, StoneLooks] = {}
        self.ratios: list[StoneChance] | None = None


class StoneChances:
    """Probabilities of stones, given the known contents of cells (row, column); (0, 0) is u."""

    def __init__(self, breathe: list[bool], weight: Fraction, tolerance: float, budget: Budget) -> None:
        self._breathe, self._weight, self._tolerance = breathe, weight, tolerance
        self.colours: range = range(1, len(breathe) + 1)
        z = float(weight)
        self.bounds: list[float] = [k * z / (1 + k * z) for k in range(len(breathe) + 1)]
        self.each: float = z / (1 + len(breathe) * z)
        self.cells: dict[StoneCell, int] = {}
        self.seen: list[dict[StoneCell, int]] = [{}]
        self.kept: dict[int, StoneLooks] = {}
        self.budget = budget

    def one_more(self) -> OneCellMore:
        """Return a lower and an upper bound of 1 + R_1 + ... + R_q."""
        ratios = self.ratios((0, 0), 1.0)
        low, high = (STONE_ONE + sum(ends[side] for ends in ratios) for side in (0, 1))
        return Fraction(low, STONE_ONE), Fraction(high, STONE_ONE)

    def at(self, cell: StoneCell) -> int:
        """Return the content of a cell: 0 if it is empty, as before (0, 0), or -1 if it is unknown."""
        held = self.cells.get(cell)
        if held is None:
            held = 0 if cell < (0, 0) else -1
        self.seen[-1].setdefault(cell, held)
        return held

    def ratios(self, u: StoneCell, weight: float) -> list[StoneChance]:
        """Return R for each colour at u. Results are cached by the sequence of contents examined."""
        level = max(-1, int(2 * (log2(weight) - log2(self._tolerance)) // 1))
        node = self.kept.setdefault(level, StoneLooks())
        while node.cell is not None:
            row, col = node.cell
            node = node.then.setdefault(self.at((u[0] + row, u[1] + col)), StoneLooks())
        if node.ratios is None:
            self.seen.append({u: -1})
            self.cells[u] = 0
            ratios = []
            for colour in self.colours:
                least = self._tolerance * 2.0 ** (level / 2)
                low, high = self.some_dies(u, colour, [u, *cells_around(u)], least)
                ends = (STONE_ONE - high) * self._weight, (STONE_ONE - min(low, STONE_ONE)) * self._weight
                ratios.append((floor(ends[0]), -floor(-ends[1])))
            del self.cells[u]
            node = self.kept[level]
            for cell, held in self.seen.pop().items():
                self.seen[-1].setdefault(cell, held)
                if cell != u:
                    node.cell = (cell[0] - u[0], cell[1] - u[1])
                    node = node.then.setdefault(held, StoneLooks())
            node.ratios = ratios
        return node.ratios

    def some_dies(self, u: StoneCell, colour: int, places: list[StoneCell], weight: float) -> StoneChance:
        """Return the probability that at least one of the groups at ``places`` has no liberty after a stone
        is placed at u.
        """
        order = sorted(places, key=lambda place: -self.threat(place, u, colour)[0])
        low = high = 0
        for count, place in enumerate(order):
            first = self.dies(u, colour, place, order[:count], weight)
            low, high = low + first[0], high + first[1]
        return low, min(high, STONE_ONE)

    def dies(
        self, u: StoneCell, colour: int, place: StoneCell, but: list[StoneCell], weight: float
    ) -> StoneChance:
        """Return the probability that the group at ``place`` has no liberty, while those at ``but`` all have
        one.
        """
        self.budget.spend(1, "stones: the tolerance requires more cells than the limit")
        most, cell = self.threat(place, u, colour)
        if not most:
            return 0, 0
        if cell is None:
            low, high = self.some_dies(u, colour, but, weight) if but else (0, 0)
            return STONE_ONE - high, STONE_ONE - low
        if weight * most < self._tolerance:
            return 0, int(most * STONE_ONE) + STONE_SLACK
        chances = []
        for held in self.colours:
            self.cells[cell] = held
            chances.append(self.dies(u, colour, place, but, weight * self.each))
        del self.cells[cell]
        largest = max(high for _, high in chances)
        if not largest:
            return 0, 0
        ends = self.ratios(cell, weight * self.each * max(largest / STONE_ONE, 2.0**-46))
        low, high = STONE_ONE, 0
        for ratios in product(*ends):
            lows, highs = (sum(r * c[side] for r, c in zip(ratios, chances, strict=True)) for side in (0, 1))
            low = min(low, lows // (STONE_ONE + sum(ratios)))
            high = max(high, -(-highs // (STONE_ONE + sum(ratios))))
        return low, high

    def threat(self, place: StoneCell, u: StoneCell, colour: int) -> tuple[float, StoneCell | None]:
        """Return an upper bound of the probability that a group has no liberty, and the next cell to examine,
        or None if the group is decided.
        """
        held = colour if place == u else self.at(place)
        if held == -1:
            others = [rival for rival in self.colours if rival != colour and self._breathe[rival - 1]]
            closed = max([self.death_bound(place, rival, u, colour)[0] for rival in others], default=0.0)
            return self.bounds[len(others)] * closed, place
        if not held or not self._breathe[held - 1] or (place != u and held == colour):
            return 0.0, None
        return self.death_bound(place, held, u, colour)

    def death_bound(
        self, place: StoneCell, held: int, u: StoneCell, colour: int
    ) -> tuple[float, StoneCell | None]:
        """Like `threat`, for a group of colour ``held`` that needs a liberty and contains ``place``."""
        group, rim = {place: 1}, {}
        todo = [place]
        for cell in todo:
            for beside in cells_around(cell):
                if beside in group or beside in rim:
                    continue
                holds = colour if beside == u else self.at(beside)
                if holds == 0:
                    return 0.0, None
                if holds == -1:
                    rim[beside] = 0.0
                elif holds == held:
                    group[beside] = 1
                    todo.append(beside)
        counted, bound = {u, *group, *rim}, 1.0
        other, some = self.bounds[-2:]
        for cell in rim:
            fresh = {beside: self.at(beside) for beside in cells_around(cell) if beside not in counted}
            unknown = [beside for beside, holds in fresh.items() if holds == -1]
            counted.update(unknown)
            lives = 0 in fresh.values()
            rim[cell] = other if lives else other + (some - other) * some ** len(unknown)
            bound *= rim[cell]
        return bound, min(rim, key=lambda cell: rim[cell], default=None)


def cells_around(cell: StoneCell) -> tuple[StoneCell, StoneCell, StoneCell, StoneCell]:
    """Return the cells next to a cell."""
    row, col = cell
    return (row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)
