"""A Dask cluster on this computer: a scheduler and two workers on loopback, some of which are killed.

The formula computed by the cluster equals the one of this process; an invalid scheduler is named in one line.
"""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import pytest
from batches import REPORTING
from cli.calling import begun, call

import gfkit
from gfkit.core.typing import Progress
from gfkit.runs.executors import open_executor

WORK = ("derive", "arc-kayles", "12xn", "--certify")
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra cluster")


class Loopback:
    """A scheduler and its workers, as separate processes."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        roots = [str(Path(gfkit.__file__).parent.parent), str(Path(__file__).parent)]
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(roots),
            "DASK_DISTRIBUTED__WORKER__DAEMON": "False",
        }
        self.processes: list[subprocess.Popen[bytes]] = []
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
        self._start("dask_scheduler", options)
        self.address = self._said("dask_scheduler-0", r"tcp://127\.0\.0\.1:\d+")
        for number in (1, 2):
            options = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            self._start("dask_worker", [self.address, *options, "--local-directory", str(self.logs)])
            self._said(f"dask_worker-{number}", "Starting established connection|Registered to")

    def _start(self, module: str, options: list[str]) -> None:
        log = (self.logs / f"{module}-{len(self.processes)}").open("wb")
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        self.processes.append(subprocess.Popen(command, stderr=log, stdout=log, env=self.environment))

    def _said(self, log: str, pattern: str) -> str:
        """Wait until a process has written a string."""
        for _ in range(600):
            found = re.search(pattern, (self.logs / log).read_text())
            if found:
                return found[0]
            time.sleep(0.1)
        raise RuntimeError(f"{log} did not start: {(self.logs / log).read_text()[-2000:]}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.mark.slow(15)
def test_a_cluster_that_loses_a_worker_gives_the_same(tmp_path: Path) -> None:
    alone = gfkit.derive("arc-kayles", "11xn")
    landed = 0

    with Loopback(tmp_path) as loopback, open_executor(cluster=loopback.address) as executor:
        victim = loopback.processes[1]

        def kill_one(progress: Progress) -> None:
            nonlocal landed
            if progress.stage == "primes":
                landed += 1
                if landed == 1:
                    victim.send_signal(signal.SIGKILL)

        assert executor is not None
        assert executor.workers == 2  # type: ignore[attr-defined]
        found = gfkit.derive("arc-kayles", "11xn", executor=executor, on_progress=kill_one)
        assert landed > 1, "the worker was killed after the work was done"
        assert victim.wait(10) == -signal.SIGKILL
    assert found == alone
    assert found.evidence == alone.evidence


@contextmanager
def peer(says: bytes | None) -> Iterator[str]:
    """Run a server that is not a scheduler, and sends these bytes to each client, or disconnects."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    kept.append(connection)
                    connection.close() if says is None else connection.sendall(says)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        for connection in kept:
            connection.close()


SAYINGS = {
    "silent": b"", "speaks of pages": b"HTTP/1.1 400 Bad Request\r\n\r\n", "large frames": b"\xff" * 4096,
    "many frames": struct.pack("<QQ", 1 << 20, 1 << 40), "zeros": bytes(1 << 16),
}  # fmt: skip


def refused(address: str, *more: str) -> str:
    """Return the error line about a cluster."""
    code, out, err = call(*WORK, "--cluster", address, *more)
    assert (code, out, err.count("\n"), err.startswith("gfkit: ")) == (2, "", 1, True), err[-2000:]
    return err


@pytest.mark.slow(6)
def test_a_server_that_is_not_a_scheduler_is_named() -> None:
    """A server with another protocol, an unused address, and TLS without certificates."""
    nobody = "cannot connect to a Dask scheduler"
    for says in (*SAYINGS.values(), None):
        with peer(says) as address:
            said = refused(address)
        assert f"--cluster {address!r}: {nobody}" in said
    for address in (
        "", "here", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999999",
        "tls://127.0.0.1:1", "tcp://no-such-host.invalid:8786", "inproc://x", "nonsense://here:1",
        "tcp://\x1b[31m:1", "tcp://[::1]:1", "tcp://a\0b:1", "x" * 5000 + ":1",
    ):  # fmt: skip
        assert nobody in refused(address), address[:40]
    with peer(b"") as address:
        assert "certificates" in refused(address.replace("tcp", "tls"))


def ended(loopback: Loopback, cache: Path, at: str, dying: list[Any]) -> str:
    """Return the output of a command whose cluster loses a process at a report; it ends with one line."""
    words = (*WORK[1:], "--cluster", loopback.address)
    process = begun(REPORTING, *words, env={**loopback.environment, "GFKIT_CACHE": str(cache)})
    assert process.stderr is not None
    try:
        heard = [process.stderr.readline()]
        while heard[-1] and not re.fullmatch(rf"report {at} [1-9]\d*\n", heard[-1]):
            heard.append(process.stderr.readline())
        assert heard[-1], heard
        for one in dying:
            one.kill()
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    said = [line for line in err.splitlines() if not line.startswith("report ")]
    assert (process.returncode, out, len(said)) == (3, "", 1), err[-2000:]
    return said[0]


@pytest.mark.slow(8)
def test_a_lost_scheduler_ends_the_run(tmp_path: Path) -> None:
    with Loopback(tmp_path) as loopback:
        err = ended(loopback, tmp_path / "cache", "primes", loopback.processes[:1])
    assert "stored, continue with: gfkit derive arc-kayles" in err
