"""gfkit play: a game by lines of input."""

from __future__ import annotations

import io
import json
import sys

import pytest

from gfkit.cli.main import main
from gfkit.typing import Player
from gfkit.values.play import Match


class Typed(io.StringIO):
    """Lines that somebody types; after the last one Ctrl-C, where asked for."""

    def __init__(self, text, interrupts=False):
        super().__init__(text)
        self.interrupts = interrupts

    def readline(self, size=-1):
        line = super().readline(size)
        if not line and self.interrupts:
            raise KeyboardInterrupt
        return line


def played(monkeypatch, capsys, words, lines, interrupts=False):
    monkeypatch.setattr(sys, "stdin", Typed("".join(f"{line}\n" for line in lines), interrupts))
    code = main(["play", *words.split()])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_whole_game(monkeypatch, capsys):
    """On 2 x 2 Left's first domino leaves Right no room."""
    code, out, err = played(monkeypatch, capsys, "domineering 2x2", ["1,1"])
    assert (code, err) == (0, "")
    assert out.startswith("domineering on 2x2. You are Left; you start; who cannot move loses.\n")
    assert "1 | L | . |" in out
    assert out.endswith("gfkit cannot move: you win.\n")


def test_a_reply_by_symmetry_on_a_board_far_too_large_to_search(monkeypatch, capsys):
    code, out, _ = played(monkeypatch, capsys, "cram 16x16", ["1,1 1,2"])
    assert code == 0
    assert "gfkit: row 16, column 15 and row 16, column 16 (wins: answers each move with its image" in out


def test_other_side_other_start_misere_and_a_graph(monkeypatch, capsys):
    _, out, _ = played(monkeypatch, capsys, "snort graph:a-b,b-c --side right --starts gfkit", [])
    assert "You are Right; gfkit starts" in out
    assert "gfkit: b (wins: " in out  # no cell is left that is not beside Left's
    assert out.endswith("You cannot move: gfkit wins.\n")
    code, out, _ = played(monkeypatch, capsys, "cram 1x2 --misere", ["1,1 1,2"])
    assert code == 0
    assert "who cannot move wins" in out
    assert out.endswith("gfkit cannot move: gfkit wins.\n")


def test_unsolved_positions_are_called_so(monkeypatch, capsys):
    _, out, _ = played(monkeypatch, capsys, "domineering 14x15 --starts gfkit --think 0.1s", [])
    assert "(chosen by counting moves; the position is not solved)" in out


def test_words_slips_and_taking_back(monkeypatch, capsys):
    lines = [
        "",
        "help",
        "moves",
        "hint",
        "1,1",
        "9,9",
        "1;1",
        "2,2 c",
        "x",
        "undo",
        "1,1 2,1",
        "undo",
        "board",
    ]
    code, out, err = played(monkeypatch, capsys, "cram 2x3", lines)
    assert (code, err) == (0, "")
    assert out.count("A move is its cells, row and column") == 2
    assert "  1,1 1,2\n  1,1 2,1\n" in out
    assert "you win with row 1, column 2 and row 2, column 2 (by symmetry)" in out
    assert "that could be several moves; name more cells:" in out
    assert "'9,9': there is no such cell; help says how moves are written" in out
    assert "'1;1' is no cell" in out
    assert "'x' is no cell" in out
    assert "there is nothing to take back" in out
    assert out.count("1 | .   .   . |") == 3  # at the beginning, after the move was taken back, and asked for


def test_colours_are_told_apart(monkeypatch, capsys):
    _, out, _ = played(monkeypatch, capsys, "cis:3 1x4", ["1,1", "1,1 b"])
    assert "  1,1 a\n  1,1 b\n  1,1 c\n" in out
    assert "1 | b |" in out


@pytest.mark.parametrize("interrupts", [False, True])
def test_the_end_of_input_and_an_interruption_are_quiet(interrupts, monkeypatch, capsys):
    code, _, err = played(monkeypatch, capsys, "cram 2x2", [], interrupts)
    assert code == (130 if interrupts else 0)
    assert err == ""


def test_the_record(monkeypatch, capsys):
    code, out, err = played(monkeypatch, capsys, "cram 2x2 --json", ["1,1 1,2"])
    assert code == 0
    assert json.loads(out) == {
        "game": "cram",
        "board": "2x2",
        "side": "left",
        "play": "normal",
        "moves": [
            {"player": "left", "by": "you", "cells": [0, 1], "colour": 0},
            {
                "player": "right",
                "by": "gfkit",
                "cells": [2, 3],
                "colour": 0,
                "wins": True,
                "known_by": "symmetry",
            },
        ],
        "winner": "right",
    }
    assert "you cannot move" in err.lower()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("kings 2x2", "game 'Kings'"),
        ("cram 2xn", "2xn"),
        ("cram 2x2 --think soon", "--think 'soon' is no length of time"),
        ("cram 2x2 --side middle", "'middle'"),
        ("cram 2x2 --max-memory lots", "--max-memory 'lots'"),
    ],
)
def test_what_cannot_be_played_is_refused(words, said, monkeypatch, capsys):
    code, out, err = played(monkeypatch, capsys, words, [])
    assert (code, out) == (2, "")
    assert err.startswith("gfkit: ")
    assert said in err
    assert err.count("\n") == 1


def test_every_winning_reply_of_a_search_wins_against_every_play():
    """Col on 2x5 by all plays of the other against the replies that are called winning."""
    match = Match("col", "path:6", starts=Player.RIGHT, seconds=60)

    def holds():
        if match.winner is not None:
            return match.winner is Player.LEFT
        if match.mover is Player.LEFT:
            judged = match.judge()
            assert judged.wins
            match.make(judged.move)
            result = holds()
            match.take_back()
            return result
        for move in match.moves():
            match.make(move)
            good = holds()
            match.take_back()
            if not good:
                return False
        return True

    assert match.judge().wins is False
    assert holds()
