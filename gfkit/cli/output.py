"""What commands write on standard output: JSON for programs, lines of the terminal's width for people."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping

import click


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


def write_aside(text: str) -> None:
    """A remark under the answer, dim where the terminal can do so."""
    click.echo(click.style(text, dim=True) if coloured() else text)


def terminal_width() -> int | None:
    """The columns of the terminal, or None where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def coloured() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


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
