"""Executors: worker processes on this machine, or a Dask cluster.

Engines accept any ``concurrent.futures.Executor``. Its attribute ``workers``, if any, is the number of
batches that run at once; its method ``check``, if any, raises an error when the executor is lost.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from gfkit.core.errors import OptionError, WorkerError

_Result = TypeVar("_Result")
_END_SECONDS = 5.0
"""Seconds before a terminated worker process is killed."""
_ANSWER_SECONDS = 5.0
"""Seconds in which the scheduler of a cluster must respond."""
_CLUSTER_SECONDS = 30.0
"""Seconds in which a cluster must accept a client and connect its first worker."""
_CLUSTER_RETRIES = 2
"""Number of retries of a batch that raised an error in Dask; batches of lost workers are always
resubmitted.
"""


@contextmanager
def open_executor(workers: int = 1, cluster: str | None = None) -> Iterator[Executor | None]:
    """Open worker processes or a cluster as a context manager; yield None if this process computes alone.

    >>> with open_executor(1) as executor:
    ...     print(executor)
    None
    """
    if cluster is not None:
        with _open_cluster(cluster) as executor:
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
    """Pending calls of a process pool, without the cancelled ones.

    If a worker dies, Python 3.11 sets an exception on each pending call. For a cancelled call this raises an
    error, after which all later calls remain pending forever.
    """

    def items(self) -> Any:
        return [(number, call) for number, call in super().items() if not call.future.cancelled()]


class Pool(ProcessPoolExecutor):
    """Process pool whose workers ignore Ctrl-C, end with the main process, and are terminated at shutdown."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_worker)
        self._pending_work_items = _PendingCalls()

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        """Submit a call. Ctrl-C is blocked while worker processes start, so that none is left half
        started.
        """
        if sys.platform == "win32":
            return super().submit(fn, *args, **kwargs)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Terminate the workers without waiting for their results, as Python does from version 3.14 on."""
        workers = list((self._processes or {}).values())
        manager: threading.Thread | None = getattr(self, "_executor_manager_thread", None)
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        for worker in workers:
            worker.terminate()
        if wait:
            for worker in workers:
                worker.join(_END_SECONDS)
                if worker.is_alive():
                    worker.kill()
            if manager is not None:  # otherwise Python's exit handler writes to a closed pipe
                manager.join(_END_SECONDS)


def _begin_worker() -> None:
    """Set up signal handling and the end of the process in a new worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _open_cluster(address: str) -> Iterator[Executor]:
    """Open the executor of a Dask cluster. Raise OptionError if it has no scheduler or no worker.

    The client unpickles data from the scheduler, so use only a cluster to which nobody else has access.
    """
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("--cluster needs dask.distributed: pip install distributed") from None
    for name in ("distributed", "tornado", "asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in (
            "distributed",
            "tornado",
            "asyncio",
        ):  # these loggers print very long tracebacks
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        asyncio.run(asyncio.wait_for(_check_scheduler(address), _ANSWER_SECONDS))
        client = Client(address, timeout=_CLUSTER_SECONDS, set_as_default=False)
    except Exception as error:
        what = " ".join(str(error).split())[:200] or type(error).__name__
        raise OptionError(
            f"--cluster {address!r}: cannot connect to a Dask scheduler ({what}); expected tcp://host:8786"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=_CLUSTER_SECONDS)
        except Exception:
            raise OptionError(
                f"--cluster {address!r}: no worker connected within {_CLUSTER_SECONDS:g} s"
            ) from None
        executor: Any = client.get_executor(pure=False, retries=_CLUSTER_RETRIES)
        executor.workers = sum(client.nthreads().values())
        executor.check = partial(_check_client, client)
        yield executor
    finally:
        leaving = threading.Thread(target=client.close, daemon=True)
        leaving.start()
        leaving.join(_END_SECONDS)  # closing takes minutes if the scheduler does not respond


def _check_client(client: Any) -> None:
    """Raise WorkerError if Dask has given up reconnecting to the scheduler, because its futures would never
    finish.
    """
    if client.status == "closed":
        raise WorkerError("the connection to the scheduler of the cluster is lost")


async def _check_scheduler(address: str) -> None:
    """Raise an error if there is no Dask scheduler at the given address; a Dask client would retry for
    minutes.
    """
    from distributed.comm import connect
    from distributed.security import Security

    scheme, mark, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if (mark and scheme not in ("tcp", "tls")) or not (host and port.isdecimal()):
        raise ValueError("not an address")
    socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER_SECONDS).close()
    given = Security().get_connection_args("client")
    if scheme == "tls" and given.get("ssl_context") is None:
        raise ValueError("tls needs certificates, which are configured in Dask")
    comm = await connect(address, timeout=_ANSWER_SECONDS, **given)
    try:
        await comm.write({"op": "identity", "reply": True})
        answer = await comm.read()
        if not isinstance(answer, dict) or answer.get("type") != "Scheduler":
            raise ValueError("another program responds at this address")
    finally:
        comm.abort()
