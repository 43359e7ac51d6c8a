"""Loops that rung 5 and its codings share: words, tables of states by hash, numbers of states.

For machine code, and imported only by who makes it, with numba. All fields of a word x that equal a label are
found at once: with H the highest bits of all fields, L the others, and y what x and the label in every field
differ by, ``((y & L) + L | y) & H`` has the highest bits of the other fields. Words are signed, and their
highest bit is not used. An entry of a table is 0 where there is none, else 32 bits of the hash and the number
of a state, from 1 on.
"""

# mypy: allow-untyped-decorators, ignore-missing-imports, disable-error-code="import-untyped"

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from gfkit.exact.stored_code import part_of_loop

_MIX = 0x2545F4914F6CDD1D


def _lowest_bit(_typing: Any, _word: Any) -> Any:
    """The place of the lowest bit of a word."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), code


lowest: Any = intrinsic(_lowest_bit)


@part_of_loop(forceinline=True)
def fields_like(word: int, label: int, ones: int, lows: int, highs: int, top: int) -> int:
    """Whole fields where a word has a label."""
    other = word ^ label * ones
    bits = ((((other & lows) + lows) | other) & highs) ^ highs
    return (bits - (bits >> top)) | bits


@part_of_loop(forceinline=True)
def hashed(before: int, word: int) -> int:
    """A hash with one more word."""
    mixed = (before ^ word) * _MIX
    return mixed ^ (mixed >> 32 & 0xFFFFFFFF)


def fill_table(keys: Any, many: int, table: Any) -> None:
    """Fills an empty table, of a size that is a power of 2, with so many states."""
    size = len(table)
    for number in range(many):
        mixed = 0
        for w in range(keys.shape[1]):
            mixed = hashed(mixed, keys[number, w])
        slot = mixed & (size - 1)
        while table[slot]:
            slot = (slot + 1) & (size - 1)
        table[slot] = mixed >> 32 << 32 | (number + 1)


def enter(keys: Any, new: Any, many: int, table: Any, places: Any) -> int:
    """Adds states to others if they are not there, and writes down where they are.

    Gives how many others there are then; there must be room for all.
    """
    words, size = keys.shape[1], len(table)
    number = many
    for i in range(len(keys)):
        mixed = 0
        for w in range(words):
            mixed = hashed(mixed, keys[i, w])
        slot = mixed & (size - 1)
        while True:
            entry = table[slot]
            if not entry:
                for w in range(words):
                    new[number, w] = keys[i, w]
                places[i] = number
                number += 1
                table[slot] = mixed >> 32 << 32 | number
                break
            place, same = (entry & 0xFFFFFFFF) - 1, True
            for w in range(words):
                same = same and new[place, w] == keys[i, w]
            if same:
                places[i] = place
                break
            slot = (slot + 1) & (size - 1)
    return number


def add_numbers(pairs: Any, steps: int, numbers: Any, new: Any, bits: int) -> int:
    """Adds the numbers of states to those of states after, which are 0 at first: how many are reached.

    Numbers are limbs of so many bits, as many as the sums take.
    """
    limbs, mask = numbers.shape[1], (1 << bits) - 1
    for k in range(steps):
        i, found = pairs[k, 0], pairs[k, 1]
        total = new[found, 0] + numbers[i, 0]
        new[found, 0] = total & mask
        for limb in range(1, limbs):
            total = new[found, limb] + numbers[i, limb] + (total >> bits)
            new[found, limb] = total & mask
    reached = 0
    for k in range(len(new)):
        some = 0
        for limb in range(limbs):
            some |= new[k, limb]
        reached += some != 0
    return reached
