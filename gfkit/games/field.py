"""Reading one field of a rule file at a time, naming what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gfkit.errors import RuleError
from gfkit.games.rule import Exponents


class Table:
    """A table of a rule file. ``where`` says which, for errors."""

    def __init__(self, where: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise RuleError(f"{where}: expected a table, got {data!r}")
        self.where = where
        self._data: Mapping[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def only(self, *keys: str) -> None:
        """Refuses keys that mean nothing here, which are mostly misspelt ones."""
        for key in self._data:
            if key not in keys:
                raise RuleError(f"{self.where}: unknown key {key!r}; known here are {', '.join(keys)}")

    def table(self, key: str) -> Table:
        return Table(f"{self.where} [{key}]", self._data.get(key, {}))

    def tables(self, key: str) -> list[Table]:
        items = self._data.get(key, [])
        if not isinstance(items, Sequence) or isinstance(items, str):
            raise RuleError(f"{self.where}: {key} must be a list of tables, written [[{key}]]")
        return [Table(f"{self.where} [[{key}]] {number}", item) for number, item in enumerate(items, 1)]

    def raw(self, key: str, default: object = None) -> Any:
        return self._data.get(key, default)

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise RuleError(f"{self.where}: {key} must be a text in quotes, got {value!r}")
        return value

    def remark(self, key: str) -> str:
        return self.text(key) if key in self else ""

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise RuleError(f"{self.where}: {key} must be true or false, got {value!r}")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        value = self._data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise RuleError(
                f"{self.where}: {key} must be a whole number from {least} to {most}, got {value!r}"
            )
        return value

    def sequence(self, key: str, *, needed: bool = True) -> list[Any]:
        value = self._data.get(key, None if needed else [])
        if not isinstance(value, list) or (needed and not value):
            raise RuleError(f"{self.where}: {key} must be a list in brackets, got {value!r}")
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
                raise RuleError(f"{where}: weight {text!r} is not a product of powers of x and y, as x or x*y^2")
            powers[variable] += int(power) if hat else 1
    return powers["x"], powers["y"]
