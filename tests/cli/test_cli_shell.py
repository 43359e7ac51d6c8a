"""gfkit completion and gfkit doctor: what a shell is offered, and what is said of an installation.

Lists that are written out for speed are compared with those of the rooms that own them.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import import_module

import pytest
from cli.calling import GFKIT, call, ran

from gfkit import formula
from gfkit.catalog import Standing
from gfkit.cli.completion import SHELLS
from gfkit.cli.doctor import Health, machine_code
from gfkit.cli.group import VERBS, gfkit
from gfkit.cli.long.options import KINDS, LANGUAGES
from gfkit.games import BUILT_IN
from gfkit.guess.finding import LawKind


def environment(*words: str) -> dict[str, str]:
    """What bash sets for a line whose last word is being written."""
    return {
        "_GFKIT_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["gfkit", *words]),
        "COMP_CWORD": str(len(words)),
    }


def offered(monkeypatch, capsys, *words: str) -> list[str]:
    with monkeypatch.context() as patch:
        for name, value in environment(*words).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit):
            gfkit.main([], prog_name="gfkit", complete_var="_GFKIT_COMPLETE")
    return [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()]


def test_words(monkeypatch, capsys):
    tiles = ["domineering-tiles", "domineering-maximal-tiles", "domineering-right-end-tiles"]
    for line, wanted in (
        ("cou", ["count"]),
        ("count domineering-", tiles),
        ("count cram 3x3 --positions m", ["maximal"]),
        ("derive cram 3xn --weights p", ["pieces", "players"]),
        ("derive cram 3xn --method d", ["determinant"]),
        ("equilibrium --tie k", ["kind"]),
        ("guess --kinds c-finite,a", ["c-finite,algebraic"]),
        ("catalog list --status r", ["refuted"]),
        ("runs cl", ["clean"]),
        ("count cram 3x3 --to m", ["mathml", "maple", "mathematica"]),
        ("completion z", ["zsh"]),
        ("derive cram 3xn --max-s", ["--max-seconds"]),
    ):
        assert offered(monkeypatch, capsys, *line.split()) == wanted, line
    assert offered(monkeypatch, capsys, "") == list(VERBS)
    assert set(BUILT_IN) <= set(offered(monkeypatch, capsys, "derive", ""))


def test_no_engine_is_loaded_for_it():
    python, *module = GFKIT
    for words in (("count", "do"), ("guess", "--kinds", "c")):
        _, out, err = ran([python, "-X", "importtime", *module], **environment(*words))
        assert "gfkit.cli.main" in err
        assert out
        assert not any(f" {name}\n" in err for name in ("numpy", "flint", "sympy", "rich"))


def test_lists_that_are_written_out_are_complete():
    assert tuple(kind.value for kind in LawKind) == KINDS
    assert formula.LANGUAGES == LANGUAGES
    standings = import_module("gfkit.cli.catalog").STANDINGS
    assert tuple(standing.value for standing in Standing) == standings


def test_scripts(tmp_path):
    """Each shell that is here reads its script, and bash completes a word by it."""
    for shell in SHELLS:
        script = call("completion", shell).out
        assert f"_GFKIT_COMPLETE={shell}_complete" in script
        if shutil.which(shell):
            check = ["fish", "-nc", script] if shell == "fish" else [shell, "-n", "-c", script]
            subprocess.run(check, check=True)
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "gfkit"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m gfkit "$@"\n')
    program.chmod(0o755)
    script = call("completion", "bash").out + (
        "COMP_WORDS=(gfkit count arc); COMP_CWORD=2; _gfkit_completion gfkit; echo ${COMPREPLY[@]}\n"
        "complete -p gfkit\n"
    )
    done = ran(["bash", "-c", script], PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.lines == ["arc-kayles", "complete -o nosort -F _gfkit_completion gfkit"]


# gfkit doctor


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch):
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))


@pytest.mark.slow(2)
def test_what_is_here_and_what_is_missing(monkeypatch):
    said = call("doctor")
    assert (said.code, said.lines[-1]) == (0, "all that is needed is here")
    for word in ("gfkit", "python", "python-flint", "numba", "machine code", "memory", "run store"):
        assert f"\n{word} " in f"\n{said.out}"
    monkeypatch.setitem(sys.modules, "mpmath", None)
    said = call("doctor")
    assert (said.code, said.lines[-1]) == (1, "broken: mpmath")
    assert "mpmath        BROKEN, cannot be imported" in said.out


def test_wrong_answers_are_seen(monkeypatch):
    """Whether they are of machine code or of numpy; here both are by numpy."""
    monkeypatch.setattr("gfkit.transfer.modular.residue_arrays.take_machine_code", lambda: None)
    engine = import_module("gfkit.transfer.modular.engine")
    true = engine.modular_gf
    for wrong in (True, False):

        def modular_gf(*given, fast, wrong=wrong, **named):
            found = true(*given, fast=False, **named)
            return replace(found, numerator=found.numerator + found.numerator) if fast is wrong else found

        monkeypatch.setattr(engine, "modular_gf", modular_gf)
        assert machine_code().health is Health.BROKEN
