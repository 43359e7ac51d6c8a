"""A Dask cluster as an executor: whatever its other end does, it is over with one line within a stated time.

A scheduler and its workers are trusted, for what they send is unpickled: name none that others can reach.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from gfkit.errors import OptionError, WorkerError

_Result = TypeVar("_Result")
PATIENCE = 30.0
"""Seconds that a cluster is given to answer, and to have a worker, by default."""
_REACHED, _LOOK, _FAREWELL = 5.0, 1.0, 2.0
"""Seconds for a connection to be made, between two looks at the cluster, and to take leave of it."""
_CHATTY = ("distributed", "tornado", "asyncio")


class Cluster(Executor):
    """A Dask cluster; workers may come and go, but not all of them for long."""

    def __init__(self, client: Any, address: str = "", patience: float = PATIENCE) -> None:
        from distributed.scheduler import KilledWorker

        self.client, self.address, self.patience = client, address, patience
        self.final = (KilledWorker,)
        """What a batch that ends its workers again and again raises: it is not sent out once more."""
        # A batch is a pure function of itself, but a second opinion must be computed, not looked up.
        self._executor = client.get_executor(pure=False, retries=0)
        self._alive = time.monotonic()
        self._looked = -_LOOK
        self._threads = 0

    @property
    def workers(self) -> int:
        """The threads of all workers that were there a moment ago."""
        self.check()
        return max(1, self._threads)

    def check(self) -> None:
        """Looks now and then; WorkerError when there was no scheduler or no worker for too long."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        left = max(_LOOK, self.patience - (now - self._alive))
        why = "it has no worker"
        try:
            threads: dict[str, int] = self.client.sync(self.client.scheduler.ncores, callback_timeout=left)
            self._threads = sum(threads.values())
        except Exception as error:
            self._threads, why = 0, f"its scheduler does not answer ({_error_text(error)})"
        self._looked = time.monotonic()
        if self._threads:
            self._alive = self._looked
        elif self._looked - self._alive >= self.patience or self.client.status == "closed":
            raise WorkerError(f"cluster {self.address!r}: {why}, for {self.patience:g} s (cluster timeout)")

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        future: Future[_Result] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Lets go of the cluster, which goes on without us."""
        self._executor.shutdown(wait=wait)


@contextmanager
def open_cluster(address: str, patience: float) -> Iterator[Cluster]:
    """The cluster at an address, with a worker at least; OptionError where there is none."""
    try:
        from distributed import Client
    except ImportError:
        raise OptionError(
            "--cluster needs dask.distributed, which is not installed: pip install distributed"
        ) from None
    for name in (*_CHATTY, *logging.root.manager.loggerDict):  # they write pages where a line is enough
        if name.partition(".")[0] in _CHATTY:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    begun = time.monotonic()
    try:
        _check_reached(address, min(_REACHED, patience))
        asyncio.run(asyncio.wait_for(_check_scheduler(address, patience), patience))
        client = Client(address, timeout=patience, set_as_default=False)
    except Exception as error:
        raise OptionError(
            f"--cluster {address!r}: no Dask scheduler answers there ({_error_text(error)}); write its"
            " address as tcp://host:8786"
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=max(1.0, patience - (time.monotonic() - begun)))
        except Exception:
            raise OptionError(
                f"--cluster {address!r}: it had no worker within {patience:g} s; start one, or give it more"
                " time with --cluster-timeout"
            ) from None
        yield Cluster(client, address, patience)
    finally:
        _leave(client)


def _check_reached(address: str, seconds: float) -> None:
    """Connects once: Dask itself would try again and again where nobody listens."""
    scheme, mark, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if (mark and scheme not in ("tcp", "tls")) or not (host and port.isdecimal()):
        raise ValueError("it is no such address")
    socket.create_connection((host.strip("[]"), int(port)), timeout=seconds).close()


async def _check_scheduler(address: str, seconds: float) -> None:
    """Asks who is there; a peer that is silent, or says something else, is none."""
    from distributed.comm import connect
    from distributed.security import Security

    given = Security().get_connection_args("client")
    if address.startswith("tls:") and given.get("ssl_context") is None:
        raise ValueError("tls needs certificates, named in Dask's own configuration")
    comm = await connect(address, timeout=seconds, **given)
    try:
        await comm.write({"op": "identity", "reply": True})
        answer = await comm.read()
        if not isinstance(answer, dict) or answer.get("type") != "Scheduler":
            raise ValueError("what answers is no scheduler")
    finally:
        comm.abort()


def _error_text(error: BaseException) -> str:
    words = " ".join(str(error).split())
    return words if 0 < len(words) <= 200 else type(error).__name__


def _leave(client: Any) -> None:
    """Closes the client; where its other end is gone this takes minutes, which nobody waits for."""

    def close() -> None:
        with suppress(Exception):
            client.close(timeout=_FAREWELL)

    leaving = threading.Thread(target=close, daemon=True)
    leaving.start()
    leaving.join(2 * _FAREWELL)
