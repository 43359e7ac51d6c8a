"""Imports: few in small commands, the core without satellites, and extensions by other packages.

Commands are compared with the tables of ``gfkit.help.verbs``; 823 positions are those of the tutorial. The
limits on the number of loaded modules were measured; they may only become smaller.
"""

import json
import os
import re
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from choice import some_of
from cli.calling import Said, call, python, told
from tables import tables

import gfkit
from gfkit.core.memory import resident_memory
from gfkit.help.verbs import VERBS
from gfkit.runs.store import open_store
from gfkit.show.cards import card_of

PACKAGE, TESTS = Path(gfkit.__file__).parent, Path(__file__).parents[1]
CORE = tables("wholes")["core"]
SATELLITES = tuple(sorted({*VERBS.values()} - {""}))
CALLS = """
import json, sys
from cli.calling import call

print(json.dumps([call(*line.split()) for line in sys.argv[1:]]))
"""


def answers(folder: Path, left_out: tuple[str, ...], *lines: str) -> list[Said]:
    """Run commands without these subpackages, and without the files of the verbs that need them."""
    for source in [*PACKAGE.iterdir(), *(PACKAGE / "cli").iterdir()]:
        name = source.relative_to(PACKAGE)
        if name == Path("cli"):
            Path(folder, "gfkit", name).mkdir(parents=True)
        elif name.parts[0] == "cli" and VERBS.get(name.stem) in left_out:
            continue
        elif name.parts[0] not in left_out:
            Path(folder, "gfkit", name).parent.mkdir(exist_ok=True)
            Path(folder, "gfkit", name).symlink_to(source)
    known = {"PYTHONPATH": os.pathsep.join(map(str, (folder, TESTS))), "GFKIT_CACHE": str(folder / "cache")}
    return [Said(*said) for said in json.loads(python(CALLS, *lines, folder=folder, code=0, **known).out)]


def listed(page: Said) -> list[str]:
    """Return the verbs in a page of help."""
    return re.findall(r"^  (\w+)  ", page.out.partition("--help ")[2], re.MULTILINE)


@pytest.mark.parametrize("satellite", some_of(SATELLITES, 1))
def test_each_satellite_is_optional(satellite: str, tmp_path: Path) -> None:
    page, *others = answers(tmp_path, (satellite,), "--help", *CORE[:-1])
    assert listed(page) == [verb for verb, room in VERBS.items() if room != satellite]
    for line, said in zip(CORE, others, strict=False):
        assert said.code == 0, (line, said.err)


def test_the_core_stands_alone(tmp_path: Path) -> None:
    played = {"format": "gfkit-play", "version": 1}
    Path(tmp_path, "played.json").write_text(json.dumps(played), encoding="utf-8")
    refused = dict(tables("wholes")["refused_by_core"])
    page, *others = answers(tmp_path, SATELLITES, "--help", *CORE, *refused)
    assert listed(page) == [verb for verb, room in VERBS.items() if not room]
    shown = ("823", "numerator", "for every n >= 0", "Pieces are", "seed       1", "without")
    for line, said, part in zip(CORE, others, shown, strict=False):
        assert (said.code, part in said.out) == (0, True), (line, said)
    for (line, reason), said in zip(refused.items(), others[len(CORE) :], strict=True):
        assert (said.code, reason in said.err) == (2, True), (line, said)


ELSEWHERE = """
import asyncio, builtins, os, signal, sys  # Python 3.13 needs sysconf to import asyncio

for name in "SIGALRM", "setitimer", "pthread_kill":
    delattr(signal, name)
for name in "sched_getaffinity", "sysconf", "O_NOFOLLOW", "O_DIRECTORY", "fork", "geteuid":
    delattr(os, name)
sys.modules.update(dict.fromkeys(("fcntl", "resource", "pwd", "termios")))
opened = builtins.open
builtins.open = lambda file, *how, **named: opened("/" if str(file)[:5] == "/proc" else file, *how, **named)
"""
"""What Windows has not, taken away; but paths and ways to start processes are those of this system."""


def test_modules_that_windows_lacks_are_optional(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (*CORE[:-1], "derive cram 5xn --workers 2 --max-memory 1G", "runs list", "value cram 3x3")
    late = "derive cram 14xn --no-store --max-seconds 1"
    known = {"PYTHONPATH": str(TESTS), "GFKIT_CACHE": str(tmp_path / "cache")}
    out = python(ELSEWHERE + CALLS, *lines, late, folder=tmp_path, code=0, **known).out
    *found, stopped = [Said(*said) for said in json.loads(out)]
    assert (stopped.code, "time limit of 1 s reached (--max-seconds)" in stopped.err) == (3, True), stopped
    monkeypatch.chdir(tmp_path)
    for line, said in zip(lines, found, strict=True):
        assert (said.code, "gfkit: " in said.err) == (0, False), (line, said)
        assert line.startswith("runs") or said.out == call(*line.split(), code=0).out, line


def test_windows_locks_a_file_next_to_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = Mock(LK_LOCK=1)
    monkeypatch.setitem(sys.modules, "msvcrt", locked)
    monkeypatch.setattr(sys, "platform", "win32")
    assert resident_memory() == 0
    with open_store(tmp_path, on_trouble=pytest.fail) as store:
        store.put("0" * 64, "part", b"7")
        assert store.get("0" * 64, "part") == b"7"
    assert [call.args[1:] for call in locked.locking.mock_calls] == [(1, 1)]


GUEST = tables("guest")


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory with a package of another author, on the import path."""
    Path(tmp_path, "guest.py").write_text(GUEST["module"], encoding="utf-8")
    for name, text in (("METADATA", "Name: guest\nVersion: 7.1\n"), ("entry_points.txt", GUEST["points"])):
        Path(tmp_path, "guest-7.1.dist-info").mkdir(exist_ok=True)
        Path(tmp_path, "guest-7.1.dist-info", name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("guest")
def test_a_command_of_another_package_is_listed_and_runs():
    assert listed(call("--help")) == [*VERBS, "greet"]
    assert call("greet") == (0, "hello\n", "")
    assert call("count", "domineering", "2x2").out.startswith("7\n"), "no name of gfkit's own is taken"
    assert "did you mean greet?" in call("gret").err
    assert call("lost", code=2).err.startswith("gfkit: 'lost', which another package")
    found = {finding["what"]: finding for finding in told("doctor", code=1)["findings"]}
    assert found["gfkit.verbs greet"]["text"] == "guest:greet, by guest 7.1"
    assert found["gfkit.verbs lost"]["health"] == "broken"


@pytest.mark.usefixtures("guest")
def test_a_card_of_another_package_is_found_by_module_and_name():
    from guest import Answer  # type: ignore[import-not-found]

    class Other:
        pass

    assert card_of(Answer()).title == "the answer"
    assert card_of(type("Special", (Answer,), {})()).title == "the answer"
    assert card_of(Other()) is None


def test_a_checker_of_another_package_is_found_by_format(guest: Path):
    for answer, code, words in ((42, 3, "consistent: it is the answer"), (41, 1, "")):
        written = {"format": "guest-answer", "answer": answer}
        Path(guest, "answer.json").write_text(json.dumps(written), encoding="utf-8")
        assert words in call("certify", "answer.json", code=code).out
    Path(guest, "answer.json").write_text('{"format": "unheard-of"}', encoding="utf-8")
    assert "expected a file that gfkit saved" in call("certify", "answer.json").err


# Modules loaded by small commands


LOADED = """
import inspect, os, sys
from gfkit.cli.main import main

run = set()


def note(frame, event, _):
    code, inside = frame.f_code, frame.f_back
    is_own = f"{os.sep}gfkit{os.sep}" in code.co_filename and code.co_flags & inspect.CO_OPTIMIZED
    if event == "call" and is_own:
        while inside is not None and not inside.f_code.co_filename.startswith("<frozen importlib"):
            inside = inside.f_back
        if inside is None:
            run.add(code.co_filename)


sys.setprofile(note)
code = main(sys.argv[1:])
sys.setprofile(None)
print(len(run), *sys.modules, file=sys.stderr)
sys.exit(code)
"""
"""A program that runs a command, and says on standard error in how many files of gfkit a function was called
other than by an import, and which modules are loaded then."""
MOST = tables("wholes")["loads"]
"""How many modules of gfkit's own each command loads, in how many files it calls functions, at most, and what
it does not load besides ``LARGE``."""
LARGE = {"numpy", "sympy", "mpmath", "rich", "multiprocessing", "importlib.metadata", "concurrent.futures"}
"""What large boards, pictures, threads, other systems and packages from outside need."""


@pytest.mark.parametrize("command", some_of([*MOST], 3))
def test_small_commands_load_little(command: str) -> None:
    said = python(LOADED, *command.split(), GFKIT_QUIET="1")  # a note after two seconds loads a module
    assert said.code == (2 if "domineerin " in command else 0), said.err
    run, *loaded = said.err.splitlines()[-1].split()
    own = {name for name in loaded if name.partition(".")[0] == "gfkit"}
    modules, files, spared = MOST[command]
    assert (len(own) <= modules, int(run) <= files) == (True, True), (run, sorted(own))
    assert not LARGE.union(spared.split()) & {*loaded}
    if not command.startswith(("value", "outcomes", "count ham")):
        assert "gfkit.core.native.loops" not in loaded, "small boards are counted in Python"
