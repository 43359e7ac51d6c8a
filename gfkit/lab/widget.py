"""The laboratory's board in a notebook: pieces are laid with mouse, finger or keyboard, and Python sees them.

One widget by anywidget, for Jupyter, VS Code, Colab and marimo; it is made of the page's own files, so that
the board is the same in both places, and fetches nothing.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from gfkit.boards import Board, parse_one_board
from gfkit.errors import InputError, OptionError
from gfkit.lab.modules import PAGE, join_modules
from gfkit.lab.tools import drawn_pieces
from gfkit.rules import Rule, find_rule

if TYPE_CHECKING:
    from anywidget import AnyWidget

_SCRIPTS = ("drawing.js", "show.js", "board.js", "widget.js")
_NEEDED = re.compile(r"[.](square|grid|tools?|steppers?|piece|quiet)\b|^button")
MOST = 16
"""Rows and columns that can be drawn on."""


def board_widget(board: str | Board = "3x4", game: str | Rule = "domineering") -> AnyWidget:
    """A board to draw on in a notebook, with the pieces of a game.

    ``value`` is its text, and changes both ways. ``widget.observe(function, "value")`` is told of each
    change, and ``gfkit.count(game, widget.value)`` counts what is drawn.

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
        raise InputError(f"game {rule.name!r} has no pieces to lay; the board is for placement games")
    made: AnyWidget = _widget_class()(value=checked_board(board), pieces=drawn_pieces(rule))
    return made


def checked_board(board: str | Board) -> str:
    """The text of a board that can be drawn on.

    >>> checked_board("..#/.A./.A.")
    '..#/.A./.A.'
    >>> checked_board("cycle:5")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: board 'cycle:5' cannot be drawn on; a rectangle up to 16x16 or a drawing can
    """
    parsed = parse_one_board(board) if isinstance(board, str) else board
    text = parsed.text
    sides = re.fullmatch(r"([0-9]+)x([0-9]+)", text)
    rows = text.split("/")
    size = (int(sides[1]), int(sides[2])) if sides else (len(rows), max(map(len, rows)))
    is_drawing = re.fullmatch(r"[.#A-Za-z/]+", text) and re.search(r"[./#]", text)
    if not (sides or is_drawing) or max(size) > MOST:
        raise InputError(
            f"board {text!r} cannot be drawn on; a rectangle up to {MOST}x{MOST} or a drawing can"
        )
    return text


def script() -> str:
    """The module of the widget: files of the page in one."""
    return join_modules(*_SCRIPTS)


@cache
def styles() -> str:
    """The rules of the page that concern the board, for what is inside of the widget alone."""
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
        """A board to draw on."""

        _esm = script()
        _css = styles()
        value = traitlets.Unicode("3x4").tag(sync=True)
        pieces = traitlets.List(traitlets.Dict()).tag(sync=True)

        @property
        def board(self) -> Board:
            """What is drawn, as a board."""
            return parse_one_board(self.value)

        @traitlets.validate("value")  # type: ignore[untyped-decorator]
        def _check(self, proposal: dict[str, Any]) -> str:
            return checked_board(proposal["value"])

    return BoardWidget
