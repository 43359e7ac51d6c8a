"""Passes over labelled tables, compared with all configurations that brute force lists.

Listing and drawing are those of the definitions of each kind, which share nothing with automata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import choice
import pytest
from differential.sampling import looks_of
from rules_of_kinds import EVERY
from tuned import tune

from gfkit.engine.count import CountTask
from gfkit.engine.marginals import variable_marginals
from gfkit.engine.semirings import Choice, Numbers, Optima
from gfkit.engine.sweep.passes import Trellis, best, configurations, marginals, optimum, samples
from gfkit.errors import InputError, LimitError, MismatchError
from gfkit.oracle.definitions import drawable, listed
from gfkit.rules import Question
from gfkit.rules.kinds import configuration_of
from gfkit.rules.library import NAMED
from gfkit.typing import Positions, Weights

SQUARES = [
    "2x2",
    "2x3",
    "3x3",
    "2x4",
    "1x5",
    "3x4",
    "..#/.../#..",
    "#.#/...",
    "A./..",
    "torus:3x3",
    "cylinder:3x2",
]
GRAPHS = [
    "path:0",
    "path:5",
    "cycle:6",
    "petersen",
    "complete:4",
    "wheel:5",
    "cube",
    "star:5",
    "king:2x3",
    "prism:3",
]
MOST = 600
Found = list[tuple[object, tuple[int, int]]]
"""What configurations look like, each with its exponents."""


def trellis_of(question: Question) -> Trellis:
    return Trellis.of(CountTask(question.with_weights(Weights.PLAYERS), None, None))


def questions(random: Random) -> Iterator[tuple[Question, Found, Trellis]]:
    """Random structures and rules of every kind on boards with few configurations, each with its listing."""
    rules = [*NAMED, *EVERY.values()]
    while True:
        rule, board = random.choice(rules), random.choice(SQUARES + GRAPHS)
        try:
            question = Question.of(rule, board, "all", "none")
            if question.rule.is_game:
                question = Question.of(rule, board, random.choice([*Positions]), "none")
            found = []
            for one, powers in listed(question.rule, question.board, question.positions, 20_000):
                found.append((looks_of(drawable(question.rule, question.board)(one)), powers))
                assert len(found) <= MOST
            trellis = trellis_of(question)
        except (InputError, LimitError, AssertionError):
            continue
        yield question, found, trellis


def size(choice: Choice) -> int:
    return sum(choice.powers)


@pytest.mark.parametrize("number", [25, pytest.param(175, marks=pytest.mark.slow(30))])
def test_every_pass_agrees_with_a_listing(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random, kinds, methods = choice.drawn(f"passes {number}"), Counter[str](), Counter[str]()
    for question, found, trellis in questions(random):
        kinds[question.rule.kind] += 1
        if kinds.total() > number:
            break
        check_lists(question, found, trellis)
        if found:
            check_sums(trellis, random)
            swept = check_marginals(question, found, trellis)
            with monkeypatch.context() as patched:
                tune(
                    patched,
                    "DECOMPOSITION",
                    first_states=0,
                    first_states_of_slices=0,
                    order_time=0,
                    time_ratio=1e12,
                )
                methods[check_marginals(question, found, trellis)] += 1
            assert swept == "transfer-matrix"
    assert len(kinds) >= 5, kinds
    assert {*methods} == {"transfer-matrix", "tree-decomposition"}, methods


def check_lists(question: Question, found: Found, trellis: Trellis) -> None:
    own = [*configurations(trellis)]
    looks = Counter(looks_of(configuration_of(question.rule, laid)) for laid in own)
    assert looks == Counter(look for look, _ in found), question
    for x, y in ((1, 1), (2, 3), (Fraction(1, 2), 5)):
        value = Numbers(lambda choice, x=x, y=y: x ** choice.powers[0] * y ** choice.powers[1])
        assert trellis.total(value) == sum(x**a * y**b for _, (a, b) in found), question
    for sign, extreme in ((1, max), (-1, min)):
        sizes = [a + b for _, (a, b) in found]
        one = optimum(trellis, lambda choice, sign=sign: sign * size(choice))
        if not sizes:
            assert one is None
            continue
        assert (one[0] * sign, one[1]) == (extreme(sizes), sizes.count(extreme(sizes))), question
        ranked = [*best(trellis, lambda choice, sign=sign: sign * size(choice))]
        assert [sign * weight for weight, _ in ranked] == sorted(sizes, reverse=sign > 0), question
        assert {*map(frozenset, own)} == {frozenset(laid) for _, laid in ranked}


def check_sums(trellis: Trellis, random: Random) -> None:
    own = [*map(frozenset, configurations(trellis))]
    total, sums = marginals(trellis, Numbers())
    often = Counter(pair for laid in own for pair in laid)
    assert (total, {pair: n for pair, n in sums.items() if n}) == (len(own), often)
    costs = {pair: random.randrange(-9, 10) for pair in often}
    weights = [sum(costs[pair] for pair in laid) for laid in own]
    _, best_with = marginals(trellis, Optima(lambda choice: sum(costs.get(pair, 0) for pair in choice.laid)))
    for pair in often:
        most = max(weight for weight, laid in zip(weights, own, strict=True) if pair in laid)
        assert best_with[pair]["weight"] == most
    drawn = samples(trellis, Random(5), 3)
    assert drawn == samples(trellis, Random(5), 3)
    assert {*map(frozenset, drawn)} <= {*own}


def check_marginals(question: Question, found: Found, trellis: Trellis) -> str:
    """Returns the method, after comparing probabilities with sums over all that is listed."""
    x, y = 2, Fraction(1, 3)
    powers = dict(found)
    own = [
        (laid, powers[looks_of(configuration_of(question.rule, laid))]) for laid in configurations(trellis)
    ]
    task = CountTask(question.with_weights(Weights.PLAYERS), None, None)
    chances = variable_marginals(task, (x, y))
    if len(powers) == len(found):
        expected = Counter[object]()
        for laid, (a, b) in own:
            expected.update(dict.fromkeys(laid, x**a * y**b))
        total = sum(x**a * y**b for _, (a, b) in own)
        assert {pair: p for pair, p in chances.items() if p} == {
            pair: w / total for pair, w in expected.items()
        }
    if not question.rule.liberties:
        sums = Counter[object]()
        for (key, _), chance in chances.items():
            sums[key] += chance
        assert {*sums.values()} <= {1}
    return task.evidence.method


def test_probabilities_of_bonds_are_those_in_print() -> None:
    """The Pauling bond orders of buckminsterfullerene are 7/25 and 11/25."""
    task = CountTask(Question.of("perfect-matchings", "buckyball", "all", "none"), None, None)
    bonds = [chance for (_, value), chance in variable_marginals(task).items() if value]
    assert Counter(bonds) == {Fraction(7, 25): 60, Fraction(11, 25): 30}


def test_many_optima_are_counted_exactly() -> None:
    """2^60 configurations of 60 components are equally good, more than floats distinguish."""
    trellis = trellis_of(Question.of("maximal-independent-sets", "/##/".join([".."] * 60)))
    assert optimum(trellis, lambda _: 0)[1] == 1 << 60


def test_what_has_no_single_configurations() -> None:
    for asked in (("derangements", "4x4"), ("domineering", "2x2", "play")):
        with pytest.raises(MismatchError, match="single configurations"):
            trellis_of(Question.of(*asked))
    with pytest.raises(MismatchError, match="total weight"):
        variable_marginals(CountTask(Question.of("perfect-matchings", "3x3"), None, None))
