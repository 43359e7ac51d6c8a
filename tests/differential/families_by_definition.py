"""Every board that can be typed, by a definition of its own: vertices and edges as pairs of coordinates.

A line of ``tests/data/families_by_definition.toml`` defines a word as the documentation describes it
(``docs/boards.md``, ``docs/families.md``), with the functions of this module. Nothing is read from gfkit.
``tests/boards/test_families_by_definition.py`` walks the tables of the program, and fails for a word without
a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, pairwise, product
from math import gcd
from typing import Any, NamedTuple

from tables import tables

V = Hashable


class Graph(NamedTuple):
    """Vertices, pairs of adjacent vertices, and the faces of at most six vertices if they are known."""

    vertices: tuple[Any, ...]
    edges: frozenset[frozenset[V]]
    faces: frozenset[frozenset[V]] | None = None
    placed: bool = False
    """True if the vertices are places or numbers, so that their order is part of the definition."""

    def near(self, a: V, b: V) -> bool:
        return frozenset((a, b)) in self.edges

    def around(self, a: V) -> list[V]:
        return [b for b in self.vertices if self.near(a, b)]


def graph(vertices: Iterable[Any], near: Callable[[Any, Any], Any]) -> Graph:
    """Return the vertices, adjacent if ``near`` says so in one of the two orders."""
    own = tuple(vertices)
    return Graph(own, frozenset(frozenset(p) for p in combinations(own, 2) if near(*p) or near(*p[::-1])))


def joined(pairs: Iterable[tuple[Any, Any]], single: Iterable[Any] = ()) -> Graph:
    """Return the graph with these edges."""
    own = [*pairs]
    return Graph(
        tuple(dict.fromkeys([*single, *(v for p in own for v in p)])), frozenset(map(frozenset, own))
    )


# Squares, with rows and columns


def squares(cells: Iterable[tuple[int, int]], rows: int = 0, cols: int = 0) -> Graph:
    """Return cells that share a side; ``rows`` and ``cols`` are circumferences, or 0."""
    own = sorted(cells)

    def at(r: int, c: int) -> tuple[int, int]:
        return r % rows if rows else r, c % cols if cols else c

    pairs = {frozenset({(r, c), at(r + a, c + b)}) for r, c in own for a, b in ((0, 1), (1, 0))}
    faces = {frozenset({(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)}) for r, c in own}
    there = [
        frozenset(p for p in some if len(p) == n and p <= {*own}) for some, n in ((pairs, 2), (faces, 4))
    ]
    return Graph(tuple(own), *there, True)


def drawing(*parts: str, cyclic: bool = False) -> Graph:
    """Return the cells of drawings side by side, each as wide as its longest row."""
    own, start = [], 0
    for part in parts:
        lines = part.split("/")
        own += [(r, start + c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == "."]
        start += max(map(len, lines))
    return squares(own, 0, start if cyclic else 0)


def rectangle(m: int, n: int) -> list[tuple[int, int]]:
    return [*product(range(m), range(n))]


def frame(k: int, m: int, n: int) -> Graph:
    return squares((r, c) for r, c in rectangle(m, n) if min(r, c, m - 1 - r, n - 1 - c) < k)


def holed(m: int, n: int, a: int, b: int, *place: int) -> Graph:
    up, left = place or ((m - a) // 2, (n - b) // 2)
    return squares((r, c) for r, c in rectangle(m, n) if not (0 <= r - up < a and 0 <= c - left < b))


# Graphs from graphs


def numbered(vertices: Iterable[Any], near: Callable[[Any, Any], Any]) -> Graph:
    return Graph(*graph(vertices, near)[:2], placed=True)


def path(n: int) -> Graph:
    return numbered(range(n), lambda a, b: b == a + 1)


def cycle(n: int) -> Graph:
    return numbered(range(n), lambda a, b: b == (a + 1) % n)


def complete(n: int) -> Graph:
    return numbered(range(n), lambda *_: True)


def empty(n: int) -> Graph:
    return graph(range(n), lambda *_: False)


def star(n: int) -> Graph:
    return join(empty(n - 1), empty(1))


def wheel(n: int) -> Graph:
    return join(cycle(n - 1), empty(1))


def circulant(n: int, *jumps: int) -> Graph:
    return graph(range(n), lambda a, b: (b - a) % n in jumps)


def times(g: Graph, h: Graph) -> Graph:
    """Return the Cartesian product."""
    return graph(product(g.vertices, h.vertices), lambda a, b: (a[0] == b[0] and h.near(a[1], b[1]))
                 or (a[1] == b[1] and g.near(a[0], b[0])))  # fmt: skip


def tensor(g: Graph, h: Graph) -> Graph:
    return graph(product(g.vertices, h.vertices), lambda a, b: g.near(a[0], b[0]) and h.near(a[1], b[1]))


def strong(g: Graph, h: Graph) -> Graph:
    return Graph(times(g, h).vertices, times(g, h).edges | tensor(g, h).edges)


def union(*graphs: Graph) -> Graph:
    own = [(k, v) for k, g in enumerate(graphs) for v in g.vertices]
    return joined([tuple((k, v) for v in e) for k, g in enumerate(graphs) for e in g.edges], own)


def join(g: Graph, h: Graph) -> Graph:
    """Return both graphs, each vertex of one adjacent to each of the other."""
    both = union(g, h)
    return Graph(
        both.vertices,
        both.edges | {frozenset(p) for p in combinations(both.vertices, 2) if p[0][0] != p[1][0]},
    )


def pendant(g: Graph, at: Iterable[V] | None = None) -> Graph:
    """Attach a pendant vertex to each vertex, or to some."""
    some = [*(g.vertices if at is None else at)]
    return joined([*map(tuple, g.edges), *((v, (v, "leaf")) for v in some)], g.vertices)


def glued(n: int, g: Graph, common: Iterable[V]) -> Graph:
    """Return n copies of a graph with some vertices in common."""
    return joined([tuple(v if v in common else (k, v) for v in e) for k in range(n) for e in g.edges], common)


def with_path(g: Graph, n: int) -> Graph:
    """Attach a path of n vertices to vertex 0."""
    return joined(
        [*map(tuple, g.edges), *((("path", k - 1) if k else 0, ("path", k)) for k in range(n))], g.vertices
    )


def multipartite(*sizes: int) -> Graph:
    return graph(((p, k) for p, size in enumerate(sizes) for k in range(size)), lambda a, b: a[0] != b[0])


def cube(d: int) -> Graph:
    return graph(
        product((0, 1), repeat=d), lambda a, b: sum(map(int.__sub__, a, b)) == sum(map(int.__ne__, a, b)) == 1
    )


def subdivision(g: Graph) -> Graph:
    return joined([(v, e) for e in g.edges for v in e], g.vertices)


def triangulated(g: Graph) -> Graph:
    """Return a graph with a triangle on each edge."""
    return joined([*map(tuple, g.edges), *map(tuple, subdivision(g).edges)], g.vertices)


def line(g: Graph) -> Graph:
    return graph(g.edges, lambda a, b: len(a & b) == 1)


def mycielskian(g: Graph) -> Graph:
    pairs = [(a, (b, "shadow")) for a in g.vertices for b in g.around(a)] + [*map(tuple, g.edges)]
    return joined([*pairs, *(((a, "shadow"), "top") for a in g.vertices)], [*g.vertices, "top"])


def lcf(*jumps: int, times: int) -> Graph:
    """Return a cubic graph: a Hamiltonian cycle, and from each vertex a jump (Lederberg, Coxeter, Frucht)."""
    n = len(jumps) * times
    return graph(range(n), lambda a, b: (b - a) % n in (1, jumps[a % len(jumps)] % n))


def truncated(g: Graph, face: Callable[[V, V], Any] = lambda *_: True) -> Graph:
    """Return a polyhedron without its corners: a vertex on each edge near each end."""
    darts = [(u, v) for u in g.vertices for v in g.around(u)]
    return graph(darts, lambda a, b: a == b[::-1] or (a[0] == b[0] and face(a[1], b[1])))


OPERATIONS: dict[str, Callable[[Graph], Graph]] = {
    "prism": lambda g: times(g, complete(2)),
    "double-cover": lambda g: tensor(g, complete(2)),
    "strong-prism": lambda g: strong(g, complete(2)),
    "corona": pendant,
    "cone": lambda g: join(g, empty(1)),
    "mycielskian": mycielskian,
    "line-graph": line,
    "square": lambda g: graph(g.vertices, lambda a, b: g.near(a, b) or {*g.around(a)} & {*g.around(b)}),
    "complement": lambda g: graph(g.vertices, lambda a, b: not g.near(a, b)),
    "subdivision": subdivision,
}

# Chess pieces and lattices

KING = [(0, 1), (1, 0), (1, 1), (1, -1)]


def leaper(a: int, b: int) -> list[tuple[int, int]]:
    return [(x * s, y * t) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)]


def moves(steps: list[tuple[int, int]], m: int, n: int, wraps: tuple[bool, bool] = (False, False)) -> Graph:
    """Return the squares of a board, adjacent by a step; cyclic directions as in ``wraps``."""

    def reached(a: Any, b: Any) -> bool:
        apart = [(x + a[0] - b[0], y + a[1] - b[1]) for x, y in steps]
        return (0, 0) in [(x % m if wraps[0] else x, y % n if wraps[1] else y) for x, y in apart]

    return graph(rectangle(m, n), reached)


def rider(steps: list[tuple[int, int]], m: int, n: int) -> Graph:
    return moves([(k * x, k * y) for x, y in steps for k in range(1, max(m, n))], m, n)


def twisted(m: int, n: int, across: bool) -> Graph:
    """Return m cells across and n around, the last column joined to the first upside down."""

    def near(a: Any, b: Any) -> bool:
        if a[1] == b[1]:
            return b[0] == (a[0] + 1) % m if across else b[0] == a[0] + 1
        return (b[1] == a[1] + 1 and a[0] == b[0]) or (a[1] == n - 1 and b[1] == 0 and a[0] == m - 1 - b[0])

    return graph(rectangle(m, n), near)


def projective(m: int, n: int) -> Graph:
    """Return the grid with opposite sides identified in reverse."""
    grid = [frozenset(p) for p in squares(rectangle(m, n)).edges]
    seams = [((m - 1, c), (0, n - 1 - c)) for c in range(n)] + [
        ((r, n - 1), (m - 1 - r, 0)) for r in range(m)
    ]
    return Graph(tuple(rectangle(m, n)), frozenset([*grid, *map(frozenset, seams)]))


# Hexagons: row r begins at x, in halves of a hexagon, and a hexagon has three vertices above and below


def hexagons(places: Iterable[tuple[int, int]], rows: int = 0, halves: int = 0) -> Graph:
    """Return the graph of hexagons; ``rows`` and ``halves`` are circumferences, or 0."""

    def at(r: int, x: int) -> tuple[int, int]:
        return r % rows if rows else r, x % halves if halves else x

    rings = [
        [at(r, x), at(r, x + 1), at(r, x + 2), at(r + 1, x + 2), at(r + 1, x + 1), at(r + 1, x)]
        for r, x in places
    ]
    made = joined((ring[k - 1], ring[k]) for ring in rings for k in range(6))
    faces = frozenset(map(frozenset, rings))
    return Graph(made.vertices, made.edges, faces if rows != 2 else None)  # in two rows they have chords


def tiers(left: str, right: str, n: int) -> Graph:
    """Return rows of hexagons, the first of n; the ends of the next are shifted by half a hexagon."""
    places, begin, end = [], 0, 2 * n
    for row, (a, b) in enumerate(zip(f"{left}.", f"{right}.", strict=True)):
        places += [(row, x) for x in range(begin, end, 2)]
        begin, end = begin + (a == "r") - (a == "l"), end + (b == "r") - (b == "l")
    return hexagons(places)


def shifted(m: int, n: int) -> list[tuple[int, int]]:
    """Return m rows of n hexagons, every second row shifted to the right."""
    return [(r, r % 2 + 2 * k) for r in range(m) for k in range(n)]


def skew(m: int, n: int, rows: bool, cols: bool) -> Graph:
    """Return a parallelogram of m rows of n hexagons, closed in some directions."""

    def at(r: int, k: int, half: int) -> tuple[int, int, int]:
        return r % m if rows else r, k % n if cols else k, half

    ring = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (1, -1, 1)]
    rings = [[at(r + y, k + x, half) for y, x, half in ring] for r, k in rectangle(m, n)]
    zigzag = [at(r // 2, -(r % 2), r % 2) for r in range(2 * m)] if rows and not n else []
    return joined((ring[j - 1], ring[j]) for ring in [*rings, zigzag] for j in range(len(ring)))


def tube(p: int, q: int, n: int) -> Graph:
    """Return n slices of the tube with the chiral vector (p, q): the hexagonal lattice modulo this vector."""
    g = gcd(p, q)
    far = p + n * p // g + 2
    cells = {(i, j) for i in range(p) for j in range(-far - q, far + q) if 0 <= p // g * j - q // g * i < n}
    pairs = [
        ((i, j, 0), ((i - x) % p, j - y - (i - x) // p * q, 1))
        for i, j in cells
        for x, y in ((0, 0), (1, 0), (0, 1))
    ]
    return joined(
        [pair for pair in pairs if pair[1][:2] in cells], [(*cell, half) for cell in cells for half in (0, 1)]
    )


def triangles(a: int, b: int, c: int) -> Graph:
    """Return the unit triangles in a hexagon with sides a, b, c: each is in one strip of three directions."""
    own = [
        (x, y, z)
        for x in range(a + b)
        for y in range(-a, c)
        for z in range(-b - c, 0)
        if x + y + z in (-1, -2)
    ]
    return graph(own, lambda s, t: sum(abs(p - q) for p, q in zip(s, t, strict=True)) == 1)


# One graph by its name

GOLDEN = (1 + 5**0.5) / 2
ICOSAHEDRON = graph(
    [(0.0, y, z)[k:] + (0.0, y, z)[:k] for y in (1, -1) for z in (GOLDEN, -GOLDEN) for k in range(3)],
    lambda a, b: abs(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) - 4) < 0.1,
)
PETERSEN = graph(combinations(range(5), 2), lambda a, b: not {*a} & {*b})


def polyhex(text: str) -> Graph:
    """Return the hexagons drawn as X; each row is shifted by half a hexagon to the right."""
    return hexagons(
        (r, r + 2 * k) for r, row in enumerate(text.split("/")) for k, mark in enumerate(row) if mark == "X"
    )


HEXAGONS = [(r, x) for r, x in product(range(-4, 5), range(-8, 9)) if (r + x) % 2 == 0]


def far(hexagon: tuple[int, int]) -> int:
    """Return the distance from the hexagon (0, 0)."""
    r, x = map(abs, hexagon)
    return max(r, (r + x) // 2)


# Lattices by the faces around a vertex


def faces_at(near: list[list[int]], v: int, most: int) -> list[list[int]]:
    """Return the cycles without chords through a vertex, with at most so many vertices."""
    found, paths = [], [[v, w] for w in near[v]]
    while paths:
        path = paths.pop()
        for w in near[path[-1]]:
            inner = {*near[w]} & {*path[1:-1]}
            if w not in path and not inner and len(path) < most:
                if v in near[w]:
                    found += [[*path, w]] * (path[1] < w)
                elif len(path) < most - 1:
                    paths.append([*path, w])
    return found


def figure(faces: list[list[int]]) -> str:
    """Return the sizes of the faces around a vertex in cyclic order, first the smallest of all such words."""
    word, rest = [faces[0]], faces[1:]
    end = faces[0][-1]
    while rest:
        face = next(face for face in rest if end in (face[1], face[-1]))
        rest.remove(face)
        word.append(face)
        end = face[-1] if end == face[1] else face[1]
    sizes = [*map(len, word)]
    turned = [row[k:] + row[:k] for row in (sizes, sizes[::-1]) for k in range(len(sizes))]
    return ".".join(map(str, min(turned)))


def dual(near: list[list[int]], most: int) -> Graph:
    faces = {frozenset(face): face for v in range(len(near)) for face in faces_at(near, v, most)}
    on: dict[frozenset[int], list[frozenset[int]]] = {}
    for key, face in faces.items():
        for k in range(len(face)):
            on.setdefault(frozenset((face[k - 1], face[k])), []).append(key)
    return joined((tuple(pair) for pair in on.values()), faces)


def is_fullerene(near: list[list[int]], spiral: list[int]) -> bool:
    """Return True if a cubic graph has pentagons at these positions of a spiral, and else hexagons.

    Each face of a spiral is adjacent to the one before, and to the first that still has an open side.
    """
    faces = dual(near, 6)
    around = {face: {*faces.around(face)} for face in faces.vertices}
    wanted = [5 if k in spiral else 6 for k in range(1, len(faces.vertices) + 1)]
    starts = [[a, b] for a in faces.vertices for b in around[a]]
    return {*map(len, near)} == {3} and any(_wound(start, around, wanted) for start in starts)


def _wound(
    path: list[frozenset[int]], around: dict[frozenset[int], set[frozenset[int]]], wanted: list[int]
) -> bool:
    if [*map(len, path)] != wanted[: len(path)]:
        return False
    if len(path) == len(wanted):
        return True
    first = next((face for face in path if around[face] - {*path}), path[-1])
    following = (around[path[-1]] & around[first] if first != path[-1] else around[first]) - {*path}
    return any(_wound([*path, face], around, wanted) for face in following)


DATA = tables("families_by_definition")
BOARDS, NUMBERS = (
    {word: (firsts, eval(f"lambda {sizes}: {body}")) for word, (firsts, sizes, body) in DATA[part].items()}
    for part in ("boards", "numbers")
)
"""Names with sizes, and with numbers: the smallest n for each size, and the graph."""
NAMED: dict[str, Graph] = {word: eval(body) for word, body in DATA["named"].items()}
LETTERS = {"K": complete, "C": cycle, "P": path, "S": star, "W": wheel, "Q": cube}
PRODUCTS = {"x": times, "-strong-": strong, "-tensor-": tensor}


def graph6(text: str) -> Graph:
    """Return a graph from its upper triangle by columns, six bits in a character (McKay)."""
    n, bits = ord(text[0]) - 63, "".join(f"{ord(c) - 63:06b}" for c in text[1:])
    pairs = [(a, b) for b in range(n) for a in range(b)]
    return joined((pair for pair, bit in zip(pairs, bits, strict=False) if bit == "1"), range(n))


def tree(text: str) -> Graph:
    """Return a rooted tree from nested parentheses."""
    path, edges, opened = [0], [], 0
    for mark in text[1:-1]:
        if mark == "(":
            opened += 1
            edges.append((path[-1], opened))
            path.append(opened)
        else:
            path.pop()
    return joined(edges, range(opened + 1))


def defined(text: str) -> Graph:
    """Return the graph or board with a name."""
    word, _, rest = text.rpartition(":")
    if text in NAMED:
        return NAMED[text]
    if found := re.fullmatch(rf"({'|'.join(OPERATIONS)}):\((.*)\)|(line-graph):(.*)", text):
        return OPERATIONS[found[1] or found[3]](defined(found[2] or found[4]))
    if found := re.fullmatch(r"repeat(-ring)?\((.*)\):(\d+)", text):
        parts, n = found[2].split("|"), int(found[3])
        return drawing(
            *(parts[0], *parts[1:2] * n, parts[2]) if parts[1:] else parts * n, cyclic=bool(found[1])
        )
    if {*text} <= {*".#/"}:
        return drawing(text)
    if word in ("graph", "tree", "polyhex"):
        chains = [chain.split("-") for chain in rest.split(",")]
        drawn = joined(
            (pair for chain in chains for pair in pairwise(chain)), (v for row in chains for v in row)
        )
        return tree(rest) if word == "tree" else polyhex(rest) if word == "polyhex" else drawn
    if text.startswith("graph6=") and not word:
        return graph6(text[7:])
    if found := re.fullmatch(r"(.+?)(x|-strong-|-tensor-)(path|cycle):(\d+)", text):
        return PRODUCTS[found[2]](defined(found[1]), defined(f"{found[3]}:{found[4]}"))
    if found := re.fullmatch(r"([KCPSWQ])(\d+)", text):
        return LETTERS[found[1]](int(found[2]))
    if found := re.fullmatch(r"K(\d+(?:,\d+)+)", text):
        return multipartite(*map(int, found[1].split(",")))
    if text[0] in "KCPSWQ" and "x" in text:
        first, _, others = text.partition("x")
        return times(defined(first), defined(others))
    if found := re.fullmatch(r"tiers-([lr]+)-([lr]+)", word):
        return tiers(found[1], found[2], int(rest))
    sizes = [*map(int, re.split("[x,]", rest))]
    if found := re.fullmatch(rf"({'|'.join(NUMBERS)})((?:-\d+)+)", word):
        return NUMBERS[found[1]][1](*sizes, *map(int, found[2][1:].split("-")))
    if found := re.fullmatch(r"leaper-(\d+)-(\d+)(-cylinder|-torus)?", word):
        return moves(leaper(int(found[1]), int(found[2])), *sizes, (bool(found[3]), found[3] == "-torus"))  # type: ignore[call-arg]
    word = (
        {"moebius": "moebius-band", "": "box" if len(sizes) == 3 else ""}.get(word, word)
        if len(sizes) > 1
        else word
    )
    return BOARDS[word][1](*sizes)


def at_size(text: str, n: int) -> str:
    """Return the name of a board of a family, with a number for n, 2n or (2n+1)."""

    def value(found: re.Match[str]) -> str:
        return str(int(found[1] or found[3] or 1) * n + int(found[2] or 0))

    head, colon, sizes = text.rpartition(":")
    return f"{head}{colon}" + re.sub(r"\((\d*)n([+-]\d+)?\)|(\d*)n", value, sizes)


# Comparison


def same(g: Graph, size: int, edges: Iterable[Iterable[int]]) -> bool:
    """Return True if a graph is isomorphic to another one with numbered vertices."""
    number = {v: k for k, v in enumerate(g.vertices)}
    sides = [sorted(sorted(map(number.__getitem__, e)) for e in g.edges), sorted(map(sorted, edges))]
    near = [[[b if a == v else a for a, b in side if v in (a, b)] for v in range(size)] for side in sides]
    return len(number) == size and len(sides[0]) == len(sides[1]) and _matched(near, [[0] * size] * 2)


def _matched(near: list[list[list[int]]], colours: list[list[int]]) -> bool:
    """Refine the colours of two graphs by those of the neighbours, and try all images of a vertex."""
    while True:
        kinds = [[(own[v], *sorted(own[w] for w in side[v])) for v in range(len(own))]
                 for side, own in zip(near, colours, strict=True)]  # fmt: skip
        if Counter(kinds[0]) != Counter(kinds[1]):
            return False
        rank = {kind: k for k, kind in enumerate(sorted({*kinds[0]}))}
        is_stable = len(rank) == len({*colours[0]})
        colours = [[rank[kind] for kind in own] for own in kinds]
        if is_stable:
            break
    sizes = Counter(colours[0])
    most = next((v for v in range(len(colours[0])) if sizes[colours[0][v]] > 1), None)
    if most is None:
        image = {v: colours[1].index(colour) for v, colour in enumerate(colours[0])}
        return all(sorted(image[w] for w in near[0][v]) == sorted(near[1][image[v]]) for v in image)
    first = [-1 if v == most else colour for v, colour in enumerate(colours[0])]
    return any(
        _matched(near, [first, [-1 if v == w else colour for v, colour in enumerate(colours[1])]])
        for w, colour in enumerate(colours[1]) if colour == colours[0][most]
    )  # fmt: skip
