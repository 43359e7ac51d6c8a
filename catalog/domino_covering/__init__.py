"""OEIS on the domino-covering game: dominoes on 1 x N, and the N where the second player wins."""
