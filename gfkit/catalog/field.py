"""Reading one field of a catalogue file at a time, naming what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from gfkit.errors import CatalogError, did_you_mean

_Word = TypeVar("_Word", bound=StrEnum)


class Fields:
    """A table of a catalogue file; ``where`` says which, for errors."""

    def __init__(self, where: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise CatalogError(f"{where}: expected a table, got {data!r}")
        self.where = where
        self.data: Mapping[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def only(self, *keys: str) -> None:
        """Refuses keys that mean nothing here, which are mostly misspelt ones."""
        for key in self.data:
            if key not in keys:
                raise CatalogError(f"{self.where}: {unknown('key', key, keys)}")

    def refused(self, key: str, needed: str) -> CatalogError:
        """The error for a field that is missing or is not what is needed."""
        if key not in self.data:
            return CatalogError(f"{self.where}: {key} is missing; it must be {needed}")
        return CatalogError(f"{self.where}: {key} must be {needed}, got {self.data[key]!r}")

    def text(self, key: str, needed: str = "a text in quotes") -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.refused(key, needed)
        return " ".join(value.split())

    def remark(self, key: str) -> str:
        return self.text(key) if key in self else ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
            raise self.refused(key, "a list of texts in quotes; numbers are texts too")
        return tuple(" ".join(one.split()) for one in value)

    def statement(self, key: str) -> tuple[tuple[str, ...], bool]:
        """One text, or a list of them; and whether it is a list."""
        if isinstance(self.data.get(key), list):
            return self.texts(key), True
        return (self.text(key, "a text in quotes or a list of them; numbers are texts too"),), False

    def word(self, key: str, words: type[_Word], default: _Word | None = None) -> _Word:
        if key not in self and default is not None:
            return default
        known = [word.value for word in words]
        value = self.text(key, f"one of {', '.join(known)}")
        if value not in known:
            raise CatalogError(f"{self.where}: {unknown(key, value, known)}")
        return words(value)

    def table(self, key: str) -> Fields:
        if key not in self:
            raise self.refused(key, "a table")
        return Fields(f"{self.where}, {key}", self.data[key])


def check_wording(statement: tuple[str, ...], text: str) -> None:
    """Refuses a statement that is not the text which a property makes of its arguments."""
    if statement != (text,):
        raise CatalogError(f"statement {statement[0]!r}: must be {text!r}, as this is what is tested")


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """That a word is unknown, which one may have been meant, and which there are.

    >>> unknown("status", "prooved", ["proved", "refuted"])
    "status 'prooved' is unknown; did you mean proved? known are proved, refuted"
    """
    listed = list(known)
    return f"{what} {word!r} is unknown; {did_you_mean(word, listed)}known are {', '.join(listed)}"
