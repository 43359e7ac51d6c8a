"""Every error is one line on standard error, with the documented exit code, and writes no file.

The messages are part of the specification: tests/data/refused.toml contains them with the commands that raise
them; modules of that name contain calls. Invalid input follows from the grammars of boards, rule files
and formulas in docs/.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest
import refused_counts
import refused_games
import refused_values
from choice import then_slow
from cli.calling import ran
from refusals import refused, wrong_line
from tables import tables

from gfkit.cli.main import main
from gfkit.core.errors import Interrupted, RuleError, interruptible
from gfkit.core.rules import Rule

TABLES = tables("refused")
COL = ("--for", "col", "path:n")
ARRAY = TABLES["words"]["ARRAY"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))


def filled(text: str) -> str:
    """Return the string with the strings that it names."""
    for name, meant in TABLES["words"].items():
        text = text.replace(f"{{{name}}}", meant)
    return text


def write(name: str, content: str | bytes) -> None:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)


def unlike(capsys: pytest.CaptureFixture[str], words: list[str], *facts: str, code: int = 2) -> str:
    """Return the difference of a command from a one-line error with these facts; empty if equal."""
    before = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
    ended = main(words)
    out, err = capsys.readouterr()
    # the formulas of a paper have a line each in addition, and those without a mark a note
    line = re.sub(r"\Anote: line .*\n", "", err).removesuffix("\n")
    faults = wrong_line(line, "gfkit: ", *(fact for fact in facts if fact not in out))
    if ended != code or any("  unread  " not in line for line in out.splitlines()) or faults:
        return f"{words!r:.200}: exit code {ended}, said {out!r:.100} {faults}"
    after = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
    return "" if before == after else f"{words!r:.200}: left {after.keys() - before.keys()}"


def test_errors_are_reported_in_one_line(capsys):
    assert unlike(capsys, ["games", "chess"], "game 'ches'")
    assert unlike(capsys, ["games", "chess"], "game 'chess'", code=3)
    assert unlike(capsys, ["games", "--list"])
    wrong = []
    for group, given, *facts in [(one, *row) for one in TABLES["refused"] for row in one["rows"]]:
        words, file = group["command"], group.get("file")
        if file:
            write(file, filled(given) if isinstance(given, str) else bytes(given))
        elif "{}" in words:
            words = [given if word == "{}" else word for word in words]
        else:
            words = [*words, *shlex.split(given)]
        wrong.append(unlike(capsys, words, *facts, code=group.get("code", 2)))
    assert [*filter(None, wrong)] == []


CALLS = [
    calls for module in (refused_games, refused_counts, refused_values) for calls in module.CALLS.items()
]


@pytest.mark.parametrize(("about", "calls"), CALLS, ids=[about for about, _ in CALLS])
def test_calls_that_are_rejected(about, calls):
    """Calls in Python: the class of the error, and facts that the message contains."""
    for number, (call, kind, *facts) in enumerate(calls):
        with refused(kind, *facts, about=f"{about} {number}: {facts}"):
            call()


ASKED = tables("rules_asked")
PARTS = {
    "edges": lambda own: {"edges": own},
    "connected": lambda own: {"cells": {"colours": 2}, "rules": {"connected": [own]}},
    "covers": lambda own: own,
}


def test_invalid_rules_are_rejected():
    """Rules with invalid constraints."""
    for part, made in PARTS.items():
        for own, *facts in ASKED[part]:
            with refused(RuleError, *facts, about=own):
                Rule.of({"name": "G", **made(own)})


def test_too_large_inputs_are_rejected(capsys):
    """Graphs, files, brackets, numbers and ranges that would never end."""
    deep = ARRAY + f'[[rules.line]]\nalong = "rows"\nmatch = "{"(" * 280}0{")" * 280}"\n'
    complete = "~?" + chr(63 + (1500 >> 6)) + chr(63 + (1500 & 63)) + "~" * 187375  # 1124250 bits, all set
    rule = ("r.toml", ["games", "r.toml"], 2, "rule file 'r.toml'")
    files = [
        (complete, "k.g6", ["count", "col", "graph:k.g6"], 3, "board 'graph:k.g6'", "1500", "1124250"),
        ("." * (1 << 24) + "#", "b.txt", ["count", "col", "@b.txt"], 2, "board '@b.txt'"),
        (deep, *rule, "[[rules.line]] 1", "match", "..."),
        ('name = "G"\n[both]\npieces = ' + "[" * 20000, *rule),
    ]
    numbers = ("9" * 5000, "0x" + "f" * 5000, str(2**63))
    files += [(f'name = "G"\n[cells]\ncolours = {number}\n', *rule) for number in numbers]
    for content, name, words, code, *facts in files:
        write(name, content)
        assert not unlike(capsys, words, *facts, code=code)
    words = ["verify", "a(n+2) = 2a(n+1) + a(n)", "--from", "-20000", *COL]
    assert not unlike(capsys, words, "formula", "-20000", code=3)


def test_every_parser_of_toml_rejects_invalid_files(capsys):
    for text in ("9" * 5000, "[" * 50_000, "1\n" + "a." * 50_000 + "a = 1", "1\n" + "# " * 600_000, ""):
        write("f.toml", "n = " + text)
        for words, place in (
            (["count", "f.toml", "2x2"], "rule file 'f.toml'"),
            (["count", "col", "slices:f.toml"], "board 'slices:f.toml'"),
            (["catalog", "check", "f.toml"], "catalogue file 'f.toml'"),
        ):
            assert not unlike(capsys, words, place)


KEY = "a." * 60_000 + "a = 1\n"
LONG_AND_DEEP = [
    (f"{table}{KEY}", words)
    for table in ("", "[cells]\n", "x = {")
    for words in ("games f", "count col slices:f", "catalog check f")
] + [
    (sign * 100_000, words)
    for sign in ("(", "[", "{", "-", "1+", '{"a":', "a^", "not ")
    for words in ("certify f", "count col @f", "count col graph:f", "guess --file f", "verify n --data f")
]
"""Files f, and commands that read them. A parser that keeps all beginnings of the key needs 8 GiB."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
@pytest.mark.parametrize("cases", then_slow([LONG_AND_DEEP[:1]], 60, LONG_AND_DEEP[1:]), ids=["one", "all"])
def test_long_and_deep_files_are_rejected_in_little_memory(cases):
    for content, words in cases:
        write("f", content)
        line = f'ulimit -v 1000000; exec "{sys.executable}" -m gfkit {words}'
        said = ran(["sh", "-c", line])
        assert said.code in (2, 3), (content[:20], words, said)
        assert "memory" not in said.err, (content[:20], words, said)
        assert said.err.count("\n") == 1, (content[:20], words, said)


def test_files_named_in_the_wrong_way(capsys):
    write("board.txt", "..\n..\n")
    write("g.toml", 'name = "G"\n[both]\npieces = ["X"]\n')
    assert not unlike(capsys, ["count", "nogo", "board.txt"], "board 'board.txt'", "@FILE", "graph:FILE")
    assert not unlike(capsys, ["games", "g.toml:3"], "rule file 'g.toml'", "3")


def test_an_interruption_returns_only_the_outermost_partial_result():
    with pytest.raises(KeyboardInterrupt) as stop, interruptible([], list), interruptible([1], list):
        raise KeyboardInterrupt
    assert not isinstance(stop.value, Interrupted)
    with pytest.raises(Interrupted) as stop, interruptible([1], lambda: "outer"), interruptible([2], list):
        raise KeyboardInterrupt
    assert stop.value.found == "outer"
