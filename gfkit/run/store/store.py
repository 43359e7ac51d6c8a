"""The run store: answers kept on disk, each sealed, in one SQLite file."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from gfkit.errors import SelfCheckError
from gfkit.memory import check_memory
from gfkit.run.store import words
from gfkit.run.store.aside import set_aside
from gfkit.run.store.guard import alone, identity, make_directory
from gfkit.run.store.place import FILE_NAME, store_directory, store_limit
from gfkit.run.store.record import RunRecord, command_text, records, the_record
from gfkit.run.store.rescue import READING_ERRORS, is_damage, rescue
from gfkit.run.store.room import drop_runs, give_back, is_latest, room_for
from gfkit.run.store.row import LARGEST, RESULT
from gfkit.run.store.rows import damaged_places, find, insert
from gfkit.run.store.schema import StrangerError, opened, transaction

_T = TypeVar("_T")
_TOUCH = """
INSERT INTO run VALUES (?1, ?2, ?3, ?3, (SELECT coalesce(max(touched), 0) + 1 FROM run), ?4)
ON CONFLICT (run) DO UPDATE SET changed = excluded.changed, touched = excluded.touched,
owner = excluded.owner, command = CASE WHEN run.command = '[]' THEN excluded.command ELSE run.command END
"""
_MOVES = 3
"""Times that an answer is written anew because the file was replaced meanwhile."""


class _NoRoomError(Exception):
    """The limit leaves no room for an answer."""


class RunStore:
    """Answers by run and part; see ``open_store``. One object may serve many threads.

    ``kept`` counts the parts that this process put durably, ``found`` those that ``get`` gave back, and
    ``run`` is the last run that was asked for. Trouble with the disk is told once, and from then on nothing
    is stored; damage is told whenever it is met.
    """

    def __init__(
        self, path: Path, command: Sequence[str], limit: int, on_trouble: Callable[[str], None]
    ) -> None:
        self.path = path
        self.limit = limit
        self.kept = self.found = 0
        self.run: str | None = None
        self._command = command_text(command)
        self._tell = on_trouble
        self._stopped = self._crowded = False
        self._touched: set[str] = set()
        self._connection: sqlite3.Connection | None = None
        self._lies: tuple[int, int] | None = None
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._parents: list[sqlite3.Connection | None] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, run: str, part: str) -> bytes | None:
        """What was kept, if it is intact."""
        with self._turn(run):
            answer = self._attempt(partial(self._read, run, part))
            self.found += answer is not None
            return answer

    def put(self, run: str, part: str, answer: bytes) -> None:
        """Keeps an answer; on return it is on the disk, or this was told not to be so.

        Raises SelfCheckError when another answer is stored for this part.
        """
        with self._turn(run):
            self._write(partial(self._insert, run, part, answer))

    def finish(self, run: str, answer: bytes) -> None:
        """Keeps the answer of the whole run as part ``result``, in place of all that was kept of it."""
        with self._turn(run):
            self._write(partial(self._insert, run, RESULT, answer, finishing=True))

    def drop(self, run: str) -> None:
        """Forgets all parts of a run."""
        with self._turn(run):
            self._attempt(partial(_forget, chosen=lambda record: record.run == run))

    def runs(self) -> list[RunRecord]:
        """All runs of which something is stored, the one touched last first."""
        with self._turn(self.run):
            return self._attempt(records) or []

    def record(self, prefix: str) -> RunRecord:
        """The one run whose digits begin like this."""
        return the_record(prefix, self.runs())

    def clean(self, what: str) -> tuple[RunRecord, ...]:
        """Drops ``"all"`` runs, those that are ``"finished"``, or the one that begins with these digits.

        The space goes back to the disk. Says what was dropped.
        """
        wanted = None if what in ("all", "finished") else self.record(what).run
        with self._turn(self.run):
            chosen = partial(_is_chosen, what, wanted)
            return self._attempt(partial(_forget, chosen=chosen)) or ()

    def close(self) -> None:
        """Lets go of the file; whoever asks again opens it again."""
        with self._turn(self.run):
            self._disconnect()

    @contextmanager
    def _turn(self, run: str | None) -> Iterator[None]:
        """One thread at a time; a process that was forked off leaves its parent's connection alone."""
        if os.getpid() != self._process:
            self._parents.append(self._connection)
            self._connection, self._lock, self._process = None, threading.RLock(), os.getpid()
        with self._lock:
            self.run = run
            yield

    def _attempt(self, work: Callable[[sqlite3.Connection], _T], create: bool = False) -> _T | None:
        """Does the work; a damaged file is replaced and the work done once more, other trouble is told."""
        try:
            try:
                return self._with_file(work, create)
            except (*READING_ERRORS, OSError) as error:
                if not is_damage(error):
                    raise
                self._heal(error)
                return self._with_file(work, create)
        except (*READING_ERRORS, OSError, StrangerError) as error:
            self._stop(error)
            return None

    def _with_file(self, work: Callable[[sqlite3.Connection], _T], create: bool) -> _T | None:
        if self._connection is None:
            if create:
                make_directory(self.path.parent)
            with alone(self.path.parent):
                self._connect(create)
        return None if self._connection is None else work(self._connection)

    def _connect(self, create: bool) -> None:
        self._lies = identity(self.path)
        self._connection = opened(self.path, create)
        self._lies = identity(self.path)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _heal(self, error: Exception) -> None:
        """Moves the damaged file aside, unless another process did so, and takes over what is intact."""
        self._disconnect()
        with alone(self.path.parent):
            if identity(self.path) != self._lies:
                return
            aside = set_aside(self.path)
            self._connect(create=True)
            saved = rescue(aside, self._connection) if aside and self._connection else 0
        if aside:
            self._tell(words.file_damaged(self.path, error, aside, saved))

    def _stop(self, error: Exception) -> None:
        if not self._stopped:
            self._stopped = True
            self._tell(words.stopped(self.path, error))

    def _read(self, run: str, part: str, connection: sqlite3.Connection) -> bytes | None:
        row, answer = find(connection, run, part)
        if row and answer is None:
            self._drop_damaged(connection, run, part)
        if answer is not None and run not in self._touched:
            self._touched.add(run)
            self._use(connection, run, part)
        return answer

    def _use(self, connection: sqlite3.Connection, run: str, part: str) -> None:
        """Notes that a run was used; a result that is the latest anyway costs no writing."""
        if part == RESULT and is_latest(connection, run):
            return
        with suppress(sqlite3.Error), transaction(connection):  # a store that is only read keeps its order
            self._touch(connection, run)

    def _drop_damaged(self, connection: sqlite3.Connection, run: str, part: str) -> None:
        with transaction(connection):
            places = damaged_places(connection, run, part)
            connection.executemany("DELETE FROM part WHERE rowid = ?", [(place,) for place in places])
        self._tell(words.parts_damaged(run, len(places)))

    def _write(self, work: Callable[[sqlite3.Connection], bool]) -> None:
        """Counts an answer as kept when it lies in the file that is found at the path afterwards."""
        for _ in range(_MOVES):
            if self._stopped or not self._attempt(work, create=True):
                return
            if identity(self.path) == self._lies:
                self.kept += 1
                return
            self._disconnect()
        self._stop(OSError("it is replaced again and again"))

    def _insert(
        self, run: str, part: str, answer: bytes, connection: sqlite3.Connection, finishing: bool = False
    ) -> bool:
        try:
            with transaction(connection):
                if finishing:
                    connection.execute("DELETE FROM part WHERE run = ?", (run,))
                dropped = self._room(connection, run, part, answer)
                self._touch(connection, run)
                if not insert(connection, run, part, answer):
                    raise SelfCheckError(
                        f"run store: part {part!r} of run {run[:8]} is stored with another answer"
                        f" in {self.path}"
                    )
        except _NoRoomError as error:
            self._crowd(error)
            return False
        if dropped:
            self._tell(words.runs_dropped(dropped, self.limit))
        if dropped or finishing:
            with suppress(
                sqlite3.OperationalError
            ):  # another process is using the file; it is smaller next time
                give_back(connection)
        return True

    def _room(
        self, connection: sqlite3.Connection, run: str, part: str, answer: bytes
    ) -> tuple[RunRecord, ...]:
        size = len(answer)
        dropped = room_for(connection, size, self.limit, run) if size < LARGEST else None
        if dropped is None:
            raise _NoRoomError(words.part_of(run, part, size))
        return dropped

    def _touch(self, connection: sqlite3.Connection, run: str) -> None:
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        connection.execute(_TOUCH, (run, self._command, now, os.getpid()))

    def _crowd(self, error: Exception) -> None:
        if not self._crowded:
            self._crowded = True
            self._tell(words.no_room(str(error), self.limit))


def open_store(
    directory: Path | None = None,
    *,
    command: Sequence[str] = (),
    limit: int | None = None,
    on_trouble: Callable[[str], None],
) -> RunStore:
    """The store in a directory; nothing is read or made before it is used, and nothing made before a put.

    ``command`` is kept with each run, so that the run can be taken up again; ``limit`` is the most bytes that
    the file may hold. Without a directory and a limit the environment's ``GFKIT_CACHE`` and
    ``GFKIT_CACHE_LIMIT`` count, else ``~/.cache/gfkit`` and 2 GiB.
    """
    check_memory(limit)
    place = store_directory() if directory is None else directory.absolute()
    return RunStore(place / FILE_NAME, command, store_limit() if limit is None else limit, on_trouble)


def _forget(connection: sqlite3.Connection, chosen: Callable[[RunRecord], bool]) -> tuple[RunRecord, ...]:
    with transaction(connection):
        dropped = tuple(filter(chosen, records(connection)))
        drop_runs(connection, dropped)
    with suppress(sqlite3.OperationalError):
        give_back(connection, least=1)
    return dropped


def _is_chosen(what: str, wanted: str | None, record: RunRecord) -> bool:
    return record.run == wanted or what == "all" or (what == "finished" and record.finished)
