"""Dominogames cell by cell: every move of every board, with plays, payoffs and move sequences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from gfkit.core.errors import CatalogError, LimitError

from ..shared.cells import Cell, parts

Board = frozenset[Cell]
"""The cells that are covered; columns and rows from 1, rows from below."""
Payoffs = tuple[int, ...]
Play = tuple[tuple[str, ...], Payoffs]
MOST_CELLS = 44


class Tree:
    """The game tree of dominoes for two players; boards with equal cells are solved once.

    >>> sorted(Tree(2, 3).plays()), Tree(3, 3).payoffs("v2")
    (['h1 v1 v2', 'h1 v2 v1'], ((6, 6), (9, 6)))
    """

    def __init__(self, columns: int, rows: int, raised: int = 0) -> None:
        if columns * rows > MOST_CELLS:
            raise LimitError(f"board {columns}x{rows}: a game tree of more than {MOST_CELLS} cells")
        self.columns, self.rows, self.raised = columns, rows, raised
        self._payoffs: dict[Board, frozenset[Payoffs]] = {}
        self._plays: dict[Board, frozenset[Play]] = {}
        self._named: dict[tuple[Board, str], Payoffs] = {}

    @cached_property
    def _shapes(self) -> list[tuple[str, tuple[Cell, Cell]]]:
        lying = [(f"h{c}", ((c, 0), (c + 1, 0))) for c in range(1, self.columns)]
        return lying + [(f"v{c}", ((c, 0), (c, 1))) for c in range(1, self.columns + 1)]

    def drops(self, board: Board) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield every domino that fits: it falls from above the board until a cell below it is covered."""
        for name, shape in self._shapes:
            landed: tuple[Cell, ...] = ()
            for row in range(self.rows, 0, -1):
                cells = tuple((column, row + up) for column, up in shape)
                if cells[1][1] > self.rows:
                    continue
                if board & set(cells):
                    break
                landed = cells
            if landed:
                yield name, landed

    def gain(self, cells: tuple[Cell, ...]) -> int:
        return sum(row + self.raised for _, row in cells)

    def cells_of(self, names: str) -> list[tuple[str, tuple[Cell, ...]]]:
        """Return the moves with the cells that they cover."""
        board: Board = frozenset()
        steps = []
        for name in names.split():
            cells = dict(self.drops(board)).get(name)
            if cells is None:
                raise CatalogError(f"check: move {name} of {names!r} is not possible")
            steps.append((name, cells))
            board |= set(cells)
        return steps

    def after(self, names: str) -> tuple[Board, Payoffs]:
        """Return the board after an opening, and the payoffs so far."""
        board: Board = frozenset()
        paid = [0, 0]
        for turn, (_, cells) in enumerate(self.cells_of(names)):
            board |= set(cells)
            paid[turn % 2] += self.gain(cells)
        return board, (paid[0], paid[1])

    def payoffs(self, opening: str = "") -> tuple[Payoffs, ...]:
        """Return all equilibrium payoffs, for every tie-breaking rule."""
        board, paid = self.after(opening)
        return tuple(sorted((paid[0] + first, paid[1] + second) for first, second in self._below(board)))

    def plays(self, opening: str = "", tie: str = "all") -> frozenset[str]:
        """Return all equilibrium plays that begin with an opening, for all or for benevolent or cruel
        tie-breaking."""
        board, _ = self.after(opening)
        if tie != "all":
            return frozenset(
                " ".join((*opening.split(), *names)) for names in self._equilibrium_payoffs(board, tie)
            )
        return frozenset(" ".join((*opening.split(), *names)) for names, _ in self._plays_below(board))

    def sequences(self, opening: str = "") -> list[str]:
        """Return all sequences of moves that begin with an opening."""
        board, _ = self.after(opening)
        return [" ".join((*opening.split(), *names)) for names in self._sequences_below(board)]

    def mirror_least(self, play: str) -> str:
        """Return the lexicographic minimum of the play and its mirror image, as cells of moves.

        >>> Tree(3, 2).mirror_least("v3 h1")
        'v1 h2'
        """
        names = []
        for name, cells in self.cells_of(play):
            names.append(f"{name[0]}{min(self.columns + 1 - column for column, _ in cells)}")
        return min(play, " ".join(names))

    def rest(self, play: str) -> tuple[object, ...]:
        """Return each move as its kind, its lowest row, and the components of the board that are still
        reachable after it, each translated to the left and reflected if that is smaller.

        >>> Tree(3, 2).rest("v1 v2 v3") == Tree(3, 2).rest("v1 v3 v2")
        True
        """
        board: Board = frozenset()
        states: list[object] = []
        for name, cells in self.cells_of(play):
            board |= set(cells)
            states.append((name[0], min(row for _, row in cells), self._parts(board)))
        return tuple(states)

    def _parts(self, board: Board) -> tuple[tuple[Cell, ...], ...]:
        """Return the components of the cells with nothing above them."""
        waiting = {
            (column, row)
            for column in range(1, self.columns + 1)
            for row in range(1, self.rows + 1)
            if not any((column, above) in board for above in range(row, self.rows + 1))
        }
        shapes = []
        for part in parts(waiting):
            left, right = min(part)[0], max(part)[0]
            shapes.append(
                min(
                    tuple(sorted((column - left, row) for column, row in part)),
                    tuple(sorted((right - column, row) for column, row in part)),
                )
            )
        return tuple(sorted(shapes))

    def _below(self, board: Board) -> frozenset[Payoffs]:
        if board not in self._payoffs:
            turn = len(board) // 2 % 2
            sets = [
                {_paid(pair, turn, self.gain(cells)) for pair in self._below(board | set(cells))}
                for _, cells in self.drops(board)
            ]
            floor = max((min(pair[turn] for pair in pairs) for pairs in sets), default=0)
            kept = frozenset(pair for pairs in sets for pair in pairs if pair[turn] >= floor)
            self._payoffs[board] = kept or frozenset({(0, 0)})
        return self._payoffs[board]

    def _plays_below(self, board: Board) -> frozenset[Play]:
        if board not in self._plays:
            turn = len(board) // 2 % 2
            kept: set[Play] = set()
            drops = list(self.drops(board))
            least = [
                min(pair[turn] for pair in self._below(board | set(cells))) + self.gain(cells)
                for _, cells in drops
            ]
            for name, cells in drops:
                for names, pair in self._plays_below(board | set(cells)):
                    paid = _paid(pair, turn, self.gain(cells))
                    if paid[turn] >= max(least):
                        kept.add(((name, *names), paid))
            self._plays[board] = frozenset(kept) or frozenset({((), (0, 0))})
        return self._plays[board]

    def _value(self, board: Board, tie: str) -> Payoffs:
        """Return the payoffs if players break ties in favour of the other player (benevolent) or against them
        (cruel).
        """
        if (board, tie) not in self._named:
            turn = len(board) // 2 % 2
            pairs = [
                _paid(self._value(board | set(cells), tie), turn, self.gain(cells))
                for _, cells in self.drops(board)
            ]
            most = max((pair[turn] for pair in pairs), default=0)
            best = [pair for pair in pairs if pair[turn] == most]
            choose = max if tie == "benevolent" else min
            self._named[board, tie] = choose(best, key=lambda pair: pair[1 - turn], default=(0, 0))
        return self._named[board, tie]

    def _equilibrium_payoffs(self, board: Board, tie: str) -> Iterator[tuple[str, ...]]:
        """Yield the continuations that lead to this value."""
        turn, drops = len(board) // 2 % 2, list(self.drops(board))
        if not drops:
            yield ()
        for name, cells in drops:
            after = board | set(cells)
            if _paid(self._value(after, tie), turn, self.gain(cells)) == self._value(board, tie):
                for names in self._equilibrium_payoffs(after, tie):
                    yield name, *names

    def _sequences_below(self, board: Board) -> Iterator[tuple[str, ...]]:
        drops = list(self.drops(board))
        if not drops:
            yield ()
        for name, cells in drops:
            for names in self._sequences_below(board | set(cells)):
                yield name, *names


def _paid(pair: Payoffs, turn: int, gain: int) -> Payoffs:
    return (pair[0] + gain, pair[1]) if turn == 0 else (pair[0], pair[1] + gain)
