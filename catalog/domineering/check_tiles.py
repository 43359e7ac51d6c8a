"""Domineering positions as tilings: the tile sets and their figures, bar-state matrices and their powers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import pairwise, product

from gfkit.catalog.check import Arguments, Found, Said, Sentence, agreed, compared, refuted, theorem
from gfkit.catalog.claim import Standing, Statement
from gfkit.errors import CatalogError
from gfkit.games import TileRule, as_rule
from gfkit.games.rule import Tile
from gfkit.sequences import Polynomial
from gfkit.transfer import BarMatrix, TileSet

from ..shared.arithmetic import evaluate
from ..shared.cells import Cell
from .check import NAMES, counted, listed
from .positions import Domino, Position, is_left, positions, rectangles

_CELLS, _COLUMNS = 10, 4


@cache
def tiles_of(name: str) -> TileRule:
    rule = as_rule(name)
    if not isinstance(rule, TileRule):
        raise CatalogError(f"tiles {name!r}: must be a tile set, such as domineering-tiles")
    return rule


# Block recursions

Sums = Counter[tuple[str, tuple[int, ...]]]
_START, _STEP = Sentence("{name}(0) = {value:int}"), Sentence("{name}(q + 1) = {blocks}")


@theorem("domineering_blocks.recursion", "tiles")
def recursion(statement: Statement, asked: Arguments) -> Found:
    """Every block of every recursion, G0(q + 1) = G0 + G1, x*G0 / G0, 0, against the tiles that can stand
    leftmost: that is all there is to it.

    ``matrices`` says of each name which left and right label its bars have, as { G0 = "0 0" }.
    """
    rule, ends = tiles_of(asked["tiles"]), {key: value.split() for key, value in asked["matrices"].items()}
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    for text in statement:
        start = _START.match(text)
        said = start or _STEP.read(text)
        if said["name"] not in ends:
            raise CatalogError(f"check: matrices does not say which ends {said['name']} has")
        left, right = ends[said["name"]]
        if start:
            claimed, true, place = str(start["value"]), str(int(left == right)), "length 0"
        else:
            at = {pair[0]: word for word, pair in ends.items() if pair[1] == right}
            blocks = [
                [_block(entry.strip()) for entry in row.split(",")] for row in said["blocks"].split("/")
            ]
            claimed, true = _row_text(blocks), _row_text(_true_blocks(rule, labels, left, at))
            place = "length q + 1"
        if claimed != true:
            return refuted("the tiles, one by one", f"{said['name']}, {place}", claimed, true)
    return Found(Standing.PROVED, "each block has the tiles that can stand leftmost in it")


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
def tiles_in_blocks(statement: Statement, asked: Arguments) -> Found:
    """For each block with tiles in it, by its Roman numeral row by row: the tiles; other blocks have none."""
    rule = tiles_of(asked["tiles"])
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    true = []
    for left in sorted({tile.left for tile in rule.tiles}):
        for numeral, (bottom, top) in zip(_ROMAN, product(labels, repeat=2), strict=False):
            names = [t.name for t in rule.tiles if (t.left, t.bottom, t.top) == (left, bottom, top)]
            if names:
                true.append(f"left {left}, block {numeral}: {' '.join(names)}")
    if len(true) != len(statement):
        return refuted("tiles sorted", "number of blocks", len(statement), len(true))
    return compared(
        statement, tuple(true), tuple(f"entry {k}" for k in range(1, len(true) + 1)), "tiles sorted"
    )


def _written(numerals: Statement) -> Found:
    return compared(numerals, _ROMAN, tuple(f"block {k}" for k in range(1, 10)), "written one by one")


def _read(numerals: Statement) -> Found:
    """At most three equal signs, and only one before a larger one."""
    for number, text in enumerate(numerals, 1):
        values = {"IX": 9, "IV": 4}
        is_numeral = re.fullmatch(r"(IX|IV|V?I{0,3})", text)
        if not is_numeral or values.get(text, 5 * text.count("V") + text.count("I")) != number:
            return refuted("numerals read", f"block {number}", text)
    return Found(Standing.PROVED, "numerals read")


@theorem("domineering_blocks.numerals", {"written": _written, "read": _read})
def numerals(way: Callable[[Statement], Found], statement: Statement, _asked: Arguments) -> Found:
    """The names of the blocks, counted through."""
    return way(statement)


@theorem("domineering_blocks.size", "tiles")
def size(statement: Statement, asked: Arguments) -> Found:
    """How many words of q labels there are, written 2^q; turned: of the tiles turned."""
    across, down = _labels(asked["tiles"])
    labels = across if asked.get("turned", False) else down
    return compared(statement, (f"{len(labels)}^q",), ("words of q labels",), "labels of the tiles")


def _labels(name: str) -> tuple[set[str], set[str]]:
    rule = tiles_of(name)
    across = {label for tile in rule.tiles for label in (tile.left, tile.right)}
    return across, {label for tile in rule.tiles for label in (tile.top, tile.bottom)}


@theorem("domineering_blocks.matrices", "tiles")
def matrices(statement: Statement, asked: Arguments) -> Found:
    """How many matrices there are, a left and a right label each, for the tiles and for the tiles turned."""
    rule, (across, down) = tiles_of(asked["tiles"]), _labels(asked["tiles"])
    true = (str(len(across) * len(rule.boundary.right)), str(len(down) * len(rule.boundary.bottom)))
    return compared(statement, true, ("the tiles", "the tiles turned"), "labels of the tiles")


# Figures: positions drawn as tilings

Halves = Mapping[Cell, str]
_KINDS = ("empty", "top", "bottom", "left", "right")
_IN_CLASS: dict[str, Callable[[Position], bool]] = {
    "domineering-tiles": lambda _: True,
    "domineering-maximal-tiles": lambda position: not position.moves(),
    "domineering-right-end-tiles": lambda position: position.is_right_end,
}


def half_of(tile: Tile, rule: TileRule) -> str:
    """What a tile shows: the edge in the middle of a domino has the largest label there is."""
    middle = max(label for one in rule.tiles for label in (one.top, one.left))
    edges = {"top": tile.bottom, "bottom": tile.top, "left": tile.right, "right": tile.left}
    return next((half for half, label in edges.items() if label == middle), "empty")


def _halves(position: Position) -> Halves:
    found = dict.fromkeys(position.empty, "empty")
    for first, second in position.dominoes:
        found[first], found[second] = ("top", "bottom") if is_left((first, second)) else ("left", "right")
    return found


def tilings(rule: TileRule, rows: int, cols: int, halves: Halves) -> Iterator[dict[Cell, Tile]]:
    """Every tiling that shows these halves, with equal labels on shared edges."""
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
def figure(statement: Statement, asked: Arguments) -> Found:
    """A drawn tiling, row by row from the top, against the tiling of the dominoes beside it.

    In ``board`` every domino is two equal letters, capitals for Left, and a dot is an empty square.
    """
    found, lines = _tiling(asked), asked["board"].split("/")
    true = tuple(" ".join(found[row, col].name for col in range(len(line))) for row, line in enumerate(lines))
    if len(true) != len(statement):
        raise CatalogError(f"statement: {len(statement)} rows, and the board has {len(true)}")
    return compared(statement, true, tuple(f"row {k}" for k in range(1, len(true) + 1)), "the only tiling")


def _tiling(asked: Arguments) -> dict[Cell, Tile]:
    """The tiling of the drawn position, of which there must be one only."""
    lines = asked["board"].split("/")
    found = list(tilings(tiles_of(asked["tiles"]), len(lines), len(lines[0]), _lettered(lines)))
    if len(found) != 1:
        raise CatalogError(f"check: the position has {len(found)} tilings, so that the figure is not decided")
    return found[0]


def _lettered(lines: list[str]) -> Halves:
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
def bar(statement: Statement, asked: Arguments) -> Found:
    """A row of the only tiling of a position, which is no position itself; rows count from the top."""
    sides, tiling = tiles_of(asked["tiles"]).boundary, _tiling(asked)
    row = [tiling[cell] for cell in sorted(tiling) if cell[0] == asked["row"] - 1]
    claimed, true = statement[0], " ".join(tile.name for tile in row)
    if claimed != true:
        return refuted("the only tiling", f"row {asked['row']}", claimed, true)
    if all(tile.top in sides.top and tile.bottom in sides.bottom for tile in row):
        return refuted("labels compared", "the row", true="a position by itself")
    return Found(Standing.PROVED, "the only tiling; outer edges with labels not allowed there")


@theorem("domineering_tilings.one-each", "search", words="Left = {left}; Right = {right}")
def one_each(said: Said, asked: Arguments) -> Found:
    """Positions of the class have one tiling, others none; dominoes are as many as the tiles named, as in
    Left = T1 + T2."""
    rule = tiles_of(asked["tiles"])
    named = [said["left"].split(" + "), said["right"].split(" + ")]
    marked = [[t.name for t in rule.tiles if t.weight == one] for one in ((1, 0), (0, 1))]
    if named != marked:
        return refuted("weights of the tiles", "tiles that count", named, marked)
    board = ""
    for m, n in rectangles(asked.get("cells", 8)):
        board = f"{m}x{n}"
        for position in positions(board):
            found = list(tilings(rule, m, n, _halves(position)))
            if len(found) != int(_IN_CLASS[asked["tiles"]](position)):
                return refuted("tilings listed", board, "one tiling", len(found))
            for tiling in found:
                names = Counter(tile.name for tile in tiling.values())
                claimed = tuple(sum(names[name] for name in part) for part in named)
                if claimed != position.powers:
                    return refuted("tilings listed", board, claimed, position.powers)
    return Found(Standing.CONSISTENT, f"all positions of all rectangles up to {board}")


@theorem("domineering_tilings.numbers", "tiles")
def numbers(statement: Statement, asked: Arguments) -> Found:
    """How many tiles show each half: top 4, left 4, ..."""
    rule = tiles_of(asked["tiles"])
    known = Counter(half_of(tile, rule) for tile in rule.tiles)
    halves = [text.split()[0] for text in statement]
    if any(half not in _KINDS for half in halves):
        raise CatalogError(f"statement: halves are {', '.join(_KINDS)}")
    return compared(
        statement, tuple(f"{half} {known[half]}" for half in halves), tuple(halves), "tiles sorted"
    )


# Entries of powers


def _matrix(tiles: str, n: int, ends: Sequence[str]) -> BarMatrix:
    """The sum of the matrices of bars with these left and right labels, each written as 0 1."""
    return reduce(BarMatrix.__add__, (TileSet(tiles).bar_matrix(n, *pair.split()) for pair in ends))


def _ends(text: str, length: str, asked: Arguments) -> list[str]:
    """The end labels of the matrices in a sum such as (RE0(n) + RE0(n)'), which ``matrices`` names."""
    inside = text[1:-1] if text.startswith("(") else text
    names = [part.replace(f"({length})", "") for part in inside.split(" + ")]
    if any(name not in asked["matrices"] for name in names):
        raise CatalogError(f"statement: {text!r} must be a sum of matrices named in with.matrices")
    return [asked["matrices"][name] for name in names]


@theorem("domineering_bars.corner", "bars", words="entry ({row:int}, {column:int}) of {sum}^m")
def corner(said: Said, asked: Arguments) -> Found:
    """An entry of the m-th power of the matrix of rows of n tiles is the polynomial of the m x n board."""
    row, column, ends = said["row"] - 1, said["column"] - 1, _ends(said["sum"], "n", asked)

    def case(side: tuple[int, int]) -> tuple[str, object, Polynomial]:
        m, n = side
        power = _matrix(asked["tiles"], n, ends) ** m
        inside = row < len(power.rows) and column < len(power.columns)
        return f"{m}x{n}", power[row, column] if inside else None, listed(f"{m}x{n}", asked["positions"])

    sides = _narrow(asked)
    told = f"positions listed on all rectangles up to {'x'.join(map(str, sides[-1]))}"
    return agreed(map(case, sides), "positions listed", told)


def _narrow(asked: Arguments) -> list[tuple[int, int]]:
    """Rectangles with few cells, and with few columns, as the matrices grow with them."""
    return [size for size in rectangles(asked.get("cells", _CELLS)) if size[1] <= _COLUMNS]


def _row_numbers(said: Said, n: int) -> list[int]:
    """The numbers of rows, ascending, over all u of 0s and 1s."""
    span = range(said["start"], said["start"] + n)
    powers = [said["base"] ** evaluate(said["power"], {"i": i}) for i in span]
    return sorted(
        said["first"] + sum(power for power, u in zip(powers, us, strict=True) if u)
        for us in product((0, 1), repeat=n)
    )


def _summed_rows(said: Said, asked: Arguments) -> Found:
    """The sum of the entries of the first column in these rows is the polynomial of maximal positions."""
    board, evidence = "", "entries of the power summed"
    for m, n in _narrow(asked):
        board, power = f"{m}x{n}", _matrix(asked["tiles"], n, ("0 0", "0 1")) ** m
        rows = _row_numbers(said, n)
        if rows[-1] > len(power.rows) or rows[0] < 1:
            return refuted(evidence, board, _list(rows))
        claimed = reduce(Polynomial.__add__, (power[row - 1, 0] for row in rows))
        if claimed != (true := counted(board, "maximal")):
            return refuted(evidence, board, f"rows {_list(rows)}: {claimed}", true)
    return Found(Standing.CONSISTENT, f"entries summed for all rectangles up to {board}")


def _rows_without_2(said: Said, _asked: Arguments) -> Found:
    """The words of bottom labels in order: those without the label 2 have these numbers."""
    for n in range(1, 6):
        true = [number for number, word in enumerate(product("012", repeat=n), 1) if "2" not in word]
        if (rows := _row_numbers(said, n)) != true:
            return refuted("words counted through", f"1x{n}", _list(rows), _list(true))
    return Found(Standing.CONSISTENT, "words of up to five labels counted through")


@theorem(
    "domineering_bars.summed-rows",
    {"bars": _summed_rows, "words": _rows_without_2},
    words="{first:int} + sum(u_i*{base:int}^{power}, i = {start:int}..n)",
)
def summed_rows(way: Callable[[Said, Arguments], Found], said: Said, asked: Arguments) -> Found:
    """Maximal positions are summed over the rows with these numbers, u_i being 0 and 1 in all ways."""
    return way(said, asked)


def _list(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows))


def _power_by_matrices(tiles: str, ends: Sequence[str], m: int, n: int) -> tuple[Polynomial, Polynomial]:
    power = _matrix(tiles, n, ends) ** m
    rows = [k for k, word in enumerate(power.rows) if "2" not in word]
    return reduce(Polynomial.__add__, (power[k, 0] for k in rows)), counted(f"{m}x{n}", "maximal")


def _power_by_rows(tiles: str, ends: Sequence[str], m: int, n: int) -> tuple[Polynomial, Polynomial]:
    """Rows of tiles with these end labels put below each other, from top labels 0 to bottom labels but 2."""
    pairs = [tuple(pair.split()) for pair in ends]
    bars = [
        row
        for row in product(tiles_of(tiles).tiles, repeat=n)
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
    return Polynomial.of(NAMES, sums), listed(f"{m}x{n}", "maximal")


@theorem(
    "domineering_bars.power", {"bars": _power_by_matrices, "mosaics": _power_by_rows}, words="{sum}^{m:int}"
)
def power_in_the_example(
    pair: Callable[..., tuple[Polynomial, Polynomial]], said: Said, asked: Arguments
) -> Found:
    """The entries of the first column of the power, in the rows whose words have no 2, make the polynomial of
    maximal positions, as M0(2)^3 or (M0(2) + M0(2)')^3."""
    length = said["sum"].rpartition("(")[2].partition(")")[0]
    board = f"{said['m']}x{length}"
    claimed, true = pair(asked["tiles"], _ends(said["sum"], length, asked), said["m"], int(length))
    evidence = "entries of the power summed" if pair is _power_by_matrices else "rows of tiles stacked"
    return Found(Standing.PROVED, evidence) if claimed == true else refuted(evidence, board, claimed, true)


# Products and broken rows


def _factor(text: str) -> BarMatrix:
    """A row or several equal ones: G6 top __00__; G1 kron G2 bottom _0; G2 ^3."""
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
def product_of_rows(statement: Statement, asked: Arguments) -> Found:
    """The first entry of the product of the rows, the bottom one first, is the polynomial of the board."""
    claimed = reduce(BarMatrix.__matmul__, map(_factor, statement))[0, 0]
    if claimed != (true := counted(asked["board"])):
        return refuted("matrices multiplied", asked["board"], claimed, true)
    return Found(Standing.PROVED, "matrices multiplied, and the board counted")


@theorem("domineering_bars.row", "bars")
def matrix_of_a_row(statement: Statement, asked: Arguments) -> Found:
    """The matrix of a row, entry by entry; ``row`` is written as for products."""
    found = _factor(asked["row"])
    true = tuple(", ".join(map(str, line)) for line in found.to_lists())
    if len(true) != len(statement):
        return refuted("matrix", "rows", len(statement), len(true))
    claimed = tuple(", ".join(str(Polynomial.parse(e, NAMES)) for e in row.split(",")) for row in statement)
    return compared(claimed, true, tuple(f"row {word}" for word in found.rows), "Kronecker product of bars")


@theorem("domineering_bars.words", "bars")
def order_of_words(statement: Statement, asked: Arguments) -> Found:
    """The words of labels in the order of the rows and columns."""
    found = TileSet(asked["tiles"]).bar_matrix(len(statement[0]))
    if found.rows != found.columns or len(found.rows) != len(statement):
        return refuted("matrix", "rows", len(statement), len(found.rows))
    return compared(statement, found.rows, tuple(f"row {k}" for k in range(1, len(statement) + 1)), "matrix")


@theorem("domineering_bars.broken", "brute-force", words="R = A kron B")
def broken(_said: Said, _asked: Arguments) -> Found:
    """The matrix of a row with missing squares is the Kronecker product of those of its parts."""
    tiles = TileSet("domineering-tiles")
    for lengths in [*product(range(1, 4), repeat=2), *product(range(1, 3), repeat=3)]:
        parts = reduce(BarMatrix.kron, (tiles.bar_matrix(length) for length in lengths))
        bars = _with_gaps(tiles_of("domineering-tiles").tiles, lengths)
        if {(parts.rows[i], parts.columns[j]): value for i, j, value in parts.cells} != bars:
            return refuted("rows of tiles listed", f"parts of {_list(lengths)}")
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
    return {words: Polynomial.of(NAMES, numbers) for words, numbers in sums.items()}
