"""What the store says, each in one line."""

from __future__ import annotations

from pathlib import Path

from gfkit.memory import size_text
from gfkit.run.store.place import DIRECTORY_VARIABLE, LIMIT_VARIABLE
from gfkit.run.store.record import RunRecord


def stopped(path: Path, error: Exception) -> str:
    """The disk gives trouble, or the file is not ours."""
    return (
        f"run store: {path}: {error}; going on without storing anything"
        f" ({DIRECTORY_VARIABLE} names another directory)"
    )


def file_damaged(path: Path, error: Exception, aside: Path, saved: int) -> str:
    """A file was moved aside, and this much was taken out of it."""
    return (
        f"run store: {path} was damaged ({error}); it is kept as {aside.name};"
        f" {_parts(saved)} in it {_were(saved)} intact and taken over, the rest is computed again"
    )


def parts_damaged(run: str, number: int) -> str:
    """Parts of one run whose checksums do not hold."""
    return (
        f"run store: {_parts(number, 'damaged ')} of run {run[:8]} {_were(number)} dropped,"
        " and what is missing is computed again"
    )


def part_of(run: str, part: str, size: int) -> str:
    """A part by name and size."""
    return f"part {part!r} of run {run[:8]} ({size_text(size)})"


def no_room(part: str, limit: int) -> str:
    """The limit does not let a part in."""
    return (
        f"run store: the limit of {size_text(limit)} leaves no room for {part};"
        f" what does not fit is not stored ({LIMIT_VARIABLE} sets the limit)"
    )


def runs_dropped(dropped: tuple[RunRecord, ...], limit: int) -> str:
    """Runs that had to go so that others come in.

    >>> runs_dropped((RunRecord("3f2a", (), "", "", 0, 9, True),), 2 << 30)
    'run store: 1 finished run, not used for longest, was dropped to stay below 2.0 GiB (GFKIT_CACHE_LIMIT)'
    """
    finished = sum(record.finished for record in dropped)
    kinds = [f"{finished} finished"] * (finished > 0)
    kinds += [f"{len(dropped) - finished} unfinished"] * (len(dropped) > finished)
    return (
        f"run store: {' and '.join(kinds)} run{'s' * (len(dropped) != 1)}, not used for longest,"
        f" {_were(len(dropped))} dropped to stay below {size_text(limit)} ({LIMIT_VARIABLE})"
    )


def _parts(number: int, kind: str = "") -> str:
    return f"{number} {kind}part{'s' * (number != 1)}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
