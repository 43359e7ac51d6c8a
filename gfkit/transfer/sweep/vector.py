"""Sweeping vectors of exact numbers or polynomials over the layers of a machine.

The first half of the sites is swept forwards and the second half backwards, so that the numbers in
flight have half the length, and the two vectors are multiplied where they meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gfkit.exact.limb import ROOM, Limbs, dot, dot_polynomials, settle
from gfkit.transfer.sweep.kernel import Adder, Rows
from gfkit.transfer.sweep.layer import Layer, Layers
from gfkit.transfer.sweep.plain import Terms

OnSite = Callable[[int], None]
"""Told after every site: how many are done."""
Ask = Callable[[int], None]
"""Asked before memory is taken: the bytes that will be held; it may raise."""

_SLACK = 8
"""Room for powers of y that a row of coefficients is given at a time."""


class Vector:
    """A polynomial for every state; coefficients are limbs in two buffers that take turns.

    ``values`` has axes (limb, state, lane). Lane i * stride + j holds the coefficient of x^i y^j, so
    that multiplying by a monomial is a shift; ``size_x`` and ``size_y`` bound the powers in use, and
    lanes beyond them are zero.
    """

    def __init__(self, start: Sequence[int], states: int, adder: Adder, ask: Ask) -> None:
        self.adder, self.ask = adder, ask
        self.values: Limbs = np.zeros((1, states, 1), np.uint64)
        self.values[0, list(start), 0] = 1
        self.size_x = self.size_y = self.stride = 1
        self.growth = 1
        self.spare = np.empty(0, np.uint64)

    def advance(self, layer: Layer, rows: Rows) -> None:
        """Takes the vector over one site; ``rows`` are the layer's, forwards or backwards."""
        if self.growth * layer.fan_in >= ROOM:
            self.settle()
        self.growth *= layer.fan_in
        reach_x, reach_y = layer.reach
        if self.size_y + reach_y > self.stride:
            self._spread(self.size_y + reach_y + (_SLACK if reach_y else 0))
        shape = (len(self.values), rows.targets, (self.size_x + reach_x) * self.stride)
        new = self._room(shape)
        for old_limb, new_limb in zip(self.values, new, strict=True):
            self.adder.add(rows, old_limb, new_limb, self.size_x * self.stride, self.stride)
        self.spare, self.values = _whole(self.values), new
        self.size_x += reach_x
        self.size_y += reach_y
        if reach_x or reach_y:
            self._trim()

    def settle(self) -> None:
        self.values = settle(self.values)
        self.growth = 2  # a settled limb is below 2^48, and a carry may come on top

    def grid(self) -> Limbs:
        """The settled coefficients with axes (limb, state, power of x, power of y)."""
        self.settle()
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
        self.ask(self.values.nbytes + 8 * limbs * states * self.size_x * stride)
        wide = np.zeros((limbs, states, self.size_x, stride), np.uint64)
        old = self.values.reshape(limbs, states, -1, self.stride)
        wide[..., : self.size_y] = old[:, :, : self.size_x, : self.size_y]
        self.values = wide.reshape(limbs, states, -1)
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


def sweep(layers: Layers, on_site: OnSite, ask: Ask = lambda _: None) -> Terms:
    """The polynomial of a machine from its layers."""
    if not len(layers.final):
        return {}
    middle = _meeting_place(layers.layers)
    forwards = {id(layer): Rows(layer, backwards=False) for layer in layers.layers[:middle]}
    backwards = {id(layer): Rows(layer, backwards=True) for layer in layers.layers[middle:]}
    ends = layers.layers[-1].after if layers.layers else 1
    adder = Adder()
    ahead, back = Vector([0], 1, adder, ask), Vector(layers.final.tolist(), ends, adder, ask)
    done = 0
    for layer in layers.layers[:middle]:
        ahead.advance(layer, forwards[id(layer)])
        done += 1
        on_site(done)
    for layer in reversed(layers.layers[middle:]):
        back.advance(layer, backwards[id(layer)])
        done += 1
        on_site(done)
    left, right = ahead.grid(), back.grid()
    if left.shape[2:] == right.shape[2:] == (1, 1):
        total = dot(left[:, :, 0, 0], right[:, :, 0, 0])
        return {(0, 0): total} if total else {}
    return dot_polynomials(left, right)


def _meeting_place(layers: Sequence[Layer]) -> int:
    """A site near the middle with few states."""
    count = len(layers)
    spread = count // 8

    def states(site: int) -> tuple[int, int]:
        return (layers[site].before if site < count else 1), abs(site - count // 2)

    return min(range(count // 2 - spread, count // 2 + spread + 1), key=states)
