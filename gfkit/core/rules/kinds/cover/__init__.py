"""Exact covers: pieces cover every cell once."""
