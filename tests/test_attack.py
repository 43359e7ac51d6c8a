"""A short run of the standing attack, with a fixed seed, and the cases that it found once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import click
import pytest
from attack.__main__ import KINDS, Tally, run_kind
from attack.certificates import every_change, faults_of, true_ones
from attack.failing import CAN_FAIL
from attack.inputs import WAYS, Case, case_of, commands
from attack.meanings import HOSTILE, UnknownMeaningError, meaning_of, parts_of
from attack.messages import Messenger, wanted_answers
from attack.serving import Inputs, Reply, kept_cases, wrong_changes

from gfkit.cli.group import VERBS
from gfkit.verify import certify_file

FLOOR = 1
"""Cases of each command, of two, that get past the reading of their words."""


@pytest.fixture(scope="module")
def attack():
    made = Inputs()
    yield made
    made.server.close()


def test_hostile_input_is_refused_in_a_line(attack):
    """One case of each command as it should be, which is a floor, and one with a flaw."""
    tally = Tally()
    run_kind(tally, "inputs", seed=2030, most=2 * len(commands()), attack=attack)
    assert tally.finds == []
    assert attack.endings.keys() == commands().keys()
    assert [command for command in commands() if attack.past(command) < FLOOR] == []
    assert sum(endings[2] for endings in attack.endings.values()) >= len(commands()) // 4
    assert len(attack.report().splitlines()) == 1 + len(commands())


def test_messages_are_answered_once_and_the_server_goes_on():
    tally, messenger = Tally(), Messenger()
    try:
        run_kind(tally, "messages", seed=2026, most=100, attack=messenger)
    finally:
        messenger.close()
    assert tally.tried["messages"] == 100
    assert tally.finds == []


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
    run_kind(tally, kind, seed=2030, most=2)
    assert tally.finds == []


@pytest.mark.skipif(not CAN_FAIL, reason="there is no C compiler, or no Linux")
@pytest.mark.parametrize(("kind", "most"), [("failing", 6), ("touched", 4)])
def test_writes_that_fail_and_files_that_are_damaged(kind, most):
    tally = Tally()
    run_kind(tally, kind, seed=2026, most=most)
    assert tally.finds == []


def test_changed_certificates_say_nothing_false():
    tally = Tally()
    run_kind(tally, "certificates", seed=2026, most=300)
    assert tally.finds == []


def test_every_field_of_a_certificate_is_read(tmp_path):
    """Each place of each kind is left out, and has every strange value in it; here one of many in turn."""
    path, faults = tmp_path / "changed.json", {}
    for name, true in true_ones().items():
        path.write_text(json.dumps(true))
        assert certify_file(path).ok
        for text, content in islice(every_change(name), 7, None, 701):
            path.write_bytes(content)
            faults[text] = faults_of(path, true)
    assert len(faults) > 200
    assert not any(faults.values()), {text: wrong for text, wrong in faults.items() if wrong}


def test_clusters_that_lose_somebody():
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    tally = Tally()
    run_kind(tally, "clustered", seed=2026, most=1)
    assert tally.finds == []


def test_cases_that_were_found_stay_mended(attack, tmp_path):
    faults = {}
    for number, case in enumerate(kept_cases()):
        folder = tmp_path / str(number)
        folder.mkdir()
        faults[str(case.words)[:200]] = attack.server.run(case, folder).faults(case)
    assert len(faults) >= 8
    assert not any(faults.values()), faults


def test_kinds_share_the_time():
    assert all(kind.share > 0 for kind in KINDS.values())


def test_every_command_is_attacked():
    ways = range(0, len(WAYS) * len(commands()), len(commands()))
    cases = [case_of(1, place + number) for place in range(len(commands())) for number in ways]
    assert Counter(case.command for case in cases) == dict.fromkeys(commands(), len(WAYS))
    assert {command.split()[0] for command in commands()} == set(VERBS)
    assert case_of(3, 7) == case_of(3, 7) != case_of(3, 7 + len(commands()))


def test_every_parameter_is_attacked():
    for name, command in commands().items():
        for part in [part for given in command.params for part in parts_of(given)]:
            assert meaning_of(name, part).edges


def test_parameters_that_mean_nothing_known_are_named():
    with pytest.raises(UnknownMeaningError, match="count: --shade SHADE"):
        meaning_of("count", click.Option(["--shade"], metavar="SHADE"))


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply(0, "1\n", ""), ""),
        (Reply(2, "", "gfkit: no\n"), ""),
        (Reply(0, '{"count": "1"}\n', ""), ""),
        (Reply(3, "", "note: much\ngfkit: stopped\n"), ""),
        (Reply(2, "", ""), "no line"),
        (Reply(2, "", "boom\n"), "no line"),
        (Reply(2, "", "gfkit: no\ngfkit: no\n"), "more than a line"),
        (Reply(2, "", "note: little\ngfkit: no\n"), ""),
        (Reply(7, "", "gfkit: no\n"), "exit code"),
        (Reply(-11, "", ""), "exit code -11"),
        (Reply(None), "hang"),
        (Reply(1, "", "Traceback (most recent call last):\nValueError: x\n"), "traceback: ValueError"),
        (Reply(0, HOSTILE[0], ""), "control characters"),
        (Reply(0, "x", "", left=1), "1 processes left"),
        (Reply(0, "x", "", changes=("overwritten terms",)), "overwritten terms"),
    ],
)
def test_faults_are_seen(reply, fault):
    faults = reply.faults(Case(["count", "col", "2x2"]))
    assert len(faults) == bool(fault)
    assert all(text.startswith(fault) for text in faults)


@pytest.mark.parametrize(
    ("out", "fault"),
    [
        ('{"count": "1"}\n', ""),
        ("", "no JSON"),
        ("1\n", "no object"),
        ('{"a": 1} {"a": 2}', "no JSON"),
        ('{"a": NaN}', "no JSON (NaN is no JSON)"),
        ('{"a": 1, "a": 2}', "no JSON (a key comes twice)"),
        ('{"a": "\u00e9"}', "JSON that is not ASCII"),
    ],
)
def test_wrong_json_is_seen(out, fault):
    faults = Reply(0, out).faults(Case(["count", "--json"], asks_json=True))
    assert len(faults) == bool(fault)
    assert all(text.startswith(fault) for text in faults)


_NAMES = ("read", "mine", "out/mine", "page.html")


@pytest.mark.parametrize(
    ("words", "changed", "faults"),
    [
        (["-o", "new"], {"new": b"1"}, []),
        (["-o", "out"], {"out/new": b"1"}, []),
        (["-o", "."], {"new": b"1"}, []),
        (["-o", "new"], {"new.1.part": b"1"}, ["left behind new.1.part"]),
        (["-o", "mine"], {"mine": b"1"}, ["overwritten mine"]),
        (["-o", "mine", "--force"], {"mine": b"1"}, []),
        (["-o", "mine", "--force"], {"out/mine": b"1"}, ["overwritten out/mine"]),
        (["-o", "out", "--force"], {"out/mine": None}, []),
        (["read", "-o", "read", "--force"], {"read": b"1"}, ["overwritten read"]),
        (["-o", "link", "--force"], {"link": b"1"}, []),
        (["-o", "link"], {"mine": b"1"}, ["overwritten mine"]),
        (["--log", "mine"], {"mine": b"abc, and more"}, []),
        (["--log", "read"], {"read": b"abc, and more"}, ["overwritten read"]),
        (["-o=page.html", "--force", "--tex"], {"page.html": b"1", "page.tex": b"1"}, []),
    ],
)
def test_wrong_changes_are_seen(words, changed, faults):
    before = dict.fromkeys(_NAMES, b"abc") | {"link": "link to mine"}
    after = {name: content for name, content in (before | changed).items() if content is not None}
    case = Case(words, links={"link": "mine"}, reads=frozenset({"read"}))
    assert wrong_changes(case, before, after) == faults


def test_the_fence_holds(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    program = f"""
from pathlib import Path
from attack.fence import fence_in
if fence_in(Path({str(inside)!r})):
    Path({str(inside)!r}, "new").write_text("1")
    try:
        Path({str(tmp_path)!r}, "new").write_text("1")
    except PermissionError:
        print("fenced")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parent, check=True
    )
    assert ended.stdout in ("fenced\n", "")
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody learns of processes without a parent")
@pytest.mark.parametrize(("seconds", "left"), [("0", "0"), ("600", "1")])
def test_processes_left_behind_are_counted(seconds, left):
    program = f"""
import os, subprocess
from attack.forking import adopt, reap
adopt()
child = os.fork()
if not child:
    os.setsid()
    subprocess.Popen(["sleep", "{seconds}"], start_new_session=True)
    os._exit(0)
os.waitpid(child, 0)
print(reap(child, 1.0))
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=Path(__file__).parent, check=True
    )
    assert ended.stdout.split() == [left]
