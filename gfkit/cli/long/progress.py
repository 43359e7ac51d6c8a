"""Progress reports: a terminal line with stage, steps, states and time, and a log file."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gfkit.cli.output import note
from gfkit.core.errors import OptionError, quantity, visible
from gfkit.core.typing import FORECAST, NO_STAGE, Progress

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 0.5
"""Seconds of work before the first progress line."""
BETWEEN = 10.0
"""Seconds between two log lines of the same stage."""
_BETWEEN_STAGES = 1.0
NOTED_AFTER, ADVISED_AFTER = 2.0, 10.0
"""Seconds of work before a note is printed without a terminal, and before advice is printed."""
_BAR = 20
"""Width of the progress bar in characters."""
_EQUAL = ("names settled", "claims checked", "primes", "points", "proof", "epochs")
"""Stages whose steps take about equally long, so that the time left can be estimated."""
_STEPS = {"finding states": "cell"}
"""Steps of a stage, if its name does not name them."""
_TIME = r"(?i)([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smhd]?)"
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def _place(report: Progress | None) -> str:
    """Return the stage of a run and the number of finished steps, or "" if there is no stage.

    >>> _place(Progress("boards", 3, 8, 1200)), _place(Progress("primes", 8, 8, 0))
    ('boards 3/8', 'primes 8/8 done')
    """
    if report in (None, NO_STAGE):
        return ""
    done = f" {report.done:,}" if report.done or report.total > 0 else ""
    total = f"/{report.total:,}{' done' * (report.done >= report.total)}" if report.total > 0 else ""
    return _STEPS.get(report.stage, report.stage) + done + total


def _format_bar(report: Progress | None) -> str:
    """Return a bar that shows how much of the stage is done, or "" if its total is not known."""
    if report is None or report.total <= 0:
        return ""
    return f"[{'#' * min(_BAR, report.done * _BAR // report.total):{_BAR}}]"


class Log:
    """Log file. Disk errors do not stop the work."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = self._last = time.monotonic()

    def begin(self, words: Sequence[str]) -> None:
        """Write the first line; raise OptionError if the file is not writable."""
        try:
            from shlex import join

            self._append(f"begin  {join(['gfkit', *words])}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"GFKIT_LOG {self._name!r} cannot be written: {reason}") from None

    def progress(self, report: Progress, is_new: bool, states: str) -> None:
        """Write a line for each new stage, and then one line every ten seconds. Short stages are omitted."""
        now = time.monotonic()
        if now - self._last >= (_BETWEEN_STAGES if is_new else BETWEEN):
            self._last = now
            self.line("  ".join((_place(report) or NO_STAGE.stage, *([states] if states else []))))

    def end(self, code: int, message: str) -> None:
        seconds = time.monotonic() - self._began
        self.line(f"end    exit code {code} after {seconds:.1f} s" + (f": {message}" if message else ""))

    def line(self, text: str) -> None:
        try:
            self._append(text)
        except OSError:
            return

    def _append(self, text: str) -> None:
        with open(self._name, "a", encoding="utf-8") as file:
            line = " ".join(visible(text).splitlines())
            file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}  {line}\n")


class ProgressLine:
    """Progress reports, of which a terminal shows the latest one.

    Nothing is shown at first, or if GFKIT_QUIET is set. As a context manager it restores the terminal in any
    case. If the work does not report, the elapsed time is shown. The log always receives the reports. After
    more than ten seconds of work, one line with the duration and with advice remains. Without a terminal, as
    in a pipe, one progress line is printed after two seconds.
    """

    def __init__(
        self,
        *,
        log: Log | None = None,
        at_stop: Callable[[], str] = lambda: "",
        advice: Callable[[], str] = lambda: "",
        is_shown: bool = True,
    ) -> None:
        """Create a line. ``at_stop`` returns the effect of stopping now, and ``advice`` the options that
        reduce the work.
        """
        self._at_stop, self._advice = at_stop, advice
        self._on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._quiet = not is_shown or sys.stderr is None or bool(os.environ.get("GFKIT_QUIET"))
        self._log = log
        self._began = time.monotonic()
        self._report: Progress | None = None
        self._most_states = 0
        """Largest number of states in the stage: a sweep ends with one state."""
        self._marks: list[tuple[float, int]] = []
        """Time and number of finished steps at the first and the latest reports of the stage."""
        self._live: Live | None = None
        self._lock = threading.Lock()
        first = (PATIENCE, self._show) if self._on_terminal else (NOTED_AFTER, self._note)
        self._timers = [threading.Timer(*first), threading.Timer(ADVISED_AFTER, self._advise)]

    def __enter__(self) -> Self:
        if not self._quiet:
            for timer in self._timers:
                timer.daemon = True
                timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for timer in self._timers:
            timer.cancel()
        with self._lock:
            self._quiet = True
            if self._live is not None:
                self._live.stop()

    def __call__(self, report: Progress) -> None:
        before, self._report = self._report, report
        is_new = before is None or report.stage != before.stage
        self._most_states = max(report.states, 0 if is_new else self._most_states)
        if before is None or is_new or report.done < before.done:
            self._marks = []
        if not self._marks or report.done > self._marks[-1][1]:
            self._marks = [*self._marks[:2], (time.monotonic(), report.done)]
        if is_new and report.stage.startswith(FORECAST):
            note(report.stage)
        if self._log is not None:
            self._log.progress(report, is_new, self._states)

    def _show(self) -> None:
        with self._lock:
            if not self._quiet:
                self._live = _make_live_line(self)
                self._live.start()

    def _note(self) -> None:
        with self._lock:
            if not self._quiet:
                parts = ", ".join(filter(None, (self.place, self._states)))
                note(f"running for {NOTED_AFTER:g} s" + f" ({parts})" * bool(parts))

    def _advise(self) -> None:
        with self._lock:
            text = "; ".join(
                filter(None, (f"running for more than {ADVISED_AFTER:g} s", self.left, self._advice()))
            )
            if self._live is not None:
                self._live.console.print(visible(text), markup=False, highlight=False, soft_wrap=True)
            elif not self._quiet:
                note(text)

    @property
    def left(self) -> str:
        """Estimate of the time left in the stage, or "" before two batches of steps are done."""
        marks, report = self._marks, self._report
        batches = len(marks) - (bool(marks) and marks[0][1] == 0)
        if report is None or report.stage not in _EQUAL or report.total <= report.done or batches < 2:
            return ""
        (began, first), (latest, done) = marks[0], marks[-1]
        seconds = (latest - began) / (done - first) * (report.total - done) - (time.monotonic() - latest)
        return f"about {clock_text(max(0.0, seconds))} left"

    @property
    def _states(self) -> str:
        """Largest number of states in the stage, with its noun, or "" if it is unknown."""
        return quantity(self._most_states, "state") if self._most_states else ""

    @property
    def place(self) -> str:
        """Stage and number of its finished steps."""
        return _place(self._report)

    def text(self, width: int) -> str:
        """Return the progress line, truncated to the width: the stage, its steps, time, states, and a bar.

        After a few seconds the line also states the effect of Ctrl-C.

        >>> line = ProgressLine()
        >>> line(Progress("counting", 3, 8, 1200))
        >>> line.text(80), line.text(22)
        ('[#######             ]  counting 3/8  0:00  1,200 states', 'counting 3/8  0:00')
        """
        clock = clock_text(time.monotonic() - self._began)
        parts = [
            self.place or "working",
            clock,
            *filter(None, (self.left, self._states, self._at_stop())),
        ]
        while len(parts) > 2 and len("  ".join(parts)) > width:
            parts.pop()
        text = "  ".join(parts)
        bar = _format_bar(self._report)
        return visible(f"{bar}  {text}" if bar and len(bar) + 2 + len(text) <= width else text)[:width]


def _make_live_line(line: ProgressLine) -> Live:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True)

    def render() -> Text:
        return Text(line.text(console.width - 1), no_wrap=True, style="dim")

    return Live(get_renderable=render, console=console, transient=True, refresh_per_second=4)


# Durations in human-readable form


def read_seconds(word: str, option: str = "--max-seconds") -> float:
    """Parse a duration such as 90, 1.5m, 2h or 1d, and return it in seconds.

    >>> read_seconds("90"), read_seconds("1.5m"), read_seconds("2h")
    (90.0, 90.0, 7200.0)
    """
    match = re.fullmatch(_TIME, word.strip())
    seconds = float(match[1]) * _SECONDS[match[2].lower()] if match else 0.0
    if seconds <= 0:
        raise OptionError(
            f"{option} {word!r} is not a duration; write seconds, or a number followed by s, m, h"
            " or d, such as"
            " 90s, 5m or 2h"
        )
    return seconds


def clock_text(seconds: float) -> str:
    """Return a duration as minutes and seconds, with hours if necessary.

    >>> clock_text(75), clock_text(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
