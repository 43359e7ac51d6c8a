"""The one wrong term of a short list: the place without which the others obey a law that tells it.

For each place the relations that do not touch it are solved; their solution must be one law, whose relations
around the place all ask for the same term. Longer lists are dealt with where relations are searched
(``hermite_pade.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpz_mat, nmod_mat

from gfkit.algebra.number import Number
from gfkit.guessing.data import Data
from gfkit.guessing.law import WrongTerm

MOST_TERMS = 100
_SHAPES = ((1, 0), (2, 0), (3, 0), (1, 1), (4, 0), (2, 1), (1, 2), (5, 0), (6, 0), (3, 1), (2, 2), (1, 3))
"""Orders and degrees of recurrences, those with few coefficients first."""
_MOST_DEGREE = 8
_TERMS_BEHIND = 2
"""Terms that must follow the wrong one: a last term that breaks a law may be where the law ends."""
_SPARE_RELATIONS = 2
"""Relations that must agree beyond those that fix a law, without those that touch the place."""

_Column = tuple[int | None, int]
"""(k, i) for n^i a(n-k), (None, i) for n^i; n is counted from the first term."""


def wrong_terms(data: Data, spare: int) -> Iterator[WrongTerm]:
    """Places with the terms that would mend them, the simplest laws first, at most one for each shape.

    Of a recurrence with U coefficients that are free, W relations in all, W - U - 1 must be ``spare`` at
    least: one more than a law needs, as the place is chosen. Cost: the kernel of a small matrix modulo a
    prime for each place and shape.

    >>> squares = [n * n for n in range(12)]
    >>> squares[5] = 26
    >>> next(wrong_terms(Data.of(squares), 5))
    WrongTerm(n=5, right=25)
    """
    if data.denominator != 1 or len(data) > MOST_TERMS:
        return
    for degree in range(_MOST_DEGREE + 1):
        if len(data) - degree - 2 > spare:
            yield from _of_shape(data, 0, [(0, 0), *((None, i) for i in range(degree + 1))])
    for order, degree in _SHAPES:
        columns = [(k, i) for k in range(order + 1) for i in range(degree + 1)]
        if len(data) - order - len(columns) >= spare:
            yield from _of_shape(data, order, columns)


def _of_shape(data: Data, order: int, columns: Sequence[_Column]) -> Iterator[WrongTerm]:
    """The one place at which a law of this shape is broken; none where several would do."""
    prime, width, candidates = data.search_prime, len(columns), []
    rows = [[_value(data.terms, column, n) for column in columns] for n in range(order, len(data))]
    reduced = [[value % prime for value in row] for row in rows]
    # Rows that do not touch the place come before and after it; neither may have full rank.
    before, after = (_rows_of_full_rank(listed, prime) for listed in (reduced, reduced[::-1]))
    first, last = max(1, len(rows) - after), min(len(data) - _TERMS_BEHIND, order + before)
    for place in range(first, last):
        kept = [k for k in range(len(rows)) if not place <= k + order <= place + order]
        if (
            len(kept) < width - 1 + _SPARE_RELATIONS
            or nmod_mat([reduced[k] for k in kept], prime).rank() != width - 1
        ):
            continue
        kernel, nullity = fmpz_mat([rows[k] for k in kept]).nullspace()
        law = [(int(kernel[k, 0]), column) for k, column in enumerate(columns)]
        right = _required_term(data, law, order, place) if nullity == 1 else None
        if right is not None and right != data.terms[place]:
            candidates.append(WrongTerm(place + data.offset, right))
    if len(candidates) == 1:
        yield candidates[0]


def _rows_of_full_rank(rows: Sequence[Sequence[int]], prime: int) -> int:
    """How many first rows have linearly independent columns; more than there are where none have."""
    matrix, rank = nmod_mat([*map(list, rows)], prime).transpose().rref()
    if rank < len(rows[0]):
        return len(rows) + 1
    return 1 + next(k for k in range(len(rows)) if int(matrix[rank - 1, k]))


def _value(terms: Sequence[Number], column: _Column, n: int) -> int:
    shift, power = column
    value: int = n**power if shift is None else n**power * int(terms[n - shift])
    return value


def _required_term(data: Data, law: Sequence[tuple[int, _Column]], order: int, place: int) -> int | None:
    """The term that all relations around the place ask for."""
    terms = list(data.terms)

    def weight(n: int, shift: int) -> int:
        return sum(c * n**power for c, (k, power) in law if k == shift)

    def defect(n: int) -> int:
        return sum(c * _value(terms, column, n) for c, column in law)

    touching = [n for n in range(place, place + order + 1) if order <= n < len(terms)]
    telling = next((n for n in touching if weight(n, n - place)), None)
    if (
        telling is None
        or len(touching) <= min(order, 1)
        or not all(weight(n, 0) for n in range(order, len(data)))
    ):
        return None
    terms[place] = 0
    value = Fraction(-defect(telling), weight(telling, telling - place))
    terms[place] = value.numerator
    return None if value.denominator > 1 or any(map(defect, touching)) else value.numerator
