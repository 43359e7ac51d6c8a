"""What the shell offers after Tab; found without loading an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

KINDS = (
    "polynomial",
    "periodic",
    "quasi-polynomial",
    "c-finite",
    "hypergeometric",
    "algebraic",
    "d-finite",
)
"""Kinds of laws; the engine that knows them is too heavy to load for a Tab."""
LANGUAGES = ("latex", "sympy", "pari", "sage", "maple", "mathematica", "oeis", "json")
"""Systems that formulas are written for, for the same reason."""
_BOARDS = ("path:", "cycle:", "cylinder:", "torus:", "complete:", "graph:", "@")


def games(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The built-in games, and rule files."""
    from gfkit.games import BUILT_IN, TILE_SETS

    return _starting((*BUILT_IN, *TILE_SETS), begun) or [CompletionItem(begun, type="file")]


def boards(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The beginnings of boards that are not just numbers."""
    return _starting(_BOARDS, begun)


def words_of(kind: type[StrEnum]) -> Completer:
    """The words of a vocabulary."""
    return any_of(member.value for member in kind)


def kinds_begun(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Kinds of laws, after those that are listed already."""
    before, comma, last = begun.rpartition(",")
    return [CompletionItem(before + comma + word) for word in KINDS if word.startswith(last)]


def any_of(words: Iterable[str]) -> Completer:
    known = tuple(words)
    return lambda _ctx, _parameter, begun: _starting(known, begun)


def _starting(words: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(begun)]
