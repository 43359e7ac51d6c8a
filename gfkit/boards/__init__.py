"""Boards, and the parser of their names; this subpackage contains no counting algorithms."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.boards.board import Board, Grid, LyingPiece, Place
    from gfkit.boards.faces import face_cycles
    from gfkit.boards.family import Family, FamilyLike, PartOfFamily
    from gfkit.boards.grammar import BoardLike, BoardsLike, as_board, as_boards, parse_board, parse_one_board
    from gfkit.boards.named import GRAPHS
    from gfkit.boards.several import family_of_width, growing_sizes, grows_both_ways, sized_board
    from gfkit.boards.slicefile import graph
    from gfkit.boards.spelling import optimum_named, synonyms
    from gfkit.boards.surfaces import LATTICES
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "Board Grid LyingPiece Place",
            "faces": "face_cycles",
            "family": "Family FamilyLike PartOfFamily",
            "grammar": "BoardLike BoardsLike as_board as_boards parse_board parse_one_board",
            "named": "GRAPHS",
            "several": "family_of_width growing_sizes grows_both_ways sized_board",
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
    "family_of_width",
    "graph",
    "growing_sizes",
    "grows_both_ways",
    "optimum_named",
    "parse_board",
    "parse_one_board",
    "sized_board",
    "synonyms",
]
