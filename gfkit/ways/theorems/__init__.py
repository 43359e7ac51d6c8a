"""Theorems that count, draw or derive without a sweep; the tables of ``gfkit.ways`` list them."""
