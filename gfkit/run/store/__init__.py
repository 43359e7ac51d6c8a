"""Where the answers of long runs are kept, so that a run that was stopped can go on."""

from __future__ import annotations

from gfkit.run.store.place import DEFAULT_LIMIT
from gfkit.run.store.record import RunRecord
from gfkit.run.store.store import RunStore, open_store

__all__ = ["DEFAULT_LIMIT", "RunRecord", "RunStore", "open_store"]
