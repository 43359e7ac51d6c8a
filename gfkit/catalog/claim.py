"""Published claims as values: what is said, where, how it is checked, and what the check must find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gfkit.writable import JsonRecord

Statement = tuple[str, ...]
"""The content of a claim: one formula, number or word, or the entries of a list."""


class ClaimStatus(StrEnum):
    """The status of a claim, expected or found. Out of reach is written ``open``."""

    PROVED = "proved"
    REFUTED = "refuted"
    CONSISTENT = "consistent"
    OPEN = "open"


class ClaimKind(StrEnum):
    """The kind of a claim."""

    GENERATING_FUNCTION = "generating-function"
    RECURRENCE = "recurrence"
    CLOSED_FORM = "closed-form"
    TABLE_ENTRY = "table-entry"
    POLYNOMIAL = "polynomial"
    VALUE = "value"
    WINNER = "winner"
    GROWTH = "growth"
    PROPERTY = "property"
    IDENTITY = "identity"
    EQUILIBRIUM = "equilibrium"
    NIM = "nim"


class Cost(StrEnum):
    """The time that a check takes: a second or two, up to a minute, or longer."""

    FAST = "fast"
    SLOW = "slow"
    LONG = "long"


class Stance(StrEnum):
    """The stance of the document: a fact, a conjecture, or a question."""

    STATED = "stated"
    CONJECTURED = "conjectured"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Source:
    """A document, with the word its claims' ids begin with."""

    id: str
    title: str
    authors: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Witness(JsonRecord):
    """The smallest board, or index, that shows a claim to be false: what it says there, and what is true."""

    at: str
    claimed: str = ""
    true: str = ""

    def __str__(self) -> str:
        sides = [f"claimed {self.claimed}" * bool(self.claimed), f"true is {self.true}" * bool(self.true)]
        words = ", ".join(side for side in sides if side)
        return f"{self.at}: {words}" if words else self.at


@dataclass(frozen=True)
class PublishedClaim:
    """One published claim. A refuted one has the ``correction`` of its statement, and the ``quote`` from the
    document, in its own signs."""

    id: str
    source: Source
    place: str
    kind: ClaimKind
    words: str
    status: ClaimStatus
    statement: Statement
    is_list: bool
    by: str
    arguments: Mapping[str, Any] = field(hash=False)
    methods: tuple[str, ...]
    cost: Cost = Cost.FAST
    stance: Stance = Stance.STATED
    printed: str = ""
    quote: Statement = ()
    correction: Statement = ()
    repair: str = ""
    witness: Witness | None = None
    remark: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class Document:
    """A catalogue file: a source and its claims."""

    file: str
    source: Source
    claims: tuple[PublishedClaim, ...]
