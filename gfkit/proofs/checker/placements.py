"""Placement games: rules, boards, positions, and components of positions that are isomorphic games.

A file contains a rule and the cells of boards. They determine all placements on the empty board, ordered by
cells and then by colour, and the moves. Without liberties, whether two placements conflict does not depend on
other placements. So a position is the set of placements that are still possible; a file contains it as a
hexadecimal number, with bit i for placement i. If groups need liberties, a position is a string with a
character for each cell: "." if the cell is empty, otherwise the number of its colour.

Theorem. Let there be no liberties. Two positions are the same game if a bijection of their placements
preserves owners and conflicts. If no placement in one part of a position conflicts with a placement in the
rest, the position is the sum of this part and the rest. Proof. A move removes a placement and all that
conflict with it. Owners and conflicts determine which placements these are, so the bijection also maps the
resulting positions to each other. A move in one part removes no placement in the rest.

So a part is described by the owners and the conflicting pairs of its placements, in some order: by position
on the board, under its eight symmetries, or otherwise forwards and backwards. The smallest description is
used. Whichever orders are used, two parts with the same description are the same game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import reduce
from itertools import product
from operator import or_

from gfkit.proofs.checker.cells import Cells
from gfkit.proofs.checker.reading import Budget, Fields, RefusalError, need, printable_value, set_bits, whole

PLAY_CELLS, PLAY_PLACEMENTS = 2500, 6000
PLAY_MARKS = "0123456789abcdefghijklmnopqrstuvwxyz"
OPPONENTS = {"left": "right", "right": "left"}
PlayPlacement = tuple[int, tuple[int, ...]]
"""Colour and cells, ascending."""

PLAY_PAIRS = [[int, int]]
PLAY_COLOUR: dict[str, object] = {"owner": str, "pieces": [PLAY_PAIRS]}
PLAY_COLOURS: list[object] = [(PLAY_COLOUR, PLAY_COLOUR | {"reserved": bool})]
PLAY_RULE: dict[str, object] = {"colours": PLAY_COLOURS, "forbidden": PLAY_PAIRS, "liberties": bool}
PLAY_PAPER: dict[str, object] = {
    "rows": int,
    "cols": int,
    "wraps": [bool, bool],
    "places": (PLAY_PAIRS, None),
}
PLAY_BOARD: dict[str, object] = {
    "board": str,
    "n": (int, None),
    "cells": (PLAY_PAPER, {"size": int, "edges": PLAY_PAIRS}),
    "tints": ([str], None),
    "lying": [[int, [int]]],
}


# Rule and board ---------------------------------------------------------------------------------------------


class PlayRule:
    """Rule: colours with their owners and pieces, forbidden pairs of adjacent colours, and whether groups
    need liberties.
    """

    def __init__(self, fields: Fields, *, both: bool = False) -> None:
        """Parse the rule of a file. If ``both``, both players have the moves of either."""
        self.colours, self.liberties = fields["colours"], fields["liberties"]
        for colour in self.colours:
            need(colour["owner"] in (*OPPONENTS, "both"), "an owner must be left, right or both")
            for piece in colour["pieces"]:
                begins = piece and not any(min(side) for side in zip(*piece, strict=True))
                need(begins, "a piece must have cells whose smallest row and column are 0")
                need(len({*map(tuple, piece)}) == len(piece), "a cell of a piece is repeated")
        self.owners: list[str] = ["both" if both else colour["owner"] for colour in self.colours]
        last = len(self.colours) - 1
        pairs = [(whole(a, 0, last), whole(b, a, last)) for a, b in fields["forbidden"]]
        self.forbidden: set[tuple[int, int]] = {*pairs, *((b, a) for a, b in pairs)}
        need(1 <= len(self.colours) <= len(PLAY_MARKS), f"a rule must have 1 to {len(PLAY_MARKS)} colours")

    @property
    def has_equal_players(self) -> bool:
        """True if each placement of one player has the cells and conflicts of one of the other player.

        Without liberties every position then contains both placements or neither, and the options of both
        players are the same positions. So the game is impartial.
        """
        if self.liberties:
            return {*self.owners} <= {"both"}

        def colours_of(player: str) -> set[tuple[object, ...]]:
            return {
                (
                    *sorted(map(str, map(sorted, colour["pieces"]))),
                    owner if colour.get("reserved", False) else "",
                    frozenset(b for a, b in self.forbidden if a == at),
                )
                for at, (colour, owner) in enumerate(zip(self.colours, self.owners, strict=True))
                if owner in (player, "both")
            }

        return colours_of("left") == colours_of("right")


class PlayBoard(Cells):
    """Board: cells with their adjacency, owners and contents, and the placements on the empty board."""

    def __init__(self, rule: PlayRule, fields: Fields, budget: Budget) -> None:
        self.rule, self.budget = rule, budget
        cells, tints = fields["cells"], fields["tints"]
        if "size" in cells:
            self._read_graph(cells)
        else:
            self._read_squares(cells)
        self.is_flat: bool = cells.get("wraps") == [False, False]
        self.tints: list[str] = ["both"] * self.size if tints is None else tints
        need(len(self.tints) == self.size, "tints: expected one tint for each cell")
        need({*self.tints} <= {*OPPONENTS, "both", "none"}, "a tint must be left, right, both or none")
        self.placements: list[PlayPlacement] = sorted(
            self._placements(), key=lambda placement: (placement[1], placement[0])
        )
        if len(self.placements) > PLAY_PLACEMENTS:
            reason = f"there are {len(self.placements)} placements, but the limit is {PLAY_PLACEMENTS}"
            raise RefusalError(3, reason)
        self.number: dict[PlayPlacement, int] = {
            placement: index for index, placement in enumerate(self.placements)
        }
        self.lying: list[PlayPlacement] = fields["lying"]
        self._check_lying()

    def _read_graph(self, cells: Fields) -> None:
        size = whole(cells["size"], 0, PLAY_CELLS)
        edges = {(a, whole(b, 0, size - 1)) for a, b in cells["edges"]}
        need(all(a < b for a, b in edges), "an edge must be a pair of cells, the smaller one first")
        need(len(edges) == len(cells["edges"]), "an edge is repeated")
        super().__init__(size, edges)
        shapes = [sorted(piece) for colour in self.rule.colours for piece in colour["pieces"] if size]
        fits = all(shape in ([[0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0]]) for shape in shapes)
        need(fits, "on a graph pieces must be single cells or edges")

    def _read_squares(self, cells: Fields) -> None:
        """Store squares, and as edges the pairs of cells that share a side on the square lattice, which may
        be cyclic.
        """
        rows, cols = (whole(cells[side], 0, PLAY_CELLS) for side in ("rows", "cols"))
        places, wraps = cells["places"], cells["wraps"]
        if places is None and rows * cols > PLAY_CELLS:
            raise RefusalError(3, f"boards may have at most {PLAY_CELLS} cells")
        listed = product(range(rows), range(cols)) if places is None else places
        spots = [(whole(r, 0, rows - 1), whole(c, 0, cols - 1)) for r, c in listed]
        is_ordered = spots == sorted({*spots}) and len(spots) <= PLAY_CELLS
        need(is_ordered, "places must be distinct and sorted by rows")
        super().__init__(len(spots))
        self.place(spots, rows, cols, (wraps[0], wraps[1]))
        pairs = ((cell, self.beside(cell, *step)) for cell in range(self.size) for step in ((0, 1), (1, 0)))
        self.join({(min(a, b), max(a, b)) for a, b in pairs if b is not None and a != b})

    def _placements(self) -> set[PlayPlacement]:
        lines = set()
        for index, colour in enumerate(self.rule.colours):
            for piece in colour["pieces"]:
                self.budget.spend(8 * self.size * len(piece) + 4 * len(self.edges))
                for cells in self.lies(piece):
                    tints, is_kept = {self.tints[cell] for cell in cells}, colour.get("reserved", False)
                    if tints <= {"both", colour["owner"]} and not (is_kept and tints == {"both"}):
                        lines.add((index, cells))
        return lines

    def _check_lying(self) -> None:
        piece_on: dict[int, int] = {}
        for index, (colour, cells) in enumerate(self.lying):
            fits = colour < len(self.rule.colours) and all(c < self.size and c not in piece_on for c in cells)
            need(fits, "placed pieces must cover distinct cells of the board")
            piece_on |= dict.fromkeys(cells, index)
        for first, second in ((piece_on.get(a), piece_on.get(b)) for a, b in self.edges):
            if first is not None and second is not None and first != second:
                colours = self.lying[first][0], self.lying[second][0]
                need(
                    colours not in self.rule.forbidden,
                    "placed pieces of forbidden colours are adjacent",
                )


# Positions --------------------------------------------------------------------------------------------------


def joined_part(part: int, position: int, clashes: Callable[[int], int]) -> int:
    """Return the component of a position, linked by conflicts, that contains the given placements."""
    todo = part
    while todo:
        bit = todo.bit_length() - 1
        new = clashes(bit) & position & ~part
        part, todo = part | new, todo ^ 1 << bit | new
    return part


class PairPlay:
    """Play without liberties: positions are sets of placements that are still possible, encoded as
    integers.
    """

    def __init__(self, board: PlayBoard) -> None:
        self.board = board
        self.budget: Budget = board.budget
        self._over: defaultdict[tuple[int, int], int] = defaultdict(int)
        """Placements of a colour that cover a cell, as a bit mask."""
        for index, (colour, cells) in enumerate(board.placements):
            for cell in cells:
                self._over[colour, cell] |= 1 << index
        self.apart: list[int] = [self._conflicts([placement]) for placement in board.placements]
        """For each placement, the set of placements that conflict with it, including itself."""
        self.every: int = (1 << len(board.placements)) - 1
        self.start: int = self.every & ~self._conflicts(board.lying)
        self.own: dict[str | None, int] = {None: self.every}
        """Set of placements of each player, or of both."""
        for who in OPPONENTS:
            owned = (board.rule.owners[colour] in (who, "both") for colour, _ in board.placements)
            self.own[who] = sum(is_own << index for index, is_own in enumerate(owned))
        self._split: dict[int, list[int]] = {}
        self._kinds: dict[int, int] = {}
        self._numbers: dict[object, int] = {}
        self._orders: list[list[int]] = []

    def _conflicts(self, pieces: Iterable[tuple[int, Collection[int]]]) -> int:
        """Return the placements that conflict with any of the given placements."""
        barred = 0
        for (colour, cells), other in product(pieces, range(len(self.board.rule.colours))):
            lost = {*cells}
            if (colour, other) in self.board.rule.forbidden:
                lost.update(*(self.board.near[cell] for cell in cells))
            for cell in lost:
                barred |= self._over.get((other, cell), 0)
        return barred

    def possible(self, position: int) -> int:
        """Return the possible placements as a bit mask."""
        return position

    def after(self, position: int, move: int) -> int:
        """Return the position after a placement."""
        return position & ~self.apart[move]

    def most(self, part: int) -> int:
        """Return an upper bound of the number of remaining moves."""
        return part.bit_count()

    def parse_position(self, text: str) -> int:
        """Parse the notation of a position in a file. Raise RefusalError if it is invalid."""
        position = int(text, 16) if text and {*text} <= {*PLAY_MARKS[:16]} else -1
        is_one = position >= 0 and not position & ~self.start and self.position_text(position) == text
        need(is_one, f"not a position of the board: {printable_value(text)}")
        return position

    def position_text(self, position: int) -> str:
        """Return the notation of a position."""
        return f"{position:x}"

    def moves(self, position: int, player: str | None = None) -> list[int]:
        """Return the legal placements of a player, or of both."""
        moves = list(set_bits(self.possible(position) & self.own[player]))
        self.budget.spend(5 + 5 * len(moves))
        return moves

    def can(self, position: int, move: int, player: str | None = None) -> bool:
        """Return True if a player can make a placement."""
        return bool((self.possible(position) & self.own[player]) >> move & 1)

    def parts(self, position: int) -> list[int]:
        """Return the independent components of a position: no placements of two components conflict."""
        if position not in self._split:
            parts, left = [], position
            while left:
                part = joined_part(left & -left, left, self.apart.__getitem__)
                left ^= part
                parts.append(part)
            self.budget.spend(5 + 10 * position.bit_count())
            self._split[position] = parts
        return self._split[position]

    def kind(self, part: int) -> int:
        """Return the number of the description of a component. Components with equal numbers are the same
        game.
        """
        if part not in self._kinds:
            self._kinds[part] = self._numbers.setdefault(self._description(part), len(self._numbers))
        return self._kinds[part]

    def key(self, position: int) -> tuple[int, ...]:
        """Return the numbers of the components of a position. Positions with equal keys are the same game."""
        return tuple(sorted(map(self.kind, self.parts(position))))

    def _description(self, part: int) -> object:
        """Return a description of a component: the owner of each placement, in order, and its conflicts with
        others.
        """
        listed, left, right = list(set_bits(part)), self.own["left"], self.own["right"]
        owners = {item: (left >> item & 1) + 2 * (right >> item & 1) for item in listed}
        masks = {item: self.apart[item] & part for item in listed}
        self._orders = self._orders or self._all_orders()
        self.budget.spend(3 * len(self._orders) * sum(mask.bit_count() for mask in masks.values()))
        hindered = {item: list(set_bits(mask)) for item, mask in masks.items()}

        def describe(rank: list[int]) -> list[int]:
            order = sorted(listed, key=rank.__getitem__)
            bit = {item: 4 << at for at, item in enumerate(order)}
            return [owners[item] + sum([bit[other] for other in hindered[item]]) for item in order]

        return tuple(min(map(describe, self._orders)))

    def _all_orders(self) -> list[list[int]]:
        """Return the ranks of all placements under each symmetry of the board."""
        listed, spots, images_of = self.board.placements, self.board.places, []
        if not self.board.is_flat:
            return [[*range(len(listed))], [*range(len(listed))][::-1]]
        for down, right, turn in product((1, -1), repeat=3):
            images = []
            for colour, cells in listed:
                image = [(down * spots[cell][0], right * spots[cell][1])[::turn] for cell in cells]
                images.append((sorted(image), colour))
            rank = {index: at for at, index in enumerate(sorted(range(len(listed)), key=images.__getitem__))}
            images_of.append([rank[index] for index in range(len(listed))])
        return images_of


class LibertyPlay(PairPlay):
    """Play with liberties: positions have ``size`` bits for each colour, set at the cells of its stones."""

    def __init__(self, board: PlayBoard) -> None:
        super().__init__(board)
        self._marks, self._possible = PLAY_MARKS[: len(board.rule.colours)], dict[int, int]()
        self._near = [sum(1 << other for other in near) for near in board.near]
        self.start: int = sum(map(self._piece, board.lying))
        need(self._lives(self.start), "a group on the board has no liberty")

    def _piece(self, piece: tuple[int, Collection[int]]) -> int:
        """Return the bit mask of a piece."""
        return sum(1 << piece[0] * self.board.size + cell for cell in {*piece[1]})

    def _masks(self, position: int) -> list[int]:
        """Return the set of cells of each colour, and last the set of empty cells, as bit masks."""
        full = (1 << self.board.size) - 1
        masks = [position >> colour * self.board.size & full for colour in range(len(self._marks))]
        return [*masks, full & ~reduce(or_, masks)]

    def _around(self, cells: int) -> int:
        return reduce(or_, (self._near[cell] for cell in set_bits(cells)), 0)

    def _lives(self, position: int) -> bool:
        """Return True if every group has a liberty."""
        self.budget.spend(15 * self.board.size)
        *colours, free = self._masks(position)
        beside = self._around(free)
        for own in colours:
            live = new = own & beside
            while new:
                new = self._around(new) & own & ~live
                live |= new
            if live != own:
                return False
        return True

    def possible(self, position: int) -> int:
        if position not in self._possible:
            self.budget.spend(10 * self.board.size * len(self._marks))
            pieces = ((colour, [*set_bits(mask)]) for colour, mask in enumerate(self._masks(position)[:-1]))
            fitting = set_bits(self.every & ~self._conflicts(pieces))
            moves = sum(1 << move for move in fitting if self._lives(self.after(position, move)))
            self._possible[position] = moves
        return self._possible[position]

    def after(self, position: int, move: int) -> int:
        return position | self._piece(self.board.placements[move])

    def most(self, part: int) -> int:
        return self._masks(part)[-1].bit_count()

    def parse_position(self, text: str) -> int:
        is_one = len(text) == self.board.size and {*text} <= {".", *self._marks}
        need(is_one, f"not a position of the board: {printable_value(text)}")
        pieces = ((self._marks.index(mark), (cell,)) for cell, mark in enumerate(text) if mark != ".")
        return sum(map(self._piece, pieces))

    def position_text(self, position: int) -> str:
        marks = {
            cell: m
            for m, mask in zip(self._marks, self._masks(position), strict=False)
            for cell in set_bits(mask)
        }
        return "".join(marks.get(cell, ".") for cell in range(self.board.size))

    def parts(self, position: int) -> list[int]:
        return [position]

    def _description(self, part: int) -> object:
        return part


def play_on(rule: PlayRule, fields: Fields, budget: Budget) -> PairPlay:
    """Return the play of a rule on a board."""
    board = PlayBoard(rule, fields, budget)
    return LibertyPlay(board) if rule.liberties else PairPlay(board)
