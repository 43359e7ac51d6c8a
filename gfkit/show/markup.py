"""Elements of HTML and SVG, and escaping."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def printable(words: str) -> str:
    """Return a string without the control characters that XML forbids.

    >>> printable("a" + chr(0) + "b")
    'a?b'
    """
    return "".join(
        sign
        if sign in "\t\n\r"
        or (sign >= " " and not "\ud800" <= sign <= "\udfff" and sign < "\ufffe")
        or sign > "\uffff"
        else "?"
        for sign in words
    )


Point = tuple[float, float]


def tag(name: str, *children: str, **attributes: object) -> str:
    """Return an element around markup; ``class_`` becomes class, other underscores become hyphens.

    >>> tag("rect", x=1.50, class_="cell", title='"a"')
    '<rect x="1.5" class="cell" title="&quot;a&quot;"/>'
    """
    written = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """Return a line of text, centred at x by default; y is the base line."""
    anchored: dict[str, object] = {"text_anchor": "middle", **attributes}
    return tag("text", escape_text(words), x=x, y=y, **anchored)


def centre_text(words: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Return a line of text of the given size with its middle at a point."""
    return text(words, x, y + size * 0.35, font_size=size, **attributes)


def line(points: Iterable[Point], **attributes: object) -> str:
    """Return a polygonal line through the given points."""
    return tag("polyline", points=" ".join(f"{decimal(x)},{decimal(y)}" for x, y in points), **attributes)


def polygon(corners: Iterable[Point], **attributes: object) -> str:
    """Return the polygon with the given corners."""
    return tag("polygon", points=" ".join(f"{decimal(x)},{decimal(y)}" for x, y in corners), **attributes)


def decimal(value: float) -> str:
    """Return a coordinate rounded to two decimal places, without trailing zeros.

    >>> decimal(3.0), decimal(-0.001), decimal(2.345678)
    ('3', '0', '2.35')
    """
    return f"{round(float(value), 2) + 0.0:.10g}"


def width_of(words: str, size: float = 13) -> float:
    """Return an upper estimate of the width of a string, since the reader's fonts are unknown."""
    return sum(0.36 if sign in "iljtf.,:;|!'()[]{} " else 0.65 for sign in words) * size


def _value(value: object) -> str:
    return decimal(value) if isinstance(value, int | float) else printable(str(value))


def escape_text(words: str) -> str:
    """Escape a string of a user for markup."""
    return escape(printable(words))
