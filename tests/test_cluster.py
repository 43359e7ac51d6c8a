"""A Dask cluster on this machine: a scheduler and two workers on loopback, one of which is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import gfkit
from gfkit.errors import OptionError
from gfkit.runs.executors import open_executor
from gfkit.typing import Progress

HERE = "tcp://127.0.0.1:"


class Loopback:
    """A scheduler and its workers, as processes of their own."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        root = str(Path(gfkit.__file__).parent.parent)
        self.environment = {**os.environ, "PYTHONPATH": root, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
        self.processes: list[subprocess.Popen[bytes]] = []
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
        self._start("dask_scheduler", options)
        self.address = self._said("dask_scheduler-0", re.escape(HERE) + r"\d+")
        for number in (1, 2):
            options = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            self._start("dask_worker", [self.address, *options, "--local-directory", str(logs)])
            self._said(f"dask_worker-{number}", "Starting established connection|Registered to")

    def _start(self, module: str, options: list[str]) -> None:
        log = (self.logs / f"{module}-{len(self.processes)}").open("wb")
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options]
        self.processes.append(subprocess.Popen(command, stderr=log, stdout=log, env=self.environment))

    def _said(self, log: str, pattern: str) -> str:
        """Waits until a process has written something."""
        for _ in range(600):
            found = re.search(pattern, (self.logs / log).read_text())
            if found:
                return found[0]
            time.sleep(0.1)
        pytest.fail(f"{log} did not start: {(self.logs / log).read_text()[-2000:]}")

    @property
    def workers(self) -> list[subprocess.Popen[bytes]]:
        return self.processes[1:]

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def loopback(tmp_path: Path) -> Iterator[Loopback]:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    cluster = Loopback(tmp_path)
    yield cluster
    cluster.end()


def test_a_cluster_that_loses_a_worker_gives_the_same(loopback: Loopback) -> None:
    alone = gfkit.derive("arc-kayles", "11xn")
    landed = 0

    def kill_one(progress: Progress) -> None:
        nonlocal landed
        if progress.stage == "primes":
            landed += 1
            if landed == 1:
                loopback.workers[0].send_signal(signal.SIGKILL)

    with open_executor(cluster=loopback.address) as executor:
        assert executor is not None
        assert executor.workers == 2  # type: ignore[attr-defined]
        found = gfkit.derive("arc-kayles", "11xn", executor=executor, on_progress=kill_one)
    assert landed > 1, "the worker was killed after the work was done"
    assert loopback.workers[0].wait(10) == -signal.SIGKILL
    assert found == alone
    assert found.evidence == alone.evidence


def test_no_cluster_is_said() -> None:
    pytest.importorskip("distributed", reason="dask.distributed is not installed (extra cluster)")
    with pytest.raises(OptionError, match=r"--cluster 'nonsense://here': no Dask scheduler answers there"):
        open_executor(cluster="nonsense://here").__enter__()
