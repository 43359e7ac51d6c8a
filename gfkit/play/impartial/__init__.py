"""Impartial games: nimbers by mex and search, octal games, strips by end types, periods."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.play.impartial.nim import NimLimitError, NimValues
    from gfkit.play.impartial.octal import OctalCode, Periodicity, heap_values
else:
    __getattr__ = when_used(
        __name__,
        {
            "nim": "NimLimitError NimValues",
            "octal": "OctalCode Periodicity heap_values",
        },
    )

__all__ = ["NimLimitError", "NimValues", "OctalCode", "Periodicity", "heap_values"]
