"""Forward and backward passes over the transition tables of a board, for any commutative semiring.

Give every transition a value in a commutative semiring, and let the value of a path be the product of the
values of its transitions. Paths correspond one-to-one to configurations. For a state s, let f(s) be the sum
of the values of all paths from the start to s, and b(s) the sum over all paths from s to the end.

    query                               semiring                        result
    number; is there a configuration    integers; truth values          b(start)
    polynomial in any variables         polynomials                     b(start)
    optimum, number of optima           (max, +) with multiplicities    b(start)
    optimal configuration               the same                        follow a transition that attains b
    random configuration                nonnegative numbers             follow with probability w b(t) / b(s)
    marginals of all variables          any                             sum of f(s) w b(t) over transitions
    list of all configurations          truth values                    follow all transitions with b(t) true

References: Goodman, Semiring parsing, Computational Linguistics 25 (1999); Aji and McEliece, The generalized
distributive law, IEEE Trans. Inf. Theory 46 (2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from math import isqrt
from random import Random
from typing import Any, Self

from gfkit.core.algebra import ARRAYS
from gfkit.core.engine.machine.base import Machine, Terms
from gfkit.core.engine.semirings import Assignment, Choice, Numbers, Optima, Sizes
from gfkit.core.engine.sweep.layers import Compiler
from gfkit.core.engine.sweep.min_plus import (
    MinPlusStep,
    count_minimal,
    first_ways,
    minimum,
    plus,
    unit_vector,
)
from gfkit.core.engine.sweep.tables import Layer, Layers, Matching, plain_index
from gfkit.core.engine.uniform import choose_index, draw_with_floats
from gfkit.core.typing import check_stop

if ARRAYS:
    import numpy as np

_FEW_BYTES = 1 << 27
"""Size of vectors up to which all are stored, in bytes."""
_EXACT = 1 << 53
"""Bound below which floating-point numbers represent all integers."""
_MOST_ARCS = 1 << 14
"""Number of states whose transitions are cached while configurations are listed."""
_WORD = 1 << 62
"""Bound of the approximations of numbers that certainly fit into a machine word."""


def advance(
    algebra: Numbers, layer: Layer, vector: Any, label: Callable[[Matching], Choice], *, back: bool
) -> Any:
    """Return the vector after a step, given the vector before the step, or vice versa if ``back``."""
    made = algebra.array(algebra.zero, layer.before if back else layer.after)
    for matching in layer.matchings:
        into, out = (matching.source, matching.target)[:: 1 if back else -1]
        value = algebra.value(label(matching))
        if ARRAYS:
            ends = vector[out]
            times = ends if value == algebra.one else algebra.times(ends, algebra.array(value))
            made[into] = algebra.add(made[into], times)
        else:
            for one, other in zip(into, out, strict=True):
                made[one] = algebra.add(made[one], algebra.times(vector[other], value))
    return made


class Trellis:
    """Transition tables of a board with labelled transitions, one initial state, and one final state.

    Components of the board that do not interact are swept one after another. ``task`` is the ``CountTask`` of
    the board.
    """

    def __init__(self, task: Any) -> None:
        self.task = task
        self.layers: list[Layer] = []
        self.laid: list[Callable[[int], Assignment]] = []
        """For each table, the function from an option to the variables that it decides."""
        self._by_source: dict[int, Any] = {}

    def append(self, machine: Machine, alternative: Any = None) -> Self:
        """Append the tables of a component, unless a faster method replaces its sweep."""
        task = self.task
        own = Compiler(machine, task.watch(task.budget(machine), alternative), labelled=True).compile(machine)
        task.states = max(task.states, own.most_states)
        self.layers += own.layers
        self.laid += [partial(machine.laid, site) for site in range(machine.sites)]
        return self.join(own.layers[-1].after if own.layers else 1, own.final.tolist())

    def join(self, size: int, ends: Iterable[int]) -> Self:
        """Append the table that leads from the final states of a component to a single state."""
        matchings = [Matching((0, 0), plain_index([end]), plain_index([0])) for end in ends]
        self.layers.append(Layer(size, 1, tuple(matchings)))
        self.laid.append(lambda _: ())
        return self

    def label(self, step: int, matching: Matching) -> Choice:
        """Return the label of the transitions of a matching."""
        return Choice(matching.weight, self.laid[step](matching.option))

    def step(self, algebra: Numbers, step: int, vector: Any, *, back: bool) -> Any:
        """Return the vector after a step, or before it if ``back``."""
        check_stop()
        return advance(algebra, self.layers[step], vector, partial(self.label, step), back=back)

    def ask(self, wanted: int) -> None:
        """Raise ShortOfMemoryError if so many bytes do not fit into memory together with the tables."""
        tables = {id(layer): layer.bytes for layer in self.layers}
        self.task.budget().ask(sum(tables.values()) + wanted)

    def backward(self, algebra: Numbers, *, all_stored: bool = False) -> Iterator[Any]:
        """Yield the vectors b before step 0, before step 1, ..., and after the last step.

        If they are large, and the caller does not store all of them, only every sqrt(n)-th vector is stored,
        and the others are computed twice.
        """
        size, vector = len(self.layers), algebra.array(algebra.one, 1)
        sizes = [algebra.entry_bytes * layer.before for layer in self.layers]
        every = 1 if all_stored or sum(sizes) <= _FEW_BYTES else isqrt(size) + 1
        stored = {size: vector}
        self.ask(sum(sizes) if every == 1 else 2 * every * max(sizes, default=1))
        for step in reversed(range(size)):
            vector = algebra.scaled(self.step(algebra, step, vector, back=True))
            if step % every == 0:
                stored[step] = vector
        for first in range(0, size, every):
            end = min(first + every, size)
            block = [stored[end]]
            for step in reversed(range(first + 1, end)):
                block.append(algebra.scaled(self.step(algebra, step, block[-1], back=True)))
            yield stored.pop(first)
            yield from reversed(block[1:])
        yield stored[size]

    def arcs(self, step: int, state: int) -> list[tuple[int, Choice]]:
        """Return the transitions from a state: their targets and labels."""
        layer = self.layers[step]
        if not ARRAYS:
            return [
                (target, self.label(step, matching))
                for matching in layer.matchings
                for source, target in matching.pairs()
                if source == state
            ]
        if id(layer) not in self._by_source:
            none, sizes = np.zeros(0, np.int32), [len(matching) for matching in layer.matchings]
            sources = np.concatenate([none, *(matching.source for matching in layer.matchings)])
            targets = np.concatenate([none, *(matching.target for matching in layer.matchings)])
            order, numbers = np.argsort(sources, kind="stable"), np.repeat(np.arange(len(sizes)), sizes)
            starts = np.searchsorted(sources[order], np.arange(layer.before + 1))
            self._by_source[id(layer)] = starts, targets[order], numbers[order]
        starts, targets, numbers = self._by_source[id(layer)]
        own = slice(starts[state], starts[state + 1])
        arcs = zip(targets[own].tolist(), numbers[own].tolist(), strict=True)
        return [(target, self.label(step, layer.matchings[number])) for target, number in arcs]

    def trace(
        self, algebra: Numbers, choose: Callable[[Any], int], number: int = 1
    ) -> tuple[Any, list[Assignment]]:
        """Return the sum over all configurations, and configurations whose steps are chosen by an index among
        the values of the continuations.
        """
        states, vectors = [0] * number, self.backward(algebra)
        laid: list[list[tuple[Any, int]]] = [[] for _ in states]
        total = next(vectors)[0]
        for step, after in enumerate(vectors if algebra.occurs(total) else ()):
            known: dict[int, Any] = {}
            for path, state in enumerate(states):
                if state not in known:
                    arcs = self.arcs(step, state)
                    known[state] = arcs, algebra.continuations(arcs, after)
                arcs, values = known[state]
                states[path], choice = arcs[choose(values)]
                laid[path] += choice.laid
        return total, [*map(tuple, laid)] if algebra.occurs(total) else []

    def optimum(
        self, weight: Callable[[Choice], Any], number: Any = float
    ) -> tuple[Any, int, Assignment] | None:
        """Return the largest weight, the number of optimal configurations, and one of them; None if there are
        none.

        Floats are exact below 2^53: no number of partial paths exceeds a result to which it contributes.
        """
        total, laid = self.trace(
            Optima(weight, number),
            lambda values: (
                int(values["weight"].argmax())
                if ARRAYS
                else max(range(len(values)), key=lambda k: values[k][0])
            ),
        )
        if ARRAYS and number is float and total["number"] >= _EXACT:
            return self.optimum(weight, np.uint64 if total["number"] < _WORD else object)
        most, ways = total if not ARRAYS else total.item()
        return (most, int(ways), laid[0]) if laid else None

    def samples(
        self, random: Random, number: int = 1, value: Callable[[Choice], Any] = lambda _: 1
    ) -> list[Assignment]:
        """Return random configurations with probabilities proportional to their positive values."""
        fan = max(layer.fan_in for layer in self.layers)
        error = (len(self.layers) + 1) * (fan + 6) * 2.0**-52
        choose = partial(choose_index, random, error=error)
        return draw_with_floats(lambda algebra: self.trace(algebra, choose, number)[1], value, random)

    def marginals(self, algebra: Numbers) -> tuple[Any, dict[tuple[Any, int], Any]]:
        """Return the sum over all configurations and, for each variable and value, over those with this
        value.
        """
        sums: dict[tuple[Any, int], Any] = {}
        front, vectors = algebra.array(algebra.one, 1), self.backward(algebra)
        total = next(vectors)[0]
        for step, after in enumerate(vectors):
            for matching in self.layers[step].matchings:
                choice = self.label(step, matching)
                both = (
                    algebra.sum(algebra.times(front[matching.source], after[matching.target]))
                    if ARRAYS
                    else sum(front[source] * after[target] for source, target in matching.pairs())
                )
                flow = algebra.times(both, algebra.array(algebra.value(choice)))
                for pair in choice.laid:
                    sums[pair] = algebra.add(sums[pair], flow) if pair in sums else flow
            front = self.step(algebra, step, front, back=False)
        return total, {pair: value[()] if ARRAYS else value for pair, value in sums.items()}

    def assignments(
        self, size: Callable[[Choice], int] | None = None, wanted: int = 1
    ) -> Iterator[Assignment]:
        """Yield all configurations in the order of the options. No path is followed in vain.

        If ``size`` is given, bit k of ``wanted`` is set if a configuration may have the size k, the sum of
        the sizes of its transitions.
        """
        sets = Numbers(dtype=bool) if size is None and ARRAYS else Sizes(size or (lambda _: 0))
        possible = [*self.backward(sets, all_stored=True)]
        arcs = lru_cache(_MOST_ARCS)(self.arcs)
        stack: list[tuple[int, int, int, Assignment]] = [(0, 0, 0, ())] if possible[0][0] & wanted else []
        while stack:
            step, state, used, laid = stack.pop()
            if step == len(self.layers):
                yield laid
                continue
            for target, choice in reversed(arcs(step, state)):
                now = used if size is None else used + size(choice)
                if possible[step + 1][target] << now & wanted:
                    stack.append((step + 1, target, now, laid + choice.laid))


def extreme_terms(layers: Layers) -> Terms | None:
    """Return the terms of the lowest and the highest total degree of the polynomial of transition tables, or
    None if a coefficient may not fit into a machine word.
    """
    terms: Terms = {}
    for sign in (1, -1):
        vector, ways = unit_vector(1, [0]), first_ways(1, [0], exact=False)
        for layer in layers.layers:
            check_stop()
            vector, ways = MinPlusStep(layer, sign).advance(vector, ways)
        size, final = len(vector), layers.final.tolist()
        ends = unit_vector(size, final), first_ways(size, final, exact=False)
        weight = minimum(plus(vector, ends[0]))
        number = count_minimal(vector, ends[0], ways, ends[1])
        if number is None:
            return None
        if weight is not None:
            terms[sign * weight, 0] = number
    return terms
