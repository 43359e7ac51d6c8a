"""Where answers are kept, so that a run that was stopped can go on."""

from __future__ import annotations

from typing import Protocol


class Store(Protocol):
    """Keeps answers by run and part; a run is named by all that its answers depend on.

    Trouble with the disk never reaches the caller: what cannot be kept is computed again.
    """

    def get(self, run: str, part: str) -> bytes | None:
        """What was kept, if it is intact."""
        ...

    def put(self, run: str, part: str, answer: bytes) -> None:
        """Keeps an answer; on return it is on the disk, or will never be."""
        ...

    def finish(self, run: str, answer: bytes) -> None:
        """Keeps the answer of the whole run as part ``result``, in place of all that was kept of it."""
        ...

    def drop(self, run: str) -> None:
        """Forgets all parts of a run, because one of them is known to be wrong."""
        ...
