"""Boards, and the parser of their names; this subpackage contains no counting algorithms."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.core.boards.board import Board, Grid, LyingPiece, Place
    from gfkit.core.boards.faces import face_cycles
    from gfkit.core.boards.family import Family, FamilyLike, PartOfFamily
    from gfkit.core.boards.grammar import (
        BoardLike,
        BoardsLike,
        as_board,
        as_boards,
        parse_board,
        parse_one_board,
    )
    from gfkit.core.boards.named import GRAPHS
    from gfkit.core.boards.slicefile import graph
    from gfkit.core.boards.spelling import optimum_named, synonyms
    from gfkit.core.boards.surfaces import LATTICES
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "Board Grid LyingPiece Place",
            "faces": "face_cycles",
            "family": "Family FamilyLike PartOfFamily",
            "grammar": "BoardLike BoardsLike as_board as_boards parse_board parse_one_board",
            "named": "GRAPHS",
            "slicefile": "graph",
            "spelling": "optimum_named synonyms",
            "surfaces": "LATTICES",
        },
    )

__all__ = [
    "GRAPHS",
    "LATTICES",
    "Board",
    "BoardLike",
    "BoardsLike",
    "Family",
    "FamilyLike",
    "Grid",
    "LyingPiece",
    "PartOfFamily",
    "Place",
    "as_board",
    "as_boards",
    "face_cycles",
    "graph",
    "optimum_named",
    "parse_board",
    "parse_one_board",
    "synonyms",
]
