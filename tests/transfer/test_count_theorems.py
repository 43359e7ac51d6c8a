"""Counting against theorems and well-known sequences, and against itself where a theorem says so.

The numbers are those of formulas, of entries of the OEIS, and of recurrences written here.
"""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from agreement import CLASSES, graph_of
from choice import drawn
from known_sequences import involutions, recurrent

from gfkit import auxiliary_graph, brute_force, count, independence_polynomial
from gfkit.boards import Board, parse_one_board
from gfkit.games import Rule
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial

CLASSES = [positions for positions in CLASSES if positions != "full"]


def players(game: str | Rule, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "players").polynomial


def pieces(game: str | Rule, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "pieces").polynomial


def number(game: str | Rule, board: str | Board, positions: str = "all") -> int:
    return int(count(game, board, positions))


def arrays(colours: int, rules: str) -> Rule:
    return read_rule("arrays", f'name = "arrays"\n[cells]\ncolours = {colours}\n{rules}')


# Snort, O12, Cis, Kayles.


def test_left_ends_of_snort_are_the_sets_of_right_cells() -> None:
    """Cells beside a Right piece are free, all others carry Left's."""
    for board, positions in product(("6x6", "cycle:31", "complete:8", "3x20"), ("left-ends", "right-ends")):
        assert number("snort", board, positions) == 2 ** parse_one_board(board).size, board


def test_left_ends_of_o12_are_the_matchings() -> None:
    """Left can play on any free cell, so there is none: single pieces fill what the dominoes leave."""
    for board in ("5x5", "cylinder:4x5", "torus:4x4", "cycle:20", "complete:9", "..#/.../#.."):
        size = parse_one_board(board).size
        expected = {(size - 2 * j, j): value for (j,), value in pieces("arc-kayles", board).terms}
        assert players("o12", board, "left-ends") == Polynomial.of(("x", "y"), expected), board


def test_games_that_are_the_same() -> None:
    """Cram is Arc Kayles; Cis with k colours is Node Kayles with k colours for each piece."""
    for positions, board in product(CLASSES, ("3x4", "cylinder:3x3", "..#./..../.#..")):
        assert pieces("cram", board, positions) == pieces("arc-kayles", board, positions)
    for positions, k in product(("all", "maximal"), (1, 3, 7)):
        board = graph_of(drawn("cis"), 8, 0.5)
        terms = {(i,): k**i * value for (i,), value in pieces("node-kayles", board, positions).terms}
        assert pieces(f"cis:{k}", board, positions) == Polynomial.of(("x",), terms)


def test_positions_are_independent_sets_of_the_auxiliary_graph() -> None:
    """Theorems 3.1, 3.3, 3.5 and 3.8 of the profiles paper."""
    boards = [*map(parse_one_board, ("path:4", "cycle:5", "complete:4", "2x3"))]
    boards += [graph_of(drawn(f"auxiliary {seed}"), 2 + seed, 0.5) for seed in range(5)]
    flat = ["col", "snort", "cis", "o12", "cis:3", "arc-kayles", "node-kayles"]
    for game, board in (*product(flat, boards), ("domineering", "3x3")):
        found = independence_polynomial(auxiliary_graph(game, board).graph)
        assert found == brute_force(game, board, weights="pieces").polynomial, (game, board)


def test_kayles_on_paths_and_cycles() -> None:
    """Fibonacci and Lucas numbers; of maximal sets Padovan (A000931) and Perrin numbers (A001608).

    The edges of a path are a path with one vertex less, those of a cycle a cycle.
    """
    fibonacci, lucas = recurrent([0, 1], 1, 1, count=75), recurrent([2, 1], 1, 1, count=75)
    padovan, perrin = recurrent([1, 1, 2], 0, 1, 1, count=50), recurrent([3, 0, 2], 0, 1, 1, count=50)
    for game, positions, board, first, wanted in (
        ("node-kayles", "all", "path", 0, fibonacci[2:]),
        ("arc-kayles", "all", "path", 0, fibonacci[1:]),
        ("node-kayles", "all", "cycle", 3, lucas[3:]),
        ("arc-kayles", "all", "cycle", 3, lucas[3:]),
        ("node-kayles", "maximal", "path", 0, padovan),
        ("arc-kayles", "maximal", "path", 1, padovan),
        ("node-kayles", "maximal", "cycle", 3, perrin[3:]),
        ("arc-kayles", "maximal", "cycle", 3, perrin[3:]),
    ):
        for n in (*range(first, 9), 45):
            assert number(game, f"{board}:{n}", positions) == wanted[n - first], (game, positions, board, n)


def test_complete_graphs_by_hand() -> None:
    """Matchings are involutions; a maximal one leaves at most one vertex: n!! of an odd number."""
    for game in ("arc-kayles", "cram"):
        assert [number(game, f"complete:{n}") for n in range(24)] == [involutions(n) for n in range(24)]
    maximal = [number("arc-kayles", f"complete:{n}", "maximal") for n in range(1, 9)]
    assert maximal == [1, 1, 3, 3, 15, 15, 105, 105]
    for n in range(1, 11):
        # Col: at most one piece of each colour. Snort: one colour only. Cis: one piece.
        assert number("col", f"complete:{n}") == 1 + 2 * n + n * (n - 1)
        assert number("snort", f"complete:{n}") == 2 * 2**n - 1
        assert number("cis:5", f"complete:{n}") == 1 + 5 * n
        assert number("cis", f"complete:{n}", "maximal") == 2 * n
        # NoGo: once a vertex is free, every stone has a liberty.
        assert number("nogo", f"complete:{n}") == 3**n - 2**n
    assert count("col", "complete:5").evidence.method == "multinomial-sum"
    assert count("col", "5x1").evidence.method == "transfer-matrix"


def tables(*rows: tuple[int, str, int, int]) -> str:
    """How many of a value are among neighbours: cell, neighbours, of, allowed."""
    return "".join(
        f"[[rules.count]]\ncell = {cell}\nneighbours = '{where}'\nof = [{of}]\nallowed = [{allowed}]\n"
        for cell, where, of, allowed in rows
    )


# Known sequences on squares.

BY_WINDOWS = arrays(2, '[rules]\nforbid = ["11", "1/1", "1./.1", ".1/1."]')
SQUARES: list[tuple[list[str | Rule], list[int]]] = [
    (["node-kayles", arrays(2, '[rules]\nforbid = ["11", "1/1"]')],
     [1, 2, 7, 63, 1234, 55447, 5598861, 1280128950, 660647962955]),  # A006506
    ([BY_WINDOWS, arrays(2, tables((1, "king", 1, 0)))],
     [1, 2, 5, 35, 314, 6427, 202841, 12727570, 1355115601]),  # A063443
    (["cram", "arc-kayles", "domineering", "domineering-tiles"],
     [1, 1, 7, 131, 10012, 2810694, 2989126727, 11945257052321, 179788343101980135]),  # A028420
    (["nogo"], [1, 1, 57, 12675, 24318165, 414295148741]),  # A094777
    ([arrays(3, '[rules]\nforbid = ["aa", "a/a"]')], [1, 3, 18, 246, 7812, 580986, 101596896]),  # A068253
]  # fmt: skip


@pytest.mark.parametrize("sides", [range(6), pytest.param(range(6, 9), marks=pytest.mark.slow(16))])
def test_squares_in_print(sides: range) -> None:
    for games, terms in SQUARES:
        for game, n in product(games, sides):
            if n < len(terms) - (n == 5 and game == "nogo"):
                assert number(game, f"{n}x{n}") == terms[n], (game, n)


# Proper colourings.


@pytest.mark.parametrize("k", [3, *(pytest.param(k, marks=pytest.mark.slow(1)) for k in (2, 4))])
def test_proper_colourings_by_the_chromatic_polynomial(k: int) -> None:
    by_windows = arrays(k, '[rules]\nforbid = ["aa", "a/a"]')
    by_count = arrays(k, tables(*((c, "rook", c, 0) for c in range(k))))
    for n in (3, 4, 5, 8):
        assert number(by_windows, f"1x{n}") == number(by_count, f"path:{n}") == k * (k - 1) ** (n - 1)
        assert number(by_windows, f"2x{n}") == k * (k - 1) * (k * k - 3 * k + 3) ** (n - 1)
        ring = (k - 1) ** n + (-1) ** n * (k - 1)
        assert number(by_windows, f"cylinder:{n}x1") == number(by_count, f"cycle:{n}") == ring
        assert number(by_count, f"complete:{n}") == prod(k - i for i in range(n))


# What holds between classes and weights.
