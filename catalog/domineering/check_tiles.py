"""Domineering positions as tilings: the tile sets, their block recursions and figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Sentence,
    Statement,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.algebra import Polynomial
from gfkit.core.errors import CatalogError
from gfkit.core.rules import as_rule

from ..shared.cells import Cell
from .positions import Domino, Position, is_left, positions, rectangles

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.tiles.rule import TileRule
    from gfkit.core.rules.values import Tile


@cache
def tiles_of(name: str) -> TileRule:
    from gfkit.core.rules.kinds.tiles.rule import TileRule

    rule = as_rule(name)
    if not isinstance(rule, TileRule):
        raise CatalogError(f"tiles {name!r}: must be a tile set, such as domineering-tiles")
    return rule


# Matrices of bars

_Rows = list[tuple[str, list[Polynomial]]]


def _rows_of_engine(asked: Arguments) -> _Rows:
    from gfkit.questions import TileSet

    ends = asked.get("left", "0"), asked.get("right", "0")
    matrix = TileSet(asked["tiles"]).bar_matrix(asked["length"], *ends).restrict(None, asked.get("bottom"))
    return list(zip(matrix.rows, matrix.to_lists(), strict=True))


def _listed_rows(asked: Arguments) -> _Rows:
    """Return the sums of weights over all rows of tiles with given bottom and top labels."""
    rule, length = tiles_of(asked["tiles"]), asked["length"]
    left, right, pattern = asked.get("left", "0"), asked.get("right", "0"), asked.get("bottom", "_" * length)
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    words = ["".join(word) for word in product(labels, repeat=length)]
    sums = dict.fromkeys(product(words, words), Polynomial.constant(0, ("x", "y")))
    for row in product(rule.tiles, repeat=length):
        if (
            all(a.right == b.left for a, b in pairwise(row))
            and row[0].left in left
            and row[-1].right in right
        ):
            powers = sum(tile.weight[0] for tile in row), sum(tile.weight[1] for tile in row)
            key = "".join(tile.bottom for tile in row), "".join(tile.top for tile in row)
            sums[key] += Polynomial.monomial(powers, ("x", "y"))
    fitting = [word for word in words if all(p in ("_", c) for p, c in zip(pattern, word, strict=True))]
    return [(bottom, [sums[bottom, top] for top in words]) for bottom in fitting]


@theorem("domineering_blocks.bars", {"bars": _rows_of_engine, "brute-force": _listed_rows})
def bars(rows_of: Callable[[Arguments], _Rows], statement: Statement, asked: Arguments) -> CheckResult:
    """Compare the rows, for bottom labels that match the pattern ``bottom``, of the matrix of bars of
    ``length`` tiles with end labels ``left`` and ``right``.
    """
    rows = rows_of(asked)
    if len(statement) != len(rows):
        raise CatalogError(f"statement: {len(statement)} rows, but the matrix has {len(rows)}")
    claimed = tuple(
        ", ".join(str(Polynomial.parse(entry, ("x", "y"))) for entry in row.split(",")) for row in statement
    )
    true = tuple(", ".join(map(str, row)) for _, row in rows)
    places = tuple(f"row {word or index}" for index, (word, _) in enumerate(rows))
    return compare_entries(claimed, true, places, "bars of tiles")


# Block recursions

Sums = Counter[tuple[str, tuple[int, ...]]]
_START, _STEP = Sentence("{name}(0) = {value:int}"), Sentence("{name}(q + 1) = {blocks}")


@theorem("domineering_blocks.recursion", "tiles")
def recursion(statement: Statement, asked: Arguments) -> CheckResult:
    """Check every block of every recursion, G0(q + 1) = G0 + G1, x*G0 / G0, 0, against the tiles that can be
    leftmost; that decides it.

    ``matrices`` specifies for each name the left and right label of its bars, such as { G0 = "0 0" }.
    """
    rule, ends = tiles_of(asked["tiles"]), {key: value.split() for key, value in asked["matrices"].items()}
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    for text in statement:
        start = _START.match(text)
        holes = start or _STEP.parse(text)
        if holes["name"] not in ends:
            raise CatalogError(f"check: matrices does not say which ends {holes['name']} has")
        left, right = ends[holes["name"]]
        if start:
            claimed, true, place = str(start["value"]), str(int(left == right)), "length 0"
        else:
            at = {pair[0]: word for word, pair in ends.items() if pair[1] == right}
            blocks = [
                [_block(entry.strip()) for entry in row.split(",")] for row in holes["blocks"].split("/")
            ]
            claimed, true = _row_text(blocks), _row_text(_true_blocks(rule, labels, left, at))
            place = "length q + 1"
        if claimed != true:
            return refutation("the tiles, one by one", f"{holes['name']}, {place}", claimed, true)
    return CheckResult(ClaimStatus.PROVED, "each block has the tiles that can stand leftmost in it")


def _block(text: str) -> Sums:
    sums: Sums = Counter()
    for term in text.split(" + ") if text != "0" else ():
        weight, _, name = term.rpartition("*")
        sums[name, (weight.count("x"), weight.count("y"))] += 1
    return sums


def _true_blocks(rule: TileRule, labels: list[str], left: str, at: dict[str, str]) -> list[list[Sums]]:
    def block(bottom: str, top: str) -> Sums:
        fits = (t for t in rule.tiles if (t.left, t.bottom, t.top) == (left, bottom, top))
        return Counter((at[tile.right], tuple(tile.weight)) for tile in fits)

    return [[block(bottom, top) for top in labels] for bottom in labels]


def _row_text(rows: list[list[Sums]]) -> str:
    return " / ".join(", ".join(_sum_text(entry) for entry in row) for row in rows)


def _sum_text(sums: Sums) -> str:
    names = (("x" * a + "y" * b, name, number) for (name, (a, b)), number in sorted(sums.items()))
    return (
        " + ".join(f"{weight}*{name}" * number if weight else name * number for weight, name, number in names)
        or "0"
    )


# Tiles, blocks and sizes

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@theorem("domineering_blocks.tiles", "tiles")
def tiles_in_blocks(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the tiles of each nonempty block, named by its Roman numeral row by row."""
    rule = tiles_of(asked["tiles"])
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    true = []
    for left in sorted({tile.left for tile in rule.tiles}):
        for numeral, (bottom, top) in zip(_ROMAN, product(labels, repeat=2), strict=False):
            names = [t.name for t in rule.tiles if (t.left, t.bottom, t.top) == (left, bottom, top)]
            if names:
                true.append(f"left {left}, block {numeral}: {' '.join(names)}")
    if len(true) != len(statement):
        return refutation("tiles sorted", "number of blocks", len(statement), len(true))
    return compare_entries(
        statement, tuple(true), tuple(f"entry {k}" for k in range(1, len(true) + 1)), "tiles sorted"
    )


def _numerals_by_writing(numerals: Statement) -> CheckResult:
    return compare_entries(numerals, _ROMAN, tuple(f"block {k}" for k in range(1, 10)), "written one by one")


def _numerals_by_reading(numerals: Statement) -> CheckResult:
    """Check the rules of Roman numerals: at most three equal signs, and at most one before a larger sign."""
    for number, text in enumerate(numerals, 1):
        values = {"IX": 9, "IV": 4}
        is_numeral = re.fullmatch(r"(IX|IV|V?I{0,3})", text)
        if not is_numeral or values.get(text, 5 * text.count("V") + text.count("I")) != number:
            return refutation("numerals read", f"block {number}", text)
    return CheckResult(ClaimStatus.PROVED, "numerals read")


@theorem("domineering_blocks.numerals", {"written": _numerals_by_writing, "read": _numerals_by_reading})
def numerals(way: Callable[[Statement], CheckResult], statement: Statement, _asked: Arguments) -> CheckResult:
    """Check the consecutive numerals of the blocks."""
    return way(statement)


@theorem("domineering_blocks.size", "tiles")
def size(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of words of q labels, written 2^q; ``turned`` is for the rotated tiles."""
    across, down = _labels(asked["tiles"])
    labels = across if asked.get("turned", False) else down
    return compare_entries(statement, (f"{len(labels)}^q",), ("words of q labels",), "labels of the tiles")


def _labels(name: str) -> tuple[set[str], set[str]]:
    rule = tiles_of(name)
    across = {label for tile in rule.tiles for label in (tile.left, tile.right)}
    return across, {label for tile in rule.tiles for label in (tile.top, tile.bottom)}


@theorem("domineering_blocks.matrices", "tiles")
def matrices(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of matrices, one per left and right label, for the tiles and the rotated tiles."""
    rule, (across, down) = tiles_of(asked["tiles"]), _labels(asked["tiles"])
    true = (str(len(across) * len(rule.boundary.right)), str(len(down) * len(rule.boundary.bottom)))
    return compare_entries(statement, true, ("the tiles", "the tiles turned"), "labels of the tiles")


# Figures: positions drawn as tilings

Halves = Mapping[Cell, str]
_KINDS = ("empty", "top", "bottom", "left", "right")
_IN_CLASS: dict[str, Callable[[Position], bool]] = {
    "domineering-tiles": lambda _: True,
    "domineering-maximal-tiles": lambda position: not position.moves(),
    "domineering-right-end-tiles": lambda position: position.is_right_end,
}


def half_of(tile: Tile, rule: TileRule) -> str:
    """Return the half of a domino on a tile: the edge in the middle of a domino has the largest label."""
    middle = max(label for other_tile in rule.tiles for label in (other_tile.top, other_tile.left))
    edges = {"top": tile.bottom, "bottom": tile.top, "left": tile.right, "right": tile.left}
    return next((half for half, label in edges.items() if label == middle), "empty")


def _halves(position: Position) -> Halves:
    halves = dict.fromkeys(position.empty, "empty")
    for first, second in position.dominoes:
        halves[first], halves[second] = ("top", "bottom") if is_left((first, second)) else ("left", "right")
    return halves


def tilings(rule: TileRule, rows: int, cols: int, halves: Halves) -> Iterator[dict[Cell, Tile]]:
    """Yield every tiling with these halves, with equal labels on shared edges."""
    sides, cells = rule.boundary, [(row, col) for row in range(rows) for col in range(cols)]

    def fits(tile: Tile, cell: Cell, made: dict[Cell, Tile]) -> bool:
        row, col = cell
        above, before = made.get((row - 1, col)), made.get((row, col - 1))
        return (
            half_of(tile, rule) == halves[cell]
            and (tile.top in sides.top if above is None else tile.top == above.bottom)
            and (tile.left in sides.left if before is None else tile.left == before.right)
            and (row + 1 < rows or tile.bottom in sides.bottom)
            and (col + 1 < cols or tile.right in sides.right)
        )

    def more(number: int, made: dict[Cell, Tile]) -> Iterator[dict[Cell, Tile]]:
        if number == len(cells):
            yield made
            return
        for tile in rule.tiles:
            if fits(tile, cells[number], made):
                yield from more(number + 1, {**made, cells[number]: tile})

    return more(0, {})


@theorem("domineering_tilings.figure", "search")
def figure(statement: Statement, asked: Arguments) -> CheckResult:
    """Check a drawn tiling, row by row from the top, against the tiling of the given dominoes.

    In ``board`` a domino is a pair of equal letters, capitals for Left, and a dot is an empty square.
    """
    tiling, lines = _tiling(asked), asked["board"].split("/")
    true = tuple(
        " ".join(tiling[row, col].name for col in range(len(line))) for row, line in enumerate(lines)
    )
    if len(true) != len(statement):
        raise CatalogError(f"statement: {len(statement)} rows, and the board has {len(true)}")
    return compare_entries(
        statement, true, tuple(f"row {k}" for k in range(1, len(true) + 1)), "the only tiling"
    )


def _tiling(asked: Arguments) -> dict[Cell, Tile]:
    """Return the unique tiling of the drawn position. Raise CatalogError otherwise."""
    lines = asked["board"].split("/")
    all_tilings = list(
        tilings(tiles_of(asked["tiles"]), len(lines), len(lines[0]), _halves_of_letters(lines))
    )
    if len(all_tilings) != 1:
        raise CatalogError(
            f"check: the position has {len(all_tilings)} tilings, so that the figure is not decided"
        )
    return all_tilings[0]


def _halves_of_letters(lines: list[str]) -> Halves:
    cells = {(row, col): sign for row, line in enumerate(lines) for col, sign in enumerate(line)}
    dominoes: dict[str, list[Cell]] = {}
    for cell in sorted(cells):
        dominoes.setdefault(cells[cell], []).append(cell)
    empty = frozenset(dominoes.pop(".", ()))
    pairs: list[Domino] = []
    for letter, pair in dominoes.items():
        if len(pair) != 2 or is_left((pair[0], pair[1])) is not letter.isupper():
            raise CatalogError(
                f"check: board has no domino {letter}: two cells, standing for a capital letter"
            )
        pairs.append((pair[0], pair[1]))
    return _halves(Position(empty.union(*pairs), tuple(pairs)))


@theorem("domineering_tilings.bar", "search")
def bar(statement: Statement, asked: Arguments) -> CheckResult:
    """Check a row of the unique tiling of a position; rows are counted from the top."""
    sides, tiling = tiles_of(asked["tiles"]).boundary, _tiling(asked)
    row = [tiling[cell] for cell in sorted(tiling) if cell[0] == asked["row"] - 1]
    claimed, true = statement[0], " ".join(tile.name for tile in row)
    if claimed != true:
        return refutation("the only tiling", f"row {asked['row']}", claimed, true)
    if all(tile.top in sides.top and tile.bottom in sides.bottom for tile in row):
        return refutation("labels compared", "the row", true="a position by itself")
    return CheckResult(ClaimStatus.PROVED, "the only tiling; outer edges with labels not allowed there")


@theorem("domineering_tilings.one-each", "search", words="Left = {left}; Right = {right}")
def one_each(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that positions of the class have one tiling and others none, and that named tiles count dominoes,
    as in Left = T1 + T2."""
    rule = tiles_of(asked["tiles"])
    named = [holes["left"].split(" + "), holes["right"].split(" + ")]
    marked = [[t.name for t in rule.tiles if t.weight == powers] for powers in ((1, 0), (0, 1))]
    if named != marked:
        return refutation("weights of the tiles", "tiles that count", named, marked)
    board = ""
    for m, n in rectangles(asked.get("cells", 8)):
        board = f"{m}x{n}"
        for position in positions(board):
            all_tilings = list(tilings(rule, m, n, _halves(position)))
            if len(all_tilings) != int(_IN_CLASS[asked["tiles"]](position)):
                return refutation("tilings listed", board, "one tiling", len(all_tilings))
            for tiling in all_tilings:
                names = Counter(tile.name for tile in tiling.values())
                claimed = tuple(sum(names[name] for name in part) for part in named)
                if claimed != position.powers:
                    return refutation("tilings listed", board, claimed, position.powers)
    return CheckResult(ClaimStatus.CONSISTENT, f"all positions of all rectangles up to {board}")


@theorem("domineering_tilings.numbers", "tiles")
def numbers(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of tiles with each half: top 4, left 4, ..."""
    rule = tiles_of(asked["tiles"])
    known = Counter(half_of(tile, rule) for tile in rule.tiles)
    halves = [text.split()[0] for text in statement]
    if any(half not in _KINDS for half in halves):
        raise CatalogError(f"statement: halves are {', '.join(_KINDS)}")
    return compare_entries(
        statement, tuple(f"{half} {known[half]}" for half in halves), tuple(halves), "tiles sorted"
    )
