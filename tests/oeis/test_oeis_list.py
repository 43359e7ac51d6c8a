"""The list of proved OEIS entries, and the reports on wrong ones: another derivation yields equal rows.

Terms are Fibonacci numbers, the names were written for this file, and the wrong terms are changed here.
"""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from choice import EVERY, drawn
from gfkit_docs.entries import erratum_row, first_wrong, full_row, read_rows, table_row, text_to_send
from name_readers import read

from gfkit.catalog import load
from gfkit.oeis.settle import NamedTerms, SettledTable, settle_name

ROOT = Path(__file__).parents[2]
ROWS = read_rows()
FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
KEYS = {"number", "boards", "size", "rule", "order", "signature", "holds_from", "method", "states", "terms"}
KEYS |= {"first_n", "first_n_assumed", "certificate", "positions", "verdict"}


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("oeis_list", ROOT / "tools" / "oeis_list.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rows_are_well_formed():
    numbers = [row["number"] for row in ROWS]
    assert numbers == sorted({*numbers})
    for row in ROWS if EVERY else drawn("rows").sample(ROWS, min(100, len(ROWS))):
        assert re.fullmatch(r"A\d{6}", row["number"])
        assert row.keys() <= KEYS
        assert "name =" not in row["rule"]
        assert row["order"] == row["signature"].count(",") + 1, row["number"]
        cells = full_row(row)
        assert cells["terms_suffice"] == (row["terms"] >= 2 * row["order"])
        assert cells["counted"].endswith(".")
        assert row["number"] in table_row(cells)


@pytest.mark.slow(20)
def test_a_sample_is_derived_again(tool):
    assert not [*tool.problems(drawn("list of entries").sample(ROWS, min(15, len(ROWS))))]


def test_a_result_becomes_a_row_and_a_forged_row_is_found(tool, tmp_path):
    for folder, terms in (("a", FIBONACCI), ("b", (*FIBONACCI[:6], 35, *FIBONACCI[7:]))):
        name = "independent sets of 1xn"
        found = [settle_name(NamedTerms(f"A00000{k}", name, terms), read) for k in (1, 2)]
        (tmp_path / folder).mkdir()
        text = json.dumps(SettledTable(tuple(found)).as_json())
        (tmp_path / folder / "results.json").write_text(text)
        (tmp_path / folder / "A000001.certificate.json").write_text(found[0].certificate_text)
    results = tool.results([str(tmp_path / "a" / "results.json")])
    row, other = tool.write_list(results, tmp_path / "list.jsonl")
    assert (row, other) == (*read_rows(tmp_path / "list.jsonl"),)
    assert [row["signature"], row["terms"], row.get("certificate"), other.get("certificate")] == [
        "(1,1)", 10, True, None,
    ]  # fmt: skip
    assert "independent" not in json.dumps(row)
    assert not [*tool.problems([row])]
    for forged in ({"signature": "(1,2)"}, {"boards": "2xn"}, {"rule": "[cells]\ncolours = 3\n"}):
        assert len([*tool.problems([row | forged])]) == 1, forged
    files = [certificate for _, certificate in results.values()]
    assert tool.write_archive(files, tmp_path / "c.zip") == 1
    tool.write_archive(reversed(files), tmp_path / "d.zip")
    assert (tmp_path / "c.zip").read_bytes() == (tmp_path / "d.zip").read_bytes()
    assert ZipFile(tmp_path / "c.zip").namelist() == ["A000001.certificate.json"]
    # A differing entry is not a theorem.
    wrong = tool.results([str(tmp_path / "b" / "results.json")])
    assert tool.write_list(wrong, tmp_path / "list.jsonl") == []


def test_errata_have_reports():
    claims = [claim for document in load() for claim in document.claims if claim.source.id == "oeis"]
    assert len(claims) >= 15
    for claim in drawn("errata").sample(claims, 5):
        n, text = first_wrong(claim), text_to_send(claim)
        assert f"a({n}) must be {claim.correction[0]}, not {claim.statement[0]}" in text
        assert claim.place in erratum_row(claim)
        assert not any(quote in text for quote in claim.quote if " " in quote)
