"""Batches sent to an executor, waited for, and sent again where that failed."""

from __future__ import annotations

import math
import os
import platform
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from gfkit.errors import GfkitError, WorkerError
from gfkit.host.processes import core_count

_POLL = 0.5
"""Seconds between two looks at the clock while waiting."""
_RECOUNT = 5.0
"""Seconds between two counts of the workers."""

Answer = TypeVar("Answer", covariant=True)


class Batch(Protocol[Answer]):
    """A piece of work that can be sent to another process, and gives the same answer wherever it is done.

    Batches are small values that can be pickled: a rule, a family, some primes. Whoever does one builds the
    tables it needs. Answers that are bytes can be kept in a store.
    """

    @property
    def part(self) -> str:
        """Its name within the run: batches with the same name have the same answer; empty if none is kept."""
        ...

    def perform(self) -> Answer:
        """Does the work."""
        ...

    def fault(self, answer: object) -> str | None:
        """What is wrong with the form of an answer; None if nothing is."""
        ...


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How much an executor is trusted."""

    tries: int = 3
    """How often a batch is sent out before the run fails."""
    check_every: int = 32
    """One batch in so many is done a second time, by another worker."""
    check_after: float = 10.0
    """Seconds until that begins."""
    patience: float = 60.0
    """Seconds without any answer after which a worker may be taken to hang."""
    slack: float = 20.0
    """It is taken to hang only after so many times the longest that a batch took."""


UNEVEN = RetryPolicy(patience=math.inf)
"""For batches of which some take far longer than others, so that silence says nothing."""


@dataclass(frozen=True, slots=True)
class Signed:
    """An answer, and who gave it."""

    worker: str
    answer: Any
    seconds: float


def perform(batch: Batch[Any]) -> Signed:
    """Does a batch where it is called, and signs the answer with machine, process and thread."""
    begin = time.monotonic()
    answer = batch.perform()
    worker = f"{platform.node() or 'localhost'}:{os.getpid()}:{threading.get_native_id()}"
    return Signed(worker, answer, time.monotonic() - begin)


def batch_name(batch: Batch[Any]) -> str:
    """What a batch is called in messages."""
    return batch.part or type(batch).__name__.lower()


@dataclass(slots=True)
class Submission:
    """One batch that was sent out, until its answer is there."""

    batch: Batch[Any]
    future: Future[Signed] | None = None
    signed: Signed | None = None
    failures: list[str] = field(default_factory=list)
    sent: float = 0.0
    excused: bool = False
    """Whether it was sent again without blame, once."""

    @property
    def lost(self) -> bool:
        """Whether the executor broke, and lost it together with all else that it was at."""
        if self.future is None or not self.future.done() or self.future.cancelled():
            return False
        return isinstance(self.future.exception(), BrokenExecutor)

    def cancel(self) -> None:
        """For one that nobody waits for any more."""
        if self.future is not None:
            self.future.cancel()


class Dispatcher:
    """Sends batches out and gets answers of the right form back, or fails loudly."""

    def __init__(self, executor: Executor, policy: RetryPolicy) -> None:
        self.executor, self.policy = executor, policy
        self._workers, self._counted = _workers_of(executor), time.monotonic()
        self._longest = 0.0
        self._last_answer = time.monotonic()

    @property
    def workers(self) -> int:
        """How many there are; they are counted anew now and then, since they may come and go."""
        if time.monotonic() - self._counted > _RECOUNT:
            with suppress(OSError):  # a scheduler that cannot be asked just now
                self._workers = _workers_of(self.executor)
            self._counted = time.monotonic()
        return self._workers

    def send(self, batch: Batch[Any]) -> Submission:
        submission = Submission(batch)
        self._submit(submission)
        return submission

    def answer(self, submission: Submission, others: Sequence[Submission] = ()) -> Signed:
        """The answer of one; it and the others are sent again as often as the policy allows."""
        while submission.signed is None:
            self._check()
            if submission.future is not None:
                with suppress(TimeoutError, CancelledError):
                    submission.future.exception(timeout=_POLL)
            self._collect([submission])
            self._excuse(others)
            self._collect([other for other in others if not other.lost])
            if self._hangs(submission):
                submission.cancel()
                self._fail(submission, "no answer: the worker hangs")
        return submission.signed

    def next_of(self, submissions: Sequence[Submission]) -> Submission:
        """One whose answer has come; the others are sent again as often as the policy allows."""
        while True:
            self._check()
            for submission in submissions:
                if submission.signed is not None:
                    return submission
            wait(
                [pending.future for pending in submissions if pending.future is not None],
                _POLL,
                FIRST_COMPLETED,
            )
            self._excuse(submissions)
            self._collect(submissions)

    def _check(self) -> None:
        """Executors may have a ``check``, which raises where nothing is to be waited for any more."""
        check = getattr(self.executor, "check", None)
        if check is not None:
            check()

    def _submit(self, submission: Submission) -> None:
        submission.sent = time.monotonic()
        try:
            submission.future = self.executor.submit(perform, submission.batch)
        except Exception as error:  # a pool that is broken or shut down, a system without room for a process
            self._fail(submission, f"the executor refuses work: {error}")

    def _excuse(self, submissions: Sequence[Submission]) -> None:
        """Sends those again, once and without blame, that were lost with the worker of another one.

        What is lost again waits until it is sent alone, so that a batch that kills its worker is found.
        """
        for submission in submissions:
            if submission.lost and not submission.excused:
                submission.excused = True
                self._submit(submission)

    def _collect(self, submissions: Iterable[Submission]) -> None:
        """Takes the answers of those that are done, and sends those again that have failed."""
        for submission in submissions:
            if submission.future is not None and submission.future.done():
                self._take(submission, submission.future)
            if submission.future is None and submission.signed is None:
                self._submit(submission)

    def _take(self, submission: Submission, future: Future[Signed]) -> None:
        submission.future, self._last_answer = None, time.monotonic()
        try:
            error = future.exception()
        except CancelledError as cancelled:
            error = cancelled
        if isinstance(error, GfkitError):
            raise error
        if isinstance(error, getattr(self.executor, "final", ())):
            raise WorkerError(f"batch {batch_name(submission.batch)!r} ends its workers again and again")
        if error is not None:
            self._fail(submission, f"{type(error).__name__}: {error}".rstrip(": ."))
            return
        signed = future.result()
        fault = _fault(submission.batch, signed)
        if fault is not None:
            self._fail(submission, fault)
            return
        submission.signed, self._longest = signed, max(self._longest, signed.seconds)

    def _hangs(self, submission: Submission) -> bool:
        """Whether nothing has been heard for so long that a worker may be taken to hang."""
        silence = time.monotonic() - max(submission.sent, self._last_answer)
        patience = max(self.policy.patience, self.policy.slack * self._longest)
        return submission.future is not None and bool(self._longest) and silence > patience

    def _fail(self, submission: Submission, why: str) -> None:
        submission.failures.append(why)
        submission.future = None
        if len(submission.failures) >= self.policy.tries:
            raise WorkerError(
                f"batch {batch_name(submission.batch)!r} failed {len(submission.failures)} times, so the run"
                f" stops: {'; '.join(dict.fromkeys(submission.failures))}"
            )


def _fault(batch: Batch[Any], signed: object) -> str | None:
    if not isinstance(signed, Signed):
        return f"an answer that is none: {type(signed).__name__}"
    fault = batch.fault(signed.answer)
    return fault and f"worker {signed.worker} gave a wrong answer: {fault}"


def _workers_of(executor: Executor) -> int:
    """How many batches an executor works on at once, as far as it tells."""
    for name in ("workers", "_max_workers"):
        value = getattr(executor, name, None)
        if isinstance(value, int) and value > 0:
            return value
    return core_count()
