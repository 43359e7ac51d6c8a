"""Numbers of plays against playing every sequence of moves.

Legal positions are listed from their definition, and moves are single pieces that lead from one to another.
"""

from __future__ import annotations

import pytest
from choice import some_of
from cli.calling import call
from differential.questions import at_size

import gfkit
from gfkit.boards import parse_one_board
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.oracle.definitions import listed
from gfkit.rules import Rule, as_rule

PARTIZAN = Rule.of({
    "name": "Mixed", "left": {"pieces": ["XX"]}, "right": {"pieces": ["X/X", "X"]},
    "rules": {"forbid_adjacent": ["LL"]},
})  # fmt: skip


def played(game, text):
    """Return the numbers of plays and of complete plays by the number of moves, from the legal positions."""
    rule, board = as_rule(game), parse_one_board(text)
    legal = dict(listed(rule, board))
    both, counts, complete = rule.impartial, {}, {}
    ways, moves = {0: 1}, 0
    while ways:
        counts[moves] = sum(ways.values())
        later, ended = {}, 0
        mover = 0 if both else moves % 2
        for position, number in ways.items():
            options = [
                other
                for other, powers in legal.items()
                if other & position == position
                and sum(powers) == sum(legal[position]) + 1
                and (both or powers[mover] == legal[position][mover] + 1)
            ]
            ended += number * (not options)
            for option in options:
                later[option] = later.get(option, 0) + number
        complete[moves] = ended
        ways, moves = later, moves + 1
    return counts, complete


BOARDS = [
    ("cram", "3x3"), ("cram", "1x7"), ("domineering", "3x3"), ("domineering", "2x4"), ("col", "path:5"),
    ("snort", "2x3"), ("nogo", "2x3"), ("node-kayles", "cycle:6"), ("arc-kayles", "2x3"), ("o12", "path:4"),
    ("cis", "path:4"), ("col", "0x0"), (PARTIZAN, "2x3"), ("col", "1x1"), ("cram", "1x1"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_single_boards_against_play(game, board):
    counts, complete = played(game, board)
    assert int(gfkit.plays(game, board)) == sum(counts.values())
    assert int(gfkit.plays(game, board, "complete")) == sum(complete.values())
    for moves in range(5):
        assert int(gfkit.plays(game, board, moves)) == counts.get(moves, 0)


def test_families_against_single_boards():
    for game, family in some_of(
        (("cram", "2xn"), ("arc-kayles", "cycle:n"), ("cram", "1xn"), ("node-kayles", "2xn")), 2
    ):
        for of in ("all", "complete", 3):
            law = gfkit.plays(game, family, of)
            assert law.evidence.status == "proved"
            for n in range(law.first_n, law.first_n + 9):
                assert law[n] == int(gfkit.plays(game, at_size(family, n), of)), (game, family, of, n)
    law = gfkit.plays("domineering", "2xn", 3)
    assert all(law[n] == int(gfkit.plays("domineering", f"2x{n}", 3)) for n in range(1, 7))


def test_queries_that_plays_rejects():
    for ask, error in (
        (lambda: gfkit.plays("kings", "3x3"), MismatchError),
        (lambda: gfkit.plays("col", "path:n"), MismatchError),
        (lambda: gfkit.plays("cram", "4xn"), LimitError),
        (lambda: gfkit.plays("cram", "3x3", "finished"), OptionError),
        (lambda: gfkit.plays("cram", "3x3", -1), OptionError),
        (lambda: gfkit.plays("cram", "3x3", True), OptionError),
    ):
        with pytest.raises(error):
            ask()
    for more in ("--weights pieces", "--positions maximal", "--at x=2", "--up-to symmetry", "--sizes 1..3"):
        call("count", "cram", "3x3", "--plays", "all", *more.split(), code=2)
    call("derive", "cram", "1xn", "--plays", "all", "--save", "x.json", code=2)
    call("derive", "cram", "3x3", "--plays", "all", code=2)
    assert call("count", "cram", "2x2", "--plays", "complete").out.strip() == "4"
