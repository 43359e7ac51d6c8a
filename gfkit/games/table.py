"""Tables of rule files: fields read with an error for everything that does not fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from gfkit.errors import RuleError, did_you_mean
from gfkit.games.rule import Cell, Exponents, Piece

_MOST_POWER = 1000
_MOST_SIDE = 12


class RuleTable:
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

    def table(self, key: str) -> RuleTable:
        return RuleTable(self._source, self._data.get(key, {}), self._under(key))

    def tables(self, key: str) -> list[RuleTable]:
        items = self._data.get(key, [])
        if not isinstance(items, Sequence) or isinstance(items, str):
            raise self.refused(key, f"a list of tables, written [[{self._under(key)}]]")
        return [
            RuleTable(self._source, item, self._under(key), number) for number, item in enumerate(items, 1)
        ]

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


def read_weight(where: str, text: object) -> Exponents:
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


def read_drawing(
    where: str, text: object, legend: str, alphabet: str, words: Collection[str] = ()
) -> dict[Cell, str]:
    """The marks of a drawing by row and column; with ``words``, marks may be these, spaces between all."""
    if not isinstance(text, str) or not text:
        raise RuleError(f"{where}: expected a drawing in quotes ({legend}), got {text!r}")
    spaced = bool(words) and " " in text
    rows = [row.split() if spaced else list(row) for row in text.split("/")]
    if len(rows) > _MOST_SIDE or max(map(len, rows)) > _MOST_SIDE:
        raise RuleError(f"{where}: {text[:40]!r} is larger than {_MOST_SIDE} x {_MOST_SIDE}")
    drawn = {}
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if mark not in words and (len(mark) > 1 or mark not in alphabet):
                raise RuleError(f"{where}: {text!r} has the character {mark!r}; expected {legend}")
            drawn[row, col] = mark
    return drawn


def read_piece(where: str, text: object) -> Piece:
    """A piece from its drawing: 'X' its cells, '.' holes, '/' between rows.

    >>> read_piece("pieces", "X/X").cells
    ((0, 0), (1, 0))
    """
    drawn = read_drawing(where, text, "'X' for a cell and '.' for a hole", "X.")
    cells = {cell for cell, mark in drawn.items() if mark == "X"}
    if not cells:
        raise RuleError(f"{where}: the piece {text!r} has no cell; draw its cells as X, as in 'X/X'")
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return Piece(tuple(sorted((row - top, col - left) for row, col in cells)))
