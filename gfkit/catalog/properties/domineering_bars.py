"""Properties of bar-state matrices: entries of powers, products of rows, broken rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise, product

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.dominoes import rectangles
from gfkit.catalog.properties.domineering import counted, listed
from gfkit.catalog.properties.domineering_blocks import tiles_of
from gfkit.errors import CatalogError
from gfkit.games.rule import Tile
from gfkit.sequences import Polynomial
from gfkit.transfer import BarMatrix, TileSet

_NAMES = ("x", "y")
_CELLS, _COLUMNS = 10, 4


# Entries of powers


def _matrix(tiles: str, n: int, ends: Sequence[str]) -> BarMatrix:
    """The sum of the matrices of bars with these left and right labels, each written as 0 1."""
    return reduce(BarMatrix.__add__, (TileSet(tiles).bar_matrix(n, *pair.split()) for pair in ends))


def _corner(statement: Statement, asked: Arguments) -> Found:
    """An entry of the m-th power of the matrix of rows of n tiles is the polynomial of the m x n board."""
    found = re.fullmatch(r"entry \((\d+), (\d+)\) of (.+)\^m", statement[0])
    if found is None:
        raise CatalogError(f"statement {statement[0]!r}: must be written entry (1, 1) of G0(n)^m")
    row, column, sides = int(found[1]) - 1, int(found[2]) - 1, _sides(found[3], asked)

    def entry(m: int, n: int) -> Polynomial | None:
        power = _matrix(asked["tiles"], n, sides) ** m
        inside = row < len(power.rows) and column < len(power.columns)
        return power[row, column] if inside else None

    board = ""
    for m, n in _narrow(asked):
        board, claimed = f"{m}x{n}", entry(m, n)
        true = _positions(board, asked["positions"])
        if claimed != true:
            return Found(Standing.REFUTED, "positions listed", Witness(board, str(claimed), str(true)))
    return Found(Standing.CONSISTENT, f"positions listed on all rectangles up to {board}")


def _narrow(asked: Arguments) -> list[tuple[int, int]]:
    """Rectangles with few cells, and with few columns, as the matrices grow with them."""
    return [size for size in rectangles(asked.get("cells", _CELLS)) if size[1] <= _COLUMNS]


def _sides(text: str, asked: Arguments) -> list[str]:
    """The end labels of the matrices in a sum such as (RE0(n) + RE0(n)')."""
    names = re.findall(r"(\w+)\(n\)('?)", text)
    rest = re.sub(r"\w+\(n\)'?|[() +]", "", text)
    if rest or not names or any("".join(pair) not in asked["matrices"] for pair in names):
        raise CatalogError(f"statement: {text!r} must be a sum of matrices named in with.matrices")
    return [asked["matrices"]["".join(pair)] for pair in names]


def _positions(board: str, kind: str) -> Polynomial:
    return {
        "all": lambda: listed(board),
        "maximal": lambda: listed(board, lambda one: not one.moves()),
        "right-ends": lambda: listed(board, lambda one: one.is_right_end),
    }[kind]()


_ROWS = re.compile(r"(\d+) \+ sum\(u_i\*(\d+)\^(i|\(i ([+-]) (\d+)\)), i = (\d+)\.\.n\)")


def _row_numbers(text: str, n: int) -> list[int]:
    """The numbers of rows, ascending, over all u of 0s and 1s.

    >>> _row_numbers("1 + sum(u_i*3^(i - 1), i = 1..n)", 2)
    [1, 2, 4, 5]
    """
    found = _ROWS.fullmatch(text)
    if found is None:
        raise CatalogError(f"statement {text!r}: must be written 1 + sum(u_i*3^i, i = 1..n)")
    first, base, start = int(found[1]), int(found[2]), int(found[6])
    shift = int(f"{found[4]}{found[5]}") if found[4] else 0
    powers = [base ** (i + shift) for i in range(start, start + n)]
    return sorted(
        first + sum(power for power, u in zip(powers, us, strict=True) if u)
        for us in product((0, 1), repeat=n)
    )


def _summed_rows(statement: Statement, asked: Arguments) -> Found:
    """The sum of the entries of the first column in these rows is the polynomial of maximal positions."""
    board = ""
    for m, n in _narrow(asked):
        board, power = f"{m}x{n}", _matrix(asked["tiles"], n, ("0 0", "0 1")) ** m
        rows = _row_numbers(statement[0], n)
        if rows[-1] > len(power.rows) or rows[0] < 1:
            return Found(Standing.REFUTED, "entries of the power summed", Witness(board, _list(rows)))
        claimed = reduce(Polynomial.__add__, (power[row - 1, 0] for row in rows))
        if claimed != (true := counted(board, "maximal")):
            witness = Witness(board, f"rows {_list(rows)}: {claimed}", str(true))
            return Found(Standing.REFUTED, "entries of the power summed", witness)
    return Found(Standing.CONSISTENT, f"entries summed for all rectangles up to {board}")


def _rows_without_2(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The words of bottom labels in order: those without the label 2 have these numbers."""
    for n in range(1, 6):
        words = list(product("012", repeat=n))
        true = [number for number, word in enumerate(words, 1) if "2" not in word]
        rows = _row_numbers(statement[0], n)
        if rows != true:
            return Found(
                Standing.REFUTED, "words counted through", Witness(f"1x{n}", _list(rows), _list(true))
            )
    return Found(Standing.CONSISTENT, "words of up to five labels counted through")


def _list(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows))


# The power in the example

_POWER = re.compile(r"\(?(\w+\(\d+\)'?(?: \+ \w+\(\d+\)'?)*)\)?\^(\d+)")


def _power(statement: Statement, asked: Arguments) -> tuple[list[str], int, int]:
    """The end labels of the matrices summed, their length, and the exponent, as in (M0(2) + M0(2)')^3."""
    found = _POWER.fullmatch(statement[0])
    if found is None:
        raise CatalogError(f"statement {statement[0]!r}: must be written M0(2)^3 or (M0(2) + M0(2)')^3")
    names = re.findall(r"(\w+)\((\d+)\)('?)", found[1])
    ends = [asked["matrices"][f"{name}{mark}"] for name, _, mark in names]
    return ends, int(names[0][1]), int(found[2])


def _power_summed(statement: Statement, asked: Arguments) -> Found:
    """The entries of the first column of the power, in the rows whose words have no 2, make the polynomial of
    maximal positions."""
    ends, n, m = _power(statement, asked)
    power = _matrix(asked["tiles"], n, ends) ** m
    rows = [k for k, word in enumerate(power.rows) if "2" not in word]
    claimed = reduce(Polynomial.__add__, (power[k, 0] for k in rows))
    return _maximal(f"{m}x{n}", claimed, counted(f"{m}x{n}", "maximal"), "entries of the power summed")


def _power_stacked(statement: Statement, asked: Arguments) -> Found:
    """Rows of tiles with these end labels put below each other, from top labels 0 to bottom labels but 2."""
    ends, n, m = _power(statement, asked)
    tiles, pairs = tiles_of(asked["tiles"]).tiles, [tuple(pair.split()) for pair in ends]
    bars = [
        row
        for row in product(tiles, repeat=n)
        if all(one.right == other.left for one, other in pairwise(row))
        and (row[0].left, row[-1].right) in pairs
    ]
    below = Counter({(("0",) * n, (0, 0)): 1})
    for _ in range(m):
        after: Counter[tuple[tuple[str, ...], tuple[int, int]]] = Counter()
        for (labels, (x, y)), number in below.items():
            for row in bars:
                if tuple(tile.top for tile in row) == labels:
                    powers = x + sum(tile.weight[0] for tile in row), y + sum(tile.weight[1] for tile in row)
                    after[tuple(tile.bottom for tile in row), powers] += number
        below = after
    sums: Counter[tuple[int, ...]] = Counter()
    for (labels, powers), number in below.items():
        sums[powers] += number * ("2" not in labels)
    true = listed(f"{m}x{n}", lambda one: not one.moves())
    return _maximal(f"{m}x{n}", Polynomial.of(_NAMES, sums), true, "rows of tiles stacked")


def _maximal(board: str, claimed: Polynomial, true: Polynomial, evidence: str) -> Found:
    if claimed != true:
        return Found(Standing.REFUTED, evidence, Witness(board, str(claimed), str(true)))
    return Found(Standing.PROVED, evidence)


# Products and broken rows

_FACTOR = re.compile(r"G(\d+)(?: top ([01_]+))?(?: bottom ([01_]+))?(?: \^(\d+))?")


def _factor(text: str) -> BarMatrix:
    """A row or several equal ones: G6 top __00__; G1 kron G2 bottom _0; G2 ^3."""
    parts = []
    for part in text.split(" kron "):
        found = _FACTOR.fullmatch(part)
        if found is None:
            raise CatalogError(f"statement {part!r}: must be written G6 top __00__ bottom _0____, or G2 ^3")
        bars = TileSet("domineering-tiles").bar_matrix(int(found[1])).restrict(found[2], found[3])
        parts.append(bars ** int(found[4]) if found[4] else bars)
    return reduce(BarMatrix.kron, parts)


def _product(statement: Statement, asked: Arguments) -> Found:
    """The first entry of the product of the rows, the bottom one first, is the polynomial of the board."""
    claimed = reduce(BarMatrix.__matmul__, map(_factor, statement))[0, 0]
    true = counted(asked["board"])
    if claimed != true:
        return Found(
            Standing.REFUTED, "matrices multiplied", Witness(asked["board"], str(claimed), str(true))
        )
    return Found(Standing.PROVED, "matrices multiplied, and the board counted")


def _row_matrix(statement: Statement, asked: Arguments) -> Found:
    """The matrix of a row, entry by entry; ``row`` is written as for products."""
    found = _factor(asked["row"])
    true = tuple(", ".join(map(str, line)) for line in found.to_lists())
    if len(true) != len(statement):
        return Found(Standing.REFUTED, "matrix", Witness("rows", str(len(statement)), str(len(true))))
    claimed = tuple(", ".join(str(Polynomial.parse(e, _NAMES)) for e in row.split(",")) for row in statement)
    return compared(claimed, true, tuple(f"row {word}" for word in found.rows), "Kronecker product of bars")


def _words(statement: Statement, asked: Arguments) -> Found:
    """The words of labels in the order of the rows and columns."""
    found = TileSet(asked["tiles"]).bar_matrix(len(statement[0]))
    if found.rows != found.columns or len(found.rows) != len(statement):
        return Found(Standing.REFUTED, "matrix", Witness("rows", str(len(statement)), str(len(found.rows))))
    return compared(statement, found.rows, tuple(f"row {k}" for k in range(1, len(statement) + 1)), "matrix")


def _broken(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The matrix of a row with missing squares is the Kronecker product of those of its parts."""
    tiles = TileSet("domineering-tiles")
    rule = tiles_of("domineering-tiles")
    tried = [*product(range(1, 4), repeat=2), *product(range(1, 3), repeat=3)]
    for lengths in tried:
        parts = reduce(BarMatrix.kron, (tiles.bar_matrix(length) for length in lengths))
        bars = _with_gaps(rule.tiles, lengths)
        if {(parts.rows[i], parts.columns[j]): value for i, j, value in parts.cells} != bars:
            return Found(Standing.REFUTED, "rows of tiles listed", Witness(f"parts of {_list(lengths)}"))
    return Found(Standing.CONSISTENT, "rows of tiles listed, parts up to three long")


def _with_gaps(tiles: Sequence[Tile], lengths: Sequence[int]) -> dict[tuple[str, str], Polynomial]:
    """Rows of tiles with the blank tile between the parts, by the labels elsewhere."""
    blank = next(t for t in tiles if {t.top, t.bottom, t.left, t.right} == {"0"} and not any(t.weight))
    choices: list[Sequence[Tile]] = [tiles] * lengths[0]
    for length in lengths[1:]:
        choices += [[blank], *[tiles] * length]
    gaps = [len(part) == 1 for part in choices]
    sums: dict[tuple[str, str], Counter[tuple[int, ...]]] = {}
    for row in product(*choices):
        closed = (blank, *row, blank)
        if all(one.right == other.left for one, other in pairwise(closed)):
            kept = [tile for tile, is_gap in zip(row, gaps, strict=True) if not is_gap]
            words = "".join(tile.bottom for tile in kept), "".join(tile.top for tile in kept)
            powers = sum(tile.weight[0] for tile in kept), sum(tile.weight[1] for tile in kept)
            sums.setdefault(words, Counter())[powers] += 1
    return {words: Polynomial.of(_NAMES, numbers) for words, numbers in sums.items()}


METHODS: dict[str, dict[str, Method]] = {
    "corner": {"bars": _corner},
    "summed-rows": {"bars": _summed_rows, "words": _rows_without_2},
    "power": {"bars": _power_summed, "mosaics": _power_stacked},
    "product": {"bars": _product},
    "row": {"bars": _row_matrix},
    "words": {"bars": _words},
    "broken": {"brute-force": _broken},
}
