"""Groups with liberties: the automaton, and its states as machine words in the C extension.

References: listing, the other engines, and printed legal Go positions (Tromp and Farneback, A094777).
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from rules_of_kinds import ROWS, named
from rungs import layers_of

from gfkit import count, derive
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.engine.machine.liberty import LibertyMachine
from gfkit.core.engine.sweep import codings, engine2_integers, engine5_hashed
from gfkit.core.errors import LimitError
from gfkit.core.native import is_built
from gfkit.core.oracle import brute_force
from gfkit.core.rules import find_rule
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.typing import Player, Positions, Weights

CLASSES = (Positions.ALL, Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL)
LEGAL = ROWS["go"]
"""Legal Go positions by side."""
NOGO = find_rule("nogo")
RULES = named("liberties") | named("shaped_liberties")
EVEN = ("others apart", "both apart", "impartial dominoes")
"""Those that two colours may be exchanged in: nothing tells them apart."""


@pytest.fixture
def _by_loops():
    if not is_built():
        pytest.skip("needs the loops in C, which step these states")


def machine_of(
    game: PlacementRule, board: Board, weights=Weights.NONE, positions=Positions.ALL, **more
) -> LibertyMachine:
    return LibertyMachine(game, board, range(board.size), positions.stuck, weights, **more)


def swept(machine: LibertyMachine) -> int:
    coding = codings.coding_of(machine)
    assert coding is not None
    return engine5_hashed.hashed_sweep(coding)[0]


def test_colours_are_swapped_only_if_the_rule_is_symmetric() -> None:
    board = parse_one_board("3x2")
    both = tuple(replace(colour, owner=Player.BOTH) for colour in NOGO.colours)
    for game, weights, even in (
        (NOGO, Weights.NONE, True),
        (NOGO, Weights.PIECES, True),
        (NOGO, Weights.PLAYERS, False),
        (replace(NOGO, colours=both), Weights.PLAYERS, True),
        *((RULES[name], Weights.NONE, name in EVEN) for name in RULES),
    ):
        machine = machine_of(game, board, weights=weights)
        assert machine.exchanges == even, (game, weights)
        assert engine2_integers.integer_sweep(layers_of(machine)) == int(brute_force(game, board))
    assert not machine_of(NOGO, board, positions=Positions.LEFT_ENDS).exchanges
    for text in ("A.b/...", "lr./..."):
        assert not machine_of(NOGO, parse_one_board(text)).exchanges


@pytest.mark.usefixtures("_by_loops")
def test_queries_that_the_coding_rejects() -> None:
    """Players without a legal move, and frontiers with too many cells."""
    for text, positions, fits in (("13x13", 0, False), ("12x12", 0, True), ("3x3", 1, False)):
        machine = machine_of(NOGO, parse_one_board(text), positions=CLASSES[positions])
        assert (codings.coding_of(machine) is not None) == fits


# By loops in C.


@pytest.mark.usefixtures("_by_loops")
@pytest.mark.parametrize("sides", [range(1, 8), pytest.param(range(8, 10), marks=pytest.mark.slow(0.5))])
def test_legal_go_positions_in_print(sides) -> None:
    for side in sides:
        assert swept(machine_of(NOGO, parse_one_board(f"{side}x{side}"))) == LEGAL[side]
    assert swept(machine_of(NOGO, parse_one_board("2x3"), full=True)) == 0


@pytest.mark.usefixtures("_by_loops")
def test_families_by_loops(monkeypatch) -> None:
    """The fraction equals that of the slow engine; a memory limit is checked before memory is used."""
    families = ("2xn", "cylinder:nx2")
    fast = [derive("nogo", family).generating_function for family in families]
    with pytest.raises(LimitError, match=r"stopped .* .raise it with --max-memory"):
        count("nogo", "9x9", max_memory=3_000_000)
    monkeypatch.setenv("GFKIT_NATIVE", "0")
    assert [derive("nogo", family).generating_function for family in families] == fast


@pytest.mark.usefixtures("_by_loops")
def test_families_with_a_colour_symmetry_on_some_boards() -> None:
    """On one cell no piece fits, so only there are the colours equivalent."""
    game = RULES["rows"]
    boards = [parse_one_board(f"1x{n}") for n in range(1, 9)]
    assert len({machine_of(game, board).form for board in boards}) == 2
    assert [swept(machine_of(game, board)) for board in boards] == [int(brute_force(game, b)) for b in boards]


def test_without_loops(monkeypatch) -> None:
    """Counting and deriving take the slow way; the rule is that of the catalogue."""
    monkeypatch.setenv("GFKIT_NATIVE", "0")
    assert int(count("nogo", "4x4")) == LEGAL[4]
    assert derive("nogo", "2xn").terms(3)[2] == LEGAL[2]
    assert int(count(find_rule("nogo"), "3x3")) == int(count(NOGO, "3x3")) == LEGAL[3]
