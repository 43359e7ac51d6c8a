"""Adjacent boards: the values of two boards with a board between them, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Sentence,
    Statement,
    Witness,
    refutation,
    theorem,
)
from gfkit.core.errors import CatalogError
from gfkit.core.rules import Rule
from gfkit.core.rules.rule import read_rule
from gfkit.play import ShortGame, Table, value

from ..kinds.tables import GameSearch
from ..shared.cells import (
    Shape,
    beside,
    between,
    connected_boards,
    drawing_of,
    drawing_with_letters,
    is_aligned,
    placements_beside,
    quarter_turn,
    read_cells,
)

_SIGNS = {"left": ">", "right": "<", "first": "||", "second": "="}
_NO_LETTERS = str.maketrans("FGH", "###")
STRAIGHT = {"domineering": (2,), "i-tromping": (3,), "d-tromping": (2, 3)}
"""The lengths of the pieces, which are straight: vertical ones are Left's, horizontal ones Right's."""
Decide = Callable[[str, Sequence[Shape], Sequence[Shape]], str]
"""The outcome of the sum of some boards minus the sum of others."""


@cache
def _table() -> Table:
    return Table()


@cache
def worth(game: str, board: Shape) -> ShortGame:
    """Return the value of a board by the engine."""
    return value(rule_of(game), drawing_of(board), table=_table()).value


def rule_of(game: str) -> str | Rule:
    """Return a game by its name; straight-4 has straight pieces of four cells, vertical for Left."""
    if not game.startswith("straight-"):
        return game
    size = int(game.removeprefix("straight-"))
    upright, lying = "/".join("X" * size), "X" * size
    text = f'name = "{game}"\n[left]\npieces = ["{upright}"]\n[right]\npieces = ["{lying}"]\n'
    return read_rule(game, text)


def by_value(game: str, one: Sequence[Shape], other: Sequence[Shape]) -> str:
    total = ShortGame.parse("0", _table())
    for board in one:
        total = total + worth(game, board)
    for board in other:
        total = total - worth(game, board)
    return total.outcome


def by_play(game: str, one: Sequence[Shape], other: Sequence[Shape]) -> str:
    """Return the outcome by exhaustive search; the negative of a board is the board rotated by 90 degrees."""
    return GameSearch(game, beside([*one, *map(quarter_turn, other)])).outcome()


class Way(NamedTuple):
    """A method to determine the outcome, the key for the number of cells, and the description of the
    method."""

    decide: Decide
    limit: str
    what: str


_PLAYED = Way(by_play, "played", "every move played")
_SUMS = {"canonical": Way(by_value, "cells", "values of all sums"), "brute-force": _PLAYED}
_BOARDS = {"canonical": Way(by_value, "cells", "values of all boards"), "brute-force": _PLAYED}


# Two boards and one between them

_CONDITION = Sentence("if {first:word} = {second:word} then {claim}")


@dataclass(frozen=True)
class Relation:
    """A relation between F, G, H and their concatenations, such as FG + GH <= FGH or, with a condition, if FG
    = G then FGH = GH."""

    condition: tuple[str, str] | None
    left: str
    sign: str
    right: str

    @classmethod
    def parse(cls, text: str) -> Relation:
        holes = _CONDITION.match(text)
        claim = holes["claim"] if holes else text
        for sign in ("<=", "="):
            left, is_split, right = claim.partition(f" {sign} ")
            if is_split and set(left + right) <= set("FGH +"):
                return cls((holes["first"], holes["second"]) if holes else None, left, sign, right)
        raise CatalogError(f"statement {text!r}: must be like 'FG + GH <= FGH'")

    def fails(self, game: str, parts: Sequence[Shape], decide: Decide) -> Witness | None:
        def boards(side: str) -> list[Shape]:
            by_letter = dict(zip("FGH", parts, strict=True))
            return [frozenset().union(*(by_letter[letter] for letter in word)) for word in side.split(" + ")]

        if self.condition and decide(game, boards(self.condition[0]), boards(self.condition[1])) != "second":
            return None
        true = _SIGNS[decide(game, boards(self.left), boards(self.right))]
        if true in ("<", "=") if self.sign == "<=" else true == "=":
            return None
        claimed = f"{self.left} {self.sign} {self.right}"
        return Witness(drawing_with_letters(parts, "FGH"), claimed, f"{self.left} {true} {self.right}")


@theorem("tromping.concatenation", _SUMS, words="{relation} for G = {middle}")
def concatenation(way: Way, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the relation for all connected F and H, with G between them, up to a number of cells."""
    claim, middle = Relation.parse(holes["relation"]), read_cells(holes["middle"])
    cells = asked.get(way.limit, asked.get("cells", 6))
    for size in range(len(middle) + 2, cells + 1):
        for parts in sorted(between(middle, size), key=lambda parts: drawing_with_letters(parts, "FGH")):
            witness = claim.fails(asked["game"], parts, way.decide)
            if witness is not None:
                return CheckResult(ClaimStatus.REFUTED, way.what, witness)
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, all boards up to {cells} cells")


@theorem("tromping.given", _SUMS)
def one_drawing(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the relation for one drawing, in which the cells of F, G and H have these letters."""
    claim, drawing = Relation.parse(statement[0]), asked["parts"]
    parts = [read_cells(drawing.replace(letter, ".").translate(_NO_LETTERS)) for letter in "FGH"]
    witness = claim.fails(asked["game"], parts, way.decide)
    return CheckResult(ClaimStatus.PROVED if witness is None else ClaimStatus.REFUTED, way.what, witness)


# The boards between two others

_ALWAYS = Relation(None, "FG + GH", "<=", "FGH")


def _no_counterexample(game: str, middle: Shape, cells: int) -> bool:
    return not any(_ALWAYS.fails(game, parts, by_value) for parts in _around(middle, cells))


def _can_copy(game: str, middle: Shape, cells: int) -> bool:
    """Return True if Right, moving second in FG + GH - FGH, can copy every move, and False with a
    counterexample.

    Right can copy if Left has no move in G and no piece intersects F, G and H.
    """
    lengths = STRAIGHT[game]
    has_column = any(all((row + down, col) in middle for down in range(min(lengths))) for row, col in middle)
    width = 1 + max(col for _, col in middle) - min(col for _, col in middle)
    if not has_column and max(lengths) < width + 2:
        return True
    if any(_ALWAYS.fails(game, parts, by_play) for parts in _around(middle, cells)):
        return False
    raise CatalogError(f"check: for G = {drawing_of(middle)} there is neither a proof nor a counterexample")


def _around(middle: Shape, cells: int) -> Iterator[tuple[Shape, Shape, Shape]]:
    for size in range(len(middle) + 2, len(middle) + cells + 1):
        yield from between(middle, size)


@theorem("tromping.middles", {"copying": _can_copy, "canonical": _no_counterexample})
def middles(holds: Callable[[str, Shape, int], bool], statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the statement lists the connected G, up to a number of cells, with FG + GH <= FGH for all F
    and H.
    """
    what = (
        "copying every move, or a counterexample played out"
        if holds is _can_copy
        else _SUMS["canonical"].what
    )
    most = asked.get("middle", 3)
    claimed = set(map(read_cells, statement))
    known = [board for size in range(1, most + 1) for board in connected_boards(size)]
    true = {board for board in {*claimed, *known} if holds(asked["game"], board, asked["cells"])}
    for board in known:
        if (board in true) != (board in claimed):
            words = ("fails", "holds") if board in true else ("holds", "fails")
            return refutation(what, f"G = {drawing_of(board)}", *words)
    return CheckResult(ClaimStatus.CONSISTENT, f"{what}, G up to {most} cells")


# Adjacent boards that Right wins


@theorem("tromping.negative", _BOARDS, words="if F < 0 and H < 0 then FH < 0")
def negative(way: Way, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that Right wins FH if Right wins F and H, aligned to themselves and to each other."""
    game, most, won = asked["game"], asked["cells"], []
    for size in range(1, most + 1):
        won += [
            b for b in connected_boards(size) if is_aligned(b, b) and way.decide(game, [b], []) == "right"
        ]
        for parts in sorted(
            _pairs(won, size), key=lambda parts: (len(parts[0] | parts[1]), drawing_with_letters(parts, "FH"))
        ):
            word = way.decide(game, [parts[0] | parts[1]], [])
            if word != "right":
                return refutation(way.what, drawing_with_letters(parts, "FH"), "right", word)
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, {len(won)} boards up to {most} cells, in pairs")


def _pairs(won: Sequence[Shape], size: int) -> Iterator[tuple[Shape, Shape]]:
    for one in won:
        for other in won:
            if size in (len(one), len(other)) and is_aligned(one, other) and is_aligned(other, one):
                yield from ((one, put) for put in placements_beside(one, other))


@theorem("tromping.mixed", _BOARDS, words="if F < 0 and H || 0 then FH < 0 or FH || 0")
def mixed_outcomes(way: Way, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that Right or the first player wins FH if Right wins one board and the first player the other."""
    game = asked["game"]
    won, fuzzy = (
        [
            board
            for size in range(1, asked[limit] + 1)
            for board in connected_boards(size)
            if way.decide(game, [board], []) == who
        ]
        for limit, who in (("won", "right"), ("fuzzy", "first"))
    )
    for one, other in [*product(won, fuzzy), *product(fuzzy, won)]:
        for put in placements_beside(one, other):
            word = way.decide(game, [one | put], [])
            if word not in ("right", "first"):
                return refutation(way.what, drawing_with_letters((one, put), "FH"), "right or first", word)
    evidence = f"{way.what}, connected boards up to {asked['won']} and {asked['fuzzy']} cells"
    return CheckResult(ClaimStatus.CONSISTENT, evidence)


# A piece of Left on a board that Right wins


@theorem("tromping.removal", _BOARDS, words="if B < 0 then not B' > 0")
def removal(way: Way, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that a board with outcome right does not have outcome left after a piece of Left is placed."""
    game, pieces = asked["game"], list(map(_piece_from_origin, asked["pieces"]))
    for board in (b for size in range(2, asked["cells"] + 1) for b in connected_boards(size)):
        if way.decide(game, [board], []) != "right":
            continue
        for piece in pieces:
            for row, col in board:
                cut = frozenset((row + down, col + right) for down, right in piece)
                if cut < board and way.decide(game, [board - cut], []) == "left":
                    return refutation(
                        way.what, drawing_with_letters([board - cut, cut], ".S"), "not left", "left"
                    )
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, connected boards up to {asked['cells']} cells")


def _piece_from_origin(text: str) -> Shape:
    """Return a piece translated so that its first cell is the origin."""
    cells = read_cells(text)
    row, col = min(cells)
    return frozenset((r - row, c - col) for r, c in cells)
