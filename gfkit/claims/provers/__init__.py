"""Proofs of claims about sequences, from expressions and ranges. No module reads print."""
