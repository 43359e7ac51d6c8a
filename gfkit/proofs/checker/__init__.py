"""Checker of certificates. Its modules use only the standard library and can be joined into one file."""
