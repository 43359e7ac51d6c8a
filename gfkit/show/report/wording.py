"""What is counted, in words."""

from __future__ import annotations

from gfkit.boards.grammar import sized_word
from gfkit.games import PlacementRule, Rule
from gfkit.games.rule import ArrayRule
from gfkit.typing import Positions

_SHAPES = {
    "": "the {} board",
    "path": "the path with {} vertices",
    "cycle": "the cycle with {} vertices",
    "cylinder": "the {} cylinder (the first number around)",
    "torus": "the {} torus",
    "complete": "the complete graph with {} vertices",
}
_PLACES = {
    "": "{}",
    "path": "the path of {} vertices",
    "cycle": "the cycle of {} vertices",
    "cylinder": "the cylinder {}",
    "torus": "the torus {}",
    "complete": "the complete graph of {} vertices",
}
_STUCK = {
    Positions.LEFT_ENDS: "in which Left has no move",
    Positions.RIGHT_ENDS: "in which Right has no move",
    Positions.MAXIMAL: "in which neither player has a move",
    Positions.PLAY: "that alternating play can reach",
}


_ENDS = {
    Positions.LEFT_ENDS: "left ends",
    Positions.RIGHT_ENDS: "right ends",
    Positions.MAXIMAL: "maximal positions",
    Positions.PLAY: "positions of alternating play",
}


def board_words(board: str) -> str:
    """A board or a family in words.

    >>> board_words("3xn"), board_words("path:7"), board_words("..#/...")
    ('the 3 × n board', 'the path with 7 vertices', 'the board ..#/...')
    """
    return _sized(_SHAPES, board) or f"the board {board}"


def place_words(board: str) -> str:
    """The same, as short as a title needs it.

    >>> place_words("torus:3xn"), place_words("4x4"), place_words("graph:a.g6")
    ('the torus 3 × n', '4 × 4', 'graph:a.g6')
    """
    return _sized(_PLACES, board) or board


def title_words(rule: Rule, positions: Positions, board: str) -> str:
    """Rule, board, and class of positions unless it is all of them.

    >>> from gfkit.games import find_rule
    >>> title_words(find_rule("domineering"), Positions.RIGHT_ENDS, "nx3")
    'Domineering on n × 3: right ends'
    """
    meant = f": {_ENDS[positions]}" if positions in _ENDS else ""
    return f"{rule.name} on {place_words(board)}{meant}"


def kind_words(rule: Rule, number: int = 2) -> str:
    """What is counted in one word, in the singular for the number 1."""
    if isinstance(rule, PlacementRule):
        word = "position"
    else:
        word = "array" if isinstance(rule, ArrayRule) else "tiling"
    return word if number == 1 else f"{word}s"


def counted_words(rule: Rule, positions: Positions, board: str) -> str:
    """What is counted, without the number of.

    >>> from gfkit.games import find_rule
    >>> counted_words(find_rule("col"), Positions.LEFT_ENDS, "path:n")
    'positions of Col on the path with n vertices in which Left has no move'
    """
    where = board_words(board)
    if isinstance(rule, PlacementRule):
        return f"positions of {rule.name} on {where} {class_words(rule, positions)}".rstrip()
    return f"{kind_words(rule)} of the kind “{rule.name}” on {where}"


def class_words(rule: PlacementRule, positions: Positions) -> str:
    """Which positions are meant; nothing when all are."""
    if rule.impartial and positions is not Positions.ALL:
        return "" if positions is Positions.PLAY else "in which no move is left"
    return _STUCK.get(positions, "")


def _sized(words: dict[str, str], board: str) -> str | None:
    found = sized_word(board)
    if found is None:
        return None
    return words[found[0]].format(" × ".join(found[1])).replace(" 1 vertices", " 1 vertex")
