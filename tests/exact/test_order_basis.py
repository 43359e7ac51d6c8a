"""Relations with polynomial coefficients are all that there are, as lists of integers and as arrays alike.

What is found is put into the rows again, and the least degree is that of the kernel of a matrix, by flint.
"""

import random

import pytest
from flint import nmod_mat, nmod_poly

from gfkit.exact import order_basis
from gfkit.exact.order_basis import row_relations, solutions


@pytest.fixture(params=["lists", "arrays"])
def tables(request, monkeypatch):
    """Both ways to keep the rows, one after the other."""
    if request.param == "arrays":
        pytest.importorskip("numpy", reason="needs numpy: rows as arrays")
    monkeypatch.setattr(order_basis, "ARRAYS", request.param == "arrays")


def column(row, nodes, power, prime):
    """The row times x^power at its points, or times t^power."""
    if nodes is None:
        return [0] * min(power, len(row)) + row[: max(0, len(row) - power)]
    return [value * pow(x, power, prime) % prime for x, value in zip(nodes, row, strict=True)]


def left(parts, rows, nodes, prime):
    """What the sum of the polynomials times the rows is, by places."""
    terms = [
        [coefficient * value for value in column(row, nodes, power, prime)]
        for part, row in zip(parts, rows, strict=True)
        for power, coefficient in enumerate(part)
    ]
    return [sum(values) % prime for values in zip(*terms, strict=True)]


def least_degree(rows, nodes, prime, spare):
    """The least degree of a relation that leaves so many points to spare, by the rank of a matrix."""
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


@pytest.mark.usefixtures("tables")
def test_relations_hold_and_the_first_has_the_least_degree():
    draw = random.Random(5)
    found = 0
    for _ in range(400):
        rows, nodes, prime = question(draw)
        spare, exceptions = draw.randint(0, 3), draw.choice([0, 0, 1, 2])
        case = (rows, nodes, prime, spare, exceptions)
        relations = list(row_relations(rows, nodes, prime, spare, exceptions))
        if not exceptions:
            least = least_degree(rows, nodes, prime, spare)
            assert [relation.degree for relation in relations[:1]] == [least] * (least is not None), case
        assert len({(relation.row, relation.degree) for relation in relations}) == len(relations), case
        for relation in relations:
            (parts,) = solutions([rows], nodes, [prime], relation)
            sums = left(parts, rows, nodes, prime)
            assert tuple(k for k, value in enumerate(sums) if value) == relation.broken, (case, relation)
            assert len(relation.broken) <= exceptions, (case, relation)
            unknowns = len(rows) * (relation.degree + 1)
            assert unknowns - 1 + spare + len(relation.broken) <= len(rows[0]), (case, relation)
            assert {len(part) for part in parts} == {relation.degree + 1}, (case, relation)
            assert parts[relation.row][-1] == 1, (case, relation)
            found += 1
    assert found > 200


@pytest.mark.usefixtures("tables")
def test_points_that_fail_late_are_exceptions():
    """Squares with two errors at the end, or with one in each row."""
    squares = [[n * n % 101 for n in range(20)], [(n + 1) ** 2 % 101 for n in range(20)]]
    squares[0][17] = squares[1][19] = 50
    relation = next(row_relations(squares, range(20), 101, 3, 2))
    assert (relation.degree, relation.broken) == (2, (17, 19))
    assert not list(row_relations(squares, range(20), 101, 14, 2))
    assert all(relation.degree > 2 for relation in row_relations(squares, range(20), 101, 3, 1))


@pytest.mark.usefixtures("tables")
def test_one_relation_modulo_several_primes():
    """Fractions are told from their residues; a prime that divides a pivot has no answer."""
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
