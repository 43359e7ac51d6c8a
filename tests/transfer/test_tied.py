"""What hangs together, and directions, up to symmetry: orbits listed, formulas, numbers in print."""

from __future__ import annotations

import pytest
from thinned import thinned

import gfkit
from gfkit.boards.symmetry import symmetries
from gfkit.errors import MismatchError
from gfkit.games import Question, Rule
from gfkit.transfer.machine.tied import TiedBoard
from gfkit.transfer.orbits import orbits
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.transfer.sweep.rung2_integers import integer_sweep
from gfkit.typing import UpTo

RULES = (
    "spanning-trees",
    "spanning-forests",
    "connected-spanning-subgraphs",
    "hamiltonian-cycles",
    "hamiltonian-paths",
    "paths",
    "cycles",
    "induced-cycles",
    "connected-induced-subgraphs",
    "connected-dominating-sets",
    "acyclic-orientations",
    "eulerian-orientations",
    "strong-orientations",
)
BOARDS = (
    "1x1", "1x2", "2x2", "2x3", "1x5", "3x3", "cylinder:3x2", "cylinder:4x2", "cycle:5", "complete:4",
    "wheel:5", "prism:3", "moebius:3", "king:2x3", "star:4", "book:3", "..#/...", "hex:1x2",
    "graph:a-b,b-c,c-a,c-d", "path:1",
)  # fmt: skip


@pytest.mark.parametrize(("board", "rule"), thinned(BOARDS, RULES, 4))
@pytest.mark.parametrize("weights", ["none", "pieces"])
def test_orbits_are_those_listed(board, rule, weights):
    turns = board[:4] in ("cycl", "toru") or not (":" in board or "#" in board)
    for up_to in ("symmetry", "rotations") if turns else ("symmetry",):
        found = orbits(rule, board, weights=weights, up_to=up_to)
        assert found.polynomial == gfkit.brute_force(rule, board, weights=weights, up_to=up_to).polynomial


@pytest.mark.parametrize("board", ["1x1", "2x2", "3x3", "2x4"])
def test_polyominoes(board):
    listed = gfkit.brute_force("polyominoes", board, up_to="symmetry")
    assert int(orbits("polyominoes", board)) == int(listed)


@pytest.mark.parametrize(
    "rule", ["spanning-trees", "hamiltonian-cycles", "induced-cycles", "strong-orientations"]
)
@pytest.mark.parametrize("board", ["prism:4", "K4xpath:1", "bipartite:2x3", "wheel:6"])
def test_all_that_keeps_who_touches_whom(rule, board):
    listed = gfkit.brute_force(rule, board, up_to="automorphisms")
    assert int(orbits(rule, board, up_to="automorphisms")) == int(listed)


def test_hamiltonian_cycles_of_squares():
    """A209077: undirected Hamiltonian cycles of 2n x 2n up to rotations and reflections."""
    for n, number in enumerate((1, 2, 149), 1):
        assert int(orbits("hamiltonian-cycles", f"{2 * n}x{2 * n}")) == number


def test_directions_of_a_path():
    """Turned around, n - 1 edges have 2^((n-1)/2) orientations left, and none where an edge is turned."""
    law = orbits("acyclic-orientations", "path:n")
    for n in range(1, 30):
        assert law[n] == (2 ** (n - 1) + (2 ** ((n - 1) // 2) if n % 2 else 0)) // 2


@pytest.mark.parametrize(
    ("rule", "family", "sizes"),
    [
        ("spanning-trees", "2xn", 5),
        pytest.param("spanning-forests", "3xn", 3, marks=pytest.mark.slow),
        pytest.param("hamiltonian-paths", "2xn", 5, marks=pytest.mark.slow),
        ("connected-induced-subgraphs", "3xn", 4),
        ("polyominoes", "2xn", 5),
        ("acyclic-orientations", "2xn", 4),
        pytest.param("induced-cycles", "hex:2xn", 2, marks=pytest.mark.slow),
        pytest.param("hamiltonian-cycles", "K3xpath:n", 3, marks=pytest.mark.slow),
    ],
)
def test_laws_are_what_is_listed(rule, family, sizes):
    law = orbits(rule, family, up_to="rectangle")
    for n in range(max(1, law.first_n), sizes + 1):
        board = family.replace("n", str(n))
        assert law[n] == int(gfkit.brute_force(rule, board, up_to="rectangle"))


def test_every_order_of_the_cells_counts_alike():
    """Which thing of an orbit comes first depends on the order in which the cells are swept."""
    rules = [
        Rule.orientations(vertex="o >= 1"),
        Rule.edges(cap=2, pin=[("corners", "d == 1")], vertex="d >= 1"),
    ]
    for rule in rules:
        board = gfkit.parse_board("3x3")
        for by in symmetries(board, UpTo.SYMMETRY):
            tied = TiedBoard(Question(rule, board), board, [by])
            numbers = set()
            for order in (tied.cells, tied.cells[::-1], sorted(tied.cells, key=lambda cell: cell % 3)):
                numbers.add(integer_sweep(compile_layers(tied.machine(order), lambda *_: None)))
            assert len(numbers) == 1


def test_marked_places_must_stay():
    """Corners may be exchanged, but not become other places."""
    joined = Rule.edges(cap=2, joins=["top left", "bottom right"], components=1)
    with pytest.raises(MismatchError, match="places that are to hang together"):
        orbits(joined, "2x3")
    listed = gfkit.brute_force(joined, "2x3", up_to="rotations")
    assert int(orbits(joined, "2x3", up_to="rotations")) == int(listed)


def test_what_is_refused():
    with pytest.raises(MismatchError, match="pinned vertices are others then"):
        orbits("self-avoiding-walks", "3x4")
    with pytest.raises(MismatchError, match="chooses a root"):
        orbits("rooted-forests", "3x3")
    for rule, family in (("spanning-trees", "cycle:n"), ("eulerian-orientations", "prism:n")):
        with pytest.raises(MismatchError, match="no law up to symmetry is found for its rings"):
            orbits(rule, family)


def test_chosen_roots_are_listed():
    """Orbits of rooted trees on one edge: no edge with two roots, and one edge with a root."""
    assert int(gfkit.brute_force("rooted-forests", "1x2", up_to="symmetry")) == 2
