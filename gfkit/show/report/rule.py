"""The rule, drawn and told."""

from __future__ import annotations

from gfkit.errors import LimitError
from gfkit.games.rule import ArrayRule, PlacementRule
from gfkit.show.report.markup import Section, figure, paragraph
from gfkit.show.report.subject import Subject
from gfkit.show.svg import rule_drawing
from gfkit.show.words import in_words

_POSITION = (
    "Pieces are placed on free cells and never move. A position is any set of pieces that the rule allows,"
    " the empty one included."
)


def rule_section(subject: Subject) -> Section:
    """The pieces, windows or tiles, what the drawing does not say, and which positions are meant."""
    rule = subject.rule
    about = rule.about.lower()
    told = [rule.about, *(one for one in in_words(rule) if one.lower().rstrip(".") not in about)]
    if isinstance(rule, PlacementRule):
        told.append(_POSITION)
    try:
        drawn = figure(rule_drawing(rule), _caption(subject))
    except LimitError as reason:
        drawn = paragraph(f"Not drawn: {reason}.")
    counted = [f"Counted are the {subject.counted}."]
    if subject.marks:
        counted.append(f"In polynomials {subject.marks}.")
    words = paragraph(" ".join(filter(None, told))) + paragraph(" ".join(counted))
    return Section("rule", "The rule", drawn + words)


def _caption(subject: Subject) -> str:
    if isinstance(subject.rule, PlacementRule):
        if subject.rule.impartial:
            return "The pieces, in every orientation in which they may be placed."
        return "The pieces in every orientation; Left is blue and plain, Right orange and hatched."
    if isinstance(subject.rule, ArrayRule):
        if not subject.rule.forbid and subject.rule.conditions:
            return "The windows that predicates are about; their letters are the values of the cells."
        return "What must not stand anywhere: numbers are colours, equal letters mean equal colours."
    return "The tiles with the labels of their sides, their names and weights."
