"""Configurations as what lies on a board: pieces, and marks on cells, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from gfkit.boards import Board, Lying
from gfkit.errors import GfkitError, LimitError, MismatchError
from gfkit.games import CoverRule, EdgeRule, OrientationRule, PointerRule, Question, Rule
from gfkit.games.rule import ArrayRule, PlacementRule, TileRule
from gfkit.oracle.covers import Cover, every_cover
from gfkit.oracle.edge_sets import every_edge_set
from gfkit.oracle.fillings import every_array, every_image, every_tiling
from gfkit.oracle.orientations import every_orientation
from gfkit.oracle.positions import Listing, members
from gfkit.show.svg import Drawing, board_drawing
from gfkit.typing import Player

Filling = tuple[tuple[Lying, ...], dict[int, str]]
"""Pieces, and marks on cells."""
_MOST_LISTED = 20_000
_SMALL_BOARDS = ("3x4", "2x4", "3x3", "4x4", "wheel:5", "antiprism:3", "1x4")
_MOST_ARROWS = 12


def thing_drawing(game: str | Rule) -> Drawing:
    """One configuration of a rule on the first of a few small boards that has few enough, and not none.

    >>> thing_drawing("alternating-sign-matrices").title
    'Alternating sign matrices on 3x3'
    """
    reason: GfkitError | None = None
    for text in _SMALL_BOARDS:
        try:
            return example_drawing(Question.of(game, text))
        except (LimitError, MismatchError) as error:
            reason = error
    assert reason is not None, "there are boards"
    raise reason


def example_drawing(question: Question) -> Drawing:
    """One configuration of a rule on a board, neither the emptiest nor the fullest."""
    rule, board = question.rule, question.board
    if isinstance(rule, OrientationRule):
        return _directed(rule, board)
    listed = list(islice(every_filling(question, board), _MOST_LISTED + 1))
    if len(listed) > _MOST_LISTED:
        raise LimitError(f"board {board.text!r}: too many to choose one from; take a smaller board")
    if not listed:
        raise MismatchError(f"board {board.text!r}: there is no configuration of {rule.name} on it")
    pieces, marks = listed[2 * len(listed) // 3]
    if isinstance(rule, EdgeRule):
        board = replace(board, grid=None, places=())
    return board_drawing(board, pieces, marks, f"{rule.name} on {board.text}")


def _directed(rule: OrientationRule, board: Board) -> Drawing:
    """One orientation, as arrows."""
    if len(board.edges) > _MOST_ARROWS:
        raise LimitError(
            f"board {board.text!r}: too many orientations to choose one from; take a smaller board"
        )
    listed = list(islice(every_orientation(rule, board), _MOST_LISTED + 1))
    if not listed:
        raise MismatchError(f"board {board.text!r}: there is no configuration of {rule.name} on it")
    bare = replace(board, grid=None, places=())
    return board_drawing(
        bare, title=f"{rule.name} on {board.text}", arrows=tuple(listed[2 * len(listed) // 3])
    )


def every_filling(question: Question, board: Board) -> Iterator[Filling]:
    """What lies on a board in every configuration that is asked for."""
    rule = question.rule
    if isinstance(rule, PlacementRule):
        yield from _placed(question, rule, board)
    elif isinstance(rule, ArrayRule) and rule.image is not None:
        for shown, array in every_image(rule, board, rule.image):
            yield (), dict(enumerate(map(str, shown if rule.shows_cells else array)))
    elif isinstance(rule, ArrayRule):
        for colours in every_array(rule, board):
            yield (), dict(enumerate(map(str, colours)))
    elif isinstance(rule, CoverRule | PointerRule):
        yield from map(_covered, every_cover(rule, board))
    elif isinstance(rule, OrientationRule):
        raise LimitError(f"orientations of {board.text!r} are no pieces on it, and are not laid out")
    elif isinstance(rule, EdgeRule):
        for taken in every_edge_set(rule, board):
            edges = (edge for edge, is_taken in zip(board.edges, taken, strict=True) if is_taken)
            yield tuple(Lying("", Player.BOTH, edge) for edge in edges), {}
    else:
        assert isinstance(rule, TileRule), "there is no other kind of rule"
        for tiles in every_tiling(rule, board):
            yield (), {cell: tile.name for cell, tile in enumerate(tiles)}


def _covered(chosen: Sequence[Cover]) -> Filling:
    """Pieces on their cells; on a cell that points, the number of the one it points at."""
    pieces, marks = [], {}
    for one in chosen:
        at = dict(one.needs)
        if "points" in at:
            marks[at["points"]] = str(at["pointed at"] + 1)
        else:
            pieces.append(Lying("", Player.BOTH, tuple(sorted(cell for _, cell in one.needs))))
    return tuple(pieces), marks


def _placed(question: Question, rule: PlacementRule, board: Board) -> Iterator[Filling]:
    """The positions by rising number of pieces; several colours of both players have letters."""
    table = Listing(rule, board)
    kept = [added for added, still in table.listed() if table.belongs(added, still, question.positions)]
    named = len(rule.colours) > 1 and rule.impartial
    for added in sorted(kept, key=lambda one: (one.bit_count(), one)):
        laid = [table.free[i] for i in members(added)]
        marks = {c: chr(ord("a") + piece.colour % 26) for piece in laid for c in piece.cells} if named else {}
        yield (
            tuple(Lying("", rule.colours[piece.colour].owner, tuple(sorted(piece.cells))) for piece in laid),
            marks,
        )
