"""What commands write on standard output: JSON for programs, lines of the terminal's width for people."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.foresight import Forecast
    from gfkit.games import Rule

_LEAST_CUT = 10
"""Columns that a text must have left to be cut; narrower terminals break the line themselves."""
SHOWN = 700
"""Characters of a formula that are printed before the rest is only counted."""


def write_json(result: Mapping[str, object]) -> None:
    """One JSON object, and nothing else."""
    click.echo(json.dumps(result))


def write_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line.rstrip())


def write_formula(text: str) -> None:
    """A polynomial: broken between its terms on a terminal, on one line everywhere else."""
    width = terminal_width()
    write_lines([text] if width is None else wrapped(text, width))


def write_in(value: object, language: str) -> None:
    """A formula as another system reads it, never broken into lines."""
    from gfkit.formula import text_in

    write_lines(text_in(value, language).splitlines())


def write_labelled(rows: Iterable[tuple[str, str]]) -> None:
    """Rows of a label and a text; texts line up, and are broken at blanks on a terminal."""
    kept = list(rows)
    indent = 2 + max((len(label) for label, _ in kept), default=0)
    width = terminal_width()
    for label, text in kept:
        room = None if width is None else max(24, width - indent)
        lines = [text] if room is None else textwrap.wrap(text, room, break_long_words=False) or [""]
        write_lines([(f"{label:{indent}}" if label else "") + lines[0]])
        write_lines(" " * (indent if label else 2) + line for line in lines[1:])


def write_forecast(found: Forecast, as_json: bool) -> None:
    """What a run will take."""
    if as_json:
        write_json(found.as_json())
    else:
        write_labelled(found.rows())


def write_table(rows: Iterable[Sequence[str]]) -> None:
    """Rows whose columns line up; the last column is cut to the terminal's width, and shows that it is."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    width = terminal_width()
    is_cut = width is not None and sum(widths[:-1]) + 2 * len(widths) + _LEAST_CUT <= width
    for row in listed:
        line = "  ".join(map(str.ljust, row, widths)).rstrip()
        write_lines([line[: width - 3] + "..." if is_cut and width and len(line) > width else line])


def note_idle(rule: Rule, board: str) -> None:
    """Says on standard error which conditions of an array's rule no such board has room for."""
    from gfkit.boards import parse_board
    from gfkit.transfer.strip.strip import idle

    boards = parse_board(board)
    for told in idle(rule, boards):
        click.echo(f"note: {told} fits on no board of {boards.text}, and asks nothing there", err=True)


def write_aside(text: str) -> None:
    """A remark under the answer, dim where the terminal can do so."""
    click.echo(click.style(text, dim=True) if coloured() else text)


def shortened(text: str, full: bool, end: str = "") -> str:
    """A long formula cut between two of its terms, and said so; ``end`` comes after it in any case."""
    if full or len(text + end) <= SHOWN:
        return text + end
    kept = text[: max(text.rfind(mark, 0, SHOWN) for mark in (" + ", " - ", ", ", "; "))]
    return f"{kept} ... ({len(text) - len(kept)} more characters, --full shows them){end}"


def terminal_width() -> int | None:
    """The columns of the terminal, or None where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if on_terminal() else None


def on_terminal() -> bool:
    """Whether standard output is a terminal; it may also be closed."""
    return sys.stdout is not None and sys.stdout.isatty()


def coloured() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def wrapped(text: str, width: int) -> list[str]:
    """A sum broken before its signs into lines of at most ``width``, later lines indented by two.

    A single term wider than that stays whole.

    >>> wrapped("1 + 2*x - 3*x^2", 9)
    ['1 + 2*x', '  - 3*x^2']
    """
    words = text.split(" ")
    terms = [words[0], *(f"{sign} {term}" for sign, term in zip(words[1::2], words[2::2], strict=True))]
    lines: list[str] = []
    line, used = [terms[0]], len(terms[0])
    for term in terms[1:]:
        if used + 1 + len(term) > width:
            lines.append(" ".join(line))
            line, used = ["  " + term], len(term) + 2
        else:
            line.append(term)
            used += 1 + len(term)
    return [*lines, " ".join(line)]


def check_file(option: str, name: str) -> None:
    """Refuses a file that cannot be written, before anything long is begun."""
    path = Path(name)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise OptionError(f"{option} {name!r}: must be a file in a folder that exists")
