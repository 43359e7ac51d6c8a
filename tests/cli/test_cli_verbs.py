"""gfkit play and gfkit guess: a game by lines of input; terms in any form, what is printed, exit codes.

Who wins is argued by hand for each board, or follows from all plays of the other side. Fibonacci and Catalan
numbers, squares and primes are known; what is found of them is their law in print.
"""

import io
import json
import re
import sys
from math import comb

import pytest
from cli.calling import call, told
from tables import tables

from gfkit.typing import Player
from gfkit.values.play import Match


class Typed(io.StringIO):
    """Lines that somebody types; after the last one Ctrl-C, where asked for."""

    def __init__(self, lines, interrupts):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.interrupts = interrupts

    def readline(self, size=-1):
        line = super().readline(size)
        if not line and self.interrupts:
            raise KeyboardInterrupt
        return line


@pytest.fixture
def played(monkeypatch):
    def play(words, *lines, interrupts=False):
        monkeypatch.setattr(sys, "stdin", Typed(lines, interrupts))
        return call("play", *words.split())

    return play


def test_whole_games(played):
    code, out, err = played("domineering 2x2", "1,1")  # Left's first domino leaves Right no room
    assert (code, err) == (0, "")
    assert "domineering on 2x2" in out.partition("\n")[0]
    assert "1 | L | . |" in out
    assert out.endswith("gfkit cannot move: you win.\n")
    _, out, _ = played("snort graph:a-b,b-c --side right --starts gfkit")
    assert "You are Right; gfkit starts" in out
    assert "gfkit: b (wins: " in out  # no cell is left that is not beside Left's
    assert out.endswith("You cannot move: gfkit wins.\n")
    _, out, _ = played("cram 1x2 --misere", "1,1 1,2")
    assert "who cannot move wins" in out
    assert out.endswith("gfkit cannot move: gfkit wins.\n")
    for interrupts in (False, True):  # the end of input and Ctrl-C are quiet
        said = played("cram 2x2", interrupts=interrupts)
        assert (said.code, said.err) == (130 if interrupts else 0, "")


def test_boards_too_large_to_search(played):
    """A reply by symmetry wins; what is not solved is called so."""
    out = played("cram 12x12", "1,1 1,2").out
    assert "gfkit: row 12, column 11 and row 12, column 12 (wins" in out
    out = played("domineering 12x13 --starts gfkit --think 0.1s").out
    assert "(chosen by counting moves; the position is not solved)" in out


def test_words_slips_and_taking_back(played):
    lines = ["help", "moves", "hint", "1,1", "9,9", "1;1", "2,2 c", "x", "undo", "1,1 2,1", "undo", "board"]
    code, out, err = played("cram 2x3", "", *lines)
    assert (code, err) == (0, "")
    assert out.count("A move is its cells, row and column") == 2
    for said in tables("wholes")["play"]:
        assert said in out
    assert out.count("1 | .   .   . |") == 3  # at the beginning, after the move was taken back, and asked for
    out = played("cis:3 1x4", "1,1", "1,1 b").out  # colours are told apart
    assert "  1,1 a\n  1,1 b\n  1,1 c\n" in out
    assert "1 | b |" in out


def test_the_record(played):
    code, out, err = played("cram 2x2 --json", "1,1 1,2")
    mine = {"player": "left", "by": "you", "cells": [0, 1], "colour": 0}
    reply = {"player": "right", "by": "gfkit", "cells": [2, 3], "colour": 0, "wins": True}
    assert code == 0
    head = {"game": "cram", "board": "2x2", "side": "left", "play": "normal", "winner": "right"}
    assert json.loads(out) == head | {"moves": [mine, {**reply, "known_by": "symmetry"}]}
    assert "you cannot move" in err.lower()


def test_every_winning_reply_of_a_search_wins_against_every_play():
    """Col on a path of 6 by all plays of the other against the replies that are called winning."""
    match = Match("col", "path:6", starts=Player.RIGHT, seconds=60)

    def holds():
        if match.winner is not None:
            return match.winner is Player.LEFT
        moves = match.moves()
        if match.mover is Player.LEFT:
            judged = match.judge()
            assert judged.wins
            moves = [judged.move]
        for move in moves:
            match.make(move)
            good = holds()
            match.take_back()
            if not good:
                return False
        return True

    assert match.judge().wins is False
    assert holds()


# gfkit guess

FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(14)]
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]


def run(*words: object, code: int = 0) -> str:
    said = call("guess", *words, code=code)
    assert said.err == ""
    return said.out


def test_the_law_comes_first():
    assert run(*FIBONACCI).splitlines() == tables("commands")["guessed"]
    out = run(*(2 ** (n * n) for n in range(10)))  # a transformation is said
    assert "law         b(n) = 4*b(n-1) where b(n) = a(n+1)/a(n)" in out
    assert f"from n = 10: {2**100}" in out


def test_signs_commas_and_brackets():
    terms = "-1,2,-3,4,-5,6,-7,8,-9,10"
    for words in (
        [terms],
        terms.split(","),
        ["[-1, 2, -3, 4,", "-5, 6, -7, 8, -9, 10]"],
        [terms, "--next", "3"],
    ):
        out = run(*words)
        assert "a(n) = -(n + 1) if n mod 2 = 0; n + 1 if n mod 2 = 1" in out, words
        assert "from n = 10: -11, 12, -13" in out, words


def test_json():
    (one,) = told("guess", *FIBONACCI)["found"]
    assert (one["kind"], one["order"], one["equation"]) == ("c-finite", 2, "a(n) = a(n-1) + a(n-2)")
    gf, evidence = one["generating_function"], one["evidence"]
    assert (gf["numerator"], gf["denominator"]) == ("1", "1 - t - t^2")
    assert (one["valid_from"], one["transform"], one["weak"]) == (2, None, False)
    assert (evidence["status"], evidence["terms_fitted"], evidence["terms_checked"]) == ("guessed", 4, 6)
    assert (evidence["equations"], evidence["unknowns"]) == (10, 4)


def test_nothing_found_is_exit_code_1_and_a_limit_3():
    assert run(*PRIMES, code=1).startswith("nothing within these bounds: ")
    assert re.fullmatch(r".*\b3\b.*\b10\b.*\n", run("1", "2", "4", code=1))
    short = run(*FIBONACCI[:9], 54, code=1)
    assert all(part in short for part in ("a(n) = a(n-1) + a(n-2)", "a(9) = 55", "54")), short
    # No law is found in powers modulo a prime, and 400 of them take long to search.
    said = call("guess", *(pow(7, n, 10**9 + 7) for n in range(400)), "--limit", "0.2")
    assert said[:2] == (3, "stopped with nothing found\n")
    assert "0.2 s" in said.err


def test_poor_evidence_is_said():
    assert "poor evidence" not in run(*(n * n for n in range(8)))
    assert "poor evidence" in run("0,0,0,0,1,1,2,4,8,16,31,61,120", "--hold-back", "2", "--kinds", "c-finite")


def test_files_of_every_form(tmp_path, monkeypatch):
    path = tmp_path / "terms.txt"
    rows = [f"{n} {value}" for n, value in enumerate(CATALAN[:10])]
    for text in (
        "".join(f"{value}\n" for value in CATALAN[:11]),
        "1, 1, 2, 5, 14, 42, 132,\n429, 1430, 4862, 16796",
        "# A000108\n" + "".join(f"{n} {value}\n" for n, value in enumerate(CATALAN)),
        "%I A000108\n%S A000108 1,1,2,5,14,42,132,\n%T A000108 429,1430,4862,\n%U A000108 16796\n",
        "A000108 ,1,1,2,5,14,42,132,429,1430,4862,16796,\n",
        "\r\n".join([*rows, ""]),
    ):
        path.write_text(text)
        assert "binomial(2*n, n)/(n + 1)" in run("--file", path), text
    path.write_text("0 1\n" * 6)  # pairs that are no b-file
    assert "1 if n mod 2 = 1" in run("--file", path)
    path.write_text("1 1\n2 3\n5 8\n13 21\n34 55\n89 144\n")  # a b-file with gaps, or Fibonacci numbers
    assert call("guess", "--file", path).code == 2


def test_long_laws_are_folded_on_a_terminal_alone(monkeypatch):
    draw, terms = [(7**k) % 11 - 5 for k in range(40)], [(k * k * k) % 17 for k in range(40)]
    while len(terms) < 95:
        terms.append(sum((c * 10**9 + k) * terms[-k] for k, c in enumerate(draw, 1)))
    whole = run(*terms)
    monkeypatch.setattr("gfkit.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    folded, asked = run(*terms), run(*terms, "--full")
    assert re.findall(r"^folded: .*; --full shows all$", folded, re.M)
    assert " ..." in folded
    assert "folded" not in whole
    assert " ".join(asked.split()) == " ".join(whole.split())
    for words in ("count col 4x5 --weights players", "derive col complete:n --terms 300", "value snort 3x5"):
        short, full = call(*words.split()).out, call(*words.split(), "--full").out
        assert "--full shows all" in short, words
        assert len(short) < len(full), words


def test_the_size_of_a_long_answer_is_said(tmp_path, monkeypatch):
    assert call("derive", "col", "path:n", "--json").err == ""
    monkeypatch.setattr("gfkit.cli.output.LONG_ANSWER", 1000)
    answer, page = call("derive", "col", "path:n", "--terms", "1000", "--json"), tmp_path / "page.html"
    assert answer.err == f"note: the answer has {len(answer.out) / 1e3:.0f} KB\n"
    said = call("report", "col", "path:n", "-o", str(page)).err
    assert said == f"note: {page} has {page.stat().st_size / 1e3:.0f} KB\n"
