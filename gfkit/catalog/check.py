"""What a way of checking is: the arguments it takes, and the methods that can carry it out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.errors import CatalogError

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """What one method finds about a statement, and how it is known."""

    standing: Standing
    evidence: str
    witness: Witness | None = None
    correction: Statement = ()
    repair: str = ""


Method = Callable[[Statement, Arguments], Found]


@dataclass(frozen=True, slots=True)
class Argument:
    """A key of a claim's [claim.check]: ``sort`` is the Python type that it must have."""

    name: str
    sort: type = str
    needed: bool = False

    @property
    def wanted(self) -> str:
        """The sort in words."""
        words = {str: "a text in quotes", int: "a whole number", bool: "true or false"}
        return words.get(self.sort) or ("a list of texts" if self.sort is list else "a table")


@dataclass(frozen=True, slots=True)
class Check:
    """A way of checking: ``methods`` by name, the first one taken unless told; ``subject`` puts into
    words what the statement is about."""

    arguments: tuple[Argument, ...]
    methods: Mapping[str, Method]
    subject: Callable[[Arguments], str]
    is_list: bool | None = None
    """Whether the statement must be a list (True), one text (False), or may be either."""
    own_methods: Callable[[Arguments], Mapping[str, Method]] | None = None
    """Where the methods depend on the arguments."""
    same: Callable[[str, str, Arguments], bool] | None = None
    """Whether the statement and the text as printed say the same, where that can be told."""

    def methods_for(self, asked: Arguments) -> Mapping[str, Method]:
        return self.methods if self.own_methods is None else self.own_methods(asked)


def compared(
    claimed: Statement, true: Statement, places: Statement, evidence: str, best: Standing = Standing.PROVED
) -> Found:
    """A list against the true one: the first place where they differ is the witness.

    >>> compared(("1", "4"), ("1", "3"), ("n = 0", "n = 1"), "by hand").witness
    Witness(at='n = 1', claimed='4', true='3')
    """
    for one, other, place in zip(claimed, true, places, strict=True):
        if one != other:
            return Found(Standing.REFUTED, evidence, Witness(place, one, other), true)
    return Found(best, evidence)


def one_of(asked: Arguments, key: str, known: Collection[str], default: str) -> str:
    """The word that stands for a key, which must be one of those known."""
    word: str = asked.get(key, default)
    if word not in known:
        raise CatalogError(f"check: {key} {word!r}: must be one of {', '.join(known)}")
    return word
