"""Ganak (C++): exact model counting; dominating sets have one clause for each closed neighbourhood."""

from .graphs import Edges, cubic, grid, neighbours, random_graph
from .race import Peer, Python, Task, counting_program

WORK = """
counter = Counter()
counter.add_clauses({clauses})
found = counter.count()
"""
SETUP = "from pyganak import Counter"


def clauses(size: int, edges: Edges) -> list[list[int]]:
    return [[vertex + 1 for vertex in near] for near in neighbours(size, edges)]


def board(side: int, work: str = WORK, setup: str = SETUP) -> Task:
    theirs = Python(setup, work.format(clauses=clauses(side * side, grid(side, side))), "found")
    return Task(f"dominating sets {side}x{side}", theirs, counting_program("dominating-sets", side))


def graph(name: str, size: int, edges: Edges) -> Task:
    ours = "found = int(gfkit.count('dominating-sets', gfkit.graph({})))"
    theirs = Python(SETUP, WORK.format(clauses=clauses(size, edges)), "found")
    return Task(
        f"dominating sets, {name}",
        theirs,
        Python("import gfkit", ours.format(edges), "found", ours.format(cubic(40))),
    )


def each_vertex(side: int) -> Task:
    """Return the task of finding how many dominating sets contain each vertex: one count for each vertex."""
    work = f"""
found = []
for vertex in range({side * side}):
    counter = Counter()
    counter.add_clauses({clauses(side * side, grid(side, side))} + [[vertex + 1]])
    found.append(counter.count())
"""
    ours = """
found = gfkit.probability('dominating-sets', '{0}x{0}')
total = int(gfkit.count('dominating-sets', '{0}x{0}'))
"""
    return Task(
        f"vertices in dominating sets {side}x{side}",
        Python(SETUP, work, "found"),
        Python(
            "import gfkit",
            ours.format(side),
            "[int(share * total) for name, share in found.items() if name.endswith('is 1')]",
            ours.format(side - 2),
        ),
    )


PEER = Peer(
    "Ganak",
    (
        board(8),
        board(10),
        each_vertex(6),
        each_vertex(7),
        graph("cubic graph of 60", 60, cubic(60)),
        graph("random graph of 60, p = 0.1", 60, random_graph(60, 0.1)),
    ),
    packages=("pyganak",),
)
