"""Recurrences as printed: what they claim, and whether it holds for games and for terms."""
