"""Drawings: SVG documents that can be saved and arranged.

Every drawing has the colours of ``document``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gfkit.core.deferred import replace
from gfkit.core.typing import Player
from gfkit.show.markup import decimal, tag, text, width_of
from gfkit.show.svg.document import SvgDocument

OWNERS = {Player.LEFT: "left", Player.RIGHT: "right", Player.BOTH: "both"}
SEVERAL = ("left", "right", "both", "third", "fourth", "fifth")
_LINE = 20.0
_WIDEST = 760.0
"""Width above which drawings in a row are continued in the next row."""


class Drawing(SvgDocument):
    """Drawing in SVG: ``body`` is the markup between (0, 0) and (width, height)."""

    def save(self, file: str | Path, theme: str = "auto") -> None:
        """Write the drawing to a file in the format of its extension: .svg, .png, .pdf, .tex or .tikz."""
        from gfkit.show.svg.files import write_picture  # few drawings are saved

        write_picture(self, file, theme)

    def with_caption(self, *lines: str) -> Drawing:
        """Return the drawing with lines of text below."""
        wide = max([self.width, *(width_of(line) for line in lines)])
        moved = shift_markup(self.body, (wide - self.width) / 2, 0)
        below = "".join(
            text(words, wide / 2, self.height + _LINE * (k + 0.9)) for k, words in enumerate(lines)
        )
        height = self.height + _LINE * len(lines) + 2
        return replace(self, width=wide, height=height, body=moved + below)

    def with_heading(self, *lines: str) -> Drawing:
        """Return the drawing with lines of text above, aligned at the left."""
        wide = max([self.width, *(width_of(line) * 1.05 for line in lines)])
        above = "".join(
            text(words, 0, _LINE * (k + 0.7), text_anchor="start", class_="bold")
            for k, words in enumerate(lines)
        )
        down = _LINE * len(lines) + 2
        body = above + shift_markup(self.body, 0, down)
        return replace(self, width=wide, height=self.height + down, body=body)


def shift_markup(body: str, right: float, down: float) -> str:
    """Return markup after a translation."""
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
    """Arrange drawings from left to right, in several rows if needed.

    >>> one = Drawing(300, 10, "<g/>", "one")
    >>> joined = beside([one, one, one], "three")
    >>> joined.width, joined.height
    (622.0, 42.0)
    """
    rows: list[list[Drawing]] = []
    for drawing in pictures:
        if not rows or sum(other.width + gap for other in rows[-1]) + drawing.width > widest:
            rows.append([])
        rows[-1].append(drawing)
    body, down, wide = "", 0.0, 0.0
    for row in rows:
        right, tall = 0.0, max(drawing.height for drawing in row)
        for drawing in row:
            body += shift_markup(drawing.body, right, down)
            right += drawing.width + gap
        wide, down = max(wide, right - gap), down + tall + gap
    return Drawing(wide, max(down - gap, 0), body, title, description)


def stack(pictures: Sequence[Drawing], title: str, description: str = "", *, gap: float = 14) -> Drawing:
    """Arrange drawings in a column, aligned at the left."""
    return beside(pictures, title, description, gap=gap, widest=0)
