"""Groups with liberties as words that machine code steps, beside listing, the other rungs, and print."""

from __future__ import annotations

import random

import pytest

from gfkit import count, derive
from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.errors import LimitError
from gfkit.exact import stored_code
from gfkit.games import PlacementRule, find_rule
from gfkit.games.rule import Colour
from gfkit.games.table import read_piece
from gfkit.oracle import brute_force
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.sweep import codings, liberty_steps, rung5_hashed
from gfkit.transfer.sweep.codings import coding_of
from gfkit.transfer.sweep.layers import Compiler
from gfkit.transfer.sweep.liberty_steps import LibertyStepper
from gfkit.transfer.sweep.liberty_words import LibertyCoding
from gfkit.transfer.sweep.rung1_dictionary import dictionary_sweep
from gfkit.transfer.sweep.rung3_limbs import limb_sweep
from gfkit.transfer.sweep.rung5_hashed import hashed_sweep
from gfkit.typing import Player, Weights

LEFT, RIGHT, BOTH = Player.LEFT, Player.RIGHT, Player.BOTH

LEGAL = {
    1: 1,
    2: 57,
    3: 12675,
    4: 24318165,
    5: 414295148741,
    6: 62567386502084877,
    7: 83677847847984287628595,
    8: 990966953618170260281935463385,
    9: 103919148791293834318983090438798793469,
}
"""Legal Go positions: Tromp and Farneback, Combinatorics of Go."""


@pytest.fixture
def _with_numba():
    if not LibertyCoding.stepping.usable:
        pytest.skip("numba is not installed")


def rule(*colours: tuple[Player, str], forbid=()) -> PlacementRule:
    kinds = tuple(
        Colour(f"colour {index}", owner, tuple(read_piece("test", text) for text in pieces.split()))
        for index, (owner, pieces) in enumerate(colours)
    )
    return PlacementRule("made up", kinds, frozenset(forbid), liberties=True)


PIECES = ("X", "XX", "X/X", "XX X/X", "X XX", "XX/X.", "X.X", "X./.X X", "XXX", ".X/XX X")


def made_up(rng: random.Random) -> PlacementRule:
    """One to three colours with some pieces, some pairs of which may not touch."""
    number = rng.choice((1, 2, 2, 2, 3))
    same = rng.random() < 0.5
    drawn = [rng.choice(PIECES)] * number if same else [rng.choice(PIECES) for _ in range(number)]
    pairs = [(a, b) for a in range(number) for b in range(a, number)]
    colours = [(rng.choice((LEFT, RIGHT, BOTH)), text) for text in drawn]
    return rule(*colours, forbid=[pair for pair in pairs if rng.random() < 0.25])


def machine_of(game: PlacementRule, board: Board, order=None, *, full=False) -> LibertyMachine:
    order = range(board.size) if order is None else order
    return LibertyMachine(game, board, order, frozenset(), Weights.NONE, full=full)


def swept(machine: LibertyMachine) -> int:
    coding = coding_of(machine)
    assert coding is not None
    return hashed_sweep(coding)[0]


BOARDS = ("1x1", "1x5", "3x3", "2x4", "4x2", "cylinder:3x3", "torus:3x3", ".#./...", "..#./..../.#..", "#")


@pytest.mark.usefixtures("_with_numba")
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_and_boards_against_listing(seed, monkeypatch):
    rng = random.Random(seed)
    monkeypatch.setattr(rung5_hashed, "_FEW_STATES", rng.choice((0, 4, 1 << 8)))
    game, board = made_up(rng), parse_one_board(rng.choice(BOARDS))
    order = rng.sample(range(board.size), board.size) if rng.random() < 0.5 else range(board.size)
    listed = brute_force(game, board, "all", "none").polynomial
    assert swept(machine_of(game, board, order)) == int(listed.total)


@pytest.mark.usefixtures("_with_numba")
@pytest.mark.parametrize("seed", range(30))
def test_random_graphs_against_listing(seed):
    rng = random.Random(seed)
    size, density = rng.randint(1, 7), rng.random()
    edges = [(a, b) for a in range(size) for b in range(a) if rng.random() < density]
    board = from_edges("random", size, edges)
    game = rule(*((BOTH, rng.choice(("X", "XX X/X"))) for _ in range(rng.randint(1, 3))))
    listed = brute_force(game, board, "all", "none").polynomial
    assert swept(machine_of(game, board, rng.sample(range(size), size))) == int(listed.total)


@pytest.mark.usefixtures("_with_numba")
@pytest.mark.parametrize("text", ["A.b/...", "AA.b/..#.", "A.../..b./...A", "..A/.../b.#"])
def test_pieces_that_lie_there(text):
    nogo, board = find_rule("nogo"), parse_one_board(text)
    assert isinstance(nogo, PlacementRule)
    machine = machine_of(nogo, board)
    assert not machine.exchanges
    assert swept(machine) == int(brute_force(nogo, board, "all", "none").polynomial.total)


@pytest.mark.usefixtures("_with_numba")
def test_cells_of_one_player():
    """Cells that are reserved tell the colours apart."""
    for text in ("lr./...", ".l/r./.."):
        listed = brute_force(find_rule("nogo"), parse_one_board(text), "all", "none").polynomial
        assert int(count("nogo", text)) == int(listed.total)


@pytest.mark.usefixtures("_with_numba")
def test_legal_go_positions_in_print():
    nogo = find_rule("nogo")
    assert isinstance(nogo, PlacementRule)
    for side, number in LEGAL.items():
        assert swept(machine_of(nogo, parse_one_board(f"{side}x{side}"))) == number
    assert int(count("nogo", "8x8")) == LEGAL[8]


@pytest.mark.usefixtures("_with_numba")
@pytest.mark.parametrize("text", ["4x4", "2x6", "cylinder:4x3", "torus:3x3", "..#./..../#..."])
@pytest.mark.parametrize("pieces", [("X", "X"), ("XX X/X", "XX X/X"), ("X", "XX X/X")])
def test_states_are_those_of_the_slow_way(text, pieces):
    """The same at every site, as the coding writes them."""
    left, right = pieces
    machine = machine_of(rule((LEFT, left), (RIGHT, right)), parse_one_board(text))
    assert machine.exchanges == (left == right)
    states = [{machine.start()}]
    for site in range(machine.sites):
        states.append({after for state in states[-1] for after, _ in machine.step(site, state)})
    coding = coding_of(machine)
    assert coding is not None
    sweep = rung5_hashed._Sweep(coding, lambda *_: None, lambda _: None)
    for site in range(1, machine.sites + 1):
        sweep._forget()
        tracks = coding.tracks[site]
        assert sorted(sweep.keys.tolist()) == sorted(coding.key(tracks, state) for state in states[site])
    assert hashed_sweep(coding)[0] == sum(dictionary_sweep(machine).values())


def test_colours_are_exchanged_only_where_nothing_tells_them_apart():
    board = parse_one_board("3x3")
    for game, weights, even in (
        (rule((LEFT, "X"), (RIGHT, "X")), Weights.NONE, True),
        (rule((LEFT, "X"), (RIGHT, "X")), Weights.PIECES, True),
        (rule((LEFT, "X"), (RIGHT, "X")), Weights.PLAYERS, False),
        (rule((BOTH, "X"), (BOTH, "X")), Weights.PLAYERS, True),
        (rule((LEFT, "XX"), (RIGHT, "X/X")), Weights.NONE, False),
        (rule((LEFT, "X"), (RIGHT, "X"), forbid=[(0, 0)]), Weights.NONE, False),
        (rule((LEFT, "X"), (RIGHT, "X"), forbid=[(0, 1)]), Weights.NONE, True),
        (rule((LEFT, "X"), (RIGHT, "X"), forbid=[(0, 0), (1, 1)]), Weights.NONE, True),
        (rule((BOTH, "X")), Weights.NONE, False),
        (rule((BOTH, "X"), (BOTH, "X"), (BOTH, "X")), Weights.NONE, False),
    ):
        machine = LibertyMachine(game, board, range(9), frozenset(), weights)
        assert machine.exchanges == even, (game.colours, weights)
        listed = brute_force(game, board, "all", weights.value).polynomial
        assert sum(dictionary_sweep(machine).values()) == int(listed.total)
    stuck = LibertyMachine(rule((LEFT, "X"), (RIGHT, "X")), board, range(9), frozenset({LEFT}), Weights.NONE)
    assert not stuck.exchanges


def test_what_does_not_fit_is_left_to_the_other_rungs():
    """Players who must be stuck, and frontiers of too many cells."""
    nogo = rule((LEFT, "X"), (RIGHT, "X"))
    board = parse_one_board("13x13")
    assert coding_of(machine_of(nogo, board)) is None
    assert coding_of(machine_of(nogo, parse_one_board("12x12"))) is not None
    small = parse_one_board("3x3")
    assert coding_of(LibertyMachine(nogo, small, range(9), frozenset({LEFT}), Weights.NONE)) is None


@pytest.mark.usefixtures("_with_numba")
def test_boards_without_a_free_cell():
    nogo = rule((LEFT, "X"), (RIGHT, "X"))
    assert swept(machine_of(nogo, parse_one_board("2x3"), full=True)) == 0


@pytest.mark.usefixtures("_with_numba")
def test_memory_is_refused_before_it_is_taken():
    with pytest.raises(LimitError, match=r"would need about .* states|stopped where the next step needs"):
        count("nogo", "9x9", max_memory=3_000_000)


@pytest.fixture
def _by_machine_code(monkeypatch):
    """Machine code is taken for the layers of every board."""
    if not LibertyCoding.stepping.usable:
        pytest.skip("numba is not installed")
    monkeypatch.setattr(codings, "_WORTH_COMPILING", -1)


@pytest.mark.usefixtures("_by_machine_code")
@pytest.mark.parametrize("seed", range(30))
def test_layers_by_machine_code_with_weights_against_listing(seed):
    rng = random.Random(seed)
    game, board = made_up(rng), parse_one_board(rng.choice(BOARDS))
    weights = rng.choice((Weights.NONE, Weights.PIECES, Weights.PLAYERS))
    machine = LibertyMachine(game, board, range(board.size), frozenset(), weights)
    compiler = Compiler(machine, lambda *_: None)
    assert isinstance(compiler.stepper, LibertyStepper)
    listed = brute_force(game, board, "all", weights.value).polynomial
    swept_terms = limb_sweep(compiler.compile(machine), lambda _: None)
    found = {powers[: len(listed.variables)]: value for powers, value in swept_terms.items()}
    assert sorted(found.items()) == sorted(listed.terms)


@pytest.mark.usefixtures("_by_machine_code")
def test_every_state_has_its_place():
    """Both of two exchanged states have the place of the one that is kept."""
    machine = machine_of(rule((LEFT, "X XX"), (RIGHT, "X XX")), parse_one_board("3x3"))
    compiler = Compiler(machine, lambda *_: None)
    _, reached = compiler.trace(machine)
    states = {machine.start()}
    for site in range(machine.sites):
        states = {after for state in states for after, _, _ in machine.ways(site, state)}
        places = {compiler.place_of(reached[site + 1], state) for state in states}
        assert places == set(range(len(places)))
        kept = {machine.standing_for(state) for state in states}
        assert len(places) == len(kept)


@pytest.mark.usefixtures("_by_machine_code")
@pytest.mark.parametrize("family", ["3xn", "cylinder:3xn"])
def test_families_by_machine_code(family, monkeypatch):
    """The same fraction as by the slow way, and the legal positions of 3 x 3."""
    fast = derive("nogo", family)
    monkeypatch.setattr(codings, "hashing_pays", lambda *_: False)
    monkeypatch.setattr(liberty_steps, "hashing_pays", lambda *_: False)
    assert derive("nogo", family).generating_function == fast.generating_function
    if family == "3xn":
        assert fast.terms(4)[3] == LEGAL[3]


@pytest.mark.usefixtures("_by_machine_code")
def test_boards_of_a_family_of_which_only_some_exchange_colours():
    """On one cell nothing fits, so that colours are alike there and nowhere else."""
    game = rule((LEFT, "XX"), (RIGHT, "XXX"))
    boards = [parse_one_board(f"1x{n}") for n in range(1, 9)]
    listed = [int(brute_force(game, board, "all", "none").polynomial.total) for board in boards]
    assert len({machine_of(game, board).form for board in boards}) == 2
    assert [swept(machine_of(game, board)) for board in boards] == listed


def test_without_machine_code(monkeypatch):
    """Where numba is missing, counting and deriving take the slow way."""
    monkeypatch.setattr(stored_code, "has_compiler", lambda: False)
    assert int(count("nogo", "4x4")) == LEGAL[4]
    assert derive("nogo", "2xn").terms(3)[2] == LEGAL[2]
