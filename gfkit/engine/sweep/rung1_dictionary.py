"""Rung 1: a dictionary from states to exact polynomials. Slow, obvious, and always there."""

from __future__ import annotations

from gfkit.engine.machine.base import Machine, State, Terms


def dictionary_sweep(machine: Machine) -> Terms:
    """The polynomial of a machine, as coefficients by powers of x and y.

    Cost: for every site, states times options times terms, in Python integers.
    """
    vector: dict[State, Terms] = {machine.start(): {(0, 0): 1}}
    for site in range(machine.sites):
        after: dict[State, Terms] = {}
        for state, terms in vector.items():
            for new, (dx, dy) in machine.step(site, state):
                into = after.setdefault(new, {})
                for (x, y), value in terms.items():
                    key = (x + dx, y + dy)
                    into[key] = into.get(key, 0) + value
        vector = after
    total: Terms = {}
    for state, terms in vector.items():
        if machine.final(state):
            for key, value in terms.items():
                total[key] = total.get(key, 0) + value
    return total
