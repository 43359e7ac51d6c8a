"""What the functions take as arguments, how they refuse the rest, and how the values they return behave."""

from __future__ import annotations

import operator
import subprocess
import sys
from pathlib import Path

import pytest

import gfkit
from gfkit.boards import parse_one_board
from gfkit.errors import BoardError, InputError, OptionError, RuleError
from gfkit.games import PlacementRule, Rule, as_rule, settled_moves
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial
from gfkit.typing import Positions

RULES = 'name = "Mine"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'


class TestArguments:
    @pytest.mark.parametrize("function", [gfkit.count, gfkit.brute_force])
    @pytest.mark.parametrize(
        ("arguments", "error", "says"),
        [
            (("cis", 5), BoardError, "board 5 is neither a text such as '4x3' nor a board"),
            (("cis", None), BoardError, "board None is neither a text such as '4x3' nor a board"),
            (("cis", b"2x2"), BoardError, "board b'2x2' is neither a text such as '4x3' nor a board"),
            (
                (3, "2x2"),
                RuleError,
                "game 3 is neither a name such as 'col', nor the path of a rule file, nor a rule",
            ),
            (
                ("cis", "2x2", None),
                OptionError,
                "positions 'None' is unknown; known are all, left-ends, right-ends, maximal, play, full",
            ),
            (
                ("cis", "2x2", "All"),
                OptionError,
                (
                    "positions 'All' is unknown; did you mean all? known are all, left-ends, "
                    "right-ends, maximal, play, full"
                ),
            ),
            (
                ("cis", "2x2", "all", 1),
                OptionError,
                "weights '1' is unknown; known are none, pieces, players",
            ),
            (
                (Path("none.toml"), "2x2"),
                RuleError,
                "rule file 'none.toml' does not exist; a game's name or the path of a rule file is needed",
            ),
        ],
    )
    def test_refused(self, function, arguments, error, says):
        with pytest.raises(error) as refused:
            function(*arguments)
        assert str(refused.value) == says

    @pytest.mark.parametrize("limit", ["4G", 0, -1, 2.5, True])
    def test_memory(self, limit):
        with pytest.raises(OptionError) as refused:
            gfkit.count("cis", "2x2", max_memory=limit)
        assert str(refused.value) == f"max_memory {limit!r} must be a whole number of bytes, at least 1"

    @pytest.mark.parametrize("function", [gfkit.count, gfkit.brute_force])
    def test_taken(self, function, tmp_path):
        file = tmp_path / "mine.toml"
        file.write_text(RULES)
        # Independent sets of a path of 4 vertices, by hand: 1 + 4 + 3.
        for game in (file, str(file), as_rule(file), as_rule(str(file))):
            for board in ("path:4", gfkit.parse_board("path:4")):
                assert function(game, board) == 8
        assert function(file, "path:4").game == "Mine"

    @pytest.mark.parametrize("function", [gfkit.count, gfkit.brute_force])
    def test_a_family_is_refused_as_its_text_is(self, function):
        with pytest.raises(BoardError, match="board '3xn' is a family"):
            function("cis", gfkit.parse_board("3xn"))


BOTH = '[both]\npieces = ["X.X"]\n'
PLAYERS = '[left]\npieces = ["X.X"]\n[right]\npieces = ["XX"]\n[rules]\nforbid_adjacent = ["LR"]\n'
WITH_CELLS = '[left]\npieces = ["X.X", "X"]\n[right]\npieces = []\n'
LONG = '[both]\npieces = ["XX.X"]\n'
WITH_DOMINOES = '[both]\npieces = ["XX.X", "XX"]\n'


def torn(pieces: str) -> Rule:
    return read_rule("test", f'name = "Torn"\n{pieces}')


class TestPiecesInSeveralParts:
    # By hand.
    @pytest.mark.parametrize(
        ("pieces", "board", "expected"),
        [
            (BOTH, "A.A", "1"),
            (BOTH, "A.A.", "1 + x"),
            (BOTH, "a.a./B.B.", "1 + 2*x + x^2"),
            (BOTH, "#ABAB", "1"),
            (PLAYERS, "A.A/...", "1 + x"),
            (PLAYERS, "A.A/###/...", "1 + x + 2*y"),
            # Single cells are pieces, so these are two; the free cells take one of either kind or two.
            (WITH_CELLS, "A.A.", "1 + 3*x + x^2"),
            (LONG, "AA.A/....", "1 + x"),
            (WITH_DOMINOES, "AA..", "1 + x"),
        ],
    )
    def test_lying(self, pieces, board, expected):
        rule = torn(pieces)
        for positions in Positions:
            found = gfkit.count(rule, board, positions, "players")
            assert found == gfkit.brute_force(rule, board, positions, "players")
        assert gfkit.count(rule, board, weights="players").polynomial == Polynomial.parse(expected)

    @pytest.mark.parametrize(
        ("pieces", "board", "pieces_lying"),
        [
            (BOTH, "A.A.", [(0, 2)]),
            (BOTH, "A.A./B.B.", [(0, 2), (4, 6)]),
            (LONG, "AA.A", [(0, 1, 3)]),
            (WITH_CELLS, "A.A.", [(0,), (2,)]),
        ],
    )
    def test_how_many(self, pieces, board, pieces_lying):
        rule = torn(pieces)
        assert isinstance(rule, PlacementRule)
        assert [move.cells for move in settled_moves(rule, parse_one_board(board))] == pieces_lying

    @pytest.mark.parametrize("function", [gfkit.count, gfkit.brute_force])
    @pytest.mark.parametrize(
        ("pieces", "board", "letter"),
        [
            (BOTH, "A.B.", "A"),
            (BOTH, "A...A", "A"),
            (BOTH, "A.A.A.A", "A"),  # two of them need two letters
            (WITH_DOMINOES, "AA.A", "A"),  # AA is a piece alone, and then A is none
            (WITH_DOMINOES, "AA.B", "B"),
        ],
    )
    def test_refused(self, function, pieces, board, letter):
        with pytest.raises(BoardError, match=f"the letter '{letter}' on 1 cell is no piece"):
            function(torn(pieces), board)


class TestCounts:
    def test_equal_when_their_polynomials_are(self):
        # Cis and Node Kayles differ, a row and a path do not.
        row, path = gfkit.count("cis", "1x4"), gfkit.brute_force("cis", "path:4")
        assert row == path
        assert hash(row) == hash(path)
        assert row != gfkit.count("node-kayles", "path:4")
        assert gfkit.count("domineering-tiles", "3x3", weights="players") == gfkit.brute_force(
            "domineering", "3x3", weights="players"
        )

    def test_a_number_only_without_weights(self):
        plain, weighted = gfkit.count("cis", "2x2"), gfkit.count("cis", "2x2", weights="pieces")
        assert plain == 17
        assert hash(plain) == hash(17)
        assert weighted != 17
        assert weighted != plain
        assert weighted.count == int(weighted) == 17

    def test_not_equal_to_a_polynomial(self):
        found = gfkit.count("cis", "2x2", weights="pieces")
        assert found != found.polynomial

    def test_sets_of_counts(self):
        games = ("col", "snort", "cis")  # Col and Snort agree on paths.
        assert len({gfkit.count(game, "path:5") for game in games}) == 2


class TestPolynomialsAndNumbers:
    p = Polynomial.parse("1 + 2*x - y^2")

    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            (p + 3, "4 + 2*x - y^2"),
            (3 + p, "4 + 2*x - y^2"),
            (p - 1, "2*x - y^2"),
            (1 - p, "-2*x + y^2"),
            (p * 2, "2 + 4*x - 2*y^2"),
            (-2 * p, "-2 - 4*x + 2*y^2"),
            (sum([p, p]), "2 + 4*x - 2*y^2"),
        ],
    )
    def test_arithmetic(self, found, expected):
        assert found == Polynomial.parse(expected)

    def test_zero(self):
        assert (self.p * 0).terms == (self.p - self.p).terms == ()

    @pytest.mark.parametrize("other", ["x", 1.5, None])
    def test_nothing_else(self, other):
        for operation in (operator.add, operator.sub, operator.mul):
            with pytest.raises(TypeError):
                operation(self.p, other)
            with pytest.raises(TypeError):
                operation(other, self.p)

    def test_other_variables(self):
        with pytest.raises(InputError, match="do not mix"):
            self.p + Polynomial.parse("x", ("x",))


def test_the_signature_of_guess_survives_its_first_call():
    """gfkit.guess is a function until its room is loaded, then the room, which shows the function's help."""
    asked = (
        "import inspect, gfkit\n"
        "before = inspect.signature(gfkit.guess), inspect.getdoc(gfkit.guess)\n"
        "gfkit.guess([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])\n"
        "assert 'hold_back' in before[0].parameters\n"
        "assert (inspect.signature(gfkit.guess), inspect.getdoc(gfkit.guess)) == before\n"
    )
    subprocess.run([sys.executable, "-c", asked], check=True)
