"""Families of boards in files: squares with a side n, repeated drawn cells, and graphs that consist of
slices.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from gfkit.proofs.checker.boards import WIDEST, End, Family, GraphPart
from gfkit.proofs.checker.cells import Place
from gfkit.proofs.checker.reading import Fields, RefusalError, must_fit, need

_PART = {"vertices": int, "edges": [[int, int]]}
_END = (None, _PART | {"links": [[int, int]], "spokes": [[int, int]]})
_SIZES = [(int, None)]
_SQUARES = {"word": str, "sizes": _SIZES, "wraps": [bool]}
_SLICES = {
    "slice": _PART, "links": [[int, int, int]], "ring": bool, "twist": [int], "hubs": _PART,
    "spokes": [[int, int]], "first": _END, "last": _END, "first_n": int, "apart": range(-99, 100),
}  # fmt: skip
_GRAPHS = {"word": str, "sizes": _SIZES, "slices": _SLICES}
CYCLIC_SIDES = {"": (0, 0), "path": (0,), "cycle": (1,), "cylinder": (1, 0), "torus": (1, 1)}


def read_family(data: object) -> Family:
    """Return the family in a file."""
    if isinstance(data, dict) and isinstance(data.get("slices"), dict):
        return _read_slices(data)
    saved: Fields = must_fit(data, _SQUARES, "family")
    word, sizes, wraps = saved["word"], saved["sizes"], tuple(saved["wraps"])
    need(sizes.count(None) == 1 and len(sizes) == len(wraps), "family: exactly one of the sizes must be n")
    if drawn := re.fullmatch(r"repeat(-ring)?\(([.#/]+|[.#/]*\|[.#/]+\|[.#/]*)\)", word):
        need(
            wraps == (bool(drawn[1]),),
            "family: a drawn tile has one side, cyclic if and only if its name is repeat-ring",
        )
        return _read_repeated(drawn[2].split("|"), bool(drawn[1]))
    need(word in CYCLIC_SIDES and len(CYCLIC_SIDES[word]) == len(wraps), "family: unknown name")
    need(
        tuple(map(bool, CYCLIC_SIDES[word])) == wraps,
        f"family: the cyclic sides in 'wraps' do not match the name {word!r}",
    )
    rings = [size for size, closed in zip(sizes, wraps, strict=True) if closed and size is not None]
    need(min(rings, default=3) > 2, "family: cyclic sides must have at least 3 cells")
    if len(sizes) == 1:  # a graph, whose vertices have no rows and columns
        return squares((1, None), (False, wraps[0]))._replace(sides=None, wraps=(False, False), cells=())
    return squares((sizes[0], sizes[1]), (wraps[0], wraps[1]))


def family_text(family: Fields) -> str | None:
    """Return the name of boards of squares, or None if they need a drawing."""
    if "slices" in family:
        return None
    sizes = "x".join("n" if size is None else str(size) for size in family["sizes"])
    return f"{family['word']}:{sizes}" if family["word"] else sizes


def squares(
    sides: tuple[int | None, int | None], wraps: tuple[bool, bool], drawn: Sequence[Place] = (), deep: int = 1
) -> Family:
    """Return the family of boards of squares: all squares of a slice, or the drawn ones."""
    grows = 0 if sides[0] is None else 1
    width = sides[1 - grows] or 0
    if width > WIDEST:
        raise RefusalError(3, f"a slice has more than {WIDEST} cells")
    cells = tuple(sorted(drawn or product(range(deep), range(width))))
    number = {cell: k for k, cell in enumerate(cells)}
    edges, links = set(), set()
    for (s, x), cell in number.items():
        beside = (x + 1) % width if wraps[1 - grows] else x + 1
        if (s, beside) in number and number[s, beside] != cell:
            edges.add((cell, number[s, beside]))
        if (s + 1, x) in number:
            edges.add((cell, number[s + 1, x]))
        elif s + 1 == deep and (0, x) in number:
            links.add((cell, number[0, x], 1))
    ring = wraps[grows]
    part, first = GraphPart(len(cells), tuple(sorted(edges))), 3 if ring else 0
    return Family(
        part, tuple(sorted(links)), ring, first=first, sides=sides, wraps=wraps, cells=cells, deep=deep
    )


def _read_repeated(drawings: Sequence[str], ring: bool) -> Family:
    """Parse a family whose drawn cell ('.' for a square, '#' for a hole) is repeated from left to right,
    possibly between two drawn ends.
    """
    drawn = [
        [(c, r) for r, row in enumerate(drawing.split("/")) for c, mark in enumerate(row) if mark == "."]
        for drawing in drawings
    ]
    deep = [max(map(len, drawing.split("/"))) for drawing in drawings]
    height = max(len(drawing.split("/")) for drawing in drawings)
    need(drawn[len(drawn) // 2], "family: expected a drawn tile")
    if len(drawings) == 1:
        return squares((height, None), (False, ring), drawn[0], deep[0])
    need(not ring, "family: a cyclic strip has no ends")
    family = squares((height, None), (False, False), drawn[1], deep[1])
    ends: list[End | None] = []
    for cells in drawn:
        cells.sort()
    for cells, own, facing, at in ((drawn[0], deep[0], deep[0] - 1, 0), (drawn[2], deep[2], 0, deep[1] - 1)):
        part = squares((height, None), (False, False), cells, own).slice if cells else GraphPart(0, ())
        near = {x: k for k, (s, x) in enumerate(cells) if s == facing}
        beside = {x: k for k, (s, x) in enumerate(family.cells) if s == at}
        ends.append(End(part, tuple((k, beside[x]) for x, k in near.items() if x in beside), ()))
    return family._replace(
        ends=(ends[0], ends[1]), first=1, drawn=(drawn[0], drawn[2]), margins=(deep[0], deep[2])
    )


def _read_slices(data: Fields) -> Family:
    """Parse a family of graphs whose edges are all listed."""
    must_fit(data, _GRAPHS, "family")
    saved: Fields = data["slices"]
    need(data["sizes"].count(None) == 1, "family: exactly one of the sizes must be n")

    def part(given: Fields) -> GraphPart:
        vertices = given["vertices"]
        if vertices > WIDEST:
            raise RefusalError(3, f"a slice has more than {WIDEST} vertices")
        return GraphPart(vertices, pairs(given["edges"], vertices, vertices))

    def pairs(given: list[list[int]], one: int, other: int) -> tuple[Place, ...]:
        need(all(a < one and b < other for a, b in given), "family: an edge has an unknown vertex")
        return tuple((a, b) for a, b in given)

    slice_, hubs = part(saved["slice"]), part(saved["hubs"])

    def end(given: Fields | None) -> End | None:
        if given is None:
            return None
        own = part(given)
        links = pairs(given["links"], own.vertices, slice_.vertices)
        return End(own, links, pairs(given["spokes"], hubs.vertices, own.vertices))

    links = tuple((a, b, far) for a, b, far in saved["links"])
    pairs([link[:2] for link in saved["links"]], slice_.vertices, slice_.vertices)
    need(all(0 < far < 100 for *_, far in links), "family: a link must lead to a later slice")
    twist, ends = tuple(saved["twist"]), (end(saved["first"]), end(saved["last"]))
    need(not twist or sorted(twist) == list(range(slice_.vertices)), "family: a twist must be a permutation")
    count = saved["first_n"] - saved["apart"]
    ring = 2 * max([far for *_, far in links], default=1) + 1 if saved["ring"] else 0
    need(0 <= count < 1000 and count >= max(ring, any(ends)), "family: the smallest board is too small")
    spokes = pairs(saved["spokes"], hubs.vertices, slice_.vertices)
    return Family(slice_, links, saved["ring"], twist, hubs, spokes, ends, saved["apart"], saved["first_n"])
