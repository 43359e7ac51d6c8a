"""Boards put beside each other: what two boards and one between them are worth, and who wins them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.play import Playing
from gfkit.catalog.plain.shapes import (
    Shape,
    beside,
    between,
    connected,
    drawn,
    is_aligned,
    joined,
    labelled,
    read,
    turned,
)
from gfkit.errors import CatalogError
from gfkit.games import PlacementRule
from gfkit.games.file import read_rule
from gfkit.values import ShortGame, Table, value

_SIGNS = {"left": ">", "right": "<", "first": "||", "second": "="}
_NO_LETTERS = str.maketrans("FGH", "###")
_STRAIGHT = {"domineering": (2,), "i-tromping": (3,), "d-tromping": (2, 3)}
Decide = Callable[[str, Sequence[Shape], Sequence[Shape]], str]
"""Who wins the sum of some boards minus the sum of others."""


@cache
def _table() -> Table:
    return Table()


@cache
def worth(game: str, board: Shape) -> ShortGame:
    """The value of a board by the engine."""
    return value(rule_of(game), drawn(board), table=_table()).value


def rule_of(game: str) -> str | PlacementRule:
    """A game by its name; straight-4 has straight pieces of four cells, vertical for Left."""
    if not game.startswith("straight-"):
        return game
    size = int(game.removeprefix("straight-"))
    upright, lying = "/".join("X" * size), "X" * size
    text = f'name = "{game}"\n[left]\npieces = ["{upright}"]\n[right]\npieces = ["{lying}"]\n'
    rule = read_rule(game, text)
    if not isinstance(rule, PlacementRule):
        raise CatalogError(f"check: game {game!r} has no pieces")
    return rule


def by_value(game: str, one: Sequence[Shape], other: Sequence[Shape]) -> str:
    total = ShortGame.parse("0", _table())
    for board in one:
        total = total + worth(game, board)
    for board in other:
        total = total - worth(game, board)
    return total.outcome


def by_play(game: str, one: Sequence[Shape], other: Sequence[Shape]) -> str:
    """Every move played; minus a board is the board turned by a quarter."""
    return Playing(game, beside([*one, *map(turned, other)])).outcome()


# Two boards and one between them


@dataclass(frozen=True)
class _Claim:
    """A relation between F, G, H and what they make beside each other, G given."""

    condition: tuple[str, str] | None
    one: str
    sign: str
    other: str
    middle: Shape

    @classmethod
    def read(cls, text: str) -> _Claim:
        found = re.fullmatch(
            r"(?:if (\w+) = (\w+) then )?([\w +]+) (<=|=) ([\w +]+) for G = ([0-9x.#/]+)", text
        )
        if found is None:
            raise CatalogError(f"statement {text!r}: must be like 'FG + GH <= FGH for G = 1x2'")
        condition = (found[1], found[2]) if found[1] else None
        return cls(condition, found[3], found[4], found[5], read(found[6]))

    def fails(self, game: str, parts: Sequence[Shape], decide: Decide) -> Witness | None:
        def boards(side: str) -> list[Shape]:
            by_letter = dict(zip("FGH", parts, strict=True))
            return [frozenset().union(*(by_letter[letter] for letter in word)) for word in side.split(" + ")]

        if self.condition and decide(game, boards(self.condition[0]), boards(self.condition[1])) != "second":
            return None
        true = _SIGNS[decide(game, boards(self.one), boards(self.other))]
        if true in ("<", "=") if self.sign == "<=" else true == "=":
            return None
        claimed = f"{self.one} {self.sign} {self.other}"
        return Witness(labelled(parts, "FGH"), claimed, f"{self.one} {true} {self.other}")


def _concatenation(decide: Decide, limit: str, what: str) -> Method:
    """The claim for all connected F and H with so many cells, G between them."""

    def method(statement: Statement, asked: Arguments) -> Found:
        claim, cells = _Claim.read(statement[0]), asked.get(limit, asked.get("cells", 6))
        for size in range(len(claim.middle) + 2, cells + 1):
            for parts in sorted(between(claim.middle, size), key=lambda parts: labelled(parts, "FGH")):
                witness = claim.fails(asked["game"], parts, decide)
                if witness is not None:
                    return Found(Standing.REFUTED, what, witness)
        return Found(Standing.CONSISTENT, f"{what}, all boards up to {cells} cells")

    return method


def _given(decide: Decide, what: str) -> Method:
    """The claim for one drawing, in which the cells of F, G and H have these letters."""

    def method(statement: Statement, asked: Arguments) -> Found:
        claim, drawing = _Claim.read(f"{statement[0]} for G = 1x1"), asked["parts"]
        parts = [read(drawing.replace(letter, ".").translate(_NO_LETTERS)) for letter in "FGH"]
        witness = claim.fails(asked["game"], parts, decide)
        if witness is not None:
            return Found(Standing.REFUTED, what, witness)
        return Found(Standing.PROVED, what)

    return method


# Which boards may stand between


def _middles(holds: Callable[[str, Shape, int], bool], what: str) -> Method:
    """The statement lists the connected G, up to so many cells, with FG + GH <= FGH for all F and H."""

    def method(statement: Statement, asked: Arguments) -> Found:
        claimed, most = set(map(read, statement)), asked.get("middle", 3)
        known = [board for size in range(1, most + 1) for board in connected(size)]
        true = tuple(
            text
            for text in [*statement, *(drawn(board) for board in known if board not in claimed)]
            if holds(asked["game"], read(text), asked["cells"])
        )
        for board in known:
            is_true = drawn(board) in true or board in map(read, true)
            if is_true != (board in claimed):
                words = ("fails", "holds") if is_true else ("holds", "fails")
                return Found(Standing.REFUTED, what, Witness(f"G = {drawn(board)}", *words), true)
        return Found(Standing.CONSISTENT, f"{what}, G up to {most} cells")

    return method


def _no_counterexample(game: str, middle: Shape, cells: int) -> bool:
    claim = _Claim(None, "FG + GH", "<=", "FGH", middle)
    return not any(claim.fails(game, parts, by_value) for parts in _around(middle, cells))


def _copying(game: str, middle: Shape, cells: int) -> bool:
    """Whether Right, moving second in FG + GH - FGH, can copy every move; if not, a counterexample is due.

    He can where Left has no move in G and no piece meets F, G and H.
    """
    lengths = _STRAIGHT[game]
    has_column = any(all((row + down, col) in middle for down in range(min(lengths))) for row, col in middle)
    width = 1 + max(col for _, col in middle) - min(col for _, col in middle)
    if not has_column and max(lengths) < width + 2:
        return True
    claim = _Claim(None, "FG + GH", "<=", "FGH", middle)
    if any(claim.fails(game, parts, by_play) for parts in _around(middle, cells)):
        return False
    raise CatalogError(f"check: for G = {drawn(middle)} there is neither a proof nor a counterexample")


def _around(middle: Shape, cells: int) -> Iterator[tuple[Shape, Shape, Shape]]:
    for size in range(len(middle) + 2, len(middle) + cells + 1):
        yield from between(middle, size)


# Boards that Right wins, beside each other


def _negative(decide: Decide, what: str) -> Method:
    """If Right wins F and H, aligned to themselves and to each other, he wins FH."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        game, most, won = asked["game"], asked["cells"], []
        for size in range(1, most + 1):
            won += [b for b in connected(size) if is_aligned(b, b) and decide(game, [b], []) == "right"]
            for parts in sorted(
                _pairs(won, size), key=lambda parts: (len(parts[0] | parts[1]), labelled(parts, "FH"))
            ):
                word = decide(game, [parts[0] | parts[1]], [])
                if word != "right":
                    return Found(Standing.REFUTED, what, Witness(labelled(parts, "FH"), "right", word))
        return Found(Standing.CONSISTENT, f"{what}, {len(won)} boards up to {most} cells, in pairs")

    return method


def _pairs(won: Sequence[Shape], size: int) -> Iterator[tuple[Shape, Shape]]:
    for one in won:
        for other in won:
            if size in (len(one), len(other)) and is_aligned(one, other) and is_aligned(other, one):
                yield from ((one, put) for put in joined(one, other))


def _mixed(decide: Decide, what: str) -> Method:
    """If Right wins one board and the first player another, side by side one of these two wins."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        game = asked["game"]
        won, fuzzy = (
            [
                board
                for size in range(1, asked[limit] + 1)
                for board in connected(size)
                if decide(game, [board], []) == who
            ]
            for limit, who in (("won", "right"), ("fuzzy", "first"))
        )
        for one, other in [*product(won, fuzzy), *product(fuzzy, won)]:
            for put in joined(one, other):
                word = decide(game, [one | put], [])
                if word not in ("right", "first"):
                    return Found(
                        Standing.REFUTED, what, Witness(labelled((one, put), "FH"), "right or first", word)
                    )
        evidence = f"{what}, connected boards up to {asked['won']} and {asked['fuzzy']} cells"
        return Found(Standing.CONSISTENT, evidence)

    return method


# What Left takes from a board that Right wins


def _removal(decide: Decide, what: str) -> Method:
    """If Right wins a board whoever starts, Left does not so win what is left after a piece of Left's."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        game, pieces = asked["game"], [turn for text in asked["pieces"] for turn in _placed(text)]
        for board in (b for size in range(2, asked["cells"] + 1) for b in connected(size)):
            if decide(game, [board], []) != "right":
                continue
            for piece in pieces:
                for row, col in board:
                    cut = frozenset((row + down, col + right) for down, right in piece)
                    if cut < board and decide(game, [board - cut], []) == "left":
                        witness = Witness(labelled([board - cut, cut], ".S"), "not left", "left")
                        return Found(Standing.REFUTED, what, witness)
        return Found(Standing.CONSISTENT, f"{what}, connected boards up to {asked['cells']} cells")

    return method


def _placed(text: str) -> list[Shape]:
    """A piece with its first cell at the origin, as one of its cells lies anywhere on a board."""
    cells = read(text)
    row, col = min(cells)
    return [frozenset((r - row, c - col) for r, c in cells)]


METHODS: dict[str, dict[str, Method]] = {
    "concatenation": {
        "canonical": _concatenation(by_value, "cells", "values of all sums"),
        "brute-force": _concatenation(by_play, "played", "every move played"),
    },
    "given": {
        "canonical": _given(by_value, "values of all sums"),
        "brute-force": _given(by_play, "every move played"),
    },
    "middles": {
        "copying": _middles(_copying, "copying every move, or a counterexample played out"),
        "canonical": _middles(_no_counterexample, "values of all sums"),
    },
    "negative": {
        "canonical": _negative(by_value, "values of all boards"),
        "brute-force": _negative(by_play, "every move played"),
    },
    "mixed": {
        "canonical": _mixed(by_value, "values of all boards"),
        "brute-force": _mixed(by_play, "every move played"),
    },
    "removal": {
        "canonical": _removal(by_value, "values of all boards"),
        "brute-force": _removal(by_play, "every move played"),
    },
}
