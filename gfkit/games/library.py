"""Games by name: the built-in rule files, and anyone's own by path."""

from __future__ import annotations

import os
from functools import cache
from importlib import resources

from gfkit.boards.grammar import can_open
from gfkit.errors import RuleError, did_you_mean
from gfkit.files import UnreadableError, file_text
from gfkit.games.file import MOST_COLOURS, read_rule
from gfkit.games.rule import Rule

BUILT_IN = (
    "domineering",
    "cram",
    "i-tromping",
    "d-tromping",
    "l-tromping",
    "m-tromping",
    "col",
    "snort",
    "cis",
    "cis:k",
    "o12",
    "nogo",
    "node-kayles",
    "arc-kayles",
)
"""The games every installation knows, in the order they are listed."""

TILE_SETS = ("domineering-tiles", "domineering-maximal-tiles", "domineering-right-end-tiles")
"""The three tile sets of Huntemann and McKay, Counting Domineering Positions."""

_MOST_DIGITS = 8
"""Digits up to which what follows a colon is read as a number."""


@cache
def _built_in(name: str, parameter: int | None = None) -> Rule:
    """The rule of a built-in file, by the file's name without its ending."""
    file = resources.files("gfkit.games") / "builtin" / f"{name}.toml"
    return read_rule(name, file.read_text(encoding="utf-8"), parameter)


def as_rule(game: object) -> Rule:
    """The rule that an argument stands for: a rule itself, a game's name, or a rule file's path."""
    if isinstance(game, Rule):
        return game
    if isinstance(game, str | os.PathLike):
        return find_rule(os.fspath(game))
    raise RuleError(f"game {game!r} is neither a name such as 'col', nor the path of a rule file, nor a rule")


def find_rule(game: str) -> Rule:
    """The rule of a built-in game, or of the rule file at a path.

    >>> find_rule("col").name
    'Col'
    >>> find_rule("domineerin")
    Traceback (most recent call last):
    ...
    gfkit.errors.RuleError: game 'domineerin' is unknown; did you mean domineering? ...
    """
    asked = game.strip()
    known = {*BUILT_IN, *TILE_SETS} - {"cis:k"}
    if asked in known:
        return _built_in(asked)
    name, colon, number = asked.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit()
    if counted and name == "cis":
        if len(number) > _MOST_DIGITS or not 1 <= int(number) <= MOST_COLOURS:
            raise RuleError(
                f"game {asked!r}: the number of colours must be from 1 to {MOST_COLOURS}, got {number}"
            )
        return _built_in("cis-k", int(number))
    if can_open(asked):
        return _from_path(asked)
    if counted and len(number) <= _MOST_DIGITS and can_open(name):
        return _from_path(name, int(number))
    raise RuleError(_unknown(asked, known))


def _from_path(path: str, parameter: int | None = None) -> Rule:
    try:
        return read_rule(path, file_text(path), parameter)
    except UnreadableError as why:
        raise RuleError(f"rule file {path!r} {why}") from None


def _unknown(asked: str, known: set[str]) -> str:
    if asked.endswith(".toml") or "/" in asked:
        if os.path.isdir(asked):
            return f"rule file {asked!r} is a folder; the path of a rule file is needed"
        return f"rule file {asked!r} does not exist; a game's name or the path of a rule file is needed"
    if asked.startswith("cis:"):
        return f"game {asked!r}: the number of colours must follow the colon, as in cis:3"
    hint = did_you_mean(asked, sorted(known))
    return (
        f"game {asked!r} is unknown; {hint}known are"
        f" {', '.join((*BUILT_IN, *TILE_SETS))}, or the path of a rule file"
    )
