"""What a batch of work is."""

from __future__ import annotations

from typing import Protocol, TypeVar

Answer = TypeVar("Answer", covariant=True)


class Batch(Protocol[Answer]):
    """A piece of work that can be sent to another process, and gives the same answer wherever it is done.

    Batches are small values that can be pickled: a rule, a family, some primes. Whoever does one builds the
    tables it needs. Answers that are bytes can be kept in a store.
    """

    @property
    def part(self) -> str:
        """Its name within the run: batches with the same name have the same answer; empty if none is kept."""
        ...

    def perform(self) -> Answer:
        """Does the work."""
        ...

    def fault(self, answer: object) -> str | None:
        """What is wrong with the form of an answer; None if nothing is."""
        ...
