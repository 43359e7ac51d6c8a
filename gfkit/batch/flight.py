"""Batches under way: sent to an executor, waited for, sent again where that failed."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Any

from gfkit.batch.batch import Batch
from gfkit.errors import GfkitError, WorkerError

_GLANCE = 0.5
"""Seconds between two looks at the clock while waiting."""


@dataclass(frozen=True, slots=True)
class Care:
    """How much an executor is trusted."""

    tries: int = 3
    """How often a batch is sent out before the run fails."""
    spot: int = 32
    """One batch in so many is done a second time, by another worker."""
    patience: float = 60.0
    """Seconds without any answer after which a worker may be taken to hang."""
    slack: float = 20.0
    """It is taken to hang only after so many times the longest that a batch took."""


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
    failures: list[str] = field(default_factory=list)
    sent: float = 0.0


class Tower:
    """Sends batches out and gets answers of the right form back, or fails loudly."""

    def __init__(self, executor: Executor, care: Care) -> None:
        self.executor, self.care = executor, care
        self.workers = workers_of(executor)
        self.longest = 0.0
        self.heard = time.monotonic()

    def send(self, batch: Batch[Any]) -> Flight:
        flight = Flight(batch)
        self._submit(flight)
        return flight

    def _submit(self, flight: Flight) -> None:
        flight.sent = time.monotonic()
        try:
            flight.future = self.executor.submit(perform, flight.batch)
        except RuntimeError as error:  # a pool that is broken, or shut down
            flight.future = None
            self._failed(flight, f"the executor refuses work: {error}")

    def answer(self, flight: Flight) -> Signed:
        """The answer of a flight, sent again as often as care allows."""
        while True:
            if flight.future is None:
                self._submit(flight)
                continue
            try:
                signed = self._waited(flight, flight.future)
            except TimeoutError:
                self._failed(flight, "no answer: the worker hangs")
                continue
            except GfkitError:
                raise
            except (Exception, CancelledError) as error:
                self._failed(flight, f"{type(error).__name__}: {error}".rstrip(": "))
                continue
            fault = self._fault(flight.batch, signed)
            if fault is None:
                self.longest = max(self.longest, signed.seconds)
                return signed
            self._failed(flight, fault)

    def next_of(self, flights: Sequence[Flight]) -> Flight:
        """A flight that has landed, or the first once nothing has been heard for too long."""
        while not self._silent(flights[0]):
            waiting = [flight.future for flight in flights if flight.future is not None]
            if len(waiting) < len(flights) or wait(waiting, _GLANCE, FIRST_COMPLETED).done:
                return next(flight for flight in flights if flight.future is None or flight.future.done())
        return flights[0]

    def _silent(self, flight: Flight) -> bool:
        """Whether nothing has been heard for so long that a worker may be taken to hang."""
        quiet = time.monotonic() - max(flight.sent, self.heard)
        return bool(self.longest) and quiet > max(self.care.patience, self.care.slack * self.longest)

    def _waited(self, flight: Flight, future: Future[Signed]) -> Signed:
        """The result of a future; TimeoutError when nothing has been heard for too long."""
        while True:
            try:
                signed = future.result(timeout=_GLANCE)
                self.heard = time.monotonic()
                return signed
            except TimeoutError:
                if future.done():
                    raise  # the batch itself timed out
            if self._silent(flight):
                future.cancel()
                raise TimeoutError

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
                f"batch {flight.batch.part!r} failed {len(flight.failures)} times, so the run stops:"
                f" {'; '.join(dict.fromkeys(flight.failures))}"
            )


def workers_of(executor: Executor) -> int:
    """How many batches an executor works on at once, as far as it tells."""
    for name in ("workers", "_max_workers"):
        value = getattr(executor, name, None)
        if isinstance(value, int) and value > 0:
            return value
    return os.cpu_count() or 1
