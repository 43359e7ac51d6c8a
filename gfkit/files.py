"""Files of the user, written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from gfkit.errors import InputError


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
