"""Local-rule arrays: every cell has a value."""
