"""Lists, witnesses and costs against the configurations that are enumerated by definition.

Trees and matchings of least cost are those of networkx, and shortest tours those of all permutations.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, permutations
from pathlib import Path
from random import Random

import networkx as nx
import pytest
from cli.calling import call
from differential import questions
from differential.sampling import looks_of
from tuned import tune

from gfkit import Question, Rule, configurations, count, optimum
from gfkit.core.errors import GfkitError, InputError, MismatchError
from gfkit.core.oracle.definitions import drawable, listed
from gfkit.core.rules.configuration import Configuration
from gfkit.questions import list_configurations

POSITIONS = ("all", "all", "maximal", "left-ends", "play", "full")
ENDS = {"minimum": min, "maximum": max}
LIBRARY = [
    "derangements 1x5", "latin-rectangles 2x3", "nonadjacent-cycles cycle:6", "nogo 2x3", "col a../..A",
    "alternating-sign-matrices 3x3", "rooted-forests cycle:4", "eulerian-orientations complete:5",
]  # fmt: skip
Every = list[tuple[Configuration, int]]


def drawn_questions(seed: int, number: int) -> Iterator[tuple[Question, Every]]:
    """Yield rules of every kind, and games with all classes of positions, on small boards."""
    rng = Random(seed)
    while number:
        made, positions = (
            rng.choice((questions.on_board, questions.game_on_board))(rng),
            rng.choice(POSITIONS),
        )
        try:
            question = Question.of(questions.read(made), made.board)
            if question.rule.is_game:
                question = Question.of(questions.read(made), made.board, positions)
            every = enumerated(question)
            count(question)
        except GfkitError:
            continue
        is_drawn = not getattr(question.rule, "forgotten", ())  # images are not drawn
        if question.rule.divide == 1 and is_drawn and len(every) < 1500:
            number -= 1
            yield question, every


def enumerated(question: Question) -> Every:
    """Return all configurations by definition, each with its size."""
    draw = drawable(question.rule, question.board)
    found = listed(question.rule, question.board, question.positions, 50_000)
    return [(draw(one), sum(powers)) for one, powers in found]


def parts_of(question: Question, one: Configuration) -> list[str]:
    """Return the names of the parts with a cost."""
    board, joined = question.board, "{}-{}".format
    places = [f"{row + 1},{col + 1}" for row, col in board.places] if board.grid else ()
    names = board.names or places or [*map(str, range(1, board.size + 1))]
    owners = {"both": "", "left": "=left", "right": "=right"}
    found = ["-".join(names[c] for c in p.cells) + owners[p.owner.value] for p in one.pieces]
    found += [joined(names[a], names[b]) for a, b in one.arrows or ()]
    if one.by_lie:
        return found + [joined(names[cell], names[int(mark) - 1]) for cell, mark in one.marks.items()]
    return found + [f"{names[c]}={mark}" for c, mark in one.marks.items() if one.joins or not one.pieces]


def check(question: Question, every: Every, rng: Random) -> None:
    """Compare lists and optima with the enumeration."""
    found = [looks_of(one.configuration) for one in configurations(question)]
    assert len(found) == len(every) == len({*found}), question
    assert {*found} == {looks_of(one) for one, _ in every}, question
    assert list_configurations(question, limit=2, is_counted=False).is_unique is (len(every) == 1)
    named, rule = [parts_of(question, one) for one, _ in every], question.rule
    costs = {part: Fraction(rng.randint(-9, 30), 4) for parts in named for part in parts}
    given = {part: f"{float(cost):.2f}" for part, cost in costs.items()} | {"*": 0}
    is_play = question.positions == "play" and not rule.impartial
    if is_play or rule.avoided is not None or rule.has_image or getattr(rule, "new_values", ""):
        with pytest.raises(MismatchError):
            optimum(question, costs=given)
    else:
        totals = [sum(map(costs.__getitem__, parts)) for parts in named]
        check_ends(optimum(question, costs=given, witness=True), every, totals)
    if any(size for _, size in every):
        size = rng.choice(every)[1]
        of_size = {looks_of(one) for one, own in every if own == size}
        assert {looks_of(one.configuration) for one in configurations(question, pieces=size)} == of_size
        assert list_configurations(question, limit=1, pieces=size).count == len(of_size)
        check_ends(optimum(question, witness=True), every, [size for _, size in every])


def check_ends(found: object, every: Every, totals: list[Fraction] | list[int]) -> None:
    for (side, choose), shown in zip(ENDS.items(), found.witness, strict=True):
        end = choose(totals, default=None)
        optimal = [looks_of(one) for (one, _), total in zip(every, totals, strict=True) if total == end]
        assert getattr(found, side) == ((end, len(optimal)) if every else None), found
        assert looks_of(shown.configuration) in optimal if every else shown is None


@pytest.mark.parametrize("number", [12, pytest.param(500, marks=pytest.mark.slow(30))])
def test_all_queries_agree_with_enumeration(number: int) -> None:
    rng = Random(number)
    for question, every in drawn_questions(number, number):
        check(question, every, rng)


@pytest.mark.parametrize("number", [15, pytest.param(200, marks=pytest.mark.slow(30))])
def test_eliminations_agree_with_enumeration(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    eager = {"first_states": 1, "first_states_of_slices": 1, "time_ratio": 1e9, "order_time": 0}
    tune(monkeypatch, "DECOMPOSITION", states_ratio=2, **eager)
    assert optimum("dominating-sets", "petersen", costs={"*": 1}).evidence.method == "tree-decomposition"
    test_all_queries_agree_with_enumeration(number)


def test_rules_of_the_library() -> None:
    for asked in LIBRARY:
        question = Question.of(*asked.split())
        check(question, enumerated(question), Random(5))
    with pytest.raises(MismatchError, match="divided"):
        configurations("minimal-edge-cuts", "2x3")


@pytest.mark.parametrize("seed", [1, 2])
def test_trees_and_matchings_agree_with_networkx(seed: int) -> None:
    made, rng = nx.random_regular_graph(3, 16, seed=seed), Random(seed)
    nx.set_edge_attributes(made, {edge: rng.randint(1, 4000) / 64 for edge in made.edges}, "weight")
    costs = {f"{a}-{b}": cost for a, b, cost in made.edges.data("weight")}
    matchings = [nx.max_weight_matching(made), nx.min_weight_matching(made)]
    heaviest, cheapest = (sum(made[a][b]["weight"] for a, b in own) for own in matchings)
    tree = optimum("spanning-trees", made, costs=costs, witness=True)
    assert tree.minimum[0] == nx.minimum_spanning_tree(made).size("weight")
    assert nx.is_tree(nx.Graph(tree.witness[0].pieces))
    assert optimum("matchings", made, costs=costs).maximum[0] == heaviest
    assert optimum("perfect-matchings", made, costs=costs).minimum[0] == cheapest


def test_shortest_tours_and_assignments() -> None:
    rng, ways = Random(3), (-1, 2, -3)
    lengths = {pair: rng.randint(-5, 99) for pair in permutations(range(6), 2)}
    tours = [(0, *order, 0) for order in permutations(range(1, 6))]
    totals = [sum(lengths[min(pair), max(pair)] for pair in pairwise(tour)) for tour in tours]
    given = {f"{a + 1}-{b + 1}": length for (a, b), length in lengths.items() if a < b}
    shortest = optimum("hamiltonian-cycles", "complete:6", costs=given).minimum
    assert shortest == (min(totals), totals.count(min(totals)) // 2)
    orders = [o for o in permutations(range(6)) if all(b - a in ways for a, b in enumerate(o))]
    totals = [sum(lengths[pair] for pair in enumerate(order)) for order in orders]
    given = {f"1,{a + 1}-1,{b + 1}": length for (a, b), length in lengths.items() if b - a in ways}
    shifts = Rule.pointers("oX", "X.o", "o..X", stay=False)
    assert optimum(shifts, "1x6", costs=given).maximum == (max(totals), totals.count(max(totals)))


def test_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list begins at once, and numbers of optima above 2^53 and 2^64 are exact."""
    tilings = {frozenset(one.pieces) for one in islice(configurations("domino-tilings", "8x8"), 1000)}
    assert len(tilings) == 1000
    assert all(len({cell for piece in tiling for cell in piece}) == 64 for tiling in tilings)
    number = int(count("perfect-matchings", "10x12"))
    assert optimum("matchings", "10x12", costs={"*": 1}).maximum == (60, number)
    asked = [("dominating-sets", "5x5"), ("matchings", "10x12"), ("spanning-forests", "4x4")]
    ends = [(one.minimum, one.maximum) for one in (optimum(*each) for each in asked)]
    monkeypatch.setattr("gfkit.core.engine.task.packed_work", lambda _: 1 << 60)
    tune(monkeypatch, "COUNT", many_transitions=0)
    assert ends == [(one.minimum, one.maximum) for one in (optimum(*each) for each in asked)]


@pytest.mark.parametrize(
    ("board", "costs", "told"),
    [
        ("cycle:4", {"1-2": 1}, "*,COST"),
        ("cycle:4", {"1-3": 1, "*": 0}, "1-3"),
        ("cycle:4", {"1-2": 1, "2-1": 2, "*": 0}, "2-1"),
        ("cycle:4", {"1-2": "1/3", "*": 0}, "1/3"),
        ("cycle:4", {"*": 10**16}, "53 bits"),
        ("2x2", {"1-2": 1}, "1,1-"),
    ],
)
def test_costs_that_do_not_fit(board: str, costs: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        optimum("spanning-trees", board, costs=costs)


def test_commands(tmp_path: Path) -> None:
    """--unique answers by its exit code, and lines of --cost that cannot be read are named."""
    for rule, board, code in (
        ("perfect-matchings", "path:6", 0),
        ("cycles", "path:6", 1),
        ("paths", "path:3", 1),
    ):
        found = json.loads(call("count", rule, board, "--unique", "--json", code=code).out)
        assert found["unique"] is (code == 0)
    lines = json.loads(call("count", "paths", "path:4", "--list", "--limit", "2", "--json").out)
    assert (len(lines["configurations"]), lines["count"]) == (2, "6")
    file = tmp_path / "costs.csv"
    for text, told in (("# a\n1-2,1\n\n*, 0.25", None), ("1-2 1", "line 1"), ("1-2,1\n1-2,2", "line 2")):
        file.write_text(text)
        answer = call("optimum", "spanning-trees", "path:4", "--cost", str(file), code=2 if told else 0)
        assert told in answer.err if told else "1.5, attained once" in answer.out
