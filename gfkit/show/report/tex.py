"""The report as a document in LaTeX: rule, formulas, pictures as TikZ, and how the result is known."""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.show.card import Card, Row, ShownFormula, ShownSeries, ShownTerms
from gfkit.show.cards import card_of
from gfkit.show.cards.descriptions import rule_card
from gfkit.show.report.subject import Subject, derive_command
from gfkit.show.svg.shapes import tex_words, tikz

_DISPLAYED = 240
"""Characters of a formula in LaTeX up to which it has a line of its own; longer ones are broken like text."""
_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\begin{document}
"""
_FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%" + "\n"


def tex_document(subject: Subject) -> str:
    """The document, which needs the packages amsmath, amssymb and tikz; large pictures are left out."""
    asked = {"terms": subject.terms, "digits": subject.digits, "quick": False} if subject.is_family else {}
    card = card_of(subject.result, **asked)
    assert card is not None, "every result has a card"
    rule = rule_card(subject.question.spaced or subject.rule)
    parts = [
        rf"\section*{{{tex_words(subject.title)}}}",
        *(tex_words(note) for note in rule.notes),
        *_pictures(rule),
        *(text for row in card.rows for text in _row(row)),
        *_pictures(card),
        f"How it is known: {tex_words(card.known_text)}.",
        rf"Found by \texttt{{{tex_words(derive_command(subject, None))}}}.",
    ]
    return _HEAD + "\n\n".join(part for part in parts if part) + "\n\\end{document}\n"


def _row(row: Row) -> Iterator[str]:
    value, label = row.value, tex_words(row.label)
    head = rf"\textbf{{{label[:1].upper()}{label[1:]}.}} " if label else ""
    if isinstance(value, ShownSeries):
        value = value.formula
    if isinstance(value, ShownFormula):
        written = value.written("latex")
        if written is None:
            yield head + tex_words(value.text)
        elif len(written) <= _DISPLAYED:
            yield f"{head}\n\\[ {written} \\]"
        else:
            yield rf"{head}{{\raggedright ${written}$\par}}"
    elif isinstance(value, ShownTerms):
        start = "" if value.start is None else f"from $n = {value.start}$: "
        written = value.written("latex")
        listed = tex_words(value.text) if written is None else f"${written}$"
        more = r", \ldots" if value.goes_on else ""
        yield rf"{head}{start}{{\raggedright {listed}{more}\par}}"
    else:
        for name, text in row.lines(full=True):
            own = "" if name == row.label else f"{tex_words(name)}: "
            yield head + own + tex_words(text)
            head = ""


def _pictures(card: Card) -> Iterator[str]:
    for picture in card.pictures:
        drawing = picture.svg_drawing()
        if drawing is not None:
            yield "\\begin{center}\n" + _FITTED + tikz(drawing) + "}\n\\end{center}"
