"""Memory and cores: the available amount, limits for a run, and human-readable sizes."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import product
from typing import Any

from gfkit.core.errors import OptionError, ShortOfMemoryError
from gfkit.core.typing import (
    MEMORY_LIMIT,
    MEMORY_OPTION,
    OnProgress,
    check_stop,
    checked_memory,
    tell_progress,
)

_SIZE = r"(?i)([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?"
_USUAL = 4 << 30
_STEP_BYTES = 200
"""Bytes per state that a step needs while its states are sorted. Measured values are 70 to 400."""
_THREADS_BYTES = 256 << 20
"""Address space that must remain for the stacks of a few threads and their heaps of 64 MiB, in bytes."""
SHARE_OF_DISK = 0.5
"""Largest share of the free disk space for temporary files of a run."""
_POWER = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def default_memory() -> int:
    """Return three quarters of the available memory on Linux, and 4 GiB on other systems.

    Memory that only caches files counts as available, although it is not free.
    """
    try:
        with open("/proc/meminfo", "rb") as file:
            available = re.search(rb"MemAvailable: *([0-9]+) kB", file.read())
    except OSError:
        available = None
    return _USUAL if available is None else int(available[1]) * 1024 * 3 // 4


def resident_memory(process: int | str = "self") -> int:
    """Return the resident memory of a process in bytes (by default this process), or 0 if it is unknown.

    It is known on Linux, and unknown on macOS and Windows.
    """
    if sys.platform == "win32":
        return 0
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def has_room_for_threads() -> bool:
    """Return True if the process may map enough further memory to start threads.

    A limit on the address space (``ulimit -v``) includes the stacks of threads. Linux reports the mapped
    memory; on other systems the function returns True.
    """
    if sys.platform == "win32":
        return True
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit == resource.RLIM_INFINITY:
            return True
        with open("/proc/self/statm", "rb") as file:
            mapped = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (ImportError, OSError, ValueError, IndexError, AttributeError):
        return True
    return limit - mapped >= _THREADS_BYTES


def memory_limit(max_memory: int | None) -> int:
    """Return the memory limit of a run in bytes: the given limit, the limit of the running call, or most of
    the free memory.
    """
    return checked_memory(max_memory) or MEMORY_LIMIT.get() or default_memory()


def size_text(size: float) -> str:
    """Return a number of bytes in human-readable form.

    >>> size_text(3 * 2**30)
    '3.0 GiB'
    """
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.2g} EiB"


def limit_text(limit: int) -> str:
    """Return the memory limit in error messages, with what changes it."""
    return f"the limit is {size_text(limit)} (raise it with {MEMORY_OPTION.get()})"


def read_size(word: str, name: str) -> int:
    """Parse an amount of memory, a number with an optional suffix K, M, G or T (powers of 1024), to bytes.

    >>> read_size("4G", "--max-memory") == 4 * 1024**3
    True
    """
    match = re.fullmatch(_SIZE, word.strip())
    size = int(float(match[1]) * 1024 ** _POWER[match[2].upper()]) if match else 0
    if size < 1:
        raise OptionError(
            f"{name} {word!r} is not an amount of memory; write a number of bytes, or a number with K, M, G"
            " or T, such as 500M or 4G"
        )
    return size


def core_count() -> int:
    """Return the number of cores that the current process may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_BLAS_LOCK = threading.Lock()
_BLAS_USERS: list[int] = []
"""For each block of ``one_blas_thread`` that is running, the number of threads before the first of them."""


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit the linear algebra of numpy to one thread, as a context manager or a decorator.

    Idle threads of OpenBLAS wait actively, which multiplies the CPU time if other work is running. The limit
    belongs to the process, so blocks in parallel threads share it: the last one restores the number of
    threads that was set before the first. Other libraries than OpenBLAS are not changed.
    """
    get, put = blas_threads()
    with _BLAS_LOCK:
        _BLAS_USERS.append(_BLAS_USERS[0] if _BLAS_USERS else get())
        put(1)
    try:
        yield
    finally:
        with _BLAS_LOCK:
            before = _BLAS_USERS.pop()
            if not _BLAS_USERS:
                put(before)


@cache
def blas_threads() -> tuple[Callable[[], int], Callable[[int], Any]]:
    """Return the functions of OpenBLAS that return and set the number of threads, if numpy uses OpenBLAS."""
    import ctypes
    from pathlib import Path

    import numpy as np

    with suppress(OSError, AttributeError):
        bundled = Path(np.__file__).parent.parent.glob("numpy.libs/*openblas*")
        for path in (np.linalg._umath_linalg.__file__, *bundled):
            library = ctypes.CDLL(str(path))  # on Linux and macOS, this includes the libraries that it uses
            for begin, end in product(("scipy_", ""), ("64_", "")):
                if hasattr(library, name := f"{begin}openblas_set_num_threads{end}"):
                    return library[name.replace("set", "get")], library[name]
    return lambda: 1, lambda _: None


class Budget:
    """Memory budget of one sweep: the size of its tables in bytes, and the limit.

    ``what`` names the sweep in error messages. ``sites`` is the number of steps on a single board, or 0 for a
    strip. Each state needs ``state_bytes`` in addition to the tables.
    """

    def __init__(
        self, what: str, limit: int, on_progress: OnProgress | None, sites: int = 0, state_bytes: int = 0
    ) -> None:
        self._what, self._limit, self._on_progress = what, limit, on_progress
        self._sites, self._state_bytes, self._tables = sites, state_bytes, 0

    def watch(self, site: int, states: int, fresh: int) -> None:
        """Add the size of new tables in bytes. Raise ShortOfMemoryError if the limit is exceeded."""
        check_stop()
        if fresh:
            self._tables += fresh + states * self._state_bytes
        needed = self._tables + states * _STEP_BYTES
        if fresh and needed > self._limit:
            cell = f"at cell {site + 1} of {self._sites} with {states} states"
            where = cell if self._sites else f"with {states} states at one cell"
            raise ShortOfMemoryError(
                f"{self._what}: stopped {where}; tables and the next step need {size_text(needed)} of memory,"
                f" {limit_text(self._limit)}"
            )
        done = site + 1 if self._sites else site
        tell_progress(self._on_progress, "finding states", done, self._sites, states)

    def ask(self, wanted: int) -> None:
        """Raise ShortOfMemoryError if a vector of ``wanted`` bytes does not fit together with the tables."""
        if self._tables + wanted > self._limit:
            raise ShortOfMemoryError(
                f"{self._what}: stopped because the next step needs {size_text(self._tables + wanted)};"
                f" {limit_text(self._limit)}"
            )
