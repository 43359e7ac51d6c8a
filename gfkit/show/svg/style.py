"""The colours of pictures, in light and dark.

Lines and texts have the colour of the text around the picture. Left is blue and plain, Right orange and
hatched, so that they are told apart without seeing colours and in print; the colours are those of Masataka
Okabe and Kei Ito, Color Universal Design. A theme that the page sets (data-theme, and what notebooks set)
goes before the reader's own preference.
"""

from __future__ import annotations

from gfkit.typing import Player

NAME = "gfk"
THEMES = ("auto", "light", "dark")

_BASE = {
    "text": "fill:currentColor;stroke:none;font-family:system-ui,sans-serif;font-size:13px",
    ".bold": "font-weight:600",
    ".soft": "fill-opacity:.75",
    ".cell": "fill:currentColor;fill-opacity:.06;stroke:currentColor;stroke-opacity:.45",
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
    ".hatch": "fill:none;stroke:#000;stroke-opacity:.38;stroke-width:1.4",
    "text.on-left,text.on-both,text.on-fifth": "fill:#fff;font-weight:600",
    "text.on-right,text.on-third,text.on-fourth": "fill:#000;font-weight:600",
    ".left-line,.right-line": "fill:none;stroke-width:2.2;stroke-linejoin:round",
    ".right-line": "stroke-dasharray:7 3",
}
_LIGHT = {".left-line": "stroke:#0072b2", ".right-line": "stroke:#b35900"}
_DARK = {".left-line": "stroke:#56b4e9", ".right-line": "stroke:#f0a830"}
_INK = {"light": "#1b1f24", "dark": "#e6e8eb"}
_SAID = {
    "light": ("[data-theme=light]", "[data-jp-theme-light=true]", ".vscode-light"),
    "dark": ("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark"),
}
"""How pages and notebooks say which theme they have."""

OWNERS = {Player.LEFT: "left", Player.RIGHT: "right", Player.BOTH: "both"}
SEVERAL = ("left", "right", "both", "third", "fourth", "fifth")


def style(theme: str) -> str:
    """The style sheet of a picture; every rule is about pictures of this kind only.

    >>> "prefers-color-scheme" in style("auto"), "prefers-color-scheme" in style("dark")
    (True, False)
    """
    base = _rules(_BASE)
    if theme != "auto":
        return base + f".{NAME}{{color:{_INK[theme]}}}" + _rules(_DARK if theme == "dark" else _LIGHT)
    dark = f":root.{NAME}{{color:{_INK['dark']}}}" + _rules(_DARK)
    said = "".join(
        _rules(colours, f"{scope} ")
        for name, colours in (("light", _LIGHT), ("dark", _DARK))
        for scope in _SAID[name]
    )
    return base + _rules(_LIGHT) + f"@media (prefers-color-scheme:dark){{{dark}}}" + said


def _rules(table: dict[str, str], scope: str = "") -> str:
    return "".join(
        ",".join(f"{scope}.{NAME} {one}" for one in selector.split(",")) + f"{{{body}}}"
        for selector, body in table.items()
    )
