"""Lists, uniqueness, witnesses and costs against the configurations that the definition of a rule enumerates."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import networkx as nx
import pytest
from differential import questions
from differential.sampling import looks_of
from tuned import tune

from gfkit import Question, configurations, graph, optimum
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
    if (
        question.positions == "play"
        and not rule.impartial
        or rule.has_image
        or getattr(rule, "new_values", "")
    ):
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
