"""Infrastructure of runs: memory limits, files, processes, workers, and the store of results."""
