"""Who does the work: this process, processes beside it, or a cluster.

Every one is a ``concurrent.futures.Executor``, and any other can be handed to the engines in its place.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, TypeVar

_Result = TypeVar("_Result")
_END_SECONDS = 5.0
"""Seconds that workers are given to end before they are killed."""


@contextmanager
def open_executor(
    workers: int = 1, cluster: str | None = None, patience: float | None = None
) -> Iterator[Executor | None]:
    """The executor that was asked for, for as long as the context lasts; None stands for this process.

    ``patience`` are the seconds that a cluster may be without scheduler or workers, 30 by default.

    >>> with open_executor(1) as executor:
    ...     print(executor)
    None
    """
    if cluster is not None:
        from gfkit.runs.cluster import PATIENCE, open_cluster

        with open_cluster(cluster, patience or PATIENCE) as executor:
            yield executor
    elif workers > 1:
        pool = Pool(workers)
        try:
            yield pool
        finally:
            pool.shutdown()
    else:
        yield None


class _PendingCalls(dict[int, Any]):
    """The calls of a pool that are not done.

    Python's pool, when its workers die, gives all of these its error. It trips over those that were
    cancelled meanwhile, and what waits behind them is never done; so they are not listed.
    """

    def items(self) -> Any:
        return [(number, call) for number, call in super().items() if not call.future.cancelled()]


class Pool(Executor):
    """Processes that are started anew (spawn) and replaced when they die.

    Workers leave Ctrl-C to their parent and end with it, also when it is killed. They are started by a thread
    of their own: an interruption, which the main thread gets, never leaves one half started.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        if os.name == "posix":
            _watch_semaphores()
        self._starter = ThreadPoolExecutor(1, initializer=_block_ctrl_c)
        self._pool = self._start_pool()

    def _start_pool(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker
        )
        pool._pending_work_items = _PendingCalls()
        return pool

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        """As for every executor; a pool whose workers died is replaced first."""
        return self._starter.submit(self._submit, partial(fn, *args, **kwargs)).result()

    def _submit(self, call: Callable[[], _Result]) -> Future[_Result]:
        try:
            return self._pool.submit(call)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._start_pool()
            return self._pool.submit(call)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Ends the workers, also those in the middle of something: nobody waits for their answers."""
        self._starter.shutdown(cancel_futures=cancel_futures)
        # The pool itself has no way of ending a worker before its task is done (until Python 3.14).
        workers = list((getattr(self._pool, "_processes", None) or {}).values())
        manager = getattr(self._pool, "_executor_manager_thread", None)
        self._pool.shutdown(wait=False, cancel_futures=cancel_futures)
        for worker in workers:
            worker.terminate()
        if wait:
            for worker in workers:
                worker.join(_END_SECONDS)
                if worker.is_alive():
                    worker.kill()
            if manager is not None:  # at the end of Python it would be woken by a pipe that it is closing
                manager.join(_END_SECONDS)


def _watch_semaphores() -> None:
    """Starts Python's process that removes the semaphores of workers when this one is killed.

    It does so without a word on the terminal of who killed it: options of warnings go to it as they are now.
    """
    kept = sys.warnoptions[:]
    sys.warnoptions.append("ignore:resource_tracker:UserWarning")
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = kept


def _block_ctrl_c() -> None:
    """Blocks Ctrl-C in this thread and in the processes that it starts, from their first moment."""
    if sys.platform != "win32" and hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _begin_worker() -> None:
    """The first thing a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: Any) -> None:
    parent.join()
    os._exit(1)
