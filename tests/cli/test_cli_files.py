"""No file is overwritten by default or partially written; input files and files of gfkit never are.

The contents of a file are compared with the contents written by the test; no count is computed.
"""

import io
import os
import platform
import subprocess
import sys
from unittest.mock import Mock

import pytest
from cli.calling import call
from tables import tables

from gfkit.core.errors import InputError
from gfkit.runs.files import write_whole

RULE = 'name = "G"\n[left]\npieces = ["X"]\n[right]\npieces = ["XX"]\n'
STRIPPED = "# Last Modified: January 1 00:00 UTC 2026\nA000045 ,0,1,1,2,3,5,8,13,21,34,\n"
WRITERS = tables("wholes")["writers"]


@pytest.fixture
def rule(elsewhere):
    (elsewhere / "r.toml").write_text(RULE)
    return elsewhere / "r.toml"


@pytest.fixture
def stripped(elsewhere, monkeypatch):
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(elsewhere / "none"))
    (elsewhere / "stripped").write_text(STRIPPED)
    (elsewhere / "thesis.tex").write_text("mine")
    return elsewhere


def refused(file, said: str, *words: object) -> None:
    """Check that the command prints this error, and that the file is unchanged."""
    before = file.read_bytes()
    found = call(*words)
    assert (found.code, file.read_bytes()) == (2, before), words
    assert said in found.out + found.err, words


def test_existing_files_are_kept_without_force(rule):
    for line, name in WRITERS:
        target, words = rule.with_name(name), line.split()
        target.write_text("mine")
        refused(target, f"{name!r} already exists; --force", *words, name)
        assert call(*words, name, "--force").code == 0
        assert len(target.read_text()) > 100
    assert list(rule.parent.glob(".gfkit*")) == []


def test_input_files_are_never_overwritten(rule):
    """Include other names of the file, and names with a colon before or after them."""
    said = "is an input file of this command"
    rule.with_name("linked.html").symlink_to(rule)
    for words, _ in WRITERS[:2]:
        for way in ("r.toml", "./r.toml", "linked.html"):
            for force in ([], ["--force"]):
                refused(rule, said, *words.split(), way, *force)
    graph = rule.with_name("g.txt")
    graph.write_text("a b\n")
    refused(rule, said, "report", "r.toml:3", "2x2", "-o", "r.toml", "--force")
    refused(graph, said, "report", "col", "graph:g.txt", "-o", "g.txt", "--force")


def test_logs_are_appended_only_to_logs(rule, monkeypatch):
    rule.with_name("thesis.tex").write_text("mine")
    for name in ("r.toml", "thesis.tex"):
        monkeypatch.setenv("GFKIT_LOG", name)
        refused(rule.with_name(name), "", "count", "r.toml", "2x2")
    monkeypatch.setenv("GFKIT_LOG", "empty.log")
    rule.with_name("empty.log").touch()
    for _ in range(2):
        assert call("count", "r.toml", "2x2").code == 0
    assert rule.with_name("empty.log").read_text().count("begin  gfkit count") == 2


def test_an_index_replaces_only_an_index(stripped, monkeypatch):
    build = ("oeis", "index", "build", "stripped")
    for name, said in tables("commands")["indexes"]:
        monkeypatch.setenv("GFKIT_OEIS_INDEX", name)
        refused(stripped / name, said, *build)
    monkeypatch.setenv("GFKIT_OEIS_INDEX", "folder")
    (stripped / "folder").mkdir()
    assert call(*build).code == 2
    monkeypatch.setenv("GFKIT_OEIS_INDEX", "oeis.sqlite")  # own data is never overwritten, not even by force
    for _ in range(2):
        assert call(*build).code == 0
    assert call("oeis", "search", "1,1,2,3,5,8").out.startswith("A000045")
    (stripped / "cache").mkdir()
    (stripped / "cache" / "runs.sqlite").write_text("kept")
    for name in ("oeis.sqlite", "cache/runs.sqlite"):
        words = ["derive", "cram", "2xn", "--save", name, "--force"]
        refused(stripped / name, "contains gfkit's own data", *words)
    there = {path.name for path in stripped.iterdir()}
    assert there == {"stripped", "thesis.tex", "folder", "cache", "oeis.sqlite"}


def test_directories_with_foreign_files_are_unchanged(stripped):
    (stripped / "names").write_text("A000045 Number of matchings in the path graph P_n.\n")
    (stripped / "r.toml").write_text(RULE)
    for line, name, said in (
        ("oeis settle --names names --stripped stripped -o site", "site/index.html",
         "contains other files; --force"),
        ("oeis export --game r.toml --family 2xn -o d", "d/entry.txt", "already exists"),
    ):  # fmt: skip
        mine, words = stripped / name, line.split()
        mine.parent.mkdir()
        mine.write_text("mine")
        refused(mine, said, *words)
        assert call(*words, "--force").code == 0
        assert mine.read_text() != "mine"
        assert call(*words).code == (2 if "export" in words else 0)  # an existing directory of names of gfkit


def test_a_file_extension_must_match_the_output_format(rule):
    for words, name, right in tables("wholes")["beside"]:
        said = call(*words.split(), name, code=2).err
        assert f"{name!r}: the extension {name[1:]} belongs to another format; write {right!r}" in said
        assert not rule.with_name(name).exists()


def test_drafts_are_new_files_and_old_drafts_are_deleted(tmp_path, monkeypatch):
    """A link in the place of a draft is not followed; files written meanwhile by others are kept."""
    monkeypatch.setattr("gfkit.runs.files.os.urandom", bytes)
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


def test_files_are_written_atomically(tmp_path, monkeypatch):
    target = tmp_path / "a"
    write_whole(target, "old")
    monkeypatch.setattr("pathlib.Path.replace", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_whole(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert target.read_text() == "old"


class Endless(io.StringIO):
    """Endless standard input: reading it whole, with size -1, would never return."""

    def read(self, size=-1):
        assert size >= 0
        return "1 " * (size // 2) + "1" * (size % 2)


def test_endless_input_is_rejected(monkeypatch):
    monkeypatch.setattr("sys.stdin", Endless())
    monkeypatch.setattr("gfkit.core.files.LONGEST", 1 << 20)
    for line in tables("wholes")["needs_file"]:
        for name in ("-", "/dev/zero"):
            words = [*line.split(), name]
            assert call(*words) == (2, "", f"gfkit: {words[-2]} {name!r} is longer than 1 MiB\n")
