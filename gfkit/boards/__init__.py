"""Boards and the grammar that names them: descriptions only, no algorithms."""

from gfkit.boards.board import Board, Family, Grid, Lying, Place
from gfkit.boards.grammar import as_board, parse_board, parse_one_board

__all__ = ["Board", "Family", "Grid", "Lying", "Place", "as_board", "parse_board", "parse_one_board"]
