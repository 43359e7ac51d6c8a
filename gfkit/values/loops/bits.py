"""Bits of words, and where the search for a key in a table begins."""

from __future__ import annotations

from gfkit.exact.stored_code import part_of_loop
from gfkit.values.loops.places import HALF


@part_of_loop()
def mixed_bits(number: int) -> int:
    """A number below 2^31 whose last bits depend on all of those of another."""
    number = ((number ^ number >> 31) & HALF) * 1540483477
    return (number ^ number >> 31 ^ number >> 45) & HALF


@part_of_loop()
def ones_in(word: int) -> int:
    """How many bits of a word are 1."""
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    return word * 0x0101010101010101 >> 56 & 255


@part_of_loop()
def place_of(key: int, size: int) -> int:
    """Where the search for a key begins; ``size`` is a power of two."""
    return mixed_bits((key & HALF) * 1103515245 ^ (key >> 31) * 1812433253) & size - 1
