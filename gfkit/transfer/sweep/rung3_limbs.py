"""Rung 3: vectors of limbs. For every state a row of coefficients, whose limbs are words of 48 bits in 64.

What it changes: numbers are no longer Python's but columns of words, so that one instruction of numpy adds
the rows of all transitions of one weight; carries wait until there is no room for more, and as long as the
numbers are seen to fit, one word holds all of each. The first half of the sites is swept forwards and the
second half backwards, so that the numbers in flight have half the length, and the two vectors are multiplied
where they meet (``products``). With the extra ``fast`` (numba) large jobs run as machine code; without it the
same sums are made by numpy, slower and equal. Cost: for every site, transitions times the words of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gfkit.exact.limb import LIMB, ROOM, Limbs, dot, settle
from gfkit.exact.stored_code import Loops
from gfkit.transfer.machine.machine import Terms
from gfkit.transfer.sweep.products import sum_of_products
from gfkit.transfer.sweep.rung2_integers import packed_sweep
from gfkit.transfer.sweep.tables import Layer, Layers, Matching

_MOST_FAN_IN = ROOM >> 1
"""Ways into one state, or out of one, that a sum of settled limbs has room for."""

_Index = NDArray[np.int32]
Coefficients = NDArray[np.uint64]
"""Coefficients with axes (state, lane)."""

LOOPS = Loops(f"{__package__}.row_code")
_WORTH_LOADING, _WORTH_COMPILING = 20_000_000, 150_000_000
"""Additions for which it pays to load machine code, and to make it first."""
_BLOCK = 1 << 15
"""Words that numpy adds at once, so that what it copies on the way stays in cache."""


class Transitions:
    """The transitions of a layer in one direction."""

    def __init__(self, layer: Layer, *, backwards: bool) -> None:
        self.targets = layer.before if backwards else layer.after
        self.matchings = [Matching(s.weight, s.target, s.source) if backwards else s for s in layer.matchings]
        self.transitions = sum(len(matching.source) for matching in self.matchings)

    @cached_property
    def by_target(self) -> tuple[_Index, _Index, _Index, _Index]:
        """The transitions sorted by target: where each begins, sources, powers of x and of y."""
        if not self.matchings:
            none = np.zeros(0, np.int32)
            return np.zeros(self.targets + 1, np.int32), none, none, none
        targets = np.concatenate([s.target for s in self.matchings])
        order = np.argsort(targets, kind="stable")
        begin = np.searchsorted(targets[order], np.arange(self.targets + 1)).astype(np.int32)
        powers = [
            np.concatenate([np.full(len(s.source), s.weight[v], np.int32) for s in self.matchings])
            for v in (0, 1)
        ]
        sources = np.concatenate([s.source for s in self.matchings])
        return begin, sources[order], powers[0][order], powers[1][order]


class _Adder:
    """Adds rows for one sweep, and turns to machine code when the sweep proves long."""

    def __init__(self) -> None:
        self.to_come = 0
        """Transitions from here to where the two sweeps meet."""
        self.is_fast = False

    def add(self, rows: Transitions, old: Coefficients, new: Coefficients, lanes: int, stride: int) -> None:
        """new[target] = sum of old[source] shifted by its weight, over all transitions.

        Only the first ``lanes`` of ``old`` count. A weight x^a y^b shifts by a * stride + b lanes; the
        last b of the lanes of ``old`` are zero.
        """
        if not self.is_fast:
            foreseen = self.to_come * lanes  # if rows grow no longer
            self.is_fast = LOOPS.pay(
                foreseen, ("add_shifted",), loading=_WORTH_LOADING, making=_WORTH_COMPILING
            )
        if self.is_fast:
            LOOPS.add_shifted(*rows.by_target, old, new, lanes, stride)
        else:
            add_rows(rows, old, new, lanes, stride)


def add_rows(rows: Transitions, old: Coefficients, new: Coefficients, lanes: int, stride: int) -> None:
    """The sums of ``_Adder.add`` by numpy."""
    new[...] = 0
    if lanes == new.shape[1] == 1:
        flat_old, flat_new = old[:, 0], new[:, 0]
        for matching in rows.matchings:
            flat_new[matching.target] += flat_old[matching.source]
        return
    at_once = max(1, _BLOCK // max(1, lanes))
    for matching in rows.matchings:
        power_x, power_y = matching.weight
        shift = power_x * stride + power_y
        length = lanes - power_y
        for low in range(0, len(matching.source), at_once):
            target, source = (one[low : low + at_once] for one in (matching.target, matching.source))
            new[target, shift : shift + length] += old[source, :length]


OnSite = Callable[[int], None]
"""Told after every site: how many are done."""
Ask = Callable[[int], None]
"""Asked before memory is taken: the bytes that will be held; it may raise."""

_SLACK = 8
"""Room for powers of y that a row of coefficients is given at a time."""


class _Vector:
    """A polynomial for every state; coefficients are limbs in two buffers that take turns.

    ``values`` has axes (limb, state, lane). Lane i * stride + j holds the coefficient of x^i y^j, so
    that multiplying by a monomial is a shift; ``size_x`` and ``size_y`` bound the powers in use, and
    lanes beyond them are zero.
    """

    def __init__(self, start: Sequence[int], states: int, adder: _Adder, ask: Ask) -> None:
        self.adder, self.ask = adder, ask
        self.values: Limbs = np.zeros((1, states, 1), np.uint64)
        self.values[0, list(start), 0] = 1
        self.size_x = self.size_y = self.stride = 1
        self.growth = 1
        self.spare = np.empty(0, np.uint64)

    def advance(self, layer: Layer, rows: Transitions) -> None:
        """Takes the vector over one site; ``rows`` are the layer's, forwards or backwards."""
        if self.growth * layer.fan_in >= ROOM:
            self.make_room(layer.fan_in)
        self.growth *= layer.fan_in
        reach_x, reach_y = layer.reach
        if self.size_y + reach_y > self.stride:
            self._spread(self.size_y + reach_y + (_SLACK if reach_y else 0))
        shape = (len(self.values), rows.targets, (self.size_x + reach_x) * self.stride)
        new = self._room(shape)
        for old_limb, new_limb in zip(self.values, new, strict=True):
            self.adder.add(rows, old_limb, new_limb, self.size_x * self.stride, self.stride)
        self.adder.to_come -= rows.transitions
        self.spare, self.values = _whole(self.values), new
        self.size_x += reach_x
        self.size_y += reach_y
        if reach_x or reach_y:
            self._trim()

    def make_room(self, fan_in: int) -> None:
        """Room for sums of so many: whole words as long as the numbers met are short enough, then limbs."""
        if len(self.values) == 1:
            self.growth = 1 + (int(self.values.max(initial=0)) >> LIMB)
            if self.growth * fan_in < ROOM:
                return
        self.values = settle(self.values)
        self.growth = 2  # a settled limb is below 2^48, and a carry may come on top

    def grid(self) -> Limbs:
        """The coefficients, not settled, with axes (limb, state, power of x, power of y)."""
        limbs, states, _ = self.values.shape
        lanes = self.values.reshape(limbs, states, -1, self.stride)
        return lanes[:, :, : self.size_x, : self.size_y]

    def _room(self, shape: tuple[int, int, int]) -> Limbs:
        size = shape[0] * shape[1] * shape[2]
        if self.spare.size < size:
            self.ask(self.values.nbytes + 16 * size)
            self.spare = np.empty(2 * size, np.uint64)
        return self.spare[:size].reshape(shape)

    def _spread(self, stride: int) -> None:
        limbs, states, _ = self.values.shape
        room = self._room((limbs, states, self.size_x * stride))
        wide = room.reshape(limbs, states, self.size_x, stride)
        old = self.values.reshape(limbs, states, -1, self.stride)
        wide[..., : self.size_y] = old[:, :, : self.size_x, : self.size_y]
        wide[..., self.size_y :] = 0
        self.spare, self.values = _whole(self.values), room
        self.stride = stride

    def _trim(self) -> None:
        """Drops the highest powers that no entry has."""
        limbs, states, _ = self.values.shape
        grid = self.values.reshape(limbs, states, -1, self.stride)
        while self.size_x > 1 and not grid[:, :, self.size_x - 1].any():
            self.size_x -= 1
        while self.size_y > 1 and not grid[:, :, : self.size_x, self.size_y - 1].any():
            self.size_y -= 1


def _whole(values: Limbs) -> NDArray[np.uint64]:
    """The buffer that an array is a part of."""
    base = values
    while isinstance(base.base, np.ndarray):
        base = base.base
    return base.reshape(-1)


def limb_sweep(layers: Layers, on_site: OnSite, ask: Ask = lambda _: None) -> Terms:
    """The polynomial of a machine from its layers.

    A limb that is settled is below 2^49 with its carry, so sums of up to 2^15 of them stay in a word; layers
    in which more ways lead into one state, or out of one, are left to the rung below.
    """
    if not len(layers.final):
        return {}
    if max((layer.fan_in for layer in layers.layers), default=1) > _MOST_FAN_IN:
        return packed_sweep(layers)
    middle = _meeting_place(layers.layers)
    forwards = {id(layer): Transitions(layer, backwards=False) for layer in layers.layers[:middle]}
    backwards = {id(layer): Transitions(layer, backwards=True) for layer in layers.layers[middle:]}
    ends = layers.layers[-1].after if layers.layers else 1
    adder = _Adder()
    ahead, back = _Vector([0], 1, adder, ask), _Vector(layers.final.tolist(), ends, adder, ask)
    done = 0
    adder.to_come = sum(forwards[id(layer)].transitions for layer in layers.layers[:middle])
    for layer in layers.layers[:middle]:
        ahead.advance(layer, forwards[id(layer)])
        done += 1
        on_site(done)
    adder.to_come = sum(backwards[id(layer)].transitions for layer in layers.layers[middle:])
    for layer in reversed(layers.layers[middle:]):
        back.advance(layer, backwards[id(layer)])
        done += 1
        on_site(done)
    left, right = ahead.grid(), back.grid()
    if left.shape[2:] == right.shape[2:] == (1, 1):
        total = dot(settle(left[:, :, 0, 0]), settle(right[:, :, 0, 0]))
        return {(0, 0): total} if total else {}
    return sum_of_products(left, right)


def _meeting_place(layers: Sequence[Layer]) -> int:
    """A site near the middle with few states."""
    count = len(layers)
    spread = count // 8

    def states(site: int) -> tuple[int, int]:
        return (layers[site].before if site < count else 1), abs(site - count // 2)

    return min(range(count // 2 - spread, count // 2 + spread + 1), key=states)
