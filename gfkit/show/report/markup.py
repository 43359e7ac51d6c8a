"""The parts of a page: figures, tables, listings, folds, and formulas that do not run off the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gfkit.formula import MATHML, ascending, tree_of
from gfkit.formula.tree import Node, Sum
from gfkit.formula.write.mathml import math, mo, mrow
from gfkit.sequences import Ball, Polynomial
from gfkit.sequences.number import whole_text
from gfkit.show.faces.html import escaped
from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.element import tag

_LONGEST_NUMBER = 24
_MOST_TERMS = 36
"""Terms up to which a sum is shown unfolded."""
_MOST_TYPESET = 150
"""Terms up to which a sum is typeset; longer ones are plain text."""


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it; ``anchor`` is its address on the page."""

    anchor: str
    title: str
    body: str


def paragraph(text: str) -> str:
    return tag("p", escaped(text))


def figure(drawing: Drawing, caption: str, scale: float = 1) -> str:
    """A picture with a caption; wide ones scroll in their own box."""
    inside = tag("div", picture(drawing, scale), class_="scroll")
    return tag("figure", inside, tag("figcaption", escaped(caption)))


def picture(drawing: Drawing, scale: float = 1) -> str:
    """A picture whose style sheet is that of the page."""
    return drawing.svg(styled=False, scale=scale)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table of markup; its first column names the rows."""
    named = tag("tr", *(tag("th", escaped(word), scope="col") for word in head)) if head else ""
    lines = (
        tag("tr", tag("th", row[0], scope="row"), *(f"<td>{cell}</td>" for cell in row[1:])) for row in rows
    )
    inside = tag(
        "table",
        tag("caption", escaped(caption)),
        tag("thead", named) if named else "",
        tag("tbody", *lines),
    )
    return tag("div", inside, class_="scroll", tabindex=0, role="region", aria_label=caption)


def listing(text: str, label: str) -> str:
    """Text to be copied as it stands."""
    return tag("pre", tag("code", escaped(text)), tabindex=0, role="region", aria_label=label)


def fold(title: str, markup: str, *, printed: bool = False) -> str:
    """Markup that is shown when its title is clicked; on paper only what is ``printed``."""
    return tag("details", tag("summary", escaped(title)), markup, class_="printed" if printed else None)


def whole(value: int) -> str:
    """A number; a long one is its beginning, its end and its number of digits, and unfolds.

    >>> whole(-7), whole(10**50)[:9]
    ('-7', '<details>')
    """
    text = whole_text(value)
    if len(text) <= _LONGEST_NUMBER:
        return text
    digits = len(text.removeprefix("-"))
    return f"<details><summary>{text[:10]}…{text[-6:]} ({digits} digits)</summary>{text}</details>"


def ball_text(ball: Ball) -> str:
    """A certified number with its radius.

    >>> ball_text(Ball("1.41", "1e-2"))
    '1.41 ± 10<sup>−2</sup>'
    """
    if ball.radius == "0":
        return escaped(ball.value)
    head, _, power = ball.radius.partition("e")
    small = f"10<sup>{power.replace('-', '−')}</sup>" if head == "1" and power else escaped(ball.radius)
    return f"{escaped(ball.value)} ± {small}"


def display(shown: Node) -> str:
    """A formula on a line of its own, which scrolls where it is wider than the page."""
    return tag("div", math(MATHML.write(shown)), class_="display scroll")


def inline(shown: Node) -> str:
    """A formula within a line."""
    return math(MATHML.write(shown), is_block=False)


def polynomial(value: Polynomial, name: str) -> str:
    """A polynomial by rising powers of t that is broken between its terms; folded or plain when long."""
    shown = ascending(value) if value.variables[:1] == ("t",) else value
    return long_sum(tree_of(shown), str(shown), name)


def long_sum(shown: Node, plain: str, name: str, head: Node | None = None, tail: str = "") -> str:
    """A sum that is broken between its terms; ``head =`` stands before it, the text ``tail`` after it."""
    terms = shown.terms if isinstance(shown, Sum) else (shown,)
    if len(terms) > _MOST_TYPESET:
        inside = tag("div", tag("code", escaped(plain)), tail, class_="sum")
    else:
        parts = [math(MATHML.summand(term, is_first=not k), is_block=False) for k, term in enumerate(terms)]
        inside = tag("div", _opening(head) if head else "", "<wbr/>".join(parts), tail, class_="sum")
    if len(terms) <= _MOST_TERMS:
        return inside
    return fold(f"{name} ({len(terms)} terms)", inside, printed=len(terms) <= _MOST_TYPESET)


def _opening(left: Node) -> str:
    """The left side of an equation whose right side is broken into lines."""
    return math(mrow(MATHML.write(left), mo("=")), is_block=False)
