"""Domineering positions drawn as tilings: the figures, and that each position has one tiling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.dominoes import Cell, Domino, Position, is_left, positions, rectangles
from gfkit.catalog.properties.domineering_blocks import tiles_of
from gfkit.errors import CatalogError
from gfkit.games import TileRule
from gfkit.games.rule import Tile

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


def _figure(statement: Statement, asked: Arguments) -> Found:
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


def _bar(statement: Statement, asked: Arguments) -> Found:
    """A row of the only tiling of a position, which is no position itself; rows count from the top."""
    rule = tiles_of(asked["tiles"])
    tiling = _tiling(asked)
    row = [tiling[cell] for cell in sorted(tiling) if cell[0] == asked["row"] - 1]
    claimed, true = statement[0], " ".join(tile.name for tile in row)
    if claimed != true:
        return Found(Standing.REFUTED, "the only tiling", Witness(f"row {asked['row']}", claimed, true))
    if all(tile.top in rule.boundary.top and tile.bottom in rule.boundary.bottom for tile in row):
        return Found(Standing.REFUTED, "labels compared", Witness("the row", true="a position by itself"))
    return Found(Standing.PROVED, "the only tiling; outer edges with labels not allowed there")


def _one_each(statement: Statement, asked: Arguments) -> Found:
    """Positions of the class have one tiling, others none; dominoes are as many as the tiles named.

    The statement says which tiles are counted: Left = T1 + T2.
    """
    rule = tiles_of(asked["tiles"])
    named = [text.partition(" = ")[2].split(" + ") for text in statement]
    if len(named) != 2:
        raise CatalogError("statement: must be two entries, as Left = T1 and Right = T3")
    marked = [[t.name for t in rule.tiles if t.weight == one] for one in ((1, 0), (0, 1))]
    if named != marked:
        return Found(
            Standing.REFUTED, "weights of the tiles", Witness("tiles that count", f"{named}", f"{marked}")
        )
    board = ""
    for m, n in rectangles(asked.get("cells", 8)):
        board = f"{m}x{n}"
        for position in positions(board):
            found = list(tilings(rule, m, n, _halves(position)))
            if len(found) != int(_IN_CLASS[asked["tiles"]](position)):
                return Found(
                    Standing.REFUTED, "tilings listed", Witness(board, "one tiling", str(len(found)))
                )
            for tiling in found:
                names = Counter(tile.name for tile in tiling.values())
                claimed = tuple(sum(names[name] for name in part) for part in named)
                if claimed != position.powers:
                    witness = Witness(board, str(claimed), str(position.powers))
                    return Found(Standing.REFUTED, "tilings listed", witness)
    return Found(Standing.CONSISTENT, f"all positions of all rectangles up to {board}")


def _numbers(statement: Statement, asked: Arguments) -> Found:
    """How many tiles show each half: top 4, left 4, ..."""
    rule = tiles_of(asked["tiles"])
    numbers = Counter(half_of(tile, rule) for tile in rule.tiles)
    words = [text.split()[0] for text in statement]
    if any(word not in _KINDS for word in words):
        raise CatalogError(f"statement: halves are {', '.join(_KINDS)}")
    true = tuple(f"{word} {numbers[word]}" for word in words)
    return compared(statement, true, tuple(words), "tiles sorted")


METHODS: dict[str, dict[str, Method]] = {
    "figure": {"search": _figure},
    "bar": {"search": _bar},
    "one-each": {"search": _one_each},
    "numbers": {"tiles": _numbers},
}
