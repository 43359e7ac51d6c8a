"""Complete entries with b-file and programs, from a derived family, a table, or given terms."""

from gfkit.oeis.export.draft import Export, Heading
from gfkit.oeis.export.family import export_class, export_data, export_family, export_sizes

__all__ = ["Export", "Heading", "export_class", "export_data", "export_family", "export_sizes"]
