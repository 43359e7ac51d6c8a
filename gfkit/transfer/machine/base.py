"""What a machine is that does not say: in which form sweeps take it, and what a state costs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class MachineForms:
    """A machine that is stepped one state at a time; ``Machine`` says what these mean."""

    @property
    def slots(self) -> Any:
        return None

    @property
    def labels(self) -> Any:
        return None

    @property
    def groups(self) -> Any:
        return None

    @property
    def state_bytes(self) -> int:
        return 2000

    @property
    def foreseen_from(self) -> int:
        return 20_000

    def standing_for(self, state: Hashable) -> Hashable:
        return state
