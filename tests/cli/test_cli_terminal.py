"""Terminal safety: control characters in any file, name, argument or entry are printed escaped.

The categories of Unicode define control characters, not gfkit; badges and tables are checked too.
"""

import json
import re
import sys
from itertools import combinations
from math import dist

import pytest
from choice import then_slow
from cli.calling import call, obeyed, repeated
from tables import tables

from gfkit.cli import output
from gfkit.cli.long.progress import Log, ProgressLine
from gfkit.core.errors import visible
from gfkit.core.typing import Progress
from gfkit.runs.store import open_store

EVIL = "\x1b[31mEVIL\x1b]0;title\x07\u202e\x9b\x7f"
DATA = tables("commands")
FILES = {
    name.replace("{E}", EVIL): text.replace("{E}", EVIL) for name, text in DATA["hostile_files"].items()
} | {"certificate": json.dumps({"format": EVIL, "version": 1})}
TERMS = FILES["terms alone"]
COMMANDS = [
    [
        re.sub(r"(?<![A-Z])E(?![A-Z])", lambda _: EVIL, word).replace("~", " ").replace("TERMS", TERMS)
        for word in line.split()
    ]
    for line in DATA["hostile"]
]


@pytest.fixture
def _folder(elsewhere):
    for name, content in FILES.items():
        (elsewhere / name).write_text(content, encoding="utf-8")


@pytest.mark.usefixtures("_folder")
@pytest.mark.parametrize("commands", then_slow([COMMANDS[::4]], 1, COMMANDS[1::2], COMMANDS[2::4]), ids=str)
def test_no_command_prints_control_characters(commands):
    assert len(commands) >= 12
    for words in commands:
        code, out, err = call(*words)
        assert code in (0, 1, 2), words
        assert (out + err).strip(), words
        assert obeyed(out + err) == [], words
        if out and "--json" in words:
            json.loads(out)


def test_control_characters_are_seen():
    assert obeyed(EVIL) == ["\x1b", "\x1b", "\x07", "\u202e", "\x9b", "\x7f"]
    assert obeyed(visible(EVIL)) == []
    assert visible("a\tb\n\u00e9 \u00d7 \u03bb") == "a\tb\n\u00e9 \u00d7 \u03bb"


def test_runs_are_listed_and_logged_safely(tmp_path, monkeypatch):
    """The command line of a stored run may contain any characters; so may the names of its stages."""
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    with open_store(command=("derive", EVIL, "2xn"), on_trouble=pytest.fail) as store:
        store.put("ab" * 32, "part", b"1")
    for words in (["list"], ["show", "ab"], ["clean", "ab"]):
        code, out, err = call("runs", *words)
        assert (code, "EVIL" in out + err, obeyed(out + err)) == (0, True, [])
    line = ProgressLine()
    line(Progress(EVIL, 1, 2, 3))
    assert obeyed(line.text(200)) == []
    log = Log(str(tmp_path / "log"))
    log.begin(["derive", EVIL + "\n\u2028x"])
    log.line(EVIL)
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert (obeyed(text), text.count("\n")) == ([], 2)


def test_long_arguments_are_shortened_in_errors():
    for line in tables("commands")["long"]:
        words = repeated(line).split()
        code, _, said = call(*words)
        assert (code in (2, 3), said.count("\n"), len(said) < 2200) == (True, 1, True), words[0]


LIGHTS = {"red": (0.61, 0, 0), "blue": (0, 0, 0.86), "bright_yellow": (1, 1, 0), "bright_cyan": (0, 1, 1)}
"""Linear light of the colours of xterm."""


def test_colour_blind_readers_distinguish_badges():
    """Vienot, Brettel, Mollon, Digital video colourmaps for checking legibility by dichromats, 1999."""
    for red, green, blue in ((0.112, 0.888, 0.004), (0.293, 0.707, -0.022)):
        seen = {}
        for name, (r, g, b) in {**LIGHTS, "green": (0, 0.61, 0), "yellow": (0.61, 0.61, 0)}.items():
            seen[name] = (red * r + green * g, b + blue * (r - g))
        shown = [seen[colour] for colour in {*output.BADGES.values()}]
        assert min(dist(*pair) for pair in combinations(shown, 2)) > 0.4
        assert dist(seen["green"], seen["yellow"]) < 0.2  # no pair of badges


def test_each_status_has_a_colour(monkeypatch):
    """Test standard output that claims to be a terminal."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setattr(output.click, "echo", lambda text="", **_: sys.stdout.write(f"{text}\n"))
    for words, colours, badge in (
        ("derive domineering 2xn", "37m\x1b[44", "proved"),
        ("verify 1/(1-t-t^2) --for o12 path:n", "37m\x1b[41", "refuted"),
        ("guess 1 1 2 3 5 8 13 21 34 55 89 144", "30m\x1b[103", "guessed"),
    ):
        coloured = call(*words.split()).out
        assert f"\x1b[{colours}m\x1b[1m{badge}\x1b[0m" in coloured
        with monkeypatch.context() as patch:
            patch.setenv("NO_COLOR", "1")
            plain = call(*words.split()).out
        assert "\x1b" not in plain
        assert re.sub(r"\x1b\[\d+m", "", coloured) == plain
