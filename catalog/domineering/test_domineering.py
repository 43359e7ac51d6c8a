"""The engines by the paper's tables, where that is more than its claims say: tiles, drawings, far boards."""

from __future__ import annotations

import json
from itertools import product

import pytest
from choice import some_and_all

from gfkit import brute_force, count
from gfkit.catalog import read_document
from gfkit.catalog.papers import catalog_files
from gfkit.cli.main import main
from gfkit.core.algebra import Polynomial
from gfkit.core.boards import parse_board, parse_one_board
from gfkit.questions import TileSet

TILES = {
    "all": "domineering-tiles",
    "maximal": "domineering-maximal-tiles",
    "right-ends": "domineering-right-end-tiles",
}
CLAIMS = {
    claim.id.removeprefix("domineering-"): claim
    for file in catalog_files()
    if file.parent.name == "domineering"
    for claim in read_document(file).claims
}
COUNTED = [
    claim
    for claim in CLAIMS.values()
    if claim.by in ("count", "terms") and claim.arguments.get("positions", "all") in TILES
]


def said(word):
    """The polynomial that a claim states."""
    return Polynomial.parse(CLAIMS[word].statement[0], ("x", "y"))


def players(game, board, positions="all"):
    return count(game, board, positions, "players").polynomial


def boards_of(claim):
    asked = claim.arguments
    if claim.by == "count":
        return asked.get("boards") or [asked["board"]]
    family = parse_board(asked["family"])
    first = asked.get("first", family.first_n)
    return [family.at(n).text for n in range(first, first + len(claim.statement))]


@pytest.mark.parametrize("some", some_and_all(COUNTED, 2, 8))
def test_tile_sets_count_the_same(some):
    assert len(COUNTED) > 20
    for claim in some:
        compare_tiles(claim)


def compare_tiles(claim):
    asked = claim.arguments
    tiles, weights = TILES[asked.get("positions", "all")], asked.get("weights", "none")
    for board, text in zip(boards_of(claim), claim.correction or claim.statement, strict=True):
        found = count(tiles, board, "all", weights)
        if weights == "players":
            assert found.polynomial == Polynomial.parse(text, ("x", "y"))
        else:
            assert str(found.count) == text
        if parse_one_board(board).size <= 12:
            for game, positions in (("domineering", asked.get("positions", "all")), (tiles, "all")):
                assert brute_force(game, board, positions, weights).polynomial == found.polynomial
        size = [int(side) for side in board.split("x")] if board.replace("x", "").isdigit() else [99]
        if 0 < max(size) <= 6:
            assert TileSet(tiles).rectangle(*size).total == found.count


@pytest.mark.slow(1)
def test_the_examples_by_the_command_line(capsys):
    def run(*arguments):
        assert main(["count", *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    for word in ("d43", "f32", "holes"):
        asked = CLAIMS[word].arguments
        found = run(
            "domineering",
            asked["board"],
            "--positions",
            asked.get("positions", "all"),
            "--weights",
            "players",
        )
        assert Polynomial.parse(found["polynomial"], ("x", "y")) == said(word)
    assert run("domineering", "4x3", "--positions", "play")["count"] == CLAIMS["play-43-number"].statement[0]
    corner = CLAIMS["t2-m8"].statement[-1]
    assert run("domineering", "8x8", "--positions", "right-ends")["count"] == corner
    assert run("domineering-right-end-tiles", "8x8")["count"] == corner


def test_missing_squares_by_hand():
    # The 2 x 3 board with two squares forced empty is a bent row of four: one column of two, a row of three.
    for game in ("domineering", "domineering-tiles"):
        assert players(game, "##./...") == Polynomial.parse("1 + x + 2y + xy", ("x", "y"))


# The tournament game. Columns and rows of the figure count from 0 at the bottom left.

LEFT_DOMINOES = [(1, 0), (1, 2), (1, 4), (3, 2), (6, 2), (6, 6)]
RIGHT_DOMINOES = [(0, 6), (2, 1), (4, 4), (4, 6), (6, 1)]


def figure(size, left, right, holes=False):
    """A figure's board as one line: every domino a letter of its own, or holes where dominoes lie."""
    rows = [["."] * size for _ in range(size)]
    for index, (col, row) in enumerate(left):
        for up in (0, 1):
            rows[size - 1 - row - up][col] = "#" if holes else "ABCDEFGH"[index]
    for index, (col, row) in enumerate(right):
        for across in (0, 1):
            rows[size - 1 - row][col + across] = "#" if holes else "abcdefgh"[index]
    return "/".join(map("".join, rows))


def test_the_tournament_game():
    drawing = figure(8, LEFT_DOMINOES, RIGHT_DOMINOES)
    assert drawing.split("/") == [
        "......F.",
        "aa..ddF.",
        ".C......",
        ".C..cc..",
        ".B.D..E.",
        ".B.D..E.",
        ".Abb..ee",
        ".A......",
    ]
    assert drawing == CLAIMS["gonc-lying"].arguments["with"]["board"]
    holes = figure(8, LEFT_DOMINOES, RIGHT_DOMINOES, holes=True)
    whole = said("gonc-bottom") * said("gonc-top") * said("gonc-left")
    for game, board in (("domineering", drawing), ("domineering", holes), ("domineering-tiles", holes)):
        assert players(game, board) == whole
    # The paper counts the dominoes to come. As empty board with holes that is what play positions are.
    assert players("domineering", holes, "play") == said("gonc-restricted")
    # Left has played one domino more; with the dominoes on the board counted it is y that may run ahead.
    ahead = whole.only(powers for powers, _ in whole.terms if abs(powers[0] + 6 - powers[1] - 5) <= 1)
    assert players("domineering", drawing, "play") == ahead


@pytest.mark.slow(1)
def test_the_position_that_breaks_into_a_sum():
    # The paper's first figure, on the left whole and on the right in parts.
    drawing = figure(5, [(1, 1), (2, 3), (0, 0)], [(3, 1), (0, 3), (2, 2)])
    expected = Polynomial.constant(1, ("x", "y"))
    for part in CLAIMS["fig1-parts"].statement:
        board = part if "/" in part else f"{part}/{'#' * len(part)}"
        expected = expected * brute_force("domineering", board, weights="players").polynomial
    assert players("domineering", drawing) == expected


# Boards larger than those that the claims are tried on


def swapped(polynomial):
    return Polynomial.of(("x", "y"), {(b, a): value for (a, b), value in polynomial.terms})


SIDES = [(m, n) for m, n in product(range(1, 9), repeat=2) if m * n <= 30]


@pytest.mark.parametrize("some", some_and_all(SIDES, 4, 5))
def test_left_ends_are_right_ends_turned(some):
    for m, n in some:
        right = players("domineering", f"{m}x{n}", "right-ends")
        assert players("domineering", f"{n}x{m}", "left-ends") == swapped(right)
        assert players("domineering-right-end-tiles", f"{m}x{n}") == right
        maximal = players("domineering", f"{m}x{n}", "maximal")
        assert players("domineering-maximal-tiles", f"{m}x{n}") == maximal
        assert swapped(players("domineering", f"{n}x{m}", "maximal")) == maximal


@pytest.mark.slow(1)
def test_columns_and_rows_of_the_table_go_on():
    padovan, fibonacci, third = [1, 1, 2], [1, 1], [1, 2, 11, 48]
    for _ in range(40):
        padovan.append(padovan[-2] + padovan[-3])
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
        third.append(4 * third[-1] + 4 * third[-2] - 4 * third[-3] - third[-4])
    for n in (9, 20, 31, 40):
        assert count("domineering", f"1x{n}", "right-ends") == padovan[n - 1]
        assert count("domineering", f"{n}x1", "right-ends") == fibonacci[n]
        assert count("domineering", f"{n}x2", "right-ends") == fibonacci[n] ** 2
        assert count("domineering", f"{n}x3", "right-ends") == third[n]
