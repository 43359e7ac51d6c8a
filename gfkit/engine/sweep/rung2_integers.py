"""Rung 2: one Python integer for every numbered state, over the layers of a machine.

What it changes: states are numbered once and for all (``layers``), so that no state is hashed while numbers
move, and a polynomial is one integer.
"""

from __future__ import annotations

from gfkit.engine.machine.base import Terms
from gfkit.engine.sweep.tables import Layers


def packed_sweep(layers: Layers) -> Terms:
    """The polynomial of a machine from its layers, in Python integers.

    A polynomial is one integer: its coefficients are the digits to a base 2^slot beyond every
    coefficient, which are at most the number of all ways (Kronecker substitution).
    Cost: for every site, transitions times the length of the packed polynomials.
    """
    slot = integer_sweep(layers).bit_length() + 1
    width = 1 + sum(layer.reach[1] for layer in layers.layers)
    vector = [1]
    for layer in layers.layers:
        after = [0] * layer.after
        for source, target, (power_x, power_y) in layer.transitions():
            after[target] += vector[source] << slot * (power_x * width + power_y)
        vector = after
    packed, mask = sum(vector[state] for state in layers.final.tolist()), (1 << slot) - 1
    digits = (packed >> place & mask for place in range(0, packed.bit_length(), slot))
    return {divmod(place, width): digit for place, digit in enumerate(digits) if digit}


def integer_sweep(layers: Layers) -> int:
    """The number counted by layers without weights, in Python integers: best for few states.

    Cost: for every site, transitions times the length of the numbers.
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
