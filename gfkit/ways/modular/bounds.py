"""Bounds for P and Q from the automaton: the sizes of coefficients, the powers that occur, and the order.

All weights are polynomials with nonnegative coefficients, so that sums at x = y = 1 bound their sizes.

Powers. P / Q is U / V in lowest terms, where V = det(I - tA) and U = V start (I - tA)^-1 final. Up to signs,
V is the sum over families of disjoint cycles, and U is the sum over such families together with a path from
start to final that is disjoint from the cycles; the power of t is the number of edges. Assign a price p(s) to
each state s. An edge from s to s' whose weight contains a monomial of degree w has the surplus w + p(s) -
p(s'). Prices cancel along cycles, and every state is the source of at most one edge. So the degree of the
coefficient of t^k in V is at most the sum of the k largest surpluses, where only the largest surplus of each
state counts. In U the price of the last state is included in the final weight, the price of the first state
in the start weight, and the last state is not a source. Both bounds, made concave in k, also hold for Q and
P: for every slope r, the maximum of (degree + r k) over a product is the sum of the maxima of its factors; V
= Q C and U = P C; and since C is 1 at t = 0, its maximum is at least 0. Lower bounds of degrees are upper
bounds after all signs are changed.

Order. Linear relations between states reduce the dimension. Let K be a matrix of rational numbers with start
K = 0 and A K = K M for some M. Then start A^j K = 0 for all j, so all vectors start A^j are in the left
kernel of K. Let L be a matrix with L final = 0 and L A = M L for some M. Then final vanishes on the row space
of L and on its images under A. The left kernel of K modulo its intersection with the row space of L has
dimension N - (columns of K) - (rows of L) + rank(L K), and A acts on this quotient. The order of start (I -
tA)^-1 final is at most this dimension.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
from flint import fmpq, fmpq_mat, nmod_mat
from numpy.typing import NDArray

from gfkit.core.algebra.number import to_fmpq
from gfkit.core.algebra.residue import fractions_of
from gfkit.core.algebra.series import size_of
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.ways import tuning

_TINY = 1e-100
"""Products below this number, or above its inverse, are close to underflow or overflow."""


def coefficient_bits(machine: Automaton, order: int) -> float:
    """Return log2 of a bound of the coefficients of P and Q, for powers of t up to the order.

    A coefficient is at most the maximum of the polynomial for |x| = |y| = 1. For fixed x and y, Q divides
    det(I - tA), so its coefficient of t^k is at most the sum of |products of k eigenvalues|. These products
    are the C(N, k) eigenvalues of the matrix of all k-minors of M, where M = D A D^-1 with any diagonal D,
    and the sum of their squared absolute values is at most the sum of all |k-minors|^2 (Schur). This is the
    sum of the principal k-minors of M M* (Cauchy, Binet), each at most the product of its diagonal
    (Hadamard): the squares of the lengths of rows of M, which are largest at x = y = 1. With c > 0, Q + tcP
    divides det(I - t(A - c final start)), for which the same is true. Return infinity if floating-point
    numbers overflow.
    """
    if not (machine.start and machine.final):
        return 0.0  # P = 0 and Q = 1
    try:
        with np.errstate(all="ignore"):
            bits = _estimate_bits(
                *_substitute_weights(machine, lambda terms: sum(terms.values()), 0.0), order
            )
    except (OverflowError, ValueError):
        return math.inf
    return bits + 1 if math.isfinite(bits) else math.inf  # one additional bit for rounding errors


def _estimate_bits(matrix: Reals, start: Reals, final: Reals, order: int) -> float:
    scale = _balance(matrix)
    matrix = scale[:, None] * matrix / scale
    start, final = start / scale, final * scale
    share = float(np.linalg.norm(start) * np.linalg.norm(final))
    if not _TINY < share < 1 / _TINY:
        return math.inf
    factor = max(float(np.linalg.norm(matrix)), 1.0) / ((order + 1) * share)
    alone = _compute_symmetric_logs(matrix)[: order + 1]
    together = _compute_symmetric_logs(matrix + factor * np.outer(final, start))[: order + 1]
    numerator = np.logaddexp2(alone, together) - math.log2(factor)
    return float(np.max(np.concatenate([alone, numerator])))  # NaN is preserved


def determinant_bits(machine: Automaton) -> float:
    """Return log2 of a bound of the coefficients of det(I - tA), and of the product of det(I - tA) and the
    series.
    """
    sizes = [size_of(row) for row in machine.edges]
    total = sum(math.log2(1 + size) for size in sizes)
    ends = 2 * math.log2(size_of(machine.start) + size_of(machine.final) + 1)
    return 2 * total + machine.states * math.log2(max([1, *sizes])) + ends + 64


def largest_degree(machine: Automaton) -> int:
    """Return the largest total degree of a weight."""
    rows = [machine.start, machine.final, *machine.edges]
    return max((x + y for row in rows for terms in row.values() for x, y in terms), default=0)


def _substitute_weights(
    machine: Automaton, number: Callable[[Terms], float], none: float
) -> tuple[Reals, Reals, Reals]:
    """Return A, start and final as arrays: weights are mapped by ``number``, missing entries are ``none``."""
    matrix = np.full((machine.states, machine.states), none)
    start, final = np.full(machine.states, none), np.full(machine.states, none)
    rows = [*zip(matrix, machine.edges, strict=True), (start, machine.start), (final, machine.final)]
    for vector, weights in rows:
        for state, terms in weights.items():
            vector[state] = number(terms)
    return matrix, start, final


def _balance(matrix: Reals) -> Reals:
    """Return a diagonal D such that rows and columns of D A D^-1 have about equal norms (Osborne)."""
    squares = matrix * matrix
    np.fill_diagonal(squares, 0)
    scale = np.ones(len(matrix))
    for _ in range(tuning.MODULAR.balance_sweeps):
        for i in range(len(matrix)):
            row, column = squares[i].sum(), squares[:, i].sum()
            if row and column:
                ratio = math.sqrt(column / row)
                squares[i] *= ratio
                squares[:, i] /= ratio
                scale[i] *= math.sqrt(ratio)
    return scale


def _compute_symmetric_logs(matrix: Reals) -> Reals:
    """Return log2 of sqrt(C(N, k) e_k), where e_k is the k-th elementary symmetric sum of the squared row
    norms.
    """
    states = len(matrix)
    sums = np.full(states + 1, -np.inf)
    sums[0] = 0
    for square in (matrix * matrix).sum(axis=1).tolist():
        if square:
            sums[1:] = np.logaddexp2(sums[1:], sums[:-1] + math.log2(square))
    ways = [math.log2(math.comb(states, k)) for k in range(states + 1)]
    array: Reals = (sums + np.array(ways)) / 2
    return array


_STEPS = 2.0**20
"""Prices are multiples of 1 / 2^20, so that sums of surpluses are exact."""


@dataclass(frozen=True, slots=True)
class Support:
    """For coefficients 1..d of Q, then 0..d-1 of P: the smallest power of x or y, and the number of
    powers.
    """

    lowest: NDArray[np.int64]
    size: int


def find_support(machine: Automaton, order: int, axis: int) -> Support:
    """Return the bounds of the powers of x (axis 0) or y (axis 1) in P and Q of the given order."""
    if not order:
        return Support(np.zeros(0, np.int64), 1)
    most, least = _Side(machine, axis, 1), _Side(machine, axis, -1)
    best = np.inf
    for _ in range(max(1, tuning.MODULAR.price_rounds)):
        widths = [np.floor(most.below) + np.floor(least.below), np.floor(most.above) + np.floor(least.above)]
        joined = np.concatenate([widths[0][1 : order + 1], widths[1][:order]])
        widest = int(joined.argmax())
        if joined[widest] > 0.97 * best:
            break
        best = joined[widest]
        for side in (most, least):
            side.improve(widest + 1 if widest < order else widest - order)
    lowest = -np.floor(np.concatenate([least.below[1 : order + 1], least.above[:order]]))
    lowest = np.where(np.isfinite(lowest), np.maximum(lowest, 0), 0)
    return Support(lowest.astype(np.int64), max(1, int(joined.max()) + 1))


class _Side:
    """Upper bounds of powers for every power of t; with ``sign`` -1, bounds of the negated smallest
    powers.
    """

    def __init__(self, machine: Automaton, axis: int, sign: int) -> None:
        def degree(terms: Terms) -> int:
            return max(sign * key[axis] for key in terms)

        states = self.states = machine.states
        self.edges, self.start, self.final = _substitute_weights(machine, degree, -np.inf)
        self.below = self.above = np.full(states + 1, np.inf)
        """Bounds for Q and for P."""
        self.prices = np.zeros(states + 1)
        largest = float(np.abs(self.edges[np.isfinite(self.edges)]).max(initial=0))
        self._solve(-2 * (states + 1) * (largest + 1))

    def improve(self, k: int) -> None:
        """Improve the bounds at t^k by the prices that are optimal for its slope, found by bisection."""
        last = int(np.isfinite(self.below).sum()) - 1
        low = (self.below[last] - self.below[k]) / max(1, last - k)
        high = self.below[k] / max(1, k)
        for _ in range(tuning.MODULAR.price_rounds if k < last else 0):
            slope = (low + high) / 2
            surplus = self._solve(slope)
            if int((surplus > slope + 1e-6).sum()) > k:
                low = slope
            elif int((surplus >= slope - 1e-6).sum()) < k:
                high = slope
            else:
                return

    def _solve(self, slope: float) -> Reals:
        """Compute optimal prices if every edge costs ``slope``; return the surpluses in descending order."""
        states = self.states
        table = np.full((states + 1, states + 1), -np.inf)
        table[:states, :states] = self.edges - slope
        table[states, :states], table[:states, states] = self.start, self.final
        np.fill_diagonal(table, np.maximum(table.diagonal(), 0))
        self.prices = prices(table, self.prices)
        return self._apply_price(np.round(self.prices[:states] * _STEPS) / _STEPS)

    def _apply_price(self, price: Reals) -> Reals:
        best = (self.edges - price).max(axis=1) + price
        order = np.argsort(-best, kind="stable")
        surplus: Reals = best[order]
        below = np.concatenate([[0.0], np.cumsum(surplus)])
        last = (self.final + price)[order]
        # The last state is not a source: it is skipped if it is among the first k + 1.
        least = np.where(np.isfinite(surplus), surplus, 0.0)
        among = np.concatenate([np.maximum.accumulate(last - least) + below[1:], [-np.inf]])
        beyond = np.concatenate([np.maximum.accumulate(last[::-1])[::-1] + below[:-1], [-np.inf]])
        above = float((self.start - price).max()) + np.maximum(among, beyond)
        self.below = np.minimum(self.below, below)
        self.above = np.minimum(self.above, _compute_concave_majorant(above))
        return surplus


def _compute_concave_majorant(values: Reals) -> Reals:
    """Return the smallest concave upper bound of a sequence; -inf occurs only at the end."""
    used = int(np.isfinite(values).sum())
    corners: list[int] = []
    for k in range(used):
        while len(corners) > 1:
            i, j = corners[-2:]
            if (values[j] - values[i]) * (k - i) > (values[k] - values[i]) * (j - i):
                break
            corners.pop()
        corners.append(k)
    hull: Reals = values.copy()
    if corners:
        hull[:used] = np.ceil(np.interp(np.arange(used), corners, values[corners]) * _STEPS) / _STEPS
    return hull


Reals = NDArray[np.float64]


def prices(weights: Reals, first: Reals) -> Reals:
    """Return column prices v that minimise the sum of v and of max(weights[i] - v) over all rows i.

    For any prices, this sum is an upper bound of the weight of every assignment of rows to columns; the
    minimum equals the maximum weight (Konig, Egervary). Rows are assigned in order, along shortest
    alternating paths, starting from the prices ``first``. Every row and every column must occur in some
    assignment of finite weight. Cost: for each row that is not assigned initially, at most N iterations of N
    operations.
    """
    costs = -weights
    v = -first
    reduced = costs - v
    u = reduced.min(axis=1)
    row_of, column_of = _match_rows(reduced == u[:, None])
    for row in np.flatnonzero(column_of < 0).tolist():
        _assign(row, costs, u, v, row_of, column_of)
    return -v


def _match_rows(tight: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a greedy matching of rows to free columns of minimal reduced cost."""
    size = len(tight)
    row_of, column_of = np.full(size, -1), np.full(size, -1)
    for row in range(size):
        if tight[row, row]:
            row_of[row] = column_of[row] = row
    for row in np.flatnonzero(column_of < 0).tolist():
        free = np.flatnonzero(tight[row] & (row_of < 0))
        if len(free):
            row_of[free[0]], column_of[row] = row, free[0]
    return row_of, column_of


def _assign(
    row: int,
    costs: Reals,
    u: Reals,
    v: Reals,
    row_of: NDArray[np.int64],
    column_of: NDArray[np.int64],
) -> None:
    """Assign a row by Dijkstra's algorithm to the nearest free column, and update the prices."""
    distance = costs[row] - u[row] - v
    waiting = distance.copy()
    before = np.full(len(u), row)
    passed: list[int] = []
    while True:
        column = int(waiting.argmin())
        reach = waiting[column]
        other = row_of[column]
        if other < 0:
            break
        passed.append(column)
        waiting[column] = np.inf
        distance[column] = -np.inf  # its distance is final
        through = costs[other] + (reach - u[other]) - v
        nearer = through < distance
        distance[nearer] = waiting[nearer] = through[nearer]
        before[nearer] = other
        u[other] -= reach  # the length of the path is added below
        v[column] += reach
    length = reach
    for done in passed:
        u[row_of[done]] += length
        v[done] -= length
    u[row] += length
    while True:
        other = int(before[column])
        row_of[column] = other
        column_of[other], column = column, int(column_of[other])
        if other == row:
            return


_Column = dict[int, fmpq]
"""Column of K: entries by state."""


def order_bound(machine: Automaton, prime: int, random: Random) -> int:
    """Return an upper bound of the order, from relations guessed modulo a prime and verified over the
    rationals.
    """
    right = state_relations(machine, prime, random)
    left = state_relations(machine.reverse(), prime, random)
    bound = machine.states - len(right) - len(left)
    if right and left:
        products = [_dot_product(row, column) for row in left for column in right]
        bound += fmpq_mat(len(left), len(right), products).rank()
    return bound


def state_relations(machine: Automaton, prime: int, random: Random) -> list[_Column]:
    """Return the columns of a matrix K with start K = 0 and A K = K M, or [] if a guessed relation is
    false.
    """
    kernel = _compute_krylov_vectors(machine, prime, random).nullspace()
    if not kernel[1]:
        return []
    reduced = nmod_mat(kernel[1], machine.states, _columns(kernel[0], kernel[1]), prime).rref()[0]
    columns: list[_Column] = []
    for row in reduced.table():
        numbers = fractions_of(map(int, row), prime)
        if numbers is None:
            return []
        columns.append({state: to_fmpq(number) for state, number in enumerate(numbers) if number})
    heads = {min(column): column for column in columns}
    vanishing = all(not any(_monomial_sums(machine.start, column).values()) for column in columns)
    return columns if vanishing and all(_is_invariant(machine, column, heads) for column in columns) else []


def _compute_krylov_vectors(machine: Automaton, prime: int, random: Random) -> nmod_mat:
    """Return start A^j for j < N at a random point, by doubling the number of vectors in each iteration."""
    x, y = random.randrange(2, prime), random.randrange(2, prime)
    states = machine.states
    entries = [0] * states
    for target, terms in machine.start.items():
        entries[target] = _evaluate_terms(terms, x, y, prime)
    matrix = nmod_mat(states, states, prime)
    for source, row in enumerate(machine.edges):
        for target, terms in row.items():
            matrix[source, target] = _evaluate_terms(terms, x, y, prime)
    while True:
        count = len(entries) // states
        orbit = nmod_mat(count, states, entries, prime)
        if count >= states:
            return orbit
        entries += [int(value) for value in (orbit * matrix).entries()]
        matrix *= matrix


def _evaluate_terms(terms: Terms, x: int, y: int, prime: int) -> int:
    return sum(value * pow(x, i, prime) * pow(y, j, prime) for (i, j), value in terms.items()) % prime


def _columns(matrix: nmod_mat, count: int) -> list[int]:
    return [int(matrix[i, j]) for j in range(count) for i in range(matrix.nrows())]


def _is_invariant(machine: Automaton, column: _Column, heads: dict[int, _Column]) -> bool:
    """Return True if A maps a column into the span of the columns, for every monomial of the weights.

    The columns are in reduced echelon form: each has a first state with entry 1, where the other columns have
    0.
    """
    images: dict[tuple[int, int], _Column] = {}
    for source, row in enumerate(machine.edges):
        for power, value in _monomial_sums(row, column).items():
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


def _monomial_sums(row: dict[int, Terms], column: _Column) -> dict[tuple[int, int], fmpq]:
    """Return the sum of weights times column entries, grouped by monomial."""
    total: dict[tuple[int, int], fmpq] = {}
    for state in row.keys() & column.keys():
        for power, value in row[state].items():
            total[power] = total.get(power, fmpq(0)) + value * column[state]
    return total


def _dot_product(row: _Column, column: _Column) -> fmpq:
    return sum((row[state] * column[state] for state in row.keys() & column.keys()), fmpq(0))
