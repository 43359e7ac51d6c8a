"""Every board that can be typed is compared with its definition, and with the checker's reading of it.

The definitions are written from the documentation; the graphs of Chvatal and Tutte come from networkx.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import networkx as nx
import pytest
from choice import drawn
from differential.families_by_definition import (
    BOARDS,
    DATA,
    NAMED,
    NUMBERS,
    OPERATIONS,
    Graph,
    at_size,
    defined,
    dual,
    faces_at,
    figure,
    is_fullerene,
    joined,
    same,
)
from json_places import plainly

import gfkit
from gfkit.core.boards import synonyms

# The tables of the program, and its readers, each imported here only
from gfkit.core.boards.faces import find_faces
from gfkit.core.boards.grammar import known_words
from gfkit.core.boards.operations import OPERATIONS as KNOWN_OPERATIONS
from gfkit.core.errors import GfkitError, MismatchError
from gfkit.proofs import plain_family
from gfkit.proofs.checker.boards import CellBoard
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.reading import RefusalError

pytestmark = pytest.mark.filterwarnings("ignore::gfkit.errors.ReadingNote")
FURTHER = 3
LATTICES, DUALS = DATA["lattices"], DATA["duals"]
NAMED["chvatal"], NAMED["tutte"] = (joined(g.edges) for g in (nx.chvatal_graph(), nx.tutte_graph()))


def agrees(own: Graph, board: Any, text: str) -> None:
    """Compare the vertices, the edges and the known faces of a board with its definition."""
    names = [*(board.places or getattr(board, "coordinates", None) or range(board.size))]
    if own.placed or isinstance(names[:1], tuple):
        assert {*names} == {*own.vertices}, text
        assert {frozenset((names[a], names[b])) for a, b in board.edges} == own.edges, text
        assert isinstance(board, CellBoard) or names == [*own.vertices] or not own.placed, text
    else:
        assert same(own, board.size, board.edges), text
    if own.faces is not None:
        try:
            found = board.faces(6) if isinstance(board, CellBoard) else find_faces(board, 6)
        except (MismatchError, RefusalError):  # short cycles around a narrow board
            return
        faces = {frozenset(names[v] for v in face) for face in found}
        assert faces == own.faces if own.placed else len(faces) == len(own.faces), text


def compare(text: str, first: int | None = None, further: int = FURTHER) -> None:
    """Compare the boards of a family, and the checker's; ``first`` is the smallest n, if there are edges."""
    family = gfkit.parse_board(text)
    start = family.first_n
    if first is not None and defined(at_size(text, start + 5)).edges:
        assert start == first, text
    try:
        read = read_family(plainly(plain_family(text)))
    except (GfkitError, RefusalError):
        read = None
    for n in range(start, start + further + 1):
        own = defined(at_size(text, n))
        agrees(own, family.at(n), f"{text}, n = {n}")
        agrees(own, gfkit.parse_board(at_size(text, n)), at_size(text, n))
        if read:
            agrees(own, CellBoard(read, n - read.apart), f"the checker's {text}, n = {n}")


def growing(word: str, firsts: str, most: int = 3) -> Iterator[tuple[str, int | None]]:
    """Yield the families of a name with all other sizes up to three, each with its smallest n."""
    starts = firsts.split()
    for side in (k for k, start in enumerate(starts) if start[0] != "-"):
        for sizes in product(range(1, most + 1), repeat=len(starts) - 1):
            k, own = sizes[0] if sizes else 0, [*map(str, sizes[:side]), "n", *map(str, sizes[side:])]
            least = [
                int(start.lstrip("-") or 1)
                for n, start in enumerate(starts)
                if n != side and start.lstrip("-").isdigit()
            ]
            text = f"{word}:{'x'.join(own)}".removeprefix(":").removeprefix("box:")
            wide = all(size >= start for size, start in zip(sizes, least, strict=False))
            odd = word.startswith("brick-wall-") and k % 2
            yield text, eval(starts[side], {"k": k}) if wide and not odd else None


ONE_SIDED = ["frame", "holed"]


@pytest.mark.parametrize("word", [word for word in BOARDS if word not in ONE_SIDED])
def test_named_boards(word: str) -> None:
    for text, first in growing(word, BOARDS[word][0]):
        try:
            gfkit.parse_board(text)
        except GfkitError:  # too narrow
            assert first is None, text
        else:
            compare(text, first)


HOLED = [
    f"holed:3xnx{a}x{b}x{up}x{left}"
    for a, b in product((1, 2, 3), repeat=2)
    for up in range(4 - a)
    for left in (0, 1, 2)
]
DRAWN = ["repeat({}):n", "repeat-ring({}):n", "repeat({}|{}|{}):n"]
UNITS = sorted(
    {
        "/".join(rows)
        for high in (1, 2)
        for rows in product(("", "#", ".", "##", "#.", ".#", ".."), repeat=high)
    }
)


@pytest.mark.parametrize("text", DATA["families"]["texts"].split())
def test_families_with_numbers_in_their_names(text: str) -> None:
    found = re.match(rf"({'|'.join(NUMBERS)})((?:-\d+)+):n$", text)
    jumps = [*map(int, found[2][1:].split("-"))] if found else []
    compare(
        text,
        max(3 if found[1] in ("circulant", "petersen") else 0, eval(NUMBERS[found[1]][0], {"jumps": jumps}))
        if found
        else None,
    )


def test_single_boards() -> None:
    for text in [*DATA["single"]["texts"].split(), *NAMED]:
        agrees(defined(text), gfkit.parse_board(text), text)
    for operation, graph in product(
        OPERATIONS, ("C4", "path:1", "2x3", "petersen", "star:4", "graph:a-b,c", "K1")
    ):
        agrees(
            defined(f"{operation}:({graph})"),
            gfkit.parse_board(f"{operation}:({graph})"),
            f"{operation}:({graph})",
        )


def test_holes_and_repeated_drawings() -> None:
    for text in HOLED:
        b, left = int(text.split("x")[-3]), int(text.split("x")[-1])
        compare(text, left + b + 1)
    random = drawn("drawings by definition")
    for number in range(300):
        form = DRAWN[min(number % 6, 2)]
        text = form.format(*random.choices(UNITS, k=3)) if "|" in form else form.format(random.choice(UNITS))
        if "." in text.split("|")[len(text.split("|")) // 2]:
            compare(text, 1 if "|" in text else 3 if "ring" in text else 0)


def test_every_word_of_the_program_has_a_definition() -> None:
    own = {*BOARDS, *NAMED, *LATTICES, *DUALS, "fullerene"}
    lattices = {f"{word}{how}" for word in (*LATTICES, *DUALS) for how in ("", "-cylinder", "-torus")}
    assert {*known_words()} <= own | lattices
    assert {*KNOWN_OPERATIONS} == {*OPERATIONS}
    typed = {text.partition(":")[0] for texts in DATA["synonyms"].values() for text in texts.split()}
    assert {*synonyms("boards", "taken")} <= typed


def test_synonyms() -> None:
    for text, others in DATA["synonyms"].items():
        for other in others.split():
            if text.split(":")[0] in (*LATTICES, *DUALS):
                assert gfkit.parse_board(other).edges == gfkit.parse_board(text).edges
            else:
                agrees(defined(text), gfkit.parse_board(other), other)


def cells(text: str, units: int, across: bool = False) -> set[frozenset[tuple[int, int, int]]]:
    """Return the edges of a board of a lattice; a vertex is (row, column, number in the unit cell)."""
    family, n = (
        gfkit.parse_board(re.sub(r"\d+", "n", text, count=1) if across else re.sub(r"\d+$", "n", text)),
        0,
    )
    n = int(re.findall(r"\d+", text)[-1 - across])
    spots = [((s, v // units) if across else (v // units, s)) + (v % units,) for v, s in family.at(n).spots]
    return {frozenset((spots[a], spots[b])) for a, b in family.at(n).edges}


@pytest.mark.parametrize("word", [*LATTICES, *DUALS])
def test_lattices(word: str) -> None:
    """A torus has the faces of the lattice; cylinders and rectangles are parts, whichever side grows."""
    torus, units = gfkit.parse_board(f"{word}-torus:5x6"), gfkit.parse_board(f"{word}-torus:5x6").size // 30
    primal = DUALS.get(word, word)
    sizes = [*map(int, LATTICES[primal].split("."))]
    if word in DUALS:
        assert same(
            dual(gfkit.parse_board(f"{primal}-torus:5x6").neighbours, max(sizes)), torus.size, torus.edges
        )
    else:
        near = torus.neighbours
        assert {figure(faces_at(near, v, max(sizes))) for v in range(torus.size)} == {LATTICES[word]}
    whole = cells(f"{word}-torus:9x9", units)
    for across, (m, n) in product((False, True), product((1, 2, 3), repeat=2)):
        there = {edge for edge in whole if all(r < m and c < n for r, c, _ in edge)}
        assert cells(f"{word}:{m}x{n}", units, across) == there
    for m, n in product((5, 6), (1, 2)):
        there = {edge for edge in cells(f"{word}-torus:{m}x9", units) if all(c < n for _, c, _ in edge)}
        assert cells(f"{word}-cylinder:{m}x{n}", units) == there


@pytest.mark.parametrize("text", DATA["fullerenes"]["texts"].split())
def test_fullerenes(text: str) -> None:
    atoms, *spiral = map(int, text[10:].split(","))
    board = gfkit.parse_board(text)
    assert board.size == atoms
    assert is_fullerene(board.neighbours, spiral)
