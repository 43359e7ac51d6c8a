"""How many primes a generating function will take, from its order and the size of its coefficients."""

from __future__ import annotations

from math import ceil

from gfkit.transfer.modular.lanes.field import LANES

_WORD = 61.999
"""log2 of the largest primes of 62 bits, rounded down."""
_BITS_AT_REST, _BITS_FOR_GROWTH = 0.7, 0.05


def expected_primes(bits: float) -> int:
    """The primes used for coefficients of so many bits: batches of eight, the last prime confirming.

    >>> expected_primes(139), expected_primes(591)
    (8, 16)
    """
    needed = max(1, ceil((bits + 1) / _WORD))
    whole = (needed + LANES - 1) // LANES
    return LANES * whole if needed < LANES * whole else LANES * whole + 1


def expected_batches(order: int, bits_per_order: float) -> int:
    """The batches of eight primes that a strip of this order takes until its coefficients stand still.

    >>> expected_batches(2080, 1.2)
    6
    """
    return ceil(expected_primes(order * bits_per_order) / LANES)


def bits_per_order(rate: float) -> float:
    """A first guess of the bits of the largest coefficient for one of the order; ``rate`` as in ``Growth``.

    A rule of thumb from matchings, independent sets, Col and tilings, within a fifth there; maximal positions
    have half of that. ``foresight`` says more, from narrower strips.
    """
    return _BITS_AT_REST + _BITS_FOR_GROWTH * max(rate, 0.0)
