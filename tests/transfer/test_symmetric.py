"""Proof by size: bounds of coefficients of symmetric strips.

Against characteristic polynomials, other strips, and random symmetric matrices.
"""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from choice import then_slow
from flint import fmpz_mat

import gfkit
from gfkit.games import Question
from gfkit.sequences import Status
from gfkit.transfer.modular.engine import modular_gf
from gfkit.transfer.modular.layout import StripLayout
from gfkit.transfer.modular.symmetric import SymmetricQuotient, symmetric_quotient
from gfkit.transfer.strip.automaton import automaton, determinant_gf, minimise
from gfkit.transfer.strip.strip import find_strip
from gfkit.typing import Weights


@pytest.mark.parametrize(
    ("game", "board"),
    then_slow([("snort", "4xn")], 2, ("arc-kayles", "5xn"), ("arc-kayles", "7xn"), ("col", "5xn")),
)
def test_no_coefficient_of_a_symmetric_strip_is_longer_than_the_bound(game: str, board: str) -> None:
    strip = find_strip(Question(gfkit.find_rule(game), gfkit.parse_board(board)))
    top, bottom = determinant_gf(minimise(automaton(strip)), ())
    layout, order = StripLayout(strip), bottom.degree("t")
    for mirrored in (False, True):
        found = symmetric_quotient(layout, order, mirrored=mirrored, fast=True)
        assert found is not None
        largest = max(abs(value) for one in (top, bottom) for _, value in one.terms)
        assert math.log2(largest) <= found.coefficient_bits() < 1.5 * math.log2(largest) + 40
        scaled = np.linalg.eigvalsh(found.matrix)
        roots = np.sort(1 / np.roots([value for _, value in sorted(bottom.terms, reverse=True)]).real)
        assert np.allclose(np.sort(scaled), roots, rtol=1e-3, atol=1e-3) or order > 30


def test_a_strip_without_the_symmetry_has_no_quotient() -> None:
    """Maximal matchings are not symmetric; of independent sets of six rows the order is below the classes."""
    for game, board, positions in (("arc-kayles", "4xn", "maximal"), ("node-kayles", "6xn", "all")):
        strip = find_strip(Question.of(game, board, positions))
        layout = StripLayout(strip)
        order = modular_gf(strip, Weights.NONE, certify=False, seed=1).order
        assert symmetric_quotient(layout, order, mirrored=False, fast=True) is None


def test_a_mirror_that_moves_classes_is_seen() -> None:
    layout = StripLayout(find_strip(Question.of("arc-kayles", "5xn")))
    assert layout.mirror is not None
    assert symmetric_quotient(layout, 20, mirrored=True, fast=True) is not None
    mirror, shift = layout.mirror
    layout.__dict__["mirror"] = np.roll(mirror, 1), shift
    assert symmetric_quotient(layout, 20, mirrored=True, fast=True) is None
    layout.__dict__["mirror"] = mirror, shift + 1
    assert symmetric_quotient(layout, 20, mirrored=True, fast=True) is None
    assert symmetric_quotient(layout, 20, mirrored=False, fast=True) is not None


def test_bounds_of_random_symmetric_matrices_hold() -> None:
    """det(I - tM) and u adj(I - tM) v by FLINT, for vectors of any signs."""
    random = Random(24)
    for _ in range(30):
        size, most = random.randint(1, 12), random.choice((1, 5, 1000))
        half = [[random.randint(-most, most) for _ in range(size)] for _ in range(size)]
        matrix = [[half[i][j] + half[j][i] for j in range(size)] for i in range(size)]
        left, right = ([random.randint(0, 3) for _ in range(size)] for _ in range(2))
        bottom = [int(c) for c in reversed(fmpz_mat(matrix).charpoly().coeffs())]
        power, terms = fmpz_mat([[value] for value in right]), []
        for _ in range(size):
            terms.append(int((fmpz_mat([left]) * power)[0, 0]))
            power = fmpz_mat(matrix) * power
        top = [sum(bottom[i] * terms[k - i] for i in range(k + 1)) for k in range(size)]
        share = math.hypot(*left) * math.hypot(*right) * (1 + 1e-9)
        bits = SymmetricQuotient(np.array(matrix, float), share).coefficient_bits()
        assert 2**bits >= max(map(abs, bottom + top))


@pytest.mark.slow(45)
def test_more_primes_are_taken_until_they_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bound of ten times the bits the proof takes as many primes; else 32 are enough, not 88."""
    bits, asked = SymmetricQuotient.coefficient_bits, []

    def longer(one: SymmetricQuotient, _enough: float) -> int:
        return asked.append(10 * bits(one)) or asked[-1]

    unasked = gfkit.derive("arc-kayles", "10xn").evidence
    assert (unasked.status, dict(unasked.details)["primes"] <= 32) == (Status.PROVED, True)
    monkeypatch.setattr(SymmetricQuotient, "coefficient_bits", longer)
    found = modular_gf(find_strip(Question.of("arc-kayles", "10xn")), Weights.NONE, certify=True, seed=3)
    assert found.proved
    assert found.primes_used * 62 > asked[-1] > 1000
