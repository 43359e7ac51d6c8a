"""P and Q in t, x and y."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.transfer.modular.points.support import Support
from gfkit.transfer.modular.points.values import Cube


@dataclass(frozen=True, slots=True)
class Quotient:
    """P / Q with Q(0) = 1 and order d: coefficients by powers of t, x and y."""

    top: Cube
    bottom: Cube
    order: int

    @classmethod
    def of(cls, values: Cube, order: int, supports: tuple[Support, Support]) -> Quotient:
        """From coefficients 1, ..., d of Q and then 0, ..., d - 1 of P, by (power of x, power of y, k).

        Powers are counted from the lowest ones of the supports.
        """
        top: Cube = {}
        bottom: Cube = {(0, 0, 0): 1}
        lowest_x, lowest_y = (support.lowest.tolist() for support in supports)
        for (x, y, k), value in values.items():
            into, power = (bottom, k + 1) if k < order else (top, k - order)
            into[power, x + lowest_x[k], y + lowest_y[k]] = value
        return cls(top, bottom, order)

    @property
    def degree(self) -> int:
        """The largest total degree in x and y."""
        return max(x + y for terms in (self.top, self.bottom) for _, x, y in terms)
