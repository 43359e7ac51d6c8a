"""Rooted planar maps, intervals of the Tamari lattice and sorting by stacks, by definition."""

from itertools import permutations
from math import factorial


def cycles(permutation):
    found, seen = [], set()
    for start in permutation:
        cycle = []
        while start not in seen:
            seen.add(start)
            cycle.append(start)
            start = permutation[start]
        found += [cycle] * bool(cycle)
    return found


def is_connected(rotation, involution):
    reached = [0]
    for dart in reached:  # grows
        reached += {rotation[dart], involution[dart]} - {*reached}
    return len(reached) == len(rotation)


def planar(rotation, involution):
    faces = cycles({dart: rotation[involution[dart]] for dart in rotation})
    euler = len(cycles(rotation)) - len(rotation) // 2 + len(faces)
    return euler == 2 and is_connected(rotation, involution)


def has_bridge(rotation, involution):
    for dart, other in involution.items():
        without = {**involution, dart: dart, other: other}
        if not is_connected(rotation, without):
            return True
    return False


def is_bipartite(rotation, involution):
    vertex = {dart: k for k, cycle in enumerate(cycles(rotation)) for dart in cycle}
    sides = {vertex[0]: 0}
    for place in list(rotation) * len(rotation):
        if vertex[place] in sides:
            sides.setdefault(vertex[involution[place]], 1 - sides[vertex[place]])
    return all(sides[vertex[a]] != sides[vertex[b]] for a, b in involution.items())


def rooted_maps(edges, accepts):
    """Return the number of rooted planar maps: labelled ones over (2n - 1)!, with one involution of all."""
    involution = {dart: dart ^ 1 for dart in range(2 * edges)}
    rotations = (dict(enumerate(images)) for images in permutations(range(2 * edges)))
    found = sum(planar(each, involution) and accepts(each, involution) for each in rotations)
    involutions = factorial(2 * edges) // (2**edges * factorial(edges))
    return found * involutions // factorial(2 * edges - 1)


def cubic_maps(pairs, accepts):
    """Return the number of rooted planar cubic maps with 2 * pairs vertices."""
    darts = 6 * pairs
    rotation = {dart: dart - 2 if dart % 3 == 2 else dart + 1 for dart in range(darts)}

    def matchings(rest):
        if not rest:
            yield {}
        for other in rest[1:]:
            for inner in matchings([dart for dart in rest[1:] if dart != other]):
                yield {rest[0]: other, other: rest[0], **inner}

    found = sum(planar(rotation, each) and accepts(rotation, each) for each in matchings([*range(darts)]))
    rotations = factorial(darts) // (3 ** (2 * pairs) * factorial(2 * pairs))
    return found * rotations // factorial(darts - 1)


def everything(*_):
    return True


def bridgeless(rotation, involution):
    return not has_bridge(rotation, involution)


def rotations(tree):
    """Yield the binary trees that one right rotation makes: ((a, b), c) becomes (a, (b, c))."""
    if tree:
        left, right = tree
        if left:
            yield left[0], (left[1], right)
        yield from ((other, right) for other in rotations(left))
        yield from ((left, other) for other in rotations(right))


def binary_trees(nodes):
    if not nodes:
        return [()]
    return [
        (left, right)
        for k in range(nodes)
        for left in binary_trees(k)
        for right in binary_trees(nodes - 1 - k)
    ]


def tamari_intervals(nodes):
    total = 0
    for tree in binary_trees(nodes):
        above = [tree]
        for each in above:  # grows
            above += [other for other in rotations(each) if other not in above]
        total += len(above)
    return total


def stack_sorted(row):
    if not row:
        return []
    k = row.index(max(row))
    return [*stack_sorted(row[:k]), *stack_sorted(row[k + 1 :]), row[k]]
