"""Code for several papers: small graphs, boards as cells, arithmetic in statements."""
