"""A constraint that gfkit does not have, as one class, in a problem that is one Python function.

We count the 0-1 arrays without two horizontally adjacent ones in which the number of ones in every column is
a multiple of 3. The last lines compare the formula with a listing of the arrays that uses no part of gfkit.
"""

from dataclasses import dataclass
from itertools import pairwise, product

import gfkit
from gfkit.core.rules.kinds.constraints import YES, Constraint, ConstraintSystem, Exclusion, Key, Slot


@dataclass(frozen=True)
class MultipleOf(Constraint):
    """Constraint that the number of variables with value 1 is a multiple of k."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    k: int
    is_ordered = False  # the variables may be read in any order
    start = 0

    def read(self, state: int, symbol: int) -> int:
        return (state + symbol) % self.k

    def accepts(self, state: int) -> bool:
        return state == 0


def triples(board: gfkit.Board) -> ConstraintSystem:
    """Return the variables of a rectangle, one for each cell, and the constraints on columns and rows."""
    slots = [Slot(("value", c), (c,), (0, 1), ((0, 0), (1, 0)), "it is 1") for c in range(board.size)]
    column = {c: col for c, (_, col) in enumerate(board.places)}
    columns = [tuple([c for c in column if column[c] == col]) for col in sorted({*column.values()})]
    counted = [MultipleOf(cells, tuple([("value", c) for c in cells]), 3) for cells in columns]
    near = [pair for pair in board.edges if column[pair[0]] != column[pair[1]]]
    apart = [Exclusion(pair, tuple([(("value", c), YES) for c in pair])) for pair in near]
    return ConstraintSystem(tuple(slots), (*counted, *apart))


def listed(n: int) -> int:
    """Return the number of 4 x n arrays by listing all sequences of columns."""
    columns = [column for column in product((0, 1), repeat=4) if sum(column) % 3 == 0]
    arrays = product(columns, repeat=n)
    return sum(all(not (a and b) for pair in pairwise(c) for a, b in zip(*pair, strict=True)) for c in arrays)


if __name__ == "__main__":
    law = gfkit.derive(triples, "4xn")
    print(law, law.evidence, law.hypothesis, sep="\n")
    for n in range(6):
        assert law[n] == gfkit.count(triples, f"4x{n}") == listed(n)
