"""Checker of certificates: modules that use only the standard library, and that can be joined to one file."""
