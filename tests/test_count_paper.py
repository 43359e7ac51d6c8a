"""Counting against two papers, typed off the page.

Huntemann and McKay, Counting Domineering Positions; and Brown, Cox, Hoefel, McKay, Milley, Nowakowski
and Siegel, A note on polynomial profiles of placement games.
"""

from __future__ import annotations

import json
from itertools import product

import pytest

from gfkit import brute_force, count
from gfkit.boards import Board
from gfkit.cli.main import main
from gfkit.sequences import Polynomial

X = ("x", "y")


def poly(text: str) -> Polynomial:
    return Polynomial.parse(text)


def players(game: str, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "players").polynomial


def swapped(polynomial: Polynomial) -> Polynomial:
    """The polynomial with Left and Right exchanged."""
    return Polynomial.of(X, {(b, a): value for (a, b), value in polynomial.terms})


# Domineering: Sections 2 and 3.

D_43 = """x^6 + 9x^5 + 6x^4y^2 + 20x^4y + 30x^4 + 46x^3y^2 + 84x^3y + 45x^3 + 4x^2y^4 + 24x^2y^3
 + 100x^2y^2 + 100x^2y + 30x^2 + 24xy^4 + 72xy^3 + 90xy^2 + 48xy + 9x + 16y^4 + 32y^3 + 24y^2 + 8y + 1"""
PLAY_43 = "46x^3y^2 + 24x^2y^3 + 100x^2y^2 + 100x^2y + 90xy^2 + 48xy + 9x + 8y + 1"
F_32 = "2x^2y + 2x^2 + y^3"
TWO_HOLES = """2x^3y^2 + 8x^3y + 4x^3 + 12x^2y^2 + 22x^2y + 8x^2 + xy^4 + 10xy^3 + 26xy^2 + 21xy + 5x + 2y^4
 + 9y^3 + 12y^2 + 6y + 1"""


@pytest.mark.parametrize("game", ["domineering", "domineering-tiles"])
def test_all_positions_of_4_by_3(game: str) -> None:
    assert players(game, "4x3") == poly(D_43)
    matchings = count(game, "4x3", weights="pieces").polynomial
    assert matchings == poly(D_43).in_variables(("x",), {"x": (1,), "y": (1,)})
    assert int(count(game, "4x3")) == poly(D_43).total == 823


def test_play_positions_of_4_by_3() -> None:
    assert players("domineering", "4x3", "play") == poly(PLAY_43)
    assert count("domineering", "4x3", "play") == 426


@pytest.mark.parametrize(
    ("game", "positions"), [("domineering", "maximal"), ("domineering-maximal-tiles", "all")]
)
def test_maximal_positions_of_3_by_2(game: str, positions: str) -> None:
    assert players(game, "3x2", positions) == poly(F_32)
    assert players(game, "2x3", positions) == swapped(poly(F_32))


@pytest.mark.parametrize("game", ["domineering", "domineering-tiles"])
def test_boards_with_missing_squares(game: str) -> None:
    # The 2 x 3 board with two squares forced empty is a bent row of four: one column of two, a row of three.
    assert players(game, "##./...") == poly("1 + x + 2y + xy")
    # Example 3.2 and its figure: the second square of the middle row and the last of the bottom row.
    assert players(game, "..../.#../...#") == poly(TWO_HOLES)


def test_the_examples_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> dict[str, str]:
        assert main(["count", *arguments, "--json"]) == 0
        answer: dict[str, str] = json.loads(capsys.readouterr().out)
        return answer

    assert poly(run("domineering", "4x3", "--weights", "players")["polynomial"]) == poly(D_43)
    assert run("domineering", "4x3", "--positions", "play")["count"] == "426"
    maximal = run("domineering", "3x2", "--positions", "maximal", "--weights", "players")
    assert poly(maximal["polynomial"]) == poly(F_32)
    holes = run("domineering-tiles", "..../.#../...#", "--weights", "players")
    assert poly(holes["polynomial"]) == poly(TWO_HOLES)
    assert run("domineering", "8x8", "--positions", "right-ends")["count"] == "84588476099284"
    assert run("domineering-right-end-tiles", "8x8")["count"] == "84588476099284"


# Table of play positions: their number, and the denominator of the ratio.

PLAY_POSITIONS = [
    (1, 1),
    (5, 7),
    (75, 131),
    (4632, 10012),
    (1076492, 2810694),
    (963182263, 2989126727),
    (3317770165381, 11945257052321),
    (43809083383524391, 179788343101980135),
    (2209112327971366587064, 10185111919160666118608),
    (424273291301040427702718109, 2172138783673094193937750015),
]


@pytest.mark.parametrize(("n", "play", "positions"), [(n, *row) for n, row in enumerate(PLAY_POSITIONS, 1)])
def test_table_of_play_positions(n: int, play: int, positions: int) -> None:
    assert count("domineering", f"{n}x{n}", "play") == play
    assert count("domineering", f"{n}x{n}") == positions
    assert count("domineering-tiles", f"{n}x{n}") == positions


# The tournament game. Columns and rows of the figure count from 0 at the bottom left.

LEFT_DOMINOES = [(1, 0), (1, 2), (1, 4), (3, 2), (6, 2), (6, 6)]
RIGHT_DOMINOES = [(0, 6), (2, 1), (4, 4), (4, 6), (6, 1)]
BOTTOM_BOARD = "##..##/##..##/##..##/......"
TOP_BOARD = "......#./##..###./##....../##..##../##.####./##.####."
LEFT_BOARD = "./././././."
BOTTOM = """x^4y^2 + 2x^4y + x^4 + 10x^3y^2 + 16x^3y + 6x^3 + 3x^2y^4 + 24x^2y^3 + 58x^2y^2 + 46x^2y + 11x^2
 + 8xy^4 + 42xy^3 + 62xy^2 + 34xy + 6x + y^6 + 9y^5 + 26y^4 + 35y^3 + 24y^2 + 8y + 1"""
TOP = """x^9y^3 + 3x^9y^2 + 3x^9y + x^9 + 23x^8y^3 + 62x^8y^2 + 55x^8y + 16x^8 + 4x^7y^5 + 43x^7y^4
 + 291x^7y^3 + 555x^7y^2 + 401x^7y + 98x^7 + 60x^6y^5 + 539x^6y^4 + 1874x^6y^3 + 2564x^6y^2 + 1469x^6y
 + 295x^6 + 4x^5y^7 + 71x^5y^6 + 650x^5y^5 + 2908x^5y^4 + 6250x^5y^3 + 6303x^5y^2 + 2885x^5y + 481x^5
 + 34x^4y^7 + 467x^4y^6 + 2590x^4y^5 + 7406x^4y^4 + 11148x^4y^3 + 8637x^4y^2 + 3218x^4y + 452x^4
 + x^3y^9 + 20x^3y^8 + 222x^3y^7 + 1421x^3y^6 + 4991x^3y^5 + 9909x^3y^4 + 11109x^3y^3 + 6812x^3y^2
 + 2098x^3y + 251x^3 + 3x^2y^9 + 55x^2y^8 + 437x^2y^7 + 1909x^2y^6 + 4790x^2y^5 + 7083x^2y^4
 + 6172x^2y^3 + 3063x^2y^2 + 789x^2y + 81x^2 + 3xy^9 + 50xy^8 + 330xy^7 + 1123xy^6 + 2181xy^5
 + 2533xy^4 + 1774xy^3 + 726xy^2 + 158xy + 14x + y^9 + 15y^8 + 85y^7 + 237y^6 + 373y^5 + 353y^4
 + 204y^3 + 70y^2 + 13y + 1"""
LEFT = "x^3 + 6x^2 + 5x + 1"
FROM_HERE = """17x^{10}y^{11} + 410x^{10}y^{10} + 7690x^{10}y^9 + 6769x^9y^{10} + 76829x^9y^9 + 532379x^9y^8
 + 436560x^8y^9 + 2217847x^8y^8 + 7453953x^8y^7 + 6030494x^7y^8 + 16049771x^7y^7 + 29420257x^7y^6
 + 23698832x^6y^7 + 36239078x^6y^6 + 38789964x^6y^5 + 31354701x^5y^6 + 29013063x^5y^5 + 18784523x^5y^4
 + 15287335x^4y^5 + 8768628x^4y^4 + 3451191x^4y^3 + 2830886x^3y^4 + 1004132x^3y^3 + 232953x^3y^2
 + 192647x^2y^3 + 40779x^2y^2 + 5086x^2y + 4240xy^2 + 487xy + 25x + 21y + 1"""


def figure(size: int, left: list[tuple[int, int]], right: list[tuple[int, int]], holes: bool = False) -> str:
    """A figure's board as one line: every domino a letter of its own, or holes where dominoes lie."""
    rows = [["."] * size for _ in range(size)]
    for index, (col, row) in enumerate(left):
        for up in (0, 1):
            rows[size - 1 - row - up][col] = "#" if holes else "ABCDEFGH"[index]
    for index, (col, row) in enumerate(right):
        for across in (0, 1):
            rows[size - 1 - row][col + across] = "#" if holes else "abcdefgh"[index]
    return "/".join(map("".join, rows))


def test_the_drawing_of_the_tournament_game() -> None:
    assert figure(8, LEFT_DOMINOES, RIGHT_DOMINOES).split("/") == [
        "......F.",
        "aa..ddF.",
        ".C......",
        ".C..cc..",
        ".B.D..E.",
        ".B.D..E.",
        ".Abb..ee",
        ".A......",
    ]


@pytest.mark.parametrize(
    ("board", "printed"), [(BOTTOM_BOARD, BOTTOM), (TOP_BOARD, TOP), (LEFT_BOARD, LEFT), ("6x1", LEFT)]
)
def test_the_components_of_the_tournament_game(board: str, printed: str) -> None:
    # The paper prints the last one as D_{1,6}; its matrix and polynomial are those of 6 rows of 1.
    assert players("domineering", board) == poly(printed)
    assert players("domineering-tiles", board) == poly(printed)


def test_the_tournament_game_is_the_product_of_its_components() -> None:
    whole = poly(BOTTOM) * poly(TOP) * poly(LEFT)
    assert players("domineering", figure(8, LEFT_DOMINOES, RIGHT_DOMINOES)) == whole
    assert players("domineering", figure(8, LEFT_DOMINOES, RIGHT_DOMINOES, holes=True)) == whole
    assert players("domineering-tiles", figure(8, LEFT_DOMINOES, RIGHT_DOMINOES, holes=True)) == whole


def test_play_positions_after_the_tournament_position() -> None:
    # The paper counts the dominoes to come. As empty board with holes that is what play positions are.
    holes = figure(8, LEFT_DOMINOES, RIGHT_DOMINOES, holes=True)
    assert players("domineering", holes, "play") == poly(FROM_HERE)
    # Left has played one domino more; with the dominoes on the board counted it is y that may run ahead.
    whole = poly(BOTTOM) * poly(TOP) * poly(LEFT)
    ahead = Polynomial.of(X, {(a, b): v for (a, b), v in whole.terms if abs(a + 6 - b - 5) <= 1})
    assert players("domineering", figure(8, LEFT_DOMINOES, RIGHT_DOMINOES), "play") == ahead


def test_the_position_that_breaks_into_a_sum() -> None:
    # The paper's first figure, on the left whole and on the right in parts.
    left, right = [(1, 1), (2, 3), (0, 0)], [(3, 1), (0, 3), (2, 2)]
    parts = ["..", ".", ".", "../../#.", "#.##/...."]
    expected = poly("1")
    for part in parts:
        drawn = part if "/" in part else f"{part}/{'#' * len(part)}"
        expected = expected * brute_force("domineering", drawn, weights="players").polynomial
    assert players("domineering", figure(5, left, right)) == expected


# Ends.

RIGHT_ENDS = [
    [1, 1, 2, 2, 3, 4, 5, 7],
    [2, 4, 11, 25, 61, 146, 351, 844],
    [3, 9, 48, 172, 731, 2976, 12039, 49401],
    [5, 25, 227, 1427, 10388, 72751, 510779, 3604887],
    [8, 64, 1054, 11134, 140555, 1693116, 20414525, 248119648],
    [13, 169, 4921, 88733, 1932067, 40008789, 831347033, 17385222733],
    [21, 441, 22944, 701926, 26425981, 941088936, 33656587715, 1211649519869],
    [34, 1156, 107017, 5567467, 362036629, 22168654178, 1365206879940, 84588476099284],
]
CELLS = list(product(range(1, 9), repeat=2))


@pytest.mark.parametrize("m", range(1, 9))
def test_table_of_right_ends(m: int) -> None:
    found = [int(count("domineering", f"{m}x{n}", "right-ends")) for n in range(1, 9)]
    assert found == RIGHT_ENDS[m - 1]
    assert [int(count("domineering-right-end-tiles", f"{m}x{n}")) for n in range(1, 9)] == found
    assert [int(count("domineering", f"{n}x{m}", "left-ends")) for n in range(1, 9)] == found


@pytest.mark.parametrize(("m", "n"), [(m, n) for m, n in CELLS if m * n <= 30])
def test_left_ends_are_right_ends_turned(m: int, n: int) -> None:
    right = players("domineering", f"{m}x{n}", "right-ends")
    assert players("domineering", f"{n}x{m}", "left-ends") == swapped(right)
    assert players("domineering-right-end-tiles", f"{m}x{n}") == right
    tiles = players("domineering-maximal-tiles", f"{m}x{n}")
    assert (
        players("domineering", f"{m}x{n}", "maximal")
        == tiles
        == swapped(players("domineering", f"{n}x{m}", "maximal"))
    )


def test_columns_and_rows_of_the_table_go_on() -> None:
    padovan, fibonacci, third = [1, 1, 2], [1, 1], [1, 2, 11, 48]
    for _ in range(40):
        padovan.append(padovan[-2] + padovan[-3])
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
        third.append(4 * third[-1] + 4 * third[-2] - 4 * third[-3] - third[-4])
    assert padovan[:8] == RIGHT_ENDS[0]
    assert fibonacci[1:9] == [row[0] for row in RIGHT_ENDS]
    assert [number**2 for number in fibonacci[1:9]] == [row[1] for row in RIGHT_ENDS]
    assert third[1:9] == [row[2] for row in RIGHT_ENDS]
    for n in (9, 20, 31, 40):
        assert count("domineering", f"1x{n}", "right-ends") == padovan[n - 1]
        assert count("domineering", f"{n}x1", "right-ends") == fibonacci[n]
        assert count("domineering", f"{n}x2", "right-ends") == fibonacci[n] ** 2
        assert count("domineering", f"{n}x3", "right-ends") == third[n]
