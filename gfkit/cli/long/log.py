"""Plain lines with the time, for batch systems and for looking back."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.cli.long.pace import Pace

BETWEEN = 10.0
"""Seconds between lines of one stage."""
_BETWEEN_STAGES = 1.0


class Log:
    """Lines at the end of a file; trouble with the disk never stops the work."""

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        self._began = self._last = time.monotonic()

    def begin(self, words: Sequence[str]) -> None:
        """The first line; a file that cannot be written is refused here."""
        try:
            self._append(f"begin  {shlex.join(['gfkit', *words])}")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise OptionError(f"--log {str(self._path)!r} cannot be written: {reason}") from None

    def progress(self, pace: Pace, is_new: bool) -> None:
        """A line for a new stage, and one every ten seconds; stages that flash by are left out."""
        now = time.monotonic()
        if now - self._last >= (_BETWEEN_STAGES if is_new else BETWEEN):
            self._last = now
            self.line("  ".join([*pace.parts(), *pace.states()]))

    def end(self, code: int, message: str) -> None:
        seconds = time.monotonic() - self._began
        self.line(f"end    exit code {code} after {seconds:.1f} s" + (f": {message}" if message else ""))

    def line(self, text: str) -> None:
        try:
            self._append(text)
        except OSError:
            return

    def _append(self, text: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}  {text}\n")
