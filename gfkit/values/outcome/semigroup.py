"""Sums of whole numbers, at least one of them from a chosen few."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Semigroup:
    """All sums of ``needed`` and ``helping`` whole numbers with at least one needed among them.

    With m the least needed number the sums in a class modulo m are the least one and all that follow it in
    steps of m; ``least`` holds it for each class that has one. Reference: Brauer and Shockley, On a problem
    of Frobenius.

    >>> sums = Semigroup.of([4, 9, 11, 14], [])
    >>> sums.all_from, 10 in sums, 11 in sums
    (11, False, True)
    >>> Semigroup.of([6], []).all_from is None, 12 in Semigroup.of([6], []), 5 in Semigroup.of([6], [5])
    (True, True, False)
    """

    modulus: int
    least: tuple[int | None, ...]

    @classmethod
    def of(cls, needed: Iterable[int], helping: Iterable[int]) -> Semigroup:
        """The sums of positive numbers. Cost: the least needed one times how many there are."""
        first, second = sorted(set(needed)), sorted(set(helping))
        modulus = first[0]
        best: dict[tuple[int, bool], int] = {}
        waiting = [(0, False)]
        while waiting:
            total, counted = heapq.heappop(waiting)
            if (total % modulus, counted) in best:
                continue
            best[total % modulus, counted] = total
            for step in first:
                heapq.heappush(waiting, (total + step, True))
            for step in second:
                heapq.heappush(waiting, (total + step, counted))
        return cls(modulus, tuple(best.get((residue, True)) for residue in range(modulus)))

    def __contains__(self, number: int) -> bool:
        least = self.least[number % self.modulus]
        return least is not None and number >= least

    @property
    def all_from(self) -> int | None:
        """The least number from which on all are sums; None where infinitely many are not."""
        known = [least for least in self.least if least is not None]
        return max(known) - self.modulus + 1 if len(known) == self.modulus else None


def shifted(sums: Semigroup, starts: Iterable[int]) -> Semigroup:
    """The numbers that are a start, or a start and a sum.

    >>> shifted(Semigroup.of([6], []), [3, 4, 5, 6, 7, 14]).all_from
    9
    """
    least: list[int | None] = [None] * sums.modulus
    for start in starts:
        for total in (0, *(total for total in sums.least if total is not None)):
            here = (start + total) % sums.modulus
            found = least[here]
            least[here] = start + total if found is None else min(found, start + total)
    return Semigroup(sums.modulus, tuple(least))
