"""Rows of numbers in JSON objects."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.errors import InputError
from gfkit.sequences.fields import as_text, list_field
from gfkit.sequences.number import Number, read_number


def numbers_field(data: Mapping[str, object], name: str) -> list[Number]:
    """The numbers under this key, each written as text.

    >>> numbers_field({"initial": ["1", "1/2"]}, "initial")
    [1, Fraction(1, 2)]
    """
    return [read_number(as_text(value, name)) for value in list_field(data, name)]


def rows_field(data: Mapping[str, object], name: str) -> list[list[Number]]:
    """The rows of numbers under this key."""
    rows = list_field(data, name)
    for row in rows:
        if not isinstance(row, list):
            raise InputError(f"{name} {row!r}: expected a list of numbers as text")
    return [numbers_field({name: row}, name) for row in rows]
