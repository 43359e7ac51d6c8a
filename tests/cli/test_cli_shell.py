"""gfkit completion and gfkit doctor."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest

from gfkit import formula
from gfkit.catalog import Standing
from gfkit.cli.catalog import STANDINGS
from gfkit.cli.completion import SHELLS
from gfkit.cli.doctor import Health, machine_code
from gfkit.cli.group import VERBS
from gfkit.cli.long.options import KINDS, LANGUAGES
from gfkit.cli.main import main
from gfkit.games import BUILT_IN
from gfkit.guess.finding import LawKind
from gfkit.transfer.modular import engine


def offered(*words: str, python: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """What bash is told for a line whose last word is being written."""
    told = {
        "_GFKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["gfkit", *words]),
        "COMP_CWORD": str(len(words)),
    }
    command = [sys.executable, *python, "-m", "gfkit"]
    return subprocess.run(command, env=os.environ | told, capture_output=True, text=True, check=False)


def values(*words: str) -> list[str]:
    return [line.partition(",")[2] for line in offered(*words).stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["cou"], ["count"]),
        (["count", "domineering-"], ["tiles", "maximal-tiles", "right-end-tiles"]),
        (["count", "cram", "3x3", "--positions", "m"], ["maximal"]),
        (["derive", "cram", "3xn", "--weights", "p"], ["pieces", "players"]),
        (["derive", "cram", "3xn", "--method", "d"], ["determinant"]),
        (["equilibrium", "--tie", "k"], ["kind"]),
        (["guess", "--kinds", "c-finite,a"], ["c-finite,algebraic"]),
        (["catalog", "list", "--status", "r"], ["refuted"]),
        (["runs", "cl"], ["clean"]),
        (["count", "cram", "3x3", "--to", "m"], ["mathml", "maple", "mathematica"]),
        (["completion", "z"], ["zsh"]),
        (["derive", "cram", "3xn", "--max-s"], ["--max-seconds"]),
    ],
)
def test_words(words, wanted):
    found = values(*words)
    assert [word.removeprefix("domineering-") for word in found] == wanted


def test_all_commands_and_games():
    assert values("") == list(VERBS)
    assert set(BUILT_IN) <= set(values("derive", ""))


@pytest.mark.parametrize("words", [["count", "do"], ["guess", "--kinds", "c"], ["catalog", "list", "--st"]])
def test_no_engine_is_loaded_for_it(words):
    loaded = offered(*words, python=("-X", "importtime")).stderr
    assert "gfkit.cli.main" in loaded
    assert not any(f" {name}\n" in loaded for name in ("numpy", "flint", "sympy", "rich"))


def test_lists_that_are_written_out_are_complete():
    assert tuple(kind.value for kind in LawKind) == KINDS
    assert formula.LANGUAGES == LANGUAGES
    assert tuple(standing.value for standing in Standing) == STANDINGS


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts(capsys, shell):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_GFKIT_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "-c", script] if shell != "fish" else [shell, "-nc", script], check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_in_bash(capsys, tmp_path):
    main(["completion", "bash"])
    gfkit = tmp_path / "gfkit"
    gfkit.write_text(f'#!/bin/sh\nexec {sys.executable} -m gfkit "$@"\n')
    gfkit.chmod(0o755)
    script = capsys.readouterr().out + (
        "COMP_WORDS=(gfkit count arc); COMP_CWORD=2; _gfkit_completion gfkit; echo ${COMPREPLY[@]}\n"
        "complete -p gfkit\n"
    )
    found = subprocess.run(
        ["bash", "-c", script],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.splitlines() == ["arc-kayles", "complete -o nosort -F _gfkit_completion gfkit"]


class TestDoctor:
    @pytest.fixture(autouse=True)
    def _own_store(self, tmp_path, monkeypatch):
        monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))

    def test_here(self, capsys):
        assert main(["doctor"]) == 0
        out = capsys.readouterr().out
        assert out.splitlines()[-1] == "all that is needed is here"
        for word in ("gfkit", "python", "python-flint", "numba", "machine code", "memory", "run store"):
            assert f"\n{word} " in f"\n{out}"

    def test_json(self, capsys):
        assert main(["doctor", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["ok"] is True
        by_name = {one["what"]: one for one in found["findings"]}
        assert by_name["python"]["text"] == sys.version.split()[0]
        assert by_name["numpy"]["health"] == "well"

    def test_machine_code_is_what_is_compared(self):
        """In a process of its own: the strip is so small that none would be made for it."""
        pytest.importorskip("numba", reason="numba is not installed: there is no machine code to compare")
        code = (
            "from gfkit.transfer.modular import engine; real = engine.modular_gf\n"
            "from gfkit.transfer.modular.residue_arrays import compiled\n"
            "def told(*given, fast, **named):\n"
            "    found = real(*given, fast=fast, **named)\n"
            "    print(fast, 'massey' in vars(compiled()))  # since it was called\n"
            "    return found\n"
            "engine.modular_gf = told\n"
            "from gfkit.cli.doctor import machine_code; print(machine_code().text)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        numpy_first, machine, text = done.stdout.splitlines()
        assert (numpy_first, machine) == ("False False", "True True")
        assert re.search(r"; made and used in \d+\.\d s$", text)

    def test_something_needed_is_missing(self, capsys, monkeypatch):
        monkeypatch.setitem(sys.modules, "mpmath", None)
        assert main(["doctor"]) == 1
        out = capsys.readouterr().out
        assert "mpmath        BROKEN, cannot be imported" in out
        assert out.splitlines()[-1] == "broken: mpmath"

    @pytest.mark.parametrize("wrong", [True, False])
    def test_wrong_answers_are_seen(self, monkeypatch, wrong):
        true = engine.modular_gf

        def modular_gf(*given, fast, **named):
            found = true(*given, fast=fast, **named)
            return replace(found, numerator=found.numerator + found.numerator) if fast is wrong else found

        monkeypatch.setattr(engine, "modular_gf", modular_gf)
        assert machine_code().health is Health.BROKEN

    def test_a_store_that_cannot_be_read(self, capsys, tmp_path):
        (tmp_path / "cache").write_text("a file where a folder is needed")
        main(["doctor", "--json"])
        store = {one["what"]: one for one in json.loads(capsys.readouterr().out)["findings"]}["run store"]
        assert store["health"] != "well"
