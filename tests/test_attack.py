"""A short run of the standing attack, with a fixed seed, and the cases that it found once."""

from __future__ import annotations

import pytest
from attack.__main__ import KINDS, Tally, run_kind
from attack.inputs import COMMANDS, HOSTILE, Case, case_of
from attack.serving import Inputs, Reply, kept

from gfkit.cli.group import VERBS


def test_hostile_input_is_refused_in_a_line():
    tally, attack = Tally(), Inputs()
    run_kind(tally, "inputs", seed=2026, most=200, attack=attack)
    attack.server.close()
    assert tally.tried["inputs"] == 200
    assert tally.finds == []
    assert {0, 1, 2} <= attack.codes.keys()


@pytest.mark.parametrize("kind", ["killed", "damaged"])
def test_runs_go_on_to_the_same_answer(kind):
    tally = Tally()
    run_kind(tally, kind, seed=2026, most=2)
    assert tally.finds == []


def test_clusters_that_lose_somebody():
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    tally = Tally()
    run_kind(tally, "clustered", seed=2026, most=1)
    assert tally.finds == []


def test_cases_that_were_found_stay_mended(tmp_path):
    attack = Inputs()
    faults = {}
    for number, case in enumerate(kept()):
        folder = tmp_path / str(number)
        folder.mkdir()
        faults[str(case.words)[:200]] = attack.server.run(case, folder).faults(case)
    attack.server.close()
    assert len(faults) >= 8
    assert not any(faults.values()), faults


def test_kinds_share_the_time():
    assert all(kind.share > 0 for kind in KINDS.values())


def test_every_command_is_attacked():
    seen = {case_of(1, number).words[0] for number in range(500)}
    assert set(VERBS) - {"doctor"} <= seen
    assert len(COMMANDS) > 30
    assert case_of(3, 7) == case_of(3, 7) != case_of(3, 8)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply(0, "1\n", ""), ""),
        (Reply(2, "", "gfkit: no\n"), ""),
        (Reply(2, "", ""), "no line"),
        (Reply(2, "", "boom\n"), "no line"),
        (Reply(7, "", "gfkit: no\n"), "exit code"),
        (Reply(None, "", ""), "hang"),
        (Reply(None, "", "", "exit code -9"), "died"),
        (Reply(0, "", "", "Traceback\nValueError: x"), "traceback: ValueError"),
        (Reply(0, HOSTILE[0], ""), "control characters"),
        (Reply(0, "x", "", touched=("terms",)), "overwritten terms"),
    ],
)
def test_faults_are_seen(reply, fault):
    found = reply.faults(Case(["count", "col", "2x2"], {}))
    assert len(found) == bool(fault)
    assert all(one.startswith(fault) for one in found)
