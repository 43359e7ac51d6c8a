"""Generating functions with weights, from values at many points (x, y) modulo primes."""
