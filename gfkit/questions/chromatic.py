"""Chromatic polynomials of strips: products of a path or a cycle with a path of n vertices.

Statement. Let H be a path or a cycle on w vertices. A state is a partition of the vertices of the last copy
of H into blocks that are connected by selected edges (see ``edge_sums``). Let J_e be the operator that joins
the blocks of the endpoints of an edge e, and let v_P be the product of (1 - J_e) over the edges e of H,
applied to the partition P. Since J_e (1 - J_e) = 0, v_P = 0 if a block contains two adjacent vertices of H,
so only partitions into independent sets are states. For each row, the edge to the next copy is selected, with
weight -1, or not selected; in the latter case the new vertex of the row is a separate block:

    v_P  ->  sum over sets A of edges of H and S of rows
             of (-1)^(|A| + w - |S|) q^(number of blocks contained in S) v_(P joined by A, without S).

At the end, by deletion and contraction, v_P is the number of colourings of H in which each block has one
colour. Rotated and reflected partitions of H are identified, because the transitions commute with the
symmetries of H. ``TutteSweep`` computes transitions and end values, with x - 1 = -q and y = 0, up to signs.
With the matrix T(q) of m states, start vector u and end vector f

    sum of P_n(q) t^n = 1 + t u (1 - t T)^(-1) f = 1 + N / D,   D = det(1 - t T),

and both N and D are computed exactly. Let d be the sum over all states of their numbers of blocks. D has
degree at most d in q, because the degree of a row of T is at most the number of blocks of its state, and N
has degree at most d + w. Let R be the largest sum of absolute values of coefficients in a row of T, and F the
largest such sum of an entry of f. The sums of the absolute values of the coefficients of D and of N are less
than (1 + R + F)^(m + 1) (N is a determinant of m + 1 rows). So the values at d + w + 1 points, modulo primes
whose product exceeds twice this bound, determine N and D. This is a proof for every choice of primes and
points.

The numbers of states are Motzkin numbers, 1, 1, 2, 4, 9, 21, 51, 127 for paths of w = 1, 2, ... vertices,
about 3^w, and about half as many up to reflection: 70 for w = 8. Cost: for each prime and point, one
characteristic polynomial, m^3.

Reference: Jesús Salas and Alan D. Sokal, Transfer matrices and partition-function zeros for antiferromagnetic
Potts models I, Journal of Statistical Physics 104 (2001).
"""

from __future__ import annotations

from functools import cache
from math import log2
from operator import lshift

from flint import fmpz_poly, nmod_mat

from gfkit.algebra import Polynomial, RationalGF
from gfkit.algebra.residue import WORD_BITS, LiftedIntegers, numerator, random_primes
from gfkit.boards import Family, as_board
from gfkit.deferred import dataclass
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.engine.sweep.partitions import Blocks, TutteSweep, number_blocks


@dataclass(frozen=True, slots=True)
class ProductStrip:
    """Product of a path (or a cycle, if ``closed``) with a path of n vertices."""

    width: int
    closed: bool

    @staticmethod
    def of(family: Family) -> ProductStrip | None:
        """Return the strip of a family, or None if the family is not such a product. The board of size 0 is
        empty.
        """
        is_grid = isinstance(family, Family) and family.word in ("", "cylinder") and not family.is_irregular
        if not is_grid or len(family.sizes) != 2 or family.sizes.count(None) != 1:
            return None
        along = family.sizes.index(None)
        width = family.sizes[1 - along]
        if family.closes or family.doubled or not width:
            return None
        return ProductStrip(width, family.shape.wraps[1 - along])

    def sweep(self, length: int) -> tuple[TutteSweep, list[list[int]]]:
        """Return the sweep of the board of the given length, and the cells of each copy of H."""
        sweep = TutteSweep(as_board(f"{'cylinder:' * self.closed}{self.width}x{length}"))
        cells, places = range(self.width * length), sweep.board.places
        return sweep, [[cell for cell in cells if places[cell][1] == turn] for turn in range(length)]

    def generating_function(self) -> tuple[RationalGF, int]:
        """Return the generating function of the chromatic polynomials, and the number of states.

        >>> print(ProductStrip(2, closed=False).generating_function()[0])
        (1 - 3*t + 2*q*t)/(1 - 3*t + 3*q*t - q^2*t)
        """
        machine = _Machine.of(self)
        above, below = machine.fraction()
        names = ("t", "q")
        whole = Polynomial.of(names, above) + Polynomial.of(names, below)
        return RationalGF.reduced(whole, Polynomial.of(names, below)), len(machine.rows)


@dataclass(frozen=True, slots=True)
class _Machine:
    """Automaton of partitions up to symmetry: row i of T for each state i, with entries in Z[q], and the end
    vector. State 0 is the start.
    """

    rows: list[dict[int, fmpz_poly]]
    ends: list[fmpz_poly]
    degree: int
    height: float
    """log2 of a bound on the coefficients of N and D."""

    @staticmethod
    def of(strip: ProductStrip) -> _Machine:
        """Construct all states that are reachable from the partition into single vertices."""
        width = strip.width
        shifts = range(width if strip.closed else 1)
        turns = [[(k + s) % width for k in range(width)] for s in shifts]
        turns += [turn[::-1] for turn in turns]
        (long, (first, second, _)), (short, (last,)) = strip.sweep(3), strip.sweep(1)

        @cache
        def orbit(blocks: Blocks) -> Blocks:
            return min(number_blocks(blocks[k] for k in turn) for turn in turns)

        def signed(value: int, bits: int, sign: int) -> fmpz_poly:
            """Return the polynomial in q from its digits at -q, and its sign at q = 0."""
            digits = terms_of_packed(value, bits, 1)
            return fmpz_poly([sign * (-1) ** k * digits.get((k, 0), 0) for k in range(width + 1)])

        number = {tuple(range(width)): 0}
        todo, rows, ends, degree, across = list(number), [], [], 0, 0
        for blocks in todo:
            row: dict[int, int] = {}
            for after, value in long.advance([*first], second, {blocks: 1}, lshift).items():
                state = orbit(after)
                if state not in number:
                    number[state] = len(number)
                    todo.append(state)
                row[number[state]] = row.get(number[state], 0) + value
            rows.append({state: signed(value, long.bits, (-1) ** width) for state, value in row.items()})
            across = max(across, sum(abs(int(c)) for entry in rows[-1].values() for c in entry.coeffs()))
            degree += max(blocks) + 1
            (end,) = short.advance([*last], (), {blocks: 1}, lshift).values()
            ends.append(signed(end << short.bits, short.bits, (-1) ** width))
        largest = max(sum(abs(int(c)) for c in end.coeffs()) for end in ends)
        height = (len(rows) + 1) * log2(1 + across + largest)
        return _Machine(rows, ends, degree + width, height)

    def fraction(self) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
        """Return t N and D, as maps from exponents of t and q to coefficients."""
        from random import Random

        size, points = len(self.rows), self.degree + 1
        primes = random_primes(int((self.height + 2) / (WORD_BITS - 1)) + 1, Random(0))
        lifted = LiftedIntegers(points * (2 * size + 1))
        lifted.add([list(map(int, self._modulo(prime, points).entries())) for prime in primes], primes)
        sides: list[dict[tuple[int, int], int]] = [{}, {}]
        for place, value in enumerate(lifted.symmetric()):
            power, column = divmod(place, 2 * size + 1)
            into, shift = (sides[1], 0) if column <= size else (sides[0], size)
            if value:
                into[column - shift, power] = value
        return sides[0], sides[1]

    def _modulo(self, prime: int, points: int) -> nmod_mat:
        """Return the coefficients modulo a prime; rows are powers of q, columns powers of t, first of D, then
        of t N.
        """
        size = len(self.rows)
        values: list[list[int]] = []
        for q in range(points):
            flat = [0] * (size * size)
            for state, row in enumerate(self.rows):
                for other, entry in row.items():
                    flat[state * size + other] = int(entry(q)) % prime
            matrix = nmod_mat(size, size, flat, prime)
            below = [int(c) for c in reversed(matrix.charpoly().coeffs())]
            below += [0] * (size + 1 - len(below))
            end = nmod_mat(size, 1, [int(polynomial(q)) % prime for polynomial in self.ends], prime)
            terms = []
            for _ in range(size):
                terms.append(int(end[0, 0]))
                end = matrix * end
            values.append(below + numerator(below, terms, prime))
        flat = [pow(q, k, prime) for q in range(points) for k in range(points)]
        places = nmod_mat(points, points, flat, prime)
        table = nmod_mat(points, 2 * size + 1, [v for row in values for v in row], prime)
        return places.solve(table)
