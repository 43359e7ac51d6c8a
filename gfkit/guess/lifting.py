"""From relations modulo primes to relations over the rational numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from flint import fmpz_poly

from gfkit.exact.order_basis import PRIME_BITS, Residues, RowRelation, solutions
from gfkit.exact.residue import Lifted, fractions_of
from gfkit.guess.data import Data

Values = Callable[[Sequence[int], int], tuple[Sequence[Residues], Sequence[int] | None]]
"""The rows of a Hermite-Pade problem modulo primes, on the first so many points, and the points."""


def lifted(
    data: Data, values: Values, relation: RowRelation, accept: Callable[[list[fmpz_poly]], bool]
) -> list[fmpz_poly] | None:
    """The relation with integer coefficients without a common factor that ``accept`` takes, or None.

    Residues are found for more and more primes at once, and made fractions whenever their number has
    doubled; None when the coefficients turn out to be longer than all terms together.
    """
    images, used, batch = None, 0, 2
    while images is None or images.modulus.bit_length() < 128 + 2 * data.bits[0]:
        primes = data.primes(PRIME_BITS, batch, used)
        rows, nodes = values(primes, len(relation.pivots))
        found = [
            ([c for part in image for c in part], prime)
            for image, prime in zip(solutions(rows, nodes, primes, relation), primes, strict=True)
            if image is not None
        ]
        used += batch
        batch = used
        if not found:
            return None
        if images is None:
            images = Lifted(len(found[0][0]))
        images.add([image for image, _ in found], [prime for _, prime in found])
        row = [int(images.values[k]) for k in range(images.count)]
        fractions = fractions_of(row, int(images.modulus))
        if fractions is None:
            continue
        below = lcm(*(f.denominator for f in fractions))
        width = relation.degree + 1
        whole = [int(f * below) for f in fractions]
        candidate = [fmpz_poly(whole[k : k + width]) for k in range(0, len(whole), width)]
        if accept(candidate):
            return candidate
    return None
