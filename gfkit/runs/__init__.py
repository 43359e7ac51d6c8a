"""Infrastructure of runs: files, processes, workers, and the store of results."""
