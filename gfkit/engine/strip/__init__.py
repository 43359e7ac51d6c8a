"""Families of boards as machines that repeat, and their generating functions by determinants."""
