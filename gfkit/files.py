"""Files of the user: read up to a stated length, written whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EBADF
from pathlib import Path
from typing import TextIO

from gfkit.errors import InputError

LONGEST = 16 << 20
"""Bytes of any text that is read, 16 MiB: what never ends is refused when it is longer."""


class UnreadableError(Exception):
    """Why a file cannot be read, for the caller to put into words of its own."""


def file_text(path: str) -> str:
    """The text of a file, without a byte-order mark; refuses what is too long or no text."""
    try:
        with open(path, "rb") as file:
            return _text(file.read(LONGEST + 1))
    except UnicodeDecodeError:
        raise UnreadableError("is not a text file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableError(f"cannot be read ({reason or 'not a file name'})") from None


def given_text(option: str, path: str) -> str:
    """The text of the file that an option names, or of standard input for -; errors name the option."""
    try:
        if path == "-":
            return _text(standard_input().read(LONGEST + 1))
        with open(path, "rb") as file:
            return _text(file.read(LONGEST + 1))
    except UnreadableError as error:
        raise InputError(f"{option} {path!r} {error}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise InputError(f"{option} {path!r} cannot be read: {reason}") from None


def standard_input() -> TextIO:
    """Standard input; fails like a file that cannot be read where it was closed."""
    if sys.stdin is None:
        raise OSError(EBADF, "standard input is closed")
    return sys.stdin


def _text(content: str | bytes) -> str:
    if len(content) > LONGEST:
        raise UnreadableError(f"is longer than {LONGEST >> 20} MiB")
    return content.decode("utf-8-sig") if isinstance(content, bytes) else content.removeprefix("\ufeff")


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Writes a file, text as UTF-8, beside its place first; a pipe or a device is written to as it is.

    Whoever reads the file meanwhile, and whoever finds it after an interruption, sees all of the old or all
    of the new.
    """
    target, content = Path(path), data.encode("utf-8") if isinstance(data, str) else data
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _put_in_place(target, content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"file {str(path)!r} cannot be written: {reason}") from None


def _put_in_place(target: Path, content: bytes) -> None:
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        with suppress(OSError, ValueError):
            draft.unlink()
