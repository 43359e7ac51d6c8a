"""Cores; whether another process of this machine is there; and files that go with processes."""

from __future__ import annotations

import os
from glob import escape
from pathlib import Path


def is_running(process: int) -> bool | None:
    """Whether there is a process of this number; None where the system does not tell.

    >>> is_running(os.getpid()) in (True, None)
    True
    """
    if os.name != "posix":  # where signal 0 is Ctrl-C
        return None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is another user's
        return True
    except (OSError, OverflowError):
        return None
    return True


def core_count() -> int:
    """The number of cores that this process may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def own_name(kind: str) -> str:
    """How the names of this process's files of a kind begin, which go with it."""
    return f"{_machine_name(kind)}{os.getpid()}-"


def orphans(folder: Path, kind: str) -> list[Path]:
    """Files of a kind that killed processes of this machine left in a folder."""
    begin = _machine_name(kind)
    owners = {path: path.name[len(begin) :].partition("-")[0] for path in folder.glob(f"{escape(begin)}*")}
    return [path for path, owner in owners.items() if owner.isdecimal() and is_running(int(owner)) is False]


def _machine_name(kind: str) -> str:
    import platform

    return f"{kind}-{platform.node()}-"
