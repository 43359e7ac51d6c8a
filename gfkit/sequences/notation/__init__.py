"""Ways of writing formulas: plain text, LaTeX, and the languages of computer algebra systems."""

from gfkit.sequences.notation.latex import Latex
from gfkit.sequences.notation.notation import Notation, Stated, is_sum

PLAIN = Notation()
LATEX = Latex()

__all__ = ["LATEX", "PLAIN", "Latex", "Notation", "Stated", "is_sum"]
