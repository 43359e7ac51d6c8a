"""Rule files of the three kinds, the built-in games, and where their pieces go."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gfkit.boards import parse_one_board
from gfkit.games import (
    BUILT_IN,
    TILE_SETS,
    ArrayRule,
    PlacementRule,
    TileRule,
    as_rule,
    find_rule,
    legal_moves,
    settled_moves,
)
from gfkit.games.array_file import read_neighbours, read_window
from gfkit.games.file import read_rule
from gfkit.games.table import read_piece
from gfkit.oracle import brute_force
from gfkit.show.phrases import rule_sentences
from gfkit.transfer import count
from gfkit.typing import Player, Positions, Weights

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "rule-files.md"


def drawn(rule, player):
    return [piece.text for colour in rule.colours if colour.owner is player for piece in colour.pieces]


class TestPlacement:
    def test_the_file_in_the_contract(self):
        rule = read_rule(
            "r.toml",
            """
            name = "D-Tromping"
            [left]
            pieces = ["X/X", "X/X/X"]
            [right]
            pieces = ["XX", "XXX"]
            [rules]
            forbid_adjacent = []
            liberties = false
            """,
        )
        assert isinstance(rule, PlacementRule)
        assert drawn(rule, Player.LEFT) == ["X/X", "X/X/X"]
        assert drawn(rule, Player.RIGHT) == ["XX", "XXX"]
        assert rule.forbidden == frozenset()
        assert not rule.impartial
        built_in = find_rule("d-tromping")
        assert isinstance(built_in, PlacementRule)
        assert rule.colours == built_in.colours

    def test_both(self):
        rule = find_rule("cram")
        assert isinstance(rule, PlacementRule)
        assert rule.impartial
        assert drawn(rule, Player.BOTH) == ["X/X", "XX"]

    @pytest.mark.parametrize(
        ("words", "forbidden"),
        [
            ([], set()),
            (["LL"], {(0, 0)}),
            (["RR"], {(1, 1)}),
            (["LR"], {(0, 1)}),
            (["LL", "RR", "LR"], {(0, 0), (1, 1), (0, 1)}),
            (["same"], {(0, 0), (1, 1)}),
            (["different"], {(0, 1)}),
        ],
    )
    def test_forbid_adjacent(self, words, forbidden):
        players = 'name = "G"\n[left]\npieces = ["X"]\n[right]\npieces = ["X"]\n'
        rule = read_rule("r.toml", f"{players}[rules]\nforbid_adjacent = {words}\n")
        assert isinstance(rule, PlacementRule)
        assert rule.forbidden == forbidden

    def test_one_player_alone(self):
        rule = read_rule("r.toml", 'name = "G"\n[left]\npieces = []\n[right]\npieces = ["X"]\n')
        assert isinstance(rule, PlacementRule)
        assert [colour.owner for colour in rule.colours] == [Player.RIGHT]
        assert not rule.impartial
        # By hand: Left can never move, and Right cannot when both cells are taken; x marks nothing.
        found = {positions: str(count(rule, "1x2", positions, "players")) for positions in Positions}
        assert found == {
            "all": "1 + 2*y + y^2",
            "left-ends": "1 + 2*y + y^2",
            "right-ends": "y^2",
            "maximal": "y^2",
            "play": "1 + 2*y",
            "full": "y^2",
        }
        assert all(brute_force(rule, "1x2", p, "players") == count(rule, "1x2", p, "players") for p in found)

    @pytest.mark.parametrize(
        ("name", "number", "impartial"), [("cis:1", 1, True), ("cis:2", 2, False), ("cis:3", 3, True)]
    )
    def test_a_number_of_colours(self, name, number, impartial):
        rule = find_rule(name)
        assert isinstance(rule, PlacementRule)
        assert len(rule.colours) == number
        assert rule.impartial is impartial

    def test_an_open_number_in_a_file_of_ones_own(self, tmp_path):
        file = tmp_path / "g.toml"
        file.write_text(
            'name = "G"\n[colours]\nnumber = "k"\npieces = ["X"]\n[rules]\nforbid_adjacent = ["same"]\n'
        )
        rule = find_rule(f"{file}:4")
        assert isinstance(rule, PlacementRule)
        assert len(rule.colours) == 4
        assert rule.forbidden == {(i, i) for i in range(4)}

    def test_weights(self):
        left, right = find_rule("domineering").colours
        assert [left.exponents(weights) for weights in Weights] == [(0, 0), (1, 0), (1, 0)]
        assert [right.exponents(weights) for weights in Weights] == [(0, 0), (1, 0), (0, 1)]


class TestArrays:
    def test_every_key(self):
        rule = read_rule(
            "r.toml",
            """
            name = "Bits"
            about = "An example."
            [cells]
            colours = 3
            weight = { 1 = "x", 2 = "x*y^2" }
            [rules]
            forbid = ["11", "a/a", "1?/.2"]
            [[rules.count]]
            cell = 0
            neighbours = "king"
            of = [1, 2]
            allowed = [0, 1]
            [[rules.count]]
            cell = 1
            neighbours = "oXo"
            of = [0]
            allowed = [2]
            """,
        )
        assert isinstance(rule, ArrayRule)
        assert rule.colours == 3
        assert rule.weights == ((0, 0), (1, 0), (1, 2))
        assert [window.text for window in rule.forbid] == ["11", "a/a", "1?/.2"]
        assert len(rule.counts[0].neighbours) == 8
        assert rule.counts[1].neighbours == ((0, -1), (0, 1))
        assert rule.counts[0].of == {1, 2}

    @pytest.mark.parametrize(
        ("weight", "powers"),
        [("x^1000", (1000, 0)), ("x^0000000000007*y", (7, 1)), ("x^0", (0, 0)), ("y^999*y*x", (1, 1000))],
    )
    def test_weights(self, weight, powers):
        rule = read_rule("r.toml", f'name = "G"\n[cells]\ncolours = 1\nweight = {{ 0 = "{weight}" }}\n')
        assert isinstance(rule, ArrayRule)
        assert rule.weights == (powers,)

    def test_nothing_is_asked_at_a_dot(self):
        # By hand: 1.1 forbids two of the eight rows of three; a cell that is not there asks nothing either.
        rule = read_rule("r.toml", 'name = "G"\n[cells]\ncolours = 2\n[rules]\nforbid = ["1.1"]\n')
        for board, expected in [("...", 6), (".#.", 3)]:
            assert count(rule, board) == brute_force(rule, board) == expected

    def test_rook_neighbours_are_those_of_the_board(self):
        assert read_neighbours("", "rook") == ()

    def test_windows_said_twice_are_one(self):
        rule = read_rule("r.toml", 'name = "G"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11", "11"]\n')
        assert isinstance(rule, ArrayRule)
        assert len(rule.forbid) == 1


class TestTiles:
    def test_every_key(self):
        rule = read_rule(
            "r.toml",
            """
            name = "Dominoes"
            [boundary]
            top = [0]
            right = [0]
            bottom = [0]
            left = [0]
            [[tile]]
            name = "upper half"
            top = 0
            right = 0
            bottom = "cut"
            left = 0
            weight = "x"
            [[tile]]
            top = "cut"
            right = 0
            bottom = 0
            left = 0
            """,
        )
        assert isinstance(rule, TileRule)
        assert [tile.name for tile in rule.tiles] == ["upper half", "T1"]
        assert rule.tiles[0].weight == (1, 0)
        assert rule.tiles[1].top == "cut"
        assert rule.boundary.top == {"0"}

    # The numbers of tiles in Huntemann and McKay, Counting Domineering Positions.
    @pytest.mark.parametrize(("name", "tiles"), list(zip(TILE_SETS, (5, 13, 8), strict=True)))
    def test_the_tile_sets_of_the_paper(self, name, tiles):
        rule = find_rule(name)
        assert isinstance(rule, TileRule)
        assert len(rule.tiles) == tiles


class TestBuiltIn:
    @pytest.mark.parametrize("name", [*BUILT_IN, *TILE_SETS])
    def test_all_can_be_read_and_said_in_words(self, name):
        rule = find_rule("cis:3" if name == "cis:k" else name)
        assert rule.about.endswith((".", ")"))
        assert all(sentence.endswith(".") for sentence in rule_sentences(rule))

    def test_cis_is_cis_with_two_colours(self):
        one, other = find_rule("cis"), find_rule("cis:2")
        assert isinstance(one, PlacementRule)
        assert isinstance(other, PlacementRule)
        assert (one.colours, one.forbidden) == (other.colours, other.forbidden)


class TestFiles:
    CONTENT = b'name = "G"\n[both]\npieces = ["X"]\n'

    @pytest.mark.parametrize("content", [CONTENT, b"\xef\xbb\xbf" + CONTENT, CONTENT.replace(b"\n", b"\r\n")])
    def test_read(self, tmp_path, content):
        file = tmp_path / "g.toml"
        file.write_bytes(content)
        assert find_rule(str(file)).name == "G"
        assert as_rule(file) == find_rule(str(file))

    def test_from_a_pipe(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(self.CONTENT,), daemon=True)
        writer.start()
        try:
            assert find_rule(str(pipe)).name == "G"
        finally:
            writer.join(timeout=10)

    def test_a_built_in_name_wins_over_a_file(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        Path("col").write_bytes(self.CONTENT)
        assert find_rule("col").name == "Col"
        assert find_rule("./col").name == "G"


class TestMoves:
    # By hand: where each piece fits.
    @pytest.mark.parametrize(
        ("game", "board", "moves"),
        [
            ("domineering", "3x3", 12),
            ("cram", "2x2", 4),
            ("m-tromping", "2x2", 4),
            ("i-tromping", "3x3", 6),
            ("col", "path:5", 10),
            ("arc-kayles", "cycle:5", 5),
            ("node-kayles", "complete:4", 4),
            ("domineering", "torus:3x3", 18),
            # Three cells around a ring are the same three wherever the piece begins.
            ("i-tromping", "cylinder:3x1", 1),
            # Next to a lying piece of the same colour nothing of it may go.
            ("col", "A..", 3),
            ("domineering", "A./A.", 1),
        ],
    )
    def test_how_many(self, game, board, moves):
        rule = find_rule(game)
        assert isinstance(rule, PlacementRule)
        assert len(legal_moves(rule, parse_one_board(board))) == moves

    def test_hanging_letters_are_several_pieces_where_pieces_are_single_cells(self):
        rule = find_rule("snort")
        assert isinstance(rule, PlacementRule)
        assert [move.cells for move in settled_moves(rule, parse_one_board("AA."))] == [(0,), (1,)]


def drawings(marks: str) -> st.SearchStrategy[str]:
    row = st.text(marks, min_size=1, max_size=4)
    return st.lists(row, min_size=1, max_size=4).map("/".join)


class TestRoundTrips:
    @given(drawings("X.").filter(lambda text: "X" in text))
    def test_pieces(self, text):
        piece = read_piece("", text)
        assert read_piece("", piece.text) == piece
        assert min(row for row, _ in piece.cells) == min(col for _, col in piece.cells) == 0

    @given(drawings("01?a.").filter(lambda text: set(text) & set("01a")))
    def test_windows_keep_their_cells(self, text):
        window = read_window("", text, range(2))
        assert len(window.cells) == sum(mark not in "./" for mark in text)


def examples() -> list[str]:
    blocks = DOCUMENT.read_text(encoding="utf-8").split("```toml\n")[1:]
    return [block.partition("```")[0] for block in blocks]


@pytest.mark.parametrize("content", examples())
def test_the_examples_of_the_handbook_can_be_read(content):
    read_rule("example.toml", content, 3 if '"k"' in content else None)
