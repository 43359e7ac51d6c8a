"""One file for each peer, with the tasks that it and gfkit solve; ``python -m benchmarks.peers`` compares."""
