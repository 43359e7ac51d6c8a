"""Memory of one sweep: tables are counted as they are made, and a sweep stops before it holds too many."""

from __future__ import annotations

from gfkit.errors import ShortOfMemoryError
from gfkit.runs.memory import size_text
from gfkit.typing import OnProgress, check_stop, tell_progress

_STEP_BYTES = 200
"""Bytes of the next step for each state before it, while states after it are sorted; measured: 70 to 400."""


class Budget:
    """The bytes of tables that one sweep holds, and the limit that stops it.

    ``what`` names the sweep in errors. ``sites`` are those of a single board. A state takes ``state_bytes``
    besides what the tables take.
    """

    def __init__(
        self, what: str, limit: int, on_progress: OnProgress | None, sites: int = 0, state_bytes: int = 0
    ) -> None:
        self.what, self.limit, self.on_progress = what, limit, on_progress
        self.sites, self.state_bytes, self.tables = sites, state_bytes, 0

    def watch(self, site: int, states: int, fresh: int) -> None:
        """After the states of a site are known; ``fresh`` bytes of tables came with them."""
        check_stop()
        if fresh:
            self.tables += fresh + states * self.state_bytes
        needed = self.tables + states * _STEP_BYTES
        if fresh and needed > self.limit:
            cell = f"at cell {site + 1} of {self.sites} with {states} states"
            where = cell if self.sites else f"with {states} states at one cell"
            raise ShortOfMemoryError(
                f"{self.what}: stopped {where}; tables and the next step need {size_text(needed)},"
                f" the limit is {size_text(self.limit)} (max memory)"
            )
        done = site + 1 if self.sites else site
        tell_progress(self.on_progress, "finding states", done, self.sites, states)

    def ask(self, wanted: int) -> None:
        """Before a vector takes memory: the bytes that it will hold then."""
        if self.tables + wanted > self.limit:
            raise ShortOfMemoryError(
                f"{self.what}: stopped where the next step needs {size_text(self.tables + wanted)};"
                f" the limit is {size_text(self.limit)} (max memory)"
            )
