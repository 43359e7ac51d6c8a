"""The oracle, which lists the configurations of a rule and is the reference of other tests.

The numbers were computed manually; printed numbers and theorems are compared with counts and the oracle
elsewhere, as in ``test_count_theorems``, and with other listings in ``differential``.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest
from refusals import refused
from tables import tables

from gfkit import count
from gfkit.core.algebra import Polynomial
from gfkit.core.errors import BoardError, GfkitError, LimitError
from gfkit.core.oracle import brute_force
from gfkit.core.rules import Rule
from gfkit.core.rules.kind import KINDS, KindEntry
from gfkit.core.rules.rule import read_rule

TABLES = tables("oracle")


def players(game: str | Rule, board: str, positions: str = "all") -> Polynomial:
    return brute_force(game, board, positions, "players").polynomial


def counts(game: str | Rule, boards: str, sizes: range) -> list[int]:
    return [int(brute_force(game, boards.replace("n", str(n)))) for n in sizes]


def rule(text: str) -> Rule:
    return read_rule("test", f'name = "test"\n{text}')


# By hand


def test_pieces_by_hand() -> None:
    for game, board, positions, expected in TABLES["pieces"]:
        game = rule(game) if "\n" in game else game
        assert players(game, board, positions) == Polynomial.parse(expected), (game, board)


def test_pieces_already_placed() -> None:
    for game, board, positions, expected in TABLES["lying"]:
        # The grammar reads letters alone as something else, so such rows are drawn over a row of holes.
        drawn = board if "/" in board or "." in board else f"{board}/{'#' * len(board)}"
        for way in (brute_force, count):
            found = way(game, drawn, positions, "players").polynomial
            assert found == Polynomial.parse(expected), (way, game, board)
    for game, board in TABLES["no_position"]:
        with pytest.raises(BoardError) as refused:
            brute_force(game, board)
        assert "\n" not in str(refused.value)
        assert repr(board) in str(refused.value)


# Arrays and tiles


def cells(colours: int, rules: str, weight: str = "") -> Rule:
    return rule(f"[cells]\ncolours = {colours}\n{weight}\n{rules}")


def forbid(*windows: str) -> str:
    return f"[rules]\nforbid = {list(windows)}"


def beside(neighbours: str, allowed: int) -> str:
    """Return a rule that restricts the number of ones adjacent to a one."""
    of = f'neighbours = "{neighbours}"\nof = [1]\nallowed = [{allowed}]'
    return f"[[rules.count]]\ncell = 1\n{of}"


ALONE = forbid("11", "1/1")


def test_arrays() -> None:
    for colours, rules, board, known in TABLES["arrays"]:
        assert int(brute_force(cells(colours, rules), board)) == known, (rules, board)
    weighted = cells(3, ALONE, 'weight = {"1" = "x", "2" = "x*y^2"}')
    assert brute_force(weighted, "1x1", weights="players").polynomial == Polynomial.parse("1 + x + xy^2")
    assert str(brute_force(weighted, "1x1", weights="pieces")) == "1 + x + x^3"
    assert str(brute_force(weighted, "1x1")) == "3"


def test_tiles_wrap_and_meet_holes() -> None:
    steps = rule(
        '[boundary]\ntop = ["o"]\nbottom = ["o"]\nleft = ["a"]\nright = ["b"]\n'
        '[[tile]]\ntop = "o"\nbottom = "o"\nleft = "a"\nright = "b"\nweight = "x"\n'
        '[[tile]]\ntop = "o"\nbottom = "o"\nleft = "b"\nright = "a"\nweight = "y"\n'
    )
    known = {"1x1": "x", "1x2": "0", "1x3": "x^2*y", "3x1": "x^3", ".#.": "x^2", "..#.": "0"}
    assert {board: str(brute_force(steps, board, weights="players")) for board in known} == known
    assert str(brute_force(steps, "cylinder:3x1", weights="pieces")) == "x^3"
    assert counts(steps, "torus:3xn", range(3, 5)) == [0, 8]


# The answer and the refusals


def test_tries_end_a_listing():
    assert int(brute_force("hamiltonian-cycles", "4x6", tries=20_000)) == 37  # A006864; 2^38 sets of edges
    for game, board in (("domino-tilings", "4x4"), ("col", "3x3"), ("matchings", "3x3"), ("kings", "3x3")):
        with pytest.raises(LimitError, match="the limit is 10"):
            brute_force(game, board, tries=10)


# A kind that defines only its legal configurations


@dataclass(frozen=True)
class HalvesRule(Rule):
    """Half of the cells are taken."""

    name: str = "Halves"
    kind: str = "halves"


def test_a_kind_may_define_only_its_legal_configurations(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("halves")
    module.candidates = lambda _, board: itertools.product((0, 1), repeat=board.size)
    module.is_legal = lambda _, board, taken: 2 * sum(taken) == board.size
    monkeypatch.setitem(sys.modules, "halves", module)
    monkeypatch.setitem(KINDS, "halves", KindEntry("halves", frozenset(), ""))
    assert counts(HalvesRule(), "1xn", range(6)) == [1, 0, 2, 0, 6, 0]
    assert str(brute_force(HalvesRule(), "2x2", weights="players")) == "6"
    module.powers = lambda _rule, _board, taken: (taken[0], sum(taken))
    assert players(HalvesRule(), "1x2") == Polynomial.parse("y + x*y")
    for asked, *facts in TABLES["halves"]:
        with refused(GfkitError, *facts, about=asked):
            brute_force(HalvesRule(), "2x2", **asked)
