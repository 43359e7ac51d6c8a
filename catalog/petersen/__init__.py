"""Arash Behzad, Mehdi Behzad, Cheryl E. Praeger: Domination number of generalized Petersen graphs."""
