"""Certificates of winners, nimbers, values and heap games, beyond what all certificates have in common.

The truth is play by its definition; the numbers in print are nimbers of Cram by Lemoine and Viennot, winners
of Domineering by Breuker, Uiterwijk and van den Herik.
"""

from __future__ import annotations

import copy
import json

import pytest
from certified import falsehood_of_play, saved_nim, saved_outcomes, saved_value
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from played import TABLES, games, pair

from gfkit.cli.main import main
from gfkit.errors import GfkitError
from gfkit.verify import certify_file, play_checker
from gfkit.verify.play_certificate import save_play


def assert_stands(certificate):
    assert play_checker.check(certificate).proved
    assert falsehood_of_play(certificate) is None


@given(games, st.sampled_from(["normal", "misere", "value", "nimber"]))
@settings(max_examples=15)
def test_random_rules(drawn, asked):
    assume((found := pair(drawn)) is not None)
    if asked == "value":
        assume(found[1].size < 9)
        assert_stands(saved_value(*found))
    elif asked == "nimber":
        assert_stands(saved_nim(*found, impartial=not found[0].impartial))
    else:
        assert_stands(saved_outcomes(*found, misere=asked == "misere"))


@pytest.mark.slow(1.5)
def test_published_ones():
    for board, nimber in (("3x6", 4), ("4x4", 0)):
        assert play_checker.check(saved_nim("cram", board)).reason.startswith(f"nimber {nimber} ")
    for board, words in (("4x4", "the first player wins"), ("4x5", "left wins")):
        assert play_checker.check(saved_outcomes("domineering", board)).reason.startswith(words)


def test_laws_are_consistent_only():
    verdict = play_checker.check(saved_outcomes("cram", "4xn", to=6))
    assert not verdict.proved
    assert "the law for all n is not shown" in verdict.reason
    assert play_checker.check(saved_nim("cram", "3xn", to=4)).proved, "no period is seen so far"


def test_large_boards_by_symmetry():
    for game, board in (("cram", "12x12"), ("col", "10x11"), ("snort", "9x12"), ("cram", "6x9")):
        assert play_checker.check(saved_outcomes(game, board)).proved


def test_every_reply_is_needed():
    """A table without one of its entries is not closed."""
    certificate = saved_outcomes("domineering", "4x4")
    for starts in ("left", "right"):
        replies = certificate["boards"][0]["starts"][starts]["replies"]
        for entry in replies[:: max(1, len(replies) // 40)]:
            less = copy.deepcopy(certificate)
            less["boards"][0]["starts"][starts]["replies"].remove(entry)
            with pytest.raises(play_checker.RefusalError):
                play_checker.check(less)


def test_a_form_that_is_not_canonical_is_refused():
    """{*|*} is 0, and {0, 1|2} is 3/2; neither is written so."""
    for forms in ([[[], []], [[0], [0]], [[1], [1]]], [[[], []], [[0], []], [[1], []], [[0, 1], [2]]]):
        with pytest.raises(play_checker.RefusalError, match="dominated or reversible"):
            play_checker.Forms(forms, play_checker.Budget(1000))


def test_what_is_shown_is_said(tmp_path):
    """Misere play, moves of both players, values, and boards that a file names are parts of the statement."""
    path = tmp_path / "c.json"
    for certificate, words in (
        (saved_outcomes("cram", "1x5", misere=True), "the first player wins under misere play"),
        (saved_nim("nogo", "2x2", impartial=True), ", both players making the moves of either"),
        (saved_value("domineering", "3x3"), "the value is +-1; "),
    ):
        save_play(certificate, path)
        assert words in certify_file(path).reason
    for text in ("+-2", "0", "{"):
        save_play({**certificate, "text": text}, path)
        with pytest.raises(GfkitError, match="not the value of the form"):
            certify_file(path)
    certificate = saved_outcomes("cram", "2x4")
    certificate["boards"][0]["board"] = "4x4"
    save_play(certificate, path)
    with pytest.raises(GfkitError, match="the cells are others"):
        certify_file(path)
    (tmp_path / "board.txt").write_text("..#\n...\n")
    save_play(saved_outcomes("cram", f"@{tmp_path / 'board.txt'}"), path)
    verdict = certify_file(path)
    assert (verdict.status, verdict.boards) == ("proved", "")
    assert "board.txt" not in " ".join(verdict.lines)


def test_saved_and_certified_at_the_command_line(tmp_path, capsys):
    """Of all kinds: play, periods and quotients; what is refuted is said in one line."""
    for number, (asked, said, rule) in enumerate(TABLES["certified"]):
        path = str(tmp_path / f"{number}.json")
        assert main([*asked.split(), "--save", path]) == 0
        assert main(["certify", path, "--json"]) == 0
        found = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert (found["status"], found["rule_of"]) == ("proved", rule), asked
        assert said in found["reason"], asked
    certificate = saved_nim("cram", "3x4")
    certificate["boards"][0]["nimber"] = 2
    save_play(certificate, path)
    assert main(["certify", path]) == 1
    assert "refuted: " in capsys.readouterr().out
    assert main(["nim", "octal:0.75", "5", "--misere", "--save", path]) == 2
    assert "none of a genus" in capsys.readouterr().err
