"""Sets of edges."""
