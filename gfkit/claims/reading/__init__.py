"""Readings of printed formulas and sentences, as claims of the provers about a sequence."""
