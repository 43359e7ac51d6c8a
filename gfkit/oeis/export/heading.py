"""What the user says about an entry: its number, who writes it, and what it is related to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.oeis.number import checked_a_number

PLACEHOLDER = "_Name_, Mon DD YYYY"
UNNUMBERED = "A000000"
_AUTHOR = re.compile(r"_[^_]+_(?:, \S.*)?")


@dataclass(frozen=True)
class Heading:
    """The parts of an entry that do not follow from the terms.

    ``author`` is written _Name_, Mon DD YYYY; ``table`` is the A-number of the array of which the sequence is
    a row, a column or the diagonal; ``related`` are others to refer to.

    >>> Heading("a45").number, Heading().person
    ('A000045', 'Name')
    """

    number: str = UNNUMBERED
    name: str | None = None
    author: str = PLACEHOLDER
    table: str | None = None
    related: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _AUTHOR.fullmatch(self.author):
            raise InputError(
                f"author {self.author!r}: must be a name between _ and a date, as '{PLACEHOLDER}'"
            )
        object.__setattr__(self, "number", checked_a_number(self.number))
        if self.table is not None:
            object.__setattr__(self, "table", checked_a_number(self.table))
        object.__setattr__(self, "related", tuple(map(checked_a_number, self.related)))

    @property
    def person(self) -> str:
        """The name without its marks."""
        return self.author.split("_")[1]

    @property
    def digits(self) -> str:
        """The number in the names of files."""
        return self.number[1:]
