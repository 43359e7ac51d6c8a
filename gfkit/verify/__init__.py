"""Claims against machines: certificates, and the small checker that believes nobody.

Nothing is imported here, so that ``python -m gfkit.verify.checker FILE`` runs the checker and no more.
"""
