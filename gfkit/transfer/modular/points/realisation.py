"""A bound of the order of P / Q: the states that are left when linear relations between them are used.

Let K be a matrix of rational numbers with start K = 0 and A K = K M for some M. Then start A^j K = 0 for all
j, and all vectors start A^j are among the v with v K = 0. Let L be one with L final = 0 and L A = M L for
some M. Then final gives 0 on the combinations of rows of L and on all that A makes of them. What is left is
the v with v K = 0 up to those among them that are combinations of rows of L: a space of dimension
N - (columns of K) - (rows of L) + rank(L K), on which A acts. The order of start (I - tA)^-1 final is at
most this dimension.
"""

from __future__ import annotations

from random import Random

from flint import fmpq, fmpq_mat, nmod_mat

from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.sweep.plain import Terms

Relation = dict[int, fmpq]
"""A column of K: numbers by state."""


def order_bound(machine: Automaton, prime: int, random: Random) -> int:
    """A bound of the order. The relations are guessed modulo a prime, and hold over the rational numbers."""
    right = relations(machine, prime, random)
    left = relations(machine.reversed(), prime, random)
    bound = machine.states - len(right) - len(left)
    if right and left:
        products = [_product(row, column) for row in left for column in right]
        bound += fmpq_mat(len(left), len(right), products).rank()
    return bound


def relations(machine: Automaton, prime: int, random: Random) -> list[Relation]:
    """Columns of a matrix K with start K = 0 and A K = K M; none where those guessed turn out wrong."""
    found = _orbit(machine, prime, random).nullspace()
    if not found[1]:
        return []
    reduced = nmod_mat(found[1], machine.states, _columns(found[0], found[1]), prime).rref()[0]
    columns = [_rational([int(value) for value in row], prime) for row in reduced.table()]
    heads = {min(column): column for column in columns}
    vanishing = all(not any(_weighed(machine.start, column).values()) for column in columns)
    return columns if vanishing and all(_stays(machine, column, heads) for column in columns) else []


def _orbit(machine: Automaton, prime: int, random: Random) -> nmod_mat:
    """start A^j for j < N at a random point; every round takes twice as many."""
    x, y = random.randrange(2, prime), random.randrange(2, prime)
    states = machine.states
    entries = [0] * states
    for target, terms in machine.start.items():
        entries[target] = _at(terms, x, y, prime)
    matrix = nmod_mat(states, states, prime)
    for source, row in enumerate(machine.edges):
        for target, terms in row.items():
            matrix[source, target] = _at(terms, x, y, prime)
    while True:
        count = len(entries) // states
        orbit = nmod_mat(count, states, entries, prime)
        if count >= states:
            return orbit
        entries += [int(value) for value in (orbit * matrix).entries()]
        matrix *= matrix


def _at(terms: Terms, x: int, y: int, prime: int) -> int:
    return sum(value * pow(x, i, prime) * pow(y, j, prime) for (i, j), value in terms.items()) % prime


def _columns(matrix: nmod_mat, count: int) -> list[int]:
    return [int(matrix[i, j]) for j in range(count) for i in range(matrix.nrows())]


def _rational(residues: list[int], prime: int) -> Relation:
    """The fractions of small numbers with these residues, by continued fractions."""
    found: Relation = {}
    for state, residue in enumerate(residues):
        if residue:
            before, now, over, under = prime, residue, 0, 1
            while 2 * now * now > prime:
                quotient = before // now
                before, now = now, before - quotient * now
                over, under = under, over - quotient * under
            found[state] = fmpq(now, under)
    return found


def _stays(machine: Automaton, column: Relation, heads: dict[int, Relation]) -> bool:
    """Whether A times a column is a combination of the columns, for every monomial of the weights.

    The columns are reduced: each has a first state, with the number 1, where the others have 0.
    """
    images: dict[tuple[int, int], Relation] = {}
    for source, row in enumerate(machine.edges):
        for power, value in _weighed(row, column).items():
            if value:
                images.setdefault(power, {})[source] = value
    for image in images.values():
        for state in image.keys() & heads.keys():
            factor = image[state]
            for other, value in heads[state].items():
                image[other] = image.get(other, fmpq(0)) - factor * value
        if any(image.values()):
            return False
    return True


def _weighed(row: dict[int, Terms], column: Relation) -> dict[tuple[int, int], fmpq]:
    """The sum of weights times numbers, by monomial."""
    total: dict[tuple[int, int], fmpq] = {}
    for state in row.keys() & column.keys():
        for power, value in row[state].items():
            total[power] = total.get(power, fmpq(0)) + value * column[state]
    return total


def _product(row: Relation, column: Relation) -> fmpq:
    return sum((row[state] * column[state] for state in row.keys() & column.keys()), fmpq(0))
