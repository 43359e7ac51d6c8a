"""Writing the files of a contribution."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gfkit.errors import InputError


def write_files(folder: str, files: Mapping[str, str]) -> list[str]:
    """Writes texts as UTF-8, byte by byte, into a folder that is made when it is not there; says which."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / name).write_bytes(text.encode("utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a folder"
        raise InputError(f"folder {folder!r} cannot be written to: {reason}") from None
    return [str(place / name) for name in files]
