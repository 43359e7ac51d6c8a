"""Bounds of the orders of linear recurrences that sequences satisfy."""
