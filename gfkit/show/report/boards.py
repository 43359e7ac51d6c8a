"""The rule, the first boards with all their positions where these are few, and the value of one board."""

from __future__ import annotations

import shlex
from itertools import islice

from gfkit.boards import Board
from gfkit.errors import GfkitError, LimitError, MismatchError, SelfCheckError
from gfkit.games.configuration import Configuration
from gfkit.host.memory import size_text
from gfkit.kinds.diagram import pictures_of
from gfkit.kinds.wording import counted_noun, rule_sentences
from gfkit.sequences import Count
from gfkit.sequences.number import whole_text
from gfkit.show.cards.games import board_value_card
from gfkit.show.configurations import configuration_drawing, every_filling
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import facts
from gfkit.show.phrases import board_title
from gfkit.show.report.page import Section, figure, paragraph, picture, table
from gfkit.show.report.subject import Subject
from gfkit.show.svg import board_drawing, rule_drawing

MOST_SHOWN = 24
"""Positions up to which all of a board are drawn."""
MOST_LISTED = 3000
"""Positions up to which they are listed one by one and compared with the count."""
_MOST_CELLS, _MOST_VALUED = 400, 16
"""Cells of boards that are drawn, and of those that have their value told."""
VALUE_TABLES = 16 << 20
"""Bytes of tables for the value, a few seconds: counted, so that a page is the same on every machine."""
_BOARDS = 3
_FEW_CELLS = 12
_SMALL, _SMALLER = 0.72, 0.55
_TALLEST = 200


def rule_section(subject: Subject) -> Section:
    """The pieces, windows or tiles, what the drawing does not say, and which positions are meant."""
    rule = subject.question.spaced or subject.rule
    about = rule.about.lower()
    texts = [
        rule.about,
        *(sentence for sentence in rule_sentences(rule) if sentence.lower().rstrip(".") not in about),
    ]
    pictures = pictures_of(rule)
    texts.append(pictures.explanation)
    try:
        shown = figure(rule_drawing(rule), pictures.caption) if pictures.rows else ""
    except LimitError as reason:
        shown = paragraph(f"Not drawn: {reason}.")
    counted = [f"Counted are the {subject.counted_phrase}."]
    if subject.marks:
        counted.append(f"In polynomials {subject.marks}.")
    words = paragraph(" ".join(filter(None, texts))) + paragraph(" ".join(counted))
    return Section("rule", "The rule", shown + words)


# Boards


def boards_section(subject: Subject) -> Section:
    """Small boards as pictures; what can be listed is listed, and compared with what is claimed."""
    result = subject.result
    if isinstance(result, Count):
        return Section("board", "The board", _board(subject, subject.question.board, result.count))
    family = subject.family
    first = max(1, family.first_n)
    parts = [
        tag("h3", f"n = {n}") + _board(subject, family.at(n), subject.number(n))
        for n in range(first, first + _BOARDS)
    ]
    kind = counted_noun(subject.rule)
    is_empty = family.first_n == 0 and subject.number(0) == 1
    lead = (
        f"At n = 0 there is no cell and one {counted_noun(subject.rule, 1)}, the empty one. "
        if is_empty
        else ""
    )
    kept = f"Up to {MOST_SHOWN} {kind} of a board are drawn."
    return Section("boards", "The first boards", paragraph(lead + kept) + "".join(parts))


def _board(subject: Subject, board: Board, number: int) -> str:
    """One board: all positions, or the board and the number, with what listing them said."""
    pictures = pictures_of(subject.rule)
    claimed = number * subject.rule.divide if board.size else number
    listed = _list_configurations(subject, board, claimed)
    if listed is not None and len(listed) != claimed:
        raise SelfCheckError(
            f"report: {board.text} has {len(listed)} positions when they are listed, and {claimed} are"
            " claimed; this is a fault in gfkit, please report it"
        )
    text = f"{board_title(board.text)}: {whole_text(number)} {counted_noun(subject.rule, number)}"
    checked = "" if listed is None else "; listing them one by one gives the same number"
    if listed is not None and len(listed) <= MOST_SHOWN and board.size:
        scale = _SMALL if board.size <= _FEW_CELLS else _SMALLER
        drawings = (
            configuration_drawing(subject.rule, board, configuration, f"position {k}")
            for k, configuration in enumerate(listed, 1)
        )
        shown = "".join(picture(drawing, scale) for drawing in drawings)
        words = f"All {counted_noun(subject.rule)} of {text}{checked}. {pictures.legend}".rstrip()
        caption = tag("figcaption", escape_text(words))
        return tag("figure", tag("div", shown, class_="positions"), caption)
    if board.size > _MOST_CELLS or not board.size:
        return paragraph(f"{text}{checked}.")
    try:
        shown_one = f"{text}{checked}." + " One of them is drawn." * bool(listed)
        drawing = (
            configuration_drawing(subject.rule, board, listed[2 * len(listed) // 3])
            if listed
            else board_drawing(board)
        )
        return figure(drawing, shown_one, min(_SMALL, _TALLEST / max(drawing.height, 1)))
    except LimitError:
        return paragraph(f"{text}{checked}.")


def _list_configurations(subject: Subject, board: Board, number: int) -> list[Configuration] | None:
    """What lies on the board in every position; None where there are too many, or listing is refused."""
    if number > MOST_LISTED:
        return None
    try:
        return list(islice(every_filling(subject.question, board), MOST_LISTED + 1))
    except GfkitError:
        return None


# The value


def value_section(subject: Subject) -> Section | None:
    """Value, winner, mean and temperature, with the thermograph; None where there is no value to ask for."""
    result = subject.result
    if not isinstance(result, Count) or not subject.rule.is_game:
        return None
    board = subject.question.board
    if board.size > _MOST_VALUED:
        return None
    try:
        from gfkit.values import value

        worth = value(subject.rule, board, max_memory=VALUE_TABLES)
    except MismatchError:
        return None
    except LimitError:
        return Section("value", "The value", paragraph(_left_out(subject)))
    except GfkitError as reason:
        return Section("value", "The value", paragraph(f"None is given: {reason}."))
    card = board_value_card(worth)
    rows = tag("div", table((), facts(card), "Under normal play: who cannot move loses."), class_="facts")
    shown = "".join(
        figure(drawing, f"The {picture.name}.")
        for picture in card.pictures
        if (drawing := picture.svg_drawing()) is not None
    )
    return Section("value", "The value", rows + shown)


def _left_out(subject: Subject) -> str:
    words = shlex.join(["gfkit", "value", subject.result.game, subject.result.board])
    return (
        f"It is left out: a page takes at most {size_text(VALUE_TABLES)} of tables for it, which is a few"
        f" seconds, and this board needs more. '{words}' goes on to the end."
    )
