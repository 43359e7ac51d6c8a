"""Widgets for notebooks: the laboratory, and cards of boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board, parse_one_board
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, InputError, LimitError, OptionError, WorkerError
from gfkit.core.rules import Rule, find_rule
from gfkit.lab.modules import PAGE, join_modules
from gfkit.lab.tools import drawn_pieces
from gfkit.runs.confined import KillableProcess
from gfkit.show.markup import escape_text
from gfkit.show.notebook import shown_as

if TYPE_CHECKING:
    from anywidget import AnyWidget


_SCRIPTS = ("drawing.js", "copy.js", "show.js", "board.js", "widget.js")
_NEEDED = regex(r"[.](square|grid|tools?|steppers?|piece|quiet)\b|^button")
MOST = 16
"""Maximum number of rows and columns of a drawing."""


def board_widget(board: str | Board = "3x4", game: str | Rule = "domineering") -> AnyWidget:
    """Return a board for drawing in a notebook, with the pieces of a game.

    ``value`` is the board as a string, and is synchronised in both directions. ``widget.observe(function,
    "value")`` reports each change, and ``gfkit.count(game, widget.value)`` counts the configurations on it.

    Parameters
    ----------
    board : str or Board, default "3x4"
        A rectangle up to 16x16, or a drawing.
    game : str or Rule, default "domineering"
        A placement game.

    Returns
    -------
    AnyWidget
        The widget. It needs anywidget: ``pip install anywidget``.

    Raises
    ------
    InputError
        The board cannot be drawn on, or the game has no pieces.
    OptionError
        anywidget is not installed.

    Examples
    --------
    ``gfkit.board_widget("3x4", "domineering")`` at the end of a cell of a notebook shows the board.
    """
    if find_spec("anywidget") is None:
        raise OptionError("the board needs anywidget, which is not installed: pip install anywidget")
    rule = find_rule(game) if isinstance(game, str) else game
    if not rule.pieces_to_lay:
        raise InputError(
            f"game {rule.name!r} is not a placement game; only placement games are played on this board"
        )
    made: AnyWidget = _widget_class()(value=checked_board(board), pieces=drawn_pieces(rule))
    return made


def checked_board(board: str | Board) -> str:
    """Return the text of a board that can be drawn on.

    >>> checked_board("..#/.A./.A.")
    '..#/.A./.A.'
    >>> checked_board("cycle:5")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: board 'cycle:5' cannot be edited; use a rectangle up to 16x16 or a drawing
    """
    parsed = parse_one_board(board) if isinstance(board, str) else board
    text = parsed.text
    sides = re.fullmatch(r"([0-9]+)x([0-9]+)", text)
    rows = text.split("/")
    size = (int(sides[1]), int(sides[2])) if sides else (len(rows), max(map(len, rows)))
    is_drawing = re.fullmatch(r"[.#A-Za-z/]+", text) and re.search(r"[./#]", text)
    if not (sides or is_drawing) or max(size) > MOST:
        raise InputError(f"board {text!r} cannot be edited; use a rectangle up to {MOST}x{MOST} or a drawing")
    return text


def script() -> str:
    """Return the JavaScript module of the widget, which is assembled from several files of the page."""
    return join_modules(*_SCRIPTS)


@cache
def styles() -> str:
    """Return the style sheet rules for the board, restricted to the widget."""
    sheet = (PAGE / "style.css").read_text(encoding="utf-8")
    root = sheet.partition(":root {")[2].partition("}")[0]
    assert root, "the page has its colours there"
    colours = "\n".join(line for line in root.splitlines() if line.strip().startswith(("--", "color-scheme")))
    rules = [".gfkit-board {" + colours + "\n  color: var(--ink); font: 14px/1.4 var(--plain); }"]
    for line in sheet.splitlines():
        head, brace, body = line.partition("{")
        if brace and _NEEDED.search(head) and not head.startswith("@"):
            rules.append(", ".join(f".gfkit-board {text.strip()}" for text in head.split(",")) + " {" + body)
    return "\n".join(rules)


@cache
def _widget_class() -> type[Any]:
    traitlets, anywidget = import_module("traitlets"), import_module("anywidget")

    class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """Widget in which the user draws a board."""

        _esm = script()
        _css = styles()
        value = traitlets.Unicode("3x4").tag(sync=True)
        pieces = traitlets.List(traitlets.Dict()).tag(sync=True)

        @property
        def board(self) -> Board:
            """Board that the user has drawn."""
            return parse_one_board(self.value)

        @traitlets.validate("value")  # type: ignore[untyped-decorator]
        def _check(self, proposal: dict[str, Any]) -> str:
            return checked_board(proposal["value"])

    return BoardWidget


VERBS = ("count", "derive", "value")
_SECONDS = 2.0
_ANSWERS = """
function renderCard(context) {
  const end = render(context);
  const { model, el } = context;
  const below = element("div", { "aria-live": "polite", class: "answers" });
  const follow = () => void (below.innerHTML = model.get("answers"));
  model.on("change:answers", follow);
  follow();
  el.append(below);
  return () => {
    end();
    model.off("change:answers", follow);
  };
}

export default { render: renderCard };
"""


def board_card(
    board: str | Board = "3x4",
    game: str | Rule = "domineering",
    *,
    verbs: Sequence[str] = VERBS,
    seconds: float = _SECONDS,
) -> AnyWidget:
    """Return a board for drawing in a notebook, with count, formula and value below, updated on each change.

    ``derive`` interprets the drawing as one slice of a strip, which is repeated along the rows: on 3x4 it
    derives the formula for 3xn.

    Parameters
    ----------
    board : str or Board, default "3x4"
        A rectangle up to 16x16, or a drawing.
    game : str or Rule, default "domineering"
        A placement game.
    verbs : sequence of str, default ("count", "derive", "value")
        The queries, in this order.
    seconds : float, default 2
        Time limit of one result; slower results are not shown.

    Returns
    -------
    AnyWidget
        The widget; ``value`` is the board as a string. It needs anywidget: ``pip install anywidget``.

    Raises
    ------
    InputError
        The board cannot be drawn on, or the game has no pieces.
    OptionError
        anywidget is not installed, or a verb is unknown.

    Examples
    --------
    ``gfkit.board_card("3x4", "domineering")`` at the end of a cell of a notebook shows board and results.
    """
    if strange := next((verb for verb in verbs if verb not in VERBS), None):
        raise OptionError(f"unknown verb {strange!r}; choose from {', '.join(VERBS)}")
    drawn = board_widget(board, game)
    card: AnyWidget = _card_class(type(drawn))(value=drawn.value, pieces=drawn.pieces)
    drawn.close()
    process = KillableProcess()

    def follow(_change: object = None) -> None:
        text = card.value
        card.answers = "".join(_answer_within(process, verb, game, text, seconds) for verb in verbs)

    card.observe(follow, "value")
    follow()
    return card


def _card_class(board: type[Any]) -> type[Any]:
    """Return the class of boards with results."""
    answers = import_module("traitlets").Unicode("").tag(sync=True)
    text = script().replace("export default { render };\n", _ANSWERS)
    return type("BoardCard", (board,), {"_esm": text, "answers": answers})


def _answer_within(process: KillableProcess, verb: str, game: str | Rule, board: str, seconds: float) -> str:
    """Return the result in HTML, or a message that it takes too long."""
    try:
        return process.call(answer_markup, verb, game, board, seconds=seconds)
    except LimitError:
        return _section(verb, game, board, f"takes more than {seconds:g} s; run it in a separate cell")
    except WorkerError as error:
        return _section(verb, game, board, escape_text(str(error)))


def answer_markup(verb: str, game: str | Rule, board: str) -> str:
    """Return the result of ``gfkit.count``, ``derive`` or ``value`` for a drawn board as HTML, or its error.

    >>> "22" in answer_markup("count", "domineering", "2x3")
    True
    """
    import gfkit

    if verb == "derive" and "/" in board and re.search("[A-Za-z]", board):
        return _section(verb, game, board, "the board has pieces; only empty cells and holes can be repeated")
    try:
        answer = getattr(gfkit, verb)(game, slice_of(board) if verb == "derive" else board)
        return _section(verb, game, board, shown_as(answer, "html") or escape_text(str(answer)))
    except GfkitError as error:
        return _section(verb, game, board, escape_text(str(error)))


def slice_of(board: str) -> str:
    """Return the family of boards that repeats a drawn board along its rows.

    >>> slice_of("3x4"), slice_of("../.."), slice_of("..#/...")
    ('3xn', '2xn', 'repeat(..#/...):n')
    """
    if sides := re.fullmatch(r"([0-9]+)x[0-9]+", board):
        return f"{sides[1]}xn"
    rows = board.split("/")
    is_full = set(board) <= set("./") and len(set(map(len, rows))) == 1
    return f"{len(rows)}xn" if is_full else f"repeat({board}):n"


def _section(verb: str, game: str | Rule, board: str, markup: str) -> str:
    name = game if isinstance(game, str) else game.name
    shown = f"{verb} {name} {slice_of(board) if verb == 'derive' else board}"
    return f'<div class="{verb}"><code>{escape_text(shown)}</code><br>{markup}</div>'
