"""Cards in HTML: a title, rows with formulas and terms, and how the result is known.

Cards take colours and fonts from the page around them, so that they fit light and dark ones, and refer to
nothing outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from gfkit.formula import LATEX, MATHML
from gfkit.formula.tree import Node
from gfkit.formula.write.mathml import math
from gfkit.sequences import Evidence
from gfkit.sequences.recurrence import Term, term_text
from gfkit.show.faces.shown import MOST_LATEX
from gfkit.show.printable import printable
from gfkit.show.svg.drawing import Drawing

Row = tuple[str, str | None]
"""The name of a row and its markup; a row without markup is left out."""

_CARD = (
    "display:inline-block;max-width:100%;box-sizing:border-box;overflow-x:auto;text-align:left;"
    "border:1px solid rgba(128,128,128,.4);border-radius:8px;padding:.5em .9em;line-height:1.5;margin:.2em 0"
)
_NAME = (
    "text-align:left;font-weight:normal;opacity:.75;padding:.15em 1.1em .15em 0;vertical-align:baseline;"
    "white-space:nowrap;border:0;background:none"
)
_CELL = "text-align:left;padding:.15em 0;vertical-align:baseline;border:0;background:none"
_BADGE = "display:inline-block;border:1.5px solid {0};border-radius:1em;padding:0 .6em;font-size:.9em"
_COLOURS = {
    "proved": "#009e73",
    "probable": "#56b4e9",
    "guessed": "#e69f00",
    "consistent": "#56b4e9",
    "refuted": "#d55e00",
}
_MARKS = {"proved": "✓", "probable": "≈", "guessed": "?", "consistent": "~", "refuted": "✗"}
_LONGEST_TERM = 40
_LONGEST_TEXT = 600


def card(title: str, rows: Iterable[Row], *after: str) -> str:
    """A box with a title and rows, and other markup below."""
    kept = [
        f'<tr style="background:none"><th scope="row" style="{_NAME}">{escaped(name)}</th>'
        f'<td style="{_CELL}">{markup}</td></tr>'
        for name, markup in rows
        if markup
    ]
    table = (
        f'<table style="border-collapse:collapse;margin:0;border:0">{"".join(kept)}</table>' if kept else ""
    )
    head = f'<div style="font-weight:600;margin-bottom:.2em">{escaped(title)}</div>' if title else ""
    return f'<div class="gfk-card" style="{_CARD}">{head}{table}{"".join(after)}</div>'


def formula(shown: Node, plain: str) -> str:
    """A formula as MathML; as its plain text where it is too long."""
    if len(LATEX.write(shown)) > MOST_LATEX:
        return code(plain)
    return typeset(math(MATHML.write(shown)))


def typeset(markup: str) -> str:
    """MathML within a line."""
    left = markup.replace('display="block"', 'display="inline" style="math-style:normal"', 1)
    return f'<span style="font-size:1.08em">{left}</span>'


def code(text: str) -> str:
    """Plain text, the beginning of it where it is long."""
    rest = len(text) - _LONGEST_TEXT
    shown = escaped(text if rest <= 0 else text[:_LONGEST_TEXT])
    more = (
        f' … <span style="opacity:.75">({len(text)} characters; str(...) has them all)</span>'
        if rest > 0
        else ""
    )
    return f'<code style="background:none;color:inherit;overflow-wrap:anywhere">{shown}</code>{more}'


def terms(values: Sequence[Term], more: bool = True) -> str:
    """Terms in a row; in place of a long number how many digits it has."""
    listed = [_term(term_text(value)) for value in values]
    return ", ".join([*listed, "…"] if more else listed)


def _term(text: str) -> str:
    digits = text.lstrip("-")
    if len(text) > _LONGEST_TERM and digits.isdigit():
        return f"{text[:8]}…{text[-4:]} ({len(digits)} digits)"
    return escaped(text if len(text) <= 3 * _LONGEST_TERM else text[: 3 * _LONGEST_TERM] + "…")


def badge(word: str) -> str:
    """A word such as proved, with a mark and a colour of its own."""
    colour = _COLOURS.get(word, "currentColor")
    return f'<span style="{_BADGE.format(colour)}">{_MARKS.get(word, "")} {escaped(word)}</span>'


def known(evidence: Evidence) -> str:
    """How a result is known: the badge, and what earned it."""
    rest = str(evidence).removeprefix(evidence.status.value).strip()
    return f"{badge(evidence.status.value)} {escaped(rest)}"


def picture(drawing: Drawing) -> str:
    return f'<div style="overflow-x:auto">{drawing.svg()}</div>'


def folded(title: str, markup: str) -> str:
    """Markup that is shown when its title is clicked."""
    return f'<details style="margin-top:.3em"><summary>{escaped(title)}</summary>{markup}</details>'


def escaped(text: str) -> str:
    return escape(printable(text))
