"""Plain Python: an independence polynomial by branching, and a random domino tiling by Wilson's algorithm."""

from .graphs import Edges, cubic, neighbours, random_graph
from .race import Peer, Python, Task

# The product over components; for a connected graph, the vertex of largest degree is removed or chosen.
BRANCHING = """
def multiplied(left, right):
    found = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            found[i + j] += a * b
    return found
def component(mask):
    seen, new = 0, mask & -mask
    while new:
        seen |= new
        around = 0
        while new:
            around |= near[(new & -new).bit_length() - 1]
            new &= new - 1
        new = around & mask & ~seen
    return seen
cache = {0: [1]}
def polynomial(mask):
    if mask in cache:
        return cache[mask]
    part = component(mask)
    if part != mask:
        found = multiplied(polynomial(part), polynomial(mask ^ part))
    else:
        inside = [v for v in range(len(near)) if mask >> v & 1]
        v = max(inside, key=lambda v: (near[v] & mask).bit_count())
        without, with_v = polynomial(mask & ~(1 << v)), [0, *polynomial(mask & ~near[v])]
        length = max(len(without), len(with_v))
        found = [sum(p[k] for p in (without, with_v) if k < len(p)) for k in range(length)]
    cache[mask] = found
    return found
found = polynomial((1 << len(near)) - 1)
"""
# Temperley's bijection: a spanning tree of the cells with even row and column, towards the missing
# corner, and the dual tree of the cells with odd row and column, towards the outside. Each cell of a tree is
# covered together with half of the edge to its parent.
WILSON = """
STEPS = (0, 1), (1, 0), (0, -1), (-1, 0)
parent = {(0, 0): None}
for start in [(r, c) for r in range(0, n, 2) for c in range(0, n, 2)]:
    r, c = start
    walk = {}
    while (r, c) not in parent:
        dr, dc = STEPS[int(random.random() * 4)]
        if 0 <= r + 2 * dr < n and 0 <= c + 2 * dc < n:
            walk[r, c] = dr, dc
            r, c = r + 2 * dr, c + 2 * dc
    r, c = start
    while (r, c) not in parent:
        dr, dc = parent[r, c] = walk[r, c]
        r, c = r + 2 * dr, c + 2 * dc
found = [((r, c), (r + step[0], c + step[1])) for (r, c), step in parent.items() if step]
crossed = {half for _, half in found}
reached = [(r, c, dr, dc) for r in range(-1, n + 1, 2) for c in range(-1, n + 1, 2)
           if not (0 <= r < n and 0 <= c < n) for dr, dc in STEPS]
while reached:
    r, c, dr, dc = reached.pop()
    half, dual = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
    if 0 < dual[0] < n and 0 < dual[1] < n and half not in crossed:
        crossed.add(half)
        found.append((dual, half))
        reached += [(*dual, *step) for step in STEPS]
"""
CELLS = "sorted(x for pair in {0} for x in pair), {{abs(a - c) + abs(b - d) for (a, b), (c, d) in {0}}}"


def independent(name: str, size: int, edges: Edges) -> Task:
    near = [sum(1 << vertex for vertex in cells) for cells in neighbours(size, edges)]
    work = "found = gfkit.independence_polynomial(gfkit.graph({}))"
    ours = Python(
        "import gfkit", work.format(edges), "found(1), found(10)", work.format(random_graph(30, 0.1))
    )
    answer = "sum(found), sum(c * 10**k for k, c in enumerate(found))"
    return Task(f"independence polynomial, {name}", Python(f"near = {near}", BRANCHING, answer), ours)


def tiling(side: int) -> Task:
    """Return the task of a random tiling of an odd square without a corner; the answer lists its cells."""
    board, small = ("/".join(["#" + "." * (n - 1)] + ["." * n] * (n - 1)) for n in (side, side // 2 * 2 - 9))
    work = "found = gfkit.sample('domino-tilings', '{}', seed=1)"
    ours = Python("import gfkit", work.format(board), CELLS.format("found.pieces"), work.format(small))
    theirs = Python(f"import random\nn = {side}", WILSON, CELLS.format("found"))
    return Task(f"random domino tiling {side}x{side} without a corner", theirs, ours)


PEER = Peer(
    "plain Python",
    (
        independent("random graph of 40, p = 0.1", 40, random_graph(40, 0.1)),
        independent("random graph of 60, p = 0.3", 60, random_graph(60, 0.3)),
        independent("cubic graph of 80", 80, cubic(80)),
        tiling(51),
        tiling(99),
    ),
    source="a Python",
)
