"""Games by name: the built-in rule files, and anyone's own by path."""

from __future__ import annotations

import os
from functools import cache
from importlib import resources

from gfkit.boards.grammar import can_open
from gfkit.errors import RuleError, did_you_mean
from gfkit.files import UnreadableError, file_text
from gfkit.games.array_file import MOST_VALUES
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

GROUPS = {
    "placement games": BUILT_IN,
    "tile sets": TILE_SETS,
    "sets of vertices": (
        "independent-sets",
        "maximal-independent-sets",
        "vertex-covers",
        "minimal-vertex-covers",
        "dominating-sets",
        "total-dominating-sets",
        "minimal-dominating-sets",
        "minimal-total-dominating-sets",
        "irredundant-sets",
        "perfect-dominating-sets",
        "perfect-codes",
        "unfriendly-partitions",
        "widom-rowlinson",
        "colourings:k",
    ),
    "sets of edges": (
        "matchings",
        "maximal-matchings",
        "induced-matchings",
        "perfect-matchings",
        "edge-covers",
        "minimal-edge-covers",
        "edge-dominating-sets",
        "two-factors",
        "even-subgraphs",
    ),
    "trees, paths and cycles": (
        "spanning-trees",
        "spanning-forests",
        "rooted-forests",
        "connected-spanning-subgraphs",
        "disconnected-spanning-subgraphs",
        "eulerian-subgraphs",
        "paths",
        "cycles",
        "self-avoiding-walks",
        "hamiltonian-paths",
        "hamiltonian-walks",
        "hamiltonian-cycles",
        "potts",
    ),
    "connected sets and cuts": (
        "connected-induced-subgraphs",
        "connected-dominating-sets",
        "connected-colourings:k",
        "induced-trees",
        "induced-forests",
        "induced-paths",
        "induced-cycles",
        "vertex-cuts",
        "minimal-edge-cuts",
    ),
    "orientations": ("acyclic-orientations", "strong-orientations", "eulerian-orientations"),
    "pieces and patterns on boards": (
        "domino-tilings",
        "kings",
        "knights",
        "queens",
        "polyominoes",
        "simply-connected-polyominoes",
        "hard-hexagons",
        "still-lifes",
        "alternating-sign-matrices",
    ),
}
"""All names of rules that come with gfkit, by what they are about; k stands for a number."""

NAMED = tuple(name for names in GROUPS.values() for name in names)
"""The same in one row."""

THINGS = NAMED[len(BUILT_IN) + len(TILE_SETS) :]
"""What people count on graphs and boards, by its usual name."""

NUMBERED = {"cis": MOST_COLOURS, "colourings": MOST_VALUES, "connected-colourings": 8}
"""The names that take a number after a colon, and the most it may be."""

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
    known = {name for name in NAMED if not name.endswith(":k")}
    if asked in known:
        return _built_in(asked)
    name, colon, number = asked.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit()
    if counted and name in NUMBERED:
        most = NUMBERED[name]
        if len(number) > _MOST_DIGITS or not 1 <= int(number) <= most:
            raise RuleError(f"game {asked!r}: the number of colours must be from 1 to {most}, got {number}")
        return _built_in(f"{name}-k", int(number))
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
    name = asked.partition(":")[0]
    if name in NUMBERED:
        return f"game {asked!r}: the number of colours must follow the colon, as in {name}:3"
    hint = did_you_mean(asked, sorted(known))
    return (
        f"game {asked!r} is unknown; {hint}known are {', '.join((*BUILT_IN, *TILE_SETS))}, things such as"
        f" {THINGS[0]} (gfkit games lists all), or the path of a rule file"
    )
