"""The terms that are to be explained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm, prod

from flint import fmpz

from gfkit.errors import InputError
from gfkit.exact.order_basis import PRIME_BITS
from gfkit.exact.residue import word_primes
from gfkit.indexed import Indexed
from gfkit.sequences.number import Number, exact_number


@dataclass(frozen=True)
class Data(Indexed):
    """Terms a(offset), a(offset + 1), ...; integers where they are whole, else fractions.

    >>> from fractions import Fraction
    >>> Data.of([1, Fraction(4, 2), Fraction(1, 2)], 3).terms
    (1, 2, Fraction(1, 2))
    """

    _instead = ".terms has its terms, [n] is the one at n"

    terms: tuple[Number, ...]
    offset: int = 0

    @classmethod
    def of(cls, terms: Iterable[object], offset: int = 0) -> Data:
        """The data, after a look at every term."""
        listed = tuple(exact_number(term, f"term a({offset + k}) =") for k, term in enumerate(terms))
        if not listed:
            raise InputError("terms: none were given; write some numbers, as in 1 1 2 5 14 42")
        if isinstance(offset, bool) or not isinstance(offset, int) or offset < 0:
            raise InputError(f"offset {offset}: must be a whole number from 0 on")
        return cls(listed, offset)

    def __len__(self) -> int:
        return len(self.terms)

    @property
    def end(self) -> int:
        """The index after the last term."""
        return self.offset + len(self.terms)

    def __getitem__(self, n: int) -> Number:
        return self.terms[n - self.offset]

    @cached_property
    def denominator(self) -> int:
        """The least common denominator of the terms."""
        return lcm(*(term.denominator for term in self.terms))

    @cached_property
    def whole(self) -> tuple[int, ...]:
        """The terms times their common denominator."""
        below = self.denominator
        return tuple(term.numerator * (below // term.denominator) for term in self.terms)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """What the terms from each place on say, in binary digits; 0 after the last."""
        sign = int(any(term < 0 for term in self.terms))
        sizes = [bits_of(term) - 1 + sign for term in self.terms]
        return (*list(accumulate(reversed(sizes)))[::-1], 0)

    @cached_property
    def exact(self) -> list[fmpz]:
        """The terms times their common denominator, as FLINT's integers."""
        return list(map(fmpz, self.whole))

    @cached_property
    def _reduced(self) -> dict[int, list[int]]:
        """The terms modulo the primes that were asked for so far."""
        return {}

    def primes(self, bits: int, count: int, skipped: int = 0) -> list[int]:
        """The largest primes below 2^bits that divide no denominator and not all terms, after some others."""
        tried, bad = skipped + count, self.denominator * (gcd(*self.whole) or 1)
        while True:
            good = [p for p in word_primes(tried, bits) if bad % p]
            if len(good) >= skipped + count:
                return good[skipped : skipped + count]
            tried += count

    @cached_property
    def search_prime(self) -> int:
        """The prime below 2^31 with which relations are searched."""
        return self.primes(PRIME_BITS, 1)[0]

    def residues(self, primes: Sequence[int]) -> list[list[int]]:
        """The terms modulo several primes, a row for each; no prime may divide the denominator."""
        new = [p for p in primes if p not in self._reduced]
        large = prod(new)
        small = [value % large for value in self.whole] if new else []
        for p in new:
            inverse = pow(self.denominator, -1, p)
            self._reduced[p] = [value * inverse % p for value in small]
        return [self._reduced[p] for p in primes]

    def __getstate__(self) -> dict[str, object]:
        return {"terms": self.terms, "offset": self.offset}

    def mended(self, n: int, term: Number) -> Data:
        """The same terms but for a(n)."""
        place = n - self.offset
        return Data((*self.terms[:place], term, *self.terms[place + 1 :]), self.offset)

    def start(self, count: int) -> Data:
        """The first terms only."""
        return self if count >= len(self) else Data(self.terms[:count], self.offset)


def bits_of(value: Number) -> int:
    """The length of a number with its sign, in binary digits.

    >>> from fractions import Fraction
    >>> bits_of(0), bits_of(-5), bits_of(Fraction(1, 8))
    (2, 4, 6)
    """
    size = max(1, value.numerator.bit_length()) + 1
    return size if value.denominator == 1 else size + value.denominator.bit_length()
