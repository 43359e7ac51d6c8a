"""The documentation that travels with the package, and rule files to start from.

The links and headings of the pages in docs/ must be found, and their code must be printed.
"""

import doctest
import re
import runpy
import shlex
import sys
from pathlib import Path
from posixpath import normpath

import pytest
import setuptools
from choice import some_of, then_slow
from cli.calling import GFKIT, call, python, ran, told
from gfkit_docs.packed import blocks, read_folder
from isolated import ROOT
from tables import tables

from gfkit.core.hooks import KINDS
from gfkit.core.rules import find_rule
from gfkit.help.pages import find_topics, headings, packed, section, topics

PAGES = read_folder(ROOT / "docs")
QUICK = ["changelog", "count", "howto/rule", "index", "nim", "reference/python"]
MARKUP = re.compile(r"\]\(|\$\$|\\[A-Za-z]|\{[a-z-]+\}|</|^:\w+:", re.MULTILINE)


@pytest.mark.parametrize("names", then_slow([QUICK], 8, [*PAGES.keys() - {*QUICK}]), ids=["some", "others"])
def test_pages_are_printed_with_all_their_code_and_without_markup(names):
    for topic in names:
        lines = call("help", f"{topic}.md", code=0).lines
        code = {"", *(line[4:] for line in lines if line.startswith("    "))}
        for info, block in blocks(PAGES[topic]):
            if info and not info.startswith("{"):
                assert {line.rstrip() for line in block} <= code, (topic, info)
        prose = [line for line in lines if not line.startswith("    ")]
        assert not re.search(r"(?m)\]\(\w|```|\{[a-z]+\}`|^#|<a ", "\n".join(prose)), topic
        for info, block in blocks(section(topic) or ""):
            found = None if info is not None else MARKUP.search(re.sub(r"`[^`]*`", "", "\n".join(block)))
            assert found is None, (topic, found)


def test_every_link_and_every_heading_is_a_topic():
    assert doctest.testmod(sys.modules["gfkit_docs.packed"]).failed == 0
    assert {*topics()} == {*PAGES}
    links = 0
    for page, text in PAGES.items():
        prose = "\n".join("\n".join(lines) for info, lines in blocks(text) if info is None)
        for target, mark, name in re.findall(r"\]\(((?:[\w./-]+\.md)?)(#?)([\w-]*)\)", prose):
            topic = (normpath(f"{page}/../{target[:-3]}") if target else page) + mark + name
            if topic.partition("#")[0] in PAGES and page not in ("changelog", "errata"):
                assert find_topics(topic) == (topic,), (page, topic)
                links += 1
    assert links > 300
    for topic, title in headings():
        assert (section(topic) or "").partition("\n")[0].lstrip("# ") == title, topic
        assert {topic, *topics()} & {*find_topics(title)}, (topic, title)


def test_words_lead_to_pages_sections_and_commands():
    for words, first in tables("commands")["help"].items():
        said = call("help", *words.split(), code=0).out
        assert said.startswith(first) if first else said.strip(), words
    listed = call("help", code=0).out
    assert all(re.search(rf"^    {topic}(\.md)?  ", listed, re.MULTILINE) for topic in topics())
    page = told("help", "still", "lifes")
    assert (page["topic"], "outside = 0" in page["text"]) == ("howto/rule#still-lifes", True)


def test_new_files_of_each_kind_are_valid(elsewhere: Path) -> None:
    for kind, (names, _) in KINDS.items():
        file = elsewhere / f"{kind} \n\x1b.toml"
        done = told("new", file, "--kind", names[0])
        assert (done["file"], done["kind"]) == (str(file), kind)
        assert call(*shlex.split(done["command"])[1:], code=0).out, kind
        text = file.read_text("utf-8")
        assert re.search(r"# Try: gfkit [^\n]*\n(# .*\n)+.*\n\[(.*\n)*# Keys .*\n#   .+", text), text
        assert "--force" in call("new", file, "--kind", "tatami", code=2).err
        call("new", file, "--kind", "tatami", "--force", code=0)
        assert "tatami = true" in file.read_text("utf-8")
    for words in ("other.svg", "a --kind crystal", "none/a.toml", "a --kind wrong"):
        assert call("new", *words.split(), code=2).err.count("\n") == 1
    for name, (_, text, _) in packed()["recipes"].items():
        Path("a.toml").write_text(text, encoding="utf-8")
        assert find_rule(Path("a.toml")).name, name


@pytest.mark.parametrize("size", [400_000, 0])
def test_a_built_package_has_the_pages(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file of at most this size; the package of the laboratory contains none."""
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    monkeypatch.setenv("GFKIT_PAGES", str(min(size, 1)))
    monkeypatch.chdir(ROOT)
    with pytest.warns(UserWarning, match="no address"):
        build = runpy.run_path("setup.py")["WithPapersAndPages"]
    project = setuptools.Distribution({"script_name": "setup.py"})
    project.parse_config_files(ignore_option_errors=True)  # the description is in setup.py
    command = build(project)
    command.build_lib = str(tmp_path / "built")
    command.ensure_finalized()
    command.run()
    assert sum(path.stat().st_size for path in tmp_path.glob("built/gfkit/help/*.gz")) <= size
    lines = [[*GFKIT, "help", *words] for words in (["still", "lifes"], ["nim.md", "--json"])]
    said = [ran(line, folder=tmp_path, PYTHONPATH=str(tmp_path / "built"), code=0).out for line in lines]
    assert [one == call(*line[3:]).out for one, line in zip(said, lines, strict=True)] == [bool(size)] * 2


TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of Unix")
def test_a_terminal_has_bold_headings_and_fits() -> None:
    screen = {"PAGER": "cat", "TERM": "xterm", "COLUMNS": "60", "LINES": "24", "NO_COLOR": ""}
    for words in some_of(("rule files", "still lifes"), 1):  # the first one is long, and paged
        out = python(TERMINAL, *GFKIT, "help", *words.split(), code=0, **screen).out
        lines = re.sub(r"\x1b\[[0-9;]*m", "", out).splitlines()
        assert all(len(line) <= 60 or line.startswith("    ") for line in lines), words
        assert out.startswith("\x1b[1"), words
