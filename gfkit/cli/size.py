"""The option that bounds memory, as people write it: 500M, 4G."""

from __future__ import annotations

from gfkit import memory


def read_size(word: str) -> int:
    """Bytes from the value of ``--max-memory``.

    >>> read_size("4G") == 4 * 1024**3
    True
    """
    return memory.read_size(word, "--max-memory")
