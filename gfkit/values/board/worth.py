"""The value of a game on a board."""

from __future__ import annotations

from gfkit.boards import Board, as_board
from gfkit.games import Move, Rule, as_rule
from gfkit.memory import check_memory, default_memory
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress, Player
from gfkit.values.board.result import BestMove, BoardValue
from gfkit.values.board.search import Search
from gfkit.values.position import compile_position
from gfkit.values.short import ShortGame, Table
from gfkit.values.short.order import at_most


def value(
    game: str | Rule,
    board: str | Board,
    *,
    options: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
    table: Table | None = None,
) -> BoardValue:
    """The value of a placement game on a board, under normal play: who cannot move loses.

    The board is searched down to the end, component by component; ``options`` asks for each player's best
    moves too. Cost: different components times moves; boards of up to some 30 cells. Fails with LimitError
    when that takes more than ``max_memory`` bytes (by default three quarters of the free memory). Values that
    are to be added up are best found with one ``table``.

    >>> found = value("domineering", "3x3")
    >>> print(found, found.outcome, found.value.temperature)
    +-1 first 1
    >>> print(value("col", "path:4"), value("snort", "1x4"), value("cram", "3x3"))
    0 +-{2|1} 0
    """
    check_memory(max_memory)
    rule, cells = as_rule(game), as_board(board)
    position = compile_position(rule, cells)
    limit = default_memory() if max_memory is None else max_memory
    search = Search(position, Table() if table is None else table, limit, on_progress)
    found = search.value(position.start)
    moves = _best_moves(search) if options else ()
    return BoardValue(
        game=game if isinstance(game, str) else rule.name,
        board=cells.text,
        value=ShortGame(search.table, found),
        evidence=Evidence(Status.PROVED, "canonical-form", (("components", search.solved),)),
        moves=moves,
    )


def _best_moves(search: Search) -> tuple[BestMove, ...]:
    """For each player one move for each value that no other move beats."""
    table = search.table
    found = []
    for player in (Player.LEFT, Player.RIGHT):
        by_value: dict[int, list[Move]] = {}
        for move, state in search.position.opening(player):
            by_value.setdefault(search.value(state), []).append(move)
        for game, moves in by_value.items():
            if not any(_beats(table, player, other, game) for other in by_value if other != game):
                found.append(BestMove(player, moves[0].cells, ShortGame(table, game), len(moves)))
    return tuple(found)


def _beats(table: Table, player: Player, one: int, other: int) -> bool:
    return at_most(table, other, one) if player is Player.LEFT else at_most(table, one, other)
