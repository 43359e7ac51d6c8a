"""Work that can last: its options, the clock and Ctrl-C, progress, the log, workers, and what is kept."""
