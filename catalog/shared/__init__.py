"""What several papers need: small graphs, boards as cells, arithmetic in statements."""
