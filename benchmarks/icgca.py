"""Count the simple paths from s to t with at most L edges, the task of the International Competition on Graph
Counting Algorithms, on random graphs of increasing size.

The paths are the self-avoiding walks from the first vertex to the last; their polynomial counts edges, and
its coefficients up to L are added. Graphs are grids with a tenth of their vertices deleted, and random
graphs; L is half as long again as the shortest path. Small instances are compared with
``networkx.all_simple_paths``. The table contains CPU seconds.

    python benchmarks/icgca.py [--memory BYTES] [--seed 1] [--largest 12]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import networkx as nx

from gfkit import count
from gfkit.core.errors import LimitError

MOST_LISTED = 60
"""Maximum number of vertices of a graph that is compared with networkx."""


def connected_part(graph: nx.Graph) -> nx.Graph:
    """Return the largest component, with vertices 0, 1, ... of which the last is farthest from the first."""
    part = graph.subgraph(max(nx.connected_components(graph), key=len))
    (begin, *others), far = sorted(part), nx.single_source_shortest_path_length(part, min(part))
    order = [begin, *sorted(others, key=lambda vertex: (far[vertex], vertex))]
    return nx.relabel_nodes(part, {vertex: place for place, vertex in enumerate(order)})


def instances(largest: int, draw: random.Random) -> Iterator[tuple[str, nx.Graph]]:
    """Yield names and graphs by size."""
    for side in range(4, largest + 1, 2):
        grid = nx.grid_2d_graph(side, side)
        grid.remove_nodes_from(draw.sample(sorted(grid), side * side // 10))
        yield f"grid {side}x{side}", connected_part(grid)
    for size in range(20, 8 * largest + 1, 20):
        graph = nx.gnm_random_graph(size, size * 3 // 2, seed=draw.randrange(10**9))
        yield f"random {size}", connected_part(graph)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--memory", type=int, default=1 << 30)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--largest", type=int, default=12)
    given = options.parse_args()
    print(f"{'graph':14} {'vertices':>8} {'edges':>6} {'L':>4} {'seconds':>8}  paths")
    for name, graph in instances(given.largest, random.Random(given.seed)):
        last = len(graph) - 1
        most = nx.shortest_path_length(graph, 0, last) * 3 // 2
        ordered = nx.Graph()
        ordered.add_nodes_from(range(len(graph)))
        ordered.add_edges_from(graph.edges)
        begin = time.process_time()
        try:
            found = count("self-avoiding-walks", ordered, weights="pieces", max_memory=given.memory)
            number: object = sum(value for (edges,), value in found.polynomial.terms if edges <= most)
        except LimitError as error:
            number = f"rejected: {str(error).rpartition(': ')[2]}"
        seconds = time.process_time() - begin
        if len(graph) <= MOST_LISTED:
            assert number == sum(1 for _ in nx.all_simple_paths(graph, 0, last, cutoff=most)), name
        print(
            f"{name:14} {len(graph):8} {graph.number_of_edges():6} {most:4} {seconds:8.2f}  {number}",
            flush=True,
        )


if __name__ == "__main__":
    main()
