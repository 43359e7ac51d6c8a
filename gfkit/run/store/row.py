"""One part of a run as it lies in the store: packed, and sealed by a checksum."""

from __future__ import annotations

import zlib
from hashlib import blake2b

RESULT = "result"
"""The part that holds the answer of a whole run."""
LARGEST = 900_000_000
"""Bytes of a packed answer; SQLite takes no more than 1,000,000,000 in a row."""
_PLAIN, _DEFLATED = b"\x00", b"\x01"
_SAMPLE = 8192
_WORTH = 0.7


def key_of(run: str, part: str) -> bytes:
    """The address of a part; the length in front keeps two pairs from being spelled alike.

    >>> key_of("ab", "c") == key_of("a", "bc")
    False
    """
    name = f"{len(run)}:{run}{part}".encode()
    return blake2b(name, digest_size=32, person=b"gfkit part").digest()


def pack(answer: bytes) -> bytes:
    """The answer after one byte that says how it was packed; deflated where a sample shrinks by a third.

    >>> len(pack(b"7" * 10000)) < 100, len(pack(bytes(range(100))))
    (True, 101)
    """
    sample = answer[:_SAMPLE]
    if len(zlib.compress(sample, 1)) < _WORTH * len(sample):
        return _DEFLATED + zlib.compress(answer, 1)
    return _PLAIN + answer


def checksum(key: bytes, packed: bytes) -> bytes:
    """A hash of the packed answer under the address as key, so that it speaks for run, part and answer."""
    return blake2b(packed, key=key, digest_size=32).digest()


def unsealed(key: bytes, row: tuple[object, ...]) -> bytes | None:
    """The answer in a row (key, run, part, packed, checksum); None when anything in it was changed.

    The checksum is compared before anything is unpacked.

    >>> packed = pack(b"823")
    >>> row = (key_of("r", "p"), "r", "p", packed, checksum(key_of("r", "p"), packed))
    >>> unsealed(key_of("r", "p"), row), unsealed(key_of("r", "q"), row)
    (b'823', None)
    """
    found, run, part, packed, seal = row
    if not (isinstance(run, str) and isinstance(part, str) and isinstance(packed, bytes)):
        return None
    if found != key or key != key_of(run, part) or seal != checksum(key, packed):
        return None
    return packed[1:] if packed[:1] == _PLAIN else zlib.decompress(packed[1:])
