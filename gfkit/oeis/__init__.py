"""Formats of the OEIS: entries, b-files, records and bulk files, the rules for them, and a local index."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.oeis.entry import Entry
    from gfkit.oeis.files import BFile, Fault, Level, Reading
else:
    __getattr__ = when_used(
        __name__,
        {
            "entry": "Entry",
            "files": "BFile Fault Level Reading",
        },
    )

__all__ = ["BFile", "Entry", "Fault", "Level", "Reading"]
