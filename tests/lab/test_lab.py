"""The tools of the laboratory agree with the command line, and do not need numpy.

Every result is compared with that of the command, and with that of its line of Python.
"""

import json
import pickle
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from choice import then_slow
from cli.calling import call, python, told
from tables import tables

import gfkit
from gfkit.cli.cells import run_commands
from gfkit.core.errors import RuleError, RuleSpot
from gfkit.core.rules.library import NUMBERED, game_name
from gfkit.core.rules.rule import read_rule
from gfkit.lab.tools import Tools, answer

DATA = tables("laboratory")
RULE = DATA["rule"]
ASKED, MORE = (
    [(tool, asked | ({"rule": RULE} if "rule" in asked else {})) for tool, asked in DATA[name]]
    for name in ("asked", "more")
)
SOME = [ASKED[k] for k in (0, 4, 10, 12, 14)]


def run(tool: str, **asked: object) -> dict[str, object]:
    """Return the result of a tool that needs no files."""
    return Tools().run(tool, asked)


def words_of(tool: str, asked: dict[str, object]) -> list[str]:
    """Return the command line equivalent to a request to a tool."""
    named = dict(asked)
    if tool == "guess":
        return [tool, *re.split(r",? ", named["terms"])]
    begin = [named.pop("formula"), "--for"] if tool == "verify" else []
    game = "rule.toml" if named.pop("rule", None) else named.pop("game")
    board = named.pop("board", None) or named.pop("family")
    options = (f"--{key.replace('_', '-')}={value}" for key, value in named.items())
    return [tool, *begin, game, board, *options]


@pytest.fixture(autouse=True)
def _rule(elsewhere):
    (elsewhere / "rule.toml").write_text(RULE, encoding="utf-8")


@pytest.mark.parametrize("questions", then_slow([SOME], 15, ASKED), ids=["some", "all"])
def test_results_agree_with_the_command_line(questions, tmp_path):
    """Each result contains its command and its line of Python, which agree; formulas are complete."""
    for tool, asked in questions:
        words = words_of(tool, asked)
        found = Tools(tmp_path).run(tool, asked)
        printed = call(*words, "--json")
        text = json.dumps(found["json"]).replace(str(tmp_path / "rule.toml"), "rule.toml")
        assert json.loads(text) == json.loads(printed.out), (words, printed.err)
        lines = found["lines"] + [line for group in found.get("groups", ()) for line in group["lines"]]
        typeset = [line for line in lines if line["html"] is not None]
        plain = tool in ("value", "outcomes", "nim") or all(line["badge"] is not None for line in lines)
        assert typeset or plain, words
        for line in typeset:
            tree = ElementTree.fromstring(f"<p>{line['html']}</p>")
            shown = [part.text for part in tree.iter() if part.tag.endswith("}mn")]
            assert shown == re.findall(r"\d+(?:\.\d+)?", line["latex"])
        command, key = shlex.split(found["command"]), "found" if tool == "guess" else "evidence"
        assert command[0] == "gfkit"
        assert json.loads(call(*command[1:], "--json").out)[key] == found["json"][key]
        value = eval(found["python"], {"gfkit": gfkit})
        figures = (10, 30) if tool == "derive" and value.evidence.method != "burnside" else ()
        shown = value.as_json(*figures)  # of the command
        for key in ("count", "generating_function", "verdict", "value", "values", "outcomes", "found"):
            if key in found["json"]:
                assert shown[key] == found["json"][key], words


def test_games_and_errors_agree_with_the_command_line():
    ours = {one["game"]: one for one in Tools().run("games", {})["json"]["games"]}
    theirs = {one["game"]: one for one in told("games")["games"]}
    for name in NUMBERED:
        assert ours.pop(f"{name}:3") == {**theirs.pop(f"{name}:k"), "game": f"{name}:3"}
    assert ours == theirs
    synonyms = Tools().run("games", {})["synonyms"]
    assert synonyms["dimers"] == "perfect-matchings"
    assert all(game_name(word) == name or name in NUMBERED for word, name in synonyms.items())
    for tool, asked in DATA["mistaken"]:
        code, _, err = call(*words_of(tool, asked))
        error = Tools().run(tool, asked)["error"]
        assert (error["exit_code"], f"gfkit: {error['message']}\n") == (code, err)


# Where an error is


FOR_OTHERS = re.compile(r" --[a-z]|gfkit|in Python|of the documentation")


def test_errors_name_the_wrong_argument_without_shell_syntax():
    """Arguments that the command line rejects, in terms for users of the page."""
    asked = {"boards": ("count", {"game": "col"}, "board"), "games": ("count", {"board": "2x2"}, "game")}
    asked["formulas"] = ("verify", {"game": "col", "family": "path:n"}, "formula")
    asked["boards too large"] = asked["boards"]
    found = 0
    for table in tables("refused")["refused"]:
        tool, known, key = asked.get(table["about"], ("", {}, ""))
        for given, *_ in table["rows"] if tool else ():
            message = str(run(tool, **known, **{key: given})["error"]["message"])
            assert not FOR_OTHERS.search(message.replace(given or " ", "")), message
            found += 1
    assert found > 90


def test_errors_in_rules_have_their_place(tmp_path):
    for text, place in DATA["broken"]:
        with pytest.raises(RuleError) as refused:
            read_rule("rule.toml", text)
        spot = refused.value.spot
        assert [spot.line, spot.column] == place, text
        error = Tools(tmp_path).run("count", {"rule": text, "board": "2x2"})["error"]
        assert error["place"] == {"line": place[0], "column": place[1]}, text
    with pytest.raises(RuleError) as refused:
        read_rule("rule.toml", DATA["broken"][5][0])
    again = pickle.loads(pickle.dumps(refused.value))
    assert again.spot == refused.value.spot == RuleSpot("rules", 1, "forbid_adjacent", "LQ", 4, 21)
    with pytest.raises(RuleError) as unnamed:
        read_rule("rule.toml", "x = 1")
    assert unnamed.value.spot is None


def test_corrections_contain_a_formula():
    asked = {"game": "domineering", "family": "2xn", "formula": "a(n) = a(n-1)"}
    right = next(line for line in run("verify", **asked)["lines"] if line["label"] == "correction")
    shown = "".join(ElementTree.fromstring(f"<p>{right['html']}</p>").itertext())
    assert re.fullmatch(r"a\(n\)=.*\(n≥\d+\)", shown)
    assert re.search(r"\\quad \(n \\ge \d+\)$", right["latex"])


# In a browser: without numpy, and with words of 32 bits

WITHOUT = """
import json, signal, sys, threading
sys.maxsize = (1 << 31) - 1
import flint
def limited(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = limited
for name in "setitimer", "pthread_kill":
    vars(signal).pop(name, None)
def narrow(maker):
    def made(*given):
        assert all(abs(one) < 1 << 32 for one in given if isinstance(one, int)), given
        return maker(*given)
    return made
for name in "nmod", "nmod_poly", "nmod_mat":
    setattr(flint, name, narrow(getattr(flint, name)))
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in sys.argv[1:]:
            raise ImportError(name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "numpy" else found(name, package)
sys.meta_path.insert(0, Nothing())
from gfkit.cli.cells import run_commands
from gfkit.lab.tools import Tools
asked, lines = json.load(sys.stdin)
json.dump([*[Tools().run(*one) for one in asked], *map(run_commands, lines)], sys.stdout)
"""
ABSENT = ("numpy", "mpmath", "rich", "sympy", "platformdirs")


def test_small_answers_show_all_that_was_counted():
    (picture,) = run("count", game="domineering", board="2x2")["pictures"]
    assert picture["name"] == "all of them"
    assert picture["svg"].count('class="cell"') == 4 * 7  # seven positions on four squares
    assert run("count", game="domineering", board="3x4")["pictures"] == []
    names = " ".join(one["name"] for one in run("value", game="domineering", board="2x3")["pictures"])
    assert "best moves" in names
    assert "thermograph" in names
    for found, label, said in (
        (run("outcomes", game="domineering", family="3xn", to=9), "winners",
         "Left wins n = 1; Right wins n = 4-9; first player wins n = 2, 3"),
        (run("nim", game="cram", family="1xn", to=4), "Grundy values", "from n = 0: 0, 0, 1, 1, 2, ..."),
    ):  # fmt: skip
        assert {line["label"]: line["text"] for line in found["lines"]}[label] == said


def test_the_moves_that_win_are_marked_on_the_board():
    """Domineering on 3x3 is won only in the middle; an impartial game has one board, not two."""
    for game, board, said in DATA["winning"]:
        (one,) = run("outcomes", game=game, board=board)["pictures"]
        assert said in one["svg"]


def test_a_game_is_played_move_by_move():
    asked = {"game": "cram", "board": "2x2", "side": "left", "starts": "left", "moves": []}
    begun = run("play", **asked)["json"]
    assert (begun["your_turn"], begun["said"], begun["you_won"]) == (True, "", None)
    assert [move["cells"] for move in begun["legal"]] == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert begun["places"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    asked["moves"] = [{"cells": [0, 1]}]
    done = run("play", **asked)["json"]
    assert [move["cells"] for move in done["moves"]] == [[0, 1], [2, 3]]
    assert (done["your_turn"], done["you_won"], done["legal"]) == (False, False, [])
    assert "this wins: replies to each move with its image" in done["said"]
    assert run("play", **asked, misere=True)["json"]["you_won"] is True
    first = run("play", **asked | {"starts": "right", "moves": []})["json"]
    assert [move["player"] for move in first["moves"]] == ["right"]
    hinted = run("play", **asked | {"board": "1x4", "moves": [], "hint": True})["json"]
    assert hinted["hint"] == [1, 2]  # the middle domino leaves no other
    wrong = run("play", **asked | {"moves": [{"cells": [0, 3]}]})
    assert wrong["error"]["message"] == "move [0, 3] is illegal in this position"
    assert "error" in run("play", game="kings", board="2x2", moves=[])


def test_copies_files_and_families(tmp_path):
    tools = Tools(tmp_path)
    derived = tools.run("derive", {"game": "o12", "family": "path:n"})
    assert derived["copies"]["pari"] == "1/(1 - 2*t - t^2)"
    assert set(derived["copies"]) == {"pari", "sage", "maple", "mathematica", "latex"}
    text = tools.run("certificate", {"game": "col", "family": "path:n"})["json"]["certificate"]
    (tmp_path / "col.json").write_text(text, encoding="utf-8")
    assert call("certify", tmp_path / "col.json").code == 0
    reports: list[tuple[str, int, int, int]] = []
    request = json.dumps({"game": "domineering", "family": "3xn", "positions": "maximal"})
    answer("derive", request, lambda *report: reports.append(report))
    assert all(stage and done >= 0 for stage, done, _, _ in reports)
    assert reports
    files = tools.run("entry", {"game": "o12", "family": "path:n"})["files"]
    assert files["b000000.txt"].startswith("0 1\n1 2\n2 5\n3 12\n")
    assert files["entry.txt"].startswith("%I A000000\n%S A000000 1,2,5,12,29,70,")
    for name, graphs, played, impartial in DATA["fits"]:
        rule = {"game": name} if name else {"rule": RULE}
        found = tools.run("fits", rule)["json"]
        assert (found["graphs"], found["played"], found["impartial"]) == (graphs, played, impartial)


@pytest.mark.parametrize("questions", then_slow([SOME], 10, ASKED + MORE), ids=["some", "all"])
def test_answers_are_the_same_without_numpy(questions, tmp_path):
    asked = [("able", {}), ("search", {"terms": "1 2 3 5"}), *questions]
    how = {"folder": tmp_path, "PYTHONPATH": str(Path(gfkit.__file__).parents[1])}
    program = python(WITHOUT, *ABSENT, "click", given=json.dumps([asked, []]), code=0, **how)
    able, refused, *plain_answers = json.loads(program.out)
    assert able["json"]["arrays"] is False
    assert refused["error"]["message"].startswith("the search requires numpy")
    with_numpy = [Tools(tmp_path).run(tool, asked_for) for tool, asked_for in asked]
    assert with_numpy[0]["json"]["arrays"] is True
    for (tool, request), plain, fast in zip(asked[2:], plain_answers, with_numpy[2:], strict=True):
        text = json.dumps(fast).replace(str(tmp_path / "rule.toml"), "rule.toml")
        assert plain == json.loads(text), (tool, request)


def test_cells_print_the_same_without_numpy_and_threads(monkeypatch):
    """Lists, optima, marginals, thresholds and residues; no cell reports a missing module."""
    how = {"PYTHONPATH": str(Path(gfkit.__file__).parents[1]), "GFKIT_QUIET": "1", "COLUMNS": "110"}
    printed = json.loads(python(WITHOUT, *ABSENT, given=json.dumps([[], DATA["cells"]]), code=0, **how).out)
    monkeypatch.setenv("COLUMNS", "110")
    assert dict(zip(DATA["cells"], printed, strict=True)) == {one: run_commands(one) for one in DATA["cells"]}
