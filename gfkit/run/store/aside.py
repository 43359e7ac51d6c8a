"""Moving a damaged file out of the way; nothing is deleted."""

from __future__ import annotations

from itertools import count
from pathlib import Path

_WITH_IT = ("", "-wal", "-shm")


def set_aside(path: Path) -> Path | None:
    """Moves the file with its log and index to ``NAME.damaged-1``, or the next number that is free.

    Also what is left of such a move that was cut short: a log whose file is gone. None when nothing is there.
    """
    there = [ending for ending in _WITH_IT if _beside(path, ending).exists()]
    if not there:
        return None
    aside = next(free for number in count(1) if _is_free(free := _beside(path, f".damaged-{number}")))
    for ending in there:
        _beside(path, ending).rename(_beside(aside, ending))
    return aside


def _is_free(path: Path) -> bool:
    return not any(_beside(path, ending).exists() for ending in _WITH_IT)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
