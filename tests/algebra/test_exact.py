"""Exact numbers: fractions from residues, relations with numbers and polynomials, determinants, limbs.

Ranks, determinants and kernels are FLINT's, and say when no shorter relation is there; definite matrices are
F^T F + d for drawn F and d, of several components and of none. Sums and products of limbs are Python's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import fmpq_mat, fmpz_mat, fmpz_poly, nmod_mat, nmod_poly
from hypothesis import assume, example, given, strategies as st

from gfkit.core.algebra.dependency import first_relation
from gfkit.core.algebra.limb import LIMB, ROOM, Limbs, bits_of_largest, dot, dot_polynomials, settle
from gfkit.core.algebra.residue import fraction_of, fractions_of, word_primes
from gfkit.guessing.order_basis import least_degrees, row_relations, solutions
from gfkit.ways import definite
from gfkit.ways.definite import DefiniteMatrix

PRIME = 2**127 - 1


@example(Fraction(1, 2**64 - 2), PRIME)  # with the residue of -(2^63 + 1), whose size is smaller
@given(st.fractions(), st.sampled_from([PRIME, 10**40, 2**200, 3**99]))
def test_small_fractions_are_reconstructed(value, modulus):
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
def test_fractions_with_one_large_part_are_reconstructed(value):
    assert fraction_of(value % PRIME, PRIME) == value
    if value:
        assert fraction_of(pow(value, -1, PRIME), PRIME) == Fraction(1, value)


@given(st.lists(st.fractions(max_denominator=1000), max_size=6))
def test_fractions_with_a_common_denominator(values):
    assume(all(abs(value.numerator) < 10**9 for value in values))
    residues = [value.numerator * pow(value.denominator, -1, PRIME) % PRIME for value in values]
    assert fractions_of(residues, PRIME) == values


def test_a_small_modulus_determines_no_fraction():
    assert fraction_of(5, 60) is None
    assert fraction_of(0, 7) is None
    assert fractions_of([1, 22 * pow(7, -1, 1009) % 1009], 1009) is None
    # 1/2 modulo an even number has no residue, so no answer has an even denominator.
    assert all(
        (found := fraction_of(x, 2**20)) is None or found.denominator % 2 for x in range(0, 2**20, 4097)
    )


polynomials = st.lists(st.integers(-3, 3), max_size=3).map(fmpz_poly)


@given(st.lists(st.lists(polynomials, min_size=3, max_size=3), min_size=4, max_size=4))
def test_the_first_relation_holds_and_is_shortest(vectors):
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
    """Return F^T F + more."""
    size = len(factor[0]) if factor else 0
    return fmpz_mat([
        [sum(row[i] * row[j] for row in factor) + more * (i == j) for j in range(size)] for i in range(size)
    ]) if size else fmpz_mat(0, 0)  # fmt: skip


def definite_of(matrix: fmpz_mat) -> DefiniteMatrix:
    size = matrix.nrows()
    return DefiniteMatrix([
        {j: int(matrix[i, j]) for j in range(size) if matrix[i, j]} for i in range(size)
    ])  # fmt: skip


@given(FACTORS, st.one_of(st.integers(1, 9), st.integers(1, 1000)))
def test_determinants_agree_with_flint(factor: list[list[int]], more: int):
    """Use matrices with several components or none, and primes that divide minors."""
    matrix = squared(factor, more)
    assert definite_of(matrix).determinant(lambda *_: None) == matrix.det()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definite, "word_primes", lambda n: [2, 3, 5, 7, 11, 13, *word_primes(n)][:n])
        patch.setattr(definite, "WORD_BITS", 2)  # uses enough primes that small ones suffice
        assert definite_of(matrix).determinant(lambda *_: None) == matrix.det()


# Order bases


def column(row, nodes, power, prime):
    """Return the row times x^power at its points, or times t^power."""
    if nodes is None:
        return [0] * min(power, len(row)) + row[: max(0, len(row) - power)]
    return [value * pow(x, power, prime) % prime for x, value in zip(nodes, row, strict=True)]


def left(parts, rows, nodes, prime):
    """Return the coefficients of the sum of the products of polynomials and rows."""
    terms = [
        [coefficient * value for value in column(row, nodes, power, prime)]
        for part, row in zip(parts, rows, strict=True)
        for power, coefficient in enumerate(part)
    ]
    return [sum(values) % prime for values in zip(*terms, strict=True)]


def least_degree(rows, nodes, prime, spare):
    """Return the minimum degree of a relation with this number of spare points, by the rank of a matrix."""
    points = len(rows[0])
    for degree in range(points + 1):
        if len(rows) * (degree + 1) - 1 + spare > points:
            return None
        columns = [column(row, nodes, power, prime) for row in rows for power in range(degree + 1)]
        if nmod_mat(columns, prime).rank() < len(columns):
            return degree
    return None


def question(draw):
    """Rows of residues modulo a prime with the points; often a relation holds between them."""
    prime = draw.choice([11, 101, 2**31 - 1])
    points = draw.randint(1, 9)
    nodes = None if draw.random() < 0.5 else draw.sample(range(11), points)
    number = draw.randint(1, 3)
    rows = [[draw.choice([0, draw.randrange(prime)]) for _ in range(points)] for _ in range(number)]
    if draw.random() < 0.6:
        degree = draw.randint(0, 2)
        parts = [[draw.randrange(prime) for _ in range(degree + 1)] for _ in rows]
        wanted = [-value % prime for value in left(parts, rows, nodes, prime)]
        if nodes is None:
            parts[0][0] = parts[0][0] or 1
            own = left(parts[:1], rows[:1], nodes, prime)
            wanted = [(a + b) % prime for a, b in zip(wanted, own, strict=True)]
            inverse = nmod_poly(parts[0], prime)
            series = nmod_poly(wanted, prime) * inverse.inverse_series_trunc(points)
            rows[0] = [int(series[k]) for k in range(points)]
        else:
            values = [int(nmod_poly(parts[0], prime)(x)) for x in nodes]
            rows[0] = [
                value if not at else (value + own * pow(at, -1, prime)) % prime
                for value, own, at in zip(rows[0], wanted, values, strict=True)
            ]
    return rows, nodes, prime


def test_relations_hold_and_the_first_has_minimum_degree():
    draw = random.Random(5)
    found = 0
    for _ in range(400):
        rows, nodes, prime = question(draw)
        spare, exceptions = draw.randint(0, 3), draw.choice([0, 0, 1, 2])
        case = (rows, nodes, prime, spare, exceptions)
        images, relations = [], []
        for relation in row_relations(rows, nodes, prime, spare, exceptions):
            relations.append(relation)
            images.append(relation.image())
        if not exceptions:
            least = least_degree(rows, nodes, prime, spare)
            assert [relation.degree for relation in relations[:1]] == [least] * (least is not None), case
        assert len({(relation.row, relation.degree) for relation in relations}) == len(relations), case
        for relation, image in zip(relations, images, strict=True):
            (parts,) = solutions([rows], nodes, [prime], relation)
            assert image == parts, (case, relation)
            sums = left(parts, rows, nodes, prime)
            assert tuple(k for k, value in enumerate(sums) if value) == relation.broken, (case, relation)
            assert len(relation.broken) <= exceptions, (case, relation)
            unknowns = len(rows) * (relation.degree + 1)
            assert unknowns - 1 + spare + len(relation.broken) <= len(rows[0]), (case, relation)
            assert {len(part) for part in parts} == {relation.degree + 1}, (case, relation)
            assert parts[relation.row][-1] == 1, (case, relation)
            found += 1
    assert found > 200


def test_least_degrees_of_the_first_points():
    """More coefficients than points always satisfy a relation, so no degree exceeds the number of points."""
    draw = random.Random(8)
    for _ in range(200):
        rows, nodes, prime = question(draw)
        for points, least in enumerate(least_degrees(rows, nodes, prime)):
            shown = [row[:points] for row in rows]
            matrices = [
                [
                    column(row, nodes and nodes[:points], power, prime)
                    for row in shown
                    for power in range(k + 1)
                ]
                for k in (least, least - 1)
            ]
            ranks = [nmod_mat(matrix, prime).rank() if points and matrix else 0 for matrix in matrices]
            assert ranks[0] < len(matrices[0]), (rows, nodes, prime, points)
            assert ranks[1] == len(matrices[1]), (rows, nodes, prime, points)


def test_a_relation_may_have_exceptional_points():
    """Squares with two errors at the end, or with one in each row."""
    squares = [[n * n % 101 for n in range(20)], [(n + 1) ** 2 % 101 for n in range(20)]]
    squares[0][17] = squares[1][19] = 50
    relation = next(row_relations(squares, range(20), 101, 3, 2))
    assert (relation.degree, relation.broken) == (2, (17, 19))
    assert not list(row_relations(squares, range(20), 101, 14, 2))
    assert all(relation.degree > 2 for relation in row_relations(squares, range(20), 101, 3, 1))


def test_a_relation_over_the_rationals_from_several_primes():
    """Reconstruct fractions from residues; a prime that divides a pivot has no solution."""
    rows = [[3**n for n in range(8)], [2 * 3 ** (n + 1) for n in range(8)]]
    primes = [101, 103, 2**31 - 1, 3]
    layers = [[[value % prime for value in row] for row in rows] for prime in primes]
    for nodes in (None, range(8)):
        relation = next(row_relations(layers[0], nodes, 101, 2))
        answers = solutions(layers, nodes, primes, relation)
        other = [-6 % prime if relation.row else -pow(6, -1, prime) % prime for prime in primes[:3]]
        assert relation.degree == 0
        assert answers[:3] == [[[1], [at]] if not relation.row else [[at], [1]] for at in other]
    layers[3] = [[0] * 8, [1] * 8]
    assert solutions(layers, None, primes, next(row_relations(layers[0], None, 101, 2)))[3] is None


# Limbs


TOP = (1 << 64) - (1 << 16)
MASK = (1 << LIMB) - 1
SHAPES = [(2, 70000), (3, 5, 7, 2), (2, 40000, 3), (1, 1, 70000)]
SIZES = [1 << 14, (1 << 14) + 1, 50000]
WORDS = st.one_of(st.integers(0, TOP), st.sampled_from([0, 1, MASK, MASK + 1, TOP - 1, TOP]))


def limbs_of(numbers: Sequence[Sequence[int]]) -> Limbs:
    """Return an array of limbs with one column per number."""
    return np.array(numbers, np.uint64).T.copy()


def to_int(limbs: Limbs) -> int:
    """Return the integer of these limbs, with or without pending carries."""
    return sum(int(limb) << (LIMB * k) for k, limb in enumerate(limbs))


@st.composite
def unsettled(draw: st.DrawFn) -> Limbs:
    limbs, size = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return limbs_of([[draw(WORDS) for _ in range(limbs)] for _ in range(size)])


def integers(limbs: int) -> st.SearchStrategy[int]:
    top = 1 << LIMB * limbs
    return st.one_of(st.integers(0, top - 1), st.sampled_from([0, 1, top - 1, top // 2, MASK]))


def cut(numbers: Sequence[int], limbs: int) -> Limbs:
    return limbs_of([[number >> LIMB * k & MASK for k in range(limbs)] for number in numbers])


@given(unsettled())
def test_carries_are_propagated(values: Limbs) -> None:
    numbers = [to_int(values[:, i]) for i in range(values.shape[1])]
    settled = settle(values.copy())
    assert [to_int(settled[:, i]) for i in range(settled.shape[1])] == numbers
    assert int(settled.max()) <= MASK
    assert bits_of_largest(settled) == max(numbers).bit_length()
    assert settle(settled.copy()).tolist() == settled.tolist()


def test_carries_in_blocks_and_sums_without_overflow() -> None:
    for shape in SHAPES:
        values = np.random.default_rng(1).integers(0, TOP, shape, np.uint64)
        flat = values.reshape(shape[0], -1)
        chosen = random.Random(2).sample(range(flat.shape[1]), min(300, flat.shape[1]))
        numbers = [to_int(flat[:, i]) for i in chosen]
        settled = settle(values.copy())
        assert int(settled.max()) <= MASK
        flat = settled.reshape(len(settled), -1)
        assert [to_int(flat[:, i]) for i in chosen] == numbers
    # The sum of ROOM normalised numbers must not overflow.
    most = np.full((2, 1), MASK, np.uint64)
    total = most * np.uint64(ROOM - 1)
    assert to_int(settle(total)[:, 0]) == (ROOM - 1) * to_int(most[:, 0])


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 6), st.data())
def test_dot_products_of_integers(left: int, right: int, size: int, data: st.DataObject) -> None:
    ones = data.draw(st.lists(integers(left), min_size=size, max_size=size))
    others = data.draw(st.lists(integers(right), min_size=size, max_size=size))
    expected = sum(a * b for a, b in zip(ones, others, strict=True))
    shapes = [cut(ones, left).reshape(left, size), cut(others, right).reshape(right, size)]
    assert dot(*shapes) == expected


def test_the_largest_numbers() -> None:
    for size in SIZES:
        left, right = np.full((3, size), MASK, np.uint64), np.full((2, size), MASK, np.uint64)
        assert dot(left, right) == size * ((1 << 3 * LIMB) - 1) * ((1 << 2 * LIMB) - 1)
    for limbs in (1, 2, 3):
        states, size_x, size_y = 40, 8, 4  # so many that a bound that omits a few terms is one byte shorter
        most = np.full((limbs, states, size_x, size_y), MASK, np.uint64)
        each = (1 << LIMB * limbs) - 1
        full = by_state([each] * (states * size_x * size_y), size_x, size_y)
        assert dot_polynomials(most, most) == summed(full, full)
        distinct = most.copy()
        distinct[0, :, 0, 0] -= np.arange(states, dtype=np.uint64)  # all states are distinct
        each_less = [polynomial | {(0, 0): each - state} for state, polynomial in enumerate(full)]
        assert dot_polynomials(distinct, most) == summed(each_less, full)


Polynomials = list[dict[tuple[int, int], int]]


def summed(left: Polynomials, right: Polynomials) -> dict[tuple[int, int], int]:
    """Return the sum of the products of two lists of polynomials, without zero terms."""
    terms: Counter[tuple[int, int]] = Counter()
    for ones, others in zip(left, right, strict=True):
        for ((a, b), one), ((c, d), other) in product(ones.items(), others.items()):
            terms[a + c, b + d] += one * other
    return {powers: value for powers, value in terms.items() if value}


def by_state(numbers: list[int], size_x: int, size_y: int) -> Polynomials:
    powers = list(product(range(size_x), range(size_y)))
    parts = (numbers[k : k + len(powers)] for k in range(0, len(numbers), len(powers)))
    return [dict(zip(powers, part, strict=True)) for part in parts]


@given(st.data())
def test_dot_of_polynomials(data: st.DataObject) -> None:
    """Draw two lists, some states equal, some 0; and one list with multiples by monomials."""
    states, more = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 3))
    sides: list[tuple[Limbs, Polynomials]] = []
    for _ in "ab":
        limbs, size_x, size_y = (data.draw(st.integers(1, 3)) for _ in range(3))
        amount = states * size_x * size_y
        numbers = data.draw(st.lists(integers(limbs) | st.just(0), min_size=amount, max_size=amount))
        if states > 1 and data.draw(st.booleans()):  # equal states
            numbers = numbers[: size_x * size_y] * states
        array = cut(numbers, limbs).reshape(limbs, states, size_x, size_y)
        sides.append((array, by_state(numbers, size_x, size_y)))
    (left, ones), (right, others) = sides
    if more:
        right, others = np.zeros((limbs, states, size_x + more, size_y + more), np.uint64), []
        left, ones = sides[1]
        for state, polynomial in enumerate(ones):
            by_x, by_y = data.draw(st.integers(0, more)), data.draw(st.integers(0, more))
            right[:, state, by_x : by_x + size_x, by_y : by_y + size_y] = left[:, state]
            others.append({(x + by_x, y + by_y): value for (x, y), value in polynomial.items()})
    assert dot_polynomials(left, right) == summed(ones, others)
