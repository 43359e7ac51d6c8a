"""What a machine is besides its steps: the forms in which faster sweeps take it, and what a state costs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gfkit.transfer.machine.liberty import LibertyMachine
    from gfkit.transfer.machine.linked import LinkedMachine
    from gfkit.transfer.machine.slot import SlotMachine


LIBERTY_STATE_BYTES = 900
"""Memory of a state of groups with liberties, with its place in tables."""


class MachineForms(Protocol):
    """A machine that is stepped one state at a time; others say which form they have."""

    @property
    def slots(self) -> SlotMachine | None:
        """The same machine as tracks and programs, where it is made of these alone."""
        return None

    @property
    def labels(self) -> LinkedMachine | None:
        """The same machine as tracks and labels of components, where it is made of these."""
        return None

    @property
    def groups(self) -> LibertyMachine | None:
        """The same machine as groups with liberties, where it is made of these."""
        return None

    @property
    def state_bytes(self) -> int:
        """Memory of a state, roughly."""
        return 2000

    @property
    def foreseen_from(self) -> int:
        """Number of states at a site from which on the largest number is foreseen."""
        return 20_000

    def standing_for(self, state: Hashable) -> Hashable:
        """The state that is kept for this one."""
        return state
