"""Local-rule arrays: every cell has a value, subject to constraints on small neighbourhoods."""
