"""The file of the local index: where it lies, what is in it, and how it is opened."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from gfkit.errors import InputError

APPLICATION, _MARK_AT = 0x67666B74, 68
"""The mark in the head of the file, and its place there."""
VERSION = 1
TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sequence (
    place INTEGER PRIMARY KEY, number INTEGER NOT NULL, terms BLOB NOT NULL, name TEXT NOT NULL
);
CREATE TABLE bucket (id INTEGER PRIMARY KEY, postings BLOB NOT NULL);
"""
_BUILD = "build it with: gfkit oeis index build stripped names"


@dataclass(frozen=True)
class IndexInfo:
    """What an index holds, where it is, and how large it is."""

    path: str
    sequences: int
    windows: int
    tables: int
    bytes: int
    modified: str

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "path": self.path,
            "sequences": self.sequences,
            "windows": self.windows,
            "tables": self.tables,
            "bytes": self.bytes,
            "modified": self.modified,
        }


def is_index(path: Path) -> bool:
    """Whether a file has the mark of an index of gfkit, of any version."""
    with path.open("rb") as file:
        head = file.read(_MARK_AT + 4)
    return head.startswith(b"SQLite format 3\0") and head[_MARK_AT:] == APPLICATION.to_bytes(4, "big")


def opened(path: Path) -> sqlite3.Connection:
    """A connection that only reads; refuses what is no whole index of this version."""
    if not path.is_file():
        raise InputError(f"index '{path}': there is none; {_BUILD}")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except (sqlite3.Error, ValueError) as error:
        raise damaged(path, error) from None
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if connection.execute("SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger')").fetchone():
            version = None  # those can run for ever
    except sqlite3.DatabaseError:
        application = version = None
    if (application, version) != (APPLICATION, VERSION):
        connection.close()
        raise InputError(f"index '{path}': it is no index of this version of gfkit; {_BUILD}")
    return connection


MALFORMED = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""What reading raises where an index has something that no build put there."""


def damaged(path: Path, error: Exception) -> InputError:
    """The refusal of an index that cannot be read through."""
    return InputError(f"index '{path}': it is damaged ({error}); {_BUILD}")


def indexed_name(number: str, path: Path) -> str:
    """The name of a sequence of the index, by its A-number."""
    from gfkit.oeis.text import checked_a_number

    wanted = checked_a_number(number)
    connection = opened(path)
    try:
        query = "SELECT name FROM sequence WHERE number = ?"
        row = connection.execute(query, (int(wanted[1:]),)).fetchone()
    except MALFORMED as error:
        raise damaged(path, error) from None
    finally:
        connection.close()
    if row is None or not row[0]:
        raise InputError(f"index '{path}': it has no name of {wanted}")
    return str(row[0])


def info(path: Path) -> IndexInfo:
    """What the index holds."""
    connection = opened(path)
    try:
        known = dict(connection.execute("SELECT key, value FROM meta"))
        sequences, windows, tables = (int(known[name]) for name in ("sequences", "windows", "tables"))
    except sqlite3.Error as error:
        raise damaged(path, error) from None
    except MALFORMED:
        raise damaged(path, sqlite3.DatabaseError("its figures are missing")) from None
    finally:
        connection.close()
    return IndexInfo(str(path), sequences, windows, tables, path.stat().st_size, known.get("modified", ""))
