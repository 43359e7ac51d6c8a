"""gfkit oeis on the command line: what it writes, and how it refuses.

The entry, the table and the bulk files are made here; A000108 are the Catalan numbers.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from bulk_files import CATALAN

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
DATA = "1,1,2,5,14,42,132,429,1430,4862"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "oeis.sqlite"))
    Path("A000108.seq").write_text(ENTRY)
    Path("b000108.txt").write_text("0 1\n1 1\n2 2\n3 5\n4  14")
    terms = ",".join(map(str, CATALAN[:12]))
    Path("stripped").write_text(f"# Last Modified: today\nA000045 ,0,1,1,2,3,5,8,\nA000108 ,{terms},\n")
    Path("names").write_text("A000045 Fibonacci numbers.\nA000108 Catalan numbers.\n")


@pytest.fixture
def run(capsys):
    def runs(*words: str) -> tuple[int, str, str]:
        code = main(["oeis", *words])
        return code, *capsys.readouterr()

    return runs


def test_import(run):
    code, out, _ = run("import", "A000108.seq")
    assert code == 0
    assert out.splitlines()[:2] == ["A000108   Catalan numbers.", f"terms     {DATA.replace(',', ', ')}"]
    assert run("import", "A000108.seq", "--as", "entry")[1] == ENTRY
    record = json.loads(run("import", "A000108.seq", "--json")[1])["entries"][0]
    assert (record["number"], record["data"], record["offset"]) == (108, DATA, "0,3")
    Path("page.json").write_text(json.dumps([{"number": 7, "data": "0,0", "name": "X", "keyword": "nonn"}]))
    assert run("import", "page.json", "--as", "terms")[:2] == (0, "0,0\n")
    Path("page.json").write_text("null")
    assert run("import", "page.json")[:2] == (0, "no entries: the search had no results\n")
    # Import tables and bulk files.
    code, out, err = run("import", "b000108.txt", "--as", "b-file")
    assert (code, out) == (0, "0 1\n1 1\n2 2\n3 5\n4 14\n")
    assert [line.split(": ")[1:2] for line in err.splitlines()] == [["line 5"], ["line 5"]]
    found = json.loads(run("import", "b000108.txt", "--json")[1])
    assert (found["first_n"], found["terms"]) == (0, ["1", "1", "2", "5", "14"])
    assert [finding["code"] for finding in found["findings"]] == ["B4", "B3"]
    said = "stripped: 2 sequences, the last A000108\nlast modified: today\n"
    assert run("import", "stripped")[1] == said
    assert run("import", "names", "--number", "A108")[1] == "Catalan numbers.\n"
    found = json.loads(run("import", "stripped", "--number", "A45", "--json")[1])
    assert found["text"] == "0,1,1,2,3,5,8"


def test_lint(run):
    code, out, _ = run("lint", "A000108.seq", "b000108.txt")
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == "A000108: 1 finding, 1 formulas and programs agree, 1 differ, 0 not read"
    wrong = "F1 the formula is wrong: at n = 1 it gives 4, the data have 1"
    assert lines[1].startswith(f"error      line 5: {wrong}")
    found = [line.split()[3 if "line" in line else 1] for line in lines[3:]]
    assert found == ["B22", "B4", "B3"]
    reports = json.loads(run("lint", "A000108.seq", "--json")[1])["reports"]
    assert [check["outcome"] for check in reports[0]["checks"]] == ["agrees", "differs"]


def test_index_and_search(run):
    code, out, _ = run("index", "build", "stripped", "names", "--json")
    assert (code, json.loads(out)["sequences"]) == (0, 2)
    assert "last modified today" in run("index", "info")[1]
    code, out, _ = run("search", "2,4,10,28,84,264,858,2860")
    assert code == 0
    said = "A000108 Catalan numbers.\n  divided by 2, they are an inner run, from stored term 2 on; 8"
    assert out.startswith(said)
    found = json.loads(run("search", "1", "2", "5", "14", "42", "132", "--json")[1])
    hit = found["hits"][0]
    assert (hit["number"], hit["agreed"], found["complete"]) == ("A000108", 6, True)
    nothing = "no sequence of the index agrees with these 6 terms\n"
    assert run("search", "9,8,7,99,1,3")[:2] == (1, nothing)
    assert run("search", "--file", "A000108.seq")[0] == 0


REFUSED = tomllib.loads((Path(__file__).parents[1] / "data" / "oeis_refused.toml").read_text("utf-8"))


def test_refused(run):
    for words, message in REFUSED["plain"].items():
        assert run(*words.split()) == (2, "", f"gfkit: {message.replace('{VERBS}', ', '.join(VERBS))}\n")
    Path("x").write_text(ENTRY.replace("14,42", "14,4x"))
    code, out, err = run("import", "x")
    assert (code, out) == (2, "")
    assert err.startswith("gfkit: entry: line 2: term 6 of the line is '4x'; ")
    Path("x").write_bytes(bytes(range(256)))
    assert run("import", "x")[0] == 2
    assert run("lint", "x")[0] == 1
