"""C extension ``gfkit.core.native.loops``, which is optional: numpy and Python compute the same results.

``is_built`` reports whether the extension is available and enabled; GFKIT_NATIVE=0 disables it. Call
``is_built`` before each function of the extension; it imports ``native.loops``. ``loops.pyi`` specifies the
arguments and results. The header of each C file describes its computation and names the equivalent Python
function, with which tests compare it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.core.native import loops as loops


class Missing:
    """Protocol of the callback that reports a slow computation without the C extension."""

    tell: Callable[[], object] | None = None


@cache
def _is_there() -> bool:
    try:
        from gfkit.core.native import loops  # noqa: F401 - tests whether it loads
    except ImportError:
        return False
    return True


def is_built() -> bool:
    """Return True if the C extension is available and not disabled."""
    if os.environ.get("GFKIT_NATIVE") != "0" and _is_there():
        return True
    if Missing.tell is not None:
        Missing.tell()
    return False
