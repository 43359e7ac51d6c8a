"""The oracle against numbers from the literature, from closed forms, and worked out by hand."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gfkit.boards import parse_board
from gfkit.errors import BoardError, GfkitError, LimitError, MismatchError, OptionError, RuleError
from gfkit.games.file import read_rule
from gfkit.games.library import find_rule
from gfkit.games.rule import Rule
from gfkit.oracle import brute_force
from gfkit.sequences import Polynomial, Status


def players(game: str, board: str, positions: str = "all") -> Polynomial:
    return brute_force(game, board, positions, "players").polynomial


def rule(text: str) -> Rule:
    return read_rule("test", f'name = "test"\n{text}')


TORN = rule('[both]\npieces = ["X.X"]')


@pytest.mark.parametrize("colours", [1, 2, 3, 5])
def test_cis_with_many_colours_on_paths(colours: int) -> None:
    expected = [1, 1 + colours]
    while len(expected) < 6:
        expected.append(expected[-1] + colours * expected[-2])
    assert [int(brute_force(f"cis:{colours}", f"path:{n}")) for n in range(6)] == expected


def test_col_and_snort_agree_on_bipartite_graphs() -> None:
    col, snort = (brute_force(game, "3x3", weights="pieces").polynomial for game in ("col", "snort"))
    assert col == snort


def test_o12_on_complete_graphs() -> None:
    assert [int(brute_force("o12", f"complete:{n}")) for n in range(6)] == [1, 2, 5, 14, 43, 142]


# Known sequences.


def test_nogo_positions_are_the_legal_positions_of_go() -> None:
    assert [int(brute_force("nogo", f"{n}x{n}")) for n in (1, 2, 3)] == [1, 57, 12675]


def test_matchings_and_independent_sets() -> None:
    assert [int(brute_force("arc-kayles", f"complete:{n}")) for n in range(1, 6)] == [1, 2, 4, 10, 26]
    assert [int(brute_force("node-kayles", f"cycle:{n}")) for n in range(3, 8)] == [4, 7, 11, 18, 29]
    assert [int(brute_force("arc-kayles", f"cycle:{n}")) for n in range(3, 8)] == [4, 7, 11, 18, 29]
    assert [int(brute_force("node-kayles", f"{n}x{n}")) for n in range(4)] == [1, 2, 7, 63]
    assert [int(brute_force("cram", f"{n}x{n}")) for n in range(5)] == [1, 1, 7, 131, 10012]


# From the definitions.

WORDS = {
    "col": lambda word: not re.search("LL|RR", word),
    "snort": lambda word: not re.search("LR|RL", word),
    "cis": lambda word: not re.search("[LR][LR]", word),
    "nogo": lambda word: not re.search("(^|R)L+(R|$)|(^|L)R+(L|$)", word),
}


@pytest.mark.parametrize("game", WORDS)
@pytest.mark.parametrize("length", range(6))
def test_positions_on_strips_are_words(game: str, length: int) -> None:
    legal = {word for cells in itertools.product(".LR", repeat=length) if WORDS[game](word := "".join(cells))}

    def stuck(word: str, letters: str) -> bool:
        spots = [spot for spot, letter in enumerate(word) if letter == "."]
        return not any(
            word[:spot] + letter + word[spot + 1 :] in legal for spot in spots for letter in letters
        )

    expected = {
        "all": legal,
        "left-ends": {word for word in legal if stuck(word, "L")},
        "right-ends": {word for word in legal if stuck(word, "R")},
        "maximal": {word for word in legal if stuck(word, "LR")},
        "play": {word for word in legal if abs(word.count("L") - word.count("R")) <= 1},
    }
    for positions, words in expected.items():
        terms: dict[tuple[int, ...], int] = {}
        for word in words:
            key = (word.count("L"), word.count("R"))
            terms[key] = terms.get(key, 0) + 1
        assert players(game, f"1x{length}", positions) == Polynomial.of(("x", "y"), terms), positions


def test_left_ends_of_snort_are_the_sets_of_right_cells() -> None:
    # Cells beside a Right piece stay free, all others must be Left's: 2^cells on every graph.
    for board in ("3x3", "cycle:5", "complete:4", "torus:3x3", "..#/..."):
        size = {"3x3": 9, "cycle:5": 5, "complete:4": 4, "torus:3x3": 9, "..#/...": 5}[board]
        assert brute_force("snort", board, "left-ends") == 2**size


def test_left_ends_of_o12_are_the_matchings() -> None:
    # Left can play on any free cell, so there is none.
    for board in ("3x3", "cycle:5", "complete:4"):
        assert brute_force("o12", board, "left-ends") == int(brute_force("arc-kayles", board))


def test_impartial_games_know_no_sides() -> None:
    assert brute_force("cram", "2x3", "play").count == brute_force("cram", "2x3").count
    assert players("cram", "2x2") == Polynomial.parse("1 + 4x + 2x^2")
    for positions in ("left-ends", "right-ends", "maximal"):
        assert players("cram", "2x2", positions) == Polynomial.parse("2x^2")


def test_trominoes_on_two_by_two() -> None:
    assert players("m-tromping", "2x2") == Polynomial.parse("1 + 4x")
    assert players("l-tromping", "2x2") == Polynomial.parse("1 + 6x + 6y + x^2 + y^2")
    assert players("d-tromping", "1x3") == Polynomial.parse("1 + 3y")
    assert players("i-tromping", "3x3", "maximal") == Polynomial.parse("x^3 + y^3")


def test_pieces_around_a_ring() -> None:
    # A straight tromino around a ring of three covers the same cells wherever it starts.
    assert players("i-tromping", "torus:3x3") == Polynomial.parse("1 + 3x + 3x^2 + x^3 + 3y + 3y^2 + y^3")
    assert players("domineering", "cylinder:3x1") == Polynomial.parse("1 + 3x")
    four = rule('[both]\npieces = ["X/X/X/X"]')
    assert brute_force(four, "cylinder:3x2") == 1
    assert brute_force(four, "cylinder:4x2") == 4


def test_the_same_cells_can_carry_pieces_of_both_players() -> None:
    both = rule('[left]\npieces = ["XX"]\n[right]\npieces = ["XX"]')
    assert brute_force(both, "1x2", weights="players").polynomial == Polynomial.parse("1 + x + y")


def test_a_piece_may_touch_itself_where_pieces_may_not_touch() -> None:
    shy = rule(
        '[left]\npieces = ["XX"]\n[right]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LL", "LR", "RR"]'
    )
    expected = Polynomial.parse("1 + 3x + 4y + 2xy + 3y^2")
    assert brute_force(shy, "1x4", weights="players").polynomial == expected


def test_groups_of_large_pieces_need_liberties() -> None:
    choked = rule('[left]\npieces = ["XX"]\n[right]\npieces = ["X"]\n[rules]\nliberties = true')
    # LL. .LL R.. .R. ..R RR. R.R .RR and the empty strip; LLR and RLL have a group without air.
    expected = Polynomial.parse("1 + 2x + 3y + 3y^2")
    assert brute_force(choked, "1x3", weights="players").polynomial == expected


# Pieces lying on the board.

LYING = [
    ("domineering", "A./A.", "all", "1 + x"),
    ("domineering", "A./A.", "play", "1"),
    ("domineering", "A./A.", "left-ends", "x"),
    ("domineering", "A./A.", "right-ends", "1 + x"),
    ("col", "A..", "all", "1 + x + 2y + xy"),
    ("col", "A..", "play", "1 + 2y + xy"),
    ("col", "aBa", "all", "1"),
    ("snort", "A..", "all", "1 + 2x + x^2 + y"),
    ("nogo", "AA.", "all", "1"),
    ("nogo", "A.b", "maximal", "1"),
    ("nogo", "A..", "all", "1 + 2x + y"),
    ("cram", "AA.", "all", "1"),
    ("cram", "aa..", "all", "1 + x"),
    ("cram", "AA..", "play", "1 + x"),
    ("cis:3", "c..", "all", "1 + 3x"),
    ("cis:3", "C..", "maximal", "3x"),
    ("o12", "Aaa.", "all", "1 + x"),
    ("l-tromping", "AA/A.", "all", "1"),
]


@pytest.mark.parametrize(("game", "board", "positions", "expected"), LYING)
def test_lying_pieces(game: str, board: str, positions: str, expected: str) -> None:
    # The grammar reads letters alone as something else, so such rows are drawn over a row of holes.
    drawn = board if "/" in board or "." in board else f"{board}/{'#' * len(board)}"
    assert players(game, drawn, positions) == Polynomial.parse(expected)


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("domineering", "AA/.."),
        ("domineering", "a./.."),
        ("col", "AA."),
        ("snort", "Ab."),
        ("nogo", "Ab/##"),
        ("cis:3", "d.."),
        ("cis:3", "a.c/bb."),
        ("cram", "AAA."),
        ("domineering-tiles", "A./A."),
    ],
)
def test_lying_pieces_that_are_no_position(game: str, board: str) -> None:
    with pytest.raises(BoardError) as refused:
        brute_force(game, board)
    assert "\n" not in str(refused.value)
    assert repr(board) in str(refused.value)


def test_holes() -> None:
    assert players("domineering", ".#./...") == Polynomial.parse("1 + 2x + x^2 + 2y + 2xy")
    assert brute_force("nogo", ".#.") == 1


# Arrays.


def cells(colours: int, rules: str, weight: str = "") -> Rule:
    return rule(f"[cells]\ncolours = {colours}\n{weight}\n{rules}")


ALONE = '[rules]\nforbid = ["11", "1/1"]'
COUNT = '[[rules.count]]\ncell = 1\nneighbours = "{}"\nof = [1]\nallowed = {}'


@pytest.mark.parametrize(
    ("colours", "rules", "board", "expected"),
    [
        (2, "", "2x3", 64),
        (2, "", "1x0", 1),
        (2, ALONE, "1x6", 21),
        (2, ALONE, "2x2", 7),
        (2, ALONE, "3x3", 63),
        (2, ALONE, "torus:3x3", 34),  # 1 + 9 + 9*4/2 + 6 permutation matrices
        (2, ALONE, ".#.", 4),
        (2, COUNT.format("rook", [0]), "path:6", 21),
        (2, COUNT.format("rook", [0]), "cycle:6", 18),
        (2, COUNT.format("rook", [0]), "3x3", 63),
        (2, COUNT.format("king", [0]), "3x3", 35),
        (2, COUNT.format("king", [2]), "cylinder:3x1", 2),
        (2, COUNT.format("oXo", [0]), "cylinder:3x2", 27),
        (2, COUNT.format("o/X/o", [2]), "cylinder:3x1", 2),
        (2, COUNT.format("o/./X", [0]), "cylinder:4x1", 9),
        (2, COUNT.format("o/./././X", [0]), "cylinder:4x1", 16),
        (3, '[rules]\nforbid = ["aa", "a/a"]', "2x2", 18),
        (3, '[rules]\nforbid = ["aa", "a/a"]', "cylinder:3x1", 6),
        (3, '[rules]\nforbid = ["ab"]', "1x5", 3),
        (3, '[rules]\nforbid = ["aba"]', "1x3", 21),
        (2, '[rules]\nforbid = ["?1"]', "1x4", 2),
        (2, '[rules]\nforbid = ["?1"]', ".#.", 4),
        (2, '[rules]\nforbid = ["1a"]', "1x3", 2),
        (2, '[rules]\nforbid = [".1/1."]', "2x2", 12),
        (2, '[rules]\nforbid = [".1/.1"]', "2x2", 9),
        (2, '[rules]\nforbid = ["1/1/1"]', "cylinder:3x1", 7),
        (2, '[rules]\nforbid = ["1/1/1/1"]', "cylinder:3x1", 8),
    ],
)
def test_arrays(colours: int, rules: str, board: str, expected: int) -> None:
    assert brute_force(cells(colours, rules), board) == expected


def test_array_weights() -> None:
    weighted = cells(3, ALONE, 'weight = {"1" = "x", "2" = "x*y^2"}')
    assert brute_force(weighted, "1x1", weights="players").polynomial == Polynomial.parse("1 + x + xy^2")
    assert str(brute_force(weighted, "1x1", weights="pieces")) == "1 + x + x^3"
    assert str(brute_force(weighted, "1x1")) == "3"


# Tiles.


def test_tiles_wrap_and_meet_holes() -> None:
    steps = rule(
        '[boundary]\ntop = ["o"]\nbottom = ["o"]\nleft = ["a"]\nright = ["b"]\n'
        '[[tile]]\ntop = "o"\nbottom = "o"\nleft = "a"\nright = "b"\nweight = "x"\n'
        '[[tile]]\ntop = "o"\nbottom = "o"\nleft = "b"\nright = "a"\nweight = "y"\n'
    )
    counts = [str(brute_force(steps, board, weights="players")) for board in ("1x1", "1x2", "1x3", "3x1")]
    assert counts == ["x", "0", "x^2*y", "x^3"]
    assert str(brute_force(steps, ".#.", weights="players")) == "x^2"
    assert str(brute_force(steps, "..#.", weights="players")) == "0"
    assert str(brute_force(steps, "cylinder:3x1", weights="pieces")) == "x^3"
    assert [int(brute_force(steps, f"torus:3x{n}")) for n in (3, 4)] == [0, 8]


# The answer and the refusals.


def test_the_answer() -> None:
    count = brute_force("domineering", "2x2", "maximal", "players")
    assert (count.game, count.board, count.positions) == ("domineering", "2x2", "maximal")
    assert (count.weights, str(count)) == (("x", "y"), "x^2 + y^2")
    assert count.evidence.status is Status.PROVED
    assert count.evidence.as_json() == {"status": "proved", "method": "brute-force", "positions_listed": 2}
    assert brute_force(find_rule("col"), "path:2").game == "Col"
    assert brute_force("col", "path:2").polynomial == Polynomial.constant(7)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        (("col", "3x3", "ends"), OptionError, "'ends' is unknown; did you mean left-ends? known are all,"),
        ((3, "3x3"), RuleError, "game 3 is neither a name"),
        (("cis", 5), BoardError, "board 5 is neither a text"),
        ((TORN, "A.B"), BoardError, "the letter 'A' on 1 cell is no piece"),
        ((TORN, "AA"), BoardError, "letters alone are no board"),
        (("col", "3x3", "all", "x"), OptionError, "'x' is unknown; known are none, pieces, players"),
        (("domineering-tiles", "3x3", "play"), OptionError, "tile set"),
        ((cells(2, ALONE), "3x3", "maximal"), OptionError, "arrays"),
        (("domineering", "path:4000"), MismatchError, "shape"),
        (("domineering-tiles", "path:4"), MismatchError, "four sides"),
        ((cells(2, ALONE), "path:4000"), MismatchError, "windows"),
        ((cells(2, COUNT.format("king", [0])), "cycle:4"), MismatchError, "drawn neighbours"),
        (("col", "3xn"), BoardError, "family"),
        (("col", "20x20"), LimitError, "400 cells"),
        (("snort", "11x10"), LimitError, "220 placements"),
        (("domineering", "8x8"), LimitError, "at least 2^32 positions"),
        ((cells(1, ""), "20x20"), LimitError, "400 cells"),
        ((cells(2, ALONE), "5x5"), LimitError, "2^25 arrays"),
        (("domineering-tiles", "5x5"), LimitError, "10^11 tilings"),  # 3^16 * 2^8
        (("domineering-tiles", "20x20"), LimitError, "400 cells"),
    ],
)
def test_refusals(arguments: tuple[str, ...], error: type[GfkitError], says: str) -> None:
    with pytest.raises(error) as refused:
        brute_force(*arguments)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_oracle_shares_nothing_with_the_engine() -> None:
    import gfkit.oracle

    words = (
        "games.rule",
        "games.cover",
        "games.edges",
        "games.linkage",
        "games.orientations",
        "games.library",
        "games.question",
    )
    allowed = ("errors", "typing", "boards", *words, "sequences", "oracle")
    for path in Path(gfkit.oracle.__file__).parent.glob("*.py"):
        for module in re.findall(r"^\s*(?:from|import) gfkit\.?(\S*)", path.read_text(), re.MULTILINE):
            assert any(module == name or module.startswith(f"{name}.") for name in allowed), (path, module)
    loaded = "import gfkit.oracle, sys; print(any(m.startswith('gfkit.transfer') for m in sys.modules))"
    answer = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("board", ["path:4", "cycle:5", "3x3", "2x4", "complete:4", "wheel:5"])
@pytest.mark.parametrize(
    ("game", "is_allowed"),
    [
        ("matchings", lambda degrees, _: max(degrees) <= 1),
        ("perfect-matchings", lambda degrees, _: set(degrees) == {1}),
        ("edge-covers", lambda degrees, _: min(degrees) >= 1),
        ("hamiltonian-cycles", lambda degrees, edges: set(degrees) == {2} and is_one_cycle(edges)),
    ],
)
def test_sets_of_edges_are_all_of_them(game, is_allowed, board):
    """Backtracking leaves out nothing: every subset of the edges, by the definition of its name."""
    pairs, size = parse_board(board).edges, parse_board(board).size
    allowed = 0
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        edges = [pair for pair, is_taken in zip(pairs, chosen, strict=True) if is_taken]
        degrees = [sum(cell in pair for pair in edges) for cell in range(size)]
        allowed += is_allowed(degrees, edges)
    assert int(brute_force(game, board)) == allowed


def is_one_cycle(edges):
    """Whether a walk along edges of which two meet everywhere comes by all of them."""
    start = here = edges[0][0]
    left = list(edges)
    while True:
        edge = next((pair for pair in left if here in pair), None)
        if edge is None:
            return not left and here == start
        left.remove(edge)
        here = sum(edge) - here


def test_tries_end_a_listing():
    assert int(brute_force("hamiltonian-cycles", "4x6", tries=20_000)) == 37  # A006864; 2^38 sets of edges
    for game, board in (("domino-tilings", "4x4"), ("col", "3x3"), ("matchings", "3x3"), ("kings", "3x3")):
        with pytest.raises(LimitError, match="at most 10 are taken"):
            brute_force(game, board, tries=10)
