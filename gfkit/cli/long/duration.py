"""Lengths of time as people write them: 90, 90s, 5m, 2h."""

from __future__ import annotations

import re

from gfkit.errors import OptionError

_TIME = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([smhd]?)", re.IGNORECASE)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def read_seconds(word: str) -> float:
    """Seconds from a number with s, m, h or d after it.

    >>> read_seconds("90"), read_seconds("1.5m"), read_seconds("2h")
    (90.0, 90.0, 7200.0)
    """
    found = _TIME.fullmatch(word.strip())
    seconds = float(found[1]) * _SECONDS[found[2].lower()] if found else 0.0
    if seconds <= 0:
        raise OptionError(
            f"--max-seconds {word!r} is no length of time; write seconds, or a number with s, m, h or d, as"
            " 90s, 5m or 2h"
        )
    return seconds


def about(seconds: float) -> str:
    """A length of time in the unit that suits it, roughly.

    >>> about(7), about(43), about(200), about(9000), about(400_000)
    ('7 s', '45 s', '3 min', '2.5 h', '5 days')
    """
    if seconds < 90:
        return f"{seconds:.0f} s" if seconds < 10 else f"{5 * round(seconds / 5)} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    if seconds < 129_600:
        return f"{round(seconds / 1800) / 2:g} h"
    return f"{seconds / 86400:.0f} days"


def clock_text(seconds: float) -> str:
    """Minutes and seconds, or hours too.

    >>> clock_text(75), clock_text(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
