"""A picture: markup with its size, a title and a description, and how pictures stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from gfkit.errors import OptionError, did_you_mean
from gfkit.show.printable import printable
from gfkit.show.svg.element import decimal, tag, text, width_of
from gfkit.show.svg.style import NAME, THEMES, style

MARGIN = 6.0
_LINE = 20.0
_WIDEST = 760.0
"""Pictures in a row go on below when they would get wider than this."""


@dataclass(frozen=True)
class Drawing:
    """A picture in SVG: ``body`` is its markup between (0, 0) and (width, height)."""

    width: float
    height: float
    body: str
    title: str
    description: str = ""

    def svg(self, theme: str = "auto", *, styled: bool = True, scale: float = 1) -> str:
        """The whole document; ``theme`` is auto (as the page or the reader has it), light or dark.

        Without ``styled`` it leaves its style sheet to the page, which needs it once for many pictures.
        The same picture is always the same text. Title and description are for those who do not see it.

        >>> Drawing(10, 10, "", "a & b").svg().count("<title>a &amp; b</title>")
        1
        """
        if theme not in THEMES:
            hint = did_you_mean(str(theme), THEMES)
            raise OptionError(f"theme {theme!r} is unknown; {hint}known are {', '.join(THEMES)}")
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        return tag(
            "svg",
            tag("title", escape(printable(self.title))),
            tag("desc", escape(printable(self.description))) if self.description else "",
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

    def save(self, file: str | Path, theme: str = "auto") -> None:
        """Writes the document to a file."""
        Path(file).write_text(self.svg(theme) + "\n", encoding="utf-8")

    def captioned(self, *lines: str) -> Drawing:
        """The picture with lines of text below."""
        wide = max([self.width, *(width_of(one) for one in lines)])
        moved = shifted(self.body, (wide - self.width) / 2, 0)
        below = "".join(text(one, wide / 2, self.height + _LINE * (k + 0.9)) for k, one in enumerate(lines))
        height = self.height + _LINE * len(lines) + 2
        return Drawing(wide, height, moved + below, self.title, self.description)

    def headed(self, *lines: str) -> Drawing:
        """The picture with lines of text above, from the left."""
        wide = max([self.width, *(width_of(one) * 1.05 for one in lines)])
        above = "".join(
            text(one, 0, _LINE * (k + 0.7), text_anchor="start", class_="bold") for k, one in enumerate(lines)
        )
        down = _LINE * len(lines) + 2
        return Drawing(
            wide, self.height + down, above + shifted(self.body, 0, down), self.title, self.description
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def shifted(body: str, right: float, down: float) -> str:
    """Markup moved to another place."""
    if not body or (not right and not down):
        return body
    return tag("g", body, transform=f"translate({decimal(right)} {decimal(down)})")


def beside(
    pictures: Sequence[Drawing],
    title: str,
    description: str = "",
    *,
    gap: float = 22,
    widest: float = _WIDEST,
) -> Drawing:
    """Pictures from left to right, in as many rows as they need.

    >>> one = Drawing(300, 10, "<g/>", "one")
    >>> joined = beside([one, one, one], "three")
    >>> joined.width, joined.height
    (622.0, 42.0)
    """
    rows: list[list[Drawing]] = []
    for one in pictures:
        if not rows or sum(other.width + gap for other in rows[-1]) + one.width > widest:
            rows.append([])
        rows[-1].append(one)
    body, down, wide = "", 0.0, 0.0
    for row in rows:
        right, tall = 0.0, max(one.height for one in row)
        for one in row:
            body += shifted(one.body, right, down)
            right += one.width + gap
        wide, down = max(wide, right - gap), down + tall + gap
    return Drawing(wide, max(down - gap, 0), body, title, description)


def stacked(pictures: Sequence[Drawing], title: str, description: str = "", *, gap: float = 14) -> Drawing:
    """Pictures one below the other, from the left."""
    return beside(pictures, title, description, gap=gap, widest=0)
