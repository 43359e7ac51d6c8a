"""Simple ways of making another sequence of one, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import factorial

from gfkit.guess.data import Data
from gfkit.sequences.number import Number, number


class Transform(StrEnum):
    """What was done to the terms a(n) before a law was found for b(n); the values are for people.

    >>> Transform.RATIOS.applied(Data.of([1, 1, 2, 6, 24], 2))
    (Data(terms=(1, 2, 3, 4), offset=2),)
    """

    DIFFERENCES = "b(n) = a(n+1) - a(n)"
    RATIOS = "b(n) = a(n+1)/a(n)"
    FACTORIALS = "b(n) = a(n)/n!"
    BISECTION = "b(n) = a(2*n), c(n) = a(2*n+1)"

    def applied(self, data: Data) -> tuple[Data, ...]:
        """The sequences that come out; none where a division by 0 would be needed or too little is left."""
        terms, offset = data.terms, data.offset
        pairs = list(pairwise(terms))
        if len(terms) < 2 or (self is Transform.RATIOS and not all(terms[:-1])):
            return ()
        if self is Transform.DIFFERENCES:
            return (Data.of([after - before for before, after in pairs], offset),)
        if self is Transform.RATIOS:
            return (Data.of([Fraction(after) / before for before, after in pairs], offset),)
        if self is Transform.FACTORIALS:
            listed = [Fraction(term) / factorial(offset + k) for k, term in enumerate(terms)]
            return (Data.of(listed, offset),)
        odd = offset % 2
        return (
            Data.of(terms[odd::2], (offset + 1) // 2),
            Data.of(terms[1 - odd :: 2], offset // 2),
        )

    def undone(self, start: Number, offset: int, parts: Sequence[Sequence[Number]]) -> list[Number]:
        """The terms a(offset), ... whose images start with these, where ``start`` is a(offset).

        >>> Transform.RATIOS.undone(1, 0, [[1, 2, 3, 4]])
        [1, 1, 2, 6, 24]
        """
        if self is Transform.BISECTION:
            even, odd = parts if offset % 2 == 0 else parts[::-1]
            mixed = [term for pair in zip(even, odd, strict=False) for term in pair]
            return mixed + list(even[len(odd) : len(odd) + 1])
        if self is Transform.FACTORIALS:
            return [number(term * factorial(offset + k)) for k, term in enumerate(parts[0])]
        found = [start]
        for term in parts[0]:
            found.append(number(found[-1] + term if self is Transform.DIFFERENCES else found[-1] * term))
        return found
