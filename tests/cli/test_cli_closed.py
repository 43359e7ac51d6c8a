"""Processes and their streams: closed, full, left early; what is loaded; the same bytes for a question.

The shell closes the streams; what must be written is the answer in this process, or a count by hand (Cis on
2 x 2: the empty square, 4 times 2 single stones, 8 pairs that are free, none of more, 17 in all).
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.calling import GFKIT, Said, call, process, python, ran

FULL = "gfkit: the system refuses: No space left on device\n"


def shell(line: str) -> Said:
    """What a shell runs in which gfkit is the command."""
    return ran(["sh", "-c", f'gfkit() {{ "{sys.executable}" -m gfkit "$@"; }}; {line}'])


QUICK = [("gfkit games >&-", 0, "", ""), ("gfkit games --json >/dev/full", 3, "", FULL)]
MORE = [
    ("gfkit count cis 2x2 --quiet 2>&- | head -n 1", 0, "17\n", ""),
    ("gfkit count cis 2x2 --json >/dev/full", 3, "", FULL),
    ("gfkit guess --file - <&-", 2, "", "standard input"),
    ("gfkit mcp >&- </dev/null", 2, "", "gfkit: "),
    ("gfkit count cis 2x2 --json >&-", 0, "", ""),
    ("gfkit --help >&-", 0, "", ""),
    ("gfkit count chess 2x2 2>&-", 2, "", ""),
    ("gfkit count cis 2x2 >&- 2>&-", 0, "", ""),
    ("gfkit count cis 2x2 --json <&- >&- 2>&-", 0, "", ""),
    ("gfkit games --json | head -c 1", 0, "{", ""),
    *(
        (f"gfkit {words} <&-", 2, "", "standard input")
        for words in ("verify t --data -", "oeis lint -", "mcp")
    ),
]


@pytest.mark.parametrize(
    "lines", [QUICK, pytest.param(MORE, marks=pytest.mark.slow(7))], ids=["some", "more"]
)
def test_closed_streams(lines):
    for line, code, out, err in lines:
        found = shell(line)
        assert found[:2] == (code, out), line
        assert found[2] == err if code != 2 or not err else err in found[2], line
        assert found[2].count("\n") == bool(err), line


@pytest.mark.slow(2)
def test_a_file_gets_no_number_of_a_closed_stream(tmp_path):
    """What is written to standard output does not end up in a file that was opened in its place."""
    saved = tmp_path / "law.json"
    assert shell(f"gfkit derive cis path:n --save {saved} <&- >&- 2>&-")[0] == 0
    assert call("certify", saved).code == 0


def test_as_a_module_that_loads_little():
    """``python -m gfkit`` gives the exit code on, and help needs no heavy package."""
    assert process("xyz").code == 2
    code = (
        "import sys; from gfkit.cli.main import main; main(['--help']);"
        " sys.exit(any(name in sys.modules for name in ('sympy', 'numba', 'numpy', 'rich')))"
    )
    assert python(code).code == 0


# The same question has the same bytes as its answer

SOME = ["count domineering 3x3 --weights players", "games"]
OTHERS = [
    "value domineering 3x3 --options",
    "verify 1/(1-t) --for cis path:n",
    "guess 1,2,5,14,42,132,429,1430,4862,16796,58786,208012,742900,2674440,9694845,35357670",
    "derive col 3xn --weights players",
    "derive arc-kayles 7xn --method modular --no-store --workers {workers}",
    "outcomes domineering 3xn --to 6",
    "nim node-kayles path:n --to 40",
    "equilibrium 2xn --to 4",
    "catalog check profiles-t1-cis",
]
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
    [
        pytest.param(SOME, SURROUNDINGS[:2], id="some"),
        pytest.param(SOME + OTHERS, SURROUNDINGS, id="all", marks=pytest.mark.slow(20)),
    ],
)
def test_the_same_question_has_the_same_bytes(questions, surroundings):
    """Whatever the hash seed, the workers, the locale, the compiler and the width of the terminal."""
    root, asked = str(Path(__file__).parents[2]), json.dumps(questions)
    answers = {python(ASKING, asked, **{"PYTHONPATH": root, **variables}) for variables in surroundings}
    ((code, out, err),) = answers
    assert (code, err, out.isascii()) == (0, "", True)
    assert len([json.loads(line) for line in out.splitlines()]) == len(questions)


def test_a_reader_that_leaves_early():
    with subprocess.Popen([*GFKIT, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as one:
        assert one.stdout is not None
        assert one.stderr is not None
        one.stdout.close()
        assert one.stderr.read() == b""
        assert one.wait() == 0
