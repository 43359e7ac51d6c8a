"""Command line: verbs and their shared parts."""
