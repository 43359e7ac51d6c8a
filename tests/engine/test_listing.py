"""Lists, uniqueness, witnesses and costs against the configurations that are enumerated by definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise, permutations
from random import Random

import networkx as nx
import pytest
from differential import questions
from differential.sampling import looks_of
from tuned import tune

from gfkit import Question, Rule, configurations, count, optimum
from gfkit.errors import GfkitError, InputError, LimitError, MismatchError
from gfkit.oracle.definitions import drawable, listed
from gfkit.questions.listing import list_configurations
from gfkit.rules.configuration import Configuration

POSITIONS = ("all", "all", "maximal", "left-ends", "play", "full")
LEAST, MOST = "smallest", "largest"


def drawn_questions(seed: int, number: int) -> Iterator[Question]:
    """Rules of every kind, and games with all classes of positions, on small boards."""
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
        if question.rule.divide == 1 and len(every) < 1500:
            number -= 1
            yield question


def enumerated(question: Question) -> list[tuple[Configuration, int]]:
    """All configurations by definition, each with its size."""
    draw = drawable(question.rule, question.board)
    found = listed(question.rule, question.board, question.positions, 50_000)
    return [(draw(one), sum(powers)) for one, powers in found]


def parts_of(question: Question, one: Configuration) -> list[str]:
    """The names of the parts that cost something."""
    board = question.board
    places = [f"{row + 1},{col + 1}" for row, col in board.places] if board.grid else range(1, board.size + 1)
    names = board.names or [*map(str, places)]
    owners = {"both": "", "left": "=left", "right": "=right"}
    found = ["-".join(names[c] for c in p.cells) + owners[p.owner.value] for p in one.pieces]
    found += [f"{names[a]}-{names[b]}" for a, b in one.arrows or ()]
    if one.by_lie:
        return found + [f"{names[cell]}-{names[int(mark) - 1]}" for cell, mark in one.marks.items()]
    marks = one.marks if one.joins or not one.pieces else {}
    return found + [f"{names[cell]}={mark}" for cell, mark in marks.items()]


def check(question: Question, rng: Random) -> None:
    """Compares everything with what is enumerated."""
    every = enumerated(question)
    found = [looks_of(one.configuration) for one in configurations(question)]
    assert len(found) == len(every) == len({*found}), question
    assert {*found} == {looks_of(one) for one, _ in every}, question
    assert list_configurations(question, limit=2, is_counted=False).is_unique is (len(every) == 1)
    check_costs(question, every, rng)
    if not any(size for _, size in every):
        return
    size = rng.choice(every)[1]
    of_size = {looks_of(one) for one, own in every if own == size}
    assert {looks_of(one.configuration) for one in configurations(question, pieces=size)} == of_size
    assert list_configurations(question, limit=1, pieces=size).count == len(of_size)
    best = optimum(question, witness=True)
    for side, choose, shown in zip((LEAST, MOST), (min, max), best.witness, strict=True):
        end = choose(size for _, size in every)
        optimal = [looks_of(one) for one, size in every if size == end]
        assert getattr(best, side) == (end, len(optimal)), (question, side)
        assert looks_of(shown.configuration) in optimal


def check_costs(question: Question, every: list[tuple[Configuration, int]], rng: Random) -> None:
    """Costs, some of them negative, of all parts that occur."""
    named = [(one, parts_of(question, one)) for one, _ in every]
    costs = {part: Fraction(rng.randint(-9, 30), 4) for _, parts in named for part in parts}
    given = {part: f"{float(cost):.2f}" for part, cost in costs.items()} | {"*": 0}
    rule = question.rule
    is_play = question.positions == "play" and not rule.impartial
    if is_play or rule.avoided is not None or rule.has_image or getattr(rule, "new_values", ""):
        with pytest.raises(MismatchError):
            optimum(question, costs=given)
        return
    found = optimum(question, costs=given, witness=True)
    for side, choose, shown in zip((LEAST, MOST), (min, max), found.witness, strict=True):
        totals = [(sum(map(costs.get, parts)), looks_of(one)) for one, parts in named]
        end = choose((total for total, _ in totals), default=None)
        optimal = [looks for total, looks in totals if total == end]
        assert getattr(found, side) == ((end, len(optimal)) if totals else None), (question, side)
        assert shown is None if not totals else looks_of(shown.configuration) in optimal


@pytest.mark.parametrize("number", [60, pytest.param(1000, marks=pytest.mark.slow(60))])
def test_all_queries_agree_with_enumeration(number: int) -> None:
    rng = Random(number)
    for question in drawn_questions(number, number):
        check(question, rng)


@pytest.mark.parametrize("number", [15, pytest.param(200, marks=pytest.mark.slow(30))])
def test_eliminations_agree_with_enumeration(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each component with small tables is eliminated, and traced back."""
    eager = {"first_states": 1, "first_states_of_slices": 1, "time_ratio": 1e9, "order_time": 0}
    tune(monkeypatch, "DECOMPOSITION", states_ratio=2, **eager)
    assert (
        optimum("dominating-sets", "petersen", witness=True, costs={"*": 1}).evidence.method
        == "tree-decomposition"
    )
    test_all_queries_agree_with_enumeration(number)


def test_rules_of_the_library() -> None:
    """Images, structures that avoid violations, boards with pieces, and graphs with names."""
    rng = Random(5)
    for asked in (
        ("derangements", "1x5"),
        ("latin-rectangles", "2x3"),
        ("nonadjacent-cycles", "cycle:6"),
        ("nogo", "2x3"),
        ("col", "a../..A"),
        ("alternating-sign-matrices", "3x3"),
        ("rooted-forests", "cycle:4"),
        ("eulerian-orientations", "complete:5"),
        ("still-lifes", "3x3"),
    ):
        check(Question.of(*asked), rng)
    with pytest.raises(MismatchError, match="divided"):
        configurations("minimal-edge-cuts", "2x3")


def weighted_graph(seed: int) -> tuple[nx.Graph, dict[str, float]]:
    """A cubic graph with costs that are binary fractions."""
    made, rng = nx.random_regular_graph(3, 16, seed=seed), Random(seed)
    for a, b in made.edges:
        made[a][b]["weight"] = rng.randint(1, 4000) / 64
    return made, {f"{a}-{b}": cost for a, b, cost in made.edges.data("weight")}


@pytest.mark.parametrize("seed", [1, 2])
def test_trees_and_matchings_agree_with_networkx(seed: int) -> None:
    made, costs = weighted_graph(seed)
    matchings = [nx.max_weight_matching(made), nx.min_weight_matching(made)]
    heaviest, cheapest = (sum(made[a][b]["weight"] for a, b in own) for own in matchings)
    tree = optimum("spanning-trees", made, costs=costs, witness=True)
    assert tree.smallest[0] == nx.minimum_spanning_tree(made).size("weight")
    assert tree.largest[0] == nx.maximum_spanning_tree(made).size("weight")
    assert nx.is_tree(nx.Graph(tree.witness[0].pieces))
    assert optimum("matchings", made, costs=costs).largest[0] == heaviest
    assert optimum("perfect-matchings", made, costs=costs).smallest[0] == cheapest


def test_shortest_tours_and_assignments() -> None:
    """By all permutations: tours of six vertices, and derangements of the cells of a row."""
    rng = Random(3)
    lengths = {(a, b): rng.randint(-5, 99) for a, b in permutations(range(6), 2)}
    given = {f"{a + 1}-{b + 1}": length for (a, b), length in lengths.items() if a < b}
    tours = [(0, *order, 0) for order in permutations(range(1, 6))]
    totals = [sum(lengths[min(pair), max(pair)] for pair in pairwise(tour)) for tour in tours]
    found = optimum("hamiltonian-cycles", "complete:6", costs=given)
    assert found.smallest == (min(totals), totals.count(min(totals)) // 2)
    shifts = Rule.pointers("oX", "X.o", "o..X", stay=False)
    given = {f"1,{a + 1}-1,{b + 1}": length for (a, b), length in lengths.items() if b - a in (-1, 2, -3)}
    allowed = [
        order for order in permutations(range(6)) if all(b - a in (-1, 2, -3) for a, b in enumerate(order))
    ]
    totals = [sum(lengths[a, b] for a, b in enumerate(order)) for order in allowed]
    assert optimum(shifts, "1x6", costs=given).largest == (max(totals), totals.count(max(totals)))


def test_large_boards() -> None:
    """The first configurations come at once, and numbers of optima beyond a machine word are exact."""
    tilings = [frozenset(one.pieces) for one in islice(configurations("domino-tilings", "8x8"), 1000)]
    assert len({*tilings}) == 1000
    assert all(len({cell for piece in tiling for cell in piece}) == 64 for tiling in tilings)
    board, each = "10x10", {"*": 1}
    number = int(count("perfect-matchings", board))
    assert optimum("matchings", board, costs=each).largest == (50, number)
    assert optimum("domino-tilings", "12x12", costs=each).smallest == (72, count("domino-tilings", "12x12"))
    with pytest.raises(LimitError):
        configurations("domino-tilings", "40x40", max_memory=50_000_000)


def test_extremes_by_passes_agree_with_polynomials(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        ("dominating-sets", "5x5"),
        ("matchings", "6x6"),
        ("spanning-forests", "4x4"),
        ("cliques:3", "path:3"),
    ]
    terms = {each: optimum(*each) for each in asked}
    monkeypatch.setattr("gfkit.engine.count.packed_work", lambda _: 1 << 60)
    tune(monkeypatch, "COUNT", many_transitions=0)
    for each, found in terms.items():
        assert (found.smallest, found.largest) == (optimum(*each).smallest, optimum(*each).largest), each


@pytest.mark.parametrize(
    ("rule", "board", "costs", "told"),
    [
        ("spanning-trees", "cycle:4", {"1-2": 1}, "*,COST"),
        ("spanning-trees", "cycle:4", {"1-3": 1, "*": 0}, "1-3"),
        ("spanning-trees", "cycle:4", {"1-2": 1, "2-1": 2, "*": 0}, "2-1"),
        ("spanning-trees", "cycle:4", {"1-2": "1/3", "*": 0}, "1/3"),
        ("spanning-trees", "cycle:4", {"*": 10**16}, "53 bits"),
        ("spanning-trees", "2x2", {"1-2": 1}, "1,1-"),
        ("independent-sets", "path:2", {"1=7": 1, "*": 0}, "1=7"),
    ],
)
def test_costs_that_do_not_fit(rule: str, board: str, costs: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        optimum(rule, board, costs=costs)
