"""Arrays of large nonnegative integers, split into limbs of 48 bits.

``values[k, ...]`` contains limb k of every number: number = sum over k of values[k] * 2^(48 k). The 16 bits
above a limb collect carries, so that up to 2^16 numbers can be added without normalisation.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

LIMB = 48
ROOM = 1 << 16
"""Number of limbs below 2^48 that can be added in one word."""

Limbs = NDArray[np.uint64]

_MASK = np.uint64((1 << LIMB) - 1)
_SHIFT = np.uint64(LIMB)
_CACHED = 1 << 15
_EXACT_SUM = 1 << 21
"""Number of products of two numbers below 2^16 whose sum is below 2^53."""
_UNTHREADED = 1 << 18
"""Maximum number of multiplications of a matrix product for which OpenBLAS uses one thread."""


def settle(values: Limbs) -> Limbs:
    """Propagate carries into the higher limbs, in place. A limb is added if the highest one overflows."""
    for begin in range(0, values.shape[1], _block(values)):
        part = values[:, begin : begin + _block(values)]
        for k in range(len(values) - 1):
            part[k + 1] += part[k] >> _SHIFT
            part[k] &= _MASK
    if int(values[-1].max(initial=0)) <= int(_MASK):
        return values
    carry = values[-1] >> _SHIFT
    values[-1] &= _MASK
    return np.concatenate([values, carry[None]])


def _block(values: Limbs) -> int:
    """Return the number of columns of an array that are processed together so that they fit into the
    cache.
    """
    each = max(1, values[0, :1].size)
    return max(1, _CACHED // each)


def bits_of_largest(values: Limbs) -> int:
    """Return the bit length of the largest normalised number."""
    for k in range(len(values) - 1, -1, -1):
        top = int(values[k].max()) if values[k].size else 0
        if top:
            return LIMB * k + top.bit_length()
    return 0


def dot(left: Limbs, right: Limbs) -> int:
    """Return the sum over i of left[:, i] * right[:, i], exactly.

    Limbs are split into 16-bit parts, whose products float64 matrix products add without rounding: 32 bits
    each, and at most 2^21 of them. The products are small enough that the matrix library starts no threads.
    """
    pieces = LIMB // 16
    block = max(1, _UNTHREADED // (pieces * len(left) * pieces * len(right)))
    total = 0
    for begin in range(0, left.shape[1], _EXACT_SUM):
        products = np.zeros((pieces * len(left), pieces * len(right)))
        end = min(begin + _EXACT_SUM, left.shape[1])
        for low in range(begin, end, block):
            part = slice(low, min(low + block, end))
            products += _pieces(left[:, part]) @ _pieces(right[:, part]).T
        for (i, j), value in np.ndenumerate(products):
            total += int(value) << (16 * (i + j))
    return total


def _pieces(values: Limbs) -> NDArray[np.float64]:
    count = LIMB // 16
    cut = np.empty((count * len(values), values.shape[1]), np.float64)
    for k, limb in enumerate(values):
        for piece in range(count):
            cut[count * k + piece] = limb >> np.uint64(16 * piece) & np.uint64(0xFFFF)
    return cut


def dot_polynomials(left: Limbs, right: Limbs) -> dict[tuple[int, int], int]:
    """Return the sum over i of left[:, i] * right[:, i] where the numbers are coefficients of polynomials.

    Axes are (limb, i, power of x, power of y). Each polynomial is packed into one integer (Kronecker
    substitution) and FLINT multiplies; only the sum is unpacked. Powers that all terms of a polynomial have
    are factored out before. Equal pairs, which are frequent on symmetric boards, are multiplied once. If both
    polynomials of a pair are equal, as for a board cut in the middle, the polynomial is squared.
    """
    from flint import fmpz

    _, states, left_x, left_y = left.shape
    _, _, right_x, right_y = right.shape
    terms = states * min(left_x, right_x) * min(left_y, right_y)
    width = (bits_of_largest(left) + bits_of_largest(right) + terms.bit_length() + 7) // 8
    degree_y = left_y + right_y - 1
    pairs: dict[tuple[_Core, _Core], Counter[int]] = {}
    for state in range(states):
        left_core, right_core = _core(left[:, state]), _core(right[:, state])
        if left_core is not None and right_core is not None:
            power_x, power_y = left_core[1] + right_core[1], left_core[2] + right_core[2]
            pairs.setdefault((left_core[0], right_core[0]), Counter())[power_x * degree_y + power_y] += 1
    total = fmpz(0)
    for (one_core, other_core), places in pairs.items():
        factor = fmpz(_pack(one_core, width, degree_y))
        product = factor * (factor if one_core == other_core else fmpz(_pack(other_core, width, degree_y)))
        for place, times in places.items():
            total += times * product << 8 * width * place
    return _unpack(int(total), width, left_x + right_x - 1, degree_y)


_Core = tuple[bytes, tuple[int, ...]]
"""Coefficients of a polynomial divided by its smallest monomial, and their shape."""


def _core(values: Limbs) -> tuple[_Core, int, int] | None:
    """Return a polynomial divided by its smallest powers of x and y, and the two exponents, or None for 0."""
    largest = values.max(axis=0)
    rows, columns = np.flatnonzero(largest.max(axis=1)), np.flatnonzero(largest.max(axis=0))
    if not len(rows):
        return None
    (low_x, high_x), (low_y, high_y) = rows[[0, -1]].tolist(), columns[[0, -1]].tolist()
    limbs = int(np.flatnonzero(values.reshape(len(values), -1).max(axis=1))[-1]) + 1
    part = values[:limbs, low_x : high_x + 1, low_y : high_y + 1]
    return (part.tobytes(), part.shape), low_x, low_y


def _pack(core: _Core, width: int, degree_y: int) -> int:
    """Return the coefficients of a polynomial as one integer with ``width`` bytes for each."""
    values = np.frombuffer(core[0], np.uint64).reshape(core[1])
    limbs, size_x, size_y = values.shape
    small = LIMB // 8
    contiguous = np.ascontiguousarray(np.moveaxis(values, 0, -1), dtype="<u8")
    octets = contiguous.view(np.uint8).reshape(size_x, size_y, limbs, 8)[..., :small]
    room = np.zeros((size_x, degree_y, max(width, small * limbs)), np.uint8)
    room[:, :size_y, : small * limbs] = octets.reshape(size_x, size_y, small * limbs)
    return int.from_bytes(room[..., :width].tobytes(), "little")


def _unpack(value: int, width: int, size_x: int, size_y: int) -> dict[tuple[int, int], int]:
    octets = value.to_bytes(width * size_x * size_y, "little")
    terms = {}
    for place in range(size_x * size_y):
        coefficient = int.from_bytes(octets[place * width : (place + 1) * width], "little")
        if coefficient:
            terms[divmod(place, size_y)] = coefficient
    return terms
