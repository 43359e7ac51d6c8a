"""The atlas: its terms against listed configurations, the search against sequences made from its terms.

Printed sequences of the OEIS are found by their initial terms.
"""

from __future__ import annotations

import json
import runpy
import sqlite3
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from atlas_file import AtlasWriter, BuiltLaw, core_text
from build_atlas import BoardSeries, all_chains, build_atlas, core_laws, derived_laws, families, squares
from choice import drawn, then_slow
from cli.calling import call
from hypothesis import given, strategies as st

import gfkit
from gfkit.atlas.laws import CORE, read_laws
from gfkit.core.algebra import RationalGF
from gfkit.core.boards import parse_board
from gfkit.core.errors import GfkitError, InputError
from gfkit.core.oracle import brute_force

LAWS = [law for law in read_laws() if law.weights == "none"]
HARD_SQUARES = [2, 7, 63, 1234, 55447]
"""Independent sets on n x n, A006506."""


def boards_of(law):
    """Yield the boards of a row, with the indices of their terms."""
    for place in range(len(law.terms)):
        n = law.first_n + place
        board = gfkit.parse_board(f"{n}x{n}") if law.board == "nxn" else parse_board(law.board).at(n)
        if board.size > 6:
            return
        yield place, board


@pytest.mark.parametrize("part", then_slow([None, 0], 0.3, *range(1, 8)))
def test_terms_are_numbers_of_listed_configurations(part):
    compared = 0
    for law in {law.structure: law for law in LAWS}.values() if part is None else LAWS[part::8]:
        for place, board in islice(boards_of(law), 4):
            try:
                number = brute_force(law.structure, board)
            except GfkitError:
                continue  # defined on families alone
            assert law.terms[place] == int(number), (law.structure, board.text)
            compared += 1
    assert compared > 150


def test_the_table_is_complete_and_its_rows_determine_the_file():
    twins = [tuple(row) for row in json.loads(Path(CORE).read_text("utf-8"))["twins"]]
    assert (len(LAWS) > 400, Path(CORE).stat().st_size < 1_000_000) == (True, True)
    assert core_text(read_laws(), twins) == Path(CORE).read_text("utf-8")
    assert {law.series for law in LAWS} <= {*families()}
    assert core_laws(read_laws()) == [*read_laws()]
    assert {law.status for law in LAWS} == {"proved"}


@pytest.mark.slow(60)
def test_rows_are_derived_again_byte_for_byte():
    random = drawn("atlas rows")
    for law in random.sample([law for law in read_laws() if law.board != "nxn"], 20):
        rows = derived_laws(law.structure, law.board, 60.0)
        same = {row.law.weights: row.law for row in rows}[law.weights]
        kept = {name: getattr(law, name) for name in ("number", "series", "width")}
        assert json.dumps(same.as_json() | kept) == json.dumps(law.as_json())


def test_printed_sequences_are_found():
    for terms, structure, board, first_n in (
        ([1, 5, 11, 36, 95], "domino-tilings", "4xn", 1),
        (HARD_SQUARES, "independent-sets", "nxn", 1),
        ([1, 3, 4, 7, 11, 18, 29, 47, 76, 123][3:], "matchings", "cycle:n", 4),  # Lucas numbers
        ([4, 15, 56, 209, 780], "spanning-trees", "2xn", 2),
    ):
        found = gfkit.identify(terms)
        assert (structure, board, first_n) in {(m.law.structure, m.law.board, m.first_n) for m in found}
        assert all(match.is_plain and not match.is_proved for match in found[:1])
    assert "12988816" in map(str, read_laws()[0].terms) or any(12988816 in law.terms for law in LAWS)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("atlas") / "core.sqlite"
    with AtlasWriter(path, create=True) as made:
        made.add_chain("", "", 0.0, [BuiltLaw(law, None, 0.0) for law in read_laws()], "")
    return path


def test_a_file_is_searched_like_a_list(file):
    """Include terms whose excerpts are 0, and signs, initial terms and zeros that are skipped."""
    for terms in (
        *("1 0 5 0 11 0 36 0 95 0 281", "0 0 0 0", "1 1 1 1", "7 7 2 4 8 16 32 64", "1 0 0 0 0"),
        *("0 0 0 0 3 0 1234567", "9 9 0 0 0 0 12988816 0", "4 -15 56 -209 780"),
    ):
        assert {*gfkit.identify(terms, atlas=file)} == {*gfkit.identify(terms)}


@given(st.data())
def test_a_changed_sequence_is_found_again(file, data):
    """Check that each reported relation yields the terms, and that the relation used is among them."""
    law = data.draw(st.sampled_from([law for law in LAWS if law.signature]))
    step = data.draw(st.integers(1, 3))
    shift, count = data.draw(st.integers(0, 9)), data.draw(st.integers(8, 14))
    factor = data.draw(st.sampled_from([Fraction(1), Fraction(-1), Fraction(6), Fraction(-5)]))
    signs = data.draw(st.booleans())
    own = law.first_terms(shift + step * count)[shift::step][:count]
    terms = [int(factor * term * (-1 if signs and k % 2 else 1)) for k, term in enumerate(own)]
    wrong = data.draw(st.lists(st.integers(-9, 9), max_size=2))
    found = gfkit.identify([*wrong, *terms])
    assert {*gfkit.identify([*wrong, *terms], atlas=file)} == {*found}
    for match in found:
        row = match.law.first_terms(200)
        first = match.first_n - match.law.first_n - match.step * match.dropped
        given_terms = found.terms[::2] if match.spread else found.terms
        for k, term in enumerate(given_terms[match.dropped :], match.dropped):
            place = first + match.step * k
            if place < len(row):
                sign = -1 if match.alternating and k % 2 else 1
                assert term == match.factor * row[place] * sign, match.relation
    information = sum(term.bit_length() for term in terms)
    if information > 40 and sum(map(bool, terms)) > 3 and all(terms[:4]):
        assert law.key in {match.law.key for match in found}


def test_zeros_between_a_wrong_term_and_residues():
    found = gfkit.identify([1, 0, 5, 0, 11, 0, 36, 0, 95, 0, 281])
    assert found[0].spread
    assert found[0].law.board == "4xn"
    wrong = [1, 5, 11, 37, 95, 281, 781]
    assert not gfkit.identify(wrong).matches
    (match, *_) = gfkit.identify(wrong, near=True)
    assert match.wrong == (3, 36)
    residues = [term % 12 for term in gfkit.derive("domino-tilings", "4xn").terms(12)]
    assert "4xn" in {match.law.board for match in gfkit.identify(residues, modulus=12)}


def test_equality_with_a_formula_is_proved_and_a_late_difference_detected():
    derived = gfkit.derive("matchings", "2xn")
    proved = {match.law.key for match in gfkit.identify(derived) if match.is_proved}
    assert ("domineering", "2xn", "none") in proved
    same = derived.rational
    later = RationalGF.of([0] * 37 + [1], [1], 0) + same
    assert later.terms(37) == same.terms(37)
    assert later.terms(38) != same.terms(38)
    assert not any(match.is_proved for match in gfkit.identify(later))


@pytest.mark.parametrize("terms", [[1, 2, 3], [], "1 2 x 4", [1, 2.5, 3, 4]])
def test_invalid_terms_are_rejected(terms):
    with pytest.raises((GfkitError, TypeError)):
        gfkit.identify(terms)
    assert gfkit.identify([0] * 9).matches == ()


def test_an_interrupted_build_is_resumed(monkeypatch, tmp_path):
    path, limit = tmp_path / "a.sqlite", 20.0  # far above what these derivations take
    series = [BoardSeries("kings", "{w}xn", 1, limit), BoardSeries("kings", "nxn", 0, limit)]
    monkeypatch.setattr("build_atlas.WIDEST", 3)
    monkeypatch.setattr("build_atlas.all_chains", lambda _: series[:1])
    monkeypatch.setattr("sys.argv", ["make atlas", str(path)])
    runpy.run_path(BoardSeries.perform.__code__.co_filename, run_name="__main__")
    with AtlasWriter(path) as file:
        assert [*file.chains().values()] == [(limit, 2)]
    assert build_atlas(path, series[:1]) == 0
    assert build_atlas(path, series) == 1
    monkeypatch.setattr("build_atlas.WIDEST", 4)
    assert build_atlas(path, [BoardSeries("kings", "{w}xn", 1, 2 * limit)]) > 0
    with AtlasWriter(path) as file:
        assert [law.terms[:4] for law in file.laws() if law.board == "nxn"] == [(2, 5, 35, 314)]  # A063443
        certificate = file.certificate("kings", "1xn")
    (tmp_path / "c.json").write_text(json.dumps(certificate))
    assert gfkit.certify_file(tmp_path / "c.json").proved
    assert gfkit.identify([1, 2, 3, 5, 8, 13], atlas=path)[0].law.structure == "kings"


def test_a_structure_without_a_formula_is_kept_with_its_reason(tmp_path):
    path = tmp_path / "a.sqlite"
    assert build_atlas(path, [BoardSeries("cliques:3", "cycle:2", 0, 1.0)]) in (0, 1)
    assert squares("domino-tilings", 4.0)[0].law.terms[:6] == (0, 2, 0, 36, 0, 6728)
    assert len({(one.structure, one.boards) for one in all_chains()}) == len(all_chains())


@pytest.mark.parametrize("damage", ["text", "foreign", "list"])
def test_foreign_files_are_rejected(damage, tmp_path):
    path = tmp_path / "a.sqlite"
    if damage == "text":
        path.write_text("no atlas")
    elif damage == "foreign":
        with sqlite3.connect(path) as file:
            file.execute("CREATE TABLE other (a)")
    else:
        build_atlas(path, [BoardSeries("kings", "1xn", 0, 20.0)])
        with sqlite3.connect(path) as file:
            file.execute("UPDATE law SET terms = '{'")
    with pytest.raises(InputError, match=r"atlas|damaged"):
        gfkit.identify([2, 3, 5, 8, 13, 21], atlas=path)
    assert call("identify", "2", "3", "5", "8", "13", "21", "--atlas", path, code=2).err.count("\n") == 1


def test_the_command_exits_with_1_if_no_sequence_is_found():
    assert "domino-tilings" in call("identify", "1", "5", "11", "36", "95", code=0).out
    assert call("identify", "7", "1", "8", "2", "8", "1", code=1).out
    assert call("identify", "1/2", "1", "2", "3", code=2).err
    assert "atlas" in json.loads(call("guess", "1", "2", "3", "5", "8", "13", "21", "34", "55", "--json").out)


def test_a_shift_does_not_hide_terms_that_differ():
    """Somos-8 (A102276) begins with eight ones; formulas of ones with few known terms do not agree."""
    somos = [1] * 8
    while len(somos) < 17:
        products = sum(somos[-k] * somos[k - 8] for k in range(1, 5))
        somos.append(products // somos[-8])
    assert somos[8:12] == [4, 7, 13, 25]
    assert not gfkit.identify(somos).matches
    assert gfkit.identify([1] * 8).matches
