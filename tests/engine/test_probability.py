"""Probabilities of events, and conditions on configurations.

They are compared with brute force, with effective resistances, deletion, symmetry, and numbers in print.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import flint
import pytest
from choice import some_of
from cli.calling import call, told
from tables import tables

from gfkit import configurations, count, derive, optimum, parse_board, probability, samples
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import MismatchError
from gfkit.core.oracle.definitions import listed
from gfkit.core.rules import Question, Rule
from gfkit.proofs import save_derived
from gfkit.questions.probability import ProbabilityOfFamily
from gfkit.runs.identity import identity


def test_cells_that_point_at_nothing_and_members_of_rule_files_have_events_of_their_own() -> None:
    partial = Rule.of({"name": "partial", "pointers": {"moves": ["rook"], "stay": False, "partial": True}})
    found = probability(partial, "1x2")  # each of two cells may point at the other
    assert {*found.values()} == {Fraction(1, 2)}
    assert probability(partial, "1x2", "cell 1,1 points at nothing") == Fraction(1, 2)
    bits = Rule.array(values="1..3", members=[1, 3], weight={1: "x"})
    assert probability(bits, "1x1", "cell 1,1 is selected and cell 1,1: x != 3") == Fraction(1, 3)
    with pytest.raises(MismatchError):
        probability(Rule.array(values="1..3", weight={1: "x"}), "1x1", "cell 1,1 is selected")


def test_events_without_variables_have_limits_in_the_middle() -> None:
    for name, family, event, limit in tables("wholes")["events_without_variables"]:
        assert probability(name, family, f"{event} in the middle").limit.exact == limit, event


def test_the_edges_of_trees_are_resistances_and_dominoes_follow_from_deletion() -> None:
    board = parse_one_board("3x4")
    laplacian = flint.fmpq_mat(12, 12, [0] * 144)
    for a, b in board.edges:
        for one, other in ((a, b), (b, a)):
            laplacian[one, one] += 1
            laplacian[one, other] -= 1
    ground = flint.fmpq_mat(11, 11, [laplacian[i, j] for i in range(1, 12) for j in range(1, 12)]).inv()
    at = lambda a, b: ground[a - 1, b - 1] if a and b else flint.fmpq(0)  # noqa: E731
    found = list(probability("spanning-trees", "3x4").values())
    assert found == [Fraction(str(at(a, a) + at(b, b) - 2 * at(a, b))) for a, b in board.edges]
    for name in ("domino-tilings", "matchings"):
        for event, chance in some_of([*probability(name, "4x4").items()], 6):
            cells = [
                tuple(int(at) - 1 for at in cell.split(","))
                for cell in event.removeprefix("edge ").split("-")
            ]
            rest = "/".join("".join(".#"[(r, c) in cells] for c in range(4)) for r in range(4))
            assert chance == Fraction(int(count(name, rest)), int(count(name, "4x4"))), event
            assert probability(name, "4x4", event) == chance


def test_symmetry_of_an_aztec_diamond_and_the_bond_orders_of_c60() -> None:
    found = probability("domino-tilings", "aztec:4")
    turned = {}
    for event, chance in found.items():
        ends = [cell.split(",") for cell in event.removeprefix("edge ").split("-")]
        turned["edge " + "-".join(sorted(f"{col},{9 - int(row)}" for row, col in ends))] = chance
    assert turned == {
        "edge " + "-".join(sorted(e.removeprefix("edge ").split("-"))): p for e, p in found.items()
    }
    assert sum(found.values()) == parse_one_board("aztec:4").size / 2
    orders = list(probability("perfect-matchings", "buckyball").values())  # in print: Pauling bond orders
    assert sorted(orders) == [Fraction(7, 25)] * 60 + [Fraction(11, 25)] * 30


@pytest.mark.parametrize("words", some_of(tables("wholes")["families_of_events"], step=2))
def test_families_agree_with_their_boards(words: tuple[Any, ...]) -> None:
    name, family, event, n, cell = words
    law = probability(name, family, event)
    assert isinstance(law, ProbabilityOfFamily)
    board, large = (family.replace("nx", f"{k}x").replace("xn", f"x{k}") for k in (law.first_n + 2, n))
    assert law[law.first_n + 2] == probability(name, board, event)
    if law.limit is not None:
        assert abs(float(law[60]) - float(law.limit.ball.value)) < 1e-9
    middle = probability(name, family, f"{event} in the middle")
    assert abs(float(probability(name, large, cell)) - float(middle.limit.ball.value)) < 1e-4


def test_cells_of_families_have_the_numbers_of_single_boards() -> None:
    for text, other, cell in some_of(tables("wholes")["numbered"], 4, 3):
        law = derive("independent-sets", text, given=f"cell {cell} is 1")
        assert law.first_n > other, text
        for n in range(max(2, law.first_n), law.first_n + 4):
            single = law.question.family.at(n).text
            assert law[n] == count("independent-sets", single, given=f"cell {cell} is 1"), single


def test_limits_in_print() -> None:
    corner = probability("independent-sets", "4xn", "cell 1,1 is 1")
    assert corner.terms(4) == [Fraction(3, 8), Fraction(12, 41), Fraction(72, 227), Fraction(191, 617)]
    rate = probability("independent-sets", "path:n", "cell 1 is 1 in the middle").limit  # hard rods
    assert abs(float(rate.ball.value) - (1 - 1 / sqrt(5)) / 2) < 1e-15
    assert probability(
        "independent-sets", "path:n", "cell 1 is 1 in the middle", at="x=2"
    ).limit.exact == Fraction(1, 3)
    even = probability("domino-tilings", "3xn", "cell 1,1 is covered by a vertical domino")
    assert (corner.note, even.terms(2)[0], "n mod 2 = 0" in even.note) == ("", None, True)
    words = Rule.array(
        colours=2, forbid=["00", "11"], weight={1: "x"}
    )  # 0101 and 1010; 010 with x, 101 with x^2
    for x in (Fraction(2), 1 + Fraction(1, 10**40)):
        found = probability(words, "1xn", "cell 1,1 is 1", at=f"x={x}")
        assert (found.limit, found.terms(2)) == (None, [x / (1 + x), Fraction(1, 2)])
    weighed = probability("independent-sets", "1xn", "cell 1,1 is 1", at="x=1/2")
    assert weighed[2] == Fraction(1, 4) == probability("independent-sets", "1x2", at="x=1/2")["cell 1,1 is 1"]


def test_theorems_do_not_ignore_a_condition() -> None:
    """Each query has a theorem for counting, sampling or deriving that ignores conditions."""
    for name, board, event in tables("wholes")["conditions_with_theorems"]:
        both = [int(count(name, board, given=word + event)) for word in ("", "not ")]
        assert 0 < both[0] < sum(both) == int(count(name, board)), name
    for name in ("spanning-trees", "domino-tilings"):
        for one in samples(name, "6x6", number=4, seed=1, given="edge 1,1-1,2 and edge 6,5-6,6"):
            assert {(0, 1), (34, 35)} <= {piece.cells for piece in one.configuration.pieces}
    assert optimum("independent-sets", "3x3", given="cell 2,2 is 1").maximum == (5, 1)
    assert optimum("independent-sets", "path:n", given="cell 2 is 1").maximum.weights[9] == 4
    trees = derive("spanning-trees", "2x2n", given="corner is a leaf")[2]
    assert trees == count("spanning-trees", "2x4", given="corner is a leaf")
    law = derive("independent-sets", "1xn", given="not cell 1,4 is 0")
    assert (law.first_n, law.terms(4)) == (4, [3, 3, 6, 9]), "cells 1, 2 and cells from 6 on are free"


def test_conditioned_results_have_separate_cache_keys(tmp_path: Any) -> None:
    plain, given = (Question.of("independent-sets", "4xn", given=event) for event in (None, "cell 1,1 is 1"))
    assert plain != given
    assert identity("derive", *plain.key) != identity("derive", *given.key)
    with pytest.raises(MismatchError):
        save_derived(derive(given), tmp_path / "proof.json")
    with pytest.raises(MismatchError):
        list(listed(given.rule, given.family.at(2)))


def test_invalid_events_are_rejected_in_one_line() -> None:
    for words, named in tables("wholes")["bad_events"]:
        said = call("probability", *words, code=2)
        assert said.err.count("\n") == 1
        assert named in said.err


def test_the_command_prints_fractions_and_draws(tmp_path: Any) -> None:
    assert told("probability", "nogo", "2x2", "cell 1,1 is left")["events"][0]["event"] == "cell 1,1 is left"
    for name, board in (("domino-tilings", "aztec:2"), ("col", "petersen"), ("kings", "2x2")):
        call("probability", name, board, "-o", tmp_path / f"{name}.svg", code=0)
    call(
        "derive", "independent-sets", "3xn", "--given", "cell 1,1 is 1", "--save", tmp_path / "p.json", code=2
    )


def test_several_conditions_hold_together() -> None:
    first, second = ((0, 0), (0, 1)), ((3, 0), (3, 1))
    tilings = [{*one.pieces} for one in configurations("domino-tilings", "4x4")]
    both = sum({first, second} <= tiling for tiling in tilings)
    events = ("edge 1,1-1,2", "edge 4,1-4,2")
    assert count("domino-tilings", "4x4", given=events) == both == 11
    asked = [word for event in events for word in ("--given", event)]
    assert call("count", "domino-tilings", "4x4", *asked, code=0).out.startswith("11\n")


@pytest.mark.parametrize(
    ("family", "event", "first"),
    [
        ("path:n", "not cell 3 is 0", 3),
        ("2xn", "not cell 1,3 is 1 or cell 1,1 is 1", 3),
        ("cycle:n", "cell 5 is 0", 5),
        ("path:2n", "not cell 5 is 0", 3),
        ("repeat(.#/..):n", "not cell 1,5 is 0", 3),
        ("2xn", "cell 1,1 is 0", 1),
    ],
)
def test_conditions_start_at_the_first_board_with_their_cells(family: str, event: str, first: int) -> None:
    """Nothing is stated about smaller boards, on which no event about these cells is defined."""
    law, boards = derive("independent-sets", family, given=event), parse_board(family)
    assert law.first_n == first
    for n in range(first, first + 4):
        assert law.number(n) == count("independent-sets", boards.at(n), given=event)
    with pytest.raises(MismatchError):
        count("independent-sets", boards.at(first - 1), given=event)
