"""Whole entries with b-file and programs, from a derived family, a table, or bare terms."""

from gfkit.oeis.export.export import Export
from gfkit.oeis.export.family import export_family
from gfkit.oeis.export.guessed import export_data
from gfkit.oeis.export.heading import Heading

__all__ = ["Export", "Heading", "export_data", "export_family"]
