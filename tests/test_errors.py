"""Every refusal is one line on standard error, with the exit code that is promised, and writes no file.

The texts are part of the program: tests/data/refused.toml has them as the user sees them, each with what
brings it about; other tables of that name have calls. What is refused follows from the grammars of boards,
rule files and formulas in docs/.
"""

import re
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from choice import then_slow
from cli.calling import ran
from tables import tables

import gfkit
import gfkit.errors
from gfkit.boards.complexfile import read_complex
from gfkit.cli.main import main
from gfkit.errors import Interrupted, RuleError, interruptible
from gfkit.foresight import foresee_count, foresee_derive, foresee_outcome, foresee_value
from gfkit.games import Question, Rule, find_rule
from gfkit.values.calculator import calculate

TABLES = tables("refused")
COL = ("--for", "col", "path:n")
ARRAY = TABLES["words"]["ARRAY"]
BEYOND = TABLES["words"]["BEYOND"]
NESTED = "has brackets nested too deeply; at most 100 lie within each other"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))


def filled(text: str) -> str:
    """The text with those that it names."""
    for name, meant in TABLES["words"].items():
        text = text.replace(f"{{{name}}}", meant)
    return text


def write(name: str, content: str | bytes) -> None:
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)


def unlike(capsys: pytest.CaptureFixture[str], words: list[str], said: str, code: int = 2) -> str:
    """What a command does otherwise than to refuse with this line; nothing where it does that."""
    before = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
    ended = main(words)
    out, err = capsys.readouterr()
    pattern = ".*".join(map(re.escape, said.split("…")))
    if (ended, out) != (code, "") or not re.fullmatch(f"gfkit: {pattern}\n", err):
        return f"{words!r:.200}: exit code {ended}, said {out!r:.100} {err!r:.2500}, not {said!r}"
    after = {path.name: path.stat().st_size for path in Path.cwd().iterdir()}
    return "" if before == after else f"{words!r:.200}: left {after.keys() - before.keys()}"


def test_what_is_refused_is_said_in_one_line(capsys):
    assert unlike(capsys, ["games", "chess"], "game 'chess' is known")
    assert unlike(capsys, ["games", "chess"], "game 'chess' is no name…", code=3)
    assert unlike(capsys, ["games", "--list"], "…")
    wrong = []
    for group, given, said in [(one, *row) for one in TABLES["refused"] for row in one["rows"]]:
        words, file = group["command"], group.get("file")
        if file:
            write(file, filled(given) if isinstance(given, str) else bytes(given))
        elif "{}" in words:
            words = [given if word == "{}" else word for word in words]
        else:
            words = [*words, *shlex.split(given)]
        wrong.append(unlike(capsys, words, filled(said), group.get("code", 2)))
    assert not [*filter(None, wrong)]


CALLS = {name: tables(f"refused_{name}") for name in ("games", "counts", "values")}
TILES = gfkit.TileSet("domineering-tiles")
NAMES = (Rule, Question, Path, Fraction, read_complex, find_rule, calculate)
NAMES += (foresee_count, foresee_derive, foresee_outcome, foresee_value)


@pytest.mark.parametrize(
    ("name", "about"), [(name, about) for name in CALLS for about in CALLS[name] if about != "given"]
)
def test_calls_that_are_refused(name, about):
    """As people write them in Python: the kind of error, and a pattern of what is said.

    Calls may use what gfkit has, some names more, and what their table makes of them first.
    """
    known = {one: getattr(gfkit, one) for one in gfkit.__all__} | {one.__name__: one for one in NAMES}
    known |= {"nx": nx, "TILES": TILES}
    for line in CALLS[name].get("given", ()):
        exec(line, known)
    for call, kind, said in CALLS[name][about]:
        with pytest.raises(getattr(gfkit.errors, kind), match=said or None) as refused:
            pytest.fail(f"{call} is {eval(call, known)!s:.60}")
        assert "\n" not in str(refused.value), call


ASKED = tables("rules_asked")
PARTS = {
    "edges": lambda own: {"edges": own},
    "connected": lambda own: {"cells": {"colours": 2}, "rules": {"connected": [own]}},
    "covers": lambda own: own,
}


def test_rules_that_cannot_be_read():
    """What a rule may not ask."""
    for part, made in PARTS.items():
        for own, said in ASKED[part]:
            with pytest.raises(RuleError, match=said):
                Rule.of({"name": "G", **made(own)})


def test_what_is_too_large_is_refused(capsys):
    """Graphs, files, brackets, numbers and ranges that would not end."""
    line = '[[rules.line]]\nalong = "rows"\nmatch = '
    deep = f"{'(' * 280}0{')' * 280}"
    shown = f"{'(' * 60}... (561 characters) ...{')' * 60}"
    complete = "~?" + chr(63 + (1500 >> 6)) + chr(63 + (1500 & 63)) + "~" * 187375  # 1124250 bits, all set
    files = [
        ("k.g6", complete, ["count", "col", "graph:k.g6"], 3, "board 'graph:k.g6' has 1500 cells and up to"
         " 1124250 edges; at most 100000 cells and 1000000 edges can be held"),
        ("b.txt", "." * (1 << 24) + "#", ["count", "col", "@b.txt"], 2,
         "board '@b.txt': the file 'b.txt' is longer than 16 MiB"),
        ("r.toml", ARRAY + line + f'"{deep}"\n', ["games", "r.toml"], 2, f"rule file 'r.toml' [[rules.line]]"
         f" 1: match '{shown}': more than 50 brackets lie within each other; write fewer"),
        ("r.toml", 'name = "G"\n[both]\npieces = ' + "[" * 20000, ["games", "r.toml"], 2,
         f"rule file 'r.toml' {NESTED}"),
        *(("r.toml", f'name = "G"\n[cells]\ncolours = {number}\n', ["games", "r.toml"], 2,
           f"rule file 'r.toml' {BEYOND}") for number in ("9" * 5000, "0x" + "f" * 5000, str(2**63))),
    ]  # fmt: skip
    for name, content, words, code, said in files:
        write(name, content)
        assert not unlike(capsys, words, said, code)
    said = (
        "formula: it is printed for n >= -20000, and can hold from n = 0 on at the earliest; 10000 n before"
    )
    words = ["verify", "a(n+2) = 2a(n+1) + a(n)", "--from", "-20000", *COL]
    assert not unlike(capsys, words, said + " that are the limit", code=3)


def test_every_reader_of_toml_says_the_same_of_what_it_cannot_read(capsys):
    for text, reason in (
        ("9" * 5000, BEYOND),
        ("[" * 50_000, NESTED),
        (
            "1\n" + "a." * 50_000 + "a = 1",
            "has a key with more than 8 dots, which begins 'a.a.a.a.a.a.a.a.a.'",
        ),
        ("1\n" + "# " * 600_000, "is longer than 1 MiB"),
        ("", "is not TOML: Invalid value (at end of document); a text stands in quotes"),
    ):
        write("f.toml", "n = " + text)
        for words, begin in (
            (["count", "f.toml", "2x2"], "rule file 'f.toml'"),
            (["count", "col", "slices:f.toml"], "board 'slices:f.toml': the file"),
            (["catalog", "check", "f.toml"], "catalogue file 'f.toml'"),
        ):
            assert not unlike(capsys, words, f"{begin} {reason}")


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
def test_long_and_deep_files_are_refused_in_little_memory(cases):
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
    said = "board 'board.txt': a drawn board in a file is written @FILE, a graph in a file graph:FILE"
    assert not unlike(capsys, ["count", "nogo", "board.txt"], said)
    said = "rule file 'g.toml': takes no number after a colon, got 3"
    assert not unlike(capsys, ["games", "g.toml:3"], said)


def test_an_interruption_brings_the_result_of_the_outermost_work_alone():
    with pytest.raises(KeyboardInterrupt) as stop, interruptible([], list), interruptible([1], list):
        raise KeyboardInterrupt
    assert not isinstance(stop.value, Interrupted)
    with pytest.raises(Interrupted) as stop, interruptible([1], lambda: "outer"), interruptible([2], list):
        raise KeyboardInterrupt
    assert stop.value.found == "outer"
