"""What checks certificates: parts that need the standard library alone, and make one file together."""
