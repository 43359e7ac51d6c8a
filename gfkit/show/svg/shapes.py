"""Drawings as plain shapes with their colours resolved, and as TikZ, for paper and other programs.

The drawings of this subpackage use a small part of SVG: rectangles, circles, lines, polygons, paths of
straight lines and cubic curves, texts, and translated groups. This module parses only that part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from gfkit.core.deferred import dataclass
from gfkit.core.errors import SelfCheckError
from gfkit.show.markup import Point, decimal
from gfkit.show.svg.document import MARGIN, SvgDocument, properties

_SPACE = "{http://www.w3.org/2000/svg}"
_BEND = 0.5522847498
"""Fraction of the tangents at which a cubic curve approximates a quarter of a circle."""
_SCALE = 0.75
"""Points of TikZ for each unit of a drawing: CSS counts 96 to the inch, TikZ's bp 72."""


@dataclass(frozen=True)
class Style:
    """Colours as #rrggbb, or empty for none, with their opacities."""

    fill: str
    stroke: str
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Outline:
    """Path: M and L have one point, C three, Z none."""

    steps: tuple[tuple[str, tuple[Point, ...]], ...]
    style: Style


@dataclass(frozen=True)
class Words:
    """Line of text; ``anchor`` is start, middle or end."""

    words: str
    at: Point
    size: float
    anchor: str
    is_bold: bool
    style: Style


Shape = Outline | Words
_ATTRIBUTES = ("fill", "stroke", "stroke-width", "font-size", "fill-opacity", "stroke-opacity")
"""Attributes of elements that replace properties of their classes."""


def shapes_of(drawing: SvgDocument, theme: str = "light") -> list[Shape]:
    """Yield the shapes of a drawing, from back to front, with its corner at (0, 0)."""
    root = ElementTree.fromstring(drawing.svg(theme, styled=False))
    return [shape for child in root for shape in _shapes(child, (0.0, 0.0), theme)]


def _shapes(element: ElementTree.Element, moved: Point, theme: str) -> Iterator[Shape]:
    kind = element.tag.removeprefix(_SPACE)
    get = element.get
    if kind in ("title", "desc", "style"):
        return
    if kind == "g":
        shift = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", get("transform", "translate(0 0)"))
        if shift is None:
            raise SelfCheckError(f"drawings are only moved, and this one has {get('transform')!r}")
        down = moved[0] + float(shift[1]), moved[1] + float(shift[2])
        for child in element:
            yield from _shapes(child, down, theme)
        return
    look = properties(kind, get("class", "").split(), theme) | {
        name: value for name in _ATTRIBUTES if (value := get(name))
    }
    style = _style(look)

    def number(name: str) -> float:
        return float(get(name, "0"))

    def outline(steps: Sequence[tuple[str, Sequence[Point]]]) -> Outline:
        moves = ((step, tuple((x + moved[0], y + moved[1]) for x, y in points)) for step, points in steps)
        return Outline(tuple(moves), style)

    if kind == "rect":
        yield outline(_rectangle(*map(number, ("x", "y", "width", "height", "rx"))))
    elif kind == "circle":
        x, y, r = map(number, ("cx", "cy", "r"))
        yield outline(_rectangle(x - r, y - r, 2 * r, 2 * r, r))
    elif kind == "line":
        yield outline([("M", [(number("x1"), number("y1"))]), ("L", [(number("x2"), number("y2"))])])
    elif kind in ("polyline", "polygon"):
        points = _points(get("points", ""))
        lines: list[tuple[str, Sequence[Point]]] = [("L", [point]) for point in points[1:]]
        yield outline([("M", points[:1]), *lines, *([("Z", ())] if kind == "polygon" else [])])
    elif kind == "path":
        pieces = re.findall(r"([MLCZ])([^MLCZ]*)", get("d", ""))
        yield outline([(step, _points(numbers)) for step, numbers in pieces])
    elif kind == "text":
        at = number("x") + moved[0], number("y") + moved[1]
        size = float(look["font-size"].removesuffix("px"))
        bold = look.get("font-weight", "") == "600"
        yield Words(element.text or "", at, size, get("text-anchor", "start"), bold, style)
    else:
        raise SelfCheckError(f"drawings have no {kind!r}")


def _points(text: str) -> list[Point]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _rectangle(x: float, y: float, w: float, h: float, r: float) -> list[tuple[str, Sequence[Point]]]:
    """Return a rectangle with rounded corners."""
    if not r:
        return [("M", [(x, y)]), ("L", [(x + w, y)]), ("L", [(x + w, y + h)]), ("L", [(x, y + h)]), ("Z", ())]
    k = r * (1 - _BEND)
    u, v = x + w, y + h
    return [
        ("M", [(x + r, y)]),
        ("L", [(u - r, y)]),
        ("C", [(u - k, y), (u, y + k), (u, y + r)]),
        ("L", [(u, v - r)]),
        ("C", [(u, v - k), (u - k, v), (u - r, v)]),
        ("L", [(x + r, v)]),
        ("C", [(x + k, v), (x, v - k), (x, v - r)]),
        ("L", [(x, y + r)]),
        ("C", [(x, y + k), (x + k, y), (x + r, y)]),
        ("Z", ()),
    ]


def _style(look: dict[str, str]) -> Style:
    def colour(name: str, otherwise: str) -> str:
        text = look.get(name, otherwise)
        text = look["color"] if text == "currentColor" else text
        if re.fullmatch(r"#[0-9a-f]{3}", text):
            text = "#" + "".join(2 * digit for digit in text[1:])
        return "" if text == "none" else text

    return Style(
        colour("fill", "#000000"),
        colour("stroke", "none"),
        float(look.get("fill-opacity", "1")),
        float(look.get("stroke-opacity", "1")),
        float(look.get("stroke-width", "1")),
        tuple(map(float, look.get("stroke-dasharray", "").split())),
    )


# TikZ


def tikz(drawing: SvgDocument, theme: str = "light") -> str:
    """Return the drawing as a ``tikzpicture``, which needs the package tikz and no library of it."""
    shapes = shapes_of(drawing, theme)
    colours = {c: f"gfk{k}" for k, c in enumerate(dict.fromkeys(c for s in shapes for c in _colours(s)))}
    lines = [f"% {' '.join(drawing.title.split())}", r"\begin{tikzpicture}[x=0.75bp,y=-0.75bp]"]
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}" for colour, name in colours.items()]
    for shape in shapes:
        lines.append(_tikz_words(shape, colours) if isinstance(shape, Words) else _tikz_path(shape, colours))
    high, wide = drawing.height + 2 * MARGIN, drawing.width + 2 * MARGIN
    lines.append(rf"\useasboundingbox (0,0) rectangle ({decimal(wide)},{decimal(high)});")
    return "\n".join([*(line for line in lines if line), r"\end{tikzpicture}", ""])


def _colours(shape: Shape) -> list[str]:
    return [colour for colour in (shape.style.fill, shape.style.stroke) if colour]


def _tikz_path(shape: Outline, colours: dict[str, str]) -> str:
    style, options = shape.style, []
    if style.fill:
        options += [f"fill={colours[style.fill]}", *_opacity("fill", style.fill_opacity)]
    if style.stroke:
        options += [f"draw={colours[style.stroke]}", *_opacity("draw", style.stroke_opacity)]
        options.append(f"line width={decimal(style.width * _SCALE)}bp")
        if style.dashes:
            on, off = (decimal(value * _SCALE) for value in (*style.dashes, *style.dashes)[:2])
            options.append(f"dash pattern=on {on}bp off {off}bp")
    if not options:
        return ""
    words = []
    for step, points in shape.steps:
        at = [f"({decimal(x)},{decimal(y)})" for x, y in points]
        if step == "C":
            words.append(f".. controls {at[0]} and {at[1]} .. {at[2]}")
        elif step == "Z":
            words.append("-- cycle")
        else:
            words.append(("" if step == "M" else "-- ") + " -- ".join(at))
    return rf"\path[{','.join(options)}] {' '.join(words)};"


def _opacity(attribute: str, value: float) -> list[str]:
    return [f"{attribute} opacity={decimal(value)}"] if value < 1 else []


def _tikz_words(shape: Words, colours: dict[str, str]) -> str:
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[shape.anchor]
    options = [f"anchor={anchor}", "inner sep=0pt", f"text={colours[shape.style.fill]}"]
    options += _opacity("text", shape.style.fill_opacity)
    size = decimal(shape.size * _SCALE)
    font = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont\sffamily" + (r"\bfseries" if shape.is_bold else "")
    x, y = map(decimal, shape.at)
    return rf"\node[{','.join(options)},font={{{font}}}] at ({x},{y}) {{{tex_words(shape.words)}}};"


_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: rf"\{sign}" for sign in "{}$&#_%"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\u2212": "$-$",
    "\u2264": r"$\le$",
    "\u2265": r"$\ge$",
    "\u00d7": r"$\times$",
    "\u00b7": r"$\cdot$",
    "\u2191": r"$\uparrow$",
    "\u2193": r"$\downarrow$",
    "\u2026": r"\ldots{}",
    **{
        raised: rf"\textsuperscript{{{sign}}}"
        for raised, sign in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True)
    },
}


def tex_words(words: str) -> str:
    r"""Return a string escaped for LaTeX.

    >>> print(tex_words("a_b & 50% {x}"))
    a\_b \& 50\% \{x\}
    """
    return "".join(_TEX.get(sign, sign) for sign in words).replace("--", "-{}-")
