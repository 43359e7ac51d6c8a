"""The one interface through which every rule is counted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Protocol

from gfkit.rules.rule import Exponents

State = Hashable
Terms = dict[Exponents, int]
"""A polynomial in x and y: coefficients by powers."""


class Machine(Protocol):
    """A board is swept site by site; the state is all that the rest of the board needs to know.

    The sum, over all ways from ``start`` through ``step`` at sites 0, 1, ..., ``sites`` - 1 to a
    state that is ``final``, of the product of the weights is the polynomial of the board. Different
    ways are different positions: the machine is unambiguous. What has a value here is that of a machine which
    is stepped one state at a time.
    """

    in_order: ClassVar[bool] = False
    """Whether states can be compared, so that sets of them have one order."""

    @property
    def sites(self) -> int:
        """How many steps the sweep takes."""

    def start(self) -> State:
        """The state before the first site."""

    def step(self, site: int, state: State) -> Iterable[tuple[State, Exponents]]:
        """The states after a site, each with the powers of x and y picked up on the way."""

    def final(self, state: State) -> bool:
        """Whether a state after the last site is a position that counts."""

    def signature(self, site: int) -> Hashable:
        """Sites with equal signatures step alike, so that their tables can be shared."""

    @property
    def slots(self) -> Any:
        """The same machine as a ``SlotMachine``, where it is made of tracks and programs alone; else None."""
        return None

    @property
    def labels(self) -> Any:
        """The same machine as a ``LinkedMachine``, where it has labels of components; else None."""
        return None

    @property
    def groups(self) -> Any:
        """The same machine as a ``LibertyMachine``, where it has groups with liberties; else None."""
        return None

    @property
    def state_bytes(self) -> int:
        """Memory of a state, roughly."""
        return 2000

    def standing_for(self, state: State) -> State:
        """The state that is kept for this one."""
        return state

    @property
    def form(self) -> Hashable:
        """Machines of equal form write states, and begin and end, alike: sets of states can be compared."""

    def layout(self, done: int, first: int, last: int) -> Hashable:
        """How what is remembered after ``done`` sites lies in the state, seen from there.

        Equal layouts at two places of a long board mean that what is remembered at the one lies where its
        counterpart, moved along, lies at the other. What was met before the site ``first`` and is remembered
        to ``last`` or beyond is no counterpart of anything but itself.
        """


class DrawnMachine(Machine, Protocol):
    """A machine whose ways are configurations, and say what they put on the board."""

    def ways(self, site: int, state: State) -> Iterable[tuple[State, Exponents, object]]:
        """The same steps, with what each puts on the board."""
