"""Tables of rule files: parsing of fields, and an error with its location for every invalid value."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from gfkit.core.boards.board import Cube, at_top_left
from gfkit.core.boards.grammar import names_board
from gfkit.core.deferred import regex
from gfkit.core.errors import RuleError, RuleSpot, docs_page, known_choices
from gfkit.core.rules.values import Cell, Exponents, Piece
from gfkit.core.typing import MOST_POWER, NamedWeight

Weight = TypeVar("Weight")
MOST_COPIES = 64
"""Maximum number of copies of one piece or tile; the automaton chooses each copy separately."""
_COEFFICIENT = regex(r"\s*([0-9]+)\s*(\*\s*(.+))?")
_NUMBER = regex(r"\s*([+-]?[0-9]+(?:[/.][0-9]+)?)")
_MOST_SIDE = 12
SIZE_N = regex(r"(?<![a-wyz0-9)])n(?![a-wyz0-9(])")  # also between two x, but neither 2n nor the n of chain
_OPEN = regex(r"\bk\b")
_PREDICATES = ("require", "forbid", "when")


MOST_COLOURS = 50
"""Maximum number of colours of a placement game."""
MOST_VALUES, MOST_TIMES = 100, 200
"""Maximum number of values of an array, and maximum number of occurrences in conditions."""
SMALLEST_FACE, LARGEST_FACE = 3, 12
"""Smallest and largest number of vertices of faces that are pieces."""
LARGEST_POLYOMINO = 6
"""Largest size, in cells, of the polyominoes that are enumerated."""


_DRAWN = ("name", "about", "shape", "shapes", "neighbours")
"""Keys whose strings are not expressions."""


class RuleTable:
    """Table of a rule file. ``where`` names the table in error messages, in TOML syntax."""

    def __init__(self, source: str, data: object, path: str = "", number: int | None = None) -> None:
        header = f" [[{path}]] {number}" if number is not None else f" [{path}]"
        self.where: str = source + (header if path else "")
        if not isinstance(data, Mapping):
            error = RuleError(f"{self.where}: expected a table, got {data!r}")
            raise error.at(RuleSpot(path, number or 1)) if path else error
        self._source, self._path, self._number = source, path, number or 1
        self._data: Mapping[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def with_texts(self, change: Callable[[str], str]) -> RuleTable:
        """Return a copy of the table with all strings mapped by a function, except names and drawings."""

        def changed(value: Any, key: str = "") -> Any:
            if isinstance(value, Mapping):
                return {name: changed(part, name) for name, part in value.items()}
            if isinstance(value, list):
                return [changed(part, key) for part in value]
            return change(value) if isinstance(value, str) and key not in _DRAWN else value

        return RuleTable(self._source, changed(self._data))

    @property
    def texts(self) -> str:
        """All strings of the table, joined."""
        return str(self._data)

    def only(self, *keys: str, hint: Callable[[str], str] = lambda _: "") -> None:
        """Raise RuleError if the table contains a key that is not in ``keys``, which is usually a
        misspelling. ``hint`` returns the end of the message for a key, or "".
        """
        for key in self._data:
            if not isinstance(key, str):
                raise self.error(f": key {key!r} is not a string; write {str(key)!r}")
            if key not in keys:
                raise self.error(
                    f": unknown key {key!r};"
                    f" {hint(key) or known_choices(key, keys, docs_page('rule-files.html'))}",
                    key,
                )

    def error(self, message: str, key: str = "") -> RuleError:
        """Return an error about the table, or about the value of one key; ``message`` follows the name of the
        table.
        """
        return RuleError(self.where + message).at(RuleSpot(self._path, self._number, key))

    @contextmanager
    def reading(self, key: str, value: object = "") -> Iterator[None]:
        """Context manager that adds the position of a key, or of an item of its value, to errors raised in
        it.
        """
        try:
            yield
        except RuleError as error:
            error.at(RuleSpot(self._path, self._number, key, value if isinstance(value, str) else ""))
            raise

    def error_for(self, key: str, needed: str) -> RuleError:
        """Return the error for a missing key or an invalid value; ``needed`` describes a valid value."""
        if key not in self._data:
            return self.error(f": {key} is missing; it must be {needed}", key)
        return self.error(f": {key} must be {needed}, got {self._data[key]!r}", key)

    def _qualify_key(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def table(self, key: str) -> RuleTable:
        return RuleTable(self._source, self._data.get(key, {}), self._qualify_key(key))

    def inline(self, key: str) -> RuleTable:
        """Return the table that is the value of a key; its errors refer to the present table."""
        with self.reading(key):
            made = RuleTable(f"{self.where} {key}", self._data.get(key, {}))
        made._path, made._number = self._path, self._number
        return made

    def tables(self, key: str) -> list[RuleTable]:
        items = self._data.get(key, [])
        if not isinstance(items, Sequence) or isinstance(items, str):
            raise self.error_for(key, f"a list of tables, written [[{self._qualify_key(key)}]]")
        return [
            RuleTable(self._source, item, self._qualify_key(key), number)
            for number, item in enumerate(items, 1)
        ]

    def with_number(self, number: int | None) -> tuple[RuleTable, bool]:
        """Return the table with k replaced by a number in lists, and True if k occurs.

        It is also replaced in predicates, but not in tables with a drawing, which may use the letter k.
        """
        data, has_parameter = self._data, False
        for key, items in self._data.items():
            if isinstance(items, list):
                made = [_fill(item, number) for item in items]
                has_parameter = has_parameter or made != items
                data = {**data, key: made}
        return RuleTable(self._source, data if number is not None else self._data, self._path), has_parameter

    def raw(self, key: str, default: object = None) -> Any:
        return self._data.get(key, default)

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.error_for(key, "a printable string in quotes, on one line")
        return value

    def remark(self, key: str) -> str:
        return self.text(key) if key in self else ""

    def board_of_size(self) -> str:
        """Return the key ``board``, the name of the board of size n, or ""."""
        if "board" in self and not (SIZE_N.search(self.text("board")) and names_board(self.text("board"))):
            raise self.error_for("board", 'a board with the size n, such as "nxn"')
        return self.remark("board")

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise self.error_for(key, "true or false")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        value = self._data.get(key)
        if type(value) is not int or not least <= value <= most:
            raise self.error_for(key, f"an integer from {least} to {most}")
        return value

    def sequence(self, key: str, *, needed: bool = True) -> list[Any]:
        value = self._data.get(key, None if needed else [])
        if not isinstance(value, list) or (needed and not value):
            needed_text = "a list with at least one item" if needed else "a list"
            raise self.error_for(key, needed_text + f" such as [{value!r}]" * isinstance(value, str))
        return value

    def wholes(self, key: str, least: int, most: int) -> frozenset[int]:
        values = self.sequence(key)
        odd = [value for value in values if type(value) is not int or not least <= value <= most]
        if odd:
            raise self.error(f": {key} must contain integers from {least} to {most}, got {odd[0]!r}", key)
        return frozenset(values)


def _fill(item: object, number: int | None) -> object:
    """Return an inner table with k replaced by a number; a table with a drawing, which may use k, is
    unchanged.
    """
    if not isinstance(item, Mapping) or "shape" in item or "shapes" in item:
        return item
    predicates = {
        key: _OPEN.sub(str(number), value)
        for key, value in item.items()
        if key in _PREDICATES and isinstance(value, str)
    }
    return {**item, **predicates, **({"number": [number]} if item.get("number") == "k" else {})}


def numbered_name(name: str, number: int | None, what: str = "colours") -> str:
    """Return the name of a rule after substituting its number.

    >>> numbered_name("Cliques of k vertices", 3), numbered_name("Cis", 3)
    ('Cliques of 3 vertices', 'Cis with 3 colours')
    """
    if number is None:
        return name
    return _OPEN.sub(str(number), name) if _OPEN.search(name) else f"{name} with {number} {what}"


def read_copies(where: str, text: object, key: str = "weight") -> tuple[int, Exponents]:
    """Parse a monomial with a positive integer coefficient: 2, 3*x, x^2*y. Return the coefficient and
    exponents.

    An object whose weight has the coefficient c represents c distinguishable copies, such as c colours.

    >>> read_copies("", "3*x"), read_copies("", 2), read_copies("", "x*y^2")
    ((3, (1, 0)), (2, (0, 0)), (1, (1, 2)))
    """
    words = "" if isinstance(text, bool) else str(text)
    found = _COEFFICIENT.fullmatch(words)
    if found is None:
        return 1, read_weight(where, text, key)
    if len(found[1]) > 9 or not 1 <= int(found[1]) <= MOST_COPIES:
        raise RuleError(
            f"{where}: {key} {words[:40]!r}: the coefficient must be from 1 to {MOST_COPIES}; otherwise"
            f" write x, and evaluate at x={found[1][:40]}"
        )
    return int(found[1]), read_weight(where, found[3] or "1", key)


def read_weight(where: str, text: object, key: str = "weight") -> Exponents:
    """Parse a monomial in x and y such as 1, x, y, x*y or x^2*y; error messages call it ``key``."""
    if isinstance(text, NamedWeight):
        return text
    powers = {"x": 0, "y": 0}
    number = _NUMBER.match(str(text))
    if number is not None and text not in ("1", 1):
        raise RuleError(
            f"{where}: {key} {str(text)[:40]!r} is not a product of a number and powers of letters; write it"
            " with *, as in 2*x"
        )
    if text != "1" and text != 1:
        factors = text.replace(" ", "").split("*") if isinstance(text, str) else [""]
        for factor in factors:
            variable, hat, power = factor.partition("^")
            if variable not in powers or (hat and not (power.isascii() and power.isdigit())):
                raise RuleError(
                    f"{where}: {key} {text!r} is not a product of powers of letters, with exponents at most"
                    f" {MOST_POWER}, such as x or x*y^2"
                )
            powers[variable] += int(power.lstrip("0")[:9] or "0") if hat else 1
    if max(powers.values()) > MOST_POWER:
        raise RuleError(f"{where}: {key} {text!r} has an exponent above the maximum {MOST_POWER}")
    return powers["x"], powers["y"]


def read_drawing(
    where: str, text: object, legend: str, alphabet: str, words: Collection[str] = ()
) -> dict[Cell, str]:
    """Return the marks of a drawing by row and column; marks in ``words`` may be longer, separated by
    spaces.
    """
    if not isinstance(text, str) or not text:
        raise RuleError(f"{where}: expected a drawing in quotes ({legend}), got {text!r}")
    spaced = bool(words) and " " in text
    rows = [row.split() if spaced else list(row) for row in text.split("/")]
    if len(rows) > _MOST_SIDE or max(map(len, rows)) > _MOST_SIDE:
        raise RuleError(f"{where}: {text[:40]!r} is larger than {_MOST_SIDE} x {_MOST_SIDE}")
    if not all(rows):
        raise RuleError(f"{where}: {text[:40]!r} has an empty row; write '.' for a cell without a condition")
    drawn = {}
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if mark not in words and (len(mark) > 1 or mark not in alphabet):
                raise RuleError(f"{where}: {text!r} contains the character {mark!r}; expected {legend}")
            drawn[row, col] = mark
    return drawn


_CELLS_DRAWN = "'X' for a cell and '.' for a hole"


def in_corner(cubes: Iterable[Cube]) -> tuple[Cube, ...]:
    """Return the cubes in order, translated so that the smallest coordinate in each direction is 0."""
    kept = sorted(cubes)
    i, j, k = (min(cube[axis] for cube in kept) for axis in range(3))
    return tuple((a - i, b - j, c - k) for a, b, c in kept)


def read_piece(where: str, text: object) -> Piece:
    """Parse the drawing of a piece: 'X' for its cells, '.' for holes, '/' between rows.

    With '//' between layers the piece has three dimensions.

    >>> read_piece("pieces", "X/X").cells, read_piece("pieces", "XX//X").cubes
    (((0, 0), (1, 0)), ((0, 0, 0), (0, 0, 1), (1, 0, 0)))
    """
    if isinstance(text, str) and "//" in text:
        drawings = (read_drawing(where, layer, _CELLS_DRAWN, "X.") for layer in text.split("//"))
        cubes = [(i, *at) for i, drawn in enumerate(drawings) for at, mark in drawn.items() if mark == "X"]
        if not cubes:
            raise RuleError(f"{where}: the piece {text!r} has no cell; draw its cells as X, as in 'X//X'")
        return Piece((), in_corner(cubes))
    drawn = read_drawing(where, text, _CELLS_DRAWN, "X.")
    cells = {cell for cell, mark in drawn.items() if mark == "X"}
    if not cells:
        raise RuleError(f"{where}: the piece {text!r} has no cell; draw its cells as X, as in 'X/X'")
    return Piece(at_top_left(cells))


# Positions in the text of a file

_HEADER = r"\s*\[\[?\s*([A-Za-z0-9_.-]+)\s*\]\]?"


def locate_spot(spot: RuleSpot, text: str) -> RuleSpot:
    r"""Return the spot with its line and column, or unchanged if the spot is not in the file.

    >>> locate_spot(RuleSpot("left", 1, "pices"), "[left]\npices = 1").line
    2
    """
    lines = text.split("\n")
    begin, end = _locate_table(lines, spot.table, spot.number) if spot.table else (0, len(lines))
    line, column = begin + 1, 1
    if spot.key:
        wanted = re.compile(rf"\s*(?:\[\[?\s*)?[\"']?{re.escape(spot.key)}\b")
        at = next((number for number in range(begin, end) if wanted.match(lines[number])), None)
        if at is not None:
            line, column = _locate_value(lines, at, end, spot.value) or (
                at + 1,
                1 + lines[at].index(spot.key),
            )
    return spot._replace(line=line, column=column) if spot.table or spot.key else spot


def _locate_value(lines: Sequence[str], begin: int, end: int, value: str) -> tuple[int, int] | None:
    """Return line and column of a quoted value in a rule file, searched from the line of its key."""
    for number in range(begin, end):
        for quote in "\"'":
            if value and (at := lines[number].find(quote + value + quote)) >= 0:
                return number + 1, at + 2
    return None


def _locate_table(lines: Sequence[str], name: str, number: int) -> tuple[int, int]:
    """Return the range of lines of the ``number``-th table with the given name, including its header."""
    headers = [(k, match[1]) for k, line in enumerate(lines) if (match := re.match(_HEADER, line))]
    own = [at for at, (_, word) in enumerate(headers) if word == name]
    if len(own) < number:
        return 0, len(lines)
    at = own[number - 1]
    return headers[at][0], headers[at + 1][0] if at + 1 < len(headers) else len(lines)


def refuse_number(table: RuleTable, parameter: int | None) -> None:
    """Raise RuleError if a number follows the name of a rule that has no open number."""
    if parameter is not None:
        raise RuleError(f"{table._source}: this rule has no number after a colon, got {parameter}")


def only_table(table: RuleTable, parameter: int | None, key: str) -> RuleTable:
    """Return the single table of a kind without an open number."""
    refuse_number(table, parameter)
    return table.table(key)


def read_lines(table: RuleTable) -> bool:
    """Return True if the key ``look`` of a rule file requests pieces of two cells drawn as lines."""
    if table.raw("look", "lines") != "lines":
        raise table.error_for("look", '"lines", to draw pieces of two cells as lines')
    return "look" in table


def open_whole(own: RuleTable, key: str, parameter: int | None, most: int, what: str) -> int:
    """Return an integer >= 1 from a key or, if its value is "k", the number after the rule's name."""
    if own.raw(key) != "k":
        refuse_number(own, parameter)
        return own.whole(key, 1, most)
    if parameter is None:
        raise own.error(f": the number of {what} is open: write it after a colon, as in :3", key)
    if not 1 <= parameter <= most:
        raise own.error(f": the number of {what} must be from 1 to {most}, got {parameter}", key)
    return parameter


def read_weights(
    own: RuleTable, texts: Sequence[object], read: Callable[[str, object], Weight], default: object = "1"
) -> dict[str, Weight]:
    """Return the weight of each drawing or name, parsed by ``read``."""
    words = [text for text in texts if isinstance(text, str)]
    marked = RuleTable(f"{own.where} weight", own.raw("weight", {}))
    marked.only(*words)
    return {word: read(marked.where, marked.raw(word, default)) for word in words}


def monomial(powers: Exponents) -> str:
    """Return the weight with the given exponents as a string that ``read_weight`` parses.

    >>> monomial((1, 2)), monomial((0, 0))
    ('x*y^2', '')
    """
    if isinstance(powers, NamedWeight) and powers.text:
        return powers.text if any(powers) else ""
    factors = [v + (f"^{p}" if p > 1 else "") for v, p in zip("xy", powers, strict=True) if p]
    return "*".join(factors)


def weights_sentence(marks: Iterable[tuple[str, Exponents]]) -> list[str]:
    """Return a list with the sentence about the weights of some objects; it is empty if all weights are 1.

    >>> weights_sentence([("moves", (1, 0)), ("staying", (0, 0))])
    ['Weights: x counts moves.']
    """
    weighted = [f"{monomial(powers)} counts {what}" for what, powers in marks if any(powers)]
    return [f"Weights: {', '.join(weighted)}."] if weighted else []
