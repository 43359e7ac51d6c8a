"""Marks of SQLite files: the application id, which is part of the header, and the version of the tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_AT = 68
"""Position of the application id in the file."""


def has_mark(path: Path, application: int) -> bool:
    """Return True if a file has an application id, even if the file is corrupted."""
    with path.open("rb") as file:
        file.seek(_AT)
        return file.read(4) == application.to_bytes(4, "big")


def marks_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the application id and the version of the tables, both 0 for a new file."""
    return pragma(connection, "application_id"), pragma(connection, "user_version")


def marking(application: int, version: int) -> tuple[str, str]:
    """Return the statements that write the marks."""
    return f"PRAGMA application_id = {application}", f"PRAGMA user_version = {version}"


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return a setting of a file that is an integer."""
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
