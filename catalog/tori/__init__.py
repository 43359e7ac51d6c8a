"""Sandi Klavžar, Norbert Seifter: Dominating Cartesian products of cycles."""
