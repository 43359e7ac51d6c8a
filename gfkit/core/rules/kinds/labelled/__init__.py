"""Rules that read labels: constraints and weights with data of the places of one board."""
