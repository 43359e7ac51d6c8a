"""A Dask cluster on this machine: a scheduler and two workers on loopback."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import gfkit


class Loopback:
    """A scheduler and its workers, as processes of their own."""

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
            self.start_worker(number)

    def start_worker(self, number: int) -> None:
        options = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self._start("dask_worker", [self.address, *options, "--local-directory", str(self.logs)])
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
        raise RuntimeError(f"{log} did not start: {(self.logs / log).read_text()[-2000:]}")

    @property
    def workers(self) -> list[subprocess.Popen[bytes]]:
        return self.processes[1:]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
