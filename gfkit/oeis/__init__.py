"""The formats of the OEIS: entries, b-files, records and bulk files; their rules; a local index."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.oeis.bfile import BFile
    from gfkit.oeis.entry import Entry
    from gfkit.oeis.text import Fault, Level, Reading
else:
    __getattr__ = when_used(
        __name__,
        {
            "bfile": "BFile",
            "entry": "Entry",
            "text": "Fault Level Reading",
        },
    )

__all__ = ["BFile", "Entry", "Fault", "Level", "Reading"]
