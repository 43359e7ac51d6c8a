"""Games by name: the built-in rule files, and anyone's own by path."""

from __future__ import annotations

import os
import re
from functools import cache

from gfkit.boards.grammar import names_board
from gfkit.errors import RuleError, docs_page, known_choices, nearest_words
from gfkit.rules.kind import library_files, read_rule
from gfkit.rules.rule import Rule
from gfkit.rules.table import LARGEST_POLYOMINO, MOST_COLOURS, MOST_TIMES, MOST_VALUES
from gfkit.runs.files import UnreadableError, can_open, file_text

_GROUPS = {
    "games": (
        "domineering",
        "cram",
        "col",
        "snort",
        "nogo",
        "node-kayles",
        "arc-kayles",
        "i-tromping",
        "d-tromping",
        "l-tromping",
        "m-tromping",
        "cis",
        "cis:k",
        "o12",
    ),
    "tile sets": (
        "domineering-tiles",
        "domineering-maximal-tiles",
        "domineering-right-end-tiles",
    ),
    "tilings": (
        "domino-tilings",
        "trimer-tilings",
        "l-tromino-tilings",
        "l-tetromino-tilings",
        "t-tetromino-tilings",
        "polyomino-tilings:k",
    ),
    "matchings": (
        "matchings",
        "perfect-matchings",
        "maximal-matchings",
        "edge-covers",
        "minimal-edge-covers",
        "edge-dominating-sets",
        "induced-matchings",
        "two-factors",
        "even-subgraphs",
    ),
    "trees, paths": (
        "spanning-trees",
        "spanning-forests",
        "hamiltonian-cycles",
        "hamiltonian-paths",
        "paths",
        "cycles",
        "self-avoiding-walks",
        "rooted-forests",
        "connected-spanning-subgraphs",
        "disconnected-spanning-subgraphs",
        "eulerian-subgraphs",
        "hamiltonian-walks",
        "potts",
    ),
    "independence": (
        "independent-sets",
        "dominating-sets",
        "vertex-covers",
        "maximal-independent-sets",
        "total-dominating-sets",
        "minimal-dominating-sets",
        "minimal-total-dominating-sets",
        "minimal-vertex-covers",
        "perfect-codes",
        "perfect-dominating-sets",
        "irredundant-sets",
    ),
    "colourings": (
        "colourings:k",
        "cliques:k",
        "maximal-cliques:k",
        "unfriendly-partitions",
        "widom-rowlinson",
    ),
    "chess, arrays": (
        "kings",
        "knights",
        "bishops",
        "rooks",
        "queens",
        "polyominoes",
        "still-lifes",
        "simply-connected-polyominoes",
        "hard-hexagons",
        "alternating-sign-matrices",
    ),
    "connected": (
        "connected-induced-subgraphs",
        "connected-dominating-sets",
        "induced-trees",
        "induced-forests",
        "induced-paths",
        "induced-cycles",
        "vertex-cuts",
        "minimal-edge-cuts",
        "connected-colourings:k",
    ),
    "orientations": (
        "acyclic-orientations",
        "strong-orientations",
        "eulerian-orientations",
        "eight-vertex",
    ),
}
_FILES = library_files()
GROUPS = {
    about: present
    for about, names in _GROUPS.items()
    if (present := tuple(name for name in names if name.replace(":", "-") in _FILES))
}
"""All names of rules that come with gfkit, by what they are about; k stands for a number."""

BUILT_IN = GROUPS.get("games", ())
"""The games every installation knows, in the order they are listed."""

TILE_SETS = GROUPS.get("tile sets", ())
"""The three tile sets of Huntemann and McKay, Counting Domineering Positions."""

NAMED = tuple(name for names in GROUPS.values() for name in names)
"""The same in one row."""
MISSING_NAMES = {name for names in _GROUPS.values() for name in names}.difference(NAMED)
"""Names of rules whose kinds this installation leaves out."""

THINGS = tuple(name for name in NAMED if name not in (*BUILT_IN, *TILE_SETS))
"""What people count on graphs and boards, by its usual name."""

_NUMBERED = {
    "cis": (MOST_COLOURS, "colours"),
    "colourings": (MOST_VALUES, "colours"),
    "connected-colourings": (8, "colours"),
    "cliques": (MOST_TIMES, "vertices"),
    "maximal-cliques": (MOST_TIMES, "vertices"),
    "polyomino-tilings": (LARGEST_POLYOMINO, "cells"),
}
NUMBERED = {name: number for name, number in _NUMBERED.items() if f"{name}-k" in _FILES}
"""The names that take a number after a colon: the most it may be, and of what it is the number."""

_LEAPERS = {
    "ferses": "1-1",
    "alfils": "2-2",
    "dabbabas": "0-2",
    "camels": "1-3",
    "zebras": "2-3",
    "wazirs": "0-1",
}
OTHER_NAMES = {
    **dict.fromkeys(
        ("efficient-dominating-sets", "efficient-domination", "exact-dominating-sets"),
        "efficient dominating sets are perfect-codes",
    ),
    **dict.fromkeys(
        ("independent-dominating-sets", "kernels"), "these are the same sets as maximal-independent-sets"
    ),
    **dict.fromkeys(("stable-sets", "hard-squares", "independent-vertex-sets"), "these are independent-sets"),
    **dict.fromkeys(
        ("monomer-dimer", "monomer-dimers", "dimers-with-monomers", "independent-edge-sets"),
        "dimers that leave monomers are matchings",
    ),
    **dict.fromkeys(
        ("dimers", "dimer-coverings", "dimer-tilings"),
        "on graphs these are perfect-matchings, on squares domino-tilings",
    ),
    **dict.fromkeys(
        ("six-vertex", "ice", "square-ice"),
        "six-vertex configurations are eulerian-orientations of a torus, such as torus:3xn, and with domain"
        " walls alternating-sign-matrices",
    ),
    **dict.fromkeys(
        ("sandpiles", "sandpile", "recurrent-sandpiles", "recurrent-configurations"),
        "whether a sandpile is recurrent shows by burning, which goes as far as the board does; with one"
        " vertex as the sink there are as many as spanning-trees",
    ),
    **dict.fromkeys(
        ("maximal-irredundant-sets", "maximal-induced-matchings"),
        "whether these are maximal is a matter of more than neighbours, which a rule file says with more"
        " values for a cell; irredundant-sets and induced-matchings are there",
    ),
    **{
        name: f"these are independent-sets of leaper-{steps} graphs, such as leaper-{steps}:4xn"
        for name, steps in _LEAPERS.items()
    },
    **dict.fromkeys(("leapers", "leaper"), "these are independent-sets of graphs such as leaper-1-3:4xn"),
    **dict.fromkeys(
        ("tromino-tilings", "trominoes"), "take polyomino-tilings:3, trimer-tilings or l-tromino-tilings"
    ),
    **dict.fromkeys(("tetromino-tilings", "tetrominoes"), "take polyomino-tilings:4"),
    **dict.fromkeys(("pentomino-tilings", "pentominoes"), "take polyomino-tilings:5"),
    **dict.fromkeys(("vertex-colourings", "proper-colourings"), "take colourings:3"),
    **dict.fromkeys(
        ("clobber", "toads-and-frogs", "amazons", "chess", "checkers", "draughts", "go", "konane", "reversi",
         "othello", "fox-and-geese"),
        "games whose pieces move or are taken are not here; only those whose pieces stay, as domineering",
    ),
    **dict.fromkeys(
        ("hex", "tic-tac-toe", "noughts-and-crosses", "gomoku", "connect-four", "dots-and-boxes"),
        "games won by a pattern or by boxes are not here; in those here who cannot move loses, as in"
        " domineering",
    ),
    **dict.fromkeys(
        ("latin-squares", "latin-rectangles"),
        "Latin squares of order k are colourings:k of a rook graph, as gfkit count colourings:3 torus:3x3;"
        " larger rook graphs are read from files, graph:FILE",
    ),
    **dict.fromkeys(
        ("knights-tours", "knight-tours"), "these are hamiltonian-cycles of knight graphs, such as knight:6x6"
    ),
    **dict.fromkeys(
        ("lozenge-tilings", "rhombus-tilings"),
        "the lozenge tilings of a region are the perfect-matchings of the graph of its triangles, graph:FILE",
    ),
    **dict.fromkeys(("self-avoiding-polygons", "simple-cycles", "polygons"), "take cycles"),
    "nim": "a heap of n in Nim is worth *n, of which gfkit game finds sums: gfkit game '*3 + *5'",
    **dict.fromkeys(("domination-number", "domination-numbers"), "take gfkit optimum dominating-sets"),
    "independence-number": "take gfkit optimum independent-sets",
    "matching-number": "take gfkit optimum matchings",
    "chromatic-polynomial": "take gfkit polynomial chromatic",
    "tutte-polynomial": "take gfkit polynomial tutte",
}  # fmt: skip
"""What is known by other names, or not at all, and what there is in its place."""

HEAP_GAMES = {
    "kayles": "octal:0.77",
    **dict.fromkeys(("dawsons-kayles", "dawson-kayles", "dawson"), "octal:0.07"),
    **dict.fromkeys(("dawsons-chess", "dawson-chess"), "octal:0.137"),
    "treblecross": "octal:0.007",
}
"""Games of heaps by the names they are known by, and their codes."""
_OCTAL = re.compile(r"\d?\.\d+")
_HEAPS = ("octal", "hex", "subtraction", "grundy")
"""What the codes of games of heaps begin with."""
_EXAMPLES = [
    name
    for name in ("domino-tilings", "matchings", "independent-sets", "spanning-trees", "domineering")
    if name in NAMED
]
"""What an error names of all the names there are."""
_COUNTED = re.compile(r"(\d+)-(.+)")
_MOST_DIGITS = 8
"""Digits up to which what follows a colon is read as a number."""


@cache
def _built_in(name: str, parameter: int | None = None) -> Rule:
    """The rule of a built-in file, by the file's name without its ending."""
    return read_rule(name, file_text(_FILES[name]), parameter)


def as_rule(game: object) -> Rule:
    """The rule that an argument stands for: a rule itself, a game's name, or a rule file's path."""
    if isinstance(game, Rule):
        return game
    if isinstance(game, str | os.PathLike):
        return find_rule(os.fspath(game))
    raise RuleError(f"game {game!r} is neither a name such as 'col', nor the path of a rule file, nor a rule")


def plain_name(text: str) -> str:
    """A name without what people write differently: capitals, blanks, underscores, American spelling."""
    name = re.sub(r"[\s_-]+", "-", re.sub(r"['’]", "", text.strip().lower()))
    name = re.sub(r"colou?r", "colour", re.sub(r"-?:-?", ":", name))
    match = _COUNTED.fullmatch(name)
    return f"{match[2]}:{match[1]}" if match and match[2] in NUMBERED else name


def game_name(game: str) -> str:
    """The name of a rule as it is listed, for a name as people write it; any other text, as a path, as it is.

    >>> game_name("Independent Sets"), game_name("3-Colorings"), game_name("mine.toml")
    ('independent-sets', 'colourings:3', 'mine.toml')
    """
    asked = game.strip()
    name = plain_name(asked)
    is_named = name in NAMED or name in MISSING_NAMES or name.partition(":")[0] in NUMBERED
    return name if is_named and (name == asked or not can_open(asked)) else asked


def heap_code(game: str) -> str:
    """The code of a game of heaps, given by its code or by its name; nothing for other games.

    >>> heap_code("Dawson's Kayles"), heap_code("hex:0.8"), heap_code("0.77"), heap_code("cram")
    ('octal:0.07', 'hex:0.8', 'octal:0.77', '')
    """
    asked = game.strip()
    if _OCTAL.fullmatch(asked):
        return f"octal:{asked}"
    kind, colon, _ = asked.partition(":")
    if asked == "grundy" or (colon and kind in _HEAPS):
        return asked
    return HEAP_GAMES.get(plain_name(asked), "")


def names_game(game: str) -> bool:
    """Whether a text is the name of a rule that comes with gfkit, or the path of a file.

    >>> names_game("Kings"), names_game("cis:3"), names_game("3xn")
    (True, True, False)
    """
    name = game_name(game)
    return name in NAMED or name.partition(":")[0] in NUMBERED or can_open(name)


def find_rule(game: str) -> Rule:
    """The rule of a built-in game, or of the rule file at a path.

    Parameters
    ----------
    game : str
        A name, as ``gfkit games`` lists them, or a path.

    Returns
    -------
    Rule
        The rule as data; ``print`` shows it in words and pictures.

    Raises
    ------
    RuleError
        The name is unknown, or the file is no rule.

    Examples
    --------
    >>> find_rule("col").name
    'Col'
    >>> find_rule("domineerin")
    Traceback (most recent call last):
    ...
    gfkit.errors.RuleError: game 'domineerin' is unknown; did you mean domineering? ...
    """
    if not isinstance(game, str):
        return as_rule(game)
    asked = game_name(game)
    if re.sub(r":[0-9]+\Z", ":k", asked) in MISSING_NAMES:
        raise RuleError(f"game {asked!r} is of a kind of rules that is not installed here")
    if asked in NAMED and not asked.endswith(":k"):
        return _built_in(asked)
    name, colon, number = asked.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit()
    if counted and name in NUMBERED:
        most, what = NUMBERED[name]
        if len(number) > _MOST_DIGITS or not 1 <= int(number) <= most:
            raise RuleError(f"game {asked!r}: the number of {what} must be from 1 to {most}, got {number}")
        return _built_in(f"{name}-k", int(number))
    if can_open(asked):
        return _from_path(asked)
    if counted and len(number) <= _MOST_DIGITS and can_open(name):
        return _from_path(name, int(number))
    raise RuleError(_unknown_message(game.strip()))


def check_name(game: object) -> None:
    """Refuses a name that is that of no rule, and says what there is in its place."""
    as_rule(game)


def _from_path(path: str, parameter: int | None = None) -> Rule:
    try:
        return read_rule(path, file_text(path), parameter)
    except UnreadableError as why:
        raise RuleError(f"rule file {path!r} {why}") from None


def played_with_heaps(asked: str) -> str:
    """Where the values of a game of heaps are found; nothing for other games."""
    code = heap_code(asked)
    if not code:
        return ""
    return f"game {asked!r} is played with heaps, of which gfkit nim knows the values: gfkit nim {code}"


def _unknown_message(asked: str) -> str:
    if asked.endswith(".toml") or "/" in asked or os.sep in asked:
        if os.path.isdir(asked):
            return f"rule file {asked!r} is a folder; the path of a rule file is needed"
        return f"rule file {asked!r} does not exist; a game's name or the path of a rule file is needed"
    name = plain_name(asked).partition(":")[0]
    if advice := played_with_heaps(asked):
        return advice
    if name in NUMBERED:
        number = f"game {asked!r}: the number of {NUMBERED[name][1]} must follow the colon, as in {name}:3"
        is_open = name == "colourings"
        return number + "; for every number there is gfkit polynomial chromatic" * is_open
    if name in OTHER_NAMES:
        return f"game {asked!r} is no name here: {OTHER_NAMES[name]}"
    if names_board(asked):
        board = "BOARD" if "\n" in asked else asked
        return f"game {asked!r} is a board; the game comes first, as in gfkit count domineering {board}"
    known = dict.fromkeys((*_EXAMPLES, *NUMBERED, *(name for name in NAMED if not name.endswith(":k"))))
    path = "" if nearest_words(name, known) else f", or write a rule file: {docs_page('howto/rule.html')}"
    return f"game {asked!r} is unknown; {known_choices(name, known, 'gfkit games')}{path}"


def rule_file_text(game: str) -> str | None:
    """The text of the user's own rule file that a game is named by; None for a rule of the library."""
    name = game.strip()
    before, _, number = name.rpartition(":")
    if name in NAMED or (f"{before}:k" in NAMED and number.isdigit()):
        return None
    path = name if os.path.isfile(name) else before
    if not os.path.isfile(path):
        return None
    try:
        return file_text(path)
    except UnreadableError:
        return None
