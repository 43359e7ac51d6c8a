"""Theorems that count, draw or derive without a sweep; the table in ``ways`` lists those for single
boards.
"""
