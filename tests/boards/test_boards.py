"""The board grammar, row by row, and the readers of drawings, graphs and trees.

Numbers of cells and edges follow from the definitions of the shapes; graph6 is written here from nauty's
formats.txt, and by networkx.
"""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, strategies as st
from refusals import refused
from tables import tables

from gfkit.core.boards import Board, Family, parse_board, parse_one_board
from gfkit.core.boards.grammar import SPELT
from gfkit.core.boards.graphfile import read_graph
from gfkit.core.errors import BoardError, LimitError
from gfkit.core.typing import Player

REFUSED, COUNTS = (tables(name) for name in ("refused_boards", "small_counts"))


def test_graphs_by_their_names():
    solids = {
        "cube": "cubical",
        **{f"{word}hedron": f"{word}hedral" for word in ("tetra", "octa", "dodeca", "icosa")},
    }
    builders = {
        name: getattr(nx, f"{solids.get(name, name).replace('-', '_')}_graph", None) for name in SPELT
    }
    assert sum(build is not None for build in builders.values()) > 18  # test_names.py has the others
    for name, build in builders.items():
        if build is not None:
            assert nx.is_isomorphic(nx.Graph(parse_board(name).edges), build()), name


def degrees(board: Board) -> list[int]:
    return sorted(map(len, board.neighbours))


def shape(board: Board) -> tuple[int, set[tuple[int, int]]]:
    return board.size, set(board.edges)


@given(st.integers(0, 9), st.integers(0, 9))
def test_cells_and_edges_of_grids(rows: int, cols: int) -> None:
    """r(c-1) + (r-1)c edges in a rectangle, and one more round where a side of three or more wraps."""
    across, down = rows * max(cols - 1, 0), max(rows - 1, 0) * cols
    found = {"": across + down}
    if rows >= 3 and cols:
        found["cylinder:"] = across + rows * cols
    if rows >= 3 and cols >= 3:
        found["torus:"] = 2 * rows * cols
    for word, edges in found.items():
        board = parse_one_board(f"{word}{rows}x{cols}")
        assert (board.text, board.size, len(board.edges)) == (f"{word}{rows}x{cols}", rows * cols, edges)
    assert not cols or parse_one_board(f"path:{cols}").edges == parse_one_board(f"1x{cols}").edges


def test_other_shapes_and_the_order_of_sizes() -> None:
    for text, cells, edges in COUNTS["shapes"]:
        board = parse_one_board(text)
        assert (board.text, board.size, len(board.edges)) == (text, cells, edges)
    assert parse_one_board("complete:6").alike
    assert not parse_one_board("cycle:6").alike
    assert set(degrees(parse_one_board("torus:3x5"))) == {4}
    assert degrees(parse_one_board("cycle:4")) == degrees(parse_one_board("2x2")) == [2, 2, 2, 2]
    board = parse_one_board("4x3")
    assert board.grid is not None
    assert (board.grid.rows, board.grid.cols) == (4, 3)
    assert board.places[:4] == ((0, 0), (0, 1), (0, 2), (1, 0))
    cylinder = parse_one_board("cylinder:4x3")
    assert cylinder.at[3, 1] in cylinder.neighbours[cylinder.at[0, 1]]
    assert cylinder.at[0, 2] not in cylinder.neighbours[cylinder.at[0, 0]]
    for other in ("4X3", "4×3", " 4x3 "):
        assert parse_one_board(other).text == "4x3"


@pytest.mark.parametrize("text", ["path:100000", pytest.param("complete:1414", marks=pytest.mark.slow(4.5))])
def test_the_largest_boards_and_boards_above_the_limit(text: str) -> None:
    board = parse_one_board(text)
    assert board.size <= 100_000
    assert len(board.edges) <= 1_000_000
    for large in ("path:100001", "1x100001", "complete:1415", "317x317", "torus:400x400"):
        with pytest.raises(LimitError, match=f"'{large}'"):
            parse_one_board(large)


def test_the_first_index_and_members_of_families() -> None:
    starts = {"3xn": 0, "nx3": 0, "4xn": 0, "path:n": 0, "complete:n": 0, "cylinder:4xn": 0}
    starts |= {"cycle:n": 3, "cylinder:nx4": 3, "torus:4xn": 3, "torus:nx4": 3}
    for text, first_n in starts.items():
        family = parse_board(text)
        assert isinstance(family, Family)
        assert (family.text, family.first_n) == (text, first_n)
        for n in (3, 4, 11):
            word, colon, sizes = text.rpartition(":")
            assert family.at(n) == parse_board(f"{word}{colon}{sizes.replace('n', str(n))}")
        if first_n:
            with pytest.raises(BoardError, match="starts at n = 3; got n = 2"):
                family.at(2)
        else:
            assert family.at(0).size == 0
        with pytest.raises(BoardError, match="is a family"):
            parse_one_board(text)


@given(st.sets(st.integers(0, 11)))
def test_parts_of_a_board_are_induced_subgraphs(cells: set[int]) -> None:
    board, old = parse_one_board("4x3"), sorted(cells)
    inside = {(a, b) for a, b in board.edges if a in cells and b in cells}
    assert {(old[a], old[b]) for a, b in board.part(cells).edges} == inside


def test_drawings(tmp_path, monkeypatch) -> None:
    board = parse_one_board("..#/...")
    assert (board.size, len(board.edges)) == (5, 5)
    assert board.places == ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
    file = tmp_path / "b.txt"
    for content in (b"..#\n...\n", b"..#\r\n...\r\n", b"..#\r...", b"\xef\xbb\xbf..#\n...\n", b"..#\n..."):
        file.write_bytes(content)
        same = parse_one_board(f"@{file}")
        assert (same.places, same.edges) == (board.places, board.edges)
    monkeypatch.chdir(tmp_path)
    for name in ("4x4", "4xn", "path:7"):  # a size wins over a file of that name
        (tmp_path / name).write_text("..\n")
    assert (parse_one_board("4x4").size, parse_one_board("path:7").size) == (16, 7)
    assert isinstance(parse_board("4xn"), Family)
    assert parse_one_board("@4x4").size == 2
    assert parse_one_board(". ./.").places == ((0, 0), (0, 2), (1, 0))  # spaces, and short rows
    assert parse_one_board("./#/.").edges == ()
    board = parse_one_board("AA./.bb")
    assert [(piece.letter, piece.owner, piece.cells) for piece in board.lying] == [
        ("A", Player.LEFT, (0, 1)),
        ("b", Player.RIGHT, (4, 5)),
    ]
    assert [piece.cells for piece in parse_one_board("A.A").lying] == [(0,), (2,)]
    assert [piece.cells for piece in parse_one_board("AB/AB").lying] == [(0, 2), (1, 3)]


@given(st.lists(st.text(".#abAB", min_size=1, max_size=6), min_size=1, max_size=6).filter(any))
def test_a_drawing_can_be_drawn_again(rows: list[str]) -> None:
    text = "/".join(rows)
    if not set(text) & set("./#"):
        return  # letters without holes are not a drawing
    board = parse_one_board(text)
    letter = {cell: piece.letter for piece in board.lying for cell in piece.cells}
    drawn = [["#"] * len(row) for row in rows]
    for cell, (row, col) in enumerate(board.places):
        drawn[row][col] = letter.get(cell, ".")
    assert "/".join(map("".join, drawn)) == text


def graph6(size: int, edges: set[tuple[int, int]]) -> str:
    """Encode a graph by the definition of graph6: the size, then the upper triangle column by column."""
    bits = [int((i, j) in edges) for j in range(size) for i in range(j)]
    bits += [0] * (-len(bits) % 6)
    values = [int("".join(map(str, bits[k : k + 6])), 2) for k in range(0, len(bits), 6)]
    head = [size] if size < 63 else [63, size >> 12, size >> 6 & 63, size & 63]
    return "".join(chr(value + 63) for value in [*head, *values])


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, set[tuple[int, int]]]:
    size = draw(st.integers(2, 12) | st.integers(62, 66))
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    pairs = draw(st.sets(ends, max_size=20))
    return size, {(min(a, b), max(a, b)) for a, b in pairs if a != b}


@given(graphs())
def test_graphs_in_notation_are_parsed(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, edges = graph
    other = nx.empty_graph(size)
    other.add_edges_from(edges)
    listed = "\n".join([*(f"v{cell}" for cell in range(size)), *(f"v{a} v{b}" for a, b in edges)])
    for text in (graph6(size, edges), nx.to_graph6_bytes(other).decode(), *([listed] if edges else [])):
        assert shape(read_graph("g", text)) == graph


def test_graphs_in_files(tmp_path, monkeypatch) -> None:
    for line, size, edges in COUNTS["graphs"]:
        assert shape(read_graph("g", line + "\n")) == (size, {*map(tuple, edges)})
    # 100 = 0 * 64^2 + 1 * 64 + 36, so the size is '~', '?', '@', 'c'; 4950 pairs fill 825 characters.
    assert shape(read_graph("g", "~?@c" + "?" * 825)) == (100, set())
    board = read_graph("g", "# a triangle\na b\n\nb c\nc a\nlonely\n")
    assert (board.size, len(board.edges), board.grid) == (4, 3, None)
    # Outer cycle, inner pentagram, spokes: the Petersen graph, three edges at each of ten vertices.
    petersen = [f"{i} {(i + 1) % 5}\n{i} {i + 5}\n{i + 5} {(i + 2) % 5 + 5}" for i in range(5)]
    assert Counter(degrees(read_graph("g", "\n".join(petersen)))) == {3: 10}
    # By hand: bits 01, 02, 12 of the path 0-2-1 are 101000 = 40, and 40 + 63 is 'g'.
    for content in (b"\xef\xbb\xbfa b\r\nb c\r\n", b"\xef\xbb\xbfBg\n", b"a b\rb c"):
        (tmp_path / "g").write_bytes(content)
        assert degrees(parse_one_board(f"graph:{tmp_path / 'g'}")) == [1, 1, 2]
    for text, size, edges in COUNTS["named"]:
        assert shape(parse_one_board(text)) == (size, {*map(tuple, edges)})
    for text in ("graph:my-graph", "graph:x", "graph:a--b,c", "graph:a-a,b-c", "graph:a,b"):
        with pytest.raises(BoardError):
            parse_one_board(text)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-b,b-c").write_text("x y\ny z\nz x\n")  # a file of this name goes first
    assert len(parse_one_board("graph:a-b,b-c").edges) == 3
    assert read_graph("graph:m", "0 1 0\n1 0 1\n0 1 0\n").edges == ((0, 1), (1, 2))
    assert read_graph("graph:e", "0 1\n1 0\n").edges == ((0, 1),)  # two names a line: edges
    with pytest.raises(BoardError, match="row 2, column 1"):
        read_graph("graph:m", "0 1 0\n0 0 1\n0 1 0")
    with pytest.raises(BoardError, match="loop at vertex 1"):
        read_graph("graph:m", "0 1 0\n1 1 1\n0 1 0")


@given(st.lists(st.integers(0, 100), max_size=12))
def test_trees_are_parsed_with_the_right_parents(choices: list[int]) -> None:
    """The parent of vertex k + 2 is a vertex on the path from the root to vertex k + 1."""
    parents, way, text = {}, [1], "("
    for number, choice in enumerate(choices, 2):
        closed = choice % len(way)
        way, text = way[: len(way) - closed], text + ")" * closed + "("
        parents[number] = way[-1]
        way.append(number)
    board = parse_one_board(f"tree:{text}{')' * len(way)}")
    assert board.names == tuple(map(str, range(1, len(choices) + 2)))
    assert shape(board) == (len(choices) + 1, {(parent - 1, child - 1) for child, parent in parents.items()})


def test_trees_are_graphs() -> None:
    assert parse_one_board("tree:((),());left=2").tints[1] is Player.LEFT
    for tree, other in (("tree:((()))", "path:3"), ("tree:(()()())", "star:4"), ("tree:()", "path:1")):
        assert set(parse_one_board(tree).edges) == set(parse_one_board(other).edges)
    for text, *facts in REFUSED["trees"]:
        with refused(BoardError, *facts, about=text):
            parse_one_board(text)
