"""Engine 3: each state has a row of coefficients, stored as limbs of 48 bits in words of 64 bits.

Difference from engine 2: numbers are columns of words instead of Python integers, so that one numpy
instruction adds the rows of all transitions of one weight. Carries are deferred until a word could overflow,
and while all numbers fit into one limb, only one limb is stored. The first half of the steps is swept
forwards and the second half backwards, so that intermediate numbers have half the length; at the end the two
vectors are multiplied (``products``). The C extension computes the sums; without it numpy computes the same
sums more slowly. Cost: for every step, transitions times the words of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.limb import LIMB, ROOM, Limbs, dot, settle
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.sweep.engine2_integers import packed_sweep
from gfkit.core.engine.sweep.tables import Layer, Layers, Matching
from gfkit.core.typing import cached_property, check_stop

_MOST_FAN_IN = ROOM >> 1
"""Largest number of transitions into or out of a state such that a sum of normalised limbs fits into a
word.
"""

_Index = NDArray[np.int32]
Starts = NDArray[np.int64]
Coefficients = NDArray[np.uint64]
"""Coefficients with axes (state, lane)."""

_NONE = -(1 << 40)
"""Degree of the zero polynomial."""


_FEW_TRANSITIONS = 1 << 16
"""Number of transitions up to which their order by target is cached."""


class Transitions:
    """Transitions of a layer in one direction."""

    def __init__(self, layer: Layer, *, backwards: bool) -> None:
        self.targets: int = layer.before if backwards else layer.after
        self.fan_in = layer.fan_in
        self.matchings: list[Matching] = [
            Matching(s.weight, s.target, s.source) if backwards else s for s in layer.matchings
        ]
        self.transitions: int = sum(len(matching.source) for matching in self.matchings)

    @cached_property
    def by_target(self) -> tuple[_Index, _Index, _Index, _Index]:
        """Transitions sorted by target: the start of each target, the sources, the powers of x and of y."""
        if not self.matchings:
            none = np.zeros(0, np.int32)
            return np.zeros(self.targets + 1, np.int32), none, none, none
        targets, sources = (
            np.concatenate(ends) for ends in zip(*((s.target, s.source) for s in self.matchings), strict=True)
        )
        order = np.argsort(targets.astype(np.uint16), kind="stable")  # 16 bits are sorted in linear time
        if self.targets > 1 << 16:
            order = order[np.argsort((targets >> 16).astype(np.uint16)[order], kind="stable")]
        begin = np.zeros(self.targets + 1, np.int32)
        np.cumsum(np.bincount(targets, minlength=self.targets), out=begin[1:])
        weights = np.array([s.weight for s in self.matchings], np.int32)
        if not weights.any():
            none = np.zeros(len(order), np.int32)
            return begin, sources[order], none, none
        powers = np.repeat(weights, [len(s.source) for s in self.matchings], axis=0)[order]
        return begin, sources[order], powers[:, 0].copy(), powers[:, 1].copy()


class Degrees(NamedTuple):
    """Largest powers of x and of y, and the largest total degree, of the polynomials of a vector."""

    x: int = 0
    y: int = 0
    both: int = 0

    @property
    def lengths(self) -> list[int]:
        """Number of powers of y that can occur with each power of x."""
        return [min(self.y, self.both - x) + 1 for x in range(self.x + 1)]


def degrees_on_the_way(start: Sequence[int], states: int, sites: Sequence[Transitions]) -> list[Degrees]:
    """Return the degrees before each step and after the last one; they are exact, as no coefficient is
    negative.
    """
    if not any(any(matching.weight) for rows in sites for matching in rows.matchings):
        return [Degrees()] * (len(sites) + 1)
    largest = np.full((3, states), _NONE, np.int64)
    largest[:, start] = 0
    degrees = [Degrees()]
    for rows in sites:
        check_stop()
        after = np.full((3, rows.targets), _NONE, np.int64)
        for matching in rows.matchings:
            more = np.array([[matching.weight[0]], [matching.weight[1]], [sum(matching.weight)]])
            after[:, matching.target] = np.maximum(
                after[:, matching.target], largest[:, matching.source] + more
            )
        largest = after
        degrees.append(Degrees(*(max(0, int(most)) for most in largest.max(axis=1, initial=_NONE))))
    return degrees


def add_rows(rows: Transitions, old: Coefficients, new: Coefficients, stride: int) -> None:
    """Compute new[target] as the sum of old[source], shifted by the weight, over all transitions.

    A weight x^a y^b shifts a row by a * stride + b lanes; lanes shifted beyond the end are zero.
    """
    new[...] = 0
    lanes = old.shape[1]
    if lanes == new.shape[1] == 1:
        flat_old, flat_new = old[:, 0], new[:, 0]
        for matching in rows.matchings:
            flat_new[matching.target] += flat_old[matching.source]
        return
    at_once = max(1, tuning.SWEEP.limb_block // max(1, lanes))
    for matching in rows.matchings:
        power_x, power_y = matching.weight
        shift = power_x * stride + power_y
        length = min(lanes, new.shape[1] - shift)
        for low in range(0, len(matching.source) if length > 0 else 0, at_once):
            target, source = (array[low : low + at_once] for array in (matching.target, matching.source))
            new[target, shift : shift + length] += old[source, :length]


OnSite = Callable[[int], None]
"""Callback after every step, with the number of steps done."""
Ask = Callable[[int], None]
"""Callback before memory is allocated, with the total number of bytes; it may raise an error."""


class _Vector:
    """Vector with a polynomial for every state; coefficients are limbs in two buffers that are used
    alternately.

    ``values`` has axes (limb, state, lane). The coefficient of x^i y^j is in lane starts[i] + j; without y,
    the coefficient of x^i is in lane i. With numpy, all powers of x have the same number of lanes, so that
    multiplication by a monomial is one shift. The C extension shifts each power of x separately, and
    allocates only the lanes that the degrees need. Other lanes are zero.
    """

    def __init__(
        self, start: Sequence[int], states: int, powers: Sequence[Degrees], ask: Ask, *, fast: bool
    ) -> None:
        self.powers, self.ask, self.fast = powers, ask, fast
        self.values: Limbs = np.zeros((1, states, 1), np.uint64)
        self.values[0, list(start), 0] = 1
        self.has_y = any(power.y for power in powers)
        self.site, self.growth = 0, 1
        self.stride = 1
        self.starts = np.array([0, 1])
        self.spare = np.empty(0, np.uint64)

    def advance(self, rows: Transitions) -> None:
        """Advance the vector by one step with the given transitions, which may be reversed."""
        if self.growth * rows.fan_in >= ROOM:
            self.make_room(rows.fan_in)
        self.growth *= rows.fan_in
        self.site += 1
        after = self.powers[self.site]
        if not self.fast and after.y >= self.stride:
            self._widen_stride(after.y + 1 + tuning.SWEEP.row_slack)
        if not self.has_y:
            starts = np.array([0, after.x + 1])
        else:
            starts = _starts(after.lengths if self.fast else [self.stride] * (after.x + 1))
        new = self._reserve_buffer((len(self.values), rows.targets, int(starts[-1])))
        for old_limb, new_limb in zip(self.values, new, strict=True):
            if self.fast:
                begin, source, *shifts = rows.by_target
                x, y = shifts if self.has_y else shifts[::-1]
                native.loops.add_shifted(begin, source, x, y, old_limb, self.starts, new_limb, starts)
            else:
                add_rows(rows, old_limb, new_limb, self.stride)
        self._replace_buffer(new, starts)

    def make_room(self, fan_in: int) -> None:
        """Allocate room for sums of ``fan_in`` numbers; one word per number is used as long as it
        suffices.
        """
        if len(self.values) == 1:
            self.growth = 1 + (int(self.values.max(initial=0)) >> LIMB)
            if self.growth * fan_in < ROOM:
                return
        self.values = settle(self.values)
        self.growth = 2  # a normalised limb is below 2^48, plus a carry

    @property
    def side(self) -> tuple[Limbs, tuple[int, ...], tuple[int, ...]]:
        """Polynomials as one side of a sum of products."""
        lengths = self.powers[self.site].lengths
        starts = self.starts[:-1].tolist() if self.has_y else range(len(lengths))
        return self.values, tuple(starts), tuple(lengths)

    def _replace_buffer(self, new: Limbs, starts: Starts) -> None:
        self.spare, self.values, self.starts = _get_base_buffer(self.values), new, starts

    def _reserve_buffer(self, shape: tuple[int, int, int]) -> Limbs:
        size = shape[0] * shape[1] * shape[2]
        if self.spare.size < size:
            self.ask(self.values.nbytes + 16 * size)
            self.spare = np.empty(2 * size, np.uint64)
        return self.spare[:size].reshape(shape)

    def _widen_stride(self, stride: int) -> None:
        limbs, states, _ = self.values.shape
        size_x = len(self.starts) - 1
        room = self._reserve_buffer((limbs, states, size_x * stride))
        wide = room.reshape(limbs, states, size_x, stride)
        old = self.values.reshape(limbs, states, size_x, self.stride)
        wide[..., : self.stride] = old
        wide[..., self.stride :] = 0
        self.stride = stride
        self._replace_buffer(room, _starts([stride] * size_x))


def _starts(lengths: Sequence[int]) -> Starts:
    """Return the start offsets of consecutive parts with the given lengths, and the end offset."""
    return np.cumsum([0, *lengths])


def _get_base_buffer(values: Limbs) -> NDArray[np.uint64]:
    """Return the array whose buffer a view uses."""
    base = values
    while isinstance(base.base, np.ndarray):
        base = base.base
    return base.reshape(-1)


def limb_sweep(layers: Layers, on_site: OnSite, ask: Ask = lambda _: None) -> Terms:
    """Return the polynomial of an automaton from its transition tables.

    A normalised limb is below 2^49 with its carry, so sums of up to 2^15 limbs fit into a word. Steps with
    more transitions into or out of a state are computed by engine 2. If the caller has no reference to the
    tables, each of them is freed after its last step.
    """
    if not len(layers.final):
        return {}
    if max((layer.fan_in for layer in layers.layers), default=1) > _MOST_FAN_IN:
        return packed_sweep(layers)
    middle, final = _find_middle_step(layers.layers), layers.final.tolist()
    ends = layers.layers[-1].after if layers.layers else 1
    ways = _transitions(layers.layers[:middle], backwards=False)
    ways_back = _transitions(layers.layers[: middle - 1 if middle else None : -1], backwards=True)
    del layers
    powers = degrees_on_the_way([0], 1, ways)
    powers_back = degrees_on_the_way(final, ends, ways_back)
    fast = native.is_built()
    ahead = _Vector([0], 1, powers, ask, fast=fast)
    back = _Vector(final, ends, powers_back, ask, fast=fast)
    for vector, rest in ((ahead, ways), (back, ways_back)):
        rest.reverse()
        while rest:
            rows = rest.pop()
            vector.advance(rows)
            if rows.transitions > _FEW_TRANSITIONS:
                vars(rows).pop("by_target", None)
            on_site(ahead.site + back.site)
        ahead.spare, back.spare = back.spare, ahead.spare
    if powers[-1].both == powers_back[-1].both == 0:
        total = dot(settle(ahead.values[:, :, 0]), settle(back.values[:, :, 0]))
        return {(0, 0): total} if total else {}
    from gfkit.core.engine.sweep.products import Side, sum_of_products

    return sum_of_products(Side(*ahead.side), Side(*back.side))


def _transitions(layers: Iterable[Layer], *, backwards: bool) -> list[Transitions]:
    """Return the transitions of all layers in one direction; equal layers share them."""
    known: dict[int, Transitions] = {}
    return [known.setdefault(id(layer), Transitions(layer, backwards=backwards)) for layer in layers]


def _find_middle_step(layers: Sequence[Layer]) -> int:
    """Return the index of a step near the middle with few states."""
    count = len(layers)
    spread = count // 8

    def states(site: int) -> tuple[int, int]:
        return (layers[site].before if site < count else 1), abs(site - count // 2)

    return min(range(count // 2 - spread, count // 2 + spread + 1), key=states)
