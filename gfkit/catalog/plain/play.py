"""Who wins, by playing: every move of every position, and no values."""

from __future__ import annotations

from gfkit.boards import Board, as_board
from gfkit.errors import LimitError, MismatchError
from gfkit.games import PlacementRule, as_rule
from gfkit.oracle.positions import Listing, members
from gfkit.typing import Player
from gfkit.values import ShortGame

MOST_POSITIONS = 400_000
_FORMS = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}
State = tuple[int, int]
"""The placements made, where liberties depend on them, and the placements still possible."""


class Playing:
    """A placement game on a board beside a short game: a move is one in either; who cannot move loses."""

    def __init__(self, game: str, board: str | Board, most: int = MOST_POSITIONS) -> None:
        rule = as_rule(game)
        if not isinstance(rule, PlacementRule):
            raise MismatchError(f"game {game!r} has no moves, and nobody wins it")
        self.table = Listing(rule, as_board(board))
        self.start: State = (0, (1 << len(self.table.free)) - 1)
        self.most = most
        self._known: dict[tuple[State, ShortGame | None, Player], bool] = {}

    def outcome(self, beside: ShortGame | None = None) -> str:
        """``left``, ``right``, ``first`` or ``second``.

        >>> Playing("domineering", "2x3").outcome(), Playing("domineering", "2x2").outcome()
        ('first', 'first')
        """
        left, right = (self._wins(self.start, beside, who) for who in (Player.LEFT, Player.RIGHT))
        return _FORMS[left, right]

    def moves(self, state: State, who: Player) -> list[State]:
        """The positions that a player can move to."""
        added, still = state
        found = []
        for colour, kind in enumerate(self.table.rule.colours):
            if kind.belongs_to(who):
                for new in members(still & self.table.of_colour[colour]):
                    made = added | 1 << new
                    if self.table.breathes(made):
                        kept = made if self.table.rule.liberties else 0
                        found.append((kept, still & self.table.bears[new]))
        return found

    def _wins(self, state: State, beside: ShortGame | None, who: Player) -> bool:
        """Whether the player to move wins."""
        key = (state, beside, who)
        if key not in self._known:
            if len(self._known) >= self.most:
                raise LimitError(f"playing on {self.table.board.text!r}: more than {self.most} positions")
            other = Player.RIGHT if who is Player.LEFT else Player.LEFT
            options = () if beside is None else beside.left if who is Player.LEFT else beside.right
            self._known[key] = any(
                not self._wins(after, beside, other) for after in self.moves(state, who)
            ) or any(not self._wins(state, option, other) for option in options)
        return self._known[key]


def has_value(game: str, board: str, claimed: str) -> bool:
    """Whether the board has the value claimed: the second player wins the board minus the value.

    The value claimed is read, and its options are found, by ``ShortGame``; the board's is worked out nowhere.

    >>> has_value("domineering", "2x2", "+-1"), has_value("domineering", "2x2", "*")
    (True, False)
    """
    return Playing(game, board).outcome(-ShortGame.parse(claimed)) == "second"
