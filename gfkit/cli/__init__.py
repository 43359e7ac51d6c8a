"""Command line: commands and the code they share."""
