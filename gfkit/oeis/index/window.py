"""Fingerprints of windows: four consecutive terms as 40 bits, the same for builder and searcher.

A term is the CRC-32 of its decimal text, a window a sum of four of them times odd constants modulo 2^64,
mixed, of which the upper 40 bits are kept: 16 name a bucket, 24 are stored with a number of the line.
Different windows share a fingerprint with chance 2^-40; what is found is always compared term by term.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

WIDTH = 4
"""Terms of a window."""
BUCKET_BITS, KEY_BITS, LINE_BITS = 16, 24, 24
LINE_MASK = (1 << LINE_BITS) - 1
_FACTORS = tuple(
    np.uint64(value)
    for value in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
)
_MIX = np.uint64(0xFF51AFD7ED558CCD)
_HALF = np.uint64(32)
_SHIFT = np.uint64(64 - BUCKET_BITS - KEY_BITS)


def term_prints(terms: Iterable[bytes]) -> NDArray[np.uint32]:
    """The fingerprint of each term, from its decimal text."""
    return np.fromiter(map(crc32, terms), np.uint32)


def window_prints(terms: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """The 40 bits of the window that begins at each place; there are three fewer windows than terms."""
    count = len(terms) - WIDTH + 1
    if count < 1:
        return np.zeros(0, np.uint64)
    wide = terms.astype(np.uint64)
    total = wide[:count] * _FACTORS[0]
    for k in range(1, WIDTH):
        total += wide[k : k + count] * _FACTORS[k]
    total ^= total >> _HALF
    total *= _MIX
    total ^= total >> _HALF
    total *= _FACTORS[0]
    return total >> _SHIFT
