"""Laws in other sizes than a length: the number of values, the side of a square."""
