"""Proof by a size bound: if an inner slice is a symmetric matrix, the coefficients have a sharp bound.

Quotient. Partition the states of a strip of period 1 into classes such that, for all classes C and D, the
number of transitions from C to a state of D is the same for every state of D. Call it F_CD. Let the vector
before the first periodic slice be constant on classes, with value s_C on C. Then all later vectors are
constant on classes, and

    b(j) = s F^j f,    f_C = sum of the final vector over C.

Order. If b has order d modulo some prime p, and there are exactly d classes, then det(I - tF), and the
product of det(I - tF) and the series up to t^d, are Q and P modulo p: a common factor would lower the order.
So P and Q are the same integer polynomials for all such primes, and they are determined once the product of
these primes exceeds twice their largest coefficient. No further test is needed: the residues are the proof.

Size. Let the matrix S_CD = |D| F_CD be symmetric. Then F is similar to the symmetric matrix M with entries
S_CD / sqrt(|C| |D|), all eigenvalues l_i are real, Q = prod (1 - l_i t), and with c = cos(a)

    log |Q(e^ia)| = g(c) = (1/2) log det(I - 2 c M + M^2) = (1/2) sum log(1 + l_i^2 - 2 c l_i)

is concave in c, since every summand is. By partial fractions P = sum of w_i prod over j != i of (1 - l_j t),
where sum |w_i| is at most w, the product of the norms of the first vector and the final vector. A factor
|1 - l_i e^ia| is at least |sin a|, so |P(e^ia)| is at most w |Q(e^ia)| / |sin a|. Coefficients of P are
averages of P(z) z^-k over the N roots z of z^N = -1, if N is even and at least d, and the average of 1 /
|sin a| over these roots is at most 2 + log N. So max |Q| on the unit circle bounds Q and P.

On an interval a concave function is at most the extended chord of a neighbouring interval. So three values of
g bound its maximum. Two values bound the third, because g is concave, and with s_i = 2 l_i / (1 + l_i^2)

    g(c) + g(-c) = 2 g(0) + (1/2) sum log(1 - c^2 s_i^2) >= 2 g(0) + (d/2) log(1 - c^2).

Determinants are computed by Cholesky's method with its backward error bound; the smallest eigenvalue of the
matrices is at least 1 - c^2. Rows of M and M^2 are computed by sweeps when they are needed, and only one
triangle of the factor is stored.

Mirror. If half of the slices yield all terms, the terms are computed as sums of start_i[m(s)] start_j[s] over
states s. These sums are the terms if m preserves classes, S is symmetric, and f_C = |C| start_k,C, where k is
the shift of the mirror.

Cost. For each value d / 4 slices and d^3 / 3 products, and 4 d^2 bytes. The method does not apply if there
are more classes than the order, or if S is not symmetric.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any, ClassVar

import numpy as np

from gfkit.core.algebra.residue_arrays import AT_ONCE, EightPrimes, Words
from gfkit.core.deferred import dataclass
from gfkit.core.memory import memory_limit, one_blas_thread
from gfkit.core.typing import check_stop
from gfkit.ways import tuning
from gfkit.ways.modular.batches import Report, StripBatch, eight_primes
from gfkit.ways.modular.layout import Places, Reals, StripLayout, TermSweep

_EXACT = 2.0**53
_ROUNDING = 2.0**-53


Bounds = dict[float, tuple[float, float]]
"""Lower and upper bounds of g at some points c, as binary logarithms."""


@dataclass(frozen=True, slots=True)
class CircleBatch(StripBatch):
    """Batch that computes g at some points, with which ``quotient_bits`` bounds all coefficients."""

    order: int
    mirrored: bool
    places: tuple[float, ...]
    part: ClassVar[str] = ""  # not stored: rounding errors differ between computers

    @one_blas_thread()
    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:  # noqa: ARG002
        """Return w, or infinity without a symmetric quotient, and two bounds for each point."""
        numbers = np.full(1 + 2 * len(self.places), np.inf)
        quotient = symmetric_quotient(layout, self.order, mirrored=self.mirrored, fast=self.fast)
        if quotient is not None:
            numbers[0] = quotient.share
            numbers[1:] = np.ravel([quotient.half_logarithm(c) for c in self.places])
        return numbers.astype("<f8").tobytes()

    def fault(self, answer: object) -> str | None:
        if isinstance(answer, bytes) and len(answer) == 8 + 16 * len(self.places):
            numbers = np.frombuffer(answer, "<f8")
            if numbers[0] >= 0 and (numbers[1::2] <= numbers[2::2]).all():
                return None
        return "no bounds"

    def read(self, answer: bytes) -> tuple[float, Bounds]:
        """Return w and the bounds."""
        share, *numbers = np.frombuffer(answer, "<f8").tolist()
        return share, dict(zip(self.places, zip(numbers[::2], numbers[1::2], strict=True), strict=True))


def quotient_bits(
    order: int,
    enough: float,
    first: Callable[[], tuple[float, Bounds]],
    compute: Callable[[tuple[float, ...]], Callable[[], tuple[float, Bounds]]],
) -> float:
    """Return log2 of a bound on all coefficients of P and Q, or infinity if there is no quotient or rounding
    errors dominate.

    ``first`` returns w, and bounds of g at c and -c; ``compute`` starts the computation at other points. The
    bound is refined a few times while it exceeds ``enough``.
    """
    share, values = first()
    if not math.isfinite(share):
        return math.inf
    least, most = (sum(bounds) / 2 for bounds in zip(*values.values(), strict=True))
    values[0.0] = least, most - order / 4 * math.log2(1 - max(values) ** 2)
    numerator = math.log2(max(share, _ROUNDING)) + math.log2(2 + math.log(order + 1))
    more = max(0.0, numerator) + 1  # one bit for rounding errors
    for _ in range(tuning.MODULAR.circle_steps):
        if _bound_maximum(values) + more <= enough:
            break
        places = [-1.0, *sorted(values), 1.0]
        highest = places.index(max(values, key=lambda c: values[c][0]))
        values |= compute(
            tuple((c + after) / 2 for c, after in pairwise(places[highest - 1 : highest + 2]))
        )()[1]
    return _bound_maximum(values) + more


@dataclass(frozen=True, slots=True, eq=False)
class SymmetricQuotient:
    """Matrix M of the classes, its Frobenius norm, and the bound w."""

    rows: Callable[[int, int], tuple[Reals, Reals]]
    """Returns the rows of M and M^2 from the first index to the second one, exclusive."""
    order: int
    norm: float
    share: float

    def half_logarithm(self, c: float) -> tuple[float, float]:
        """Return lower and upper bounds of g(c), as a binary logarithm.

        The factor L of I - 2 c M + M^2 = L L^T is computed by blocks of columns, which are stored as rows.
        """
        size, value = self.order, 0.0
        step = size if size <= tuning.MODULAR.whole_order else tuning.MODULAR.circle_block
        blocks: list[Reals] = []
        for low in range(0, size, step):
            high = min(low + step, size)
            check_stop()
            single, double = self.rows(low, high)
            block = single[:, low:] * (-2 * c)
            block += double[:, low:]
            block[np.diag_indices(high - low)] += 1
            for other in blocks:
                place = low + other.shape[1] - size
                block -= other[:, place : place + high - low].T @ other[:, place:]
            try:
                corner = np.linalg.cholesky(block[:, : high - low])
            except np.linalg.LinAlgError:
                return -math.inf, math.inf
            value += float(np.log2(np.diagonal(corner)).sum())
            if high < size:
                # In reverse order the corner is upper triangular, so its LU decomposition is exact.
                blocks.append(np.linalg.solve(corner[::-1, ::-1], block[::-1])[::-1])
        error = 4 * (size + 20) * _ROUNDING * (math.sqrt(size) + self.norm) ** 2
        least = 1 - c * c - error
        if not error < least / 2 or not math.isfinite(value):
            return -math.inf, math.inf
        share = error / least
        doubt = size * share / (1 - share) / math.log(4) + size * 2.0**-40 * (1 + abs(value))
        return value - doubt, value + doubt


def _bound_maximum(values: Bounds) -> float:
    """Return an upper bound on [-1, 1] of a concave function with known lower and upper bounds at some
    points.
    """
    places = [(c, *values[c]) for c in sorted(values) if all(map(math.isfinite, values[c]))]
    return min((_bound_by_chords(*three) for three in combinations(places, 3)), default=math.inf)


_Place = tuple[float, float, float]
"""Point c, with a lower and an upper bound of the function at c."""


def _bound_by_chords(left: _Place, middle: _Place, right: _Place) -> float:
    """Return an upper bound from three points: between two points the function is below the extended
    chord.
    """
    (low, least0, most0), (c, least1, most1), (high, least2, most2) = left, middle, right
    return max(
        most1 + max(0.0, (most1 - least0) / (c - low)) * (high - c),
        most1 + max(0.0, (most1 - least2) / (high - c)) * (c - low),
        most2 + max(0.0, (most2 - least1) / (high - c)) * (1 - high),
        most0 + max(0.0, (most0 - least1) / (c - low)) * (1 + low),
    )


def symmetric_quotient(
    layout: StripLayout, order: int, *, mirrored: bool, fast: bool
) -> SymmetricQuotient | None:
    """Return the quotient of a strip by as many classes as its order, or None if it does not exist or is not
    symmetric.

    With ``mirrored``, also return None unless half of the slices yield all terms.
    """
    if layout.period != 1 or not 0 < 8 * order**2 <= memory_limit(None):
        return None
    field = EightPrimes(eight_primes(0))
    start, final = layout.start(None), layout.final(0, None)
    largest = layout.ahead(np.ones(layout.states), 0, None)
    if max(map(np.max, (largest, layout.ahead(largest, 0, None)))) * layout.states > _EXACT:
        return None
    if max(float(start.max()), float(start.sum()), float(final.sum())) > 2.0**400:
        return None  # residues modulo eight primes would not detect larger numbers
    classes = _classes(layout, field, order)
    if classes is None:
        return None
    places = np.zeros(order, np.int64)
    places[classes] = np.arange(layout.states)
    run = TermSweep(layout, field, mirrored=False, fast=fast)
    norm = _symmetric_norm(run, classes, places, np.min_scalar_type(int(largest.max())))
    if norm is None or (mirrored and not _is_mirror_confirmed(layout, field, classes, places)):
        return None
    roots = np.sqrt(np.bincount(classes))
    share = float(np.linalg.norm(start)) * float(np.linalg.norm(final))

    def rows(low: int, high: int) -> tuple[Reals, Reals]:
        powers = np.empty((2, high - low, order))
        for first, vectors in _transitions(run, classes, 2, low, high):
            for array, after in zip(powers, vectors, strict=True):
                array[first - low : first - low + AT_ONCE] = after[places].T[: high - first]
        powers *= roots
        powers /= roots[low:high, None]
        return powers[0], powers[1]

    is_small = order <= tuning.MODULAR.whole_order
    return SymmetricQuotient(cache(rows) if is_small else rows, order, norm, share)


def _classes(layout: StripLayout, field: EightPrimes, order: int) -> Places | None:
    """Return the classes of states with equal entries in the first vectors, or None if there are not
    ``order`` classes.

    Equality is tested modulo eight primes. This is exact, because the entries of the first vector are smaller
    than the product of the primes.
    """
    vector = layout.start(field.row)
    array = np.zeros(layout.states, np.int64)
    for _ in range(tuning.MODULAR.quotient_slices):
        keys = np.column_stack([array.astype(np.uint64), vector])
        _, array = np.unique(keys, axis=0, return_inverse=True)
        array = array.reshape(-1)
        seen = int(array.max()) + 1
        if seen >= order:
            return array if seen == order else None
        vector = layout.ahead(vector, 0, field.row)
    return None


def _transitions(
    run: TermSweep, classes: Places, steps: int, low: int, high: int
) -> Iterator[tuple[int, list[Words]]]:
    """For eight classes at a time, yield the first one and the vectors after one, two, ... slices."""
    for first in range(low, high, AT_ONCE):
        check_stop()
        vectors = [(classes[:, None] == np.arange(first, first + AT_ONCE)).astype(np.uint64)]
        for _ in range(steps):
            vectors.append(run.one_ahead(vectors[-1]))
        yield first, vectors[1:]


def _symmetric_norm(run: TermSweep, classes: Places, places: Places, kind: np.dtype[Any]) -> float | None:
    """Return the norm of M, or None if states of one class have different transitions or S is not symmetric.

    The entries of F are stored with the given type.
    """
    order, sizes = len(places), np.bincount(classes)
    array = np.empty((order, order), kind)
    for first, (after,) in _transitions(run, classes, 1, 0, order):
        rows = after[places]
        if not np.array_equal(rows[classes], after):
            return None
        array[first : first + AT_ONCE] = rows.T[: order - first]
    square = 0.0
    for low in range(0, order, tuning.MODULAR.circle_block):
        part = slice(low, low + tuning.MODULAR.circle_block)
        block, turned = array[part] * sizes, array[:, part].T * sizes[part, None]
        if not np.array_equal(block, turned):
            return None
        square += float(np.einsum("ij,ji->", array[part], array[:, part], dtype=np.float64))
    return math.sqrt(square)


def _is_mirror_confirmed(layout: StripLayout, field: EightPrimes, classes: Places, places: Places) -> bool:
    if layout.mirror is None:
        return False
    mirror, shift = layout.mirror
    vector = layout.start(field.row)
    for _ in range(shift):
        vector = layout.ahead(vector, 0, field.row)
    sizes = np.bincount(classes).astype(object)[:, None]
    sums = np.zeros((len(places), AT_ONCE), object)  # integers larger than a machine word
    np.add.at(sums, classes, layout.final(0, field.row).astype(object))
    rest = (sums - sizes * vector[places].astype(object)) % np.array(field.primes, object)
    same = not rest.any()
    return same and np.array_equal(classes[mirror], classes)
