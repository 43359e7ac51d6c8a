"""Validated access to the fields of a JSON object."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.core.algebra.number import Number, read_number
from gfkit.core.errors import InputError


def list_field(data: Mapping[str, object], name: str, default: list[object] | None = None) -> list[object]:
    """Return the list under the given key, or the default if the key is missing."""
    value = _field(data, name, default)
    if not isinstance(value, list):
        raise InputError(f"{name} {value!r}: expected a list")
    return value


def text_field(data: Mapping[str, object], name: str) -> str:
    """Return the string under the given key."""
    return as_text(_field(data, name, None), name)


def whole_field(data: Mapping[str, object], name: str, default: int | None = None) -> int:
    """Return the integer under the given key, or the default if the key is missing.

    >>> whole_field({"first_n": 3}, "first_n", 0), whole_field({}, "first_n", 0)
    (3, 0)
    """
    value = _field(data, name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{name} {value!r}: expected an integer")
    return value


def names_field(
    data: Mapping[str, object], name: str, default: list[object] | None = None
) -> tuple[str, ...]:
    """Return the names of variables under the given key."""
    return tuple(as_text(value, name) for value in list_field(data, name, default))


def numbers_field(data: Mapping[str, object], name: str, default: list[object] | None = None) -> list[Number]:
    """Return the numbers under the given key, each given as a string.

    >>> numbers_field({"initial": ["1", "1/2"]}, "initial")
    [1, Fraction(1, 2)]
    """
    return [read_number(as_text(value, name)) for value in list_field(data, name, default)]


def rows_field(data: Mapping[str, object], name: str) -> list[list[Number]]:
    """Return the rows of numbers under the given key."""
    rows = list_field(data, name)
    for row in rows:
        if not isinstance(row, list):
            raise InputError(f"{name} {row!r}: expected a list of numbers as strings")
    return [numbers_field({name: row}, name) for row in rows]


def as_text(value: object, name: str) -> str:
    """Return the value if it is a string."""
    if not isinstance(value, str):
        raise InputError(f"{name} {value!r}: expected text")
    return value


def _field(data: Mapping[str, object], name: str, default: object) -> object:
    if not isinstance(data, Mapping):
        raise InputError(f"{data!r}: expected an object with the key {name!r}")
    value = data.get(name, default)
    if value is None:
        raise InputError(f"{name}: the key is missing")
    return value
