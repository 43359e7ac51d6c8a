"""Deriving with weights: order, points, primes, memory and seconds, from narrow strips with weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf

from gfkit.transfer.foresight.estimate import EXACT, Estimate, extended
from gfkit.transfer.foresight.weighted import WeightedRung, lifted_primes
from gfkit.transfer.modular.evaluation import BLOCK

_ROOM = 230
"""Bytes of a coefficient in tables by its powers, beside eight for every prime."""
_BEYOND = 1e15


@dataclass(frozen=True, slots=True)
class GridRun:
    """What a run with weights will take; ``points`` are those for every prime."""

    order: Estimate
    points: Estimate
    primes: Estimate
    batches: Estimate
    memory: Estimate
    seconds: Estimate
    serial: float


class Grids:
    """Deriving with weights, foreseen from narrow strips.

    seconds = primes (points (2 d steps + Berlekamp-Massey) + interpolation + lifting), and what whole runs on
    narrow strips took beside that.
    """

    def __init__(self, rungs: Sequence[WeightedRung], width: int) -> None:
        self.rungs, self.width = rungs, width
        self.target = rungs[-1] if rungs and rungs[-1].width == width else None

    def run(self) -> GridRun | None:
        """None where not even the narrowest strip says anything."""
        order = self._along(lambda rung: rung.order)
        points = self._along(lambda rung: rung.points)
        each = self._along(lambda rung: rung.seconds)
        long = self._along(lambda rung: rung.nodes[1])
        if order is None or points is None or each is None or long is None:
            return None
        primes = self._primes()
        lines = max(1.0, BLOCK // min(long.value, _BEYOND))
        per_prime = ceil(min(Estimate(points.log - long.log).value / lines, _BEYOND))
        coefficients = 2 * order.value * points.value
        seconds = each.value * primes.value
        beside = self._beside(seconds)
        how = each.how if each.how != EXACT else "some points were measured"
        return GridRun(
            order=order,
            points=points,
            primes=primes,
            batches=Estimate.of(primes.value * per_prime, primes.how, primes.doubt + points.doubt),
            memory=Estimate.of(
                coefficients * (_ROOM + 8 * primes.value),
                points.how if points.how != EXACT else "from order, points and primes",
                1 + points.doubt,
            ),
            seconds=Estimate.of(seconds + beside, how, 1.5 + each.doubt + primes.doubt),
            serial=beside,
        )

    def _along(self, seen: Callable[[WeightedRung], float | None]) -> Estimate | None:
        own = seen(self.target) if self.target is not None else None
        if own:
            return Estimate.of(own)
        return extended([(rung.width, seen(rung) or 0) for rung in self.rungs], self.width)

    def _primes(self) -> Estimate:
        """Those that a proof takes, or those that the longest coefficient takes, one to confirm."""
        if self.target is not None and self.target.primes is not None:
            return Estimate.of(self.target.primes)
        bits, proved = self._along(lambda rung: rung.bits), self._along(lambda rung: rung.primes)
        if proved is not None and self.target is None:
            return proved
        if bits is None:
            return Estimate(1.0, "no narrower strip was run whole", 3.0)
        how = bits.how if bits.how != EXACT else "from the length of the coefficients"
        return Estimate.of(lifted_primes(min(bits.value, _BEYOND)), how, max(0.2, bits.doubt))

    def _beside(self, seconds: float) -> float:
        """Seconds beside points and primes, in proportion to them as on the widest strip run whole."""
        if self.target is not None and self.target.whole is not None:
            return max(0.0, self.target.whole - seconds)
        whole = [rung for rung in self.rungs if rung.whole and rung.primes]
        if not whole or seconds == inf:
            return 0.0
        found = extended(
            [(rung.width, (rung.whole or 0) - rung.seconds * (rung.primes or 1)) for rung in whole],
            self.width,
        )
        return 0.0 if found is None else min(found.value, 10 * seconds)
