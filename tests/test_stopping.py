"""Long calls end when their progress function raises, and not only where they report.

Each of these calls lasts a minute or longer, most of it in one loop. A call that does not end is seen by the
time limit of the tests.
"""

import threading
import time
from collections.abc import Callable
from importlib import import_module

import pytest

import gfkit
from gfkit import Rule, count, derive
from gfkit.core.typing import NO_STAGE, Progress, check_stop, stoppable


class StopError(Exception):
    """The exception that the progress functions of these tests raise."""


def array(colours: int, **rules: object) -> Rule:
    return Rule.of({"name": "Long", "cells": {"colours": colours}, "rules": {"forbid": [], **rules}})


IN_ORDER = {"along": ["rows", "columns"], "order": "nondecreasing", "read": "forwards"}
DIFFERENCES = {"shapes": ["a"], "sum": "distinct(all) - a", "number": [1]}
WINDOW = {"shape": ".a/b.", "require": "not all(y == a - 1 for y in all)"}
CALLS: dict[str, Callable[..., object]] = {
    "least automaton of a long line": lambda told: count(
        array(2, line=[IN_ORDER]), "24x24", on_progress=told
    ),
    "series with weights": lambda told: derive(
        array(2, window=[WINDOW], exactly=[DIFFERENCES]), "2xn", on_progress=told
    ),
    "states of many neighbours": lambda told: derive(
        array(
            6, count=[{"cell": c, "neighbours": "king", "of": [c], "allowed": [0, 2, 5]} for c in range(6)]
        ),
        "3xn",
        on_progress=told,
    ),
    "determinants modulo primes": lambda told: count("domino-tilings", "200x200", on_progress=told),
    "games on growing boards": lambda told: gfkit.nim("cram", "5xn", to=30, on_progress=told),
}


@pytest.mark.parametrize(
    "name",
    [
        "least automaton of a long line",
        *(pytest.param(name, marks=pytest.mark.slow(3)) for name in list(CALLS)[1:]),
    ],
)
def test_long_calls_end_when_their_progress_function_raises(name):
    begun = time.process_time()

    def told(_: Progress) -> None:
        if time.process_time() - begun > 0.2:
            raise StopError

    with pytest.raises(StopError):
        CALLS[name](told)


def test_a_silent_loop_repeats_the_last_report():
    reports = []

    @stoppable
    def work(*, on_progress=None):
        on_progress(Progress("boards", 3, 8, 1200))
        while len(reports) < 3:
            check_stop()

    work(on_progress=reports.append)
    assert reports == [Progress("boards", 3, 8, 1200)] * 3


@pytest.mark.parametrize("stage", [None, Progress("claims checked", 3, 8, 0)])
def test_the_stage_of_a_call_ends_with_the_call(stage):
    """The outer call continues with its own stage, or with none."""
    reports = []

    @stoppable
    def inner(*, on_progress=None):
        on_progress(Progress("finding states", 79, 0, 1))

    @stoppable
    def outer(*, on_progress=None):
        if stage is not None:
            on_progress(stage)
        inner(on_progress=on_progress)
        begun = len(reports)
        while len(reports) < begun + 2:
            check_stop()

    outer(on_progress=reports.append)
    assert reports[-2:] == [stage or NO_STAGE] * 2


@pytest.mark.parametrize(
    "work",
    [
        lambda told: derive("kings", "3xn", on_progress=told),
        lambda told: gfkit.orbits("independent-sets", "3xn", on_progress=told),
        lambda told: gfkit.optimum("dominating-sets", "3xn", on_progress=told),
    ],
)
def test_the_states_of_a_strip_are_not_those_of_its_last_cell(work, monkeypatch):
    """After the search for states, the next report names another stage."""
    reports, found = [], []
    real = gfkit.core.engine.derive.find_strip

    def find(*given, **more):
        strip = real(*given, **more)
        found.append((len(reports), strip.states))
        return strip

    monkeypatch.setattr("gfkit.core.engine.derive.find_strip", find)
    work(reports.append)
    assert found
    for place, states in found:
        assert reports[place].stage != "finding states"
        assert reports[place].states == states


def test_a_call_within_another_one_stops_with_the_outer_one():
    @stoppable
    def inner(*, on_progress=None):
        while True:
            check_stop()

    def raise_stop(_: Progress) -> None:
        raise StopError

    @stoppable
    def outer(*, on_progress=None):
        inner(on_progress=lambda _: None)

    with pytest.raises(StopError):
        outer(on_progress=raise_stop)
    check_stop()  # after the call, no stop is pending


def test_progress_functions_of_threads_are_their_own():
    heard = threading.Event()

    @stoppable
    def work(*, on_progress=None):
        while not heard.wait(0.01):
            check_stop()

    def told(_: Progress) -> None:
        heard.set()

    other = threading.Thread(target=work, kwargs={"on_progress": told})
    other.start()
    check_stop()
    other.join()
    assert heard.is_set()


def test_the_phase_that_runs_is_named(monkeypatch):
    """The current phase is named even if it does not count its steps."""
    seen: list[str] = []
    phases = {
        "derive.build_small_automaton": "transfer matrix",
        "derive.determinant_gf": "determinant",
        "task.build_machine": "automaton",
        "task.packed_sweep": "counting",
    }

    def named(name, part):
        module = import_module(f"gfkit.core.engine.{name.partition('.')[0]}")
        real = getattr(module, name.partition(".")[2])

        def call(*given, **more):
            assert not seen or part in seen[-1], name
            phases.pop(name, None)
            return real(*given, **more)

        monkeypatch.setattr(module, name.partition(".")[2], call)

    for name, part in dict(phases).items():
        named(name, part)
    derive("domino-tilings", "4xn", on_progress=lambda report: seen.append(report.stage))
    assert "comparing" in seen.pop()
    seen.clear()
    count("kings", "4x4", weights="pieces", on_progress=lambda report: seen.append(report.stage))
    assert not phases
