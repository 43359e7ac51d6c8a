"""A progress line on standard error, for terminals and for work that takes a while."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gfkit.cli.long.duration import clock_text
from gfkit.cli.long.pace import Pace
from gfkit.typing import Progress

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

    from gfkit.cli.long.log import Log

PATIENCE = 0.5
"""Seconds of work before anything is shown."""


class ProgressLine:
    """Takes reports and shows the latest; silent when ``quiet``, off a terminal, and at first.

    Used as a context, it leaves the terminal as it was, however the work ends. Work that does not report is
    seen to go on by its clock. The log is told in any case.
    """

    def __init__(self, *, quiet: bool = False, log: Log | None = None) -> None:
        self._quiet = quiet or sys.stderr is None or not sys.stderr.isatty()
        self._log = log
        self._began = time.monotonic()
        self._pace = Pace()
        self._live: Live | None = None
        self._turn = threading.Lock()
        self._alarm = threading.Timer(PATIENCE, self._show)
        self._alarm.daemon = True

    def __enter__(self) -> Self:
        if not self._quiet:
            self._alarm.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._alarm.cancel()
        with self._turn:
            self._quiet = True
            if self._live is not None:
                self._live.stop()

    def __call__(self, report: Progress) -> None:
        is_new = self._pace.take(report)
        if self._log is not None:
            self._log.progress(self._pace, is_new)

    def _show(self) -> None:
        with self._turn:
            if not self._quiet:
                self._live = _live(self)
                self._live.start()

    def text(self, width: int) -> str:
        """As much as has room: the stage and how far it is come first, then the time left.

        >>> line = ProgressLine()
        >>> line(Progress("counting", 3, 8, 1200))
        >>> line.text(80), line.text(22)
        ('counting  3/8  0:00  1,200 states', 'counting  3/8  0:00')
        """
        clock = clock_text(time.monotonic() - self._began)
        parts = [*(self._pace.parts() or ["working"]), clock, *self._pace.states()]
        while len(parts) > 2 and len("  ".join(parts)) > width:
            parts.pop()
        return "  ".join(parts)[:width]


def _live(line: ProgressLine) -> Live:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True)

    def shown() -> Text:
        return Text(line.text(console.width - 1), no_wrap=True, style="dim")

    return Live(get_renderable=shown, console=console, transient=True, refresh_per_second=4)
