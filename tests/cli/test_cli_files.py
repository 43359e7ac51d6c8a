"""Nothing is overwritten unasked, and never a file that the command reads."""

from __future__ import annotations

import io
import os
import platform
import subprocess
import sys

import pytest

from gfkit.cli.main import main
from gfkit.errors import InputError
from gfkit.files import write_whole

RULE = 'name = "G"\n[left]\npieces = ["X"]\n[right]\npieces = ["XX"]\n'


@pytest.fixture
def rule(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.toml").write_text(RULE)
    return tmp_path / "r.toml"


def run(capsys, *words):
    code = main(list(words))
    return code, "".join(capsys.readouterr())


WRITERS = [
    (("report", "r.toml", "2xn", "-o"), "out.html"),
    (("derive", "r.toml", "2xn", "--save"), "out.json"),
    (("value", "r.toml", "2x2", "--plot"), "out.svg"),
    (("equilibrium", "2x2", "--svg"), "out.svg"),
    (("catalog", "errata", "profiles-t1-cis", "-o"), "out.md"),
]


@pytest.mark.parametrize(("words", "name"), WRITERS)
def test_what_is_there_stays_unless_it_is_forced(words, name, rule, capsys):
    target = rule.with_name(name)
    target.write_text("mine")
    code, said = run(capsys, *words, name)
    assert (code, target.read_text()) == (2, "mine")
    assert said.strip().endswith(f"{name!r}: is there already; --force writes over it")
    assert run(capsys, *words, name, "--force")[0] == 0
    assert len(target.read_text()) > 100
    assert list(rule.parent.glob(".gfkit*")) == []


@pytest.mark.parametrize(("words", "name"), [one for one in WRITERS if "r.toml" in one[0]])
@pytest.mark.parametrize("way", ["r.toml", "./r.toml", "linked.html"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_what_is_read_is_never_written(words, name, way, force, rule, capsys):
    rule.with_name("linked.html").symlink_to(rule)
    if words[0] == "value":  # whose file's ending says what is drawn
        rule.with_name("linked.svg").symlink_to(rule)
        way = "linked.svg"
    code, said = run(capsys, *words, way, *force)
    assert (code, rule.read_text()) == (2, RULE)
    assert "the command reads this file, and would destroy it" in said


@pytest.mark.parametrize("word", ["r.toml:3", "graph:g.txt"])
def test_files_behind_words_with_a_colon_are_seen(word, rule, capsys):
    graph = rule.with_name("g.txt")
    graph.write_text("a b\n")
    file = "g.txt" if word.startswith("graph") else "r.toml"
    words = ["col", word] if file == "g.txt" else [word, "2x2"]
    before = rule.with_name(file).read_text()
    code, said = run(capsys, "report", *words, "-o", file, "--force")
    assert (code, rule.with_name(file).read_text()) == (2, before)
    assert "reads this file" in said


def test_a_log_is_added_to_logs_alone(rule, capsys):
    rule.with_name("thesis.tex").write_text("mine")
    for name, text in (("r.toml", RULE), ("thesis.tex", "mine")):
        assert run(capsys, "count", "r.toml", "2x2", "--log", name)[0] == 2
        assert rule.with_name(name).read_text() == text
    rule.with_name("empty.log").touch()
    for _ in range(2):
        assert run(capsys, "count", "r.toml", "2x2", "--log", "empty.log")[0] == 0
    assert rule.with_name("empty.log").read_text().count("begin  gfkit count") == 2


STRIPPED = "# Last Modified: January 1 00:00 UTC 2026\nA000045 ,0,1,1,2,3,5,8,13,21,34,\n"


@pytest.fixture
def stripped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "none"))
    (tmp_path / "stripped").write_text(STRIPPED)
    (tmp_path / "thesis.tex").write_text("mine")
    return tmp_path


@pytest.mark.parametrize("by", ["option", "environment"])
@pytest.mark.parametrize(
    ("name", "text", "options", "said"),
    [
        ("thesis.tex", "mine", [], "is there already; --force writes over it"),
        ("stripped", STRIPPED, [], "the command reads this file"),
        ("stripped", STRIPPED, ["--force"], "the command reads this file"),
    ],
)
def test_an_index_replaces_indexes_alone(name, text, options, said, by, stripped, monkeypatch, capsys):
    words = ["oeis", "index", "build", "stripped", *options]
    if by == "option":
        words += ["--index", name]
    else:
        monkeypatch.setenv("GFKIT_OEIS_INDEX", name)
    code, out = run(capsys, *words)
    assert (code, (stripped / name).read_text()) == (2, text)
    assert said in out


def test_an_index_is_built_anew(stripped, capsys):
    build = ("oeis", "index", "build", "stripped", "--index")
    assert run(capsys, *build, "thesis.tex", "--force")[0] == 0
    assert run(capsys, *build, "thesis.tex")[0] == 0
    assert run(capsys, "oeis", "search", "1,1,2,3,5,8", "--index", "thesis.tex")[1].startswith("A000045")
    (stripped / "folder").mkdir()
    assert run(capsys, *build, "folder")[0] == 2
    assert {path.name for path in stripped.iterdir()} == {"stripped", "thesis.tex", "folder"}


def test_own_data_is_never_written_over(stripped, monkeypatch, capsys):
    """Neither the index that commands ask nor the run store, not even with --force."""
    monkeypatch.setenv("GFKIT_OEIS_INDEX", "oeis.sqlite")
    assert run(capsys, "oeis", "index", "build", "stripped")[0] == 0
    (stripped / "cache").mkdir()
    (stripped / "cache" / "runs.sqlite").write_text("kept")
    for name in ("oeis.sqlite", "cache/runs.sqlite"):
        before = (stripped / name).read_bytes()
        code, said = run(capsys, "derive", "cram", "2xn", "--save", name, "--force")
        assert (code, (stripped / name).read_bytes()) == (2, before)
        assert "gfkit keeps its own data there" in said


def test_a_folder_of_settled_names_is_written_into_again(stripped, capsys):
    (stripped / "names").write_text("A000045 Number of matchings in the path graph P_n.\n")
    words = ("oeis", "settle", "--names", "names", "--stripped", "stripped", "--quiet", "-o")
    mine = stripped / "site" / "index.html"
    mine.parent.mkdir()
    mine.write_text("mine")
    code, said = run(capsys, *words, "site")
    assert (code, mine.read_text()) == (2, "mine")
    assert "other files are in it already; --force writes into it" in said
    for options in (["--force"], []):
        assert run(capsys, *words, "site", *options)[0] == 0
        assert mine.read_text() != "mine"


@pytest.mark.parametrize(
    ("words", "name", "right"),
    [
        (("report", "r.toml", "2xn", "-o"), "r.tex", "r.html"),
        (("derive", "r.toml", "2xn", "--save"), "r.svg", "r.json"),
        (("value", "r.toml", "2x2", "--save"), "r.html", "r.json"),
        (("equilibrium", "2x2", "--svg"), "r.png", "r.svg"),
        (("polynomial", "chromatic", "2xn", "--report"), "r.tex", "r.html"),
        (("catalog", "errata", "profiles-t1-cis", "-o"), "r.html", "r.md"),
        (("oeis", "settle", "A000045", "--csv"), "r.json", "r.csv"),
    ],
)
def test_an_ending_is_of_the_kind_that_is_written(words, name, right, rule, capsys):
    code, said = run(capsys, *words, name)
    assert code == 2
    assert f"{name!r}: {name[1:]} names another kind of file; write {right!r}" in said
    assert not rule.with_name(name).exists()


def test_a_folder_with_an_entry_in_it(rule, capsys):
    words = ("oeis", "export", "--game", "r.toml", "--family", "2xn", "-o", "d")
    assert run(capsys, *words)[0] == 0
    entry = rule.with_name("d") / "entry.txt"
    entry.write_text("mine")
    assert run(capsys, *words)[0] == 2
    assert entry.read_text() == "mine"
    assert run(capsys, *words, "--force")[0] == 0
    assert entry.read_text() != "mine"


def test_drafts_are_new_files_and_those_of_killed_processes_go(tmp_path, monkeypatch):
    """A link that lies where a draft would be is not followed; what others write meanwhile stays."""
    monkeypatch.setattr("gfkit.files.os.urandom", bytes)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    node = f".gfkit-draft-{platform.node()}-"
    for owner in (gone.pid, os.getppid()):
        (tmp_path / f"{node}{owner}-0").touch()
    victim = tmp_path / "victim"
    victim.write_text("mine")
    trap = tmp_path / f"{node}{os.getpid()}-{bytes(8).hex()}"
    trap.symlink_to(victim)
    with pytest.raises(InputError, match="cannot be written: File exists"):
        write_whole(tmp_path / "a", "new")
    assert victim.read_text() == "mine"
    trap.unlink()
    write_whole(tmp_path / "a", "new")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "victim", f"{node}{os.getppid()}-0"}


def test_files_are_whole_or_as_they_were(tmp_path, monkeypatch):
    target = tmp_path / "a"
    write_whole(target, "old")

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert target.read_text() == "old"


class Endless(io.StringIO):
    """Standard input that goes on for ever."""

    def read(self, size=-1):
        assert size is not None
        assert size >= 0, "this would never end"
        return "1 " * (size // 2) + "1" * (size % 2)


READERS = [
    ("guess", "--file"),
    ("verify", "1/(1-t)", "--data"),
    ("verify", "--for", "cram", "2xn", "--formula-file"),
    ("oeis", "export", "--data"),
    ("oeis", "search", "--file"),
]


@pytest.mark.parametrize("words", READERS)
@pytest.mark.parametrize("name", ["-", "/dev/zero"])
def test_what_never_ends_is_refused(words, name, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Endless())
    monkeypatch.setattr("gfkit.files.LONGEST", 1 << 20)
    code, said = run(capsys, *words, name)
    assert code == 2
    assert said == f"gfkit: {words[-1]} {name!r} is longer than 1 MiB\n"
