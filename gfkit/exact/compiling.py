"""Whether loops can be compiled to machine code; numba is an extra, and may be told not to compile."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType


def compiler() -> ModuleType | None:
    """numba, or None where it is not there or NUMBA_DISABLE_JIT is set. Loading it takes most of a second."""
    try:
        import numba
    except ImportError:
        return None
    return None if getattr(numba.config, "DISABLE_JIT", 0) else numba


@cache
def is_compiled(source: Path) -> bool:
    """Whether machine code of a module lies in the folders in which numba keeps it.

    Where it is not seen it is only used later.
    """
    import platformdirs  # not in the browser, where this module is loaded and nothing is compiled

    told = os.environ.get("NUMBA_CACHE_DIR")
    own = (source.parent / "__pycache__", platformdirs.user_cache_path("numba", appauthor=False))
    kept = f"{source.stem}.*.py{sys.version_info.major}{sys.version_info.minor}*.nbi"
    try:
        newest = source.stat().st_mtime
        return any(
            file.stat().st_mtime >= newest
            for folder in ((Path(told),) if told else own)
            for pattern in (kept, f"*/{kept}")
            for file in folder.glob(pattern)
        )
    except OSError:
        return False
