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

The theorems and their proofs are in ``theorems.py``. What is not checked here: that the rule fulfils
their hypotheses, which the file has in words, and that the matrices are those of the rule. Run alone:
python checker.py FILE.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any, NamedTuple

FORMAT, VERSION = "gfkit-constant", 1
MOST = 500
"""Roots and slices of a period beyond which powers would be too long."""


class RefusalError(Exception):
    """Why a file does not stand: exit code (1 wrong, 2 no such file, 3 too much work) and reason."""


class Growth(NamedTuple):
    """What was checked of a strip: low <= growth^slices <= high."""

    rows: int
    around: bool
    slices: int
    low: Fraction
    high: Fraction


def check(certificate: Any) -> tuple[int, str]:
    """How many inequalities were checked, and what they show; RefusalError where one fails."""
    if not isinstance(certificate, dict) or certificate.get("version") != VERSION:
        raise RefusalError(2, f"only version {VERSION} of the format {FORMAT!r} is read")
    try:
        strips = {strip["name"]: strip for strip in certificate["strips"]}
        numbers = {key: certificate[key] for key in ("symmetric", "joined", "cut")}
        lower, upper, weaker = certificate["lower"], certificate["upper"], certificate["weaker"]
    except (KeyError, TypeError):
        raise RefusalError(2, "it has not the keys of bounds of a constant") from None
    try:
        growths = {name: growth(name, strip) for name, strip in strips.items()}
        below(lower, numbers, growths)
        if upper is not None:
            above(upper, numbers, weaker, growths)
            if Fraction(lower["value"]) > Fraction(upper["value"]):
                raise RefusalError(1, "the lower bound is above the upper one")
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError) as error:
        raise RefusalError(2, f"an entry is not as it should be ({type(error).__name__}: {error})") from None
    count = 2 * sum(len(strip["vector"]) for strip in strips.values())
    shown = f"{count} inequalities of {len(strips)} strips hold, and the bounds follow"
    return count, f"{shown} by {named(lower, upper)}"


def named(lower: Any, upper: Any) -> str:
    words = [lower["theorem"]] + ([upper["theorem"]] if upper else [])
    return " and ".join(dict.fromkeys(str(word) for word in words))


def whole(value: Any, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "on" if most is None else f"to {most}"
        raise RefusalError(
            2, f"a whole number from {least} {to} was expected, and there is {str(value)[:50]}"
        )
    return value


def growth(name: str, strip: Any) -> Growth:
    """The growth of one strip, as far as its vector shows it."""
    vector = [whole(value) for value in strip["vector"]]
    low, high = Fraction(strip["low"]), Fraction(strip["high"])
    scale = whole(strip["scale"], 1)
    size = len(vector)
    ends, begins, chosen = ({whole(state) for state in strip[key]} for key in ("ends", "begins", "lower"))
    steps = [step_of(step) for step in strip["steps"]]
    sizes = [(step[0], step[1]) for step in steps]
    joined = all(one[1] == other[0] for one, other in zip(sizes, sizes[1:] + sizes[:1], strict=True))
    if (
        not steps
        or not joined
        or sizes[0][0] != size
        or max(ends | begins | chosen, default=0) >= max(size, 1)
    ):
        raise RefusalError(2, f"strip {name}: its tables do not fit together")
    if any(not vector[state] for state in ends):
        raise RefusalError(1, f"strip {name}: the vector is 0 at a state that a board may end with")
    after = back(steps, vector)
    if any(new > high * scale * old for new, old in zip(after, vector, strict=True)):
        raise RefusalError(1, f"strip {name}: A x <= {float(high):.6g} x fails")
    if low:
        part = [value if state in chosen else 0 for state, value in enumerate(vector)]
        after = back(steps, part)
        if not any(part) or any(new < low * scale * old for new, old in zip(after, part, strict=True)):
            raise RefusalError(1, f"strip {name}: A x' >= {float(low):.6g} x' fails")
        if not chosen & spread(steps, begins, size):
            raise RefusalError(1, f"strip {name}: its lower bound is of states that are not reached")
        backwards = [(b, a, [(w, t, s) for w, s, t in ways]) for a, b, ways in reversed(steps)]
        if not {state for state in chosen if vector[state]} <= spread(backwards, ends, size):
            raise RefusalError(1, f"strip {name}: its lower bound is of states that lead to no board")
    return Growth(
        whole(strip["rows"], 1), strip["around"] is True, whole(strip["slices"], 1, MOST), low, high
    )


def step_of(step: Any) -> tuple[int, int, list[tuple[int, list[int], list[int]]]]:
    before, after, ways = step
    found = []
    for factor, sources, targets in ways:
        if len(sources) != len(targets) or any(not 0 <= whole(s) < before for s in sources):
            raise RefusalError(2, "a table has a source that is no state")
        if any(not 0 <= whole(t) < after for t in targets):
            raise RefusalError(2, "a table has a target that is no state")
        found.append((whole(factor, 1), sources, targets))
    return whole(before), whole(after), found


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
    found: Fraction = factor**both * ends[0] ** (both // growths[0].slices)
    if len(growths) > 1:
        found /= ends[1] ** (both // growths[1].slices)
    return found, both


def gcd(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one


def below(bound: Any, numbers: Any, growths: dict[str, Growth]) -> None:
    if bound["theorem"] == "none" and not Fraction(bound["value"]):
        return  # counts are not negative
    used = [growths[name] for name in bound["uses"]]
    root, factor, theorem = whole(bound["root"], 1, MOST), Fraction(bound["factor"]), bound["theorem"]
    top, s, h = used[0], numbers["symmetric"], numbers["joined"]
    fits = not any(one.around for one in used) and factor == 1
    if theorem == "joining":
        fits = fits and h is not None and len(used) == 1 and root == top.rows + whole(h)
    elif theorem == "symmetric" and len(used) == 2:
        narrow = used[1].rows
        fits = fits and s is not None and root == top.rows - narrow
        fits = fits and narrow >= whole(s) and (narrow - s) % 2 == 0
    else:
        fits = fits and theorem == "symmetric" and s == 0 and len(used) == 1 and root == top.rows
    if not fits:
        raise RefusalError(1, f"the lower bound has not the form of the theorem {theorem!r}")
    value, both = power_of(used, [top.low, *(one.high for one in used[1:])], factor)
    if Fraction(bound["value"]) ** (root * both) > value:
        raise RefusalError(1, "the lower bound is above what its strips give")


def above(bound: Any, numbers: Any, weaker: Any, growths: dict[str, Growth]) -> None:
    theorem = bound["theorem"]
    if theorem.startswith("part, "):
        if weaker is None:
            raise RefusalError(1, "the upper bound is of a weaker rule, and there is none")
        theorem, numbers = theorem.removeprefix("part, "), weaker
    (one,) = (growths[name] for name in bound["uses"])
    root, factor = whole(bound["root"], 1, MOST), Fraction(bound["factor"])
    fits = root == one.rows
    if theorem == "cutting":
        fits = fits and not one.around and numbers["cut"] is not None and factor == Fraction(numbers["cut"])
    else:
        fits = fits and theorem == "symmetric" and numbers["symmetric"] is not None and one.around
        fits = fits and factor == 1 and root >= 4 and root % 2 == 0
    if not fits:
        raise RefusalError(1, f"the upper bound has not the form of the theorem {theorem!r}")
    value, both = power_of([one], [one.high], factor)
    if Fraction(bound["value"]) ** (root * both) < value:
        raise RefusalError(1, "the upper bound is below what its strips give")


def main(arguments: list[str]) -> int:
    try:
        with open(arguments[0], encoding="utf-8") as file:
            certificate = json.load(file)
        checked, reason = check(certificate)
    except RefusalError as refusal:
        sys.stdout.write(f"{'refuted' if refusal.args[0] == 1 else 'refused'}: {refusal.args[1]}\n")
        return int(refusal.args[0])
    except (OSError, ValueError, IndexError) as error:
        sys.stdout.write(f"refused: {error}\n")
        return 2
    sys.stdout.write(f"consistent: {reason} ({checked})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
