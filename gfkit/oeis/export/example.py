"""A worked example: what is counted on the smallest board that shows something, listed one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from textwrap import wrap

from gfkit.algebra.number import whole_text
from gfkit.boards import Board
from gfkit.errors import GfkitError, SelfCheckError
from gfkit.hooks import from_above
from gfkit.oracle import brute_force
from gfkit.oracle.definitions import counted, drawable, listed
from gfkit.rules import Question
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds import system_of
from gfkit.rules.kinds.constraints import Role

_WIDTH = 72
_LEAST, _MOST = 3, 16
"""Configurations that are listed in full."""
_SHOWN = 3
"""How many are shown of more."""
_MOST_LISTED = 3000
_MOST_EDGES = 24
_FEW = 16
"""Fillings of which a single one that is allowed says something."""
_MOST_TRIES = 20_000


def example_lines(
    questions: Callable[[int], Question], words: Callable[[Question], str], terms: Sequence[int], first_n: int
) -> list[str]:
    """The lines of %e: a term, its board, and the configurations there; none where they are too many.

    The smallest board with at least three is taken on which the rule forbids something; of many, three are
    shown. The oracle lists them, and must come to the same number.
    """
    draw, sizes = from_above("drawn_configurations"), enumerate(terms[:_MOST], first_n)
    telling = ((n, a) for n, a in sizes if _LEAST <= a <= _MOST_LISTED and says_something(questions(n), a))
    n, value = next(telling, (0, 0))
    if not value or draw is None:
        return []
    question = questions(n)
    try:
        number, drawn = int(brute_force(question, tries=_MOST_TRIES)), _configurations(question)
    except GfkitError:
        return []
    if number != value:
        raise SelfCheckError(f"export: a({n}) = {value}, and {number} are listed; please report it")
    if len(drawn) != value:  # several are counted as one, or are divided
        return []
    shown = drawn if value <= _MOST else [drawn[value * k // _SHOWN] for k in range(_SHOWN)]
    head = f"a({n}) = {whole_text(value)}: {'' if shown is drawn else 'three of '}the {words(question)}"
    return [*wrap(f"{head}{_key(question, shown)} are:", _WIDTH), *_pictures(question.board, shown, draw)]


def says_something(single: Question, value: int) -> bool:
    """Whether the rule forbids something there, and not all; one array of a few says too little."""
    rule, board = single.rule, single.board
    if board.size == 0 or value <= 0:
        return False
    fillings = number_of_fillings(single)
    if fillings is None:
        return value > 1
    return bool(value * rule.divide != fillings and (value > 1 or fillings >= _FEW))


def number_of_fillings(single: Question) -> int | None:
    """In how many ways cells can be filled, if each takes one of the same values; else None."""
    slots = system_of(single.rule, single.board).slots
    forgotten = [slot for slot in slots if slot.role is Role.FORGOTTEN]
    filled = forgotten or [slot for slot in slots if slot.role is Role.SHOWN]
    if any(len(slot.at) > 1 for slot in filled) or len({slot.values for slot in filled}) > 1:
        return None
    return prod(len(slot.values) for slot in filled)


def _configurations(question: Question) -> list[Configuration]:
    """What lies on the board in each configuration."""
    place = question.rule, question.board
    every = [configuration for configuration, _ in listed(*place, question.positions, _MOST_TRIES)]
    different = dict(zip(map(counted(*place), every), every, strict=True))
    return list(map(drawable(*place), different.values()))


def _key(question: Question, shown: Sequence[Configuration]) -> str:
    """What the letters of pieces mean, or the edges that a graph has."""
    board = question.board
    if board.grid is None:
        edges = [f"{_name(board, a)}-{_name(board, b)}" for a, b in board.edges[:_MOST_EDGES]]
        edges += ["..."] * (len(board.edges) > _MOST_EDGES)
        return f", with edges {', '.join(edges)}," if edges else ""
    owners = {piece.owner.value for configuration in shown for piece in configuration.pieces}
    return " (L of Left, R of Right)" if owners & {"left", "right"} else ""


def _pictures(board: Board, shown: Sequence[Configuration], draw: Callable[..., list[str]]) -> list[str]:
    if board.grid is None:
        texts = (_text(board, configuration, draw) for configuration in shown)
        return [f"  {line}" for line in wrap("; ".join(texts), _WIDTH)]
    return [f"  {line}" for line in draw(board, shown, _WIDTH) if line]


def _text(board: Board, configuration: Configuration, draw: Callable[..., list[str]]) -> str:
    """A configuration on a graph: the vertices that are taken, the value of each, or what lies there."""
    marks = configuration.marks
    is_bare = not (configuration.pieces or configuration.arrows or configuration.labels)
    if configuration == Configuration() or (set(marks.values()) <= {"0", "1"} and is_bare):
        return "{" + ", ".join(_name(board, cell) for cell, mark in marks.items() if mark == "1") + "}"
    if is_bare:
        return f"({', '.join(marks.values())})"
    return "{" + " ".join(draw(board, [configuration], _WIDTH)) + "}"


def _name(board: Board, cell: int) -> str:
    return str(board.names[cell] if board.names else cell + 1)
