"""One formula in many styles: nothing true is refuted, and nothing false is proved, however it is printed.

The statements are drawn by ``differential.printed`` from facts of textbooks, which are counted here by
enumeration. To try another seed, run ``python -m differential --kind printed --seed WORD`` in tests/.
"""

from itertools import combinations, product

import pytest
from choice import some_of
from differential import running
from differential.printed import FACTS
from differential.stated import OBJECTS

CASES = 1000
PART = 500


def graph(boards, n):
    """Return edges and number of vertices of a graph; the vertices of a strip are numbered row by row."""
    if boards in ("path:n", "cycle:n", "fan:n"):
        edges = [(k, k + 1) for k in range(n - 1)] + [(0, n - 1)] * (boards == "cycle:n")
        return edges + [(k, n) for k in range(n)] * (boards == "fan:n"), n + (boards == "fan:n")
    if boards in ("star:n", "wheel:n"):
        return [(0, k) for k in range(1, n)] + [(k, k % (n - 1) + 1) for k in range(1, n)] * (
            boards[0] == "w"
        ), n
    if boards == "prism:n":
        return [e for k in range(n) for e in ((k, (k + 1) % n), (k + n, (k + 1) % n + n), (k, k + n))], 2 * n
    rows, _, size = boards.partition("x")
    height, width = int(rows), n * (2 if size == "2n" else 1)
    cells = list(product(range(height), range(width)))
    near = lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1  # noqa: E731
    pairs = combinations(range(len(cells)), 2)
    return [(a, b) for a, b in pairs if near(cells[a], cells[b])], len(cells)


def joined(edges, size):
    """Return the number of components."""
    label = list(range(size))
    for a, b in edges:
        label = [label[a] if one == label[b] else one for one in label]
    return len(set(label))


def subsets(items):
    return (chosen for k in range(len(items) + 1) for chosen in combinations(items, k))


def is_acyclic(arcs, size):
    left = set(range(size))
    while sources := {v for v in left if not any(b == v and a in left for a, b in arcs)}:
        left -= sources
    return not left


def enumerated(game, boards, n):
    """Return the number of configurations, straight from the definition."""
    edges, size = graph(boards, n)
    vertices, near = range(size), {v: {v} for v in range(size)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    if game == "kings":
        row = {v: divmod(v, n) for v in vertices}
        apart = lambda a, b: max(abs(row[a][0] - row[b][0]), abs(row[a][1] - row[b][1])) > 1  # noqa: E731
        return sum(all(apart(a, b) for a, b in combinations(s, 2)) for s in subsets(vertices))
    independent = [set(s) for s in subsets(vertices) if not any(a in s and b in s for a, b in edges)]
    covered = lambda s: {v for edge in s for v in edge}  # noqa: E731
    degree = lambda s: [sum(v in edge for edge in s) for v in vertices]  # noqa: E731
    return {
        "independent-sets": lambda: len(independent),
        "maximal-independent-sets": lambda: sum(all(near[v] & s for v in vertices) for s in independent),
        "domination number": lambda: min(
            len(s) for s in subsets(vertices) if all(near[v] & set(s) for v in vertices)
        ),
        "independence number": lambda: max(map(len, independent)),
        "dominating-sets": lambda: sum(all(near[v] & set(s) for v in vertices) for s in subsets(vertices)),
        "matchings": lambda: sum(len(covered(s)) == 2 * len(s) for s in subsets(edges)),
        "domino-tilings": lambda: (
            sum(len(covered(s)) == size for s in combinations(edges, size // 2)) * (size % 2 == 0)
        ),
        "spanning-trees": lambda: sum(joined(s, size) == 1 for s in combinations(edges, size - 1)),
        "hamiltonian-cycles": lambda: sum(
            joined(s, size) == 1 and set(degree(s)) == {2} for s in combinations(edges, size)
        ),
        "colourings:3": lambda: sum(
            all(c[a] != c[b] for a, b in edges) for c in product(range(3), repeat=size)
        ),
        "acyclic-orientations": lambda: sum(
            is_acyclic([e if bit else e[::-1] for e, bit in zip(edges, bits, strict=True)], size)
            for bits in product((0, 1), repeat=len(edges))
        ),
    }[game]()


def test_the_facts_agree_with_enumeration():
    for fact in [*FACTS, *(fact for fact in OBJECTS if fact not in FACTS)]:
        most = {"4xn": 3, "3x2n": 2, "2xn": 4, "3xn": 4, "prism:n": 4}.get(fact.boards, 6)
        for n, term in fact.terms(most + 1).items():
            assert n == 0 or enumerated(fact.game, fact.boards, n) == term, (fact, n)


@pytest.mark.slow(140)
@pytest.mark.parametrize("start", some_of(range(0, CASES, PART), 1))
def test_spellings_do_not_change_the_verdict(start):
    found = running.run_some("printed", "fixed", range(start, start + PART))
    assert found.counts["wrong"] == 0, "\n".join(found.found)
    assert found.counts["agreed"] > PART // 3
