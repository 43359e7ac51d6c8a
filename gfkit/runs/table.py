"""SQLite file of the run store: a table of results with checksums, and a table of their runs.

All functions raise sqlite3.Error if the file or the disk fails; the callers handle it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from gfkit.core.deferred import dataclass
from gfkit.core.writable import JsonRecord
from gfkit.runs.files import has_mark, is_running, marking, marks_of, pragma

RESULT = "result"
"""Name of the part that contains the result of the whole run."""
LARGEST = 900_000_000
"""Maximum size of a result in bytes, compressed or not; SQLite limits a row to 1,000,000,000 bytes."""
_APPLICATION = 0x67666B72
_LAYOUT = 1
_TABLES = (
    """CREATE TABLE run (run TEXT PRIMARY KEY, command TEXT NOT NULL, begun TEXT NOT NULL,
    changed TEXT NOT NULL, touched INTEGER NOT NULL, owner INTEGER NOT NULL)""",
    """CREATE TABLE part (key BLOB PRIMARY KEY, run TEXT NOT NULL, part TEXT NOT NULL,
    size INTEGER NOT NULL, checksum BLOB NOT NULL, answer BLOB NOT NULL)""",
    "CREATE INDEX run_by_touched ON run (touched)",
    "CREATE INDEX part_by_run ON part (run, part, size)",
    *marking(_APPLICATION, _LAYOUT),
)
_ROW = "SELECT rowid, key, run, part, answer, checksum FROM part"
_TOUCH = """
INSERT INTO run VALUES (?1, ?2, ?3, ?3, (SELECT coalesce(max(touched), 0) + 1 FROM run), ?4)
ON CONFLICT (run) DO UPDATE SET changed = excluded.changed, touched = excluded.touched,
owner = excluded.owner, command = CASE WHEN run.command = '[]' THEN excluded.command ELSE run.command END
"""
_RECORDS = f"""
SELECT run.run, command, begun, changed, total(part.part <> '{RESULT}'), total(size),
       total(part.part = '{RESULT}'), owner
FROM run LEFT JOIN part ON part.run = run.run GROUP BY run.run ORDER BY touched DESC
"""
_WAIT = 30.0
"""Seconds that a writer waits for another writer."""
_PAGE = 16384
"""Page size in bytes; most results are larger than one page."""
_LOG_KEPT = 4 << 20
"""Size of the write-ahead log, in bytes, at which it is merged into the file and restarted."""
_THROUGH_TO_DISK = (
    "synchronous = FULL",
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
    f"journal_size_limit = {_LOG_KEPT}",
    f"wal_autocheckpoint = {_LOG_KEPT // _PAGE}",
)
_ENDINGS = ("", "-journal", "-wal", "-shm")
"""Suffixes of the file and of the files that SQLite creates next to it."""
_PLAIN, _DEFLATED = b"\x00", b"\x01"
_SAMPLE, _SHRINKS = 8192, 0.7
_UNPACKED, _RATIO = 16 << 20, 64
"""Maximum uncompressed size of a result in bytes, and maximum compression ratio of larger results."""
_KEPT_SHARE = 0.9
"""Size of the store after deleting old runs, relative to the limit; below 1 so that deletions are rare."""
_FRAME = 2 << 14
"""Maximum size of a row without its result, in bytes."""


class StrangerError(Exception):
    """Raised if a file is not a store of this version of gfkit; the file is left unchanged."""


class NoRoomError(Exception):
    """Raised if the size limit leaves no room for a result."""


@dataclass(frozen=True)
class RunRecord(JsonRecord):
    """Run with at least one stored result; the times are in UTC, and only for display.

    ``bytes`` is the compressed size of its results; ``owner`` is the id of the process that used it last.
    """

    run: str
    command: tuple[str, ...]
    begun: str
    changed: str
    parts: int
    bytes: int
    finished: bool
    owner: int = 0
    json_keys = "run command begun changed parts bytes finished"

    @property
    def short(self) -> str:
        """First eight digits of the id, for display."""
        return self.run[:8]


# The file


def open_file(path: Path, create: bool) -> sqlite3.Connection | None:
    """Return a connection to the file, or None if the file does not exist and ``create`` is False.

    The connection is read-only if the file is not writable. Raise StrangerError if the file is not a store of
    this version. Only one process may call this function at a time.
    """
    status = None
    for ending in _ENDINGS[::-1]:  # delete the file itself last
        try:
            status = path.with_name(path.name + ending).stat()
        except FileNotFoundError:
            status = None
        if status is not None and not stat.S_ISREG(status.st_mode):
            raise StrangerError(f"its {ending} is not a file" if ending else "it is not a file")
    if status is None or not status.st_size:
        if not create:
            return None
        remove_file(path)  # a log without its file is deleted as well
        return _check_file(path, "mode=rwc")
    for mode in ("mode=rw", "mode=ro"):
        try:
            return _check_file(path, mode)
        except sqlite3.OperationalError as error:
            if _code(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
                raise
    return _check_file(path, "mode=ro&immutable=1")


def remove_file(path: Path) -> None:
    """Delete the file with its journal, its log and the index of the log."""
    for ending in _ENDINGS:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def has_our_mark(path: Path) -> bool:
    """Return True if a file was created as a run store of any version, even if it is corrupted now."""
    return has_mark(path, _APPLICATION)


def is_damage(error: Exception) -> bool:
    """Return True if an error means that the file is corrupted, not that the disk is full, busy or read-only.

    Other SQLite errors would be bugs of gfkit; no file is deleted because of them.
    """
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, UnicodeDecodeError)  # SQLite quotes the corrupted text in its message
    damage = (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_SCHEMA,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_CONSTRAINT,
    )
    short = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ
    gone = _code(error) == sqlite3.SQLITE_ERROR and str(error).startswith("no such ")
    return short or gone or _code(error) in damage


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit all statements in the block, or none of them after an error or an interrupt."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _check_file(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=_WAIT,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        for setting in _THROUGH_TO_DISK:
            connection.execute(f"PRAGMA {setting}")
        marks = marks_of(connection)
        if marks == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            _begin(connection)  # the file is new, or its creation was interrupted
        elif marks[0] != _APPLICATION:
            raise StrangerError("it is not a run store")
        elif marks[1] != _LAYOUT:
            raise StrangerError(
                f"it was created by another version of gfkit (layout {marks[1]}, expected {_LAYOUT})"
            )
        connection.execute("SELECT run.run, part.run FROM part, run LIMIT 0").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _begin(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA page_size = {_PAGE}")
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        for statement in _TABLES:
            connection.execute(statement)


def _code(error: sqlite3.Error) -> int:
    """Return the SQLite error code, or 0 if the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


# Parts


def find(connection: sqlite3.Connection, run: str, part: str) -> tuple[bool, bytes | None]:
    """Return True if there is a row for the given part, and its result if the row is not corrupted."""
    key = _key_of(run, part)
    row = connection.execute(f"{_ROW} WHERE key = ?", (key,)).fetchone()
    return row is not None, None if row is None else _unseal(key, row)


def insert(connection: sqlite3.Connection, run: str, part: str, answer: bytes) -> bool:
    """Write a row if it is missing or corrupted. Return False if there is a row with a different result."""
    there, earlier = find(connection, run, part)
    if earlier is None:
        key, packed = _key_of(run, part), _pack(answer)
        connection.execute(
            f"INSERT OR {'REPLACE' if there else 'ABORT'} INTO part VALUES (?, ?, ?, ?, ?, ?)",
            (key, run, part, len(packed), _checksum(key, packed), packed),
        )
    return earlier is None or earlier == answer


def drop_damaged(connection: sqlite3.Connection, run: str, part: str) -> int:
    """Delete all corrupted rows of a run, and the row of the given part. Return the number of deleted
    rows.
    """
    rows = connection.execute(f"{_ROW} WHERE run = ? OR key = ?", (run, _key_of(run, part)))
    damaged = [(row[0],) for row in rows if _unseal(row[1], row) is None]
    with transaction(connection):
        connection.executemany("DELETE FROM part WHERE rowid = ?", damaged)
    return len(damaged)


def drop_parts(connection: sqlite3.Connection, run: str) -> None:
    connection.execute("DELETE FROM part WHERE run = ?", (run,))


def _key_of(run: str, part: str) -> bytes:
    """Return the key of a part; the length prefix distinguishes all pairs.

    >>> _key_of("ab", "c") == _key_of("a", "bc")
    False
    """
    return blake2b(f"{len(run)}:{run}{part}".encode(), digest_size=32, person=b"gfkit part").digest()


def _pack(answer: bytes) -> bytes:
    """Return the result after a byte that names its compression; it is deflated if a sample shrinks by a
    third.

    >>> len(_pack(b"7" * 10000)) < 100, len(_pack(bytes(range(100))))
    (True, 101)
    """
    sample = answer[:_SAMPLE]
    if len(zlib.compress(sample, 1)) < _SHRINKS * len(sample):
        deflated = zlib.compress(answer, 1)
        if len(answer) <= _room(deflated):
            return _DEFLATED + deflated
    return _PLAIN + answer


def _room(deflated: bytes) -> int:
    """Return the maximum number of decompressed bytes; larger data must be a decompression bomb."""
    return min(LARGEST, max(_UNPACKED, _RATIO * len(deflated)))


def _checksum(key: bytes, packed: bytes) -> bytes:
    """Return a keyed hash of the compressed result; the key is derived from the run and the part."""
    return blake2b(packed, key=key, digest_size=32).digest()


def _unseal(key: object, row: Sequence[object]) -> bytes | None:
    """Return the result in a row, or None if the row was changed or not written by this program.

    The checksum is compared before decompression, and the decompressed size is limited.

    >>> key, packed = _key_of("r", "p"), _pack(b"823")
    >>> _unseal(key, (1, key, "r", "p", packed, _checksum(key, packed)))
    b'823'
    >>> _unseal(key, (1, key, "r", "q", packed, _checksum(key, packed)))
    """
    _, stored_key, run, part, packed, seal = row
    if not (isinstance(run, str) and isinstance(part, str) and isinstance(packed, bytes)):
        return None
    if not isinstance(key, bytes) or stored_key != key or key != _key_of(run, part):
        return None
    if seal != _checksum(key, packed):
        return None
    if packed[:1] != _DEFLATED:
        return packed[1:] if packed[:1] == _PLAIN else None
    inflating = zlib.decompressobj()
    try:
        answer = inflating.decompress(packed[1:], _room(packed))
    except zlib.error:
        return None
    return answer if inflating.eof and not inflating.unused_data else None


# Runs


def touch(connection: sqlite3.Connection, run: str, command: Sequence[str]) -> None:
    """Record that the current process uses a run. The first command of a run is preserved."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    connection.execute(_TOUCH, (run, json.dumps(list(command), ensure_ascii=True), now, os.getpid()))


def is_latest(connection: sqlite3.Connection, run: str) -> bool:
    """Return True if no run was used after the given one."""
    row = connection.execute("SELECT run FROM run ORDER BY touched DESC LIMIT 1").fetchone()
    return row is not None and row[0] == run


def records(connection: sqlite3.Connection) -> list[RunRecord]:
    """Return all runs, most recently used first. Corrupted columns are read as far as possible."""
    return [
        RunRecord(
            run=str(run),
            command=_words(command),
            begun=str(begun),
            changed=str(changed),
            parts=int(parts),
            bytes=int(size),
            finished=result > 0,
            owner=owner if isinstance(owner, int) else 0,
        )
        for run, command, begun, changed, parts, size, result, owner in connection.execute(_RECORDS)
    ]


def forget(connection: sqlite3.Connection, is_chosen: Callable[[RunRecord], bool]) -> tuple[RunRecord, ...]:
    """Delete runs with all their parts, release their disk space, and return them."""
    with transaction(connection):
        dropped = tuple(filter(is_chosen, records(connection)))
        _drop_runs(connection, dropped)
    give_back(connection)
    return dropped


def make_room(connection: sqlite3.Connection, size: int, limit: int, run: str) -> list[RunRecord]:
    """Delete old runs to make room for a result of the given size, and return them. Raise NoRoomError if this
    is impossible.

    Finished runs are deleted first, then other runs, each in order of last use, which is recorded by a
    counter and not by the clock. This run and runs of other running processes are not deleted.
    """
    pages = pragma(connection, "page_count") - pragma(connection, "freelist_count")
    excess = pages * pragma(connection, "page_size") + size + _FRAME - limit
    chosen: list[RunRecord] = []
    if excess > 0:
        wanted = excess + int((1 - _KEPT_SHARE) * limit)
        longest_untouched = records(connection)[::-1]
        for record in sorted(longest_untouched, key=lambda record: not record.finished):
            if wanted > 0 and record.run != run and not _lives(record.owner):
                chosen.append(record)
                wanted -= record.bytes
    if size >= LARGEST or sum(record.bytes for record in chosen) < excess:
        raise NoRoomError
    _drop_runs(connection, chosen)
    return chosen


def give_back(connection: sqlite3.Connection) -> None:
    """Return free pages to the file system, unless another process uses the file.

    Cost: one step for each free page.
    """
    with suppress(sqlite3.OperationalError):
        if not pragma(connection, "freelist_count"):
            return
        connection.executescript("PRAGMA incremental_vacuum")  # execute would release only one page
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _drop_runs(connection: sqlite3.Connection, dropped: Sequence[RunRecord]) -> None:
    for record in dropped:
        drop_parts(connection, record.run)
        connection.execute("DELETE FROM run WHERE run = ?", (record.run,))


def _words(command: object) -> tuple[str, ...]:
    try:
        words = json.loads(str(command))
    except ValueError:
        return ()
    return tuple(map(str, words)) if isinstance(words, list) else ()


def _lives(owner: int) -> bool:
    """Return True if the owner of a run is another running process, so that the run may be in progress."""
    return owner not in (0, os.getpid()) and is_running(owner) is True
