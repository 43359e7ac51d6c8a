"""Boards and the grammar that names them: descriptions only, no algorithms."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.boards.board import Board, Grid, LyingPiece, Place
    from gfkit.boards.family import Family, PartOfFamily
    from gfkit.boards.grammar import as_board, parse_board, parse_one_board
    from gfkit.boards.slicefile import graph
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "Board Grid LyingPiece Place",
            "family": "Family PartOfFamily",
            "grammar": "as_board parse_board parse_one_board",
            "slicefile": "graph",
        },
    )

__all__ = [
    "Board",
    "Family",
    "Grid",
    "LyingPiece",
    "PartOfFamily",
    "Place",
    "as_board",
    "graph",
    "parse_board",
    "parse_one_board",
]
