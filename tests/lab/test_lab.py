"""The laboratory's tools give what the command line prints, and need no numpy."""

from __future__ import annotations

import json
import pickle
import re
import shlex
import socket
import subprocess
import sys
import threading
import tomllib
import urllib.error
import urllib.request
import zipfile
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import InputError, RuleError, RuleSpot
from gfkit.exact import order_basis
from gfkit.exact.array_table import ArrayTable
from gfkit.exact.order_basis import PlainTable
from gfkit.foresight import plain as foresight
from gfkit.formula import LATEX
from gfkit.formula.read.statement import printed_tree
from gfkit.games import Question
from gfkit.games.file import read_rule
from gfkit.games.library import NUMBERED
from gfkit.lab import building, packing, server
from gfkit.lab.server import HOST, address, open_server
from gfkit.lab.tools import _DIGITS, _TERMS, Tools, answer
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.sweep import layers
from gfkit.transfer.sweep.rung1_dictionary import dictionary_sweep
from gfkit.transfer.sweep.rung2_integers import packed_sweep
from gfkit.typing import Weights
from gfkit.version import __version__

RULE = """name = "Corners"
[left]
pieces = ["XX/X.", "XX/.X"]
[right]
pieces = ["XX"]
"""


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(words)
    return code, *capsys.readouterr()


ASKED = [
    ("count", {"game": "domineering", "board": "3x4"}, ["domineering", "3x4"]),
    (
        "count",
        {"game": "domineering", "board": "..#/.A./.A.", "positions": "maximal", "weights": "players"},
        ["domineering", "..#/.A./.A.", "--positions", "maximal", "--weights", "players"],
    ),
    (
        "count",
        {"rule": RULE, "board": "3x3", "weights": "pieces"},
        ["rule.toml", "3x3", "--weights", "pieces"],
    ),
    (
        "derive",
        {"game": "domineering", "family": "3xn", "positions": "maximal"},
        ["domineering", "3xn", "--positions", "maximal"],
    ),
    ("derive", {"game": "nogo", "family": "path:n"}, ["nogo", "path:n"]),
    (
        "derive",
        {"game": "domineering", "family": "2xn", "weights": "players"},
        ["domineering", "2xn", "--weights", "players"],
    ),
    ("derive", {"game": "cis", "family": "complete:n"}, ["cis", "complete:n"]),
    ("derive", {"rule": RULE, "family": "2xn"}, ["rule.toml", "2xn"]),
    (
        "derive",
        {"game": "independent-sets", "family": "moebius:n", "up_to": "symmetry"},
        ["independent-sets", "moebius:n", "--up-to", "symmetry"],
    ),
    (
        "count",
        {"game": "kings", "board": "3x3", "up_to": "rotations"},
        ["kings", "3x3", "--up-to", "rotations"],
    ),
    (
        "guess",
        {"terms": "1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862"},
        ["1", "1", "2", "5", "14", "42", "132", "429", "1430", "4862"],
    ),
    ("guess", {"terms": "2 3 5 7 11 13 17 19"}, ["2", "3", "5", "7", "11", "13", "17", "19"]),
    (
        "verify",
        {"formula": r"\frac{3}{1-t-2t^2}", "game": "cis", "family": "path:n"},
        [r"\frac{3}{1-t-2t^2}", "--for", "cis", "path:n"],
    ),
    (
        "verify",
        {"formula": "1/(1-2t-t^2)", "game": "o12", "family": "path:n"},
        ["1/(1-2t-t^2)", "--for", "o12", "path:n"],
    ),
    ("value", {"game": "domineering", "board": "4x4"}, ["domineering", "4x4"]),
    ("value", {"game": "domineering", "board": "..#/.bb/..."}, ["domineering", "..#/.bb/..."]),
    ("nim", {"game": "cram", "family": "1xn", "to": 12}, ["cram", "1xn", "--to", "12"]),
    ("outcomes", {"game": "domineering", "family": "2xn", "to": 5}, ["domineering", "2xn", "--to", "5"]),
]


@pytest.mark.parametrize(("tool", "request_", "words"), ASKED)
def test_answers_are_those_of_the_command_line(tool, request_, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rule.toml").write_text(RULE, encoding="utf-8")
    _, out, err = printed(capsys, tool, *words, "--json")
    found = Tools().run(tool, request_)
    assert found["json"] == json.loads(out), err


@pytest.mark.parametrize(
    ("tool", "request_", "words"),
    [
        ("count", {"game": "domino", "board": "3x4"}, ["domino", "3x4"]),
        ("count", {"game": "domineering", "board": "3y4"}, ["domineering", "3y4"]),
        ("count", {"game": "domineering", "board": "..#/.a./.a."}, ["domineering", "..#/.a./.a."]),
        ("derive", {"game": "domineering", "family": "3x4"}, ["domineering", "3x4"]),
        (
            "derive",
            {"game": "col", "family": "3xn", "positions": "play"},
            ["col", "3xn", "--positions", "play"],
        ),
        ("guess", {"terms": "1 2 x"}, ["1", "2", "x"]),
        (
            "verify",
            {"formula": "1/(1-", "game": "col", "family": "path:n"},
            ["1/(1-", "--for", "col", "path:n"],
        ),
    ],
)
def test_errors_are_those_of_the_command_line(tool, request_, words, capsys):
    code, _, err = printed(capsys, tool, *words)
    error = Tools().run(tool, request_)["error"]
    assert (error["exit_code"], f"gfkit: {error['message']}\n") == (code, err)


def test_games_are_those_of_the_command_line(capsys):
    _, out, _ = printed(capsys, "games", "--json")
    ours = {one["game"]: one for one in Tools().run("games", {})["json"]["games"]}
    theirs = {one["game"]: one for one in json.loads(out)["games"]}
    for name in NUMBERED:
        assert ours.pop(f"{name}:3") == {**theirs.pop(f"{name}:k"), "game": f"{name}:3"}
    assert ours == theirs


def test_certificate_is_accepted_by_the_checker(tmp_path, capsys):
    text = Tools(tmp_path).run("certificate", {"game": "col", "family": "path:n"})["json"]["certificate"]
    (tmp_path / "col.json").write_text(text, encoding="utf-8")
    assert printed(capsys, "certify", str(tmp_path / "col.json"))[0] == 0


@pytest.mark.parametrize(("tool", "request_", "words"), ASKED)
def test_formulas_are_typeset_with_all_their_numbers(tool, request_, words, tmp_path):
    found = Tools(tmp_path).run(tool, request_)
    lines = found["lines"] + [line for group in found.get("groups", ()) for line in group["lines"]]
    typeset = [line for line in lines if line["mathml"] is not None]
    assert typeset or tool in ("value", "outcomes") or not [line for line in lines if line["badge"] is None]
    for line in typeset:
        tree = ElementTree.fromstring(line["mathml"])
        shown = [part.text for part in tree.iter() if part.tag.endswith("}mn")]
        assert shown == re.findall(r"\d+(?:\.\d+)?", line["latex"])


def test_progress_reaches_the_page():
    told: list[tuple[str, int, int, int]] = []
    request = json.dumps({"game": "domineering", "family": "4xn", "positions": "maximal"})
    answer("derive", request, lambda *report: told.append(report))
    assert told
    assert all(stage and done >= 0 for stage, done, _, _ in told)


# Where an error is

BROKEN = [
    ('[left]\npieces = ["XX"]\n[right\npieces = ["X"]\n', (3, 7)),
    ('name = "a"\n[left]\npices = ["XX"]\n[right]\npieces = ["X"]\n', (3, 1)),
    ('[left]\npieces = ["XX", "XQ"]\n[right]\npieces = ["XX"]\n', (2, 18)),
    ('[left]\npieces = ["XX"]\n[right]\npieces = [\n  "X",\n  "Y",\n]\n', (6, 4)),
    ('name = "a"\n[left]\npieces = ["XX"]\n[right]\npieces = []\n[rules]\nliberties = 3\n', (7, 1)),
    ('[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LQ"]\n', (4, 21)),
    ('name = 3\n[both]\npieces = ["X"]\n', (1, 1)),
    ('[both]\npieces = ["X"]\nspeed = 3\n', (3, 1)),
    (
        '[[tile]]\nname = "a"\ntop = 1\nright = 1\nbottom = 1\nleft = 1\n[[tile]]\nname = "b"\ntop = []\n',
        (9, 1),
    ),
]


@pytest.mark.parametrize(("text", "place"), BROKEN)
def test_errors_in_rules_have_their_place(text, place, tmp_path):
    with pytest.raises(RuleError) as refused:
        read_rule("rule.toml", text)
    spot = refused.value.spot
    assert (spot.line, spot.column) == place
    error = Tools(tmp_path).run("count", {"rule": text, "board": "2x2"})["error"]
    assert error["place"] == {"line": place[0], "column": place[1]}


@given(st.text(alphabet='[]=".XQ\n ab1', max_size=60))
def test_places_lie_in_the_text(text):
    try:
        read_rule("rule.toml", text)
    except RuleError as error:
        lines = text.split("\n")
        spot = error.spot
        if spot is not None and spot.line is not None:
            assert 1 <= spot.line <= len(lines)
            assert 1 <= spot.column <= len(lines[spot.line - 1]) + 1


def test_an_error_says_what_it_is_about_without_its_words():
    text = '[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LQ"]\n'
    with pytest.raises(RuleError) as refused:
        read_rule("rule.toml", text)
    assert refused.value.spot == RuleSpot("rules", 1, "forbid_adjacent", "LQ", 4, 21)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.spot) == (str(refused.value), refused.value.spot)
    with pytest.raises(RuleError) as unnamed:
        read_rule("rule.toml", "x = 1")
    assert unnamed.value.spot is None


def test_latex_of_printed_formulas():
    def latex(text):
        return LATEX.write(printed_tree(text))

    assert latex("3/(1 - t)") == r"\frac{3}{1 - t}"
    assert latex("(1 + 2*t)/(1 - x*t^12)") == r"\frac{1 + 2 t}{1 - x t^{12}}"
    assert latex("sqrt(5)*n^(n+1)") == r"\sqrt{5} n^{n+1}"
    assert latex("a(n) = 2*a(n-1), a(0) = 1 for n >= 2") == r"a(n) = 2 a(n-1), \quad a(0) = 1 \quad (n \ge 2)"
    assert latex(r"a_n \sim 2^n") == r"a(n) \sim 2^{n}"
    growth = latex("a(n) ~ C * lambda^n, lambda = 2.414213562373")
    assert growth == r"a(n) \sim C \lambda^{n}, \quad \lambda = 2.414213562373"
    assert printed_tree("not a formula") is None


def test_ranges_are_typeset_as_in_all_answers():
    asked = {"game": "domineering", "family": "2xn", "formula": "a(n) = a(n-1)"}
    right = next(line for line in Tools().run("verify", asked)["lines"] if line["label"] == "right is")
    shown = "".join(ElementTree.fromstring(right["mathml"]).itertext())
    assert shown.startswith("a(n)=")
    assert re.search(r"\(n≥\d+\)$", shown)
    assert re.search(r"\\quad \(n \\ge \d+\)$", right["latex"])


def test_a_guessed_recurrence_is_typeset_as_one():
    found = Tools().run("guess", {"terms": "1 1 2 3 5 8 13 21 34 55"})["groups"][0]["lines"]
    law = next(line for line in found if line["label"] == "law")
    assert law["latex"].startswith("a(n) = a(n-1) + a(n-2)")


# Without numpy

WITHOUT = """
import json, sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "click", "rich", "sympy", "platformdirs"):
            raise ImportError(name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "numpy" else found(name, package)
sys.meta_path.insert(0, Nothing())
from gfkit.lab.tools import Tools
asked = json.load(sys.stdin)
json.dump([Tools().run(tool, request) for tool, request in asked], sys.stdout)
"""


NEED_ARRAYS = {"search": "searches"}


def without_numpy(asked, folder):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(Path(building.SOURCE).parent.parent)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("tool", "request_", "words"), [one for one in ASKED if "up_to" not in one[1]])
def test_every_answer_says_its_command_and_its_line_of_python(
    tool, request_, words, tmp_path, monkeypatch, capsys
):
    """Both are run: the command prints, and the line of Python gives, what was answered."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rule.toml").write_text(RULE, encoding="utf-8")
    found = Tools(tmp_path).run(tool, request_)
    command = shlex.split(found["command"])
    assert command[0] == "gfkit"
    assert (
        json.loads(printed(capsys, *command[1:], "--json")[1])["evidence" if tool != "guess" else "found"]
        == (found["json"]["evidence" if tool != "guess" else "found"])
    )
    value = eval(found["python"], {"gfkit": gfkit})
    asked = (_TERMS, _DIGITS) if tool == "derive" and value.evidence.method != "burnside" else ()
    told = value.as_json(*asked)
    for key in ("count", "generating_function", "verdict", "value", "values", "outcomes", "found"):
        if key in found["json"]:
            assert told[key] == found["json"][key]


def test_small_answers_show_all_that_was_counted():
    pictures = Tools().run("count", {"game": "domineering", "board": "2x2"})["pictures"]
    assert [one["name"] for one in pictures] == ["all of them"]
    assert pictures[0]["svg"].count('class="cell"') == 4 * 7  # seven positions on four squares
    assert Tools().run("count", {"game": "domineering", "board": "3x4"})["pictures"] == []
    names = [one["name"] for one in Tools().run("value", {"game": "domineering", "board": "2x3"})["pictures"]]
    assert any("best moves" in name for name in names)
    assert any("thermograph" in name for name in names)


def test_the_moves_that_win_are_marked_on_the_board():
    """Domineering on 3x3 is won in the middle alone; of an impartial game there is one board, not two."""
    (one,) = Tools().run("outcomes", {"game": "domineering", "board": "3x3"})["pictures"]
    assert "Left to move: 2 of 6 moves win. Right to move: 2 of 6 moves win." in one["svg"]
    (one,) = Tools().run("outcomes", {"game": "cram", "board": "2x2"})["pictures"]
    assert "Whoever is to move: none of 4 moves wins." in one["svg"]
    (one,) = Tools().run("outcomes", {"game": "node-kayles", "board": "graph:a-b,b-c"})["pictures"]
    assert "Whoever is to move: 3 of 3 moves win." not in one["svg"]
    assert "1 of 3 moves wins." in one["svg"]


def test_each_winner_is_named():
    lines = Tools().run("outcomes", {"game": "domineering", "family": "3xn", "to": 9})["lines"]
    told = {line["label"]: line["text"] for line in lines}
    assert told["winners"] == "left wins n = 1; right wins n = 4-9; first wins n = 2, 3"
    lines = Tools().run("nim", {"game": "cram", "family": "1xn", "to": 4})["lines"]
    assert {line["label"]: line["text"] for line in lines}["values"] == "from n = 0: 0, 0, 1, 1, 2"


def test_a_game_is_played_move_by_move():
    tools, asked = Tools(), {"game": "cram", "board": "2x2", "side": "left", "starts": "left"}
    begun = tools.run("play", {**asked, "moves": []})["json"]
    assert (begun["your_turn"], begun["said"], begun["you_won"]) == (True, "", None)
    assert [move["cells"] for move in begun["legal"]] == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert begun["places"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    done = tools.run("play", {**asked, "moves": [{"cells": [0, 1]}]})["json"]
    assert [move["cells"] for move in done["moves"]] == [[0, 1], [2, 3]]
    assert (done["your_turn"], done["you_won"], done["legal"]) == (False, False, [])
    assert "it wins: answers each move with its image" in done["said"]
    first = tools.run("play", {**asked, "starts": "right", "moves": []})["json"]
    assert [move["player"] for move in first["moves"]] == ["right"]
    hinted = tools.run("play", {**asked, "board": "1x4", "moves": [], "hint": True})["json"]
    assert hinted["hint"] == [1, 2]  # the middle domino leaves no other
    graph = tools.run("play", {"game": "snort", "board": "graph:a-b,b-c", "moves": []})
    assert graph["json"]["places"] == []
    assert graph["pictures"][0]["svg"].startswith("<svg")
    wrong = tools.run("play", {**asked, "moves": [{"cells": [0, 3]}]})
    assert wrong["error"]["message"] == "move [0, 3]: not legal here"
    assert "error" in tools.run("play", {"game": "kings", "board": "2x2", "moves": []})
    assert (
        tools.run("play", {**asked, "misere": True, "moves": [{"cells": [0, 1]}]})["json"]["you_won"] is True
    )


def test_estimates_by_the_determinant(monkeypatch):
    """The order is at most the states that are left: 6 of Domineering 3xn; 14xn has too many."""
    monkeypatch.setattr(foresight, "_TRYING", 0.5)
    small = foresight.foresee_plainly(Question.of("domineering", "3xn"))
    assert (small["order_at_most"], small["states_between_slices"], small.refused) == (6, 8, None)
    large = foresight.foresee_plainly(Question.of("domineering", "14xn"))
    assert large.refused is not None
    complete = foresight.foresee_plainly(Question.of("col", "complete:n"))
    assert complete["method"] == "a formula, without a machine"


def test_copies_files_estimates_and_families(tmp_path):
    tools = Tools(tmp_path)
    derived = tools.run("derive", {"game": "o12", "family": "path:n"})
    assert derived["copies"]["pari"] == "1/(1 - 2*t - t^2)"
    assert set(derived["copies"]) == {"pari", "sage", "maple", "mathematica", "latex"}
    files = tools.run("entry", {"game": "o12", "family": "path:n"})["files"]
    assert files["b000000.txt"].startswith("0 1\n1 2\n2 5\n3 12\n")
    assert files["entry.txt"].startswith("%I A000000\n%S A000000 1,2,5,12,29,70,")
    assert tools.run("foresee", {"game": "o12", "family": "path:n"})["json"]["task"]
    for rule, fits in (
        ({"game": "independent-sets"}, (True, False, False)),
        ({"game": "domineering"}, (False, True, False)),
        ({"game": "cram"}, (True, True, True)),
        ({"game": "node-kayles"}, (True, True, True)),
        ({"game": "kings"}, (False, False, False)),
        ({"rule": RULE}, (False, True, False)),
    ):
        found = tools.run("fits", rule)["json"]
        assert (found["graphs"], found["played"], found["impartial"]) == fits


def test_what_needs_numpy_says_so(tmp_path):
    asked = [("search", {"terms": "1 2 3 5"})]
    foreseen = ("foresee", {"game": "domineering", "family": "3xn"})
    *answers, able, seen = without_numpy([*asked, ("able", {}), foreseen], tmp_path)
    assert seen["json"]["order_at_most"] == 6
    for (tool, _), found in zip(asked, answers, strict=True):
        assert found["error"]["message"].startswith(f"{NEED_ARRAYS[tool]} need numpy")
    assert able["json"]["arrays"] is False
    assert Tools().run("able", {})["json"]["arrays"] is True


def test_numpy_is_taken_only_as_the_lock_lists_it(tmp_path):
    (tmp_path / "wheels").mkdir()
    content = b"a wheel"
    lock = {"packages": {"numpy": {"file_name": "numpy.whl", "sha256": sha256(content).hexdigest()}}}
    with pytest.raises(InputError, match=r"has no numpy\.whl"):
        building.copy_listed("numpy", lock, tmp_path, tmp_path / "wheels")
    (tmp_path / "numpy.whl").write_bytes(content + b"!")
    with pytest.raises(InputError, match="is not the one that the pinned lock lists"):
        building.copy_listed("numpy", lock, tmp_path, tmp_path / "wheels")
    assert not list((tmp_path / "wheels").iterdir())
    (tmp_path / "numpy.whl").write_bytes(content)
    building.copy_listed("numpy", lock, tmp_path, tmp_path / "wheels")
    assert (tmp_path / "wheels" / "numpy.whl").read_bytes() == content


def write_wheel(file, texts):
    with zipfile.ZipFile(file, "w") as wheel:
        for name in texts:
            wheel.writestr(name, f"the text of {name}")


FLINT = "python_flint-0.9.0.dist-info/licenses/"


@pytest.fixture
def fetching(tmp_path, monkeypatch):
    """The tools of a build, in place of which small files are written; gives the calls."""
    calls = []
    texts = ["LICENSE", *(f"python-flint.libs/{name}-1.0/COPYING" for name in ("flint", "gmp", "mpfr"))]
    libraries = [f"python_flint.libs/lib{name}.so" for name in ("flint", "gmp", "mpfr")]

    def call(command, folder):
        calls.append(list(command))
        if command[0] == "npm":
            module = folder / "node_modules" / "pyodide"
            module.mkdir(parents=True)
            for name in building._RUNTIME:
                (module / name).write_bytes(b"a file of Pyodide")
            (module / "pyodide-lock.json").write_text('{"packages": {}}', encoding="utf-8")
        elif "download" in command:
            (name,) = building.WHEELS
            write_wheel(folder / name, [*libraries, *(FLINT + text for text in texts)])
        elif "wheel" in command:
            inside = ("LICENSE", "gfkit/show/fonts/OFL.txt")
            wheels = Path(command[command.index("--wheel-dir") + 1])
            write_wheel(
                wheels / f"gfkit-{__version__}-py3-none-any.whl",
                [f"gfkit-{__version__}.dist-info/licenses/{name}" for name in inside],
            )

    monkeypatch.setattr(building, "_call", call)
    return calls


def pin_the_fetched_wheel(fetching, tmp_path, monkeypatch):
    (name,) = building.WHEELS
    building._call(["download"], tmp_path)
    monkeypatch.setattr(building, "WHEELS", {name: sha256((tmp_path / name).read_bytes()).hexdigest()})


def test_a_wheel_with_another_hash_is_refused(fetching, tmp_path, capsys):
    """What is fetched here is not the wheel that building.py lists."""
    assert building.main([str(tmp_path / "lab")]) == 2
    line = capsys.readouterr().err
    assert "is not the one that gfkit/lab/building.py lists: its SHA-256 is" in line
    assert line.count("\n") == 1
    assert not (tmp_path / "lab").exists()


def test_everything_is_fetched_by_its_hash(fetching, tmp_path, monkeypatch):
    """npm takes what the lock lists and runs no script of a package; pip fetches no builder."""
    pin_the_fetched_wheel(fetching, tmp_path, monkeypatch)
    fetching.clear()
    building.build_laboratory(tmp_path / "lab")
    npm, _, download, wheel = fetching
    assert npm[:3] == ["npm", "ci", "--ignore-scripts"]
    assert "--only-binary=:all:" in download
    assert download[-1] == "python_flint==0.9.0"
    assert "--no-build-isolation" in wheel
    lock = json.loads((building.SOURCE / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert not name or package["integrity"].startswith("sha512-"), name


def parts_without_licence(folder):
    """Files of a built laboratory that are by others and have no licence beside them, or are of no part."""
    texts = folder / "licences"
    own = {file.name for file in (building.SOURCE / "page").iterdir()} | {"bundle.json", "site.json"}
    fonts = list(texts.glob("gfkit-*.dist-info/licenses/gfkit/show/fonts/OFL.txt"))
    runtime = [texts / "pyodide" / name for name in ("MPL-2.0.txt", "Python.txt", "Notices.txt")]
    missing = []
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        top, *inner = file.relative_to(folder).parts
        if top == "licences" or (not inner and top in own):
            continue
        if top == "pyodide":
            licensed = all(text.is_file() for text in runtime)
        elif top == "math.woff2":
            licensed = bool(fonts)
        elif file.suffix == ".whl":
            home = texts / ("-".join(file.name.split("-")[:2]) + ".dist-info")
            held = [text.relative_to(home).as_posix().lower() for text in home.rglob("*") if text.is_file()]
            libraries = re.findall(r"\.libs/lib(\w+)\.so", " ".join(zipfile.ZipFile(file).namelist()))
            licensed = bool(held) and all(any(f"/{name}-" in text for text in held) for name in libraries)
        else:
            licensed = False
        if not licensed:
            missing.append(file.relative_to(folder).as_posix())
    return missing


def test_every_part_has_its_licence_beside_it(fetching, tmp_path, monkeypatch):
    pin_the_fetched_wheel(fetching, tmp_path, monkeypatch)
    lab = tmp_path / "lab"
    building.build_laboratory(lab)
    assert parts_without_licence(lab) == []
    packing.pack_laboratory(tmp_path / "wheel", lab)
    assert parts_without_licence(tmp_path / "wheel" / "gfkit_lab" / "built") == []
    for text in (lab / "licences").rglob("gmp-1.0/COPYING"):
        text.unlink()
    (lab / "other.bin").write_bytes(b"")
    (wheel,) = building.WHEELS
    assert parts_without_licence(lab) == ["other.bin", f"wheels/{wheel}"]
    (lab / "licences" / "pyodide" / "Python.txt").unlink()
    assert "pyodide/python_stdlib.zip" in parts_without_licence(lab)


def test_every_part_of_the_built_laboratory_has_its_licence():
    if not (server.DEFAULT_FOLDER / "bundle.json").is_file():
        pytest.skip("THE LICENCES OF THE LABORATORY WERE NOT LOOKED AT: it is not built; run make lab")
    assert parts_without_licence(server.DEFAULT_FOLDER) == []


def test_a_wheel_without_a_licence_is_not_passed_on(tmp_path):
    (tmp_path / "wheels").mkdir()
    write_wheel(tmp_path / "wheels" / "part-1.0-py3-none-any.whl", ["part-1.0.dist-info/METADATA"])
    with pytest.raises(InputError, match=r"wheel 'part-1\.0-py3-none-any\.whl' carries no licence"):
        building.gather_licences(tmp_path)


def test_answers_are_the_same_without_numpy(tmp_path):
    more = [
        ("count", {"game": "domineering", "board": "6x6"}),
        ("count", {"game": "nogo", "board": "3x4", "weights": "players"}),
        ("derive", {"game": "nogo", "family": "2xn", "positions": "maximal"}),
        ("derive", {"game": "col", "family": "cycle:n"}),
        ("guess", {"terms": "1 1 2 4 9 21 51 127 323 835 2188 5798 15511"}),
        ("guess", {"terms": "1 4 9 16 25 36 49 64 81 100"}),
        ("nim", {"game": "cram", "family": "2xn", "to": 7}),
        ("nim", {"game": "octal:0.07", "to": 60}),
        ("outcomes", {"game": "domineering", "family": "4xn", "to": 5}),
        ("outcomes", {"game": "snort", "board": "2x3"}),
        ("play", {"game": "col", "board": "3x3", "moves": [{"cells": [4]}]}),
    ]
    asked = [(tool, request) for tool, request, _ in ASKED if tool not in NEED_ARRAYS] + more
    plain_answers = without_numpy(asked, tmp_path)
    with_numpy = [Tools(tmp_path).run(tool, request) for tool, request in asked]
    for (tool, request), plain, fast in zip(asked, plain_answers, with_numpy, strict=True):
        text = json.dumps(fast).replace(str(tmp_path / "rule.toml"), "rule.toml")
        assert plain == json.loads(text), (tool, request)


@given(
    st.lists(st.lists(st.integers(0, 100), min_size=8, max_size=8), min_size=2, max_size=4),
    st.booleans(),
    st.data(),
)
def test_plain_tables_do_what_arrays_do(rows, at_points, data):
    primes = [101, 103]
    values = [[[value % prime for value in row] for row in rows] for prime in primes]
    nodes = list(range(8)) if at_points else None
    tables = [kind(values, nodes, primes, 10) for kind in (PlainTable, ArrayTable)]
    for step in range(7):
        pivot = data.draw(st.integers(0, len(rows) - 1))
        assert tables[0].column(step) == tables[1].column(step)
        assert [tables[0].broken(row, step) for row in range(len(rows))] == [
            tables[1].broken(row, step) for row in range(len(rows))
        ]
        if all(layer_[pivot][step] for layer_ in _rows(tables[1])):
            for table in tables:
                table.eliminate(step, pivot)
    for row in range(len(rows)):
        assert list(tables[0].coefficients(row, 9)) == list(tables[1].coefficients(row, 9))


def _rows(table: ArrayTable) -> list[list[list[int]]]:
    return table.left.tolist()


@pytest.mark.parametrize(
    ("game", "board", "weights"),
    [
        ("domineering", "3x4", Weights.PLAYERS),
        ("nogo", "2x4", Weights.PLAYERS),
        ("cram", "3x3", Weights.PIECES),
    ],
)
def test_layers_without_arrays_count_the_same(game, board, weights, monkeypatch):
    from gfkit.boards import parse_one_board
    from gfkit.games import find_rule

    cells = parse_one_board(board)
    machine = build_machine(find_rule(game), cells, range(cells.size), frozenset(), weights)
    expected = dictionary_sweep(machine)
    assert packed_sweep(layers.compile_layers(machine, lambda *_: None)) == expected
    monkeypatch.setattr(layers, "ARRAYS", False)
    plain = layers.compile_layers(machine, lambda *_: None)
    assert packed_sweep(plain) == expected
    for one in plain.layers:
        for matching in one.matchings:
            assert len(set(matching.source)) == len(set(matching.target)) == len(matching.source)


def test_one_place_decides(monkeypatch):
    monkeypatch.setattr(order_basis, "ARRAYS", False)
    assert isinstance(order_basis.open_table([[[1]]], None, [101]), PlainTable)


# The server


@pytest.fixture
def built(tmp_path):
    """A folder that looks like a built laboratory."""
    (tmp_path / "index.html").write_text("<p>the page</p>", encoding="utf-8")
    for name in ("bundle.json", "a.mjs", "a.js", "a.wasm", "a.whl"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    return tmp_path


@pytest.fixture
def served(built):
    with open_server(0, built) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield address(server)
        server.shutdown()
        thread.join()


def test_files_have_their_types(served):
    types = {
        "": "text/html",
        "a.mjs": "text/javascript",
        "a.js": "text/javascript",
        "a.wasm": "application/wasm",
    }
    for name, kind in types.items():
        with urllib.request.urlopen(served + name) as reply:
            assert reply.headers["Content-Type"].partition(";")[0] == kind
            assert reply.headers["Cache-Control"] == "no-cache"
            assert "default-src 'self'" in reply.headers["Content-Security-Policy"]


def test_unchanged_files_are_not_sent_again(served):
    with urllib.request.urlopen(served + "a.wasm") as reply:
        changed = reply.headers["Last-Modified"]
    again = urllib.request.Request(served + "a.wasm", headers={"If-Modified-Since": changed})
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(again)
    assert told.value.code == 304


@pytest.mark.parametrize(
    "path", ["../pyproject.toml", "%2e%2e/secret", "nothing.js", "wheels/", "%00", "a%00.js", "..%2fa"]
)
def test_only_the_folder_is_served(served, path):
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(served + path)
    assert told.value.code == 404


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("{here}", 200),
        ("localhost:{port}", 200),
        ("LOCALHOST", 200),
        ("evil.example:{port}", 421),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost:1", 421),
        ("", 421),
    ],
)
def test_the_machine_is_asked_for_by_its_own_name(served, name, code):
    here = served.removeprefix("http://").rstrip("/")
    host = name.format(here=here, port=here.partition(":")[2])
    asked = urllib.request.Request(served, headers={"Host": host})
    try:
        with urllib.request.urlopen(asked) as reply:
            assert reply.status == code
    except urllib.error.HTTPError as told:
        assert told.code == code  # noqa: PT017


def test_a_silent_connection_is_ended(served, built, monkeypatch, capsys):
    """A connection that says nothing, or stops in the middle, is let go, without a word."""
    assert 0 < server._Handler.timeout <= 60
    monkeypatch.setattr(server._Handler, "timeout", 0.1)
    host, _, port = served.removeprefix("http://").rstrip("/").partition(":")
    for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x"):
        with socket.create_connection((host, int(port)), timeout=60) as line:
            line.sendall(begun)
            while line.recv(4096):
                pass
    assert capsys.readouterr().err == ""


def test_ports(built):
    with open_server(0, built) as server:
        assert server.server_address[0] == HOST == "127.0.0.1"
        with pytest.raises(InputError, match=f"--port {server.server_port} cannot be used"):
            open_server(server.server_port, built)
    with open_server(None, built) as one, open_server(None, built) as other:
        assert one.server_port != other.server_port


def test_unbuilt_laboratory_is_refused(tmp_path, capsys):
    code, out, err = printed(capsys, "lab", "--folder", str(tmp_path), "--no-open")
    assert (code, out) == (2, "")
    assert "run 'make lab'" in err


# The sources


def test_versions_are_exact_and_no_host_is_named():
    package = json.loads((building.SOURCE / "package.json").read_text(encoding="utf-8"))
    lock = (building.SOURCE / "package-lock.json").read_text(encoding="utf-8")
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
    assert "http" not in lock
    project = tomllib.loads((building.SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(word.startswith("python-flint") for word in project["project"]["dependencies"])


def test_the_site_is_told_to_the_page(built):
    site = "https://example.org/gfkit/lab/"
    for told in (site, ""):
        with open_server(0, built, told) as opened:
            thread = threading.Thread(target=opened.serve_forever)
            thread.start()
            with urllib.request.urlopen(f"{address(opened)}site.json") as reply:
                assert json.load(reply) == {"address": told}
            opened.shutdown()
            thread.join()


@pytest.mark.parametrize(
    "site", ["javascript:alert(1)", "example.org", "https://a b", "https://x/\x1b", "ftp://x/"]
)
def test_what_is_no_site_is_refused(built, site):
    with pytest.raises(InputError, match=r"--site .* is no address"):
        open_server(0, built, site)


def test_an_installed_laboratory_is_found(built, tmp_path, monkeypatch):
    """The package that is packed is what the server looks for where there is no source folder."""
    with pytest.raises(InputError, match="the laboratory is not built"):
        packing.pack_laboratory(tmp_path / "wheel", tmp_path / "nowhere")
    packing.pack_laboratory(tmp_path / "wheel", built)
    project = tomllib.loads((tmp_path / "wheel" / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dependencies"] == [f"gfkit=={__version__}"]
    monkeypatch.setattr(server, "DEFAULT_FOLDER", tmp_path / "nowhere")
    monkeypatch.syspath_prepend(str(tmp_path / "wheel"))
    assert server.built_folder() == tmp_path / "wheel" / "gfkit_lab" / "built"
    with open_server(0) as opened:
        assert opened.server_port
    monkeypatch.setattr(server, "DEFAULT_FOLDER", built)
    assert server.built_folder() == built


def test_building_says_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert building.main([str(tmp_path / "lab")]) == 3
    assert "npm is missing: building the laboratory needs Node.js" in capsys.readouterr().err
    assert not (tmp_path / "lab").exists()


@pytest.mark.parametrize("word", ["--help", "--nope"])
def test_an_option_is_no_folder(word, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ending:
        building.main([word])
    assert ending.value.code == (0 if word == "--help" else 2)
    assert "usage: python -m gfkit.lab.building" in "".join(capsys.readouterr())
    assert not list(tmp_path.iterdir())


def test_page_names_nothing_outside():
    for file in (building.SOURCE / "page").iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//www" not in text
        assert "http://" not in text
        assert "https://" not in text
