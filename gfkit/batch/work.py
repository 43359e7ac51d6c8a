"""A run: its batches in order, by an executor or in this process, kept in a store."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from types import TracebackType
from typing import Any, NoReturn, Self, TypeVar

from gfkit.batch.batch import Batch
from gfkit.batch.flight import Care, Flight, Signed, Tower, call_back, name_of
from gfkit.batch.store import Store
from gfkit.errors import SelfCheckError

_Answer = TypeVar("_Answer")
_WORTH_KEEPING = 1.0
"""Seconds after which answers are kept; what is done faster is not worth the disk."""


class Work:
    """One run, named by ``run``: a digest of all that its answers depend on.

    Used as a context, so that what is under way is called back, and what was spot-checked is settled before
    the result is handed out.
    """

    def __init__(
        self,
        run: str = "",
        executor: Executor | None = None,
        store: Store | None = None,
        *,
        care: Care | None = None,
    ) -> None:
        self.run, self.store, self.care = run, store, care or Care()
        self.tower = None if executor is None else Tower(executor, self.care)
        self.begun = time.monotonic()
        self._unkept: list[tuple[str, bytes]] = []
        self._checks: list[tuple[Flight, Signed]] = []
        self._unchecked = self.care.spot
        self._went_on = False

    @property
    def workers(self) -> int:
        return 1 if self.tower is None else self.tower.workers

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
        for flight, _ in self._checks:
            call_back(flight)

    # Batches

    def in_order(
        self,
        batches: Iterable[Batch[_Answer]],
        here: Callable[[Any], _Answer],
        expected: Callable[[], float] = lambda: 0,
    ) -> Generator[_Answer, None, None]:
        """The answers in the order of the batches, in whatever order they come in.

        ``here`` does a batch in this process, with tables that exist already. ``expected`` tells how many
        batches will probably be asked for: up to there workers are kept busy ahead of what was asked for,
        and beyond it only a little.
        """
        if self.tower is None:
            for batch in batches:
                known = self._known(batch)
                yield self._keep(batch.part, here(batch)) if known is None else known
            return
        source = iter(batches)
        ahead: deque[tuple[Batch[_Answer], _Answer | None, Flight | None]] = deque()
        given, more = 0, True
        try:
            while True:
                while more and len(ahead) < self._room(given, given + len(ahead), expected()):
                    try:
                        batch = next(source)
                    except StopIteration:
                        more = False
                        break
                    known = self._known(batch)
                    ahead.append((batch, known, None if known is not None else self.tower.send(batch)))
                if not ahead:
                    break
                batch, known, flight = ahead[0]
                if flight is None:
                    assert known is not None, "neither sent nor known"
                    answer = known
                else:
                    answer = self._landed(flight, [other for _, _, other in ahead if other is not None])
                ahead.popleft()
                given += 1
                yield answer
        finally:
            for _, _, waiting in ahead:
                if waiting is not None:
                    call_back(waiting)

    def as_they_come(
        self, batches: Iterable[Batch[_Answer]], here: Callable[[Any], _Answer]
    ) -> Generator[_Answer, None, None]:
        """The answers of all batches, those that are ready first; none is kept."""
        if self.tower is None:
            yield from map(here, batches)
            return
        flights: list[Flight] = []
        try:
            flights.extend(self.tower.send(batch) for batch in batches)
            while flights:
                flight = self.tower.next_of(flights)
                flights.remove(flight)
                yield self.tower.answer(flight).answer
        finally:
            for flight in flights:
                call_back(flight)

    def _room(self, given: int, sent: int, expected: float) -> int:
        """How many batches may be under way: one more than workers, few beyond what is expected."""
        assert self.tower is not None
        if not expected:
            return self.tower.workers
        if sent < expected:
            return self.tower.workers + 1
        return max(1, min(self.tower.workers + 1, int(given - expected)))

    def _landed(self, flight: Flight, others: Sequence[Flight]) -> Any:
        assert self.tower is not None
        signed = self.tower.answer(flight, others)
        self._unchecked += 1
        long = time.monotonic() - self.begun >= self.care.quick
        if long and self._unchecked >= self.care.spot and self.tower.workers > 1:
            self._checks.append((self.tower.send(flight.batch), signed))
            self._unchecked = 0
        return self._keep(flight.batch.part, signed.answer)

    # Spot checks

    def settle(self) -> None:
        """Waits for the spot checks; SelfCheckError where two workers disagree."""
        while self._checks:
            flight, first = self._checks[0]
            assert self.tower is not None
            second = self.tower.answer(flight)
            for _ in range(self.care.tries):
                if second.worker != first.worker:
                    break
                second = self.tower.answer(self.tower.send(flight.batch))
            self._checks.pop(0)
            if second.answer != first.answer:
                self._disagree(flight.batch, first, second)

    def _disagree(self, batch: Batch[Any], first: Signed, second: Signed) -> None:
        """Stops the run; a third opinion, from this process, tells who is wrong."""
        self.drop()
        own = batch.perform()
        wrong = [signed.worker for signed in (first, second) if signed.answer != own]
        raise SelfCheckError(
            f"batch {name_of(batch)!r} was done twice, with different answers: worker"
            f" {' and worker '.join(wrong)} computes wrongly; nothing of this run is kept or reported"
        )

    def refuse(self, why: str) -> NoReturn:
        """Ends a run in which somebody computes wrongly; a spot check may tell who."""
        self.settle()
        self.drop()
        raise SelfCheckError(f"{why}; nothing of this run is kept or reported")

    # The store

    def result(self) -> bytes | None:
        """The result of the run, if it was finished earlier."""
        return None if self.store is None else self.store.get(self.run, "result")

    def finish(
        self, answer: Callable[[], bytes], agrees: Callable[[bytes], bool], *, replaces: bool = False
    ) -> None:
        """Keeps the result, if it took long enough or some of it was kept already.

        One that is there by now must agree, and stays unless this one ``replaces`` it.
        """
        self.settle()
        if self.store is None or not self._worth_keeping():
            return
        earlier = self.result()
        if earlier is not None and not agrees(earlier):
            self.drop()
            raise SelfCheckError(
                f"run {self.run[:8]} is stored with another result than was found now; both are dropped"
            )
        self.store.finish(self.run, answer() if earlier is None or replaces else earlier)

    def drop(self) -> None:
        """Forgets what is kept of the run, because something in it is known to be wrong."""
        self._unkept.clear()
        if self.store is not None:
            self.store.drop(self.run)

    def _worth_keeping(self) -> bool:
        return self._went_on or time.monotonic() - self.begun > _WORTH_KEEPING

    def _known(self, batch: Batch[_Answer]) -> Any:
        """What the store has, if its form is right."""
        if self.store is None or not batch.part:
            return None
        known = self.store.get(self.run, batch.part)
        if known is None or batch.fault(known) is not None:
            return None
        self._went_on = True
        return known

    def once(self, part: str, make: Callable[[], bytes]) -> bytes:
        """What is kept under a name, or made and kept."""
        known = None if self.store is None else self.store.get(self.run, part)
        if known is None:
            return self._keep(part, make())
        self._went_on = True
        return known

    def _keep(self, part: str, answer: _Answer) -> _Answer:
        if self.store is not None and part and isinstance(answer, bytes):
            self._unkept.append((part, answer))
            if self._worth_keeping():
                for name, kept in self._unkept:
                    self.store.put(self.run, name, kept)
                self._unkept.clear()
        return answer
