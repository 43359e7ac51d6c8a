"""Reading and writing the rows of parts; nothing is believed without its checksum."""

from __future__ import annotations

import sqlite3

from gfkit.run.store.row import checksum, key_of, pack, unsealed

_ROW = "SELECT key, run, part, answer, checksum FROM part"


def find(connection: sqlite3.Connection, run: str, part: str) -> tuple[bool, bytes | None]:
    """Whether there is a row for this part, and its answer when the row is intact."""
    key = key_of(run, part)
    row = connection.execute(f"{_ROW} WHERE key = ?", (key,)).fetchone()
    return row is not None, None if row is None else unsealed(key, row)


def insert(connection: sqlite3.Connection, run: str, part: str, answer: bytes) -> bool:
    """Writes a row where there is none, or a damaged one; False when there is one with another answer."""
    there, earlier = find(connection, run, part)
    if earlier is None:
        key, packed = key_of(run, part), pack(answer)
        connection.execute(
            f"INSERT OR {'REPLACE' if there else 'ABORT'} INTO part VALUES (?, ?, ?, ?, ?, ?)",
            (key, run, part, len(packed), checksum(key, packed), packed),
        )
    return earlier is None or earlier == answer


def damaged_places(connection: sqlite3.Connection, run: str, part: str) -> list[int]:
    """The row numbers of all damaged rows of a run, and of this part's row."""
    found = connection.execute(
        "SELECT rowid, key FROM part WHERE run = ? OR key = ?", (run, key_of(run, part))
    ).fetchall()
    return [place for place, key in found if not _is_intact(connection, place, key)]


def _is_intact(connection: sqlite3.Connection, place: int, key: object) -> bool:
    row = connection.execute(f"{_ROW} WHERE rowid = ?", (place,)).fetchone()
    return row is not None and isinstance(key, bytes) and unsealed(key, row) is not None
