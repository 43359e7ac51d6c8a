"""The board grammar, row by row, and the readers of graphs and drawings."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gfkit.boards import Board, Family, parse_board, parse_one_board
from gfkit.boards.grammar import read_graph
from gfkit.errors import BoardError, LimitError
from gfkit.typing import Player


def degrees(board: Board) -> list[int]:
    """How many cells touch 0, 1, 2, ... others, as a sorted list of degrees."""
    return sorted(map(len, board.neighbours))


class TestSingleBoards:
    # By the definitions: r(c-1) + (r-1)c edges in a rectangle, and one more round where a side wraps.
    @pytest.mark.parametrize(
        ("text", "cells", "edges"),
        [
            ("4x3", 12, 17),
            ("1x1", 1, 0),
            ("0x5", 0, 0),
            ("3x0", 0, 0),
            ("path:7", 7, 6),
            ("path:1", 1, 0),
            ("path:0", 0, 0),
            ("cycle:9", 9, 9),
            ("cycle:3", 3, 3),
            ("cylinder:4x6", 24, 44),
            ("cylinder:3x1", 3, 3),
            ("torus:4x6", 24, 48),
            ("torus:3x3", 9, 18),
            ("complete:6", 6, 15),
            ("complete:1", 1, 0),
        ],
    )
    def test_cells_and_edges(self, text, cells, edges):
        board = parse_one_board(text)
        assert (board.size, len(board.edges)) == (cells, edges)
        assert board.text == text

    def test_rows_come_first(self):
        board = parse_one_board("4x3")
        assert board.grid is not None
        assert (board.grid.rows, board.grid.cols) == (4, 3)
        assert board.places[:4] == ((0, 0), (0, 1), (0, 2), (1, 0))

    def test_path_is_a_row(self):
        assert parse_one_board("path:7").edges == parse_one_board("1x7").edges

    def test_cylinder_wraps_its_rows_onto_each_other(self):
        board = parse_one_board("cylinder:4x3")
        top, bottom = board.at[0, 1], board.at[3, 1]
        assert bottom in board.neighbours[top]
        assert board.at[0, 2] not in board.neighbours[board.at[0, 0]]

    def test_torus_is_regular(self):
        assert set(degrees(parse_one_board("torus:3x5"))) == {4}

    def test_cells_of_a_complete_graph_are_alike(self):
        assert parse_one_board("complete:6").alike
        assert not parse_one_board("cycle:6").alike

    @pytest.mark.parametrize("text", ["4X3", "4×3", " 4x3 "])
    def test_other_ways_of_writing(self, text):
        assert parse_one_board(text).text == "4x3"

    def test_cycle_of_four_is_the_square(self):
        assert degrees(parse_one_board("cycle:4")) == degrees(parse_one_board("2x2")) == [2, 2, 2, 2]


class TestLimits:
    @pytest.mark.parametrize("text", ["path:100000", "1x100000", "complete:1414"])
    def test_the_largest(self, text):
        board = parse_one_board(text)
        assert board.size <= 100_000
        assert len(board.edges) <= 1_000_000

    @pytest.mark.parametrize("text", ["path:100001", "1x100001", "complete:1415", "317x317", "torus:400x400"])
    def test_just_too_large(self, text):
        with pytest.raises(LimitError, match="at most 100000 cells and 1000000 edges can be held"):
            parse_one_board(text)


class TestFamilies:
    @pytest.mark.parametrize(
        ("text", "first_n", "third"),
        [
            ("3xn", 0, "3x3"),
            ("nx3", 0, "3x3"),
            ("path:n", 0, "path:3"),
            ("complete:n", 0, "complete:3"),
            ("cylinder:4xn", 0, "cylinder:4x3"),
            ("cycle:n", 3, "cycle:3"),
            ("cylinder:nx4", 3, "cylinder:3x4"),
            ("torus:4xn", 3, "torus:4x3"),
            ("torus:nx4", 3, "torus:3x4"),
        ],
    )
    def test_first_n_and_members(self, text, first_n, third):
        family = parse_board(text)
        assert isinstance(family, Family)
        assert family.text == text
        assert family.first_n == first_n
        assert family.at(3) == parse_board(third)

    def test_the_empty_member(self):
        family = parse_board("3xn")
        assert isinstance(family, Family)
        assert family.at(0).size == 0

    @pytest.mark.parametrize("text", ["cycle:n", "cylinder:nx4", "torus:4xn"])
    def test_members_that_make_no_sense(self, text):
        family = parse_board(text)
        assert isinstance(family, Family)
        with pytest.raises(BoardError, match="starts at n = 3; got n = 2"):
            family.at(2)

    @pytest.mark.parametrize("text", ["3xn", "cycle:n"])
    def test_a_family_is_not_one_board(self, text):
        with pytest.raises(BoardError, match="is a family"):
            parse_one_board(text)


class TestDrawings:
    def test_holes_are_no_cells(self):
        board = parse_one_board("..#/...")
        assert board.size == 5
        assert len(board.edges) == 5
        assert board.places == ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))

    def test_a_file_is_the_same_drawing(self, tmp_path):
        (tmp_path / "b.txt").write_text("..#\n...\n")
        board = parse_one_board(f"@{tmp_path / 'b.txt'}")
        assert (board.places, board.edges) == (
            parse_one_board("..#/...").places,
            parse_one_board("..#/...").edges,
        )

    @pytest.mark.parametrize(
        "content", [b"..#\r\n...\r\n", b"..#\r...", b"\xef\xbb\xbf..#\n...\n", b"..#\n..."]
    )
    def test_ends_of_lines_and_a_byte_order_mark(self, tmp_path, content):
        (tmp_path / "b.txt").write_bytes(content)
        assert parse_one_board(f"@{tmp_path / 'b.txt'}").places == parse_one_board("..#/...").places

    def test_a_size_wins_over_a_file_of_that_name(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("4x4", "4xn", "path:7"):
            (tmp_path / name).write_text("..\n")
        assert parse_one_board("4x4").size == 16
        assert parse_one_board("path:7").size == 7
        assert isinstance(parse_board("4xn"), Family)
        assert parse_one_board("@4x4").size == 2

    def test_spaces_and_short_rows_are_holes(self):
        assert parse_one_board(". ./.").places == ((0, 0), (0, 2), (1, 0))

    def test_rows_without_cells_count(self):
        assert parse_one_board("./#/.").edges == ()

    def test_letters_that_hang_together_are_one_piece(self):
        board = parse_one_board("AA./.bb")
        assert [(piece.letter, piece.owner, piece.cells) for piece in board.lying] == [
            ("A", Player.LEFT, (0, 1)),
            ("b", Player.RIGHT, (4, 5)),
        ]

    def test_the_same_letter_apart_is_another_piece(self):
        assert [piece.cells for piece in parse_one_board("A.A").lying] == [(0,), (2,)]

    def test_different_letters_divide_pieces(self):
        assert [piece.cells for piece in parse_one_board("AB/AB").lying] == [(0, 2), (1, 3)]

    @given(st.lists(st.text(".#abAB", min_size=1, max_size=6), min_size=1, max_size=6).filter(any))
    def test_a_drawing_can_be_drawn_again(self, rows):
        text = "/".join(rows)
        if not set(text) & set("./#"):
            return  # letters alone are no drawing
        board = parse_one_board(text)
        letter = {cell: piece.letter for piece in board.lying for cell in piece.cells}
        drawn = [["#"] * len(row) for row in rows]
        for cell, (row, col) in enumerate(board.places):
            drawn[row][col] = letter.get(cell, ".")
        assert "/".join(map("".join, drawn)) == text


# Written from the definition in nauty's formats.txt: size, then the upper triangle column by column.
def graph6(size: int, edges: set[tuple[int, int]]) -> str:
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


class TestGraphs:
    @pytest.mark.parametrize(
        ("line", "size", "edges"),
        [
            # The worked example of nauty's formats.txt.
            ("DQc", 5, {(0, 2), (0, 4), (1, 3), (3, 4)}),
            ("Bw", 3, {(0, 1), (0, 2), (1, 2)}),
            # By hand: bits 01, 02, 12, 03, 13, 23 of the path 0-1-2-3 are 101001 = 41, and 41 + 63 is 'h'.
            ("Ch", 4, {(0, 1), (1, 2), (2, 3)}),
            ("C~", 4, {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}),
            ("@", 1, set()),
            ("?", 0, set()),
            ("A?", 2, set()),
            (">>graph6<<A_", 2, {(0, 1)}),
        ],
    )
    def test_known_graph6(self, line, size, edges):
        board = read_graph("g", line + "\n")
        assert (board.size, set(board.edges)) == (size, edges)

    def test_a_long_size(self):
        # 100 = 0 * 64^2 + 1 * 64 + 36, so the size is '~', '?', '@', 'c'; 4950 pairs fill 825 characters.
        board = read_graph("g", "~?@c" + "?" * 825)
        assert (board.size, board.edges) == (100, ())

    @given(graphs())
    def test_graph6_round_trip(self, graph):
        size, edges = graph
        board = read_graph("g", graph6(size, edges))
        assert (board.size, set(board.edges)) == (size, edges)

    @given(graphs())
    def test_as_networkx_writes_it(self, graph):
        networkx = pytest.importorskip(
            "networkx", reason="networkx is not installed: pip install -e '.[bench]'"
        )
        size, edges = graph
        other = networkx.empty_graph(size)
        other.add_edges_from(edges)
        board = read_graph("g", networkx.to_graph6_bytes(other).decode())
        assert (board.size, set(board.edges)) == (size, edges)

    @given(graphs())
    def test_edge_list_round_trip(self, graph):
        size, edges = graph
        if not edges:
            return
        text = "\n".join([*(f"v{cell}" for cell in range(size)), *(f"v{a} v{b}" for a, b in edges)])
        board = read_graph("g", text)
        assert (board.size, set(board.edges)) == (size, edges)

    def test_edge_list_with_remarks_and_repetitions(self):
        board = read_graph("g", "# a triangle\na b\n\nb c\nc a\na c\nlonely\n")
        assert (board.size, len(board.edges)) == (4, 3)

    @pytest.mark.parametrize("content", [b"\xef\xbb\xbfa b\r\nb c\r\n", b"\xef\xbb\xbfBg\n", b"a b\rb c"])
    def test_ends_of_lines_and_a_byte_order_mark(self, tmp_path, content):
        # By hand: bits 01, 02, 12 of the path 0-2-1 are 101000 = 40, and 40 + 63 is 'g'.
        (tmp_path / "g").write_bytes(content)
        board = parse_one_board(f"graph:{tmp_path / 'g'}")
        assert degrees(board) == [1, 1, 2]

    def test_a_graph_has_no_rows(self):
        assert read_graph("g", "a b").grid is None

    def test_the_petersen_graph(self):
        # Outer cycle, inner pentagram, spokes: 10 vertices, 15 edges, three at each vertex.
        edges = [f"{i} {(i + 1) % 5}\n{i} {i + 5}\n{i + 5} {(i + 2) % 5 + 5}" for i in range(5)]
        board = read_graph("g", "\n".join(edges))
        assert Counter(degrees(board)) == {3: 10}


class TestRoundTrips:
    @given(st.integers(0, 12), st.integers(0, 12))
    def test_rectangles(self, rows, cols):
        board = parse_one_board(f"{rows}x{cols}")
        assert board.text == f"{rows}x{cols}"
        assert board.size == rows * cols
        assert len(board.edges) == max(0, rows * (cols - 1)) * (rows > 0) + max(0, (rows - 1) * cols) * (
            cols > 0
        )

    @given(st.integers(3, 9), st.integers(3, 9))
    def test_a_torus_has_two_edges_for_every_cell(self, rows, cols):
        assert len(parse_one_board(f"torus:{rows}x{cols}").edges) == 2 * rows * cols

    @given(
        st.sampled_from(
            ["path:{}", "cycle:{}", "complete:{}", "{}x4", "4x{}", "cylinder:{}x4", "torus:4x{}"]
        ),
        st.integers(3, 20),
    )
    def test_a_member_of_a_family_is_the_board_of_that_size(self, shape, n):
        family = parse_board(shape.format("n"))
        assert isinstance(family, Family)
        assert family.at(n) == parse_board(shape.format(n))

    @given(st.sets(st.integers(0, 11)))
    def test_a_part_keeps_its_edges(self, cells):
        board = parse_one_board("4x3")
        part = board.part(cells)
        old = sorted(cells)
        assert {(old[a], old[b]) for a, b in part.edges} == {
            (a, b) for a, b in board.edges if a in cells and b in cells
        }


class TestListedEdges:
    @pytest.mark.parametrize(
        ("text", "size", "edges"),
        [
            ("graph:a-b,b-c", 3, {(0, 1), (1, 2)}),
            ("graph:1-2-3-1,4", 4, {(0, 1), (1, 2), (0, 2)}),
            ("graph:a-b,b-a", 2, {(0, 1)}),
            ("graph:left-mid,mid-right", 3, {(0, 1), (1, 2)}),
        ],
    )
    def test_read(self, text, size, edges):
        board = parse_one_board(text)
        assert (board.size, set(board.edges)) == (size, edges)

    @given(st.lists(st.integers(0, 100), max_size=12))
    def test_trees_are_read_as_their_parents_say(self, choices):
        """Vertex k + 2 hangs on one of those on the way from the root to vertex k + 1."""
        parents, way, text = {}, [1], "("
        for number, choice in enumerate(choices, 2):
            closed = choice % len(way)
            way, text = way[: len(way) - closed], text + ")" * closed + "("
            parents[number] = way[-1]
            way.append(number)
        board = parse_one_board(f"tree:{text}{')' * len(way)}")
        assert board.size == len(choices) + 1
        assert board.names == tuple(map(str, range(1, board.size + 1)))
        assert set(board.edges) == {(parent - 1, child - 1) for child, parent in parents.items()}

    def test_trees_are_graphs(self):
        assert parse_one_board("tree:((),());left=2").tints[1] is Player.LEFT
        for tree, other in (("tree:((()))", "path:3"), ("tree:(()()())", "star:4"), ("tree:()", "path:1")):
            assert set(parse_one_board(tree).edges) == set(parse_one_board(other).edges)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("tree", "brackets must follow"),
            ("tree:", "brackets must follow"),
            ("tree:(()", "is missing at the end"),
            ("tree:())", "belongs to no tree"),
            ("tree:()()", "belongs to no tree"),
            ("tree:(x)", "'x' after '\\('"),
            ("tree:(());up=1", "marks no vertices"),
            ("tree:(());left=3", "no vertex has this name"),
            ("trees:(())", "did you mean tree"),
        ],
    )
    def test_no_trees(self, text, said):
        with pytest.raises(BoardError, match=said):
            parse_one_board(text)

    @pytest.mark.parametrize(
        "text", ["graph:my-graph", "graph:x", "graph:a--b,c", "graph:a-a,b-c", "graph:a,b"]
    )
    def test_what_is_a_slip_or_a_file_is_refused(self, text):
        with pytest.raises(BoardError):
            parse_one_board(text)

    def test_a_file_of_this_name_goes_first(self, tmp_path, monkeypatch):
        (tmp_path / "a-b,b-c").write_text("x y\ny z\nz x\n")
        monkeypatch.chdir(tmp_path)
        assert len(parse_one_board("graph:a-b,b-c").edges) == 3
