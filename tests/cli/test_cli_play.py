"""gfkit play: a game by lines of input, and replies that win against every play.

Who wins is argued by hand for each board, or follows from all plays of the other side.
"""

import io
import json
import sys

import pytest
from cli.calling import call

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
    assert out.startswith("domineering on 2x2. You are Left; you start; who cannot move loses.\n")
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
    assert "gfkit: row 12, column 11 and row 12, column 12 (wins: answers each move with its image" in out
    out = played("domineering 12x13 --starts gfkit --think 0.1s").out
    assert "(chosen by counting moves; the position is not solved)" in out


def test_words_slips_and_taking_back(played):
    lines = ["help", "moves", "hint", "1,1", "9,9", "1;1", "2,2 c", "x", "undo", "1,1 2,1", "undo", "board"]
    code, out, err = played("cram 2x3", "", *lines)
    assert (code, err) == (0, "")
    assert out.count("A move is its cells, row and column") == 2
    for said in (
        "  1,1 1,2\n  1,1 2,1\n",
        "you win with row 1, column 2 and row 2, column 2 (by symmetry)",
        "that could be several moves; name more cells:",
        "'9,9': there is no such cell; help says how moves are written",
        "'1;1' is no cell",
        "'x' is no cell",
        "there is nothing to take back",
    ):
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
    told = {"game": "cram", "board": "2x2", "side": "left", "play": "normal", "winner": "right"}
    assert json.loads(out) == told | {"moves": [mine, {**reply, "known_by": "symmetry"}]}
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
