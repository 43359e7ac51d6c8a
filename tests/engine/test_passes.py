"""Passes over labelled tables, compared with all configurations that brute force lists.

Listing and drawing are those of the definitions of each kind, which share nothing with automata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from random import Random

import choice
import pytest
from differential.sampling import looks_of
from rules_of_kinds import EVERY
from sympy import fibonacci
from tuned import tune

from gfkit import optimum
from gfkit.core.engine import semirings
from gfkit.core.engine.semirings import Choice, Numbers, Optima
from gfkit.core.engine.sweep.passes import Trellis
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.core.oracle.definitions import drawable, listed
from gfkit.core.rules import NAMED, Question
from gfkit.core.rules.configuration import configuration_of
from gfkit.core.typing import Positions, Weights
from gfkit.questions.assignments import check_single_configurations, solved_components, variable_marginals

BOARDS = [
    "2x2", "2x3", "3x3", "2x4", "1x5", "3x4", "..#/.../#..", "#.#/...", "A./..", "torus:3x3", "cylinder:3x2",
    "path:0", "path:5", "cycle:6", "petersen", "complete:4", "wheel:5", "cube", "king:2x3", "prism:3",
]  # fmt: skip
MOST = 600
Found = list[tuple[object, tuple[int, int]]]
"""What configurations look like, each with its exponents."""
ELIMINATED = {"first_states": 0, "first_states_of_slices": 0, "order_time": 0, "time_ratio": 1e12}


def task_of(question: Question) -> CountTask:
    return CountTask(question.with_weights(Weights.PLAYERS), None, None)


def trellis_of(task: CountTask) -> Trellis:
    check_single_configurations(task)
    trellis = Trellis(task).join(1, [0])
    for part in solved_components(task, "draws", is_swept=True):
        trellis.layers += part.layers
        trellis.laid += part.laid
    return trellis


def questions(random: Random) -> Iterator[tuple[Question, Found, Trellis]]:
    """Yield random structures and rules of every kind on small boards, each with its listing."""
    while True:
        rules = random.choice([[*NAMED], [*EVERY.values()]])
        rule, board = random.choice(rules), random.choice(BOARDS)
        try:
            question = Question.of(rule, board, "all", "none")
            if question.rule.is_game:
                question = Question.of(rule, board, random.choice([*Positions]), "none")
            looks = drawable(question.rule, question.board)
            every = listed(question.rule, question.board, question.positions, 20_000)
            found = [(looks_of(looks(one)), powers) for one, powers in islice(every, MOST + 1)]
            trellis = trellis_of(task_of(question))
        except (InputError, LimitError):
            continue
        if len(found) <= MOST:
            yield question, found, trellis


@pytest.mark.parametrize("number", [12, pytest.param(90, marks=pytest.mark.slow(15))])
def test_every_pass_agrees_with_a_listing(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random, kinds, methods = choice.drawn(f"passes {number}"), Counter[str](), Counter[str]()
    for question, found, trellis in islice(questions(random), number):
        kinds[question.rule.kind] += 1
        own = [*trellis.assignments()]
        looks = [looks_of(configuration_of(question.rule, laid)) for laid in own]
        assert Counter(looks) == Counter(look for look, _ in found), question
        check_sizes(found, trellis)
        check_extremes(question, found)
        if found:
            check_sums([*map(frozenset, own)], trellis, random)
            if len({*looks}) == len(looks):
                powers = [dict(found)[look] for look in looks]
                assert check_marginals(question, own, powers) == "transfer-matrix"
                with monkeypatch.context() as patched:
                    tune(patched, "DECOMPOSITION", **ELIMINATED)
                    methods[check_marginals(question, own, powers)] += 1
    assert len(kinds) >= 4, kinds
    assert {*methods} == {"transfer-matrix", "tree-decomposition"}, methods


def test_optima_without_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semirings, "ARRAYS", False)
    pairs = Optima(lambda choice: sum(choice.powers))
    assert (pairs.add((1, 2), (1, 3)), pairs.add((1, 2), (2, 1))) == ((1, 5), (2, 1))
    assert pairs.times((1, 2), (3, 4)) == (4, 8)


def check_extremes(question: Question, found: Found) -> None:
    weights = Counter(sum(powers) for _, powers in found)
    ends = [(end, weights[end]) for end in (min(weights), max(weights))] if found else [None, None]
    with suppress(MismatchError):  # the rule has no weights
        assert [optimum(question).minimum, optimum(question).maximum] == ends, question


def check_sizes(found: Found, trellis: Trellis) -> None:
    for x, y in ((1, 1), (2, 3), (Fraction(1, 2), 5)):
        value = Numbers(lambda choice, x=x, y=y: x ** choice.powers[0] * y ** choice.powers[1])
        assert trellis.marginals(value)[0] == sum(x**a * y**b for _, (a, b) in found)
    for sign in (1, -1):

        def weight(choice: Choice, sign: int = sign) -> int:
            return sign * sum(choice.powers)

        weights = sorted((sign * (a + b) for _, (a, b) in found), reverse=True)
        one = trellis.optimum(weight)
        assert (one and one[:2]) == ((weights[0], weights.count(weights[0])) if weights else None)


def check_sums(own: list[frozenset[tuple[object, int]]], trellis: Trellis, random: Random) -> None:
    """Asserts marginals, the largest weights with each value, and that samples are configurations."""
    total, sums = trellis.marginals(Numbers())
    often = Counter(pair for laid in own for pair in laid)
    assert (total, {pair: n for pair, n in sums.items() if n}) == (len(own), often)
    costs = {pair: random.randrange(-9, 10) for pair in often}
    weights = [(sum(costs[pair] for pair in laid), laid) for laid in own]
    _, best_with = trellis.marginals(Optima(lambda choice: sum(costs.get(pair, 0) for pair in choice.laid)))
    for pair in often:
        assert best_with[pair]["weight"] == max(weight for weight, laid in weights if pair in laid)
    drawn = trellis.samples(Random(5), 3)
    assert drawn == trellis.samples(Random(5), 3)
    assert {*map(frozenset, drawn)} <= {*own}


def check_marginals(question: Question, own: list[tuple[object, ...]], powers: list[tuple[int, int]]) -> str:
    """Asserts that probabilities are sums over all that is listed; returns how they were computed."""
    weights = [2**a * Fraction(1, 3) ** b for a, b in powers]
    expected = Counter[object]()
    for laid, weight in zip(own, weights, strict=True):
        expected.update(dict.fromkeys(laid, weight / sum(weights)))
    chances = variable_marginals(task := task_of(question), (2, Fraction(1, 3)))
    assert {pair: chance for pair, chance in chances.items() if chance} == expected
    return task.evidence.method


def test_probabilities_of_bonds_are_those_in_print() -> None:
    """The Pauling bond orders of buckminsterfullerene are 7/25 and 11/25."""
    chances = variable_marginals(task_of(Question.of("perfect-matchings", "buckyball"))).items()
    bonds = Counter(chance for (_, value), chance in chances if value)
    assert bonds == {Fraction(7, 25): 60, Fraction(11, 25): 30}


def test_many_optima_are_counted_exactly() -> None:
    """2^60 configurations of 60 components are equally good, more than floats distinguish."""
    question = Question.of("maximal-independent-sets", "/##/".join([".."] * 60))
    assert trellis_of(task_of(question)).optimum(lambda _: 0)[1] == 1 << 60
    for n in (89, 90):  # F(n + 1) domino tilings of a 2 x n board, just below and above 2^62
        assert optimum("matchings", f"2x{n}").maximum == (n, int(fibonacci(n + 1)))


def test_queries_without_single_configurations_are_rejected() -> None:
    for asked in (("derangements", "4x4"), ("domineering", "2x2", "play")):
        with pytest.raises(MismatchError, match="single configurations"):
            check_single_configurations(task_of(Question.of(*asked)))
    with pytest.raises(MismatchError, match="total weight"):
        variable_marginals(task_of(Question.of("perfect-matchings", "3x3")))
