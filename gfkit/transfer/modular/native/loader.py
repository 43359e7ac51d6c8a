"""Machine code on demand: loaded only where numba is installed and the job is long enough."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

_WORTH_LOADING = 5_000_000
"""Additions of rows that numpy makes in about the time it takes to load numba."""


@cache
def compiled() -> Any:
    """The module of machine code, or None without numba."""
    try:
        from gfkit.transfer.modular.native import entries
    except ImportError:
        return None
    return entries


def worth_loading(additions: int) -> bool:
    """Whether a job of so many additions of rows is worth loading numba for, if it is not loaded yet."""
    return additions > _WORTH_LOADING or "gfkit.transfer.modular.native.entries" in sys.modules
