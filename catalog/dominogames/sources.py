"""Two methods to solve dominogames with one interface: the engine, and the game tree cell by cell."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from gfkit.core.memory import default_memory
from gfkit.play.equilibria import Dominogame, equilibrium
from gfkit.play.equilibria.game import Induction, StartPosition, TieWord, read_opening, replay, steps

from ..shared.cells import Cell
from .tree import Tree

Payoffs = tuple[int, ...]
_ALL = 10**6


class Source(Protocol):
    """A method to solve a board, columns first. Moves are names such as h1 and v2, separated by spaces."""

    far: bool
    """True if large boards are supported."""

    def payoffs(self, board: str, opening: str = "", raised: int = 0) -> tuple[Payoffs, ...]: ...

    def plays(self, board: str, raised: int = 0, tie: TieWord = "all") -> frozenset[str]: ...

    def moves(self, board: str, opening: str = "") -> tuple[str, ...]: ...

    def cells(self, board: str, play: str) -> tuple[tuple[Cell, ...], ...]: ...

    def begins(self, board: str, moves: str, raised: int = 0, forced: int = 0) -> bool:
        """Return True if some equilibrium play begins with these moves, the first ``forced`` of which are
        fixed.
        """


class Engine:
    """Backward induction over heights of columns."""

    far = True

    @cache  # noqa: B019
    def payoffs(self, board: str, opening: str = "", raised: int = 0) -> tuple[Payoffs, ...]:
        start = StartPosition.after(Dominogame(*sides(board), raised), opening)
        solver = Induction(start.game, start.heights, default_memory(), None)
        return tuple(sorted(start.to_all(pair) for pair in solver.payoffs(start.heights)))

    @cache  # noqa: B019
    def plays(self, board: str, raised: int = 0, tie: TieWord = "all") -> frozenset[str]:
        listed = equilibrium(board, order="columns", tie=tie, raised=raised, plays=_ALL).plays
        return frozenset(str(image) for play in listed for image in (play, play.mirror_image()))

    def moves(self, board: str, opening: str = "") -> tuple[str, ...]:
        start = StartPosition.after(Dominogame(*sides(board)), opening)
        return tuple(str(step.move) for step in steps(start.game, start.heights))

    def cells(self, board: str, play: str) -> tuple[tuple[Cell, ...], ...]:
        game = Dominogame(*sides(board))
        return tuple(step.cells for step in replay(game, read_opening(game, play)))

    def begins(self, board: str, moves: str, raised: int = 0, forced: int = 0) -> bool:
        """Return True if the moves lead to payoffs v that each player who moved accepts.

        own(v) is at least the best that he has for sure by any of his moves there, when the others' ties
        are broken against him.

        >>> [ENGINE.begins("3x3", moves) for moves in ("v1 h2", "v1 v2", "v2 v1", "h1")]
        [True, False, True, False]
        """
        names = moves.split()
        kept = set(self.payoffs(board, moves, raised))
        for number in range(forced, len(names)):
            before = " ".join(names[:number])
            turn = number % 2
            sure = max(
                min(pair[turn] for pair in self.payoffs(board, f"{before} {move}".strip(), raised))
                for move in self.moves(board, before)
            )
            kept = {pair for pair in kept if pair[turn] >= sure}
        return bool(kept)


class Whole:
    """The whole game tree."""

    far = False

    @cache  # noqa: B019
    def _tree(self, board: str, raised: int) -> Tree:
        columns, rows = map(int, board.split("x"))
        return Tree(columns, rows, raised)

    def payoffs(self, board: str, opening: str = "", raised: int = 0) -> tuple[Payoffs, ...]:
        return self._tree(board, raised).payoffs(opening)

    def plays(self, board: str, raised: int = 0, tie: TieWord = "all") -> frozenset[str]:
        return self._tree(board, raised).plays(tie=tie)

    def moves(self, board: str, opening: str = "") -> tuple[str, ...]:
        tree = self._tree(board, 0)
        return tuple(name for name, _ in tree.drops(tree.after(opening)[0]))

    def cells(self, board: str, play: str) -> tuple[tuple[Cell, ...], ...]:
        return tuple(cells for _, cells in self._tree(board, 0).cells_of(play))

    def begins(self, board: str, moves: str, raised: int = 0, forced: int = 0) -> bool:
        """Return True if an equilibrium play begins with these moves, by enumeration of the plays."""
        given = " ".join(moves.split()[:forced])
        wanted = f"{moves} "
        return any(f"{play} ".startswith(wanted) for play in self._tree(board, raised).plays(given))


ENGINE: Source = Engine()
WHOLE: Source = Whole()
BOTH = {"induction": ENGINE, "brute-force": WHOLE}
"""The methods of a theorem that asks a source: backward induction, and the whole tree."""


def sides(board: str) -> tuple[int, int]:
    """Return the numbers of columns and rows.

    >>> sides("3x4")
    (3, 4)
    """
    columns, _, rows = board.partition("x")
    return int(columns), int(rows)
