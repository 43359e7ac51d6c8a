"""Batches under way: sent to an executor, waited for, sent again where that failed."""

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
from typing import Any

from gfkit.batch.batch import Batch
from gfkit.errors import GfkitError, WorkerError

_GLANCE = 0.5
"""Seconds between two looks at the clock while waiting."""
_RECOUNT = 5.0
"""Seconds between two counts of the workers."""


@dataclass(frozen=True, slots=True)
class Care:
    """How much an executor is trusted."""

    tries: int = 3
    """How often a batch is sent out before the run fails."""
    spot: int = 32
    """One batch in so many is done a second time, by another worker."""
    quick: float = 10.0
    """Seconds until that begins."""
    patience: float = 60.0
    """Seconds without any answer after which a worker may be taken to hang."""
    slack: float = 20.0
    """It is taken to hang only after so many times the longest that a batch took."""


UNLIKE = Care(patience=math.inf)
"""For batches of which some take far longer than others, so that silence says nothing."""


@dataclass(frozen=True, slots=True)
class Signed:
    """An answer, and who gave it."""

    worker: str
    answer: Any
    seconds: float


def perform(batch: Batch[Any]) -> Signed:
    """Does a batch where it is called, and signs the answer."""
    begin = time.monotonic()
    answer = batch.perform()
    return Signed(here(), answer, time.monotonic() - begin)


def here() -> str:
    """The name of this worker: machine, process and thread."""
    return f"{platform.node() or 'localhost'}:{os.getpid()}:{threading.get_native_id()}"


@dataclass(slots=True)
class Flight:
    """One batch that was sent out."""

    batch: Batch[Any]
    future: Future[Signed] | None = None
    signed: Signed | None = None
    failures: list[str] = field(default_factory=list)
    sent: float = 0.0
    spared: bool = False

    @property
    def went_down(self) -> bool:
        """Whether the executor lost it, together with all else that it was at."""
        if self.future is None or not self.future.done() or self.future.cancelled():
            return False
        return isinstance(self.future.exception(), BrokenExecutor)


class Tower:
    """Sends batches out and gets answers of the right form back, or fails loudly."""

    def __init__(self, executor: Executor, care: Care) -> None:
        self.executor, self.care = executor, care
        self._workers, self._counted = workers_of(executor), time.monotonic()
        self.longest = 0.0
        self.heard = time.monotonic()

    @property
    def workers(self) -> int:
        """How many there are; they are counted anew now and then, since they may come and go."""
        if time.monotonic() - self._counted > _RECOUNT:
            with suppress(OSError):  # a scheduler that cannot be asked just now
                self._workers = workers_of(self.executor)
            self._counted = time.monotonic()
        return self._workers

    def send(self, batch: Batch[Any]) -> Flight:
        flight = Flight(batch)
        self._submit(flight)
        return flight

    def _submit(self, flight: Flight) -> None:
        flight.sent = time.monotonic()
        try:
            flight.future = self.executor.submit(perform, flight.batch)
        except Exception as error:  # a pool that is broken or shut down, a system without room for a process
            self._failed(flight, f"the executor refuses work: {error}")

    def answer(self, flight: Flight, others: Sequence[Flight] = ()) -> Signed:
        """The answer of a flight; it and the others are sent again as often as care allows."""
        while flight.signed is None:
            if flight.future is not None:
                with suppress(TimeoutError, CancelledError):
                    flight.future.exception(timeout=_GLANCE)
            self._see_to([flight])
            self._spare(others)
            self._see_to([other for other in others if not other.went_down])
            if self._silent(flight):
                call_back(flight)
                self._failed(flight, "no answer: the worker hangs")
        return flight.signed

    def next_of(self, flights: Sequence[Flight]) -> Flight:
        """A flight whose answer has come; the others are sent again as often as care allows."""
        while True:
            landed = next((flight for flight in flights if flight.signed is not None), None)
            if landed is not None:
                return landed
            under_way = [flight.future for flight in flights if flight.future is not None]
            wait(under_way, _GLANCE, FIRST_COMPLETED)
            self._spare(flights)
            self._see_to(flights)

    def _spare(self, flights: Sequence[Flight]) -> None:
        """Sends those again, once and without blame, that went down with the worker of another one.

        Who goes down again waits until it is sent alone, so that a batch that kills its worker is found.
        """
        for flight in flights:
            if flight.went_down and not flight.spared:
                flight.spared = True
                self._submit(flight)

    def _see_to(self, flights: Iterable[Flight]) -> None:
        """Takes the answers of those that have landed, and sends those again that have failed."""
        for flight in flights:
            if flight.future is not None and flight.future.done():
                self._take(flight, flight.future)
            if flight.future is None and flight.signed is None:
                self._submit(flight)

    def _take(self, flight: Flight, future: Future[Signed]) -> None:
        flight.future, self.heard = None, time.monotonic()
        try:
            error = future.exception()
        except CancelledError as cancelled:
            error = cancelled
        if isinstance(error, GfkitError):
            raise error
        if error is not None:
            self._failed(flight, f"{type(error).__name__}: {error}".rstrip(": ."))
            return
        signed = future.result()
        fault = self._fault(flight.batch, signed)
        if fault is not None:
            self._failed(flight, fault)
            return
        flight.signed, self.longest = signed, max(self.longest, signed.seconds)

    def _silent(self, flight: Flight) -> bool:
        """Whether nothing has been heard for so long that a worker may be taken to hang."""
        quiet = time.monotonic() - max(flight.sent, self.heard)
        patience = max(self.care.patience, self.care.slack * self.longest)
        return flight.future is not None and bool(self.longest) and quiet > patience

    def _fault(self, batch: Batch[Any], signed: object) -> str | None:
        if not isinstance(signed, Signed):
            return f"an answer that is none: {type(signed).__name__}"
        fault = batch.fault(signed.answer)
        return fault and f"worker {signed.worker} gave a wrong answer: {fault}"

    def _failed(self, flight: Flight, why: str) -> None:
        flight.failures.append(why)
        flight.future = None
        if len(flight.failures) >= self.care.tries:
            raise WorkerError(
                f"batch {name_of(flight.batch)!r} failed {len(flight.failures)} times, so the run stops:"
                f" {'; '.join(dict.fromkeys(flight.failures))}"
            )


def name_of(batch: Batch[Any]) -> str:
    """What a batch is called in messages."""
    return batch.part or type(batch).__name__.lower()


def call_back(flight: Flight) -> None:
    """Cancels a flight that nobody waits for any more."""
    if flight.future is not None:
        flight.future.cancel()


def workers_of(executor: Executor) -> int:
    """How many batches an executor works on at once, as far as it tells."""
    for name in ("workers", "_max_workers"):
        value = getattr(executor, name, None)
        if isinstance(value, int) and value > 0:
            return value
    return os.cpu_count() or 1
