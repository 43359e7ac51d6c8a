"""Names of sequences, from the game, the class of positions and the boards."""

from __future__ import annotations

from gfkit.boards import Family
from gfkit.games import PlacementRule, Rule
from gfkit.typing import Positions

_CLASSES = {
    Positions.LEFT_ENDS: " in which Left has no move",
    Positions.RIGHT_ENDS: " in which Right has no move",
    Positions.MAXIMAL: " in which neither player has a move",
    Positions.PLAY: " that alternating play can reach",
}
_BOARDS = {
    "": "{} board",
    "path": "path on {} vertices",
    "cycle": "cycle on {} vertices",
    "cylinder": "cylinder of {} cells (the first number around)",
    "torus": "{} torus",
    "complete": "complete graph on {} vertices",
}
_VOWELS = ("8", "11 ", "18 ", "n ", "m ")


def board_words(word: str, sizes: tuple[str, ...]) -> str:
    """A board with its article.

    >>> board_words("", ("3", "n")), board_words("torus", ("8", "n")), board_words("", ("n", "2"))
    ('a 3 X n board', 'an 8 X n torus', 'an n X 2 board')
    """
    words = _BOARDS[word].format(" X ".join(sizes))
    if word == "complete":
        return f"the {words}"
    return f"{'an' if words.startswith(_VOWELS) else 'a'} {words}"


def family_sizes(family: Family) -> tuple[str, ...]:
    """The sizes of a family as they are written."""
    return tuple("n" if size is None else str(size) for size in family.sizes)


def counted(rule: Rule, positions: Positions, word: str, sizes: tuple[str, ...]) -> str:
    """What is counted, without 'Number of'.

    >>> from gfkit.games import find_rule
    >>> counted(find_rule("domineering"), Positions.RIGHT_ENDS, "", ("n", "3"))
    'positions of the game Domineering on an n X 3 board in which Right has no move'
    """
    where = board_words(word, sizes)
    if not isinstance(rule, PlacementRule):
        return f"arrays of the kind {rule.name!r} on {where}"
    phrase = _CLASSES.get(positions, "")
    if rule.impartial and positions in (Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL):
        phrase = " in which no move is left"
    if rule.impartial and positions is Positions.PLAY:
        phrase = ""
    return f"positions of the game {rule.name} on {where}{phrase}"
