"""Counting against theorems and well-known sequences, and against itself where a theorem says so."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product
from math import cos, pi, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit import count, derive, find_rule
from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.errors import InputError
from gfkit.games import BUILT_IN, PlacementRule, Rule
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial

GAMES = [game for game in BUILT_IN if game != "cis:k"]
FLAT = ["col", "snort", "cis", "cis:3", "o12", "nogo", "node-kayles", "arc-kayles", "cram"]
CLASSES = ["all", "left-ends", "right-ends", "maximal", "play"]
Edges = list[tuple[int, int]]


def players(game: str | Rule, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "players").polynomial


def number(game: str | Rule, board: str | Board, positions: str = "all") -> int:
    return int(count(game, board, positions))


def swapped(polynomial: Polynomial) -> Polynomial:
    return Polynomial.of(("x", "y"), {(b, a): value for (a, b), value in polynomial.terms})


def random_graph(seed: object, most: int = 10) -> Board:
    rng = random.Random(f"{seed}")
    size, density = rng.randint(2, most), rng.uniform(0.15, 0.85)
    edges = [pair for pair in combinations(range(size), 2) if rng.random() < density]
    return from_edges(f"random {seed}", size, edges)


def arrays(colours: int, rules: str) -> Rule:
    return read_rule("arrays", f'name = "arrays"\n[cells]\ncolours = {colours}\n{rules}')


# Snort, O12, Cis, Kayles.


@pytest.mark.parametrize("seed", range(15))
def test_left_ends_of_snort_are_the_sets_of_right_cells(seed: int) -> None:
    # Cells beside a Right piece are free, all others carry Left's.
    board = random_graph(seed, 14)
    assert number("snort", board, "left-ends") == 2**board.size
    assert number("snort", board, "right-ends") == 2**board.size


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        ("8x8", 64),
        ("torus:6x5", 30),
        ("cycle:31", 31),
        ("complete:12", 12),
        ("..#/.../#..", 7),
        ("3x40", 120),
    ],
)
def test_left_ends_of_snort_on_boards(board: str, cells: int) -> None:
    assert number("snort", board, "left-ends") == 2**cells


@pytest.mark.parametrize(
    "board", ["5x6", "cylinder:4x6", "torus:4x5", "cycle:20", "complete:9", "..#/.../#.."]
)
def test_left_ends_of_o12_are_the_matchings(board: str) -> None:
    # Left can play on any free cell, so there is none: single pieces fill what the dominoes leave.
    size = parse_one_board(board).size
    matchings = count("arc-kayles", board, weights="pieces").polynomial
    expected = {(size - 2 * j, j): value for (j,), value in matchings.terms}
    assert players("o12", board, "left-ends") == Polynomial.of(("x", "y"), expected)


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("board", ["4x5", "6x6", "cylinder:5x4", "torus:4x4", "..#./..../.#.."])
def test_cram_is_arc_kayles(board: str, positions: str) -> None:
    cram, arc_kayles = (count(g, board, positions, "pieces") for g in ("cram", "arc-kayles"))
    assert cram.polynomial == arc_kayles.polynomial


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("board", ["4x5", "cycle:9", "complete:5", "torus:3x4"])
def test_cis_with_one_and_two_colours(board: str, positions: str) -> None:
    assert players("cis:2", board, positions) == players("cis", board, positions)
    if positions != "play":
        assert players("cis:1", board, positions) == players("node-kayles", board, positions)


@pytest.mark.parametrize("seed", range(8))
def test_cis_colours_the_pieces_of_node_kayles(seed: int) -> None:
    board = random_graph(f"cis {seed}", 12)
    for positions in ("all", "maximal"):
        sets = count("node-kayles", board, positions, "pieces").polynomial
        for k in (1, 2, 3, 7):
            coloured = Polynomial.of(("x",), {(i,): k**i * value for (i,), value in sets.terms})
            assert count(f"cis:{k}", board, positions, "pieces").polynomial == coloured


def test_node_kayles_on_paths_and_cycles() -> None:
    fibonacci, lucas = [0, 1], [2, 1]
    while len(fibonacci) < 80:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
        lucas.append(lucas[-1] + lucas[-2])
    assert [number("node-kayles", f"path:{n}") for n in range(70)] == fibonacci[2:72]
    assert [number("node-kayles", f"cycle:{n}") for n in range(3, 60)] == lucas[3:60]
    assert [number("arc-kayles", f"path:{n}") for n in range(70)] == fibonacci[1:71]
    assert [number("arc-kayles", f"cycle:{n}") for n in range(3, 60)] == lucas[3:60]


def test_maximal_sets_on_paths_and_cycles() -> None:
    # Maximal independent sets: Padovan numbers on paths (A000931), Perrin numbers on cycles (A001608).
    padovan, perrin = [1, 1, 2], [3, 0, 2]
    while len(perrin) < 50:
        padovan.append(padovan[-2] + padovan[-3])
        perrin.append(perrin[-2] + perrin[-3])
    assert [number("node-kayles", f"path:{n}", "maximal") for n in range(3)] == [1, 1, 2]
    assert [number("node-kayles", f"path:{n}", "maximal") for n in range(40)] == padovan[:40]
    assert [number("node-kayles", f"cycle:{n}", "maximal") for n in range(3, 50)] == perrin[3:50]
    # The edges of a path are a path with one vertex less, those of a cycle a cycle.
    assert [number("arc-kayles", f"path:{n}", "maximal") for n in range(1, 40)] == padovan[:39]
    assert [number("arc-kayles", f"cycle:{n}", "maximal") for n in range(3, 50)] == perrin[3:50]


def test_moon_and_moser() -> None:
    triangles = [(3 * k + a, 3 * k + b) for k in range(6) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert number("node-kayles", from_edges("six triangles", 18, triangles), "maximal") == 3**6


def test_matchings_of_complete_graphs_are_involutions() -> None:
    involutions = [1, 1]
    while len(involutions) < 40:
        n = len(involutions)
        involutions.append(involutions[-1] + (n - 1) * involutions[-2])
    assert involutions[:9] == [1, 1, 2, 4, 10, 26, 76, 232, 764]
    for game in ("arc-kayles", "cram"):
        assert [number(game, f"complete:{n}") for n in range(40)] == involutions
    # A maximal matching of K_n leaves at most one vertex: n!! of the odd number n or n - 1.
    assert [number("arc-kayles", f"complete:{n}", "maximal") for n in (2, 4, 6, 8)] == [1, 3, 15, 105]
    assert [number("arc-kayles", f"complete:{n}", "maximal") for n in (1, 3, 5, 7)] == [1, 3, 15, 105]


def test_complete_graphs_by_hand() -> None:
    for n in range(1, 15):
        # Col: at most one piece of each colour. Snort: one colour only. Cis: one piece.
        assert number("col", f"complete:{n}") == 1 + 2 * n + n * (n - 1)
        assert number("snort", f"complete:{n}") == 2 * 2**n - 1
        assert number("cis:5", f"complete:{n}") == 1 + 5 * n
        assert number("cis", f"complete:{n}", "maximal") == 2 * n
        # NoGo: once a vertex is free, every stone has a liberty.
        assert number("nogo", f"complete:{n}") == 3**n - 2**n


def test_terms_on_complete_graphs_start_at_zero() -> None:
    law = derive("col", "complete:n")
    for asked in (-1, "one"):
        with pytest.raises(InputError):
            law[asked]


def test_a_coefficient_needs_a_power_for_each_variable() -> None:
    polynomial = count("domineering", "2x3", weights="players").polynomial
    assert polynomial.coefficient(1, 1) == 4  # a vertical domino leaves room for two horizontal ones or none
    for powers in ((), (1,), (1, 1, 1)):
        with pytest.raises(InputError, match="give one power for each variable"):
            polynomial.coefficient(*powers)


def test_complete_graphs_are_known_by_their_own_method() -> None:
    assert count("col", "complete:5").evidence.method == "multinomial-sum"
    assert count("col", "5x1").evidence.method == "transfer-matrix"


@pytest.mark.parametrize("seed", range(12))
def test_taking_a_vertex_or_an_edge_away(seed: int) -> None:
    # i(G) = i(G - v) + i(G - N[v]) and m(G) = m(G - e) + m(G - u - v).
    rng = random.Random(seed)
    board = random_graph(f"taking {seed}", 14)
    edges = list(board.edges) or [(0, 1)]
    board = from_edges("with an edge", board.size, edges)
    vertex = rng.randrange(board.size)
    without = board.part(set(range(board.size)) - {vertex})
    apart = board.part(set(range(board.size)) - {vertex, *board.neighbours[vertex]})
    assert number("node-kayles", board) == number("node-kayles", plain(without)) + number(
        "node-kayles", plain(apart)
    )
    edge = rng.choice(edges)
    cut = from_edges("cut", board.size, [other for other in edges if other != edge])
    shorter = plain(board.part(set(range(board.size)) - set(edge)))
    assert number("arc-kayles", board) == number("arc-kayles", cut) + number("arc-kayles", shorter)


def plain(board: Board) -> Board:
    return from_edges(board.text, board.size, board.edges)


@pytest.mark.parametrize("seed", range(10))
def test_arc_kayles_is_node_kayles_on_the_line_graph(seed: int) -> None:
    board = random_graph(f"line {seed}", 8)
    edges = board.edges
    meeting = [(i, j) for j in range(len(edges)) for i in range(j) if {*edges[i]} & {*edges[j]}]
    line = from_edges("line graph", len(edges), meeting)
    for positions in ("all", "maximal"):
        both = [
            count("arc-kayles", board, positions, "pieces"),
            count("node-kayles", line, positions, "pieces"),
        ]
        assert both[0].polynomial == both[1].polynomial


@pytest.mark.parametrize("positions", ["all", "maximal"])
@pytest.mark.parametrize("seed", range(8))
def test_col_and_snort_are_node_kayles_on_two_copies(seed: int, positions: str) -> None:
    # Vertex v in blue is v, in red n + v: no vertex takes both, and the rule bars pairs along edges.
    board = random_graph(f"copies {seed}", 8)
    n = board.size
    rungs = [(v, n + v) for v in range(n)]
    same = [pair for a, b in board.edges for pair in ((a, b), (n + a, n + b))]
    other = [pair for a, b in board.edges for pair in ((a, n + b), (b, n + a))]
    for game, bars in (("col", same), ("snort", other), ("cis", same + other)):
        copies = from_edges("copies", 2 * n, rungs + bars)
        found = count(game, board, positions, "pieces").polynomial
        assert found == count("node-kayles", copies, positions, "pieces").polynomial


# Dominoes that cover the board.

HALVES = "".join(
    f"[[tile]]\ntop = {top}\nright = {right}\nbottom = {bottom}\nleft = {left}\nweight = '{weight}'\n"
    for top, right, bottom, left, weight in [
        (1, 0, 0, 0, "x"),
        (0, 0, 1, 0, "1"),
        (0, 1, 0, 0, "y"),
        (0, 0, 0, 1, "1"),
    ]
)
COVERS = read_rule(
    "covers", f'name = "covers"\n[boundary]\ntop = [0]\nright = [0]\nbottom = [0]\nleft = [0]\n{HALVES}'
)
# The same as an array: 0 and 1 are the halves of a domino across, 2 and 3 of one down.
AS_ARRAY = arrays(
    4,
    "".join(
        f"[[rules.count]]\ncell = {cell}\nneighbours = '{where}'\nof = [{half}]\nallowed = [1]\n"
        for cell, where, half in ((0, "Xo", 1), (1, "oX", 0), (2, "X/o", 3), (3, "o/X", 2))
    ),
)


def kasteleyn(m: int, n: int) -> int:
    """Kasteleyn, Temperley and Fisher's product for the domino tilings of m rows and n columns."""
    factors = (
        4 * cos(pi * j / (m + 1)) ** 2 + 4 * cos(pi * k / (n + 1)) ** 2
        for j in range(1, (m + 1) // 2 + 1)
        for k in range(1, (n + 1) // 2 + 1)
    )
    return round(prod(factors))


@pytest.mark.parametrize("rule", [COVERS, AS_ARRAY], ids=["tiles", "array"])
def test_domino_tilings(rule: Rule) -> None:
    squares = {2: 2, 4: 36, 6: 6728, 8: 12988816}
    assert {n: number(rule, f"{n}x{n}") for n in squares} == squares
    for m, n in ((2, 3), (4, 3), (5, 6), (6, 7), (7, 4), (3, 8), (8, 5)):
        assert number(rule, f"{m}x{n}") == kasteleyn(m, n)


def test_domino_tilings_of_large_squares() -> None:
    assert number(COVERS, "10x10") == 258584046368  # A004003
    assert number(COVERS, "12x12") == 53060477521960000


MUTILATED = {
    n: "/".join(["#" + "." * (n - 1), *["." * n] * (n - 2), "." * (n - 1) + "#"]) for n in (4, 8, 12)
}


@pytest.mark.parametrize(
    "board", ["1x1", "1x15", "3x3", "9x9", "11x11", "13x13", "7x21", *MUTILATED.values()]
)
def test_boards_that_dominoes_cannot_cover(board: str) -> None:
    # An odd number of cells, or two corners of one colour cut off.
    assert number(COVERS, board) == 0
    assert players(COVERS, board) == Polynomial.of(("x", "y"), {})
    if parse_one_board(board).size < 100:
        assert number(AS_ARRAY, board) == 0


def test_rules_that_allow_nothing() -> None:
    nothing = arrays(2, '[rules]\nforbid = ["0", "1", "aa"]')
    for board in ("1x4", "1x13", "4x4", "13x13"):
        assert number(nothing, board) == 0
        assert players(nothing, board) == Polynomial.of(("x", "y"), {})


# Known sequences on squares.

HARD_SQUARES = [1, 2, 7, 63, 1234, 55447, 5598861, 1280128950, 660647962955]  # A006506
KINGS = [1, 2, 5, 35, 314, 6427, 202841, 12727570, 1355115601]  # A063443
HOSOYA = [1, 1, 7, 131, 10012, 2810694, 2989126727, 11945257052321, 179788343101980135]  # A028420
GO = [1, 1, 57, 12675, 24318165, 414295148741]  # A094777
THREE_COLOURINGS = [1, 3, 18, 246, 7812, 580986, 101596896]  # A068253, and below by words


@pytest.mark.parametrize("n", range(9))
def test_independent_sets_of_squares(n: int) -> None:
    assert number("node-kayles", f"{n}x{n}") == HARD_SQUARES[n]
    assert number(arrays(2, '[rules]\nforbid = ["11", "1/1"]'), f"{n}x{n}") == HARD_SQUARES[n]


@pytest.mark.parametrize("n", range(9))
def test_kings_that_do_not_attack(n: int) -> None:
    by_count = "[[rules.count]]\ncell = 1\nneighbours = 'king'\nof = [1]\nallowed = [0]"
    by_windows = '[rules]\nforbid = ["11", "1/1", "1./.1", ".1/1."]'
    assert number(arrays(2, by_windows), f"{n}x{n}") == KINGS[n]
    if n < 8:
        assert number(arrays(2, by_count), f"{n}x{n}") == KINGS[n]


@pytest.mark.parametrize("n", range(9))
def test_matchings_of_squares(n: int) -> None:
    for game in ("cram", "arc-kayles", "domineering", "domineering-tiles"):
        assert number(game, f"{n}x{n}") == HOSOYA[n]


@pytest.mark.parametrize("n", range(6))
def test_legal_positions_of_go(n: int) -> None:
    assert number("nogo", f"{n}x{n}") == GO[n]


def test_nogo_on_paths() -> None:
    # A102620.
    known = [1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413]
    for kind in ("path:{}", "1x{}", "{}x1"):
        assert [number("nogo", kind.format(n)) for n in range(1, 11)] == known


# Proper colourings.

PROPER = {k: arrays(k, '[rules]\nforbid = ["aa", "a/a"]') for k in (2, 3, 4)}


def colourings(rows: int, cols: int, colours: int, ring: bool = False) -> int:
    """Proper colourings column by column, from the list of proper columns."""
    columns = [
        column
        for column in product(range(colours), repeat=rows)
        if all(a != b for a, b in pairwise(column)) and not (ring and column[0] == column[-1])
    ]
    fits = [
        [i for i, one in enumerate(columns) if all(a != b for a, b in zip(one, other, strict=True))]
        for other in columns
    ]
    ways = [1] * len(columns)
    for _ in range(cols - 1):
        ways = [sum(ways[i] for i in before) for before in fits]
    return sum(ways)


def test_three_colourings_of_squares() -> None:
    for n in range(1, 7):
        assert colourings(n, n, 3) == THREE_COLOURINGS[n] == number(PROPER[3], f"{n}x{n}")


@pytest.mark.parametrize("k", PROPER)
def test_proper_colourings_by_the_chromatic_polynomial(k: int) -> None:
    by_count = arrays(
        k,
        "".join(
            f"[[rules.count]]\ncell = {c}\nneighbours = 'rook'\nof = [{c}]\nallowed = [0]\n" for c in range(k)
        ),
    )
    for n in (3, 4, 5, 8):
        assert number(PROPER[k], f"1x{n}") == number(by_count, f"path:{n}") == k * (k - 1) ** (n - 1)
        ladder = k * (k - 1) * (k * k - 3 * k + 3) ** (n - 1)
        assert number(PROPER[k], f"2x{n}") == ladder
        ring = (k - 1) ** n + (-1) ** n * (k - 1)
        assert number(PROPER[k], f"cylinder:{n}x1") == number(by_count, f"cycle:{n}") == ring
        falling = prod(k - i for i in range(n))
        assert number(by_count, f"complete:{n}") == falling
    for rows, cols in ((3, 4), (4, 5), (3, 6)):
        assert number(PROPER[k], f"{rows}x{cols}") == colourings(rows, cols, k)
        assert number(by_count, f"cylinder:{rows}x{cols}") == colourings(rows, cols, k, ring=True)
        assert number(PROPER[k], f"cylinder:{rows}x{cols}") == colourings(rows, cols, k, ring=True)


def test_windows_that_never_match_change_nothing() -> None:
    # Three letters want three colours. Without them the diagonals fall apart into strips of bishops.
    diagonal, idle = '".1/1."', '"abc"'
    for n in (1, 2, 3, 5, 13):
        found = number(arrays(2, f"[rules]\nforbid = [{diagonal}, {idle}]"), f"{n}x{n}")
        fibonacci = [1, 2]
        while len(fibonacci) <= n:
            fibonacci.append(fibonacci[-1] + fibonacci[-2])
        lengths = [n - abs(n - 1 - d) for d in range(2 * n - 1)]
        assert found == prod(fibonacci[length] for length in lengths)


# Symmetry and order.


def turned(board: str) -> list[str]:
    """A drawn board turned and turned over: with these two come all eight ways to look at it."""
    rows = board.split("/")
    quarter = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return ["/".join(quarter), "/".join(row[::-1] for row in rows)]


SYMMETRIC = ["col", "snort", "cis", "cis:3", "o12", "nogo", "node-kayles", "arc-kayles", "cram", "m-tromping"]
PARTIZAN = ["domineering", "i-tromping", "d-tromping"]
DRAWN = ["..../.#../...#", "...##/...../.#..."]


@pytest.mark.parametrize("positions", ["all", "left-ends", "maximal"])
@pytest.mark.parametrize("game", SYMMETRIC)
def test_turned_boards(game: str, positions: str) -> None:
    for board in DRAWN:
        expected = players(game, board, positions)
        for other in turned(board):
            assert players(game, other, positions) == expected, (game, positions, board, other)


OPPOSITE = {"left-ends": "right-ends", "right-ends": "left-ends"}


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("game", PARTIZAN)
def test_turned_boards_swap_the_players(game: str, positions: str) -> None:
    for board in DRAWN:
        expected = players(game, board, positions)
        for other in turned(board):
            quarter = len(other.split("/")) != len(board.split("/"))
            found = players(game, other, OPPOSITE.get(positions, positions) if quarter else positions)
            assert (swapped(found) if quarter else found) == expected, (board, other)
    for size, other in (("4x6", "6x4"), ("2x12", "12x2")):
        found = players(game, other, OPPOSITE.get(positions, positions))
        assert swapped(found) == players(game, size, positions)


@pytest.mark.parametrize("game", ["col", "snort", "cis", "nogo"])
def test_equal_rights(game: str) -> None:
    # Left and Right have the same moves in these games.
    for board in ("3x5", "cycle:7", "torus:3x3", "complete:5", "..#/.../#.."):
        both = players(game, board)
        assert both == swapped(both)
        assert players(game, board, "left-ends") == swapped(players(game, board, "right-ends"))


@pytest.mark.parametrize("game", FLAT)
def test_cylinders_and_tori_are_graphs(game: str) -> None:
    for board in ("cylinder:4x2", "torus:3x3", "..#/.../#.."):
        grid = parse_one_board(board)
        for positions in ("all", "maximal"):
            assert players(game, plain(grid), positions) == players(game, grid, positions)
    assert players(game, "path:9", "maximal") == players(game, "1x9", "maximal")
    assert players(game, "cycle:8", "left-ends") == players(game, "cylinder:8x1", "left-ends")
    assert players(game, "complete:3", "maximal") == players(game, "cycle:3", "maximal")
    if game != "nogo":
        assert players(game, "torus:3x4") == players(game, "torus:4x3")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", FLAT)
def test_the_order_of_vertices_does_not_matter(game: str, seed: int) -> None:
    board = random_graph(f"order {game} {seed}", 10)
    new = random.Random(seed).sample(range(board.size), board.size)
    other = from_edges("renamed", board.size, [(new[a], new[b]) for a, b in board.edges])
    for positions in CLASSES:
        assert players(game, other, positions) == players(game, board, positions), positions


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", FLAT)
def test_boards_side_by_side_multiply(game: str, seed: int) -> None:
    one, other = random_graph(f"one {game} {seed}", 7), random_graph(f"other {game} {seed}", 7)
    moved = [(a + one.size, b + one.size) for a, b in other.edges]
    whole = from_edges("both", one.size + other.size, [*one.edges, *moved])
    for positions in CLASSES[:4]:
        assert players(game, whole, positions) == players(game, one, positions) * players(
            game, other, positions
        )


@pytest.mark.parametrize("game", GAMES)
def test_boards_drawn_side_by_side_multiply(game: str) -> None:
    for positions in CLASSES[:4]:
        parts = players(game, "3x3", positions) * players(game, "2x2", positions)
        assert players(game, "...#../...#../...###", positions) == parts
        assert players(game, "...###/...#../...#..", positions) == parts


# What holds between classes and weights.

BOARDS = ["3x4", "cylinder:3x3", "..#./..../.#.."]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("game", GAMES)
def test_classes_lie_in_each_other(game: str, board: str) -> None:
    found = {positions: players(game, board, positions) for positions in CLASSES}

    def inside(small: str, large: str) -> bool:
        return all(value <= found[large].coefficient(*powers) for powers, value in found[small].terms)

    for small in CLASSES[1:]:
        assert inside(small, "all"), small
    assert inside("maximal", "left-ends")
    assert inside("maximal", "right-ends")
    # Left ends and Right ends meet in the maximal positions, and together are some of all.
    ends = found["left-ends"] + found["right-ends"] - found["maximal"]
    assert all(value <= found["all"].coefficient(*powers) for powers, value in ends.terms)
    assert found["all"].coefficient(0, 0) == 1
    play = {powers: value for powers, value in found["all"].terms if abs(powers[0] - powers[1]) <= 1}
    impartial = game in ("cram", "m-tromping", "node-kayles", "arc-kayles")
    assert found["play"] == (found["all"] if impartial else Polynomial.of(("x", "y"), play))
    if impartial:
        assert found["left-ends"] == found["right-ends"] == found["maximal"]


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("game", GAMES)
def test_weights_agree_at_one(game: str, positions: str) -> None:
    for board in ("3x3" if game == "nogo" else "3x4", "..#./..../.#.."):
        by_players = count(game, board, positions, "players").polynomial
        by_pieces = count(game, board, positions, "pieces").polynomial
        assert by_players.in_variables(("x",), {"x": (1,), "y": (1,)}) == by_pieces
        assert number(game, board, positions) == by_pieces.total == by_players(1, 1)


@pytest.mark.parametrize("game", GAMES)
def test_one_piece_is_one_placement(game: str) -> None:
    # The linear terms count placements: cells, edges, or the fits of a shape, worked out here.
    rule = find_rule(game)
    assert isinstance(rule, PlacementRule)
    for rows, cols in ((4, 5), (2, 6)):
        expected = {(1, 0): 0, (0, 1): 0}
        for colour in rule.colours:
            for piece in colour.pieces:
                height, width = (1 + max(place[i] for place in piece.cells) for i in (0, 1))
                fits = max(0, rows - height + 1) * max(0, cols - width + 1)
                expected[(0, 1) if colour.owner.value == "right" else (1, 0)] += fits
        found = players(game, f"{rows}x{cols}")
        assert {powers: found.coefficient(*powers) for powers in expected} == expected


@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(1, 3), st.sampled_from(GAMES), st.sampled_from(CLASSES[:4]))
def test_a_column_of_holes_cuts(rows: int, cols: int, game: str, positions: str) -> None:
    drawn = "/".join("." * cols + "#" + "." * cols for _ in range(rows))
    part = players(game, f"{rows}x{cols}", positions)
    assert players(game, drawn, positions) == part * part
