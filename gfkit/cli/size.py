"""Amounts of memory as people write them: 500M, 4G."""

from __future__ import annotations

import re

from gfkit.errors import OptionError

_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
_POWER = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def read_size(word: str) -> int:
    """Bytes from a number with K, M, G or T after it, each 1024 times the one before.

    >>> read_size("4G") == 4 * 1024**3
    True
    """
    found = _SIZE.fullmatch(word.strip())
    size = int(float(found[1]) * 1024 ** _POWER[found[2].upper()]) if found else 0
    if size < 1:
        raise OptionError(
            f"--max-memory {word!r} is no amount of memory; write bytes, or a number with K, M, G or T,"
            " as 500M or 4G"
        )
    return size
