"""A short run of the standing attack, with a fixed seed, and the cases that it found once."""

from __future__ import annotations

import sys

import pytest
from attack.__main__ import Tally, attack_inputs, attack_messages, attack_runs, kept
from attack.inputs import COMMANDS, HOSTILE, Case, case_of
from attack.messages import Messenger, wanted_answers
from attack.serving import Reply, Server

from gfkit.cli.group import VERBS


def test_hostile_input_is_refused_in_a_line():
    tally = Tally()
    attack_inputs(tally, seed=2026, seconds=0, most=200)
    assert tally.tried["inputs"] == 200
    assert tally.found == []
    assert {0, 1, 2} <= tally.codes.keys()


def test_messages_are_answered_once_and_the_server_goes_on():
    tally = Tally()
    attack_messages(tally, seed=2026, seconds=0, most=100)
    assert tally.tried["messages"] == 100
    assert tally.found == []


TOOLS = '{"jsonrpc": "2.0", "id": "tools", "result": {"tools": []}}'
PING = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


@pytest.mark.parametrize(
    ("then", "fault"),
    [
        ("sys.stdin.readline(); print(end='', flush=True); input()", "is answered 0 times"),
        ("raise SystemExit(3)", "the process ended"),
        (
            (
                "[print('{\"id\": ' + key + '}', flush=True) for key in ('1', '1', '\"ping 1\"')]",
                "1 is answered 2",
            ),
            "1 is",
        ),
        ("print('{\"id\": 1}', flush=True); int('x')", "on standard error: ValueError"),
    ],
)
def test_faults_of_a_server_are_seen(then, fault):
    """One that is silent, ends, answers twice, or complains."""
    program = f"import sys; sys.stdin.readline(); print('{TOOLS}', flush=True); sys.stdin.readline(); {then}"
    messenger = Messenger([sys.executable, "-c", program], patience=2.0)
    try:
        assert any(fault in text for text in messenger.faults([PING.encode()]))
    finally:
        messenger.close()


@pytest.mark.parametrize(
    ("line", "answered"),
    [
        (PING, ["1"]),
        (PING.replace("1, ", "[1], "), ["null"]),
        (f"[{PING}, {PING}, 7]", ["1", "1", "null"]),
        ('{"jsonrpc": "2.0", "method": "ping"}', []),
        ('{"jsonrpc": "2.0", "id": 1, "result": {}}', []),
        ('{"id": "a", "method": "ping", "params": NaN}', ['"a"']),
        ("[]", ["null"]),
        ("{", ["null"]),
        ("", []),
    ],
)
def test_what_is_to_be_answered(line, answered):
    """By the words of JSON-RPC 2.0, sections 4 to 6."""
    assert sorted(wanted_answers([line.encode()])[0].elements()) == answered


@pytest.mark.parametrize("kind", ["killed", "damaged"])
def test_runs_go_on_to_the_same_answer(kind):
    tally = Tally()
    attack_runs(tally, kind, seed=2026, seconds=0, most=2)
    assert tally.found == []


def test_clusters_that_lose_somebody():
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    tally = Tally()
    attack_runs(tally, "clustered", seed=2026, seconds=0, most=1)
    assert tally.found == []


def test_cases_that_were_found_stay_mended():
    server = Server()
    try:
        found = {str(case.words)[:200]: server.run(case).faults(case) for case in kept()}
    finally:
        server.close()
    assert len(found) >= 8
    assert not any(found.values()), found


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
