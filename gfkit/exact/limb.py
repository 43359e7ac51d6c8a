"""Arrays of large non-negative integers, cut into limbs of 48 bits.

``values[k, ...]`` holds limb k of every number: number = sum over k of values[k] * 2^(48 k). The 16 bits
above a limb are room for carries, so that additions need no care until the room is used up.
"""

from __future__ import annotations

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

LIMB = 48
ROOM = 1 << 16
"""How many numbers below 2^48 can be added in one word."""

Limbs = NDArray[np.uint64]

_MASK = np.uint64((1 << LIMB) - 1)
_SHIFT = np.uint64(LIMB)
_CACHED = 1 << 15


def settle(values: Limbs) -> Limbs:
    """Carries into the higher limbs, in place; a limb is added on top when the highest overflows."""
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
    """How many numbers along the second axis to work on at once, to stay in cache."""
    each = max(1, values[0, :1].size)
    return max(1, _CACHED // each)


def most_bits(values: Limbs) -> int:
    """The length in bits of the largest settled number."""
    for k in range(len(values) - 1, -1, -1):
        top = int(values[k].max()) if values[k].size else 0
        if top:
            return LIMB * k + top.bit_length()
    return 0


def to_int(limbs: NDArray[np.uint64]) -> int:
    """One number from its limbs, settled or not."""
    return sum(int(limb) << (LIMB * k) for k, limb in enumerate(limbs))


def dot(left: Limbs, right: Limbs) -> int:
    """The sum over i of left[:, i] * right[:, i], exactly.

    Limbs are cut into pieces of 16 bits, whose products a float64 matrix product adds without rounding:
    32 bits each, in blocks that stay in cache.
    """
    total = 0
    block = _CACHED // 2
    for begin in range(0, left.shape[1], block):
        products = _pieces(left[:, begin : begin + block]) @ _pieces(right[:, begin : begin + block]).T
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
    """The sum over i of left[:, i] * right[:, i] where the numbers are coefficients of polynomials.

    Axes are (limb, i, power of x, power of y). Each polynomial is packed into one integer (Kronecker
    substitution) and FLINT multiplies; only the sum is unpacked. Equal pairs, which symmetric boards
    have plenty of, are multiplied once.
    """
    _, states, left_x, left_y = left.shape
    _, _, right_x, right_y = right.shape
    terms = states * min(left_x, right_x) * min(left_y, right_y)
    width = (most_bits(left) + most_bits(right) + terms.bit_length() + 7) // 8
    degree_y = left_y + right_y - 1
    pairs: dict[tuple[bytes, bytes], int] = {}
    for state in range(states):
        one, other = left[:, state], right[:, state]
        if one.any() and other.any():
            key = (one.tobytes(), other.tobytes())
            pairs[key] = pairs.get(key, 0) + 1
    total = fmpz(0)
    for (one_bytes, other_bytes), times in pairs.items():
        one = np.frombuffer(one_bytes, np.uint64).reshape(-1, left_x, left_y)
        other = np.frombuffer(other_bytes, np.uint64).reshape(-1, right_x, right_y)
        total += times * (_packed(one, width, degree_y) * _packed(other, width, degree_y))
    return _unpacked(int(total), width, left_x + right_x - 1, degree_y)


def _packed(values: Limbs, width: int, degree_y: int) -> fmpz:
    """A polynomial's coefficients as one integer with ``width`` bytes for each."""
    limbs, size_x, size_y = values.shape
    small = LIMB // 8
    contiguous = np.ascontiguousarray(np.moveaxis(values, 0, -1), dtype="<u8")
    octets = contiguous.view(np.uint8).reshape(size_x, size_y, limbs, 8)[..., :small]
    room = np.zeros((size_x, degree_y, max(width, small * limbs)), np.uint8)
    room[:, :size_y, : small * limbs] = octets.reshape(size_x, size_y, small * limbs)
    return fmpz(int.from_bytes(room[..., :width].tobytes(), "little"))


def _unpacked(value: int, width: int, size_x: int, size_y: int) -> dict[tuple[int, int], int]:
    octets = value.to_bytes(width * size_x * size_y, "little")
    terms = {}
    for place in range(size_x * size_y):
        coefficient = int.from_bytes(octets[place * width : (place + 1) * width], "little")
        if coefficient:
            terms[divmod(place, size_y)] = coefficient
    return terms
