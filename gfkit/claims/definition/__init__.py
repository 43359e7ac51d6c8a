"""Evaluation of statements by definition: slow, direct, and independent of every prover."""
