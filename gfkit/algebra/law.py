"""What stands behind every answer for all n: one protocol for derived, exponential and guessed laws."""

from __future__ import annotations

from typing import Any, Protocol

from gfkit.algebra.count import Evidence
from gfkit.algebra.rational import RationalGF


class Law(Protocol):
    """All terms of a sequence, and how they are known.

    What a law need not have answers None: ``rational`` where the ordinary generating function is not known
    to be rational, ``recurrence_text`` where there is no recurrence. Nobody asks a law of what class it is.
    """

    @property
    def first_n(self) -> int:
        """The first index."""

    @property
    def evidence(self) -> Evidence:
        """How the law is known."""

    @property
    def order(self) -> int | None:
        """The order of the recurrence; None, or refused, where there is none."""

    @property
    def rational(self) -> RationalGF | None:
        """The ordinary generating function, where it is rational."""

    @property
    def text(self) -> str:
        """The law in one line."""

    @property
    def recurrence_text(self) -> str | None:
        """The recurrence in one line with its range, where there is one."""

    def terms(self, count: int) -> list[Any]:
        """The first terms: whole numbers, fractions in data that have them, polynomials with weights."""

    def __getitem__(self, n: int) -> Any:
        """The term at n."""

    def as_json(self) -> dict[str, Any]:
        """The object that the command line prints."""
