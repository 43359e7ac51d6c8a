"""A run: its batches in order, done by an executor or in this process, and kept in a store.

Engines know this module alone: executors and stores are handed in.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Self, TypeVar

from gfkit.errors import GfkitError, SelfCheckError
from gfkit.typing import STOP_CHECK, cached_property, check_stop

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from gfkit.host.dispatch import Batch, RetryPolicy, Signed, Submission

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
"""What reading raises where a store has something that no run put there."""
_AHEAD = 3
"""Batches that wait for each worker, beside the one it is at, when they are taken as they come."""
_WORTH_THREADS = 0.1
"""CPU seconds of a batch from which on batches of this process are done in parallel threads."""
_PATIENCE = 0.1
"""Seconds of waiting for a thread between two checks whether the computation is to stop."""
_WORTH_KEEPING = 1.0
"""Seconds after which answers are kept; what is done faster is not worth the disk."""
_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_SOURCES = (".py", ".c", ".h")
_NO_ENGINE = ("catalog", "claims", "cli", "lab", "oeis", "proofs", "runs", "show")
"""Rooms above the engines: what they hold changes no answer of a batch."""


_Sent = TypeVar("_Sent", bound="_CancelledBatch")


class _CancelledBatch(Protocol):
    def cancel(self) -> object: ...


def _check_cancelled(cancelled: threading.Event) -> None:
    """Raise CancelledError in a thread whose run is cancelled."""
    if cancelled.is_set():
        from concurrent.futures import CancelledError

        raise CancelledError


def _thread_count() -> int:
    """The number of threads for a run: one for each core, but a single one in a worker process."""
    from multiprocessing import parent_process  # 10 ms, for long runs only

    from gfkit.host.processes import core_count

    return core_count() if parent_process() is None else 1


class Store(Protocol):
    """Keeps answers by run and part; a run is named by all that its answers depend on.

    Trouble with the disk never reaches the caller: what cannot be kept is computed again.
    """

    def get(self, run: str, part: str) -> bytes | None:
        """What was kept, if it is intact."""
        ...

    def put(self, run: str, part: str, answer: bytes) -> None:
        """Keeps an answer; on return it is on the disk, or will never be."""
        ...

    def finish(self, run: str, answer: bytes) -> None:
        """Keeps the answer of the whole run as part ``result``, in place of all that was kept of it."""
        ...

    def drop(self, run: str) -> None:
        """Forgets all parts of a run, because one of them is known to be wrong."""
        ...


def identity(*values: object, rooms: tuple[str, ...] = ()) -> str:
    """The name of a run: a digest of values and of gfkit's own sources, the same on every machine.

    Another version of gfkit, or a rule file with another content, gives another name, so that nothing is
    ever taken over from them. The rooms above the engines count only where they are named.

    >>> identity("3xn", frozenset({"b", "a"})) == identity("3xn", frozenset({"a", "b"}))
    True
    >>> identity("3xn") == identity("4xn")
    False
    """
    from hashlib import blake2b  # 3 ms, for runs that are kept
    from json import dumps

    text = dumps([_sources(rooms), _plain(list(values))], sort_keys=True)
    return blake2b(text.encode(), digest_size=32).hexdigest()


def _plain(value: object) -> object:
    """A value as plain JSON, sets in a fixed order."""
    if isinstance(value, Enum):
        return _plain(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **named}
    if isinstance(value, Set):
        from json import dumps

        return sorted((_plain(item) for item in value), key=dumps)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return [[_plain(key), _plain(item)] for key, item in value.items()]
    raise TypeError(f"{type(value).__name__} has no canonical form")


@cache
def _sources(rooms: tuple[str, ...] = ()) -> str:
    """A digest of the sources of all engines and of what they rest on; a new room counts by itself."""
    from hashlib import blake2b

    digest = blake2b(digest_size=16)
    for folder, folders, names in os.walk(_PACKAGE):
        if folder == _PACKAGE:
            folders[:] = [room for room in folders if room in rooms or room not in _NO_ENGINE]
        folders.sort()
        inside = os.path.relpath(folder, _PACKAGE).split(os.sep)
        endings = (*_SOURCES, ".toml") if inside[0] in rooms else _SOURCES
        for name in sorted(names):
            if name.endswith(endings):
                with open(os.path.join(folder, name), "rb") as file:
                    digest.update("/".join((*inside, name)).encode() + b"\0" + file.read() + b"\0")
    return digest.hexdigest()


class Work:
    """One run, named by ``run``: a digest of all that its answers depend on.

    Answers are kept once it has lasted ``keep_after`` seconds, one by default; 0 keeps each as it comes.

    Used as a context, so that what is under way is cancelled, and what was spot-checked is settled before
    the result is handed out.
    """

    def __init__(
        self,
        run: str = "",
        executor: Executor | None = None,
        store: Store | None = None,
        *,
        retry: RetryPolicy | None = None,
        keep_after: float | None = None,
    ) -> None:
        self.run, self.store, self._retry = run, store, retry
        self._keep_after = _WORTH_KEEPING if keep_after is None else keep_after
        self._begun = time.monotonic()
        self._unkept: list[tuple[str, bytes]] = []
        self._checks: list[tuple[Submission, Signed]] = []
        self._apart: list[_CancelledBatch] = []
        self._stopped = threading.Event()
        self._unchecked = 0
        self._went_on = False
        self.dispatcher = None
        if executor is not None:  # a run that has none does not load how batches are sent out
            from gfkit.host.dispatch import Dispatcher

            self.dispatcher = Dispatcher(executor, self.policy)
            self._unchecked = self.policy.check_every

    @cached_property
    def policy(self) -> RetryPolicy:
        """How much the executor is trusted."""
        from gfkit.host.dispatch import RetryPolicy

        return self._retry or RetryPolicy()

    @property
    def workers(self) -> int:
        return 1 if self.dispatcher is None else self.dispatcher.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.settle()
        self._stopped.set()
        for submission in (*self._apart, *(submission for submission, _ in self._checks)):
            submission.cancel()
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
        """The answers in the order of the batches, in whatever order they come in.

        ``here`` does a batch in this process, with tables that exist already. ``expected`` tells how many
        batches will probably be asked for: up to there workers are kept busy ahead of what was asked for,
        and beyond it only a little. Without workers, long batches are done by ``beside`` in parallel threads;
        it calls ``check_stop``, and releases Python's lock most of the time. The first batch tells
        whether they are ``long``, where that is not known before.
        """
        if self.dispatcher is not None:
            send = self.dispatcher.send
            yield from self._ahead(iter(batches), lambda: self.workers, send, self._answer_of, expected)
            return
        source = iter(batches)
        if long and beside is not None and _thread_count() > 1:
            yield from self._in_threads(source, beside, expected, 0)
            return
        for given, batch in enumerate(source, 1):
            known, begun = self._stored_answer(batch), time.process_time() if beside else 0.0
            answer = self._keep(batch.part, here(batch)) if known is None else known
            is_long = beside is not None and time.process_time() - begun >= _WORTH_THREADS
            yield answer
            if beside is not None and is_long and expected() - given >= 2 and _thread_count() > 1:
                yield from self._in_threads(source, beside, expected, given)
                return

    def _in_threads(
        self,
        source: Iterator[Batch[_Answer]],
        beside: Callable[[Any], _Answer],
        expected: Callable[[], float],
        given: int,
    ) -> Generator[_Answer, None, None]:
        """The answers of batches from parallel threads; ``given`` answers came before."""
        cancelled = threading.Event()
        under_way: set[Future[_Answer]] = set()
        threads = _thread_count()

        def send(batch: Batch[_Answer]) -> Future[_Answer]:
            future = self._in_thread(batch, beside, cancelled)
            under_way.add(future)
            future.add_done_callback(under_way.discard)
            return future

        def answered(future: Future[_Answer], _: object) -> _Answer:
            from concurrent.futures import wait

            while not wait([future], timeout=_PATIENCE).done:
                check_stop()
            return future.result()

        try:
            yield from self._ahead(source, lambda: threads, send, answered, expected, given)
        finally:
            cancelled.set()
            for future in list(under_way):
                if not future.cancel():
                    future.exception()  # it hears soon that it is cancelled

    @cached_property
    def _pool(self) -> Executor:
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(_thread_count())

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
        """What gives the answer of one batch, which a worker or a thread does beside all else.

        Without them it is done here, once it is asked for. It is neither kept nor done a second time, so that
        answers may be drawn at random, or be off by roundings. Only workers need it to be a ``Batch``.
        """
        if self.dispatcher is not None:
            dispatcher, submission = self.dispatcher, self.dispatcher.send(batch)
            self._apart.append(submission)
            return lambda: dispatcher.answer(submission).answer
        if beside is not None and _thread_count() > 1:
            self._apart.append(future := self._in_thread(batch, beside, self._stopped))
            return future.result
        return cache(lambda: here(batch))

    def _ahead(
        self,
        source: Iterator[Batch[_Answer]],
        workers: Callable[[], int],
        send: Callable[[Batch[_Answer]], _Sent],
        answered: Callable[[_Sent, Sequence[_Sent]], _Answer],
        expected: Callable[[], float],
        given: int = 0,
    ) -> Generator[_Answer, None, None]:
        """The answers of batches that are sent out before they are asked for."""
        ahead: deque[tuple[str, _Sent | None, Any]] = deque()  # sent out, or known already
        try:
            while True:
                while len(ahead) < _room(workers(), given, given + len(ahead), expected()):
                    try:
                        batch = next(source)
                    except StopIteration:
                        break
                    known = self._stored_answer(batch)
                    ahead.append((batch.part, None if known is not None else send(batch), known))
                if not ahead:
                    return
                part, sent, answer = ahead[0]
                if sent is not None:
                    answer = answered(sent, [before for _, before, _ in ahead if before is not None])
                    self._keep(part, answer)
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
        """The answers of all batches, those that are ready first; batches are begun in their order.

        Answers may be unlike each time (they may tell how long they took), so that one which another process
        has kept meanwhile is taken as it is.
        """
        source = iter(batches)
        open_: deque[Submission] = deque()
        try:
            for batch in source:
                known = self._stored_answer(batch)
                if known is not None:
                    yield known
                elif self.dispatcher is None:
                    yield self._kept_first(batch, here(batch))
                else:
                    open_.append(self.dispatcher.send(batch))
                    if len(open_) > _AHEAD * self.workers:
                        yield self._first_of(open_)
            while open_:
                yield self._first_of(open_)
        finally:
            for submission in open_:
                submission.cancel()

    def _first_of(self, open_: deque[Submission]) -> Any:
        """The answer of one that is ready, which is taken out."""
        assert self.dispatcher is not None, "nothing is sent without an executor"
        ready = self.dispatcher.next_of(open_)
        open_.remove(ready)
        return self._kept_first(ready.batch, self.dispatcher.answer(ready).answer)

    def _kept_first(self, batch: Batch[_Answer], answer: _Answer) -> Any:
        """The answer that was kept first, this one or another process's."""
        known = self._stored_answer(batch) if isinstance(answer, bytes) else None
        return self._keep(batch.part, answer) if known is None else known

    def _answer_of(self, submission: Submission, others: Sequence[Submission]) -> Any:
        """The answer of a batch that was sent out; now and then another worker is asked as well."""
        assert self.dispatcher is not None, "nothing is sent without an executor"
        signed = self.dispatcher.answer(submission, others)
        self._unchecked += 1
        long = time.monotonic() - self._begun >= self.policy.check_after
        if long and self._unchecked >= self.policy.check_every and self.workers > 1:
            self._checks.append((self.dispatcher.send(submission.batch), signed))
            self._unchecked = 0
        return signed.answer

    # Spot checks

    def settle(self) -> None:
        """Waits for the spot checks; SelfCheckError where two workers disagree."""
        while self._checks:
            submission, first = self._checks[0]
            assert self.dispatcher is not None, "nothing is sent without an executor"
            second = self.dispatcher.answer(submission)
            for _ in range(self.policy.tries):
                if second.worker != first.worker:
                    break
                second = self.dispatcher.answer(self.dispatcher.send(submission.batch))
            self._checks.pop(0)
            if second.answer != first.answer:
                self._disagree(submission.batch, first, second)

    def _disagree(self, batch: Batch[Any], first: Signed, second: Signed) -> None:
        """Stops the run; a third opinion, from this process, tells who is wrong."""
        from gfkit.host.dispatch import batch_name

        self.drop()
        own = batch.perform()
        wrong = [signed.worker for signed in (first, second) if signed.answer != own]
        raise SelfCheckError(
            f"batch {batch_name(batch)!r} was done twice, with different answers: worker"
            f" {' and worker '.join(wrong)} computes wrongly; nothing of this run is kept or reported"
        )

    def refuse(self, why: str) -> NoReturn:
        """Ends a run in which somebody computes wrongly; a spot check may tell who."""
        self.settle()
        self.drop()
        raise SelfCheckError(f"{why}; nothing of this run is kept or reported")

    # The store

    def result(self, read: Callable[[bytes], _Read]) -> _Read | None:
        """What ``read`` makes of the result of the run, if it was finished earlier."""
        return self._read_stored("result", read)

    def once(self, part: str, make: Callable[[], bytes], read: Callable[[bytes], _Read]) -> _Read:
        """What ``read`` makes of what is kept under a name, or else made now and kept."""
        known = self._read_stored(part, read)
        if known is None:
            return read(self._keep(part, make()))
        self._went_on = True
        return known

    def finish(
        self, answer: Callable[[], bytes], agrees: Callable[[bytes], bool], *, replaces: bool = False
    ) -> None:
        """Keeps the result, if it took long enough or some of it was kept already.

        One that is there by now must agree, and stays unless this one ``replaces`` it.
        """
        self.settle()
        if self.store is None or not self._worth_keeping():
            return
        earlier = self.result(lambda kept: (kept, agrees(kept)))
        if earlier is not None and not earlier[1]:
            self.drop()
            raise SelfCheckError(
                f"run {self.run[:8]} is stored with another result than was found now; both are dropped"
            )
        self.store.finish(self.run, answer() if earlier is None or replaces else earlier[0])

    def drop(self) -> None:
        """Forgets what is kept of the run, because something in it is known to be wrong."""
        self._unkept.clear()
        if self.store is not None:
            self.store.drop(self.run)

    def _worth_keeping(self) -> bool:
        return self._went_on or time.monotonic() - self._begun >= self._keep_after

    def _stored_answer(self, batch: Batch[_Answer]) -> Any:
        """What the store has of a batch."""

        def read(kept: bytes) -> bytes:
            if batch.fault(kept) is not None:
                raise ValueError("an answer of another form")
            return kept

        known = self._read_stored(batch.part, read) if batch.part else None
        self._went_on |= known is not None
        return known

    def _read_stored(self, part: str, read: Callable[[bytes], _Read]) -> _Read | None:
        """What the store has, read; where it has something of another form the run is begun anew."""
        kept = None if self.store is None else self.store.get(self.run, part)
        try:
            return None if kept is None else read(kept)
        except _MALFORMED:
            self.drop()
            return None

    def _keep(self, part: str, answer: _Answer) -> _Answer:
        if self.store is not None and part and isinstance(answer, bytes):
            self._unkept.append((part, answer))
            if self._worth_keeping():
                for name, kept in self._unkept:
                    self.store.put(self.run, name, kept)
                self._unkept.clear()
        return answer


def _room(workers: int, given: int, sent: int, expected: float) -> int:
    """How many batches may be under way: one more than workers, few beyond what is expected."""
    if not expected:
        return workers
    return workers + 1 if sent < expected else max(1, min(workers + 1, int(given - expected)))
