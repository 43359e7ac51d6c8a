"""One call of the command line: its words, and what is said when it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gfkit.cli.long.stop import Stop


@dataclass
class Call:
    """The words after ``gfkit``; ``note`` is said after the line of a stop, ``message`` was said."""

    words: tuple[str, ...]
    note: str = ""
    message: str = ""
    endings: list[Callable[[int, str], None]] = field(default_factory=list)
    """Each is told the exit code and the message."""
    stop: Stop = field(default_factory=Stop)

    def end(self, code: int) -> None:
        for ending in self.endings:
            ending(code, self.message)


def without(words: Sequence[str], *options: str) -> tuple[str, ...]:
    """The words without these options, each with its value; an option named with = has none.

    >>> without(["derive", "--resume", "col", "--log", "a", "3xn", "--log=b"], "--log", "--resume=")
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
