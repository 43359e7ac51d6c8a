"""Forecasts of what a run will take: beside real runs, beside theorems, and at sizes that nobody will run.

The numbers are those of the runs themselves, orders and states by theorems on matchings and independent sets,
the legal positions of Go on 6 x 6 (Tromp and Farnebaeck), and what was measured for the page about cost.
"""

from __future__ import annotations

import json
import re
import shutil
from itertools import islice
from math import ceil, log2
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pictures
import pytest
from choice import then_slow
from hypothesis import given
from hypothesis import strategies as st

import gfkit
from gfkit.errors import LimitError
from gfkit.exact.chinese_remainders import bits_per_order, expected_batches, expected_primes
from gfkit.foresight import forecast as foresight
from gfkit.foresight.cases import Clock, extrapolate
from gfkit.foresight.figures import Estimate, Figure, Forecast, round_power, time_text
from gfkit.foresight.forecast import (
    foresee_count,
    foresee_derive,
    foresee_outcome,
    foresee_value,
    seconds_shared,
)
from gfkit.native import is_built

ROOT = Path(__file__).parents[2]


class Counted(Clock):
    """So many trials, however long they take: what is foreseen does not hang on how busy the machine is."""

    trials: ClassVar[int] = 5

    def __init__(self, _seconds: float) -> None:
        super().__init__(1e9)

    def run_cases(self, cases, run):
        return super().run_cases(islice(cases, self.trials), run)


@pytest.fixture(autouse=True)
def trials(monkeypatch):
    """Sets how many smaller cases are tried of each kind; 5 unless told."""
    monkeypatch.setattr(foresight, "Clock", Counted)

    def give(number: int) -> None:
        monkeypatch.setattr(Counted, "trials", number)

    return give


def near(found: object, true: float, share: float) -> bool:
    assert isinstance(found, int | float), found
    return abs(log2(found / true)) <= log2(1 + share)


# Beside real runs


RUNS = [("domineering", 4, "none"), ("domineering", 4, "players")]
RUNS += [("arc-kayles", 11, "none"), ("node-kayles", 15, "none")]


@pytest.mark.parametrize(("game", "width", "weights"), then_slow(RUNS[:1], 13, *RUNS[1:]))
def test_forecast_and_run(game, width, weights, trials):
    """States, order and primes are those of the run where the strip itself was tried, and the first two are
    near where the widest ones were not seen."""
    asked = {"weights": weights, "method": "modular"}
    run = gfkit.derive(game, f"{width}xn", **asked)
    details = dict(run.evidence.details)
    for unseen in (0, 1, 2):
        trials(width - unseen)
        forecast = foresee_derive(game, f"{width}xn", **asked)
        share = 0.5 if width == 4 else 0.3
        assert (forecast.figure("states_between_slices").how == "exact") == (unseen == 0)
        assert near(forecast["states_between_slices"], details["states_before_merging"], 0.03 * (unseen > 0))
        assert near(forecast["order"], run.order, share * (unseen > 0))
        if not unseen:
            assert near(forecast["primes"], details["primes"], 0.4)


def test_an_order_that_takes_too_long_is_a_bound(monkeypatch):
    """A machine that has to build its machine code first, say: the second clock allows nothing."""
    clocks = [Counted(0), Counted(0)]
    clocks[1].trials = 0
    monkeypatch.setattr(foresight, "Clock", lambda _: clocks.pop(0))
    forecast = foresee_derive("domineering", "4xn")
    assert forecast.figure("order").how == "at most"
    assert forecast["order"] >= gfkit.derive("domineering", "4xn").order


def test_auto_takes_the_determinant_where_derive_does():
    forecast, run = foresee_derive("arc-kayles", "5xn"), gfkit.derive("arc-kayles", "5xn")
    assert "primes" not in dict(run.evidence.details)
    assert (forecast["method"], forecast["order"]) == ("determinant", run.order)
    assert forecast["primes"] == forecast["batches"] == 0


def test_small_counts_and_values_are_known_exactly(trials):
    for asked in (
        ("col", "5x5", "all"), ("snort", "...#/..../....", "maximal"), ("node-kayles", "cycle:12", "all"),
        ("domineering", "4x6", "right-ends"),
    ):  # fmt: skip
        forecast, run = foresee_count(*asked), gfkit.count(*asked)
        assert forecast["states"] == dict(run.evidence.details)["states"], asked
        assert forecast["bits_of_the_count"] == run.count.bit_length()
        assert forecast.figure("states").how == "exact"
    # With three trials 4 x 4 is out of sight.
    trials(3)
    low, high = foresee_value("domineering", "4x4").figure("components").range
    assert low <= dict(gfkit.value("domineering", "4x4").evidence.details)["components"] <= high
    trials(20)
    for asked in (("domineering", "4x4"), ("col", "2x5"), ("snort", ".#./.../...")):
        found = dict(gfkit.value(*asked).evidence.details)["components"]
        assert foresee_value(*asked)["components"] == found, asked


@pytest.mark.slow(1.5)
def test_winners_are_foreseen_where_they_are_settled_at_once():
    """Whenever the search is cut off, nothing is foretold of a board that is left open."""
    for asked in (("domineering", "4x4"), ("col", "4x4"), ("nogo", "2x3"), ("cram", "2x4")):
        forecast = foresee_outcome(*asked)
        assert forecast["seconds"] > 0
        if forecast["positions"]:
            nodes = dict(gfkit.outcomes(*asked).evidence.details).get("positions")
            assert nodes in (forecast["positions"], None)
    left_open = foresee_outcome("domineering", "11x11")
    assert left_open["positions"] is left_open["seconds"] is None
    assert left_open.figure("positions").text == "not known"
    assert left_open.figure("positions").how.startswith("open after ")


# Beside theorems


@pytest.mark.slow(6)
def test_matchings_and_independent_sets_of_wide_strips(trials):
    """Every set of cells of a column can be covered from before, or every word without two neighbouring ones
    be; mirror images share an eigenvalue, so that the order is that of words up to reversal."""
    words = [1, 2]
    while len(words) < 31:
        words.append(words[-1] + words[-2])
    for game, width, tried, states, alike, share in (
        ("arc-kayles", 30, 10, 2**30, 2**15, 0.3),
        ("node-kayles", 18, 13, words[18], words[8], 0.15),
        ("node-kayles", 25, 13, words[25], words[13], 0.15),
    ):
        trials(tried)
        forecast = foresee_derive(game, f"{width}xn")
        assert near(forecast["states_between_slices"], states, share / 3), (game, width)
        assert near(forecast["order"], (states + alike) / 2, share), (game, width)


def test_counts_by_theorems_and_in_print(trials):
    """Legal positions of Go on 6 x 6: Tromp and Farnebaeck, Combinatorics of Go."""
    trials(3)
    assert near(foresee_count("arc-kayles", "20x20")["states"], 2**20, 0.3)
    bits = (62567386502084877).bit_length()
    assert near(foresee_count("nogo", "6x6")["bits_of_the_count"], bits, 0.05)


@pytest.mark.slow(1.5)
def test_states_that_go_to_files_are_not_refused(tmp_path, monkeypatch):
    """Where loops in C step them; without memory for that, or a disk with room, they are."""
    if not is_built():
        pytest.skip("needs the loops in C, which step states in files")
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    forecast = foresee_count("nogo", "11x11", max_memory=400 << 20)
    assert forecast.refused is None
    assert "states go to files" in str(forecast.advice)
    assert "max memory" in str(foresee_count("nogo", "11x11", max_memory=100 << 20).refused)
    assert foresee_count("nogo", "7x7", max_memory=100 << 20).refused is None
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    assert "max memory" in str(foresee_count("nogo", "11x11", max_memory=400 << 20).refused)
    # Where a count would go to files, its forecast does not refuse it for the memory of another way.
    assert "loops in C" in foresee_count("hamiltonian-cycles", "22x22").figure("memory_bytes").how
    assert "loops in C" not in foresee_count("hamiltonian-cycles", "27x27").figure("memory_bytes").how


# Sizes that nobody will run


@pytest.mark.parametrize(("game", "board"), then_slow([("arc-kayles", "5000xn")], 3, ("nogo", "40xn")))
def test_hopeless_families_are_told(game, board):
    forecast = foresee_derive(game, board, workers=100)
    assert "max memory" in forecast.refused
    assert "out of reach" in (forecast.advice or "")
    assert forecast.figure("order").how.startswith("extrapolated from width")
    json.dumps(forecast.as_json())
    assert "seconds with 100 workers" in str(forecast)


def test_memory_workers_and_proofs_count():
    for forecast in (foresee_count("col", "150x150"), foresee_value("domineering", "10x10")):
        assert "max memory" in forecast.refused
    plain = foresee_derive("arc-kayles", "12xn", workers=50)
    assert plain.refused is None
    assert plain["seconds_with_50_workers"] <= plain["seconds"]
    assert foresee_derive("arc-kayles", "9xn", max_memory=20_000).refused is not None
    assert foresee_derive("arc-kayles", "12xn", certify=True)["primes"] >= plain["primes"]
    # Where no symmetry proves it by size, a proof takes primes of its own.
    asked = ("domineering", "8xn", "right-ends")
    assert foresee_derive(*asked, certify=True)["primes"] > 1.5 * foresee_derive(*asked)["primes"]


@given(
    seconds=st.floats(0, 1e6), serial=st.floats(0, 1e6), batches=st.floats(0, 1e6), workers=st.integers(2, 99)
)
def test_time_is_shared_among_workers(seconds, serial, batches, workers):
    """One worker takes it all, none is quicker than what is not shared, one more helps or does nothing."""
    shared, alone = seconds_shared(seconds, serial, batches, workers), min(seconds, serial)
    assert seconds_shared(seconds, serial, batches, 1) == pytest.approx(seconds)
    assert alone <= shared <= seconds_shared(seconds, serial, batches, workers - 1)
    assert shared >= alone + (seconds - alone) / min(workers, max(1, ceil(batches))) * 0.999


@pytest.mark.slow(1.5)
def test_other_families(trials):
    """The narrower ones that are tried begin where there are such: around, not at 1."""
    assert foresee_derive("col", "complete:n")["method"] == foresee_derive("col", "0xn")["method"]
    assert foresee_count("col", "complete:9")["cells"] == 9
    for board in ("king-cylinder:6xn", "king-torus:4xn", "hex-cylinder:4xn", "bipartite:nx4"):
        order = gfkit.derive("node-kayles", board).generating_function.order
        assert foresee_derive("node-kayles", board)["order"] >= order, board
    # On one and two rows knights' moves have no cycle, and strips have one state: that is no witness.
    trials(2)
    found = foresee_derive("acyclic-orientations", "knight:3xn")
    assert found["order_at_most"] is None
    assert found.figure("order_at_most").text == "not known"
    assert "seconds" not in {figure.name for figure in found.figures}


@pytest.mark.slow(2.5)
def test_a_wide_family_is_refused_by_its_first_cells():
    """Independent sets of a path of 100 vertices, as states, are 9 * 10^20, the 102nd Fibonacci number."""
    for game in ("node-kayles", "independent-sets"):
        for board in ("100xn", "nx100", "king:80xn", "triangular:70xn", "cylinder:70xn"):
            cells: list[int] = []
            told = {"on_progress": lambda progress, cells=cells: cells.append(progress.done)}
            with pytest.raises(LimitError, match=r"would need about 10.[0-9]+ states between slices"):
                gfkit.derive(game, board, **told)
            assert len(cells) < 70, (game, board)
    with pytest.raises(LimitError, match=r"about 10.21 states between slices of 100 cells"):
        gfkit.derive("node-kayles", "100xn", max_memory=1 << 30)


@pytest.mark.slow(4)
def test_a_wide_family_of_few_states_is_not_refused():
    """Of a clique one vertex at most is taken: one or none, then two that are no neighbours, one, or none."""
    law = gfkit.derive("node-kayles", "K40xpath:n", max_memory=1 << 26)
    assert [int(law[n]) for n in range(3)] == [1, 41, 1 + 2 * 40 + 40 * 39]


# The parts


def test_expected_primes_are_those_of_the_batches():
    """Seven primes of a batch are lifted and the eighth compared, then it is lifted too."""
    for bits in range(1, 4000, 7):
        used = batch = 0
        while not used:
            batch += 1
            for held in (8 * (batch - 1), 8 * batch - 1):
                if held and held * 61.999 >= bits + 1:
                    used = held + 1
                    break
        assert expected_primes(bits) == used
        assert expected_batches(1, bits) == -(-used // 8)
    # Matchings of width 12 have 2502 bits at order 2080, growing by about 2^11.2 a column.
    assert near(bits_per_order(11.2), 2502 / 2080, 0.2)


def test_trends():
    """Exponentials are continued exactly, and shares tend to a limit."""
    for factor in (1.1, 2.0, 5.4):
        points = [(x, 3 * factor**x) for x in range(2, 9)]
        for settles in (False, True):
            assert extrapolate(points, 40, settles=settles).log == pytest.approx(log2(3) + 40 * log2(factor))
    points = [(x, 0.25 * (1 + 0.5**x)) for x in range(3, 9)]
    assert extrapolate(points, 200, settles=True).log == pytest.approx(-2, abs=0.01)
    assert extrapolate(points, 200).log < -2.1


def test_clock_counts_trials_only(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("gfkit.foresight.forecast.time.process_time", lambda: now[0])

    def run_cases(*cases: float) -> list[float]:
        clock, done = Clock(10), []

        def run(seconds: float) -> float:
            now[0] += seconds
            clock.check()
            return seconds

        for case, found in clock.run_cases(cases, run):
            now[0] += 100
            assert case == found == clock.last
            done.append(case)
        return done

    assert run_cases(1, 2, 3, 1) == [1, 2, 3]  # 4 of 10 seconds are left, and 6 would be to come
    assert run_cases(1, 2, 8, 1) == [1, 2]


def test_figures_for_people():
    assert Figure("order", None, "not tried").text == "not known"
    assert (round_power(log2(12345), 2, whole=True), round_power(5000, 2, whole=True)) == (12000, "10^1505")
    assert (Figure("seconds", 7200.0).text, time_text(90)) == ("2 h", "2 min")
    for hundredths in range(1000, 3000):  # an estimate lies within its range
        for name in ("states", "seconds"):
            figure = Estimate(hundredths / 100, "extrapolated", 0.4).figure(name)
            assert figure.range[0] <= figure.value <= figure.range[1]
    assert Figure("seconds", "10^17").text == "10^10 years"  # of 3.2 * 10^7 seconds
    forecast = Forecast("counting", (Figure("table_bytes", 2048),), "too much", "smaller")
    assert str(forecast) == "counting\ntable bytes: 2.0 KiB\nadvice: smaller\nrefused: too much"


def test_the_page_shows_what_was_measured():
    """The laws of docs/howto/cores.md stand in the results, number by number; its curves have all of them."""
    report = json.loads((ROOT / "benchmarks" / "results" / "scaling.json").read_text())
    page = (ROOT / "docs" / "howto" / "cores.md").read_text(encoding="utf-8")
    columns, seen = [], 0
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[0] == "family":
            columns = cells
        elif columns and cells and cells[0] in report["laws"]:
            assert cells[1:] == [str(report["laws"][cells[0]].get(name, "-")) for name in columns[1:]]
            seen += 1
    assert seen == len(report["laws"])
    for what, words, squares in re.findall(r'pictures\.scaling\("(\w+)", "(.+?)"(, squares=True)?\)', page):
        drawn = pictures.scaling(what, words, squares=bool(squares)).svg()
        measured = (row for row in report["rows"] if row.get(what))
        rows = [row for row in measured if row["task"].endswith(" squares") == bool(squares)]
        named = {row["task"].removesuffix(" squares") for row in rows}
        assert all(f">{family}<" in drawn for family in named)
        marks = len(re.findall(r"<(?:circle|rect|polygon) ", drawn))
        assert marks == len(rows) + len(named)  # a mark for each measurement, and one in the legend
        seen += len(rows)
    assert seen > 400
