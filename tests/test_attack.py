"""The standing attack in short: hostile input is refused, runs go on, changed files prove nothing false.

What is right comes from promises in print (exit codes, JSON schemas, JSON-RPC 2.0), from the run that nobody
disturbed, and for certificates from play and listing by definition; each judge is shown what it must see.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from zlib import crc32

import choice
import click
import pytest
from attack.__main__ import KINDS, Tally, run_kind
from attack.certificates import every_change, faults_of, true_ones
from attack.inputs import WAYS, Case, case_of, commands
from attack.meanings import UnknownMeaningError, meaning_of, parts_of
from attack.messages import Messenger, wanted_answers
from attack.serving import Inputs, Reply, kept_cases, wrong_changes
from cli.calling import python
from json_places import plainly
from tables import tables

from gfkit.hooks import VERBS
from gfkit.proofs import certify_file

SEED = crc32(choice.seed().encode())
JUDGED = tables("attack_cases")
TESTS = Path(__file__).parent


LONG = ("catalog errata", "doctor", "mcp")
"""Commands whose first case takes long; other tests give them, too."""


@pytest.fixture(scope="module")
def attack():
    made = Inputs()
    yield made
    made.server.close()


def tried(kind: str, first: int, most: int, attack=None) -> Tally:
    """So many cases of a kind from a number on, none of which may show a fault."""
    if KINDS[kind].missing:
        pytest.skip(f"{kind}: {KINDS[kind].missing}")
    tally = Tally()
    run_kind(tally, kind, SEED, first=first, most=most, attack=attack)
    assert tally.finds == []
    assert tally.tried[kind] == most
    return tally


@pytest.mark.parametrize("some", choice.then_slow([lambda name: name not in LONG], 7, LONG.__contains__))
def test_every_command_does_what_it_is_for(attack, some):
    """The first case of each command gets past the reading of its words, and has the answer it promises."""
    for number, name in enumerate(commands()):
        if some(name):
            tried("inputs", number, 1, attack)
            assert attack.past(name), attack.said
    assert len(attack.report().splitlines()) == 1 + len(commands())


@pytest.mark.parametrize("turns", [0.2, pytest.param(1, marks=pytest.mark.slow(15))])
def test_hostile_input_is_refused_in_a_line(attack, turns):
    """Cases with a flaw, and in the longer run with many."""
    before = sum(endings[2] for endings in attack.endings.values())
    many = int(turns * len(commands()))
    tried("inputs", len(commands()), many, attack)
    assert sum(endings[2] for endings in attack.endings.values()) - before >= many // 4


def test_cases_that_were_found_stay_mended(attack, tmp_path):
    faults = {}
    for number, case in enumerate(kept_cases()):
        (folder := tmp_path / str(number)).mkdir()
        faults[str(case.words)[:200]] = attack.server.run(case, folder).faults(case)
    assert len(faults) >= 8
    assert not any(faults.values()), faults


QUICK = [("certificates", 0, 150), ("failing", 0, 3)]
MORE = [("damaged", 0, 2), ("killed", 0, 3), ("failing", 3, 8), ("certificates", 150, 1500)]


@pytest.mark.parametrize(("kind", "first", "most"), choice.then_slow(QUICK, 8, *MORE))
def test_runs_stores_and_certificates_withstand(kind, first, most):
    tried(kind, first, most)


@pytest.mark.parametrize("most", [40, pytest.param(200, marks=pytest.mark.slow(5))])
def test_messages_are_answered_once_and_the_server_goes_on(most):
    messenger = Messenger()
    try:
        tried("messages", 0, most, messenger)
    finally:
        messenger.close()


@pytest.mark.parametrize("step", [2001, pytest.param(701, marks=pytest.mark.slow(15))])
def test_every_field_of_a_certificate_is_read(tmp_path, step):
    """Each place of each kind is left out, and has every strange value in it; here one of many in turn."""
    path, faults = tmp_path / "changed.json", {}
    for name, true in true_ones().items():
        path.write_text(json.dumps(true))
        assert certify_file(path).ok, name
        for text, content in every_change(name, 7, step):
            path.write_bytes(content)
            faults[text] = faults_of(path, true)
    assert len(faults) > 40
    assert not any(faults.values()), {text: wrong for text, wrong in faults.items() if wrong}


def test_what_is_not_true_of_a_certificate_is_seen(tmp_path, monkeypatch):
    """A judge that accepts everything would let through another winner, nimber, value, period or product."""
    path, seen = tmp_path / "changed.json", {}

    class Accepts:
        ok, proved, game, boards, status, reason, lines = True, True, "", "", "proved", "", ()
        of_rule = True
        as_json = dict

    monkeypatch.setattr("attack.certificates.certify_file", lambda *_: Accepts())
    changes = {
        "outcomes cram 2x2": lambda saved: saved["boards"][0].update(winner="left"),
        "nim cram 3x3": lambda saved: saved["boards"][0].update(nimber=5),
        "value cram 2x2": lambda saved: saved["boards"][0].update(value=1),
        "nim octal:0.77": lambda saved: saved["values"].__setitem__(3, 9),
        "nim node-kayles path:n --to 6": lambda saved: saved["values"].__setitem__(3, 9),
        "nim octal:0.75 --misere": lambda saved: saved["losing"].clear(),
        "fraction of domineering": lambda saved: saved["numerator"][0].__setitem__(3, "0x7"),
        "constant nogo --width 3": lambda saved: saved.update(symmetric="rows"),
    }
    for name, change in changes.items():
        saved = plainly(true_ones()[name])
        change(saved)
        path.write_text(json.dumps(saved))
        seen[name] = faults_of(path, true_ones()[name])
    assert all(seen.values()), seen


# What the attack is made of.


def test_every_command_and_parameter_is_attacked():
    ways = range(0, len(WAYS) * len(commands()), len(commands()))
    cases = [case_of(1, place + number) for place in range(len(commands())) for number in ways]
    assert Counter(case.command for case in cases) == dict.fromkeys(commands(), len(WAYS))
    assert {command.split()[0] for command in commands()} == set(VERBS)
    assert case_of(3, 7) == case_of(3, 7) != case_of(3, 7 + len(commands()))
    for name, command in commands().items():
        for part in [part for given in command.params for part in parts_of(given)]:
            assert meaning_of(name, part).edges
    with pytest.raises(UnknownMeaningError, match="count: --shade SHADE"):
        meaning_of("count", click.Option(["--shade"], metavar="SHADE"))
    assert all(kind.share > 0 for kind in KINDS.values())


TOOLS = '{"jsonrpc": "2.0", "id": "tools", "result": {"tools": []}}'
PING = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


def test_faults_of_a_server_are_seen():
    for then, fault in JUDGED["servers"]:
        begin = f"import sys; sys.stdin.readline(); print('{TOOLS}', flush=True); sys.stdin.readline(); "
        messenger = Messenger([sys.executable, "-S", "-c", begin + then], patience=2.0)
        try:
            assert any(fault in text for text in messenger.faults([PING.encode()])), fault
        finally:
            messenger.close()


def test_what_is_to_be_answered():
    """By the words of JSON-RPC 2.0, sections 4 to 6."""
    for line, answered in JUDGED["answered"]:
        assert sorted(wanted_answers([line.encode()])[0].elements()) == answered, line


def test_faults_of_replies_are_seen():
    asked, plain = Case(["count", "--json"], asks_json=True), Case(["count", "col", "2x2"])
    shown = [(plain, Reply(**{"code": None, **reply}), fault) for reply, fault in JUDGED["replies"]]
    shown += [(asked, Reply(0, out), fault) for out, fault in tables("wholes")["json"].items()]
    for case, reply, fault in shown:
        faults = reply.faults(case)
        assert len(faults) == bool(fault), reply
        assert all(text.startswith(fault) for text in faults), reply


def test_wrong_changes_are_seen():
    before = dict.fromkeys(("read", "mine", "out/mine", "page.html"), b"abc") | {"link": "link to mine"}
    for words, changed, faults in JUDGED["changes"]:
        after = before | {name: text.encode() for name, text in changed.items()}
        after = {name: content for name, content in after.items() if content}
        case = Case(words.split(), links={"link": "mine"}, reads=frozenset({"read"}))
        assert wrong_changes(case, before, after) == faults, words


def test_the_fence_holds(tmp_path):
    (inside := tmp_path / "inside").mkdir()
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
    assert python(program, code=0, folder=TESTS).out in ("fenced\n", "")
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody learns of processes without a parent")
def test_processes_left_behind_are_counted():
    program = """
import os, subprocess
from attack.forking import adopt, reap
adopt()
for seconds in ("0", "600"):
    child = os.fork()
    if not child:
        os.setsid()
        subprocess.Popen(["sleep", seconds], start_new_session=True)
        os._exit(0)
    os.waitpid(child, 0)
    print(reap(child, 1.0))
"""
    assert python(program, code=0, folder=TESTS).lines == ["0", "1"]
