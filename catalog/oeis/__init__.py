"""Entries of the On-Line Encyclopedia of Integer Sequences whose terms are not what their names say."""
