"""Cells of boards: their positions and adjacency, and the placements of pieces and windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product

from gfkit.proofs.checker.reading import RefusalError, need

Place = tuple[int, int]
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))
SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Four cells around a point."""
PATHS = 10**6
"""Maximum number of paths examined in the search for faces."""


class Cells:
    """Cells of a board: squares in rows and columns, perhaps cyclic, or the vertices of a graph."""

    def __init__(self, size: int, edges: Iterable[Place] = ()) -> None:
        self.size = size
        self.place([], 0, 0, (False, False))
        self.join(edges)

    def place(self, places: list[Place], rows: int, cols: int, wraps: tuple[bool, bool]) -> None:
        """Set the positions of the cells as squares."""
        self.places = places
        self.rows = rows
        self.cols = cols
        self._wraps = wraps
        self.at: dict[Place, int] = {place: cell for cell, place in enumerate(places)}

    def join(self, edges: Iterable[Place]) -> None:
        """Add edges, each with its smaller cell first."""
        self.edges: list[Place] = sorted(edges)
        self.near: list[list[int]] = [[] for _ in range(self.size)]
        for a, b in self.edges:
            self.near[a].append(b)
            self.near[b].append(a)

    def spot(self, row: int, col: int) -> Place:
        """Return the canonical name of a position, on the board or not."""
        down, right = self._wraps
        return row % self.rows if down else row, col % self.cols if right else col

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell at an offset from a cell."""
        row, col = self.places[cell]
        return self.at.get(self.spot(row + down, col + right))

    def cells_of(self, shape: Sequence[Sequence[int]], cell: int) -> list[int] | None:
        """Return the cells of a shape placed with its first cell at a given cell, or None if it does not
        fit.
        """
        row, col = shape[0][:2]
        cells = [self.beside(cell, part[0] - row, part[1] - col) for part in shape]
        inside = [cell_ for cell_ in cells if cell_ is not None]
        return inside if len({*inside}) == len(shape) else None

    def lies(self, shape: Sequence[Sequence[int]]) -> Iterable[tuple[int, ...]]:
        """Return the placements of a piece, each as sorted cells; on a graph a piece covers a vertex or an
        edge.
        """
        if not self.places:
            return [(c,) for c in range(self.size)] if len(shape) == 1 else self.edges
        return {tuple(sorted(cells)) for cell in range(self.size) if (cells := self.cells_of(shape, cell))}

    def faces(self, most: int) -> Iterable[tuple[int, ...]]:
        """Return the faces of at most ``most`` vertices: the unit squares between four cells, or the cycles
        without chords in a graph, each as sorted cells. No edge of a graph may belong to three such cycles.
        """
        if self.places:
            return sorted(self.lies(SQUARE))
        cycles, seen = set[tuple[int, ...]](), 0
        paths: list[tuple[int, ...]] = [*self.edges]
        while paths:
            path, seen = paths.pop(), seen + 1
            if seen > PATHS:
                raise RefusalError(3, "the search for faces examines too many paths")
            for cell in self.near[path[-1]]:
                inner = {near for other in path[1:-1] for near in self.near[other]}
                if cell > path[0] and cell not in inner and cell not in path:
                    if cell in self.near[path[0]]:
                        cycles.add(tuple(sorted((*path, cell))))
                    elif len(path) + 1 < most:
                        paths.append((*path, cell))
        sides = Counter((a, b) for cycle in cycles for a, b in combinations(cycle, 2) if b in self.near[a])
        is_fine = max(sides.values(), default=0) < 3
        need(is_fine, "rule: an edge is on three cycles without chords, so faces are not determined")
        return sorted(cycles)

    def windows(self, shape: Sequence[tuple[int, int, str]], outside: bool) -> Iterable[list[int | None]]:
        """Yield the cells of each placement of a window. If there is an outside value, include placements
        that are partly off the board.
        """
        seen = set()
        for cell, part in product(range(self.size), range(len(shape) if outside else 1)):
            row, col = self.places[cell]
            corner = self.spot(row - shape[part][0], col - shape[part][1])
            if corner not in seen:
                seen.add(corner)
                spots = [self.spot(corner[0] + r, corner[1] + c) for r, c, *_ in shape]
                cells = [self.at.get(spot) for spot in spots]
                if len({*spots}) == len(spots) and (outside or None not in cells):
                    yield cells

    def around(self, cell: int, steps: object) -> tuple[list[int], int]:
        """Return the distinct neighbours of a cell, and the number of neighbours outside the board."""
        if not self.places:
            return self.near[cell], 0
        row, col = self.places[cell]
        offsets = NEAR if steps == "rook" or not isinstance(steps, list) else steps
        spots = {self.spot(row + down, col + right) for down, right in offsets} - {(row, col)}
        near = sorted(self.at[spot] for spot in spots if spot in self.at)
        return near, len(spots) - len(near)

    def is_on(self, cell: int, lines: Sequence[tuple[int | None, int | None]]) -> bool:
        """Return True if a cell is in one of the given rows, columns and positions, which may be counted from
        either end.
        """
        if not self.places:
            need({*lines} <= {(0, 0), (-1, -1)}, "a place of a graph must be its first or its last vertex")
            return (cell == 0 and (0, 0) in lines) or (cell + 1 == self.size and (-1, -1) in lines)
        row, col = self.places[cell]
        return any(r in (None, row, row - self.rows) and c in (None, col, col - self.cols) for r, c in lines)
