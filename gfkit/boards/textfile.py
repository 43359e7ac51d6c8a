"""Reading the small text files that boards and rules come in."""

from __future__ import annotations

import re
from pathlib import Path

_MOST_BYTES = 16 << 20


class UnreadableError(Exception):
    """Why a file cannot be read, for the caller to put into words of its own."""


def file_text(path: str) -> str:
    """The text of a file, without a byte-order mark; refuses what is too long or no text."""
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableError(f"cannot be read ({reason or 'not a file name'})") from None
    if len(content) > _MOST_BYTES:
        raise UnreadableError(f"is longer than {_MOST_BYTES >> 20} MiB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError("is not a text file") from None


def can_open(path: str) -> bool:
    """Whether there is something at a path that can be opened: a file or a pipe, not a folder."""
    try:
        return Path(path).exists() and not Path(path).is_dir()
    except (OSError, ValueError):  # too long for a name, or in a folder that may not be read
        return False


def text_lines(text: str) -> list[str]:
    """The lines of a text: ended by LF, CR LF or CR, and by nothing else."""
    lines = re.split(r"\r\n|\n|\r", text)
    return lines[:-1] if lines and not lines[-1] else lines
