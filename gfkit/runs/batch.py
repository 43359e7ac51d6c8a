"""Runs: batches of work in order, computed by an executor or in this process, and stored.

Engines import only this module; executors and stores are passed to them.
"""

from __future__ import annotations

import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Self, TypeVar

from gfkit.core.errors import GfkitError, SelfCheckError, WorkerError
from gfkit.core.typing import STOP_CHECK, Store, cached_property, check_stop
from gfkit.runs.identity import identity

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


Answer = TypeVar("Answer", covariant=True)
_Answer = TypeVar("_Answer")
_Read = TypeVar("_Read")
_MALFORMED = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    AssertionError,
    MemoryError,
    GfkitError,
    struct.error,
)
"""Errors raised by parsing a stored result that contains foreign data."""
_AHEAD = 3
"""Number of batches queued for each worker, in addition to its current batch, if assignment is dynamic."""
_LOOK_SECONDS = 1.0
"""Seconds between two checks whether an executor is still connected."""
_WORTH_THREADS = 0.1
"""Minimum CPU seconds of a batch for which batches of this process run in parallel threads."""
_PATIENCE = 0.1
"""Seconds of waiting for a result between two checks whether the run must stop."""
_WORTH_KEEPING = 1.0
"""Minimum duration of a run, in seconds, for which results are stored; faster runs are not worth the disk
space.
"""


def _check_cancelled(cancelled: threading.Event, *_report: object) -> None:
    """Raise CancelledError in a thread whose run is cancelled."""
    if cancelled.is_set():
        from concurrent.futures import CancelledError

        raise CancelledError


def thread_count() -> int:
    """Return the number of threads for a run: one for each core, or one in a worker process."""
    from gfkit.core.memory import core_count

    processes = sys.modules.get("multiprocessing.process")  # a worker has imported it; the import takes 10 ms
    return core_count() if processes is None or processes.parent_process() is None else 1


class Batch(Protocol[Answer]):
    """Protocol of a task that any worker can compute, with an equal result on every computer.

    Batches are small picklable values, for example a rule, a family and some primes. The worker constructs
    the tables it needs. Results of type ``bytes`` can be stored.
    """

    @property
    def part(self) -> str:
        """Name of the batch within the run, or "" if its result is not stored. Equal names imply equal
        results.
        """
        ...

    def perform(self) -> Answer:
        """Compute and return the result."""
        ...

    def fault(self, answer: object) -> str | None:
        """Return a description of the error if a result is malformed, or None if it is well formed."""
        ...


def worker_count(executor: Executor) -> int:
    """Return the number of batches that an executor runs at once: its ``workers``, or one per core."""
    for name in ("workers", "_max_workers"):
        value = getattr(executor, name, None)
        if isinstance(value, int) and value > 0:
            return value
    from gfkit.core.memory import core_count

    return core_count()


class Work:
    """One run, identified by ``run``: a digest of all inputs of its results, or the inputs, from which
    ``identity`` computes the digest when the store is used.

    Results are stored once the run has lasted ``keep_after`` seconds, one by default; 0 stores each result
    immediately. The object is a context manager, which cancels running batches on exit.
    """

    def __init__(
        self,
        run: str | tuple[object, ...] = "",
        executor: Executor | None = None,
        store: Store | None = None,
        *,
        keep_after: float | None = None,
    ) -> None:
        self._identity, self._executor, self._store = run, executor, store
        self.workers: int = 1 if executor is None else worker_count(executor)
        self._check: Callable[[], object] | None = getattr(executor, "check", None)
        self._keep_after = _WORTH_KEEPING if keep_after is None else keep_after
        self._begun = self._looked = time.monotonic()
        self._unkept: list[tuple[str, bytes]] = []
        self._apart: list[Future[Any]] = []
        self._stopped, self._went_on = threading.Event(), False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for future in self._apart:
            future.cancel()
        if "_pool" in self.__dict__:
            self._pool.shutdown(cancel_futures=True)

    # Batches

    def in_order(
        self,
        batches: Iterable[Batch[_Answer]],
        here: Callable[[Any], _Answer],
        expected: Callable[[], float] = lambda: 0,
        *,
        beside: Callable[[Any], _Answer] | None = None,
        long: bool = False,
    ) -> Generator[_Answer, None, None]:
        """Yield the results in the order of the batches.

        Parameters
        ----------
        here : computes a batch in this process, with tables that already exist.
        expected : returns the estimated number of batches, which limits the batches started in advance.
        beside : computes a batch in a parallel thread if there is no executor. It calls ``check_stop``
            and releases the GIL most of the time.
        long : True if each batch is known to be worth a thread. Otherwise the first batch is timed.
        """
        source = iter(batches)
        if self._executor is not None:
            yield from self._ahead(source, self.workers, self._send, self._answer_of, expected)
            return
        if long and beside is not None and thread_count() > 1:
            yield from self._in_threads(source, beside, expected, 0)
            return
        for given, batch in enumerate(source, 1):
            known, begun = self._stored_answer(batch), time.process_time() if beside else 0.0
            answer = self._keep(batch.part, here(batch)) if known is None else known
            is_long = beside is not None and time.process_time() - begun >= _WORTH_THREADS
            yield answer
            if beside is not None and is_long and expected() - given >= 2 and thread_count() > 1:
                yield from self._in_threads(source, beside, expected, given)
                return

    def _in_threads(
        self,
        source: Iterator[Batch[_Answer]],
        beside: Callable[[Any], _Answer],
        expected: Callable[[], float],
        given: int,
    ) -> Generator[_Answer, None, None]:
        """Yield the results of batches from parallel threads; ``given`` results were yielded before."""
        cancelled = threading.Event()
        under_way: set[Future[_Answer]] = set()

        def send(batch: Batch[_Answer]) -> Future[_Answer]:
            future = self._in_thread(batch, beside, cancelled)
            under_way.add(future)
            future.add_done_callback(under_way.discard)
            return future

        def answered(_: object, future: Future[_Answer]) -> _Answer:
            return self._wait_for(future).result()

        try:
            yield from self._ahead(source, thread_count(), send, answered, expected, given)
        finally:
            cancelled.set()
            for future in list(under_way):
                if not future.cancel():
                    future.exception()  # the thread checks for cancellation, so this returns soon

    @cached_property
    def _pool(self) -> Executor:
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(thread_count())

    def _in_thread(
        self, batch: Any, beside: Callable[[Any], _Answer], cancelled: threading.Event
    ) -> Future[_Answer]:
        def perform() -> _Answer:
            STOP_CHECK.set(partial(_check_cancelled, cancelled))
            return beside(batch)

        return self._pool.submit(perform)

    def apart(
        self,
        batch: Any,
        here: Callable[[Any], _Answer],
        beside: Callable[[Any], _Answer] | None = None,
    ) -> Callable[[], _Answer]:
        """Return a function that returns the result of one batch, which is computed by a worker or a thread.

        Without workers and threads the batch is computed at the first call of this function. The result is
        not stored, so it may be random. Only an executor needs the batch to be a ``Batch``.
        """
        if self._executor is not None:
            self._apart.append(sent := self._send(batch))
            return lambda: self._answer_of(batch, sent)
        if beside is not None and thread_count() > 1:
            self._apart.append(future := self._in_thread(batch, beside, self._stopped))
            return lambda: self._wait_for(future).result()
        return cache(lambda: here(batch))

    def _ahead(
        self,
        source: Iterator[Batch[_Answer]],
        workers: int,
        send: Callable[[Batch[_Answer]], Future[_Answer]],
        answer_of: Callable[[Batch[_Answer], Future[_Answer]], _Answer],
        expected: Callable[[], float],
        given: int = 0,
    ) -> Generator[_Answer, None, None]:
        """Yield the results of batches that are submitted before their results are needed."""
        ahead: deque[tuple[Batch[_Answer], Future[_Answer] | None, Any]] = (
            deque()
        )  # submitted batches and stored results
        try:
            while True:
                while len(ahead) < _room(workers, given, given + len(ahead), expected()):
                    try:
                        batch = next(source)
                    except StopIteration:
                        break
                    known = self._stored_answer(batch)
                    ahead.append((batch, None if known is not None else send(batch), known))
                if not ahead:
                    return
                batch, sent, answer = ahead[0]
                if sent is not None:
                    answer = self._keep(batch.part, answer_of(batch, sent))
                ahead.popleft()
                given += 1
                yield answer
        finally:
            for _, sent, _ in ahead:
                if sent is not None:
                    sent.cancel()

    def as_they_come(
        self, batches: Iterable[Batch[_Answer]], here: Callable[[Any], _Answer]
    ) -> Generator[_Answer, None, None]:
        """Yield the results of all batches in order of completion; batches are started in their order.

        A result may differ between runs (for example if it contains a running time), so if another process
        has stored the result meanwhile, the stored one is returned.
        """
        source = iter(batches)
        running: dict[Future[_Answer], Batch[_Answer]] = {}

        def first() -> Any:
            done = self._first_of(running)
            batch = running.pop(done)
            return self._kept_first(batch, self._answer_of(batch, done))

        try:
            for batch in source:
                known = self._stored_answer(batch)
                if known is not None:
                    yield known
                elif self._executor is None:
                    yield self._kept_first(batch, here(batch))
                else:
                    running[self._send(batch)] = batch
                    if len(running) > _AHEAD * self.workers:
                        yield first()
            while running:
                yield first()
        finally:
            for future in running:
                future.cancel()

    def _kept_first(self, batch: Batch[_Answer], answer: _Answer) -> Any:
        """Return the result that was stored first, by this process or by another one."""
        known = self._stored_answer(batch) if isinstance(answer, bytes) else None
        return self._keep(batch.part, answer) if known is None else known

    def _send(self, batch: Batch[_Answer]) -> Future[_Answer]:
        assert self._executor is not None, "batches are submitted only to an executor"
        try:
            return self._executor.submit(batch.perform)
        except (RuntimeError, OSError) as error:  # broken, shut down, or unable to start a process
            raise WorkerError(f"the executor rejects batch {_name(batch)!r}: {error}") from error

    def _answer_of(self, batch: Batch[_Answer], future: Future[_Answer]) -> _Answer:
        """Return the result of a submitted batch. Raise WorkerError if the worker failed."""
        self._wait_for(future)
        try:
            answer = future.result()
        except GfkitError:
            raise
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": .")
            raise WorkerError(f"a worker failed at batch {_name(batch)!r}: {what}") from error
        if (fault := batch.fault(answer)) is not None:
            raise WorkerError(f"a worker returned a malformed result for batch {_name(batch)!r}: {fault}")
        return answer

    def _first_of(self, futures: Iterable[Future[_Answer]]) -> Future[_Answer]:
        """Wait for any of several futures and return it; meanwhile check whether the run must stop or the
        executor is lost.
        """
        from concurrent.futures import FIRST_COMPLETED, wait

        waiting = list(futures)
        while not (done := wait(waiting, _PATIENCE, FIRST_COMPLETED).done):
            self._listen()
        return next(iter(done))

    def _wait_for(self, future: Future[_Answer]) -> Future[_Answer]:
        """Wait for one future, handle messages in the meantime, and return the future."""
        while not future.done():
            with suppress(Exception):  # errors are raised by result()
                future.result(_PATIENCE)
            if not future.done():
                self._listen()
        return future

    def _listen(self) -> None:
        """Raise an error if the run must stop or, checked once a second, if the executor is lost."""
        check_stop()
        if self._check is not None and time.monotonic() - self._looked >= _LOOK_SECONDS:
            self._looked = time.monotonic()
            self._check()

    def refuse(self, why: str) -> NoReturn:
        """Abort the run because a worker returned a wrong result, and delete all stored results of the
        run.
        """
        self.drop()
        raise SelfCheckError(f"{why}; no result of this run is stored or reported")

    # The store

    @cached_property
    def _run(self) -> str:
        return run if isinstance(run := self._identity, str) else identity(*run)

    def result(self, read: Callable[[bytes], _Read]) -> _Read | None:
        """Return the stored result of the run, parsed by ``read``, or None if the run was not finished."""
        return self._read_stored("result", read)

    def once(self, part: str, make: Callable[[], bytes], read: Callable[[bytes], _Read]) -> _Read:
        """Return a stored part, parsed by ``read``; if the part is missing, compute it with ``make`` and
        store it.
        """
        known = self._read_stored(part, read)
        if known is None:
            return read(self._keep(part, make()))
        self._went_on = True
        return known

    def finish(
        self, answer: Callable[[], bytes], agrees: Callable[[bytes], bool], *, replaces: bool = False
    ) -> None:
        """Store the result of the run, if the run took long enough or some part of it was stored.

        If another process has stored a result, both must agree; it is overwritten only if ``replaces`` is
        set.
        """
        if self._store is None or not self._worth_keeping():
            return
        earlier = self.result(lambda kept: (kept, agrees(kept)))
        if earlier is not None and not earlier[1]:
            self.drop()
            raise SelfCheckError(
                f"run {self._run[:8]} has a stored result that differs from the new one; both are discarded"
            )
        self._store.finish(self._run, answer() if earlier is None or replaces else earlier[0])

    def drop(self) -> None:
        """Delete all stored results of the run, because one of them is known to be wrong."""
        self._unkept.clear()
        if self._store is not None:
            self._store.drop(self._run)

    def _worth_keeping(self) -> bool:
        return self._went_on or time.monotonic() - self._begun >= self._keep_after

    def _stored_answer(self, batch: Batch[_Answer]) -> Any:
        """Return the stored result of a batch, or None."""

        def read(kept: bytes) -> bytes:
            if batch.fault(kept) is not None:
                raise ValueError("the stored result is malformed")
            return kept

        known = self._read_stored(batch.part, read) if batch.part else None
        self._went_on |= known is not None
        return known

    def _read_stored(self, part: str, read: Callable[[bytes], _Read]) -> _Read | None:
        """Return a stored part, parsed by ``read``; if the part is malformed, delete the stored results of
        the run.
        """
        is_empty = self._store is None or getattr(self._store, "is_empty", False)
        kept = None if self._store is None or is_empty else self._store.get(self._run, part)
        try:
            return None if kept is None else read(kept)
        except _MALFORMED:
            self.drop()
            return None

    def _keep(self, part: str, answer: _Answer) -> _Answer:
        if self._store is not None and part and isinstance(answer, bytes):
            self._unkept.append((part, answer))
            if self._worth_keeping():
                for name, kept in self._unkept:
                    self._store.put(self._run, name, kept)
                self._unkept.clear()
        return answer


def _name(batch: Batch[Any]) -> str:
    """Return the name of a batch for messages."""
    return batch.part or type(batch).__name__.lower()


def _room(workers: int, given: int, sent: int, expected: float) -> int:
    """Return the maximum number of batches in progress.

    It is the number of workers if no number of batches is expected. Otherwise it is one more than the number
    of workers until the expected number is submitted; later only the excess of the results over the expected
    number, and at least one.
    """
    if not expected:
        return workers
    return workers + 1 if sent < expected else max(1, min(workers + 1, int(given - expected)))
