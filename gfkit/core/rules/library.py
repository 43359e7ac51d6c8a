"""Rules by name: the built-in rule files, and other rule files by path."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache, partial
from shlex import quote
from typing import Any

from gfkit.core.boards.grammar import names_board, sized_word
from gfkit.core.deferred import regex
from gfkit.core.errors import MismatchError, RuleError, note_reading
from gfkit.core.files import UnreadableError, can_open, file_text, read_toml
from gfkit.core.hooks import Advised, from_above
from gfkit.core.rules.kind import library_files
from gfkit.core.rules.rule import Rule, read_rule
from gfkit.core.rules.table import LARGEST_POLYOMINO, MOST_COLOURS, MOST_TIMES, MOST_VALUES, SIZE_N

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
        "clar-covers",
        "sextet-patterns",
        "maximal-matchings",
        "edge-covers",
        "minimal-edge-covers",
        "edge-dominating-sets",
        "paired-dominating-matchings",
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
        "dominating-sets:k",
        "distance-dominating-sets:k",
        "roman-dominating-functions",
        "irredundant-sets",
        "maximal-irredundant-sets",
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
        "n-queens",
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
        "site-percolation",
        "bond-percolation",
        "site-wrapping",
        "bond-wrapping",
    ),
    "orientations": (
        "acyclic-orientations",
        "strong-orientations",
        "eulerian-orientations",
        "eight-vertex",
    ),
    "permutations, pairings": (
        "derangements",
        "discordant-permutations",
        "menage-permutations",
        "latin-rectangles",
        "nonadjacent-sequences",
        "nonadjacent-cycles",
        "nonadjacent-pairings",
    ),
}
_FILES = library_files()
GROUPS: dict[str, tuple[str, ...]] = {
    about: _present
    for about, names in _GROUPS.items()
    if (_present := tuple(name for name in names if name.replace(":", "-") in _FILES))
}
"""Names of all built-in rules by subject; k stands for a number."""

BUILT_IN: tuple[str, ...] = GROUPS.get("games", ())
"""Built-in games in listing order."""

TILE_SETS: tuple[str, ...] = GROUPS.get("tile sets", ())
"""Tile sets of Huntemann and McKay, Counting Domineering Positions."""

NAMED: tuple[str, ...] = tuple(name for names in GROUPS.values() for name in names)
"""Names of all built-in rules."""
MISSING_NAMES: set[str] = {name for names in _GROUPS.values() for name in names}.difference(NAMED)
"""Names of rules whose kind is not installed."""

_PUZZLES = (
    "minesweeper",
    "sudoku",
    "nonogram",
    "slitherlink",
    "queens-with-regions",
    "star-battle",
    "killer",
)
PUZZLES: tuple[str, ...] = tuple(name for name in _PUZZLES if name in _FILES)
"""Built-in rules that read labels, and so are counted only on boards with data."""

THINGS: tuple[str, ...] = tuple(name for name in NAMED if name not in (*BUILT_IN, *TILE_SETS))
"""Structures on graphs and boards that are not games, by their usual names."""

_NUMBERED = {
    "cis": (MOST_COLOURS, "colours"),
    "colourings": (MOST_VALUES, "colours"),
    "connected-colourings": (8, "colours"),
    "dominating-sets": (MOST_TIMES, "neighbours"),
    "distance-dominating-sets": (MOST_VALUES - 1, "edges"),
    "cliques": (MOST_TIMES, "vertices"),
    "maximal-cliques": (MOST_TIMES, "vertices"),
    "polyomino-tilings": (LARGEST_POLYOMINO, "cells"),
}
NUMBERED = {name: number for name, number in _NUMBERED.items() if f"{name}-k" in _FILES}
"""Names with a number after a colon, each with the maximum of the number and the counted noun."""

HEAP_GAMES = {
    "kayles": "octal:0.77",
    **dict.fromkeys(("dawsons-kayles", "dawson-kayles", "dawson"), "octal:0.07"),
    **dict.fromkeys(("dawsons-chess", "dawson-chess"), "octal:0.137"),
}
"""Codes of heap games by their usual names."""
_OF_VALUES = regex(r"[{|}^+*]|\d/\d|ordinal\(|hackenbush\(")
_OCTAL = regex(r"\d?\.\d+")
_SUBTRACTION = regex(r"[sS](?:ub)?[:{(] *(\d+(?: *, *\d+)*) *[)}]?")
"""Notation such as S{2,5,7}."""
_HEAPS = ("octal", "hex", "subtraction", "grundy")
"""Prefixes of the codes of heap games."""
_LONGEST_NAME = 100
"""Longest name, in characters, that is compared with synonyms."""
_COUNTED = regex(r"(\d+)-(.+)")
_INNER_NUMBER = regex(r"([a-z]+)-(\d+)-(.+)")
_IN_COLOURS = regex(r"(.+)-(?:with|in|using|by)-(\d+)-(?:colours?|values?|states?)")
_TILED_BY = regex(
    r"(?:tilings?|coverings?|covers|packings)-(?:with|by|using|into|of-a-(?:board|rectangle)-by)-(.+)"
    r"|(?P<tiles>.+)-(?:tilings?|coverings?)"
)
_MOST_DIGITS = 8
"""Maximum number of digits after a colon."""


@cache
def _load_built_in(name: str, parameter: int | None = None) -> Rule:
    """Return the rule of a built-in file, by name without extension."""
    return read_rule(name, file_text(_FILES[name]), parameter)


def about_built_in(name: str) -> str:
    """Return the description in the file of a built-in rule, in which k stands for a number.

    >>> about_built_in("cliques:k")
    'Sets of k pairwise adjacent vertices.'
    """
    text: str = read_toml(file_text(_FILES[name.replace(":", "-")]))["about"]
    return text


def as_rule(game: object, *, accepts_functions: bool = False) -> Rule:
    """Return the rule that an argument denotes: a rule itself, a name, or the path of a rule file.

    Raise RuleError for functions unless they are accepted.
    """
    if accepts_functions and callable(game) and not isinstance(game, type):
        from gfkit.core.rules.kinds.function import function_rule  # few rules are functions

        game = function_rule(game)
    if isinstance(game, Rule) and (accepts_functions or not game.hypothesis):
        return game
    if isinstance(game, str | os.PathLike):
        path = os.fspath(game)
        is_file = isinstance(game, os.PathLike) and can_open(path)
        return _load_from_path(path) if is_file else find_rule(path)
    if callable(game) or isinstance(game, Rule):
        name = game.name if isinstance(game, Rule) else getattr(game, "__name__", "")
        raise RuleError(
            f"function {name}: only count, derive and brute_force accept functions from boards to constraint"
            " systems; use a rule or its name"
        )
    raise RuleError(
        f"structure or game {game!r} is neither a name such as 'col', nor the path of a rule file, nor a rule"
    )


def plain_name(text: str) -> str:
    """Return a name in lower case, with hyphens for spaces and underscores, in British spelling."""
    name = re.sub(r"[\s_-]+", "-", re.sub(r"['’]", "", text.strip().lower()))
    if not re.search(r":\s*-", text):
        name = re.sub(r"-?:-?", ":", name)
    name = re.sub(r"colou?r", "colour", name)
    match = _COUNTED.fullmatch(name)
    return f"{match[2]}:{match[1]}" if match and match[2] in NUMBERED else name


def game_name(game: str) -> str:
    """Return the listed name of a rule for a spelling variant, even if there is a file of that name; return
    an unknown string unchanged.

    >>> game_name("Independent Sets"), game_name("3-Colorings"), game_name("mine.toml")
    ('independent-sets', 'colourings:3', 'mine.toml')
    >>> game_name("dimers"), game_name("proper colouring:3")
    ('perfect-matchings', 'colourings:3')
    """
    asked = game.strip()
    name = plain_name(asked)
    synonym = None if _is_listed(name) else _resolve_synonym(asked)
    return synonym[0] if synonym else name if _is_listed(name) else asked


def name_on(board: object, game: str) -> str:
    """Return the name of the structure that an ambiguous name denotes on a board; return other names
    unchanged.
    """
    text = board if isinstance(board, str) else getattr(board, "text", "")
    if not text or _is_listed(plain_name(game)) or can_open(game):
        return game
    from gfkit.core.boards.spelling import taken_on

    taken = taken_on(text, game)
    if taken is None:
        return game
    taken.say(game)
    return taken.name


def _is_listed(name: str) -> bool:
    return name in (*NAMED, *PUZZLES) or name in MISSING_NAMES or name.partition(":")[0] in NUMBERED


@cache
def _resolve_synonym(asked: str) -> tuple[str, Callable[[], None]] | None:
    """Return the listed name for a synonym, and a function that prints a note about it, or None."""
    is_path = "/" in asked or asked.endswith(".toml")
    if is_path or len(asked) > _LONGEST_NAME or sized_word(asked) is not None or heap_code(asked):
        return None
    from gfkit.core.boards.spelling import all_taken

    word, colon, number = plain_name(asked).partition(":")
    word = re.sub(r"^(?:the-)?(?:number-of-|all-)?(?:non-?attacking-)?", "", word)
    tried = [(word.removeprefix("k-").removeprefix("q-") if colon else word, number)]
    if not colon and (counted := _COUNTED.fullmatch(word)):
        tried.append((counted[2], counted[1]))
    if not colon and (counted := _INNER_NUMBER.fullmatch(word)):
        tried.append((f"{counted[1]}-{counted[3]}", counted[2]))
    if not colon and (counted := _IN_COLOURS.fullmatch(word)):
        tried.append((counted[1], counted[2]))
    tiled = None if colon else _TILED_BY.fullmatch(word)
    if tiled and not tiled[1] and "-and-" not in tiled["tiles"]:
        tiled = None
    if tiled:
        tiles = "-and-".join(sorted(re.split("-and-", tiled[1] or tiled["tiles"])))
        tried += [(f"tilings-by-{tiles}", ""), (f"{tiles}-tilings", ""), (tiles, "")]
    for word, number in tried:
        for found in all_taken("structures", word, [*NAMED, *MISSING_NAMES, *NUMBERED]):
            if tiled and not re.search("tilings|matchings", found.name):
                continue
            is_whole = found.name in NAMED or re.fullmatch(r".+:\d+", found.name)
            if (number.isdigit() and found.name in NUMBERED) or (is_whole and not number):
                named = found._replace(name=f"{found.name}:{number}" if number else found.name)
                return named.name, partial(named.say, asked)
    return None


def heap_code(game: str) -> str:
    """Return the code of a heap game from its code or its name, or "" if there is no such heap game.

    >>> heap_code("Dawson's Kayles"), heap_code("hex:0.8"), heap_code("0.77"), heap_code("S{2, 5}")
    ('octal:0.07', 'hex:0.8', 'octal:0.77', 'subtraction:2,5')
    """
    asked = game.strip()
    if _OCTAL.fullmatch(asked):
        return f"octal:{asked}"
    if sizes := _SUBTRACTION.fullmatch(asked):
        return f"subtraction:{re.sub(' ', '', sizes[1])}"
    kind, colon, _ = asked.partition(":")
    if asked == "grundy" or (colon and kind in _HEAPS):
        return asked
    return HEAP_GAMES.get(plain_name(asked), "")


def names_game(game: str) -> bool:
    """Return True if a string is the name of a built-in rule, or the path of a file.

    >>> names_game("Kings"), names_game("cis:3"), names_game("3xn")
    (True, True, False)
    """
    name = game_name(game)
    return name in (*NAMED, *PUZZLES) or name.partition(":")[0] in NUMBERED or can_open(name)


def specification_reader(game: object) -> Callable[..., Any] | None:
    """Return the function that derives a class specified by equations if ``game`` is one, else None."""
    is_text = isinstance(game, str) and (game.endswith(".toml") or "=" in game or not names_game(game))
    is_specification = from_above("is_specification") if is_text else None
    return from_above("law_of_specification") if is_specification and is_specification(game) else None


def find_rule(game: str) -> Rule:
    """Return the rule of a built-in name, or of the rule file at a path.

    Parameters
    ----------
    game : str
        A name, as ``gfkit games`` lists them, or a path.

    Returns
    -------
    Rule
        The rule as data; ``print`` shows it as text and drawings.

    Raises
    ------
    RuleError
        The name is unknown, or the file does not contain a rule.

    Examples
    --------
    >>> find_rule("col").name
    'Col'
    >>> find_rule("domineerin")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.RuleError: unknown structure or game 'domineerin'; did you mean domineering?
    """
    if not isinstance(game, str):
        return as_rule(game)
    if is_content(game):
        return Rule.of(game)
    if is_clumsy(game):
        return _clumsy_rule(*game.strip().split(":", 1))
    asked = game_name(game)
    if (
        not _is_listed(plain_name(game))
        and asked != game.strip()
        and (synonym := _resolve_synonym(game.strip()))
    ):
        synonym[1]()
    if re.sub(r":[0-9]+\Z", ":k", asked) in MISSING_NAMES:
        raise RuleError(f"structure or game {asked!r} belongs to a kind of rules that is not installed")
    if asked in (*NAMED, *PUZZLES) and not asked.endswith(":k"):
        return _load_built_in(asked)
    name, colon, number = asked.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit()
    if counted and name in NUMBERED:
        most, what = NUMBERED[name]
        if len(number) > _MOST_DIGITS or not 1 <= int(number) <= most:
            raise RuleError(
                f"structure or game {asked!r}: the number of {what} must be from 1 to {most}, got {number}"
            )
        return _load_built_in(f"{name}-k", int(number))
    if can_open(asked):
        return _load_from_path(asked)
    if counted and len(number) <= _MOST_DIGITS and can_open(name):
        return _load_from_path(name, int(number))
    if sentence := sentence_read(asked):
        sentence.note_read()
        return Rule.of(sentence.rule)
    raise RuleError(_unknown_message(game.strip()))


def is_content(game: str) -> bool:
    """Return True if a string is the content of a rule file, as an object of a statement may contain it."""
    return "\n[" in game


def is_clumsy(game: str) -> bool:
    """Return True if a name denotes the clumsy packings of a polyomino: its maximal packings."""
    return plain_name(game.partition(":")[0]) == "clumsy-packings" and ":" in game


def _clumsy_rule(name: str, shape: str) -> Rule:
    """Return the game of placing a polyomino in all its orientations, by its drawing or its name.

    >>> [piece.text for _, piece in _clumsy_rule("clumsy-packings", "domino").pieces_to_lay]
    ['XX', 'X/X']
    """
    tiles = f"{plain_name(shape)}-tilings"
    pieces = [_load_built_in(tiles).pieces[0].text] if tiles in _FILES else [shape]  # type: ignore[attr-defined]
    named = {"name": f"{name}:{shape}", "about": f"Copies of the polyomino {shape} in all orientations."}
    drawn: Any = Rule.of(named | {"cover": {"pieces": pieces, "turned": True, "mirrored": True}})
    return Rule.of(named | {"both": {"pieces": [lie.text for lie in drawn.lies(drawn.pieces[0])]}})


def sentence_read(game: Any) -> Any:
    """Return the interpretation of a sentence of at least three words that describes a rule, or None."""
    is_text = isinstance(game, str) and not is_content(game)
    is_sentence = is_text and game.split()[2:] and not names_game(game)
    read = is_sentence and from_above("read_sentence")  # None if gfkit.oeis is not installed
    return read(game.strip()) if read else None


_BOARDS_OF_WORDS = {
    "1xn": ("1x{}", "row", r"(?:1x|path:)(.+)"),
    "cylinder:nx1": ("cylinder:{}x1", "cycle", r"(?:1x|path:|cycle:|cylinder:(?=.*x1$))(.+?)(?:x1)?"),
}
"""Names of the boards of words, their shape, and patterns of other names, with the length."""


def board_on(game: object, board: object, *, of_name: bool = False) -> object:
    """Return the board of a sentence or of a rule for an index, n or a number, in the numbering of the
    sentence; return other boards unchanged.

    If ``of_name``, the family of the sentence is also returned in its numbering: (n+1)x3 for nx3.
    """
    board = str(board) if isinstance(board, int) else board
    if not isinstance(board, str):
        return board
    if can_open(board) and sized_word(board) is None and (rule := as_rule(game)).label_names:
        from gfkit.core.boards.labels import board_of_file

        is_graph = rule.kind_of_variables == "edges"
        return board_of_file(board, rule.label_names, file_text(board), is_graph=is_graph)
    if not (sentence := sentence_read(game)):
        return board_of_size(game, board)
    is_family = of_name and board == sentence.family
    if is_family or re.fullmatch(r"n|\d+", board):
        named = sentence.board_at("n" if is_family else board) or board
        if is_family and named != board:
            note_reading(f"family {board} read as {named}, the boards of the sentence")
        return named
    if sentence.family not in _BOARDS_OF_WORDS:
        sentence.note_other(board)
        return board
    name, shape, pattern = _BOARDS_OF_WORDS[sentence.family]
    if (match := re.fullmatch(pattern, board)) is None:
        raise MismatchError(f"game {game!r} is about a {shape}: write n or a number, not {board!r}")
    own = name.format(match[1])
    if own != board and shape == "cycle":
        note_reading(f"board {board} read as {own}, a cycle, since the words are cyclic")
    return own


def board_of_size(game: object, board: str) -> str:
    """Return the board that a number, or the family that n, denotes for a rule; return other names unchanged.

    >>> board_of_size("n-queens", "8"), board_of_size("kings", "8")
    ('8x8', '8')
    """
    if not re.fullmatch(r"n|[0-9]+", board) or not (own := as_rule(game).board):
        return board
    named = SIZE_N.sub(board.lstrip("0") or board, own)
    note_reading(f"board {board} read as {named}")
    return named


def check_name(game: object) -> None:
    """Raise RuleError, with the nearest name, if no rule has this name."""
    as_rule(game)


def _load_from_path(path: str, parameter: int | None = None) -> Rule:
    try:
        return read_rule(path, file_text(path), parameter)
    except UnreadableError as why:
        raise RuleError(f"rule file {path!r} {why}") from None


def played_with_heaps(asked: str) -> str:
    """Return a message that names the command for a heap game, or "" if the name is not a heap game."""
    code = heap_code(asked)
    if not code:
        return ""
    return f"game {asked!r} is played with heaps; use nim {code} for its Grundy values"


def _unknown_message(asked: str) -> str | Advised:
    if advice := played_with_heaps(asked):
        return advice
    if asked.split()[2:] and from_above("read_sentence") is None:
        return f"unknown structure {asked!r}; parsing sentences requires gfkit.oeis, which is not installed"
    is_game = _OF_VALUES.search(asked) and from_above("is_game")
    if is_game and is_game(asked):
        return f"{asked!r} is the notation of a game, not the name of one; use gfkit game {quote(asked)}"
    polynomial_named = from_above("graph_polynomial_named") if "polynomial" in asked.lower() else None
    polynomial = polynomial_named(asked) if polynomial_named else ""
    if polynomial:
        return f"{asked!r} is a polynomial of a graph; use gfkit polynomial {polynomial}"
    if asked.endswith(".toml") or (not asked.split()[2:] and ("/" in asked or os.sep in asked)):
        fault = "is a directory" if os.path.isdir(asked) else "does not exist"
        return f"rule file {asked!r} {fault}; write the name of a game or the path of a rule file"
    name = plain_name(asked).partition(":")[0]
    if name in NUMBERED:
        return (
            f"structure or game {asked!r} needs the number of {NUMBERED[name][1]} after a colon, as in"
            f" {name}:3"
        ) + "; for all numbers at once use the chromatic polynomial" * (name == "colourings")
    from gfkit.core.boards.spelling import optimum_named

    with_number = re.sub(r"\bk\b", "2", asked)
    if with_number != asked and optimum_named(with_number):
        return f"structure or game {asked!r} needs a number for k, as in {with_number!r}"
    optimum = optimum_named(asked)
    if optimum is not None and names_game(optimum.name):
        on = f"{optimum.piece}:8x8" if optimum.piece else "BOARD"
        return f"game {asked!r}: use optimum {optimum.name} {on}, which also counts the optima"
    if specification_reader(asked):
        return (
            f"{asked!r} is a class of objects of size n; use gfkit derive {quote(asked)} or,"
            f" for one number, gfkit count {quote(asked)} 10"
        )
    if names_board(asked):
        board = "BOARD" if "\n" in asked else repr(asked) if " " in asked else asked
        return f"{asked!r} is a board; write a structure or game first, as in domineering {board}"
    return Advised(f"unknown structure or game {asked!r}", asked, "structure")


def rule_file_text(game: str) -> str | None:
    """Return the content of the rule file that a name denotes, or None for a built-in rule."""
    name = game.strip()
    before, _, number = name.rpartition(":")
    if name in (*NAMED, *PUZZLES) or (f"{before}:k" in NAMED and number.isdigit()):
        return None
    path = name if os.path.isfile(name) else before
    if not os.path.isfile(path):
        return None
    try:
        return file_text(path)
    except UnreadableError:
        return None
