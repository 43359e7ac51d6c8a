"""Taking what is intact out of a damaged file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from gfkit.run.store.row import unsealed
from gfkit.run.store.schema import code_of, connected, transaction

_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_SCHEMA,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_CONSTRAINT,
    }
)
READING_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises; the second when SQLite's own message quotes spoilt text."""
_WAYS = (
    "SELECT rowid FROM part NOT INDEXED ORDER BY rowid",
    "SELECT rowid FROM part NOT INDEXED ORDER BY rowid DESC",
    "SELECT rowid FROM part INDEXED BY part_by_run ORDER BY run, part",
    "SELECT rowid FROM part INDEXED BY part_by_run ORDER BY run DESC, part DESC",
)
"""Four ways through the tree of rows and its index: each goes on until it meets a damaged page."""

_TOGETHER = 64
"""Rows written in one transaction."""


def is_damage(error: Exception) -> bool:
    """Whether the file itself is spoilt, rather than the disk full, busy or not to be written."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)
    short = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ
    return short or code_of(error) in _DAMAGE


def rescue(damaged: Path, into: sqlite3.Connection) -> int:
    """Copies every row that can be reached and whose checksum holds, with its run; says how many parts.

    The damaged file is only read. When it is cut off during this, the rest stays in that file.
    """
    try:
        source = connected(
            damaged, "mode=ro", ["writable_schema = ON"]
        )  # reads a file shorter than it says too
    except READING_ERRORS:
        return 0
    with closing(source):
        places = sorted(_places(source))
        parts = 0
        for start in range(0, len(places), _TOGETHER):
            with transaction(into):
                parts += sum(_copied(source, into, place) for place in places[start : start + _TOGETHER])
        with transaction(into):
            _copy_runs(source, into)
    return parts


def _places(source: sqlite3.Connection) -> set[int]:
    found: set[int] = set()
    for way in _WAYS:
        with suppress(*READING_ERRORS):
            for (place,) in source.execute(way):
                found.add(place)
    return found


def _copied(source: sqlite3.Connection, into: sqlite3.Connection, place: int) -> bool:
    try:
        row = source.execute(
            "SELECT key, run, part, answer, checksum FROM part NOT INDEXED WHERE rowid = ?", (place,)
        ).fetchone()
    except READING_ERRORS:
        return False
    if row is None or not isinstance(row[0], bytes) or unsealed(row[0], row) is None:
        return False
    key, run, part, packed, seal = row
    into.execute("INSERT OR IGNORE INTO run VALUES (?, '[]', '', '', 0, 0)", (run,))
    into.execute(
        "INSERT OR IGNORE INTO part VALUES (?, ?, ?, ?, ?, ?)", (key, run, part, len(packed), seal, packed)
    )
    return True


def _copy_runs(source: sqlite3.Connection, into: sqlite3.Connection) -> None:
    """Gives the runs that were taken over their command and times back, where these can still be read."""
    for columns in _readable_runs(source):
        into.execute(
            "UPDATE run SET command = ?2, begun = ?3, changed = ?4, touched = ?5, owner = ?6 WHERE run = ?1",
            columns,
        )


def _readable_runs(source: sqlite3.Connection) -> Iterator[tuple[object, ...]]:
    with suppress(*READING_ERRORS):
        yield from source.execute(
            "SELECT run, CAST(command AS TEXT), CAST(begun AS TEXT), CAST(changed AS TEXT),"
            " CAST(touched AS INTEGER), CAST(owner AS INTEGER) FROM run WHERE command NOT NULL"
            " AND begun NOT NULL AND changed NOT NULL AND touched NOT NULL AND owner NOT NULL"
        )
