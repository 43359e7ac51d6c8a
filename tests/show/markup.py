"""Readers of HTML, SVG and MathML for tests of pages and figures, independent of gfkit."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>&"'
FORMS = {"l": "_repr_latex_", "s": "_repr_svg_", "h": "_repr_html_"}
"""The methods by which a notebook asks a value for LaTeX, SVG and HTML."""
VOID = {"meta", "wbr", "br"}


def form(value: object, letter: str) -> Any:
    """Return a value in an output form."""
    return getattr(value, FORMS[letter])()


class Page(HTMLParser):
    """The content of HTML: its text, attributes and tables; its tags must be balanced."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self._cell = False
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
            self._cell = True

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, f"nothing open at </{tag}>"
        assert self.open.pop() == tag
        if tag in ("th", "td"):
            self._cell = False

    def handle_data(self, data):
        if {"style", "script"} & {*self.open}:
            return
        self.text += data
        if self._cell:
            self.rows[-1][-1] += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def evaluated(node: ET.Element, **at: Fraction) -> Fraction:
    """Evaluate a formula in MathML, independently of the writer."""
    kind = node.tag.rpartition("}")[2]
    if kind == "mn":
        return Fraction(node.text)
    if kind == "mi":
        return at[node.text]
    if kind in ("mfrac", "msup"):
        first, second = (evaluated(child, **at) for child in node)
        return first / second if kind == "mfrac" else first**second
    assert kind in ("math", "mrow"), kind
    total, product, sign = Fraction(0), None, 1
    for child in node:
        mark = child.text if child.tag.endswith("}mo") else None
        if mark in ("(", ")", "⋅"):
            continue
        if mark in ("+", "−"):
            total += 0 if product is None else sign * product
            product, sign = None, 1 if mark == "+" else -1
        else:
            assert mark is None, mark
            product = (1 if product is None else product) * evaluated(child, **at)
    return total + sign * product


# Pictures


def root(drawing: Any, theme: str = "auto") -> ET.Element:
    return ET.fromstring(drawing.svg(theme))


def marked(drawing: Any, name: str) -> list[ET.Element]:
    """Return the elements with this word in their class."""
    return [one for one in root(drawing).iter() if name in one.get("class", "").split()]


def words(drawing: Any) -> list[str]:
    return [one.text or "" for one in root(drawing).iter(f"{SVG}text")]


def placed(element: ET.Element, right: float = 0.0, down: float = 0.0):
    """Yield every element with the position of its origin in the figure."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "translate(0 0)"))
    right, down = right + float(moved[1]), down + float(moved[2])
    yield element, right, down
    for child in element:
        yield from placed(child, right, down)


def points_of(element: ET.Element) -> list[tuple[float, float]]:
    listed = (pair.split(",") for pair in element.get("points", "").split())
    return [(float(x), float(y)) for x, y in listed]


def corners(element: ET.Element) -> list[tuple[float, float]]:
    """Return the corners of the element's bounding box; text has a width of 0.5 em per character."""

    def number(name):
        return float(element.get(name, 0))

    kind = element.tag.removeprefix(SVG)
    if kind == "rect":
        return [(number("x"), number("y")), (number("x") + number("width"), number("y") + number("height"))]
    if kind == "circle":
        x, y, r = number("cx"), number("cy"), number("r")
        return [(x - r, y - r), (x + r, y + r)]
    if kind in ("polyline", "polygon"):
        return points_of(element)
    if kind == "path":
        numbers = [float(one) for one in re.findall(r"-?[0-9.]+", element.get("d"))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    if kind == "text":
        x, y, size = number("x"), number("y"), float(element.get("font-size", 13))
        wide = size * 0.5 * len(element.text or "")
        start = {"middle": x - wide / 2, "end": x - wide, "start": x}[element.get("text-anchor")]
        return [(start, y - 0.7 * size), (start + wide, y)]
    return []
