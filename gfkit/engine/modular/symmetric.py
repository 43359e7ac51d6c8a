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
where sum |w_i| is at most w, the product of the norms of the first vector and the final vector. The sum g
without one summand is concave too, at most g + (1/2) log(1 / (1 - c^2)), and at least g - log(1 + |l_i|). On
an interval a concave function is at most the extended chord of a neighbouring interval. So three values of g
bound P and Q on the unit circle, and no coefficient of a polynomial exceeds the maximum of the polynomial on
the unit circle. Determinants are computed by Cholesky's method with its backward error bound; the smallest
eigenvalue of the matrices is at least 1 - c^2.

Mirror. If half of the slices yield all terms, the terms are computed as sums of start_i[m(s)] start_j[s] over
states s. These sums are the terms if m preserves classes, S is symmetric, and f_C = |C| start_k,C, where k is
the shift of the mirror.

Cost. d / 8 slices, and about four products of matrices of order d. The method does not apply if there are
more classes than the order, or if S is not symmetric.
"""

from __future__ import annotations

import math
import struct
from itertools import combinations
from typing import ClassVar

import numpy as np

from gfkit.algebra.residue_arrays import AT_ONCE, EightPrimes
from gfkit.deferred import dataclass
from gfkit.engine import tuning
from gfkit.engine.modular.batches import Report, StripBatch, eight_primes
from gfkit.engine.modular.layout import Places, Reals, StripLayout, TermSweep
from gfkit.runs.memory import one_blas_thread
from gfkit.typing import check_stop

_EXACT = 2.0**53
_ROUNDING = 2.0**-53
_BITS = struct.Struct("<d")


@dataclass(frozen=True, slots=True)
class CoefficientBound(StripBatch):
    """Batch that computes log2 of a bound of all coefficients of P and Q, or infinity without a symmetric
    quotient.
    """

    order: int
    mirrored: bool
    enough: float
    """The bound is not improved once it is at most this value."""
    part: ClassVar[str] = ""  # not stored: rounding errors differ between computers

    @one_blas_thread()
    def over(self, layout: StripLayout, report: Report = lambda *_: None) -> bytes:  # noqa: ARG002
        """Return the number of bits, as a floating-point number."""
        quotient = symmetric_quotient(layout, self.order, mirrored=self.mirrored, fast=self.fast)
        bits = math.inf if quotient is None else quotient.coefficient_bits(self.enough)
        return _BITS.pack(bits if bits >= 0 else math.inf)

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) != _BITS.size or not _BITS.unpack(answer)[0] >= 0:
            return "no bound"
        return None

    @staticmethod
    def read(answer: bytes) -> float:
        bits: float = _BITS.unpack(answer)[0]
        return bits


@dataclass(frozen=True, slots=True, eq=False)
class SymmetricQuotient:
    """Matrix M of the classes, and the bound w."""

    matrix: Reals
    share: float

    def coefficient_bits(self, enough: float = 0.0) -> float:
        """Return log2 of a bound on all coefficients of P and Q, or infinity if rounding errors dominate.

        The bound is refined a few times while it exceeds ``enough``.
        """
        norm = float(np.linalg.norm(self.matrix))
        half = _HalfLogarithm(self.matrix, norm)
        values = {c: half.at(c) for c in (-0.5, 0.0, 0.5)}
        low, middle, high = -0.5, 0.0, 0.5
        bits = self._bound_bits(values, norm)
        for _ in range(tuning.MODULAR.circle_steps):
            if bits <= enough:
                break
            for c in ((low + middle) / 2, (middle + high) / 2):
                values[c] = half.at(c)
            places = sorted(c for c in values if low <= c <= high)
            highest = places.index(max(places, key=lambda c: values[c][0]))
            best = min(max(1, highest), len(places) - 2)
            low, middle, high = places[best - 1 : best + 2]
            bits = self._bound_bits(values, norm)
        return bits

    def _bound_bits(self, values: dict[float, tuple[float, float]], norm: float) -> float:
        """Return the bound from values of g, with one additional bit for rounding errors."""
        below = _bound_maximum(values)
        loss = math.log2(1 + norm)
        above = _bound_maximum(
            {c: (least - loss, most - math.log2(1 - c * c) / 2) for c, (least, most) in values.items()}
        )
        return max(below, above + max(0.0, math.log2(max(self.share, _ROUNDING)))) + 1


def _bound_maximum(values: dict[float, tuple[float, float]]) -> float:
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


class _HalfLogarithm:
    """Function g(c) of the module's docstring as a binary logarithm, with lower and upper bounds."""

    def __init__(self, matrix: Reals, norm: float) -> None:
        self.matrix, self.norm = matrix, norm
        self._c = 0.0
        self._square = matrix @ matrix.T  # I - 2 c M + M^2
        self._square[np.diag_indices(len(matrix))] += 1

    def at(self, c: float) -> tuple[float, float]:
        size = len(self.matrix)
        check_stop()
        for row, square in zip(self.matrix, self._square, strict=True):
            square -= 2 * (c - self._c) * row
        self._c = c
        try:
            diagonal = np.diagonal(np.linalg.cholesky(self._square))
        except np.linalg.LinAlgError:
            return -math.inf, math.inf
        value = float(np.log2(diagonal).sum())
        error = 4 * (size + 20) * _ROUNDING * (math.sqrt(size) + self.norm) ** 2
        least = 1 - c * c - error
        if not error < least / 2 or not math.isfinite(value):
            return -math.inf, math.inf
        share = error / least
        doubt = size * share / (1 - share) / math.log(2) + size * 2.0**-40 * (1 + abs(value))
        return value - doubt, value + doubt


def symmetric_quotient(
    layout: StripLayout, order: int, *, mirrored: bool, fast: bool
) -> SymmetricQuotient | None:
    """Return the quotient of a strip by as many classes as its order, or None if it does not exist or is not
    symmetric.

    With ``mirrored``, also return None unless half of the slices yield all terms.
    """
    if layout.period != 1 or not 0 < order <= tuning.MODULAR.quotient_order:
        return None
    field = EightPrimes(eight_primes(0))
    start, final = layout.start(None), layout.final(0, None)
    if float(layout.ahead(np.ones(layout.states), 0, None).max()) * layout.states > _EXACT:
        return None
    if max(float(start.max()), float(start.sum()), float(final.sum())) > 2.0**400:
        return None  # residues modulo eight primes would not detect larger numbers
    classes = _classes(layout, field, order)
    if classes is None:
        return None
    sizes = np.bincount(classes).astype(np.float64)
    places = np.zeros(order, np.int64)
    places[classes] = np.arange(layout.states)
    forward = _merge_transitions(layout, field, classes, places, fast)
    if forward is None:
        return None
    forward *= sizes
    if not np.array_equal(forward, forward.T):
        return None
    if mirrored and not _is_mirror_confirmed(layout, field, classes, places):
        return None
    root = np.sqrt(sizes)
    share = float(np.linalg.norm(start)) * float(np.linalg.norm(final))
    forward /= root
    forward /= root[:, None]
    return SymmetricQuotient(forward, share)


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


def _merge_transitions(
    layout: StripLayout, field: EightPrimes, classes: Places, places: Places, fast: bool
) -> Reals | None:
    """Return F, eight classes at a time, or None if states of one class have different transitions."""
    order = len(places)
    run = TermSweep(layout, field, mirrored=False, fast=fast)
    array = np.empty((order, order))
    for first in range(0, order, AT_ONCE):
        marked = (classes[:, None] == np.arange(first, first + AT_ONCE)).astype(np.uint64)
        after = run.one_ahead(marked)
        rows = after[places]
        if not np.array_equal(rows[classes], after):
            return None
        count = min(AT_ONCE, order - first)
        array[first : first + count] = rows.T[:count]
    return array


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
