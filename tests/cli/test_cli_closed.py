"""Processes, their streams and shells: closed, full or abandoned streams, imports, completion, gfkit doctor.

The shell closes the streams; the expected output is the result in this process, or a count by hand (Cis on 2
x 2: the empty square, 4 times 2 single stones, 8 independent pairs, no more stones, 17 in all). Lists that
are copied for speed are compared with the lists of their modules.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from choice import some_of, then_slow
from cli.calling import GFKIT, Said, call, process, python, ran
from tables import tables

import gfkit as package
from gfkit.catalog import ClaimStatus
from gfkit.cli.doctor import Health, loops_in_c
from gfkit.cli.group import gfkit
from gfkit.cli.long.options import KINDS, LANGUAGES
from gfkit.core.algebra import formula
from gfkit.core.native import is_built
from gfkit.core.rules import BUILT_IN
from gfkit.guessing import LawKind
from gfkit.help.verbs import VERBS

FULL = "No space left on device"


def shell(line: str) -> Said:
    """Run a line in a shell in which gfkit is the command."""
    return ran(["sh", "-c", f'gfkit() {{ "{sys.executable}" -m gfkit "$@"; }}; {line}'])


QUICK = [("gfkit games >&-", 0, "", ""), ("gfkit games --json >/dev/full", 3, "", FULL)]
MORE = tables("commands")["closed"]


@pytest.mark.parametrize("lines", then_slow([QUICK], 7, MORE), ids=["some", "more"])
def test_closed_streams(lines):
    for line, code, out, err in lines:
        found = shell(line)
        assert found[:2] == (code, out), line
        assert (err in found[2]) if err else found[2] == "", line
        assert found[2].count("\n") == bool(err), line


VERDICTS = (1, 4)
"""Exit codes of verdicts: refuted or not found, and true from a later n on."""
ERRORS = ["ValueError()", "RecursionError()", "MemoryError()", "ImportError('x: failed to map segment')"]


def test_exit_codes_of_verdicts_differ_from_exit_codes_of_failures():
    """Whatever cannot be written, and whatever Python or a library of the system ends the process with."""
    refuted = "gfkit verify 'F(n+1)' --for independent-sets path:n"
    unwritten = {f"{refuted} 2>/dev/full": 1, f"{refuted} >/dev/full 2>/dev/full": 3}
    unwritten |= {"gfkit count nope 2x2 2>/dev/full": 2, "_GFKIT_COMPLETE=x gfkit": 2}
    assert {line: shell(line).code for line in unwritten} == unwritten
    failing = "import gfkit.cli.main as m, sys\nsys.argv[1:] = ['games']\ndef fail(_):\n    raise {}\n"
    for error in some_of(ERRORS, 3):
        done = python(failing.format(error) + "m._run = fail\nsys.exit(m.main())")
        assert (done.code, "Error" in done.err) == (3, error == ERRORS[0]), done


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
@pytest.mark.slow(8)
def test_a_small_address_space():
    """Among these sizes are some in which OpenBLAS ends the process by itself."""
    for kilobytes in range(40_000, 240_000, 10_000):
        said = shell(f"ulimit -v {kilobytes}; gfkit count domineering 8x8")
        assert said.code in (0, 3), (kilobytes, said)
        assert said.code == 0 or said.err.count("\n") == 1, (kilobytes, said)


@pytest.mark.slow(2)
def test_files_never_reuse_the_descriptor_of_a_closed_stream(tmp_path):
    saved = tmp_path / "law.json"
    assert shell(f"gfkit derive cis path:n --save {saved} <&- >&- 2>&-")[0] == 0
    assert call("certify", saved).code == 0


def test_the_module_imports_few_packages():
    """``python -m gfkit`` returns the exit code, and a program its own; help imports no large package."""
    own = python("import gfkit.cli.main as m, sys; sys.argv[1:] = ['games']; m.main(); sys.exit(7)")
    assert (process("xyz").code, own.code) == (2, 7)
    code = "import sys; from gfkit.cli.main import main; main({}); print(*sys.modules, file=sys.stderr)"
    for words, variables in ((["--help"], {}), (["count", "do"], asking("count", "do"))):
        done = python(code.format(words if not variables else []), **variables)
        assert done.out
        assert not {"sympy", "numpy", "rich", "flint"} & {*done.err.split()}


# Equal queries have equal output, byte by byte

SOME = ["count domineering 3x3 --weights players", "games"]
OTHERS = tables("wholes")["commands"]
SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "WORKERS": "1"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0", "WORKERS": "2"},
    {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1", "COLUMNS": "40", "WORKERS": "1"},
]
ASKING = """
import json, os, sys
from gfkit.cli.main import main
for line in json.loads(sys.argv[1]):
    code = main([*line.format(workers=os.environ["WORKERS"]).split(), "--json"])
    assert code in (0, 1), line
"""


@pytest.mark.parametrize(
    ("questions", "surroundings"),
    then_slow([(SOME, SURROUNDINGS[:2])], 20, (SOME + OTHERS, SURROUNDINGS)),
    ids=["some", "all"],
)
def test_output_is_reproducible(questions, surroundings):
    """Vary the hash seed, the workers, the locale, the compiler and the width of the terminal."""
    root, asked = str(Path(__file__).parents[2]), json.dumps(questions)
    answers = {python(ASKING, asked, **{"PYTHONPATH": root, **variables}) for variables in surroundings}
    ((code, out, err),) = answers
    notes = [line.startswith("note: ") for line in err.splitlines()]
    assert (code, all(notes), out.isascii()) == (0, True, True), err
    assert len([json.loads(line) for line in out.splitlines()]) == len(questions)


def test_a_reader_that_leaves_early():
    with subprocess.Popen([*GFKIT, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as one:
        assert one.stdout is not None
        assert one.stderr is not None
        one.stdout.close()
        assert one.stderr.read() == b""
        assert one.wait() == 0


# Completion and doctor


def asking(*words: str) -> dict[str, str]:
    """Return the variables that bash sets while the last word of a line is being completed."""
    line = {"COMP_WORDS": " ".join(["gfkit", *words]), "COMP_CWORD": str(len(words))}
    return {"_GFKIT_COMPLETE": "bash_complete", **line}


def offered(monkeypatch, capsys, *words: str) -> list[str]:
    with monkeypatch.context() as patch:
        for name, value in asking(*words).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit):
            gfkit.main([], prog_name="gfkit", complete_var="_GFKIT_COMPLETE")
    return [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()]


def test_completed_words(monkeypatch, capsys):
    for line, wanted in tables("commands")["completed"]:
        assert offered(monkeypatch, capsys, *line.split()) == wanted, line
    assert offered(monkeypatch, capsys, "") == list(VERBS)
    assert set(BUILT_IN) <= set(offered(monkeypatch, capsys, "derive", ""))


def test_copied_lists_are_complete():
    assert tuple(kind.value for kind in LawKind) == KINDS
    assert formula.LANGUAGES == LANGUAGES
    assert tuple(standing.value for standing in ClaimStatus) == import_module("gfkit.cli.catalog").STANDINGS


def test_scripts(tmp_path):
    """Each installed shell parses its script, and bash completes a word with it."""
    for shell in ("bash", "zsh", "fish"):
        script = ran(GFKIT, _GFKIT_COMPLETE=f"{shell}_source").out
        assert f"_GFKIT_COMPLETE={shell}_complete" in script
        if shutil.which(shell):
            check = ["fish", "-nc", script] if shell == "fish" else [shell, "-n", "-c", script]
            subprocess.run(check, check=True)
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "gfkit"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m gfkit "$@"\n')
    program.chmod(0o755)
    script = ran([program], _GFKIT_COMPLETE="bash_source").out + (
        "COMP_WORDS=(gfkit count arc); COMP_CWORD=2; _gfkit_completion gfkit; echo ${COMPREPLY[@]}\n"
        "complete -p gfkit\n"
    )
    done = ran(["bash", "-c", script], PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.lines == ["arc-kayles", "complete -o nosort -F _gfkit_completion gfkit"]


@pytest.mark.slow(2)
def test_doctor_lists_installed_and_missing_parts(tmp_path, monkeypatch):
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    said = call("doctor")
    assert (said.code, said.lines[-1]) == (0, "all required parts work")
    for word in ("gfkit", "python", "python-flint", "C extension", "memory", "run store"):
        assert f"\n{word} " in f"\n{said.out}"
    monkeypatch.setitem(sys.modules, "mpmath", None)
    said = call("doctor")
    assert (said.code, said.lines[-1]) == (1, "broken: mpmath")
    assert "mpmath        BROKEN, cannot be imported" in said.out


def test_doctor_detects_wrong_results(monkeypatch):
    """Return wrong results from numpy or from the extension."""
    engine = import_module("gfkit.ways.modular.engine")
    counted, true = package.count, engine.modular_gf

    def modular_gf(*given, **named):
        found = true(*given, **named)
        return replace(found, numerator=found.numerator + found.numerator)

    with monkeypatch.context() as patch:
        patch.setattr(engine, "modular_gf", modular_gf)
        assert loops_in_c().health is Health.BROKEN
    if is_built():
        monkeypatch.setattr(
            package, "count", lambda *_, **__: counted("kings", "1x2" if is_built() else "1x3")
        )
        assert loops_in_c().health is Health.BROKEN


loops = import_module("gfkit.core.native.loops") if is_built() else None
SOME, ALL = (
    ["expand_part"],
    [name for name in vars(loops or object) if not name.startswith("_")],
)


@pytest.mark.skipif(not is_built(), reason="the C extension is not built")
@pytest.mark.parametrize("names", then_slow([SOME], 40, ALL), ids=["some", "all"])
def test_doctor_calls_each_function_of_the_extension(monkeypatch, names):
    """An extension compiled for another Python fails in single functions; a new function needs a query."""

    def fails(*_):
        raise SystemError

    for name in set(names) - {"instructions"}:
        with monkeypatch.context() as patch:
            patch.setattr(loops, name, fails)
            found = loops_in_c()
        assert found.health is Health.BROKEN, name
        assert "SystemError" in found.text
    monkeypatch.setattr(loops, "another", len, raising=False)
    assert loops_in_c().health is Health.BROKEN
