"""SVG documents: markup with size and title, in light and dark colours.

Lines and labels have the colour of the text around the drawing. Left is blue and plain, Right orange and
hatched, so that they are distinguished in print and without colour vision; the colours are those of Masataka
Okabe and Kei Ito, Color Universal Design. A theme that the page sets (data-theme, and the attributes of
notebooks) overrides the reader's own preference.
"""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.core.deferred import dataclass
from gfkit.core.errors import OptionError, unknown
from gfkit.show.markup import decimal, escape_text, tag

NAME = "gfk"
THEMES = ("auto", "light", "dark")

_BASE = {
    "text": "fill:currentColor;stroke:none;font-family:system-ui,sans-serif;font-size:13px",
    ".bold": "font-weight:600",
    ".soft": "fill-opacity:.75",
    ".cell": "fill:currentColor;fill-opacity:.06;stroke:currentColor;stroke-opacity:.45",
    ".chequered": "fill-opacity:.24",
    ".line": "fill:none;stroke:currentColor;stroke-opacity:.6;stroke-width:1.3",
    ".grid": "fill:none;stroke:currentColor;stroke-opacity:.18",
    ".seam": "fill:none;stroke:currentColor;stroke-opacity:.8;stroke-width:1.5;stroke-dasharray:5 3",
    ".head": "fill:currentColor;stroke:none",
    ".left": "fill:#0072b2",
    ".right": "fill:#e69f00",
    ".both": "fill:#007a5a",
    ".third": "fill:#cc79a7",
    ".fourth": "fill:#56b4e9",
    ".fifth": "fill:#d55e00",
    ".dot": "stroke:none",
    ".reached": "fill:#007a5a;fill-opacity:.17;stroke:none",
    ".ring": "fill:none;stroke-width:2",
    ".link": "stroke-linecap:round",
    ".bond": "fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round",
    ".shade-1,.shade-2,.shade-3": "stroke:#1b1f24;stroke-width:1;stroke-linejoin:round",
    ".shade-1": "fill:#d6ecfa",
    ".shade-2": "fill:#56b4e9",
    ".shade-3": "fill:#0072b2",
    ".hatch": "fill:none;stroke:#000;stroke-opacity:.38;stroke-width:1.4",
    "text.on-left,text.on-both,text.on-fifth": "fill:#fff;font-weight:600",
    "text.on-right,text.on-third,text.on-fourth": "fill:#000;font-weight:600",
    ".near,.rate,.track": "fill:none;stroke-width:2",
    ".rate": "stroke-width:1.6;stroke-dasharray:6 4",
    ".track": "stroke-opacity:.5;stroke-width:1.4",
    ".curve": "fill:none;stroke-width:1.7;stroke-linejoin:round",
    ".left-curve": "stroke:#0072b2",
    ".right-curve": "stroke:#e69f00",
    ".both-curve": "stroke:#007a5a",
    ".third-curve": "stroke:#cc79a7",
    ".fourth-curve": "stroke:#56b4e9",
    ".fifth-curve": "stroke:#d55e00",
    ".left-line,.right-line": "fill:none;stroke-width:2.2;stroke-linejoin:round",
    ".right-line": "stroke-dasharray:7 3",
}
_LIGHT = {
    ".left-line,.track": "stroke:#0072b2",
    ".right-line,.near,.rate": "stroke:#b35900",
    ".point": "fill:#0072b2",
}
_DARK = {
    ".left-line,.track": "stroke:#56b4e9",
    ".right-line,.near,.rate": "stroke:#f0a830",
    ".point": "fill:#56b4e9",
    ".both": "fill:#2fc79a",
    "text.on-both": "fill:#000",
    ".both-curve": "stroke:#2fc79a",
}
_INK = {"light": "#1b1f24", "dark": "#e6e8eb"}
_SAID = {
    "light": ("[data-theme=light]", "[data-jp-theme-light=true]", ".vscode-light"),
    "dark": ("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark"),
}
"""Selectors of the theme on pages and in notebooks."""


def style(theme: str) -> str:
    """Return the style sheet of a drawing, which applies only to drawings of the given kind.

    >>> "prefers-color-scheme" in style("auto"), "prefers-color-scheme" in style("dark")
    (True, False)
    """
    base = _rules(_BASE) + f".{NAME}{{max-width:100%;height:auto}}"
    if theme != "auto":
        return base + f".{NAME}{{color:{_INK[theme]}}}" + _rules(_DARK if theme == "dark" else _LIGHT)
    dark = f":root.{NAME}{{color:{_INK['dark']}}}" + _rules(_DARK)
    rules = "".join(
        _rules(colours, f"{scope} ")
        for name, colours in (("light", _LIGHT), ("dark", _DARK))
        for scope in _SAID[name]
    )
    return base + _rules(_LIGHT) + f"@media (prefers-color-scheme:dark){{{dark}}}" + rules


def properties(kind: str, classes: Sequence[str], theme: str) -> dict[str, str]:
    """Return the style properties of an element in a theme.

    >>> properties("rect", ["left"], "light")["fill"]
    '#0072b2'
    """
    values = {"color": _INK[theme]}
    by_kind: dict[str, str] = {}
    for table in (_BASE, _DARK if theme == "dark" else _LIGHT):
        for selectors, body in table.items():
            pairs = dict(pair.split(":", 1) for pair in body.split(";"))
            for selector in selectors.split(","):
                of, _, name = selector.partition(".")
                if of in ("", kind) and (not name or name in classes):
                    (values if name else by_kind).update(pairs)
    return by_kind | values


def _rules(table: dict[str, str], scope: str = "") -> str:
    return "".join(
        ",".join(f"{scope}.{NAME} {part}" for part in selector.split(",")) + f"{{{body}}}"
        for selector, body in table.items()
    )


MARGIN = 6.0


@dataclass(frozen=True)
class SvgDocument:
    """SVG document: ``body`` is the markup between (0, 0) and (width, height)."""

    width: float
    height: float
    body: str
    title: str
    description: str = ""
    vertices: tuple[str, ...] = ()
    """Labels of the vertices of a graph, in the order of their numbers; empty if they are not drawn."""

    def svg(self, theme: str = "auto", *, styled: bool = True, scale: float = 1) -> str:
        """Return the SVG document. ``theme`` is auto (the theme of the page or of the reader), light or dark.

        If ``styled`` is False, the style sheet is omitted, because the page contains it once for all
        drawings. Equal drawings have equal source. Title and description are for screen readers.

        >>> SvgDocument(10, 10, "", "a & b").svg().count("<title>a &amp; b</title>")
        1
        """
        if theme not in THEMES:
            raise OptionError(unknown("theme", theme, THEMES))
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        return tag(
            "svg",
            tag("title", escape_text(self.title)),
            tag("desc", escape_text(self.description)) if self.description else "",
            tag("style", style(theme)) if styled else "",
            tag("g", self.body, transform=f"translate({decimal(MARGIN)} {decimal(MARGIN)})"),
            xmlns="http://www.w3.org/2000/svg",
            class_=NAME,
            role="img",
            aria_label=self.title,
            width=width * scale,
            height=height * scale,
            viewBox=f"0 0 {decimal(width)} {decimal(height)}",
        )

    def __repr__(self) -> str:
        return f"<Drawing: {self.title}; {self.width:g} x {self.height:g}>"

    def _repr_svg_(self) -> str:
        return self.svg()
