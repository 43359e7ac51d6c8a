"""Statements about sequences, with exact meaning and one canonical text.

``tree`` contains the parts of a statement, ``canonical`` prints the text and parses it again, and ``wording``
writes the statement as an English sentence and as a theorem in LaTeX.
"""
