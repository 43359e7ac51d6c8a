"""Forms of constraints that gfkit does not have, and rules that are Python functions.

Numbers come from listings that do not use gfkit, from elementary counting, and from enumerations of rules.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from gfkit import (
    Board,
    Rule,
    brute_force,
    compare,
    count,
    derive,
    find_rule,
    optimum,
    parse_board,
    save_derived,
)
from gfkit.core.errors import GfkitError, MismatchError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Exclusion,
    Key,
    Role,
    Slot,
)
from gfkit.core.rules.kinds.plain import system_data
from gfkit.core.rules.values import Numbers

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_constraint.py"
METHODS = ["auto", "reference"]


@dataclass(frozen=True)
class Unequal(Constraint):
    """Constraint that two words differ, whose letters are read in turn."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    start = False, None

    def read(self, state: Any, symbol: int) -> Any:
        differ, other = state
        return (differ, symbol) if other is None else (differ or symbol != other, None)

    def accepts(self, state: Any) -> bool:
        return bool(state[0])


def unequal_rows(board: Board) -> ConstraintSystem:
    """Return the system of 0-1 arrays in which adjacent rows differ."""
    slots = tuple(Slot(("value", c), (c,), (0, 1), ((0, 0),) * 2, "it is 1") for c in range(board.size))
    rows = [
        [c for c, (row, _) in enumerate(board.places) if row == k]
        for k in sorted({r for r, _ in board.places})
    ]
    pairs = [tuple(c for both in zip(*rows_, strict=True) for c in both) for rows_ in pairwise(rows)]
    return ConstraintSystem(slots, tuple(Unequal(pair, tuple(("value", c) for c in pair)) for pair in pairs))


def test_the_example_agrees_with_its_listing(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "consistent" in capsys.readouterr().out
    triples = runpy.run_path(str(EXAMPLE))["triples"]
    assert derive(triples, "torus:4xn").terms(2) == [brute_force(triples, f"torus:4x{n}") for n in (3, 4)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("family", ["nx3", "3xn"])
def test_words_are_read_in_their_order_in_every_direction(family: str, method: Any) -> None:
    law = derive(unequal_rows, family, method=method)
    for n in range(1, 9):
        rows, width = (n, 3) if family == "nx3" else (3, n)
        assert law[n] == 2**width * (2**width - 1) ** (rows - 1)  # each row differs from the row before it
    assert law[3] == count(unequal_rows, "3x3") == brute_force(unequal_rows, "3x3")
    assert count(unequal_rows, "3x9") == 2**9 * (2**9 - 1) ** 2


@pytest.mark.parametrize("method", METHODS)
def test_two_automata_read_the_same_long_line(method: Any) -> None:
    texts = "(...)*", "(1|0)*1"
    rule = Rule.array(colours=2, line=[{"along": ["columns"], "match": text} for text in texts])
    law = derive(rule, "nx1", method=method)
    for n, term in enumerate(law.terms(8)):
        words = map("".join, product("01", repeat=n))
        assert term == sum(all(re.fullmatch(text, word) for text in texts) for word in words)


@pytest.mark.parametrize("method", METHODS)
def test_cardinalities_read_all_slices(method: Any) -> None:
    def words(board: Board) -> ConstraintSystem:
        at, slots = tuple(range(board.size)), unequal_rows(board).slots
        cases = (1, Numbers(frozenset({0}), 3, modulo=True)), (2, Numbers(frozenset({0}), 2, modulo=True))
        counts = [Cardinality(at, tuple((slot.key, mask) for slot in slots), few) for mask, few in cases]
        return ConstraintSystem(slots, tuple(counts))

    law = derive(words, "1xn", method=method)
    for n, term in enumerate(law.terms(20)):
        assert term == sum(comb(n, zeros) for zeros in range(0, n + 1, 3) if (n - zeros) % 2 == 0)


def changed(change: Callable[[int], bool]) -> Callable[[Board], ConstraintSystem]:
    def rows(board: Board) -> ConstraintSystem:
        system = unequal_rows(board)
        return replace(system, constraints=()) if change(len(board.places) // 2) else system

    return rows


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("change", [lambda n: n >= 50, lambda n: n % 2 == 1, lambda n: n == 31])
def test_functions_whose_slices_change_are_rejected(change: Callable[[int], bool], method: Any) -> None:
    with pytest.raises(MismatchError, match="same slices"):
        derive(changed(change), "nx2", method=method)


@pytest.mark.parametrize("method", METHODS)
def test_a_change_at_a_small_board_is_counted_and_a_far_one_is_a_stated_hypothesis(method: Any) -> None:
    assert derive(changed(lambda n: n == 3), "nx2", method=method).terms(5) == [1, 4, 12, 64, 108]
    law = derive(changed(lambda n: n >= 100), "nx2", method=method)
    assert law.evidence.status == "consistent"
    assert "same slices" in law.hypothesis
    assert law.as_json()["hypothesis"] == law.hypothesis
    assert (2 * law).evidence.status == "consistent"
    assert count(changed(lambda n: n >= 100), "10^9x2", mod=7).evidence.status == "consistent"


def test_functions_have_no_certificates_and_no_proofs_for_all_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = derive(unequal_rows, "nx2")
    for refused in (
        lambda: save_derived(law, tmp_path / "law.json"),
        lambda: system_data(unequal_rows(parse_board("3x2"))),
        lambda: optimum(law.question),
        lambda: compare(law.rule, "kings"),
        lambda: compare(unequal_rows, "kings"),
        lambda: count(unequal_rows, "3x2", "maximal"),
        lambda: count(lambda board: board.size, "3x2"),
        lambda: count(lambda board: replace(unequal_rows(board), slots=()), "3x2"),
    ):
        with pytest.raises(GfkitError) as error:
            refused()
        assert "\n" not in str(error.value)
    monkeypatch.setattr("gfkit.proofs.saving.written_rule", lambda *_: {"kind": "own"})  # of a plug-in
    with pytest.raises(MismatchError, match="Unequal, a form"):
        save_derived(law, tmp_path / "law.json")


@pytest.mark.parametrize(
    ("name", "board"),
    [("spanning-trees", "2x3"), ("acyclic-orientations", "2x3"), ("strong-orientations", "2x2"),
     ("connected-induced-subgraphs", "2x3"), ("potts", "2x2"), ("domineering", "2x3")],
)  # fmt: skip
def test_brute_force_evaluates_every_form_of_constraint(name: str, board: str) -> None:
    def constraints(board: Board) -> ConstraintSystem:
        return system_of(find_rule(name), board)

    for weights in ("none", "players"):
        assert brute_force(constraints, board, "all", weights) == brute_force(name, board, "all", weights)


class NoOnes(Exclusion):
    """Subclass that is equal to an exclusion, as both are tuples."""

    __slots__ = ()

    def accepts(self, state: Any) -> bool:
        return bool(state[0] == 0)


@dataclass(frozen=True)
class Faulty(Constraint):
    """Number of ones modulo 3, or with one of several faults."""

    at: tuple[int, ...]
    keys: tuple[Key, ...]
    fault: str = ""
    is_ordered = False

    @property
    def start(self) -> Any:
        return None if self.fault == "start" else 0

    def read(self, state: int, symbol: int) -> Any:
        if self.fault == "order":
            return 2 * state + symbol & 3
        return False if self.fault == "bool" and symbol else (state + symbol) % 3

    def accepts(self, state: int) -> bool:
        return state == (len(self.keys) % 3 if self.fault == "keys" else 0)


def test_faulty_automata_are_rejected_and_leave_no_trace() -> None:
    def system(board: Board, fault: str) -> ConstraintSystem:
        at, slots = tuple(range(board.size)), unequal_rows(board).slots
        return ConstraintSystem(slots, (Faulty(at, tuple(slot.key for slot in slots), fault),))

    def as_rule(change: Callable[[ConstraintSystem, Board], ConstraintSystem]) -> Callable[[Board], Any]:
        return lambda board: change(unequal_rows(board), board)

    near = as_rule(lambda s, b: replace(s, constraints=tuple(
        NoOnes(pair, tuple((s.slots[c].key, 2) for c in pair)) for pair in b.edges)))  # fmt: skip
    hidden = as_rule(lambda s, _: replace(s, slots=tuple(
        Slot(one.key, one.at, one.values, ((0, 0), (1, 0)), one.meaning, Role.FORGOTTEN) for one in s.slots
    )))  # fmt: skip
    lazy = as_rule(lambda s, _: replace(s, constraints=iter(s.constraints)))
    faults = [partial(system, fault=fault) for fault in ("start", "order", "bool", "keys")]
    for rule in (near, hidden, lazy, *faults):
        with pytest.raises(MismatchError) as error:
            count(rule, "4x1")
        assert "\n" not in str(error.value)
    assert count(partial(system, fault=""), "4x1").count == sum(comb(4, k) for k in (0, 3))
    assert derive("independent-sets", "path:n").terms(6) == [1, 2, 3, 5, 8, 13]
