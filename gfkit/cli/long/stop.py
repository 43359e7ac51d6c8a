"""The clock and Ctrl-C: both interrupt the main thread, once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import TracebackType
from typing import Any, Self

_AGAIN = 1.0
"""Seconds until the clock strikes again, where an interruption was lost in code that ignores exceptions."""
_INTERRUPTED = 130


class Stop:
    """Raises KeyboardInterrupt at Ctrl-C, at a polite request to end, and when the seconds are over.

    ``timed_out`` says that it was the clock. Any interruption while the first is cleaned up after ends the
    process at once, without a word. Outside of the main thread nothing is watched.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.timed_out = False
        self._before: dict[int, Any] = {}
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._watch(signal.SIGINT, signal.default_int_handler)
            self._watch(signal.SIGTERM, signal.SIG_DFL)
            if self.seconds is not None:
                self._start(self.seconds)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.disarm()
        for number, handler in self._before.items():
            if signal.getsignal(number) is not _leave:  # else the process is about to end
                signal.signal(number, handler)

    def disarm(self) -> None:
        """Stops the clock, so that what was found can be written."""
        if self._timer is not None:
            self._timer.cancel()
        elif sys.platform != "win32" and signal.SIGALRM in self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _watch(self, number: int, usual: Any) -> None:
        """Takes over a signal that has its usual effect; one that is ignored stays so."""
        if signal.getsignal(number) is usual:
            self._before[number] = signal.signal(number, self._interrupt)

    def _start(self, seconds: float) -> None:
        if sys.platform != "win32" and hasattr(signal, "setitimer"):
            self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._strike)
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        else:
            self._timer = threading.Timer(seconds, self._strike_elsewhere)
            self._timer.daemon = True
            self._timer.start()

    def _strike(self, *_: object) -> None:
        if not (self.timed_out and _is_unwinding(sys.exception())):
            self.timed_out = True
            raise KeyboardInterrupt

    def _strike_elsewhere(self) -> None:
        import _thread

        self.timed_out = True
        _thread.interrupt_main()

    def _interrupt(self, *_: object) -> None:
        for taken in self._before.keys() & {signal.SIGINT, signal.SIGTERM}:
            signal.signal(taken, _leave)
        raise KeyboardInterrupt


def _is_unwinding(error: BaseException | None) -> bool:
    """Whether an interruption is being cleaned up after."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _leave(*_: object) -> None:
    """Ends the process and its workers, and gives the terminal its cursor back."""
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\r\x1b[K\x1b[?25h")
    processes = sys.modules.get("multiprocessing")
    for worker in processes.active_children() if processes is not None else ():
        worker.kill()
    os._exit(_INTERRUPTED)
