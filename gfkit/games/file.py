"""Rule files: from TOML to a rule, with an error for everything that does not fit."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gfkit.errors import RuleError, did_you_mean
from gfkit.games.rule import (
    ArrayRule,
    Boundary,
    Cell,
    Colour,
    Exponents,
    NeighbourCount,
    Piece,
    PlacementRule,
    Rule,
    Tile,
    TileRule,
    Window,
)
from gfkit.typing import Player

_MOST_POWER = 1000
MOST_COLOURS = 50
_MOST_ARRAY_COLOURS = 10
_SIDES = ("top", "right", "bottom", "left")
_MOST_SIDE = 12
NEIGHBOURS: dict[str, tuple[Cell, ...]] = {
    "rook": (),
    "king": tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)),
}


def read_rule(source: str, content: str, parameter: int | None = None) -> Rule:
    """The rule in a rule file's content; ``source`` names it in errors.

    ``parameter`` is the number after the colon in names such as ``cis:3``.
    """
    try:
        data: Mapping[str, Any] = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"rule file {source!r} is not TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise RuleError(f"rule file {source!r} has brackets nested too deeply to be read") from None
    except ValueError:  # Python's own limit on the digits of a number
        raise RuleError(_beyond(source)) from None
    if _has_long_number(data):
        raise RuleError(_beyond(source))
    fitting = [read for keys, read in _KINDS if keys & data.keys()]
    if len(fitting) != 1:
        found = ", ".join(f"[{key}]" for key in data if key not in ("name", "about")) or "no table"
        raise RuleError(
            f"rule file {source!r}: needs tables of one kind: [left] and [right] or [both] or [colours]"
            f" for a placement game, [cells] for arrays, [[tile]] for tiles; found {found}"
        )
    table = _Fields(f"rule file {source!r}", data)
    return fitting[0](table, parameter)


def _beyond(source: str) -> str:
    return f"rule file {source!r} has a whole number beyond 64 bits, the most that TOML has room for"


def _has_long_number(data: object) -> bool:
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, Mapping):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, int) and value.bit_length() > 63:
            return True
    return False


class _Fields:
    """A table of a rule file. ``where`` says which, for errors, in the words of TOML."""

    def __init__(self, source: str, data: object, path: str = "", number: int | None = None) -> None:
        header = f" [[{path}]] {number}" if number is not None else f" [{path}]"
        self.where = source + (header if path else "")
        if not isinstance(data, Mapping):
            raise RuleError(f"{self.where}: expected a table, got {data!r}")
        self._source = source
        self._path = path
        self._data: Mapping[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def only(self, *keys: str) -> None:
        """Refuses keys that mean nothing here, which are mostly misspelt ones."""
        for key in self._data:
            if key not in keys:
                hint = did_you_mean(key, keys)
                raise RuleError(f"{self.where}: unknown key {key!r}; {hint}known here are {', '.join(keys)}")

    def refused(self, key: str, needed: str) -> RuleError:
        """The error for a field that is missing or is not what is needed."""
        if key not in self._data:
            return RuleError(f"{self.where}: {key} is missing; it must be {needed}")
        return RuleError(f"{self.where}: {key} must be {needed}, got {self._data[key]!r}")

    def _under(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def table(self, key: str) -> _Fields:
        return _Fields(self._source, self._data.get(key, {}), self._under(key))

    def tables(self, key: str) -> list[_Fields]:
        items = self._data.get(key, [])
        if not isinstance(items, Sequence) or isinstance(items, str):
            raise self.refused(key, f"a list of tables, written [[{self._under(key)}]]")
        return [_Fields(self._source, item, self._under(key), number) for number, item in enumerate(items, 1)]

    def raw(self, key: str, default: object = None) -> Any:
        return self._data.get(key, default)

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.refused(key, "a printable text in quotes, on one line")
        return value

    def remark(self, key: str) -> str:
        return self.text(key) if key in self else ""

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise self.refused(key, "true or false")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        value = self._data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.refused(key, f"a whole number from {least} to {most}")
        return value

    def sequence(self, key: str, *, needed: bool = True) -> list[Any]:
        value = self._data.get(key, None if needed else [])
        if not isinstance(value, list) or (needed and not value):
            raise self.refused(key, "a list in brackets" + (" with something in it" if needed else ""))
        return value

    def wholes(self, key: str, least: int, most: int) -> frozenset[int]:
        values = self.sequence(key)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise RuleError(
                    f"{self.where}: {key} holds whole numbers from {least} to {most}, got {value!r}"
                )
        return frozenset(values)


def _weight(where: str, text: object) -> Exponents:
    """A monomial in x and y: 1, x, y, x*y, x^2*y ..."""
    powers = {"x": 0, "y": 0}
    if text != "1" and text != 1:
        factors = text.replace(" ", "").split("*") if isinstance(text, str) else [""]
        for factor in factors:
            variable, hat, power = factor.partition("^")
            if variable not in powers or (hat and not (power.isascii() and power.isdigit())):
                raise RuleError(
                    f"{where}: weight {text!r} is not a product of powers of x and y, as x or x*y^2"
                )
            powers[variable] += int(power.lstrip("0")[:9] or "0") if hat else 1
    if max(powers.values()) > _MOST_POWER:
        raise RuleError(f"{where}: weight {text!r} has a power above {_MOST_POWER}, which is the most")
    return powers["x"], powers["y"]


def _placement(table: _Fields, parameter: int | None) -> PlacementRule:
    """The placement game in a rule file."""
    table.only("name", "about", "left", "right", "both", "colours", "rules")
    colours = _read_colours(table, parameter)
    rules = table.table("rules")
    rules.only("forbid_adjacent", "liberties")
    forbid = rules.sequence("forbid_adjacent", needed=False)
    forbidden = frozenset().union(*(_pairs(rules, colours, word) for word in forbid))
    name = table.text("name")
    if parameter is not None:
        name = f"{name} with {parameter} colours"
    return PlacementRule(name, colours, forbidden, rules.flag("liberties"), table.remark("about"))


def _read_colours(table: _Fields, parameter: int | None) -> tuple[Colour, ...]:
    kinds = [key for key in ("both", "colours") if key in table]
    players = [key for key in ("left", "right") if key in table]
    if len(kinds) + bool(players) != 1:
        raise RuleError(f"{table.where}: take one of [left] with [right], or [both], or [colours]")
    if "colours" in table:
        return _many_colours(table.table("colours"), parameter)
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    if "both" in table:
        return (Colour("piece", Player.BOTH, _pieces(table.table("both"))),)
    if len(players) == 1:
        missing = "right" if players == ["left"] else "left"
        raise RuleError(
            f"{table.where}: [{missing}] is missing; a player without pieces has [{missing}] with pieces = []"
        )
    found = [Colour(key, Player(key), _pieces(table.table(key), needed=False)) for key in players]
    if not any(colour.pieces for colour in found):
        raise RuleError(f"{table.where}: neither [left] nor [right] has a piece; at least one is needed")
    return tuple(colour for colour in found if colour.pieces)


def _many_colours(table: _Fields, parameter: int | None) -> tuple[Colour, ...]:
    table.only("number", "pieces")
    if table.raw("number") == "k":
        if parameter is None:
            raise RuleError(f"{table.where}: the number of colours is open: add it after a colon, as in :3")
        number = parameter
        if not 1 <= number <= MOST_COLOURS:
            raise RuleError(
                f"{table.where}: the number after the colon must be from 1 to {MOST_COLOURS}, got {number}"
            )
    else:
        number = table.whole("number", 1, MOST_COLOURS)
        if parameter is not None:
            raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    pieces = _pieces(table, "number")
    if number == 2:
        return (Colour("left", Player.LEFT, pieces), Colour("right", Player.RIGHT, pieces))
    return tuple(Colour(f"colour {index}", Player.BOTH, pieces) for index in range(1, number + 1))


def _pieces(table: _Fields, *known: str, needed: bool = True) -> tuple[Piece, ...]:
    table.only(*known, "pieces")
    if not needed and "pieces" not in table:
        raise table.refused("pieces", "a list in brackets, [] for a player without pieces")
    where = f"{table.where} pieces"
    pieces: list[Piece] = []
    for text in table.sequence("pieces", needed=needed):
        piece = read_piece(where, text)
        if piece in pieces:
            raise RuleError(f"{where}: {text!r} is there twice; every orientation is written once")
        pieces.append(piece)
    return tuple(pieces)


def _pairs(rules: _Fields, colours: tuple[Colour, ...], word: object) -> frozenset[tuple[int, int]]:
    """The pairs of colours that one word of ``forbid_adjacent`` keeps apart.

    A piece of an impartial game is Left's and Right's at once, so there every word means all pieces.
    """
    every = {(i, j) for i in range(len(colours)) for j in range(i, len(colours))}
    if word == "same":
        return frozenset((i, j) for i, j in every if i == j)
    if word == "different":
        return frozenset((i, j) for i, j in every if i != j)
    if word not in ("LL", "RR", "LR"):
        raise RuleError(
            f"{rules.where} forbid_adjacent: {word!r} is unknown; known are 'LL', 'RR', 'LR',"
            " and for games with many colours 'same', 'different'"
        )
    first, second = (Player.LEFT if letter == "L" else Player.RIGHT for letter in str(word))
    return frozenset(
        (i, j)
        for i, j in every
        if (colours[i].belongs_to(first) and colours[j].belongs_to(second))
        or (colours[i].belongs_to(second) and colours[j].belongs_to(first))
    )


def _array(table: _Fields, parameter: int | None) -> ArrayRule:
    """The local-rule arrays in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "cells", "rules")
    cells = table.table("cells")
    cells.only("colours", "weight")
    colours = cells.whole("colours", 1, _MOST_ARRAY_COLOURS)
    rules = table.table("rules")
    rules.only("forbid", "count")
    where = f"{rules.where} forbid"
    return ArrayRule(
        name=table.text("name"),
        colours=colours,
        weights=_weights(cells, colours),
        forbid=tuple(
            dict.fromkeys(
                read_window(where, text, colours) for text in rules.sequence("forbid", needed=False)
            )
        ),
        counts=tuple(_count(item, colours) for item in rules.tables("count")),
        about=table.remark("about"),
    )


def _weights(cells: _Fields, colours: int) -> tuple[Exponents, ...]:
    marked = _Fields(f"{cells.where} weight", cells.raw("weight", {}))
    marked.only(*(str(colour) for colour in range(colours)))
    return tuple(_weight(marked.where, marked.raw(str(colour), "1")) for colour in range(colours))


def _count(item: _Fields, colours: int) -> NeighbourCount:
    item.only("cell", "neighbours", "of", "allowed")
    if "neighbours" not in item:
        raise item.refused(
            "neighbours", "rook, king, or a drawing with X at the cell and o at its neighbours"
        )
    neighbours = read_neighbours(f"{item.where} neighbours", item.raw("neighbours"))
    return NeighbourCount(
        cell=item.whole("cell", 0, colours - 1),
        neighbours=neighbours,
        of=item.wholes("of", 0, colours - 1),
        allowed=item.wholes("allowed", 0, 1000),
    )


def _tiles(table: _Fields, parameter: int | None) -> TileRule:
    """The tile set in a rule file."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", "tile", "boundary")
    tiles = tuple(_tile(item, number) for number, item in enumerate(table.tables("tile")))
    if not tiles:
        raise RuleError(f"{table.where}: needs at least one [[tile]]")
    names = [tile.name for tile in tiles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RuleError(f"{table.where}: two tiles are named {twice!r}")
    boundary = table.table("boundary")
    boundary.only(*_SIDES)
    down = {tile.top for tile in tiles} | {tile.bottom for tile in tiles}
    across = {tile.left for tile in tiles} | {tile.right for tile in tiles}
    return TileRule(
        table.text("name"),
        tiles,
        Boundary(
            top=_labels(boundary, "top", down),
            right=_labels(boundary, "right", across),
            bottom=_labels(boundary, "bottom", down),
            left=_labels(boundary, "left", across),
        ),
        table.remark("about"),
    )


def _tile(item: _Fields, number: int) -> Tile:
    item.only("name", *_SIDES, "weight")
    top, right, bottom, left = (_label(item, side) for side in _SIDES)
    name = item.text("name") if "name" in item else f"T{number}"
    weight = _weight(item.where, item.raw("weight", "1"))
    return Tile(name, top, right, bottom, left, weight)


def _label(item: _Fields, side: str) -> str:
    value = item.raw(side)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole and not (isinstance(value, str) and value and value.isprintable()):
        raise item.refused(side, "an edge label, a whole number or a printable text in quotes")
    return str(value)


def _labels(boundary: _Fields, side: str, known: set[str]) -> frozenset[str]:
    labels = [str(value) for value in boundary.sequence(side)]
    for label in labels:
        if label not in known:
            raise RuleError(
                f"{boundary.where}: {side} allows the label {label!r}, which no tile has there;"
                f" tiles have {', '.join(sorted(known))} there"
            )
    return frozenset(labels)


def read_piece(where: str, text: object) -> Piece:
    """A piece from its drawing: 'X' its cells, '.' holes, '/' between rows.

    >>> read_piece("pieces", "X/X").cells
    ((0, 0), (1, 0))
    """
    drawn = _drawn(where, text, "'X' for a cell and '.' for a hole", "X.")
    cells = {cell for cell, mark in drawn.items() if mark == "X"}
    if not cells:
        raise RuleError(f"{where}: the piece {text!r} has no cell; draw its cells as X, as in 'X/X'")
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return Piece(tuple(sorted((row - top, col - left) for row, col in cells)))


def read_window(where: str, text: object, colours: int) -> Window:
    """A window from its drawing: colours, '?' any colour, small letters alike where alike, '.' nothing asked.

    Different letters stand for different colours.

    >>> read_window("forbid", "1?/a1", 2).text
    '1?/a1'
    """
    digits = "".join(str(colour) for colour in range(colours))
    letters = "abcdefghijklmnopqrstuvwxyz"
    drawn = _drawn(
        where,
        text,
        f"colours 0 to {colours - 1}, '?' for any, small letters for equal colours,"
        " '.' where nothing is asked",
        digits + "?." + letters,
    )
    cells = {cell: mark for cell, mark in drawn.items() if mark != "."}
    if not any(mark != "?" for mark in cells.values()):
        raise RuleError(f"{where}: the window {text!r} would match everywhere; name at least one colour")
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return Window(tuple(sorted(((row - top, col - left), mark) for (row, col), mark in cells.items())))


def read_neighbours(where: str, text: object) -> tuple[Cell, ...]:
    """Offsets of the neighbours: rook, king, or a drawing with X at the cell and o at each neighbour.

    >>> read_neighbours("neighbours", "oXo")
    ((0, -1), (0, 1))
    """
    if isinstance(text, str) and text in NEIGHBOURS:
        return NEIGHBOURS[text]
    drawn = _drawn(where, text, "rook, king, or a drawing with X at the cell and o at its neighbours", "Xo.")
    cell = [place for place, mark in drawn.items() if mark == "X"]
    others = [place for place, mark in drawn.items() if mark == "o"]
    if len(cell) != 1 or not others:
        raise RuleError(f"{where}: {text!r} must have one X, the cell, and at least one o, a neighbour")
    return tuple(sorted((row - cell[0][0], col - cell[0][1]) for row, col in others))


def _drawn(where: str, text: object, legend: str, alphabet: str) -> dict[Cell, str]:
    if not isinstance(text, str) or not text:
        raise RuleError(f"{where}: expected a drawing in quotes ({legend}), got {text!r}")
    rows = text.split("/")
    if len(rows) > _MOST_SIDE or max(map(len, rows)) > _MOST_SIDE:
        raise RuleError(f"{where}: {text[:40]!r} is larger than {_MOST_SIDE} x {_MOST_SIDE}")
    drawn = {}
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if mark not in alphabet:
                raise RuleError(f"{where}: {text!r} has the character {mark!r}; expected {legend}")
            drawn[row, col] = mark
    return drawn


_KINDS: tuple[tuple[frozenset[str], Callable[[_Fields, int | None], Rule]], ...] = (
    (frozenset({"left", "right", "both", "colours"}), _placement),
    (frozenset({"cells"}), _array),
    (frozenset({"tile"}), _tiles),
)
