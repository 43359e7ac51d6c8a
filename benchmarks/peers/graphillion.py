"""Graphillion (C++): sets of subgraphs as decision diagrams, with the fastest of its edge orders on grids."""

from .race import Peer, Python, Task, counted

SETUP = "from graphillion import GraphSet"
WORK = """
n = {side}
edges = [(a, b) for a in range(n * n) for b in [a + 1] * (a % n < n - 1) + [a + n] * (a < n * n - n)]
GraphSet.set_universe([(a + 1, b + 1) for a, b in edges], traversal="bfs")
found = {asked}
"""


def task(name: str, side: int, asked: str, rule: str, positions: str = "all") -> Task:
    theirs = Python(SETUP, WORK.format(side=side, asked=asked), "found.len()")
    return Task(f"{name} {side}x{side}", theirs, counted(rule, side, positions))


PEER = Peer(
    "Graphillion",
    (
        task("matchings", 12, "GraphSet.matchings()", "matchings"),
        task("matchings", 14, "GraphSet.matchings()", "matchings"),
        task("maximal matchings", 8, "GraphSet.matchings().maximal()", "arc-kayles", "maximal"),
        task("Hamiltonian cycles", 8, "GraphSet.cycles(is_hamilton=True)", "hamiltonian-cycles"),
        task("Hamiltonian cycles", 10, "GraphSet.cycles(is_hamilton=True)", "hamiltonian-cycles"),
        task("corner walks", 10, "GraphSet.paths(1, n * n)", "self-avoiding-walks"),
    ),
    packages=("graphillion>=2.0",),
)
