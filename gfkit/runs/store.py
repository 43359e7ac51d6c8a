"""Run store: results on disk in one SQLite file, with handling of all errors of the file.

Corrupted results are deleted and computed again. After a disk error, the computation continues without
storing results.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from gfkit.core.errors import InputError, SelfCheckError, as_typed, quantity
from gfkit.core.memory import read_size, size_text
from gfkit.core.typing import checked_memory
from gfkit.runs import table
from gfkit.runs.files import DIRECTORY_VARIABLE, runs_path

LIMIT_VARIABLE = "GFKIT_CACHE_LIMIT"
DEFAULT_LIMIT = 2 << 30
"""Default size limit of the store in bytes, 2 GiB."""
_REPLACED = 3
"""Maximum number of attempts to write a result if the file is replaced by other processes meanwhile."""
_ONLY_DIRECTORY = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
"""Flags for opening a directory, so that opening a pipe by mistake does not block."""
LOCKED = "runs.lock"
_TROUBLE = (sqlite3.Error, UnicodeDecodeError, OSError, table.StrangerError)

_T = TypeVar("_T")
_FileId = tuple[int, int]


def open_store(
    directory: Path | None = None,
    *,
    command: Sequence[str] = (),
    limit: int | None = None,
    on_trouble: Callable[[str], None],
) -> RunStore:
    """Return the store in a directory. The file is opened, or created, only when it is first used.

    ``command`` is stored with each run, so that the run can be resumed; ``limit`` is the maximum size of the
    file in bytes. The defaults are the environment variables ``GFKIT_CACHE`` and ``GFKIT_CACHE_LIMIT``, or
    the user's cache directory and 2 GiB.
    """
    if (limit := checked_memory(limit)) is None:
        word = os.environ.get(LIMIT_VARIABLE)
        limit = read_size(word, LIMIT_VARIABLE) if word else DEFAULT_LIMIT
    return RunStore(runs_path(directory), command, limit, on_trouble)


class RunStore:
    """Store of results by run and part; see ``open_store``. One object may be used by many threads.

    ``kept`` is the number of parts that this process has stored durably, ``found`` is the number of parts
    that ``get`` has returned, and ``run`` is the last requested run. A disk error is reported once, and then
    results are no longer stored; corruption is always reported.
    """

    def __init__(
        self, path: Path, command: Sequence[str], limit: int, on_trouble: Callable[[str], None]
    ) -> None:
        self.path = path
        self.limit = limit
        self.kept: int = 0
        self.found: int = 0
        self.run: str | None = None
        self._command, self._tell = tuple(command), on_trouble
        self._stopped = self._is_full = self._is_ours = False
        self._touched: set[str] = set()
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[_FileId | None, ...] = ()
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._parents: list[sqlite3.Connection | None] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_own(self, kind: str) -> None:
        """Open or create the file now, if a user named it. Raise InputError if it is not a store."""
        with self._alone(self.run):
            try:
                if not self.path.parent.is_dir():
                    raise FileNotFoundError("its directory does not exist")
                self._connect(create=True)
            except _TROUBLE as error:
                if not (table.is_damage(error) and table.has_our_mark(self.path)):
                    raise InputError(f"{as_typed(str(self.path))} is not {kind}: {error}") from None

    def get(self, run: str, part: str) -> bytes | None:
        """Return a stored result, or None if the result is missing or corrupted."""
        with self._alone(run):
            answer = self._attempt(partial(self._read_part, run, part))
            self.found += answer is not None
            return answer

    def put(self, run: str, part: str, answer: bytes) -> None:
        """Store a result. On return it is on the disk, or an error has been reported.

        Raise SelfCheckError if a different result is stored for this part.
        """
        with self._alone(run):
            self._write(partial(self._insert, run, part, answer))

    def finish(self, run: str, answer: bytes) -> None:
        """Store the result of the whole run as part ``result``, and delete all further parts of the run."""
        with self._alone(run):
            self._write(partial(self._insert, run, table.RESULT, answer))

    def drop(self, run: str) -> None:
        """Delete all parts of a run that has a wrong part, and report it."""
        with self._alone(run):
            if self._attempt(partial(table.forget, is_chosen=lambda record: record.run == run)):
                self._tell(f"run store: the stored results of run {run[:8]} were wrong and have been deleted")

    def runs(self) -> list[table.RunRecord]:
        """Return all stored runs, most recently used first."""
        with self._alone(self.run):
            return self._attempt(table.records) or []

    def record(self, prefix: str) -> table.RunRecord:
        """Return the unique run whose id starts with the given prefix.

        Raise InputError if no run or several runs match.
        """
        known = self.runs()
        records = [record for record in known if prefix and record.run.startswith(prefix.lower())]
        if len(records) == 1:
            return records[0]
        if records:
            raise InputError(f"run {prefix!r} is ambiguous; it could be {_names(records)}")
        stored = f"stored are {_names(known)}" if known else "no run is stored"
        raise InputError(f"unknown run {prefix!r}; {stored}")

    def clean(self, what: str) -> tuple[table.RunRecord, ...]:
        """Delete ``"all"`` runs, the ``"finished"`` runs, or the run whose id starts with the given prefix;
        return them.

        The disk space is released.
        """
        wanted = None if what in ("all", "finished") else self.record(what).run

        def is_chosen(record: table.RunRecord) -> bool:
            return record.run == wanted or what == "all" or (what == "finished" and record.finished)

        with self._alone(self.run):
            return self._attempt(partial(table.forget, is_chosen=is_chosen)) or ()

    def close(self) -> None:
        """Close the file; the next access opens it again."""
        with self._alone(self.run):
            self._disconnect()

    @contextmanager
    def _alone(self, run: str | None) -> Iterator[None]:
        """Hold the lock of the object; a forked process does not use the connection of its parent."""
        if os.getpid() != self._process:
            self._parents.append(self._connection)
            self._connection, self._lock, self._process = None, threading.RLock(), os.getpid()
        with self._lock:
            self.run = run
            yield

    # The file

    def _attempt(self, work: Callable[[sqlite3.Connection], _T], create: bool = False) -> _T | None:
        """Run a function on the open file. If the file is corrupted, delete it and try again; report other
        errors.
        """
        for is_last in (False, True):
            try:
                if self._connection is None:
                    self._connect(create)
                return None if self._connection is None else work(self._connection)
            except _TROUBLE as error:
                try:
                    if table.is_damage(error) and not is_last:
                        self._drop_file(error)
                        continue
                except _TROUBLE as worse:
                    error = worse
                self._stop(error)
                return None
        return None

    def _connect(self, create: bool) -> None:
        if create:
            _make_directory(self.path.parent)
        with lock_directory(self.path.parent):
            self._file, self._is_ours = self._files(), False
            self._connection = table.open_file(self.path, create)
            self._file, self._is_ours = self._files(), True

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _files(self) -> tuple[_FileId | None, ...]:
        """Return the identities of the files at the paths of the store and of its log."""
        return tuple(_file_id(self.path.with_name(self.path.name + ending)) for ending in ("", "-wal"))

    def _drop_file(self, error: Exception) -> None:
        """Delete the corrupted file, unless another process did; a file that is not a store is not
        deleted.
        """
        self._disconnect()
        with lock_directory(self.path.parent):
            if self._files()[0] != self._file[0]:
                return
            if not (self._is_ours or table.has_our_mark(self.path)):
                self._refuse_stranger()
                return
            table.remove_file(self.path)
        self._tell(
            f"run store: {as_typed(str(self.path))} was corrupted ({error}) and has been deleted; its"
            " results are computed again"
        )

    def _refuse_stranger(self) -> None:
        """Raise an error if the file is not a run store, unless another process has just created it.

        The mark of such a new store may still be in the log, and its inode number may be that of the file
        that it replaced.
        """
        try:
            fresh = table.open_file(self.path, False)
        except _TROUBLE:
            fresh = None
        if fresh is None:
            raise table.StrangerError("it is not a run store")
        fresh.close()

    def _stop(self, error: Exception) -> None:
        if not self._stopped:
            self._stopped = True
            self._tell(
                f"run store: {as_typed(str(self.path))}: {error}; continuing without storing results"
                f" ({DIRECTORY_VARIABLE} names another directory)"
            )

    # Reading and writing

    def _read_part(self, run: str, part: str, connection: sqlite3.Connection) -> bytes | None:
        is_there, answer = table.find(connection, run, part)
        if is_there and answer is None:
            number = table.drop_damaged(connection, run, part)
            self._tell(
                f"run store: {quantity(number, 'corrupted part')} of run {run[:8]} {_were(number)} deleted"
                " and will be computed again"
            )
        if answer is not None and run not in self._touched:
            self._touched.add(run)
            if part != table.RESULT or not table.is_latest(connection, run):  # otherwise nothing is written
                with (
                    suppress(sqlite3.Error),
                    table.transaction(connection),
                ):  # reading alone does not change the order of use
                    table.touch(connection, run, self._command)
        return answer

    def _write(self, work: Callable[[sqlite3.Connection], bool]) -> None:
        """Count a result as stored if it is in the file that is at the path after the write."""
        for _ in range(_REPLACED):
            if self._stopped or not self._attempt(work, create=True):
                return
            if self._files() == self._file:
                self.kept += 1
                return
            self._disconnect()
        self._stop(OSError("it is replaced repeatedly"))

    def _insert(self, run: str, part: str, answer: bytes, connection: sqlite3.Connection) -> bool:
        try:
            with table.transaction(connection):
                if part == table.RESULT:
                    table.drop_parts(connection, run)
                dropped = table.make_room(connection, len(answer), self.limit, run)
                table.touch(connection, run, self._command)
                if not table.insert(connection, run, part, answer):
                    raise SelfCheckError(
                        f"run store: part {part!r} of run {run[:8]} is stored with a different result in"
                        f" {as_typed(str(self.path))}"
                    )
        except table.NoRoomError:
            self._refuse(run, part, len(answer))
            return False
        if dropped:
            self._tell_dropped(dropped)
        if dropped or part == table.RESULT:
            table.give_back(connection)
        return True

    def _refuse(self, run: str, part: str, size: int) -> None:
        if not self._is_full:
            self._is_full = True
            self._tell(
                f"run store: part {part!r} of run {run[:8]} ({size_text(size)}) exceeds the limit of"
                f" {size_text(self.limit)} and is not stored ({LIMIT_VARIABLE} sets the limit)"
            )

    def _tell_dropped(self, dropped: Sequence[table.RunRecord]) -> None:
        finished, number = sum(record.finished for record in dropped), len(dropped)
        kinds = [f"{finished} finished"] * (finished > 0)
        kinds += [f"{number - finished} unfinished"] * (number > finished)
        self._tell(
            f"run store: {' and '.join(kinds)} run{'s' * (number != 1)}, least recently used,"
            f" {_were(number)} deleted to stay below {size_text(self.limit)} ({LIMIT_VARIABLE})"
        )


@contextmanager
def lock_directory(directory: Path, *, waits: bool = True) -> Iterator[None]:
    """Hold a lock that allows only one process at a time to create or delete files in a directory. It ends
    with the process.

    There is no lock if the file system does not support it or the directory does not exist. On Windows the
    lock applies to a file, and the function waits at most ten seconds. If it does not wait, it raises OSError
    if there is no lock.
    """
    try:
        if sys.platform == "win32":
            handle = os.open(directory / LOCKED, os.O_RDWR | os.O_CREAT)
        else:
            handle = os.open(directory, _ONLY_DIRECTORY)
    except OSError:
        yield
        return
    try:
        with suppress(ImportError, *[OSError] * waits):
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(handle, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        yield
    finally:
        os.close(handle)


def _make_directory(directory: Path) -> None:
    """Create the directory durably, readable only by its owner."""
    missing = [place for place in (directory, *directory.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
        with suppress(OSError):
            handle = os.open(place.parent, _ONLY_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _file_id(path: Path) -> _FileId | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _names(found: Sequence[table.RunRecord]) -> str:
    return ", ".join(record.short for record in found[:6]) + (", ..." if len(found) > 6 else "")


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
