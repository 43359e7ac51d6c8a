"""Bar-state matrices of the tile sets: entries of powers, products of rows, broken rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise, product
from typing import TYPE_CHECKING

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_cases,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.algebra import Polynomial
from gfkit.core.errors import CatalogError
from gfkit.questions import BarMatrix, TileSet

from ..shared.arithmetic import evaluate
from .check import NAMES, count_by_engine, count_by_listing
from .check_tiles import tiles_of
from .positions import rectangles

if TYPE_CHECKING:
    from gfkit.core.rules.values import Tile

_CELLS, _COLUMNS = 10, 4


# Entries of powers


def _matrix(tiles: str, n: int, ends: Sequence[str]) -> BarMatrix:
    """Return the sum of the matrices of bars with these left and right labels, each written as 0 1."""
    return reduce(BarMatrix.__add__, (TileSet(tiles).bar_matrix(n, *pair.split()) for pair in ends))


def _ends(text: str, length: str, asked: Arguments) -> list[str]:
    """Return the end labels of the matrices in a sum such as (RE0(n) + RE0(n)'), which ``matrices`` names."""
    inside = text[1:-1] if text.startswith("(") else text
    names = [part.replace(f"({length})", "") for part in inside.split(" + ")]
    if any(name not in asked["matrices"] for name in names):
        raise CatalogError(f"statement: {text!r} must be a sum of matrices named in with.matrices")
    return [asked["matrices"][name] for name in names]


@theorem("domineering_bars.corner", "bars", words="entry ({row:int}, {column:int}) of {sum}^m")
def corner(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that an entry of the m-th power of the matrix of rows of n tiles is the polynomial of the m x n
    board.
    """
    row, column, ends = holes["row"] - 1, holes["column"] - 1, _ends(holes["sum"], "n", asked)

    def case(side: tuple[int, int]) -> tuple[str, object, Polynomial]:
        m, n = side
        power = _matrix(asked["tiles"], n, ends) ** m
        inside = row < len(power.rows) and column < len(power.columns)
        return (
            f"{m}x{n}",
            power[row, column] if inside else None,
            count_by_listing(f"{m}x{n}", asked["positions"]),
        )

    sides = _narrow(asked)
    reach = f"positions listed on all rectangles up to {'x'.join(map(str, sides[-1]))}"
    return compare_cases(map(case, sides), "positions listed", reach)


def _narrow(asked: Arguments) -> list[tuple[int, int]]:
    """Return the rectangles with few cells and few columns, because the matrices grow with both."""
    return [size for size in rectangles(asked.get("cells", _CELLS)) if size[1] <= _COLUMNS]


def _row_numbers(holes: HoleValues, n: int) -> list[int]:
    """Return the indices of rows, in ascending order, for all 0-1 vectors u."""
    span = range(holes["start"], holes["start"] + n)
    powers = [holes["base"] ** evaluate(holes["power"], {"i": i}) for i in span]
    return sorted(
        holes["first"] + sum(power for power, u in zip(powers, us, strict=True) if u)
        for us in product((0, 1), repeat=n)
    )


def _summed_rows(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the sum of the entries of the first column in these rows is the polynomial of maximal
    positions.
    """
    board, evidence = "", "entries of the power summed"
    for m, n in _narrow(asked):
        board, power = f"{m}x{n}", _matrix(asked["tiles"], n, ("0 0", "0 1")) ** m
        rows = _row_numbers(holes, n)
        if rows[-1] > len(power.rows) or rows[0] < 1:
            return refutation(evidence, board, _list(rows))
        claimed = reduce(Polynomial.__add__, (power[row - 1, 0] for row in rows))
        if claimed != (true := count_by_engine(board, "maximal")):
            return refutation(evidence, board, f"rows {_list(rows)}: {claimed}", true)
    return CheckResult(ClaimStatus.CONSISTENT, f"entries summed for all rectangles up to {board}")


def _rows_without_2(holes: HoleValues, _asked: Arguments) -> CheckResult:
    """Check that the words of bottom labels without the label 2 have these indices."""
    for n in range(1, 6):
        true = [number for number, word in enumerate(product("012", repeat=n), 1) if "2" not in word]
        if (rows := _row_numbers(holes, n)) != true:
            return refutation("words counted through", f"1x{n}", _list(rows), _list(true))
    return CheckResult(ClaimStatus.CONSISTENT, "words of up to five labels counted through")


@theorem(
    "domineering_bars.summed-rows",
    {"bars": _summed_rows, "words": _rows_without_2},
    words="{first:int} + sum(u_i*{base:int}^{power}, i = {start:int}..n)",
)
def summed_rows(
    way: Callable[[HoleValues, Arguments], CheckResult], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that maximal positions are summed over the rows with these indices, for all 0-1 vectors u."""
    return way(holes, asked)


def _list(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows))


def _power_by_matrices(tiles: str, ends: Sequence[str], m: int, n: int) -> tuple[Polynomial, Polynomial]:
    power = _matrix(tiles, n, ends) ** m
    rows = [k for k, word in enumerate(power.rows) if "2" not in word]
    return reduce(Polynomial.__add__, (power[k, 0] for k in rows)), count_by_engine(f"{m}x{n}", "maximal")


def _rows_of_tiles(
    choices: Sequence[Sequence[Tile]], ends: Collection[tuple[str, ...]]
) -> Iterator[tuple[Tile, ...]]:
    """Yield the rows with equal labels on shared edges, and with the given labels at their ends."""
    for row in product(*choices):
        touching = all(one.right == other.left for one, other in pairwise(row))
        if touching and (row[0].left, row[-1].right) in ends:
            yield row


def _word(row: Iterable[Tile], side: str) -> str:
    return "".join(getattr(tile, side) for tile in row)


def _powers(row: Iterable[Tile]) -> tuple[int, int]:
    weights = [tile.weight for tile in row]
    return sum(weight[0] for weight in weights), sum(weight[1] for weight in weights)


def _power_by_rows(tiles: str, ends: Sequence[str], m: int, n: int) -> tuple[Polynomial, Polynomial]:
    """Return the polynomial by stacking rows of tiles with these end labels, from top labels 0 to bottom
    labels other than 2.
    """
    bars = list(_rows_of_tiles([tiles_of(tiles).tiles] * n, {tuple(pair.split()) for pair in ends}))
    below = Counter({("0" * n, (0, 0)): 1})
    for _ in range(m):
        after: Counter[tuple[str, tuple[int, int]]] = Counter()
        for (labels, (x, y)), number in below.items():
            for row in bars:
                if _word(row, "top") == labels:
                    more_x, more_y = _powers(row)
                    after[_word(row, "bottom"), (x + more_x, y + more_y)] += number
        below = after
    sums: Counter[tuple[int, ...]] = Counter()
    for (labels, powers), number in below.items():
        sums[powers] += number * ("2" not in labels)
    return Polynomial.of(NAMES, sums), count_by_listing(f"{m}x{n}", "maximal")


@theorem(
    "domineering_bars.power", {"bars": _power_by_matrices, "mosaics": _power_by_rows}, words="{sum}^{m:int}"
)
def power_in_the_example(
    pair: Callable[..., tuple[Polynomial, Polynomial]], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that the entries of the first column of a power such as M0(2)^3 or (M0(2) + M0(2)')^3, in the
    rows whose words have no 2, sum to the polynomial of maximal positions."""
    length = holes["sum"].rpartition("(")[2].partition(")")[0]
    board = f"{holes['m']}x{length}"
    claimed, true = pair(asked["tiles"], _ends(holes["sum"], length, asked), holes["m"], int(length))
    evidence = "entries of the power summed" if pair is _power_by_matrices else "rows of tiles stacked"
    return (
        CheckResult(ClaimStatus.PROVED, evidence)
        if claimed == true
        else refutation(evidence, board, claimed, true)
    )


# Products and broken rows


def _factor(text: str) -> BarMatrix:
    """Return the matrix of a row or of several equal rows: G6 top __00__; G1 kron G2 bottom _0; G2 ^3."""
    parts = []
    for part in text.split(" kron "):
        name, *rest = part.split()
        power = int(rest.pop()[1:]) if rest and rest[-1].startswith("^") else 1
        given = dict(zip(rest[::2], rest[1::2], strict=True))
        if not name.startswith("G") or given.keys() - {"top", "bottom"}:
            raise CatalogError(f"statement {part!r}: must be written G6 top __00__ bottom _0____, or G2 ^3")
        bars = TileSet("domineering-tiles").bar_matrix(int(name[1:]))
        bars = bars.restrict(given.get("top"), given.get("bottom"))
        parts.append(bars if power == 1 else bars**power)
    return reduce(BarMatrix.kron, parts)


@theorem("domineering_bars.product", "bars")
def product_of_rows(statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the first entry of the product of the rows, bottom row first, is the polynomial of the
    board.
    """
    claimed = reduce(BarMatrix.__matmul__, map(_factor, statement))[0, 0]
    if claimed != (true := count_by_engine(asked["board"])):
        return refutation("matrices multiplied", asked["board"], claimed, true)
    return CheckResult(ClaimStatus.PROVED, "matrices multiplied, and the board counted")


@theorem("domineering_bars.row", "bars")
def matrix_of_a_row(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the entries of the matrix of a row; ``row`` is written as for products."""
    matrix = _factor(asked["row"])
    true = tuple(", ".join(map(str, line)) for line in matrix.to_lists())
    if len(true) != len(statement):
        return refutation("matrix", "rows", len(statement), len(true))
    claimed = tuple(", ".join(str(Polynomial.parse(e, NAMES)) for e in row.split(",")) for row in statement)
    return compare_entries(
        claimed, true, tuple(f"row {word}" for word in matrix.rows), "Kronecker product of bars"
    )


@theorem("domineering_bars.words", "bars")
def order_of_words(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the order of the words of labels that index rows and columns."""
    matrix = TileSet(asked["tiles"]).bar_matrix(len(statement[0]))
    if matrix.rows != matrix.columns or len(matrix.rows) != len(statement):
        return refutation("matrix", "rows", len(statement), len(matrix.rows))
    return compare_entries(
        statement, matrix.rows, tuple(f"row {k}" for k in range(1, len(statement) + 1)), "matrix"
    )


@theorem("domineering_bars.broken", "brute-force", words="R = A kron B")
def broken(_said: HoleValues, _asked: Arguments) -> CheckResult:
    """Check that the matrix of a row with missing squares is the Kronecker product of the matrices of its
    parts."""
    tiles = TileSet("domineering-tiles")
    for lengths in [*product(range(1, 4), repeat=2), *product(range(1, 3), repeat=3)]:
        parts = reduce(BarMatrix.kron, (tiles.bar_matrix(length) for length in lengths))
        bars = _with_gaps(tiles_of("domineering-tiles").tiles, lengths)
        if {(parts.rows[i], parts.columns[j]): value for i, j, value in parts.cells} != bars:
            return refutation("rows of tiles listed", f"parts of {_list(lengths)}")
    return CheckResult(ClaimStatus.CONSISTENT, "rows of tiles listed, parts up to three long")


def _with_gaps(tiles: Sequence[Tile], lengths: Sequence[int]) -> dict[tuple[str, str], Polynomial]:
    """Return the polynomials of rows of tiles with the blank tile between the parts, by the other labels."""
    blank = next(t for t in tiles if {t.top, t.bottom, t.left, t.right} == {"0"} and not any(t.weight))
    choices: list[Sequence[Tile]] = [tiles] * lengths[0]
    for length in lengths[1:]:
        choices += [[blank], *[tiles] * length]
    gaps = [len(part) == 1 for part in choices]
    sums: dict[tuple[str, str], Counter[tuple[int, ...]]] = {}
    for row in _rows_of_tiles(choices, {("0", "0")}):
        kept = [tile for tile, is_gap in zip(row, gaps, strict=True) if not is_gap]
        sums.setdefault((_word(kept, "bottom"), _word(kept, "top")), Counter())[_powers(kept)] += 1
    return {words: Polynomial.of(NAMES, numbers) for words, numbers in sums.items()}
