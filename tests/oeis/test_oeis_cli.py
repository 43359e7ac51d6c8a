"""gfkit oeis on the command line: what it writes, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gfkit.cli.main import main
from gfkit.cli.oeis import VERBS

ENTRY = """\
%I A000108 M1459 N0577 #33 Jun 07 2025 13:36:39
%S A000108 1,1,2,5,14,42,132,429,1430,4862
%N A000108 Catalan numbers.
%F A000108 a(n) = (2*n)!/(n!*(n+1)!).
%F A000108 a(n) = 4*a(n-1).
%K A000108 nonn
%O A000108 0,3
%A A000108 _X_
"""
CATALAN = "1,1,2,5,14,42,132,429,1430,4862,16796,58786"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "oeis.sqlite"))
    Path("A000108.seq").write_text(ENTRY)
    Path("b000108.txt").write_text("0 1\n1 1\n2 2\n3 5\n4  14")
    Path("stripped").write_text(f"# Last Modified: today\nA000045 ,0,1,1,2,3,5,8,\nA000108 ,{CATALAN},\n")
    Path("names").write_text("A000045 Fibonacci numbers.\nA000108 Catalan numbers.\n")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["oeis", *arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


def test_import_an_entry(capsys):
    code, out, _ = run(capsys, "import", "A000108.seq")
    assert code == 0
    assert out.splitlines()[:2] == [
        "A000108   Catalan numbers.",
        "terms     1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862",
    ]
    assert run(capsys, "import", "A000108.seq", "--as", "entry")[1] == ENTRY
    record = json.loads(run(capsys, "import", "A000108.seq", "--json")[1])["entries"][0]
    assert (record["number"], record["data"], record["offset"]) == (
        108,
        "1,1,2,5,14,42,132,429,1430,4862",
        "0,3",
    )


def test_import_records(capsys):
    Path("page.json").write_text(json.dumps([{"number": 7, "data": "0,0", "name": "X", "keyword": "nonn"}]))
    assert run(capsys, "import", "page.json", "--as", "terms")[:2] == (0, "0,0\n")
    Path("page.json").write_text("null")
    assert run(capsys, "import", "page.json")[:2] == (0, "no entries: the search had no results\n")


def test_import_a_table(capsys):
    code, out, err = run(capsys, "import", "b000108.txt", "--as", "b-file")
    assert (code, out) == (0, "0 1\n1 1\n2 2\n3 5\n4 14\n")
    assert [line.split(": ")[1:2] for line in err.splitlines()] == [["line 5"], ["line 5"]]
    result = json.loads(run(capsys, "import", "b000108.txt", "--json")[1])
    assert (result["first_n"], result["terms"]) == (0, ["1", "1", "2", "5", "14"])
    assert [found["code"] for found in result["findings"]] == ["B4", "B3"]


def test_import_bulk_files(capsys):
    assert (
        run(capsys, "import", "stripped")[1]
        == "stripped: 2 sequences, the last A000108\nlast modified: today\n"
    )
    assert run(capsys, "import", "names", "--number", "A108")[1] == "Catalan numbers.\n"
    assert (
        json.loads(run(capsys, "import", "stripped", "--number", "A45", "--json")[1])["text"]
        == "0,1,1,2,3,5,8"
    )


def test_lint(capsys):
    code, out, _ = run(capsys, "lint", "A000108.seq", "b000108.txt")
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == "A000108: 1 finding, 1 formulas and programs agree, 1 differ, 0 not read"
    assert lines[1].startswith(
        "error      line 5: F1 the formula is wrong: at n = 1 it gives 4, the data have 1"
    )
    assert [line.split()[3] if "line" in line else line.split()[1] for line in lines[3:]] == [
        "B22",
        "B4",
        "B3",
    ]
    reports = json.loads(run(capsys, "lint", "A000108.seq", "--json")[1])["reports"]
    assert [check["outcome"] for check in reports[0]["checks"]] == ["agrees", "differs"]


def test_index_and_search(capsys):
    code, out, _ = run(capsys, "index", "build", "stripped", "names", "--json")
    assert (code, json.loads(out)["sequences"]) == (0, 2)
    assert "last modified today" in run(capsys, "index", "info")[1]
    code, out, _ = run(capsys, "search", "2,4,10,28,84,264,858,2860")
    assert code == 0
    assert out.startswith(
        "A000108 Catalan numbers.\n  divided by 2, they are an inner run, from stored term 2 on; 8"
    )
    result = json.loads(run(capsys, "search", "1", "2", "5", "14", "42", "132", "--json")[1])
    assert (result["hits"][0]["number"], result["hits"][0]["agreed"], result["complete"]) == (
        "A000108",
        6,
        True,
    )
    assert run(capsys, "search", "9,8,7,99,1,3")[:2] == (
        1,
        "no sequence of the index agrees with these 6 terms\n",
    )
    assert run(capsys, "search", "--file", "A000108.seq")[0] == 0


REFUSED = [
    (
        ["serach", "1"],
        f"command 'serach' of oeis is unknown; did you mean search? known are {', '.join(VERBS)}",
    ),
    (["import", "none"], "file 'none' cannot be read: No such file or directory"),
    (["import", "A000108.seq", "--as", "x"], "--as 'x' is unknown; known are summary, entry, b-file, terms"),
    (
        ["import", "A000108.seq", "--number", "x"],
        "A-number 'x': must be A and six or seven digits, such as A000045",
    ),
    (["import", "A000108.seq", "--number", "A7"], "A-number A000007: the file does not have it"),
    (["import", "stripped", "--number", "A7"], "A-number A000007: file 'stripped' does not have it"),
    (
        ["import", "stripped", "--as", "entry"],
        "--as entry: stripped has neither offsets nor lines; use --as terms",
    ),
    (
        ["import", "b000108.txt", "--as", "entry"],
        "--as entry: a b-file has no name and no keywords; use --as b-file or --as terms",
    ),
    (["lint", "names"], "file 'names': it is a bulk file, and there are no rules for it; give an entry"),
    (
        ["lint", "b000108.txt", "b000108.txt"],
        "file 'b000108.txt': it is a b-file; give the entry first, then its b-file",
    ),
    (["search", "1,2,3"], "terms: 3 were given; a search needs 4 at least"),
    (["search", "1,2,3,1/2"], "terms: there are fractions among them, and the sequences are of integers"),
    (["search", "1,2,3,x"], "term 4 'x': must be an integer or a fraction such as -1/2"),
    (
        ["search", "1,2,3,4", "--index", "none"],
        "index 'none': there is none; build it with: gfkit oeis index build stripped names",
    ),
    (
        ["index", "info", "--index", "names"],
        "index 'names': it is no index of this version of gfkit; "
        "build it with: gfkit oeis index build stripped names",
    ),
    (
        ["index", "build", "names", "--index", "i"],
        "file 'names' line 1: 'A000045 Fibonacci numbers.' is no line such as 'A000045 ,0,1,1,2,3,5,'",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_refused(capsys, arguments, message):
    assert run(capsys, *arguments) == (2, "", f"gfkit: {message}\n")


def test_unreadable_files_name_the_line(capsys):
    Path("x").write_text(ENTRY.replace("14,42", "14,4x"))
    code, out, err = run(capsys, "import", "x")
    assert (code, out) == (2, "")
    assert err.startswith("gfkit: entry: line 2: term 6 of the line is '4x'; ")
    Path("x").write_bytes(bytes(range(256)))
    assert run(capsys, "import", "x")[0] == 2
    assert run(capsys, "lint", "x")[0] == 1
