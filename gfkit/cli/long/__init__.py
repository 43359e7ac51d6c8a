"""Long commands: their options, clock and Ctrl-C, progress, log, workers and stored results."""
