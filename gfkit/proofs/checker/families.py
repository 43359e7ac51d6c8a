"""Families of boards in files: squares with a side n, repeated drawn cells, graphs that consist of slices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import TypedDict, cast

from gfkit.proofs.checker.boards import WIDEST, End, Family, GraphPart, Place
from gfkit.proofs.checker.reading import RefusalError, must_fit, need

_PART = {"vertices": int, "edges": [[int, int]]}
_END = (None, _PART | {"links": [[int, int]], "spokes": [[int, int]]})
_SLICES = {
    "slice": _PART, "links": [[int, int, int]], "ring": bool, "twist": [int], "hubs": _PART,
    "spokes": [[int, int]], "first": _END, "last": _END, "first_n": int,
}  # fmt: skip
_SIZES = [(int, None)]
_WRAPS = {"": (0, 0), "path": (0,), "cycle": (1,), "cylinder": (1, 0), "torus": (1, 1)}


def read_family(data: object) -> Family:
    """Return the family in a file."""
    if isinstance(data, dict) and isinstance(data.get("slices"), dict):
        return _read_slices(data)
    must_fit(data, {"word": str, "sizes": _SIZES, "wraps": [bool]}, "family")
    saved = cast("_Squares", data)
    word, sizes, wraps = saved["word"], saved["sizes"], tuple(saved["wraps"])
    need(sizes.count(None) == 1 and len(sizes) == len(wraps), "family: exactly one of the sizes must be n")
    if drawn := re.fullmatch(r"repeat(-ring)?\(([.#/]+)\)", word):
        need(wraps == (bool(drawn[1]),), "family: a drawn cell must repeat along one side")
        return _read_repeated(drawn[2], bool(drawn[1]))
    need(word in _WRAPS and len(_WRAPS[word]) == len(wraps), "family: unknown name")
    need(tuple(map(bool, _WRAPS[word])) == wraps, "family: expected the cyclic sides")
    rings = [size for size, closed in zip(sizes, wraps, strict=True) if closed and size is not None]
    need(min(rings, default=3) > 2, "family: cyclic sides must have at least 3 cells")
    if len(sizes) == 1:  # a graph, whose vertices have no rows and columns
        return squares((1, None), (False, wraps[0]))._replace(sides=None, wraps=(False, False), cells=())
    return squares((sizes[0], sizes[1]), (wraps[0], wraps[1]))


def family_text(data: object) -> str | None:
    """Return the text of boards of squares, or None if a name denotes them."""
    saved = cast("_Squares", data)
    if "slices" in saved:
        return None
    sizes = "x".join("n" if size is None else str(size) for size in saved["sizes"])
    return f"{saved['word']}:{sizes}" if saved["word"] else sizes


class _Squares(TypedDict):
    word: str
    sizes: list[int | None]
    wraps: list[bool]


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
    none = GraphPart(0, ())
    slice_ = GraphPart(len(cells), tuple(sorted(edges)))
    first = 3 if ring else 0
    return Family(
        slice_, tuple(sorted(links)), ring, (), none, (), (None, None), 0, first, sides, wraps, cells, deep
    )


def _read_repeated(drawing: str, ring: bool) -> Family:
    """Return the family of a drawn cell, '.' for a square and '#' for a hole, repeated from left to right."""
    rows = drawing.split("/")
    width = max(map(len, rows))
    drawn = [(c, r) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    need(drawn, "family: expected a drawn cell")
    return squares((len(rows), None), (False, ring), drawn, width)


class _Graphs(TypedDict):
    slice: dict[str, object]
    links: list[list[int]]
    ring: bool
    twist: list[int]
    hubs: dict[str, object]
    spokes: list[list[int]]
    first: dict[str, object] | None
    last: dict[str, object] | None
    apart: int
    first_n: int


def _read_slices(data: dict[str, object]) -> Family:
    """Return a family of graphs, all of whose edges are listed."""
    slices = cast("dict[str, object]", data["slices"])
    apart = slices.get("apart")
    need(type(apart) is int and abs(apart) < 100, "family: apart must be a small integer")
    shape = {"word": str, "sizes": _SIZES, "slices": _SLICES | {"apart": type(apart)}}
    must_fit(data | {"slices": slices | {"apart": abs(cast(int, apart))}}, shape, "family")
    saved = cast(_Graphs, slices)
    sizes = cast("list[int | None]", data["sizes"])
    need(sizes.count(None) == 1, "family: exactly one of the sizes must be n")

    def part(given: dict[str, object]) -> GraphPart:
        vertices = cast(int, given["vertices"])
        if vertices > WIDEST:
            raise RefusalError(3, f"a slice has more than {WIDEST} vertices")
        return GraphPart(vertices, pairs(given["edges"], vertices, vertices))

    def pairs(given: object, one: int, other: int) -> tuple[Place, ...]:
        edges = tuple((a, b) for a, b in cast("list[list[int]]", given))
        need(all(a < one and b < other for a, b in edges), "family: an edge has an unknown vertex")
        return edges

    slice_, hubs = part(saved["slice"]), part(saved["hubs"])

    def end(given: dict[str, object] | None) -> End | None:
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
    need(0 <= count < 1000 and count >= max(ring, any(ends)), "family: its smallest board is too small")
    spokes = pairs(saved["spokes"], hubs.vertices, slice_.vertices)
    return Family(slice_, links, saved["ring"], twist, hubs, spokes, ends, saved["apart"], saved["first_n"])
