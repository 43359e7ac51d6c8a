"""Graphillion (C++): sets of subgraphs as decision diagrams, with the fastest of its edge orders on grids."""

from .race import Peer, Python, Task, counting_program

SETUP = "from graphillion import GraphSet"
WORK = """
n = {side}
edges = [(a, b) for a in range(n * n) for b in [a + 1] * (a % n < n - 1) + [a + n] * (a < n * n - n)]
GraphSet.set_universe([(a + 1, b + 1) for a, b in edges], traversal="bfs")
found = {asked}
"""


def task(name: str, side: int, asked: str, rule: str, positions: str = "all") -> Task:
    theirs = Python(SETUP, WORK.format(side=side, asked=asked), "found.len()")
    return Task(f"{name} {side}x{side}", theirs, counting_program(rule, side, positions))


def list_matchings(side: int) -> Task:
    """Return the task of listing all matchings of a square board in order."""
    theirs = WORK.format(side=side, asked="sum(1 for _ in GraphSet.matchings())")
    ours = "found = sum(1 for _ in gfkit.configurations('matchings', '{0}x{0}'))"
    return Task(
        f"list of matchings {side}x{side}",
        Python(SETUP, theirs, "found"),
        Python("import gfkit", ours.format(side), "found", ours.format(side - 1)),
    )


def each_edge(side: int) -> Task:
    """Return the task of finding, for every edge of a square board, how many matchings contain it."""
    asked = "GraphSet.matchings()\nfound = sorted(found.including((a + 1, b + 1)).len() for a, b in edges)"
    ours = """
found = gfkit.probability('matchings', '{0}x{0}')
total = int(gfkit.count('matchings', '{0}x{0}'))
"""
    return Task(
        f"edges in matchings {side}x{side}",
        Python(SETUP, WORK.format(side=side, asked=asked), "found"),
        Python(
            "import gfkit",
            ours.format(side),
            "sorted(int(share * total) for share in found.values())",
            ours.format(side - 2),
        ),
    )


PEER = Peer(
    "Graphillion",
    (
        task("matchings", 12, "GraphSet.matchings()", "matchings"),
        task("matchings", 14, "GraphSet.matchings()", "matchings"),
        task("maximal matchings", 8, "GraphSet.matchings().maximal()", "arc-kayles", "maximal"),
        task("Hamiltonian cycles", 8, "GraphSet.cycles(is_hamilton=True)", "hamiltonian-cycles"),
        task("Hamiltonian cycles", 10, "GraphSet.cycles(is_hamilton=True)", "hamiltonian-cycles"),
        task("corner walks", 10, "GraphSet.paths(1, n * n)", "self-avoiding-walks"),
        list_matchings(4),
        each_edge(8),
        each_edge(12),
    ),
    packages=("graphillion>=2.0",),
)
