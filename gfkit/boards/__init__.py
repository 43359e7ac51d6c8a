"""Boards and the grammar that names them: descriptions only, no algorithms."""

from gfkit.boards.board import Board, Grid, Lying, Place
from gfkit.boards.family import Family, PartOfFamily
from gfkit.boards.grammar import as_board, parse_board, parse_one_board
from gfkit.boards.slicefile import family, graph

__all__ = [
    "Board",
    "Family",
    "Grid",
    "Lying",
    "PartOfFamily",
    "Place",
    "as_board",
    "family",
    "graph",
    "parse_board",
    "parse_one_board",
]
