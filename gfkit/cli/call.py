"""One call of the command line: its arguments, its final message, and its limits (time, memory, Ctrl-C).

This module imports only the standard library.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import Any, Self

_AGAIN = 1.0
"""Seconds after which an interruption that Python dropped is raised again."""
_SLOW = 2.0
"""Seconds after which a command reports that it uses a slow method."""
_INTERRUPTED = 130
_WEIGH, _SOFT, _HARD = 0.02, 1.1, 1.25
"""Seconds between two memory checks, and the multiples of the limit at which the work is interrupted, and
killed.
"""
_LEAST = 64 << 20
"""Bytes that any command may use in addition to the memory held at the start. Engines check smaller
limits.
"""
_SHORT_GRACE, _GRACE = 0.3, 5.0
"""Grace periods in seconds within which interrupted work must end."""


class Stop:
    """Handler that raises KeyboardInterrupt at Ctrl-C, at SIGTERM, and at the time limit.

    It raises again every second until ``disarm``, because Python drops exceptions raised in its own
    callbacks, for example during an import. ``timed_out`` is True if the time limit was the cause. A second
    interruption during the clean-up ends the process immediately, without a message. Outside the main thread
    the handler does nothing.
    """

    def __init__(self) -> None:
        self.timed_out = self.interrupted = self.writes = False
        self.held = 0
        """Bytes in use when the memory limit was exceeded."""
        self._is_over = False
        self._watched = threading.Event()
        """Event that is set when time and memory are no longer checked."""
        self._before: dict[int, Any] = {}
        self._hook = sys.unraisablehook
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._hook, sys.unraisablehook = sys.unraisablehook, self._report_error
            self._watch(signal.SIGINT, signal.default_int_handler)
            self._watch(signal.SIGTERM, signal.SIG_DFL)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Return True to suppress an interruption after the end of the work."""
        self._is_over = True
        self.disarm()
        sys.unraisablehook = self._hook
        for number, handler in self._before.items():
            if signal.getsignal(number) is not _exit_process:  # otherwise the process is about to end
                signal.signal(number, handler)
        return isinstance(error, KeyboardInterrupt)

    def start_clock(self, seconds: float) -> None:
        """Start a timer that ends the command after the given number of seconds."""
        if threading.current_thread() is not threading.main_thread():
            return
        if not self._set_alarm(seconds):
            self._timer = threading.Timer(seconds, self._interrupt_main_thread)
            self._timer.daemon = True
            try:
                self._timer.start()
            except RuntimeError:  # without threads, as in a browser, computations check the time
                from gfkit.core.typing import STOP_CHECK

                STOP_CHECK.set(partial(self._check_clock, time.monotonic() + seconds))

    def start_scales(self, limit: int, held: Callable[[], int], leave: Callable[[], None]) -> None:
        """Start a check of the memory, which interrupts the work above 110 % of the limit; ``leave`` ends
        work that does not react.

        Work is treated as not reacting if the process exceeds the limit by a quarter, or is still too large
        after a few seconds. A limit below the memory already in use plus a margin has no effect.
        """
        is_main = threading.current_thread() is threading.main_thread()
        if sys.platform == "win32" or not is_main or not hasattr(signal, "pthread_kill"):
            return
        self._before.setdefault(signal.SIGALRM, signal.signal(signal.SIGALRM, self._handle_alarm))
        main, limit = threading.get_ident(), max(limit, held() + _LEAST)

        def watch() -> None:
            since = 0.0
            while not self._watched.wait(_WEIGH):
                now = held()
                if now <= _SOFT * limit:
                    since = 0.0
                elif not since:
                    self.held, since = now, time.monotonic()
                    signal.pthread_kill(main, signal.SIGALRM)
                elif time.monotonic() - since > (_GRACE if now <= _HARD * limit else _SHORT_GRACE):
                    leave()

        threading.Thread(target=watch, daemon=True).start()

    def disarm(self) -> None:
        """Stop the timer and the memory check, so that results can be written."""
        self._watched.set()
        if self._timer is not None:
            self._timer.cancel()
        elif sys.platform != "win32" and hasattr(signal, "SIGALRM") and signal.SIGALRM in self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _watch(self, number: int, usual: Any) -> None:
        """Install the handler for a signal, unless the signal is ignored or has a custom handler."""
        if signal.getsignal(number) is usual:
            self._before[number] = signal.signal(number, self._interrupt)

    def _set_alarm(self, seconds: float) -> bool:
        """Set the alarm of the system, if it has one."""
        if sys.platform == "win32" or not hasattr(signal, "setitimer"):
            return False
        before = signal.signal(signal.SIGALRM, self._handle_alarm)
        self._before.setdefault(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        return True

    def _handle_alarm(self, *_: object) -> None:
        # The alarm may expire during a step that blocks signals, before it is disarmed.
        if self.writes or self._watched.is_set():
            return
        if (self.timed_out or self.interrupted or self.held) and is_interruption(sys.exception()):
            return
        self.timed_out = not (self.interrupted or self.held)
        raise KeyboardInterrupt

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Return a context in which the time limit does not interrupt, so that a result is written whole."""
        self.writes = True
        try:
            yield
        finally:
            self.writes = False

    def _check_clock(self, end: float, *_report: object) -> None:
        if time.monotonic() > end and not (self.writes or self._watched.is_set()):
            self.timed_out = True
            raise KeyboardInterrupt

    def _interrupt_main_thread(self) -> None:
        import _thread

        if self.writes:
            return
        self.timed_out = True
        _thread.interrupt_main()

    def _interrupt(self, *_: object) -> None:
        if self._is_over:
            return
        for taken in self._before.keys() & {signal.SIGINT, signal.SIGTERM}:
            signal.signal(taken, _exit_process)
        if not self.timed_out:
            self.interrupted = True
        self._set_alarm(_AGAIN)
        raise KeyboardInterrupt

    def _report_error(self, report: Any) -> None:
        """Suppress the report of interruptions that Python dropped, since they are raised again."""
        if not issubclass(report.exc_type, KeyboardInterrupt):
            self._hook(report)


def is_interruption(error: BaseException | None) -> bool:
    """Return True if an error is an interruption, or was raised while an interruption was handled."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _exit_process(*_: object) -> None:
    """End the process and its workers, and restore the cursor of the terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\r\x1b[K\x1b[?25h")
    processes = sys.modules.get("multiprocessing")
    for worker in processes.active_children() if processes is not None else ():
        worker.kill()
    os._exit(_INTERRUPTED)


def _note_missing_extension() -> None:
    from gfkit.cli.output import note

    note("the C extension is not built, so this takes long; see 'gfkit doctor'")


class Call:
    """One call of ``gfkit``: its arguments, notes and messages."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words, self.note, self.readings, self.message = words, "", "", ""
        self.typed: tuple[str, ...] | None = None
        """Arguments as typed, if the call is read from the run store."""
        self.resumes = False
        """True if the call must resume stored work and may not start new work."""
        self.endings: list[Callable[[int, str], None]] = []
        """Callbacks that receive the exit code and the message."""
        self.code = _INTERRUPTED
        self.stop: Stop = Stop()
        self._begun, self._is_slow = time.monotonic(), False

    def note_slow(self) -> None:
        """Print one note after two seconds if the C extension is not available."""
        if self._is_slow:
            return
        from threading import Timer

        self._is_slow = True
        timer = Timer(max(0.0, _SLOW - (time.monotonic() - self._begun)), _note_missing_extension)
        timer.daemon = True
        timer.start()
        self.endings.append(lambda *_: timer.cancel())

    def end(self, code: int) -> None:
        for ending in self.endings:
            ending(code, self.message)


def without(words: Sequence[str], *options: str) -> tuple[str, ...]:
    """Return the words without the given options and their values. An option of the form NAME=VALUE has no
    separate value.

    >>> without(["derive", "--quiet", "col", "--log", "a", "3xn", "--log=b"], "--log", "--quiet=")
    ('derive', 'col', '3xn')
    """
    flags = {option[:-1] for option in options if option.endswith("=")}
    valued = set(options) - {flag + "=" for flag in flags}
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in valued:
            next(rest, None)
        elif word not in flags and word.partition("=")[0] not in valued:
            kept.append(word)
    return tuple(kept)
