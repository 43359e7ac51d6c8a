"""Calls in a separate process, which is killed if a call takes too long and restarted for the next call.

A signal does not interrupt a computation in C, but killing its process does. The process also ends if its
parent process ends, even if the parent is killed.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, TypeVar

from gfkit.core.errors import LimitError, WorkerError
from gfkit.core.memory import resident_memory

_Result = TypeVar("_Result")
_LENGTH = struct.Struct("<Q")
_START_SECONDS = 120.0
"""Maximum time, in seconds, for starting the process and importing the called function."""
_LOOK = 0.02
"""Seconds between two calls of the watch function."""
_LISTEN = 1.0
"""Maximum delay of Ctrl-C, in seconds: on Windows it is not handled while waiting for a lock."""


class _CPULimitError(Exception):
    """Raised when the CPU time limit is reached."""


class KillableProcess:
    """Separate process for calls; the first call starts the process.

    >>> confined = KillableProcess()
    >>> confined.call(divmod, 17, 5, seconds=60)
    (3, 2)
    >>> confined.close()
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def call(
        self,
        function: Callable[..., _Result],
        *arguments: object,
        seconds: float,
        cpu: float | None = None,
        watch: Callable[[int], object] | None = None,
    ) -> _Result:
        """Call a function in the process and return its result. Arguments and the result must be picklable.

        Raise LimitError if the call takes longer than ``seconds``, or more than ``cpu`` seconds of CPU time
        (wall-clock time on Windows), and WorkerError if it raises or its process dies. The time for imports
        is not included. ``watch`` is called repeatedly with the process id; if it raises an error, the
        process is killed and the error is raised.
        """
        if self._process is None:
            self._begin()
            self._ask(pickle.dumps(function), _START_SECONDS, watch)
        if cpu is not None and sys.platform == "win32":
            seconds = min(seconds, cpu)
        try:
            result: _Result = self._ask(pickle.dumps((function, arguments, cpu)), seconds, watch)
        except _CPULimitError:
            raise LimitError(f"stopped after {cpu:g} s of CPU time") from None
        return result

    def held_memory(self) -> int:
        """Return the memory of the process in bytes, or 0 if it is unknown."""
        return 0 if self._process is None else resident_memory(self._process.pid)

    def close(self) -> None:
        """Terminate the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            process.wait()

    def _begin(self) -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from gfkit.runs.confined import serve; serve()"
        self._answers = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None, "stdout is a pipe"
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers.put), daemon=True).start()

    def _ask(self, message: bytes, seconds: float, watch: Callable[[int], object] | None = None) -> Any:
        process = self._process
        assert process is not None, "the process was started"
        assert process.stdin is not None, "stdin is a pipe"
        try:
            with suppress(OSError):  # the process has died, which the missing result will show
                _send(process.stdin, message)
            answer = self._next_answer(process.pid, seconds, watch)
        except BaseException:
            self.close()
            raise
        if answer is None:
            code = process.wait()
            self.close()
            if sys.platform != "win32" and code == -signal.SIGPROF:
                raise _CPULimitError
            raise WorkerError(f"the worker process died (exit code {code})")
        is_done, value = pickle.loads(answer)
        if not is_done:
            raise WorkerError(str(value))
        return value

    def _next_answer(
        self, process: int, seconds: float, watch: Callable[[int], object] | None
    ) -> bytes | None:
        """Wait at most ``seconds`` for the next result and return it."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            with suppress(queue.Empty):
                return self._answers.get(timeout=min(rest, _LISTEN if watch is None else _LOOK))
            if watch is not None:
                watch(process)
        raise LimitError(f"stopped after {seconds:g} s")


_OWN = threading.local()


def confined_here() -> KillableProcess:
    """Return the process of the current thread. All calls of a worker share one process."""
    process: KillableProcess | None = getattr(_OWN, "confined", None)
    if process is None:
        process = _OWN.confined = KillableProcess()
    return process


# In the separate process


def serve() -> None:
    """Process calls in order until the parent process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nowhere, number)
    waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(calls, lambda one: _heard(one, waiting)), daemon=True).start()
    while (message := waiting.get()) is not None:
        try:
            asked = pickle.loads(message)
            answer = (True, _result(*asked) if isinstance(asked, tuple) else None)
            packed = pickle.dumps(answer)
        except Exception as error:
            packed = pickle.dumps((False, f"{type(error).__name__}: {' '.join(str(error).split())}"))
        _send(answers, packed)


def _result(function: Callable[..., object], arguments: tuple[object, ...], cpu: float | None) -> object:
    """Return the result of the function. When the CPU time limit is reached, a signal ends the process in any
    state.
    """
    if cpu is None or sys.platform == "win32":
        return function(*arguments)
    signal.setitimer(signal.ITIMER_PROF, cpu)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _heard(message: bytes | None, waiting: queue.SimpleQueue[bytes | None]) -> None:
    if message is None:
        os._exit(1)
    waiting.put(message)


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def _listen(pipe: IO[bytes], tell: Callable[[bytes | None], object]) -> None:
    """Forward each message, and None at the end."""
    with suppress(OSError, ValueError):  # the pipe was closed
        while len(head := pipe.read(_LENGTH.size)) == _LENGTH.size:
            (length,) = _LENGTH.unpack(head)
            message = pipe.read(length)
            if len(message) < length:
                break
            tell(message)
    tell(None)
