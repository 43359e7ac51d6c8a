"""Properties of tile sets: block recursions, which tiles stand in which block, sizes of matrices."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import product

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.errors import CatalogError
from gfkit.games import TileRule, as_rule

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_RECURSION = re.compile(r"(\w+'?)\(q \+ 1\) = (.+)")
_START = re.compile(r"(\w+'?)\(0\) = ([01])")
Sums = Counter[tuple[str, tuple[int, ...]]]


@cache
def tiles_of(name: str) -> TileRule:
    rule = as_rule(name)
    if not isinstance(rule, TileRule):
        raise CatalogError(f"tiles {name!r}: must be a tile set, such as domineering-tiles")
    return rule


# Block recursions


def _recursion(statement: Statement, asked: Arguments) -> Found:
    """Every block of every recursion against the tiles that can stand leftmost: that is all there is to it.

    ``matrices`` says of each name which left and right label its bars have, as { G0 = "0 0" }.
    """
    rule, ends = tiles_of(asked["tiles"]), {key: value.split() for key, value in asked["matrices"].items()}
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    for text in statement:
        if begin := _START.fullmatch(text):
            left, right = _known(begin[1], ends)
            claimed, true, place = begin[2], str(int(left == right)), f"{begin[1]}, length 0"
        else:
            name, blocks = _blocks(text)
            left, right = _known(name, ends)
            at = {pair[0]: word for word, pair in ends.items() if pair[1] == right}
            claimed, true = _row_text(blocks), _row_text(_true_blocks(rule, labels, left, at))
            place = f"{name}, length q + 1"
        if claimed != true:
            return Found(Standing.REFUTED, "the tiles, one by one", Witness(place, claimed, true))
    return Found(Standing.PROVED, "each block has the tiles that can stand leftmost in it")


def _known(name: str, ends: dict[str, list[str]]) -> list[str]:
    if name not in ends:
        raise CatalogError(f"check: matrices does not say which ends {name} has")
    return ends[name]


def _blocks(text: str) -> tuple[str, list[list[Sums]]]:
    """A recursion as written: G0(q + 1) = G0 + G1, x*G0 / G0, 0."""
    found = _RECURSION.fullmatch(text)
    if found is None:
        raise CatalogError(f"statement {text!r}: must be written G0(q + 1) = G0 + G1, x*G0 / G0, 0")
    return found[1], [[_block(entry.strip()) for entry in row.split(",")] for row in found[2].split("/")]


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


# Which tiles stand in which block


def _tiles(statement: Statement, asked: Arguments) -> Found:
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
        return Found(
            Standing.REFUTED, "tiles sorted", Witness("number of blocks", str(len(statement)), str(len(true)))
        )
    return compared(
        statement, tuple(true), tuple(f"entry {k}" for k in range(1, len(true) + 1)), "tiles sorted"
    )


def _numerals(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The names of the blocks, counted through."""
    return compared(statement, _ROMAN, tuple(f"block {k}" for k in range(1, 10)), "written one by one")


def _numerals_read(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The names of the blocks, read: at most three equal signs, and only one before a larger one."""
    for number, text in enumerate(statement, 1):
        found = re.fullmatch(r"(IX|IV|V?I{0,3})", text)
        values = {"IX": 9, "IV": 4}
        read = values.get(text, 5 * text.count("V") + text.count("I")) if found else None
        if read != number:
            return Found(Standing.REFUTED, "numerals read", Witness(f"block {number}", text))
    return Found(Standing.PROVED, "numerals read")


# Sizes


def _size(statement: Statement, asked: Arguments) -> Found:
    """How many words of q labels there are, written 2^q; turned: of the tiles turned."""
    across, down = _labels(asked["tiles"])
    labels = across if asked.get("turned", False) else down
    return compared(statement, (f"{len(labels)}^q",), ("words of q labels",), "labels of the tiles")


def _labels(name: str) -> tuple[set[str], set[str]]:
    rule = tiles_of(name)
    across = {label for tile in rule.tiles for label in (tile.left, tile.right)}
    return across, {label for tile in rule.tiles for label in (tile.top, tile.bottom)}


def _matrices(statement: Statement, asked: Arguments) -> Found:
    """How many matrices there are, a left and a right label each, for the tiles and for the tiles turned."""
    rule, (across, down) = tiles_of(asked["tiles"]), _labels(asked["tiles"])
    true = (str(len(across) * len(rule.boundary.right)), str(len(down) * len(rule.boundary.bottom)))
    return compared(statement, true, ("the tiles", "the tiles turned"), "labels of the tiles")


METHODS: dict[str, dict[str, Method]] = {
    "recursion": {"tiles": _recursion},
    "tiles": {"tiles": _tiles},
    "numerals": {"written": _numerals, "read": _numerals_read},
    "size": {"tiles": _size},
    "matrices": {"tiles": _matrices},
}
