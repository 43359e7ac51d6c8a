"""Weights in any number of letters, on boards and graphs.

Expected values: brute force, which sums over the definitions; direct sums over arrays and permutations; the
six-vertex model with free fermions; the 2339 tilings of a 6 x 10 rectangle, and the 2 of 3 x 20, by the
twelve pentominoes, up to symmetry (Haselgrove and Haselgrove).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import prod
from random import Random

import pytest
from choice import drawn, some_of
from cli.calling import call, told
from tables import tables

import gfkit
from gfkit.core.errors import GfkitError, MismatchError
from gfkit.runs.store import RunStore

DATA = tables("letters")
MONOMIALS, BOARDS = (DATA[name].split() for name in ("monomials", "boards"))


def with_letters(table: object, random: Random) -> object:
    """Return a table with random monomials in place of the question marks."""
    if isinstance(table, dict):
        return {key: with_letters(value, random) for key, value in table.items()}
    if isinstance(table, list):
        return [with_letters(value, random) for value in table]
    factors = str(table).split("*")
    drawn = "*".join(random.choice(MONOMIALS) if factor == "?" else factor for factor in factors)
    return drawn if isinstance(table, str) else table


def compare_parts(rule: gfkit.Rule, board: str, listed: gfkit.Count, random: Random) -> None:
    """Compare values at numbers, and coefficients of monomials, with the polynomial."""
    names, terms = listed.weights, listed.polynomial.terms
    at = {name: Fraction(random.randint(-3, 3), random.randint(1, 3)) for name in names}
    assert gfkit.count(rule, board, at=at).number == listed.polynomial(**at)
    powers = dict(zip(names, random.choice(terms)[0] if terms else [1] * len(names), strict=True))
    some = random.sample(names, random.randint(1, len(names)))
    coefficient = "*".join(f"{name}^{powers[name]}" for name in some)
    expected: Counter[tuple[int, ...]] = Counter()
    for monomial, number in terms:
        own = dict(zip(names, monomial, strict=True))
        if all(own[name] == powers[name] for name in some):
            expected[tuple(own[name] for name in names if name not in some)] += number
    part = gfkit.count(rule, board, coefficient=coefficient).number
    assert (dict(part.terms) if len(some) < len(names) else Counter({(): part} if part else {})) == expected


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
@pytest.mark.parametrize("name", DATA["rules"])
def test_every_kind_of_rule_agrees_with_brute_force(name):
    """Also with letters that mark nothing, and with several letters on one part."""
    random, many = drawn(name), 0
    for _ in some_of(range(6), 5):
        rule = gfkit.Rule.of({"name": name, **with_letters(DATA["rules"][name], random)})
        board = random.choice(BOARDS)
        try:
            listed = gfkit.brute_force(rule, board, weights="players")
        except GfkitError:
            with pytest.raises(GfkitError):
                gfkit.count(rule, board, weights="players")
            continue
        for weights in ("none", "pieces", "players"):
            found = gfkit.count(rule, board, weights=weights)
            expected = gfkit.brute_force(rule, board, weights=weights)
            assert (found, found.weights) == (expected, expected.weights)
        if len(listed.weights) > 2:
            compare_parts(rule, board, listed, random)
            many += 1
    assert many


def test_values_windows_and_coefficients():
    """Sums over all arrays of products of numbers, for weights of values and windows with coefficients."""
    weights = {0: "2*a", 1: "-1/3*b", 2: "3*c", 3: "5"}
    rule = gfkit.Rule.array(
        colours=4, weight=weights, window=[{"shape": "ab", "when": "a < b", "weight": "1/7*a*d"}]
    )
    at = {"a": Fraction(1, 2), "b": 4, "c": -1, "d": Fraction(2, 5)}
    values = [2 * at["a"], Fraction(-1, 3) * at["b"], 3 * at["c"], 5]
    for rows, cols in ((1, 3), (2, 2)):
        total = 0
        for cells in product(range(4), repeat=rows * cols):
            pairs = [(i, i + 1) for i in range(rows * cols) if (i + 1) % cols]
            steps = sum(cells[i] < cells[j] for i, j in pairs)
            total += prod(values[value] for value in cells) * (at["a"] * at["d"] / 7) ** steps
        assert gfkit.count(rule, f"{rows}x{cols}", at=at).number == total
    with pytest.raises(gfkit.core.errors.OptionError, match="coefficients"):
        gfkit.count(rule, "2x2", weights="types")


def test_hit_polynomials():
    """Permutations by their moves to the right, downwards and to themselves, as listed."""
    weight = {"Xo": "r", "X/o": "d", "stay": "s"}
    tables = {"count": "permutations", "moves": ["Xo", "X/o", "oX"], "stay": True, "weight": weight}
    rule = gfkit.Rule.of({"name": "hits", "avoiding": tables})
    for rows, cols in ((2, 3), (1, 5), (3, 2)):
        expected: Counter[tuple[int, ...]] = Counter()
        for images in permutations(range(rows * cols)):
            moves = [(to // cols - at // cols, to % cols - at % cols) for at, to in enumerate(images)]
            if (0, -1) not in moves:
                expected[tuple(moves.count(step) for step in ((1, 0), (0, 1), (0, 0)))] += 1
        assert dict(gfkit.count(rule, f"{rows}x{cols}", weights="types").polynomial.terms) == expected
    with pytest.raises(MismatchError, match="families"):
        gfkit.derive(rule, "1xn")


def test_six_vertex_model():
    """Alternating sign matrices; the sum is c^n (a^2 + b^2)^(n (n - 1) / 2) if a^2 + b^2 = c^2."""
    rule = gfkit.Rule.of({"name": "six vertices", **DATA["ice"]})
    for n, number in enumerate((1, 2, 7, 42, 429), 1):
        assert gfkit.count(rule, f"{n}x{n}", weights="types").count == number
        assert gfkit.count(rule, f"{n}x{n}", at="a=3,b=4,c=5") == 5 ** (n * n)


@pytest.mark.parametrize(
    ("board", "tilings"), [("3x20", 2), pytest.param("6x10", 2339, marks=pytest.mark.slow(9))]
)
def test_tilings_with_each_pentomino_once(board, tilings):
    rule = gfkit.Rule.of({"name": "pentominoes", **DATA["pentominoes"]})
    assert gfkit.count(rule, board, coefficient="*".join("filnptuvwxyz")) == 4 * tilings


def test_output_and_errors(tmp_path):
    path = tmp_path / "cover.toml"
    path.write_text('[cover]\npieces = ["X", "XX", "X/X"]\nweight = { X = "p", XX = "q", "X/X" = "x^2" }\n')
    shown = told("count", path, "2x1", "--weights", "types")
    assert (shown["weights"], shown["polynomial"]) == (["p", "q", "x"], "p^2 + x^2")
    assert told("count", path, "1x2", "--at", "p=1/2,q=3,x=7")["count"] == "13/4"
    assert "p^{2}" in call("count", path, "2x1", "--weights", "types", "--format", "latex").out
    for words in (
        ("derive", path, "2xn", "--weights", "types"),
        ("derive", path, "2xn", "--save", tmp_path / "c"),
        ("count", path, "2x2", "--weights", "types", "--up-to", "symmetry"),
        ("sample", path, "2x2", "--x", "2"),
        ("count", path, "2x2", "--at", "p=1/2"),
        ("count", path, "2x2", "--at", "y=2"),
    ):
        assert len(call(*words, code=2).err.splitlines()) == 1
    assert gfkit.derive(str(path), "2xn").terms(3) == gfkit.derive(
        gfkit.Rule.cover("X", "XX", "X/X"), "2xn"
    ).terms(3)
    unnamed = dataclasses.replace(gfkit.Rule.cover("X", "XX"), weights=((1, 0), (0, 0, 1)))
    for count in (gfkit.count, gfkit.brute_force):
        with pytest.raises(MismatchError, match="names"):
            count(unnamed, "1x3", weights="players")


def test_coefficients_in_a_store(tmp_path):
    gas = gfkit.Rule.array(colours=2, forbid=["11", "1/1"], weight={1: "1/2"})
    with RunStore(tmp_path / "runs", (), 1 << 30, pytest.fail) as store:
        first, again = (gfkit.count(gas, "3x9", store=store) for _ in range(2))
    assert first == again == gfkit.derive(gas, "3xn")[9]
