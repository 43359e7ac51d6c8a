"""Boards that a theorem counts, or draws from, without a sweep; ``ways`` has the table."""
