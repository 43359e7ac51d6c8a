"""Exact covers, pointing cells, full positions: against formulas, permanents, listing and printed numbers."""

from __future__ import annotations

import random
from itertools import permutations
from math import cos, pi, prod

import pytest

import gfkit
from gfkit import brute_force, count, derive
from gfkit.errors import BoardError, MismatchError, OptionError, RuleError
from gfkit.games import CoverRule, PointerRule, Rule
from gfkit.show.phrases import rule_sentences
from gfkit.verify import proof_of
from gfkit.verify.certificate import check

DOMINO = ["XX"]


def cover(*pieces: str, **more: object) -> Rule:
    return Rule.of({"name": "cover", "cover": {"pieces": list(pieces), **more}})


def free(*pieces: str) -> Rule:
    return cover(*pieces, turned=True, mirrored=True)


def pointers(*moves: str, stay: bool, **more: object) -> Rule:
    return Rule.of({"name": "pointers", "pointers": {"moves": list(moves), "stay": stay, **more}})


# Dominoes.


def kasteleyn(rows: int, cols: int) -> int:
    """Dominoes on a rectangle: the product of Kasteleyn, and of Temperley and Fisher (1961).

    >>> kasteleyn(8, 8)
    12988816
    """
    return round(
        prod(
            4 * cos(pi * j / (rows + 1)) ** 2 + 4 * cos(pi * k / (cols + 1)) ** 2
            for j in range(1, (rows + 1) // 2 + 1)
            for k in range(1, (cols + 1) // 2 + 1)
        )
    )


@pytest.mark.parametrize("rows", range(1, 9))
def test_dominoes_are_those_of_kasteleyn(rows):
    law = derive(cover(*DOMINO, turned=True), f"{rows}xn")
    assert law.evidence.status.value == "proved"
    assert law.terms(13)[1:] == [kasteleyn(rows, n) for n in range(1, 13)]


def test_twelve_rows_of_dominoes():
    law = derive(cover(*DOMINO, turned=True), "12xn")
    assert law.evidence.status.value == "proved"
    assert law.terms(9)[1:] == [kasteleyn(12, n) for n in range(1, 9)]


def test_dominoes_on_graphs_are_perfect_matchings():
    """K_2n has (2n-1)!! of them, a ring of even length two, a path one."""
    rule = cover(*DOMINO, turned=True)
    assert [int(count(rule, f"complete:{n}")) for n in (2, 4, 6, 8)] == [1, 3, 15, 105]
    assert derive(rule, "cycle:n").terms(6) == [0, 2, 0, 2, 0, 2]
    assert derive(rule, "path:n").terms(6) == [1, 0, 1, 0, 1, 0]
    with pytest.raises(MismatchError, match="complete graphs are no strip"):
        derive(rule, "complete:n")


# Printed numbers: the terms stand in the entries named.

PRINTED = {
    "A028470": (cover(*DOMINO, turned=True), "8xn", 0, 1, [1, 1, 34, 153, 2245, 14824, 167089, 1292697]),
    "A049086": (cover("XXX", turned=True), "4xn", 0, 3, [1, 3, 13, 57, 249, 1087, 4745, 20713, 90417]),
    "A054854": (free("X", "XX/XX"), "4xn", 0, 1, [1, 1, 5, 11, 35, 93, 269, 747, 2115, 5933]),
    "A084478": (free("XX/X."), "5xn", 0, 3, [1, 0, 72, 384, 8544, 76800, 1168512, 12785664]),
    "A165799": (free("XX/X.", "XX/XX"), "4xn", 0, 1, [1, 0, 1, 4, 6, 16, 37, 92, 245, 560, 1426]),
    "A376031": (free("XX", "XXX/.X."), "3xn", 0, 2, [1, 3, 18, 112, 692, 4294, 26624, 165086]),
    "A364460": (free("XX", "XX/X.", "XXX"), "3xn", 0, 1, [1, 1, 6, 30, 145, 733, 3540, 17300]),
    "A278330": (free("XX/XX/X.", "X.X/XXX", ".X./XXX/.X."), "5xn", 0, 1, [1, 0, 2, 1, 12, 10, 59, 52, 276]),
    "A105262": (cover("X", "X./XX"), "4xn", 0, 1, [1, 1, 5, 13, 42, 126, 387, 1180, 3606]),
    "A220547": (cover("X", "XX", "X/X", ".X/X."), "nx2", 1, 1, [2, 8, 29, 108, 401, 1490, 5536, 20569]),
    "A236580": (cover("XXXX", turned=True), "6xn", 0, 4, [1, 4, 25, 154, 943, 5773, 35344, 216388]),
    "A233139": (free(".X./XXX", "XX./.XX"), "4xn", 0, 1, [1, 0, 0, 0, 2, 4, 8, 18, 44, 104, 242, 564]),
    "A232497": (free("X../XXX", "XX./.XX"), "4xn", 0, 1, [1, 0, 2, 6, 14, 32, 102, 238, 652, 1696]),
    "A349187": (
        free(".X./XXX/.X.", "..X./XXXX", "XX./.X./.XX"),
        "5xn",
        0,
        1,
        [1, 0, 0, 0, 0, 6, 6, 6, 2, 10, 86, 118, 166, 152, 372, 1394],
    ),
    "A358933": (
        free("XX../.XXX", "X.X/XXX", "XX./.X./.XX"),
        "5xn",
        0,
        1,
        [1, 0, 0, 0, 2, 0, 2, 2, 4, 2, 10, 8, 14, 18, 36],
    ),
    "A378005": (
        pointers("o.X...oo", stay=False),
        "1xn",
        0,
        1,
        [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 1, 6, 6, 1],
    ),
    "A072856": (pointers("ooooXoooo", stay=True), "1xn", 0, 1, [1, 1, 2, 6, 24, 120, 504, 1902, 6902]),
    "A080014": (pointers("ooX.o", stay=True), "1xn", 0, 1, [1, 1, 1, 3, 6, 10, 18, 35, 65, 119, 221]),
    "A189436": (pointers(".o./.X./o.o", stay=True), "4xn", 1, 1, [1, 9, 31, 140, 571, 2413, 10069]),
    "A189305": (pointers("oo./oXo/.oo", stay=True), "nx2", 1, 1, [2, 14, 73, 400, 2177, 11854, 64554]),
}


@pytest.mark.parametrize("number", PRINTED)
def test_printed(number):
    rule, family, first, step, terms = PRINTED[number]
    law = derive(rule, family)
    assert law.evidence.status.value == "proved"
    assert law.terms(first + step * len(terms))[first::step] == terms


@pytest.mark.slow
def test_trominoes_on_eight_rows_are_those_on_eight_columns():
    law = derive(cover("XX/X.", turned=True), "8xn")
    assert law.evidence.status.value == "proved"
    for n in (3, 6):
        assert law[n] == derive(cover("XX/X.", turned=True), f"{n}xn")[8]


def test_t_tetrominoes_on_four_rows():
    """Korn and Pak, Tilings of rectangles with T-tetrominoes: 2 * 3^(k-1) of 4 x 4k."""
    law = derive(cover(".X./XXX", turned=True), "4xn")
    assert law.terms(30) == [1] + [2 * 3 ** (n // 4 - 1) if n % 4 == 0 else 0 for n in range(1, 30)]


# Pointing cells.


def permanent(matrix: list[list[int]]) -> int:
    """Ryser's formula.

    >>> permanent([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
    3
    """
    size = len(matrix)
    total = 0
    for chosen in range(1 << size):
        columns = [col for col in range(size) if chosen >> col & 1]
        total += (-1) ** (size - len(columns)) * prod(sum(row[col] for col in columns) for row in matrix)
    return total


KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
MOVES = {
    "rook": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "king": KING,
    "oo/X.": [(-1, 0), (-1, 1)],
    "o.o/.X./..o": [(-1, -1), (-1, 1), (1, 1)],
    "ooX": [(0, -2), (0, -1)],
    "ooX.o": [(0, -2), (0, -1), (0, 2)],
    ".o./o.X": [(-1, -1), (0, -2)],
}


@pytest.mark.parametrize("moves", [moves for moves in MOVES if moves != "ooX"])
@pytest.mark.parametrize("stay", [True, False])
@pytest.mark.parametrize("wraps", [(False, False), (True, False), (True, True)])
def test_pointing_cells_are_permanents(moves, stay, wraps):
    """Of the matrix with a 1 where a cell may point, each pair of cells once, on 3 x n of every kind."""
    if all(wraps) and moves == "ooX.o":
        moves = "ooX"  # three rings side by side, of which each remembers four cells: minutes
    word = {0: "", 1: "cylinder:", 2: "torus:"}[sum(wraps)]
    law = derive(pointers(moves, stay=stay), f"{word}3xn")
    for n in range(law.first_n, 5):
        spots = [(r, c) for r in range(3) for c in range(n)]
        matrix = []
        for row, col in spots:
            reached = {(row, col)} if stay else set()
            for down, right in MOVES[moves]:
                r, c = row + down, col + right
                spot = (r % 3 if wraps[0] else r, c % n if wraps[1] else c)
                reached |= {spot} - {(row, col)}
            matrix.append([int(spot in reached) for spot in spots])
        assert law[n] == permanent(matrix)


def test_all_moves_and_staying_are_all_permutations():
    every = pointers("Xoooo", "ooooX", stay=True)
    assert [int(count(every, f"1x{n}")) for n in range(6)] == [1, 1, 2, 6, 24, 120]
    assert [int(count(pointers("Xoooo", "ooooX", stay=False), f"1x{n}")) for n in range(6)] == [
        sum(all(p[i] != i for i in range(n)) for p in permutations(range(n))) for n in range(6)
    ]


def test_moves_that_meet_around_a_ring_are_one():
    """Three cells around: two to the right is one to the left, and three to the right is no move."""
    assert int(count(pointers("o/./X/o", stay=False), "cylinder:3x1")) == 1  # -2 and +1 are one
    assert int(count(pointers("X/./././o", stay=False), "cylinder:4x1")) == 0  # +4 leads back
    assert int(count(pointers("X/./././o", stay=True), "cylinder:4x1")) == 1


def test_the_first_of_two_moves_that_meet_gives_the_weight():
    weight = {"o/./X": "x", "X/o": "y"}
    ways = pointers("o/./X", "X/o", stay=False, weight=weight)
    assert str(count(ways, "cylinder:3x1", weights="players").polynomial) == "x^3"
    assert str(brute_force(ways, "cylinder:3x1", weights="players").polynomial) == "x^3"


# Conventions of covers.


def test_the_same_piece_on_the_same_cells_is_there_once_and_two_pieces_are_two():
    """Three cells around: a bar of three is one laying; XX and X.X, which lie on the same cells, are two."""
    assert int(count(cover("X/X/X"), "cylinder:3x1")) == 1
    two = cover("X", "X/X", "X/./X", weight={"X/X": "x", "X/./X": "y"})
    assert str(count(two, "cylinder:3x1", weights="players").polynomial) == "1 + 3*x + 3*y"
    assert count(two, "cylinder:3x1", weights="players").polynomial == (
        brute_force(two, "cylinder:3x1", weights="players").polynomial
    )


def test_pieces_are_turned_and_mirrored_on_request():
    """An L of four cells in a box of 2 x 3 or 3 x 2, the rest single cells: 4 places of each position."""
    for more, positions in (({}, 1), ({"mirrored": True}, 2)):
        assert int(count(cover("X", "XXX/X..", **more), "2x3")) == 1 + positions
    boxes = [
        int(count(cover("X", "XXX/X..", turned=True, mirrored=m), b))
        for b in ("2x3", "3x2")
        for m in (0 > 1, True)
    ]
    assert boxes == [3, 5, 3, 5]


# Against listing, on boards with holes.


def drawn(rng: random.Random) -> str:
    rows, cols = rng.choice(((2, 4), (3, 3), (3, 4), (2, 5)))
    text = "/".join("".join(rng.choice("....#") for _ in range(cols)) for _ in range(rows))
    return text if "." in text else "../.."


SHAPES = ["X", "XX", "XXX", "XX/X.", "X.X", "XX/XX", "XXX/.X.", "X./.X", "XXX/X..", ".XX/XX."]


@pytest.mark.parametrize("seed", range(40))
def test_boards_with_holes(seed):
    rng = random.Random(seed)
    shapes = rng.sample(SHAPES, rng.randint(1, 3))
    weight = {shapes[0]: "x", shapes[-1]: "x*y"}
    ways = cover(*shapes, turned=rng.random() < 0.7, mirrored=rng.random() < 0.5, weight=weight)
    moves = pointers(rng.choice([*MOVES]), stay=rng.random() < 0.5)
    board = drawn(rng)
    for rule in (ways, moves):
        found = count(rule, board, weights="players").polynomial
        assert found == brute_force(rule, board, weights="players").polynomial


# Full positions.


@pytest.mark.parametrize("game", ["domineering", "cram", "col", "snort", "d-tromping", "cis:3", "arc-kayles"])
@pytest.mark.parametrize("board", ["2x4", "3x3", "cylinder:3x2", "path:5", "..#/...", "A./A."])
def test_full_positions_are_those_of_listing(game, board):
    try:
        listed = brute_force(game, board, "full", "players").polynomial
    except (MismatchError, BoardError):
        pytest.skip("the game does not go on this board")
    assert count(game, board, "full", "players").polynomial == listed


def test_full_domineering_is_dominoes():
    assert derive("domineering", "4xn", "full").terms(10)[1:] == [kasteleyn(4, n) for n in range(1, 10)]


def test_full_positions_of_complete_graphs():
    assert [int(count("arc-kayles", f"complete:{n}", "full")) for n in (2, 4, 6)] == [1, 3, 15]
    with pytest.raises(MismatchError, match="'full' of complete graphs"):
        derive("arc-kayles", "complete:n", "full")


def test_no_full_position_where_groups_need_liberties():
    """Whoever has no free cell has no liberty: only the board without cells is full."""
    for board in ("0x3", "2x2", "path:3", "complete:4", "cylinder:3x2"):
        empty = int(board == "0x3")
        assert int(count("nogo", board, "full")) == int(brute_force("nogo", board, "full")) == empty
    assert derive("nogo", "2xn", "full").terms(4) == [1, 0, 0, 0]


# Certificates.

PROVED = [
    (cover("XX", turned=True), "3xn", "all", "none"),
    (cover("XX", "X", turned=True, weight={"X": "y"}), "cylinder:3xn", "all", "players"),
    (cover("XX/X.", "X", turned=True, weight={"XX/X.": "x^2"}), "cylinder:nx2", "all", "pieces"),
    (cover("XX", turned=True), "cycle:n", "all", "none"),
    (pointers("rook", stay=True, weight={"rook": "x", "stay": "y"}), "cycle:n", "all", "players"),
    (pointers("oo/X.", "X./.o", stay=True), "2xn", "all", "none"),
    (pointers("o.X.oo", stay=True), "1xn", "all", "none"),
    (pointers("oXo", stay=False), "cylinder:nx2", "all", "none"),
    ("domineering", "3xn", "full", "players"),
    ("col", "cylinder:nx2", "full", "none"),
    ("nogo", "2xn", "full", "none"),
]


@pytest.mark.parametrize("asked", PROVED, ids=range(len(PROVED)))
def test_certificates_are_proved_from_the_rule(asked):
    saved = proof_of(derive(*asked)).certificate()
    assert check(saved).status == "proved"
    changed = [[*saved["numerator"][0][:-1], saved["numerator"][0][-1] + 1], *saved["numerator"][1:]]
    assert check(saved | {"numerator": changed}).code in (1, 2)


def test_a_certificate_with_another_rule_is_refuted():
    """The number of dominoes is no number of bars of three, nor of permutations."""
    saved = proof_of(derive(cover("XX", turned=True), "3xn")).certificate()
    for other in (cover("XXX", turned=True), cover("XX"), pointers("rook", stay=False)):
        assert check(saved | {"rule": proof_of(derive(other, "3xn")).certificate()["rule"]}).code == 1


# Words.


def test_words():
    rule = cover("XX/X.", "X", turned=True, weight={"X": "y"})
    assert isinstance(rule, CoverRule)
    assert rule_sentences(rule) == [
        "Every cell of the board is in exactly one piece.",
        "Pieces may be turned, but not turned over.",
        'As weights, y marks the piece "X".',
    ]
    rule = pointers("Xo", stay=True, weight={"stay": "y"})
    assert isinstance(rule, PointerRule)
    assert rule_sentences(rule) == [
        "Every cell points at itself or at a cell at offsets (0,1), and every cell is pointed at once.",
        "As weights, y marks staying.",
    ]


# What is refused: tests of the command line have the whole texts.


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"cover": {"pieces": ["XX", "X/X"], "turned": True}}, "'X/X' is 'XX' in another position"),
        ({"cover": {"pieces": ["XX", "XX"]}}, "'XX' is there twice"),
        ({"cover": {"pieces": ["XX"], "weight": {"X": "x"}}}, "unknown key 'X'"),
        ({"cover": {"pieces": []}}, "pieces must be a list in brackets with something in it"),
        ({"cover": {"pieces": ["XX"], "turned": 1}}, "turned must be true or false"),
        ({"cover": {"pieces": ["ab"]}}, "has the character 'a'"),
        ({"pointers": {"moves": ["oX"]}}, "stay is missing"),
        ({"pointers": {"moves": ["oX", "oX"], "stay": True}}, "the offset 0 down, -1 right is there twice"),
        ({"pointers": {"moves": ["rook", "oX"], "stay": True}}, "'rook' stands alone"),
        ({"pointers": {"moves": ["X"], "stay": True}}, "must have one X, the cell, and at least one o"),
        ({"pointers": {"moves": [3], "stay": True}}, "expected a drawing in quotes"),
        ({"pointers": {"moves": ["oX"], "stay": False, "weight": {"stay": "x"}}}, "unknown key 'stay'"),
        ({"cover": {"pieces": ["X"]}, "cells": {"colours": 2}}, "needs tables of one kind"),
        ({"cover": {"pieces": ["X"]}, "rules": {}}, "unknown key 'rules'"),
    ],
)
def test_refused(told, said):
    with pytest.raises(RuleError) as refusal:
        Rule.of({"name": "G", **told})
    assert said in str(refusal.value)


def test_what_does_not_go_together():
    shaped = cover("XX")
    with pytest.raises(MismatchError, match="graph without rows and columns"):
        count(shaped, "path:3")
    with pytest.raises(OptionError, match="needs a game with moves; 'cover' is a rule of exact covers"):
        count(shaped, "2x2", "full")
    with pytest.raises(BoardError, match="and has no pieces"):
        count(shaped, "AA/..")
    with pytest.raises(MismatchError, match="is an exact cover, in which nobody moves"):
        gfkit.value(shaped, "2x2")
