"""Periodic transfer matrices of families of boards, and their generating functions by determinants."""
