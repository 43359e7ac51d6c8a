"""Entries, records, b-files and bulk files: parsing inverts writing; each lint rule detects its error.

The strings imitate the formats that the encyclopedia has used; lengths are counted by hand. A changed term or
formula of Fibonacci numbers or A054894 is wrong by construction.
"""

from __future__ import annotations

import gzip
import io
import json

import pytest
from bulk_files import FIBONACCI, HEAD, RECURRENCE_LINK
from cli.calling import call
from hypothesis import HealthCheck, given, settings, strategies as st
from json_places import plainly
from tables import FOLDER, tables

from gfkit.core.errors import InputError, LimitError
from gfkit.oeis import BFile, Entry, Level, files, internal
from gfkit.oeis.entry import statements
from gfkit.oeis.files import last_modified, read_names, read_stripped
from gfkit.oeis.internal import data_lines, second_offset, shown_terms
from gfkit.oeis.lint import LintReport, Outcome, lint_b_file, lint_entry, sections

DATA = tables("oeis_cases")["oeis_formats"]

CURRENT = (FOLDER / "A089934.seq").read_text(encoding="utf-8")
FORMATS, LINT = map(tables, ("formats", "lint"))
OLDER = (
    "%I A006506 M1816\n%S A006506 1,2,7\n%N A006506 A name.\n%K A006506 nonn\n%O A006506 0,2\n%A A006506 X\n"
)
OLDEST = OLDER.replace("A006506 M1816", "A002188 M0044 N0014").replace("A006506", "A002188")
ALLOCATED = "%I A396000\n%S A396000\n%N A396000 allocated for X\n%K A396000 allocated\n"


def codes(content: str | bytes) -> list[str]:
    (reading,) = Entry.read(content.encode() if isinstance(content, str) else content)
    return [found.code for found in reading.findings]


# Entries


def test_entries_and_records():
    entry = Entry.parse(CURRENT)
    assert entry.terms == (1, 1, 2, 1, 3, 5, 1, 4, 8, 17)
    assert (entry.revision, entry.revised) == (33, "Jun 07 2025 13:36:39")
    assert (entry.first_n, entry.second_offset) == (1, 3)
    assert entry.programs == ("(Python)", "def a(n):", "    return 1")
    assert entry.examples == ("  1 2", "", "  3")
    assert entry.comments[0].startswith("By Józef")
    assert codes(CURRENT) == []
    for older, former in ((OLDER, ("M1816",)), (OLDEST, ("M0044", "N0014")), (ALLOCATED, ())):
        entry = Entry.parse(older)
        assert (entry.former, entry.revision, codes(older)) == (former, None, [])
        assert str(entry) + "\n" == older
    retired = OLDER.replace("%N", "%V A006506 1,-2,7\n%N", 1)
    assert Entry.parse(retired).terms == (1, -2, 7)
    assert codes(retired) == ["D5"]
    page = f"# Greetings\n\nSearch: id:a6506\nShowing 1-2 of 2\n\n{OLDER}\n{OLDEST}\n# Content\n"
    readings = Entry.read(page.encode())
    assert [reading.value_or_error("entry").number for reading in readings] == ["A006506", "A002188"]
    assert readings[1].lines_of("N") == (15,)
    # Records.
    entry = Entry.parse(CURRENT)
    record = plainly(entry.as_record())
    assert (record["number"], record["keyword"], record["offset"]) == (89934, "nonn,tabl", "1,3")
    assert Entry.from_record(record) == entry
    times = {"created": "2003-11-14T03:00:00-05:00", "time": "2025-06-07T13:36:39-04:00"}
    records = [record | {"references": 3, **times}, Entry.parse(OLDER).as_record()]
    for page in (records, {"count": 2, "start": 0, "results": records}):
        first, second = Entry.read_json(json.dumps(page).encode())
        assert first.value_or_error("record") == entry
        assert [found.code for found in first.findings] == ["J3"]
        assert second.value_or_error("record") == Entry.parse(OLDER)
    for empty in (b"null", b"[]", b'{"count": 0, "results": null}'):
        assert Entry.read_json(empty) == ()
    # Long entries.
    content = OLDER.replace("1,2,7", "1,2," + "7" * 100_000).replace("A name.", "x" * 1_000_000)
    entry = Entry.parse(content)
    assert len(entry.name) == 1_000_000
    assert entry.terms[2] == 7 * (10**100_000 - 1) // 9
    assert Entry.parse(str(entry)) == entry


def test_terms_as_the_encyclopedia_shows_them():
    """Fibonacci numbers to F(40) fill lines of 69, 64 and 85 characters."""
    lines = data_lines(FIBONACCI[:41])
    assert [line.split(",")[0] for line in lines] == ["0", "10946", "1346269"]
    assert lines[0].endswith("6765,")
    assert lines[2].endswith("102334155")
    assert second_offset(FIBONACCI[:41]) == 4
    assert shown_terms([10**99] * 9) == (10**99,) * 4
    # 2^0, ..., 2^44: one more would go beyond 260 characters.
    powers = [2**n for n in range(99)]
    shown = shown_terms(powers)
    assert len(", ".join(map(str, shown))) <= 260 < len(", ".join(map(str, powers[: len(shown) + 1])))


UNREADABLE = [
    *FORMATS["unreadable"], (CURRENT, CURRENT + "%N A089934 Again\n", "E2", 24),
    (CURRENT, OLDER.replace("%S A006506 1,2,7\n", "%T A006506 1,2,7\n"), "D2", 2),
    (CURRENT, OLDER.replace("%N A006506 A name.\n", "") + "%S A006506 1,2,7\n", "E2", 6),
    (CURRENT, "%I A006506\n%N A006506 X\n%S A006506 1,2,7\n", "E3", 3), (CURRENT, "%N A006506 X\n", "E2", 1),
]  # fmt: skip
"""What of the entry becomes what; the code and the line of the fault."""
LOOSE = [
    *FORMATS["loose"], (CURRENT, "\ufeff" + CURRENT, "T1"), (CURRENT, CURRENT.removesuffix("\n"), "T5"),
    (CURRENT, CURRENT.replace("%D A089934 A book.\n", "") + "%D A089934 A book.\n", "E3"),
]  # fmt: skip


def test_invalid_entries_are_rejected_and_loose_ones_parsed():
    for old, new, code, line in UNREADABLE:
        reading = Entry.read(CURRENT.replace(old, new).encode())[0]
        worst = [found for found in reading.findings if found.level is Level.UNREADABLE]
        assert (reading.value, worst[0].code, worst[0].line) == (None, code, line), new
        with pytest.raises(InputError, match=f"entry: line {line}: "):
            reading.value_or_error("entry")
    for old, new, code in LOOSE:
        loose = CURRENT.replace(old, new)
        assert codes(loose) == [code], new
        assert Entry.read(loose.encode())[0].value_or_error("entry") == Entry.parse(CURRENT)
    for content in (b"", b"\xff\xfe\x00", bytes(range(256)), b"%I\n", b"\n\n", b"\x1f\x8b"):
        with pytest.raises(InputError):
            Entry.read(content)[0].value_or_error("entry")
    for parts in ({"number": "A45"}, {"comments": ("a\nb",)}, {"author": "x "}, {"keywords": ("a,b",)}):
        with pytest.raises(InputError):
            Entry(**{"number": "A000045", **parts})


LINE = st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"]), max_size=30)
STRIPPED_LINE = LINE.map(lambda text: text.rstrip()).filter(lambda text: text == text.rstrip(" \t"))
LINES = st.lists(STRIPPED_LINE, max_size=3).map(tuple)
WORD = st.text("abcdefghijklmnop", min_size=1, max_size=6)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    dated = draw(st.booleans())
    return Entry(
        number=f"A{draw(st.integers(1, 9_999_999)):06d}",
        name=draw(STRIPPED_LINE),
        terms=tuple(draw(st.lists(st.integers(-(10**60), 10**60), max_size=40))),
        keywords=tuple(draw(st.lists(WORD, min_size=1, max_size=4))),
        first_n=draw(st.none() | st.integers(-99, 10**9)),
        author=draw(STRIPPED_LINE),
        former=draw(st.sampled_from([(), ("M1816",), ("M0044", "N0014")])),
        revision=draw(st.integers(0, 999)) if dated else None,
        revised="Jun 07 2025 13:36:39" if dated else "",
        **{name: draw(LINES) for name in internal.FIELDS.values()},
    )


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entries())
def test_written_entries_are_parsed_to_equal_entries(entry):
    assert Entry.parse(str(entry)) == entry
    assert Entry.from_record(plainly(entry.as_record())) == entry


FIELDS = ["number", "data", "name", "keyword", "offset", "comment", "results", "id", "revision"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@given(st.binary(max_size=200) | JSON.map(lambda page: json.dumps(page).encode()))
def test_bytes_and_json_are_parsed_or_rejected(content):
    for reading in (*Entry.read(content), *Entry.read_json(content), BFile.read(content)):
        assert (reading.value is None) == any(found.level is Level.UNREADABLE for found in reading.findings)


# Tables

STRICT = "# Table of n, a(n)\n\n-1 3\n0 -5\n# in between\n1 0\n\n"


def test_tables():
    table = BFile.parse(STRICT)
    assert (table.first_n, table.last_n, table.terms) == (-1, 1, (3, -5, 0))
    assert str(table) == STRICT
    for code, content in FORMATS["loose_tables"]:
        reading = BFile.read(content.encode())
        assert [found.code for found in reading.findings] == [code], content
        assert reading.value_or_error("b-file").terms == (1, 2)
    for content, code, line in FORMATS["broken_tables"]:
        reading = BFile.read(content.encode())
        last = reading.findings[-1]
        assert (reading.value, last.code, last.line or -1) == (None, code, line), content
        with pytest.raises(InputError):
            BFile.parse(content)
    falling = BFile.read(b"1 3\n0 1\n-1 4\n")
    assert [found.code for found in falling.findings] == ["B11"]
    assert (falling.value_or_error("b-file").last_n, str(falling.value)) == (-1, "1 3\n0 1\n-1 4\n")


def test_many_and_long_terms():
    # 10^998 has 999 digits; with a sign 1000 characters, and then 1001.
    assert len(BFile.of(0, [10**n for n in range(1500)]).terms) == 1000
    assert len(BFile.of(0, [-(10**n) for n in range(1500)]).terms) == 999
    content = f"0 {10**999}\n1 -{10**999}\n".encode()
    assert [(found.code, found.line) for found in BFile.read(content).findings] == [("B10", 2)]
    many = "".join(f"{n} {n * n}\n" for n in range(30_000))
    for good in (many, f"0 {'9' * 100_000}\n"):
        assert str(BFile.parse(good)) == good
    for line in ("1" * 1_000_000, "1 " * 500_000, "0" + " " * 1_000_000 + "x", "\t" * 1_000_000):
        with pytest.raises(InputError):
            BFile.parse(line + "\n")


@given(
    st.integers(-(10**6), 10**6),
    st.lists(st.integers(-(10**1100), 10**1100), min_size=1, max_size=12),
    st.sampled_from([1, -1]),
)
def test_written_tables_are_parsed_to_equal_tables(first, terms, step):
    table = BFile(first, tuple(terms), step if len(terms) > 1 else 1, ((0, "# made"), (len(terms), "")))
    assert BFile.parse(str(table)) == table


# Bulk files


def test_bulk_files(tmp_path):
    content = (HEAD + "A000001 ,0,1,-1,\r\nA000045 ,0,1,1,2,\nA1000000 ,\n").encode()
    path = tmp_path / "stripped"
    for packed in (False, True):
        path.write_bytes(gzip.compress(content) if packed else content)
        found = [(line.number, line.text, line.line) for line in read_stripped(str(path))]
        assert found == [(1, "0,1,-1", 5), (45, "0,1,1,2", 6), (1000000, "", 7)]
        assert last_modified(str(path)) == "November 20 06:00 UTC 2026"
    path.write_text(HEAD + "A000045 Lamé's numbers: F(n).\n", encoding="utf-8")
    assert [(line.number, line.text) for line in read_names(str(path))] == [(45, "Lamé's numbers: F(n).")]
    # Broken bulk files are refused.
    broken = [f"A000002 {terms}" for terms in (",1,2", ",1,,2,", ",1,２,", ",01,", "1,2,")]
    for line, says in (
        *((line, "such as") for line in (*broken, "nonsense" * 100_000)),
        ("A000001 ,1,", "A000001 follows A000001; A-numbers must increase"),
    ):
        path.write_text(f"A000001 ,1,\n{line}\n", encoding="utf-8")
        with pytest.raises(InputError, match=f"line 2: .*{says}"):
            list(read_stripped(str(path)))
    packed = gzip.compress(b"".join(b"A%06d ,%d,\n" % (n, n * n) for n in range(1, 5000)))
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputError):
        list(read_stripped(str(path)))
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_stripped(str(missing)))


@pytest.mark.slow(10)
def test_endless_bulk_files_are_rejected(tmp_path):
    """Two gigabytes of remarks, packed in parts of a megabyte, which give no sequence; nor a date."""
    part = gzip.compress((b"# nothing" + b" " * 4086 + b"\n") * 256)
    path = tmp_path / "names.gz"
    path.write_bytes(part * 2050 + gzip.compress(b"# Last Modified: today\n"))
    with pytest.raises(LimitError, match="2048 MiB"):
        list(read_names(str(path)))
    assert last_modified(str(path)) == ""


def test_endless_standard_input_is_rejected(monkeypatch):
    monkeypatch.setattr(files, "LONGEST", 1000)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A000045 Fibonacci numbers\n" * 1000)))
    assert call("oeis", "read", "-") == (3, "", "gfkit: file '-' is longer than 0 MiB\n")


# Rules

TERMS = FIBONACCI[:15]
LINK = RECURRENCE_LINK.format("1,1")


def linted(entry: Entry) -> LintReport:
    return lint_entry(Entry.read(f"{entry}\n".encode())[0])


def report(terms=TERMS, first_n=0, keywords=("easy",), name="Fibonacci numbers.", **parts) -> LintReport:
    parts = {"author": "_N. J. A. Sloane_", "links": [LINK], **parts}
    return linted(Entry.of("A000045", name, terms, first_n, keywords, **parts))


def faults(found: LintReport) -> list[str]:
    return [finding.code for finding in found.findings]


def test_a_correct_entry_has_no_findings():
    found = report(**LINT["right"])
    assert found.findings == ()
    assert found.is_clean
    outcomes = [check.outcome for check in found.checks]
    assert outcomes.count(Outcome.AGREES) == 11
    assert Outcome.DIFFERS not in outcomes


def test_rules():
    for code, parts in LINT["rules"]:
        assert faults(report(**parts)) == code.split(), parts
    for wanted, terms, keywords in (
        (["D8"], (10**100,) * 5, ("nonn",)),
        (["K8"], (1, -1, 1, 3), ("nonn",)),
        (["K5", "K8"], (1, -1, 1, 3), ("nonn", "sign")),
    ):
        assert faults(linted(Entry("A000001", "X.", terms, keywords, 0, "_X_"))) == wanted
    dead = "%I A000002\n%S A000002 1,2,3\n%N A000002 Erroneous.\n%K A000002 dead\n%O A000002 1,2\n"
    for content in (ALLOCATED, dead):  # few rules
        assert lint_entry(Entry.read(content.encode())[0]).findings == ()


def test_formulas():
    for formula, says in LINT["formulas"]:
        found = report(formulas=[formula], links=[])
        assert faults(found) == (["F1"] if says else []), formula
        assert len(found.checks) == 1
        assert says in "".join(finding.message for finding in found.findings)
    # 0, 1, 1, 2, ... with the first term changed: the recurrence holds for n >= 3.
    found = report([7, *TERMS[1:]], formulas=["a(n) = a(n-1) + a(n-2)."], links=[])
    assert [(finding.code, finding.fix) for finding in found.findings] == [("F2", "add 'for n >= 3'")]
    for said, wanted in (("a(n) = 5.", []), ("a(n) = 6.", ["F1"]), ("a(n) = 6. This holds for odd n.", [])):
        assert faults(linted(Entry.of("A010716", "5.", [5] * 8, 0, author="_X_", formulas=[said]))) == wanted


def test_lines_that_are_not_evaluated_or_not_called_false():
    for line in (*LINT["unread"], "x" * 10_000):
        assert sections.formula_of(line) is None, line
    long = [10**9999, 1, 2, 10**19999]
    assert report(long, formulas=["a(n) = a(n-1) + a(n-2)."], links=[]).checks == ()
    assert report(first_n=-3, formulas=["a(n) = 7*a(n-1)."], links=[]).checks == ()
    # Blocks hedge their lines.
    block = "Conjectures from _X_, Jan 01 2020: (Start)|a(n) = 1.|G.f.: x. (End)|a(n) = 2. - _Y_"
    comments = ("It appears that this is so.",)
    entry = Entry("A000045", comments=comments, formulas=tuple(block.split("|")))
    found = [(said.kind, said.place, said.text, said.hedged) for said in statements(entry)]
    assert found[0] == ("C", 0, "It appears that this is so.", True)
    assert [one[1:] for one in found[1:3]] == [(1, "a(n) = 1.", True), (2, "G.f.: x.", True)]
    assert (found[3][0], found[3][1], found[3][3]) == ("F", 3, False)
    # Formulas that may be about another sequence are not called false.
    for lines in DATA["what_is_not_evaluated_or_not_called_false"]:
        pell = [1, 2, 5, 12, 29, 70, 169]
        found = linted(Entry.of("A000129", "Pell.", pell, 0, author="_X_", formulas=lines))
        assert not {"F1", "F2"} & {*faults(found)}, lines
        assert [check.outcome for check in found.checks] == ["not read"]


# One wrong thing among right ones


def test_one_wrong_sum_or_name_among_correct_formulas_is_detected():
    beside = LINT["known"]["formulas"][:2]
    for wrong, right in DATA["a_wrong_sum_or_name_is_found_beside_formulas_that_agree"]:
        assert faults(report(formulas=[*beside, wrong])) == ["F1"]
        assert report(formulas=[*beside, right]).is_clean
        # Alone it may only have been read otherwise than it was meant.
        assert report(formulas=[wrong]).is_clean


def test_wrong_terms_are_reported_once():
    for place in (2, 13):
        wrong = [*TERMS]
        wrong[place] += 3
        found = [one for one in report(wrong, **LINT["known"]).findings if one.code[0] in "FP"]
        assert [finding.code for finding in found] == ["F4"], place
        assert found[0].message.startswith(f"the term a({place}) = {wrong[place]} is wrong: ")
        assert found[0].message.endswith(f"give {TERMS[place]}")
    # Right terms are not blamed by formulas that differ among themselves.
    one = [*LINT["known"]["formulas"], "a(n) = a(n-1) + 2*a(n-2) for n > 1."]
    assert faults(report(**{**LINT["known"], "formulas": one})) == ["F1"]
    many = [LINT["known"]["formulas"][0], *(f"a(n) = a(n-1) + {k}*a(n-2) for n > 1." for k in (2, 3, 4, 5))]
    assert faults(report(**{**LINT["known"], "formulas": many})) == ["F1"] * 4


# Programs

A054894 = (1, 2, 11, 48, 227, 1054, 4921, 22944, 107017, 499106)


def test_programs():
    # The expansion is 0, 0, 0, 0, 1, 0, 3, -4, ...
    line = "seq(coeff(series(x^4/((1+2*x)*(2*x^3+x^2-2*x+1)), x, n+1), x, n), n = 0..40); # _X_"
    assert sections.program_terms("p", line, 7).terms == (0, 0, 0, 0, 1, 0, 3)
    assert faults(report(A054894, 1, maple=[line], links=[])) == ["P1"]
    found = report(A054894, 1, **LINT["a054894"])
    assert faults(found) == []
    assert len(found.checks) == 8
    # Programs that differ or cannot be read.
    for code, kind, line in LINT["programs"]:
        found = report(**{kind: [line]}, links=[])
        assert faults(found) == code.split(), line
        assert code or {check.outcome for check in found.checks} <= {Outcome.UNREAD}


# Tables


def test_entries_and_their_tables():
    def pair(table: str, path: str = "b000045.txt", first_n: int = 0, **parts) -> list[str]:
        entry = Entry.of("A000045", "X", TERMS[:6], first_n, author="_X_", **parts)
        return faults(lint_b_file(BFile.read(table.encode()), entry, path))

    rows = [f"{n} {a}\n" for n, a in enumerate(TERMS)]
    whole = "".join(rows)
    link = '<a href="/A000045/b000045.txt">Table of n, a(n) for n = 0..14</a>'
    assert pair(whole, links=[link]) == []
    assert pair(whole, links=[link.replace("14", "20")]) == ["B23"]
    assert pair(whole, "b000046.txt") == ["B24"]
    assert pair(whole, first_n=1) == ["B20"]
    assert pair("".join(rows[:6])) == ["B22"]
    assert pair(whole.replace("4 3\n", "4 4\n")) == ["B21"]
    assert pair("0 0\n2 1\n") == ["B2"]


# Whatever is given

SEED = Entry.of(
    "A000045", "Fibonacci numbers.", TERMS, 0, ["easy"], author="_X_", links=[LINK], **LINT["right"]
)


@given(st.data())
def test_a_corrupted_entry_is_parsed_and_checked_or_rejected(data):
    content = data.draw(st.sampled_from([CURRENT, CURRENT, CURRENT, f"{SEED}\n"])).encode()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        signs = st.text("0123456789+-*/^()[]{}=,;x an\n!", max_size=4).map(str.encode)
        new = data.draw(st.binary(max_size=5) | signs)
        content = (content[:place] + new + content[place + data.draw(st.integers(0, 40)) :]) or b"%"
    for reading in Entry.read(content):
        assert (reading.value is None) == any(found.level is Level.UNREADABLE for found in reading.findings)
        assert lint_entry(reading).is_clean in (True, False)
        if reading.value is not None:
            assert Entry.parse(str(reading.value)) == reading.value
