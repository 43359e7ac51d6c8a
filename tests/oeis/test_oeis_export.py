"""Export: entries that lint passes, programs that run, data that agree with published numbers.

The numbers are from Huntemann and McKay, Counting Domineering Positions, which are claims of the catalogue,
and from printed entries; spanning trees of a torus are a product of cosines.
"""

from __future__ import annotations

import math
import re
import shutil
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb
from pathlib import Path

import pytest
from bulk_files import AUTHOR, CATALAN, bulk_of
from choice import some_and_all, some_of
from cli.calling import call, ran, told
from hypothesis import given, settings, strategies as st
from known_sequences import motzkin, recurrent
from tables import tables

import gfkit
from gfkit import RationalGF, Rule
from gfkit.catalog import Selection, load
from gfkit.core.algebra import Evidence, Status
from gfkit.core.errors import InputError, OptionError, SelfCheckError
from gfkit.guessing import Data
from gfkit.oeis import BFile, Entry
from gfkit.oeis.export import Export, Heading, export_data, export_family
from gfkit.oeis.export.family import Draft, KnownSeries, add_linear
from gfkit.oeis.export.program import Program, check_formula, check_program, programs
from gfkit.oeis.lint import lint_b_file, lint_entry
from gfkit.oeis.reading import read_name

DATA = tables("oeis_cases")["oeis_export"]

FIBONACCI = RationalGF.of([0, 1], [1, -1, -1])


def exported(game: str, family: str, positions: str = "all", number: str = "A000000", **parts) -> Export:
    return export_family(game, family, positions, heading=Heading(number, author=AUTHOR), **parts)


def drafted(series: RationalGF, first: int = 0, status=Status.PROVED, many: int = 40) -> Draft:
    """Return the draft of an entry for a known series."""
    draft = Draft(Heading("A000007", author=AUTHOR), "A name.", series.terms(many), first, ["easy"])
    figures = (("states", 9), ("primes", 3), ("log2_failure", -120))
    add_linear(draft, KnownSeries(series, Evidence(status, "transfer-matrix", figures)))
    return draft


def is_clean(found: Export) -> bool:
    """Return True if entry and b-file are preserved by parsing, and lint has no finding."""
    (reading,) = Entry.read(found.files["entry.txt"].encode())
    table = BFile.read(str(found.table).encode())
    assert (reading.value, table.value, table.findings) == (found.entry, found.table, ())
    report = lint_entry(reading)
    assert [f for f in report.findings if f.level != "note"] == []
    assert all(check.outcome != "differs" for check in report.checks)
    return lint_b_file(table).is_clean


@cache
def first_sentence(word):
    """Return the numbers that a claim of the paper states, for n = 1, 2, ..."""
    (claim,) = Selection(ids=(f"domineering-{word}",)).of(load())
    return [int(text) for text in claim.statement][1 - claim.arguments.get("first", 1) :]


def column(n):
    """Return the number of right ends of m x n for m = 1, 2, ..."""
    return [first_sentence(f"t2-m{m}")[n - 1] for m in range(1, 9)]


PAPER = DATA["paper"]
"""The sequences that the paper names."""


@pytest.mark.parametrize("some", some_and_all(PAPER, 1, 15))
def test_the_sequences_of_the_paper(some):
    for number, family, positions in some:
        if re.fullmatch("nx[123]", family):
            printed = column(int(family[2]))
        else:
            printed = first_sentence("t2-m1" if number == "A000931" else number.lower())
        printed = printed[:6] if family == "nxn" else printed[:36]
        terms = len(printed) if family in ("nxn", "mxn") else 60
        offset = None if family == "mxn" else 1
        found = exported("domineering", family, positions, number, terms=terms, offset=offset)
        assert list(found.table.terms[: len(printed)]) == printed, number
        assert (found.entry.number, found.entry.first_n, is_clean(found)) == (number, 1, True)


def test_squares_of_other_boards():
    """Trees of a torus are the product of 4 - 2 cos(2 pi i/n) - 2 cos(2 pi j/n) but one, over n^2."""
    found = exported("spanning-trees", "torus:nxn", terms=4)
    assert (found.entry.name, found.entry.first_n) == ("Number of spanning trees in an n X n torus.", 3)
    for n, term in enumerate(found.table.terms, 3):
        turns = [2 - 2 * math.cos(2 * math.pi * i / n) for i in range(n)]
        wanted = math.prod(a + b for a in turns for b in turns if a + b) / n**2
        assert math.isclose(term, wanted, rel_tol=1e-9)
    with pytest.raises(OptionError, match="the boards start at n = 3"):
        exported("spanning-trees", "torus:nxn", offset=1)
    found = exported("spanning-trees", "king:nxn", terms=4)
    assert (found.entry.name, found.entry.first_n) == ("Number of spanning trees in the n X n king graph.", 1)
    assert list(found.table.terms[:2]) == [1, 16], "a vertex, and K_4 by Cayley"


def test_an_entry_in_full():
    heading = Heading("A054894", author=AUTHOR, table="A332862", related=("A7598",))
    found = export_family("domineering", "nx3", "right-ends", heading=heading)
    entry = found.entry
    assert (entry.first_n, entry.second_offset) == (0, 2)
    name = "Number of positions of the game Domineering on an n X 3 board in which Right has no move."
    assert (entry.name, entry.keywords) == (name, ("nonn", "easy"))
    assert entry.formulas[0] == "a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4) for n > 3."
    assert entry.formulas[1] == "G.f.: (1 - 2*x - x^2)/(1 - 4*x - 4*x^2 + 4*x^3 + x^4)."
    assert "proved by the transfer matrix method with 4 states" in entry.formulas[2]
    assert entry.links[-1].startswith('<a href="/index/Rec#order_04">Index entries')
    assert entry.links[-1].endswith("signature (4,4,-4,-1).")
    assert entry.links[0].startswith('Jane Doe, <a href="/A054894/b054894.txt">Table of n, a(n) for n = 0..')
    assert entry.crossrefs == ("Column 3 of A332862.", "Cf. A007598.")
    assert (len(entry.maple), len(entry.mathematica)) == (1, 2)
    assert [line for line in entry.programs if line.startswith("(")] == [
        entry.programs[0],
        "(Python)",
        "(SageMath)",
    ]
    # The b-file stops before the first term of more than 1000 characters.
    assert len(str(found.table.terms[-1])) <= 1000
    assert len(str(found.table.last_n)) in (3, 4)


def test_first_indices():
    """Boards that close up start at 3; a later start moves g.f., ranges and programs along."""
    ring = exported("o12", "cycle:n", terms=50)
    assert (ring.entry.first_n, ring.entry.formulas[1][:12], is_clean(ring)) == (3, "G.f.: 2*x^3*", True)
    late = exported("domineering", "1xn", "right-ends", terms=50, offset=2)
    assert late.entry.formulas[0] == "a(n) = a(n-2) + a(n-3) for n > 4."
    assert (late.entry.first_n, is_clean(late)) == (2, True)
    with pytest.raises(OptionError, match=r"offset 2.*n = 3"):
        exported("o12", "cycle:n", offset=2)
    # o12 on paths has the Pell numbers 1, 2, 5, 12, ...; the last offset has values next to 1000 digits.
    pell = recurrent([1, 2], 2, 1, count=2619)
    for offset in (50, 2611):
        found = exported("o12", "1xn", offset=offset, terms=8)
        assert list(found.entry.terms)[:4] == pell[offset : offset + 4]
        assert (found.entry.first_n, found.table.first_n) == (offset, offset)
        assert lint_entry(Entry.read(f"{found.entry}\n".encode())[0]).is_clean


def test_requirements_of_editors():
    """Titles without private terms; an example listed by the oracle; boards numbered as in the name."""
    found = exported("matchings", "K4xpath:n", terms=8)
    assert found.entry.name == "Number of matchings in the graph K_4 X P_n."
    assert found.entry.examples[0].startswith("a(1) = 10: the matchings in the graph K_4 X P_1, with edges")
    assert "; ".join(found.entry.examples[2:]).count("{") == 10
    assert any("no more terms than the entry" in line for line in found.left_out), (
        "a b-file would add nothing"
    )
    found = exported("independent-sets", "prism:n", terms=40).entry.comments[0]
    assert found == "The n-prism graph: two cycles of n vertices, joined by n rungs."
    found = exported("domino-tilings", "4xn").entry.examples
    assert found[0] == "a(2) = 5: the domino tilings of the 4 X 2 grid are:"
    assert found[4] == "  | o   o |   | o   o |   | o | o |   | o | o |   | o | o |"
    # Sentences name the counted objects; a(n) may be the board of size n + 1, or of 2n.
    for sentence, name, example in some_of(DATA["sentences"], step=2):
        (reading,) = read_name(sentence)
        boards = reading.family if reading.step == 1 else reading.family.replace("n", f"{reading.step}n")
        found = exported(Rule.of(reading.rule), boards, shift=reading.shift, terms=30).entry
        assert (found.name, found.examples[0]) == (f"Number of {name}.", example), sentence
    found = exported("matchings", "cycle:n", terms=30).entry.comments  # Lucas numbers
    assert found[-1] == "The recurrence, extended backwards, gives 2, 1, 3 for n = 0..2."
    # Pieces on growing squares, and a recurrence of no fraction: equally many 00 and 01, as 1, 10, 1100, ...
    lines = call("oeis", "export", "kings", "nxn", "--pieces", "3", "--terms", "9").lines[1:3]
    assert lines[0].startswith("%S A000000 0,0,0,8,140,964,"), "A061996"
    assert lines[1] == "%N A000000 Number of ways to place 3 nonattacking kings on the n X n grid."
    (reading,) = read_name("Number of binary strings of length n with equal numbers of 00 and 01 substrings.")
    found = exported(Rule.of(reading.rule), reading.family, terms=40).entry
    assert found.name == "Number of binary strings of length n with equal numbers of 00 and 01 substrings."
    words = ["".join(word) for word in product("01", repeat=9)]
    assert found.terms[9] == sum(len(re.findall("(?=00)", w)) == w.count("01") for w in words)
    assert "constant term" in found.formulas[1]
    # The sign precedes the fraction.
    assert drafted(RationalGF.of([0, -2], [1, 2, 1])).formulas[1] == "G.f.: -2*x/(1 + x)^2."


def test_arrays_and_triangles():
    found = exported("domineering", "mxn", "right-ends", terms=36)
    entry = found.entry
    assert any("row index rising: T(1,1), T(1,2), T(2,1)" in line for line in entry.comments)
    # Asymmetric, so that the direction shows: T(1,3) = 2, T(2,2) = 4, T(3,1) = 3.
    assert (entry.terms[:6], "tabl" in entry.keywords) == ((1, 1, 2, 2, 4, 3), True)
    assert "Column 2: a(n) = 2*a(n-1) + 2*a(n-2) - a(n-3) for n > 3." in entry.formulas
    assert "Row 1: a(n) = a(n-2) + a(n-3) for n > 3." in entry.formulas
    assert not any("/index/Rec" in link for link in entry.links)
    # Matchings of paths: T(n,k) = binomial(n-k, k).
    found = exported("domineering", "1xn", weights="pieces", terms=60)
    expected = [comb(n - k, k) for n in range(30) for k in range(n // 2 + 1)]
    assert list(found.table.terms) == expected[: max(60, len(found.table.terms))]
    assert found.entry.keywords == ("nonn", "easy", "tabf")
    assert found.entry.formulas[0] == "G.f.: Sum_{n,k} T(n,k)*x^n*y^k = 1/(1 - x - x^2*y)."
    assert is_clean(found)
    # Pieces of any size on single cells: rows of length n + 1, a regular triangle; binomial(n, k) 2^k.
    free = exported("o12", "1xn", weights="pieces", terms=50)
    assert "tabf" in free.entry.keywords or "tabl" in free.entry.keywords
    with pytest.raises(OptionError, match="use pieces"):
        exported("domineering", "1xn", weights="players")


def test_counted_board_by_board():
    found = exported("domineering", "3xn", "play", terms=6)
    assert found.entry.terms == tuple(gfkit.count("domineering", f"3x{n}", "play").count for n in range(6))
    assert (found.entry.formulas, found.entry.keywords, is_clean(found)) == ((), ("nonn", "more"), True)
    whole = exported("arc-kayles", "complete:n")  # A000085
    assert whole.entry.terms[:8] == (1, 1, 2, 4, 10, 26, 76, 232)
    formulas = ("a(n) = a(n-1) + (n - 1)*a(n-2) for n > 1.", "E.g.f.: exp(x + x^2/2).")
    assert (whole.entry.formulas[:2], whole.entry.keywords) == (formulas, ("nonn", "easy"))
    assert (len(whole.checks), is_clean(whole), whole.left_out) == (5, True, ())
    assert exported("col", "complete:n").entry.formulas == ("E.g.f.: (1 + 2*x + x^2)*exp(x).",)


def test_names(tmp_path):
    for rule, name in some_of([*DATA["names"].items()], step=2):
        assert export_family(rule, "2xn").entry.name == name
    assert "E.g.f." not in str(exported("arc-kayles", "complete:n", offset=3).entry.formulas)
    cycles = exported("nonadjacent-cycles", "path:n").entry.terms
    assert list(cycles[:8]) == [int(gfkit.brute_force("nonadjacent-cycles", f"path:{n}")) for n in range(8)]
    assert exported("nonadjacent-pairings", "2xn", terms=12).entry.examples == (), "pairs are not drawn"
    for words, name, condition in some_of(DATA["names_of_permutations"], step=2):
        found = export_family(*words.split()).entry
        fits = eval(f"lambda p, n, i: {condition}")
        fitting = sum(all(fits(p, 5, i) for i in range(5)) for p in permutations(range(5)))
        assert (found.name, found.terms[5 - found.first_n], found.comments) == (name, fitting, ()), words
    pieces = '[left]\npieces = ["X/X"]\n[right]\npieces = ["XX"]\n'
    (tmp_path / "rule.toml").write_text(f'name = "Bars"\n{pieces}[rules]\nforbid_adjacent = ["LR"]\n')
    comment, _ = export_family(str(tmp_path / "rule.toml"), "2xn").entry.comments
    assert "of Left: 'X/X'; of Right: 'XX'" in comment
    assert "may not be adjacent" in comment


# Guesses


def test_conjectures_are_hedged():
    heading = Heading(author=AUTHOR, name="A name.")
    found = export_data(Data.of([n * n // 12 for n in range(40)]), heading=heading)
    formulas = found.entry.formulas
    assert formulas[0] == "Empirical: a(n) = floor(n^2/12)."
    assert formulas[1].startswith("Empirical: a(n) = 2*a(n-1)")
    assert formulas[2].startswith("Empirical g.f.: x^4/")
    assert "not proved" in formulas[3]
    nothing = found.entry.links, found.entry.maple, found.entry.mathematica, found.entry.programs
    assert (nothing, "easy" in found.entry.keywords, is_clean(found)) == (((),) * 4, False, True)
    # Terms that end constant.
    for terms in ([0] * 12, [5] * 12, [0, 0, 0, 1] + [0] * 12, [3, 1] + [4] * 12):
        found = export_data(Data.of(terms)).entry
        assert any(f"a(n) = {terms[-1]}" in line for line in found.formulas), terms
        assert len(set(found.formulas)) == len(found.formulas)
        assert lint_entry(Entry.read(f"{found}\n".encode())[0]).is_clean


LAWS = [
    (CATALAN[:14], "Empirical: a(n) = binomial(2*n, n)/(n + 1)."),
    ([*map(motzkin, range(15))], "Empirical: g.f. A(x) satisfies 0 = 1 - A(x) + x*A(x) + x^2*A(x)^2."),
    ([n.bit_count() % 2 for n in range(64)],
     "Empirical: a(2*n) = a(n), a(2*n+1) = 1 - a(n) for n >= 1."),
    ([n ^ (n >> 1) for n in range(64)], "a(4*n) = 2*a(2*n)"),
    ([1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135], "product of (1 - t^n)^(-b(n))"),
]  # fmt: skip


def test_other_kinds_of_formulas():
    for terms, said in LAWS:
        assert said in export_data(Data.of(terms)).entry.formulas[0]
    primes = export_data(Data.of([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]))
    assert primes.entry.formulas == ()
    assert any(reason.startswith("formulas: no formula found; searched") for reason in primes.left_out)
    with pytest.raises(InputError, match="fractions"):
        export_data(Data.of([Fraction(1, 2), 1, 2, 3]))
    with pytest.raises(InputError, match="at least 4"):
        export_data(Data.of([1, 2, 3]))


def test_formulas_of_a_series():
    series = RationalGF.of([1], [1, -1, -1])
    proved, probable = (drafted(series, status=status) for status in (Status.PROVED, Status.PROBABLE))
    assert proved.formulas[0] == "a(n) = a(n-1) + a(n-2) for n > 1."
    assert all([proved.links, *proved.programs.values()])
    assert probable.formulas[:2] == DATA["what_a_series_gets"]
    assert "no proof, with a chance of error below 2^-120" in probable.formulas[2]
    assert not any([probable.links, *probable.programs.values()])
    # Long recurrences go into a file.
    draft = drafted(RationalGF.of([1], [1] + [10**40 + k for k in range(90)]), many=8)
    assert draft.formulas[0] == "Recurrence of order 90 (see link above)."
    assert draft.links == ['Jane Doe, <a href="/A000007/a000007.txt">Recurrence of order 90</a>']
    assert not any(draft.programs.values())
    assert "for n > 89." in draft.attachment


# Programs and formulas are evaluated from their text


def test_a_wrong_program_or_formula_is_detected():
    terms = FIBONACCI.terms(20)
    for program in programs(FIBONACCI, "A000045", 20):
        check_program(program, terms)
        text = "\n".join(program.lines)
        spoiled = text.replace("x^2", "2*x^2").replace("{1, 1}", "{1, 2}").replace("a[-2]", "2*a[-2]")
        assert spoiled != text
        wrong = Program(program.language, program.kind, tuple(spoiled.split("\n")), program.sign)
        with pytest.raises(SelfCheckError, match=program.language):
            check_program(wrong, terms)
    check_formula("a(n) = a(n-1) + a(n-2) for n > 1.", terms, 0)
    for line in ("a(n) = a(n-1) + 2*a(n-2) for n > 1.", "G.f.: 1/(1 - x - x^2).", "Nothing to read."):
        with pytest.raises(SelfCheckError):
            check_formula(line, terms, 0)


small = st.integers(-4, 4)


@settings(max_examples=3)
@given(st.lists(small, max_size=5), st.lists(small, min_size=1, max_size=4), st.integers(0, 3))
def test_any_series_gives_an_entry_that_lint_passes(above, below, first):
    series = RationalGF.of([*[0] * first, *above], [1, *below], first)
    assert is_clean(drafted(series, first).finish())
    for program in programs(series, "A000000", 30):
        if program.language == "Mathematica":
            assert len(check_program(program, series.terms(40)).detail) > 0


@pytest.mark.skipif(shutil.which("gp") is None, reason="needs PARI/GP, the program gp")
def test_pari_programs_run():
    cycle, involutions = ("o12", "cycle:n"), ("arc-kayles", "complete:n")
    for asked, offset in ((("domineering", "1xn", "maximal"), 1), (cycle, None), (involutions, 4)):
        found = exported(*asked, terms=60, offset=offset)
        line = found.entry.programs[0].removeprefix("(PARI) ").partition(" \\\\")[0]
        said = ran(["gp", "-q", "-f"], given=f"print({line})\n")
        values = tuple(int(word) for word in re.findall(r"-?\d+", said.out))
        assert len(values) >= 20, said
        assert values[:60] == found.table.terms[: len(values)][:60]


def test_only_programs_that_gfkit_writes_are_run(monkeypatch):
    """Every character but the numbers is fixed."""
    series = RationalGF.parse("1/(1 - t - t^2)")
    (ours,) = (one for one in programs(series, "A000045", 10) if one.language == "Python")
    assert check_program(ours, series.terms(10)).detail == "10 terms agree"
    text = "\n".join(ours.lines)
    monkeypatch.setattr("gfkit.oeis.export.program.exec", pytest.fail, raising=False)
    for before, after in DATA["only_programs_that_gfkit_writes_are_run"].items():
        assert before in text
        theirs = replace(ours, lines=tuple(text.replace(before, after, 1).split("\n")))
        with pytest.raises(SelfCheckError):
            check_program(theirs, series.terms(10))


def test_the_package_executes_and_unpickles_only_its_own_data():
    """Code by gfkit, methods of its records, cells of pages that their author wrote; pickles."""
    root = Path(gfkit.__file__).parent
    runs = r"eval|exec|__import__|pickle\.loads?|os\.system|os\.popen|yaml\.load"
    word = re.compile(rf'(?<![\w.`])({runs})\((?!"")')
    texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*.py")}
    found = {f"{name} {called}" for name, text in texts.items() for called in word.findall(text)}
    ours = {f"{name}.py exec" for name in ("cli/cells", "core/deferred", "oeis/export/program")}
    assert found == {*ours, "runs/confined.py pickle.loads"}


# The command


@pytest.mark.slow(2.5)
def test_neighbours_and_names_by_the_index(tmp_path):
    ends = ["derive", "domineering", "nx3", "--positions", "right-ends"]
    assert "OEIS" not in call(*ends, code=0).out
    third = exported("domineering", "nx3", "right-ends", terms=24).entry.terms
    rows = {
        108: ("Catalan numbers.", CATALAN),
        7598: ("Squares.", [*column(2), column(2)[-1] * 5]),
        54894: ("A name.", [0, 0, 0, *third]),
        332865: ("Squares of boards.", first_sentence("a332865")[:8]),
    }
    assert call("oeis", "index", "build", *bulk_of(tmp_path, rows)).code == 0
    found = exported("domineering", "nx3", "right-ends", terms=30, index="oeis.sqlite")
    assert any("A332865 (main diagonal)" in line for line in found.entry.crossrefs)
    said = [line for line in call(*ends).lines if line.startswith("OEIS")]
    assert said == ["OEIS         A054894 A name. (from stored term 4)"]
    said = [line.split(maxsplit=1) for line in call("guess", *CATALAN[:14]).lines]
    assert ["OEIS", "A000108 Catalan numbers."] in said


def test_the_command(monkeypatch):
    monkeypatch.setenv("GFKIT_AUTHOR", AUTHOR)
    asked = ("oeis", "export", "--game", "domineering", "--family", "nx2", "--positions", "right-ends")
    said = call(*asked, "--number", "a7598", "-o", "out")
    written = [
        "out/b007598.txt",
        "out/entry.txt",
        "all formulas and programs were evaluated and agree with the terms (8 checks)",
    ]
    assert (said.code, said.lines) == (0, written)
    assert call("oeis", "lint", "out/entry.txt", "out/b007598.txt").code == 0
    table = Path("out/b007598.txt").read_text()
    assert table.startswith("0 1\n1 1\n2 4\n3 9\n")
    assert str(BFile.parse(table)) == table
    again = call("oeis", "import", "out/entry.txt", "--as", "entry").out
    assert again == Path("out/entry.txt").read_text()
    told(*asked, "-o", "plain")
    assert sorted(path.name for path in Path("plain").iterdir()) == ["b000000.txt", "entry.txt"]
    Path("terms").write_text(" ".join(map(str, FIBONACCI.terms(30))))
    found = told("oeis", "export", "--data", "terms", "--offset", "1")
    assert found["first_n"] == 1
    assert "%F A000000 Empirical: a(n) = a(n-1) + a(n-2) for n > 2." in found["entry"].splitlines()
    assert found["data"].startswith("0, 1, 1, 2, 3, 5")
