"""Runs: memory, files and directories, processes, workers, and the store of long runs."""
