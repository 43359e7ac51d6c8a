"""Number of connected sets of exactly k edges on n x n squares of a lattice.

Theorem. Consider connected sets of edges in which the degree of each vertex is in a given set that contains
0, and the number of independent cycles is in another given set. The number of such sets of k edges on n x n
is the sum of (n - h + 1)(n - w + 1) over the shapes of k edges, up to translation, with h <= n rows and w <=
n columns. For n at least all h - 1 and w - 1 it is a polynomial of degree 2.

Proof. The degree of a vertex counts selected edges only. So the sets on n x n are the sets in the plane all
of whose vertices are on the board, and each is a translated shape. A connected set of edges stays connected
if a suitable edge is removed: an edge of a cycle, or an edge at a leaf of a tree. So the shapes of k edges
are obtained from connected sets of k - 1 edges by adding an edge at one of their vertices. Degrees never
decrease, so a set with a degree above all admissible degrees is dropped.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from gfkit.proofs.checker.cells import Place
from gfkit.proofs.checker.reading import Budget, Fields, RefusalError

Edge = tuple[Place, Place]
LATTICES: dict[str, tuple[tuple[int, int], ...]] = {
    "": ((0, 1), (1, 0)),
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "knight": ((1, 2), (1, -2), (2, 1), (2, -1)),
    "triangular": ((0, 1), (1, 0), (1, 1)),
}
"""For each lattice, the edges from a vertex to later vertices, as numbers of rows down and columns to the
right.
"""


def shapes_of_edges(rule: Fields, steps: tuple[Place, ...], pieces: int, budget: Budget) -> Counter[Place]:
    """Return the number of allowed shapes with ``pieces`` edges, by their numbers of rows and columns.

    The rule must be a rule of edge sets that has been parsed.
    """
    cap, modulo = rule["cap"], rule.get("modulo", False)
    degrees, linkage = frozenset(rule["vertex"]), rule["linkage"]
    alone = {"kind", "cap", "modulo", "vertex", "taken", "left", "weight", "linkage", "pins"}
    top = range(cap if modulo else cap + 1)
    free = [[a, b] for a, b in product(top, top)]
    plain = (
        rule.keys() <= alone
        and 0 in degrees
        and not rule.get("pins")
        and sum(rule["weight"]) == 1
        and all(pair in rule["left"] for pair in free)
        and all(pair in rule["taken"] for pair in free if modulo or min(pair))
        and linkage["components"] == {"allowed": [1], "cap": 2}
        and not any(linkage.get(key) for key in ("joins", "apart", "each", "weight", "spanning"))
    )
    if not plain:
        raise RefusalError(3, "the rule has constraints other than degrees and connectivity")
    most = 2 * len(steps)

    def is_allowed(degree: int) -> bool:
        return (degree % cap if modulo else min(degree, cap)) in degrees

    hopeless = frozenset(d for d in range(most + 1) if not any(map(is_allowed, range(d, most + 1))))
    cycles = linkage["cycles"]
    around = [(*step, 0) for step in steps] + [(-down, -right, 1) for down, right in steps]
    level = {moved(frozenset({((0, 0), step)})) for step in steps}
    for number in range(1, pieces):
        larger: set[frozenset[Edge]] = set()
        bad = hopeless if number < pieces - 1 else frozenset(d for d in range(most + 1) if not is_allowed(d))
        for shape in level:
            budget.spend(len(shape) * most)
            degree = Counter(vertex for edge in shape for vertex in edge)
            for row, col in degree:
                for down, right, before in around:
                    other = row + down, col + right
                    edge = (other, (row, col)) if before else ((row, col), other)
                    ends = (degree[row, col] + 1, degree[other] + 1)
                    if edge not in shape and bad.isdisjoint(ends):
                        larger.add(moved(shape | {edge}))
        level = larger
    sizes: Counter[Place] = Counter()
    for shape in level:
        degree = Counter(vertex for edge in shape for vertex in edge)
        fits = all(map(is_allowed, degree.values()))
        if cycles is not None:
            number = min(len(shape) - len(degree) + 1, cycles["cap"])
            fits = fits and number in cycles["allowed"]
        if fits:
            rows, cols = (max(line) + 1 for line in zip(*degree, strict=True))
            sizes[rows, cols] += 1
    return sizes


def moved(shape: frozenset[Edge]) -> frozenset[Edge]:
    """Return the edges after a translation to the top left corner."""
    top = min(row for edge in shape for row, _ in edge)
    left = min(col for edge in shape for _, col in edge)
    return frozenset({((r - top, c - left), (s - top, d - left)) for (r, c), (s, d) in shape})
