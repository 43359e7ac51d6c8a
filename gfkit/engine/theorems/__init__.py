"""Theorems that count, draw or derive without a sweep; ``ways`` has the table for single boards."""
