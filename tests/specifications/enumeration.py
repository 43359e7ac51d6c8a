"""Definitions of the named classes, by enumeration from the definition, without equations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from specifications.maps import everything, is_bipartite, rooted_maps, stack_sorted, tamari_intervals

Tree = tuple["Tree", ...]


def paths(
    length: int, steps: dict[tuple[int, int], str], *, floor: bool = True, no_level: bool = False
) -> Iterator[int]:
    """Yield the final heights of all paths; steps are pairs (length, rise)."""

    def walk(left: int, height: int) -> Iterator[int]:
        if left == 0:
            yield height
        for size, rise in steps:
            if size <= left and not (floor and height + rise < 0) and not (no_level and rise == height == 0):
                yield from walk(left - size, height + rise)

    return walk(length, 0)


DYCK, MOTZKIN = {(1, 1): "U", (1, -1): "D"}, {(1, 1): "U", (1, 0): "H", (1, -1): "D"}
SCHROEDER = {(1, 1): "U", (2, 0): "H", (1, -1): "D"}


def excursions(length: int, steps: dict[tuple[int, int], str], **how: bool) -> int:
    return sum(height == 0 for height in paths(length, steps, **how))


def delannoy(a: int, b: int) -> int:
    if a == b == 0:
        return 1
    return sum(delannoy(a - x, b - y) for x, y in ((1, 0), (0, 1), (1, 1)) if x <= a and y <= b)


def search_trees(n: int) -> int:
    """Count the shapes of the binary search trees of all orders of n keys."""

    def insert(tree: tuple | None, key: int) -> tuple:
        if tree is None:
            return (key, None, None)
        root, left, right = tree
        return (root, insert(left, key), right) if key < root else (root, left, insert(right, key))

    shapes = set()
    for order in permutations(range(n)):
        tree = None
        for key in order:
            tree = insert(tree, key)
        shapes.add(tree)
    return len(shapes)


def grown_trees(n: int, arity: int) -> int:
    """Count the trees of n nodes with that many subtrees each, by adding nodes one after the other."""

    def grown(tree: tuple | None) -> Iterator[tuple]:
        if tree is None:
            yield (None,) * arity
        else:
            for k, part in enumerate(tree):
                yield from ((*tree[:k], new, *tree[k + 1 :]) for new in grown(part))

    shapes: set[tuple | None] = {None}
    for _ in range(n):
        shapes = {new for tree in shapes for new in grown(tree)}
    return len(shapes)


def plane_trees(edges: int) -> set[Tree]:
    """Return the plane trees, by adding leaves one after the other."""

    def grown(tree: Tree) -> Iterator[Tree]:
        for k in range(len(tree) + 1):
            yield (*tree[:k], (), *tree[k:])
        for k, part in enumerate(tree):
            yield from ((*tree[:k], new, *tree[k + 1 :]) for new in grown(part))

    shapes: set[Tree] = {()}
    for _ in range(edges):
        shapes = {new for tree in shapes for new in grown(tree)}
    return shapes


def degrees(tree: Tree) -> list[int]:
    return [len(tree), *(d for part in tree for d in degrees(part))]


def schroeder_trees(leaves: int) -> int:
    trees = (tree for edges in range(2 * leaves - 1) for tree in plane_trees(edges))
    rows = [degrees(tree) for tree in trees]
    return sum(row.count(0) == leaves and 1 not in row for row in rows)


def crossing(one: tuple[int, int], two: tuple[int, int]) -> bool:
    (a, c), (b, d) = sorted((one, two))
    return a < b < c < d


def noncrossing_sets(
    chords: list[tuple[int, int]], size: int | None = None
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the sets of chords without crossings, of one size or of all."""
    for k in range(len(chords) + 1) if size is None else [size]:
        for chosen in combinations(chords, k):
            if not any(crossing(a, b) for a, b in combinations(chosen, 2)):
                yield chosen


def noncrossing_trees(edges: int) -> int:
    count = 0
    for chosen in noncrossing_sets([*combinations(range(edges + 1), 2)], edges):
        parts = {v: {v} for v in range(edges + 1)}
        for a, b in chosen:
            joined = parts[a] | parts[b]
            parts |= dict.fromkeys(joined, joined)
        count += len(parts[0]) == edges + 1
    return count


def matchings(points: int, least: int) -> int:
    """Count the noncrossing sets of disjoint chords, each of at least that length."""
    chords = [(a, b) for a, b in combinations(range(points), 2) if b - a >= least]
    sets = (noncrossing_sets(chords, k) for k in range(points // 2 + 1))
    return sum(
        len({p for chord in chosen for p in chord}) == 2 * len(chosen) for one in sets for chosen in one
    )


def set_partitions(n: int) -> Iterator[list[list[int]]]:
    if n == 0:
        yield []
        return
    for rest in set_partitions(n - 1):
        for k, block in enumerate(rest):
            yield [*rest[:k], [*block, n], *rest[k + 1 :]]
        yield [*rest, [n]]


def noncrossing_partitions(n: int) -> int:
    def crosses(one: list[int], two: list[int]) -> bool:
        return any(a < b < c < d for a in one for c in one for b in two for d in two)

    return sum(
        not any(crosses(a, b) for a in blocks for b in blocks if a != b) for blocks in set_partitions(n)
    )


def diagonals(sides: int) -> list[tuple[int, int]]:
    return [(a, b) for a, b in combinations(range(sides), 2) if 1 < b - a < sides - 1]


def parallelograms(semiperimeter: int) -> int:
    def points(word: tuple[str, ...]) -> list[tuple[int, int]]:
        row = [(0, 0)]
        for step in word:
            row.append((row[-1][0] + (step == "E"), row[-1][1] + (step == "N")))
        return row

    words = [points(word) for word in product("NE", repeat=semiperimeter)]
    return sum(
        upper[1] == (0, 1) and lower[1] == (1, 0) and upper[-1] == lower[-1] and len({*upper} & {*lower}) == 2
        for upper in words
        for lower in words
        if semiperimeter > 1
    )


def bargraphs(semiperimeter: int) -> int:
    """Count the rows of column heights by columns plus rises."""

    def columns(left: int, height: int) -> int:
        if left < 0:
            return 0
        ends = int(left == 0 and height > 0)
        higher = range(1, height + left)
        return ends + sum(columns(left - 1 - max(0, new - height), new) for new in higher if left > 0)

    return columns(semiperimeter, 0)


def animals(cells: int) -> int:
    sets = {frozenset([(0, 0)])} if cells else set()
    for _ in range(cells - 1):
        sets = {
            one | {(x + dx, y + dy)}
            for one in sets
            for x, y in one
            for dx, dy in ((1, 0), (0, 1))
            if (x + dx, y + dy) not in one
        }
    return len(sets)


def contains(order: tuple[int, ...], pattern: tuple[int, ...]) -> bool:
    places = sorted(range(len(pattern)), key=pattern.__getitem__)
    return any(
        sorted(range(len(pattern)), key=chosen.__getitem__) == places
        for chosen in combinations(order, len(pattern))
    )


def separable(n: int) -> int:
    patterns = (1, 3, 0, 2), (2, 0, 3, 1)
    return sum(not any(contains(order, p) for p in patterns) for order in permutations(range(n))) if n else 0


DEFINITIONS: dict[str, tuple[Callable[[int], int], int]] = {
    "dyck-paths": (lambda n: excursions(2 * n, DYCK), 6),
    "motzkin-paths": (lambda n: excursions(n, MOTZKIN), 9),
    "schroeder-paths": (lambda n: excursions(2 * n, SCHROEDER), 5),
    "little-schroeder-paths": (lambda n: excursions(2 * n, SCHROEDER, no_level=True), 5),
    "riordan-paths": (lambda n: excursions(n, MOTZKIN, no_level=True), 9),
    "dyck-prefixes": (lambda n: sum(1 for _ in paths(n, DYCK)), 10),
    "motzkin-prefixes": (lambda n: sum(1 for _ in paths(n, MOTZKIN)), 8),
    "grand-dyck-paths": (lambda n: excursions(2 * n, DYCK, floor=False), 6),
    "grand-motzkin-paths": (lambda n: excursions(n, MOTZKIN, floor=False), 8),
    "central-delannoy-paths": (lambda n: delannoy(n, n), 5),
    "binary-trees": (search_trees, 6),
    "ternary-trees": (lambda n: grown_trees(n, 3), 5),
    "quaternary-trees": (lambda n: grown_trees(n, 4), 4),
    "plane-trees": (lambda n: len(plane_trees(n)), 7),
    "unary-binary-trees": (
        lambda n: sum(max(degrees(tree)) <= 2 for tree in plane_trees(n - 1)) if n else 0,
        7,
    ),
    "schroeder-trees": (schroeder_trees, 4),
    "noncrossing-trees": (noncrossing_trees, 5),
    "noncrossing-partitions": (noncrossing_partitions, 7),
    "noncrossing-matchings": (lambda n: matchings(n, 1), 7),
    "triangulations": (lambda n: sum(1 for _ in noncrossing_sets(diagonals(n + 2), max(n - 1, 0))), 5),
    "dissections": (lambda n: sum(1 for _ in noncrossing_sets(diagonals(n + 2))), 4),
    "rna-structures": (lambda n: matchings(n, 2), 7),
    "parallelogram-polyominoes": (parallelograms, 6),
    "bargraphs": (bargraphs, 8),
    "directed-animals": (animals, 7),
    "separable-permutations": (separable, 6),
    "rooted-planar-maps": (lambda n: rooted_maps(n, everything) if n else 1, 3),
    "bipartite-planar-maps": (lambda n: rooted_maps(n, is_bipartite) if n else 1, 3),
    "tamari-intervals": (tamari_intervals, 5),
    "two-stack-sortable-permutations": (
        lambda n: sum(stack_sorted(stack_sorted([*row])) == sorted(row) for row in permutations(range(n))),
        6,
    ),
}
"""For each named class, the number of objects of size n by enumeration, and the largest n compared."""
