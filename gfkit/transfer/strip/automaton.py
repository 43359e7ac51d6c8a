"""A strip as one small weighted automaton, and making it smaller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gfkit.face import Face
from gfkit.transfer.strip.strip import Slice, Strip
from gfkit.transfer.sweep.layer import Layer
from gfkit.transfer.sweep.plain import Terms

Weighted = dict[int, Terms]
"""A sparse vector: polynomials by state."""
Frozen = tuple[tuple[tuple[int, int], int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Automaton(Face):
    """a(offset + j) = start A^j final for j >= 0, with polynomials in the weights as entries.

    ``edges[s]`` is row s of A.
    """

    start: Weighted
    edges: tuple[Weighted, ...]
    final: Weighted

    @property
    def states(self) -> int:
        return len(self.edges)

    @property
    def transitions(self) -> int:
        return sum(len(row) for row in self.edges)

    def __repr__(self) -> str:
        return f"<Automaton: {self.states} states, {self.transitions} transitions>"

    def reversed(self) -> Automaton:
        """The automaton that reads the strip from the other end: start and final change places."""
        rows: list[Weighted] = [{} for _ in self.edges]
        for source, row in enumerate(self.edges):
            for target, terms in row.items():
                rows[target][source] = terms
        return Automaton(self.final, tuple(rows), self.start)

    def later(self, steps: int) -> Automaton:
        """The automaton of the values from a(offset + steps) on: start A^steps in place of start."""
        vector = self.start
        for _ in range(steps):
            vector = _times(vector, self.edges)
        return Automaton(vector, self.edges, self.final)

    def terms(self, count: int) -> list[Terms]:
        """The first ``count`` values a(offset), a(offset + 1), ..."""
        found = []
        vector = self.start
        for _ in range(count):
            found.append(_dot(vector, self.final))
            vector = _times(vector, self.edges)
        return found


def automaton(strip: Strip) -> Automaton:
    """The automaton of a strip, one state for each phase of the period and state between slices."""
    bases = [0]
    for slice_ in strip.body:
        bases.append(bases[-1] + slice_[0].before)
    edges: list[Weighted] = []
    for phase, slice_ in enumerate(strip.body):
        base = bases[(phase + 1) % strip.period]
        tables = [_outgoing(layer) for layer in slice_]
        for state in range(slice_[0].before):
            vector: Weighted = {state: {(0, 0): 1}}
            for table in tables:
                vector = _through(vector, table)
            edges.append({base + target: terms for target, terms in vector.items()})
    start: Weighted = {0: {(0, 0): 1}}
    for slice_ in strip.head:
        start = _over(start, slice_)
    final: Weighted = {}
    for phase, tail in enumerate(strip.tails):
        vector = {state: {(0, 0): 1} for state in strip.finals[phase]}
        for slice_ in reversed(tail):
            for layer in reversed(slice_):
                vector = _through(vector, _outgoing(layer, backwards=True))
        final |= {bases[phase] + state: terms for state, terms in vector.items()}
    return Automaton(start, tuple(edges), final)


def minimised(machine: Automaton) -> Automaton:
    """A smaller automaton with the same values.

    States that are never reached or lead nowhere are dropped; states with equal futures are merged,
    then states with equal pasts, until nothing changes. Symmetries of the strip and of the colours are
    found by the merging. Cost: rounds of refinement times transitions.
    """
    while True:
        smaller = _merged(_trimmed(machine))
        smaller = _merged(smaller.reversed()).reversed()
        if smaller.states == machine.states:
            return smaller
        machine = smaller


def _trimmed(machine: Automaton) -> Automaton:
    useful = _reached(machine) & _reached(machine.reversed())
    new = {old: index for index, old in enumerate(sorted(useful))}
    return Automaton(
        {new[s]: terms for s, terms in machine.start.items() if s in new},
        tuple(
            {new[t]: terms for t, terms in machine.edges[old].items() if t in new} for old in sorted(useful)
        ),
        {new[s]: terms for s, terms in machine.final.items() if s in new},
    )


def _reached(machine: Automaton) -> set[int]:
    seen = set(machine.start)
    todo = list(seen)
    while todo:
        for target in machine.edges[todo.pop()]:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return seen


def _merged(machine: Automaton) -> Automaton:
    """States whose rows agree, after merging, become one; their start weights are added."""
    block = _numbered(frozen(machine.final.get(state, {})) for state in range(machine.states))
    count = len(set(block))
    while True:
        block = _numbered((block[s], _row(machine.edges[s], block)) for s in range(machine.states))
        if len(set(block)) == count:
            break
        count = len(set(block))
    edges: list[Weighted] = [{} for _ in range(count)]
    final: Weighted = {}
    for state in range(machine.states - 1, -1, -1):
        row: Weighted = {}
        for target, terms in machine.edges[state].items():
            _add(row.setdefault(block[target], {}), terms)
        edges[block[state]] = row
        if state in machine.final:
            final[block[state]] = machine.final[state]
    start: Weighted = {}
    for state, terms in machine.start.items():
        _add(start.setdefault(block[state], {}), terms)
    return Automaton(start, tuple(edges), final)


def _row(row: Weighted, block: list[int]) -> frozenset[tuple[int, Frozen]]:
    summed: Weighted = {}
    for target, terms in row.items():
        _add(summed.setdefault(block[target], {}), terms)
    return frozenset((number, frozen(terms)) for number, terms in summed.items())


def _numbered(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def frozen(terms: Terms) -> Frozen:
    """A polynomial as something that can be hashed."""
    return tuple(sorted(terms.items()))


Outgoing = Mapping[int, list[tuple[int, tuple[int, int]]]]


def _outgoing(layer: Layer, *, backwards: bool = False) -> Outgoing:
    """Where each state leads, with the weights; ``backwards``, where each comes from."""
    table: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    for strand in layer.strands:
        ends = (strand.target, strand.source) if backwards else (strand.source, strand.target)
        for one, other in zip(ends[0].tolist(), ends[1].tolist(), strict=True):
            table.setdefault(one, []).append((other, strand.weight))
    return table


def _over(vector: Weighted, slice_: Slice) -> Weighted:
    for layer in slice_:
        vector = _through(vector, _outgoing(layer))
    return vector


def _through(vector: Weighted, table: Outgoing) -> Weighted:
    after: Weighted = {}
    for state, terms in vector.items():
        for target, (dx, dy) in table.get(state, ()):
            into = after.setdefault(target, {})
            for (x, y), value in terms.items():
                key = (x + dx, y + dy)
                into[key] = into.get(key, 0) + value
    return after


def _add(into: Terms, terms: Terms) -> None:
    for key, value in terms.items():
        into[key] = into.get(key, 0) + value


def _times(vector: Weighted, edges: tuple[Weighted, ...]) -> Weighted:
    after: Weighted = {}
    for state, terms in vector.items():
        for target, weight in edges[state].items():
            _add_product(after.setdefault(target, {}), terms, weight)
    return after


def _dot(left: Weighted, right: Weighted) -> Terms:
    total: Terms = {}
    for state, terms in left.items():
        if state in right:
            _add_product(total, terms, right[state])
    return total


def _add_product(into: Terms, one: Terms, other: Terms) -> None:
    for (x1, y1), value1 in one.items():
        for (x2, y2), value2 in other.items():
            key = (x1 + x2, y1 + y2)
            into[key] = into.get(key, 0) + value1 * value2
