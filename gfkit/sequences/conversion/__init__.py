"""Between the values and other systems: texts to be pasted, objects of SymPy and FLINT."""

from gfkit.sequences.conversion.conversion import LANGUAGES, converted, language_named, text_in
from gfkit.sequences.conversion.formula_text import formula_text

__all__ = ["LANGUAGES", "converted", "formula_text", "language_named", "text_in"]
