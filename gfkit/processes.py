"""Whether another process of this machine is there."""

from __future__ import annotations

import os


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
