"""Which tests run: samples have what they promise, shares make the whole, a stopped run goes on.

What is expected is counted by hand: pairs of three short lists, and the tests of a file of five.
"""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest
from choice import SETTINGS, cover, drawn, sample
from cli.calling import ran
from resuming import READ, digest

TESTS = Path(__file__).resolve().parent
FILE = """
import os, pytest
@pytest.mark.parametrize("n", range(3))
def test_quick(n): assert n != int(os.environ["FAILS"])
@pytest.mark.slow({seconds})
@pytest.mark.parametrize("n", range(12))
def test_slow(n): pass
"""


@pytest.mark.parametrize(("allowed", "left"), [(lambda *_: True, 0), (lambda a, _, c: a != c, 1)])
def test_a_sample_has_every_pair_that_may_be(allowed, left):
    factors = [[*range(5)], [*range(4)], [*range(7)]]
    cases = cover(factors, allowed)
    whole = [case for case in product(*factors) if allowed(*case)]
    assert set(cases) <= set(whole)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert {(c[one], c[other]) for c in cases} == {(c[one], c[other]) for c in whole}
    assert 7 * 5 - 5 * left <= len(cases) < len(whole) * 0.6
    two = cover([[*range(5)], [*range(4)]])
    assert 5 <= len(two) < 20
    assert [{case[k] for case in two} for k in (0, 1)] == [{*range(5)}, {*range(4)}]


def test_the_seed_decides_and_what_was_found_stays(monkeypatch):
    def ids() -> list[str]:
        params = sample(range(9), range(9), range(9), quick=2, seconds=0.5, found=[(8, 8, 8)])
        assert [bool(one.marks) for one in params] == [False] * 3 + [True] * (len(params) - 3)
        assert {mark.args for one in params for mark in one.marks} == {(0.5,)}
        return [one.id for one in params]

    monkeypatch.setenv("GFKIT_SEED", "one")
    first, number = ids(), drawn("a").random()
    assert ids() == first
    assert first[0] == "8-8-8"
    monkeypatch.setenv("GFKIT_SEED", "two")
    assert ids()[0] == "8-8-8"
    assert ids() != first
    assert drawn("a").random() != number


@pytest.fixture
def run(tmp_path):
    """Runs the small file with options, and says what became of its tests."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow(seconds): of five\n", encoding="utf-8")

    def begin(*options: str, seconds: str = "12", fails: int = -1) -> str:
        (tmp_path / "test_five.py").write_text(FILE.format(seconds=seconds), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-v", "-n0"]
        known = {"PYTHONPATH": str(TESTS), "FAILS": str(fails), "GFKIT_SEED": ""}
        done = ran([*command, *options], folder=tmp_path, **known)
        return done.out + done.err

    return begin


def test_shares_make_the_whole_and_a_stopped_run_goes_on_where_it_was(run, tmp_path):
    first, second = (
        run("--share", share, "--seed", "a week", "--resume", str(tmp_path / "noted"), fails=fails)
        for share, fails in (("1/2", 1), ("2/2", -1))
    )
    assert "'a week'" in first
    assert re.findall(r"test_quick\[(.)\] PASSED", first) == ["0", "2"]
    assert re.findall(r"test_quick\[(.)\] PASSED", second) == ["1"]
    slow = re.findall(r"test_slow\[(\d+)\]", first + second)
    assert sorted(map(int, slow)) == [*range(12)]
    passed = len(re.findall(" PASSED", first))
    assert f"{passed} tests passed before" in second


def test_another_seed_or_file_begins_anew(monkeypatch):
    whole = {digest()}
    monkeypatch.setenv("GFKIT_SEED", "another")
    whole.add(digest())
    monkeypatch.setattr("resuming.READ", READ[1:])
    whole.add(digest())
    assert len(whole) == 3


def test_a_slow_test_must_say_its_seconds(run):
    assert "slow, but not how long" in run(seconds="")


def test_the_settings_of_the_project():
    assert SETTINGS["seed"]
    at, of = map(int, SETTINGS["share"].split("/"))
    assert 1 <= at <= of
