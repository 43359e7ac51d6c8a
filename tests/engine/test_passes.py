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

from gfkit.engine.count import CountTask
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
def test_every_pass_agrees_with_a_listing(number: int) -> None:
    random, kinds = choice.drawn(f"passes {number}"), Counter[str]()
    for question, found, trellis in questions(random):
        kinds[question.rule.kind] += 1
        if kinds.total() > number:
            break
        check_lists(question, found, trellis)
        if found:
            check_sums(trellis, random)
    assert len(kinds) >= 5, kinds


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


def test_many_optima_are_counted_exactly() -> None:
    """2^60 configurations of 60 components are equally good, more than floats distinguish."""
    trellis = trellis_of(Question.of("maximal-independent-sets", "/##/".join([".."] * 60)))
    assert optimum(trellis, lambda _: 0)[1] == 1 << 60


def test_what_has_no_single_configurations() -> None:
    for asked in (("derangements", "4x4"), ("domineering", "2x2", "play")):
        with pytest.raises(MismatchError, match="single configurations"):
            trellis_of(Question.of(*asked))
