"""Families as the checker of certificates reads them, compared with the boards of the same names.

The two readers share no code. They must agree on the smallest n, on the cells in their order, on the edges,
on rows and columns with their cyclic directions, and on the faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

from choice import drawn
from json_places import plainly

from gfkit.core.boards import Board, Family, faces, named, parse_board, parse_one_board, regions
from gfkit.core.boards.family import shape_named, spots
from gfkit.core.errors import BoardError, MismatchError
from gfkit.proofs import plain_family
from gfkit.proofs.checker import shapes, squares
from gfkit.proofs.checker.boards import CellBoard
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.reading import RefusalError

UP_TO, FACE = 3, 6
NUMBERED = ("circulant-{}", "path-power-{}", "petersen-{}", "K{}xpath", "K{}xcycle", "C{}xpath", "P{}xcycle")
NUMBERED += ("K{}-strong-cycle", "K{}-tensor-path", "leaper-1-{}", "leaper-0-{}", "nanotube-{}-1", "tiers")
"""Names with a number, and a name of each other form."""


def described(board: CellBoard | Board) -> tuple[object, ...]:
    """Return the size, the edges, the places and the sides, with cells in the order of the board."""
    if isinstance(board, CellBoard):
        sides = (board.rows, board.cols, *board.family.wraps) if board.places else None
        return board.size, board.edges, board.places, sides
    grid, edges = board.grid, sorted((min(edge), max(edge)) for edge in board.edges)
    sides = (grid.rows, grid.cols, grid.wrap_rows, grid.wrap_cols) if grid and board.places else None
    return board.size, edges, list(board.places), sides


def in_order(family: Family, n: int) -> tuple[object, ...]:
    """Return a board of gfkit with its cells slice by slice, as the files number them."""
    board = family.at(n)
    size, edges, places, sides = described(board)
    if not places:
        return size, edges, places, sides
    order = sorted(range(size), key=lambda cell: spots(family, board)[cell][::-1])
    number = {cell: k for k, cell in enumerate(order)}
    moved = sorted(tuple(sorted((number[a], number[b]))) for a, b in edges)
    return size, moved, [places[cell] for cell in order], sides


def faces_of(board: CellBoard | Board, places: list[tuple[int, int]]) -> set[frozenset[object]] | None:
    """Return the faces, each as its places or vertices; None if they are not determined."""
    try:
        found = board.faces(FACE) if isinstance(board, CellBoard) else faces.find_faces(board, FACE)
    except (MismatchError, RefusalError):
        return None
    return {frozenset(places[cell] if places else cell for cell in face) for face in found}


def compare(text: str, further: int = 3) -> bool:
    """Compare the boards of a family; return False if one of the two readers rejects it."""
    try:
        family = parse_board(text)
        read = read_family(plainly(plain_family(text)))
    except (BoardError, RefusalError):
        return False
    assert isinstance(family, Family)
    assert read.first == family.first_n, text
    for n in range(read.first, read.first + further):
        own, other = CellBoard(read, n - read.apart), family.at(n)
        assert described(own) == in_order(family, n), (text, n)
        assert faces_of(own, own.places) == faces_of(other, list(other.places)), (text, n)
    return True


def of_names() -> Iterator[str]:
    """Yield a family for every name, and for every value up to three of every other size."""
    numbered = (name.format(k) for name in NUMBERED for k in range(1, UP_TO + 1))
    for word in dict.fromkeys(("", "path", "cycle", "cylinder", "torus", *named.graph_words(), *numbered)):
        with suppress(BoardError):
            shape = shape_named(word)
            for sizes in product(["n", *map(str, range(UP_TO + 1))], repeat=shape.sides if shape else 0):
                if sizes.count("n") == 1:
                    yield f"{word}:{'x'.join(sizes)}".removeprefix(":").removeprefix("box:")


def test_the_checker_reads_every_named_family_as_its_boards() -> None:
    compared = {text for text in of_names() if compare(text)}
    wide = {"knight-torus"}  # a cyclic side of a knight's graph has at least five cells
    assert {*named.graph_words()} - {*regions.REGIONS, *wide, "box"} <= {
        text.partition(":")[0] for text in compared
    }
    assert {"1xn", "nx3", "cylinder:nx1", "torus:3xn", "cycle:n", "2x3xn"} <= compared
    # A cyclic side of one or two cells has double edges, which the rules of the file do not define.
    assert not {"cylinder:1xn", "cylinder:2xn", "torus:nx1", "torus:nx2"} & compared


def random_slices(random: Random) -> str:
    """Return the description of slices with hubs, ends, distant links, or a cyclic family with a twist."""

    def pairs(one: int, other: int, separator: str = "-") -> str:
        every = [(a, b) for a in range(one) for b in range(other)]
        return ",".join(f"{a}{separator}{b}" for a, b in random.sample(every, random.randint(0, len(every))))

    def inside(size: int) -> str:
        every = [(a, b) for a in range(size) for b in range(a + 1, size)]
        return ",".join(f"{a}-{b}" for a, b in random.sample(every, random.randint(0, len(every))))

    width, hubs, is_ring = random.randint(1, 3), random.randint(0, 2), random.random() < 0.4
    links = dict.fromkeys(
        f"{random.randrange(width)}-{random.randrange(width)}-{random.choice((1, 1, 2))}" for _ in range(3)
    )
    parts = [str(width), f"in={inside(width)}", f"to={','.join(links)}", f"hub={pairs(hubs, width)}"]
    parts += [f"hubs={hubs}", f"between={inside(hubs)}", f"apart={random.randint(-1, 2)}"]
    if is_ring:
        parts += ["ring", f"twist={'.'.join(map(str, random.sample(range(width), width)))}"]
    for name in () if is_ring else ("first", "last"):
        if random.random() < 0.6:
            size = random.randint(1, 3)
            parts.append(f"{name}={size}/{inside(size)}/{pairs(size, width)}/{pairs(hubs, size)}")
    return f"slices({';'.join(parts)}):n"


def test_the_checker_reads_lists_of_slices_as_their_boards() -> None:
    random = drawn("lists of slices")
    assert sum(compare(random_slices(random)) for _ in range(400)) > 200


def test_the_checker_reads_lattices_as_their_boards() -> None:
    words = [word for word in shapes.LATTICES if word]
    words += [f"leaper-{a}-{b}" for a in range(UP_TO + 1) for b in range(a, UP_TO + 1) if b]
    for word, rows, cols in product(words, range(1, 6), range(1, 6)):
        plain = read_family({"word": "", "sizes": [None, cols], "wraps": [False, False]})
        own = CellBoard(squares.lattice(plain, squares.steps_of(word), cols), rows)
        other = parse_one_board(f"{word}:{rows}x{cols}")
        at = {cell: spot[::-1] for cell, spot in enumerate(other.spots)}
        if rows < cols:  # the longer side of a single board grows
            at = {cell: spot[::-1] for cell, spot in at.items()}
        edges = {frozenset({at[a], at[b]}) for a, b in other.edges}
        assert {frozenset(divmod(cell, cols) for cell in edge) for edge in own.edges} == edges, other.text


def test_the_checker_reads_repeated_drawings_as_their_boards() -> None:
    """The order of the cells; ``test_families_by_definition.py`` compares the drawings with their squares."""
    for unit in ("./.", ".#/..", "..", "./#"):
        assert compare(f"repeat({unit}):n")
        assert compare(f"repeat-ring({unit}):n")
        assert compare(f"repeat(./.|{unit}|../.#):n")
    assert not compare("repeat(#/#):n")
