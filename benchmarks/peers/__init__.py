"""Peers of gfkit, one file each, with the tasks that ``python -m benchmarks.peers`` compares."""
