"""How far work has come and how long it will still take: on a line of the terminal, and in a log."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import exp, inf, log
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gfkit.cli.output import note
from gfkit.errors import OptionError, visible
from gfkit.typing import Progress

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 0.5
"""Seconds of work before anything is shown."""
BETWEEN = 10.0
"""Seconds between lines of one stage."""
_BETWEEN_STAGES = 1.0
WARNING_AFTER, _LONG = 2.0, 10.0
"""Seconds after which it is said once how long the work will take, where that is more than ten."""
_BELIEVED_AFTER, _SETTLED_AFTER = 1.5, 3.0
"""Seconds of a stage, and after its total moved last, before a time is told."""
_FEW_STEPS, _MANY_STEPS, _SHARE = 3, 30, 0.05
_UNKNOWN_AFTER = 10.0
"""Seconds of a stage after which it is said that nothing is known of the time left."""
_LEAST_STEP, _TRUSTED, _MOST_STEPS = 0.05, 3.0, 300
"""Seconds of a step that says something, how far its growth may vary, and steps that are looked ahead."""
_BAR = 20
"""Characters of a bar."""
_MEMORY = 5.0
"""Seconds over which the rate is smoothed at first; later a quarter of the stage so far."""
_TIME = r"(?i)([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smhd]?)"
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


class StageTiming:
    """Takes reports; the rate is that of the present stage, smoothed, and starts anew with each stage.

    The time left is (total - done) / rate. It is told when the stage has gone on for 1.5 seconds and three
    steps, a twentieth of the way or thirty steps are done, the total is no longer moving, and the smoothed
    rate is within a factor of two of the mean one. It fails where later steps cost more than earlier ones.
    What comes after the stage is in it, where the report says how much that is; else the line says that the
    time is that of the stage alone. Of steps that cost ever more ``GrowingSteps`` tells the time. After ten
    seconds of a stage of which nothing is known that is said.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.report: Progress | None = None
        self.rate = 0.0
        self._began = self._counted = clock()
        self._settled = -inf
        self._first = self._last = self._total = 0
        self._growing = GrowingSteps(clock)

    def take(self, report: Progress) -> bool:
        """Whether the report begins a new stage."""
        now, before = self._clock(), self.report
        self.report = report
        if not report.alike:
            self._growing.take(report.stage, report.done)
        if before is None or report.stage != before.stage or report.done < before.done:
            self._began = self._counted = now
            self._settled = -inf
            self._first = self._last = report.done
            self._total, self.rate = report.total, 0.0
            return before is None or report.stage != before.stage
        if abs(report.total - self._total) > _SHARE * self._total:
            self._settled, self._total = now, report.total
        self._count(report.done, now)
        return False

    def _count(self, done: int, now: float) -> None:
        passed = now - self._counted
        if done == self._last or passed < 0.2:
            return
        fresh = (done - self._last) / passed
        kept = exp(-passed / max(_MEMORY, (now - self._began) / 4)) if self.rate else 0.0
        self.rate = kept * self.rate + (1 - kept) * fresh
        self._last, self._counted = done, now

    def seconds_left(self) -> float | None:
        """Seconds to the end of the run, of the stage where no more is known; None while not believable."""
        report, now = self.report, self._clock()
        if report is not None and not report.alike:
            return self._growing.seconds_left(report.total)
        if report is None or not self.rate or report.total <= report.done or self._is_late(now):
            return None
        steps, elapsed = self._last - self._first, self._counted - self._began
        if steps < _FEW_STEPS or now - self._began < _BELIEVED_AFTER or now - self._settled < _SETTLED_AFTER:
            return None
        if steps < min(_MANY_STEPS, _SHARE * (report.total - self._first)):
            return None
        if not 0.5 < self.rate * elapsed / steps < 2:
            return None
        rest = report.total - self._last + (report.later or 0.0)
        return max(0.0, rest / self.rate - (now - self._counted))

    def _is_late(self, now: float) -> bool:
        """Whether the next step should have come long ago."""
        return now - self._counted > 1 + 3 / self.rate

    def bar(self) -> str:
        """How much of the stage, and of what comes after it, is done; nothing where steps cost ever more."""
        report = self.report
        if report is None or report.total <= 0 or not report.alike:
            return ""
        share = min(1.0, report.done / (report.total + (report.later or 0.0)))
        return f"[{'#' * int(share * _BAR):{_BAR}}]"

    @property
    def place(self) -> str:
        """The stage and how far it is; nothing before the first report.

        >>> timing = StageTiming()
        >>> timing.take(Progress("boards", 3, 8, 1200)), timing.place
        (True, 'boards 3/8')
        """
        report = self.report
        if report is None:
            return ""
        done = f" {report.done:,}" if report.done or report.total > 0 else ""
        return report.stage + done + (f"/{report.total:,}" if report.total > 0 else "")

    def parts(self) -> list[str]:
        """Stage and how far it is, time left and rate, those that say something."""
        report, left = self.report, self.seconds_left()
        if report is None:
            return []
        texts = [self.place]
        if left is not None:
            roughly = "about" if report.alike else "roughly"
            texts.append(f"{roughly} {about(left)} left" + (" of this" if report.later is None else ""))
        elif self._clock() - self._began > _UNKNOWN_AFTER:
            texts.append("time left unknown")
        if self.rate and not self._is_late(self._clock()):
            texts.append(_rate_text(self.rate))
        return texts

    def states(self) -> list[str]:
        """The number of states, when it says something."""
        number = 0 if self.report is None else self.report.states
        return [f"{number:,} state{'' if number == 1 else 's'}"] if number > 0 else []


class GrowingSteps:
    """The time left where each step costs about so many times what the one before cost, as boards that grow.

    A step is compared with the one two before it, as even and odd ones may differ: with d(k) the seconds of
    step k, d(k + 2) is taken to be g d(k), g the mean of the last two such quotients. Nothing is told before
    four steps of a twentieth of a second, and while the two quotients differ by more than a factor of three.
    A guess, right within a factor of two or three where the growth goes on; it fails where it does not.

    >>> seconds = iter([0, 0, 1, 3, 7, 15])  # steps of 1, 2, 4 and 8 seconds
    >>> steps = GrowingSteps(lambda: next(seconds, 15))
    >>> for done in range(5):
    ...     steps.take("boards", done)
    >>> steps.seconds_left(6)  # 16 and 32 seconds
    48.0
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage, self._done, self._began = "", 0, clock()
        self._seconds: list[float] = []
        """Of the steps that are done, the latest last."""

    def take(self, stage: str, done: int) -> None:
        """Told how many steps are done."""
        if stage == self._stage and done == self._done:
            return
        now = self._clock()
        if stage != self._stage or done < self._done:
            self._seconds = []
        else:
            self._seconds += [(now - self._began) / (done - self._done)] * (done - self._done)
        self._stage, self._done, self._began = stage, done, now

    def seconds_left(self, total: int) -> float | None:
        """Seconds for the steps that are left; None where the steps so far do not tell."""
        last = [seconds for seconds in self._seconds[-4:] if seconds > _LEAST_STEP]
        if len(last) < 4 or total <= self._done:
            return None
        growths = last[2] / last[0], last[3] / last[1]
        if max(growths) > _TRUSTED * min(growths):
            return None
        growth = exp((log(growths[0]) + log(growths[1])) / 2)
        steps = last[2:]
        for _ in range(min(total - self._done, _MOST_STEPS)):
            steps.append(steps[-2] * growth)
        return max(0.0, min(sum(steps[2:]), 1e12) - (self._clock() - self._began))


def _rate_text(rate: float) -> str:
    if rate < 0.5:
        return f"{about(1 / rate)} each"
    return f"{rate:,.3g}/s" if rate < 1000 else f"{rate:,.0f}/s"


class Log:
    """Lines at the end of a file; trouble with the disk never stops the work."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._began = self._last = time.monotonic()

    def begin(self, words: Sequence[str]) -> None:
        """The first line; a file that cannot be written is refused here."""
        try:
            from shlex import join

            self._append(f"begin  {join(['gfkit', *words])}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"--log {self._name!r} cannot be written: {reason}") from None

    def progress(self, timing: StageTiming, is_new: bool) -> None:
        """A line for a new stage, and one every ten seconds; stages that flash by are left out."""
        now = time.monotonic()
        if now - self._last >= (_BETWEEN_STAGES if is_new else BETWEEN):
            self._last = now
            self.line("  ".join([*timing.parts(), *timing.states()]))

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
    """Takes reports and shows the latest on a terminal; silent when ``quiet``, and at first.

    Used as a context, it leaves the terminal as it was, however the work ends. Work that does not report is
    seen to go on by its clock. The log is told in any case. Of work that takes more than ten seconds a line
    stays that says so, with what would help. Elsewhere, as in a pipe, a line after two seconds says what is
    done, unless GFKIT_QUIET is set.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        log: Log | None = None,
        at_stop: Callable[[], str] = lambda: "",
        advice: Callable[[], str] = lambda: "",
    ) -> None:
        """``at_stop`` says what becomes of work that is stopped now, ``advice`` what makes it shorter."""
        self._at_stop, self._advice = at_stop, advice
        self._on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._quiet = quiet or not (self._on_terminal or (sys.stderr and not os.environ.get("GFKIT_QUIET")))
        self._is_noted = False
        self._log = log
        self._began = time.monotonic()
        self._timing = StageTiming()
        self._live: Live | None = None
        self._lock = threading.Lock()
        self._alarm = self._timer(PATIENCE, self._show)
        self._warning = self._timer(WARNING_AFTER, self._warn)

    def __enter__(self) -> Self:
        if not self._quiet:
            self._warning.start()
            if self._on_terminal:
                self._alarm.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._alarm.cancel()
        with self._lock:
            self._warning.cancel()
            self._quiet = True
            if self._live is not None:
                self._live.stop()

    def __call__(self, report: Progress) -> None:
        is_new = self._timing.take(report)
        if self._log is not None:
            self._log.progress(self._timing, is_new)

    def _show(self) -> None:
        with self._lock:
            if not self._quiet:
                self._live = _live(self)
                self._live.start()

    @staticmethod
    def _timer(seconds: float, act: Callable[[], None]) -> threading.Timer:
        timer = threading.Timer(seconds, act)
        timer.daemon = True
        return timer

    def _warn(self) -> None:
        """Says once that the work is long; until that is known it looks again, off a terminal with a line."""
        with self._lock:
            if self._quiet:
                return
            text = self.warning()
            if text and self._live is not None:
                self._live.console.print(visible(text), markup=False, highlight=False, soft_wrap=True)
                return
            if not self._on_terminal and (text or not self._is_noted):
                self._is_noted = True
                passed = about(time.monotonic() - self._began)
                note("; ".join(filter(None, (f"at work for {passed}", *self._timing.parts(), text))))
            if not text:
                self._warning = self._timer(PATIENCE, self._warn)
                self._warning.start()

    @property
    def place(self) -> str:
        """The stage and how far it is."""
        return self._timing.place

    def warning(self) -> str:
        """How long the work will take, and what would help; nothing while that may be below ten seconds."""
        passed, left = time.monotonic() - self._began, self._timing.seconds_left()
        if (left is None and passed < _LONG) or (left is not None and passed + left < _LONG):
            return ""
        report = self._timing.report
        least = "at least " if report is not None and report.later is None else ""
        took = "more than 10 s, how long is not known"
        if left is not None:
            took = f"{least}about {about(passed + left)}"
        return "; ".join(filter(None, (f"this takes {took}", self._advice())))

    def text(self, width: int) -> str:
        """As much as has room: the stage and how far it is come first, then the time left, then a bar.

        What Ctrl-C would lose stands there before it is lost.

        >>> line = ProgressLine()
        >>> line(Progress("counting", 3, 8, 1200))
        >>> line.text(80), line.text(22)
        ('[#######             ]  counting 3/8  0:00  1,200 states', 'counting 3/8  0:00')
        """
        clock = clock_text(time.monotonic() - self._began)
        parts = [*(self._timing.parts() or ["working"]), clock]
        parts += [text for text in (*self._timing.states(), self._at_stop()) if text]
        while len(parts) > 2 and len("  ".join(parts)) > width:
            parts.pop()
        text = "  ".join(parts)
        bar = self._timing.bar()
        return visible(f"{bar}  {text}" if bar and len(bar) + 2 + len(text) <= width else text)[:width]


def _live(line: ProgressLine) -> Live:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True)

    def render() -> Text:
        return Text(line.text(console.width - 1), no_wrap=True, style="dim")

    return Live(get_renderable=render, console=console, transient=True, refresh_per_second=4)


# Lengths of time as people write them


def read_seconds(word: str, option: str = "--max-seconds") -> float:
    """Seconds from a number with s, m, h or d after it.

    >>> read_seconds("90"), read_seconds("1.5m"), read_seconds("2h")
    (90.0, 90.0, 7200.0)
    """
    match = re.fullmatch(_TIME, word.strip())
    seconds = float(match[1]) * _SECONDS[match[2].lower()] if match else 0.0
    if seconds <= 0:
        raise OptionError(
            f"{option} {word!r} is no length of time; write seconds, or a number with s, m, h or d, as"
            " 90s, 5m or 2h"
        )
    return seconds


def about(seconds: float) -> str:
    """A length of time in the unit that suits it, roughly.

    >>> about(7), about(43), about(200), about(9000), about(400_000), about(1e9)
    ('7 s', '45 s', '3 min', '2.5 h', '5 days', '32 years')
    """
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds < 10 else f"{5 * round(seconds / 5)} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    if seconds < 129_600:
        return f"{round(seconds / 1800) / 2:g} h"
    days = seconds / 86400
    return f"{days:.0f} days" if days < 1000 else f"{days / 365.25:,.0f} years"


def clock_text(seconds: float) -> str:
    """Minutes and seconds, or hours too.

    >>> clock_text(75), clock_text(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
