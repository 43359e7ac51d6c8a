"""Export: entries that lint passes, programs that run, data that agree with what was published."""

from __future__ import annotations

import ast
import json
import math
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.catalog import Selection, load
from gfkit.cli.main import main
from gfkit.errors import InputError, OptionError, SelfCheckError
from gfkit.formula import series_text
from gfkit.guess import Data
from gfkit.oeis import BFile, Entry
from gfkit.oeis.export import Export, Heading, export_data, export_family
from gfkit.oeis.export.draft import Draft, KnownSeries
from gfkit.oeis.export.family import add_linear
from gfkit.oeis.export.program import Program, checked_formula, checked_program, programs
from gfkit.oeis.lint import lint_b_file, lint_entry
from gfkit.sequences import Evidence, RationalGF, Status

AUTHOR = "_Jane Doe_, Jan 31 2026"
EASY = ("easy",)


def head(number: str = "A000000", **parts: object) -> Heading:
    return Heading(number, author=AUTHOR, **parts)  # type: ignore[arg-type]


def is_clean(found: Export) -> bool:
    """Whether entry and b-file come back equal, and lint has nothing to say, as it reads them from bytes."""
    content = found.files["entry.txt"].encode()
    (reading,) = Entry.read(content)
    assert reading.value == found.entry
    table = BFile.read(found.files[f"b{found.entry.number[1:]}.txt"].encode())
    assert table.value == found.table
    assert table.findings == ()
    report = lint_entry(reading)
    assert [f for f in report.findings if f.level != "note"] == []
    assert all(check.outcome != "differs" for check in report.checks)
    assert lint_b_file(table).is_clean
    return True


# Huntemann and McKay, Counting Domineering Positions: the sequences that it names, with its own numbers,
# which are claims of the catalogue. Those of matchings of ladders are in the entries that it names.


@cache
def stated(word):
    """The numbers that a claim states, for n = 1, 2, ..."""
    (claim,) = Selection(ids=(f"domineering-{word}",)).of(load())
    return [int(text) for text in claim.statement][1 - claim.arguments.get("first", 1) :]


def column(n):
    """Right ends of m x n for m = 1, 2, ..."""
    return [stated(f"t2-m{m}")[n - 1] for m in range(1, 9)]


PAPER = [
    ("A028420", "nxn", "all", "a028420"),
    ("A030186", "2xn", "all", "a030186"),
    ("A033506", "3xn", "all", "a033506"),
    ("A000931", "1xn", "maximal", "t2-m1"),
    ("A286945", "2xn", "maximal", "a286945"),
    ("A288028", "3xn", "maximal", "a288028"),
    ("A287595", "nxn", "maximal", "a287595"),
    ("A332714", "nxn", "play", "a332714"),
    ("A332862", "mxn", "right-ends", "a332862"),
    ("A000045", "nx1", "right-ends", 1),
    ("A007598", "nx2", "right-ends", 2),
    ("A054894", "nx3", "right-ends", 3),
    ("A332865", "nxn", "right-ends", "a332865"),
]


@pytest.mark.parametrize(("number", "family", "positions", "where"), PAPER, ids=[row[0] for row in PAPER])
def test_the_sequences_of_the_paper(number, family, positions, where):
    printed = column(where) if where in (1, 2, 3) else stated(where)
    printed = printed[:6] if family == "nxn" else printed[:36]
    offset = None if family == "mxn" else 1
    terms = len(printed) if family in ("nxn", "mxn") else 60
    found = export_family("domineering", family, positions, heading=head(number), terms=terms, offset=offset)
    assert list(found.table.terms[: len(printed)]) == printed
    assert found.entry.first_n == 1
    assert is_clean(found)
    assert found.entry.number == number


def test_squares_of_other_boards():
    """Trees of a torus are the product of 4 - 2 cos(2 pi i/n) - 2 cos(2 pi j/n) but one, over n^2."""
    found = export_family("spanning-trees", "torus:nxn", heading=head("A999999"), terms=4)
    assert found.entry.name == "Number of spanning trees in an n X n torus."
    assert found.entry.first_n == 3
    for n, term in enumerate(found.table.terms, 3):
        turns = [2 - 2 * math.cos(2 * math.pi * i / n) for i in range(n)]
        wanted = math.prod(a + b for a in turns for b in turns if a + b) / n**2
        assert math.isclose(term, wanted, rel_tol=1e-9)
    with pytest.raises(OptionError, match="the boards start at n = 3"):
        export_family("spanning-trees", "torus:nxn", heading=head("A999999"), offset=1)
    found = export_family("spanning-trees", "king:nxn", heading=head("A999999"), terms=4)
    assert found.entry.name == "Number of spanning trees in the n X n king graph."
    assert found.entry.first_n == 1
    assert list(found.table.terms[:2]) == [1, 16], "a vertex, and K_4 by Cayley"


def test_an_entry_in_full():
    found = export_family(
        "domineering", "nx3", "right-ends", heading=head("A054894", table="A332862", related=("A7598",))
    )
    entry = found.entry
    assert entry.first_n == 0
    assert entry.second_offset == 2
    assert entry.name == (
        "Number of positions of the game Domineering on an n X 3 board in which Right has no move."
    )
    assert entry.keywords == ("nonn", "easy")
    assert entry.formulas[0] == "a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4) for n > 3."
    assert entry.formulas[1] == "G.f.: (1 - 2*x - x^2)/(1 - 4*x - 4*x^2 + 4*x^3 + x^4)."
    assert "proved by the transfer matrix method: 4 states" in entry.formulas[2]
    assert entry.links[-1].startswith('<a href="/index/Rec#order_04">Index entries')
    assert entry.links[-1].endswith("signature (4,4,-4,-1).")
    assert entry.links[0].startswith('Jane Doe, <a href="/A054894/b054894.txt">Table of n, a(n) for n = 0..')
    assert entry.crossrefs == ("Column 3 of A332862.", "Cf. A007598.")
    assert len(entry.maple) == 1
    assert len(entry.mathematica) == 2
    assert [line for line in entry.programs if line.startswith("(")] == [
        entry.programs[0],
        "(Python)",
        "(SageMath)",
    ]
    # The b-file stops before the first term of more than 1000 characters.
    last = found.table.terms[-1]
    assert len(str(last)) <= 1000
    assert len(str(found.table.last_n)) in (3, 4)


def test_first_indices():
    # Boards that close up start at 3; a later start moves g.f., ranges and programs along.
    ring = export_family("o12", "cycle:n", heading=head(), terms=50)
    assert ring.entry.first_n == 3
    assert ring.entry.formulas[1].startswith("G.f.: x^3*")
    assert is_clean(ring)
    late = export_family("domineering", "1xn", "right-ends", heading=head(), terms=50, offset=2)
    assert late.entry.formulas[0] == "a(n) = a(n-2) + a(n-3) for n > 4."
    assert late.entry.first_n == 2
    assert is_clean(late)
    with pytest.raises(OptionError, match="offset 2: the boards start at n = 3"):
        export_family("o12", "cycle:n", heading=head(), offset=2)


def test_an_array():
    found = export_family("domineering", "mxn", "right-ends", heading=head("A332862"), terms=36)
    entry = found.entry
    assert "tabl" in entry.keywords
    assert any("row index rising: T(1,1), T(1,2), T(2,1)" in line for line in entry.comments)
    # Asymmetric, so that the direction shows: T(1,3) = 2, T(2,2) = 4, T(3,1) = 3.
    assert entry.terms[:6] == (1, 1, 2, 2, 4, 3)
    assert "Column 2: a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n > 3." in entry.formulas
    assert "Row 1: a(n) = a(n-2) + a(n-3) for n > 3." in entry.formulas
    assert not any("/index/Rec" in link for link in entry.links)


def test_a_triangle():
    # Matchings of paths: T(n,k) = binomial(n-k, k).
    from math import comb

    found = export_family("domineering", "1xn", weights="pieces", heading=head("A011973"), terms=90)
    expected = [comb(n - k, k) for n in range(30) for k in range(n // 2 + 1)]
    assert list(found.table.terms) == expected[: len(found.table.terms)]
    assert len(found.table.terms) >= 90
    assert found.entry.keywords == ("nonn", "easy", "tabf")
    assert found.entry.formulas[0] == "G.f.: Sum_{n,k} T(n,k)*x^n*y^k = 1/(1 - x - x^2*y)."
    assert is_clean(found)
    # Pieces of any size on single cells: rows of length n + 1, a regular triangle; binomial(n, k) 2^k.
    free = export_family("o12", "1xn", weights="pieces", heading=head(), terms=50)
    assert "tabf" in free.entry.keywords or "tabl" in free.entry.keywords
    with pytest.raises(OptionError, match="use pieces"):
        export_family("domineering", "1xn", weights="players", heading=head())


def test_counted_board_by_board():
    found = export_family("domineering", "3xn", "play", heading=head(), terms=6)
    assert found.entry.terms == tuple(gfkit.count("domineering", f"3x{n}", "play").count for n in range(6))
    assert found.entry.formulas == ()
    assert "easy" not in found.entry.keywords
    assert is_clean(found)
    whole = export_family("arc-kayles", "complete:n", heading=head(), terms=12)
    assert whole.entry.terms[:8] == (1, 1, 2, 4, 10, 26, 76, 232)  # involutions
    assert whole.entry.formulas == ("E.g.f.: exp(x + x^2/2).",)


# Guesses


def test_what_is_guessed_is_hedged():
    found = export_data(Data.of([n * n // 12 for n in range(30)]), heading=head(name="A name."))
    formulas = found.entry.formulas
    assert formulas[0] == "Empirical: a(n) = floor(n^2/12)."
    assert formulas[1].startswith("Empirical: a(n) = 2*a(n-1)")
    assert formulas[2].startswith("Empirical g.f.: x^4/")
    assert "not proved" in formulas[3]
    assert found.entry.links == ()
    assert (found.entry.maple, found.entry.mathematica, found.entry.programs) == ((), (), ())
    assert "easy" not in found.entry.keywords
    assert is_clean(found)


CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012, 742900]
MOTZKIN = [1, 1, 2, 4, 9, 21, 51, 127, 323, 835, 2188, 5798, 15511, 41835, 113634]
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]


@pytest.mark.parametrize("offset", [50, 500, 2611])
def test_a_late_start(offset):
    # o12 on paths has the Pell numbers 1, 2, 5, 12, ...; the last offset has values next to 1000 digits.
    pell = [1, 2]
    while len(pell) < offset + 8:
        pell.append(2 * pell[-1] + pell[-2])
    found = export_family("o12", "1xn", offset=offset, terms=8)
    assert list(found.entry.terms)[:4] == pell[offset : offset + 4]
    assert (found.entry.first_n, found.table.first_n) == (offset, offset)
    assert lint_entry(Entry.read(f"{found.entry}\n".encode())[0]).is_clean


@pytest.mark.parametrize("terms", [[0] * 12, [5] * 12, [0, 0, 0, 1] + [0] * 12, [3, 1] + [4] * 12])
def test_terms_that_end_constant(terms):
    found = export_data(Data.of(terms)).entry
    last = len(terms) - 1
    assert any(f"a(n) = {terms[last]}" in line for line in found.formulas)
    assert len(set(found.formulas)) == len(found.formulas)
    assert lint_entry(Entry.read(f"{found}\n".encode())[0]).is_clean


def test_other_kinds_of_law():
    assert export_data(Data.of(CATALAN)).entry.formulas[0] == "Empirical: a(n) = binomial(2*n, n)/(n + 1)."
    motzkin = export_data(Data.of(MOTZKIN)).entry.formulas[0]
    assert motzkin == "Empirical: g.f. A(x) satisfies 0 = 1 - A(x) + x*A(x) + x^2*A(x)^2."
    primes = export_data(Data.of(PRIMES))
    assert primes.entry.formulas == ()
    assert any(reason.startswith("formulas: nothing within") for reason in primes.left_out)
    with pytest.raises(InputError, match="fractions"):
        export_data(Data.of([Fraction(1, 2), 1, 2, 3]))
    with pytest.raises(InputError, match="4 at least"):
        export_data(Data.of([1, 2, 3]))


def test_only_what_is_proved_gets_link_and_programs():
    series = RationalGF.of([1], [1, -1, -1])
    figures = (("states", 5), ("primes", 3), ("log2_failure", -120))
    drafts = {}
    for status in (Status.PROVED, Status.PROBABLE):
        drafts[status] = Draft(head(), "A name.", series.terms(60), 0)
        add_linear(drafts[status], KnownSeries(series, Evidence(status, "transfer-matrix", figures)))
    proved, probable = drafts[Status.PROVED], drafts[Status.PROBABLE]
    assert proved.formulas[0] == "a(n) = a(n-1) + a(n-2) for n > 1."
    assert proved.links
    assert all(proved.programs.values())
    assert probable.formulas[:2] == [
        "Conjecture: a(n) = a(n-1) + a(n-2) for n > 1.",
        "Conjectured g.f.: 1/(1 - x - x^2).",
    ]
    assert "no proof, with a chance of error below 2^-120" in probable.formulas[2]
    assert probable.links == []
    assert not any(probable.programs.values())


def test_long_recurrences_go_into_a_file():
    big = RationalGF.of([1], [1] + [10**40 + k for k in range(90)])
    draft = Draft(head("A000007"), "A name.", big.terms(8), 0)
    add_linear(draft, KnownSeries(big, Evidence(Status.PROVED, "transfer-matrix", (("states", 99),))))
    assert draft.formulas[0] == "Recurrence of order 90 (see link above)."
    assert draft.links == ['Jane Doe, <a href="/A000007/a000007.txt">Recurrence of order 90</a>']
    assert not any(draft.programs.values())
    assert "for n > 89." in draft.attachment


# Programs and formulas are evaluated from their text


FIBONACCI = RationalGF.of([0, 1], [1, -1, -1])


def test_a_wrong_program_is_caught():
    terms = FIBONACCI.terms(20)
    for program in programs(FIBONACCI, "A000045", 20):
        checked_program(program, terms)
        text = "\n".join(program.lines)
        spoiled = text.replace("x^2", "2*x^2").replace("{1, 1}", "{1, 2}").replace("a[-2]", "2*a[-2]")
        assert spoiled != text
        wrong = Program(program.language, program.kind, tuple(spoiled.split("\n")), program.sign)
        with pytest.raises(SelfCheckError, match=program.language):
            checked_program(wrong, terms)


def test_a_wrong_formula_is_caught():
    terms = FIBONACCI.terms(20)
    checked_formula("a(n) = a(n-1) + a(n-2) for n > 1.", terms, 0)
    for line in ("a(n) = a(n-1) + 2*a(n-2) for n > 1.", "G.f.: 1/(1 - x - x^2).", "Nothing to read."):
        with pytest.raises(SelfCheckError):
            checked_formula(line, terms, 0)


small = st.integers(-4, 4)


@settings(max_examples=25)
@given(st.lists(small, max_size=5), st.lists(small, min_size=1, max_size=4), st.integers(0, 3))
def test_any_series_gives_an_entry_that_lint_passes(above, below, first):
    series = RationalGF.of([*[0] * first, *above], [1, *below], first)
    terms = series.terms(40)
    draft = Draft(head(), "A name.", terms, first, list(EASY))
    add_linear(draft, KnownSeries(series, Evidence(Status.PROVED, "transfer-matrix", (("states", 9),))))
    assert is_clean(draft.finished())
    for program in programs(series, "A000000", 30):
        if program.language == "Mathematica":
            assert len(checked_program(program, terms).detail) > 0


def _pari(lines: list[str]) -> list[list[int]]:
    """What gp prints for each line; flat lists of integers."""
    script = "".join(
        f"print({line})\n" if line.startswith(("Vec", "concat")) else f"{line}\nprint(-9)\n" for line in lines
    )
    done = subprocess.run(["gp", "-q", "-f"], input=script, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return [[int(word) for word in re.findall(r"-?\d+", line)] for line in done.stdout.splitlines()]


@pytest.mark.skipif(shutil.which("gp") is None, reason="PARI/GP is not installed")
def test_pari_programs_run():
    cases = [
        ("domineering", "nx3", "right-ends", None),
        ("domineering", "1xn", "maximal", 1),
        ("o12", "cycle:n", "all", None),
        ("col", "2xn", "all", 2),
        ("node-kayles", "4xn", "maximal", None),
    ]
    found = [export_family(g, f, p, heading=head(), terms=60, offset=k) for g, f, p, k in cases]
    zeros = RationalGF.of([0, 0, 0, 0, 2, 0, -3], [1, -1, 0, 2], 1)
    lines = [entry.entry.programs[0] for entry in found] + [programs(zeros, "A000000", 20)[3].lines[0]]
    bare = [line.removeprefix("(PARI) ").partition(" \\\\")[0] for line in lines]
    printed = _pari(bare)
    expected = [list(entry.table.terms) for entry in found] + [zeros.terms(40)]
    for values, terms in zip(printed, expected, strict=True):
        assert len(values) >= 20
        assert values[:40] == terms[: len(values)][:40]


@pytest.mark.skipif(shutil.which("gp") is None, reason="PARI/GP is not installed")
def test_pari_rows_run():
    found = export_family("domineering", "3xn", weights="pieces", heading=head(), terms=60)
    line = next(line for line in found.entry.programs if line.startswith("(PARI)"))
    rows = _pari([line.removeprefix("(PARI) ").partition(" \\\\")[0]])[:-1]
    flat = [value for row in rows for value in row]
    assert flat[:60] == list(found.table.terms[:60])


def test_series_text():
    assert series_text(RationalGF.of([], [1])) == "0"
    assert (
        series_text(RationalGF.of([-1], [1, 0, -1])) == "(-1)/((1 + x)*(1 - x))"
        or series_text(RationalGF.of([-1], [1, 0, -1])) == "(-1)/((1 - x)*(1 + x))"
    )
    assert series_text(RationalGF.of([0, 0, 3], [1, -2, 1])) == "x^2*3/((1 - x)^2)"


# Cross-references from an index


def test_neighbours_by_the_index(tmp_path, monkeypatch):
    from gfkit.oeis.index.build import build

    square = ",".join(map(str, stated("a332865")[:8]))
    columns = {7598: column(2), 54894: column(3)}
    lines = [f"A{k:06d} ,{','.join(map(str, [*row, row[-1] * 5]))}," for k, row in sorted(columns.items())]
    (tmp_path / "stripped").write_text("\n".join([*lines, f"A332865 ,{square},"]) + "\n")
    index = tmp_path / "oeis.sqlite"
    build(str(tmp_path / "stripped"), None, index, None)
    found = export_family("domineering", "nx3", "right-ends", heading=head(), terms=30, index=str(index))
    assert any("A332865 (main diagonal)" in line for line in found.entry.crossrefs)
    without = export_family("domineering", "nx3", "right-ends", heading=head(), terms=30, index="none")
    assert without.entry.crossrefs == ()


# The command


@pytest.fixture
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "none"))


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["oeis", *arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


@pytest.mark.usefixtures("_elsewhere")
def test_files_are_written(capsys):
    arguments = ("export", "--game", "domineering", "--family", "nx2", "--positions", "right-ends")
    code, out, _ = run(capsys, *arguments, "--number", "a7598", "-o", "out", "--author", AUTHOR)
    assert code == 0
    assert out.splitlines() == [
        "out/b007598.txt",
        "out/entry.txt",
        "8 formulas and programs were evaluated and agree",
    ]
    assert run(capsys, "lint", "out/entry.txt", "out/b007598.txt")[0] == 0
    table = Path("out/b007598.txt").read_bytes()
    assert table.startswith(b"0 1\n1 1\n2 4\n3 9\n")
    assert table.endswith(b"\n")
    assert str(BFile.parse(table.decode())).encode() == table
    again = run(capsys, "import", "out/entry.txt", "--as", "entry")[1]
    assert again.encode() == Path("out/entry.txt").read_bytes()
    run(capsys, *arguments, "-o", "plain", "--json")
    assert sorted(path.name for path in Path("plain").iterdir()) == ["b000000.txt", "entry.txt"]


@pytest.mark.usefixtures("_elsewhere")
def test_terms_in_a_file(capsys):
    Path("terms").write_text(" ".join(map(str, FIBONACCI.terms(30))))
    result = json.loads(run(capsys, "export", "--data", "terms", "--offset", "1", "--json")[1])
    assert result["first_n"] == 1
    assert "%F A000000 Empirical: a(n) = a(n-1) + a(n-2) for n > 2." in result["entry"].splitlines()
    assert result["data"].startswith("0, 1, 1, 2, 3, 5")


REFUSED = [
    (["--family", "3xn"], "--game is missing; name both, or terms with --data FILE"),
    (["--game", "col"], "--family is missing; name both, or terms with --data FILE"),
    (["--game", "col", "--data", "x"], "--data is given with --game or --family; give one or the other"),
    (["--game", "col", "--array", "--family", "3xn"], "--array goes with the family mxn, not with '3xn'"),
    (["--game", "col", "--array", "--weights", "pieces"],
     "weights 'pieces' go with a family of strips, not with 'mxn'"),
    (["--game", "col", "--family", "3x3"],
     "board '3x3' is a single board; an entry needs a family, as 3xn, nxn for squares, or mxn for an array"),
    (["--game", "col", "--family", "2xn", "--author", "Jane"],
     "author 'Jane': must be a name between _ and a date, as '_Name_, Mon DD YYYY'"),
    (["--game", "col", "--family", "2xn", "--number", "x"],
     "A-number 'x': must be A and six or seven digits, such as A000045"),
    (["--game", "col", "--array", "--offset", "2"],
     "offset 2: a table starts with its first row; leave it out"),
    # Pell numbers: (1 + sqrt 2)^3001 / sqrt 8 has floor(3001 * 0.382775685 - 0.451545) + 1 digits.
    (["--game", "o12", "--family", "1xn", "--offset", "3000"],
     "offset 3000: the first term has 1149 digits, and a b-file takes values of at most 1000"),
    (["--data", "none"], "--data 'none' cannot be read: No such file or directory"),
]  # fmt: skip


@pytest.mark.usefixtures("_elsewhere")
@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_refused(capsys, arguments, message):
    assert run(capsys, "export", *arguments) == (2, "", f"gfkit: {message}\n")


# Other commands name what the index knows


@pytest.mark.usefixtures("_elsewhere")
def test_derive_and_guess_name_sequences(capsys, monkeypatch):
    arguments = ["derive", "domineering", "nx3", "--positions", "right-ends"]
    assert main(arguments) == 0
    before = capsys.readouterr().out
    assert "OEIS" not in before
    terms = ",".join(map(str, export_family("domineering", "nx3", "right-ends", terms=24).entry.terms))
    Path("stripped").write_text(f"A000108 ,{','.join(map(str, CATALAN))},\nA054894 ,0,0,0,{terms},\n")
    Path("names").write_text("A000108 Catalan numbers.\nA054894 A name.\n")
    monkeypatch.setenv("GFKIT_OEIS_INDEX", "oeis.sqlite")
    assert main(["oeis", "index", "build", "stripped", "names", "--quiet"]) == 0
    assert main(arguments) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("OEIS")] == [
        "OEIS         A054894 A name. (from stored term 4 on)"
    ]
    assert main(["guess", *map(str, CATALAN)]) == 0
    assert "OEIS  A000108 Catalan numbers." in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = [", "a = [__import__('os').getpid(), "),
        ("a.append(", "a.append(open('x').read() + "),
        ("print(", "import os\nprint("),
        ("return a", "return a or exec('1')"),
        ("a[-1]", "a[-1].__class__"),
        ("(count):", "(count=print('x')):"),
    ],
)
def test_only_programs_that_gfkit_writes_are_run(before, after, monkeypatch):
    """Every character but the numbers is fixed."""
    series = RationalGF.parse("1/(1 - t - t^2)")
    (ours,) = (one for one in programs(series, "A000045", 10) if one.language == "Python")
    assert checked_program(ours, series.terms(10)).detail == "10 terms agree"
    text = "\n".join(ours.lines)
    assert before in text
    theirs = replace(ours, lines=tuple(text.replace(before, after, 1).split("\n")))
    monkeypatch.setattr("gfkit.oeis.export.program.exec", pytest.fail, raising=False)
    with pytest.raises(SelfCheckError):
        checked_program(theirs, series.terms(10))


def test_nothing_else_in_the_package_is_run_or_unpickled():
    """One exec, of programs that gfkit wrote; pickles only between a process and its own helper."""
    found = {
        (
            path.relative_to(Path(gfkit.__file__).parent).as_posix(),
            node.func.id if isinstance(node.func, ast.Name) else node.func.attr,
        )
        for path in Path(gfkit.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and [ast.unparse(one) for one in node.args] != ["''"]  # empty text does nothing
        and (
            (isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec", "__import__"))
            or (
                isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and (node.func.value.id, node.func.attr)
                in {
                    ("pickle", "loads"),
                    ("pickle", "load"),
                    ("os", "system"),
                    ("os", "popen"),
                    ("yaml", "load"),
                }
            )
        )
    }
    assert found == {("oeis/export/program.py", "exec"), ("confined.py", "loads")}


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("domino-tilings", "Number of domino tilings of the 2 X n grid."),
        ("spanning-trees", "Number of spanning trees in the 2 X n grid."),
        ("kings", "Number of ways to place nonattacking kings on the 2 X n grid."),
        ("colourings:3", "Number of proper colourings with 3 colours of the 2 X n grid."),
        ("acyclic-orientations", "Number of acyclic orientations of the 2 X n grid."),
    ],
)
def test_what_people_count_is_named_as_they_do(rule, name):
    assert export_family(rule, "2xn").entry.name == name


def test_a_rule_of_ones_own_is_told_in_words(tmp_path):
    file = tmp_path / "rule.toml"
    pieces = '[left]\npieces = ["X/X"]\n[right]\npieces = ["XX"]\n'
    file.write_text(f'name = "Bars"\n{pieces}[rules]\nforbid_adjacent = ["LR"]\n')
    (comment,) = export_family(str(file), "2xn").entry.comments
    assert "of Left: 'X/X'; of Right: 'XX'" in comment
    assert "may not touch along an edge" in comment


@pytest.mark.parametrize(
    ("terms", "line"),
    [
        ([n.bit_count() % 2 for n in range(64)], "Empirical: a(2*n) = a(n), a(2*n+1) = 1 - a(n) for n >= 1."),
        ([n ^ (n >> 1) for n in range(64)], "a(4*n) = 2*a(2*n)"),
        ([1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135], "product of (1 - t^n)^(-b(n))"),
    ],
)
def test_laws_of_parts_and_products_are_exported(terms, line):
    assert line in export_data(Data.of(terms)).entry.formulas[0]
