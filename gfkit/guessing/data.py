"""Sequences of terms: parsers for files and strings, and transformations such as differences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, pairwise
from math import factorial, gcd, lcm, prod
from typing import TYPE_CHECKING

from gfkit.core.algebra.number import Number, exact_number, number, read_number
from gfkit.core.deferred import dataclass, field, regex, replace
from gfkit.core.errors import InputError
from gfkit.core.typing import cached_property, checked_whole
from gfkit.core.writable import Indexable

if TYPE_CHECKING:
    from flint import fmpz

_ENTRY_LINE = regex(r"%[STU] (?:A[0-9]+ )?(.*)")
_STRIPPED_LINE = regex(r"A[0-9]+ ,(.*),")
_PAIR = regex(r"(-?[0-9]+)[ \t]+([+-]?[0-9]+(?:/[0-9]+)?)")
_COLUMNS = regex(r"(-?[0-9]{1,18})(?:[ \t]*[,;][ \t]*|[ \t]+)([+-]?[0-9]+(?:/[0-9]+)?)")
_HEADING = regex(
    r"[\"']?[A-Za-z][^,;\t]*[,;\t] *[\"']?[A-Za-z][^,;\t]*|[\"']?[A-Za-z][^\s,;]* +[\"']?[A-Za-z][^\s,;]*"
)
_SHOWN_CHARACTERS = 40
_MOST_FACTORIAL = 10_000
"""Largest first index for which terms are divided by factorials."""
_MOST_INDEX_DIGITS = 18
"""Maximum number of digits of an index."""
_MOST_START = 11
"""Maximum number of differences before those that are all 0."""
_MOST_LAGS, _MOST_LAG = 4, 100
"""Maximum number of factors 1 - t^s that yield zeros, and maximum s."""
_MOST_SCRAMBLED = 10**9
"""Bound of random differences: large, so that they satisfy no relation by chance."""


MOST_OFFSET = 10**15
"""Largest index of a first term; sizes of boards are far smaller."""


@dataclass(frozen=True)
class Data(Indexable):
    """Terms a(offset), a(offset + 1), ... as integers if possible, else as fractions.

    >>> from fractions import Fraction
    >>> Data.of([1, Fraction(4, 2), Fraction(1, 2)], 3).terms
    (1, 2, Fraction(1, 2))
    """

    _instead = "use .terms for the list of terms, or [n] for the term at n"

    terms: tuple[Number, ...]
    offset: int = 0
    undivided: Data | None = field(default=None, compare=False, repr=False)
    """Terms a(n), if these terms are a(n)/n!, or None."""

    @classmethod
    def of(cls, terms: Iterable[object] | str, offset: int = 0) -> Data:
        """Return the data, with every term checked."""
        offset = checked_whole("offset", offset, 0)
        if isinstance(terms, str):
            terms = _numbers(terms)
        if not isinstance(terms, Iterable):
            raise InputError(f"terms {terms!r} must be a list of numbers, such as [1, 1, 2, 5, 14, 42]")
        listed = tuple(exact_number(term, f"term a({offset + k}) =") for k, term in enumerate(terms))
        if not listed:
            raise InputError("terms: none were given; write numbers such as 1 1 2 5 14 42")
        if offset > MOST_OFFSET:
            raise InputError("offset: the index of the first term must be at most 10^15")
        return cls(listed, offset)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def end(self) -> int:
        """Index after the last term."""
        return self.offset + len(self.terms)

    def __getitem__(self, n: int) -> Number:
        return self.terms[n - self.offset]

    @cached_property
    def denominator(self) -> int:
        """Least common denominator of the terms."""
        return lcm(*(term.denominator for term in self.terms))

    @cached_property
    def whole(self) -> tuple[int, ...]:
        """Terms multiplied by their common denominator."""
        below = self.denominator
        return tuple(term.numerator * (below // term.denominator) for term in self.terms)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """For each index, the information in bits of the terms from this index on; 0 after the last term."""
        sign = int(any(term < 0 for term in self.terms))
        sizes = [bits_of(term) - 1 + sign for term in self.terms]
        return (*list(accumulate(reversed(sizes)))[::-1], 0)

    def surprise_of_last(self, count: int) -> int:
        """Return the information in bits of the last ``count`` terms, in the shortest of three codes.

        The codes list the positions and lengths of the nonzero terms, differences or second differences.
        """
        rows = [list(self.whole[max(0, len(self) - count) :])]
        for _ in range(2):
            rows.append([after - before for before, after in pairwise(rows[-1])])
        place = len(self).bit_length()
        return min(
            min(len(row), place * sum(map(bool, row))) + sum(value.bit_length() for value in row)
            for row in rows
        )

    def information_of_last(self, count: int) -> int:
        """Return the length in bits of the last ``count`` terms, or of their first or second differences if
        these are shorter.
        """
        rows = [list(self.whole)]
        for _ in range(2):
            rows.append([after - before for before, after in pairwise(rows[-1])])
        return min(sum(value.bit_length() for value in row[-count:]) for row in rows)

    @cached_property
    def _sparsest(self) -> tuple[list[int], list[int]]:
        """Lags s for which the product of the series with the factors 1 - t^s has most zeros, and its
        coefficients.
        """
        ways = [_differences(self.whole, [1] * order) for order in range(3)]
        zeros = [row.count(0) for row in ways]
        order = zeros.index(max(zeros))
        lags, row = [1] * order, ways[order]
        while row.count(0) and len(lags) < _MOST_LAGS:
            rows = [_differences(row, [lag]) for lag in range(1, min(len(row) // 4, _MOST_LAG) + 1)]
            best = max(range(len(rows)), key=lambda k: rows[k].count(0), default=-1)
            if best < 0 or rows[best].count(0) <= row.count(0):
                break
            lags, row = [*lags, best + 1], rows[best]
        return lags, row

    @property
    def changes(self) -> int:
        """Number of terms that are not determined by earlier ones and by constant runs or equal steps."""
        return len(self) if self.scrambled is None else sum(map(bool, self._source._sparsest[1]))

    @property
    def _source(self) -> Data:
        return self.undivided or self

    @cached_property
    def scrambled(self) -> Data | None:
        """Random terms with the same constant runs and equal steps, or None if there are none, or if they
        determine all terms except the first few, as for a polynomial.

        The terms are multiplied by factors 1 - t^s that yield most zeros, and the other coefficients are
        replaced. A formula whose shape also fits these terms rests only on the zeros.
        """
        lags, row = self._source._sparsest
        if all(row) or not any(row[sum(lags) + _MOST_START :]):
            return None
        dice = random.Random(len(self))
        row = [value and dice.randrange(1, _MOST_SCRAMBLED) for value in row]
        for lag in lags:
            for place in range(lag, len(row)):
                row[place] += row[place - lag]
        scrambled = Data(tuple(row), self.offset)
        return scrambled if self.undivided is None else Transform.FACTORIALS.apply(scrambled)[0]

    @cached_property
    def exact(self) -> list[fmpz]:
        """Terms multiplied by their common denominator, as integers of FLINT."""
        from flint import fmpz

        return list(map(fmpz, self.whole))

    def primes(self, count: int, skipped: int = 0) -> list[int]:
        """Return the largest primes of a word that divide no denominator and do not divide all terms.

        The first ``skipped`` of them are omitted.
        """
        from gfkit.core.algebra.residue import word_primes  # terms alone are read without FLINT

        tried, bad = skipped + count, self.denominator * (gcd(*self.whole) or 1)
        while True:
            good = [p for p in word_primes(tried) if bad % p]
            if len(good) >= skipped + count:
                return good[skipped : skipped + count]
            tried += count

    @cached_property
    def search_prime(self) -> int:
        """Prime modulo which relations are searched."""
        return self.primes(1)[0]

    def residues(self, primes: Sequence[int]) -> list[list[int]]:
        """Return the terms modulo several primes, one row for each; no prime may divide the denominator."""
        large, rows = prod(primes), []
        small = [value % large for value in self.whole]
        for p in primes:
            inverse = pow(self.denominator, -1, p)
            rows.append([value * inverse % p for value in small])
        return rows

    def __getstate__(self) -> dict[str, object]:
        return {"terms": self.terms, "offset": self.offset, "undivided": self.undivided}

    def with_term(self, n: int, term: Number) -> Data:
        """Return the data with the term a(n) replaced."""
        place = n - self.offset
        return Data((*self.terms[:place], term, *self.terms[place + 1 :]), self.offset)

    def first_terms(self, count: int) -> Data:
        """Return the data with only the first ``count`` terms."""
        return self if count >= len(self) else Data(self.terms[:count], self.offset)

    def later_terms(self, begin: int) -> Data:
        """Return the data without the first ``begin`` terms."""
        return Data(self.terms[begin:], self.offset + begin)


def _differences(terms: Sequence[int], lags: Sequence[int]) -> list[int]:
    """Return the coefficients of the series times the factors 1 - t^s.

    >>> _differences([1, 1, 2, 2, 3, 3], [1, 2])
    [1, 0, 0, 0, 0, 0]
    """
    row = list(terms)
    for lag in lags:
        row = [*row[:lag], *(after - before for before, after in zip(row, row[lag:], strict=False))]
    return row


def bits_of(value: Number) -> int:
    """Return the length of a number with its sign, in binary digits.

    >>> from fractions import Fraction
    >>> bits_of(0), bits_of(-5), bits_of(Fraction(1, 8))
    (2, 4, 6)
    """
    size = max(1, value.numerator.bit_length()) + 1
    return size if value.denominator == 1 else size + value.denominator.bit_length()


def read_words(words: Iterable[str], offset: int = 0) -> Data:
    """Parse terms given as words or separated by commas, with or without brackets.

    >>> read_words(["[1,", "-2,", "1/2]"]).terms
    (1, -2, Fraction(1, 2))
    """
    return Data.of(" ".join(words), offset)


def read_text(text: str, offset: int | None = None) -> Data:
    """Parse the terms of a file: a b-file with lines 'n a(n)', lines of an OEIS entry, or plain numbers.

    The offset of a b-file is parsed too. Lines that start with # are comments. A table of n and
    a(n), with commas or semicolons and possibly a heading, is a b-file if n increases by 1.

    >>> read_text("# A000045\\n3 2\\n4 3\\n5 5\\n")
    Data(terms=(2, 3, 5), offset=3)
    >>> read_text("%S A000108 1,1,2,5,14,\\n%T A000108 42,132\\n%N A000108 Catalan numbers\\n").terms
    (1, 1, 2, 5, 14, 42, 132)
    >>> read_text("A000108 ,1,1,2,5,14,").terms
    (1, 1, 2, 5, 14)
    >>> read_text("n,count\\n1,2\\n2,7\\n3,22\\n")
    Data(terms=(2, 7, 22), offset=1)
    """
    lines = _table_lines(_lines(text))
    marked = [match[1] for _, line in lines if (match := _ENTRY_LINE.fullmatch(line))]
    if marked:
        return Data.of(" ".join(marked), offset or 0)
    listed = _terms_of_b_file(lines, offset)
    if listed is not None:
        return listed
    _check_values(lines)
    parts = [match[1] if (match := _STRIPPED_LINE.fullmatch(line)) else line for _, line in lines]
    return Data.of(" ".join(parts), offset or 0)


def read_b_file(text: str) -> Data | None:
    """Parse the terms of a b-file with their offset; return None if the string is not a b-file.

    >>> read_b_file("1 3\\n2 7\\n"), read_b_file("1 3 7")
    (Data(terms=(3, 7), offset=1), None)
    """
    return _terms_of_b_file(_table_lines(_lines(text)), None)


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are neither blank nor comments, with their line numbers."""
    lines = [(k, line.partition("#")[0].strip()) for k, line in enumerate(text.splitlines(), 1)]
    return [(k, line) for k, line in lines if line]


def _table_lines(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Convert the lines of a table with two columns to the form of a b-file; leave other lines unchanged.

    >>> _table_lines([(1, "n,a(n)"), (2, "0,1"), (3, "1,2")])
    [(2, '0 1'), (3, '1 2')]
    """
    heading = len(lines) > 2 and _HEADING.fullmatch(lines[0][1]) is not None
    rows = [(k, _COLUMNS.fullmatch(line)) for k, line in lines[heading:]]
    pairs = [(k, f"{row[1]} {row[2]}") for k, row in rows if row is not None]
    first = [int(pair.partition(" ")[0]) for _, pair in pairs]
    steps = [after - before for before, after in pairwise(first)]
    rises = min(steps, default=0) > 0 and (heading or 2 * steps.count(1) >= len(steps))
    return pairs if len(pairs) == len(rows) > 2 - heading and rises else lines[heading:]


def _check_values(lines: list[tuple[int, str]]) -> None:
    """Raise InputError for a b-file in which a line does not consist of an index and one value."""
    first = [line.split()[0] for _, line in lines]
    are_indices = all(re.fullmatch("-?[0-9]{1,18}", word) for word in first)
    rises = are_indices and all(int(after) - int(before) == 1 for before, after in pairwise(first))
    wrong = [(k, line) for k, line in lines if _PAIR.fullmatch(line) is None]
    if rises and 0 < 2 * len(wrong) < len(lines):
        k, line = wrong[0]
        raise InputError(
            f"line {k} {line[:_SHOWN_CHARACTERS]!r} must consist of an index and a term, like the other lines"
        )


def _terms_of_b_file(lines: list[tuple[int, str]], offset: int | None) -> Data | None:
    """Return the terms of lines 'n a(n)', or None if some lines have another form."""
    rows = [(k, match[1], match[2]) for k, line in lines if (match := _PAIR.fullmatch(line))]
    if len(rows) < 2 or len(rows) < len(lines) or not _look_like_indices([index for _, index, _ in rows]):
        return None
    return _b_file(rows, offset)


def _look_like_indices(numbers: list[str]) -> bool:
    """Return True if the first numbers of the lines look like indices, that is, increase, usually by 1."""
    first = [int(number) for number in numbers if len(number) <= _MOST_INDEX_DIGITS]
    if len(first) < len(numbers):
        return False
    steps = [after - before for before, after in pairwise(first)]
    return min(steps) > 0 or 2 * steps.count(1) >= len(steps)


def _b_file(rows: list[tuple[int, str, str]], offset: int | None) -> Data:
    start = int(rows[0][1])
    for k, (line, index, _) in enumerate(rows):
        if index != str(start + k):
            wrong = index[:_SHOWN_CHARACTERS]
            raise InputError(
                f"line {line}: expected the index {start + k}, got {wrong}; indices must increase by 1"
            )
    if offset is not None and offset != start:
        raise InputError(f"offset {offset} conflicts with the file, whose first index is {start}")
    return Data.of([read_number(value) for _, _, value in rows], start)


def term_words(text: str) -> list[str]:
    r"""Return the words between commas or spaces. Raise InputError for an empty entry between two commas.

    >>> term_words("[1, 2 3],\n4,")
    ['1', '2', '3', '4']
    """
    parts = re.split("[,;]", re.sub(r"[\[\](){}]", " ", text))
    words: list[str] = []
    for k, part in enumerate(parts):
        if not part.strip() and k < len(parts) - 1:
            raise InputError(
                f"term {len(words) + 1} '': no number precedes a comma; write the term or omit the comma"
            )
        words += part.split()
    return words


def _numbers(text: str) -> list[Number]:
    terms = []
    for k, word in enumerate(term_words(text), 1):
        if not re.fullmatch(r"[+-]?[0-9]++(?:/0*+[1-9][0-9]*+)?", word):
            shown = word if len(word) <= _SHOWN_CHARACTERS else word[:_SHOWN_CHARACTERS] + "..."
            file = (
                f"; for an OEIS entry, name the b-file b{word[1:]}.txt"
                if re.fullmatch("A[0-9]{6,9}", word)
                else ""
            )
            raise InputError(f"term {k} {shown!r} must be an integer or a fraction such as -1/2{file}")
        terms.append(read_number(word))
    return terms


class Transform(StrEnum):
    """Transformation of the terms a(n) to b(n), for which a formula is found. Its values are printed.

    >>> Transform.RATIOS.apply(Data.of([1, 1, 2, 6, 24], 2))
    (Data(terms=(1, 2, 3, 4), offset=2),)
    """

    DIFFERENCES = "b(n) = a(n+1) - a(n)"
    RATIOS = "b(n) = a(n+1)/a(n)"
    FACTORIALS = "b(n) = a(n)/n!"
    EULER = "the series of a is the product of (1 - t^n)^(-b(n)) over n >= 1"
    BISECTION = "b(n) = a(2*n), c(n) = a(2*n+1)"

    def apply(self, data: Data) -> tuple[Data, ...]:
        """Return the transformed sequences. There are none if a division by 0 occurs or too few terms
        remain.
        """
        terms, offset = data.terms, data.offset
        pairs = list(pairwise(terms))
        if len(terms) < 2 or (self is Transform.RATIOS and not all(terms[:-1])):
            return ()
        if self is Transform.FACTORIALS and offset > _MOST_FACTORIAL:
            return ()
        if self is Transform.DIFFERENCES:
            return (Data.of([after - before for before, after in pairs], offset),)
        if self is Transform.RATIOS:
            return (Data.of([Fraction(after) / before for before, after in pairs], offset),)
        if self is Transform.FACTORIALS:
            listed = [Fraction(term) / factorial(offset + k) for k, term in enumerate(terms)]
            return (replace(Data.of(listed, offset), undivided=data),)
        if self is Transform.EULER:
            is_whole = terms[0] == 1 and data.denominator == 1
            return (Data.of(euler_factors(terms), 1),) if is_whole else ()
        odd = offset % 2
        return (
            Data.of(terms[odd::2], (offset + 1) // 2),
            Data.of(terms[1 - odd :: 2], offset // 2),
        )

    def undo(self, start: Number, offset: int, parts: Sequence[Sequence[Number]]) -> list[Number]:
        """Invert the transformation: return the terms a(offset), ..., where ``start`` is a(offset).

        >>> Transform.RATIOS.undo(1, 0, [[1, 2, 3, 4]])
        [1, 1, 2, 6, 24]
        """
        if self is Transform.BISECTION:
            even, odd = parts if offset % 2 == 0 else parts[::-1]
            mixed = [term for pair in zip(even, odd, strict=False) for term in pair]
            return mixed + list(even[len(odd) : len(odd) + 1])
        if self is Transform.FACTORIALS:
            return [number(term * factorial(offset + k)) for k, term in enumerate(parts[0])]
        if self is Transform.EULER:
            return euler_product(parts[0])
        terms = [start]
        for term in parts[0]:
            terms.append(number(terms[-1] + term if self is Transform.DIFFERENCES else terms[-1] * term))
        return terms


def euler_factors(terms: Sequence[Number]) -> list[int]:
    """Return the exponents b(n) with 1 + a(1) t + ... = product of (1 - t^n)^(-b(n)), for integer terms with
    first term 1.

    By n a(n) = c(1) a(n-1) + ... + c(n) with c(n) the sum of d b(d) over the divisors d of n.
    """
    sums: list[int] = [0]
    factors: list[int] = [0]
    for n in range(1, len(terms)):
        c = n * int(terms[n]) - sum(sums[k] * int(terms[n - k]) for k in range(1, n))
        rest = c - sum(d * factors[d] for d in range(1, n) if n % d == 0)
        sums.append(c)
        factors.append(rest // n)
    return factors[1:]


def euler_product(factors: Sequence[Number]) -> list[Number]:
    """Return the initial coefficients of the product of (1 - t^n)^(-b(n))."""
    coefficients: list[Number] = [1]
    sums: list[Number] = [0]
    for n in range(1, len(factors) + 1):
        sums.append(number(sum(d * factors[d - 1] for d in range(1, n + 1) if n % d == 0)))
        coefficients.append(number(Fraction(sum(sums[k] * coefficients[n - k] for k in range(1, n + 1)), n)))
    return coefficients
