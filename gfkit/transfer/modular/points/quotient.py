"""P and Q in t, x and y."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.transfer.modular.points.values import Cube


@dataclass(frozen=True, slots=True)
class Quotient:
    """P / Q with Q(0) = 1 and order d: coefficients by powers of t, x and y."""

    top: Cube
    bottom: Cube
    order: int

    @classmethod
    def of(cls, values: Cube, order: int) -> Quotient:
        """From coefficients 1, ..., d of Q and then 0, ..., d - 1 of P, by (power of x, power of y, k)."""
        top: Cube = {}
        bottom: Cube = {(0, 0, 0): 1}
        for (x, y, k), value in values.items():
            if k < order:
                bottom[k + 1, x, y] = value
            else:
                top[k - order, x, y] = value
        return cls(top, bottom, order)
