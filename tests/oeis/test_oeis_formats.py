"""Entries, records, b-files and bulk files: what is written is read back equal, what is broken says where.

The texts are made, in the forms that the encyclopedia has had; lengths are counted by hand.
"""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest
from bulk_files import FIBONACCI, HEAD
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gfkit.cli.main import main
from gfkit.errors import InputError, LimitError
from gfkit.oeis import BFile, Entry, Level, text
from gfkit.oeis.bulk import last_modified, read_names, read_stripped
from gfkit.oeis.internal import data_lines, second_offset, shown_terms

CURRENT = (Path(__file__).parents[1] / "data" / "A089934.seq").read_text(encoding="utf-8")
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
    assert [reading.settled("entry").number for reading in readings] == ["A006506", "A002188"]
    assert readings[1].lines_of("N") == (15,)
    # Records.
    entry = Entry.parse(CURRENT)
    record = json.loads(json.dumps(entry.as_record()))
    assert (record["number"], record["keyword"], record["offset"]) == (89934, "nonn,tabl", "1,3")
    assert Entry.from_record(record) == entry
    times = {"created": "2003-11-14T03:00:00-05:00", "time": "2025-06-07T13:36:39-04:00"}
    records = [record | {"references": 3, **times}, Entry.parse(OLDER).as_record()]
    for page in (records, {"count": 2, "start": 0, "results": records}):
        first, second = Entry.read_json(json.dumps(page).encode())
        assert first.settled("record") == entry
        assert [found.code for found in first.findings] == ["J3"]
        assert second.settled("record") == Entry.parse(OLDER)
    for empty in (b"null", b"[]", b'{"count": 0, "results": null}'):
        assert Entry.read_json(empty) == ()
    # Long entries.
    content = OLDER.replace("1,2,7", "1,2," + "7" * 100_000).replace("A name.", "x" * 1_000_000)
    entry = Entry.parse(content)
    assert len(entry.name) == 1_000_000
    assert entry.terms[2] == 7 * (10**100_000 - 1) // 9
    assert Entry.parse(str(entry)) == entry


def test_terms_as_the_encyclopedia_shows_them():
    """Fibonacci numbers to F(40) stand on lines of 69, 64 and 85 characters."""
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
    ("8,17", "8,1７", "D1", 4), ("8,17", "8,,17", "D1", 4), ("8,17", "8,1.5", "D1", 4),
    ("%N A089934", "%N A089935", "E2", 5), ("%N A089934 A made", "N A089934 A made", "E2", 5),
    ("%D", "%Z", "E2", 7), ("A book.", "A \rbook.", "T4", 7), ("A book.", "A \0book.", "T2", 7),
    ("#33 Jun", "33 Jun", "E6", 1), ("%O A089934 1,3", "%O A089934 one", "O1", 21),
    ("nonn,tabl", "nonn tabl", "K2", 20), (CURRENT, CURRENT + "%N A089934 Again\n", "E2", 24),
    (CURRENT, OLDER.replace("%S A006506 1,2,7\n", "%T A006506 1,2,7\n"), "D2", 2),
    (CURRENT, OLDER.replace("%N A006506 A name.\n", "") + "%S A006506 1,2,7\n", "E2", 6),
    (CURRENT, "%I A006506\n%N A006506 X\n%S A006506 1,2,7\n", "E3", 3), (CURRENT, "%N A006506 X\n", "E2", 1),
]  # fmt: skip
"""What of the entry becomes what; the code and the line of the fault."""
LOOSE = [
    (CURRENT, "\ufeff" + CURRENT, "T1"), ("\n", "\r\n", "T3"), (CURRENT, CURRENT.removesuffix("\n"), "T5"),
    ("1,1,2,1,3,", "1, 1, 2, 1, 3,", "D4"), ("1,1,2,1,3,", "1,1,2,1,3", "D3"), ("8,17", "8,17,", "D3"),
    ("%O A089934 1,3", "%O A089934 1,2", "O2"), ("%O A089934 1,3", "%O A089934 1", "O2"),
    ("nonn,tabl", "nonn, tabl", "K2"), ("A book.", "A book. ", "E4"),
    (CURRENT, CURRENT.replace("%D A089934 A book.\n", "") + "%D A089934 A book.\n", "E3"),
]  # fmt: skip


def test_what_is_broken_is_refused_and_what_is_loose_is_read():
    for old, new, code, line in UNREADABLE:
        reading = Entry.read(CURRENT.replace(old, new).encode())[0]
        worst = [found for found in reading.findings if found.level is Level.UNREADABLE]
        assert (reading.value, worst[0].code, worst[0].line) == (None, code, line), new
        with pytest.raises(InputError, match=f"entry: line {line}: "):
            reading.settled("entry")
    for old, new, code in LOOSE:
        loose = CURRENT.replace(old, new)
        assert codes(loose) == [code], new
        assert Entry.read(loose.encode())[0].settled("entry") == Entry.parse(CURRENT)
    for content in (b"", b"\xff\xfe\x00", bytes(range(256)), b"%I\n", b"\n\n", b"\x1f\x8b"):
        with pytest.raises(InputError):
            Entry.read(content)[0].settled("entry")
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
    fields = ("comments", "references", "links", "formulas", "examples", "maple", "mathematica", "programs")
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
        crossrefs=draw(LINES),
        extensions=draw(LINES),
        **{name: draw(LINES) for name in fields},
    )


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(entries())
def test_entries_are_read_back_equal(entry):
    assert Entry.parse(str(entry)) == entry
    assert Entry.from_record(json.loads(json.dumps(entry.as_record()))) == entry


@settings(max_examples=100)
@given(st.data())
def test_a_mangled_entry_is_read_or_refused(data):
    content = bytearray(CURRENT.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        match data.draw(st.integers(0, 2)):
            case 0:
                content[place] = data.draw(st.integers(0, 255))
            case 1:
                del content[place : place + data.draw(st.integers(1, 40))]
            case _:
                content[place:place] = data.draw(st.binary(max_size=5))
        content = content or bytearray(b"%")
    for reading in Entry.read(bytes(content)):
        assert (reading.value is None) == any(found.level is Level.UNREADABLE for found in reading.findings)
        if reading.value is not None:
            assert Entry.parse(str(reading.value)) == reading.value


FIELDS = ["number", "data", "name", "keyword", "offset", "comment", "results", "id", "revision"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=100)
@given(st.binary(max_size=200) | JSON.map(lambda page: json.dumps(page).encode()))
def test_bytes_and_json_are_read_or_refused(content):
    for reading in (*Entry.read(content), *Entry.read_json(content), BFile.read(content)):
        assert (reading.value is None) == any(found.level is Level.UNREADABLE for found in reading.findings)


# Tables

STRICT = "# Table of n, a(n)\n\n-1 3\n0 -5\n# in between\n1 0\n\n"
LOOSE_TABLES = {
    "T1": ["\ufeff0 1\n1 2\n"], "T3": ["0 1\r\n1 2\r\n"], "B3": ["0 1\n1 2"],
    "B4": ["0\t1\n1 2\n", "0  1\n1 2\n", " 0 1\n1 2\n", "0 1 \n1 2\n"], "B5": ["0 1 # first\n1 2\n"],
    "B6": ["\n0 1\n1 2\n"], "B7": ["# é\n0 1\n1 2\n"], "B8": ["0 +1\n1 2\n", "00 1\n1 2\n", "0 1\n1 02\n"],
}  # fmt: skip
BROKEN_TABLES = [
    ("0 1\n2 2\n", "B2", 2), ("0 1\n1 2\n1 3\n", "B2", 3), ("0 1\n1\n", "B9", 2), ("0 1\n1 2 3\n", "B9", 2),
    ("0 1\n1 ２\n", "B9", 2), ("0 1\n1 2.0\n", "B9", 2), ("0 1\n1\u00a02\n", "B9", 2),
    ("0 1\n1 2\u20283\n", "B9", 2), ("0 1\n1 2\r3\n", "T4", 2), ("0 1\n\0\n", "T2", 2),
    ("9999999999999999999 1\n", "B9", 1), ("", "B9", None), ("# nothing\n", "B9", None),
]  # fmt: skip


def test_tables():
    table = BFile.parse(STRICT)
    assert (table.first_n, table.last_n, table.terms) == (-1, 1, (3, -5, 0))
    assert str(table) == STRICT
    for code, contents in LOOSE_TABLES.items():
        for content in contents:
            reading = BFile.read(content.encode())
            assert [found.code for found in reading.findings] == [code], content
            assert reading.settled("b-file").terms == (1, 2)
    for content, code, line in BROKEN_TABLES:
        reading = BFile.read(content.encode())
        last = reading.findings[-1]
        assert (reading.value, last.code, last.line) == (None, code, line), content
        with pytest.raises(InputError):
            BFile.parse(content)
    falling = BFile.read(b"1 3\n0 1\n-1 4\n")
    assert [found.code for found in falling.findings] == ["B11"]
    assert (falling.settled("b-file").last_n, str(falling.value)) == (-1, "1 3\n0 1\n-1 4\n")


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


@settings(max_examples=60)
@given(
    st.integers(-(10**6), 10**6),
    st.lists(st.integers(-(10**1100), 10**1100), min_size=1, max_size=12),
    st.sampled_from([1, -1]),
)
def test_tables_are_read_back_equal(first, terms, step):
    table = BFile(first, tuple(terms), step if len(terms) > 1 else 1, ((0, "# made"), (len(terms), "")))
    assert BFile.parse(str(table)) == table


# Bulk files


def test_bulk_files(tmp_path):
    content = (HEAD + "A000001 ,0,1,-1,\r\nA000045 ,0,1,1,2,\nA1000000 ,\n").encode()
    path = tmp_path / "stripped"
    for packed in (False, True):
        path.write_bytes(gzip.compress(content) if packed else content)
        found = [(line.number, line.terms, line.line) for line in read_stripped(str(path))]
        assert found == [(1, b"0,1,-1", 5), (45, b"0,1,1,2", 6), (1000000, b"", 7)]
        assert last_modified(str(path)) == "November 20 06:00 UTC 2026"
    path.write_text(HEAD + "A000045 Lamé's numbers: F(n).\n", encoding="utf-8")
    assert [(line.number, line.name) for line in read_names(str(path))] == [(45, "Lamé's numbers: F(n).")]
    # Broken bulk files are refused.
    path = tmp_path / "stripped"
    for line, says in (
        *(
            (f"A000002 {wrong}", "is no line such as")
            for wrong in (",1,2", ",1,,2,", ",1,２,", ",01,", "1,2,")
        ),
        ("nonsense" * 100_000, "is no line such as"),
        ("A000001 ,1,", "A000001 follows A000001; numbers must rise"),
    ):
        path.write_text(f"A000001 ,1,\n{line}\n", encoding="utf-8")
        with pytest.raises(InputError, match=f"line 2: .*{says}"):
            list(read_stripped(str(path)))
    packed = gzip.compress(b"".join(b"A%06d ,%d,\n" % (n, n * n) for n in range(1, 5000)))
    path.write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputError, match="the packed file is cut off or damaged"):
        list(read_stripped(str(path)))
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_stripped(str(missing)))


@pytest.mark.slow(10)
def test_bulk_files_without_an_end_are_refused(tmp_path):
    """Two gigabytes of remarks, packed in parts of a megabyte, which give no sequence; nor a date."""
    part = gzip.compress((b"# nothing" + b" " * 4086 + b"\n") * 256)
    path = tmp_path / "names.gz"
    path.write_bytes(part * 2050 + gzip.compress(b"# Last Modified: today\n"))
    with pytest.raises(LimitError, match="the file is longer than 2048 MiB"):
        list(read_names(str(path)))
    assert last_modified(str(path)) == ""


def test_standard_input_without_an_end_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(text, "LONGEST", 1000)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A000045 Fibonacci numbers\n" * 1000)))
    assert main(["oeis", "read", "-"]) == 3
    assert capsys.readouterr().err == "gfkit: file '-' is longer than 0 MiB\n"
