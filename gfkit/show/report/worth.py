"""The value of a single board, where it is small and the rule is a game."""

from __future__ import annotations

from gfkit.errors import GfkitError
from gfkit.games import PlacementRule
from gfkit.sequences import Count
from gfkit.sequences.number import number_text
from gfkit.show.faces.html import escaped, known
from gfkit.show.report.markup import Section, figure, paragraph, table
from gfkit.show.report.subject import Subject
from gfkit.show.svg import thermograph_drawing
from gfkit.show.svg.element import tag
from gfkit.values import value
from gfkit.values.board import BoardValue

_MOST_CELLS = 16
_LONGEST = 400
_WINS = {
    "left": "Left wins",
    "right": "Right wins",
    "first": "the first player wins",
    "second": "the second player wins",
}


def value_section(subject: Subject) -> Section | None:
    """Value, winner, mean and temperature, with the thermograph; None where there is no value to ask for."""
    found = subject.found
    if not isinstance(found, Count) or not isinstance(subject.rule, PlacementRule):
        return None
    board = subject.question.board
    if board.size > _MOST_CELLS:
        return None
    try:
        worth = value(subject.rule, board)
    except GfkitError as reason:
        return Section("value", "The value", paragraph(f"None is given: {reason}."))
    return Section("value", "The value", _facts(worth) + _thermograph(worth))


def _facts(worth: BoardValue) -> str:
    graph = worth.thermograph
    text = worth.value.text(_LONGEST) or f"a game of size {worth.value.size}, too long to be written here"
    rows = [
        ("value", escaped(text)),
        ("outcome", _WINS[worth.outcome]),
        ("mean", number_text(graph.mean)),
        ("temperature", number_text(graph.temperature)),
        ("known", known(worth.evidence)),
    ]
    return tag("div", table((), rows, "Under normal play: who cannot move loses."), class_="facts")


def _thermograph(worth: BoardValue) -> str:
    try:
        drawn = thermograph_drawing(worth.thermograph)
    except GfkitError:
        return ""
    return figure(drawn, "The thermograph.")
