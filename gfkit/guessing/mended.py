"""The one wrong term of a short list: the place without which the others obey a law that tells it.

For each place the relations that do not touch it are solved; their solution must be one law, whose relations
around the place all ask for the same term. Longer lists are dealt with where relations are searched
(``hermite_pade.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpz_mat, nmod_mat

from gfkit.guessing.data import Data
from gfkit.guessing.law import Broken
from gfkit.sequences.number import Number, number

MOST_TERMS = 100
_SHAPES = ((1, 0), (2, 0), (3, 0), (1, 1), (4, 0), (2, 1), (1, 2), (5, 0), (6, 0), (3, 1), (2, 2), (1, 3))
"""Orders and degrees of recurrences, those with few coefficients first."""
_MOST_DEGREE = 8
_BEHIND = 2
"""Terms that must follow the wrong one: a last term that breaks a law may be where the law ends."""
_MORE = 2
"""Relations that must agree beyond those that fix a law, without those that touch the place."""

_Row = tuple[int, ...]


def wrong_terms(data: Data, spare: int) -> Iterator[Broken]:
    """Places with the terms that would mend them, the simplest laws first, at most one for each shape.

    Of a recurrence with U coefficients that are free, W relations in all, W - U - 1 must be ``spare`` at
    least: one more than a law needs, as the place is chosen. Cost: the kernel of a small matrix modulo a
    prime for each place and shape.

    >>> squares = [n * n for n in range(12)]
    >>> squares[5] = 26
    >>> next(wrong_terms(Data.of(squares), 5))
    Broken(n=5, wanted=25)
    """
    if data.denominator != 1 or len(data) > MOST_TERMS:
        return
    for degree in range(_MOST_DEGREE + 1):
        if len(data) - degree - 2 > spare:
            yield from _of_shape(data, _polynomial_rows(data, degree), 0, [(0, degree + 1)])
    for order, degree in _SHAPES:
        width = (order + 1) * (degree + 1)
        if len(data) - order - width >= spare:
            parts = [(k * (degree + 1), degree + 1) for k in range(order + 1)]
            yield from _of_shape(data, _recurrence_rows(data, order, degree), order, parts)


def _polynomial_rows(data: Data, degree: int) -> list[_Row]:
    """a(n) and the powers of n."""
    return [(int(a), *(n**i for i in range(degree + 1))) for n, a in enumerate(data.terms)]


def _recurrence_rows(data: Data, order: int, degree: int) -> list[_Row]:
    """n^i a(n-k), at the n that have all of these; n is counted from the first term."""
    terms = [int(a) for a in data.terms]
    return [
        tuple(n**i * terms[n - k] for k in range(order + 1) for i in range(degree + 1))
        for n in range(order, len(terms))
    ]


def _of_shape(data: Data, rows: list[_Row], order: int, parts: Sequence[tuple[int, int]]) -> Iterator[Broken]:
    """The one place at which a law of this shape is broken; none where several would do."""
    prime, found = data.search_prime, []
    reduced = [[value % prime for value in row] for row in rows]
    for place in range(1, len(data) - _BEHIND):
        kept = [k for k in range(len(rows)) if not place <= k + order <= place + order]
        width = len(rows[0])
        if len(kept) < width - 1 + _MORE or nmod_mat([reduced[k] for k in kept], prime).rank() != width - 1:
            continue
        wanted = _wanted(data, [rows[k] for k in kept], place, order, parts)
        if wanted is not None and wanted != data.terms[place]:
            found.append(Broken(place + data.offset, wanted))
    if len(found) == 1:
        yield found[0]


def _wanted(
    data: Data, kept: list[_Row], place: int, order: int, parts: Sequence[tuple[int, int]]
) -> Number | None:
    """The term that all relations around the place ask for."""
    kernel, nullity = fmpz_mat([list(row) for row in kept]).nullspace()
    if nullity != 1:
        return None
    law = [int(kernel[k, 0]) for k in range(len(kept[0]))]
    if len(parts) == 1:  # a polynomial: law[0] a(n) + sum law[i+1] n^i = 0
        if not law[0]:
            return None
        there = number(Fraction(-sum(c * place**i for i, c in enumerate(law[1:])), law[0]))
        return there if isinstance(there, int) else None
    terms: list[Number] = list(data.terms)

    def weights(n: int) -> list[int]:
        return [sum(law[begin + i] * n**i for i in range(size)) for begin, size in parts]

    if any(not weights(n)[0] for n in range(order, len(terms))):
        return None
    touching = [n for n in range(place, place + order + 1) if order <= n < len(terms)]
    value: Number | None = None
    for n in touching:
        row = weights(n)
        if value is None and row[n - place]:
            rest = sum(c * terms[n - k] for k, c in enumerate(row) if n - k != place)
            value = number(Fraction(-rest) / row[n - place])
            if not isinstance(value, int):
                return None
            terms[place] = value
    if value is None or len(touching) < 2:
        return None
    fits = all(sum(c * terms[n - k] for k, c in enumerate(weights(n))) == 0 for n in touching)
    return value if fits else None
