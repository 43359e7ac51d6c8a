"""Keeping the store below its limit."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator

from gfkit.run.store.record import RunRecord, records

_KEPT_SHARE = 0.9
"""How full the store is after room was made, so that this happens seldom."""
_WORTH = 4 << 20
"""Free bytes inside the file that are worth giving back."""
_FRAME = 2 << 14
"""Bytes that a row takes beside its answer, at most."""


def room_for(connection: sqlite3.Connection, size: int, limit: int, run: str) -> tuple[RunRecord, ...] | None:
    """What was dropped so that an answer of this size goes in; None when it cannot.

    Finished runs go first, then the others, each in the order in which they were touched last, which is
    told by a counter and not by the clock. This run, and runs of other processes that live, stay.
    """
    excess = used_bytes(connection) + size + _FRAME - limit
    if excess <= 0:
        return ()
    wanted = excess + int((1 - _KEPT_SHARE) * limit)
    victims = list(_until(wanted, _victims(connection, run)))
    if sum(record.bytes for record in victims) < excess:
        return None
    drop_runs(connection, victims)
    return tuple(victims)


def used_bytes(connection: sqlite3.Connection) -> int:
    """The bytes of the pages in use."""
    return _pragma(connection, "page_size") * (
        _pragma(connection, "page_count") - _pragma(connection, "freelist_count")
    )


def drop_runs(connection: sqlite3.Connection, dropped: Iterable[RunRecord]) -> None:
    """Forgets all parts of these runs."""
    for record in dropped:
        connection.execute("DELETE FROM part WHERE run = ?", (record.run,))
        connection.execute("DELETE FROM run WHERE run = ?", (record.run,))


def give_back(connection: sqlite3.Connection, least: int = _WORTH) -> None:
    """Returns the file's free pages to the disk, when they are many and a quarter of the file.

    Cost: a copy of the pages in use, or where these are the greater part, a step for each free page.
    """
    free, pages = _pragma(connection, "freelist_count"), _pragma(connection, "page_count")
    if free * _pragma(connection, "page_size") >= least and 4 * free >= pages:
        # a script, since execute would give back a single page
        connection.executescript("VACUUM" if 2 * free > pages else "PRAGMA incremental_vacuum")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def is_latest(connection: sqlite3.Connection, run: str) -> bool:
    """Whether no other run was used after this one."""
    row = connection.execute("SELECT run FROM run ORDER BY touched DESC LIMIT 1").fetchone()
    return row is not None and row[0] == run


def _victims(connection: sqlite3.Connection, run: str) -> list[RunRecord]:
    longest_untouched = reversed(records(connection))
    free = [record for record in longest_untouched if record.run != run and not _lives(record.owner)]
    return sorted(free, key=lambda record: not record.finished)


def _until(wanted: int, victims: Iterable[RunRecord]) -> Iterator[RunRecord]:
    for victim in victims:
        if wanted <= 0:
            return
        wanted -= victim.bytes
        yield victim


def _lives(owner: int) -> bool:
    """Whether that is another process that is still there; its run may be in progress."""
    if owner in (0, os.getpid()) or os.name != "posix":
        return False
    try:
        os.kill(owner, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
