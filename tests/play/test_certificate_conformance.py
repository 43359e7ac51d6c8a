"""Certificates of all formats except fractions: true ones are accepted, forged ones are rejected.

One suite tests every kind in ``certified``: a modified certificate that is still accepted is true by
exhaustive play, by small sums of heaps, or by independently computed formulas. Printed numbers are Grundy
values of Cram by Lemoine and Viennot, outcomes of Domineering by Breuker, Uiterwijk and van den Herik, and
periods of Dawson's Kayles and of Kayles (Guy, Smith).
"""

import copy
import json
from shutil import which

import pytest
from certified import (
    KINDS,
    at,
    changed,
    forged,
    impartial_rule,
    numbers,
    period_bases,
    saved_nim,
    saved_outcomes,
    saved_period,
    saved_value,
    small_ones,
)
from choice import EVERY, drawn, some_of, then_slow
from cli.calling import call, told
from differential import checkers
from differential.forgeries import play_fault
from hypothesis import assume, given, strategies as st
from played import TABLES, games, pair
from tables import lines

from gfkit.core.errors import GfkitError
from gfkit.play.certificate import save_play
from gfkit.proofs import certify_file
from gfkit.proofs.checker import heaps, placements, play, program, reading
from gfkit.proofs.checker.reading import Budget, RefusalError


def assert_refused(kind, certificate, why=""):
    with pytest.raises(RefusalError) as refused:
        kind.said(certificate)
    assert any(word in str(refused.value) for word in why.split("|"))


@pytest.mark.parametrize("kind", then_slow([*KINDS[:1], *KINDS[2:]], 2.5, KINDS[1]), ids=str)
def test_true_certificates_are_accepted(kind):
    for certificate in some_of(kind.bases(), step=3):
        before = json.dumps(certificate)
        assert kind.said(certificate)
        assert json.dumps(certificate) == before
        if kind.falsehood:
            verdict = kind.check(certificate, Budget())
            assert verdict.proved or verdict.statement.endswith("is not proved")
            assert kind.falsehood(certificate) is None
    for certificate, words in zip(kind.bases(), kind.says, strict=False):
        assert words in kind.said(certificate)


@pytest.mark.parametrize("kind", then_slow([KINDS[2], KINDS[-1]], 1, KINDS[1], *KINDS[-3:-1]), ids=str)
def test_changes_of_determined_numbers_are_rejected(kind):
    """Change it to a similar one: all of short certificates, a sample of long ones."""
    chance = drawn(f"numbers of {kind}")
    for certificate in kind.bases():
        paths = list(numbers(certificate, kind.tight))
        for path in chance.sample(paths, min(len(paths), 16)):
            old = at(certificate, path)
            for new in {old + 1, max(old - 1, 0), 1 - min(old, 1)} - {old}:
                assert_refused(kind, changed(certificate, path, new))


@pytest.mark.parametrize("kind", then_slow([*KINDS[:4], *KINDS[5:-1]], 12, KINDS[4]), ids=str)
def test_forged_certificates_are_rejected(kind):
    for way, new, why in kind.forged:
        certificate = forged(kind.bases()[0], way, new)
        assert json.dumps(certificate) != json.dumps(kind.bases()[0]), way
        assert_refused(kind, certificate, why)


def test_forged_values_are_rejected_with_the_expected_reason():
    """Change a small certificate in one place; a change that is accepted is true."""
    checks = {kind.format: kind.check for kind in KINDS}
    for row in some_of(lines("forged_certificates"), step=3):
        name, way, new, why = row.split(" | ")
        certificate = forged(small_ones()[name], way, json.loads(new))
        check = checks[certificate["format"]]
        if why == "STANDS":
            assert check(certificate, Budget()).proved == ("constant" not in name), row
            assert "play" not in certificate["format"] or KINDS[0].falsehood(certificate) is None, row
            continue
        with pytest.raises(RefusalError) as refused:
            check(certificate, Budget())
        assert why in str(refused.value), (row, refused.value)


@pytest.mark.skipif(which("node") is None, reason="Node.js is missing, so three of five checkers did not run")
def test_forged_certificates_are_rejected_by_every_checker():
    """Both Python checkers reject it; other checkers cover only periods of heaps."""
    rows = [row.split(" | ") for row in lines("forged_certificates")]
    rows = [(name, way, json.loads(new)) for name, way, new, why in rows if why != "STANDS"]
    files = [forged(small_ones()[name], way, new) for name, way, new in rows]
    files += [forged(kind.bases()[0], way, new) for kind in KINDS for way, new, _ in kind.forged]
    assert len(files) > 300
    files = files if EVERY else drawn("forged").sample(files, 40)
    for one, said in zip(files, checkers.verdicts(files), strict=True):
        codes = {"222"} | ({"211", "200"} if one.get("claim") == "heaps" else set())
        assert "0" not in said[:2], one
        assert said[0] == said[1] or said[:2] == "21", (said, one)
        assert said[2:] in codes, (said, one)
        if said[2:] == "200":  # the program needs no more values than it computes
            assert play_fault(one) is None


def test_missing_and_unknown_keys_are_rejected():
    for kind, certificate in ((one, made) for one in KINDS for made in one.bases()):
        assert_refused(kind, {**certificate, "note": 1})
        for key in certificate:
            assert_refused(kind, {name: one for name, one in certificate.items() if name != key})


@pytest.mark.slow(4)
def test_work_is_bounded():
    for kind in KINDS:
        if kind.name == "constant":
            continue  # inequalities only, of which the file contains all
        with pytest.raises(RefusalError, match=r"more to check|more than|exceeds|limit"):
            kind.said(max(kind.bases(), key=lambda one: len(json.dumps(one))), 20)


def test_names_of_other_games_are_rejected(tmp_path):
    """The name is for users, so it must not contradict the certificate."""
    for kind in KINDS[:3]:
        path, certificate = tmp_path / "c.json", kind.bases()[0]
        save_play({**certificate, "game": kind.game}, path)
        with pytest.raises(GfkitError, match=kind.other):
            certify_file(path)
        save_play({**certificate, "game": "mine"}, path)
        assert certify_file(path).game == ""
        save_play(certificate, path)
        verdict = certify_file(path)
        assert (verdict.status, verdict.game) == ("proved", certificate["game"])


def test_every_field_of_a_board_is_checked(tmp_path):
    """Under a name of no game: a board is under its own name and size, and every key is known."""
    path = tmp_path / "c.json"
    sound = {**saved_outcomes("node-kayles", "path:n", to=4), "game": "a rule of mine", "law": None}
    save_play(sound, path)
    verdict = certify_file(path)
    assert (verdict.status, verdict.boards) == ("proved", "path:n for n = 1 to 4")
    for change, why in (
        (lambda c: c["boards"][2].update(n=10**6), "the sizes of boards must be consecutive"),
        (lambda c: [one.update(n=one["n"] + 1) for one in c["boards"]], "the cells in the file differ"),
        (lambda c: c["boards"].pop(1), "the sizes of boards must be consecutive"),
        (lambda c: c["boards"][1].update(board="path:7"), "the cells in the file differ"),
        (lambda c: c.update(family="cycle:n"), "rule and boards: board family 'cycle:n' starts at n = 3"),
        (lambda c: c.update(family="@board.txt"), "the cells in the file differ"),
        (lambda c: c.update(family=None), "must contain one board, with n null"),
        (lambda c: c["boards"][0].update(n=None), "each board of a family requires its size"),
        (lambda c: c["rule"]["forbidden"].append([0, 10**6]), "an integer from 0 to 0"),
        (lambda c: c["rule"]["forbidden"].append([0, 0]), "game: the name is|not in the normal form"),
        (lambda c: c["boards"][0].update(note=1), r"boards\[0\]: the key 'note' is unknown"),
        (lambda c: c["boards"][0].pop("tints"), r"boards\[0\]: the key 'tints' is missing"),
        (lambda c: c.pop("game"), "the file: the key 'game' is missing"),
        (lambda c: c.update(law=3), "law: a string was expected, not 3"),
    ):
        certificate = copy.deepcopy(sound)
        change(certificate)
        save_play(certificate, path)
        with pytest.raises(GfkitError, match=why):
            certify_file(path)


# Winners, nimbers, values and periods by ends


def assert_stands(certificate):
    assert program.check_certificate(certificate).proved
    assert play_fault(certificate) is None


@given(games, st.sampled_from(["normal", "misere", "value", "nimber"]))
def test_random_rules(drawn, asked):
    assume((found := pair(drawn)) is not None)
    if asked == "value":
        assume(found[1].size < 9)
        assert_stands(saved_value(*found))
    elif asked == "nimber":
        assert_stands(saved_nim(*found, impartial=not found[0].impartial))
    else:
        assert_stands(saved_outcomes(*found, misere=asked == "misere"))


def test_observed_periods_are_only_consistent():
    verdict = program.check_certificate(saved_outcomes("cram", "4xn", to=6))
    assert not verdict.proved
    assert "for all n is not proved" in verdict.statement
    assert program.check_certificate(saved_nim("cram", "3xn", to=4)).proved, "no period is seen so far"


def test_large_boards_by_symmetry():
    for game, board in (("cram", "12x12"), ("col", "10x11"), ("snort", "9x12"), ("cram", "6x9")):
        assert program.check_certificate(saved_outcomes(game, board)).proved


def test_every_reply_is_needed():
    """A table without one of its entries is not closed."""
    certificate = saved_outcomes("domineering", "4x4")
    for starts in ("left", "right"):
        replies = certificate["boards"][0]["starts"][starts]["replies"]
        for entry in replies[:: max(1, len(replies) // 40)]:
            less = copy.deepcopy(certificate)
            less["boards"][0]["starts"][starts]["replies"].remove(entry)
            with pytest.raises(reading.RefusalError):
                program.check_certificate(less)


def test_a_noncanonical_form_is_rejected():
    """{*|*} is 0, and {0, 1|2} is 3/2; neither is written so."""
    for forms in ([[[], []], [[0], [0]], [[1], [1]]], [[[], []], [[0], []], [[1], []], [[0, 1], [2]]]):
        with pytest.raises(reading.RefusalError, match="dominated or reversible"):
            play.ValueForms(forms, reading.Budget(10**4))


def test_reserved_cells_in_impartial_play():
    """Left's pieces cover Left's cells, for either player: Col there is equivalent to Node Kayles."""
    certificate = saved_nim("col", "graph:a-b-c;left=a,b,c", impartial=True)
    kayles = saved_nim("node-kayles", "path:3")
    assert certificate["boards"][0]["nimber"] == kayles["boards"][0]["nimber"] == 2
    assert_stands(certificate)
    assert_stands(saved_nim("col", "graph:a-b-c;left=a,b", impartial=True))
    certificate["boards"][0] |= {"nimber": 0, "parts": []}
    with pytest.raises(reading.RefusalError, match="does not follow"):
        program.check_certificate(certificate)


def test_parts_are_the_same_where_owners_and_pairs_correspond():
    """Two dominoes that share a cell, in a row or round a corner; a bar of Left's is none of Right's."""
    kinds = {}
    for game in ("cram", "domineering"):
        certificate = saved_outcomes(game, "2x3")
        rule, board = placements.PlayRule(certificate["rule"]), certificate["boards"][0]
        play = placements.play_on(rule, board, reading.Budget())
        bars = {cells: 1 << number for (_, cells), number in play.board.number.items()}
        assert play.parts(bars[0, 1] | bars[3, 4]) == [bars[0, 1], bars[3, 4]]
        for name, ends in (("row", (1, 2)), ("corner", (1, 4)), ("upright", (0, 3))):
            kinds[game, name] = play.kind(bars[0, 1] | bars[ends])
        kinds[game, "bars"] = play.kind(bars[0, 1]) == play.kind(bars[0, 3])
    assert kinds["cram", "row"] == kinds["cram", "corner"]
    assert kinds["domineering", "row"] != kinds["domineering", "corner"] == kinds["domineering", "upright"]
    assert (kinds["cram", "bars"], kinds["domineering", "bars"]) == (True, False)


def test_the_statement_contains_every_displayed_part(tmp_path):
    """Misere play, moves of both players, values, and boards of a file are parts of the statement."""
    path = tmp_path / "c.json"
    for certificate, words in (
        (saved_outcomes("cram", "1x5", misere=True), "the first player wins cram on 1x5 under misere play"),
        (saved_nim("nogo", "2x2", impartial=True), ", with the moves of either player for both"),
        (saved_value("domineering", "3x3"), "the value is +-1; "),
    ):
        save_play(certificate, path)
        assert words in certify_file(path).reason
    for text in ("+-2", "0", "{"):
        save_play({**certificate, "text": text}, path)
        with pytest.raises(GfkitError, match="does not denote the canonical form"):
            certify_file(path)
    certificate = saved_outcomes("cram", "2x4")
    certificate["boards"][0]["board"] = "4x4"
    save_play(certificate, path)
    with pytest.raises(GfkitError, match="the cells in the file differ"):
        certify_file(path)
    (tmp_path / "board.txt").write_text("..#\n...\n")
    save_play(saved_outcomes("cram", f"@{tmp_path / 'board.txt'}"), path)
    verdict = certify_file(path)
    assert (verdict.status, verdict.boards) == ("proved", "")
    assert "board.txt" not in " ".join(verdict.lines)


def test_saved_and_certified_at_the_command_line(tmp_path):
    """Check all kinds: play, periods and quotients; a refutation is reported in one line."""
    for number, (asked, said, rule) in enumerate(TABLES["certified"]):
        path = str(tmp_path / f"{number}.json")
        call(*asked.split(), "--save", path, code=0)
        found = told("certify", path)
        assert (found["status"], found["rule_of"]) == ("proved", rule), asked
        assert said in found["reason"], asked
    certificate = saved_nim("cram", "3x4")
    certificate["boards"][0]["nimber"] = 2
    save_play(certificate, path)
    assert "refuted: " in call("certify", path, code=1).out
    assert "genus" in call("nim", "octal:0.75", "5", "--misere", "--save", path, code=2).err


@pytest.mark.slow(6)
def test_more_pairs_of_ends():
    certificate = saved_period(impartial_rule(["X../..X", "X.X", "X.XX"]), "nx3", to=6)
    assert len(certificate["pieces"]) in (4, 9)
    assert heaps.check_periods(certificate, reading.Budget()).proved


@pytest.mark.slow(2.5)
def test_known_periods():
    """Dawson's Kayles by Guy and Smith: period 34, last exception 52; Kayles: period 12, and 70."""
    chess = saved_period("node-kayles", "path:n", to=3)
    for certificate, start in ((period_bases()[0], 53), (chess, 52)):
        assert certificate["law"] == {"start": start, "period": 34}
    kayles = saved_period(impartial_rule(["X", "XX"]), "1xn")
    assert kayles["law"] == {"start": 71, "period": 12}
    assert heaps.check_periods(kayles, reading.Budget()).proved
    assert {len(certificate["pieces"]) for certificate in period_bases()} == {1, 4}


def test_the_period_theorem_needs_all_pairs_of_ends_and_equal_players():
    for base in period_bases():
        for row in range(len(base["pieces"])):
            certificate = copy.deepcopy(base)
            del certificate["pieces"][row], certificate["table"][row]
            with pytest.raises(reading.RefusalError):
                heaps.check_periods(certificate, reading.Budget())
    base = period_bases()[0]
    longest = len(base["table"][0]) - 2 * (base["start"] + base["period"])
    for start in range(base["least"], base["start"]):  # a period that breaks just after a shorter window
        row = base["table"][0][: 2 * (start + base["period"]) + longest]
        with pytest.raises(reading.RefusalError, match="not periodic"):
            heaps.check_periods({**base, "start": start, "table": [row]}, reading.Budget())
    with pytest.raises(reading.RefusalError, match="the players have different moves"):
        heaps.check_periods({**period_bases()[2], "impartial": False}, reading.Budget())


def test_names_of_other_boards_are_rejected(tmp_path):
    path, base = tmp_path / "c.json", period_bases()[0]
    for family, why in TABLES["other_boards"]:
        family = json.loads(family)
        save_play({**base, "family": family}, path)
        with pytest.raises(GfkitError, match=why):
            certify_file(path)
    save_play({**base, "game": "mine"}, path)
    assert certify_file(path).boards == base["family"]
    ring = copy.deepcopy(period_bases()[4])
    ring["shape"]["word"] = "torus"
    with pytest.raises(reading.RefusalError):
        heaps.check_periods(ring, reading.Budget())
