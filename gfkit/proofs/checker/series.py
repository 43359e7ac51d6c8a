"""Recognisable series: functions of words with rational values.

A series is a row, a matrix for each letter, and a column. Its value at a word is the product of the row, the
matrices of the letters, and the column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from gfkit.proofs.checker.planes import Row, add_row, first_place
from gfkit.proofs.checker.reading import Budget, need


class WordSeries(NamedTuple):
    """Function of words: the product of a row, a matrix for each letter, and a column."""

    row: list[Fraction]
    matrices: list[list[list[Fraction]]]
    column: list[Fraction]


def row_times(row: Sequence[Fraction], matrix: Sequence[Sequence[Fraction]], width: int) -> list[Fraction]:
    """Return a row times a matrix."""
    made = [Fraction(0)] * width
    for factor, entries in zip(row, matrix, strict=True):
        if factor:
            made = [a + factor * b if b else a for a, b in zip(made, entries, strict=True)]
    return made


def scalar_product(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    """Return the sum of the products of entries."""
    return sum((a * b for a, b in zip(one, other, strict=True) if a and b), Fraction(0))


def reached_rows(series: WordSeries, budget: Budget) -> tuple[Row, ...]:
    """Return the reduced basis of the space spanned by the rows of all words."""
    width, rows, queue = len(series.row), tuple[Row, ...](), [series.row]
    for row in queue:
        budget.spend(1 + width * len(rows))
        grown = add_row(rows, row)
        if grown is not rows:
            rows = grown
            queue += [row_times(row, matrix, width) for matrix in series.matrices]
    return rows


def smaller_series(series: WordSeries, budget: Budget) -> WordSeries:
    """Return the same function of words, in coordinates of the space spanned by the rows of all words.

    The coordinates in a reduced basis are the entries at the first places of its rows.
    """
    rows, width = reached_rows(series, budget), len(series.row)
    places = [*map(first_place, rows)]

    def coordinates(row: Sequence[Fraction]) -> list[Fraction]:
        return [row[place] for place in places]

    matrices = [[coordinates(row_times(row, matrix, width)) for row in rows] for matrix in series.matrices]
    return WordSeries(coordinates(series.row), matrices, [scalar_product(row, series.column) for row in rows])


def turned_series(series: WordSeries) -> WordSeries:
    """Return the function that maps a word to the value of the reversed word."""
    flipped = [[[*column] for column in zip(*matrix, strict=True)] for matrix in series.matrices]
    return WordSeries(series.column, flipped, series.row)


def linear_combination(parts: Sequence[tuple[Fraction, WordSeries]]) -> WordSeries:
    """Return a linear combination of functions of words."""
    width = sum(len(one.row) for _, one in parts)
    row = [entry for _, one in parts for entry in one.row]
    column = [factor * entry for factor, one in parts for entry in one.column]
    matrices = []
    for letter in range(len(parts[0][1].matrices)):
        whole_matrix, before = [], 0
        for _, one in parts:
            after = width - before - len(one.row)
            whole_matrix += [
                [Fraction(0)] * before + own + [Fraction(0)] * after for own in one.matrices[letter]
            ]
            before += len(one.row)
        matrices.append(whole_matrix)
    return WordSeries(row, matrices, column)


def is_zero(series: WordSeries, budget: Budget) -> bool:
    """Return True if a function of words is 0 for every word."""
    return not any(scalar_product(row, series.column) for row in reached_rows(series, budget))


def height_sums(series: WordSeries, count: int) -> list[Fraction]:
    """Return the sum of the function over all words of each length 1, ..., count."""
    width, found, row = len(series.row), [], series.row
    summed = [
        [sum(entries, Fraction(0)) for entries in zip(*lines, strict=True)]
        for lines in zip(*series.matrices, strict=True)
    ]
    for _ in range(count):
        row = row_times(row, summed, width)
        found.append(scalar_product(row, series.column))
    return found


def first_series(size: int, least: int) -> WordSeries:
    """Return the function that is 1 for words of at least ``least`` letters, and 0 for shorter ones."""
    unit = [[Fraction(i == j) for j in range(least + 1)] for i in range(least + 1)]
    return WordSeries(unit[0], [[*unit[1:], unit[-1]]] * size, unit[-1])


def read_fraction(pair: object) -> Fraction:
    """Parse a fraction given by its numerator and denominator."""
    need(
        isinstance(pair, list) and len(pair) == 2 and {*map(type, pair)} == {int},
        "coefficients: expected pairs of integers",
    )
    above, below = cast("list[int]", pair)
    need(
        0 < below < 10**40 and abs(above) < 10**40,
        "coefficients: denominators must be positive, and numbers have at most 40 digits",
    )
    return Fraction(above, below)
