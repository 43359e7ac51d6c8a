"""Definition of exact covers: pieces are placed on the board such that each cell is in exactly one piece.

A configuration is the set of placed pieces, each given by its index in the rule and its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import prod

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.cover.rule import CoverRule
from gfkit.core.rules.listing import (
    MOST_CELLS,
    MOST_TRIES,
    Marks,
    Shown,
    exact_covers,
    laid_cells,
    laid_cubes,
    no_drawings,
    refuse_above,
    subsets,
)
from gfkit.core.rules.values import Cell, Exponents
from gfkit.core.typing import Positions, Weights, add_exponents

Lie = tuple[int, frozenset[int]]


def is_legal(rule: CoverRule, board: Board, cover: frozenset[Lie]) -> bool:
    """Return True if each piece is in an allowed position, and each cell in exactly one piece.

    The side conditions of the rule must hold too. If there are forgotten pieces, some set of them must
    complete the cover.
    """
    placements = set(_generate_placements(rule, board))
    forgotten = [lie for lie in placements if _is_forgotten(rule, lie)]

    def is_cover(lies: frozenset[Lie]) -> bool:
        covered = sorted(cell for _, cells in lies for cell in cells)
        return covered == list(range(board.size)) and _meets_conditions(rule, board, lies)

    shown = cover <= placements.difference(forgotten)
    return shown and any(is_cover(cover.union(rest)) for rest in subsets(forgotten))


def _is_forgotten(rule: CoverRule, lie: Lie) -> bool:
    return rule.pieces[lie[0]] in rule.forgotten


def from_variables(rule: CoverRule, _board: Board, shown: Shown) -> frozenset[Lie]:
    """Return the cover by the pieces whose variables are 1."""
    lies = ((key[1], frozenset(key[2:])) for key, value in shown if value)
    return frozenset(lie for lie in lies if not _is_forgotten(rule, lie))


def powers(rule: CoverRule, _board: Board, cover: Iterable[Lie]) -> Exponents:
    """Return the exponents of the letters of a cover."""
    return add_exponents(*[rule.weights[number] for number, _ in cover])


def candidates(rule: CoverRule, board: Board) -> Iterator[frozenset[Lie]]:
    """Yield every set of placements of pieces that are not forgotten."""
    lies = [lie for lie in _generate_placements(rule, board) if not _is_forgotten(rule, lie)]
    return map(frozenset, subsets(lies))


def configurations(
    rule: CoverRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[frozenset[Lie], Exponents]]:
    """Yield every cover, with the exponents of its letters."""
    in_box = board.in_space and (rule.in_space or rule.turned) and not rule.needs_plane
    if rule.in_space > in_box or (board.grid is None and not rule.flat and not in_box):
        raise no_drawings(rule, board)
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    takers = ((cells, (number, cells)) for number, cells in _generate_placements(rule, board))
    seen: set[frozenset[Lie]] = set()
    for cover in exact_covers(rule, board, range(board.size), takers, tries):
        shown = frozenset(lie for lie in cover if not _is_forgotten(rule, lie))
        if _meets_conditions(rule, board, cover) and shown not in seen:
            seen |= {shown} if rule.forgotten else set()
            yield shown, powers(rule, board, shown)


def marks(rule: CoverRule, _board: Board, weights: Weights) -> Callable[[frozenset[Lie]], Marks]:
    """Return the marks of a cover for symmetries; pieces are distinguished only by their weights."""
    names = [weights.powers(*power) for power in rule.weights]

    def marks_of(cover: frozenset[Lie]) -> Marks:
        return frozenset((names[number], frozenset(("", cell) for cell in cells)) for number, cells in cover)

    return marks_of


def drawable(_rule: CoverRule, _board: Board) -> Callable[[frozenset[Lie]], Configuration]:
    """Return the function that draws a cover: its pieces in the order of their first cells."""
    return lambda cover: Configuration.of_cover(sorted(sorted(cells) for _, cells in cover))


def _meets_conditions(rule: CoverRule, board: Board, cover: Collection[Lie]) -> bool:
    """Return True if the side conditions of a rule hold: no four pieces meet at a point, and no fault line
    exists.
    """
    if rule.tatami and not _has_no_cross(board, cover):
        return False
    sides = (0, 0) if board.grid is None else (board.grid.rows, board.grid.cols)
    for axis, side in enumerate(sides):
        if rule.fault_free in (("rows", "columns")[axis], "both"):
            spans = [[board.places[cell][axis] for cell in cells] for _, cells in cover]
            if not all(any(min(at) < line <= max(at) for at in spans) for line in range(1, side)):
                return False
    return True


def _has_no_cross(board: Board, cover: Collection[Lie]) -> bool:
    """Return True if the cells around every point are in fewer than four pieces."""
    owner = {cell: number for number, (_, cells) in enumerate(cover) for cell in cells}
    for cell in range(board.size):
        around = [board.beside(cell, down, right) for down, right in product((0, 1), repeat=2)]
        if len({owner.get(corner, -1) for corner in around if corner is not None}) == 4:
            return False
    return True


def _generate_placements(rule: CoverRule, board: Board) -> Iterator[Lie]:
    """Yield the placements of all pieces. Equal pieces on equal cells count once."""
    if board.in_space and not rule.flat:
        for number, piece in enumerate(rule.pieces):
            found = set(
                _generate_box_placements(piece.in_space, board, turned=rule.turned, mirrored=rule.mirrored)
            )
            yield from ((number, cells) for cells in sorted(found, key=sorted))
        return
    faces = _cycles(board, most) if (most := rule.largest_face) else []
    for number, piece in enumerate(rule.pieces):
        if piece.face:
            yield from ((number, cells) for cells in sorted(faces, key=sorted) if len(cells) == piece.face)
            continue
        images = _rotate_and_reflect(piece.cells, turned=rule.turned, mirrored=rule.mirrored)
        lies = {cells for shape in images for cells in laid_cells(board, shape)}
        yield from ((number, cells) for cells in sorted(lies, key=sorted))


def _cycles(board: Board, most: int) -> set[frozenset[int]]:
    """Return the faces of at most ``most`` vertices, from the connected sets of vertices of degree at most 2.

    On squares the faces are the blocks of four cells.
    """
    if board.grid is not None:
        return {*laid_cells(board, [(0, 0), (0, 1), (1, 0), (1, 1)])}
    near = [frozenset(cells) for cells in board.neighbours]
    paths, cycles = {frozenset({cell}) for cell in range(board.size)}, set()
    for _ in range(most - 1):
        larger = {path | {cell} for path in paths for end in path for cell in near[end] - path}
        paths = {cells for cells in larger if all(len(near[cell] & cells) <= 2 for cell in cells)}
        cycles |= {cells for cells in paths if all(len(near[cell] & cells) == 2 for cell in cells)}
    if any(sum({a, b} <= cells for cells in cycles) > 2 for a, b in board.edges):
        raise MismatchError(f"board {board.text!r}: an edge is on three cycles, so faces are not determined")
    return cycles


def _generate_box_placements(
    cubes: Sequence[Sequence[int]], board: Board, *, turned: bool, mirrored: bool
) -> Iterator[frozenset[int]]:
    """Yield the placements of a piece in a box, as images under signed permutation matrices."""
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        inversions = sum(order[a] > order[b] for a, b in combinations(range(3), 2))
        is_rotation = (-1) ** inversions * prod(signs) == 1
        still = order == (0, 1, 2) and signs[:2] == (1, 1)
        if not ((turned or still) and (mirrored or is_rotation)):
            continue
        image = [[signs[axis] * cube[order[axis]] for axis in range(3)] for cube in cubes]
        yield from laid_cubes(board, image)


def _rotate_and_reflect(cells: Sequence[Cell], *, turned: bool, mirrored: bool) -> list[list[Cell]]:
    """Return the images of the cells of a piece under rotations and reflections, computed with complex
    numbers.
    """
    points = [complex(col, -row) for row, col in cells]
    images = [points]
    if mirrored:
        images.append([-point.conjugate() for point in points])
    if turned:
        images = [[point * 1j**turns for point in image] for image in images for turns in range(4)]
    return [[(-round(point.imag), round(point.real)) for point in image] for image in images]
