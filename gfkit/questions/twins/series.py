"""Recurrences in n that hold for arrays of every height, from recognisable series over the rational numbers.

For a rule of blocks let v_n(w) be the number of legal arrays with n columns, of which the last one is w. As
a function of the word w it is a recognisable series: v_n(w) = u M(w_1) ... M(w_m) f with a row u, matrices
M and a column f.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mat

from gfkit.core.deferred import dataclass
from gfkit.questions.twins.blocks import BlockRule, Image

_ZERO, _ONE = fmpq(0), fmpq(1)


class _Span:
    """Basis of a space of vectors, in the order in which they were added."""

    def __init__(self) -> None:
        self.size = 0
        self._rows: list[tuple[int, list[fmpq], list[fmpq]]] = []

    def coordinates(self, vector: Sequence[fmpq]) -> list[fmpq] | None:
        """Return the coordinates of a vector in the basis, or None if it is independent of it."""
        rest, combination = self._reduced(vector)
        return None if any(rest) else combination

    def add(self, vector: Sequence[fmpq]) -> bool:
        """Extend the basis by a vector unless it depends on the basis."""
        rest, combination = self._reduced(vector)
        pivot = next((place for place, entry in enumerate(rest) if entry), None)
        if pivot is None:
            return False
        scale = 1 / rest[pivot]
        row = [entry * scale for entry in rest]
        self._rows.append((pivot, row, [*(-c * scale for c in combination), scale]))
        self.size += 1
        return True

    def _reduced(self, vector: Sequence[fmpq]) -> tuple[list[fmpq], list[fmpq]]:
        """Return the vector minus a linear combination of the basis, and the coefficients of the
        combination.
        """
        rest, combination = list(vector), [_ZERO] * self.size
        for pivot, row, parts in self._rows:
            factor = rest[pivot]
            if factor:
                rest = [a - factor * b for a, b in zip(rest, row, strict=True)]
                for place, part in enumerate(parts):
                    combination[place] += factor * part
        return rest, combination


@dataclass(frozen=True)
class WordSeries:
    """Recognisable series: a row, a matrix for each letter, and a column."""

    start: fmpq_mat
    steps: tuple[fmpq_mat, ...]
    final: fmpq_mat

    @classmethod
    def of(cls, start: Sequence[Any], steps: Iterable[Sequence[Any]], final: Sequence[Any]) -> WordSeries:
        """Return the series of a row, of the rows of the matrices, and of a column."""
        size = len(start)
        matrices = (fmpq_mat(size, size, [entry for row in step for entry in row]) for step in steps)
        return cls(fmpq_mat(1, size, list(start)), tuple(matrices), fmpq_mat(size, 1, list(final)))

    @property
    def dimension(self) -> int:
        return int(self.start.ncols())

    def reduced(self) -> WordSeries:
        """Return an equal series of smallest dimension, computed by Schuetzenberger's algorithm."""
        return self._reachable()._transposed()._reachable()._transposed()

    def _transposed(self) -> WordSeries:
        steps = tuple(step.transpose() for step in self.steps)
        return WordSeries(self.final.transpose(), steps, self.start.transpose())

    def _spanning(self) -> Iterator[tuple[tuple[int, ...], fmpq_mat]]:
        """Yield words, prefixes first, whose rows are a basis of the space reached from the start, each with
        its row.
        """
        span = _Span()
        queue: list[tuple[tuple[int, ...], fmpq_mat]] = [((), self.start)]
        for word, row in queue:
            if span.add(row.entries()):
                yield word, row
                queue += [((*word, letter), row * step) for letter, step in enumerate(self.steps)]

    def _reachable(self) -> WordSeries:
        """Return the restriction to the span of the rows that words reach from the start."""
        span, basis = _Span(), [row for _, row in self._spanning()]
        for row in basis:
            span.add(row.entries())
        steps = [[span.coordinates((row * step).entries()) or () for row in basis] for step in self.steps]
        start = span.coordinates(self.start.entries()) or ()
        return WordSeries.of(start, steps, [(row * self.final)[0, 0] for row in basis])

    def basis_words(self) -> list[tuple[int, ...]]:
        """Return words whose rows are a basis of the space that is reached from the start, prefixes first."""
        return [word for word, _ in self._spanning()]

    def totals(self, count: int) -> list[fmpq]:
        """Return the sums of the values of all words of length 1, 2, ..., ``count``."""
        summed, row, found = sum(self.steps[1:], self.steps[0]), self.start, []
        for _ in range(count):
            row *= summed
            found.append((row * self.final)[0, 0])
        return found

    def value(self, word: Iterable[int]) -> fmpq:
        """Return the value of a word."""
        row = reduce(lambda row, letter: row * self.steps[letter], word, self.start)
        return (row * self.final)[0, 0]

    def nonzero_word(self) -> tuple[int, ...] | None:
        """Return a word whose value is not 0, or None if the series is 0."""
        return next((word for word, row in self._spanning() if (row * self.final)[0, 0]), None)


def _combination(parts: Sequence[tuple[fmpq, WordSeries]]) -> WordSeries:
    """Return the linear combination of series as one series, the direct sum of the given ones."""
    parts = [(factor, one) for factor, one in parts if factor]
    width = sum(one.dimension for _, one in parts)
    steps: list[list[Sequence[fmpq]]] = [[] for _ in parts[0][1].steps]
    before = 0
    for _, one in parts:
        after = width - before - one.dimension
        for rows, step in zip(steps, one.steps, strict=True):
            rows += [[*[_ZERO] * before, *row, *[_ZERO] * after] for row in step.tolist()]
        before += one.dimension
    start = [entry for _, one in parts for entry in one.start.entries()]
    return WordSeries.of(start, steps, [c * entry for c, one in parts for entry in one.final.entries()])


def first_column(size: int, least: int = 1) -> WordSeries:
    """Return v_1 for words of at least ``least`` letters: 1 for each of them, and 0 for shorter words."""
    places = range(least + 1)
    step = [[int(j == min(i + 1, least)) for j in places] for i in places]
    return WordSeries.of(step[-1][::-1], [step] * size, step[-1])


def next_column(rule: BlockRule, series: WordSeries) -> WordSeries:
    """Return v_(n+1), computed from v_n: sum over the words left of a word such that all blocks are
    allowed.
    """
    size, values = rule.size, range(rule.size)
    width = 1 + series.dimension * size * size

    def place(i: int, left: int, right: int) -> int:
        return 1 + (i * size + left) * size + right

    steps = [fmpq_mat(width, width) for _ in values]
    for d, c in product(values, repeat=2):
        for i, entry in enumerate((series.start * series.steps[c]).entries()):
            steps[d][0, place(i, c, d)] = entry
        rows = series.steps[c].tolist()
        for a, b in product(values, repeat=2):
            if (a, b, c, d) in rule.allowed:
                for i, row in enumerate(rows):
                    for j, entry in enumerate(row):
                        steps[d][place(i, a, b), place(j, c, d)] = entry
    final = [_ZERO, *(entry for entry in series.final.entries() for _ in range(size * size))]
    start = fmpq_mat(1, width, [1] + [0] * (width - 1))
    return WordSeries(start, tuple(steps), fmpq_mat(width, 1, final)).reduced()


class Columns:
    """Series v_1, v_2, ... of a rule, computed on demand."""

    def __init__(self, rule: BlockRule, least: int = 1) -> None:
        self._rule = rule
        self._series = [first_column(rule.size, least)]

    def series(self, n: int) -> WordSeries:
        """Return the word series v_n."""
        while len(self._series) < n:
            self._series.append(next_column(self._rule, self._series[-1]))
        return self._series[n - 1]

    def recurrence(self, most: int, dimension: int) -> tuple[fmpq, ...] | None:
        """Return constants c_1, ..., c_j with v_(j+1) = c_1 v_1 + ... + c_j v_j, or None if none is found.

        Theorem. Then v_(n+j) = c_1 v_n + ... + c_j v_(n+j-1) for every n >= 1, so the number of legal m x n
        arrays satisfies this recurrence in n for every m. Proof: the step from v_n to v_(n+1) is linear.

        At most ``most`` series are used, each of dimension at most ``dimension``.
        """
        values = range(self._rule.size)
        words = [word for length in range(1, 6) for word in product(values, repeat=length)][:_MOST_WORDS]
        for order in range(1, most + 1):
            new = self.series(order + 1)
            if new.dimension > dimension:
                return None
            while True:
                span = _Span()
                for place in range(1, order + 1):
                    if not span.add([self.series(place).value(word) for word in words]):
                        return None  # an earlier relation, which the words did not show
                found = span.coordinates([new.value(word) for word in words])
                if found is None:
                    break
                parts = [(-c, self.series(place)) for place, c in enumerate(found, 1)]
                word = _combination([(_ONE, new), *parts]).nonzero_word()
                if word is None:
                    return tuple(found)
                words.append(word)
        return None


_MOST_WORDS = 150


@dataclass(frozen=True)
class BlockDecision:
    """Outcome of comparing two rules by their recurrences, with the smallest board that differs."""

    factors: tuple[tuple[fmpq, ...], tuple[fmpq, ...]]
    """Coefficients of the recurrences of both rules."""
    backwards: tuple[bool, bool]
    """True if the recurrence holds for the rule with its columns in reverse order."""
    differs_at: tuple[int, int] | None
    """Size m, n of the smallest board on which the counts differ."""

    @property
    def orders(self) -> tuple[int, int]:
        """Orders of the recurrences."""
        return len(self.factors[0]), len(self.factors[1])


def decide(first: BlockRule, second: BlockRule, most: int, dimension: int) -> BlockDecision | None:
    """Decide whether two rules have equal counts on all boards, or return None if the limit is reached first.

    Theorem. Let the numbers of arrays of two rules satisfy recurrences in n of orders j and j', with constant
    coefficients, for every m. If the numbers agree for all m and for n <= j + j', they agree for all m and n.
    For fixed n they agree for all m if they agree for m <= d + d', the dimensions of the series v_n.

    Proof. For fixed m the difference satisfies the product of the two recurrences, which has order j + j'.
    For fixed n the numbers of both rules satisfy recurrences in m whose orders are at most d and d'. QED
    """
    readings = [_find_reading(rule, most, dimension) for rule in (first, second)]
    if readings[0] is None or readings[1] is None:
        return None
    (one, *_), (other, *_) = readings[0], readings[1]
    factors, backwards = (readings[0][1], readings[1][1]), (readings[0][2], readings[1][2])

    def decision(differs_at: tuple[int, int] | None) -> BlockDecision:
        return BlockDecision(factors, backwards, differs_at)

    for n in range(1, sum(map(len, factors)) + 1):
        pair = one.series(n), other.series(n)
        count = pair[0].dimension + pair[1].dimension
        pairs = zip(pair[0].totals(count), pair[1].totals(count), strict=True)
        for m, (a, b) in enumerate(pairs, 1):
            if a != b:
                return decision((m, n))
    return decision(None)


@lru_cache(maxsize=200)
def _find_reading(
    rule: BlockRule, most: int, dimension: int
) -> tuple[Columns, tuple[fmpq, ...], bool] | None:
    """Return the series of a rule, its recurrence, and True if its columns are in reverse order, or None."""
    for turned in (False, True):
        reading = Columns(rule.image(Image(tuple(range(rule.size)), reversed=True)) if turned else rule)
        if (found := reading.recurrence(most, dimension)) is not None:
            return reading, found, turned
    return None


# Series with polynomial entries


Entry = tuple[fmpq, ...]
"""Coefficients of a polynomial in n, the constant first."""


@dataclass(frozen=True)
class GrowingSeries:
    """Automaton of v_n for words of at least two letters, with entries that are polynomials in n."""

    steps: tuple[tuple[tuple[Entry, ...], ...], ...]
    final: tuple[Entry, ...]

    def at(self, n: int) -> WordSeries:
        """Return the series for one n."""

        def value(entry: Entry) -> fmpq:
            return sum((c * n**k for k, c in enumerate(entry)), _ZERO)

        steps = [[[*map(value, row)] for row in step] for step in self.steps]
        start = [1] + [0] * (len(self.final) - 1)
        return WordSeries.of(start, steps, [*map(value, self.final)])

    def is_of(self, rule: BlockRule) -> bool:
        """Return True if the series for every n >= 1 is v_n of a rule, for words of at least two letters.

        Theorem. Let T be the step from v_n to v_(n+1), s(n) a series of dimension r over k letters with
        entries of degree at most g in n, and s(1) = v_1. If T s(n) = s(n + 1) for n = 1, ..., g d + 1, with
        d = 1 + k^2 r + r, then s(n) = v_n for every n >= 1.

        Proof. For a word w both T s(n) and s(n + 1) are polynomials in n of degree at most g (|w| + 1), since
        T s(n)(w) is a sum of values of s(n) at words of equal length. So for |w| < d they are equal for every
        n. Their difference is a series of dimension d, so it is 0. By induction s(n) = v_n. QED
        """
        size, r = rule.size, len(self.final)
        entries = [*self.final, *(entry for step in self.steps for row in step for entry in row)]
        bound = (max(map(len, entries)) - 1) * (1 + size * size * r + r) + 1
        return _are_equal(self.at(1), first_column(size, 2)) and all(
            _are_equal(next_column(rule, self.at(n)), self.at(n + 1)) for n in range(1, bound + 1)
        )


def _are_equal(one: WordSeries, other: WordSeries) -> bool:
    return _combination([(_ONE, one), (-_ONE, other)]).nonzero_word() is None


def find_growing_series(rule: BlockRule, dimension: int) -> GrowingSeries | None:
    """Return the automaton of v_n with polynomial entries, for a rule whose series v_2, v_3, ... have equal
    dimensions and a common basis of words; or None if this is not found, or a dimension exceeds the limit.
    """
    columns, points = Columns(rule, 2), range(2, _POINTS + 2)
    base = columns.series(2)
    r, letters = base.dimension, range(rule.size)
    if not 0 < r <= dimension:
        return None
    before, after = base.basis_words(), [word[::-1] for word in base._transposed().basis_words()]
    rows = []
    for n in points:
        series = columns.series(n)
        tables = [
            fmpq_mat(r, r, [series.value((*p, *letter, *q)) for p in before for q in after])
            for letter in [(), *((a,) for a in letters)] * (series.dimension == r)
        ]
        if not tables or tables[0].rank() < r:
            return None
        inverse = tables[0].inv()
        rows.append([e for table in tables[1:] for e in (table * inverse).entries()])
        rows[-1] += [series.value(p) for p in before]
    powers = fmpq_mat(_POINTS, _POINTS, [fmpq(n**k) for n in points for k in range(_POINTS)])
    solved = powers.solve(fmpq_mat(_POINTS, len(rows[0]), [e for row in rows for e in row])).tolist()
    degree = max((k for k, row in enumerate(solved) if any(row)), default=0)
    if degree > _POINTS - 3:
        return None
    entries = iter(zip(*solved[: degree + 1], strict=True))
    steps = tuple(tuple(tuple(next(entries) for _ in range(r)) for _ in range(r)) for _ in letters)
    return GrowingSeries(steps, tuple(entries))


_POINTS = 6
"""Numbers of columns from which the polynomials are interpolated; two of them confirm the degree."""
