"""Engine 2: sweep in Python integers, over the transition tables of any automaton.

The states were numbered in advance (``layers``), so that no state is hashed during the sweep, and a
polynomial is one integer.
"""

from __future__ import annotations

from math import prod

from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.sweep.tables import Layers


def packed_sweep(layers: Layers) -> Terms:
    """Return the polynomial of an automaton from its transition tables, in Python integers.

    A polynomial is encoded as one integer whose digits to the base 2^slot are its coefficients (Kronecker
    substitution). The number of all paths, which bounds every coefficient, determines slot.

    Cost: for every step, transitions times the length of the encoded polynomials.
    """
    total = integer_sweep(layers)
    if all(layer.reach == (0, 0) for layer in layers.layers):
        return {(0, 0): total} if total else {}
    slot = total.bit_length() + 1
    width = 1 + sum(layer.reach[1] for layer in layers.layers)
    vector = [1]
    for layer in layers.layers:
        after = [0] * layer.after
        for source, target, (power_x, power_y) in layer.transitions():
            after[target] += vector[source] << slot * (power_x * width + power_y)
        vector = after
    return terms_of_packed(sum(vector[state] for state in layers.final.tolist()), slot, width)


def terms_of_packed(packed: int, slot: int, width: int) -> Terms:
    """Return the polynomial of a Kronecker substitution.

    The coefficient of x^i y^j is the digit i * width + j to the base 2^slot.

    >>> terms_of_packed(1 + (5 << 8) + (7 << 24), 8, 2)
    {(0, 0): 1, (0, 1): 5, (1, 1): 7}
    """
    mask = (1 << slot) - 1
    digits = (packed >> place & mask for place in range(0, packed.bit_length(), slot))
    return {divmod(place, width): digit for place, digit in enumerate(digits) if digit}


def packed_work(layers: Layers) -> int:
    """Return an estimate of the number of bits that ``packed_sweep`` adds, one per step and coefficient."""
    lengths = [1 + sum(layer.reach[axis] for layer in layers.layers) for axis in (0, 1)]
    added = sum(len(matching) for layer in layers.layers for matching in layer.matchings)
    return prod(lengths) * len(layers.layers) * added


def integer_sweep(layers: Layers) -> int:
    """Return the count of an automaton without weights, in Python integers; fastest for few states.

    Cost: for every step, transitions times the length of the numbers.
    """
    pairs: dict[int, list[tuple[int, int]]] = {}
    vector = [1]
    for layer in layers.layers:
        if id(layer) not in pairs:
            pairs[id(layer)] = [(source, target) for source, target, _ in layer.transitions()]
        after = [0] * layer.after
        for source, target in pairs[id(layer)]:
            after[target] += vector[source]
        vector = after
    return sum(vector[state] for state in layers.final.tolist())
