"""Core: boards, rules, exact values, engine and brute force. It imports no other part of gfkit.

``gfkit.count``, ``gfkit.derive``, ``gfkit.brute_force`` and the printed forms of their results need only this
directory and ``gfkit/__init__.py``. A query that another part of gfkit would answer is rejected with the name
of that part.
"""
