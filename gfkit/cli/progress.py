"""A progress line on standard error, for terminals and for work that takes a while."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from gfkit.typing import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PATIENCE = 0.5
"""Seconds of work before anything is shown."""


class ProgressLine:
    """Takes reports and shows the latest; silent when ``quiet``, off a terminal, and at first.

    Used as a context, it leaves the terminal as it was, however the work ends.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet or sys.stderr is None or not sys.stderr.isatty()
        self._began = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, report: Progress) -> None:
        if self._quiet or time.monotonic() - self._began < PATIENCE:
            return
        if self._bar is None:
            self._bar = _bar()
            self._task = self._bar.add_task("", states="")
            self._bar.start()
        assert self._task is not None, "added together with the bar"
        self._bar.update(
            self._task,
            description=report.stage,
            completed=report.done,
            total=report.total,
            states=f"{report.states:,} states" if report.states else "",
        )


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[states]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
