"""Hostile arguments for every command: it prints a result or one line of error, and changes no other file.

The specification is in print: the exit codes, one line for each error, one JSON object, and no file
overwritten without --force. Each stored case once revealed a bug.
"""

import shlex
import sys
from contextlib import chdir
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cli.calling import TRACEBACK, Said, call, repeated, wrong
from hypothesis import HealthCheck, given, settings, strategies as st
from tables import tables
from trees import loaded

DATA, COMMANDS = tables("hostile"), tables("commands")
HOSTILE = [*map(repeated, (*DATA["hostile"], *DATA["odd"])), "\ud800", "\udcff"]
LINES = [line for name, line in COMMANDS["words"].items() if name not in ("mcp", "doctor")]
LINES += [line for line in COMMANDS["forms"] if line != "doctor"]
OPTIONS = ["--positions", "--weights", "--max-memory", "--to", "--save", "-o", "--seed", "--file"]


@pytest.fixture(autouse=True, scope="module")
def _all_is_loaded():
    """Import modules first: a time limit during an import would leave a partial module, for example numpy."""
    for name in ("numpy", "sympy", "mpmath"):
        import_module(name)
    assert [*loaded()]


def folder_of(place: str, files: dict[str, str], links: dict[str, str]) -> Path:
    """Return a directory with these files, deep enough that ``..`` stays in the temporary directory."""
    folder = Path(place, "a", "work")
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    for name, target in links.items():
        (folder / name).symlink_to(target)
    return folder


def faults(
    words: list[str], files: dict[str, str], links: dict[str, str], variables: dict[str, str] | None = None
) -> list[str]:
    """Return the errors in how a command ends, and in the files that it must not change."""
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        folder = folder_of(place, files, links)
        patch.setenv("GFKIT_CACHE", str(Path(place, "cache")))
        patch.setenv("GFKIT_OEIS_INDEX", str(Path(place, "none")))
        patch.setenv("GFKIT_MAX_SECONDS", "1")
        for name, value in (variables or {}).items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", StringIO("1 2 3\n"))
        with chdir(folder):
            found = wrong(call(*words), "--json" in words and not {"--help", "-h"} & {*words})
        for name, text in files.items():
            if not (folder / name).exists() or (folder / name).read_bytes() != text.encode():
                found.append(f"{name} is another file")
        outside = [path.name for path in Path(place).rglob("*") if path.name.endswith(".part")]
    return found + [f"left {name}" for name in outside]


@st.composite
def hostile_words(draw: st.DrawFn) -> list[str]:
    """Draw a valid command line with one hostile argument, inserted or after an option."""
    words = shlex.split(draw(st.sampled_from(LINES)))
    odd = draw(st.sampled_from(HOSTILE))
    at = draw(st.integers(1, len(words)))
    how = draw(st.sampled_from(["put", "put", "option", "broken"]))
    if how == "option":
        words += [draw(st.sampled_from(OPTIONS)), odd]
    elif how == "broken" and at < len(words):
        cut = draw(st.integers(0, len(words[at])))
        words[at] = words[at][:cut] + odd + words[at][cut + draw(st.integers(0, 2)) :]
    else:
        words[at : at + 1] = [odd]
    return [*words, "--json"] if draw(st.booleans()) else words


def check(words: list[str]) -> None:
    assert faults(words, COMMANDS["files"], {}) == []


quick = settings(max_examples=25, suppress_health_check=[*HealthCheck])(given(hostile_words())(check))
long = settings(max_examples=1500, suppress_health_check=[*HealthCheck])(given(hostile_words())(check))


@pytest.mark.parametrize("run", [quick, pytest.param(long, marks=pytest.mark.slow(12))], ids=["some", "many"])
def test_hostile_arguments_are_accepted_or_rejected_in_one_line(run):
    run()


def test_earlier_failures_remain_fixed():
    assert len(DATA["case"]) >= 8
    for case in DATA["case"]:
        words = [*map(repeated, case["words"])]
        assert faults(words, *(case.get(part, {}) for part in ("files", "links", "set"))) == [], words


def test_violations_are_detected():
    right = [Said(0, "1\n", ""), Said(2, "", "gfkit: no\n"), Said(3, "", "note: much\ngfkit: stopped\n")]
    assert [wrong(said, False) for said in right] == [[], [], []]
    assert wrong(Said(0, '{"count": "1"}\n', ""), True) == []
    broken = [Said(2, "", ""), Said(2, "", "boom\n"), Said(2, "", "gfkit: no\ngfkit: no\n")]
    broken += [Said(7, "", "gfkit: no\n"), Said(0, "\x1b[31m", ""), Said(1, "", TRACEBACK)]
    assert [len(wrong(said, False)) for said in broken] == [1] * len(broken)
    for text in ("", "[1]", "{}{}", '{"a": NaN}', '{"a": 1, "a": 2}', '{"\u00e9": 1}'):
        assert len(wrong(Said(0, text, ""), True)) == 1, text
