"""The loops in C, where they were built: ``gfkit.native.loops``. Without them numpy and Python do the same.

``is_built`` says whether they are there and wanted: GFKIT_NATIVE=0 leaves them out. Who calls a loop asks
this first, which loads ``native.loops``. ``loops.pyi`` says what each loop takes and gives; each file in C
begins with what it computes, and names its twin in Python, which tests compare it with.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.native import loops as loops


class Missing:
    """Who is told when a slow way is taken because the loops are not there."""

    tell: Callable[[], object] | None = None


@cache
def _is_there() -> bool:
    try:
        from gfkit.native import loops  # noqa: F401 - asked whether it loads
    except ImportError:
        return False
    return True


def is_built() -> bool:
    """Whether the loops in C are there and not switched off; else who asks takes a slow way."""
    if os.environ.get("GFKIT_NATIVE") != "0" and _is_there():
        return True
    if Missing.tell is not None:
        Missing.tell()
    return False
