"""What the functions take as arguments, how they refuse the rest, and how the values they return behave.

Counts are worked out by hand beside them, or by two games that agree on a board.
"""

import pytest
from cli.calling import python

import gfkit
from gfkit.errors import BoardError
from gfkit.games import as_rule
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial
from gfkit.typing import Positions

RULES = 'name = "Mine"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'


ALIKE = (gfkit.count, gfkit.brute_force)


def test_what_is_taken(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(RULES)
    for function in ALIKE:
        # Independent sets of a path of 4 vertices, by hand: 1 + 4 + 3.
        for game in (file, str(file), as_rule(file), as_rule(str(file))):
            for board in ("path:4", gfkit.parse_board("path:4")):
                assert function(game, board) == 8
        assert function(file, "path:4").game == "Mine"


BOTH = '[both]\npieces = ["X.X"]\n'
PLAYERS = '[left]\npieces = ["X.X"]\n[right]\npieces = ["XX"]\n[rules]\nforbid_adjacent = ["LR"]\n'
WITH_CELLS = '[left]\npieces = ["X.X", "X"]\n[right]\npieces = []\n'
LONG = '[both]\npieces = ["XX.X"]\n'
WITH_DOMINOES = '[both]\npieces = ["XX.X", "XX"]\n'


def test_pieces_in_several_parts():
    """By hand: single cells are pieces in one game, so that two letters there are two pieces."""
    for pieces, board, expected in (
        (BOTH, "A.A.", "1 + x"),
        (BOTH, "a.a./B.B.", "1 + 2*x + x^2"),
        (BOTH, "#ABAB", "1"),
        (PLAYERS, "A.A/...", "1 + x"),
        (PLAYERS, "A.A/###/...", "1 + x + 2*y"),
        (WITH_CELLS, "A.A.", "1 + 3*x + x^2"),  # the free cells take one of either kind or two
        (LONG, "AA.A/....", "1 + x"),
        (WITH_DOMINOES, "AA..", "1 + x"),
    ):
        rule = read_rule("test", f'name = "Torn"\n{pieces}')
        for positions in Positions:
            found = gfkit.count(rule, board, positions, "players")
            assert found == gfkit.brute_force(rule, board, positions, "players"), (board, positions)
        assert gfkit.count(rule, board, weights="players").polynomial == Polynomial.parse(expected), board
    for pieces, board, letter in (
        (BOTH, "A.B.", "A"),
        (BOTH, "A...A", "A"),
        (BOTH, "A.A.A.A", "A"),  # two of them need two letters
        (WITH_DOMINOES, "AA.A", "A"),  # AA is a piece alone, and then A is none
    ):
        for function in ALIKE:
            with pytest.raises(BoardError, match=f"the letter '{letter}' on 1 cell is no piece"):
                function(read_rule("test", f'name = "Torn"\n{pieces}'), board)


def test_counts_are_equal_when_their_polynomials_are():
    """Cis and Node Kayles differ, a row and a path do not; Col and Snort agree on paths."""
    row, path = gfkit.count("cis", "1x4"), gfkit.brute_force("cis", "path:4")
    assert row == path
    assert hash(row) == hash(path)
    assert row != gfkit.count("node-kayles", "path:4")
    tiles = gfkit.count("domineering-tiles", "3x3", weights="players")
    assert tiles == gfkit.brute_force("domineering", "3x3", weights="players")
    assert len({gfkit.count(game, "path:5") for game in ("col", "snort", "cis")}) == 2
    plain, weighted = gfkit.count("cis", "2x2"), gfkit.count("cis", "2x2", weights="pieces")
    assert (plain, hash(plain)) == (17, hash(17))  # a number only without weights
    assert weighted not in (17, plain)
    assert (weighted, hash(weighted)) == (weighted.polynomial, hash(weighted.polynomial))
    assert weighted.count == int(weighted) == 17
    assert (plain + 1, 1 - plain, 2 * plain, plain % 4, plain**2, plain / 2) == (18, -16, 34, 1, 289, 8.5)
    assert (sum([plain, plain]), max(3, plain), sorted([plain, 3])) == (34, 17, [3, 17])
    assert not gfkit.count("domino-tilings", "3x3")  # an odd number of cells
    assert (weighted + plain, weighted * weighted) == (weighted.polynomial + 17, weighted.polynomial**2)
    with pytest.raises(TypeError):
        weighted < 17  # noqa: B015


def test_the_signature_of_guess_survives_its_first_call():
    """A function before and after its room is loaded."""
    asked = (
        "import inspect, gfkit\n"
        "before = inspect.signature(gfkit.guess), inspect.getdoc(gfkit.guess)\n"
        "gfkit.guess([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])\n"
        "assert 'hold_back' in before[0].parameters\n"
        "assert (inspect.signature(gfkit.guess), inspect.getdoc(gfkit.guess)) == before\n"
    )
    assert python(asked).code == 0
