"""Formulas: one tree for all of them, conversion of values to trees, writers, foreign objects."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.core.algebra.formula.foreign import foreign_quotient, foreign_terms, formula_text
    from gfkit.core.algebra.formula.languages import (
        LANGUAGES,
        equation,
        explicit,
        falling_text,
        floor_form,
        floor_text,
        language_named,
        latex,
        plain,
        quotient_text,
        radical_text,
        rational_text,
        relation,
        right_side,
        text_in,
        to,
        tree_of,
        with_range,
    )
    from gfkit.core.algebra.formula.of_values import in_printing_order
    from gfkit.core.algebra.formula.write.latex import LATEX
    from gfkit.core.algebra.formula.write.mathml import MATHML
    from gfkit.core.algebra.formula.write.oeis import (
        algebraic_text,
        expanded_series_text,
        plane_series_text,
        recurrence_text,
        series_text,
    )
    from gfkit.core.algebra.formula.write.plain import PLAIN
else:
    __getattr__ = when_used(
        __name__,
        {
            "foreign": "foreign_quotient foreign_terms formula_text",
            "languages": (
                "LANGUAGES equation explicit falling_text floor_form floor_text language_named"
                " latex plain quotient_text radical_text rational_text relation right_side text_in to tree_of"
                " with_range"
            ),
            "of_values": "in_printing_order",
            "write.latex": "LATEX",
            "write.mathml": "MATHML",
            "write.plain": "PLAIN",
            "write.oeis": "algebraic_text expanded_series_text plane_series_text recurrence_text series_text",
        },
    )

__all__ = [
    "LANGUAGES",
    "LATEX",
    "MATHML",
    "PLAIN",
    "algebraic_text",
    "equation",
    "expanded_series_text",
    "explicit",
    "falling_text",
    "floor_form",
    "floor_text",
    "foreign_quotient",
    "foreign_terms",
    "formula_text",
    "in_printing_order",
    "language_named",
    "latex",
    "plain",
    "plane_series_text",
    "quotient_text",
    "radical_text",
    "rational_text",
    "recurrence_text",
    "relation",
    "right_side",
    "series_text",
    "text_in",
    "to",
    "tree_of",
    "with_range",
]
