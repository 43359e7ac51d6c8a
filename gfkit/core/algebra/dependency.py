"""First linear relation among vectors of polynomials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from flint import fmpz_poly

from gfkit.core.deferred import dataclass, field

_ZERO = fmpz_poly([])
_ONE = fmpz_poly([1])


@dataclass
class Echelon:
    """Vectors of polynomials in echelon form, by elimination without fractions.

    Each row is stored with its combination of the given vectors: all entries are minors of the matrix, so a
    step divides exactly by the previous pivot (Bareiss). Cost for m vectors of m entries of degree d:
    m^3 products of polynomials of degree up to m d.

    Reference: Erwin Bareiss, Sylvester's identity and multistep integer-preserving Gaussian elimination.
    """

    width: int
    rows: list[tuple[int, list[fmpz_poly]]] = field(default_factory=list)
    count: int = 0

    def add(self, vector: Sequence[fmpz_poly]) -> list[fmpz_poly] | None:
        """Add a vector; return its relation to the earlier vectors (lowest first), or None.

        >>> one, two = fmpz_poly([0, 1]), fmpz_poly([0, 0, 1])
        >>> space = Echelon(1)
        >>> space.add([one]), space.add([two])
        (None, [(-1)*x^2, x])
        """
        row = [*vector, *[_ZERO] * self.count, _ONE]
        before = _ONE
        for pivot, above in self.rows:
            lead, factor = above[pivot], row[pivot]
            above = [*above, *[_ZERO] * (len(row) - len(above))]
            if factor:
                row = [
                    (lead * mine - factor * other) // before for mine, other in zip(row, above, strict=True)
                ]
            else:
                row = [lead * mine // before if mine else mine for mine in row]
            before = lead
        self.count += 1
        numbers = [i for i in range(self.width) if row[i]]
        if not numbers:
            return row[self.width :]
        pivot = min(numbers, key=lambda i: row[i].degree())
        self.rows.append((pivot, row))
        return None


def first_relation(vectors: Iterator[Sequence[fmpz_poly]], width: int) -> list[fmpz_poly]:
    """Return polynomials c_0, ..., c_k with c_0 v_0 + ... + c_k v_k = 0, c_k nonzero and k minimal.

    They have no common factor, and exist for some k <= width.

    >>> x = fmpz_poly([0, 1])
    >>> first_relation(iter([[x, x], [x * x, x], [x, x * x]]), 2)
    [x + 1, (-1), (-1)]
    """
    space = Echelon(width)
    for vector in vectors:
        relation = space.add(vector)
        if relation is not None:
            common = reduce(fmpz_poly.gcd, relation)
            return [part // common for part in relation]
    raise ValueError(f"{space.count} vectors of {width} entries: not enough for a relation")
