"""Checks bounds of a plane constant from their file alone: plain Python, whole numbers, nothing of gfkit.

The file has some strips, each as a matrix A that is not negative (one period of its slices, site by
site), and bounds that theorems make of their growths. For each strip it is checked, in whole numbers,
that

1. A x <= high * scale * x, and x is positive wherever a board may end: its growth for one period is at
   most high;
2. A x' >= low * scale * x', x' being x at the states listed and 0 elsewhere; some such state is reached
   from where boards begin, and each leads to where they may end: its growth is at least low.

Then each bound: that it has the form of its theorem, by the numbers s, h and f that the file gives for
it, and that its power is on the right side of the quotient of growths.

    symmetric, below   (L_r / L_q)^(1/(r - q)), q - s even; or L_r^(1/r) where s is 0
    symmetric, above   R_k^(1/k), k >= 4 even, rows closed up
    joining            L_r^(1/(r + h))
    cutting            (f L_r)^(1/r)
    stones             1 + R_1 + ... + R_q

The last needs no strips. R_c = Z(c at u) / Z(u free), where all cells before u, row by row, are free, is
found anew here, from what the file says of the stones: for each colour whether its groups need a free
cell, and what a stone counts. R_c is that count times the chance that no group dies of a stone laid at u;
a group that is not known to live is explored cell by cell, each cell's chances being found in the same
way, up to a tolerance, that of the file or a finer one. Bounds stand if what is found lies between them.

The theorems and their proofs are in ``theorems.py`` and ``stones.py``. What is not checked here: that the
rule fulfils their hypotheses, which the file has in words, and that the matrices, or what is said of
stones, are those of the rule. Run alone: python constant_checker.py FILE.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from math import floor, log2
from typing import Any, NamedTuple

FORMAT, VERSION = "gfkit-constant", 1
SCALE, SLACK = 1 << 60, 1 << 20
"""What chances are counted in, and more than what rounding makes of a bound."""
Cell = tuple[int, int]
Factor = tuple[Fraction, Fraction]
MOST, DIGITS, BITS, FILE = 500, 4000, 10**8, 2**27
"""Roots and slices of a period; digits of a number in a fraction; bits of a power; bytes of a file."""
STATES, STEPS = 3 * 10**7, 3 * 10**8
"""States at all places of a strip together; looks at stones."""
TEXT, WHOLE = (str, None), (int, None)
NUMBERS = {"symmetric": WHOLE, "joined": WHOLE, "cut": TEXT}
BOUND = {"value": str, "theorem": str, "root": int, "factor": str, "uses": [str]}
STRIP = {
    "name": str,
    "rows": int,
    "around": bool,
    "slices": int,
    "scale": int,
    "low": str,
    "high": str,
    "steps": [[int, int, [[int, [int], [int]]]]],
    "vector": [int],
    "lower": [int],
    "begins": [int],
    "ends": [int],
}
SHAPE = {
    "format": str,
    "version": int,
    "game": str,
    "positions": str,
    "weight": str,
    "hypotheses": [str],
    **NUMBERS,
    "weaker": (NUMBERS, None),
    "lower": BOUND,
    "upper": (BOUND, None),
    "stones": ({"breathe": [bool], "weight": str, "tolerance": str}, None),
    "strips": [STRIP],
}


class RefusalError(Exception):
    """Why a file does not stand: exit code (1 wrong, 2 no such file, 3 too much work) and reason."""


class Growth(NamedTuple):
    """What was checked of a strip: low <= growth^slices <= high."""

    rows: int
    around: bool
    slices: int
    low: Fraction
    high: Fraction


def check(certificate: Any, most: int = STEPS) -> tuple[int, str]:
    """How many inequalities were checked, and what they show; RefusalError where one fails."""
    must_fit(certificate, SHAPE)
    if (certificate["format"], certificate["version"]) != (FORMAT, VERSION):
        raise RefusalError(2, f"only version {VERSION} of the format {FORMAT!r} is read")
    ratio(certificate["weight"])
    strips = {strip["name"]: strip for strip in certificate["strips"]}
    lower, upper, weaker = certificate["lower"], certificate["upper"], certificate["weaker"]
    used = {name for bound in (lower, upper) if bound for name in bound["uses"]}
    if len(strips) < len(certificate["strips"]) or strips.keys() != used:
        raise RefusalError(2, "strips: those that the bounds use were expected, each once")
    growths = {name: growth(name, strip) for name, strip in strips.items()}
    more = None if certificate["stones"] is None else one_more(certificate, most)
    below(lower, certificate, growths, more)
    if upper is not None:
        above(upper, certificate, weaker, growths, more)
        if ratio(lower["value"]) > ratio(upper["value"]):
            raise RefusalError(1, "the lower bound is above the upper one")
    count = 2 * sum(len(strip["vector"]) for strip in strips.values())
    shown = f"{count} inequalities of {len(strips)} strips hold, and the bounds follow"
    if more is not None:
        count, shown = 2, "what one cell more may hold was found anew, and the bounds follow"
    return count, f"{shown} by {named(lower, upper)}"


def named(lower: Any, upper: Any) -> str:
    words = [lower["theorem"]] + ([upper["theorem"]] if upper else [])
    return " and ".join(dict.fromkeys(str(word) for word in words))


def whole(value: Any, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "on" if most is None else f"to {most}"
        raise RefusalError(2, f"a whole number from {least} {to} was expected, not {ascii(value)[:50]}")
    return value


def ratio(text: str) -> Fraction:
    """A number from 0 on, written as a fraction."""
    top, _, bottom = text.partition("/")
    if not (top + bottom).isdecimal() or not text.isascii() or max(len(top), len(bottom)) > DIGITS or not top:
        raise RefusalError(2, f"a fraction such as 3/2 was expected, not {ascii(text)[:50]}")
    if not int(bottom or 0):
        raise RefusalError(2, f"a fraction with a denominator was expected, not {ascii(text)[:50]}")
    return Fraction(int(top), int(bottom))


def bounded_power(value: Fraction, power: int) -> Fraction:
    """A power, if it is not too long."""
    if (value.numerator.bit_length() + value.denominator.bit_length()) * power > BITS:
        raise RefusalError(3, f"the power {power} of a bound is too long")
    found: Fraction = value**power
    return found


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


def growth(name: str, strip: Any) -> Growth:
    """The growth of one strip, as far as its vector shows it."""
    vector = strip["vector"]
    low, high = ratio(strip["low"]), ratio(strip["high"])
    scale = whole(strip["scale"], 1)
    size = len(vector)
    ends, begins, chosen = (set(strip[key]) for key in ("ends", "begins", "lower"))
    if sum(before + after for before, after, _ in strip["steps"]) > STATES:
        raise RefusalError(3, f"strip {shown(name)}: its steps have more than {STATES} states")
    steps = [step_of(step) for step in strip["steps"]]
    sizes = [(step[0], step[1]) for step in steps]
    joined = all(one[1] == other[0] for one, other in zip(sizes, sizes[1:] + sizes[:1], strict=True))
    if (
        not steps
        or not joined
        or sizes[0][0] != size
        or max(ends | begins | chosen, default=0) >= max(size, 1)
    ):
        raise RefusalError(2, f"strip {shown(name)}: its tables do not fit together")
    if any(not vector[state] for state in ends):
        raise RefusalError(1, f"strip {shown(name)}: the vector is 0 at a state that a board may end with")
    after = back(steps, vector)
    if any(new > high * scale * old for new, old in zip(after, vector, strict=True)):
        raise RefusalError(1, f"strip {shown(name)}: A x <= {float(high):.6g} x fails")
    if low:
        part = [value if state in chosen else 0 for state, value in enumerate(vector)]
        after = back(steps, part)
        if not any(part) or any(new < low * scale * old for new, old in zip(after, part, strict=True)):
            raise RefusalError(1, f"strip {shown(name)}: A x' >= {float(low):.6g} x' fails")
        chosen = {state for state in chosen if vector[state]}
        if not chosen & spread(steps, begins, size):
            raise RefusalError(1, f"strip {shown(name)}: its lower bound is of states that are not reached")
        backwards = [(b, a, [(w, t, s) for w, s, t in ways]) for a, b, ways in reversed(steps)]
        if not chosen <= spread(backwards, ends, size):
            raise RefusalError(1, f"strip {shown(name)}: its lower bound is of states that lead to no board")
    rows, slices = whole(strip["rows"], 1), whole(strip["slices"], 1, MOST)
    if not name.startswith(f"{'cylinder:' * strip['around']}{rows}xn of ") or len(steps) % slices:
        raise RefusalError(
            2, f"strip {shown(name)}: its name or its steps are not those of its rows and slices"
        )
    return Growth(rows, strip["around"], slices, low, high)


def step_of(step: Any) -> tuple[int, int, list[tuple[int, list[int], list[int]]]]:
    before, after, ways = step
    found = []
    for factor, sources, targets in ways:
        if len(sources) != len(targets) or max(sources, default=-1) >= before:
            raise RefusalError(2, "a table has a source that is no state")
        if max(targets, default=-1) >= after:
            raise RefusalError(2, "a table has a target that is no state")
        found.append((whole(factor, 1), sources, targets))
    return before, after, found


def back(steps: Any, vector: list[int]) -> list[int]:
    """A times a column."""
    for before, _after, ways in reversed(steps):
        found = [0] * before
        for factor, sources, targets in ways:
            for source, target in zip(sources, targets, strict=True):
                found[source] += factor * vector[target]
        vector = found
    return vector


def spread(steps: Any, first: set[int], size: int) -> set[int]:
    """All states between periods that are reached from some."""
    seen = set(first)
    fresh = set(first)
    for _ in range(size + 1):
        marked = fresh
        for _before, _after, ways in steps:
            pairs = (zip(sources, targets, strict=True) for _, sources, targets in ways)
            marked = {target for way in pairs for source, target in way if source in marked}
        fresh = marked - seen
        if not fresh:
            break
        seen |= fresh
    return seen


def power_of(growths: list[Growth], ends: list[Fraction], factor: Fraction) -> tuple[Fraction, int]:
    """factor * one growth / another, to the power that makes both periods whole, and that power."""
    both = 1
    for one in growths:
        both = both * one.slices // gcd(both, one.slices)
    found = bounded_power(factor, both) * bounded_power(ends[0], both // growths[0].slices)
    if len(growths) > 1:
        found /= bounded_power(ends[1], both // growths[1].slices)
    return found, both


def gcd(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one


def below(bound: Any, numbers: Any, growths: dict[str, Growth], more: Factor | None) -> None:
    if bound["theorem"] in ("none", "stones"):
        without_strips(bound)
        if bound["theorem"] == "none" and ratio(bound["value"]):
            raise RefusalError(1, "without a theorem the lower bound is 0, as counts are not negative")
        if bound["theorem"] == "stones" and (more is None or ratio(bound["value"]) > more[0]):
            raise RefusalError(1, "the lower bound is above what one cell more may hold")
        return
    used = [growths[name] for name in bound["uses"]]
    root, factor, theorem = whole(bound["root"], 1, MOST), ratio(bound["factor"]), bound["theorem"]
    if not used:
        raise RefusalError(1, f"the lower bound has not the form of the theorem {shown(theorem)}")
    top, s, h = used[0], numbers["symmetric"], numbers["joined"]
    fits = not any(one.around for one in used) and factor == 1
    if theorem == "joining":
        fits = fits and h is not None and len(used) == 1 and root == top.rows + h
    elif theorem == "symmetric" and len(used) == 2:
        narrow = used[1].rows
        fits = fits and s is not None and root == top.rows - narrow
        fits = fits and narrow >= s and (narrow - s) % 2 == 0
    else:
        fits = fits and theorem == "symmetric" and s == 0 and len(used) == 1 and root == top.rows
    if not fits:
        raise RefusalError(1, f"the lower bound has not the form of the theorem {shown(theorem)}")
    value, both = power_of(used, [top.low, *(one.high for one in used[1:])], factor)
    if bounded_power(ratio(bound["value"]), root * both) > value:
        raise RefusalError(1, "the lower bound is above what its strips give")


def above(bound: Any, numbers: Any, weaker: Any, growths: dict[str, Growth], more: Factor | None) -> None:
    theorem = bound["theorem"]
    if theorem == "stones":
        without_strips(bound)
        if more is None or ratio(bound["value"]) < more[1]:
            raise RefusalError(1, "the upper bound is below what one cell more may hold")
        return
    if theorem.startswith("part, "):
        if weaker is None:
            raise RefusalError(1, "the upper bound is of a weaker rule, and there is none")
        theorem, numbers = theorem.removeprefix("part, "), weaker
    used = [growths[name] for name in bound["uses"]]
    root, factor = whole(bound["root"], 1, MOST), ratio(bound["factor"])
    one = used[0] if len(used) == 1 else Growth(0, False, 1, Fraction(0), Fraction(0))
    fits = root == one.rows
    if theorem == "cutting":
        fits = fits and not one.around and numbers["cut"] is not None and factor == ratio(numbers["cut"])
    else:
        fits = fits and theorem == "symmetric" and numbers["symmetric"] is not None and one.around
        fits = fits and factor == 1 and root >= 4 and root % 2 == 0
    if not fits:
        raise RefusalError(1, f"the upper bound has not the form of the theorem {shown(theorem)}")
    value, both = power_of([one], [one.high], factor)
    if bounded_power(ratio(bound["value"]), root * both) < value:
        raise RefusalError(1, "the upper bound is below what its strips give")


def without_strips(bound: Any) -> None:
    """That a bound of no strips claims nothing of any."""
    if bound["uses"] or bound["root"] != 1 or ratio(bound["factor"]) != 1:
        raise RefusalError(2, f"a bound by the theorem {bound['theorem']} uses no strips")


# Stones


def one_more(certificate: Any, most: int) -> Factor:
    """What one cell more multiplies by, with a tolerance that suffices for the bounds, if there is one."""
    stones, lower, upper = (certificate[key] for key in ("stones", "lower", "upper"))
    breathe, weight = stones["breathe"], ratio(stones["weight"])
    tolerance = ratio(stones["tolerance"])
    if weight != ratio(certificate["weight"]):
        raise RefusalError(2, "weight: a stone counts what the file says of a piece")
    if "stones" not in (lower["theorem"], upper and upper["theorem"]):
        raise RefusalError(2, "stones: null was expected, as no bound is by this theorem")
    if not 1 <= len(breathe) <= 4:
        raise RefusalError(2, "of stones of 1 to 4 colours it is said whether they need a free cell")
    if not (0 < weight <= 10**6 and Fraction(1, 2**46) <= tolerance <= 1):
        raise RefusalError(2, "the weight of a stone, or the tolerance, is out of range")
    below_high = upper is not None and upper["theorem"] == "stones"
    for finer in (1, 2, 4, 8, 16, 32):
        low, high = Stones(breathe, weight, float(tolerance / finer), most).one_more()
        if (low >= ratio(lower["value"]) or lower["theorem"] != "stones") and (
            not below_high or high <= ratio(upper["value"])
        ):
            break
    return low, high


class Stones:
    """Chances of stones, given what is known of cells; see the docstring of ``stones.py`` for the proof.

    Chances are whole numbers of SCALE, from below and from above. Cells are (row, column), and (0, 0) is u.
    """

    def __init__(self, breathe: list[bool], weight: Fraction, tolerance: float, most: int = STEPS) -> None:
        self.breathe, self.weight, self.tolerance = breathe, weight, tolerance
        self.colours = range(1, len(breathe) + 1)
        z = float(weight)
        self.bounds = [k * z / (1 + k * z) for k in range(len(breathe) + 1)]
        self.each = z / (1 + len(breathe) * z)
        self.cells: dict[Cell, int] = {}
        self.seen: list[dict[Cell, int]] = [{}]
        self.kept: dict[int, list[Any]] = {}
        self.left = most
        """How many looks may still be taken."""

    def one_more(self) -> Factor:
        ratios = self.ratios((0, 0), 1.0)
        low, high = (SCALE + sum(ends[side] for ends in ratios) for side in (0, 1))
        return Fraction(low, SCALE), Fraction(high, SCALE)

    def at(self, cell: Cell) -> int:
        """What a cell holds: 0 if it is free, as all before (0, 0), or -1 if that is not known."""
        held = self.cells.get(cell)
        if held is None:
            held = 0 if cell < (0, 0) else -1
        self.seen[-1].setdefault(cell, held)
        return held

    def ratios(self, u: Cell, weight: float) -> list[tuple[int, int]]:
        """R for each colour at u. What was found is kept under all that was looked at, in the same order."""
        level = max(-1, int(2 * (log2(weight) - log2(self.tolerance)) // 1))
        node = self.kept.setdefault(level, [None, {}])
        while node[0] is not None and node[0] != "found":
            row, col = node[0]
            node = node[1].setdefault(self.at((u[0] + row, u[1] + col)), [None, {}])
        if node[0] != "found":
            self.seen.append({u: -1})
            self.cells[u] = 0
            found = []
            for colour in self.colours:
                low, high = self.some_dies(u, colour, [u, *around(u)], self.tolerance * 2.0 ** (level / 2))
                ends = (SCALE - high) * self.weight, (SCALE - min(low, SCALE)) * self.weight
                found.append((floor(ends[0]), -floor(-ends[1])))
            del self.cells[u]
            node = self.kept[level]
            for cell, held in self.seen.pop().items():
                self.seen[-1].setdefault(cell, held)
                if cell != u:
                    node[0] = (cell[0] - u[0], cell[1] - u[1])
                    node = node[1].setdefault(held, [None, {}])
            node[0], node[1] = "found", found
        ratios: list[tuple[int, int]] = node[1]
        return ratios

    def some_dies(self, u: Cell, colour: int, places: list[Cell], weight: float) -> tuple[int, int]:
        """The chance that laying a colour at u makes the group of one of some places die."""
        order = sorted(places, key=lambda place: -self.threat(place, u, colour)[0])
        low = high = 0
        for count, place in enumerate(order):
            first = self.dies(u, colour, place, order[:count], weight)
            low, high = low + first[0], high + first[1]
        return low, min(high, SCALE)

    def dies(self, u: Cell, colour: int, place: Cell, but: list[Cell], weight: float) -> tuple[int, int]:
        """The chance that the group of one place dies, and none of others."""
        self.left -= 1
        if self.left < 0:
            raise RefusalError(3, "stones: the tolerance asks for more than is looked at")
        most, cell = self.threat(place, u, colour)
        if not most:
            return 0, 0
        if cell is None:
            low, high = self.some_dies(u, colour, but, weight) if but else (0, 0)
            return SCALE - high, SCALE - low
        if weight * most < self.tolerance:
            return 0, int(most * SCALE) + SLACK
        chances = []
        for held in self.colours:
            self.cells[cell] = held
            chances.append(self.dies(u, colour, place, but, weight * self.each))
        del self.cells[cell]
        largest = max(high for _, high in chances)
        if not largest:
            return 0, 0
        ends = self.ratios(cell, weight * self.each * max(largest / SCALE, 2.0**-46))
        low, high = SCALE, 0
        for corner in range(2 ** len(chances)):
            ratios = [pair[corner >> place & 1] for place, pair in enumerate(ends)]
            parts = list(zip(ratios, chances, strict=True))
            low = min(low, sum(ratio * chance[0] for ratio, chance in parts) // (SCALE + sum(ratios)))
            high = max(high, -(-sum(ratio * chance[1] for ratio, chance in parts) // (SCALE + sum(ratios))))
        return low, high

    def threat(self, place: Cell, u: Cell, colour: int) -> tuple[float, Cell | None]:
        """A bound of the chance that the group of a place dies, and a cell to reveal; None if it is dead."""
        held = colour if place == u else self.at(place)
        if held == -1:
            others = [one for one in self.colours if one != colour and self.breathe[one - 1]]
            closed = max([self.closed(place, one, u, colour)[0] for one in others], default=0.0)
            return self.bounds[len(others)] * closed, place
        if not held or not self.breathe[held - 1] or (place != u and held == colour):
            return 0.0, None
        return self.closed(place, held, u, colour)

    def closed(self, place: Cell, held: int, u: Cell, colour: int) -> tuple[float, Cell | None]:
        """The same for a group of a colour that needs a free cell and has a cell at a place."""
        group, rim = {place: 1}, {}
        todo = [place]
        for cell in todo:
            for beside in around(cell):
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
            fresh = [beside for beside in around(cell) if beside not in counted]
            holds_all = [self.at(beside) for beside in fresh]
            unknown = [beside for beside, holds in zip(fresh, holds_all, strict=True) if holds == -1]
            counted.update(unknown)
            lives = 0 in holds_all
            rim[cell] = other if lives else other + (some - other) * some ** len(unknown)
            bound *= rim[cell]
        return bound, min(rim, key=lambda cell: rim[cell], default=None)


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    row, col = cell
    return (row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)


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
        code, reason = 0, f"consistent: {check(load(arguments[0]))[1]}"
    except RefusalError as refusal:
        code = refusal.args[0]
        reason = f"{'refuted' if code == 1 else 'refused'}: {refusal.args[1]}"
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        code, reason = 2, f"refused: {error}"
    (sys.stderr if code > 1 else sys.stdout).write(f"{reason}\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
