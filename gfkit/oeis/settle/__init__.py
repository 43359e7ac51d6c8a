"""Names of the OEIS settled, many at a time: read, derived, compared with their terms."""

from gfkit.oeis.settle.gate import Obstacle, SettledName, Settlement, settle_name
from gfkit.oeis.settle.run import settle_names
from gfkit.oeis.settle.sources import NamedTerms, in_bulk_files, in_entries, in_index, with_offsets
from gfkit.oeis.settle.table import SettledTable

__all__ = [
    "NamedTerms",
    "Obstacle",
    "SettledName",
    "SettledTable",
    "Settlement",
    "in_bulk_files",
    "in_entries",
    "in_index",
    "settle_name",
    "settle_names",
    "with_offsets",
]
