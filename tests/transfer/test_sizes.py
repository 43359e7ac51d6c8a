"""Laws in the number of values, and of pieces on growing squares: against listing, theorems, tables in print.

The truth is the definition (the oracle lists fillings), chromatic polynomials of cycles, MacMahon's number
of plane partitions in a box, formulas of Kotesovec for kings, and terms of the OEIS, which are named.
"""

from __future__ import annotations

from math import prod
from random import Random

import pytest
from cli.calling import call, told

import gfkit
from gfkit.errors import InputError, MismatchError
from gfkit.games import Rule
from gfkit.games.growing import GrowingValues

BOARDS = [("1x3", "abc"), ("1x4", "abc"), ("2x2", "ab/cd"), ("1x3", "ab"), ("1x2", "ab"), ("1x1", "ab")]
RANGES = ["0..n", "-n..n", "1..n", "0..n-1", "0..n+1", "0..2*n", "2..n"]
MOST_FILLINGS = 2000


def rule_of(values: str, shape: str, says: str, key: str = "require") -> Rule:
    return Rule.of(
        {"name": "R", "cells": {"values": values}, "rules": {"window": [{"shape": shape, key: says}]}}
    )


def form(random: Random, cells: str) -> str:
    terms = [
        f"{random.choice((1, 1, 1, -1, 2, -2))}*{cell}" for cell in random.sample(cells, random.randint(1, 2))
    ]
    return "+".join([*terms, *random.choice(([], [], ["n"], ["1"], ["-2*n"], ["-1"]))])


def comparison(random: Random, cells: str) -> str:
    one, other = random.sample(cells, 2)
    word = random.choice(("==", "!=", "<", "<=", ">"))
    return random.choice((
        f"{one} {word} {other}", f"{one} {word} {other} + {random.choice((1, -2))}",
        f"{form(random, cells)} {word} {form(random, cells)}", f"abs({form(random, cells)}) {word} {one}",
        f"({form(random, cells)}) % {random.choice((2, 3))} == 1", f"{one}*{other} % 2 == 0",
        f"max({one}, {other}) == min({', '.join(cells)})", f"{one} {word} {random.choice(('0', 'n', '1'))}",
        f"{word.count('=') + 1}*n {word} n", f"distinct({', '.join(cells)}) == 2",
    ))  # fmt: skip


def listed(rule: Rule, board: str, n: int) -> int:
    return int(gfkit.brute_force(rule.at(n), board).count)


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(k, marks=pytest.mark.slow(4)) for k in range(8, 40))]
)
def test_laws_of_drawn_rules_against_listing(seed: int) -> None:
    random, laws = Random(seed), 0
    while laws < 8:
        board, shape = random.choice(BOARDS)
        cells = shape.replace("/", "")
        says = f" {random.choice(('and', 'or'))} ".join(
            f"{random.choice(('', 'not '))}({comparison(random, cells)})" for _ in range(random.randint(1, 2))
        )
        rule = rule_of(random.choice(RANGES), shape, says, random.choice(("require", "forbid")))
        assert rule.grows is not None
        try:
            law = gfkit.derive_in_values(rule, board, rule.grows.text)
        except MismatchError:
            continue
        laws += 1
        size = gfkit.parse_board(board).size
        asked = [
            n for n in range(law.first_n, law.first_n + 40) if len(rule.grows.at(n)) ** size <= MOST_FILLINGS
        ]
        assert {n: law[n] for n in asked} == {n: listed(rule, board, n) for n in asked}, (
            board,
            says,
            law.theorem,
        )


@pytest.mark.parametrize("says", [{"require": "x == sum(near)"}, {"forbid": "x == sum(near)"}])
def test_sums_of_neighbours(says: dict[str, str]) -> None:
    """Beside comparisons of two values, which alone would tell values only apart."""
    near = [{"neighbours": "rook", **says}, {"neighbours": "rook", "forbid": "x == 2*max(near)"}]
    rule = Rule.of({"name": "R", "cells": {"values": "1..n"}, "rules": {"near": near}})
    law = gfkit.derive_in_values(rule, "1x4", "1..n")
    assert law.terms(8) == [0, *(listed(rule, "1x4", n) for n in range(1, 8))]


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 9])
def test_chromatic_polynomials_of_cycles(length: int) -> None:
    law = gfkit.derive_in_values("colourings", f"cycle:{length}", "n")
    assert law.theorem == "order"
    assert law.terms(12) == [(n - 1) ** length + (-1) ** length * (n - 1) for n in range(12)]


def plane_partitions(rows: int, cols: int, most: int) -> int:
    """MacMahon's number of plane partitions in a box."""
    places = [(i, j) for i in range(1, rows + 1) for j in range(1, cols + 1)]
    return prod(i + j + most - 1 for i, j in places) // prod(i + j - 1 for i, j in places)


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 2), (2, 3), (3, 3), (3, 5)])
def test_plane_partitions_in_a_box(rows: int, cols: int) -> None:
    windows = [{"shape": "ab", "require": "a <= b"}, {"shape": "a/b", "require": "a <= b"}]
    rule = Rule.array(values=[0, 1], window=windows)
    law = gfkit.derive_in_values(rule, f"{rows}x{cols}", "0..n")
    assert (law.theorem, law.counts_used) == ("order", rows * cols)
    assert law.terms(30) == [plane_partitions(rows, cols, n) for n in range(30)]


ENTRIES = {
    "A200456": (
        "-n..n",
        "1x4",
        "abcd",
        "a+b+c+d == 0 and a != b and b != c and c != d and a+c != 2*b and b+d != 2*c",
    ),
    "A212838": ("0..n", "1x5", "ab", "not (a == 0 and b == n or a == n and b == 0)"),
    "A201553": ("-n..n", "1x6", "abcdef", "sum(all) == 0"),
}
"""Zero sums with nonzero first and second differences; 0 never adjacent to n; zero sums."""
TERMS = {
    "A200456": [
        4,
        44,
        142,
        342,
        678,
        1148,
        1832,
        2744,
        3874,
        5334,
        7114,
        9192,
        11708,
        14644,
        17962,
        21826,
        26206,
        31044,
    ],
    "A212838": [
        2,
        99,
        634,
        2309,
        6306,
        14407,
        29114,
        53769,
        92674,
        151211,
        235962,
        354829,
        517154,
        733839,
        1017466,
    ],
    "A201553": [
        1,
        141,
        1751,
        9331,
        32661,
        88913,
        204763,
        418503,
        782153,
        1363573,
        2248575,
        3543035,
        5375005,
        7896825,
    ],
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_terms_of_the_encyclopedia(entry: str) -> None:
    values, board, shape, says = ENTRIES[entry]
    law, terms = gfkit.derive_in_values(rule_of(values, shape, says), board, values), TERMS[entry]
    first = int(entry != "A201553")  # the one that lists n = 0
    assert [law[n] for n in range(first, first + len(terms))] == terms


def test_what_has_no_law_says_why() -> None:
    for says, why in (("a*d == b*c", "n\\^2"), ("a + b + c == 3", "constants"), ("a // 2 == b", "quotient")):
        with pytest.raises(MismatchError, match=why):
            gfkit.derive_in_values(rule_of("0..n", "ab/cd", says), "2x2", "0..n")
    with pytest.raises(MismatchError, match="no values that could be"):
        gfkit.derive_in_values("domineering", "2x2", "n")
    with pytest.raises(MismatchError, match="derive --values"):
        gfkit.count(rule_of("0..n", "ab", "a < b"), "1x3")
    for text in ("0..m", "n..0", "", "0..5"):
        with pytest.raises(InputError, match="values"):
            gfkit.derive_in_values("colourings", "2x2", text)


def test_ranges() -> None:
    asked = ("n", "0..n", "-n..n", "1..n", "0..2*n", "0 .. n+1", "2n-1..3n")
    assert [list(GrowingValues.read(text).at(2)) for text in asked] == [
        [0, 1], [0, 1, 2], [-2, -1, 0, 1, 2], [1, 2], [0, 1, 2, 3, 4], [0, 1, 2, 3], [3, 4, 5, 6],
    ]  # fmt: skip


# Growing squares


def test_kings_as_kotesovec_has_them() -> None:
    two, three = (gfkit.derive_on_squares("kings", "nxn", k) for k in (2, 3))
    assert [two[n] for n in range(1, 40)] == [
        (n - 1) * (n - 2) * (n * n + 3 * n - 2) // 2 for n in range(1, 40)
    ]
    assert [three[n] for n in range(1, 40)] == [
        (n - 1) * (n - 2) * (n**4 + 3 * n**3 - 20 * n**2 - 30 * n + 132) // 6 for n in range(1, 40)
    ]


@pytest.mark.parametrize(
    ("game", "boards", "pieces"),
    [
        ("kings", "nxn", 4), ("knights", "nxn", 2), ("independent-sets", "nxn", 3), ("domineering", "nxn", 3),
        ("i-tromping", "nxn", 2), ("snort", "nxn", 2), ("matchings", "nxn", 3), ("kings", "torus:nxn", 2),
        ("kings", "cylinder:nxn", 3), ("knights", "torus:nxn", 2), ("col", "torus:nxn", 3),
        ("kings", "nxn", 0), ("matchings", "cylinder:nxn", 2), ("kings", "nxn", 1),
    ],
)  # fmt: skip
def test_pieces_on_squares_against_counts_with_weights(game: str, boards: str, pieces: int) -> None:
    """Boards beyond those that the law is made of, and all before."""
    law = gfkit.derive_on_squares(game, boards, pieces)
    for n in range(max(law.first_n, 1), 8):
        weighted = gfkit.count(game, boards.replace("nxn", f"{n}x{n}"), weights="pieces").polynomial
        assert law[n] == {powers[0]: number for powers, number in weighted.terms}.get(pieces, 0), n


def test_rules_without_a_law_on_squares() -> None:
    for game in ("queens", "nogo", "dominating-sets", "domino-tilings", "spanning-trees"):
        with pytest.raises(MismatchError, match="no theorem"):
            gfkit.derive_on_squares(game, "nxn", 2)
    pinned = Rule.array(values=[0, 1], window=("ab", "a + b < 2"), pin=([[1, 1]], "x == 0"), weight={1: "x"})
    with pytest.raises(MismatchError, match="only in some places"):
        gfkit.derive_on_squares(pinned, "nxn", 2)
    for boards, pieces in (("3xn", 2), ("nxm", 2), ("nxn", 31), ("nxn", -1)):
        with pytest.raises(InputError):
            gfkit.derive_on_squares("kings", boards, pieces)


def test_the_command() -> None:
    found = told("derive", "kings", "nxn", "--pieces", "2", "--terms", "5")
    assert (found["variable"], found["kind"], found["period"]) == ("size", "polynomial", 1)
    assert (found["valid_from"], found["exceptions"], found["counts_used"]) == (1, ["0"], 3)
    assert (found["coefficients"], found["terms"]) == (
        [["-2", "6", "-9/2", "0", "1/2"]],
        ["0", "0", "0", "16", "78"],
    )
    assert found["evidence"]["status"] == "proved"
    found = told("derive", "colourings", "2x2", "--values", "n")
    assert (found["variable"], found["grows"], found["theorem"]) == ("values", "values 0..n-1", "order")
    assert call("derive", "colourings", "2x2", "--values", "n", "--to", "pari", code=0).out
    for words in (
        ["--pieces", "2"],
        ["--save", "x.json"],
        ["--weights", "pieces"],
        ["--positions", "maximal"],
    ):
        assert call("derive", "colourings", "2x2", "--values", "n", *words, code=2).err.count("\n") == 1
