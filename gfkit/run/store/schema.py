"""The file of the store: its tables, and opening it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gfkit.run.store.aside import set_aside

APPLICATION = 0x67666B72
LAYOUT = 1
_TABLES = (
    """CREATE TABLE run (run TEXT PRIMARY KEY, command TEXT NOT NULL, begun TEXT NOT NULL,
    changed TEXT NOT NULL, touched INTEGER NOT NULL, owner INTEGER NOT NULL)""",
    """CREATE TABLE part (key BLOB PRIMARY KEY, run TEXT NOT NULL, part TEXT NOT NULL,
    size INTEGER NOT NULL, checksum BLOB NOT NULL, answer BLOB NOT NULL)""",
    "CREATE INDEX run_by_touched ON run (touched)",
    "CREATE INDEX part_by_run ON part (run, part, size)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {LAYOUT}",
)
_PATIENCE = 30.0
"""Seconds that a writer waits for another one."""
_PAGE = 16384
"""Bytes of a page; answers are mostly larger than one."""
_LOG_KEPT = 4 << 20
"""Bytes of the write-ahead log at which it is worked into the file and begun anew."""
_THROUGH_TO_DISK = (
    "synchronous = FULL",
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
    f"journal_size_limit = {_LOG_KEPT}",
    f"wal_autocheckpoint = {_LOG_KEPT // _PAGE}",
)


class StrangerError(Exception):
    """A whole database, but none of this version; it is left alone."""


class EmptyFileError(sqlite3.DatabaseError):
    """A file without a byte, which SQLite would take for a new one and drop its log."""

    sqlite_errorcode = sqlite3.SQLITE_NOTADB


def opened(path: Path, create: bool) -> sqlite3.Connection | None:
    """A connection to the file; None where there is none and none is to be begun.

    It only reads where the file cannot be written to. Raises sqlite3.Error for trouble and damage,
    StrangerError for a database of something else. To be called by one process at a time.
    """
    if not path.exists():
        if not create:
            return None
        set_aside(path)
        return _checked(path, "mode=rwc")
    if not path.stat().st_size:
        raise EmptyFileError("file is empty")
    for mode in ("mode=rw", "mode=ro"):
        try:
            return _checked(path, mode)
        except sqlite3.OperationalError as error:
            if code_of(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
                raise
    return _checked(path, "mode=ro&immutable=1")


def connected(path: Path, mode: str, settings: Iterable[str]) -> sqlite3.Connection:
    """A bare connection with these settings; text that damage has spoilt is read all the same."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing, also when the user interrupts."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def code_of(error: sqlite3.Error) -> int:
    """SQLite's number for the kind of trouble; 0 when it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    connection = connected(path, mode, _THROUGH_TO_DISK)
    try:
        if _is_blank(connection):
            _fill(connection)
        application, layout = _marks(connection)
        if (application, layout) != (APPLICATION, LAYOUT):
            raise StrangerError(_strange(application, layout))
        connection.execute("SELECT run.run, part.run FROM part, run LIMIT 0").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _fill(connection: sqlite3.Connection) -> None:
    """Makes the tables of an empty file; one that was cut short here is empty still."""
    connection.execute(f"PRAGMA page_size = {_PAGE}")
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        for statement in _TABLES:
            connection.execute(statement)


def _strange(application: int, layout: int) -> str:
    if application != APPLICATION:
        return "it is no run store"
    return f"it is of another version of gfkit (layout {layout}; this one has {LAYOUT})"


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Whether it is empty and unmarked, as it is when whoever began it was cut short."""
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return _marks(connection) == (0, 0) and not things


def _marks(connection: sqlite3.Connection) -> tuple[int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    return application, layout
