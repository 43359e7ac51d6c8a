"""Evaluation of printed closed forms: exact values, enclosing balls, and dimension bounds."""
