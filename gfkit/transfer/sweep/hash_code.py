"""Machine code that rung 5 and its codings share: words, tables of states by hash, numbers of states.

Imported only where numba is installed. All fields of a word x that equal a label are found at once: with H
the highest bits of all fields, L the others, and y what x and the label in every field differ by,
``((y & L) + L | y) & H`` has the highest bits of the other fields. Words are signed, and their highest bit
is not used. Arrays are copied in loops: a slice that is assigned takes seconds to compile.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.extending import intrinsic

if getattr(numba.config, "DISABLE_JIT", 0):
    raise ImportError("numba is told not to compile (NUMBA_DISABLE_JIT)")

LIMB = 62
"""Bits of a limb of a number."""
_LIMB_MASK = (1 << LIMB) - 1
_MIX = 0x2545F4914F6CDD1D


def _lowest_bit(_typing: Any, _word: Any) -> Any:
    """The place of the lowest bit of a word."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(numba.types.boolean, False))

    return numba.types.int64(numba.types.int64), code


lowest: Any = intrinsic(_lowest_bit)


@numba.njit(forceinline=True)
def fields_like(word, label, ones, lows, highs, top):  # type: ignore[no-untyped-def]
    """Whole fields where a word has a label."""
    other = word ^ label * ones
    bits = ((((other & lows) + lows) | other) & highs) ^ highs
    return (bits - (bits >> top)) | bits


@numba.njit(forceinline=True)
def hashed(before, word):  # type: ignore[no-untyped-def]
    """A hash with one more word."""
    mixed = (before ^ word) * _MIX
    return mixed ^ (mixed >> 32 & 0xFFFFFFFF)


@numba.njit
def longer(rows, many):  # type: ignore[no-untyped-def]
    """The same rows, and room for more."""
    wide = np.empty((many, rows.shape[1]), rows.dtype)
    for i in range(len(rows)):
        for w in range(rows.shape[1]):
            wide[i, w] = rows[i, w]
    return wide


@numba.njit
def rehashed(keys, many, size):  # type: ignore[no-untyped-def]
    """A table of places by hash, of a size that is a power of 2."""
    table = np.zeros(size, np.int64)
    for number in range(many):
        mixed = 0
        for w in range(keys.shape[1]):
            mixed = hashed(mixed, keys[number, w])
        slot = mixed & (size - 1)
        while table[slot]:
            slot = (slot + 1) & (size - 1)
        table[slot] = mixed >> 32 << 32 | (number + 1)
    return table


@numba.njit(cache=True, nogil=True)
def entered(keys, many, new, number, table):  # type: ignore[no-untyped-def]
    """States among others, to which those are added that are not there: the others, and where they are."""
    places = np.empty(many, np.int64)
    words = keys.shape[1]
    for i in range(many):
        mixed = 0
        for w in range(words):
            mixed = hashed(mixed, keys[i, w])
        slot = mixed & (len(table) - 1)
        while True:
            entry = table[slot]
            if not entry:
                if number == len(new):
                    new = longer(new, 2 * number)
                for w in range(words):
                    new[number, w] = keys[i, w]
                places[i] = number
                number += 1
                table[slot] = mixed >> 32 << 32 | number
                if 2 * number > len(table):
                    table = rehashed(new, number, 4 * len(table))
                break
            place, same = (entry & 0xFFFFFFFF) - 1, True
            for w in range(words):
                same = same and new[place, w] == keys[i, w]
            if same:
                places[i] = place
                break
            slot = (slot + 1) & (len(table) - 1)
    return new, number, table, places


@numba.njit(cache=True, nogil=True)
def added(pairs, steps, after, numbers):  # type: ignore[no-untyped-def]
    """Numbers after a site, of so many states, and how many of these are reached.

    No new number is larger than the largest old one times the number of steps: where a sum might not fit,
    numbers get one limb more beforehand.
    """
    limbs, largest, needed, ways = numbers.shape[1], 0, 0, steps
    for i in range(len(numbers)):
        largest = max(largest, numbers[i, limbs - 1])
    while ways:
        needed, ways = needed + 1, ways >> 1
    if largest >> max(0, LIMB - needed):
        longer = np.zeros((len(numbers), limbs + 1), np.int64)
        for i in range(len(numbers)):
            for limb in range(limbs):
                longer[i, limb] = numbers[i, limb]
        numbers, limbs = longer, limbs + 1
    new = np.zeros((after, limbs), np.int64)
    for k in range(steps):
        i, found = pairs[k, 0], pairs[k, 1]
        total = new[found, 0] + numbers[i, 0]
        new[found, 0] = total & _LIMB_MASK
        if limbs > 1:
            total = new[found, 1] + numbers[i, 1] + (total >> LIMB)
            new[found, 1] = total & _LIMB_MASK
            for limb in range(2, limbs):
                total = new[found, limb] + numbers[i, limb] + (total >> LIMB)
                new[found, limb] = total & _LIMB_MASK
    reached = 0
    for k in range(after):
        some = 0
        for limb in range(limbs):
            some |= new[k, limb]
        reached += some != 0
    return new, reached
