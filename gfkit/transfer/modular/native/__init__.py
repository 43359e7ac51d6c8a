"""Machine code for the inner loops, made by numba where it is installed."""
