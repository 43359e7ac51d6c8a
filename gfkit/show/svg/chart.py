"""Charts: ratios of terms and their limit, roots in the complex plane, thermographs, bars and curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, cos, floor, gcd, log10, pi, sin
from typing import TYPE_CHECKING, Any

from flint import ctx

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.number import number_text
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.series import isolate_roots
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.show.markup import Point, centre_text, line, polygon, tag, text, width_of
from gfkit.show.svg.drawing import Drawing

if TYPE_CHECKING:
    from gfkit.core.algebra import Growth
    from gfkit.play import Thermograph
    from gfkit.play.short.operators import Wall

MOST_DEGREE = 400
"""Maximum degree for which roots are drawn."""
_BITS = 128
_WIDE, _HIGH, _SQUARE = 560.0, 250.0, 340.0
_LEFT, _BELOW, _ABOVE = 58.0, 46.0, 10.0
_DOT = 3.2
_LARGEST = 1e12
"""Ratio above which a ratio is not drawn."""
_FARTHEST = 3.0
"""Multiple of the smallest modulus, or of 1, beyond which roots are drawn at the edge."""
_WALLS, _TALL, _TOP = 300.0, 190.0, 12.0
"""Width of a thermograph, and vertical positions of its floor and of its highest temperature."""
_ROW = 15.0
MOST_TERMS = 25
"""Maximum number of terms of a formula that are drawn."""
_PANEL, _PLOT, _TITLE = 330.0, 150.0, 28.0
"""Width of a chart of terms or ratios, height of its frame, and height of the title above the frame."""
_LONG, _PIN = 12, 2.6
"""Number of digits above which a number is abbreviated, and radius of a dot."""
_LEAST_LOG = 2.0
"""Decimal logarithm of the maximum from which terms are drawn on a logarithmic scale."""
_HEADING: dict[str, Any] = {"text_anchor": "start", "font_size": 12, "class_": "soft"}


@dataclass(frozen=True)
class Frame:
    """Rectangle of the plane, and the rectangle of the drawing that shows it, at distance ``above`` from the
    top.
    """

    left: float
    right: float
    low: float
    high: float
    width: float
    height: float
    above: float = _ABOVE

    def at(self, x: float, y: float) -> Point:
        """Return the position of a point of the plane in the drawing.

        >>> Frame(0, 10, 0, 1, 100, 50).at(5, 1)
        (108.0, 10.0)
        """
        across = (x - self.left) / (self.right - self.left)
        up = (y - self.low) / (self.high - self.low)
        return _LEFT + across * self.width, self.above + (1 - up) * self.height


# Ratios and roots


def ratios(terms: Sequence[int | Fraction], first_n: int = 0, step: int = 1) -> list[tuple[int, float]]:
    """Return n and a(n)/a(n-step) for all a(n-step) != 0, without ratios that are too large for a drawing.

    >>> ratios([1, 2, 4, 0, 0, 3]), ratios([3, 0, 6, 0, 12], 0, 2)
    ([(1, 2.0), (2, 2.0), (3, 0.0)], [(2, 2.0), (4, 2.0)])
    """
    pairs = enumerate(zip(terms, terms[step:], strict=False), first_n + step)
    quotients = [(n, Fraction(after) / before) for n, (before, after) in pairs if before]
    return [(n, float(value)) for n, value in quotients if abs(value) < _LARGEST]


def complex_roots(polynomial: Polynomial) -> list[tuple[complex, int]]:
    """Return the roots of a polynomial in one variable with their multiplicities.

    >>> complex_roots(Polynomial.parse("1 - 4*t + 4*t^2", ("t",)))
    [((0.5+0j), 2)]
    """
    if len(polynomial.variables) != 1 or len(polynomial.terms) == 0:
        raise InputError(f"polynomial {polynomial}: roots need one variable, and a polynomial other than 0")
    coefficients = dense(polynomial)
    if coefficients.degree() > MOST_DEGREE:
        raise LimitError(f"degree {coefficients.degree()}: roots are drawn up to degree {MOST_DEGREE}")
    with ctx.workprec(_BITS):
        points = [
            (complex(float(r.real.mid()), float(r.imag.mid())), int(m))
            for r, m in isolate_roots(coefficients)
        ]
    return sorted(points, key=lambda one: (round(abs(one[0]), 9), one[0].real, one[0].imag))


def dominant_radius(roots: Sequence[tuple[complex, int]]) -> float:
    """Return the largest modulus of roots that determine the asymptotics."""
    return min((abs(root) for root, _ in roots), default=0.0) * (1 + 1e-9)


def ratio_drawing(terms: Sequence[int | Fraction], first_n: int, rate: Growth | None) -> Drawing | None:
    """Draw the ratios a(n)/a(n-1), with their limit as a dashed line, or return None if there are fewer than
    two. If the leading coefficient of the asymptotics is periodic, the terms are one period apart.
    """
    step, limit = _limit_ratio(terms, first_n, rate)
    points = ratios(terms, first_n, step)
    if len(points) < 2:
        return None
    values = [value for _, value in points]
    reached = values if limit is None else [*values, limit]
    low, high = _stretch_range(min(reached), max(reached))
    last = max(points[-1][0], points[0][0] + 5)
    frame = Frame(points[0][0] - 0.6, last + 0.6, low, high, _PANEL - _LEFT - 12, _PLOT, _TITLE)
    heading, drawn = f"a(n)/a(n−{step})", grid_lines(frame, whole=True)
    if limit is not None:
        heading += f", limit ≈ {limit:.6g}"
        drawn.append(line([frame.at(frame.left, limit), frame.at(frame.right, limit)], class_="rate"))
    drawn.append(line([frame.at(n, value) for n, value in points], class_="track"))
    drawn += [_dot(frame.at(n, value), _PIN) for n, value in points]
    description = f"Ratios from n = {points[0][0]} to {points[-1][0]}; the last is {values[-1]:.8g}."
    return _panel(drawn, heading, "ratios of consecutive terms", description)


def _limit_ratio(
    terms: Sequence[int | Fraction], first_n: int, rate: Growth | None
) -> tuple[int, float | None]:
    """Return a step and the limit of a(n)/a(n-step) over the terms that are not 0.

    Without a known limit, the step is the greatest common divisor of the distances between these terms.
    """
    support = [n for n, term in enumerate(terms) if term]
    common = gcd(*(n - support[0] for n in support)) or 1
    if rate is None or not rate.dominant or not rate.period or not rate.constants:
        return common, None
    zeros = {k for k, ball in enumerate(rate.constants) if ball.value == "0"}
    is_smaller = any(term and n % rate.period in zeros for n, term in enumerate(terms, first_n))
    if is_smaller or rate.period * log10(max(1.0, float(rate.rate))) > log10(_LARGEST):
        return common, None
    return rate.period, float(rate.rate) ** rate.period


def _panel(parts: Sequence[str], heading: str, title: str, description: str) -> Drawing:
    """Return a chart over n with a heading."""
    below = text("n", (_LEFT + _PANEL - 12) / 2, _TITLE + _PLOT + 32, font_size=12)
    body = "".join((text(heading, 0, 12, **_HEADING), *parts, below))
    return Drawing(_PANEL, _TITLE + _PLOT + 36, body, title, description)


def roots_drawing(roots: Sequence[tuple[complex, int]]) -> Drawing:
    """Return roots in the complex plane with the unit circle; the roots nearest to 0 have a ring.

    Distant roots are drawn as arrowheads at the edge, so that the other roots remain distinguishable.
    """
    least = dominant_radius(roots)
    spread = [max(abs(root.real), abs(root.imag)) for root, _ in roots]
    reach = max([1.0, *(far for far in spread if far <= _FARTHEST * max(1.0, least))]) * 1.12
    side = _SQUARE - _BELOW
    frame = Frame(-reach, reach, -reach, reach, side, side)
    circle = [frame.at(cos(pi * k / 60), sin(pi * k / 60)) for k in range(121)]
    parts = [*grid_lines(frame, whole=False), line(circle, class_="line")]
    for (root, multiplicity), far in zip(roots, spread, strict=True):
        if far > reach:
            parts.append(_draw_arrowhead(root, frame, reach / far))
            continue
        place = frame.at(root.real, root.imag)
        parts.append(_dot(place, _DOT + 1.3 * (multiplicity - 1)))
        if abs(root) <= least:
            parts.append(tag("circle", cx=place[0], cy=place[1], r=8, class_="near"))
    number = sum(multiplicity for _, multiplicity in roots)
    description = f"{number} roots, multiplicities counted; the nearest to 0 is at distance {least:.6g}."
    away = [abs(root) for (root, _), far in zip(roots, spread, strict=True) if far > reach]
    if away:
        description += f" Beyond the edge: {len(away)}, up to distance {max(away):.6g}."
    return Drawing(_LEFT + side + 8, _SQUARE, "".join(parts), "roots of the denominator", description)


def _draw_arrowhead(root: complex, frame: Frame, part: float) -> str:
    """Return an arrowhead at the border of the drawing, in the direction of a root."""
    x, y = frame.at(root.real * part, root.imag * part)
    ahead = root / abs(root)
    across, along = (ahead.imag, ahead.real), (ahead.real, -ahead.imag)
    corners = [(x, y)]
    corners += [(x - 9 * along[0] + s * 4 * across[0], y - 9 * along[1] + s * 4 * across[1]) for s in (1, -1)]
    return polygon(corners, class_="point")


def bars_drawing(bars: Mapping[int, int], across: str, title: str) -> Drawing:
    """Draw a bar chart of values at integers."""
    first, last, most = min(bars), max(bars), max(bars.values())
    frame = Frame(first - 0.8, max(last, first + 5) + 0.8, 0, most * 1.08, _WIDE - _LEFT - 12, _HIGH - _BELOW)
    wide = 0.72 * frame.width / (frame.right - frame.left)
    floor = frame.at(first, 0)[1]
    parts = grid_lines(frame, whole=True, whole_up=True)
    for x, height in sorted(bars.items()):
        place, top = frame.at(x, height)
        parts.append(tag("rect", x=place - wide / 2, y=top, width=wide, height=floor - top, class_="point"))
    parts.append(text(across, _LEFT + frame.width / 2, _HIGH - 2))
    description = f"{sum(bars.values())} in all, from {first} to {last}; the highest bar is {most}."
    return Drawing(_WIDE, _HIGH, "".join(parts), title, description)


def shares_drawing(shares: Sequence[tuple[str, int, str]], title: str) -> Drawing:
    """Draw the parts of a whole as one bar with labels."""
    total, left = max(1, sum(number for _, number, _ in shares)), 0.0
    parts: list[str] = []
    rows = [(word, number, look) for word, number, look in shares if number]
    for k, (word, number, look) in enumerate(rows):
        wide = _WIDE * number / total
        parts.append(tag("rect", x=left, y=0, width=wide, height=26, class_=look))
        down = 48 + _ROW * 1.3 * k
        parts.append(tag("rect", x=0, y=down - 10, width=11, height=11, class_=look))
        parts.append(text(f"{number:,} {word}", 18, down, text_anchor="start"))
        left += wide
    description = ", ".join(f"{number} {word}" for word, number, _ in rows)
    return Drawing(_WIDE, 40 + _ROW * 1.3 * len(rows), "".join(parts), title, description)


def terms_drawing(terms: Sequence[int | Fraction], first_n: int = 0, title: str = "graph of a(n)") -> Drawing:
    """Draw the terms of a sequence as dots on a logarithmic scale, which omits zeros, or as pins on a linear
    scale if all terms are small.

    >>> terms_drawing([1, 2, 0, 8], 1).description.partition(".")[0]
    '4 terms: a(1) = 1, a(4) = 8, the maximum is 8'
    """
    numbered = list(enumerate(map(Fraction, terms), first_n))
    sizes = {n: _log10(value) for n, value in numbered if value}
    left, right, wide = first_n - 0.6, max(numbered[-1][0], first_n + 5) + 0.6, _PANEL - _LEFT - 12
    is_log = max(sizes.values(), default=0.0) >= _LEAST_LOG
    if is_log:
        least, most = floor(min(sizes.values())), ceil(max(sizes.values()))
        frame = Frame(left, right, least, max(most, least + 1), wide, _PLOT, _TITLE)
        parts = _powers(frame)
        parts += [_dot(frame.at(n, size), _PIN) for n, size in sizes.items()]
    else:
        values = [float(value) for _, value in numbered]
        low, high = min(0.0, *values), max(0.0, *values) * 1.05
        frame = Frame(left, right, low, high if high > low else low + 1, wide, _PLOT, _TITLE)
        parts = grid_lines(frame, whole=True, whole_up=high - low > 6)
        for n, y in enumerate(values, first_n):
            parts += [line([frame.at(n, 0), frame.at(n, y)], class_="track"), _dot(frame.at(n, y), _PIN)]
    name = "|a(n)|" if is_log and any(value < 0 for _, value in numbered) else "a(n)"
    shown = {f"a({n})": value for n, value in (numbered[0], numbered[-1])}
    shown["the maximum"] = max(value for _, value in numbered)
    words = ", ".join(
        f"{of} {'is' if of[0] == 't' else '='} {_rounded(value)}" for of, value in shown.items()
    )
    zeros = [str(n) for n, value in numbered if not value]
    omitted = f" 0 at n = {', '.join(zeros)}, which the logarithmic scale omits." if zeros and is_log else ""
    heading = f"{name}, logarithmic scale" if is_log else name
    return _panel(parts, heading, title, f"{len(numbered)} terms: {words}.{omitted}")


def _log10(value: Fraction) -> float:
    """Return the decimal logarithm of the absolute value, which may exceed floating point numbers."""
    return log10(abs(value.numerator)) - log10(value.denominator)


def _rounded(value: Fraction) -> str:
    """Return a number as a string, rounded if it is long."""
    words = number_text(value)
    if len(words) <= _LONG:
        return words
    size = floor(_log10(value))
    return f"about {float(value / Fraction(10) ** size):.3g}e{size}"


_LOOKS = ("left", "right", "both", "third", "fourth", "fifth")
_MARKS, _MOST_POWERS = 6, 8
_TEN = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def curves_drawing(
    curves: Mapping[str, Sequence[tuple[float, float]]], across: str, title: str, up: str = ""
) -> Drawing:
    """Draw curves with a legend on a logarithmic scale, so that a factor is a slope.

    After six curves the colours are repeated, with squares and then triangles instead of dots.
    """
    points = [point for curve in curves.values() for point in curve if point[1] > 0]
    if not points:
        raise InputError(f"{title}: there is no point above 0 to draw")
    low, high = floor(log10(min(y for _, y in points))), ceil(log10(max(y for _, y in points)) + 1e-9)
    left, right = min(x for x, _ in points) - 0.3, max(x for x, _ in points) + 0.3
    frame = Frame(left, right, low, max(high, low + 1), _WIDE - _LEFT - 12, 300 - _BELOW, 22.0)
    parts = _powers(frame)
    for k, (name, curve) in enumerate(curves.items()):
        look, mark = _LOOKS[k % len(_LOOKS)], k // _MARKS
        places = [frame.at(x, log10(y)) for x, y in curve if y > 0]
        parts.append(line(places, class_=f"curve {look}-curve"))
        parts += [_mark(place, look, mark) for place in places]
        down = 30 + _ROW * 1.25 * k
        parts.append(_mark((_WIDE + 12, down - 4), look, mark))
        parts.append(text(name, _WIDE + 22, down, text_anchor="start", font_size=12))
    parts.append(text(across, _LEFT + frame.width / 2, 312))
    if up:
        parts.append(text(up, _LEFT - 50, 13, text_anchor="start", font_size=12, class_="soft"))
    wide = _WIDE + 34 + max(width_of(name, 12) for name in curves)
    tall = max(318.0, 30 + _ROW * 1.25 * len(curves))
    description = "; ".join(
        f"{name}: from {curve[0][1]:g} to {curve[-1][1]:g}" for name, curve in curves.items() if curve
    )
    return Drawing(wide, tall, "".join(parts), title, description + ".")


def _powers(frame: Frame) -> list[str]:
    """Return vertical lines at integers, and horizontal lines at powers of ten."""
    step = ceil((frame.high - frame.low) / _MOST_POWERS)
    plain = {-2: "0.01", -1: "0.1", 0: "1", 1: "10", 2: "100"}
    powers = range(int(frame.low), int(frame.high) + 1, step)
    heights = [(k, plain.get(k, f"10{_raised(k)}")) for k in powers]
    return _grid(frame, ticks(frame.left, frame.right, whole=True), heights)


def _raised(power: int) -> str:
    """Return a power in superscript digits."""
    return ("⁻" if power < 0 else "") + "".join(_TEN[int(digit)] for digit in str(abs(power)))


def _mark(place: Point, look: str, kind: int) -> str:
    x, y = place
    if kind == 0:
        return tag("circle", cx=x, cy=y, r=3.4, class_=look)
    if kind == 1:
        return tag("rect", x=x - 3.2, y=y - 3.2, width=6.4, height=6.4, class_=look)
    return polygon(((x, y - 4.4), (x - 4, y + 3), (x + 4, y + 3)), class_=look)


def _dot(place: Point, radius: float = _DOT) -> str:
    return tag("circle", cx=place[0], cy=place[1], r=radius, class_="point")


def grid_lines(frame: Frame, *, whole: bool, whole_up: bool = False) -> list[str]:
    """Return grid lines and axis labels at round values; ``whole`` and ``whole_up`` restrict the labels to
    integers.
    """
    heights = [(y, _with_sign(y)) for y in ticks(frame.low, frame.high, whole=whole_up)]
    return _grid(frame, ticks(frame.left, frame.right, whole=whole), heights)


def _grid(frame: Frame, across: Sequence[float], up: Sequence[tuple[float, str]]) -> list[str]:
    """Return vertical and horizontal lines with their labels."""
    parts = []
    for x in across:
        place, top = frame.at(x, frame.low), frame.at(x, frame.high)
        parts.append(line([place, top], class_="grid"))
        parts.append(text(_with_sign(x), place[0], place[1] + 17, font_size=12, class_="soft"))
    for y, words in up:
        place, end = frame.at(frame.left, y), frame.at(frame.right, y)
        parts.append(line([place, end], class_="grid"))
        parts.append(text(words, place[0] - 7, place[1] + 4, font_size=12, class_="soft", text_anchor="end"))
    return parts


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return a few round numbers in an interval.

    >>> ticks(0, 10), ticks(2.9, 6.3, whole=True)
    ([0.0, 2.0, 4.0, 6.0, 8.0, 10.0], [3.0, 4.0, 5.0, 6.0])
    """
    rough = (high - low) / 6
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough * 0.999)
    step = max(step, 1.0) if whole else step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _with_sign(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


def _stretch_range(low: float, high: float) -> tuple[float, float]:
    room = max(high - low, abs(high) * 0.1, 1e-9) * 0.08
    return low - room, high + room


# Thermographs: temperature upwards, values from right to left, both walls and the mast


def thermograph_drawing(graph: Thermograph, title: str = "thermograph") -> Drawing:
    """Draw a thermograph with exact values: the left wall solid, the right wall dashed, and the mast.

    The corners of the walls are labelled on the axes if there is room.
    """
    values = [value for wall in (graph.left, graph.right) for _, value in wall]
    low, high = min(values), max(values)
    room = max(high - low, Fraction(1, 2)) / 8
    meet = max(graph.temperature, Fraction(0))
    top = meet * Fraction(5, 4) + Fraction(1, 4)
    frame = Frame(float(high + room), float(low - room), 0, float(top), _WALLS, _TALL - _TOP, _TOP)
    parts = [_axes(graph, frame)]
    for wall, look in ((graph.right, "right-line"), (graph.left, "left-line")):
        parts.append(line([frame.at(float(v), float(t)) for t, v in _extend_wall(wall, meet)], class_=look))
    mast = [frame.at(float(graph.mean), float(time)) for time in (meet, top)]
    x, y = mast[1]
    tip = polygon(((x, y - 5), (x - 4, y + 4), (x + 4, y + 4)), class_="head")
    parts += [line(mast, class_="line mast"), tip]
    left, right = (number_text(stop) for stop in graph.stops(0))
    description = (
        f"Left stop {left}, right stop {right}, mean {number_text(graph.mean)},"
        f" temperature {number_text(graph.temperature)}."
    )
    return Drawing(_LEFT + _WALLS + 34, _TALL + 34, "".join(parts), title, description)


def _extend_wall(wall: Wall, meet: Fraction) -> Wall:
    """Return the wall up to the temperature where both walls meet."""
    return wall if wall[-1][0] >= meet else (*wall, (meet, wall[-1][1]))


def _axes(graph: Thermograph, frame: Frame) -> str:
    start, end, bottom = _LEFT, _LEFT + _WALLS, _TALL
    walls = (*graph.left, *graph.right, (max(graph.temperature, Fraction(0)), graph.mean))
    values = [*graph.stops(0), graph.mean, *sorted({value for _, value in walls})]
    times = [Fraction(0), walls[-1][0], *sorted({time for time, _ in walls})]
    parts = [
        line([(start, _TOP), (start, bottom), (end, bottom)], class_="line"),
        centre_text("value", start + _WALLS / 2, bottom + 28, 11, class_="soft"),
        text("temperature", 0, 4, font_size=11, text_anchor="start", class_="soft"),
    ]
    places = [(frame.at(float(value), 0)[0], _short(value)) for value in values]
    for x, words in _drop_overlapping([(x, words, width_of(words) + 4) for x, words in places]):
        parts += [line([(x, _TOP), (x, bottom + 4)], class_="grid"), text(words, x, bottom + 18)]
    heights = [(frame.at(frame.left, float(time))[1], _short(time)) for time in times]
    for y, words in _drop_overlapping([(y, words, _ROW) for y, words in heights]):
        parts.append(line([(start - 4, y), (end, y)], class_="grid"))
        parts.append(text(words, start - 8, y + 4.5, text_anchor="end"))
    return "".join(parts)


def _drop_overlapping(labels: Iterable[tuple[float, str, float]]) -> list[tuple[float, str]]:
    """Return the labels that do not overlap a previous label."""
    kept: list[tuple[float, str, float]] = []
    for at, words, size in labels:
        if all(abs(at - other) >= (size + room) / 2 for other, _, room in kept):
            kept.append((at, words, size))
    return [(at, words) for at, words, _ in kept]


def _short(value: Fraction) -> str:
    """Return a fraction, or a decimal if it is too long for an axis, marked if it is rounded."""
    words = number_text(value)
    if width_of(words) <= 40:
        return words
    decimals = f"{float(value):.4g}"
    return decimals if Fraction(decimals) == value else f"≈{decimals}"
