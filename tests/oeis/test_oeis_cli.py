"""gfkit oeis on the command line: output and errors.

The entry, the table and the bulk files are made here; A000108 are the Catalan numbers.
"""

import json
from pathlib import Path

import pytest
from bulk_files import CATALAN
from cli.calling import call, told
from refusals import wrong_line
from tables import tables

DATA = tables("oeis_cases")["oeis_cli"]

ENTRY = DATA["entry"]
TERMS = "1,1,2,5,14,42,132,429,1430,4862"


@pytest.fixture(autouse=True)
def _files(_elsewhere):
    Path("A000108.seq").write_text(ENTRY)
    Path("b000108.txt").write_text("0 1\n1 1\n2 2\n3 5\n4  14")
    terms = ",".join(map(str, CATALAN[:12]))
    Path("stripped").write_text(f"# Last Modified: today\nA000045 ,0,1,1,2,3,5,8,\nA000108 ,{terms},\n")
    Path("names").write_text("A000045 Fibonacci numbers.\nA000108 Catalan numbers.\n")


def test_import():
    said = call("oeis", "import", "A000108.seq", code=0)
    assert said.lines[:2] == ["A000108   Catalan numbers.", f"terms     {TERMS.replace(',', ', ')}"]
    assert call("oeis", "import", "A000108.seq", "--as", "entry").out == ENTRY
    record = told("oeis", "import", "A000108.seq")["entries"][0]
    assert (record["number"], record["data"], record["offset"]) == (108, TERMS, "0,3")
    Path("page.json").write_text(json.dumps([{"number": 7, "data": "0,0", "name": "X", "keyword": "nonn"}]))
    assert call("oeis", "import", "page.json", "--as", "terms")[:2] == (0, "0,0\n")
    Path("page.json").write_text("null")
    assert call("oeis", "import", "page.json").out == "no entries: the search had no results\n"
    # Tables and bulk files.
    code, out, err = call("oeis", "import", "b000108.txt", "--as", "b-file")
    assert (code, out) == (0, "0 1\n1 1\n2 2\n3 5\n4 14\n")
    assert [line.split(": ")[1:2] for line in err.splitlines()] == [["line 5"], ["line 5"]]
    found = told("oeis", "import", "b000108.txt")
    assert (found["first_n"], found["terms"]) == (0, ["1", "1", "2", "5", "14"])
    assert [finding["code"] for finding in found["findings"]] == ["B4", "B3"]
    said = "stripped: 2 sequences, the last A000108\nlast modified: today\n"
    assert call("oeis", "import", "stripped").out == said
    assert call("oeis", "import", "names", "--number", "A108").out == "Catalan numbers.\n"
    assert told("oeis", "import", "stripped", "--number", "A45")["text"] == "0,1,1,2,3,5,8"


def test_lint():
    lines = call("oeis", "lint", "A000108.seq", "b000108.txt", code=1).lines
    assert lines[0].startswith("A000108: 1 finding")
    assert lines[1].startswith("error      line 5: F1 ")
    assert all(part in lines[1] for part in ("n = 1", "4", "1"))
    assert [line.split()[3 if "line" in line else 1] for line in lines[3:]] == ["B22", "B4", "B3"]
    reports = told("oeis", "lint", "A000108.seq", code=1)["reports"]
    assert [check["outcome"] for check in reports[0]["checks"]] == ["agrees", "differs"]


def test_index_and_search():
    assert told("oeis", "index", "build", "stripped", "names")["sequences"] == 2
    assert "last modified today" in call("oeis", "index", "info").out
    said = call("oeis", "search", "2,4,10,28,84,264,858,2860", code=0)
    assert said.lines[0] == "A000108 Catalan numbers."
    assert {"2", "8"} <= {*said.lines[1].replace(",", " ").replace(";", " ").split()}
    found = told("oeis", "search", "1", "2", "5", "14", "42", "133")
    hit, wrong = found["hits"][0], {"place": "5", "stored": "132", "given": "133"}
    assert (hit["number"], hit["agreed"], hit["wrong"], found["complete"]) == ("A000108", 5, wrong, True)
    assert call("oeis", "search", "9,8,7,99,1,3", code=1).out.count("\n") == 1
    assert call("oeis", "search", "A000108.seq").code == 0


def test_invalid_arguments_and_files_are_rejected():
    for words, facts in tables("oeis_refused").items():
        code, out, err = call("oeis", *words.split())
        assert (code, out, wrong_line(err.removesuffix("\n"), "gfkit: ", *facts)) == (2, "", []), words
    Path("x").write_text(ENTRY.replace("14,42", "14,4x"))
    code, out, err = call("oeis", "import", "x")
    assert (code, out) == (2, "")
    assert wrong_line(err.removesuffix("\n"), "gfkit: entry: line 2", "'4x'") == []
    Path("x").write_bytes(bytes(range(256)))
    assert (call("oeis", "import", "x").code, call("oeis", "lint", "x").code) == (2, 1)
