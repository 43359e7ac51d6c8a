"""Check names of the OEIS in bulk: parse them, derive their sequences and compare the terms."""

from gfkit.oeis.settle.gate import settle_name
from gfkit.oeis.settle.records import (
    DifferenceFinding,
    NamedTerms,
    Obstacle,
    SettledName,
    Settlement,
    in_bulk_files,
    in_entries,
    in_index,
    with_offsets,
)
from gfkit.oeis.settle.run import SettledTable, settle_names

__all__ = [
    "DifferenceFinding",
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
