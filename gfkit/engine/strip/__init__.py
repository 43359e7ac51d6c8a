"""Families of boards as periodic transfer matrices, and their generating functions by determinants."""
