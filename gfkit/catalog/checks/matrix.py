"""by = "matrix": a bar-state matrix of a tile set, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

from gfkit.catalog.check import Argument, Arguments, Check, Found, compared
from gfkit.catalog.claim import Statement
from gfkit.errors import CatalogError
from gfkit.games import TileRule, as_rule
from gfkit.sequences import Polynomial
from gfkit.transfer import TileSet


def bars(statement: Statement, asked: Arguments) -> Found:
    """The matrix as the engine builds it, by recursion on the leftmost tile."""
    tiles = TileSet(asked["tiles"])
    found = tiles.bar_matrix(asked["length"], asked.get("left", "0"), asked.get("right", "0"))
    found = found.restrict(asked.get("top"), asked.get("bottom"))
    for _ in range(asked.get("power", 1) - 1):
        found = found @ tiles.bar_matrix(asked["length"], asked.get("left", "0"), asked.get("right", "0"))
    return _against(statement, found.rows, found.to_lists(), "bar-state matrix")


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """Every row of tiles listed, and sorted by its words."""
    rule = as_rule(asked["tiles"])
    if not isinstance(rule, TileRule) or asked.get("power", 1) != 1:
        raise CatalogError("check: single bars of a tile set are listed, and no others")
    sums = _listed(rule, asked["length"], set(asked.get("left", "0")), set(asked.get("right", "0")))
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    words = ["".join(word) for word in product(labels, repeat=asked["length"])]
    rows, columns = ([w for w in words if _fits(w, asked.get(side))] for side in ("bottom", "top"))
    zero = Polynomial.constant(0, ("x", "y"))
    lists = [[sums.get((row, column), zero) for column in columns] for row in rows]
    return _against(statement, rows, lists, "bars listed")


def _fits(word: str, pattern: str | None) -> bool:
    return pattern is None or all(p in ("_", c) for p, c in zip(pattern, word, strict=True))


def _listed(
    rule: TileRule, length: int, left: set[str], right: set[str]
) -> dict[tuple[str, str], Polynomial]:
    sums: dict[tuple[str, str], Polynomial] = {}
    for row in product(rule.tiles, repeat=length):
        touching = all(one.right == other.left for one, other in pairwise(row))
        if touching and row[0].left in left and row[-1].right in right:
            words = "".join(tile.bottom for tile in row), "".join(tile.top for tile in row)
            powers = sum(tile.weight[0] for tile in row), sum(tile.weight[1] for tile in row)
            one = Polynomial.monomial(powers, ("x", "y"))
            sums[words] = sums[words] + one if words in sums else one
    return sums


def _against(
    statement: Statement, rows: Sequence[str], lists: list[list[Polynomial]], evidence: str
) -> Found:
    true = tuple(", ".join(map(str, line)) for line in lists)
    if len(statement) != len(true):
        raise CatalogError(f"statement: {len(statement)} rows, and the matrix has {len(true)}")
    claimed = tuple(
        ", ".join(str(Polynomial.parse(entry, ("x", "y"))) for entry in row.split(",")) for row in statement
    )
    places = tuple(f"row {word or index}" for index, word in enumerate(rows))
    return compared(claimed, true, places, evidence)


def _subject(asked: Arguments) -> str:
    extra = [f"{key} {asked[key]}" for key in ("left", "right", "top", "bottom", "power") if key in asked]
    return ", ".join([f"bars of {asked['length']} {asked['tiles']}", *extra])


MATRIX = Check(
    arguments=(
        Argument("tiles", needed=True),
        Argument("length", int, needed=True),
        Argument("left"),
        Argument("right"),
        Argument("top"),
        Argument("bottom"),
        Argument("power", int),
    ),
    methods={"bars": bars, "brute-force": brute_force},
    subject=_subject,
    is_list=True,
)
