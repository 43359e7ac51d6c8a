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

and both N and D are interpolated from values at points modulo primes: see ``ways.modular.weighted``. With -q
for q, all entries of T are nonnegative up to one sign, so that values at -1 bound the coefficients.

The numbers of states are Motzkin numbers, 1, 1, 2, 4, 9, 21, 51, 127 for paths of w = 1, 2, ... vertices,
about 3^w, and about half as many up to reflection: 70 for w = 8. Cost: for each prime and point, 2 m products
with the matrix.

Reference: Jesús Salas and Alan D. Sokal, Transfer matrices and partition-function zeros for antiferromagnetic
Potts models I, Journal of Statistical Physics 104 (2001).
"""

from __future__ import annotations

from functools import cache
from operator import lshift

from gfkit.core.algebra import Polynomial, RationalGF
from gfkit.core.boards import Family
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.engine.sweep.engine2_integers import terms_of_packed
from gfkit.core.typing import Weights
from gfkit.questions.edge_sums import check_simple
from gfkit.ways.partitions import Blocks, TutteSweep, number_blocks


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
        sweep = TutteSweep(check_simple(f"{'cylinder:' * self.closed}{self.width}x{length}"))
        cells, places = range(self.width * length), sweep.board.places
        return sweep, [[cell for cell in cells if places[cell][1] == turn] for turn in range(length)]

    def generating_function(self) -> tuple[RationalGF, int]:
        """Return the generating function of the chromatic polynomials, and the number of states.

        >>> print(ProductStrip(2, closed=False).generating_function()[0])
        (1 - 3*t + 2*q*t)/(1 - 3*t + 3*q*t - q^2*t)
        """
        machine, sides = self._automaton(), []
        if machine.states <= tuning.DERIVE.determinant_states[Weights.PIECES]:
            found = machine.fraction(("q",))
        else:
            from gfkit.ways.modular.weighted import fraction_of_automaton

            modular = fraction_of_automaton(machine)
            found = modular.numerator, modular.denominator
        for part, shift in zip(found, (1, 0), strict=True):
            signs = {(k + shift, j): (-1) ** (self.width * (k + shift) + j) * n for (k, j), n in part.terms}
            sides.append(Polynomial.of(("t", "q"), signs))
        return RationalGF(sides[0] + sides[1], sides[1]), machine.states

    def _automaton(self) -> Automaton:
        """Return the automaton of partitions up to symmetry, with x for -q; signs (-1)^w are omitted.

        It consists of all states that are reachable from the partition into single vertices.
        """
        width = self.width
        shifts = range(width if self.closed else 1)
        turns = [[(k + s) % width for k in range(width)] for s in shifts]
        turns += [turn[::-1] for turn in turns]
        (long, (first, second, _)), (short, (last,)) = self.sweep(3), self.sweep(1)

        @cache
        def orbit(blocks: Blocks) -> Blocks:
            return min(number_blocks(blocks[k] for k in turn) for turn in turns)

        def weight(value: int, bits: int) -> dict[tuple[int, int], int]:
            return {(k, 0): n for (k, _), n in terms_of_packed(value, bits, 1).items()}

        number = {tuple(range(width)): 0}
        todo, rows, ends = list(number), [], {}
        for state, blocks in enumerate(todo):
            row: dict[int, int] = {}
            for after, value in long.advance([*first], second, {blocks: 1}, lshift).items():
                target = orbit(after)
                if target not in number:
                    number[target] = len(number)
                    todo.append(target)
                row[number[target]] = row.get(number[target], 0) + value
            rows.append({target: weight(value, long.bits) for target, value in row.items()})
            (end,) = short.advance([*last], (), {blocks: 1}, lshift).values()
            ends[state] = weight(end << short.bits, short.bits)
        return Automaton({0: {(0, 0): 1}}, tuple(rows), ends)
