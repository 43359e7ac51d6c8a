"""A proof of P and Q with weights where the order is below what relations between states show.

It is made where it is asked for or cheap; see ``pointwise`` for the usual way.

start Q'(A) = 0, or Q'(A) final = 0, takes d steps and proves the recurrence; where neither vanishes N + d
values prove it, N being the number of states.
"""

from __future__ import annotations

from gfkit.transfer.modular.points.evaluation import Evaluator
from gfkit.transfer.modular.points.packed import Packed
from gfkit.transfer.modular.points.quotient import Quotient

_CHEAP = 3_000_000_000
"""Bits moved by a proof that is given unasked."""


def proof(machine: Evaluator, quotient: Quotient, *, certify: bool) -> str | None:
    """How the result was proved; None where that is not asked for (``certify``) and not cheap."""
    small, order = machine.small, quotient.order
    if not certify and _least_cost(machine, quotient) > _CHEAP:
        return None
    for way, name in ((small, "start Q'(A) = 0"), (small.reversed(), "Q'(A) final = 0")):
        packed = Packed(way, quotient, order)
        if not certify and packed.cost > _CHEAP:
            return None
        packed.check_room()
        if packed.annihilated() and packed.agrees():
            return f"{name} over the integers"
    if not certify:
        return None
    packed = Packed(small, quotient, small.states + order)
    packed.check_room()
    if not packed.agrees():
        raise AssertionError("the generating function of a strip did not stand its proof")
    return f"{small.states + order} values over the integers"


def _least_cost(machine: Evaluator, quotient: Quotient) -> int:
    """Fewer bits than ``Packed`` would move, at a glance."""
    bits = max(map(abs, quotient.bottom.values())).bit_length()
    for axis in (1, 2):
        bits *= 1 + max(key[axis] for key in quotient.bottom)
    return bits * quotient.order * machine.work // 4
