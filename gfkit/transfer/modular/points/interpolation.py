"""Interpolation modulo a prime of 30 bits: from values at nodes to coefficients, by a matrix.

Making the matrix costs n^2 products for n nodes, and using it n^2 for every polynomial.
"""

from __future__ import annotations

import numpy as np

from gfkit.transfer.modular.native.loader import compiled
from gfkit.transfer.modular.points.values import Words, power


def interpolation(nodes: Words, prime: int) -> Words:
    """The matrix that takes values at the nodes to coefficients, lowest power first.

    Column i holds the i-th Lagrange polynomial: the product of all t - t_j divided by t - t_i by Horner's
    scheme, over its value at t_i.
    """
    p = np.uint64(prime)
    count = len(nodes)
    master = np.zeros(count + 1, np.uint64)
    master[0] = 1
    for size, node in enumerate(nodes):  # master[k] is the coefficient of t^k
        shifted = np.zeros_like(master)
        shifted[1 : size + 2] = master[: size + 1]
        master = (shifted + (p - node) * master) % p
    matrix = np.zeros((count, count), np.uint64)
    carry = np.zeros(count, np.uint64)
    value = np.zeros(count, np.uint64)
    for k in range(count - 1, -1, -1):
        carry = (master[k + 1] + carry * nodes) % p
        matrix[k] = carry
        value = (value * nodes + carry) % p
    return matrix * power(value, prime - 2, p) % p


def times_modulo(left: Words, right: Words, prime: int, *, fast: bool = True) -> Words:
    """The product of two matrices modulo a prime below 2^30."""
    code = compiled() if fast else None
    if code is None:
        return _by_halves(left, right, np.uint64(prime))
    room = -left.shape[1] % 4
    result = np.empty((left.shape[0], right.shape[1]), np.uint64)
    code.multiply(
        np.pad(left, ((0, 0), (0, room))) if room else left,
        np.pad(right, ((0, room), (0, 0))) if room else np.ascontiguousarray(right),
        result,
        prime,
    )
    return result


def _by_halves(left: Words, right: Words, p: np.uint64) -> Words:
    """The product by four products of float64 matrices.

    Entries are cut into halves of 15 bits, so that sums of up to 2^22 products are exact.
    """
    cut, shift = np.uint64((1 << 15) - 1), np.uint64(15)
    a0, a1 = (left & cut).astype(np.float64), (left >> shift).astype(np.float64)
    b0, b1 = (right & cut).astype(np.float64), (right >> shift).astype(np.float64)
    high = (a1 @ b1).astype(np.uint64) % p
    middle = (a1 @ b0 + a0 @ b1).astype(np.uint64) % p
    low = (a0 @ b0).astype(np.uint64)
    found: Words = ((((high << shift) + middle) % p << shift) + low) % p
    return found
