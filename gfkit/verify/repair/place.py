"""One place of a generating function: what must stand there instead."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gfkit.errors import GfkitError
from gfkit.formula.ratio import Ratio, degrees, ratio, ring_of
from gfkit.formula.tree import Letter, Negative, Node, Number, Power, Sum, children, replaced, walk

_MOST_PLACES = 400
_MOST_WORK = 20_000
_MOST_SHOWN = 60
_UNKNOWN = Letter("u")


@dataclass(frozen=True)
class _Change:
    """How large a change is (smaller is likelier), and what it says."""

    size: int
    words: str


def one_place(side: Node, true: Ratio, text: str) -> str | None:
    """The smallest change of one place that makes the formula right.

    With u in the place of a part, the formula is (A + B u)/(C + D u) where that is linear, so u is
    (true C - A)/(B - true D), once and for all: nothing has to be searched. Parts inside of a power
    occur with higher powers of u and are left out. ``text`` is what the formula was read from.
    """
    ring = ring_of(side)
    found: list[_Change] = []
    most = min(_MOST_PLACES, _MOST_WORK // sum(1 for _ in walk(side)))
    for part, is_summand in islice(_places(side), most):
        try:
            solved = _solved(replaced(side, part, _UNKNOWN), true)
            printed = ratio(part, ring).plain
        except GfkitError:
            continue  # the place is in an exponent, or nothing can stand there
        if solved is not None:
            words = _text(part, printed, text)
            change = _change(part, printed, solved.plain, words, most=1 if is_summand else 2)
            found += [change] if change is not None else []
    return min(found, key=lambda change: change.size).words if found else None


def _places(side: Node) -> Iterator[tuple[Node, bool]]:
    """The parts but for what is in exponents, and whether each is a summand."""
    queue = deque([(side, False)])
    while queue:
        node, is_summand = queue.popleft()
        yield node, is_summand
        inside = isinstance(node, Sum) or (is_summand and isinstance(node, Negative))
        queue += [(part, inside) for part in ([node.base] if isinstance(node, Power) else children(node))]


def _solved(tree: Node, true: Ratio) -> Ratio | None:
    above, below = ratio(tree, true.ring).coefficients("u")
    if len(above) > 2 or len(below) > 2:
        return None
    zero = true.ring.number(0)
    a, b = [*above, zero][:2]
    c, d = [*below, zero][:2]
    slope = b - true * d
    return None if slope.is_zero else (true * c - a) / slope


def _change(part: Node, printed: Ratio, solved: Ratio, text: str, most: int) -> _Change | None:
    """The change in words when what must stand there is about as simple as what stood there.

    ``most`` terms may take the place of one.
    """
    if any(degrees(solved.below)) or solved.is_zero:
        return None
    if (solved + printed).is_zero:
        return _Change(0 if isinstance(part, Negative) else 1, f"the sign of {text} is wrong")
    if isinstance(part, Negative):
        return None  # anything else is said of its body
    terms, before = len(solved.above), len(printed.above)
    if isinstance(part, Number) and terms == 1 and not any(degrees(solved.above)):
        return _Change(2, f"{text} should be {solved}")
    if isinstance(part, Power) and isinstance(part.exponent, Number):
        exponent = _exponent(part, solved)
        if exponent is not None:
            return _Change(3, f"the exponent of {text} should be {exponent}")
    if terms == 1 and before == 1:
        return _Change(4, f"{text} should be {solved}")
    added = (solved - printed).plain
    if isinstance(part, Sum) and len(added.above) == 1:
        return _Change(5, f"a term {added} is missing in {text}")
    if terms <= most and before == 1:
        return _Change(6, f"{text} should be {solved}")
    return None


def _exponent(part: Power, solved: Ratio) -> int | None:
    base = ratio(part.base, solved.ring)
    assert isinstance(part.exponent, Number)
    size = int(part.exponent.value)
    near = (size + step for step in (1, -1, 2, -2, 3, -3))
    return next((k for k in near if k >= 0 and (base**k - solved).is_zero), None)


def _text(part: Node, printed: Ratio, text: str) -> str:
    """The part as it was printed, or multiplied out where that is long or empty."""
    body = part.body if isinstance(part, Negative) else part
    snippet = text[body.start : body.end].strip("+ ")
    shown = snippet if 0 < len(snippet) <= _MOST_SHOWN else str(printed)
    return f"({shown})" if isinstance(body, Sum) and not shown.endswith((")", "}")) else shown
