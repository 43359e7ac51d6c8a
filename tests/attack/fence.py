"""A fence around a process: it and its children write, make and remove files in one folder alone.

The attack gives commands names such as ``../``, with ``--force``; a faulty command must not destroy anything
of the machine that it is tried on. The fence is Landlock, of Linux from 5.13 on; elsewhere there is none.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of system calls, the same on all machines that Python runs on."""
_VERSION, _BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
_WRITE = 1 << 1
_CHANGE = _WRITE | sum(1 << bit for bit in range(4, 13))
"""Writing into files, and making and removing them, their folders and links."""
_LATER = {2: 1 << 13, 3: 1 << 14}
"""Moving files between folders, and cutting them off, by the first version that knows it."""


def fence_in(folder: Path) -> bool:
    """Lets this process change nothing outside of the folder from now on; whether the system can do that."""
    if sys.platform != "linux":
        return False
    system = ctypes.CDLL(None).syscall
    version = system(_CREATE_RULESET, None, 0, _VERSION)
    if version < 1:
        return False
    change = _CHANGE | sum(bit for first, bit in _LATER.items() if version >= first)
    rules = system(_CREATE_RULESET, struct.pack("Q", change), 8, 0)
    for place, allowed in (
        (str(folder), change),
        ("/dev/shm", change),  # where processes that work together meet
        ("/dev/null", change & (_WRITE | _LATER[3])),
    ):
        if rules >= 0 and Path(place).exists():
            opened = os.open(place, os.O_PATH)
            system(_ADD_RULE, rules, _BENEATH, struct.pack("=Qi", allowed, opened), 0)
            os.close(opened)
    return (
        rules >= 0
        and ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
        and system(_RESTRICT_SELF, rules, 0) == 0
    )
