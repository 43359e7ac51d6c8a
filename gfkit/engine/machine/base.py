"""Interface of the automata that count all rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Protocol

from gfkit.rules.rule import Exponents

State = Hashable
Terms = dict[Exponents, int]
"""A polynomial in x and y: coefficients by powers."""


class Machine(Protocol):
    """Weighted automaton that sweeps a board site by site.

    The polynomial of the board is the sum of the products of the weights over all paths from ``start``, by
    ``step`` at the sites 0, 1, ..., ``sites`` - 1, to a ``final`` state. The automaton is unambiguous:
    distinct paths are distinct configurations. Defaults are those of an automaton that is stepped one state
    at a time.
    """

    in_order: ClassVar[bool] = False
    """True if states can be compared, so that each set of states has one order."""

    @property
    def sites(self) -> int:
        """Number of steps of the sweep."""

    def start(self) -> State:
        """Return the state before the first step."""

    def step(self, site: int, state: State) -> Iterable[tuple[State, Exponents]]:
        """Return the states after a site, each with the powers of x and y of the step."""

    def final(self, state: State) -> bool:
        """Return True if a state after the last step is accepting."""

    def signature(self, site: int) -> Hashable:
        """Return a key of a step; steps with equal keys have the same transitions and share their tables."""

    @property
    def slots(self) -> Any:
        """This automaton as a ``SlotMachine`` if it consists of tracks and programs alone, else None."""
        return None

    @property
    def labels(self) -> Any:
        """This automaton as a ``LinkedMachine`` if it has labels of components, else None."""
        return None

    @property
    def groups(self) -> Any:
        """This automaton as a ``LibertyMachine`` if it has groups with liberties, else None."""
        return None

    @property
    def state_bytes(self) -> int:
        """Estimated memory of a state."""
        return 2000

    def standing_for(self, state: State) -> State:
        """Return the representative of a state."""
        return state

    @property
    def form(self) -> Hashable:
        """Key of the encoding of states; sets of states can be compared if the keys are equal."""

    def layout(self, done: int, first: int, last: int) -> Hashable:
        """Return a key of the encoding of states after ``done`` steps, relative to that place.

        If two places of a long board have equal keys, corresponding parts of their states are encoded in the
        same fields. A part that is stored from before the step ``first`` to ``last`` or longer corresponds
        only to itself.
        """


class DrawnMachine(Machine, Protocol):
    """Automaton whose paths are configurations."""

    def ways(self, site: int, state: State) -> Iterable[tuple[State, Exponents, object]]:
        """Return the steps, each with the symbols that it decides."""
