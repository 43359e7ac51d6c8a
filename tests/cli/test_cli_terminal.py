"""The terminal is safe: what it would obey, in any file, name, argument or entry, is shown escaped."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest

import gfkit
from gfkit.cli import output
from gfkit.cli.long.progress import Log, ProgressLine, StageTiming
from gfkit.cli.main import main
from gfkit.errors import one_line, visible
from gfkit.typing import Progress

EVIL = "\x1b[31mEVIL\x1b]0;title\x07\u202e\x9b\x7f"
RULE = 'name = "G"\n[both]\npieces = ["X"]\n'
TERMS = "0,1,1,2,3,5,8,13,21,34,55,89,144"
ENTRY = f"""%I A000045 #1
%S A000045 {TERMS}
%N A000045 Fib {EVIL}
%C A000045 Empirical: a(n)=a(n-1)+a(n-2). {EVIL}
%F A000045 a(n)=a(n-1)+a(n-2) {EVIL}.
%K A000045 nonn
%O A000045 0,4
%A A000045 x{EVIL}
%Z A000045 {EVIL}
"""
FILES = {
    f"n{EVIL}.toml": RULE,
    "name.toml": f'name = "G{EVIL}"\n[both]\npieces = ["X"]\n',
    "key.toml": RULE + '"\\u001b[31m" = 3\n',
    "board": f"..{EVIL}\n",
    "graph": f"a {EVIL}\n{EVIL} c\n",
    "entry": ENTRY,
    f"t{EVIL}": TERMS,
    "terms": f"1 2 {EVIL}\n",
    "b-file": f"0 1\n1 1\n# {EVIL}\n2 {EVIL}\n",
    "stripped": f"# x\nA000045 ,{TERMS},\n",
    "names": f"# Last Modified: {EVIL}\nA000045 Fib {EVIL}\n",
    "certificate": json.dumps({"format": EVIL, "version": 1}),
}
RULE_FILE, TERMS_FILE = f"n{EVIL}.toml", f"t{EVIL}"
NODE_KAYLES = ("--game", "node-kayles", "--family", "path:n")
WORDS: list[tuple[str, ...]] = [
    (EVIL,),
    ("count", EVIL, "3x3"),
    ("count", "col", EVIL),
    ("count", "col", "3x3", EVIL),
    ("count", "col", "3x3", f"--{EVIL}"),
    ("count", "col", "3x3", "--positions", EVIL),
    ("count", "col", "3x3", "--max-seconds", EVIL),
    ("count", "name.toml", "3x3"),
    ("count", "key.toml", "3x3"),
    ("count", "col", "@board"),
    ("count", "col", "graph:graph"),
    ("count", RULE_FILE, "2x2"),
    ("games", RULE_FILE),
    ("games", EVIL),
    ("derive", RULE_FILE, "2xn", "--save", f"s{EVIL}"),
    ("derive", RULE_FILE, "2xn", "--to", EVIL),
    ("derive", RULE_FILE, "2xn", "--json"),
    ("certify", f"s{EVIL}"),
    ("certify", "certificate"),
    ("certify", EVIL),
    ("report", RULE_FILE, "2xn", "-o", f"{EVIL}.html"),
    ("guess", "--file", TERMS_FILE),
    ("guess", "--file", "terms"),
    ("guess", EVIL),
    ("verify", EVIL, "--for", "col", "path:n"),
    ("verify", "F(n)", "--data", TERMS_FILE),
    ("verify", "--formula-file", "terms", "--data", TERMS_FILE),
    ("value", RULE_FILE, "2x2"),
    ("outcomes", RULE_FILE, "2xn", "--to", "3"),
    ("nim", RULE_FILE, "1xn", "--to", "5"),
    ("equilibrium", EVIL),
    ("oeis", "import", "entry"),
    ("oeis", "import", "entry", "--as", "entry"),
    ("oeis", "import", "entry", "--json"),
    ("oeis", "import", "b-file"),
    ("oeis", "import", "names"),
    ("oeis", "lint", "entry", "--full"),
    ("oeis", "confirm", "entry", *NODE_KAYLES),
    ("oeis", "index", "build", "stripped", "names", "--index", f"i{EVIL}"),
    ("oeis", "search", TERMS, "--index", f"i{EVIL}"),
    ("oeis", "read", f"Number of {EVIL}"),
    ("oeis", "read", "A000045", "--index", f"i{EVIL}"),
    ("oeis", "read", "--file", "names"),
    ("oeis", "export", "--data", TERMS_FILE, "--name", f"x {EVIL}"),
    ("oeis", "export", RULE_FILE, "2xn", "-o", f"o{EVIL}"),
    ("catalog", "list", EVIL),
    ("catalog", "show", EVIL),
    ("lab", "--folder", EVIL),
    ("runs", "show", EVIL),
    ("completion", EVIL),
]


def obeyed(text: str) -> list[str]:
    """What a terminal would obey, or be misled by."""
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return [one for one in text if unicodedata.category(one) in hidden and one not in "\n\t"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("files")
    for name, content in FILES.items():
        (place / name).write_text(content, encoding="utf-8")
    return place


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words)[:30].encode("unicode-escape"))
def test_no_command_says_what_a_terminal_obeys(words, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert main(words) in (0, 1, 2)
    out, err = capsys.readouterr()
    assert (out + err).strip()
    assert obeyed(out + err) == []
    if out and "--json" in words:
        json.loads(out)


def test_control_characters_are_seen():
    assert obeyed(EVIL) == ["\x1b", "\x1b", "\x07", "\u202e", "\x9b", "\x7f"]
    assert obeyed(visible(EVIL)) == []
    assert visible("a\tb\n\u00e9 \u00d7 \u03bb") == "a\tb\n\u00e9 \u00d7 \u03bb"


def test_runs_are_listed_and_logged_safely(folder, tmp_path, monkeypatch, capsys):
    """The words of a stored run may be anybody's; so may be the stages of its work."""
    from gfkit.runs.store import open_store

    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    with open_store(command=("derive", EVIL, "2xn"), on_trouble=pytest.fail) as store:
        store.put("ab" * 32, "part", b"1")
    for words in (["list"], ["show", "ab"], ["clean", "ab"]):
        assert main(["runs", *words]) == 0
        said = "".join(capsys.readouterr())
        assert "EVIL" in said
        assert obeyed(said) == []
    line = ProgressLine()
    line(Progress(EVIL, 1, 2, 3))
    assert obeyed(line.text(200)) == []
    log = Log(str(tmp_path / "log"))
    log.begin(["derive", EVIL + "\n\u2028x"])
    log.line(EVIL)
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert obeyed(text) == []
    assert text.count("\n") == 2


@pytest.mark.parametrize(
    "words",
    [
        ("count", "col", "9" * 5000 + "x2"),
        ("count", "q" * 100_000, "3x3"),
        ("count", "col", "..?/" * 20_000),
        ("count", "col", "3x3", "--positions", "p" * 5000),
        ("guess", "1", "2", "x" * 5000),
        ("verify", "1/(" * 3000, "--for", "col", "path:n"),
        ("verify", "y " * 5000, "--for", "col", "path:n"),
        ("derive", "col", "2xn", "--save", "s" * 5000),
        ("c" * 5000,),
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_long_arguments_are_shortened_in_errors(words, capsys):
    assert main(words) in (2, 3)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert len(said) < 2200


def test_texts_are_cut_in_the_middle():
    assert one_line("short text") == "short text"
    assert len(one_line("x" * 10**6)) < 200
    assert len(one_line("x " * 10**6)) < 2200


# Badges


@pytest.fixture
def terminal(monkeypatch):
    """Standard output that says it is a terminal of 80 columns."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr(output.click, "echo", lambda text="", **_: sys.stdout.write(f"{text}\n"))


@pytest.mark.parametrize(
    ("words", "badge"),
    [
        (["derive", "domineering", "2xn"], "\x1b[30m\x1b[42m\x1b[1mproved\x1b[0m"),
        (["verify", "1/(1-t-t^2)", "--for", "o12", "path:n"], "\x1b[30m\x1b[41m\x1b[1mrefuted\x1b[0m"),
        (
            ["guess", *["1", "1", "2", "3", "5", "8", "13", "21", "34", "55", "89", "144"]],
            "\x1b[30m\x1b[43m\x1b[1mguessed\x1b[0m",
        ),
    ],
)
def test_how_something_is_known_has_its_colour(words, badge, terminal, monkeypatch, capsys):
    main(words)
    coloured = capsys.readouterr().out
    assert badge in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    main(words)
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


def test_tables_fit_the_terminal_and_lose_nothing(terminal, monkeypatch, capsys):
    monkeypatch.setenv("NO_COLOR", "1")
    whole = {}
    for columns in (200, 80, 44):
        monkeypatch.setattr(output, "terminal_width", lambda columns=columns: columns)
        main(["games", "--list"])
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= columns
        whole[columns] = " ".join(out.split())
    assert whole[200] == whole[80] == whole[44]
    assert "..." not in whole[80]


def test_a_table_has_room_below(monkeypatch, capsys):
    monkeypatch.setattr(output, "terminal_width", lambda: 30)
    output.write_table([("3f2a77b1", "stopped at 37 parts", "gfkit derive cram 9xn")])
    assert capsys.readouterr().out == "3f2a77b1  stopped at 37 parts\n    gfkit derive cram 9xn\n"
    output.write_table([("a", "one two three four five six seven")])
    assert capsys.readouterr().out == "a  one two three four five six\n   seven\n"


def test_what_an_interruption_loses_is_said_before():
    line = ProgressLine(at_stop=lambda: "Ctrl-C loses it")
    line(Progress("counting", 3, 8, 0))
    assert line.text(80).endswith("Ctrl-C loses it")
    assert "Ctrl-C" not in line.text(30)


def test_the_time_left_is_that_of_the_whole_run(monkeypatch):
    now = [0.0]
    for later, told in (
        (0.0, "about 10 s left"),
        (20.0, "about 30 s left"),
        (None, "about 10 s left of this"),
    ):
        now[0] = 0.0
        timing = StageTiming(lambda: now[0])
        for done in range(11):
            now[0] = float(done)
            timing.take(Progress("primes", done, 20, 0, later))
        assert told in timing.parts()


def test_steps_that_cost_ever_more_are_told_by_their_growth():
    """Even steps three times, odd ones as well, each parity from a first length of its own."""
    now, steps = [0.0], [1.0, 5.0]
    while len(steps) < 12:
        steps.append(3 * steps[-2])
    timing = StageTiming(lambda: now[0])
    for done, seconds in enumerate(steps[:6]):
        timing.take(Progress("boards", done, 12, 0, 0.0, alike=False))
        now[0] += seconds
    timing.take(Progress("boards", 6, 12, 0, 0.0, alike=False))
    assert timing.left() == pytest.approx(sum(steps[6:]))
    assert any(part.startswith("roughly ") for part in timing.parts())
    now[0] += 100
    assert timing.left() == pytest.approx(sum(steps[6:]) - 100)


@pytest.mark.parametrize("steps", [[1.0, 2, 4], [1, 1, 1, 1, 50, 2], [0.01] * 9])
def test_nothing_is_known_of_steps_without_a_growth(steps):
    now = [0.0]
    timing = StageTiming(lambda: now[0])
    for done, seconds in enumerate([*steps, 0]):
        timing.take(Progress("boards", done, 20, 0, 0.0, alike=False))
        now[0] += seconds
    assert timing.left() is None
    assert "time left unknown" not in timing.parts() or now[0] > 10
    now[0] += 11
    assert "time left unknown" in timing.parts()


def test_what_is_not_the_last_stage_is_not_called_the_run():
    """Unless a report says what comes after its stage, the time is that of the stage alone."""
    assert Progress("points", 1, 2, 0).later is None


def test_weighted_strips_count_their_points_for_all_primes():
    seen = []
    gfkit.derive(
        "domineering", "3xn", weights="players", method="modular", certify=True, on_progress=seen.append
    )
    points = [one for one in seen if one.stage == "points"]
    assert points
    assert {one.later for one in points} == {0.0}
    assert len({one.total for one in points}) == 1
    assert [one.done for one in points] == sorted({one.done for one in points})
    assert points[-1].done == points[-1].total
