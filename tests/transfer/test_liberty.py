"""Groups with liberties: the machine, and its states as words that loops in C step.

Beside listing, the other rungs, and legal positions of Go in print (Tromp and Farneback, A094777).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from agreement import graph_of
from choice import drawn
from rules_of_kinds import ROWS

from gfkit import count, derive
from gfkit.boards import Board, parse_one_board
from gfkit.errors import LimitError
from gfkit.games import Rule, find_rule
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.native import is_built
from gfkit.oracle import brute_force
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.sweep import codings, rung1_dictionary, rung5_hashed
from gfkit.typing import Player, Positions, Weights

CLASSES = (Positions.ALL, Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL)
LEGAL = ROWS["go"]
"""Legal Go positions by side."""


def rule(
    left: str = "", right: str = "", both: str = "", number: int = 0, forbid: Sequence[str] = ()
) -> PlacementRule:
    """A game with liberties, of pieces for each player, for both, or in so many colours."""
    told: dict[str, object] = {"name": "made up", "rules": {"forbid_adjacent": [*forbid], "liberties": True}}
    if number:
        told["colours"] = {"number": number, "pieces": both.split()}
    elif both:
        told["both"] = {"pieces": both.split()}
    else:
        told |= {"left": {"pieces": left.split()}, "right": {"pieces": right.split()}}
    made = Rule.of(told)
    assert isinstance(made, PlacementRule)
    return made


NOGO = rule("X", "X")
FLAT = {
    "nogo": NOGO,
    "same apart": rule("X", "X", forbid=["LL"]),
    "others apart": rule("X", "X", forbid=["LR"]),
    "impartial": rule(both="X"),
    "three colours": rule(both="X", number=3),
    "edges": rule(both="XX X/X"),
    "edges and cells": rule("XX X/X", "X"),
}
SHAPED = {
    "dominoes": rule("X/X", "XX"),
    "dominoes apart": rule("X/X", "XX", forbid=["LL", "LR"]),
    "impartial dominoes": rule(both="XX X/X", number=2),
    "trominoes": rule("XX/X. X", "XXX XX"),
    "corners": rule(both="XX/X. .X/XX XX/.X", forbid=["LL"]),
    "gaps": rule("X.X X", "X./.X X"),
    "three gaps": rule(both="X.X X./.X X.X/.X."),
}
GAMES = FLAT | SHAPED


@pytest.fixture
def _by_loops():
    if not is_built():
        pytest.skip("needs the loops in C, which step these states")


def machine_of(game: PlacementRule, board: Board, order=None, weights=Weights.NONE, **more) -> LibertyMachine:
    stuck = more.pop("positions", Positions.ALL).stuck
    return LibertyMachine(game, board, range(board.size) if order is None else order, stuck, weights, **more)


def swept(machine: LibertyMachine) -> int:
    coding = codings.coding_of(machine)
    assert coding is not None
    return rung5_hashed.hashed_sweep(coding)[0]


def agree(game: PlacementRule, board: Board, order=None, classes=CLASSES) -> None:
    """Plain sweeps are what listing says, and so are the loops in C, which write any order of cells."""
    if is_built():
        assert swept(machine_of(game, board, order)) == int(brute_force(game, board)), (game, board, order)
    for positions in classes:
        listed = brute_force(game, board, positions.value, "players").polynomial
        machine = machine_of(game, board, order, Weights.PLAYERS, positions=positions)
        found = rung1_dictionary.dictionary_sweep(machine)
        assert sorted(found.items()) == sorted(listed.terms), (game, positions, board, order)


def test_every_rule_is_what_listing_says() -> None:
    for name, game in GAMES.items():
        rng = drawn(name)
        board = parse_one_board("2x3")
        agree(game, board, classes=rng.sample(CLASSES, 2))
        graph = graph_of(rng, rng.randint(2, 5), 0.5) if name in FLAT else parse_one_board(".#./...")
        agree(game, graph, rng.sample(range(graph.size), graph.size), rng.sample(CLASSES, 1))


LYING = [("nogo", "A.b/..."), ("nogo", "AA.b/..#."), ("nogo", "..A/.../b.#"), ("dominoes", "A.../A.bb"),
         ("dominoes apart", "A.../A.bb"), ("nogo", "lr./..."), ("nogo", ".l/r./..")]  # fmt: skip


def test_pieces_that_lie_there() -> None:
    """And cells that are reserved for a player."""
    for name, text in LYING:
        agree(GAMES[name], parse_one_board(text))
        assert not machine_of(GAMES[name], parse_one_board(text)).exchanges


def test_colours_are_exchanged_only_where_nothing_tells_them_apart() -> None:
    board = parse_one_board("3x2")
    both = tuple(replace(colour, owner=Player.BOTH) for colour in NOGO.colours)
    for game, weights, even in (
        (NOGO, Weights.NONE, True),
        (NOGO, Weights.PIECES, True),
        (NOGO, Weights.PLAYERS, False),
        (replace(NOGO, colours=both), Weights.PLAYERS, True),
        (rule("XX", "X/X"), Weights.NONE, False),
        (rule("X", "X", forbid=["LL"]), Weights.NONE, False),
        (rule("X", "X", forbid=["LR"]), Weights.NONE, True),
        (rule("X", "X", forbid=["LL", "RR"]), Weights.NONE, True),
        (rule(both="X"), Weights.NONE, False),
        (rule(both="X", number=3), Weights.NONE, False),
    ):
        machine = machine_of(game, board, weights=weights)
        assert machine.exchanges == even, (game, weights)
        assert sum(rung1_dictionary.dictionary_sweep(machine).values()) == int(brute_force(game, board))
    assert not machine_of(NOGO, board, positions=Positions.LEFT_ENDS).exchanges


@pytest.mark.usefixtures("_by_loops")
def test_what_does_not_fit_is_left_to_the_other_rungs() -> None:
    """Players who must be stuck, and frontiers of too many cells."""
    for text, positions, fits in (("13x13", 0, False), ("12x12", 0, True), ("3x3", 1, False)):
        machine = machine_of(NOGO, parse_one_board(text), positions=CLASSES[positions])
        assert (codings.coding_of(machine) is not None) == fits


# By loops in C.


@pytest.mark.usefixtures("_by_loops")
@pytest.mark.parametrize("sides", [range(1, 8), pytest.param(range(8, 10), marks=pytest.mark.slow(20))])
def test_legal_go_positions_in_print(sides) -> None:
    for side in sides:
        assert swept(machine_of(NOGO, parse_one_board(f"{side}x{side}"))) == LEGAL[side]
    assert swept(machine_of(NOGO, parse_one_board("2x3"), full=True)) == 0


@pytest.mark.usefixtures("_by_loops")
def test_families_by_loops(monkeypatch) -> None:
    """The same fraction as by the slow way; the memory of a count is refused before it is taken."""
    families = ("2xn", "cylinder:nx2")
    fast = [derive("nogo", family).generating_function for family in families]
    with pytest.raises(LimitError, match=r"would need about .* states|stopped where the next step needs"):
        count("nogo", "9x9", max_memory=3_000_000)
    monkeypatch.setenv("GFKIT_NATIVE", "0")
    assert [derive("nogo", family).generating_function for family in families] == fast


@pytest.mark.usefixtures("_by_loops")
def test_boards_of_a_family_of_which_only_some_exchange_colours() -> None:
    """On one cell nothing fits, so that colours are alike there and nowhere else."""
    game = rule("XX", "XXX")
    boards = [parse_one_board(f"1x{n}") for n in range(1, 9)]
    assert len({machine_of(game, board).form for board in boards}) == 2
    assert [swept(machine_of(game, board)) for board in boards] == [int(brute_force(game, b)) for b in boards]


def test_without_loops(monkeypatch) -> None:
    """Counting and deriving take the slow way; the rule is that of the catalogue."""
    monkeypatch.setenv("GFKIT_NATIVE", "0")
    assert int(count("nogo", "4x4")) == LEGAL[4]
    assert derive("nogo", "2xn").terms(3)[2] == LEGAL[2]
    assert int(count(find_rule("nogo"), "3x3")) == int(count(NOGO, "3x3")) == LEGAL[3]
