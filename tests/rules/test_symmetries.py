"""Symmetries of a board that preserve a rule or a constraint system map solutions to solutions.

Reference: all solutions by exhaustive search, mapped by code in this file; orders of groups are those of
dihedral groups and of well-known graphs.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import choice
import pytest
from differential import orbits, questions
from solutions import Shown, solutions
from tables import tables

import gfkit
from gfkit.core.boards import parse_board, parse_one_board
from gfkit.core.boards.symmetry import Turn, symmetries
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Key, Role, Slot, SymbolMove
from gfkit.core.typing import Positions, UpTo, Weights
from gfkit.questions.invariance import fitting_names, is_unchanged

_MOST = 30_000
Cells = tuple[int, ...]


def moved(
    shown: Shown, slots: dict[Key, Slot], cells: Cells, names: dict[object, object]
) -> frozenset[object]:
    """Return the image of a solution under a symmetry, as an unordered set."""
    marks = set()
    for key, slot in slots.items():
        if slot.role is Role.HIDDEN:
            continue
        value, at = slot.values[shown[key]], [cells[cell] for cell in slot.cells]
        if slot.symbol_move is SymbolMove.CELLS:
            value = cells[value]
        if slot.symbol_move is SymbolMove.TURNED and at != sorted(at):
            value = 1 - value
        marks.add((names.get(slot.name, slot.name), frozenset(at), value))
    return frozenset(marks)


def is_kept(
    system: ConstraintSystem, cells: Cells, names: dict[object, object], weights: Weights
) -> bool | None:
    """Return True if solutions map to solutions of equal weight. Return None if there are too many."""
    slots = {slot.key: slot for slot in system.slots}
    before, after = Counter[object](), Counter[object]()
    still = tuple(range(len(cells)))
    try:
        for shown, (x, y) in solutions(system, _MOST):
            told = {Weights.NONE: (0, 0), Weights.PIECES: (x + y, 0), Weights.PLAYERS: (x, y)}[weights]
            before[moved(shown, slots, still, {}), told] += 1
            after[moved(shown, slots, cells, names), told] += 1
    except RecursionError:
        return None
    return before == after


@pytest.mark.parametrize("number", [6, pytest.param(150, marks=pytest.mark.slow(30))])
def test_symmetries_that_preserve_a_rule(number: int) -> None:
    """Random rules of all kinds and classes of positions, on small boards of many shapes."""
    kept = 0
    for case in range(number):
        made = orbits.case(Random(f"symmetric {choice.SEED} {case}"))
        boards = parse_board(made.board) if "n" in made.board else None
        try:
            board = parse_one_board(made.board) if not made.is_family else boards.at(3)  # type: ignore[union-attr]
            weights = Weights.read(made.weights)
            asked = Question(questions.read(made), board, Positions.read(made.positions), weights)
            asked.check_symmetric()
            system = system_of(asked.rule, asked.board, asked.positions)
            group = symmetries(board, UpTo.read(made.up_to))
        except GfkitError:
            continue
        for one in group[:12]:
            try:
                names = fitting_names(asked.rule, asked.board, one, weights)
            except GfkitError:
                continue
            truth = is_kept(system, one.cells, dict(names), weights)
            assert truth is not False, (made, one)
            kept += bool(truth)
    assert kept > number // 2


# Turns of rules


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
    # 11 in no row
    (Rule.array(colours=2, count=[beside("oX", [0]), beside("Xo", [0, 1])]), [TOP, LEFT], [CORNER]),
    (Rule.array(colours=3, forbid=["10", "01"]), [TOP, LEFT], [CORNER]),
    (Rule.array(colours=2, window=[("ab", "a <= b"), ("a/b", "a <= b")]), [CORNER], [TOP, LEFT]),
    (Rule.array(colours=2, pin=[("top row", "x == 0")]), [LEFT], [TOP, CORNER]),
    (Rule.array(colours=2, pin=[("top left", "x == 0")]), [CORNER], [TOP, LEFT]),
]


def test_rotations_of_a_rule() -> None:
    for rule, same, other in TURNS:
        assert all(is_unchanged(rule, BOARD, SYMMETRIES[turn], Weights.NONE) for turn in same)
        assert not any(is_unchanged(rule, BOARD, SYMMETRIES[turn], Weights.NONE) for turn in other)
    # Horizontal and vertical dominoes are swapped, and have different weights.
    rule = find_rule("domino-tilings")
    kept = [one for one in Weights if is_unchanged(rule, BOARD, SYMMETRIES[CORNER], one)]
    assert kept == [Weights.NONE, Weights.PIECES]
    assert gfkit.orbits("domino-tilings", "4x4").polynomial.total == 9  # type: ignore[union-attr]


def test_the_order_of_neighbours_does_not_matter() -> None:
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
