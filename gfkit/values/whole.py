"""Searches of whole positions, not of their parts: misere play, where who cannot move wins, and stones."""

from __future__ import annotations

import sys
from typing import TypeGuard

from gfkit import native
from gfkit.errors import LimitError
from gfkit.typing import Player
from gfkit.values.layout import can_exchange
from gfkit.values.lookahead import Limits, OutcomeSearch
from gfkit.values.position import LibertyPosition, Position
from gfkit.values.tuning import SEARCH


class WholeSearch(OutcomeSearch):
    """The winners of positions, under misere play unless ``misere`` is false.

    Positions are stored up to symmetries of board and rule, including the exchange of players. Cells that no
    move needs are dropped. Positions are not split, as under misere play the outcomes of components do not
    determine that of their sum. Cost: the positions of the board, up to 3^cells.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> from gfkit.values.position import compile_position
    >>> position = compile_position(find_rule("cram"), parse_one_board("1x2"))
    >>> WholeSearch(position, Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, limits: Limits, *, misere: bool = True) -> None:
        self.position, self.limits, self.misere = position, limits, misere
        self.nodes = 0
        self._known: dict[tuple[int, bool], bool] = {}

    def wins(self, state: int, mover: Player) -> bool:
        """Whether the player to move wins, without recursion, as play may be long."""
        asked = whole_key(self.position, state, mover)
        known, way = self._known, [(asked, self._replies(asked))]
        while way:
            key, replies = way[-1]
            while replies and known.get(replies[-1]):
                replies.pop()
            if key not in known and replies and replies[-1] not in known:
                way.append((replies[-1], self._replies(replies[-1])))
                continue
            known.setdefault(key, bool(replies))
            way.pop()
        return known[asked]

    def _replies(self, key: tuple[int, bool]) -> list[tuple[int, bool]]:
        """The positions that the mover can go to; where there is none, the position is settled."""
        here, is_left = key
        player = Player.LEFT if is_left else Player.RIGHT
        options = self.position.options(here, player)
        if not options:
            self._known[key] = self.misere
        self.nodes += 1
        self.limits.check_clock()
        if self.nodes % SEARCH.wholes_a_check == 0:
            self.limits.check(len(self._known) * SEARCH.whole_bytes, self.nodes)
        return list(dict.fromkeys(whole_key(self.position, option, player.opponent) for option in options))


class StoneSearch(OutcomeSearch):
    """The same by the loop in C where groups of stones need liberties, for rules that it ``takes``."""

    def __init__(self, position: LibertyPosition, limits: Limits, *, misere: bool) -> None:
        import numpy as np

        from gfkit.native import loops

        self.position, self.limits, self.nodes = position, limits, 0
        cells, rule = range(position.size), position.rule
        maps = [tuple(to(cell) for cell in cells) for to in position.symmetry_maps()[0]]
        turns = list(dict.fromkeys(image for image in maps if all(image)))[: SEARCH.stone_turns]
        self._search = loops.begin_stones(
            np.array(position.layout.near, np.uint64),
            np.array(turns, np.uint64).reshape(-1, position.size),
            rule.forbids(0, 0),
            rule.forbids(0, 1),
            misere,
            min(limits.memory // 4, sys.maxsize),
        )

    @staticmethod
    def takes(position: Position) -> TypeGuard[LibertyPosition]:
        """Whether each player has stones of one cell and of a colour of his own, alike but for that."""
        return (
            isinstance(position, LibertyPosition)
            and position.size <= SEARCH.stone_cells
            and can_exchange(position.rule)
            and all(len(move.cells) == 1 for move in position.layout.moves)
            and native.is_built()
        )

    def wins(self, state: int, mover: Player) -> bool:
        """Whether the player to move wins."""
        from gfkit.native import loops

        field = self.position.unpack(self.position.live(state))
        turn = 1 if mover is Player.LEFT else -1
        marks = [
            (safe & opened) | stones
            for opened, safe, stones in zip(field.open, field.safe, field.stones, strict=True)
        ]
        (own, other), (own_mark, other_mark) = field.open[::turn], marks[::turn]
        try:
            won, self.nodes = loops.stones_win(self._search, own, other, own_mark, other_mark, self._on_pause)
        except MemoryError:
            raise LimitError("the memory there is") from None
        return won

    def _on_pause(self, nodes: int, used: int) -> None:
        self.nodes = nodes
        self.limits.check(used, nodes)


def whole_key(position: Position, state: int, mover: Player) -> tuple[int, bool]:
    """The canonical form of a state for searches of whole positions, and whether Left is to move in it.

    Images under the symmetries of board and rule have one form, also if the players are exchanged. Cells that
    no move needs are dropped.
    """
    image, sign = position.canonical(position.live(state))
    return image, (mover is Player.LEFT) == (sign > 0)
