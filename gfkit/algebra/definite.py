"""Determinants of sparse matrices of integers that are symmetric and positive definite.

Statement. Let two rows be joined where they meet in a number other than 0, and put the rows of each
component in levels, by their distance from one of them: a row is joined to its own level and to those next to
it. If A_k is the block of the k-th level, and B_k that of it and the next,

    S_0 = A_0,    S_(k+1) = A_(k+1) - B_k^T S_k^(-1) B_k,    det A = product of all det S_k.

As A is positive definite, products of the first det S_k, which are minors of it, are above 0, and det A is at
most the product of its diagonal (Hadamard). Modulo a prime that divides no such minor the same holds; with
primes whose product is beyond twice that bound det A is known: a proof, whatever primes they are. A matrix
that is not positive definite must not be given: where a minor is 0, no prime would ever serve.

Cost: for each prime a few products of matrices for each level, so that of a grid of w x n rows w^4 n^2, and
of any matrix at most the fourth power of its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

from flint import fmpz_mat, nmod_mat

from gfkit.algebra.residue import WORD_BITS, LiftedIntegers, word_primes
from gfkit.typing import cached_property, check_stop

OnPrime = Callable[[int, int], None]
"""Told how many of how many primes are done."""
_OF_LEVEL = 400
"""What a level takes besides products, in multiplications."""
_BLOCKS = 6
"""Matrices of a level that are held at once."""


@dataclass(frozen=True, slots=True)
class _Level:
    """The block of a level, and that of the level before and it."""

    own: fmpz_mat
    before: fmpz_mat


@dataclass(frozen=True)
class DefiniteMatrix:
    """A symmetric matrix by its rows, which have the numbers other than 0 by column."""

    rows: Sequence[Mapping[int, int]]

    @cached_property
    def levels(self) -> list[list[list[int]]]:
        """Yield the levels of each component, by distance from a peripheral row."""
        shortest, seen = list[list[list[int]]](), set[int]()
        for row in range(len(self.rows)):
            if row not in seen:
                around = self._around(row)
                seen.update(*around)
                ways = [around, self._around(around[-1][0]), self._around(around[-1][-1])]
                shortest.append(min(ways, key=_work))
        return shortest

    def _around(self, row: int) -> list[list[int]]:
        """Return the rows of a component by their distance from one of them."""
        level, seen, levels = [row], {row}, list[list[int]]()
        while level:
            levels.append(level)
            level = list(dict.fromkeys(n for vertex in level for n in self.rows[vertex] if n not in seen))
            seen.update(level)
        return levels

    @cached_property
    def widest(self) -> int:
        """Number of rows of the largest level."""
        return max((len(level) for component in self.levels for level in component), default=0)

    @cached_property
    def primes(self) -> int:
        """Return a number of primes that is proved sufficient."""
        bound = prod(row[number] for number, row in enumerate(self.rows))
        return (bound.bit_length() + 1) // (WORD_BITS - 1) + 1

    @property
    def bytes(self) -> int:
        """Return the number of entries of all blocks, and of the blocks of a level in memory at the same
        time."""
        sizes = [len(level) for component in self.levels for level in component]
        written = sum(size * size for size in sizes) + sum(size * after for size, after in pairwise(sizes))
        return 8 * (_BLOCKS * self.widest**2 + written)

    def determinant(self, tell: OnPrime) -> int:
        """Return the determinant; the empty determinant is 1."""
        parts = [list(self._blocks(levels)) for levels in self.levels]
        images, tried = list[tuple[int, int]](), 0
        while len(images) < self.primes:
            tried += 1
            prime, residue = word_primes(tried)[-1], 1
            for part in parts:
                residue = residue * _determinant(part, prime) % prime
            if residue:
                images.append((residue, prime))
                tell(len(images), self.primes)
        whole = LiftedIntegers(1)
        whole.add([[residue] for residue, _ in images], [prime for _, prime in images])
        return whole.symmetric()[0]

    def _blocks(self, levels: Sequence[Sequence[int]]) -> Iterator[_Level]:
        before: Sequence[int] = ()
        for level in levels:
            check_stop()
            yield _Level(self.block(level, level), self.block(before, level))
            before = level

    def block(self, rows: Sequence[int], columns: Sequence[int]) -> fmpz_mat:
        """Return the submatrix of these rows and columns."""
        place = {column: number for number, column in enumerate(columns)}
        matrix = fmpz_mat(len(rows), len(columns))
        for number, row in enumerate(rows):
            for column, value in self.rows[row].items():
                if column in place:
                    matrix[number, place[column]] = value
        return matrix


def _work(levels: Sequence[Sequence[int]]) -> int:
    return sum(len(level) ** 3 + _OF_LEVEL for level in levels)


def _determinant(levels: Sequence[_Level], prime: int) -> int:
    """Return the determinant of the blocks of levels modulo a prime, or 0 where the prime divides a minor."""
    product, last = 1, nmod_mat(0, 0, prime)
    for level in levels:
        check_stop()
        block = nmod_mat(level.own, prime)
        if last.nrows():
            before = nmod_mat(level.before, prime)
            block -= before.transpose() * last.solve(before)
        own = int(block.det())
        if not own:
            return 0
        product, last = product * own % prime, block
    return product
