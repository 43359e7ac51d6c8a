"""Local-rule arrays: every cell takes a value."""
