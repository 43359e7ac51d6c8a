"""The numbers that tune the bounds of plane constants: what is tried, and how finely it is enclosed.

No bound is wrong whatever these numbers are; it may be wider, or take longer. Behind a number is its unit.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoundParameters:
    """Bounds of plane constants, and growths of strips."""

    widest: int = 60  # rows of a strip that are taken
    strip_states: int = 3_000_000  # at one cell beyond which a strip is not tried
    width_growth: float = 1.6  # times the time of a width that the next one takes at least
    short_seconds: float = 0.05  # that tell nothing of the times to come
    strips_share: float = 0.2  # of the time, for strips of stones: they serve the estimate alone
    first_tolerance: float = 2.0**-12  # of stones
    finer_by: float = 16.0  # times finer that the next tolerance may be
    finer_cost: float = 0.8  # power of that which it costs
    stone_rows: int = 16  # width from which on stones get no finer tolerance: 4 to the power of minus it
    logarithm_bits: int = 200  # of logarithms
    bound_decimals: int = 25  # that bounds are rounded to, outwards
    dense_states: int = 300  # up to which the matrix of a period is written out
    rounds: int = 4000  # of the power method
    close: float = 3e-15  # relative gap of ratios at which it ends
    kept_share: float = 0.3  # of its growth that a vector keeps of what it was, so that nothing swings
    vector_bits: int = 60  # of the largest entry of an eigenvector
    bound_bits: int = 96  # behind the point of bounds
    same_ratio: float = 1e-7  # states further off are left out for the lower bound, as they grow more slowly


BOUNDS = BoundParameters()
