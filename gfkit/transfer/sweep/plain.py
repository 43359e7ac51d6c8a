"""The plain sweep: a dictionary from states to exact polynomials. Slow, obvious, and always there."""

from __future__ import annotations

from gfkit.games.rule import Exponents
from gfkit.transfer.machine.machine import Machine, State
from gfkit.transfer.sweep.layer import Layers

Terms = dict[Exponents, int]


def plain_sweep(machine: Machine) -> Terms:
    """The polynomial of a machine, as coefficients by powers of x and y.

    Cost: for every site, states times options times terms, in Python integers.
    """
    layer: dict[State, Terms] = {machine.start(): {(0, 0): 1}}
    for site in range(machine.sites):
        after: dict[State, Terms] = {}
        for state, terms in layer.items():
            for new, (dx, dy) in machine.step(site, state):
                into = after.setdefault(new, {})
                for (x, y), value in terms.items():
                    key = (x + dx, y + dy)
                    into[key] = into.get(key, 0) + value
        layer = after
    total: Terms = {}
    for state, terms in layer.items():
        if machine.final(state):
            for key, value in terms.items():
                total[key] = total.get(key, 0) + value
    return total


def integer_sweep(layers: Layers) -> int:
    """The number counted by layers without weights, in Python integers: best for few states.

    Cost: for every site, transitions times the length of the numbers.
    """
    pairs: dict[int, list[tuple[int, int]]] = {}
    vector = [1]
    for layer in layers.layers:
        if id(layer) not in pairs:
            pairs[id(layer)] = [
                pair
                for strand in layer.strands
                for pair in zip(strand.source.tolist(), strand.target.tolist(), strict=True)
            ]
        after = [0] * layer.after
        for source, target in pairs[id(layer)]:
            after[target] += vector[source]
        vector = after
    return sum(vector[state] for state in layers.final.tolist())
