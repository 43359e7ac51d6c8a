"""Rows of gfkit/help/known.toml: terms that users search for, and the nearest topics of gfkit.

Commands are run, topics are searched for in the documentation, and terms are compared with the names of
structures, heap games and boards. The project chose the limits.
"""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from choice import some_and_all
from cli.calling import call

from gfkit.core.boards import parse_board
from gfkit.core.boards.spelling import sort_key
from gfkit.core.errors import GfkitError
from gfkit.core.rules.library import heap_code, names_game
from gfkit.help.pages import section

ROOT = Path(__file__).resolve().parents[2]
ROWS = tomllib.loads((ROOT / "gfkit/help/known.toml").read_text("utf-8"))
WORDS = [word for key, row in ROWS.items() for word in (key, *row.get("also", ()))]
RUNS = sorted({row["run"] for row in ROWS.values() if "run" in row})


def names_something(word):  # a structure, a heap game or a board
    try:
        return names_game(word) or bool(heap_code(word)) or bool(parse_board(word))
    except GfkitError:
        return False


def topics():
    """Yield pages and their sections; a section may be named without the remark in brackets."""
    for path in (ROOT / "docs").rglob("*.md"):
        page = path.relative_to(ROOT / "docs").with_suffix("").as_posix()
        yield page
        for title in re.findall(r"(?m)^##+ (.+)$", path.read_text("utf-8")):
            for name in (title, title.partition(" (")[0]):
                yield f"{page}#" + re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-")


@pytest.mark.parametrize("words", some_and_all(WORDS, 100, 15))
def test_search_terms_are_not_names(words):
    assert not [word for word in words if names_something(word)]


def test_rows_have_own_words_a_short_line_and_a_section_that_exists():
    assert len({sort_key(word) for word in WORDS}) == len(WORDS)
    assert not [key for key, row in ROWS.items() if row.keys() - {"also", "say", "run", "see"}]
    assert not [key for key, row in ROWS.items() if not 0 < len(row["say"]) <= 150]
    assert not {row["see"] for row in ROWS.values() if "see" in row} - set(topics())


def test_a_cited_section_contains_the_tables_of_the_row():
    """Such as [cover] or [[rules.near]]; the section of a page includes the sections below it."""
    for key, row in ROWS.items():
        for table in re.findall(r"\[+(?:rules|cover|edges|orientations|tile|pointers)[a-z.]*\]+", row["say"]):
            assert table in section(row.get("see", "rule-files")), (key, table)


@pytest.mark.parametrize("commands", some_and_all(RUNS, 5, 20))
def test_commands_succeed(commands, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for command in commands:
        assert call(*shlex.split(command.removeprefix("gfkit "))).code == 0, command
