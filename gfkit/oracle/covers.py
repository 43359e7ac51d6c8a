"""Every exact cover of a board by drawn pieces, and every permutation of its cells by moves, one by one.

Knuth's search: the cell that the fewest things can take is taken next, in every way there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import Cell, Exponents
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.oracle.positions import MOST_CELLS, MOST_TRIES, refuse_above, too_much


@dataclass(frozen=True, slots=True)
class Cover:
    """Something that takes cells, or answers for them: a piece on its cells, a cell that points at one."""

    needs: frozenset[tuple[str, int]]
    """The places that it takes: a cell as it is covered, as it points, or as it is pointed at."""
    weight: Exponents


def every_cover(
    rule: CoverRule | PointerRule, board: Board, tries: int = MOST_TRIES
) -> Iterator[Sequence[Cover]]:
    """What lies on the board, or points, in every exact cover, in a list that changes."""
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and {rule.name} has drawings; a graph takes only"
            " pieces that are cells or edges, or rook moves, a board such as 4x5 takes any"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    words: tuple[str, ...]
    if isinstance(rule, CoverRule):
        words, found = ("covered",), list(_pieces(rule, board))
    else:
        words, found = ("points", "pointed at"), list(_moves(rule, board))
    takers: dict[tuple[str, int], list[Cover]] = {(w, c): [] for w in words for c in range(board.size)}
    for one in found:
        for need in one.needs:
            takers[need].append(one)
    tried = 0

    def search(open_: Mapping[tuple[str, int], list[Cover]], chosen: list[Cover]) -> Iterator[list[Cover]]:
        nonlocal tried
        tried += 1
        if tried > tries:
            raise too_much(rule, board, f"more than {tries} tries", tries)
        if not open_:
            yield chosen
            return
        for one in open_[min(open_, key=lambda need: len(open_[need]))]:
            left = {
                need: [other for other in others if not other.needs & one.needs]
                for need, others in open_.items()
                if need not in one.needs
            }
            yield from search(left, [*chosen, one])

    return search(takers, [])


def list_covers(rule: CoverRule | PointerRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Exponents]:
    """The powers of x and y of every exact cover."""
    for chosen in every_cover(rule, board, tries):
        yield sum(one.weight[0] for one in chosen), sum(one.weight[1] for one in chosen)


def _pieces(rule: CoverRule, board: Board) -> Iterator[Cover]:
    """Every piece wherever it can lie; the same piece on the same cells is there once."""
    for piece, weight in zip(rule.pieces, rule.weights, strict=True):
        laid: set[frozenset[int]] = set()
        if board.grid is None:
            laid = {frozenset(edge) for edge in board.edges} if len(piece.cells) == 2 else set()
            laid |= {frozenset({cell}) for cell in range(board.size)} if len(piece.cells) == 1 else set()
        else:
            for shape in _images(piece.cells, turned=rule.turned, mirrored=rule.mirrored):
                for cell in range(board.size):
                    spots = [board.beside(cell, row - shape[0][0], col - shape[0][1]) for row, col in shape]
                    if None not in spots and len(set(spots)) == len(spots):
                        laid.add(frozenset(spot for spot in spots if spot is not None))
        for cells in sorted(laid, key=sorted):
            yield Cover(frozenset(("covered", cell) for cell in cells), weight)


def _images(cells: Sequence[Cell], *, turned: bool, mirrored: bool) -> list[list[Cell]]:
    """The piece in all its positions: complex numbers that are turned and reflected."""
    points = [complex(col, -row) for row, col in cells]
    found = [points]
    if mirrored:
        found.append([-point.conjugate() for point in points])
    if turned:
        found = [[point * 1j**turns for point in one] for one in found for turns in range(4)]
    return [[(-round(point.imag), round(point.real)) for point in one] for one in found]


def _moves(rule: PointerRule, board: Board) -> Iterator[Cover]:
    """Every way for a cell to point: at others by its moves, each once, and at itself where it may stay."""
    for cell in range(board.size):
        ways: list[tuple[int | None, Exponents]] = []
        if rule.rook is not None:
            ways += [(other, rule.rook) for other in board.neighbours[cell]]
        ways += [(board.beside(cell, *step), weight) for step, weight in rule.moves]
        others: dict[int, Exponents] = {}
        for other, weight in ways:
            if other is not None and other != cell and other not in others:
                others[other] = weight
        if rule.stay is not None:
            others[cell] = rule.stay
        for other, weight in others.items():
            yield Cover(frozenset({("points", cell), ("pointed at", other)}), weight)
