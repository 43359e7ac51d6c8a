"""The formats of the OEIS: entries, b-files, records and bulk files; their rules; a local index."""

from gfkit.oeis.bfile import BFile
from gfkit.oeis.entry import Entry
from gfkit.oeis.text import Fault, Level, Reading

__all__ = ["BFile", "Entry", "Fault", "Level", "Reading"]
