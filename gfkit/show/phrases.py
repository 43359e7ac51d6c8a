"""Noun phrases for boards, configurations and plays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from gfkit.core.boards.grammar import sized_word
from gfkit.core.errors import InputError, board_name
from gfkit.core.rules import NAMED, Rule, find_rule
from gfkit.core.rules.library import THINGS, names_game
from gfkit.core.rules.wording import counted_noun, positions_phrase
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.play.equilibria import Play

_SHAPES = {
    "": "the {} board",
    "path": "the path with {} vertices",
    "cycle": "the cycle with {} vertices",
    "cylinder": "the {} cylinder (the first number around)",
    "torus": "the {} torus",
    "complete": "the complete graph with {} vertices",
}
_BOARDS = {
    "": "{}",
    "path": "the path of {} vertices",
    "cycle": "the cycle of {} vertices",
    "cylinder": "the cylinder {}",
    "torus": "the torus {}",
    "complete": "the complete graph of {} vertices",
}
_CHESS = ("kings", "knights", "bishops", "rooks", "queens")
_CAPITAL = r"[A-Z]-|Hamiltonian|Eulerian|Widom"
"""Pattern of names of rules that keep their capital letter within a sentence."""
_COUNTED = r"(connected )?colourings with|(maximal )?cliques of|tilings by"
"""Pattern of names of rules that contain a number."""
_ENDS = {
    Positions.LEFT_ENDS: "left ends",
    Positions.RIGHT_ENDS: "right ends",
    Positions.MAXIMAL: "maximal positions",
    Positions.PLAY: "positions of alternating play",
    Positions.FULL: "full positions",
}


# Counted objects


def _board_phrase(board: str) -> str:
    """Return a noun phrase for a board or a family.

    >>> _board_phrase("3xn"), _board_phrase("path:7"), _board_phrase("..#/...")
    ('the 3 × n board', 'the path with 7 vertices', 'the board ..#/...')
    """
    return _size_phrase(_SHAPES, board) or f"the board {board}"


def board_title(board: str) -> str:
    """Return the title form of a board or a family.

    >>> board_title("torus:3xn"), board_title("4x4"), board_title("graph:a.g6")
    ('the torus 3 × n', '4 × 4', 'graph:a.g6')
    """
    return _size_phrase(_BOARDS, board) or board


def question_title(rule: Rule, positions: Positions, board: str) -> str:
    """Return the title of a query: rule, board and position class.

    >>> from gfkit.core.rules import find_rule
    >>> question_title(find_rule("domineering"), Positions.RIGHT_ENDS, "nx3")
    'Domineering on n × 3: right ends'
    """
    meant = f": {_ENDS[positions]}" if positions in _ENDS else ""
    return f"{rule.name} on {board_title(board)}{meant}"


def counted_phrase(rule: Rule, positions: Positions, board: str) -> str:
    """Return a noun phrase for the configurations of a rule on a board or family.

    >>> from gfkit.core.rules import find_rule
    >>> counted_phrase(find_rule("col"), Positions.LEFT_ENDS, "path:n")
    'positions of Col on the path with n vertices in which Left has no move'
    >>> counted_phrase(find_rule("domino-tilings"), Positions.ALL, "4xn")
    'domino tilings of the 4 × n board'
    """
    noun = named_objects(rule)
    if noun is not None:
        objects = f"{noun} {'on' if noun.startswith('placements') else 'of'}"
    elif rule.is_game:
        objects = f"{counted_noun(rule)} of {rule.name} on"
    else:
        objects = f"{counted_noun(rule)} of the rule “{rule.name}” on"
    return f"{objects} {_board_phrase(board)} {positions_phrase(rule, positions)}".rstrip()


def named_objects(rule: Rule) -> str | None:
    """Return the name of the configurations of a built-in structure as a noun, or None for other rules.

    >>> from gfkit.core.rules import find_rule
    >>> named_objects(find_rule("domino-tilings")), named_objects(find_rule("kings"))
    ('domino tilings', 'placements of nonattacking kings')
    """
    name = rule.name if re.match(_CAPITAL, rule.name) else rule.name[:1].lower() + rule.name[1:]
    if name in _CHESS:
        return f"placements of nonattacking {name}"
    word = name.replace(" ", "-").lower()
    is_named = word in THINGS or (not rule.is_game and (word in NAMED or re.match(_COUNTED, name)))
    return name if is_named else None


def noun_of(game: str, number: int) -> str:
    """Return the noun for a number of configurations of a structure or game, by its name.

    >>> noun_of("matchings", 7), noun_of("kings", 1), noun_of("col", 1)
    ('matchings', 'placement of nonattacking kings', 'position')
    """
    rule = None
    with suppress(InputError):  # a rule file that is read only once, for example standard input
        rule = find_rule(game) if names_game(game) else None
    if rule is None:
        return "positions" if number != 1 else "position"
    return objects_of(rule, number)


def objects_of(rule: Rule, number: int = 2) -> str:
    """Return the noun for a number of configurations of a rule: the name of a structure, if it has one.

    >>> objects_of(find_rule("alternating-sign-matrices"), 1), objects_of(find_rule("kings"))
    ('alternating sign matrix', 'placements of nonattacking kings')
    """
    noun = named_objects(rule) or ("positions" if rule.is_game else "configurations")
    head, of, rest = noun.partition(" of ")
    return noun if number != 1 else re.sub(r"(?<=matri)ces$", "xs", head).removesuffix("s") + of + rest


def _size_phrase(words: dict[str, str], board: str) -> str | None:
    sized = sized_word(board)
    if sized is None:
        return None
    word = words.get(sized[0])
    if word is None:
        name = board_name(board)
        return name if name != board else f"the graph {board}" if len(board) < 40 else "the graph of slices"
    return word.format(" × ".join(sized[1])).replace(" 1 vertices", " 1 vertex")


# Plays


def play_text(play: Play) -> str:
    """Return the payoffs of a play, with the number of empty cells if any.

    >>> from gfkit.play.equilibria import equilibrium
    >>> play_text(equilibrium("3x3").plays[0])
    '(9, 6), 1 empty cell'
    """
    pair, empty = pair_text(play.payoffs), play.empty_cells
    return pair if not empty else f"{pair}, {empty} empty cell{'s' if empty > 1 else ''}"


def pair_text(payoffs: Sequence[int]) -> str:
    return f"({', '.join(map(str, payoffs))})"
