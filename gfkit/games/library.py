"""Games by name: the built-in rule files, and anyone's own by path."""

from __future__ import annotations

import difflib
import os
from functools import cache
from importlib import resources
from pathlib import Path

from gfkit.errors import RuleError
from gfkit.games.file import read_rule
from gfkit.games.placement_file import MOST_COLOURS
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


@cache
def built_in(name: str, parameter: int | None = None) -> Rule:
    """The rule of a built-in file, by the file's name without its ending."""
    file = resources.files("gfkit.games") / "builtin" / f"{name}.toml"
    return read_rule(name, file.read_text(encoding="utf-8"), parameter)


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
        return built_in(asked)
    name, colon, number = asked.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit() and len(number) < 9
    if counted and name == "cis":
        if not 1 <= int(number) <= MOST_COLOURS:
            raise RuleError(
                f"game {asked!r}: the number of colours must be from 1 to {MOST_COLOURS}, got {int(number)}"
            )
        return built_in("cis-k", int(number))
    if _is_file(asked):
        return _from_path(asked)
    if counted and _is_file(name):
        return _from_path(name, int(number))
    raise RuleError(_unknown(asked, known))


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # too long for a name, or in a folder that may not be read
        return False


def _from_path(path: str, parameter: int | None = None) -> Rule:
    try:
        return read_rule(path, Path(path).read_text(encoding="utf-8"), parameter)
    except UnicodeDecodeError:
        raise RuleError(f"rule file {path!r} is not a text file") from None
    except OSError as error:
        raise RuleError(f"rule file {path!r} cannot be read ({error.strerror})") from None


def _unknown(asked: str, known: set[str]) -> str:
    if asked.endswith(".toml") or "/" in asked:
        if os.path.isdir(asked):
            return f"rule file {asked!r} is a folder; the path of a rule file is needed"
        return f"rule file {asked!r} does not exist; a game's name or the path of a rule file is needed"
    if asked.startswith("cis:"):
        return f"game {asked!r}: the number of colours must follow the colon, as in cis:3"
    close = difflib.get_close_matches(asked.lower(), sorted(known), n=1, cutoff=0.6)
    hint = f"did you mean {close[0]}? " if close else ""
    return f"game {asked!r} is unknown; {hint}known are {', '.join(BUILT_IN)}, or the path of a rule file"
