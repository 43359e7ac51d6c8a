"""Entries of the On-Line Encyclopedia of Integer Sequences whose terms disagree with their names."""
