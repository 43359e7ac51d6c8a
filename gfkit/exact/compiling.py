"""Whether loops can be compiled to machine code; numba is an extra, and may be told not to compile."""

from __future__ import annotations

from types import ModuleType


def compiler() -> ModuleType | None:
    """numba, or None where it is not there or NUMBA_DISABLE_JIT is set. Loading it takes most of a second."""
    try:
        import numba
    except ImportError:
        return None
    return None if getattr(numba.config, "DISABLE_JIT", 0) else numba
