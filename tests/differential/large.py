"""Boards of many cells, of one component or several, around each size at which the engine changes its way.

Truth is a closed form, component by component: Fibonacci and Lucas numbers, and numbers of paths and trees. A
drawn rule is counted on many small boards side by side, and again as boards below those sizes are counted.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import comb, prod
from random import Random
from typing import NamedTuple

import gfkit
from gfkit.core.boards.board import from_edges

from . import arrays, covers, hanging
from .case import Case, Compared, agree
from .ways import MOST, TUNED, forced

SIZES = {
    (engine, name): cells
    for engine in ("COUNT", "THEOREMS")
    for name in vars(type(TUNED[engine]))
    if isinstance(cells := getattr(TUNED[engine], name), int) and 100 <= cells <= 6000
}  # fmt: skip
"""Numbers of cells, among others, at which another way of counting begins."""


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def lucas(n: int) -> int:
    return fibonacci(n - 1) + fibonacci(n + 1)


PRODUCTS = {
    "independent-sets": (lambda n: fibonacci(n + 2), lucas),
    "matchings": (lambda n: fibonacci(n + 1), lucas),
    "perfect-matchings": (lambda n: 1 - n % 2, lambda n: 2 - n % 2 * 2),
    "spanning-forests": (lambda n: 2 ** (n - 1), lambda n: 2**n - 1),
    "acyclic-orientations": (lambda n: 2 ** (n - 1), lambda n: 2**n - 2),
}
"""Numbers of a path of n vertices and of a cycle; those of components are multiplied."""
SUMS = {
    "paths": (lambda n: comb(n, 2), lambda n: n * (n - 1)),
    "cycles": (lambda _: 0, lambda _: 1),
    "eulerian-subgraphs": (lambda _: 0, lambda _: 1),
}
"""Those of components are added."""
SINGLES = {
    "spanning-trees": (lambda _: 1, lambda n: n), "hamiltonian-paths": (lambda n: n > 1, lambda n: n),
    "hamiltonian-cycles": (lambda _: 0, lambda _: 1),
    "connected-spanning-subgraphs": (lambda _: 1, lambda n: n + 1),
}  # fmt: skip
"""None where there are several components."""


class LargeCase(NamedTuple):
    """A structure, components as pairs of a length and whether it is a cycle, and how the board is given."""

    name: str
    parts: tuple[tuple[int, bool], ...]
    form: str

    @property
    def board(self) -> object:
        """Return a row with holes, which consists of paths; or a graph with vertices in any order."""
        if self.form == "row":
            return "#".join("." * length for length, _ in self.parts)
        ends = [0, *accumulate(length for length, _ in self.parts)]
        order = list(range(ends[-1]))
        if self.form == "disorder":
            Random(ends[-1]).shuffle(order)
        edges = [pair for start, end in pairwise(ends) for pair in pairwise(order[start:end])]
        closed = zip(pairwise(ends), self.parts, strict=True)
        edges += [(order[start], order[end - 1]) for (start, end), (_, cyclic) in closed if cyclic]
        return from_edges("components", ends[-1], edges)

    @property
    def number(self) -> int:
        """Return the count by closed forms."""
        name = self.name
        forms = next(table[name] for table in (PRODUCTS, SUMS, SINGLES) if name in table)
        each = [forms[cyclic](length) for length, cyclic in self.parts]
        if name in SINGLES and len(each) > 1:
            return 0
        return sum(each) if name in SUMS else prod(each)


def case(rng: Random) -> LargeCase | Case:
    if rng.random() < 0.3:
        return side_by_side(rng)
    left = max(9, rng.choice((60, *SIZES.values())) + rng.randint(-3, 9))
    form, parts = rng.choice(("row", "order", "disorder")), []
    several = rng.random() < 0.7
    while left > 3:
        length = rng.randint(3, left) if several else left
        parts.append((length, form != "row" and rng.random() < 0.5))
        left -= length
    return LargeCase(rng.choice([*PRODUCTS, *SUMS, *SINGLES]), tuple(parts), form)


def side_by_side(rng: Random) -> Case:
    """Return a rule without moves, on repeated small boards with holes."""
    made = rng.choice((arrays, covers, hanging, hanging)).case(rng)
    blocks = ["".join(rng.choice("....#") for _ in range(rng.randint(1, 5))) for _ in range(3)]
    row = "#".join(rng.choices(blocks, k=rng.choice((9, 140))))
    rows = [row, row[::-1]][: rng.randint(1, 2)]
    return Case(made.rule, "/".join(rows), made.positions, "none")


def tags(made: LargeCase | Case) -> list[str]:
    if isinstance(made, Case):
        return [f"rule: {made.kind}", "board: side by side"]
    size = sum(length for length, _ in made.parts)
    return [f"structure: {made.name}", f"board: {made.form}", f"cells: {size // 500 * 500}"]


def compare(made: LargeCase | Case) -> Compared:
    if isinstance(made, LargeCase):
        return agree(int(gfkit.count(made.name, made.board)), made.number, made.name), ()
    rule = gfkit.Rule.of(made.rule)
    whole = int(gfkit.count(rule, made.board, made.positions))
    with forced([(engine, name, MOST) for engine, name in SIZES]):
        return agree(whole, int(gfkit.count(rule, made.board, made.positions)), "as small boards"), ()
