"""Sets of edges: every edge is selected or not."""
