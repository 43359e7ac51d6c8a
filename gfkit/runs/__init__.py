"""Infrastructure of runs: memory limits, files and directories, processes, workers, and the store of
results.
"""
