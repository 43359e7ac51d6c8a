"""Checks who wins, nimbers, values, and heap games, from a file; stands alone: plain Python, no gfkit.

    python play_checker.py FILE     exit code 0 shown, 1 refuted, 2 bad file, 3 too much work

The file has a rule and the cells of boards. From them this program lists every placement on the empty board,
ordered by cells and then by colour, and plays by the rule itself. Without liberties two placements can lie
together or not, whatever else lies there, so a position is the set of placements that are still possible: a
whole number in hexadecimal, bit i for placement i. Where the rule has liberties a position is a word with a
character for each cell: "." if it is free, else the number of the colour on it. What is shown, and how:

Winner, by symmetry. L is to move, W answers each placement m with f(m), which has the images of its cells
(``map``) and the colour given for its colour. Theorem. Let D be the set of L's placements that are possible.
Suppose that for m in D f(m) is possible, is W's, and can lie together with m, and that no two have the same
image; and that for m and a in D, where f(a) cannot lie with both m and f(m), no more can a. Then L loses
under normal play. Proof: W answers m with f(m). If a is still possible then, it can lie with both, so f(a)
can, and is still possible; so what was supposed holds again, with fewer placements. W always has an answer,
and play ends. With an ``opening`` W moves first, and all this is asked of what is possible after it.

Winner, by a table of replies. In each position listed W is to move, and has the reply. By induction on the
moves that are left W wins all of them, if after the reply every move of the other player leads to a position
that is listed, and who cannot move has lost (under misere play: has won). Listed is also a position that is
the same but for a move of the plane, or falls into the same parts: positions whose placements are in
correspondence, with the same owners and the same pairs that cannot lie together, are the same game, and
so are sums of parts between which all can lie together.

Nimbers. The table has parts with ``moves``: the i-th leads to a position of nimber i. So the nimber is not
below their number g, as every smaller value is an option's. It is g if no option has nimber g: the nimbers
of all its parts are in the table, and add up (without carries) to another number; or they are but for one
part u, which has a move to the value v that it would need, as more than v moves are listed for it, or
cannot last v moves. All is induction on the moves that are left. A board that the second player wins by
symmetry has nimber 0.

Values. The file has forms, each with the numbers of earlier forms as options, and for every part that can
come up its form. Comparing is by definition: A <= B if no left option of A is >= B and no right option of B
is <= A, for sums too. Each form must be canonical: no option dominated by another, none reversible; and each
part must be equal to its form, its options being the sums of the forms of their parts. So the form of the
board is its canonical form, by induction on the moves that are left. A board that is lost for either player
who begins, by symmetry, has the value 0.

Heap games. Values of heaps are worked out by mex from the digits: taking i of n tokens may leave nothing (1),
one heap (2), two (4), three (8). Theorem (Guy and Smith, The G-values of various games): let a move take
at most k tokens and leave at most h heaps, h at least 2. If G(n + p) = G(n) for n0 <= n < h n0 + (h - 1) p +
k, n0 >= 1, then for all n >= n0. Proof: for n beyond, the sizes left by a move on n + p add up to at least
h (n0 + p), so the largest is at least n0 + p and may be made smaller by p; those left by a move on n add up
to at least h n0, so the largest is at least n0 and may be made larger by p; values stay as they are.

What is not shown: a law for boards of all sizes, which then is named, and is only consistent.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

FORMAT, VERSION = "gfkit-play", 1
FILE, STEPS = 2**27, 3 * 10**7  # bytes; moves looked at
CELLS, PLACEMENTS, BOARDS = 2500, 6000, 500
PLAYERS = {"left": "right", "right": "left"}
WINNERS = {"first": "left right", "second": "right left", "left": "left left", "right": "right right"}
"""Who wins when Left starts, and when Right starts."""
MARKS = "0123456789abcdefghijklmnopqrstuvwxyz"
Position: TypeAlias = Any  # a whole number, or a word
Placement = tuple[int, tuple[int, ...]]


class RefusalError(Exception):
    """Why a file does not stand: exit code (1 wrong, 2 no such file, 3 too much work) and reason."""


class Verdict(NamedTuple):
    """Whether all that the file claims is shown, how many entries were checked, and what they show."""

    proved: bool
    checked: int
    reason: str


class Budget:
    """Work that may still be done."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise RefusalError(3, "there is more to check than is looked at")


def check(certificate: Any, most: int = STEPS) -> Verdict:
    """What is shown by a certificate; RefusalError where it does not stand."""
    must_fit(certificate, tuple(SHAPES.values()))
    if (certificate["format"], certificate["version"]) != (FORMAT, VERSION):
        raise RefusalError(2, f"only version {VERSION} of the format {FORMAT!r} is read")
    claims = {"winners": winners, "nimbers": nimbers, "values": values, "heaps": heaps}
    claim = certificate["claim"]
    if claim not in claims or certificate.keys() != SHAPES[claim].keys():
        raise RefusalError(
            2, f"claim: one of {', '.join(claims)} was expected, that which goes with the keys"
        )
    try:
        return claims[claim](certificate, Budget(most))
    except RecursionError:
        raise RefusalError(3, "games last longer than can be followed") from None


def whole(value: Any, least: int = 0, most: int | None = None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        to = "on" if most is None else f"to {most}"
        raise RefusalError(2, f"a whole number from {least} {to} was expected, not {ascii(value)[:50]}")
    return value


def must_fit(value: Any, shape: Any, name: str = "") -> None:
    """Refuses a value that does not have its shape, and names its place.

    A shape is a type (int: whole numbers from 0 on); null; an object of named shapes, with these keys and no
    others; a list of one shape for all items, or of one for each; or several shapes in a tuple.
    """
    if isinstance(shape, tuple):
        must_fit(value, min(shape, key=lambda one: strangeness(value, one)), name)
        return
    if strangeness(value, shape) == 2**30:
        words = {
            dict: "an object",
            list: "a list",
            str: "a text",
            bool: "true or false",
            int: "a whole number",
        }
        wanted = words.get(shape if isinstance(shape, type) else type(shape), "null")
        raise RefusalError(2, f"{name or 'the file'}: {wanted} was expected, not {shown(value)}")
    if isinstance(shape, dict):
        for key in [*shape, *value]:
            if key not in value:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} is missing")
            if key not in shape:
                raise RefusalError(2, f"{name or 'the file'}: the key {shown(key)} means nothing here")
            must_fit(value[key], shape[key], f"{name}.{key}" if name else key)
    elif isinstance(shape, list):
        if len(shape) > 1 and len(shape) != len(value):
            raise RefusalError(2, f"{name}: a list of {len(shape)} was expected, not of {len(value)}")
        if shape == [int] and {*map(type, value)} <= {int} and min(value, default=0) >= 0:
            return
        for at, item in enumerate(value):
            must_fit(item, shape[at % len(shape)], f"{name}[{at}]")


def strangeness(value: Any, shape: Any) -> int:
    """How far a value is from a shape, by its type and, of an object, its keys."""
    kind: Any = shape if isinstance(shape, type) else type(shape)
    if type(value) is not kind or (kind is int and value < 0):
        return 2**30
    return len(value.keys() ^ shape.keys()) if kind is dict else 0


def shown(value: Any) -> str:
    """A value as it may be printed: short, and ASCII."""
    return ascii(value)[:50] if isinstance(value, str | int | float | None) else type(value).__name__


def wrong(reason: str) -> RefusalError:
    return RefusalError(1, reason)


# What a file has --------------------------------------------------------------------------------------------

TEXT, SPOTS = (str, None), [[int, int]]
COLOUR = {"owner": str, "pieces": [SPOTS]}
RULE = {"colours": [(COLOUR, COLOUR | {"reserved": bool})], "forbidden": SPOTS, "liberties": bool}
PAPER = {"rows": int, "cols": int, "wraps": [bool, bool], "places": (SPOTS, None)}
BOARD = {
    "board": str,
    "n": (int, None),
    "cells": (PAPER, {"size": int, "edges": SPOTS}),
    "tints": ([str], None),
    "lying": [[int, [int]]],
}
MIRROR = {"kind": str, "map": [int], "colours": SPOTS, "opening": ([int, [int]], None)}
PROOF = (MIRROR, {"kind": str, "replies": [[str, (int, None)]]})
WON = BOARD | {"winner": str, "starts": {"left": PROOF, "right": PROOF}}
COUNTED = BOARD | {"nimber": int}
VALUED = BOARD | {"value": int, "forms": [[[int], [int]]]}
ASKED = {"format": str, "version": int, "claim": str, "game": str}
PLAYED = ASKED | {"family": TEXT, "rule": RULE}
SHAPES: dict[str, dict[str, Any]] = {
    "winners": PLAYED | {"play": str, "law": TEXT, "boards": [WON]},
    "nimbers": PLAYED
    | {
        "impartial": bool,
        "law": TEXT,
        "boards": [
            (COUNTED | {"parts": [[str, [int], bool]]}, COUNTED | {"parts": None, "strategy": MIRROR})
        ],
    },
    "values": PLAYED
    | {
        "text": TEXT,
        "boards": [
            (
                VALUED | {"parts": [[str, int]]},
                VALUED | {"parts": None, "strategy": {"left": MIRROR, "right": MIRROR}},
            )
        ],
    },
    "heaps": ASKED
    | {
        "digits": ([int], None),
        "heap": (int, None),
        "values": [int],
        "period": ({"start": int, "period": int}, None),
        "law": TEXT,
    },
}

# Rule and board ---------------------------------------------------------------------------------------------


class Colour(NamedTuple):
    owner: str
    pieces: list[list[tuple[int, int]]]
    reserved: bool


class Rule:
    """The pieces of a file's rule, whose they are, which may not touch, and whether they need liberties."""

    def __init__(self, rule: Any, *, both: bool) -> None:
        self.colours = [self._colour(one, both) for one in rule["colours"]]
        self.liberties = rule["liberties"]
        last = len(self.colours) - 1
        self.forbidden = {(whole(a, 0, last), whole(b, a, last)) for a, b in rule["forbidden"]}
        if not 1 <= len(self.colours) <= len(MARKS):
            raise RefusalError(2, f"a rule has 1 to {len(MARKS)} colours")

    def _colour(self, one: Any, both: bool) -> Colour:
        owner = one["owner"]
        if owner not in (*PLAYERS, "both"):
            raise RefusalError(2, "an owner is left, right or both")
        pieces = [[(r, c) for r, c in piece] for piece in one["pieces"]]
        if any(not piece or any(min(sides) for sides in zip(*piece, strict=True)) for piece in pieces):
            raise RefusalError(2, "a piece has cells, the first of them in row 0 and in column 0")
        return Colour("both" if both else owner, pieces, one.get("reserved", False))

    def forbids(self, one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in self.forbidden

    def has(self, player: str, colour: int) -> bool:
        return self.colours[colour].owner in (player, "both")


class Board:
    """Cells, which lie side by side, whose they are, and the placements of a rule on them, when empty."""

    def __init__(self, rule: Rule, plain: Any, budget: Budget) -> None:
        cells = plain["cells"]
        self.rule, self.budget = rule, budget
        self.places: dict[tuple[int, int], int] = {}
        self.flat = False  # whether it lies in the plane, with its placements up to turns
        if "size" in cells:
            self.size = whole(cells["size"], 0, CELLS)
            self.edges = {(a, whole(b, 0, self.size - 1)) for a, b in cells["edges"]}
            if any(a >= b for a, b in self.edges):
                raise RefusalError(2, "an edge is two cells, the smaller one first")
        else:
            self._paper(cells)
        tints = plain["tints"]
        self.tints = ["both"] * self.size if tints is None else tints
        if len(self.tints) != self.size:
            raise RefusalError(2, "tints are as many as cells")
        if any(tint not in (*PLAYERS, "both", "none") for tint in self.tints):
            raise RefusalError(2, "a tint is left, right, both or none")
        self.near: list[list[int]] = [[] for _ in range(self.size)]
        for a, b in self.edges:
            self.near[a].append(b)
            self.near[b].append(a)
        self.placements = sorted(self._placements(), key=lambda one: (one[1], one[0]))
        if len(self.placements) > PLACEMENTS:
            raise RefusalError(3, f"there are {len(self.placements)} placements; {PLACEMENTS} are looked at")
        self.number = {one: index for index, one in enumerate(self.placements)}
        self.lying = [(colour, tuple(on)) for colour, on in plain["lying"]]
        self._check_lying()

    def _paper(self, cells: Any) -> None:
        """A board cut from squared paper; a direction may close up."""
        self.rows, self.cols = whole(cells["rows"], 0, CELLS), whole(cells["cols"], 0, CELLS)
        self.wraps = cells["wraps"][0], cells["wraps"][1]
        places = cells["places"]
        if places is None:
            if self.rows * self.cols > CELLS:
                raise RefusalError(3, f"boards of at most {CELLS} cells are looked at")
            places = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        listed = [(whole(r, 0, self.rows - 1), whole(c, 0, self.cols - 1)) for r, c in places]
        if listed != sorted(set(listed)) or len(listed) > CELLS:
            raise RefusalError(2, "places are listed row by row, each once")
        self.size = len(listed)
        self.places = {place: cell for cell, place in enumerate(listed)}
        self.listed = listed
        self.flat = self.wraps == (False, False)
        pairs = ((cell, self.beside(cell, *step)) for cell in range(self.size) for step in ((0, 1), (1, 0)))
        self.edges = {(min(a, b), max(a, b)) for a, b in pairs if b is not None and a != b}

    def beside(self, cell: int, down: int, right: int) -> int | None:
        row, col = self.listed[cell]
        row, col = row + down, col + right
        row, col = row % self.rows if self.wraps[0] else row, col % self.cols if self.wraps[1] else col
        return self.places.get((row, col))

    def _placements(self) -> set[Placement]:
        found = set()
        for index, colour in enumerate(self.rule.colours):
            for piece in colour.pieces:
                self.budget.spend(self.size * len(piece) + len(self.edges))
                for spot in self._spots(piece):
                    if self._admits(colour, spot):
                        found.add((index, tuple(sorted(spot))))
        return found

    def _spots(self, piece: list[tuple[int, int]]) -> Iterator[set[int]]:
        """Where a piece can lie on the empty board, each time its cells."""
        if not self.places:
            if self.size and sorted(piece) not in ([(0, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0)]):
                raise RefusalError(2, "on a graph pieces are single cells or edges")
            yield from ({a, b} for a, b in self.edges) if len(piece) == 2 else ({c} for c in range(self.size))
            return
        (top, left), wanted = piece[0], len(set(piece))
        for cell in range(self.size):
            cells = {self.beside(cell, row - top, col - left) for row, col in piece}
            if None not in cells and len(cells) == wanted:
                yield {one for one in cells if one is not None}

    def _admits(self, colour: Colour, cells: Iterable[int]) -> bool:
        """Whether cells that are kept for a player allow the piece."""
        tints = [self.tints[cell] for cell in cells]
        if colour.reserved and all(tint == "both" for tint in tints):
            return False
        return all(tint in ("both", colour.owner) for tint in tints)

    def _check_lying(self) -> None:
        taken: dict[int, int] = {}
        for index, (colour, cells) in enumerate(self.lying):
            if colour >= len(self.rule.colours) or any(cell >= self.size or cell in taken for cell in cells):
                raise RefusalError(2, "pieces lie on cells of the board, no two on one")
            taken |= dict.fromkeys(cells, index)
        for a, b in self.edges:
            one, other = taken.get(a), taken.get(b)
            if one is None or other is None or one == other:
                continue
            if self.rule.forbids(self.lying[one][0], self.lying[other][0]):
                raise RefusalError(2, "pieces touch on the board that may not")

    def excluded(self, one: Placement) -> Iterator[tuple[int, int]]:
        """What a placement takes away: pairs of a colour and a cell that it may not cover any more."""
        colour, cells = one
        for other in range(len(self.rule.colours)):
            lost = set(cells)
            if self.rule.forbids(colour, other):
                lost.update(beside for cell in cells for beside in self.near[cell])
            yield from ((other, cell) for cell in lost)


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Conflicts:
    """Play without liberties: positions are sets of placements, which exclude each other in pairs."""

    def __init__(self, rule: Rule, plain: Any, budget: Budget) -> None:
        self.board, self.budget = Board(rule, plain, budget), budget
        listed = self.board.placements
        over: dict[tuple[int, int], int] = {}
        for index, (colour, cells) in enumerate(listed):
            for cell in cells:
                over[colour, cell] = over.get((colour, cell), 0) | 1 << index
        self.apart = []
        """For each placement those that cannot lie with it, itself among them."""
        for one in listed:
            mask = 0
            for key in self.board.excluded(one):
                mask |= over.get(key, 0)
            self.apart.append(mask)
        self.own = {
            player: sum(1 << i for i, (colour, _) in enumerate(listed) if rule.has(player, colour))
            for player in PLAYERS
        }
        start = (1 << len(listed)) - 1
        for one in self.board.lying:
            for key in self.board.excluded(one):
                start &= ~over.get(key, 0)
        self.start = start
        self._ids: dict[Any, int] = {}
        self._part_ids: dict[int, int] = {}
        self._split: dict[int, list[int]] = {}
        self._images = self._all_images() if self.board.flat else []

    def moves(self, position: Position, player: str | None) -> list[int]:
        """The placements a player has, or both have, in a position."""
        found = list(bits(position if player is None else position & self.own[player]))
        self.budget.spend(1 + len(found))
        return found

    def after(self, position: Position, move: int) -> Position:
        return position & ~self.apart[move]

    def can(self, position: Position, move: int, player: str | None) -> bool:
        return bool((position if player is None else position & self.own[player]) >> move & 1)

    def written(self, position: Position) -> str:
        return f"{position:x}"

    def read(self, text: Any) -> Position:
        found = int(text, 16) if text and set(text) <= set(MARKS[:16]) else -1
        if found < 0 or found & ~self.start or self.written(found) != text:
            raise RefusalError(2, f"no position of the board: {ascii(text)[:50]}")
        return found

    def parts(self, position: Position) -> list[int]:
        """The parts between which all placements can lie together."""
        found = self._split.get(position)
        if found is None:
            found, left = [], position
            while left:
                part = todo = left & -left
                while todo:
                    low = todo & -todo
                    new = self.apart[low.bit_length() - 1] & left & ~part
                    part |= new
                    todo = todo ^ low | new
                left ^= part
                found.append(part)
            self.budget.spend(len(found))
            self._split[position] = found
        return found

    def kind(self, part: Position) -> int:
        """A number that is the same only for parts that are the same game."""
        found = self._part_ids.get(part)
        if found is None:
            self.budget.spend(8 * part.bit_count())
            key = self._in_the_plane(part) if self._images else self._as_a_graph(part)
            found = self._part_ids[part] = self._ids.setdefault(key, len(self._ids))
        return found

    def most(self, part: Position) -> int:
        """A bound on the moves that are left."""
        return int(part.bit_count())

    def key(self, position: Position) -> Any:
        """The same only for positions that are the same game."""
        return tuple(sorted(map(self.kind, self.parts(position))))

    def _as_a_graph(self, part: Position) -> Any:
        """Owners and conflicts, placements in their order or in the reverse one."""
        listed = list(bits(part))

        def seen(order: list[int]) -> tuple[tuple[int, int, int], ...]:
            number = {one: 1 << index for index, one in enumerate(order)}
            left, right = self.own["left"], self.own["right"]
            return tuple(
                (left >> one & 1, right >> one & 1, sum(number[b] for b in bits(self.apart[one] & part)))
                for one in order
            )

        return min(seen(listed), seen(listed[::-1]))

    def _in_the_plane(self, part: Position) -> Any:
        """The placements with their cells, moved to the top left, the least of the eight images."""
        listed = list(bits(part))
        best = None
        for image in self._images:
            chosen = [image[one] for one in listed]
            top, left = min(row for _, row, _ in chosen), min(col for _, _, col in chosen)
            found = sorted((shape, row - top, col - left) for shape, row, col in chosen)
            if best is None or found < best:
                best = found
        return tuple(best or ())

    def _all_images(self) -> list[list[tuple[int, int, int]]]:
        """For each of the eight moves of the plane the shapes of the placements, and where they lie."""
        shapes: dict[Any, int] = {}
        found = []
        for turn in range(8):
            image = []
            for colour, cells in self.board.placements:
                turned = []
                for cell in cells:
                    row, col = self.board.listed[cell]
                    row, col = -row if turn & 1 else row, -col if turn & 2 else col
                    turned.append((col, row) if turn & 4 else (row, col))
                top, left = min(r for r, _ in turned), min(c for _, c in turned)
                shape = colour, tuple(sorted((r - top, c - left) for r, c in turned))
                image.append((shapes.setdefault(shape, len(shapes)), top, left))
            found.append(image)
        return found


class Liberties:
    """Play where groups need a free cell beside them: positions are words, a character for each cell."""

    def __init__(self, rule: Rule, plain: Any, budget: Budget) -> None:
        self.board, self.budget, self.rule = Board(rule, plain, budget), budget, rule
        cells = ["."] * self.board.size
        for colour, on in self.board.lying:
            for cell in on:
                cells[cell] = MARKS[colour]
        self.start = "".join(cells)
        if not self._lives(self.start):
            raise RefusalError(2, "a group on the board has no free cell beside it")
        self._ids: dict[str, int] = {}

    def moves(self, position: Position, player: str | None) -> list[int]:
        listed = range(len(self.board.placements))
        return [move for move in listed if self.can(position, move, player)]

    def can(self, position: Position, move: int, player: str | None) -> bool:
        self.budget.spend(1)
        colour, cells = self.board.placements[move]
        if player is not None and not self.rule.has(player, colour):
            return False
        if any(position[cell] != "." for cell in cells):
            return False
        near = {position[beside] for cell in cells for beside in self.board.near[cell]} - {"."}
        if any(self.rule.forbids(colour, MARKS.index(mark)) for mark in near):
            return False
        return self._lives(self.after(position, move))

    def after(self, position: Position, move: int) -> Position:
        colour, cells = self.board.placements[move]
        found = list(position)
        for cell in cells:
            found[cell] = MARKS[colour]
        return "".join(found)

    def written(self, position: Position) -> str:
        return str(position)

    def read(self, text: Any) -> Position:
        allowed = {".", *MARKS[: len(self.rule.colours)]}
        if len(text) != self.board.size or not set(text) <= allowed:
            raise RefusalError(2, f"no position of the board: {ascii(text)[:50]}")
        return text

    def parts(self, position: Position) -> list[str]:
        return [position]

    def kind(self, part: Position) -> int:
        return self._ids.setdefault(part, len(self._ids))

    def most(self, part: Position) -> int:
        return int(part.count("."))

    def key(self, position: Position) -> Any:
        return (self.kind(position),)

    def _lives(self, position: Position) -> bool:
        """Whether every group touches a free cell."""
        self.budget.spend(len(position))
        seen: set[int] = set()
        for first, mark in enumerate(position):
            if mark == "." or first in seen:
                continue
            group, todo, free = {first}, [first], False
            while todo:
                for cell in self.board.near[todo.pop()]:
                    free = free or position[cell] == "."
                    if position[cell] == mark and cell not in group:
                        group.add(cell)
                        todo.append(cell)
            seen |= group
            if not free:
                return False
        return True


Play = Conflicts | Liberties


def play_on(rule: Rule, plain: Any, budget: Budget) -> Play:
    """The play of a rule on a board."""
    return Liberties(rule, plain, budget) if rule.liberties else Conflicts(rule, plain, budget)


def boards_of(certificate: Any) -> list[Any]:
    """The boards of a file; of a family one size after the other."""
    listed: list[Any] = certificate["boards"]
    if not 1 <= len(listed) <= BOARDS:
        raise RefusalError(2, f"a file has 1 to {BOARDS} boards")
    numbers = [one["n"] for one in listed]
    if certificate["family"] is None and numbers != [None]:
        raise RefusalError(2, "family: without one there is one board, and its n is null")
    if certificate["family"] is not None and None in numbers:
        raise RefusalError(2, "n: the boards of a family have their sizes")
    if any(b != a + 1 for a, b in pairwise(numbers)):
        raise RefusalError(2, "n: the sizes of boards go up by one")
    return listed


def listed_text(certificate: Any) -> str:
    """How many boards a family has in the file; which they are is for who knows its name."""
    count = len(certificate["boards"])
    return (
        "" if certificate["family"] is None else f" of the {count} boards" if count > 1 else " of the board"
    )


# Winners ----------------------------------------------------------------------------------------------------


def winners(certificate: Any, budget: Budget) -> Verdict:
    """Who wins each board."""
    rule, misere, law = Rule(certificate["rule"], both=False), certificate["play"], certificate["law"]
    if misere not in ("normal", "misere"):
        raise RefusalError(2, "play: normal or misere was expected")
    total, ways, words = 0, [], []
    for board in boards_of(certificate):
        play, word = play_on(rule, board, budget), board["winner"]
        if word not in WINNERS:
            raise RefusalError(2, f"winner: one of {', '.join(WINNERS)} was expected")
        words.append(word)
        for starts, wins in zip(PLAYERS, WINNERS[word].split(), strict=True):
            proof = board["starts"][starts]
            if "map" in proof:
                total += by_symmetry(play, proof, starts, wins, misere == "misere")
            elif proof["kind"] == "table":
                total += by_table(play, proof["replies"], starts, wins, misere == "misere")
            else:
                raise RefusalError(2, "kind: a proof with replies is a table")
            ways.append(proof["kind"])
    how = {"symmetry": "strategies by symmetry", "table": "tables of replies"}
    said = " and ".join(how[kind] for kind in dict.fromkeys(ways))
    shown = f"the {words[0]} player wins" if words[0] in ("first", "second") else f"{words[0]} wins"
    what = shown if listed_text(certificate) == "" else f"the winners{listed_text(certificate)} are as listed"
    when = " under misere play" if misere == "misere" else ""
    reason = f"{what}{when}, by {said} ({total} answers checked)"
    if law is None:
        return Verdict(True, total, reason)
    return Verdict(False, total, f"{reason}; the law for all n is not shown")


def by_symmetry(play: Play, proof: Any, starts: str, wins: str, misere: bool) -> int:
    """The strategy of the theorem; how many placements are answered."""
    if misere or isinstance(play, Liberties):
        raise wrong("answers by symmetry win under normal play without liberties only")
    board, loser = play.board, PLAYERS[wins]
    images = proof["map"]
    if proof["kind"] != "symmetry":
        raise RefusalError(2, "kind: a proof with a map is by symmetry")
    if sorted(images) != list(range(board.size)):
        raise RefusalError(2, "a map sends each cell of the board to another one, or to itself")
    colours = dict(proof["colours"])
    if len(colours) < len(proof["colours"]):
        raise RefusalError(2, "colours: each is answered by one")
    here = play.start
    if (proof["opening"] is None) != (starts == loser):
        raise wrong("who wins has the first move where that player starts, and only there")
    if proof["opening"] is not None:
        colour, cells = proof["opening"]
        first = board.number.get((colour, tuple(cells)))
        if first is None or not play.can(here, first, wins):
            raise wrong("the first move of a strategy cannot be made")
        here = play.after(here, first)
    reply = {}
    for move in play.moves(here, loser):
        colour, cells = board.placements[move]
        image = colours.get(colour, -1), tuple(sorted(images[cell] for cell in cells))
        found = board.number.get(image)
        if found is None or not play.can(here, found, wins) or play.apart[move] >> found & 1:
            raise wrong(f"{starts} starts: a move has no answer by symmetry, or hinders it")
        reply[move] = found
    asks = {found: move for move, found in reply.items()}
    if len(asks) != len(reply):
        raise wrong(f"{starts} starts: two moves have the same answer")
    answers = sum(1 << found for found in asks)
    for move, found in reply.items():
        gone = play.apart[move] | play.apart[found]
        play.budget.spend((gone & answers).bit_count())
        for other in bits(gone & answers):
            if not gone >> asks[other] & 1:
                raise wrong(f"{starts} starts: a move and its answer hinder an answer and not its move")
    return len(reply)


def by_table(play: Play, replies: Any, starts: str, wins: str, misere: bool) -> int:
    """The table of replies, closed under the moves of the other player; how many replies."""
    loser = PLAYERS[wins]
    listed = [(play.read(text), reply) for text, reply in replies]
    known = {play.key(position) for position, _ in listed}
    if starts == wins:
        if play.key(play.start) not in known:
            raise wrong(f"{starts} starts: the first move is missing in the table")
    else:
        answered(play, play.start, loser, known, misere)
    for position, reply in listed:
        if reply is None:
            if not misere or play.moves(position, wins):
                raise wrong("a reply is missing in the table")
            continue
        if not play.can(position, whole(reply, 0, len(play.board.placements) - 1), wins):
            raise wrong("a reply in the table cannot be made")
        answered(play, play.after(position, reply), loser, known, misere)
    return len(listed)


def answered(play: Play, position: Position, loser: str, known: set[Any], misere: bool) -> None:
    """That all moves of a player lead to positions of the table."""
    moves = play.moves(position, loser)
    if misere and not moves:
        raise wrong("a reply in the table leaves a player without a move, who wins by that")
    for move in moves:
        if play.key(play.after(position, move)) not in known:
            raise wrong("a move of the other player leads to a position that is missing in the table")


# Nimbers ----------------------------------------------------------------------------------------------------


def nimbers(certificate: Any, budget: Budget) -> Verdict:
    """The nimbers of boards."""
    both = certificate["impartial"]
    rule, total, found = Rule(certificate["rule"], both=both), 0, []
    for colour in rule.colours:
        if colour.owner != "both" and not both:
            raise wrong("players have moves of their own, and no nimbers")
    law = certificate["law"]
    for board in boards_of(certificate):
        play = play_on(rule, board, budget)
        if any(tint != "both" for tint in play.board.tints) and not both:
            raise wrong("cells are kept for a player, and there are no nimbers")
        found.append(board["nimber"])
        if board["parts"] is None:
            if found[-1]:
                raise wrong("who loses by symmetry, beginning, has a board of nimber 0")
            total += by_symmetry(play, board["strategy"], "left", "right", misere=False)
        else:
            total += NimberTable(play, board["parts"]).shows(found[-1])
    where = listed_text(certificate)
    shown = f"nimber {found[0]}" if not where else f"the nimbers{where} are as listed"
    whose = ", both players making the moves of either" if both else ""
    reason = f"{shown}{whose} ({total} parts and answers checked)"
    if law is None:
        return Verdict(True, total, reason)
    return Verdict(False, total, f"{reason}; the period is not shown")


class NimberTable:
    """Parts with moves to nimbers 0, 1, ...; of those that are exact no option has the next one."""

    def __init__(self, play: Play, listed: Any) -> None:
        self.play = play
        self.least: dict[int, int] = {}
        self.exact: dict[int, int] = {}
        self.most: dict[int, int] = {}
        """For each part that was seen in a sum how many moves it can last at most."""
        self.entries = []
        for text, moves, is_exact in listed:
            position = play.read(text)
            parts = play.parts(position)
            if len(parts) != 1:
                raise wrong("an entry of the table is no single part")
            kind = play.kind(parts[0])
            self.least[kind] = max(self.least.get(kind, 0), len(moves))
            if is_exact:
                self.exact[kind] = len(moves)
            self.entries.append((position, moves, is_exact))

    def shows(self, nimber: int) -> int:
        """That the board has this nimber; how many parts were checked."""
        for position, moves, is_exact in self.entries:
            for value, move in enumerate(moves):
                if not self.play.can(position, whole(move, 0, len(self.play.board.placements) - 1), None):
                    raise wrong("a move in the table cannot be made")
                if self.summed(self.play.after(position, move)) != (value, None):
                    raise wrong("a move in the table leads to another nimber, or to one that is not shown")
            if is_exact:
                for move in self.play.moves(position, None):
                    self.differs(self.play.after(position, move), len(moves))
        if self.summed(self.play.start) != (nimber, None):
            raise wrong("the nimber of the board does not follow from the table")
        return len(self.entries)

    def summed(self, position: Position) -> tuple[int, int | None]:
        """The sum of the nimbers of the parts, and the part that is not exact, if there is one."""
        total, open_part = 0, None
        parts = {self.play.kind(part): part for part in self.play.parts(position)}
        for kind, times in Counter(map(self.play.kind, self.play.parts(position))).items():
            if times % 2 == 0:
                continue
            self.most[kind] = self.play.most(parts[kind])
            if kind in self.exact:
                total ^= self.exact[kind]
            elif open_part is None:
                open_part = kind
            else:
                raise wrong("an option has two parts whose nimbers are not shown")
        return total, open_part

    def differs(self, position: Position, value: int) -> None:
        total, open_part = self.summed(position)
        if open_part is None:
            if total == value:
                raise wrong("an option has the nimber that no option may have")
        elif self.least.get(open_part, 0) <= total ^ value <= self.most[open_part]:
            raise wrong("an option is not shown to have another nimber")


# Values -----------------------------------------------------------------------------------------------------

Sum = tuple[int, ...]
"""The numbers of forms that are added, ascending."""


def values(certificate: Any, budget: Budget) -> Verdict:
    """The values of boards."""
    rule, total = Rule(certificate["rule"], both=False), 0
    for board in boards_of(certificate):
        play = play_on(rule, board, budget)
        forms = Forms(board["forms"], budget)
        value = whole(board["value"], 0, len(forms.lefts) - 1)
        if board["parts"] is None:
            if forms.lefts[value] or forms.rights[value]:
                raise wrong("who loses by symmetry, whoever begins, has a board of value 0")
            for starts, wins in PLAYERS.items():
                total += by_symmetry(play, board["strategy"][starts], starts, wins, misere=False)
        else:
            total += ValueTable(play, forms, board["parts"]).shows(value)
    where = listed_text(certificate)
    shown = (
        f"the values{where} are as listed" if where else "the form in the file is canonical, and the board's"
    )
    return Verdict(True, total, f"{shown} ({total} parts and answers checked)")


class Forms:
    """Games by their options, which are sums of earlier ones; the first ones are canonical."""

    def __init__(self, listed: Any, budget: Budget) -> None:
        self.budget = budget
        self.lefts: list[list[Sum]] = []
        self.rights: list[list[Sum]] = []
        self._known: dict[tuple[Sum, Sum], bool] = {}
        seen = set()
        for index, (left, right) in enumerate(listed):
            sides = [[whole(option, 0, index - 1) for option in side] for side in (left, right)]
            key = tuple(frozenset(side) for side in sides)
            if key in seen or any(len(set(side)) < len(side) for side in sides):
                raise wrong("a form is there twice, or an option of it")
            seen.add(key)
            self.add([(option,) for option in sides[0]], [(option,) for option in sides[1]])
            if not self._is_canonical(index):
                raise wrong("a form has an option that is dominated or reversible")

    def add(self, lefts: list[Sum], rights: list[Sum]) -> int:
        """One more game, and its number."""
        self.lefts.append(lefts)
        self.rights.append(rights)
        return len(self.lefts) - 1

    def _is_canonical(self, game: int) -> bool:
        lefts, rights, own = self.lefts[game], self.rights[game], (game,)
        if any(a != b and self.at_most(a, b) for a in lefts for b in lefts):
            return False
        if any(a != b and self.at_most(b, a) for a in rights for b in rights):
            return False
        if any(self.at_most(after, own) for (a,) in lefts for after in self.rights[a]):
            return False
        return not any(self.at_most(own, after) for (a,) in rights for after in self.lefts[a])

    def at_most(self, one: Sum, other: Sum) -> bool:
        """Whether one sum is less than or equal to another, what both have being left out."""
        shared = Counter(one) & Counter(other)
        if shared:
            one = tuple(sorted((Counter(one) - shared).elements()))
            other = tuple(sorted((Counter(other) - shared).elements()))
        known = self._known.get((one, other))
        if known is None:
            self.budget.spend(1 + len(one) + len(other))
            known = not any(self.at_most(other, after) for after in moved(self.lefts, one))
            known = known and not any(self.at_most(after, one) for after in moved(self.rights, other))
            self._known[one, other] = known
        return known


def moved(options: list[list[Sum]], games: Sum) -> Iterator[Sum]:
    """The sums that one move in a sum leads to."""
    for at, game in enumerate(games):
        if at == 0 or games[at - 1] != game:
            for option in options[game]:
                yield tuple(sorted((*games[:at], *option, *games[at + 1 :])))


class ValueTable:
    """Parts with the numbers of their forms."""

    def __init__(self, play: Play, forms: Forms, listed: Any) -> None:
        self.play, self.forms, self.entries = play, forms, []
        self.form: dict[int, int] = {}
        count = len(forms.lefts)
        for text, form in listed:
            position = play.read(text)
            parts = play.parts(position)
            if len(parts) != 1:
                raise wrong("an entry of the table is no single part")
            kind = play.kind(parts[0])
            if self.form.setdefault(kind, whole(form, 0, count - 1)) != form:
                raise wrong("a part has two forms")
            self.entries.append((position, form))

    def shows(self, value: int) -> int:
        """That the board has the value of this form; how many parts were checked."""
        for position, form in self.entries:
            sides = [
                list(
                    dict.fromkeys(
                        self.summed(self.play.after(position, m)) for m in self.play.moves(position, who)
                    )
                )
                for who in PLAYERS
            ]
            self.must_equal((self.forms.add(*sides),), (form,))
        self.must_equal(self.summed(self.play.start), (value,))
        return len(self.entries)

    def summed(self, position: Position) -> Sum:
        """The forms of the parts."""
        kinds = [self.play.kind(part) for part in self.play.parts(position)]
        if any(kind not in self.form for kind in kinds):
            raise wrong("a part that comes up is missing in the table")
        return tuple(sorted(self.form[kind] for kind in kinds))

    def must_equal(self, one: Sum, other: Sum) -> None:
        if not (self.forms.at_most(one, other) and self.forms.at_most(other, one)):
            raise wrong("a form is not the value of its part")


# Heap games -------------------------------------------------------------------------------------------------


def heaps(certificate: Any, budget: Budget) -> Verdict:
    """The values of heaps, and their period."""
    digits, claimed = certificate["digits"], certificate["values"]
    if digits is not None:
        digits = [whole(digit, 0, 15) for digit in digits]
        if not digits or digits[0] & 3:
            raise RefusalError(2, "a code has digits, and the one before the point is 0, 4, 8 or c")
    found = heap_values(digits, len(claimed), budget)
    for n, (value, true) in enumerate(zip(claimed, found, strict=True)):
        if value != true:
            raise wrong(f"a heap of {n} has the value {true}, and not {value}")
    said = f"the values of heaps up to {len(claimed) - 1} are as listed"
    one = certificate["heap"]
    if one is not None and one != len(claimed) - 1:
        raise RefusalError(2, "the heap is the last one of the values")
    if not claimed:
        raise RefusalError(2, "values: those of the heaps from 0 on were expected, and there are none")
    if certificate["period"] is None:
        if certificate["law"] is None:
            return Verdict(True, len(claimed), said)
        return Verdict(False, len(claimed), f"{said}; the period is not shown")
    if certificate["law"] is not None:
        raise RefusalError(2, "law: null was expected beside a period, which says it")
    start, period = (whole(certificate["period"][key], 1) for key in ("start", "period"))
    if digits is None:
        raise wrong("the theorem speaks of codes with finitely many digits")
    most = 3 if any(digit & 8 for digit in digits) else 2
    needed = most * (start + period) + len(digits) - 1
    if needed > len(claimed):
        raise wrong(f"the theorem needs {needed} values, and there are {len(claimed)}")
    if any(claimed[n] != claimed[n + period] for n in range(start, needed - period)):
        raise wrong("the values do not repeat as far as the theorem asks for")
    reason = (
        f"{said}, and repeat from n = {start} on with period {period} for all n, by Guy and Smith's theorem"
    )
    return Verdict(True, needed, reason)


def heap_values(digits: list[int] | None, count: int, budget: Budget) -> list[int]:
    """G(0), ..., G(count - 1) by mex; without digits those of Grundy's game."""
    found: list[int] = []
    for n in range(count):
        options = set()
        budget.spend(len(digits or ()))
        if digits is None:
            budget.spend(n)
            options = {found[a] ^ found[n - a] for a in range(1, (n + 1) // 2)}
        for taken, digit in enumerate(digits or ()):
            left = n - taken
            if digit & 1 and left == 0:
                options.add(0)
            if digit & 2 and left > 0:
                options.add(found[left])
            if digit & 4:
                budget.spend(max(left, 0))
                options.update(found[a] ^ found[left - a] for a in range(1, left // 2 + 1))
            if digit & 8:
                budget.spend(max(left, 0) ** 2)
                options.update(
                    found[a] ^ found[b] ^ found[left - a - b]
                    for a in range(1, left // 3 + 1)
                    for b in range(a, (left - a) // 2 + 1)
                )
        value = 0
        while value in options:
            value += 1
        found.append(value)
    return found


def load(path: str) -> Any:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    with open(path, "rb") as file:
        data = file.read(FILE + 1)
    if len(data) > FILE:
        raise ValueError(f"longer than {FILE} bytes")
    return json.loads(data, object_pairs_hook=once)


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected a FILE")
        verdict = check(load(arguments[0]))
        code, reason = 0, f"{'proved' if verdict.proved else 'consistent'}: {verdict.reason}"
    except RefusalError as refusal:
        code, reason = (
            refusal.args[0],
            f"{'refuted' if refusal.args[0] == 1 else 'refused'}: {refusal.args[1]}",
        )
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        code, reason = 2, f"refused: {error}"
    (sys.stderr if code > 1 else sys.stdout).write(f"{reason}\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
