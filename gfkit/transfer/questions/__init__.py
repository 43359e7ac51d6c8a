"""What is asked beyond how many there are: orbits, optima, samples, and polynomials of graphs."""
