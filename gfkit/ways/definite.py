"""Determinants of sparse, symmetric, positive definite integer matrices.

Theorem. Let A be such a matrix. Call two rows adjacent if their common entry is nonzero, and partition the
rows of each component of this graph into levels, by their distance from a fixed row: a row is adjacent only
to rows of its own level and of the two neighbouring levels. Let A_k be the diagonal block of level k, and B_k
the block of level k and level k + 1. Then

    S_0 = A_0,    S_(k+1) = A_(k+1) - B_k^T S_k^(-1) B_k,    det A = product of all det S_k.

As A is positive definite, the products of the first det S_k, which are
minors of A, are positive, and det A is at most the product of its diagonal (Hadamard). The recursion also
holds modulo every prime that divides no such minor; residues for primes whose product exceeds twice that
bound determine det A. This is a proof for any choice of primes. The matrix must be positive definite: if a
minor is 0, no prime can be used. Cost: for each prime a few matrix products for each level; for a grid of w
x n rows w^4 n^2, and for any matrix at most the fourth power of the number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import prod

from flint import fmpz_mat, nmod_mat

from gfkit.core.algebra.residue import WORD_BITS, LiftedIntegers, word_primes
from gfkit.core.deferred import dataclass
from gfkit.core.typing import cached_property, check_stop

OnPrime = Callable[[int, int], None]
"""Callback that receives the number of finished primes and the number of all primes."""
_OF_LEVEL = 400
"""Cost of a level in addition to its matrix products, in multiplications."""
_BLOCKS = 6
"""Number of matrices of a level that are in memory at once."""


@dataclass(frozen=True, slots=True)
class _Level:
    """Diagonal block of a level, and its block with the previous level."""

    own: fmpz_mat
    before: fmpz_mat


@dataclass(frozen=True)
class DefiniteMatrix:
    """Symmetric matrix as a list of rows, each a dictionary of nonzero entries by column."""

    rows: Sequence[Mapping[int, int]]

    @cached_property
    def levels(self) -> list[list[list[int]]]:
        """Return the levels of each component, by distance from a peripheral row."""
        shortest, seen = list[list[list[int]]](), set[int]()
        for row in range(len(self.rows)):
            if row not in seen:
                around = self._around(row)
                seen.update(*around)
                ways = [around, self._around(around[-1][0]), self._around(around[-1][-1])]
                shortest.append(min(ways, key=lambda way: sum(len(level) ** 3 + _OF_LEVEL for level in way)))
        return shortest

    def _around(self, row: int) -> list[list[int]]:
        """Return the rows of the component of a row, grouped by their distance from it."""
        level, seen, levels = [row], {row}, list[list[int]]()
        while level:
            levels.append(level)
            level = list(dict.fromkeys(n for vertex in level for n in self.rows[vertex] if n not in seen))
            seen.update(level)
        return levels

    @cached_property
    def widest(self) -> int:
        """Number of rows of the matrix at the largest level."""
        return max((len(level) for component in self.levels for level in component), default=0)

    @cached_property
    def primes(self) -> int:
        """Return a number of primes for which the determinant is proved."""
        bound = prod(row[number] for number, row in enumerate(self.rows))
        return (bound.bit_length() + 1) // (WORD_BITS - 1) + 1

    @property
    def bytes(self) -> int:
        """Return the number of bytes of all blocks, and of the blocks of a level that are in memory
        simultaneously.
        """
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
        """Return the submatrix of the given rows and columns."""
        place = {column: number for number, column in enumerate(columns)}
        matrix = fmpz_mat(len(rows), len(columns))
        for number, row in enumerate(rows):
            for column, value in self.rows[row].items():
                if column in place:
                    matrix[number, place[column]] = value
        return matrix


def _determinant(levels: Sequence[_Level], prime: int) -> int:
    """Return the determinant modulo a prime, or 0 if the prime divides a minor."""
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
