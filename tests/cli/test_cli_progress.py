"""Progress: what is told of the time that is left, and the line that tells it.

Clocks are moved by hand, so that the true pace, and what is left at it, is known.
"""

import io
import re
import sys
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gfkit.cli.long import progress
from gfkit.cli.long.progress import StageTiming
from gfkit.typing import Progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def numbered(steps):
    return [(seconds, done) for done, seconds in enumerate(steps, 1)]


def paced(steps, total, stage="primes", **told):
    """A clock, and a pace after reports of (seconds since the last one, done)."""
    clock = Clock()
    pace = StageTiming(clock)
    pace.take(Progress(stage, 0, total, 0, **told))
    for seconds, done in steps:
        clock.now += seconds
        pace.take(Progress(stage, done, total, 0, **told))
    return clock, pace


@given(st.floats(0.05, 20), st.integers(5, 60), st.integers(1, 1000))
def test_of_steady_work_the_time_left_is_told(seconds, steps, more):
    assume(abs(seconds * steps - 3) > 1e-6)  # where the sum of the steps may be rounded to either side
    _, pace = paced([(seconds, k) for k in range(1, steps + 1)], steps + more)
    left = pace.left()
    if seconds * steps < 3 or steps < min(30, 0.05 * (steps + more)):
        assert left is None
    elif seconds > 0.3:
        assert left == pytest.approx(more * seconds, rel=0.1)
        assert pace.rate == pytest.approx(1 / seconds, rel=0.1)


def test_nothing_is_told_that_cannot_be_believed():
    for why, steps, total in (
        ("too early", [(0.5, 10), (0.5, 20), (0.5, 30)], 100),
        ("too few steps", [(4, 1), (4, 2)], 10),
        ("too far to go", [(1, k) for k in range(1, 10)], 1000),
        ("total unknown", [(1, k) for k in range(1, 10)], 0),
        ("done", [(1, k) for k in range(1, 11)], 10),
        ("getting slower and slower", [(2.0**k, k) for k in range(1, 9)], 20),
        ("nothing yet", [], 10),
    ):
        assert paced(steps, total)[1].left() is None, why
    clock, pace = paced([], 40)
    for k in range(20):
        pace.take(Progress("primes", k, 40 + 10 * k, 0))  # a total that moves
        clock.now += 1
    assert pace.left() is None


def test_of_stages_that_start_anew_and_steps_that_do_not_come():
    clock, pace = paced([(1, k) for k in range(1, 10)], 20)
    assert pace.left() is not None
    clock.now += 60
    assert pace.left() is None
    assert not any("/s" in part or "each" in part for part in pace.parts())
    _, pace = paced([(1, k) for k in range(1, 10)], 20)
    assert pace.take(Progress("checking", 0, 20, 0)) is True
    assert (pace.left(), pace.rate) == (None, 0)
    # the time left is that of the whole run
    assert Progress("points", 1, 2, 0).later is None  # what comes after is not known unless it is told
    for later, told in ((0.0, "10 s left"), (20.0, "30 s left"), (None, "10 s left of this")):
        _, pace = paced([(1, k) for k in range(1, 11)], 20, later=later)
        assert f"about {told}" in pace.parts()


def test_steps_that_cost_ever_more_are_told_by_their_growth():
    """Even steps three times, odd ones as well, each parity from a first length of its own."""
    steps = [1.0, 5.0]
    while len(steps) < 12:
        steps.append(3 * steps[-2])
    clock, timing = paced(numbered(steps[:6]), 12, "boards", later=0.0, alike=False)
    assert timing.left() == pytest.approx(sum(steps[6:]))
    assert any(part.startswith("roughly ") for part in timing.parts())
    clock.now += 100
    assert timing.left() == pytest.approx(sum(steps[6:]) - 100)
    for odd in ([1.0, 2, 4], [1, 1, 1, 1, 50, 2], [0.01] * 9):  # steps without a growth
        clock, timing = paced(numbered(odd), 20, "boards", later=0.0, alike=False)
        assert timing.left() is None
        assert "time left unknown" not in timing.parts() or sum(odd) > 10
        clock.now += 11
        assert "time left unknown" in timing.parts()


# The line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_stands_on_terminals_alone_and_after_a_while(monkeypatch):
    """Also of work that does not report; not when it is to be quiet."""
    report = Progress("sweeping", 3, 8, 1200)
    monkeypatch.setenv("TERM", "xterm")
    for stream, patience, quiet, told, wanted in (
        (Terminal(), 0.0, False, report, "sweeping  3/8"),
        (Terminal(), 0.0, False, None, "working"),
        (Terminal(), 60.0, False, report, ""),
        (Terminal(), 0.0, True, report, ""),
        (io.StringIO(), 0.0, False, report, ""),
    ):
        monkeypatch.setattr(progress, "PATIENCE", patience)
        monkeypatch.setattr(sys, "stderr", stream)
        ends = time.monotonic() + (10 if wanted else 0.1)
        with progress.ProgressLine(quiet=quiet) as line:
            if told is not None:
                line(told)
            while not re.search("sweeping|working", stream.getvalue()) and time.monotonic() < ends:
                time.sleep(0.01)
        assert wanted in stream.getvalue() if wanted else stream.getvalue() == ""


@given(st.integers(1, 60), st.text("abc ", min_size=1, max_size=30))
def test_the_line_is_never_wider_than_the_terminal(width, stage):
    line = progress.ProgressLine(quiet=True)
    line(Progress(stage, 123456789, 987654321, 10**12))
    assert len(line.text(width)) <= width
    line = progress.ProgressLine(at_stop=lambda: "Ctrl-C loses it")
    line(Progress("counting", 3, 8, 0))
    assert line.text(80).endswith("Ctrl-C loses it")
    assert "Ctrl-C" not in line.text(30)
