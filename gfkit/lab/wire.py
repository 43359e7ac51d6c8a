"""Between the page's worker and the bench: texts in JSON, so that nothing else crosses."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from gfkit.lab.bench import Bench
from gfkit.typing import Progress

Report = Callable[[str, int, int, int], object]
_PAUSE = 0.1
"""Seconds between two reports of progress."""


def answer(tool: str, request: str, report: Report) -> str:
    """The answer to a request; ``report`` is told the stage, how much of how much is done, and the states."""
    told = 0.0

    def on_progress(progress: Progress) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _PAUSE:
            told = now
            report(progress.stage, progress.done, progress.total, progress.states)

    return json.dumps(Bench().run(tool, json.loads(request), on_progress))
