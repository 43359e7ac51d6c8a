"""Misere play, where who cannot move wins: a search of whole positions, as components do not decide sums."""

from __future__ import annotations

from gfkit.typing import Player
from gfkit.values.lookahead import Limits, OutcomeSearch
from gfkit.values.position import MaskPosition, Position
from gfkit.values.tuning import SEARCH


class MisereSearch(OutcomeSearch):
    """The winners of positions under misere play, where who cannot move wins.

    Positions are stored up to symmetries of board and rule, including the exchange of players. Cells that no
    move needs are dropped. Positions are not split, as the outcomes of components do not determine that of
    their sum. Cost: the positions of the board, up to 3^cells.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> from gfkit.values.position import compile_position
    >>> position = compile_position(find_rule("cram"), parse_one_board("1x2"))
    >>> MisereSearch(position, Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self.nodes = 0
        self._known: dict[tuple[int, bool], bool] = {}

    def wins(self, state: int, mover: Player) -> bool:
        """Whether the player to move wins, without recursion, as play may be long."""
        asked = whole_key(self.position, state, mover)
        waiting = [(asked, False)]
        while waiting:
            key, is_opened = waiting.pop()
            if key in self._known:
                continue
            here, is_left = key
            player = Player.LEFT if is_left else Player.RIGHT
            options = self.position.options(here, player)
            keys = [whole_key(self.position, option, player.opponent) for option in options]
            if not keys or any(self._known.get(reply) is False for reply in keys):
                self._known[key] = True
            elif is_opened or all(reply in self._known for reply in keys):
                self._known[key] = not all(self._known[reply] for reply in keys)
            else:
                waiting.append((key, True))
                waiting += [(reply, False) for reply in keys if reply not in self._known]
                continue
            self.nodes += 1
            self.limits.check_clock()
            if self.nodes % SEARCH.wholes_a_check == 0:
                self.limits.check(len(self._known) * SEARCH.whole_bytes, self.nodes)
        return self._known[asked]


def whole_key(position: Position, state: int, mover: Player) -> tuple[int, bool]:
    """The canonical form of a state for searches of whole positions, and whether Left is to move in it.

    Images under the symmetries of board and rule have one form, also if the players are exchanged. Cells that
    no move needs are dropped.
    """
    is_left = mover is Player.LEFT
    if not isinstance(position, MaskPosition):
        return state, is_left
    state = position.live(state)
    if position.layout.grid is None:
        return state, is_left
    image, sign = position.canonical(state)
    return image, is_left if sign > 0 else not is_left
