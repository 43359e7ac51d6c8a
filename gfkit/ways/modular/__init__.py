"""Generating functions of wide strips from values modulo primes."""
