"""Fractions from residues, linear relations, and determinants of positive definite matrices.

Ranks and determinants are FLINT's, and say when no shorter relation is there; definite matrices are
F^T F + d for drawn F and d, of several components and of none.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq_mat, fmpz_mat, fmpz_poly
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gfkit.exact import definite
from gfkit.exact.definite import DefiniteMatrix
from gfkit.exact.dependency import first_relation
from gfkit.exact.residue import fraction_of, fractions_of, word_primes

PRIME = 2**127 - 1


@example(Fraction(1, 2**64 - 2), PRIME)  # with the residue of -(2^63 + 1), whose size is smaller
@given(st.fractions(), st.sampled_from([PRIME, 10**40, 2**200, 3**99]))
def test_small_fractions_are_found_again(value, modulus):
    assume(size_of(value) < modulus >> 18)
    try:
        residue = value.numerator * pow(value.denominator, -1, modulus) % modulus
    except ValueError:
        assume(False)
    found = fraction_of(residue, modulus)
    assert found is not None
    assert (found.numerator - residue * found.denominator) % modulus == 0
    assert size_of(found) <= size_of(value)
    above, below = max(abs(found.numerator), abs(value.numerator)), max(found.denominator, value.denominator)
    if 2 * above * below < modulus:
        assert found == value  # p q' - p' q is less than the modulus, and so it is 0


def size_of(value):
    return abs(value.numerator) * value.denominator


@given(st.integers(-(2**62), 2**62))  # from 2^63 on another fraction can have the same residue
def test_one_side_may_be_much_larger_than_the_other(value):
    assert fraction_of(value % PRIME, PRIME) == value
    if value:
        assert fraction_of(pow(value, -1, PRIME), PRIME) == Fraction(1, value)


@given(st.lists(st.fractions(max_denominator=1000), max_size=6))
@settings(max_examples=30)
def test_fractions_with_a_common_denominator(values):
    assume(all(abs(value.numerator) < 10**9 for value in values))
    residues = [value.numerator * pow(value.denominator, -1, PRIME) % PRIME for value in values]
    assert fractions_of(residues, PRIME) == values


def test_too_small_a_modulus_gives_nothing():
    assert fraction_of(5, 60) is None
    assert fraction_of(0, 7) is None
    assert fractions_of([1, 22 * pow(7, -1, 1009) % 1009], 1009) is None
    # 1/2 modulo an even number has no residue, so no answer has an even denominator.
    assert all(
        (found := fraction_of(x, 2**20)) is None or found.denominator % 2 for x in range(0, 2**20, 4097)
    )


polynomials = st.lists(st.integers(-3, 3), max_size=3).map(fmpz_poly)


@settings(max_examples=20)
@given(st.lists(st.lists(polynomials, min_size=3, max_size=3), min_size=4, max_size=4))
def test_the_first_relation_is_one_and_is_the_first(vectors):
    relation = first_relation(iter(vectors), 3)
    assert relation[-1]
    for i in range(3):
        assert not sum((c * v[i] for c, v in zip(relation, vectors, strict=False)), fmpz_poly([]))
    # At n = 10^9 + 7 the vectors before are independent, so that no shorter relation exists.
    before = [[int(entry(10**9 + 7)) for entry in vector] for vector in vectors[: len(relation) - 1]]
    assert not before or fmpq_mat(fmpz_mat(before)).rank() == len(before)


# Determinants

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
