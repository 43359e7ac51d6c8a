"""Exclusion of symbols that occur in no solution, by propagation through single constraints.

Statement. Let a constraint have no solution in which a variable has some symbol, among the remaining symbols
of its other variables. Then no solution of the system contains the symbol, and a constraint that excludes it
changes no solution. So counts, lists and weights are unchanged, and only the sweep has fewer states.

References
----------
Alan K. Mackworth, Consistency in networks of relations.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import product
from math import prod

from gfkit.core.boards.board import set_bits
from gfkit.core.deferred import replace
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Exclusion,
    Key,
    Line,
    Relation,
)

_MOST_ROWS = 512
"""Largest number of assignments of one relation that are examined."""
MOST_STEPS = 3_000_000
"""Number of examined symbols, states and assignments after which the propagation stops; about two seconds."""


def filtered(system: ConstraintSystem) -> ConstraintSystem:
    """Return an equivalent system in which symbols without a solution of some constraint are excluded."""
    left = {slot.key: slot.every for slot in system.slots}
    is_possible = _Propagation(system.constraints, left).run()
    excluded = {slot: slot.every & ~(left[slot.key] if is_possible else 0) for slot in system.slots}
    more = [Exclusion(slot.at, ((slot.key, symbols),)) for slot, symbols in excluded.items() if symbols]
    return replace(system, constraints=(*system.constraints, *more))


class _Propagation:
    """Propagation through the constraints of a system; ``left`` contains the remaining symbols."""

    def __init__(self, constraints: tuple[Constraint, ...], left: dict[Key, int]) -> None:
        self.constraints, self.left = constraints, left
        self.steps = 0
        self.readers: defaultdict[Key, list[int]] = defaultdict(list)
        for number, one in enumerate(constraints):
            for key in dict.fromkeys(one.keys):
                self.readers[key].append(number)

    def run(self) -> bool:
        """Exclude symbols until nothing changes. Return False if a variable has no symbol left."""
        queue = deque(range(len(self.constraints)))
        waiting = {*queue}
        while queue and self.steps < MOST_STEPS:
            number = queue.popleft()
            waiting.discard(number)
            for key, symbols in self._supported(self.constraints[number]):
                if symbols == self.left[key]:
                    continue
                self.left[key] = symbols
                if not symbols:
                    return False
                for other in self.readers[key]:
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return True

    def _supported(self, one: Constraint) -> list[tuple[Key, int]]:
        """Return, for variables of a constraint, the remaining symbols with which it has a solution."""
        match one:
            case Cardinality():
                return [*self._of_cardinality(one)]
            case Line():
                return [*self._of_line(one)]
            case Relation():
                return [*self._of_relation(one)]
        return []

    def _of_cardinality(self, one: Cardinality) -> Iterator[tuple[Key, int]]:
        if one.numbers.modulo or (one.given and all(self.left[key] & ~mask for key, mask in one.given)):
            return  # the constraint may not apply
        amounts: dict[Key, dict[int, int]] = {}
        for key, mask in one.tests:
            own = amounts.setdefault(key, dict.fromkeys(set_bits(self.left[key]), 0))
            for symbol in own:
                own[symbol] += mask >> symbol & 1
            self.steps += len(own)
        low, high = (sum(extreme(own.values()) for own in amounts.values()) for extreme in (min, max))
        for key, own in amounts.items():
            fewest, most = low - min(own.values()), high - max(own.values())
            fine = {n: any(map(one.numbers.holds, range(fewest + n, most + n + 1))) for n in {*own.values()}}
            self.steps += most - fewest + 1
            yield key, sum(1 << symbol for symbol, n in own.items() if fine[n])

    def _of_line(self, one: Line) -> Iterator[tuple[Key, int]]:
        steps = one.automaton.steps
        ahead = [{0}]
        for key in one.keys:
            after = {steps[state][symbol] for state in ahead[-1] for symbol in set_bits(self.left[key])}
            self.steps += len(ahead[-1])
            ahead.append(after - {-1})
        alive = ahead[-1] & one.automaton.accepted
        for key, states in zip(one.keys[::-1], ahead[-2::-1], strict=True):
            symbols = set_bits(self.left[key])
            pairs = [
                (state, symbol) for state in states for symbol in symbols if steps[state][symbol] in alive
            ]
            alive = {state for state, _ in pairs}
            yield key, sum(1 << symbol for symbol in {symbol for _, symbol in pairs})

    def _of_relation(self, one: Relation) -> Iterator[tuple[Key, int]]:
        rows = prod(self.left[key].bit_count() for key in one.slots)
        if one.image is not None or rows > _MOST_ROWS or len({*one.slots}) < len(one.slots):
            return
        self.steps += rows
        found = [0] * len(one.slots)
        for symbols in product(*(set_bits(self.left[key]) for key in one.slots)):
            if one.holds(symbols):
                for k, symbol in enumerate(symbols):
                    found[k] |= 1 << symbol
        yield from zip(one.slots, found, strict=True)
