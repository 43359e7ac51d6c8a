"""Formulas: one tree for all of them, what makes trees of values, writers, readers, foreign objects."""

from gfkit.formula.foreign import foreign_quotient, foreign_terms, formula_text
from gfkit.formula.languages import (
    LANGUAGES,
    LATEX,
    PLAIN,
    equation,
    explicit,
    falling_text,
    floor_form,
    language_named,
    latex,
    plain,
    quotient_text,
    rational_text,
    relation,
    right_side,
    text_in,
    to,
    tree,
)
from gfkit.formula.of_values import ascending
from gfkit.formula.reading import quotient_of, read_equation, read_polynomial, read_quotient, read_relation
from gfkit.formula.write.oeis import algebraic_text, plane_series_text, recurrence_text, series_text

__all__ = [
    "LANGUAGES",
    "LATEX",
    "PLAIN",
    "algebraic_text",
    "ascending",
    "equation",
    "explicit",
    "falling_text",
    "floor_form",
    "foreign_quotient",
    "foreign_terms",
    "formula_text",
    "language_named",
    "latex",
    "plain",
    "plane_series_text",
    "quotient_of",
    "quotient_text",
    "rational_text",
    "read_equation",
    "read_polynomial",
    "read_quotient",
    "read_relation",
    "recurrence_text",
    "relation",
    "right_side",
    "series_text",
    "text_in",
    "to",
    "tree",
]
