"""What symmetries of the board leave as it is, and what has no order or no direction on a graph.

Orders of groups are those of dihedral groups and of well-known graphs.
"""

from __future__ import annotations

from tables import tables

import gfkit
from gfkit.boards import parse_one_board
from gfkit.boards.symmetry import Turn, symmetries
from gfkit.games import Rule, find_rule
from gfkit.transfer.machine.invariance import is_unchanged
from gfkit.typing import UpTo, Weights

TOP, LEFT, CORNER = Turn(down=-1), Turn(right=-1), Turn(swapped=True)
BOARD = parse_one_board("4x4")
SYMMETRIES = {turn: one for one in symmetries(BOARD, UpTo.SYMMETRY) for turn in one.turns}


def beside(neighbours: str, allowed: list[int]) -> dict[str, object]:
    return {"cell": 1, "neighbours": neighbours, "of": [1], "allowed": allowed}


TURNS = [
    (find_rule("domineering"), [TOP, LEFT], [CORNER]),
    (find_rule("cram"), [TOP, LEFT, CORNER], []),
    (find_rule("kings"), [TOP, LEFT, CORNER], []),
    (find_rule("hard-hexagons"), [CORNER], [TOP, LEFT]),
    (Rule.cover("XX/X.", "X"), [CORNER], [TOP, LEFT]),
    (Rule.pointers(".o./.X./...", stay=True), [LEFT], [TOP, CORNER]),
    (Rule.array(colours=2, forbid=["10"]), [TOP], [LEFT, CORNER]),
    (
        Rule.array(colours=2, count=[beside("oX", [0]), beside("Xo", [0, 1])]),
        [TOP, LEFT],
        [CORNER],
    ),  # 11 in no row
    (Rule.array(colours=3, forbid=["10", "01"]), [TOP, LEFT], [CORNER]),
    (Rule.array(colours=2, window=[("ab", "a <= b"), ("a/b", "a <= b")]), [CORNER], [TOP, LEFT]),
    (Rule.array(colours=2, pin=[("top row", "x == 0")]), [LEFT], [TOP, CORNER]),
    (Rule.array(colours=2, pin=[("top left", "x == 0")]), [CORNER], [TOP, LEFT]),
]


def test_turns_of_a_rule() -> None:
    for rule, same, other in TURNS:
        assert all(is_unchanged(rule, BOARD, SYMMETRIES[turn], Weights.NONE) for turn in same)
        assert not any(is_unchanged(rule, BOARD, SYMMETRIES[turn], Weights.NONE) for turn in other)
    # Dominoes across and down change places, and have weights of their own.
    rule = find_rule("domino-tilings")
    kept = [is_unchanged(rule, BOARD, SYMMETRIES[CORNER], weights) for weights in Weights]
    assert dict(zip(Weights, kept, strict=True)) == {
        Weights.NONE: True,
        Weights.PIECES: True,
        Weights.PLAYERS: False,
    }
    assert gfkit.orbits("domino-tilings", "4x4").polynomial.total == 9  # type: ignore[union-attr]


def test_neighbours_come_in_no_order() -> None:
    """Else an answer would depend on how cells are numbered."""
    rule = Rule.array(colours=3, near=[("rook", "sorted(near)[0] <= x")])
    assert gfkit.count(rule, "2x3") == gfkit.brute_force(rule, "2x3")


def test_dominoes_of_two_kinds_do_not_lie_on_graphs() -> None:
    """An edge of a graph is neither across nor down; on paper one high there is one tiling, not 2^k."""
    assert int(gfkit.count("domino-tilings", "1x6")) == 1
    assert int(gfkit.count("perfect-matchings", "path:6")) == 1
    assert int(gfkit.count(Rule.cover("XX", turned=True), "prism:3")) == 4


COUNTS = tables("small_counts")


def test_groups_have_their_orders() -> None:
    """Dihedral groups and their products; the cube, the prism and the Petersen graph are well known."""
    for board, *orders in COUNTS["groups"]:
        assert [len(symmetries(parse_one_board(board), up_to)) for up_to in UpTo] == orders
