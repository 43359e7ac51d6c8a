"""Determinants of positive definite matrices by levels, against FLINT's.

Matrices are F^T F + d for drawn F and d, of several components and of none.
"""

from __future__ import annotations

import pytest
from flint import fmpz_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.exact import definite
from gfkit.exact.definite import DefiniteMatrix
from gfkit.exact.residue import word_primes

FACTORS = st.integers(0, 7).flatmap(
    lambda n: st.lists(st.lists(st.sampled_from([0, 0, 0, 0, 1, -1, 5]), min_size=n, max_size=n), max_size=7)
)


def squared(factor: list[list[int]], more: int) -> fmpz_mat:
    """F^T F + more."""
    size = len(factor[0]) if factor else 0
    return fmpz_mat([
        [sum(row[i] * row[j] for row in factor) + more * (i == j) for j in range(size)] for i in range(size)
    ]) if size else fmpz_mat(0, 0)  # fmt: skip


def definite_of(matrix: fmpz_mat) -> DefiniteMatrix:
    size = matrix.nrows()
    return DefiniteMatrix([
        {j: int(matrix[i, j]) for j in range(size) if matrix[i, j]} for i in range(size)
    ])  # fmt: skip


@given(FACTORS, st.integers(1, 1000))
@settings(max_examples=50)
def test_determinants_are_those_of_flint(factor: list[list[int]], more: int):
    """Of several components, and of none."""
    matrix = squared(factor, more)
    assert definite_of(matrix).determinant(lambda *_: None) == matrix.det()


@given(FACTORS, st.integers(1, 9))
@settings(max_examples=50)
def test_primes_that_divide_minors_say_nothing(factor: list[list[int]], more: int):
    matrix = squared(factor, more)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definite, "word_primes", lambda n: [2, 3, 5, 7, 11, 13, *word_primes(n)][:n])
        patch.setattr(definite, "WORD_BITS", 2)  # so many primes are taken that small ones suffice
        assert definite_of(matrix).determinant(lambda *_: None) == matrix.det()
