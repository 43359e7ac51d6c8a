"""What a release says of itself in several files is the same in all."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from gfkit.cli.main import main
from gfkit.version import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_version_authors_and_license_agree() -> None:
    cited = read("CITATION.cff")
    assert PROJECT["version"] == __version__
    assert f"version: {__version__}\n" in cited
    assert f"version = {{{__version__}}}" in read("docs/cite.md")
    assert f"gfkit {__version__} " in read("docs/cite.md")
    assert f"## [{__version__}]" in read("CHANGELOG.md")
    assert re.findall(r'- name: "(.+)"', cited) == [one["name"] for one in PROJECT["authors"]]
    assert f"license: {PROJECT['license']}\n" in cited


def test_every_supported_python_is_named() -> None:
    lowest = int(PROJECT["requires-python"].removeprefix(">=3."))
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))
    assert [int(one) for one in named] == list(range(lowest, lowest + len(named)))


ENTRY = """%I A999999
%S A999999 1,2,4,8,16,32,64
%N A999999 Powers of 2.
%F A999999 a(n) = {formula}.
%K A999999 nonn,easy
%O A999999 0,2
%A A999999 _Ada B. Example_, Mar 01 2026
"""


@pytest.mark.parametrize(("formula", "code"), [("2*a(n-1), with a(0) = 1", 0), ("3*a(n-1)", 1)])
def test_the_hook_for_entries_looks_at_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formula: str, code: int
) -> None:
    """The line of the hook as pre-commit runs it: split as by a shell, the names of files behind it."""
    entry = re.search(r"id: gfkit-oeis-lint\n(?:.*\n)*?  entry: (.+)", read(".pre-commit-hooks.yaml"))
    assert entry is not None
    (tmp_path / "entry.txt").write_text(ENTRY.format(formula="2*a(n-1), with a(0) = 1"))
    (tmp_path / "entry2.txt").write_text(ENTRY.format(formula=formula))
    program = tmp_path / "gfkit"
    program.write_text('#!/bin/sh\necho "$@" >> asked\ncase "$(cat "$3")" in *"3*a"*) exit 1;; esac\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    words = [*shlex.split(entry[1]), "entry.txt", "entry2.txt"]
    assert subprocess.run(words, cwd=tmp_path, check=False).returncode == code
    assert (tmp_path / "asked").read_text() == "oeis lint entry.txt\noeis lint entry2.txt\n"
    assert main(["oeis", "lint", str(tmp_path / "entry2.txt")]) == code


def test_the_conda_recipe_agrees() -> None:
    recipe = read("conda/meta.yaml")
    found = re.search(r"\n  run:\n((?:    - .+\n)+)", recipe)
    assert found is not None
    run = {line.strip("- ").replace(" ", "") for line in found[1].splitlines()}
    assert run == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}
    assert f'  version: "{__version__}"\n' in recipe
    assert f'  summary: "{PROJECT["description"]}"\n' in recipe
    (script,) = (f"{name} = {place}" for name, place in PROJECT["scripts"].items())
    assert f"    - {script}\n" in recipe
    assert f"  license: {PROJECT['license']}\n" in recipe
