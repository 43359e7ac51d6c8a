"""Representations of values in a notebook: their cards as HTML, and the LaTeX and SVG in them.

Cards inherit colours and fonts from the surrounding page, so they fit light and dark pages, and contain no
external references.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gfkit.core.algebra import Evidence
from gfkit.core.boards import Board, parse_board
from gfkit.core.errors import GfkitError
from gfkit.show.card import (
    Badge,
    Boxes,
    Card,
    Picture,
    Row,
    Several,
    ShownFormula,
    ShownMatrix,
    ShownSeries,
    ShownTerms,
    Value,
    card_lines,
)
from gfkit.show.cards import card_of
from gfkit.show.markup import escape_text, printable
from gfkit.show.svg import board_drawing, family_drawing

_CARD = (
    "display:inline-block;max-width:100%;box-sizing:border-box;overflow-x:auto;text-align:left;"
    "border:1px solid rgba(128,128,128,.4);border-radius:8px;padding:.5em .9em;line-height:1.5;margin:.2em 0"
)
_NAME = (
    "text-align:left;font-weight:normal;opacity:.75;padding:.15em 1.1em .15em 0;width:11em;"
    "box-sizing:border-box;border:0;background:none"
)
_TABLE = "display:block;margin:0;border:0"
_ROW = "display:flex;flex-wrap:wrap;align-items:baseline;background:none"
"""Style of a row whose value is below its label if both do not fit next to each other. A wide value scrolls
separately.
"""
_DATA = "text-align:left;padding:.35em 0;max-width:100%;overflow:auto hidden;border:0;background:none"
_BADGE = "display:inline-block;border:1.5px solid {0};border-radius:1em;padding:0 .6em;font-size:.9em"
_BOX = (
    "display:inline-block;min-width:1.6em;text-align:center;margin:1px;padding:.1em .35em;"
    "border:1px solid rgba(128,128,128,.4);border-radius:4px;line-height:1.25"
)
_ENTRY = "padding:.1em .7em;text-align:center;border:1px solid rgba(128,128,128,.3);background:none"
_COLOURS = {
    "proved": "#009e73",
    "verified": "#009e73",
    "probable": "#56b4e9",
    "guessed": "#e69f00",
    "consistent": "#56b4e9",
    "later": "#e69f00",
    "refuted": "#d55e00",
}
_MARKS = {
    "proved": "✓",
    "verified": "✓",
    "probable": "≈",
    "guessed": "?",
    "consistent": "~",
    "later": "→",
    "refuted": "✗",
}
_LONGEST_TERM = 40
LONGEST_TEXT = 600
_MOST_BOXES = 200
_SIDE, _MOST_SIDE = 90, 900
"""Size of the board in a card, and maximum size of a board that is drawn."""
_IN_FILES = ("graph", "slices")
MOST_LATEX = 5000
"""Maximum number of characters of LaTeX in a notebook."""


def shown_as(found: object, kind: str) -> str | None:
    """Return the value as latex, svg, html or text, or None if the value has no such form or is too large.

    >>> from gfkit.core.boards import parse_one_board
    >>> shown_as(parse_one_board("2x2"), "latex") is None, shown_as(parse_one_board("2x2"), "svg")[:4]
    (True, '<svg')
    """
    try:
        card = card_of(found)
        if card is None:
            return None
        if kind == "text":
            return "\n".join(card_lines(card))
        if kind == "html":
            return card_html(card)
        return _leading_formula(card) if kind == "latex" else _leading_picture(card)
    except GfkitError:
        return None


def _leading_formula(card: Card) -> str | None:
    """Return LaTeX between dollar signs for a notebook, or None if typesetting would take too long."""
    latex = None if card.lead is None else card.lead.written("latex")
    return None if latex is None or len(latex) > MOST_LATEX else rf"$\displaystyle {latex}$"


def _leading_picture(card: Card) -> str | None:
    drawing = card.leading_drawing
    return None if drawing is None else drawing.svg()


def card_html(card: Card) -> str:
    """Return a card as HTML: a box, or only the formula or drawing if the card has no rows."""
    if card.parts:
        parts = (*card.parts, Card(rows=card.rows)) if card.rows else card.parts
        return f"<div>{''.join(f'<div>{card_html(part)}</div>' for part in parts)}</div>"
    rows = [(row, _row_markup(row.value)) for row in card.rows]
    pictures = "".join(map(_picture, card.pictures))
    if not card.title and not card.notes and not any(row.label for row, _ in rows):
        first, *others = [
            *(markup for _, markup in rows),
            *filter(None, [pictures, _evidence_badge(card)]),
        ] or [""]
        below = "".join(f'<div style="opacity:.85">{markup}</div>' for markup in others)
        return f"<div>{first}{below}</div>" if others else first
    shown = _board(card) if card.board else ""
    lines = "".join(_line(_label(row), markup) for row, markup in rows)
    lines += _line("known", _evidence_badge(card)) if card.evidence else ""
    lines += "".join(_line("note", escape_text(remark)) for remark in card.remarks)
    table = f'<table style="{_TABLE}"><tbody style="display:block">{lines}</tbody></table>' if lines else ""
    head = (
        f'<div style="font-weight:600;margin-bottom:.2em">{escape_text(card.title)}</div>'
        if card.title
        else ""
    )
    notes = "".join(f"<div>{escape_text(note)}</div>" for note in card.notes)
    return f'<div class="gfk-card" style="{_CARD}">{shown}{head}{table}{pictures}{notes}</div>'


def facts(card: Card) -> list[tuple[str, str]]:
    """Return the labels of the rows of a card with their markup, for a table."""
    rows = [(escape_text(_label(row)), _row_markup(row.value)) for row in card.rows]
    return [*rows, ("known", _evidence_badge(card))] if card.evidence else rows


def _label(row: Row) -> str:
    name = row.formal or row.label
    return row.value.label(name) if isinstance(row.value, ShownTerms) else name


def _line(name: str, markup: str) -> str:
    return (
        f'<tr style="{_ROW}"><th scope="row" style="{_NAME}">{escape_text(name)}</th>'
        f'<td style="{_DATA}">{markup}</td></tr>'
    )


def _row_markup(value: Value) -> str:
    match value:
        case ShownFormula():
            return formula(value)
        case ShownSeries():
            return formula(value.formula)
        case ShownTerms():
            return _terms(value.texts, goes_on=value.goes_on)
        case Several():
            return escape_text(value.text(full=False))
        case Boxes():
            return _boxes(value)
        case Badge():
            return f"{badge(value.word)} {escape_text(value.text)}".strip()
        case ShownMatrix():
            return _matrix(value)
    return escape_text(value)


def formula(value: ShownFormula) -> str:
    """Return a formula as MathML, or as plain text if the formula is long or plain text is more readable."""
    if value.folded:
        inside = formula(replace(value, folded=""))
        return f"<details><summary>{escape_text(value.folded)}</summary>{inside}</details>"
    latex = value.written("latex") if value.is_typeset else None
    markup = None if latex is None or len(latex) > MOST_LATEX else value.written("mathml")
    if markup is None:
        return _code(value.text)
    from gfkit.core.algebra.formula.write.mathml import split_math

    return f'<span style="font-size:1.08em">{split_math(printable(markup), is_styled=True)}</span>'


def _code(text: str) -> str:
    """Return plain text, truncated if it is long."""
    rest = len(text) - LONGEST_TEXT
    kept = escape_text(text if rest <= 0 else text[:LONGEST_TEXT])
    more = (
        f' … <span style="opacity:.75">({len(text)} characters; str(...) contains all of them)</span>'
        if rest > 0
        else ""
    )
    return f'<code style="background:none;color:inherit;overflow-wrap:anywhere">{kept}</code>{more}'


def _terms(texts: Sequence[str], *, goes_on: bool) -> str:
    """Return terms in a row. Long numbers are abbreviated to their first and last digits and their length."""
    return ", ".join([*map(_term, texts), *(["…"] if goes_on else [])])


def _term(text: str) -> str:
    digits = text.lstrip("-")
    if len(text) > _LONGEST_TERM and digits.isdigit():
        return f"{text[:8]}…{text[-4:]} ({len(digits)} digits)"
    return escape_text(text if len(text) <= 3 * _LONGEST_TERM else text[: 3 * _LONGEST_TERM] + "…")


def _boxes(value: Boxes) -> str:
    """Return a box for each n, with n above and its string below."""
    kept = value.items[:_MOST_BOXES]
    boxes = [
        f'<span style="{_BOX}" title="n = {n}: {escape_text(text)}">'
        f'<span style="font-size:.75em;opacity:.7">{n}</span><br><b>{escape_text(word)}</b></span>'
        for n, word, text in kept
    ]
    more = f" and {len(value.items) - len(kept)} more" if len(value.items) > len(kept) else ""
    legend = f"<div>{escape_text(value.legend)}</div>" if value.legend else ""
    return "".join(boxes) + more + legend


def _matrix(value: ShownMatrix) -> str:
    head = "".join(f'<th style="{_ENTRY}">{escape_text(word)}</th>' for word in ("", *value.columns))
    lines = [f"<tr>{head}</tr>"]
    for name, entries in value.rows:
        cells = "".join(f'<td style="{_ENTRY}">{formula(entry)}</td>' for entry in entries)
        lines.append(f'<tr><th scope="row" style="{_ENTRY}">{escape_text(name)}</th>{cells}</tr>')
    return f'<table style="border-collapse:collapse">{"".join(lines)}</table>'


def badge(word: str) -> str:
    """Return a status word with a mark and a colour."""
    colour = _COLOURS.get(word, "currentColor")
    return f'<span style="{_BADGE.format(colour)}">{_MARKS.get(word, "")} {escape_text(word)}</span>'


def evidence_text(evidence: Evidence) -> str:
    """Return the evidence of a result in HTML: a badge with the status, and the method."""
    rest = str(evidence).removeprefix(evidence.status.value).strip()
    return f"{badge(evidence.status.value)} {escape_text(rest)}"


def _evidence_badge(card: Card) -> str:
    return "" if card.evidence is None else evidence_text(card.evidence)


def _board(card: Card) -> str:
    """Return a small drawing of a configuration or of the board, or "" if it is large or read from a file."""
    words = card.board
    if "@" in words or (":" in words and words.split(":")[0] in _IN_FILES):
        return ""
    try:
        drawing = card.example()
        if drawing is None:
            parsed = parse_board(words)
            drawing = board_drawing(parsed) if isinstance(parsed, Board) else family_drawing(parsed)
    except GfkitError:
        return ""
    size = max(drawing.width, drawing.height)
    if size > _MOST_SIDE:
        return ""
    return f'<div style="float:right;margin:0 0 .3em 1em">{drawing.svg(scale=min(1.0, _SIDE / size))}</div>'


def _picture(one: Picture) -> str:
    drawing = one.svg_drawing()
    if drawing is None:
        return ""
    markup = f'<div style="overflow-x:auto">{drawing.svg()}</div>'
    if not one.is_folded:
        return markup
    return f'<details style="margin-top:.3em"><summary>{escape_text(one.name)}</summary>{markup}</details>'
