"""The parts of a page: figures, tables, listings, folds, and formulas that do not run off the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gfkit.formula import ascending
from gfkit.sequences import Ball, Polynomial
from gfkit.sequences.number import whole_text
from gfkit.show.markup import escaped, tag
from gfkit.show.mathml import UnknownMarkError, mathml
from gfkit.show.svg.drawing import Drawing

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


def display(latex: str, plain: str) -> str:
    """A formula on a line of its own, which scrolls where it is wider than the page."""
    try:
        inside = mathml(latex)
    except UnknownMarkError:
        inside = tag("code", escaped(plain))
    return tag("div", inside, class_="display scroll")


def inline(latex: str) -> str:
    """A formula within a line."""
    return mathml(latex).replace(' display="block"', "", 1)


def polynomial(value: Polynomial, name: str) -> str:
    """A polynomial by rising powers of t that is broken between its terms; folded or plain when long."""
    shown = ascending(value) if value.variables[:1] == ("t",) else value
    return long_sum(shown.latex(), str(shown), name)


def long_sum(latex: str, plain: str, name: str, head: str = "", tail: str = "") -> str:
    """A sum that is broken between its terms; LaTeX ``head`` stands before it, the text ``tail`` after it."""
    terms = summands(latex)
    if len(terms) > _MOST_TYPESET:
        inside = tag("div", tag("code", escaped(plain)), tail, class_="sum")
    else:
        parts = [_summand(term, first=not k) for k, term in enumerate(terms)]
        inside = tag("div", inline(head) if head else "", "<wbr/>".join(parts), tail, class_="sum")
    if len(terms) <= _MOST_TERMS:
        return inside
    return fold(f"{name} ({len(terms)} terms)", inside, printed=len(terms) <= _MOST_TYPESET)


def summands(latex: str) -> list[str]:
    r"""The terms of a sum with their signs, brackets and braces kept whole.

    >>> summands("1 - 3 t + (1 + x) t^{2}")
    ['1', '- 3 t', '+ (1 + x) t^{2}']
    """
    parts, depth, start = [], 0, 0
    for found in re.finditer(r"[({]|[)}]| (?=[+-] )", latex):
        if found[0] == " " and depth == 0:
            parts.append(latex[start : found.start()])
            start = found.end()
        elif found[0] != " ":
            depth += 1 if found[0] in "({" else -1
    return [*parts, latex[start:]]


def _summand(term: str, *, first: bool) -> str:
    """A term as a formula; its sign is one between terms, unless it is the first."""
    made = inline(term)
    return made if first else made.replace("<mo>", '<mo form="infix">', 1)
